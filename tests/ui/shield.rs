//! The shield: what was checked in plain words, and a cheat named by name.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis::ui::feed::{About, Command, Company, Feed, MemberAbout, News};
use majlis::ui::text::plain;
use majlis_bots::{BotKind, bot};
use majlis_crypto::identity::Identity;
use majlis_net::event::Running;
use majlis_referee::act::{Act, Body, Move, Proofs};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::entry::Entry;
use majlis_referee::file::write_log;
use majlis_referee::item::Item;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::player::Player;
use majlis_referee::replay::{Awaited, Checking, Slot};
use majlis_referee::secrets::{Decision, Secrets};
use majlis_referee::told::{self, Told};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;

use crate::program::{Window, click, first_start, program, said};

/// A match that was played already and is told step by step.
pub struct Played {
    pub about: About,
    pub news: VecDeque<News>,
    /// How things stand round the game.
    pub company: Company,
}

impl Feed for Played {
    fn about(&self) -> &About {
        &self.about
    }

    fn next(&mut self) -> Option<News> {
        self.news.pop_front()
    }

    fn waiting(&self) -> usize {
        0
    }

    fn send(&mut self, _: Command) {}

    fn company(&self) -> Company {
        let mut company = self.company.clone();
        // A clock that has just begun to run, however long the test takes.
        company.clock = self.about.clock.turn.map(|turn| Running {
            parties: PartySet::EMPTY,
            seat: None,
            since: Instant::now(),
            turn: Some(turn),
            grace: self.about.clock.grace,
        });
        company
    }

    fn read(&mut self) {
        self.company.unread = 0;
    }
}

impl Played {
    /// The same match once more.
    pub fn again(&self) -> Self {
        Self {
            about: self.about.clone(),
            news: self.news.clone(),
            company: self.company.clone(),
        }
    }
}

const NAMES: [&str; 3] = ["سلمى", "Omar", "Ilinca"];

/// A match of three in Arkan in which Omar, at his second turn, says a piece that he must not lay there.
pub fn cheated() -> Played {
    cheating(6, &mut |_, _| ())
}

/// Writes the log of that match, up to so many steps after the cheat or to its end.
pub fn write_cheated(path: &Path, steps: usize) {
    let mut items: Vec<Item> = Vec::new();
    let _ = cheating(steps, &mut |closing, slots| {
        if items.is_empty() {
            items.push(closing.into());
        }
        items.extend(slots.iter().flat_map(|(_, slot)| slot.items()));
    });
    let mut bytes = Vec::new();
    write_log(&mut bytes, &items).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// Is told the closing of a match and a step of its log.
type OnStep<'a> = dyn FnMut(&Closing, &[(PartyId, Slot)]) + 'a;

/// Plays that match, up to so many steps after the cheat; `step` is told what its log holds.
fn cheating(steps: usize, step: &mut OnStep<'_>) -> Played {
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let identities: Vec<Arc<Identity>> = (0..3).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
    let members = identities.iter().zip(NAMES).map(|(identity, name)| Member {
        identity: identity.key(),
        name: name.to_owned(),
        chosen: None,
    });
    let agreement = Agreement::new(
        GameId::Arkan,
        Table::new(3),
        Clock::default(),
        members.collect(),
        [9; 32],
    );
    let closing = Arc::new(Closing::sign(agreement, &identities[0]).unwrap());
    let mut players: Vec<Player> = identities
        .iter()
        .map(|identity| Player::new(Arc::clone(&closing), Arc::clone(identity), Secrets::generate(&mut rng)).unwrap())
        .collect();
    let omar = PartyId::new(1).unwrap();
    let mut adviser = bot(BotKind::Greedy, GameId::Arkan, 3);
    let mut news = VecDeque::new();
    let (mut turns, mut after) = (0, 0);
    while after < steps && !players[0].state().is_finished() {
        let state = players[0].state();
        let awaited: Vec<PartyId> = state.awaited().iter().map(|(party, _)| *party).collect();
        let mut slots = Vec::new();
        for party in awaited {
            let player = &players[party.index()];
            let entry = match player.owes() {
                Some(Awaited::Move(seat)) => {
                    turns += usize::from(party == omar);
                    if party == omar && turns == 2 {
                        let said = Move {
                            text: "a1".to_owned(),
                            card: None,
                            shares: Vec::new(),
                            commitments: Vec::new(),
                        };
                        let (place, body) = (state.place(), Body::new(Act::Move(said)));
                        Entry::sign(&place, party, &body, &Proofs::default(), &identities[1]).unwrap()
                    } else {
                        let mv = adviser.choose(*seat, &player.view().unwrap()).unwrap();
                        let decision = Decision::Move(mv.to_string());
                        player
                            .make_entry(Some(&decision), Vec::new(), &mut rng)
                            .unwrap()
                            .unwrap()
                    }
                }
                _ => player.make_entry(None, Vec::new(), &mut rng).unwrap().unwrap(),
            };
            slots.push((party, Slot::Entry(entry)));
        }
        step(&closing, &slots);
        let did = told::did(players[0].state(), &slots);
        let mut report = None;
        for player in &mut players {
            report = Some(player.take(&slots, &mut Checking::Now).unwrap());
        }
        let report = report.unwrap();
        after += usize::from(after > 0 || !report.departures.is_empty());
        news.push_back(News::Step(Box::new(Told::to_party(
            did,
            report,
            Vec::new(),
            &players[0],
        ))));
    }
    let members = NAMES.map(|name| MemberAbout {
        name: name.to_owned(),
        bot: false,
        key: None,
    });
    Played {
        about: About {
            game: GameId::Arkan,
            table: Table::new(3),
            members: members.to_vec(),
            me: PartyId::new(0),
            clock: Clock::default(),
            practice: false,
            log: None,
            among: None,
        },
        news,
        company: Company::default(),
    }
}

/// Every text on the screen.
fn labels(window: &Window) -> Vec<String> {
    use egui_kittest::kittest::NodeT as _;

    let nodes = window.query_all_by(|_| true);
    nodes
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.value()))
        .collect()
}

#[test]
fn a_cheat_turns_the_shield_red_and_is_named() {
    for (language, rule) in [
        (Language::Arabic, "القاعدة arkan."),
        (Language::English, "Rule arkan."),
        (Language::Romanian, "Regula arkan."),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let mut window = program(dir.path(), [800.0, 600.0], language);
        first_start(&mut window, language, "سلمى");
        window.state_mut().as_mut().unwrap().open(Box::new(cheated()));
        for _ in 0..40 {
            window.step();
        }
        assert!(window.query_by_label(&said(&window, "shield-whole")).is_none());
        let shield = said(&window, "shield-broken");
        click(&mut window, &shield);
        let labels = labels(&window);
        let words = window.state().as_ref().unwrap().words();
        let consequence = plain(&words.with("shield-consequence", &[("name", "Omar".into())]));
        assert!(labels.contains(&consequence), "{labels:?}");
        let named = labels.iter().find(|label| label.starts_with(rule));
        assert!(named.is_some_and(|label| label.len() > 40), "{labels:?}");
        // What was found right before still stands there.
        let moves = labels
            .iter()
            .filter(|label| label.contains("Ilinca") && label.starts_with('•'));
        assert!(moves.count() >= 1, "{labels:?}");
        if language == Language::Arabic {
            window.snapshot_options("shield-broken-ar", &crate::support::pictures());
        }
    }
}

#[test]
fn an_honest_match_is_told_in_plain_words() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = program(dir.path(), [1280.0, 800.0], Language::English);
    first_start(&mut window, Language::English, "Ada");
    click(&mut window, "Play Dominoes");
    crate::program::until(&mut window, "my turn", |window| {
        let table = window.state().as_ref().unwrap().table().unwrap();
        !table.legal().is_empty()
    });
    window.key_press(egui::Key::F3);
    window.step();
    window.step();
    let labels = labels(&window);
    for part in [
        "Ada: one shuffle, proved",
        "Salma: one shuffle, proved",
        "helped to show",
        "Everybody had a part in drawing the lots",
    ] {
        let found = labels.iter().any(|label| label.contains(part));
        assert!(found, "{part:?} is not in {labels:?}");
    }
    window.key_press(egui::Key::Escape);
    window.step();
    window.step();
    assert!(window.query_by_label("Why you can trust it").is_none());
}
