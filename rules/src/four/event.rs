//! What happened, in order, for screens and bots.

use crate::cards::Card;
use crate::face::Handle;
use crate::four::Slot;
use crate::game::{GameEvent, Outcome, RoundReport};
use crate::seat::{Seat, SeatSet};

/// Why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// Somebody called and everybody else has had a last turn (four.20).
    Call,
    /// A row has no card left (four.23).
    EmptyRow,
    /// The stock is empty (four.24).
    EmptyStock,
}

/// Where a card came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// From the stock: the first card of the pile (four.3).
    Stock,
    /// From a seat's hand, which had drawn it.
    Hand(Seat),
    /// From a row.
    Row(Slot),
}

/// Something that happened. A card's face stands here only where everybody at the table sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round begins (four.5).
    RoundStarted {
        /// Its number in the match, from 0; a round dealt anew keeps it.
        round: u32,
        /// Who has the first turn.
        starter: Seat,
    },
    /// A seat got its four cards, face down, slots 0 to 3 (four.1).
    Dealt {
        /// Whose they are.
        seat: Seat,
        /// The cards.
        cards: [Handle; 4],
    },
    /// A seat was let see a card of a row: at the start (four.2) or by a power (four.9). It lies face down again.
    Looked {
        /// Who saw it.
        seat: Seat,
        /// Where it lies.
        slot: Slot,
        /// The card.
        card: Handle,
    },
    /// A seat took the top of the stock and alone sees it.
    Drew {
        /// Who drew.
        seat: Seat,
        /// The card.
        card: Handle,
    },
    /// A seat took the top of the pile into its row, where it lies face down. What it replaced follows as [`Event::Discarded`].
    Took {
        /// Who took it.
        seat: Seat,
        /// Where it went.
        slot: Slot,
        /// The card taken.
        card: Handle,
        /// What is on it.
        face: Card,
        /// The card that was replaced.
        replaced: Handle,
    },
    /// A seat put the card it had drawn into its row. What it replaced follows as [`Event::Discarded`].
    Kept {
        /// Who kept it.
        seat: Seat,
        /// Where it went.
        slot: Slot,
        /// The card kept.
        card: Handle,
        /// The card that was replaced.
        replaced: Handle,
    },
    /// A card went face up on the pile.
    Discarded {
        /// The card.
        card: Handle,
        /// What is on it.
        face: Card,
        /// Where it came from.
        from: Origin,
    },
    /// Two cards changed places, unseen (four.9).
    Swapped {
        /// Who swapped them.
        seat: Seat,
        /// The slots, in canonical order.
        slots: [Slot; 2],
        /// What lies in those slots now.
        cards: [Handle; 2],
    },
    /// A seat showed the card it had drawn and pointed at another (four.12). [`Event::Matched`] or [`Event::Mismatched`] follows.
    Claimed {
        /// Who claims it.
        seat: Seat,
        /// The slot pointed at.
        slot: Slot,
        /// The card pointed at.
        card: Handle,
        /// The card shown.
        shown: Handle,
        /// What is on the card shown.
        face: Card,
    },
    /// The match was right: the slot is empty now, and both cards go to the pile.
    Matched {
        /// Who matched.
        seat: Seat,
        /// The slot pointed at.
        slot: Slot,
    },
    /// The match was wrong: everybody sees the card pointed at, which goes back face down (four.15).
    Mismatched {
        /// Who failed.
        seat: Seat,
        /// The slot pointed at.
        slot: Slot,
        /// The card pointed at.
        card: Handle,
        /// What is on it.
        face: Card,
    },
    /// A seat got an unseen penalty card from the stock in a new slot (four.15).
    Penalty {
        /// Who got it.
        seat: Seat,
        /// The new slot.
        slot: Slot,
        /// The card.
        card: Handle,
    },
    /// A seat filled the hole it had made in another row (four.14).
    Gave {
        /// Who gave.
        seat: Seat,
        /// The slot that is empty now.
        from: Slot,
        /// The slot that was the hole.
        to: Slot,
        /// The card.
        card: Handle,
    },
    /// A seat called (four.20).
    Called {
        /// Who called.
        seat: Seat,
    },
    /// The round has come to its end; the rows are turned up (four.25).
    RoundEnded {
        /// Why.
        cause: Cause,
    },
    /// A row was turned up.
    RowOpened {
        /// Whose row.
        seat: Seat,
        /// What lay in it: slot number, card and face.
        cards: Vec<(u8, Handle, Card)>,
    },
    /// The round was counted.
    RoundOver {
        /// What each seat's row came to; `None` for who has left.
        sums: Vec<Option<u32>>,
        /// The totals with it.
        totals: Vec<u32>,
    },
    /// A seat's person left (four.28, four.29).
    Left {
        /// Who left.
        seat: Seat,
    },
    /// The running round counts nowhere and is dealt anew among those who stay (four.29).
    RoundVoid {
        /// Who stays.
        among: SeatSet,
    },
    /// The match is over.
    MatchOver {
        /// How it ended for each seat.
        outcome: Vec<Outcome>,
    },
}

impl GameEvent for Event {
    fn round(&self) -> Option<RoundReport> {
        match self {
            Self::RoundOver { sums, .. } => Some(RoundReport::Sums(sums.clone())),
            _ => None,
        }
    }

    /// A look at a card of a row. (A card drawn is in its owner's view as long as it is in hand.)
    fn look(&self) -> Option<(Seat, Handle)> {
        match *self {
            Self::Looked { seat, card, .. } => Some((seat, card)),
            _ => None,
        }
    }
}
