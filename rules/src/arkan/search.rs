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

use core::array;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, ControlFlow};

use super::board::{Board, MAX_SIDE, Square, Squares};
use super::notation::Placement;
use super::orientation::{NODES, Node, Orientation};
use super::shape::{MAX_SQUARES, ShapeSet};

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
    pub(super) fn count(&self, hand: ShapeSet) -> usize {
        struct Count;
        impl Job for Count {
            type Answer = usize;
            fn run<L: Lane, const N: usize, const M: usize>(
                self,
                window: &Window,
                ground: &Ground,
                hand: ShapeSet,
            ) -> usize {
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
        self.run(hand, Any).unwrap_or(false)
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
trait Lane:
    Copy
    + Eq
    + Into<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    const NONE: Self;
    const ALL: Self;

    /// The low bits.
    fn from_row(row: u32) -> Self;
    /// The row moved so that bit `n` is what bit `n + columns` was; nothing comes in from outside. `columns` is -3 to 4.
    fn moved(self, columns: i8) -> Self;
    /// How many bits are set.
    fn ones(self) -> u32;
}

macro_rules! lane {
    ($($int:ty)+) => {$(
        impl Lane for $int {
            const NONE: Self = 0;
            const ALL: Self = Self::MAX;

            fn from_row(row: u32) -> Self {
                row as Self
            }

            fn moved(self, columns: i8) -> Self {
                if columns >= 0 { self >> columns } else { self << -columns }
            }

            fn ones(self) -> u32 {
                self.count_ones()
            }
        }
    )+};
}

lane!(u16 u32);

/// The least and the greatest number of columns by which an orientation's square lies beside its anchor.
const COLUMNS: core::ops::RangeInclusive<i8> = -3..=4;

/// A window's squares, ready to be read at any offset: N rows of anchors, and M = N + 4 rows that their squares can be in.
struct Field<L, const N: usize, const M: usize> {
    /// The free squares, moved by -3 to 4 columns.
    free: [[L; M]; 8],
    /// The springs, likewise.
    springs: [[L; M]; 8],
}

impl<L: Lane, const N: usize, const M: usize> Field<L, N, M> {
    fn cut(window: &Window, ground: &Ground) -> Self {
        let rows = |squares: &Squares| {
            let mut cut = [L::NONE; M];
            cut.iter_mut()
                .zip(squares.rows().iter().skip(window.bottom.into()))
                .for_each(|(cut, row)| *cut = L::from_row(row >> window.left));
            array::from_fn(|i| cut.map(|row| row.moved(COLUMNS.start() + i as i8)))
        };
        Self {
            free: rows(&ground.free),
            springs: rows(&ground.springs),
        }
    }

    /// Goes through all orientations of the hand's shapes and hands `visit` the node's place in [`NODES`] and the legal
    /// anchors; there may be none.
    fn walk(&self, hand: ShapeSet, mut visit: impl FnMut(usize, &[L; N]) -> ControlFlow<()>) -> ControlFlow<()> {
        // By number of squares, 0 to 5: the anchors at which the node and its parents fit, and at which they meet a spring.
        let mut fits = [[L::ALL; N]; 8];
        let mut meets = [[L::NONE; N]; 8];
        let mut at = 0;
        while let Some(node) = NODES.get(at) {
            let wanted = !hand.and(node.below).is_empty();
            let Some((free, springs)) = self.at(node).filter(|_| wanted) else {
                at = node.end.into();
                continue;
            };
            let depth = usize::from(node.size);
            let mut fit = fits[(depth + 7) % 8];
            fit.iter_mut().zip(free).for_each(|(fit, &free)| *fit &= free);
            if fit.iter().fold(L::NONE, |any, &row| any | row) == L::NONE {
                at = node.end.into();
                continue;
            }
            fits[depth % 8] = fit;
            let mut meet = meets[(depth + 7) % 8];
            meet.iter_mut().zip(springs).for_each(|(meet, &spring)| *meet |= spring);
            meets[depth % 8] = meet;
            if hand.contains(node.shape) {
                fit.iter_mut().zip(&meet).for_each(|(fit, &meet)| *fit &= meet);
                visit(at, &fit)?;
            }
            at += 1;
        }
        ControlFlow::Continue(())
    }

    /// The free squares and the springs, moved by the offset of the square that `node` adds. There always are some: offsets
    /// are -3 to 4 columns and 0 to 4 rows.
    fn at(&self, node: &Node) -> Option<(&[L; N], &[L; N])> {
        const { assert!(M >= N + MAX_SQUARES - 1) }
        let column = usize::try_from(node.added.columns - COLUMNS.start()).ok()?;
        let row = usize::try_from(node.added.rows).ok()?;
        let free = self.free.get(column)?.get(row..)?.first_chunk()?;
        let springs = self.springs.get(column)?.get(row..)?.first_chunk()?;
        Some((free, springs))
    }
}

/// Adds up the bits of many rows: eight at a time go into counters that stand upright, a bit of the count in each word
/// (carry-save adders in the manner of Harley and Seal; see Warren, *Hacker's Delight*, 2nd edition, 5-1), so that just one
/// word in eight has its bits counted.
struct Tally<L, const N: usize> {
    waiting: [[L; N]; 8],
    waits: usize,
    ones: [L; N],
    twos: [L; N],
    fours: [L; N],
    eights: u32,
}

impl<L: Lane, const N: usize> Tally<L, N> {
    fn new() -> Self {
        let none = [L::NONE; N];
        Self {
            waiting: [none; 8],
            waits: 0,
            ones: none,
            twos: none,
            fours: none,
            eights: 0,
        }
    }

    fn add(&mut self, rows: &[L; N]) {
        self.waiting[self.waits % 8] = *rows;
        self.waits += 1;
        if self.waits == 8 {
            self.carry();
        }
    }

    fn carry(&mut self) {
        let Self {
            waiting,
            ones,
            twos,
            fours,
            ..
        } = self;
        let [a, b, c, d, e, f, g, h] = waiting;
        // The compiler sees that no index here can be out of range, and takes many rows at a time.
        let eights: [L; N] = array::from_fn(|row| {
            let (low, twos_a) = add(ones[row], a[row], b[row]);
            let (low, twos_b) = add(low, c[row], d[row]);
            let (middle, fours_a) = add(twos[row], twos_a, twos_b);
            let (low, twos_a) = add(low, e[row], f[row]);
            let (low, twos_b) = add(low, g[row], h[row]);
            let (middle, fours_b) = add(middle, twos_a, twos_b);
            let (high, eights) = add(fours[row], fours_a, fours_b);
            (ones[row], twos[row], fours[row]) = (low, middle, high);
            eights
        });
        self.eights += bits(&eights);
        self.waits = 0;
    }

    fn total(mut self) -> usize {
        if self.waits > 0 {
            let waits = self.waits;
            self.waiting
                .iter_mut()
                .skip(waits)
                .for_each(|rows| *rows = [L::NONE; N]);
            self.carry();
        }
        (8 * self.eights + 4 * bits(&self.fours) + 2 * bits(&self.twos) + bits(&self.ones)) as usize
    }
}

fn bits<L: Lane, const N: usize>(rows: &[L; N]) -> u32 {
    rows.iter().map(|row| row.ones()).sum()
}

/// Adds three bits in each column: the sum's low bit and its high bit.
fn add<L: Lane>(a: L, b: L, c: L) -> (L, L) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}
