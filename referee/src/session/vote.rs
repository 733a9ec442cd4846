//! Who is missing: clocks, ballots and claims (log.6 to log.10).

use majlis_crypto::cbor::ByteString;
use majlis_crypto::chain::Digest32;
use rand_core::CryptoRng;

use super::{ASK_WAIT, Message, Millis, Output, Session};
use crate::error::{NoEvidence, NotDue, Refusal};
use crate::evidence::Absence;
use crate::item::Item;
use crate::notice::{Ballot, Claim, Leave, Signed, Vote};
use crate::party::{PartyId, PartySet};
use crate::replay::{Awaited, Slot};

impl Session {
    /// How long something may be owed here before its party counts as missing; `None`: for ever.
    pub(super) fn limit(&self, awaited: &Awaited) -> Option<Millis> {
        let clock = self.player.state().agreement().clock;
        let turn = match awaited {
            // Without a clock a person may think as long as he likes.
            Awaited::Move(_) => clock.turn?,
            _ => clock.turn.unwrap_or(0),
        };
        Some(
            u64::from(turn)
                .saturating_add(u64::from(clock.grace))
                .saturating_mul(1000),
        )
    }

    /// When something has to be done even if nothing comes.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let state = self.player.state();
        let me = self.player.party();
        let returning = self.returning.map(|(until, _)| until);
        // Once all has been said about who is missing, only a message can change anything.
        let others = match self.desk.asked {
            Some(_) if self.desk.judged => None,
            Some(asked) => Some(asked.saturating_add(ASK_WAIT)),
            None => state
                .awaited()
                .iter()
                .filter(|(party, _)| *party != me && self.shown(*party).is_none())
                .filter_map(|(_, awaited)| self.limit(awaited))
                .map(|limit| self.desk.since.saturating_add(limit))
                .min(),
        };
        let own = self.own_clock().filter(|_| !self.desk.time_up);
        [returning, others, own, self.vote_is_lost_at(), self.branches_due()]
            .into_iter()
            .flatten()
            .min()
    }

    /// When a vote counts as lost though a ballot is still owed: the entry has come meanwhile, and whoever owes his ballot has had
    /// the grace time for it. An honest voter asks before he votes, and is shown the entry.
    fn vote_is_lost_at(&self) -> Option<Millis> {
        let state = self.player.state();
        let locked = state
            .awaited()
            .iter()
            .any(|(party, _)| self.desk.entries.contains_key(party) && self.is_locked(*party));
        let grace = u64::from(state.agreement().clock.grace).saturating_mul(1000);
        let asked = self.desk.asked.unwrap_or(self.desk.since);
        locked.then(|| asked.saturating_add(ASK_WAIT).saturating_add(grace))
    }

    /// When this party's own clock runs out.
    fn own_clock(&self) -> Option<Millis> {
        let state = self.player.state();
        if !matches!(self.player.owes(), Some(Awaited::Move(_))) || self.has_signed() {
            return None;
        }
        let turn = state.agreement().clock.turn?;
        Some(self.desk.since.saturating_add(u64::from(turn).saturating_mul(1000)))
    }

    /// Who owes something past clock and grace.
    pub(super) fn overdue(&self, now: Millis) -> PartySet {
        let state = self.player.state();
        let me = self.player.party();
        state
            .awaited()
            .iter()
            .filter(|(party, awaited)| {
                *party != me
                    && self.shown(*party).is_none()
                    && self
                        .limit(awaited)
                        .is_some_and(|limit| now >= self.desk.since.saturating_add(limit))
            })
            .map(|(party, _)| *party)
            .collect()
    }

    pub(super) fn watch_clocks(&mut self, now: Millis) -> Result<(), Refusal> {
        if !self.desk.time_up && self.own_clock().is_some_and(|up| now >= up) {
            self.desk.time_up = true;
            self.outputs.push_back(Output::TimeUp);
        }
        if self.vote_is_lost_at().is_some_and(|at| now >= at) {
            self.desk.lost = self.desk.entries.keys().copied().collect();
        }
        let missing = self.overdue(now);
        if missing.is_empty() {
            self.rest(PartySet::EMPTY, false);
            return Ok(());
        }
        // Before voting one asks everybody, the accused too (log.6).
        let Some(asked) = self.desk.asked else {
            self.desk.asked = Some(now);
            self.ask_everybody();
            return Ok(());
        };
        if now < asked.saturating_add(ASK_WAIT) {
            return Ok(());
        }
        self.desk.judged = true;
        // After the end nobody is voted on: the results that have come are enough.
        if self.is_at_result() {
            return Ok(());
        }
        let me = self.player.party();
        // Before step 0 is whole there is no match that anybody could be voted out of.
        let begun = !matches!(self.player.state().awaited().first(), Some((_, Awaited::Commit)));
        if begun && self.player.state().may_expel(missing) && self.player.state().present().contains(me) {
            for accused in missing.iter() {
                self.vote(accused, Vote::Absent)?;
            }
        }
        // Where votes alone cannot decide, or others owe theirs, the match rests.
        let undecided: PartySet = missing
            .iter()
            .filter(|party| self.absence_of(*party).is_none())
            .collect();
        let claimers = |party| self.player.state().claimers(party);
        let may_claim = begun && undecided.iter().any(|party| claimers(party).contains(me));
        self.rest(undecided, may_claim);
        Ok(())
    }

    /// Says for whom the match rests, where that is news.
    pub(super) fn rest(&mut self, missing: PartySet, may_claim: bool) {
        if missing != self.desk.resting {
            self.desk.resting = missing;
            self.outputs.push_back(Output::Resting { missing, may_claim });
        }
    }

    /// Casts this party's one ballot on somebody.
    fn vote(&mut self, accused: PartyId, vote: Vote) -> Result<(), Refusal> {
        let voter = self.player.party();
        if self.desk.ballots.contains_key(&(accused, voter)) {
            return Ok(());
        }
        let place = self.player.state().place();
        let ballot = Ballot {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            prev: place.prev,
            accused,
            voter,
            vote,
        };
        let here = Self::is_here(&ballot.vote);
        let ballot = self.player.sign(ballot)?;
        self.keep_and_send(Item::Ballot((&ballot).into()));
        self.desk.ballots.insert((accused, voter), ballot);
        if here {
            self.desk.here = self.desk.here.with(accused);
        }
        Ok(())
    }

    pub(super) fn take_ballot(
        &mut self,
        from: PartyId,
        ballot: Signed<Ballot>,
        now: Millis,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<(), Refusal> {
        let place = self.player.state().place();
        let Ballot {
            match_id,
            epoch,
            step,
            prev,
            accused,
            voter,
            ..
        } = *ballot.notice();
        if match_id != place.match_id {
            return Err(Refusal::OtherMatch);
        }
        if step != place.step || epoch != place.epoch || prev != place.prev {
            if step > place.step {
                self.ask(from, place.step, now);
            } else {
                self.show_old(&ballot)?;
            }
            return Ok(());
        }
        if voter == accused || !self.player.state().present().contains(voter) {
            return Err(Refusal::NotAwaited { party: voter, step });
        }
        if let Vote::Here(bytes) = &ballot.notice().vote {
            // The ballot contains the entry; without it, it is no ballot.
            match Item::decode(&bytes.0)? {
                Item::Entry(entry) => {
                    let entry = entry.open(|party| self.player.state().identity(party))?;
                    if entry.party() != accused || !place.fits(entry.header()) {
                        return Err(Refusal::Evidence(NoEvidence::OtherEntry(voter)));
                    }
                    self.take_item(from, (&entry).into(), now, rng)?;
                }
                Item::Leave(sealed) => {
                    let leave: Signed<Leave> = sealed.clone().notice(|party| self.player.state().identity(party))?;
                    if self.player.state().check_leave(accused, leave.notice()).is_err() {
                        return Err(Refusal::Evidence(NoEvidence::OtherLeave(voter)));
                    }
                    self.take_item(from, Item::Leave(sealed), now, rng)?;
                }
                _ => return Err(Refusal::Evidence(NoEvidence::NoEntry(voter))),
            }
            if self.player.state().place() != place {
                return Ok(());
            }
            self.desk.here = self.desk.here.with(accused);
        }
        match self.desk.ballots.get(&(accused, voter)) {
            // Two different ballots of one voter count as `here` (log.6).
            Some(first) if first.bytes() != ballot.bytes() => self.desk.here = self.desk.here.with(accused),
            Some(_) => return Ok(()),
            None => {
                self.desk.ballots.insert((accused, voter), ballot);
            }
        }
        // Whoever has the entry shows it, and whoever is accused sends his own again.
        if accused == self.player.party() {
            let own: Vec<Item> = self.own_items().collect();
            for item in own {
                self.send(None, Message::Item(item));
            }
            return Ok(());
        }
        self.show_where_accused(accused)
    }

    /// Shows an entry to whoever votes it absent in a step that is over here: he lacks it. Who votes `here` has it, and an answer
    /// would be answered for ever.
    fn show_old(&mut self, ballot: &Signed<Ballot>) -> Result<(), Refusal> {
        if Self::is_here(&ballot.notice().vote) {
            return Ok(());
        }
        let Ballot {
            match_id,
            epoch,
            step,
            prev,
            accused,
            voter,
            ..
        } = *ballot.notice();
        let me = self.player.party();
        let taken = usize::try_from(step).ok().and_then(|at| self.steps.get(at));
        let Some(taken) = taken.filter(|taken| taken.place.epoch == epoch && taken.place.prev == prev) else {
            return Ok(());
        };
        let slot = taken.slots.iter().find(|(party, _)| *party == accused);
        let item = match slot {
            Some((_, Slot::Entry(entry))) => Item::from(entry),
            Some((_, Slot::Left(leave))) => Item::Leave(leave.into()),
            _ => return Ok(()),
        };
        if me != accused && me != voter && taken.present.contains(me) {
            let vote = Vote::Here(ByteString(item.encode()?));
            let ballot = self.player.sign(Ballot {
                match_id,
                epoch,
                step,
                prev,
                accused,
                voter: me,
                vote,
            })?;
            self.send(Some(voter), Message::Item(Item::Ballot((&ballot).into())));
        } else if me != voter {
            self.send(Some(voter), Message::Item(item));
        }
        Ok(())
    }

    /// Shows what one has of a party where others have voted it absent (log.6).
    pub(super) fn show_where_accused(&mut self, accused: PartyId) -> Result<(), Refusal> {
        let is_accused = self
            .desk
            .ballots
            .iter()
            .any(|((party, _), ballot)| *party == accused && ballot.notice().vote == Vote::Absent);
        match self.shown(accused) {
            // Whoever only watches hands it on and has no vote (log.15).
            Some(item) if is_accused && !self.player.state().present().contains(self.player.party()) => {
                self.send(None, Message::Item(item));
                Ok(())
            }
            Some(item) if is_accused && accused != self.player.party() => {
                let bytes = item.encode()?;
                self.vote(accused, Vote::Here(ByteString(bytes)))
            }
            _ => Ok(()),
        }
    }

    /// What one has of a party for the step that is due.
    pub(super) fn shown(&self, party: PartyId) -> Option<Item> {
        let entry = self.desk.entries.get(&party).map(Item::from);
        entry.or_else(|| self.leave_due(party).map(|leave| Item::Leave(leave.into())))
    }

    /// The leave of a party, where it stands for its entry in the step that is due.
    pub(super) fn leave_due(&self, party: PartyId) -> Option<&Signed<Leave>> {
        let leave = self.leaves.get(&party)?;
        let stands = self.player.state().check_leave(party, leave.notice()).is_ok();
        stands.then_some(leave)
    }

    /// Claims the match against a party that has vanished, for good (log.9).
    ///
    /// # Errors
    /// Where it has not vanished, or this party may not claim.
    pub fn claim(&mut self, accused: PartyId, now: Millis, rng: &mut (impl CryptoRng + ?Sized)) -> Result<(), Refusal> {
        let state = self.player.state();
        let me = self.player.party();
        if !self.overdue(now).contains(accused) || !self.desk.resting.contains(accused) {
            return Err(Refusal::NotDue(NotDue::NotGone(accused)));
        }
        if !state.claimers(accused).contains(me) {
            return Err(Refusal::NotDue(NotDue::NotYours));
        }
        let place = state.place();
        let claim = Claim {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            prev: place.prev,
            accused,
            claimer: me,
        };
        let claim = self.player.sign(claim)?;
        self.keep_and_send(Item::Claim((&claim).into()));
        self.desk.claims.insert((accused, me), claim);
        self.go_on(now, rng)
    }

    pub(super) fn take_claim(&mut self, from: PartyId, claim: Signed<Claim>, now: Millis) -> Result<(), Refusal> {
        let state = self.player.state();
        let place = state.place();
        let Claim {
            match_id,
            epoch,
            step,
            prev,
            accused,
            claimer,
        } = *claim.notice();
        if match_id != place.match_id {
            return Err(Refusal::OtherMatch);
        }
        if step != place.step || epoch != place.epoch || prev != place.prev {
            if step > place.step {
                self.ask(from, place.step, now);
            }
            return Ok(());
        }
        // After the end nobody is claimed against: the results that have come are enough.
        if self.is_at_result() || !state.claimers(accused).contains(claimer) {
            return Err(Refusal::NotAwaited { party: claimer, step });
        }
        // Refused where the entry has arrived (log.9): the claimer is shown it.
        if accused == self.player.party() || self.shown(accused).is_some() {
            if let Some(item) = self.shown(accused) {
                self.send(Some(from), Message::Item(item));
            }
            return Ok(());
        }
        self.desk.claims.insert((accused, claimer), claim);
        Ok(())
    }

    /// The absence of a party, where it is final: all others have voted it, or it was claimed.
    pub(super) fn absence_of(&self, party: PartyId) -> Option<Absence> {
        let state = self.player.state();
        let claims: Vec<Signed<Claim>> = self
            .desk
            .claims
            .iter()
            .filter(|((accused, _), _)| *accused == party)
            .map(|(_, claim)| claim.clone())
            .collect();
        let me = self.player.party();
        // A claim of one's own is final, even if the entry arrives later. That of somebody else yields to the entry, and one
        // person's word is not enough against somebody whom one does not miss oneself.
        let own = self.desk.claims.contains_key(&(party, me));
        let claimed = own
            || !claims.is_empty()
                && self.shown(party).is_none()
                && (self.desk.resting.contains(party) || self.is_vouched(party, &claims));
        if claimed {
            return Some(Absence {
                ballots: Vec::new(),
                claims,
            });
        }
        let ballots: Vec<Signed<Ballot>> = self
            .desk
            .ballots
            .iter()
            .filter(|((accused, _), ballot)| *accused == party && ballot.notice().vote == Vote::Absent)
            .map(|(_, ballot)| ballot.clone())
            .collect();
        let voters: PartySet = ballots.iter().map(|ballot| ballot.notice().voter).collect();
        let unanimous = state.present().without(party).minus(voters).is_empty();
        let alone = state.may_expel(PartySet::EMPTY.with(party));
        // Whoever has signed knows that all ballots are there, but not whether all voters know it: a vote that some of them hold for
        // lost is one that he goes on with.
        let unsure = party == me && self.has_signed();
        (unanimous && alone && !unsure && !self.desk.here.contains(party)).then_some(Absence {
            ballots,
            claims: Vec::new(),
        })
    }

    /// Whether two others have gone on without a party, with claims or by signing on top of them: how somebody who was away
    /// himself comes to know of it.
    fn is_vouched(&self, party: PartyId, claims: &[Signed<Claim>]) -> bool {
        let claimers = claims.iter().map(|claim| claim.notice().claimer);
        let place = self.player.state().place();
        let digest = self.digest_where(|who| {
            if who == party {
                return Some(Slot::Absent(Absence::default()));
            }
            let entry = self.desk.entries.get(&who).cloned().map(Slot::Entry);
            entry.or_else(|| self.leave_due(who).cloned().map(Slot::Left))
        });
        let signers = self.ahead.iter().map(|(_, entry)| entry.header()).filter(|header| {
            header.step == place.step + 1 && header.epoch > place.epoch && Some(header.prev) == digest
        });
        let vouching: PartySet = claimers.chain(signers.map(|header| header.party)).collect();
        vouching.without(party).without(self.player.party()).len() >= 2
    }

    /// The digest of the step that is due with this in its places, if that is whole.
    fn digest_where(&self, slot: impl Fn(PartyId) -> Option<Slot>) -> Option<Digest32> {
        let state = self.player.state();
        let places = state.awaited().iter();
        let slots: Option<Vec<(PartyId, Slot)>> = places.map(|(party, _)| Some((*party, slot(*party)?))).collect();
        state.digest_of(&slots?).ok()
    }

    /// Whether this party has voted somebody absent and the vote is open still (log.7).
    pub(super) fn is_locked(&self, party: PartyId) -> bool {
        let me = self.player.party();
        let mine = self.desk.ballots.get(&(party, me));
        let absent = mine.is_some_and(|ballot| ballot.notice().vote == Vote::Absent);
        // A vote that cannot become unanimous any more, since a voter is voted out himself, has failed.
        let state = self.player.state();
        let failed = state
            .present()
            .without(party)
            .without(me)
            .iter()
            .any(|voter| !self.desk.ballots.contains_key(&(party, voter)) && self.absence_of(voter).is_some());
        let lost = self.desk.here.contains(party) || self.desk.lost.contains(party);
        absent && !lost && !failed && !self.others_went_on()
    }

    /// Whether somebody has signed on top of the step that is due with all its entries standing: he will not vote any more, so
    /// no vote on this step becomes unanimous.
    fn others_went_on(&self) -> bool {
        let standing = |party| self.desk.entries.get(&party).cloned().map(Slot::Entry);
        let Some(digest) = self.digest_where(standing) else {
            return false;
        };
        let place = self.player.state().place();
        self.ahead.iter().any(|(_, entry)| {
            let header = entry.header();
            header.epoch == place.epoch && header.step == place.step + 1 && header.prev == digest
        })
    }

    /// The ballots and claims that this party has signed for the step that is due.
    pub(super) fn own_votes(&self) -> impl Iterator<Item = Item> + '_ {
        let me = self.player.party();
        let ballots = self.desk.ballots.iter().filter(move |((_, voter), _)| *voter == me);
        let claims = self.desk.claims.iter().filter(move |((_, claimer), _)| *claimer == me);
        ballots
            .map(|(_, ballot)| Item::Ballot(ballot.into()))
            .chain(claims.map(|(_, claim)| Item::Claim(claim.into())))
    }
}
