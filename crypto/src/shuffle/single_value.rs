//! The single value product argument (Bayer and Groth §5.3).
//!
//! *Statement.* A commitment c to n ≥ 2 values, and a scalar P.
//!
//! *Witness.* An opening p₁, …, pₙ; r of c with Π pₖ = P.
//!
//! *Argument.* Let fₖ = p₁⋯pₖ, so that f₁ = p₁ and fₙ = P.
//! 1. The prover draws d₁, …, dₙ, and δ₂, …, δ₍ₙ₋₁₎, and sets δ₁ = d₁ and δₙ = 0. It sends
//!    * c_d = com(d₁, …, dₙ; r_d),
//!    * c_δ = com(−δ₁d₂, …, −δ₍ₙ₋₁₎dₙ; s₁),
//!    * c_Δ = com(δ₂ − p₂δ₁ − f₁d₂, …, δₙ − pₙδ₍ₙ₋₁₎ − f₍ₙ₋₁₎dₙ; s₂).
//! 2. The verifier sends x.
//! 3. The prover sends p̃ₖ = x·pₖ + dₖ, r̃ = x·r + r_d, f̃ₖ = x·fₖ + δₖ, s̃ = x·s₂ + s₁. The verifier knows
//!    f̃₁ = p̃₁ and f̃ₙ = x·P, so these are not sent.
//! 4. The verifier accepts if
//!    * x·c + c_d = com(p̃₁, …, p̃ₙ; r̃),
//!    * x·c_Δ + c_δ = com(x·f̃₂ − f̃₁p̃₂, …, x·f̃ₙ − f̃₍ₙ₋₁₎p̃ₙ; s̃).
//!
//! *Soundness.* From two answers come openings of c and c_d; in the last equation the coefficients
//! at xᵏ⁺¹ of f̃ₖ₊₁·xᵏ, unfolded from f̃₁ = p̃₁, give x·P = x·Π pₖ for all but few x. *Zero knowledge.* The
//! answers are uniform, c_Δ is a commitment, and c_d and c_δ follow from the equations.

use curve25519_dalek::scalar::Scalar;
use zeroize::Zeroizing;

use super::commit::{CommitmentKey, Derived, Opening, Secret, exactly};
use crate::batch::Claim;
use crate::error::ProofError;
use crate::group::{Element, Reader};
use crate::transcript::{Nonces, Oracle};

/// What the prover sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// c_d, c_δ, c_Δ.
    pub(super) announced: [Element; 3],
    /// p̃ and r̃.
    pub(super) p: Opening,
    /// f̃₂, …, f̃₍ₙ₋₁₎ and s̃.
    pub(super) f: Opening,
}

pub(super) fn prove(
    oracle: &mut impl Oracle,
    nonces: &mut Nonces,
    ck: &CommitmentKey,
    secret: &Secret,
) -> Result<Proof, ProofError> {
    let p = &secret.values;
    let n = p.len();
    let d = Secret::random(nonces, n);
    let middle = nonces.scalars(n.saturating_sub(2));
    // δ₁, …, δₙ.
    let mut delta = Zeroizing::new(Vec::with_capacity(n));
    delta.extend(d.values.iter().take(1));
    delta.extend(middle.iter());
    delta.push(Scalar::ZERO);
    // f₁, …, fₙ.
    let mut f = Zeroizing::new(Vec::with_capacity(n));
    let mut product = Zeroizing::new(Scalar::ONE);
    for p_k in p {
        *product *= p_k;
        f.push(*product);
    }

    let small = delta.iter().zip(d.values.iter().skip(1));
    let small = small.map(|(delta, d_next)| -(delta * d_next)).collect();
    let small = Secret::blinded(nonces, small);
    let steps = delta.iter().zip(delta.iter().skip(1)).zip(f.iter());
    let nexts = p.iter().skip(1).zip(d.values.iter().skip(1));
    let large = steps.zip(nexts);
    let large = large.map(|(((delta, delta_next), f), (p_next, d_next))| delta_next - p_next * delta - f * d_next);
    let large = large.collect();
    let large = Secret::blinded(nonces, large);

    let halves = [&d, &small, &large].map(|secret| secret.commit_half(ck));
    let Ok(announced) = <[Element; 3]>::try_from(Element::double_batch(&halves)) else {
        return Err(ProofError::Length {
            what: "single value announcement",
            expected: 3,
            found: 0,
        });
    };
    let x = challenge(oracle, &announced)?;

    let mut answers: Vec<Scalar> = f.iter().zip(delta.iter()).map(|(f, delta)| x * f + delta).collect();
    answers.truncate(n.saturating_sub(1));
    let proof = Proof {
        announced,
        p: Secret::sum(n, [(&x, secret), (&Scalar::ONE, &d)]).reveal(),
        f: Opening {
            values: answers.into_iter().skip(1).collect(),
            blind: x * large.blind + small.blind,
        },
    };
    proof.absorb_answer(oracle);
    Ok(proof)
}

/// Steps 1 and 2 as the oracle sees them.
fn challenge(oracle: &mut impl Oracle, announced: &[Element; 3]) -> Result<Scalar, ProofError> {
    oracle.absorb_elements("single value c_d, c_delta, c_Delta", announced);
    oracle.challenge("single value x")
}

impl Proof {
    /// Step 3 as the oracle sees it.
    fn absorb_answer(&self, oracle: &mut impl Oracle) {
        self.p.absorb(oracle, "single value p, r");
        self.f.absorb(oracle, "single value f, s");
    }

    /// Refuses a proof whose vectors do not have the lengths of n.
    pub(super) fn check_lengths(&self, n: usize) -> Result<(), ProofError> {
        exactly("single value p", &self.p.values, n)?;
        exactly("single value f", &self.f.values, n.saturating_sub(2))
    }

    /// Step 4: `commitment` is c and `product` is P.
    pub(super) fn verify(
        &self,
        oracle: &mut impl Oracle,
        ck: &CommitmentKey,
        commitment: &Derived<'_>,
        product: &Scalar,
        claim: &mut Claim,
    ) -> Result<(), ProofError> {
        let x = challenge(oracle, &self.announced)?;
        self.absorb_answer(oracle);
        let [c_d, c_small, c_large] = &self.announced;

        let sum = Derived::sent(c_d).plus_derived(&x, commitment);
        claim.push(sum.opens_to(ck, "single value product, p", &self.p.values, &self.p.blind));

        // f̃₁, …, f̃ₙ.
        let first = self.p.values.iter().take(1).copied();
        let last = core::iter::once(x * product);
        let f: Vec<Scalar> = first.chain(self.f.values.iter().copied()).chain(last).collect();
        let p_next = self.p.values.iter().skip(1);
        let values: Vec<Scalar> = f
            .iter()
            .zip(f.iter().skip(1))
            .zip(p_next)
            .map(|((f, f_next), p_next)| x * f_next - f * p_next)
            .collect();
        let sum = Derived::sent(c_small).plus(x, c_large);
        claim.push(sum.opens_to(ck, "single value product, f", &values, &self.f.blind));
        Ok(())
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        for element in &self.announced {
            out.extend_from_slice(element.bytes());
        }
        self.p.encode(out);
        self.f.encode(out);
    }

    pub(super) fn decode(reader: &mut Reader<'_>, n: usize) -> Result<Self, ProofError> {
        const ANNOUNCED: &str = "single value c_d, c_delta, c_Delta";
        Ok(Self {
            announced: [
                reader.element(ANNOUNCED, 0)?,
                reader.element(ANNOUNCED, 1)?,
                reader.element(ANNOUNCED, 2)?,
            ],
            p: Opening::decode(reader, "single value p, r", n)?,
            f: Opening::decode(reader, "single value f, s", n.saturating_sub(2))?,
        })
    }

    /// The number of points and scalars in an encoding, for n ≥ 2.
    pub(super) fn width(n: usize) -> usize {
        3 + (n + 1) + (n - 1)
    }
}
