//! Shuffles and shares.

use curve25519_dalek::constants::RISTRETTO_BASEPOINT_POINT as G;
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use majlis_crypto::cbor::ByteString;
use majlis_crypto::pack;
use majlis_referee::act::{Act, Shares};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Awaited;
use majlis_rules::game::Game;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use crate::malice::{Rig, parts, party};

const POINT: usize = 32;
const CARD: usize = 2 * POINT;

const fn is_shuffle(awaited: &Awaited) -> bool {
    matches!(awaited, Awaited::Shuffle(_))
}

fn are_plain_shares(awaited: &Awaited) -> bool {
    matches!(awaited, Awaited::Shares(owed) if !owed.plain.is_empty())
}

fn are_sealed_shares(awaited: &Awaited) -> bool {
    matches!(awaited, Awaited::Shares(owed) if !owed.sealed.is_empty())
}

fn point(bytes: &[u8], at: usize) -> RistrettoPoint {
    CompressedRistretto::from_slice(&bytes[at..at + POINT])
        .unwrap()
        .decompress()
        .unwrap()
}

fn put(bytes: &mut [u8], at: usize, point: RistrettoPoint) {
    bytes[at..at + POINT].copy_from_slice(point.compress().as_bytes());
}

/// The last to shuffle a new pack of dominoes, who sees all others' shuffles before his own.
fn last_shuffle() -> (Rig, PartyId) {
    let rig = Rig::at(GameId::Domino, 2, |rig| rig.who(is_shuffle) == Some(party(1)));
    (rig, party(1))
}

fn shuffled(alter: impl FnOnce(&Rig, &mut Vec<u8>, &mut Vec<ByteString>)) {
    let (mut rig, cheat) = last_shuffle();
    let (mut body, mut proofs) = parts(&rig.honest(cheat));
    let Act::Shuffle(output, _) = &mut body.act else {
        panic!()
    };
    alter(&rig, &mut output.0, &mut proofs.0);
    let entry = rig.signed(cheat, &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_stacked_shuffle() {
    // One card becomes another face: 6-6 where 0-0 was, whatever it is encrypted with.
    shuffled(|rig, output, _| {
        let pack = rig.pack(0);
        let faces: Vec<pack::Face> = pack.faces().iter().collect();
        let (from, to) = (faces[0], faces[faces.len() - 1]);
        let turned = pack.kind().point(to).unwrap().point() - pack.kind().point(from).unwrap().point();
        let c2 = point(output, POINT);
        put(output, POINT, c2 + turned);
    });
}

#[test]
fn log_4_a_short_shuffle() {
    shuffled(|_, output, _| output.truncate(output.len() - CARD));
}

#[test]
fn log_4_a_shuffle_with_a_card_too_many() {
    shuffled(|_, output, _| output.extend_from_within(..CARD));
}

#[test]
fn log_4_a_shuffle_with_one_card_twice() {
    // Re-encrypted, so that the two do not look alike.
    shuffled(|rig, output, _| {
        let r = Scalar::from(5u64);
        let (c1, c2) = (
            point(output, 0) + G * r,
            point(output, POINT) + rig.pack(0).key().point() * r,
        );
        put(output, CARD, c1);
        put(output, CARD + POINT, c2);
    });
}

#[test]
fn log_4_a_shuffle_that_exchanges_two_cards_behind_its_proof() {
    shuffled(|_, output, _| {
        let (first, rest) = output.split_at_mut(CARD);
        first.swap_with_slice(&mut rest[..CARD]);
    });
}

#[test]
fn log_4_a_replayed_shuffle_of_the_party_before() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| rig.who(is_shuffle) == Some(party(0)));
    let first = rig.honest(party(0));
    rig.run_until(|rig| rig.who(is_shuffle) == Some(party(1)));
    let (mut body, proofs) = parts(&first);
    let Act::Shuffle(_, shares) = &mut body.act else {
        panic!()
    };
    *shares = Shares::default();
    let entry = rig.signed(party(1), &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_replayed_shuffle_of_another_match() {
    let mut other = Rig::new(GameId::Domino, Table::new(2), 9);
    other.run_until(|rig| rig.who(is_shuffle) == Some(party(1)));
    let (body, proofs) = parts(&other.honest(party(1)));
    let (rig, cheat) = last_shuffle();
    let entry = rig.signed(cheat, &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_shuffle_for_a_share_of_a_point_of_ones_own_making() {
    // The others would multiply this c1 by their secrets in the deal and hand over the products.
    shuffled(|_, output, _| {
        let own = RistrettoPoint::mul_base(&Scalar::from(77u64));
        put(output, 0, own);
    });
}

#[test]
fn log_4_a_shuffle_that_leaves_a_card_open() {
    shuffled(|_, output, _| output[..POINT].fill(0));
}

#[test]
fn log_4_a_shuffle_without_its_proof() {
    shuffled(|_, _, proofs| {
        proofs.remove(0);
    });
}

/// A table of dominoes at the deal, where party 0 owes plain shares.
fn deal() -> Rig {
    Rig::at(GameId::Domino, 2, |rig| rig.who(are_plain_shares) == Some(party(0)))
}

fn dealt(alter: impl FnOnce(&mut Vec<u8>, &mut Vec<ByteString>)) {
    let mut rig = deal();
    let entry = rig.altered(party(0), |act, proofs| {
        let Act::Shares(shares) = act else { panic!() };
        alter(&mut shares.plain[0].0, proofs);
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_wrong_share() {
    dealt(|shares, _| {
        let moved = point(shares, 0) + G;
        put(shares, 0, moved);
    });
}

#[test]
fn log_4_two_wrong_shares_that_cancel() {
    dealt(|shares, _| {
        let (one, other) = (point(shares, 0) + G, point(shares, POINT) - G);
        put(shares, 0, one);
        put(shares, POINT, other);
    });
}

#[test]
fn log_4_two_shares_exchanged() {
    dealt(|shares, _| {
        let (first, rest) = shares.split_at_mut(POINT);
        first.swap_with_slice(&mut rest[..POINT]);
    });
}

#[test]
fn log_4_a_share_that_is_no_point() {
    dealt(|shares, _| shares[..POINT].fill(0xff));
}

#[test]
fn log_4_a_missing_share() {
    dealt(|shares, _| shares.truncate(shares.len() - POINT));
}

#[test]
fn log_4_a_share_too_many() {
    dealt(|shares, _| shares.extend_from_within(..POINT));
}

#[test]
fn log_4_shares_with_a_proof_of_nothing() {
    dealt(|_, proofs| proofs.push(ByteString(Vec::new())));
}

#[test]
fn log_4_no_shares_at_all() {
    let mut rig = deal();
    let entry = rig.altered(party(0), |act, proofs| {
        *act = Act::Shares(Shares::default());
        proofs.clear();
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_shares_of_other_cards() {
    // Of the cards that party 0 is dealt itself: both could read them, and party 1 could not read its own.
    let mut rig = deal();
    let mine: Vec<pack::Handle> = rig
        .pack(0)
        .handles()
        .filter(|card| rig.pack(0).keeper(*card) == Some(pack::Party(0)))
        .collect();
    assert_eq!(mine.len(), 7);
    let context = rig.state().context(party(0));
    let pack = rig.pack(0).clone();
    let made = pack
        .share(rig.secrets[0].deck(), &mine, &context, &mut rig.rng)
        .unwrap()
        .encode();
    let (shares, proof) = made.split_at(mine.len() * POINT);
    let entry = rig.altered(party(0), |act, proofs| {
        let Act::Shares(said) = act else { panic!() };
        assert_eq!(said.plain[0].0.len(), shares.len());
        said.plain[0] = ByteString(shares.to_vec());
        proofs[0] = ByteString(proof.to_vec());
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_someone_elses_share() {
    // All three open the first card of the pile; party 1 says what party 0 says.
    let mut rig = Rig::at(GameId::Four, 3, |rig| {
        let both = [party(0), party(1)].map(|who| rig.state().awaited_of(who).is_some_and(are_plain_shares));
        both == [true; 2]
    });
    let (body, proofs) = parts(&rig.honest(party(0)));
    let entry = rig.signed(party(1), &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_opening_a_different_face() {
    // The share that would turn the card into the face wished for, with the proof of the true one.
    let mut rig = Rig::at(GameId::Four, 2, |rig| {
        rig.state().game().is_some_and(|game| game.canonical_bytes().len() > 1)
            && rig.who(are_plain_shares).is_some()
            && rig.state().awaited().len() == 1
            && rig.state().place().step > 6
    });
    let cheat = rig.who(are_plain_shares).unwrap();
    let pack = rig.pack(0);
    let faces: Vec<pack::Face> = pack.hidden().iter().collect();
    let turned = pack.kind().point(faces[1]).unwrap().point() - pack.kind().point(faces[0]).unwrap().point();
    let entry = rig.altered(cheat, |act, _| {
        let Act::Shares(shares) = act else { panic!() };
        let first = point(&shares.plain[0].0, 0) + turned;
        put(&mut shares.plain[0].0, 0, first);
    });
    rig.caught(entry, "log.4");
}

#[test]
fn common_12_refusing_the_shares_at_scoring() {
    // A round is over, all hands are to be opened, and one party says something else.
    let mut rig = Rig::at(GameId::Domino, 4, |rig| {
        rig.state().place().step > 12 && rig.state().awaited().len() > 1 && rig.who(are_plain_shares).is_some()
    });
    let cheat = rig.who(are_plain_shares).unwrap();
    let entry = rig.altered(cheat, |act, proofs| {
        *act = Act::Deny(Vec::new());
        proofs.clear();
    });
    rig.caught(entry, "common.12");
}

/// A table of Four Face-Down where a card that somebody keeps is to be shown to one other.
fn look() -> (Rig, PartyId) {
    let mut rig = Rig::new(GameId::Four, Table::new(3), 1);
    rig.prefer = &["spy", "draw"];
    rig.run_until(|rig| rig.who(are_sealed_shares).is_some());
    let who = rig.who(are_sealed_shares).unwrap();
    (rig, who)
}

#[test]
fn log_4_a_sealed_share_of_another_card() {
    let (mut rig, cheat) = look();
    let entry = rig.altered(cheat, |act, _| {
        let Act::Shares(shares) = act else { panic!() };
        let sealed = &mut shares.sealed[0].0;
        let moved = point(sealed, POINT) + G;
        put(sealed, POINT, moved);
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_sealed_share_that_nobody_can_open() {
    let (mut rig, cheat) = look();
    let entry = rig.altered(cheat, |act, _| {
        let Act::Shares(shares) = act else { panic!() };
        shares.sealed[0].0[..POINT].fill(0);
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_sealed_share_withheld() {
    let (mut rig, cheat) = look();
    let entry = rig.altered(cheat, |act, _| {
        let Act::Shares(shares) = act else { panic!() };
        shares.sealed.clear();
    });
    rig.caught(entry, "log.4");
}

#[test]
fn log_4_a_sealed_share_too_many() {
    let (mut rig, cheat) = look();
    let entry = rig.altered(cheat, |act, _| {
        let Act::Shares(shares) = act else { panic!() };
        let again = shares.sealed[0].clone();
        shares.sealed.push(again);
    });
    rig.caught(entry, "log.4");
}
