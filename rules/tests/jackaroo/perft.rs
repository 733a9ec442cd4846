//! The number of move sequences from fixed positions, counted by the generator and by the naive rules.

use majlis_rules::game::{Due, Game, Variant};
use majlis_rules::jackaroo::{Event, Jackaroo};
use majlis_rules::open::OpenMatch;
use majlis_rules::table::{OptionValue, Table};

use crate::naive::{HOME, Position};
use crate::random::{Packs, Random};
use crate::table::{Match, seat};

/// A match of three or four marbles a seat after some plies drawn by lot, all from one seed, and no reshuffle near.
fn after(marbles: u32, seed: u64, plies: usize) -> Match {
    let table = Table::new(4).with("marbles", OptionValue::Number(marbles));
    let mut table = Match::begin(Jackaroo::new(&table).unwrap(), Packs::new(seed));
    let mut random = Random(seed);
    for _ in 0..plies {
        let legal = table.legal();
        let text = legal[random.below(legal.len())].clone();
        table.play(&[&text]);
    }
    assert!(table.game().deck_left() > 4);
    table
}

fn fast(open: &OpenMatch<Jackaroo>, depth: u32) -> u64 {
    let Due::Turn(mover) = open.game().due() else { return 0 };
    if depth == 1 {
        return open.count_legal(mover) as u64;
    }
    let mut sequences = 0;
    for mv in open.legal_moves(mover) {
        let mut next = open.clone();
        next.play(mover, &mv, &mut Vec::new()).unwrap();
        next.advance(&mut Packs::new(0), &mut Vec::<Event>::new()).unwrap();
        sequences += fast(&next, depth - 1);
    }
    sequences
}

/// The same with the naive rules and a pile of cards.
fn slow(position: &Position, deck: &[String], depth: u32) -> u64 {
    if position.winner().is_some() {
        return 0;
    }
    let legal = position.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let (next_card, deck) = deck.split_first().unwrap();
    let mut sequences = 0;
    for text in legal {
        let mut next = position.after(&text).unwrap();
        next.hands[usize::from(next.turn)].push(next_card.clone());
        next.turn = (next.turn + 1) % 4;
        sequences += slow(&next, deck, depth - 1);
    }
    sequences
}

fn naive(table: &Match) -> (Position, Vec<String>) {
    let game = table.game();
    let marbles = game.board().iter();
    let position = Position {
        marbles: marbles
            .map(|(marble, place)| {
                let count = place.count(marble.seat).map_or(HOME, i32::from);
                ((marble.seat.number(), marble.number), count)
            })
            .collect(),
        hands: [0, 1, 2, 3].map(|number| table.hand(seat(number))),
        turn: table.mover().number(),
    };
    let pack = table.packs.taken.last().unwrap();
    let deck = pack[pack.len() - usize::from(game.deck_left())..]
        .iter()
        .map(|&face| majlis_rules::face::PackKind::Cards.notation(face).unwrap())
        .collect();
    (position, deck)
}

/// Marbles, seed, plies; then the sequences of one move, of two, and so on.
const GOLDEN: [(u32, u64, usize, &[u64]); 8] = [
    (3, 1, 60, &[13, 90, 1702]),
    (3, 3, 60, &[8, 64, 256, 4880]),
    (3, 6, 160, &[20, 192, 742, 1740]),
    (3, 8, 100, &[6, 64, 718, 2872]),
    (4, 2, 130, &[5, 25, 250, 2725]),
    (4, 5, 0, &[1, 1, 4, 16]),
    (4, 7, 160, &[12, 128, 488, 5866]),
    (4, 8, 100, &[6, 104, 1404]),
];

#[test]
fn the_numbers_of_sequences_are_as_ever_and_as_the_naive_rules_count_them() {
    for (marbles, seed, plies, counts) in GOLDEN {
        let table = after(marbles, seed, plies);
        let (position, deck) = naive(&table);
        for (&count, depth) in counts.iter().zip(1..) {
            assert_eq!(
                fast(&table.open, depth),
                count,
                "{marbles} {seed} {plies}, depth {depth}"
            );
            assert_eq!(
                slow(&position, &deck, depth),
                count,
                "naively: {marbles} {seed} {plies}, depth {depth}"
            );
        }
    }
}
