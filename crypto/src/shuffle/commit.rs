//! Generalised Pedersen commitments: com(a₁, …, aₙ; r) = r·G + Σ aₖ·Bₖ with the commitment bases Bₖ
//! of [`group`](crate::group) (Bayer and Groth §2.3).
//!
//! Hiding is perfect. Binding rests on the discrete logarithm problem: G and all Bₖ are
//! independent, and nobody knows a relation between them. A shorter vector is one that ends in
//! zeros. Commitments add up as their openings do.

use std::sync::{LazyLock, OnceLock};

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::MultiscalarMul;
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::sampler::select;
use crate::batch::Equation;
use crate::error::ProofError;
use crate::group::{Element, Reader, g, shuffle_bases};
use crate::transcript::{Nonces, Oracle};

/// 1/2 modulo ℓ. Points are computed as halves of themselves, because doubling and encoding many at
/// once is cheaper than encoding each; see [`Element::double_batch`].
pub(super) static HALF: LazyLock<Scalar> = LazyLock::new(|| Scalar::from(2u8).invert());

/// The commitment key: G, and the bases in order. There is one for everybody, [`CommitmentKey::get`].
pub(super) struct CommitmentKey {
    pub(super) g: Element,
    pub(super) bases: Vec<Element>,
    /// 0, 1, …, 15 times the half of each base, computed when first used.
    multiples: OnceLock<Vec<[RistrettoPoint; 16]>>,
}

impl CommitmentKey {
    /// The key whose bases are hashed to the group.
    pub(super) fn get() -> &'static Self {
        static KEY: LazyLock<CommitmentKey> = LazyLock::new(|| CommitmentKey::new(shuffle_bases().to_vec()));
        &KEY
    }

    /// A key with other bases.
    pub(super) fn new(bases: Vec<Element>) -> Self {
        Self {
            g: g(),
            bases,
            multiples: OnceLock::new(),
        }
    }

    fn multiples(&self) -> &[[RistrettoPoint; 16]] {
        self.multiples.get_or_init(|| {
            let table = |base: &Element| {
                let half = *HALF * base.point();
                let mut next = RistrettoPoint::default();
                [(); 16].map(|()| {
                    let multiple = next;
                    next += half;
                    multiple
                })
            };
            self.bases.iter().map(table).collect()
        })
    }
}

/// The secret opening of a commitment.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub(super) struct Secret {
    /// a₁, …, aₙ.
    pub(super) values: Vec<Scalar>,
    /// r.
    pub(super) blind: Scalar,
}

impl Secret {
    /// An opening of random values.
    pub(super) fn random(nonces: &mut Nonces, len: usize) -> Self {
        let values = core::mem::take(&mut *nonces.scalars(len));
        Self::blinded(nonces, values)
    }

    /// An opening of given values with a random blind.
    pub(super) fn blinded(nonces: &mut Nonces, values: Vec<Scalar>) -> Self {
        Self {
            values,
            blind: *nonces.scalar().expose(),
        }
    }

    /// Half of the commitment, in constant time.
    pub(super) fn commit_half(&self, key: &CommitmentKey) -> RistrettoPoint {
        let half = *HALF;
        let scalars = core::iter::once(&self.blind).chain(&self.values);
        let bases = core::iter::once(&key.g).chain(&key.bases);
        RistrettoPoint::multiscalar_mul(
            scalars.map(|scalar| half * scalar),
            bases.take(1 + self.values.len()).map(Element::point),
        )
    }

    /// Half of the commitment to values below 256, which are given again as bytes; in constant time. Two digits of
    /// four bits are looked up for each, which costs a third of [`Secret::commit_half`].
    pub(super) fn commit_half_to_bytes(&self, key: &CommitmentKey, bytes: &[u8]) -> RistrettoPoint {
        let blind = RistrettoPoint::mul_base(&(*HALF * self.blind));
        let digits = |digit: fn(&u8) -> u8| -> RistrettoPoint {
            let digits = bytes.iter().map(digit).zip(key.multiples());
            digits.map(|(digit, multiples)| select(multiples, digit)).sum()
        };
        let mut sum = digits(|byte| byte >> 4);
        for _ in 0..4 {
            sum += sum;
        }
        sum + digits(|byte| byte & 15) + blind
    }

    /// Σ wᵢ·oᵢ over openings oᵢ of `len` values.
    pub(super) fn sum<'a>(len: usize, parts: impl IntoIterator<Item = (&'a Scalar, &'a Self)>) -> Self {
        let mut sum = Self {
            values: vec![Scalar::ZERO; len],
            blind: Scalar::ZERO,
        };
        for (weight, part) in parts {
            for (value, other) in sum.values.iter_mut().zip(&part.values) {
                *value += weight * other;
            }
            sum.blind += weight * part.blind;
        }
        sum
    }

    /// Publishes the opening, as a prover does with a combination that a nonce hides.
    pub(super) fn reveal(mut self) -> Opening {
        Opening {
            values: core::mem::take(&mut self.values),
            blind: self.blind,
        }
    }
}

/// An opening that a prover publishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// a₁, …, aₙ.
    pub(super) values: Vec<Scalar>,
    /// r.
    pub(super) blind: Scalar,
}

impl Opening {
    /// Absorbs the values, then the blind.
    pub(super) fn absorb(&self, oracle: &mut impl Oracle, label: &'static str) {
        oracle.absorb_list(
            label,
            // `chain` has no exact length, so both are collected first.
            self.values
                .iter()
                .chain([&self.blind])
                .map(Scalar::as_bytes)
                .collect::<Vec<_>>()
                .into_iter(),
        );
    }

    /// Writes the values, then the blind.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        for scalar in self.values.iter().chain([&self.blind]) {
            out.extend_from_slice(scalar.as_bytes());
        }
    }

    /// Reads `len` values and the blind.
    pub(super) fn decode(reader: &mut Reader<'_>, what: &'static str, len: usize) -> Result<Self, ProofError> {
        Ok(Self {
            values: reader.scalars(what, len)?,
            blind: reader.scalar(what, len)?,
        })
    }
}

/// A commitment that the verifier derives: Σ sᵢ·cᵢ + com(k, …, k; 0), with n times k.
#[derive(Clone, Debug, Default)]
pub(super) struct Derived<'a> {
    terms: Vec<(Scalar, &'a Element)>,
    constant: Scalar,
}

impl<'a> Derived<'a> {
    /// One commitment as it was sent.
    pub(super) fn sent(commitment: &'a Element) -> Self {
        Self {
            terms: vec![(Scalar::ONE, commitment)],
            constant: Scalar::ZERO,
        }
    }

    /// com(k, …, k; 0).
    pub(super) fn constant(constant: Scalar) -> Self {
        Self {
            terms: Vec::new(),
            constant,
        }
    }

    /// Adds a multiple of a commitment as it was sent.
    pub(super) fn plus(mut self, weight: Scalar, commitment: &'a Element) -> Self {
        self.terms.push((weight, commitment));
        self
    }

    /// Adds a multiple of a derived commitment.
    pub(super) fn plus_derived(mut self, weight: &Scalar, other: &Self) -> Self {
        let terms = other.terms.iter();
        self.terms
            .extend(terms.map(|(scalar, commitment)| (weight * scalar, *commitment)));
        self.constant += weight * other.constant;
        self
    }

    /// The equation: this commitment is com(values; blind).
    pub(super) fn opens_to(
        &self,
        key: &CommitmentKey,
        name: &'static str,
        values: &[Scalar],
        blind: &Scalar,
    ) -> Equation {
        let mut equation = Equation::new(name);
        equation.reserve(self.terms.len() + 1 + values.len());
        for (scalar, commitment) in &self.terms {
            equation.add(*scalar, commitment);
        }
        equation.add(-blind, &key.g);
        for (value, base) in values.iter().zip(&key.bases) {
            equation.add(self.constant - value, base);
        }
        equation
    }
}

/// 1, x, x², …, `count` of them.
pub(super) fn powers(x: &Scalar, count: usize) -> Vec<Scalar> {
    core::iter::successors(Some(Scalar::ONE), |power| Some(power * x))
        .take(count)
        .collect()
}

/// Σ aₖ·bₖ.
pub(super) fn inner(a: &[Scalar], b: &[Scalar]) -> Scalar {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Refuses a list that is not `expected` long.
pub(super) fn exactly<T>(what: &'static str, list: &[T], expected: usize) -> Result<(), ProofError> {
    if list.len() == expected {
        Ok(())
    } else {
        Err(ProofError::Length {
            what,
            expected,
            found: list.len(),
        })
    }
}
