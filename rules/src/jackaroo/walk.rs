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
}

impl Walk {
    /// The cells of the track that are passed, in order: without the first one and without the last of the way.
    pub(super) fn passes(self, seat: Seat) -> impl Iterator<Item = Cell> {
        let last = match self.to {
            Place::Track(_) => self.by.unsigned_abs().saturating_sub(1),
            _ => CELLS - 1 - self.from.count(seat),
        };
        (1..=last).map(move |steps| {
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

    /// Judges the way of a marble by some cells, back where negative; at most a lap.
    pub(super) fn walk(&self, marble: Marble, by: i8) -> Result<Walk, Obstacle> {
        let seat = marble.seat;
        let from = match self.board.place(marble) {
            Some(Place::Track(cell)) => cell,
            Some(Place::Home) => return Err(Obstacle::AtHome),
            Some(Place::Safe(_)) => return Err(Obstacle::InSafeZone),
            None => return Err(Obstacle::NoMarble),
        };
        let steps = by.unsigned_abs();
        let barrier = self.protected.or(self.board.colour(seat));
        if by < 0 {
            // Seen from where it lands: bit 0 is the landing, bit `steps` the marble itself.
            let landing = from.back(steps);
            let passed = barrier.seen_from(landing) & between(0, steps);
            if passed != 0 {
                return Err(Obstacle::Passes(landing.forward(127 - passed.leading_zeros() as u8)));
            }
            return self.land(from, by, landing);
        }
        let ahead = barrier.seen_from(from);
        let count = from.count(seat) + steps;
        if count < CELLS {
            let passed = ahead & between(0, steps);
            if passed != 0 {
                return Err(Obstacle::Passes(from.forward(passed.trailing_zeros() as u8)));
            }
            return self.land(from, by, from.forward(steps));
        }
        if count >= CELLS + SAFE_CELLS {
            return Err(Obstacle::Overshoot);
        }
        let free = self.board.free_safe_cells(seat);
        if count - CELLS >= free {
            return Err(Obstacle::Taken);
        }
        let passed = ahead & between(0, CELLS - from.count(seat));
        if passed != 0 {
            return Err(Obstacle::Passes(from.forward(passed.trailing_zeros() as u8)));
        }
        Ok(Walk {
            from,
            by,
            to: Place::Safe(free - 1),
        })
    }

    fn land(&self, from: Cell, by: i8, landing: Cell) -> Result<Walk, Obstacle> {
        if self.protected.contains(landing) {
            return Err(Obstacle::Captures(landing));
        }
        Ok(Walk {
            from,
            by,
            to: Place::Track(landing),
        })
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

/// The bits from `low` + 1 to `high` - 1, both ends below 128.
const fn between(low: u8, high: u8) -> u128 {
    ((1 << high) - 1) & !((2 << low) - 1)
}
