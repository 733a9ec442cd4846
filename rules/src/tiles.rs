//! Domino tiles of the double-six set.

use core::fmt;
use core::str::FromStr;

use crate::face::{Face, FaceSet};

/// A tile: two ends of 0 to 6 pips, the greater first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    high: u8,
    low: u8,
}

impl Tile {
    /// How many tiles the set has (domino.1).
    pub const COUNT: u8 = 28;

    /// The tile with these two ends, in either order; `None` above six pips.
    #[must_use]
    pub const fn new(a: u8, b: u8) -> Option<Self> {
        if a > 6 || b > 6 {
            return None;
        }
        Some(if a >= b {
            Self { high: a, low: b }
        } else {
            Self { high: b, low: a }
        })
    }

    /// All 28 tiles, `0-0`, `1-0`, `1-1`, … `6-6`: the canonical order of the faces.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..=6).flat_map(|high| (0..=high).map(move |low| Self { high, low }))
    }

    /// The greater end.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller end.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// The pips of both ends together, 0 to 12.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.high + self.low
    }

    /// Whether both ends are equal.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Whether one of the ends shows `pips`.
    #[must_use]
    pub const fn has(self, pips: u8) -> bool {
        self.high == pips || self.low == pips
    }

    /// The end that is left when the end with `pips` is joined; `None` where the tile has no such end.
    #[must_use]
    pub const fn other(self, pips: u8) -> Option<u8> {
        if self.high == pips {
            Some(self.low)
        } else if self.low == pips {
            Some(self.high)
        } else {
            None
        }
    }

    /// The tile's face in a pack of tiles.
    #[must_use]
    pub const fn face(self) -> Face {
        Face::from_low(self.high * (self.high + 1) / 2 + self.low)
    }

    /// The tile with this face.
    #[must_use]
    pub const fn from_face(face: Face) -> Option<Self> {
        let number = face.number();
        let mut high = 0;
        while high <= 6 {
            let first = high * (high + 1) / 2;
            if number >= first && number <= first + high {
                return Some(Self {
                    high,
                    low: number - first,
                });
            }
            high += 1;
        }
        None
    }

    /// The faces of all tiles that have an end with `pips`: seven, none above six pips.
    #[must_use]
    pub const fn faces_with(pips: u8) -> FaceSet {
        let mut faces = FaceSet::EMPTY;
        let mut other = 0;
        while other <= 6 {
            if let Some(tile) = Self::new(pips, other) {
                faces.insert(tile.face());
            }
            other += 1;
        }
        faces
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTile;

impl FromStr for Tile {
    type Err = NoTile;

    /// Reads `6-4`, the greater end first and nothing else.
    fn from_str(text: &str) -> Result<Self, NoTile> {
        match *text.as_bytes() {
            [high @ b'0'..=b'6', b'-', low @ b'0'..=b'6'] if high >= low => Ok(Self {
                high: high - b'0',
                low: low - b'0',
            }),
            _ => Err(NoTile),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domino_1_the_set_has_28_tiles_and_168_pips() {
        assert_eq!(Tile::all().count(), 28);
        assert_eq!(Tile::all().map(|tile| u32::from(tile.pips())).sum::<u32>(), 168);
        assert_eq!(Tile::all().filter(|tile| tile.pips() == 0).count(), 1);
        for (tile, number) in Tile::all().zip(0..) {
            assert_eq!(tile.face().number(), number);
            assert_eq!(Tile::from_face(tile.face()), Some(tile));
        }
        for text in ["4-6", "7-0", "6-", "6-4 ", "", "6–4", "06-4"] {
            assert!(text.parse::<Tile>().is_err(), "{text}");
        }
        assert_eq!(Tile::faces_with(5).len(), 7);
    }
}
