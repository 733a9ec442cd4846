//! The screens about what was played in the smallest window with the largest texts.

use std::fs;
use std::path::Path;

use egui::Key;
use majlis::language::Language;
use majlis::profile::figures::Figure;
use majlis::ui::screens::Go;
use majlis::ui::settings::{Settings, TextSize, ThemeChoice};
use majlis_rules::registry::GameId;

use super::profile::{profile_of_one, to_profile};
use super::replay::{record, replay};
use super::{all_golden, go, golden, shows, to_logs, with_logs_as};
use crate::made::key;
use crate::program::{Window, click, said, until};
use crate::screens::{check, check_but, home, steps};

/// No window is smaller.
const SMALLEST: [f32; 2] = [640.0, 480.0];

/// In every language, and every other one in the evening.
fn each(mut show: impl FnMut(Language, &dyn Fn(&mut Settings), &str)) {
    for (number, language) in Language::ALL.into_iter().enumerate() {
        let change = move |settings: &mut Settings| {
            settings.text_size = TextSize::Larger;
            settings.theme = [ThemeChoice::Light, ThemeChoice::Dark][number % 2];
        };
        show(language, &change, language.code());
    }
}

/// A picture of what is shown, in the folder that `MAJLIS_PICTURES` names, if it names one.
fn picture(window: &mut Window, name: &str) {
    if let Some(folder) = std::env::var_os("MAJLIS_PICTURES") {
        let picture = window.render().unwrap();
        picture.save(Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
}

#[test]
fn logs_and_verdicts_fit() {
    let logs = all_golden();
    let dir = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(golden("domino-4.mlog")).unwrap();
    bytes[30_000] ^= 1;
    let changed = dir.path().join("changed.mlog");
    fs::write(&changed, bytes).unwrap();
    let cheated = dir.path().join("cheated.mlog");
    crate::shield::write_cheated(&cheated, 6);
    let wrong = record("no-corner.blksgf");
    each(|language, change, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = with_logs_as(dir.path(), &logs[..6], SMALLEST, language, change);
        to_logs(&mut window);
        picture(&mut window, &format!("tight-logs-{look}"));
        check(&window, &format!("logs {look}"), true);
        for (path, name) in [
            (&logs[4], "good"),
            (&changed, "changed"),
            (&cheated, "cheated"),
            (&wrong, "wrong"),
        ] {
            go(&mut window, &Go::Check(path.clone()));
            let checking = said(&window, "logs-checking");
            until(&mut window, "a verdict", |window| !shows(window, &checking));
            window.run_ok();
            picture(&mut window, &format!("tight-{name}-{look}"));
            check(&window, &format!("check of {name} {look}"), true);
            window.key_press(Key::Escape);
            window.run_ok();
        }
    });
}

#[test]
fn the_profile_fits() {
    each(|language, change, look| {
        let dir = tempfile::tempdir().unwrap();
        profile_of_one(dir.path());
        let mut window = with_logs_as(dir.path(), &[], SMALLEST, language, change);
        to_profile(&mut window);
        picture(&mut window, &format!("tight-profile-{look}"));
        check(&window, &format!("profile {look}"), true);
        for (figure, name) in [(Figure::Rating, "rating"), (Figure::Game(GameId::Jackaroo), "game")] {
            go(&mut window, &Go::Behind(key(0), figure));
            steps(&mut window);
            picture(&mut window, &format!("tight-behind-{name}-{look}"));
            check(&window, &format!("behind the {name} {look}"), true);
        }
    });
}

/// Four names at the top may find no room beside the game's; the table has them too.
fn fits(window: &Window, told: &str) {
    check_but(window, told, true, "Salma –");
}

#[test]
fn replays_and_what_lies_over_them_fit() {
    let logs = ["arkan-4", "domino-4-partners", "four-4", "jackaroo-4"];
    each(|language, change, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = with_logs_as(dir.path(), &[], SMALLEST, language, change);
        for name in logs {
            replay(&mut window, &golden(&format!("{name}.mlog")));
            picture(&mut window, &format!("tight-{name}-start-{look}"));
            fits(&window, &format!("start of {name} {look}"));
            window.key_press(Key::End);
            window.run_ok();
            picture(&mut window, &format!("tight-{name}-end-{look}"));
            fits(&window, &format!("end of {name} {look}"));
            window.key_press(Key::Escape);
            window.run_ok();
        }
        // Where its path is no longer than the field that shows it.
        let wrong = dir.path().join("a.blksgf");
        fs::copy(record("no-corner.blksgf"), &wrong).unwrap();
        replay(&mut window, &wrong);
        picture(&mut window, &format!("tight-wrong-replay-{look}"));
        fits(&window, &format!("a wrong record {look}"));
        let save = said(&window, "replay-save");
        click(&mut window, &save);
        picture(&mut window, &format!("tight-saving-{look}"));
        fits(&window, &format!("saving {look}"));
        window.key_press(Key::Escape);
        window.run_ok();
        window.key_press(Key::F2);
        window.run_ok();
        picture(&mut window, &format!("tight-moves-{look}"));
        fits(&window, &format!("moves {look}"));
    });
}

#[test]
fn settings_and_rules_fit() {
    each(|language, change, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = home(dir.path(), SMALLEST, language, change);
        let label = said(&window, "settings");
        click(&mut window, &label);
        steps(&mut window);
        picture(&mut window, &format!("tight-settings-{look}"));
        check(&window, &format!("settings {look}"), true);
        crate::settings::have_their_places(&mut window, look);
        go(&mut window, &Go::Home);
        for game in GameId::ALL {
            go(&mut window, &Go::Rules(*game));
            picture(&mut window, &format!("tight-rules-{game}-{look}"));
            check(&window, &format!("rules of {game} {look}"), true);
            go(&mut window, &Go::Home);
        }
    });
}
