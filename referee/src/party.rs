//! Parties: the persons of a match, each with keys of their own.

use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most parties a match can have.
pub const MAX_PARTIES: u8 = 4;

/// A party's number: its place in the closing of the table, from 0. A party is a person; a seat is a place in the game,
/// and which party has which seat is known once the lot is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartyId(u8);

impl PartyId {
    /// Party `number`, or `None` from [`MAX_PARTIES`] up.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < MAX_PARTIES { Some(Self(number)) } else { None }
    }

    /// The party's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The party's number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The parties 0 to `count` - 1.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count.min(MAX_PARTIES)).map(Self)
    }
}

impl fmt::Display for PartyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "party {}", self.0)
    }
}

impl fmt::Debug for PartyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0)
    }
}

impl Serialize for PartyId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for PartyId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| de::Error::custom("there are at most four parties"))
    }
}

/// A set of parties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PartySet(u8);

impl PartySet {
    /// Nobody.
    pub const EMPTY: Self = Self(0);

    /// The parties 0 to `count` - 1.
    #[must_use]
    pub fn all(count: u8) -> Self {
        PartyId::all(count).collect()
    }

    /// Whether `party` is in the set.
    #[must_use]
    pub const fn contains(self, party: PartyId) -> bool {
        self.0 & 1 << party.0 != 0
    }

    /// How many are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether nobody is.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with `party`.
    #[must_use]
    pub const fn with(self, party: PartyId) -> Self {
        Self(self.0 | 1 << party.0)
    }

    /// The set without `party`.
    #[must_use]
    pub const fn without(self, party: PartyId) -> Self {
        Self(self.0 & !(1 << party.0))
    }

    /// Who is in this set and not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Who is in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The parties in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = PartyId> + Clone {
        PartyId::all(MAX_PARTIES).filter(move |&party| self.contains(party))
    }
}

impl FromIterator<PartyId> for PartySet {
    fn from_iter<I: IntoIterator<Item = PartyId>>(parties: I) -> Self {
        parties.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for PartySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
