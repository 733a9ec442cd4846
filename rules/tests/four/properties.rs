//! Properties of random matches.

use std::collections::BTreeSet;

use proptest::prelude::*;

use majlis_rules::face::Knowledge;
use majlis_rules::four::{Four, Phase};
use majlis_rules::game::{CardOp, Due, Game, GameEvent, Variant, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

use crate::driver::{Random, STYLES, Style, Walk, advance, pack};

fn matches() -> impl Strategy<Value = (u8, u64, Style)> {
    (2u8..=4, any::<u64>(), prop::sample::select(STYLES.to_vec()))
}

/// Every card of the pack is in just one place.
fn conserved(game: &Four) {
    let mut places: Vec<u8> = Seat::all(game.seats())
        .flat_map(|seat| game.slots(seat).flatten())
        .map(|card| card.index)
        .collect();
    places.extend(game.pile().iter().map(|top| top.handle.index));
    places.extend(52 - game.stock()..52);
    match game.phase() {
        Phase::Draw { card } | Phase::Hand { card } | Phase::Replace { card, .. } => places.push(card.index),
        Phase::Match { shown, .. } => places.push(shown.index),
        _ => {}
    }
    let distinct: BTreeSet<u8> = places.iter().copied().collect();
    assert_eq!((places.len(), distinct.len()), (52, 52), "{game:?}");
}

/// four.28 and four.29
fn after_a_leave(before: &Four, leaver: Seat, game: &Four) {
    assert_eq!(game.present(), before.present().without(leaver));
    assert_eq!((game.totals(), game.round()), (before.totals(), before.round()));
    if let Some(winner) = game.present().only() {
        assert_eq!(game.due(), Due::Nothing);
        for (seat, outcome) in Seat::all(game.seats()).zip(game.outcome().unwrap()) {
            assert_eq!(outcome.name(), if seat == winner { "win" } else { "loss" });
        }
        return;
    }
    assert_eq!((game.phase(), game.outcome()), (Phase::Deal, None));
    assert_eq!(game.live_packs()[0], before.live_packs()[0] + 1, "a fresh pack");
    let starter = if before.starter() == leaver {
        before.present().next_after(leaver).unwrap()
    } else {
        before.starter()
    };
    assert_eq!(game.starter(), starter);
}

/// The random matches are worth something only if they come to every corner of the rules.
#[test]
fn random_matches_reach_every_corner() {
    let mut reached = BTreeSet::new();
    for (seed, style) in (0..24).zip(STYLES.into_iter().cycle()) {
        let seats = 2 + (seed % 3) as u8;
        let mut walk = Walk::new(seats, seed, style);
        let mut widest = 0;
        while walk.step(0) {
            reached.extend(walk.corners.drain(..));
            widest = widest.max(walk.naive.rows.iter().map(Vec::len).max().unwrap());
        }
        reached.extend(walk.corners.drain(..));
        if widest > 10 {
            reached.insert("slot 10 or beyond".into());
        }
    }
    let corners = [
        "Call",
        "EmptyRow",
        "EmptyStock",
        "row emptied by a give",
        "wrong match without a penalty",
        "right match, own",
        "right match, opponent",
        "wrong match, own",
        "wrong match, opponent",
        "take",
        "keep",
        "discard",
        "peek",
        "spy",
        "swap",
        "stock empty in the last turns",
        "slot 10 or beyond",
        "call",
    ];
    for corner in corners {
        assert!(reached.contains(corner), "{corner} never happened: {reached:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The generator lists just what the naive rules allow, at every ply; both agree on the whole table.
    #[test]
    fn generator_and_naive_rules_agree((seats, seed, style) in matches(), plies in 0usize..120, leaves in 0usize..2) {
        let mut walk = Walk::new(seats, seed, style);
        walk.compare();
        for _ in 0..plies {
            if !walk.step(leaves) {
                break;
            }
            walk.compare();
        }
        let Some(mover) = walk.open.game().turn() else {
            return Ok(());
        };
        let mut generated: Vec<String> = walk.open.legal_moves(mover).iter().map(ToString::to_string).collect();
        prop_assert_eq!(generated.len(), walk.open.count_legal(mover));
        generated.sort();
        prop_assert_eq!(&generated, &walk.naive.legal_moves());
        // Judged one by one, legal or not.
        for text in walk.naive.candidates() {
            let mv = walk.open.game().parse_move(&text).unwrap();
            let mut game = walk.open.game().clone();
            let result = game.play_open(mover, &mv, walk.open.faces(), &mut Vec::new());
            prop_assert_eq!(result.is_ok(), walk.naive.legal(&text), "{}", text);
            prop_assert_eq!(result.is_ok(), &game != walk.open.game(), "{} half-applied", text);
        }
    }

    /// What the mover sees is enough to know his legal moves, and nobody sees more than a card in hand.
    #[test]
    fn a_view_knows_the_legal_moves((seats, seed, style) in matches(), plies in 0usize..80) {
        let mut walk = Walk::new(seats, seed, style);
        for _ in 0..plies {
            let game = walk.open.game();
            for seat in Seat::all(seats) {
                let view = View::new(game.clone(), SeatSet::of(seat), walk.open.faces());
                prop_assert_eq!(view.legal_moves(seat), walk.open.legal_moves(seat));
                let seen: Vec<_> = view.faces().iter().map(|(card, _)| card).collect();
                let in_hand = game.drawn().filter(|(owner, _)| *owner == seat).map(|(_, card)| card);
                prop_assert_eq!(seen, Vec::from_iter(in_hand));
            }
            if !walk.step(1) {
                break;
            }
        }
    }

    /// 52 cards at every ply, also between a move and its cards.
    #[test]
    fn cards_are_conserved((seats, seed, style) in matches(), plies in 0usize..150) {
        let mut walk = Walk::new(seats, seed, style);
        for _ in 0..plies {
            walk.step(0);
            if walk.open.game().outcome().is_none() {
                conserved(walk.open.game());
            }
        }
        if let Some(mover) = walk.open.game().turn() {
            for mv in walk.open.legal_moves(mover) {
                let mut game = walk.open.game().clone();
                game.play_open(mover, &mv, walk.open.faces(), &mut Vec::new()).unwrap();
                conserved(&game);
            }
        }
    }

    /// Every match comes to an outcome, and its replay to the same canonical bytes at every ply.
    #[test]
    fn every_match_ends_and_replays((seats, seed, style) in matches(), leaves in prop::sample::select(vec![0usize, 0, 1])) {
        let mut walk = Walk::new(seats, seed, style);
        let mut bytes = vec![walk.open.game().canonical_bytes()];
        while walk.step(leaves) {
            walk.compare();
            bytes.push(walk.open.game().canonical_bytes());
            prop_assert!(bytes.len() < 20_000, "no end in sight");
        }
        let outcome = walk.open.game().outcome().unwrap();
        prop_assert_eq!(outcome.len(), usize::from(seats));
        prop_assert_eq!(walk.open.game().due(), Due::Nothing);
        let best = outcome.iter().filter(|outcome| outcome.name() != "loss").count();
        let wins = outcome.iter().filter(|outcome| outcome.name() == "win").count();
        prop_assert!(best == 1 && wins == 1 || best > 1 && wins == 0);

        let mut replay = OpenMatch::new(Four::new(&Table::new(seats)).unwrap());
        let mut events = Vec::new();
        let mut mover = advance(&mut replay, seed, &mut events);
        prop_assert_eq!(&replay.game().canonical_bytes(), &bytes[0]);
        for (text, expected) in walk.record.iter().zip(&bytes[1..]) {
            if let Some(leaver) = text.strip_prefix("leave ") {
                replay.leave(Seat::new(leaver.parse().unwrap()).unwrap(), &mut events).unwrap();
            } else {
                let mv = replay.game().parse_move(text).unwrap();
                replay.play(mover.unwrap(), &mv, &mut events).unwrap();
            }
            mover = advance(&mut replay, seed, &mut events);
            prop_assert_eq!(&replay.game().canonical_bytes(), expected);
        }
        prop_assert_eq!(replay.game(), walk.open.game());
    }

    /// Equal states, and only they, have equal bytes.
    #[test]
    fn bytes_tell_states_apart((seats, seed, style) in matches(), plies in 0usize..60) {
        let mut walk = Walk::new(seats, seed, style);
        for _ in 0..plies {
            walk.step(0);
        }
        let Some(mover) = walk.open.game().turn() else {
            return Ok(());
        };
        let mut states = vec![walk.open.game().clone()];
        for mv in walk.open.legal_moves(mover) {
            let mut game = walk.open.game().clone();
            game.play_open(mover, &mv, walk.open.faces(), &mut Vec::new()).unwrap();
            states.push(game.clone());
            if matches!(game.due(), Due::Cards(_)) && game.phase() != Phase::Deal {
                game.settle(walk.open.faces(), &mut Vec::new()).unwrap();
                states.push(game);
            }
        }
        for (at, one) in states.iter().enumerate() {
            for other in &states[at..] {
                prop_assert_eq!(one == other, one.canonical_bytes() == other.canonical_bytes());
            }
        }
    }

    /// Leaves at any moment, also between a move and its cards and during a deal: the page's ends and no others.
    #[test]
    fn leaves_at_any_moment((seats, seed, _) in matches(), percent in 0usize..6) {
        let mut random = Random(seed);
        let mut game = Four::new(&Table::new(seats)).unwrap();
        let mut faces = Knowledge::new();
        let mut events = Vec::new();
        for _ in 0..400 {
            if random.percent(percent) {
                let before = game.clone();
                let leaver = Seat::new(random.below(4) as u8).unwrap();
                let left = game.leave(leaver, &mut events).is_ok();
                prop_assert_eq!(left, before.present().contains(leaver) && before.outcome().is_none());
                if left {
                    after_a_leave(&before, leaver, &game);
                } else {
                    prop_assert_eq!(&game, &before);
                }
            }
            match game.due() {
                Due::Nothing => {}
                Due::Turn(mover) => {
                    conserved(&game);
                    let moves = game.legal_moves(mover, &faces);
                    let mv = moves[random.below(moves.len())];
                    game.play_open(mover, &mv, &faces, &mut events).unwrap();
                }
                Due::Cards(operations) => {
                    for operation in operations {
                        if let CardOp::Shuffle { pack: number, .. } = operation {
                            faces.learn_pack(number, &pack(seed, number));
                        }
                    }
                    if random.percent(80) {
                        game.settle(&faces, &mut events).unwrap();
                    }
                }
                Due::Question(question) => panic!("{question:?}"),
            }
        }
        let rounds = events.iter().filter(|event| event.round().is_some()).count();
        prop_assert_eq!(u32::try_from(rounds).unwrap(), game.round(), "void rounds count nowhere");
    }

    /// Whatever is read is written the same way, and nothing makes reading panic.
    #[test]
    fn notation_is_canonical(text in "(draw|call|discard|take|keep|peek|spy|swap|match|give|leave)?[ .0-9]{0,9}|.{0,20}") {
        let game = Four::new(&Table::new(2)).unwrap();
        if let Ok(mv) = game.parse_move(&text) {
            prop_assert_eq!(mv.to_string(), text);
        }
    }

    /// Legal moves read back from their notation.
    #[test]
    fn legal_moves_read_back((seats, seed, style) in matches(), plies in 0usize..100) {
        let mut walk = Walk::new(seats, seed, style);
        for _ in 0..plies {
            walk.step(0);
        }
        if let Some(mover) = walk.open.game().turn() {
            for mv in walk.open.legal_moves(mover) {
                prop_assert_eq!(walk.open.game().parse_move(&mv.to_string()), Ok(mv));
            }
        }
    }
}
