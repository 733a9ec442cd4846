//! Attacks on whole packs: wrong turns, wrong cards, replays, and peers who want an oracle.

use super::*;
use crate::error::ProofError;

fn share(table: &mut Table, party: u8, cards: &[Handle]) -> Result<ShareMessage, PackError> {
    let context = table.context(Party(party));
    let secret = table.secret(Party(party)).clone();
    table.pack.share(&secret, cards, &context, &mut table.rng)
}

#[test]
fn row04_a_pack_needs_faces_and_holders() {
    let table = Table::new(3, 4, 1);
    let kind = table.pack.kind().clone();
    let holders = table.pack.holders().to_vec();
    let one = FaceSet::from_iter([Face(0)]);
    let strange = FaceSet::from_iter([Face(0), Face(4)]);
    let new = |faces, holders| Pack::new(0, kind.clone(), faces, holders).err();
    assert_eq!(new(one, holders.clone()), Some(PackError::Size { cards: 1 }));
    assert_eq!(
        new(FaceSet::default(), holders.clone()),
        Some(PackError::Size { cards: 0 })
    );
    assert_eq!(
        new(FaceSet::from_bits(u128::MAX), holders.clone()),
        Some(PackError::Size { cards: 128 })
    );
    assert_eq!(
        new(strange, holders.clone()),
        Some(PackError::NoSuchFace { face: Face(4) })
    );
    assert!(matches!(
        new(kind.faces(), holders[..1].to_vec()),
        Some(PackError::Holders(_))
    ));
    for (name, labels) in [
        ("a/b", vec!["1".to_owned(), "2".to_owned()]),
        ("a", vec!["1".to_owned(), "1".to_owned()]),
        ("a", (0..105).map(|n| n.to_string()).collect()),
    ] {
        assert!(matches!(Kind::new(name, labels), Err(PackError::Kind { .. })));
    }
}

#[test]
fn row05_every_other_length_of_a_shuffle_is_refused() {
    let mut table = Table::new(2, 4, 1);
    let context = table.context(Party(0));
    let secret = table.secret(Party(0)).clone();
    let message = table.pack.shuffle(&secret, &context, &mut table.rng).unwrap();
    let bytes = [message.encode(), vec![0; 65]].concat();
    for len in (0..=bytes.len()).filter(|len| *len != ShuffleMessage::len(4).unwrap()) {
        assert!(matches!(
            ShuffleMessage::decode(&bytes[..len], 4),
            Err(ProofError::Length { .. })
        ));
    }
    // The right message of a pack of another size.
    let other = Table::new(2, 5, 1);
    let foreign = other.pack.shuffle(&other.secrets[0], &context, &mut table.rng).unwrap();
    assert_eq!(
        table.pack.accept_shuffle(&foreign, &context, &mut Check::Now).err(),
        Some(PackError::Refused {
            party: Party(0),
            message: crate::transcript::Purpose::Shuffle,
            reason: ProofError::Length {
                what: "the output of the shuffle",
                expected: 4,
                found: 5
            }
        })
    );
    assert!(matches!(
        ShuffleMessage::decode(&[], 105),
        Err(ProofError::Statement { .. })
    ));
}

#[test]
fn row06_packs_with_equal_concatenations_have_different_digests() {
    let holders = Table::new(2, 2, 1).pack.holders().to_vec();
    let digest = |number, name: &str, labels: [&str; 2]| {
        let kind = Kind::new(name, labels).unwrap();
        let faces = kind.faces();
        *Pack::new(number, kind, faces, holders.clone()).unwrap().digest()
    };
    let all = [
        digest(0, "ab", ["cd", "e"]),
        digest(0, "ab", ["c", "de"]),
        digest(0, "abc", ["d", "e"]),
        digest(1, "ab", ["cd", "e"]),
    ];
    let distinct: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
}

#[test]
fn row09_nothing_is_shared_before_all_have_shuffled_and_nobody_shuffles_out_of_turn() {
    let mut table = Table::new(3, 4, 1);
    let card = [table.card(0)];
    assert_eq!(
        share(&mut table, 1, &card).err(),
        Some(PackError::NotShuffled { next: Party(0) })
    );
    assert_eq!(
        table.shuffle(1).err(),
        Some(PackError::NotTheShuffler {
            party: Party(1),
            next: Some(Party(0))
        })
    );
    table.shuffle(0).unwrap();
    assert_eq!(
        table.shuffle(0).err(),
        Some(PackError::NotTheShuffler {
            party: Party(0),
            next: Some(Party(1))
        })
    );
    table.shuffle(1).unwrap();
    assert!(share(&mut table, 1, &card).is_err());
    table.shuffle(2).unwrap();
    assert_eq!(
        table.shuffle(0).err(),
        Some(PackError::NotTheShuffler {
            party: Party(0),
            next: None
        })
    );
    assert!(share(&mut table, 1, &card).is_ok());
}

#[test]
fn row09_a_shuffle_that_replaces_duplicates_or_drops_a_card_names_the_shuffler() {
    let table = Table::new(2, 5, 1);
    let context = table.context(Party(0));
    let good = table
        .pack
        .shuffle(&table.secrets[0], &context, &mut StdRng::seed_from_u64(70))
        .unwrap();
    let foreign = Ciphertext {
        c1: crate::group::g(),
        c2: *crate::group::h(),
    };
    let mut replaced = good.clone();
    replaced.output[1] = foreign;
    let mut doubled = good.clone();
    doubled.output[1] = doubled.output[0];
    let mut dropped = good.clone();
    dropped.output.pop();
    let mut added = good.clone();
    added.output.push(foreign);
    let mut swapped = good.clone();
    swapped.output.swap(0, 1);
    let mut naked = good.clone();
    naked.output[2].c1 = Element::identity();
    for wrong in [replaced, doubled, dropped, added, swapped, naked] {
        let mut pack = table.pack.clone();
        let refused = pack.accept_shuffle(&wrong, &context, &mut Check::Now).unwrap_err();
        assert_eq!(refused.culprit(), Some(Party(0)), "{refused}");
        assert_eq!(pack, table.pack);
    }
}

#[test]
fn row10_messages_are_valid_in_their_place_only() {
    let mut table = Table::shuffled(3, 6, 1);
    table.deal(&[(0, 0), (1, 0)]);
    let party = Party(0);
    let (a, b) = (table.card(0), table.card(1));
    let here = table.context(party);
    let secret = table.secret(party).clone();
    let rng = &mut StdRng::seed_from_u64(70);
    let look = table.pack.seal_look(&secret, a, Party(1), &here, rng).unwrap();
    let commit = table.pack.commit(&secret, &[a], &here, rng).unwrap();
    let shares = table.pack.share(&secret, &[a], &here, rng).unwrap();
    let refused = |result: Result<(), PackError>| {
        let error = result.unwrap_err();
        assert_eq!(error.culprit(), Some(party), "{error}");
    };
    let now = &mut Check::Now;
    let pack = &table.pack;
    // Another step, another match.
    for elsewhere in [
        context(party, 99),
        Context {
            match_id: [7; 32],
            ..here
        },
        Context { epoch: 1, ..here },
        Context { prev: [7; 32], ..here },
    ] {
        refused(pack.clone().accept_look(a, Party(1), &look, &elsewhere, now));
        refused(pack.clone().accept_commit(&[a], &commit, &elsewhere, now));
        refused(pack.clone().accept_shares(&[a], &shares, &elsewhere, now));
    }
    // Another card, another recipient.
    refused(pack.clone().accept_look(b, Party(1), &look, &here, now));
    refused(pack.clone().accept_look(a, Party(2), &look, &here, now));
    refused(pack.clone().accept_commit(&[b], &commit, &here, now));
    refused(pack.clone().accept_commit(&[a, b], &commit, &here, now));
    refused(pack.clone().accept_shares(&[b], &shares, &here, now));
    refused(pack.clone().accept_shares(&[a, b], &shares, &here, now));
    // Another party: it keeps nothing here, or its key is another.
    let other = Context { party: 1, ..here };
    assert!(matches!(
        pack.clone().accept_look(a, Party(2), &look, &other, now),
        Err(PackError::NotTheKeeper { .. })
    ));
    let error = pack
        .clone()
        .accept_shares(&[table.card(2)], &shares, &other, now)
        .unwrap_err();
    assert_eq!(error.culprit(), Some(Party(1)));
    // Another pack with the same keys and faces, whose cards are dealt alike.
    let mut again = Table {
        secrets: table.secrets.clone(),
        pack: Pack::new(4, pack.kind().clone(), pack.faces(), pack.holders().to_vec()).unwrap(),
        step: 0,
        rng: StdRng::seed_from_u64(70),
    };
    for p in 0..3 {
        again.shuffle(p).unwrap();
    }
    again.deal(&[(0, 0)]);
    let there = again.card(0);
    refused(again.pack.clone().accept_look(there, Party(1), &look, &here, now));
    refused(again.pack.clone().accept_commit(&[there], &commit, &here, now));
    refused(again.pack.clone().accept_shares(&[there], &shares, &here, now));
    // And in place they are accepted, once.
    let mut pack = pack.clone();
    assert_eq!(pack.accept_look(a, Party(1), &look, &here, now), Ok(()));
    assert_eq!(
        pack.accept_look(a, Party(1), &look, &here, now),
        Err(PackError::AlreadySeen {
            party: Party(1),
            card: a
        })
    );
    assert_eq!(pack.accept_commit(&[a], &commit, &here, now), Ok(()));
    assert_eq!(
        pack.accept_commit(&[a], &commit, &here, now),
        Err(PackError::AlreadyCommitted { card: a })
    );
    assert_eq!(pack.accept_shares(&[a], &shares, &here, now), Ok(()));
    assert_eq!(
        pack.accept_shares(&[a], &shares, &here, now),
        Err(PackError::AlreadyShared { party, card: a })
    );
}

#[test]
fn row10_a_proof_of_membership_holds_for_its_cards_and_set_only() {
    let mut table = Table::shuffled(2, 8, 2);
    table.deal(&[(0, 0), (1, 0), (2, 0)]);
    let hand: Vec<Handle> = (0..3).map(|n| table.card(n)).collect();
    table.commit(Party(0), &hand).unwrap();
    let here = table.context(Party(0));
    let set: FaceSet = hand.iter().map(|card| table.truth(*card)).collect();
    let secret = table.secret(Party(0)).clone();
    let message = table
        .pack
        .prove_all_in(&secret, &hand, set, &here, &mut table.rng)
        .unwrap();
    let verify = |cards: &[Handle], set, context: &Context| {
        table
            .pack
            .verify_all_in(cards, set, &message, context)
            .map_err(|error| error.culprit())
    };
    assert_eq!(verify(&hand, set, &here), Ok(()));
    let culprit = Err(Some(Party(0)));
    assert_eq!(verify(&hand, set, &context(Party(0), 99)), culprit);
    assert_eq!(verify(&hand[..2], set, &here), culprit);
    // A set of equal size with another face, and all faces.
    let other = table.pack.faces().iter().find(|face| !set.contains(*face)).unwrap();
    let mut moved: FaceSet = set.iter().skip(1).collect();
    moved.insert(other);
    assert_eq!(verify(&hand, moved, &here), culprit);
    assert_eq!(verify(&hand, table.pack.faces(), &here), culprit);
    // Not the keeper; no keeper; wrong order; nothing.
    assert_eq!(verify(&hand, set, &table.context(Party(1))), Err(None));
    assert_eq!(verify(&[table.card(5)], set, &here), Err(None));
    assert_eq!(verify(&[hand[1], hand[0]], set, &here), Err(None));
    assert_eq!(verify(&[], set, &here), Err(None));
}

#[test]
fn row13_nobody_is_an_oracle_for_points_of_others() {
    // The API takes handles only. Handles that name nothing, or cards of another pack, are refused.
    let mut table = Table::shuffled(2, 4, 1);
    let stranger = DeckSecret::generate(&mut table.rng);
    for card in [table.card(4), table.card(255), Handle { pack: 9, index: 0 }] {
        assert_eq!(
            share(&mut table, 0, &[card]).err(),
            Some(PackError::NoSuchCard { card })
        );
        assert_eq!(table.pack.face(table.secret(Party(0)), card), None);
        assert!(table.pack.missing(card).is_empty());
        assert!(!table.pack.can_see(Party(0), card));
    }
    let here = table.context(Party(0));
    let card = [table.card(0)];
    assert_eq!(
        table.pack.share(&stranger, &card, &here, &mut table.rng).err(),
        Some(PackError::NotAHolder { party: Party(0) })
    );
    let mut doubled = vec![table.card(1), table.card(1)];
    assert_eq!(share(&mut table, 0, &doubled).err(), Some(PackError::Order));
    doubled.reverse();
    assert_eq!(share(&mut table, 0, &[]).err(), Some(PackError::Order));
    // A peer that wants a share of Z puts (Z, …) into its shuffle. The proof fails, so nobody ever
    // shares from that pack, even where the proof is only put off.
    let mut table = Table::new(2, 4, 1);
    table.shuffle(0).unwrap();
    let here = table.context(Party(1));
    let secret = table.secret(Party(1)).clone();
    let mut message = table.pack.shuffle(&secret, &here, &mut table.rng).unwrap();
    message.output[0].c1 = crate::group::face("someone", "else");
    let mut pack = table.pack.clone();
    let refused = pack.accept_shuffle(&message, &here, &mut Check::Now);
    assert_eq!(refused.err().and_then(|e| e.culprit()), Some(Party(1)));
    let mut batch = Batch::new();
    let mut later = Check::Later {
        batch: &mut batch,
        item: 5,
    };
    pack.accept_shuffle(&message, &here, &mut later).unwrap();
    let victim = table.secret(Party(0)).clone();
    let there = table.context(Party(0));
    assert_eq!(
        pack.share(&victim, &card, &there, &mut table.rng).err(),
        Some(PackError::Unsettled)
    );
    assert!(batch.verify().is_err());
}

#[test]
fn row13_two_proofs_from_one_restored_state_do_not_leak_a_key() {
    // A backup is restored, and the random numbers repeat as well. In another place the nonces are
    // others; K, S and C are the same, as they belong to the card and not to the place.
    let mut table = Table::shuffled(3, 6, 1);
    table.deal(&[(0, 0)]);
    let card = table.card(0);
    let secret = table.secret(Party(0)).clone();
    let rng = || StdRng::seed_from_u64(7);
    let (here, there) = (context(Party(0), 50), context(Party(0), 51));
    let pack = &table.pack;

    let look = |to, at: &Context| {
        pack.seal_look(&secret, card, Party(to), at, &mut rng())
            .unwrap()
            .encode()
    };
    let (first, second) = (look(1, &here), look(1, &there));
    assert_eq!(first, look(1, &here));
    assert_eq!(first[..64], second[..64], "K and S");
    for field in 2..7 {
        assert_ne!(first[32 * field..][..32], second[32 * field..][..32]);
    }
    let other = look(2, &here);
    for field in 0..7 {
        assert_ne!(first[32 * field..][..32], other[32 * field..][..32]);
    }

    let commit = |at: &Context| pack.commit(&secret, &[card], at, &mut rng()).unwrap().encode();
    let (first, second) = (commit(&here), commit(&there));
    assert_eq!(first[..32], second[..32], "C");
    for field in 1..5 {
        assert_ne!(first[32 * field..][..32], second[32 * field..][..32]);
    }

    let share = |at: &Context| pack.share(&secret, &[card], at, &mut rng()).unwrap().encode();
    let (first, second) = (share(&here), share(&there));
    assert_eq!(first[..32], second[..32], "D");
    for field in 1..4 {
        assert_ne!(first[32 * field..][..32], second[32 * field..][..32]);
    }
}

#[test]
fn two_cards_never_open_to_one_face_in_one_message_or_in_two() {
    for together in [true, false] {
        let mut table = Table::shuffled(2, 4, 1);
        // What no honest shuffle gives, but one may whose proof is still to be checked.
        table.pack.ciphertexts[2] = table.pack.ciphertexts[0];
        table.pack.digest = table.pack.compute_digest();
        let cards = [table.card(0), table.card(2)];
        let dealt = share(&mut table, 1, &cards).unwrap();
        let context = table.context(Party(1));
        table
            .pack
            .accept_shares(&cards, &dealt, &context, &mut Check::Now)
            .unwrap();
        let context = table.context(Party(0));
        let parts: &[&[Handle]] = if together {
            &[&cards]
        } else {
            &[&cards[..1], &cards[1..]]
        };
        let (last, first) = parts.split_last().unwrap();
        for part in first {
            let opened = share(&mut table, 0, part).unwrap();
            table
                .pack
                .accept_shares(part, &opened, &context, &mut Check::Now)
                .unwrap();
        }
        let before = table.pack.clone();
        let opened = share(&mut table, 0, last).unwrap();
        assert_eq!(
            table.pack.accept_shares(last, &opened, &context, &mut Check::Now),
            Err(PackError::NotAFace {
                card: cards[1],
                contributors: vec![Party(0), Party(1)],
            })
        );
        assert_eq!(table.pack, before, "nothing took effect");
    }
}

#[test]
fn row05_lengths_of_absurd_numbers_of_cards_are_no_overflow() {
    for cards in [0, 1, 105, usize::MAX / 64, usize::MAX / 32, usize::MAX - 2, usize::MAX] {
        assert!(ShuffleMessage::len(cards).is_err(), "{cards}");
        assert!(ShuffleMessage::decode(&[], cards).is_err());
        assert!(ShareMessage::decode(&[], cards).is_err() && ShareMessage::len(cards) > 0);
        assert!(CommitMessage::decode(&[], cards).is_err() && CommitMessage::len(cards) > 0);
        assert_eq!(
            MemberMessage::decode(&[], cards, 0).is_ok(),
            MemberMessage::len(cards, 0) == 0
        );
        assert!(cards == 0 || MemberMessage::decode(&[], cards, cards).is_err());
    }
}
