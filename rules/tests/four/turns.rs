//! The deal, a turn, matching: four.1 to four.16, and what of four.30 to four.35 the rules carry.

use majlis_rules::face::{Faces, Handle, PackKind};
use majlis_rules::four::{Event, Four, Move, Origin, Phase};
use majlis_rules::game::{CardOp, Due, Game, GameEvent, Variant, View};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

use crate::position::{Position, card, cards, seat, setup, slot};

/// Two players, nobody knows anything special; seat 0 draws `stock`'s first card.
fn two(stock: &str) -> Position {
    Position::of(&setup(&["AS 2S 3S 4S", "AH 2H 3H 4H"], "9D", stock))
}

#[test]
fn four_01_four_cards_each_from_52() {
    for seats in [2, 3, 4] {
        let position = Position::start(seats, &[]);
        let game = position.game();
        assert_eq!(game.seats(), seats);
        for owner in Seat::all(seats) {
            let dealt: Vec<_> = game.slots(owner).map(|card| card.unwrap().index).collect();
            let first = 4 * owner.number();
            assert_eq!(dealt, [first, first + 1, first + 2, first + 3]);
        }
        assert_eq!(game.stock(), 52 - 4 * seats - 1);
    }
    for seats in [0, 1, 5, 255] {
        let error = Four::new(&Table::new(seats)).unwrap_err();
        assert!(error.0.contains("2 or 3 or 4"), "{error}");
    }
    assert_eq!(Four::SEATS, [2, 3, 4]);
}

#[test]
fn four_01_nobody_sees_a_row() {
    let position = Position::start(3, &[]);
    for number in 0..3 {
        assert!(position.game().visible(seat(number)).is_empty());
    }
}

#[test]
fn four_02_the_two_nearest_cards_are_shown_once() {
    let game = Four::new(&Table::new(3)).unwrap();
    let Due::Cards(operations) = game.due() else {
        panic!("a deal is due");
    };
    let at = |index| Handle { pack: 0, index };
    let look = |index, owner| CardOp::Look {
        card: at(index),
        seat: seat(owner),
    };
    let shuffle = CardOp::Shuffle {
        pack: 0,
        kind: PackKind::Cards,
        faces: PackKind::Cards.faces(),
    };
    let open = CardOp::Open { card: at(12) };
    let expected = [
        shuffle,
        look(0, 0),
        look(1, 0),
        look(4, 1),
        look(5, 1),
        look(8, 2),
        look(9, 2),
        open,
    ];
    assert_eq!(operations, expected);

    let mut position = Position::start(3, &[]);
    let looks = |position: &mut Position| -> Vec<_> {
        let events = position.take_events();
        events
            .iter()
            .filter_map(GameEvent::look)
            .map(|(seat, card)| (seat.number(), card.index))
            .collect()
    };
    assert_eq!(looks(&mut position), [(0, 0), (0, 1), (1, 4), (1, 5), (2, 8), (2, 9)]);
    position.play("draw, discard, take 1.0");
    assert_eq!(looks(&mut position), []);
}

#[test]
fn four_03_the_next_card_begins_the_pile() {
    let position = Position::start(2, &["AS 2S 3S 4S AH 2H 3H 4H 9D KD QD"]);
    assert_eq!(position.row(0), "AS 2S 3S 4S");
    assert_eq!(position.row(1), "AH 2H 3H 4H");
    assert_eq!(position.pile(52), "9D");
    assert_eq!(position.game().stock(), 43);
    assert_eq!(position.face(position.game().stock_top().unwrap()), "KD");
    let turned_up = Event::Discarded {
        card: Handle { pack: 0, index: 8 },
        face: card("9D"),
        from: Origin::Stock,
    };
    assert!(position.events.contains(&turned_up));
}

#[test]
fn four_05_the_start_goes_round() {
    let mut position = Position::start(3, &["AS 2S 3S 4S AH 2H 3H 4H AC 2C 3C 4C"; 5]);
    for starter in [0, 1, 2, 0] {
        assert_eq!(position.game().starter(), seat(starter));
        assert_eq!(position.turn(), Some(starter));
        let next = |steps| (starter + steps) % 3;
        position.play(&format!("call, take {}.0, take {}.0", next(1), next(2)));
    }
    assert_eq!(position.game().round(), 4);
}

#[test]
fn four_06_one_card_a_turn_or_a_call() {
    let mut position = two("5C");
    assert_eq!(
        position.legal(),
        ["call", "draw", "take 0.0", "take 0.1", "take 0.2", "take 0.3"]
    );
    position.play("draw");
    assert_eq!(position.refused("draw"), "four.6");
    assert_eq!(position.refused("take 0.0"), "four.6");
    position.play("discard");
    assert_eq!(position.turn(), Some(1));
}

#[test]
fn four_06_the_drawn_card_is_seen_by_its_owner_alone() {
    let mut position = two("5C");
    position.play_unsettled("draw");
    let card = position.game().drawn().unwrap().1;
    let look = CardOp::Look { card, seat: seat(0) };
    assert_eq!(position.game().due(), Due::Cards(vec![look]));
    position.advance();
    let view = |seats| View::new(position.game().clone(), seats, position.open.faces());
    assert_eq!(view(SeatSet::of(seat(0))).face(card), position.open.face(card));
    assert_eq!(view(SeatSet::of(seat(1))).face(card), None);
    assert_eq!(view(SeatSet::EMPTY).faces().iter().count(), 0);
    assert_eq!(position.game().drawn(), Some((seat(0), card)));
}

#[test]
fn four_07_a_card_from_the_pile_goes_into_the_own_row() {
    let mut position = two("5C");
    let taken = position.game().pile().top().unwrap().handle;
    assert_eq!(position.refused("take 1.0"), "four.7");
    position.play("take 0.2");
    assert_eq!(position.row(0), "AS 2S 9D 4S");
    assert_eq!(position.pile(52), "3S");
    assert_eq!(position.turn(), Some(1));
    // It lies face down now: the state knows the card and not its face.
    assert_eq!(position.game().card_in(slot("0.2")), Some(taken));
    assert!(position.game().visible(seat(0)).is_empty());
}

#[test]
fn four_07_there_is_no_changing_your_mind() {
    let mut position = two("5C");
    position.play_unsettled("take 0.2");
    for text in ["take 0.1", "draw", "discard", "call"] {
        assert_eq!(position.refused(text), "common.12", "{text}");
    }
}

#[test]
fn four_08a_keep() {
    let mut position = two("5C");
    position.play("draw");
    assert_eq!(position.refused("keep 1.0"), "four.8");
    let drawn = position.game().drawn().unwrap().1;
    let plan = position
        .game()
        .plan(seat(0), &position.parse("keep 0.1"), None)
        .unwrap();
    assert!(
        plan.shows.is_empty() && plan.requires.is_empty(),
        "a kept card stays hidden"
    );
    assert_eq!(plan.opens, [position.game().card_in(slot("0.1")).unwrap()]);
    position.play("keep 0.1");
    assert_eq!(position.row(0), "AS 5C 3S 4S");
    assert_eq!(position.pile(52), "9D 2S");
    assert_eq!(position.game().card_in(slot("0.1")), Some(drawn));
    assert_eq!(position.turn(), Some(1));
}

#[test]
fn four_08b_discard() {
    let mut position = two("5C");
    position.play("draw");
    let drawn = position.game().drawn().unwrap().1;
    let plan = position.game().plan(seat(0), &Move::Discard, None).unwrap();
    assert_eq!(plan.shows.iter().map(|show| show.card).collect::<Vec<_>>(), [drawn]);
    assert!(plan.opens.is_empty());
    position.play("discard");
    assert_eq!(position.pile(52), "9D 5C");
    assert_eq!(position.turn(), Some(1));
}

#[test]
fn four_08c_a_power_puts_the_card_on_the_pile() {
    let mut position = two("7C");
    position.play("draw, peek 0.3");
    assert_eq!(position.pile(52), "9D 7C");
    assert_eq!(position.turn(), Some(1));
}

#[test]
fn four_08_without_a_drawn_card_there_is_nothing_to_do_with_it() {
    let mut position = two("5C");
    for text in [
        "keep 0.0",
        "discard",
        "peek 0.0",
        "spy 1.0",
        "swap 0.0 1.0",
        "match 0.0",
    ] {
        assert_eq!(position.refused(text), "four.8", "{text}");
    }
}

#[test]
fn four_09_seven_and_eight_look_at_an_own_card() {
    for drawn in ["7C", "7D", "8H", "8S"] {
        let mut position = two(drawn);
        position.play("draw");
        assert_eq!(
            position.legal_kind("peek"),
            ["peek 0.0", "peek 0.1", "peek 0.2", "peek 0.3"]
        );
        assert_eq!(position.refused("peek 1.0"), "four.9");
        assert_eq!(position.refused("spy 1.0"), "four.9");
        assert_eq!(position.refused("swap 0.0 1.0"), "four.9");
        position.take_events();
        position.play_unsettled("peek 0.3");
        let card = position.game().card_in(slot("0.3")).unwrap();
        assert_eq!(
            position.game().due(),
            Due::Cards(vec![CardOp::Look { card, seat: seat(0) }])
        );
        position.advance();
        let looks: Vec<_> = position.events.iter().filter_map(GameEvent::look).collect();
        assert_eq!(looks, [(seat(0), card)]);
    }
}

#[test]
fn four_09_nine_and_ten_look_at_an_opponents_card() {
    for drawn in ["9C", "9H", "10D", "10S"] {
        let rows = ["AS 2S 3S 4S", "AH - 3H 4H", "AC 2C 3C 4C"];
        let mut position = Position::of(&setup(&rows, "9D", drawn));
        position.play("draw");
        let spies = ["1.0", "1.2", "1.3", "2.0", "2.1", "2.2", "2.3"].map(|slot| format!("spy {slot}"));
        assert_eq!(position.legal_kind("spy"), spies);
        assert_eq!(position.refused("spy 0.0"), "four.9");
        assert_eq!(position.refused("peek 0.0"), "four.9");
        assert_eq!(position.refused("swap 0.0 1.0"), "four.9");
        position.take_events();
        position.play("spy 2.1");
        let looks: Vec<_> = position.events.iter().filter_map(GameEvent::look).collect();
        assert_eq!(looks, [(seat(0), position.game().card_in(slot("2.1")).unwrap())]);
        assert_eq!(position.turn(), Some(1));
    }
}

#[test]
fn four_09_jack_and_queen_swap_any_two_cards() {
    for drawn in ["JC", "JH", "QD", "QS"] {
        let rows = ["AS 2S 3S 4S", "AH - 3H 4H", "AC 2C 3C 4C"];
        for (mv, after) in [
            ("swap 0.0 1.3", ["4H 2S 3S 4S", "AH - 3H AS", "AC 2C 3C 4C"]),
            ("swap 0.1 0.2", ["AS 3S 2S 4S", "AH - 3H 4H", "AC 2C 3C 4C"]),
            ("swap 1.0 2.3", ["AS 2S 3S 4S", "4C - 3H 4H", "AC 2C 3C AH"]),
            ("swap 2.0 2.1", ["AS 2S 3S 4S", "AH - 3H 4H", "2C AC 3C 4C"]),
        ] {
            let mut position = Position::of(&setup(&rows, "9D", drawn));
            position.play("draw");
            assert_eq!(position.legal_kind("swap").len(), 11 * 10 / 2);
            assert_eq!(position.refused("swap 0.1 0.1"), "four.9");
            assert_eq!(position.refused("swap 0.1 1.1"), "four.11");
            position.play(mv);
            assert_eq!([0, 1, 2].map(|seat| position.row(seat)), after, "{mv}");
            assert_eq!(position.pile(1), drawn);
            assert_eq!(position.turn(), Some(1));
        }
    }
}

#[test]
fn four_10_powers_work_only_for_a_card_from_the_stock() {
    let mut position = Position::of(&setup(&["AS 2S 3S 4S", "AH 2H 3H 4H"], "JD", "5C"));
    assert_eq!(position.refused("swap 0.0 1.0"), "four.8");
    position.play("take 0.0");
    assert_eq!(position.turn(), Some(1), "the turn is over: nothing was swapped");
}

#[test]
fn four_10_a_power_is_a_choice() {
    for drawn in ["7C", "9C", "JC"] {
        let mut position = two(drawn);
        position.play("draw");
        for text in ["discard", "keep 0.0", "match 1.0"] {
            assert!(position.legal().contains(&text.to_string()), "{text} with {drawn}");
        }
        position.play("discard");
        assert_eq!((position.row(0).as_str(), position.turn()), ("AS 2S 3S 4S", Some(1)));
    }
}

#[test]
fn four_11_only_slots_that_hold_a_card() {
    let rows = ["AS - 3S 4S", "AH 2H 3H -"];
    let at = |drawn: &str| {
        let mut position = Position::of(&setup(&rows, "9D", drawn));
        position.play("draw");
        position
    };
    let mut before = Position::of(&setup(&rows, "9D", "5C"));
    for text in ["take 0.1", "take 0.4", "take 0.255"] {
        assert_eq!(before.refused(text), "four.11", "{text}");
    }
    for (drawn, text) in [
        ("5C", "keep 0.1"),
        ("5C", "keep 0.9"),
        ("5C", "match 1.3"),
        ("5C", "match 0.1"),
        ("5C", "match 3.0"),
        ("7C", "peek 0.1"),
        ("9C", "spy 1.3"),
        ("9C", "spy 2.0"),
        ("JC", "swap 0.0 0.1"),
        ("JC", "swap 0.1 1.0"),
        ("JC", "swap 0.0 3.0"),
    ] {
        assert_eq!(at(drawn).refused(text), "four.11", "{text}");
    }
    let legal: Vec<_> = at("5C").legal();
    let expected = ["discard", "keep 0.0", "keep 0.2", "keep 0.3"]
        .into_iter()
        .map(String::from);
    let matches = ["0.0", "0.2", "0.3", "1.0", "1.1", "1.2"].map(|slot| format!("match {slot}"));
    assert_eq!(legal, expected.chain(matches).collect::<Vec<_>>());
}

#[test]
fn four_12_a_right_match_empties_the_slot_for_good() {
    let mut position = two("3C");
    position.play("draw, match 0.2");
    assert_eq!(position.row(0), "AS 2S - 4S");
    assert_eq!(
        position.pile(52),
        "9D 3S 3C",
        "the pointed card first, the drawn one on top"
    );
    assert_eq!(position.turn(), Some(1));
    position.play("draw, discard");
    assert_eq!(position.refused("take 0.2"), "four.11");
}

#[test]
fn four_12_the_drawn_card_is_shown_and_the_pointed_one_opened() {
    let mut position = two("3C");
    position.play("draw");
    let (drawn, pointed) = (
        position.game().drawn().unwrap().1,
        position.game().card_in(slot("1.2")).unwrap(),
    );
    let plan = position
        .game()
        .plan(seat(0), &position.parse("match 1.2"), None)
        .unwrap();
    assert_eq!(
        plan.shows
            .iter()
            .map(|show| (show.card, show.faces.len()))
            .collect::<Vec<_>>(),
        [(drawn, 52)]
    );
    assert_eq!(plan.opens, [pointed]);
    position.take_events();
    position.play_unsettled("match 1.2");
    assert_eq!(position.game().due(), Due::Cards(vec![CardOp::Open { card: pointed }]));
    let claimed = Event::Claimed {
        seat: seat(0),
        slot: slot("1.2"),
        card: pointed,
        shown: drawn,
        face: card("3C"),
    };
    assert_eq!(position.take_events(), [claimed]);
}

#[test]
fn four_13_all_four_kings_match_each_other() {
    let kings = ["KC", "KD", "KH", "KS"];
    for drawn in kings {
        for king in kings.into_iter().filter(|king| *king != drawn) {
            let row = format!("{king} 2S 3S 4S");
            let mut position = Position::of(&setup(&[&row, "AH 2H 3H 4H"], "9D", drawn));
            position.play("draw, match 0.0");
            assert_eq!(position.row(0), "- 2S 3S 4S", "{drawn} on {king}");
        }
    }
    // Ranks decide, not values.
    let mut position = Position::of(&setup(&["JS 2S 3S 4S", "AH 2H 3H 4H"], "9D", "QC"));
    position.play("draw, match 0.0");
    assert_eq!(position.row(0).split(' ').next(), Some("JS"));
}

#[test]
fn four_14_the_hole_of_an_opponents_card_is_filled() {
    let mut position = Position::of(&setup(&["AS - 3S 4S", "AH 2H 3H 4H"], "9D", "2C KS"));
    position.play("draw, match 1.1");
    assert_eq!(position.row(1), "AH - 3H 4H");
    assert_eq!(position.pile(2), "2H 2C");
    assert_eq!(position.game().phase(), Phase::Give { hole: slot("1.1") });
    assert_eq!(position.turn(), Some(0), "the turn goes on");
    assert_eq!(position.legal(), ["give 0.0", "give 0.2", "give 0.3"]);
    for text in [
        "draw",
        "call",
        "take 0.0",
        "keep 0.0",
        "discard",
        "match 1.0",
        "give 1.0",
        "give 1.1",
    ] {
        assert_eq!(position.refused(text), "four.14", "{text}");
    }
    assert_eq!(position.refused("give 0.1"), "four.11");
    assert_eq!(position.refused("give 0.7"), "four.11");
    let given = position.game().card_in(slot("0.2"));
    position.take_events();
    position.play("give 0.2");
    assert_eq!(
        (position.row(0).as_str(), position.row(1).as_str()),
        ("AS - - 4S", "AH 3S 3H 4H")
    );
    assert_eq!(position.game().card_in(slot("1.1")), given);
    assert!(
        position.take_events().iter().all(|event| event.look().is_none()),
        "unseen by anyone"
    );
    assert_eq!(position.turn(), Some(1));
}

#[test]
fn four_14_nothing_to_give_without_a_hole() {
    let mut position = two("3C");
    assert_eq!(position.refused("give 0.0"), "four.14");
    position.play("draw");
    assert_eq!(position.refused("give 0.0"), "four.14");
    position.play("match 0.2");
    assert_eq!(position.refused("give 1.0"), "four.14", "the own slot stays empty");
}

#[test]
fn four_15_a_wrong_match() {
    let mut position = two("3C 8D KS");
    position.play("draw");
    let (drawn, pointed) = (
        position.game().drawn().unwrap().1,
        position.game().card_in(slot("1.1")).unwrap(),
    );
    let penalty = position.game().stock_top().unwrap();
    position.take_events();
    position.play("match 1.1");
    assert_eq!(position.row(0), "AS 2S 3S 4S 8D");
    assert_eq!(position.row(1), "AH 2H 3H 4H", "the pointed card goes back");
    assert_eq!(position.pile(52), "9D 3C");
    assert_eq!(position.turn(), Some(1));
    let (mover, pointed_at, new) = (seat(0), slot("1.1"), slot("0.4"));
    let expected = [
        Event::Claimed {
            seat: mover,
            slot: pointed_at,
            card: pointed,
            shown: drawn,
            face: card("3C"),
        },
        Event::Mismatched {
            seat: mover,
            slot: pointed_at,
            card: pointed,
            face: card("2H"),
        },
        Event::Discarded {
            card: drawn,
            face: card("3C"),
            from: Origin::Hand(mover),
        },
        Event::Penalty {
            seat: mover,
            slot: new,
            card: penalty,
        },
    ];
    assert_eq!(position.take_events(), expected, "the penalty is seen by nobody");
}

#[test]
fn four_15_the_penalty_never_fills_an_emptied_slot() {
    let mut position = Position::of(&setup(&["AS - 3S 4S", "AH 2H 3H 4H"], "9D", "3C 8D KS"));
    position.play("draw, match 0.0");
    assert_eq!(position.row(0), "AS - 3S 4S 8D");
    position.play("draw, discard");
    let takes = ["0.0", "0.2", "0.3", "0.4"].map(|slot| format!("take {slot}"));
    assert_eq!(
        position.legal_kind("take"),
        takes,
        "the penalty card is a card of the row"
    );
}

#[test]
fn four_16_a_match_is_one_ply() {
    let mut position = two("3C");
    position.play("draw, match 0.2");
    assert_eq!(position.turn(), Some(1), "nothing is asked again");
}

#[test]
fn four_31_the_power_is_offered_only_if_the_card_has_one() {
    let powers = ["peek", "spy", "swap"];
    for text in cards("AC 5C 6D 7D 8C 9C 10C JC QC KC KD")
        .iter()
        .map(ToString::to_string)
    {
        let mut position = Position::of(&setup(&["AS 2S 3S 4S", "AH 2H 3H 4H"], "9D", &text));
        position.play("draw");
        let offered: Vec<_> = powers
            .into_iter()
            .filter(|verb| !position.legal_kind(verb).is_empty())
            .collect();
        let expected: &[&str] = match &text[..text.len() - 1] {
            "7" | "8" => &["peek"],
            "9" | "10" => &["spy"],
            "J" | "Q" => &["swap"],
            _ => &[],
        };
        assert_eq!(offered, expected, "{text}");
    }
}

#[test]
fn four_33_a_look_is_an_event_and_never_part_of_a_view() {
    let mut position = two("7C 9C");
    position.play("draw, peek 0.3, draw, spy 0.2");
    for number in 0..2 {
        let own = SeatSet::of(seat(number));
        let view = View::new(position.game().clone(), own, position.open.faces());
        assert_eq!(view.faces().iter().count(), 0, "seat {number} has to remember");
    }
}

#[test]
fn four_34_no_call_once_a_card_is_drawn() {
    let mut position = two("5C");
    position.play("draw");
    assert_eq!(position.refused("call"), "four.20");
}

#[test]
fn common_12_only_in_your_turn_and_only_with_what_you_hold() {
    let mut position = two("5C");
    let draw = position.parse("draw");
    let before = position.open.clone();
    let error = position.open.play(seat(1), &draw, &mut position.events).unwrap_err();
    assert_eq!(error.rule.id(), "common.12");
    let named = position.game().stock_top();
    let error = position.game().plan(seat(0), &draw, named).unwrap_err();
    assert_eq!(error.rule.id(), "common.12", "no move names a card");
    assert_eq!(position.open, before);
    assert!(position.open.legal_moves(seat(1)).is_empty());
    assert_eq!(position.open.count_legal(seat(1)), 0);
}

#[test]
fn common_04_a_shown_card_has_to_be_known_and_to_fit() {
    let mut position = two("5C");
    position.play("draw");
    let mut game = position.game().clone();
    let nothing = majlis_rules::face::Knowledge::new();
    let error = game
        .play(seat(0), &Move::Discard, None, &nothing, &mut Vec::new())
        .unwrap_err();
    assert_eq!(error.rule.id(), "common.4");
    assert_eq!(&game, position.game());
    // A face that no playing card has.
    let mut wrong = majlis_rules::face::Knowledge::new();
    wrong.learn(game.drawn().unwrap().1, majlis_rules::face::Face::new(60).unwrap());
    let error = game
        .play(seat(0), &Move::Discard, None, &wrong, &mut Vec::new())
        .unwrap_err();
    assert_eq!(error.rule.id(), "common.4");
    assert_eq!(&game, position.game());
}

#[test]
fn common_04_what_is_to_be_opened_has_to_be_known() {
    let nothing = majlis_rules::face::Knowledge::new();
    let settle = |game: &Four| {
        let mut after = game.clone();
        let mut events = Vec::new();
        let result = after.settle(&nothing, &mut events).map_err(|error| error.rule.id());
        if result.is_err() {
            assert_eq!((&after, events.len()), (game, 0), "a refused settling changes nothing");
        }
        result
    };
    assert_eq!(
        settle(&Four::new(&Table::new(4)).unwrap()),
        Err("common.4"),
        "the first discard"
    );
    let mut position = two("3C 4C");
    assert_eq!(settle(position.game()), Err("common.12"), "nothing is due");
    position.play_unsettled("take 0.0");
    assert_eq!(settle(position.game()), Err("common.4"), "the replaced card");
    position.advance();
    position.play("draw");
    position.play_unsettled("match 0.2");
    assert_eq!(settle(position.game()), Err("common.4"), "the pointed card");
}
