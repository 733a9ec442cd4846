//! Delays, losses, repetitions, crashes: the logs come out equal all the same.

use majlis_referee::party::PartyId;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::RngExt;

use crate::sim::{Sim, Weather, id};

#[test]
fn log_3_matches_end_alike_over_a_bad_network() {
    let games = [
        (GameId::Arkan, 2),
        (GameId::Arkan, 4),
        (GameId::Domino, 2),
        (GameId::Domino, 4),
        (GameId::Four, 2),
        (GameId::Four, 3),
    ];
    for (seed, (game, seats)) in (0..).zip(games) {
        let mut sim = Sim::new(game, Table::new(seats), seed);
        sim.weather = Weather {
            delay: 500,
            loss: 10,
            twice: 10,
        };
        sim.start();
        sim.finish();
        let end = sim.agree(&(0..usize::from(seats)).collect::<Vec<_>>());
        assert_eq!(end.grade(), Some(Grade::Agreed), "{game} {seats}");
        assert!(end.departures().is_empty(), "{game} {seats}: {:?}", end.departures());
    }
}

/// What a program does whose person somebody else cannot be reached by: it asks the others, when a step becomes due and each second.
fn ask_around(sim: &mut Sim, n: usize, cut_off_from: PartyId, asked: &mut Option<(u64, u64)>) {
    let session = sim.sessions[n].as_mut().unwrap();
    let step = session.player().state().place().step;
    let due = asked.is_none_or(|(before, at)| before != step || sim.now >= at + 1_000);
    if due && session.missing().contains(cut_off_from) {
        *asked = Some((step, sim.now));
        session.ask_around();
        sim.pump(n);
    }
}

#[test]
fn log_3_two_who_never_reach_each_other_play_on_through_a_third() {
    let games = [
        (GameId::Arkan, 3),
        (GameId::Domino, 4),
        (GameId::Four, 3),
        (GameId::Jackaroo, 4),
    ];
    for (seed, (game, seats)) in (0..).zip(games) {
        let mut sim = Sim::new(game, Table::new(seats), 900 + seed);
        sim.blocked = [(1, 2), (2, 1)].into();
        sim.start();
        let mut asked = [None; 2];
        while !sim
            .sessions
            .iter()
            .flatten()
            .all(|session| session.player().state().is_finished())
        {
            ask_around(&mut sim, 1, id(2), &mut asked[0]);
            ask_around(&mut sim, 2, id(1), &mut asked[1]);
            let again = asked.iter().flatten().map(|(_, at)| at + 1_000).min();
            if again.is_some_and(|again| sim.now < again && sim.next().is_none_or(|next| next > again)) {
                sim.now = again.unwrap();
            } else {
                assert!(sim.step(), "{game} {seats}: nothing happens any more");
            }
        }
        let end = sim.agree(&(0..usize::from(seats)).collect::<Vec<_>>());
        assert_eq!(end.grade(), Some(Grade::Agreed), "{game} {seats}");
        assert!(end.departures().is_empty(), "{game} {seats}: {:?}", end.departures());
    }
}

#[test]
fn log_13_crashes_at_random_lose_nothing_and_sign_nothing_twice() {
    for (seed, (game, seats)) in (0..).zip([(GameId::Domino, 4), (GameId::Four, 2), (GameId::Arkan, 3)]) {
        let mut sim = Sim::new(game, Table::new(seats), 100 + seed);
        sim.weather = Weather {
            delay: 300,
            loss: 5,
            twice: 5,
        };
        sim.start();
        for _ in 0..25 {
            let some = sim.rng.random_range(5..60);
            for _ in 0..some {
                sim.go_on();
            }
            let n = sim.rng.random_range(0..usize::from(seats));
            sim.kill(n);
            // For some seconds, not for so long that the others vote.
            let until = sim.now + sim.rng.random_range(0..20_000);
            while sim.next().is_some_and(|next| next < until) {
                sim.go_on();
            }
            sim.restart(n);
        }
        sim.finish();
        let end = sim.agree(&(0..usize::from(seats)).collect::<Vec<_>>());
        assert!(end.departures().is_empty(), "{game}: {:?}", end.departures());
    }
}

#[test]
fn log_11_somebody_who_leaves_loses_and_the_others_go_on() {
    for seed in 0..6 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 200 + seed);
        sim.weather = Weather {
            delay: 300,
            loss: 5,
            twice: 0,
        };
        sim.start();
        let some = sim.rng.random_range(20..150);
        for _ in 0..some {
            sim.step();
        }
        let n = sim.rng.random_range(0..4);
        sim.leave(n);
        sim.finish();
        let end = sim.agree(&[0, 1, 2, 3]);
        assert_eq!(end.departures().len(), 1);
        assert_eq!(end.departures()[0].party.index(), n);
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_11_two_who_leave_at_once_still_have_a_result() {
    // The first leave ends the match, the second one is dropped: its party has won, and signs the result.
    for (seed, game) in (240..).zip([GameId::Arkan, GameId::Domino, GameId::Four, GameId::Jackaroo]) {
        let seats = if game == GameId::Jackaroo { 4 } else { 2 };
        for crash in [false, true] {
            let mut sim = Sim::new(game, Table::new(seats), seed);
            sim.start();
            sim.run(|sim| sim.state(0).game().is_some() && sim.state(0).place().step > 12);
            for n in 0..usize::from(seats) {
                sim.leave(n);
            }
            if crash {
                sim.kill(1);
                sim.restart(1);
            }
            sim.finish();
            for n in 0..usize::from(seats) {
                let end = sim.agree(&[n]);
                assert!(!end.result_signers().is_empty());
                assert!(
                    end.outcomes()
                        .unwrap()
                        .iter()
                        .flatten()
                        .any(|outcome| *outcome != majlis_rules::game::Outcome::Loss)
                );
            }
            sim.agree_but_for_results(&(0..usize::from(seats)).collect::<Vec<_>>());
        }
    }
}
