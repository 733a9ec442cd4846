//! CBOR sequences (RFC 8742): items one after the other, read one at a time.

use std::io::{self, Read};

use super::scan::{Source, item_length};
use super::{DecodeError, DecodeErrorKind as Kind, Limits};

/// The items of a sequence in memory, each as its encoded bytes, checked when it is reached and not before.
///
/// After an error the iterator ends. [`offset`](Self::offset) then still tells where the last good item ended,
/// which is where a log that was cut off by a crash can be mended.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    rest: &'a [u8],
    limits: Limits,
    offset: u64,
    failed: bool,
}

impl<'a> Items<'a> {
    /// The items of `bytes`; `limits` apply to each.
    #[must_use]
    pub const fn new(bytes: &'a [u8], limits: Limits) -> Self {
        Self {
            rest: bytes,
            limits,
            offset: 0,
            failed: false,
        }
    }

    /// How many bytes the items returned so far have taken.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<&'a [u8], DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.rest.is_empty() {
            return None;
        }
        let split = item_length(&mut { self.rest }, &self.limits, self.offset).and_then(|length| {
            let truncated = DecodeError {
                at: self.offset,
                kind: Kind::Truncated,
            };
            self.rest.split_at_checked(length).ok_or(truncated)
        });
        Some(match split {
            Ok((item, rest)) => {
                self.rest = rest;
                self.offset = self.offset.saturating_add(item.len() as u64);
                Ok(item)
            }
            Err(error) => {
                self.failed = true;
                Err(error)
            }
        })
    }
}

/// The items of a sequence that is read from a file or a stream, each as its encoded bytes.
///
/// Not one byte beyond the current item is read, and memory grows with the bytes that have arrived, never with the
/// length that an item claims. Reads are small; wrap a file in a [`BufReader`](io::BufReader).
#[derive(Debug)]
pub struct ItemReader<R> {
    reader: R,
    limits: Limits,
    offset: u64,
    failed: bool,
}

impl<R: Read> ItemReader<R> {
    /// The items of what `reader` gives; `limits` apply to each.
    #[must_use]
    pub const fn new(reader: R, limits: Limits) -> Self {
        Self {
            reader,
            limits,
            offset: 0,
            failed: false,
        }
    }

    /// How many bytes the items returned so far have taken.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The reader, standing after the last item.
    #[must_use]
    pub const fn reader(&self) -> &R {
        &self.reader
    }

    /// Gives the reader back, standing after the last item.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.reader
    }

    fn read_item(&mut self) -> Result<Option<Vec<u8>>, DecodeError> {
        let mut fetched = Fetched {
            reader: &mut self.reader,
            bytes: Vec::new(),
        };
        // The end of the input is in order here and nowhere else.
        match fetched.up_to(1) {
            Err(Kind::Truncated) => return Ok(None),
            Err(kind) => {
                return Err(DecodeError { at: self.offset, kind });
            }
            Ok(_) => {}
        }
        let length = item_length(&mut fetched, &self.limits, self.offset)?;
        self.offset = self.offset.saturating_add(length as u64);
        Ok(Some(fetched.bytes))
    }
}

impl<R: Read> Iterator for ItemReader<R> {
    type Item = Result<Vec<u8>, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let item = self.read_item();
        self.failed = !matches!(item, Ok(Some(_)));
        item.transpose()
    }
}

/// How far memory may run ahead of the bytes that have arrived.
const CHUNK: usize = 4096;

/// The part of an item that has been read.
struct Fetched<'a, R> {
    reader: &'a mut R,
    bytes: Vec<u8>,
}

impl<R: Read> Source for Fetched<'_, R> {
    fn up_to(&mut self, end: usize) -> Result<&[u8], Kind> {
        while let Some(missing) = end.checked_sub(self.bytes.len()).filter(|&missing| missing > 0) {
            let start = self.bytes.len();
            self.bytes.resize(start + missing.min(CHUNK), 0);
            let part = self.bytes.get_mut(start..).unwrap_or_default();
            self.reader.read_exact(part).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => Kind::Truncated,
                kind => Kind::Read(kind),
            })?;
        }
        self.bytes.get(..end).ok_or(Kind::Truncated)
    }
}
