//! Plain shares: what a holder of the pack key contributes to the decryption of cards, in the open.
//!
//! The share of the party with deck key X = xG in a card with ciphertext (c₁, c₂) is D = x·c₁. One
//! proof covers all cards of an entry.
//!
//! | | |
//! | --- | --- |
//! | statement | X; c₁ⱼ and Dⱼ for each card j |
//! | witness | x |
//! | relation | X = xG and Dⱼ = x·c₁ⱼ for every j |
//!
//! The proof is that of Chaum and Pedersen (*Wallet Databases with Observers*, Crypto '92) for the
//! equality of two discrete logarithms, applied to one random linear combination of the cards:
//!
//! 1. weights wⱼ of 128 bits, the hash of context, cards, X, all c₁ⱼ and all Dⱼ;
//! 2. commitments A = aG, B = a·Σ wⱼc₁ⱼ for a random a;
//! 3. challenge e, the hash of all that, A and B;
//! 4. response u = a + e·x;
//! 5. the verifier checks uG = A + e·X (`key`) and u·Σ wⱼc₁ⱼ = B + e·Σ wⱼDⱼ (`shares`).
//!
//! *Soundness.* Two accepted transcripts with equal commitments and different challenges give x with
//! X = xG and Σ wⱼ(Dⱼ − x·c₁ⱼ) = O. X fixes x, and the weights are drawn after all points: if some
//! Dⱼ ≠ x·c₁ⱼ, the sum vanishes with a probability of at most 2⁻¹²⁸. *Zero knowledge.* For any e and u
//! the commitments A = uG − e·X and B = u·Σ wⱼc₁ⱼ − e·Σ wⱼDⱼ complete a transcript that is
//! distributed as a real one.
//!
//! A share for a point of an attacker's choice would decrypt anything. So nothing outside this crate
//! can ask for one: [`Pack`](crate::pack::Pack) computes shares of its own cards only.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use rand_core::CryptoRng;

use crate::batch::{Claim, Equation};
use crate::error::ProofError;
use crate::group::{self, Element, Reader, SecretScalar, WIDTH};
use crate::handle::Cards;
use crate::keys::DeckSecret;
use crate::transcript::Oracle;

/// What a proof of shares is about, besides the shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'a> {
    /// The cards.
    pub(crate) cards: Cards<'a>,
    /// X.
    pub(crate) key: &'a Element,
    /// c₁ of each card.
    pub(crate) c1: &'a [Element],
}

/// The plain shares of one party in the cards of an entry, with their proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareMessage {
    pub(crate) shares: Vec<Element>,
    commitments: [Element; 2],
    response: Scalar,
}

impl ShareMessage {
    /// The length in bytes of the encoded shares of `cards` cards.
    #[must_use]
    pub fn len(cards: usize) -> usize {
        cards.saturating_add(3).saturating_mul(WIDTH)
    }

    /// D₁, …, Dₙ, A, B, u.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        group::encode(self.shares.iter().chain(&self.commitments), [&self.response])
    }

    /// Reads the shares of `cards` cards.
    ///
    /// # Errors
    ///
    /// Names a wrong length, point or scalar, and a share that is the identity.
    pub fn decode(bytes: &[u8], cards: usize) -> Result<Self, ProofError> {
        let mut reader = Reader::new(bytes, cards.saturating_add(3), "share message")?;
        let shares = (0..cards).map(|i| reader.element("share", i)?.non_identity("share", i));
        Ok(Self {
            shares: shares.collect::<Result<_, _>>()?,
            commitments: [
                reader.element("share commitment", 0)?,
                reader.element("share commitment", 1)?,
            ],
            response: reader.scalar("share response", 0)?,
        })
    }
}

/// Absorbs the statement and draws the weights.
fn bind(oracle: &mut impl Oracle, statement: &Statement<'_>, shares: &[Element]) -> Result<Vec<Scalar>, ProofError> {
    let cards = statement.cards.handles.len();
    for (what, found) in [("ciphertexts", statement.c1.len()), ("shares", shares.len())] {
        if found != cards {
            return Err(ProofError::Length {
                what,
                expected: cards,
                found,
            });
        }
    }
    if cards == 0 {
        return Err(ProofError::Statement {
            what: "shares of no card",
        });
    }
    statement.cards.absorb(oracle);
    oracle.absorb_element("key", statement.key);
    oracle.absorb_elements("c1", statement.c1);
    oracle.absorb_elements("shares", shares);
    oracle.weights("weights", cards)
}

fn challenge(oracle: &mut impl Oracle, [a, b]: &[Element; 2]) -> Result<Scalar, ProofError> {
    oracle.absorb_element("A", a);
    oracle.absorb_element("B", b);
    oracle.challenge("challenge")
}

/// Computes the shares and proves them.
pub(crate) fn prove(
    statement: &Statement<'_>,
    secret: &DeckSecret,
    mut oracle: impl Oracle,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<ShareMessage, ProofError> {
    let x = secret.deck().expose();
    let half = SecretScalar::new(x.div_by_2());
    let halves: Vec<RistrettoPoint> = statement.c1.iter().map(|c1| c1.point() * half.expose()).collect();
    let shares = Element::double_batch(&halves);
    let weights = bind(&mut oracle, statement, &shares)?;
    let a = oracle.nonces([x.as_bytes().as_slice()], rng).scalar();
    let commitments = [
        Element::new(RistrettoPoint::mul_base(a.expose())),
        Element::new(group::combine(&weights, statement.c1) * a.expose()),
    ];
    let e = challenge(&mut oracle, &commitments)?;
    Ok(ShareMessage {
        shares,
        commitments,
        response: a.expose() + e * x,
    })
}

/// The equations that the proof claims.
pub(crate) fn verify(
    statement: &Statement<'_>,
    message: &ShareMessage,
    mut oracle: impl Oracle,
    item: u64,
) -> Result<Claim, ProofError> {
    let weights = bind(&mut oracle, statement, &message.shares)?;
    let e = challenge(&mut oracle, &message.commitments)?;
    let u = message.response;
    let [a, b] = &message.commitments;
    let mut claim = Claim::new(item);

    let mut key = Equation::new("key");
    key.add(u, &group::g()).add(-Scalar::ONE, a).add(-e, statement.key);
    claim.push(key);

    let mut shares = Equation::new("shares");
    shares
        .add_all(weights.iter().map(|w| u * w), statement.c1.iter())?
        .add(-Scalar::ONE, b)
        .add_all(weights.iter().map(|w| -e * w), message.shares.iter())?;
    claim.push(shares);
    Ok(claim)
}

#[cfg(test)]
mod tests;
