use majlis_crypto::chain::{Label, hash, match_id};
use majlis_crypto::lot::{Contribution, Lot, LotContext, Seed};
use serde_json::{Value, json};

use crate::{compare, hex};

fn contribution(number: u8) -> Contribution {
    Contribution::from_bytes([number; 32], [0x80 | number; 32])
}

fn draws(seed: &Seed) -> Vec<Value> {
    let mut draws: Vec<Value> = ["seats", "start", ""]
        .into_iter()
        .flat_map(|purpose| [0, 1, 2, 3, 4, 52].map(|n| (purpose, n)))
        .map(|(purpose, n)| json!({"purpose": purpose, "n": n, "permutation": seed.draw(purpose).permutation(n)}))
        .collect();
    // Large n, so that words are thrown away: more than half of them at 2³¹ + 1 … .
    for n in [1u32, 2, 3, 4, 1 << 16, (1 << 31) + 1, 3 << 30, u32::MAX] {
        let mut draw = seed.draw("choices");
        let choices: Vec<u32> = (0..12).map(|_| draw.choice(n).unwrap()).collect();
        draws.push(json!({"purpose": "choices", "n": n, "choices": choices}));
    }
    draws
}

#[test]
fn row12_commitments_seeds_and_draws() {
    let lots: Vec<Value> = [
        (&[0u8, 1][..], 0, 0),
        (&[0, 1, 2, 3], 0, 0),
        (&[0, 2, 3], 1, 40),
        (&[1, 3], u32::MAX, u64::MAX),
    ]
    .into_iter()
    .map(|(parties, epoch, step)| {
        let context = LotContext {
            match_id: match_id(b"closing"),
            epoch,
            step,
        };
        let keys = [[0x11; 32], [0x22; 32], [0x33; 32]];
        let bound: Vec<&[u8]> = keys.iter().map(<[u8; 32]>::as_slice).collect();
        let committed: Vec<_> = parties
            .iter()
            .map(|&party| (party, contribution(party).commitment(&context, party, &bound)))
            .collect();
        let mut lot = Lot::new(context, &committed).unwrap();
        for &party in parties {
            lot.reveal(party, &contribution(party), &bound).unwrap();
        }
        let seed = lot.seed().unwrap();
        let shown: Vec<Value> = committed
            .iter()
            .map(|(party, commitment)| {
                json!({
                    "party": party, "nonce": hex(contribution(*party).nonce()),
                    "salt": hex(contribution(*party).salt()), "commitment": commitment.to_string(),
                })
            })
            .collect();
        json!({
            "match": context.match_id.to_string(), "epoch": epoch, "step": step,
            "bound": bound.iter().map(hex).collect::<Vec<_>>(), "parties": shown,
            "seed": seed.digest().to_string(), "draws": draws(&seed),
        })
    })
    .collect();
    let seeds: Vec<Value> = (0..3u8)
        .map(|number| {
            let seed = Seed::from_digest(hash(Label::State, &[&[number]]));
            json!({"seed": seed.digest().to_string(), "draws": draws(&seed)})
        })
        .collect();
    compare("lot.json", &json!({"lots": lots, "seeds": seeds}));
}
