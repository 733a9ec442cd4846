//! The multi-exponentiation argument (Bayer and Groth §4).
//!
//! *Statement.* A pack key Y; m rows C₁, …, Cₘ of n ciphertexts; m commitments c_A₁, …, c_Aₘ to vectors of n
//! values; and a ciphertext E.
//!
//! *Witness.* Openings a₁, …, aₘ of the commitments, and ρ, with
//! E = Enc(O; ρ) + Σ ⟨aᵢ, Cᵢ⟩, where Enc(M; ρ) = (ρG, M + ρY).
//!
//! *Argument.*
//! 1. The prover draws a₀ and its blind r₀; and for k from 0 to 2m − 1, k ≠ m, scalars b_k, s_k, τ_k. It sets b_m = 0,
//!    s_m = 0, τ_m = ρ, and sends
//!    * c_A₀ = com(a₀; r₀),
//!    * c_B_k = com(b_k; s_k), except c_B_m = O,
//!    * E_k = Enc(b_k·G; τ_k) + Σ_{j − i = k − m} ⟨aⱼ, Cᵢ⟩, except E_m = E.
//! 2. The verifier sends x.
//! 3. The prover sends a = Σ_{j=0}^m xʲaⱼ and r, b = Σ xᵏb_k and s, and τ = Σ xᵏτ_k.
//! 4. The verifier accepts if
//!    * Σ xʲ c_Aⱼ = com(a; r),
//!    * Σ xᵏ c_B_k = com(b; s),
//!    * Σ xᵏ E_k = Enc(b·G; τ) + Σ_{i=1}^m xᵐ⁻ⁱ ⟨a, Cᵢ⟩, both halves.
//!
//! *Soundness.* 2m accepting answers with different x give openings of all commitments; then the
//! last equation is one between polynomials in x, and its coefficient at m is the statement,
//! because c_B_m = O fixes b_m = 0. *Zero knowledge.* a₀, r₀, and the b_k, s_k, τ_k hide everything sent:
//! answers are uniform, c_B_k and E_k for k > 0 are uniform, and c_A₀, c_B₀, E₀ follow from the equations.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use zeroize::Zeroizing;

use super::commit::{CommitmentKey, Derived, HALF, Opening, Secret, exactly, inner, powers};
use super::diagonals::{diagonals, diagonals_known};
use crate::batch::{Claim, Equation};
use crate::error::ProofError;
use crate::group::{Ciphertext, Element, Reader, g};
use crate::transcript::{Nonces, Oracle};

/// What the prover sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// c_A₀.
    pub(super) a0: Element,
    /// c_B_k for k = 0, …, m − 1, m + 1, …, 2m − 1.
    pub(super) c_b: Vec<Element>,
    /// E_k for the same k.
    pub(super) e: Vec<Ciphertext>,
    /// a and r.
    pub(super) a: Opening,
    /// b and s.
    pub(super) b: Opening,
    /// τ.
    pub(super) tau: Scalar,
}

/// The ciphertexts as the prover knows them.
pub(super) struct Cards<'a> {
    /// Y.
    pub(super) key: &'a Element,
    /// C₁, …, Cₘ, one after the other.
    pub(super) rows: &'a [Ciphertext],
    /// The logarithms of all c₁ to the base G, where the prover happens to know them. They save it work; the proof is
    /// the same.
    pub(super) logarithms: Option<&'a [Scalar]>,
}

/// `a` holds the openings a₁, …, aₘ.
pub(super) fn prove(
    oracle: &mut impl Oracle,
    nonces: &mut Nonces,
    ck: &CommitmentKey,
    cards: &Cards<'_>,
    a: &[Secret],
    rho: &Scalar,
) -> Result<Proof, ProofError> {
    let m = a.len();
    let n = a.first().map_or(0, |row| row.values.len());
    let a0 = Secret::random(nonces, n);
    let a: Vec<&Secret> = core::iter::once(&a0).chain(a).collect();
    // b_k and s_k as openings of c_B_k, without k = m.
    let b: Vec<Secret> = (0..2 * m - 1).map(|_| Secret::random(nonces, 1)).collect();
    let mut tau = nonces.scalars(2 * m);
    if let Some(tau_m) = tau.get_mut(m) {
        *tau_m = *rho;
    }

    // Halves of the E_k, from halves of all scalars.
    let half = *HALF;
    let halves = |values: &[Scalar]| Zeroizing::new(values.iter().map(|value| half * value).collect::<Vec<_>>());
    let half_a: Vec<_> = a.iter().map(|row| halves(&row.values)).collect();
    let half_tau = halves(&tau);
    let mut half_b = Zeroizing::new(Vec::with_capacity(2 * m));
    half_b.extend(b.iter().flat_map(|b| &b.values).map(|value| half * value));
    half_b.insert(m, Scalar::ZERO);
    let points = |half: fn(&Ciphertext) -> &Element| -> Vec<RistrettoPoint> {
        cards.rows.iter().map(|card| *half(card).point()).collect()
    };
    let g = g();
    let e1 = match cards.logarithms {
        Some(logarithms) => diagonals_known(&half_a, logarithms, &half_tau),
        None => diagonals(&half_a, &points(|card| &card.c1), &[(g.point(), &half_tau)]),
    };
    let c2 = points(|card| &card.c2);
    let e2 = diagonals(&half_a, &c2, &[(cards.key.point(), &half_tau), (g.point(), &half_b)]);

    let mut halves = vec![a0.commit_half(ck)];
    halves.extend(b.iter().map(|secret| secret.commit_half(ck)));
    halves.extend(e1);
    halves.extend(e2);
    let mut sent = Element::double_batch(&halves).into_iter();
    let sent_a0 = sent.next().unwrap_or_else(Element::identity);
    let sent_b: Vec<Element> = sent.by_ref().take(2 * m - 1).collect();
    let sent_e1: Vec<Element> = sent.by_ref().take(2 * m - 1).collect();
    let sent_e: Vec<Ciphertext> = sent_e1
        .into_iter()
        .zip(sent)
        .map(|(c1, c2)| Ciphertext { c1, c2 })
        .collect();
    let x = challenge(oracle, &sent_a0, &sent_b, &sent_e)?;

    let x = powers(&x, 2 * m);
    let without_m = x.iter().take(m).chain(x.iter().skip(m + 1));
    let proof = Proof {
        a0: sent_a0,
        c_b: sent_b,
        e: sent_e,
        a: Secret::sum(n, x.iter().zip(a)).reveal(),
        b: Secret::sum(1, without_m.zip(&b)).reveal(),
        tau: inner(&x, &tau),
    };
    proof.absorb_answer(oracle);
    Ok(proof)
}

/// Steps 1 and 2 as the oracle sees them.
fn challenge(oracle: &mut impl Oracle, a0: &Element, c_b: &[Element], e: &[Ciphertext]) -> Result<Scalar, ProofError> {
    oracle.absorb_element("multiexp c_A0", a0);
    oracle.absorb_elements("multiexp c_B", c_b);
    oracle.absorb_ciphertexts("multiexp E", e);
    oracle.challenge("multiexp x")
}

/// What the argument is about.
pub(super) struct Statement<'a> {
    /// Y.
    pub(super) key: &'a Element,
    /// C₁, …, Cₘ, one after the other.
    pub(super) rows: &'a [Ciphertext],
    /// c_A₁, …, c_Aₘ.
    pub(super) a: &'a [Element],
    /// E, each half as a sum of multiples.
    pub(super) e: [Half<'a>; 2],
}

/// A half of E.
pub(super) type Half<'a> = Vec<(Scalar, &'a Element)>;

impl Proof {
    /// Step 3 as the oracle sees it.
    fn absorb_answer(&self, oracle: &mut impl Oracle) {
        self.a.absorb(oracle, "multiexp a, r");
        self.b.absorb(oracle, "multiexp b, s");
        oracle.absorb_scalars("multiexp tau", &[self.tau]);
    }

    /// Refuses a proof whose vectors do not have the lengths of m and n.
    pub(super) fn check_lengths(&self, m: usize, n: usize) -> Result<(), ProofError> {
        let sent = (2 * m).saturating_sub(1);
        exactly("multiexp c_B", &self.c_b, sent)?;
        exactly("multiexp E", &self.e, sent)?;
        exactly("multiexp a", &self.a.values, n)?;
        exactly("multiexp b", &self.b.values, 1)
    }

    /// Step 4.
    pub(super) fn verify(
        &self,
        oracle: &mut impl Oracle,
        ck: &CommitmentKey,
        statement: Statement<'_>,
        claim: &mut Claim,
    ) -> Result<(), ProofError> {
        let Statement { key, rows, a, e } = statement;
        let m = a.len();
        let n = self.a.values.len();
        exactly("multiexp rows", rows, m * n)?;
        let x = challenge(oracle, &self.a0, &self.c_b, &self.e)?;
        self.absorb_answer(oracle);
        let x = powers(&x, 2 * m);
        let x_m = x.get(m).copied().unwrap_or_default();
        let without_m = || x.iter().take(m).chain(x.iter().skip(m + 1));

        let weights: Vec<Scalar> = x
            .iter()
            .take(m)
            .rev()
            .flat_map(|power| self.a.values.iter().map(move |a| -(power * a)))
            .collect();
        let [e1, e2] = e;
        let half = |name, e: Half<'_>, pick: fn(&Ciphertext) -> &Element| {
            let mut equation = Equation::new(name);
            equation.reserve(rows.len() + self.e.len() + e.len() + 2);
            equation.add_all(weights.iter().copied(), rows.iter().map(pick))?;
            for (power, e_k) in without_m().zip(&self.e) {
                equation.add(*power, pick(e_k));
            }
            for (scalar, element) in e {
                equation.add(x_m * scalar, element);
            }
            Ok::<_, ProofError>(equation)
        };
        let mut first = half("multi-exponentiation, c1", e1, |card| &card.c1)?;
        first.add(-self.tau, &g());
        claim.push(first);
        let mut second = half("multi-exponentiation, c2", e2, |card| &card.c2)?;
        second.add(-self.tau, key);
        for b in &self.b.values {
            second.add(-b, &g());
        }
        claim.push(second);

        let mut sum = Derived::sent(&self.a0);
        for (power, row) in x.iter().skip(1).zip(a) {
            sum = sum.plus(*power, row);
        }
        claim.push(sum.opens_to(ck, "multi-exponentiation, a", &self.a.values, &self.a.blind));

        let mut sum = Derived::default();
        for (power, c_b) in without_m().zip(&self.c_b) {
            sum = sum.plus(*power, c_b);
        }
        claim.push(sum.opens_to(ck, "multi-exponentiation, b", &self.b.values, &self.b.blind));
        Ok(())
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        for element in core::iter::once(&self.a0).chain(&self.c_b) {
            out.extend_from_slice(element.bytes());
        }
        for e_k in &self.e {
            out.extend_from_slice(&e_k.encode());
        }
        self.a.encode(out);
        self.b.encode(out);
        out.extend_from_slice(self.tau.as_bytes());
    }

    pub(super) fn decode(reader: &mut Reader<'_>, m: usize, n: usize) -> Result<Self, ProofError> {
        let sent = (2 * m).saturating_sub(1);
        Ok(Self {
            a0: reader.element("multiexp c_A0", 0)?,
            c_b: reader.elements("multiexp c_B", sent)?,
            e: (0..sent)
                .map(|k| reader.ciphertext("multiexp E", k))
                .collect::<Result<_, _>>()?,
            a: Opening::decode(reader, "multiexp a, r", n)?,
            b: Opening::decode(reader, "multiexp b, s", 1)?,
            tau: reader.scalar("multiexp tau", 0)?,
        })
    }

    /// The number of points and scalars in an encoding, for m ≥ 1.
    pub(super) fn width(m: usize, n: usize) -> usize {
        1 + 3 * (2 * m - 1) + (n + 1) + 2 + 1
    }
}
