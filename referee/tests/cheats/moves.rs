//! Moves that the rules do not allow, and cards that are not there.

use majlis_crypto::cbor::ByteString;
use majlis_referee::act::{Act, Body, Move, Proofs};
use majlis_referee::entry::Entry;
use majlis_referee::error::Refusal;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Slot};
use majlis_referee::secrets::Decision;
use majlis_rules::face::Handle;
use majlis_rules::game::Game;
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;
use majlis_rules::tiles::Tile;

use crate::malice::{Rig, parts, party};

fn turn(game: GameId, seats: u8) -> (Rig, PartyId, Seat) {
    let rig = Rig::at(game, seats, |rig| rig.mover().is_some());
    let (who, seat) = rig.mover().unwrap();
    (rig, who, seat)
}

/// A move that says this and nothing else.
fn plain(rig: &Rig, who: PartyId, text: &str, card: Option<Handle>) -> Entry {
    let said = Move {
        text: text.to_owned(),
        card: card.map(|card| (card.pack, card.index)),
        shares: Vec::new(),
        commitments: Vec::new(),
    };
    rig.signed(who, &Body::new(Act::Move(said)), &Proofs::default())
}

/// Like [`plain`], with the mover's share of the card it shows.
fn showing(rig: &mut Rig, who: PartyId, text: &str, card: Handle) -> Entry {
    let context = rig.state().context(who);
    let pack = rig.pack(card.pack).clone();
    let handles = [crate::malice::handle(card)];
    let made = pack.share(rig.secrets[who.index()].deck(), &handles, &context, &mut rig.rng);
    let made = made.unwrap().encode();
    let (share, proof) = made.split_at(32);
    let said = Move {
        text: text.to_owned(),
        card: Some((card.pack, card.index)),
        shares: vec![ByteString(share.to_vec())],
        commitments: Vec::new(),
    };
    rig.signed(
        who,
        &Body::new(Act::Move(said)),
        &Proofs(vec![ByteString(proof.to_vec())]),
    )
}

#[test]
fn common_12_playing_out_of_turn() {
    let (mut rig, who, _) = turn(GameId::Arkan, 3);
    let other = party((who.number() + 1) % 3);
    let entry = plain(&rig, other, "e10", None);
    let mut slots = rig.slots(&[]);
    slots.push((other, Slot::Entry(entry)));
    slots.sort_by_key(|(party, _)| *party);
    rig.refused(&slots, |refusal| matches!(refusal, Refusal::NotAwaited { .. }));
}

#[test]
fn common_12_playing_in_anothers_place() {
    let (rig, who, _) = turn(GameId::Arkan, 3);
    let other = party((who.number() + 1) % 3);
    let entry = plain(&rig, other, "e10", None);
    let slots = vec![(who, Slot::Entry(entry))];
    rig.refused(
        &slots,
        |refusal| matches!(refusal, Refusal::NotAwaited { party, .. } if *party == other),
    );
}

#[test]
fn arkan_8_a_first_piece_off_ones_start() {
    let (rig, who, _) = turn(GameId::Arkan, 2);
    let legal = rig.players[who.index()].view().unwrap();
    assert!(
        !legal
            .legal_moves(rig.mover().unwrap().1)
            .iter()
            .any(|mv| mv.to_string() == "j10")
    );
    let entry = plain(&rig, who, "j10", None);
    rig.caught(entry, "arkan.8");
}

#[test]
fn arkan_7_a_piece_on_squares_that_are_taken() {
    let (mut rig, _, _) = turn(GameId::Arkan, 2);
    let Decision::Move(first) = rig.pick(rig.mover().unwrap().0) else {
        panic!("a bot moves")
    };
    let (who, _) = rig.mover().unwrap();
    let entry = rig.entry(who, Some(&Decision::Move(first.clone())));
    rig.take(&[(who, Slot::Entry(entry))], true);
    let (other, _) = rig.mover().unwrap();
    assert_ne!(who, other);
    let entry = plain(&rig, other, &first, None);
    rig.caught(entry, "arkan.7");
}

#[test]
fn log_4_a_move_outside_the_notation() {
    let (rig, who, _) = turn(GameId::Arkan, 2);
    let entry = plain(&rig, who, "e10 ", None);
    rig.caught(entry, "log.4");
}

#[test]
fn common_12_a_leave_in_another_name_as_a_move() {
    let (rig, who, seat) = turn(GameId::Arkan, 3);
    let entry = plain(&rig, who, &format!("leave {}", (seat.number() + 1) % 3), None);
    rig.caught(entry, "log.4");
}

#[test]
fn common_12_another_kind_of_entry_in_place_of_a_move() {
    let (rig, who, _) = turn(GameId::Arkan, 3);
    let entry = rig.signed(who, &Body::new(Act::Deny(Vec::new())), &Proofs::default());
    rig.caught(entry, "common.12");
}

/// Dominoes where the seat whose turn it is can lay a tile on an end, with that tile's move.
fn joinable(rig: &Rig) -> Option<(PartyId, Seat, Handle, String)> {
    let (who, seat) = rig.mover()?;
    let view = rig.players[who.index()].view()?;
    let game = rig.state().game()?;
    view.legal_moves(seat).iter().find_map(|mv| {
        let card = game.locate(seat, mv, &view).ok()??;
        mv.to_string()
            .starts_with(['l', 'r'])
            .then(|| (who, seat, card, mv.to_string()))
    })
}

#[test]
fn domino_8_a_card_of_another_hand() {
    // The right tile by name, pointing into the hand of the other.
    let rig = Rig::at(GameId::Domino, 2, |rig| joinable(rig).is_some());
    let (who, seat, _, text) = joinable(&rig).unwrap();
    let theirs = rig.state().game().unwrap().visible(seat.after(1, 2))[0];
    let entry = plain(&rig, who, &text, Some(theirs));
    rig.caught(entry, "domino.8");
}

#[test]
fn domino_8_a_card_of_the_boneyard() {
    let rig = Rig::at(GameId::Domino, 2, |rig| joinable(rig).is_some());
    let (who, _, _, text) = joinable(&rig).unwrap();
    let unseen = rig
        .pack(0)
        .handles()
        .find(|card| rig.pack(0).missing(*card).len() == 2)
        .unwrap();
    let unseen = Handle {
        pack: unseen.pack,
        index: unseen.index,
    };
    let entry = plain(&rig, who, &text, Some(unseen));
    rig.caught(entry, "domino.8");
}

#[test]
fn domino_8_a_card_not_held() {
    // A tile that fits and that somebody else has, shown with a tile of the cheat's own.
    let rig_has = |rig: &Rig| {
        let (who, seat, card, _) = joinable(rig)?;
        let own: Vec<_> = rig.hand(who, seat).into_iter().map(|(_, face)| face).collect();
        let game = rig.state().game()?;
        let fits = |tile: Tile| {
            let mv = game.parse_move(&format!("left {tile}")).unwrap();
            !own.contains(&tile.face())
                && rig
                    .pack(0)
                    .hidden()
                    .contains(majlis_crypto::pack::Face(tile.face().number()))
                && game.plan(seat, &mv, Some(card)).is_ok()
        };
        Some((who, card, Tile::all().find(|tile| fits(*tile))?))
    };
    let mut rig = Rig::at(GameId::Domino, 2, |rig| rig_has(rig).is_some());
    let (who, card, tile) = rig_has(&rig).unwrap();
    let entry = showing(&mut rig, who, &format!("left {tile}"), card);
    rig.caught(entry, "domino.8");
}

#[test]
fn domino_8_a_card_played_twice() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| joinable(rig).is_some());
    let (who, seat, card, text) = joinable(&rig).unwrap();
    let entry = rig.entry(who, Some(&Decision::Move(text.clone())));
    rig.take(&[(who, Slot::Entry(entry))], true);
    rig.run_until(|rig| rig.mover() == Some((who, seat)));
    // The tile lies on the table; the end that it made fits it again.
    let tile = text.split(' ').nth(1).unwrap();
    let game = rig.state().game().unwrap();
    let text = ["left", "right"]
        .map(|end| format!("{end} {tile}"))
        .into_iter()
        .find(|text| {
            let mv = game.parse_move(text).unwrap();
            !game
                .plan(seat, &mv, Some(card))
                .unwrap_err()
                .message
                .contains("does not fit")
        });
    let entry = plain(&rig, who, &text.unwrap_or_else(|| format!("left {tile}")), Some(card));
    rig.caught(entry, "domino.8");
}

#[test]
fn domino_8_a_tile_that_fits_nowhere() {
    let misfit = |rig: &Rig| {
        let (who, seat) = rig.mover()?;
        let game = rig.state().game()?;
        let text = |tile: Tile| format!("left {tile}");
        let hand = rig.hand(who, seat);
        let (card, tile) = hand
            .into_iter()
            .filter_map(|(card, face)| Some((card, Tile::from_face(face)?)))
            .find(|(card, tile)| {
                let mv = game.parse_move(&text(*tile)).unwrap();
                game.plan(seat, &mv, Some(*card))
                    .is_err_and(|illegal| illegal.message.contains("does not fit"))
            })?;
        Some((who, card, text(tile)))
    };
    let mut rig = Rig::at(GameId::Domino, 2, |rig| misfit(rig).is_some());
    let (who, card, text) = misfit(&rig).unwrap();
    let entry = showing(&mut rig, who, &text, card);
    rig.caught(entry, "domino.8");
}

#[test]
fn log_4_a_card_shown_without_its_share() {
    let mut rig = Rig::at(GameId::Domino, 2, |rig| joinable(rig).is_some());
    let (who, _, _, text) = joinable(&rig).unwrap();
    let (mut body, mut proofs) = parts(&rig.entry(who, Some(&Decision::Move(text))));
    let Act::Move(said) = &mut body.act else { panic!() };
    said.shares.clear();
    proofs.0.clear();
    let entry = rig.signed(who, &body, &proofs);
    rig.caught(entry, "log.4");
}

#[test]
fn common_12_a_card_named_with_a_move_that_has_none() {
    let rig = Rig::at(GameId::Domino, 2, |rig| joinable(rig).is_some());
    let (who, _, card, _) = joinable(&rig).unwrap();
    let entry = plain(&rig, who, "draw", Some(card));
    rig.caught(entry, "common.12");
}

#[test]
fn domino_6_opening_round_one_with_another_tile() {
    let asked = |rig: &Rig| rig.who(|awaited| matches!(awaited, Awaited::Answer(_)));
    let rig = Rig::at(GameId::Domino, 2, |rig| asked(rig).is_some());
    let who = asked(&rig).unwrap();
    let seat = rig.state().seats_of(who).iter().next().unwrap();
    let majlis_rules::game::Due::Question(question) = rig.state().game().unwrap().due() else {
        panic!()
    };
    let (card, face) = rig
        .hand(who, seat)
        .into_iter()
        .find(|(_, face)| *face != question.face)
        .unwrap();
    let mut rig = rig;
    let entry = showing(&mut rig, who, &format!("open {}", Tile::from_face(face).unwrap()), card);
    rig.caught(entry, "domino.6");
}

#[test]
fn common_12_a_card_of_another_hand() {
    let (mut rig, who, seat) = turn(GameId::Jackaroo, 4);
    let decision = rig.pick(who);
    let (mut body, proofs) = parts(&rig.entry(who, Some(&decision)));
    let theirs = rig.state().game().unwrap().visible(seat.after(1, 4))[0];
    let Act::Move(said) = &mut body.act else { panic!() };
    said.card = Some((theirs.pack, theirs.index));
    let entry = rig.signed(who, &body, &proofs);
    rig.caught(entry, "common.12");
}

#[test]
fn four_20_calling_with_a_card_in_hand() {
    let drawn = |rig: &Rig| rig.mover().is_some_and(|(who, seat)| !rig.hand(who, seat).is_empty());
    let rig = Rig::at(GameId::Four, 3, drawn);
    let (who, _) = rig.mover().unwrap();
    let entry = plain(&rig, who, "call", None);
    rig.caught(entry, "four.20");
}

#[test]
fn four_6_drawing_twice() {
    let drawn = |rig: &Rig| rig.mover().is_some_and(|(who, seat)| !rig.hand(who, seat).is_empty());
    let rig = Rig::at(GameId::Four, 2, drawn);
    let (who, _) = rig.mover().unwrap();
    let entry = plain(&rig, who, "draw", None);
    rig.caught(entry, "four.6");
}

#[test]
fn four_8_keeping_into_the_row_of_another() {
    let drawn = |rig: &Rig| rig.mover().is_some_and(|(who, seat)| !rig.hand(who, seat).is_empty());
    let rig = Rig::at(GameId::Four, 2, drawn);
    let (who, seat) = rig.mover().unwrap();
    let entry = plain(&rig, who, &format!("keep {}.2", (seat.number() + 1) % 2), None);
    rig.caught(entry, "four.8");
}

#[test]
fn four_9_a_power_that_the_card_does_not_have() {
    let without = |rig: &Rig| {
        let (who, seat) = rig.mover()?;
        let (card, face) = *rig.hand(who, seat).first()?;
        let number = majlis_rules::cards::Card::from_face(face)?.rank.number();
        // Neither 7 nor 8.
        (!(7..=8).contains(&number)).then_some((who, seat, card))
    };
    let mut rig = Rig::at(GameId::Four, 2, |rig| without(rig).is_some());
    let (who, seat, card) = without(&rig).unwrap();
    // A peek shows the card drawn; its place in the move is empty, as it is no card named by its face.
    let mut entry = showing(&mut rig, who, &format!("peek {seat}.2"), card);
    let (mut body, proofs) = parts(&entry);
    let Act::Move(said) = &mut body.act else { panic!() };
    said.card = None;
    entry = rig.signed(who, &body, &proofs);
    rig.caught(entry, "four.9");
}
