//! What a round's end is worth (domino.14 to domino.18).

use crate::seat::{Seat, SeatSet};

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundEnd {
    /// This seat played the last tile of its hand.
    Out(Seat),
    /// Every seat at the table has knocked since the last tile was played.
    Blocked,
}

/// What the hands still hold, as one side: a person alone, or two partners (domino.18).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SideHand {
    pub(super) seats: SeatSet,
    pub(super) pips: u32,
}

/// The side that scores and what it scores: none and 0 where nobody does.
///
/// A side scores all the pips in the hands of the other sides, never a difference. `sides` are those of the seats at the
/// table; where who went out is no longer among them, nobody scores.
pub(super) fn score(end: RoundEnd, sides: &[SideHand]) -> (SeatSet, u32) {
    let winner = match end {
        RoundEnd::Out(seat) => sides.iter().find(|side| side.seats.contains(seat)),
        RoundEnd::Blocked => lowest_alone(sides),
    };
    winner.map_or((SeatSet::EMPTY, 0), |winner| {
        let others = sides.iter().filter(|side| side.seats != winner.seats);
        (winner.seats, others.map(|side| side.pips).sum())
    })
}

/// The side with fewer pips than every other, if there is one (domino.16, domino.17).
fn lowest_alone(sides: &[SideHand]) -> Option<&SideHand> {
    let lowest = sides.iter().min_by_key(|side| side.pips)?;
    let tied = sides.iter().filter(|side| side.pips == lowest.pips).count() > 1;
    (!tied).then_some(lowest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn alone(pips: &[u32]) -> Vec<SideHand> {
        let seats = Seat::all(4).map(SeatSet::of);
        seats.zip(pips).map(|(seats, &pips)| SideHand { seats, pips }).collect()
    }

    fn partners(us: u32, them: u32) -> Vec<SideHand> {
        let set = |a, b| SeatSet::of(seat(a)).with(seat(b));
        vec![
            SideHand {
                seats: set(0, 2),
                pips: us,
            },
            SideHand {
                seats: set(1, 3),
                pips: them,
            },
        ]
    }

    #[test]
    fn domino_15_going_out_scores_the_pips_of_all_others() {
        assert_eq!(
            score(RoundEnd::Out(seat(1)), &alone(&[5, 0, 7, 9])),
            (SeatSet::of(seat(1)), 21)
        );
        assert_eq!(
            score(RoundEnd::Out(seat(0)), &alone(&[0, 0])),
            (SeatSet::of(seat(0)), 0)
        );
        // The partner's 30 do not count.
        let (winner, points) = score(RoundEnd::Out(seat(2)), &partners(30, 11));
        assert_eq!((winner.bits(), points), (0b0101, 11));
    }

    #[test]
    fn domino_16_the_lowest_scores_the_pips_of_all_others() {
        assert_eq!(
            score(RoundEnd::Blocked, &alone(&[20, 8, 9, 31])),
            (SeatSet::of(seat(1)), 60)
        );
    }

    #[test]
    fn case_08_a_blocked_side_scores_the_sum_and_not_the_difference() {
        let (winner, points) = score(RoundEnd::Blocked, &partners(10, 35));
        assert_eq!((winner.bits(), points), (0b0101, 35));
    }

    #[test]
    fn case_07_domino_17_a_tie_at_the_lowest_scores_nobody() {
        let nobody = (SeatSet::EMPTY, 0);
        assert_eq!(score(RoundEnd::Blocked, &partners(12, 12)), nobody);
        assert_eq!(score(RoundEnd::Blocked, &alone(&[12, 12])), nobody);
        assert_eq!(score(RoundEnd::Blocked, &alone(&[9, 9, 20, 31])), nobody);
        // A tie above the lowest is none.
        assert_eq!(
            score(RoundEnd::Blocked, &alone(&[8, 9, 9, 31])),
            (SeatSet::of(seat(0)), 49)
        );
    }
}
