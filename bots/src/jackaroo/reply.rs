//! What the next player is expected to answer.

use core::cmp::Reverse;

use majlis_rules::cards::{Card, Rank, Suit};
use majlis_rules::face::{FaceSet, Knowledge, PackKind};
use majlis_rules::jackaroo::{Board, HAND, Jackaroo, Move, SEATS};
use majlis_rules::seat::Seat;

use super::standing::{material, standing_later};

/// The next player as the mover sees him: any four of the cards that the mover has not seen.
pub(super) struct Replies {
    mover: Seat,
    next: Seat,
    /// Each rank, and in how many of a thousand cases the next player holds one of it.
    held: Vec<(Rank, i32)>,
}

impl Replies {
    pub(super) fn of(game: &Jackaroo, faces: &Knowledge, mover: Seat) -> Self {
        let seen: FaceSet = faces.iter().map(|(_, face)| face).collect();
        let unseen = PackKind::Cards.faces().minus(game.fire_pile()).minus(seen);
        let held = |rank: Rank| (rank, held(rank.faces().and(unseen).len(), unseen.len()));
        Self {
            mover,
            next: mover.after(1, SEATS),
            held: Rank::all().map(held).filter(|(_, held)| *held > 0).collect(),
        }
    }

    /// How well the mover's side is expected to stand once the next player has made the best of `board`.
    ///
    /// Of each rank the most harmful use counts. With the ranks from the most harmful to the least, each is played where it
    /// is held and none before it is; that the ranks of a hand hang together is left out.
    pub(super) fn standing_after(&self, board: &Board) -> i32 {
        let now = material(board, self.mover);
        let mut losses: Vec<(i32, i32)> = self
            .held
            .iter()
            .filter_map(|&(rank, held)| Some((now - self.worst(board, rank)?, held)))
            .collect();
        losses.sort_by_key(|(loss, _)| Reverse(*loss));
        let mut expected = 0;
        let mut missing = 1000;
        for (loss, held) in losses {
            expected += loss * (missing * held / 1000) / 1000;
            missing = missing * (1000 - held) / 1000;
        }
        standing_later(board, self.mover) - expected
    }

    /// How badly the mover's side can come to stand by a card of this rank; `None` where it cannot be played.
    fn worst(&self, board: &Board, rank: Rank) -> Option<i32> {
        // The suit does not matter.
        let card = Card::new(rank, Suit::Clubs);
        let actions = board.actions(self.next, rank).into_iter();
        actions
            .filter_map(|action| board.after(self.next, Move { card, action }).ok())
            .map(|(after, _)| material(&after, self.mover))
            .min()
    }
}

/// In how many of a thousand cases a hand drawn from `all` cards holds at least one of `good` ones.
fn held(good: u8, all: u8) -> i32 {
    let (good, all) = (i32::from(good), i32::from(all));
    let without = (0..i32::from(HAND)).fold(1000, |without, drawn| {
        without * (all - good - drawn).max(0) / (all - drawn).max(1)
    });
    1000 - without
}

#[cfg(test)]
mod tests {
    use super::held;

    #[test]
    fn chances_of_holding_a_card() {
        // 1 - C(48, 4) / C(52, 4) and 1 - C(47, 4) / C(48, 4).
        assert_eq!(held(4, 52), 1000 - 718);
        assert_eq!(held(1, 48), 1000 - 916);
        assert_eq!((held(0, 48), held(4, 4), held(1, 2)), (0, 1000, 1000));
    }
}
