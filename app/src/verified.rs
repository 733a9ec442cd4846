//! What a stranger finds out about a log: what `majlis verify` prints.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use majlis_crypto::chain::Digest32;
use majlis_crypto::fingerprint::Fingerprint;
use majlis_referee::certificate::Statement;
use majlis_referee::file::FileError;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Cause, Departure, Ending, Match, Report, Slot};
use majlis_referee::verify::{Grade, LogError, Proofs, Watch, verify};
use majlis_rules::game::Outcome;
use majlis_rules::profile::points;
use majlis_rules::seat::Seat;
use majlis_rules::table::OptionValue;
use serde_json::{Value, json};

use crate::folder;
use crate::simulate::move_of;

/// How a file came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It is the whole log of a match, and everything in it holds.
    Valid,
    /// It is a good log as far as it goes, but its result is missing.
    Unfinished,
    /// Something in it is wrong.
    Invalid,
    /// It is no log that this program can read.
    Unreadable,
}

impl Status {
    /// How a log came out in which this was found.
    #[must_use]
    pub const fn of(error: &LogError) -> Self {
        match error {
            LogError::Unfinished { .. } => Self::Unfinished,
            LogError::File(FileError::Item { .. }) | LogError::Closing(_) | LogError::Invalid { .. } => Self::Invalid,
            LogError::File(FileError::Io(_) | FileError::NotALog | FileError::Version(_)) => Self::Unreadable,
        }
    }

    /// `valid`, `unfinished`, `invalid` or `unreadable`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Unfinished => "unfinished",
            Self::Invalid => "invalid",
            Self::Unreadable => "unreadable",
        }
    }

    /// The exit status that this file asks for: 0, 1 or 2.
    #[must_use]
    pub const fn exit(self) -> u8 {
        match self {
            Self::Valid => 0,
            Self::Unfinished | Self::Invalid => 1,
            Self::Unreadable => 2,
        }
    }
}

/// One of the persons of a match.
#[derive(Clone, Debug)]
pub struct Person {
    /// The party's number.
    pub party: PartyId,
    /// The name beside the key; it proves nothing.
    pub name: String,
    /// The public key in hexadecimal digits.
    pub key: String,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// The seats; none where the match ended before the lot.
    pub seats: Vec<Seat>,
    /// How the match came out; `None` where it does not count.
    pub outcome: Option<Outcome>,
    /// The points that it gives to the profile (common.5).
    pub points: Option<u32>,
}

/// What a valid log proves.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The game's name.
    pub game: &'static str,
    /// How many seats.
    pub seats: u8,
    /// The options that are set.
    pub options: Vec<(String, OptionValue)>,
    /// Party by party.
    pub persons: Vec<Person>,
    /// What the result's signatures are about.
    pub statement: Option<Statement>,
    /// How the match ended.
    pub ending: Ending,
    /// How well that is established; `None` where the match never was.
    pub grade: Option<Grade>,
    /// Who left or was expelled, in order.
    pub departures: Vec<Departure>,
    /// How many steps the log has.
    pub steps: u64,
    /// How many moves were made.
    pub plies: u64,
}

/// What came of checking one file.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The file.
    pub path: PathBuf,
    /// How it came out.
    pub status: Status,
    /// How many bytes it has.
    pub bytes: u64,
    /// The match, where the closing of its table is good.
    pub match_id: Option<Digest32>,
    /// What it proves, where it is valid.
    pub finding: Option<Finding>,
    /// One sentence, where it is not.
    pub error: Option<String>,
    /// The step at which it goes wrong or ends, where there is one.
    pub step: Option<u64>,
}

/// Counts moves while a log is checked.
#[derive(Debug, Default)]
struct Plies(u64);

impl Watch for Plies {
    fn step(&mut self, _: &Match, slots: &[(PartyId, Slot)], _: &Report) {
        for (_, slot) in slots {
            if let Slot::Entry(entry) = slot {
                self.0 += u64::from(move_of(entry.body()).is_some());
            }
        }
    }
}

/// Counts the bytes that are read.
pub(crate) struct Counted<'a, R> {
    inner: R,
    pub(crate) bytes: u64,
    tell: &'a mut dyn FnMut(u64),
}

impl<'a, R> Counted<'a, R> {
    pub(crate) fn new(inner: R, tell: &'a mut dyn FnMut(u64)) -> Self {
        Self { inner, bytes: 0, tell }
    }
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.bytes += read as u64;
        (self.tell)(read as u64);
        Ok(read)
    }
}

/// Checks one file. `tell` is told how many further bytes were read, now and then.
#[must_use]
pub fn check_file(path: &Path, proofs: Proofs, tell: &mut dyn FnMut(u64)) -> Verified {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) => {
            return Verified {
                path: path.to_owned(),
                status: Status::Unreadable,
                bytes: 0,
                match_id: None,
                finding: None,
                error: Some(format!("the file cannot be read: {error}; check its name")),
                step: None,
            };
        }
    };
    let mut counted = Counted::new(file, tell);
    let mut plies = Plies::default();
    let checked = verify(BufReader::new(&mut counted), proofs, &mut plies);
    came(path, counted.bytes, plies.0, &checked)
}

/// What checking a log has given.
pub(crate) fn came(path: &Path, bytes: u64, plies: u64, checked: &Result<Match, LogError>) -> Verified {
    let mut verified = Verified {
        path: path.to_owned(),
        status: Status::Valid,
        bytes,
        match_id: None,
        finding: None,
        error: None,
        step: None,
    };
    match checked {
        Ok(end) => {
            verified.match_id = Some(end.place().match_id);
            verified.finding = Some(find(end, plies));
        }
        Err(error) => {
            verified.status = Status::of(error);
            verified.step = match error {
                LogError::Invalid { step, .. } | LogError::Unfinished { step } => Some(*step),
                LogError::File(_) | LogError::Closing(_) => None,
            };
            verified.error = Some(error.to_string());
        }
    }
    verified
}

fn find(end: &Match, plies: u64) -> Finding {
    let agreement = end.agreement();
    let outcomes = end.outcomes().unwrap_or_default();
    let persons = PartyId::all(agreement.parties())
        .zip(&agreement.members)
        .map(|(party, member)| {
            let outcome = outcomes.get(party.index()).copied().flatten();
            Person {
                party,
                name: member.name.clone(),
                key: hex(member.identity.as_bytes()),
                fingerprint: Fingerprint::of(&member.identity),
                seats: end.seats_of(party).iter().collect(),
                outcome,
                points: outcome.map(|outcome| points(agreement.game, outcome)),
            }
        })
        .collect();
    Finding {
        game: agreement.game.id(),
        seats: agreement.table.seats,
        options: (agreement.table.options.iter())
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
        persons,
        statement: end.statement(),
        ending: end.ending().unwrap_or(Ending::NeverWas),
        grade: end.grade(),
        departures: end.departures().to_vec(),
        steps: end.place().step,
        plies,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// Sets the grade of those logs to *contested* that tell different results of one match (log.9).
pub fn compare(all: &mut [Verified]) {
    let results: Vec<Option<(Digest32, Statement)>> = all
        .iter()
        .map(|verified| Some((verified.match_id?, verified.finding.as_ref()?.statement.clone()?)))
        .collect();
    for (verified, mine) in all.iter_mut().zip(&results) {
        let (Some(finding), Some((match_id, statement))) = (&mut verified.finding, mine) else {
            continue;
        };
        let contradicted = results.iter().flatten();
        if contradicted
            .filter(|(other, _)| other == match_id)
            .any(|(_, other)| other != statement)
        {
            finding.grade = Some(Grade::Contested);
        }
    }
}

/// The logs that these paths name: files as they are, and of folders every `*.mlog` in them and below, in the order of their names.
///
/// # Errors
/// Where a folder cannot be read; with its path.
pub fn walk(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk_folder(path, &mut found)?;
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn walk_folder(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (folder.to_owned(), error);
    let mut inside = fs::read_dir(folder)
        .and_then(|files| {
            files
                .map(|file| file.map(|file| file.path()))
                .collect::<io::Result<Vec<_>>>()
        })
        .map_err(failed)?;
    inside.sort();
    for path in inside {
        // A link to a folder is not followed: it may lead round in a circle.
        if path.is_dir() && !path.is_symlink() {
            walk_folder(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "mlog") {
            found.push(path);
        }
    }
    Ok(())
}

const fn cause(cause: &Cause) -> &'static str {
    match cause {
        Cause::Left => "left",
        Cause::Absent => "absent",
        Cause::Fault(_) => "fault",
        Cause::Equivocated => "equivocated",
    }
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::NeverWas => "never was",
        Ending::Annulled => "annulled",
        Ending::Played => "played",
    }
}

/// The value of an option, for JSON.
pub(crate) fn option_value(value: OptionValue) -> Value {
    match value {
        OptionValue::Flag(flag) => flag.into(),
        OptionValue::Number(number) => number.into(),
    }
}

/// A departure, for JSON.
pub(crate) fn departure_json(departure: &Departure) -> Value {
    let mut value = json!({
        "party": departure.party.number(),
        "step": departure.step,
        "cause": cause(&departure.cause),
    });
    if let (Cause::Fault(fault), Some(object)) = (&departure.cause, value.as_object_mut()) {
        object.insert("rule".to_owned(), fault.rule.clone().into());
        object.insert("error".to_owned(), fault.sentence.clone().into());
    }
    value
}

impl Verified {
    /// As `majlis verify --json` prints it, described in `docs/logs.md`.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut value = json!({
            "path": self.path.to_string_lossy(),
            "status": self.status.name(),
            "bytes": self.bytes,
        });
        let Some(object) = value.as_object_mut() else {
            return value;
        };
        if let Some(match_id) = &self.match_id {
            object.insert("match".to_owned(), match_id.to_string().into());
        }
        if let Some(error) = &self.error {
            object.insert("error".to_owned(), error.clone().into());
        }
        if let Some(step) = self.step {
            object.insert("step".to_owned(), step.into());
        }
        if let Some(finding) = &self.finding
            && let Value::Object(more) = finding.json()
        {
            object.extend(more);
        }
        value
    }

    /// As `majlis verify` prints it for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}", folder::shown(&self.path), self.status.name());
        if let Some(error) = &self.error {
            text += &format!(": {error}");
        }
        text.push('\n');
        if let Some(finding) = &self.finding {
            finding.write(&mut text);
        }
        text
    }
}

impl Finding {
    fn json(&self) -> Value {
        let persons: Vec<Value> = self
            .persons
            .iter()
            .map(|person| {
                json!({
                    "party": person.party.number(),
                    "name": person.name,
                    "key": person.key,
                    "fingerprint": person.fingerprint.to_string(),
                    "seats": person.seats.iter().map(|seat| seat.number()).collect::<Vec<_>>(),
                    "outcome": person.outcome.map(Outcome::name),
                    "points": person.points,
                })
            })
            .collect();
        let options: serde_json::Map<String, Value> = (self.options.iter())
            .map(|(key, value)| (key.clone(), option_value(*value)))
            .collect();
        json!({
            "game": self.game,
            "seats": self.seats,
            "options": options,
            "persons": persons,
            "ending": ending(self.ending),
            "grade": self.grade.map(Grade::name),
            "scores": self.statement.as_ref().map(|statement| &statement.scores),
            "log": self.statement.as_ref().map(|statement| statement.log.to_string()),
            "departures": self.departures.iter().map(departure_json).collect::<Vec<_>>(),
            "steps": self.steps,
            "plies": self.plies,
        })
    }

    fn write(&self, text: &mut String) {
        let options: Vec<String> = self
            .options
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let options = if options.is_empty() {
            String::new()
        } else {
            format!(", {}", options.join(", "))
        };
        let grade = self.grade.map_or("no result", Grade::name);
        let lines = [
            format!("{}, {} seats{options}", self.game, self.seats),
            format!(
                "{}, {grade}; {} steps, {} moves",
                ending(self.ending),
                self.steps,
                self.plies
            ),
        ];
        for line in lines {
            *text += &format!("  {line}\n");
        }
        for person in &self.persons {
            let seats: Vec<String> = person.seats.iter().map(ToString::to_string).collect();
            let seats = match seats.as_slice() {
                [] => "no seat".to_owned(),
                [seat] => format!("seat {seat}"),
                seats => format!("seats {}", seats.join(" and ")),
            };
            let scores = self.statement.as_ref().map(|statement| &statement.scores);
            let score = (person.seats.first())
                .and_then(|seat| scores?.get(seat.index()))
                .map_or(String::new(), |score| format!(", score {score}"));
            let outcome = match (person.outcome, person.points) {
                (Some(outcome), Some(points)) => format!("{}, {points} points", outcome.name()),
                _ => "does not count".to_owned(),
            };
            *text += &format!(
                "  {}: {} [{}], {seats}: {outcome}{score}\n",
                person.party, person.name, person.fingerprint
            );
        }
        for departure in &self.departures {
            *text += &match &departure.cause {
                Cause::Left => format!("  {} left at step {}\n", departure.party, departure.step),
                Cause::Absent => format!("  {} was absent at step {}\n", departure.party, departure.step),
                Cause::Fault(fault) => format!("  fault of {fault}\n"),
                Cause::Equivocated => {
                    format!(
                        "  {} signed two things at step {} (log.5)\n",
                        departure.party, departure.step
                    )
                }
            };
        }
    }
}
