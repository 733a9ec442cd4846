//! The profile: every figure, and the matches that it rests on.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use egui::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::profile::Profile;
use majlis::profile::figures::Figure;
use majlis::ui::online::Reachability;
use majlis::ui::screens::{Go, game_name};
use majlis::ui::settings::{Settings, ThemeChoice};
use majlis::ui::text::plain;
use majlis_crypto::identity::store;
use majlis_net::address::Address;
use majlis_net::people::{Lead, People, Standing};
use majlis_rules::registry::GameId;

use super::{all_golden, go, shows, to_logs, with, with_logs};
use crate::made::{key, pairs, person, tables};
use crate::program::{Window, click, program_at, said, until};
use crate::screens::{check, each_look};
use crate::support::pictures;

const SMALL: [f32; 2] = [800.0, 600.0];

/// A profile of the first of eight people, with certificates of their matches and some logs.
pub(super) fn profile_of_one(folder: &Path) {
    let profile = Folder::at(folder);
    fs::create_dir_all(profile.certificates()).unwrap();
    for (number, bytes) in pairs().into_iter().chain(tables()).enumerate() {
        fs::write(profile.certificates().join(format!("{number}.cert")), bytes).unwrap();
    }
    store::save_new(&profile.identity_file(), &person(0), None, &mut rand::rng()).unwrap();
}

pub(super) fn to_profile(window: &mut Window) {
    go(window, &Go::Profile(None));
    until(window, "the profile", |window| {
        let archive = window.state().as_ref().unwrap().history().archive();
        archive.profile().is_some() && archive.reading().is_none()
    });
    window.run_ok();
}

fn labels(window: &Window, role: Role) -> Vec<String> {
    let nodes = window.query_all_by_role(role);
    nodes.filter_map(|node| node.accesskit_node().label()).collect()
}

/// Presses the button whose name begins like this.
fn press(window: &mut Window, begins: &str) {
    let label = labels(window, Role::Button)
        .into_iter()
        .find(|label| label.starts_with(begins));
    click(window, &label.unwrap_or_else(|| panic!("no {begins:?}")));
}

#[test]
fn every_figure_is_there_and_a_click_from_its_matches() {
    let dir = tempfile::tempdir().unwrap();
    profile_of_one(dir.path());
    let mut window = with_logs(dir.path(), &[], [1000.0, 3000.0], Language::English, ThemeChoice::Light);
    let right = Profile::load(&Folder::at(dir.path()), &|_, _| ()).unwrap();
    let me = key(0);
    let person = right.person(&me).unwrap();
    to_profile(&mut window);
    let points = with(&window, "profile-points", &[("points", person.points().into())]);
    let level = with(&window, "profile-level", &[("level", person.level().into())]);
    let rating = person.rating.unwrap().value.to_string();
    let buttons = labels(&window, Role::Button);
    let has = |parts: &[&str]| {
        buttons
            .iter()
            .any(|label| parts.iter().all(|part| label.contains(part)))
    };
    assert!(has(&[&level, &points]), "{level} {points}: {buttons:#?}");
    assert!(has(&["Rating", &rating]), "{rating}: {buttons:#?}");
    // The ladder, in its order.
    let ladder: Vec<String> = right
        .ladder(Some(&me))
        .iter()
        .map(|person| person.name.clone())
        .collect();
    let mut places = buttons.iter().filter(|label| label.contains(" [")).collect::<Vec<_>>();
    places.sort_by_key(|label| label.split('.').next().and_then(|place| place.parse::<u32>().ok()));
    assert_eq!(places.len(), ladder.len());
    for (label, name) in places.iter().zip(&ladder) {
        assert!(label.contains(name.as_str()), "{label}: {name}");
    }
    // The matches behind each.
    let mut figures = vec![(Figure::Points, level.clone()), (Figure::Rating, "Rating: ".to_owned())];
    for game in GameId::ALL {
        let words = window.state().as_ref().unwrap().words();
        let name = game_name(words, *game);
        figures.push((
            Figure::Game(*game),
            format!(
                "{name}: {}",
                plain(&words.with("profile-matches", &[("matches", person.tally(*game).played().into())]))
            ),
        ));
        let below = if person.tally(*game).won >= 5 {
            said(&window, "profile-badge-had")
        } else {
            with(
                &window,
                "profile-badge-so-far",
                &[("won", person.tally(*game).won.into()), ("of", 5u32.into())],
            )
        };
        figures.push((Figure::Badge(*game), format!("{name}: {below}")));
    }
    for (figure, label) in figures {
        press(&mut window, &label);
        let count = right.behind(&me, figure).count() as u64;
        let said_count = with(&window, "profile-matches", &[("matches", count.into())]);
        assert!(shows(&window, &said_count), "{figure:?}: {said_count}");
        window.key_press(egui::Key::Escape);
        window.run_ok();
    }
    // What each match has moved on the ladder adds up in one's own list.
    press(&mut window, "Rating: ");
    until(&mut window, "what moved the rating", |window| {
        shows(window, "rating +") || shows(window, "rating -")
    });
}

#[test]
fn a_match_behind_a_figure_leads_to_its_log() {
    let dir = tempfile::tempdir().unwrap();
    let logs = all_golden();
    let mut window = with_logs(dir.path(), &logs, SMALL, Language::English, ThemeChoice::Light);
    to_logs(&mut window);
    let profile = Profile::load(&Folder::at(dir.path()), &|_, _| ()).unwrap();
    let salma = profile.people().find(|person| person.name == "Salma").unwrap().key;
    go(&mut window, &Go::Profile(Some(salma)));
    until(&mut window, "the profile", |window| {
        let archive = window.state().as_ref().unwrap().history().archive();
        archive.profile().is_some() && archive.reading().is_none()
    });
    window.run_ok();
    go(&mut window, &Go::Behind(salma, Figure::Game(GameId::Domino)));
    press(&mut window, "Replay Dominoes: Salma – Yusuf, ");
    until(&mut window, "the replay", |window| {
        window.state().as_ref().unwrap().history().replay().position().is_some()
    });
    // And back, step by step.
    let mut seen = BTreeSet::new();
    for title in ["logs-behind-game", "profile", "logs"] {
        window.key_press(egui::Key::Escape);
        window.run_ok();
        let title = with(&window, title, &[("game", "Dominoes".into())]);
        assert!(window.query_by_label(&title).is_some(), "{title}");
        assert!(seen.insert(title));
    }
}

#[test]
fn an_empty_profile_says_what_to_do() {
    for language in Language::ALL {
        let dir = tempfile::tempdir().unwrap();
        let mut window = with_logs(dir.path(), &[], SMALL, language, ThemeChoice::Dark);
        to_profile(&mut window);
        let nobody = said(&window, "profile-nobody");
        assert!(window.query_by_label(&nobody).is_some());
        store::save_new(
            &Folder::at(dir.path()).identity_file(),
            &person(0),
            None,
            &mut rand::rng(),
        )
        .unwrap();
        window.key_press(egui::Key::Escape);
        window.run_ok();
        to_profile(&mut window);
        let none = said(&window, "profile-no-rating");
        assert!(shows(&window, &none));
        assert!(window.query_by_label("Huda").is_some(), "nobody's profile");
        let empty = said(&window, "profile-ladder-empty");
        assert!(window.query_by_label(&empty).is_some());
    }
}

#[test]
fn the_profile_and_the_matches_behind_it_have_their_places() {
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        profile_of_one(dir.path());
        let mut window = with_logs(dir.path(), &[], size, language, theme);
        to_profile(&mut window);
        check(&window, &format!("profile {look}"), true);
        go(&mut window, &Go::Behind(key(0), Figure::Rating));
        for _ in 0..4 {
            window.step();
        }
        check(&window, &format!("behind the rating {look}"), true);
    });
}

#[test]
fn profile_looks() {
    let dir = tempfile::tempdir().unwrap();
    profile_of_one(dir.path());
    let mut window = with_logs(dir.path(), &[], SMALL, Language::Arabic, ThemeChoice::Light);
    to_profile(&mut window);
    window.snapshot_options("profile-ar", &pictures());
}

#[test]
fn profile_looks_in_the_evening() {
    let dir = tempfile::tempdir().unwrap();
    profile_of_one(dir.path());
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Dark);
    to_profile(&mut window);
    window.snapshot_options("profile-en-dark", &pictures());
}

/// Whoever looks at his profile while a friend tells of matches sees the new figures come, without a click; what was there stays until
/// then, where it was.
#[test]
fn the_profile_follows_what_people_tell() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (dir.path().join("one"), dir.path().join("two"));
    let network = || {
        Some(Reachability {
            listen: vec!["/ip4/127.0.0.1/tcp/0".to_owned()],
            mdns: false,
            upnp: false,
        })
    };
    let all: Vec<Vec<u8>> = pairs().into_iter().chain(tables()).collect();
    let own = |folder: &Path, who: usize, certificates: &[Vec<u8>]| {
        let profile = Folder::at(folder);
        fs::create_dir_all(profile.certificates()).unwrap();
        for (number, bytes) in certificates.iter().enumerate() {
            fs::write(profile.certificates().join(format!("{number}.cert")), bytes).unwrap();
        }
        store::save_new(&profile.identity_file(), &person(who), None, &mut rand::rng()).unwrap();
        let mut settings = Settings::first(Language::English);
        "Huda".clone_into(&mut settings.name);
        settings.reduced_motion = true;
        settings.save(&profile).unwrap();
    };
    own(&one, 0, &all[..20]);
    own(&two, 1, &all);
    let befriend = |folder: &Path, who: usize, at: &[Address]| {
        let mut people = People::open(Folder::at(folder).people()).unwrap();
        let key = person(who).key();
        let lead = Lead {
            addresses: at.to_vec(),
            relays: Vec::new(),
        };
        people.met(key, "Radu", &lead, 1_790_000_000).unwrap();
        people
            .set_standing(key, "Radu", Standing::Friend, 1_790_000_000)
            .unwrap();
    };
    befriend(&two, 0, &[]);
    let mut reader = program_at(&one, SMALL, Language::English, network());
    until(&mut reader, "an address", |reader| {
        let online = reader.state().as_ref().unwrap().online();
        online.is_some_and(|online| !online.reach().listening.is_empty())
    });
    let at = reader
        .state()
        .as_ref()
        .unwrap()
        .online()
        .unwrap()
        .reach()
        .listening
        .clone();
    fs::remove_file(Folder::at(&two).people()).unwrap();
    befriend(&two, 0, &at);
    let key = person(1).key();
    let online = reader.state_mut().as_mut().unwrap().online_mut().unwrap();
    online.befriend(key, "Radu").unwrap();
    to_profile(&mut reader);
    let points = |window: &Window| {
        let profile = window.state().as_ref().unwrap().history().archive().profile();
        profile
            .and_then(|profile| profile.person(&crate::made::key(0)))
            .map_or(0, majlis::profile::figures::Person::points)
    };
    let title = |window: &Window| window.query_all_by_label("By game").next().map(|node| node.rect());
    for _ in 0..4 {
        reader.event(egui::Event::PointerMoved(egui::pos2(400.0, 300.0)));
        reader.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -60.0),
            phase: egui::TouchPhase::Move,
            modifiers: egui::Modifiers::NONE,
            source: egui::MouseWheelSource::Wheel,
        });
        reader.run_ok();
    }
    for _ in 0..20 {
        reader.step();
    }
    let (before, place) = (points(&reader), title(&reader));
    assert!(place.is_some());
    let shown = reader.state().as_ref().unwrap().history().archive().version();
    let mut teller = program_at(&two, SMALL, Language::English, network());
    until(&mut reader, "what the friend tells", |reader| {
        teller.step();
        // It never goes away, and does not move.
        assert_eq!(title(reader), place);
        points(reader) != before
    });
    reader.step();
    assert_eq!(title(&reader), place);
    assert!(reader.state().as_ref().unwrap().history().archive().version() > shown);
    let right = Profile::load(&Folder::at(&two), &|_, _| ()).unwrap();
    assert!(points(&reader) <= right.person(&crate::made::key(0)).unwrap().points());
    for window in [&mut reader, &mut teller] {
        window.state_mut().as_mut().unwrap().close();
    }
}
