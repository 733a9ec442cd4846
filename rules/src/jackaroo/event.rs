//! What happens in a match, for screens and bots.

use super::marble::Marble;
use super::track::{Cell, Place};
use crate::cards::Card;
use crate::face::Handle;
use crate::game::GameEvent;
use crate::seat::{Seat, SeatSet};

/// The way of a marble from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Journey {
    /// The marble.
    pub marble: Marble,
    /// Where it stood.
    pub from: Cell,
    /// By how many cells the card moved it, back where negative.
    pub by: i8,
    /// Where it came to rest. In the safe zone that may be deeper than the number alone would say (jackaroo.27).
    pub to: Place,
}

impl Journey {
    /// The places it touches one after the other, `from` not counted, its place of rest last.
    pub fn path(self) -> impl Iterator<Item = Place> {
        let seat = self.marble.seat;
        let (on_track, depth) = match self.to {
            Place::Safe(depth) => (75 - self.from.count(seat), Some(depth)),
            Place::Track(_) | Place::Home => (self.by.unsigned_abs(), None),
        };
        (1..=on_track)
            .map(move |steps| {
                Place::Track(if self.by < 0 {
                    self.from.back(steps)
                } else {
                    self.from.forward(steps)
                })
            })
            .chain(depth.into_iter().flat_map(|depth| (0..=depth).map(Place::Safe)))
    }
}

/// What happened, in order. Events name cards by handle; the only faces in them are those that everybody saw.
///
/// A turn is a [`Played`](Event::Played) or [`Burned`](Event::Burned), then what the card did to the marbles, then a
/// [`Drawn`](Event::Drawn), and where that took the last card of the deck a [`Shuffled`](Event::Shuffled).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A pack was shuffled: the whole pack at the start, the fire pile later (jackaroo.6).
    Shuffled {
        /// Its number.
        pack: u32,
        /// How many cards it has.
        cards: u8,
    },
    /// A card of the deal.
    Dealt {
        /// Who got it and may see it.
        seat: Seat,
        /// The card.
        card: Handle,
    },
    /// A card drawn at the end of a turn, into the place of the hand that was empty.
    Drawn {
        /// Who got it and may see it.
        seat: Seat,
        /// The card.
        card: Handle,
    },
    /// A card was played; it goes to the fire pile.
    Played {
        /// Who played it.
        seat: Seat,
        /// The card.
        card: Handle,
        /// What is on it, as everybody saw.
        shown: Card,
    },
    /// A card was burned, since no card of the hand could be played.
    Burned {
        /// Who burned it.
        seat: Seat,
        /// The card.
        card: Handle,
        /// What is on it, as everybody saw.
        shown: Card,
    },
    /// A marble came out of home onto its base.
    Out {
        /// The marble.
        marble: Marble,
    },
    /// A marble moved along the track or into its safe zone.
    Moved(Journey),
    /// Two marbles changed places.
    Swapped {
        /// The marble of the mover.
        own: Marble,
        /// The opponent's marble.
        other: Marble,
        /// Where `own` stood and `other` stands now.
        own_from: Cell,
        /// Where `other` stood and `own` stands now.
        other_from: Cell,
    },
    /// A marble was sent home: it follows the move of the marble that did it; several in the order in which they were met.
    SentHome {
        /// The marble.
        marble: Marble,
        /// Where it stood.
        from: Cell,
        /// The marble that sent it home.
        by: Marble,
        /// The seat whose card it was.
        seat: Seat,
    },
    /// A seat has all its marbles in and plays for its partner from its next turn on (jackaroo.30).
    PlaysForPartner {
        /// The seat.
        seat: Seat,
        /// The seat whose marbles its cards will move.
        partner: Seat,
    },
    /// A person left the match.
    Left {
        /// The seat that was named.
        seat: Seat,
    },
    /// The match is over.
    Won {
        /// The seats of the side that won.
        seats: SeatSet,
    },
}

impl GameEvent for Event {
    fn look(&self) -> Option<(Seat, Handle)> {
        match *self {
            Self::Dealt { seat, card } | Self::Drawn { seat, card } => Some((seat, card)),
            _ => None,
        }
    }
}
