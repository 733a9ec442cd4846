//! From items to steps: what a log or a peer sends, put in the places that the match awaits.

use std::collections::VecDeque;

use crate::error::{BadLog, Refusal};
use crate::evidence::Absence;
use crate::item::Item;
use crate::notice::{Ballot, Claim, Leave, Signed};
use crate::party::PartyId;
use crate::replay::{Awaited, Match, Slot};

/// Puts the items of a log together into whole steps. It holds the items of one step at the most, and what was fed beyond it.
#[derive(Clone, Debug, Default)]
pub struct Assembler {
    waiting: VecDeque<Item>,
    slots: Vec<(PartyId, Slot)>,
    absence: Option<(PartyId, Absence)>,
}

impl Assembler {
    /// Nothing fed yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next item of the log.
    pub fn feed(&mut self, item: Item) {
        self.waiting.push_back(item);
    }

    /// The next whole step, if the items fed so far make one. `at_end` says that no further item comes.
    ///
    /// # Errors
    /// Where an item does not belong where it stands.
    pub fn next_step(&mut self, state: &Match, at_end: bool) -> Result<Option<Vec<(PartyId, Slot)>>, Refusal> {
        while self.slots.len() < state.awaited().len() {
            let Some(&(party, ref awaited)) = self.expected(state) else {
                break;
            };
            let Some(item) = self.waiting.front() else {
                if !at_end {
                    return Ok(None);
                }
                if self.close_absence() {
                    continue;
                }
                // Of the results, those that came are enough (log.9).
                let partial = *awaited == Awaited::Result && !self.slots.is_empty();
                return Ok(partial.then(|| std::mem::take(&mut self.slots)));
            };
            if let Some((accused, _)) = self.absence
                && !accuses(item, accused, state)
            {
                self.close_absence();
                continue;
            }
            let item = item.clone();
            self.place(state, party, awaited, item)?;
            self.waiting.pop_front();
        }
        // An absence that is still being voted on may have further ballots coming.
        if self.slots.is_empty() {
            return Ok(None);
        }
        Ok(Some(std::mem::take(&mut self.slots)))
    }

    /// Takes back what was put together on a state that turned out to be another: these slots, given out last, and the step in
    /// the making become items again.
    pub(crate) fn rewind(&mut self, given: Vec<(PartyId, Slot)>) {
        let absence = self.absence.take();
        let absent = absence.map(|(party, absence)| (party, Slot::Absent(absence)));
        let slots = given.into_iter().chain(std::mem::take(&mut self.slots)).chain(absent);
        let items: Vec<Item> = slots.flat_map(|(_, slot)| slot.items()).collect();
        for item in items.into_iter().rev() {
            self.waiting.push_front(item);
        }
    }

    /// Whether anything is left over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.slots.is_empty() && self.absence.is_none()
    }

    fn expected<'m>(&self, state: &'m Match) -> Option<&'m (PartyId, Awaited)> {
        state.awaited().get(self.slots.len())
    }

    /// Takes the absence that was voted on as settled.
    fn close_absence(&mut self) -> bool {
        match self.absence.take() {
            Some((party, absence)) => {
                self.slots.push((party, Slot::Absent(absence)));
                true
            }
            None => false,
        }
    }

    fn place(&mut self, state: &Match, party: PartyId, awaited: &Awaited, item: Item) -> Result<(), Refusal> {
        let step = state.place().step;
        let key = |party: PartyId| state.identity(party);
        let (party, slot) = match item {
            Item::Entry(entry) => {
                let entry = entry.open(key)?;
                // A party that has not signed the result leaves its place empty; all others are filled.
                let skipped = *awaited == Awaited::Result && state.awaited_of(entry.party()).is_some();
                if entry.party() != party && !(skipped && self.slots.iter().all(|(who, _)| *who < entry.party())) {
                    return Err(Refusal::NotAwaited {
                        party: entry.party(),
                        step,
                    });
                }
                (entry.party(), Slot::Entry(entry))
            }
            Item::Leave(sealed) => {
                let leave: Signed<Leave> = sealed.notice(key)?;
                (leave.notice().party, Slot::Left(leave))
            }
            Item::Fork(..) | Item::Relapse(..) => {
                let fork = state.open_fork(item)?;
                (fork.party(), Slot::Forked(fork))
            }
            Item::Ballot(sealed) => {
                let ballot: Signed<Ballot> = sealed.notice(key)?;
                let absence = self.absence(party, ballot.notice().accused, step)?;
                // Ballots come before claims, so that a log has one encoding.
                if !absence.claims.is_empty() {
                    return Err(Refusal::Log(BadLog::BallotBehindClaim));
                }
                let last = absence.ballots.last().map(|last| last.notice().voter);
                ascending(last, ballot.notice().voter)?;
                absence.ballots.push(ballot);
                return Ok(());
            }
            Item::Claim(sealed) => {
                let claim: Signed<Claim> = sealed.notice(key)?;
                let absence = self.absence(party, claim.notice().accused, step)?;
                let last = absence.claims.last().map(|last| last.notice().claimer);
                ascending(last, claim.notice().claimer)?;
                absence.claims.push(claim);
                return Ok(());
            }
            Item::Closing(_) => return Err(Refusal::Log(BadLog::SecondClosing)),
        };
        if party != self.expected(state).map_or(party, |(who, _)| *who) && *awaited != Awaited::Result {
            return Err(Refusal::NotAwaited { party, step });
        }
        self.slots.push((party, slot));
        Ok(())
    }

    fn absence(&mut self, expected: PartyId, accused: PartyId, step: u64) -> Result<&mut Absence, Refusal> {
        if expected != accused {
            return Err(Refusal::NotAwaited { party: accused, step });
        }
        let (_, absence) = self.absence.get_or_insert_with(|| (accused, Absence::default()));
        Ok(absence)
    }
}

/// One ballot and one claim of each party, in party order: so there are few of them, however long a log goes on about an absence.
fn ascending(last: Option<PartyId>, next: PartyId) -> Result<(), Refusal> {
    if last.is_some_and(|last| last >= next) {
        return Err(Refusal::Log(BadLog::Order(next)));
    }
    Ok(())
}

/// Whether an item is one more ballot on the party, or one more claim against it. What cannot be read counts as one, so that it is
/// refused where it stands.
fn accuses(item: &Item, accused: PartyId, state: &Match) -> bool {
    let key = |party: PartyId| state.identity(party);
    match item.clone() {
        Item::Ballot(sealed) => sealed
            .notice(key)
            .map_or(true, |ballot: Signed<Ballot>| ballot.notice().accused == accused),
        Item::Claim(sealed) => sealed
            .notice(key)
            .map_or(true, |claim: Signed<Claim>| claim.notice().accused == accused),
        _ => false,
    }
}
