//! Properties of random matches.

use majlis_rules::domino::{Domino, Event, Move, Phase};
use majlis_rules::face::{Faces, Handle, Knowledge, PackKind};
use majlis_rules::game::{CardOp, Due, Game, Variant, View};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::tiles::Tile;
use proptest::prelude::*;

use crate::naive::{Naive, all_moves};
use crate::support::{Played, Random, seat, shuffled, table};

/// Two seats, four alone, four in partnership.
fn tables() -> impl Strategy<Value = (u8, bool)> {
    prop_oneof![Just((2, false)), Just((4, false)), Just((4, true))]
}

/// Far more plies than any match here needs.
const MANY: usize = 20_000;

/// A random move of the seat whose turn it is.
fn random_move(played: &Played, seat: Seat, random: &mut Random) -> Move {
    let moves = played.game.legal_moves(seat);
    assert!(
        !moves.is_empty(),
        "somebody whose turn it is has no move: {:?}",
        played.game
    );
    moves[random.below(moves.len())]
}

/// Plays at random, sometimes somebody leaves, and calls `look` at every ply before the move.
fn random_match(
    (seats, partners): (u8, bool),
    seed: u64,
    leaves: bool,
    mut look: impl FnMut(&mut Played, Seat, &mut Random),
) -> Played {
    let mut played = Played::random(seats, partners, seed);
    let mut random = Random(!seed);
    for _ in 0..MANY {
        let Some(seat) = played.advance() else { return played };
        look(&mut played, seat, &mut random);
        if leaves && random.below(60) == 0 {
            let present: Vec<Seat> = played.game.game().present().iter().collect();
            let leaver = present[random.below(present.len())];
            played.leave(leaver.number());
            continue;
        }
        let mv = random_move(&played, seat, &mut random);
        played.game.play(seat, &mv, &mut played.events).unwrap();
    }
    panic!("the match does not end");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn generator_and_validator_agree_with_the_naive_rules(table in tables(), seed: u64, leaves: bool) {
        let (seats, partners) = table;
        let mut naive = Naive::new(usize::from(seats), partners, seed);
        let mut played = Played::random(seats, partners, seed);
        let mut random = Random(!seed);
        let all = all_moves();
        for ply in 0..MANY {
            let turn = played.advance();
            prop_assert_eq!(turn.is_none(), naive.won.is_some());
            prop_assert_eq!(played.scores(), naive.points.clone());
            let Some(turn) = turn else { break };
            prop_assert_eq!(turn.index(), naive.turn);
            let moves = played.moves();
            prop_assert_eq!(&moves, &naive.moves());
            if ply % 16 == 0 {
                // Every other text is refused, every one of these accepted.
                for text in &all {
                    let mut tried = played.game.clone();
                    let mv = tried.game().parse_move(text).unwrap();
                    let legal = tried.play(turn, &mv, &mut Vec::new()).is_ok();
                    prop_assert_eq!(legal, naive.allowed(text), "{}", text);
                    prop_assert!(legal || tried == played.game, "{} left traces", text);
                }
            }
            if leaves && random.below(60) == 0 {
                let present: Vec<Seat> = played.game.game().present().iter().collect();
                let leaver = present[random.below(present.len())];
                played.leave(leaver.number());
                naive.leave(leaver.index());
                continue;
            }
            let text = &moves[random.below(moves.len())];
            played.play(text);
            naive.apply(text);
        }
        prop_assert_eq!(played.rounds(), naive.rounds);
        let won = naive.won.map(|won| won.iter().map(|&won| if won { "win" } else { "loss" }).collect::<Vec<_>>().join(" "));
        prop_assert_eq!(played.outcome(), won);
    }

    #[test]
    fn the_movers_view_gives_the_movers_moves(table in tables(), seed: u64) {
        random_match(table, seed, true, |played, turn, _| {
            let view = |seats| View::new(*played.game.game(), seats, played.game.faces());
            assert_eq!(view(SeatSet::of(turn)).legal_moves(turn), played.game.legal_moves(turn));
            // Others see nothing of the hand, and so nothing that can be played.
            let others = SeatSet::all(table.0).without(turn);
            assert!(played.game.game().legal_moves(turn, view(others).faces()).is_empty());
            for other in others.iter() {
                assert!(played.game.legal_moves(other).is_empty());
            }
        });
    }

    #[test]
    fn case_06_all_28_tiles_and_168_pips_are_somewhere_at_every_ply(table in tables(), seed: u64) {
        random_match(table, seed, false, |played, _, _| {
            let game = played.game.game();
            let mut handles: Vec<Handle> = Seat::all(table.0).flat_map(|seat| game.hand_cards(seat)).collect();
            let (pack, hands) = (handles[0].pack, handles.len());
            handles.extend(game.line().iter().map(|laid| Handle { pack, index: laid.place }));
            handles.extend((28 - game.boneyard_len()..28).map(|index| Handle { pack, index }));
            handles.sort();
            assert_eq!(handles, (0..28).map(|index| Handle { pack, index }).collect::<Vec<_>>());
            let pips = |card: &Handle| u32::from(Tile::from_face(played.game.face(*card).unwrap()).unwrap().pips());
            assert_eq!(handles.iter().map(pips).sum::<u32>(), 168);
            assert_eq!(usize::from(game.line().len() + game.boneyard_len()) + hands, 28);
            // The line itself: the tiles that were laid, pips to pips.
            let laid: Vec<_> = game.line().iter().collect();
            assert!(laid.windows(2).all(|pair| pair[0].right() == pair[1].left()));
            for laid in laid {
                assert_eq!(played.game.face(Handle { pack, index: laid.place }), Some(laid.tile.face()));
            }
        });
    }

    #[test]
    fn what_everybody_can_tell_of_a_tile_is_true(table in tables(), seed: u64) {
        random_match(table, seed, true, |played, _, _| {
            let game = played.game.game();
            assert!(game.knocked().minus(game.present()).is_empty(), "who has left has not knocked");
            assert!(!game.line().is_empty() || game.knocked().is_empty(), "on an empty table nobody has knocked");
            for card in Seat::all(table.0).flat_map(|seat| game.hand_cards(seat)) {
                assert!(game.possible_faces(card).contains(played.game.face(card).unwrap()));
            }
            for (seat, pips) in Seat::all(table.0).flat_map(|seat| (0..=6).map(move |pips| (seat, pips))) {
                let shows = |card| Tile::from_face(played.game.face(card).unwrap()).unwrap().has(pips);
                assert!(!game.is_known_to_lack(seat, pips) || !game.hand_cards(seat).any(shows));
            }
        });
    }

    #[test]
    fn every_match_ends_and_one_side_has_won_it(table in tables(), seed: u64, leaves: bool) {
        let mut played = random_match(table, seed, leaves, |_, _, _| {});
        let outcome = played.outcome().unwrap();
        let winners = outcome.split(' ').filter(|word| *word == "win").count();
        prop_assert_eq!(winners, if table.1 { 2 } else { 1 });
        prop_assert!(!outcome.contains("draw"));
        prop_assert_eq!(played.game.game().due(), Due::Nothing);
        for seat in Seat::all(table.0) {
            prop_assert!(played.game.legal_moves(seat).is_empty());
            prop_assert_eq!(played.game.leave(seat, &mut Vec::new()).unwrap_err().rule.id(), "common.11");
        }
    }

    #[test]
    fn replay_gives_the_same_bytes_at_every_ply(table in tables(), seed: u64) {
        let mut bytes = Vec::new();
        let mut moves = Vec::new();
        let (seats, partners) = table;
        let mut played = Played::random(seats, partners, seed);
        let mut random = Random(!seed);
        while let Some(seat) = played.advance() {
            bytes.push(played.game.game().canonical_bytes());
            let mv = random_move(&played, seat, &mut random);
            moves.push(mv.to_string());
            played.play(&mv.to_string());
        }
        bytes.push(played.game.game().canonical_bytes());
        let mut again = Played::random(seats, partners, seed);
        for (text, bytes) in moves.iter().zip(&bytes) {
            again.advance();
            prop_assert_eq!(&again.game.game().canonical_bytes(), bytes);
            again.play(text);
        }
        again.advance();
        prop_assert_eq!(again.game.game(), played.game.game());
        prop_assert_eq!(&again.events, &played.events);
        // Different states have different bytes.
        bytes.sort();
        let all = bytes.len();
        bytes.dedup();
        prop_assert_eq!(bytes.len(), all);
    }

    #[test]
    fn domino_23_leaves_at_any_moment_at_all((seats, partners) in tables(), seed: u64) {
        anywhere(seats, partners, seed);
    }

    #[test]
    fn moves_read_back_and_nothing_else_is_read(text in "(open|left|right|draw|knock|)( |)[0-7]?(-|)[0-7]?( |)", wild in ".{0,12}") {
        let game = Domino::new(&table(2, false)).unwrap();
        for text in [&text, &wild] {
            if let Ok(mv) = game.parse_move(text) {
                prop_assert_eq!(&mv.to_string(), text);
            }
        }
    }
}

#[test]
fn all_86_moves_read_back() {
    let game = Domino::new(&table(2, false)).unwrap();
    assert_eq!(all_moves().len(), 86);
    for text in all_moves() {
        assert_eq!(game.parse_move(&text).unwrap().to_string(), text);
    }
    for text in [
        "left 4-6",
        "open",
        "open ",
        "draw ",
        " draw",
        "Draw",
        "knock 6-6",
        "left  6-4",
        "left 6-4 ",
        "leave 0",
        "left 7-0",
        "play 6-4",
    ] {
        assert!(game.parse_move(text).is_err(), "{text}");
    }
}

/// A match driven by what is due, one answer and one operation after another in random order, with leaves between any two.
fn anywhere(seats: u8, partners: bool, seed: u64) {
    let mut game = Domino::new(&table(seats, partners)).unwrap();
    let mut random = Random(seed);
    let mut faces = Knowledge::new();
    let mut events = Vec::new();
    for _ in 0..MANY {
        if random.below(40) == 0 {
            leave(&mut game, seat(u8::try_from(random.below(4)).unwrap()), &mut events);
        }
        match game.due() {
            Due::Nothing => {
                assert!(game.outcome().is_some());
                return;
            }
            Due::Turn(turn) => {
                assert!(game.present().contains(turn));
                let moves = game.legal_moves(turn, &faces);
                let mv = moves[random.below(moves.len())];
                game.play_open(turn, &mv, &faces, &mut events).unwrap();
            }
            Due::Question(question) => {
                assert!(!question.seats.is_empty() && question.seats.minus(game.present()).is_empty());
                let asked: Vec<Seat> = question.seats.iter().collect();
                let who = asked[random.below(asked.len())];
                if let Some(mv) = game.legal_moves(who, &faces).first() {
                    assert_eq!(game.denial(who).unwrap().test(&faces), Some(false));
                    game.play_open(who, mv, &faces, &mut events).unwrap();
                } else {
                    assert_eq!(game.denial(who).unwrap().test(&faces), Some(true));
                    game.deny(who, &mut events).unwrap();
                    // Nobody answers twice.
                    if question.seats.len() > 1 {
                        assert_eq!(game.deny(who, &mut events).unwrap_err().rule.id(), "common.12");
                    }
                }
            }
            Due::Cards(operations) => {
                for operation in operations {
                    match operation {
                        CardOp::Shuffle { pack, kind, faces: all } => {
                            assert_eq!((kind, all), (PackKind::Tiles, PackKind::Tiles.faces()));
                            let order: Vec<_> = shuffled(seed, pack).into_iter().map(Tile::face).collect();
                            faces.learn_pack(pack, &order);
                        }
                        CardOp::Look { card, seat } => {
                            assert!(game.present().contains(seat) && faces.face(card).is_some());
                        }
                        CardOp::Open { card } => {
                            assert!(
                                game.present()
                                    .iter()
                                    .any(|seat| game.hand_cards(seat).any(|held| held == card))
                            );
                        }
                    }
                }
                game.settle(&faces, &mut events).unwrap();
            }
        }
    }
    panic!("the match does not end");
}

fn leave(game: &mut Domino, leaver: Seat, events: &mut Vec<Event>) {
    let before = *game;
    if !before.present().contains(leaver) || before.outcome().is_some() {
        let rule = game.leave(leaver, events).unwrap_err().rule.id();
        assert!(rule == "common.11" || (rule == "common.1" && leaver.number() >= before.seats()));
        assert_eq!(*game, before);
        return;
    }
    game.leave(leaver, events).unwrap();
    assert!(!game.present().contains(leaver));
    assert_eq!(
        game.hand_cards(leaver).count() == 0,
        before.seats() == 4 && !before.partners() || before.hand_len(leaver) == 0
    );
    let over = matches!(game.phase(), Phase::Over { .. });
    if before.seats() == 2 || before.partners() {
        assert!(over);
        assert_eq!(game.scores(), before.scores());
    } else {
        assert_eq!(over, game.present().len() == 1);
        assert_eq!(game.scores()[leaver.index()], 0);
    }
    // Who loses by it, and that the others do not.
    if let Some(outcome) = game.outcome() {
        let losers = before.side(leaver);
        for (seat, outcome) in Seat::all(before.seats()).zip(outcome) {
            let won = !losers.contains(seat) && game.present().contains(seat);
            assert_eq!(outcome.name(), if won { "win" } else { "loss" });
        }
    }
}
