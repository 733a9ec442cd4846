//! The thread of a practice match: it makes the steps, lets bots think, waits for the person, and writes the log.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use majlis_bots::{Bot, BotKind, bot};
use majlis_crypto::identity::Identity;
use majlis_net::event::Running;
use majlis_net::is_lost_on_time;
use majlis_referee::agreement::{Agreement, Clock, Closing};
use majlis_referee::local::{Choice, LocalStep, LocalTable, Scrutiny};
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::player::Player;
use majlis_referee::replay::Awaited;
use majlis_referee::secrets::{Decision, Secrets};
use majlis_referee::store::{Durability, LogFile, reopen};
use majlis_referee::told::Told;
use majlis_rules::game::{Game, GameEvent as _, View};
use majlis_rules::registry::{AnyEvent, AnyGame};
use majlis_rules::seat::Seat;
use rand::rngs::ChaCha20Rng;
use rand::{RngExt as _, SeedableRng as _};
use zeroize::Zeroizing;

use super::Pace;
use super::kept::Kept;
use crate::folder::Folder;
use crate::ui::feed::{Command, End, News, Wake};
use crate::ui::sentence::Sentence;

/// What a match begins with.
pub(super) struct Begun {
    pub(super) closing: Arc<Closing>,
    /// Everybody, in party order.
    pub(super) sitters: Vec<(Arc<Identity>, Secrets)>,
    pub(super) matter: Matter,
    pub(super) folder: Folder,
    pub(super) log: PathBuf,
}

/// Where its secrets lie.
pub(super) enum Matter {
    /// Nowhere yet: the bytes to be written.
    New(Zeroizing<Vec<u8>>),
    /// In this file, and the match has a log.
    Kept(Kept),
}

/// What the match's thread has.
pub(super) struct Host {
    /// The bots, party 1 first.
    bots: Vec<Box<dyn Bot>>,
    /// Moves for the person whose time has run out.
    stand_in: Box<dyn Bot>,
    commands: Receiver<Command>,
    news: Sender<News>,
    wake: Wake,
    pace: Pace,
    /// How long a turn may take.
    clocks: Clock,
    /// Whose clock runs.
    pub(super) clock: Arc<Mutex<Option<Running>>>,
    /// Whether the match is lost for whoever takes longer; else a move is made for him (common.9).
    lost_on_time: bool,
    /// Whether the person wants to leave, as soon as something is awaited of him.
    left: bool,
    /// Whether nobody looks at the match any more.
    gone: bool,
    rng: ChaCha20Rng,
}

impl Host {
    pub(super) fn new(
        bots: Vec<Box<dyn Bot>>,
        commands: Receiver<Command>,
        news: Sender<News>,
        wake: Wake,
        pace: Pace,
        agreement: &Agreement,
        mut rng: ChaCha20Rng,
    ) -> Self {
        Self {
            bots,
            stand_in: bot(BotKind::Greedy, agreement.game, rng.random()),
            commands,
            news,
            wake,
            pace,
            clocks: agreement.clock,
            clock: Arc::default(),
            lost_on_time: is_lost_on_time(agreement),
            left: false,
            gone: false,
            rng,
        }
    }

    pub(super) fn run(mut self, begun: Begun) {
        let log = begun.log.clone();
        match self.begin(begun) {
            Ok((table, file, kept)) => self.play(table, file, kept, &log),
            Err(why) => self.tell(News::Failed(why)),
        }
    }

    /// The table with its files, as far as the match has come.
    fn begin(&mut self, begun: Begun) -> Result<(LocalTable, LogFile, Kept), Sentence> {
        let Begun {
            closing,
            sitters,
            matter,
            folder,
            log,
        } = begun;
        let table =
            LocalTable::with_secrets(Arc::clone(&closing), sitters).map_err(|refusal| Sentence::from(&refusal))?;
        let mut table = table.with_scrutiny(Scrutiny::Once);
        let failed = |error: std::io::Error| Sentence::at(&log, &error);
        match matter {
            Matter::New(bytes) => {
                folder.make(folder.matches()).map_err(|error| Sentence::from(&error))?;
                let file = LogFile::create(&log, &closing, Durability::Synced).map_err(failed)?;
                // Nothing is signed before.
                let kept = Kept::create(&folder, closing.match_id(), &bytes).map_err(|error| Sentence::from(&error))?;
                Ok((table, file, kept))
            }
            Matter::Kept(kept) => {
                let reopened = reopen(&log, Durability::Synced).map_err(|error| Sentence::from(&error))?;
                let mut news: Vec<Told> = Vec::with_capacity(reopened.steps.len());
                let bots = &mut self.bots;
                let mut tell = |party: PartyId, mut told: Told| match party.index().checked_sub(1) {
                    None => {
                        told.looks.clear();
                        told.ahead = None;
                        news.push(told);
                    }
                    // A bot remembers all that it has seen.
                    Some(at) => {
                        let seen = told.view.as_ref().filter(|_| !told.report.events.is_empty());
                        if let (Some(bot), Some(view)) = (bots.get_mut(at), seen) {
                            bot.observe(view, &told.report.events, &told.looks);
                        }
                    }
                };
                table
                    .replay(&reopened.steps, &mut tell)
                    .map_err(|refusal| Sentence::from(&refusal))?;
                // What the person has just been shown is shown once more (four.33).
                if let (Some(last), Some(me)) = (news.last_mut(), table.players().first()) {
                    last.looks = me.looks().to_vec();
                }
                for told in news {
                    self.tell(News::Again(Box::new(told)));
                }
                Ok((table, reopened.file, kept))
            }
        }
    }

    fn play(&mut self, mut table: LocalTable, mut file: LogFile, kept: Kept, log: &Path) {
        let mut kept = Some(kept);
        // The keys and proofs have chance of their own, so that what bots draw does not follow from it.
        let mut rng = ChaCha20Rng::from_rng(&mut self.rng);
        loop {
            let mut choose = |player: &Player| self.choose(player);
            let made = table.step(&mut choose, &mut rng);
            if self.gone {
                return;
            }
            let step = match made {
                Ok(Some(step)) => step,
                Ok(None) => break,
                Err(refusal) => return self.tell(News::Failed((&refusal).into())),
            };
            if let Err(error) = file.append(&step.items().collect::<Vec<_>>()) {
                return self.tell(News::Failed(Sentence::at(log, &error)));
            }
            let Some(me) = table.players().first() else { return };
            // Whoever has left has nothing to go on with.
            if !me.state().present().contains(me.party())
                && let Some(kept) = kept.take()
            {
                kept.remove();
            }
            for (bot, player) in self.bots.iter_mut().zip(table.players().iter().skip(1)) {
                if let Some(view) = player.view().filter(|_| !step.report.events.is_empty()) {
                    bot.observe(&view, &step.report.events, player.looks());
                }
            }
            let mut told = told(step, me);
            // Here cards are shared at once: nobody gains by deciding meanwhile.
            told.ahead = None;
            self.tell(News::Step(Box::new(told)));
        }
        if let Some(kept) = kept {
            kept.remove();
        }
        if let Some(me) = table.players().first() {
            let state = me.state();
            self.tell(News::Ended(End {
                ending: state.ending(),
                outcomes: state.outcomes().unwrap_or_default(),
                scores: state.game().map(Game::scores).unwrap_or_default(),
                grade: state.grade(),
            }));
        }
    }

    fn tell(&self, news: News) {
        if self.news.send(news).is_ok() {
            (self.wake)();
        }
    }

    /// What is done at a turn, by the person or by a bot.
    fn choose(&mut self, player: &Player) -> Choice {
        let nothing = || Choice::Move(Decision::Move(String::new()));
        let Some(Awaited::Move(seat)) = player.owes() else {
            return nothing();
        };
        let (seat, Some(view)) = (*seat, player.view()) else {
            return nothing();
        };
        self.start_clock(player.party(), seat);
        let chosen = match player.party().index().checked_sub(1) {
            None => return self.ask(seat, &view),
            Some(at) => self.bots.get_mut(at).and_then(|bot| bot.choose(seat, &view)),
        };
        let choices = view.state().count_legal(seat, &view);
        self.ponder(choices);
        chosen.map_or_else(nothing, |mv| Choice::Move(Decision::Move(mv.to_string())))
    }

    /// Somebody's clock runs from now on.
    fn start_clock(&self, party: PartyId, seat: Seat) {
        if let Ok(mut clock) = self.clock.lock() {
            *clock = Some(Running {
                parties: PartySet::EMPTY.with(party),
                seat: Some(seat),
                since: Instant::now(),
                turn: self.clocks.turn,
                grace: 0,
            });
        }
    }

    /// Waits for the person, as long as the clock lets him.
    fn ask(&mut self, seat: Seat, view: &View<AnyGame>) -> Choice {
        let turn = self.clocks.turn.map(|seconds| Duration::from_secs(seconds.into()));
        let until = turn.and_then(|turn| Instant::now().checked_add(turn));
        let legal = |text: &str| view.legal_moves(seat).iter().any(|mv| mv.to_string() == text);
        loop {
            if self.left {
                return Choice::Leave;
            }
            let heard = match until {
                None => self.commands.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(until) => self
                    .commands
                    .recv_timeout(until.saturating_duration_since(Instant::now())),
            };
            match heard {
                Ok(Command::Leave) => self.left = true,
                Ok(Command::Decide(text)) if legal(&text) => return Choice::Move(Decision::Move(text)),
                // Two clicks on one button: the second comes too late. Bots have nothing to say, and wait for nobody.
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return self.late(seat, view),
                Err(RecvTimeoutError::Disconnected) => {
                    self.gone = true;
                    return Choice::Leave;
                }
            }
        }
    }

    /// The person's time is up (common.9).
    fn late(&mut self, seat: Seat, view: &View<AnyGame>) -> Choice {
        self.tell(News::TimeUp {
            lost: self.lost_on_time,
        });
        if self.lost_on_time {
            self.left = true;
            return Choice::Leave;
        }
        let first = || view.legal_moves(seat).first().cloned();
        let chosen = self.stand_in.choose(seat, view).or_else(first);
        Choice::Move(Decision::Move(chosen.map(|mv| mv.to_string()).unwrap_or_default()))
    }

    /// The moment that a bot takes.
    fn ponder(&mut self, choices: usize) {
        let wait = match self.pace {
            Pace::Instant => 0,
            Pace::Human if choices < 2 => 500,
            Pace::Human => 700 + self.rng.random_range(0..900u64),
        };
        // When the person has left or is about to, bots hurry: the log is finished while nobody looks on.
        if self.left {
            return;
        }
        let heard = if wait == 0 {
            self.commands.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            })
        } else {
            self.commands.recv_timeout(Duration::from_millis(wait))
        };
        match heard {
            Ok(Command::Leave) => self.left = true,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.gone = true,
        }
    }
}

fn told(step: LocalStep, me: &Player) -> Told {
    let mine = me.state().seats_of(me.party());
    let looks = step.report.events.iter().filter_map(AnyEvent::look);
    let looks = looks.filter(|(seat, _)| mine.contains(*seat));
    let looks = looks.filter_map(|(_, card)| Some((card, me.read(card)?))).collect();
    Told::to_party(step.did, step.report, looks, me)
}
