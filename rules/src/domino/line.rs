//! The line of tiles on the table.

use core::fmt;

use super::moves::End;
use crate::face::FaceSet;
use crate::tiles::Tile;

const TILES: usize = Tile::COUNT as usize;

/// The pips that the two open ends show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ends {
    /// The left end's pips, 0 to 6.
    pub left: u8,
    /// The right end's pips, 0 to 6.
    pub right: u8,
}

impl Ends {
    /// The pips at `end`.
    #[must_use]
    pub const fn at(self, end: End) -> u8 {
        match end {
            End::Left => self.left,
            End::Right => self.right,
        }
    }

    /// The faces of the tiles that fit one of the ends.
    #[must_use]
    pub const fn fitting(self) -> FaceSet {
        Tile::faces_with(self.left).or(Tile::faces_with(self.right))
    }
}

/// A tile as it lies in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The tile.
    pub tile: Tile,
    /// Its place in the round's pack.
    pub place: u8,
    /// Whether its smaller end points to the left.
    pub flipped: bool,
}

impl Laid {
    /// The pips of its left half.
    #[must_use]
    pub const fn left(self) -> u8 {
        if self.flipped {
            self.tile.low()
        } else {
            self.tile.high()
        }
    }

    /// The pips of its right half.
    #[must_use]
    pub const fn right(self) -> u8 {
        if self.flipped {
            self.tile.high()
        } else {
            self.tile.low()
        }
    }

    /// Whether it lies across the line: every double does, and nothing else (domino.9).
    #[must_use]
    pub const fn lies_across(self) -> bool {
        self.tile.is_double()
    }
}

/// The tiles on the table, in the order from the left end to the right one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// A ring: the leftmost tile is in slot `28 - lefts`, round the end of the table. Slots never used are `None`, so
    /// that equal lines are equal in memory.
    slots: [Option<Laid>; TILES],
    len: u8,
    /// How many tiles lie to the left of the opening tile.
    lefts: u8,
    ends: Option<Ends>,
    faces: FaceSet,
}

impl Line {
    /// No tile yet.
    pub(super) const EMPTY: Self = Self {
        slots: [None; TILES],
        len: 0,
        lefts: 0,
        ends: None,
        faces: FaceSet::EMPTY,
    };

    /// How many tiles lie in it, 0 to 28.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether the table is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The open ends; `None` on an empty table (domino.8).
    #[must_use]
    pub const fn ends(&self) -> Option<Ends> {
        self.ends
    }

    /// Which tile from the left, counted from 0, opened the round; `None` on an empty table.
    #[must_use]
    pub const fn opening(&self) -> Option<u8> {
        if self.is_empty() { None } else { Some(self.lefts) }
    }

    /// The faces that lie in it.
    #[must_use]
    pub const fn faces(&self) -> FaceSet {
        self.faces
    }

    /// Tile number `at` from the left, counted from 0.
    #[must_use]
    pub fn get(&self, at: u8) -> Option<Laid> {
        if at >= self.len {
            return None;
        }
        self.slots.get(self.slot(at)).copied().flatten()
    }

    /// The tiles from left to right.
    pub fn iter(&self) -> impl Iterator<Item = Laid> + '_ {
        (0..self.len).filter_map(|at| self.get(at))
    }

    const fn slot(&self, at: u8) -> usize {
        (TILES - self.lefts as usize + at as usize) % TILES
    }

    /// Lays the first tile, its greater end to the left. Does nothing on a table that is not empty.
    pub(super) fn open(&mut self, tile: Tile, place: u8) {
        if self.is_empty() {
            self.put(self.slot(0), tile, place, false);
            self.ends = Some(Ends {
                left: tile.high(),
                right: tile.low(),
            });
        }
    }

    /// Joins a tile to an end. Does nothing where it does not fit.
    pub(super) fn join(&mut self, end: End, tile: Tile, place: u8) {
        let Some(mut ends) = self.ends else { return };
        let Some(free) = tile.other(ends.at(end)) else { return };
        if usize::from(self.len) >= TILES || self.faces.contains(tile.face()) {
            return;
        }
        match end {
            End::Left => {
                self.lefts += 1;
                self.put(self.slot(0), tile, place, free != tile.high());
                ends.left = free;
            }
            End::Right => {
                self.put(self.slot(self.len), tile, place, free == tile.high());
                ends.right = free;
            }
        }
        self.ends = Some(ends);
    }

    fn put(&mut self, slot: usize, tile: Tile, place: u8, flipped: bool) {
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = Some(Laid {
                tile,
                place,
                // A double has no smaller end: it is never flipped.
                flipped: flipped && !tile.is_double(),
            });
            self.len += 1;
            self.faces.insert(tile.face());
        }
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Line {
    /// `[4|6][6|6][6|2]`, from the left end to the right one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|laid| write!(f, "[{}|{}]", laid.left(), laid.right()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    #[test]
    fn domino_8_the_other_half_becomes_the_new_end() {
        let mut line = Line::EMPTY;
        assert_eq!((line.ends(), line.opening()), (None, None));
        line.open(tile("6-2"), 0);
        line.join(End::Left, tile("6-4"), 1);
        line.join(End::Right, tile("5-2"), 2);
        line.join(End::Left, tile("4-4"), 3);
        assert_eq!(line.to_string(), "[4|4][4|6][6|2][2|5]");
        assert_eq!(line.ends(), Some(Ends { left: 4, right: 5 }));
        assert_eq!((line.len(), line.opening()), (4, Some(2)));
        let before = line;
        line.join(End::Left, tile("3-2"), 4);
        line.join(End::Left, tile("4-4"), 4);
        line.open(tile("0-0"), 4);
        assert_eq!(line, before, "what does not fit is not laid");
    }

    #[test]
    fn a_line_of_28_tiles_closes_on_itself_in_the_ring() {
        // An Eulerian walk through all 28 tiles.
        let walk = "0-0 0-1 1-1 1-2 2-2 2-3 3-3 3-4 4-4 4-5 5-5 5-6 6-6 6-0 0-2 2-4 4-6 6-1 1-3 3-5 5-0 0-3 3-6 6-2 2-5 5-1 1-4 4-0";
        for end in End::ALL {
            let mut line = Line::EMPTY;
            for (text, place) in walk.split(' ').zip(0..) {
                let [a, _, b] = *text.as_bytes() else { panic!("{text}") };
                let tile = Tile::new(a - b'0', b - b'0').unwrap();
                if place == 0 {
                    line.open(tile, place);
                } else {
                    line.join(end, tile, place);
                }
            }
            assert_eq!(line.len(), 28);
            assert_eq!(line.faces().len(), 28);
            assert_eq!(line.ends(), Some(Ends { left: 0, right: 0 }));
            let laid: Vec<Laid> = line.iter().collect();
            assert!(laid.windows(2).all(|pair| pair[0].right() == pair[1].left()), "{line}");
            assert_eq!(laid.iter().filter(|laid| laid.lies_across()).count(), 7);
            assert!(laid.iter().all(|laid| !(laid.lies_across() && laid.flipped)));
        }
    }

    #[test]
    fn fitting_faces_are_those_with_an_end_of_either_number() {
        for left in 0..=6 {
            for right in 0..=6 {
                let naive: FaceSet = Tile::all()
                    .filter(|tile| tile.has(left) || tile.has(right))
                    .map(Tile::face)
                    .collect();
                assert_eq!(Ends { left, right }.fitting(), naive);
            }
        }
    }
}
