//! `majlis identity`: backups that are restored, and everything that is refused in one sentence.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use majlis::folder::Folder;
use majlis::identity::{back_up, is_sealed, restore, seal, whose};
use majlis_crypto::identity::{KdfCost, Passphrase};

use crate::made::person;

fn words(text: &str) -> Passphrase {
    Passphrase::new(text).unwrap()
}

fn folder_of(path: &Path, number: usize) -> Folder {
    let folder = Folder::at(path);
    folder
        .write(&folder.identity_file(), &person(number).to_file())
        .unwrap();
    folder
}

#[test]
fn a_backup_is_sealed_and_gives_the_same_person_back() {
    let dir = tempfile::tempdir().unwrap();
    let (mut rng, cost) = (rand::rng(), KdfCost::LEAST);
    let mine = folder_of(&dir.path().join("mine"), 0);
    let backup = dir.path().join("backup");
    back_up(&mine, None, &backup, &words("rain"), cost, &mut rng).unwrap();
    let secret = person(0);
    let bytes = fs::read(&backup).unwrap();
    assert!(!bytes.windows(32).any(|window| window == secret.expose_secret()));

    let new = Folder::at(dir.path().join("new"));
    assert!(restore(&new, &backup, None, None, &mut rng).is_err());
    assert!(restore(&new, &backup, Some(&words("snow")), None, &mut rng).is_err());
    assert!(whose(&new).is_err());
    restore(&new, &backup, Some(&words("rain")), None, &mut rng).unwrap();
    assert_eq!(whose(&new).unwrap(), secret.key());
    assert!(!is_sealed(&new).unwrap());
    // Once more, and sealed this time; its owner is known without the passphrase.
    let rain = words("rain");
    restore(&new, &backup, Some(&rain), Some((&rain, cost)), &mut rng).unwrap();
    assert!(is_sealed(&new).unwrap());
    assert_eq!(whose(&new).unwrap(), secret.key());
    // Changing it needs the one before.
    let wind = words("wind");
    assert!(seal(&new, None, Some((&wind, cost)), &mut rng).is_err());
    seal(&new, Some(&rain), Some((&wind, cost)), &mut rng).unwrap();
    assert!(back_up(&new, Some(&rain), &dir.path().join("other"), &rain, cost, &mut rng).is_err());
    assert_eq!(new.identity(Some(&wind), &mut rng).unwrap().key(), secret.key());
}

#[test]
fn another_identity_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let (mut rng, cost) = (rand::rng(), KdfCost::LEAST);
    let mine = folder_of(&dir.path().join("mine"), 0);
    let other = folder_of(&dir.path().join("other"), 1);
    let backup = dir.path().join("backup");
    let rain = words("rain");
    back_up(&mine, None, &backup, &rain, cost, &mut rng).unwrap();
    let before = fs::read(other.identity_file()).unwrap();
    let error = restore(&other, &backup, Some(&rain), None, &mut rng)
        .unwrap_err()
        .to_string();
    assert!(error.contains("another identity"), "{error}");
    // Nor is a file that is there already.
    assert!(back_up(&mine, None, &other.identity_file(), &rain, cost, &mut rng).is_err());
    // Nor a damaged one, which may still be mended by its owner.
    let damaged = Folder::at(dir.path().join("damaged"));
    damaged.write(&damaged.identity_file(), b"?").unwrap();
    assert!(restore(&damaged, &backup, Some(&rain), None, &mut rng).is_err());
    assert_eq!(fs::read(other.identity_file()).unwrap(), before);
    // Nor while a program plays with the profile.
    let new = Folder::at(dir.path().join("new"));
    let lock = new.lock().unwrap();
    let error = restore(&new, &backup, Some(&rain), None, &mut rng)
        .unwrap_err()
        .to_string();
    assert!(error.contains("another Majlis"), "{error}");
    drop(lock);
    assert!(restore(&new, &backup, Some(&rain), None, &mut rng).is_ok());
}

#[test]
fn the_command_backs_up_and_restores() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    folder_of(&dir.path().join("mine"), 0);
    fs::write(at("words"), "rain and wind\nanother line").unwrap();
    fs::write(at("wrong"), "snow\n").unwrap();
    fs::write(at("none"), "\n").unwrap();
    fs::write(at("no-text"), b"\xff\xfe\n").unwrap();
    fs::write(at("long"), "x".repeat(5000)).unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .arg("identity")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (
            output.status.code().unwrap(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (mine, new, backup, file) = (at("mine"), at("new"), at("backup"), at("words"));
    let (status, printed, _) = run(&["backup", &backup, "--passphrase-file", &file, "--data", &mine]);
    assert_eq!(status, 0);
    let digits = printed.trim().to_owned();
    assert_eq!(digits.len(), 19, "{digits}");
    let given = run(&[
        "restore",
        &backup,
        "--passphrase-file",
        &file,
        "--sealed",
        "--data",
        &new,
    ]);
    assert_eq!(given, (0, printed, String::new()));
    for (lang, lines) in [("ar", 4), ("en", 4), ("ro", 4)] {
        let (_, shown, _) = run(&["show", "--lang", lang, "--data", &new]);
        assert!(shown.lines().count() == lines && shown.contains(&digits), "{shown}");
    }
    let (_, shown, _) = run(&["show", "--json", "--data", &new]);
    let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(value["fingerprint"], digits.as_str());
    assert_eq!(value["pictures"].as_array().unwrap().len(), 9);

    let empty = at("empty");
    let wrong = at("wrong");
    for (arguments, status, words) in [
        (vec!["show", "--data", &empty], 1, "there is no identity"),
        (
            vec!["backup", &backup, "--passphrase-file", &file, "--data", &mine],
            1,
            "the file exists",
        ),
        (vec!["backup", &backup, "--data", &mine], 2, "asked for at a terminal"),
        (
            vec!["backup", &backup, "--passphrase-file", &at("none"), "--data", &mine],
            2,
            "the passphrase is empty",
        ),
        (
            vec![
                "restore",
                &backup,
                "--passphrase-file",
                &at("no-text"),
                "--data",
                &empty,
            ],
            2,
            "is not UTF-8",
        ),
        (
            vec!["restore", &backup, "--passphrase-file", &at("long"), "--data", &empty],
            2,
            "is larger than",
        ),
        // It has no length, and no end either.
        #[cfg(unix)]
        (
            vec!["restore", &backup, "--passphrase-file", "/dev/zero", "--data", &empty],
            2,
            "is larger than",
        ),
        (
            vec!["restore", &backup, "--passphrase-file", &wrong, "--data", &empty],
            1,
            "the passphrase is wrong",
        ),
        (
            vec!["restore", &file, "--passphrase-file", &file, "--data", &empty],
            1,
            "restore a backup",
        ),
        (
            vec!["restore", &at("nothing"), "--passphrase-file", &file, "--data", &empty],
            1,
            "no such file",
        ),
        (
            vec!["backup", &at("b2"), "--passphrase-file", &file, "--data", &new],
            2,
            "asked for at a terminal",
        ),
    ] {
        let (code, printed, errors) = run(&arguments);
        assert_eq!((code, printed.as_str()), (status, ""), "{arguments:?}: {errors}");
        assert!(
            errors.contains(words) && errors.lines().count() == 1,
            "{arguments:?}: {errors}"
        );
    }
    assert!(!Path::new(&empty).join("identity").exists());
}
