//! A player's row of face-down cards.

use core::fmt;

/// Stands for a slot without a card.
const EMPTY: u8 = u8::MAX;

/// A row: slots from the nearest one, each with a card or emptied for good.
///
/// A card is its place in the round's pack; a row never knows a face. Slots are added at the end by penalties (four.15) and
/// never taken away, so a slot keeps its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Row {
    slots: u8,
    /// [`EMPTY`] in emptied slots and behind the last one.
    cards: [u8; Row::MAX_SLOTS],
}

impl Row {
    /// The most slots a row can have. In a match it is 25: a penalty costs the stock two cards, the drawn one and itself, of
    /// the 43 in the stock of two players that makes 21, and four are dealt. The rest is for positions made by hand.
    pub const MAX_SLOTS: usize = 32;

    /// A row without slots: before the deal, and of who has left.
    pub(super) const NONE: Self = Self {
        slots: 0,
        cards: [EMPTY; Self::MAX_SLOTS],
    };

    /// How many slots it has, emptied ones among them.
    #[must_use]
    pub const fn slots(&self) -> u8 {
        self.slots
    }

    /// How many cards lie in it.
    #[must_use]
    pub fn cards(&self) -> u8 {
        self.iter().flatten().fold(0, |count, _| count + 1)
    }

    /// Whether no card lies in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().flatten().next().is_none()
    }

    /// The card in a slot, by its place in the pack; `None` where none lies there or there is no such slot.
    #[must_use]
    pub fn card(&self, slot: u8) -> Option<u8> {
        self.cards.get(usize::from(slot)).copied().filter(|&card| card != EMPTY)
    }

    /// The slots from the nearest one: a card's place in the pack, or `None` where the slot is emptied.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<u8>> + Clone + '_ {
        self.cards
            .iter()
            .take(usize::from(self.slots))
            .map(|&card| (card != EMPTY).then_some(card))
    }

    /// Puts a card into a slot that there is.
    pub(super) fn put(&mut self, slot: u8, card: u8) {
        self.set(slot, card);
    }

    /// Empties a slot.
    pub(super) fn clear(&mut self, slot: u8) {
        self.set(slot, EMPTY);
    }

    fn set(&mut self, slot: u8, card: u8) {
        if slot < self.slots
            && let Some(place) = self.cards.get_mut(usize::from(slot))
        {
            *place = card;
        }
    }

    /// Adds a slot at the end, with a card or emptied, and gives its number; `None` where the row is full.
    pub(super) fn push(&mut self, card: Option<u8>) -> Option<u8> {
        let slot = self.slots;
        *self.cards.get_mut(usize::from(slot))? = card.unwrap_or(EMPTY);
        self.slots += 1;
        Some(slot)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
