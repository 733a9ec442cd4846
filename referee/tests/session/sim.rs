//! A network in memory, with a clock of its own, and parties that play at random over it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_referee::act::{Act, Body};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::assemble::Assembler;
use majlis_referee::file::write_log;
use majlis_referee::item::Item;
use majlis_referee::notice::{Ballot, Claim, Signed};
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::player::Player;
use majlis_referee::replay::{Awaited, Checking, Match, Slot};
use majlis_referee::secrets::Secrets;
use majlis_referee::session::{Keep, Message, Millis, Output, Session};
use majlis_referee::told::Told;
use majlis_referee::verify::{Proofs, verify};
use majlis_rules::registry::{AnyMove, GameId};
use majlis_rules::table::Table;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// What a party has on disk.
#[derive(Default, Clone)]
pub(crate) struct Disk {
    pub(crate) steps: Vec<Vec<Item>>,
    pub(crate) own: Vec<Item>,
    secrets: Vec<u8>,
}

/// How the network treats messages.
#[derive(Clone, Copy)]
pub(crate) struct Weather {
    /// The longest delay, in milliseconds.
    pub(crate) delay: Millis,
    /// Of a hundred messages, how many are lost.
    pub(crate) loss: u32,
    /// Of a hundred messages, how many come twice.
    pub(crate) twice: u32,
}

pub(crate) const FAIR: Weather = Weather {
    delay: 40,
    loss: 0,
    twice: 0,
};

pub(crate) struct Sim {
    pub(crate) closing: Arc<Closing>,
    pub(crate) identities: Vec<Arc<Identity>>,
    pub(crate) sessions: Vec<Option<Session>>,
    pub(crate) disks: Vec<Disk>,
    queue: BTreeMap<(Millis, u64), (usize, usize, Message)>,
    pub(crate) now: Millis,
    sent: u64,
    pub(crate) rng: StdRng,
    pub(crate) weather: Weather,
    /// Pairs between which nothing goes.
    pub(crate) blocked: BTreeSet<(usize, usize)>,
    /// Parties that make no moves.
    pub(crate) idle: BTreeSet<usize>,
    pub(crate) resting: Vec<PartySet>,
    pub(crate) may_claim: Vec<bool>,
    pub(crate) cuts: usize,
    pub(crate) time_ups: usize,
    /// The most moves that are made before everybody idles.
    pub(crate) moves: usize,
    /// How moves begin that are chosen before others, where there are such.
    pub(crate) prefer: &'static [&'static str],
    /// Whether people decide before their turn has come, where they can.
    pub(crate) eager: bool,
    /// When people decided, and when their moves were sent.
    pub(crate) decisions: Vec<(Millis, usize)>,
    pub(crate) moved: Vec<(Millis, usize)>,
    /// How many decided ahead.
    pub(crate) early: usize,
    /// By party: what it was told that its next entry will be.
    promised: Vec<Option<String>>,
    /// How many things a program still carries out before it dies in the middle of them.
    pub(crate) dies_after: Vec<Option<usize>>,
    /// Whose program each session is: that of the party of its number, or a copy of somebody's.
    pub(crate) party: Vec<usize>,
    /// Which of the programs of a party somebody reaches, by party and who calls, where it is not the first.
    pub(crate) reaches: BTreeMap<(usize, usize), usize>,
    /// The one thing that each party may sign for a place: what it has sent for it (log.13).
    signed: BTreeMap<(usize, u32, u64), Vec<u8>>,
}

pub(crate) fn id(n: usize) -> PartyId {
    PartyId::new(u8::try_from(n).unwrap()).unwrap()
}

fn pick(moves: &[AnyMove], prefer: &[&str], rng: &mut StdRng) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let liked: Vec<&String> = moves
        .iter()
        .filter(|text| prefer.iter().any(|word| text.starts_with(word)))
        .collect();
    let from = if liked.is_empty() {
        moves.iter().collect()
    } else {
        liked
    };
    from[rng.random_range(0..from.len())].clone()
}

impl Sim {
    pub(crate) fn new(game: GameId, table: Table, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let persons = majlis_rules::game::Game::persons(&game.start(&table).unwrap()).len();
        let identities: Vec<Arc<Identity>> = (0..persons).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
        let members = identities
            .iter()
            .map(|identity| Member {
                identity: identity.key(),
                name: String::new(),
                chosen: None,
            })
            .collect();
        let clock = Clock {
            turn: Some(120),
            grace: 60,
        };
        let agreement = Agreement::new(game, table, clock, members, rng.random());
        let closing = Arc::new(Closing::sign(agreement, &identities[0]).unwrap());
        let mut sim = Self {
            closing,
            identities,
            sessions: Vec::new(),
            disks: vec![Disk::default(); persons],
            queue: BTreeMap::new(),
            now: 1_000,
            sent: 0,
            rng,
            weather: FAIR,
            blocked: BTreeSet::new(),
            idle: BTreeSet::new(),
            resting: vec![PartySet::EMPTY; persons],
            may_claim: vec![false; persons],
            cuts: 0,
            time_ups: 0,
            moves: usize::MAX,
            prefer: &[],
            eager: false,
            decisions: Vec::new(),
            moved: Vec::new(),
            early: 0,
            promised: vec![None; persons],
            dies_after: vec![None; persons],
            party: (0..persons).collect(),
            reaches: BTreeMap::new(),
            signed: BTreeMap::new(),
        };
        for n in 0..persons {
            let secrets = Secrets::generate(&mut sim.rng);
            sim.disks[n].secrets = secrets.encode().unwrap().to_vec();
            let player = Player::new(Arc::clone(&sim.closing), Arc::clone(&sim.identities[n]), secrets).unwrap();
            sim.sessions.push(Some(Session::new(player, sim.now)));
        }
        sim
    }

    pub(crate) fn start(&mut self) {
        for n in 0..self.sessions.len() {
            self.tick(n);
        }
    }

    pub(crate) fn session(&self, n: usize) -> &Session {
        self.sessions[n].as_ref().unwrap()
    }

    pub(crate) fn state(&self, n: usize) -> &Match {
        self.session(n).player().state()
    }

    pub(crate) fn tick(&mut self, n: usize) {
        let now = self.now;
        if let Some(session) = &mut self.sessions[n] {
            session.tick(now, &mut self.rng).unwrap();
        }
        self.pump(n);
    }

    /// Carries out what a session wants.
    pub(crate) fn pump(&mut self, n: usize) {
        while let Some(output) = self.sessions[n].as_mut().and_then(Session::poll) {
            if let Some(left) = &mut self.dies_after[n] {
                if *left == 0 {
                    self.kill(n);
                    return;
                }
                *left -= 1;
            }
            match output {
                Output::Keep(Keep::Own(item)) => {
                    self.keep_promise(n, &item);
                    self.disks[n].own.push(item);
                }
                Output::Keep(Keep::Step(items)) => {
                    self.disks[n].steps.push(items);
                    let due = u64::try_from(self.disks[n].steps.len()).unwrap();
                    let mut own = std::mem::take(&mut self.disks[n].own);
                    own.retain(|item| self.step_of(n, item).is_none_or(|step| step >= due));
                    self.disks[n].own = own;
                }
                // What was signed on a branch that is given up stays signed, as in a store.
                Output::Keep(Keep::CutTo(step)) => {
                    let void = self.disks[n].steps.split_off(usize::try_from(step).unwrap());
                    let mine = |item: &Item| {
                        let Item::Entry(sealed) = item else { return false };
                        let entry = sealed.clone().open(|party| self.state(n).identity(party));
                        entry.unwrap().party() == id(self.party[n])
                    };
                    let mine: Vec<Item> = void.into_iter().flatten().filter(mine).collect();
                    self.disks[n].own.extend(mine);
                }
                Output::Send { to, message } => {
                    let to: Vec<usize> = match to {
                        Some(to) => vec![to.index()],
                        None => (0..self.identities.len()).filter(|to| *to != self.party[n]).collect(),
                    };
                    for to in to {
                        self.send(n, to, &message);
                    }
                }
                Output::Resting { missing, may_claim } => {
                    self.resting[n] = missing;
                    self.may_claim[n] = may_claim;
                }
                Output::Cut { .. } => self.cuts += 1,
                Output::TimeUp => self.time_ups += 1,
                Output::Step(told) => self.note_promise(n, *told),
                Output::Again(_) | Output::Finished => {}
            }
        }
    }

    /// What was decided ahead is signed as soon as the turn has come.
    fn note_promise(&mut self, n: usize, told: Told) {
        assert_eq!(self.promised[n], None, "a promise was not kept");
        let turn = told
            .awaited
            .iter()
            .any(|(party, awaited)| *party == id(self.party[n]) && matches!(awaited, Awaited::Move(_)));
        assert!(turn || told.decided.is_none() || told.ahead.is_some());
        self.promised[n] = told.decided.filter(|_| turn);
    }

    fn keep_promise(&mut self, n: usize, item: &Item) {
        let Item::Entry(entry) = item else { return };
        match Body::decode(&entry.body.0).map(|body| body.act) {
            Ok(Act::Move(mv)) => {
                self.moved.push((self.now, n));
                if let Some(promised) = self.promised[n].take() {
                    assert_eq!(promised, mv.text);
                }
            }
            // Somebody is leaving: the turn comes otherwise than it was decided for.
            Ok(Act::Carry) => self.promised[n] = None,
            _ => {}
        }
    }

    /// Somebody decides before his turn has come.
    fn decide_ahead(&mut self, n: usize) -> bool {
        let now = self.now;
        let Some(session) = self.sessions[n].as_mut().filter(|session| session.decided().is_none()) else {
            return false;
        };
        let Some(ahead) = session.player().ahead() else {
            return false;
        };
        let moves = ahead.view.legal_moves(ahead.seat);
        let text = pick(&moves, self.prefer, &mut self.rng);
        if session.decide(&text, now, &mut self.rng).is_err() {
            return false;
        }
        assert_eq!(session.decided(), Some(text.as_str()));
        assert_eq!(session.poll(), None, "nothing is signed ahead");
        self.decisions.push((now, n));
        self.early += 1;
        true
    }

    /// The step that something was signed for; a leave is for all.
    fn step_of(&self, n: usize, item: &Item) -> Option<u64> {
        let key = |party: PartyId| self.state(n).identity(party);
        match item.clone() {
            Item::Entry(sealed) => Some(sealed.open(key).unwrap().header().step),
            Item::Ballot(sealed) => {
                let ballot: Signed<Ballot> = sealed.notice(key).unwrap();
                Some(ballot.notice().step)
            }
            Item::Claim(sealed) => {
                let claim: Signed<Claim> = sealed.notice(key).unwrap();
                Some(claim.notice().step)
            }
            _ => None,
        }
    }

    /// An honest program never signs two things for one place, whatever happens to it.
    fn note_signed(&mut self, n: usize, message: &Message) {
        let Message::Item(Item::Entry(sealed)) = message else {
            return;
        };
        let entry = sealed.clone().open(|party| self.state(n).identity(party)).unwrap();
        let header = *entry.header();
        let copied = self.party.iter().filter(|party| **party == self.party[n]).count() > 1;
        if header.party.index() == n && !copied {
            let bytes = entry.signed().bytes().to_vec();
            let first = self
                .signed
                .entry((n, header.epoch, header.step))
                .or_insert_with(|| bytes.clone());
            assert!(
                *first == bytes,
                "party {n} signs twice for step {} of epoch {}",
                header.step,
                header.epoch
            );
        }
    }

    pub(crate) fn send(&mut self, from: usize, to: usize, message: &Message) {
        self.note_signed(from, message);
        let to = self.reaches.get(&(to, from)).copied().unwrap_or(to);
        if self.blocked.contains(&(from, to)) || self.rng.random_range(0..100) < self.weather.loss {
            return;
        }
        let copies = if self.rng.random_range(0..100) < self.weather.twice {
            2
        } else {
            1
        };
        for _ in 0..copies {
            self.sent += 1;
            if self.queue.len() >= 20_000 {
                self.tell();
                panic!("the parties flood each other: {:#?}", self.under_way());
            }
            let at = self.now + self.rng.random_range(1..=self.weather.delay);
            self.queue.insert((at, self.sent), (from, to, message.clone()));
        }
    }

    /// Somebody at the table makes a random move.
    fn decide(&mut self, n: usize) -> bool {
        let now = self.now;
        if self.idle.contains(&n) || self.moves == 0 {
            return false;
        }
        let Some(session) = &mut self.sessions[n] else {
            return false;
        };
        let Some(Awaited::Move(seat)) = session.player().owes().cloned() else {
            return self.eager && self.decide_ahead(n);
        };
        let moves = session.player().view().unwrap().legal_moves(seat);
        let text = pick(&moves, self.prefer, &mut self.rng);
        if session.decide(&text, now, &mut self.rng).is_err() {
            return false;
        }
        self.moves -= 1;
        self.decisions.push((now, n));
        self.pump(n);
        true
    }

    /// Lets the next thing happen. Gives `false` where nothing would ever happen again.
    pub(crate) fn step(&mut self) -> bool {
        for n in 0..self.sessions.len() {
            if self.decide(n) {
                return true;
            }
        }
        let message = self.queue.first_key_value().map(|((at, _), _)| *at);
        let deadline = self
            .sessions
            .iter()
            .enumerate()
            .filter_map(|(n, session)| Some((session.as_ref()?.deadline()?, n)))
            .min();
        match (message, deadline) {
            (Some(at), Some((deadline, n))) if deadline <= at => self.clock(deadline, n),
            (Some(_), _) => {
                let ((at, _), (from, to, message)) = self.queue.pop_first().unwrap();
                self.now = self.now.max(at);
                if self.blocked.contains(&(from, to)) {
                    return true;
                }
                let now = self.now;
                if let Some(session) = &mut self.sessions[to] {
                    // Garbage and late messages are refused; a log that cannot go on is a fault of the program.
                    let taken = session.receive(id(self.party[from]), message, now, &mut self.rng);
                    if let Err(majlis_referee::error::Refusal::Log(sentence)) = taken {
                        panic!("party {to}: {sentence}");
                    }
                }
                self.pump(to);
            }
            (None, Some((deadline, n))) => self.clock(deadline, n),
            (None, None) => return false,
        }
        true
    }

    fn clock(&mut self, deadline: Millis, n: usize) {
        self.now = self.now.max(deadline);
        self.tick(n);
    }

    /// [`Sim::step`]; and where messages are lost, people's programs ask for news as soon as none is under way.
    pub(crate) fn go_on(&mut self) -> bool {
        let happened = self.step();
        if self.weather.loss > 0 && self.queue.is_empty() {
            for n in 0..self.sessions.len() {
                let now = self.now;
                if let Some(session) = &mut self.sessions[n] {
                    session.woke(now);
                }
                self.pump(n);
            }
        }
        happened
    }

    /// Lets things happen until `done`, or until nothing happens any more.
    pub(crate) fn run(&mut self, mut done: impl FnMut(&Self) -> bool) {
        for _ in 0..200_000 {
            if done(self) {
                return;
            }
            let quiet = !self.go_on();
            if quiet && self.weather.loss == 0 {
                return;
            }
        }
        self.tell();
        panic!(
            "the match does not come to an end: {} messages under way",
            self.queue.len()
        );
    }

    pub(crate) fn finish(&mut self) {
        self.finish_of(&(0..self.sessions.len()).collect::<Vec<_>>());
    }

    /// Lets things happen until the logs of these parties are whole; whose program is dead does not count.
    pub(crate) fn finish_of(&mut self, parties: &[usize]) {
        let done = |sim: &Self| {
            let sessions = parties.iter().filter_map(|n| sim.sessions[*n].as_ref());
            sessions
                .into_iter()
                .all(|session| session.player().state().is_finished())
        };
        self.run(done);
        if !done(self) {
            self.tell();
            panic!("nothing happens any more and the match is not over");
        }
    }

    /// When the next thing happens.
    pub(crate) fn next(&self) -> Option<Millis> {
        let message = self.queue.first_key_value().map(|((at, _), _)| *at);
        let deadline = self.sessions.iter().flatten().filter_map(Session::deadline).min();
        [message, deadline].into_iter().flatten().min()
    }

    /// How many messages of what kind are under way, and between whom.
    fn under_way(&self) -> BTreeMap<String, usize> {
        let mut kinds = BTreeMap::new();
        for (from, to, message) in self.queue.values() {
            let what = match message {
                Message::Item(Item::Entry(_)) => "entry".to_owned(),
                Message::Item(item) => format!("{item:?}")
                    .chars()
                    .take_while(|c| c.is_alphanumeric())
                    .collect(),
                Message::Ask { from, .. } => format!("ask from {from}"),
                Message::Standing { step, .. } => format!("standing at {step}"),
            };
            *kinds.entry(format!("{from} to {to}: {what}")).or_default() += 1;
        }
        kinds
    }

    fn tell(&self) {
        for (n, session) in self.sessions.iter().enumerate() {
            let Some(session) = session else { continue };
            let state = session.player().state();
            eprintln!(
                "{n}: step {} epoch {} prev {} awaits {:?}, gone {:?}, deadline {:?} at {}, moves {}",
                state.place().step,
                state.place().epoch,
                state.place().prev,
                state.awaited(),
                state.departures(),
                session.deadline(),
                self.now,
                self.moves,
            );
        }
    }

    pub(crate) fn leave(&mut self, n: usize) {
        let now = self.now;
        self.sessions[n].as_mut().unwrap().leave(now, &mut self.rng).unwrap();
        self.pump(n);
    }

    pub(crate) fn claim(&mut self, n: usize, accused: usize) {
        let now = self.now;
        self.sessions[n]
            .as_mut()
            .unwrap()
            .claim(id(accused), now, &mut self.rng)
            .unwrap();
        self.pump(n);
    }

    /// A person claims, unless the missing one has come back meanwhile.
    pub(crate) fn try_claim(&mut self, n: usize, accused: usize) {
        let now = self.now;
        let claimed = self.sessions[n]
            .as_mut()
            .unwrap()
            .claim(id(accused), now, &mut self.rng);
        assert!(
            matches!(claimed, Ok(()) | Err(majlis_referee::error::Refusal::NotDue(_))),
            "{claimed:?}"
        );
        self.pump(n);
    }

    /// That these parties hold equal logs but for the last step: of the results those that came in time are enough.
    pub(crate) fn agree_but_for_results(&self, parties: &[usize]) {
        let whole = |n: usize| -> Vec<Vec<Item>> {
            let mut steps = self.disks[n].steps.clone();
            steps.pop();
            steps
        };
        for n in parties {
            assert!(
                whole(*n) == whole(parties[0]),
                "the logs of {n} and {} differ",
                parties[0]
            );
            assert_eq!(self.state(*n).outcomes(), self.state(parties[0]).outcomes());
        }
    }

    pub(crate) fn receive(&mut self, to: usize, from: usize, message: Message) {
        let now = self.now;
        let taken = self.sessions[to]
            .as_mut()
            .unwrap()
            .receive(id(from), message, now, &mut self.rng);
        // No message of anybody may bring a log to a halt.
        assert!(
            !matches!(taken, Err(majlis_referee::error::Refusal::Log(_))),
            "party {to}: {taken:?}"
        );
        self.pump(to);
    }

    pub(crate) fn woke(&mut self, n: usize) {
        let now = self.now;
        self.sessions[n].as_mut().unwrap().woke(now);
        self.pump(n);
    }

    /// A party's program dies.
    pub(crate) fn kill(&mut self, n: usize) {
        self.promised[n] = None;
        self.sessions[n] = None;
        self.dies_after[n] = None;
        self.queue.retain(|_, (_, to, _)| *to != n);
    }

    /// It starts again with what is on its disk.
    pub(crate) fn restart(&mut self, n: usize) {
        let secrets = Secrets::decode(&self.disks[n].secrets).unwrap();
        let player = Player::new(
            Arc::clone(&self.closing),
            Arc::clone(&self.identities[self.party[n]]),
            secrets,
        )
        .unwrap();
        let steps = self.slots(n);
        let own = self.disks[n].own.clone();
        let session = Session::resume(player, &steps, own, self.now, &mut self.rng).unwrap();
        self.sessions[n] = Some(session);
        self.pump(n);
    }

    /// A copy of somebody's folder on a second machine, and his program running there too. Gives the number of its session; nobody
    /// reaches it yet.
    pub(crate) fn copy(&mut self, n: usize) -> usize {
        let copy = self.sessions.len();
        self.sessions.push(None);
        self.disks.push(self.disks[n].clone());
        self.party.push(n);
        self.resting.push(PartySet::EMPTY);
        self.may_claim.push(false);
        self.dies_after.push(None);
        self.promised.push(None);
        self.restart(copy);
        copy
    }

    fn slots(&self, n: usize) -> Vec<Vec<(PartyId, Slot)>> {
        let mut state = Match::new(Arc::clone(&self.closing)).unwrap();
        let mut all = Vec::new();
        for items in &self.disks[n].steps {
            let mut assembler = Assembler::new();
            for item in items {
                assembler.feed(item.clone());
            }
            let slots = assembler.next_step(&state, true).unwrap().unwrap();
            state.take(&slots, &mut Checking::Now).unwrap();
            all.push(slots);
        }
        all
    }

    /// The log of a party as a file.
    pub(crate) fn log(&self, n: usize) -> Vec<u8> {
        let mut items = vec![Item::from(&*self.closing)];
        items.extend(self.disks[n].steps.iter().flatten().cloned());
        let mut bytes = Vec::new();
        write_log(&mut bytes, &items).unwrap();
        bytes
    }

    /// That these parties hold equal logs, which verify, and gives the match as it ended.
    pub(crate) fn agree(&self, parties: &[usize]) -> Match {
        let logs: Vec<Vec<u8>> = parties.iter().map(|n| self.log(*n)).collect();
        let ends: Vec<Match> = logs
            .iter()
            .map(|log| verify(log.as_slice(), Proofs::Together, &mut ()).unwrap())
            .collect();
        for end in &ends {
            assert_eq!(end.place(), ends[0].place());
            assert_eq!(end.outcomes(), ends[0].outcomes());
        }
        assert!(logs.iter().all(|log| *log == logs[0]), "the logs differ");
        ends.into_iter().next().unwrap()
    }
}
