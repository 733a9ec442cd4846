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
        let mut score = i32::from(tile.pips()) * PIP;
        if tile.is_double() {
            score += DOUBLE;
        }
        let numbers = (0..=6)
            .filter(|&pips| !Tile::faces_with(pips).and(rest).is_empty())
            .count();
        score += i32::try_from(numbers).unwrap_or(0) * NUMBER;
        score += i32::from(ends.fitting().and(rest).len()) * FOLLOWS;
        score + self.others(tile, rest, ends)
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

    /// What the new ends mean to the others: the next one counts most.
    fn others(&self, tile: Tile, rest: FaceSet, ends: Ends) -> i32 {
        let unseen = PackKind::Tiles
            .faces()
            .minus(self.game.line().faces())
            .minus(rest)
            .minus(FaceSet::of(tile.face()));
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
