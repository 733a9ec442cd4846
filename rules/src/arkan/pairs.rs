//! Counting the sequences of two moves without making the first of them.
//!
//! A piece of one colour takes placements away from the other colours, and gives them none. So the next seat's replies to a
//! move are its placements before that move, without those that *meet* it by covering a square of it. They are listed once;
//! each square then knows the set of those that cover it, as bits, and the replies that meet a move of squares s, t, … are
//! the union of the sets of s, t, …: a few words to join and to count for a move. Where the two seats' placements cannot
//! meet at all, there are as many sequences as the product says.

use super::board::Board;
use super::notation::Placement;
use super::orientation::{ORIENTATIONS, steps};
use super::shape::MAX_SQUARES;
use super::state::Arkan;
use super::tally::Tally;
use crate::seat::Seat;

/// How many sequences of two moves begin with a move of `seat`, whose turn it is.
pub(super) fn count(state: &Arkan, seat: Seat) -> u64 {
    let ground = state.ground(seat);
    let reach = ground.reach();
    let mut moves: Option<Vec<Placement>> = None;
    let mut total = 0;
    for other in state.movers_after(seat).filter(|&other| other != seat) {
        let (theirs, hand) = (state.ground(other), state.hand(other));
        if reach.and(&theirs.reach()).is_empty() {
            let moves = moves.map_or_else(|| ground.count(state.hand(seat)), |moves| moves.len() as u64);
            return total + moves * theirs.count(hand);
        }
        let replies = state.placements(other);
        let (counted, unanswered) = answered(
            state.board(),
            &moves.unwrap_or_else(|| state.placements(seat)),
            &replies,
        );
        total += counted;
        if unanswered.is_empty() {
            return total;
        }
        moves = Some(unanswered);
    }
    // To these moves no other seat has a reply, so it is the same seat's turn again.
    for placement in moves.unwrap_or_else(|| state.placements(seat)) {
        let mut state = state.clone();
        state.put(seat, placement);
        total += state.ground(seat).count(state.hand(seat));
    }
    total
}

/// How many pairs of a move and a reply that does not meet it there are, and the moves that all replies meet.
fn answered(board: Board, moves: &[Placement], replies: &[Placement]) -> (u64, Vec<Placement>) {
    match replies.len() {
        0..=256 => Meetings::<4>::new(board, replies).answered(moves),
        257..=512 => Meetings::<8>::new(board, replies).answered(moves),
        513..=768 => Meetings::<12>::new(board, replies).answered(moves),
        769..=1024 => Meetings::<16>::new(board, replies).answered(moves),
        1025..=2048 => Meetings::<32>::new(board, replies).answered(moves),
        _ => Meetings::<MOST_WORDS>::new(board, replies).answered(moves),
    }
}

/// A bit for every placement that there can be: 91 orientations with anchors on 400 squares.
const MOST_WORDS: usize = (ORIENTATIONS * 400).div_ceil(64);

/// Which of a seat's placements cover which squares, in sets of N words.
struct Meetings<const N: usize> {
    board: Board,
    count: u64,
    /// All of them.
    all: [u64; N],
    /// Those that cover a square, by its number.
    covering: Vec<[u64; N]>,
}

impl<const N: usize> Meetings<N> {
    fn new(board: Board, placements: &[Placement]) -> Self {
        let side = usize::from(board.side());
        let mut all = [0; N];
        let mut covering = vec![[0; N]; side * side];
        let mut bit = 1_u64;
        let mut word = 0;
        for &placement in placements {
            for square in numbers(board, placement) {
                if let Some(word) = covering.get_mut(square).and_then(|set| set.get_mut(word)) {
                    *word |= bit;
                }
            }
            if let Some(word) = all.get_mut(word) {
                *word |= bit;
            }
            bit = bit.rotate_left(1);
            word += usize::from(bit == 1);
        }
        Self {
            board,
            count: placements.len() as u64,
            all,
            covering,
        }
    }

    /// Counts the pairs of a move and a placement that do not meet, and lists the moves that all placements meet.
    fn answered(&self, moves: &[Placement]) -> (u64, Vec<Placement>) {
        let mut unanswered = Vec::new();
        let mut meeting = Tally::<u64, N>::new();
        for &mv in moves {
            let none = &[0; N];
            let [a, b, c, d, e] = numbers(self.board, mv).map(|square| self.covering.get(square).unwrap_or(none));
            let mut union = *a;
            for set in [b, c, d, e] {
                union.iter_mut().zip(set).for_each(|(word, other)| *word |= other);
            }
            // The first word decides almost always.
            if union.first() == self.all.first() && union == self.all {
                unanswered.push(mv);
            } else {
                meeting.add(&union);
            }
        }
        let answered = (moves.len() - unanswered.len()) as u64;
        (answered * self.count - meeting.total(), unanswered)
    }
}

/// The numbers of the squares that a placement covers, row by row; where it has fewer than five, one is named again.
fn numbers(board: Board, placement: Placement) -> [usize; MAX_SQUARES] {
    static SMALL: [[u16; MAX_SQUARES]; ORIENTATIONS] = steps(Board::Small.side() as u16);
    static LARGE: [[u16; MAX_SQUARES]; ORIENTATIONS] = steps(Board::Large.side() as u16);
    let steps = match board {
        Board::Small => &SMALL,
        Board::Large => &LARGE,
    };
    let anchor = placement.anchor();
    let anchor = usize::from(anchor.row()) * usize::from(board.side()) + usize::from(anchor.column());
    steps
        .get(placement.orientation().index())
        .copied()
        .unwrap_or_default()
        .map(|step| anchor + usize::from(step))
}
