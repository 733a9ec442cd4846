//! The peak memory of a whole deal: 52 cards, four parties, all in one process.
//!
//! Every party keeps a pack of its own and checks every message from its bytes, as four programs would. What is
//! measured is the peak resident memory of this process (VmHWM of `/proc/self/status`), before and after. So
//! there is one test in this file, and it runs on Linux only. `--nocapture` shows the figures.
#![cfg(target_os = "linux")]
#![allow(
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test shows what it measured, and panics to fail"
)]

use majlis_crypto::pack::{
    Check, CommitMessage, DeckSecret, Handle, Kind, LookMessage, MemberMessage, Pack, Party, ShareMessage,
    ShuffleMessage,
};
use majlis_crypto::transcript::{Context, SUITE};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// In KiB.
const LIMIT: usize = 16 * 1024;

/// The peak resident memory of this process so far, in KiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.unwrap().split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn context(party: u8, step: u64) -> Context {
    Context {
        suite: SUITE,
        match_id: [7; 32],
        epoch: 0,
        step,
        party,
        prev: [5; 32],
    }
}

#[test]
fn a_deal_to_four_parties_takes_less_than_16_mib() {
    let base = peak();
    let mut rng = StdRng::seed_from_u64(1);
    let secrets: Vec<DeckSecret> = (0..4).map(|_| DeckSecret::generate(&mut rng)).collect();
    let kind = Kind::new("cards", (0..52).map(|n| n.to_string())).unwrap();
    let holders: Vec<_> = (0..).map(Party).zip(secrets.iter().map(|s| *s.keys())).collect();
    let new = || Pack::new(0, kind.clone(), kind.faces(), holders.clone()).unwrap();
    let mut packs: Vec<Pack> = secrets.iter().map(|_| new()).collect();
    for party in 0..4u8 {
        let here = context(party, party.into());
        let own = usize::from(party);
        let bytes = packs[own].shuffle(&secrets[own], &here, &mut rng).unwrap().encode();
        for pack in &mut packs {
            let message = ShuffleMessage::decode(&bytes, 52).unwrap();
            pack.accept_shuffle(&message, &here, &mut Check::Now).unwrap();
        }
    }
    for party in 0..4u8 {
        let here = context(party, 4);
        let own = usize::from(party);
        let cards: Vec<Handle> = packs[own].handles().filter(|card| card.index % 4 != party).collect();
        let bytes = packs[own]
            .share(&secrets[own], &cards, &here, &mut rng)
            .unwrap()
            .encode();
        for pack in &mut packs {
            let message = ShareMessage::decode(&bytes, cards.len()).unwrap();
            pack.accept_shares(&cards, &message, &here, &mut Check::Now).unwrap();
        }
    }
    let dealt = peak();
    // And what follows in a match: a look, commitments to a hand, and a proof about all of it.
    let here = context(0, 5);
    let hand: Vec<Handle> = packs[0].handles().filter(|card| card.index % 4 == 0).collect();
    let look = packs[0]
        .seal_look(&secrets[0], hand[0], Party(1), &here, &mut rng)
        .unwrap();
    let commit = packs[0].commit(&secrets[0], &hand, &here, &mut rng).unwrap();
    let (look, commit) = (look.encode(), commit.encode());
    for pack in &mut packs {
        let message = LookMessage::decode(&look).unwrap();
        pack.accept_look(hand[0], Party(1), &message, &here, &mut Check::Now)
            .unwrap();
        let message = CommitMessage::decode(&commit, hand.len()).unwrap();
        pack.accept_commit(&hand, &message, &here, &mut Check::Now).unwrap();
    }
    let faces = kind.faces();
    let member = packs[0]
        .prove_all_in(&secrets[0], &hand, faces, &here, &mut rng)
        .unwrap();
    let member = member.encode();
    for pack in &packs {
        let message = MemberMessage::decode(&member, hand.len(), faces.len()).unwrap();
        pack.verify_all_in(&hand, faces, &message, &here).unwrap();
    }
    let all = peak();
    println!("base: {base} KiB");
    println!("after a deal of 52 cards to four parties: + {} KiB", dealt - base);
    println!("after proofs about a hand of 13: + {} KiB", all - base);
    assert!(all - base < LIMIT, "{} KiB", all - base);
}
