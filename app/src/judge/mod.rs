//! The judge: records of open games, played by the rules alone.
//!
//! A record is a line of JSON and so is the answer to it; `docs/judge.md` describes both. Nothing here knows about keys or
//! networks.

use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use majlis_rules::game::{Game, GameEvent};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove};
use majlis_rules::rule::{Illegal, NotAMove, common};
use majlis_rules::seat::Seat;

pub use self::answer::{Answer, MoveList, Played, Ply};
pub use self::record::{Decks, Record, Show};

mod answer;
mod json;
mod record;

/// The version of the format of records and answers.
pub const FORMAT_VERSION: u32 = 1;

/// The longest line that is read, in bytes without its end: 16 MiB.
pub const MAX_LINE: usize = 16 << 20;

/// The size of the buffers for reading and writing, in bytes.
const BUFFER: usize = 1 << 16;

/// How a whole input came out. The greater verdict outweighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Every record was played without an illegal move: exit status 0.
    AllLegal,
    /// A record had an illegal move: exit status 1.
    SomeIllegal,
    /// A line was no record: exit status 2.
    SomeMalformed,
}

impl Answer {
    /// What this answer makes of the whole input.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Played(_) => Verdict::AllLegal,
            Self::Illegal { .. } => Verdict::SomeIllegal,
            Self::Malformed { .. } => Verdict::SomeMalformed,
        }
    }
}

/// Reads records from `input`, a line each, and writes the answers to `output`, a line each, in the same order. Memory does
/// not grow with the number of lines, and no answer is held back while more input is waited for.
///
/// # Errors
/// Where reading or writing fails.
pub fn run(input: impl Read, output: impl Write) -> io::Result<Verdict> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut output = BufWriter::with_capacity(BUFFER, output);
    let mut verdict = Verdict::AllLegal;
    let mut buffer = Vec::new();
    for line in 1.. {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        let answer = match next_line(&mut input, &mut buffer)? {
            Line::Read => judge_bytes(line, &buffer),
            Line::TooLong => malformed(line, None, &"longer than 16 MiB: split the record"),
            Line::End => break,
        };
        verdict = verdict.max(answer.verdict());
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(verdict)
}

/// What came of reading a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    /// It is in the buffer, without its end.
    Read,
    /// It is longer than [`MAX_LINE`] and was passed over.
    TooLong,
    /// There is none.
    End,
}

fn next_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<Line> {
    buffer.clear();
    let limit = MAX_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', buffer)? == 0 {
        return Ok(Line::End);
    }
    if buffer.last() == Some(&b'\n') {
        buffer.pop();
        return Ok(Line::Read);
    }
    if buffer.len() <= MAX_LINE {
        return Ok(Line::Read);
    }
    buffer.clear();
    input.skip_until(b'\n')?;
    Ok(Line::TooLong)
}

/// Judges one line, given as bytes. `line` is its number from 1, for the error's sentence.
#[must_use]
pub fn judge_bytes(line: u64, bytes: &[u8]) -> Answer {
    match std::str::from_utf8(bytes) {
        Ok(text) => judge_line(line, text),
        Err(error) => malformed(
            line,
            None,
            &format_args!("the byte in column {} is not UTF-8", error.valid_up_to() + 1),
        ),
    }
}

/// Judges one line. `line` is its number from 1, for the error's sentence.
#[must_use]
pub fn judge_line(line: u64, text: &str) -> Answer {
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => return malformed(line, None, &error),
    };
    match judge(&record) {
        Ok(played) => Answer::Played(played),
        Err(Fault::Illegal { ply, illegal }) => Answer::Illegal {
            ply,
            rule: illegal.rule.id(),
            error: format!("line {line}, ply {ply}: {illegal}"),
        },
        Err(Fault::Malformed { ply, error }) => malformed(line, ply, &error),
    }
}

fn malformed(line: u64, ply: Option<usize>, error: &dyn fmt::Display) -> Answer {
    let error = match ply {
        Some(ply) => format!("line {line}, ply {ply}: {error}"),
        None => format!("line {line}: {error}"),
    };
    Answer::Malformed { error }
}

/// Why a record was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move is illegal.
    Illegal {
        /// Its index.
        ply: usize,
        /// What it breaks.
        illegal: Illegal,
    },
    /// It is no record.
    Malformed {
        /// The index of the move at which this was noticed: that of the move that is none, or of the first one that cannot be
        /// reached. `None` where the match does not even start.
        ply: Option<usize>,
        /// One sentence, without the ply.
        error: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { ply, illegal } => write!(f, "ply {ply}: {illegal}"),
            Self::Malformed { ply: Some(ply), error } => write!(f, "ply {ply}: {error}"),
            Self::Malformed { ply: None, error } => f.write_str(error),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    fn malformed(ply: Option<usize>, error: &impl ToString) -> Self {
        let error = error.to_string();
        Self::Malformed { ply, error }
    }
}

/// Plays a record and reports what `judge.md` asks for.
///
/// # Errors
/// The first fault of the record.
pub fn judge(record: &Record<'_>) -> Result<Played, Fault> {
    let show = record.show();
    let mut plies = Vec::new();
    let mut rounds = Vec::new();
    let (end, _) = replay(
        record,
        |at, seat| {
            if show != Show::None {
                plies.push(look_at(at, seat, show));
            }
        },
        |event| rounds.extend(event.round()),
    )?;
    let game = end.game();
    let outcome = game.outcome();
    Ok(Played {
        plies,
        over: outcome.is_some(),
        scores: game.scores(),
        outcome,
        rounds: game.id().has_rounds().then_some(rounds),
    })
}

/// Plays a record to its last move, showing the state before every move and before the move to come, and every event.
/// Gives the last position, and the packs of the record that were not needed.
///
/// # Errors
/// The first fault of the record.
pub fn replay<'a>(
    record: &Record<'a>,
    mut before: impl FnMut(&OpenMatch<AnyGame>, Seat),
    mut happened: impl FnMut(&AnyEvent),
) -> Result<(OpenMatch<AnyGame>, Decks<'a>), Fault> {
    let (game, table) = record.table().map_err(|error| Fault::malformed(None, &error))?;
    let start = game.start(&table).map_err(|error| Fault::malformed(None, &error))?;
    let mut at = OpenMatch::new(start);
    let mut packs = record.packs();
    let mut events = Vec::new();
    let mut advance = |at: &mut OpenMatch<AnyGame>, events: &mut Vec<AnyEvent>, ply: usize| {
        let awaited = at.advance(&mut packs, events);
        events.drain(..).for_each(|event| happened(&event));
        awaited.map_err(|error| Fault::malformed(Some(ply), &error))
    };
    let mut awaited = advance(&mut at, &mut events, 0)?;
    for (ply, text) in record.moves().enumerate() {
        let command = text
            .and_then(|text| Command::parse(at.game(), &text).map_err(|error| error.to_string()))
            .map_err(|error| Fault::malformed(Some(ply), &error))?;
        let illegal = |illegal| Fault::Illegal { ply, illegal };
        let Some(seat) = awaited else {
            let over = "the match is over and no move is legal any more";
            return Err(illegal(Illegal::new(common::AFTER_THE_END, over)));
        };
        before(&at, seat);
        match command {
            Command::Move(mv) => at.play(seat, &mv, &mut events).map_err(illegal)?,
            Command::Leave(number) => {
                let leaver = Seat::new(number)
                    .filter(|leaver| leaver.number() < at.game().seats())
                    .ok_or_else(|| {
                        illegal(Illegal::new(
                            common::SEATS,
                            format!(
                                "there is no such seat here: they are numbered from 0 to {}",
                                at.game().seats() - 1
                            ),
                        ))
                    })?;
                at.leave(leaver, &mut events).map_err(illegal)?;
            }
        }
        awaited = advance(&mut at, &mut events, ply + 1)?;
    }
    if let Some(seat) = awaited {
        before(&at, seat);
    }
    Ok((at, packs))
}

fn look_at(at: &OpenMatch<AnyGame>, seat: Seat, show: Show) -> Ply {
    if show != Show::List {
        let legal = at.count_legal(seat);
        return Ply {
            seat,
            legal,
            moves: None,
        };
    }
    let moves = at.legal_moves(seat);
    Ply {
        seat,
        legal: moves.len(),
        moves: Some(MoveList::new(moves.iter())),
    }
}

/// What a record can say: a move, or that somebody leaves.
enum Command {
    Move(AnyMove),
    Leave(u8),
}

impl Command {
    fn parse(game: &AnyGame, text: &str) -> Result<Self, NotAMove> {
        let Some(number) = text.strip_prefix("leave ") else {
            return game.parse_move(text).map(Self::Move);
        };
        // Only the canonical form: no sign, no needless zero.
        let canonical = match number.as_bytes() {
            [b'0'] => true,
            [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        };
        if canonical {
            // However great the number: that no such seat is there makes the move illegal, and the record is one.
            Ok(Self::Leave(number.parse().unwrap_or(u8::MAX)))
        } else {
            Err(NotAMove::new("who leaves is written leave N, N the number of the seat"))
        }
    }
}
