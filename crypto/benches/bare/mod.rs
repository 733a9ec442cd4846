//! The bare group operations of each argument, as `docs/bare-operations.md` lists them, and the clock.
#![allow(dead_code, reason = "each benchmark uses its own part")]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use majlis_crypto::shuffle::Shape;
use rand::RngExt;
use rand::rngs::StdRng;

/// Random operands, more than any operation needs.
pub(crate) struct Operands {
    scalars: Vec<Scalar>,
    /// Of 128 bits.
    short: Vec<Scalar>,
    points: Vec<RistrettoPoint>,
    encoded: Vec<CompressedRistretto>,
}

impl Operands {
    pub(crate) fn new(rng: &mut StdRng) -> Self {
        let points: Vec<_> = (0..600).map(|_| RistrettoPoint::random(rng)).collect();
        Self {
            scalars: (0..600).map(|_| Scalar::random(rng)).collect(),
            short: (0..600).map(|_| Scalar::from(rng.random::<u128>())).collect(),
            encoded: points.iter().map(RistrettoPoint::compress).collect(),
            points,
        }
    }

    /// One constant-time multiscalar multiplication.
    pub(crate) fn secret(&self, terms: usize) {
        black_box(RistrettoPoint::multiscalar_mul(
            self.scalars.iter().take(terms),
            self.points.iter().take(terms),
        ));
    }

    /// One variable-time multiscalar multiplication. Between 100 and 190 terms the library's slower method is avoided
    /// as in `majlis_crypto::batch`, by terms of zero, so that the bare time is not longer than it need be.
    pub(crate) fn public(&self, terms: usize) {
        let filled = if (100..190).contains(&terms) { 190 } else { terms };
        let zeros = std::iter::repeat_n(&Scalar::ZERO, filled - terms);
        let scalars: Vec<&Scalar> = self.scalars.iter().take(terms).chain(zeros).collect();
        black_box(RistrettoPoint::vartime_multiscalar_mul(
            scalars,
            self.points.iter().take(filled),
        ));
    }

    /// Points of a proof encoded together.
    pub(crate) fn encode_together(&self, count: usize) {
        black_box(RistrettoPoint::double_and_compress_batch(
            self.points.iter().take(count),
        ));
    }

    /// One variable-time multiscalar multiplication by scalars of 128 bits.
    pub(crate) fn public_short(&self, terms: usize) {
        black_box(RistrettoPoint::vartime_multiscalar_mul(
            self.short.iter().take(terms),
            self.points.iter().take(terms),
        ));
    }

    /// Constant-time multiplications of one point each.
    pub(crate) fn multiply(&self, count: usize) {
        for (scalar, point) in self.scalars.iter().zip(&self.points).take(count) {
            black_box(scalar * point);
        }
    }

    /// Constant-time multiplications of G, each encoded.
    pub(crate) fn multiply_base(&self, count: usize) {
        for scalar in self.scalars.iter().take(count) {
            black_box(RistrettoPoint::mul_base(scalar).compress());
        }
    }

    /// Points encoded one by one.
    pub(crate) fn encode(&self, count: usize) {
        for point in self.points.iter().take(count) {
            black_box(point.compress());
        }
    }

    /// Points decoded.
    pub(crate) fn decode(&self, count: usize) {
        for encoded in self.encoded.iter().take(count) {
            black_box(encoded.decompress());
        }
    }

    pub(crate) fn share(&self, cards: usize) {
        self.multiply(cards);
        self.encode_together(cards);
        self.multiply_base(1);
        self.public_short(cards);
        self.multiply(1);
        self.encode(1);
    }

    pub(crate) fn verify_share(&self, cards: usize) {
        self.decode(cards + 2);
        self.public(2 * cards + 4);
    }

    pub(crate) fn look(&self) {
        self.multiply_base(3);
        self.secret(2);
        self.secret(2);
        self.encode(2);
    }

    pub(crate) fn verify_look(&self) {
        self.decode(5);
        self.public(9);
    }

    pub(crate) fn commit(&self, cards: usize) {
        for _ in 0..cards {
            self.secret(2);
        }
        self.encode(2 * cards);
        self.multiply_base(1);
        self.public_short(cards);
        self.secret(2);
        self.encode(1);
    }

    pub(crate) fn verify_commit(&self, cards: usize) {
        self.decode(cards + 2);
        self.encode(cards);
        self.public(3 * cards + 5);
    }

    pub(crate) fn member(&self, clauses: usize) {
        for _ in 0..clauses {
            self.secret(2);
        }
        self.encode_together(clauses);
    }

    pub(crate) fn verify_member(&self, clauses: usize) {
        let scalars = self.scalars.iter().zip(&self.short).take(clauses);
        for ((long, short), points) in scalars.zip(self.points.windows(2)) {
            black_box(RistrettoPoint::vartime_multiscalar_mul([long, short], points));
        }
        self.encode_together(clauses);
    }

    pub(crate) fn shuffle(&self, shape: Shape) {
        let pairs = self.scalars.iter().zip(&self.points).take(shape.cards());
        for (scalar, point) in pairs {
            let c1 = RistrettoPoint::mul_base(scalar) + point;
            let c2 = scalar * point + point;
            black_box((c1.compress(), c2.compress()));
        }
    }

    pub(crate) fn prove(&self, shape: Shape) {
        let (m, n) = (shape.rows(), shape.columns());
        let commitments = 2 * m + if m > 1 { (m - 1) + 2 } else { 0 } + 1 + 1;
        for _ in 0..commitments {
            self.secret(n + 1);
        }
        let single = if m > 1 { 2 * m } else { 0 } + (2 * m - 1);
        for _ in 0..single {
            self.secret(2);
        }
        self.secret(n);
        self.secret(n);
        for k in (0..2 * m).filter(|k| *k != m) {
            let rows = if k < m { k + 1 } else { 2 * m - k };
            self.secret(rows * n + 1);
            self.secret(rows * n + 2);
        }
        self.encode_together(proof_points(shape));
    }

    pub(crate) fn verify(&self, shape: Shape, first: bool) {
        let decoded = 2 * shape.cards() + proof_points(shape);
        for encoded in self.encoded.iter().take(decoded) {
            black_box(encoded.decompress());
        }
        let input = if first { 1 } else { 2 } * shape.cards();
        self.public(decoded + input + shape.columns() + 2);
    }
}

/// The number of points in a proof.
pub(crate) fn proof_points(shape: Shape) -> usize {
    let m = shape.rows();
    let columns = if m > 1 { (m - 1) + 2 + 2 * m } else { 0 };
    2 * m + columns + 3 + 1 + 3 * (2 * m - 1)
}

/// The processor time of some work, which other programs on the machine disturb least.
pub(crate) fn time<R>(work: impl FnOnce() -> R) -> Duration {
    let start = ThreadTime::now();
    black_box(work());
    start.elapsed()
}

/// The least of the times in milliseconds: what the work takes when nothing else disturbs it.
pub(crate) fn least(times: Vec<Duration>) -> f64 {
    times.into_iter().min().unwrap_or_default().as_secs_f64() * 1e3
}
