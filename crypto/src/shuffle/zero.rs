//! The zero argument (Bayer and Groth §5.2).
//!
//! *Statement.* m commitments c_A₁, …, c_Aₘ and m commitments c_B₀, …, c_B₍ₘ₋₁₎ to vectors of n
//! values, and a scalar v that defines the bilinear map a ∗ b = Σ aₖ·bₖ·vᵏ (k from 1 to n).
//!
//! *Witness.* Openings Aᵢ, rᵢ and Bⱼ, sⱼ with Σ_{i=1}^m Aᵢ ∗ B₍ᵢ₋₁₎ = 0.
//!
//! *Argument.*
//! 1. The prover draws vectors A₀, Bₘ and blinds, and computes for k from 0 to 2m
//!    d_k = Σ Aᵢ ∗ Bⱼ over all i, j from 0 to m with i − j = k − m. It sends c_A₀, c_Bₘ and
//!    c_D_k = com(d_k; t_k), except for k = m + 1, where d_k = 0 is the statement and t_k is 0.
//! 2. The verifier sends x.
//! 3. The prover sends a = Σ xⁱAᵢ and b = Σ xᵐ⁻ʲBⱼ, their blinds r and s, and t = Σ xᵏt_k.
//! 4. The verifier accepts if
//!    * Σ xⁱ c_Aᵢ = com(a; r),
//!    * Σ xᵐ⁻ʲ c_Bⱼ = com(b; s),
//!    * Σ xᵏ c_D_k = com(a ∗ b; t).
//!
//! *Soundness.* 2m + 1 accepting answers with different x give openings of every commitment; with
//! binding, both sides of the last equation are then equal as polynomials in x, and their
//! coefficient at m + 1 is the statement. *Zero knowledge.* A₀, Bₘ and the t_k hide everything sent:
//! answers are uniform, and c_A₀, c_Bₘ and c_D₀ follow from the equations.

use curve25519_dalek::scalar::Scalar;
use zeroize::Zeroizing;

use super::commit::{CommitmentKey, Derived, Opening, Secret, exactly, inner, powers};
use crate::batch::Claim;
use crate::error::ProofError;
use crate::group::{Element, Reader};
use crate::transcript::{Nonces, Oracle};

/// What the prover sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// c_A₀.
    pub(super) a0: Element,
    /// c_Bₘ.
    pub(super) bm: Element,
    /// c_D_k for k = 0, …, m, m + 2, …, 2m.
    pub(super) d: Vec<Element>,
    /// a and r.
    pub(super) a: Opening,
    /// b and s.
    pub(super) b: Opening,
    /// t.
    pub(super) t: Scalar,
}

/// v, v², …, vⁿ applied to a vector: with them, a ∗ b is an inner product.
fn weighted(vector: &[Scalar], v: &Scalar) -> Vec<Scalar> {
    let mut power = Scalar::ONE;
    let weigh = |value| {
        power *= v;
        value * power
    };
    vector.iter().map(weigh).collect()
}

pub(super) fn prove(
    oracle: &mut impl Oracle,
    nonces: &mut Nonces,
    ck: &CommitmentKey,
    v: &Scalar,
    a: &[Secret],
    b: &[Secret],
) -> Result<Proof, ProofError> {
    let m = a.len();
    let n = a.first().map_or(0, |row| row.values.len());
    let a0 = Secret::random(nonces, n);
    let bm = Secret::random(nonces, n);
    let a: Vec<&Secret> = core::iter::once(&a0).chain(a).collect();
    let b: Vec<&Secret> = b.iter().chain([&bm]).collect();

    let mut d = Zeroizing::new(vec![Scalar::ZERO; 2 * m + 1]);
    for (j, b_j) in b.iter().enumerate() {
        let b_j = Zeroizing::new(weighted(&b_j.values, v));
        // k = i + m − j, with i from 0.
        for (d_k, a_i) in d.iter_mut().skip(m - j).zip(&a) {
            *d_k += inner(&a_i.values, &b_j);
        }
    }
    let d: Vec<(usize, Secret)> = d
        .iter()
        .enumerate()
        .filter(|(k, _)| *k != m + 1)
        .map(|(k, d_k)| (k, Secret::blinded(nonces, vec![*d_k])))
        .collect();

    let halves: Vec<_> = [&a0, &bm]
        .into_iter()
        .chain(d.iter().map(|(_, secret)| secret))
        .map(|secret| secret.commit_half(ck))
        .collect();
    let mut sent = Element::double_batch(&halves).into_iter();
    let (Some(sent_a0), Some(sent_bm)) = (sent.next(), sent.next()) else {
        return Err(ProofError::Length {
            what: "commitments of the zero argument",
            expected: 2 * m + 2,
            found: 0,
        });
    };
    let sent_d: Vec<Element> = sent.collect();
    let x = challenge(oracle, &sent_a0, &sent_bm, &sent_d)?;

    let x = powers(&x, 2 * m + 1);
    let t = d.iter().filter_map(|(k, secret)| Some(x.get(*k)? * secret.blind));
    let proof = Proof {
        a0: sent_a0,
        bm: sent_bm,
        d: sent_d,
        t: t.sum(),
        a: Secret::sum(n, x.iter().zip(a)).reveal(),
        b: Secret::sum(n, x.iter().take(m + 1).rev().zip(b)).reveal(),
    };
    proof.absorb_answer(oracle);
    Ok(proof)
}

/// Steps 1 and 2 as the oracle sees them.
fn challenge(oracle: &mut impl Oracle, a0: &Element, bm: &Element, d: &[Element]) -> Result<Scalar, ProofError> {
    oracle.absorb_element("zero c_A0", a0);
    oracle.absorb_element("zero c_Bm", bm);
    oracle.absorb_elements("zero c_D", d);
    oracle.challenge("zero x")
}

impl Proof {
    /// Step 3 as the oracle sees it.
    fn absorb_answer(&self, oracle: &mut impl Oracle) {
        self.a.absorb(oracle, "zero a, r");
        self.b.absorb(oracle, "zero b, s");
        oracle.absorb_scalars("zero t", &[self.t]);
    }

    /// Refuses a proof whose vectors do not have the lengths of m and n.
    pub(super) fn check_lengths(&self, m: usize, n: usize) -> Result<(), ProofError> {
        exactly("zero c_D", &self.d, 2 * m)?;
        exactly("zero a", &self.a.values, n)?;
        exactly("zero b", &self.b.values, n)
    }

    /// Step 4: `a` is c_A₁, …, c_Aₘ and `b` is c_B₀, …, c_B₍ₘ₋₁₎.
    pub(super) fn verify(
        &self,
        oracle: &mut impl Oracle,
        ck: &CommitmentKey,
        v: &Scalar,
        a: &[Derived<'_>],
        b: &[Derived<'_>],
        claim: &mut Claim,
    ) -> Result<(), ProofError> {
        let m = a.len();
        exactly("zero c_B", b, m)?;
        let x = challenge(oracle, &self.a0, &self.bm, &self.d)?;
        self.absorb_answer(oracle);
        let x = powers(&x, 2 * m + 1);

        let mut sum = Derived::sent(&self.a0);
        for (power, row) in x.iter().skip(1).zip(a) {
            sum = sum.plus_derived(power, row);
        }
        claim.push(sum.opens_to(ck, "zero argument, a", &self.a.values, &self.a.blind));

        let mut sum = Derived::sent(&self.bm);
        for (power, row) in x.iter().take(m + 1).rev().zip(b) {
            sum = sum.plus_derived(power, row);
        }
        claim.push(sum.opens_to(ck, "zero argument, b", &self.b.values, &self.b.blind));

        let mut sum = Derived::default();
        let k = x.iter().enumerate().filter(|(k, _)| *k != m + 1);
        for ((_, power), d_k) in k.zip(&self.d) {
            sum = sum.plus(*power, d_k);
        }
        let product = inner(&self.a.values, &weighted(&self.b.values, v));
        claim.push(sum.opens_to(ck, "zero argument, a ∗ b", &[product], &self.t));
        Ok(())
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        for element in [&self.a0, &self.bm].into_iter().chain(&self.d) {
            out.extend_from_slice(element.bytes());
        }
        self.a.encode(out);
        self.b.encode(out);
        out.extend_from_slice(self.t.as_bytes());
    }

    pub(super) fn decode(reader: &mut Reader<'_>, m: usize, n: usize) -> Result<Self, ProofError> {
        Ok(Self {
            a0: reader.element("zero c_A0", 0)?,
            bm: reader.element("zero c_Bm", 0)?,
            d: reader.elements("zero c_D", 2 * m)?,
            a: Opening::decode(reader, "zero a, r", n)?,
            b: Opening::decode(reader, "zero b, s", n)?,
            t: reader.scalar("zero t", 0)?,
        })
    }

    /// The number of points and scalars in an encoding.
    pub(super) fn width(m: usize, n: usize) -> usize {
        (2 + 2 * m) + 2 * (n + 1) + 1
    }
}
