//! What is asked of hidden hands, and what everybody can tell of them: common.4, design of the proofs.

use majlis_rules::domino::{End, Setup};
use majlis_rules::face::{FaceSet, PackKind};
use majlis_rules::game::Game;
use majlis_rules::tiles::Tile;

use crate::support::{Played, before_the_block, pack, seat, tile, tiles};

fn faces(text: &str) -> FaceSet {
    tiles(text).into_iter().map(Tile::face).collect()
}

/// Two seats; seat 0 cannot play on 5 and 4 until it draws 4-2, the second tile of the boneyard.
fn about_to_draw() -> Setup {
    let mut setup = Setup::new(2, seat(1));
    setup.opening = Some(tile("5-5"));
    setup.joined = vec![(End::Right, tile("5-4"))];
    setup.turn = seat(0);
    setup.hands = vec![tiles("1-1 2-2"), tiles("6-5 5-2 3-3")];
    let used = [tiles("5-5 5-4 1-0 4-2"), setup.hands.concat()].concat();
    setup.boneyard = tiles("1-0 4-2");
    setup.boneyard.extend(Tile::all().filter(|tile| !used.contains(tile)));
    setup
}

#[test]
fn domino_11_a_draw_requires_that_nothing_fits_and_only_the_new_tile_is_proved_again() {
    let mut played = Played::from_setup(&about_to_draw(), &[]);
    played.advance();
    let game = *played.game.game();
    let draw = game.parse_move("draw").unwrap();
    let plan = game.plan(seat(0), &draw, None).unwrap();
    assert!(plan.shows.is_empty() && plan.opens.is_empty());
    let [requirement] = &plan.requires[..] else {
        panic!("{plan:?}")
    };
    assert_eq!(requirement.rule.id(), "domino.11");
    assert_eq!(requirement.seat, seat(0));
    assert_eq!(requirement.cards, game.hand_cards(seat(0)).collect::<Vec<_>>());
    // What may be on them: no five, no four, and not what lies on the table.
    assert_eq!(requirement.faces.len(), 28 - 7 - 6);
    assert_eq!(requirement.test(played.game.faces()), Some(true));

    played.play("draw");
    played.advance();
    let after = *played.game.game();
    let plan = after.plan(seat(0), &draw, None).unwrap();
    assert_eq!(plan.requires[0].cards, [after.hand_cards(seat(0)).last().unwrap()]);

    // With 4-2 in the hand the proof fails.
    played.play("draw");
    played.advance();
    let plan = played.game.game().plan(seat(0), &draw, None).unwrap();
    assert_eq!(plan.requires[0].test(played.game.faces()), Some(false));
}

#[test]
fn domino_12_a_knock_requires_that_nothing_fits() {
    let hands = [
        "6-0 4-3 2-0 0-0",
        "5-1 2-1",
        "5-3 5-2 4-1",
        "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
    ];
    let mut played = Played::from_setup(&before_the_block(4, &hands), &[]);
    let knock = played.game.game().parse_move("knock").unwrap();
    // Seat 0 has 6-0.
    let plan = played.game.game().plan(seat(0), &knock, None).unwrap();
    assert_eq!(plan.requires[0].rule.id(), "domino.10");
    assert_eq!(plan.requires[0].test(played.game.faces()), Some(false));
    // All sixes lie on the table: nothing has to be proved.
    played.play("right 6-0");
    assert!(
        played
            .game
            .game()
            .plan(seat(1), &knock, None)
            .unwrap()
            .requires
            .is_empty()
    );
    assert!((0..4).all(|number| played.game.game().is_known_to_lack(seat(number), 6)));
    // The last knock opens all hands.
    played.play("knock, knock, knock");
    let plan = played.game.game().plan(seat(0), &knock, None).unwrap();
    assert_eq!(plan.opens.len(), 15);
}

#[test]
fn domino_15_going_out_opens_the_other_hands() {
    let hands = [
        "6-0",
        "5-1 2-1 4-3 2-0 0-0",
        "5-3 5-2 4-1 5-0",
        "2-2 3-0 3-1 3-3 4-0 4-2",
    ];
    let mut played = Played::from_setup(&before_the_block(4, &hands), &[]);
    played.advance();
    let game = played.game.game();
    let mv = game.parse_move("right 6-0").unwrap();
    let card = game.locate(seat(0), &mv, played.game.faces()).unwrap();
    let plan = game.plan(seat(0), &mv, card).unwrap();
    assert_eq!(plan.shows.len(), 1);
    assert_eq!((plan.shows[0].faces, Some(plan.shows[0].card)), (faces("6-0"), card));
    assert_eq!(plan.opens.len(), 15);
    assert!(plan.requires.is_empty());
}

#[test]
fn domino_5_a_denial_says_that_one_tile_is_not_there_and_no_more() {
    let hands = ["6-5 3-3 6-3 6-2 6-1 6-0 5-3", "4-4 5-0 4-3 4-2 4-1 4-0 2-2"];
    let mut played = Played::new(2, false, &[pack(&hands, "6-6 5-5")]);
    played.advance();
    let game = *played.game.game();
    let requirement = game.denial(seat(0)).unwrap();
    assert_eq!(requirement.faces, PackKind::Tiles.faces().minus(faces("4-4")));
    assert_eq!(requirement.cards.len(), 7);
    assert_eq!(requirement.test(played.game.faces()), Some(true));
    assert_eq!(game.denial(seat(1)).unwrap().test(played.game.faces()), Some(false));
    // Both have denied 6-6 and 5-5 by now, and nothing else is known.
    for card in game.hand_cards(seat(0)).chain(game.hand_cards(seat(1))) {
        assert_eq!(
            game.possible_faces(card),
            PackKind::Tiles.faces().minus(faces("6-6 5-5"))
        );
    }
}

#[test]
fn everybody_can_tell_what_a_knock_means() {
    let hands = [
        "6-6 6-5 6-4 6-3 6-2 6-1 5-0",
        "5-5 4-4 3-3 1-1 0-0 2-2 5-4",
        "6-0 5-3 5-2 5-1 4-3 4-2 4-1",
        "4-0 3-2 3-1 3-0 2-1 2-0 1-0",
    ];
    let mut played = Played::new(4, false, &[pack(&hands, "")]);
    played.play("open 6-6, knock");
    let game = played.game.game();
    let one = game.hand_cards(seat(1)).next().unwrap();
    assert_eq!(game.possible_faces(one).len(), 21);
    assert!(
        game.possible_faces(one)
            .and(faces("6-5 6-4 6-3 6-2 6-1 6-0"))
            .is_empty()
    );
    let lacks = |number, pips| game.is_known_to_lack(seat(number), pips);
    assert_eq!([0, 1, 2, 3].map(|number| lacks(number, 6)), [false, true, false, false]);
    assert!((0..6).all(|pips| !lacks(1, pips)));
    let other = game.hand_cards(seat(2)).next().unwrap();
    assert_eq!(game.possible_faces(other).len(), 27);
    // A tile in the line is what it is.
    let laid = majlis_rules::face::Handle { pack: 0, index: 0 };
    assert_eq!(game.possible_faces(laid), faces("6-6"));
}

#[test]
fn common_4_without_the_faces_nothing_is_taken_for_granted() {
    let mut played = Played::from_setup(&about_to_draw(), &[]);
    played.advance();
    let mut game = *played.game.game();
    let unknown = majlis_rules::face::Knowledge::new();
    let draw = game.parse_move("draw").unwrap();
    let error = game.play_open(seat(0), &draw, &unknown, &mut Vec::new()).unwrap_err();
    assert_eq!(error.rule.id(), "common.4");
    assert!(game.legal_moves(seat(0), &unknown).is_empty());
    let left = game.parse_move("left 6-5").unwrap();
    let card = game.hand_cards(seat(0)).next();
    let error = game.play(seat(0), &left, card, &unknown, &mut Vec::new()).unwrap_err();
    assert_eq!(error.rule.id(), "common.4");
}

#[test]
fn domino_10_a_tile_that_was_denied_cannot_be_laid_later() {
    // Seat 1 knocked on 6 and 6; whatever it says, a tile it held then has no six.
    let hands = [
        "6-6 6-5 6-4 6-3 6-2 6-1 5-0",
        "5-5 4-4 3-3 1-1 0-0 2-2 5-4",
        "6-0 5-3 5-2 5-1 4-3 4-2 4-1",
        "4-0 3-2 3-1 3-0 2-1 2-0 1-0",
    ];
    let mut played = Played::new(4, false, &[pack(&hands, "")]);
    played.play("open 6-6, knock, left 6-0, left 4-0, right 6-5");
    assert_eq!(played.turn(), 1);
    let mut game = *played.game.game();
    let mut faces = played.game.faces().clone();
    let card = game.hand_cards(seat(1)).next().unwrap();
    faces.learn(card, tile("6-4").face());
    let mv = game.parse_move("left 6-4").unwrap();
    assert_eq!(
        game.play(seat(1), &mv, Some(card), &faces, &mut Vec::new())
            .unwrap_err()
            .rule
            .id(),
        "domino.10"
    );
}
