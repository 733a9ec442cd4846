//! Positions made by hand: what is a position and what is none.

use majlis_rules::domino::{End, Setup, SetupError};
use majlis_rules::game::{Due, Game};

use crate::support::{before_the_block, seat, seats, tile, tiles};

fn good() -> Setup {
    before_the_block(
        4,
        &[
            "6-0 4-3 2-0 0-0",
            "5-1 2-1",
            "5-3 5-2 4-1",
            "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
        ],
    )
}

#[test]
fn a_position_stands_as_it_was_put() {
    let mut setup = good();
    setup.points = vec![1, 2, 3, 4];
    setup.knocked = seats(&[2, 3]);
    let (game, faces) = setup.build().unwrap();
    assert_eq!(game.due(), Due::Turn(seat(0)));
    assert_eq!(game.line().len(), 12);
    assert_eq!(game.scores(), [1, 2, 3, 4]);
    assert_eq!(game.knocked(), seats(&[2, 3]));
    assert_eq!(game.hand_cards(seat(3)).count(), 7);
    assert_eq!(faces.iter().count(), 28);
    // The same set-up, the same bytes; another one, others.
    assert_eq!(setup.build().unwrap().0.canonical_bytes(), game.canonical_bytes());
    assert_ne!(good().build().unwrap().0.canonical_bytes(), game.canonical_bytes());
    assert_eq!(&game.canonical_bytes()[..11], b"\x01\0\0\0\x06domino");
}

#[test]
fn positions_that_differ_in_one_thing_have_different_bytes() {
    let changes: [&dyn Fn(&mut Setup); 9] = [
        &|_| {},
        &|setup| setup.partners = true,
        &|setup| setup.points = vec![1],
        &|setup| setup.points = vec![0, 1],
        &|setup| setup.round = 3,
        &|setup| setup.opened_by = seat(2),
        &|setup| setup.turn = seat(1),
        &|setup| setup.knocked = seats(&[1]),
        &|setup| setup.hands.swap(0, 1),
    ];
    let bytes = |change: &dyn Fn(&mut Setup)| {
        let mut setup = good();
        change(&mut setup);
        setup.build().unwrap().0.canonical_bytes()
    };
    let mut all: Vec<Vec<u8>> = changes.into_iter().map(bytes).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), changes.len());
}

#[test]
fn what_is_no_position_is_refused() {
    let wrong = |change: &dyn Fn(&mut Setup)| {
        let mut setup = good();
        change(&mut setup);
        let error = setup.build().expect_err("this is no position");
        assert!(!error.to_string().is_empty());
        error
    };
    assert!(matches!(wrong(&|setup| setup.seats = 3), SetupError::Table(_)));
    assert_eq!(
        wrong(&|setup| setup.hands[1].push(tile("6-6"))),
        SetupError::Twice(tile("6-6"))
    );
    assert_eq!(
        wrong(&|setup| {
            setup.hands[1].pop();
        }),
        SetupError::NotAll(27)
    );
    assert_eq!(
        wrong(&|setup| setup.joined[2] = (End::Right, tile("0-0"))),
        SetupError::NoFit(End::Right, tile("0-0"))
    );
    assert_eq!(
        wrong(&|setup| setup.opening = None),
        SetupError::NoFit(End::Right, tile("5-5"))
    );
    let move_all = |setup: &mut Setup| {
        let hand = std::mem::take(&mut setup.hands[1]);
        setup.hands[2].extend(hand);
    };
    assert_eq!(wrong(&move_all), SetupError::Hand(seat(1), 0));
    assert_eq!(
        wrong(&|setup| {
            let one = setup.hands[1].remove(0);
            setup.hands[3].push(one);
        }),
        SetupError::Hand(seat(3), 8)
    );
    assert_eq!(
        wrong(&|setup| {
            let hand = setup.hands.remove(1);
            setup.boneyard = hand;
        }),
        SetupError::Boneyard
    );
    assert_eq!(
        wrong(&|setup| setup.left = seats(&[0])),
        SetupError::NotAtTheTable(seat(0))
    );
    assert_eq!(wrong(&|setup| setup.left = seats(&[1])), SetupError::NoHand);
    assert_eq!(
        wrong(&|setup| setup.left = seats(&[1, 2, 3])),
        SetupError::Left(seats(&[1, 2, 3]))
    );
    assert_eq!(
        wrong(&|setup| {
            setup.partners = true;
            setup.left = seats(&[1]);
        }),
        SetupError::Left(seats(&[1]))
    );
    assert_eq!(
        wrong(&|setup| setup.points = vec![0, 100]),
        SetupError::Points(seat(1), 100)
    );
    assert_eq!(
        wrong(&|setup| {
            setup.partners = true;
            setup.points = vec![5];
        }),
        SetupError::Points(seat(0), 5)
    );
    assert_eq!(wrong(&|setup| setup.round = 0), SetupError::Round(0));
    assert_eq!(
        wrong(&|setup| setup.knocked = seats(&[0, 1, 2, 3])),
        SetupError::Knocked(seats(&[0, 1, 2, 3]))
    );
    assert_eq!(wrong(&|setup| setup.hands.push(tiles("6-0"))), SetupError::NoHand);
}

#[test]
fn an_empty_table_waits_for_the_opener() {
    let hands = [
        "6-6 6-0 5-0 4-0 3-0 2-0 1-0",
        "5-5 6-1 5-1 4-1 3-1 2-1 0-0",
        "4-4 6-2 5-2 4-2 3-2 6-5 1-1",
        "3-3 6-3 5-3 4-3 6-4 5-4 2-2",
    ];
    let mut setup = Setup::new(4, seat(3));
    setup.hands = hands.iter().map(|hand| tiles(hand)).collect();
    assert_eq!(setup.build().unwrap().0.due(), Due::Turn(seat(0)));
    setup.round = 1;
    assert_eq!(setup.build().unwrap_err(), SetupError::Round(1));
    setup.round = 2;
    setup.turn = seat(1);
    assert_eq!(setup.build().unwrap_err(), SetupError::NotTheOpener(seat(1)));
    setup.turn = seat(0);
    setup.knocked = seats(&[1]);
    assert_eq!(setup.build().unwrap_err(), SetupError::Knocked(seats(&[1])));
}

#[test]
fn the_canonical_bytes_stay_as_they_are() {
    // A change of these bytes changes what peers sign: raise the layout's version and say so in the changelog.
    let mut setup = good();
    setup.points = vec![1, 2, 3, 4];
    let mut played = crate::support::Played::from_setup(&setup, &[]);
    played.play("right 6-0, knock");
    let hex: String = played
        .game
        .game()
        .canonical_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let expected = [
        // The layout's version, the game.
        "01 00000006 646f6d696e6f",
        // Four seats, no partners, all present, round 2, pack 1, opened by seat 0, the turn of seat 2, seat 1 has knocked.
        "04 00 0f 00000002 00000001 0100 030200 02",
        // By seat: points, and the places of the hand's tiles.
        "00000001 0000000e 00000002 00000030 00000003 000001c0 00000004 0000fe00",
        // No boneyard; 13 tiles, the first of which opened: face, place, flipped.
        "1c 0d 0100",
        "1a1000 141100 131200 0e1300 191401 1b1500 181600 081700 171801 161900 021a00 011b00 150001",
        // By place, what has been ruled out: seat 1 holds no six.
        "00000000 00000000 00000000 00000000 0fe00000 0fe00000 00000000 00000000 00000000 00000000",
        "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
        "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
    ];
    assert_eq!(hex, expected.concat().replace(' ', ""));
}
