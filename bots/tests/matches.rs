//! Whole matches of bots at every kind of table.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "support/arena.rs"]
mod arena;

use arena::{Arena, describe, seed, tables};
use majlis_bots::{Bot, BotKind, bot};
use majlis_rules::game::{Game, Outcome};
use majlis_rules::registry::GameId;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::Table;

/// A match in which the persons of `greedy`, a bit each, are greedy players and the others random ones.
fn seat_bots(game: GameId, table: &Table, greedy: usize, seed: u64) -> Arena {
    Arena::new(game, table, seed, |person| {
        let greedy = greedy >> person & 1 == 1;
        let kind = if greedy { BotKind::Greedy } else { BotKind::Random };
        bot(kind, game, seed.wrapping_add(person as u64))
    })
}

/// Every move is tried on the rules, which refuse it where it is illegal.
#[test]
fn every_kind_of_table_is_played_to_its_end() {
    for &game in GameId::ALL {
        for table in tables(game) {
            for (greedy, number) in [0b1111, 0b0101, 0b1010, 0].into_iter().zip(0..) {
                let (outcome, plies) = seat_bots(game, &table, greedy, seed(1, number)).finish();
                let ended = outcome.iter().any(|seat| *seat != Outcome::Loss);
                assert!(plies > 0 && ended, "{game}, {}", describe(&table));
            }
        }
    }
}

#[test]
fn people_may_leave_at_any_moment() {
    for &game in GameId::ALL {
        for table in tables(game) {
            for (number, leaving) in [(10, 1), (11, 9), (12, 30), (13, 60)] {
                let mut arena = seat_bots(game, &table, 0b1111, seed(2, number));
                let mut plies = 0;
                let mut leavers = Seat::all(table.seats).skip(number as usize % 2);
                while let Some(seat) = arena.advance() {
                    plies += 1;
                    if plies % leaving == 0
                        && let Some(leaver) = leavers.next()
                    {
                        arena.leave(leaver);
                        continue;
                    }
                    let view = arena.view(arena.person(seat));
                    let mv = arena.ask(seat, &view).unwrap();
                    arena.play(seat, &mv);
                }
            }
        }
    }
}

#[test]
fn who_has_nothing_to_play_chooses_nothing() {
    for &game in GameId::ALL {
        let other = GameId::ALL.iter().copied().find(|other| *other != game).unwrap();
        for table in tables(game) {
            for kind in BotKind::ALL {
                let mut arena = seat_bots(game, &table, 0b1111, seed(3, 0));
                let awaited = arena.advance().unwrap();
                let person = arena.person(awaited);
                let mut asked = bot(kind, game, 1);
                assert!(asked.choose(awaited, &arena.view(person)).is_some());
                for seat in Seat::all(table.seats).filter(|&seat| seat != awaited) {
                    let view = arena.view(arena.person(seat));
                    assert_eq!(
                        asked.choose(seat, &view),
                        None,
                        "{kind} in {game}: it is another's turn"
                    );
                }
                let watching = (0..).find(|&other| other != person).unwrap();
                let view = arena.view(watching);
                assert_eq!(asked.choose(awaited, &view), None, "{kind} in {game}: another's view");
                if kind == BotKind::Greedy {
                    assert_eq!(
                        bot(kind, other, 1).choose(awaited, &arena.view(person)),
                        None,
                        "{other} is not {game}"
                    );
                }
            }
        }
    }
}

fn moves(game: GameId, table: &Table, greedy: usize, seed: u64) -> Vec<String> {
    let mut arena = seat_bots(game, table, greedy, seed);
    let mut moves = Vec::new();
    while let Some(seat) = arena.advance() {
        let view = arena.view(arena.person(seat));
        let mv = arena.ask(seat, &view).unwrap();
        moves.push(mv.to_string());
        arena.play(seat, &mv);
    }
    moves
}

#[test]
fn equal_seeds_play_equal_matches() {
    for &game in GameId::ALL {
        let table = tables(game).remove(0);
        for greedy in [0b1111, 0] {
            let first = moves(game, &table, greedy, seed(4, 0));
            assert_eq!(first, moves(game, &table, greedy, seed(4, 0)), "{game}");
            assert_ne!(first, moves(game, &table, greedy, seed(4, 1)), "{game}");
        }
    }
}

/// The same on every platform: a match of each game in one number, its moves digested with FNV-1a. A change of how a player
/// plays changes its number; nothing else may.
#[test]
fn seeds_mean_the_same_everywhere() {
    let digests = GameId::ALL.iter().map(|&game| {
        let moves = moves(game, &tables(game).remove(0), 0b01, seed(4, 0)).join("\n");
        moves.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    });
    let digests: Vec<String> = digests.map(|digest| format!("{digest:016x}")).collect();
    assert_eq!(
        digests,
        [
            "2935ea5f9b8a2bfd",
            "ea316be070b8df34",
            "e6765bc32b987ab6",
            "14429da1765654cb"
        ]
    );
}

/// A bot is a function of what it was shown: hidden cards changed for others, it plays the same.
#[test]
fn hidden_faces_do_not_matter() {
    for &game in GameId::ALL {
        let table = tables(game).remove(0);
        let mut arena = seat_bots(game, &table, 0b1111, seed(5, 0));
        let mut plies = 0u64;
        while let Some(seat) = arena.advance() {
            let person = arena.person(seat);
            let view = arena.view(person);
            let shuffled = arena.view_of_shuffled_rest(person, plies);
            assert_eq!(view, shuffled, "{game}");
            let mv = arena.ask(seat, &view).unwrap();
            arena.play(seat, &mv);
            plies += 1;
        }
    }
}

/// The figures of many matches are in `docs/bots.md`; this notices when a player has forgotten how to play.
#[test]
fn greedy_players_beat_random_ones() {
    for &game in GameId::ALL {
        for table in tables(game) {
            let mut won = [0, 0];
            for number in 0..6u64 {
                let greedy = if number % 2 == 0 { 0b0101 } else { 0b1010 };
                let arena = seat_bots(game, &table, greedy, seed(6, number));
                let persons = arena.table().game().persons();
                let (outcome, _) = arena.finish();
                let tops: SeatSet = Seat::all(table.seats)
                    .filter(|seat| outcome[seat.index()] != Outcome::Loss)
                    .collect();
                let top = |kind: usize| {
                    let of_kind = |person: &usize| greedy >> person & 1 == kind;
                    (0..persons.len())
                        .filter(of_kind)
                        .any(|person| !persons[person].and(tops).is_empty())
                };
                match (top(1), top(0)) {
                    (true, false) => won[1] += 1,
                    (false, true) => won[0] += 1,
                    _ => {}
                }
            }
            assert!(won[1] > won[0], "{game}, {}: {won:?}", describe(&table));
        }
    }
}

#[test]
fn a_bot_can_think_on_another_thread() {
    let mut arena = seat_bots(GameId::Four, &Table::new(2), 0b11, 1);
    let seat = arena.advance().unwrap();
    let view = arena.view(arena.person(seat));
    let mut thinker: Box<dyn Bot> = bot(BotKind::Greedy, GameId::Four, 1);
    let mv = std::thread::spawn(move || thinker.choose(seat, &view)).join().unwrap();
    assert!(mv.is_some());
}
