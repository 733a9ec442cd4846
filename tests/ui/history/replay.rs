//! A match once more: what is shown of it, and how one goes through it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use egui::{Key, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::language::Language;
use majlis::ui::history::story::{Checked, Said, Story, check as read};
use majlis::ui::screens::Go;
use majlis::ui::settings::ThemeChoice;
use majlis_rules::face::Knowledge;
use majlis_rules::registry::GameId;

use super::{all_golden, go, golden, shows, wait_for, with, with_logs};
use crate::program::{Window, click, said, until};
use crate::screens::{check, each_look};
use crate::support::pictures;

const SMALL: [f32; 2] = [800.0, 600.0];

pub(super) fn record(name: &str) -> PathBuf {
    golden("../blksgf").join(name)
}

pub(super) fn story(path: &Path) -> Story {
    read(path, &mut |_, _| ()).into_story().unwrap()
}

pub(super) fn at(window: &Window) -> (usize, usize) {
    window.state().as_ref().unwrap().history().replay().position().unwrap()
}

/// Opens a file in the replay.
pub(super) fn replay(window: &mut Window, path: &Path) {
    go(window, &Go::Replay(path.to_owned()));
    until(window, "the replay", |window| {
        window.state().as_ref().unwrap().history().replay().position().is_some()
    });
    window.run_ok();
}

/// A match of dominoes played to its end, with hands opened after each round.
fn whole_match(folder: &Path) -> PathBuf {
    let path = folder.join("whole.mlog");
    let simulated = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .args([
            "simulate",
            "--game",
            "domino",
            "--seats",
            "2",
            "--seed",
            "3",
            "--check-once",
            "--log",
        ])
        .arg(&path)
        .output()
        .unwrap();
    assert!(simulated.status.success());
    path
}

/// What is shown of a log is what everybody could see: no card that somebody held, at no moment.
#[test]
fn nothing_hidden_is_in_a_story() {
    for path in all_golden() {
        let story = story(&path);
        let mut moves = 0;
        for frame in &story.frames {
            for told in &frame.told {
                assert!(told.looks.is_empty() && told.ahead.is_none(), "{}", path.display());
                let view = told.view.as_ref().unwrap();
                assert!(view.seats().is_empty(), "{}", path.display());
                assert!(*view.faces() == Knowledge::new(), "{}", path.display());
            }
        }
        for line in &story.lines {
            assert!(line.frame < story.frames.len());
            moves += usize::from(matches!(line.said, Said::Moved(..)));
        }
        let Checked::Log(log) = read(&path, &mut |_, _| ()) else {
            panic!("no log")
        };
        assert_eq!(
            moves as u64,
            log.verified.finding.as_ref().unwrap().plies,
            "{}",
            path.display()
        );
        assert!(log.proofs > 0 && log.signatures > log.proofs, "{}", path.display());
        assert!(story.end.is_some() && story.stops.is_none());
    }
}

/// At the end of a round the hands that were opened are told.
#[test]
fn what_was_opened_at_the_end_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let story = story(&whole_match(dir.path()));
    let rounds = story.lines.iter().filter(|line| line.said == Said::Round).count();
    assert!(rounds > 1);
    let last = story.frames.len() - 1;
    let opened = story.lines.iter().rev().find_map(|line| match &line.said {
        Said::Opened(cards) => Some((line.frame, cards.clone())),
        _ => None,
    });
    let (frame, cards) = opened.unwrap();
    assert!(frame + 2 > last, "{frame} of {last}");
    assert!(
        !cards.is_empty() && cards.iter().all(|card| card.contains('-')),
        "{cards:?}"
    );
}

/// Every game: forwards, backwards, at random, with its motion and without, in every language.
#[test]
fn every_match_is_replayed_by_keys_buttons_slider_and_list() {
    for (number, path) in all_golden().into_iter().enumerate() {
        let language = Language::ALL[number % 3];
        let dir = tempfile::tempdir().unwrap();
        let mut window = with_logs(dir.path(), &[], [1280.0, 800.0], language, ThemeChoice::Light);
        replay(&mut window, &path);
        let (here, count) = at(&window);
        assert_eq!(here, 0);
        assert!(count > 3, "{}", path.display());
        let (on, back) = if language == Language::Arabic {
            (Key::ArrowLeft, Key::ArrowRight)
        } else {
            (Key::ArrowRight, Key::ArrowLeft)
        };
        let mut expected = 0;
        for (key, to) in [
            (on, 1),
            (on, 2),
            (back, 1),
            (Key::End, count - 1),
            (on, count - 1),
            (back, count - 2),
            (Key::Home, 0),
            (back, 0),
        ] {
            window.key_press(key);
            window.run_ok();
            expected = to;
            assert_eq!(at(&window).0, expected, "{key:?} in {}", path.display());
        }
        let last = said(&window, "replay-last");
        click(&mut window, &last);
        assert_eq!(at(&window).0, count - 1);
        // The first move of the list.
        let story = story(&path);
        let first = story.lines.iter().find_map(|line| match &line.said {
            Said::Moved(party, text) => Some((line.frame, story.name(*party), text.clone())),
            _ => None,
        });
        let (frame, name, text) = first.unwrap();
        let first = said(&window, "replay-first");
        click(&mut window, &first);
        assert_eq!(at(&window).0, expected);
        let values = [
            ("number", 1u64.into()),
            ("name", name.as_str().into()),
            ("move", text.as_str().into()),
        ];
        let line = with(&window, "move-line", &values);
        window
            .get_all_by_label(&line)
            .find(|node| node.accesskit_node().role() == Role::ListItem)
            .unwrap()
            .click();
        window.run_ok();
        assert_eq!(at(&window).0, frame, "{line}");
        // It plays by itself to the end, and stops there.
        window.key_press(Key::Space);
        window.step();
        until(&mut window, "the end", |window| {
            at(window).0 == count - 1 && !window.state().as_ref().unwrap().history().replay().is_playing()
        });
        // The slider goes where it is dragged to.
        let name = said(&window, "replay-position-name");
        let slider = window.get_by_role_and_label(Role::Slider, &name).rect();
        let middle = slider.center();
        window.drag_at(middle);
        window.drop_at(middle);
        window.run_ok();
        let middle = at(&window).0;
        assert!(middle.abs_diff(count / 2) <= 1, "{middle} of {count}");
    }
}

/// A match of another program, one that keeps the rules and one that does not.
#[test]
fn records_of_other_programs_are_replayed_up_to_what_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    replay(&mut window, &record("plain.blksgf"));
    assert!(at(&window).1 > 1);
    window.key_press(Key::End);
    window.run_ok();
    assert!(!shows(&window, "is broken"));
    for name in ["no-corner.blksgf", "taken.blksgf", "after-the-end.blksgf"] {
        let error = majlis::blksgf::read(&fs::read(record(name)).unwrap()).unwrap_err();
        replay(&mut window, &record(name));
        let values = [
            ("node", (error.node.unwrap() as u64).into()),
            ("line", (error.line as u64).into()),
        ];
        let place = with(&window, "logs-record-node", &values);
        assert!(shows(&window, &place), "{name}: {place}");
        assert!(shows(&window, "is broken."), "{name}");
    }
    // One that shows no board says why instead.
    go(&mut window, &Go::Replay(record("game-go.blksgf")));
    let bad = said(&window, "logs-record-bad");
    wait_for(&mut window, &bad);
}

/// All files of the folder with right answers: what the screen says is what the reader says.
#[test]
fn every_record_is_checked_as_the_reader_reads_it() {
    let files = majlis::folder::files(&golden("../blksgf"), "blksgf").unwrap();
    assert!(files.len() > 50);
    for path in files {
        let whole = majlis::blksgf::read(&fs::read(&path).unwrap());
        let Checked::Record { story, error } = read(&path, &mut |_, _| ()) else {
            panic!("{}", path.display())
        };
        assert_eq!(
            error.map(|error| *error),
            whole.as_ref().err().cloned(),
            "{}",
            path.display()
        );
        if let Ok(whole) = whole {
            let story = story.unwrap();
            assert_eq!(story.frames.len(), whole.states.len());
            assert_eq!(story.game, GameId::Arkan);
        }
    }
}

/// What is written is what `majlis export` writes.
#[test]
fn what_is_saved_is_what_the_command_line_exports() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], [1000.0, 700.0], Language::English, ThemeChoice::Light);
    for source in [golden("arkan-2.mlog"), golden("domino-2.mlog"), record("plain.blksgf")] {
        let stem = source.file_name().unwrap().to_string_lossy().into_owned();
        replay(&mut window, &source);
        window.key_press(Key::End);
        window.run_ok();
        let save = said(&window, "replay-save");
        click(&mut window, &save);
        for (format, name, ending) in [
            ("svg", "SVG", "svg"),
            ("moves", "TXT", "txt"),
            ("json", "JSON", "json"),
            ("blksgf", "BLKSGF", "blksgf"),
            ("png", "PNG", "png"),
        ] {
            let label = format!("{}: {name}", said(&window, "replay-format"));
            let Some(choice) = window.query_by_label(&label) else {
                assert!(stem.starts_with("domino") && format == "blksgf", "{stem} {format}");
                continue;
            };
            choice.click();
            window.run_ok();
            let field = said(&window, "replay-path");
            let to = dir.path().join(format!("{stem}.saved.{ending}"));
            window.get_by_role_and_label(Role::TextInput, &field).focus();
            window.run_ok();
            window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
            window.run_ok();
            window.event(egui::Event::Text(to.display().to_string()));
            window.run_ok();
            let write = said(&window, "replay-write");
            window.get_by_role_and_label(Role::Button, &write).click();
            window.step();
            let written = with(
                &window,
                "replay-written",
                &[("path", to.to_string_lossy().as_ref().into())],
            );
            wait_for(&mut window, &written);
            let from_cli = dir.path().join(format!("{stem}.exported.{ending}"));
            let exported = Command::new(env!("CARGO_BIN_EXE_majlis"))
                .args(["export", "--lang", "en", "--format", format, "--out"])
                .arg(&from_cli)
                .arg(&source)
                .status()
                .unwrap();
            assert!(exported.success());
            assert!(
                fs::read(&to).unwrap() == fs::read(&from_cli).unwrap(),
                "{stem} {format}"
            );
            // A file that is there is not written over.
            window.get_by_role_and_label(Role::Button, &write).click();
            window.step();
            let exists = with(
                &window,
                "replay-exists",
                &[("path", to.to_string_lossy().as_ref().into())],
            );
            wait_for(&mut window, &exists);
        }
        let close = said(&window, "close");
        click(&mut window, &close);
    }
}

#[test]
fn a_replay_and_what_lies_over_it_have_their_places() {
    let logs = [
        "arkan-4.mlog",
        "domino-4-partners.mlog",
        "four-3.mlog",
        "jackaroo-4.mlog",
    ]
    .map(golden);
    let mut looks = 0;
    each_look(|size, language, theme, look| {
        let dir = tempfile::tempdir().unwrap();
        let mut window = with_logs(dir.path(), &[], size, language, theme);
        // Every game in every language and size, though not in every theme.
        let path = &logs[looks % logs.len()];
        looks += 1;
        replay(&mut window, path);
        check(&window, &format!("start of {} {look}", path.display()), true);
        window.key_press(Key::End);
        window.run_ok();
        check(&window, &format!("end of {} {look}", path.display()), true);
        let save = said(&window, "replay-save");
        click(&mut window, &save);
        check(&window, &format!("saving {look}"), true);
        window.key_press(Key::Escape);
        window.run_ok();
        replay(&mut window, &record("no-corner.blksgf"));
        check(&window, &format!("a wrong record {look}"), true);
    });
}

#[test]
fn a_replay_looks() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], [1000.0, 640.0], Language::Arabic, ThemeChoice::Light);
    replay(&mut window, &golden("domino-4-partners.mlog"));
    window.key_press(Key::End);
    window.run_ok();
    window.key_press(Key::ArrowRight);
    window.run_ok();
    window.snapshot_options("replay-ar", &pictures());
}

#[test]
fn a_wrong_record_looks() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Dark);
    replay(&mut window, &record("no-corner.blksgf"));
    window.key_press(Key::End);
    window.run_ok();
    window.snapshot_options("replay-wrong-en", &pictures());
}
