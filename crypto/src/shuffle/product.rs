//! The product argument (Bayer and Groth §5).
//!
//! *Statement.* m commitments c_E₁, …, c_Eₘ to vectors of n values, and a scalar P.
//!
//! *Witness.* Openings e₁, …, eₘ with Π of all m·n entries = P.
//!
//! *Argument.* The prover sends c_b, a commitment to b = e₁ ∘ … ∘ eₘ; shows with the [Hadamard product
//! argument](super::hadamard) that c_b is one; and shows with the [single value product
//! argument](super::single_value) that the entries of b multiply to P. With m = 1 the first half is
//! left out, since c_b = c_E₁.

use curve25519_dalek::scalar::Scalar;

use super::commit::{CommitmentKey, Derived, Secret};
use super::{hadamard, single_value};
use crate::batch::Claim;
use crate::error::ProofError;
use crate::group::{Element, Reader};
use crate::transcript::{Nonces, Oracle};

/// What the prover sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// c_b and the Hadamard product argument, if m > 1.
    pub(super) columns: Option<(Element, hadamard::Proof)>,
    /// The single value product argument.
    pub(super) single: single_value::Proof,
}

pub(super) fn prove(
    oracle: &mut impl Oracle,
    nonces: &mut Nonces,
    ck: &CommitmentKey,
    e: &[Secret],
) -> Result<Proof, ProofError> {
    let witness = hadamard::Witness::new(nonces, e);
    let Some(b) = witness.q.last() else {
        return Err(NO_ROWS);
    };
    // c_Q₂, …, c_Qₘ = c_b are committed to at once.
    let halves: Vec<_> = witness.q.iter().skip(1).map(|secret| secret.commit_half(ck)).collect();
    let q = Element::double_batch(&halves);
    let columns = match q.last() {
        Some(c_b) => {
            oracle.absorb_element("product c_b", c_b);
            Some((*c_b, hadamard::prove(oracle, nonces, ck, &witness, &q)?))
        }
        None => None,
    };
    let single = single_value::prove(oracle, nonces, ck, b)?;
    Ok(Proof { columns, single })
}

const NO_ROWS: ProofError = ProofError::Length {
    what: "rows of the product argument",
    expected: 1,
    found: 0,
};

impl Proof {
    /// Refuses a proof whose vectors do not have the lengths of m and n.
    pub(super) fn check_lengths(&self, m: usize, n: usize) -> Result<(), ProofError> {
        match &self.columns {
            Some((_, hadamard)) if m > 1 => hadamard.check_lengths(m, n)?,
            None if m == 1 => {}
            found => {
                return Err(ProofError::Length {
                    what: "product c_b",
                    expected: usize::from(m > 1),
                    found: usize::from(found.is_some()),
                });
            }
        }
        self.single.check_lengths(n)
    }

    /// `e` is c_E₁, …, c_Eₘ and `product` is P.
    pub(super) fn verify(
        &self,
        oracle: &mut impl Oracle,
        ck: &CommitmentKey,
        e: &[Derived<'_>],
        product: &Scalar,
        claim: &mut Claim,
    ) -> Result<(), ProofError> {
        match &self.columns {
            Some((b, hadamard)) => {
                oracle.absorb_element("product c_b", b);
                hadamard.verify(oracle, ck, e, b, claim)?;
                let b = Derived::sent(b);
                self.single.verify(oracle, ck, &b, product, claim)
            }
            None => {
                let b = e.first().ok_or(NO_ROWS)?;
                self.single.verify(oracle, ck, b, product, claim)
            }
        }
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        if let Some((b, hadamard)) = &self.columns {
            out.extend_from_slice(b.bytes());
            hadamard.encode(out);
        }
        self.single.encode(out);
    }

    pub(super) fn decode(reader: &mut Reader<'_>, m: usize, n: usize) -> Result<Self, ProofError> {
        let columns = if m > 1 {
            let b = reader.element("product c_b", 0)?;
            Some((b, hadamard::Proof::decode(reader, m, n)?))
        } else {
            None
        };
        let single = single_value::Proof::decode(reader, n)?;
        Ok(Self { columns, single })
    }

    /// The number of points and scalars in an encoding.
    pub(super) fn width(m: usize, n: usize) -> usize {
        let columns = if m > 1 { 1 + hadamard::Proof::width(m, n) } else { 0 };
        columns + single_value::Proof::width(n)
    }
}
