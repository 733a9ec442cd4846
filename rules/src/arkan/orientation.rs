//! The 91 ways in which the shapes lie, and the tree they form.
//!
//! The *anchor* of an orientation is its lowest row's leftmost square, the first one in the notation. Take a square other
//! than the anchor away from an orientation without breaking it apart, and a smaller orientation with the same anchor is
//! left; there always is such a square. So the 1 + 2 + 6 + 19 + 63 orientations of one to five squares are a tree, rooted
//! in the single square, each node its parent and one square more. [`NODES`] holds that tree in preorder; the search goes
//! through it, and what is known of a parent is known of all below it.

use core::fmt;
use core::ops::RangeInclusive;

use super::shape::{MAX_SQUARES, Shape, ShapeSet};

/// How many orientations all shapes have together.
pub(super) const ORIENTATIONS: usize = 91;

/// Where a square of an orientation lies from its anchor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offset {
    /// Columns to the right of the anchor, -3 to 4.
    pub columns: i8,
    /// Rows above it, 0 to 4.
    pub rows: i8,
}

impl Offset {
    /// All numbers of columns.
    pub(super) const COLUMNS: RangeInclusive<i8> = -3..=4;
}

/// A shape, turned and flipped in one of its different ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Orientation(u8);

impl Orientation {
    /// All 91.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..ORIENTATIONS as u8).map(Self)
    }

    /// The orientation at this place of the tree.
    pub(super) const fn at(node: usize) -> Self {
        Self(node as u8)
    }

    /// The orientation that covers just the squares of `form`, if there is one.
    pub(super) fn of(form: Form) -> Option<Self> {
        let place = BY_FORM.binary_search_by_key(&form.0, |&(form, _)| form).ok()?;
        BY_FORM.get(place).map(|&(_, node)| Self(node))
    }

    /// Its place in the tree.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    fn node(self) -> &'static Node {
        // The index is below 91 in every `Orientation` that exists.
        NODES.get(usize::from(self.0)).unwrap_or(&NODES[0])
    }

    /// The shape that lies so.
    #[must_use]
    pub fn shape(self) -> Shape {
        self.node().shape
    }

    /// Where its squares lie, the anchor's (0, 0) first, in the order of the notation.
    #[must_use]
    pub fn offsets(self) -> &'static [Offset] {
        let node = self.node();
        node.offsets.get(..usize::from(node.size)).unwrap_or_default()
    }

    /// The same piece after a quarter turn to the right.
    #[must_use]
    pub fn rotated(self) -> Self {
        Self(self.node().rotated)
    }

    /// The same piece flipped over, left and right exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self(self.node().flipped)
    }

    /// Whether rotating changes anything: the rotate button is offered (arkan.23).
    #[must_use]
    pub fn rotates(self) -> bool {
        self.rotated() != self
    }

    /// Whether flipping changes anything: the flip button is offered (arkan.23).
    #[must_use]
    pub fn flips(self) -> bool {
        self.flipped() != self
    }
}

impl fmt::Debug for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{:?}",
            self.shape(),
            self.offsets()
                .iter()
                .map(|at| (at.columns, at.rows))
                .collect::<Vec<_>>()
        )
    }
}

/// A set of squares around an anchor as bits: nine columns, -4 to 4, by five rows. Squares come in the notation's order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Form(u64);

const FORM_COLUMNS: u8 = 9;
const FORM_BITS: u8 = 45;
const ANCHOR_BIT: u8 = 4;

impl Form {
    /// The anchor alone.
    pub(super) const ANCHOR: Self = Self(1 << ANCHOR_BIT);

    /// The form with the square at this offset from the anchor too; `None` where it is out of reach.
    pub(super) const fn with(self, columns: i8, rows: i8) -> Option<Self> {
        if columns < -4 || columns > 4 || rows < 0 || rows > 4 {
            return None;
        }
        Some(self.with_bit(bit_of(Offset { columns, rows })))
    }

    const fn with_bit(self, bit: u8) -> Self {
        Self(self.0 | 1 << bit)
    }

    const fn has(self, bit: u8) -> bool {
        self.0 >> bit & 1 != 0
    }

    /// Whether the square of `bit` is new to the form, shares an edge with it, and comes after the anchor.
    const fn can_grow(self, bit: u8) -> bool {
        let column = bit % FORM_COLUMNS;
        bit > ANCHOR_BIT
            && !self.has(bit)
            && (column > 0 && self.has(bit - 1)
                || column < FORM_COLUMNS - 1 && self.has(bit + 1)
                || bit >= FORM_COLUMNS && self.has(bit - FORM_COLUMNS)
                || self.has(bit + FORM_COLUMNS))
    }

    /// The form of up to five points, whatever their coordinates, moved so that their anchor is the anchor.
    const fn of_points(points: &[(i8, i8); MAX_SQUARES], count: usize) -> Self {
        let (mut column, mut row) = points[0];
        let mut i = 1;
        while i < count {
            let (x, y) = points[i];
            if y < row || y == row && x < column {
                (column, row) = (x, y);
            }
            i += 1;
        }
        let mut form = Self(0);
        let mut i = 0;
        while i < count {
            let (x, y) = points[i];
            form = form.with_bit(bit_of(Offset {
                columns: x - column,
                rows: y - row,
            }));
            i += 1;
        }
        form
    }

    const fn points(self) -> ([(i8, i8); MAX_SQUARES], usize) {
        let mut points = [(0, 0); MAX_SQUARES];
        let mut count = 0;
        let mut bit = 0;
        while bit < FORM_BITS {
            if self.has(bit) {
                let at = offset_of(bit);
                points[count] = (at.columns, at.rows);
                count += 1;
            }
            bit += 1;
        }
        (points, count)
    }

    const fn rotated(self) -> Self {
        let (mut points, count) = self.points();
        let mut i = 0;
        while i < count {
            points[i] = (points[i].1, -points[i].0);
            i += 1;
        }
        Self::of_points(&points, count)
    }

    const fn flipped(self) -> Self {
        let (mut points, count) = self.points();
        let mut i = 0;
        while i < count {
            points[i].0 = -points[i].0;
            i += 1;
        }
        Self::of_points(&points, count)
    }

    /// The least form among all that rotating and flipping give: the same for all orientations of a shape.
    const fn canonical(self) -> u64 {
        let mut least = self.0;
        let mut form = self;
        let mut turn = 0;
        while turn < 8 {
            form = if turn == 4 { form.flipped() } else { form.rotated() };
            if form.0 < least {
                least = form.0;
            }
            turn += 1;
        }
        least
    }
}

const fn bit_of(at: Offset) -> u8 {
    (at.rows * FORM_COLUMNS as i8 + at.columns + ANCHOR_BIT as i8) as u8
}

const fn offset_of(bit: u8) -> Offset {
    Offset {
        columns: (bit % FORM_COLUMNS) as i8 - ANCHOR_BIT as i8,
        rows: (bit / FORM_COLUMNS) as i8,
    }
}

/// An orientation as a node of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The shape.
    pub(super) shape: Shape,
    /// How many squares.
    pub(super) size: u8,
    /// Where the square lies that it has and its parent has not: its columns, as their place in [`Offset::COLUMNS`].
    pub(super) column: u8,
    /// And its rows above the anchor.
    pub(super) row: u8,
    /// The shape as a set.
    pub(super) own: ShapeSet,
    /// The place in [`NODES`] after the last node below this one.
    pub(super) end: u8,
    /// The shapes of this node and of all below it.
    pub(super) below: ShapeSet,
    offsets: [Offset; MAX_SQUARES],
    form: Form,
    rotated: u8,
    flipped: u8,
}

/// All orientations in preorder.
pub(super) static NODES: [Node; ORIENTATIONS] = TREE;

const TREE: [Node; ORIENTATIONS] = tree();

/// How far the squares of each orientation lie from its anchor when the squares of a board with sides of `side` squares are
/// numbered row by row. Those with fewer than five squares have the anchor, at 0, several times.
pub(super) const fn steps(side: u16) -> [[u16; MAX_SQUARES]; ORIENTATIONS] {
    let mut steps = [[0; MAX_SQUARES]; ORIENTATIONS];
    let mut i = 0;
    while i < ORIENTATIONS {
        let mut square = 0;
        while square < MAX_SQUARES {
            let at = TREE[i].offsets[square];
            // At most three columns to the left, and then at least a row above.
            steps[i][square] = (at.rows as i16 * side as i16 + at.columns as i16) as u16;
            square += 1;
        }
        i += 1;
    }
    steps
}

/// Forms, ascending, with the places of their nodes.
static BY_FORM: [(u64, u8); ORIENTATIONS] = by_form();

const fn tree() -> [Node; ORIENTATIONS] {
    let anchor = Offset { columns: 0, rows: 0 };
    let blank = Node {
        shape: Shape::I1,
        size: 0,
        column: 0,
        row: 0,
        own: ShapeSet::EMPTY,
        end: 0,
        below: ShapeSet::EMPTY,
        offsets: [anchor; MAX_SQUARES],
        form: Form(0),
        rotated: 0,
        flipped: 0,
    };
    let mut nodes = [blank; ORIENTATIONS];
    let grown = grow(&mut nodes, 0, Form::ANCHOR, ANCHOR_BIT);
    assert!(grown == ORIENTATIONS);
    let mut i = 0;
    while i < ORIENTATIONS {
        nodes[i].rotated = place(&nodes, nodes[i].form.rotated());
        nodes[i].flipped = place(&nodes, nodes[i].form.flipped());
        i += 1;
    }
    nodes
}

/// Writes the node of `form` and all below it at `at`, and gives the place after them.
const fn grow(nodes: &mut [Node; ORIENTATIONS], at: usize, form: Form, added: u8) -> usize {
    let (points, count) = form.points();
    nodes[at].shape = shape_of(form);
    nodes[at].size = count as u8;
    nodes[at].column = (offset_of(added).columns - *Offset::COLUMNS.start()) as u8;
    nodes[at].row = offset_of(added).rows as u8;
    nodes[at].own = ShapeSet::of(nodes[at].shape);
    nodes[at].form = form;
    nodes[at].below = nodes[at].own;
    let mut i = 0;
    while i < count {
        nodes[at].offsets[i] = Offset {
            columns: points[i].0,
            rows: points[i].1,
        };
        i += 1;
    }
    let mut end = at + 1;
    if count < MAX_SQUARES {
        let mut bit = 0;
        while bit < FORM_BITS {
            // A form with several squares that could be taken away hangs below the parent that comes first.
            if form.can_grow(bit) && !is_known(nodes, form.with_bit(bit)) {
                let child = end;
                end = grow(nodes, child, form.with_bit(bit), bit);
                nodes[at].below = nodes[at].below.or(nodes[child].below);
            }
            bit += 1;
        }
    }
    nodes[at].end = end as u8;
    end
}

const fn is_known(nodes: &[Node; ORIENTATIONS], form: Form) -> bool {
    let mut i = 0;
    while i < ORIENTATIONS {
        if nodes[i].form.0 == form.0 {
            return true;
        }
        i += 1;
    }
    false
}

#[expect(clippy::panic, reason = "runs in the compiler alone, which then reports it")]
const fn place(nodes: &[Node; ORIENTATIONS], form: Form) -> u8 {
    let mut i = 0;
    while i < ORIENTATIONS {
        if nodes[i].form.0 == form.0 {
            return i as u8;
        }
        i += 1;
    }
    panic!("a form is not in the tree");
}

#[expect(clippy::panic, reason = "runs in the compiler alone, which then reports it")]
const fn shape_of(form: Form) -> Shape {
    let canonical = form.canonical();
    let mut i = 0;
    while i < Shape::ALL.len() {
        if CANONICAL[i] == canonical {
            return Shape::ALL[i];
        }
        i += 1;
    }
    panic!("a form is of no shape");
}

/// The canonical form of each shape's drawing.
const CANONICAL: [u64; Shape::ALL.len()] = {
    let mut forms = [0; Shape::ALL.len()];
    let mut i = 0;
    while i < forms.len() {
        let drawing = Shape::ALL[i].drawing();
        let mut points = [(0, 0); MAX_SQUARES];
        let mut count = 0;
        let mut row = 0;
        while row < drawing.len() {
            let line = drawing[row].as_bytes();
            let mut column = 0;
            while column < line.len() {
                if line[column] == b'#' {
                    points[count] = (column as i8, -(row as i8));
                    count += 1;
                }
                column += 1;
            }
            row += 1;
        }
        assert!(count == Shape::ALL[i].size() as usize);
        forms[i] = Form::of_points(&points, count).canonical();
        i += 1;
    }
    forms
};

const fn by_form() -> [(u64, u8); ORIENTATIONS] {
    let mut sorted = [(0, 0); ORIENTATIONS];
    let mut i = 0;
    while i < ORIENTATIONS {
        let mut at = i;
        while at > 0 && sorted[at - 1].0 > TREE[i].form.0 {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = (TREE[i].form.0, i as u8);
        i += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arkan_2_the_orientations_of_each_size() {
        let sizes = |size| Orientation::all().filter(|o| o.offsets().len() == size).count();
        assert_eq!([1, 2, 3, 4, 5].map(sizes), [1, 2, 6, 19, 63]);
    }

    #[test]
    fn arkan_2_the_orientations_of_each_shape() {
        use Shape::*;
        let of = |shape: Shape| shape.orientations().count();
        for (shapes, count) in [
            (&[I1, O4, X5][..], 1),
            (&[I2, I3, I4, I5], 2),
            (&[V3, T4, Z4, T5, U5, V5, W5, Z5], 4),
            (&[L4, F5, L5, N5, P5, Y5], 8),
        ] {
            for &shape in shapes {
                assert_eq!(of(shape), count, "{shape}");
            }
        }
    }

    #[test]
    fn every_node_is_its_parent_and_one_square() {
        for (at, node) in NODES.iter().enumerate().skip(1) {
            let parent = NODES[..at]
                .iter()
                .rfind(|parent| usize::from(parent.end) > at && parent.size < node.size)
                .unwrap();
            let added = node.form.0 & !parent.form.0;
            assert_eq!((added.count_ones(), parent.form.0 & !node.form.0), (1, 0));
            let added = offset_of(added.trailing_zeros() as u8);
            assert_eq!(Offset::COLUMNS.clone().nth(node.column.into()), Some(added.columns));
            assert_eq!(node.row as i8, added.rows);
            assert_eq!(parent.below.or(node.below), parent.below);
        }
    }

    #[test]
    fn four_turns_and_two_flips_change_nothing() {
        for orientation in Orientation::all() {
            assert_eq!(orientation.rotated().rotated().rotated().rotated(), orientation);
            assert_eq!(orientation.flipped().flipped(), orientation);
            assert_eq!(orientation.rotated().shape(), orientation.shape());
        }
    }

    #[test]
    fn arkan_23_buttons_that_change_nothing_are_not_offered() {
        for shape in [Shape::I1, Shape::O4, Shape::X5] {
            assert!(shape.orientations().all(|o| !o.rotates() && !o.flips()), "{shape}");
        }
        for shape in [Shape::I2, Shape::I3, Shape::I4, Shape::I5] {
            assert!(shape.orientations().all(|o| o.rotates() && !o.flips()), "{shape}");
        }
        assert!(Shape::L4.orientations().all(|o| o.rotates() && o.flips()));
        // A T that stands upright is its own mirror image; one that lies on its side is not.
        assert_eq!(Shape::T4.orientations().filter(|o| o.flips()).count(), 2);
        assert!(Shape::T4.orientations().all(Orientation::rotates));
    }
}
