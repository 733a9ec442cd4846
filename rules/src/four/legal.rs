//! The legal moves of the seat to move.

use crate::cards::Card;
use crate::face::{Faces, Handle};
use crate::four::{Four, Move, Phase, Power, Slot, SlotPair};
use crate::seat::Seat;

impl Four {
    /// The occupied slots of a row, from the nearest.
    fn occupied(&self, seat: Seat) -> impl Iterator<Item = Slot> + Clone + '_ {
        (0u8..)
            .zip(self.row(seat).iter())
            .filter_map(move |(index, card)| card.map(|_| Slot::new(seat, index)))
    }

    /// The occupied slots of the table, in order.
    fn on_the_table(&self) -> impl Iterator<Item = Slot> + Clone + '_ {
        self.present.iter().flat_map(|seat| self.occupied(seat))
    }

    /// The power of the card in hand, if its face is known and has one.
    fn power(card: Handle, faces: &dyn Faces) -> Option<Power> {
        Power::of(Card::from_face(faces.face(card)?)?.rank)
    }

    /// All legal moves. Without the face of the card in hand its power is not among them.
    pub(super) fn list(&self, seat: Seat, faces: &dyn Faces) -> Vec<Move> {
        if seat != self.turn {
            return Vec::new();
        }
        match self.phase {
            Phase::Turn => {
                let call = self.caller.is_none().then_some(Move::Call);
                let takes = self.occupied(seat).map(Move::Take);
                [Move::Draw].into_iter().chain(call).chain(takes).collect()
            }
            Phase::Hand { card } => {
                let mut moves = vec![Move::Discard];
                moves.extend(self.occupied(seat).map(Move::Keep));
                moves.extend(self.on_the_table().map(Move::Match));
                match Self::power(card, faces) {
                    None => {}
                    Some(Power::Peek) => moves.extend(self.occupied(seat).map(Move::Peek)),
                    Some(Power::Spy) => {
                        let others = self.present.without(seat);
                        moves.extend(others.iter().flat_map(|other| self.occupied(other)).map(Move::Spy));
                    }
                    Some(Power::Swap) => {
                        let mut slots = self.on_the_table();
                        while let Some(first) = slots.next() {
                            let swap = |second| Move::Swap(SlotPair::new(first, second));
                            moves.extend(slots.clone().map(swap));
                        }
                    }
                }
                moves
            }
            Phase::Give { .. } => self.occupied(seat).map(Move::Give).collect(),
            _ => Vec::new(),
        }
    }

    /// How many legal moves there are, without listing them.
    pub(super) fn count_moves(&self, seat: Seat, faces: &dyn Faces) -> usize {
        if seat != self.turn {
            return 0;
        }
        let own = usize::from(self.row(seat).cards());
        match self.phase {
            Phase::Turn => 1 + usize::from(self.caller.is_none()) + own,
            Phase::Hand { card } => {
                let all: usize = self
                    .present
                    .iter()
                    .map(|seat| usize::from(self.row(seat).cards()))
                    .sum();
                let by_power = match Self::power(card, faces) {
                    None => 0,
                    Some(Power::Peek) => own,
                    Some(Power::Spy) => all - own,
                    Some(Power::Swap) => all * all.saturating_sub(1) / 2,
                };
                1 + own + all + by_power
            }
            Phase::Give { .. } => own,
            _ => 0,
        }
    }
}
