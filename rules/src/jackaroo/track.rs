//! The track: its cells, sets of them, and the places where a marble can be.

use core::fmt;

use crate::seat::Seat;

/// How many cells the track has (jackaroo.1).
pub const CELLS: u8 = 76;

/// How many cells lie before each seat (jackaroo.1).
pub const QUARTER: u8 = 19;

/// How many cells a safe zone has (jackaroo.3).
pub const SAFE_CELLS: u8 = 4;

/// A cell of the track, 0 to 75. Marbles move towards greater numbers; 0 follows 75 (jackaroo.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Cell `number`, or `None` from [`CELLS`] up.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < CELLS { Some(Self(number)) } else { None }
    }

    /// The cell's number, 0 to 75.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The base of a seat: cell 19 times its number (jackaroo.1).
    #[must_use]
    pub const fn base(seat: Seat) -> Self {
        Self(seat.number() * QUARTER)
    }

    /// The cell that a marble of `seat` counts as `count`, its base being 0 (jackaroo.2).
    #[must_use]
    pub const fn of_count(seat: Seat, count: u8) -> Self {
        Self::base(seat).forward(count)
    }

    /// What a marble of `seat` counts this cell as: 0 on its base, 75 just before it (jackaroo.2).
    #[must_use]
    pub const fn count(self, seat: Seat) -> u8 {
        (self.0 + CELLS - Self::base(seat).0) % CELLS
    }

    /// The cell `steps` further on.
    #[must_use]
    pub const fn forward(self, steps: u8) -> Self {
        Self((self.0 + steps % CELLS) % CELLS)
    }

    /// The cell `steps` further back.
    #[must_use]
    pub const fn back(self, steps: u8) -> Self {
        Self((self.0 + CELLS - steps % CELLS) % CELLS)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

/// A set of cells of the track, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    const ALL: u128 = (1 << CELLS) - 1;

    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// The set of `cell` alone.
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// The set with `cell` too.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    /// The set without `cell`.
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.0))
    }

    /// The cells that are in one of the sets or in both.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cells that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many cells are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells of the set just before which, in the direction of travel, lies another of the set: where the set is
    /// the occupied cells, the fronts of all blocks (jackaroo.20).
    #[must_use]
    pub const fn fronts(self) -> Self {
        Self(self.0 & (self.0 << 1 | self.0 >> (CELLS - 1)) & Self::ALL)
    }

    /// The set as bits with `cell` as bit 0, the cell after it as bit 1, and so on round the track.
    #[must_use]
    pub const fn seen_from(self, cell: Cell) -> u128 {
        // Two shifts, both below 128: the cells from `cell` on come down, those before it go up behind them.
        (self.0 >> cell.0 | self.0 << (CELLS - cell.0)) & Self::ALL
    }

    /// The cells in order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Cell> + Clone {
        (0..CELLS).map(Cell).filter(move |&cell| self.contains(cell))
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Cell::number)).finish()
    }
}

/// Where a marble is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// At home, off the track.
    Home,
    /// On a cell of the track.
    Track(Cell),
    /// In its safe zone: the cell's depth, 0 at the entrance to 3 at the end (counts 76 to 79, jackaroo.3).
    Safe(u8),
}

impl Place {
    /// The cell of the track where it is, if it is one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Track(cell) => Some(cell),
            Self::Home | Self::Safe(_) => None,
        }
    }

    /// Whether it is a cell of a safe zone.
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::Safe(_))
    }

    /// What a marble of `seat` counts this place as: 0 to 75 on the track, 76 to 79 in the safe zone, nothing at home.
    #[must_use]
    pub const fn count(self, seat: Seat) -> Option<u8> {
        match self {
            Self::Home => None,
            Self::Track(cell) => Some(cell.count(seat)),
            Self::Safe(depth) => Some(CELLS.saturating_add(depth)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_from_a_cell_goes_round_the_track() {
        for from in (0..CELLS).map(Cell) {
            for to in (0..CELLS).map(Cell) {
                let steps = Cells::of(to).seen_from(from).trailing_zeros() as u8;
                assert_eq!(from.forward(steps), to);
                assert_eq!(to.back(steps), from);
            }
        }
    }

    #[test]
    fn a_row_of_three_has_two_fronts_and_75_comes_before_0() {
        let cells = |numbers: &[u8]| -> Cells { numbers.iter().map(|&number| Cell::new(number).unwrap()).collect() };
        assert_eq!(cells(&[10, 11, 12, 20]).fronts(), cells(&[11, 12]));
        assert_eq!(cells(&[75, 0, 2]).fronts(), cells(&[0]));
        assert_eq!(cells(&[74, 75]).fronts(), cells(&[75]));
    }
}
