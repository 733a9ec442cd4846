//! What happens in a match.

use super::notation::Placement;
use crate::game::GameEvent;
use crate::seat::Seat;

/// What happened, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat placed a piece.
    Placed {
        /// Who.
        seat: Seat,
        /// Which shape, how turned, and where.
        placement: Placement,
    },
    /// A seat has no placement left, or no piece: it will not place again (arkan.12). Told once a seat, right after the
    /// placement that brought it about.
    Stuck {
        /// Who.
        seat: Seat,
    },
    /// The turn passed over a seat that is stuck (arkan.12). Told each time.
    Skipped {
        /// Who.
        seat: Seat,
    },
    /// A seat left the table (arkan.19, arkan.20).
    Left {
        /// Who.
        seat: Seat,
    },
    /// The match is over (arkan.14, arkan.19, arkan.20).
    Over,
}

impl GameEvent for Event {}
