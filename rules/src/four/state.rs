//! The state of a match: all that is public about it.

use crate::cards::Card;
use crate::face::Handle;
use crate::four::{Pile, Row, Slot};
use crate::game::{Outcome, Points, Variant};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::table::{OptionSpec, Table, TableError};

/// The total at which the match ends (four.26).
pub(super) const TARGET: u32 = 100;

/// How far a turn, or the match, has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The round's pack is due, with the looks and the first discard (four.1 to four.3).
    Deal,
    /// The seat to move draws, takes or calls (four.6).
    Turn,
    /// The seat to move has drawn and is about to see its card.
    Draw {
        /// The card.
        card: Handle,
    },
    /// The seat to move chooses what to do with the card it has drawn (four.8).
    Hand {
        /// The card.
        card: Handle,
    },
    /// A card has left its slot for a card kept or taken and is about to be opened on the pile.
    Replace {
        /// The slot it lay in.
        slot: Slot,
        /// The card.
        card: Handle,
    },
    /// The seat to move is about to see a card by a power (four.9).
    Look {
        /// Where it lies.
        slot: Slot,
        /// The card.
        card: Handle,
    },
    /// The card pointed at is about to be opened (four.12).
    Match {
        /// Where it lies.
        slot: Slot,
        /// The card pointed at.
        card: Handle,
        /// The drawn card that was shown.
        shown: Handle,
        /// What is on the card shown.
        face: Card,
    },
    /// The seat to move fills the hole it made in another row (four.14).
    Give {
        /// The hole.
        hole: Slot,
    },
    /// The rows are about to be opened and counted (four.25).
    Count,
    /// The match is over.
    Over,
}

/// A match of Four Face-Down.
///
/// It is one flat piece of about 350 bytes: copying it allocates nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Four {
    pub(super) seats: u8,
    pub(super) present: SeatSet,
    /// By seat.
    pub(super) totals: [u32; MAX_SEATS as usize],
    /// Finished rounds.
    pub(super) round: u32,
    /// The round's pack, the pending one during [`Phase::Deal`].
    pub(super) pack: u32,
    pub(super) starter: Seat,
    pub(super) turn: Seat,
    pub(super) caller: Option<Seat>,
    /// By seat.
    pub(super) rows: [Row; MAX_SEATS as usize],
    pub(super) pile: Pile,
    /// How many cards the stock holds: the last ones of the pack.
    pub(super) stock: u8,
    pub(super) phase: Phase,
}

impl Variant for Four {
    const ID: &'static str = "four";
    const SEATS: &'static [u8] = &[2, 3, 4];
    const OPTIONS: &'static [OptionSpec] = &[];
    const HAS_ROUNDS: bool = true;
    const POINTS: Points = Points {
        win: 22,
        draw: 8,
        loss: 3,
    };

    fn new(table: &Table) -> Result<Self, TableError> {
        let first = Seat::new(0).filter(|_| Self::SEATS.contains(&table.seats));
        let starter = first.ok_or_else(|| TableError::seats(Self::ID, table.seats, Self::SEATS))?;
        Ok(Self {
            seats: table.seats,
            present: SeatSet::all(table.seats),
            totals: [0; MAX_SEATS as usize],
            round: 0,
            pack: 0,
            starter,
            turn: starter,
            caller: None,
            rows: [Row::NONE; MAX_SEATS as usize],
            pile: Pile::new(0),
            stock: 0,
            phase: Phase::Deal,
        })
    }
}

/// What screens and bots ask.
impl Four {
    /// How far the turn, or the match, has come.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is, also while cards of that turn are being looked at or opened; `None` during a deal, a count and
    /// after the end.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Deal | Phase::Count | Phase::Over => None,
            _ => Some(self.turn),
        }
    }

    /// The number of the round in the match, from 0: how many are finished.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// Who started the round, or will once it is dealt (four.5).
    #[must_use]
    pub const fn starter(&self) -> Seat {
        self.starter
    }

    /// Who has called in this round, if anybody has (four.20).
    #[must_use]
    pub const fn caller(&self) -> Option<Seat> {
        self.caller
    }

    /// Who still has a last turn after a call, the seat whose turn it is among them; nobody where nobody has called.
    #[must_use]
    pub fn last_turns(&self) -> SeatSet {
        let Some(caller) = self.caller else {
            return SeatSet::EMPTY;
        };
        let mut owed = SeatSet::EMPTY;
        let mut next = self.turn().filter(|&seat| seat != caller);
        while let Some(seat) = next {
            owed.insert(seat);
            next = self.present.next_after(seat).filter(|&seat| seat != caller);
        }
        owed
    }

    /// The total of each seat (four.25).
    #[must_use]
    pub fn totals(&self) -> &[u32] {
        self.totals.get(..usize::from(self.seats)).unwrap_or_default()
    }

    /// A seat's row; one without slots where there is no such seat, it has left, or nothing is dealt.
    #[must_use]
    pub fn row(&self, seat: Seat) -> &Row {
        const NONE: &Row = &Row::NONE;
        self.rows.get(seat.index()).unwrap_or(NONE)
    }

    /// The slots of a seat's row from the nearest one: the card that lies there, or `None` where the slot is emptied.
    pub fn slots(&self, seat: Seat) -> impl ExactSizeIterator<Item = Option<Handle>> + '_ {
        self.row(seat).iter().map(|card| card.map(|index| self.handle(index)))
    }

    /// The card in a slot; `None` where none lies there or there is no such slot.
    #[must_use]
    pub fn card_in(&self, slot: Slot) -> Option<Handle> {
        self.row(slot.seat).card(slot.index).map(|index| self.handle(index))
    }

    /// The discard pile.
    #[must_use]
    pub const fn pile(&self) -> &Pile {
        &self.pile
    }

    /// How many cards the stock holds.
    #[must_use]
    pub const fn stock(&self) -> u8 {
        self.stock
    }

    /// The card that is drawn next; `None` where the stock is empty or nothing is dealt.
    #[must_use]
    pub fn stock_top(&self) -> Option<Handle> {
        (self.stock > 0).then(|| self.handle(Card::COUNT.saturating_sub(self.stock)))
    }

    /// The card in hand and whose hand it is, from the draw until it is kept, discarded or shown.
    #[must_use]
    pub const fn drawn(&self) -> Option<(Seat, Handle)> {
        match self.phase {
            Phase::Draw { card } | Phase::Hand { card } => Some((self.turn, card)),
            _ => None,
        }
    }

    /// A card of the round's pack.
    pub(super) const fn handle(&self, index: u8) -> Handle {
        Handle { pack: self.pack, index }
    }

    pub(super) fn row_mut(&mut self, seat: Seat) -> Option<&mut Row> {
        self.rows.get_mut(seat.index())
    }

    /// How the match ended for each seat, if it is over: the only one who stayed, or the lowest total of those present
    /// (four.26, four.28, four.29).
    pub(super) fn result(&self) -> Option<Vec<Outcome>> {
        if self.phase != Phase::Over {
            return None;
        }
        let present = || {
            Seat::all(self.seats)
                .zip(self.totals)
                .filter(|(seat, _)| self.present.contains(*seat))
        };
        let lowest = present().map(|(_, total)| total).min()?;
        let best: SeatSet = present()
            .filter(|(_, total)| *total == lowest)
            .map(|(seat, _)| seat)
            .collect();
        let shared = if best.len() == 1 { Outcome::Win } else { Outcome::Draw };
        let outcome = |seat| if best.contains(seat) { shared } else { Outcome::Loss };
        Some(Seat::all(self.seats).map(outcome).collect())
    }
}
