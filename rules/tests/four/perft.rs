//! How many sequences of moves there are, counted by the generator and by the naive rules.

use majlis_rules::four::Four;
use majlis_rules::game::Variant;
use majlis_rules::open::OpenMatch;
use majlis_rules::table::Table;

use crate::driver::{advance, naive_match};

/// Sequences of `depth` moves; the last ply is counted and not made.
fn perft(open: &OpenMatch<Four>, seed: u64, depth: u32) -> u64 {
    let mut open = open.clone();
    let Some(mover) = advance(&mut open, seed, &mut Vec::new()) else {
        return 0;
    };
    if depth == 1 {
        return open.count_legal(mover) as u64;
    }
    let after = |mv| {
        let mut next = open.clone();
        next.play(mover, &mv, &mut Vec::new()).unwrap();
        perft(&next, seed, depth - 1)
    };
    open.legal_moves(mover).into_iter().map(after).sum()
}

/// Seats, seed of the packs, and the counts for depth 1, 2, …
const GOLDEN: [(u8, u64, [u64; 6]); 3] = [
    (2, 1, [6, 70, 589, 4_524, 32_842, 234_088]),
    (3, 2, [6, 50, 363, 3_456, 32_188, 298_533]),
    (4, 3, [6, 50, 365, 3_359, 30_662, 278_654]),
];

fn check(counts: impl Fn(u8, u64, u32) -> u64, deepest: usize) {
    for (seats, seed, expected) in GOLDEN {
        for (depth, expected) in (1..).zip(expected).take(deepest) {
            assert_eq!(counts(seats, seed, depth), expected, "{seats} seats, depth {depth}");
        }
    }
}

#[test]
fn perft_by_the_generator() {
    let start = |seats| OpenMatch::new(Four::new(&Table::new(seats)).unwrap());
    check(|seats, seed, depth| perft(&start(seats), seed, depth), 6);
}

#[test]
fn perft_by_the_naive_rules() {
    check(|seats, seed, depth| naive_match(seats, seed, 4).perft(depth), 4);
}

/// With two seats a call and a last turn end the round within five plies.
#[test]
fn perft_by_the_naive_rules_into_the_next_round() {
    let (seats, seed, counts) = GOLDEN[0];
    assert_eq!(naive_match(seats, seed, 4).perft(5), counts[4]);
}
