//! Rounds: dealing, the end of a turn, counting, leaving.

use crate::cards::Card;
use crate::face::{Faces, PackKind};
use crate::four::check::known_card;
use crate::four::state::TARGET;
use crate::four::{Cause, Event, Four, Origin, Phase, Pile, Row, Slot, value};
use crate::game::CardOp;
use crate::rule::{Illegal, common};
use crate::seat::{MAX_SEATS, Seat};

/// How many cards everybody is dealt (four.1).
const HAND: u8 = 4;

/// How many of them are shown once, from the nearest (four.2).
const SHOWN: u8 = 2;

impl Four {
    /// Begins a round: a fresh pack is due.
    pub(super) fn begin_round(&mut self, pack: u32, starter: Seat) {
        self.pack = pack;
        self.starter = starter;
        self.turn = starter;
        self.caller = None;
        self.rows = [Row::NONE; MAX_SEATS as usize];
        self.pile = Pile::new(pack);
        self.stock = 0;
        self.phase = Phase::Deal;
    }

    /// The place in the pack of the first discard: behind everybody's four cards.
    const fn first_discard(&self) -> u8 {
        HAND * self.present.len()
    }

    /// The operations of a deal: the pack, the two looks of every seat (four.2), the first discard (four.3).
    pub(super) fn deal_operations(&self) -> Vec<CardOp> {
        let looks = self.present.iter().zip(0u8..).flat_map(|(seat, place)| {
            (0..SHOWN).map(move |slot| CardOp::Look {
                card: self.handle(HAND * place + slot),
                seat,
            })
        });
        let mut operations = Vec::with_capacity(usize::from(2 + SHOWN * self.present.len()));
        operations.push(CardOp::Shuffle {
            pack: self.pack,
            kind: PackKind::Cards,
            faces: PackKind::Cards.faces(),
        });
        operations.extend(looks);
        operations.push(CardOp::Open {
            card: self.handle(self.first_discard()),
        });
        operations
    }

    /// Lays the cards out once the operations of the deal are done.
    pub(super) fn deal(&mut self, faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        let index = self.first_discard();
        let card = self.handle(index);
        let face = known_card(card, faces)?;
        let starter = self.starter;
        let round = self.round;
        events.push(Event::RoundStarted { round, starter });
        for (seat, place) in self.present.iter().zip(0u8..) {
            let cards = [0, 1, 2, 3].map(|slot| HAND * place + slot);
            if let Some(row) = self.row_mut(seat) {
                for index in cards {
                    row.push(Some(index));
                }
            }
            events.push(Event::Dealt {
                seat,
                cards: cards.map(|index| self.handle(index)),
            });
        }
        for seat in self.present.iter() {
            for index in 0..SHOWN {
                let slot = Slot::new(seat, index);
                events.extend(self.card_in(slot).map(|card| Event::Looked { seat, slot, card }));
            }
        }
        self.stock = Card::COUNT - index - 1;
        self.discard(card, face, Origin::Stock, events);
        self.phase = Phase::Turn;
        Ok(())
    }

    /// Ends the turn: the round ends, or the next seat has its turn.
    pub(super) fn end_turn(&mut self, events: &mut Vec<Event>) {
        let next = self.present.next_after(self.turn).unwrap_or(self.turn);
        let cause = if self.present.iter().any(|seat| self.row(seat).is_empty()) {
            Some(Cause::EmptyRow)
        } else if self.stock == 0 {
            Some(Cause::EmptyStock)
        } else {
            (self.caller == Some(next)).then_some(Cause::Call)
        };
        match cause {
            Some(cause) => {
                events.push(Event::RoundEnded { cause });
                self.phase = Phase::Count;
            }
            None => {
                self.turn = next;
                self.phase = Phase::Turn;
            }
        }
    }

    /// The operations of a count: all rows are opened (four.25).
    pub(super) fn count_operations(&self) -> Vec<CardOp> {
        self.present
            .iter()
            .flat_map(|seat| self.slots(seat).flatten())
            .map(|card| CardOp::Open { card })
            .collect()
    }

    /// Counts the opened rows, then ends the match or begins the next round (four.25, four.26).
    pub(super) fn count(&mut self, faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        let mut opened = Vec::with_capacity(usize::from(self.present.len()));
        for seat in self.present.iter() {
            let mut cards = Vec::new();
            for (slot, handle) in (0u8..).zip(self.slots(seat)) {
                if let Some(handle) = handle {
                    cards.push((slot, handle, known_card(handle, faces)?));
                }
            }
            opened.push((seat, cards));
        }
        let mut sums = vec![None; usize::from(self.seats)];
        for (seat, cards) in opened {
            let sum: u32 = cards.iter().map(|&(_, _, card)| value(card)).sum();
            if let (Some(place), Some(total)) = (sums.get_mut(seat.index()), self.totals.get_mut(seat.index())) {
                *place = Some(sum);
                *total += sum;
            }
            events.push(Event::RowOpened { seat, cards });
        }
        self.round = self.round.saturating_add(1);
        events.push(Event::RoundOver {
            sums,
            totals: self.totals().to_vec(),
        });
        if self.totals().iter().any(|&total| total >= TARGET) {
            self.finish(events);
        } else {
            let starter = self.present.next_after(self.starter).unwrap_or(self.starter);
            self.begin_round(self.pack.saturating_add(1), starter);
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Over;
        events.extend(self.result().map(|outcome| Event::MatchOver { outcome }));
    }

    /// A seat leaves: the match ends, or the round is void and dealt anew (four.28, four.29).
    pub(super) fn remove(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if seat.number() >= self.seats {
            return Err(Illegal::new(
                common::SEATS,
                format!("there is no seat {seat} at this table"),
            ));
        }
        if self.phase == Phase::Over {
            return Err(Illegal::new(common::AFTER_THE_END, "the match is over"));
        }
        if !self.present.contains(seat) {
            return Err(Illegal::new(
                common::AFTER_THE_END,
                format!("seat {seat} has left already"),
            ));
        }
        self.present.remove(seat);
        events.push(Event::Left { seat });
        if self.present.len() < 2 {
            self.finish(events);
            return Ok(());
        }
        let starter = if self.starter == seat {
            self.present.next_after(seat).unwrap_or(seat)
        } else {
            self.starter
        };
        events.push(Event::RoundVoid { among: self.present });
        self.begin_round(self.pack.saturating_add(1), starter);
        Ok(())
    }
}
