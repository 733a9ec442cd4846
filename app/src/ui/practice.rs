//! Practice: a whole match in this process, against bots, with all its keys, proofs and its log.
//!
//! It is a match like any other: every entry is signed and proved, and the log in the profile's folder is one that `majlis verify`
//! accepts. It runs on a thread of its own; bots think there, and take a human moment before they move. The closing says which members are
//! bots, so it counts for nobody's profile. Its secrets are drawn fresh and never leave the memory of this process: who holds all of them could
//! read every hand, and a match whose program has stopped cannot be taken up again.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::Duration;

use majlis_bots::{Bot, BotKind, bot};
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::{Agreement, BOT_MARK, Clock, Closing, Member};
use majlis_referee::error::Refusal;
use majlis_referee::local::{Choice, LocalStep, LocalTable, Scrutiny};
use majlis_referee::party::PartyId;
use majlis_referee::player::Player;
use majlis_referee::replay::Awaited;
use majlis_referee::secrets::Decision;
use majlis_referee::store::{Durability, LogFile};
use majlis_referee::told::Told;
use majlis_rules::game::{Game as _, GameEvent as _};
use majlis_rules::registry::{AnyEvent, GameId};
use majlis_rules::table::Table;
use rand::rngs::ChaCha20Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::feed::{About, Command, End, Feed, MemberAbout, News, Wake};
use crate::folder::Folder;

/// How long a bot waits before it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// As long as somebody at the table would: about a second.
    #[default]
    Human,
    /// Not at all.
    Instant,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Which game.
    pub game: GameId,
    /// Seats and options.
    pub table: Table,
    /// What the person goes by.
    pub name: String,
    /// What the bots go by.
    pub bots: Vec<String>,
    /// How long bots wait.
    pub pace: Pace,
    /// Where all chance comes from: [`None`] for the system's. A seed is for tests; whoever knows it knows every secret.
    pub seed: Option<u64>,
}

/// A practice match that runs.
pub struct Practice {
    about: About,
    news: Receiver<News>,
    read: std::collections::VecDeque<News>,
    commands: Sender<Command>,
}

impl Feed for Practice {
    fn about(&self) -> &About {
        &self.about
    }

    fn next(&mut self) -> Option<News> {
        self.read.extend(self.news.try_iter());
        self.read.pop_front()
    }

    fn waiting(&self) -> usize {
        self.read.len()
    }

    fn send(&mut self, command: Command) {
        // A match that is over wants nothing more.
        let _ = self.commands.send(command);
    }
}

/// Begins a practice match. Its log goes into the profile's folder of matches; `wake` is called from the match's thread whenever there
/// are news.
///
/// # Errors
/// Where no match can be played on these terms.
pub fn start(setup: Setup, identity: Arc<Identity>, folder: &Folder, wake: Wake) -> Result<Practice, Refusal> {
    let mut rng = match setup.seed {
        Some(seed) => ChaCha20Rng::seed_from_u64(seed),
        None => ChaCha20Rng::from_rng(&mut rand::rng()),
    };
    let game = setup
        .game
        .start(&setup.table)
        .map_err(|error| Refusal::Closing(error.to_string()))?;
    let others = game.persons().len().saturating_sub(1);
    let mut identities = vec![identity];
    identities.extend((0..others).map(|_| Arc::new(Identity::generate(&mut rng))));
    let names = setup.bots.iter().cycle().take(others).cloned();
    let members: Vec<MemberAbout> = std::iter::once(MemberAbout {
        name: setup.name.clone(),
        bot: false,
        key: None,
    })
    .chain(names.map(|name| MemberAbout {
        name,
        bot: true,
        key: None,
    }))
    .collect();
    let written = identities.iter().zip(&members).map(|(identity, about)| Member {
        identity: identity.key(),
        name: if about.bot {
            format!("{BOT_MARK}{}", about.name)
        } else {
            about.name.clone()
        },
        chosen: None,
    });
    let clock = Clock {
        turn: None,
        ..Clock::default()
    };
    let agreement = Agreement::new(setup.game, setup.table.clone(), clock, written.collect(), rng.random());
    let host = identities
        .first()
        .ok_or_else(|| Refusal::Closing("nobody is at the table".to_owned()))?;
    let closing = Arc::new(Closing::sign(agreement, host)?);
    let log = folder.matches().join(format!("{}.mlog", closing.match_id()));
    let table = LocalTable::new(Arc::clone(&closing), identities, &mut rng)?.with_scrutiny(Scrutiny::Once);
    let me = PartyId::new(0);
    let about = About {
        game: setup.game,
        table: setup.table,
        members,
        me,
        clock,
        practice: true,
        log: Some(log.clone()),
        among: None,
    };
    let folder = folder.clone();
    let (to_screen, news) = mpsc::channel();
    let (commands, from_screen) = mpsc::channel();
    let sitters = (1..=others).map(|_| bot(BotKind::Greedy, setup.game, rng.random()));
    let host = Host {
        sitters: sitters.collect(),
        commands: from_screen,
        news: to_screen,
        wake,
        pace: setup.pace,
        left: false,
        gone: false,
        rng,
    };
    thread::Builder::new()
        .name("practice".to_owned())
        .spawn(move || host.run(table, &closing, &folder, &log))
        .map_err(|error| Refusal::Closing(format!("the system gives no thread to play on: {error}")))?;
    Ok(Practice {
        about,
        news,
        read: std::collections::VecDeque::new(),
        commands,
    })
}

/// What the match's thread has.
struct Host {
    /// The bots, party 1 first.
    sitters: Vec<Box<dyn Bot>>,
    commands: Receiver<Command>,
    news: Sender<News>,
    wake: Wake,
    pace: Pace,
    /// Whether the person wants to leave, as soon as something is awaited of him.
    left: bool,
    /// Whether nobody looks at the match any more.
    gone: bool,
    rng: ChaCha20Rng,
}

impl Host {
    fn run(mut self, mut table: LocalTable, closing: &Closing, folder: &Folder, log: &Path) {
        if let Err(error) = folder.make(folder.matches()) {
            return self.tell(News::Failed(error.to_string()));
        }
        let mut file = match LogFile::create(log, closing, Durability::Synced) {
            Ok(file) => file,
            Err(error) => return self.fail(log, &error),
        };
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
                Err(refusal) => {
                    self.tell(News::Failed(refusal.to_string()));
                    return;
                }
            };
            if let Err(error) = file.append(&step.items().collect::<Vec<_>>()) {
                return self.fail(log, &error);
            }
            let Some(me) = table.players().first() else { return };
            for (sitter, player) in self.sitters.iter_mut().zip(table.players().iter().skip(1)) {
                if let Some(view) = player.view().filter(|_| !step.report.events.is_empty()) {
                    sitter.observe(&view, &step.report.events, player.looks());
                }
            }
            self.tell(News::Step(Box::new(told(step, me))));
        }
        if let Some(me) = table.players().first() {
            let state = me.state();
            self.tell(News::Ended(End {
                ending: state.ending(),
                outcomes: state.outcomes().unwrap_or_default(),
                scores: state.game().map(majlis_rules::game::Game::scores).unwrap_or_default(),
                grade: state.grade(),
            }));
        }
    }

    fn tell(&self, news: News) {
        if self.news.send(news).is_ok() {
            (self.wake)();
        }
    }

    fn fail(&self, log: &Path, error: &std::io::Error) {
        self.tell(News::Failed(format!("{}: {error}", log.display())));
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
        let chosen = match player.party().index().checked_sub(1) {
            None => return self.ask(|text| view.legal_moves(seat).iter().any(|mv| mv.to_string() == text)),
            Some(at) => self.sitters.get_mut(at).and_then(|sitter| sitter.choose(seat, &view)),
        };
        let choices = view.state().count_legal(seat, &view);
        self.ponder(choices);
        chosen.map_or_else(nothing, |mv| Choice::Move(Decision::Move(mv.to_string())))
    }

    /// Waits for the person.
    fn ask(&mut self, legal: impl Fn(&str) -> bool) -> Choice {
        loop {
            if self.left {
                return Choice::Leave;
            }
            match self.commands.recv() {
                Ok(Command::Leave) => self.left = true,
                Ok(Command::Decide(text)) if legal(&text) => return Choice::Move(Decision::Move(text)),
                // Of two clicks on one button the second comes too late; the rest is for people.
                Ok(_) => {}
                Err(_) => {
                    self.gone = true;
                    return Choice::Leave;
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn practice(game: GameId, table: Table, folder: &Path) -> Practice {
        let setup = Setup {
            game,
            table,
            name: "Salma".to_owned(),
            bots: ["Omar", "Ilinca", "Yusuf"].map(str::to_owned).to_vec(),
            pace: Pace::Instant,
            seed: Some(7),
        };
        let identity = Arc::new(Identity::generate(&mut rand::rng()));
        start(setup, identity, &Folder::at(folder), Arc::new(|| ())).unwrap()
    }

    fn wait(practice: &mut Practice) -> News {
        let deadline = std::time::Instant::now() + Duration::from_secs(120);
        loop {
            if let Some(news) = practice.next() {
                return news;
            }
            assert!(std::time::Instant::now() < deadline, "the match stands still");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The first legal move in each turn, until the match is over; leaves before turn number `leave`.
    fn play(practice: &mut Practice, leave: usize) -> End {
        let mut turns = 0;
        loop {
            match wait(practice) {
                News::Step(told) => {
                    let me = practice.about().me.unwrap();
                    for (party, awaited) in &told.awaited {
                        if let (true, Awaited::Move(seat)) = (*party == me, awaited) {
                            turns += 1;
                            let moves = told.view.as_ref().unwrap().legal_moves(*seat);
                            practice.send(Command::Decide("nonsense".to_owned()));
                            practice.send(if turns == leave {
                                Command::Leave
                            } else {
                                Command::Decide(moves[0].to_string())
                            });
                        }
                    }
                }
                News::Ended(end) => return end,
                other => panic!("{other:?}"),
            }
        }
    }

    fn verified(folder: &Path) -> majlis_referee::replay::Match {
        let log = crate::folder::files(&Folder::at(folder).matches(), "mlog").unwrap();
        assert_eq!(log.len(), 1);
        let bytes = std::fs::read(&log[0]).unwrap();
        let proofs = majlis_referee::verify::Proofs::Together;
        majlis_referee::verify::verify(bytes.as_slice(), proofs, &mut ()).unwrap()
    }

    #[test]
    fn a_match_is_played_to_its_end_and_its_log_verifies() {
        let dir = tempfile::tempdir().unwrap();
        let mut practice = practice(GameId::Domino, Table::new(2), dir.path());
        let end = play(&mut practice, usize::MAX);
        assert_eq!(end.ending, Some(majlis_referee::replay::Ending::Played));
        let state = verified(dir.path());
        assert!(state.is_finished());
        assert!(state.agreement().is_practice());
        assert_eq!(state.outcomes().unwrap(), end.outcomes);
    }

    #[test]
    fn leaving_ends_a_match_of_two_and_loses_it() {
        let dir = tempfile::tempdir().unwrap();
        let mut practice = practice(GameId::Arkan, Table::new(2), dir.path());
        let end = play(&mut practice, 3);
        let [mine, other] = end.outcomes.as_slice() else {
            panic!("two persons")
        };
        assert_eq!(*mine, Some(majlis_rules::game::Outcome::Loss));
        assert_eq!(*other, Some(majlis_rules::game::Outcome::Win));
        assert!(verified(dir.path()).is_finished());
    }

    #[test]
    fn a_table_of_four_plays_on_to_a_log_that_verifies_when_the_person_leaves() {
        let dir = tempfile::tempdir().unwrap();
        let mut practice = practice(GameId::Arkan, Table::new(4), dir.path());
        let end = play(&mut practice, 2);
        assert_eq!(end.outcomes[0], Some(majlis_rules::game::Outcome::Loss));
        let state = verified(dir.path());
        assert_eq!(state.departures().len(), 1);
        assert!(state.is_finished());
    }
}
