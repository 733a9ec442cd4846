//! How long four people wait for their cards: `cargo bench --profile dev -p majlis --bench deal`, as root on Linux.
//!
//! Four programs, each on a machine of its own with a cable to one switch, with and without a delay between all pairs. What is
//! measured is the time from the beginning of the match to the first move on the host's screen: lot, shuffles, deal, and in
//! dominoes the question who opens. The figures stand in `docs/net.md`.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::float_arithmetic,
    reason = "a command for developers that measures, with a bench of which it needs a part"
)]

#[cfg(target_os = "linux")]
#[path = "../../tests/networks/bench/mod.rs"]
mod bench;

#[cfg(target_os = "linux")]
fn main() {
    use std::time::{Duration, Instant};

    use bench::lan::Lan;
    use bench::seat::Terms;

    /// How often each is tried.
    const TRIES: usize = 5;

    println!(
        "{:<10} {:>12} {:>10} {:>10} {:>10}",
        "game", "one way", "least", "median", "most"
    );
    for game in ["domino", "four", "jackaroo"] {
        for delay in [0, 50] {
            let mut took = Vec::new();
            for _ in 0..TRIES {
                let Some(bench) = bench::Bench::new() else { return };
                // A packet passes two cables.
                let lan = Lan::new(&bench, 4, Duration::from_millis(delay / 2));
                let terms = Terms {
                    game,
                    seats: 4,
                    options: &[],
                    clock: 120,
                    grace: 60,
                };
                let seats = lan.seats(terms);
                let host = seats[0].running();
                let (from, ()) = host.wait_for("the match", 0, |line| {
                    line.contains("\"event\":\"match\"").then_some(())
                });
                let begun = Instant::now();
                host.wait_for("a move", from, |line| line.contains("\"did\":\"moved\"").then_some(()));
                took.push(begun.elapsed().as_secs_f64() * 1000.0);
            }
            took.sort_by(f64::total_cmp);
            println!(
                "{game:<10} {delay:>9} ms {:>7.0} ms {:>7.0} ms {:>7.0} ms",
                took[0],
                took[TRIES / 2],
                took[TRIES - 1]
            );
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("virtual networks are made of network namespaces, which only Linux has");
}
