use majlis_crypto::chain::{Label, Place, StepPosition, commit, hash, match_id, step_digest};
use serde_json::{Value, json};

use crate::{compare, hex};

fn parts(parts: &[&[u8]]) -> Value {
    parts.iter().map(hex).collect()
}

#[test]
fn row12_digests_and_steps() {
    let lists: [&[&[u8]]; 6] = [
        &[],
        &[b""],
        &[b"abc"],
        &[b"a", b"bc"],
        &[b"ab", b"c"],
        &[b"", &[0xff; 300], b"\0"],
    ];
    let hashes: Vec<Value> = Label::ALL
        .iter()
        .flat_map(|&label| lists.map(|list| (label, list)))
        .map(|(label, list)| {
            json!({"label": label.as_str(), "parts": parts(list), "digest": hash(label, list).to_string()})
        })
        .collect();
    let commitments: Vec<Value> = [("", &[][..]), ("lot", &[b"a".as_slice(), b"b"]), ("lota", &[b"b"])]
        .map(|(purpose, list)| {
            json!({"purpose": purpose, "parts": parts(list), "digest": commit(purpose, list).to_string()})
        })
        .to_vec();
    let matches: Vec<Value> = [&b""[..], b"closing"]
        .map(|closing| json!({"closing": hex(closing), "match": match_id(closing).to_string()}))
        .to_vec();

    let header = [0xa1, 0x01, 0x02];
    let all: [&[(u8, Place<'_>)]; 4] = [
        &[(0, Place::Entry(&header))],
        &[
            (0, Place::Entry(&header)),
            (1, Place::Left(b"leave")),
            (2, Place::Absent),
            (3, Place::Equivocated),
        ],
        &[(1, Place::Entry(b"")), (3, Place::Left(b""))],
        &[(2, Place::Equivocated)],
    ];
    let positions = [(0, 0), (1, 7), (u32::MAX, u64::MAX)];
    let mut steps = Vec::new();
    for (epoch, step) in positions {
        for places in all {
            let position = StepPosition {
                match_id: match_id(b"closing"),
                epoch,
                step,
                prev: match_id(b"prev"),
            };
            let shown: Vec<Value> = places
                .iter()
                .map(|(party, place)| match place {
                    Place::Entry(content) => json!({"party": party, "kind": "entry", "content": hex(content)}),
                    Place::Left(content) => json!({"party": party, "kind": "left", "content": hex(content)}),
                    Place::Absent => json!({"party": party, "kind": "absent"}),
                    Place::Equivocated => json!({"party": party, "kind": "equivocated"}),
                })
                .collect();
            steps.push(json!({
                "match": position.match_id.to_string(), "epoch": epoch, "step": step,
                "prev": position.prev.to_string(), "places": shown,
                "digest": step_digest(&position, places).unwrap().to_string(),
            }));
        }
    }
    compare(
        "chain.json",
        &json!({"hashes": hashes, "commitments": commitments, "matches": matches, "steps": steps}),
    );
}
