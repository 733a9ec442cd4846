//! Who stands on a branch on which nobody goes on any more, and is voted out on theirs (log.7, log.8).
//!
//! A vote need not come out the same way everywhere at once: one has seen all ballots and takes the absence as final, another one,
//! whom a ballot never reached, has held the vote for lost and gone on with the entry. Nobody who has signed changes sides, lest
//! somebody else relied on it; but each side goes on without whom it misses. So at the end one side has voted out whoever
//! stands on the other, and all who remain have signed on top of that. He takes over that log then, signs nothing any more, and
//! watches (log.15).

use std::sync::Arc;

use super::{ASK_WAIT, MAX_ANSWER, Message, Millis, Session};
use crate::entry::{Entry, Place};
use crate::error::Refusal;
use crate::evidence::Absence;
use crate::item::Item;
use crate::notice::{Ballot, Leave, Signed, Vote};
use crate::party::PartyId;
use crate::replay::{Awaited, Checking, Match, Slot};

/// How many items of another branch are held of one party.
const MAX_SHOWN: usize = 4 * MAX_ANSWER;

/// What somebody who stands elsewhere shows from a step on, from before the two logs part.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    from: u64,
    items: Vec<Item>,
    /// When it was asked for.
    asked: Millis,
    /// How many items there were when it was asked for, and when a branch was last put together of them.
    known: usize,
    tried: usize,
}

impl Shown {
    pub(super) const fn new(from: u64, asked: Millis) -> Self {
        Self {
            from,
            items: Vec::new(),
            asked,
            known: 0,
            tried: 0,
        }
    }

    pub(super) const fn from(&self) -> u64 {
        self.from
    }
}

/// The steps that can be put together of what was shown.
struct Branch {
    /// The first step that is another one than ours.
    parts_at: usize,
    steps: Vec<Vec<(PartyId, Slot)>>,
    end: Match,
}

impl Session {
    /// Asks somebody who stands further on, and of whose answer nothing fits, for everything that is not settled here.
    pub(super) fn ask_back(&mut self, whom: PartyId, now: Millis) {
        let from = self.first_unsettled();
        self.ask(whom, from, now);
    }

    /// Holds what comes of somebody who was asked for his branch.
    pub(super) fn note_shown(&mut self, from: PartyId, item: &Item) {
        if let Some(shown) = self.shown.get_mut(&from)
            && shown.items.len() < MAX_SHOWN
            && !shown.items.contains(item)
        {
            shown.items.push(item.clone());
        }
    }

    /// When somebody is asked again who has shown something new since he was asked for his branch: it goes on without us.
    pub(super) fn branches_due(&self) -> Option<Millis> {
        let news = self.shown.values().filter(|shown| shown.items.len() > shown.known);
        news.map(|shown| shown.asked.saturating_add(ASK_WAIT)).min()
    }

    pub(super) fn watch_branches(&mut self, now: Millis) -> Result<(), Refusal> {
        let all: Vec<PartyId> = self.shown.keys().copied().collect();
        for whom in all {
            let is_due =
                |shown: &&Shown| shown.items.len() > shown.known && now >= shown.asked.saturating_add(ASK_WAIT);
            if self.shown.get(&whom).filter(is_due).is_none() {
                continue;
            }
            self.change_sides(whom, now)?;
            // If the log was changed, nothing of it is needed any more.
            let Some(shown) = self.shown.get_mut(&whom) else {
                continue;
            };
            (shown.known, shown.asked) = (shown.items.len(), now);
            let (match_id, from) = (self.player.state().place().match_id, shown.from);
            self.send(Some(whom), Message::Ask { match_id, from });
        }
        Ok(())
    }

    /// Somebody has shown all that he has: where that is a log without this party, on which all the others have gone on for good, it
    /// is taken over.
    pub(super) fn change_sides(&mut self, whom: PartyId, now: Millis) -> Result<(), Refusal> {
        let is_new = |shown: &&mut Shown| shown.items.len() > shown.tried;
        let Some(shown) = self.shown.get_mut(&whom).filter(is_new) else {
            return Ok(());
        };
        shown.tried = shown.items.len();
        let shown = shown.clone();
        let Some(branch) = self.branch(&shown)? else {
            return Ok(());
        };
        let me = self.player.party();
        let step = u64::try_from(branch.parts_at).unwrap_or(u64::MAX);
        if self.finished || self.is_settled(step, me) || !branch.stands_without(me) {
            return Ok(());
        }
        let gone = branch.end.departures().iter().find(|gone| gone.step >= step);
        let culprit = gone.map_or(me, |gone| gone.party);
        self.cut_to(branch.parts_at, branch.steps, culprit, now)
    }

    /// Puts a branch together: the steps from the one on that is not ours, each checked like any other. `None` where it is our own
    /// log, or as much of it as was shown.
    fn branch(&self, shown: &Shown) -> Result<Option<Branch>, Refusal> {
        let from = usize::try_from(shown.from).unwrap_or(usize::MAX);
        let mut state = self.state_before(from)?;
        let pieces = Pieces::open(&shown.items, &state);
        let mut parts_at = None;
        let mut steps = Vec::new();
        for at in from.. {
            let Some(slots) = pieces.step(&state) else { break };
            if state.take(&slots, &mut Checking::Now).is_err() {
                break;
            }
            if parts_at.is_none() {
                match self.place_after(at) {
                    Some(place) if place == state.place() => continue,
                    Some(_) => parts_at = Some(at),
                    None => break,
                }
            }
            steps.push(slots);
        }
        Ok(parts_at.map(|parts_at| Branch {
            parts_at,
            steps,
            end: state,
        }))
    }

    /// The place that follows a step that was taken.
    fn place_after(&self, at: usize) -> Option<Place> {
        self.steps.get(at)?;
        let next = self.steps.get(at.saturating_add(1)).map(|taken| taken.place);
        Some(next.unwrap_or_else(|| self.player.state().place()))
    }

    /// The match as it stood before a step.
    fn state_before(&self, at: usize) -> Result<Match, Refusal> {
        let mut state = Match::new(Arc::clone(self.player.state().closing()))?;
        for (n, taken) in self.steps.iter().enumerate().take(at) {
            // A step that somebody was expelled in may hold a proof that fails, which only checking shows.
            let harmless = self.place_after(n).is_some_and(|next| next.epoch == taken.place.epoch);
            let mut checking = if harmless { Checking::Trusted } else { Checking::Now };
            state.take(&taken.slots, &mut checking)?;
        }
        state.settle();
        Ok(state)
    }
}

impl Branch {
    /// Whether all others have gone on without a party, and nobody of them goes back: it is out, by no mere claim, and everybody who
    /// remains has signed on top of that (log.8), or all the others have signed the result.
    fn stands_without(&self, party: PartyId) -> bool {
        let claimed = |slot: &Slot| matches!(slot, Slot::Absent(absence) if !absence.claims.is_empty());
        if self.steps.iter().flatten().any(|(_, slot)| claimed(slot)) {
            return false;
        }
        let others = self.end.present().without(party);
        let signed = if self.end.present().contains(party) {
            self.end.result_signers()
        } else {
            let last = self.end.departures().iter().map(|gone| gone.step).max();
            let last = last.and_then(|step| usize::try_from(step).ok()).unwrap_or_default();
            let on_top = last.saturating_add(1).saturating_sub(self.parts_at).max(1);
            let slots = self.steps.iter().skip(on_top).flatten();
            let entries = slots.filter(|(_, slot)| matches!(slot, Slot::Entry(_)));
            entries.map(|(who, _)| *who).collect()
        };
        !others.is_empty() && others.minus(signed).is_empty()
    }
}

/// The items of a branch, in whatever order they came.
struct Pieces {
    entries: Vec<Entry>,
    leaves: Vec<Signed<Leave>>,
    ballots: Vec<Signed<Ballot>>,
}

impl Pieces {
    /// Checks the signatures; what is not signed by its party is dropped.
    fn open(items: &[Item], state: &Match) -> Self {
        let key = |party: PartyId| state.identity(party);
        let mut pieces = Self {
            entries: Vec::new(),
            leaves: Vec::new(),
            ballots: Vec::new(),
        };
        for item in items.iter().cloned() {
            match item {
                Item::Entry(sealed) => pieces.entries.extend(sealed.open(key).ok()),
                Item::Leave(sealed) => pieces.leaves.extend(sealed.notice(key).ok()),
                Item::Ballot(sealed) => pieces.ballots.extend(sealed.notice(key).ok()),
                // Branches that part at a proof that somebody signed twice come together by cutting; nobody is convinced by a claim.
                Item::Fork(..) | Item::Relapse(..) | Item::Claim(_) | Item::Closing(_) => {}
            }
        }
        pieces
    }

    /// The step that is due, if it is whole; of the results, those that came.
    fn step(&self, state: &Match) -> Option<Vec<(PartyId, Slot)>> {
        let places = state
            .awaited()
            .iter()
            .map(|(party, _)| (*party, self.slot(*party, state)));
        if matches!(state.awaited().first(), Some((_, Awaited::Result))) {
            let came: Vec<_> = places.filter_map(|(party, slot)| Some((party, slot?))).collect();
            return (!came.is_empty()).then_some(came);
        }
        let slots: Option<Vec<_>> = places.map(|(party, slot)| Some((party, slot?))).collect();
        slots.filter(|slots| !slots.is_empty())
    }

    fn slot(&self, party: PartyId, state: &Match) -> Option<Slot> {
        let place = state.place();
        let entry = self
            .entries
            .iter()
            .find(|entry| entry.party() == party && place.fits(entry.header()));
        if let Some(entry) = entry {
            return Some(Slot::Entry(entry.clone()));
        }
        let on_this = |ballot: &&Signed<Ballot>| {
            let ballot = ballot.notice();
            let here = (ballot.match_id, ballot.epoch, ballot.step, ballot.prev);
            let due = (place.match_id, place.epoch, place.step, place.prev);
            ballot.accused == party && ballot.vote == Vote::Absent && here == due
        };
        let by = |voter: PartyId| {
            let mut ballots = self.ballots.iter().filter(on_this);
            ballots.find(|ballot| ballot.notice().voter == voter).cloned()
        };
        let ballots: Option<Vec<_>> = state.present().without(party).iter().map(by).collect();
        if let Some(ballots) = ballots.filter(|ballots| !ballots.is_empty()) {
            let claims = Vec::new();
            return Some(Slot::Absent(Absence { ballots, claims }));
        }
        let stands = |leave: &&Signed<Leave>| state.check_leave(party, leave.notice()).is_ok();
        self.leaves.iter().find(stands).cloned().map(Slot::Left)
    }
}
