//! The keys of a party for one match, and the proof that it knows their secrets.
//!
//! A party has a deck key X = xG, under which packs are encrypted, and a sealing key R = rG, to which
//! shares for its eyes only are sealed.
//!
//! | | |
//! | --- | --- |
//! | statement | X, R |
//! | witness | x, r |
//! | relation | X = xG, R = rG |
//!
//! The proof is two Schnorr proofs (*Efficient Signature Generation by Smart Cards*, Journal of
//! Cryptology 1991) under one challenge, made non-interactive by hashing:
//!
//! 1. commitments A = aG, B = bG for random a, b;
//! 2. challenge e, the hash of context, X, R, A, B;
//! 3. responses u = a + e·x, v = b + e·r;
//! 4. the verifier checks uG = A + e·X (`deck key`) and vG = B + e·R (`sealing key`).
//!
//! *Soundness.* Two accepted transcripts with equal commitments and different challenges give
//! x = (u − u′)/(e − e′), and r likewise: the proof is one of knowledge in the random oracle model,
//! for challenges of 252 bits. *Zero knowledge.* For any e, u, v the commitments A = uG − e·X and
//! B = vG − e·R complete a transcript that is distributed as a real one.
//!
//! *Why it is asked for.* The key of a pack is the sum of the deck keys of its holders. Without the
//! proof, the last to publish could choose its key as a target minus the sum of the others and read
//! every pack alone. The proof is bound to the place in the match and to the party, so nobody can
//! repeat another's keys either. [`pack_key`] refuses what is left: equal keys and a sum of O.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::batch::{Claim, Equation};
use crate::error::ProofError;
use crate::group::{self, Element, Reader, SecretScalar, WIDTH};
use crate::handle::{Handle, Party};
use crate::transcript::{Context, Oracle, Purpose, Transcript};

/// The public keys of a party for one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckKeys {
    deck: Element,
    sealing: Element,
}

impl DeckKeys {
    /// The length in bytes of encoded keys.
    pub const BYTES: usize = 2 * WIDTH;

    fn new(deck: Element, sealing: Element) -> Result<Self, ProofError> {
        if deck == sealing {
            return Err(ProofError::Statement {
                what: "the sealing key equals the deck key",
            });
        }
        Ok(Self {
            deck: deck.non_identity("deck key", 0)?,
            sealing: sealing.non_identity("sealing key", 0)?,
        })
    }

    /// The deck key X.
    #[must_use]
    pub fn deck(&self) -> &Element {
        &self.deck
    }

    /// The sealing key R.
    #[must_use]
    pub fn sealing(&self) -> &Element {
        &self.sealing
    }

    /// X followed by R.
    #[must_use]
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let mut out = [0; Self::BYTES];
        let (x, r) = out.split_at_mut(WIDTH);
        x.copy_from_slice(self.deck.bytes());
        r.copy_from_slice(self.sealing.bytes());
        out
    }

    /// Whether a key of one is also a key of the other.
    fn collides(&self, other: &Self) -> bool {
        [&self.deck, &self.sealing]
            .iter()
            .any(|key| [&other.deck, &other.sealing].contains(key))
    }
}

/// The secret keys of a party for one match. They MUST NOT be sent to anybody, and MUST NOT be used
/// in a second match.
///
/// They are wiped when dropped, and nothing prints them.
#[derive(Clone)]
pub struct DeckSecret {
    x: SecretScalar,
    r: SecretScalar,
    keys: DeckKeys,
}

impl DeckSecret {
    /// Draws new keys.
    #[must_use]
    pub fn generate(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        loop {
            let mut bytes = Zeroizing::new([0; 64]);
            let (x, r) = bytes.split_at_mut(32);
            x.copy_from_slice(Zeroizing::new(Scalar::random(rng)).as_bytes());
            r.copy_from_slice(Zeroizing::new(Scalar::random(rng)).as_bytes());
            // Fails for 0 and for x = r only.
            if let Ok(secret) = Self::from_bytes(&bytes) {
                return secret;
            }
        }
    }

    /// Restores keys from [`DeckSecret::to_bytes`].
    ///
    /// # Errors
    ///
    /// [`ProofError::Scalar`], [`ProofError::Identity`] or [`ProofError::Statement`] if the bytes are not
    /// two different scalars other than 0.
    pub fn from_bytes(bytes: &[u8; 64]) -> Result<Self, ProofError> {
        let (chunks, _) = bytes.as_chunks();
        let [x, r] = chunks else {
            return Err(ProofError::Length {
                what: "secret keys",
                expected: 64,
                found: bytes.len(),
            });
        };
        let x = SecretScalar::new(group::decode_scalar(x, "secret deck key", 0)?);
        let r = SecretScalar::new(group::decode_scalar(r, "secret sealing key", 0)?);
        let keys = DeckKeys::new(
            Element::new(RistrettoPoint::mul_base(x.expose())),
            Element::new(RistrettoPoint::mul_base(r.expose())),
        )?;
        Ok(Self { x, r, keys })
    }

    /// x followed by r, to be stored where nobody else can read it.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<[u8; 64]> {
        let mut bytes = Zeroizing::new([0; 64]);
        let (x, r) = bytes.split_at_mut(32);
        x.copy_from_slice(self.x.expose().as_bytes());
        r.copy_from_slice(self.r.expose().as_bytes());
        bytes
    }

    /// The public keys.
    #[must_use]
    pub fn keys(&self) -> &DeckKeys {
        &self.keys
    }

    /// x.
    pub(crate) fn deck(&self) -> &SecretScalar {
        &self.x
    }

    /// r.
    pub(crate) fn sealing(&self) -> &SecretScalar {
        &self.r
    }

    /// A secret that depends on x and on a statement (purpose, pack, card, recipient) and on nothing
    /// else, so that a restored backup can only repeat identical statements.
    ///
    /// A merlin transcript `majlis/derive/v1` absorbs `key`: x, `purpose`, `pack`: its digest, `card`:
    /// pack number and index, and `recipient`: R or nothing. 64 bytes of `secret` are taken modulo ℓ.
    pub(crate) fn derive(
        &self,
        purpose: Purpose,
        pack: &[u8; 32],
        card: Handle,
        recipient: Option<&Element>,
    ) -> SecretScalar {
        let mut transcript = merlin::Transcript::new(b"majlis/derive/v1");
        transcript.append_message(b"key", self.x.expose().as_bytes());
        transcript.append_message(b"purpose", purpose.word().as_bytes());
        transcript.append_message(b"pack", pack);
        let mut place = [0; 5];
        let (number, index) = place.split_at_mut(4);
        number.copy_from_slice(&card.pack.to_le_bytes());
        index.copy_from_slice(&[card.index]);
        transcript.append_message(b"card", &place);
        transcript.append_message(b"recipient", recipient.map_or(&[], |r| r.bytes().as_slice()));
        let mut wide = Zeroizing::new([0; 64]);
        transcript.challenge_bytes(b"secret", wide.as_mut());
        SecretScalar::new(Scalar::from_bytes_mod_order_wide(&wide))
    }

    /// Publishes the keys in `context`, with the proof that their secrets are known.
    ///
    /// # Errors
    ///
    /// [`ProofError::ZeroChallenge`], with negligible probability.
    pub fn publish(&self, context: &Context, rng: &mut (impl CryptoRng + ?Sized)) -> Result<KeysMessage, ProofError> {
        prove(self, Transcript::new(context, Purpose::Keys), rng)
    }
}

/// The public keys of a party with a proof of knowledge of their secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeysMessage {
    keys: DeckKeys,
    commitments: [Element; 2],
    responses: [Scalar; 2],
}

impl KeysMessage {
    /// The length in bytes of an encoded message.
    pub const BYTES: usize = 6 * WIDTH;

    /// X, R, A, B, u, v.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let keys = [&self.keys.deck, &self.keys.sealing];
        group::encode(keys.into_iter().chain(&self.commitments), &self.responses)
    }

    /// Reads [`KeysMessage::BYTES`] bytes.
    ///
    /// # Errors
    ///
    /// Names a wrong length, point or scalar, a key that is the identity, and keys that are equal.
    pub fn decode(bytes: &[u8]) -> Result<Self, ProofError> {
        let mut reader = Reader::new(bytes, 6, "keys message")?;
        Ok(Self {
            keys: DeckKeys::new(reader.element("deck key", 0)?, reader.element("sealing key", 0)?)?,
            commitments: [
                reader.element("keys commitment", 0)?,
                reader.element("keys commitment", 1)?,
            ],
            responses: [reader.scalar("keys response", 0)?, reader.scalar("keys response", 1)?],
        })
    }

    /// The keys, which the caller must not use before the proof is verified.
    #[must_use]
    pub fn unverified(&self) -> &DeckKeys {
        &self.keys
    }

    /// The equations that the proof claims when it was made in `context`.
    ///
    /// # Errors
    ///
    /// [`ProofError::ZeroChallenge`], with negligible probability.
    pub fn claim(&self, context: &Context, item: u64) -> Result<Claim, ProofError> {
        verify(self, Transcript::new(context, Purpose::Keys), item)
    }

    /// The keys, if the proof was made in `context`.
    ///
    /// # Errors
    ///
    /// [`ProofError::Rejected`] if an equation fails.
    pub fn verify(&self, context: &Context) -> Result<DeckKeys, ProofError> {
        self.claim(context, 0)?.verify()?;
        Ok(self.keys)
    }
}

fn challenge(oracle: &mut impl Oracle, [a, b]: &[Element; 2]) -> Result<Scalar, ProofError> {
    oracle.absorb_element("A", a);
    oracle.absorb_element("B", b);
    oracle.challenge("challenge")
}

fn statement(oracle: &mut impl Oracle, keys: &DeckKeys) {
    oracle.absorb_element("deck key", &keys.deck);
    oracle.absorb_element("sealing key", &keys.sealing);
}

fn prove(
    secret: &DeckSecret,
    mut oracle: impl Oracle,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<KeysMessage, ProofError> {
    statement(&mut oracle, &secret.keys);
    let (x, r) = (secret.x.expose(), secret.r.expose());
    let mut nonces = oracle.nonces([x.as_bytes().as_slice(), r.as_bytes().as_slice()], rng);
    let (a, b) = (nonces.scalar(), nonces.scalar());
    let commitments = [&a, &b].map(|nonce| Element::new(RistrettoPoint::mul_base(nonce.expose())));
    let e = challenge(&mut oracle, &commitments)?;
    Ok(KeysMessage {
        keys: secret.keys,
        commitments,
        responses: [a.expose() + e * x, b.expose() + e * r],
    })
}

fn verify(message: &KeysMessage, mut oracle: impl Oracle, item: u64) -> Result<Claim, ProofError> {
    statement(&mut oracle, &message.keys);
    let e = challenge(&mut oracle, &message.commitments)?;
    let [a, b] = &message.commitments;
    let [u, v] = &message.responses;
    let mut claim = Claim::new(item);
    for (name, response, commitment, key) in [
        ("deck key", u, a, &message.keys.deck),
        ("sealing key", v, b, &message.keys.sealing),
    ] {
        let mut equation = Equation::new(name);
        equation
            .add(*response, &group::g())
            .add(-Scalar::ONE, commitment)
            .add(-e, key);
        claim.push(equation);
    }
    Ok(claim)
}

/// The key of a pack that `holders` make: the sum of their deck keys.
///
/// # Errors
///
/// [`KeysError`] if there are fewer than 2 or more than 4 holders, if they are not in ascending order,
/// if two of them have a key in common, or if the sum is O.
pub fn pack_key(holders: &[(Party, DeckKeys)]) -> Result<Element, KeysError> {
    if !(2..=4).contains(&holders.len()) {
        return Err(KeysError::Holders { found: holders.len() });
    }
    let mut rest = holders;
    while let Some(((party, keys), later)) = rest.split_first() {
        for (other, others) in later {
            if other <= party {
                return Err(KeysError::Order { party: *other });
            }
            if keys.collides(others) {
                return Err(KeysError::Equal {
                    parties: [*party, *other],
                });
            }
        }
        rest = later;
    }
    let sum: RistrettoPoint = holders.iter().map(|(_, keys)| keys.deck.point()).sum();
    Element::new(sum)
        .non_identity("pack key", 0)
        .map_err(|_| KeysError::Identity)
}

/// Why parties cannot make a pack together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeysError {
    /// A pack has 2 to 4 holders.
    Holders {
        /// How many there are.
        found: usize,
    },
    /// Holders stand in ascending order, each once.
    Order {
        /// The first that does not come after its forerunner.
        party: Party,
    },
    /// Two parties have a key in common.
    Equal {
        /// Who they are.
        parties: [Party; 2],
    },
    /// The deck keys add up to O.
    Identity,
}

impl core::fmt::Display for KeysError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Holders { found } => write!(f, "a pack must have 2 to 4 holders, but there are {found}"),
            Self::Order { party } => write!(
                f,
                "holders must stand in ascending order, each once, but {party} does not"
            ),
            Self::Equal { parties: [a, b] } => {
                write!(f, "{a} and {b} have a key in common; each must draw its own keys")
            }
            Self::Identity => f.write_str("the deck keys add up to the identity; the parties must draw new keys"),
        }
    }
}

impl std::error::Error for KeysError {}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::transcript::testing::{Programmed, context, contexts};

    fn secret(seed: u64) -> DeckSecret {
        DeckSecret::generate(&mut StdRng::seed_from_u64(seed))
    }

    fn message(seed: u64) -> KeysMessage {
        secret(seed)
            .publish(&context(), &mut StdRng::seed_from_u64(99))
            .unwrap()
    }

    /// Any two points as keys.
    fn keys_of(deck: RistrettoPoint, sealing: RistrettoPoint) -> DeckKeys {
        DeckKeys::new(Element::new(deck), Element::new(sealing)).unwrap()
    }

    #[test]
    fn a_proof_is_accepted_and_survives_encoding() {
        for seed in 0..8 {
            let message = message(seed);
            assert_eq!(message.verify(&context()), Ok(*secret(seed).keys()));
            let bytes = message.encode();
            assert_eq!(bytes.len(), KeysMessage::BYTES);
            assert_eq!(KeysMessage::decode(&bytes), Ok(message));
        }
    }

    #[test]
    fn secrets_survive_storage() {
        let secret = secret(1);
        let restored = DeckSecret::from_bytes(&secret.to_bytes()).unwrap();
        assert_eq!(restored.keys(), secret.keys());
        let mut equal = secret.to_bytes();
        equal.copy_within(..32, 32);
        assert!(matches!(
            DeckSecret::from_bytes(&equal),
            Err(ProofError::Statement { .. })
        ));
        assert!(matches!(
            DeckSecret::from_bytes(&[0; 64]),
            Err(ProofError::Statement { .. })
        ));
        assert!(matches!(
            DeckSecret::from_bytes(&[0xff; 64]),
            Err(ProofError::Scalar { .. })
        ));
    }

    #[test]
    fn row02_each_field_of_the_proof_counts() {
        let good = message(1);
        let g = group::g();
        for field in 0..6 {
            let mut wrong = good.clone();
            match field {
                0 => wrong.keys.deck = g,
                1 => wrong.keys.sealing = g,
                2 | 3 => wrong.commitments[field - 2] = g,
                _ => wrong.responses[field - 4] += Scalar::ONE,
            }
            let refused = wrong.verify(&context());
            assert!(matches!(refused, Err(ProofError::Rejected { .. })), "field {field}");
        }
    }

    #[test]
    fn row04_malformed_messages_are_refused() {
        let bytes = message(1).encode();
        for field in 0..6 {
            let mut wrong = bytes.clone();
            wrong[32 * field..32 * (field + 1)].fill(0xff);
            let refused = KeysMessage::decode(&wrong);
            assert!(matches!(
                refused,
                Err(ProofError::Point { .. } | ProofError::Scalar { .. })
            ));
        }
        let identity = |field: usize| {
            let mut wrong = bytes.clone();
            wrong[32 * field..32 * (field + 1)].fill(0);
            KeysMessage::decode(&wrong)
        };
        assert!(matches!(
            identity(0),
            Err(ProofError::Identity { what: "deck key", .. })
        ));
        assert!(matches!(
            identity(1),
            Err(ProofError::Identity {
                what: "sealing key",
                ..
            })
        ));
        let mut equal = bytes;
        equal.copy_within(..32, 32);
        assert!(matches!(KeysMessage::decode(&equal), Err(ProofError::Statement { .. })));
    }

    #[test]
    fn row05_every_other_length_is_refused() {
        let bytes = [message(1).encode(), vec![0; 64]].concat();
        for len in (0..=bytes.len()).filter(|len| *len != KeysMessage::BYTES) {
            let refused = KeysMessage::decode(&bytes[..len]);
            assert!(matches!(refused, Err(ProofError::Length { .. })), "{len}");
        }
    }

    #[test]
    fn row07_a_rogue_key_cannot_be_published() {
        // The last party wants the pack key to be T = τG, which it alone can decrypt.
        let target = Scalar::from(77u64);
        let honest: RistrettoPoint = (0..3).map(|seed| *secret(seed).keys().deck.point()).sum();
        let rogue = RistrettoPoint::mul_base(&target) - honest;
        let sealing = secret(9);
        let keys = keys_of(rogue, *sealing.keys.sealing.point());
        // The attack would work.
        let mut holders: Vec<(Party, DeckKeys)> = (0..3).map(|n| (Party(n), secret(n.into()).keys)).collect();
        holders.push((Party(3), keys));
        assert_eq!(pack_key(&holders), Ok(Element::new(RistrettoPoint::mul_base(&target))));
        // What it can prove with the secrets it has, it proves in vain: τ instead of x, or the proof
        // of another key with the rogue key put in.
        let pretended = DeckSecret {
            x: SecretScalar::new(target),
            r: sealing.r.clone(),
            keys,
        };
        let forged = pretended.publish(&context(), &mut StdRng::seed_from_u64(1)).unwrap();
        let refused = forged.verify(&context());
        assert!(matches!(refused, Err(ProofError::Rejected { items }) if items[0].equation == "deck key"));
        let mut borrowed = message(0);
        borrowed.keys.deck = keys.deck;
        assert!(borrowed.verify(&context()).is_err());
        // The commitment A chosen last, for a challenge that then changes.
        let e = Scalar::from(5u64);
        let mut adaptive = sealing.publish(&context(), &mut StdRng::seed_from_u64(2)).unwrap();
        adaptive.keys.deck = keys.deck;
        adaptive.commitments[0] =
            Element::new(RistrettoPoint::mul_base(&adaptive.responses[0]) - e * keys.deck.point());
        assert!(adaptive.verify(&context()).is_err());
    }

    #[test]
    fn row07_keys_that_cannot_make_a_pack() {
        let holder = |n: u8, keys: DeckKeys| (Party(n), keys);
        let [a, b, c] = [1, 2, 3].map(|seed| *secret(seed).keys());
        assert_eq!(
            pack_key(&[holder(0, a), holder(1, a)]),
            Err(KeysError::Equal {
                parties: [Party(0), Party(1)]
            })
        );
        let swapped = keys_of(*b.sealing.point(), *a.deck.point());
        assert_eq!(
            pack_key(&[holder(0, a), holder(1, c), holder(2, swapped)]),
            Err(KeysError::Equal {
                parties: [Party(0), Party(2)]
            })
        );
        let inverse = keys_of(-a.deck.point() - b.deck.point(), *c.sealing.point());
        assert_eq!(
            pack_key(&[holder(0, a), holder(1, b), holder(3, inverse)]),
            Err(KeysError::Identity)
        );
        assert_eq!(
            pack_key(&[holder(1, a), holder(0, b)]),
            Err(KeysError::Order { party: Party(0) })
        );
        assert_eq!(pack_key(&[holder(1, a)]), Err(KeysError::Holders { found: 1 }));
        assert_eq!(pack_key(&[]), Err(KeysError::Holders { found: 0 }));
        let five: Vec<_> = (0..5).map(|n| holder(n, *secret(n.into()).keys())).collect();
        assert_eq!(pack_key(&five), Err(KeysError::Holders { found: 5 }));
    }

    #[test]
    fn row10_a_proof_is_valid_in_its_place_only() {
        let message = message(1);
        for elsewhere in contexts() {
            assert!(matches!(message.verify(&elsewhere), Err(ProofError::Rejected { .. })));
        }
        for purpose in [Purpose::Share, Purpose::Shuffle, Purpose::SealedLook, Purpose::Member] {
            let claim = verify(&message, Transcript::new(&context(), purpose), 0).unwrap();
            assert!(claim.verify().is_err());
        }
    }

    #[test]
    fn row11_a_zero_challenge_is_refused() {
        let zero = || Programmed::new(&context(), Purpose::Keys, [("challenge", Scalar::ZERO)]);
        let expected = ProofError::ZeroChallenge { challenge: "challenge" };
        let mut rng = StdRng::seed_from_u64(1);
        assert_eq!(prove(&secret(1), zero(), &mut rng), Err(expected.clone()));
        assert_eq!(verify(&message(1), zero(), 0).err(), Some(expected));
    }

    #[test]
    fn row13_what_is_derived_depends_on_the_whole_statement() {
        let secret = secret(1);
        let card = Handle { pack: 1, index: 2 };
        let other = Handle { pack: 2, index: 1 };
        let r = group::g();
        let derived = |purpose, pack: u8, card, recipient| {
            secret.derive(purpose, &[pack; 32], card, recipient).expose().to_bytes()
        };
        let all = [
            derived(Purpose::SealedLook, 1, card, Some(&r)),
            derived(Purpose::Recommit, 1, card, Some(&r)),
            derived(Purpose::SealedLook, 2, card, Some(&r)),
            derived(Purpose::SealedLook, 1, other, Some(&r)),
            derived(Purpose::SealedLook, 1, card, Some(group::h())),
            derived(Purpose::SealedLook, 1, card, None),
            super::tests::secret(2)
                .derive(Purpose::SealedLook, &[1; 32], card, Some(&r))
                .expose()
                .to_bytes(),
        ];
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        assert_eq!(all[0], derived(Purpose::SealedLook, 1, card, Some(&r)));
    }

    #[test]
    fn row13_two_proofs_from_one_restored_state_do_not_leak_the_keys() {
        // The same randomness twice, in two places: different nonces, so no two equations in the same
        // unknowns. The same place twice: the identical message.
        let secret = secret(1);
        let rng = || StdRng::seed_from_u64(5);
        let first = secret.publish(&context(), &mut rng()).unwrap();
        assert_eq!(secret.publish(&context(), &mut rng()), Ok(first.clone()));
        for elsewhere in contexts() {
            let second = secret.publish(&elsewhere, &mut rng()).unwrap();
            assert_ne!(first.commitments[0], second.commitments[0]);
            assert_ne!(first.commitments[1], second.commitments[1]);
        }
    }

    #[test]
    fn a_simulator_without_secrets_passes_under_a_programmed_challenge() {
        let keys = keys_of(*group::h().point(), *group::face("tiles", "6-6").point());
        let [e, u, v] = [3u64, 5, 7].map(Scalar::from);
        let simulated = KeysMessage {
            keys,
            commitments: [(u, &keys.deck), (v, &keys.sealing)]
                .map(|(s, key)| Element::new(RistrettoPoint::mul_base(&s) - e * key.point())),
            responses: [u, v],
        };
        let oracle = Programmed::new(&context(), Purpose::Keys, [("challenge", e)]);
        assert_eq!(verify(&simulated, oracle, 0).unwrap().verify(), Ok(()));
        assert!(simulated.verify(&context()).is_err());
    }
}
