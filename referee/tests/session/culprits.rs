//! Two at once who sign twice, at different steps (log.5): whatever reaches whom first, the honest ones end with one log.

use majlis_crypto::cbor::ByteString;
use majlis_referee::act::{Act, Body, Move, Proofs};
use majlis_referee::entry::{Entry, Place};
use majlis_referee::item::Item;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Cause, Checking, Match, Slot};
use majlis_referee::session::Message;
use majlis_referee::verify::Grade;
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Game, Outcome};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::cheats::others;
use crate::equivocation::two_entries;
use crate::sim::{Sim, id};

/// A move of Arkan, signed for a place by whoever is awaited there: one of the first or of the last that are legal.
fn mv(sim: &Sim, state: &Match, last: bool) -> Entry {
    let Some((party, Awaited::Move(seat))) = state.awaited().first().cloned() else {
        panic!("no move is awaited")
    };
    let moves = state.game().unwrap().legal_moves(seat, &Knowledge::new());
    let text = if last { moves.last() } else { moves.first() };
    let act = Act::Move(Move {
        text: text.unwrap().to_string(),
        card: None,
        shares: Vec::<ByteString>::new(),
        commitments: Vec::new(),
    });
    Entry::sign(
        &state.place(),
        party,
        &Body::new(act),
        &Proofs::default(),
        &sim.identities[party.index()],
    )
    .unwrap()
}

/// The match after somebody's entry.
fn after(state: &Match, entry: &Entry) -> Match {
    let mut after = state.clone();
    after
        .take(&[(entry.party(), Slot::Entry(entry.clone()))], &mut Checking::Now)
        .unwrap();
    after
}

/// What comes of it when the honest ones have ended.
fn ended(sim: &Sim, honest: &[usize], culprits: &[usize], claimed: bool) {
    let end = sim.agree(honest);
    let gone: Vec<usize> = end.departures().iter().map(|gone| gone.party.index()).collect();
    assert!(
        culprits.iter().all(|culprit| gone.contains(culprit)),
        "{:?}",
        end.departures()
    );
    assert!(honest.iter().all(|n| !gone.contains(n)), "{:?}", end.departures());
    // Who says nothing more may be voted out before the proof against him takes effect.
    for departure in end.departures() {
        assert!(
            matches!(departure.cause, Cause::Equivocated | Cause::Absent),
            "{departure:?}"
        );
    }
    let outcomes = end.outcomes().unwrap();
    assert!(culprits.iter().all(|n| outcomes[*n] == Some(Outcome::Loss)));
    assert!(end.grade() == Some(Grade::Agreed) || claimed && end.grade() == Some(Grade::Claimed));
}

/// Lets the honest ones end. Where both cheats fall silent before either is out, the other two are not more than half of the
/// table: the match rests, and one of them claims it (log.9). Says whether somebody had to.
fn finish(sim: &mut Sim, honest: &[usize]) -> bool {
    let over = |sim: &Sim| honest.iter().all(|n| sim.state(*n).is_finished());
    let mut claimed = false;
    for _ in 0..4 {
        sim.run(over);
        let missing = sim.resting[honest[0]];
        if over(sim) || missing.is_empty() {
            break;
        }
        for gone in missing.iter().map(PartyId::index) {
            assert!(!honest.contains(&gone), "the honest ones wait for each other");
            if sim.resting[honest[0]].contains(id(gone)) {
                sim.claim(honest[0], gone);
                claimed = true;
            }
        }
    }
    sim.finish_of(honest);
    claimed
}

/// Lets the messages reach whom they are for in any order, with other things happening in between.
fn deliver(sim: &mut Sim, mut messages: Vec<(usize, usize, Entry)>) {
    messages.shuffle(&mut sim.rng);
    for (to, from, entry) in messages {
        sim.receive(to, from, Message::Item(Item::from(&entry)));
        for _ in 0..sim.rng.random_range(0..12) {
            sim.step();
        }
    }
}

/// A table of Arkan in the middle of its moves: the next two movers, who will cheat, the match as it stands, and the first two
/// entries of the first cheat.
fn midway(seed: u64) -> (Sim, usize, usize, Match, [Entry; 2]) {
    let mut sim = Sim::new(GameId::Arkan, Table::new(4), seed);
    sim.start();
    let some = sim.rng.random_range(80..200);
    for _ in 0..some {
        sim.step();
    }
    let (one, entries) = two_entries(&mut sim);
    let state = sim.state(one).clone();
    let next = after(&state, &entries[0]);
    let two = next.awaited()[0].0.index();
    assert_eq!(after(&state, &entries[1]).awaited()[0].0.index(), two);
    (sim, one, two, state, entries)
}

#[test]
fn log_5_both_branches_of_the_first_are_signed_on_by_the_second() {
    for seed in 1100..1108 {
        let (mut sim, one, two, state, first) = midway(seed);
        let honest = others(&sim, &[one, two]);
        let (left, right) = (after(&state, &first[0]), after(&state, &first[1]));
        let second = [mv(&sim, &left, false), mv(&sim, &left, true), mv(&sim, &right, false)];
        sim.kill(one);
        sim.kill(two);
        sim.idle.clear();
        // Each honest one gets one branch whole; whatever the rest is reaches them when it does.
        let mut messages = vec![
            (honest[0], one, first[0].clone()),
            (honest[0], two, second[0].clone()),
            (honest[1], one, first[1].clone()),
            (honest[1], two, second[2].clone()),
        ];
        if seed % 2 == 0 {
            messages.push((honest[1], two, second[1].clone()));
        }
        if seed % 3 == 0 {
            messages.push((honest[0], one, first[1].clone()));
        }
        deliver(&mut sim, messages);
        let claimed = finish(&mut sim, &honest);
        ended(&sim, &honest, &[one, two], claimed);
    }
}

#[test]
fn log_5_the_second_signs_twice_on_one_branch_of_the_first() {
    for seed in 1130..1138 {
        let (mut sim, one, two, state, first) = midway(seed);
        let honest = others(&sim, &[one, two]);
        let branch = after(&state, &first[0]);
        let second = [mv(&sim, &branch, false), mv(&sim, &branch, true)];
        sim.kill(one);
        sim.kill(two);
        sim.idle.clear();
        let mut messages = vec![
            (honest[0], one, first[0].clone()),
            (honest[1], one, first[0].clone()),
            (honest[0], two, second[0].clone()),
            (honest[1], two, second[1].clone()),
        ];
        // The other entry of the first comes early, late, or to both.
        messages.push((honest[usize::from(seed % 2 == 0)], one, first[1].clone()));
        if seed % 3 == 0 {
            messages.push((honest[usize::from(seed % 2 == 1)], one, first[1].clone()));
        }
        deliver(&mut sim, messages);
        let claimed = finish(&mut sim, &honest);
        ended(&sim, &honest, &[one, two], claimed);
    }
}

#[test]
fn log_5_the_proofs_come_in_either_order_to_those_who_have_gone_on() {
    // The honest ones cannot hear each other, and each goes on alone as far as he can; then they meet.
    for seed in 1160..1168 {
        let (mut sim, one, two, state, first) = midway(seed);
        let honest = others(&sim, &[one, two]);
        let (left, right) = (
            after(&state, &first[0]),
            after(&state, &first[usize::from(seed % 2 == 0)]),
        );
        let second = [mv(&sim, &left, false), mv(&sim, &right, true)];
        sim.kill(one);
        sim.kill(two);
        sim.idle.clear();
        for (a, b) in [(0, 1), (1, 0)] {
            sim.blocked.insert((honest[a], honest[b]));
        }
        for (n, (at, entry)) in honest.iter().zip([
            (usize::from(false), &second[0]),
            (usize::from(seed % 2 == 0), &second[1]),
        ]) {
            sim.receive(*n, one, Message::Item(Item::from(&first[at])));
            sim.receive(*n, two, Message::Item(Item::from(entry)));
        }
        for _ in 0..20 {
            sim.step();
        }
        sim.blocked.clear();
        deliver(
            &mut sim,
            vec![
                (honest[0], one, first[1].clone()),
                (honest[1], one, first[0].clone()),
                (honest[1], two, second[0].clone()),
                (honest[0], two, second[1].clone()),
            ],
        );
        for n in &honest {
            sim.woke(*n);
        }
        let claimed = finish(&mut sim, &honest);
        ended(&sim, &honest, &[one, two], claimed);
    }
}

#[test]
fn log_5_a_cheat_that_plays_on_and_a_second_one_later() {
    // Both programs run on as if nothing were; beside them each has told some something else.
    for seed in 1190..1196 {
        let (mut sim, one, two, state, first) = midway(seed);
        let honest = others(&sim, &[one, two]);
        sim.idle.clear();
        let to = honest[sim.rng.random_range(0..2)];
        sim.receive(to, one, Message::Item(Item::from(&first[1])));
        let place = state.place();
        sim.run(|sim| sim.state(two).place().step > place.step + 1 || sim.state(two).is_finished());
        let forged = Place {
            step: place.step + 1,
            prev: place.prev,
            ..place
        };
        let forged = Entry::sign(
            &forged,
            id(two),
            &Body::new(Act::Carry),
            &Proofs::default(),
            &sim.identities[two],
        );
        let to = honest[sim.rng.random_range(0..2)];
        sim.receive(to, two, Message::Item(Item::from(&forged.unwrap())));
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        let gone: Vec<usize> = end.departures().iter().map(|gone| gone.party.index()).collect();
        assert!(honest.iter().all(|n| !gone.contains(n)), "{:?}", end.departures());
        assert!(end.grade() <= Some(Grade::Proved));
    }
}
