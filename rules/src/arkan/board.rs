//! Squares, sets of squares, the two boards and the colours.

use core::fmt;

use crate::seat::Seat;

/// The side of the larger board, in squares.
pub const MAX_SIDE: u8 = 20;

const ROWS: usize = MAX_SIDE as usize;

/// A square: a column `a` to `t` from the left and a row 1 to 20 from the bottom. Ordered by row, then by column, as the
/// notation is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// a1.
    pub(super) const FIRST: Self = Self::at(0, 0);

    /// The square in `column` and `row`, both counted from 0; `None` from [`MAX_SIDE`] up.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Self { row, column })
        } else {
            None
        }
    }

    /// For constants of this module that are known to be inside.
    const fn at(column: u8, row: u8) -> Self {
        Self { row, column }
    }

    /// The column, 0 to 19 from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 to 19 from the bottom.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The square that lies `columns` to the right and `rows` above, or `None` where there is none.
    #[must_use]
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Self> {
        match (
            self.column.checked_add_signed(columns),
            self.row.checked_add_signed(rows),
        ) {
            (Some(column), Some(row)) => Self::new(column, row),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares: a word a row, a bit a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Squares([u32; ROWS]);

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self([0; ROWS]);

    /// The rows from the bottom up, bit `n` for column `n`.
    #[must_use]
    pub const fn rows(&self) -> &[u32; ROWS] {
        &self.0
    }

    /// Whether `square` is in the set.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        self.0
            .get(usize::from(square.row))
            .is_some_and(|row| row >> square.column & 1 != 0)
    }

    /// Adds `square`.
    pub fn insert(&mut self, square: Square) {
        if let Some(row) = self.0.get_mut(usize::from(square.row)) {
            *row |= 1 << square.column;
        }
    }

    /// How many squares are in the set.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// The squares in both sets.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| *row &= other);
        self
    }

    /// The squares in either set.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| *row |= other);
        self
    }

    /// The squares of this set that are not in `other`.
    #[must_use]
    pub fn minus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, other)| *row &= !other);
        self
    }

    /// The squares that share an edge with one of the set; squares of the set may be among them.
    #[must_use]
    pub fn beside(&self) -> Self {
        let (below, above) = self.moved_by_a_row();
        let mut beside = below.or(&above);
        beside
            .0
            .iter_mut()
            .zip(&self.0)
            .for_each(|(row, own)| *row |= own << 1 | own >> 1);
        beside.on_grid()
    }

    /// The squares that touch one of the set at a corner; squares of the set may be among them.
    #[must_use]
    pub fn diagonal(&self) -> Self {
        let (below, above) = self.moved_by_a_row();
        let mut diagonal = below.or(&above);
        diagonal.0.iter_mut().for_each(|row| *row = *row << 1 | *row >> 1);
        diagonal.on_grid()
    }

    /// The set moved down by a row, and up by a row.
    fn moved_by_a_row(&self) -> (Self, Self) {
        let mut below = Self::EMPTY;
        let mut above = Self::EMPTY;
        below
            .0
            .iter_mut()
            .zip(self.0.iter().skip(1))
            .for_each(|(to, &from)| *to = from);
        above
            .0
            .iter_mut()
            .skip(1)
            .zip(&self.0)
            .for_each(|(to, &from)| *to = from);
        (below, above)
    }

    fn on_grid(mut self) -> Self {
        self.0.iter_mut().for_each(|row| *row &= (1 << MAX_SIDE) - 1);
        self
    }

    /// The squares in order, by row and then by column.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        (0..MAX_SIDE).zip(self.0).flat_map(|(row, bits)| {
            (0..MAX_SIDE)
                .filter(move |column| bits >> column & 1 != 0)
                .map(move |column| Square { row, column })
        })
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// Which board is played on (arkan.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Board {
    /// 14 × 14, for two.
    Small,
    /// 20 × 20, for three or four.
    Large,
}

impl Board {
    /// The board for so many seats.
    #[must_use]
    pub const fn of(seats: u8) -> Self {
        if seats <= 2 { Self::Small } else { Self::Large }
    }

    /// How many squares a side has.
    #[must_use]
    pub const fn side(self) -> u8 {
        match self {
            Self::Small => 14,
            Self::Large => 20,
        }
    }

    /// Whether the board has this square.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.column < self.side() && square.row < self.side()
    }

    /// All squares of the board.
    #[must_use]
    pub const fn squares(self) -> &'static Squares {
        const SMALL: Squares = full(14);
        const LARGE: Squares = full(20);
        match self {
            Self::Small => &SMALL,
            Self::Large => &LARGE,
        }
    }

    /// A seat's start square (arkan.3, arkan.4); seats that the board does not have are given the last one's.
    #[must_use]
    pub const fn start(self, seat: Seat) -> Square {
        match (self, seat.number()) {
            (Self::Small, 0) => Square::at(4, 9),
            (Self::Small, _) => Square::at(9, 4),
            (Self::Large, 0) => Square::at(0, 19),
            (Self::Large, 1) => Square::at(19, 19),
            (Self::Large, 2) => Square::at(19, 0),
            (Self::Large, _) => Square::at(0, 0),
        }
    }
}

const fn full(side: usize) -> Squares {
    let mut squares = Squares::EMPTY;
    let mut row = 0;
    while row < side {
        squares.0[row] = (1 << side) - 1;
        row += 1;
    }
    squares
}

/// The colour of a seat's pieces (arkan.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Seat 0.
    Blue,
    /// Seat 1.
    Yellow,
    /// Seat 2.
    Red,
    /// Seat 3.
    Green,
}

impl Colour {
    /// The colour of a seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        match seat.number() {
            0 => Self::Blue,
            1 => Self::Yellow,
            2 => Self::Red,
            _ => Self::Green,
        }
    }

    /// `blue`, `yellow`, `red` or `green`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Red => "red",
            Self::Green => "green",
        }
    }
}
