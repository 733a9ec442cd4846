use majlis_crypto::transcript::{Context, Purpose};
use serde_json::{Value, json};

use crate::{compare, hex};

/// Messages and challenges, in order: what `majlis_crypto::transcript` builds on.
enum Operation {
    Append(&'static str, Vec<u8>),
    Challenge(&'static str, usize),
}
use Operation::{Append, Challenge};

fn run(protocol: &'static str, operations: Vec<Operation>) -> Value {
    let mut transcript = merlin::Transcript::new(protocol.as_bytes());
    let shown: Vec<Value> = operations
        .into_iter()
        .map(|operation| match operation {
            Append(label, message) => {
                transcript.append_message(label.as_bytes(), &message);
                json!({"label": label, "message": hex(message)})
            }
            Challenge(label, length) => {
                let mut bytes = vec![0; length];
                transcript.challenge_bytes(label.as_bytes(), &mut bytes);
                json!({"label": label, "challenge": hex(bytes)})
            }
        })
        .collect();
    json!({"protocol": protocol, "operations": shown})
}

/// The messages with which the transcript of every proof starts.
fn opening(context: &Context, purpose: Purpose) -> Vec<Operation> {
    vec![
        Append("suite", context.suite.to_le_bytes().to_vec()),
        Append("match", context.match_id.to_vec()),
        Append("epoch", context.epoch.to_le_bytes().to_vec()),
        Append("step", context.step.to_le_bytes().to_vec()),
        Append("party", vec![context.party]),
        Append("prev", context.prev.to_vec()),
        Append("purpose", purpose.word().as_bytes().to_vec()),
    ]
}

#[test]
fn row12_transcripts() {
    let context = Context {
        suite: 1,
        match_id: [1; 32],
        epoch: 2,
        step: 3,
        party: 1,
        prev: [4; 32],
    };
    let mut proof = opening(&context, Purpose::Shuffle);
    proof.extend([
        Append("list", vec![7; 72]),
        Challenge("x", 64),
        Append("answer", vec![9; 32]),
        Challenge("y", 64),
    ]);
    let transcripts = [
        run(
            "test protocol",
            vec![Append("some label", b"some data".to_vec()), Challenge("challenge", 32)],
        ),
        run(
            "",
            vec![
                Challenge("", 1),
                Challenge("", 0),
                Append("", vec![]),
                Challenge("", 200),
            ],
        ),
        // Lengths around the rate of 166 bytes, where the permutation runs in the middle of an operation.
        run(
            "rate",
            (150..170)
                .flat_map(|length| [Append("m", vec![length as u8; length]), Challenge("c", length)])
                .collect(),
        ),
        run("majlis/proof/v1", proof),
    ];
    compare("merlin.json", &json!({"transcripts": transcripts}));
}
