//! Cards as the table sees them: handles, faces, sets of faces, and what somebody knows.

use core::fmt;

use crate::cards::Card;
use crate::tiles::Tile;

/// The set of faces that a pack is made from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PackKind {
    /// The double-six set: 28 tiles.
    Tiles,
    /// The ordinary pack of 52 cards.
    Cards,
}

impl PackKind {
    /// How many different faces the kind has: 28 or 52.
    #[must_use]
    pub const fn len(self) -> u8 {
        match self {
            Self::Tiles => Tile::COUNT,
            Self::Cards => Card::COUNT,
        }
    }

    /// Never: every kind has faces. (It is here because [`PackKind::len`] is.)
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All faces of the kind.
    #[must_use]
    pub const fn faces(self) -> FaceSet {
        FaceSet((1 << self.len()) - 1)
    }

    /// The word that stands for the kind in labels and messages: `tiles` or `cards`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiles => "tiles",
            Self::Cards => "cards",
        }
    }

    /// The face in the notation of `judge.md`: `6-4`, `10D`. `None` for a number the kind does not have.
    #[must_use]
    pub fn notation(self, face: Face) -> Option<String> {
        match self {
            Self::Tiles => Tile::from_face(face).map(|tile| tile.to_string()),
            Self::Cards => Card::from_face(face).map(|card| card.to_string()),
        }
    }

    /// The face that `text` names in the notation of `judge.md`.
    #[must_use]
    pub fn parse(self, text: &str) -> Option<Face> {
        match self {
            Self::Tiles => text.parse::<Tile>().ok().map(Tile::face),
            Self::Cards => text.parse::<Card>().ok().map(Card::face),
        }
    }
}

/// A card as a place in a pack: it can be moved about without anybody knowing its face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    /// The pack's number in the match, from 0, one more for every shuffle asked for.
    pub pack: u32,
    /// The place in that pack, from 0 at the front.
    pub index: u8,
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.pack, self.index)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {} of pack {}", self.index, self.pack)
    }
}

/// What is printed on a card: its number in the canonical order of its [`PackKind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(u8);

impl Face {
    /// More than any kind of pack has faces.
    pub const LIMIT: u8 = 64;

    /// Face `number`, or `None` from [`Face::LIMIT`] up.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::LIMIT { Some(Self(number)) } else { None }
    }

    pub(crate) const fn from_low(number: u8) -> Self {
        Self(number & 63)
    }

    /// The face's number in the canonical order.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A set of faces, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FaceSet(u64);

impl FaceSet {
    /// No face.
    pub const EMPTY: Self = Self(0);

    /// The set of `face` alone.
    #[must_use]
    pub const fn of(face: Face) -> Self {
        Self(1 << face.0)
    }

    /// The set as bits, bit `n` for face `n`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Whether `face` is in the set.
    #[must_use]
    pub const fn contains(self, face: Face) -> bool {
        self.0 >> face.0 & 1 == 1
    }

    /// How many faces are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds `face`.
    pub const fn insert(&mut self, face: Face) {
        self.0 |= 1 << face.0;
    }

    /// The set with `face` too.
    #[must_use]
    pub const fn with(self, face: Face) -> Self {
        Self(self.0 | 1 << face.0)
    }

    /// The faces that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The faces that are in one of the sets, or in both.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The faces that are in this set and not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The faces in canonical order.
    pub fn iter(self) -> impl Iterator<Item = Face> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let face = Face(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            Some(face)
        })
    }
}

impl FromIterator<Face> for FaceSet {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for FaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Face::number)).finish()
    }
}

/// Somebody's answer to "what is on this card?".
///
/// The judge answers for every card, a seat's view only for what that seat may see.
pub trait Faces {
    /// The face of `card`, or `None` where it is not known.
    fn face(&self, card: Handle) -> Option<Face>;
}

/// A set of known faces, by handle.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Knowledge {
    /// By pack number, ascending: a face for each place, `UNKNOWN` where it is not known.
    packs: Vec<(u32, Vec<u8>)>,
}

const UNKNOWN: u8 = u8::MAX;

impl Knowledge {
    /// Nothing known.
    #[must_use]
    pub const fn new() -> Self {
        Self { packs: Vec::new() }
    }

    /// Learns the face of `card`.
    pub fn learn(&mut self, card: Handle, face: Face) {
        let at = match self.packs.binary_search_by_key(&card.pack, |(number, _)| *number) {
            Ok(at) => at,
            Err(at) => {
                self.packs.insert(at, (card.pack, Vec::new()));
                at
            }
        };
        if let Some((_, faces)) = self.packs.get_mut(at) {
            let place = usize::from(card.index);
            if faces.len() <= place {
                faces.resize(place + 1, UNKNOWN);
            }
            if let Some(slot) = faces.get_mut(place) {
                *slot = face.0;
            }
        }
    }

    /// Learns a whole pack, its faces in the order of its places.
    pub fn learn_pack(&mut self, pack: u32, faces: &[Face]) {
        let faces: Vec<u8> = faces.iter().map(|face| face.0).collect();
        match self.packs.binary_search_by_key(&pack, |(number, _)| *number) {
            Ok(at) => {
                if let Some(entry) = self.packs.get_mut(at) {
                    entry.1 = faces;
                }
            }
            Err(at) => self.packs.insert(at, (pack, faces)),
        }
    }

    /// Forgets every pack for which `keep` says no. Packs no card of which is on the table need no memory.
    pub fn retain_packs(&mut self, mut keep: impl FnMut(u32) -> bool) {
        self.packs.retain(|(number, _)| keep(*number));
    }

    /// Every known face, in the order of the handles.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, Face)> + '_ {
        self.packs.iter().flat_map(|(pack, faces)| {
            faces
                .iter()
                .zip(0u8..)
                .filter(|(face, _)| **face != UNKNOWN)
                .map(move |(face, index)| (Handle { pack: *pack, index }, Face(*face)))
        })
    }
}

impl Faces for Knowledge {
    fn face(&self, card: Handle) -> Option<Face> {
        let (_, faces) = self.packs.iter().rev().find(|(number, _)| *number == card.pack)?;
        faces
            .get(usize::from(card.index))
            .filter(|face| **face != UNKNOWN)
            .map(|face| Face(*face))
    }
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.iter().map(|(card, face)| (card, face.number())))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_reads_back_from_its_notation() {
        for kind in [PackKind::Tiles, PackKind::Cards] {
            assert_eq!(kind.faces().len(), kind.len());
            for face in kind.faces().iter() {
                let text = kind.notation(face).unwrap();
                assert_eq!(kind.parse(&text), Some(face), "{text}");
            }
            assert_eq!(kind.notation(Face::new(kind.len()).unwrap()), None);
        }
    }

    #[test]
    fn knowledge_keeps_packs_apart() {
        let mut known = Knowledge::new();
        let at = |pack, index| Handle { pack, index };
        known.learn(at(3, 5), Face::from_low(7));
        known.learn(at(1, 0), Face::from_low(9));
        assert_eq!(known.face(at(3, 5)), Some(Face::from_low(7)));
        assert_eq!(known.face(at(3, 4)), None);
        assert_eq!(known.face(at(2, 5)), None);
        assert_eq!(
            known.iter().map(|(card, _)| card).collect::<Vec<_>>(),
            [at(1, 0), at(3, 5)]
        );
        known.retain_packs(|pack| pack == 1);
        assert_eq!(known.face(at(3, 5)), None);
    }
}
