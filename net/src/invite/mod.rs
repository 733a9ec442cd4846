//! Invitations: `majlis:` links that lead to one table of one person.
//!
//! ```text
//! link = "majlis:" ‖ base32( content ‖ crc32(content) )
//! ```
//!
//! `content` is canonical CBOR (see [`Invitation`]); `crc32` is that of ISO 3309, big-endian; base32 is that of RFC 4648
//! without padding. A link is written in capitals after the colon, and means the same in small letters: in a QR code, where it
//! is all capitals, it then takes the compact alphanumeric mode. The checksum finds every mistyped letter and every two
//! that changed places.
//!
//! A link is a secret where its table is private: whoever has it may sit down.
//!
//! ```
//! use majlis_crypto::identity::Identity;
//! use majlis_net::invite::Invitation;
//! use majlis_net::table_id::TableId;
//!
//! let host = Identity::from_secret(&[7; 32]).key();
//! let mut invitation = Invitation::new(host, TableId([1; 16]));
//! invitation.addresses.push("/ip4/192.0.2.7/tcp/4001".parse()?);
//! let link = invitation.to_string();
//! assert_eq!(link.to_lowercase().parse::<Invitation>()?, invitation);
//! assert!(link.replace('A', "B").parse::<Invitation>().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::str::FromStr;

use data_encoding::BASE32_NOPAD;
use majlis_crypto::cbor::{self, ByteArray, Limits, Value};
use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::PROTOCOL;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::address::{Address, RelayAddress};
use crate::limits::{MAX_INVITATION, MAX_SHARED_ADDRESSES, MAX_SHARED_RELAYS};
use crate::table_id::TableId;

/// What every link starts with.
pub const SCHEME: &str = "majlis:";

/// The version of the link's own format.
const FORMAT: u64 = 1;

/// What opens a private table: 16 random bytes that only its invitation holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 16]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ByteArray::deserialize(deserializer).map(|ByteArray(bytes)| Self(bytes))
    }
}

/// An invitation to a table. Its text is the link.
///
/// The content of a link is the CBOR array `[1, protocol, host, table, secret or null, [addresses], [[relay, address]]]`;
/// keys, ids, the secret and addresses are byte strings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The protocol that the host speaks ([`PROTOCOL`]).
    pub protocol: u32,
    /// Whose table it is.
    pub host: IdentityKey,
    /// Which table.
    pub table: TableId,
    /// What opens it where it is private.
    pub secret: Option<Secret>,
    /// Where the host listens; at most [`MAX_SHARED_ADDRESSES`] are written.
    pub addresses: Vec<Address>,
    /// Relays through which the host can be reached; at most [`MAX_SHARED_RELAYS`] are written.
    pub relays: Vec<RelayAddress>,
}

type Content = (
    u64,
    u32,
    IdentityKey,
    TableId,
    Option<Secret>,
    Vec<Address>,
    Vec<RelayAddress>,
);

impl Invitation {
    /// An invitation to a public table, without addresses yet.
    #[must_use]
    pub const fn new(host: IdentityKey, table: TableId) -> Self {
        Self {
            protocol: PROTOCOL,
            host,
            table,
            secret: None,
            addresses: Vec::new(),
            relays: Vec::new(),
        }
    }

    /// The link in capitals throughout, for a QR code.
    #[must_use]
    pub fn to_qr(&self) -> String {
        self.to_string().to_ascii_uppercase()
    }

    fn content(&self) -> Result<Vec<u8>, cbor::EncodeError> {
        let content: (
            u64,
            u32,
            &IdentityKey,
            &TableId,
            &Option<Secret>,
            &[Address],
            &[RelayAddress],
        ) = (
            FORMAT,
            self.protocol,
            &self.host,
            &self.table,
            &self.secret,
            self.addresses.get(..MAX_SHARED_ADDRESSES).unwrap_or(&self.addresses),
            self.relays.get(..MAX_SHARED_RELAYS).unwrap_or(&self.relays),
        );
        cbor::to_vec(&content)
    }
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.content().map_err(|_| fmt::Error)?;
        bytes.extend(crc32(&bytes).to_be_bytes());
        write!(f, "{SCHEME}{}", BASE32_NOPAD.encode(&bytes))
    }
}

/// Why a text is not an invitation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InviteError {
    /// It does not start with [`SCHEME`].
    NotALink,
    /// It is longer than [`MAX_INVITATION`].
    TooLong,
    /// It has a character that no link has.
    Character {
        /// Its place among the characters of the text, from 1.
        at: usize,
        /// The character.
        character: char,
    },
    /// The checksum is wrong, or something is missing.
    Mistyped,
    /// It was made by a program with another format of links.
    Format {
        /// The format's version.
        found: u64,
    },
    /// The checksum is right, but what it holds is not allowed.
    Content(String),
}

impl fmt::Display for InviteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALink => write!(f, "this is not an invitation; a link starts with {SCHEME}"),
            Self::TooLong => write!(f, "this is too long to be an invitation; copy one link alone"),
            Self::Character { at, character } => write!(
                f,
                "character {at} of the invitation, {character:?}, is in no link; copy the link again"
            ),
            Self::Mistyped => f.write_str("the invitation is incomplete or mistyped; copy the whole link again"),
            Self::Format { found } => write!(
                f,
                "the invitation is of version {found}, this program reads version {FORMAT}; update the program"
            ),
            Self::Content(error) => write!(f, "the invitation cannot be used ({error}); ask for a new one"),
        }
    }
}

impl core::error::Error for InviteError {}

impl FromStr for Invitation {
    type Err = InviteError;

    /// Reads a link as people paste it: in capitals or not, with line breaks and spaces inside, with the marks of text
    /// direction that surround it in an Arabic message, and with the slashes that some programs put after the colon.
    fn from_str(text: &str) -> Result<Self, InviteError> {
        if text.len() > 2 * MAX_INVITATION {
            return Err(InviteError::TooLong);
        }
        let mut characters = text
            .chars()
            .enumerate()
            .filter(|(_, character)| !is_invisible(*character));
        for expected in SCHEME.chars() {
            match characters.next() {
                Some((_, character)) if character.eq_ignore_ascii_case(&expected) => {}
                _ => return Err(InviteError::NotALink),
            }
        }
        let mut letters = Vec::new();
        let mut slashes = 0;
        for (at, character) in characters {
            match character {
                'a'..='z' | 'A'..='Z' | '2'..='7' if slashes == 0 || slashes == 2 => {
                    letters.push(character.to_ascii_uppercase() as u8);
                }
                '/' if letters.is_empty() && slashes < 2 => slashes += 1,
                _ => return Err(InviteError::Character { at: at + 1, character }),
            }
        }
        if letters.len() > MAX_INVITATION {
            return Err(InviteError::TooLong);
        }
        let bytes = BASE32_NOPAD.decode(&letters).map_err(|_| InviteError::Mistyped)?;
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(InviteError::Mistyped)?;
        if content.is_empty() || crc32(content).to_be_bytes() != *checksum {
            return Err(InviteError::Mistyped);
        }
        read(content)
    }
}

fn read(content: &[u8]) -> Result<Invitation, InviteError> {
    let limits = Limits::new(MAX_INVITATION)
        .depth(4)
        .items(64)
        .string(crate::limits::MAX_ADDRESS_BYTES);
    let wrong = |error: String| InviteError::Content(error);
    // The format comes first, so that a newer one is told as such whatever else it holds.
    let value: Value = cbor::from_slice(content, &limits).map_err(|error| wrong(error.to_string()))?;
    let format = value
        .as_array()
        .and_then(|items| items.first())
        .and_then(Value::as_integer)
        .and_then(|format| u64::try_from(format).ok());
    match format {
        Some(FORMAT) => {}
        Some(found) => return Err(InviteError::Format { found }),
        None => return Err(wrong("it has no version".to_owned())),
    }
    let (_, protocol, host, table, secret, addresses, relays): Content =
        cbor::from_slice(content, &limits).map_err(|error| wrong(error.to_string()))?;
    if addresses.len() > MAX_SHARED_ADDRESSES || relays.len() > MAX_SHARED_RELAYS {
        return Err(wrong(format!(
            "it has {} addresses and {} relays, more than {MAX_SHARED_ADDRESSES} and {MAX_SHARED_RELAYS}",
            addresses.len(),
            relays.len()
        )));
    }
    Ok(Invitation {
        protocol,
        host,
        table,
        secret,
        addresses,
        relays,
    })
}

/// White space, and the marks with which messengers isolate a link in text of the other direction.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\r' | '\n' | '\u{a0}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{61c}' | '\u{feff}'
    )
}

/// CRC-32 of ISO 3309 (polynomial EDB88320 reflected), as in zip and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

#[cfg(test)]
mod tests;
