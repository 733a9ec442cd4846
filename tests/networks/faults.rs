//! What happens to machines and cables in the middle of a match.

use std::fs;
use std::time::{Duration, Instant};

use crate::bench::Bench;
use crate::bench::lan::Lan;
use crate::bench::seat::{GONE, Seat, Terms, alike, until};

/// A match that is long enough for something to happen in it.
const LONG: Terms<'_> = Terms {
    game: "domino",
    seats: 2,
    options: &[],
    clock: 60,
    grace: 60,
};

fn finish(seats: &mut [Seat]) -> serde_json::Value {
    for seat in seats.iter_mut() {
        seat.finish();
    }
    let found = alike(&seats.iter().collect::<Vec<_>>());
    assert_eq!(found["grade"], "agreed", "{found}");
    assert!(found["departures"].as_array().unwrap().is_empty(), "{found}");
    found
}

/// Changes addresses in the middle of a match; says how long the match stood still.
fn readdress(lan: &Lan, seats: &[Seat], changes: &[(usize, &str, &str)]) {
    seats[1].wait_for_step(20);
    let changed = Instant::now();
    for (n, from, to) in changes {
        lan.machines[*n].readdress("eth0", from, to);
    }
    // It is not the silence of the other that tells: whoever has got another address knows it.
    for (n, ..) in changes {
        seats[*n].wait_for_words(GONE);
    }
    let gone = changed.elapsed();
    let next = seats.iter().map(Seat::step).max().unwrap_or(0) + 4;
    seats[0].wait_for_step(next);
    eprintln!(
        "{changes:?}: noticed after {gone:?}, the match goes on after {:?}",
        changed.elapsed()
    );
}

#[test]
fn an_address_changes() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let mut seats = lan.seats(LONG);
    readdress(&lan, &seats, &[(1, "10.1.0.2/24", "10.1.0.77/24")]);
    finish(&mut seats);
}

#[test]
fn the_hosts_address_changes_and_he_is_found_all_the_same() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let mut seats = lan.seats(LONG);
    readdress(&lan, &seats, &[(0, "10.1.0.1/24", "10.1.0.66/24")]);
    finish(&mut seats);
}

#[test]
fn both_addresses_change_at_once_and_they_find_each_other_by_mdns() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let mut seats = lan.seats(LONG);
    let changes = [(0, "10.1.0.1/24", "10.1.0.66/24"), (1, "10.1.0.2/24", "10.1.0.77/24")];
    readdress(&lan, &seats, &changes);
    finish(&mut seats);
}

#[test]
fn a_cable_is_out_for_half_a_minute() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let mut seats = lan.seats(LONG);
    seats[1].wait_for_step(20);
    lan.cables[1].pull();
    std::thread::sleep(Duration::from_secs(30));
    lan.cables[1].put_back();
    finish(&mut seats);
}

/// Three at a table with short clocks; one of them vanishes after some steps.
const HASTY: Terms<'_> = Terms {
    game: "arkan",
    seats: 3,
    options: &[],
    clock: 4,
    grace: 3,
};

/// The one that vanished is out and has lost; the others hold the same log, and it holds the beginning of it, with its own absence.
fn lost(seats: &mut [Seat], gone: usize) {
    for (n, seat) in seats.iter_mut().enumerate() {
        seat.finish_with(if n == gone { 3 } else { 0 });
    }
    let rest: Vec<&Seat> = seats
        .iter()
        .enumerate()
        .filter(|(n, _)| *n != gone)
        .map(|(_, seat)| seat)
        .collect();
    let found = alike(&rest);
    assert_eq!(found["grade"], "agreed", "{found}");
    let (whole, part) = (fs::read(rest[0].log()).unwrap(), fs::read(seats[gone].log()).unwrap());
    assert!(whole.starts_with(&part), "the log of the one that is out is another");
    let told = seats[gone].events("step");
    assert!(told.iter().any(|step| step["did"] == "was absent"), "{told:?}");
    let departures = found["departures"].as_array().unwrap();
    assert_eq!(departures.len(), 1, "{found}");
    assert_eq!(departures[0]["cause"], "absent", "{found}");
    let party = &departures[0]["party"];
    let persons = found["persons"].as_array().unwrap();
    let lost = persons.iter().find(|person| person["party"] == *party).unwrap();
    assert_eq!(lost["outcome"], "loss", "{found}");
}

/// What two of three have to say to each other takes longer from now on, so that the third finds them at their match when it is back.
fn linger(lan: &Lan) {
    lan.cables[1].set_delay(Duration::from_millis(400));
}

#[test]
fn a_cable_is_out_for_longer_than_clock_and_grace() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 3, Duration::from_millis(10));
    let mut seats = lan.seats(HASTY);
    seats[2].wait_for_step(10);
    linger(&lan);
    lan.cables[2].pull();
    for seat in &seats[..2] {
        seat.wait_where("step", |step| step["did"] == "was absent");
    }
    lan.cables[2].put_back();
    lost(&mut seats, 2);
}

#[test]
fn a_machine_sleeps_past_clock_and_grace() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 3, Duration::from_millis(10));
    let mut seats = lan.seats(HASTY);
    seats[2].wait_for_step(10);
    linger(&lan);
    seats[2].running().signal("STOP");
    for seat in &seats[..2] {
        seat.wait_where("step", |step| step["did"] == "was absent");
    }
    seats[2].running().signal("CONT");
    lost(&mut seats, 2);
}

#[test]
fn of_two_nobody_is_voted_out_and_the_match_goes_on_when_the_cable_is_back() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let mut seats = lan.seats(Terms { seats: 2, ..HASTY });
    seats[1].wait_for_step(10);
    lan.cables[1].pull();
    // Whoever waits for the other is told that the match rests.
    until("a match that rests", || {
        seats
            .iter()
            .any(|seat| !seat.events("resting").is_empty())
            .then_some(())
    });
    lan.cables[1].put_back();
    finish(&mut seats);
}

#[test]
fn a_party_is_killed_again_and_again() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let mut seats = lan.seats(LONG);
    for (n, pause) in [(1, 0), (0, 150), (1, 700), (0, 40)] {
        // Somewhere in the middle of whatever it is doing.
        seats[n].wait_for("match");
        std::thread::sleep(Duration::from_millis(300 + pause));
        seats[n].kill();
        std::thread::sleep(Duration::from_millis(pause));
        seats[n].start();
    }
    finish(&mut seats);
}

#[test]
fn everybody_is_killed_at_once() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 3, Duration::from_millis(10));
    let mut seats = lan.seats(Terms {
        clock: 60,
        grace: 60,
        ..HASTY
    });
    for step in [5, 15] {
        for seat in &seats {
            seat.wait_for_step(step);
        }
        for seat in &mut seats {
            seat.kill();
        }
        for seat in &mut seats {
            seat.start();
        }
    }
    finish(&mut seats);
}

#[test]
fn clocks_that_are_ten_minutes_apart_do_not_matter() {
    let Some(bench) = Bench::new() else { return };
    let lan = Lan::new(&bench, 2, Duration::from_millis(10));
    let clock = ["env", "FAKETIME_DONT_FAKE_MONOTONIC=1", "faketime", "-f", "+10m"];
    let terms = Terms { seats: 2, ..HASTY };
    let host = Seat::host_with(&lan.machines[0], terms, &[], &clock);
    let guest = Seat::join(&lan.machines[1], "guest", "--lan", &[]);
    finish(&mut [host, guest]);
}
