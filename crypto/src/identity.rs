//! Who a person is: an ed25519 key, and what is signed with it.
//!
//! What is signed is never the bare content but
//!
//! ```text
//! "majlis/v1/sign/" ‖ tag ‖ 00 ‖ content
//! ```
//!
//! with a [`SignTag`] from a closed list. A tag holds no zero byte, so a signature made for one purpose is valid for no
//! other. The same key is the person's libp2p identity; what libp2p signs starts with `noise-libp2p-static-key:`,
//! `libp2p-tls-handshake:`, `libp2p-pubsub:` or the length of a domain, never with `majlis/`.
//!
//! # What is accepted
//!
//! Other ed25519 libraries disagree about odd keys and signatures. Here there is one meaning, so that every peer and
//! every later reader of a log agrees:
//!
//! - a public key is the canonical encoding of a point of prime order: other encodings, points of small order and
//!   points with a part of small order are refused when the key is read, once for all;
//! - a signature (R, s) is accepted if s is below the group order, R is not of small order, and the bytes of R are
//!   exactly those of sB − kA, k = SHA-512(R ‖ A ‖ message) (`verify_strict` of `ed25519-dalek`: no cofactor).
//!
//! Signatures are verified one at a time. Verification in batches multiplies a random combination of equations, in
//! which a part of small order in some R vanishes with probability 1/8 or more; it would sometimes accept what
//! verification alone refuses, and testing each R for such parts costs as much as verifying. Two readers of one log
//! could then disagree, which is worse than being slow.
//!
//! ```
//! use majlis_crypto::identity::{Identity, SignTag};
//! # let mut rng = rand::rng();
//!
//! let identity = Identity::generate(&mut rng);
//! let signature = identity.sign(SignTag::Entry, b"header");
//! let key = identity.key();
//! assert!(key.verify(SignTag::Entry, b"header", &signature).is_ok());
//! assert!(key.verify(SignTag::Leave, b"header", &signature).is_err());
//! ```

mod file;
mod passphrase;
pub mod store;

use core::cell::RefCell;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use curve25519_dalek::edwards::CompressedEdwardsY;
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use rand_core::CryptoRng;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use zeroize::Zeroizing;

use crate::cbor::{ByteArray, DecodeError};

pub use file::{KdfCost, MAX_FILE_BYTES};
pub use passphrase::Passphrase;

/// What precedes every tag in what is signed.
pub const SIGN_PREFIX: &str = "majlis/v1/sign/";

/// What a signature is for. The list is closed; each purpose has its own tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignTag {
    /// A table, as its host offers it.
    Table,
    /// The host's closing of the table, from which the match id follows (log.1).
    Closing,
    /// The header of an entry of the log.
    Entry,
    /// A ballot on an absent party (log.6).
    Ballot,
    /// The acknowledgement that starts an epoch (log.8).
    Ack,
    /// A party's own leave (log.11).
    Leave,
    /// A person's claim of a suspended match (log.9).
    Claim,
    /// The outcome of a match with the log's digest (log.12).
    Certificate,
    /// A chat message.
    Chat,
    /// An advert in the lobby.
    Advert,
}

impl SignTag {
    /// All tags, in the order of the protocol document.
    pub const ALL: [Self; 10] = [
        Self::Table,
        Self::Closing,
        Self::Entry,
        Self::Ballot,
        Self::Ack,
        Self::Leave,
        Self::Claim,
        Self::Certificate,
        Self::Chat,
        Self::Advert,
    ];

    /// The tag as it is signed, after [`SIGN_PREFIX`].
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Closing => "closing",
            Self::Entry => "entry",
            Self::Ballot => "ballot",
            Self::Ack => "ack",
            Self::Leave => "leave",
            Self::Claim => "claim",
            Self::Certificate => "certificate",
            Self::Chat => "chat",
            Self::Advert => "advert",
        }
    }

    /// The bytes that are signed for `content`.
    fn message(self, content: &[u8]) -> Vec<u8> {
        [SIGN_PREFIX.as_bytes(), self.as_str().as_bytes(), &[0], content].concat()
    }
}

/// What can be wrong with a key, a signature or an identity file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdentityError {
    /// The 32 bytes are not the canonical encoding of a point.
    KeyEncoding,
    /// The public key is a point of small order, for which anybody can forge.
    WeakKey,
    /// The public key is not of prime order.
    MixedOrderKey,
    /// The signature does not hold for this key, purpose and content.
    Signature {
        /// The purpose for which it was checked.
        tag: SignTag,
    },
    /// The file is larger than [`MAX_FILE_BYTES`].
    FileTooLarge,
    /// The file is not canonical CBOR, or has not the fields of its version.
    FileDamaged(DecodeError),
    /// The file is something else than an identity.
    NotAnIdentity,
    /// The file has a version that this program does not know.
    FileVersion {
        /// The version.
        found: u64,
    },
    /// The secret key in the file does not belong to the public key in it.
    FileKeys,
    /// The file is sealed in a way that this program does not know or that would take too much memory or time.
    FileSealing,
    /// The file is sealed and no passphrase was given.
    PassphraseNeeded,
    /// The passphrase is wrong, or the sealed file was changed.
    PassphraseWrong,
    /// The passphrase is empty.
    PassphraseEmpty,
    /// The passphrase is longer than [`Passphrase::MAX_BYTES`].
    PassphraseTooLong,
    /// The passphrase holds a control character.
    PassphraseControl,
}

impl fmt::Display for IdentityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KeyEncoding => "these 32 bytes are no ed25519 public key; ask for the key again",
            Self::WeakKey => "this public key is weak, anybody could sign for it; do not accept it",
            Self::MixedOrderKey => "this public key is not of prime order; do not accept it",
            Self::Signature { tag } => {
                return write!(
                    f,
                    "the signature on this {} does not hold; ignore the message",
                    tag.as_str()
                );
            }
            Self::FileTooLarge => "the identity file is too large to be one; choose another file",
            Self::FileDamaged(error) => return write!(f, "the identity file is damaged ({error}); restore a backup"),
            Self::NotAnIdentity => "the file is not a Majlis identity; choose another file",
            Self::FileVersion { found } => {
                return write!(
                    f,
                    "the identity file has version {found}, which is newer; update the program"
                );
            }
            Self::FileKeys => "the keys in the identity file do not belong together; restore a backup",
            Self::FileSealing => "the identity file is sealed in an unknown way; update the program",
            Self::PassphraseNeeded => "the identity file is sealed; give its passphrase",
            Self::PassphraseWrong => "the passphrase is wrong or the identity file was changed; try again",
            Self::PassphraseEmpty => "the passphrase is empty; type one or save without",
            Self::PassphraseTooLong => "the passphrase is too long; use at most 1,024 bytes",
            Self::PassphraseControl => "the passphrase holds a line break or control character; leave it out",
        })
    }
}

impl core::error::Error for IdentityError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::FileDamaged(error) => Some(error),
            _ => None,
        }
    }
}

/// A person's secret key. It MUST NOT be sent; only its owner's file holds it.
///
/// The key is wiped when dropped.
#[derive(Clone)]
pub struct Identity(SigningKey);

impl Identity {
    /// Draws a new identity.
    #[must_use]
    pub fn generate(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        let mut secret = Zeroizing::new([0; 32]);
        rng.fill_bytes(secret.as_mut());
        Self::from_secret(&secret)
    }

    /// The identity with this secret key (the 32-byte seed of RFC 8032).
    #[must_use]
    pub fn from_secret(secret: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(secret))
    }

    /// The secret key, for the libp2p node of the same person. It MUST NOT be sent, shown or logged.
    #[must_use]
    pub fn expose_secret(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The public key.
    #[must_use]
    pub fn key(&self) -> IdentityKey {
        // An honest key is canonical and of prime order: a multiple of the base point.
        IdentityKey(self.0.verifying_key())
    }

    /// Signs `content` for the purpose `tag`. The same content always gives the same signature (RFC 8032).
    #[must_use]
    pub fn sign(&self, tag: SignTag, content: &[u8]) -> Signature {
        Signature(self.0.sign(&tag.message(content)).to_bytes())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity(secret of {:?})", self.key())
    }
}

/// How many keys a thread remembers as good, by their first byte.
const PLACES: usize = 256;

thread_local! {
    /// Keys that were found to be good lately. What is good stays good, so this changes nothing but the time that it takes.
    static LATELY: RefCell<Vec<Option<IdentityKey>>> = const { RefCell::new(Vec::new()) };
}

/// A person's public key, known to be good. Shown in hexadecimal, ordered by its bytes, in CBOR a byte string.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct IdentityKey(VerifyingKey);

impl IdentityKey {
    /// Reads a public key.
    ///
    /// # Errors
    ///
    /// [`IdentityError::KeyEncoding`], [`IdentityError::WeakKey`] or [`IdentityError::MixedOrderKey`].
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, IdentityError> {
        // The same people come again and again, in a certificate alone twice, and the test of the order costs more than a
        // signature.
        let [place, ..] = *bytes;
        LATELY.with_borrow_mut(|lately| {
            if let Some(Some(known)) = lately.get(usize::from(place))
                && known.as_bytes() == bytes
            {
                return Ok(*known);
            }
            let key = Self::checked(bytes)?;
            lately.resize(PLACES, None);
            if let Some(known) = lately.get_mut(usize::from(place)) {
                *known = Some(key);
            }
            Ok(key)
        })
    }

    fn checked(bytes: &[u8; 32]) -> Result<Self, IdentityError> {
        let point = CompressedEdwardsY(*bytes)
            .decompress()
            .ok_or(IdentityError::KeyEncoding)?;
        if point.compress().as_bytes() != bytes {
            return Err(IdentityError::KeyEncoding);
        }
        if point.is_small_order() {
            return Err(IdentityError::WeakKey);
        }
        if !point.is_torsion_free() {
            return Err(IdentityError::MixedOrderKey);
        }
        Ok(Self(VerifyingKey::from(point)))
    }

    /// The 32 bytes of RFC 8032.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Checks that this person signed `content` for the purpose `tag`.
    ///
    /// # Errors
    ///
    /// [`IdentityError::Signature`] if not.
    pub fn verify(&self, tag: SignTag, content: &[u8], signature: &Signature) -> Result<(), IdentityError> {
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        self.0
            .verify_strict(&tag.message(content), &signature)
            .map_err(|_| IdentityError::Signature { tag })
    }
}

impl fmt::Display for IdentityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for IdentityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IdentityKey({self})")
    }
}

impl PartialOrd for IdentityKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for IdentityKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for IdentityKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl Serialize for IdentityKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.as_bytes())
    }
}

impl<'de> Deserialize<'de> for IdentityKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = ByteArray::<32>::deserialize(deserializer)?;
        Self::from_bytes(&bytes.0).map_err(de::Error::custom)
    }
}

/// An ed25519 signature as it arrived: 64 bytes, good or not. In CBOR a byte string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(pub [u8; 64]);

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({:?})", ByteArray(self.0))
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ByteArray::deserialize(deserializer).map(|ByteArray(bytes)| Self(bytes))
    }
}

#[cfg(test)]
mod tests;
