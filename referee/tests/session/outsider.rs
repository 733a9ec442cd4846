//! What a table's member can try who wants to bring the honest ones to a halt, set them at odds, or blame one of them.

use majlis_crypto::cbor::ByteString;
use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::entry::{Entry, Place};
use majlis_referee::item::Item;
use majlis_referee::notice::{Ballot, Leave, Vote};
use majlis_referee::replay::{Awaited, Cause};
use majlis_referee::session::{MAX_AHEAD, Message, Output};
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use crate::cheats::{ballot, claim, others, signed, table, unharmed};
use crate::sim::{Sim, id};

fn entry(entry: &Entry) -> Message {
    Message::Item(Item::from(entry))
}

fn leave(sim: &Sim, leaver: usize, from: u64) -> Message {
    let leave = Leave {
        match_id: sim.state(0).place().match_id,
        party: id(leaver),
        from,
    };
    Message::Item(Item::Leave((&signed(sim, leaver, leave)).into()))
}

/// Where a step of a party's log stood.
fn place_of(sim: &Sim, n: usize, step: u64) -> Place {
    let mut at = majlis_referee::replay::Match::new(std::sync::Arc::clone(&sim.closing)).unwrap();
    for items in &sim.disks[n].steps[..usize::try_from(step).unwrap()] {
        let mut assembler = majlis_referee::assemble::Assembler::new();
        for item in items {
            assembler.feed(item.clone());
        }
        let slots = assembler.next_step(&at, true).unwrap().unwrap();
        at.take(&slots, &mut majlis_referee::replay::Checking::Now).unwrap();
    }
    at.place()
}

/// The ballot `absent` of one party against another for a step that is long over.
fn late_ballot(sim: &Sim, voter: usize, accused: usize, step: u64) -> Message {
    let place = place_of(sim, voter, step);
    let ballot = Ballot {
        match_id: place.match_id,
        epoch: place.epoch,
        step,
        prev: place.prev,
        accused: id(accused),
        voter: id(voter),
        vote: Vote::Absent,
    };
    Message::Item(Item::Ballot((&signed(sim, voter, ballot)).into()))
}

/// The last step for which something of a party stands in its log.
fn last_of(sim: &Sim, n: usize) -> u64 {
    sim.state(n).place().step
        - 1
        - sim.disks[n]
            .steps
            .iter()
            .rev()
            .position(|items| items.iter().any(|item| author(sim, item) == Some(n)))
            .unwrap() as u64
}

fn author(sim: &Sim, item: &Item) -> Option<usize> {
    let Item::Entry(entry) = item else { return None };
    let opened = entry.clone().open(|party| sim.state(0).identity(party)).ok()?;
    Some(opened.party().index())
}

#[test]
fn log_9_of_two_a_late_vote_of_the_other_undoes_nothing() {
    let (mut sim, mover, _) = table(GameId::Domino, Table::new(2), 900);
    let cheat = 1 - mover;
    for step in 2..sim.state(mover).place().step {
        let message = late_ballot(&sim, cheat, mover, step);
        sim.receive(mover, cheat, message);
        assert_eq!(sim.cuts, 0);
    }
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1]);
    unharmed(&sim, &end);
}

#[test]
fn log_7_late_votes_count_only_where_all_others_have_cast_them() {
    // One of three has left meanwhile: the vote of the other one alone would be unanimous now, but was not then.
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(3), 910);
    sim.idle.remove(&mover);
    let step = last_of(&sim, mover);
    let rest = others(&sim, &[mover]);
    sim.leave(rest[1]);
    sim.run(|sim| {
        !sim.state(mover).present().contains(id(rest[1])) && sim.state(rest[0]).place() == sim.state(mover).place()
    });
    let message = late_ballot(&sim, rest[0], mover, step);
    sim.receive(mover, rest[0], message);
    assert_eq!(sim.cuts, 0);
    sim.finish();
    let end = sim.agree(&[0, 1, 2]);
    assert_eq!(end.departures().len(), 1);
    assert_eq!(end.grade(), Some(Grade::Agreed));
}

#[test]
fn log_11_a_leave_that_begins_later_does_not_excuse_from_the_step_that_is_due() {
    // Whoever tells all that he leaves from the next step on, and never signs this one, is voted out like anybody else.
    for ahead in [1, 2, 5] {
        let (mut sim, cheat, _) = table(GameId::Arkan, Table::new(4), 920 + ahead);
        let honest = others(&sim, &[cheat]);
        let message = leave(&sim, cheat, sim.state(cheat).place().step + ahead);
        sim.kill(cheat);
        for n in &honest {
            sim.receive(*n, cheat, message.clone());
        }
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        let [departure] = end.departures() else {
            panic!("{:?}", end.departures())
        };
        assert_eq!((departure.party, &departure.cause), (id(cheat), &Cause::Absent));
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_11_of_the_leaves_that_a_party_may_sign_one_can_stand() {
    // Each of the honest ones gets another leave, all of them from a step that is not over.
    for seed in 930..934 {
        let (mut sim, cheat, _) = table(GameId::Arkan, Table::new(4), seed);
        let honest = others(&sim, &[cheat]);
        let due = sim.state(cheat).place().step;
        let unsigned = last_of(&sim, cheat) + 1;
        assert!(unsigned < due, "the mover has waited for his turn");
        let messages = [unsigned, due, unsigned + 1].map(|from| leave(&sim, cheat, from));
        sim.kill(cheat);
        for (n, message) in honest.iter().zip(messages) {
            sim.receive(*n, cheat, message);
        }
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        assert_eq!(end.departures().len(), 1);
        assert_eq!(end.departures()[0].party, id(cheat));
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

/// Lets the party that is awaited move, and the next one, while one of the others learns nothing of it; gives the second mover
/// and who lags behind.
fn two_moves(sim: &mut Sim, mover: usize) -> (usize, usize) {
    let seat = sim.state(0).seats_of(id(mover)).iter().next().unwrap();
    let second = sim.state(0).party_of(seat.after(1, 4)).unwrap().index();
    let late = others(sim, &[mover, second])[0];
    for n in others(sim, &[late]) {
        sim.blocked.insert((n, late));
        sim.blocked.insert((late, n));
    }
    sim.idle.extend(others(sim, &[mover, second]));
    sim.idle.remove(&mover);
    let step = sim.state(mover).place().step;
    sim.run(|sim| {
        others(sim, &[late])
            .iter()
            .all(|n| sim.state(*n).place().step == step + 2)
    });
    assert_eq!(sim.state(late).place().step, step);
    sim.idle.clear();
    (second, late)
}

#[test]
fn log_11_a_leave_that_comes_before_the_steps_under_it_is_kept() {
    // Somebody goes as soon as he has moved, and his leave is two steps ahead of one of the others.
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(4), 940);
    let (leaver, late) = two_moves(&mut sim, mover);
    sim.leave(leaver);
    let sent = sim.disks[leaver].own.iter().find(|item| matches!(item, Item::Leave(_)));
    let sent = Message::Item(sent.cloned().unwrap());
    sim.receive(late, leaver, sent.clone());
    let step = sim.state(late).place().step;
    // He gets the two entries that he lacks, and nothing that would bring the leave once more.
    for items in &sim.disks[leaver].steps[usize::try_from(step).unwrap()..].to_vec() {
        for item in items {
            sim.receive(late, leaver, Message::Item(item.clone()));
        }
    }
    assert_eq!(sim.state(late).place().step, step + 2);
    // He has it, and hands it on to whoever asks.
    let ask = Message::Ask {
        match_id: sim.state(late).place().match_id,
        from: step,
    };
    let now = sim.now;
    let session = sim.sessions[late].as_mut().unwrap();
    session.receive(id(mover), ask, now, &mut sim.rng).unwrap();
    let answers: Vec<Output> = std::iter::from_fn(|| session.poll()).collect();
    let told = |output: &Output| matches!(output, Output::Send { message, .. } if *message == sent);
    assert!(answers.iter().any(told));
    sim.blocked.clear();
    sim.woke(late);
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    assert_eq!((end.departures().len(), &end.departures()[0].cause), (1, &Cause::Left));
}

#[test]
fn log_9_one_persons_claim_is_not_believed_against_somebody_who_is_thinking() {
    for (seed, (game, seats)) in (950..).zip([
        (GameId::Arkan, 3),
        (GameId::Arkan, 4),
        (GameId::Four, 3),
        (GameId::Domino, 4),
    ]) {
        let mut sim = Sim::new(game, Table::new(seats), seed);
        sim.start();
        // A move is awaited, everybody stands there, and nobody has been thinking for long.
        sim.run(|sim| {
            let state = sim.state(0);
            state.place().step > 12
                && matches!(state.awaited().first(), Some((_, Awaited::Move(_))))
                && (0..usize::from(seats)).all(|n| sim.state(n).place() == state.place())
        });
        let mover = sim.state(0).awaited()[0].0.index();
        let cheat = others(&sim, &[mover])[0];
        let message = claim(&sim, cheat, mover);
        let before = sim.state(mover).place();
        for n in others(&sim, &[cheat]) {
            sim.receive(n, cheat, message.clone());
            assert_eq!(sim.state(n).place(), before, "{game} {seats}");
        }
        sim.finish();
        let end = sim.agree(&(0..usize::from(seats)).collect::<Vec<_>>());
        unharmed(&sim, &end);
    }
}

#[test]
fn log_9_a_claim_does_not_take_the_place_of_a_result_under_way() {
    let mut sim = Sim::new(GameId::Arkan, Table::new(3), 960);
    sim.start();
    for n in 1..3 {
        // Nobody knows the other's result yet.
        sim.blocked.extend([(n, 3 - n)]);
    }
    let at_result = |sim: &Sim, n: usize| matches!(sim.state(n).awaited().first(), Some((_, Awaited::Result)));
    sim.blocked.clear();
    sim.run(|sim| (0..3).any(|n| at_result(sim, n)));
    let honest = (0..3).find(|n| at_result(&sim, *n)).unwrap();
    let rest = others(&sim, &[honest]);
    // Signed by one of them for that very place.
    let place = sim.state(honest).place();
    let word = majlis_referee::notice::Claim {
        match_id: place.match_id,
        epoch: place.epoch,
        step: place.step,
        prev: place.prev,
        accused: id(rest[0]),
        claimer: id(rest[1]),
    };
    let message = Message::Item(Item::Claim((&signed(&sim, rest[1], word)).into()));
    sim.receive(honest, rest[1], message);
    sim.finish();
    let end = sim.agree(&[0, 1, 2]);
    unharmed(&sim, &end);
}

#[test]
fn log_6_a_ballot_here_has_to_show_what_is_missing() {
    // He votes `here` and shows a leave: that of somebody else, or one that does not stand for the entry.
    for (seed, other) in [(970, true), (971, false)] {
        let (mut sim, gone, _) = table(GameId::Arkan, Table::new(4), seed);
        let rest = others(&sim, &[gone]);
        let cheat = rest[0];
        let step = sim.state(cheat).place().step;
        let shown = if other {
            leave(&sim, cheat, step)
        } else {
            leave(&sim, gone, step + 3)
        };
        let Message::Item(shown) = shown else { panic!() };
        let message = ballot(&sim, cheat, gone, Vote::Here(ByteString(shown.encode().unwrap())));
        sim.kill(gone);
        for n in &rest[1..] {
            sim.receive(*n, cheat, message.clone());
        }
        // What is no ballot leaves no trace: the missing one is voted out as if nothing had been.
        sim.finish_of(&rest);
        let end = sim.agree(&rest);
        assert_eq!(
            (end.departures().len(), &end.departures()[0].cause),
            (1, &Cause::Absent)
        );
        assert_eq!(end.grade(), Some(Grade::Agreed));
    }
}

#[test]
fn log_3_what_one_party_signs_for_the_future_does_not_crowd_out_the_others() {
    let (mut sim, mover, _) = table(GameId::Arkan, Table::new(4), 980);
    let (second, late) = two_moves(&mut sim, mover);
    let place = sim.state(late).place();
    let cheat = others(&sim, &[mover, second, late])[0];
    for far in 0..10 * MAX_AHEAD as u64 {
        let place = Place {
            step: place.step + 1_000 + far,
            ..place
        };
        let made = Entry::sign(
            &place,
            id(cheat),
            &Body::new(Act::Ack),
            &Proofs::default(),
            &sim.identities[cheat],
        );
        sim.receive(late, cheat, entry(&made.unwrap()));
    }
    // The second move comes before the first: it is there when that has come.
    let steps = sim.disks[mover].steps[usize::try_from(place.step).unwrap()..].to_vec();
    for items in steps.iter().rev() {
        for item in items {
            sim.receive(late, mover, Message::Item(item.clone()));
        }
    }
    assert_eq!(sim.state(late).place().step, place.step + 2);
    sim.blocked.clear();
    sim.finish();
    let end = sim.agree(&[0, 1, 2, 3]);
    unharmed(&sim, &end);
}

#[test]
fn log_5_nothing_that_proves_nothing_brings_a_log_to_a_halt() {
    let (mut sim, mover, entries) = table(GameId::Arkan, Table::new(3), 990);
    let cheat = others(&sim, &[mover])[0];
    let place = sim.state(cheat).place();
    let header = |step: u64, act: Act| {
        let place = Place { step, ..place };
        let made = Entry::sign(
            &place,
            id(cheat),
            &Body::new(act),
            &Proofs::default(),
            &sim.identities[cheat],
        )
        .unwrap();
        majlis_referee::item::Sealed::from(made.signed())
    };
    let early = Leave {
        match_id: place.match_id,
        party: id(cheat),
        from: place.step + 9,
    };
    let early = majlis_referee::item::Sealed::from(&signed(&sim, cheat, early));
    let (one, other) = (header(place.step, Act::Ack), header(place.step, Act::Carry));
    let (low, high) = if one.bytes.0 < other.bytes.0 {
        (one, other)
    } else {
        (other, one)
    };
    let items = [
        Item::Fork(low.clone(), low.clone()),
        Item::Fork(high, low.clone()),
        Item::Fork(low.clone(), header(place.step + 1, Act::Ack)),
        Item::Fork(low.clone(), majlis_referee::item::Sealed::from(entries[0].signed())),
        Item::Relapse(low, early),
        Item::from(&*sim.closing),
    ];
    for item in items {
        for n in others(&sim, &[cheat]) {
            sim.receive(n, cheat, Message::Item(item.clone()));
            assert_eq!(sim.state(n).place(), place);
        }
    }
    sim.idle.remove(&mover);
    sim.finish();
    let end = sim.agree(&[0, 1, 2]);
    unharmed(&sim, &end);
}
