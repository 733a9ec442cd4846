//! `majlis profile`, as somebody runs it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use majlis::folder::Folder;
use serde_json::Value;

use crate::made::{pairs, person};
use crate::sets::fill;

fn run(data: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("profile")
        .args(arguments)
        .arg("--data")
        .arg(data)
        .env_remove("LC_ALL")
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn write_identity(folder: &Folder) {
    let identity = person(0);
    folder.write(&folder.identity_file(), &identity.to_file()).unwrap();
}

#[test]
fn an_empty_folder_is_said_and_not_made() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("nothing");
    let output = run(&data, &["--lang", "en"]);
    assert!(output.status.success());
    assert!(text(&output).starts_with("There is no identity"), "{}", text(&output));
    assert!(!data.exists());
}

#[test]
fn machines_read_the_same_in_every_language() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    write_identity(&folder);
    fill(&folder, &pairs());
    let printed: Vec<String> = ["ar", "en", "ro"]
        .map(|lang| text(&run(dir.path(), &["--json", "--lang", lang])))
        .to_vec();
    assert!(printed.windows(2).all(|pair| pair[0] == pair[1]));
    let value: Value = serde_json::from_str(&printed[0]).unwrap();
    assert_eq!(value["person"]["name"], "Salma");
    assert_eq!(value["matches"].as_array().unwrap().len(), 60);
    let ratings: Vec<i64> = value["ladder"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["rating"].as_i64().unwrap())
        .collect();
    assert!(
        ratings.len() == 6 && ratings.is_sorted_by(|one, two| one >= two),
        "{ratings:?}"
    );
    // The points of each match add up to the points.
    let mine = value["person"]["key"].as_str().unwrap();
    let persons = value["matches"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|known| known["persons"].as_array().unwrap());
    let sum: u64 = persons
        .filter(|person| person["key"] == mine)
        .filter_map(|person| person["points"].as_u64())
        .sum();
    assert_eq!(value["person"]["points"].as_u64(), Some(sum));
}

#[test]
fn people_read_it_in_three_languages() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    write_identity(&folder);
    fill(&folder, &pairs());
    fs::write(folder.certificates().join("bad.cert"), "no certificate").unwrap();
    for (lang, words) in [
        (
            "en",
            [
                "Salma [",
                "Level ",
                "Rating 1",
                "Badges: ",
                "Dominoes: ",
                "Ladder of the people",
                "Files that do not count",
            ],
        ),
        (
            "ar",
            [
                "Salma [",
                "المستوى ",
                "التصنيف 1",
                "الأوسمة: ",
                "دومينو: ",
                "سلّم من",
                "ملفات لا تُحسب",
            ],
        ),
        (
            "ro",
            [
                "Salma [",
                "Nivelul ",
                "Clasament 1",
                "Insigne: ",
                "Domino: ",
                "Clasamentul celor",
                "Fișiere care nu",
            ],
        ),
    ] {
        let said = text(&run(dir.path(), &["--matches", "--lang", lang]));
        for word in words {
            assert!(said.contains(word), "{lang}: {word} in\n{said}");
        }
        // No name of a text, and no value that is missing.
        assert!(!said.contains("profile-") && !said.contains("{$"), "{said}");
        assert!(said.lines().count() > 30, "{said}");
    }
}

#[test]
fn somebody_elses_profile_is_computed_here() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    write_identity(&folder);
    fill(&folder, &pairs());
    let key = majlis::profile::print::hex(&crate::made::key(1));
    let said = text(&run(dir.path(), &["--lang", "en", "--of", &key[..10]]));
    assert!(said.starts_with("Yusuf ["), "{said}");
    for (wanted, words) in [
        ("", "nobody"),
        (&key[..7], "nobody"),
        ("00000000", "nobody"),
        ("x", "nobody"),
    ] {
        let output = run(dir.path(), &["--of", wanted]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && errors.contains(words), "{errors}");
    }
}
