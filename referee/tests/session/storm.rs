//! Everything at once: honest parties whose machines die at any moment, sleep, and lose each other in every way (log.3 to log.15).
//! When the storm is over, all hold one log; nobody was held a cheat, and nobody has signed two things for one place.

use majlis_referee::replay::Cause;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::RngExt;

use crate::sim::{FAIR, Sim, Weather};

/// How many storms of each kind: more with the environment variable `STORMS`, from the one that `STORM` says.
fn storms() -> u64 {
    std::env::var("STORMS").map_or(4, |number| number.parse().unwrap())
}

fn first() -> u64 {
    std::env::var("STORM").map_or(0, |number| number.parse().unwrap())
}

fn some_steps(sim: &mut Sim, most: usize) {
    for _ in 0..sim.rng.random_range(1..most) {
        sim.step();
    }
}

/// Lets a time pass, whether or not anything happens in it.
fn pass(sim: &mut Sim, time: u64) {
    let until = sim.now + time;
    while sim.next().is_some_and(|next| next < until) && sim.step() {}
    sim.now = sim.now.max(until);
}

fn start_again(sim: &mut Sim, n: usize) {
    if sim.sessions[n].is_none() {
        sim.restart(n);
    }
}

/// How long something lasts: seconds, or past clock and grace, which are 180 s.
fn a_while(sim: &mut Sim) -> u64 {
    if sim.rng.random_range(0..3) == 0 {
        sim.rng.random_range(170_000..400_000)
    } else {
        sim.rng.random_range(100..20_000)
    }
}

fn trouble(sim: &mut Sim) {
    let persons = sim.sessions.len();
    let n = sim.rng.random_range(0..persons);
    match sim.rng.random_range(0..6) {
        // Dies between two things, or in the middle of them: something is on disk, and not sent.
        0 => sim.kill(n),
        1 | 2 => {
            let after = sim.rng.random_range(0..6);
            if sim.sessions[n].is_some() {
                sim.dies_after[n] = Some(after);
            }
        }
        // Some do not reach some, perhaps in one direction only.
        3 => {
            for _ in 0..sim.rng.random_range(1..5) {
                let pair = (sim.rng.random_range(0..persons), sim.rng.random_range(0..persons));
                sim.blocked.insert(pair);
            }
        }
        // A machine that nobody reaches.
        4 => {
            for other in 0..persons {
                sim.blocked.insert((n, other));
                sim.blocked.insert((other, n));
            }
        }
        // Two halves.
        _ => {
            for a in 0..persons {
                for b in 0..persons {
                    if a % 2 != b % 2 {
                        sim.blocked.insert((a, b));
                    }
                }
            }
        }
    }
    some_steps(sim, 30);
    let time = a_while(sim);
    pass(sim, time);
    // Not everything is well again at once.
    for m in 0..persons {
        if sim.rng.random_range(0..4) > 0 {
            start_again(sim, m);
        }
    }
    if sim.rng.random_range(0..4) > 0 {
        sim.blocked.clear();
        for m in 0..persons {
            if sim.sessions[m].is_some() && sim.rng.random_range(0..4) > 0 {
                sim.woke(m);
            }
        }
    }
}

fn storm(game: GameId, seats: u8, seed: u64) {
    let mut sim = Sim::new(game, Table::new(seats), seed);
    let persons = sim.sessions.len();
    let loss = sim.rng.random_range(0..15);
    sim.weather = Weather {
        delay: sim.rng.random_range(1..2_000),
        loss,
        twice: loss,
    };
    sim.start();
    for _ in 0..12 {
        some_steps(&mut sim, 60);
        trouble(&mut sim);
    }
    // Calm: everybody is there again, and asks again now and then, as a node does.
    sim.weather = FAIR;
    sim.blocked.clear();
    for n in 0..persons {
        sim.dies_after[n] = None;
        start_again(&mut sim, n);
    }
    for _ in 0..40 {
        for n in 0..persons {
            sim.woke(n);
        }
        pass(&mut sim, 10_000);
        if (0..persons).all(|n| sim.state(n).is_finished()) {
            break;
        }
    }
    let all: Vec<usize> = (0..persons).collect();
    sim.finish_of(&all);
    // Who was away at the end for too long is not waited for: a log may hold the results of some, and the rest is equal.
    let end = sim.state(0);
    for n in &all {
        let other = sim.state(*n);
        assert_eq!(end.outcomes(), other.outcomes(), "{game} {seats} {seed}");
        assert_eq!(end.place().step, other.place().step, "{game} {seats} {seed}");
        let before = |n: usize| sim.disks[n].steps.split_last().unwrap().1;
        assert!(before(0) == before(*n), "{game} {seats} {seed}: the logs differ");
        sim.agree(&[*n]);
    }
    for departure in end.departures() {
        assert_eq!(departure.cause, Cause::Absent, "{game} {seats} {seed}: {departure:?}");
    }
}

fn try_all(game: GameId, seats: u8) {
    for seed in first()..first() + storms() {
        eprintln!("storm {seed} of {game} with {seats}");
        storm(game, seats, 10_000 + seed);
    }
}

#[test]
fn a_storm_over_two() {
    try_all(GameId::Arkan, 2);
}

#[test]
fn a_storm_over_three() {
    try_all(GameId::Arkan, 3);
}

#[test]
fn a_storm_over_four() {
    try_all(GameId::Arkan, 4);
}

#[test]
fn a_storm_over_a_hidden_hand() {
    try_all(GameId::Domino, 4);
}
