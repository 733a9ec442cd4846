//! Two things signed for one place (log.5, log.11).

use std::sync::Arc;

use majlis_crypto::cbor::ByteString;
use majlis_referee::act::{Act, Body, Move, Proofs};
use majlis_referee::entry::Entry;
use majlis_referee::item::Item;
use majlis_referee::replay::{Awaited, Cause};
use majlis_referee::session::Message;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::RngExt;

use crate::sim::{Sim, id};

/// Lets things happen until a move is awaited of somebody, whose honest program is switched off; gives who, and two different
/// entries for that place.
pub(crate) fn two_entries(sim: &mut Sim) -> (usize, [Entry; 2]) {
    let n = loop {
        let mover = (0..sim.sessions.len()).find(|n| {
            let others = sim.state(0).place();
            matches!(sim.session(*n).player().owes(), Some(Awaited::Move(_)))
                && (0..sim.sessions.len()).all(|m| sim.state(m).place() == others)
        });
        match mover {
            Some(n) if sim.idle.contains(&n) => break n,
            Some(n) => {
                sim.idle.insert(n);
            }
            None => assert!(sim.step(), "nothing happens any more"),
        }
    };
    let player = sim.session(n).player();
    let Some(Awaited::Move(seat)) = player.owes().cloned() else {
        panic!()
    };
    let moves = player.view().unwrap().legal_moves(seat);
    let entry = |at: usize| {
        let act = Act::Move(Move {
            text: moves[at].to_string(),
            card: None,
            shares: Vec::<ByteString>::new(),
            commitments: Vec::new(),
        });
        Entry::sign(
            &player.state().place(),
            id(n),
            &Body::new(act),
            &Proofs::default(),
            &sim.identities[n],
        )
        .unwrap()
    };
    let entries = [entry(0), entry(moves.len() - 1)];
    (n, entries)
}

fn item(entry: &Entry) -> Message {
    Message::Item(Item::from(entry))
}

#[test]
fn log_5_two_moves_to_two_peers_cost_the_match_and_leave_the_honest_alike() {
    for seed in 0..6 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(4), 500 + seed);
        sim.start();
        let some = sim.rng.random_range(40..160);
        for _ in 0..some {
            sim.step();
        }
        let (cheat, entries) = two_entries(&mut sim);
        let honest: Vec<usize> = (0..4).filter(|n| *n != cheat).collect();
        sim.kill(cheat);
        for (at, n) in honest.iter().enumerate() {
            sim.receive(*n, cheat, item(&entries[usize::from(at > 0)]));
        }
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        assert_eq!(end.departures().len(), 1, "{:?}", end.departures());
        assert_eq!(end.departures()[0].party, id(cheat));
        assert_eq!(end.departures()[0].cause, Cause::Equivocated);
        assert_eq!(end.grade(), Some(Grade::Agreed));
        assert!(sim.cuts > 0, "honest parties stood on both sides");
    }
}

#[test]
fn log_5_two_moves_to_one_peer_ride_in_the_next_entry() {
    for seed in 0..4 {
        let mut sim = Sim::new(GameId::Arkan, Table::new(3), 520 + seed);
        sim.start();
        for _ in 0..80 {
            sim.step();
        }
        let (cheat, entries) = two_entries(&mut sim);
        let honest: Vec<usize> = (0..3).filter(|n| *n != cheat).collect();
        sim.kill(cheat);
        for n in &honest {
            sim.receive(*n, cheat, item(&entries[0]));
        }
        sim.receive(honest[0], cheat, item(&entries[1]));
        sim.finish_of(&honest);
        let end = sim.agree(&honest);
        assert_eq!(end.departures().len(), 1);
        assert_eq!(end.departures()[0].cause, Cause::Equivocated);
        assert_eq!(sim.cuts, 0);
    }
}

#[test]
fn log_5_the_same_entry_twice_is_nothing() {
    let mut sim = Sim::new(GameId::Arkan, Table::new(3), 530);
    sim.start();
    for _ in 0..80 {
        sim.step();
    }
    let (n, entries) = two_entries(&mut sim);
    for _ in 0..3 {
        for m in 0..3 {
            sim.receive(m, n, item(&entries[0]));
        }
    }
    sim.idle.clear();
    sim.finish();
    let end = sim.agree(&[0, 1, 2]);
    assert!(end.departures().is_empty());
}

#[test]
fn log_11_whoever_signs_after_leaving_has_signed_twice() {
    let mut sim = Sim::new(GameId::Arkan, Table::new(3), 540);
    sim.start();
    for _ in 0..80 {
        sim.step();
    }
    let (cheat, entries) = two_entries(&mut sim);
    let honest: Vec<usize> = (0..3).filter(|n| *n != cheat).collect();
    let leave = sim.session(cheat).player().leave().unwrap();
    sim.kill(cheat);
    // The leave goes to one, the entry to the other.
    sim.receive(honest[0], cheat, Message::Item(Item::Leave((&leave).into())));
    sim.receive(honest[1], cheat, item(&entries[0]));
    sim.finish_of(&honest);
    let end = sim.agree(&honest);
    assert_eq!(end.departures().len(), 1);
    assert_eq!(end.departures()[0].cause, Cause::Equivocated);
}

#[test]
fn log_3_garbage_changes_nothing() {
    let mut sim = Sim::new(GameId::Domino, Table::new(2), 550);
    sim.start();
    for _ in 0..60 {
        sim.step();
    }
    let place = sim.state(0).place();
    let stranger = Arc::clone(&sim.identities[1]);
    let (_, entries) = {
        let act = Act::Ack;
        let entry = Entry::sign(&place, id(1), &Body::new(act), &Proofs::default(), &sim.identities[0]).unwrap();
        (stranger, entry)
    };
    // Signed with another key than that of the party named.
    sim.receive(0, 1, item(&entries));
    let old = Message::Ask {
        match_id: place.prev,
        from: 0,
    };
    sim.receive(0, 1, old);
    assert_eq!(sim.state(0).place(), place);
    sim.finish();
    assert!(sim.agree(&[0, 1]).departures().is_empty());
}
