//! Openings and turns: domino.1 to domino.13.

use majlis_rules::domino::{Domino, End, Setup};
use majlis_rules::game::{CardOp, Due, Game, Variant};
use majlis_rules::table::{OptionValue, Table};

use crate::support::{Played, pack, seat, seats, table, tile, tiles};

/// Seat 1 holds 6-6 and nothing else with a six; seat 0 has 6-5 to 6-0.
fn double_six_opens() -> Played {
    let hands = ["6-5 6-4 6-3 6-2 6-1 6-0 5-5", "6-6 4-4 4-3 4-2 4-1 4-0 3-3"];
    Played::new(2, false, &[pack(&hands, "5-4 5-3")])
}

#[test]
fn domino_1_two_or_four_seats_and_no_others() {
    for seats in [0, 1, 3, 5, 255] {
        let error = Domino::new(&Table::new(seats)).unwrap_err().to_string();
        assert_eq!(error, format!("domino is not played with {seats} seats: say 2 or 4"));
    }
    assert_eq!(Domino::SEATS, [2, 4]);
}

#[test]
fn domino_2_two_players_take_seven_each_and_fourteen_stay() {
    let game = Domino::new(&table(2, false)).unwrap();
    let Due::Cards(operations) = game.due() else {
        panic!("no deal")
    };
    assert!(matches!(operations[0], CardOp::Shuffle { pack: 0, faces, .. } if faces.len() == 28));
    let looks: Vec<(u8, u8)> = operations[1..]
        .iter()
        .map(|operation| match operation {
            CardOp::Look { card, seat } => (card.index, seat.number()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(looks, (0..14).map(|index| (index, index / 7)).collect::<Vec<_>>());

    let mut played = double_six_opens();
    played.advance();
    let game = played.game.game();
    assert_eq!(
        (game.hand_len(seat(0)), game.hand_len(seat(1)), game.boneyard_len()),
        (7, 7, 14)
    );
    assert_eq!(game.visible(seat(1)), game.hand_cards(seat(1)).collect::<Vec<_>>());
}

#[test]
fn domino_3_four_players_get_the_whole_set_and_there_is_no_boneyard() {
    for partners in [false, true] {
        let mut played = Played::random(4, partners, 5);
        played.advance();
        let game = played.game.game();
        assert_eq!(
            (0..4).map(|number| game.hand_len(seat(number))).collect::<Vec<_>>(),
            [7; 4]
        );
        assert_eq!(game.boneyard_len(), 0);
        assert_eq!(played.refused("draw"), "domino.3");
        let opening = played.moves().remove(0);
        played.play(&opening);
        assert_eq!(played.refused("draw"), "domino.3");
    }
}

#[test]
fn domino_4_partners_only_at_four_seats_and_opposite() {
    assert!(Domino::new(&table(2, true)).is_err());
    assert!(Domino::new(&Table::new(4).with("partners", OptionValue::Number(1))).is_err());
    let game = Domino::new(&table(4, true)).unwrap();
    assert!(game.partners());
    assert_eq!(
        [0, 1, 2, 3].map(|number| game.side(seat(number)).bits()),
        [0b0101, 0b1010, 0b0101, 0b1010]
    );
    let alone = Domino::new(&Table::new(4)).unwrap();
    assert_eq!([0, 1, 2, 3].map(|number| alone.side(seat(number)).bits()), [1, 2, 4, 8]);
}

#[test]
fn domino_5_the_highest_double_opens() {
    // 6-6 and 5-5 lie in the boneyard; 4-4 is the highest double in the hands, 6-5 the highest tile.
    let hands = ["6-5 3-3 6-3 6-2 6-1 6-0 5-3", "4-4 5-0 4-3 4-2 4-1 4-0 2-2"];
    let mut played = Played::new(2, false, &[pack(&hands, "6-6 5-5")]);
    assert_eq!(played.turn(), 1);
    assert_eq!(played.moves(), ["open 4-4"]);
    assert!(played.game.legal_moves(seat(0)).is_empty());
}

#[test]
fn domino_5_nobody_has_a_double_and_the_greatest_sum_opens() {
    let hands = ["6-0 5-1 4-2 2-0 1-0 3-0 2-1", "5-4 6-1 4-3 5-2 3-1 3-2 4-1"];
    let mut played = Played::new(2, false, &[pack(&hands, "")]);
    assert_eq!(played.turn(), 1);
    assert_eq!(played.moves(), ["open 5-4"]);
}

#[test]
fn domino_5_between_equal_sums_the_greater_end_opens() {
    // 6-2 and 5-3 both have eight pips.
    let hands = ["6-2 5-1 4-2 2-0 1-0 3-0 2-1", "5-3 6-1 4-3 5-2 3-1 3-2 4-1"];
    let mut played = Played::new(2, false, &[pack(&hands, "")]);
    assert_eq!(played.turn(), 0);
    assert_eq!(played.moves(), ["open 6-2"]);
}

#[test]
fn domino_6_round_1_opens_with_that_tile_itself() {
    let mut played = double_six_opens();
    assert_eq!(played.refused("open 4-4"), "domino.6");
    assert_eq!(played.refused("open 6-5"), "domino.6");
    assert_eq!(played.refused("knock"), "domino.10");
    assert_eq!(played.refused("draw"), "domino.10");
    assert_eq!(played.refused("left 6-6"), "domino.8");
    played.play("open 6-6");
    assert_eq!(played.turn(), 0);
}

/// Round 1 at four seats, opened by seat 2; seat 3 can go out.
fn last_tile_of_round_1(partners: bool) -> Setup {
    let mut setup = Setup::new(4, seat(2));
    setup.partners = partners;
    setup.round = 1;
    setup.opening = Some(tile("6-6"));
    setup.joined = tiles("6-5 5-5 5-4 4-4 4-3 3-3")
        .into_iter()
        .map(|tile| (End::Right, tile))
        .collect();
    setup.turn = seat(3);
    let hands = [
        "6-0 5-0 4-0 3-0 2-0 1-0",
        "6-1 5-1 4-1 3-1 2-1 1-1 0-0",
        "6-2 5-2 4-2 3-2 2-2 6-4 5-3",
        "6-3",
    ];
    setup.hands = hands.iter().map(|hand| tiles(hand)).collect();
    setup
}

#[test]
fn domino_7_the_next_seat_opens_the_next_round_with_any_tile() {
    let next = [
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
        "6-0 5-0 4-0 3-0 2-0 1-0 6-5",
        "6-1 5-1 4-1 3-1 2-1 6-4 5-4",
        "6-2 5-2 4-2 3-2 6-3 5-3 4-3",
    ];
    let mut played = Played::from_setup(&last_tile_of_round_1(false), &[pack(&next, "")]);
    played.play("left 6-3");
    // Seat 2 opened round 1, so seat 3 opens round 2, although others hold doubles.
    assert_eq!(played.turn(), 3);
    assert_eq!(played.game.game().opener(), Some(seat(3)));
    assert_eq!(played.game.game().round(), 2);
    let all = ["3-2", "4-2", "4-3", "5-2", "5-3", "6-2", "6-3"].map(|tile| format!("open {tile}"));
    assert_eq!(played.moves(), all);
    assert_eq!(played.refused("open 6-6"), "domino.7");
    assert_eq!(played.refused("knock"), "domino.10");
    assert_eq!(played.refused("right 4-3"), "domino.8");
    played.play("open 4-3");
    // Only the first tile opens, and turns go round in seat order.
    assert_eq!(played.turn(), 0);
    assert_eq!(played.refused("open 6-6"), "domino.8");
}

#[test]
fn domino_7_two_seats_take_turns_in_opening() {
    let mut played = Played::random(2, false, 11);
    let mut openers = Vec::new();
    while let Some(turn) = played.advance() {
        if played.game.game().line().is_empty() {
            openers.push(turn.number());
        }
        let mv = played.moves().pop().unwrap();
        played.play(&mv);
    }
    assert!(openers.len() > 2);
    assert!(openers.windows(2).all(|pair| pair[0] != pair[1]), "{openers:?}");
}

#[test]
fn domino_8_a_tile_is_joined_pips_to_pips() {
    let mut setup = Setup::new(4, seat(0));
    setup.opening = Some(tile("6-2"));
    setup.turn = seat(1);
    setup.hands = [
        "6-6 5-5 4-4 3-3 1-1 0-0",
        "6-4 5-2 5-4 4-2 4-1 4-0 6-0",
        "6-5 6-3 6-1 2-2 1-0 2-1 2-0",
        "5-3 5-1 5-0 4-3 3-2 3-1 3-0",
    ]
    .iter()
    .map(|hand| tiles(hand))
    .collect();
    let mut played = Played::from_setup(&setup, &[]);
    // The opening tile lies with its greater end to the left.
    assert_eq!(played.game.game().line().to_string(), "[6|2]");
    assert_eq!(played.moves(), ["left 6-0", "left 6-4", "right 4-2", "right 5-2"]);
    assert_eq!(played.refused("left 5-2"), "domino.8");
    assert_eq!(played.refused("right 6-4"), "domino.8");
    assert_eq!(played.refused("left 5-4"), "domino.8");
    // A tile that fits and is not held.
    assert_eq!(played.refused("left 6-5"), "domino.8");
    played.play("left 6-4");
    assert_eq!(played.game.game().line().to_string(), "[4|6][6|2]");
    played.play("right 2-1, left 4-3");
    assert_eq!(played.game.game().line().to_string(), "[3|4][4|6][6|2][2|1]");
    assert_eq!(played.game.game().line().opening(), Some(2));
    assert_eq!(played.moves(), ["left 3-3", "right 1-1"]);
}

#[test]
fn case_09_domino_9_a_double_opens_no_further_ends() {
    let mut played = double_six_opens();
    played.play("open 6-6");
    let ends = played.game.game().ends().unwrap();
    assert_eq!((ends.left, ends.right), (6, 6));
    // Both ends of the double, and no more: each of six tiles left or right.
    assert_eq!(played.moves().len(), 12);
    played.play("left 6-5");
    assert_eq!(played.moves(), ["draw"]);
    let game = played.game.game();
    assert!(
        game.line()
            .iter()
            .all(|laid| laid.lies_across() == (laid.tile == tile("6-6")))
    );
    // With 6-6 in the middle of the line only the outer ends count.
    let mut setup = Setup::new(2, seat(0));
    setup.opening = Some(tile("6-6"));
    setup.joined = vec![(End::Left, tile("6-5")), (End::Right, tile("6-4"))];
    setup.turn = seat(1);
    setup.hands = vec![tiles("0-0"), tiles("6-3 6-2 3-2")];
    setup.boneyard = majlis_rules::tiles::Tile::all()
        .filter(|tile| !tiles("6-6 6-5 6-4 0-0 6-3 6-2 3-2").contains(tile))
        .collect();
    let mut played = Played::from_setup(&setup, &[]);
    assert_eq!(played.moves(), ["draw"]);
    assert_eq!(played.refused("left 6-3"), "domino.8");
}

/// Two seats, ends 5 and 4, seat 0 to move; the boneyard starts 0-0, 1-0 and ends with 5-3.
fn two_seats(hand: &str) -> Setup {
    let mut setup = Setup::new(2, seat(1));
    setup.opening = Some(tile("5-5"));
    setup.joined = vec![(End::Right, tile("5-4"))];
    setup.turn = seat(0);
    setup.hands = vec![tiles(hand), tiles("6-5 5-2")];
    let used = [tiles(hand), tiles("6-5 5-2 5-5 5-4 0-0 1-0 5-3")].concat();
    setup.boneyard = tiles("0-0 1-0");
    setup
        .boneyard
        .extend(majlis_rules::tiles::Tile::all().filter(|tile| !used.contains(tile)));
    setup.boneyard.push(tile("5-3"));
    setup
}

#[test]
fn domino_10_who_can_play_must_play() {
    let mut played = Played::from_setup(&two_seats("4-4 1-1"), &[]);
    assert_eq!(played.moves(), ["right 4-4"]);
    assert_eq!(played.refused("draw"), "domino.11");
    assert_eq!(played.refused("knock"), "domino.11");
    let hands = [
        "6-6 5-5 4-4 3-3 1-1 0-0 2-2",
        "6-0 6-5 5-4 4-3 4-1 4-0 6-4",
        "6-3 6-2 6-1 5-3 1-0 2-1 2-0",
        "5-2 5-1 5-0 4-2 3-2 3-1 3-0",
    ];
    let mut four = Played::new(4, false, &[pack(&hands, "")]);
    four.play("open 6-6");
    assert_eq!(four.refused("knock"), "domino.10");
}

#[test]
fn domino_11_drawing_until_one_can_play() {
    let mut setup = two_seats("1-1 2-2");
    // 4-2 comes third.
    setup.boneyard.retain(|held| *held != tile("4-2"));
    setup.boneyard.insert(2, tile("4-2"));
    let mut played = Played::from_setup(&setup, &[]);
    assert_eq!(played.moves(), ["draw"]);
    assert_eq!(played.refused("knock"), "domino.11");
    let before = played.game.game().boneyard_len();
    played.play("draw, draw, draw");
    assert_eq!(played.turn(), 0);
    assert_eq!(played.game.game().boneyard_len(), before - 3);
    assert_eq!(played.game.game().hand_len(seat(0)), 5);
    // Now one fits: no further draw.
    assert_eq!(played.moves(), ["right 4-2"]);
    assert_eq!(played.refused("draw"), "domino.11");
    assert_eq!(played.refused("knock"), "domino.11");
}

#[test]
fn domino_11_knocking_only_when_the_boneyard_is_empty() {
    // Everything with a five or a four is in the line or with seat 1.
    let mut setup = Setup::new(2, seat(1));
    setup.opening = Some(tile("5-5"));
    setup.joined = vec![(End::Right, tile("5-4"))];
    setup.turn = seat(0);
    setup.hands = vec![tiles("1-1 2-2"), tiles("6-5 5-3 5-2 5-1 5-0 6-4 4-4 4-3 4-2 4-1 4-0")];
    let used = [tiles("5-5 5-4"), setup.hands.concat()].concat();
    setup.boneyard = majlis_rules::tiles::Tile::all()
        .filter(|tile| !used.contains(tile))
        .collect();
    let all = setup.boneyard.len();
    assert_eq!(all, 13);
    let mut played = Played::from_setup(&setup, &[]);
    for _ in 0..all {
        assert_eq!(played.moves(), ["draw"]);
        assert_eq!(played.refused("knock"), "domino.11");
        played.play("draw");
    }
    assert_eq!(played.moves(), ["knock"]);
    assert_eq!(played.refused("draw"), "domino.11");
    played.play("knock");
    assert_eq!(played.turn(), 1);
    assert_eq!(played.game.game().knocked(), seats(&[0]));
    // A tile played afterwards takes the knock back.
    played.play("left 5-3");
    assert!(played.game.game().knocked().is_empty());
}

#[test]
fn domino_11_all_fourteen_may_be_drawn() {
    // Seat 1 opens 6-6; all other sixes are with seat 1 too.
    let hands = ["5-5 4-4 3-3 2-2 1-1 0-0 5-4", "6-6 6-5 6-4 6-3 6-2 6-1 6-0"];
    let mut played = Played::new(2, false, &[pack(&hands, "")]);
    played.play("open 6-6");
    for left in (0..14).rev() {
        played.play("draw");
        assert_ne!(
            played.game.game().due(),
            Due::Turn(seat(0)),
            "the tile has to be seen first"
        );
        assert_eq!(played.turn(), 0);
        assert_eq!(played.game.game().boneyard_len(), left);
    }
    assert_eq!(played.game.game().hand_len(seat(0)), 21);
    assert_eq!(played.moves(), ["knock"]);
}

#[test]
fn domino_12_at_four_seats_who_cannot_play_knocks() {
    let hands = [
        "6-6 6-5 6-4 6-3 6-2 6-1 5-0",
        "5-5 4-4 3-3 1-1 0-0 2-2 5-4",
        "6-0 5-3 5-2 5-1 4-3 4-2 4-1",
        "4-0 3-2 3-1 3-0 2-1 2-0 1-0",
    ];
    let mut played = Played::new(4, true, &[pack(&hands, "")]);
    played.play("open 6-6");
    assert_eq!((played.turn(), played.moves()), (1, vec!["knock".to_owned()]));
    played.play("knock");
    assert_eq!(played.turn(), 2);
    assert_eq!(played.refused("knock"), "domino.10");
    assert_eq!(played.moves(), ["left 6-0", "right 6-0"]);
    played.play("left 6-0, left 4-0, right 6-4");
    assert!(played.game.game().knocked().is_empty());
}

#[test]
fn domino_13_left_and_right_are_two_moves_when_both_ends_are_equal() {
    let mut left = double_six_opens();
    left.play("open 6-6");
    let mut right = left.clone();
    assert!(left.moves().contains(&"left 6-0".to_owned()) && left.moves().contains(&"right 6-0".to_owned()));
    left.play("left 6-0");
    right.play("right 6-0");
    assert_eq!(left.game.game().line().to_string(), "[0|6][6|6]");
    assert_eq!(right.game.game().line().to_string(), "[6|6][6|0]");
    assert_eq!(
        (left.moves(), right.moves()),
        (vec!["left 4-0".to_owned()], vec!["right 4-0".to_owned()])
    );
    // A double that fits both ends is two moves as well.
    let mut setup = two_seats("5-1 4-4");
    setup.joined = vec![
        (End::Right, tile("5-4")),
        (End::Left, tile("5-3")),
        (End::Left, tile("4-3")),
    ];
    setup.boneyard.retain(|held| !tiles("5-3 4-3").contains(held));
    assert_eq!(Played::from_setup(&setup, &[]).moves(), ["left 4-4", "right 4-4"]);
}

#[test]
fn common_12_only_in_turn_only_what_is_held() {
    let mut played = double_six_opens();
    played.play("open 6-6");
    played.advance();
    let game = played.game.game();
    let mv = game.parse_move("knock").unwrap();
    for number in [1, 2, 3] {
        assert_eq!(game.plan(seat(number), &mv, None).unwrap_err().rule.id(), "common.12");
    }
    // A tile that the move does not lay, and a move that does not say which tile it lays.
    let own = game.hand_cards(seat(0)).next();
    let draw = game.parse_move("draw").unwrap();
    assert_eq!(game.plan(seat(0), &draw, own).unwrap_err().rule.id(), "common.12");
    let left = game.parse_move("left 6-5").unwrap();
    assert_eq!(game.plan(seat(0), &left, None).unwrap_err().rule.id(), "common.12");
    // Somebody else's tile, and one of another pack.
    let other = game.hand_cards(seat(1)).next();
    assert_eq!(game.plan(seat(0), &left, other).unwrap_err().rule.id(), "domino.8");
    let elsewhere = own.map(|card| majlis_rules::face::Handle { pack: 7, ..card });
    assert_eq!(game.plan(seat(0), &left, elsewhere).unwrap_err().rule.id(), "domino.8");
    // The right tile named, another one shown.
    let wrong = game.hand_cards(seat(0)).nth(1);
    let error = game
        .clone()
        .play(seat(0), &left, wrong, played.game.faces(), &mut Vec::new())
        .unwrap_err();
    assert_eq!(
        (error.rule.id(), error.message.as_ref()),
        ("domino.8", "the tile shown is 6-4, not 6-5")
    );
    // No operations are due.
    let error = game.clone().settle(played.game.faces(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.rule.id(), "common.12");
}
