//! Every screen in every language, light and dark, in every size: nothing is cut off, overlaps, or leaves the window.

use egui::{Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::feed::{End, News};
use majlis::ui::screens;
use majlis::ui::settings::{Settings, TextSize, ThemeChoice};
use majlis::ui::text::plain;
use majlis_crypto::identity::{Identity, store};
use majlis_referee::replay::Ending;
use majlis_referee::verify::Grade;
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;

use crate::drawn::{Text, lies_on_none, on_top};
use crate::program::{Window, click, program, said};
use crate::shield::cheated;
use crate::support::SIZES;

/// Holds what is on the screen to its places. Where it `scrolls`, lines may be cut off at the top and the bottom.
pub fn check(window: &Window, told: &str, scrolls: bool) {
    let words = window.state().as_ref().unwrap().words();
    let last_move = plain(&words.with("last-move", &[("name", "@".into()), ("move", "@".into())]));
    let last_move = last_move.split('@').next().unwrap().to_owned();
    check_but(window, told, scrolls, &last_move);
}

/// The same; lines that begin so may be too long.
pub fn check_but<S>(window: &Harness<'_, S>, told: &str, scrolls: bool, but: &str) {
    let screen = window.ctx.content_rect();
    let pictures: Vec<Rect> = window.query_all_by_role(Role::Image).map(|node| node.rect()).collect();
    let texts: Vec<Text> = on_top(window)
        .into_iter()
        .filter(|text| text.clip.intersects(text.rect) && text.rect.is_positive())
        .filter(|text| {
            !pictures
                .iter()
                .any(|picture| picture.expand(2.0).contains_rect(text.rect))
        })
        .collect();
    assert!(!texts.is_empty(), "{told}: nothing is written");
    for (at, text) in texts.iter().enumerate() {
        let (words, rect) = (plain(&text.text), text.rect);
        // The notation of a large piece may be longer than there is room for, in a list of moves too: it has its name whole.
        let numbered = words.starts_with(|char: char| char.is_ascii_digit());
        assert!(
            !words.contains('…') || !but.is_empty() && words.starts_with(but) || numbered,
            "{told}: {words:?} does not fit"
        );
        let clip = text.clip.expand(1.0);
        let whole = clip.x_range().contains(rect.left()) && clip.x_range().contains(rect.right());
        assert!(whole, "{told}: {words:?} at {rect} is cut off by {clip}");
        assert!(
            scrolls || clip.contains_rect(rect),
            "{told}: {words:?} at {rect} is cut off by {clip}"
        );
        assert!(
            scrolls || screen.contains_rect(rect),
            "{told}: {words:?} leaves the window"
        );
        lies_on_none(told, text, &texts[at + 1..]);
    }
    let buttons: Vec<(String, Rect)> = window
        .query_all_by_role(Role::Button)
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .collect();
    for (name, rect) in &buttons {
        assert!(!name.is_empty(), "{told}: a button without a name at {rect}");
        // What is scrolled out of sight has its name and its place none the less.
        let across = screen.expand(0.5).x_range();
        let whole = across.contains(rect.left()) && across.contains(rect.right());
        assert!(
            whole && (scrolls || screen.expand(0.5).contains_rect(*rect)),
            "{told}: {name:?} at {rect} leaves the window"
        );
    }
}

pub fn steps(window: &mut Window) {
    for _ in 0..3 {
        window.step();
    }
}

/// The program with a profile that has a name, in this look.
pub fn home(
    folder: &std::path::Path,
    size: [f32; 2],
    language: Language,
    change: impl FnOnce(&mut Settings),
) -> Window {
    let mut settings = Settings::first(language);
    "Salma bint Marwan".clone_into(&mut settings.name);
    settings.reduced_motion = true;
    change(&mut settings);
    let at = Folder::at(folder);
    settings.save(&at).unwrap();
    let identity = Identity::from_secret(&[7; 32]);
    store::save_new(&at.identity_file(), &identity, None, &mut rand::rng()).unwrap();
    program(folder, size, language)
}

pub fn each_look(mut show: impl FnMut([f32; 2], Language, ThemeChoice, &str)) {
    for size in SIZES {
        for language in Language::ALL {
            for theme in [ThemeChoice::Light, ThemeChoice::Dark] {
                show(size, language, theme, &format!("{language} {theme:?} {size:?}"));
            }
        }
    }
}

#[test]
fn the_first_start_has_its_place() {
    for size in SIZES {
        for language in Language::ALL {
            let dir = tempfile::tempdir().unwrap();
            let window = program(dir.path(), size, language);
            check(&window, &format!("welcome {language} {size:?}"), false);
        }
    }
}

#[test]
fn home_settings_and_rules_have_their_places() {
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = home(dir.path(), size, language, |settings| settings.theme = theme);
        check(&window, &format!("home {look}"), false);
        let label = said(&window, "settings");
        click(&mut window, &label);
        steps(&mut window);
        check(&window, &format!("settings {look}"), true);
        crate::settings::have_their_places(&mut window, look);
        window.key_press(egui::Key::Escape);
        steps(&mut window);
        for game in GameId::ALL {
            let words = window.state().as_ref().unwrap().words();
            let label = format!("{}: {}", said(&window, "rules"), screens::game_name(words, *game));
            window
                .get_all_by_label(&label)
                .find(|node| node.accesskit_node().role() == Role::Button)
                .unwrap()
                .click();
            steps(&mut window);
            check(&window, &format!("rules of {game} {look}"), true);
            window.key_press(egui::Key::Escape);
            steps(&mut window);
        }
        window.key_press(egui::Key::F1);
        steps(&mut window);
        check(&window, &format!("keys {look}"), true);
    });
}

#[test]
fn the_frame_of_a_table_and_what_lies_over_it_have_their_places() {
    let mut played = cheated();
    played.news.push_back(News::Ended(End {
        ending: Some(Ending::Played),
        outcomes: vec![Some(Outcome::Win), Some(Outcome::Loss), Some(Outcome::Loss)],
        scores: vec![-12, -40, -21],
        grade: Some(Grade::Agreed),
    }));
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = home(dir.path(), size, language, |settings| settings.theme = theme);
        let mut on = played.again();
        on.news.pop_back();
        window.state_mut().as_mut().unwrap().open(Box::new(on));
        for _ in 0..12 {
            window.step();
        }
        check(&window, &format!("table {look}"), false);
        for (key, what) in [
            (egui::Key::F1, "keys"),
            (egui::Key::F2, "moves"),
            (egui::Key::F3, "shield"),
        ] {
            window.key_press(key);
            steps(&mut window);
            check(&window, &format!("{what} over a table {look}"), true);
            window.key_press(egui::Key::Escape);
            steps(&mut window);
        }
        let leave = said(&window, "leave");
        click(&mut window, &leave);
        steps(&mut window);
        check(&window, &format!("leaving {look}"), false);
        window.state_mut().as_mut().unwrap().open(Box::new(played.again()));
        for _ in 0..12 {
            window.step();
        }
        let won = said(&window, "end-won");
        assert!(window.query_by_label(&won).is_some());
        check(&window, &format!("the end {look}"), false);
    });
}

/// Large texts in the smallest window: the longest texts of all languages still have room.
#[test]
fn large_texts_fit_too() {
    for language in Language::ALL {
        let dir = tempfile::tempdir().unwrap();
        let change = |settings: &mut Settings| settings.text_size = TextSize::Large;
        let mut window = home(dir.path(), [800.0, 600.0], language, change);
        check(&window, &format!("home {language}"), false);
        let label = said(&window, "settings");
        click(&mut window, &label);
        steps(&mut window);
        check(&window, &format!("settings {language}"), true);
    }
}
