//! Playing cards of the ordinary pack of 52.

use core::fmt;
use core::str::FromStr;

use crate::face::{Face, FaceSet};

/// A suit, in the order of its letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// The four suits in canonical order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }
}

/// A rank: ace 1, numbers as they are, jack 11, queen 12, king 13.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The ace.
    pub const ACE: Self = Self(1);
    /// The jack.
    pub const JACK: Self = Self(11);
    /// The queen.
    pub const QUEEN: Self = Self(12);
    /// The king.
    pub const KING: Self = Self(13);

    /// Rank `number`, 1 to 13.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 13 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The rank's number, 1 to 13.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The thirteen ranks from the ace up.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=13).map(Self)
    }

    /// The faces of the four cards of this rank.
    #[must_use]
    pub fn faces(self) -> FaceSet {
        Suit::ALL
            .into_iter()
            .map(|suit| Card { rank: self, suit }.face())
            .collect()
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("A"),
            11 => f.write_str("J"),
            12 => f.write_str("Q"),
            13 => f.write_str("K"),
            number => write!(f, "{number}"),
        }
    }
}

/// A card of the ordinary pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Its rank.
    pub rank: Rank,
    /// Its suit.
    pub suit: Suit,
}

impl Card {
    /// How many cards the pack has.
    pub const COUNT: u8 = 52;

    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self { rank, suit }
    }

    /// All 52 cards, clubs ace to king, then diamonds, hearts, spades: the canonical order of the faces.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Suit::ALL
            .into_iter()
            .flat_map(|suit| Rank::all().map(move |rank| Self { rank, suit }))
    }

    /// The card's face in a pack of cards.
    #[must_use]
    pub const fn face(self) -> Face {
        Face::from_low(self.suit as u8 * 13 + self.rank.0 - 1)
    }

    /// The card with this face.
    #[must_use]
    pub const fn from_face(face: Face) -> Option<Self> {
        let number = face.number();
        let suit = match number / 13 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            3 => Suit::Spades,
            _ => return None,
        };
        Some(Self {
            rank: Rank(number % 13 + 1),
            suit,
        })
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit.letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCard;

impl FromStr for Card {
    type Err = NoCard;

    /// Reads `AC`, `10D`, `KS`: the rank, then the suit's letter, capital letters only.
    fn from_str(text: &str) -> Result<Self, NoCard> {
        let (rank, suit) = match *text.as_bytes() {
            [b'1', b'0', suit] => (10, suit),
            [rank @ b'2'..=b'9', suit] => (rank - b'0', suit),
            [b'A', suit] => (1, suit),
            [b'J', suit] => (11, suit),
            [b'Q', suit] => (12, suit),
            [b'K', suit] => (13, suit),
            _ => return Err(NoCard),
        };
        let suit = match suit {
            b'C' => Suit::Clubs,
            b'D' => Suit::Diamonds,
            b'H' => Suit::Hearts,
            b'S' => Suit::Spades,
            _ => return Err(NoCard),
        };
        Ok(Self { rank: Rank(rank), suit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_has_52_different_cards() {
        assert_eq!(Card::all().count(), 52);
        for (card, number) in Card::all().zip(0..) {
            assert_eq!(card.face().number(), number);
            assert_eq!(Card::from_face(card.face()), Some(card));
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for text in ["1C", "11C", "10d", "10", "kS", "", "AC ", "AX", "100C"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
        assert_eq!(Rank::KING.faces().len(), 4);
    }
}
