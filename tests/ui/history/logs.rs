//! The list of logs, and what checking a file gives.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{DroppedFile, Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::screens::Go;
use majlis::ui::settings::ThemeChoice;
use majlis_rules::registry::GameId;

use super::{all_golden, go, golden, shows, to_logs, wait_for, with, with_logs};
use crate::program::{Window, click, said, until};
use crate::screens::{check, each_look};
use crate::support::pictures;

const SMALL: [f32; 2] = [800.0, 600.0];

/// A file as the system hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

pub(super) fn drop_on(window: &mut Window, path: PathBuf) {
    window.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.step();
}

/// The labels of the buttons that check a match.
fn checks(window: &Window) -> Vec<String> {
    let buttons = window.query_all_by_role(Role::Button);
    let labels = buttons.filter_map(|button| button.accesskit_node().label());
    labels.filter(|label| label.starts_with("Check ")).collect()
}

#[test]
fn every_match_is_listed_with_game_people_and_result_and_checked_with_a_click() {
    let dir = tempfile::tempdir().unwrap();
    let logs = all_golden();
    let mut window = with_logs(
        dir.path(),
        &logs,
        [1000.0, 1400.0],
        Language::English,
        ThemeChoice::Light,
    );
    to_logs(&mut window);
    let count = with(&window, "profile-matches", &[("matches", (logs.len() as u64).into())]);
    assert!(shows(&window, &count), "{count}");
    assert_eq!(checks(&window).len(), logs.len());
    assert!(shows(&window, "Dominoes: Salma – Yusuf"));
    // Of one game alone.
    let label = format!("{}: Jackaroo", said(&window, "logs-game"));
    click(&mut window, &label);
    let of_jackaroo = logs
        .iter()
        .filter(|log| log.to_string_lossy().contains("jackaroo"))
        .count();
    assert_eq!(checks(&window).len(), of_jackaroo);
    let label = format!("{}: {}", said(&window, "logs-game"), said(&window, "game-arkan"));
    click(&mut window, &label);
    let checks = checks(&window);
    let of_two = checks
        .iter()
        .find(|label| label.contains("Arkan: Salma – Yusuf, "))
        .unwrap();
    click(&mut window, of_two);
    let valid = said(&window, "logs-valid");
    wait_for(&mut window, &valid);
    let grade = said(&window, "logs-grade-agreed");
    assert!(shows(&window, &grade));
    assert!(shows(&window, "Salma") && shows(&window, "Yusuf"));
    assert!(shows(&window, "signatures and"));
    let label = said(&window, "close");
    click(&mut window, &label);
    assert!(!shows(&window, &valid));
    // Escape goes back to where one came from.
    window.key_press(Key::Escape);
    window.run_ok();
    assert!(window.query_by_label("Play Arkan").is_some());
}

#[test]
fn keys_go_along_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let logs = [golden("arkan-2.mlog"), golden("domino-2.mlog")];
    let mut window = with_logs(dir.path(), &logs, SMALL, Language::English, ThemeChoice::Light);
    to_logs(&mut window);
    window.key_press(Key::ArrowDown);
    window.run_ok();
    window.key_press(Key::V);
    window.run_ok();
    let valid = said(&window, "logs-valid");
    wait_for(&mut window, &valid);
    window.key_press(Key::Escape);
    window.run_ok();
    assert!(!shows(&window, &valid));
    window.key_press(Key::End);
    window.run_ok();
    window.key_press(Key::Enter);
    until(&mut window, "a replay", |window| {
        window.state().as_ref().unwrap().history().replay().position().is_some()
    });
}

/// Only what is seen is laid out, however many there are.
#[test]
fn a_thousand_matches_cost_no_more_than_a_screenful() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::Arabic, ThemeChoice::Dark);
    let folder = Folder::at(dir.path()).matches();
    let log = fs::read(golden("arkan-2.mlog")).unwrap();
    for number in 0..1000 {
        fs::write(folder.join(format!("{number:04}.mlog")), &log).unwrap();
    }
    to_logs(&mut window);
    let rows = |window: &Window| {
        let buttons = window.query_all_by_role(Role::Button);
        buttons.filter_map(|button| button.accesskit_node().label()).count()
    };
    let count = with(&window, "profile-matches", &[("matches", 1000u64.into())]);
    assert!(shows(&window, &count), "{count}");
    assert!(rows(&window) < 40, "{}", rows(&window));
    window.key_press(Key::End);
    window.run_ok();
    assert!(rows(&window) < 40 && rows(&window) > 5, "{}", rows(&window));
}

/// A file that is dropped is checked, wherever the person is, and one after the other.
#[test]
fn a_file_dropped_on_the_window_is_checked() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    drop_on(&mut window, golden("four-2.mlog"));
    let valid = said(&window, "logs-valid");
    wait_for(&mut window, &valid);
    drop_on(&mut window, golden("README.md"));
    let next = said(&window, "logs-next");
    wait_for(&mut window, &next);
    click(&mut window, &next);
    let unknown = said(&window, "logs-unknown");
    wait_for(&mut window, &unknown);
    let close = said(&window, "close");
    click(&mut window, &close);
    drop_on(&mut window, dir.path().join("nothing.mlog"));
    let unreadable = said(&window, "logs-unreadable");
    wait_for(&mut window, &unreadable);
    window.key_press(Key::Escape);
    window.run_ok();
    // At a table too, which stays.
    click(&mut window, "Play Arkan");
    drop_on(&mut window, golden("arkan-3.mlog"));
    wait_for(&mut window, &valid);
    let replay = said(&window, "logs-watch");
    click(&mut window, &replay);
    let first = said(&window, "replay-first");
    assert!(window.query_by_label(&first).is_some());
    window.key_press(Key::Escape);
    window.run_ok();
    let leave = said(&window, "leave");
    assert!(window.query_by_label(&leave).is_some());
}

#[test]
fn a_path_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    to_logs(&mut window);
    let none = said(&window, "logs-none");
    assert!(window.query_by_label(&none).is_some());
    let field = said(&window, "logs-path");
    window.get_by_role_and_label(Role::TextInput, &field).focus();
    window.run_ok();
    window.event(egui::Event::Text(golden("jackaroo-4.mlog").display().to_string()));
    window.run_ok();
    let open = said(&window, "logs-open");
    click(&mut window, &open);
    let valid = said(&window, "logs-valid");
    wait_for(&mut window, &valid);
}

/// Wherever a single byte of a log is changed, it is said, and where.
#[test]
fn a_log_changed_at_one_byte_is_shown_red_with_the_place() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Dark);
    let log = fs::read(golden("domino-2.mlog")).unwrap();
    let path = dir.path().join("changed.mlog");
    for part in 1..8 {
        let at = log.len() * part / 8;
        let mut changed = log.clone();
        changed[at] ^= 0x10;
        fs::write(&path, changed).unwrap();
        drop_on(&mut window, path.clone());
        let invalid = said(&window, "logs-invalid");
        wait_for(&mut window, &invalid);
        let about = said(&window, "logs-invalid-about");
        assert!(shows(&window, &about), "byte {at}");
        let placed = shows(&window, "Something is wrong at step ") || shows(&window, "Something is wrong at byte ");
        assert!(placed, "byte {at}");
        let close = said(&window, "close");
        click(&mut window, &close);
    }
}

/// A match in which somebody cheated is valid as a log, and the cheat is named with entry, person and rule.
#[test]
fn a_cheat_in_a_log_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    let path = dir.path().join("cheat.mlog");
    crate::shield::write_cheated(&path, 6);
    drop_on(&mut window, path);
    let found = said(&window, "shield-title-broken");
    wait_for(&mut window, &found);
    assert!(shows(&window, "Omar broke the rules at step "));
    assert!(shows(&window, "Rule arkan."));
    // It is not over, so nothing is said about a result.
    assert!(shows(&window, "its result is missing"));
}

#[test]
fn the_logs_and_what_checking_gives_have_their_places() {
    let logs = all_golden();
    let dir = tempfile::tempdir().unwrap();
    let log = fs::read(golden("domino-4.mlog")).unwrap();
    let changed = dir.path().join("changed.mlog");
    let mut bytes = log;
    bytes[30_000] ^= 1;
    fs::write(&changed, bytes).unwrap();
    let record = golden("../blksgf/no-corner.blksgf");
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = with_logs(dir.path(), &logs[..4], size, language, theme);
        to_logs(&mut window);
        check(&window, &format!("logs {look}"), true);
        for path in [&logs[4], &changed, &record] {
            go(&mut window, &Go::Check(path.clone()));
            let exactly = said(&window, "logs-checking");
            until(&mut window, "a verdict", |window| !shows(window, &exactly));
            window.run_ok();
            check(&window, &format!("check of {} {look}", path.display()), true);
            window.key_press(Key::Escape);
            window.run_ok();
        }
    });
}

#[test]
fn logs_look() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::Arabic, ThemeChoice::Light);
    let folder = Folder::at(dir.path()).matches();
    for (number, log) in all_golden().iter().enumerate() {
        let to = folder.join(log.file_name().unwrap());
        fs::copy(log, &to).unwrap();
        // The order is that of the times.
        let file = fs::File::options().write(true).open(&to).unwrap();
        let time =
            std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_796_000_000 - 40_000 * number as u64);
        file.set_modified(time).unwrap();
    }
    fs::write(
        folder.join("zz.mlog"),
        &fs::read(golden("four-3.mlog")).unwrap()[..9000],
    )
    .unwrap();
    to_logs(&mut window);
    // Clocks differ from place to place.
    let times: Vec<egui::Rect> = {
        let rows = window.query_all_by_role(Role::Label);
        let rows = rows.filter(|node| node.value().is_some_and(|text| text.starts_with("2026-")));
        rows.map(|node| node.rect()).collect()
    };
    for rect in times {
        let right = egui::Rect::from_min_max(egui::pos2(rect.right() - 130.0, rect.top()), rect.max);
        window.mask(right);
    }
    window.snapshot_options("logs-ar", &pictures());
}

#[test]
fn a_broken_log_looks() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::Romanian, ThemeChoice::Dark);
    let mut log = fs::read(golden("domino-2.mlog")).unwrap();
    log[20_000] ^= 1;
    let path = dir.path().join("domino.mlog");
    fs::write(&path, log).unwrap();
    drop_on(&mut window, path);
    let invalid = said(&window, "logs-invalid");
    wait_for(&mut window, &invalid);
    window.snapshot_options("log-changed-ro", &pictures());
}

#[test]
fn games_are_all_listed() {
    // A filter for every game there is.
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    to_logs(&mut window);
    for game in GameId::ALL {
        let words = window.state().as_ref().unwrap().words();
        let name = majlis::ui::screens::game_name(words, *game);
        let label = format!("{}: {name}", said(&window, "logs-game"));
        assert!(window.query_by_label(&label).is_some(), "{label}");
    }
}
