//! Completeness, attacks and the simulator.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::handle::Handle;
use crate::transcript::testing::{Programmed, context, contexts};
use crate::transcript::{Purpose, Transcript};

/// A keeper with some cards and a set of faces.
struct Case {
    pack: [u8; 32],
    handles: Vec<Handle>,
    key: Element,
    openings: Vec<(Element, Scalar)>,
    commitments: Vec<Element>,
    faces: Vec<Element>,
}

fn face(n: u8) -> Element {
    group::face("tiles", &n.to_string())
}

impl Case {
    /// Cards that show `held`; the set is that of faces 0 to `size` - 1.
    fn new(held: &[u8], size: u8) -> Self {
        let openings: Vec<(Element, Scalar)> = (100u64..).zip(held).map(|(t, n)| (face(*n), Scalar::from(t))).collect();
        Self {
            pack: [5; 32],
            handles: (0u8..).zip(held).map(|(index, _)| Handle { pack: 2, index }).collect(),
            key: group::g(),
            commitments: openings
                .iter()
                .map(|(face, t)| Element::new(face.point() + group::h().point() * t))
                .collect(),
            openings,
            faces: (0..size).map(face).collect(),
        }
    }

    fn statement(&self) -> Statement<'_> {
        Statement {
            cards: Cards {
                pack: &self.pack,
                handles: &self.handles,
            },
            key: &self.key,
            commitments: &self.commitments,
            faces: &self.faces,
        }
    }

    fn prove(&self) -> Result<MemberMessage, ProofError> {
        self.prove_in(transcript())
    }

    fn prove_in(&self, oracle: impl Oracle) -> Result<MemberMessage, ProofError> {
        let openings: Vec<Opening> = self
            .openings
            .iter()
            .map(|(face, t)| Opening {
                face: *face,
                t: SecretScalar::new(*t),
            })
            .collect();
        prove(&self.statement(), &openings, oracle, &mut StdRng::seed_from_u64(3))
    }

    fn verify(&self, message: &MemberMessage) -> Result<(), ProofError> {
        self.verify_in(message, transcript())
    }

    fn verify_in(&self, message: &MemberMessage, oracle: impl Oracle) -> Result<(), ProofError> {
        verify(&self.statement(), message, oracle, 7)
    }
}

fn transcript() -> Transcript {
    Transcript::new(&context(), Purpose::Member)
}

fn rejected() -> Result<(), ProofError> {
    Err(ProofError::Rejected {
        items: vec![Rejection {
            item: 7,
            equation: "sum of challenges",
        }],
    })
}

#[test]
fn cards_of_the_set_are_accepted_wherever_they_stand_in_it() {
    for (held, size) in [
        (vec![0], 1),
        (vec![0], 5),
        (vec![2], 5),
        (vec![4], 5),
        (vec![3, 1, 0], 4),
        (vec![1, 1], 2),
        ((0..7).collect(), 21),
        (vec![5, 39, 0], 40),
    ] {
        let case = Case::new(&held, size);
        let message = case.prove().unwrap();
        assert_eq!(case.verify(&message), Ok(()));
        let bytes = message.encode();
        assert_eq!(bytes.len(), MemberMessage::len(held.len(), size.into()));
        assert_eq!(MemberMessage::decode(&bytes, held.len(), size.into()), Ok(message));
    }
}

#[test]
fn a_card_outside_the_set_cannot_be_proved() {
    for held in [vec![5], vec![5, 0], vec![0, 5], vec![0, 1, 9]] {
        let refused = Case::new(&held, 5).prove();
        assert!(matches!(refused, Err(ProofError::Statement { .. })), "{held:?}");
    }
    // A keeper who pretends that the card shows a face of the set.
    for pretended in 0..5 {
        let mut case = Case::new(&[9], 5);
        case.openings[0].0 = face(pretended);
        let message = case.prove().unwrap();
        assert_eq!(case.verify(&message), rejected());
    }
}

#[test]
fn row01_who_knows_a_logarithm_between_a_face_and_h_can_lie_about_a_card() {
    // A toy set whose face 9 is face 0 + s·H with a known s: a card that shows it opens as face 0 too.
    let s = Scalar::from(77u64);
    let mut toy = Case::new(&[0], 3);
    let t = toy.openings[0].1;
    let face_9 = face(0).point() + group::h().point() * s;
    toy.commitments[0] = Element::new(face_9 + group::h().point() * t);
    toy.openings[0].1 = t + s;
    assert_eq!(toy.verify(&toy.prove().unwrap()), Ok(()));
    // Our faces are hashed to the group: with face 9 among them, no s is known.
    let mut ours = Case::new(&[9], 3);
    ours.openings[0] = (face(0), t + s);
    assert_eq!(ours.verify(&ours.prove().unwrap()), rejected());
}

#[test]
fn row02_each_field_of_the_statement_counts() {
    let message = Case::new(&[0, 2], 4).prove().unwrap();
    let changed = |change: fn(&mut Case)| {
        let mut case = Case::new(&[0, 2], 4);
        change(&mut case);
        assert_eq!(case.verify(&message), rejected());
    };
    changed(|case| case.pack[31] ^= 1);
    changed(|case| case.handles[0].pack += 1);
    changed(|case| case.handles[1].index += 1);
    changed(|case| case.handles.swap(0, 1));
    changed(|case| case.key = *group::h());
    changed(|case| case.commitments[0] = *group::h());
    changed(|case| case.commitments.swap(0, 1));
    changed(|case| case.faces[3] = face(77));
    changed(|case| case.faces[0] = face(77));
    changed(|case| case.faces.swap(0, 1));
}

#[test]
fn row02_each_field_of_the_message_counts() {
    let case = Case::new(&[0, 2], 3);
    let good = case.prove().unwrap();
    for clause in 0..6 {
        let mut message = good.clone();
        message.clauses[clause].challenge ^= 1;
        assert_eq!(case.verify(&message), rejected());
        let mut message = good.clone();
        message.clauses[clause].response += Scalar::ONE;
        assert_eq!(case.verify(&message), rejected());
        let mut message = good.clone();
        message.clauses.swap(clause, (clause + 1) % 6);
        assert_eq!(case.verify(&message), rejected());
    }
}

#[test]
fn row02_a_card_chosen_last_is_refused() {
    // All challenges and responses are chosen with a sum e, and A for them; then the card is solved
    // for, so that the equations hold with the e that was hashed before.
    let mut case = Case::new(&[9], 1);
    let half = group::h().point();
    let e = challenge(&mut transcript(), &[*half]).unwrap();
    let z = Scalar::from(5u64);
    // A = 2·half = z·H + e·(M − C)
    let difference = (half + half - group::h().point() * z) * Scalar::from(e).invert();
    case.commitments = vec![Element::new(face(0).point() - difference)];
    let forged = MemberMessage {
        clauses: vec![Clause {
            challenge: e,
            response: z,
        }],
    };
    assert_eq!(case.verify(&forged), rejected());
}

#[test]
fn row03_the_clauses_of_one_card_do_not_serve_another() {
    // The sum of challenges holds over both cards together, but not for each.
    let case = Case::new(&[0, 0], 2);
    let mut message = case.prove().unwrap();
    message.clauses[0].challenge = message.clauses[0].challenge.wrapping_add(1);
    message.clauses[2].challenge = message.clauses[2].challenge.wrapping_sub(1);
    assert_eq!(case.verify(&message), rejected());
    // Two cards, one of them not of the set, with the clauses of the good one twice.
    let good = Case::new(&[0], 2).prove().unwrap();
    let twice = MemberMessage {
        clauses: [good.clauses.clone(), good.clauses].concat(),
    };
    assert_eq!(Case::new(&[0, 9], 2).verify(&twice), rejected());
}

#[test]
fn row04_a_response_beyond_the_order_is_refused() {
    let bytes = Case::new(&[0, 1], 2).prove().unwrap().encode();
    for clause in 0..4 {
        let mut wrong = bytes.clone();
        wrong[48 * clause + 16..48 * (clause + 1)].fill(0xff);
        assert_eq!(
            MemberMessage::decode(&wrong, 2, 2),
            Err(ProofError::Scalar {
                what: "member response",
                position: clause
            })
        );
    }
}

#[test]
fn row05_every_other_length_is_refused() {
    let bytes = [Case::new(&[0, 1], 2).prove().unwrap().encode(), vec![0; 99]].concat();
    for len in (0..=bytes.len()).filter(|len| *len != MemberMessage::len(2, 2)) {
        let refused = MemberMessage::decode(&bytes[..len], 2, 2);
        assert!(matches!(refused, Err(ProofError::Length { .. })), "{len}");
    }
    assert!(MemberMessage::decode(&bytes, usize::MAX, usize::MAX).is_err());
    let message = Case::new(&[0, 1], 2).prove().unwrap();
    let with = |change: fn(&mut Case, &mut MemberMessage)| {
        let (mut case, mut message) = (Case::new(&[0, 1], 2), message.clone());
        change(&mut case, &mut message);
        assert!(matches!(case.verify(&message), Err(ProofError::Length { .. })));
    };
    with(|case, _| case.commitments.truncate(1));
    with(|case, _| case.commitments.push(group::g()));
    with(|case, _| case.handles.truncate(1));
    with(|case, _| case.handles.push(Handle { pack: 2, index: 77 }));
    with(|case, _| case.faces.truncate(1));
    with(|case, _| case.faces.push(group::g()));
    with(|_, message| message.clauses.truncate(3));
    with(|_, message| message.clauses.push(message.clauses[0]));
    let mut short = Case::new(&[0, 1], 2);
    short.openings.truncate(1);
    assert!(matches!(short.prove(), Err(ProofError::Length { .. })));
}

#[test]
fn row06_more_cards_or_more_faces_with_equally_many_clauses_differ() {
    // 2 cards × 3 faces and 3 cards × 2 faces have equally many clauses.
    let message = Case::new(&[0, 1], 3).prove().unwrap();
    let mut other = Case::new(&[0, 1, 1], 2);
    assert_eq!(other.verify(&message), rejected());
    other.commitments[2] = face(2);
    assert_eq!(other.verify(&message), rejected());
}

#[test]
fn row10_a_proof_is_valid_in_its_place_only() {
    let case = Case::new(&[1], 3);
    let message = case.prove().unwrap();
    for elsewhere in contexts() {
        let oracle = Transcript::new(&elsewhere, Purpose::Member);
        assert_eq!(case.verify_in(&message, oracle), rejected());
    }
    for purpose in [Purpose::Keys, Purpose::Shuffle, Purpose::Share, Purpose::Recommit] {
        let oracle = Transcript::new(&context(), purpose);
        assert_eq!(case.verify_in(&message, oracle), rejected());
    }
}

#[test]
fn row11_a_zero_challenge_and_empty_statements_are_refused() {
    let case = Case::new(&[1], 3);
    let zero = || Programmed::new(&context(), Purpose::Member, [("challenge", Scalar::ZERO)]);
    let expected = Err(ProofError::ZeroChallenge { challenge: "challenge" });
    assert_eq!(case.verify_in(&case.prove().unwrap(), zero()), expected);
    assert_eq!(case.prove_in(zero()).map(|_| ()), expected);
    let none = MemberMessage { clauses: Vec::new() };
    for empty in [Case::new(&[1], 0), Case::new(&[], 3)] {
        assert!(matches!(empty.prove(), Err(ProofError::Statement { .. })));
        assert!(matches!(empty.verify(&none), Err(ProofError::Statement { .. })));
    }
}

#[test]
fn row13_two_proofs_about_one_card_with_the_same_randomness_do_not_leak_its_opening() {
    // The sets differ, so all nonces do: z − z′ would else be (c − c′)·t.
    let (first, second) = (Case::new(&[1], 3), Case::new(&[1], 4));
    let commitment = |case: &Case, message: &MemberMessage, n: usize| {
        let Clause { challenge, response } = message.clauses[n];
        let difference = case.faces[n].point() - case.commitments[0].point();
        group::h().point() * response + difference * Scalar::from(challenge)
    };
    let (a, b) = (first.prove().unwrap(), second.prove().unwrap());
    for n in 0..3 {
        assert_ne!(commitment(&first, &a, n), commitment(&second, &b, n));
    }
    assert_eq!(a, first.prove().unwrap());
}

#[test]
fn a_simulator_without_an_opening_passes_under_a_programmed_challenge() {
    // About cards that are not even of the set.
    let case = Case::new(&[8, 9], 3);
    let e: u128 = 1 << 100 | 77;
    let clauses = (0..6u64).map(|n| Clause {
        challenge: match n % 3 {
            0 => u128::MAX - u128::from(n),
            1 => 1000,
            _ => e.wrapping_sub(u128::MAX - u128::from(n - 2)).wrapping_sub(1000),
        },
        response: Scalar::from(n + 50),
    });
    let simulated = MemberMessage {
        clauses: clauses.collect(),
    };
    let programmed = Programmed::new(&context(), Purpose::Member, [("challenge", Scalar::from(e))]);
    assert_eq!(case.verify_in(&simulated, programmed), Ok(()));
    assert_eq!(case.verify(&simulated), rejected());
}

#[test]
fn clauses_do_not_show_which_face_is_true() {
    // Over many proofs, the bits of challenges and responses of the true clause are as those of the others.
    let rounds = 400u32;
    let mut ones = [[0u32; 3]; 2];
    for round in 0..rounds {
        let mut case = Case::new(&[1], 3);
        case.handles[0].pack = round;
        for (n, clause) in case.prove().unwrap().clauses.iter().enumerate() {
            ones[0][n] += clause.challenge.count_ones();
            let bytes = &clause.response.as_bytes()[..31];
            ones[1][n] += bytes.iter().map(|byte| byte.count_ones()).sum::<u32>();
        }
    }
    // Six standard deviations of a binomial distribution.
    for (counts, bits) in ones.iter().zip([128u32, 248]) {
        let all = u64::from(bits * rounds);
        for count in counts {
            let distance = u64::from(*count).abs_diff(all / 2);
            assert!(distance * distance <= 9 * all, "{counts:?}");
        }
    }
}
