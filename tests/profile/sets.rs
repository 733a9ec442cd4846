//! The golden sets; `README.md` beside this file says how they are written.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use majlis::folder::Folder;
use majlis::profile::Profile;
use serde_json::{Value, json};

use crate::made::{attacks, pairs, tables};
use crate::second::opinion;

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/profile")
        .join(name)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Puts certificates into a folder, under names that have nothing to do with what they say.
pub(crate) fn fill(folder: &Folder, certificates: &[Vec<u8>]) {
    fs::create_dir_all(folder.certificates()).unwrap();
    for (number, bytes) in certificates.iter().enumerate() {
        fs::write(folder.certificates().join(format!("{number:05}.cert")), bytes).unwrap();
    }
}

/// What follows from a folder, without where it is known from.
pub(crate) fn figures(profile: &Profile) -> Value {
    let people: Vec<Value> = profile
        .people()
        .map(|person| {
            let games: serde_json::Map<String, Value> = person
                .games
                .iter()
                .map(|(game, tally)| {
                    let counts = json!([tally.won, tally.drawn, tally.lost, tally.points]);
                    (game.id().to_owned(), counts)
                })
                .collect();
            json!({
                "key": hex(&person.key),
                "name": person.name,
                "points": person.points(),
                "level": person.level(),
                "badges": person.badges().map(majlis_rules::registry::GameId::id).collect::<Vec<_>>(),
                "games": games,
                "rating": person.rating.map(|rating| rating.value),
                "rated": person.rating.map_or(0, |rating| rating.matches),
            })
        })
        .collect();
    let matches: Vec<Value> = profile
        .matches()
        .iter()
        .map(|known| {
            json!([
                known.fact.match_id.to_string(),
                known.standing.name(),
                known.fact.strength.name(),
                known.sources.len(),
            ])
        })
        .collect();
    json!({ "people": people, "matches": matches, "refused": profile.refused().len() })
}

fn check(name: &str, certificates: &[Vec<u8>]) {
    let lines = certificates.iter().fold(String::new(), |mut text, bytes| {
        writeln!(text, "{}", hex(bytes)).unwrap();
        text
    });
    let (set, answer) = (path(&format!("{name}.hex")), path(&format!("{name}.json")));
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fill(&folder, certificates);
    let found = figures(&Profile::load(&folder, &|_, _| ()).unwrap());
    if std::env::var_os("MAJLIS_WRITE_SETS").is_some() {
        fs::write(&set, &lines).unwrap();
        fs::write(&answer, format!("{found:#}\n")).unwrap();
    }
    // The encoding of certificates and their signatures has not changed.
    assert_eq!(fs::read_to_string(&set).unwrap(), lines, "{name}.hex");
    let right: Value = serde_json::from_str(&fs::read_to_string(&answer).unwrap()).unwrap();
    assert_eq!(found, right, "{name}.json");
    if let Some(second) = opinion("profile.py", &[set.to_str().unwrap()]) {
        let second: Value = serde_json::from_str(&second).unwrap();
        assert_eq!(found, second, "{name}, the second computation");
    }
}

#[test]
fn common_6_matches_of_two() {
    check("pairs", &pairs());
}

#[test]
fn common_5_matches_of_three_and_four() {
    check("tables", &tables());
}

#[test]
fn certificates_that_are_wrong() {
    let all: Vec<Vec<u8>> = attacks().into_iter().flat_map(|attack| attack.certificates).collect();
    check("attacks", &all);
}
