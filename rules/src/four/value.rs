//! What cards are worth and what they can do.

use crate::cards::{Card, Rank, Suit};
use crate::face::FaceSet;

/// What a card counts in a row (four.4): ace 1, numbers their value, jack 11, queen 12, king 13, the king of diamonds 0.
#[must_use]
pub const fn value(card: Card) -> u32 {
    match (card.rank, card.suit) {
        (Rank::KING, Suit::Diamonds) => 0,
        (rank, _) => rank.number() as u32,
    }
}

/// What a card drawn from the stock can do when it is discarded (four.9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Power {
    /// 7 and 8: look at a card of one's own.
    Peek,
    /// 9 and 10: look at a card of an opponent's.
    Spy,
    /// Jack and queen: swap any two cards on the table, unseen.
    Swap,
}

impl Power {
    /// The power of a rank, if it has one.
    #[must_use]
    pub const fn of(rank: Rank) -> Option<Self> {
        match rank.number() {
            7 | 8 => Some(Self::Peek),
            9 | 10 => Some(Self::Spy),
            11 | 12 => Some(Self::Swap),
            _ => None,
        }
    }

    /// The cards that have this power.
    #[must_use]
    pub const fn faces(self) -> FaceSet {
        match self {
            Self::Peek => two_ranks(7),
            Self::Spy => two_ranks(9),
            Self::Swap => two_ranks(11),
        }
    }
}

/// The eight faces of the ranks `lower` and `lower + 1`: thirteen ranks a suit, from the ace (see [`Card::face`]).
const fn two_ranks(lower: u8) -> FaceSet {
    let one_suit = 0b11 << (lower - 1);
    FaceSet::from_bits(one_suit | one_suit << 13 | one_suit << 26 | one_suit << 39)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_04_values() {
        for card in Card::all() {
            let expected = match card.to_string().as_str() {
                "KD" => 0,
                text => match text.as_bytes()[0] {
                    b'A' => 1,
                    b'1' => 10,
                    b'J' => 11,
                    b'Q' => 12,
                    b'K' => 13,
                    digit => u32::from(digit - b'0'),
                },
            };
            assert_eq!(value(card), expected, "{card}");
        }
        assert_eq!(Card::all().map(value).sum::<u32>(), 4 * 91 - 13);
    }

    #[test]
    fn four_09_which_ranks_have_which_power() {
        for card in Card::all() {
            for power in [Power::Peek, Power::Spy, Power::Swap] {
                assert_eq!(
                    power.faces().contains(card.face()),
                    Power::of(card.rank) == Some(power),
                    "{card} {power:?}"
                );
            }
        }
        let powers: Vec<_> = Rank::all().map(Power::of).collect();
        assert_eq!(powers[..6], [None; 6]);
        assert_eq!(powers[6..8], [Some(Power::Peek); 2]);
        assert_eq!(powers[8..10], [Some(Power::Spy); 2]);
        assert_eq!(powers[10..], [Some(Power::Swap), Some(Power::Swap), None]);
    }
}
