//! Leaving, and the blocks that it can bring about: domino.22 to domino.24.

use super::event::Event;
use super::places::Places;
use super::scoring::RoundEnd;
use super::state::{Domino, Phase, over};
use crate::rule::{Illegal, common};
use crate::seat::{Seat, SeatSet};

impl Domino {
    /// Ends the round where every seat at the table has knocked since the last tile was played (domino.14, domino.24).
    pub(super) fn block_if_all_knocked(&mut self, events: &mut Vec<Event>) {
        if matches!(self.phase, Phase::Turn(_)) && self.present.minus(self.knocked).is_empty() {
            self.phase = Phase::Showing(RoundEnd::Blocked);
            events.push(Event::Blocked);
        }
    }

    pub(super) fn seat_leaves(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if matches!(self.phase, Phase::Over { .. }) {
            return Err(over());
        }
        if seat.number() >= self.seats {
            return Err(Illegal::new(
                common::SEATS,
                format!("there is no seat {seat} at this table"),
            ));
        }
        if !self.present.contains(seat) {
            return Err(Illegal::new(
                common::AFTER_THE_END,
                format!("seat {seat} has left already"),
            ));
        }
        self.present.remove(seat);
        events.push(Event::Left { seat });
        if self.seats == 2 || self.partners {
            let others = SeatSet::all(self.seats).minus(self.side(seat));
            self.finish(others, events);
            return Ok(());
        }
        if let Some(points) = self.points.get_mut(seat.index()) {
            *points = 0;
        }
        self.set_hand(seat, Places::EMPTY);
        self.knocked.remove(seat);
        if let Some(winner) = self.present.only() {
            self.finish(SeatSet::of(winner), events);
            return Ok(());
        }
        match self.phase {
            Phase::Dealing => {
                events.push(Event::DealVoid { pack: self.pack });
                self.deal_anew();
            }
            Phase::Asking { seats, .. } if seats.contains(seat) => self.answered(seat),
            Phase::Opening(opener) if opener == seat => self.phase = Phase::Opening(self.next_seat(seat)),
            Phase::Turn(mover) if mover == seat => self.phase = Phase::Turn(self.next_seat(seat)),
            _ => {}
        }
        self.block_if_all_knocked(events);
        Ok(())
    }
}
