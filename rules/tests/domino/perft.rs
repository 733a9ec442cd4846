//! Perft: how many sequences of moves there are from the start of fixed matches, counted twice.

use crate::naive::Naive;
use crate::support::Played;

/// By generator and OpenMatch.
fn perft(played: &Played, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut here = played.clone();
    let Some(seat) = here.advance() else { return 0 };
    if depth == 1 {
        return u64::try_from(here.game.count_legal(seat)).unwrap();
    }
    here.game
        .legal_moves(seat)
        .iter()
        .map(|mv| {
            let mut next = here.clone();
            next.game.play(seat, mv, &mut next.events).unwrap();
            perft(&next, depth - 1)
        })
        .sum()
}

/// By trying every text.
fn naive(rules: &Naive, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    rules
        .moves()
        .iter()
        .map(|text| {
            let mut next = rules.clone();
            next.apply(text);
            naive(&next, depth - 1)
        })
        .sum()
}

#[test]
fn golden_numbers_of_fixed_matches() {
    // Seats, partners, seed of the packs, depth, sequences.
    let golden = [
        (2, false, 1, 11, 5_474),
        (4, false, 2, 11, 13_362),
        (4, true, 3, 10, 13_726),
    ];
    for (seats, partners, seed, depth, count) in golden {
        let played = Played::random(seats, partners, seed);
        assert_eq!(perft(&played, depth), count, "{seats} seats, depth {depth}");
        let rules = Naive::new(usize::from(seats), partners, seed);
        assert_eq!(naive(&rules, depth), count, "{seats} seats, depth {depth}, naive");
    }
}
