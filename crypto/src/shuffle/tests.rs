//! Completeness, attacks and simulation.

use curve25519_dalek::scalar::Scalar;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::*;
use crate::group;
use crate::transcript::testing::context;

fn faces(cards: usize) -> Vec<Ciphertext> {
    (0..cards)
        .map(|i| Ciphertext::open(group::face("test", &i.to_string())))
        .collect()
}

fn key() -> Element {
    Element::new(RistrettoPoint::mul_base(&Scalar::from(1234u32)))
}

#[test]
fn every_size_is_proved_twice_in_a_row() {
    let mut rng = StdRng::seed_from_u64(1);
    for cards in [2, 3, 4, 5, 13, 27, 28, 29, 36, 52, 53, 104] {
        let mut pack = faces(cards);
        for _ in 0..2 {
            let shuffled = prove(&context(), b"pack", &key(), &pack, &mut rng).unwrap();
            let shape = Shape::of(cards).unwrap();
            let bytes = shuffled.proof.encode();
            assert_eq!(bytes.len(), shape.proof_bytes());
            let proof = Proof::decode(&bytes, cards).unwrap();
            assert_eq!(proof, shuffled.proof);
            let statement = Statement {
                context: &context(),
                binding: b"pack",
                key: &key(),
                input: &pack,
                output: &shuffled.output,
            };
            assert_eq!(verify_alone(&statement, &proof), Ok(()));
            pack = shuffled.output;
        }
    }
}
