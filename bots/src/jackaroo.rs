//! Jackaroo: forward, home, and away from those behind; capture theirs, spare the partner's, keep the cards that matter.

use majlis_rules::cards::{Card, Rank};
use majlis_rules::face::{Faces, Knowledge};
use majlis_rules::game::Game;
use majlis_rules::jackaroo::{Board, CELLS, Cell, Cells, Jackaroo, Move, Place, opponents, ranks, side};
use majlis_rules::seat::Seat;

use crate::dice::Dice;
use crate::greedy::Strategy;

/// What a marble on the track is worth besides the way it has come.
const OUT: i32 = 24;
/// What a marble in its safe zone is worth.
const SAFE: i32 = 130;
/// What a marble on its own base is worth besides: nothing of the others passes.
const GUARD: i32 = 6;
/// In how many of a hundred cases one rank that reaches a marble is held and played at it.
const DANGER: i32 = 16;
/// At most so many of a hundred.
const WORST: i32 = 60;
/// How many cells ahead of a marble the longest card reaches.
const REACH: u8 = 13;

pub(crate) struct Player;

impl Strategy for Player {
    type Game = Jackaroo;

    fn choose(&mut self, game: &Jackaroo, faces: &Knowledge, seat: Seat, dice: &mut Dice) -> Option<Move> {
        let hand: Vec<Card> = game
            .hand(seat)
            .iter()
            .flatten()
            .filter_map(|&card| faces.face(card).and_then(Card::from_face))
            .collect();
        let before = game.board();
        dice.best(game.legal_moves(seat, faces), |mv| {
            let kept = hand.iter().filter(|card| **card != mv.card);
            match before.after(seat, *mv) {
                Ok((board, _)) => {
                    let hand: i32 = kept.map(|card| keep(&board, seat, card.rank, &hand)).sum();
                    standing(&board, seat) + hand
                }
                Err(_) => i32::MIN,
            }
        })
    }
}

/// What it is worth to have this card in the hand on this board.
fn keep(board: &Board, seat: Seat, rank: Rank, hand: &[Card]) -> i32 {
    let colour = board.plays_for(seat);
    let at_home = board.next_out(colour).is_some();
    let near_base = board
        .of(colour)
        .any(|(_, place)| place.count(colour).is_some_and(|count| count < 4));
    let comes_out = at_home && hand.iter().any(|card| ranks::brings_out(card.rank));
    match rank.number() {
        1 => {
            if at_home {
                16
            } else {
                8
            }
        }
        13 => {
            if at_home {
                16
            } else {
                10
            }
        }
        4 if near_base => 30,
        4 if comes_out => 14,
        7 | 11 => 8,
        5 => 5,
        _ => 3,
    }
}

/// How well the seat's side stands, the other side's standing taken off.
fn standing(board: &Board, seat: Seat) -> i32 {
    let us = side(seat);
    let dangers = Dangers::of(board);
    board
        .iter()
        .map(|(marble, place)| {
            let ours = us.contains(marble.seat);
            let worth = worth(place, marble.seat);
            let danger = match place {
                Place::Track(cell) => worth * dangers.to(cell, marble.seat, seat) / 100,
                Place::Home | Place::Safe(_) => 0,
            };
            if ours { worth - danger } else { danger - worth }
        })
        .sum()
}

fn worth(place: Place, seat: Seat) -> i32 {
    match place {
        Place::Home => 0,
        Place::Track(cell) => {
            let count = cell.count(seat);
            OUT + i32::from(count) + if count == 0 { GUARD } else { 0 }
        }
        Place::Safe(_) => SAFE,
    }
}

/// What can be captured on a board.
struct Dangers<'a> {
    board: &'a Board,
    protected: Cells,
}

impl<'a> Dangers<'a> {
    fn of(board: &'a Board) -> Self {
        Self {
            board,
            protected: board.protected(),
        }
    }

    /// In how many of a hundred cases a marble of `owner` on `cell` is sent home before its owner's side moves again, when
    /// `mover` has just moved.
    fn to(&self, cell: Cell, owner: Seat, mover: Seat) -> i32 {
        let next = mover.after(1, majlis_rules::jackaroo::SEATS);
        let ways: i32 = opponents(owner)
            .iter()
            .map(|enemy| {
                let ways = self.ways(cell, enemy);
                // Who moves next has the first chance; the others' may have passed when their turn comes.
                if enemy == next { ways * 2 } else { ways }
            })
            .sum();
        (ways * DANGER / 2).min(WORST)
    }

    /// How many ranks let `enemy` send home the marble on `cell`.
    fn ways(&self, cell: Cell, enemy: Seat) -> i32 {
        let mut ways = 0;
        if cell == Cell::base(enemy) && self.board.next_out(enemy).is_some() {
            ways += 2;
        }
        if self.protected.contains(cell) {
            return ways;
        }
        for (_, place) in self.board.of(enemy) {
            let Place::Track(from) = place else { continue };
            let steps = cell.number() + CELLS - from.number();
            let ahead = steps % CELLS;
            if ahead <= REACH && from.count(enemy) + ahead < CELLS && self.is_free(from, ahead, enemy) {
                ways += forward_ranks(ahead);
            }
            if CELLS - ahead == 4 && self.is_free(cell, 4, enemy) {
                ways += 1;
            }
        }
        ways
    }

    /// Whether a marble of `enemy` can pass the cells between `from` and the one `steps` ahead.
    fn is_free(&self, from: Cell, steps: u8, enemy: Seat) -> bool {
        let barriers = self.protected.or(self.board.colour(enemy)).seen_from(from);
        let between = (1u128 << steps.max(1)) - 2;
        barriers & between == 0
    }
}

/// How many ranks take a marble this far or, the king, past it; a seven may be split.
fn forward_ranks(steps: u8) -> i32 {
    match steps {
        1..=3 | 5 | 6 => 3,
        4 | 7..=12 => 2,
        13 => 1,
        _ => 0,
    }
}
