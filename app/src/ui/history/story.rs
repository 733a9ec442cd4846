//! A match that was played, read from its file: every position that everybody could see, what was done, and what checking it gave.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use majlis_referee::agreement::BOT_MARK;
use majlis_referee::certificate::MAX_CERTIFICATE;
use majlis_referee::file::MAGIC;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Cause, Match, Report, Slot};
use majlis_referee::told::{self, Did, Told};
use majlis_referee::verify::{LogError, Proofs, Watch, verify};
use majlis_rules::arkan;
use majlis_rules::face::{Face, Handle, Knowledge};
use majlis_rules::game::{Due, Game as _, GameEvent as _, Outcome, View};
use majlis_rules::registry::{AnyEvent, AnyGame, GameId};
use majlis_rules::seat::{Seat, SeatSet};

use crate::blksgf::{self, Act, ReadError, Record};
use crate::export::{self, Collector, ExportError, Format, Look, Moves};
use crate::folder;
use crate::profile::certificates::EXTENSION;
use crate::profile::fact::{Fact, NotBelieved};
use crate::ui::games::{Person, Presence};
use crate::ui::sentence::Sentence;
use crate::ui::table::Ledger;
use crate::verified::{self, Counted, Verified};

/// How much of a remark in a file is shown, in characters: it stands on one line.
const MAX_COMMENT: usize = 500;

/// What a file holds, once it was checked.
pub enum Checked {
    /// A log of a match.
    Log(Box<LogChecked>),
    /// A match of Arkan that another program has written: what comes before something is wrong with it, and what is wrong.
    Record {
        /// The match, where there is one.
        story: Option<Box<Story>>,
        /// What is wrong.
        error: Option<Box<ReadError>>,
    },
    /// A certificate of a result.
    Certificate(Box<Result<Fact, NotBelieved>>),
    /// It is none of these.
    Unknown,
    /// The system does not let it be read.
    Unreadable(Sentence),
}

impl Checked {
    /// The match that can be replayed, if there is one.
    #[must_use]
    pub fn into_story(self) -> Option<Story> {
        match self {
            Self::Log(log) => log.story,
            Self::Record { story, .. } => story.map(|story| *story),
            Self::Certificate(_) | Self::Unknown | Self::Unreadable(_) => None,
        }
    }

    /// Whether there is something to be replayed.
    #[must_use]
    pub fn has_story(&self) -> bool {
        match self {
            Self::Log(log) => log.story.is_some(),
            Self::Record { story, .. } => story.is_some(),
            Self::Certificate(_) | Self::Unknown | Self::Unreadable(_) => false,
        }
    }
}

/// What checking a log has given.
pub struct LogChecked {
    /// What a stranger finds out about it.
    pub verified: Verified,
    /// Why it is not valid.
    pub error: Option<LogError>,
    /// What was checked of whom.
    pub ledger: Ledger,
    /// How many moves were made.
    pub moves: u64,
    /// How many signatures of entries were checked.
    pub signatures: u64,
    /// How many proofs of the encrypted pack were checked.
    pub proofs: u64,
    /// The persons' names, in party order.
    pub names: Vec<String>,
    /// Which game, where the closing of the table is good.
    pub game: Option<GameId>,
    /// The match, up to where it ends or goes wrong; none where it has no table to be shown.
    pub story: Option<Story>,
}

/// A match that can be replayed.
#[derive(Clone, Debug)]
pub struct Story {
    /// The file.
    pub path: PathBuf,
    /// Which game.
    pub game: GameId,
    /// Everybody, in party order.
    pub persons: Vec<Person>,
    /// The positions; never empty.
    pub frames: Vec<Frame>,
    /// What was said and done, in order.
    pub lines: Vec<Line>,
    /// Why it does not go on, where something is wrong with the file.
    pub stops: Option<Stop>,
    /// How it came out.
    pub end: Option<StoryEnd>,
    source: Source,
}

/// Why a story does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The log ends before its result.
    Unfinished,
    /// The log is wrong from this step on, if it is known.
    Log(Option<u64>),
    /// The record is wrong.
    Record(ReadError),
}

/// How a match came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryEnd {
    /// For each party; none for those for whom it does not count.
    pub outcomes: Vec<Option<Outcome>>,
    /// The score of each seat.
    pub scores: Vec<i32>,
}

/// What a story was read from.
#[derive(Clone, Debug)]
enum Source {
    Log(Box<Moves>),
    Record(Box<Record>),
}

/// A position, and what led to it from the one before: the steps as the table is told them, one at least.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What the table is told.
    pub told: Vec<Told>,
    /// Who has left by now, by party.
    pub gone: Vec<bool>,
    /// The cards that all have seen with it and that are not played by it.
    pub opened: Vec<String>,
    /// Whether a round ended with it: what is dealt then is another position.
    round: bool,
}

impl Frame {
    /// The position.
    #[must_use]
    pub fn view(&self) -> Option<&View<AnyGame>> {
        self.told.last()?.view.as_ref()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        let told = self.told.last()?;
        told.awaited.iter().find_map(|(_, awaited)| match awaited {
            Awaited::Move(seat) => Some(*seat),
            _ => None,
        })
    }
}

/// A line in the list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The position that it leads to.
    pub frame: usize,
    /// What it says.
    pub said: Said,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Somebody moved: in the notation of `judge.md`.
    Moved(PartyId, String),
    /// Somebody is out.
    Left(PartyId),
    /// A round is over.
    Round,
    /// Cards were opened to all.
    Opened(Vec<String>),
    /// The board was set up by hand.
    Position,
    /// A remark that stands in the file.
    Comment(String),
}

impl Story {
    /// The file's match in a format; a picture shows `board`.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn write(&self, format: Format, board: Option<&AnyGame>, look: Look) -> Result<Vec<u8>, ExportError> {
        match &self.source {
            Source::Log(moves) => moves.write(format, board, look),
            Source::Record(record) => export::write_record(record, format, board, look),
        }
    }

    /// The formats that it can be written in.
    pub fn formats(&self) -> impl Iterator<Item = Format> + use<> {
        let arkan = self.game == GameId::Arkan;
        let all = Format::ALL.into_iter();
        all.filter(move |format| arkan || *format != Format::Blksgf)
    }

    /// The id of the match, where one is known.
    #[must_use]
    pub fn match_id(&self) -> Option<&str> {
        match &self.source {
            Source::Log(moves) => Some(&moves.match_id),
            Source::Record(record) => record.match_id.as_deref(),
        }
    }

    /// The name of somebody.
    #[must_use]
    pub fn name(&self, party: PartyId) -> String {
        let person = self.persons.get(party.index());
        person.map(|person| person.name.clone()).unwrap_or_default()
    }

    /// The board at the end.
    #[must_use]
    pub fn last_board(&self) -> Option<&AnyGame> {
        self.frames.iter().rev().find_map(|frame| Some(frame.view()?.state()))
    }
}

/// Reads and checks a file. `tell` is told how many bytes are read, and of how many.
#[must_use]
pub fn check(path: &Path, tell: &mut dyn FnMut(u64, u64)) -> Checked {
    match check_inner(path, tell) {
        Ok(checked) => checked,
        Err(error) => Checked::Unreadable((&error).into()),
    }
}

fn check_inner(path: &Path, tell: &mut dyn FnMut(u64, u64)) -> io::Result<Checked> {
    let mut file = folder::open(path)?;
    let data = file.metadata()?;
    let mut head = Vec::new();
    (&mut file).take(MAGIC.len() as u64).read_to_end(&mut head)?;
    let ends_in = |wanted: &str| path.extension().is_some_and(|ending| ending == wanted);
    if head == MAGIC || ends_in("mlog") {
        let (all, mut done) = (data.len(), 0);
        let mut told = |more: u64| {
            done += more;
            tell(done, all);
        };
        let mut counted = Counted::new(io::Cursor::new(head).chain(file), &mut told);
        return Ok(Checked::Log(Box::new(check_log(path, &mut counted))));
    }
    drop(file);
    if !ends_in(blksgf::EXTENSION) {
        let bytes = folder::read_file(path, MAX_CERTIFICATE as u64 + 1)?;
        let fact = Fact::of_certificate(&bytes);
        if fact.is_ok() || ends_in(EXTENSION) {
            return Ok(Checked::Certificate(Box::new(fact)));
        }
    }
    let bytes = folder::read_file(path, blksgf::MAX_BYTES as u64 + 1)?;
    if !ends_in(blksgf::EXTENSION) && !bytes.contains(&b'(') {
        return Ok(Checked::Unknown);
    }
    let (read, error) = blksgf::read_as_far(&bytes);
    if !ends_in(blksgf::EXTENSION) && read.is_none() {
        return Ok(Checked::Unknown);
    }
    Ok(Checked::Record {
        story: read.map(|read| Box::new(of_record(path, read, error.as_ref()))),
        error: error.map(Box::new),
    })
}

fn check_log(path: &Path, counted: &mut Counted<'_, impl Read>) -> LogChecked {
    let mut watcher = Watcher::default();
    // One by one, so that nothing is shown that was not checked.
    let checked = verify(BufReader::new(&mut *counted), Proofs::OneByOne, &mut watcher);
    let verified = verified::came(path, counted.bytes, watcher.moves, &checked);
    let stops = match &checked {
        Ok(_) => None,
        Err(LogError::Unfinished { .. }) => Some(Stop::Unfinished),
        Err(LogError::Invalid { step, .. }) => Some(Stop::Log(Some(*step))),
        Err(_) => Some(Stop::Log(None)),
    };
    let end = checked.as_ref().ok().and_then(|end| {
        Some(StoryEnd {
            outcomes: end.outcomes()?,
            scores: end.game().map(majlis_rules::game::Game::scores).unwrap_or_default(),
        })
    });
    let error = checked.err();
    let Watcher {
        collector,
        ledger,
        moves: plies,
        signatures,
        proofs,
        frames,
        lines,
        persons,
        ..
    } = watcher;
    let moves = collector.moves();
    let game = moves.as_ref().map(|moves| moves.game);
    let names = persons.iter().map(|person| person.name.clone()).collect();
    let story = moves.filter(|_| !frames.is_empty()).map(|moves| Story {
        path: path.to_owned(),
        game: moves.game,
        persons,
        frames,
        lines,
        stops,
        end,
        source: Source::Log(Box::new(moves)),
    });
    LogChecked {
        verified,
        error,
        ledger,
        moves: plies,
        signatures,
        proofs,
        names,
        game,
        story,
    }
}

/// Collects what a log shows while it is checked.
#[derive(Default)]
struct Watcher {
    /// The match before the step that comes next.
    before: Option<Match>,
    collector: Collector,
    ledger: Ledger,
    moves: u64,
    signatures: u64,
    proofs: u64,
    persons: Vec<Person>,
    frames: Vec<Frame>,
    lines: Vec<Line>,
}

impl Watch for Watcher {
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], report: &Report) {
        self.collector.step(state, slots, report);
        let before = self
            .before
            .take()
            .or_else(|| Match::new(std::sync::Arc::clone(state.closing())).ok());
        let did = before.map_or_else(Vec::new, |before| told::did(&before, slots));
        self.before = Some(state.clone());
        let told = Told::to_watcher(did, report.clone(), state);
        self.count(&told);
        self.ledger.note(&told);
        if self.persons.is_empty() {
            self.persons = persons(state);
        }
        for (person, seats) in self.persons.iter_mut().zip(&told.seats) {
            person.seats = *seats;
        }
        for departure in &report.departures {
            if let Some(person) = self.persons.get_mut(departure.party.index()) {
                person.presence = Presence::Left;
            }
        }
        if told.view.is_some() {
            self.frame(told, state);
        }
    }
}

impl Watcher {
    fn count(&mut self, told: &Told) {
        for (_, did) in &told.did {
            self.signatures += 1;
            self.moves += u64::from(matches!(did, Did::Moved { .. }));
            self.proofs += match did {
                // That the keys are one's own; that the cards are the same; that each share is made with the right key.
                Did::Revealed | Did::Shuffled { .. } | Did::Shared { .. } | Did::Denied { .. } => 1,
                Did::Moved { proved, .. } => proved.len() as u64,
                _ => 0,
            };
        }
    }

    fn frame(&mut self, told: Told, state: &Match) {
        let gone = |told: &Told, party: PartyId| {
            let mut faults = told.report.departures.iter();
            faults.any(|departure| departure.party == party && matches!(departure.cause, Cause::Fault(_)))
        };
        let mut said: Vec<Said> = Vec::new();
        for (party, did) in &told.did {
            if let Did::Moved { text, .. } = did
                && !gone(&told, *party)
            {
                said.push(Said::Moved(*party, text.clone()));
            }
        }
        let moved = !said.is_empty();
        // What is dealt and turned over after a move belongs to it, and what is dealt at first is one position.
        let begins = moved || !told.report.departures.is_empty();
        said.extend(told.report.departures.iter().map(|gone| Said::Left(gone.party)));
        let rounds = told.report.events.iter().any(|event| event.round().is_some());
        let opened = if moved && !rounds {
            // What a move shows stands in the move.
            Vec::new()
        } else {
            let cards = state.deck().opened().iter();
            cards.map(|(card, face)| label(state, *card, *face)).collect()
        };
        if !opened.is_empty() {
            said.push(Said::Opened(opened.clone()));
        }
        if rounds {
            said.push(Said::Round);
        }
        let gone = self
            .persons
            .iter()
            .map(|person| person.presence == Presence::Left)
            .collect();
        match self.frames.last_mut() {
            Some(frame) if !begins && !frame.round => {
                frame.told.push(told);
                frame.gone = gone;
                frame.opened.extend(opened);
                frame.round |= rounds;
            }
            _ => self.frames.push(Frame {
                told: vec![told],
                gone,
                opened,
                round: rounds,
            }),
        }
        let frame = self.frames.len().saturating_sub(1);
        self.lines.extend(said.into_iter().map(|said| Line { frame, said }));
    }
}

/// Everybody at a table.
fn persons(state: &Match) -> Vec<Person> {
    let agreement = state.agreement();
    PartyId::all(agreement.parties())
        .zip(&agreement.members)
        .map(|(party, member)| Person {
            party,
            name: member.name.strip_prefix(BOT_MARK).unwrap_or(&member.name).to_owned(),
            seats: SeatSet::EMPTY,
            me: false,
            bot: member.is_bot(),
            presence: Presence::Here,
        })
        .collect()
}

/// What is on a card, in the notation of `judge.md`.
fn label(state: &Match, card: Handle, face: Face) -> String {
    let packs = || state.deck().packs();
    // A pack that has left the table is of the kind of those that have come.
    let pack = packs()
        .find(|pack| pack.number() == card.pack)
        .or_else(|| packs().next());
    let label = pack.and_then(|pack| {
        let label = pack.kind().label(majlis_crypto::pack::Face(face.number()));
        label.map(str::to_owned)
    });
    label.unwrap_or_default()
}

/// The story of a match that another program has written.
fn of_record(path: &Path, read: blksgf::Read, error: Option<&ReadError>) -> Story {
    let record = read.record;
    let seats: Vec<Seat> = Seat::all(record.seats).collect();
    let persons: Vec<Person> = (0u8..)
        .zip(&seats)
        .filter_map(|(number, seat)| {
            Some(Person {
                party: PartyId::new(number)?,
                name: record.names.get(seat.index()).cloned().unwrap_or_default(),
                seats: SeatSet::of(*seat),
                me: false,
                bot: false,
                presence: Presence::Here,
            })
        })
        .collect();
    let party = |seat: Seat| PartyId::new(seat.number());
    let gone_in = |state: &arkan::Arkan| seats.iter().map(|seat| !state.present().contains(*seat)).collect();
    let all_seats: Vec<SeatSet> = persons.iter().map(|person| person.seats).collect();
    let (mut frames, mut lines): (Vec<Frame>, Vec<Line>) = (Vec::new(), Vec::new());
    let mut comments = read.comments.iter().peekable();
    for (at, state) in read.states.iter().enumerate() {
        let act = at.checked_sub(1).and_then(|at| record.acts.get(at));
        let node = at.checked_sub(1).and_then(|at| read.nodes.get(at)).copied();
        let mut said = Vec::new();
        // A remark of a node in which nothing happens stands before what comes next.
        while let Some((_, text)) = comments.next_if(|(about, _)| node.is_some_and(|node| *about < node)) {
            said.push(Said::Comment(blksgf::tame(text, MAX_COMMENT)));
        }
        let mut events = Vec::new();
        match act {
            Some(Act::Place { seat, placement }) => {
                said.extend(party(*seat).map(|party| Said::Moved(party, placement.to_string())));
                events.push(AnyEvent::Arkan(arkan::Event::Placed {
                    seat: *seat,
                    placement: *placement,
                }));
            }
            Some(Act::Leave { seat }) => said.extend(party(*seat).map(Said::Left)),
            Some(Act::Position(_)) => said.push(Said::Position),
            None => {}
        }
        let awaited = match state.due() {
            Due::Turn(seat) => party(seat).map(|party| (party, Awaited::Move(seat))),
            _ => None,
        };
        let view = View::new(AnyGame::Arkan(state.clone()), SeatSet::EMPTY, &Knowledge::new());
        let told = Told {
            step: at as u64,
            did: Vec::new(),
            report: Report {
                events,
                departures: Vec::new(),
            },
            opened: Vec::new(),
            looks: Vec::new(),
            seats: all_seats.clone(),
            view: Some(view),
            awaited: awaited.into_iter().collect(),
            ahead: None,
            decided: None,
        };
        frames.push(Frame {
            told: vec![told],
            gone: gone_in(state),
            opened: Vec::new(),
            round: false,
        });
        lines.extend(said.into_iter().map(|said| Line { frame: at, said }));
    }
    let frame = frames.len().saturating_sub(1);
    lines.extend(comments.map(|(_, text)| Line {
        frame,
        said: Said::Comment(blksgf::tame(text, MAX_COMMENT)),
    }));
    let end = read.states.last().filter(|_| error.is_none()).and_then(|last| {
        Some(StoryEnd {
            outcomes: last.outcome()?.into_iter().map(Some).collect(),
            scores: last.scores(),
        })
    });
    Story {
        path: path.to_owned(),
        game: GameId::Arkan,
        persons,
        frames,
        lines,
        stops: error.map(|error| Stop::Record(error.clone())),
        end,
        source: Source::Record(Box::new(record)),
    }
}
