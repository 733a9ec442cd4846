//! A guest's side of a table.

use std::collections::BTreeSet;

use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::Closing;

use super::{BadClosing, Refusal, Seating, Sitter, Terms};
use crate::advert::Versions;
use crate::invite::{Invitation, Secret};
use crate::name;
use crate::wire::{Frame, Sit, WireClosed, WireRefusal, WireSeating};

/// A table of somebody else at which this person wants to sit, or sits.
#[derive(Debug)]
pub(crate) struct Guest {
    invitation: Invitation,
    me: IdentityKey,
    name: String,
    attempt: u32,
    versions: Versions,
    chosen: Option<u8>,
    /// All places that this person has wanted: the host may have closed the table before he heard of the last.
    wanted: BTreeSet<u8>,
    ready: bool,
    seating: Option<Seating>,
}

impl Guest {
    pub(crate) fn new(invitation: Invitation, me: IdentityKey, name: &str, attempt: u32, versions: Versions) -> Self {
        Self {
            invitation,
            me,
            name: name::cleaned(name),
            attempt,
            versions,
            chosen: None,
            wanted: BTreeSet::new(),
            ready: false,
            seating: None,
        }
    }

    pub(crate) const fn host(&self) -> IdentityKey {
        self.invitation.host
    }

    pub(crate) const fn secret(&self) -> Option<Secret> {
        self.invitation.secret
    }

    pub(crate) const fn seating(&self) -> Option<&Seating> {
        self.seating.as_ref()
    }

    /// Chooses a place, and says whether the match may begin.
    pub(crate) fn choose(&mut self, chosen: Option<u8>, ready: bool) {
        self.wanted.extend(chosen);
        self.chosen = chosen;
        self.ready = ready;
    }

    /// What the host is told: harmless to send twice.
    pub(crate) fn sit(&self) -> Frame {
        Frame::Sit(Sit {
            table: self.invitation.table,
            attempt: self.attempt,
            secret: self.invitation.secret,
            versions: self.versions,
            name: self.name.clone(),
            chosen: self.chosen,
            ready: self.ready,
        })
    }

    /// The host says how the table stands. Whether it stands otherwise than before.
    ///
    /// # Errors
    /// Where no match can be played on its terms, or they are not those that were shown before.
    pub(crate) fn take_seating(&mut self, wire: WireSeating) -> Result<bool, Refusal> {
        let seating = Seating::from_wire(wire)?;
        if seating.table != self.invitation.table
            || seating
                .sitters
                .first()
                .is_none_or(|host| host.identity != self.invitation.host)
        {
            return Err(Refusal::OtherTable);
        }
        if let Some(before) = &self.seating
            && before.terms != seating.terms
        {
            return Err(Refusal::TermsChanged);
        }
        let changed = self.seating.as_ref() != Some(&seating);
        self.seating = Some(seating);
        Ok(changed)
    }

    /// The host has closed the table.
    ///
    /// # Errors
    /// Where it is not the table at which this person sat down.
    pub(crate) fn take_closing(&self, closed: &WireClosed) -> Result<Closing, BadClosing> {
        let closing = closed.closing.clone().closing().map_err(BadClosing::Refused)?;
        let agreement = closing.agreement();
        if agreement
            .members
            .first()
            .is_none_or(|host| host.identity != self.invitation.host)
        {
            return Err(BadClosing::OtherHost);
        }
        let Some(me) = agreement.party_of(&self.me).and_then(|party| agreement.member(party)) else {
            return Err(BadClosing::WithoutMe);
        };
        if let Some(seating) = &self.seating {
            let terms = &seating.terms;
            if agreement.game != terms.game || agreement.table != terms.table || agreement.clock != terms.clock {
                return Err(BadClosing::OtherTerms);
            }
            if !terms.chosen && agreement.members.iter().any(|member| member.chosen.is_some())
                || me.chosen.is_some_and(|place| !self.wanted.contains(&place))
            {
                return Err(BadClosing::OtherSeats);
            }
        }
        Ok(closing)
    }

    /// Whether this person has said that the match may begin.
    pub(crate) const fn is_ready(&self) -> bool {
        self.ready
    }

    /// The table is closed, but this person has not said that the match may begin: he sees how it stands, as far as he has not been shown
    /// it, and the host says it again when he is ready. Whether there is something new to be seen.
    pub(crate) fn show(&mut self, closing: &Closing) -> bool {
        if self.seating.is_some() {
            return false;
        }
        let agreement = closing.agreement();
        let mut terms = Terms::new(agreement.game, agreement.table.clone());
        terms.clock = agreement.clock;
        terms.chosen = agreement.members.iter().any(|member| member.chosen.is_some());
        let sitters = agreement.members.iter().map(|member| Sitter {
            identity: member.identity,
            name: name::cleaned(&member.name),
            chosen: member.chosen,
            ready: member.identity != self.me,
        });
        self.seating = Some(Seating {
            table: self.invitation.table,
            sitters: sitters.collect(),
            terms,
            persons: agreement.members.len(),
        });
        true
    }

    /// Whether a refusal answers what this person wanted last, or nothing that he asked.
    pub(crate) const fn is_refused_by(&self, attempt: u32) -> bool {
        attempt == 0 || attempt == self.attempt
    }

    /// Why the host does not let this person sit down.
    pub(crate) fn refusal(&self, why: &WireRefusal) -> Refusal {
        match why {
            WireRefusal::NoTable => Refusal::NoTable,
            WireRefusal::Full => Refusal::Full,
            WireRefusal::Versions(theirs) => theirs
                .mismatch_with(&self.versions)
                .map_or(Refusal::SameVersions, Refusal::Versions),
            WireRefusal::Unwanted => Refusal::Unwanted,
        }
    }
}
