use majlis_crypto::group::{Element, face, g, h, hash_to_group, shuffle_bases};
use serde_json::{Value, json};

use crate::{compare, hex};

#[test]
fn row01_row12_bases_come_from_their_labels() {
    let labelled = |label: String, element: &Element| json!({"label": label, "element": hex(element.bytes())});
    let mut hashed: Vec<Value> = ["", "a", "majlis/base/v1/", "ristretto"]
        .map(|label| labelled(label.to_owned(), &hash_to_group(label)))
        .to_vec();
    hashed.push(labelled("majlis/base/v1/H".to_owned(), h()));
    for (i, base) in shuffle_bases().iter().enumerate() {
        hashed.push(labelled(format!("majlis/base/v1/shuffle/{i}"), base));
    }
    for (kind, name) in [
        ("domino", "6-6"),
        ("four", "10D"),
        ("jackaroo", "KS"),
        ("domino", "0-0"),
    ] {
        hashed.push(labelled(format!("majlis/face/v1/{kind}/{name}"), &face(kind, name)));
    }
    // The first multiples of G, for a second implementation's arithmetic.
    let multiples: Vec<String> = (0u64..16)
        .map(|k| hex(Element::new(g().point() * curve25519_dalek::scalar::Scalar::from(k)).bytes()))
        .collect();
    compare("group.json", &json!({"hashed": hashed, "multiples": multiples}));
}
