//! Sets of places in the round's pack: a hand.

use core::fmt;

/// A set of places in a pack of 28 tiles, one bit each. A hand is one: tiles are dealt and drawn from the front of the
/// pack, so the ascending order of its places is the order in which the seat got them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Places(u32);

impl Places {
    pub(super) const EMPTY: Self = Self(0);

    /// The places `first` to `first + len - 1`, as far as there are 32.
    pub(super) fn range(first: u8, len: u8) -> Self {
        (first..first.saturating_add(len)).fold(Self::EMPTY, Self::with)
    }

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    pub(super) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn contains(self, place: u8) -> bool {
        place < 32 && self.0 >> place & 1 == 1
    }

    pub(super) const fn with(self, place: u8) -> Self {
        if place < 32 { Self(self.0 | 1 << place) } else { self }
    }

    pub(super) const fn without(self, place: u8) -> Self {
        if place < 32 { Self(self.0 & !(1 << place)) } else { self }
    }

    /// The places, ascending.
    pub(super) fn iter(self) -> impl Iterator<Item = u8> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let place = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            Some(place)
        })
    }
}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
