//! How well a side stands on a board: how far its marbles have come, and how likely they are to be sent home.

use majlis_rules::cards::Card;
use majlis_rules::jackaroo::{Board, CELLS, Cell, Cells, Place, SEATS, opponents, ranks, side};
use majlis_rules::seat::Seat;

/// What a marble on the track is worth besides the way it has come, a cell a point.
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

/// What these cards are worth in the hand of `seat` on this board.
pub(super) fn keep(board: &Board, seat: Seat, hand: impl Iterator<Item = Card> + Clone) -> i32 {
    let colour = board.plays_for(seat);
    let at_home = board.next_out(colour).is_some();
    let on_base = board
        .of(colour)
        .any(|(_, place)| place.count(colour).is_some_and(|count| count < 4));
    let comes_out = at_home && hand.clone().any(|card| ranks::brings_out(card.rank));
    let worth = |card: Card| match card.rank.number() {
        1 | 13 if at_home => 16,
        13 => 10,
        // Out to the base and four back is four steps from the safe zone, instead of a whole lap.
        4 if on_base => 30,
        4 if comes_out => 14,
        1 | 7 | 11 => 8,
        5 => 5,
        _ => 3,
    };
    hand.map(worth).sum()
}

/// How well the side of `seat` stands when it has just moved: what all its marbles are worth, less what they stand to lose;
/// what the others' are worth is taken off.
pub(super) fn standing(board: &Board, seat: Seat) -> i32 {
    let next = seat.after(1, SEATS);
    // Who moves next has the first chance; the others' may have passed when their turn comes.
    material(board, seat) - risks(board, seat, |enemy| if enemy == next { 2 } else { 1 })
}

/// The same with the next player's chances left out, for who has worked them out.
pub(super) fn standing_later(board: &Board, seat: Seat) -> i32 {
    let next = seat.after(1, SEATS);
    material(board, seat) - risks(board, seat, |enemy| if enemy == next { 0 } else { 1 })
}

/// What the marbles of the side of `seat` are worth, less what the others' are.
pub(super) fn material(board: &Board, seat: Seat) -> i32 {
    let us = side(seat);
    let marbles = board.iter();
    marbles
        .map(|(marble, place)| {
            let worth = worth(place, marble.seat);
            if us.contains(marble.seat) { worth } else { -worth }
        })
        .sum()
}

/// What the marbles of the side of `seat` stand to lose, less what the others' do. `chances` says how much each seat's
/// chance to capture counts: 2 in full, 1 half, 0 not.
fn risks(board: &Board, seat: Seat, chances: impl Fn(Seat) -> i32) -> i32 {
    let us = side(seat);
    let captures = Captures {
        board,
        protected: board.protected(),
    };
    let on_track = board
        .iter()
        .filter_map(|(marble, place)| Some((marble.seat, place, place.cell()?)));
    on_track
        .map(|(owner, place, cell)| {
            let enemies = opponents(owner).iter();
            let ways: i32 = enemies.map(|enemy| captures.ways(cell, enemy) * chances(enemy)).sum();
            let risk = worth(place, owner) * (ways * DANGER / 2).min(WORST) / 100;
            if us.contains(owner) { risk } else { -risk }
        })
        .sum()
}

fn worth(place: Place, seat: Seat) -> i32 {
    match place {
        Place::Home => 0,
        Place::Track(cell) => {
            let count = i32::from(cell.count(seat));
            OUT + count + if count == 0 { GUARD } else { 0 }
        }
        Place::Safe(_) => SAFE,
    }
}

/// Who can send home what on a board.
struct Captures<'a> {
    board: &'a Board,
    protected: Cells,
}

impl Captures<'_> {
    /// How many ranks let `enemy` send home the marble on `cell`.
    fn ways(&self, cell: Cell, enemy: Seat) -> i32 {
        let mut ways = 0;
        if cell == Cell::base(enemy) && self.board.next_out(enemy).is_some() {
            ways += 2;
        }
        if self.protected.contains(cell) {
            return ways;
        }
        for from in self.board.of(enemy).filter_map(|(_, place)| place.cell()) {
            let ahead = (cell.number() + CELLS - from.number()) % CELLS;
            if ahead <= REACH && from.count(enemy) + ahead < CELLS && self.is_free(from, ahead, enemy) {
                ways += ranks_that_reach(ahead);
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

/// How many ranks take a marble this far ahead, a seven by being split too, or, the king, past it.
fn ranks_that_reach(steps: u8) -> i32 {
    match steps {
        1..=3 | 5 | 6 => 3,
        4 | 7..=12 => 2,
        13 => 1,
        _ => 0,
    }
}
