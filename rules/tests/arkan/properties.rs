//! What has to hold at every position of any match.

use std::collections::{BTreeMap, BTreeSet};

use majlis_rules::arkan::{Arkan, Event, Placement, Setup, Shape};
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Due, Game, Outcome, Variant, View};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;
use proptest::prelude::*;

use crate::naive::{Cell, Naive, read, write};

/// What is done in a match.
#[derive(Clone, Debug)]
enum Step {
    Move(String),
    Leave(u8),
}

/// A match on its way, with all that was done in it.
#[derive(Clone)]
struct Match {
    game: Arkan,
    steps: Vec<Step>,
    events: Vec<Event>,
}

impl Match {
    fn new(seats: u8) -> Self {
        Self {
            game: Arkan::new(&Table::new(seats)).unwrap(),
            steps: Vec::new(),
            events: Vec::new(),
        }
    }

    fn step(&mut self, step: Step) {
        match &step {
            Step::Move(text) => {
                let seat = self.game.turn().unwrap();
                let mv = self.game.parse_move(text).unwrap();
                self.game
                    .play(seat, &mv, None, &Knowledge::new(), &mut self.events)
                    .unwrap();
            }
            Step::Leave(seat) => self.game.leave(seat_of(*seat), &mut self.events).unwrap(),
        }
        self.steps.push(step);
    }

    /// The step that a number picks: a move mostly, now and then a leave.
    fn pick(&self, number: u32, leaves: bool) -> Option<Step> {
        let seat = self.game.turn()?;
        if leaves && number.is_multiple_of(16) {
            let present: Vec<Seat> = self.game.present().iter().collect();
            return Some(Step::Leave(present[number as usize / 16 % present.len()].number()));
        }
        let moves = self.game.legal_moves(seat, &Knowledge::new());
        // Every second number goes for the largest shapes, so that boards fill up in many ways.
        let many = moves.len();
        let nth = number as usize / 16;
        let mv = if number.is_multiple_of(2) {
            &moves[nth % many]
        } else {
            &moves[many - 1 - nth % many.min(5)]
        };
        Some(Step::Move(mv.to_string()))
    }
}

fn seat_of(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// The match that the numbers pick.
fn played(seats: u8, numbers: &[u32], leaves: bool) -> Match {
    let mut at = Match::new(seats);
    for &number in numbers {
        let Some(step) = at.pick(number, leaves) else { break };
        at.step(step);
    }
    at
}

/// The same match, naively.
fn naively(seats: u8, steps: &[Step]) -> Naive {
    let mut naive = Naive::new(seats.into());
    for step in steps {
        match step {
            Step::Move(text) => naive.play(text),
            Step::Leave(seat) => naive.leave(usize::from(*seat)),
        }
    }
    naive
}

fn texts(placements: &[Placement]) -> BTreeSet<String> {
    placements.iter().map(ToString::to_string).collect()
}

fn compare(at: &Match, naive: &Naive) -> Result<(), TestCaseError> {
    let game = &at.game;
    prop_assert_eq!(game.turn().map(|seat| usize::from(seat.number())), naive.turn);
    prop_assert_eq!(game.scores(), naive.scores());
    let outcome = game
        .outcome()
        .map(|outcome| outcome.into_iter().map(Outcome::name).collect::<Vec<_>>());
    prop_assert_eq!(outcome, naive.outcome());
    for seat in Seat::all(game.seats()) {
        let expected = naive.placements(usize::from(seat.number()));
        let placements = game.placements(seat);
        prop_assert_eq!(&texts(&placements), &expected, "seat {}", seat);
        prop_assert_eq!(
            placements.len(),
            expected.len(),
            "seat {} is offered a placement twice",
            seat
        );
        prop_assert_eq!(
            game.stuck().contains(seat),
            game.present().contains(seat) && expected.is_empty(),
            "seat {}",
            seat
        );
        let moves = game.legal_moves(seat, &Knowledge::new());
        prop_assert_eq!(game.count_legal(seat, &Knowledge::new()), moves.len());
        prop_assert_eq!(moves.len(), if game.turn() == Some(seat) { expected.len() } else { 0 });
        for mv in &moves {
            prop_assert!(game.plan(seat, mv, None).is_ok(), "{mv} is listed and refused");
        }
        let by_shape: Vec<Placement> = Shape::ALL
            .iter()
            .flat_map(|&shape| game.placements_of(seat, shape))
            .collect();
        prop_assert_eq!(texts(&by_shape), expected);
    }
    Ok(())
}

/// Squares that are nearly a legal move, or anything at all.
fn variations(numbers: &[u32], naive: &Naive, seat: usize) -> Vec<BTreeSet<Cell>> {
    let side = if naive.seats == 2 { 14 } else { 20 };
    let legal: Vec<String> = naive.placements(seat).into_iter().collect();
    let mut all = Vec::new();
    for &number in numbers {
        let [kind, a, b, c] = number.to_be_bytes().map(i32::from);
        let base = legal
            .get(number as usize % legal.len().max(1))
            .map(|text| read(text))
            .unwrap_or_default();
        let moved = |dx: i32, dy: i32| base.iter().map(|&(x, y)| (x + dx, y + dy)).collect::<BTreeSet<_>>();
        let mut cells = match kind % 5 {
            0 => moved(a % 3 - 1, b % 3 - 1),
            1 => moved(a % 9 - 4, b % 9 - 4),
            2 => base.iter().map(|&(x, y)| (y, x)).collect(),
            3 => base.iter().copied().chain([(a % side, b % side)]).collect(),
            _ => (0..1 + c % 6)
                .map(|i| ((a + i * (b % 3)) % 20, (b + i * (c % 2)) % 20))
                .collect(),
        };
        cells.retain(|&(x, y)| (0..20).contains(&x) && (0..20).contains(&y));
        if !cells.is_empty() {
            all.push(cells);
        }
    }
    all
}

fn numbers(most: usize) -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..=most)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

    #[test]
    fn generator_and_naive_validator_agree(seats in 2_u8..=4, numbers in numbers(90), tries in numbers(40)) {
        let at = played(seats, &numbers, true);
        let naive = naively(seats, &at.steps);
        compare(&at, &naive)?;
        if let Some(seat) = at.game.turn() {
            for cells in variations(&tries, &naive, usize::from(seat.number())) {
                let text = write(&cells);
                let mv = at.game.parse_move(&text).unwrap();
                let broken = naive.breaks(usize::from(seat.number()), &cells);
                match at.game.plan(seat, &mv, None) {
                    Ok(_) => prop_assert!(broken.is_empty(), "{text} is accepted and breaks {broken:?}"),
                    Err(illegal) => {
                        prop_assert!(broken.contains(illegal.rule.id()), "{text}: {illegal}, but it breaks {broken:?}");
                    }
                }
                prop_assert_eq!(at.game.plan(seat, &mv, None).is_ok(), naive.placements(usize::from(seat.number())).contains(&text));
            }
        }
    }

    #[test]
    fn case_02_at_every_end_nobody_can_place(seats in 2_u8..=4, numbers in proptest::collection::vec(any::<u32>(), 84)) {
        let at = played(seats, &numbers, false);
        prop_assert!(at.game.outcome().is_some(), "84 moves are all there can be");
        let naive = naively(seats, &at.steps);
        compare(&at, &naive)?;
        for seat in 0..usize::from(seats) {
            prop_assert!(naive.placements(seat).is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn invariants_hold_at_every_ply(seats in 2_u8..=4, numbers in proptest::collection::vec(any::<u32>(), 90), leaves in any::<bool>()) {
        let mut at = Match::new(seats);
        let mut history = vec![at.game.canonical_bytes()];
        let mut stuck = SeatSet::EMPTY;
        for &number in &numbers {
            let Some(step) = at.pick(number, leaves) else { break };
            let before = at.game.clone();
            at.step(step.clone());
            let game = &at.game;
            history.push(game.canonical_bytes());

            // Every square is in a hand or on the board, and every piece is in one of the two.
            let mut covered = 0;
            for seat in Seat::all(seats) {
                let hand = game.hand(seat);
                let placed: BTreeSet<Shape> = game.placed(seat).iter().map(|placement| placement.shape()).collect();
                prop_assert_eq!(placed.len(), game.placed(seat).len());
                prop_assert_eq!(placed.len() + usize::from(hand.len()), 21);
                prop_assert!(hand.iter().all(|shape| !placed.contains(&shape)));
                prop_assert_eq!(game.covered(seat).len() + hand.squares(), 89);
                covered += game.covered(seat).len();
            }
            prop_assert_eq!(game.taken().len(), covered, "two pieces cover one square");

            // Stuck once is stuck for ever, and those who are stuck are never asked.
            let gone = before.present().minus(game.present());
            prop_assert_eq!(stuck.minus(gone).minus(game.stuck()), SeatSet::EMPTY);
            stuck = game.stuck();
            if let Some(seat) = game.turn() {
                prop_assert!(!stuck.contains(seat));
                prop_assert!(game.present().contains(seat));
                prop_assert!(game.count_legal(seat, &Knowledge::new()) > 0);
            }

            // What a seat sees is all there is.
            if let Due::Turn(seat) = game.due() {
                let view = View::new(game.clone(), SeatSet::of(seat), &Knowledge::new());
                prop_assert_eq!(view.legal_moves(seat), game.legal_moves(seat, &Knowledge::new()));
            }

            // The moves as texts are read back as they were.
            if let Some(seat) = game.turn() {
                for mv in game.legal_moves(seat, &Knowledge::new()).iter().step_by(17) {
                    prop_assert_eq!(&game.parse_move(&mv.to_string()).unwrap(), mv);
                }
            }
        }
        let events = at.events.clone();
        prop_assert_eq!(events.iter().filter(|event| **event == Event::Over).count(), usize::from(at.game.turn().is_none()));

        // The same steps give the same bytes.
        let mut again = Match::new(seats);
        prop_assert_eq!(&again.game.canonical_bytes(), &history[0]);
        for (step, bytes) in at.steps.iter().zip(&history[1..]) {
            again.step(step.clone());
            prop_assert_eq!(&again.game.canonical_bytes(), bytes);
        }
        prop_assert_eq!(again.events, events);
        prop_assert_eq!(&again.game, &at.game);
        let distinct: BTreeMap<&Vec<u8>, usize> = history.iter().zip(0..).collect();
        prop_assert_eq!(distinct.len(), history.len(), "two different states have the same bytes");

        // The position can be set up by hand too.
        let setup = Setup {
            placed: Seat::all(seats).map(|seat| at.game.placed(seat).to_vec()).collect(),
            left: SeatSet::all(seats).minus(at.game.present()),
            turn: at.game.turn().unwrap_or(seat_of(0)),
        };
        prop_assert_eq!(setup.position().unwrap(), at.game);
    }

    #[test]
    fn after_the_end_or_out_of_turn_nothing_changes(seats in 2_u8..=4, numbers in numbers(90), text in "[a-t][1-9]") {
        let mut at = played(seats, &numbers, true);
        let before = at.game.clone();
        let mv = at.game.parse_move(&text).unwrap();
        for seat in Seat::all(4).filter(|&seat| Some(seat) != before.turn()) {
            let illegal = at.game.play(seat, &mv, None, &Knowledge::new(), &mut at.events).unwrap_err();
            prop_assert_eq!(illegal.rule.id(), if before.turn().is_some() { "common.12" } else { "common.11" });
        }
        for seat in Seat::all(4).filter(|&seat| before.turn().is_none() || !before.present().contains(seat)) {
            prop_assert!(at.game.leave(seat, &mut at.events).is_err());
        }
        prop_assert_eq!(at.game, before);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}", squares in "([a-v][0-9]{1,2},?){1,8}") {
        let game = Match::new(2).game;
        for text in [text, squares] {
            if let Ok(mv) = game.parse_move(&text) {
                prop_assert_eq!(mv.to_string(), text, "a second way to write a move");
            }
        }
    }
}
