//! Totals and outcomes (arkan.15 to arkan.20).

use super::shape::{Shape, ShapeSet};
use crate::game::Outcome;
use crate::seat::{Seat, SeatSet};

/// The total of a seat that has placed all 21 shapes (arkan.16).
pub const ALL_PLACED: i32 = 15;

/// The same where the single square was the last of them (arkan.16).
pub const ALL_PLACED_SINGLE_LAST: i32 = 20;

/// A seat's total: what is left in its hand counts against it, a point a square (arkan.15); nothing left is a bonus
/// (arkan.16). `last` is the shape that it placed last.
#[must_use]
pub fn total(hand: ShapeSet, last: Option<Shape>) -> i32 {
    match (hand.is_empty(), last) {
        (true, Some(Shape::I1)) => ALL_PLACED_SINGLE_LAST,
        (true, _) => ALL_PLACED,
        // At most 89.
        (false, _) => -(hand.squares() as i32),
    }
}

/// How a finished match came out: the highest total among those at the table wins, or is shared (arkan.17); who left loses
/// (arkan.19, arkan.20). `totals` has a place for each seat.
pub(super) fn outcomes(totals: &[i32], present: SeatSet) -> Vec<Outcome> {
    let seats = || {
        (0..)
            .map_while(Seat::new)
            .zip(totals)
            .map(|(seat, &total)| (present.contains(seat), total))
    };
    let best = seats().filter(|(stayed, _)| *stayed).map(|(_, total)| total).max();
    let sharers = seats().filter(|&(stayed, total)| stayed && Some(total) == best).count();
    seats()
        .map(|(stayed, total)| match (stayed && Some(total) == best, sharers) {
            (true, 1) => Outcome::Win,
            (true, _) => Outcome::Draw,
            (false, _) => Outcome::Loss,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arkan_17_the_highest_total_wins_or_is_shared() {
        use Outcome::{Draw, Loss, Win};
        let all = SeatSet::all(4);
        assert_eq!(outcomes(&[20, -8, -24, -20], all), [Win, Loss, Loss, Loss]);
        assert_eq!(outcomes(&[-8, -15], SeatSet::all(2)), [Win, Loss]);
        assert_eq!(outcomes(&[-8, -8], SeatSet::all(2)), [Draw, Draw]);
        assert_eq!(outcomes(&[-9, -5, -5, -20], all), [Loss, Draw, Draw, Loss]);
        assert_eq!(outcomes(&[-9; 4], all), [Draw; 4]);
    }

    #[test]
    fn arkan_19_who_left_neither_wins_nor_shares() {
        use Outcome::{Draw, Loss, Win};
        let stayed = |seats: &[u8]| seats.iter().filter_map(|&seat| Seat::new(seat)).collect();
        assert_eq!(
            outcomes(&[20, -8, -24, -20], stayed(&[1, 2, 3])),
            [Loss, Win, Loss, Loss]
        );
        assert_eq!(outcomes(&[-8, -8, -8], stayed(&[0, 2])), [Draw, Loss, Draw]);
        assert_eq!(outcomes(&[-8, -8, -9], stayed(&[0, 2])), [Win, Loss, Loss]);
        assert_eq!(outcomes(&[15, 20, -80], stayed(&[2])), [Loss, Loss, Win]);
    }
}
