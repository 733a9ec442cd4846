//! Canonical CBOR: one encoding for every value, and a decoder that accepts nothing else.
//!
//! The encoding is the core deterministic one of RFC 8949 §4.2.1, narrowed to what a log needs: integers, byte
//! strings, text, arrays, maps, `false`, `true` and `null`. There are no floats, no `undefined`, no other simple
//! values, and no tags except those that [`Limits::tags`] names.
//!
//! Decoding has two stages. The first ([`check`], [`split_first`], [`Items`], [`ItemReader`]) walks the bytes
//! without building anything, bounds size, depth, number of items and length of strings before any memory depends
//! on them, and refuses whatever is not canonical, with the position of the byte. The second ([`from_slice`])
//! builds the value with serde and then encodes it again: unknown fields, fields left out, or another spelling of
//! the same value give other bytes and are refused. So for each type every accepted input is *the* encoding of its
//! value.
//!
//! ```
//! use majlis_crypto::cbor::{self, DecodeErrorKind, Limits};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Clock {
//!     turn: u32,
//!     grace: u32,
//! }
//!
//! let bytes = cbor::to_vec(&Clock { turn: 60, grace: 10 })?;
//! // Keys are sorted by their encoded bytes, whatever order the struct declares.
//! assert_eq!(bytes, b"\xa2\x64turn\x18\x3c\x65grace\x0a");
//! assert_eq!(cbor::from_slice::<Clock>(&bytes, &Limits::new(64))?.turn, 60);
//!
//! // The same value with 10 written in two bytes.
//! let spoiled = b"\xa2\x64turn\x18\x3c\x65grace\x18\x0a";
//! let error = cbor::from_slice::<Clock>(spoiled, &Limits::new(64)).unwrap_err();
//! assert_eq!((error.at, error.kind), (14, DecodeErrorKind::NotShortest));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bytes;
mod encode;
mod error;
mod scan;
mod sequence;

pub use bytes::{ByteArray, ByteString};
pub use ciborium::Value;
pub use encode::{to_vec, value_to_vec};
pub use error::{DecodeError, DecodeErrorKind, EncodeError};
pub use scan::{check, split_first};
pub use sequence::{ItemReader, Items};

use serde::{Serialize, de::DeserializeOwned};

/// The deepest nesting that this module encodes or decodes, whatever [`Limits`] say.
pub const MAX_DEPTH: usize = 64;

/// What a decoder is willing to accept. All bounds are inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one item with all that it contains.
    pub size: usize,
    /// Levels of arrays, maps and tags inside each other; at most [`MAX_DEPTH`] counts.
    pub depth: usize,
    /// Data items altogether, counting each array, map, key and element as one.
    pub items: usize,
    /// Bytes of one byte or text string.
    pub string: usize,
    /// Tag numbers that may occur.
    pub tags: &'static [u64],
}

impl Limits {
    /// Items of at most `size` bytes: nesting to 16 levels, 65,536 data items, strings as long as the size allows,
    /// and no tags.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        Self {
            size,
            depth: 16,
            items: 1 << 16,
            string: size,
            tags: &[],
        }
    }

    /// The same with another depth.
    #[must_use]
    pub const fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// The same with another number of data items.
    #[must_use]
    pub const fn items(self, items: usize) -> Self {
        Self { items, ..self }
    }

    /// The same with another length of strings.
    #[must_use]
    pub const fn string(self, string: usize) -> Self {
        Self { string, ..self }
    }

    /// The same with these tags allowed.
    #[must_use]
    pub const fn tags(self, tags: &'static [u64]) -> Self {
        Self { tags, ..self }
    }
}

/// Decodes exactly one item that is the canonical encoding of a `T`.
///
/// # Errors
///
/// Whatever [`check`] refuses; [`DecodeErrorKind::Shape`] if the item is no `T`;
/// [`DecodeErrorKind::NotTheEncoding`] if it is one but encodes to other bytes, as with a field that `T` does not
/// know.
pub fn from_slice<T: Serialize + DeserializeOwned>(bytes: &[u8], limits: &Limits) -> Result<T, DecodeError> {
    check(bytes, limits)?;
    let value: T = ciborium::de::from_reader_with_recursion_limit(bytes, MAX_DEPTH + 1)
        .map_err(|error| DecodeError::from_ciborium(error, bytes.len()))?;
    let again = to_vec(&value).map_err(|error| DecodeError {
        at: 0,
        kind: DecodeErrorKind::Shape(error.to_string()),
    })?;
    if again == bytes {
        return Ok(value);
    }
    let at = again.iter().zip(bytes).take_while(|(a, b)| a == b).count();
    Err(DecodeError {
        at: at as u64,
        kind: DecodeErrorKind::NotTheEncoding,
    })
}

#[cfg(test)]
mod tests;
