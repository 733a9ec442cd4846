//! The names of the marbles, and who plays with whom.

use core::fmt;

use crate::seat::{Seat, SeatSet};

/// How many seats the board has (jackaroo.1).
pub const SEATS: u8 = 4;

/// A marble by its name: the seat whose colour it has and its number there, for good.
///
/// A name that was read from a text may be of a marble that the game lacks (`0.3` where each seat has three).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marble {
    /// The seat whose marble it is.
    pub seat: Seat,
    /// Its number within the seat, from 0.
    pub number: u8,
}

impl Marble {
    /// The marble of `seat` with this number.
    #[must_use]
    pub const fn new(seat: Seat, number: u8) -> Self {
        Self { seat, number }
    }
}

impl fmt::Display for Marble {
    /// As the notation of `judge.md` writes it: `2.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.seat, self.number)
    }
}

impl fmt::Debug for Marble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The seat opposite, which is the partner's (jackaroo.5).
#[must_use]
pub const fn partner(seat: Seat) -> Seat {
    seat.after(2, SEATS)
}

/// The side of a seat: the seat itself and its partner (jackaroo.5).
#[must_use]
pub const fn side(seat: Seat) -> SeatSet {
    SeatSet::of(seat).with(partner(seat))
}

/// The side that plays against `seat` (jackaroo.5).
#[must_use]
pub const fn opponents(seat: Seat) -> SeatSet {
    side(seat.after(1, SEATS))
}
