//! A referee without keys plays all games through the [`Game`](majlis_rules::game::Game) trait alone.
//!
//! It alone knows what is on the cards. It carries out every card operation that a game asks for, and what a person knows is
//! filled by these operations and by cards shown, by nothing else. Moves are chosen from views. The state is given only faces
//! that everybody may see. Beside it goes a second match of the same game behind the registry's type, fed with the notation
//! alone. Whatever the games promise about cards in `game.rs` is asserted at every step.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail the test"
)]

mod cards;
mod random;
mod table;

use majlis_rules::arkan::Arkan;
use majlis_rules::domino::Domino;
use majlis_rules::four::Four;
use majlis_rules::game::{Game as _, Outcome, Variant as _};
use majlis_rules::jackaroo::Jackaroo;
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;
use majlis_rules::table::{OptionValue, Options, Table};

use self::cards::Places;
use self::random::Random;
use self::table::{Leaving, Referee};

/// Every table of a game: all numbers of seats, all combinations of options.
fn tables(game: GameId) -> Vec<Table> {
    let mut options = vec![Options::new()];
    for spec in game.options() {
        let with = |value: &OptionValue| {
            options
                .iter()
                .map(|set| set.clone().with(spec.key, *value))
                .collect::<Vec<_>>()
        };
        options = spec.allowed.iter().flat_map(with).collect();
    }
    let seats = game.seats().iter();
    seats
        .flat_map(|&seats| {
            options.iter().map(move |options| Table {
                seats,
                options: options.clone(),
            })
        })
        .filter(|table| game.start(table).is_ok())
        .collect()
}

/// Plays `matches` matches at every table of a game, a share of them with people who leave. Says whether turns could be told of
/// before the cards before them were dealt.
fn play<G: Places>(matches: u64) -> bool {
    let game: GameId = G::ID.parse().expect("a registered game");
    let tables = tables(game);
    assert!(tables.len() >= game.seats().len());
    let mut foretold = 0;
    for (table, number) in tables.iter().zip(0..) {
        for seed in 0..matches {
            let leaving = match seed % 3 {
                0 => Leaving::Never,
                1 => Leaving::Seldom,
                _ => Leaving::Often,
            };
            let (_, turns) = Referee::<G>::new(table, Random::new(number << 32 | seed), leaving).play_to_the_end();
            foretold += turns;
        }
    }
    foretold > 0
}

#[test]
fn arkan_is_played_through_the_trait() {
    assert!(!play::<Arkan>(9));
}

#[test]
fn domino_is_played_through_the_trait() {
    assert!(!play::<Domino>(30));
}

#[test]
fn four_is_played_through_the_trait() {
    assert!(play::<Four>(30));
}

#[test]
fn jackaroo_is_played_through_the_trait() {
    assert!(play::<Jackaroo>(3));
}

/// Several people follow one match, each with a state of his own, and all come to the same result.
fn common_13<G: Places>() {
    let game: GameId = G::ID.parse().expect("a registered game");
    for table in tables(game) {
        let persons = game.start(&table).expect("a table of the game").persons();
        for leaving in [Leaving::Never, Leaving::Often] {
            let ([one, other], _) = Referee::<G>::new(&table, Random::new(13), leaving).play_to_the_end();
            assert_eq!(one, other);
            // Each person has one result, whatever seats it holds.
            for seats in &persons {
                let results: Vec<Outcome> = seats.iter().map(|seat| one[seat.index()]).collect();
                assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
                assert!(!results.is_empty());
            }
        }
    }
}

#[test]
fn common_13_a_match_ends_with_one_result_for_all() {
    common_13::<Arkan>();
    common_13::<Domino>();
    common_13::<Four>();
    common_13::<Jackaroo>();
}

#[test]
fn common_2_a_person_holds_one_seat_but_two_in_jackaroo_for_two() {
    for &game in GameId::ALL {
        for table in tables(game) {
            let persons = game.start(&table).expect("a table of the game").persons();
            let for_two = table
                .options
                .iter()
                .any(|option| option == ("persons", OptionValue::Number(2)));
            let seats: Vec<Vec<u8>> = persons
                .iter()
                .map(|seats| seats.iter().map(Seat::number).collect())
                .collect();
            let expected = if for_two {
                vec![vec![0, 2], vec![1, 3]]
            } else {
                (0..table.seats).map(|seat| vec![seat]).collect()
            };
            assert_eq!(seats, expected, "{game}");
        }
    }
}

#[test]
fn every_game_of_the_registry_is_played_here() {
    let played = [Arkan::ID, Domino::ID, Four::ID, Jackaroo::ID];
    let registered: Vec<&str> = GameId::ALL.iter().map(|game| game.id()).collect();
    assert_eq!(registered, played);
    // jackaroo: two numbers of marbles, four seats to start, two or four persons.
    let tables: Vec<usize> = GameId::ALL.iter().map(|&game| tables(game).len()).collect();
    assert_eq!(tables, [3, 3, 3, 16]);
}
