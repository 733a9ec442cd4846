//! The products along the diagonals that the multi-exponentiation argument needs.
//!
//! Given rows of scalars a₀, …, aₘ, rows of points C₁, …, Cₘ, both of n entries, and blinding terms, compute
//!
//! E_k = Σ_{j − i = k − m} ⟨aⱼ, Cᵢ⟩ + Σ_b t_{b,k}·T_b for k = 0, …, 2m − 1, k ≠ m,
//!
//! where T_b are blinding bases and t_{b,k} secret scalars. All scalars are secret; everything is
//! done in constant time.
//!
//! The E_k are the coefficients of a product of polynomials, E(X) = ⟨a(X), C(X)⟩ + Σ t_b(X)·T_b, with
//! a(X) = Σ aⱼXʲ and C(X) = Σ CᵢXᵐ⁻ⁱ. Taken one by one they cost m(m + 1)n multiplications. For m = 4
//! the method of Toom and Cook (Bodrato, WAIFI 2007, gives the sequences for polynomials over any
//! ring) needs 8n instead of 20n: it evaluates E at eight points and interpolates.
//!
//! In homogeneous form E(X, Z) = Σ E_k·Xᵏ·Z⁷⁻ᵏ the points (X : Z) are
//!
//! | point | value |
//! | --- | --- |
//! | (0 : 1), (1 : 0) | E₀, E₇ |
//! | (±1 : 1) | Σ (±1)ᵏ·E_k |
//! | (±2 : 1) | Σ (±2)ᵏ·E_k |
//! | (±1 : 2) | Σ (±1)ᵏ·2⁷⁻ᵏ·E_k |
//!
//! Let s₁, s₂, s₃ be the sums and d₁, d₂, d₃ the differences of the values at the last three pairs. Then
//! s₁ = 2(E₀ + E₂ + E₄ + E₆), s₂ = 2(E₀ + 4E₂ + 16E₄ + 64E₆), s₃ = 2(128E₀ + 32E₂ + 8E₄ + 2E₆), and
//! d₁ = 2(E₁ + E₃ + E₅ + E₇), d₂ = 2(2E₁ + 8E₃ + 32E₅ + 128E₇), d₃ = 2(64E₁ + 16E₃ + 4E₅ + E₇). Solved for
//! what is wanted:
//!
//! * 360·E₁ = −80d₁ + 2d₂ + 4d₃ − 360E₇
//! * 360·E₂ = −80s₁ + s₂ + 8s₃ − 1890E₀
//! * 360·E₃ = 340d₁ − 10d₂ − 5d₃ + 1890E₇
//! * 360·E₅ = −80d₁ + 8d₂ + d₃ − 1890E₇
//! * 360·E₆ = −80s₁ + 4s₂ + 2s₃ − 360E₀
//!
//! The divisions are done on the scalars beforehand: those of the pairs are divided by 360, those of
//! E₀ and E₇ by 4, so that the points are only ever multiplied by small constants.

use std::sync::LazyLock;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::MultiscalarMul;
use zeroize::Zeroizing;

use super::commit::{inner, powers};

/// A blinding base T_b with its scalars t_{b,0}, …, t_{b,2m−1}.
pub(super) type Blinding<'a> = (&'a RistrettoPoint, &'a [Scalar]);

/// The E_k for k = 0, …, m − 1, m + 1, …, 2m − 1. `a` holds m + 1 rows, `c` holds m one after the other.
pub(super) fn diagonals(
    a: &[Zeroizing<Vec<Scalar>>],
    c: &[RistrettoPoint],
    blinding: &[Blinding<'_>],
) -> Vec<RistrettoPoint> {
    let n = a.first().map_or(1, |row| row.len());
    let c: Vec<&[RistrettoPoint]> = c.chunks(n).collect();
    match (a, c.as_slice()) {
        ([a0, a1, a2, a3, a4], [c1, c2, c3, c4]) => toom_cook([a0, a1, a2, a3, a4], [c4, c3, c2, c1], blinding),
        _ => one_by_one(a, &c, blinding),
    }
}

/// The same E_k where Cᵢ = cᵢ·G with known scalars cᵢ, and G is the only blinding base.
pub(super) fn diagonals_known(a: &[Zeroizing<Vec<Scalar>>], c: &[Scalar], t: &[Scalar]) -> Vec<RistrettoPoint> {
    let m = a.len().saturating_sub(1);
    let n = a.first().map_or(1, |row| row.len());
    let mut e = Zeroizing::new(t.to_vec());
    for (at, c) in c.chunks(n).enumerate() {
        // Cᵢ stands at i − 1, and k = j + m − i.
        for (e, a) in e.iter_mut().skip(m.saturating_sub(at + 1)).zip(a) {
            *e += inner(a, c);
        }
    }
    let without_m = e.iter().enumerate().filter(|(k, _)| *k != m);
    without_m.map(|(_, e)| RistrettoPoint::mul_base(e)).collect()
}

/// For any m: one multiscalar multiplication a diagonal.
fn one_by_one(a: &[Zeroizing<Vec<Scalar>>], c: &[&[RistrettoPoint]], blinding: &[Blinding<'_>]) -> Vec<RistrettoPoint> {
    let m = c.len();
    let one = |k: usize| {
        // Cᵢ stands at i − 1, and j = k + i − m.
        let mut scalars: Vec<&Scalar> = Vec::new();
        let mut points: Vec<&RistrettoPoint> = Vec::new();
        for (at, c) in c.iter().enumerate() {
            let j = (k + at + 1).checked_sub(m);
            if let Some(a) = j.and_then(|j| a.get(j)) {
                scalars.extend(a.iter());
                points.extend(c.iter());
            }
        }
        for (base, t) in blinding {
            if let Some(t) = t.get(k) {
                scalars.push(t);
                points.push(base);
            }
        }
        RistrettoPoint::multiscalar_mul(scalars, points)
    };
    (0..2 * m).filter(|k| *k != m).map(one).collect()
}

/// 1/4 and 1/360.
static SCALES: LazyLock<(Scalar, Scalar)> =
    LazyLock::new(|| (Scalar::from(4u8).invert(), Scalar::from(360u16).invert()));

/// For m = 4. The rows of points come in the order of their powers, C₄ first.
fn toom_cook(a: [&[Scalar]; 5], c: [&[RistrettoPoint]; 4], blinding: &[Blinding<'_>]) -> Vec<RistrettoPoint> {
    let [a0, _, _, _, a4] = a;
    let [c0, c1, c2, c3] = c;
    let (quarter, scale) = *SCALES;

    // E₀/4 and E₇/4.
    let end = |a: &[Scalar], c: &[RistrettoPoint], k: usize| {
        let blinds = blinding.iter().filter_map(|(_, t)| t.get(k));
        let mut scalars = Zeroizing::new(Vec::with_capacity(a.len() + blinding.len()));
        scalars.extend(a.iter().chain(blinds).map(|scalar| quarter * scalar));
        let bases = blinding.iter().map(|(base, _)| *base);
        RistrettoPoint::multiscalar_mul(scalars.iter(), c.iter().chain(bases))
    };
    let (first, last) = (end(a0, c0, 0), end(a4, c3, 7));

    // E(X, Z)/360 for a vector of points C(X, Z).
    let value = |x: Scalar, z: Scalar, c: &[RistrettoPoint]| {
        let weights = |degree: usize| -> Vec<Scalar> {
            let (x, z) = (powers(&x, degree + 1), powers(&z, degree + 1));
            let products = x.iter().zip(z.iter().rev());
            products.map(|(x, z)| x * z * scale).collect()
        };
        let mut scalars = Zeroizing::new(vec![Scalar::ZERO; c.len()]);
        for (weight, a) in weights(4).iter().zip(a) {
            for (sum, a) in scalars.iter_mut().zip(a) {
                *sum += weight * a;
            }
        }
        let weights = weights(7);
        scalars.extend(blinding.iter().map(|(_, t)| inner(&weights, t)));
        let bases = blinding.iter().map(|(base, _)| *base);
        RistrettoPoint::multiscalar_mul(scalars.iter(), c.iter().chain(bases))
    };
    // Sum and difference of E(±X, Z)/360, where C(±X, Z) = even ± odd.
    let pair = |x: Scalar, z: Scalar, even: [i16; 2], odd: [i16; 2]| {
        let sums = |factors: [i16; 2], a: &[RistrettoPoint], b: &[RistrettoPoint]| -> Vec<_> {
            let [p, q] = factors;
            let columns = a.iter().zip(b);
            columns.map(|(a, b)| small_sum(&[(p, a), (q, b)])).collect()
        };
        let (even, odd) = (sums(even, c0, c2), sums(odd, c1, c3));
        let plus: Vec<_> = even.iter().zip(&odd).map(|(even, odd)| even + odd).collect();
        let minus: Vec<_> = even.iter().zip(&odd).map(|(even, odd)| even - odd).collect();
        let (plus, minus) = (value(x, z, &plus), value(-x, z, &minus));
        (plus + minus, plus - minus)
    };
    let (one, two) = (Scalar::ONE, Scalar::from(2u8));
    let (s1, d1) = pair(one, one, [1, 1], [1, 1]);
    let (s2, d2) = pair(two, one, [1, 4], [2, 8]);
    let (s3, d3) = pair(one, two, [8, 2], [4, 1]);

    vec![
        small_sum(&[(4, &first)]),
        small_sum(&[(-80, &d1), (2, &d2), (4, &d3), (-4, &last)]),
        small_sum(&[(-80, &s1), (1, &s2), (8, &s3), (-21, &first)]),
        small_sum(&[(340, &d1), (-10, &d2), (-5, &d3), (21, &last)]),
        small_sum(&[(-80, &d1), (8, &d2), (1, &d3), (-21, &last)]),
        small_sum(&[(-80, &s1), (4, &s2), (2, &s3), (-4, &first)]),
        small_sum(&[(4, &last)]),
    ]
}

/// Σ cᵢ·Pᵢ for small public constants, bit by bit. The time depends on the constants only.
fn small_sum(terms: &[(i16, &RistrettoPoint)]) -> RistrettoPoint {
    let bits = terms.iter().map(|(c, _)| 16 - c.unsigned_abs().leading_zeros());
    let mut sum: Option<RistrettoPoint> = None;
    for bit in (0..bits.max().unwrap_or(0)).rev() {
        sum = sum.map(|sum| sum + sum);
        for (constant, point) in terms {
            if constant.unsigned_abs() >> bit & 1 == 1 {
                sum = Some(match (sum, *constant < 0) {
                    (Some(sum), false) => sum + *point,
                    (Some(sum), true) => sum - *point,
                    (None, false) => **point,
                    (None, true) => -*point,
                });
            }
        }
    }
    sum.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn both_ways_agree_with_the_definition() {
        let mut rng = StdRng::seed_from_u64(4);
        for (m, n) in [(1, 3), (2, 2), (3, 1), (4, 1), (4, 3), (5, 2)] {
            let mut scalars = |n| Zeroizing::new((0..n).map(|_| Scalar::random(&mut rng)).collect::<Vec<_>>());
            let a: Vec<_> = (0..=m).map(|_| scalars(n)).collect();
            let t: Vec<_> = (0..2).map(|_| scalars(2 * m)).collect();
            let mut points = |n| -> Vec<_> { (0..n).map(|_| RistrettoPoint::random(&mut rng)).collect() };
            let c: Vec<_> = (0..m).map(|_| points(n)).collect();
            let bases = points(2);
            let rows: Vec<&[RistrettoPoint]> = c.iter().map(Vec::as_slice).collect();
            let flat = c.concat();
            let blinding = [(&bases[0], t[0].as_slice()), (&bases[1], t[1].as_slice())];

            let mut expected = Vec::new();
            for k in (0..2 * m).filter(|k| *k != m) {
                let mut sum = bases[0] * t[0][k] + bases[1] * t[1][k];
                for i in 1..=m {
                    for j in 0..=m {
                        if j + m == k + i {
                            sum += a[j].iter().zip(&c[i - 1]).map(|(a, c)| a * c).sum::<RistrettoPoint>();
                        }
                    }
                }
                expected.push(sum);
            }
            assert_eq!(one_by_one(&a, &rows, &blinding), expected, "{m} x {n}");
            assert_eq!(diagonals(&a, &flat, &blinding), expected, "{m} x {n}");
        }
    }

    #[test]
    fn known_logarithms_give_the_same() {
        let mut rng = StdRng::seed_from_u64(5);
        for (m, n) in [(1, 3), (2, 2), (4, 3)] {
            let mut scalars = |n| Zeroizing::new((0..n).map(|_| Scalar::random(&mut rng)).collect::<Vec<_>>());
            let a: Vec<_> = (0..=m).map(|_| scalars(n)).collect();
            let (c, t) = (scalars(m * n), scalars(2 * m));
            let points: Vec<_> = c.iter().map(RistrettoPoint::mul_base).collect();
            let g = RistrettoPoint::mul_base(&Scalar::ONE);
            assert_eq!(diagonals_known(&a, &c, &t), diagonals(&a, &points, &[(&g, &t)]));
        }
    }

    #[test]
    fn small_sums_are_sums() {
        let p = RistrettoPoint::mul_base(&Scalar::from(7u8));
        let q = RistrettoPoint::mul_base(&Scalar::from(100u8));
        for (a, b) in [(0, 0), (1, 0), (-1, 0), (0, -80), (340, -21), (-2, 8)] {
            let expected = RistrettoPoint::mul_base(&signed(7 * i64::from(a) + 100 * i64::from(b)));
            assert_eq!(small_sum(&[(a, &p), (b, &q)]), expected);
        }
    }

    fn signed(value: i64) -> Scalar {
        let magnitude = Scalar::from(value.unsigned_abs());
        if value < 0 { -magnitude } else { magnitude }
    }
}
