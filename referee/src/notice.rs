//! What a party signs besides its entries: that it leaves, how it votes on an absent one, what it claims.

use majlis_crypto::cbor;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::{Identity, IdentityKey, SignTag, Signature};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::error::{Piece, Refusal};
use crate::party::PartyId;
use crate::wire::{MAX_ITEM, limits};

/// A party leaves for good (log.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Leave {
    /// The match.
    pub match_id: Digest32,
    /// Who leaves.
    pub party: PartyId,
    /// The first step that the party has not signed. From there on the leave is its entry wherever it is awaited.
    pub from: u64,
}

/// How a ballot votes (log.6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Vote {
    /// The accused owes its entry and nobody asked has it.
    Absent,
    /// Here is the entry: the bytes of the item.
    Here(cbor::ByteString),
}

/// A vote on a party that owes an entry past clock and grace (log.6).
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Ballot {
    /// The match.
    pub match_id: Digest32,
    /// The epoch.
    pub epoch: u32,
    /// The step that awaits the entry.
    pub step: u64,
    /// The digest of the step before, on which the voter stands.
    pub prev: Digest32,
    /// Who owes it.
    pub accused: PartyId,
    /// Who votes.
    pub voter: PartyId,
    /// How.
    pub vote: Vote,
}

/// A person claims a suspended match (log.9). It is final for who signs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Claim {
    /// The match.
    pub match_id: Digest32,
    /// The epoch.
    pub epoch: u32,
    /// The step that awaits the entry.
    pub step: u64,
    /// The digest of the step before.
    pub prev: Digest32,
    /// Who is said to have vanished.
    pub accused: PartyId,
    /// Who claims.
    pub claimer: PartyId,
}

/// Something that is signed as a whole.
pub trait Notice: Serialize + DeserializeOwned {
    /// What it is signed as.
    const TAG: SignTag;
    /// A word for messages.
    const NAME: Piece;

    /// Who signs it.
    fn signer(&self) -> PartyId;
}

impl Notice for Leave {
    const TAG: SignTag = SignTag::Leave;
    const NAME: Piece = Piece::Leave;

    fn signer(&self) -> PartyId {
        self.party
    }
}

impl Notice for Ballot {
    const TAG: SignTag = SignTag::Ballot;
    const NAME: Piece = Piece::Ballot;

    fn signer(&self) -> PartyId {
        self.voter
    }
}

impl Notice for Claim {
    const TAG: SignTag = SignTag::Claim;
    const NAME: Piece = Piece::Claim;

    fn signer(&self) -> PartyId {
        self.claimer
    }
}

/// A notice whose signature has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed<N> {
    notice: N,
    bytes: Vec<u8>,
    signature: Signature,
}

impl<N: Notice> Signed<N> {
    /// Signs a notice.
    ///
    /// # Errors
    /// Never in practice: a notice can always be encoded.
    pub fn sign(notice: N, identity: &Identity) -> Result<Self, Refusal> {
        let bytes = cbor::to_vec(&notice).map_err(|error| Refusal::encoding(N::NAME, &error))?;
        let signature = identity.sign(N::TAG, &bytes);
        Ok(Self {
            notice,
            bytes,
            signature,
        })
    }

    /// Reads a notice and checks its signature against the key of the party that it names.
    ///
    /// # Errors
    /// Where it is not canonical, or the signature is not that party's.
    pub fn open<'k>(
        bytes: Vec<u8>,
        signature: Signature,
        key: impl FnOnce(PartyId) -> Option<&'k IdentityKey>,
    ) -> Result<Self, Refusal> {
        let notice: N =
            cbor::from_slice(&bytes, &limits(MAX_ITEM)).map_err(|error| Refusal::decoding(N::NAME, &error))?;
        let party = notice.signer();
        let key = key(party).ok_or(Refusal::NoSuchParty { party })?;
        key.verify(N::TAG, &bytes, &signature)
            .map_err(|_| Refusal::Signature { what: N::NAME, party })?;
        Ok(Self {
            notice,
            bytes,
            signature,
        })
    }

    /// What it says.
    #[must_use]
    pub const fn notice(&self) -> &N {
        &self.notice
    }

    /// Its canonical bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The signature.
    #[must_use]
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }
}
