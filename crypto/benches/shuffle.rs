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

mod bare;

use bare::{Operands, least, time};
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use majlis_crypto::group::{self, Ciphertext, Element};
use majlis_crypto::shuffle::{self, Proof, Shape, Statement};
use majlis_crypto::transcript::{Context, SUITE};
use rand::SeedableRng;
use rand::rngs::StdRng;

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
