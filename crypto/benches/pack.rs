//! Times the pack beside the bare group operations of the same arguments, in the same run.
//!
//! `cargo bench -p majlis-crypto --bench pack`. The bare operations are listed, multiplication by
//! multiplication, in `docs/bare-operations.md`; exactly those are executed here, on random operands. Bare
//! and real work alternate, round by round; what is printed is the least processor time of each, and their
//! ratio. Real work goes from and to bytes, through the pack.
#![allow(
    missing_docs,
    clippy::float_arithmetic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark measures and prints"
)]

mod bare;

use std::hint::black_box;

use bare::{Operands, least, time};
use majlis_crypto::pack::{
    Check, CommitMessage, DeckSecret, FaceSet, Handle, Kind, LookMessage, MemberMessage, Pack, Party, ShareMessage,
    ShuffleMessage,
};
use majlis_crypto::shuffle::Shape;
use majlis_crypto::transcript::{Context, SUITE};
use rand::SeedableRng;
use rand::rngs::StdRng;

fn context(party: u8) -> Context {
    Context {
        suite: SUITE,
        match_id: [7; 32],
        epoch: 0,
        step: 9,
        party,
        prev: [5; 32],
    }
}

/// Four parties with their secrets.
fn parties(rng: &mut StdRng) -> Vec<DeckSecret> {
    (0..4).map(|_| DeckSecret::generate(rng)).collect()
}

fn unshuffled(cards: usize, secrets: &[DeckSecret]) -> Pack {
    let kind = Kind::new("bench", (0..cards).map(|n| n.to_string())).unwrap();
    let holders = (0..).map(Party).zip(secrets.iter().map(|s| *s.keys())).collect();
    Pack::new(0, kind.clone(), kind.faces(), holders).unwrap()
}

fn shuffled(cards: usize, secrets: &[DeckSecret], rng: &mut StdRng) -> Pack {
    let mut pack = unshuffled(cards, secrets);
    for (party, secret) in (0..).zip(secrets) {
        let message = pack.shuffle(secret, &context(party), rng).unwrap();
        pack.accept_shuffle(&message, &context(party), &mut Check::Now).unwrap();
    }
    pack
}

/// Posts the shares of all parties but one.
fn deal(pack: &mut Pack, to: u8, cards: &[Handle], secrets: &[DeckSecret], rng: &mut StdRng) {
    for (party, secret) in (0..).zip(secrets).filter(|(party, _)| *party != to) {
        let message = pack.share(secret, cards, &context(party), rng).unwrap();
        pack.accept_shares(cards, &message, &context(party), &mut Check::Now)
            .unwrap();
    }
}

/// Alternates bare and real work and prints the least of each.
fn compare<R>(name: &str, bytes: usize, mut bare: impl FnMut(), mut real: impl FnMut() -> R) {
    let rounds = 60;
    let mut times = [(); 2].map(|()| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        times[0].push(time(&mut bare));
        times[1].push(time(&mut real));
    }
    let [bare, real] = times.map(least);
    let size = if bytes == 0 {
        String::new()
    } else {
        format!("{bytes} B")
    };
    println!(
        "{name:<52} {real:>9.3} ms {bare:>9.3} ms {:>6.2} {size:>10}",
        real / bare
    );
}

fn shares(operands: &Operands, secrets: &[DeckSecret], rng: &mut StdRng) {
    let pack = shuffled(28, secrets, rng);
    let cards: Vec<Handle> = pack.handles().take(21).collect();
    let here = context(1);
    let bytes = pack.share(&secrets[1], &cards, &here, rng).unwrap().encode();
    compare(
        "plain shares of 21 cards: make",
        bytes.len(),
        || operands.share(21),
        || pack.share(&secrets[1], &cards, &here, rng).unwrap().encode(),
    );
    // The copy of the pack is real work as well, but hardly any.
    compare(
        "plain shares of 21 cards: accept",
        0,
        || operands.verify_share(21),
        || {
            let message = ShareMessage::decode(&bytes, 21).unwrap();
            pack.clone()
                .accept_shares(&cards, &message, &here, &mut Check::Now)
                .unwrap();
        },
    );
}

fn look(operands: &Operands, secrets: &[DeckSecret], rng: &mut StdRng) {
    let mut pack = shuffled(52, secrets, rng);
    let card = Handle { pack: 0, index: 0 };
    deal(&mut pack, 0, &[card], secrets, rng);
    let here = context(0);
    let bytes = pack
        .seal_look(&secrets[0], card, Party(2), &here, rng)
        .unwrap()
        .encode();
    compare(
        "sealed look: make",
        bytes.len(),
        || operands.look(),
        || {
            pack.seal_look(&secrets[0], card, Party(2), &here, rng)
                .unwrap()
                .encode()
        },
    );
    compare(
        "sealed look: accept",
        0,
        || operands.verify_look(),
        || {
            let message = LookMessage::decode(&bytes).unwrap();
            pack.clone()
                .accept_look(card, Party(2), &message, &here, &mut Check::Now)
                .unwrap();
        },
    );
}

/// `hand` cards of a pack, and `faces` faces.
fn member(pack_size: usize, hand: usize, faces: usize, operands: &Operands, secrets: &[DeckSecret], rng: &mut StdRng) {
    let mut pack = shuffled(pack_size, secrets, rng);
    let cards: Vec<Handle> = pack.handles().take(hand).collect();
    deal(&mut pack, 0, &cards, secrets, rng);
    let here = context(0);
    let bytes = pack.commit(&secrets[0], &cards, &here, rng).unwrap().encode();
    compare(
        &format!("commitments to {hand} cards: make"),
        bytes.len(),
        || operands.commit(hand),
        || pack.commit(&secrets[0], &cards, &here, rng).unwrap().encode(),
    );
    compare(
        &format!("commitments to {hand} cards: accept"),
        0,
        || operands.verify_commit(hand),
        || {
            let message = CommitMessage::decode(&bytes, hand).unwrap();
            pack.clone()
                .accept_commit(&cards, &message, &here, &mut Check::Now)
                .unwrap();
        },
    );
    let message = CommitMessage::decode(&bytes, hand).unwrap();
    pack.accept_commit(&cards, &message, &here, &mut Check::Now).unwrap();
    // The faces held, and others up to the number wanted.
    let mut set: FaceSet = cards.iter().filter_map(|card| pack.face(&secrets[0], *card)).collect();
    for face in pack.faces().iter() {
        if set.len() < faces {
            set.insert(face);
        }
    }
    let bytes = pack
        .prove_all_in(&secrets[0], &cards, set, &here, rng)
        .unwrap()
        .encode();
    compare(
        &format!("membership of {hand} cards in {faces} faces: make"),
        bytes.len(),
        || operands.member(hand * faces),
        || {
            pack.prove_all_in(&secrets[0], &cards, set, &here, rng)
                .unwrap()
                .encode()
        },
    );
    compare(
        &format!("membership of {hand} cards in {faces} faces: verify"),
        0,
        || operands.verify_member(hand * faces),
        || {
            let message = MemberMessage::decode(&bytes, hand, faces).unwrap();
            pack.verify_all_in(&cards, set, &message, &here).unwrap();
        },
    );
}

/// All that the last of four parties does in a deal of 52 cards, 13 to each: it checks three shuffles,
/// shuffles, shares 39 cards, and checks the shares of three others.
fn whole_deal(operands: &Operands, secrets: &[DeckSecret], rng: &mut StdRng) {
    let shape = Shape::of(52).unwrap();
    let start = unshuffled(52, secrets);
    let [others @ .., last] = secrets else { return };
    let mut pack = start.clone();
    let mut shuffles = Vec::new();
    for (party, secret) in (0..).zip(others) {
        let message = pack.shuffle(secret, &context(party), rng).unwrap();
        pack.accept_shuffle(&message, &context(party), &mut Check::Now).unwrap();
        shuffles.push(message.encode());
    }
    let own = pack.shuffle(last, &context(3), rng).unwrap();
    pack.accept_shuffle(&own, &context(3), &mut Check::Now).unwrap();
    let cards_of = |party: u8| -> Vec<Handle> { pack.handles().filter(|card| card.index % 4 != party).collect() };
    let hands: Vec<Vec<Handle>> = (0..4).map(cards_of).collect();
    let shares: Vec<Vec<u8>> = (0..)
        .zip(others.iter().zip(&hands))
        .map(|(party, (secret, cards))| pack.share(secret, cards, &context(party), rng).unwrap().encode())
        .collect();
    let bytes = own.encode().len() + ShareMessage::len(39);
    compare(
        "a deal of 52 cards to 4 parties: one party's work",
        bytes,
        || {
            operands.verify(shape, true);
            operands.verify(shape, false);
            operands.verify(shape, false);
            operands.shuffle(shape);
            operands.prove(shape);
            operands.share(39);
            for _ in 0..3 {
                operands.verify_share(39);
            }
        },
        || {
            let mut table = start.clone();
            for (party, bytes) in (0..).zip(&shuffles) {
                let message = ShuffleMessage::decode(bytes, 52).unwrap();
                table
                    .accept_shuffle(&message, &context(party), &mut Check::Now)
                    .unwrap();
            }
            black_box(table.shuffle(last, &context(3), rng).unwrap().encode());
            // Its own shuffle was checked when it was made. The shares of the others belong to the
            // pack that was shuffled before the clock ran.
            let mut table = pack.clone();
            black_box(table.share(last, &hands[3], &context(3), rng).unwrap().encode());
            for (party, bytes) in (0..).zip(&shares) {
                let cards = &hands[usize::from(party)];
                let message = ShareMessage::decode(bytes, cards.len()).unwrap();
                table
                    .accept_shares(cards, &message, &context(party), &mut Check::Now)
                    .unwrap();
            }
        },
    );
}

fn main() {
    let mut rng = StdRng::seed_from_u64(52);
    let operands = Operands::new(&mut rng);
    let secrets = parties(&mut rng);
    println!("Messages of the pack from and to bytes; least processor times. Four holders.");
    println!();
    println!(
        "{:<52} {:>12} {:>12} {:>6} {:>10}",
        "", "real", "bare", "ratio", "message"
    );
    shares(&operands, &secrets, &mut rng);
    look(&operands, &secrets, &mut rng);
    member(28, 7, 21, &operands, &secrets, &mut rng);
    member(52, 3, 40, &operands, &secrets, &mut rng);
    whole_deal(&operands, &secrets, &mut rng);
}
