//! Matches of Arkan as `.blksgf` files, the format of the program Pentobi and of those that read its games.
//!
//! What is written: one SGF tree without variations in UTF-8, a move a node, `B` and `W` for two seats (`GM[Blokus Duo]`), `1` to `4` for
//! three and four (`GM[Blokus]`), the squares of a move separated by commas, by row and then by column from a1 at the bottom left.
//! Who cannot place has no node. A leave, which the format does not know, is the property `LEAVE` in the node after which
//! it happens; other programs pass over it.
//!
//! What is read: the main line of the first tree, tolerantly in form ([`read`](fn@read) says how) and strictly in rules. Everything that
//! is written is read back equal.

mod read;
mod sgf;
mod write;

use majlis_rules::arkan::{Arkan, Placement, Setup, SetupError};
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Game as _, Variant as _};
use majlis_rules::rule::Illegal;
use majlis_rules::seat::Seat;
use majlis_rules::table::{Table, TableError};

pub use read::{Read, ReadError, Wrong, read, read_as_far, tame};
pub use write::write;

/// The ending of such files.
pub const EXTENSION: &str = "blksgf";

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// The most steps that are read. A match has at most a hundred; set-ups may follow each other without end, and each is a board to be kept.
pub const MAX_ACTS: usize = 4096;

/// Something that happens in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A seat places a piece.
    Place {
        /// Whose turn it is.
        seat: Seat,
        /// The piece.
        placement: Placement,
    },
    /// A seat's person leaves.
    Leave {
        /// Who.
        seat: Seat,
    },
    /// The board is set up by hand. Who has left stays away, whatever the set-up says.
    Position(Setup),
}

/// A match as such a file tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// How many seats, 2 to 4.
    pub seats: u8,
    /// The names, seat by seat; an empty one where none is known.
    pub names: Vec<String>,
    /// The id of the match, where it was one of this program.
    pub match_id: Option<String>,
    /// What happens, in order.
    pub acts: Vec<Act>,
}

/// Why something cannot happen on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// So many seats do not play this game.
    Seats(TableError),
    /// It breaks a rule.
    Illegal(Illegal),
    /// Such a position cannot be.
    Position(SetupError),
}

impl core::fmt::Display for Impossible {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Seats(error) => error.fmt(f),
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Impossible {}

impl Record {
    /// The board before the first act.
    ///
    /// # Errors
    /// Where so many seats do not play Arkan.
    pub fn start(&self) -> Result<Arkan, Impossible> {
        Arkan::new(&Table::new(self.seats)).map_err(Impossible::Seats)
    }

    /// The board before the first act and after each.
    ///
    /// # Errors
    /// The first act that cannot happen, by its place.
    pub fn states(&self) -> Result<Vec<Arkan>, (usize, Impossible)> {
        let mut state = self.start().map_err(|error| (0, error))?;
        let mut states = vec![state.clone()];
        for (at, act) in self.acts.iter().enumerate() {
            state = after(&state, act).map_err(|error| (at, error))?;
            states.push(state.clone());
        }
        Ok(states)
    }
}

/// The board after an act.
fn after(state: &Arkan, act: &Act) -> Result<Arkan, Impossible> {
    let mut next = state.clone();
    let mut events = Vec::new();
    match act {
        Act::Place { seat, placement } => next
            .play(*seat, &(*placement).into(), None, &Knowledge::new(), &mut events)
            .map_err(Impossible::Illegal)?,
        Act::Leave { seat } => next.leave(*seat, &mut events).map_err(Impossible::Illegal)?,
        Act::Position(setup) => {
            let left = majlis_rules::seat::SeatSet::all(state.seats()).minus(state.present());
            let setup = Setup { left, ..setup.clone() };
            next = setup.position().map_err(Impossible::Position)?;
        }
    }
    Ok(next)
}

/// The sign of a seat in the names of properties.
const fn sign(seats: u8, seat: Seat) -> &'static str {
    match (seats, seat.number()) {
        (2, 0) => "B",
        (2, _) => "W",
        (_, 0) => "1",
        (_, 1) => "2",
        (_, 2) => "3",
        _ => "4",
    }
}
