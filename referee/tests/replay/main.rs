//! What somebody proved once, said again elsewhere: in another step, another place at the table, another epoch, another match
//! and another game. The same four people with the same secrets sit at all the tables, so that nothing but the place differs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../malice/mod.rs"]
mod malice;

use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::agreement::{Agreement, Clock, Closing};
use majlis_referee::entry::Entry;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Cause, Checking, Match, Slot};
use majlis_referee::secrets::Secrets;
use majlis_rules::game::GameEvent;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::malice::{Rig, members, parts};

/// The match before a step, and the step.
struct Mark {
    state: Match,
    slots: Vec<(PartyId, Slot)>,
}

/// A match at a table of these people: a round, or some moves. Where `expelled` is set, party 3 is expelled at the first turn,
/// so that what follows is of another epoch.
struct Played {
    rig: Rig,
    marks: Vec<Mark>,
}

impl Played {
    fn new(people: &[Arc<Identity>], secrets: &[Secrets], game: GameId, nonce: u8, expelled: bool) -> Self {
        let agreement = Agreement::new(game, Table::new(4), Clock::default(), members(people), [nonce; 32]);
        let closing = Arc::new(Closing::sign(agreement, &people[0]).unwrap());
        let copy = |secrets: &Secrets| Secrets::decode(&secrets.encode().unwrap()).unwrap();
        let mut rig = Rig::with(
            &closing,
            people.to_vec(),
            secrets.iter().map(copy).collect(),
            u64::from(nonce),
        );
        if game == GameId::Four {
            rig.prefer = &["spy", "draw"];
        }
        let mut marks = Vec::new();
        let mut expelled = expelled;
        for moves in 0.. {
            let culprit = rig.mover().filter(|_| std::mem::take(&mut expelled));
            let slots = match culprit {
                Some((culprit, _)) => {
                    let fault = rig.signed(culprit, &Body::new(Act::Deny(Vec::new())), &Proofs::default());
                    vec![(culprit, Slot::Entry(fault))]
                }
                None => rig.slots(&[]),
            };
            let state = rig.state().clone();
            let report = rig.take(&slots, culprit.is_none());
            if culprit.is_none() {
                marks.push(Mark { state, slots });
            }
            if moves == 60 || report.events.iter().any(|event| event.round().is_some()) {
                break;
            }
        }
        Self { rig, marks }
    }

    /// The entries that carry proofs, with their steps.
    fn proofs(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let entries = self.marks.iter().enumerate().flat_map(|(at, mark)| {
            mark.slots.iter().filter_map(move |(_, slot)| match slot {
                Slot::Entry(entry) => Some((at, entry)),
                _ => None,
            })
        });
        entries.filter(|(_, entry)| !parts(entry).1.0.is_empty())
    }
}

/// Says `entry` again in the place of `party` at a step of `there`.
fn again(there: &Played, at: usize, party: PartyId, entry: &Entry) {
    let mark = &there.marks[at];
    let (body, proofs) = parts(entry);
    let said = there.rig.signed_at(&mark.state.place(), party, &body, &proofs);
    let mut slots = mark.slots.clone();
    for (who, slot) in &mut slots {
        if *who == party {
            *slot = Slot::Entry(said.clone());
        }
    }
    let mut state = mark.state.clone();
    let report = state.take(&slots, &mut Checking::Now).unwrap();
    let blamed = report.departures.iter().find(|departure| departure.party == party);
    let Some(Cause::Fault(fault)) = blamed.map(|departure| &departure.cause) else {
        panic!(
            "{} of {} is accepted at step {} of {party}",
            body.act.name(),
            entry.party(),
            mark.state.place().step
        )
    };
    assert_eq!(fault.party, party);
    // Nobody else is blamed for it.
    assert_eq!(report.departures.len(), 1);
}

#[test]
fn a_proof_counts_nowhere_but_in_its_place() {
    let mut rng = StdRng::seed_from_u64(5);
    let people: Vec<Arc<Identity>> = (0..4).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
    let secrets: Vec<Secrets> = (0..4).map(|_| Secrets::generate(&mut rng)).collect();
    let play = |game, nonce, expelled| Played::new(&people, &secrets, game, nonce, expelled);
    let tables = [
        play(GameId::Domino, 1, false),
        play(GameId::Domino, 2, false),
        play(GameId::Domino, 3, true),
        play(GameId::Four, 4, false),
        play(GameId::Four, 5, true),
        play(GameId::Jackaroo, 6, false),
        play(GameId::Arkan, 7, false),
    ];
    let mut tried = 0;
    for (here, played) in tables.iter().enumerate() {
        for (from, entry) in played.proofs() {
            let (body, _) = parts(entry);
            for (number, there) in tables.iter().enumerate() {
                let same_kind = |slot: &Slot| {
                    matches!(slot, Slot::Entry(other)
                        if core::mem::discriminant(&parts(other).0.act) == core::mem::discriminant(&body.act))
                };
                let places = || {
                    let marks = there
                        .marks
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| (number, *at) != (here, from));
                    marks.flat_map(|(at, mark)| {
                        mark.slots
                            .iter()
                            .filter(|(_, slot)| same_kind(slot))
                            .map(move |(who, _)| (at, *who))
                    })
                };
                // The party itself in two other steps of the kind, and somebody else in one.
                let own = places().filter(|(_, who)| *who == entry.party()).take(2);
                let others = places().filter(|(_, who)| *who != entry.party()).take(1);
                for (at, who) in own.chain(others) {
                    again(there, at, who, entry);
                    tried += 1;
                }
            }
            // And in the same step, in the place of somebody else who is awaited beside it.
            for (who, slot) in &played.marks[from].slots {
                let (Slot::Entry(other), true) = (slot, *who != entry.party()) else {
                    continue;
                };
                if core::mem::discriminant(&parts(other).0.act) == core::mem::discriminant(&body.act) {
                    again(played, from, *who, entry);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}
