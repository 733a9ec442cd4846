//! Positions made by hand, for tests and for pictures of positions.

use core::fmt;

use super::board::Square;
use super::notation::Placement;
use super::shape::Shape;
use super::state::Arkan;
use crate::game::Variant;
use crate::rule::Illegal;
use crate::seat::{Seat, SeatSet};
use crate::table::{Table, TableError};

/// A position as somebody describes it; [`Setup::position`] makes a state of it, or says what is wrong with it.
///
/// The pieces of each seat have to be placed by the rules, in their order. How the seats took turns is not asked, so a seat
/// may have placed many pieces more than another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What each seat has placed, in order; a list a seat, 2 to 4 of them.
    pub placed: Vec<Vec<Placement>>,
    /// Who has left.
    pub left: SeatSet,
    /// Whose turn it is, or the next one's after it who can place.
    pub turn: Seat,
}

/// Why a described position cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// So many seats do not play this game.
    Table(TableError),
    /// A seat is named that there is not.
    NoSuchSeat(Seat),
    /// At least one seat has to be at the table.
    NobodyPresent,
    /// Two pieces cover the same square.
    Overlap(Square),
    /// A piece breaks a rule.
    Illegal {
        /// Whose piece.
        seat: Seat,
        /// Which shape.
        shape: Shape,
        /// What it breaks.
        illegal: Illegal,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::NoSuchSeat(seat) => write!(f, "the position has no seat {seat}"),
            Self::NobodyPresent => f.write_str("somebody has to be at the table"),
            Self::Overlap(square) => write!(f, "two pieces cover {square}"),
            Self::Illegal { seat, shape, illegal } => {
                write!(f, "the {shape} of seat {seat} cannot lie there: {illegal}")
            }
        }
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The position described.
    ///
    /// # Errors
    /// Where there cannot be such a position.
    pub fn position(&self) -> Result<Arkan, SetupError> {
        let seats = u8::try_from(self.placed.len()).unwrap_or(u8::MAX);
        let mut state = Arkan::new(&Table::new(seats)).map_err(SetupError::Table)?;
        let all = SeatSet::all(seats);
        if let Some(seat) = self.left.with(self.turn).minus(all).iter().next() {
            return Err(SetupError::NoSuchSeat(seat));
        }
        if all.minus(self.left).is_empty() {
            return Err(SetupError::NobodyPresent);
        }
        for (seat, placed) in Seat::all(seats).zip(&self.placed) {
            for &placement in placed {
                if let Some(square) = placement.to_set().and(&state.taken()).iter().next() {
                    return Err(SetupError::Overlap(square));
                }
                state
                    .check_placement(seat, placement)
                    .map_err(|illegal| SetupError::Illegal {
                        seat,
                        shape: placement.shape(),
                        illegal,
                    })?;
                state.put(seat, placement);
            }
        }
        self.left.iter().for_each(|seat| state.remove(seat));
        let mut events = Vec::new();
        state.find_stuck(&mut events);
        state.pass_on(self.turn.after(seats - 1, seats), &mut events);
        Ok(state)
    }
}
