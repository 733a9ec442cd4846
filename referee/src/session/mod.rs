//! One party's live side of a match, over any network: what to send, what to keep, what to believe.
//!
//! [`Session`] is sans-IO. Messages, decisions and the time go in; [`Output`]s come out and are carried out **in order**: what is
//! to be kept has to be on disk before what follows it is done, so that nothing is sent that could be forgotten (log.13). The time
//! is the caller's own, in milliseconds from any fixed moment; no rule depends on another machine's clock (log.14).
//!
//! - A step is taken when something stands in the place of everybody whom it awaits: an entry, a leave, or an absence that is
//!   final. Entries are pushed to everybody; whoever sees that he lacks something asks ([`Message::Ask`], log.3).
//! - Who owes an entry past clock and grace is asked for everywhere and then voted on (log.6, log.7); where votes cannot decide,
//!   the match rests until he returns or a person claims it (log.9, log.10).
//! - Two contents signed for one place are a proof. It rides in the next entry; only where honest parties stand on both sides
//!   are all cut back to the fork (log.5).

use std::collections::{BTreeMap, VecDeque};

use majlis_crypto::chain::Digest32;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;
use rand_core::CryptoRng;

use crate::entry::{Entry, Place, SignedHeader};
use crate::error::{NotDue, Refusal};
use crate::evidence::Fork;
use crate::item::Item;
use crate::notice::{Ballot, Claim, Leave, Signed};
use crate::party::{PartyId, PartySet};
use crate::player::Player;
use crate::replay::{Awaited, Checking, Slot};
use crate::secrets::Decision;
use crate::told::{self, Told};

mod branch;
mod receive;
mod vote;

/// The time, in milliseconds from a moment of the caller's choice.
pub type Millis = u64;

/// How long one waits, after asking everybody for a missing entry, before one votes.
pub const ASK_WAIT: Millis = 5_000;
/// How long one waits, after a restart, for others to say what they have of one's own (log.13).
pub const RETURN_WAIT: Millis = 5_000;
/// How many entries of one party are held for steps that are not reached yet, and how many steps before its time a leave is.
pub const MAX_AHEAD: usize = 16;
/// How many headers from other branches are held.
const MAX_STRANGE: usize = 16;
/// How many steps are sent in answer to one request.
const MAX_ANSWER: usize = 64;

/// What goes from one party to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// Something signed.
    Item(Item),
    /// "Send me what you have from this step on."
    Ask {
        /// The match.
        match_id: Digest32,
        /// The step.
        from: u64,
    },
    /// "That was all: I stand at this step." The answer to every [`Message::Ask`].
    Standing {
        /// The match.
        match_id: Digest32,
        /// The step that is due with the sender.
        step: u64,
    },
}

/// What a session wants done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// Have this on disk before going on.
    Keep(Keep),
    /// Send a message.
    Send {
        /// To whom; everybody else at the table where nobody is named.
        to: Option<PartyId>,
        /// What.
        message: Message,
    },
    /// A step was taken. It is told before it is kept: after a crash in between the others still have it, and it is told once more.
    Step(Box<Told>),
    /// A step that was taken before, told once more after a restart or a cut: all steps of the log come again in order, before any
    /// new one, so that a screen or a bot that begins empty knows the match.
    Again(Box<Told>),
    /// The log was cut back: all from this step on is void and comes again (log.5, log.7). What stands is told again.
    Cut {
        /// The step.
        step: u64,
        /// Who signed twice, or was voted absent.
        culprit: PartyId,
    },
    /// These parties owe an entry past clock and grace, and votes cannot decide: the match rests until they return, or a person
    /// claims it (log.9). Said again when it changes; nobody means that it goes on.
    Resting {
        /// Who is missing.
        missing: PartySet,
        /// Whether this party may claim.
        may_claim: bool,
    },
    /// This party's own clock has run out (common.9): what its program does about it differs by game.
    TimeUp,
    /// The log is whole.
    Finished,
}

/// What has to be on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Something that this party has signed for the step that is due.
    Own(Item),
    /// The items of a whole step, to be added to the log.
    Step(Vec<Item>),
    /// Nothing of the log from this step on.
    CutTo(u64),
}

/// A step that was taken.
#[derive(Clone, Debug)]
struct Taken {
    place: Place,
    /// Who was at the table.
    present: PartySet,
    slots: Vec<(PartyId, Slot)>,
}

/// What has come for the step that is due.
#[derive(Clone, Debug, Default)]
struct Desk {
    entries: BTreeMap<PartyId, Entry>,
    /// By accused and voter.
    ballots: BTreeMap<(PartyId, PartyId), Signed<Ballot>>,
    /// Accused for whom a vote is settled as `here`: somebody has shown the entry, or somebody has voted twice.
    here: PartySet,
    /// Accused whose entry has come and against whom no vote can be won any more, though it is not settled.
    lost: PartySet,
    /// By accused and claimer.
    claims: BTreeMap<(PartyId, PartyId), Signed<Claim>>,
    /// Since when the step is due here.
    since: Millis,
    /// When everybody was asked for what is missing.
    asked: Option<Millis>,
    /// Whether all has been said and done about who is missing, until something comes.
    judged: bool,
    /// Who has asked for what has come: what comes later is handed on to them too, since they may not reach whoever signs it.
    askers: PartySet,
    /// What was last said about who is missing.
    resting: PartySet,
    time_up: bool,
}

/// What was asked of one party last.
#[derive(Clone, Copy, Debug)]
struct Asked {
    from: u64,
    at: Millis,
    /// Where this party stood then.
    place: Place,
    /// Whether the other has said all he had.
    answered: bool,
}

/// One party's side of a match that is being played.
pub struct Session {
    player: Player,
    steps: Vec<Taken>,
    desk: Desk,
    leaves: BTreeMap<PartyId, Signed<Leave>>,
    forks: BTreeMap<PartyId, Fork>,
    /// Everybody of whom there was ever a proof that he signed twice.
    proven: PartySet,
    /// Entries for steps that are not reached yet.
    ahead: Vec<(PartyId, Entry)>,
    /// Headers that stand on another branch than ours.
    strange: Vec<SignedHeader>,
    /// Who has told all that he has and stands further on, while nothing of it fits here.
    elsewhere: PartySet,
    /// What those show of their branch who stand elsewhere, since they were asked for it.
    shown: BTreeMap<PartyId, branch::Shown>,
    /// What this party has asked of whom.
    asking: BTreeMap<PartyId, Asked>,
    /// Until when nothing is signed after a restart, and who has not said yet what he has.
    returning: Option<(Millis, PartySet)>,
    /// The move that was decided ahead of its turn. Nothing of it is signed, and nothing on disk.
    decided: Option<Decided>,
    outputs: VecDeque<Output>,
    finished: bool,
}

/// A move that was decided ahead, and the game in which it is to be made: in any other it is void.
struct Decided {
    text: String,
    game: AnyGame,
}

impl Session {
    /// A session at the start of a match.
    #[must_use]
    pub fn new(player: Player, now: Millis) -> Self {
        Self {
            player,
            steps: Vec::new(),
            desk: Desk {
                since: now,
                ..Desk::default()
            },
            leaves: BTreeMap::new(),
            forks: BTreeMap::new(),
            proven: PartySet::EMPTY,
            ahead: Vec::new(),
            strange: Vec::new(),
            elsewhere: PartySet::EMPTY,
            shown: BTreeMap::new(),
            asking: BTreeMap::new(),
            returning: None,
            decided: None,
            outputs: VecDeque::new(),
            finished: false,
        }
    }

    /// A session after a restart: the whole steps of the log, and what this party had signed for the step that is due. Nothing is
    /// signed before everybody has been asked for what they have (log.13).
    ///
    /// # Errors
    /// Where the steps do not fit the match.
    pub fn resume(
        player: Player,
        steps: &[Vec<(PartyId, Slot)>],
        own: impl IntoIterator<Item = Item>,
        now: Millis,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Self, Refusal> {
        let mut session = Self::new(player, now);
        let outputs = &mut session.outputs;
        let places = session
            .player
            .replay_telling(steps, &mut |told| outputs.push_back(Output::Again(Box::new(told))))?;
        session.steps = places
            .into_iter()
            .zip(steps)
            .map(|((place, present), slots)| Taken {
                place,
                present,
                slots: slots.clone(),
            })
            .collect();
        let me = session.player.party();
        session.returning = Some((
            now.saturating_add(RETURN_WAIT),
            session.player.state().present().without(me),
        ));
        for item in own {
            session.take_item(me, item, now, rng)?;
        }
        session.ask_everybody();
        session.go_on(now, rng)?;
        Ok(session)
    }

    /// The party's own side: the match, its view, its looks.
    #[must_use]
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// The items of the whole steps from `from` on.
    pub fn log(&self, from: u64) -> impl Iterator<Item = Item> + '_ {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        self.steps
            .iter()
            .skip(from)
            .flat_map(|taken| taken.slots.iter().flat_map(|(_, slot)| slot.items()))
    }

    /// The next thing to be done; `None` where there is nothing for now.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Goes to work: to be called once at the start, and after [`Session::deadline`] has passed.
    ///
    /// # Errors
    /// Where the match cannot go on, which is a fault of this program.
    pub fn tick(&mut self, now: Millis, rng: &mut (impl CryptoRng + ?Sized)) -> Result<(), Refusal> {
        if self
            .returning
            .is_some_and(|(until, missing)| now >= until || missing.is_empty())
        {
            self.returning = None;
        }
        self.watch_clocks(now)?;
        self.watch_branches(now)?;
        self.go_on(now, rng)
    }

    /// The machine slept, or its network came back: one's own clock for the others starts anew, and everybody is asked for news
    /// (log.6). Harmless to call twice.
    pub fn woke(&mut self, now: Millis) {
        self.desk.since = now;
        self.desk.asked = None;
        self.asking.clear();
        self.ask_everybody();
        // What one has signed may not have arrived.
        let own: Vec<Item> = self.own_items().collect();
        for item in own {
            self.send(None, Message::Item(item));
        }
    }

    /// Of whom something is owed for the step that is due, and has not come here.
    #[must_use]
    pub fn missing(&self) -> PartySet {
        let me = self.player.party();
        let awaited = self.player.state().awaited();
        awaited
            .iter()
            .map(|(party, _)| *party)
            .filter(|party| *party != me && self.slot_of(*party).is_none())
            .collect()
    }

    /// Asks everybody for what has come for the step that is due, whoever signed it (log.3): for a party whose own words do not
    /// arrive here, while somebody else has them. No clock starts anew with it.
    pub fn ask_around(&mut self) {
        self.ask_everybody();
    }

    /// Somebody is there, or there again: he is asked for what he has, and shown what this party has signed for the step that is
    /// due, which may not have reached him. Nobody's clock starts anew with it, so that who comes and goes delays nothing.
    pub fn greet(&mut self, whom: PartyId) {
        if whom == self.player.party() {
            return;
        }
        let place = self.player.state().place();
        self.asking.remove(&whom);
        self.send(
            Some(whom),
            Message::Ask {
                match_id: place.match_id,
                from: place.step,
            },
        );
        let own: Vec<Item> = self.own_items().collect();
        for item in own {
            self.send(Some(whom), Message::Item(item));
        }
    }

    /// The seat for which this party has to decide on a move now: [`Session::decide`] takes one.
    #[must_use]
    pub fn awaits_decision(&self) -> Option<Seat> {
        match self.player.owes() {
            Some(Awaited::Move(seat)) if !self.has_signed() && self.returning.is_none() => Some(*seat),
            _ => None,
        }
    }

    /// Since when the step that is due is due here.
    #[must_use]
    pub const fn due_since(&self) -> Millis {
        self.desk.since
    }

    /// Makes a move of the seat that is awaited. Where its turn is about to come ([`Player::ahead`]) the move is kept, to be signed as
    /// soon as that has come; until then another decision replaces it. It is dropped if the turn comes otherwise than
    /// it seemed, since somebody has left: [`Told::decided`] says whether it still holds.
    ///
    /// # Errors
    /// Where no move is awaited of this party, or it is not legal; nothing is signed then.
    pub fn decide(&mut self, text: &str, now: Millis, rng: &mut (impl CryptoRng + ?Sized)) -> Result<(), Refusal> {
        let left = self.leaves.contains_key(&self.player.party());
        if self.returning.is_some() {
            return Err(Refusal::NotDue(NotDue::Asking));
        }
        if !left && self.player.ahead().is_some() {
            let game = self.player.check_ahead(text)?;
            let text = text.to_owned();
            self.decided = Some(Decided { text, game });
            return Ok(());
        }
        if !matches!(self.player.owes(), Some(Awaited::Move(_))) || self.has_signed() {
            return Err(Refusal::NotDue(NotDue::NotYourTurn));
        }
        let decision = Decision::Move(text.to_owned());
        if let Some(entry) = self.player.make_entry(Some(&decision), self.riders(), rng)? {
            self.sign(entry);
        }
        self.go_on(now, rng)
    }

    /// What this party has decided ahead of its turn, as long as it holds.
    #[must_use]
    pub fn decided(&self) -> Option<&str> {
        self.decided.as_ref().map(|decided| decided.text.as_str())
    }

    /// Drops what was decided ahead where the turn, or the wait for it, is no longer the one that it was decided for.
    fn drop_stale_decision(&mut self) {
        let Some(decided) = &self.decided else { return };
        let state = self.player.state();
        let holds = match self.player.owes() {
            Some(Awaited::Move(_)) => state.game() == Some(&decided.game),
            _ => state.next_turn().is_some_and(|(_, game)| game == decided.game),
        };
        if !holds {
            self.decided = None;
        }
    }

    /// Leaves the match for good (log.11).
    ///
    /// # Errors
    /// Where it is over for this party already.
    pub fn leave(&mut self, now: Millis, rng: &mut (impl CryptoRng + ?Sized)) -> Result<(), Refusal> {
        let me = self.player.party();
        if self.leaves.contains_key(&me) {
            return Ok(());
        }
        let leave = self.player.leave()?;
        self.decided = None;
        self.keep_and_send(Item::Leave((&leave).into()));
        self.leaves.insert(me, leave);
        self.go_on(now, rng)
    }

    /// Whether something of this party for the step that is due is signed. A leave that has not taken effect when the match
    /// ends is dropped (log.11).
    fn has_signed(&self) -> bool {
        let me = self.player.party();
        let left = self.leaves.contains_key(&me) && !self.is_at_result();
        self.desk.entries.contains_key(&me) || left || self.has_signed_elsewhere()
    }

    /// Whether this party has signed for the place that is due on a branch that was given up, as its disk says after a crash:
    /// nobody signs twice for one place, whatever the step before it (log.13).
    fn has_signed_elsewhere(&self) -> bool {
        let (me, place) = (self.player.party(), self.player.state().place());
        self.strange
            .iter()
            .map(SignedHeader::header)
            .any(|header| header.party == me && header.epoch == place.epoch && header.step == place.step)
    }

    /// Whether the match is over and its result is to be signed.
    fn is_at_result(&self) -> bool {
        matches!(self.player.state().awaited().first(), Some((_, Awaited::Result)))
    }

    /// What rides in this party's next entry: leaves of those who are not awaited, and proofs of equivocation.
    fn riders(&self) -> Vec<Item> {
        let state = self.player.state();
        let step = state.place().step;
        let leaves = self
            .leaves
            .iter()
            .filter(|(party, leave)| {
                state.present().contains(**party) && state.awaited_of(**party).is_none() && leave.notice().from <= step
            })
            .map(|(_, leave)| Item::Leave(leave.into()));
        let forks = self
            .forks
            .values()
            .filter(|fork| state.present().contains(fork.party()) && state.check_fork(fork).is_ok())
            .map(Item::from);
        leaves.chain(forks).collect()
    }

    /// Does whatever needs no decision: signs what is owed, takes every step that is whole.
    fn go_on(&mut self, now: Millis, rng: &mut (impl CryptoRng + ?Sized)) -> Result<(), Refusal> {
        loop {
            if self.player.state().awaited().is_empty() {
                if !self.finished {
                    self.finished = true;
                    self.outputs.push_back(Output::Finished);
                }
                return Ok(());
            }
            self.sign_what_is_owed(rng)?;
            let Some(slots) = self.whole_step() else {
                return Ok(());
            };
            self.take_step(slots, now)?;
            self.take_ahead(now)?;
        }
    }

    fn sign_what_is_owed(&mut self, rng: &mut (impl CryptoRng + ?Sized)) -> Result<(), Refusal> {
        if self.returning.is_some() || self.has_signed() || self.player.owes().is_none() {
            return Ok(());
        }
        let riders = self.riders();
        let decision = match self.player.owes() {
            // A leave, or a proof, need not wait until a person has thought; and what was decided without knowing of it is void.
            Some(Awaited::Move(_)) if !riders.is_empty() => {
                self.decided = None;
                Some(Decision::Carry)
            }
            Some(Awaited::Move(_)) => self.decided.take().map(|decided| Decision::Move(decided.text)),
            _ => None,
        };
        match self.player.make_entry(decision.as_ref(), riders, rng) {
            Ok(Some(entry)) => self.sign(entry),
            Ok(None) => {}
            // It was legal when it was decided. If it is not, its person is asked like anybody else.
            Err(_) if matches!(decision, Some(Decision::Move(_))) => {}
            Err(refusal) => return Err(refusal),
        }
        Ok(())
    }

    /// Takes an entry of this party as signed: on disk first, then to everybody.
    fn sign(&mut self, entry: Entry) {
        self.player.note_signed(&entry);
        self.keep_and_send(Item::from(&entry));
        self.desk.entries.insert(self.player.party(), entry);
    }

    fn keep_and_send(&mut self, item: Item) {
        self.outputs.push_back(Output::Keep(Keep::Own(item.clone())));
        self.send(None, Message::Item(item));
    }

    fn send(&mut self, to: Option<PartyId>, message: Message) {
        self.outputs.push_back(Output::Send { to, message });
    }

    /// Asks one party for what is missing from a step on, unless it was asked a moment ago and has not answered yet, or its answer
    /// has changed nothing: two that stand on different branches for good would flood each other.
    fn ask(&mut self, whom: PartyId, from: u64, now: Millis) {
        let place = self.player.state().place();
        let in_vain = |asked: &Asked| {
            asked.from <= from && now < asked.at.saturating_add(ASK_WAIT) && (!asked.answered || asked.place == place)
        };
        if self.asking.get(&whom).is_some_and(in_vain) {
            return;
        }
        let asked = Asked {
            from,
            at: now,
            place,
            answered: false,
        };
        self.asking.insert(whom, asked);
        if from < place.step && self.shown.get(&whom).is_none_or(|shown| shown.from() != from) {
            self.shown.insert(whom, branch::Shown::new(from, now));
        }
        let match_id = place.match_id;
        self.send(Some(whom), Message::Ask { match_id, from });
    }

    fn ask_everybody(&mut self) {
        let place = self.player.state().place();
        self.send(
            None,
            Message::Ask {
                match_id: place.match_id,
                from: place.step,
            },
        );
    }

    /// What this party has signed for the step that is due.
    fn own_items(&self) -> impl Iterator<Item = Item> + '_ {
        let me = self.player.party();
        let entry = self.desk.entries.get(&me).map(Item::from);
        let leave = self.leaves.get(&me).map(|leave| Item::Leave(leave.into()));
        entry.into_iter().chain(leave).chain(self.own_votes())
    }

    /// What stands in the places of the step that is due, if that is whole.
    fn whole_step(&self) -> Option<Vec<(PartyId, Slot)>> {
        let state = self.player.state();
        let slots: Vec<(PartyId, Option<Slot>)> = state
            .awaited()
            .iter()
            .map(|(party, _)| (*party, self.slot_of(*party)))
            .collect();
        if self.is_at_result() {
            let missing = slots.iter().any(|(_, slot)| slot.is_none());
            // Nobody is voted on after the end: the results that came are enough, but one there has to be.
            let came: Vec<_> = slots
                .into_iter()
                .filter_map(|(party, slot)| Some((party, slot?)))
                .collect();
            let signed = came.iter().any(|(_, slot)| matches!(slot, Slot::Entry(_)));
            return (signed && (!missing || self.desk.judged)).then_some(came);
        }
        slots.into_iter().map(|(party, slot)| Some((party, slot?))).collect()
    }

    fn slot_of(&self, party: PartyId) -> Option<Slot> {
        if let Some(absence) = self.absence_of(party) {
            return Some(Slot::Absent(absence));
        }
        if let Some(entry) = self.desk.entries.get(&party) {
            // Whoever has voted `absent` waits for how the vote comes out (log.7).
            return (!self.is_locked(party)).then(|| Slot::Entry(entry.clone()));
        }
        self.leave_due(party).cloned().map(Slot::Left)
    }

    fn take_step(&mut self, slots: Vec<(PartyId, Slot)>, now: Millis) -> Result<(), Refusal> {
        let (place, present) = (self.player.state().place(), self.player.state().present());
        let did = told::did(self.player.state(), &slots);
        let (report, looks) = self.player.take_and_look(&slots, &mut Checking::Now)?;
        self.drop_stale_decision();
        let mut told = Told::to_party(did, report, looks, &self.player);
        told.decided = self.decided().map(str::to_owned);
        // The person need not wait for the disk; whatever is sent or signed does.
        self.outputs.push_back(Output::Step(Box::new(told)));
        let items = slots.iter().flat_map(|(_, slot)| slot.items()).collect();
        self.outputs.push_back(Output::Keep(Keep::Step(items)));
        self.steps.push(Taken { place, present, slots });
        self.clear_desk(now);
        Ok(())
    }

    fn clear_desk(&mut self, now: Millis) {
        self.rest(PartySet::EMPTY, false);
        self.elsewhere = PartySet::EMPTY;
        self.shown.clear();
        self.desk = Desk {
            since: now,
            ..Desk::default()
        };
        let present = self.player.state().present();
        self.leaves.retain(|party, _| present.contains(*party));
        let settled: PartySet = self
            .forks
            .values()
            .filter(|fork| !present.contains(fork.party()) && self.is_settled(fork.step(), fork.party()))
            .map(Fork::party)
            .collect();
        self.forks.retain(|party, _| !settled.contains(*party));
    }

    /// Whether a step stands for good: every party but the culprit has signed on top of it (log.5).
    fn is_settled(&self, step: u64, culprit: PartyId) -> bool {
        let from = usize::try_from(step).unwrap_or(usize::MAX).saturating_add(1);
        if from > self.steps.len() {
            return false;
        }
        let taken = self.steps.iter().skip(from).flat_map(|taken| &taken.slots);
        let signed: PartySet = taken
            .filter(|(_, slot)| matches!(slot, Slot::Entry(_)))
            .map(|(party, _)| *party)
            .chain(self.desk.entries.keys().copied())
            .collect();
        self.player.state().present().without(culprit).minus(signed).is_empty()
    }

    /// Whether this party has signed something on top of a step.
    fn has_signed_above(&self, step: u64) -> bool {
        let me = self.player.party();
        let from = usize::try_from(step).unwrap_or(usize::MAX).saturating_add(1);
        let taken = self.steps.iter().skip(from).flat_map(|taken| &taken.slots);
        let mut signed = taken
            .filter(|(_, slot)| matches!(slot, Slot::Entry(_)))
            .map(|(party, _)| *party);
        signed.any(|party| party == me) || self.steps.len() >= from && self.desk.entries.contains_key(&me)
    }

    /// Cuts the log back to a fork: what the culprit signed there stands for nothing (log.5).
    fn cut(&mut self, fork: &Fork, now: Millis) -> Result<(), Refusal> {
        let (culprit, step) = (fork.party(), fork.step());
        let Some(at) = usize::try_from(step).ok().filter(|at| *at < self.steps.len()) else {
            return Ok(());
        };
        let mut slots = match self.steps.get(at) {
            Some(taken) if taken.place.epoch == fork.epoch() => taken.slots.clone(),
            _ => return Ok(()),
        };
        let Some((_, slot @ (Slot::Entry(_) | Slot::Left(_)))) = slots.iter_mut().find(|(party, _)| *party == culprit)
        else {
            return Ok(());
        };
        *slot = Slot::Forked(fork.clone());
        self.cut_to(at, vec![slots], culprit, now)
    }

    /// Cuts the log back to a step and takes that with something else in its places, and what follows it.
    fn cut_to(
        &mut self,
        at: usize,
        instead: Vec<Vec<(PartyId, Slot)>>,
        culprit: PartyId,
        now: Millis,
    ) -> Result<(), Refusal> {
        let step = u64::try_from(at).unwrap_or(u64::MAX);
        self.steps.truncate(at);
        let before: Vec<_> = self.steps.iter().map(|taken| taken.slots.clone()).collect();
        self.outputs.push_back(Output::Keep(Keep::CutTo(step)));
        self.outputs.push_back(Output::Cut { step, culprit });
        let outputs = &mut self.outputs;
        self.player
            .replay_telling(&before, &mut |told| outputs.push_back(Output::Again(Box::new(told))))?;
        self.strange.clear();
        instead.into_iter().try_for_each(|slots| self.take_step(slots, now))
    }
}
