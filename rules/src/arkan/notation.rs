//! Placements and moves, and how `judge.md` writes them: the covered squares in order, separated by commas.

use core::fmt;

use super::board::{Square, Squares};
use super::orientation::{Form, Orientation};
use super::shape::Shape;
use crate::rule::NotAMove;

/// A shape, turned in some way, on some squares. The squares are within the columns `a` to `t` and the rows 1 to 20;
/// whether they are on the board in play is another question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    anchor: Square,
    orientation: Orientation,
}

impl Placement {
    /// Fills what is not used yet in lists of placements.
    pub(super) const FILLER: Self = Self::inside(Orientation::at(0), Square::FIRST);

    /// `orientation` with its anchor, the first of its squares, on `anchor`; `None` where it would not fit into 20 × 20.
    #[must_use]
    pub fn new(orientation: Orientation, anchor: Square) -> Option<Self> {
        orientation
            .offsets()
            .iter()
            .all(|at| anchor.offset(at.columns, at.rows).is_some())
            .then_some(Self { anchor, orientation })
    }

    /// The same where it is known to fit.
    pub(super) const fn inside(orientation: Orientation, anchor: Square) -> Self {
        Self { anchor, orientation }
    }

    /// The placement that covers these squares, given in order and without doubles, if they are a shape.
    #[must_use]
    pub fn covering(squares: &[Square]) -> Option<Self> {
        let (&anchor, others) = squares.split_first()?;
        let mut form = Form::ANCHOR;
        for square in others {
            let columns = square.column().cast_signed() - anchor.column().cast_signed();
            form = form.with(columns, square.row().checked_sub(anchor.row())?.cast_signed())?;
        }
        let orientation = Orientation::of(form)?;
        (orientation.offsets().len() == squares.len()).then_some(Self { anchor, orientation })
    }

    /// Which shape it is.
    #[must_use]
    pub fn shape(self) -> Shape {
        self.orientation.shape()
    }

    /// How it is turned.
    #[must_use]
    pub const fn orientation(self) -> Orientation {
        self.orientation
    }

    /// Its first square: of the lowest row the leftmost.
    #[must_use]
    pub const fn anchor(self) -> Square {
        self.anchor
    }

    /// The squares that it covers, in order.
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        self.orientation
            .offsets()
            .iter()
            .filter_map(move |at| self.anchor.offset(at.columns, at.rows))
    }

    /// The squares that it covers, as a set.
    #[must_use]
    pub fn to_set(self) -> Squares {
        self.squares().collect()
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_squares(f, self.squares())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.shape())
    }
}

/// Squares that are no shape: too many, or not connected. Such a move can be written, but is never legal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scatter(Box<[Square]>);

impl Scatter {
    /// The squares in order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.0
    }
}

impl fmt::Debug for Scatter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_squares(f, self.0.iter().copied())
    }
}

/// A move: squares to cover.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The squares are a shape.
    Placement(Placement),
    /// They are not.
    Scatter(Scatter),
}

impl Move {
    /// Reads squares in order, separated by commas.
    ///
    /// # Errors
    /// Where the text is anything else, or a square is not between `a1` and `t20`.
    pub fn parse(text: &str) -> Result<Self, NotAMove> {
        let mut squares = Vec::with_capacity(super::MAX_SQUARES);
        for part in text.split(',') {
            let square = parse_square(part).ok_or_else(|| {
                NotAMove::new(
                    "a square is a column a to t and a row 1 to 20, as in e10, and squares are separated by commas",
                )
            })?;
            if squares.last().is_some_and(|&last| last >= square) {
                return Err(NotAMove::new(
                    "the squares come by row from 1 up, then by column, each once: e9,d10,e10",
                ));
            }
            squares.push(square);
        }
        Ok(Placement::covering(&squares).map_or_else(|| Self::Scatter(Scatter(squares.into())), Self::Placement))
    }
}

impl From<Placement> for Move {
    fn from(placement: Placement) -> Self {
        Self::Placement(placement)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placement(placement) => write_squares(f, placement.squares()),
            Self::Scatter(scatter) => write_squares(f, scatter.0.iter().copied()),
        }
    }
}

fn write_squares(f: &mut fmt::Formatter<'_>, squares: impl Iterator<Item = Square>) -> fmt::Result {
    for (i, square) in squares.enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        fmt::Display::fmt(&square, f)?;
    }
    Ok(())
}

fn parse_square(text: &str) -> Option<Square> {
    let (&column, row) = text.as_bytes().split_first()?;
    let row = match *row {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'2', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
        _ => return None,
    };
    Square::new(column.checked_sub(b'a')?, row - 1)
}
