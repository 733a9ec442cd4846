//! A whole match of which every party is dropped and found again on disk after every single entry.
//!
//! `cargo run --release -p majlis-referee --example crash -- GAME SEATS [SEED [round]]` plays it twice, with and without the crashes, and
//! compares the logs; with `round` only to the end of its first round. The time grows with the square of the match's length, since everybody reads the whole log again each time.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a tool that fails by panicking"
)]

#[path = "../tests/stored/mod.rs"]
mod stored;

use std::time::Instant;

use majlis_referee::verify::{Proofs, verify};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use stored::{Stored, Until};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, rest @ ..] = arguments.as_slice() else {
        panic!("say a game, a number of seats, and perhaps a seed");
    };
    let game: GameId = game.parse().unwrap();
    let table = Table::new(seats.parse().unwrap());
    let seed = rest.first().map_or(1, |seed| seed.parse().unwrap());
    let until = match rest.get(1).map(String::as_str) {
        Some("round") => Until::RoundOr(u32::MAX),
        _ => Until::End,
    };
    let started = Instant::now();
    let logs = [true, false].map(|crashes| {
        let folder = tempfile::tempdir().unwrap();
        Stored::new(folder.path(), game, table.clone(), seed, crashes, until).play()
    });
    assert!(logs[0] == logs[1], "the logs differ");
    let end = verify(logs[0].as_slice(), Proofs::Together, &mut ()).unwrap();
    println!(
        "{game}, {} seats, seed {seed}: {} steps, {} bytes, {:?}; everybody dropped after every entry, the log is the same; {:?}",
        table.seats,
        end.place().step,
        logs[0].len(),
        end.grade().unwrap(),
        started.elapsed()
    );
}
