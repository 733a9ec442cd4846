//! Membership: each of some committed cards shows one of a set of faces.
//!
//! A keeper has committed to its card as C = M + tH ([`recommit`](crate::recommit)). That M is one of
//! the faces M₁, …, Mₛ is the statement "I know t with C − M₁ = tH, or … or with C − Mₛ = tH".
//!
//! | | |
//! | --- | --- |
//! | statement | Cⱼ for each card j; M_f for each face f of the set |
//! | witness | fⱼ and tⱼ for each j |
//! | relation | Cⱼ − M_fⱼ = tⱼH for every j |
//!
//! The proof is the disjunction of Cramer, Damgård and Schoenmakers (*Proofs of Partial Knowledge and
//! Simplified Design of Witness Hiding Protocols*, Crypto '94) over Schnorr proofs to the base H, one
//! disjunction a card, all under one challenge. Challenges have 128 bits and are shared out by addition
//! modulo 2¹²⁸. With c_f, z_f and A_f of one card:
//!
//! 1. commitments A_f = u_f·H − c_f·(M − M_f) for random u_f and c_f;
//! 2. challenge e, the hash of context, cards, the key X, all C, all M_f and all A_f;
//! 3. c_f of the true face is replaced, so that Σ c_f = e mod 2¹²⁸;
//! 4. responses z_f = u_f + c_f·t;
//! 5. a clause of the proof is (c_f, z_f), 48 bytes; the verifier computes
//!    A_f = z_f·H + c_f·(M_f − C) for each, hashes, and checks Σ c_f = e mod 2¹²⁸ for each card.
//!
//! For a face that is not the true one, step 1 is the simulation of Schnorr's proof, with z_f chosen
//! implicitly: C = M + tH gives z_f·H + c_f·(M_f − C) = u_f·H − c_f·(M − M_f). For the true one, M − M_f is
//! O and A_f is u_f·H whatever c_f is, as a prover who knows t would have it. So all clauses are computed by
//! one formula, and the true index is used in constant-time selection only.
//!
//! *Soundness.* Two accepted transcripts with equal A_f and different e have c_f ≠ c′_f for some f of each
//! card, and t = (z_f − z′_f)/(c_f − c′_f) satisfies C − M_f = tH: the proof is one of knowledge in the
//! random oracle model, with an error of 2⁻¹²⁸ a query. Since nobody knows a logarithm between two faces or a
//! face and H, f is the face that C was made from. *Zero knowledge* (and so indistinguishability of the
//! true index). For any e, choose all c_f with the sum e and all z_f at random: the A_f of step 5 complete a
//! transcript that is distributed as a real one.
//!
//! The A_f are recomputed and not sent: sent, they would make the clauses linear equations for a
//! [`Batch`](crate::batch::Batch), but two thirds longer. This proof is therefore checked at once.

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use rand_core::CryptoRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroizing;

use crate::error::{ProofError, Rejection};
use crate::group::{self, Element, SecretScalar, WIDTH, decode_scalar};
use crate::handle::Cards;
use crate::transcript::Oracle;

/// The length in bytes of a challenge.
const CHALLENGE: usize = 16;

/// What a proof of membership is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'a> {
    /// The cards.
    pub(crate) cards: Cards<'a>,
    /// X, the keeper's deck key.
    pub(crate) key: &'a Element,
    /// C of each card.
    pub(crate) commitments: &'a [Element],
    /// M_f of each face of the set, in canonical order.
    pub(crate) faces: &'a [Element],
}

/// What the prover knows of a card.
pub(crate) struct Opening {
    /// M.
    pub(crate) face: Element,
    /// t.
    pub(crate) t: SecretScalar,
}

/// One clause of a disjunction: a card and a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clause {
    challenge: u128,
    response: Scalar,
}

/// The proof that each of some cards shows one of a set of faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberMessage {
    /// Of each card in turn, a clause for each face in turn.
    clauses: Vec<Clause>,
}

impl MemberMessage {
    /// The length in bytes of a clause.
    pub const CLAUSE: usize = CHALLENGE + WIDTH;

    /// The length in bytes of the encoded proof for `cards` cards and `faces` faces.
    #[must_use]
    pub fn len(cards: usize, faces: usize) -> usize {
        cards.saturating_mul(faces).saturating_mul(Self::CLAUSE)
    }

    /// Of each card in turn, for each face in turn: c_f (16 bytes, little-endian), z_f.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(Self::CLAUSE * self.clauses.len());
        for clause in &self.clauses {
            out.extend_from_slice(&clause.challenge.to_le_bytes());
            out.extend_from_slice(clause.response.as_bytes());
        }
        out
    }

    /// Reads the proof for `cards` cards and `faces` faces.
    ///
    /// # Errors
    ///
    /// Names a wrong length or scalar.
    pub fn decode(bytes: &[u8], cards: usize, faces: usize) -> Result<Self, ProofError> {
        let expected = Self::len(cards, faces);
        if bytes.len() != expected {
            return Err(ProofError::Length {
                what: "member message",
                expected,
                found: bytes.len(),
            });
        }
        let (clauses, _) = bytes.as_chunks::<{ Self::CLAUSE }>();
        let clauses = clauses.iter().enumerate().map(|(i, clause)| {
            let mut challenge = [0; CHALLENGE];
            let mut response = [0; WIDTH];
            let (c, z) = clause.split_at(CHALLENGE);
            challenge.copy_from_slice(c);
            response.copy_from_slice(z);
            Ok(Clause {
                challenge: u128::from_le_bytes(challenge),
                response: decode_scalar(&response, "member response", i)?,
            })
        });
        Ok(Self {
            clauses: clauses.collect::<Result<_, _>>()?,
        })
    }
}

/// Checks the statement's form and absorbs it.
fn bind(oracle: &mut impl Oracle, statement: &Statement<'_>) -> Result<(), ProofError> {
    let (expected, found) = (statement.cards.handles.len(), statement.commitments.len());
    if found != expected {
        return Err(ProofError::Length {
            what: "card commitments",
            expected,
            found,
        });
    }
    if expected == 0 {
        return Err(ProofError::Statement {
            what: "membership of no card",
        });
    }
    if statement.faces.is_empty() {
        return Err(ProofError::Statement {
            what: "membership in the empty set",
        });
    }
    statement.cards.absorb(oracle);
    oracle.absorb_element("key", statement.key);
    oracle.absorb_elements("C", statement.commitments);
    oracle.absorb_elements("faces", statement.faces);
    Ok(())
}

/// Absorbs all A_f, of which the halves are given, and draws e.
fn challenge(oracle: &mut impl Oracle, halves: &[RistrettoPoint]) -> Result<u128, ProofError> {
    let commitments = RistrettoPoint::double_and_compress_batch(halves);
    oracle.absorb_list("A", commitments.iter().map(CompressedRistretto::as_bytes));
    let mut bytes = [0; CHALLENGE];
    oracle.fill("challenge", &mut bytes);
    match u128::from_le_bytes(bytes) {
        0 => Err(ProofError::ZeroChallenge { challenge: "challenge" }),
        e => Ok(e),
    }
}

/// Proves that each card shows one of the faces.
///
/// # Errors
///
/// [`ProofError::Statement`] if one does not: there is no such proof.
pub(crate) fn prove(
    statement: &Statement<'_>,
    openings: &[Opening],
    mut oracle: impl Oracle,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<MemberMessage, ProofError> {
    if openings.len() != statement.commitments.len() {
        return Err(ProofError::Length {
            what: "openings",
            expected: statement.commitments.len(),
            found: openings.len(),
        });
    }
    bind(&mut oracle, statement)?;
    let count = openings.len() * statement.faces.len();
    let witness = openings.iter().flat_map(|opening| {
        [
            opening.t.expose().as_bytes().as_slice(),
            opening.face.bytes().as_slice(),
        ]
    });
    let mut nonces = oracle.nonces(witness, rng);
    let blinds = nonces.scalars(count);
    let mut challenges = nonces.challenges(count);

    let mut halves = Vec::with_capacity(count);
    let mut truth: Vec<Choice> = Vec::with_capacity(count);
    let clauses = openings
        .iter()
        .flat_map(|opening| statement.faces.iter().map(move |face| (opening, face)));
    for ((opening, face), (u, c)) in clauses.zip(blinds.iter().zip(challenges.iter())) {
        truth.push(opening.face.ct_eq(face));
        let difference = Zeroizing::new(face.point() - opening.face.point());
        let scalars = Zeroizing::new([u.div_by_2(), Scalar::from(*c).div_by_2()]);
        halves.push(RistrettoPoint::multiscalar_mul(
            scalars.iter(),
            [group::h().point(), &*difference],
        ));
    }

    let e = challenge(&mut oracle, &halves)?;
    let mut all_true = Choice::from(1);
    let mut responses = Vec::with_capacity(count);
    let size = statement.faces.len();
    let cards = challenges.chunks_exact_mut(size).zip(truth.chunks_exact(size));
    for ((opening, (challenges, truth)), blinds) in openings.iter().zip(cards).zip(blinds.chunks_exact(size)) {
        let mut found = 0u8;
        let mut rest = e;
        for (c, truth) in challenges.iter().zip(truth) {
            found = found.wrapping_add(truth.unwrap_u8());
            rest = rest.wrapping_sub(u128::conditional_select(c, &0, *truth));
        }
        all_true &= found.ct_eq(&1);
        for ((c, truth), u) in challenges.iter_mut().zip(truth).zip(blinds) {
            c.conditional_assign(&rest, *truth);
            responses.push(u + Scalar::from(*c) * opening.t.expose());
        }
    }
    if !bool::from(all_true) {
        return Err(ProofError::Statement {
            what: "a card shows none of the faces",
        });
    }
    let clauses = challenges.iter().zip(responses);
    Ok(MemberMessage {
        clauses: clauses
            .map(|(&challenge, response)| Clause { challenge, response })
            .collect(),
    })
}

/// Checks the proof.
///
/// # Errors
///
/// [`ProofError::Rejected`] for `item` if the challenges of a card do not add up.
pub(crate) fn verify(
    statement: &Statement<'_>,
    message: &MemberMessage,
    mut oracle: impl Oracle,
    item: u64,
) -> Result<(), ProofError> {
    bind(&mut oracle, statement)?;
    let expected = statement.commitments.len() * statement.faces.len();
    if message.clauses.len() != expected {
        return Err(ProofError::Length {
            what: "clauses",
            expected,
            found: message.clauses.len(),
        });
    }
    let clauses = statement
        .commitments
        .iter()
        .flat_map(|card| statement.faces.iter().map(move |face| (card, face)));
    let halves: Vec<RistrettoPoint> = clauses
        .zip(&message.clauses)
        .map(|((card, face), Clause { challenge, response })| {
            RistrettoPoint::vartime_multiscalar_mul(
                [response.div_by_2(), Scalar::from(*challenge).div_by_2()],
                [*group::h().point(), face.point() - card.point()],
            )
        })
        .collect();
    let e = challenge(&mut oracle, &halves)?;
    let sums = message.clauses.chunks(statement.faces.len());
    let sums = sums.map(|clauses| {
        clauses
            .iter()
            .fold(0u128, |sum, clause| sum.wrapping_add(clause.challenge))
    });
    if sums.into_iter().all(|sum| sum == e) {
        Ok(())
    } else {
        Err(ProofError::Rejected {
            items: vec![Rejection {
                item,
                equation: "sum of challenges",
            }],
        })
    }
}

#[cfg(test)]
mod tests;
