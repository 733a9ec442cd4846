//! A vote that some hold for won and others for lost: honest parties stand on two branches, and come together again (log.7, log.8,
//! log.15).

use majlis_referee::item::Item;
use majlis_referee::replay::{Awaited, Cause, Match};
use majlis_referee::session::Message;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::sim::{Sim, id};

/// A match under way in which everybody waits for one person, who does nothing: he, and the others.
fn one_is_awaited(persons: u8, seed: u64) -> (Sim, usize, Vec<usize>) {
    let mut sim = Sim::new(GameId::Arkan, Table::new(persons), seed);
    let all = 0..usize::from(persons);
    sim.start();
    for _ in 0..sim.rng.random_range(80..160) {
        sim.step();
    }
    sim.run(|sim| {
        let place = sim.state(0).place();
        let mover = matches!(sim.state(0).awaited(), [(_, Awaited::Move(_))]);
        mover && all.clone().all(|n| sim.state(n).place() == place)
    });
    let accused = sim.state(0).awaited()[0].0.index();
    sim.idle.insert(accused);
    (sim, accused, all.filter(|n| *n != accused).collect())
}

/// Nothing goes from these to those.
fn block(sim: &mut Sim, from: &[usize], to: &[usize]) {
    for from in from {
        sim.blocked.extend(to.iter().map(|to| (*from, *to)));
    }
}

/// Everybody reaches everybody again, and asks now and then, as a node does.
fn calm(sim: &mut Sim) -> Match {
    sim.blocked.clear();
    let all: Vec<usize> = (0..sim.sessions.len()).collect();
    for _ in 0..60 {
        for n in &all {
            sim.woke(*n);
        }
        let until = sim.now + 10_000;
        while sim.next().is_some_and(|next| next < until) && sim.step() {}
        sim.now = sim.now.max(until);
    }
    sim.finish();
    sim.agree(&all)
}

fn own_ballot(sim: &Sim, n: usize) -> Item {
    let mut own = sim.disks[n].own.iter();
    own.find(|item| matches!(item, Item::Ballot(_))).unwrap().clone()
}

#[test]
fn log_8_who_alone_holds_a_vote_for_won_is_voted_out_and_watches() {
    for seed in 0..4 {
        let (mut sim, accused, others) = one_is_awaited(3, 600 + seed);
        let (believer, other) = (others[0], others[1]);
        let step = sim.state(accused).place().step;
        // His own ballot reaches nobody.
        block(&mut sim, &[believer], &[accused, other]);
        sim.run(|sim| sim.state(believer).place().step > step);
        assert_eq!(sim.state(believer).departures()[0].party, id(accused));
        assert_eq!(sim.state(other).place().step, step);
        // The entry comes, and the one whom the ballot did not reach goes on with it.
        sim.idle.clear();
        sim.run(|sim| sim.state(other).place().step > step);
        assert!(sim.state(other).departures().is_empty());

        let end = calm(&mut sim);
        assert_eq!(end.departures().len(), 1, "{:?}", end.departures());
        assert_eq!(end.departures()[0].party, id(believer));
        assert_eq!(end.departures()[0].cause, Cause::Absent);
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_8_two_against_two_those_who_miss_only_one_go_on() {
    for seed in 0..4 {
        let (mut sim, accused, others) = one_is_awaited(4, 610 + seed);
        let (believers, other) = (&others[..2], others[2]);
        let step = sim.state(accused).place().step;
        block(&mut sim, believers, &[accused, other]);
        sim.run(|sim| believers.iter().all(|n| sim.state(*n).place().step > step));
        block(&mut sim, &[accused, other], believers);
        sim.idle.clear();
        sim.run(|sim| {
            believers
                .iter()
                .chain([&other])
                .all(|n| sim.state(*n).place().step > step + 1)
        });
        // Two have voted out the third one, and the two others stand on another branch.
        for n in believers {
            assert_eq!(sim.state(*n).departures().len(), 2);
        }
        assert!(sim.state(other).departures().is_empty());
        assert!(sim.state(accused).departures().is_empty());

        let end = calm(&mut sim);
        let gone: Vec<_> = end.departures().iter().map(|gone| gone.party).collect();
        assert_eq!(gone, [id(accused), id(other)]);
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_7_nobody_is_out_by_ballots_of_those_who_have_gone_on_with_him() {
    for seed in 0..4 {
        let (mut sim, accused, others) = one_is_awaited(4, 620 + seed);
        let step = sim.state(accused).place().step;
        // All vote, and no ballot reaches anybody before the vote is held for lost.
        for n in &others {
            let rest: Vec<usize> = (0..4).filter(|m| m != n).collect();
            block(&mut sim, &[*n], &rest);
        }
        sim.run(|_| false);
        let ballots: Vec<Item> = others.iter().map(|n| own_ballot(&sim, *n)).collect();
        sim.idle.clear();
        sim.run(|sim| others.iter().all(|n| sim.state(*n).place().step > step));
        sim.blocked.clear();
        sim.run(|sim| (0..4).all(|n| sim.state(n).place().step > step + 4));
        for (from, ballot) in others.iter().zip(ballots) {
            sim.receive(accused, *from, Message::Item(ballot));
        }
        assert_eq!(sim.cuts, 0);
        let end = calm(&mut sim);
        assert!(end.departures().is_empty(), "{:?}", end.departures());
    }
}

#[test]
fn log_13_nobody_signs_for_a_place_that_he_has_signed_for_on_another_branch() {
    for seed in 0..4 {
        let (mut sim, accused, others) = one_is_awaited(3, 630 + seed);
        let step = sim.state(accused).place().step;
        // The same match as it would have gone with another shuffle.
        let mut other = Sim::new(GameId::Arkan, Table::new(3), 630 + seed);
        other.rng = StdRng::seed_from_u64(seed);
        other.start();
        other.run(|sim| sim.state(accused).place().step > step);
        let at = usize::try_from(step).unwrap();
        let signed = other.disks[accused].steps[at].clone();
        sim.kill(accused);
        sim.disks[accused].own.extend(signed);
        sim.restart(accused);
        sim.idle.clear();
        // What he has on disk stands on another log, so there is nothing that he could sign here.
        sim.run(|_| false);
        let end = sim.state(others[0]);
        assert_eq!(end.departures().len(), 1, "{:?}", end.departures());
        assert_eq!(end.departures()[0].party, id(accused));
        assert_eq!(end.departures()[0].cause, Cause::Absent);
    }
}
