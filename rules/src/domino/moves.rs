//! Moves and their notation.

use core::fmt;

use crate::rule::NotAMove;
use crate::tiles::Tile;

/// One of the two open ends of the line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl End {
    /// Both ends, left first.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// `left` or `right`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A move of a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `open 6-6`: lays the first tile of a round.
    Open(Tile),
    /// `left 6-4`, `right 6-4`: joins a tile to an end of the line.
    Join(End, Tile),
    /// `draw`: takes the next tile of the boneyard.
    Draw,
    /// `knock`: passes.
    Knock,
}

impl Move {
    /// The tile that the move lays, if it lays one.
    #[must_use]
    pub const fn tile(self) -> Option<Tile> {
        match self {
            Self::Open(tile) | Self::Join(_, tile) => Some(tile),
            Self::Draw | Self::Knock => None,
        }
    }

    /// Reads the notation, and nothing but the notation.
    ///
    /// # Errors
    /// Where the text is not written so.
    pub fn parse(text: &str) -> Result<Self, NotAMove> {
        match text {
            "draw" => return Ok(Self::Draw),
            "knock" => return Ok(Self::Knock),
            _ => {}
        }
        let (word, tile) = text.split_once(' ').ok_or(NOTATION)?;
        let tile = tile.parse().map_err(|_| NOTATION)?;
        match word {
            "open" => Ok(Self::Open(tile)),
            "left" => Ok(Self::Join(End::Left, tile)),
            "right" => Ok(Self::Join(End::Right, tile)),
            _ => Err(NOTATION),
        }
    }
}

const NOTATION: NotAMove = NotAMove {
    message: std::borrow::Cow::Borrowed(
        "a domino move is open, left or right with a tile written greater end first, such as left 6-4, or draw, or knock",
    ),
};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(tile) => write!(f, "open {tile}"),
            Self::Join(end, tile) => write!(f, "{end} {tile}"),
            Self::Draw => f.write_str("draw"),
            Self::Knock => f.write_str("knock"),
        }
    }
}
