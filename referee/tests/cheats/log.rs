//! The chain of entries: places, signatures, bytes, results.

use majlis_crypto::identity::SignTag;
use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::entry::{Entry, Place};
use majlis_referee::error::{Piece, Refusal};
use majlis_referee::evidence::{Absence, Fork};
use majlis_referee::item::EntryItem;
use majlis_referee::notice::{Ballot, Claim, Leave, Signed, Vote};
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Cause, Checking, Slot};
use majlis_referee::verify::Grade;
use majlis_referee::wire::{MAX_BODY, MAX_PROOFS};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use crate::malice::{Rig, parts, party};

/// A table in the middle of its first moves.
fn midway() -> (Rig, PartyId) {
    let rig = Rig::at(GameId::Arkan, 3, |rig| {
        rig.mover().is_some() && rig.state().place().step >= 6
    });
    let (who, _) = rig.mover().unwrap();
    (rig, who)
}

fn elsewhere(alter: impl FnOnce(&Rig, &mut Place), why: impl Fn(&Refusal) -> bool) {
    let (mut rig, who) = midway();
    let (body, proofs) = parts(&rig.honest(who));
    let mut place = rig.state().place();
    alter(&rig, &mut place);
    let entry = rig.signed_at(&place, who, &body, &proofs);
    rig.refused(&[(who, Slot::Entry(entry))], why);
}

#[test]
fn log_3_a_stale_head() {
    let (mut rig, who) = midway();
    let before = rig.state().place().prev;
    rig.step();
    let (next, _) = rig.mover().unwrap();
    assert_ne!(next, who);
    let (body, proofs) = parts(&rig.honest(next));
    let mut place = rig.state().place();
    place.prev = before;
    let entry = rig.signed_at(&place, next, &body, &proofs);
    rig.refused(
        &[(next, Slot::Entry(entry))],
        |refusal| matches!(refusal, Refusal::OtherBranch { party, .. } if *party == next),
    );
}

#[test]
fn log_8_another_epoch() {
    elsewhere(
        |_, place| place.epoch += 1,
        |refusal| matches!(refusal, Refusal::OtherBranch { .. }),
    );
}

#[test]
fn log_3_a_step_that_is_over() {
    elsewhere(
        |_, place| place.step -= 1,
        |refusal| matches!(refusal, Refusal::OtherStep { .. }),
    );
}

#[test]
fn log_3_a_step_that_is_not_reached() {
    elsewhere(
        |_, place| place.step += 1,
        |refusal| matches!(refusal, Refusal::OtherStep { .. }),
    );
}

#[test]
fn log_1_an_entry_for_another_match() {
    let other = Rig::new(GameId::Arkan, Table::new(3), 8).state().place().match_id;
    elsewhere(
        move |_, place| place.match_id = other,
        |refusal| *refusal == Refusal::OtherMatch,
    );
}

#[test]
fn log_3_an_entry_of_an_earlier_step_sent_again() {
    let (mut rig, who) = midway();
    let old = rig.honest(who);
    rig.take(&[(who, Slot::Entry(old.clone()))], true);
    rig.run_until(|rig| rig.mover().is_some_and(|(mover, _)| mover == who));
    rig.refused(&[(who, Slot::Entry(old))], |refusal| {
        matches!(refusal, Refusal::OtherStep { .. })
    });
}

#[test]
fn log_4_an_entry_signed_by_somebody_else() {
    let (mut rig, who) = midway();
    let mut item = EntryItem::from(&rig.honest(who));
    let other = party((who.number() + 1) % 3);
    let forged = rig.identities[other.index()].sign(SignTag::Entry, &item.header.0);
    item.signature.0 = forged.0;
    let refusal = item.open(|party| rig.state().identity(party)).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::Signature {
            what: Piece::Entry,
            party: who
        }
    );
}

#[test]
fn log_4_a_signature_made_for_something_else() {
    let (mut rig, who) = midway();
    let item = EntryItem::from(&rig.honest(who));
    for tag in [
        SignTag::Chat,
        SignTag::Advert,
        SignTag::Ballot,
        SignTag::Leave,
        SignTag::Claim,
        SignTag::Closing,
        SignTag::Certificate,
    ] {
        let mut item = item.clone();
        item.signature.0 = rig.identities[who.index()].sign(tag, &item.header.0).0;
        let refusal = item.open(|party| rig.state().identity(party)).unwrap_err();
        assert_eq!(
            refusal,
            Refusal::Signature {
                what: Piece::Entry,
                party: who
            }
        );
    }
    // That of an acknowledgement is one of an entry, but not of this one.
    let mut item = item;
    item.signature.0 = rig.identities[who.index()].sign(SignTag::Ack, &item.header.0).0;
    let entry = item.open(|party| rig.state().identity(party)).unwrap();
    rig.refused(
        &[(who, Slot::Entry(entry))],
        |refusal| matches!(refusal, Refusal::Signature { party, .. } if *party == who),
    );
}

#[test]
fn log_4_an_entry_delivered_with_other_proofs() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| {
        rig.who(|awaited| matches!(awaited, Awaited::Shares(_))).is_some()
    });
    let who = rig.awaited()[0];
    let item = EntryItem::from(&rig.honest(who));
    let again = EntryItem::from(&rig.honest(who));
    // Both are good entries; proofs are never the same twice.
    assert_ne!(item.proofs, again.proofs);
    let mixed = EntryItem {
        proofs: again.proofs,
        ..item.clone()
    };
    let refusal = mixed.open(|party| rig.state().identity(party)).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::NotWhatWasSigned {
            what: Piece::Proofs,
            party: who
        }
    );
    let mixed = EntryItem {
        body: again.header,
        ..item
    };
    let refusal = mixed.open(|party| rig.state().identity(party)).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::NotWhatWasSigned {
            what: Piece::Body,
            party: who
        }
    );
}

#[test]
fn log_4_a_body_that_is_no_body() {
    let (rig, who) = midway();
    let entry = rig
        .signed_bytes(who, vec![0xff; 9], Proofs::default().encode().unwrap())
        .unwrap();
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_body_that_is_not_canonical() {
    let (mut rig, who) = midway();
    let (body, proofs) = parts(&rig.honest(who));
    let bytes = body.encode().unwrap();
    // An array of two with its length in a byte of its own: the same value in a longer form.
    assert_eq!(bytes[0], 0x82);
    let longer = [&[0x98, 0x02], &bytes[1..]].concat();
    let entry = rig.signed_bytes(who, longer, proofs.encode().unwrap()).unwrap();
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_something_behind_the_body() {
    let (mut rig, who) = midway();
    let (body, proofs) = parts(&rig.honest(who));
    let mut bytes = body.encode().unwrap();
    bytes.push(0);
    let entry = rig.signed_bytes(who, bytes, proofs.encode().unwrap()).unwrap();
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_proofs_that_are_no_proofs() {
    let (mut rig, who) = midway();
    let (body, _) = parts(&rig.honest(who));
    let entry = rig.signed_bytes(who, body.encode().unwrap(), vec![0x61, 0x61]).unwrap();
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_body_deeper_than_any() {
    let (rig, who) = midway();
    let entry = rig
        .signed_bytes(who, vec![0x81; MAX_BODY], Proofs::default().encode().unwrap())
        .unwrap();
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_an_oversize_entry() {
    let (rig, who) = midway();
    let refusal = rig.signed_bytes(who, vec![0; MAX_BODY + 1], Vec::new()).unwrap_err();
    assert_eq!(refusal, Refusal::TooLarge { party: who });
    let refusal = rig.signed_bytes(who, Vec::new(), vec![0; MAX_PROOFS + 1]).unwrap_err();
    assert_eq!(refusal, Refusal::TooLarge { party: who });
}

/// The leave of the next party, signed by the one whose turn it is.
#[test]
fn log_11_a_forged_leave() {
    let (rig, who) = midway();
    let victim = party((who.number() + 1) % 3);
    let leave = Leave {
        match_id: rig.state().place().match_id,
        party: victim,
        from: rig.state().place().step,
    };
    let forged = rig.sign_leave(who, leave);
    let refusal = Signed::<Leave>::open(forged.bytes().to_vec(), *forged.signature(), |party| {
        rig.state().identity(party)
    });
    assert_eq!(
        refusal.unwrap_err(),
        Refusal::Signature {
            what: Piece::Leave,
            party: victim
        }
    );
    // A cheat with a patched program that hands the leave on unopened stands no better: it is nobody's turn but his.
    rig.refused(&[(victim, Slot::Left(forged))], |refusal| {
        matches!(refusal, Refusal::NotAwaited { .. })
    });
}

#[test]
fn log_11_a_leave_from_a_step_that_is_not_reached() {
    let (rig, who) = midway();
    let leave = Leave {
        match_id: rig.state().place().match_id,
        party: who,
        from: rig.state().place().step + 1,
    };
    let leave = rig.sign_leave(who, leave);
    rig.refused(&[(who, Slot::Left(leave))], |refusal| {
        matches!(refusal, Refusal::OtherStep { .. })
    });
}

#[test]
fn log_11_signing_after_the_leave() {
    let (mut rig, who) = midway();
    let from = rig.state().place().step;
    let leave = Leave {
        match_id: rig.state().place().match_id,
        party: who,
        from,
    };
    let leave = rig.sign_leave(who, leave);
    // It plays on all the same, until somebody shows the leave in the place of an entry.
    rig.step();
    rig.run_until(|rig| rig.mover().is_some_and(|(mover, _)| mover == who));
    // It stands in no place any more: somebody else could show another one. But it is a proof against what came after it.
    let refusal = rig.players[0].take(&[(who, Slot::Left(leave.clone()))], &mut Checking::Now);
    assert!(matches!(refusal, Err(Refusal::OtherStep { .. })), "{refusal:?}");
    let entry = rig.honest(who);
    let fork = Fork::after_leaving(entry.signed().clone(), leave).unwrap();
    let step = rig.state().place().step;
    let departures = rig.ends_with(&[(who, Slot::Forked(fork))]);
    assert_eq!(departures.len(), 1);
    assert_eq!((departures[0].party, departures[0].step), (who, step));
    assert_eq!(departures[0].cause, Cause::Equivocated);
}

#[test]
fn log_5_two_entries_for_one_place() {
    let (mut rig, who) = midway();
    let step = rig.state().place().step;
    let [one, other] = [(); 2].map(|()| {
        let decision = rig.pick(who);
        rig.entry(who, Some(&decision))
    });
    assert_ne!(one.header(), other.header());
    let fork = Fork::new(one.signed().clone(), other.signed().clone()).unwrap();
    assert_eq!((fork.party(), fork.step()), (who, step));
    // The same content twice is nothing.
    assert!(Fork::new(one.signed().clone(), one.signed().clone()).is_err());
    let departures = rig.ends_with(&[(who, Slot::Forked(fork))]);
    assert_eq!(departures.len(), 1);
    assert_eq!(departures[0].party, who);
    assert_eq!(departures[0].cause, Cause::Equivocated);
}

#[test]
fn log_5_a_proof_of_equivocation_from_another_step() {
    let (mut rig, who) = midway();
    let [one, other] = [(); 2].map(|()| rig.honest(who));
    let fork = Fork::new(one.signed().clone(), other.signed().clone()).unwrap();
    rig.step();
    rig.run_until(|rig| rig.mover().is_some_and(|(mover, _)| mover == who));
    rig.refused(&[(who, Slot::Forked(fork))], |refusal| {
        matches!(refusal, Refusal::Log(_))
    });
}

/// Ballots and claims against the party whose turn it is, by these, signed by `signer` in the name of each.
fn absence(rig: &Rig, accused: PartyId, voters: &[u8], claimers: &[u8], signer: impl Fn(PartyId) -> PartyId) -> Slot {
    let place = rig.state().place();
    let ballots = voters.iter().map(|number| {
        let voter = party(*number);
        let ballot = Ballot {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            prev: place.prev,
            accused,
            voter,
            vote: Vote::Absent,
        };
        Signed::sign(ballot, &rig.identities[signer(voter).index()]).unwrap()
    });
    let claims = claimers.iter().map(|number| {
        let claimer = party(*number);
        let claim = Claim {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            prev: place.prev,
            accused,
            claimer,
        };
        Signed::sign(claim, &rig.identities[signer(claimer).index()]).unwrap()
    });
    Slot::Absent(Absence {
        ballots: ballots.collect(),
        claims: claims.collect(),
    })
}

#[test]
fn log_9_absence_claimed_by_one_of_two() {
    let rig = Rig::at(GameId::Arkan, 2, |rig| rig.mover().is_some());
    let (who, _) = rig.mover().unwrap();
    let other = 1 - who.number();
    let slot = absence(&rig, who, &[other], &[], |party| party);
    rig.refused(&[(who, slot)], |refusal| matches!(refusal, Refusal::Log(_)));
}

#[test]
fn log_6_absence_without_everybodys_ballot() {
    let (rig, who) = midway();
    let other = (who.number() + 1) % 3;
    let slot = absence(&rig, who, &[other], &[], |party| party);
    rig.refused(&[(who, slot)], |refusal| matches!(refusal, Refusal::Log(_)));
}

#[test]
fn log_6_absence_with_ones_own_ballot_twice() {
    let (rig, who) = midway();
    let other = (who.number() + 1) % 3;
    let slot = absence(&rig, who, &[other, other], &[], |party| party);
    rig.refused(&[(who, slot)], |refusal| matches!(refusal, Refusal::Log(_)));
}

#[test]
fn log_6_a_forged_ballot() {
    let (rig, who) = midway();
    let others: Vec<u8> = (0..3).filter(|number| *number != who.number()).collect();
    let Slot::Absent(absence) = absence(&rig, who, &others, &[], |_| party(others[0])) else {
        panic!()
    };
    let forged = &absence.ballots[1];
    let refusal = Signed::<Ballot>::open(forged.bytes().to_vec(), *forged.signature(), |party| {
        rig.state().identity(party)
    });
    assert_eq!(
        refusal.unwrap_err(),
        Refusal::Signature {
            what: Piece::Ballot,
            party: party(others[1])
        }
    );
}

/// A log has one encoding: of an absence there is just one set of ballots, or claims and nothing else.
#[test]
fn log_6_ballots_that_say_too_much() {
    let others = |who: PartyId| -> Vec<u8> { (0..3).filter(|number| *number != who.number()).collect() };
    type Sets = fn(u8, Vec<u8>) -> (Vec<u8>, Vec<u8>);
    let sets: [Sets; 5] = [
        // The accused votes against himself, too.
        |_, _| ((0..3).collect(), Vec::new()),
        |_, others| (others.clone(), others),
        |_, others| (vec![others[0]], others),
        |_, others| (Vec::new(), vec![others[0], others[0]]),
        |_, others| (Vec::new(), vec![others[1], others[0]]),
    ];
    for set in sets {
        let (rig, who) = midway();
        let (voters, claimers) = set(who.number(), others(who));
        let slot = absence(&rig, who, &voters, &claimers, |party| party);
        rig.refused(&[(who, slot)], |refusal| matches!(refusal, Refusal::Log(_)));
    }
}

#[test]
fn log_6_the_ballot_of_somebody_who_is_gone() {
    let (mut rig, who) = {
        let rig = Rig::at(GameId::Arkan, 4, |rig| {
            rig.mover().is_some() && rig.state().place().step >= 6
        });
        let (who, _) = rig.mover().unwrap();
        (rig, who)
    };
    let slot = rig.leave(who);
    rig.take(&[(who, slot)], false);
    let (accused, _) = rig.mover().unwrap();
    let voters: Vec<u8> = (0..4).filter(|number| *number != accused.number()).collect();
    assert!(voters.contains(&who.number()));
    let slot = absence(&rig, accused, &voters, &[], |party| party);
    rig.refused(&[(accused, slot)], |refusal| matches!(refusal, Refusal::Log(_)));
}

/// However many ballots a file goes on with, a reader holds those of one absence and no more.
#[test]
fn log_6_ballots_without_end() {
    let (rig, who) = midway();
    let other = (who.number() + 1) % 3;
    for (voters, claimers) in [(vec![other; 3], Vec::new()), (Vec::new(), vec![other; 3])] {
        let mut assembler = majlis_referee::assemble::Assembler::new();
        let slot = absence(&rig, who, &voters, &claimers, |party| party);
        let fed: Vec<_> = slot
            .items()
            .into_iter()
            .map(|item| {
                assembler.feed(item);
                assembler.next_step(rig.state(), false)
            })
            .collect();
        assert!(matches!(fed[0], Ok(None)));
        assert!(fed[1].is_err());
    }
}

/// After the end nobody is expelled any more: whose result is missing is left out, and the grade says so.
#[test]
fn log_12_absence_in_the_place_of_a_result() {
    let rig = Rig::at(GameId::Arkan, 3, |rig| rig.state().ending().is_some());
    let [one, two, three] = rig.awaited()[..] else { panic!() };
    for (voters, claimers) in [
        (vec![one.number(), two.number()], Vec::new()),
        (Vec::new(), vec![one.number()]),
    ] {
        let mut rig = Rig::at(GameId::Arkan, 3, |rig| rig.state().ending().is_some());
        let slot = absence(&rig, three, &voters, &claimers, |party| party);
        let slots = rig.slots(&[(three, slot)]);
        rig.refused(&slots, |refusal| matches!(refusal, Refusal::Log(_)));
    }
}

/// One absence after the other, in one step and in the next: the log tells them apart.
#[test]
fn log_6_two_absences_on_end() {
    for claims in 0..4 {
        let mut rig = Rig::at(GameId::Arkan, 4, |rig| {
            rig.mover().is_some() && rig.state().place().step >= 6
        });
        for claimed in [claims & 1 != 0, claims & 2 != 0] {
            // The mover, then whoever is first to acknowledge that he is gone.
            let accused = rig.awaited()[0];
            let others: Vec<u8> = rig
                .state()
                .present()
                .without(accused)
                .iter()
                .map(PartyId::number)
                .collect();
            let (voters, claimers) = if claimed {
                (Vec::new(), others)
            } else {
                (others, Vec::new())
            };
            let slot = absence(&rig, accused, &voters, &claimers, |party| party);
            let slots = rig.slots(&[(accused, slot)]);
            rig.take(&slots, false);
            assert_eq!(rig.state().departures().last().unwrap().cause, Cause::Absent);
        }
        rig.finish();
        rig.fair();
        rig.verified();
    }
    // Two who owe shares in one step: votes are not enough, claims are.
    let mut rig = Rig::at(GameId::Domino, 4, |rig| {
        let owed = rig.who(|awaited| matches!(awaited, Awaited::Shares(_))).is_some();
        owed && rig.awaited().len() >= 3
    });
    let [one, two] = rig.awaited()[..2] else { panic!() };
    let claimer = rig.awaited()[2].number();
    let given = [one, two].map(|accused| (accused, absence(&rig, accused, &[], &[claimer], |party| party)));
    let slots = rig.slots(&given);
    rig.take(&slots, false);
    assert_eq!(rig.state().departures().len(), 2);
    rig.finish();
    rig.verified();
}

/// One person may press; what comes of it is claimed and no more.
#[test]
fn log_9_a_claim_of_one_makes_the_result_claimed() {
    let (mut rig, who) = midway();
    let other = (who.number() + 1) % 3;
    let slot = absence(&rig, who, &[], &[other], |party| party);
    rig.take(&[(who, slot)], false);
    assert!(rig.state().is_claimed());
    assert!(!rig.state().present().contains(who));
}

#[test]
fn log_9_a_claim_of_the_accused() {
    let (rig, who) = midway();
    let slot = absence(&rig, who, &[], &[who.number()], |party| party);
    rig.refused(&[(who, slot)], |refusal| matches!(refusal, Refusal::Log(_)));
}

/// A table whose match is over, its result not signed yet.
fn over() -> Rig {
    let mut rig = Rig::at(GameId::Arkan, 2, |rig| rig.mover().is_some());
    let (who, _) = rig.mover().unwrap();
    let slot = rig.leave(who);
    rig.take(&[(who, slot)], false);
    assert_eq!(
        rig.who(|awaited| *awaited == Awaited::Result),
        Some(party(1 - who.number()))
    );
    rig
}

/// A table whose match was played to its end, so that both have a result to sign.
fn over_with_two() -> Rig {
    let mut rig = Rig::new(GameId::Arkan, Table::new(2), 3);
    rig.run_until(|rig| rig.state().ending().is_some());
    assert_eq!(rig.awaited().len(), 2);
    rig
}

#[test]
fn log_12_a_signature_under_another_result() {
    let mut rig = over_with_two();
    let cheat = party(0);
    let mut statement = rig.state().statement().unwrap();
    statement.scores[0] += 1;
    let signature = statement.sign(&rig.identities[0]).unwrap();
    let entry = rig.altered(cheat, |act, _| {
        let Act::Result(said) = act else { panic!() };
        said.0 = signature.0;
    });
    let outcomes = rig.state().outcomes();
    let step = rig.state().place().step;
    let slots = rig.slots(&[(cheat, Slot::Entry(entry))]);
    let report = rig.take(&slots, false);
    let [departure] = report.departures.as_slice() else {
        panic!("{report:?}")
    };
    let Cause::Fault(fault) = &departure.cause else {
        panic!()
    };
    assert_eq!(
        (departure.party, departure.step, fault.rule.as_str()),
        (cheat, step, "log.12")
    );
    // The result stands as it is; only the signature of the cheat is missing.
    let verified = rig.verified();
    assert_eq!(verified.outcomes(), outcomes);
    assert_eq!(verified.grade(), Some(Grade::Proved));
}

#[test]
fn log_12_the_result_signed_by_another_in_ones_name() {
    let mut rig = over();
    let who = rig.awaited()[0];
    let entry = rig.altered(who, |act, _| {
        let Act::Result(said) = act else { panic!() };
        said.0[0] ^= 1;
    });
    let slots = vec![(who, Slot::Entry(entry))];
    let report = rig.take(&slots, false);
    assert_eq!(report.departures.len(), 1);
    assert_eq!(report.departures[0].party, who);
    assert_eq!(rig.verified().result_signers().len(), 0);
}

#[test]
fn log_12_a_result_that_nobody_signs() {
    // The last party there leaves in place of its signature: the log would be whole without a word about its result.
    let rig = over();
    let who = rig.awaited()[0];
    let place = rig.state().place();
    let leave = Leave {
        match_id: place.match_id,
        party: who,
        from: place.step,
    };
    let leave = rig.sign_leave(who, leave);
    rig.refused(&[(who, Slot::Left(leave))], |refusal| {
        matches!(refusal, Refusal::Log(_))
    });
}

#[test]
fn log_5_a_second_result() {
    let mut rig = over_with_two();
    let cheat = party(1);
    let one = rig.honest(cheat);
    let mut statement = rig.state().statement().unwrap();
    statement.scores[0] += 1;
    let signature = statement.sign(&rig.identities[1]).unwrap();
    let other = rig.altered(cheat, |act, _| {
        let Act::Result(said) = act else { panic!() };
        said.0 = signature.0;
    });
    // Whoever has both holds a proof that can be handed on.
    let fork = Fork::new(one.signed().clone(), other.signed().clone()).unwrap();
    assert_eq!((fork.party(), fork.step()), (cheat, rig.state().place().step));
    // What was signed first stands.
    rig.finish();
    assert_eq!(rig.verified().grade(), Some(Grade::Agreed));
}

#[test]
fn log_12_a_result_before_the_end() {
    let (rig, who) = midway();
    let entry = rig.signed(
        who,
        &Body::new(Act::Result(majlis_crypto::cbor::ByteArray([7; 64]))),
        &Proofs::default(),
    );
    rig.caught(entry, "common.12");
}

#[test]
fn log_8_another_entry_in_place_of_the_acknowledgement() {
    let (mut rig, who) = midway();
    let fault = rig.signed(who, &Body::new(Act::Ack), &Proofs::default());
    // An acknowledgement that nothing awaits, signed as one: its tag gives it away before anybody reads it.
    assert_eq!(fault.signed().tag(), SignTag::Ack);
    let refusal = rig
        .state()
        .clone()
        .take(&[(who, Slot::Entry(fault))], &mut majlis_referee::replay::Checking::Now);
    assert!(matches!(refusal, Err(Refusal::Signature { .. })));
    // A real expulsion: the others owe an acknowledgement, and one of them plays on instead.
    let fault = rig.signed(who, &Body::new(Act::Deny(Vec::new())), &Proofs::default());
    rig.take(&[(who, Slot::Entry(fault))], false);
    let second = rig.who(|awaited| *awaited == Awaited::Ack).unwrap();
    let entry = rig.signed(second, &Body::new(Act::Deny(Vec::new())), &Proofs::default());
    let mut slots = rig.slots(&[]);
    slots[0] = (second, Slot::Entry(entry));
    rig.refused(
        &slots,
        |refusal| matches!(refusal, Refusal::Signature { party, .. } if *party == second),
    );
}

#[test]
fn log_8_an_acknowledgement_of_the_epoch_before() {
    let (mut rig, who) = midway();
    let before = rig.state().place();
    let fault = rig.signed(who, &Body::new(Act::Deny(Vec::new())), &Proofs::default());
    rig.take(&[(who, Slot::Entry(fault))], false);
    assert_eq!(rig.state().place().epoch, before.epoch + 1);
    let mut place = rig.state().place();
    place.epoch = before.epoch;
    let mut slots = rig.slots(&[]);
    let second = slots[0].0;
    let entry: Entry = rig.signed_at(&place, second, &Body::new(Act::Ack), &Proofs::default());
    slots[0].1 = Slot::Entry(entry);
    rig.refused(&slots, |refusal| matches!(refusal, Refusal::OtherBranch { .. }));
}
