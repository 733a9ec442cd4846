//! The canonical bytes of a state.

use crate::canon::Canon;
use crate::four::{FaceUp, Four, Phase, Slot};
use crate::game::Variant;
use crate::seat::Seat;

/// The version of the encoding. Another layout is another version.
const VERSION: u8 = 1;

impl Four {
    pub(super) fn write(&self, canon: &mut Canon) {
        canon.u8(VERSION);
        canon.text(Self::ID);
        canon.u8(self.seats);
        canon.seats(self.present);
        canon.list(self.totals().iter(), |canon, &total| canon.u32(total));
        canon.u32(self.round);
        canon.u32(self.pack);
        canon.seat(self.starter);
        canon.seat(self.turn);
        canon.option(self.caller, Canon::seat);
        for seat in Seat::all(self.seats) {
            canon.list(self.row(seat).iter(), |canon, card| canon.option(card, Canon::u8));
        }
        canon.u8(self.pile.len());
        for FaceUp { handle, card } in self.pile.iter() {
            canon.u8(handle.index);
            canon.u8(card.face().number());
        }
        canon.u8(self.stock);
        self.phase.write(canon);
    }
}

impl Phase {
    fn write(self, canon: &mut Canon) {
        match self {
            Self::Deal => canon.u8(0),
            Self::Turn => canon.u8(1),
            Self::Draw { card } => {
                canon.u8(2);
                canon.card(card);
            }
            Self::Hand { card } => {
                canon.u8(3);
                canon.card(card);
            }
            Self::Replace { slot, card } => {
                canon.u8(4);
                write_slot(canon, slot);
                canon.card(card);
            }
            Self::Look { slot, card } => {
                canon.u8(5);
                write_slot(canon, slot);
                canon.card(card);
            }
            Self::Match {
                slot,
                card,
                shown,
                face,
            } => {
                canon.u8(6);
                write_slot(canon, slot);
                canon.card(card);
                canon.card(shown);
                canon.u8(face.face().number());
            }
            Self::Give { hole } => {
                canon.u8(7);
                write_slot(canon, hole);
            }
            Self::Count => canon.u8(8),
            Self::Over => canon.u8(9),
        }
    }
}

fn write_slot(canon: &mut Canon, slot: Slot) {
    canon.seat(slot.seat);
    canon.u8(slot.index);
}
