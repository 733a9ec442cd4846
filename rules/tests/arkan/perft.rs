//! Perft of Arkan: published numbers, and positions counted in three ways.

use majlis_rules::arkan::Arkan;
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Game, Variant};
use majlis_rules::open::OpenMatch;
use majlis_rules::perft::{Decks, perft};
use majlis_rules::table::Table;

use crate::naive::Naive;

fn fast(game: &Arkan, depth: u32) -> u64 {
    let counted = perft(&OpenMatch::new(game.clone()), &Decks(&[]), depth).unwrap();
    assert_eq!(counted.out_of_packs, 0);
    counted.sequences
}

/// Makes every move but the last, which is counted in bulk: without [`Game::count_pairs`].
fn plain(game: &Arkan, depth: u32) -> u64 {
    let none = Knowledge::new();
    let Some(seat) = game.turn() else { return 0 };
    if depth == 1 {
        return game.count_legal(seat, &none) as u64;
    }
    let after = |mv| {
        let mut next = game.clone();
        next.play(seat, mv, None, &none, &mut Vec::new()).unwrap();
        plain(&next, depth - 1)
    };
    game.legal_moves(seat, &none).iter().map(after).sum()
}

fn start(seats: u8) -> Arkan {
    Arkan::new(&Table::new(seats)).unwrap()
}

/// The positions after each number of moves of a match in which everybody always plays the move in the middle of the list.
fn line(seats: u8) -> Vec<(Arkan, Naive)> {
    let (mut game, mut naive) = (start(seats), Naive::new(seats.into()));
    let mut line = vec![(game.clone(), naive.clone())];
    while let Some(seat) = game.turn() {
        let moves: Vec<String> = naive.placements(naive.turn.unwrap()).into_iter().collect();
        let text = &moves[moves.len() / 2];
        game.play(
            seat,
            &game.parse_move(text).unwrap(),
            None,
            &Knowledge::new(),
            &mut Vec::new(),
        )
        .unwrap();
        naive.play(text);
        line.push((game.clone(), naive.clone()));
    }
    line
}

#[test]
fn two_seats_from_the_start() {
    for (depth, sequences) in [(0, 1), (1, 414), (2, 171_396), (3, 89_204_762)] {
        assert_eq!(fast(&start(2), depth), sequences, "depth {depth}");
    }
}

#[test]
fn four_seats_from_the_start() {
    for (depth, sequences) in [(0, 1), (1, 58), (2, 3_364), (3, 195_112), (4, 11_316_496)] {
        assert_eq!(fast(&start(4), depth), sequences, "depth {depth}");
    }
}

#[test]
fn three_seats_from_the_start() {
    for (depth, sequences) in [(1, 58), (2, 3_364), (3, 195_112), (4, 32_728_356)] {
        assert_eq!(fast(&start(3), depth), sequences, "depth {depth}");
    }
}

#[test]
fn making_all_moves_but_the_last_gives_the_same() {
    assert_eq!(plain(&start(2), 2), 171_396);
    assert_eq!(plain(&start(4), 3), 195_112);
    for seats in [2, 3, 4] {
        for (game, _) in line(seats).iter().step_by(3) {
            assert_eq!(fast(game, 2), plain(game, 2), "{game:?}");
        }
    }
}

#[test]
fn trying_everything_everywhere_gives_the_same() {
    assert_eq!(Naive::new(4).perft(2), 3_364);
    assert_eq!(Naive::new(2).perft(1), 414);
    for seats in [2, 3, 4] {
        for (game, naive) in line(seats) {
            // As deep as a few positions allow: near the end, where seats get stuck and are skipped, and where the match
            // ends within the tree.
            for depth in (1..=4).take_while(|depth| fast(&game, depth - 1) <= 8) {
                assert_eq!(fast(&game, depth), naive.perft(depth), "depth {depth} of {game:?}");
            }
        }
    }
}

#[test]
fn a_finished_match_has_no_sequences_but_the_empty_one() {
    let over = line(2).pop().unwrap().0;
    assert_eq!(over.turn(), None);
    assert_eq!([0, 1, 2, 3].map(|depth| fast(&over, depth)), [1, 0, 0, 0]);
}
