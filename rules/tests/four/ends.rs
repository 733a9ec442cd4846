//! The end of a round and of a match: four.20 to four.27.

use majlis_rules::face::Knowledge;
use majlis_rules::four::{Cause, Event, Phase};
use majlis_rules::game::{CardOp, Due, Game};
use majlis_rules::profile::is_rated;
use majlis_rules::seat::Seat;

use crate::position::{Position, card, seat, setup};

fn cause(events: &[Event]) -> Option<Cause> {
    events.iter().find_map(|event| match event {
        Event::RoundEnded { cause } => Some(*cause),
        _ => None,
    })
}

fn last_turns(position: &Position) -> Vec<u8> {
    position.game().last_turns().iter().map(Seat::number).collect()
}

const THREE: [&str; 3] = ["AS 2S 3S 4S", "AH 2H 3H 4H", "AC 2C 3C 4C"];

#[test]
fn four_20_everybody_else_has_one_last_turn() {
    let mut start = setup(&THREE, "9D", "5C 6C 7C");
    start.turn = seat(1);
    start.starter = seat(1);
    let mut position = Position::of(&start);
    assert_eq!(last_turns(&position), []);
    position.play("call");
    assert_eq!((position.game().caller(), position.turn()), (Some(seat(1)), Some(2)));
    assert_eq!(last_turns(&position), [0, 2]);
    position.play("draw, discard");
    assert_eq!((position.turn(), last_turns(&position)), (Some(0), vec![0]));
    position.play("draw");
    assert_eq!(last_turns(&position), [0], "a turn of several moves");
    position.play("keep 0.3");
    assert_eq!(position.rounds(), [[Some(12), Some(10), Some(10)]]);
    assert_eq!(cause(&position.events), Some(Cause::Call));
}

#[test]
fn four_20_three_last_turns_at_a_table_of_four() {
    for caller in 0..4 {
        let mut start = setup(&FOUR, "9D", "5C 6C 6D");
        start.turn = seat(caller);
        let mut position = Position::of(&start);
        position.play("call");
        let order: Vec<u8> = (1..4).map(|steps| (caller + steps) % 4).collect();
        for (had, next) in order.iter().enumerate() {
            let mut owed = order[had..].to_vec();
            owed.sort_unstable();
            assert_eq!((position.turn(), last_turns(&position)), (Some(*next), owed));
            position.play("draw, discard");
        }
        assert_eq!(position.rounds(), [[Some(10); 4]]);
    }
}

#[test]
fn four_20_no_second_call() {
    let mut position = Position::of(&setup(&THREE, "9D", "5C 6C"));
    position.play("call");
    for _ in 1..3 {
        assert_eq!(position.legal_kind("call").len(), 0);
        assert_eq!(position.refused("call"), "four.20");
        position.play("draw, discard");
    }
    assert_eq!(position.rounds().len(), 1);
}

#[test]
fn four_20_the_next_round_knows_no_caller() {
    let mut position = Position::of(&setup(&THREE, "9D", "5C 6C"));
    position.play("call, draw, discard, draw, discard");
    assert_eq!((position.game().caller(), position.legal_kind("call").len()), (None, 1));
}

#[test]
fn four_20_an_empty_stock_cuts_the_last_turns_short() {
    let mut start = setup(&THREE, "9D", "5C");
    start.unnamed = majlis_rules::four::Unnamed::Pile;
    let mut position = Position::of(&start);
    position.play("call, draw, discard");
    assert_eq!(cause(&position.events), Some(Cause::EmptyStock));
    assert_eq!(position.rounds(), [[Some(10), Some(10), Some(10)]]);
}

#[test]
fn four_21_calling_carries_no_bonus_and_no_penalty() {
    for caller_sum in ["AS 2S 3S 4S", "KS KH KC QS"] {
        let mut position = Position::of(&setup(&[caller_sum, "AH 2H 3H 4H"], "9D", "5C"));
        position.play("call, draw, discard");
        let sum = if caller_sum.starts_with('A') { 10 } else { 13 * 3 + 12 };
        assert_eq!(position.rounds(), [[Some(sum), Some(10)]]);
    }
}

#[test]
fn four_22_the_callers_row_is_not_locked() {
    let mut position = Position::of(&setup(&THREE, "9D", "QC 3D"));
    position.play("call, draw, swap 0.0 1.3, draw, match 0.2, give 2.3");
    assert_eq!(
        position.rounds(),
        [[Some(14 - 1 - 3 + 4), Some(7), Some(6)]].map(|sums| sums.to_vec())
    );
}

#[test]
fn four_23_the_last_card_matched_ends_the_round() {
    let mut position = Position::of(&setup(&["- - 3S -", "AH 2H 3H 4H"], "9D", "3C"));
    position.play("draw, match 0.2");
    assert_eq!(cause(&position.events), Some(Cause::EmptyRow));
    assert_eq!(position.rounds(), [[Some(0), Some(10)]]);
}

#[test]
fn four_23_the_last_card_given_ends_the_round() {
    let mut position = Position::of(&setup(&["- - KS -", "AH 2H 3H 4H"], "9D", "3C"));
    position.play("draw, match 1.2");
    assert_eq!(position.rounds().len(), 0, "the hole comes first");
    position.play("give 0.2");
    assert_eq!(cause(&position.events), Some(Cause::EmptyRow));
    assert_eq!(position.rounds(), [[Some(0), Some(20)]]);
}

#[test]
fn four_23_an_opponent_whose_only_card_is_matched_is_not_without_cards() {
    let mut position = Position::of(&setup(&["AS 2S 3S 4S", "- - 3H -"], "9D", "3C"));
    position.play("draw, match 1.2");
    assert_eq!(position.turn(), Some(0));
    position.play("give 0.3");
    assert_eq!(
        (position.row(0).as_str(), position.row(1).as_str()),
        ("AS 2S 3S -", "- - 4S -")
    );
    assert_eq!((position.rounds().len(), position.turn()), (0, Some(1)));
}

#[test]
fn four_23_four_cards_matched_from_the_deal() {
    let mut position = Position::start(2, &["AS 2S 3S 4S KH QH JH 9H 9D AC 5C 2C 6C 3C 7C 4C"]);
    position.play("draw, match 0.0, draw, discard, draw, match 0.1, draw, discard");
    position.play("draw, match 0.2, draw, discard, draw, match 0.3");
    assert_eq!(position.rounds(), [[Some(0), Some(45)]]);
}

#[test]
fn four_24_the_turn_that_took_the_last_card_is_finished() {
    let empty_after = |drawn: &str, moves: &str| {
        let mut start = setup(&["AS 2S 3S 4S", "AH 2H 3H 4H"], "9D", drawn);
        start.unnamed = majlis_rules::four::Unnamed::Pile;
        let mut position = Position::of(&start);
        position.play("draw");
        assert_eq!((position.game().stock(), position.game().stock_top()), (0, None));
        assert!(position.rounds().is_empty());
        position.play(moves);
        assert_eq!(cause(&position.events), Some(Cause::EmptyStock));
        position.rounds().remove(0).into_iter().flatten().collect::<Vec<_>>()
    };
    assert_eq!(empty_after("5C", "discard"), [10, 10]);
    assert_eq!(empty_after("5C", "keep 0.3"), [11, 10]);
    assert_eq!(empty_after("7C", "peek 0.0"), [10, 10]);
    assert_eq!(empty_after("9C", "spy 1.0"), [10, 10]);
    assert_eq!(empty_after("JC", "swap 0.0 1.3"), [13, 7]);
    assert_eq!(empty_after("3C", "match 0.2"), [7, 10]);
    assert_eq!(empty_after("3C", "match 1.2, give 0.3"), [6, 11]);
    assert_eq!(
        empty_after("5C", "match 1.2"),
        [10, 10],
        "no card is left for the penalty"
    );
}

#[test]
fn four_24_a_penalty_can_take_the_last_card() {
    let mut start = setup(&["AS 2S 3S 4S", "AH 2H 3H 4H"], "9D", "5C KS");
    start.unnamed = majlis_rules::four::Unnamed::Pile;
    let mut position = Position::of(&start);
    position.play("draw, match 1.2");
    assert_eq!(cause(&position.events), Some(Cause::EmptyStock));
    assert_eq!(position.rounds(), [[Some(23), Some(10)]]);
}

#[test]
fn four_24_the_stock_is_never_rebuilt() {
    let mut position = Position::start(2, &[]);
    let mut plies = 0;
    while position.rounds().is_empty() {
        position.play("draw, discard");
        plies += 1;
    }
    assert_eq!(plies, 43);
    assert_eq!(cause(&position.events), Some(Cause::EmptyStock));
}

#[test]
fn four_25_all_rows_are_turned_up_and_counted() {
    let mut position = Position::of(&setup(&["KD - KS AS", "JH QH 10H - 2C"], "9D", "5C"));
    position.play("call, draw");
    position.play_unsettled("discard");
    assert_eq!((position.game().phase(), position.turn()), (Phase::Count, None));
    let handles: Vec<_> = [0, 1]
        .iter()
        .flat_map(|&owner| position.game().slots(seat(owner)).flatten())
        .collect();
    let open = handles.iter().map(|&card| CardOp::Open { card }).collect();
    assert_eq!(position.game().due(), Due::Cards(open));
    let mut uncounted = position.game().clone();
    let error = uncounted.settle(&Knowledge::new(), &mut Vec::new()).unwrap_err();
    assert_eq!(
        (error.rule.id(), &uncounted),
        ("common.4", position.game()),
        "every row has to be open"
    );

    position.take_events();
    position.advance();
    assert_eq!(position.rounds(), [[Some(14), Some(35)]]);
    assert_eq!(position.game().totals(), [14, 35]);
    assert_eq!(position.game().scores(), [14, 35]);
    let rows: Vec<_> = position
        .events
        .iter()
        .filter_map(|event| match event {
            Event::RowOpened { seat, cards } => Some((
                seat.number(),
                cards.iter().map(|&(slot, _, face)| (slot, face)).collect::<Vec<_>>(),
            )),
            _ => None,
        })
        .collect();
    let first = vec![(0, card("KD")), (2, card("KS")), (3, card("AS"))];
    let second = vec![(0, card("JH")), (1, card("QH")), (2, card("10H")), (4, card("2C"))];
    assert_eq!(rows, [(0, first), (1, second)]);
}

/// The end of a round with these totals before it and these rows.
fn finish(totals: &[u32], rows: &[&str]) -> Position {
    let mut start = setup(rows, "9D", "5C 6C 6D");
    start.totals = totals.to_vec();
    let mut position = Position::of(&start);
    position.play("call");
    for _ in 1..totals.len() {
        position.play("draw, discard");
    }
    position
}

const FOUR: [&str; 4] = ["AS 2S 3S 4S", "AH 2H 3H 4H", "AC 2C 3C 4C", "AD 2D 3D 4D"];

#[test]
fn four_26_at_100_the_lowest_total_wins() {
    let position = finish(&[90, 89], &FOUR[..2]);
    assert_eq!(position.game().totals(), [100, 99]);
    assert_eq!(position.outcome().unwrap(), ["loss", "win"]);
    assert_eq!(position.game().due(), Due::Nothing);
    let over = position
        .events
        .iter()
        .filter(|event| matches!(event, Event::MatchOver { .. }))
        .count();
    assert_eq!(over, 1);

    let position = finish(&[89, 89], &FOUR[..2]);
    assert_eq!(position.game().totals(), [99, 99]);
    assert_eq!(
        (position.outcome(), position.game().round()),
        (None, 1),
        "99 is not 100"
    );
}

#[test]
fn four_26_who_reaches_100_can_win() {
    let position = finish(&[95, 96, 97], &FOUR[..3]);
    assert_eq!(position.outcome().unwrap(), ["win", "loss", "loss"]);
}

#[test]
fn four_26_a_tie_is_a_draw_among_those_who_share_it() {
    assert_eq!(finish(&[90, 90], &FOUR[..2]).outcome().unwrap(), ["draw", "draw"]);
    assert_eq!(
        finish(&[50, 93, 50, 51], &FOUR).outcome().unwrap(),
        ["draw", "loss", "draw", "loss"]
    );
    assert_eq!(finish(&[95, 95, 95, 95], &FOUR).outcome().unwrap(), ["draw"; 4]);
}

#[test]
fn four_26_totals_add_up_round_by_round() {
    let mut position = Position::start(2, &["AS 2S 3S 4S KH QH JH 9H 9D", "5S 5H 5C 5D AH AS AC AD 9D 8C"]);
    position.play("call, take 1.3");
    assert_eq!(position.game().totals(), [10, 45]);
    position.play("call, draw, discard");
    assert_eq!(position.game().totals(), [30, 49]);
    assert_eq!(position.rounds(), [[Some(10), Some(45)], [Some(20), Some(4)]]);
}

#[test]
fn common_11_nothing_after_the_end() {
    let mut position = finish(&[90, 89], &FOUR[..2]);
    for text in ["draw", "call", "take 0.0", "give 0.0"] {
        assert_eq!(position.refused(text), "common.11", "{text}");
    }
    assert_eq!(
        position.open.leave(seat(0), &mut Vec::new()).unwrap_err().rule.id(),
        "common.11"
    );
    assert!(position.open.legal_moves(seat(0)).is_empty());
    assert!(position.game().live_packs().is_empty());
    let settled = position.game().clone().settle(position.open.faces(), &mut Vec::new());
    assert_eq!(settled.unwrap_err().rule.id(), "common.12");
}

#[test]
fn four_27_rated_as_a_match_of_two() {
    for (seats, rated) in [(2, true), (3, false), (4, false)] {
        assert_eq!(is_rated(Position::start(seats, &[]).game()), rated, "{seats}");
    }
}
