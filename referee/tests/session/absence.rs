//! Parties that vanish, come back, or only seem to have vanished (log.6 to log.10, log.15).

use majlis_referee::replay::{Awaited, Cause};
use majlis_referee::verify::Grade;
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::RngExt;

use crate::sim::{Sim, id};

fn steps(sim: &mut Sim, from: usize, to: usize) {
    let some = sim.rng.random_range(from..to);
    for _ in 0..some {
        sim.step();
    }
}

#[test]
fn log_6_three_vote_out_a_fourth_that_has_vanished() {
    for (seed, (game, seats)) in (0..).zip([
        (GameId::Arkan, 4),
        (GameId::Arkan, 3),
        (GameId::Domino, 4),
        (GameId::Four, 3),
    ]) {
        let mut sim = Sim::new(game, Table::new(seats), 300 + seed);
        sim.start();
        steps(&mut sim, 60, 200);
        let gone = sim.rng.random_range(0..usize::from(seats));
        sim.kill(gone);
        sim.finish();
        let rest: Vec<usize> = (0..usize::from(seats)).filter(|n| *n != gone).collect();
        let end = sim.agree(&rest);
        assert_eq!(end.departures().len(), 1, "{game}: {:?}", end.departures());
        assert_eq!(end.departures()[0].party, id(gone));
        assert_eq!(end.departures()[0].cause, Cause::Absent);
        assert_eq!(end.outcomes().unwrap()[gone], Some(Outcome::Loss));
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_9_of_two_nobody_is_voted_out_and_the_match_rests() {
    let mut sim = Sim::new(GameId::Domino, Table::new(2), 310);
    sim.start();
    steps(&mut sim, 60, 120);
    sim.kill(1);
    sim.run(|_| false);
    assert!(sim.resting[0].contains(id(1)));
    assert!(sim.may_claim[0]);
    assert!(!sim.state(0).is_finished());
    // He comes back: the match goes on as if nothing had been.
    sim.restart(1);
    sim.finish();
    let end = sim.agree(&[0, 1]);
    assert!(end.departures().is_empty());
    assert_eq!(end.grade(), Some(Grade::Agreed));
}

#[test]
fn log_9_a_person_may_claim_a_resting_match_for_good() {
    let mut sim = Sim::new(GameId::Domino, Table::new(2), 320);
    sim.start();
    steps(&mut sim, 60, 120);
    sim.kill(1);
    sim.run(|_| false);
    sim.claim(0, 1);
    sim.finish();
    let end = sim.agree(&[0]);
    assert_eq!(end.grade(), Some(Grade::Claimed));
    assert_eq!(end.outcomes().unwrap(), [Some(Outcome::Win), Some(Outcome::Loss)]);
    // Who comes back afterwards watches (log.15).
    sim.restart(1);
    for _ in 0..200 {
        sim.step();
    }
    assert_eq!(sim.agree(&[0]).grade(), Some(Grade::Claimed));
}

#[test]
fn log_9_nothing_can_be_claimed_against_somebody_who_is_there() {
    let mut sim = Sim::new(GameId::Domino, Table::new(2), 330);
    sim.start();
    steps(&mut sim, 60, 120);
    for (me, other) in [(0, 1), (1, 0)] {
        let now = sim.now;
        let mut rng: rand::rngs::StdRng = rand::SeedableRng::seed_from_u64(1);
        assert!(
            sim.sessions[me]
                .as_mut()
                .unwrap()
                .claim(id(other), now, &mut rng)
                .is_err()
        );
    }
}

#[test]
fn log_9_two_vanished_of_four_rest_until_they_return() {
    let mut sim = Sim::new(GameId::Arkan, Table::new(4), 340);
    sim.start();
    steps(&mut sim, 60, 120);
    sim.kill(1);
    sim.kill(2);
    sim.run(|_| false);
    assert!(!sim.state(0).is_finished());
    sim.restart(1);
    sim.restart(2);
    sim.woke(0);
    sim.woke(3);
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    // One of them may have been voted out by three while the other still counted as there; never both.
    assert!(end.departures().is_empty(), "{:?}", end.departures());
}

#[test]
fn log_9_two_vanished_of_four_can_be_claimed() {
    let mut sim = Sim::new(GameId::Arkan, Table::new(4), 350);
    sim.start();
    steps(&mut sim, 60, 120);
    sim.kill(1);
    sim.kill(2);
    for _ in 0..4 {
        sim.run(|sim| sim.state(0).is_finished() && sim.state(3).is_finished());
        for n in [0, 3] {
            for gone in [1, 2] {
                if sim.resting[n].contains(id(gone)) {
                    sim.claim(n, gone);
                }
            }
        }
    }
    sim.finish();
    for n in [0, 3] {
        let end = sim.agree(&[n]);
        assert_eq!(end.grade(), Some(Grade::Claimed));
        assert_eq!(end.departures().len(), 2);
    }
    assert_eq!(sim.state(0).place(), sim.state(3).place());
}

#[test]
fn log_9_a_partition_of_two_and_two_rests_and_heals() {
    for seed in 0..4 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 360 + seed);
        sim.start();
        steps(&mut sim, 60, 200);
        for a in [0, 1] {
            for b in [2, 3] {
                sim.blocked.insert((a, b));
                sim.blocked.insert((b, a));
            }
        }
        sim.run(|_| false);
        assert!((0..4).all(|n| !sim.state(n).is_finished()));
        sim.blocked.clear();
        for n in 0..4 {
            sim.woke(n);
        }
        sim.finish();
        let end = sim.agree(&[0, 1, 2, 3]);
        assert!(end.departures().is_empty(), "{:?}", end.departures());
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_7_whoever_returns_before_the_vote_is_over_plays_on() {
    for seed in 0..6 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 370 + seed);
        sim.start();
        steps(&mut sim, 60, 120);
        let gone = sim.rng.random_range(0..4);
        sim.kill(gone);
        // Until somebody has voted, or a little later.
        let later = sim.rng.random_range(0..8);
        let mut votes = 0;
        sim.run(|sim| {
            let voted = sim
                .disks
                .iter()
                .flat_map(|disk| &disk.own)
                .any(|item| matches!(item, majlis_referee::item::Item::Ballot(_)));
            votes += usize::from(voted);
            votes > later
        });
        sim.restart(gone);
        sim.finish();
        let rest: Vec<usize> = (0..4).filter(|n| *n != gone).collect();
        let end = sim.agree(&rest);
        assert!(end.departures().len() <= 1);
        assert_eq!(end.grade(), Some(Grade::Agreed));
        if end.departures().is_empty() {
            sim.agree(&[0, 1, 2, 3]);
        }
    }
}

#[test]
fn log_6_an_entry_that_reached_only_one_is_shown_by_his_ballot() {
    for seed in 0..4 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 380 + seed);
        sim.start();
        steps(&mut sim, 60, 120);
        // From one party nothing goes out any more, but to one other; and that one is not asked by the rest in time.
        let (gone, friend) = (1, 2);
        for n in [0, 3] {
            sim.blocked.insert((gone, n));
            sim.blocked.insert((n, gone));
        }
        let _ = friend;
        sim.finish();
        let end = sim.agree(&[0, 1, 2, 3]);
        assert!(end.departures().is_empty(), "{:?}", end.departures());
    }
}

#[test]
fn log_10_a_partner_cannot_block_by_silence() {
    let mut sim = Sim::new(
        GameId::Domino,
        Table::new(4).with("partners", OptionValue::Flag(true)),
        390,
    );
    sim.start();
    // Past genesis, so that the seats are known.
    sim.run(|sim| sim.state(0).game().is_some() && sim.state(0).place().step > 20);
    let seat_of = |sim: &Sim, n: usize| sim.state(0).seats_of(id(n)).iter().next().unwrap().number();
    let gone = (0..4).find(|n| seat_of(&sim, *n) == 0).unwrap();
    let partner = (0..4).find(|n| seat_of(&sim, *n) == 2).unwrap();
    sim.kill(gone);
    sim.kill(partner);
    sim.run(|_| false);
    let others: Vec<usize> = (0..4).filter(|n| *n != gone && *n != partner).collect();
    let missing = [gone, partner]
        .into_iter()
        .find(|n| sim.resting[others[0]].contains(id(*n)))
        .unwrap();
    assert!(sim.may_claim[others[0]]);
    sim.claim(others[0], missing);
    for _ in 0..400 {
        sim.step();
    }
    let still: Vec<usize> = [gone, partner]
        .into_iter()
        .filter(|n| sim.resting[others[0]].contains(id(*n)))
        .collect();
    for gone in still {
        sim.claim(others[0], gone);
    }
    sim.finish_of(&others);
    for n in &others {
        let end = sim.agree(&[*n]);
        assert_eq!(end.grade(), Some(Grade::Claimed));
        let outcomes = end.outcomes().unwrap();
        assert!(others.iter().all(|n| outcomes[*n] == Some(Outcome::Win)));
    }
}

#[test]
fn log_1_nobody_else_loses_when_somebody_vanishes_before_the_lot() {
    for seed in 0..3 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(3), 400 + seed);
        sim.start();
        sim.run(|sim| sim.state(0).place().step == 1 || sim.state(1).place().step == 1);
        // His reveal never arrives.
        for n in [0, 1] {
            sim.blocked.insert((2, n));
        }
        sim.kill(2);
        sim.run(|sim| [0, 1].iter().all(|n| sim.state(*n).is_finished()));
        let end = sim.agree(&[0, 1]);
        if end.ending() == Some(majlis_referee::replay::Ending::Annulled) {
            assert_eq!(end.outcomes().unwrap(), [None, None, Some(Outcome::Loss)]);
        }
    }
}

#[test]
fn common_8_time_up_is_told_to_who_thinks_too_long() {
    let mut sim = Sim::new(GameId::Arkan, Table::new(2), 410);
    sim.start();
    sim.run(|sim| sim.state(0).game().is_some());
    sim.idle.extend([0, 1]);
    sim.run(|_| false);
    assert_eq!(sim.time_ups, 1);
}

/// Lets things happen until a move is awaited, and gives of whom; everybody stands there.
fn mover(sim: &mut Sim) -> usize {
    let all = 0..sim.sessions.len();
    let found = |sim: &Sim, n: usize| {
        let place = sim.state(n).place();
        let due = matches!(sim.session(n).player().owes(), Some(Awaited::Move(_)));
        due && all.clone().all(|m| sim.state(m).place() == place)
    };
    // Everybody idles, so that whoever is awaited is found before he moves.
    sim.idle.extend(all.clone());
    sim.run(|sim| all.clone().any(|n| found(sim, n)));
    let n = all.clone().find(|n| found(sim, *n)).unwrap();
    sim.idle.clear();
    n
}

#[test]
fn log_8_whoever_vanishes_before_he_acknowledges_an_expulsion_is_voted_out_in_the_next_step() {
    for seed in 0..3 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 420 + seed);
        sim.start();
        sim.run(|sim| sim.state(0).game().is_some());
        let first = mover(&mut sim);
        let step = sim.state(first).place().step;
        sim.kill(first);
        let rest: Vec<usize> = (0..4).filter(|n| *n != first).collect();
        let second = rest[usize::try_from(seed).unwrap()];
        // His ballot arrives, his acknowledgement does not.
        for n in &rest {
            if *n != second {
                sim.run(|sim| {
                    sim.disks[second]
                        .own
                        .iter()
                        .any(|item| matches!(item, majlis_referee::item::Item::Ballot(_)))
                });
            }
        }
        let now = sim.now;
        sim.run(|sim| sim.now > now + 100);
        sim.run(|sim| rest.iter().any(|n| sim.state(*n).place().step > step));
        sim.kill(second);
        let rest: Vec<usize> = rest.into_iter().filter(|n| *n != second).collect();
        sim.finish_of(&rest);
        let end = sim.agree(&rest);
        let gone: Vec<_> = end.departures().iter().map(|gone| (gone.party, gone.step)).collect();
        assert_eq!(gone[0], (id(first), step));
        assert_eq!(gone.len(), 2, "{gone:?}");
        assert_eq!(gone[1].0, id(second));
    }
}

#[test]
fn log_15_whoever_watches_goes_where_those_at_the_table_go() {
    for seed in 0..3 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 430 + seed);
        sim.start();
        sim.run(|sim| sim.state(0).game().is_some());
        let watcher = mover(&mut sim);
        sim.idle.insert(watcher);
        sim.kill(watcher);
        let rest: Vec<usize> = (0..4).filter(|n| *n != watcher).collect();
        sim.run(|sim| rest.iter().all(|n| sim.state(*n).departures().len() == 1));
        sim.restart(watcher);
        // Past the acknowledgements, all four stand at somebody's move.
        let second = mover(&mut sim);
        // It reaches the watcher alone, and those at the table vote him out.
        for n in rest.iter().filter(|n| **n != second) {
            sim.blocked.extend([(second, *n), (*n, second), (watcher, *n)]);
        }
        let step = sim.state(second).place().step;
        sim.run(|sim| sim.state(watcher).place().step > step);
        sim.kill(second);
        let rest: Vec<usize> = rest.into_iter().filter(|n| *n != second).collect();
        sim.run(|sim| rest.iter().all(|n| sim.state(*n).departures().len() == 2));
        sim.blocked.clear();
        sim.woke(watcher);
        sim.finish_of(&[rest[0], rest[1], watcher]);
        sim.agree(&[rest[0], rest[1], watcher]);
        // And back again: his late entry is no fault.
        sim.restart(second);
        sim.finish();
        let end = sim.agree(&[0, 1, 2, 3]);
        assert_eq!(end.departures().len(), 2, "{:?}", end.departures());
    }
}

#[test]
fn log_7_a_vote_that_is_lost_does_not_wait_for_a_voter_who_has_vanished() {
    // Two of four are gone; the one who is awaited comes back, and his entry with him, when the other two have voted.
    for seed in 420..424 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), seed);
        sim.start();
        steps(&mut sim, 60, 120);
        sim.run(|sim| {
            let place = sim.state(0).place();
            let mover = matches!(sim.state(0).awaited(), [(_, majlis_referee::replay::Awaited::Move(_))]);
            mover && (0..4).all(|n| sim.state(n).place() == place)
        });
        let gone = sim.state(0).awaited()[0].0.index();
        let silent = (gone + 1) % 4;
        let rest: Vec<usize> = (0..4).filter(|n| *n != gone && *n != silent).collect();
        sim.kill(gone);
        sim.kill(silent);
        sim.run(|_| false);
        let voted = |n: &usize| {
            sim.disks[*n]
                .own
                .iter()
                .any(|item| matches!(item, majlis_referee::item::Item::Ballot(_)))
        };
        assert!(rest.iter().all(voted));
        sim.restart(gone);
        let step = sim.state(gone).place().step;
        sim.run(|sim| rest.iter().all(|n| sim.state(*n).place().step > step));
        for n in &rest {
            assert!(sim.state(*n).place().step > step);
            assert!(sim.state(*n).departures().is_empty());
            assert!(!sim.resting[*n].contains(id(gone)));
        }
        // The other one comes back as well, and all is as if nothing had been.
        sim.restart(silent);
        for n in 0..4 {
            sim.woke(n);
        }
        sim.finish();
        let end = sim.agree(&[0, 1, 2, 3]);
        assert!(end.departures().is_empty(), "{:?}", end.departures());
    }
}
