//! Cheats that need a network: what one party tells some and not others, and votes that should not be. Whoever cheats has his
//! honest program switched off and signs what he likes; the honest ones end with one log that a stranger accepts.

use majlis_crypto::cbor::ByteString;
use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::entry::Entry;
use majlis_referee::item::Item;
use majlis_referee::notice::{Ballot, Claim, Leave, Notice, Signed, Vote};
use majlis_referee::replay::{Cause, Match};
use majlis_referee::session::Message;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::equivocation::two_entries;
use crate::sim::{Sim, id};

/// A table in the middle of its moves, whose next mover has his honest program switched off; his two ways to go on.
pub(crate) fn table(game: GameId, table: Table, seed: u64) -> (Sim, usize, [Entry; 2]) {
    let mut sim = Sim::new(game, table, seed);
    sim.start();
    // Some moves past genesis, long before the end.
    for _ in 0..20 * sim.sessions.len() {
        sim.step();
    }
    let (mover, entries) = two_entries(&mut sim);
    (sim, mover, entries)
}

pub(crate) fn others(sim: &Sim, but: &[usize]) -> Vec<usize> {
    (0..sim.sessions.len()).filter(|n| !but.contains(n)).collect()
}

pub(crate) fn signed<N: Notice>(sim: &Sim, signer: usize, notice: N) -> Signed<N> {
    Signed::sign(notice, &sim.identities[signer]).unwrap()
}

pub(crate) fn ballot(sim: &Sim, voter: usize, accused: usize, vote: Vote) -> Message {
    let place = sim.state(voter).place();
    let ballot = Ballot {
        match_id: place.match_id,
        epoch: place.epoch,
        step: place.step,
        prev: place.prev,
        accused: id(accused),
        voter: id(voter),
        vote,
    };
    Message::Item(Item::Ballot((&signed(sim, voter, ballot)).into()))
}

pub(crate) fn claim(sim: &Sim, claimer: usize, accused: usize) -> Message {
    let place = sim.state(claimer).place();
    let claim = Claim {
        match_id: place.match_id,
        epoch: place.epoch,
        step: place.step,
        prev: place.prev,
        accused: id(accused),
        claimer: id(claimer),
    };
    Message::Item(Item::Claim((&signed(sim, claimer, claim)).into()))
}

/// Nobody has departed and everybody holds the same agreed log.
pub(crate) fn unharmed(sim: &Sim, end: &Match) {
    assert!(end.departures().is_empty(), "{:?}", end.departures());
    assert_eq!(end.grade(), Some(Grade::Agreed));
    assert!(sim.state(0).is_finished());
}

#[test]
fn log_6_absence_claimed_against_a_party_that_is_there() {
    // One votes a thinking party absent long before its time is up; the others do not.
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(4), 700);
    let cheat = others(&sim, &[mover])[0];
    let message = ballot(&sim, cheat, mover, Vote::Absent);
    for n in others(&sim, &[cheat]) {
        sim.receive(n, cheat, message.clone());
    }
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    unharmed(&sim, &end);
}

#[test]
fn log_6_two_ballots_of_one_voter() {
    // The mover has sent its entry to one peer alone and vanished. He tells one of the others that it is absent, and shows the
    // entry to another.
    for seed in 710..713 {
        let (mut sim, mover, entries) = table(GameId::Arkan, Table::new(4), seed);
        let rest = others(&sim, &[mover]);
        let cheat = rest[0];
        let absent = ballot(&sim, cheat, mover, Vote::Absent);
        let shown = Item::from(&entries[0]).encode().unwrap();
        let here = ballot(&sim, cheat, mover, Vote::Here(ByteString(shown)));
        sim.kill(mover);
        sim.kill(cheat);
        sim.receive(rest[1], cheat, absent);
        sim.receive(rest[2], cheat, here);
        // The entry is there, so it counts: both honest ones take the step, and what follows is of the next one.
        let step = entries[0].header().step;
        sim.run(|sim| rest[1..].iter().all(|n| sim.state(*n).place().step > step));
        for n in &rest[1..] {
            assert_eq!(sim.state(*n).place().prev, sim.state(rest[1]).place().prev);
            assert!(sim.state(*n).departures().is_empty());
        }
    }
}

#[test]
fn log_6_a_ballot_that_shows_an_entry_nobody_signed() {
    let (mut sim, mover, entries) = table(GameId::Arkan, Table::new(4), 720);
    let rest = others(&sim, &[mover]);
    let cheat = rest[0];
    // Signed by the voter in the name of the missing one.
    let place = sim.state(cheat).place();
    let (body, proofs) = (
        Body::decode(entries[0].body()).unwrap(),
        Proofs::decode(entries[0].proofs()).unwrap(),
    );
    let forged = Entry::sign(&place, id(mover), &body, &proofs, &sim.identities[cheat]).unwrap();
    let shown = Item::from(&forged).encode().unwrap();
    let message = ballot(&sim, cheat, mover, Vote::Here(ByteString(shown)));
    for n in &rest[1..] {
        sim.receive(*n, cheat, message.clone());
        // What is no ballot leaves no trace: the step still awaits the mover.
        assert_eq!(sim.state(*n).place(), place);
    }
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    unharmed(&sim, &end);
}

#[test]
fn log_6_a_forged_ballot() {
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(4), 730);
    let rest = others(&sim, &[mover]);
    let cheat = rest[0];
    // All ballots that an expulsion takes, all signed by one.
    for victim in &rest {
        let place = sim.state(cheat).place();
        let vote = Ballot {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            prev: place.prev,
            accused: id(mover),
            voter: id(*victim),
            vote: Vote::Absent,
        };
        let message = Message::Item(Item::Ballot((&signed(&sim, cheat, vote)).into()));
        for n in &rest[1..] {
            sim.receive(*n, cheat, message.clone());
        }
    }
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    unharmed(&sim, &end);
}

#[test]
fn log_9_a_claim_against_an_entry_that_exists() {
    // Everybody but the claimer has the entry, and one has not taken the step yet.
    for seed in 740..743 {
        let (mut sim, mover, entries) = table(GameId::Arkan, Table::new(3), seed);
        let rest = others(&sim, &[mover]);
        let (cheat, honest) = (rest[0], rest[1]);
        let message = claim(&sim, cheat, mover);
        sim.kill(cheat);
        sim.receive(honest, mover, Message::Item(Item::from(&entries[0])));
        sim.receive(mover, mover, Message::Item(Item::from(&entries[0])));
        sim.receive(honest, cheat, message.clone());
        sim.receive(mover, cheat, message);
        let step = entries[0].header().step;
        sim.run(|sim| sim.state(honest).place().step > step);
        assert!(sim.state(honest).departures().is_empty());
        assert!(!sim.state(honest).is_claimed());
    }
}

#[test]
fn log_9_a_claim_against_a_party_that_is_there() {
    // Of two: the other is thinking, and is told that it has vanished.
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(2), 750);
    let cheat = 1 - mover;
    let message = claim(&sim, cheat, mover);
    sim.receive(mover, cheat, message);
    assert!(!sim.state(mover).is_claimed());
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1]);
    unharmed(&sim, &end);
}

#[test]
fn log_10_a_claim_of_the_absent_ones_partner() {
    let partners = Table::new(4).with("partners", OptionValue::Flag(true));
    let mut sim = Sim::new(GameId::Domino, partners, 760);
    sim.start();
    sim.run(|sim| {
        let state = sim.state(0);
        let mover = matches!(
            state.awaited().first(),
            Some((_, majlis_referee::replay::Awaited::Move(_)))
        );
        mover && (0..4).all(|n| sim.state(n).place() == state.place())
    });
    let (accused, _) = sim.state(0).awaited()[0].clone();
    let seat = sim.state(0).seats_of(accused).iter().next().unwrap();
    let partner = sim.state(0).party_of(seat.after(2, 4)).unwrap();
    let message = claim(&sim, partner.index(), accused.index());
    let before = sim.state(0).place();
    for n in others(&sim, &[partner.index(), accused.index()]) {
        sim.receive(n, partner.index(), message.clone());
        assert!(!sim.state(n).is_claimed());
        assert_eq!(sim.state(n).place(), before);
    }
}

#[test]
fn log_4_a_faulty_entry_sent_to_all() {
    for seed in 770..772 {
        let (mut sim, cheat, _) = table(GameId::Arkan, Table::new(4), seed);
        let honest = others(&sim, &[cheat]);
        let place = sim.state(cheat).place();
        let fault = Entry::sign(
            &place,
            id(cheat),
            &Body::new(Act::Deny(Vec::new())),
            &Proofs::default(),
            &sim.identities[cheat],
        );
        let message = Message::Item(Item::from(&fault.unwrap()));
        sim.kill(cheat);
        for n in &honest {
            sim.receive(*n, cheat, message.clone());
        }
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        let [departure] = end.departures() else {
            panic!("{:?}", end.departures())
        };
        let Cause::Fault(fault) = &departure.cause else {
            panic!()
        };
        assert_eq!(
            (departure.party, departure.step, fault.rule.as_str()),
            (id(cheat), place.step, "common.12")
        );
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_5_a_good_entry_to_one_and_a_faulty_one_to_another() {
    for seed in 780..783 {
        let (mut sim, cheat, entries) = table(GameId::Arkan, Table::new(4), seed);
        let honest = others(&sim, &[cheat]);
        let place = sim.state(cheat).place();
        let fault = Entry::sign(
            &place,
            id(cheat),
            &Body::new(Act::Deny(Vec::new())),
            &Proofs::default(),
            &sim.identities[cheat],
        );
        let fault = Message::Item(Item::from(&fault.unwrap()));
        sim.kill(cheat);
        sim.receive(honest[0], cheat, fault);
        for n in &honest[1..] {
            sim.receive(*n, cheat, Message::Item(Item::from(&entries[0])));
        }
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        let [departure] = end.departures() else {
            panic!("{:?}", end.departures())
        };
        assert_eq!((departure.party, &departure.cause), (id(cheat), &Cause::Equivocated));
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_11_a_leave_to_one_and_an_entry_to_another() {
    for seed in 790..793 {
        let (mut sim, cheat, entries) = table(GameId::Arkan, Table::new(4), seed);
        let honest = others(&sim, &[cheat]);
        let place = sim.state(cheat).place();
        let leave = Leave {
            match_id: place.match_id,
            party: id(cheat),
            from: place.step,
        };
        let leave = Message::Item(Item::Leave((&signed(&sim, cheat, leave)).into()));
        sim.kill(cheat);
        sim.receive(honest[0], cheat, leave);
        for n in &honest[1..] {
            sim.receive(*n, cheat, Message::Item(Item::from(&entries[0])));
        }
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        let [departure] = end.departures() else {
            panic!("{:?}", end.departures())
        };
        assert_eq!((departure.party, &departure.cause), (id(cheat), &Cause::Equivocated));
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_11_a_forged_leave_over_the_network() {
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(3), 800);
    let cheat = others(&sim, &[mover])[0];
    let place = sim.state(cheat).place();
    let leave = Leave {
        match_id: place.match_id,
        party: id(mover),
        from: place.step,
    };
    let message = Message::Item(Item::Leave((&signed(&sim, cheat, leave)).into()));
    for n in others(&sim, &[cheat]) {
        sim.receive(n, cheat, message.clone());
    }
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1, 2]);
    unharmed(&sim, &end);
}
