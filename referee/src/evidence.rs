//! Evidence against a party: absence that the others vouch for, and equivocation that anybody can check.

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;

use crate::entry::SignedHeader;
use crate::error::{NoEvidence, Refusal};
use crate::item::{Item, Sealed};
use crate::notice::{Ballot, Claim, Leave, Signed};
use crate::party::PartyId;

/// What makes the absence of a party final: the ballots of the others, or claims in their place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Absence {
    /// The ballots, voters ascending.
    pub ballots: Vec<Signed<Ballot>>,
    /// The claims, claimers ascending (log.9).
    pub claims: Vec<Signed<Claim>>,
}

/// Two things that one party signed and that cannot both stand: a proof that can be handed on (log.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    header: SignedHeader,
    other: Other,
}

/// What stands against the first header.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Other {
    /// Another header for the same place; the one with the smaller bytes comes first.
    Header(SignedHeader),
    /// A leave from that step or an earlier one (log.11).
    Leave(Signed<Leave>),
}

impl Fork {
    /// The proof that two headers make.
    ///
    /// # Errors
    /// Where they prove nothing: of different parties or places, or the same content twice.
    pub fn new(one: SignedHeader, other: SignedHeader) -> Result<Self, Refusal> {
        let (a, b) = (one.header(), other.header());
        if a.match_id != b.match_id || a.party != b.party || a.epoch != b.epoch || a.step != b.step {
            return Err(Refusal::Evidence(NoEvidence::OtherPlaces));
        }
        // Digests cover content, never signatures: the same content signed twice is one entry.
        if one.bytes() == other.bytes() {
            return Err(Refusal::Evidence(NoEvidence::Same));
        }
        let (header, other) = if one.bytes() < other.bytes() {
            (one, other)
        } else {
            (other, one)
        };
        Ok(Self {
            header,
            other: Other::Header(other),
        })
    }

    /// The proof that a header makes with a leave before it.
    ///
    /// # Errors
    /// Where they prove nothing: of different parties or matches, or the leave comes after the header.
    pub fn after_leaving(header: SignedHeader, leave: Signed<Leave>) -> Result<Self, Refusal> {
        let (a, b) = (header.header(), leave.notice());
        if a.match_id != b.match_id || a.party != b.party || b.from > a.step {
            return Err(Refusal::Evidence(NoEvidence::BeforeLeave));
        }
        Ok(Self {
            header,
            other: Other::Leave(leave),
        })
    }

    /// Reads a proof of two headers.
    ///
    /// # Errors
    /// Where it proves nothing, or its headers do not stand in order.
    pub fn open<'k>(
        one: Sealed,
        other: Sealed,
        key: impl Fn(PartyId) -> Option<&'k IdentityKey>,
    ) -> Result<Self, Refusal> {
        let ordered = one.bytes.0 < other.bytes.0;
        let fork = Self::new(one.header(&key)?, other.header(&key)?)?;
        if ordered {
            Ok(fork)
        } else {
            Err(Refusal::Evidence(NoEvidence::Order))
        }
    }

    /// Reads a proof of a header and a leave.
    ///
    /// # Errors
    /// Where it proves nothing.
    pub fn open_after_leaving<'k>(
        header: Sealed,
        leave: Sealed,
        key: impl Fn(PartyId) -> Option<&'k IdentityKey>,
    ) -> Result<Self, Refusal> {
        Self::after_leaving(header.header(&key)?, leave.notice(&key)?)
    }

    /// The culprit.
    #[must_use]
    pub const fn party(&self) -> PartyId {
        self.header.header().party
    }

    /// Whether it is a header with a leave before it.
    #[must_use]
    pub const fn is_relapse(&self) -> bool {
        matches!(self.other, Other::Leave(_))
    }

    /// The match.
    #[must_use]
    pub const fn match_id(&self) -> Digest32 {
        self.header.header().match_id
    }

    /// The step for which it signed twice.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.header.header().step
    }

    /// The epoch.
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.header.header().epoch
    }
}

impl From<&Fork> for Item {
    fn from(fork: &Fork) -> Self {
        match &fork.other {
            Other::Header(other) => Self::Fork((&fork.header).into(), other.into()),
            Other::Leave(leave) => Self::Relapse((&fork.header).into(), leave.into()),
        }
    }
}
