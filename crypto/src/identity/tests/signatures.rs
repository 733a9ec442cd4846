use std::collections::BTreeSet;

use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::edwards::EdwardsPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity;
use proptest::prelude::*;
use sha2::{Digest, Sha512};

use super::*;
use crate::cbor::{self, Limits};

/// A signature equation as its parts, for forging.
fn challenge(r: &[u8; 32], key: &[u8; 32], message: &[u8]) -> Scalar {
    let digest = Sha512::new().chain_update(r).chain_update(key).chain_update(message);
    Scalar::from_bytes_mod_order_wide(&digest.finalize().into())
}

fn signature(r: EdwardsPoint, s: Scalar) -> Signature {
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(r.compress().as_bytes());
    bytes[32..].copy_from_slice(s.as_bytes());
    Signature(bytes)
}

#[test]
fn row10_a_signature_holds_for_its_purpose_only() {
    let identity = identity(1);
    for tag in SignTag::ALL {
        let signature = identity.sign(tag, b"content");
        for other in SignTag::ALL {
            let verdict = identity.key().verify(other, b"content", &signature);
            let expected = if tag == other {
                Ok(())
            } else {
                Err(IdentityError::Signature { tag: other })
            };
            assert_eq!(verdict, expected, "{tag:?} as {other:?}");
        }
    }
}

#[test]
fn row06_no_tag_and_content_reads_as_another_tag_or_as_what_libp2p_signs() {
    let mut messages = BTreeSet::new();
    for tag in SignTag::ALL {
        for content in [&b""[..], b"\0", b"entry", b"entry\0", b"y", b"\0x"] {
            assert!(messages.insert(tag.message(content)));
        }
        assert!(tag.as_str().bytes().all(|byte| byte.is_ascii_lowercase()));
    }
    let tags: BTreeSet<_> = SignTag::ALL.iter().map(|tag| tag.as_str()).collect();
    assert_eq!(tags.len(), SignTag::ALL.len());
    for foreign in [
        "noise-libp2p-static-key:",
        "libp2p-tls-handshake:",
        "libp2p-pubsub:",
        "\x12libp2p-peer-record",
    ] {
        assert!(!foreign.starts_with("majlis/") && !SIGN_PREFIX.starts_with(foreign));
    }
}

#[test]
fn what_is_signed_is_what_the_definition_says() {
    let message = b"majlis/v1/sign/leave\0content";
    let expected = identity(1).0.sign(message).to_bytes();
    assert_eq!(identity(1).sign(SignTag::Leave, b"content").0, expected);
}

#[test]
fn row02_any_changed_bit_of_signature_key_or_content_is_refused() {
    let (tag, content) = (SignTag::Entry, *b"the canonical header of an entry");
    let identity = identity(2);
    let good = identity.sign(tag, &content);
    let refused = Err(IdentityError::Signature { tag });
    for bit in 0..512 {
        let mut bad = good;
        bad.0[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(identity.key().verify(tag, &content, &bad), refused, "signature {bit}");
    }
    for bit in 0..8 * content.len() {
        let mut bad = content;
        bad[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(identity.key().verify(tag, &bad, &good), refused, "content {bit}");
    }
    for bit in 0..256 {
        let mut bad = *identity.key().as_bytes();
        bad[bit / 8] ^= 1 << (bit % 8);
        if let Ok(key) = IdentityKey::from_bytes(&bad) {
            assert_eq!(key.verify(tag, &content, &good), refused, "key {bit}");
        }
    }
    assert_eq!(super::identity(3).key().verify(tag, &content, &good), refused);
}

#[test]
fn row04_weak_and_mixed_order_keys_are_refused() {
    for point in EIGHT_TORSION {
        assert_eq!(
            IdentityKey::from_bytes(point.compress().as_bytes()),
            Err(IdentityError::WeakKey)
        );
    }
    let honest = CompressedEdwardsY(*identity(4).key().as_bytes()).decompress().unwrap();
    for torsion in EIGHT_TORSION.iter().skip(1) {
        assert_eq!(
            IdentityKey::from_bytes((honest + torsion).compress().as_bytes()),
            Err(IdentityError::MixedOrderKey)
        );
    }
}

#[test]
fn row04_keys_with_a_second_spelling_are_refused() {
    // p + 1 is another name of y = 1; y = 1 with a negative x; p itself, another name of y = 0; all ones; y = 2,
    // which is on no point.
    let p = |low: u8| {
        let mut bytes = [0xff; 32];
        (bytes[0], bytes[31]) = (low, 0x7f);
        bytes
    };
    let mut one_negative = [0; 32];
    (one_negative[0], one_negative[31]) = (1, 0x80);
    let mut two = [0; 32];
    two[0] = 2;
    for bytes in [p(0xee), p(0xed), one_negative, [0xff; 32], two] {
        assert_eq!(
            IdentityKey::from_bytes(&bytes),
            Err(IdentityError::KeyEncoding),
            "{bytes:?}"
        );
    }
}

#[test]
fn row04_a_key_of_small_order_would_sign_anything() {
    // With A = O every message is "signed" by R = sB. The key is refused when it is read, so this never gets as far
    // as verification; the equation is checked here to show that the attack is one.
    let message = SignTag::Entry.message(b"anything");
    let s = Scalar::from(5u64);
    let r = s * ED25519_BASEPOINT_POINT;
    let neutral = EIGHT_TORSION[0];
    let k = challenge(r.compress().as_bytes(), neutral.compress().as_bytes(), &message);
    assert!((s * ED25519_BASEPOINT_POINT - k * neutral - r).is_identity());
    assert_eq!(
        IdentityKey::from_bytes(neutral.compress().as_bytes()),
        Err(IdentityError::WeakKey)
    );
}

#[test]
fn row04_malleated_signatures_are_refused() {
    let (identity, tag) = (identity(5), SignTag::Certificate);
    let good = identity.sign(tag, b"outcome");
    // s + ℓ, the second name of s.
    let order = {
        let mut bytes = (-Scalar::ONE).to_bytes();
        bytes[0] += 1;
        bytes
    };
    let mut bad = good;
    let mut carry = 0u16;
    for (byte, add) in bad.0[32..].iter_mut().zip(order) {
        let sum = u16::from(*byte) + u16::from(add) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
    assert_eq!(carry, 0);
    let verdict = identity.key().verify(tag, b"outcome", &bad);
    assert_eq!(verdict, Err(IdentityError::Signature { tag }));
}

#[test]
fn row04_signatures_with_a_part_of_small_order_are_refused_whatever_a_cofactor_would_say() {
    let (identity, tag) = (identity(6), SignTag::Claim);
    let key = identity.key();
    let message = tag.message(b"claim");
    let secret = ed25519_dalek::hazmat::ExpandedSecretKey::from(identity.expose_secret()).scalar;
    for torsion in EIGHT_TORSION.iter().skip(1) {
        let nonce = Scalar::from(77u64);
        let r = nonce * ED25519_BASEPOINT_POINT + torsion;
        let k = challenge(r.compress().as_bytes(), key.as_bytes(), &message);
        let s = nonce + k * secret;
        // 8·(sB − kA − R) = O: verification with a cofactor, and now and then one in a batch, would accept it.
        let defect = s * ED25519_BASEPOINT_POINT - k * key.0.to_edwards() - r;
        assert!(!defect.is_identity() && defect.is_small_order());
        let refused = Err(IdentityError::Signature { tag });
        assert_eq!(key.verify(tag, b"claim", &signature(r, s)), refused);
        // R itself of small order.
        let k = challenge(torsion.compress().as_bytes(), key.as_bytes(), &message);
        assert_eq!(key.verify(tag, b"claim", &signature(*torsion, k * secret)), refused);
    }
    // The same construction without a torsion part is a good signature, so the forgery above is the right one.
    let r = Scalar::from(77u64) * ED25519_BASEPOINT_POINT;
    let k = challenge(r.compress().as_bytes(), key.as_bytes(), &message);
    let s = Scalar::from(77u64) + k * secret;
    assert_eq!(key.verify(tag, b"claim", &signature(r, s)), Ok(()));
}

#[test]
fn keys_and_signatures_travel_as_byte_strings() {
    let (identity, limits) = (identity(7), Limits::new(128));
    let key = cbor::to_vec(&identity.key()).unwrap();
    assert_eq!(key[..2], [0x58, 32]);
    assert_eq!(cbor::from_slice::<IdentityKey>(&key, &limits), Ok(identity.key()));
    let signature = identity.sign(SignTag::Chat, b"salam");
    let bytes = cbor::to_vec(&signature).unwrap();
    assert_eq!(bytes[..2], [0x58, 64]);
    assert_eq!(cbor::from_slice::<Signature>(&bytes, &limits), Ok(signature));
    // A weak key does not get through the decoder.
    let weak = cbor::to_vec(&ByteArray(*EIGHT_TORSION[1].compress().as_bytes())).unwrap();
    assert!(cbor::from_slice::<IdentityKey>(&weak, &limits).is_err());
}

#[test]
fn nothing_prints_a_secret() {
    let identity = Identity::from_secret(&[0xab; 32]);
    let shown = format!("{identity:?} {identity:#?}");
    assert!(shown.contains(&identity.key().to_string()));
    assert!(!shown.contains("abab") && !shown.contains("171"), "{shown}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_is_signed_verifies(secret in any::<[u8; 32]>(), content in prop::collection::vec(any::<u8>(), 0..200)) {
        let identity = Identity::from_secret(&secret);
        for tag in SignTag::ALL {
            let signature = identity.sign(tag, &content);
            prop_assert_eq!(identity.key().verify(tag, &content, &signature), Ok(()));
        }
        prop_assert_eq!(IdentityKey::from_bytes(identity.key().as_bytes()), Ok(identity.key()));
    }

    #[test]
    fn arbitrary_keys_and_signatures_never_panic(
        key in any::<[u8; 32]>(), signature in prop::array::uniform32(any::<[u8; 2]>()),
    ) {
        let signature = Signature(signature.concat().try_into().unwrap());
        if let Ok(key) = IdentityKey::from_bytes(&key) {
            prop_assert!(key.verify(SignTag::Entry, b"", &signature).is_err());
        }
    }
}
