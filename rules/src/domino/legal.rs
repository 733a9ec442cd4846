//! Which moves are legal, as far as it is public, and the list of them for who knows the hand.

use super::moves::{End, Move};
use super::rules;
use super::state::{Domino, Phase, over};
use crate::face::{Faces, Handle};
use crate::rule::{Illegal, Rule, common};
use crate::seat::Seat;
use crate::tiles::Tile;

impl Domino {
    /// Whether a move of `seat` is awaited, or its answer to the question.
    fn is_awaited(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Asking { seats, .. } => seats.contains(seat),
            Phase::Opening(mover) | Phase::Turn(mover) => mover == seat,
            Phase::Dealing | Phase::Drawing(_) | Phase::Showing(_) | Phase::Over { .. } => false,
        }
    }

    fn check_awaited(&self, seat: Seat) -> Result<(), Illegal> {
        if self.is_awaited(seat) {
            return Ok(());
        }
        Err(match self.phase {
            Phase::Over { .. } => over(),
            Phase::Asking { .. } => Illegal::new(common::TURN, format!("seat {seat} is not asked for a tile")),
            Phase::Opening(mover) | Phase::Turn(mover) => Illegal::new(
                common::TURN,
                format!("it is the turn of seat {mover}, not of seat {seat}"),
            ),
            Phase::Dealing | Phase::Drawing(_) | Phase::Showing(_) => Illegal::new(
                common::TURN,
                "no move is awaited while tiles are dealt, drawn or opened",
            ),
        })
    }

    /// Checks everything about a move that does not hang on who holds which tile.
    pub(super) fn check(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        self.check_awaited(seat)?;
        let Some(ends) = self.ends() else {
            return self.check_opening(mv);
        };
        match mv {
            Move::Open(_) => Err(Illegal::new(
                rules::JOINING,
                "only the first tile of a round opens: say left or right",
            )),
            Move::Join(end, tile) if !tile.has(ends.at(end)) => Err(Illegal::new(
                rules::JOINING,
                format!("{tile} does not fit the {end} end, which shows {}", ends.at(end)),
            )),
            Move::Draw if self.boneyard_len() == 0 => Err(self.nothing_to_draw()),
            Move::Knock if self.boneyard_len() > 0 => Err(Illegal::new(
                rules::DRAWING,
                "the boneyard still has tiles: draw, and knock when it is empty",
            )),
            Move::Join(..) | Move::Draw | Move::Knock => Ok(()),
        }
    }

    /// On an empty table.
    fn check_opening(&self, mv: Move) -> Result<(), Illegal> {
        match (mv, self.phase) {
            (Move::Open(tile), Phase::Asking { tile: asked, .. }) if tile != asked => Err(Illegal::new(
                rules::OPENING_TILE,
                format!("round 1 opens with the tile that is asked for, {asked}, not with {tile}"),
            )),
            (Move::Open(_), _) => Ok(()),
            (Move::Join(..), _) => Err(Illegal::new(
                rules::JOINING,
                "on an empty table there is no left or right: say open",
            )),
            (Move::Draw, _) if self.seats != 2 => Err(self.nothing_to_draw()),
            (Move::Draw | Move::Knock, _) => Err(Illegal::new(
                rules::MUST_PLAY,
                "who opens can play and so must: say open with a tile",
            )),
        }
    }

    fn nothing_to_draw(&self) -> Illegal {
        if self.seats == 2 {
            Illegal::new(rules::DRAWING, "the boneyard is empty: play, or knock if nothing fits")
        } else {
            Illegal::new(
                rules::NO_BONEYARD,
                "at a table of four there is no boneyard to draw from",
            )
        }
    }

    /// The rule by which a tile is laid now.
    pub(super) const fn laying_rule(&self) -> Rule {
        match self.phase {
            Phase::Asking { .. } => rules::OPENING_TILE,
            Phase::Opening(_) => rules::LATER_OPENING,
            _ => rules::JOINING,
        }
    }

    pub(super) fn find(&self, seat: Seat, mv: Move, faces: &dyn Faces) -> Result<Option<Handle>, Illegal> {
        self.check(seat, mv)?;
        let Some(tile) = mv.tile() else { return Ok(None) };
        let held = self
            .hand_cards(seat)
            .find(|&card| faces.face(card) == Some(tile.face()));
        match held {
            Some(card) => Ok(Some(card)),
            None => Err(Illegal::new(
                self.laying_rule(),
                format!("seat {seat} does not hold {tile}"),
            )),
        }
    }

    /// The tile of `seat`'s hand at `card`, for a move that lays one; none for one that does not.
    pub(super) fn check_card(
        &self,
        seat: Seat,
        mv: Move,
        card: Option<Handle>,
    ) -> Result<Option<(Tile, Handle)>, Illegal> {
        match (mv.tile(), card) {
            (None, None) => Ok(None),
            (Some(tile), Some(card)) if card.pack == self.pack && self.hand(seat).contains(card.index) => {
                Ok(Some((tile, card)))
            }
            (Some(_), Some(card)) => Err(Illegal::new(
                self.laying_rule(),
                format!("{card} is not in the hand of seat {seat}"),
            )),
            (Some(_), None) => Err(Illegal::new(
                common::TURN,
                "the move does not say which tile of the hand it lays",
            )),
            (None, Some(_)) => Err(Illegal::new(common::TURN, format!("{mv} lays no tile of the hand"))),
        }
    }

    /// Calls `found` with every legal move of `seat`, each once.
    pub(super) fn each_legal(&self, seat: Seat, faces: &dyn Faces, mut found: impl FnMut(Move)) {
        if !self.is_awaited(seat) {
            return;
        }
        let tiles = self
            .hand_cards(seat)
            .map(|card| faces.face(card).and_then(Tile::from_face));
        let Some(ends) = self.ends() else {
            let asked = match self.phase {
                Phase::Asking { tile, .. } => Some(tile),
                _ => None,
            };
            tiles
                .flatten()
                .filter(|tile| asked.is_none_or(|asked| asked == *tile))
                .for_each(|tile| found(Move::Open(tile)));
            return;
        };
        let mut stuck = true;
        for tile in tiles {
            // Of a tile that is not known nobody can say that it does not fit.
            let Some(tile) = tile else {
                stuck = false;
                continue;
            };
            for end in End::ALL {
                if tile.has(ends.at(end)) {
                    stuck = false;
                    found(Move::Join(end, tile));
                }
            }
        }
        if stuck {
            found(if self.boneyard_len() > 0 {
                Move::Draw
            } else {
                Move::Knock
            });
        }
    }
}
