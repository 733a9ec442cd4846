//! Programs that are killed, stopped and started again.

use std::collections::BTreeSet;
use std::fs;
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
            let program = &mut table.programs[*n];
            // One that has been killed when all was done need not come back.
            if !program.is_over() {
                program.start();
            }
        }
    }
    assert!(
        table.wait().iter().all(|status| *status == 0),
        "{}",
        table.programs[0].sentence()
    );
    let end = table.agree();
    assert_eq!((end.ending(), end.grade()), (Some(Ending::Played), Some(Grade::Agreed)));
    assert!(end.departures().is_empty(), "{:?}", end.departures());
}

/// Storms by their seeds: one, or with the environment variable `STORMS` as many.
fn seeds() -> impl Iterator<Item = u64> {
    let many = std::env::var("STORMS").map_or(1, |number| number.parse().unwrap());
    let first = std::env::var("STORM").map_or(1, |number| number.parse().unwrap());
    (first..).take(many)
}

#[test]
fn who_is_killed_at_any_moment_comes_back_over_tcp() {
    for seed in seeds() {
        storm(
            &Play {
                all: SLOWLY,
                ..Play::new("arkan", 3, TCP)
            },
            seed,
            8,
            false,
        );
    }
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

/// Two guests who both have got another port while nobody was there are told by the host where the other is.
#[test]
fn guests_who_have_lost_each_other_find_each_other_by_their_host() {
    let mut table = Table::open(&Play {
        all: &["--think", "300"],
        ..Play::new("arkan", 3, TCP)
    });
    until("some moves", || {
        table.programs.iter().all(|program| program.moves() >= 2)
    });
    for program in &mut table.programs {
        program.kill();
    }
    for guest in &table.programs[1..] {
        fs::remove_file(guest.data.join("ports")).unwrap();
    }
    let before: Vec<usize> = table.programs.iter().map(|program| program.events().len()).collect();
    for program in &mut table.programs {
        program.start();
    }
    for (n, program) in table.programs.iter().enumerate() {
        until("everybody", || {
            let events = program.events().into_iter().skip(before[n]);
            let here = events.filter(|event| event["presence"] == "here");
            here.map(|event| event["party"].as_u64()).collect::<BTreeSet<_>>().len() == 2
        });
    }
    assert_eq!(table.wait(), [0; 3]);
    table.agree();
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

/// Three at a table, of whom the last is killed after some moves; the others vote him out and end.
fn without_the_third(claim_after: &'static [&'static str]) -> Table {
    let mut table = Table::open(&Play {
        host: &["--clock", "2", "--grace", "1"],
        all: claim_after,
        ..Play::new("arkan", 3, TCP)
    });
    until("some moves", || table.programs[2].moves() >= 3);
    table.programs[2].kill();
    assert_eq!((table.programs[0].wait(), table.programs[1].wait()), (0, 0));
    table
}

/// Whoever comes back when the others have finished and gone waits for them; as soon as the program of one of them runs again, whatever
/// it is doing, the end of the match is told.
#[test]
fn who_has_missed_the_end_is_told_by_whoever_runs_again() {
    let mut table = without_the_third(&["--think", "50", "--claim-after", "3600"]);
    table.programs[2].start();
    until("nobody there", || table.programs[2].has("resting"));
    // The host opens another table.
    table.programs[0].start();
    assert_eq!(table.programs[2].wait(), 3, "{}", table.programs[2].sentence());
    table.programs[0].kill();
    let end = table.agree();
    assert_eq!((end.ending(), end.grade()), (Some(Ending::Played), Some(Grade::Agreed)));
    assert_eq!(end.departures().len(), 1);
    // The other table has nothing to do with it.
    assert!(
        table.programs[0]
            .events()
            .iter()
            .filter(|event| event["event"] == "match")
            .count()
            == 1
    );
}

/// Whoever comes back when nobody is there and will not wait can only claim. That is worth less than what the others have signed.
#[test]
fn who_has_missed_the_end_and_claims_is_believed_less_than_the_others() {
    let mut table = without_the_third(&["--think", "50", "--claim-after", "1"]);
    table.programs[2].start();
    assert_eq!(table.programs[2].wait(), 4, "{}", table.programs[2].sentence());
    let [others, own] = [0, 2].map(|n| table.programs[n].logs().remove(0));
    let profile = |data: &std::path::Path| -> serde_json::Value {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args(["profile", "--json", "--data"])
            .arg(data)
            .output()
            .unwrap();
        let profile: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        profile["matches"][0].clone()
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("matches")).unwrap();
    std::fs::copy(&own, folder.path().join("matches/own.mlog")).unwrap();
    let alone = profile(folder.path());
    std::fs::copy(&others, folder.path().join("matches/others.mlog")).unwrap();
    let both = profile(folder.path());
    assert_eq!(alone["strength"], "claimed", "{alone}");
    assert_eq!(both["strength"], "proved", "{both}");
    assert_eq!(both["sources"].as_array().unwrap().len(), 2, "{both}");
}
