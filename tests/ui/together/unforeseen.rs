//! What nobody plans: a link at the wrong moment, the same thing done twice, a change of mind, somebody who is blocked.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Event, Key};
use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis::ui::asked::Ask;
use majlis::ui::screens::Go;
use majlis::ui::screens::home::company::Company;
use majlis::ui::text::plain;
use majlis_crypto::identity::Identity;
use majlis_net::event::Command;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Node};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use super::{Person, play_until, sit_down, step, terms, two, until};

const SIZE: [f32; 2] = [1280.0, 800.0];

fn go(person: &mut Person, to: &Go) {
    let context = person.window.ctx.clone();
    person.program_mut().go_to(to, &context);
    person.window.run_ok();
}

/// The link to a table of the first.
fn link_to(people: &mut [Person], table: TableId) -> String {
    let link = |people: &[Person]| {
        let sitting = people[0].program().online()?.sittings().get(&table)?;
        Some(sitting.invitation.as_ref()?.to_string())
    };
    until(people, "an invitation", |people| link(people).is_some());
    link(people).unwrap()
}

/// Sits down by a link, by what the screen offers.
fn sit_by_link(person: &mut Person, link: &str) {
    go(person, &Go::Link(Some(link.to_owned())));
    person.click("home-sit");
}

fn match_of(person: &Person) -> Option<majlis_crypto::chain::Digest32> {
    Some(person.table()?.about().among?.match_id)
}

fn goes_home(person: &mut Person) {
    let leave = person.word("leave");
    crate::program::click(&mut person.window, &leave);
    person.click("table-home");
}

/// Somebody practises while he waits for others: the match with people is shown to him at the table where he waits, and not announced
/// from elsewhere.
#[test]
fn who_waits_at_a_table_sees_its_match_begin_whatever_else_was_on() {
    let mut people = two();
    let table = people[0].open(terms(GameId::Arkan, Table::new(2)));
    let link = link_to(&mut people, table);
    go(&mut people[1], &Go::Play(GameId::Four));
    assert!(people[1].table().is_some());
    sit_by_link(&mut people[1], &link);
    until(&mut people, "a seat", |people| people[1].says("waiting-begin"));
    people[1].click("waiting-begin");
    people[0].program().online().unwrap().seat(table, None, true);
    until(&mut people, "the match at both", |people| {
        people.iter().all(|person| match_of(person).is_some())
    });
    assert!(!people[1].says("table-begins-elsewhere"));
    assert!(!people[1].says("waiting-refused"));
}

/// What is typed into a dialog over a table is for the dialog alone.
#[test]
fn keys_for_a_dialog_over_a_table_play_nothing() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    until(&mut people, "a turn", |people| {
        people.iter().any(|person| !person.table().unwrap().legal().is_empty())
    });
    let at = usize::from(people[0].table().unwrap().legal().is_empty());
    // A piece lies on the board, and Enter would place it.
    let values = [("shape", "I5".into()), ("squares", 5.into())];
    let piece = plain(&people[at].program().words().with("arkan-piece", &values));
    crate::program::click(&mut people[at].window, &piece);
    people[at].key(Key::N);
    let legal = people[at].table().unwrap().legal().len();
    for (open, shown) in [(Go::Link(None), "home-link-title"), (Go::Keys, "keys")] {
        go(&mut people[at], &open);
        assert!(people[at].says(shown));
        for key in [
            Key::Space,
            Key::Num1,
            Key::ArrowRight,
            Key::Tab,
            Key::N,
            Key::R,
            Key::Enter,
        ] {
            people[at].key(key);
            if !people[at].says(shown) {
                go(&mut people[at], &open);
            }
        }
        people[at].key(Key::Escape);
        for _ in 0..20 {
            step(&mut people);
        }
        assert_eq!(
            people[at].table().unwrap().legal().len(),
            legal,
            "{open:?}: a move was made"
        );
        assert_eq!(people[at].table().unwrap().played(), 0, "{open:?}");
    }
    people[at].key(Key::Enter);
    until(&mut people, "that Enter does place it", |people| {
        people[at].table().unwrap().played() == 1
    });
}

/// Escape puts away what lies on top, and nothing under it.
#[test]
fn escape_leaves_the_screen_under_a_dialog_alone() {
    let mut person = Person::new("Salma", Language::English, SIZE);
    for (to, shown) in [
        (Go::Settings, "settings-language"),
        (Go::Rules(GameId::Four), "rules"),
        (Go::Connection, "connection"),
        (Go::Logs, "logs"),
        (Go::Profile(None), "profile"),
        (Go::Open(None), "open-title"),
        (Go::People, "people-nobody"),
    ] {
        go(&mut person, &to);
        go(&mut person, &Go::Link(None));
        assert!(person.says("home-link-title"));
        person.key(Key::Escape);
        assert!(!person.says("home-link-title"), "{to:?}");
        let there = person.texts();
        let word = person.word(shown);
        assert!(there.iter().any(|text| text.contains(&word)), "{to:?}: {there:?}");
        let play = person.word_with("home-play-game", "game", &person.word("game-four"));
        assert!(!person.shows(&play), "{to:?} was left");
        go(&mut person, &Go::Home);
    }
}

/// A link whose match is on leads to the match; and the same where the table is found around.
#[test]
fn the_link_to_a_match_that_is_on_leads_to_it() {
    let mut people = two();
    let link = sit_down(&mut people, terms(GameId::Domino, Table::new(2)));
    let match_id = match_of(&people[1]);
    goes_home(&mut people[1]);
    assert!(people[1].table().is_none());
    sit_by_link(&mut people[1], &link);
    assert_eq!(match_of(&people[1]), match_id);
    // From within the match it changes nothing either.
    sit_by_link(&mut people[1], &link);
    assert_eq!(match_of(&people[1]), match_id);
    assert!(people[1].program().online().unwrap().sittings().is_empty());
    play_until(&mut people, "moves", |people| {
        people.iter().all(|person| person.table().unwrap().played() > 2)
    });
}

/// A table at which one sits, or whose match is on, is not offered a second time among the tables around; and whoever asks for it all the
/// same keeps his seat, his word and what was said.
#[test]
fn a_table_is_not_sat_at_twice() {
    let mut people = vec![
        Person::new("Salma", Language::English, SIZE),
        Person::new("رضا", Language::Arabic, SIZE),
    ];
    let mut terms = terms(GameId::Domino, Table::new(2));
    terms.watchers = true;
    let table = people[0].program_mut().online_mut().unwrap().open(terms, false, true);
    let link = link_to(&mut people, table);
    sit_by_link(&mut people[1], &link);
    until(&mut people, "a seat, and the table in the lobby", |people| {
        people[1].says("waiting-begin") && !people[1].program().online().unwrap().around().is_empty()
    });
    let offered = |person: &Person| Company::of(person.program().online().unwrap()).around.len();
    assert_eq!(offered(&people[1]), 0);
    people[1].click("table-phrase-salam");
    people[1].click("waiting-begin");
    let host = people[0].program().online().unwrap().me();
    let salam = people[1].word("table-phrase-salam");
    let line = plain(
        &people[1]
            .program()
            .words()
            .with("table-said-me", &[("text", salam.as_str().into())]),
    );
    until(&mut people, "a word", |people| {
        people[1].shows(&line) && people[1].says("waiting-wait")
    });
    for again in [
        Go::Ask(Ask::SitDown { host, table }),
        Go::Ask(Ask::Watch { host, table }),
        Go::Link(Some(link.clone())),
    ] {
        go(&mut people[1], &again);
        if people[1].says("home-link-title") {
            people[1].click("home-sit");
        }
        assert!(people[1].shows(&line) && people[1].says("waiting-wait"), "{again:?}");
    }
    people[0].program().online().unwrap().seat(table, None, true);
    until(&mut people, "the match", |people| {
        people.iter().all(|person| match_of(person).is_some())
    });
    let match_id = match_of(&people[1]);
    until(&mut people, "the running table in the lobby", |people| {
        let around = people[1].program().online().unwrap().around();
        around.iter().any(|around| around.advert.free == 0)
    });
    assert_eq!(offered(&people[1]), 0);
    go(&mut people[1], &Go::Ask(Ask::Watch { host, table }));
    assert_eq!(match_of(&people[1]), match_id);
}

/// Who no longer wants to watch is not taken to the match later.
#[test]
fn who_changes_his_mind_about_watching_is_left_in_peace() {
    let mut people = two();
    let mut terms = terms(GameId::Domino, Table::new(2));
    terms.watchers = true;
    let link = sit_down(&mut people, terms);
    people.push(Person::new("Ilinca", Language::Romanian, SIZE));
    let invitation: Box<majlis_net::invite::Invitation> = Box::new(link.parse().unwrap());
    let table = invitation.table;
    people[2].program_mut().online_mut().unwrap().watch(invitation.clone());
    go(&mut people[2], &Go::Ask(Ask::Stand(table)));
    for _ in 0..300 {
        step(&mut people);
    }
    assert!(people[2].table().is_none());
    assert!(people[2].program().online().unwrap().matches().is_empty());
    // It can be wanted again.
    people[2].program_mut().online_mut().unwrap().watch(invitation);
    until(&mut people, "the match", |people| people[2].table().is_some());
}

/// Where there is nobody to ask, it is said why a link leads nowhere.
#[test]
fn a_link_without_a_connection_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = crate::program::program(dir.path(), SIZE, Language::English);
    crate::program::first_start(&mut window, Language::English, "Salma");
    let host = Identity::from_secret(&[9; 32]).key();
    let mut invitation = majlis_net::invite::Invitation::new(host, TableId([1; 16]));
    invitation.addresses.push("/ip4/127.0.0.1/tcp/1".parse().unwrap());
    let context = window.ctx.clone();
    let program = window.state_mut().as_mut().unwrap();
    program.go_to(&Go::Link(Some(invitation.to_string())), &context);
    window.run_ok();
    let sit = crate::program::said(&window, "home-sit");
    crate::program::click(&mut window, &sit);
    let close = crate::program::said(&window, "close");
    assert!(window.query_by_role_and_label(Role::Button, &close).is_some());
}

/// The opponent with whom one plays can be blocked and is not heard from then on; the match goes on for both.
#[test]
fn who_blocks_his_opponent_plays_the_match_to_its_end() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    let other = people[1].program().online().unwrap().me();
    people[0]
        .program_mut()
        .online_mut()
        .unwrap()
        .block(other, "رضا")
        .unwrap();
    super::play_to_the_end(&mut people);
    until(&mut people, "what both have signed", |people| {
        people.iter().all(|person| person.says("table-grade-agreed"))
    });
}

/// Who wants another match is told when the others are not there, and who has gone home already is told that it is wanted.
#[test]
fn a_wish_for_another_match_is_neither_lost_nor_waited_for_in_vain() {
    let mut people = two();
    sit_down(&mut people, terms(GameId::Arkan, Table::new(2)));
    super::play_to_the_end(&mut people);
    // The last that comes into the dialog of the end, so that it does not move any more.
    until(&mut people, "the points", |people| {
        let points = people[1].word_with("table-points", "points", "");
        people[1].shows_some(points.trim())
    });
    people[1].click("to-home");
    assert!(people[1].table().is_none());
    people[0].click("table-rematch");
    let wanted = people[1].word_with("table-rematch-wanted", "names", "Salma");
    until(&mut people, "the wish at the home screen", |people| {
        people[1].shows_some(&wanted)
    });
    // It is taken back, and nothing is left of it.
    people[0].click("table-take-back");
    until(&mut people, "nothing of it", |people| !people[1].shows_some(&wanted));
    people[0].click("table-rematch");
    until(&mut people, "the wish once more", |people| {
        people[1].shows_some(&wanted)
    });
    let gone = people.pop().unwrap().vanish();
    let away = people[0].word_with("table-rematch-away", "names", "رضا");
    until(&mut people, "that nobody is there", |people| {
        people[0].shows_some(&away)
    });
    drop(gone);
}

/// Two clicks at one place, as fast as a double click.
fn double_click(person: &mut Person, label: &str) {
    person.window.run_ok();
    let place = person.window.get_by_label(label).rect().center();
    person
        .window
        .ctx
        .options_mut(|options| options.input_options.max_double_click_delay = 2.0);
    person.window.event(Event::PointerMoved(place));
    person.window.step();
    for _ in 0..2 {
        for pressed in [true, false] {
            person.window.event(Event::PointerButton {
                pos: place,
                button: egui::PointerButton::Primary,
                pressed,
                modifiers: egui::Modifiers::NONE,
            });
        }
        // The answer of the node is on the screen before the second click.
        person.window.step();
        std::thread::sleep(std::time::Duration::from_millis(30));
        person.window.step();
    }
    person.window.run_ok();
    person.window.event(Event::PointerGone);
    person.window.step();
}

/// Who double clicks gets what one click gives.
#[test]
fn a_double_click_is_one() {
    let mut people = two();
    let table = people[0].open(terms(GameId::Arkan, Table::new(2)));
    let link = link_to(&mut people, table);
    sit_by_link(&mut people[1], &link);
    go(&mut people[0], &Go::Waiting(table));
    until(&mut people, "both at the table", |people| {
        people.iter().all(|person| person.says("waiting-begin"))
    });
    let begin = people[0].word("waiting-begin");
    double_click(&mut people[0], &begin);
    for _ in 0..20 {
        step(&mut people);
    }
    assert!(people[0].says("waiting-wait"), "he said it and took it back");
    let begin = people[1].word("waiting-begin");
    double_click(&mut people[1], &begin);
    until(&mut people, "the match", |people| {
        people
            .iter()
            .all(|person| person.table().is_some_and(|table| table.view().is_some()))
    });
    // From the table home: what lies there under the pointer is not begun.
    let leave = people[0].word("leave");
    crate::program::click(&mut people[0].window, &leave);
    let home = people[0].word("table-home");
    double_click(&mut people[0], &home);
    assert!(people[0].table().is_none());
    let fingers = people[0].texts();
    let play = people[0].word_with("home-play-game", "game", &people[0].word("game-arkan"));
    assert!(people[0].shows(&play), "{fingers:?}");
}

/// Names that are empty to the eye, that turn what follows them, or that say that a bot plays: each is seen, and whoever has it can be
/// muted.
#[test]
fn strange_names_are_seen() {
    let long = "🎲".repeat(64);
    for name in [
        "\u{200b}\u{200d}",
        "\u{3164}",
        "bot:Omar",
        "Ali \u{202e}abc\u{2066}",
        &long,
    ] {
        let mut people = vec![Person::new("Salma", Language::English, SIZE)];
        let table = people[0].open(terms(GameId::Arkan, Table::new(2)));
        let link = link_to(&mut people, table);
        go(&mut people[0], &Go::Waiting(table));
        // A program that does not keep to what this one lets people call themselves.
        let dir = tempfile::tempdir().unwrap();
        let identity = Arc::new(Identity::generate(&mut rand::rng()));
        let key = identity.key();
        let mut config = Config::new(identity, name.to_owned(), dir.path());
        config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
        (config.mdns, config.upnp) = (false, false);
        let (node, _events) = Node::start(config).unwrap();
        node.command(Command::Join(Box::new(link.parse().unwrap())));
        node.command(Command::Seat {
            table,
            chosen: None,
            ready: true,
        });
        until(&mut people, "the guest", |people| {
            let sitting = &people[0].program().online().unwrap().sittings()[&table];
            sitting.sitter(&key).is_some()
        });
        people[0].window.run_ok();
        let is_seen = |name: &str| name.chars().any(|char| char.is_alphanumeric() || char == '🎲');
        let pictures = people[0].word_with("people-pictures-of", "name", "");
        let pictures = pictures.trim_end();
        let named = people[0].texts();
        let named = named.iter().filter_map(|text| text.strip_prefix(pictures));
        assert!(named.clone().count() == 2 && named.clone().all(is_seen), "{name:?}");
        let says_bot = people[0].says("waiting-bot");
        assert_eq!(says_bot, name.starts_with("bot:"), "{name:?}");
        people[0].program().online().unwrap().seat(table, None, true);
        until(&mut people, "the match", |people| {
            people[0].table().is_some_and(|table| table.view().is_some())
        });
        let member = people[0].table().unwrap().about().members[1].name.clone();
        assert!(is_seen(&member), "{member:?}");
        people[0].window.run_ok();
        let begins = plain(&member);
        let chip = people[0]
            .texts()
            .into_iter()
            .find(|text| text.starts_with(&begins) && text.contains("Score"));
        crate::program::click(&mut people[0].window, &chip.unwrap());
        let mute = people[0].word_with("table-mute", "name", &member);
        assert!(
            people[0].window.query_by_role_and_label(Role::Switch, &mute).is_some(),
            "{name:?}"
        );
        node.stop();
    }
}

/// A table at which others sit is not closed by a slip of the hand; Escape puts away what lies over a table, and not the table; and what is
/// played there is said in the smallest window too.
#[test]
fn a_table_with_guests_is_closed_on_purpose_only() {
    let mut people = vec![
        Person::new("Salma", Language::English, SIZE),
        Person::new("Ilinca", Language::Romanian, [640.0, 480.0]),
    ];
    let table = people[0].open(terms(GameId::Arkan, Table::new(2)));
    let link = link_to(&mut people, table);
    go(&mut people[0], &Go::Waiting(table));
    // Alone there is nothing to ask.
    assert!(people[0].says("waiting-close") && !people[0].says("waiting-close-title"));
    sit_by_link(&mut people[1], &link);
    until(&mut people, "both at the table", |people| {
        people.iter().all(|person| person.says("waiting-begin"))
    });
    let minutes = plain(
        &people[1]
            .program()
            .words()
            .with("open-clock-minutes", &[("minutes", 2.into())]),
    );
    assert!(people[1].shows_some(&minutes), "{:?}", people[1].texts());
    people[0].click("waiting-close");
    assert!(people[0].says("waiting-close-title"));
    people[0].key(Key::Escape);
    assert!(!people[0].says("waiting-close-title") && people[0].says("waiting-begin"));
    let pictures = people[0].word_with("people-pictures-of", "name", "Ilinca");
    crate::program::click(&mut people[0].window, &pictures);
    assert!(people[0].says("people-verify"));
    people[0].key(Key::Escape);
    assert!(!people[0].says("people-verify") && people[0].says("waiting-begin"));
    people[0].click("waiting-close");
    people[0].click("waiting-close-now");
    until(&mut people, "that it is closed", |people| {
        people[1].says("waiting-dissolved")
    });
    assert!(!people[0].says("waiting-begin"));
}
