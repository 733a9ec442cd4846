//! What has been chosen of a move so far: the card first, then the marble, and only where there is a choice left, how far and which
//! other marble (jackaroo.35, jackaroo.36). Everything is read off the legal moves, so nothing can be chosen that is not one.

use majlis_rules::cards::Card;
use majlis_rules::jackaroo::{Action, Board, Event, Marble, Move, Place};
use majlis_rules::seat::Seat;

/// A move that is being put together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// The card that is lifted.
    pub card: Option<Card>,
    /// The marble that was touched.
    pub marble: Option<Marble>,
    /// By how many cells it is to move, where that was asked.
    pub by: Option<i8>,
}

/// What is to be touched next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A card of the hand.
    Card,
    /// A card of the hand, to be burned: none can be played (jackaroo.37).
    Burn,
    /// A marble.
    Marble,
    /// How many cells: 1 or 11, or the first part of a seven.
    Steps(Vec<i8>),
    /// The second marble: of a seven, or the opponent's of a swap.
    Other,
}

/// What a move that is still possible would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The move.
    pub mv: Move,
    /// Where each marble that it moves comes to rest, the first one first.
    pub ends: Vec<(Marble, Place)>,
    /// The marbles that it sends home.
    pub captured: Vec<Marble>,
}

/// The marble that is touched first for a move.
fn first(action: Action) -> Option<Marble> {
    match action {
        Action::Out(marble) | Action::Swap(marble, _) => Some(marble),
        Action::Walk(stride) | Action::Split(stride, _) => Some(stride.marble),
        Action::Burn => None,
    }
}

/// By how many cells the first marble moves.
fn stride(action: Action) -> Option<i8> {
    match action {
        Action::Walk(stride) | Action::Split(stride, _) => Some(stride.by),
        _ => None,
    }
}

/// The second marble of a move.
fn second(action: Action) -> Option<Marble> {
    match action {
        Action::Swap(_, marble) => Some(marble),
        Action::Split(_, stride) => Some(stride.marble),
        _ => None,
    }
}

/// What there is, each once, in order.
fn distinct<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Choice {
    /// The moves that what was chosen leaves.
    pub fn possible<'a>(&'a self, legal: &'a [Move]) -> impl Iterator<Item = Move> + 'a {
        legal.iter().copied().filter(move |mv| {
            self.card == Some(mv.card)
                && (self.marble.is_none() || first(mv.action) == self.marble)
                && (self.by.is_none() || stride(mv.action) == self.by)
        })
    }

    /// What is to be touched next.
    #[must_use]
    pub fn ask(&self, legal: &[Move]) -> Ask {
        if must_burn(legal) {
            return Ask::Burn;
        }
        if self.card.is_none() {
            return Ask::Card;
        }
        if self.marble.is_none() {
            return Ask::Marble;
        }
        let steps = distinct(self.possible(legal).filter_map(|mv| stride(mv.action)));
        if self.by.is_none() && steps.len() > 1 {
            return Ask::Steps(steps);
        }
        Ask::Other
    }

    /// Lifts a card, or puts it back where it is lifted. A card that no move is made with cannot be lifted.
    pub fn touch_card(&mut self, legal: &[Move], card: Card) {
        let playable = legal.iter().any(|mv| mv.card == card);
        let lifted = playable && self.card != Some(card);
        *self = Self {
            card: lifted.then_some(card),
            ..Self::default()
        };
    }

    /// The marbles that can be touched now.
    #[must_use]
    pub fn marbles(&self, legal: &[Move]) -> Vec<Marble> {
        match self.ask(legal) {
            Ask::Marble => distinct(self.possible(legal).filter_map(|mv| first(mv.action))),
            Ask::Other => distinct(self.possible(legal).filter_map(|mv| second(mv.action))),
            Ask::Steps(_) | Ask::Card | Ask::Burn => Vec::new(),
        }
    }

    /// Touches a marble. Gives the move where none is left to choose from.
    pub fn touch_marble(&mut self, legal: &[Move], marble: Marble) -> Option<Move> {
        match self.ask(legal) {
            Ask::Marble => {
                let with = Self {
                    marble: Some(marble),
                    ..*self
                };
                with.possible(legal).next()?;
                *self = with;
                self.decided(legal)
            }
            Ask::Other => {
                let mv = self.possible(legal).find(|mv| second(mv.action) == Some(marble))?;
                *self = Self::default();
                Some(mv)
            }
            Ask::Steps(_) | Ask::Card | Ask::Burn => None,
        }
    }

    /// Says how far the marble that was touched moves. Gives the move where none is left to choose from.
    pub fn touch_steps(&mut self, legal: &[Move], by: i8) -> Option<Move> {
        let with = Self { by: Some(by), ..*self };
        with.possible(legal).next()?;
        *self = with;
        self.decided(legal)
    }

    fn decided(&mut self, legal: &[Move]) -> Option<Move> {
        let mut possible = self.possible(legal);
        let only = possible.next()?;
        if possible.next().is_some() {
            return None;
        }
        drop(possible);
        *self = Self::default();
        Some(only)
    }

    /// Takes back what was chosen last.
    pub const fn back(&mut self) {
        if self.by.is_some() {
            self.by = None;
        } else if self.marble.is_some() {
            self.marble = None;
        } else {
            self.card = None;
        }
    }

    /// What each move that is still possible would do on the board.
    #[must_use]
    pub fn previews(&self, legal: &[Move], board: &Board, seat: Seat) -> Vec<Preview> {
        let preview = |mv: Move| {
            let (after, events) = board.after(seat, mv).ok()?;
            let marbles = first(mv.action).into_iter().chain(second(mv.action));
            Some(Preview {
                mv,
                ends: marbles
                    .filter_map(|marble| Some((marble, after.place(marble)?)))
                    .collect(),
                captured: events
                    .into_iter()
                    .filter_map(|event| match event {
                        Event::SentHome { marble, .. } => Some(marble),
                        _ => None,
                    })
                    .collect(),
            })
        };
        self.possible(legal).filter_map(preview).collect()
    }
}

impl Preview {
    /// The marble that is touched first.
    #[must_use]
    pub fn first(&self) -> Option<Marble> {
        first(self.mv.action)
    }

    /// The second marble.
    #[must_use]
    pub fn second(&self) -> Option<Marble> {
        second(self.mv.action)
    }

    /// By how many cells the first marble moves.
    #[must_use]
    pub fn by(&self) -> Option<i8> {
        stride(self.mv.action)
    }

    /// Whether one marble alone makes the move.
    #[must_use]
    pub fn is_single(&self) -> bool {
        self.second().is_none()
    }
}

/// Whether nothing can be done but burn a card.
#[must_use]
pub fn must_burn(legal: &[Move]) -> bool {
    !legal.is_empty() && legal.iter().all(|mv| mv.action == Action::Burn)
}

/// Whether a card can be played; one that can just be burned cannot.
#[must_use]
pub fn is_playable(legal: &[Move], card: Card) -> bool {
    legal.iter().any(|mv| mv.card == card && mv.action != Action::Burn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_rules::face::{Face, FaceSet, PackKind};
    use majlis_rules::game::{Game as _, Variant as _};
    use majlis_rules::jackaroo::{Jackaroo, Setup};
    use majlis_rules::open::OpenMatch;
    use majlis_rules::table::Table;
    use std::collections::BTreeSet;

    /// Everything that can be touched from here on, and the moves that come of it.
    fn reach(choice: Choice, legal: &[Move], reached: &mut BTreeSet<String>) {
        let mut go = |mut next: Choice, mv: Option<Move>| match mv {
            Some(mv) => {
                reached.insert(mv.to_string());
                assert_eq!(next, Choice::default());
            }
            None => {
                assert_ne!(next, choice);
                reach(next, legal, reached);
                next.back();
                assert_eq!(next, choice);
            }
        };
        match choice.ask(legal) {
            Ask::Card => {
                let cards: BTreeSet<_> = legal.iter().map(|mv| mv.card).collect();
                for card in cards {
                    let mut next = choice;
                    next.touch_card(legal, card);
                    go(next, None);
                }
            }
            Ask::Marble | Ask::Other => {
                let marbles = choice.marbles(legal);
                assert!(!marbles.is_empty());
                for marble in marbles {
                    let mut next = choice;
                    let mv = next.touch_marble(legal, marble);
                    go(next, mv);
                }
            }
            Ask::Steps(steps) => {
                for by in steps {
                    let mut next = choice;
                    let mv = next.touch_steps(legal, by);
                    go(next, mv);
                }
            }
            Ask::Burn => reached.extend(legal.iter().map(ToString::to_string)),
        }
    }

    #[test]
    fn touching_reaches_every_legal_move_and_no_other() {
        for seed in 0..6u8 {
            let mut packs = |_: PackKind, faces: FaceSet| {
                let mut faces: Vec<Face> = faces.iter().collect();
                let len = faces.len();
                for at in 0..len {
                    faces.swap(at, (at * 7 + usize::from(seed) * 13) % len);
                }
                Some(faces)
            };
            let mut events = Vec::new();
            let mut table = OpenMatch::new(Jackaroo::new(&Table::new(4)).unwrap());
            for ply in 0..200usize {
                let Some(seat) = table.advance(&mut packs, &mut events).unwrap() else {
                    break;
                };
                let legal = table.legal_moves(seat);
                let mut reached = BTreeSet::new();
                reach(Choice::default(), &legal, &mut reached);
                let all: BTreeSet<_> = legal.iter().map(ToString::to_string).collect();
                assert_eq!(reached, all);
                table.play(seat, &legal[ply * 31 % legal.len()], &mut events).unwrap();
            }
            assert!(table.game().outcome().is_none() || events.len() > 100);
        }
    }

    #[test]
    fn a_preview_tells_where_marbles_go_and_whom_they_send_home() {
        let seat = |number| Seat::new(number).unwrap();
        let (own, other) = (Marble::new(seat(0), 0), Marble::new(seat(1), 2));
        let game = Setup::new(3)
            .put_at_count(own, 11)
            .put_at_count(other, 1)
            .start()
            .unwrap();
        let nine: Move = "9C 0.0 9".parse().unwrap();
        let mut choice = Choice::default();
        choice.touch_card(&[nine], nine.card);
        let previews = choice.previews(&[nine], game.board(), seat(0));
        assert_eq!(previews.len(), 1);
        assert_eq!(previews[0].captured, [other]);
        assert_eq!(previews[0].ends, [(own, game.board().place(other).unwrap())]);
        choice.touch_card(&[nine], nine.card);
        assert_eq!(choice, Choice::default());
    }
}
