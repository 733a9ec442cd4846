//! The result of a match, signed by all who are there: it is passed around without the log (log.12).

use std::collections::BTreeMap;

use majlis_crypto::cbor::{self, ByteArray};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::{Identity, IdentityKey, SignTag, Signature};
use majlis_rules::game::Outcome;
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::act::{Act, Body};
use crate::agreement::Closing;
use crate::error::{BadLog, Piece, Refusal};
use crate::item::{Item, Sealed};
use crate::notice::{Leave, Signed};
use crate::party::{PartyId, PartySet};
use crate::replay::{Match, Slot};
use crate::wire::{MAX_CLOSING, MAX_HEADER, limits};

/// The largest certificate, in bytes.
pub const MAX_CERTIFICATE: usize = 2 * MAX_CLOSING;

/// How a match came out for somebody, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Came {
    /// Won.
    Win,
    /// Shared the top.
    Draw,
    /// Lost, or left.
    Loss,
}

impl From<Outcome> for Came {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Self::Win,
            Outcome::Draw => Self::Draw,
            Outcome::Loss => Self::Loss,
        }
    }
}

impl From<Came> for Outcome {
    fn from(came: Came) -> Self {
        match came {
            Came::Win => Self::Win,
            Came::Draw => Self::Draw,
            Came::Loss => Self::Loss,
        }
    }
}

/// What the signatures under a result say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Statement {
    /// The match.
    pub match_id: Digest32,
    /// The digest of its log up to the end.
    pub log: Digest32,
    /// Which game.
    pub game: String,
    /// The parties' keys.
    pub members: Vec<IdentityKey>,
    /// How it came out for each; `None` for whom it does not count (a match annulled before the lot).
    pub outcomes: Vec<Option<Came>>,
    /// The scores of the seats.
    pub scores: Vec<i32>,
}

impl Statement {
    /// The canonical bytes that are signed.
    ///
    /// # Errors
    /// Never in practice.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::encoding(Piece::Result, &error))
    }

    /// Signs the result.
    ///
    /// # Errors
    /// Never in practice.
    pub fn sign(&self, identity: &Identity) -> Result<Signature, Refusal> {
        Ok(identity.sign(SignTag::Certificate, &self.encode()?))
    }

    /// Checks a party's signature under the result.
    ///
    /// # Errors
    /// Where it is not that party's.
    pub fn verify(&self, party: PartyId, signature: &Signature) -> Result<(), Refusal> {
        let key = self.members.get(party.index()).ok_or(Refusal::NoSuchParty { party })?;
        key.verify(SignTag::Certificate, &self.encode()?, signature)
            .map_err(|_| Refusal::Signature {
                what: Piece::Result,
                party,
            })
    }
}

/// The closing, the result, the signatures under it, and the leaves of those who left: all that somebody needs to believe the
/// result without the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Certificate {
    /// The closing of the table.
    pub closing: Sealed,
    /// The result.
    pub statement: Statement,
    /// Who signed it, parties ascending.
    pub signatures: Vec<(PartyId, ByteArray<64>)>,
    /// The leaves of who left, parties ascending.
    pub leaves: Vec<Sealed>,
}

/// How much a certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Witness {
    /// Every party has signed the result, or its own leave.
    Everybody,
    /// Somebody has signed nothing: the log has to show why.
    Some {
        /// Who has signed the result or a leave.
        signed: PartySet,
    },
}

/// Gathers the parts of a certificate while a log is replayed.
#[derive(Clone, Default, Debug)]
pub struct Gatherer {
    leaves: BTreeMap<PartyId, Sealed>,
    results: BTreeMap<PartyId, ByteArray<64>>,
}

impl Gatherer {
    /// Looks at a step that was taken.
    pub fn step(&mut self, slots: &[(PartyId, Slot)]) {
        for (party, slot) in slots {
            match slot {
                Slot::Left(leave) => self.leave(*party, || leave.into()),
                Slot::Entry(entry) => {
                    let Ok(body) = Body::decode(entry.body()) else {
                        continue;
                    };
                    if let Act::Result(signature) = body.act {
                        self.results.insert(*party, signature);
                    }
                    for rider in body.riders {
                        let Item::Leave(sealed) = rider else { continue };
                        if let Ok(leave) = cbor::from_slice::<Leave>(&sealed.bytes.0, &limits(MAX_HEADER)) {
                            self.leave(leave.party, || sealed);
                        }
                    }
                }
                Slot::Absent(_) | Slot::Forked(_) => {}
            }
        }
    }

    fn leave(&mut self, party: PartyId, sealed: impl FnOnce() -> Sealed) {
        self.leaves.entry(party).or_insert_with(sealed);
    }

    /// The certificate of the match, once its log is whole; `None` before, and for a match that never was.
    #[must_use]
    pub fn certificate(self, end: &Match) -> Option<Certificate> {
        let statement = end.statement().filter(|_| end.is_finished())?;
        let signed = end.result_signers();
        let signatures = self.results.into_iter().filter(|(party, _)| signed.contains(*party));
        // Whoever has signed the result is there, whatever else he has signed.
        let leaves = self.leaves.into_iter().filter(|(party, _)| !signed.contains(*party));
        Some(Certificate {
            closing: end.closing().as_ref().into(),
            statement,
            signatures: signatures.collect(),
            leaves: leaves.map(|(_, leave)| leave).collect(),
        })
    }
}

impl Certificate {
    /// Checks everything that can be checked without the log.
    ///
    /// # Errors
    /// Where a signature does not hold, or the parts do not belong together.
    pub fn check(&self) -> Result<(Closing, Witness), Refusal> {
        let closing = self.closing.clone().closing()?;
        let agreement = closing.agreement();
        let fits = closing.match_id() == self.statement.match_id
            && agreement.game.id() == self.statement.game
            && self.statement.outcomes.len() == agreement.members.len()
            && agreement
                .members
                .iter()
                .map(|member| &member.identity)
                .eq(&self.statement.members);
        if !fits {
            return Err(Refusal::Log(BadLog::OtherResult));
        }
        let mut signed = PartySet::EMPTY;
        let ascending = |signed: PartySet, party: PartyId| signed.iter().next_back().is_none_or(|last| last < party);
        for (party, signature) in &self.signatures {
            if !ascending(signed, *party) {
                return Err(Refusal::Log(BadLog::SignatureOrder));
            }
            self.statement.verify(*party, &Signature(signature.0))?;
            signed = signed.with(*party);
        }
        let mut left = PartySet::EMPTY;
        for leave in &self.leaves {
            let leave: Signed<Leave> = leave
                .clone()
                .notice(|party| agreement.member(party).map(|member| &member.identity))?;
            let party = leave.notice().party;
            if leave.notice().match_id != self.statement.match_id || !ascending(left, party) || signed.contains(party) {
                return Err(Refusal::Log(BadLog::OtherLeave(party)));
            }
            left = left.with(party);
        }
        let signed: PartySet = signed.iter().chain(left.iter()).collect();
        let everybody = signed == PartySet::all(agreement.parties());
        Ok((
            closing,
            if everybody {
                Witness::Everybody
            } else {
                Witness::Some { signed }
            },
        ))
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// Never in practice.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::encoding(Piece::Certificate, &error))
    }

    /// Reads canonical bytes; [`Certificate::check`] says what they are worth.
    ///
    /// # Errors
    /// Where they are not the encoding of a certificate.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        cbor::from_slice(bytes, &limits(MAX_CERTIFICATE)).map_err(|error| Refusal::decoding(Piece::Certificate, &error))
    }
}
