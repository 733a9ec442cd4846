//! A window that is opened at a file: `majlis FILE` and `majlis replay FILE`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::history::story::check;
use majlis::ui::settings::Settings;

use super::{Real, Screen, can_be_tried};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden").join(name)
}

/// A profile of somebody who was here before.
fn known(profile: &Path) {
    let mut settings = Settings::first(Language::English);
    "Huda".clone_into(&mut settings.name);
    settings.save(&Folder::at(profile)).unwrap();
}

/// A file is checked before anything else is asked, at the first start too; and from what is said of it a click leads to the replay.
#[test]
fn a_window_opens_at_a_file_and_says_what_it_holds() {
    if !can_be_tried() {
        return;
    }
    let screen = Screen::open([1000, 700]);
    let log = golden("arkan-2.mlog");
    let mut real = Real::open_with(&screen, "first", 0, [900, 640], &[log.as_os_str()], |_| ());
    real.wait("the verdict", |thing| thing.value == "Everything in this log holds");
    screen.picture("file-checked");
    // The dialog finds its place within a few frames.
    let mut before = None;
    while before != Some(real.text()) {
        before = Some(real.text());
        std::thread::sleep(Duration::from_millis(500));
    }
    real.press("Replay");
    real.wait("the replay", |thing| thing.value.starts_with("0 of "));
    real.key("End");
    real.wait("the end", |thing| thing.value.contains("won"));
    screen.picture("file-replayed");
    // Back from it is where a first start begins.
    real.key("Escape");
    real.first_start("Huda");
    real.close();

    let dir = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(golden("four-2.mlog")).unwrap();
    bytes[20_000] ^= 1;
    let changed = dir.path().join("مباراة غُيِّرت.mlog");
    fs::write(&changed, bytes).unwrap();
    let mut real = Real::open_with(&screen, "changed", 0, [640, 480], &[changed.as_os_str()], known);
    real.wait("the verdict", |thing| thing.value == "This log is not as it was signed");
    screen.picture("file-changed");
    real.press("Close");
    real.wait("the home screen", |thing| thing.name == "Play Arkan");
    real.close();
}

#[test]
fn a_window_opens_at_a_replay() {
    if !can_be_tried() {
        return;
    }
    let screen = Screen::open([1000, 700]);
    let replay = OsStr::new("replay");
    for file in [golden("domino-2.mlog"), golden("../blksgf/plain.blksgf")] {
        let story = check(&file, &mut |_, _| ()).into_story().unwrap();
        let last = story.frames.len() - 1;
        let last = format!("{last} of {last} ");
        let at = [replay, file.as_os_str()];
        let mut real = Real::open_with(&screen, "replay", 0, [900, 640], &at, known);
        real.wait("the replay", |thing| thing.value.starts_with("0 of "));
        real.key("End");
        real.wait("the end", |thing| thing.value.starts_with(&last));
        // The keys that the guide names, in a window.
        real.key("Home");
        real.wait("the beginning", |thing| thing.value.starts_with("0 of "));
        real.key("Right");
        real.wait("the first move", |thing| thing.value.starts_with("1 of "));
        real.key("Escape");
        real.wait("the home screen", |thing| thing.name == "Play Arkan");
        real.close();
    }
    // What shows no board says why, over the home screen.
    let none = golden("README.md");
    let mut real = Real::open_with(&screen, "none", 0, [640, 480], &[replay, none.as_os_str()], known);
    real.wait("what it is", |thing| thing.value == "This is none of ours");
    real.close();
}

/// A name that was typed wrong is told before a window comes, and no display is needed to hear it.
#[test]
fn what_cannot_be_opened_is_told_without_a_window() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("missing.mlog");
    for arguments in [
        vec![OsStr::new("replay"), missing.as_os_str()],
        vec![OsStr::new("replay"), dir.path().as_os_str()],
        vec![missing.as_os_str()],
        vec![dir.path().as_os_str()],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args(&arguments)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("HOME", dir.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(!said.contains("panicked") && !said.is_empty(), "{said}");
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}
