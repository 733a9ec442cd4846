//! The items of a log and of the wire: everything that is signed, each with its signature.

use majlis_crypto::cbor::{self, ByteArray, ByteString};
use majlis_crypto::identity::{IdentityKey, Signature};
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::agreement::Closing;
use crate::entry::{Entry, SignedHeader};
use crate::error::{Piece, Refusal};
use crate::notice::{Notice, Signed};
use crate::party::PartyId;
use crate::wire::{MAX_ITEM, limits};

/// A signed thing as it is written: bytes and signature, nothing checked yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Item {
    /// The closing of the table.
    Closing(Sealed),
    /// An entry.
    Entry(EntryItem),
    /// A leave.
    Leave(Sealed),
    /// A ballot.
    Ballot(Sealed),
    /// A claim.
    Claim(Sealed),
    /// Two headers of one party for one place: a proof of equivocation (log.5).
    Fork(Sealed, Sealed),
    /// A header of one party and a leave of its before that place: the other proof of equivocation (log.11).
    Relapse(Sealed, Sealed),
}

/// Canonical bytes and the signature over them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Sealed {
    /// What is signed.
    pub bytes: ByteString,
    /// The signature.
    pub signature: ByteArray<64>,
}

impl Sealed {
    fn new(bytes: &[u8], signature: &Signature) -> Self {
        Self {
            bytes: ByteString(bytes.to_vec()),
            signature: ByteArray(signature.0),
        }
    }

    fn parts(self) -> (Vec<u8>, Signature) {
        (self.bytes.0, Signature(self.signature.0))
    }
}

/// An entry as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct EntryItem {
    /// The header's canonical bytes.
    pub header: ByteString,
    /// The signature over the header.
    pub signature: ByteArray<64>,
    /// The body's canonical bytes.
    pub body: ByteString,
    /// The proofs' canonical bytes.
    pub proofs: ByteString,
}

impl EntryItem {
    /// Checks what can be checked of an entry alone.
    ///
    /// # Errors
    /// See [`Entry::open`].
    pub fn open<'k>(self, key: impl FnOnce(PartyId) -> Option<&'k IdentityKey>) -> Result<Entry, Refusal> {
        Entry::open(
            self.header.0,
            Signature(self.signature.0),
            self.body.0,
            self.proofs.0,
            key,
        )
    }
}

impl From<&Entry> for EntryItem {
    fn from(entry: &Entry) -> Self {
        Self {
            header: ByteString(entry.signed().bytes().to_vec()),
            signature: ByteArray(entry.signed().signature().0),
            body: ByteString(entry.body().to_vec()),
            proofs: ByteString(entry.proofs().to_vec()),
        }
    }
}

impl From<&Entry> for Item {
    fn from(entry: &Entry) -> Self {
        Self::Entry(entry.into())
    }
}

impl From<&Closing> for Sealed {
    fn from(closing: &Closing) -> Self {
        Self::new(closing.bytes(), closing.signature())
    }
}

impl From<&Closing> for Item {
    fn from(closing: &Closing) -> Self {
        Self::Closing(closing.into())
    }
}

impl<N: Notice> From<&Signed<N>> for Sealed {
    fn from(signed: &Signed<N>) -> Self {
        Self::new(signed.bytes(), signed.signature())
    }
}

impl From<&SignedHeader> for Sealed {
    fn from(signed: &SignedHeader) -> Self {
        Self::new(signed.bytes(), signed.signature())
    }
}

impl Sealed {
    /// Reads a closing.
    ///
    /// # Errors
    /// See [`Closing::open`].
    pub fn closing(self) -> Result<Closing, Refusal> {
        let (bytes, signature) = self.parts();
        Closing::open(bytes, signature)
    }

    /// Reads a notice.
    ///
    /// # Errors
    /// See [`Signed::open`].
    pub fn notice<'k, N: Notice>(
        self,
        key: impl FnOnce(PartyId) -> Option<&'k IdentityKey>,
    ) -> Result<Signed<N>, Refusal> {
        let (bytes, signature) = self.parts();
        Signed::open(bytes, signature, key)
    }

    /// Reads a header.
    ///
    /// # Errors
    /// See [`SignedHeader::open`].
    pub fn header<'k>(self, key: impl FnOnce(PartyId) -> Option<&'k IdentityKey>) -> Result<SignedHeader, Refusal> {
        let (bytes, signature) = self.parts();
        SignedHeader::open(bytes, signature, key)
    }
}

impl Item {
    /// The canonical bytes.
    ///
    /// # Errors
    /// Never in practice.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::encoding(Piece::Item, &error))
    }

    /// Reads canonical bytes.
    ///
    /// # Errors
    /// Where they are not the encoding of an item.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        cbor::from_slice(bytes, &limits(MAX_ITEM)).map_err(|error| Refusal::decoding(Piece::Item, &error))
    }
}
