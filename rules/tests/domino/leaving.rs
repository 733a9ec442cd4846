//! Leaving: domino.22 to domino.24.

use majlis_rules::domino::{Domino, Event, Phase, RoundEnd, Setup};
use majlis_rules::face::{Face, Knowledge};
use majlis_rules::game::{CardOp, Due, Game, Variant};
use majlis_rules::seat::Seat;
use majlis_rules::tiles::Tile;

use crate::support::{Played, before_the_block, pack, seat, seats, table, tile};

/// Seat 0 holds 6-6, seat 1 5-5, seat 2 4-4, seat 3 3-3.
const HANDS: [&str; 4] = [
    "6-6 6-0 5-0 4-0 3-0 2-0 1-0",
    "5-5 6-1 5-1 4-1 3-1 2-1 0-0",
    "4-4 6-2 5-2 4-2 3-2 6-5 1-1",
    "3-3 6-3 5-3 4-3 6-4 5-4 2-2",
];

fn alone() -> Played {
    Played::new(4, false, &[pack(&HANDS, "")])
}

/// The game with this pack dealt, and its faces: before the first question.
fn dealt(hands: &[&str]) -> (Domino, Knowledge) {
    let mut game = Domino::new(&table(4, false)).unwrap();
    let mut faces = Knowledge::new();
    faces.learn_pack(0, &pack(hands, ""));
    game.settle(&faces, &mut Vec::new()).unwrap();
    (game, faces)
}

fn asked(game: &Domino) -> (Tile, Vec<u8>) {
    match game.due() {
        Due::Question(question) => {
            assert_eq!(question.rule.id(), "domino.5");
            let seats = question.seats.iter().map(Seat::number).collect();
            (Tile::from_face(question.face).unwrap(), seats)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn domino_22_leaving_loses_at_two_seats_and_keeps_the_points() {
    let mut setup = before_the_block(
        2,
        &["6-0 0-0", "2-0 2-1 2-2 3-0 3-1 3-3 4-0 4-1 4-2 4-3 5-0 5-1 5-2 5-3"],
    );
    setup.points = vec![63, 12];
    for (leaver, outcome) in [(0, "loss win"), (1, "win loss")] {
        let mut played = Played::from_setup(&setup, &[]);
        played.leave(leaver);
        assert_eq!(played.outcome().unwrap(), outcome);
        assert_eq!(played.scores(), [63, 12]);
        assert!(played.rounds().is_empty(), "the round has not finished");
    }
}

#[test]
fn domino_22_leaving_loses_for_the_partner_too() {
    for (leaver, outcome) in [(0, "loss win loss win"), (3, "win loss win loss")] {
        let mut played = Played::new(4, true, &[pack(&HANDS, "")]);
        played.play("open 6-6").leave(leaver);
        assert_eq!(played.outcome().unwrap(), outcome);
    }
}

#[test]
fn domino_22_leaving_while_a_tile_is_drawn() {
    let hands = ["5-5 4-4 3-3 2-2 1-1 0-0 5-4", "6-6 6-5 6-4 6-3 6-2 6-1 6-0"];
    let mut played = Played::new(2, false, &[pack(&hands, "")]);
    played.play("open 6-6, draw");
    let mut game = *played.game.game();
    assert_eq!(game.phase(), Phase::Drawing(seat(0)));
    game.leave(seat(0), &mut Vec::new()).unwrap();
    assert_eq!(game.due(), Due::Nothing);
    assert_eq!(game.outcome().unwrap()[1].name(), "win");
}

#[test]
fn domino_23_out_of_turn_and_in_turn() {
    let mut played = alone();
    played.play("open 6-6, left 6-1");
    played.leave(0);
    assert_eq!(played.turn(), 2);
    assert_eq!(played.game.game().hand_len(seat(0)), 0);
    assert_eq!(played.game.game().line().len(), 2, "what lies in the line stays");
    played.leave(2);
    assert_eq!(played.turn(), 3);
    played.play("right 6-3");
    assert_eq!(played.turn(), 1, "who has left is passed over");
    // Two who remain knock; what lies aside is never drawn.
    assert_eq!(played.game.game().boneyard_len(), 0);
    assert_eq!(played.refused("draw"), "domino.3");
    // Who has left cannot leave again, nor somebody who never was there.
    assert_eq!(
        played.game.leave(seat(2), &mut Vec::new()).unwrap_err().rule.id(),
        "common.11"
    );
    // One who remains wins at once.
    played.leave(1);
    assert_eq!(played.outcome().unwrap(), "loss loss loss win");
    assert!(played.rounds().is_empty());
}

#[test]
fn domino_23_the_points_go_with_the_leaver() {
    let mut setup = before_the_block(
        4,
        &[
            "6-0 4-3 2-0 0-0",
            "5-1 2-1",
            "5-3 5-2 4-1",
            "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
        ],
    );
    setup.points = vec![10, 20, 30, 99];
    let mut played = Played::from_setup(&setup, &[]);
    played.leave(3);
    assert_eq!(played.scores(), [10, 20, 30, 0]);
    // And his tiles: 9 and 9 tie, the 20 are not enough, the 32 are not counted.
    played.play("right 6-0, knock, knock, knock");
    assert_eq!(played.rounds(), [(vec![], 0, true)]);
    let shown = played
        .events
        .iter()
        .filter(|event| matches!(event, Event::HandShown { .. }))
        .count();
    assert_eq!(shown, 3);
    // Seven tiles to each who stayed.
    let game = played.game.game();
    assert_eq!(
        (0..4).map(|number| game.hand_len(seat(number))).collect::<Vec<_>>(),
        [7, 7, 7, 0]
    );
    assert_eq!(
        played.events.last(),
        Some(&Event::Dealt {
            round: 3,
            seats: seats(&[0, 1, 2])
        })
    );
}

#[test]
fn domino_23_later_rounds_deal_seven_to_each_who_stayed() {
    let mut setup = before_the_block(4, &["6-0 5-2 5-0", "", "5-3 4-0"]);
    setup.left = seats(&[1, 3]);
    let mut played = Played::from_setup(&setup, &[]);
    played.play("right 6-0, knock, knock");
    let mut game = *played.game.game();
    game.settle(played.game.faces(), &mut Vec::new()).unwrap();
    let Due::Cards(operations) = game.due() else {
        panic!("no deal")
    };
    let looks: Vec<(u8, u8)> = operations
        .iter()
        .filter_map(|operation| match operation {
            CardOp::Look { card, seat } => Some((card.index, seat.number())),
            _ => None,
        })
        .collect();
    assert_eq!(looks, (0..14).map(|index| (index, index / 7 * 2)).collect::<Vec<_>>());
    played.advance();
    // The rest lies aside and is never drawn, even when two remain.
    assert_eq!(played.game.game().boneyard_len(), 0);
    assert_eq!(played.refused("draw"), "domino.3");
    // The opening goes on from seat 0, past seat 1.
    assert_eq!(played.turn(), 2);
}

#[test]
fn domino_23_a_leave_during_the_deal_makes_it_void() {
    let mut game = Domino::new(&table(4, false)).unwrap();
    let mut events = Vec::new();
    assert!(matches!(game.due(), Due::Cards(operations) if matches!(operations[0], CardOp::Shuffle { pack: 0, .. })));
    game.leave(seat(1), &mut events).unwrap();
    let Due::Cards(operations) = game.due() else {
        panic!("no deal")
    };
    assert!(matches!(operations[0], CardOp::Shuffle { pack: 1, faces, .. } if faces.len() == 28));
    assert_eq!(operations.len(), 1 + 21);
    assert_eq!(game.live_packs(), [1]);
    assert_eq!(events, [Event::Left { seat: seat(1) }, Event::DealVoid { pack: 0 }]);
    // It is still round 1, so hands are asked.
    let mut faces = Knowledge::new();
    faces.learn_pack(1, &pack(&HANDS, ""));
    game.settle(&faces, &mut events).unwrap();
    assert_eq!((game.round(), asked(&game)), (1, (tile("6-6"), vec![0, 2, 3])));
}

#[test]
fn domino_23_a_leave_during_a_later_deal_keeps_round_and_opener() {
    let setup = before_the_block(
        4,
        &[
            "6-0 4-3 2-0 0-0",
            "5-1 2-1",
            "5-3 5-2 4-1",
            "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
        ],
    );
    for (leaver, opener) in [(1, 2), (3, 1)] {
        let mut played = Played::from_setup(&setup, &[]);
        played.play("right 6-0, knock, knock, knock, knock");
        let mut game = *played.game.game();
        let mut faces = played.game.faces().clone();
        let mut events = Vec::new();
        game.settle(&faces, &mut events).unwrap();
        game.leave(seat(leaver), &mut events).unwrap();
        assert_eq!(game.live_packs(), [3]);
        faces.learn_pack(3, &pack(&HANDS, ""));
        game.settle(&faces, &mut events).unwrap();
        assert_eq!((game.round(), game.due()), (3, Due::Turn(seat(opener))));
    }
}

#[test]
fn domino_23_a_void_deal_is_part_of_the_state() {
    // Seat 3 leaves before the tied block, or after it during the deal: the same match but for the pack in play.
    let hands = [
        "6-0 4-3 2-0 0-0",
        "5-1 2-1",
        "5-3 5-2 4-1",
        "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
    ];
    let setup = before_the_block(4, &hands);
    let dealt = |game: &Domino| {
        let mut game = *game;
        game.settle(&Knowledge::new(), &mut Vec::new()).unwrap();
        game
    };
    let mut before = Played::from_setup(&setup, &[]);
    before.leave(3).play("right 6-0, knock, knock, knock");
    let mut after = Played::from_setup(&setup, &[]);
    after.play("right 6-0, knock, knock, knock, knock");
    let [mut one, mut other] = [*before.game.game(), *after.game.game()];
    one.settle(before.game.faces(), &mut Vec::new()).unwrap();
    other.settle(after.game.faces(), &mut Vec::new()).unwrap();
    other.leave(seat(3), &mut Vec::new()).unwrap();
    let [one, other] = [dealt(&one), dealt(&other)];
    assert_eq!((one.live_packs(), other.live_packs()), (vec![2], vec![3]));
    assert_eq!(
        (one.due(), one.scores(), one.round()),
        (other.due(), other.scores(), other.round())
    );
    assert_ne!(one.canonical_bytes(), other.canonical_bytes());
}

#[test]
fn domino_23_a_leave_during_the_question() {
    let (start, faces) = dealt(&HANDS);
    assert_eq!(asked(&start), (tile("6-6"), vec![0, 1, 2, 3]));
    let mut events = Vec::new();

    // The holder leaves before anybody answered: the others are asked for 6-6 in vain, then for 5-5.
    let mut game = start;
    game.leave(seat(0), &mut events).unwrap();
    assert_eq!(asked(&game), (tile("6-6"), vec![1, 2, 3]));
    for number in 1..4 {
        assert_eq!(game.denial(seat(number)).unwrap().test(&faces), Some(true));
        game.deny(seat(number), &mut events).unwrap();
    }
    assert_eq!(asked(&game), (tile("5-5"), vec![1, 2, 3]));
    assert_eq!(game.denial(seat(1)).unwrap().test(&faces), Some(false));
    assert_eq!(game.legal_moves(seat(1), &faces)[0].to_string(), "open 5-5");

    // The holder leaves when all others have denied: the next tile is asked for at once.
    let mut game = start;
    for number in 1..4 {
        game.deny(seat(number), &mut events).unwrap();
    }
    assert_eq!(asked(&game), (tile("6-6"), vec![0]));
    game.leave(seat(0), &mut events).unwrap();
    assert_eq!(asked(&game), (tile("5-5"), vec![1, 2, 3]));

    // Somebody who has answered leaves, and somebody who has not.
    let mut game = start;
    game.deny(seat(2), &mut events).unwrap();
    game.leave(seat(2), &mut events).unwrap();
    assert_eq!(asked(&game), (tile("6-6"), vec![0, 1, 3]));
    game.leave(seat(3), &mut events).unwrap();
    assert_eq!(asked(&game), (tile("6-6"), vec![0, 1]));
    let open = game.parse_move("open 6-6").unwrap();
    game.play_open(seat(0), &open, &faces, &mut events).unwrap();
    assert_eq!(game.due(), Due::Turn(seat(1)));
    // Who has not denied need not any more.
    assert_eq!(game.deny(seat(1), &mut events).unwrap_err().rule.id(), "common.12");
}

#[test]
fn domino_23_the_highest_tile_is_asked_again_of_the_hands_that_remain() {
    let mut played = alone();
    assert_eq!(played.turn(), 0);
    played.leave(0);
    assert_eq!((played.turn(), played.moves()), (1, vec!["open 5-5".to_owned()]));
    played.leave(1);
    assert_eq!((played.turn(), played.moves()), (2, vec!["open 4-4".to_owned()]));
    played.play("open 4-4");
    assert_eq!(played.turn(), 3);
}

/// Round 2 waits for seat 1, seat 0 having opened round 1; in the round, seats 1, 2 and 3 hold whatever was dealt.
fn opening_of_round_2() -> Setup {
    let mut setup = Setup::new(4, seat(0));
    setup.hands = HANDS.iter().map(|hand| crate::support::tiles(hand)).collect();
    setup
}

#[test]
fn domino_23_the_opener_of_a_later_round_leaves() {
    let mut played = Played::from_setup(&opening_of_round_2(), &[]);
    assert_eq!(played.turn(), 1);
    played.leave(1);
    assert_eq!(played.turn(), 2);
    assert_eq!(played.game.game().opener(), Some(seat(2)));
    assert_eq!(played.moves().len(), 7);
    // Somebody else leaves: nothing changes for the opener.
    played.leave(0);
    assert_eq!(played.turn(), 2);
    played.play("open 6-5");
    // The following round counts on from the seat that really opened: 3, not 2.
    while played.game.game().round() == 2 {
        let mv = played.moves().remove(0);
        played.play(&mv);
        played.advance();
    }
    assert_eq!((played.game.game().round(), played.turn()), (3, 3));
}

#[test]
fn domino_23_the_next_opener_has_left_in_mid_round() {
    let setup = before_the_block(
        4,
        &[
            "6-0 4-3 2-0 0-0",
            "5-1 2-1",
            "5-3 5-2 4-1",
            "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
        ],
    );
    let mut played = Played::from_setup(&setup, &[]);
    // Seat 0 opened this round and leaves; seat 1 leaves too: seat 2 opens the next one.
    played.play("right 6-0").leave(0).leave(1);
    played.play("knock, knock");
    assert_eq!(played.rounds(), [(vec![2], 32, true)]);
    assert_eq!(played.turn(), 2);
}

#[test]
fn domino_24_a_block_is_judged_among_those_who_stayed() {
    let setup = before_the_block(
        4,
        &[
            "6-0 4-3 2-0 0-0",
            "5-1 2-1",
            "5-3 5-2 4-1",
            "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
        ],
    );
    let mut played = Played::from_setup(&setup, &[]);
    played.play("right 6-0, knock, knock, knock");
    assert_eq!(played.turn(), 0);
    // The only seat that has not knocked leaves: blocked at once, and its 9 pips tie with nobody's.
    played.leave(0);
    assert_eq!(played.game.game().phase(), Phase::Showing(RoundEnd::Blocked));
    assert_eq!(played.rounds(), [(vec![1], 52, true)]);
    assert_eq!(played.scores(), [0, 52, 0, 0]);

    // Somebody who has knocked leaves: the others go on knocking.
    let mut played = Played::from_setup(&setup, &[]);
    played.play("right 6-0, knock, knock").leave(1);
    assert_eq!(played.turn(), 3);
    played.play("knock, knock");
    assert_eq!(played.rounds(), [(vec![0], 52, true)]);

    // The last but one leaves: nothing is counted, the match is won.
    let mut played = Played::from_setup(&setup, &[]);
    played.leave(1).play("right 6-0, knock, knock").leave(2).leave(0);
    assert_eq!(played.outcome().unwrap(), "loss loss loss win");
    assert!(played.rounds().is_empty());
}

#[test]
fn domino_23_leaving_while_the_hands_are_opened() {
    let hands = [
        "6-0",
        "5-1 2-1 4-3 2-0 0-0",
        "5-3 5-2 4-1 5-0",
        "2-2 3-0 3-1 3-3 4-0 4-2",
    ];
    let mut out = Played::from_setup(&before_the_block(4, &hands), &[]);
    out.play("right 6-0");
    let open = |game: &Domino| match game.due() {
        Due::Cards(operations) => operations.len(),
        other => panic!("{other:?}"),
    };
    let at_the_end = |leaver: u8| {
        let mut game = *out.game.game();
        let mut events = Vec::new();
        assert_eq!(open(&game), 15);
        game.leave(seat(leaver), &mut events).unwrap();
        let left = open(&game);
        game.settle(out.game.faces(), &mut events).unwrap();
        let over = events.into_iter().find_map(|event| match event {
            Event::RoundOver {
                winner,
                points,
                blocked,
                ..
            } => Some((winner, points, blocked)),
            _ => None,
        });
        (left, over.unwrap())
    };
    // The leaver's 27 pips are not counted.
    assert_eq!(at_the_end(3), (9, (seats(&[0]), 43, false)));
    // Who went out leaves: nobody scores.
    assert_eq!(at_the_end(0), (15, (seats(&[]), 0, false)));
}

#[test]
fn common_1_no_such_seat_leaves() {
    let mut game = Domino::new(&table(2, false)).unwrap();
    for number in [2, 3] {
        assert_eq!(
            game.leave(seat(number), &mut Vec::new()).unwrap_err().rule.id(),
            "common.1"
        );
    }
    assert_eq!(game, Domino::new(&table(2, false)).unwrap());
}

#[test]
fn the_last_tile_of_the_search_cannot_be_denied_by_all() {
    // Without the proofs everything can be denied; the search must end all the same.
    let (mut game, _) = dealt(&HANDS);
    let mut events = Vec::new();
    let mut denied: Vec<Face> = Vec::new();
    let error = loop {
        let Due::Question(question) = game.due() else {
            panic!("the question is open")
        };
        denied.push(question.face);
        let refused = question
            .seats
            .iter()
            .find_map(|seat| game.deny(seat, &mut events).err());
        if let Some(error) = refused {
            break error;
        }
    };
    assert_eq!((denied.len(), error.rule.id()), (28, "domino.5"));
    assert_eq!(asked(&game), (tile("1-0"), vec![3]));
    game.leave(seat(3), &mut events).unwrap();
    assert_eq!(asked(&game), (tile("1-0"), vec![0, 1, 2]));
}
