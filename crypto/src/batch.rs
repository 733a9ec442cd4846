//! The equations that proofs claim, checked together.
//!
//! Every verifier of this crate but that of [`member`](crate::member) ends in linear equations
//! Σ sᵢ·Pᵢ = O between public points. It does not evaluate them but states them in a [`Claim`]. A
//! [`Batch`] takes any number of claims, draws a weight of 128 bits for each equation, and evaluates
//! the weighted sum of all of them in a single variable-time multiscalar multiplication. A point that
//! occurs more than once (G, H, a key, a commitment base) enters it once.
//!
//! *Soundness.* The weights come from a hash of everything that enters the sum: each scalar and each
//! point of each equation. With the equations fixed first, a batch in which one of them fails
//! passes with a probability of at most 2⁻¹²⁸ (the small-exponent test of Bellare, Garay and Rabin,
//! Eurocrypt 1998, §3; the group has prime order). The first equation has weight 1, which keeps this
//! bound.
//!
//! Where a batch fails, each claim is evaluated alone, and every failing one is named.
//!
//! *Memory.* A term takes about 230 bytes. To check a long log, call [`Batch::verify`] whenever
//! [`Batch::terms`] passes a bound of one's own, and go on with the emptied batch.

use core::ops::Range;
use std::collections::HashMap;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};
use sha2::{Digest, Sha256};

use crate::error::{ProofError, Rejection};
use crate::group::Element;

/// One claimed equation Σ sᵢ·Pᵢ = O.
#[derive(Clone, Debug)]
pub struct Equation {
    name: &'static str,
    terms: Vec<(Scalar, Element)>,
}

impl Equation {
    /// The equation 0 = O, to whose left side terms are added. A failure is reported under `name`.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            terms: Vec::new(),
        }
    }

    /// Makes room for this many more terms.
    pub fn reserve(&mut self, terms: usize) -> &mut Self {
        self.terms.reserve(terms);
        self
    }

    /// Adds s·P to the left side.
    pub fn add(&mut self, scalar: Scalar, element: &Element) -> &mut Self {
        if !element.is_identity() {
            self.terms.push((scalar, *element));
        }
        self
    }

    /// Adds the inner product of scalars and points to the left side.
    ///
    /// # Errors
    ///
    /// [`ProofError::Length`] if they are not equally many.
    pub fn add_all<'a>(
        &mut self,
        scalars: impl ExactSizeIterator<Item = Scalar>,
        elements: impl ExactSizeIterator<Item = &'a Element>,
    ) -> Result<&mut Self, ProofError> {
        if scalars.len() != elements.len() {
            return Err(ProofError::Length {
                what: self.name,
                expected: scalars.len(),
                found: elements.len(),
            });
        }
        self.terms.reserve(scalars.len());
        for (scalar, element) in scalars.zip(elements) {
            self.add(scalar, element);
        }
        Ok(self)
    }
}

/// All the equations that one proof claims.
#[derive(Clone, Debug)]
pub struct Claim {
    item: u64,
    equations: Vec<Equation>,
}

impl Claim {
    /// A claim without equations. `item` is the number under which a failure will be reported.
    #[must_use]
    pub fn new(item: u64) -> Self {
        Self {
            item,
            equations: Vec::new(),
        }
    }

    /// Adds an equation.
    pub fn push(&mut self, equation: Equation) {
        self.equations.push(equation);
    }

    /// Evaluates this claim alone.
    ///
    /// # Errors
    ///
    /// [`ProofError::Rejected`] with the first equation that fails.
    pub fn verify(&self) -> Result<(), ProofError> {
        if holds(core::slice::from_ref(self)) {
            return Ok(());
        }
        Err(ProofError::Rejected {
            items: self.reject().into_iter().collect(),
        })
    }

    fn reject(&self) -> Option<Rejection> {
        let failing = self.equations.iter().find(|equation| {
            let scalars = equation.terms.iter().map(|(scalar, _)| scalar);
            let points = equation.terms.iter().map(|(_, element)| element.point());
            !RistrettoPoint::vartime_multiscalar_mul(scalars, points).is_identity()
        })?;
        Some(Rejection {
            item: self.item,
            equation: failing.name,
        })
    }
}

/// Claims to be checked together.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    claims: Vec<Claim>,
    terms: usize,
}

impl Batch {
    /// An empty batch.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a claim. Nothing is evaluated before [`Batch::verify`].
    pub fn push(&mut self, claim: Claim) {
        self.terms += claim.equations.iter().map(|e| e.terms.len()).sum::<usize>();
        self.claims.push(claim);
    }

    /// The number of terms held, which is what the memory and the time of [`Batch::verify`] grow with.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// Evaluates all claims and empties the batch.
    ///
    /// # Errors
    ///
    /// [`ProofError::Rejected`] with every claim that fails.
    pub fn verify(&mut self) -> Result<(), ProofError> {
        let claims = core::mem::take(&mut self.claims);
        self.terms = 0;
        if holds(&claims) {
            return Ok(());
        }
        Err(ProofError::Rejected {
            items: claims.iter().filter_map(Claim::reject).collect(),
        })
    }
}

/// Draws the weights of equations: 1 for the first, then 128 bits each.
struct Weights {
    seed: [u8; 32],
    next: u64,
}

impl Weights {
    fn new(claims: &[Claim]) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"majlis/batch/v1");
        for claim in claims {
            hash.update(claim.item.to_le_bytes());
            hash.update((claim.equations.len() as u64).to_le_bytes());
            for equation in &claim.equations {
                hash.update((equation.terms.len() as u64).to_le_bytes());
                for (scalar, element) in &equation.terms {
                    hash.update(scalar.as_bytes());
                    hash.update(element.bytes());
                }
            }
        }
        Self {
            seed: hash.finalize().into(),
            next: 0,
        }
    }

    /// The next weight; `None` stands for 1.
    fn next(&mut self) -> Option<Scalar> {
        let number = self.next;
        self.next += 1;
        if number == 0 {
            return None;
        }
        let mut hash = Sha256::new();
        hash.update(self.seed);
        hash.update(number.to_le_bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let weight = digest.iter().take(16).fold(0, |n, byte| n << 8 | u128::from(*byte));
        Some(Scalar::from(weight))
    }
}

/// Whether the weighted sum of all equations is O.
fn holds(claims: &[Claim]) -> bool {
    let mut weights = Weights::new(claims);
    let equations = || claims.iter().flat_map(|claim| &claim.equations);
    let terms = equations().map(|equation| equation.terms.len()).sum();
    // Only ever looked up, never iterated over.
    let mut places: HashMap<&[u8; 32], usize> = HashMap::with_capacity(terms);
    let mut scalars: Vec<Scalar> = Vec::with_capacity(terms);
    let mut points: Vec<&RistrettoPoint> = Vec::with_capacity(terms);
    for equation in equations() {
        let weight = weights.next();
        for (scalar, element) in &equation.terms {
            let scalar = weight.map_or(*scalar, |weight| weight * scalar);
            let place = *places.entry(element.bytes()).or_insert(points.len());
            match scalars.get_mut(place) {
                Some(sum) => *sum += scalar,
                None => {
                    scalars.push(scalar);
                    points.push(element.point());
                }
            }
        }
    }
    let identity = RistrettoPoint::default();
    if BUCKETS_EARLIER.contains(&points.len()) {
        scalars.resize(BUCKETS_EARLIER.end, Scalar::ZERO);
        points.resize(BUCKETS_EARLIER.end, &identity);
    }
    RistrettoPoint::vartime_multiscalar_mul(scalars, points).is_identity()
}

/// `curve25519-dalek` sums up in buckets (Pippenger's method) from 190 terms on, but that is the faster way from about
/// 100 on: at 150, by a third. Terms of zero cost next to nothing there, so sums in this range are filled up with them.
const BUCKETS_EARLIER: Range<usize> = 100..190;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group;

    /// s·G − (s + error)·G, and the like with H.
    fn claim(item: u64, errors: &[u64]) -> Claim {
        let mut claim = Claim::new(item);
        for (i, error) in (1u64..).zip(errors) {
            let base = if item.is_multiple_of(2) {
                group::g()
            } else {
                *group::h()
            };
            let mut equation = Equation::new(if i == 1 { "first" } else { "later" });
            equation
                .add(Scalar::from(item + i), &Element::new(base.point() + base.point()))
                .add(-Scalar::from(2 * (item + i) + error), &base);
            claim.push(equation);
        }
        claim
    }

    fn rejected(items: &[(u64, &'static str)]) -> Result<(), ProofError> {
        Err(ProofError::Rejected {
            items: items
                .iter()
                .map(|&(item, equation)| Rejection { item, equation })
                .collect(),
        })
    }

    #[test]
    fn a_batch_of_true_claims_passes_and_is_empty_afterwards() {
        let mut batch = Batch::new();
        assert_eq!(batch.verify(), Ok(()));
        for item in 0..5 {
            assert_eq!(claim(item, &[0, 0]).verify(), Ok(()));
            batch.push(claim(item, &[0, 0]));
        }
        assert_eq!(batch.terms(), 20);
        assert_eq!(batch.verify(), Ok(()));
        assert_eq!(batch.terms(), 0);
    }

    #[test]
    fn batches_of_every_length_tell_right_from_wrong() {
        for count in [1, 30, 47, 48, 60, 93, 94, 95, 96, 120] {
            let mut batch = Batch::new();
            for item in 0..count {
                // Two points of their own for each.
                let element = |k: u64| Element::new(RistrettoPoint::mul_base(&Scalar::from(k)));
                let mut equation = Equation::new("own");
                equation
                    .add(Scalar::from(item + 2), &element(item + 3))
                    .add(-Scalar::from(item + 3), &element(item + 2));
                let mut claim = Claim::new(item);
                claim.push(equation);
                batch.push(claim);
            }
            let mut wrong = batch.clone();
            assert_eq!(batch.verify(), Ok(()));
            wrong.push(claim(count, &[1]));
            assert_eq!(wrong.verify(), rejected(&[(count, "first")]));
        }
    }

    #[test]
    fn every_culprit_is_named() {
        let mut batch = Batch::new();
        for item in 0..6 {
            batch.push(claim(item, &[u64::from(item == 2), u64::from(item == 5)]));
        }
        assert_eq!(batch.verify(), rejected(&[(2, "first"), (5, "later")]));
        assert_eq!(batch.verify(), Ok(()), "the batch was emptied");
        assert_eq!(claim(5, &[0, 7]).verify(), rejected(&[(5, "later")]));
    }

    #[test]
    fn row14_two_wrong_claims_that_cancel_under_weight_1_are_refused() {
        let mut wrong = [claim(0, &[0]), claim(2, &[0])];
        for (claim, error) in wrong.iter_mut().zip([Scalar::ONE, -Scalar::ONE]) {
            claim.equations[0].add(error, group::h());
        }
        let sum = wrong.iter().flat_map(|c| &c.equations[0].terms);
        let sum: RistrettoPoint = sum.map(|(s, e)| s * e.point()).sum();
        assert!(sum.is_identity(), "the attack is set up");
        let [first, second] = wrong;
        let mut batch = Batch::new();
        batch.push(first);
        batch.push(second);
        assert_eq!(batch.verify(), rejected(&[(0, "first"), (2, "first")]));
    }

    #[test]
    fn row14_weights_depend_on_every_scalar_point_and_item() {
        let weight = |claims: &[Claim]| {
            let mut weights = Weights::new(claims);
            assert!(weights.next().is_none());
            weights.next().unwrap()
        };
        let base = weight(&[claim(1, &[0, 0])]);
        let mut scalar = claim(1, &[0, 0]);
        scalar.equations[1].terms[1].0 += Scalar::ONE;
        let mut point = claim(1, &[0, 0]);
        point.equations[0].terms[0].1 = group::g();
        let mut item = claim(1, &[0, 0]);
        item.item = 3;
        for other in [scalar, point, item] {
            assert_ne!(weight(&[other]), base);
        }
    }

    #[test]
    fn row05_an_inner_product_of_unequal_lengths_is_refused() {
        for (s, p) in [(0, 1), (2, 1), (2, 3), (2, 2)] {
            let scalars = vec![Scalar::ONE; s];
            let points = vec![group::g(); p];
            let mut equation = Equation::new("sum");
            let added = equation.add_all(scalars.into_iter(), points.iter());
            assert_eq!(added.is_ok(), s == p);
        }
    }
}
