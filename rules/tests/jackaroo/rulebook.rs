//! Every numbered rule in a position made by hand.

use majlis_rules::cards::{Card, Rank};
use majlis_rules::face::{FaceSet, Handle, PackKind};
use majlis_rules::game::{CardOp, Due, Game, Outcome, Variant, View};
use majlis_rules::jackaroo::{
    CELLS, Cell, Event, Jackaroo, Place, QUARTER, SAFE_CELLS, SetupError, opponents, partner, side,
};
use majlis_rules::profile::is_rated;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::{OptionValue, Table};

use crate::random::Packs;
use crate::table::{Match, marble, mv, position, seat};

const HOME: Option<u8> = None;

fn captured(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::SentHome { marble, by, .. } => Some(format!("{marble} by {by}")),
            _ => None,
        })
        .collect()
}

#[test]
fn jackaroo_1_the_bases_lie_nineteen_cells_apart() {
    assert_eq!((CELLS, QUARTER), (76, 19));
    for (number, base) in [(0, 0), (1, 19), (2, 38), (3, 57)] {
        let mut table = Match::three(&format!("turn={number}"), &["KS"]);
        table.play(&[&format!("KS out {number}.0")]);
        assert_eq!(
            table.place(&format!("{number}.0")),
            Place::Track(Cell::new(base).unwrap())
        );
    }
}

#[test]
fn jackaroo_2_marbles_move_forward_round_the_track() {
    let mut table = Match::three("turn=1 1.0@73", &["9C"]);
    assert_eq!(table.count("1.0"), Some(54));
    table.play(&["9C 1.0 9"]);
    assert_eq!(table.place("1.0"), Place::Track(Cell::new(6).unwrap()));
    assert_eq!(table.count("1.0"), Some(63));
    assert_eq!(Cell::base(seat(1)).count(seat(1)), 0);
    assert_eq!(Cell::base(seat(1)).back(1).count(seat(1)), 75);
}

#[test]
fn jackaroo_3_from_72_the_first_of_four_safe_cells_is_four_steps_away() {
    assert_eq!(SAFE_CELLS, 4);
    let table = Match::three("0.0=72", &["3C 6C 8C 9C"]);
    assert_eq!(table.legal(), ["3C 0.0 3", "6C 0.0 6"]);
    // Four steps are those of a split seven; the other three are made by another marble.
    let mut table = Match::three("0.0=72 0.1=10", &["7C"]);
    table.play(&["7C 0.0 4 0.1 3"]);
    assert!(table.place("0.0").is_safe());
}

#[test]
fn jackaroo_4_all_marbles_start_at_home_three_or_four() {
    for (table, marbles) in [
        (Table::new(4), 3),
        (Table::new(4).with("marbles", OptionValue::Number(3)), 3),
        (Table::new(4).with("marbles", OptionValue::Number(4)), 4),
    ] {
        let game = Jackaroo::new(&table).unwrap();
        assert_eq!(game.board().iter().count(), 4 * marbles);
        assert!(game.board().iter().all(|(_, place)| place == Place::Home));
    }
    for marbles in [0, 2, 5] {
        assert!(Jackaroo::new(&Table::new(4).with("marbles", OptionValue::Number(marbles))).is_err());
    }
    for seats in [0, 1, 2, 3, 5] {
        assert!(Jackaroo::new(&Table::new(seats)).is_err());
    }
    let mut table = Match::three("0.0=5", &["9C KS JD 7H"]);
    assert_eq!(table.refused("9C 0.3 9"), "jackaroo.4");
    assert_eq!(table.refused("KS out 0.3"), "jackaroo.4");
    assert_eq!(table.refused("JD 0.0 1.3"), "jackaroo.4");
    assert_eq!(table.refused("7H 0.3 3 0.0 4"), "jackaroo.4");
}

#[test]
fn jackaroo_5_the_sides_are_0_and_2_against_1_and_3() {
    assert_eq!(partner(seat(1)), seat(3));
    assert_eq!(side(seat(2)), side(seat(0)));
    assert_eq!(side(seat(3)), opponents(seat(0)));
    let table = Match::three("0.0=5 1.0=5 2.0=5 3.0=5", &["JS"]);
    assert_eq!(table.legal_with("JS"), ["JS 0.0 1.0", "JS 0.0 3.0"]);
}

#[test]
fn jackaroo_6_after_every_turn_a_card_is_drawn_into_the_place_of_the_played_one() {
    let mut table = Match::three("", &["2C KS 3C 4C"]);
    assert_eq!(table.game().deck_left(), 36);
    let next = Handle { pack: 0, index: 16 };
    let mover = table.mover();
    table.open.play(mover, &mv("KS out 0.0"), &mut table.events).unwrap();
    assert_eq!(table.hand(seat(0)).len(), 3);
    let look = CardOp::Look {
        card: next,
        seat: seat(0),
    };
    assert_eq!(table.game().due(), Due::Cards(vec![look]));
    table.advance();
    assert_eq!(table.game().hand(seat(0))[1], Some(next));
    assert_eq!(
        table.events.last(),
        Some(&Event::Drawn {
            seat: seat(0),
            card: next
        })
    );
    assert_eq!(table.game().deck_left(), 35);
    assert_eq!(table.game().fire_top(), Some("KS".parse().unwrap()));
    for seat in Seat::all(4) {
        assert_eq!(table.game().hand(seat).iter().flatten().count(), 4);
    }
}

#[test]
fn jackaroo_6_the_fire_pile_becomes_the_deck_when_the_last_card_is_drawn() {
    let game = Jackaroo::new(&Table::new(4)).unwrap();
    let whole = CardOp::Shuffle {
        pack: 0,
        kind: PackKind::Cards,
        faces: PackKind::Cards.faces(),
    };
    let Due::Cards(operations) = game.due() else { panic!() };
    assert_eq!(operations.len(), 17);
    assert_eq!(operations[0], whole);
    assert_eq!(
        operations[5],
        CardOp::Look {
            card: Handle { pack: 0, index: 4 },
            seat: seat(1)
        }
    );

    let mut table = Match::begin(game, Packs::new(77));
    let mut packs_seen = 0;
    for ply in 1..=120u32 {
        let mover = table.mover();
        let first = table.legal()[0].clone();
        table.open.play(mover, &mv(&first), &mut table.events).unwrap();
        let Due::Cards(operations) = table.game().due() else {
            panic!()
        };
        if ply % 36 == 0 {
            let hands: FaceSet = Seat::all(4)
                .flat_map(|seat| table.game().visible(seat))
                .chain([match operations[0] {
                    CardOp::Look { card, .. } => card,
                    other => panic!("{other:?}"),
                }])
                .map(|card| table.open.face(card).unwrap())
                .collect();
            assert_eq!(hands.len(), 16);
            let shuffle = CardOp::Shuffle {
                pack: ply / 36,
                kind: PackKind::Cards,
                faces: PackKind::Cards.faces().minus(hands),
            };
            assert_eq!(operations[1..], [shuffle]);
            assert_eq!(table.game().fire_pile().len(), 36);
            table.advance();
            packs_seen += 1;
            assert_eq!(table.game().deck_left(), 36);
            assert!(table.game().fire_pile().is_empty());
            assert_eq!(table.game().fire_top(), None);
            let live = table.game().live_packs();
            assert!(live.contains(&(ply / 36)));
            assert!(
                table
                    .game()
                    .hand(mover)
                    .iter()
                    .flatten()
                    .any(|card| card.pack < ply / 36)
            );
        } else {
            assert_eq!(operations.len(), 1, "{ply}");
            table.advance();
        }
    }
    assert_eq!(packs_seen, 3);
}

#[test]
fn jackaroo_7_the_drawn_seat_starts_and_turns_go_round() {
    for start in 0..4 {
        let options = Table::new(4).with("start", OptionValue::Number(start));
        let mut table = Match::begin(Jackaroo::new(&options).unwrap(), Packs::new(5));
        for turn in 0..6 {
            assert_eq!(u32::from(table.mover().number()), (start + turn) % 4);
            let first = table.legal()[0].clone();
            table.play(&[&first]);
        }
    }
    assert!(Jackaroo::new(&Table::new(4).with("start", OptionValue::Number(4))).is_err());
}

#[test]
fn jackaroo_7_only_the_cards_in_hands_are_hidden() {
    let table = Match::three("0.0=5", &["9C"]);
    let view = View::new(table.game().clone(), SeatSet::of(seat(0)), table.open.faces());
    assert_eq!(view.faces().iter().count(), 4);
    assert_eq!(view.legal_moves(seat(1)), []);
    assert_eq!(view.state(), table.game());
}

#[test]
fn jackaroo_8_a_card_that_can_be_played_must_be_even_to_your_harm() {
    // The only move sends the partner's marble home.
    let mut table = Match::three("0.0=5 2.0@14", &["9C 9D 9H 9S"]);
    assert_eq!(table.legal(), ["9C 0.0 9", "9D 0.0 9", "9H 0.0 9", "9S 0.0 9"]);
    assert_eq!(table.refused("burn 9C"), "jackaroo.9");
    table.play(&["9D 0.0 9"]);
    assert_eq!(table.count("2.0"), HOME);
    // A single playable card binds whoever holds it.
    let mut bound = Match::three("0.0=72 2.0@75", &["3C QC QD QH"]);
    assert_eq!(bound.legal(), ["3C 0.0 3"]);
    assert_eq!(bound.refused("burn QC"), "jackaroo.9");
    assert_eq!(bound.refused("burn 3C"), "jackaroo.9");
    bound.play(&["3C 0.0 3"]);
    assert_eq!(bound.count("2.0"), HOME);
}

#[test]
fn jackaroo_9_who_can_play_nothing_burns_a_card_of_his_choice() {
    let mut table = Match::three("", &["2C 3C QS 9D"]);
    assert_eq!(table.legal(), ["burn 2C", "burn 3C", "burn 9D", "burn QS"]);
    table.play(&["burn QS"]);
    assert_eq!(table.mover(), seat(1));
    assert!(table.game().fire_pile().contains("QS".parse::<Card>().unwrap().face()));
    assert_eq!(table.hand(seat(0)).len(), 4);
    assert!(matches!(
        table.events[..],
        [.., Event::Burned { .. }, Event::Drawn { .. }]
    ));
}

#[test]
fn jackaroo_9_the_requirement_covers_the_other_cards_and_what_cannot_be_played() {
    let mut table = Match::three("0.0=75", &["5C 9C KD KH"]);
    let hand = *table.game().hand(seat(0));
    // The kings bring a marble out, so nothing may be burned; the nine itself cannot be played.
    let plan = table.game().plan(seat(0), &mv("burn 9C"), hand[1]).unwrap();
    assert_eq!(plan.shows.len(), 1);
    assert_eq!(plan.shows[0].faces, FaceSet::of("9C".parse::<Card>().unwrap().face()));
    let [requirement] = &plan.requires[..] else { panic!() };
    assert_eq!(
        requirement.cards,
        [hand[0].unwrap(), hand[2].unwrap(), hand[3].unwrap()]
    );
    assert_eq!(requirement.rule.id(), "jackaroo.9");
    let playable = [1, 2, 3, 4, 13].map(|number| Rank::new(number).unwrap().faces());
    let unplayable = playable
        .iter()
        .fold(PackKind::Cards.faces(), |all, faces| all.minus(*faces));
    assert_eq!(requirement.faces, unplayable);
    assert_eq!(requirement.test(table.open.faces()), Some(false));
    assert_eq!(table.refused("burn 9C"), "jackaroo.9");
    // A playable card is not burned, whatever the others are; and a move that is no burn requires nothing.
    assert_eq!(
        table
            .game()
            .plan(seat(0), &mv("burn KD"), hand[2])
            .unwrap_err()
            .rule
            .id(),
        "jackaroo.9"
    );
    assert!(
        table
            .game()
            .plan(seat(0), &mv("KD out 0.1"), hand[2])
            .unwrap()
            .requires
            .is_empty()
    );
}

#[test]
fn jackaroo_10_only_an_ace_or_a_king_brings_a_marble_out() {
    let mut table = Match::three("", &["AH KS QC 9C"]);
    assert_eq!(table.legal(), ["AH out 0.0", "KS out 0.0"]);
    assert_eq!(table.refused("QC out 0.0"), "jackaroo.10");
    assert_eq!(table.refused("9C 0.0 9"), "jackaroo.10");
    assert_eq!(table.refused("KS 0.0 13"), "jackaroo.10");
    assert_eq!(table.refused("AH out 1.0"), "jackaroo.10");
    table.play(&["KS out 0.0"]);
    assert_eq!(table.count("0.0"), Some(0));
}

#[test]
fn jackaroo_10_it_is_always_the_lowest_numbered_marble_at_home() {
    let mut table = Match::three("0.0=12", &["AH KS QC 9C"]);
    assert_eq!(table.refused("AH out 0.2"), "jackaroo.10");
    assert_eq!(table.refused("AH out 0.0"), "jackaroo.10");
    table.play(&["AH out 0.1"]);
    let mut none = Match::three("0.0=12 0.1=20 0.2=79", &["AH KS QC 9C"]);
    assert_eq!(none.refused("AH out 0.0"), "jackaroo.10");
}

#[test]
fn jackaroo_11_numbers_move_one_marble_of_yours() {
    for (card, by) in [
        ("2C", 2),
        ("3C", 3),
        ("6C", 6),
        ("8C", 8),
        ("9C", 9),
        ("10C", 10),
        ("QC", 12),
        ("KC", 13),
    ] {
        let mut table = Match::three("0.0=10 1.0@40 2.0@50 0.1=79", &[card]);
        let walks: Vec<String> = table
            .legal_with(card)
            .into_iter()
            .filter(|text| !text.contains("out"))
            .collect();
        assert_eq!(walks, [format!("{card} 0.0 {by}")]);
        let king = card == "KC";
        let rule = if king { "jackaroo.12" } else { "jackaroo.11" };
        assert_eq!(table.refused(&format!("{card} 0.0 {}", by + 1)), rule);
        assert_eq!(table.refused(&format!("{card} 0.0 -{by}")), rule);
        assert_eq!(table.refused(&format!("{card} 1.0 {by}")), rule);
        assert_eq!(table.refused(&format!("{card} 2.0 {by}")), rule);
        assert_eq!(table.refused(&format!("{card} 0.0 1.0")), rule);
        assert_eq!(table.refused(&format!("{card} 0.0 1 0.1 {}", by - 1)), rule);
        table.play(&[&format!("{card} 0.0 {by}")]);
        assert_eq!(table.count("0.0"), Some(10 + by));
    }
}

#[test]
fn jackaroo_12_what_an_ace_and_a_king_can_do() {
    let mut table = Match::three("0.0=10", &["AH KS QC QD"]);
    assert_eq!(table.legal_with("AH"), ["AH 0.0 1", "AH 0.0 11", "AH out 0.1"]);
    assert_eq!(table.legal_with("KS"), ["KS 0.0 13", "KS out 0.1"]);
    assert_eq!(table.refused("AH 0.0 13"), "jackaroo.12");
    assert_eq!(table.refused("AH 0.0 2"), "jackaroo.12");
    assert_eq!(table.refused("KS 0.0 11"), "jackaroo.12");
    table.play(&["AH 0.0 11"]);
    assert_eq!(table.count("0.0"), Some(21));
}

#[test]
fn jackaroo_13_the_four_goes_back_and_does_nothing_else() {
    for (from, to) in [(0, 72), (1, 73), (2, 74), (3, 75), (4, 0), (5, 1), (75, 71)] {
        let mut table = Match::three(&format!("0.0={from}"), &["4D"]);
        assert_eq!(table.legal_with("4D"), ["4D 0.0 -4"]);
        assert_eq!(table.refused("4D 0.0 4"), "jackaroo.13");
        assert_eq!(table.refused("4D out 0.1"), "jackaroo.10");
        table.play(&["4D 0.0 -4"]);
        assert_eq!(table.count("0.0"), Some(to));
    }
    let mut others = Match::three("0.0=10 2.0=30 1.0=30", &["4D"]);
    assert_eq!(others.refused("4D 2.0 -4"), "jackaroo.13");
    assert_eq!(others.refused("4D 1.0 -4"), "jackaroo.13");
}

#[test]
fn jackaroo_14_the_five_moves_any_marble_on_the_track() {
    let mut table = Match::three("0.0=10 1.0=71 2.0=74 3.0=75 1.1=0 1.2@30", &["5D"]);
    // 3.0 would overshoot; 1.1 stands on its own base and may be moved; 0.0 as any other.
    assert_eq!(
        table.legal_with("5D"),
        ["5D 0.0 5", "5D 1.0 5", "5D 1.1 5", "5D 1.2 5", "5D 2.0 5"]
    );
    assert_eq!(table.refused("5D 3.0 5"), "jackaroo.26");
    assert_eq!(table.refused("5D 0.1 5"), "jackaroo.10");
    assert_eq!(table.refused("5D 0.0 4"), "jackaroo.14");
    assert_eq!(table.refused("5D 0.0 2 1.2 3"), "jackaroo.14");
    table.play(&["5D 2.0 5"]);
    assert_eq!(table.count("2.0"), Some(79));
    // The front of a block.
    let front = Match::three("1.0@30 3.0@31", &["5D"]);
    assert_eq!(front.legal_with("5D"), ["5D 3.0 5"]);
}

#[test]
fn jackaroo_15_the_seven_whole_or_split_between_two_of_yours() {
    let table = Match::three("0.0=10 0.1=30 2.0=60 1.0=10", &["7H"]);
    let mut expected = vec!["7H 0.0 7".to_owned(), "7H 0.1 7".to_owned()];
    for by in 1..7 {
        expected.push(format!("7H 0.0 {by} 0.1 {}", 7 - by));
        expected.push(format!("7H 0.1 {by} 0.0 {}", 7 - by));
    }
    expected.sort();
    assert_eq!(table.legal_with("7H"), expected);
    let mut table = table;
    for text in [
        "7H 0.0 6",
        "7H 0.0 4 0.1 4",
        "7H 0.0 4 0.0 3",
        "7H 0.0 0 0.1 7",
        "7H 0.0 8 0.1 -1",
        "7H 0.0 4 2.0 3",
        "7H 1.0 4 0.1 3",
        "7H 0.0 1.0",
    ] {
        assert_eq!(table.refused(text), "jackaroo.15", "{text}");
    }
    table.play(&["7H 0.1 3 0.0 4"]);
    assert_eq!((table.count("0.0"), table.count("0.1")), (Some(14), Some(33)));
}

#[test]
fn jackaroo_15_the_second_part_is_made_on_the_board_that_the_first_left() {
    // 0.0 cannot jump over 0.1, but can where 0.1 has gone on before: only in this order.
    let mut table = Match::three("0.0=10 0.1=12 1.0@13", &["7H"]);
    assert_eq!(table.refused("7H 0.0 4 0.1 3"), "jackaroo.22");
    // 1.0 is the front of a block with 0.1 until 0.1 lands upon nothing beyond it: it cannot be passed by 0.1.
    assert_eq!(table.refused("7H 0.1 3 0.0 4"), "jackaroo.20");
    let mut table = Match::three("0.0=10 0.1=12", &["7H"]);
    assert_eq!(table.refused("7H 0.0 4 0.1 3"), "jackaroo.22");
    table.play(&["7H 0.1 3 0.0 4"]);
    assert_eq!((table.count("0.0"), table.count("0.1")), (Some(14), Some(15)));
    // Both parts have to be possible.
    let mut table = Match::three("0.0=10 0.1=15 1.0@16", &["7H"]);
    assert_eq!(table.refused("7H 0.0 1 0.1 6"), "jackaroo.20");
    assert_eq!(table.refused("7H 0.1 6 0.0 1"), "jackaroo.20");
    // The first part may capture, too.
    let mut table = Match::three("0.0=10 0.1=20 1.0@15", &["7H"]);
    table.play(&["7H 0.0 5 0.1 2"]);
    assert_eq!(table.count("1.0"), HOME);
}

#[test]
fn jackaroo_15_the_first_part_may_send_the_second_marble_home_and_then_fails() {
    let mut table = Match::three("0.0=10 0.1=14", &["7H"]);
    assert_eq!(table.refused("7H 0.0 4 0.1 3"), "jackaroo.10");
    assert!(!table.legal_with("7H").contains(&"7H 0.0 4 0.1 3".to_owned()));
    assert!(table.legal_with("7H").contains(&"7H 0.1 3 0.0 4".to_owned()));
}

#[test]
fn jackaroo_15_a_part_may_bring_a_marble_in_and_the_second_still_is_yours() {
    // 0.2 goes in by four, 0.0 then by three: the last two marbles, so that seat 0 plays for seat 2 from its next turn on.
    let mut table = Match::three("0.0=73 0.1=79 0.2=74 2.0=5", &["7H 2C 3C 9C"]);
    table.play(&["7H 0.2 4 0.0 3"]);
    assert_eq!((table.count("0.0"), table.count("0.2")), (Some(77), Some(78)));
    assert!(table.game().board().all_in(seat(0)));
    assert!(table.events.contains(&Event::PlaysForPartner {
        seat: seat(0),
        partner: seat(2)
    }));
    // The first part brings the last own marble in: the second cannot be the partner's.
    let mut table = Match::three("0.0=73 0.1=79 0.2=78 2.0=5", &["7H 2C 3C 9C"]);
    assert_eq!(table.refused("7H 0.0 4 2.0 3"), "jackaroo.15");
    assert_eq!(table.refused("7H 0.0 4 0.1 3"), "jackaroo.28");
}

#[test]
fn jackaroo_15_a_taken_cell_is_judged_after_the_first_part() {
    // Two are in, so the first two cells are free; once 0.3 is in too, only the first is.
    let mut table = Match::four("0.0=72 0.1=79 0.2=78 0.3=74", &["7H 2C 3C 9C"]);
    table.play(&["7H 0.3 3 0.0 4"]);
    assert_eq!((table.count("0.3"), table.count("0.0")), (Some(77), Some(76)));
    let mut table = Match::four("0.0=73 0.1=79 0.2=78 0.3=74", &["7H 2C 4C 9C"]);
    assert_eq!(table.refused("7H 0.3 3 0.0 4"), "jackaroo.26");
    assert_eq!(table.legal_with("7H"), ["7H 0.3 2 0.0 5"; 0]);
}

#[test]
fn jackaroo_16_the_jack_swaps_with_an_opponent() {
    let mut table = Match::three("0.0=10 1.0@40 2.0@50", &["JD"]);
    assert_eq!(table.legal_with("JD"), ["JD 0.0 1.0"]);
    for text in [
        "JD 1.0 0.0",
        "JD 0.0 2.0",
        "JD 2.0 1.0",
        "JD 0.0 0.0",
        "JD 0.0 0.1",
        "JD 0.0 1.1",
        "JD 0.1 1.0",
        "JD 0.0 5",
        "JD 0.0 3 0.1 4",
    ] {
        assert_eq!(table.refused(text), "jackaroo.16", "{text}");
    }
    table.play(&["JD 0.0 1.0"]);
    assert_eq!(table.place("0.0"), Place::Track(Cell::new(40).unwrap()));
    assert_eq!(table.place("1.0"), Place::Track(Cell::new(10).unwrap()));
}

#[test]
fn jackaroo_16_neither_at_home_safe_on_its_own_base_nor_the_front_of_a_block() {
    for words in [
        "0.0=0 1.0@40",
        "0.0=10 1.0=0",
        "0.0=10 0.1=9 1.0@40 0.1=9",
        "0.0=79 1.0@40",
        "0.0=10 1.0=79",
        "0.0=10 1.0@40 3.0@39",
        "0.0=10 1.0@11",
        "0.0=10 1.0@9",
    ] {
        let mut table = Match::three(words, &["JD"]);
        assert_eq!(table.refused("JD 0.0 1.0"), "jackaroo.16", "{words}");
    }
    // On another's base, and as the rear of a block, both may be swapped.
    for words in ["0.0@19 1.0@38", "0.0=10 2.0@11 1.0@40", "0.0=10 1.0@40 3.0@41"] {
        let table = Match::three(words, &["JD"]);
        assert!(table.legal_with("JD").contains(&"JD 0.0 1.0".to_owned()), "{words}");
    }
    // The own marble may come to stand on its own base that way.
    let mut table = Match::three("0.0=10 1.0@0", &["JD"]);
    table.play(&["JD 0.0 1.0"]);
    assert_eq!(table.count("0.0"), Some(0));
}

#[test]
fn jackaroo_17_the_king_sends_home_whatever_it_passes() {
    let mut table = Match::three("0.0=10 1.0@12 2.0@15 3.0@17 1.1@23 1.2@24", &["KS"]);
    table.play(&["KS 0.0 13"]);
    assert_eq!(
        captured(&table.events),
        ["1.0 by 0.0", "2.0 by 0.0", "3.0 by 0.0", "1.1 by 0.0"]
    );
    for home in ["1.0", "2.0", "3.0", "1.1"] {
        assert_eq!(table.count(home), HOME, "{home}");
    }
    assert_eq!(table.place("1.2"), Place::Track(Cell::new(24).unwrap()));
    assert_eq!(table.count("0.0"), Some(23));
    // On the way into the safe zone too; what stands on the base is not on that way.
    let mut table = Match::three("0.0=66 1.0@70 3.0@75 3.1@0", &["KS"]);
    table.play(&["KS 0.0 13"]);
    assert_eq!(table.count("0.0"), Some(79));
    assert_eq!(captured(&table.events), ["1.0 by 0.0", "3.0 by 0.0"]);
    assert_eq!(table.place("3.1"), Place::Track(Cell::new(0).unwrap()));
}

#[test]
fn jackaroo_17_the_king_passes_neither_its_own_colour_nor_the_protected() {
    for (words, rule) in [
        ("0.0=10 1.0@12 0.1=15", "jackaroo.22"),
        ("0.0=10 1.0=0", "jackaroo.19"),
        ("0.0=10 1.0@12 3.0@13", "jackaroo.20"),
        ("0.0=10 1.0@11", "jackaroo.20"),
        // Landing is as for any marble.
        ("0.0=10 1.0@22 3.0@23", "jackaroo.20"),
        ("0.0=6 1.0=0", "jackaroo.19"),
    ] {
        let mut table = Match::three(words, &["KS"]);
        assert_eq!(table.refused("KS 0.0 13"), rule, "{words}");
    }
    let mut table = Match::three("0.0=10 0.1=23", &["KS"]);
    table.play(&["KS 0.0 13"]);
    assert_eq!(table.count("0.1"), HOME);
    // A queen passes the same marbles and harms none.
    let mut table = Match::three("0.0=10 1.0@12 2.0@15 3.0@17", &["QS"]);
    table.play(&["QS 0.0 12"]);
    assert!(captured(&table.events).is_empty());
}

#[test]
fn jackaroo_18_landing_exactly_sends_home_whosesoever_it_is() {
    for other in ["1.0", "2.0", "3.0", "0.1"] {
        let mut table = Match::three(&format!("0.0=10 {other}@19"), &["9C"]);
        if other == "1.0" {
            assert_eq!(table.refused("9C 0.0 9"), "jackaroo.19");
            continue;
        }
        table.play(&["9C 0.0 9"]);
        assert_eq!(table.count(other), HOME);
        assert_eq!(captured(&table.events), [format!("{other} by 0.0")]);
    }
    // Backwards, too.
    let mut table = Match::three("0.0=10 1.0@6", &["4C"]);
    table.play(&["4C 0.0 -4"]);
    assert_eq!(table.count("1.0"), HOME);
}

#[test]
fn jackaroo_19_a_marble_on_its_own_base_is_not_passed_captured_or_swapped() {
    let mut table = Match::three("0.0=10 1.0=0", &["9C 10C KS JD"]);
    assert_eq!(table.refused("9C 0.0 9"), "jackaroo.19");
    assert_eq!(table.refused("10C 0.0 10"), "jackaroo.19");
    assert_eq!(table.refused("KS 0.0 13"), "jackaroo.19");
    assert_eq!(table.refused("JD 0.0 1.0"), "jackaroo.16");
    // Nor by its own partner or colour.
    let mut table = Match::three("turn=1 1.0=0 1.1=4", &["4C KS"]);
    assert_eq!(table.refused("4C 1.1 -4"), "jackaroo.19");
    let mut partner = Match::three("turn=1 3.0=0 1.1@48", &["9C 10C"]);
    assert_eq!(partner.refused("9C 1.1 9"), "jackaroo.19");
    assert_eq!(partner.refused("10C 1.1 10"), "jackaroo.19");
    assert_eq!(table.refused("KS out 1.2"), "jackaroo.19");
    // On somebody else's base it is a marble like any other.
    let mut table = Match::three("0.0=10 3.0@19", &["9C 10C"]);
    assert_eq!(table.legal_with("10C"), ["10C 0.0 10"]);
    table.play(&["9C 0.0 9"]);
    assert_eq!(table.count("3.0"), HOME);
}

#[test]
fn jackaroo_20_the_front_of_a_block_is_not_passed_captured_or_swapped() {
    // Of one colour, of both sides.
    for (rear, front) in [("1.0", "1.1"), ("1.0", "2.0"), ("2.0", "1.0"), ("3.0", "1.0")] {
        let words = format!("0.0@10 {rear}@15 {front}@16");
        let mut table = Match::three(&words, &["6C 8C 5C JD"]);
        assert_eq!(table.refused("6C 0.0 6"), "jackaroo.20", "{words}");
        assert_eq!(table.refused("8C 0.0 8"), "jackaroo.20", "{words}");
        table.play(&["5C 0.0 5"]);
        assert_eq!(table.count(rear), HOME);
    }
    // Across the end of the track's numbers.
    for (rear, front) in [("1.0", "1.1"), ("1.0", "3.0"), ("3.0", "1.0"), ("0.0", "1.0")] {
        let words = format!("turn=2 2.0@70 {rear}@75 {front}@0");
        let mut table = Match::three(&words, &["6C 8C 5C JD"]);
        assert_eq!(table.refused("6C 2.0 6"), "jackaroo.20", "{words}");
        assert_eq!(table.refused("8C 2.0 8"), "jackaroo.20", "{words}");
        assert_eq!(table.refused(&format!("JD 2.0 {front}")), "jackaroo.16", "{words}");
        table.play(&["5C 2.0 5"]);
        assert_eq!(table.count(rear), HOME);
    }
    // A row of three: the second and the third are fronts.
    let mut table = Match::three("0.0=10 1.0@15 3.0@16 1.1@17", &["5C 6C AS"]);
    assert_eq!(table.refused("6C 0.0 6"), "jackaroo.20");
    table.play(&["5C 0.0 5"]);
}

#[test]
fn jackaroo_21_coming_out_sends_home_even_the_front_of_an_opponents_block() {
    let mut table = Match::three("1.0@0", &["KS"]);
    table.play(&["KS out 0.0"]);
    assert_eq!(captured(&table.events), ["1.0 by 0.0"]);
    for rear in ["1.1", "2.1", "3.0"] {
        let mut table = Match::three(&format!("{rear}@75 3.1@0"), &["KS"]);
        table.play(&["KS out 0.0"]);
        assert_eq!(table.count("3.1"), HOME);
        assert_eq!(table.count("0.0"), Some(0));
        assert_ne!(table.count(rear), HOME);
    }
    // The partner's marble goes home as well, but not from the front of a block.
    let mut table = Match::three("2.0@0", &["KS"]);
    table.play(&["KS out 0.0"]);
    assert_eq!(table.count("2.0"), HOME);
    let mut table = Match::three("2.0@0 1.0@75", &["KS 2C QC"]);
    assert_eq!(table.refused("KS out 0.0"), "jackaroo.20");
    // The own marble stands on its own base.
    let mut table = Match::three("0.0=0", &["KS"]);
    assert_eq!(table.refused("KS out 0.1"), "jackaroo.19");
    // As the rear of a block an opponent's marble is as good as alone.
    let mut table = Match::three("3.1@0 1.0@1", &["KS"]);
    table.play(&["KS out 0.0"]);
    assert_eq!(table.count("3.1"), HOME);
}

#[test]
fn jackaroo_22_a_marble_never_jumps_over_its_own_colour_but_may_land_on_it() {
    let mut table = Match::three("0.0=10 0.1=14", &["6C 5C 3C 4C"]);
    assert_eq!(table.refused("6C 0.0 6"), "jackaroo.22");
    assert_eq!(table.refused("5C 0.0 5"), "jackaroo.22");
    table.play(&["4C 0.1 -4"]);
    assert_eq!(table.count("0.0"), HOME);
    let mut table = Match::three("0.0=10 0.1=14 0.2=12", &["4C 2C"]);
    assert_eq!(table.refused("4C 0.1 -4"), "jackaroo.22");
    // On the way into the safe zone too.
    let mut table = Match::three("0.0=73 0.1=75", &["6C"]);
    assert_eq!(table.refused("6C 0.0 6"), "jackaroo.22");
}

#[test]
fn jackaroo_23_passing_over_any_other_unprotected_marble_is_free() {
    let mut table = Match::three("0.0=10 1.0@12 2.0@14 3.0@16", &["10C"]);
    table.play(&["10C 0.0 10"]);
    assert_eq!(table.count("0.0"), Some(20));
    assert!(captured(&table.events).is_empty());
    assert_ne!(table.count("1.0"), HOME);
}

#[test]
fn jackaroo_24_not_passed_holds_backwards_and_for_the_rear_of_the_block_itself() {
    // Backwards over a front, and onto one.
    let mut table = Match::three("0.0=15 1.0@12 3.0@13", &["4C"]);
    assert_eq!(table.refused("4C 0.0 -4"), "jackaroo.20");
    let mut table = Match::three("0.0=15 1.0@10 3.0@11", &["4C"]);
    assert_eq!(table.refused("4C 0.0 -4"), "jackaroo.20");
    // Backwards over a marble on its own base.
    let mut table = Match::three("0.0=21 1.0@19", &["4C"]);
    assert_eq!(table.refused("4C 0.0 -4"), "jackaroo.19");
    // The rear marble of a block cannot pass or take the front one.
    let mut table = Match::three("0.0=10 1.0@11", &["AC 2C"]);
    assert_eq!(table.refused("AC 0.0 1"), "jackaroo.20");
    assert_eq!(table.refused("2C 0.0 2"), "jackaroo.20");
    // The front one goes where it likes, back over the rear one too.
    let mut table = Match::three("0.0=10 1.0@9", &["4C 2C"]);
    assert_eq!(table.legal_with("2C"), ["2C 0.0 2"]);
    table.play(&["4C 0.0 -4"]);
    assert_eq!(table.count("0.0"), Some(6));
    // But not over the front of the block behind it.
    let mut table = Match::three("0.0=10 1.0@9 3.0@8", &["4C"]);
    assert_eq!(table.refused("4C 0.0 -4"), "jackaroo.20");
}

#[test]
fn jackaroo_25_the_marble_of_a_five_obeys_the_same_rules() {
    let mut table = Match::three("1.0@30 1.1@32 3.0@50 2.0@52 0.0@8", &["5C"]);
    // Its own colour is the colour of the marble that moves.
    assert_eq!(table.refused("5C 1.0 5"), "jackaroo.22");
    assert_eq!(table.legal_with("5C"), ["5C 0.0 5", "5C 1.1 5", "5C 2.0 5", "5C 3.0 5"]);
    for (words, rule) in [
        ("1.0@30 2.0@33 3.0@34", "jackaroo.20"),
        ("1.0@30 2.0@34 3.0@35", "jackaroo.20"),
        ("1.0@36 2.0@38", "jackaroo.19"),
        ("1.0@33 2.0@38", "jackaroo.19"),
    ] {
        assert_eq!(Match::three(words, &["5C"]).refused("5C 1.0 5"), rule, "{words}");
    }
    // It captures for its own account: the marble's colour, the card of seat 0.
    let mut table = Match::three("1.0@30 0.0@35", &["5C"]);
    table.play(&["5C 1.0 5"]);
    assert!(table.events.contains(&Event::SentHome {
        marble: marble("0.0"),
        from: Cell::new(35).unwrap(),
        by: marble("1.0"),
        seat: seat(0)
    }));
}

#[test]
fn jackaroo_26_the_safe_zone_is_entered_forward_on_a_free_cell_without_overshoot() {
    let mut table = Match::three("0.0=74 0.1=79", &["5C 6C QC 2C"]);
    assert_eq!(table.refused("5C 0.0 5"), "jackaroo.26");
    assert_eq!(table.refused("6C 0.0 6"), "jackaroo.26");
    assert_eq!(table.refused("QC 0.0 12"), "jackaroo.26");
    table.play(&["2C 0.0 2"]);
    assert_eq!(table.count("0.0"), Some(78));
    // Not backwards: from the base the four goes round the corner of the track.
    let mut table = Match::three("0.0=0", &["4C"]);
    table.play(&["4C 0.0 -4"]);
    assert_eq!(table.place("0.0"), Place::Track(Cell::new(72).unwrap()));
}

#[test]
fn jackaroo_27_a_marble_settles_in_the_deepest_free_cell() {
    for (safe, ends, settles) in [
        ("", vec![1, 2, 3], 79),
        ("0.1=79", vec![1, 2, 3], 78),
        ("0.1=79 0.2=78", vec![1, 2], 77),
        ("0.1=79 0.2=78 0.3=77", vec![1], 76),
    ] {
        let cards = ["AC", "2C", "3C"];
        for by in 1..=3usize {
            let text = format!("{} 0.0 {by}", cards[by - 1]);
            let mut table = Match::four(&format!("0.0=75 {safe}"), &["AC 2C 3C 9C"]);
            if ends.contains(&by) {
                if settles == 76 {
                    // Seat 0's last: it plays for its partner then.
                    assert!(table.game().winners().is_none());
                }
                table.play(&[&text]);
                assert_eq!(table.count("0.0"), Some(settles), "{text} {safe}");
            } else {
                assert_eq!(table.refused(&text), "jackaroo.26");
            }
        }
    }
    let mut events = Match::three("0.0=74 0.1=79", &["3C"]);
    events.play(&["3C 0.0 3"]);
    let path = events.events.iter().find_map(|event| match event {
        Event::Moved(journey) => Some(journey.path().collect::<Vec<_>>()),
        _ => None,
    });
    let cell = |number| Place::Track(Cell::new(number).unwrap());
    assert_eq!(
        path.unwrap(),
        [cell(75), Place::Safe(0), Place::Safe(1), Place::Safe(2)]
    );
}

#[test]
fn jackaroo_28_a_marble_in_its_safe_zone_is_out_of_reach() {
    let mut table = Match::three("0.0=79 0.1=75 1.0=79 1.1=10", &["4C 5C JD AC"]);
    assert_eq!(table.refused("4C 0.0 -4"), "jackaroo.28");
    assert_eq!(table.refused("5C 1.0 5"), "jackaroo.28");
    assert_eq!(table.refused("AC 0.0 1"), "jackaroo.28");
    assert_eq!(table.refused("JD 0.1 1.0"), "jackaroo.16");
    assert_eq!(table.refused("JD 0.0 1.1"), "jackaroo.16");
    // It is no wall for those that come after it, and not behind the base in a block.
    let table = Match::three("0.0=79 0.1=75 1.0=79 1.1=10 3.0@0", &["2C JD"]);
    assert_eq!(table.legal_with("2C"), ["2C 0.1 2"]);
}

#[test]
fn jackaroo_29_what_stands_on_the_base_does_not_matter_to_who_turns_in() {
    for base in ["0.1@0", "1.0@0", "3.0@0"] {
        let mut table = Match::three(&format!("0.0=73 {base}"), &["3C"]);
        table.play(&["3C 0.0 3"]);
        assert_eq!(table.count("0.0"), Some(79));
        assert!(captured(&table.events).is_empty());
    }
    // Cell 75 is passed like any other: the front of a block there stops the marble.
    let mut table = Match::three("0.0=72 1.0@74 3.0@75", &["6C"]);
    assert_eq!(table.refused("6C 0.0 6"), "jackaroo.20");
    let mut table = Match::three("0.0=74 1.0@75", &["3C"]);
    assert_eq!(table.refused("3C 0.0 3"), "jackaroo.20");
}

#[test]
fn jackaroo_30_a_side_wins_when_all_its_marbles_are_in() {
    let words = "0.0=79 0.1=78 0.2=75 2.0=79 2.1=78 2.2=77 1.0=79";
    let mut table = Match::three(words, &["2C"]);
    let deck = table.game().deck_left();
    table.play(&["2C 0.2 2"]);
    assert_eq!(table.game().due(), Due::Nothing);
    assert_eq!(table.game().winners(), Some(side(seat(0))));
    use Outcome::{Loss, Win};
    assert_eq!(table.game().outcome(), Some(vec![Win, Loss, Win, Loss]));
    assert_eq!(table.game().scores(), [3, 1, 3, 0]);
    assert_eq!(table.game().deck_left(), deck, "nothing is drawn after the end");
    // The full board needs eight.
    let full = "0.0=79 0.1=78 0.2=77 0.3=75 2.0=79 2.1=78 2.2=77 2.3=10";
    let mut table = Match::four(full, &["AC"]);
    table.play(&["AC 0.3 1"]);
    assert_eq!(table.game().outcome(), None);
}

#[test]
fn jackaroo_30_at_once_even_by_an_opponents_five() {
    let words = "turn=1 0.0=79 0.1=78 0.2=72 2.0=79 2.1=78 2.2=77 1.0=5";
    let mut table = Match::three(words, &["5C"]);
    table.play(&["5C 0.2 5"]);
    assert_eq!(table.game().winners(), Some(side(seat(0))));
    assert_eq!(table.events.last(), Some(&Event::Won { seats: side(seat(0)) }));
    assert_eq!(table.hand(seat(1)).len(), 3);
}

#[test]
fn jackaroo_30_who_has_all_in_plays_for_the_partner() {
    let mut table = Match::three(
        "0.0=79 0.1=78 0.2=77 2.0=10 1.0=60",
        &["AC 5C JD 7C", "3C 3D 3H 3S", "2C 2D 2H 2S", "6C 6D 6H 6S"],
    );
    assert_eq!(table.game().plays_for(seat(0)), seat(2));
    assert_eq!(table.game().plays_for(seat(2)), seat(2));
    assert_eq!(
        table.legal(),
        [
            "5C 1.0 5",
            "5C 2.0 5",
            "7C 2.0 7",
            "AC 2.0 1",
            "AC 2.0 11",
            "AC out 2.1",
            "JD 2.0 1.0",
        ]
    );
    assert_eq!(table.refused("AC 0.0 1"), "jackaroo.30");
    assert_eq!(table.refused("AC out 0.0"), "jackaroo.10");
    table.play(&["AC out 2.1"]);
    assert_eq!(table.count("2.1"), Some(0));
}

#[test]
fn jackaroo_30_only_from_the_next_turn_on() {
    let mut table = Match::three(
        "0.0=79 0.1=78 0.2=75 2.0=10",
        &["AC 9C QC 8D", "AD KD AH KH", "AS KS 2C 2D", "2H 2S 3C 3D"],
    );
    assert_eq!(table.legal(), ["AC 0.2 1"]);
    table.play(&["AC 0.2 1", "AD out 1.0", "AS out 2.1", "burn 2H"]);
    assert_eq!(table.mover(), seat(0));
    assert!(table.legal().contains(&"9C 2.0 9".to_owned()));
    // A five of somebody else may bring the last marble in, with the same effect.
    let mut table = Match::three("turn=3 0.0=79 0.1=78 0.2=72 2.0=10 3.0=5", &["5C", "9C"]);
    table.play(&["5C 0.2 5"]);
    assert_eq!(table.legal_with("9C"), ["9C 2.0 9"]);
}

#[test]
fn jackaroo_31_four_persons_or_two_with_a_side_each() {
    let four = Jackaroo::new(&Table::new(4)).unwrap();
    assert_eq!(four.persons().len(), 4);
    assert!(!is_rated(&four));
    let two = Jackaroo::new(&Table::new(4).with("persons", OptionValue::Number(2))).unwrap();
    assert_eq!(two.persons(), [side(seat(0)), side(seat(1))]);
    assert!(is_rated(&two));
    assert!(Jackaroo::new(&Table::new(4).with("persons", OptionValue::Number(3))).is_err());
    // Each person sees both own hands and no other; a burn still hangs on the one hand.
    let table = Match::new(&position(3, "").two_persons(), &["2C 3C 6C 9C", "", "AC KC AD KD"]);
    let view = View::new(table.game().clone(), side(seat(0)), table.open.faces());
    assert_eq!(view.faces().iter().count(), 8);
    assert_eq!(view.legal_moves(seat(0)).len(), 4);
    assert_eq!(view.legal_moves(seat(1)), []);
}

#[test]
fn jackaroo_32_leaving_ends_the_match() {
    use Outcome::{Loss, Win};
    for leaver in 0..4 {
        let mut table = Match::three("0.0=79 2.0=79", &["9C"]);
        table.open.leave(seat(leaver), &mut table.events).unwrap();
        let outcome = if leaver % 2 == 0 {
            [Loss, Win, Loss, Win]
        } else {
            [Win, Loss, Win, Loss]
        };
        assert_eq!(table.game().outcome().unwrap(), outcome);
        assert_eq!(table.game().present(), SeatSet::all(4).without(seat(leaver)));
        assert_eq!(table.game().due(), Due::Nothing);
        for again in 0..4 {
            let illegal = table.open.leave(seat(again), &mut table.events).unwrap_err();
            assert_eq!(illegal.rule.id(), "common.11");
            let illegal = table
                .open
                .play(seat(again), &mv("9C 0.0 9"), &mut table.events)
                .unwrap_err();
            assert_eq!(illegal.rule.id(), "common.11");
        }
    }
    // A person with two seats leaves both.
    let mut table = Match::new(&position(3, "").two_persons(), &[]);
    table.open.leave(seat(3), &mut table.events).unwrap();
    assert_eq!(table.game().present(), side(seat(0)));
}

#[test]
fn jackaroo_32_leaving_while_cards_are_dealt_or_drawn() {
    let mut game = Jackaroo::new(&Table::new(4)).unwrap();
    let mut events = Vec::new();
    game.leave(seat(1), &mut events).unwrap();
    assert_eq!(game.due(), Due::Nothing);
    assert_eq!(game.winners(), Some(side(seat(0))));

    let mut table = Match::three("", &["KS"]);
    table.open.play(seat(0), &mv("KS out 0.0"), &mut table.events).unwrap();
    table.open.leave(seat(2), &mut table.events).unwrap();
    assert_eq!(table.advance(), None);
    assert_eq!(table.game().winners(), Some(side(seat(1))));
}

#[test]
fn jackaroo_33_there_is_always_a_move_to_play_for_somebody() {
    let real = Match::three("0.0=5", &["9C QC QD QH"]);
    assert!(real.legal().iter().all(|text| !text.starts_with("burn")));
    let none = Match::three("", &["9C QC QD QH"]);
    assert_eq!(none.legal().len(), 4);
}

#[test]
fn jackaroo_34_there_are_no_points_within_a_match() {
    // What the judge shows as scores counts marbles and decides nothing: the fuller zone loses when its person leaves.
    let mut table = Match::three("0.0=79 0.1=78 0.2=77 2.0=79 1.0=5", &["9C"]);
    assert_eq!(table.game().scores(), [3, 0, 1, 0]);
    table.open.leave(seat(0), &mut table.events).unwrap();
    assert_eq!(table.game().winners(), Some(side(seat(1))));
}

#[test]
fn jackaroo_35_a_card_shows_what_it_can_move_and_where_to_before_it_is_played() {
    let table = Match::three("0.0=10 0.1=73 1.0@19", &["9C"]);
    let board = table.game().board();
    assert!(board.after(seat(0), mv("9C 0.0 9")).is_err());
    let (after, events) = board.after(seat(0), mv("8C 0.0 8")).unwrap();
    assert_eq!(after.place(marble("0.0")), Some(Place::Track(Cell::new(18).unwrap())));
    assert_eq!(events.len(), 1);
}

#[test]
fn jackaroo_37_a_card_that_moves_nothing_is_known_by_its_rank() {
    let table = Match::three("0.0=75", &["5C 9C AC 2C"]);
    let can = |rank| table.game().board().can_play(seat(0), Rank::new(rank).unwrap());
    assert_eq!((1..=13).filter(|&rank| can(rank)).collect::<Vec<_>>(), [1, 2, 3, 4, 13]);
}

#[test]
fn jackaroo_38_other_hands_are_cards_without_faces() {
    let table = Match::three("0.0=5", &["9C"]);
    let view = View::new(table.game().clone(), SeatSet::of(seat(0)), table.open.faces());
    for other in [1, 2, 3].map(seat) {
        let hand = view.state().visible(other);
        assert_eq!(hand.len(), 4);
        assert!(
            hand.iter()
                .all(|&card| majlis_rules::face::Faces::face(&view, card).is_none())
        );
    }
}

#[test]
fn jackaroo_40_the_stand_counts_the_marbles_of_a_side() {
    let table = Match::three("0.0=79 0.1=78 2.0=79 1.0=79", &["9C"]);
    let board = table.game().board();
    assert_eq!((board.side_safe(seat(0)), board.side_safe(seat(3))), (3, 1));
    assert_eq!(board.marbles_a_seat() * 2, 6);
}

#[test]
fn common_12_only_in_your_turn_and_only_what_you_hold() {
    let mut table = Match::three("0.0=5 1.0=5", &["9C 2C 3C 6C", "8C"]);
    assert_eq!(table.refused("8C 0.0 8"), "common.12");
    assert_eq!(table.refused("burn 8C"), "common.12");
    let illegal = table
        .open
        .play(seat(1), &mv("8C 1.0 8"), &mut table.events)
        .unwrap_err();
    assert_eq!(illegal.rule.id(), "common.12");
    // A handle of somebody else's, or none, or one with another face.
    let theirs = table.game().hand(seat(1))[0];
    let game = table.game();
    for card in [theirs, None, Some(Handle { pack: 9, index: 200 })] {
        assert_eq!(
            game.plan(seat(0), &mv("9C 0.0 9"), card).unwrap_err().rule.id(),
            "common.12"
        );
    }
    let mut copy = game.clone();
    let two = game.hand(seat(0))[1];
    let illegal = copy
        .play(seat(0), &mv("9C 0.0 9"), two, table.open.faces(), &mut Vec::new())
        .unwrap_err();
    assert_eq!(illegal.rule.id(), "common.12");
    assert_eq!(copy, *game);
    // Nothing is settled where nothing is due.
    assert!(copy.settle(table.open.faces(), &mut Vec::new()).is_err());
    assert!(copy.deny(seat(0), &mut Vec::new()).is_err());
}

#[test]
fn impossible_set_ups_are_refused() {
    let refused = |marbles, words: &str| position(marbles, words).start().unwrap_err();
    assert_eq!(refused(2, ""), SetupError::Marbles(2));
    assert_eq!(refused(3, "0.3=5"), SetupError::NoMarble(marble("0.3")));
    assert_eq!(refused(3, "0.0=80"), SetupError::NoSafeCell(marble("0.0"), 4));
    assert_eq!(
        refused(3, "0.0=19 1.2=0"),
        SetupError::Shared(marble("0.0"), marble("1.2"))
    );
    assert_eq!(
        refused(3, "0.0=79 0.1=79"),
        SetupError::Shared(marble("0.0"), marble("0.1"))
    );
    assert_eq!(refused(3, "0.0=78"), SetupError::NotDeepest(marble("0.0")));
    assert_eq!(refused(3, "0.0=79 0.1=76"), SetupError::NotDeepest(marble("0.1")));
    let over = "1.0=79 1.1=78 1.2=77 3.0=79 3.1=78 3.2=77";
    assert_eq!(refused(3, over), SetupError::Over);
    assert!(position(4, over).start().is_ok());
}
