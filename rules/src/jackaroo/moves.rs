//! Moves and their notation.

use core::fmt;
use core::str::FromStr;

use super::marble::Marble;
use crate::cards::Card;
use crate::rule::NotAMove;
use crate::seat::Seat;

/// One marble moved by some cells: one part of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stride {
    /// The marble that moves.
    pub marble: Marble,
    /// By how many cells; back where negative.
    pub by: i8,
}

/// What a card is used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Bring a marble out of home onto its base.
    Out(Marble),
    /// Move a marble.
    Walk(Stride),
    /// Split a seven: first the one, then the other on the board that the first left (jackaroo.15).
    Split(Stride, Stride),
    /// Swap two marbles, the own one first (jackaroo.16).
    Swap(Marble, Marble),
    /// Burn the card (jackaroo.9).
    Burn,
}

/// A move: one card, and what it is used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The card played.
    pub card: Card,
    /// What it is used for.
    pub action: Action,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card;
        match self.action {
            Action::Out(marble) => write!(f, "{card} out {marble}"),
            Action::Walk(Stride { marble, by }) => write!(f, "{card} {marble} {by}"),
            Action::Split(first, second) => {
                write!(
                    f,
                    "{card} {} {} {} {}",
                    first.marble, first.by, second.marble, second.by
                )
            }
            Action::Swap(own, other) => write!(f, "{card} {own} {other}"),
            Action::Burn => write!(f, "burn {card}"),
        }
    }
}

impl FromStr for Move {
    type Err = NotAMove;

    /// Reads the notation of `judge.md`, whether the move is legal or not.
    fn from_str(text: &str) -> Result<Self, NotAMove> {
        Self::read(text).ok_or_else(|| {
            NotAMove::new(
                "a move is written like KS out 0.1, 9C 0.1 9, 4D 0.1 -4, 7H 0.1 4 0.2 3, JD 0.1 3.2 or burn 3H",
            )
        })
    }
}

impl Move {
    fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let (first, second) = (words.next()?, words.next()?);
        let (card, action) = if first == "burn" {
            (second.parse().ok()?, Action::Burn)
        } else {
            let card = first.parse().ok()?;
            let action = if second == "out" {
                Action::Out(marble(words.next()?)?)
            } else {
                let one = marble(second)?;
                let word = words.next()?;
                if let Some(other) = marble(word) {
                    Action::Swap(one, other)
                } else {
                    let first = stride(one, word)?;
                    match words.next() {
                        None => Action::Walk(first),
                        Some(word) => Action::Split(first, stride(marble(word)?, words.next()?)?),
                    }
                }
            };
            (card, action)
        };
        words.next().is_none().then_some(Self { card, action })
    }
}

fn stride(marble: Marble, word: &str) -> Option<Stride> {
    let by = match word.strip_prefix('-') {
        None => number(word)?,
        Some(word) => -number(word).filter(|&by| by > 0)?,
    };
    Some(Stride { marble, by })
}

fn marble(word: &str) -> Option<Marble> {
    let (seat, number_within) = word.split_once('.')?;
    let seat = Seat::new(number(seat)?.unsigned_abs())?;
    Some(Marble::new(seat, number(number_within)?.unsigned_abs()))
}

/// A number of one or two digits, written without a leading zero.
fn number(word: &str) -> Option<i8> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| (byte - b'0').cast_signed());
    match *word.as_bytes() {
        [one] => digit(one),
        [b'0', _] => None,
        [ten, one] => Some(digit(ten)? * 10 + digit(one)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_reads_back() {
        for text in [
            "KS out 0.1",
            "AH out 3.0",
            "AH 0.1 1",
            "AH 0.1 11",
            "9C 0.1 9",
            "4D 0.1 -4",
            "5D 2.0 5",
            "7H 0.1 7",
            "7H 0.1 4 0.2 3",
            "7H 0.2 3 0.1 4",
            "JD 0.1 3.2",
            "KS 0.0 13",
            "burn 3H",
            "burn 10D",
            // Notation, though no such move can ever be legal.
            "9C 0.1 8",
            "9C out 0.7",
            "2C 0.0 0",
            "7H 0.1 -3 0.1 10",
            "QS 3.3 1.12",
            "3C 0.0 99",
        ] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in [
            "",
            " ",
            "burn",
            "burn 3h",
            "burn 3H ",
            " burn 3H",
            "burn  3H",
            "burn 3H 4H",
            "Burn 3H",
            "KS",
            "KS out",
            "KS out 0",
            "KS out 0.1 1",
            "KS out 4.0",
            "KS out 0.01",
            "KS  out 0.1",
            "9C 0.1",
            "9C 0.1 +9",
            "9C 0.1 09",
            "9C 0.1 9 ",
            "9C 0.1 -0",
            "9C 0.1 --4",
            "9C 0.1 100",
            "9C 0.1 9 0.2",
            "9C 0.1 9 0.2 3 4",
            "9C 0.1 0.2 3",
            "9C 0.-1 9",
            "9C 0.1 ٩",
            "9C 0,1 9",
            "11C 0.1 9",
            "leave 0",
            "0.1 9",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
    }
}
