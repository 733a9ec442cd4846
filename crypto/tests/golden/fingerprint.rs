use majlis_crypto::fingerprint::{Fingerprint, SYMBOLS};
use majlis_crypto::identity::Identity;
use serde_json::{Value, json};

use crate::{compare, hex};

#[test]
fn row12_fingerprints() {
    let fingerprints: Vec<Value> = (0..8u8)
        .map(|seed| {
            let key = Identity::from_secret(&[seed; 32]).key();
            let fingerprint = Fingerprint::of(&key);
            json!({
                "key": hex(key.as_bytes()), "hex": fingerprint.to_string(), "numbers": fingerprint.numbers(),
                "en": fingerprint.symbols().map(|symbol| symbol.en).join(" "),
            })
        })
        .collect();
    let symbols: Vec<Value> = SYMBOLS
        .iter()
        .map(|symbol| json!([symbol.emoji.to_string(), symbol.en, symbol.ar, symbol.ro]))
        .collect();
    compare(
        "fingerprint.json",
        &json!({"fingerprints": fingerprints, "symbols": symbols}),
    );
}
