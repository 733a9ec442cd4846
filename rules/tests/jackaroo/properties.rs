//! What holds in every match and every position.

use std::collections::{BTreeMap, BTreeSet};

use majlis_rules::cards::Card;
use majlis_rules::face::{Face, FaceSet, Handle, PackKind};
use majlis_rules::game::{CardOp, Due, Game, GameEvent, Outcome, Variant, View};
use majlis_rules::jackaroo::{Cell, Event, Jackaroo, Marble, Move, Place};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::{OptionValue, Table};
use proptest::prelude::*;

use crate::naive::{HOME, Name, Position};
use crate::random::{Packs, Random, crowded};
use crate::table::{Match, mv, seat};

/// No match needs nearly so many moves; a match that does has gone astray.
const TOO_LONG: usize = 5_000;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn any_table(seed: u64) -> Table {
    Table::new(4)
        .with("marbles", OptionValue::Number(3 + (seed % 2) as u32))
        .with("start", OptionValue::Number((seed / 2 % 4) as u32))
        .with("persons", OptionValue::Number(2 + 2 * (seed / 8 % 2) as u32))
}

/// A match at an ordinary table.
fn any_match(seed: u64) -> Match {
    Match::begin(Jackaroo::new(&any_table(seed)).unwrap(), Packs::new(seed))
}

/// A match that begins in the thick of it.
fn crowded_match(random: &mut Random) -> Match {
    let game = crowded(random).start().unwrap();
    Match::begin(game, Packs::new(random.next()))
}

/// The same position, for the naive rules.
fn naive(table: &Match) -> Position {
    let marbles = table.game().board().iter();
    Position {
        marbles: marbles
            .map(|(marble, place)| {
                let count = place.count(marble.seat).map_or(HOME, i32::from);
                ((marble.seat.number(), marble.number), count)
            })
            .collect(),
        hands: [0, 1, 2, 3].map(|number| table.hand(seat(number))),
        turn: table.mover().number(),
    }
}

/// The handles that an operation or the deck stands for, with every card where it is: 52 different faces in all.
fn check_conservation(table: &Match) {
    let game = table.game();
    let mut faces = game.fire_pile();
    let mut count = faces.len();
    for card in Seat::all(4).flat_map(|seat| game.visible(seat)) {
        faces.insert(table.open.face(card).unwrap());
        count += 1;
    }
    let (pack, size) = match table.packs.taken.len() {
        1 => (0, 52),
        packs => (packs as u32 - 1, 36),
    };
    for index in size - game.deck_left()..size {
        faces.insert(table.open.face(Handle { pack, index }).unwrap());
        count += 1;
    }
    assert_eq!((count, faces), (52, PackKind::Cards.faces()));

    let board = game.board();
    let places: Vec<(Marble, Place)> = board.iter().collect();
    assert_eq!(places.len(), 4 * usize::from(board.marbles_a_seat()));
    let distinct: BTreeSet<(Option<Seat>, Place)> = places
        .iter()
        .filter(|(_, place)| *place != Place::Home)
        .map(|(marble, place)| (place.is_safe().then_some(marble.seat), *place))
        .collect();
    let away = places.iter().filter(|(_, place)| *place != Place::Home).count();
    assert_eq!(distinct.len(), away);
    for (marble, place) in places {
        if let Place::Track(cell) = place {
            assert_eq!(board.at(cell), Some(marble));
            assert!(board.occupied().contains(cell));
        }
        if let Place::Safe(depth) = place {
            assert!(depth < 4 && depth >= board.free_safe_cells(marble.seat));
        }
    }
}

/// What a screen would show that only listens to events.
fn follow(places: &mut BTreeMap<Marble, Place>, events: &[Event]) {
    for event in events {
        match *event {
            Event::Out { marble } => {
                assert_eq!(places[&marble], Place::Home);
                places.insert(marble, Place::Track(Cell::base(marble.seat)));
            }
            Event::Moved(journey) => {
                assert_eq!(places[&journey.marble], Place::Track(journey.from));
                let path: Vec<Place> = journey.path().collect();
                assert_eq!(path.last(), Some(&journey.to));
                assert!(path.len() <= 13 + 3);
                places.insert(journey.marble, journey.to);
            }
            Event::SentHome { marble, from, .. } => {
                assert_eq!(places[&marble], Place::Track(from));
                places.insert(marble, Place::Home);
            }
            Event::Swapped {
                own,
                other,
                own_from,
                other_from,
            } => {
                assert_eq!(
                    places.insert(own, Place::Track(other_from)),
                    Some(Place::Track(own_from))
                );
                assert_eq!(
                    places.insert(other, Place::Track(own_from)),
                    Some(Place::Track(other_from))
                );
            }
            _ => {}
        }
    }
}

fn generator_agrees(table: &Match, random: &mut Random) {
    let slow = naive(table);
    let mover = table.mover();
    let mut right = slow.legal();
    right.sort();
    let listed = table.legal();
    assert_eq!(listed, right, "{slow:?}");
    assert!(!listed.is_empty());
    assert!(listed.windows(2).all(|pair| pair[0] != pair[1]));

    // Every kind of move with every card of the hand, and with one that is not in it; burns too.
    let right: BTreeSet<&String> = right.iter().collect();
    let held = &slow.hands[mover.index()];
    let foreign = random.pick(&Card::all().collect::<Vec<_>>()).to_string();
    for card in held.iter().chain([&foreign]) {
        let burn = format!("burn {card}");
        for text in slow.wild_tries(card).iter().chain([&burn]) {
            let parsed: Move = text.parse().unwrap();
            assert_eq!(parsed.to_string(), *text);
            let mut copy = table.game().clone();
            let accepted = copy.play_open(mover, &parsed, table.open.faces(), &mut Vec::new());
            assert_eq!(accepted.is_ok(), right.contains(text), "{text}: {accepted:?}\n{slow:?}");
            if accepted.is_err() {
                assert_eq!(copy, *table.game());
            }
        }
    }
}

/// Plays a legal move drawn by lot; gives its text.
fn random_ply(table: &mut Match, random: &mut Random) -> String {
    let legal = table.legal();
    let text = legal[random.below(legal.len())].clone();
    table.play(&[&text]);
    text
}

fn is_over(table: &Match) -> bool {
    table.game().due() == Due::Nothing
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn the_generator_and_the_naive_rules_agree_in_crowded_positions(seed: u64) {
        let mut random = Random(seed);
        let mut table = crowded_match(&mut random);
        for _ in 0..3 {
            generator_agrees(&table, &mut random);
            random_ply(&mut table, &mut random);
            if is_over(&table) {
                break;
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn the_generator_and_the_naive_rules_agree_in_the_course_of_matches(seed: u64, plies in 0..400usize) {
        let mut random = Random(seed);
        let mut table = any_match(seed);
        for _ in 0..plies {
            random_ply(&mut table, &mut random);
            if is_over(&table) {
                return Ok(());
            }
        }
        generator_agrees(&table, &mut random);
    }

    #[test]
    fn a_match_played_by_the_naive_rules_goes_the_same_way(seed: u64) {
        let mut random = Random(seed);
        let mut table = if seed % 3 == 0 { any_match(seed) } else { crowded_match(&mut random) };
        for _ in 0..60 {
            let slow = naive(&table);
            let legal = slow.legal();
            let text = legal[random.below(legal.len())].clone();
            let after = slow.after(&text).unwrap();
            table.play(&[&text]);
            let places: BTreeMap<Name, i32> = table
                .game()
                .board()
                .iter()
                .map(|(marble, place)| {
                    ((marble.seat.number(), marble.number), place.count(marble.seat).map_or(HOME, i32::from))
                })
                .collect();
            prop_assert_eq!(&places, &after.marbles, "{}", text);
            let winner = table.game().winners().and_then(|seats| seats.iter().next()).map(Seat::number);
            prop_assert_eq!(winner, after.winner());
            for (score, seat) in table.game().scores().into_iter().zip(0..) {
                prop_assert_eq!(score, after.safe(seat));
            }
            if is_over(&table) {
                break;
            }
        }
    }

    #[test]
    fn the_view_of_the_mover_is_enough_for_his_moves(seed: u64) {
        let mut random = Random(seed);
        let mut table = any_match(seed);
        for _ in 0..150 {
            let game = table.game();
            let mover = table.mover();
            for person in game.persons() {
                let view = View::new(game.clone(), person, table.open.faces());
                prop_assert_eq!(view.faces().iter().count(), 4 * usize::from(person.len()));
                for seat in Seat::all(4) {
                    let moves = view.legal_moves(seat);
                    if seat == mover && person.contains(seat) {
                        prop_assert_eq!(moves, table.open.legal_moves(mover));
                    } else {
                        prop_assert!(moves.is_empty());
                    }
                }
            }
            // Who knows no card of a hand is told of no move, a burn included.
            let nobody = View::new(game.clone(), SeatSet::EMPTY, table.open.faces());
            prop_assert!(game.legal_moves(mover, &nobody).is_empty());
            prop_assert_eq!(game.count_legal(mover, &nobody), 0);
            random_ply(&mut table, &mut random);
            if is_over(&table) {
                break;
            }
        }
    }

    #[test]
    fn every_random_match_ends_with_an_outcome_and_nothing_gets_lost(seed: u64) {
        let mut random = Random(seed);
        let mut table = any_match(seed);
        let mut places: BTreeMap<Marble, Place> = table.game().board().iter().collect();
        let mut dealt: BTreeMap<Handle, Seat> = BTreeMap::new();
        let mut plies = 0;
        while !is_over(&table) {
            check_conservation(&table);
            table.events.clear();
            random_ply(&mut table, &mut random);
            follow(&mut places, &table.events);
            prop_assert_eq!(&places, &table.game().board().iter().collect());
            for (seat, card) in table.events.iter().filter_map(GameEvent::look) {
                prop_assert_eq!(dealt.insert(card, seat), None);
            }
            plies += 1;
            prop_assert!(plies < TOO_LONG);
        }
        let outcome = table.game().outcome().unwrap();
        prop_assert_eq!(outcome[0], outcome[2]);
        prop_assert_eq!(outcome[1], outcome[3]);
        prop_assert_ne!(outcome[0], outcome[1]);
        prop_assert!(!outcome.contains(&Outcome::Draw));
        let winners = table.game().winners().unwrap();
        prop_assert!(winners.iter().all(|seat| table.game().board().all_in(seat)));
        prop_assert!(table.game().live_packs().windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_replay_gives_the_same_bytes_at_every_ply(seed: u64) {
        let mut random = Random(seed);
        let mut table = any_match(seed);
        let (mut moves, mut bytes) = (Vec::new(), vec![table.game().canonical_bytes()]);
        while !is_over(&table) {
            moves.push(random_ply(&mut table, &mut random));
            bytes.push(table.game().canonical_bytes());
        }
        let distinct: BTreeSet<&Vec<u8>> = bytes.iter().collect();
        prop_assert_eq!(distinct.len(), bytes.len());

        let mut packs = Packs::new(0);
        packs.given = table.packs.taken.iter().cloned().collect();
        let mut again = Match::begin(Jackaroo::new(&any_table(seed)).unwrap(), packs);
        prop_assert_eq!(&again.game().canonical_bytes(), &bytes[0]);
        for (text, bytes) in moves.iter().zip(&bytes[1..]) {
            again.play(&[text]);
            prop_assert_eq!(&again.game().canonical_bytes(), bytes);
        }
        prop_assert_eq!(again.game(), table.game());
        prop_assert_eq!(&again.events, &table.events);
    }

    #[test]
    fn a_leave_at_any_moment_ends_the_match(seed: u64, steps in 0..500usize, leaver in 0..4u8) {
        let mut random = Random(seed);
        let mut game = Jackaroo::new(&any_table(seed)).unwrap();
        let mut faces = majlis_rules::face::Knowledge::new();
        let mut events = Vec::new();
        // One step is a move or a settling, so that the leave falls between them as well.
        for _ in 0..steps {
            match game.due() {
                Due::Turn(mover) => {
                    let moves = game.legal_moves(mover, &faces);
                    let chosen = random.pick(&moves);
                    game.play_open(mover, &chosen, &faces, &mut events).unwrap();
                }
                Due::Cards(operations) => {
                    for operation in operations {
                        if let CardOp::Shuffle { pack, faces: all, .. } = operation {
                            let order: Vec<Face> = random.shuffled(all);
                            let live: Vec<u32> = game.live_packs();
                            faces.retain_packs(|number| live.contains(&number));
                            faces.learn_pack(pack, &order);
                        }
                    }
                    game.settle(&faces, &mut events).unwrap();
                }
                due => {
                    prop_assert_eq!(due, Due::Nothing);
                    break;
                }
            }
        }
        let was_over = game.winners();
        let before = game.clone();
        match game.leave(seat(leaver), &mut events) {
            Ok(()) => {
                prop_assert_eq!(was_over, None);
                let outcome = game.outcome().unwrap();
                for (outcome, seat) in outcome.into_iter().zip(0..) {
                    let right = if seat % 2 == leaver % 2 { Outcome::Loss } else { Outcome::Win };
                    prop_assert_eq!(outcome, right);
                }
                prop_assert_eq!(game.board(), before.board());
                prop_assert!(!game.present().contains(seat(leaver)));
            }
            Err(illegal) => {
                prop_assert!(was_over.is_some());
                prop_assert_eq!(illegal.rule.id(), "common.11");
                prop_assert_eq!(&game, &before);
            }
        }
        prop_assert_eq!(game.due(), Due::Nothing);
        prop_assert!(game.settle(&faces, &mut events).is_err());
        for seat in Seat::all(4) {
            prop_assert!(game.legal_moves(seat, &faces).is_empty());
            let illegal = game.play_open(seat, &mv("burn AC"), &faces, &mut events).unwrap_err();
            prop_assert_eq!(illegal.rule.id(), "common.11");
            prop_assert!(game.leave(seat, &mut events).is_err());
        }
    }
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn a_text_that_is_read_is_written_the_same(text in "\\PC{0,24}|(burn |[2-9AJQK1][0-9]?[CDHS] ?)?(out |[0-4]\\.[0-9]{1,2} ?)?(-?[0-9]{1,3} ?|[0-4]\\.[0-9])*") {
        if let Ok(parsed) = text.parse::<Move>() {
            prop_assert_eq!(parsed.to_string(), text);
        }
    }

    #[test]
    fn no_move_makes_the_board_fail(seed: u64, seat_number in 0..4u8, text in "[A2-9JQK][CDHS] (out [0-3]\\.[0-4]|[0-3]\\.[0-4] (-?[1-9]|1[0-3]|[0-3]\\.[0-4]|[1-6] [0-3]\\.[0-4] [1-6]))") {
        let game = crowded(&mut Random(seed)).start().unwrap();
        let parsed = text.parse::<Move>().unwrap();
        prop_assert_eq!(parsed.to_string(), text);
        let listed = game.board().actions(seat(seat_number), parsed.card.rank).contains(&parsed.action);
        prop_assert_eq!(game.board().after(seat(seat_number), parsed).is_ok(), listed);
    }
}

#[test]
fn unplayable_faces_are_what_the_generator_says_rank_by_rank() {
    let mut random = Random(11);
    for _ in 0..200 {
        let game = crowded(&mut random).start().unwrap();
        for seat in Seat::all(4) {
            let unplayable: FaceSet = Card::all()
                .filter(|card| game.board().actions(seat, card.rank).is_empty())
                .map(Card::face)
                .collect();
            assert_eq!(game.board().unplayable(seat), unplayable);
        }
    }
}
