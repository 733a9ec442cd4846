//! Files as they may lie about: torn, changed, huge, of another kind, gone. Nothing waits for ever, and the list says what checking says.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use egui::{Key, Role};
use egui_kittest::kittest::Queryable as _;
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::profile::matches::Standing;
use majlis::ui::history::archive::{Archive, Found};
use majlis::ui::history::story::{self, Said};
use majlis::ui::history::verdict::{Tone, tone_of, verdict};
use majlis::ui::screens::Go;
use majlis::ui::settings::ThemeChoice;
use majlis::ui::words::{Digits, Words};

use super::logs::drop_on;
use super::replay::{at, record, replay, story as read_story};
use super::{go, golden, shows, to_logs, wait_for, with, with_logs};
use crate::made::attacks;
use crate::program::{Window, click, said, until};

const SMALL: [f32; 2] = [800.0, 600.0];

/// Everything that may lie in the folder of matches under the name of a log.
fn strew(matches: &Path) {
    let good = fs::read(golden("four-2.mlog")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(matches.join(name), bytes).unwrap();
    write("good.mlog", &good);
    write("سجلّ سلمى ١.mlog", &fs::read(golden("arkan-2.mlog")).unwrap());
    write("two\nlines\u{202e}.mlog", &fs::read(golden("domino-2.mlog")).unwrap());
    for (number, length) in [0, 1, 11, 12, 40, 400, 9000, good.len() - 1].into_iter().enumerate() {
        write(&format!("torn-{number}.mlog"), &good[..length]);
    }
    for (number, place) in [0, 11, 20, 500, 20_000, good.len() - 3].into_iter().enumerate() {
        let mut changed = good.clone();
        changed[place] ^= 1;
        write(&format!("changed-{number}.mlog"), &changed);
    }
    let mut newer = good.clone();
    newer[majlis_referee::file::MAGIC.len()] = 9;
    write("newer.mlog", &newer);
    let mut longer = good.clone();
    longer.extend_from_slice(b"and more");
    write("longer.mlog", &longer);
    write("text.mlog", b"(;GM[Blokus Duo])");
    write("nul.mlog", &[0; 5000]);
    crate::shield::write_cheated(&matches.join("cheated.mlog"), 6);
    crate::shield::write_cheated(&matches.join("cheated to the end.mlog"), usize::MAX);
    // Larger than any memory, and nearly nothing on the disk.
    File::create(matches.join("huge.mlog"))
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    fs::create_dir(matches.join("folder.mlog")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        use std::os::unix::fs::symlink;

        let strange = std::ffi::OsStr::from_bytes(b"not \xff utf-8.mlog");
        fs::write(matches.join(strange), &good[..8000]).unwrap();
        symlink(golden("jackaroo-4.mlog"), matches.join("link.mlog")).unwrap();
        symlink("nowhere", matches.join("dangling.mlog")).unwrap();
        symlink("round.mlog", matches.join("round.mlog")).unwrap();
        symlink("/dev/zero", matches.join("endless.mlog")).unwrap();
        let pipe = matches.join("pipe.mlog");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(pipe)
                .status()
                .unwrap()
                .success()
        );
        let shut = matches.join("shut.mlog");
        fs::write(&shut, &good).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o000);
        fs::set_permissions(shut, mode).unwrap();
    }
}

/// Holds every line of an archive to what checking its file says, and gives how many lines there are of each tone.
fn agrees(archive: &Archive) -> [usize; 3] {
    let words = Words::new(Language::English, Digits::Western);
    let mut count = [0; 3];
    for entry in archive.entries() {
        let known = archive.known(entry);
        let contested = known.is_some_and(|known| known.standing == Standing::Contested);
        let told = verdict(&story::check(&entry.path, &mut |_, _| ()), &words, contested);
        let tone = tone_of(entry, known);
        assert_eq!(tone, told.tone, "{}: {told:?} and {entry:?}", entry.path.display());
        assert_ne!(entry.found, Found::Unchecked, "{}", entry.path.display());
        count[match tone {
            Tone::Good => 0,
            Tone::Bad => 1,
            Tone::Plain => 2,
        }] += 1;
    }
    count
}

#[test]
fn the_list_of_logs_says_of_every_file_what_checking_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], [1000.0, 3000.0], Language::English, ThemeChoice::Light);
    let folder = Folder::at(dir.path());
    strew(&folder.matches());
    // Once when they are checked, and once when it is remembered what checking them gave.
    for _ in 0..2 {
        to_logs(&mut window);
        let [good, bad, plain] = agrees(window.state().as_ref().unwrap().history().archive());
        assert!(good >= 4 && bad >= 8 && plain >= 9, "{good} {bad} {plain}");
        assert!(shows(&window, "Cheating was found · not over yet"));
        assert!(shows(&window, "cannot be read as a log"));
        // What is in a file's name stays in its place.
        let names = window.query_all_by_role(Role::Label).filter_map(|node| node.value());
        for name in names {
            assert!(!name.contains(['\n', '\u{202e}']), "{name:?}");
        }
        window.key_press(Key::Escape);
        window.run_ok();
    }
    // A cheat that is told in a finished match: not a good one, whoever has won it.
    let archive = window.state().as_ref().unwrap().history().archive();
    let entry = archive
        .entries()
        .iter()
        .find(|entry| entry.path.ends_with("cheated to the end.mlog"));
    assert!(matches!(entry.unwrap().found, Found::Known(_)));
}

/// Certificates that contradict each other, are lacking, or forged.
#[test]
fn matches_that_certificates_alone_tell_of_are_shown_as_checking_says() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fs::create_dir_all(folder.certificates()).unwrap();
    let certificates = attacks().into_iter().flat_map(|attack| attack.certificates);
    for (number, bytes) in certificates.enumerate() {
        fs::write(folder.certificates().join(format!("{number}.cert")), bytes).unwrap();
    }
    let mut window = with_logs(dir.path(), &[], SMALL, Language::Arabic, ThemeChoice::Light);
    to_logs(&mut window);
    let archive = window.state().as_ref().unwrap().history().archive();
    let contested = archive.profile().unwrap().matches().iter();
    assert!(contested.filter(|known| known.standing == Standing::Contested).count() > 0);
    let [good, _, plain] = agrees(archive);
    assert!(good > 0 && plain > 0);
}

/// Wherever a file comes from, it is told what it is: no dialog waits for ever.
#[test]
fn whatever_is_dropped_is_answered() {
    let dir = tempfile::tempdir().unwrap();
    strew(dir.path());
    let mut window = with_logs(
        &dir.path().join("profile"),
        &[],
        SMALL,
        Language::Arabic,
        ThemeChoice::Light,
    );
    let checking = said(&window, "logs-checking");
    let mut paths: Vec<PathBuf> = fs::read_dir(dir.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    paths.retain(|path| !path.ends_with("profile"));
    paths.push(dir.path().join("was never there.mlog"));
    assert!(paths.len() > 25);
    for path in paths {
        drop_on(&mut window, path.clone());
        until(&mut window, "an answer", |window| !shows(window, &checking));
        window.run_ok();
        assert!(
            window.state().as_ref().unwrap().history().covers(),
            "{}",
            path.display()
        );
        window.key_press(Key::Escape);
        window.run_ok();
        assert!(
            !window.state().as_ref().unwrap().history().covers(),
            "{}",
            path.display()
        );
    }
}

/// Whoever drops a whole folder's files sees the first, goes on to the next, or has done with all of them.
#[test]
fn many_files_are_dismissed_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    for name in ["four-2.mlog", "README.md", "four-3.mlog", "arkan-2.mlog"] {
        drop_on(&mut window, golden(name));
    }
    let valid = said(&window, "logs-valid");
    wait_for(&mut window, &valid);
    let next = said(&window, "logs-next");
    click(&mut window, &next);
    let unknown = said(&window, "logs-unknown");
    wait_for(&mut window, &unknown);
    window.key_press(Key::Escape);
    window.run_ok();
    assert!(!window.state().as_ref().unwrap().history().covers());
}

/// What is written into the folder while it is read, or while another screen is shown, is there when the list is come back to.
#[test]
fn the_list_is_never_older_than_when_it_was_come_to() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(
        dir.path(),
        &[golden("four-4.mlog")],
        SMALL,
        Language::English,
        ThemeChoice::Light,
    );
    let matches = Folder::at(dir.path()).matches();
    for (number, name) in ["arkan-2.mlog", "four-2.mlog", "domino-2.mlog"].into_iter().enumerate() {
        // The list is left before it is read, and come back to.
        go(&mut window, &Go::Logs);
        fs::copy(golden(name), matches.join(name)).unwrap();
        go(&mut window, &Go::Home);
        go(&mut window, &Go::Logs);
        let count = with(&window, "profile-matches", &[("matches", (number as u64 + 2).into())]);
        until(&mut window, &count, |window| shows(window, &count));
        go(&mut window, &Go::Home);
    }
    // A file that vanishes while it is listed is told as that.
    to_logs(&mut window);
    fs::remove_file(matches.join("four-2.mlog")).unwrap();
    go(&mut window, &Go::Replay(matches.join("four-2.mlog")));
    let unreadable = said(&window, "logs-unreadable");
    wait_for(&mut window, &unreadable);
    window.key_press(Key::Escape);
    window.run_ok();
    to_logs(&mut window);
    let count = with(&window, "profile-matches", &[("matches", 3u64.into())]);
    assert!(shows(&window, &count), "{count}");
}

/// A record that wants to be more than a match: names and remarks of any length, thousands of them, and what steers the text.
#[test]
fn what_a_record_says_stays_in_its_place() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("loud.blksgf");
    let long = "كلمة ".repeat(100_000);
    let mut text = format!("(;GM[Blokus Duo]PB[{long}]PW[Omar\u{202e}\u{2069}\u{0}\nx]C[{long}]");
    text += &";C[once more\u{2067}\u{1b}\\]]".repeat(20_000);
    text += &"(;C[a branch]".repeat(20_000);
    text += &")".repeat(20_001);
    fs::write(&path, text).unwrap();
    let story = read_story(&path);
    assert!(story.persons.iter().all(|person| person.name.chars().count() < 120));
    assert!(story.lines.len() > 20_000);
    for line in &story.lines {
        let Said::Comment(text) = &line.said else {
            panic!("{line:?}")
        };
        assert!(text.chars().count() < 600);
        assert!(!text.contains(majlis::language::spoils_lines), "{text:?}");
    }
    let mut window = with_logs(
        &dir.path().join("profile"),
        &[],
        SMALL,
        Language::Arabic,
        ThemeChoice::Light,
    );
    replay(&mut window, &path);
    assert_eq!(at(&window), (0, 1));
    for key in [Key::End, Key::Home, Key::PageDown, Key::ArrowLeft, Key::Space, Key::F2] {
        window.key_press(key);
        window.run_ok();
    }
    assert_eq!(at(&window), (0, 1));
}

/// The screens that are open while the language is changed speak the other one at once.
#[test]
fn what_is_shown_is_told_in_the_language_of_the_moment() {
    let dir = tempfile::tempdir().unwrap();
    let mut window = with_logs(dir.path(), &[], SMALL, Language::English, ThemeChoice::Light);
    replay(&mut window, &record("no-corner.blksgf"));
    window.key_press(Key::End);
    window.run_ok();
    let position = at(&window);
    let told = |window: &Window| shows(window, "القاعدة");
    assert!(!told(&window));
    go(&mut window, &Go::Settings);
    click(&mut window, "Language: العربية");
    window.run_ok();
    go(&mut window, &Go::History);
    assert!(told(&window));
    assert_eq!(at(&window), position);
}
