//! Cases that went wrong in other programs, 11 to 16.

use majlis_rules::face::Faces;
use majlis_rules::four::{Event, Unnamed};
use majlis_rules::game::{Game, View};
use majlis_rules::seat::SeatSet;

use crate::position::{Position, card, seat, setup, slot};

const ROWS: [&str; 2] = ["AS 2S 3S 4S", "AH 2H 3H 4H"];

#[test]
fn case_11_an_empty_stock_finishes_the_turn_then_counts() {
    let mut start = setup(&ROWS, "9D", "3C");
    start.unnamed = Unnamed::Pile;
    let mut position = Position::of(&start);
    position.play("draw, match 1.2");
    assert_eq!(position.game().stock(), 0);
    assert_eq!(position.legal(), ["give 0.0", "give 0.1", "give 0.2", "give 0.3"]);
    let pile = position.game().pile().len();
    position.play("give 0.0");
    assert_eq!(position.rounds(), [[Some(9), Some(8)]]);
    assert_eq!(pile, 52 - 7, "nothing went back into a stock");
}

#[test]
fn case_12_an_emptied_row_ends_the_round_during_the_last_turns() {
    let rows = ["AS 2S 3S 4S", "- 2H - -", "AC 2C 3C 4C"];
    let mut position = Position::of(&setup(&rows, "9D", "2D"));
    position.play("call, draw, match 1.1");
    assert_eq!(
        position.rounds(),
        [[Some(10), Some(0), Some(10)]],
        "seat 2 has no last turn"
    );
}

#[test]
fn case_13_a_blind_swap_tells_slots_only() {
    let mut position = Position::of(&setup(&ROWS, "9D", "QC"));
    position.play("draw");
    let mv = position.parse("swap 0.1 1.2");
    let plan = position.game().plan(seat(0), &mv, None).unwrap();
    let drawn = position.game().drawn().unwrap().1;
    assert_eq!(
        plan.shows.iter().map(|show| show.card).collect::<Vec<_>>(),
        [drawn],
        "nothing but the queen"
    );
    assert!(plan.opens.is_empty() && plan.requires.is_empty());
    let [mine, theirs] = ["0.1", "1.2"].map(|at| position.game().card_in(slot(at)).unwrap());
    position.take_events();
    position.play("swap 0.1 1.2");
    let swapped = Event::Swapped {
        seat: seat(0),
        slots: [slot("0.1"), slot("1.2")],
        cards: [theirs, mine],
    };
    assert_eq!(position.take_events()[1..], [swapped]);
    // Whoever knew a card by its handle knows it in its new slot.
    assert_eq!(position.game().card_in(slot("1.2")), Some(mine));
    assert_eq!(position.game().card_in(slot("0.1")), Some(theirs));
    for number in 0..2 {
        let view = View::new(
            position.game().clone(),
            SeatSet::of(seat(number)),
            position.open.faces(),
        );
        assert_eq!((view.face(mine), view.face(theirs)), (None, None));
    }
}

#[test]
fn case_14_a_wrong_match() {
    let mut position = Position::of(&setup(&ROWS, "9D", "3C 8D KS"));
    position.play("draw, match 1.0");
    let seen = position.events.iter().any(|event| match event {
        Event::Mismatched { slot: at, face, .. } => *at == slot("1.0") && *face == card("AH"),
        _ => false,
    });
    assert!(seen, "the pointed card is seen by all");
    assert_eq!(position.row(1), ROWS[1], "and goes back");
    assert_eq!(position.row(0), "AS 2S 3S 4S 8D", "one penalty card in a new slot");
    assert_eq!(position.pile(1), "3C", "the drawn card on the pile");
    assert!(position.game().visible(seat(0)).is_empty(), "the penalty is unseen");
}

#[test]
fn case_15_the_callers_row_is_not_locked() {
    let legal = |drawn: &str| {
        let mut position = Position::of(&setup(&ROWS, "9D", drawn));
        position.play("call, draw");
        position.legal()
    };
    for (drawn, moves) in [
        ("3C", ["match 0.0", "match 0.1", "match 0.2", "match 0.3"]),
        ("9C", ["spy 0.0", "spy 0.1", "spy 0.2", "spy 0.3"]),
        ("JC", ["swap 0.0 0.1", "swap 0.0 1.0", "swap 0.3 1.3", "swap 0.2 0.3"]),
    ] {
        for mv in moves {
            assert!(legal(drawn).contains(&mv.to_string()), "{mv}");
        }
    }
}

#[test]
fn case_16_the_drawn_king_lies_on_top() {
    for (lying, drawn) in [("KD", "KS"), ("KS", "KD")] {
        let row = format!("{lying} 2S 3S 4S");
        let mut position = Position::of(&setup(&[&row, ROWS[1]], "9D", drawn));
        position.play("draw, match 0.0");
        assert_eq!(position.pile(2), format!("{lying} {drawn}"));
        position.play("take 1.0");
        assert_eq!(
            position.row(1).split(' ').next(),
            Some(drawn),
            "the next player takes the drawn one"
        );
    }
}
