//! What a step tells: to each party what it may know and no more, to a watcher what is public, and to all who did what.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::entry::Entry;
use majlis_referee::evidence::{Absence, Fork};
use majlis_referee::party::PartyId;
use majlis_referee::player::Player;
use majlis_referee::replay::{Awaited, Cause, Checking, Slot};
use majlis_referee::secrets::{Decision, Secrets};
use majlis_referee::told::{Did, Told, did};
use majlis_rules::face::{Faces, PackKind};
use majlis_rules::game::{Game, GameEvent};
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

struct At {
    players: Vec<Player>,
    identities: Vec<Arc<Identity>>,
    rng: StdRng,
    /// How moves begin that are chosen before others.
    prefer: &'static [&'static str],
}

impl At {
    fn new(game: GameId, table: Table, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let persons = game.start(&table).unwrap().persons().len();
        let identities: Vec<Arc<Identity>> = (0..persons).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
        let members = identities.iter().map(|identity| Member {
            identity: identity.key(),
            name: "Salma".into(),
            chosen: None,
        });
        let agreement = Agreement::new(game, table, Clock::default(), members.collect(), rng.random());
        let closing = Arc::new(Closing::sign(agreement, &identities[0]).unwrap());
        let players = identities.iter().map(|identity| {
            let secrets = Secrets::generate(&mut rng);
            Player::new(Arc::clone(&closing), Arc::clone(identity), secrets).unwrap()
        });
        Self {
            players: players.collect(),
            identities,
            prefer: &[],
            rng,
        }
    }

    fn awaited(&self) -> Vec<(PartyId, Awaited)> {
        self.players[0].state().awaited().to_vec()
    }

    fn entry(&mut self, party: PartyId) -> Entry {
        let player = &self.players[party.index()];
        let decision = match player.owes() {
            Some(Awaited::Move(seat)) => {
                let moves: Vec<String> = player
                    .view()
                    .unwrap()
                    .legal_moves(*seat)
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                let liked = moves
                    .iter()
                    .find(|text| self.prefer.iter().any(|word| text.starts_with(word)));
                let any = &moves[self.rng.random_range(0..moves.len())];
                Some(Decision::Move(liked.unwrap_or(any).clone()))
            }
            _ => None,
        };
        player
            .make_entry(decision.as_ref(), Vec::new(), &mut self.rng)
            .unwrap()
            .unwrap()
    }

    fn slots(&mut self) -> Vec<(PartyId, Slot)> {
        self.awaited()
            .into_iter()
            .map(|(party, _)| (party, Slot::Entry(self.entry(party))))
            .collect()
    }

    /// Everybody takes the step and is told of it; the last one told is a watcher.
    fn take(&mut self, slots: &[(PartyId, Slot)]) -> (Vec<Told>, Told) {
        let before = did(self.players[0].state(), slots);
        let mut told = Vec::new();
        for player in &mut self.players {
            let (report, looks) = player.take_and_look(slots, &mut Checking::Now).unwrap();
            told.push(Told::to_party(before.clone(), report, looks, player));
        }
        let watcher = Told::to_watcher(before, told[0].report.clone(), self.players[0].state());
        (told, watcher)
    }
}

/// A word for what somebody did.
fn word(did: &Did) -> &'static str {
    match did {
        Did::Committed => "committed",
        Did::Revealed => "revealed",
        Did::Acknowledged => "acknowledged",
        Did::Shuffled { .. } => "shuffled",
        Did::Shared { .. } => "shared",
        Did::Moved { proved, .. } if proved.is_empty() => "moved",
        Did::Moved { .. } => "moved and proved",
        Did::Carried => "carried",
        Did::Denied { .. } => "denied",
        Did::Signed => "signed",
        Did::Left => "left",
        Did::WasAbsent => "was absent",
        Did::Equivocated => "equivocated",
        Did::Misbehaved => "misbehaved",
    }
}

/// Plays a match and holds every step's telling against what was awaited, what was sent and what everybody can read.
fn play(game: GameId, table: Table, prefer: &'static [&'static str]) -> BTreeSet<&'static str> {
    let mut at = At::new(game, table, 7);
    at.prefer = prefer;
    let mut words = BTreeSet::new();
    for step in 0.. {
        let awaited = at.awaited();
        if awaited.is_empty() {
            break;
        }
        let legal: Vec<Vec<String>> = awaited
            .iter()
            .map(|(party, owed)| match owed {
                Awaited::Move(seat) | Awaited::Answer(seat) => at.players[party.index()]
                    .view()
                    .unwrap()
                    .legal_moves(*seat)
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                _ => Vec::new(),
            })
            .collect();
        let slots = at.slots();
        let (told, watcher) = at.take(&slots);

        // Who did what, in party order, as it was awaited.
        assert_eq!(watcher.step, step);
        assert!(
            watcher
                .did
                .iter()
                .map(|(party, _)| *party)
                .eq(awaited.iter().map(|(party, _)| *party))
        );
        for (((party, did), (_, owed)), legal) in watcher.did.iter().zip(&awaited).zip(&legal) {
            words.insert(word(did));
            let right = match (owed, did) {
                (Awaited::Commit, Did::Committed)
                | (Awaited::Reveal, Did::Revealed)
                | (Awaited::Ack, Did::Acknowledged)
                | (Awaited::Result, Did::Signed) => true,
                (Awaited::Shuffle(pack), Did::Shuffled { pack: shuffled }) => pack == shuffled,
                (Awaited::Shares(owed), Did::Shared { open, sealed }) => {
                    (owed.plain.len(), owed.sealed.len()) == (*open, *sealed)
                }
                (Awaited::Move(of) | Awaited::Answer(of), Did::Moved { seat, text, proved }) => {
                    assert!(proved.iter().all(|proved| proved.cards > 0 && proved.seat == *seat));
                    of == seat && legal.contains(text)
                }
                (Awaited::Answer(of), Did::Denied { seat, proved }) => {
                    of == seat && proved.seat == *seat && proved.cards > 0 && legal.is_empty()
                }
                _ => false,
            };
            assert!(right, "{party} owed {owed:?} and {did:?}");
        }

        // Everybody is told the same of what is public.
        for (player, told) in at.players.iter().zip(&told) {
            assert_eq!(
                (&told.did, &told.report, &told.opened, &told.awaited),
                (&watcher.did, &watcher.report, &watcher.opened, &watcher.awaited)
            );
            assert_eq!(told.awaited, player.state().awaited());
            assert_eq!(told.view, player.view());
            assert_eq!(told.ahead, player.ahead());
            assert_eq!(told.decided, None);
            let seats = player.state().seats_of(player.party());
            // A look is for its viewer, with the face on the card; whatever else he sees is in his view.
            let mine = told
                .report
                .events
                .iter()
                .filter_map(GameEvent::look)
                .filter(|(seat, _)| seats.contains(*seat));
            assert!(told.looks.iter().map(|(card, _)| *card).eq(mine.map(|(_, card)| card)));
            for (card, face) in &told.looks {
                assert_eq!(player.read(*card), Some(*face));
            }
        }
        assert!(watcher.looks.is_empty() && watcher.ahead.is_none());
        if let Some(view) = &watcher.view {
            assert_eq!((view.faces().iter().count(), view.seats().len()), (0, 0));
            assert_eq!(Some(view.state()), at.players[0].state().game());
        }
        // What is opened can be read by everybody from now on, as long as its pack lies on the table.
        let packs: Vec<u32> = at.players[0]
            .state()
            .deck()
            .packs()
            .map(majlis_crypto::pack::Pack::number)
            .collect();
        for (card, face) in &watcher.opened {
            let kind = if game == GameId::Domino {
                PackKind::Tiles
            } else {
                PackKind::Cards
            };
            assert!(kind.notation(*face).is_some());
            if packs.contains(&card.pack) {
                assert_eq!(at.players[0].state().face(*card), Some(*face));
            }
        }
    }
    words
}

fn assert_told(words: &BTreeSet<&'static str>, wanted: &[&'static str]) {
    for word in ["committed", "revealed", "moved", "signed"].iter().chain(wanted) {
        assert!(words.contains(word), "nobody was told that somebody {word}: {words:?}");
    }
}

#[test]
fn arkan() {
    assert_told(&play(GameId::Arkan, Table::new(2), &[]), &[]);
}

#[test]
fn domino() {
    let cards = ["shuffled", "shared", "denied", "moved and proved"];
    assert_told(&play(GameId::Domino, Table::new(2), &[]), &cards);
    assert_told(
        &play(
            GameId::Domino,
            Table::new(4).with("partners", OptionValue::Flag(true)),
            &[],
        ),
        &cards,
    );
}

#[test]
fn four() {
    assert_told(
        &play(GameId::Four, Table::new(3), &["peek", "spy", "draw"]),
        &["shuffled", "shared"],
    );
}

#[test]
fn jackaroo_for_two() {
    let table = Table::new(4).with("persons", OptionValue::Number(2));
    assert_told(
        &play(GameId::Jackaroo, table, &[]),
        &["shuffled", "shared", "moved and proved"],
    );
}

/// A table of Arkan where somebody's move is awaited.
fn at_a_move(seats: u8) -> (At, PartyId) {
    let mut at = At::new(GameId::Arkan, Table::new(seats), 8);
    while !matches!(at.awaited()[0].1, Awaited::Move(_)) {
        let slots = at.slots();
        at.take(&slots);
    }
    let mover = at.awaited()[0].0;
    (at, mover)
}

fn told_of(at: &mut At, mover: PartyId, slot: Slot) -> (Did, Vec<Cause>) {
    let (told, watcher) = at.take(&[(mover, slot)]);
    let [(party, did)] = &watcher.did[..] else { panic!() };
    assert_eq!(*party, mover);
    assert!(told.iter().all(|told| told.did == watcher.did));
    (
        did.clone(),
        watcher
            .report
            .departures
            .iter()
            .map(|gone| gone.cause.clone())
            .collect(),
    )
}

#[test]
fn whoever_leaves() {
    let (mut at, mover) = at_a_move(3);
    let leave = at.players[mover.index()].leave().unwrap();
    let told = told_of(&mut at, mover, Slot::Left(leave));
    assert_eq!(told, (Did::Left, vec![Cause::Left]));
    // A leave is no expulsion: nothing has to be acknowledged.
    assert!(matches!(at.awaited()[0].1, Awaited::Move(_)));
}

#[test]
fn whoever_sends_what_does_not_belong_there() {
    let (mut at, mover) = at_a_move(3);
    let place = at.players[0].state().place();
    for act in [
        Act::Ack,
        Act::Commit(place.prev),
        Act::Deny(Vec::new()),
        Act::Shares(majlis_referee::act::Shares::default()),
        Act::Result(majlis_crypto::cbor::ByteArray([0; 64])),
    ] {
        let entry = Entry::sign(
            &place,
            mover,
            &Body::new(act),
            &Proofs::default(),
            &at.identities[mover.index()],
        );
        assert_eq!(
            did(at.players[0].state(), &[(mover, Slot::Entry(entry.unwrap()))])[0].1,
            Did::Misbehaved
        );
    }
    let entry = Entry::sign(
        &place,
        mover,
        &Body::new(Act::Deny(Vec::new())),
        &Proofs::default(),
        &at.identities[mover.index()],
    );
    let (did, causes) = told_of(&mut at, mover, Slot::Entry(entry.unwrap()));
    assert_eq!(did, Did::Misbehaved);
    assert!(matches!(&causes[..], [Cause::Fault(_)]));
    let slots = at.slots();
    let (_, watcher) = at.take(&slots);
    assert!(watcher.did.iter().all(|(_, did)| *did == Did::Acknowledged));
}

#[test]
fn whoever_signs_twice_and_whoever_is_absent() {
    let (mut at, mover) = at_a_move(4);
    let [one, other] = loop {
        let both = [(); 2].map(|()| at.entry(mover));
        if both[0].header() != both[1].header() {
            break both;
        }
    };
    let fork = Fork::new(one.signed().clone(), other.signed().clone()).unwrap();
    let slots = [(mover, Slot::Absent(Absence::default()))];
    assert_eq!(did(at.players[0].state(), &slots)[0].1, Did::WasAbsent);
    let told = told_of(&mut at, mover, Slot::Forked(fork));
    assert_eq!(told, (Did::Equivocated, vec![Cause::Equivocated]));
}

#[test]
fn whoever_carries_a_leave_in_place_of_a_move() {
    let (mut at, mover) = at_a_move(3);
    let leaver = (0..3).filter_map(PartyId::new).find(|party| *party != mover).unwrap();
    let leave = at.players[leaver.index()].leave().unwrap();
    let riders = vec![majlis_referee::item::Item::Leave((&leave).into())];
    let entry = at.players[mover.index()]
        .make_entry(Some(&Decision::Carry), riders, &mut at.rng)
        .unwrap()
        .unwrap();
    let told = told_of(&mut at, mover, Slot::Entry(entry));
    assert_eq!(told, (Did::Carried, vec![Cause::Left]));
}
