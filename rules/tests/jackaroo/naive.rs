//! The rules once more, slowly: written from the page, on the texts of moves and a map of marbles, and sharing no code with
//! the crate. It says yes or no and makes the move.

use std::collections::BTreeMap;

/// Seat and number.
pub(crate) type Name = (u8, u8);

/// A marble's own count: 0 its base, 75 the last cell of the lap, 76 to 79 its safe zone; `HOME` at home.
pub(crate) const HOME: i32 = -1;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) marbles: BTreeMap<Name, i32>,
    pub(crate) hands: [Vec<String>; 4],
    pub(crate) turn: u8,
}

fn rank(card: &str) -> &str {
    &card[..card.len() - 1]
}

fn is_card(text: &str) -> bool {
    ["C", "D", "H", "S"].iter().any(|suit| {
        text.strip_suffix(suit)
            .is_some_and(|rank| ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].contains(&rank))
    })
}

fn name(text: &str) -> Name {
    let (seat, number) = text.split_once('.').unwrap();
    (seat.parse().unwrap(), number.parse().unwrap())
}

impl Position {
    fn cell(name: Name, count: i32) -> Option<i32> {
        (0..=75).contains(&count).then(|| (19 * i32::from(name.0) + count) % 76)
    }

    fn on_cell(&self, cell: i32) -> Option<Name> {
        self.marbles
            .iter()
            .find(|(name, count)| Self::cell(**name, **count) == Some(cell))
            .map(|(name, _)| *name)
    }

    fn is_front(&self, name: Name) -> bool {
        let Some(cell) = Self::cell(name, self.marbles[&name]) else {
            return false;
        };
        self.on_cell((cell + 75) % 76).is_some()
    }

    fn is_protected(&self, name: Name) -> bool {
        self.marbles[&name] == 0 || self.is_front(name)
    }

    pub(crate) fn safe(&self, seat: u8) -> i32 {
        self.marbles
            .iter()
            .filter(|(name, count)| name.0 == seat && **count >= 76)
            .count() as i32
    }

    fn has_all_in(&self, seat: u8) -> bool {
        self.marbles.iter().all(|(name, count)| name.0 != seat || *count >= 76)
    }

    /// The side that has won, as the number of its first seat.
    pub(crate) fn winner(&self) -> Option<u8> {
        (0..2).find(|&seat| self.has_all_in(seat) && self.has_all_in(seat + 2))
    }

    fn colour(&self) -> u8 {
        if self.has_all_in(self.turn) {
            (self.turn + 2) % 4
        } else {
            self.turn
        }
    }

    /// Moves a marble cell by cell.
    fn step(&mut self, name: Name, by: i32, king: bool) -> Option<()> {
        let before = self.clone();
        let count = *self.marbles.get(&name)?;
        if !(0..=75).contains(&count) {
            return None;
        }
        let free = 4 - self.safe(name.0);
        let end = count + by;
        if end > 75 + free {
            return None;
        }
        let direction = by.signum();
        let mut at = count;
        for left in (0..by.abs()).rev() {
            at += direction;
            if at > 75 {
                break;
            }
            let cell = Self::cell(name, at.rem_euclid(76)).unwrap();
            let Some(met) = before.on_cell(cell) else { continue };
            if before.is_protected(met) {
                return None;
            }
            if left == 0 {
                self.marbles.insert(met, HOME);
            } else if met.0 == name.0 {
                return None;
            } else if king {
                self.marbles.insert(met, HOME);
            }
        }
        let end = if end > 75 { 75 + free } else { end.rem_euclid(76) };
        self.marbles.insert(name, end);
        Some(())
    }

    fn bring_out(&mut self, name: Name) -> Option<()> {
        let at_home: Vec<Name> = self
            .marbles
            .iter()
            .filter(|(other, count)| other.0 == name.0 && **count == HOME)
            .map(|(other, _)| *other)
            .collect();
        if name.0 != self.colour() || at_home.iter().min() != Some(&name) {
            return None;
        }
        if let Some(there) = self.on_cell(19 * i32::from(name.0)) {
            let opponent = there.0 % 2 != name.0 % 2;
            if !opponent && self.is_protected(there) {
                return None;
            }
            self.marbles.insert(there, HOME);
        }
        self.marbles.insert(name, 0);
        Some(())
    }

    fn swap(&mut self, own: Name, other: Name) -> Option<()> {
        if own.0 != self.colour() || other.0 % 2 == own.0 % 2 {
            return None;
        }
        for marble in [own, other] {
            let count = *self.marbles.get(&marble)?;
            if !(0..=75).contains(&count) || self.is_protected(marble) {
                return None;
            }
        }
        let own_cell = Self::cell(own, self.marbles[&own])?;
        let other_cell = Self::cell(other, self.marbles[&other])?;
        let count = |name: Name, cell: i32| (cell - 19 * i32::from(name.0)).rem_euclid(76);
        self.marbles.insert(own, count(own, other_cell));
        self.marbles.insert(other, count(other, own_cell));
        Some(())
    }

    /// Makes a move that is no burn, without asking who holds the card.
    fn use_card(&mut self, text: &str) -> Option<()> {
        let words: Vec<&str> = text.split(' ').collect();
        let rank = rank(words[0]);
        let colour = self.colour();
        match words[1..] {
            ["out", marble] => match rank {
                "A" | "K" => self.bring_out(name(marble)),
                _ => None,
            },
            [own, other] if other.contains('.') => {
                if rank != "J" {
                    return None;
                }
                self.swap(name(own), name(other))
            }
            [marble, by] => {
                let (marble, by) = (name(marble), by.parse().unwrap());
                if !numbers(rank).contains(&by) || (rank != "5" && marble.0 != colour) {
                    return None;
                }
                self.step(marble, by, rank == "K")
            }
            [first, by, second, rest] => {
                let (first, second) = (name(first), name(second));
                let (by, rest): (i32, i32) = (by.parse().unwrap(), rest.parse().unwrap());
                let split = rank == "7" && first != second && by >= 1 && rest >= 1 && by + rest == 7;
                if !split || first.0 != colour || second.0 != colour {
                    return None;
                }
                self.step(first, by, false)?;
                self.step(second, rest, false)
            }
            _ => None,
        }
    }

    /// The position after a move of the seat whose turn it is, its hand one card short; `None` where it is illegal.
    pub(crate) fn after(&self, text: &str) -> Option<Self> {
        let mut next = self.clone();
        let words: Vec<&str> = text.split(' ').collect();
        let card = if words[0] == "burn" { words[1] } else { words[0] };
        assert!(is_card(card), "{text}");
        let hand = &mut next.hands[usize::from(self.turn)];
        let place = hand.iter().position(|held| held == card)?;
        hand.remove(place);
        if words[0] == "burn" {
            let hand = &self.hands[usize::from(self.turn)];
            if hand.iter().any(|card| !self.uses(card).is_empty()) {
                return None;
            }
            return Some(next);
        }
        next.use_card(text)?;
        Some(next)
    }

    /// Texts with this card, for every kind of move and every marble, nearly all of them illegal.
    pub(crate) fn wild_tries(&self, card: &str) -> Vec<String> {
        let names: Vec<Name> = self.marbles.keys().copied().collect();
        let mut tries = Vec::new();
        for &(seat, number) in &names {
            tries.push(format!("{card} out {seat}.{number}"));
            for by in [-4, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] {
                tries.push(format!("{card} {seat}.{number} {by}"));
            }
            for &(other_seat, other_number) in &names {
                tries.push(format!("{card} {seat}.{number} {other_seat}.{other_number}"));
                let splits = if rank(card) == "7" { 1..7 } else { 3..4 };
                for by in splits {
                    tries.push(format!(
                        "{card} {seat}.{number} {by} {other_seat}.{other_number} {}",
                        7 - by
                    ));
                }
            }
        }
        tries
    }

    /// What a card can be used for, burning apart.
    pub(crate) fn uses(&self, card: &str) -> Vec<String> {
        let names: Vec<Name> = self.marbles.keys().copied().collect();
        let colour = self.colour();
        let mut tries = Vec::new();
        for &(seat, number) in &names {
            if seat != colour && rank(card) != "5" {
                continue;
            }
            tries.push(format!("{card} out {seat}.{number}"));
            for by in numbers(rank(card)) {
                tries.push(format!("{card} {seat}.{number} {by}"));
            }
            for &(other_seat, other_number) in &names {
                match rank(card) {
                    "J" => tries.push(format!("{card} {seat}.{number} {other_seat}.{other_number}")),
                    "7" if other_seat == seat => tries.extend((1..7).map(|by| {
                        let rest = 7 - by;
                        format!("{card} {seat}.{number} {by} {other_seat}.{other_number} {rest}")
                    })),
                    _ => {}
                }
            }
        }
        tries.retain(|text| self.clone().use_card(text).is_some());
        tries
    }

    /// All legal moves of the seat whose turn it is.
    pub(crate) fn legal(&self) -> Vec<String> {
        let hand = &self.hands[usize::from(self.turn)];
        let uses: Vec<String> = hand.iter().flat_map(|card| self.uses(card)).collect();
        if uses.is_empty() {
            hand.iter().map(|card| format!("burn {card}")).collect()
        } else {
            uses
        }
    }
}

/// By how much a card of this rank moves a marble.
fn numbers(rank: &str) -> Vec<i32> {
    match rank {
        "A" => vec![1, 11],
        "4" => vec![-4],
        "J" => vec![],
        "Q" => vec![12],
        "K" => vec![13],
        number => vec![number.parse().unwrap()],
    }
}
