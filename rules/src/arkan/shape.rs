//! The 21 shapes (arkan.2), and sets of them.

use core::fmt;

use super::orientation::Orientation;

/// How many shapes a seat owns at the start.
pub const SHAPES: usize = 21;

/// The most squares a shape has.
pub const MAX_SQUARES: usize = 5;

/// Writes the shapes: name, squares, and a drawing as rows from the top.
macro_rules! shapes {
    ($($name:ident $size:literal [$($row:literal)+],)+) => {
        /// A shape: a free polyomino of one to five squares. It is named by the letter that it resembles, after Golomb,
        /// and its number of squares.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Shape {
            $($name,)+
        }

        impl Shape {
            /// All shapes, by number of squares and then by letter.
            pub const ALL: [Self; SHAPES] = [$(Self::$name,)+];

            /// The shape's name: `L4`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }

            /// How many squares it has, 1 to 5.
            #[must_use]
            pub const fn size(self) -> u8 {
                match self { $(Self::$name => $size,)+ }
            }

            /// A drawing of it: rows from the top, a character a square.
            pub(super) const fn drawing(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($row,)+],)+ }
            }
        }
    };
}

shapes! {
    I1 1 ["#"],
    I2 2 ["##"],
    I3 3 ["###"],
    V3 3 ["##" "#"],
    I4 4 ["####"],
    L4 4 ["###" "#"],
    O4 4 ["##" "##"],
    T4 4 ["###" " #"],
    Z4 4 ["##" " ##"],
    F5 5 ["##" " ##" " #"],
    I5 5 ["#####"],
    L5 5 ["####" "#"],
    N5 5 ["##" " ###"],
    P5 5 ["##" "##" "#"],
    T5 5 ["###" " #" " #"],
    U5 5 ["###" "# #"],
    V5 5 ["###" "#" "#"],
    W5 5 ["##" " ##" "  #"],
    X5 5 [" #" "###" " #"],
    Y5 5 ["####" " #"],
    Z5 5 ["##" " #" " ##"],
}

impl Shape {
    /// The shape with this place in [`Shape::ALL`].
    #[must_use]
    pub fn from_index(index: u8) -> Option<Self> {
        Self::ALL.get(usize::from(index)).copied()
    }

    /// Its place in [`Shape::ALL`].
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The different ways in which the shape can lie, rotated and flipped: 1 to 8.
    pub fn orientations(self) -> impl Iterator<Item = Orientation> {
        Orientation::all().filter(move |orientation| orientation.shape() == self)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of shapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ShapeSet(u32);

impl ShapeSet {
    /// No shape.
    pub const EMPTY: Self = Self(0);
    /// All 21.
    pub const ALL: Self = Self((1 << SHAPES) - 1);

    /// The set that holds `shape` alone.
    #[must_use]
    pub const fn of(shape: Shape) -> Self {
        Self(1 << shape as u8)
    }

    /// The set as bits, bit `n` for the shape of index `n`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether `shape` is in the set.
    #[must_use]
    pub const fn contains(self, shape: Shape) -> bool {
        self.0 & Self::of(shape).0 != 0
    }

    /// The set with `shape` too.
    #[must_use]
    pub const fn with(self, shape: Shape) -> Self {
        Self(self.0 | Self::of(shape).0)
    }

    /// The set without `shape`.
    #[must_use]
    pub const fn without(self, shape: Shape) -> Self {
        Self(self.0 & !Self::of(shape).0)
    }

    /// The shapes in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The shapes in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many shapes are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares the shapes of the set have together.
    #[must_use]
    pub fn squares(self) -> u32 {
        self.iter().map(|shape| u32::from(shape.size())).sum()
    }

    /// The shapes in the order of [`Shape::ALL`].
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Shape> + Clone {
        Shape::ALL.into_iter().filter(move |&shape| self.contains(shape))
    }
}

impl fmt::Debug for ShapeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Shape> for ShapeSet {
    fn from_iter<I: IntoIterator<Item = Shape>>(shapes: I) -> Self {
        shapes.into_iter().fold(Self::EMPTY, Self::with)
    }
}
