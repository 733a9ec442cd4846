//! Finding, listing and counting the legal placements of a seat.
//!
//! A placement is legal when all its squares are *free* (on the board, empty, sharing no edge with the own colour) and one
//! of them is a *spring*: an open corner, or the start square before the first piece. Every placement lies within four
//! squares of a spring, so the search first cuts that [`Window`] out of the board. It then handles all anchors of the
//! window at once, a bit each: with the free squares and the springs moved by an orientation's offsets,
//!
//! ```text
//! legal anchors = AND over the squares of (free moved by its offset)
//!               & OR  over the squares of (springs moved by its offset)
//! ```
//!
//! The orientations are gone through as the tree of [`NODES`]: each costs one AND and one OR more than its parent, and a
//! branch ends where nothing fits any more or the hand has no shape further up. Rows are array places, so moving by rows
//! is reading from another place, and the loops over rows are what the compiler makes vector instructions of.

use core::ops::ControlFlow;

use super::board::{Board, MAX_SIDE, Square, Squares};
use super::notation::Placement;
use super::orientation::{NODES, Node, Offset, Orientation};
use super::shape::{MAX_SQUARES, Shape, ShapeSet};
use super::tally::{Tally, Word};

/// Where a seat may still place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    /// The squares that its pieces may cover.
    pub(super) free: Squares,
    /// Those of them of which a piece has to cover one at least.
    pub(super) springs: Squares,
}

impl Ground {
    /// For a seat whose pieces cover `own`, on a board of which `taken` is covered by anybody.
    pub(super) fn new(board: Board, start: Square, own: &Squares, taken: &Squares) -> Self {
        let free = board.squares().minus(taken).minus(&own.beside());
        let springs = if own.is_empty() {
            [start].into_iter().collect()
        } else {
            own.diagonal()
        };
        Self {
            free,
            springs: springs.and(&free),
        }
    }

    /// How many legal placements there are for the shapes of `hand`.
    pub(super) fn count(&self, hand: ShapeSet) -> u64 {
        struct Count;
        impl Job for Count {
            type Answer = u64;
            fn run<L: Lane, const N: usize, const M: usize>(
                self,
                window: &Window,
                ground: &Ground,
                hand: ShapeSet,
            ) -> u64 {
                let mut tally = Tally::<L, N>::new();
                let _ = Field::<L, N, M>::cut(window, ground).walk(hand, |_, anchors| {
                    tally.add(anchors);
                    ControlFlow::Continue(())
                });
                tally.total()
            }
        }
        self.run(hand, Count).unwrap_or(0)
    }

    /// Whether there is a legal placement for a shape of `hand`.
    pub(super) fn any(&self, hand: ShapeSet) -> bool {
        struct Any;
        impl Job for Any {
            type Answer = bool;
            fn run<L: Lane, const N: usize, const M: usize>(
                self,
                window: &Window,
                ground: &Ground,
                hand: ShapeSet,
            ) -> bool {
                Field::<L, N, M>::cut(window, ground)
                    .walk(hand, |_, anchors| {
                        if anchors.iter().all(|&row| row == L::NONE) {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    })
                    .is_break()
            }
        }
        // The single square fits on any spring.
        hand.contains(Shape::I1) && !self.springs.is_empty() || self.run(hand, Any).unwrap_or(false)
    }

    /// The squares that a placement can cover at most: those within four steps over free squares from a spring.
    pub(super) fn reach(&self) -> Squares {
        (1..MAX_SQUARES).fold(self.springs, |reach, _| reach.or(&reach.beside().and(&self.free)))
    }

    /// Hands every legal placement of a shape of `hand` to `each`, each once.
    pub(super) fn list(&self, hand: ShapeSet, each: impl FnMut(Placement)) {
        struct List<F>(F);
        impl<F: FnMut(Placement)> Job for List<F> {
            type Answer = ();
            fn run<L: Lane, const N: usize, const M: usize>(
                mut self,
                window: &Window,
                ground: &Ground,
                hand: ShapeSet,
            ) {
                let _ = Field::<L, N, M>::cut(window, ground).walk(hand, |node, anchors| {
                    for (row, &anchors) in (window.bottom..).zip(anchors) {
                        let mut bits: u32 = anchors.into();
                        while bits != 0 {
                            let column = window.left + bits.trailing_zeros() as u8;
                            bits &= bits - 1;
                            if let Some(placement) =
                                Square::new(column, row).map(|anchor| Placement::inside(Orientation::at(node), anchor))
                            {
                                (self.0)(placement);
                            }
                        }
                    }
                    ControlFlow::Continue(())
                });
            }
        }
        let _ = self.run(hand, List(each));
    }

    /// Does a job in the smallest field that holds the window; `None` where there is no spring or no shape.
    fn run<J: Job>(&self, hand: ShapeSet, job: J) -> Option<J::Answer> {
        if hand.is_empty() {
            return None;
        }
        let window = Window::around(&self.springs)?;
        Some(match (window.width, window.height) {
            (..=16, ..=8) => job.run::<u16, 8, 12>(&window, self, hand),
            (..=16, ..=16) => job.run::<u16, 16, 20>(&window, self, hand),
            (..=16, _) => job.run::<u16, 20, 24>(&window, self, hand),
            (_, ..=8) => job.run::<u32, 8, 12>(&window, self, hand),
            (_, ..=12) => job.run::<u32, 12, 16>(&window, self, hand),
            (_, ..=16) => job.run::<u32, 16, 20>(&window, self, hand),
            _ => job.run::<u32, 20, 24>(&window, self, hand),
        })
    }
}

/// Something to do in a field whose size is known only when the window is.
trait Job {
    type Answer;

    fn run<L: Lane, const N: usize, const M: usize>(
        self,
        window: &Window,
        ground: &Ground,
        hand: ShapeSet,
    ) -> Self::Answer;
}

/// The part of the board that a placement over some spring can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    left: u8,
    bottom: u8,
    width: u8,
    height: u8,
}

impl Window {
    /// Four squares around every spring, within 20 × 20; `None` where there is no spring.
    fn around(springs: &Squares) -> Option<Self> {
        const REACH: u8 = MAX_SQUARES as u8 - 1;
        let rows = springs.rows();
        let lowest = rows.iter().position(|&row| row != 0)? as u8;
        let highest = rows.iter().rposition(|&row| row != 0)? as u8;
        let columns = rows.iter().fold(0, |columns, row| columns | row);
        let leftmost = columns.trailing_zeros() as u8;
        let rightmost = columns.ilog2() as u8;
        let bottom = lowest.saturating_sub(REACH);
        let left = leftmost.saturating_sub(REACH);
        Some(Self {
            left,
            bottom,
            width: (rightmost + REACH + 1).min(MAX_SIDE) - left,
            height: (highest + REACH + 1).min(MAX_SIDE) - bottom,
        })
    }
}

/// A row of a window, a bit a column.
trait Lane: Word + Into<u32> {
    /// The low bits.
    fn from_row(row: u32) -> Self;
    /// The row moved so that bit `n` is what bit `n + columns` was; nothing comes in from outside. `columns` is -3 to 4.
    fn moved(self, columns: i8) -> Self;
}

macro_rules! lane {
    ($($int:ty)+) => {$(
        impl Lane for $int {
            fn from_row(row: u32) -> Self {
                row as Self
            }

            fn moved(self, columns: i8) -> Self {
                if columns >= 0 { self >> columns } else { self << -columns }
            }
        }
    )+};
}

lane!(u16 u32);

/// A window's squares, ready to be read at any offset: N rows of anchors, and M = N + 4 rows that their squares can be in.
struct Field<L, const N: usize, const M: usize> {
    /// The free squares, moved by each number of columns of [`Offset::COLUMNS`].
    free: [[L; M]; 8],
    /// The springs, likewise.
    springs: [[L; M]; 8],
}

impl<L: Lane, const N: usize, const M: usize> Field<L, N, M> {
    fn cut(window: &Window, ground: &Ground) -> Self {
        const { assert!(M >= N + MAX_SQUARES - 1) }
        let mut field = Self {
            free: [[L::NONE; M]; 8],
            springs: [[L::NONE; M]; 8],
        };
        for (moved, squares) in [(&mut field.free, &ground.free), (&mut field.springs, &ground.springs)] {
            let mut cut = [L::NONE; M];
            for (cut, row) in cut.iter_mut().zip(squares.rows().iter().skip(window.bottom.into())) {
                *cut = L::from_row(row >> window.left);
            }
            for (columns, moved) in Offset::COLUMNS.zip(moved) {
                for (moved, row) in moved.iter_mut().zip(cut) {
                    *moved = row.moved(columns);
                }
            }
        }
        field
    }

    /// The free squares and the springs, moved by the offset of the square that `node` adds. There always are some.
    fn at(&self, node: &Node) -> Option<(&[L; N], &[L; N])> {
        let (column, row) = (usize::from(node.column) % 8, usize::from(node.row));
        let free = self.free[column].get(row..)?.first_chunk()?;
        let springs = self.springs[column].get(row..)?.first_chunk()?;
        Some((free, springs))
    }

    /// Goes through all orientations of the hand's shapes and hands `visit` the node's place in [`NODES`] and the legal
    /// anchors; there may be none.
    fn walk(&self, hand: ShapeSet, mut visit: impl FnMut(usize, &[L; N]) -> ControlFlow<()>) -> ControlFlow<()> {
        // By number of squares, 0 to 4: the anchors at which the node and its parents fit, and at which they meet a spring.
        let mut fits = [[L::ALL; N]; 8];
        let mut meets = [[L::NONE; N]; 8];
        let mut at = 0;
        while let Some(node) = NODES.get(at) {
            let end = usize::from(node.end);
            let depth = usize::from(node.size);
            if hand.and(node.below).is_empty() {
                at = end;
                continue;
            }
            let Some((free, springs)) = self.at(node) else {
                break;
            };
            let fit = and(&fits[(depth + 7) % 8], free);
            if fit.iter().fold(L::NONE, |any, &row| any | row) == L::NONE {
                at = end;
                continue;
            }
            let meet = or(&meets[(depth + 7) % 8], springs);
            if !hand.and(node.own).is_empty() {
                visit(at, &and(&fit, &meet))?;
            }
            at += 1;
            if depth < MAX_SQUARES - 1 {
                fits[depth % 8] = fit;
                meets[depth % 8] = meet;
                continue;
            }
            // What is below a node of four squares are leaves.
            for leaf in NODES.get(at..end).unwrap_or_default() {
                if !hand.and(leaf.own).is_empty()
                    && let Some((free, springs)) = self.at(leaf)
                {
                    visit(at, &and(&and(&fit, free), &or(&meet, springs)))?;
                }
                at += 1;
            }
        }
        ControlFlow::Continue(())
    }
}

fn and<L: Lane, const N: usize>(a: &[L; N], b: &[L; N]) -> [L; N] {
    let mut both = *a;
    both.iter_mut().zip(b).for_each(|(both, &b)| *both &= b);
    both
}

fn or<L: Lane, const N: usize>(a: &[L; N], b: &[L; N]) -> [L; N] {
    let mut either = *a;
    either.iter_mut().zip(b).for_each(|(either, &b)| *either |= b);
    either
}
