//! Match after match between four long-lived programs on a virtual network where something goes wrong all the time:
//! `cargo bench --profile dev -p majlis --bench soak -- MINUTES` (20 if nothing is said), as root on Linux.
//!
//! With the word `routers` for the minutes, two people meet through a relay behind every pair of kinds of routers, and it is told which
//! let them talk directly.
//!
//! With the words `lobby MINUTES`, memory and traffic of a node are measured that only takes part in the lobby.
//!
//! At the end every log is compared byte by byte among the four, and verified; and the memory of the programs is set against that of
//! the fifth minute. The figures stand in `docs/net-bench.md`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::float_arithmetic,
    reason = "a command for developers that measures"
)]

#[cfg(target_os = "linux")]
#[path = "../../tests/networks/bench/mod.rs"]
mod bench;

#[cfg(target_os = "linux")]
#[path = "soak/player.rs"]
mod player;

#[cfg(target_os = "linux")]
#[path = "soak/storm.rs"]
mod storm;

#[cfg(target_os = "linux")]
#[path = "soak/routers.rs"]
mod routers;

#[cfg(target_os = "linux")]
#[path = "soak/lobby.rs"]
mod lobby;

#[cfg(target_os = "linux")]
#[allow(dead_code, unused_imports, reason = "its tests are not run here")]
#[path = "../../tests/networks/internet.rs"]
mod internet;

#[cfg(target_os = "linux")]
fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    match words.first().map(String::as_str) {
        Some("player") => player::run(&words[1..]),
        Some("routers") => routers::run(),
        Some("lobby") => lobby::run(words.get(1).map_or(3, |minutes| minutes.parse().unwrap())),
        Some("crowd") => lobby::crowd(&words[1]),
        Some("listener") => lobby::listen(&words[1..]),
        Some(minutes) => storm::run(minutes.parse().unwrap()),
        None => storm::run(20),
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("virtual networks are made of network namespaces, which only Linux has");
}
