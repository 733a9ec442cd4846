//! A lot with any parties, reveals and draws: it gives a seed only when all revealed what they committed to.
#![no_main]

use std::collections::BTreeSet;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use majlis_crypto::chain::match_id;
use majlis_crypto::lot::{Contribution, Lot, LotContext, Seed};

#[derive(Arbitrary, Debug)]
struct Input {
    parties: Vec<(u8, [u8; 4])>,
    reveals: Vec<(u8, [u8; 4])>,
    purpose: String,
    choices: Vec<u32>,
    size: u16,
}

fn contribution(bytes: [u8; 4]) -> Contribution {
    let mut nonce = [0; 32];
    nonce[..4].copy_from_slice(&bytes);
    Contribution::from_bytes(nonce, [1; 32])
}

fuzz_target!(|input: Input| {
    let context = LotContext {
        match_id: match_id(b"closing"),
        epoch: 0,
        step: 1,
    };
    let committed: Vec<_> = input
        .parties
        .iter()
        .map(|(party, bytes)| (*party, contribution(*bytes).commitment(&context, *party, &[])))
        .collect();
    let Ok(mut lot) = Lot::new(context, &committed) else {
        return;
    };
    let mut revealed = BTreeSet::new();
    for (party, bytes) in &input.reveals {
        let accepted = lot.reveal(*party, &contribution(*bytes), &[]).is_ok();
        assert_eq!(accepted, input.parties.contains(&(*party, *bytes)));
        // Revealing the same again changes nothing.
        if accepted {
            revealed.insert(*party);
        }
    }
    let missing: Vec<u8> = lot.missing().collect();
    assert_eq!(missing.len() + revealed.len(), input.parties.len());
    match lot.seed() {
        Ok(seed) => {
            assert!(missing.is_empty());
            draw(&seed, &input);
        }
        Err(_) => assert!(!missing.is_empty()),
    }
});

fn draw(seed: &Seed, input: &Input) {
    let mut draw = seed.draw(&input.purpose);
    for &n in &input.choices {
        if let Ok(choice) = draw.choice(n) {
            assert!(choice < n);
        } else {
            assert_eq!(n, 0);
        }
    }
    let n = u32::from(input.size % 300);
    let mut permutation = draw.permutation(n);
    permutation.sort_unstable();
    assert!(permutation.into_iter().eq(0..n));
}
