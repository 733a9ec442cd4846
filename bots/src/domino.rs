//! Dominoes: out with what is heavy and with doubles, keep many numbers, leave open what others lack.

use majlis_rules::domino::{Domino, End, Ends, Move};
use majlis_rules::face::{FaceSet, Faces, Knowledge, PackKind};
use majlis_rules::game::Game;
use majlis_rules::seat::{MAX_SEATS, Seat};
use majlis_rules::tiles::Tile;

use crate::dice::Dice;
use crate::greedy::Strategy;

/// What a pip out of the hand is worth.
const PIP: i32 = 2;
/// What a double is worth to be rid of: it goes down before its own number only.
const DOUBLE: i32 = 8;
/// What a tile of the hand that will fit next time is worth.
const FOLLOWS: i32 = 4;
/// What each number that the hand still has is worth.
const NUMBER: i32 = 4;
/// What each tile costs that the other side may have for the new ends. Where there are several other sides, each of them
/// counts for its part.
const FITS_THEM: i32 = 6;
/// What it is worth that an opponent is known to have nothing for the new ends.
const STUCK: i32 = 60;
/// What each pip is worth by which the side's hands are expected to be the lighter ones when the tile blocks the round.
const BLOCK: i32 = 20;
/// What going out is worth.
const OUT: i32 = 1_000;

pub(crate) struct Player;

impl Strategy for Player {
    type Game = Domino;

    fn choose(&mut self, game: &Domino, faces: &Knowledge, seat: Seat, dice: &mut Dice) -> Option<Move> {
        let moves = game.legal_moves(seat, faces);
        let hand: FaceSet = game.hand_cards(seat).filter_map(|card| faces.face(card)).collect();
        let table = Table { game, seat, hand };
        dice.best(moves, |mv| table.score(*mv))
    }
}

/// A turn as its seat sees it.
struct Table<'a> {
    game: &'a Domino,
    seat: Seat,
    hand: FaceSet,
}

impl Table<'_> {
    fn score(&self, mv: Move) -> i32 {
        // What does not lay a tile is forced.
        let Some(tile) = mv.tile() else { return 0 };
        let rest = self.hand.minus(FaceSet::of(tile.face()));
        if rest.is_empty() {
            return OUT;
        }
        let Some(ends) = self.ends_after(mv, tile) else {
            return 0;
        };
        let unseen = self.unseen();
        if ends.fitting().and(unseen.or(rest)).is_empty() {
            return self.block(rest, unseen);
        }
        let mut score = i32::from(tile.pips()) * PIP;
        if tile.is_double() {
            score += DOUBLE;
        }
        let numbers = (0..=6)
            .filter(|&pips| !Tile::faces_with(pips).and(rest).is_empty())
            .count();
        score += i32::try_from(numbers).unwrap_or(0) * NUMBER;
        score += i32::from(ends.fitting().and(rest).len()) * FOLLOWS;
        score + self.others(unseen, ends)
    }

    fn ends_after(&self, mv: Move, tile: Tile) -> Option<Ends> {
        match (mv, self.game.ends()) {
            (Move::Join(end, _), Some(mut ends)) => {
                let free = tile.other(ends.at(end))?;
                match end {
                    End::Left => ends.left = free,
                    End::Right => ends.right = free,
                }
                Some(ends)
            }
            (Move::Open(_), _) => Some(Ends {
                left: tile.high(),
                right: tile.low(),
            }),
            _ => None,
        }
    }

    /// The tiles that may be in other hands or in the boneyard.
    fn unseen(&self) -> FaceSet {
        PackKind::Tiles.faces().minus(self.game.line().faces()).minus(self.hand)
    }

    /// What it is worth that nobody can play any more, with these tiles left in the hand.
    fn block(&self, rest: FaceSet, unseen: FaceSet) -> i32 {
        // A tile not seen is reckoned at the mean. Who has to draw draws the whole boneyard.
        let expected = |seat: Seat| {
            let tiles = i32::from(self.game.hand_len(seat)) + i32::from(self.game.boneyard_len());
            tiles * pips(unseen) / i32::from(unseen.len()).max(1)
        };
        let friends = self.game.side(self.seat);
        let present = self.game.present();
        let partners = friends.and(present).without(self.seat).iter().map(expected);
        let ours = pips(rest) + partners.sum::<i32>();
        let others = present.minus(friends).iter().map(expected);
        let theirs = if self.game.partners() {
            others.sum()
        } else {
            others.min().unwrap_or(0)
        };
        (theirs - ours) * BLOCK
    }

    /// What the new ends mean to the others: the next one counts most.
    fn others(&self, unseen: FaceSet, ends: Ends) -> i32 {
        let friends = self.game.side(self.seat);
        let sides = if self.game.partners() {
            1
        } else {
            i32::from(self.game.present().len()) - 1
        };
        let mut score = 0;
        let mut weight = i32::from(MAX_SEATS);
        let mut seat = self.seat;
        while let Some(next) = self.game.present().next_after(seat).filter(|&next| next != self.seat) {
            let mut fitting = FaceSet::EMPTY;
            for pips in [ends.left, ends.right] {
                if !self.game.is_known_to_lack(next, pips) {
                    fitting = fitting.or(Tile::faces_with(pips).and(unseen));
                }
            }
            let chance = if fitting.is_empty() {
                -STUCK
            } else {
                i32::from(fitting.len()) * FITS_THEM
            };
            let liked = if friends.contains(next) { chance } else { -chance };
            score += liked * weight / (i32::from(MAX_SEATS) * sides.max(1));
            weight -= 1;
            seat = next;
        }
        score
    }
}

/// The pips of these tiles together.
fn pips(tiles: FaceSet) -> i32 {
    tiles
        .iter()
        .filter_map(Tile::from_face)
        .map(|tile| i32::from(tile.pips()))
        .sum()
}
