//! The cards: hands, deck and fire pile.

use super::marble::SEATS;
use crate::canon::Canon;
use crate::cards::Card;
use crate::face::{FaceSet, Handle, PackKind};
use crate::game::CardOp;
use crate::seat::Seat;

/// How many cards a hand has (jackaroo.6).
pub const HAND: u8 = 4;

/// Four cards of a seat, each in its place for as long as it is held; one place is empty between playing and drawing.
pub(super) type Hand = [Option<Handle>; HAND as usize];

/// The cards of a match as everybody sees them: places in packs, and the faces of what was played.
///
/// Every card is in a hand, in the deck or in the fire pile (jackaroo.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cards {
    hands: [Hand; SEATS as usize],
    /// The pack that is the deck.
    pack: u32,
    /// The index in it of the card that is drawn next.
    next: u8,
    /// How many cards the pack had.
    size: u8,
    /// The faces in the fire pile.
    fire: FaceSet,
    /// The card on top of it.
    top: Option<Card>,
}

impl Cards {
    /// Before the deal: the whole pack is the deck.
    pub(super) const fn new() -> Self {
        Self {
            hands: [[None; HAND as usize]; SEATS as usize],
            pack: 0,
            next: 0,
            size: Card::COUNT,
            fire: FaceSet::EMPTY,
            top: None,
        }
    }

    pub(super) const fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    pub(super) const fn left(&self) -> u8 {
        self.size - self.next
    }

    pub(super) const fn fire(&self) -> FaceSet {
        self.fire
    }

    pub(super) const fn top(&self) -> Option<Card> {
        self.top
    }

    /// The first shuffle, and the deal: each seat's whole hand in seat order (judge.md).
    pub(super) fn deal_operations(&self) -> Vec<CardOp> {
        let deal = Seat::all(SEATS)
            .flat_map(|seat| (0..HAND).map(move |_| seat))
            .zip(0..)
            .map(|(seat, index)| CardOp::Look {
                card: Handle { pack: 0, index },
                seat,
            });
        core::iter::once(CardOp::Shuffle {
            pack: 0,
            kind: PackKind::Cards,
            faces: PackKind::Cards.faces(),
        })
        .chain(deal)
        .collect()
    }

    /// The draw of a seat, and the shuffle of the fire pile where it takes the last card of the deck.
    pub(super) fn draw_operations(&self, seat: Seat) -> Vec<CardOp> {
        let look = CardOp::Look {
            card: self.next(),
            seat,
        };
        if self.left() > 1 {
            return vec![look];
        }
        vec![
            look,
            CardOp::Shuffle {
                pack: self.pack + 1,
                kind: PackKind::Cards,
                faces: self.fire,
            },
        ]
    }

    const fn next(&self) -> Handle {
        Handle {
            pack: self.pack,
            index: self.next,
        }
    }

    /// Takes the next card of the deck into the empty place of a hand; `None` where nothing is missing.
    pub(super) fn draw(&mut self, seat: Seat) -> Option<Handle> {
        let card = self.next();
        let place = self.hands[seat.index()].iter_mut().find(|place| place.is_none())?;
        *place = Some(card);
        self.next += 1;
        Some(card)
    }

    /// Makes the fire pile the deck where the deck is used up: its pack and how many cards it has.
    pub(super) fn turn_over(&mut self) -> Option<(u32, u8)> {
        if self.left() > 0 {
            return None;
        }
        self.pack += 1;
        self.next = 0;
        self.size = self.fire.len();
        self.fire = FaceSet::EMPTY;
        self.top = None;
        Some((self.pack, self.size))
    }

    /// Puts a card of a hand, shown to be `shown`, on the fire pile.
    pub(super) fn discard(&mut self, seat: Seat, card: Handle, shown: Card) {
        for place in &mut self.hands[seat.index()] {
            if *place == Some(card) {
                *place = None;
            }
        }
        self.fire.insert(shown.face());
        self.top = Some(shown);
    }

    /// The packs of the hands' cards and of the deck, ascending. `drawing`: a card is about to be drawn, and with the deck's
    /// last one goes the shuffle of the next pack.
    pub(super) fn packs(&self, drawing: bool) -> Vec<u32> {
        let hands = self.hands.iter().flatten().flatten().map(|card| card.pack);
        let next = (drawing && self.left() <= 1).then_some(self.pack + 1);
        let mut packs: Vec<u32> = hands.chain([self.pack]).chain(next).collect();
        packs.sort_unstable();
        packs.dedup();
        packs
    }

    pub(super) fn encode(&self, canon: &mut Canon) {
        for place in self.hands.iter().flatten() {
            canon.option(*place, Canon::card);
        }
        canon.u32(self.pack);
        canon.u8(self.next);
        canon.u8(self.size);
        canon.faces(self.fire);
        canon.option(self.top, |canon, card| canon.u8(card.face().number()));
    }
}
