//! The state's canonical bytes.

use super::scoring::RoundEnd;
use super::state::{Domino, Phase};
use crate::canon::Canon;
use crate::game::Variant;
use crate::seat::Seat;

/// The version of this layout. It changes with every change of the bytes.
const LAYOUT: u8 = 1;

impl Domino {
    pub(super) fn write(&self, canon: &mut Canon) {
        canon.u8(LAYOUT);
        canon.text(Self::ID);
        canon.u8(self.seats);
        canon.flag(self.partners);
        canon.seats(self.present);
        canon.u32(self.round);
        canon.u32(self.pack);
        canon.option(self.opened_by, Canon::seat);
        let (tag, detail) = match self.phase {
            Phase::Dealing => (0, [0, 0]),
            Phase::Asking { tile, seats } => (1, [tile.face().number(), seats.bits()]),
            Phase::Opening(seat) => (2, [seat.number(), 0]),
            Phase::Turn(seat) => (3, [seat.number(), 0]),
            Phase::Drawing(seat) => (4, [seat.number(), 0]),
            Phase::Showing(RoundEnd::Out(seat)) => (5, [seat.number(), 0]),
            Phase::Showing(RoundEnd::Blocked) => (6, [0, 0]),
            Phase::Over { winners } => (7, [winners.bits(), 0]),
        };
        canon.u8(tag);
        detail.into_iter().for_each(|byte| canon.u8(byte));
        canon.seats(self.knocked);
        for seat in Seat::all(self.seats) {
            canon.u32(self.points_of(seat));
            canon.u32(self.hand(seat).bits());
        }
        canon.u8(self.boneyard);
        canon.u8(self.line.len());
        canon.option(self.line.opening(), Canon::u8);
        for laid in self.line.iter() {
            canon.u8(laid.tile.face().number());
            canon.u8(laid.place);
            canon.flag(laid.flipped);
        }
        for excluded in self.excluded {
            canon.u32(u32::try_from(excluded.bits()).unwrap_or(u32::MAX));
        }
    }
}
