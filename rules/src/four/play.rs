//! Making moves: the game as the rest of the program knows it.

use crate::canon::Canon;
use crate::cards::Card;
use crate::face::{Faces, Handle};
use crate::four::check::{Shown, Step, known_card, shown_face};
use crate::four::{Event, Four, Move, Origin, Phase, Slot};
use crate::game::{CardOp, Due, Game, Outcome, Plan};
use crate::rule::{Illegal, NotAMove, common};
use crate::seat::{Seat, SeatSet};

impl Game for Four {
    type Move = Move;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn present(&self) -> SeatSet {
        self.present
    }

    fn due(&self) -> Due {
        match self.phase {
            Phase::Turn | Phase::Hand { .. } | Phase::Give { .. } => Due::Turn(self.turn),
            Phase::Deal => Due::Cards(self.deal_operations()),
            Phase::Draw { card } | Phase::Look { card, .. } => Due::Cards(vec![CardOp::Look { card, seat: self.turn }]),
            Phase::Replace { card, .. } | Phase::Match { card, .. } => Due::Cards(vec![CardOp::Open { card }]),
            Phase::Count => Due::Cards(self.count_operations()),
            Phase::Over => Due::Nothing,
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotAMove> {
        Move::parse(text)
    }

    /// No move of this game names a card by its face.
    fn locate(&self, _seat: Seat, _mv: &Move, _faces: &dyn Faces) -> Result<Option<Handle>, Illegal> {
        Ok(None)
    }

    fn plan(&self, seat: Seat, mv: &Move, card: Option<Handle>) -> Result<Plan, Illegal> {
        self.step(seat, *mv, card).map(Step::plan)
    }

    fn play(
        &mut self,
        seat: Seat,
        mv: &Move,
        card: Option<Handle>,
        faces: &dyn Faces,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        match self.step(seat, *mv, card)? {
            Step::Draw { card } => {
                self.stock -= 1;
                self.phase = Phase::Draw { card };
                events.push(Event::Drew { seat, card });
            }
            Step::Take { slot, top, replaced } => {
                self.pile.pop();
                self.put(slot, top.handle);
                self.phase = Phase::Replace { slot, card: replaced };
                events.push(Event::Took {
                    seat,
                    slot,
                    card: top.handle,
                    face: top.card,
                    replaced,
                });
            }
            Step::Call => {
                self.caller = Some(seat);
                events.push(Event::Called { seat });
                self.end_turn(events);
            }
            Step::Keep { slot, card, replaced } => {
                self.put(slot, card);
                self.phase = Phase::Replace { slot, card: replaced };
                events.push(Event::Kept {
                    seat,
                    slot,
                    card,
                    replaced,
                });
            }
            Step::Show { show, then } => {
                let face = shown_face(show, faces)?;
                self.show(seat, show.card, face, then, events);
            }
            Step::Give { from, hole, card } => {
                self.clear(from);
                self.put(hole, card);
                events.push(Event::Gave {
                    seat,
                    from,
                    to: hole,
                    card,
                });
                self.end_turn(events);
            }
        }
        Ok(())
    }

    fn settle(&mut self, faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match self.phase {
            Phase::Deal => return self.deal(faces, events),
            Phase::Draw { card } => self.phase = Phase::Hand { card },
            Phase::Replace { slot, card } => {
                let face = known_card(card, faces)?;
                self.discard(card, face, Origin::Row(slot), events);
                self.end_turn(events);
            }
            Phase::Look { slot, card } => {
                let seat = self.turn;
                events.push(Event::Looked { seat, slot, card });
                self.end_turn(events);
            }
            Phase::Match {
                slot,
                card,
                shown,
                face,
            } => {
                let pointed = known_card(card, faces)?;
                self.settle_match(slot, (card, pointed), (shown, face), events);
            }
            Phase::Count => return self.count(faces, events),
            Phase::Turn | Phase::Hand { .. } | Phase::Give { .. } | Phase::Over => {
                return Err(Illegal::new(common::TURN, "no cards are waited for"));
            }
        }
        Ok(())
    }

    fn leave(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.remove(seat, events)
    }

    fn legal_moves(&self, seat: Seat, faces: &dyn Faces) -> Vec<Move> {
        self.list(seat, faces)
    }

    fn count_legal(&self, seat: Seat, faces: &dyn Faces) -> usize {
        self.count_moves(seat, faces)
    }

    /// The card in hand, and nothing else (four.8, four.33).
    fn visible(&self, seat: Seat) -> Vec<Handle> {
        match self.phase {
            Phase::Hand { card } if seat == self.turn => vec![card],
            _ => Vec::new(),
        }
    }

    fn live_packs(&self) -> Vec<u32> {
        match self.phase {
            Phase::Over => Vec::new(),
            _ => vec![self.pack],
        }
    }

    fn scores(&self) -> Vec<i32> {
        self.totals()
            .iter()
            .map(|&total| i32::try_from(total).unwrap_or(i32::MAX))
            .collect()
    }

    fn outcome(&self) -> Option<Vec<Outcome>> {
        self.result()
    }

    fn encode(&self, canon: &mut Canon) {
        self.write(canon);
    }
}

impl Four {
    /// The drawn card is shown to everybody, and something is done with it.
    fn show(&mut self, seat: Seat, shown: Handle, face: Card, then: Shown, events: &mut Vec<Event>) {
        if let Shown::Match { slot, card } = then {
            self.phase = Phase::Match {
                slot,
                card,
                shown,
                face,
            };
            events.push(Event::Claimed {
                seat,
                slot,
                card,
                shown,
                face,
            });
            return;
        }
        self.discard(shown, face, Origin::Hand(seat), events);
        match then {
            Shown::Look { slot, card } => self.phase = Phase::Look { slot, card },
            Shown::Swap {
                slots: [one, other],
                cards: [from_one, from_other],
            } => {
                self.put(one, from_other);
                self.put(other, from_one);
                events.push(Event::Swapped {
                    seat,
                    slots: [one, other],
                    cards: [from_other, from_one],
                });
                self.end_turn(events);
            }
            Shown::Discard | Shown::Match { .. } => self.end_turn(events),
        }
    }

    /// The card pointed at is open: the match was right or wrong (four.12 to four.15).
    fn settle_match(
        &mut self,
        slot: Slot,
        (card, pointed): (Handle, Card),
        (shown, face): (Handle, Card),
        events: &mut Vec<Event>,
    ) {
        let seat = self.turn;
        if pointed.rank == face.rank {
            self.clear(slot);
            events.push(Event::Matched { seat, slot });
            self.discard(card, pointed, Origin::Row(slot), events);
            self.discard(shown, face, Origin::Hand(seat), events);
            if slot.seat == seat {
                self.end_turn(events);
            } else {
                self.phase = Phase::Give { hole: slot };
            }
            return;
        }
        events.push(Event::Mismatched {
            seat,
            slot,
            card,
            face: pointed,
        });
        self.discard(shown, face, Origin::Hand(seat), events);
        if let Some(card) = self.stock_top()
            && let Some(index) = self.row_mut(seat).and_then(|row| row.push(Some(card.index)))
        {
            self.stock -= 1;
            let slot = Slot::new(seat, index);
            events.push(Event::Penalty { seat, slot, card });
        }
        self.end_turn(events);
    }

    /// Puts a card face up on the pile.
    pub(super) fn discard(&mut self, card: Handle, face: Card, from: Origin, events: &mut Vec<Event>) {
        self.pile.push(card.index, face);
        events.push(Event::Discarded { card, face, from });
    }

    fn put(&mut self, slot: Slot, card: Handle) {
        if let Some(row) = self.row_mut(slot.seat) {
            row.put(slot.index, card.index);
        }
    }

    fn clear(&mut self, slot: Slot) {
        if let Some(row) = self.row_mut(slot.seat) {
            row.clear(slot.index);
        }
    }
}
