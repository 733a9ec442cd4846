//! Arkan: large pieces first, into the open, where they open corners and take those of others.

use majlis_rules::arkan::{Arkan, Board, Move, Placement, Shape, Squares};
use majlis_rules::face::Knowledge;
use majlis_rules::game::Game;
use majlis_rules::seat::Seat;

use crate::dice::Dice;
use crate::greedy::Strategy;

/// What a square placed is worth: it is a point less at the end.
const SQUARE: i32 = 10;
/// What an open corner more is worth: "count your corners, not your squares".
const CORNER: i32 = 4;
/// What an open corner taken from an opponent is worth.
const TAKEN: i32 = 6;
/// What the single square costs while anything else can be placed: it fits where nothing else does, so it is kept.
const SINGLE: i32 = 60;
/// For how many pieces nearness to the centre counts.
const OPENING: usize = 6;

pub(crate) struct Player;

impl Strategy for Player {
    type Game = Arkan;

    fn choose(&mut self, game: &Arkan, _faces: &Knowledge, seat: Seat, dice: &mut Dice) -> Option<Move> {
        if game.turn() != Some(seat) {
            return None;
        }
        let position = Position::of(game, seat);
        dice.best(game.placements(seat), |placement| position.score(*placement))
            .map(Move::Placement)
    }
}

/// What is the same for all placements of a turn.
struct Position {
    board: Board,
    taken: Squares,
    own: Squares,
    /// The open corners of each opponent that can still place.
    corners: Vec<Squares>,
    opening: bool,
}

impl Position {
    fn of(game: &Arkan, seat: Seat) -> Self {
        let opponents = game.present().minus(game.stuck()).without(seat);
        Self {
            board: game.board(),
            taken: game.taken(),
            own: game.covered(seat),
            corners: opponents.iter().map(|other| game.open_corners(other)).collect(),
            opening: game.placed(seat).len() < OPENING,
        }
    }

    fn score(&self, placement: Placement) -> i32 {
        let squares = placement.to_set();
        let size = i32::from(placement.shape().size());
        let taken: u32 = self.corners.iter().map(|corners| corners.and(&squares).len()).sum();
        let mut score = size * SQUARE + signed(self.corners_with(&squares)) * CORNER + signed(taken) * TAKEN;
        if placement.shape() == Shape::I1 {
            score -= SINGLE;
        }
        if self.opening {
            score += self.nearness(placement);
        }
        score
    }

    /// How many open corners there are with these squares too.
    fn corners_with(&self, squares: &Squares) -> u32 {
        let own = self.own.or(squares);
        let free = self.board.squares().minus(&self.taken).minus(squares);
        own.diagonal().and(&free).minus(&own.beside()).len()
    }

    /// How near to the centre its nearest square is, in squares.
    fn nearness(&self, placement: Placement) -> i32 {
        let last = i32::from(self.board.side()) - 1;
        let distance = |at: u8| (2 * i32::from(at) - last).abs();
        let nearest = placement
            .squares()
            .map(|square| distance(square.column()) + distance(square.row()))
            .min();
        last - nearest.unwrap_or(0) / 2
    }
}

fn signed(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
