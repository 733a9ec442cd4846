//! The file of a log: `*.mlog`.
//!
//! Eight bytes of magic and version, then a CBOR sequence (RFC 8742) of items, each in its one canonical encoding.

use std::io::{self, Read, Write};

use majlis_crypto::cbor::ItemReader;

use crate::error::{Piece, Refusal};
use crate::item::Item;
use crate::wire::{MAX_ITEM, limits};

/// The first seven bytes of every log.
pub const MAGIC: &[u8; 7] = b"majlis\n";
/// The eighth: the version of the format.
pub const VERSION: u8 = 1;
/// How long the head of a file is.
pub const HEAD: usize = MAGIC.len() + 1;

/// The head of a file.
#[must_use]
pub fn head() -> [u8; HEAD] {
    let mut head = [VERSION; HEAD];
    for (to, from) in head.iter_mut().zip(MAGIC) {
        *to = *from;
    }
    head
}

/// Why a file cannot be read on.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read at all.
    Io(io::Error),
    /// It is no log.
    NotALog,
    /// It is a log of a version that this program does not know.
    Version(u8),
    /// At this byte it goes on with something that is no item.
    Item {
        /// The offset of the item in the file.
        at: u64,
        /// What is wrong with it.
        refusal: Refusal,
    },
}

impl core::fmt::Display for FileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the file cannot be read: {error}"),
            Self::NotALog => f.write_str("the file is not a log of a match"),
            Self::Version(version) => write!(
                f,
                "the log has format {version} and this program reads {VERSION}; a newer program may read it"
            ),
            Self::Item { at, refusal } => write!(f, "byte {at}: {refusal}"),
        }
    }
}

impl std::error::Error for FileError {}

/// Reads the items of a log one after the other; memory does not grow with the file.
#[derive(Debug)]
pub struct LogReader<R> {
    items: ItemReader<R>,
    /// Where in the file the first of the items starts.
    start: u64,
    failed: bool,
}

impl<R: Read> LogReader<R> {
    /// Reads the head.
    ///
    /// # Errors
    /// Where the file is no log, or of another version.
    pub fn new(mut reader: R) -> Result<Self, FileError> {
        let mut bytes = [0; HEAD];
        reader.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => FileError::NotALog,
            _ => FileError::Io(error),
        })?;
        match bytes.split_last() {
            Some((&version, magic)) if magic == MAGIC => {
                if version != VERSION {
                    return Err(FileError::Version(version));
                }
            }
            _ => return Err(FileError::NotALog),
        }
        Ok(Self::resume(reader, HEAD as u64))
    }

    /// Reads on from where an item starts, `at` bytes into the file, for somebody who has read what comes before.
    pub const fn resume(reader: R, at: u64) -> Self {
        Self {
            items: ItemReader::new(reader, limits(MAX_ITEM)),
            start: at,
            failed: false,
        }
    }

    /// Where the next item starts in the file.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.start + self.items.offset()
    }
}

impl<R: Read> Iterator for LogReader<R> {
    type Item = Result<Item, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let at = self.offset();
        let item = match self.items.next()? {
            Ok(bytes) => Item::decode(&bytes),
            Err(error) => Err(Refusal::decoding(Piece::Item, &error)),
        };
        self.failed = item.is_err();
        Some(item.map_err(|refusal| FileError::Item { at, refusal }))
    }
}

/// Writes a log from its items.
///
/// # Errors
/// Where writing fails.
pub fn write_log<'a>(to: &mut dyn Write, items: impl IntoIterator<Item = &'a Item>) -> io::Result<()> {
    to.write_all(&head())?;
    for item in items {
        to.write_all(&item.encode().map_err(io::Error::other)?)?;
    }
    Ok(())
}
