//! Who has to post what, so that a card is seen or opened.

use crate::handle::{Handle, Party};
use crate::pack::Pack;

/// What is missing until a card is seen or opened.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Need {
    /// Who has to post a plain share, in ascending order.
    pub plain: Vec<Party>,
    /// Who has to seal its share to the viewer.
    pub sealed: Option<Party>,
}

impl Need {
    /// Whether nothing is missing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.sealed.is_none()
    }
}

/// Something to be done with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Let one party see it, and nobody else. The first look at a card is what deals it.
    Look {
        /// The card.
        card: Handle,
        /// The party that may see it.
        viewer: Party,
    },
    /// Let everybody see it.
    Open {
        /// The card.
        card: Handle,
    },
}

/// What one party has to post.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Owed {
    /// The cards that it has to post plain shares of, in ascending order: one [`ShareMessage`](super::ShareMessage).
    pub shares: Vec<Handle>,
    /// The looks that it has to seal, in ascending order, with the recipients: one
    /// [`LookMessage`](super::LookMessage) each.
    pub looks: Vec<(Handle, Party)>,
}

impl Owed {
    /// Whether the party has nothing to post.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty() && self.looks.is_empty()
    }
}

impl Pack {
    /// What has to be posted next so that `viewer`, and nobody else, sees a card.
    ///
    /// Nothing, if it can see it already. If the card has a keeper, the keeper seals its share. If not,
    /// all others post plain shares, which makes the viewer the keeper. Should the viewer's own share be
    /// there, with more than one missing, all but the last holder post theirs, and that holder will be the keeper
    /// of whom a sealed share is needed next.
    #[must_use]
    pub fn needed_for_look(&self, card: Handle, viewer: Party) -> Need {
        if self.can_see(viewer, card) {
            return Need::default();
        }
        let mut plain = self.missing(card);
        let sealed = match plain.as_slice() {
            [keeper] => Some(*keeper),
            _ => None,
        };
        if sealed.is_some() {
            plain.clear();
        } else if plain.contains(&viewer) {
            plain.retain(|party| *party != viewer);
        } else {
            plain.pop();
        }
        Need { plain, sealed }
    }

    /// What has to be posted so that everybody sees a card.
    #[must_use]
    pub fn needed_for_open(&self, card: Handle) -> Need {
        Need {
            plain: self.missing(card),
            sealed: None,
        }
    }

    /// What `party` has to post next for all these wishes together. Wishes about cards of other packs
    /// are left out.
    ///
    /// If one card is to be opened and looked at, opening it is enough.
    #[must_use]
    pub fn owed_by(&self, party: Party, wishes: &[Wish]) -> Owed {
        let mut owed = Owed::default();
        for wish in wishes {
            match *wish {
                Wish::Open { card } => {
                    if self.needed_for_open(card).plain.contains(&party) {
                        owed.shares.push(card);
                    }
                }
                Wish::Look { card, viewer } => {
                    let need = self.needed_for_look(card, viewer);
                    if wishes.contains(&Wish::Open { card }) {
                    } else if need.plain.contains(&party) {
                        owed.shares.push(card);
                    } else if need.sealed == Some(party) {
                        owed.looks.push((card, viewer));
                    }
                }
            }
        }
        owed.shares.sort_unstable();
        owed.shares.dedup();
        owed.looks.sort_unstable();
        owed.looks.dedup();
        owed
    }
}
