//! The Hadamard product argument (Bayer and Groth §5.1).
//!
//! *Statement.* m ≥ 2 commitments c_E₁, …, c_Eₘ and a commitment c_b, to vectors of n values.
//!
//! *Witness.* Openings e₁, …, eₘ and b with b = e₁ ∘ … ∘ eₘ, entry by entry.
//!
//! *Argument.* Let qⱼ = e₁ ∘ … ∘ eⱼ, so that q₁ = e₁ and qₘ = b.
//! 1. The prover sends c_Q₂, …, c_Q₍ₘ₋₁₎, commitments to the qⱼ; c_Q₁ = c_E₁ and c_Qₘ = c_b are known.
//! 2. The verifier sends x and y.
//! 3. Both go on with the zero argument for the map ∗ that y defines, on
//!    * c_E₂, …, c_Eₘ, com(−1, …, −1; 0) and
//!    * x¹·c_Q₁, …, x⁽ᵐ⁻¹⁾·c_Q₍ₘ₋₁₎, Σ_{j=1}^{m−1} xʲ·c_Q₍ⱼ₊₁₎.
//!
//! The zero argument shows Σⱼ xʲ·(eⱼ₊₁ ∘ qⱼ − qⱼ₊₁) ∗ 1 = 0.
//!
//! *Soundness.* The sum is a polynomial in x and y with the entries of eⱼ₊₁ ∘ qⱼ − qⱼ₊₁ as
//! coefficients; if one of them is not 0, it vanishes for few x and y only.

use curve25519_dalek::scalar::Scalar;

use super::commit::{CommitmentKey, Derived, Secret, exactly, powers};
use super::zero;
use crate::batch::Claim;
use crate::error::ProofError;
use crate::group::{Element, Reader};
use crate::transcript::{Nonces, Oracle};

/// What the prover sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// c_Q₂, …, c_Q₍ₘ₋₁₎.
    pub(super) q: Vec<Element>,
    /// The zero argument.
    pub(super) zero: zero::Proof,
}

/// The witness: e₁, …, eₘ, and the qⱼ from q₁ = e₁ to qₘ = b.
pub(super) struct Witness<'a> {
    pub(super) e: &'a [Secret],
    pub(super) q: Vec<Secret>,
}

impl<'a> Witness<'a> {
    /// The partial products of the rows, with blinds for those that are not rows themselves.
    pub(super) fn new(nonces: &mut Nonces, e: &'a [Secret]) -> Self {
        let mut q: Vec<Secret> = e.iter().take(1).cloned().collect();
        for row in e.iter().skip(1) {
            let next = match q.last() {
                Some(last) => last.values.iter().zip(&row.values).map(|(q, e)| q * e).collect(),
                None => Vec::new(),
            };
            q.push(Secret::blinded(nonces, next));
        }
        Self { e, q }
    }
}

/// `q` holds the commitments to q₂, …, qₘ; the last of them, c_b, belongs to the statement.
pub(super) fn prove(
    oracle: &mut impl Oracle,
    nonces: &mut Nonces,
    ck: &CommitmentKey,
    witness: &Witness<'_>,
    q: &[Element],
) -> Result<Proof, ProofError> {
    let m = witness.e.len();
    let n = witness.e.first().map_or(0, |row| row.values.len());
    let q: Vec<Element> = q.iter().take(m.saturating_sub(2)).copied().collect();
    let (x, y) = challenges(oracle, &q)?;
    let x = powers(&x, m);

    let mut a: Vec<Secret> = witness.e.iter().skip(1).cloned().collect();
    a.push(Secret {
        values: vec![-Scalar::ONE; n],
        blind: Scalar::ZERO,
    });
    let weighted = x.iter().skip(1).zip(&witness.q);
    let mut b: Vec<Secret> = weighted.map(|pair| Secret::sum(n, [pair])).collect();
    b.push(Secret::sum(n, x.iter().skip(1).zip(witness.q.iter().skip(1))));
    let zero = zero::prove(oracle, nonces, ck, &y, &a, &b)?;
    Ok(Proof { q, zero })
}

/// Steps 1 and 2 as the oracle sees them.
fn challenges(oracle: &mut impl Oracle, q: &[Element]) -> Result<(Scalar, Scalar), ProofError> {
    oracle.absorb_elements("hadamard c_Q", q);
    Ok((oracle.challenge("hadamard x")?, oracle.challenge("hadamard y")?))
}

impl Proof {
    /// Refuses a proof whose vectors do not have the lengths of m and n.
    pub(super) fn check_lengths(&self, m: usize, n: usize) -> Result<(), ProofError> {
        exactly("hadamard c_Q", &self.q, m.saturating_sub(2))?;
        self.zero.check_lengths(m, n)
    }

    /// `e` is c_E₁, …, c_Eₘ and `b` is c_b.
    pub(super) fn verify(
        &self,
        oracle: &mut impl Oracle,
        ck: &CommitmentKey,
        e: &[Derived<'_>],
        b: &Element,
        claim: &mut Claim,
    ) -> Result<(), ProofError> {
        let m = e.len();
        let (x, y) = challenges(oracle, &self.q)?;
        let x = powers(&x, m);

        let mut left: Vec<Derived<'_>> = e.iter().skip(1).cloned().collect();
        left.push(Derived::constant(-Scalar::ONE));
        // c_Q₁, …, c_Qₘ.
        let mut q: Vec<Derived<'_>> = e.iter().take(1).cloned().collect();
        q.extend(self.q.iter().map(Derived::sent));
        q.push(Derived::sent(b));
        let weigh = |(power, row)| Derived::default().plus_derived(power, row);
        let mut right: Vec<Derived<'_>> = x.iter().skip(1).zip(&q).map(weigh).collect();
        let mut last = Derived::default();
        for (power, row) in x.iter().skip(1).zip(q.iter().skip(1)) {
            last = last.plus_derived(power, row);
        }
        right.push(last);
        self.zero.verify(oracle, ck, &y, &left, &right, claim)
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        for element in &self.q {
            out.extend_from_slice(element.bytes());
        }
        self.zero.encode(out);
    }

    pub(super) fn decode(reader: &mut Reader<'_>, m: usize, n: usize) -> Result<Self, ProofError> {
        Ok(Self {
            q: reader.elements("hadamard c_Q", m.saturating_sub(2))?,
            zero: zero::Proof::decode(reader, m, n)?,
        })
    }

    /// The number of points and scalars in an encoding, for m ≥ 2.
    pub(super) fn width(m: usize, n: usize) -> usize {
        (m - 2) + zero::Proof::width(m, n)
    }
}
