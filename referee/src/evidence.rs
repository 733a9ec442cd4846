//! Evidence against a party: absence that the others vouch for, and equivocation that anybody can check.

use majlis_crypto::identity::IdentityKey;

use crate::entry::SignedHeader;
use crate::error::Refusal;
use crate::item::{Item, Sealed};
use crate::notice::{Ballot, Claim, Signed};
use crate::party::PartyId;

/// What makes the absence of a party final: the ballots of the others, or claims in their place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Absence {
    /// The ballots, voters ascending.
    pub ballots: Vec<Signed<Ballot>>,
    /// The claims, claimers ascending (log.9).
    pub claims: Vec<Signed<Claim>>,
}

/// Two different contents that one party signed for one place: a proof that can be handed on (log.5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    headers: [SignedHeader; 2],
}

impl Fork {
    /// The proof that two headers make, the one with the smaller bytes first.
    ///
    /// # Errors
    /// Where they prove nothing: of different parties or places, or the same content twice.
    pub fn new(one: SignedHeader, other: SignedHeader) -> Result<Self, Refusal> {
        let (a, b) = (one.header(), other.header());
        if a.match_id != b.match_id || a.party != b.party || a.epoch != b.epoch || a.step != b.step {
            return Err(Refusal::Log(
                "two entries for different places prove nothing".to_owned(),
            ));
        }
        // Digests cover content, never signatures: the same content signed twice is one entry.
        if one.bytes() == other.bytes() {
            return Err(Refusal::Log("the same entry twice proves nothing".to_owned()));
        }
        let headers = if one.bytes() < other.bytes() {
            [one, other]
        } else {
            [other, one]
        };
        Ok(Self { headers })
    }

    /// Reads a proof.
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
            Err(Refusal::Log(
                "the headers of the proof stand in the wrong order".to_owned(),
            ))
        }
    }

    /// The culprit.
    #[must_use]
    pub fn party(&self) -> PartyId {
        let [first, _] = &self.headers;
        first.header().party
    }

    /// The step for which it signed twice.
    #[must_use]
    pub fn step(&self) -> u64 {
        let [first, _] = &self.headers;
        first.header().step
    }

    /// The epoch.
    #[must_use]
    pub fn epoch(&self) -> u32 {
        let [first, _] = &self.headers;
        first.header().epoch
    }

    /// Both headers.
    #[must_use]
    pub const fn headers(&self) -> &[SignedHeader; 2] {
        &self.headers
    }
}

impl From<&Fork> for Item {
    fn from(fork: &Fork) -> Self {
        let [one, other] = &fork.headers;
        Self::Fork(one.into(), other.into())
    }
}
