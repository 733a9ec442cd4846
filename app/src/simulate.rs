//! Whole matches in one process, with all their keys and proofs: what `majlis simulate` does.
//!
//! A match is a function of its [`Setup`] and its number. All randomness, keys and proofs included, comes from ChaCha20 with the
//! setup's seed as key (`seed_from_u64`) and the match's number as stream; so the same seed gives the same bytes, on every
//! platform. It is for trying things out: whoever knows the seed knows every secret of the match.

use std::fmt;
use std::sync::Arc;

use majlis_bots::{Bot, BotKind, bot};
use majlis_crypto::identity::Identity;
use majlis_crypto::pack;
use majlis_referee::act::{Act, Body};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::error::{BadClosing, Refusal};
use majlis_referee::item::Item;
use majlis_referee::local::{Choice, LocalStep, LocalTable, Scrutiny};
use majlis_referee::player::Player;
use majlis_referee::replay::{Awaited, Match, Slot};
use majlis_referee::secrets::Decision;
use majlis_rules::game::Game as _;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::{OptionValue, Table};
use rand::rngs::ChaCha20Rng;
use rand::{RngExt as _, SeedableRng as _};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Names for the persons of a simulated match, party by party.
const NAMES: [&str; 4] = ["Salma", "Yusuf", "Ilinca", "Matei"];

/// What kind of matches to simulate.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Which game.
    pub game: GameId,
    /// Seats and options.
    pub table: Table,
    /// Who plays, party by party; the last kind goes on for the parties beyond the list, and an empty list means greedy.
    pub bots: Vec<BotKind>,
    /// The seed.
    pub seed: u64,
    /// How many parties of a match leave it, each where it has to move.
    pub leaves: u8,
    /// Who leaves does so at one of his first so many moves, drawn evenly; where the match is over before, he stays.
    pub leave_within: u32,
    /// Who checks the proofs.
    pub scrutiny: Scrutiny,
    /// Whether the open record of the match is kept.
    pub record: bool,
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The match as it ended.
    pub end: Match,
    /// How many moves were made.
    pub plies: u64,
    /// How many entries were signed.
    pub entries: u64,
    /// Its open record, if one was kept.
    pub record: Option<OpenRecord>,
}

/// Why a match was not simulated to its end.
#[derive(Debug)]
pub enum Error {
    /// No match can be played on these terms, or the referee refuses to go on.
    Refused(Refusal),
    /// A bot has no move where one is due.
    NoMove {
        /// Whose.
        seat: Seat,
    },
    /// The log cannot be written.
    Io(std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => fmt::Display::fmt(refusal, f),
            Self::NoMove { seat } => write!(f, "the bot at seat {seat} finds no move"),
            Self::Io(error) => write!(
                f,
                "the log cannot be written: {error}; check the disk and its permissions"
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// A match as the judge reads it (`docs/judge.md`): every card open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenRecord {
    /// Which game.
    pub game: GameId,
    /// Seats and options, what the lot drew among them.
    pub table: Table,
    /// The packs, each in the order in which its cards are taken.
    pub decks: Vec<Vec<String>>,
    /// The moves, and who left when.
    pub moves: Vec<String>,
}

struct Options<'a>(&'a Table);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.options.iter().map(|(key, value)| (key, Value(value))))
    }
}

struct Value(OptionValue);

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            OptionValue::Flag(flag) => serializer.serialize_bool(flag),
            OptionValue::Number(number) => serializer.serialize_u32(number),
        }
    }
}

impl Serialize for OpenRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", self.game.id())?;
        map.serialize_entry("seats", &self.table.seats)?;
        map.serialize_entry("options", &Options(&self.table))?;
        if !self.decks.is_empty() {
            map.serialize_entry("decks", &self.decks)?;
        }
        map.serialize_entry("moves", &self.moves)?;
        map.end()
    }
}

/// What is written down of a match for its open record.
struct Recorder {
    game: GameId,
    table: Table,
    decks: Vec<Vec<String>>,
    moves: Vec<String>,
}

impl Recorder {
    fn note(&mut self, table: &LocalTable, step: &LocalStep, started: bool) {
        let Some(state) = table.players().first().map(Player::state) else {
            return;
        };
        if started && let (Some(option), Some(game)) = (self.game.drawn_seat(), state.game()) {
            self.note_start(option, game);
        }
        for pack in state.deck().packs() {
            if usize::try_from(pack.number()) == Ok(self.decks.len())
                && let Some(order) = table.pack_order(pack.number())
            {
                let labels = order
                    .iter()
                    .filter_map(|face| pack.kind().label(pack::Face(face.number())));
                self.decks.push(labels.map(str::to_owned).collect());
            }
        }
        for (party, slot) in &step.slots {
            match slot {
                Slot::Entry(entry) => self.moves.extend(move_of(entry.body())),
                Slot::Left(_) => {
                    let seat = state.seats_of(*party).iter().next();
                    self.moves.extend(seat.map(|seat| format!("leave {seat}")));
                }
                Slot::Absent(_) | Slot::Forked(_) => {}
            }
        }
    }

    /// Finds out which seat the lot has drawn to start: the one with which the game starts in the very state it is in.
    fn note_start(&mut self, option: &str, game: &AnyGame) {
        let tables =
            (0..u32::from(self.table.seats)).map(|seat| self.table.clone().with(option, OptionValue::Number(seat)));
        if let Some(table) = tables
            .into_iter()
            .find(|table| self.game.start(table).is_ok_and(|start| start == *game))
        {
            self.table = table;
        }
    }
}

/// The move that an entry's body says, if it says one.
#[must_use]
pub fn move_of(body: &[u8]) -> Option<String> {
    match Body::decode(body).ok()?.act {
        Act::Move(mv) => Some(mv.text),
        _ => None,
    }
}

/// A person's stand-in.
struct Sitter {
    bot: Box<dyn Bot>,
    /// At which of his moves he leaves.
    leaves_at: Option<u32>,
    moves: u32,
    trouble: Option<Seat>,
}

impl Sitter {
    fn choose(&mut self, player: &Player) -> Choice {
        self.moves += 1;
        if self.leaves_at == Some(self.moves) {
            return Choice::Leave;
        }
        let seat = match player.owes() {
            Some(Awaited::Move(seat)) => Some(*seat),
            _ => None,
        };
        let text = seat.and_then(|seat| {
            let view = player.view()?;
            let mv = self.bot.choose(seat, &view);
            if mv.is_none() {
                self.trouble = Some(seat);
            }
            mv.map(|mv| mv.to_string())
        });
        Choice::Move(Decision::Move(text.unwrap_or_default()))
    }

    fn watch(&mut self, player: &Player, step: &LocalStep) {
        if step.report.events.is_empty() {
            return;
        }
        if let Some(view) = player.view() {
            self.bot.observe(&view, &step.report.events, player.looks());
        }
    }
}

/// Draws which parties leave, and when.
fn leavers(setup: &Setup, parties: usize, rng: &mut ChaCha20Rng) -> Vec<Option<u32>> {
    let mut at = vec![None; parties];
    let mut staying: Vec<usize> = (0..parties).collect();
    for _ in 0..setup.leaves {
        if staying.is_empty() {
            break;
        }
        let who = staying.remove(rng.random_range(0..staying.len()));
        let when = rng.random_range(1..=setup.leave_within.max(1));
        if let Some(place) = at.get_mut(who) {
            *place = Some(when);
        }
    }
    at
}

/// Plays match `number` of a setup. `log` gets the items of the log, a step at a time, the closing of the table first;
/// `progress` is told the number of moves so far after every step.
///
/// # Errors
/// Where no match can be played on these terms, or the log cannot be written.
pub fn simulate(
    setup: &Setup,
    number: u64,
    log: &mut dyn FnMut(&[Item]) -> std::io::Result<()>,
    progress: &mut dyn FnMut(u64),
) -> Result<Simulated, Error> {
    let mut rng = ChaCha20Rng::seed_from_u64(setup.seed);
    rng.set_stream(number);
    let start = setup
        .game
        .start(&setup.table)
        .map_err(|error| Refusal::Closing(BadClosing::Table(error)))?;
    let parties = start.persons().len();
    let identities: Vec<Arc<Identity>> = (0..parties).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
    let members = identities.iter().zip(NAMES).map(|(identity, name)| Member {
        identity: identity.key(),
        name: name.to_owned(),
        chosen: None,
    });
    let members = members.collect();
    let agreement = Agreement::new(setup.game, setup.table.clone(), Clock::default(), members, rng.random());
    let host = identities.first().ok_or(Refusal::Closing(BadClosing::Nobody))?;
    let closing = Arc::new(Closing::sign(agreement, host)?);
    log(&[Item::from(&*closing)]).map_err(Error::Io)?;

    let leaves = leavers(setup, parties, &mut rng);
    let mut sitters: Vec<Sitter> = (0..parties)
        .zip(leaves)
        .map(|(party, leaves_at)| {
            let kind = setup.bots.get(party).or(setup.bots.last());
            Sitter {
                bot: bot(
                    kind.copied().unwrap_or(BotKind::Greedy),
                    setup.game,
                    rng.random::<u64>(),
                ),
                leaves_at,
                moves: 0,
                trouble: None,
            }
        })
        .collect();
    let mut recorder = setup.record.then(|| Recorder {
        game: setup.game,
        table: setup.table.clone(),
        decks: Vec::new(),
        moves: Vec::new(),
    });

    let mut table = LocalTable::new(closing, identities, &mut rng)?.with_scrutiny(setup.scrutiny);
    let (mut plies, mut entries) = (0, 0);
    let mut started = false;
    loop {
        let mut choose = |player: &Player| match sitters.get_mut(player.party().index()) {
            Some(sitter) => sitter.choose(player),
            None => Choice::Leave,
        };
        let step = table.step(&mut choose, &mut rng);
        if let Some(seat) = sitters.iter().find_map(|sitter| sitter.trouble) {
            return Err(Error::NoMove { seat });
        }
        let Some(step) = step? else { break };
        log(&step.items().collect::<Vec<_>>()).map_err(Error::Io)?;
        let starts = !started
            && table
                .players()
                .first()
                .is_some_and(|player| player.state().game().is_some());
        started |= starts;
        if let Some(recorder) = &mut recorder {
            recorder.note(&table, &step, starts);
        }
        for (sitter, player) in sitters.iter_mut().zip(table.players()) {
            sitter.watch(player, &step);
        }
        for (_, slot) in &step.slots {
            if let Slot::Entry(entry) = slot {
                entries += 1;
                plies += u64::from(move_of(entry.body()).is_some());
            }
        }
        progress(plies);
    }
    let end = table.players().first().map(|player| player.state().clone());
    let end = end.ok_or(Refusal::Closing(BadClosing::Nobody))?;
    Ok(Simulated {
        end,
        plies,
        entries,
        record: recorder.map(|recorder| OpenRecord {
            game: recorder.game,
            table: recorder.table,
            decks: recorder.decks,
            moves: recorder.moves,
        }),
    })
}
