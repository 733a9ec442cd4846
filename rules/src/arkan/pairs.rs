//! Counting the sequences of two moves without making the first of them.
//!
//! A piece of one colour takes placements away from the other colours, and gives them none. So the next seat's replies to
//! a move are its placements before that move, without those that meet it. They are listed once; each square then knows
//! the set of those that cover it, as bits; and the replies to a move of squares s, t, … are all but the union of the sets
//! of s, t, …: a few words joined and counted for a move.

use super::board::{MAX_SIDE, Square};
use super::notation::Placement;
use super::shape::MAX_SQUARES;
use super::state::Arkan;
use crate::seat::Seat;

/// How many sequences of two moves begin with a move of `seat`, whose turn it is.
pub(super) fn count(state: &Arkan, seat: Seat) -> u64 {
    let others: Vec<Seat> = state.movers_after(seat).filter(|&other| other != seat).collect();
    // Who comes next is known when the replies are counted, so the others' lists are made when first asked for.
    let mut replies: Vec<Replies> = Vec::with_capacity(others.len());
    let mut total = 0;
    state.ground(seat).list(state.hand(seat), |placement| {
        let mut asked = 0..;
        total += others
            .iter()
            .zip(&mut asked)
            .find_map(|(&other, nth)| {
                if replies.len() == nth {
                    replies.push(Replies::new(&state.placements(other)));
                }
                replies
                    .get(nth)
                    .map(|replies| replies.clear_of(placement))
                    .filter(|&clear| clear > 0)
            })
            // Where no other seat can reply, it is the same seat's turn again.
            .unwrap_or_else(|| {
                let mut state = state.clone();
                state.put(seat, placement);
                state.ground(seat).count(state.hand(seat))
            }) as u64;
    });
    total
}

/// 256 placements, a bit each.
type Block = [u64; 4];

const BLOCK: usize = 256;
const SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// A seat's placements, by the squares that they cover.
struct Replies {
    count: usize,
    /// How many blocks a square's set takes.
    blocks: usize,
    /// For each square of 20 × 20, the set of placements that cover it, one after the other; then an empty set.
    covering: Vec<Block>,
}

impl Replies {
    fn new(placements: &[Placement]) -> Self {
        let blocks = placements.len().div_ceil(BLOCK);
        let mut covering = vec![[0; 4]; (SQUARES + 1) * blocks];
        for (i, placement) in placements.iter().enumerate() {
            for square in placement.squares() {
                let block = covering.get_mut(place(square) * blocks + i / BLOCK);
                if let Some(word) = block.and_then(|block| block.get_mut(i % BLOCK / 64)) {
                    *word |= 1 << (i % 64);
                }
            }
        }
        Self {
            count: placements.len(),
            blocks,
            covering,
        }
    }

    /// How many of the placements do not meet `placement`.
    fn clear_of(&self, placement: Placement) -> usize {
        let mut squares = [SQUARES; MAX_SQUARES];
        squares
            .iter_mut()
            .zip(placement.squares())
            .for_each(|(place, square)| *place = self::place(square));
        let [a, b, c, d, e] = squares.map(|place| {
            let start = place * self.blocks;
            self.covering.get(start..start + self.blocks).unwrap_or_default()
        });
        let mut meeting = [0; 4];
        for ((((a, b), c), d), e) in a.iter().zip(b).zip(c).zip(d).zip(e) {
            for (word, count) in meeting.iter_mut().enumerate() {
                let union: u64 = a[word] | b[word] | c[word] | d[word] | e[word];
                *count += u64::from(union.count_ones());
            }
        }
        self.count - meeting.iter().sum::<u64>() as usize
    }
}

fn place(square: Square) -> usize {
    usize::from(square.row()) * usize::from(MAX_SIDE) + usize::from(square.column())
}
