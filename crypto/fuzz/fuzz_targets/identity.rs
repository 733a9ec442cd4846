//! Any bytes as an identity file, a public key and a signature: refused, or read as one thing only.
//!
//! Sealed files are read without their passphrase: deriving the key from it takes a second.
#![no_main]

use libfuzzer_sys::fuzz_target;
use majlis_crypto::chain::Digest32;
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::{Identity, IdentityKey, SignTag, Signature};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(identity) = Identity::from_file(bytes, None) {
        assert_eq!(identity.to_file().as_slice(), bytes);
        let signature = identity.sign(SignTag::ALL[0], bytes);
        assert!(identity.key().verify(SignTag::ALL[0], bytes, &signature).is_ok());
        assert!(identity.key().verify(SignTag::ALL[1], bytes, &signature).is_err());
    }
    if let Some((key, rest)) = bytes.split_first_chunk()
        && let Ok(key) = IdentityKey::from_bytes(key)
    {
        // 65,536 rounds of SHA-256, so not for every input.
        if rest.first() == Some(&0) {
            assert!(Fingerprint::of(&key).numbers().iter().all(|number| *number < 128));
        }
        if let Some((signature, content)) = rest.split_first_chunk() {
            // Nobody signed this.
            assert!(key.verify(SignTag::ALL[0], content, &Signature(*signature)).is_err());
        }
    }
    if let Ok(text) = core::str::from_utf8(bytes)
        && let Ok(digest) = text.parse::<Digest32>()
    {
        assert_eq!(digest.to_string(), text);
    }
});
