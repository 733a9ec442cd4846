//! What an entry may carry along: leaves and proofs of equivocation, and nothing else.

use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::entry::Place;
use majlis_referee::evidence::Fork;
use majlis_referee::item::{Item, Sealed};
use majlis_referee::notice::{Ballot, Leave, Signed, Vote};
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Cause, Slot};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use crate::malice::{Rig, party};

fn midway() -> (Rig, PartyId, PartyId) {
    let rig = Rig::at(GameId::Arkan, 3, |rig| {
        rig.mover().is_some() && rig.state().place().step >= 6
    });
    let (who, _) = rig.mover().unwrap();
    (rig, who, party((who.number() + 1) % 3))
}

fn carried(rule: &str, rider: impl FnOnce(&mut Rig, PartyId, PartyId) -> Item) {
    let (mut rig, who, victim) = midway();
    let rider = rider(&mut rig, who, victim);
    let entry = rig.carrying(who, rider);
    rig.caught(entry, rule);
}

#[test]
fn log_11_carrying_a_forged_leave() {
    carried("log.11", |rig, who, victim| {
        let leave = Leave {
            match_id: rig.state().place().match_id,
            party: victim,
            from: 5,
        };
        Item::Leave((&rig.sign_leave(who, leave)).into())
    });
}

#[test]
fn log_11_carrying_a_leave_of_another_match() {
    carried("log.11", |rig, _, victim| {
        let match_id = Rig::new(GameId::Arkan, Table::new(3), 7).state().place().match_id;
        Item::Leave(
            (&rig.sign_leave(
                victim,
                Leave {
                    match_id,
                    party: victim,
                    from: 5,
                },
            ))
                .into(),
        )
    });
}

#[test]
fn log_11_carrying_a_leave_of_the_future() {
    carried("log.11", |rig, _, victim| {
        let place = rig.state().place();
        let leave = Leave {
            match_id: place.match_id,
            party: victim,
            from: place.step + 2,
        };
        Item::Leave((&rig.sign_leave(victim, leave)).into())
    });
}

#[test]
fn log_5_carrying_a_proof_of_two_different_places() {
    carried("log.5", |rig, _, victim| {
        let signed = |rig: &Rig, step| {
            let mut place = rig.state().place();
            place.step = step;
            let body = majlis_referee::act::Body::new(majlis_referee::act::Act::Ack);
            Sealed::from(
                rig.signed_at(&place, victim, &body, &majlis_referee::act::Proofs::default())
                    .signed(),
            )
        };
        let (one, other) = (signed(rig, 4), signed(rig, 5));
        if one.bytes.0 < other.bytes.0 {
            Item::Fork(one, other)
        } else {
            Item::Fork(other, one)
        }
    });
}

#[test]
fn log_5_carrying_the_same_entry_twice_as_a_proof() {
    carried("log.5", |rig, _, victim| {
        let place = rig.state().place();
        let body = majlis_referee::act::Body::new(majlis_referee::act::Act::Ack);
        let entry = rig.signed_at(&place, victim, &body, &majlis_referee::act::Proofs::default());
        let sealed = Sealed::from(entry.signed());
        Item::Fork(sealed.clone(), sealed)
    });
}

#[test]
fn log_5_carrying_a_forged_proof_of_equivocation() {
    carried("log.5", |rig, who, victim| {
        let place = rig.state().place();
        let signed = |act| {
            let body = majlis_referee::act::Body::new(act);
            let honest = rig.signed_at(&place, victim, &body, &majlis_referee::act::Proofs::default());
            let mut sealed = Sealed::from(honest.signed());
            // The cheat has no key but its own.
            let forged = rig.identities[who.index()].sign(majlis_crypto::identity::SignTag::Entry, &sealed.bytes.0);
            sealed.signature.0 = forged.0;
            sealed
        };
        let (one, other) = (
            signed(majlis_referee::act::Act::Ack),
            signed(majlis_referee::act::Act::Deny(Vec::new())),
        );
        if one.bytes.0 < other.bytes.0 {
            Item::Fork(one, other)
        } else {
            Item::Fork(other, one)
        }
    });
}

#[test]
fn log_5_carrying_a_fork_of_another_match() {
    carried("log.5", |rig, _, victim| {
        let mut place = rig.state().place();
        place.match_id = Rig::new(GameId::Arkan, Table::new(3), 7).state().place().match_id;
        let signed = |act| {
            let body = majlis_referee::act::Body::new(act);
            rig.signed_at(&place, victim, &body, &majlis_referee::act::Proofs::default())
        };
        let (one, other) = (
            signed(majlis_referee::act::Act::Ack),
            signed(majlis_referee::act::Act::Deny(Vec::new())),
        );
        (&Fork::new(one.signed().clone(), other.signed().clone()).unwrap()).into()
    });
}

/// Where a log was cut back, everybody signs anew what he had signed, and may leave before he has: what stands on the branch that
/// was given up is no proof against him.
#[test]
fn log_5_carrying_a_header_of_a_log_that_was_cut_back_with_a_leave() {
    let mut rig = Rig::at(GameId::Arkan, 4, |rig| {
        rig.mover().is_some() && rig.state().place().step >= 6
    });
    let (cheat, _) = rig.mover().unwrap();
    let before = rig.state().place();
    let [one, other] = [(); 2].map(|()| rig.honest(cheat));
    // What the next one has signed on top of one of them.
    let victim = party((cheat.number() + 1) % 4);
    let place = Place {
        step: before.step + 1,
        prev: one.header().body,
        ..before
    };
    let old = rig.signed_at(&place, victim, &Body::new(Act::Carry), &Proofs::default());
    let fork = Fork::new(one.signed().clone(), other.signed().clone()).unwrap();
    rig.take(&[(cheat, Slot::Forked(fork))], false);
    assert!(rig.state().place().epoch > before.epoch);
    let Slot::Left(leave) = rig.leave(victim) else { panic!() };
    assert!(leave.notice().from <= old.header().step);
    let relapse = Fork::after_leaving(old.signed().clone(), leave).unwrap();
    rig.run_until(|rig| rig.mover().is_some_and(|(mover, _)| mover != victim));
    let (who, _) = rig.mover().unwrap();
    let entry = rig.carrying(who, (&relapse).into());
    rig.caught(entry, "log.5");
}

#[test]
fn log_11_carrying_an_entry_of_somebody_else() {
    carried("log.11", |rig, who, _| Item::from(&rig.honest(who)));
}

#[test]
fn log_11_carrying_a_second_closing() {
    carried("log.11", |rig, _, _| rig.items[0].clone());
}

#[test]
fn log_11_carrying_a_ballot() {
    carried("log.11", |rig, who, victim| {
        let place = rig.state().place();
        let ballot = Ballot {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            prev: place.prev,
            accused: victim,
            voter: who,
            vote: Vote::Absent,
        };
        Item::Ballot((&Signed::sign(ballot, &rig.identities[who.index()]).unwrap()).into())
    });
}

/// What is carried rightly acts at the end of the step, and the carrier goes on.
#[test]
fn log_11_a_true_leave_that_is_carried_costs_the_leaver_alone() {
    let (mut rig, who, leaver) = midway();
    let Slot::Left(leave) = rig.leave(leaver) else { panic!() };
    let entry = rig.carrying(who, Item::Leave((&leave).into()));
    let step = rig.state().place().step;
    let departures = rig.ends_with(&[(who, Slot::Entry(entry))]);
    assert_eq!(departures.len(), 1);
    assert_eq!(
        (departures[0].party, departures[0].step, &departures[0].cause),
        (leaver, step, &Cause::Left)
    );
}

#[test]
fn log_11_a_carried_leave_of_a_party_that_signed_later() {
    let (mut rig, who, cheat) = midway();
    let leave = Leave {
        match_id: rig.state().place().match_id,
        party: cheat,
        from: rig.state().place().step - 2,
    };
    let leave = rig.sign_leave(cheat, leave);
    let signed_since = rig.state().place().step;
    assert!(signed_since > 0);
    let entry = rig.carrying(who, Item::Leave((&leave).into()));
    let departures = rig.ends_with(&[(who, Slot::Entry(entry))]);
    assert_eq!(departures.len(), 1);
    assert_eq!(
        (departures[0].party, &departures[0].cause),
        (cheat, &Cause::Equivocated)
    );
}

#[test]
fn log_5_a_true_proof_of_equivocation_that_is_carried_costs_the_culprit_alone() {
    let (mut rig, who, culprit) = midway();
    let place = rig.state().place();
    let signed = |act| {
        let body = majlis_referee::act::Body::new(act);
        rig.signed_at(&place, culprit, &body, &majlis_referee::act::Proofs::default())
    };
    let (one, other) = (
        signed(majlis_referee::act::Act::Ack),
        signed(majlis_referee::act::Act::Deny(Vec::new())),
    );
    let fork = Fork::new(one.signed().clone(), other.signed().clone()).unwrap();
    let entry = rig.carrying(who, (&fork).into());
    let departures = rig.ends_with(&[(who, Slot::Entry(entry))]);
    assert_eq!(departures.len(), 1);
    assert_eq!(
        (departures[0].party, &departures[0].cause),
        (culprit, &Cause::Equivocated)
    );
}
