//! The discard pile.

use core::fmt;

use crate::cards::Card;
use crate::face::Handle;

/// How many cards a pack has.
const PACK: usize = Card::COUNT as usize;

/// A card that lies face up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaceUp {
    /// Which one it is.
    pub handle: Handle,
    /// What is on it.
    pub card: Card,
}

/// The discard pile: all its cards lie face up, the top one can be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pile {
    /// The pack its cards are from.
    pack: u32,
    len: u8,
    /// From the bottom: a card's place in the pack, and what is on it. `None` above the top.
    cards: [Option<(u8, Card)>; PACK],
}

impl Pile {
    /// A pile without cards.
    pub(super) const fn new(pack: u32) -> Self {
        Self {
            pack,
            len: 0,
            cards: [None; PACK],
        }
    }

    /// How many cards lie on it.
    #[must_use]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether it has no card: only during a deal, and while a card taken from it is changed for one of a row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The card on top.
    #[must_use]
    pub fn top(&self) -> Option<FaceUp> {
        let below = usize::from(self.len.checked_sub(1)?);
        self.cards.get(below).copied().flatten().map(|top| self.face_up(top))
    }

    /// All cards, from the bottom to the top.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = FaceUp> + '_ {
        self.cards.iter().flatten().map(|&card| self.face_up(card))
    }

    const fn face_up(&self, (index, card): (u8, Card)) -> FaceUp {
        FaceUp {
            handle: Handle { pack: self.pack, index },
            card,
        }
    }

    /// Puts a card on top. (A pack has no more cards than the pile has places.)
    pub(super) fn push(&mut self, index: u8, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.len)) {
            *place = Some((index, card));
            self.len += 1;
        }
    }

    /// Takes the top card away.
    pub(super) fn pop(&mut self) {
        if let Some(top) = self.len.checked_sub(1) {
            self.len = top;
            if let Some(place) = self.cards.get_mut(usize::from(top)) {
                *place = None;
            }
        }
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|top| top.card)).finish()
    }
}
