//! Each party knows exactly what it is entitled to.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rand::RngExt;

use super::*;

/// What happens at a table in a random order. Numbers are taken modulo what there is.
#[derive(Clone, Copy, Debug)]
enum Event {
    Look { card: u8, viewer: u8 },
    Open { card: u8 },
    Share { card: u8, party: u8 },
    Commit { card: u8 },
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => any::<(u8, u8)>().prop_map(|(card, viewer)| Event::Look { card, viewer }),
        1 => any::<u8>().prop_map(|card| Event::Open { card }),
        1 => any::<(u8, u8)>().prop_map(|(card, party)| Event::Share { card, party }),
        1 => any::<u8>().prop_map(|card| Event::Commit { card }),
    ]
}

/// What the events entitle each party to, by a model that knows nothing of points.
#[derive(Default)]
struct Model {
    shared: BTreeSet<(u8, Party)>,
    sealed: BTreeSet<(u8, Party)>,
}

impl Model {
    fn entitled(&self, parties: u8, card: u8, party: Party) -> bool {
        let missing = |p: &Party| !self.shared.contains(&(card, *p));
        let missing: Vec<Party> = (0..parties).map(Party).filter(missing).collect();
        missing.is_empty() || missing == [party] || self.sealed.contains(&(card, party))
    }
}

fn play(parties: u8, cards: u8, seed: u64, events: &[Event]) {
    let mut table = Table::shuffled(parties, cards, seed);
    let mut model = Model::default();
    for event in events {
        match *event {
            Event::Look { card, viewer } => {
                let (card, viewer) = (card % cards, Party(viewer % parties));
                table.deal(&[(card, viewer.0)]);
                // The model: who may look already changes nothing; else all others share. If the
                // viewer's share is there, the last of the others seals its own instead.
                if !model.entitled(parties, card, viewer) {
                    let missing = |p: &Party| !model.shared.contains(&(card, *p));
                    let mut missing: Vec<Party> = (0..parties).map(Party).filter(missing).collect();
                    if !missing.contains(&viewer) {
                        missing.pop();
                        model.sealed.insert((card, viewer));
                    }
                    let others = missing.into_iter().filter(|p| *p != viewer);
                    model.shared.extend(others.map(|p| (card, p)));
                }
            }
            Event::Open { card } => {
                let card = card % cards;
                table.grant(&[Wish::Open { card: table.card(card) }]);
                model.shared.extend((0..parties).map(|p| (card, Party(p))));
            }
            Event::Share { card, party } => {
                let (card, party) = (card % cards, Party(party % parties));
                let owed = Owed {
                    shares: vec![table.card(card)],
                    looks: Vec::new(),
                };
                let posted = table.post(party, &owed);
                assert_eq!(posted.is_ok(), model.shared.insert((card, party)));
            }
            Event::Commit { card } => {
                let card = table.card(card % cards);
                let again = table.pack.committed(card);
                if let Some(keeper) = table.pack.keeper(card) {
                    assert_eq!(table.commit(keeper, &[card]).is_ok(), !again);
                    let truth = FaceSet::from_iter([table.truth(card)]);
                    let rest = FaceSet::from_bits(!truth.bits());
                    assert_eq!(table.prove_all_in(keeper, &[card], table.pack.faces()), Ok(()));
                    assert_eq!(table.prove_all_in(keeper, &[card], truth), Ok(()));
                    assert!(table.prove_all_in(keeper, &[card], rest).is_err());
                }
            }
        }
        check(&table, &model, parties, cards);
    }
    let faces: FaceSet = table.pack.handles().map(|card| table.truth(card)).collect();
    assert_eq!(faces, table.pack.faces(), "the pack was permuted");
}

fn check(table: &Table, model: &Model, parties: u8, cards: u8) {
    // All cards of a small pack; some of a big one.
    for index in (0..cards).step_by(usize::from(cards / 16).max(1)) {
        let card = table.card(index);
        for party in table.parties() {
            let entitled = model.entitled(parties, index, party);
            let face = table.pack.face(table.secret(party), card);
            assert_eq!(face, entitled.then(|| table.truth(card)), "{party}, {card}");
            assert_eq!(table.pack.can_see(party, card), entitled);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_party_knows_what_it_is_entitled_to(
        parties in 2u8..=4,
        cards in 2u8..=12,
        seed: u64,
        events in proptest::collection::vec(event(), 1..20),
    ) {
        play(parties, cards, seed, &events);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_party_knows_what_it_is_entitled_to_in_packs_of_any_size(
        parties in 2u8..=4,
        cards in 13u8..=104,
        seed: u64,
        events in proptest::collection::vec(event(), 1..12),
    ) {
        play(parties, cards, seed, &events);
    }

    #[test]
    fn all_others_together_never_open_a_keepers_card(
        parties in 2u8..=4,
        cards in 2u8..=6,
        keeper in 0u8..4,
        seed: u64,
    ) {
        let keeper = keeper % parties;
        let mut table = Table::shuffled(parties, cards, seed);
        table.deal(&[(0, keeper), (1, (keeper + 1) % parties)]);
        table.commit(Party(keeper), &[table.card(0)]).unwrap();
        let all = table.pack.faces();
        table.prove_all_in(Party(keeper), &[table.card(0)], all).unwrap();
        conspire(&mut table, Party(keeper));
    }
}

/// Everything that the parties other than the keeper of card 0 can try with the API, and then with their
/// raw secrets.
fn conspire(table: &mut Table, keeper: Party) {
    let card = table.card(0);
    let coalition: Vec<Party> = table.parties().filter(|p| *p != keeper).collect();
    let context = |p: Party| table.context(p);
    for &party in &coalition {
        let secret = table.secret(party);
        let (pack, rng) = (&table.pack, &mut StdRng::seed_from_u64(70));
        assert_eq!(pack.face(secret, card), None);
        assert!(pack.share(secret, &[card], &context(party), rng).is_err());
        assert!(pack.share(secret, &[card], &context(keeper), rng).is_err());
        assert!(pack.commit(secret, &[card], &context(party), rng).is_err());
        assert!(
            pack.prove_all_in(secret, &[card], pack.faces(), &context(party), rng)
                .is_err()
        );
        for recipient in table.parties() {
            assert!(pack.seal_look(secret, card, recipient, &context(party), rng).is_err());
        }
    }
    // What is left of the ciphertext, and of the commitment, when all raw secrets of the coalition
    // (deck keys, sealing keys, their sums and differences) are used on it.
    let ciphertext = *table.pack.ciphertext(card).unwrap();
    let points = [
        table.pack.masked(card).unwrap(),
        *ciphertext.c2.point(),
        *table.pack.card(card).unwrap().commitment.unwrap().point(),
    ];
    let keys: Vec<_> = coalition
        .iter()
        .flat_map(|p| [table.secret(*p).deck(), table.secret(*p).sealing()])
        .map(|secret| *secret.expose())
        .collect();
    let faces: BTreeSet<[u8; 32]> = table
        .pack
        .faces()
        .iter()
        .map(|face| *table.pack.kind.point(face).unwrap().bytes())
        .collect();
    let combinations = 3u32.pow(u32::try_from(keys.len()).unwrap());
    for combination in 0..combinations {
        let mut digits = combination;
        let mut sum = curve25519_dalek::Scalar::ZERO;
        for key in &keys {
            match digits % 3 {
                1 => sum += key,
                2 => sum -= key,
                _ => {}
            }
            digits /= 3;
        }
        let mask = ciphertext.c1.point() * sum;
        for point in points {
            assert!(!faces.contains(Element::new(point - mask).bytes()));
        }
    }
    // With the keeper's secret in, the same search succeeds: it can fail.
    let x = table.secret(keeper).deck().expose();
    let open = points[0] - ciphertext.c1.point() * x;
    assert!(faces.contains(Element::new(open).bytes()));
}

#[test]
fn a_subset_of_a_kind_is_shuffled_for_a_new_round() {
    let mut rng = StdRng::seed_from_u64(1);
    let secrets: Vec<DeckSecret> = (0..2).map(|_| DeckSecret::generate(&mut rng)).collect();
    let holders = vec![(Party(1), *secrets[0].keys()), (Party(3), *secrets[1].keys())];
    let kind = Kind::new("cards", (0..52).map(|n| n.to_string())).unwrap();
    let faces: FaceSet = (0..36).map(|n| Face(n + 9)).collect();
    let mut pack = Pack::new(7, kind, faces, holders).unwrap();
    for (party, secret) in [Party(1), Party(3)].into_iter().zip(&secrets) {
        let message = pack.shuffle(secret, &context(party, 0), &mut rng).unwrap();
        pack.accept_shuffle(&message, &context(party, 0), &mut Check::Now)
            .unwrap();
    }
    let all: Vec<Handle> = pack.handles().collect();
    for (party, secret) in [Party(3), Party(1)].into_iter().zip(secrets.iter().rev()) {
        let message = pack.share(secret, &all, &context(party, 1), &mut rng).unwrap();
        pack.accept_shares(&all, &message, &context(party, 1), &mut Check::Now)
            .unwrap();
    }
    let opened: FaceSet = all.iter().filter_map(|card| pack.opened(*card)).collect();
    assert_eq!(opened, faces);
    assert!(pack.hidden().is_empty());
}

#[test]
fn a_log_is_checked_in_one_batch() {
    // The same messages, accepted at once by one peer and put off by another.
    let mut table = Table::new(3, 6, 5);
    let mut late = table.pack.clone();
    let mut batch = Batch::new();
    for party in table.parties() {
        let context = table.context(party);
        let message = table
            .pack
            .shuffle(table.secret(party), &context, &mut StdRng::seed_from_u64(70))
            .unwrap();
        table.pack.accept_shuffle(&message, &context, &mut Check::Now).unwrap();
        let mut later = Check::Later {
            batch: &mut batch,
            item: party.0.into(),
        };
        late.accept_shuffle(&message, &context, &mut later).unwrap();
    }
    assert!(!late.settled());
    assert_eq!(
        late.share(
            table.secret(Party(0)),
            &[table.card(0)],
            &table.context(Party(0)),
            &mut StdRng::seed_from_u64(71)
        )
        .err(),
        Some(PackError::Unsettled)
    );
    assert_eq!(batch.verify(), Ok(()));
    late.settle();
    assert_eq!(late, table.pack);
    // Shares, of which one is wrong: put off, it names its item.
    let cards: Vec<Handle> = (0..6).map(|n| table.card(n)).collect();
    for party in [Party(0), Party(1)] {
        let context = table.context(party);
        let mut message = late
            .share(table.secret(party), &cards, &context, &mut StdRng::seed_from_u64(71))
            .unwrap();
        if party == Party(1) {
            message.shares[2] = crate::group::g();
        }
        let mut later = Check::Later {
            batch: &mut batch,
            item: 10 + u64::from(party.0),
        };
        let mut now = late.clone();
        let refused = now.accept_shares(&cards, &message, &context, &mut Check::Now);
        assert_eq!(
            refused.err().and_then(|e| e.culprit()),
            (party == Party(1)).then_some(party)
        );
        late.accept_shares(&cards, &message, &context, &mut later).unwrap();
        late.settle();
    }
    let error = batch.verify().unwrap_err();
    assert!(
        matches!(&error, crate::error::ProofError::Rejected { items } if items.len() == 1 && items[0].item == 11),
        "{error}"
    );
    // The last share opens to a point that is no face, which is found at once.
    let context = table.context(Party(2));
    let message = late
        .share(table.secret(Party(2)), &cards, &context, &mut StdRng::seed_from_u64(71))
        .unwrap();
    let mut later = Check::Later {
        batch: &mut batch,
        item: 12,
    };
    let refused = late.accept_shares(&cards, &message, &context, &mut later);
    assert_eq!(
        refused,
        Err(PackError::NotAFace {
            card: table.card(2),
            contributors: vec![Party(0), Party(1), Party(2)]
        })
    );
}

#[test]
fn looks_and_commitments_put_off_name_their_item_where_they_are_wrong() {
    let mut table = Table::shuffled(3, 6, 5);
    table.deal(&[(0, 0), (1, 0)]);
    let cards = [table.card(0), table.card(1)];
    let (here, elsewhere) = (table.context(Party(0)), context(Party(0), 99));
    let secret = table.secret(Party(0)).clone();
    let rng = &mut StdRng::seed_from_u64(72);
    let look = table.pack.seal_look(&secret, cards[0], Party(1), &here, rng).unwrap();
    let commit = table.pack.commit(&secret, &cards, &here, rng).unwrap();
    let mut now = table.pack.clone();
    now.accept_look(cards[0], Party(1), &look, &here, &mut Check::Now)
        .unwrap();
    now.accept_commit(&cards, &commit, &here, &mut Check::Now).unwrap();

    let later = |look_at: &Context, commit_at: &Context| {
        let mut pack = table.pack.clone();
        let mut batch = Batch::new();
        let mut check = Check::Later {
            batch: &mut batch,
            item: 20,
        };
        pack.accept_look(cards[0], Party(1), &look, look_at, &mut check)
            .unwrap();
        assert!(!pack.settled());
        pack.settle();
        let mut check = Check::Later {
            batch: &mut batch,
            item: 21,
        };
        pack.accept_commit(&cards, &commit, commit_at, &mut check).unwrap();
        assert!(!pack.settled());
        pack.settle();
        assert_eq!(pack, now, "the effect is the same");
        match batch.verify() {
            Ok(()) => Vec::new(),
            Err(crate::error::ProofError::Rejected { items }) => items.iter().map(|rejection| rejection.item).collect(),
            Err(other) => panic!("{other}"),
        }
    };
    assert!(later(&here, &here).is_empty());
    assert_eq!(later(&elsewhere, &here), [20]);
    assert_eq!(later(&here, &elsewhere), [21]);
    assert_eq!(later(&elsewhere, &elsewhere), [20, 21]);
}

#[test]
fn who_has_to_post_what() {
    let mut table = Table::shuffled(4, 8, 1);
    let card = table.card(2);
    let all: Vec<Party> = table.parties().collect();
    let need = |plain: &[u8], sealed: Option<u8>| Need {
        plain: plain.iter().map(|p| Party(*p)).collect(),
        sealed: sealed.map(Party),
    };
    assert_eq!(table.pack.missing(card), all);
    assert_eq!(table.pack.needed_for_open(card), need(&[0, 1, 2, 3], None));
    assert_eq!(table.pack.needed_for_look(card, Party(1)), need(&[0, 2, 3], None));
    table.deal(&[(2, 1)]);
    assert_eq!(table.pack.keeper(card), Some(Party(1)));
    assert_eq!(table.pack.needed_for_open(card), need(&[1], None));
    assert_eq!(table.pack.needed_for_look(card, Party(1)), need(&[], None));
    assert_eq!(table.pack.needed_for_look(card, Party(3)), need(&[], Some(1)));
    table.deal(&[(2, 3)]);
    assert_eq!(table.pack.needed_for_look(card, Party(3)), need(&[], None));
    assert_eq!(table.pack.needed_for_look(card, Party(0)), need(&[], Some(1)));
    table.grant(&[Wish::Open { card }]);
    assert!(table.pack.needed_for_look(card, Party(0)).is_empty());
    assert!(table.pack.needed_for_open(card).is_empty());
    assert_eq!(table.pack.keeper(card), None);
    assert_eq!(table.pack.opened(card), Some(table.truth(card)));
    assert!(!table.pack.hidden().contains(table.truth(card)));
    // A deal to all in one step: one message a party.
    let deal: Vec<Wish> = [(0, 0), (1, 1), (3, 2), (4, 3)]
        .iter()
        .map(|&(index, party)| Wish::Look {
            card: table.card(index),
            viewer: Party(party),
        })
        .collect();
    let owed = table.pack.owed_by(Party(2), &deal);
    assert_eq!(owed.shares, [0, 1, 4].map(|index| table.card(index)), "all but its own");
    assert!(owed.looks.is_empty());
}

#[test]
fn proofs_about_a_hand_leave_out_what_lies_open() {
    let mut table = Table::shuffled(2, 8, 4);
    table.deal(&[(0, 0), (1, 0), (2, 0)]);
    table.grant(&[Wish::Open { card: table.card(5) }]);
    let hand: Vec<Handle> = (0..3).map(|n| table.card(n)).collect();
    table.commit(Party(0), &hand).unwrap();
    let faces: FaceSet = hand.iter().map(|card| table.truth(*card)).collect();
    assert_eq!(table.prove_all_in(Party(0), &hand, faces), Ok(()));
    let opened = FaceSet::from_iter([table.truth(table.card(5))]);
    assert_eq!(table.prove_all_in(Party(0), &hand, opened), Err(PackError::EmptySet));
    let mut less = FaceSet::default();
    for face in faces.iter().skip(1) {
        less.insert(face);
    }
    assert_eq!(table.prove_all_in(Party(0), &hand, less), Err(PackError::NotInTheSet));
    // A new card needs a proof of its own only.
    table.deal(&[(3, 0)]);
    let drawn = [table.card(3)];
    assert_eq!(
        table.prove_all_in(Party(0), &drawn, table.pack.faces()),
        Err(PackError::NotCommitted { card: drawn[0] })
    );
    table.commit(Party(0), &drawn).unwrap();
    assert_eq!(table.prove_all_in(Party(0), &drawn, table.pack.faces()), Ok(()));
    // What is shown is taken out of the hand, and cannot be proved about any more.
    table.grant(&[Wish::Open { card: drawn[0] }]);
    assert!(matches!(
        table.prove_all_in(Party(0), &drawn, table.pack.faces()),
        Err(PackError::NotTheKeeper { .. })
    ));
}

#[test]
fn permutations_of_a_whole_deal_differ() {
    let order = |seed: u64| -> Vec<Face> {
        let table = Table::shuffled(2, 6, seed);
        table.pack.handles().map(|card| table.truth(card)).collect()
    };
    let mut rng = StdRng::seed_from_u64(9);
    let orders: BTreeSet<Vec<Face>> = (0..12).map(|_| order(rng.random())).collect();
    assert!(orders.len() > 6);
}
