//! Programs that are killed, stopped and started again.

use std::thread;
use std::time::Duration;

use majlis_referee::replay::{Cause, Ending};
use majlis_referee::verify::Grade;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::program::{Play, QUIC, TCP, Table, until};

/// Time enough to be killed at any point of a match.
const SLOWLY: &[&str] = &["--think", "60"];

/// Kills `who` at random moments and starts it again, as often as that is possible before the match ends.
fn storm(play: &Play, seed: u64, times: usize, all_at_once: bool) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut table = Table::open(play);
    for _ in 0..times {
        thread::sleep(Duration::from_millis(rng.random_range(50..1200)));
        let one = rng.random_range(0..play.persons);
        let who: Vec<usize> = (0..play.persons).filter(|n| all_at_once || *n == one).collect();
        if table.programs.iter_mut().any(|program| program.ended().is_some()) {
            break;
        }
        for n in &who {
            table.programs[*n].kill();
        }
        thread::sleep(Duration::from_millis(rng.random_range(0..800)));
        for n in &who {
            table.programs[*n].start();
        }
    }
    assert_eq!(table.wait(), vec![0; play.persons], "{}", table.programs[0].sentence());
    let end = table.agree();
    assert_eq!((end.ending(), end.grade()), (Some(Ending::Played), Some(Grade::Agreed)));
    assert!(end.departures().is_empty(), "{:?}", end.departures());
}

#[test]
fn who_is_killed_at_any_moment_comes_back_over_tcp() {
    storm(
        &Play {
            all: SLOWLY,
            ..Play::new("arkan", 3, TCP)
        },
        1,
        8,
        false,
    );
}

#[test]
fn who_is_killed_at_any_moment_comes_back_over_quic() {
    storm(
        &Play {
            all: SLOWLY,
            ..Play::new("domino", 2, QUIC)
        },
        2,
        8,
        false,
    );
}

#[test]
fn all_are_killed_and_come_back() {
    storm(
        &Play {
            all: SLOWLY,
            ..Play::new("arkan", 2, TCP)
        },
        3,
        3,
        true,
    );
}

/// A machine that sleeps through its clock and the grace time is out of a match of three; the others play on. It comes back, watches,
/// and holds the same log in the end.
#[test]
fn who_sleeps_past_the_clock_is_voted_out_and_watches() {
    let mut table = Table::open(&Play {
        host: &["--clock", "2", "--grace", "1"],
        all: &["--think", "100"],
        ..Play::new("arkan", 3, TCP)
    });
    until("some moves", || table.programs[0].moves() >= 3);
    table.programs[2].signal("STOP");
    until("a vote", || {
        table.programs[0]
            .events()
            .iter()
            .any(|event| event["did"] == "was absent")
    });
    table.programs[2].signal("CONT");
    assert_eq!(table.wait(), [0, 0, 3]);
    let end = table.agree();
    assert_eq!((end.ending(), end.grade()), (Some(Ending::Played), Some(Grade::Agreed)));
    let [departure] = end.departures() else {
        panic!("{:?}", end.departures());
    };
    // Who of the two guests came first is a matter of chance.
    let event = |event: &serde_json::Value| event["event"] == "match";
    let begun = table.programs[2].events().into_iter().find(event).unwrap();
    assert_eq!(u64::from(departure.party.number()), begun["party"].as_u64().unwrap());
    assert_eq!(departure.cause, Cause::Absent);
}

/// Of two, nobody can vote: who is left may claim the match, and its result is no more than claimed.
#[test]
fn of_two_who_vanishes_loses_by_a_claim() {
    let mut table = Table::open(&Play {
        host: &["--clock", "2", "--grace", "1"],
        all: &["--think", "100", "--claim-after", "1"],
        ..Play::new("four", 2, TCP)
    });
    until("some moves", || table.programs[0].moves() >= 3);
    table.programs[1].kill();
    let host = &mut table.programs[0];
    assert_eq!(host.wait(), 4, "{}", host.sentence());
    assert!(host.has("resting"));
    let finished = host
        .events()
        .into_iter()
        .find(|event| event["event"] == "finished")
        .unwrap();
    assert_eq!(finished["grade"], "claimed");
}
