use core::convert::Infallible;

use curve25519_dalek::scalar::Scalar;
use majlis_crypto::group::{Ciphertext, Element, face, g};
use majlis_crypto::shuffle::{self, Proof, Statement};
use majlis_crypto::transcript::{Context, SUITE};
use rand_core::{TryCryptoRng, TryRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{compare, hex};

/// Bytes that no library's version changes: SHA-256 of a seed and a counter, block after block.
struct Fixed {
    seed: u64,
    counter: u64,
    block: Vec<u8>,
}

impl Fixed {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            counter: 0,
            block: Vec::new(),
        }
    }
}

impl TryRng for Fixed {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let mut bytes = [0; 4];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let mut bytes = [0; 8];
        self.try_fill_bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Infallible> {
        for byte in out {
            if self.block.is_empty() {
                let input = [self.seed.to_le_bytes(), self.counter.to_le_bytes()].concat();
                self.block = Sha256::digest(input).iter().rev().copied().collect();
                self.counter += 1;
            }
            *byte = self.block.pop().unwrap();
        }
        Ok(())
    }
}

impl TryCryptoRng for Fixed {}

/// A pack shuffled twice, each time with its proof.
fn pack(cards: usize, seed: u64) -> Vec<Value> {
    let mut rng = Fixed::new(seed);
    let key = Element::new(g().point() * Scalar::from(1000 + seed));
    let mut input: Vec<Ciphertext> = (0..cards)
        .map(|i| Ciphertext::open(face("golden", &i.to_string())))
        .collect();
    let mut shown = Vec::new();
    for party in 0..2 {
        let context = Context {
            suite: SUITE,
            match_id: Sha256::digest(b"match").into(),
            epoch: 1,
            step: 2 + u64::from(party),
            party,
            prev: Sha256::digest([party]).into(),
        };
        let binding = format!("pack {seed}");
        let shuffled = shuffle::prove(&context, binding.as_bytes(), &key, &input, &mut rng).unwrap();
        let (output, proof) = (shuffle::encode_pack(&shuffled.output), shuffled.proof.encode());

        let decoded = shuffle::decode_pack(&output, cards).unwrap();
        let statement = Statement {
            context: &context,
            binding: binding.as_bytes(),
            key: &key,
            input: &input,
            output: &decoded,
        };
        shuffle::verify_alone(&statement, &Proof::decode(&proof, cards).unwrap()).unwrap();
        shown.push(json!({
            "context": {
                "suite": context.suite,
                "match": hex(context.match_id),
                "epoch": context.epoch,
                "step": context.step,
                "party": context.party,
                "prev": hex(context.prev),
            },
            "binding": binding,
            "secret": 1000 + seed,
            "key": hex(key.bytes()),
            "input": hex(shuffle::encode_pack(&input)),
            "output": hex(output),
            "permutation": shuffled.permutation.sources(),
            "proof": hex(proof),
        }));
        input = shuffled.output;
    }
    shown
}

#[test]
fn row12_shuffles_and_their_proofs() {
    let shuffles: Vec<Value> = [(2, 1), (5, 2), (28, 3)]
        .into_iter()
        .flat_map(|(cards, seed)| pack(cards, seed))
        .collect();
    compare("shuffle.json", &json!({"shuffles": shuffles}));
}
