//! What has been chosen of a move so far. Everything is read off the legal moves, so nothing can be chosen that is not one.

use majlis_rules::four::{Move, Slot, SlotPair};

/// What touching a card means now.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// The card in hand goes there; or, after a match, the card there goes away.
    #[default]
    Row,
    /// The pile's top card goes there. There is no way back (four.7).
    Take,
    /// The card there is claimed to have the rank of the card in hand.
    Match,
    /// The card in hand is used.
    Power,
}

/// What the card in hand can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Look at an own card.
    Peek,
    /// Look at another's card.
    Spy,
    /// Swap two cards.
    Swap,
}

/// A move that is being put together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// What touching a card means.
    pub mode: Mode,
    /// The first of two cards to be swapped.
    pub first: Option<Slot>,
}

/// What the card in hand can be used for, if it has a power.
#[must_use]
pub fn power(legal: &[Move]) -> Option<Use> {
    legal.iter().find_map(|mv| match mv {
        Move::Peek(_) => Some(Use::Peek),
        Move::Spy(_) => Some(Use::Spy),
        Move::Swap(_) => Some(Use::Swap),
        _ => None,
    })
}

impl Choice {
    /// The cards that can be touched now, each once, in order.
    #[must_use]
    pub fn slots(&self, legal: &[Move]) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for mv in legal {
            match (*mv, self.mode) {
                (Move::Keep(slot) | Move::Give(slot), Mode::Row)
                | (Move::Take(slot), Mode::Take)
                | (Move::Match(slot), Mode::Match)
                | (Move::Peek(slot) | Move::Spy(slot), Mode::Power) => slots.push(slot),
                (Move::Swap(pair), Mode::Power) => slots.extend([pair.first(), pair.second()]),
                _ => {}
            }
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Touches a card. Gives the move where that makes one.
    pub fn touch(&mut self, legal: &[Move], slot: Slot) -> Option<Move> {
        if self.mode == Mode::Power && power(legal) == Some(Use::Swap) {
            return self.touch_to_swap(legal, slot);
        }
        let is_meant = |mv: &&Move| match (**mv, self.mode) {
            (Move::Keep(meant) | Move::Give(meant), Mode::Row)
            | (Move::Take(meant), Mode::Take)
            | (Move::Match(meant), Mode::Match)
            | (Move::Peek(meant) | Move::Spy(meant), Mode::Power) => meant == slot,
            _ => false,
        };
        legal.iter().find(is_meant).copied()
    }

    fn touch_to_swap(&mut self, legal: &[Move], slot: Slot) -> Option<Move> {
        let Some(first) = self.first else {
            self.first = self.slots(legal).contains(&slot).then_some(slot);
            return None;
        };
        if first == slot {
            self.first = None;
            return None;
        }
        let swap = Move::Swap(SlotPair::new(first, slot));
        legal.contains(&swap).then_some(swap)
    }

    /// Goes over to a mode, or back to [`Mode::Row`] where it is chosen already.
    pub fn toggle(&mut self, mode: Mode) {
        self.mode = if self.mode == mode { Mode::Row } else { mode };
        self.first = None;
    }

    /// Takes back what was chosen last; a card taken from the pile stays taken.
    pub fn back(&mut self) {
        if self.first.take().is_none() && self.mode != Mode::Take {
            self.mode = Mode::Row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_rules::face::{Face, FaceSet, PackKind};
    use majlis_rules::four::Four;
    use majlis_rules::game::Variant as _;
    use majlis_rules::open::OpenMatch;
    use majlis_rules::table::Table;
    use std::collections::BTreeSet;

    /// Every move that touching comes to.
    fn reachable(legal: &[Move]) -> BTreeSet<Move> {
        let mut reached: BTreeSet<Move> = legal
            .iter()
            .filter(|mv| matches!(mv, Move::Draw | Move::Call | Move::Discard))
            .copied()
            .collect();
        for mode in [Mode::Row, Mode::Take, Mode::Match, Mode::Power] {
            let choice = Choice { mode, first: None };
            for slot in choice.slots(legal) {
                let mut touched = choice;
                match touched.touch(legal, slot) {
                    Some(mv) => {
                        reached.insert(mv);
                    }
                    None => {
                        assert_eq!(touched.first, Some(slot));
                        assert_eq!(touched.touch(legal, slot), None);
                        assert_eq!(touched, choice);
                        touched.touch(legal, slot);
                        let others = touched.slots(legal).into_iter().filter(|other| *other != slot);
                        reached.extend(others.filter_map(|other| touched.touch(legal, other)));
                    }
                }
            }
        }
        reached
    }

    #[test]
    fn touching_reaches_every_legal_move_and_no_other() {
        let mut seen = [false; 3];
        for seats in [2, 3, 4] {
            let mut seed = 5usize;
            let mut packs = |_: PackKind, faces: FaceSet| {
                let mut faces: Vec<Face> = faces.iter().collect();
                let len = faces.len();
                seed += 1;
                for at in 0..len {
                    faces.swap(at, (at * 11 + seed * 17) % len);
                }
                Some(faces)
            };
            let mut events = Vec::new();
            let mut table = OpenMatch::new(Four::new(&Table::new(seats)).unwrap());
            for ply in 0..300usize {
                let Some(seat) = table.advance(&mut packs, &mut events).unwrap() else {
                    break;
                };
                let legal = table.legal_moves(seat);
                if let Some(power) = power(&legal) {
                    seen[power as usize] = true;
                }
                let all: BTreeSet<_> = legal.iter().copied().collect();
                assert_eq!(reachable(&legal), all);
                table.play(seat, &legal[ply * 37 % legal.len()], &mut events).unwrap();
            }
        }
        assert_eq!(seen, [true; 3]);
    }

    #[test]
    fn what_was_taken_from_the_pile_stays_taken() {
        let mut choice = Choice {
            mode: Mode::Take,
            first: None,
        };
        choice.back();
        assert_eq!(choice.mode, Mode::Take);
        choice.mode = Mode::Match;
        choice.toggle(Mode::Match);
        assert_eq!(choice.mode, Mode::Row);
    }
}
