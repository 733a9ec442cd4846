//! The host's side of a table.

use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_referee::agreement::{Agreement, Closing, Member};

use super::{Seating, Sitter, Terms, TermsError};
use crate::advert::Versions;
use crate::invite::Secret;
use crate::name;
use crate::table_id::TableId;
use crate::wire::{Frame, Sit, WireRefusal};

/// What the host's side wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Output {
    /// Send a frame to somebody.
    Send(IdentityKey, Box<Frame>),
    /// The table stands otherwise than before.
    Changed,
}

/// A table of this person that is not closed yet.
#[derive(Debug)]
pub(crate) struct Host {
    seating: Seating,
    secret: Option<Secret>,
    versions: Versions,
}

impl Host {
    /// Opens a table.
    ///
    /// # Errors
    /// Where no match can be played on the terms.
    pub(crate) fn new(
        table: TableId,
        terms: Terms,
        secret: Option<Secret>,
        identity: IdentityKey,
        name: &str,
        versions: Versions,
    ) -> Result<Self, TermsError> {
        let persons = terms.persons()?;
        let host = Sitter {
            identity,
            name: name::cleaned(name),
            chosen: None,
            ready: false,
        };
        Ok(Self {
            seating: Seating {
                table,
                terms,
                sitters: vec![host],
                persons,
            },
            secret,
            versions,
        })
    }

    pub(crate) const fn seating(&self) -> &Seating {
        &self.seating
    }

    pub(crate) const fn secret(&self) -> Option<Secret> {
        self.secret
    }

    /// Somebody wants to sit down, or says again how he sits. `unwanted` persons are blocked by the host.
    pub(crate) fn sit(&mut self, from: IdentityKey, sit: &Sit, unwanted: bool) -> Vec<Output> {
        let refuse = |why| {
            vec![Output::Send(
                from,
                Box::new(Frame::Refused(sit.table, sit.attempt, why)),
            )]
        };
        // A stranger learns nothing of a private table.
        if self.secret.is_some() && self.secret != sit.secret {
            return refuse(WireRefusal::NoTable);
        }
        if sit.versions.mismatch_with(&self.versions).is_some() {
            return refuse(WireRefusal::Versions(self.versions));
        }
        if unwanted {
            return refuse(WireRefusal::Unwanted);
        }
        let name = name::cleaned(&sit.name);
        let sits = self.seating.sitters.iter().position(|sitter| sitter.identity == from);
        let at = match sits {
            // The host himself does not ask.
            Some(0) => return Vec::new(),
            Some(at) => at,
            None if self.seating.free() == 0 => return refuse(WireRefusal::Full),
            None => {
                self.seating.sitters.push(Sitter {
                    identity: from,
                    name: String::new(),
                    chosen: None,
                    ready: false,
                });
                self.seating.sitters.len() - 1
            }
        };
        let chosen = self.free_place(at, sit.chosen);
        if let Some(sitter) = self.seating.sitters.get_mut(at) {
            sitter.name = name;
            sitter.chosen = chosen;
            sitter.ready = sit.ready;
        }
        self.tell()
    }

    /// The place that somebody gets who wants one: none where seats are drawn, what he had where it is taken.
    fn free_place(&self, at: usize, wanted: Option<u8>) -> Option<u8> {
        let place = wanted?;
        if !self.seating.terms.chosen || usize::from(place) >= self.seating.persons {
            return None;
        }
        let mut others = self
            .seating
            .sitters
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at);
        if others.any(|(_, other)| other.chosen == Some(place)) {
            return self.seating.sitters.get(at).and_then(|sitter| sitter.chosen);
        }
        Some(place)
    }

    /// The host chooses his own place, and says whether the match may begin.
    pub(crate) fn sit_myself(&mut self, chosen: Option<u8>, ready: bool) -> Vec<Output> {
        let chosen = self.free_place(0, chosen);
        if let Some(host) = self.seating.sitters.first_mut() {
            host.chosen = chosen;
            host.ready = ready;
        }
        self.tell()
    }

    /// Somebody gets up, or is gone for so long that his seat is free again.
    pub(crate) fn stand(&mut self, who: IdentityKey) -> Vec<Output> {
        let before = self.seating.sitters.len();
        let mut place = 0;
        self.seating.sitters.retain(|sitter| {
            place += 1;
            place == 1 || sitter.identity != who
        });
        if self.seating.sitters.len() == before {
            return Vec::new();
        }
        self.tell()
    }

    /// Tells everybody how the table stands.
    fn tell(&self) -> Vec<Output> {
        let guests = self.guests();
        guests
            .map(|guest| Output::Send(guest, Box::new(Frame::Seating(self.seating.to_wire()))))
            .chain([Output::Changed])
            .collect()
    }

    /// Who sits here beside the host.
    pub(crate) fn guests(&self) -> impl Iterator<Item = IdentityKey> + '_ {
        self.seating.sitters.iter().skip(1).map(|sitter| sitter.identity)
    }

    /// Whether the match may begin.
    pub(crate) fn is_complete(&self) -> bool {
        self.seating.free() == 0 && self.seating.sitters.iter().all(|sitter| sitter.ready)
    }

    /// Signs the closing.
    ///
    /// # Errors
    /// Where no match can be played on the terms.
    pub(crate) fn close(
        &self,
        identity: &Identity,
        nonce: [u8; 32],
    ) -> Result<Closing, majlis_referee::error::Refusal> {
        let terms = &self.seating.terms;
        let members = self.seating.sitters.iter().map(|sitter| Member {
            identity: sitter.identity,
            name: sitter.name.clone(),
            chosen: sitter.chosen,
        });
        let agreement = Agreement::new(terms.game, terms.table.clone(), terms.clock, members.collect(), nonce);
        Closing::sign(agreement, identity)
    }
}
