//! Entries of the log: a signed header, with body and proofs beside it.

use majlis_crypto::cbor;
use majlis_crypto::chain::{Digest32, Label, hash};
use majlis_crypto::identity::{Identity, IdentityKey, SignTag, Signature};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::act::{Act, Body, Proofs};
use crate::error::{Piece, Refusal};
use crate::party::PartyId;
use crate::wire::{MAX_BODY, MAX_HEADER, MAX_PROOFS, limits};

/// What is signed of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Header {
    /// The match.
    pub match_id: Digest32,
    /// The epoch; it grows with every expulsion (log.8).
    pub epoch: u32,
    /// The step, from 0, counted through all epochs.
    pub step: u64,
    /// Who signs.
    pub party: PartyId,
    /// The digest of the step before; at step 0 the match id.
    pub prev: Digest32,
    /// The digest of the body.
    pub body: Digest32,
    /// The digest of the proofs.
    pub proofs: Digest32,
}

impl Header {
    /// The canonical bytes.
    ///
    /// # Errors
    /// Never in practice: a header can always be encoded.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::encoding(Piece::Header, &error))
    }
}

/// A header whose signature has been checked: its party said this and cannot deny it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignedHeader {
    header: Header,
    bytes: Vec<u8>,
    tag: SignTag,
    signature: Signature,
}

impl SignedHeader {
    /// Reads a header and checks its signature against the key of the party that it names. `key` gives a party's key.
    ///
    /// # Errors
    /// Where it is not canonical, or the signature is not that party's.
    pub fn open<'k>(
        bytes: Vec<u8>,
        signature: Signature,
        key: impl FnOnce(PartyId) -> Option<&'k IdentityKey>,
    ) -> Result<Self, Refusal> {
        let header: Header =
            cbor::from_slice(&bytes, &limits(MAX_HEADER)).map_err(|error| Refusal::decoding(Piece::Header, &error))?;
        let key = key(header.party).ok_or(Refusal::NoSuchParty { party: header.party })?;
        // The acknowledgement of an epoch has a tag of its own, so that no other entry can pass for one.
        let tag = [SignTag::Entry, SignTag::Ack]
            .into_iter()
            .find(|&tag| key.verify(tag, &bytes, &signature).is_ok())
            .ok_or(Refusal::Signature {
                what: Piece::Entry,
                party: header.party,
            })?;
        Ok(Self {
            header,
            bytes,
            tag,
            signature,
        })
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Its canonical bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What it was signed as: [`SignTag::Entry`] or [`SignTag::Ack`].
    #[must_use]
    pub const fn tag(&self) -> SignTag {
        self.tag
    }

    /// The signature.
    #[must_use]
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }
}

/// An entry: what one party says in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    signed: SignedHeader,
    body: Vec<u8>,
    proofs: Vec<u8>,
}

impl Entry {
    /// Reads an entry: header, signature, and that body and proofs are those that were signed. What they say is not looked at.
    ///
    /// # Errors
    /// Where it cannot be held against the party: not canonical, wrongly signed, or with another body or other proofs.
    pub fn open<'k>(
        header: Vec<u8>,
        signature: Signature,
        body: Vec<u8>,
        proofs: Vec<u8>,
        key: impl FnOnce(PartyId) -> Option<&'k IdentityKey>,
    ) -> Result<Self, Refusal> {
        let signed = SignedHeader::open(header, signature, key)?;
        let party = signed.header.party;
        if body.len() > MAX_BODY || proofs.len() > MAX_PROOFS {
            return Err(Refusal::TooLarge { party });
        }
        if hash(Label::Body, &[&body]) != signed.header.body {
            return Err(Refusal::NotWhatWasSigned {
                what: Piece::Body,
                party,
            });
        }
        if hash(Label::Proofs, &[&proofs]) != signed.header.proofs {
            return Err(Refusal::NotWhatWasSigned {
                what: Piece::Proofs,
                party,
            });
        }
        Ok(Self { signed, body, proofs })
    }

    /// Writes and signs an entry.
    ///
    /// # Errors
    /// Where body or proofs are larger than an entry may be.
    pub fn sign(
        place: &Place,
        party: PartyId,
        body: &Body,
        proofs: &Proofs,
        identity: &Identity,
    ) -> Result<Self, Refusal> {
        let tag = if matches!(body.act, Act::Ack) {
            SignTag::Ack
        } else {
            SignTag::Entry
        };
        let body = body.encode()?;
        let proofs = proofs.encode()?;
        if body.len() > MAX_BODY || proofs.len() > MAX_PROOFS {
            return Err(Refusal::TooLarge { party });
        }
        let header = Header {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            party,
            prev: place.prev,
            body: hash(Label::Body, &[&body]),
            proofs: hash(Label::Proofs, &[&proofs]),
        };
        let bytes = header.encode()?;
        let signature = identity.sign(tag, &bytes);
        Ok(Self {
            signed: SignedHeader {
                header,
                bytes,
                tag,
                signature,
            },
            body,
            proofs,
        })
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        self.signed.header()
    }

    /// The header with its signature.
    #[must_use]
    pub const fn signed(&self) -> &SignedHeader {
        &self.signed
    }

    /// Who says it.
    #[must_use]
    pub const fn party(&self) -> PartyId {
        self.signed.header.party
    }

    /// The body's canonical bytes.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The proofs' canonical bytes.
    #[must_use]
    pub fn proofs(&self) -> &[u8] {
        &self.proofs
    }
}

/// Where the log stands: what the next entry's header has to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The match.
    pub match_id: Digest32,
    /// The epoch.
    pub epoch: u32,
    /// The step.
    pub step: u64,
    /// The digest of the step before.
    pub prev: Digest32,
}

impl Place {
    /// Whether a header belongs here.
    #[must_use]
    pub fn fits(&self, header: &Header) -> bool {
        self.match_id == header.match_id
            && self.epoch == header.epoch
            && self.step == header.step
            && self.prev == header.prev
    }
}
