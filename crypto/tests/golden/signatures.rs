use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::scalar::Scalar;
use ed25519_dalek::hazmat::ExpandedSecretKey;
use majlis_crypto::identity::{Identity, IdentityError, IdentityKey, SIGN_PREFIX, SignTag, Signature};
use serde_json::{Value, json};
use sha2::{Digest, Sha512};

use crate::{compare, hex};

fn key_verdict(bytes: &[u8; 32]) -> &'static str {
    match IdentityKey::from_bytes(bytes) {
        Ok(_) => "good",
        Err(IdentityError::KeyEncoding) => "encoding",
        Err(IdentityError::WeakKey) => "weak",
        Err(IdentityError::MixedOrderKey) => "mixed",
        Err(other) => panic!("{other}"),
    }
}

fn keys() -> Vec<Value> {
    let honest = *Identity::from_secret(&[1; 32]).key().as_bytes();
    let point = CompressedEdwardsY(honest).decompress().unwrap();
    let mut keys: Vec<[u8; 32]> = vec![honest];
    for torsion in EIGHT_TORSION {
        keys.push(torsion.compress().0);
        keys.push((point + torsion).compress().0);
    }
    // Second spellings of small y, with either sign, and strings that are on no point.
    for low in 0xed..=0xff {
        for high in [0x7f, 0xff] {
            let mut bytes = [0xff; 32];
            (bytes[0], bytes[31]) = (low, high);
            keys.push(bytes);
        }
    }
    for low in 0..8 {
        for high in [0, 0x80] {
            let mut bytes = [0; 32];
            (bytes[0], bytes[31]) = (low, high);
            keys.push(bytes);
        }
    }
    keys.iter()
        .map(|key| json!({"key": hex(key), "verdict": key_verdict(key)}))
        .collect()
}

/// A signature by a signer who chooses R freely.
fn forged(identity: &Identity, tag: SignTag, content: &[u8], torsion: usize, nonce: u64) -> Signature {
    let message = [SIGN_PREFIX.as_bytes(), tag.as_str().as_bytes(), &[0], content].concat();
    let r = (Scalar::from(nonce) * ED25519_BASEPOINT_POINT + EIGHT_TORSION[torsion])
        .compress()
        .0;
    let digest = Sha512::new()
        .chain_update(r)
        .chain_update(identity.key().as_bytes())
        .chain_update(&message);
    let k = Scalar::from_bytes_mod_order_wide(&digest.finalize().into());
    let s = Scalar::from(nonce) + k * ExpandedSecretKey::from(identity.expose_secret()).scalar;
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&r);
    bytes[32..].copy_from_slice(s.as_bytes());
    Signature(bytes)
}

#[test]
fn row12_signatures_and_keys() {
    let made: Vec<Value> = (0u8..)
        .zip(SignTag::ALL)
        .flat_map(|(seed, tag)| [(seed, tag, vec![]), (seed, tag, vec![seed; 100])])
        .map(|(seed, tag, content)| {
            let identity = Identity::from_secret(&[seed; 32]);
            json!({
                "secret": hex([seed; 32]), "key": hex(identity.key().as_bytes()), "tag": tag.as_str(),
                "content": hex(&content), "signature": hex(identity.sign(tag, &content).0),
            })
        })
        .collect();

    let identity = Identity::from_secret(&[9; 32]);
    let (tag, content) = (SignTag::Entry, b"header");
    let good = identity.sign(tag, content);
    let mut tried = vec![
        (SignTag::Entry, b"header", good),
        (SignTag::Leave, b"header", good),
        (SignTag::Entry, b"Header", good),
        (SignTag::Entry, b"header", Signature([0; 64])),
        (SignTag::Entry, b"header", Signature([0xff; 64])),
    ];
    for bit in [0, 7, 255, 256, 300, 511] {
        let mut bad = good;
        bad.0[bit / 8] ^= 1 << (bit % 8);
        tried.push((tag, content, bad));
    }
    // s + ℓ.
    let mut malleated = good;
    let order = order_bytes();
    let mut carry = 0;
    for (byte, add) in malleated.0[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
    tried.push((tag, content, malleated));
    for torsion in 0..8 {
        for nonce in [0, 77] {
            tried.push((tag, content, forged(&identity, tag, content, torsion, nonce)));
        }
    }
    let verdicts: Vec<Value> = tried
        .iter()
        .map(|(tag, content, signature)| {
            json!({
                "key": hex(identity.key().as_bytes()), "tag": tag.as_str(), "content": hex(content),
                "signature": hex(signature.0), "valid": identity.key().verify(*tag, *content, signature).is_ok(),
            })
        })
        .collect();
    assert_eq!(verdicts.iter().filter(|verdict| verdict["valid"] == true).count(), 2);
    compare(
        "signatures.json",
        &json!({"made": made, "verdicts": verdicts, "keys": keys()}),
    );
}

/// ℓ, little-endian.
fn order_bytes() -> [u8; 32] {
    let mut bytes = (-Scalar::ONE).to_bytes();
    bytes[0] += 1;
    bytes
}
