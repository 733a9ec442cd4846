//! Positions set up by hand.

use core::fmt;

use super::board::Board;
use super::marble::{Marble, SEATS};
use super::state::Jackaroo;
use super::track::{Cell, Place, SAFE_CELLS};
use crate::seat::Seat;

const FIRST: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

/// A position to begin a match from, for tests and pictures: nothing about it is checked before [`Setup::start`].
///
/// The cards are those of any beginning: a whole pack, to be shuffled and dealt first.
///
/// ```
/// use majlis_rules::jackaroo::{Cell, Marble, Place, Setup};
/// use majlis_rules::seat::Seat;
///
/// let (zero, one) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
/// let game = Setup::new(3)
///     .put(Marble::new(zero, 0), Place::Track(Cell::of_count(zero, 72)))
///     .put(Marble::new(one, 2), Place::Safe(3))
///     .turn(one)
///     .start()?;
/// assert_eq!(game.board().safe(one), 1);
/// # Ok::<(), majlis_rules::jackaroo::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    marbles: u8,
    two_persons: bool,
    turn: Seat,
    places: Vec<(Marble, Place)>,
}

/// Why no match can begin from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A seat has three marbles or four, not this many.
    Marbles(u8),
    /// There is no such marble.
    NoMarble(Marble),
    /// There is no cell of that depth in a safe zone: 0 to 3.
    NoSafeCell(Marble, u8),
    /// Two marbles are in one place.
    Shared(Marble, Marble),
    /// A marble is in its safe zone, and a cell deeper in is free (jackaroo.27).
    NotDeepest(Marble),
    /// A side has all its marbles in: there is nothing left to play.
    Over,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Marbles(marbles) => write!(f, "a seat has 3 marbles or 4, not {marbles}"),
            Self::NoMarble(marble) => write!(f, "there is no marble {marble}: number them from 0 within each seat"),
            Self::NoSafeCell(marble, depth) => {
                write!(
                    f,
                    "marble {marble} cannot be at depth {depth} of its safe zone: say 0 to 3"
                )
            }
            Self::Shared(one, other) => write!(f, "marbles {one} and {other} are in one place: move one of them"),
            Self::NotDeepest(marble) => {
                write!(
                    f,
                    "marble {marble} is in its safe zone in front of a free cell: fill the zone from depth 3 on"
                )
            }
            Self::Over => write!(
                f,
                "a side has all its marbles in, so the match is over: leave one of them out"
            ),
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// All marbles at home, three or four a seat; seat 0 to move; four persons.
    #[must_use]
    pub const fn new(marbles: u8) -> Self {
        Self {
            marbles,
            two_persons: false,
            turn: FIRST,
            places: Vec::new(),
        }
    }

    /// Puts a marble somewhere. The last word about a marble counts.
    #[must_use]
    pub fn put(mut self, marble: Marble, place: Place) -> Self {
        self.places.retain(|(other, _)| *other != marble);
        self.places.push((marble, place));
        self
    }

    /// Puts a marble on the cell of the track that it counts as `count`, its base being 0; 76 to 79 are its safe zone.
    #[must_use]
    pub fn put_at_count(self, marble: Marble, count: u8) -> Self {
        let place = match count.checked_sub(super::track::CELLS) {
            None => Place::Track(Cell::of_count(marble.seat, count)),
            Some(depth) => Place::Safe(depth),
        };
        self.put(marble, place)
    }

    /// Says who moves first.
    #[must_use]
    pub const fn turn(mut self, seat: Seat) -> Self {
        self.turn = seat;
        self
    }

    /// Two persons, each with both seats of a side.
    #[must_use]
    pub const fn two_persons(mut self) -> Self {
        self.two_persons = true;
        self
    }

    /// The match that begins from the position.
    ///
    /// # Errors
    /// Where the position is impossible, or the match would be over already.
    pub fn start(&self) -> Result<Jackaroo, SetupError> {
        let board = self.board()?;
        if board.winners().is_some() {
            return Err(SetupError::Over);
        }
        Ok(Jackaroo::begin(board, self.turn, self.two_persons))
    }

    fn board(&self) -> Result<Board, SetupError> {
        if !matches!(self.marbles, 3 | 4) {
            return Err(SetupError::Marbles(self.marbles));
        }
        let mut board = Board::new(self.marbles);
        for &(marble, place) in &self.places {
            if board.place(marble).is_none() {
                return Err(SetupError::NoMarble(marble));
            }
            if let Place::Safe(depth) = place
                && depth >= SAFE_CELLS
            {
                return Err(SetupError::NoSafeCell(marble, depth));
            }
            let there = match place {
                Place::Home => None,
                Place::Track(cell) => board.at(cell),
                Place::Safe(_) => board
                    .of(marble.seat)
                    .find(|&(_, other)| other == place)
                    .map(|(other, _)| other),
            };
            if let Some(other) = there {
                return Err(SetupError::Shared(other, marble));
            }
            board.put(marble, place);
        }
        for seat in Seat::all(SEATS) {
            let free = board.free_safe_cells(seat);
            if let Some((marble, _)) = board
                .of(seat)
                .find(|&(_, place)| matches!(place, Place::Safe(depth) if depth < free))
            {
                return Err(SetupError::NotDeepest(marble));
            }
        }
        Ok(board)
    }
}
