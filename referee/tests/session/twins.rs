//! Copies of a person's folder on a second machine, each playing on for itself with some of the others (log.5, log.13): forks at
//! any step, of entries, votes and acknowledgements, by one person or by two at once.

use majlis_referee::replay::Cause;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::RngExt;

use crate::sim::{FAIR, Sim, Weather, id};

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |number| number.parse().unwrap())
}

/// Lets a time pass, whether or not anything happens in it.
fn pass(sim: &mut Sim, time: u64) {
    let until = sim.now + time;
    while sim.next().is_some_and(|next| next < until) && sim.step() {}
    sim.now = sim.now.max(until);
}

/// The culprits' programs run twice from some moment on, each with some of the honest; the honest always reach each other.
fn twins(game: GameId, seats: usize, culprits: usize, seed: u64) {
    let mut sim = Sim::new(game, Table::new(u8::try_from(seats).unwrap()), seed);
    sim.weather = Weather {
        delay: sim.rng.random_range(1..1_500),
        loss: 0,
        twice: 5,
    };
    sim.start();
    let mut people: Vec<usize> = (0..seats).collect();
    for at in (1..seats).rev() {
        people.swap(at, sim.rng.random_range(0..=at));
    }
    let (cheats, honest) = people.split_at(culprits);
    let mut copies = Vec::new();
    for cheat in cheats {
        for _ in 0..sim.rng.random_range(20..120) {
            sim.step();
        }
        let copy = sim.copy(*cheat);
        // Some of the others talk with the one, some with the other.
        for n in 0..copy {
            if sim.party[n] == *cheat {
                continue;
            }
            let with_copy = sim.party[n] != n || sim.rng.random();
            if with_copy {
                sim.reaches.insert((*cheat, n), copy);
                sim.blocked.insert((*cheat, n));
            } else {
                sim.blocked.insert((copy, n));
            }
        }
        for (other, first) in &copies {
            // Copies reach copies.
            sim.reaches.insert((*other, copy), *first);
        }
        sim.woke(copy);
        copies.push((*cheat, copy));
    }
    let time = sim.rng.random_range(1_000..600_000);
    pass(&mut sim, time);
    // In the end everybody hears of everything, and the copies are put away.
    for (_, copy) in &copies {
        sim.kill(*copy);
    }
    sim.reaches.clear();
    sim.blocked.clear();
    sim.weather = FAIR;
    for _ in 0..60 {
        for n in 0..seats {
            sim.woke(n);
        }
        pass(&mut sim, 30_000);
        if honest.iter().all(|n| sim.state(*n).is_finished()) {
            break;
        }
    }
    sim.finish_of(honest);
    let end = sim.state(honest[0]);
    for n in honest {
        let other = sim.state(*n);
        assert_eq!(end.outcomes(), other.outcomes(), "{game} {seats} {seed}");
        let before = |n: usize| sim.disks[n].steps.split_last().unwrap().1;
        assert!(
            before(honest[0]) == before(*n),
            "{game} {seats} {seed}: the logs differ"
        );
        sim.agree(&[*n]);
    }
    for departure in end.departures() {
        let guilty = cheats.iter().any(|cheat| departure.party == id(*cheat));
        assert!(
            guilty || departure.cause == Cause::Absent,
            "{game} {seats} {seed}: {departure:?}"
        );
    }
}

fn try_all(game: GameId, seats: usize, culprits: usize) {
    let first = number("TWIN", 0);
    for seed in first..first + number("TWINS", 4) {
        eprintln!("twins {seed}: {game}, {culprits} of {seats}");
        twins(game, seats, culprits, 20_000 + seed);
    }
}

#[test]
fn log_5_one_of_three_plays_twice() {
    try_all(GameId::Arkan, 3, 1);
}

#[test]
fn log_5_one_of_four_plays_twice() {
    try_all(GameId::Arkan, 4, 1);
}

#[test]
fn log_5_two_of_four_play_twice() {
    try_all(GameId::Arkan, 4, 2);
}

#[test]
fn log_13_one_of_three_plays_twice_with_hidden_hands() {
    try_all(GameId::Four, 3, 1);
}
