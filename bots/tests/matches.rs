//! Whole matches of bots at every kind of table.

#[path = "support/arena.rs"]
mod arena;

use arena::{Arena, describe, seed, tables};
use majlis_bots::{BotKind, bot};
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;

/// Every move is tried on the rules, which refuse it where it is illegal.
#[test]
fn every_kind_of_table_is_played_to_its_end() {
    for &game in GameId::ALL {
        for table in tables(game) {
            for (number, greedy) in [(0, 0b1111), (1, 0b0101), (2, 0b1010), (3, 0)] {
                let seed = seed(1, number);
                let arena = Arena::new(game, &table, seed, |person| {
                    let kind = if greedy >> person & 1 == 1 {
                        BotKind::Greedy
                    } else {
                        BotKind::Random
                    };
                    bot(kind, game, seed ^ person as u64)
                });
                let (outcome, plies) = arena.finish();
                assert!(
                    plies > 0 && outcome.iter().any(|seat| *seat != Outcome::Loss),
                    "{game}, {}",
                    describe(&table)
                );
            }
        }
    }
}
