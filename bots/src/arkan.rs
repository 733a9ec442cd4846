//! Arkan: large pieces first, into the open, where they open corners and take room from the others.

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
/// What each square is worth that the next pieces may cover.
const ROOM: i32 = 3;
/// What each such square is worth that an opponent loses.
const THEIR_ROOM: i32 = 5;
/// Within how many steps of an open corner a square counts as room: a piece that covers the corner reaches four further.
const STEPS: usize = 4;
/// What the single square costs while anything else can be placed: it fits where nothing else does, so it is kept.
const SINGLE: i32 = 60;
/// So many pieces make the opening, in which nearness to the centre counts.
const OPENING: usize = 6;
/// In the opening placements so little below the best are as good: nothing in this game is left to chance, and nobody wants
/// to play the same match twice.
const SLACK: i32 = 8;

pub(crate) struct Player;

impl Strategy for Player {
    type Game = Arkan;

    fn choose(&mut self, game: &Arkan, _faces: &Knowledge, seat: Seat, dice: &mut Dice) -> Option<Move> {
        if game.turn() != Some(seat) {
            return None;
        }
        let position = Position::of(game, seat);
        let slack = if position.opening { SLACK } else { 0 };
        dice.good(game.placements(seat), slack, |placement| position.score(*placement))
            .map(Move::Placement)
    }
}

/// What is the same for all placements of a turn.
struct Position {
    board: Board,
    taken: Squares,
    own: Squares,
    /// Each opponent that can still place.
    others: Vec<Ground>,
    opening: bool,
}

impl Position {
    fn of(game: &Arkan, seat: Seat) -> Self {
        let (board, taken) = (game.board(), game.taken());
        let opponents = game.present().minus(game.stuck()).without(seat);
        let ground = |other| Ground::new(game.open_corners(other), free(board, &taken, &game.covered(other)));
        Self {
            board,
            taken,
            own: game.covered(seat),
            others: opponents.iter().map(ground).collect(),
            opening: game.placed(seat).len() < OPENING,
        }
    }

    fn score(&self, placement: Placement) -> i32 {
        let squares = placement.to_set();
        let own = self.own.or(&squares);
        let free = free(self.board, &self.taken.or(&squares), &own);
        let mine = Ground::new(own.diagonal().and(&free), free);
        let mut score = i32::from(placement.shape().size()) * SQUARE;
        score += signed(mine.corners.len()) * CORNER + signed(mine.room.len()) * ROOM;
        for other in &self.others {
            // What does not touch their room takes nothing.
            if !other.room.and(&squares).is_empty() {
                let left = Ground::new(other.corners.minus(&squares), other.free.minus(&squares));
                score += (signed(other.corners.len()) - signed(left.corners.len())) * TAKEN;
                score += (signed(other.room.len()) - signed(left.room.len())) * THEIR_ROOM;
            }
        }
        if placement.shape() == Shape::I1 {
            score -= SINGLE;
        }
        if self.opening {
            score += self.nearness(placement);
        }
        score
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

/// Where a seat can build.
struct Ground {
    /// Its open corners.
    corners: Squares,
    /// The squares that its pieces may cover.
    free: Squares,
    /// Those of them that its next pieces may reach.
    room: Squares,
}

impl Ground {
    fn new(corners: Squares, free: Squares) -> Self {
        let room = (0..STEPS).fold(corners, |room, _| room.or(&room.beside().and(&free)));
        Self { corners, free, room }
    }
}

/// The squares that a seat may cover which covers `own`, where `taken` are all that anybody covers.
fn free(board: Board, taken: &Squares, own: &Squares) -> Squares {
    board.squares().minus(taken).minus(&own.beside())
}

fn signed(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
