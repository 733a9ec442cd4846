//! Taking a whole step: what its entries did, who departs at its end, what is awaited next.

use majlis_crypto::chain::{self, Digest32, StepPosition};
use majlis_crypto::identity::SignTag;
use majlis_rules::game::{Due, Game};
use majlis_rules::registry::AnyEvent;
use majlis_rules::seat::Seat;

use super::judge::Wanted;
use super::{Awaited, Cause, Checking, Departure, Ending, Match, Report, Slot, Stage};
use crate::deck::Work;
use crate::error::{BadLog, Fault, Piece, Refusal};
use crate::notice::{Leave, Vote};
use crate::party::{MAX_PARTIES, PartyId, PartySet};

impl Match {
    /// Takes a whole step: what stands in the place of each awaited party, in party order. Of the results, those that came are
    /// enough, one at least.
    ///
    /// # Errors
    /// Where the step is not whole, or something in it does not belong there; nothing has changed then.
    /// [`Refusal::Recheck`] unless proofs are checked at once: something is faulty, and the match has to be replayed from a
    /// state before with [`Checking::Now`]; this one is worth nothing then.
    pub fn take(&mut self, slots: &[(PartyId, Slot)], checking: &mut Checking<'_>) -> Result<Report, Refusal> {
        self.check_whole(slots)?;
        for (party, slot) in slots {
            self.check_slot(*party, slot, slots)?;
        }
        let digest = self.digest_of(slots)?;

        self.deck.begin_step();
        let mut wanted = Wanted::default();
        let mut causes: Vec<(PartyId, Cause)> = Vec::new();
        for (party, slot) in slots {
            match slot {
                Slot::Entry(entry) => {
                    if let Err(fault) = self.judge_or_restore(entry, checking, &mut wanted)? {
                        causes.push((*party, Cause::Fault(fault)));
                    }
                }
                Slot::Left(leave) => causes.push((*party, self.cause_of(leave.notice()))),
                Slot::Absent(absence) => {
                    self.claimed |= !absence.claims.is_empty();
                    causes.push((*party, Cause::Absent));
                }
                Slot::Forked(_) => causes.push((*party, Cause::Equivocated)),
            }
        }
        for (party, slot) in slots {
            if matches!(slot, Slot::Entry(_))
                && let Some(signed) = self.signed.get_mut(party.index())
            {
                *signed = Some(self.place.step);
            }
        }
        self.add_riders(&wanted, &mut causes);
        let next_epoch = next_epoch(self.place.epoch, self.place.step, slots);
        self.finish_step(digest, &wanted, causes, next_epoch)
    }

    /// The digest of the step that is due, if this stands in its places: content only, never signatures.
    ///
    /// # Errors
    /// Where the places are not in party order.
    pub fn digest_of(&self, slots: &[(PartyId, Slot)]) -> Result<Digest32, Refusal> {
        let position = StepPosition {
            match_id: self.place.match_id,
            epoch: self.place.epoch,
            step: self.place.step,
            prev: self.place.prev,
        };
        let places: Vec<(u8, chain::Place<'_>)> = slots
            .iter()
            .map(|(party, slot)| {
                let place = match slot {
                    Slot::Entry(entry) => chain::Place::Entry(entry.signed().bytes()),
                    Slot::Left(leave) => chain::Place::Left(leave.bytes()),
                    Slot::Absent(_) => chain::Place::Absent,
                    Slot::Forked(_) => chain::Place::Equivocated,
                };
                (party.number(), place)
            })
            .collect();
        chain::step_digest(&position, &places).map_err(|error| Refusal::Log(BadLog::Digest(error.to_string())))
    }

    /// Checks that something stands in the place of just those who are awaited.
    fn check_whole(&self, slots: &[(PartyId, Slot)]) -> Result<(), Refusal> {
        let step = self.place.step;
        let mut awaited = self.awaited.iter().map(|(party, _)| *party);
        for (party, _) in slots {
            // Results may be missing, and come in order all the same.
            let found = if self.stage == Stage::Result {
                awaited.any(|who| who == *party)
            } else {
                awaited.next() == Some(*party)
            };
            if !found {
                return Err(Refusal::NotAwaited { party: *party, step });
            }
        }
        // A log without a single entry under its result is not whole.
        if self.stage == Stage::Result && !slots.iter().any(|(_, slot)| matches!(slot, Slot::Entry(_))) {
            return Err(Refusal::Log(BadLog::NoResult));
        }
        let missing = awaited.next();
        match missing {
            Some(party) if self.stage != Stage::Result || slots.is_empty() => {
                Err(Refusal::Log(BadLog::Awaits { step, party }))
            }
            _ if slots.is_empty() => Err(Refusal::Log(BadLog::Whole)),
            _ => Ok(()),
        }
    }

    fn check_slot(&self, party: PartyId, slot: &Slot, slots: &[(PartyId, Slot)]) -> Result<(), Refusal> {
        match slot {
            // After the end nobody is expelled: a result that is missing is left out.
            Slot::Absent(_) | Slot::Forked(_) if self.stage == Stage::Result => {
                Err(Refusal::Log(BadLog::Expelled(party)))
            }
            Slot::Entry(entry) => self.check_entry(party, entry.signed().tag(), entry.header()),
            Slot::Left(leave) => self.check_leave(party, leave.notice()),
            Slot::Absent(absence) => self.check_absence(party, absence, slots),
            Slot::Forked(fork) => {
                if fork.party() == party
                    && fork.step() == self.place.step
                    && fork.epoch() == self.place.epoch
                    && fork.match_id() == self.place.match_id
                {
                    return Ok(());
                }
                Err(Refusal::Log(BadLog::OtherFork(party)))
            }
        }
    }

    /// Checks that an entry belongs to the step that is due.
    pub(crate) fn check_entry(
        &self,
        party: PartyId,
        tag: SignTag,
        header: &crate::entry::Header,
    ) -> Result<(), Refusal> {
        let place = self.place;
        if header.match_id != place.match_id {
            return Err(Refusal::OtherMatch);
        }
        if header.party != party {
            return Err(Refusal::NotAwaited {
                party: header.party,
                step: place.step,
            });
        }
        if header.step != place.step {
            return Err(Refusal::OtherStep {
                step: header.step,
                due: place.step,
            });
        }
        if !place.fits(header) {
            return Err(Refusal::OtherBranch {
                party,
                step: place.step,
            });
        }
        let Some(awaited) = self.awaited_of(party) else {
            return Err(Refusal::NotAwaited {
                party,
                step: place.step,
            });
        };
        let due = if *awaited == Awaited::Ack {
            SignTag::Ack
        } else {
            SignTag::Entry
        };
        if tag != due {
            return Err(Refusal::Signature {
                what: if due == SignTag::Ack { Piece::Ack } else { Piece::Entry },
                party,
            });
        }
        Ok(())
    }

    /// Checks that a leave can stand for a party in the step that is due.
    pub(crate) fn check_leave(&self, party: PartyId, leave: &Leave) -> Result<(), Refusal> {
        if leave.match_id != self.place.match_id {
            return Err(Refusal::OtherMatch);
        }
        if leave.party != party || !self.present.contains(party) {
            return Err(Refusal::NotAwaited {
                party: leave.party,
                step: self.place.step,
            });
        }
        // Of all leaves that a party may sign just one can stand here, so that it is the same with everybody: that from the first
        // step that it has not signed (log.11). One from before that proves that it signed twice.
        let unsigned = self.unsigned_of(party);
        if leave.from != unsigned {
            return Err(Refusal::OtherStep {
                step: leave.from,
                due: unsigned,
            });
        }
        Ok(())
    }

    /// The first step that a party has not signed an entry for, as far as the log goes.
    pub(crate) fn unsigned_of(&self, party: PartyId) -> u64 {
        let last = self.signed.get(party.index()).copied().flatten();
        last.map_or(0, |last| last + 1)
    }

    /// Checks that the absence of `accused` is final (log.6, log.7, log.9, log.10).
    fn check_absence(
        &self,
        accused: PartyId,
        absence: &crate::evidence::Absence,
        slots: &[(PartyId, Slot)],
    ) -> Result<(), Refusal> {
        let place = self.place;
        let belongs = |match_id: Digest32, epoch: u32, step: u64, prev: Digest32, who: PartyId| {
            match_id == place.match_id
                && epoch == place.epoch
                && step == place.step
                && prev == place.prev
                && who == accused
        };
        let all_accused: PartySet = slots
            .iter()
            .filter(|(_, slot)| matches!(slot, Slot::Absent(_)))
            .map(|(party, _)| *party)
            .collect();
        // Only one set of ballots is evidence, and claims stand alone: a log has one encoding.
        if !absence.claims.is_empty() && !absence.ballots.is_empty() {
            return Err(Refusal::Log(BadLog::BallotsAndClaims(accused)));
        }
        let mut signers = PartySet::EMPTY;
        let mut last = None;
        for ballot in absence.ballots.iter().map(crate::notice::Signed::notice) {
            if !belongs(ballot.match_id, ballot.epoch, ballot.step, ballot.prev, ballot.accused)
                || ballot.vote != Vote::Absent
                || last.is_some_and(|last| last >= ballot.voter)
            {
                return Err(Refusal::Log(BadLog::Ballot {
                    voter: ballot.voter,
                    accused,
                }));
            }
            last = Some(ballot.voter);
            signers = signers.with(ballot.voter);
        }
        let mut last = None;
        let mut claimers = PartySet::EMPTY;
        for claim in absence.claims.iter().map(crate::notice::Signed::notice) {
            if !belongs(claim.match_id, claim.epoch, claim.step, claim.prev, claim.accused)
                || last.is_some_and(|last| last >= claim.claimer)
            {
                return Err(Refusal::Log(BadLog::Claim {
                    claimer: claim.claimer,
                    accused,
                }));
            }
            last = Some(claim.claimer);
            claimers = claimers.with(claim.claimer);
        }
        if absence.claims.is_empty() {
            if !self.may_expel(all_accused) {
                return Err(Refusal::Log(BadLog::TooFew(accused)));
            }
            if self.present.without(accused) != signers {
                return Err(Refusal::Log(BadLog::NotAllBallots(accused)));
            }
        } else if !claimers.minus(self.claimers(accused)).is_empty() {
            return Err(Refusal::Log(BadLog::NoClaimer(accused)));
        }
        Ok(())
    }

    /// Who may claim the match against `accused`: everybody else at the table; where the absence ends the match, the opposing
    /// side alone (log.10).
    #[must_use]
    pub fn claimers(&self, accused: PartyId) -> PartySet {
        let others = self.present.without(accused);
        let mut after = self.game.clone();
        let mut events: Vec<AnyEvent> = Vec::new();
        for seat in self.seats_of(accused).iter() {
            if after.leave(seat, &mut events).is_err() {
                break;
            }
        }
        let Some(outcomes) = after.outcome() else { return others };
        let wins = |party: PartyId| {
            self.seats_of(party)
                .iter()
                .any(|seat| outcomes.get(seat.index()) == Some(&majlis_rules::game::Outcome::Win))
        };
        let opposing: PartySet = others.iter().filter(|&party| wins(party)).collect();
        if opposing.is_empty() { others } else { opposing }
    }

    /// Whether ballots alone can expel these: with three or four at the table, one at a time (log.9).
    #[must_use]
    pub fn may_expel(&self, accused: PartySet) -> bool {
        may_expel(self.present, accused)
    }

    fn judge_or_restore(
        &mut self,
        entry: &crate::entry::Entry,
        checking: &mut Checking<'_>,
        wanted: &mut Wanted,
    ) -> Result<Result<(), Fault>, Refusal> {
        let party = entry.party();
        let Some(awaited) = self.awaited_of(party).cloned() else {
            return Err(Refusal::NotAwaited {
                party,
                step: self.place.step,
            });
        };
        let before = matches!(checking, Checking::Now).then(|| (self.deck.clone(), self.proved.clone()));
        match self.judge(&awaited, entry, checking, wanted) {
            Ok(()) => Ok(Ok(())),
            Err(fault) => {
                let (deck, proved) = before.ok_or(Refusal::Recheck)?;
                self.deck = deck;
                self.proved = proved;
                Ok(Err(fault))
            }
        }
    }

    /// Who signs something at or after the step from which he left has signed two things for one place (log.11).
    fn cause_of(&self, leave: &Leave) -> Cause {
        if leave.from < self.unsigned_of(leave.party) {
            Cause::Equivocated
        } else {
            Cause::Left
        }
    }

    /// Adds to the departures of a step those that its entries carry along.
    fn add_riders(&self, wanted: &Wanted, causes: &mut Vec<(PartyId, Cause)>) {
        let gone = causes.iter().filter(|(_, cause)| *cause == Cause::Absent);
        let absent: PartySet = gone.map(|(party, _)| *party).collect();
        let mut add = |party: PartyId, cause: Cause| match causes.iter_mut().find(|(who, _)| *who == party) {
            // Neither a leave nor silence saves from a proof that comes in the same step.
            Some((_, milder @ (Cause::Left | Cause::Absent))) => *milder = cause,
            None if self.present.contains(party) => causes.push((party, cause)),
            _ => {}
        };
        for fork in &wanted.forks {
            add(fork.party(), Cause::Equivocated);
        }
        for leave in &wanted.leaves {
            let cause = self.cause_of(leave.notice());
            if cause == Cause::Equivocated || !absent.contains(leave.notice().party) {
                add(leave.notice().party, cause);
            }
        }
    }

    fn finish_step(
        &mut self,
        digest: Digest32,
        wanted: &Wanted,
        causes: Vec<(PartyId, Cause)>,
        next_epoch: u32,
    ) -> Result<Report, Refusal> {
        let broken = |error: &dyn core::fmt::Display| Refusal::Log(BadLog::Game(error.to_string()));
        let step = self.place.step;
        let stage = self.stage;
        self.place.step += 1;
        self.place.prev = digest;
        let mut report = Report::default();

        match stage {
            Stage::Commit if !causes.is_empty() => return Ok(self.never_was(step, causes)),
            Stage::Commit => self.stage = Stage::Reveal,
            Stage::Reveal if !causes.is_empty() => {}
            Stage::Reveal => {
                let drawn = self.draw(&wanted.reveals)?;
                self.seats = drawn.seats;
                self.game = drawn.game;
                self.stage = Stage::Play;
            }
            Stage::Ack => self.stage = Stage::Play,
            Stage::Play => {
                for seat in &wanted.denials {
                    self.game
                        .deny(*seat, &mut report.events)
                        .map_err(|error| broken(&error))?;
                }
                if let Some((seat, mv, card)) = &wanted.play {
                    self.game
                        .play(*seat, mv, *card, &self.deck, &mut report.events)
                        .map_err(|error| broken(&error))?;
                }
            }
            Stage::Result => {
                self.result = wanted.results.iter().copied().collect();
                // The match is over: who signs another result now loses nothing by it, but it is told.
                let faulty = causes.into_iter().filter(|(_, cause)| matches!(cause, Cause::Fault(_)));
                report.departures = faulty.map(|(party, cause)| Departure { party, step, cause }).collect();
                self.departures.extend(report.departures.iter().cloned());
                self.stage = Stage::Finished;
                self.awaited.clear();
                return Ok(report);
            }
            Stage::Finished => return Err(Refusal::Log(BadLog::Whole)),
        }

        self.depart(step, causes, next_epoch, &mut report);
        if stage == Stage::Reveal && !report.departures.is_empty() {
            self.end(Ending::Annulled);
            return Ok(report);
        }
        self.advance(step, &mut report)?;
        Ok(report)
    }

    /// Step 0 was not whole: the match never was (log.1).
    fn never_was(&mut self, step: u64, causes: Vec<(PartyId, Cause)>) -> Report {
        let departures: Vec<Departure> = causes
            .into_iter()
            .map(|(party, cause)| Departure { party, step, cause })
            .collect();
        self.departures.extend(departures.iter().cloned());
        self.ending = Some(Ending::NeverWas);
        self.stage = Stage::Finished;
        self.awaited.clear();
        Report {
            events: Vec::new(),
            departures,
        }
    }

    /// Those who depart at the end of a step do so in seat order; whatever is illegal after the end is dropped (log.11). Every
    /// expulsion begins an epoch (log.8).
    fn depart(&mut self, step: u64, mut causes: Vec<(PartyId, Cause)>, next_epoch: u32, report: &mut Report) {
        causes.sort_by_key(|(party, _)| self.seats_of(*party).iter().next().map_or(u8::MAX, Seat::number));
        let before_the_lot = self.stage == Stage::Reveal;
        let mut expelled = false;

        for (party, cause) in causes {
            if !before_the_lot {
                let over = matches!(self.game.due(), Due::Nothing);
                for seat in self.seats_of(party).iter() {
                    // The second seat of a person has nothing to leave any more.
                    let _ = self.game.leave(seat, &mut report.events);
                }
                if over {
                    continue;
                }
            }
            expelled |= cause != Cause::Left;
            self.present = self.present.without(party);
            let departure = Departure { party, step, cause };
            self.departures.push(departure.clone());
            report.departures.push(departure);
        }
        if expelled && !before_the_lot {
            self.place.epoch = next_epoch;
            self.epochs.push((self.place.step, self.place.epoch));
            self.stage = Stage::Ack;
        }
    }

    /// Finds out what is awaited next, doing whatever needs nobody.
    fn advance(&mut self, step: u64, report: &mut Report) -> Result<(), Refusal> {
        let broken = |error: &dyn core::fmt::Display| Refusal::Log(BadLog::Game(error.to_string()));
        if self.stage == Stage::Reveal {
            self.await_all(&Awaited::Reveal);
            return Ok(());
        }
        self.test_once_more(step, report);
        loop {
            if self.present.is_empty() {
                self.end(Ending::Played);
                return Ok(());
            }
            if self.stage == Stage::Ack {
                self.await_all(&Awaited::Ack);
                return Ok(());
            }
            match self.game.due() {
                Due::Nothing => {
                    self.end(Ending::Played);
                    return Ok(());
                }
                Due::Turn(seat) => {
                    let party = self
                        .party_of(seat)
                        .ok_or_else(|| broken(&format!("nobody has seat {seat}")))?;
                    self.awaited = vec![(party, Awaited::Move(seat))];
                    return Ok(());
                }
                Due::Question(question) => {
                    let asked = question.seats.iter().map(|seat| {
                        let party = self
                            .party_of(seat)
                            .ok_or_else(|| broken(&format!("nobody has seat {seat}")))?;
                        Ok((party, Awaited::Answer(seat)))
                    });
                    let mut asked = asked.collect::<Result<Vec<_>, Refusal>>()?;
                    asked.sort_by_key(|(party, _)| *party);
                    self.awaited = asked;
                    return Ok(());
                }
                Due::Cards(operations) => {
                    let holders: Vec<_> = self
                        .present
                        .iter()
                        .filter_map(|party| Some((party, self.keys.get(party.index()).copied()??)))
                        .collect();
                    let live = self.game.live_packs();
                    self.deck.retain(&live);
                    self.proved.retain(&live);
                    let seats = self.seats;
                    let party_of = |seat: Seat| {
                        PartyId::all(4).find(|party| seats.get(party.index()).is_some_and(|set| set.contains(seat)))
                    };
                    match self
                        .deck
                        .work(&operations, &holders, party_of)
                        .map_err(|error| broken(&error))?
                    {
                        Work::Shuffle { pack, party } => {
                            self.awaited = vec![(party, Awaited::Shuffle(pack))];
                            return Ok(());
                        }
                        Work::Shares(owed) => {
                            self.awaited = owed
                                .into_iter()
                                .map(|(party, owed)| (party, Awaited::Shares(owed)))
                                .collect();
                            return Ok(());
                        }
                        Work::Done => {
                            self.game
                                .settle(&self.deck, &mut report.events)
                                .map_err(|error| broken(&error))?;
                        }
                    }
                }
            }
        }
    }

    /// Tests what was proved about cards that are open now. A proof that holds leaves nothing
    /// to catch: this is the second lock on the same door (domino.19).
    fn test_once_more(&mut self, step: u64, report: &mut Report) {
        let (caught, kept) = self.proved.test(&self.deck);
        self.proved = kept;
        let caught: Vec<(PartyId, Cause)> = caught
            .into_iter()
            .filter(|(party, _)| self.present.contains(*party))
            .map(|(party, proved)| {
                let rule = proved.rule.id().to_owned();
                let sentence = format!("the opened card shows otherwise: {}", proved.message);
                (
                    party,
                    Cause::Fault(Fault {
                        party,
                        step,
                        rule,
                        sentence,
                    }),
                )
            })
            .collect();
        self.depart(step, caught, self.place.epoch.saturating_add(1), report);
    }

    fn await_all(&mut self, what: &Awaited) {
        self.awaited = self.present.iter().map(|party| (party, what.clone())).collect();
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.result_step = Some(self.place.step);
        self.whole = self.place.prev;
        self.stage = Stage::Result;
        self.await_all(&Awaited::Result);
        if self.awaited.is_empty() {
            self.stage = Stage::Finished;
        }
    }
}

/// Whether ballots alone can expel these from a table: of three or four, one at a time (log.9).
pub(crate) fn may_expel(present: PartySet, accused: PartySet) -> bool {
    let at_table = present.len();
    accused.len() == 1 && 2 * (at_table - accused.len().min(at_table)) > at_table
}

/// How many steps of a match have a number of their own in the epoch that a cut begins.
const CUT_STEPS: u64 = 8_190;

/// The epoch that an expulsion at the end of this step begins: the next one; but where the log was cut back, one that says where, and
/// for whom. So whatever is signed from there on is for another place than anything signed before on a branch that was given up,
/// and of two cuts the earlier one begins the greater epoch (log.5, log.8).
///
/// From the top: 15 bits for the first cut of this log and 15 for the second, then 2 bits that count all other expulsions. A cut is
/// 4 · (8190 − step) + number of the culprit + 1. Of four, no more than two can part honest parties.
fn next_epoch(epoch: u32, step: u64, slots: &[(PartyId, Slot)]) -> u32 {
    let culprits = slots.iter().rev().filter(|(_, slot)| matches!(slot, Slot::Forked(_)));
    let before = u32::try_from(CUT_STEPS - step.min(CUT_STEPS)).unwrap_or(0);
    let cut = culprits.fold(epoch, |epoch, (party, _)| {
        let cut = before * u32::from(MAX_PARTIES) + u32::from(party.number()) + 1;
        match epoch {
            first if first >> 17 == 0 => first | cut << 17,
            second if second >> 2 & 0x7FFF == 0 => second | cut << 2,
            other => other.saturating_add(1),
        }
    });
    if cut == epoch { epoch.saturating_add(1) } else { cut }
}
