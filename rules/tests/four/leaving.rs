//! Leaving: four.28, four.29, at every stage of a turn.

use majlis_rules::four::{Event, Phase, Slot};
use majlis_rules::game::{CardOp, Due, Game};
use majlis_rules::seat::{Seat, SeatSet};

use crate::position::{Position, pack, seat, setup};

const FOUR: [&str; 4] = ["AS 2S 3S 4S", "AH 2H 3H 4H", "AC 2C 3C 4C", "AD 2D 3D 4D"];

fn leave(position: &mut Position, number: u8) {
    position.open.leave(seat(number), &mut position.events).unwrap();
}

/// The number of the pack that is due.
fn pack_due(position: &Position) -> Option<u32> {
    let Due::Cards(operations) = position.game().due() else {
        return None;
    };
    operations.iter().find_map(|operation| match operation {
        CardOp::Shuffle { pack, .. } => Some(*pack),
        _ => None,
    })
}

#[test]
fn four_28_two_players_leaving_loses_the_match() {
    for (leaver, outcome) in [(0, ["loss", "win"]), (1, ["win", "loss"])] {
        let mut start = setup(&FOUR[..2], "9D", "5C");
        start.totals = vec![80, 80];
        let mut position = Position::of(&start);
        position.play("draw");
        leave(&mut position, leaver);
        assert_eq!(position.outcome().unwrap(), outcome);
        assert_eq!(
            (position.game().due(), position.game().totals()),
            (Due::Nothing, &[80, 80][..])
        );
        assert!(position.rounds().is_empty());
    }
}

#[test]
fn four_29_the_round_is_void_and_dealt_anew() {
    let mut start = setup(&FOUR, "9D", "5C 6C");
    start.totals = vec![10, 20, 30, 40];
    start.round = 3;
    start.starter = seat(2);
    let mut position = Position::of(&start);
    position.play("call, draw, discard");
    leave(&mut position, 1);
    assert_eq!(position.game().phase(), Phase::Deal);
    assert_eq!(pack_due(&position), Some(1), "a fresh pack");
    assert!(position.events.contains(&Event::RoundVoid {
        among: SeatSet::all(4).without(seat(1)),
    }));
    position.advance();
    let game = position.game();
    assert_eq!((game.starter(), position.turn(), game.round()), (seat(2), Some(2), 3));
    assert_eq!((game.caller(), game.totals()), (None, &[10, 20, 30, 40][..]));
    assert_eq!(game.stock(), 52 - 12 - 1);
    let slots: Vec<usize> = Seat::all(4).map(|owner| game.slots(owner).len()).collect();
    assert_eq!(slots, [4, 0, 4, 4], "the leaver is left out");
    let indices: Vec<_> = Seat::all(4)
        .flat_map(|owner| game.slots(owner).flatten())
        .map(|card| card.index)
        .collect();
    assert_eq!(indices, (0..12).collect::<Vec<_>>());
    assert_eq!(game.live_packs(), [1]);
}

#[test]
fn four_29_started_by_the_next_if_it_was_the_leavers() {
    for (starter, leaver, next) in [(1, 1, 2), (3, 3, 0), (0, 0, 1), (2, 3, 2)] {
        let mut start = setup(&FOUR, "9D", "");
        start.starter = seat(starter);
        let mut position = Position::of(&start);
        leave(&mut position, leaver);
        position.advance();
        assert_eq!(
            position.turn(),
            Some(next),
            "seat {leaver} of a round started by {starter}"
        );
    }
}

#[test]
fn four_29_the_start_goes_on_from_who_really_started() {
    // Seat 1 would have started; seat 2 does, and seat 3 is next.
    let mut start = setup(&FOUR, "9D", "");
    start.starter = seat(1);
    let mut position = Position::of(&start);
    position.packs = vec![pack("AS 2S 3S 4S AH 2H 3H 4H AC 2C 3C 4C"); 4];
    leave(&mut position, 1);
    position.advance();
    position.play("call, take 3.0, take 0.0");
    assert_eq!(position.turn(), Some(3));
    position.play("call, take 0.0, take 2.0");
    assert_eq!(position.turn(), Some(0));
    position.play("call, take 2.0, take 3.0");
    assert_eq!(position.turn(), Some(2), "the leaver is skipped (four.5)");
}

#[test]
fn four_29_turns_and_last_turns_skip_the_leaver() {
    let mut position = Position::start(4, &[]);
    position.play("leave 2, draw, discard");
    assert_eq!(position.turn(), Some(1));
    position.play("call");
    let owed: Vec<u8> = position.game().last_turns().iter().map(Seat::number).collect();
    assert_eq!((position.turn(), owed), (Some(3), vec![0, 3]));
    position.play("draw, discard");
    assert_eq!(position.turn(), Some(0));
    position.play("draw, discard");
    let rounds = position.rounds();
    assert_eq!(rounds.len(), 1);
    assert_eq!(
        rounds[0].iter().map(Option::is_some).collect::<Vec<_>>(),
        [true, true, false, true]
    );
}

#[test]
fn four_29_a_leaver_cannot_win_with_the_lowest_total() {
    let mut start = setup(&FOUR[..3], "9D", "");
    start.totals = vec![0, 95, 96];
    let mut position = Position::of(&start);
    position.play("leave 0");
    position.play("call, draw, discard");
    assert_eq!(position.game().totals()[0], 0, "it stays as it stood");
    assert_eq!(position.outcome().unwrap()[0], "loss");
    assert!(
        position.outcome().unwrap()[1..]
            .iter()
            .any(|outcome| *outcome != "loss")
    );
    assert_eq!(position.game().scores()[0], 0);
}

#[test]
fn four_29_who_remains_wins_at_once() {
    let mut position = Position::start(4, &[]);
    position.play("leave 3, leave 0");
    assert_eq!(position.outcome(), None);
    position.play("leave 1");
    assert_eq!(position.outcome().unwrap(), ["loss", "loss", "win", "loss"]);
    assert_eq!(position.game().due(), Due::Nothing);
}

#[test]
fn four_29_leaving_between_a_move_and_its_cards() {
    let stages: [(&str, &str); 6] = [
        ("", "draw"),
        ("draw", "keep 0.0"),
        ("draw", "peek 0.0"),
        ("draw", "match 1.2"),
        ("draw", "discard"),
        ("", "take 0.0"),
    ];
    for (before, mv) in stages {
        for leaver in 0..3 {
            let mut position = Position::of(&setup(&FOUR[..3], "9D", "7C"));
            if !before.is_empty() {
                position.play(before);
            }
            position.play_unsettled(mv);
            leave(&mut position, leaver);
            assert_eq!(pack_due(&position), Some(1), "seat {leaver} leaves after {mv}");
            assert_eq!(position.game().drawn(), None);
            position.advance();
            assert_eq!(position.turn(), Some(if leaver == 0 { 1 } else { 0 }));
            assert!(position.rounds().is_empty());
        }
    }
}

#[test]
fn four_29_leaving_with_a_hole_to_fill() {
    let mut position = Position::of(&setup(&["AS 2S 5S 4S", FOUR[1], FOUR[2]], "9D", "3S"));
    position.play("draw, match 1.2, leave 1");
    assert_eq!((position.turn(), position.legal_kind("give").len()), (Some(0), 0));
    assert_eq!(position.game().slots(seat(0)).len(), 4);
}

#[test]
fn four_29_leaving_while_the_rows_are_opened_voids_the_round() {
    let mut position = Position::of(&setup(&FOUR[..3], "9D", "5C 6C"));
    position.play("call, draw, discard, draw");
    position.play_unsettled("discard");
    assert_eq!(position.game().phase(), Phase::Count);
    leave(&mut position, 2);
    position.advance();
    assert!(position.rounds().is_empty());
    assert_eq!((position.game().round(), position.game().totals()), (0, &[0, 0, 0][..]));
}

#[test]
fn four_29_a_leave_during_a_deal_discards_that_pack() {
    let mut position = Position::of(&setup(&FOUR, "9D", ""));
    leave(&mut position, 3);
    assert_eq!(pack_due(&position), Some(1));
    leave(&mut position, 0);
    assert_eq!(
        pack_due(&position),
        Some(2),
        "three keys made the first one, two make this"
    );
    position.advance();
    assert_eq!((position.turn(), position.game().live_packs()), (Some(1), vec![2]));
    assert_eq!(position.game().card_in(Slot::new(seat(1), 0)).unwrap().pack, 2);
}

#[test]
fn common_11_who_has_left_cannot_leave_again() {
    let mut position = Position::start(3, &[]);
    position.play("leave 1");
    let before = position.open.clone();
    for (number, rule) in [(1, "common.11"), (3, "common.1")] {
        let error = position.open.leave(seat(number), &mut position.events).unwrap_err();
        assert_eq!(error.rule.id(), rule);
    }
    assert_eq!(position.open, before);
}
