//! A match to be written in other formats: what `majlis export` and the replay do.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::Path;

use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Cause, Departure, Match, Report, Slot};
use majlis_referee::verify::{LogError, Proofs, Watch, verify};
use majlis_rules::arkan::Move;
use majlis_rules::game::Outcome;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::OptionValue;
use serde_json::{Map, Value, json};

use crate::blksgf::{self, Act, Record};
use crate::language::Language;
use crate::simulate::move_of;
use crate::ui::picture::Picture;
use crate::ui::style::Theme;
use crate::verified::option_value;

/// What a match is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A move a line, in the notation of `docs/judge.md`.
    Moves,
    /// One JSON object, described in `docs/logs.md`.
    Json,
    /// A match of Arkan as the program Pentobi reads it.
    Blksgf,
    /// A picture of a board in pixels.
    Png,
    /// The same in lines and letters.
    Svg,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Png, Self::Svg, Self::Moves, Self::Json, Self::Blksgf];

    /// How the name of a file with it ends, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Moves => "txt",
            Self::Json => "json",
            Self::Blksgf => blksgf::EXTENSION,
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }

    /// Whether it shows a board.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        matches!(self, Self::Png | Self::Svg)
    }
}

/// Why a match cannot be written in a format.
#[derive(Debug)]
pub enum ExportError {
    /// There is no board yet.
    NoBoard,
    /// The format is for Arkan alone.
    OtherGame(GameId),
    /// The picture cannot be encoded.
    Picture(png::EncodingError),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBoard => f.write_str("it ends before there is a board: choose moves or json"),
            Self::OtherGame(game) => write!(
                f,
                "it is a match of {game}, and .blksgf is for Arkan alone: choose moves or json"
            ),
            Self::Picture(error) => write!(f, "the picture cannot be written: {error}; choose svg"),
        }
    }
}

impl std::error::Error for ExportError {}

/// How a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The language of what is written on it.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
}

/// A picture of a board, as bytes of a file.
///
/// # Errors
/// Where the game has no board to be drawn, or the picture cannot be encoded.
pub fn picture(
    board: Option<&AnyGame>,
    names: impl Fn(Seat) -> Option<String>,
    as_svg: bool,
    look: Look,
) -> Result<Vec<u8>, ExportError> {
    let picture = board.and_then(|board| Picture::of(board, names, look.language, look.theme, 2.0));
    let picture = picture.ok_or(ExportError::NoBoard)?;
    if as_svg {
        return Ok(picture.svg().into_bytes());
    }
    picture.png().map_err(ExportError::Picture)
}

/// Writes a file that is not there yet: all of it, or none.
///
/// # Errors
/// Where it is there already, or the system refuses; then nothing is left of it.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    // A full disk may show only when what was written is to be kept.
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        drop(file);
        // What was begun has the name that is wanted: it would stand in the way of the next try.
        let _ = fs::remove_file(path);
    }
    written
}

/// One person of an exported match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name beside the key; it proves nothing.
    pub name: String,
    /// The public key in hexadecimal digits.
    pub key: String,
    /// The seats; none before the lot.
    pub seats: Vec<Seat>,
    /// How the match came out; `None` while it runs, and where it does not count.
    pub outcome: Option<Outcome>,
}

/// A move, or that somebody is gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The step of the log.
    pub step: u64,
    /// Whose.
    pub seat: Seat,
    /// In the notation of `docs/judge.md`, `leave N` among it.
    pub text: String,
}

/// The moves of a match, with what is needed to read them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    /// The match id in hexadecimal digits.
    pub match_id: String,
    /// Which game.
    pub game: GameId,
    /// How many seats.
    pub seats: u8,
    /// The options that are set.
    pub options: Vec<(String, OptionValue)>,
    /// Party by party.
    pub persons: Vec<Person>,
    /// In order.
    pub plies: Vec<Ply>,
    /// The score of each seat; none before the lot.
    pub scores: Vec<i32>,
    /// The board after the last step; `None` before the lot.
    pub board: Option<AnyGame>,
}

/// Collects the moves of a log while it is checked.
#[derive(Default)]
pub(crate) struct Collector {
    plies: Vec<Ply>,
    /// What the step that comes next awaits.
    awaited: Vec<(PartyId, Awaited)>,
    last: Option<Moves>,
}

impl Watch for Collector {
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], report: &Report) {
        let step = state.place().step.saturating_sub(1);
        let first_seat = |party: PartyId| state.seats_of(party).iter().next();
        for (party, slot) in slots {
            let Slot::Entry(entry) = slot else { continue };
            // A move that breaks a rule was not made: its author is gone.
            let is_fault =
                |departure: &Departure| departure.party == *party && matches!(departure.cause, Cause::Fault(_));
            let caught = report.departures.iter().any(is_fault);
            let Some(text) = move_of(entry.body()).filter(|_| !caught) else {
                continue;
            };
            let seat = self.awaited.iter().find_map(|(who, awaited)| match awaited {
                Awaited::Move(seat) | Awaited::Answer(seat) if who == party => Some(*seat),
                _ => None,
            });
            self.plies.extend(seat.map(|seat| Ply { step, seat, text }));
        }
        for departure in &report.departures {
            let seat = first_seat(departure.party).filter(|_| state.game().is_some());
            self.plies.extend(seat.map(|seat| Ply {
                step,
                seat,
                text: format!("leave {seat}"),
            }));
        }
        self.awaited = state.awaited().to_vec();
        self.last = Some(Moves::of(state));
    }
}

impl Collector {
    /// What was collected; `None` where the log has no step.
    pub(crate) fn moves(self) -> Option<Moves> {
        let plies = self.plies;
        self.last.map(|moves| Moves { plies, ..moves })
    }
}

impl Moves {
    fn of(state: &Match) -> Self {
        let agreement = state.agreement();
        let outcomes = state.outcomes().unwrap_or_default();
        let persons = PartyId::all(agreement.parties())
            .zip(&agreement.members)
            .map(|(party, member)| Person {
                name: member.name.clone(),
                key: member.identity.to_string(),
                seats: state.seats_of(party).iter().collect(),
                outcome: outcomes.get(party.index()).copied().flatten(),
            })
            .collect();
        Self {
            match_id: state.place().match_id.to_string(),
            game: agreement.game,
            seats: agreement.table.seats,
            options: (agreement.table.options.iter())
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
            persons,
            plies: Vec::new(),
            scores: state.game().map(majlis_rules::game::Game::scores).unwrap_or_default(),
            board: state.game().cloned(),
        }
    }

    /// Checks a log and collects its moves. They are there up to where the log goes wrong or ends, if it has a step at all.
    pub fn of_log(log: impl Read) -> (Option<Self>, Result<(), LogError>) {
        let mut collector = Collector::default();
        // One by one, so that nothing is exported that was not checked.
        let checked = verify(log, Proofs::OneByOne, &mut collector).map(|_| ());
        (collector.moves(), checked)
    }

    /// The match in a format, as bytes of a file; a picture shows `board`.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn write(&self, format: Format, board: Option<&AnyGame>, look: Look) -> Result<Vec<u8>, ExportError> {
        match format {
            Format::Moves => Ok(self.text().into_bytes()),
            Format::Json => Ok(format!("{}\n", self.json()).into_bytes()),
            Format::Blksgf => {
                let record = self.record().ok_or(ExportError::OtherGame(self.game))?;
                Ok(blksgf::write(&record).into_bytes())
            }
            Format::Png | Format::Svg => picture(board, |seat| self.name_of(seat), format == Format::Svg, look),
        }
    }

    /// A move a line.
    #[must_use]
    pub fn text(&self) -> String {
        self.plies.iter().map(|ply| format!("{}\n", ply.text)).collect()
    }

    /// One JSON object, described in `docs/logs.md`.
    #[must_use]
    pub fn json(&self) -> Value {
        let options: Map<String, Value> = (self.options.iter())
            .map(|(key, value)| (key.clone(), option_value(*value)))
            .collect();
        let persons: Vec<Value> = self
            .persons
            .iter()
            .map(|person| {
                json!({
                    "name": person.name,
                    "key": person.key,
                    "seats": person.seats.iter().map(|seat| seat.number()).collect::<Vec<_>>(),
                    "outcome": person.outcome.map(Outcome::name),
                })
            })
            .collect();
        let moves: Vec<Value> = self
            .plies
            .iter()
            .map(|ply| json!({"step": ply.step, "seat": ply.seat.number(), "move": ply.text}))
            .collect();
        json!({
            "match": self.match_id,
            "game": self.game.id(),
            "seats": self.seats,
            "options": options,
            "persons": persons,
            "moves": moves,
            "scores": self.scores,
        })
    }

    /// The name of the person at a seat.
    #[must_use]
    pub fn name_of(&self, seat: Seat) -> Option<String> {
        let person = self.persons.iter().find(|person| person.seats.contains(&seat))?;
        Some(person.name.clone())
    }

    /// The match as a `.blksgf` record; `None` where it is not one of Arkan.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        if self.game != GameId::Arkan {
            return None;
        }
        let names = Seat::all(self.seats)
            .map(|seat| {
                let person = self.persons.iter().find(|person| person.seats.contains(&seat));
                person.map_or_else(String::new, |person| person.name.clone())
            })
            .collect();
        let acts = self
            .plies
            .iter()
            .filter_map(|ply| match Move::parse(&ply.text) {
                Ok(Move::Placement(placement)) => Some(Act::Place {
                    seat: ply.seat,
                    placement,
                }),
                // Squares that are no shape are never played.
                Ok(Move::Scatter(_)) => None,
                Err(_) => Some(Act::Leave { seat: ply.seat }),
            })
            .collect();
        Some(Record {
            seats: self.seats,
            names,
            match_id: Some(self.match_id.clone()),
            acts,
        })
    }
}

/// A match that another program has written, in a format, as bytes of a file; a picture shows `board`.
///
/// # Errors
/// [`ExportError`].
pub fn write_record(
    record: &Record,
    format: Format,
    board: Option<&AnyGame>,
    look: Look,
) -> Result<Vec<u8>, ExportError> {
    let name_of = |seat: Seat| record.names.get(seat.index()).filter(|name| !name.is_empty()).cloned();
    match format {
        Format::Moves => Ok(record_text(record).into_bytes()),
        Format::Json => Ok(format!("{}\n", record_json(record)).into_bytes()),
        Format::Blksgf => Ok(blksgf::write(record).into_bytes()),
        Format::Png | Format::Svg => picture(board, name_of, format == Format::Svg, look),
    }
}

/// A move a line; what is set up by hand has no notation, and is left out.
fn record_text(record: &Record) -> String {
    record
        .acts
        .iter()
        .map(|act| match act {
            Act::Place { placement, .. } => format!("{placement}\n"),
            Act::Leave { seat } => format!("leave {seat}\n"),
            Act::Position(_) => String::new(),
        })
        .collect()
}

fn record_json(record: &Record) -> Value {
    let moves: Vec<Value> = record
        .acts
        .iter()
        .map(|act| match act {
            Act::Place { seat, placement } => json!({"seat": seat.number(), "move": placement.to_string()}),
            Act::Leave { seat } => json!({"seat": seat.number(), "move": format!("leave {seat}")}),
            Act::Position(setup) => {
                let placed: Vec<Vec<String>> = setup
                    .placed
                    .iter()
                    .map(|placed| placed.iter().map(ToString::to_string).collect())
                    .collect();
                json!({"placed": placed, "turn": setup.turn.number()})
            }
        })
        .collect();
    let last = record.states().ok().and_then(|mut states| states.pop());
    let scores = last.as_ref().map(majlis_rules::game::Game::scores);
    json!({
        "match": record.match_id,
        "game": "arkan",
        "seats": record.seats,
        "persons": record.names.iter().map(|name| json!({"name": name})).collect::<Vec<_>>(),
        "moves": moves,
        "scores": scores.unwrap_or_default(),
    })
}
