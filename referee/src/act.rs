//! What an entry says: its act, the riders it carries, and its proofs.

use majlis_crypto::cbor::{self, ByteArray, ByteString};
use majlis_crypto::chain::Digest32;
use majlis_rules::face::Handle;
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::error::{Piece, Refusal};
use crate::item::Item;
use crate::wire::{MAX_BODY, MAX_PROOFS, limits};

/// What a party does in a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Genesis, step 0: binds the party to its keys and its part of the lot (log.1).
    Commit(Digest32),
    /// Genesis, step 1: what was committed to. Proofs: of the keys.
    Reveal(Reveal),
    /// The digest of an expulsion is acknowledged (log.8).
    Ack,
    /// The pack, permuted and encrypted anew; the last to shuffle adds the shares that the deal wants of him. Proofs: of the
    /// shuffle, then as for shares.
    Shuffle(ByteString, Shares),
    /// Shares for the cards that are to be seen. Proofs: of the plain shares, a list a pack.
    Shares(Shares),
    /// A move of a seat. Proofs: of the commitments, of the hidden cards, and of the shares, a list a pack each.
    Move(Move),
    /// In place of a move: nothing but what the entry carries along, so that a leave need not wait for the mover (log.11).
    Carry,
    /// "I do not hold it." Proofs: of the commitments and of the hidden cards.
    Deny(Vec<ByteString>),
    /// The match is over and came out like this: the certificate's signature (log.12).
    Result(ByteArray<64>),
}

impl Act {
    /// A word for messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Commit(_) => "a commitment",
            Self::Reveal(_) => "a reveal",
            Self::Ack => "an acknowledgement",
            Self::Shuffle(..) => "a shuffle",
            Self::Shares(_) => "shares",
            Self::Move(_) => "a move",
            Self::Carry => "a carried leave",
            Self::Deny(_) => "a denial",
            Self::Result(_) => "a result",
        }
    }
}

/// What was committed to in step 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Reveal {
    /// Deck key and sealing key.
    pub keys: ByteString,
    /// The party's part of the lot.
    pub nonce: ByteArray<32>,
    /// What hid it.
    pub salt: ByteArray<32>,
}

/// Shares of cards. Which cards, and for whom, follows from the state and is never sent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize_tuple, Deserialize_tuple)]
pub struct Shares {
    /// Plain shares for everybody, a string of points for each pack, packs ascending.
    pub plain: Vec<ByteString>,
    /// Shares sealed to one party each, in the order in which the looks are due. Their proofs are part of them.
    pub sealed: Vec<ByteString>,
}

/// A move of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Move {
    /// In the notation of `judge.md`.
    pub text: String,
    /// The card of the hand that it names by its face.
    pub card: Option<(u32, u8)>,
    /// The mover's shares of the cards that the move shows or opens, a string of points for each pack, packs ascending.
    pub shares: Vec<ByteString>,
    /// Commitments to cards about which something is proved for the first time, a string of points for each pack.
    pub commitments: Vec<ByteString>,
}

impl Move {
    /// The card as a handle.
    #[must_use]
    pub fn handle(&self) -> Option<Handle> {
        self.card.map(|(pack, index)| Handle { pack, index })
    }
}

/// The body of an entry.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Body {
    /// What the party does.
    pub act: Act,
    /// What it carries along: leaves and proofs of equivocation (log.5, log.11).
    pub riders: Vec<Item>,
}

impl Body {
    /// A body that carries nothing along.
    #[must_use]
    pub const fn new(act: Act) -> Self {
        Self {
            act,
            riders: Vec::new(),
        }
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// Never in practice.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::encoding(Piece::Body, &error))
    }

    /// Reads canonical bytes.
    ///
    /// # Errors
    /// Where they are not the encoding of a body.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        cbor::from_slice(bytes, &limits(MAX_BODY)).map_err(|error| Refusal::decoding(Piece::Body, &error))
    }
}

/// The proofs of an entry, in the order in which its act names them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Proofs(pub Vec<ByteString>);

impl Proofs {
    /// The canonical bytes.
    ///
    /// # Errors
    /// Never in practice.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::encoding(Piece::Proofs, &error))
    }

    /// Reads canonical bytes.
    ///
    /// # Errors
    /// Where they are not the encoding of a list of proofs.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        cbor::from_slice(bytes, &limits(MAX_PROOFS)).map_err(|error| Refusal::decoding(Piece::Proofs, &error))
    }
}
