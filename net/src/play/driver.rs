//! The thread of a match: carries out what the session wants, in order.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use majlis_crypto::chain::Digest32;
use majlis_referee::error::Refusal;
use majlis_referee::item::Item;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::{Awaited, Cause, Departure};
use majlis_referee::session::{Keep, Message, Output, Session};
use majlis_referee::store::Store;
use majlis_rules::seat::Seat;
use rand::rngs::SysRng;
use rand_core::UnwrapErr;

use super::time::{Time, Wakefulness, is_lost_on_time};
use super::{Begin, Input, Out, Said, Source, StandIn};
use crate::event::{MatchEvent, Running};
use crate::limits::{ASK_AROUND, LEAVE_LINGER, SETTLE_TIME};
use crate::reason::{Failed, NotDone};
use crate::table_id::TableId;
use crate::wire::Frame;

/// The longest that the thread waits at once while something is due.
const NAP: Duration = Duration::from_secs(2);

pub(super) fn run(begin: &Begin, inputs: &Receiver<Input>, out: &Out) {
    let id = begin.closing.match_id();
    let played = Driver::start(begin, out.clone()).and_then(|mut driver| driver.work(inputs));
    if let Err(failed) = played {
        let _ = out.send((id, Said::Event(MatchEvent::Failed(failed))));
    }
}

struct Driver {
    id: Digest32,
    table: TableId,
    session: Session,
    store: Store,
    time: Time,
    out: Out,
    stand_in: Arc<StandIn>,
    rng: UnwrapErr<SysRng>,
    /// The turn that was announced last.
    turn: Option<(u64, Seat)>,
    /// Whether this party's time is up for the step that is due.
    time_up: Option<u64>,
    pausing: PartySet,
    /// Who is connected with this program.
    near: PartySet,
    /// When others were asked last for what somebody has said who is not.
    asked_around: Option<Instant>,
    /// Whose logs are whole.
    whole: PartySet,
    finished: Option<Instant>,
    /// Whether what lay on the disk is being told.
    reading: bool,
    /// Since when this party has left the match.
    gone: Option<Instant>,
    settled: bool,
}

impl Driver {
    fn start(begin: &Begin, out: Out) -> Result<Self, Failed> {
        let Begin {
            source,
            table,
            folder,
            closing,
            identity,
            stand_in,
        } = begin;
        let mut rng = UnwrapErr(SysRng);
        let time = Time::new();
        let resumed = matches!(source, Source::Disk);
        let mut loose = Vec::new();
        let (store, session) = match source {
            Source::New => {
                let (store, player) = Store::create(folder, closing, identity, &mut rng)?;
                (store, Session::new(player, time.now()))
            }
            Source::Disk => {
                let resumed = Store::resume(folder, closing.match_id(), identity)?;
                loose = resumed.loose;
                let own: Vec<Item> = resumed.store.own().cloned().collect();
                let session = Session::resume(resumed.player, &resumed.steps, own, time.now(), &mut rng)?;
                (resumed.store, session)
            }
        };
        let party = session.player().party();
        let mut driver = Self {
            id: closing.match_id(),
            table: *table,
            session,
            store,
            time,
            out,
            stand_in: Arc::clone(stand_in),
            rng,
            turn: None,
            time_up: None,
            pausing: PartySet::EMPTY,
            near: PartySet::EMPTY,
            asked_around: None,
            whole: PartySet::EMPTY,
            finished: None,
            reading: resumed,
            gone: None,
            settled: false,
        };
        driver.event(MatchEvent::Began {
            table: *table,
            closing: Arc::clone(closing),
            party: Some(party),
            resumed,
        });
        let looks = driver.session.player().looks().to_vec();
        driver.carry_out()?;
        driver.reading = false;
        if !looks.is_empty() {
            driver.event(MatchEvent::Looks(looks));
        }
        // Whole items of a step of which a crash has torn off the rest need not be asked for.
        for item in loose {
            let now = driver.time.now();
            let _ = driver.session.receive(party, Message::Item(item), now, &mut driver.rng);
        }
        let now = driver.time.now();
        driver.session.tick(now, &mut driver.rng)?;
        driver.carry_out()?;
        driver.look_around()?;
        driver.clock();
        Ok(driver)
    }

    fn say(&self, said: Said) {
        let _ = self.out.send((self.id, said));
    }

    fn event(&self, event: MatchEvent) {
        self.say(Said::Event(event));
    }

    fn work(&mut self, inputs: &Receiver<Input>) -> Result<(), Failed> {
        loop {
            let wait = self.wait();
            let awake = Wakefulness::now();
            let input = match wait {
                Some(wait) => match inputs.recv_timeout(wait) {
                    Ok(input) => Some(input),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                },
                None => match inputs.recv() {
                    Ok(input) => Some(input),
                    Err(_) => return Ok(()),
                },
            };
            let step = self.session.player().state().place().step;
            if wait.is_some_and(|wait| awake.slept(wait)) {
                self.wake();
            }
            if let Some(input) = input {
                self.take(input)?;
            }
            let now = self.time.now();
            if self.session.deadline().is_some_and(|deadline| now >= deadline) {
                self.session.tick(now, &mut self.rng)?;
            }
            self.carry_out()?;
            self.look_around()?;
            if self.session.player().state().place().step != step {
                self.asked_around = None;
                self.clock();
            }
            self.ask_around()?;
        }
    }

    /// How long there is nothing to do by itself; `None`: until something comes.
    fn wait(&self) -> Option<Duration> {
        if let Some(since) = self.finished.filter(|_| !self.settled) {
            return Some(SETTLE_TIME.saturating_sub(since.elapsed()));
        }
        if let Some(since) = self.gone.filter(|_| !self.settled) {
            return Some(LEAVE_LINGER.saturating_sub(since.elapsed()));
        }
        if self.finished.is_some() {
            return None;
        }
        let deadline = self.session.deadline();
        let until = deadline.map(|deadline| Duration::from_millis(deadline.saturating_sub(self.time.now())));
        let around = self.is_cut_off().then(|| {
            let asked = self.asked_around.map_or(ASK_AROUND, |asked| asked.elapsed());
            ASK_AROUND.saturating_sub(asked)
        });
        // While the match is paused, no deadline comes nearer.
        let until = until.filter(|_| !self.time.is_held());
        Some(until.into_iter().chain(around).fold(NAP, Duration::min))
    }

    /// Whether somebody from whom something is due is not connected with this program, while somebody else is, who may have it.
    fn is_cut_off(&self) -> bool {
        self.finished.is_none() && !self.near.is_empty() && !self.session.missing().minus(self.near).is_empty()
    }

    /// Two who cannot reach each other play on through a third: each asks for what the other has said.
    fn ask_around(&mut self) -> Result<(), Failed> {
        if self.is_cut_off() && self.asked_around.is_none_or(|asked| asked.elapsed() >= ASK_AROUND) {
            self.asked_around = Some(Instant::now());
            self.session.ask_around();
            self.carry_out()?;
        }
        Ok(())
    }

    /// The machine slept: this party's clock ran on meanwhile (log.14), the one it holds against the others begins anew (log.6).
    fn wake(&mut self) {
        let now = self.time.now();
        let place = self.session.player().state().place();
        let turn = self.session.player().state().agreement().clock.turn;
        let since = self.session.due_since();
        if self.session.awaits_decision().is_some()
            && turn.is_some_and(|turn| now >= since.saturating_add(u64::from(turn).saturating_mul(1000)))
        {
            self.time_up = Some(place.step);
        }
        self.session.woke(now);
        self.clock();
    }

    fn take(&mut self, input: Input) -> Result<(), Failed> {
        let now = self.time.now();
        match input {
            Input::Message { from, message, .. } => {
                if let Err(refusal) = self.session.receive(from, message, now, &mut self.rng)
                    && is_offence(&refusal)
                {
                    self.say(Said::Offence(from, refusal.to_string()));
                }
            }
            Input::Met(party) => {
                self.near = self.near.with(party);
                self.pause(party, false);
            }
            Input::Parted(party) => self.near = self.near.without(party),
            Input::Up(party) => {
                self.near = self.near.with(party);
                self.session.greet(party);
                if self.pausing.contains(self.session.player().party()) {
                    self.say(Said::Send(Some(party), Frame::Pause(self.id, true)));
                }
                if self.finished.is_some() {
                    self.say(Said::Send(Some(party), Frame::Whole(self.id)));
                }
            }
            Input::Whole(party, _permit) => self.whole = self.whole.with(party),
            Input::Pause(party, wanted) => {
                let me = self.session.player().party();
                if party == me {
                    self.say(Said::Send(None, Frame::Pause(self.id, wanted)));
                }
                let paused = self.time.is_held();
                self.pause(party, wanted);
                // With the pause it is over for everybody: who agreed to it has not asked for another.
                if paused && !wanted && self.pausing.contains(me) {
                    self.say(Said::Send(None, Frame::Pause(self.id, false)));
                    self.pause(me, false);
                }
            }
            Input::Watch(watcher) => self.show(Some(watcher)),
            Input::Woke => self.wake(),
            Input::Move(text) => {
                if self.time.is_held() {
                    self.event(MatchEvent::Refused(NotDone::Paused));
                } else {
                    let decided = self.session.decide(&text, now, &mut self.rng);
                    self.tell_refusal(decided);
                }
            }
            Input::Leave => {
                let left = self.session.leave(now, &mut self.rng);
                self.tell_refusal(left);
            }
            Input::Claim(accused) => {
                let claimed = self.session.claim(accused, now, &mut self.rng);
                self.tell_refusal(claimed);
            }
        }
        Ok(())
    }

    fn tell_refusal(&self, done: Result<(), Refusal>) {
        if let Err(refusal) = done {
            self.event(MatchEvent::Refused(NotDone::Refused(refusal)));
        }
    }

    /// Somebody wants a pause, or wants it no longer (common.8).
    fn pause(&mut self, party: PartyId, wanted: bool) {
        let before = self.pausing;
        self.pausing = if wanted {
            before.with(party)
        } else {
            before.without(party)
        };
        if self.pausing != before {
            self.hold_or_go_on();
        }
    }

    /// Whether everybody at the table wants a pause.
    fn is_paused(&self) -> bool {
        let present = self.session.player().state().present();
        !self.pausing.is_empty() && present.minus(self.pausing).is_empty() && self.finished.is_none()
    }

    /// Lets the clocks stand still, or run.
    fn hold_or_go_on(&mut self) {
        let paused = self.is_paused();
        if self.time.is_held() && !paused {
            // What was decided during the pause was refused.
            self.turn = None;
        }
        self.time.hold(paused);
        self.event(MatchEvent::Pause {
            wanted: self.pausing,
            paused,
        });
        self.clock();
    }

    /// Shows the log to a watcher, or to all: as far as it is on disk.
    fn show(&self, watcher: Option<u64>) {
        if let Item::Closing(sealed) = Item::from(&**self.session.player().state().closing()) {
            self.say(Said::Show(watcher, Frame::Watched(self.table, sealed)));
        }
        for item in self.session.log(0) {
            self.say(Said::Show(watcher, Frame::Item(self.id, item)));
        }
        let step = self.session.player().state().place().step;
        self.say(Said::Show(watcher, Frame::Standing(self.id, step)));
    }

    /// Does what the session wants, in its order: what is to be kept is on disk before what follows is said (log.13).
    fn carry_out(&mut self) -> Result<(), Failed> {
        let mut cut = false;
        while let Some(output) = self.session.poll() {
            match output {
                Output::Keep(Keep::Own(item)) => self.store.keep(&item)?,
                Output::Keep(Keep::Step(items)) => {
                    self.store.append_items(&items)?;
                    for item in items.into_iter().filter(|_| !cut) {
                        self.say(Said::Show(None, Frame::Item(self.id, item)));
                    }
                    if !cut {
                        self.say(Said::Show(None, Frame::Standing(self.id, self.store.due())));
                    }
                }
                Output::Keep(Keep::CutTo(step)) => self.store.cut_to(step)?,
                Output::Send { to, message } => {
                    let frame = match message {
                        Message::Item(item) => Frame::Item(self.id, item),
                        Message::Ask { match_id, from } => Frame::Ask(match_id, from),
                        Message::Standing { match_id, step } => Frame::Standing(match_id, step),
                    };
                    self.say(Said::Send(to, frame));
                }
                Output::Step(told) => self.event(MatchEvent::Told { told, again: false }),
                Output::Again(told) => self.event(MatchEvent::Told { told, again: true }),
                Output::Cut { step, culprit } => {
                    cut = true;
                    self.event(MatchEvent::Cut { step, culprit });
                }
                Output::Resting { missing, may_claim } => self.event(MatchEvent::Resting { missing, may_claim }),
                Output::TimeUp => self.time_up = Some(self.session.player().state().place().step),
                Output::Finished => self.finish(),
            }
        }
        if cut {
            // Watchers begin anew.
            self.show(None);
        }
        Ok(self.store.mark_now_and_then(self.session.player().state())?)
    }

    fn finish(&mut self) {
        if self.finished.is_some() {
            return;
        }
        self.finished = Some(Instant::now());
        let state = self.session.player().state();
        self.event(MatchEvent::Finished {
            ending: state.ending(),
            grade: state.grade(),
            statement: state.statement().map(Box::new),
            again: self.reading,
        });
        self.say(Said::Send(None, Frame::Whole(self.id)));
    }

    /// Says what has become due, and does what time asks for.
    fn look_around(&mut self) -> Result<(), Failed> {
        let step = self.session.player().state().place().step;
        let decision = self.session.awaits_decision();
        let turn = decision.map(|seat| (step, seat));
        if turn != self.turn {
            self.turn = turn;
            if let Some((step, seat)) = turn {
                self.event(MatchEvent::Turn { seat, step });
            }
        }
        if self.time_up.is_some_and(|up| up < step) {
            self.time_up = None;
        }
        if let (Some(_), Some(seat)) = (self.time_up, decision) {
            self.time_up = None;
            self.be_late(seat)?;
        }
        // Somebody who wanted none may have left, or the match is over.
        if self.is_paused() != self.time.is_held() {
            self.hold_or_go_on();
        }
        let (me, state) = (self.session.player().party(), self.session.player().state());
        // Who was voted out watches the others to the end (log.15); who has left may go.
        let left = |departure: &Departure| departure.party == me && departure.cause == Cause::Left;
        if self.gone.is_none() && state.departures().iter().any(left) {
            self.gone = Some(Instant::now());
        }
        let over = match (self.finished, self.gone) {
            (Some(since), _) => {
                since.elapsed() >= SETTLE_TIME || state.present().without(me).minus(self.whole).is_empty()
            }
            (None, Some(since)) => since.elapsed() >= LEAVE_LINGER,
            (None, None) => false,
        };
        if over && !self.settled {
            self.settled = true;
            self.event(MatchEvent::Settled);
        }
        Ok(())
    }

    /// This party's time is up (common.9).
    fn be_late(&mut self, seat: Seat) -> Result<(), Failed> {
        let now = self.time.now();
        let lost = is_lost_on_time(self.session.player().state().agreement());
        self.event(MatchEvent::TimeUp { lost });
        if lost {
            self.session.leave(now, &mut self.rng)?;
        } else {
            let view = self.session.player().view();
            let choice = view.as_ref().and_then(|view| (self.stand_in)(seat, view));
            let decided = choice.map(|text| self.session.decide(&text, now, &mut self.rng));
            // Whatever stands in is no better than the rules: what it says may be refused.
            if !matches!(decided, Some(Ok(()))) {
                let first = view.and_then(|view| Some(view.legal_moves(seat).first()?.to_string()));
                if let Some(text) = first {
                    self.session.decide(&text, now, &mut self.rng)?;
                }
            }
        }
        self.carry_out()
    }

    /// Says whose clock runs.
    fn clock(&self) {
        let state = self.session.player().state();
        let awaited = state.awaited();
        let agreement = state.agreement();
        let running = (!awaited.is_empty() && !self.time.is_held()).then(|| Running {
            parties: awaited.iter().map(|(party, _)| *party).collect(),
            seat: awaited.iter().find_map(|(_, awaited)| match awaited {
                Awaited::Move(seat) => Some(*seat),
                _ => None,
            }),
            since: self.time.moment(self.session.due_since()),
            turn: agreement.clock.turn,
            grace: agreement.clock.grace,
        });
        self.event(MatchEvent::Clock(running));
    }
}

/// Whether no honest program sends what is refused so.
const fn is_offence(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Decoding { .. }
            | Refusal::NoSuchParty { .. }
            | Refusal::Signature { .. }
            | Refusal::TooLarge { .. }
            | Refusal::NotWhatWasSigned { .. }
    )
}
