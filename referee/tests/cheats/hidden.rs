//! Rules about cards that stay hidden, broken with what can be proved instead.

use std::sync::Arc;

use majlis_crypto::cbor::ByteString;
use majlis_referee::act::{Act, Body, Move, Proofs};
use majlis_referee::agreement::{Agreement, Closing};
use majlis_referee::entry::Entry;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Slot};
use majlis_referee::secrets::Secrets;
use majlis_rules::game::{Due, Game, Requirement};
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;
use majlis_rules::table::{OptionValue, Table};

use crate::malice::{Rig, parts};

/// A place where the seat whose turn it is may not make this move, because of a card that only its party knows.
fn forbidden(rig: &Rig, text: &str) -> Option<(PartyId, Seat, Requirement)> {
    let (who, seat) = rig.mover()?;
    let game = rig.state().game()?;
    let view = rig.players[who.index()].view()?;
    let mv = game.parse_move(text).ok()?;
    let plan = game.plan(seat, &mv, None).ok()?;
    let requirement = plan.requires.into_iter().next()?;
    (requirement.test(&view) == Some(false)).then_some((who, seat, requirement))
}

fn pretending(rig: &mut Rig, who: PartyId, text: &str, requirement: &Requirement) -> Entry {
    let (commitments, proofs) = rig.pretend(who, requirement);
    let said = Move {
        text: text.to_owned(),
        card: None,
        shares: Vec::new(),
        commitments,
    };
    rig.signed(who, &Body::new(Act::Move(said)), &Proofs(proofs))
}

#[test]
fn domino_11_drawing_with_a_playable_tile() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| forbidden(rig, "draw").is_some());
    let (who, _, requirement) = forbidden(&rig, "draw").unwrap();
    let entry = pretending(&mut rig, who, "draw", &requirement);
    rig.caught(entry, "domino.11");
}

#[test]
fn domino_10_knocking_with_a_playable_tile() {
    let mut rig = Rig::at(GameId::Domino, 4, |rig| forbidden(rig, "knock").is_some());
    let (who, _, requirement) = forbidden(&rig, "knock").unwrap();
    let entry = pretending(&mut rig, who, "knock", &requirement);
    rig.caught(entry, "domino.10");
}

#[test]
fn domino_10_knocking_without_any_proof() {
    let rig = Rig::at(GameId::Domino, 4, |rig| forbidden(rig, "knock").is_some());
    let (who, _, _) = forbidden(&rig, "knock").unwrap();
    let said = Move {
        text: "knock".to_owned(),
        card: None,
        shares: Vec::new(),
        commitments: Vec::new(),
    };
    let entry = rig.signed(who, &Body::new(Act::Move(said)), &Proofs::default());
    rig.caught(entry, "log.4");
}

/// A burn with a card that can be played: which, and the requirement on the other cards.
fn burn(rig: &Rig) -> Option<(PartyId, String, majlis_rules::face::Handle, Option<Requirement>)> {
    let (who, seat) = rig.mover()?;
    let game = rig.state().game()?;
    let view = rig.players[who.index()].view()?;
    let hand = rig.hand(who, seat);
    hand.into_iter().find_map(|(card, face)| {
        let text = format!("burn {}", majlis_rules::cards::Card::from_face(face)?);
        let mv = game.parse_move(&text).ok()?;
        let plan = game.plan(seat, &mv, Some(card)).ok()?;
        let requirement = plan.requires.into_iter().next();
        let broken = requirement
            .as_ref()
            .is_some_and(|requirement| requirement.test(&view) == Some(false));
        broken.then_some((who, text, card, requirement))
    })
}

fn burning(table: Table) {
    let mut rig = Rig::new(GameId::Jackaroo, table, 1);
    rig.run_until(|rig| burn(rig).is_some());
    let (who, text, card, requirement) = burn(&rig).unwrap();
    let context = rig.state().context(who);
    let pack = rig.pack(card.pack).clone();
    let shown = [crate::malice::handle(card)];
    let share = pack
        .share(rig.secrets[who.index()].deck(), &shown, &context, &mut rig.rng)
        .unwrap();
    let mut share = share.encode();
    let shown = ByteString(share.split_off(32));
    let (commitments, mut proofs) = rig.pretend(who, &requirement.unwrap());
    proofs.push(shown);
    let said = Move {
        text,
        card: Some((card.pack, card.index)),
        shares: vec![ByteString(share)],
        commitments,
    };
    let entry = rig.signed(who, &Body::new(Act::Move(said)), &Proofs(proofs));
    rig.caught(entry, "jackaroo.9");
}

#[test]
fn jackaroo_9_burning_with_a_playable_card() {
    burning(Table::new(4));
}

#[test]
fn jackaroo_9_burning_with_a_playable_card_at_a_table_of_two_persons() {
    burning(Table::new(4).with("persons", OptionValue::Number(2)));
}

/// The question of round 1, at the level at which somebody holds what is asked for.
fn holder(rig: &Rig) -> Option<(PartyId, Seat)> {
    rig.state().awaited().iter().find_map(|(who, awaited)| {
        let Awaited::Answer(seat) = *awaited else { return None };
        let Due::Question(question) = rig.state().game()?.due() else {
            return None;
        };
        let holds = rig.hand(*who, seat).iter().any(|(_, face)| *face == question.face);
        holds.then_some((*who, seat))
    })
}

fn asked() -> (Rig, PartyId, Requirement) {
    let rig = Rig::at(GameId::Domino, 2, |rig| holder(rig).is_some());
    let (who, seat) = holder(&rig).unwrap();
    let requirement = rig.state().game().unwrap().denial(seat).unwrap();
    (rig, who, requirement)
}

#[test]
fn domino_5_denying_the_highest_double() {
    let (mut rig, who, requirement) = asked();
    let rule = requirement.rule.id();
    assert!(["domino.5", "domino.6"].contains(&rule));
    let (commitments, proofs) = rig.pretend(who, &requirement);
    let entry = rig.signed(who, &Body::new(Act::Deny(commitments)), &Proofs(proofs));
    rig.caught(entry, rule);
}

/// An honest denial of round 1, to be altered.
fn denial() -> (Rig, PartyId) {
    let denier = |rig: &Rig| {
        let holds = holder(rig)?.0;
        rig.awaited().into_iter().find(|who| *who != holds)
    };
    let rig = Rig::at(GameId::Domino, 2, |rig| denier(rig).is_some());
    let who = denier(&rig).unwrap();
    (rig, who)
}

fn denied(rule: &str, alter: impl FnOnce(&mut Vec<ByteString>, &mut Vec<ByteString>)) {
    let (mut rig, who) = denial();
    let entry = rig.altered(who, |act, proofs| {
        let Act::Deny(commitments) = act else { panic!() };
        alter(commitments, proofs);
    });
    rig.caught(entry, rule);
}

#[test]
fn domino_5_a_proof_with_too_few_clauses() {
    denied("domino.5", |_, proofs| {
        let last = proofs.last_mut().unwrap();
        last.0.truncate(last.0.len() - 64);
    });
}

#[test]
fn domino_5_a_proof_about_too_many_faces() {
    denied("domino.5", |_, proofs| {
        let last = proofs.last_mut().unwrap();
        last.0.extend_from_within(..64);
    });
}

#[test]
fn domino_5_the_proofs_of_two_cards_exchanged() {
    denied("domino.5", |_, proofs| {
        let last = &mut proofs.last_mut().unwrap().0;
        let half = last.len() / 7;
        let (first, rest) = last.split_at_mut(half);
        first.swap_with_slice(&mut rest[..half]);
    });
}

#[test]
fn log_4_commitments_withheld() {
    denied("log.4", |commitments, proofs| {
        if commitments.is_empty() {
            // Made at an earlier level of the question: then one too many is as wrong as one too few.
            commitments.push(ByteString(vec![0; 7 * 32]));
        } else {
            commitments.clear();
            proofs.remove(0);
        }
    });
}

/// A table at the first question, at which every hand is committed to, and which nobody answers with a tile.
fn first_question() -> (Rig, PartyId) {
    let questions = (1..).map(|seed| {
        let mut rig = Rig::new(GameId::Domino, Table::new(2), seed);
        rig.run_until(asks);
        rig
    });
    let mut nobody = questions.filter(|rig| holder(rig).is_none());
    let rig = nobody.next().unwrap();
    assert_eq!(rig.awaited().len(), 2);
    let who = rig.awaited()[1];
    (rig, who)
}

fn asks(rig: &Rig) -> bool {
    rig.who(|awaited| matches!(awaited, Awaited::Answer(_))).is_some()
}

#[test]
fn log_4_commitments_to_other_cards() {
    // Two commitments change places: each card is spoken for by the other's.
    let (mut rig, who) = first_question();
    let entry = rig.altered(who, |act, _| {
        let Act::Deny(commitments) = act else { panic!() };
        let (first, rest) = commitments[0].0.split_at_mut(32);
        first.swap_with_slice(&mut rest[..32]);
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_commitments_without_their_proof() {
    let (mut rig, who) = first_question();
    let entry = rig.altered(who, |_, proofs| {
        proofs.remove(0);
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_proof_from_another_hand() {
    // The same denial, made by the other party about its own hand.
    let (mut rig, who) = first_question();
    let other = rig.awaited().into_iter().find(|party| *party != who).unwrap();
    let (body, proofs) = parts(&rig.honest(other));
    let entry = rig.signed(who, &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_proof_from_another_match() {
    // The same people with the same secrets at another table, at the same question.
    let (rig, who) = first_question();
    let again = |nonce: u8| {
        let agreement = Agreement {
            nonce: [nonce; 32],
            ..rig.state().agreement().clone()
        };
        let closing = Arc::new(Closing::sign(agreement, &rig.identities[0]).unwrap());
        let secrets = (rig.secrets.iter())
            .map(|secrets| Secrets::decode(&secrets.encode().unwrap()).unwrap())
            .collect();
        let mut other = Rig::with(&closing, rig.identities.clone(), secrets, u64::from(nonce));
        other.run_until(asks);
        other
    };
    let mut other = (0..)
        .map(again)
        .find(|other| holder(other).is_none_or(|(holds, _)| holds != who))
        .unwrap();
    assert_eq!(other.state().place().step, rig.state().place().step);
    let (body, proofs) = parts(&other.honest(who));
    let entry = rig.signed(who, &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn domino_5_a_proof_from_another_step() {
    // Both deny twice, with the same commitments, and the second time one repeats what it said the first time.
    let twice = |seed| {
        let mut rig = Rig::new(GameId::Domino, Table::new(2), seed);
        rig.run_until(asks);
        if holder(&rig).is_some() {
            return None;
        }
        let who = rig.awaited()[1];
        let first = rig.honest(who);
        let other = rig.awaited()[0];
        let beside = rig.honest(other);
        rig.take(&[(other, Slot::Entry(beside)), (who, Slot::Entry(first.clone()))], true);
        holder(&rig)
            .is_none_or(|(holds, _)| holds != who)
            .then_some((rig, who, first))
    };
    let (mut rig, who, first) = (1..).find_map(twice).unwrap();
    let (_, old) = parts(&first);
    let entry = rig.altered(who, |act, proofs| {
        assert!(matches!(act, Act::Deny(commitments) if commitments.is_empty()));
        // As long as the set is the same length: one face less is asked about with every level.
        *proofs = vec![old.0[1].clone()];
    });
    rig.caught(entry, "domino.5");
}
