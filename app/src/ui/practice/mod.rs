//! Practice: a whole match in this process, against bots, with all its keys, proofs and its log.
//!
//! It is a match like any other: every entry is signed and proved, and the log in the profile's folder is one that `majlis verify`
//! accepts. It runs on a thread of its own; bots think there, and take a human moment before they move. The closing says which members are
//! bots, so it counts for nobody's profile. Its secrets are drawn fresh; until it is over they lie in a file beside the log, so that it
//! can be taken up again after a crash or a closed window ([`resume`]).

mod host;
mod kept;

use core::fmt;
use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use majlis_bots::{BotKind, bot};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_net::event::Running;
use majlis_referee::agreement::{Agreement, BOT_MARK, Clock, Closing, Member};
use majlis_referee::error::{BadClosing, Refusal};
use majlis_referee::party::PartyId;
use majlis_referee::secrets::Secrets;
use majlis_referee::store::read_closing;
use majlis_rules::game::Game as _;
use majlis_rules::registry::GameId;
use majlis_rules::table::{Table, TableError};
use rand::rngs::ChaCha20Rng;
use rand::{RngExt as _, SeedableRng as _};

use self::host::{Begun, Host, Matter};
use self::kept::{Kept, log_of};
use super::feed::{About, Command, Company, Feed, MemberAbout, News, Wake};
use crate::folder::Folder;

pub use self::kept::{NotTakenUp, Unfinished, forget, unfinished};

/// How long a bot waits before it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// As long as somebody at the table would: about a second.
    #[default]
    Human,
    /// Not at all.
    Instant,
}

/// Why a practice match does not begin.
#[derive(Debug)]
pub enum NotBegun {
    /// The game has no such table.
    Table(TableError),
    /// The referee refuses it.
    Refused(Refusal),
    /// The system gives no thread to play on.
    NoThread(std::io::Error),
}

impl From<Refusal> for NotBegun {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl fmt::Display for NotBegun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => fmt::Display::fmt(error, f),
            Self::Refused(refusal) => fmt::Display::fmt(refusal, f),
            Self::NoThread(error) => write!(
                f,
                "the system gives no thread to play on: {error}; close other programs"
            ),
        }
    }
}

impl std::error::Error for NotBegun {}

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
    /// How long the person may take for a turn, in seconds; `None` without end. Bots are never late.
    pub clock: Option<u32>,
    /// How long bots wait.
    pub pace: Pace,
    /// Where all chance comes from: [`None`] for the system's. A seed is for tests; whoever knows it knows every secret.
    pub seed: Option<u64>,
}

/// A practice match that runs.
pub struct Practice {
    about: About,
    news: Receiver<News>,
    read: VecDeque<News>,
    commands: Sender<Command>,
    /// Whose clock runs.
    clock: Arc<Mutex<Option<Running>>>,
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

    fn company(&self) -> Company {
        let clock = self.clock.lock().ok().and_then(|clock| *clock);
        Company {
            clock,
            ..Company::default()
        }
    }

    fn send(&mut self, command: Command) {
        // A match that is over wants nothing more.
        let _ = self.commands.send(command);
    }
}

/// Begins a practice match. Its log goes into the profile's folder of matches; `wake` is called from the match's thread whenever there
/// are news. Where `passing`, the identity is not that of the profile, and is kept with the match until it is over.
///
/// # Errors
/// Where no match can be played on these terms.
pub fn start(
    setup: &Setup,
    identity: Arc<Identity>,
    passing: bool,
    folder: &Folder,
    wake: Wake,
) -> Result<Practice, NotBegun> {
    let mut rng = match setup.seed {
        Some(seed) => ChaCha20Rng::seed_from_u64(seed),
        None => ChaCha20Rng::from_rng(&mut rand::rng()),
    };
    let game = setup.game.start(&setup.table).map_err(NotBegun::Table)?;
    let others = game.persons().len().saturating_sub(1);
    let mut identities = vec![identity];
    identities.extend((0..others).map(|_| Arc::new(Identity::generate(&mut rng))));
    let bots = setup.bots.iter().cycle().take(others);
    let names = std::iter::once(setup.name.clone()).chain(bots.map(|name| format!("{BOT_MARK}{name}")));
    let members = identities.iter().zip(names).map(|(identity, name)| Member {
        identity: identity.key(),
        name,
        chosen: None,
    });
    let clock = Clock {
        turn: setup.clock,
        ..Clock::default()
    };
    let agreement = Agreement::new(setup.game, setup.table.clone(), clock, members.collect(), rng.random());
    let host = identities.first().ok_or(Refusal::Closing(BadClosing::Nobody))?;
    let closing = Arc::new(Closing::sign(agreement, host)?);
    let secrets: Vec<Secrets> = identities.iter().map(|_| Secrets::generate(&mut rng)).collect();
    // The profile has the person's own identity, in a place of its own.
    let kept = identities.iter().enumerate().map(|(at, identity)| {
        let kept = at > 0 || passing;
        kept.then_some(&**identity)
    });
    let kept: Vec<_> = kept.zip(&secrets).collect();
    let bytes = kept::encode(&kept)?;
    drop(kept);
    let sitters = identities.into_iter().zip(secrets).collect();
    run(closing, sitters, Matter::New(bytes), setup.pace, rng, folder, wake)
}

/// Goes on with a practice match where its log ends. `own` is the identity of the profile, where it is at hand.
///
/// # Errors
/// Where another window plays it, its secrets are missing, or `own` is needed and is another.
pub fn resume(
    match_id: Digest32,
    own: Option<&Arc<Identity>>,
    pace: Pace,
    folder: &Folder,
    wake: Wake,
) -> Result<Practice, NotTakenUp> {
    let (kept, sitters) = Kept::open(folder, match_id)?;
    let closing = Arc::new(read_closing(&log_of(folder, match_id)).map_err(NotTakenUp::Log)?);
    let members = &closing.agreement().members;
    if closing.match_id() != match_id || members.len() != sitters.len() {
        return Err(NotTakenUp::NoSecrets);
    }
    let mut whole = Vec::with_capacity(sitters.len());
    for (member, (identity, secrets)) in members.iter().zip(sitters) {
        let identity = identity.map(Arc::new).or_else(|| own.cloned());
        let fits = identity.filter(|identity| identity.key() == member.identity);
        whole.push((fits.ok_or(NotTakenUp::OtherIdentity)?, secrets));
    }
    let rng = ChaCha20Rng::from_rng(&mut rand::rng());
    let matter = Matter::Kept(kept);
    run(closing, whole, matter, pace, rng, folder, wake).map_err(NotTakenUp::NotBegun)
}

/// Has the match run on a thread of its own.
fn run(
    closing: Arc<Closing>,
    sitters: Vec<(Arc<Identity>, Secrets)>,
    matter: Matter,
    pace: Pace,
    mut rng: ChaCha20Rng,
    folder: &Folder,
    wake: Wake,
) -> Result<Practice, NotBegun> {
    let agreement = closing.agreement();
    let members = agreement.members.iter().map(|member| MemberAbout {
        name: member.name.strip_prefix(BOT_MARK).unwrap_or(&member.name).to_owned(),
        bot: member.is_bot(),
        key: None,
    });
    let log = log_of(folder, closing.match_id());
    let about = About {
        game: agreement.game,
        table: agreement.table.clone(),
        members: members.collect(),
        me: PartyId::new(0),
        clock: agreement.clock,
        practice: true,
        log: Some(log.clone()),
        among: None,
    };
    let others = agreement.members.len().saturating_sub(1);
    let bots = (0..others)
        .map(|_| bot(BotKind::Greedy, agreement.game, rng.random()))
        .collect();
    let (to_screen, news) = mpsc::channel();
    let (commands, from_screen) = mpsc::channel();
    let clock = Arc::default();
    let mut host = Host::new(bots, from_screen, to_screen, wake, pace, agreement, rng);
    host.clock = Arc::clone(&clock);
    let begun = Begun {
        closing,
        sitters,
        matter,
        folder: folder.clone(),
        log,
    };
    thread::Builder::new()
        .name("practice".to_owned())
        .spawn(move || host.run(begun))
        .map_err(NotBegun::NoThread)?;
    Ok(Practice {
        about,
        news,
        read: VecDeque::new(),
        commands,
        clock,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    use majlis_referee::replay::{Awaited, Ending};
    use majlis_rules::game::Outcome;

    use super::super::feed::End;
    use super::*;

    fn setup(game: GameId, table: Table) -> Setup {
        Setup {
            game,
            table,
            name: "Salma".to_owned(),
            bots: ["Omar", "Ilinca", "Yusuf"].map(str::to_owned).to_vec(),
            clock: None,
            pace: Pace::Instant,
            seed: Some(7),
        }
    }

    fn begin(setup: &Setup, folder: &Path) -> (Practice, Arc<Identity>) {
        let identity = Arc::new(Identity::generate(&mut rand::rng()));
        let own = Arc::clone(&identity);
        let practice = start(setup, identity, false, &Folder::at(folder), Arc::new(|| ())).unwrap();
        (practice, own)
    }

    fn practice(game: GameId, table: Table, folder: &Path) -> Practice {
        begin(&setup(game, table), folder).0
    }

    fn wait(practice: &mut Practice) -> News {
        let deadline = Instant::now() + Duration::from_secs(120);
        loop {
            if let Some(news) = practice.next() {
                return news;
            }
            assert!(Instant::now() < deadline, "the match stands still");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What the person may play, where it is his turn after this.
    fn moves(practice: &Practice, told: &majlis_referee::told::Told) -> Vec<String> {
        let me = practice.about().me.unwrap();
        let mine = told.awaited.iter().find_map(|(party, awaited)| match awaited {
            Awaited::Move(seat) if *party == me => Some(*seat),
            _ => None,
        });
        let moves = mine.map(|seat| told.view.as_ref().unwrap().legal_moves(seat));
        moves.unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    /// The first legal move in each turn, until the match is over; leaves before turn number `leave`.
    fn play(practice: &mut Practice, leave: usize) -> End {
        let mut turns = 0;
        loop {
            match wait(practice) {
                News::Step(told) | News::Again(told) => {
                    if let Some(first) = moves(practice, &told).first() {
                        turns += 1;
                        practice.send(Command::Decide("nonsense".to_owned()));
                        practice.send(if turns == leave {
                            Command::Leave
                        } else {
                            Command::Decide(first.clone())
                        });
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

    fn secrets(folder: &Path) -> usize {
        crate::folder::files(&Folder::at(folder).matches(), "practice")
            .unwrap()
            .len()
    }

    #[test]
    fn a_match_is_played_to_its_end_and_its_log_verifies() {
        let dir = tempfile::tempdir().unwrap();
        let mut practice = practice(GameId::Domino, Table::new(2), dir.path());
        let end = play(&mut practice, usize::MAX);
        assert_eq!(end.ending, Some(Ending::Played));
        let state = verified(dir.path());
        assert!(state.is_finished());
        assert!(state.agreement().is_practice());
        assert_eq!(state.outcomes().unwrap(), end.outcomes);
        assert_eq!(secrets(dir.path()), 0);
    }

    #[test]
    fn leaving_ends_a_match_of_two_and_loses_it() {
        let dir = tempfile::tempdir().unwrap();
        let mut practice = practice(GameId::Arkan, Table::new(2), dir.path());
        let end = play(&mut practice, 3);
        let [mine, other] = end.outcomes.as_slice() else {
            panic!("two persons")
        };
        assert_eq!(*mine, Some(Outcome::Loss));
        assert_eq!(*other, Some(Outcome::Win));
        assert!(verified(dir.path()).is_finished());
        assert_eq!(secrets(dir.path()), 0);
    }

    #[test]
    fn a_table_of_four_plays_on_to_a_log_that_verifies_when_the_person_leaves() {
        let dir = tempfile::tempdir().unwrap();
        let mut practice = practice(GameId::Arkan, Table::new(4), dir.path());
        let end = play(&mut practice, 2);
        assert_eq!(end.outcomes[0], Some(Outcome::Loss));
        let state = verified(dir.path());
        assert_eq!(state.departures().len(), 1);
        assert!(state.is_finished());
    }

    /// Plays so many turns, and lets the match go as a closed window does, in the middle of the next.
    fn play_some(mut practice: Practice, turns: usize) -> usize {
        let (mut made, mut steps) = (0, 0);
        loop {
            let (News::Step(told) | News::Again(told)) = wait(&mut practice) else {
                panic!("the match ends too early")
            };
            steps += 1;
            if let Some(first) = moves(&practice, &told).first() {
                if made == turns {
                    return steps;
                }
                made += 1;
                practice.send(Command::Decide(first.clone()));
            }
        }
    }

    /// Waits until the thread of a match that nobody looks at has let go of it.
    fn offered(folder: &Folder) -> Unfinished {
        let deadline = Instant::now() + Duration::from_secs(120);
        loop {
            if let Some(found) = unfinished(folder).pop() {
                return found;
            }
            assert!(Instant::now() < deadline, "it is not offered");
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_match_goes_on_after_a_closed_window_and_a_torn_log() {
        let games = [(GameId::Four, Table::new(3)), (GameId::Domino, Table::new(2))];
        for (game, table) in games {
            let dir = tempfile::tempdir().unwrap();
            let folder = Folder::at(dir.path());
            let (practice, own) = begin(&setup(game, table), dir.path());
            assert!(unfinished(&folder).is_empty(), "what is played is not offered");
            let steps = play_some(practice, 3);
            let found = offered(&folder);
            assert_eq!((found.agreement.game, secrets(dir.path())), (game, 1));
            let log = folder.matches().join(format!("{}.mlog", found.match_id));
            // A crash in the middle of a write.
            let bytes = std::fs::read(&log).unwrap();
            std::fs::write(&log, &bytes[..bytes.len() - 7]).unwrap();
            let wake: Wake = Arc::new(|| ());
            let taken_up = |own| resume(found.match_id, own, Pace::Instant, &folder, Arc::clone(&wake));
            let stranger = Arc::new(Identity::generate(&mut rand::rng()));
            for other in [None, Some(&stranger)] {
                assert!(matches!(taken_up(other), Err(NotTakenUp::OtherIdentity)));
            }
            let mut again = taken_up(Some(&own)).unwrap();
            assert!(matches!(taken_up(Some(&own)), Err(NotTakenUp::InUse)));
            assert!(matches!(forget(&folder, found.match_id), Err(NotTakenUp::InUse)));
            // The torn step is made anew; all before it are told again.
            for at in 2..steps {
                assert!(matches!(wait(&mut again), News::Again(_)), "{at} of {steps}");
            }
            let end = play(&mut again, usize::MAX);
            assert_eq!(end.ending, Some(Ending::Played));
            let state = verified(dir.path());
            assert!(state.is_finished());
            assert_eq!(secrets(dir.path()), 0);
        }
    }

    /// Killed while a step is written, at any byte of it: the match goes on from the last step that is whole, or is not offered.
    #[test]
    fn a_match_goes_on_wherever_its_log_breaks_off() {
        for game in GameId::ALL {
            let dir = tempfile::tempdir().unwrap();
            let folder = Folder::at(dir.path());
            let table = match game {
                GameId::Jackaroo => {
                    let persons = majlis_rules::table::OptionValue::Number(2);
                    Table::new(4).with("persons", persons)
                }
                _ => Table::new(2),
            };
            let (practice, own) = begin(&setup(*game, table), dir.path());
            play_some(practice, 2);
            let found = offered(&folder);
            let read = |ending: &str| std::fs::read(folder.matches().join(format!("{}.{ending}", found.match_id)));
            let (log, kept) = (read("mlog").unwrap(), read("practice").unwrap());
            let mut offered = 0;
            for part in [0, 1, 9, 300, 400, 550, 700, 900, 999, 1000] {
                let dir = tempfile::tempdir().unwrap();
                let folder = Folder::at(dir.path());
                let matches = folder.make(folder.matches()).unwrap();
                let write = |ending: &str, bytes: &[u8]| {
                    std::fs::write(matches.join(format!("{}.{ending}", found.match_id)), bytes).unwrap();
                };
                write("practice", &kept);
                write("mlog", &log[..log.len() * part / 1000]);
                if unfinished(&folder).is_empty() {
                    assert!(part < 100, "{game} at {part}");
                    continue;
                }
                offered += 1;
                let wake: Wake = Arc::new(|| ());
                let mut again = resume(found.match_id, Some(&own), Pace::Instant, &folder, wake).unwrap();
                let end = play(&mut again, 2);
                assert_eq!(end.ending, Some(Ending::Played), "{game} at {part}");
                assert!(verified(dir.path()).is_finished(), "{game} at {part}");
                assert_eq!(secrets(dir.path()), 0, "{game} at {part}");
            }
            assert!(offered >= 7, "{game}: {offered}");
        }
    }

    /// A file of secrets that is torn, or belongs to another match, is said to be that; nothing is played with it.
    #[test]
    fn secrets_that_do_not_belong_to_a_match_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path());
        let mut ids = Vec::new();
        for seed in [1, 2] {
            let setup = Setup {
                seed: Some(seed),
                ..setup(GameId::Arkan, Table::new(2))
            };
            let passing = Arc::new(Identity::generate(&mut rand::rng()));
            let practice = start(&setup, passing, true, &folder, Arc::new(|| ())).unwrap();
            play_some(practice, 1);
            let deadline = Instant::now() + Duration::from_secs(120);
            while unfinished(&folder).len() < ids.len() + 1 {
                assert!(Instant::now() < deadline, "it is not offered");
                thread::sleep(Duration::from_millis(2));
            }
            let new = unfinished(&folder).into_iter().map(|found| found.match_id);
            let new = new.filter(|id| !ids.contains(id)).collect::<Vec<_>>();
            ids.extend(new);
        }
        let path = |at: usize| folder.matches().join(format!("{}.practice", ids[at]));
        let other = std::fs::read(path(1)).unwrap();
        let own = std::fs::read(path(0)).unwrap();
        let taken_up = || resume(ids[0], None, Pace::Instant, &folder, Arc::new(|| ()));
        for bytes in [&other[..], &own[..own.len() / 2], &own[..3], b"", &[0; 9000]] {
            std::fs::write(path(0), bytes).unwrap();
            assert!(taken_up().is_err());
        }
        std::fs::write(path(0), own).unwrap();
        assert!(taken_up().is_ok());
    }

    #[test]
    fn a_match_with_a_passing_identity_goes_on_and_can_be_let_go() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path());
        let passing = Arc::new(Identity::generate(&mut rand::rng()));
        let wake: Wake = Arc::new(|| ());
        let setup = setup(GameId::Arkan, Table::new(2));
        let practice = start(&setup, passing, true, &folder, Arc::clone(&wake)).unwrap();
        play_some(practice, 2);
        let found = offered(&folder);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let path = folder.matches().join(format!("{}.practice", found.match_id));
            assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let again = resume(found.match_id, None, Pace::Instant, &folder, wake).unwrap();
        play_some(again, 1);
        let found = offered(&folder);
        forget(&folder, found.match_id).unwrap();
        assert!(unfinished(&folder).is_empty());
        // The log stays as far as it goes.
        let log = log_of(&folder, found.match_id);
        let kept = majlis_referee::store::reopen(&log, majlis_referee::store::Durability::Unsynced).unwrap();
        assert!(!kept.steps.is_empty());
    }

    #[test]
    fn when_the_time_is_up_the_match_is_lost_or_a_move_is_made() {
        for (table, lost) in [(Table::new(2), true), (Table::new(3), false)] {
            let dir = tempfile::tempdir().unwrap();
            let mut setup = setup(GameId::Arkan, table);
            setup.clock = Some(1);
            let (mut practice, _) = begin(&setup, dir.path());
            let mut late = 0;
            let end = loop {
                match wait(&mut practice) {
                    News::TimeUp { lost: told } => {
                        assert_eq!(told, lost);
                        late += 1;
                    }
                    News::Step(told) if late > 1 && !moves(&practice, &told).is_empty() => {
                        practice.send(Command::Leave);
                    }
                    News::Step(_) => {}
                    News::Ended(end) => break end,
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!(late, if lost { 1 } else { 2 });
            assert_eq!(end.outcomes[0], Some(Outcome::Loss));
            assert_eq!(verified(dir.path()).agreement().clock.turn, Some(1));
        }
    }
}
