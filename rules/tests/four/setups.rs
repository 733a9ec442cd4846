//! Positions made by hand: what can and what cannot be one.

use majlis_rules::four::{Setup, Unnamed};
use majlis_rules::game::Game;
use majlis_rules::seat::Seat;

use crate::position::{Position, cards, seat, setup, slot};

const ROWS: [&str; 3] = ["AS 2S 3S 4S", "AH - 3H 4H", "AC 2C 3C 4C"];

fn good() -> Setup {
    setup(&ROWS, "9D KD", "5C 6C")
}

fn refusal(change: impl FnOnce(&mut Setup)) -> String {
    let mut setup = good();
    change(&mut setup);
    setup.build().expect_err("the set-up should be refused").0
}

#[test]
fn a_position_is_as_it_was_set_up() {
    let mut start = good();
    start.hand = cards("QC").pop();
    start.totals = vec![1, 2, 3];
    start.caller = Some(seat(2));
    let position = Position::of(&start);
    assert_eq!([0, 1, 2].map(|number| position.row(number)), ROWS);
    assert_eq!(position.pile(9), "9D KD");
    let game = position.game();
    assert_eq!((game.stock(), game.totals()), (52 - 11 - 2 - 1, &[1, 2, 3][..]));
    assert_eq!(position.face(game.stock_top().unwrap()), "5C");
    assert_eq!(position.face(game.drawn().unwrap().1), "QC");
    assert_eq!(game.last_turns().len(), 2);

    start.unnamed = Unnamed::Pile;
    let position = Position::of(&start);
    assert_eq!((position.game().stock(), position.pile(2).as_str()), (2, "9D KD"));
    assert_eq!(position.game().pile().len(), 52 - 11 - 1 - 2);
}

#[test]
fn a_leaver_has_no_row() {
    let position = Position::of(&setup(&["AS 2S 3S 4S", "", "AC 2C 3C 4C"], "9D", ""));
    assert_eq!(
        position.game().present().iter().map(Seat::number).collect::<Vec<_>>(),
        [0, 2]
    );
    assert!(position.game().row(seat(1)).is_empty());
}

#[test]
fn positions_that_no_match_comes_to_are_refused() {
    let said = |text: String, what: &str| assert!(text.contains(what), "{text:?} does not say {what:?}");
    said(refusal(|setup| setup.rows.clear()), "not played with 0 seats");
    said(refusal(|setup| setup.rows.truncate(1)), "not played with 1 seats");
    said(refusal(|setup| setup.rows[1..].fill(None)), "two or more are present");
    said(
        refusal(|setup| {
            setup.rows.truncate(2);
            setup.rows[1] = None;
        }),
        "two or more are present",
    );
    said(refusal(|setup| setup.rows[0] = None), "turn has to be a present seat's");
    said(
        refusal(|setup| {
            setup.rows[1] = None;
            setup.starter = seat(1);
        }),
        "starter",
    );
    said(refusal(|setup| setup.starter = seat(3)), "starter");
    said(refusal(|setup| setup.turn = seat(3)), "turn");
    said(refusal(|setup| setup.caller = Some(seat(0))), "caller");
    said(refusal(|setup| setup.caller = Some(seat(3))), "caller");
    said(refusal(|setup| setup.totals = vec![1]), "total for every seat");
    said(refusal(|setup| setup.totals = vec![1, 2, 100]), "match is over");
    said(refusal(|setup| setup.stock.extend(cards("AS"))), "AS is in two places");
    said(refusal(|setup| setup.stock.extend(cards("5C"))), "5C is in two places");
    said(refusal(|setup| setup.hand = cards("KD").pop()), "KD is in two places");
    said(refusal(|setup| setup.pile.clear()), "pile has at least one card");
    said(
        refusal(|setup| setup.rows[2] = Some(vec![None; 4])),
        "once a row is empty",
    );
    said(refusal(|setup| setup.rows[2] = Some(Vec::new())), "at least four slots");
    said(
        refusal(|setup| setup.rows[2] = Some(vec![None; 33])),
        "at most 32 slots",
    );
    said(
        refusal(|setup| setup.rows[2].as_mut().unwrap().extend([None; 12])),
        "at most 32 slots",
    );
    said(
        refusal(|setup| {
            setup.stock.clear();
            setup.unnamed = Unnamed::Pile;
        }),
        "once the stock is empty",
    );
    said(
        refusal(|setup| {
            setup.hole = Some(slot("1.1"));
            setup.hand = cards("QC").pop();
        }),
        "no card in hand",
    );
    for hole in ["0.0", "1.0", "1.4", "3.0"] {
        said(
            refusal(|setup| setup.hole = Some(slot(hole))),
            "emptied slot of another seat",
        );
    }
    said(
        refusal(|setup| {
            setup.pile.pop();
            setup.hole = Some(slot("1.1"));
        }),
        "both matched cards",
    );
}

#[test]
fn a_hole_can_be_set_up() {
    let mut start = good();
    start.hole = Some(slot("1.1"));
    let mut position = Position::of(&start);
    assert_eq!(position.legal(), ["give 0.0", "give 0.1", "give 0.2", "give 0.3"]);
    position.play("give 0.3");
    assert_eq!(position.row(1), "AH 4S 3H 4H");
}

#[test]
fn the_hole_can_be_a_rows_last_slot() {
    let mut start = setup(&["AS 2S 3S 4S", "- - - -"], "3H 3C", "");
    start.hole = Some(slot("1.2"));
    let mut position = Position::of(&start);
    position.play("give 0.0");
    assert_eq!((position.row(1).as_str(), position.turn()), ("- - AS -", Some(1)));
}

#[test]
fn counters_stop_at_their_end() {
    let mut start = setup(&ROWS, "9D", "");
    start.round = u32::MAX;
    let mut position = Position::of(&start);
    position.play("call, draw, discard, draw, discard");
    assert_eq!((position.rounds().len(), position.game().round()), (1, u32::MAX));
}
