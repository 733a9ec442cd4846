//! What can be wrong with a proof.

use core::fmt;

/// Why a proof, or a message that carries one, is refused.
///
/// Every decoder and verifier of this crate returns this type; none of them panics, whatever the
/// bytes.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// A list or an encoding has the wrong length.
    Length {
        /// What was counted.
        what: &'static str,
        /// The only length that is accepted.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// 32 bytes are not the canonical encoding of a point of ristretto255.
    Point {
        /// The field the point stands in.
        what: &'static str,
        /// Its place in that field, from 0.
        position: usize,
    },
    /// A point is the identity where that is not allowed.
    Identity {
        /// The field the point stands in.
        what: &'static str,
        /// Its place in that field, from 0.
        position: usize,
    },
    /// 32 bytes are not a scalar below the group order ℓ.
    Scalar {
        /// The field the scalar stands in.
        what: &'static str,
        /// Its place in that field, from 0.
        position: usize,
    },
    /// The statement itself is one that nobody may make, whatever its proof.
    Statement {
        /// What is wrong with it, in words.
        what: &'static str,
    },
    /// The transcript gave a challenge of 0.
    ZeroChallenge {
        /// The label of the challenge.
        challenge: &'static str,
    },
    /// Equations that the proofs claim do not hold.
    Rejected {
        /// Each refused item with the first of its equations that fails, in the order of the batch.
        items: Vec<Rejection>,
    },
}

/// One refused item of a [`Batch`](crate::batch::Batch).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The number under which the caller put the item into the batch.
    pub item: u64,
    /// The name of the first of its equations that fails.
    pub equation: &'static str,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { what, expected, found } => {
                write!(f, "the length of {what} must be {expected}, but it is {found}")
            }
            Self::Point { what, position } => write!(f, "{what} number {position} is not a canonically encoded point"),
            Self::Identity { what, position } => write!(
                f,
                "{what} number {position} is the identity, which is not allowed there"
            ),
            Self::Scalar { what, position } => {
                write!(f, "{what} number {position} is not a scalar below the group order")
            }
            Self::Statement { what } => write!(f, "the statement is refused: {what}"),
            Self::ZeroChallenge { challenge } => {
                write!(f, "the challenge {challenge} is zero, so the proof must be made anew")
            }
            Self::Rejected { items } => {
                write!(f, "the proof is wrong for ")?;
                for (i, Rejection { item, equation }) in items.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}item {item} (equation: {equation})")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for ProofError {}
