//! What a round waits for, and how rounds follow one another.

use super::event::Event;
use super::line::Line;
use super::opening::{asked_after, asking_order};
use super::places::Places;
use super::rules;
use super::scoring::{RoundEnd, SideHand, score};
use super::state::{Domino, HAND, Phase, SEATS, TARGET, TILES, over};
use crate::face::{FaceSet, Faces, Handle, PackKind};
use crate::game::{CardOp, Due, Question};
use crate::rule::{Illegal, common};
use crate::seat::{Seat, SeatSet};
use crate::tiles::Tile;

impl Domino {
    /// What the round waits for; of all the phases only a turn is asked about often, and it allocates nothing.
    pub(super) fn what_is_due(&self) -> Due {
        match self.phase {
            Phase::Dealing => Due::Cards(self.deal()),
            Phase::Asking { tile, seats } => Due::Question(Question {
                seats,
                face: tile.face(),
                rule: rules::HIGHEST_OPENS,
            }),
            Phase::Opening(seat) | Phase::Turn(seat) => Due::Turn(seat),
            Phase::Drawing(seat) => Due::Cards(vec![CardOp::Look {
                card: self.handle(self.boneyard),
                seat,
            }]),
            Phase::Showing(_) => Due::Cards(self.shown_hands().map(|card| CardOp::Open { card }).collect()),
            Phase::Over { .. } => Due::Nothing,
        }
    }

    /// A fresh pack, and seven of its tiles to each seat at the table, in seat order from the front.
    fn deal(&self) -> Vec<CardOp> {
        let kind = PackKind::Tiles;
        let mut operations = Vec::with_capacity(1 + usize::from(Tile::COUNT));
        operations.push(CardOp::Shuffle {
            pack: self.pack,
            kind,
            faces: kind.faces(),
        });
        for (seat, hand) in self.dealt_hands() {
            operations.extend(hand.iter().map(|place| CardOp::Look {
                card: self.handle(place),
                seat,
            }));
        }
        operations
    }

    fn dealt_hands(&self) -> impl Iterator<Item = (Seat, Places)> + use<> {
        self.present
            .iter()
            .zip((0..).step_by(usize::from(HAND)))
            .map(|(seat, first)| (seat, Places::range(first, HAND)))
    }

    /// The tiles in the hands at the table, by seat.
    pub(super) fn shown_hands(&self) -> impl Iterator<Item = Handle> + use<'_> {
        self.present.iter().flat_map(|seat| self.hand_cards(seat))
    }

    /// Goes on after the operations that were due.
    pub(super) fn go_on(&mut self, faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match self.phase {
            Phase::Dealing => {
                self.begin_round(events);
                Ok(())
            }
            Phase::Drawing(seat) => {
                let place = self.boneyard;
                self.set_hand(seat, self.hand(seat).with(place));
                self.boneyard = place.saturating_add(1);
                self.phase = Phase::Turn(seat);
                let card = self.handle(place);
                events.push(Event::Drew { seat, card });
                Ok(())
            }
            Phase::Showing(end) => self.end_round(end, faces, events),
            Phase::Asking { .. } | Phase::Opening(_) | Phase::Turn(_) => {
                Err(Illegal::new(common::TURN, "no tiles are being dealt, drawn or opened"))
            }
            Phase::Over { .. } => Err(over()),
        }
    }

    fn begin_round(&mut self, events: &mut Vec<Event>) {
        for (seat, hand) in self.dealt_hands() {
            self.set_hand(seat, hand);
        }
        if self.seats == 2 {
            self.boneyard = 2 * HAND;
        }
        self.phase = match self.opened_by {
            None => asking_order().next().map_or(self.phase, |tile| Phase::Asking {
                tile,
                seats: self.present,
            }),
            Some(last) => Phase::Opening(self.next_seat(last)),
        };
        events.push(Event::Dealt {
            round: self.round,
            seats: self.present,
        });
    }

    /// Counts the round and makes the next deal due, or ends the match.
    fn end_round(&mut self, end: RoundEnd, faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        let mut sides = Vec::with_capacity(SEATS);
        let mut shown = Vec::with_capacity(SEATS);
        for seats in self.sides() {
            let mut side = SideHand { seats, pips: 0 };
            for seat in seats.iter().filter(|&seat| self.hand_len(seat) > 0) {
                let tiles = self.opened_hand(seat, faces)?;
                let pips = tiles.iter().map(|(_, tile)| u32::from(tile.pips())).sum();
                side.pips += pips;
                shown.push(Event::HandShown { seat, tiles, pips });
            }
            sides.push(side);
        }
        // From here on nothing fails.
        events.append(&mut shown);
        let (winner, points) = score(end, &sides);
        for (_, total) in Seat::all(self.seats)
            .zip(&mut self.points)
            .filter(|(seat, _)| winner.contains(*seat))
        {
            *total = total.saturating_add(points);
        }
        events.push(Event::RoundOver {
            round: self.round,
            winner,
            points,
            blocked: end == RoundEnd::Blocked,
        });
        let best = winner.iter().map(|seat| self.points_of(seat)).max();
        if best.is_some_and(|best| best >= TARGET) {
            self.finish(winner, events);
        } else {
            self.round = self.round.saturating_add(1);
            self.deal_anew();
        }
        Ok(())
    }

    /// The sides at the table, each once, in the order of their first seats.
    fn sides(&self) -> impl Iterator<Item = SeatSet> + use<'_> {
        self.present.iter().filter_map(|seat| {
            let side = self.side(seat).and(self.present);
            (side.iter().next() == Some(seat)).then_some(side)
        })
    }

    /// The tiles of a hand, now that they are opened, each checked once more against what its seat denied, drew upon and
    /// knocked on (domino.19).
    fn opened_hand(&self, seat: Seat, faces: &dyn Faces) -> Result<Vec<(Handle, Tile)>, Illegal> {
        let open = |card: Handle| {
            let tile = faces.face(card).and_then(Tile::from_face).ok_or_else(|| {
                let message = format!("{card}, in the hand of seat {seat}, has not been opened");
                Illegal::new(rules::HANDS_OPENED, message)
            })?;
            if self.excluded_at(card.index).contains(tile.face()) {
                let message = format!("seat {seat} held {tile} when it denied, drew or knocked");
                return Err(Illegal::new(rules::HANDS_OPENED, message));
            }
            Ok((card, tile))
        };
        self.hand_cards(seat).map(open).collect()
    }

    /// Clears the table and asks for the next pack.
    pub(super) fn deal_anew(&mut self) {
        self.pack = self.pack.saturating_add(1);
        self.phase = Phase::Dealing;
        self.hands = [Places::EMPTY; SEATS];
        self.boneyard = Tile::COUNT;
        self.line = Line::EMPTY;
        self.excluded = [FaceSet::EMPTY; TILES];
        self.knocked = SeatSet::EMPTY;
    }

    pub(super) fn finish(&mut self, winners: SeatSet, events: &mut Vec<Event>) {
        self.phase = Phase::Over { winners };
        events.push(Event::MatchOver { winners });
    }

    /// Takes a seat out of the question of round 1; where it was the last to answer, the next tile is asked for.
    pub(super) fn answered(&mut self, seat: Seat) {
        if let Phase::Asking { tile, seats } = self.phase {
            let seats = seats.without(seat);
            self.phase = if seats.is_empty() {
                Phase::Asking {
                    tile: asked_after(tile).unwrap_or(tile),
                    seats: self.present,
                }
            } else {
                Phase::Asking { tile, seats }
            };
        }
    }
}
