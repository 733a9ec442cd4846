//! Measures the lobby with many nodes in one process:
//!
//! ```text
//! cargo run -p majlis-net --features scale --example scale -- --persons 300 --hosts 40
//! ```
#![allow(clippy::float_arithmetic, clippy::print_stdout, clippy::print_stderr)] // A measurement, printed.

use std::process::ExitCode;
use std::time::Duration;

use majlis_net::scale::{Setup, run};

const USAGE: &str = "options, each with a number: --persons --relays --reachable (of a hundred) --neighbours --hosts --stay (seconds) --open \
                     (seconds) --measured (seconds) --seed";

fn main() -> ExitCode {
    let mut setup = Setup {
        persons: 300,
        relays: 3,
        reachable: 30,
        neighbours: 6,
        hosts: 40,
        stay: 600.0,
        open: 120.0,
        measured: Duration::from_secs(180),
        seed: 1,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let Some(value) = arguments.next().and_then(|value| value.parse::<u32>().ok()) else {
            eprintln!("{name} wants a number; {USAGE}");
            return ExitCode::from(2);
        };
        match name.as_str() {
            "--persons" => setup.persons = value as usize,
            "--relays" => setup.relays = value as usize,
            "--reachable" => setup.reachable = value,
            "--neighbours" => setup.neighbours = value as usize,
            "--hosts" => setup.hosts = value as usize,
            "--stay" => setup.stay = value.into(),
            "--open" => setup.open = value.into(),
            "--measured" => setup.measured = Duration::from_secs(value.into()),
            "--seed" => setup.seed = value.into(),
            _ => {
                eprintln!("{name} is no option; {USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let figures = match run(setup) {
        Ok(figures) => figures,
        Err(sentence) => {
            eprintln!("{sentence}");
            return ExitCode::FAILURE;
        }
    };
    let shown =
        |time: Option<Duration>| time.map_or_else(|| "never".to_owned(), |time| format!("{} ms", time.as_millis()));
    let part = |of: usize, part: usize| (of * part / 100).min(of.saturating_sub(1));
    println!("{setup:?}");
    println!("tables opened {}, newcomers {}", figures.tables, figures.came);
    let times = &figures.seen_by_95;
    for (name, at) in [("median", 50), ("95 % of tables", 95), ("slowest", 100)] {
        let time = times.get(part(times.len(), at)).copied().flatten();
        println!("seen by 95 % of the persons, {name}: {}", shown(time));
    }
    println!("seen within half a minute or later: {} of a million", figures.seen);
    let times = &figures.caught_up;
    for (name, at) in [("median", 50), ("95 %", 95)] {
        println!(
            "newcomers know 95 % of the tables, {name}: {}",
            shown(times.get(part(times.len(), at)).copied())
        );
    }
    println!("newcomers who did: {} of {}", times.len(), figures.came);
    println!(
        "a person: {} B/s sent, {} B/s received, {} adverts a minute",
        figures.person.0, figures.person.1, figures.adverts_a_minute
    );
    println!(
        "a relay: {} B/s sent, {} B/s received",
        figures.relay.0, figures.relay.1
    );
    ExitCode::SUCCESS
}
