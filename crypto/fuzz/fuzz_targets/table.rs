//! Parties who do anything in any order with a small pack: nobody ever learns more than the messages say.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use majlis_crypto::pack::{Check, DeckSecret, Face, FaceSet, Handle, Kind, Pack, Party, Wish};
use majlis_crypto::transcript::{Context, SUITE};
use rand::SeedableRng;
use rand::rngs::StdRng;

#[derive(Arbitrary, Debug)]
enum Act {
    Shuffle,
    Share(Vec<u8>),
    Look(u8, u8),
    Commit(Vec<u8>),
    Member(Vec<u8>, u8),
    Grant(u8, u8),
    Open(u8),
}

#[derive(Arbitrary, Debug)]
struct Input {
    parties: u8,
    shuffled: bool,
    pack: u32,
    acts: Vec<(u8, Act)>,
}

const CARDS: u8 = 4;

/// For 2, 3 and 4 parties: their secrets, and a pack before and after the shuffles.
static TABLES: LazyLock<Vec<(Vec<DeckSecret>, Pack, Pack)>> = LazyLock::new(|| (2..=4).map(table).collect());

fn table(parties: u8) -> (Vec<DeckSecret>, Pack, Pack) {
    let mut rng = StdRng::seed_from_u64(parties.into());
    let secrets: Vec<DeckSecret> = (0..parties).map(|_| DeckSecret::generate(&mut rng)).collect();
    let kind = Kind::new("fuzz", (0..CARDS).map(|n| n.to_string())).unwrap();
    let holders = (0..).map(Party).zip(secrets.iter().map(|s| *s.keys())).collect();
    let before = Pack::new(0, kind.clone(), kind.faces(), holders).unwrap();
    let mut after = before.clone();
    for (party, secret) in (0u8..).zip(&secrets) {
        let here = context(party, party.into());
        let message = after.shuffle(secret, &here, &mut rng).unwrap();
        after.accept_shuffle(&message, &here, &mut Check::Now).unwrap();
    }
    (secrets, before, after)
}

fn context(party: u8, step: u64) -> Context {
    Context {
        suite: SUITE,
        match_id: [7; 32],
        epoch: 3,
        step,
        party,
        prev: [5; 32],
    }
}

fuzz_target!(|input: Input| {
    let (secrets, before, after) = &TABLES[usize::from(input.parties % 3)];
    let mut pack = if input.shuffled { after } else { before }.clone();
    let mut rng = StdRng::seed_from_u64(7);
    let number = if input.pack > u32::MAX / 16 { 0 } else { input.pack };
    let card = |index: &u8| Handle {
        pack: number,
        index: *index % (CARDS + 1),
    };
    let cards = |list: &[u8]| -> Vec<Handle> { list.iter().take(5).map(card).collect() };
    for (step, (actor, act)) in (10u64..).zip(input.acts.iter().take(12)) {
        // A secret may be used in the name of another party; that must fail.
        let party = actor % 4;
        let secret = &secrets[usize::from(actor / 4) % secrets.len()];
        let here = context(party, step);
        let now = &mut Check::Now;
        // What a party can make is accepted, and the same is not accepted twice.
        match act {
            Act::Shuffle => {
                if let Ok(message) = pack.shuffle(secret, &here, &mut rng) {
                    pack.accept_shuffle(&message, &here, now).unwrap();
                    pack.accept_shuffle(&message, &here, now).unwrap_err();
                }
            }
            Act::Share(list) => {
                let list = cards(list);
                if let Ok(message) = pack.share(secret, &list, &here, &mut rng) {
                    pack.accept_shares(&list, &message, &here, now).unwrap();
                    pack.accept_shares(&list, &message, &here, now).unwrap_err();
                }
            }
            Act::Look(index, to) => {
                let (card, to) = (card(index), Party(to % 5));
                if let Ok(message) = pack.seal_look(secret, card, to, &here, &mut rng) {
                    pack.accept_look(card, to, &message, &here, now).unwrap();
                    pack.accept_look(card, to, &message, &here, now).unwrap_err();
                    assert!(pack.can_see(to, card));
                }
            }
            Act::Commit(list) => {
                let list = cards(list);
                if let Ok(message) = pack.commit(secret, &list, &here, &mut rng) {
                    pack.accept_commit(&list, &message, &here, now).unwrap();
                    pack.accept_commit(&list, &message, &here, now).unwrap_err();
                }
            }
            Act::Member(list, faces) => {
                let (list, faces) = (cards(list), FaceSet::from_bits((*faces).into()));
                if let Ok(message) = pack.prove_all_in(secret, &list, faces, &here, &mut rng) {
                    pack.verify_all_in(&list, faces, &message, &here).unwrap();
                    assert!(
                        list.iter()
                            .all(|card| pack.face(secret, *card).is_some_and(|face| faces.contains(face)))
                    );
                }
            }
            Act::Grant(index, viewer) => {
                grant(
                    &mut pack,
                    secrets,
                    Wish::Look {
                        card: card(index),
                        viewer: Party(*viewer),
                    },
                    step,
                );
            }
            Act::Open(index) => grant(&mut pack, secrets, Wish::Open { card: card(index) }, step),
        }
        check(&pack, secrets);
    }
});

/// Has everybody post once what the wish needs.
fn grant(pack: &mut Pack, secrets: &[DeckSecret], wish: Wish, step: u64) {
    if pack.next_shuffler().is_some() {
        return;
    }
    let mut rng = StdRng::seed_from_u64(8);
    let owed: Vec<_> = (0..4u8)
        .map(|party| (party, pack.owed_by(Party(party), &[wish])))
        .collect();
    for (party, owed) in owed {
        let here = context(party, step);
        let Some(secret) = secrets.get(usize::from(party)) else {
            assert!(owed.is_empty());
            continue;
        };
        if !owed.shares.is_empty() {
            let message = pack.share(secret, &owed.shares, &here, &mut rng).unwrap();
            pack.accept_shares(&owed.shares, &message, &here, &mut Check::Now)
                .unwrap();
        }
        for (card, viewer) in owed.looks {
            // A viewer who is not at the table has no key to seal to.
            if let Ok(message) = pack.seal_look(secret, card, viewer, &here, &mut rng) {
                pack.accept_look(card, viewer, &message, &here, &mut Check::Now)
                    .unwrap();
            }
        }
    }
}

/// Everybody reads what it is said to see, and no face is seen on two cards.
fn check(pack: &Pack, secrets: &[DeckSecret]) {
    let mut seen: Vec<Option<Face>> = vec![None; usize::from(CARDS)];
    for card in pack.handles() {
        for (party, secret) in (0..).map(Party).zip(secrets) {
            let face = pack.face(secret, card);
            assert_eq!(face.is_some(), pack.can_see(party, card));
            if let Some(face) = face {
                let place = &mut seen[usize::from(card.index)];
                assert!(place.is_none_or(|other| other == face));
                *place = Some(face);
            }
        }
        assert_eq!(pack.opened(card).is_some(), pack.missing(card).is_empty());
    }
    let faces: FaceSet = seen.iter().flatten().copied().collect();
    assert_eq!(faces.len(), seen.iter().flatten().count());
}
