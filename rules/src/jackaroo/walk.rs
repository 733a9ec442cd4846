//! How far a marble can go: what it may pass, where it may land.

use std::borrow::Cow;

use super::board::Board;
use super::marble::{Marble, side};
use super::ranks;
use super::track::{CELLS, Cell, Cells, Place, SAFE_CELLS};
use crate::rule::{Illegal, Rule};
use crate::seat::Seat;

/// Why a marble cannot make its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// There is no such marble.
    NoMarble,
    /// It is at home.
    AtHome,
    /// It is in its safe zone.
    InSafeZone,
    /// It would go beyond the end of its safe zone.
    Overshoot,
    /// It would end on a taken cell of its safe zone.
    Taken,
    /// It would pass the marble on this cell, which cannot be passed.
    Passes(Cell),
    /// It would land on the marble on this cell, which cannot be captured.
    Captures(Cell),
}

/// The way of one marble: legal on the board on which it was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Walk {
    /// Where it starts.
    pub(super) from: Cell,
    /// By how many cells, back where negative.
    pub(super) by: i8,
    /// Where it ends.
    pub(super) to: Place,
    /// How many cells of the track lie between.
    passed: u8,
}

impl Walk {
    /// The cells of the track that are passed, in order.
    pub(super) fn passes(self) -> impl Iterator<Item = Cell> {
        (1..=self.passed).map(move |steps| {
            if self.by < 0 {
                self.from.back(steps)
            } else {
                self.from.forward(steps)
            }
        })
    }
}

/// A board with what is protected on it, worked out once: blocks and bases are judged on the whole board as it stands
/// before a part of a move, the marble that moves included (jackaroo.24).
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey<'a> {
    board: &'a Board,
    protected: Cells,
}

impl<'a> Survey<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        Self {
            board,
            protected: board.protected(),
        }
    }

    pub(super) const fn protected(&self) -> Cells {
        self.protected
    }

    /// Judges the way of a marble by some cells, back where negative; less than a lap.
    pub(super) fn walk(&self, marble: Marble, by: i8) -> Result<Walk, Obstacle> {
        let seat = marble.seat;
        let from = match self.board.place(marble) {
            Some(Place::Track(cell)) => cell,
            Some(Place::Home) => return Err(Obstacle::AtHome),
            Some(Place::Safe(_)) => return Err(Obstacle::InSafeZone),
            None => return Err(Obstacle::NoMarble),
        };
        let to = self.destination(seat, from, by)?;
        let passed = match to {
            Place::Track(_) => by.unsigned_abs().saturating_sub(1),
            // The last cell before the entrance is passed like any other (jackaroo.29).
            Place::Safe(_) | Place::Home => CELLS - 1 - from.count(seat),
        };
        if let Some(cell) = self.first_barrier(seat, from, by, passed) {
            return Err(Obstacle::Passes(cell));
        }
        if let Some(cell) = to.cell().filter(|&cell| self.protected.contains(cell)) {
            return Err(Obstacle::Captures(cell));
        }
        Ok(Walk { from, by, to, passed })
    }

    /// Where a marble of `seat` ends that goes `by` cells, whatever is in its way.
    fn destination(&self, seat: Seat, from: Cell, by: i8) -> Result<Place, Obstacle> {
        let steps = by.unsigned_abs();
        if by < 0 {
            return Ok(Place::Track(from.back(steps)));
        }
        let Some(depth) = (from.count(seat) + steps).checked_sub(CELLS) else {
            return Ok(Place::Track(from.forward(steps)));
        };
        let free = self.board.free_safe_cells(seat);
        if depth >= SAFE_CELLS {
            Err(Obstacle::Overshoot)
        } else if depth >= free {
            Err(Obstacle::Taken)
        } else {
            // It settles in the deepest free cell (jackaroo.27).
            Ok(Place::Safe(free - 1))
        }
    }

    /// The first marble among the next `passed` cells that a marble of `seat` cannot pass.
    fn first_barrier(&self, seat: Seat, from: Cell, by: i8, passed: u8) -> Option<Cell> {
        let barrier = self.protected.or(self.board.colour(seat));
        if by < 0 {
            // Seen from the last cell passed, the first one is the highest bit.
            let last = from.back(passed);
            let met = barrier.seen_from(last) & ((1 << passed) - 1);
            (met != 0).then(|| last.forward(met.ilog2() as u8))
        } else {
            let first = from.forward(1);
            let met = barrier.seen_from(first) & ((1 << passed) - 1);
            (met != 0).then(|| first.forward(met.trailing_zeros() as u8))
        }
    }

    /// The marble sent home by a marble of `seat` that comes out onto its base, if one stands there.
    pub(super) fn out(&self, seat: Seat) -> Result<Option<Marble>, Obstacle> {
        let base = Cell::base(seat);
        let Some(there) = self.board.at(base) else {
            return Ok(None);
        };
        // An opponent's goes home even from the front of a block; the partner's is protected there, the own always
        // (jackaroo.21).
        if side(seat).contains(there.seat) && self.protected.contains(base) {
            return Err(Obstacle::Captures(base));
        }
        Ok(Some(there))
    }

    /// Why the marble on a cell is protected: the rule, and the words for it.
    pub(super) fn protection(&self, cell: Cell) -> (Rule, &'static str) {
        if self.board.held_bases().contains(cell) {
            (ranks::OWN_BASE, "which stands on its own base")
        } else {
            (ranks::BLOCK, "which is the front of a block")
        }
    }

    /// The breach that an obstacle in the way of `marble` is.
    pub(super) fn breach(&self, marble: Marble, obstacle: Obstacle) -> Illegal {
        let name = |cell| self.board.at(cell).map_or_else(String::new, |there| there.to_string());
        let (rule, message): (Rule, Cow<'static, str>) = match obstacle {
            Obstacle::NoMarble => (
                ranks::MARBLES,
                format!(
                    "there is no marble {marble}: every seat has {}, numbered from 0",
                    self.board.marbles_a_seat()
                )
                .into(),
            ),
            Obstacle::AtHome => (
                ranks::OUT,
                format!("marble {marble} is at home, and only an ace or a king brings it out").into(),
            ),
            Obstacle::InSafeZone => (
                ranks::SAFE_ZONE,
                format!("marble {marble} is in its safe zone and stays there").into(),
            ),
            Obstacle::Overshoot => (
                ranks::ENTRANCE,
                format!("marble {marble} would overshoot its safe zone").into(),
            ),
            Obstacle::Taken => (
                ranks::ENTRANCE,
                format!("marble {marble} would end on a taken cell of its safe zone").into(),
            ),
            Obstacle::Passes(cell) if self.board.colour(marble.seat).contains(cell) => (
                ranks::OWN_COLOUR,
                format!("marble {marble} would jump over {}, one of its own colour", name(cell)).into(),
            ),
            Obstacle::Passes(cell) => {
                let (rule, why) = self.protection(cell);
                (rule, format!("marble {marble} would pass {}, {why}", name(cell)).into())
            }
            Obstacle::Captures(cell) => {
                let (rule, why) = self.protection(cell);
                (
                    rule,
                    format!("marble {marble} would land on {}, {why}", name(cell)).into(),
                )
            }
        };
        Illegal::new(rule, message)
    }
}
