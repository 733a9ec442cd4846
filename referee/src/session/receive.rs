//! What comes from the other parties.

use rand_core::CryptoRng;

use super::{Keep, MAX_AHEAD, MAX_ANSWER, MAX_STRANGE, Message, Millis, Output, Session};
use crate::entry::{Entry, SignedHeader};
use crate::error::{NotDue, Refusal};
use crate::evidence::Fork;
use crate::item::Item;
use crate::notice::{Ballot, Claim, Leave, Signed, Vote};
use crate::party::PartyId;
use crate::replay::Slot;

impl Session {
    /// Takes a message of another party. Any party may hand on anything that is signed, whoever signed it (log.3).
    ///
    /// # Errors
    /// Where it is garbage or belongs elsewhere: nothing has changed then, and the sender may be thought less of. An error about
    /// the log itself means that the match cannot go on.
    pub fn receive(
        &mut self,
        from: PartyId,
        message: Message,
        now: Millis,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<(), Refusal> {
        let place = self.player.state().place();
        match message {
            Message::Ask { match_id, from: step } if match_id == place.match_id => {
                self.answer(from, step, now);
                Ok(())
            }
            Message::Standing { match_id, step } if match_id == place.match_id => {
                if let Some((_, missing)) = &mut self.returning {
                    *missing = missing.without(from);
                    if missing.is_empty() {
                        self.returning = None;
                    }
                }
                if let Some(asked) = self.asking.get_mut(&from) {
                    asked.answered = true;
                    if step > place.step && asked.place == place && asked.from <= place.step {
                        self.elsewhere = self.elsewhere.with(from);
                    }
                }
                self.cut_where_called_for(now)?;
                self.change_sides(from, now)?;
                let place = self.player.state().place();
                // Where nothing new came of this answer, another would be the same, and is not asked for.
                if step > place.step {
                    self.ask(from, place.step, now);
                }
                // So does whoever answers, and does not send what he owes.
                if self.elsewhere.contains(from) || self.desk.resting.contains(from) {
                    self.ask_back(from, now);
                }
                self.go_on(now, rng)
            }
            Message::Item(item) => {
                self.note_shown(from, &item);
                let askers = self.desk.askers.without(from);
                let held = (!askers.is_empty()).then(|| (item.clone(), self.desk_size()));
                self.take_item(from, item, now, rng)?;
                if let Some((item, before)) = held
                    && self.desk_size() > before
                {
                    for asker in askers.iter() {
                        self.send(Some(asker), Message::Item(item.clone()));
                    }
                }
                self.go_on(now, rng)?;
                if self.desk.asked.is_some() {
                    // Who is missing may be another matter now.
                    self.watch_clocks(now)?;
                    self.go_on(now, rng)?;
                }
                Ok(())
            }
            Message::Ask { .. } | Message::Standing { .. } => Err(Refusal::OtherMatch),
        }
    }

    /// Sends what one has from a step on.
    fn answer(&mut self, to: PartyId, from: u64, now: Millis) {
        let place = self.player.state().place();
        let at = usize::try_from(from).unwrap_or(usize::MAX);
        let steps: Vec<Item> = self
            .steps
            .iter()
            .skip(at)
            .take(MAX_ANSWER)
            .flat_map(|taken| taken.slots.iter().flat_map(|(_, slot)| slot.items()))
            .collect();
        for item in steps {
            self.send(Some(to), Message::Item(item));
        }
        let desk: Vec<Item> = self.desk_items().collect();
        for item in desk {
            self.send(Some(to), Message::Item(item));
        }
        self.send(
            Some(to),
            Message::Standing {
                match_id: place.match_id,
                step: place.step,
            },
        );
        if from > place.step {
            self.ask(to, place.step, now);
        }
        self.desk.askers = self.desk.askers.with(to);
    }

    /// Everything that has come for the step that is due, and all that waits to take effect.
    fn desk_items(&self) -> impl Iterator<Item = Item> + '_ {
        let entries = self.desk.entries.values().map(Item::from);
        let leaves = self.leaves.values().map(|leave| Item::Leave(leave.into()));
        let forks = self.forks.values().map(Item::from);
        let ballots = self.desk.ballots.values().map(|ballot| Item::Ballot(ballot.into()));
        let claims = self.desk.claims.values().map(|claim| Item::Claim(claim.into()));
        entries.chain(leaves).chain(forks).chain(ballots).chain(claims)
    }

    /// How many items [`Session::desk_items`] gives.
    fn desk_size(&self) -> usize {
        let desk = &self.desk;
        desk.entries.len() + self.leaves.len() + self.forks.len() + desk.ballots.len() + desk.claims.len()
    }

    pub(super) fn take_item(
        &mut self,
        from: PartyId,
        item: Item,
        now: Millis,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<(), Refusal> {
        match item {
            Item::Entry(sealed) => {
                let entry = sealed.open(|party| self.player.state().identity(party))?;
                self.take_entry(from, entry, now)
            }
            Item::Leave(sealed) => {
                let leave: Signed<Leave> = sealed.notice(|party| self.player.state().identity(party))?;
                self.take_leave(&leave, now)
            }
            Item::Ballot(sealed) => {
                let ballot: Signed<Ballot> = sealed.notice(|party| self.player.state().identity(party))?;
                self.take_ballot(from, ballot, now, rng)
            }
            Item::Claim(sealed) => {
                let claim: Signed<Claim> = sealed.notice(|party| self.player.state().identity(party))?;
                self.take_claim(from, claim, now)
            }
            Item::Fork(..) | Item::Relapse(..) => {
                let fork = self.player.state().open_fork(item)?;
                self.take_fork(&fork, now)
            }
            Item::Closing(_) => Err(Refusal::NotDue(NotDue::Closed)),
        }
    }

    fn take_entry(&mut self, from: PartyId, entry: Entry, now: Millis) -> Result<(), Refusal> {
        let state = self.player.state();
        let place = state.place();
        let header = *entry.header();
        if header.match_id != place.match_id {
            return Err(Refusal::OtherMatch);
        }
        if header.step < place.step {
            return self.take_old(from, entry.signed(), now);
        }
        // A party that is no longer there watches; its late entries are no fault (log.15).
        if !state.present().contains(header.party) || header.epoch < place.epoch {
            return Ok(());
        }
        if let Some(fork) = self.clash(entry.signed()) {
            self.take_fork(&fork, now)?;
            if self.player.state().place() != place {
                return Ok(());
            }
        }
        let state = self.player.state();
        if header.step > place.step {
            self.hold(from, &entry);
            self.note_strange(entry.signed(), now)?;
            self.ask(from, place.step, now);
            return Ok(());
        }
        if !place.fits(&header) {
            // A sign of a fork: ask for everything that may not be settled yet (log.3).
            self.note_strange(entry.signed(), now)?;
            let unsettled = self.first_unsettled();
            self.ask(from, unsettled, now);
            return Ok(());
        }
        if self.desk.entries.contains_key(&header.party) {
            return Ok(());
        }
        state.check_entry(header.party, entry.signed().tag(), &header)?;
        if let Some(leave) = self.leaves.get(&header.party)
            && leave.notice().from <= header.step
        {
            let fork = Fork::after_leaving(entry.signed().clone(), leave.clone())?;
            self.take_fork(&fork, now)?;
        }
        if header.party == self.player.party() {
            // Signed before a crash and handed back by somebody: it stands, and is not signed again (log.13).
            self.player.note_signed(&entry);
            self.outputs.push_back(Output::Keep(Keep::Own((&entry).into())));
        }
        self.desk.entries.insert(header.party, entry);
        self.show_where_accused(header.party)
    }

    /// The proof that a header makes with another one of its party that is at hand: for the step that is due, for one that is not
    /// reached yet, or on another branch.
    fn clash(&self, signed: &SignedHeader) -> Option<Fork> {
        let due = self.desk.entries.values().map(Entry::signed);
        let ahead = self.ahead.iter().map(|(_, entry)| entry.signed());
        let (header, bytes) = (signed.header(), signed.bytes());
        due.chain(ahead)
            .chain(&self.strange)
            .filter(|held| held.bytes() != bytes)
            .map(|held| (held, held.header()))
            .find(|(_, held)| (held.party, held.epoch, held.step) == (header.party, header.epoch, header.step))
            .and_then(|(held, _)| Fork::new(held.clone(), signed.clone()).ok())
    }

    /// Holds an entry for a step that is not reached yet: of each party only so many, those of the next steps, so that nobody can
    /// crowd out what the others send.
    fn hold(&mut self, from: PartyId, entry: &Entry) {
        let header = entry.header();
        if self
            .ahead
            .iter()
            .any(|(_, held)| held.signed().bytes() == entry.signed().bytes())
        {
            return;
        }
        let of_party = |(at, (_, held)): (usize, &(PartyId, Entry))| {
            (held.party() == header.party).then(|| (held.header().step, at))
        };
        let held: Vec<(u64, usize)> = self.ahead.iter().enumerate().filter_map(of_party).collect();
        if held.len() >= MAX_AHEAD {
            match held.into_iter().max() {
                Some((step, at)) if step > header.step => self.ahead.remove(at),
                _ => return,
            };
        }
        self.ahead.push((from, entry.clone()));
    }

    /// An entry for a step that was taken: nothing new, or a proof that its party signed twice.
    fn take_old(&mut self, from: PartyId, signed: &SignedHeader, now: Millis) -> Result<(), Refusal> {
        let header = signed.header();
        let taken = usize::try_from(header.step).ok().and_then(|at| self.steps.get(at));
        let taken_epoch = taken.map_or(u32::MAX, |taken| taken.place.epoch);
        let Some(taken) = taken.filter(|taken| taken.place.epoch == header.epoch) else {
            // Of a later epoch, it stands on a log in which somebody was expelled who is not in ours: a sign of a fork.
            if header.epoch > taken_epoch {
                if let Some(fork) = self.clash(signed) {
                    self.take_fork(&fork, now)?;
                }
                self.note_strange(signed, now)?;
                let unsettled = self.first_unsettled();
                self.ask(from, unsettled, now);
            }
            return Ok(());
        };
        let slot = taken
            .slots
            .iter()
            .find(|(party, _)| *party == header.party)
            .map(|(_, slot)| slot.clone());
        match slot {
            Some(Slot::Entry(entry)) if entry.signed().bytes() != signed.bytes() => {
                let fork = Fork::new(entry.signed().clone(), signed.clone())?;
                self.take_fork(&fork, now)
            }
            Some(Slot::Left(leave)) => {
                let fork = Fork::after_leaving(signed.clone(), leave)?;
                self.take_fork(&fork, now)
            }
            // It stands on another log, on which its party was awaited in a step in which it is not here.
            None if taken.place.prev != header.prev => {
                self.note_strange(signed, now)?;
                let unsettled = self.first_unsettled();
                self.ask(from, unsettled, now);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The first step that not everybody has signed on top of yet.
    pub(super) fn first_unsettled(&self) -> u64 {
        let me = self.player.party();
        let mut step = u64::try_from(self.steps.len()).unwrap_or(u64::MAX);
        while step > 0 && !self.is_settled(step - 1, me) {
            step -= 1;
        }
        step
    }

    /// Remembers a header of another branch, and cuts back where that is called for.
    fn note_strange(&mut self, signed: &SignedHeader, now: Millis) -> Result<(), Refusal> {
        let header = signed.header();
        let place = self.player.state().place();
        let known = usize::try_from(header.step)
            .ok()
            .and_then(|at| self.steps.get(at))
            .map(|taken| taken.place);
        let ours = known.or((header.step == place.step).then_some(place));
        let stands_elsewhere = ours.is_some_and(|ours| !ours.fits(header));
        if stands_elsewhere && !self.strange.iter().any(|other| other.bytes() == signed.bytes()) {
            if self.strange.len() >= MAX_STRANGE {
                self.strange.remove(0);
            }
            self.strange.push(signed.clone());
        }
        self.cut_where_called_for(now)
    }

    fn cut_where_called_for(&mut self, now: Millis) -> Result<(), Refusal> {
        let forks: Vec<Fork> = self.forks.values().cloned().collect();
        for fork in forks {
            self.cut_if_called_for(&fork, now)?;
        }
        Ok(())
    }

    /// A proof that somebody signed twice: it is handed on, rides in the next entry, and cuts the log where honest parties stand
    /// on both sides of it (log.5).
    pub(super) fn take_fork(&mut self, fork: &Fork, now: Millis) -> Result<(), Refusal> {
        let culprit = fork.party();
        let gone = !self.player.state().present().contains(culprit);
        if culprit == self.player.party() || self.player.state().check_fork(fork).is_err() {
            return Ok(());
        }
        self.proven = self.proven.with(culprit);
        if gone && self.is_settled(fork.step(), culprit) {
            return Ok(());
        }
        if let std::collections::btree_map::Entry::Vacant(place) = self.forks.entry(culprit) {
            place.insert(fork.clone());
            self.send(None, Message::Item(fork.into()));
        }
        self.cut_if_called_for(fork, now)
    }

    fn cut_if_called_for(&mut self, fork: &Fork, now: Millis) -> Result<(), Refusal> {
        let (culprit, step) = (fork.party(), fork.step());
        // Who signed twice himself stands on no side: he may be the culprit's accomplice, and have signed on ours as well.
        let me = self.player.party();
        let between_others = self.strange.iter().map(SignedHeader::header).any(|header| {
            header.party != culprit && header.party != me && !self.proven.contains(header.party) && header.step > step
        });
        // Somebody stands further on, and what he stands on does not fit here. While this party has signed nothing above the fork,
        // that is settled nowhere, and it may change sides.
        let beyond = self.elsewhere.without(culprit).minus(self.proven);
        let stuck = !beyond.is_empty() && !self.has_signed_above(step);
        if (between_others || stuck) && !self.is_settled(step, culprit) {
            self.cut(fork, now)?;
        }
        Ok(())
    }

    fn take_leave(&mut self, leave: &Signed<Leave>, now: Millis) -> Result<(), Refusal> {
        let state = self.player.state();
        let Leave { match_id, party, from } = *leave.notice();
        if match_id != state.place().match_id {
            return Err(Refusal::OtherMatch);
        }
        // Of two leaves the first counts: the other one comes too late.
        let first = self.leaves.get(&party).map(|leave| leave.notice().from);
        if !state.present().contains(party) || first.is_some_and(|first| first <= from) {
            return Ok(());
        }
        if from > state.place().step.saturating_add(MAX_AHEAD as u64) {
            return Err(Refusal::OtherStep {
                step: from,
                due: state.place().step,
            });
        }
        // Whoever has signed something from there on has signed two things for one place (log.11).
        let at = usize::try_from(from).unwrap_or(usize::MAX);
        let taken = self.steps.iter().skip(at).flat_map(|taken| &taken.slots);
        let signed = taken
            .filter_map(|(who, slot)| match slot {
                Slot::Entry(entry) if *who == party => Some(entry),
                _ => None,
            })
            .chain(
                self.desk
                    .entries
                    .get(&party)
                    .filter(|entry| entry.header().step >= from),
            )
            .next()
            .map(|entry| entry.signed().clone());
        if let Some(signed) = signed {
            let fork = Fork::after_leaving(signed, leave.clone())?;
            return self.take_fork(&fork, now);
        }
        if party == self.player.party() {
            self.outputs
                .push_back(Output::Keep(Keep::Own(Item::Leave(leave.into()))));
        }
        self.leaves.insert(party, leave.clone());
        Ok(())
    }

    /// Takes up what came for a step that was not reached then.
    pub(super) fn take_ahead(&mut self, now: Millis) -> Result<(), Refusal> {
        let waiting = std::mem::take(&mut self.ahead);
        for (from, entry) in waiting {
            // What turns out to be garbage is dropped.
            if let Err(Refusal::Log(why)) = self.take_entry(from, entry, now) {
                return Err(Refusal::Log(why));
            }
        }
        Ok(())
    }

    pub(super) const fn is_here(vote: &Vote) -> bool {
        matches!(vote, Vote::Here(_))
    }
}
