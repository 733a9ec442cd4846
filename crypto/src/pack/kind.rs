//! What is printed on cards: kinds of packs, faces, and sets of faces.

use core::fmt;
use std::sync::Arc;

use crate::group::{self, Element, MAX_CARDS};
use crate::pack::PackError;

/// A face, by its number in the canonical order of its [`Kind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(pub u8);

/// A set of faces of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FaceSet(u128);

impl FaceSet {
    /// The set whose members are the places of the ones in `bits`, counted from the lowest.
    #[must_use]
    pub fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The bits of [`FaceSet::from_bits`].
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// Whether the face is a member.
    #[must_use]
    pub fn contains(self, face: Face) -> bool {
        self.0.checked_shr(face.0.into()).is_some_and(|bits| bits & 1 == 1)
    }

    /// Adds a face. Those from 128 up, which no kind has, are left out.
    pub fn insert(&mut self, face: Face) {
        self.0 |= 1u128.checked_shl(face.0.into()).unwrap_or(0);
    }

    /// Takes a face away.
    pub fn remove(&mut self, face: Face) {
        self.0 &= !1u128.checked_shl(face.0.into()).unwrap_or(0);
    }

    /// The faces that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The number of faces.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faces in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        (0..128).map(Face).filter(move |face| self.contains(*face))
    }
}

impl FromIterator<Face> for FaceSet {
    fn from_iter<T: IntoIterator<Item = Face>>(faces: T) -> Self {
        let mut set = Self::default();
        for face in faces {
            set.insert(face);
        }
        set
    }
}

impl fmt::Debug for FaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|face| face.0)).finish()
    }
}

/// A kind of pack: its name and all its faces in canonical order, each with its point.
///
/// The points take some time to compute (about 10 µs a face): make a kind once and clone it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind(Arc<Inner>);

#[derive(Debug, PartialEq, Eq)]
struct Inner {
    name: String,
    labels: Vec<String>,
    points: Vec<Element>,
}

impl Kind {
    /// A kind of this name with these faces, in canonical order.
    ///
    /// # Errors
    ///
    /// [`PackError::Kind`] if there are more than [`MAX_CARDS`] faces, if one occurs twice, or if the name
    /// contains a `/`.
    pub fn new<S: Into<String>>(name: &str, labels: impl IntoIterator<Item = S>) -> Result<Self, PackError> {
        let labels: Vec<String> = labels.into_iter().map(Into::into).collect();
        let mut rest = labels.as_slice();
        while let Some((first, others)) = rest.split_first() {
            if others.contains(first) {
                return Err(PackError::Kind {
                    what: "a face occurs twice",
                });
            }
            rest = others;
        }
        if labels.len() > MAX_CARDS {
            return Err(PackError::Kind {
                what: "there are more than 104 faces",
            });
        }
        if name.contains('/') {
            return Err(PackError::Kind {
                what: "the name contains a /",
            });
        }
        let points = labels.iter().map(|label| group::face(name, label)).collect();
        Ok(Self(Arc::new(Inner {
            name: name.to_owned(),
            labels,
            points,
        })))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The label of a face, or `None` if the kind has no such face.
    #[must_use]
    pub fn label(&self, face: Face) -> Option<&str> {
        self.0.labels.get(usize::from(face.0)).map(String::as_str)
    }

    /// The point of a face, or `None` if the kind has no such face.
    #[must_use]
    pub fn point(&self, face: Face) -> Option<&Element> {
        self.0.points.get(usize::from(face.0))
    }

    /// All faces of the kind.
    #[must_use]
    pub fn faces(&self) -> FaceSet {
        (0u8..).map(Face).take(self.0.labels.len()).collect()
    }

    /// The member of `faces` with this point.
    pub(crate) fn find(&self, faces: FaceSet, point: &Element) -> Option<Face> {
        faces.iter().find(|face| self.point(*face) == Some(point))
    }
}
