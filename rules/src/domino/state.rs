//! The state of a match, and how rounds follow one another.

use super::event::Event;
use super::line::{Ends, Line};
use super::opening::{asked_after, asking_order};
use super::places::Places;
use super::rules;
use super::scoring::{RoundEnd, SideHand, score};
use crate::canon::Canon;
use crate::face::{FaceSet, Faces, Handle, PackKind};
use crate::game::{CardOp, Due, Question};
use crate::rule::{Illegal, common};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::tiles::Tile;

/// How many tiles a hand is dealt (domino.2, domino.3).
pub const HAND: u8 = 7;
/// How many points win the match (domino.20).
pub const TARGET: u32 = 100;

pub(super) const SEATS: usize = MAX_SEATS as usize;
pub(super) const TILES: usize = Tile::COUNT as usize;

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Tiles are being shuffled and dealt.
    Dealing,
    /// Round 1: the hands are asked for the tile that opens (domino.5).
    Asking {
        /// The tile asked for.
        tile: Tile,
        /// Who has not answered yet.
        seats: SeatSet,
    },
    /// A later round waits for this seat's first tile (domino.7).
    Opening(Seat),
    /// A seat's turn.
    Turn(Seat),
    /// A seat is being given a tile of the boneyard.
    Drawing(Seat),
    /// The round has ended; the hands are being opened (domino.19).
    Showing(RoundEnd),
    /// The match is over; these seats won it.
    Over {
        /// The seats of the side that won.
        winners: SeatSet,
    },
}

/// A match of dominoes: all that is public about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Domino {
    pub(super) seats: u8,
    pub(super) partners: bool,
    pub(super) present: SeatSet,
    pub(super) points: [u32; SEATS],
    /// The round, from 1.
    pub(super) round: u32,
    /// The number of the round's pack, from 0. Deals that a leave made void count.
    pub(super) pack: u32,
    /// Who opened last: this round if its line is not empty, else the round before. `None` until round 1 is opened.
    pub(super) opened_by: Option<Seat>,
    pub(super) phase: Phase,
    pub(super) hands: [Places; SEATS],
    /// The place of the boneyard's next tile: 28 where there is none.
    pub(super) boneyard: u8,
    pub(super) line: Line,
    /// By place: the faces that the tile there has been shown not to have, by denials, draws and knocks.
    pub(super) excluded: [FaceSet; TILES],
    /// Who has knocked since the last tile was played.
    pub(super) knocked: SeatSet,
}

impl Domino {
    pub(super) fn start(seats: u8, partners: bool) -> Self {
        Self {
            seats,
            partners,
            present: SeatSet::all(seats),
            points: [0; SEATS],
            round: 1,
            pack: 0,
            opened_by: None,
            phase: Phase::Dealing,
            hands: [Places::EMPTY; SEATS],
            boneyard: Tile::COUNT,
            line: Line::EMPTY,
            excluded: [FaceSet::EMPTY; TILES],
            knocked: SeatSet::EMPTY,
        }
    }

    /// Where the round stands.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether seats 0 and 2 play together against 1 and 3 (domino.4).
    #[must_use]
    pub const fn partners(&self) -> bool {
        self.partners
    }

    /// The round being played, from 1.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The tiles on the table.
    #[must_use]
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// What the open ends show; `None` on an empty table.
    #[must_use]
    pub const fn ends(&self) -> Option<Ends> {
        self.line.ends()
    }

    /// How many tiles a seat holds.
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> u8 {
        self.hand(seat).len()
    }

    /// The tiles that a seat holds, in the order in which it got them.
    pub fn hand_cards(&self, seat: Seat) -> impl Iterator<Item = Handle> + use<'_> {
        self.hand(seat).iter().map(|place| self.handle(place))
    }

    /// How many tiles can still be drawn (domino.2); 0 at a table of four.
    #[must_use]
    pub const fn boneyard_len(&self) -> u8 {
        Tile::COUNT.saturating_sub(self.boneyard)
    }

    /// Who has knocked since the last tile was played.
    #[must_use]
    pub const fn knocked(&self) -> SeatSet {
        self.knocked
    }

    /// Who opens or has opened the round; `None` while round 1 still looks for its opener.
    #[must_use]
    pub const fn opener(&self) -> Option<Seat> {
        match self.phase {
            Phase::Opening(seat) => Some(seat),
            _ => self.opened_by,
        }
    }

    /// The seats that score together with `seat`, itself among them (domino.4).
    #[must_use]
    pub const fn side(&self, seat: Seat) -> SeatSet {
        if self.partners {
            SeatSet::of(seat).with(seat.after(2, MAX_SEATS))
        } else {
            SeatSet::of(seat)
        }
    }

    /// The faces that may be on a tile as far as everybody at the table can tell: not yet in the line, and not ruled out by
    /// what its seat denied, drew upon or knocked on while it held the tile.
    #[must_use]
    pub fn possible_faces(&self, card: Handle) -> FaceSet {
        if card.pack != self.pack {
            return FaceSet::EMPTY;
        }
        if let Some(laid) = self.line.iter().find(|laid| laid.place == card.index) {
            return FaceSet::of(laid.tile.face());
        }
        self.hidden_faces().minus(self.excluded_at(card.index))
    }

    /// The faces that are not in the line.
    pub(super) fn hidden_faces(&self) -> FaceSet {
        PackKind::Tiles.faces().minus(self.line.faces())
    }

    pub(super) fn excluded_at(&self, place: u8) -> FaceSet {
        self.excluded.get(usize::from(place)).copied().unwrap_or_default()
    }

    pub(super) fn hand(&self, seat: Seat) -> Places {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    pub(super) const fn handle(&self, place: u8) -> Handle {
        Handle {
            pack: self.pack,
            index: place,
        }
    }

    pub(super) fn set_hand(&mut self, seat: Seat, hand: Places) {
        if let Some(slot) = self.hands.get_mut(seat.index()) {
            *slot = hand;
        }
    }

    /// Notes that no tile of the seat's hand has one of these faces.
    pub(super) fn exclude(&mut self, seat: Seat, faces: FaceSet) {
        for place in self.hand(seat).iter() {
            if let Some(excluded) = self.excluded.get_mut(usize::from(place)) {
                *excluded = excluded.or(faces);
            }
        }
    }

    /// The seat after `seat` among those at the table.
    pub(super) fn next_seat(&self, seat: Seat) -> Seat {
        self.present.next_after(seat).unwrap_or(seat)
    }

    // --- What is due

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

    // --- Card operations are done

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

    pub(super) fn points_of(&self, seat: Seat) -> u32 {
        self.points.get(seat.index()).copied().unwrap_or_default()
    }

    /// Clears the table and asks for the next pack.
    fn deal_anew(&mut self) {
        self.pack = self.pack.saturating_add(1);
        self.phase = Phase::Dealing;
        self.hands = [Places::EMPTY; SEATS];
        self.boneyard = Tile::COUNT;
        self.line = Line::EMPTY;
        self.excluded = [FaceSet::EMPTY; TILES];
        self.knocked = SeatSet::EMPTY;
    }

    fn finish(&mut self, winners: SeatSet, events: &mut Vec<Event>) {
        self.phase = Phase::Over { winners };
        events.push(Event::MatchOver { winners });
    }

    // --- The search for the opener

    /// Takes a seat out of the question; where it was the last to answer, the next tile is asked for.
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

    // --- Blocks and leaving

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

    // --- Canonical bytes

    pub(super) fn write(&self, canon: &mut Canon) {
        canon.u8(1);
        canon.text("domino");
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

pub(super) fn over() -> Illegal {
    Illegal::new(common::AFTER_THE_END, "the match is over")
}
