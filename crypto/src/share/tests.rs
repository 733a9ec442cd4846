//! Completeness, attacks and the simulator.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::handle::Handle;
use crate::transcript::testing::{Programmed, context, contexts};
use crate::transcript::{Purpose, Transcript};

const PACK: [u8; 32] = [5; 32];

/// A party and some cards.
struct Case {
    secret: DeckSecret,
    pack: [u8; 32],
    handles: Vec<Handle>,
    key: Element,
    c1: Vec<Element>,
}

impl Case {
    fn new(cards: u8) -> Self {
        let secret = DeckSecret::generate(&mut StdRng::seed_from_u64(1));
        Self {
            key: *secret.keys().deck(),
            secret,
            pack: PACK,
            handles: (0..cards).map(|n| Handle { pack: 2, index: 2 * n }).collect(),
            c1: (0..cards).map(|n| group::face("c1", &n.to_string())).collect(),
        }
    }

    fn statement(&self) -> Statement<'_> {
        Statement {
            cards: Cards {
                pack: &self.pack,
                handles: &self.handles,
            },
            key: &self.key,
            c1: &self.c1,
        }
    }

    fn prove(&self) -> ShareMessage {
        prove(
            &self.statement(),
            &self.secret,
            transcript(),
            &mut StdRng::seed_from_u64(2),
        )
        .unwrap()
    }

    fn verify(&self, message: &ShareMessage) -> Result<(), ProofError> {
        self.verify_in(message, transcript())
    }

    fn verify_in(&self, message: &ShareMessage, oracle: impl Oracle) -> Result<(), ProofError> {
        verify(&self.statement(), message, oracle, 0)?.verify()
    }

    /// A prover who follows the protocol with any shares and any x.
    fn prove_shares(&self, x: &Scalar, shares: Vec<Element>, mut oracle: impl Oracle) -> ShareMessage {
        let weights = bind(&mut oracle, &self.statement(), &shares).unwrap();
        let a = Scalar::from(1234u64);
        let commitments = [RistrettoPoint::mul_base(&a), group::combine(&weights, &self.c1) * a].map(Element::new);
        let e = challenge(&mut oracle, &commitments).unwrap();
        ShareMessage {
            shares,
            commitments,
            response: a + e * x,
        }
    }
}

fn transcript() -> Transcript {
    Transcript::new(&context(), Purpose::Share)
}

fn equation(refused: Result<(), ProofError>) -> &'static str {
    match refused {
        Err(ProofError::Rejected { items }) => items[0].equation,
        other => panic!("not rejected: {other:?}"),
    }
}

#[test]
fn shares_of_any_number_of_cards_are_accepted_and_survive_encoding() {
    for cards in [1, 2, 7, 104] {
        let case = Case::new(cards);
        let message = case.prove();
        assert_eq!(case.verify(&message), Ok(()));
        for (share, c1) in message.shares.iter().zip(&case.c1) {
            assert_eq!(*share, Element::new(c1.point() * case.secret.deck().expose()));
        }
        let bytes = message.encode();
        assert_eq!(bytes.len(), ShareMessage::len(cards.into()));
        assert_eq!(ShareMessage::decode(&bytes, cards.into()), Ok(message));
    }
}

#[test]
fn row02_each_field_of_the_statement_counts() {
    let message = Case::new(3).prove();
    let changed = |change: fn(&mut Case)| {
        let mut case = Case::new(3);
        change(&mut case);
        equation(case.verify(&message));
    };
    changed(|case| case.pack[31] ^= 1);
    changed(|case| case.handles[0].pack += 1);
    changed(|case| case.handles[2].index += 1);
    changed(|case| case.handles.swap(0, 1));
    changed(|case| case.key = *group::h());
    changed(|case| case.c1[0] = *group::h());
    changed(|case| case.c1[2] = *group::h());
    changed(|case| case.c1.swap(1, 2));
}

#[test]
fn row02_each_field_of_the_message_counts() {
    let case = Case::new(3);
    let good = case.prove();
    let changed = |change: fn(&mut ShareMessage)| {
        let mut message = good.clone();
        change(&mut message);
        equation(case.verify(&message));
    };
    changed(|message| message.shares[0] = *group::h());
    changed(|message| message.shares[2] = *group::h());
    changed(|message| message.shares.swap(0, 1));
    changed(|message| message.commitments[0] = *group::h());
    changed(|message| message.commitments[1] = *group::h());
    changed(|message| message.response += Scalar::ONE);
}

#[test]
fn row02_shares_chosen_last_are_refused() {
    // Two shares are moved so that the weighted sum stays as it was: with weights that did not
    // depend on the shares, the proof would hold.
    let case = Case::new(2);
    let mut message = case.prove();
    let weights = bind(&mut transcript(), &case.statement(), &message.shares).unwrap();
    let shift = group::h().point();
    message.shares = vec![
        Element::new(message.shares[0].point() + weights[1] * shift),
        Element::new(message.shares[1].point() - weights[0] * shift),
    ];
    equation(case.verify(&message));
    // The commitment B chosen last, to fit any share, for the challenge that went before.
    let mut oracle = transcript();
    let mut message = case.prove();
    message.shares[0] = *group::h();
    let weights = bind(&mut oracle, &case.statement(), &message.shares).unwrap();
    let e = challenge(&mut oracle, &message.commitments).unwrap();
    message.response = Scalar::from(9u64);
    message.commitments = [
        RistrettoPoint::mul_base(&message.response) - e * case.key.point(),
        group::combine(&weights, &case.c1) * message.response - group::combine(&weights, &message.shares) * e,
    ]
    .map(Element::new);
    equation(case.verify(&message));
}

#[test]
fn row03_a_wrong_share_of_one_card_is_refused() {
    let case = Case::new(4);
    let x = *case.secret.deck().expose();
    let good = case.prove().shares;
    assert_eq!(case.verify(&case.prove_shares(&x, good.clone(), transcript())), Ok(()));
    for card in 0..4 {
        // A share under another key; the share of another card; the sum of two shares.
        for wrong in [
            case.c1[card].point() * (x + Scalar::ONE),
            *good[(card + 1) % 4].point(),
            good[card].point() + good[(card + 1) % 4].point(),
        ] {
            let mut shares = good.clone();
            shares[card] = Element::new(wrong);
            let message = case.prove_shares(&x, shares, transcript());
            assert_eq!(equation(case.verify(&message)), "shares");
        }
    }
    // All shares under another key: consistent among themselves, but not with X.
    let other = x + Scalar::ONE;
    let shares = case.c1.iter().map(|c1| Element::new(c1.point() * other)).collect();
    let message = case.prove_shares(&other, shares, transcript());
    assert_eq!(equation(case.verify(&message)), "key");
}

#[test]
fn row04_malformed_fields_are_refused() {
    let bytes = Case::new(2).prove().encode();
    for field in 0..5 {
        let mut wrong = bytes.clone();
        wrong[32 * field..32 * (field + 1)].fill(0xff);
        let refused = ShareMessage::decode(&wrong, 2).unwrap_err();
        let expected = match field {
            0 | 1 => ProofError::Point {
                what: "share",
                position: field,
            },
            2 | 3 => ProofError::Point {
                what: "share commitment",
                position: field - 2,
            },
            _ => ProofError::Scalar {
                what: "share response",
                position: 0,
            },
        };
        assert_eq!(refused, expected);
    }
    let mut identity = bytes;
    identity[32..64].fill(0);
    assert_eq!(
        ShareMessage::decode(&identity, 2),
        Err(ProofError::Identity {
            what: "share",
            position: 1
        })
    );
}

#[test]
fn row05_every_other_length_is_refused() {
    let bytes = [Case::new(2).prove().encode(), vec![0; 64]].concat();
    for len in (0..=bytes.len()).filter(|len| *len != ShareMessage::len(2)) {
        let refused = ShareMessage::decode(&bytes[..len], 2);
        assert!(matches!(refused, Err(ProofError::Length { .. })), "{len}");
    }
    assert!(ShareMessage::decode(&bytes, usize::MAX).is_err());
    // Lists of the statement that are one longer or shorter than the handles.
    let message = Case::new(2).prove();
    let with = |change: fn(&mut Case, &mut ShareMessage)| {
        let (mut case, mut message) = (Case::new(2), message.clone());
        change(&mut case, &mut message);
        assert!(matches!(case.verify(&message), Err(ProofError::Length { .. })));
    };
    with(|case, _| case.c1.truncate(1));
    with(|case, _| case.c1.push(group::g()));
    with(|_, message| message.shares.truncate(1));
    with(|_, message| message.shares.push(group::g()));
    with(|case, _| case.handles.truncate(1));
    with(|case, _| case.handles.push(Handle { pack: 2, index: 77 }));
    // No card at all.
    let mut none = message;
    none.shares.clear();
    let refused = Case::new(0).verify(&none);
    assert!(matches!(refused, Err(ProofError::Statement { .. })));
}

#[test]
fn row10_a_proof_is_valid_in_its_place_only() {
    let case = Case::new(2);
    let message = case.prove();
    for elsewhere in contexts() {
        equation(case.verify_in(&message, Transcript::new(&elsewhere, Purpose::Share)));
    }
    for purpose in [Purpose::Keys, Purpose::Shuffle, Purpose::SealedLook, Purpose::Recommit] {
        equation(case.verify_in(&message, Transcript::new(&context(), purpose)));
    }
}

#[test]
fn row11_zero_challenges_are_refused() {
    let case = Case::new(2);
    let message = case.prove();
    for label in ["weights", "challenge"] {
        let zero = || Programmed::new(&context(), Purpose::Share, [(label, Scalar::ZERO)]);
        let expected = Err(ProofError::ZeroChallenge { challenge: label });
        assert_eq!(case.verify_in(&message, zero()), expected);
        let rng = &mut StdRng::seed_from_u64(2);
        let proved = prove(&case.statement(), &case.secret, zero(), rng);
        assert_eq!(proved.map(|_| ()), expected);
    }
}

#[test]
fn row14_errors_in_two_cards_do_not_cancel() {
    let case = Case::new(2);
    let x = *case.secret.deck().expose();
    let mut shares = case.prove().shares;
    let shift = group::h().point();
    shares[0] = Element::new(shares[0].point() + shift);
    shares[1] = Element::new(shares[1].point() - shift);
    let message = case.prove_shares(&x, shares, transcript());
    assert_eq!(equation(case.verify(&message)), "shares");
    let sum: RistrettoPoint = message.shares.iter().map(Element::point).sum();
    let honest: RistrettoPoint = case.c1.iter().map(|c1| c1.point() * x).sum();
    assert_eq!(sum, honest, "they would with all weights 1");
}

#[test]
fn a_simulator_without_the_secret_passes_under_a_programmed_challenge() {
    // Of shares that are not even true.
    let case = Case::new(3);
    let shares: Vec<Element> = (0..3).map(|n| group::face("any", &n.to_string())).collect();
    let [e, u] = [3u64, 5].map(Scalar::from);
    let weights = bind(&mut transcript(), &case.statement(), &shares).unwrap();
    let simulated = ShareMessage {
        commitments: [
            RistrettoPoint::mul_base(&u) - e * case.key.point(),
            group::combine(&weights, &case.c1) * u - group::combine(&weights, &shares) * e,
        ]
        .map(Element::new),
        shares,
        response: u,
    };
    let programmed = Programmed::new(&context(), Purpose::Share, [("challenge", e)]);
    assert_eq!(case.verify_in(&simulated, programmed), Ok(()));
    equation(case.verify(&simulated));
}
