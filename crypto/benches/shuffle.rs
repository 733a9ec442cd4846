//! Times the shuffle beside the bare group operations of the same argument, in the same run.
//!
//! `cargo bench -p majlis-crypto --bench shuffle`. The bare operations are listed, multiplication
//! by multiplication, in `docs/bare-operations.md`; exactly those are executed here, on random
//! operands, with the fastest function of `curve25519-dalek` for each. Bare and real work alternate,
//! round by round; what is printed is the least processor time of each, and their ratio.
#![allow(
    missing_docs,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark measures and prints"
)]

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use majlis_crypto::group::{self, Ciphertext, Element};
use majlis_crypto::shuffle::{self, Proof, Shape, Statement};
use majlis_crypto::transcript::{Context, SUITE};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// Random operands, more than any operation needs.
struct Operands {
    scalars: Vec<Scalar>,
    points: Vec<RistrettoPoint>,
    encoded: Vec<CompressedRistretto>,
}

impl Operands {
    fn new(rng: &mut StdRng) -> Self {
        let points: Vec<_> = (0..600).map(|_| RistrettoPoint::random(rng)).collect();
        Self {
            scalars: (0..600).map(|_| Scalar::random(rng)).collect(),
            encoded: points.iter().map(RistrettoPoint::compress).collect(),
            points,
        }
    }

    /// One constant-time multiscalar multiplication.
    fn secret(&self, terms: usize) {
        black_box(RistrettoPoint::multiscalar_mul(
            self.scalars.iter().take(terms),
            self.points.iter().take(terms),
        ));
    }

    /// One variable-time multiscalar multiplication. Between 100 and 190 terms the library's slower method is avoided
    /// as in `majlis_crypto::batch`, by terms of zero, so that the bare time is not longer than it need be.
    fn public(&self, terms: usize) {
        let filled = if (100..190).contains(&terms) { 190 } else { terms };
        let zeros = std::iter::repeat_n(&Scalar::ZERO, filled - terms);
        let scalars: Vec<&Scalar> = self.scalars.iter().take(terms).chain(zeros).collect();
        black_box(RistrettoPoint::vartime_multiscalar_mul(
            scalars,
            self.points.iter().take(filled),
        ));
    }

    /// Points of a proof encoded together.
    fn encode_together(&self, count: usize) {
        black_box(RistrettoPoint::double_and_compress_batch(
            self.points.iter().take(count),
        ));
    }

    fn shuffle(&self, shape: Shape) {
        let pairs = self.scalars.iter().zip(&self.points).take(shape.cards());
        for (scalar, point) in pairs {
            let c1 = RistrettoPoint::mul_base(scalar) + point;
            let c2 = scalar * point + point;
            black_box((c1.compress(), c2.compress()));
        }
    }

    fn prove(&self, shape: Shape) {
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

    fn verify(&self, shape: Shape, first: bool) {
        let decoded = 2 * shape.cards() + proof_points(shape);
        for encoded in self.encoded.iter().take(decoded) {
            black_box(encoded.decompress());
        }
        let input = if first { 1 } else { 2 } * shape.cards();
        self.public(decoded + input + shape.columns() + 2);
    }
}

/// The number of points in a proof.
fn proof_points(shape: Shape) -> usize {
    let m = shape.rows();
    let columns = if m > 1 { (m - 1) + 2 + 2 * m } else { 0 };
    2 * m + columns + 3 + 1 + 3 * (2 * m - 1)
}

/// The processor time of some work, which other programs on the machine disturb least.
fn time<R>(work: impl FnOnce() -> R) -> Duration {
    let start = ThreadTime::now();
    black_box(work());
    start.elapsed()
}

/// The least of the times in milliseconds: what the work takes when nothing else disturbs it.
fn least(times: Vec<Duration>) -> f64 {
    times.into_iter().min().unwrap_or_default().as_secs_f64() * 1e3
}

fn context() -> Context {
    Context {
        suite: SUITE,
        match_id: [7; 32],
        epoch: 0,
        step: 9,
        party: 2,
        prev: [5; 32],
    }
}

fn measure(cards: usize, first: bool, operands: &Operands, rng: &mut StdRng) {
    let shape = Shape::of(cards).unwrap();
    let context = context();
    let key = Element::new(RistrettoPoint::mul_base(&Scalar::random(rng)));
    let mut input: Vec<Ciphertext> = (0..cards)
        .map(|i| Ciphertext::open(group::face("bench", &i.to_string())))
        .collect();
    if !first {
        input = shuffle::prove(&context, b"", &key, &input, rng).unwrap().output;
    }
    let shuffled = shuffle::prove(&context, b"", &key, &input, rng).unwrap();
    let (pack, proof) = (shuffle::encode_pack(&shuffled.output), shuffled.proof.encode());
    let verify = || {
        let output = shuffle::decode_pack(&pack, cards).unwrap();
        let statement = Statement {
            context: &context,
            binding: b"",
            key: &key,
            input: &input,
            output: &output,
        };
        let proof = Proof::decode(&proof, cards).unwrap();
        shuffle::verify_alone(&statement, &proof).unwrap();
    };

    let rounds = 100;
    let mut times = [(); 4].map(|()| Vec::with_capacity(rounds));
    let [bare_prove, real_prove, bare_verify, real_verify] = &mut times;
    for _ in 0..rounds {
        bare_prove.push(time(|| {
            operands.shuffle(shape);
            operands.prove(shape);
        }));
        real_prove.push(time(|| shuffle::prove(&context, b"", &key, &input, rng).unwrap()));
        bare_verify.push(time(|| operands.verify(shape, first)));
        real_verify.push(time(verify));
    }
    let [bare_prove, real_prove, bare_verify, real_verify] = times.map(least);
    println!(
        "{cards:>5}  {:<6} {:>2} x {:<3} {real_prove:>8.2} ms {bare_prove:>8.2} ms {:>6.2} {real_verify:>10.2} ms {bare_verify:>8.2} ms {:>6.2} {:>9} B",
        if first { "first" } else { "later" },
        shape.rows(),
        shape.columns(),
        real_prove / bare_prove,
        real_verify / bare_verify,
        proof.len(),
    );
}

fn main() {
    let mut rng = StdRng::seed_from_u64(52);
    let operands = Operands::new(&mut rng);
    println!("Shuffle and prove (with the prover's own check), and verify from bytes; least processor times.");
    println!("A first shuffle has c1 = O throughout its input.");
    println!();
    println!("cards  input   m x n        prove        bare  ratio        verify        bare  ratio       proof");
    for cards in [28, 36, 52, 104] {
        for first in [true, false] {
            measure(cards, first, &operands, &mut rng);
        }
    }
}
