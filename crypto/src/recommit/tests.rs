//! Completeness, attacks and the simulator.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::handle::Handle;
use crate::transcript::testing::{Programmed, context, contexts};
use crate::transcript::{Purpose, Transcript};

/// A keeper with some cards.
struct Case {
    secret: DeckSecret,
    pack: [u8; 32],
    handles: Vec<Handle>,
    shares: [u8; 32],
    key: Element,
    c1: Vec<Element>,
    masked: Vec<Element>,
}

fn face(n: u8) -> Element {
    group::face("tiles", &n.to_string())
}

impl Case {
    fn new(cards: u8) -> Self {
        let secret = DeckSecret::generate(&mut StdRng::seed_from_u64(1));
        let c1: Vec<Element> = (0..cards).map(|n| group::face("c1", &n.to_string())).collect();
        let x = secret.deck().expose();
        Self {
            key: *secret.keys().deck(),
            pack: [5; 32],
            handles: (0..cards).map(|index| Handle { pack: 2, index }).collect(),
            shares: [6; 32],
            masked: (0..)
                .zip(&c1)
                .map(|(n, c1)| Element::new(face(n).point() + c1.point() * x))
                .collect(),
            c1,
            secret,
        }
    }

    fn statement(&self) -> Statement<'_> {
        Statement {
            cards: Cards {
                pack: &self.pack,
                handles: &self.handles,
            },
            shares: &self.shares,
            key: &self.key,
            c1: &self.c1,
            masked: &self.masked,
        }
    }

    fn openings(&self) -> Vec<SecretScalar> {
        self.handles
            .iter()
            .map(|card| self.secret.derive(Purpose::Recommit, &self.pack, *card, None))
            .collect()
    }

    fn prove(&self) -> CommitMessage {
        let rng = &mut StdRng::seed_from_u64(3);
        prove(&self.statement(), &self.secret, &self.openings(), transcript(), rng).unwrap()
    }

    /// A prover who follows the protocol for any C, as if x and the t fitted.
    fn prove_cards(&self, cards: Vec<Element>, x: &Scalar, openings: &[Scalar]) -> CommitMessage {
        let mut oracle = transcript();
        let weights = bind(&mut oracle, &self.statement(), &cards).unwrap();
        let [a, b] = [31u64, 32].map(Scalar::from);
        let sum = group::combine(&weights, &self.c1);
        let commitments = [RistrettoPoint::mul_base(&a), mask(&b, &a, &sum)].map(Element::new);
        let e = challenge(&mut oracle, &commitments).unwrap();
        let tau: Scalar = openings.iter().zip(&weights).map(|(t, w)| t * w).sum();
        CommitMessage {
            cards,
            commitments,
            responses: [a + e * x, b + e * tau],
        }
    }

    fn verify(&self, message: &CommitMessage) -> Result<(), ProofError> {
        self.verify_in(message, transcript())
    }

    fn verify_in(&self, message: &CommitMessage, oracle: impl Oracle) -> Result<(), ProofError> {
        verify(&self.statement(), message, oracle, 0)?.verify()
    }
}

fn transcript() -> Transcript {
    Transcript::new(&context(), Purpose::Recommit)
}

fn equation(refused: Result<(), ProofError>) -> &'static str {
    match refused {
        Err(ProofError::Rejected { items }) => items[0].equation,
        other => panic!("not rejected: {other:?}"),
    }
}

#[test]
fn commitments_hide_the_faces_of_the_cards_and_survive_encoding() {
    for cards in [1, 2, 7, 104] {
        let case = Case::new(cards);
        let message = case.prove();
        assert_eq!(case.verify(&message), Ok(()));
        for ((card, t), n) in message.cards.iter().zip(case.openings()).zip(0..) {
            let expected = face(n).point() + group::h().point() * t.expose();
            assert_eq!(*card, Element::new(expected));
        }
        let bytes = message.encode();
        assert_eq!(bytes.len(), CommitMessage::len(cards.into()));
        assert_eq!(CommitMessage::decode(&bytes, cards.into()), Ok(message));
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
    changed(|case| case.shares[0] ^= 1);
    changed(|case| case.key = *group::h());
    changed(|case| case.c1[0] = *group::h());
    changed(|case| case.c1.swap(1, 2));
    changed(|case| case.masked[2] = *group::h());
    changed(|case| case.masked.swap(0, 2));
}

#[test]
fn row02_each_field_of_the_message_counts() {
    let case = Case::new(3);
    let good = case.prove();
    let changed = |change: fn(&mut CommitMessage)| {
        let mut message = good.clone();
        change(&mut message);
        equation(case.verify(&message));
    };
    changed(|message| message.cards[0] = *group::h());
    changed(|message| message.cards[2] = *group::h());
    changed(|message| message.cards.swap(0, 1));
    changed(|message| message.commitments[0] = *group::h());
    changed(|message| message.commitments[1] = *group::h());
    changed(|message| message.responses[0] += Scalar::ONE);
    changed(|message| message.responses[1] += Scalar::ONE);
}

#[test]
fn row02_commitments_chosen_last_are_refused() {
    // Moved so that the weighted sum stays as it was.
    let case = Case::new(2);
    let mut message = case.prove();
    let weights = bind(&mut transcript(), &case.statement(), &message.cards).unwrap();
    let shift = face(0).point() - face(1).point();
    message.cards = vec![
        Element::new(message.cards[0].point() + weights[1] * shift),
        Element::new(message.cards[1].point() - weights[0] * shift),
    ];
    equation(case.verify(&message));
}

#[test]
fn row03_a_commitment_to_another_face_is_refused() {
    let case = Case::new(3);
    let x = *case.secret.deck().expose();
    let openings: Vec<Scalar> = case.openings().iter().map(|t| *t.expose()).collect();
    let good = case.prove().cards;
    let again = case.prove_cards(good.clone(), &x, &openings);
    assert_eq!(case.verify(&again), Ok(()));
    for card in 0..3 {
        let mut cards = good.clone();
        cards[card] = Element::new(good[card].point() - face(0).point() + face(9).point());
        if card == 0 {
            let message = case.prove_cards(cards, &x, &openings);
            assert_eq!(equation(case.verify(&message)), "commitments");
        } else {
            // The card is committed to as another card of the same hand.
            cards[card] = Element::new(face(0).point() + group::h().point() * openings[card]);
            let message = case.prove_cards(cards, &x, &openings);
            assert_eq!(equation(case.verify(&message)), "commitments");
        }
    }
    // Another x would decrypt to another point, but X fixes x.
    let other = x + Scalar::ONE;
    let cards = good
        .iter()
        .zip(&case.c1)
        .map(|(card, c1)| Element::new(card.point() - c1.point()))
        .collect();
    let message = case.prove_cards(cards, &other, &openings);
    assert_eq!(equation(case.verify(&message)), "key");
}

#[test]
fn row04_malformed_fields_are_refused() {
    let bytes = Case::new(2).prove().encode();
    for field in 0..6 {
        let mut wrong = bytes.clone();
        wrong[32 * field..32 * (field + 1)].fill(0xff);
        let refused = CommitMessage::decode(&wrong, 2).unwrap_err();
        assert_eq!(matches!(refused, ProofError::Scalar { .. }), field > 3);
        assert_eq!(matches!(refused, ProofError::Point { .. }), field <= 3);
    }
}

#[test]
fn row05_every_other_length_is_refused() {
    let bytes = [Case::new(2).prove().encode(), vec![0; 64]].concat();
    for len in (0..=bytes.len()).filter(|len| *len != CommitMessage::len(2)) {
        let refused = CommitMessage::decode(&bytes[..len], 2);
        assert!(matches!(refused, Err(ProofError::Length { .. })), "{len}");
    }
    assert!(CommitMessage::decode(&bytes, usize::MAX).is_err());
    let message = Case::new(2).prove();
    let with = |change: fn(&mut Case, &mut CommitMessage)| {
        let (mut case, mut message) = (Case::new(2), message.clone());
        change(&mut case, &mut message);
        assert!(matches!(case.verify(&message), Err(ProofError::Length { .. })));
    };
    with(|case, _| case.c1.truncate(1));
    with(|case, _| case.c1.push(group::g()));
    with(|case, _| case.masked.truncate(1));
    with(|case, _| case.masked.push(group::g()));
    with(|_, message| message.cards.truncate(1));
    with(|_, message| message.cards.push(group::g()));
    with(|case, _| case.handles.truncate(1));
    with(|case, _| case.handles.push(Handle { pack: 2, index: 77 }));
    let mut none = message;
    none.cards.clear();
    let refused = Case::new(0).verify(&none);
    assert!(matches!(refused, Err(ProofError::Statement { .. })));
    // The prover's own lists.
    let case = Case::new(2);
    let rng = &mut StdRng::seed_from_u64(3);
    let openings = &case.openings()[..1];
    let refused = prove(&case.statement(), &case.secret, openings, transcript(), rng);
    assert!(matches!(refused, Err(ProofError::Length { .. })));
}

#[test]
fn row10_a_proof_is_valid_in_its_place_only() {
    let case = Case::new(2);
    let message = case.prove();
    for elsewhere in contexts() {
        equation(case.verify_in(&message, Transcript::new(&elsewhere, Purpose::Recommit)));
    }
    for purpose in [Purpose::Keys, Purpose::Shuffle, Purpose::Share, Purpose::SealedLook] {
        equation(case.verify_in(&message, Transcript::new(&context(), purpose)));
    }
}

#[test]
fn row11_zero_challenges_are_refused() {
    let case = Case::new(2);
    let message = case.prove();
    for label in ["weights", "challenge"] {
        let zero = || Programmed::new(&context(), Purpose::Recommit, [(label, Scalar::ZERO)]);
        let expected = Err(ProofError::ZeroChallenge { challenge: label });
        assert_eq!(case.verify_in(&message, zero()), expected);
        let rng = &mut StdRng::seed_from_u64(3);
        let proved = prove(&case.statement(), &case.secret, &case.openings(), zero(), rng);
        assert_eq!(proved.map(|_| ()), expected);
    }
}

#[test]
fn row14_errors_in_two_cards_do_not_cancel() {
    // The faces of two cards are exchanged between their commitments.
    let case = Case::new(2);
    let x = *case.secret.deck().expose();
    let openings: Vec<Scalar> = case.openings().iter().map(|t| *t.expose()).collect();
    let good = case.prove().cards;
    let shift = face(1).point() - face(0).point();
    let cards = vec![
        Element::new(good[0].point() + shift),
        Element::new(good[1].point() - shift),
    ];
    let message = case.prove_cards(cards, &x, &openings);
    assert_eq!(equation(case.verify(&message)), "commitments");
    let sum = |cards: &[Element]| -> RistrettoPoint { cards.iter().map(Element::point).sum() };
    assert_eq!(sum(&message.cards), sum(&good), "they would with all weights 1");
}

#[test]
fn a_simulator_without_secrets_passes_under_a_programmed_challenge() {
    let case = Case::new(3);
    let cards: Vec<Element> = (0..3).map(|n| group::face("any", &n.to_string())).collect();
    let [e, u, v] = [3u64, 5, 7].map(Scalar::from);
    let weights = bind(&mut transcript(), &case.statement(), &cards).unwrap();
    let difference = group::combine(&weights, &cards) - group::combine(&weights, &case.masked);
    let simulated = CommitMessage {
        commitments: [
            RistrettoPoint::mul_base(&u) - e * case.key.point(),
            mask(&v, &u, &group::combine(&weights, &case.c1)) - e * difference,
        ]
        .map(Element::new),
        cards,
        responses: [u, v],
    };
    let programmed = Programmed::new(&context(), Purpose::Recommit, [("challenge", e)]);
    assert_eq!(case.verify_in(&simulated, programmed), Ok(()));
    equation(case.verify(&simulated));
}
