//! The index can be deleted, damaged, old or in use, and nothing changes.

use std::fs;
use std::process::Command;

use majlis::folder::Folder;
use majlis::profile::Profile;
use majlis::profile::print::to_json;

use crate::made::{Drawn, LOSS, Made, WIN, attacks, key, pairs, tables};
use crate::sets::fill;

fn all() -> Vec<Vec<u8>> {
    let attacks = attacks().into_iter().flat_map(|attack| attack.certificates);
    pairs().into_iter().chain(tables()).chain(attacks).collect()
}

/// What is printed, and how many files were checked.
fn load(folder: &Folder) -> (String, usize, bool) {
    let profile = Profile::load(folder, &|_, _| ()).unwrap();
    let mended = profile.notice().is_some();
    let mut json = to_json(&profile, Some(&key(0)));
    json["notice"] = serde_json::Value::Null;
    (json.to_string(), profile.checked().0, mended)
}

#[test]
fn without_it_everything_is_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    let certificates = all();
    fill(&folder, &certificates);
    let (first, checked, mended) = load(&folder);
    assert_eq!((checked, mended), (certificates.len(), false));
    assert_eq!(load(&folder), (first.clone(), 0, false));
    fs::remove_file(folder.index()).unwrap();
    assert_eq!(load(&folder), (first, checked, false));
}

#[test]
fn what_is_new_changed_or_gone_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fill(&folder, &pairs());
    let before = load(&folder).0;
    let file = folder.certificates().join("00007.cert");
    let bytes = fs::read(&file).unwrap();
    let mut changed = bytes.clone();
    changed[300] ^= 4;
    fs::write(&file, changed).unwrap();
    let (spoiled, checked, _) = load(&folder);
    assert_ne!(spoiled, before);
    assert_eq!(checked, 1);
    fs::remove_file(&file).unwrap();
    assert_ne!(load(&folder).0, spoiled);
    fs::write(&file, bytes).unwrap();
    // It was forgotten with the file, and is checked anew.
    assert_eq!(load(&folder), (before, 1, false));
    fs::write(
        folder.certificates().join("new.cert"),
        Made::new(200, majlis_rules::registry::GameId::Four, &[0, 1], &[WIN, LOSS]).bytes(),
    )
    .unwrap();
    assert_eq!(load(&folder).1, 1);
}

#[test]
fn a_damaged_one_is_made_anew_with_one_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fill(&folder, &pairs()[..6]);
    let right = load(&folder).0;
    let whole = fs::read(folder.index()).unwrap();
    let mut drawn = Drawn(3);
    let mut mended = 0;
    for round in 0..36 {
        let mut bytes = whole.clone();
        match round % 6 {
            0 => bytes.truncate(drawn.below(bytes.len())),
            1 => bytes = vec![0xa5; drawn.below(5000)],
            2 => {
                let at = drawn.below(bytes.len());
                let end = (at + 600).min(bytes.len());
                bytes[at..end].fill(drawn.below(256) as u8);
            }
            // The beginning of the file says how to read the rest.
            3 => bytes[drawn.below(512)] ^= 1 << drawn.below(8),
            _ => {
                let at = drawn.below(bytes.len());
                bytes[at] ^= 1 << drawn.below(8);
            }
        }
        fs::write(folder.index(), bytes).unwrap();
        let (found, _, was_mended) = load(&folder);
        assert_eq!(found, right, "round {round}");
        mended += usize::from(was_mended);
        // And after that it is whole again.
        assert_eq!(load(&folder), (right.clone(), 0, false), "round {round}");
    }
    // Some of the bytes belong to nothing.
    assert!(mended >= 12, "{mended}");
}

#[test]
fn what_is_no_index_at_all_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fill(&folder, &pairs()[..4]);
    let right = load(&folder).0;
    fs::remove_file(folder.index()).unwrap();
    fs::create_dir(folder.index()).unwrap();
    assert_eq!(load(&folder), (right, 4, false));
    assert!(folder.index().is_dir());
}

#[test]
fn two_programs_at_once_say_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fill(&folder, &all());
    let run = || {
        Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args(["profile", "--json", "--data"])
            .arg(dir.path())
            .output()
            .unwrap()
            .stdout
    };
    let printed: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        running.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(printed[0].len() > 1000);
    assert!(printed.windows(2).all(|pair| pair[0] == pair[1]));
}
