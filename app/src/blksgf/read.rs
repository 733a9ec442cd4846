//! Reading.

use core::fmt;

use majlis_rules::arkan::{Arkan, Board, Move, Placement, Setup, Square, Squares};
use majlis_rules::game::{Due, Game as _};
use majlis_rules::rule::{Illegal, common};
use majlis_rules::seat::{Seat, SeatSet};

use super::sgf::{self, Malformed, Node, Property};
use super::{Act, Impossible, MAX_ACTS, MAX_BYTES, Record, after};
use crate::language::spoils_lines;

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// What it says.
    pub record: Record,
    /// The board before the first act and after each.
    pub states: Vec<Arkan>,
    /// For each act the node of the main line in which it stands, from 0.
    pub nodes: Vec<usize>,
    /// The comments of nodes that have one, with the node.
    pub comments: Vec<(usize, String)>,
}

/// Why a file is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The node of the main line, from 0; `None` where the form of the file is wrong.
    pub node: Option<usize>,
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Wrong {
    /// It is larger than [`MAX_BYTES`].
    TooLarge,
    /// It has more than [`MAX_ACTS`] steps.
    TooLong,
    /// It is not an SGF file: one sentence.
    Malformed(String),
    /// It is about another game.
    OtherGame(String),
    /// A value is not squares of a board: one sentence.
    NotSquares(String),
    /// A node says two things at once.
    TwoMoves,
    /// A property names a colour that this game does not have.
    NoSuchColour(String),
    /// A piece to be taken away is not there.
    NoSuchPiece(String),
    /// A piece of a position is in nobody's set, lies on another, or is not reached by the rules.
    Piece {
        /// Its squares.
        squares: String,
        /// Why it cannot lie there.
        why: String,
    },
    /// A move or position breaks a rule.
    Impossible(Impossible),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(node) = self.node {
            write!(f, "node {node}, ")?;
        }
        write!(f, "line {}: ", self.line)?;
        match &self.wrong {
            Wrong::TooLarge => write!(
                f,
                "the file is larger than {MAX_BYTES} bytes, so it is no record of a match; choose another"
            ),
            Wrong::TooLong => write!(
                f,
                "more than {MAX_ACTS} steps lead here, so it is no record of a match; choose another"
            ),
            Wrong::Malformed(sentence) | Wrong::NotSquares(sentence) => f.write_str(sentence),
            Wrong::OtherGame(game) => write!(
                f,
                "the file is about {game:?}; this program reads Blokus Duo and Blokus on 20 x 20 squares"
            ),
            Wrong::TwoMoves => f.write_str("two moves stand in one node; a node holds one"),
            Wrong::NoSuchColour(name) => {
                write!(f, "the property {name} names a colour that does not play in this game")
            }
            Wrong::NoSuchPiece(squares) => write!(f, "there is no piece on {squares} to be taken away"),
            Wrong::Piece { squares, why } => write!(f, "the piece on {squares} cannot lie there: {why}"),
            Wrong::Impossible(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads a file.
///
/// Tolerated are: what stands before the tree, a byte order mark, ISO 8859-1, CR and CRLF, white space anywhere between and around
/// the squares, upper-case letters and any order of squares, variations and further trees (the first is read), comments,
/// properties that are not known, set-up in any node, a set-up beside a move (it comes first), moves as a list of one-square
/// values and the colour names of old files, and a pass of somebody who cannot place.
///
/// # Errors
/// [`ReadError`] with node and line: where the form is not SGF, the game is another, or a rule is broken.
pub fn read(bytes: &[u8]) -> Result<Read, ReadError> {
    match read_as_far(bytes) {
        (Some(read), None) => Ok(read),
        (_, Some(error)) => Err(error),
        (None, None) => Err(formal(1, Wrong::Malformed(sentence(Malformed::NoTree)))),
    }
}

/// Reads a file as [`read`](fn@read) does, up to where something is wrong with it: what came before, where there is anything, and what
/// is wrong.
#[must_use]
pub fn read_as_far(bytes: &[u8]) -> (Option<Read>, Option<ReadError>) {
    let nothing = |error| (None, Some(error));
    if bytes.len() > MAX_BYTES {
        return nothing(formal(1, Wrong::TooLarge));
    }
    let text = sgf::text(bytes);
    let nodes = match sgf::main_line(&text) {
        Ok(nodes) => nodes,
        Err((line, malformed)) => return nothing(formal(line, Wrong::Malformed(sentence(malformed)))),
    };
    let seats = match seats(&nodes) {
        Ok(seats) => seats,
        Err(error) => return nothing(error),
    };
    let mut reader = match Reader::new(seats) {
        Ok(reader) => reader,
        Err(wrong) => return nothing(formal(1, wrong)),
    };
    for (number, node) in nodes.iter().enumerate() {
        if let Err(wrong) = reader.node(number, node) {
            let error = ReadError {
                node: Some(number),
                line: node.line,
                wrong,
            };
            return (Some(reader.read), Some(error));
        }
    }
    (Some(reader.read), None)
}

const fn formal(line: usize, wrong: Wrong) -> ReadError {
    ReadError {
        node: None,
        line,
        wrong,
    }
}

fn sentence(malformed: Malformed) -> String {
    match malformed {
        Malformed::NoTree => "this is no SGF file, it has no tree; choose a .blksgf file".to_owned(),
        Malformed::NoNode => "the tree has no node; a node begins with a semicolon".to_owned(),
        Malformed::Unclosed => "the file ends before its tree is closed; get the whole file".to_owned(),
        Malformed::OpenValue => "a value that begins here does not end; get the whole file".to_owned(),
        Malformed::NoValue => "a property has no value; values stand in square brackets".to_owned(),
        Malformed::Stray(char) => format!("{char:?} begins nothing; the file is damaged, or no SGF"),
    }
}

/// The first value of a property.
fn value<'n>(node: &'n Node, name: &str) -> Option<&'n str> {
    let property = node.properties.iter().find(|property| property.name == name)?;
    property.values.first().map(String::as_str)
}

/// How many seats play.
fn seats(nodes: &[Node]) -> Result<u8, ReadError> {
    let Some(root) = nodes.first() else { return Ok(4) };
    let wrong = |game: &str| ReadError {
        node: Some(0),
        line: root.line,
        wrong: Wrong::OtherGame(short(game)),
    };
    let said = value(root, "GM").ok_or_else(|| wrong(""))?;
    let words: Vec<String> = said.split_whitespace().map(str::to_lowercase).collect();
    match words.join(" ").as_str() {
        "blokus duo" => Ok(2),
        // Four colours in turn, however many people share them.
        "blokus two-player" | "blokus three-player" => Ok(4),
        "blokus" => Ok(three_or_four(nodes)),
        _ => Err(wrong(said)),
    }
}

/// Three seats where the names say so, or, where nobody is named, where the fourth colour has nothing although all others had a turn and
/// more.
fn three_or_four(nodes: &[Node]) -> u8 {
    let all = || nodes.iter().flat_map(|node| &node.properties);
    let named = |name: &str| all().any(|property| property.name == name);
    if ["4", "GREEN", "A4", "P4"].into_iter().any(named) {
        return 4;
    }
    if named("P3") {
        return 3;
    }
    let moves = all()
        .filter(|property| matches!(move_colour(&property.name), Some(Ok(_))))
        .count();
    if moves > 3 { 3 } else { 4 }
}

/// The colour of a property with a move in it: the place among four, or that of two.
fn move_colour(name: &str) -> Option<Result<u8, u8>> {
    match name {
        "1" | "BLUE" => Some(Ok(0)),
        "2" | "YELLOW" => Some(Ok(1)),
        "3" | "RED" => Some(Ok(2)),
        "4" | "GREEN" => Some(Ok(3)),
        "B" => Some(Err(0)),
        "W" => Some(Err(1)),
        _ => None,
    }
}

struct Reader {
    read: Read,
    state: Arkan,
}

impl Reader {
    fn new(seats: u8) -> Result<Self, Wrong> {
        let record = Record {
            seats,
            names: vec![String::new(); usize::from(seats)],
            match_id: None,
            acts: Vec::new(),
        };
        let state = record.start().map_err(Wrong::Impossible)?;
        Ok(Self {
            read: Read {
                record,
                states: vec![state.clone()],
                nodes: Vec::new(),
                comments: Vec::new(),
            },
            state,
        })
    }

    const fn seats(&self) -> u8 {
        self.read.record.seats
    }

    fn act(&mut self, number: usize, act: Act) -> Result<(), Wrong> {
        if self.read.record.acts.len() >= MAX_ACTS {
            return Err(Wrong::TooLong);
        }
        self.state = after(&self.state, &act).map_err(Wrong::Impossible)?;
        self.read.states.push(self.state.clone());
        self.read.nodes.push(number);
        self.read.record.acts.push(act);
        Ok(())
    }

    /// The seat of a colour that a property or value names.
    fn seat(&self, sign: &str, name: &str) -> Result<Seat, Wrong> {
        let upper = sign.trim().to_uppercase();
        let number = match (move_colour(&upper), self.seats()) {
            // Two colours are B and W; among four they are people, not colours.
            (Some(Ok(number)), _) | (Some(Err(number)), 2) => Some(number),
            _ => None,
        };
        number
            .and_then(Seat::new)
            .filter(|seat| seat.number() < self.seats())
            .ok_or_else(|| Wrong::NoSuchColour(short(name)))
    }

    fn node(&mut self, number: usize, node: &Node) -> Result<(), Wrong> {
        if number == 0 {
            self.about(node)?;
        }
        if let Some(comment) = value(node, "C") {
            self.read.comments.push((number, comment.to_owned()));
        }
        self.position(number, node)?;
        let mut moves = node
            .properties
            .iter()
            .filter(|property| move_colour(&property.name).is_some());
        if let Some(property) = moves.next() {
            if moves.next().is_some() {
                return Err(Wrong::TwoMoves);
            }
            self.play(number, property)?;
        }
        for property in node.properties.iter().filter(|property| property.name == "LEAVE") {
            for sign in &property.values {
                let seat = self.seat(sign, "LEAVE")?;
                self.act(number, Act::Leave { seat })?;
            }
        }
        Ok(())
    }

    fn about(&mut self, root: &Node) -> Result<(), Wrong> {
        for property in &root.properties {
            let Some(sign) = property.name.strip_prefix('P') else {
                continue;
            };
            if move_colour(sign).is_none() || sign.len() != 1 {
                continue;
            }
            // Two people may share four colours: then their names are nobody's seat.
            let Ok(seat) = self.seat(sign, &property.name) else {
                continue;
            };
            if let (Some(name), Some(value)) = (self.read.record.names.get_mut(seat.index()), property.values.first()) {
                *name = tame(value, MAX_NAME);
            }
        }
        let id = value(root, "GN").filter(|id| id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit()));
        self.read.record.match_id = id.map(str::to_owned);
        Ok(())
    }

    fn play(&mut self, number: usize, property: &Property) -> Result<(), Wrong> {
        let seat = self.seat(&property.name, &property.name)?;
        // Old files have a value for each square.
        let squares = property.values.join(",");
        if squares.trim().is_empty() {
            // A pass of somebody who has no place left is said nowhere else, since the turn has passed on already.
            return if self.state.due() == Due::Turn(seat) {
                let message = format!("seat {seat} passes while a piece of it can be placed");
                Err(Wrong::Impossible(Impossible::Illegal(Illegal::new(PASS, message))))
            } else {
                Ok(())
            };
        }
        let placement = self.placement(&squares)?;
        match self.state.due() {
            Due::Turn(turn) if turn != seat => {
                let message = format!("seat {seat} moves, and it is the turn of seat {turn}");
                Err(Wrong::Impossible(Impossible::Illegal(Illegal::new(
                    common::TURN,
                    message,
                ))))
            }
            _ => self.act(number, Act::Place { seat, placement }),
        }
    }

    fn placement(&self, text: &str) -> Result<Placement, Wrong> {
        let mut squares = text
            .split(',')
            .map(|square| parse_square(square.trim()).ok_or_else(|| not_squares(square)))
            .collect::<Result<Vec<Square>, Wrong>>()?;
        let board = Board::of(self.seats());
        if let Some(outside) = squares.iter().find(|square| !board.contains(**square)) {
            return Err(Wrong::NotSquares(format!(
                "{outside} is not on the board of this game, which has {0} x {0} squares",
                board.side()
            )));
        }
        squares.sort_unstable();
        if squares.windows(2).any(|pair| pair.first() == pair.last()) {
            let text = short(text);
            return Err(Wrong::NotSquares(format!("a square stands twice in {text:?}")));
        }
        Placement::covering(&squares).ok_or_else(|| {
            let text = short(text);
            Wrong::NotSquares(format!("{text:?} is no shape: up to five squares that hang together"))
        })
    }

    /// Sets up what a node says is to be set up.
    fn position(&mut self, number: usize, node: &Node) -> Result<(), Wrong> {
        let mut placed: Vec<Vec<Placement>> = Seat::all(self.seats())
            .map(|seat| self.state.placed(seat).to_vec())
            .collect();
        let before = match self.state.due() {
            Due::Turn(seat) => Some(seat),
            _ => None,
        };
        let mut turn = None;
        let mut changed = false;
        for property in &node.properties {
            match property.name.as_str() {
                "AE" => {
                    for value in &property.values {
                        let gone = self.placement(value)?;
                        let before: usize = placed.iter().map(Vec::len).sum();
                        for placements in &mut placed {
                            placements.retain(|placement| *placement != gone);
                        }
                        if placed.iter().map(Vec::len).sum::<usize>() == before {
                            return Err(Wrong::NoSuchPiece(gone.to_string()));
                        }
                    }
                    changed = true;
                }
                "PL" => {
                    let sign = property.values.first().map_or("", String::as_str);
                    turn = Some(self.seat(sign, "PL")?);
                    changed = true;
                }
                _ => {}
            }
        }
        for property in &node.properties {
            let sign = match property.name.as_str() {
                "AB" | "AW" | "A1" | "A2" | "A3" | "A4" => property.name.get(1..).unwrap_or_default(),
                _ => continue,
            };
            let seat = self.seat(sign, &property.name)?;
            for value in &property.values {
                let placement = self.placement(value)?;
                if let Some(placements) = placed.get_mut(seat.index()) {
                    placements.push(placement);
                }
            }
            changed = true;
        }
        if !changed {
            return Ok(());
        }
        // Where nobody can place any more the turn is as good as that of the first seat, or unchanged.
        let first = Seat::all(self.seats()).next();
        let Some(before) = before.or(first) else { return Ok(()) };
        let mut setup = Setup {
            placed: in_order(self.seats(), placed)?,
            left: SeatSet::EMPTY,
            turn: turn.unwrap_or(before),
        };
        let next = after(&self.state, &Act::Position(setup.clone())).map_err(Wrong::Impossible)?;
        if next == self.state {
            return Ok(());
        }
        setup.turn = match next.due() {
            Due::Turn(seat) => seat,
            _ => before,
        };
        self.act(number, Act::Position(setup))
    }
}

/// The rule against passing.
const PASS: majlis_rules::rule::Rule = majlis_rules::rule::Rule::new("arkan.12");

/// The longest text of a file that an error repeats, in characters.
const MAX_QUOTED: usize = 80;
/// The longest name of a person, in characters.
const MAX_NAME: usize = 100;

/// What an error repeats of a file.
fn short(text: &str) -> String {
    tame(text, MAX_QUOTED)
}

/// A text of a file as a line that spoils no other: at most so many characters, and in place of whatever steers what is shown a space.
#[must_use]
pub fn tame(text: &str, most: usize) -> String {
    let mut chars = text.chars().map(|char| if spoils_lines(char) { ' ' } else { char });
    let mut kept: String = chars.by_ref().take(most).collect();
    if chars.next().is_some() {
        kept.push('…');
    }
    kept
}

fn not_squares(text: &str) -> Wrong {
    let text = short(text);
    Wrong::NotSquares(format!(
        "{text:?} is no square: a square is a column from a and a row from 1, as in e10"
    ))
}

/// A column and a row; the letters may be large.
fn parse_square(text: &str) -> Option<Square> {
    match Move::parse(&text.to_ascii_lowercase()) {
        Ok(Move::Placement(placement)) if placement.squares().count() == 1 => placement.squares().next(),
        _ => None,
    }
}

/// Brings the pieces of each seat into an order in which they could have been placed.
fn in_order(seats: u8, placed: Vec<Vec<Placement>>) -> Result<Vec<Vec<Placement>>, Wrong> {
    let mut taken = Squares::EMPTY;
    for placement in placed.iter().flatten() {
        let squares = placement.to_set();
        if let Some(square) = taken.and(&squares).iter().next() {
            return Err(Wrong::Piece {
                squares: placement.to_string(),
                why: format!("another piece covers {square}"),
            });
        }
        taken = taken.or(&squares);
    }
    Seat::all(seats)
        .zip(placed)
        .map(|(seat, mut waiting)| {
            let mut ordered = Vec::with_capacity(waiting.len());
            while !waiting.is_empty() {
                let alone = |placed: &[Placement]| Setup {
                    placed: Seat::all(seats)
                        .map(|other| if other == seat { placed.to_vec() } else { Vec::new() })
                        .collect(),
                    left: SeatSet::EMPTY,
                    turn: seat,
                };
                let state = alone(&ordered)
                    .position()
                    .map_err(|error| Wrong::Impossible(Impossible::Position(error)))?;
                let fits = |placement: &Placement| state.check_placement(seat, *placement);
                match waiting.iter().position(|placement| fits(placement).is_ok()) {
                    Some(at) => ordered.push(waiting.remove(at)),
                    None => {
                        let (squares, why) = waiting
                            .first()
                            .map(|placement| (placement.to_string(), fits(placement)))
                            .map(|(squares, fits)| {
                                (
                                    squares,
                                    fits.err().map_or_else(String::new, |illegal| illegal.to_string()),
                                )
                            })
                            .unwrap_or_default();
                        return Err(Wrong::Piece { squares, why });
                    }
                }
            }
            Ok(ordered)
        })
        .collect()
}
