//! The end of a round, scoring, and the match: domino.14 to domino.21.

use majlis_rules::domino::{Domino, Event, Phase, RoundEnd, Setup};
use majlis_rules::face::{Face, Handle, Knowledge};
use majlis_rules::game::{CardOp, Due, Game, Variant};
use majlis_rules::profile::is_rated;
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;

use crate::support::{Played, before_the_block, pack, seat, seats, table};

/// Four hands before the block of 9, 9, 20 and 32 pips; seat 0 has 6-0 too.
const HANDS: [&str; 4] = [
    "6-0 4-3 2-0 0-0",
    "5-1 2-1",
    "5-3 5-2 4-1",
    "2-2 3-0 3-1 3-3 4-0 4-2 5-0",
];

fn four(hands: &[&str], partners: bool) -> Setup {
    let mut setup = before_the_block(4, hands);
    setup.partners = partners;
    setup
}

#[test]
fn domino_14_a_round_ends_when_a_hand_is_played_out() {
    // Seat 0's last tile kills both ends: it went out all the same.
    let hands = [
        "6-0",
        "5-1 2-1 4-3 2-0 0-0",
        "5-3 5-2 4-1 5-0",
        "2-2 3-0 3-1 3-3 4-0 4-2",
    ];
    let mut played = Played::from_setup(&four(&hands, false), &[]);
    played.play("right 6-0");
    assert_eq!(played.game.game().phase(), Phase::Showing(RoundEnd::Out(seat(0))));
    assert_eq!(played.rounds(), [(vec![0], 70, false)]);
    assert_eq!(played.scores(), [70, 0, 0, 0]);
}

#[test]
fn domino_14_a_round_is_blocked_when_all_have_knocked() {
    let mut played = Played::from_setup(&four(&HANDS, false), &[]);
    played.play("right 6-0, knock, knock, knock");
    // Nobody can play, but seat 0 has not knocked yet.
    assert_eq!(played.turn(), 0);
    assert!(played.rounds().is_empty());
    assert_eq!(played.moves(), ["knock"]);
    played.play("knock");
    assert_eq!(played.game.game().phase(), Phase::Showing(RoundEnd::Blocked));
    assert!(played.events.contains(&Event::Blocked));
    assert_eq!(played.rounds().len(), 1);
}

#[test]
fn domino_14_two_knocks_block_at_two_seats() {
    let all_others = "2-0 2-1 2-2 3-0 3-1 3-3 4-0 4-1 4-2 4-3 5-0 5-1 5-2 5-3";
    let mut played = Played::from_setup(&before_the_block(2, &["6-0 0-0", all_others]), &[]);
    played.play("right 6-0, knock, knock");
    assert_eq!(played.rounds(), [(vec![0], 70, true)]);
    assert_eq!(played.scores(), [70, 0]);
}

#[test]
fn domino_15_going_out_scores_what_is_left_on_the_other_side() {
    let hands = [
        "6-0",
        "5-1 2-1 4-3 2-0 0-0",
        "5-3 5-2 4-1 5-0",
        "2-2 3-0 3-1 3-3 4-0 4-2",
    ];
    let mut alone = Played::from_setup(&four(&hands, false), &[]);
    assert_eq!(alone.play("right 6-0").rounds(), [(vec![0], 70, false)]);
    // The partner's 25 pips do not count.
    let mut partners = Played::from_setup(&four(&hands, true), &[]);
    assert_eq!(partners.play("right 6-0").rounds(), [(vec![0, 2], 45, false)]);
    assert_eq!(partners.scores(), [45, 0, 45, 0]);
}

#[test]
fn domino_15_going_out_against_0_0_wins_the_round_with_0_points() {
    let mut setup = before_the_block(2, &["6-0", "0-0"]);
    setup.boneyard = crate::support::tiles("2-0 2-1 2-2 3-0 3-1 3-3 4-0 4-1 4-2 4-3 5-0 5-1 5-2 5-3");
    let mut played = Played::from_setup(&setup, &[]);
    assert_eq!(played.play("right 6-0").rounds(), [(vec![0], 0, false)]);
}

#[test]
fn domino_16_blocked_the_lowest_hand_scores_all_others() {
    // 9, 7, 20 and 34.
    let hands = [
        "6-0 4-3 2-0",
        "2-1 4-0 0-0",
        "5-3 5-2 4-1",
        "2-2 3-0 3-1 3-3 5-1 4-2 5-0",
    ];
    let mut played = Played::from_setup(&four(&hands, false), &[]);
    played.play("right 6-0, knock, knock, knock, knock");
    assert_eq!(played.rounds_hands(), [9, 7, 20, 34]);
    assert_eq!(played.rounds(), [(vec![1], 63, true)]);
}

#[test]
fn case_08_domino_16_a_blocked_side_scores_the_pips_and_not_the_difference() {
    // 9 + 20 against 9 + 32.
    let mut played = Played::from_setup(&four(&HANDS, true), &[]);
    played.play("right 6-0, knock, knock, knock, knock");
    assert_eq!(played.rounds(), [(vec![0, 2], 41, true)]);
    assert_eq!(played.scores(), [41, 0, 41, 0]);
}

#[test]
fn case_07_domino_17_a_tie_scores_nobody_and_the_next_round_opens() {
    // 9, 9, 20 and 32, alone.
    let mut alone = Played::from_setup(&four(&HANDS, false), &[]);
    alone.play("right 6-0, knock, knock, knock, knock");
    assert_eq!(alone.rounds(), [(vec![], 0, true)]);
    assert_eq!((alone.turn(), alone.scores()), (1, vec![0; 4]));
    assert_eq!(alone.moves().len(), 7);

    // 35 to 35 in partnership.
    let hands = [
        "6-0 4-3 2-0 0-0",
        "5-1 2-1 5-0 4-0",
        "5-3 5-2 4-1 4-2",
        "2-2 3-0 3-1 3-3",
    ];
    let mut partners = Played::from_setup(&four(&hands, true), &[]);
    partners.play("right 6-0, knock, knock, knock, knock");
    assert_eq!(partners.rounds_hands(), [9, 18, 26, 17]);
    assert_eq!(partners.rounds(), [(vec![], 0, true)]);
    assert_eq!(partners.moves().len(), 7);

    // 12 to 12 between the two who remain of four.
    let mut setup = four(&["6-0 5-2 5-0", "", "5-3 4-0"], false);
    setup.left = seats(&[1, 3]);
    let mut two = Played::from_setup(&setup, &[]);
    two.play("right 6-0, knock, knock");
    assert_eq!(two.rounds_hands(), [12, 12]);
    assert_eq!(two.rounds(), [(vec![], 0, true)]);
    assert_eq!(two.turn(), 2);
}

#[test]
fn domino_18_a_partners_pips_count_against_you() {
    // Seat 0 alone has the lowest hand, 0 pips; its partner's 44 lose the round for both.
    let hands = [
        "6-0 0-0",
        "5-1 2-1 4-3 2-0",
        "5-3 5-2 4-1 5-0 4-2 3-3 4-0",
        "2-2 3-0 3-1",
    ];
    let mut played = Played::from_setup(&four(&hands, true), &[]);
    played.play("right 6-0, knock, knock, knock, knock");
    assert_eq!(played.rounds_hands(), [0, 18, 41, 11]);
    assert_eq!(played.rounds(), [(vec![1, 3], 41, true)]);
}

#[test]
fn domino_19_all_remaining_hands_are_opened() {
    let mut played = Played::from_setup(&four(&HANDS, true), &[]);
    played.play("right 6-0, knock, knock, knock, knock");
    let game = *played.game.game();
    let Due::Cards(operations) = game.due() else {
        panic!("the hands have to be opened")
    };
    let hands: Vec<CardOp> = (0..4)
        .flat_map(|number| {
            game.hand_cards(seat(number))
                .map(|card| CardOp::Open { card })
                .collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(operations, hands);
    assert_eq!(hands.len(), 15);
    // While one of them is not open, the round is not counted.
    let mut faces = Knowledge::new();
    for (card, face) in played
        .game
        .faces()
        .iter()
        .filter(|(card, _)| *card != game.hand_cards(seat(3)).last().unwrap())
    {
        faces.learn(card, face);
    }
    let mut stuck = game;
    let mut events = Vec::new();
    assert_eq!(stuck.settle(&faces, &mut events).unwrap_err().rule.id(), "domino.19");
    assert!(stuck == game && events.is_empty());
    // Who went out has none to open; the partner has.
    let hands = [
        "6-0",
        "5-1 2-1 4-3 2-0 0-0",
        "5-3 5-2 4-1 5-0",
        "2-2 3-0 3-1 3-3 4-0 4-2",
    ];
    let mut out = Played::from_setup(&four(&hands, true), &[]);
    out.play("right 6-0");
    assert!(matches!(out.game.game().due(), Due::Cards(operations) if operations.len() == 15));
}

#[test]
fn domino_19_every_draw_and_knock_is_checked_once_more() {
    let mut played = Played::from_setup(&four(&HANDS, false), &[]);
    played.play("right 6-0, knock, knock, knock, knock");
    // Whatever seat 1 proved when it knocked: it shows a tile with a six now.
    let card: Handle = played.game.game().hand_cards(seat(1)).next().unwrap();
    let mut faces = played.game.faces().clone();
    faces.learn(card, crate::support::tile("6-3").face());
    let mut game = *played.game.game();
    let error = game.settle(&faces, &mut Vec::new()).unwrap_err();
    assert_eq!(error.rule.id(), "domino.19");
    assert_eq!(game, *played.game.game());
}

#[test]
fn domino_20_the_first_side_to_reach_100_wins_the_match() {
    let block = "right 6-0, knock, knock, knock, knock";
    // Exactly 100, one short, and more.
    for (before, over) in [(59, true), (58, false), (99, true)] {
        let mut setup = four(&HANDS, true);
        setup.points = vec![before, 99, before, 99];
        let mut played = Played::from_setup(&setup, &[]);
        played.play(block);
        assert_eq!(played.outcome().is_some(), over, "{before}");
        let points = i32::try_from(before).unwrap() + 41;
        assert_eq!(played.scores(), [points, 99, points, 99]);
        if over {
            assert_eq!(played.outcome().unwrap(), "win loss win loss");
            assert_eq!(
                played.events.last(),
                Some(&Event::MatchOver {
                    winners: seats(&[0, 2])
                })
            );
        }
    }
    // Between rounds everything is shuffled and dealt anew.
    let next = [
        "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
        "6-0 5-0 4-0 3-0 2-0 1-0 6-5",
        "6-1 5-1 4-1 3-1 2-1 6-4 5-4",
        "6-2 5-2 4-2 3-2 6-3 5-3 4-3",
    ];
    let mut played = Played::from_setup(&four(&HANDS, true), &[pack(&next, "")]);
    played.play(block).play("open 6-0");
    let game = played.game.game();
    assert_eq!(game.line().to_string(), "[6|0]");
    assert_eq!(game.hand_cards(seat(2)).next(), Some(Handle { pack: 2, index: 14 }));
    assert_eq!(game.live_packs(), [2]);
    assert!(game.possible_faces(Handle { pack: 1, index: 0 }).is_empty());
}

#[test]
fn domino_21_rated_only_between_two_persons() {
    for (seats, partners, rated) in [(2, false, true), (4, false, false), (4, true, false)] {
        assert_eq!(is_rated(&Domino::new(&table(seats, partners)).unwrap()), rated);
    }
}

#[test]
fn common_5_points_for_the_profile() {
    let points = GameId::Domino.points();
    assert_eq!((points.win, points.draw, points.loss), (25, 8, 3));
    assert_eq!(Domino::ID, "domino");
    const { assert!(Domino::HAS_ROUNDS) };
}

#[test]
fn common_11_after_the_end_nothing_is_legal() {
    let mut setup = four(&HANDS, true);
    setup.points = vec![90, 0, 90, 0];
    let mut played = Played::from_setup(&setup, &[]);
    played.play("right 6-0, knock, knock, knock, knock");
    assert!(played.outcome().is_some());
    let mut game = *played.game.game();
    let before = game;
    let mut events = Vec::new();
    for seat in Seat::all(4) {
        for text in ["open 6-6", "left 6-6", "right 0-0", "draw", "knock"] {
            let mv = game.parse_move(text).unwrap();
            assert_eq!(game.plan(seat, &mv, None).unwrap_err().rule.id(), "common.11");
            let played = game.play(seat, &mv, None, played.game.faces(), &mut events);
            assert_eq!(played.unwrap_err().rule.id(), "common.11");
        }
        assert_eq!(game.leave(seat, &mut events).unwrap_err().rule.id(), "common.11");
        assert_eq!(game.deny(seat, &mut events).unwrap_err().rule.id(), "common.11");
        assert!(game.visible(seat).is_empty());
    }
    assert_eq!(
        game.settle(played.game.faces(), &mut events).unwrap_err().rule.id(),
        "common.11"
    );
    assert_eq!(game, before);
    assert!(events.is_empty());
}

impl Played {
    /// The pips of the hands shown at the end of the last round.
    fn rounds_hands(&mut self) -> Vec<u32> {
        self.advance();
        let shown = |event: &Event| match event {
            Event::HandShown { seat, pips, tiles } => {
                let faces: Vec<Face> = tiles.iter().map(|(_, tile)| tile.face()).collect();
                assert!(!faces.is_empty());
                Some((seat.number(), *pips))
            }
            _ => None,
        };
        let mut hands: Vec<(u8, u32)> = self.events.iter().filter_map(shown).collect();
        hands.sort_unstable();
        hands.into_iter().map(|(_, pips)| pips).collect()
    }
}
