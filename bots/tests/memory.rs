//! What the player of Four Face-Down remembers: just what it was shown.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "support/arena.rs"]
mod arena;

use std::collections::BTreeMap;

use arena::{Arena, seed, tables};
use majlis_bots::{BotKind, bot};
use majlis_rules::cards::Card;
use majlis_rules::face::{Face, Faces, Handle};
use majlis_rules::four::Event;
use majlis_rules::game::Game;
use majlis_rules::registry::{AnyEvent, AnyGame, GameId};

/// What has been shown to one person in the running round, worked out from the state wherever it shows it.
#[derive(Default)]
struct Shown(BTreeMap<Handle, Face>);

impl Shown {
    fn note(&mut self, arena: &Arena, person: usize) {
        let AnyGame::Four(game) = arena.table().game() else {
            panic!("another game")
        };
        self.0
            .extend(game.pile().iter().map(|top| (top.handle, top.card.face())));
        self.0.extend(arena.view(person).faces().iter());
        self.0.extend(arena.looked(person));
        for event in arena.events() {
            if let AnyEvent::Four(Event::Mismatched { card, face, .. }) = event {
                self.0.insert(*card, face.face());
            }
        }
        let live = game.live_packs();
        self.0.retain(|card, _| live.contains(&card.pack));
    }
}

#[test]
fn what_is_remembered_is_what_was_shown_and_true() {
    let (mut remembered, mut hidden) = (0, 0);
    for table in tables(GameId::Four) {
        for number in 0..6 {
            let seed = seed(7, number);
            // Random players among them: they swap, give and mismatch more than greedy ones do.
            let mut arena = Arena::new(GameId::Four, &table, seed, |person| {
                let kind = if person as u64 % 2 == number % 2 {
                    BotKind::Greedy
                } else {
                    BotKind::Random
                };
                bot(kind, GameId::Four, seed.wrapping_add(person as u64))
            });
            let persons = arena.bots().len();
            let mut shown: Vec<Shown> = (0..persons).map(|_| Shown::default()).collect();
            loop {
                let seat = arena.advance();
                let packs = arena.table().game().live_packs();
                for (person, shown) in shown.iter_mut().enumerate() {
                    shown.note(&arena, person);
                    let bot = &arena.bots()[person];
                    for card in packs
                        .iter()
                        .flat_map(|&pack| (0..Card::COUNT).map(move |index| Handle { pack, index }))
                    {
                        let face = bot.remembers(card);
                        if bot.kind() == BotKind::Random {
                            assert_eq!(face, None);
                            continue;
                        }
                        assert_eq!(face, shown.0.get(&card).copied(), "{card}");
                        match face {
                            Some(_) => {
                                assert_eq!(face, arena.table().faces().face(card), "{card}");
                                remembered += 1;
                            }
                            None => hidden += 1,
                        }
                    }
                }
                let Some(seat) = seat else { break };
                let view = arena.view(arena.person(seat));
                let mv = arena.ask(seat, &view).unwrap();
                arena.play(seat, &mv);
            }
        }
    }
    assert!(
        remembered > 1_000 && hidden > 1_000,
        "{remembered} remembered, {hidden} hidden"
    );
}

/// After a restart a new bot is told the match again and knows what the old one knew.
#[test]
fn a_match_told_again_is_remembered_again() {
    for table in tables(GameId::Four) {
        let seed = seed(8, 0);
        let mut arena = Arena::new(GameId::Four, &table, seed, |person| {
            bot(BotKind::Greedy, GameId::Four, seed.wrapping_add(person as u64))
        });
        let mut told = Vec::new();
        for _ in 0..60 {
            let Some(seat) = arena.advance() else { break };
            told.push((arena.view(0), arena.events().to_vec(), arena.looked(0)));
            let mut again = bot(BotKind::Greedy, GameId::Four, 0);
            for (view, events, looked) in &told {
                again.observe(view, events, looked);
            }
            // Looks that are shown a second time do no harm.
            again.observe(&arena.view(0), &[], &arena.looked(0));
            for pack in arena.table().game().live_packs() {
                for card in (0..Card::COUNT).map(|index| Handle { pack, index }) {
                    assert_eq!(again.remembers(card), arena.bots()[0].remembers(card), "{card}");
                }
            }
            let view = arena.view(arena.person(seat));
            let mv = arena.ask(seat, &view).unwrap();
            arena.play(seat, &mv);
        }
        assert!(told.len() > 5);
    }
}
