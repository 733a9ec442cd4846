//! Any bytes as a message of the pack: refused with a sentence, or read and written back as they were.
#![no_main]

use libfuzzer_sys::fuzz_target;
use majlis_crypto::error::ProofError;
use majlis_crypto::keys::DeckSecret;
use majlis_crypto::pack::{CommitMessage, KeysMessage, LookMessage, MemberMessage, ShareMessage, ShuffleMessage};
use majlis_crypto::shuffle;

/// Holds a decoded message against its bytes.
fn same(bytes: &[u8], encoded: Result<Vec<u8>, ProofError>) {
    match encoded {
        Ok(encoded) => assert_eq!(encoded, bytes),
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && text.len() < 300, "{text}");
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&[kind, count, faces], message)) = bytes.split_first_chunk() else {
        return;
    };
    let (cards, faces) = (usize::from(count), usize::from(faces));
    // What fits the length of the message, so that decoding gets beyond it.
    let fitting = (message.len() / 32).saturating_sub(cards % 5);
    match kind % 8 {
        0 => same(message, KeysMessage::decode(message).map(|m| m.encode())),
        1 => same(message, ShareMessage::decode(message, cards).map(|m| m.encode())),
        2 => same(message, ShareMessage::decode(message, fitting).map(|m| m.encode())),
        3 => same(message, LookMessage::decode(message).map(|m| m.encode())),
        4 => same(message, CommitMessage::decode(message, fitting).map(|m| m.encode())),
        5 => same(
            message,
            MemberMessage::decode(message, cards, faces).map(|m| m.encode()),
        ),
        6 => {
            same(message, ShuffleMessage::decode(message, cards).map(|m| m.encode()));
            same(message, shuffle::Proof::decode(message, cards).map(|m| m.encode()));
            same(
                message,
                shuffle::decode_pack(message, cards).map(|pack| shuffle::encode_pack(&pack)),
            );
        }
        _ => {
            if let Some(secret) = message.first_chunk::<64>()
                && let Ok(read) = DeckSecret::from_bytes(secret)
            {
                assert_eq!(*read.to_bytes(), *secret);
            }
        }
    }
});
