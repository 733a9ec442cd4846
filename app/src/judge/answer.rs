//! An answer: one line of what the judge writes.

use std::fmt::Write as _;

use majlis_rules::game::{Outcome, RoundReport};
use majlis_rules::seat::Seat;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// What the judge found out about a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Every move was legal.
    Played(Played),
    /// A move was not.
    Illegal {
        /// Its index into the moves.
        ply: usize,
        /// A rule that it breaks.
        rule: &'static str,
        /// One sentence.
        error: String,
    },
    /// The line is no record.
    Malformed {
        /// One sentence.
        error: String,
    },
}

/// A record played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The states before each move, and before the move to come. Empty where nothing was to be shown.
    pub plies: Vec<Ply>,
    /// Whether the match is over.
    pub over: bool,
    /// By seat, as `judge.md` defines it for the game.
    pub scores: Vec<i32>,
    /// By seat, where the match is over.
    pub outcome: Option<Vec<Outcome>>,
    /// The finished rounds; `None` in games without rounds.
    pub rounds: Option<Vec<RoundReport>>,
}

/// A state before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Whose move is awaited.
    pub seat: Seat,
    /// How many legal moves the seat has.
    pub legal: usize,
    /// The moves, where they were asked for.
    pub moves: Option<MoveList>,
}

/// Legal moves as they are written, sorted by byte order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveList {
    /// One after the other, a line each: a long record has many lists, and one allocation each is enough.
    lines: Box<str>,
}

impl MoveList {
    /// The list of these moves.
    pub fn new<M: ToString>(moves: impl Iterator<Item = M>) -> Self {
        let mut texts: Vec<String> = moves.map(|mv| mv.to_string()).collect();
        texts.sort_unstable();
        let mut lines = String::with_capacity(texts.iter().map(|text| text.len() + 1).sum());
        for text in texts {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{text}");
        }
        Self { lines: lines.into() }
    }

    /// The moves in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.lines.lines()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Played(played) => {
                map.serialize_entry("ok", &true)?;
                map.serialize_entry("plies", &played.plies)?;
                map.serialize_entry("over", &played.over)?;
                map.serialize_entry("scores", &played.scores)?;
                map.serialize_entry("outcome", &played.outcome.as_deref().map(Outcomes))?;
                if let Some(rounds) = &played.rounds {
                    map.serialize_entry("rounds", &Rounds(rounds))?;
                }
            }
            Self::Illegal { ply, rule, error } => {
                map.serialize_entry("ok", &false)?;
                map.serialize_entry("ply", ply)?;
                map.serialize_entry("rule", rule)?;
                map.serialize_entry("error", error)?;
            }
            Self::Malformed { error } => {
                map.serialize_entry("ok", &false)?;
                map.serialize_entry("error", error)?;
            }
        }
        map.end()
    }
}

impl Serialize for Ply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("seat", &self.seat.number())?;
        map.serialize_entry("legal", &self.legal)?;
        if let Some(moves) = &self.moves {
            map.serialize_entry("moves", moves)?;
        }
        map.end()
    }
}

impl Serialize for MoveList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

struct Outcomes<'a>(&'a [Outcome]);

impl Serialize for Outcomes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|outcome| outcome.name()))
    }
}

struct Rounds<'a>(&'a [RoundReport]);

impl Serialize for Rounds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Round))
    }
}

struct Round<'a>(&'a RoundReport);

impl Serialize for Round<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            RoundReport::Scored {
                winner,
                points,
                blocked,
            } => {
                let mut map = serializer.serialize_map(None)?;
                let seats: Vec<u8> = winner.iter().map(Seat::number).collect();
                map.serialize_entry("winner", &seats)?;
                map.serialize_entry("points", points)?;
                map.serialize_entry("blocked", blocked)?;
                map.end()
            }
            RoundReport::Sums(sums) => sums.serialize(serializer),
        }
    }
}
