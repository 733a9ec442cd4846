//! The bytes of an identity file, without any input or output.
//!
//! A file is one canonical CBOR map with text keys. Unsealed:
//!
//! ```text
//! { "kind": "majlis identity", "public": h'32 bytes', "secret": h'32 bytes', "version": 1 }
//! ```
//!
//! Sealed with a passphrase:
//!
//! ```text
//! { "kind": "majlis identity", "public": h'32 bytes', "sealed": {
//!     "box": h'48 bytes', "salt": h'16 bytes', "lanes": 4, "memory": 65536,
//!     "method": "argon2id+chacha20poly1305", "passes": 3 }, "version": 1 }
//! ```
//!
//! The key is Argon2id (RFC 9106, version 0x13) of the prepared passphrase and the salt, with `memory` KiB, `passes`
//! and `lanes`, 32 bytes. The box is ChaCha20-Poly1305 (RFC 8439) of the 32 secret bytes under that key, with a nonce
//! of twelve zero bytes, and with the whole file, its box empty, as associated data. The salt is drawn anew for
//! every file, so no key ever encrypts twice and the nonce may stay zero.

use argon2::{Algorithm, Argon2, Params, Version};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use rand_core::CryptoRng;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::{Identity, IdentityError, IdentityKey, Passphrase};
use crate::cbor::{self, ByteArray, ByteString, Limits, Value};

/// The largest identity file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 4096;

const LIMITS: Limits = Limits::new(MAX_FILE_BYTES).depth(2).items(64);
const KIND: &str = "majlis identity";
const VERSION: u64 = 1;
const METHOD: &str = "argon2id+chacha20poly1305";

/// An unsealed file is these constants around the two keys. It is put together by hand, because a general encoder
/// would leave copies of the secret in memory.
const PLAIN: [&[u8]; 3] = [
    b"\xa4\x64kind\x6fmajlis identity\x66public\x58\x20",
    b"\x66secret\x58\x20",
    b"\x67version\x01",
];

#[derive(Clone, Serialize, Deserialize)]
struct SealedFile {
    kind: String,
    public: ByteArray<32>,
    sealed: Sealed,
    version: u64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Sealed {
    r#box: ByteString,
    salt: ByteArray<16>,
    lanes: u32,
    method: String,
    memory: u32,
    passes: u32,
}

/// What it costs to try one passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KdfCost {
    memory: u32,
    passes: u32,
    lanes: u32,
}

impl KdfCost {
    /// 64 MiB, 3 passes, 4 lanes: the second recommended choice of RFC 9106 §4.
    pub const STANDARD: Self = Self {
        memory: 1 << 16,
        passes: 3,
        lanes: 4,
    };

    /// The least that is accepted: 8 MiB, 1 pass, 1 lane. For tests.
    pub const LEAST: Self = Self {
        memory: 1 << 13,
        passes: 1,
        lanes: 1,
    };

    /// A cost of `memory` KiB (8 MiB to 1 GiB), `passes` and `lanes` (1 to 16 each). A file that asks for more is
    /// refused, since it could stall the program.
    ///
    /// # Errors
    ///
    /// [`IdentityError::FileSealing`] outside these ranges.
    pub fn new(memory: u32, passes: u32, lanes: u32) -> Result<Self, IdentityError> {
        let fits = (1 << 13..=1 << 20).contains(&memory) && (1..=16).contains(&passes) && (1..=16).contains(&lanes);
        if fits {
            Ok(Self { memory, passes, lanes })
        } else {
            Err(IdentityError::FileSealing)
        }
    }

    fn key(self, passphrase: &Passphrase, salt: &[u8; 16]) -> Result<Zeroizing<[u8; 32]>, IdentityError> {
        let mut key = Zeroizing::new([0; 32]);
        Params::new(self.memory, self.passes, self.lanes, Some(32))
            .and_then(|params| {
                Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into(
                    passphrase.as_bytes(),
                    salt,
                    key.as_mut(),
                )
            })
            .map_err(|_| IdentityError::FileSealing)?;
        Ok(key)
    }
}

impl SealedFile {
    /// The file with its box empty: what the box is bound to.
    fn associated_data(&self) -> Result<Vec<u8>, IdentityError> {
        let mut without = self.clone();
        without.sealed.r#box = ByteString::default();
        cbor::to_vec(&without).map_err(|_| IdentityError::FileSealing)
    }
}

impl Identity {
    /// The bytes of an unsealed identity file. Whoever reads them is this person.
    #[must_use]
    pub fn to_file(&self) -> Zeroizing<Vec<u8>> {
        let [first, second, third] = PLAIN;
        let key = self.key();
        Zeroizing::new([first, key.as_bytes(), second, self.expose_secret(), third].concat())
    }

    /// The bytes of an identity file that opens with `passphrase` only.
    ///
    /// # Errors
    ///
    /// [`IdentityError::FileSealing`] if the memory that `cost` asks for is not there.
    pub fn to_sealed_file(
        &self,
        passphrase: &Passphrase,
        cost: KdfCost,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Zeroizing<Vec<u8>>, IdentityError> {
        let mut salt = [0; 16];
        rng.fill_bytes(&mut salt);
        let mut file = SealedFile {
            kind: KIND.to_owned(),
            public: ByteArray(*self.key().as_bytes()),
            sealed: Sealed {
                r#box: ByteString::default(),
                salt: ByteArray(salt),
                lanes: cost.lanes,
                method: METHOD.to_owned(),
                memory: cost.memory,
                passes: cost.passes,
            },
            version: VERSION,
        };
        let aad = file.associated_data()?;
        let key = cost.key(passphrase, &salt)?;
        let payload = Payload {
            msg: self.expose_secret(),
            aad: &aad,
        };
        file.sealed.r#box = ChaCha20Poly1305::new(&Key::from(*key))
            .encrypt(&Nonce::default(), payload)
            .map(ByteString)
            .map_err(|_| IdentityError::FileSealing)?;
        cbor::to_vec(&file)
            .map(Zeroizing::new)
            .map_err(|_| IdentityError::FileSealing)
    }

    /// Reads the bytes of an identity file. A passphrase that an unsealed file does not need is ignored.
    ///
    /// # Errors
    ///
    /// One of the variants of [`IdentityError`] that speak of files, keys or passphrases.
    pub fn from_file(bytes: &[u8], passphrase: Option<&Passphrase>) -> Result<Self, IdentityError> {
        match read(bytes)? {
            File::Plain { public, secret } => Self::matching(secret, public),
            File::Sealed(file) => file.open(passphrase.ok_or(IdentityError::PassphraseNeeded)?),
        }
    }

    /// The public key in the bytes of an identity file, for which no passphrase is needed. Only [`Identity::from_file`] shows that
    /// the secret key belongs to it.
    ///
    /// # Errors
    ///
    /// One of the variants of [`IdentityError`] that speak of files or keys.
    pub fn public_of_file(bytes: &[u8]) -> Result<IdentityKey, IdentityError> {
        match read(bytes)? {
            File::Plain { public, .. } => IdentityKey::from_bytes(public),
            File::Sealed(file) => IdentityKey::from_bytes(&file.public.0),
        }
    }

    fn matching(secret: &[u8; 32], public: &[u8; 32]) -> Result<Self, IdentityError> {
        let public = IdentityKey::from_bytes(public)?;
        let identity = Self::from_secret(secret);
        if identity.key() == public {
            Ok(identity)
        } else {
            Err(IdentityError::FileKeys)
        }
    }
}

/// Whether the bytes of an identity file are sealed with a passphrase.
///
/// # Errors
///
/// As [`Identity::from_file`].
pub(super) fn is_sealed(bytes: &[u8]) -> Result<bool, IdentityError> {
    Ok(matches!(read(bytes)?, File::Sealed(_)))
}

enum File<'a> {
    Plain { public: &'a [u8; 32], secret: &'a [u8; 32] },
    Sealed(SealedFile),
}

fn read(bytes: &[u8]) -> Result<File<'_>, IdentityError> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(IdentityError::FileTooLarge);
    }
    if let Some(plain) = read_plain(bytes) {
        return Ok(plain);
    }
    // Not the layout of an unsealed file: a sealed one, or one with something wrong to be named.
    let value: Value = cbor::from_slice(bytes, &LIMITS).map_err(IdentityError::FileDamaged)?;
    let field = |name: &str| {
        let entries = value.as_map()?;
        entries
            .iter()
            .find(|(key, _)| key.as_text() == Some(name))
            .map(|(_, value)| value)
    };
    if field("kind").and_then(Value::as_text) != Some(KIND) {
        return Err(IdentityError::NotAnIdentity);
    }
    let version = field("version").and_then(Value::as_integer).map(u64::try_from);
    match version {
        Some(Ok(VERSION)) => {}
        Some(Ok(found)) => return Err(IdentityError::FileVersion { found }),
        _ => return Err(IdentityError::NotAnIdentity),
    }
    cbor::from_slice(bytes, &LIMITS)
        .map(File::Sealed)
        .map_err(IdentityError::FileDamaged)
}

fn read_plain(bytes: &[u8]) -> Option<File<'_>> {
    let [first, second, third] = PLAIN;
    let (public, rest) = bytes.strip_prefix(first)?.split_first_chunk()?;
    let (secret, rest) = rest.strip_prefix(second)?.split_first_chunk()?;
    (rest == third).then_some(File::Plain { public, secret })
}

impl SealedFile {
    fn open(&self, passphrase: &Passphrase) -> Result<Identity, IdentityError> {
        let sealed = &self.sealed;
        if sealed.method != METHOD {
            return Err(IdentityError::FileSealing);
        }
        let cost = KdfCost::new(sealed.memory, sealed.passes, sealed.lanes)?;
        let aad = self.associated_data()?;
        let key = cost.key(passphrase, &sealed.salt.0)?;
        let payload = Payload {
            msg: &sealed.r#box.0,
            aad: &aad,
        };
        let secret = ChaCha20Poly1305::new(&Key::from(*key))
            .decrypt(&Nonce::default(), payload)
            .map(Zeroizing::new)
            .map_err(|_| IdentityError::PassphraseWrong)?;
        let secret = secret.as_slice().try_into().map_err(|_| IdentityError::FileKeys)?;
        Identity::matching(secret, &self.public.0)
    }
}
