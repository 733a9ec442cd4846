//! Sealed looks: the last missing share of a card, for the eyes of one party.
//!
//! The keeper of a card holds the only missing share, D = x·c₁. To let party Q see the card, and
//! nobody else, it publishes that share encrypted to Q's sealing key R = rG: K = kG, S = x·c₁ + k·R.
//! Q computes D = S − rK. The method is ElGamal's, as in the mental card games of Barnett and Smart
//! (*Mental Poker Revisited*, Cryptography and Coding 2003), where the plaintext is itself a share.
//!
//! | | |
//! | --- | --- |
//! | statement | X, R, c₁, K, S |
//! | witness | x, k |
//! | relation | X = xG, K = kG, S = x·c₁ + k·R |
//!
//! The proof is that of knowledge of a preimage under the homomorphism
//! (x, k) ↦ (xG, kG, x·c₁ + k·R) (Maurer, *Unifying Zero-Knowledge Proofs of Knowledge*,
//! Africacrypt 2009; Schnorr's and Chaum and Pedersen's proofs are the simplest cases):
//!
//! 1. commitments A = aG, B = bG, T = a·c₁ + b·R for random a, b;
//! 2. challenge e, the hash of context, card, recipient, X, R, c₁, K, S, A, B, T;
//! 3. responses u = a + e·x, v = b + e·k;
//! 4. the verifier checks uG = A + e·X (`key`), vG = B + e·K (`seal`) and
//!    u·c₁ + v·R = T + e·S (`sealed share`).
//!
//! *Soundness.* Two accepted transcripts with equal commitments and different challenges give x and k
//! that satisfy all three equations, so what Q computes is x·c₁. *Zero knowledge.* For any e, u, v the
//! commitments that satisfy the equations complete a transcript that is distributed as a real one.
//! *Secrecy.* Telling S from random without r or k is the decisional Diffie–Hellman problem for
//! (G, R, K); K = O would publish the share, and is refused.
//!
//! k is derived from the keeper's secret and the statement (pack, card, recipient). Two messages that
//! a restored backup makes for one statement carry the same K and S; for two recipients of one card
//! they carry unrelated k, so their difference shows nothing.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::MultiscalarMul;
use rand_core::CryptoRng;

use crate::batch::{Claim, Equation};
use crate::error::ProofError;
use crate::group::{self, Element, Reader, SecretScalar, WIDTH};
use crate::handle::{Cards, Party};
use crate::keys::DeckSecret;
use crate::transcript::Oracle;

/// What a proof of a sealed look is about, besides K and S.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'a> {
    /// The card.
    pub(crate) cards: Cards<'a>,
    /// X, the keeper's deck key.
    pub(crate) key: &'a Element,
    /// Q.
    pub(crate) recipient: Party,
    /// R, the sealing key of Q.
    pub(crate) sealing: &'a Element,
    /// c₁ of the card.
    pub(crate) c1: &'a Element,
}

/// A keeper's share of one card, sealed to one party, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookMessage {
    seal: Element,
    share: Element,
    commitments: [Element; 3],
    responses: [Scalar; 2],
}

impl LookMessage {
    /// The length in bytes of an encoded message.
    pub const BYTES: usize = 7 * WIDTH;

    /// K, S, A, B, T, u, v.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        group::encode(
            [&self.seal, &self.share].into_iter().chain(&self.commitments),
            &self.responses,
        )
    }

    /// Reads [`LookMessage::BYTES`] bytes.
    ///
    /// # Errors
    ///
    /// Names a wrong length, point or scalar, and a seal that is the identity.
    pub fn decode(bytes: &[u8]) -> Result<Self, ProofError> {
        let mut reader = Reader::new(bytes, 7, "look message")?;
        Ok(Self {
            seal: reader.element("seal", 0)?.non_identity("seal", 0)?,
            share: reader.element("sealed share", 0)?,
            commitments: [
                reader.element("look commitment", 0)?,
                reader.element("look commitment", 1)?,
                reader.element("look commitment", 2)?,
            ],
            responses: [reader.scalar("look response", 0)?, reader.scalar("look response", 1)?],
        })
    }

    /// The share D = S − rK, which only the recipient can compute.
    pub(crate) fn unseal(&self, secret: &DeckSecret) -> RistrettoPoint {
        self.share.point() - self.seal.point() * secret.sealing().expose()
    }
}

/// Absorbs the statement.
fn bind(oracle: &mut impl Oracle, statement: &Statement<'_>, seal: &Element, share: &Element) {
    statement.cards.absorb(oracle);
    oracle.absorb("recipient", &[statement.recipient.0]);
    oracle.absorb_element("key", statement.key);
    oracle.absorb_element("sealing key", statement.sealing);
    oracle.absorb_element("c1", statement.c1);
    oracle.absorb_element("K", seal);
    oracle.absorb_element("S", share);
}

fn challenge(oracle: &mut impl Oracle, [a, b, t]: &[Element; 3]) -> Result<Scalar, ProofError> {
    oracle.absorb_element("A", a);
    oracle.absorb_element("B", b);
    oracle.absorb_element("T", t);
    oracle.challenge("challenge")
}

/// (xG, kG, x·c₁ + k·R), in constant time.
fn image(statement: &Statement<'_>, x: &SecretScalar, k: &SecretScalar) -> [Element; 3] {
    let sealed = RistrettoPoint::multiscalar_mul(
        [x.expose(), k.expose()],
        [statement.c1.point(), statement.sealing.point()],
    );
    [
        RistrettoPoint::mul_base(x.expose()),
        RistrettoPoint::mul_base(k.expose()),
        sealed,
    ]
    .map(Element::new)
}

/// Seals the share under `k` and proves it.
pub(crate) fn prove(
    statement: &Statement<'_>,
    secret: &DeckSecret,
    k: &SecretScalar,
    mut oracle: impl Oracle,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<LookMessage, ProofError> {
    let x = secret.deck();
    let seal = Element::new(RistrettoPoint::mul_base(k.expose())).non_identity("seal", 0)?;
    let share = Element::new(RistrettoPoint::multiscalar_mul(
        [x.expose(), k.expose()],
        [statement.c1.point(), statement.sealing.point()],
    ));
    bind(&mut oracle, statement, &seal, &share);
    let witness = [x, k].map(|secret| secret.expose().as_bytes().as_slice());
    let mut nonces = oracle.nonces(witness, rng);
    let (a, b) = (nonces.scalar(), nonces.scalar());
    let commitments = image(statement, &a, &b);
    let e = challenge(&mut oracle, &commitments)?;
    Ok(LookMessage {
        seal,
        share,
        commitments,
        responses: [a.expose() + e * x.expose(), b.expose() + e * k.expose()],
    })
}

/// The equations that the proof claims.
pub(crate) fn verify(
    statement: &Statement<'_>,
    message: &LookMessage,
    mut oracle: impl Oracle,
    item: u64,
) -> Result<Claim, ProofError> {
    bind(&mut oracle, statement, &message.seal, &message.share);
    let e = challenge(&mut oracle, &message.commitments)?;
    let [a, b, t] = &message.commitments;
    let [u, v] = message.responses;
    let mut claim = Claim::new(item);

    let mut key = Equation::new("key");
    key.add(u, &group::g()).add(-Scalar::ONE, a).add(-e, statement.key);
    claim.push(key);

    let mut seal = Equation::new("seal");
    seal.add(v, &group::g()).add(-Scalar::ONE, b).add(-e, &message.seal);
    claim.push(seal);

    let mut share = Equation::new("sealed share");
    share
        .add(u, statement.c1)
        .add(v, statement.sealing)
        .add(-Scalar::ONE, t)
        .add(-e, &message.share);
    claim.push(share);
    Ok(claim)
}

#[cfg(test)]
mod tests;
