//! Re-commitments: a keeper commits to the faces of its hidden cards anew, in a form about which it
//! can prove things.
//!
//! With the shares Dᵢ of all holders but the keeper, anybody can compute Y = c₂ − Σ Dᵢ, from which
//! only the keeper's own share hides the face: M = Y − x·c₁. The keeper publishes C = M + tH, a
//! commitment after Pedersen (Crypto '91) with the face as the message part, and proves that it
//! hides the same face as the ciphertext. Castellà-Roca's and Barnett and Smart's mental card games do
//! the like to show properties of hidden cards. One proof covers all cards of an entry.
//!
//! | | |
//! | --- | --- |
//! | statement | X; c₁ⱼ, Yⱼ and Cⱼ for each card j |
//! | witness | x; tⱼ for each j |
//! | relation | X = xG and Cⱼ − Yⱼ = tⱼH − x·c₁ⱼ for every j |
//!
//! The proof is that of knowledge of a preimage under (x, τ) ↦ (xG, τH − x·Σ wⱼc₁ⱼ) (Maurer,
//! Africacrypt 2009), applied to one random linear combination of the cards, τ = Σ wⱼtⱼ:
//!
//! 1. weights wⱼ of 128 bits, the hash of context, cards, the set of shares, X, all c₁ⱼ, Yⱼ and Cⱼ;
//! 2. commitments A = aG, B = bH − a·Σ wⱼc₁ⱼ for random a, b;
//! 3. challenge e, the hash of all that, A and B;
//! 4. responses u = a + e·x, v = b + e·τ;
//! 5. the verifier checks uG = A + e·X (`key`) and
//!    vH − u·Σ wⱼc₁ⱼ = B + e·Σ wⱼ(Cⱼ − Yⱼ) (`commitments`).
//!
//! *Soundness.* For fixed weights, two accepted transcripts with equal commitments and different
//! challenges give x with X = xG and τ with Σ wⱼ(Cⱼ − Yⱼ + x·c₁ⱼ) = τH. With that for as many linearly
//! independent vectors of weights as there are cards, each tⱼ follows by solving the linear system; a
//! vector of 128-bit weights drawn at random is dependent on fewer others with a probability of at
//! most 2⁻¹²⁸. So the prover knows every tⱼ. *Zero knowledge.* For any e, u, v the commitments that
//! satisfy the equations complete a transcript that is distributed as a real one. *Hiding and
//! binding.* C hides M perfectly if t is random; nobody knows two openings M + tH = M′ + t′H to
//! different faces, as they would give a linear relation between faces and H, which are hashed to
//! the group.
//!
//! t is derived from the keeper's secret and the statement (pack, card), so a card has one C only.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::MultiscalarMul;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use crate::batch::{Claim, Equation};
use crate::error::ProofError;
use crate::group::{self, Element, Reader, SecretScalar, WIDTH};
use crate::handle::Cards;
use crate::keys::DeckSecret;
use crate::transcript::Oracle;

/// What a proof of re-commitments is about, besides the commitments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'a> {
    /// The cards.
    pub(crate) cards: Cards<'a>,
    /// The digest of the shares used.
    pub(crate) shares: &'a [u8; 32],
    /// X, the keeper's deck key.
    pub(crate) key: &'a Element,
    /// c₁ of each card.
    pub(crate) c1: &'a [Element],
    /// Y of each card.
    pub(crate) masked: &'a [Element],
}

/// Commitments to hidden cards by their keeper, with their proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitMessage {
    pub(crate) cards: Vec<Element>,
    commitments: [Element; 2],
    responses: [Scalar; 2],
}

impl CommitMessage {
    /// The length in bytes of encoded commitments to `cards` cards.
    #[must_use]
    pub fn len(cards: usize) -> usize {
        cards.saturating_add(4).saturating_mul(WIDTH)
    }

    /// C₁, …, Cₙ, A, B, u, v.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        group::encode(self.cards.iter().chain(&self.commitments), &self.responses)
    }

    /// Reads commitments to `cards` cards.
    ///
    /// # Errors
    ///
    /// Names a wrong length, point or scalar.
    pub fn decode(bytes: &[u8], cards: usize) -> Result<Self, ProofError> {
        let mut reader = Reader::new(bytes, cards.saturating_add(4), "commit message")?;
        Ok(Self {
            cards: reader.elements("card commitment", cards)?,
            commitments: [
                reader.element("commit commitment", 0)?,
                reader.element("commit commitment", 1)?,
            ],
            responses: [
                reader.scalar("commit response", 0)?,
                reader.scalar("commit response", 1)?,
            ],
        })
    }
}

/// Absorbs the statement and draws the weights.
fn bind(oracle: &mut impl Oracle, statement: &Statement<'_>, cards: &[Element]) -> Result<Vec<Scalar>, ProofError> {
    let expected = statement.cards.handles.len();
    for (what, found) in [
        ("ciphertexts", statement.c1.len()),
        ("masked faces", statement.masked.len()),
        ("card commitments", cards.len()),
    ] {
        if found != expected {
            return Err(ProofError::Length { what, expected, found });
        }
    }
    if expected == 0 {
        return Err(ProofError::Statement {
            what: "commitments to no card",
        });
    }
    statement.cards.absorb(oracle);
    oracle.absorb("share set", statement.shares);
    oracle.absorb_element("key", statement.key);
    oracle.absorb_elements("c1", statement.c1);
    oracle.absorb_elements("Y", statement.masked);
    oracle.absorb_elements("C", cards);
    oracle.weights("weights", expected)
}

fn challenge(oracle: &mut impl Oracle, [a, b]: &[Element; 2]) -> Result<Scalar, ProofError> {
    oracle.absorb_element("A", a);
    oracle.absorb_element("B", b);
    oracle.challenge("challenge")
}

/// tH − x·P, in constant time.
fn mask(t: &Scalar, x: &Scalar, point: &RistrettoPoint) -> RistrettoPoint {
    let minus = Zeroizing::new(-x);
    RistrettoPoint::multiscalar_mul([t, &*minus], [group::h().point(), point])
}

/// Commits to the cards with `openings`, one t a card, and proves it.
pub(crate) fn prove(
    statement: &Statement<'_>,
    secret: &DeckSecret,
    openings: &[SecretScalar],
    mut oracle: impl Oracle,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<CommitMessage, ProofError> {
    if openings.len() != statement.cards.handles.len() {
        return Err(ProofError::Length {
            what: "openings",
            expected: statement.cards.handles.len(),
            found: openings.len(),
        });
    }
    let x = secret.deck().expose();
    let cards: Vec<Element> = openings
        .iter()
        .zip(statement.c1.iter().zip(statement.masked))
        .map(|(t, (c1, masked))| Element::new(masked.point() + mask(t.expose(), x, c1.point())))
        .collect();
    let weights = bind(&mut oracle, statement, &cards)?;
    let tau = Zeroizing::new(
        openings
            .iter()
            .zip(&weights)
            .map(|(t, w)| t.expose() * w)
            .sum::<Scalar>(),
    );
    let mut nonces = oracle.nonces([x.as_bytes().as_slice(), tau.as_bytes().as_slice()], rng);
    let (a, b) = (nonces.scalar(), nonces.scalar());
    let commitments = [
        Element::new(RistrettoPoint::mul_base(a.expose())),
        Element::new(mask(b.expose(), a.expose(), &group::combine(&weights, statement.c1))),
    ];
    let e = challenge(&mut oracle, &commitments)?;
    Ok(CommitMessage {
        cards,
        commitments,
        responses: [a.expose() + e * x, b.expose() + e * *tau],
    })
}

/// The equations that the proof claims.
pub(crate) fn verify(
    statement: &Statement<'_>,
    message: &CommitMessage,
    mut oracle: impl Oracle,
    item: u64,
) -> Result<Claim, ProofError> {
    let weights = bind(&mut oracle, statement, &message.cards)?;
    let e = challenge(&mut oracle, &message.commitments)?;
    let [a, b] = &message.commitments;
    let [u, v] = message.responses;
    let mut claim = Claim::new(item);

    let mut key = Equation::new("key");
    key.add(u, &group::g()).add(-Scalar::ONE, a).add(-e, statement.key);
    claim.push(key);

    let mut commitments = Equation::new("commitments");
    commitments
        .add(v, group::h())
        .add_all(weights.iter().map(|w| -u * w), statement.c1.iter())?
        .add(-Scalar::ONE, b)
        .add_all(weights.iter().map(|w| -e * w), message.cards.iter())?
        .add_all(weights.iter().map(|w| e * w), statement.masked.iter())?;
    claim.push(commitments);
    Ok(claim)
}

#[cfg(test)]
mod tests;
