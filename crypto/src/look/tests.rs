//! Completeness, attacks and the simulator.

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::handle::Handle;
use crate::transcript::testing::{Programmed, context, contexts};
use crate::transcript::{Purpose, Transcript};

/// A keeper, a recipient and a card.
struct Case {
    keeper: DeckSecret,
    recipient: DeckSecret,
    pack: [u8; 32],
    handles: Vec<Handle>,
    key: Element,
    party: Party,
    sealing: Element,
    c1: Element,
}

impl Case {
    fn new() -> Self {
        let [keeper, recipient] = [1, 2].map(|seed| DeckSecret::generate(&mut StdRng::seed_from_u64(seed)));
        Self {
            key: *keeper.keys().deck(),
            sealing: *recipient.keys().sealing(),
            keeper,
            recipient,
            pack: [5; 32],
            handles: vec![Handle { pack: 2, index: 9 }],
            party: Party(2),
            c1: group::face("c1", "0"),
        }
    }

    fn statement(&self) -> Statement<'_> {
        Statement {
            cards: Cards {
                pack: &self.pack,
                handles: &self.handles,
            },
            key: &self.key,
            recipient: self.party,
            sealing: &self.sealing,
            c1: &self.c1,
        }
    }

    fn k(&self) -> SecretScalar {
        self.keeper
            .derive(Purpose::SealedLook, &self.pack, self.handles[0], Some(&self.sealing))
    }

    fn prove(&self) -> LookMessage {
        let rng = &mut StdRng::seed_from_u64(3);
        prove(&self.statement(), &self.keeper, &self.k(), transcript(), rng).unwrap()
    }

    /// A prover who follows the protocol for any K and S, as if x and k fitted.
    fn prove_sealed(&self, seal: Element, share: Element, x: &SecretScalar, k: &SecretScalar) -> LookMessage {
        let mut oracle = transcript();
        bind(&mut oracle, &self.statement(), &seal, &share);
        let [a, b] = [21u64, 22].map(|n| SecretScalar::new(Scalar::from(n)));
        let commitments = image(&self.statement(), &a, &b);
        let e = challenge(&mut oracle, &commitments).unwrap();
        LookMessage {
            seal,
            share,
            commitments,
            responses: [a.expose() + e * x.expose(), b.expose() + e * k.expose()],
        }
    }

    fn verify(&self, message: &LookMessage) -> Result<(), ProofError> {
        self.verify_in(message, transcript())
    }

    fn verify_in(&self, message: &LookMessage, oracle: impl Oracle) -> Result<(), ProofError> {
        verify(&self.statement(), message, oracle, 0)?.verify()
    }
}

fn transcript() -> Transcript {
    Transcript::new(&context(), Purpose::SealedLook)
}

fn equation(refused: Result<(), ProofError>) -> &'static str {
    match refused {
        Err(ProofError::Rejected { items }) => items[0].equation,
        other => panic!("not rejected: {other:?}"),
    }
}

#[test]
fn the_recipient_and_nobody_else_reads_the_share() {
    let case = Case::new();
    let message = case.prove();
    assert_eq!(case.verify(&message), Ok(()));
    let share = case.c1.point() * case.keeper.deck().expose();
    assert_eq!(message.unseal(&case.recipient), share);
    let other = DeckSecret::generate(&mut StdRng::seed_from_u64(9));
    assert_ne!(message.unseal(&other), share);
    assert_ne!(*message.share.point(), share);
    let bytes = message.encode();
    assert_eq!(bytes.len(), LookMessage::BYTES);
    assert_eq!(LookMessage::decode(&bytes), Ok(message));
}

#[test]
fn row02_each_field_of_the_statement_counts() {
    let message = Case::new().prove();
    let changed = |change: fn(&mut Case)| {
        let mut case = Case::new();
        change(&mut case);
        equation(case.verify(&message));
    };
    changed(|case| case.pack[0] ^= 1);
    changed(|case| case.handles[0].pack ^= 1);
    changed(|case| case.handles[0].index ^= 1);
    changed(|case| case.handles.push(Handle { pack: 2, index: 10 }));
    changed(|case| case.handles.clear());
    changed(|case| case.key = *group::h());
    changed(|case| case.party = Party(3));
    changed(|case| case.sealing = *group::h());
    changed(|case| case.c1 = *group::h());
}

#[test]
fn row02_each_field_of_the_message_counts() {
    let case = Case::new();
    let good = case.prove();
    let changed = |change: fn(&mut LookMessage)| {
        let mut message = good.clone();
        change(&mut message);
        equation(case.verify(&message));
    };
    changed(|message| message.seal = *group::h());
    changed(|message| message.share = *group::h());
    changed(|message| message.commitments[0] = *group::h());
    changed(|message| message.commitments[1] = *group::h());
    changed(|message| message.commitments[2] = *group::h());
    changed(|message| message.responses[0] += Scalar::ONE);
    changed(|message| message.responses[1] += Scalar::ONE);
    changed(|message| message.responses.swap(0, 1));
}

#[test]
fn row02_a_share_chosen_last_is_refused() {
    let case = Case::new();
    let mut message = case.prove();
    let mut oracle = transcript();
    bind(&mut oracle, &case.statement(), &message.seal, &message.share);
    let e = challenge(&mut oracle, &message.commitments).unwrap();
    // S is solved for: u·c₁ + v·R = T + e·S with another T.
    message.commitments[2] = *group::h();
    let [u, v] = message.responses;
    let rest = case.c1.point() * u + case.sealing.point() * v - group::h().point();
    message.share = Element::new(rest * e.invert());
    equation(case.verify(&message));
}

#[test]
fn row03_a_share_that_is_wrong_or_sealed_to_another_is_refused() {
    let case = Case::new();
    let x = case.keeper.deck();
    let k = case.k();
    let honest = case.prove();
    let again = case.prove_sealed(honest.seal, honest.share, x, &k);
    assert_eq!(case.verify(&again), Ok(()));
    let shift = *group::h().point();
    let one_more = SecretScalar::new(x.expose() + Scalar::ONE);
    let other_k = SecretScalar::new(k.expose() + Scalar::ONE);
    for (seal, share, x, k, failing) in [
        // Another card's share; a share under another key; a seal that does not open.
        (
            *honest.seal.point(),
            honest.share.point() + shift,
            x,
            &k,
            "sealed share",
        ),
        (
            *honest.seal.point(),
            honest.share.point() + case.c1.point(),
            &one_more,
            &k,
            "key",
        ),
        (honest.seal.point() + shift, *honest.share.point(), x, &k, "seal"),
        (
            *honest.seal.point(),
            honest.share.point() + case.sealing.point(),
            x,
            &other_k,
            "seal",
        ),
        // Sealed to the keeper itself.
        (
            *honest.seal.point(),
            case.c1.point() * x.expose() + case.keeper.keys().sealing().point() * k.expose(),
            x,
            &k,
            "sealed share",
        ),
    ] {
        let message = case.prove_sealed(Element::new(seal), Element::new(share), x, k);
        assert_eq!(equation(case.verify(&message)), failing);
    }
}

#[test]
fn row04_malformed_fields_are_refused() {
    let bytes = Case::new().prove().encode();
    for field in 0..7 {
        let mut wrong = bytes.clone();
        wrong[32 * field..32 * (field + 1)].fill(0xff);
        let refused = LookMessage::decode(&wrong).unwrap_err();
        assert_eq!(matches!(refused, ProofError::Scalar { .. }), field > 4);
        assert_eq!(matches!(refused, ProofError::Point { .. }), field <= 4);
    }
    let mut open = bytes;
    open[..32].fill(0);
    assert_eq!(
        LookMessage::decode(&open),
        Err(ProofError::Identity {
            what: "seal",
            position: 0
        })
    );
    // The prover refuses k = 0 as well: K = O would publish the share.
    let case = Case::new();
    let zero = SecretScalar::new(Scalar::ZERO);
    let rng = &mut StdRng::seed_from_u64(3);
    let refused = prove(&case.statement(), &case.keeper, &zero, transcript(), rng);
    assert!(matches!(refused, Err(ProofError::Identity { .. })));
}

#[test]
fn row05_every_other_length_is_refused() {
    let bytes = [Case::new().prove().encode(), vec![0; 64]].concat();
    for len in (0..=bytes.len()).filter(|len| *len != LookMessage::BYTES) {
        let refused = LookMessage::decode(&bytes[..len]);
        assert!(matches!(refused, Err(ProofError::Length { .. })), "{len}");
    }
}

#[test]
fn row10_a_proof_is_valid_in_its_place_only() {
    let case = Case::new();
    let message = case.prove();
    for elsewhere in contexts() {
        equation(case.verify_in(&message, Transcript::new(&elsewhere, Purpose::SealedLook)));
    }
    for purpose in [Purpose::Keys, Purpose::Shuffle, Purpose::Share, Purpose::Recommit] {
        equation(case.verify_in(&message, Transcript::new(&context(), purpose)));
    }
}

#[test]
fn row11_a_zero_challenge_is_refused() {
    let case = Case::new();
    let zero = || Programmed::new(&context(), Purpose::SealedLook, [("challenge", Scalar::ZERO)]);
    let expected = Err(ProofError::ZeroChallenge { challenge: "challenge" });
    assert_eq!(case.verify_in(&case.prove(), zero()), expected);
    let rng = &mut StdRng::seed_from_u64(3);
    let proved = prove(&case.statement(), &case.keeper, &case.k(), zero(), rng);
    assert_eq!(proved.map(|_| ()), expected);
}

#[test]
fn row13_two_looks_at_one_card_do_not_show_it() {
    // If k repeated, S₁ − S₂ = k(R₁ − R₂), and whoever knows r₁ and r₂ would read more than
    // their own. With k = k′ for two cards and one recipient, S₁ − S₂ would show x(c₁ − c₁′).
    let case = Case::new();
    let mut other = Case::new();
    other.sealing = *DeckSecret::generate(&mut StdRng::seed_from_u64(5)).keys().sealing();
    let mut next = Case::new();
    next.handles[0].index += 1;
    let first = case.prove();
    assert_ne!(first.seal, other.prove().seal);
    assert_ne!(first.seal, next.prove().seal);
    assert_eq!(first, case.prove());
}

#[test]
fn a_simulator_without_secrets_passes_under_a_programmed_challenge() {
    let case = Case::new();
    let (seal, share) = (group::face("any", "K"), group::face("any", "S"));
    let [e, u, v] = [3u64, 5, 7].map(Scalar::from);
    let simulated = LookMessage {
        seal,
        share,
        commitments: [
            RistrettoPoint::mul_base(&u) - e * case.key.point(),
            RistrettoPoint::mul_base(&v) - e * seal.point(),
            case.c1.point() * u + case.sealing.point() * v - e * share.point(),
        ]
        .map(Element::new),
        responses: [u, v],
    };
    let programmed = Programmed::new(&context(), Purpose::SealedLook, [("challenge", e)]);
    assert_eq!(case.verify_in(&simulated, programmed), Ok(()));
    equation(case.verify(&simulated));
}
