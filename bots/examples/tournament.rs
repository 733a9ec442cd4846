//! Greedy against random players: `cargo run --release -p majlis-bots --example tournament -- [--matches 200] [--seed 1]
//! [--game domino]`.
//!
//! Prints a line for each kind of table. Sides alternate from match to match; where more than two play, greedy players have
//! every other seat, so partners are on the same side. A match counts for the kind of player that won it; a draw at the top
//! between the two kinds counts for neither.
//!
//! For Four Face-Down it says besides how often a caller has the lowest row where all players are greedy.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::panic)]

#[path = "../tests/support/arena.rs"]
mod arena;

use std::time::Duration;

use arena::{Arena, describe, seed, tables};
use cpu_time::ThreadTime;
use majlis_bots::{BotKind, bot};
use majlis_rules::four::Event;
use majlis_rules::game::{Game, Outcome};
use majlis_rules::registry::{AnyEvent, GameId};
use majlis_rules::table::Table;

#[derive(Default)]
struct Tally {
    matches: u64,
    greedy: u64,
    random: u64,
    plies: u64,
    /// Processor time that the greedy players took to choose, all moves together, and the longest.
    thinking: Duration,
    choices: u32,
    longest: Duration,
}

impl Tally {
    fn play(&mut self, game: GameId, table: &Table, seed: u64, number: u64) {
        let greedy = |person: usize| (person as u64 + number).is_multiple_of(2);
        let mut arena = Arena::new(game, table, seed, |person| {
            let kind = if greedy(person) {
                BotKind::Greedy
            } else {
                BotKind::Random
            };
            bot(kind, game, seed.wrapping_add(person as u64))
        });
        while let Some(seat) = arena.advance() {
            let view = arena.view(arena.person(seat));
            let start = ThreadTime::now();
            let mv = arena.ask(seat, &view).expect("a move of the awaited seat");
            let took = start.elapsed();
            if greedy(arena.person(seat)) {
                self.thinking += took;
                self.choices += 1;
                self.longest = self.longest.max(took);
            }
            arena.play(seat, &mv);
            self.plies += 1;
        }
        self.matches += 1;
        let outcome = arena.table().game().outcome().expect("the match is over");
        let mut won = [false; 2];
        for (person, seats) in arena.table().game().persons().into_iter().enumerate() {
            for seat in seats.iter() {
                let top = outcome
                    .get(seat.index())
                    .is_some_and(|outcome| *outcome != Outcome::Loss);
                won[usize::from(greedy(person))] |= top;
            }
        }
        match won {
            [false, true] => self.greedy += 1,
            [true, false] => self.random += 1,
            _ => {}
        }
    }

    fn line(&self, game: GameId, table: &Table) -> String {
        let permille = self.greedy * 1000 / self.matches.max(1);
        format!(
            "{:<9} {:<34} greedy {:>4}  random {:>4}  neither {:>3}  = {:>3}.{} %   {:>5} plies a match, a choice {:>6} µs, at worst {:>6} µs",
            game.id(),
            describe(table),
            self.greedy,
            self.random,
            self.matches - self.greedy - self.random,
            permille / 10,
            permille % 10,
            self.plies / self.matches.max(1),
            self.thinking.as_micros() / u128::from(self.choices.max(1)),
            self.longest.as_micros(),
        )
    }
}

/// Of the rounds that greedy players among themselves end by a call: in how many the caller has the lowest row, shared or not.
fn calls(game: GameId, table: &Table, matches: u64, series: u64) -> Option<String> {
    let (mut rounds, mut called, mut lowest) = (0u64, 0u64, 0u64);
    for number in 0..matches {
        let seed = seed(series, number);
        let mut arena = Arena::new(game, table, seed, |person| {
            bot(BotKind::Greedy, game, seed.wrapping_add(person as u64))
        });
        let mut caller = None;
        loop {
            let seat = arena.advance();
            for event in arena.events() {
                let AnyEvent::Four(event) = event else { return None };
                match event {
                    Event::Called { seat } => caller = Some(*seat),
                    Event::RoundOver { sums, .. } => {
                        rounds += 1;
                        if let Some(caller) = caller.take() {
                            called += 1;
                            let least = sums.iter().flatten().min();
                            lowest += u64::from(sums.get(caller.index()).and_then(Option::as_ref) == least);
                        }
                    }
                    _ => {}
                }
            }
            let Some(seat) = seat else { break };
            let view = arena.view(arena.person(seat));
            let mv = arena.ask(seat, &view).expect("a move of the awaited seat");
            arena.play(seat, &mv);
        }
    }
    let percent = lowest * 100 / called.max(1);
    Some(format!(
        "{:<9} {:<34} all greedy: {called} of {rounds} rounds called, the caller lowest in {lowest} = {percent} %",
        game.id(),
        describe(table),
    ))
}

fn main() {
    let mut matches = 200;
    let mut series = 1;
    let mut only = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--matches" => matches = value.parse().expect("--matches takes a number"),
            "--seed" => series = value.parse().expect("--seed takes a number"),
            "--game" => only = Some(value.parse::<GameId>().expect("--game takes the name of a game")),
            _ => panic!("say --matches N, --seed N or --game NAME, not {argument}"),
        }
    }
    for &game in GameId::ALL.iter().filter(|game| only.is_none_or(|only| only == **game)) {
        for table in tables(game) {
            let mut tally = Tally::default();
            for number in 0..matches {
                tally.play(game, &table, seed(series, number), number);
            }
            println!("{}", tally.line(game, &table));
            if let Some(calls) = calls(game, &table, matches, series) {
                println!("{calls}");
            }
        }
    }
}
