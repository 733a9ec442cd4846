//! The state of a match.

use super::line::{Ends, Line};
use super::places::Places;
use super::scoring::RoundEnd;
use crate::face::{FaceSet, Handle, PackKind};
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

    /// Whether everybody can tell that no tile in the seat's hand shows `pips`: it knocked or drew on them, or all seven lie in
    /// the line. What a partner passes on is read from this.
    #[must_use]
    pub fn is_known_to_lack(&self, seat: Seat, pips: u8) -> bool {
        let hidden = Tile::faces_with(pips).minus(self.line.faces());
        self.hand(seat)
            .iter()
            .all(|place| hidden.minus(self.excluded_at(place)).is_empty())
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

    pub(super) fn points_of(&self, seat: Seat) -> u32 {
        self.points.get(seat.index()).copied().unwrap_or_default()
    }

    /// The seat after `seat` among those at the table.
    pub(super) fn next_seat(&self, seat: Seat) -> Seat {
        self.present.next_after(seat).unwrap_or(seat)
    }
}

pub(super) fn over() -> Illegal {
    Illegal::new(common::AFTER_THE_END, "the match is over")
}
