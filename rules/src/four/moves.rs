//! Moves and how they are written.

use core::fmt;

use crate::rule::NotAMove;
use crate::seat::Seat;

/// A place in a row, written `seat.slot`: `0.2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// Whose row.
    pub seat: Seat,
    /// Which slot, from 0, the nearest one.
    pub index: u8,
}

impl Slot {
    /// Slot `index` of a seat's row.
    #[must_use]
    pub const fn new(seat: Seat, index: u8) -> Self {
        Self { seat, index }
    }

    /// Reads `0.2`: a seat from 0 to 3 and a slot from 0 to 255, without needless zeros.
    fn parse(text: &str) -> Result<Self, NotAMove> {
        let slot = || {
            let (&seat, rest) = text.as_bytes().split_first()?;
            let (b'.', digits) = rest.split_first()? else {
                return None;
            };
            Some(Self {
                seat: Seat::new(seat.checked_sub(b'0')?)?,
                index: number(digits)?,
            })
        };
        slot().ok_or_else(|| NotAMove::new("a slot is written seat.slot, as 0.2, with a seat from 0 to 3"))
    }
}

/// A decimal number up to 255 without leading zeros.
fn number(digits: &[u8]) -> Option<u8> {
    if matches!(digits, [] | [b'0', _, ..]) {
        return None;
    }
    digits.iter().try_fold(0u8, |number, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.seat, self.index)
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Two slots in canonical order: the smaller seat first, then the smaller slot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotPair {
    first: Slot,
    second: Slot,
}

impl SlotPair {
    /// The pair of two slots, in whichever order they were pointed at. (They may be the same: that is no legal swap.)
    #[must_use]
    pub fn new(one: Slot, other: Slot) -> Self {
        Self {
            first: one.min(other),
            second: one.max(other),
        }
    }

    /// The one that is written first.
    #[must_use]
    pub const fn first(self) -> Slot {
        self.first
    }

    /// The one that is written second.
    #[must_use]
    pub const fn second(self) -> Slot {
        self.second
    }
}

/// A move. A turn of several moves has a ply for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `draw`: take the top of the stock (four.6).
    Draw,
    /// `take 0.2`: take the top of the pile into one's own row; the replaced card goes on the pile (four.7).
    Take(Slot),
    /// `call`: everybody else has one last turn (four.20).
    Call,
    /// `keep 0.2`: put the drawn card into one's own row; the replaced card goes on the pile (four.8).
    Keep(Slot),
    /// `discard`: put the drawn card on the pile (four.8).
    Discard,
    /// `peek 0.2`: discard a 7 or 8 and look at a card of one's own (four.9).
    Peek(Slot),
    /// `spy 1.3`: discard a 9 or 10 and look at a card of an opponent's (four.9).
    Spy(Slot),
    /// `swap 0.1 1.2`: discard a jack or queen and swap two cards (four.9).
    Swap(SlotPair),
    /// `match 1.3`: show the drawn card and point at one that should have its rank (four.12).
    Match(Slot),
    /// `give 0.1`: fill the hole after a right match on an opponent's card (four.14).
    Give(Slot),
}

impl Move {
    /// Reads a move in the notation of `judge.md`.
    ///
    /// # Errors
    /// Where the text is outside the notation.
    pub fn parse(text: &str) -> Result<Self, NotAMove> {
        let Some((verb, slots)) = text.split_once(' ') else {
            return match text {
                "draw" => Ok(Self::Draw),
                "call" => Ok(Self::Call),
                "discard" => Ok(Self::Discard),
                _ => Err(NotAMove::new(
                    "a move is draw, take 0.2, call, keep 0.2, discard, peek 0.2, spy 1.3, swap 0.1 1.2, match 1.3 or give 0.1",
                )),
            };
        };
        let kind: fn(Slot) -> Self = match verb {
            "take" => Self::Take,
            "keep" => Self::Keep,
            "peek" => Self::Peek,
            "spy" => Self::Spy,
            "match" => Self::Match,
            "give" => Self::Give,
            "swap" => return swap(slots),
            _ => {
                return Err(NotAMove::new(
                    "only take, keep, peek, spy, swap, match and give are followed by a slot",
                ));
            }
        };
        Slot::parse(slots).map(kind)
    }
}

fn swap(slots: &str) -> Result<Move, NotAMove> {
    let (first, second) = slots
        .split_once(' ')
        .ok_or_else(|| NotAMove::new("a swap is written with two slots, as swap 0.1 1.2"))?;
    let (first, second) = (Slot::parse(first)?, Slot::parse(second)?);
    if first > second {
        return Err(NotAMove::new(
            "a swap is written with the smaller seat first, then the smaller slot",
        ));
    }
    Ok(Move::Swap(SlotPair { first, second }))
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Take(slot) => write!(f, "take {slot}"),
            Self::Call => f.write_str("call"),
            Self::Keep(slot) => write!(f, "keep {slot}"),
            Self::Discard => f.write_str("discard"),
            Self::Peek(slot) => write!(f, "peek {slot}"),
            Self::Spy(slot) => write!(f, "spy {slot}"),
            Self::Swap(pair) => write!(f, "swap {} {}", pair.first, pair.second),
            Self::Match(slot) => write!(f, "match {slot}"),
            Self::Give(slot) => write!(f, "give {slot}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn just_the_canonical_notation_is_read() {
        for text in [
            "draw",
            "call",
            "discard",
            "take 0.0",
            "keep 3.25",
            "peek 0.9",
            "spy 1.255",
            "match 2.10",
            "give 0.1",
            "swap 0.1 1.2",
            "swap 0.9 0.10",
            "swap 1.1 1.1",
        ] {
            assert_eq!(Move::parse(text).unwrap().to_string(), text);
        }
        for text in [
            "",
            " ",
            "draw ",
            " draw",
            "Draw",
            "draw 0.1",
            "call 0",
            "discard 1.1",
            "take",
            "take ",
            "take 0",
            "take .1",
            "take 0.",
            "take 0.01",
            "take 00.1",
            "take +0.1",
            "take 0.+1",
            "take 0.-1",
            "take 0.256",
            "take 4.0",
            "take 0.1 ",
            "take  0.1",
            "take 0.1 0.2",
            "take 0,1",
            "take ٠.١",
            "keep\t0.1",
            "swap 0.1",
            "swap 0.1 ",
            "swap 1.2 0.1",
            "swap 0.10 0.9",
            "swap 0.1 1.2 ",
            "swap 0.1 0.2 0.3",
            "leave 0",
            "knock",
            "match KD",
            "é",
            "takeé 0.1",
        ] {
            assert!(Move::parse(text).is_err(), "{text:?}");
        }
    }
}
