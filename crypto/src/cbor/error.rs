//! What can be wrong with an encoding.

use core::fmt;
use std::io;

/// Why bytes were refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Position of the byte at which the offending item starts, from 0; for [`Truncated`](DecodeErrorKind::Truncated)
    /// and [`TooLarge`](DecodeErrorKind::TooLarge), at which the bytes start that are missing or too many. In a
    /// sequence positions count from its first byte.
    pub at: u64,
    /// What is wrong there.
    pub kind: DecodeErrorKind,
}

/// What is wrong with the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The input ends inside an item.
    Truncated,
    /// Bytes follow where the input must end.
    TrailingBytes,
    /// The item is larger than [`Limits::size`](super::Limits::size).
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The item nests deeper than [`Limits::depth`](super::Limits::depth).
    TooDeep {
        /// The limit in levels.
        limit: usize,
    },
    /// The item holds more data items than [`Limits::items`](super::Limits::items).
    TooManyItems {
        /// The limit.
        limit: usize,
    },
    /// A string is longer than [`Limits::string`](super::Limits::string).
    StringTooLong {
        /// Its declared length in bytes.
        length: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// An integer, length or tag number is written with more bytes than it needs.
    NotShortest,
    /// An indefinite length, or the break that ends one.
    Indefinite,
    /// A first byte that RFC 8949 reserves.
    Reserved,
    /// A map key that is smaller, bytewise, than the key before.
    UnsortedKeys,
    /// A map key that occurs twice.
    DuplicateKey,
    /// A floating-point number.
    Float,
    /// A simple value other than `false`, `true` and `null`.
    Simple,
    /// A tag that is not among [`Limits::tags`](super::Limits::tags).
    Tag {
        /// Its number.
        number: u64,
    },
    /// A text string that is not UTF-8.
    Utf8,
    /// A canonical item of another shape than the type asks for; with what was expected.
    Shape(String),
    /// An item that gives a value of the type, whose encoding differs.
    NotTheEncoding,
    /// The reader failed.
    Read(io::ErrorKind),
}

impl DecodeError {
    /// Translates an error of the second stage; `length` is where the input ends.
    pub(super) fn from_ciborium(error: ciborium::de::Error<io::Error>, length: usize) -> Self {
        use ciborium::de::Error;
        match error {
            Error::Semantic(at, expected) => Self {
                at: at.unwrap_or(0) as u64,
                kind: DecodeErrorKind::Shape(expected),
            },
            Error::Syntax(at) => Self {
                at: at as u64,
                kind: DecodeErrorKind::Reserved,
            },
            Error::RecursionLimitExceeded => Self {
                at: 0,
                kind: DecodeErrorKind::TooDeep {
                    limit: super::MAX_DEPTH,
                },
            },
            // A slice fails in one way only: a type wants more than is there.
            Error::Io(_) => Self {
                at: length as u64,
                kind: DecodeErrorKind::Truncated,
            },
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use DecodeErrorKind as K;
        write!(f, "byte {}: ", self.at)?;
        match &self.kind {
            K::Truncated => f.write_str("the data ends inside an item; fetch the missing bytes"),
            K::TrailingBytes => f.write_str("bytes follow after the item; send exactly one item"),
            K::TooLarge { limit } => {
                write!(f, "the item is larger than the {limit} bytes allowed here")
            }
            K::TooDeep { limit } => {
                write!(f, "items nest deeper than the {limit} levels allowed here")
            }
            K::TooManyItems { limit } => {
                write!(f, "the item has more than the {limit} parts allowed here")
            }
            K::StringTooLong { length, limit } => {
                write!(f, "a string of {length} bytes is longer than the {limit} allowed here")
            }
            K::NotShortest => f.write_str("a number is not written in its shortest form; encode it canonically"),
            K::Indefinite => f.write_str("an indefinite length is not canonical; state the length"),
            K::Reserved => f.write_str("this byte cannot start an item; the data is damaged"),
            K::UnsortedKeys => f.write_str("a map key is out of order; sort keys by their encoded bytes"),
            K::DuplicateKey => f.write_str("a map key occurs twice; give each key once"),
            K::Float => f.write_str("a floating-point number is not allowed; use an integer"),
            K::Simple => f.write_str("only false, true and null are allowed as simple values"),
            K::Tag { number } => write!(f, "tag {number} is not allowed here; leave it out"),
            K::Utf8 => f.write_str("a text string is not UTF-8; the data is damaged"),
            K::Shape(expected) => write!(f, "the item has the wrong shape ({expected}); check its version"),
            K::NotTheEncoding => f.write_str("the item has a field or a form that is unknown here; check its version"),
            K::Read(kind) => write!(f, "the data could not be read ({kind}); try again"),
        }
    }
}

impl core::error::Error for DecodeError {}

/// Why a value has no canonical encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// The value holds a floating-point number.
    Float,
    /// The value holds a tag, or an integer outside −2⁶⁴ … 2⁶⁴ − 1 (which serde would tag).
    Tag {
        /// The tag's number.
        number: u64,
    },
    /// A map holds the same key twice.
    DuplicateKey,
    /// The value nests deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    TooDeep,
    /// The value has a part of a kind that is not allowed.
    Unsupported,
    /// The type's own serialisation failed; with its message.
    Serialize(String),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Float => f.write_str("the value holds a floating-point number; use an integer"),
            Self::Tag { number } => {
                write!(
                    f,
                    "the value holds CBOR tag {number} or a number above 64 bits; use a plain integer or bytes"
                )
            }
            Self::DuplicateKey => f.write_str("a map of the value holds one key twice; give each key once"),
            Self::TooDeep => write!(f, "the value nests deeper than {} levels; flatten it", super::MAX_DEPTH),
            Self::Unsupported => f.write_str("the value holds a kind of item that canonical encoding leaves out"),
            Self::Serialize(message) => write!(f, "the value cannot be encoded ({message})"),
        }
    }
}

impl core::error::Error for EncodeError {}
