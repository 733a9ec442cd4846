//! The name of an open table.

use core::fmt;
use core::str::FromStr;

use majlis_crypto::cbor::ByteArray;
use rand_core::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Names an open table of a host: 16 random bytes, shown as 32 hexadecimal digits. With the host's key it is unique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub [u8; 16]);

impl TableId {
    /// Draws a new one.
    #[must_use]
    pub fn draw(rng: &mut (impl Rng + ?Sized)) -> Self {
        let mut bytes = [0; 16];
        rng.fill_bytes(&mut bytes);
        Self(bytes)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableId({self})")
    }
}

/// The text is not 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotATableId;

impl fmt::Display for NotATableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table is named by 32 hexadecimal digits; copy its name again")
    }
}

impl core::error::Error for NotATableId {}

impl FromStr for TableId {
    type Err = NotATableId;

    fn from_str(text: &str) -> Result<Self, NotATableId> {
        let bytes = data_encoding::HEXLOWER
            .decode(text.as_bytes())
            .map_err(|_| NotATableId)?;
        bytes.try_into().map(Self).map_err(|_| NotATableId)
    }
}

impl Serialize for TableId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ByteArray::deserialize(deserializer).map(|ByteArray(bytes)| Self(bytes))
    }
}
