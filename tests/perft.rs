//! `majlis perft`: numbers of move sequences that must not change.
//!
//! The files in `tests/perft` are records with one more key, `perft`: the numbers for depth 1, 2, 3, … from the last position.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail the test")]

#[path = "second/mod.rs"]
mod second;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use majlis::judge::{self, Decks, Record};
use majlis_rules::face::Faces as _;
use majlis_rules::game::Game as _;
use majlis_rules::open::{OpenMatch, PackError};
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::{cards, tiles};
use serde_json::Value;

fn perft(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("perft")
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// The number on the last line.
fn count(arguments: &[&str]) -> u64 {
    let output = perft(arguments);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    let last = text.strip_suffix('\n').and_then(|text| text.lines().last());
    last.and_then(|line| line.parse().ok())
        .unwrap_or_else(|| panic!("{arguments:?}: {text:?}"))
}

/// The records with numbers: path, text, and what they say.
fn records() -> Vec<(PathBuf, String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/perft");
    let files = fs::read_dir(folder).expect("the folder of records");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    assert!(paths.len() >= 12);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a readable file");
        let value = serde_json::from_str(&text).expect("JSON");
        (path, text, value)
    };
    paths.into_iter().map(read).collect()
}

fn numbers(record: &Value) -> Vec<u64> {
    let numbers = record["perft"].as_array().expect("numbers");
    numbers
        .iter()
        .map(|number| number.as_u64().expect("a number"))
        .collect()
}

#[test]
fn arkan_from_the_start() {
    for (seats, numbers) in [
        ("2", &[1, 414, 171_396, 89_204_762][..]),
        ("4", &[1, 58, 3_364, 195_112, 11_316_496]),
    ] {
        for (depth, number) in numbers.iter().enumerate() {
            let depth = depth.to_string();
            assert_eq!(
                count(&["--game", "arkan", "--seats", seats, "--depth", &depth]),
                *number
            );
        }
    }
}

#[test]
fn from_fixed_records() {
    for (path, _, record) in records() {
        let seats = record["seats"].to_string();
        for (number, depth) in numbers(&record).into_iter().zip(1..) {
            let depth = format!("{depth}");
            let path = path.to_string_lossy();
            let game = record["game"].as_str().expect("a game");
            let arguments = ["--game", game, "--seats", &seats, "--depth", &depth, "--record", &*path];
            assert_eq!(count(&arguments), number, "{arguments:?}");
        }
    }
}

/// Every text of the notation that could be a move of `seat` with the cards it holds, and many that cannot.
fn texts(at: &OpenMatch<AnyGame>, seat: Seat) -> Vec<String> {
    match at.game().id() {
        GameId::Arkan => panic!("too many texts"),
        GameId::Domino => {
            let placed = |tile: tiles::Tile| ["open", "left", "right"].map(|end| format!("{end} {tile}"));
            let single = ["draw", "knock"].map(str::to_owned);
            tiles::Tile::all().flat_map(placed).chain(single).collect()
        }
        GameId::Four => {
            let slots: Vec<String> = (0..4)
                .flat_map(|seat| (0..9).map(move |slot| format!("{seat}.{slot}")))
                .collect();
            let words = ["keep", "take", "peek", "spy", "match", "give"];
            let mut texts: Vec<String> = ["draw", "discard", "call"].map(str::to_owned).to_vec();
            texts.extend(
                words
                    .iter()
                    .flat_map(|word| slots.iter().map(move |slot| format!("{word} {slot}"))),
            );
            for (first, one) in slots.iter().enumerate() {
                texts.extend(slots[first..].iter().map(|other| format!("swap {one} {other}")));
            }
            texts
        }
        GameId::Jackaroo => {
            let marbles: Vec<String> = (0..4)
                .flat_map(|seat| (0..4).map(move |marble| format!("{seat}.{marble}")))
                .collect();
            let hand = at
                .game()
                .visible(seat)
                .into_iter()
                .filter_map(|card| at.faces().face(card));
            let mut texts = Vec::new();
            for card in hand.filter_map(cards::Card::from_face) {
                texts.push(format!("burn {card}"));
                for one in &marbles {
                    texts.push(format!("{card} out {one}"));
                    texts.extend((-13..=13).filter(|by| *by != 0).map(|by| format!("{card} {one} {by}")));
                    texts.extend(marbles.iter().map(|other| format!("{card} {one} {other}")));
                    for other in marbles.iter().filter(|_| card.rank.number() == 7) {
                        texts.extend((1..7).map(|by| format!("{card} {one} {by} {other} {}", 7 - by)));
                    }
                }
            }
            texts
        }
    }
}

/// Counts without asking for legal moves: every text is tried, and counts where the game takes it.
fn count_by_trying(at: &OpenMatch<AnyGame>, packs: &Decks<'_>, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (mut at, mut packs, mut events) = (at.clone(), packs.clone(), Vec::new());
    let seat = match at.advance(&mut packs, &mut events) {
        Ok(Some(seat)) => seat,
        Ok(None) | Err(PackError::Missing { .. } | PackError::NotAPermutation { .. }) => return 0,
        Err(PackError::Refused(fault)) => panic!("{fault}"),
    };
    let mut total = 0;
    for text in texts(&at, seat) {
        let mv = at
            .game()
            .parse_move(&text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut next = at.clone();
        match next.play(seat, &mv, &mut events) {
            Ok(()) => total += count_by_trying(&next, &packs, depth - 1),
            Err(_) => assert_eq!(next, at, "{text} is refused and changes nothing"),
        }
    }
    total
}

#[test]
fn the_same_numbers_come_from_trying_every_text_of_the_notation() {
    for (path, text, value) in records() {
        let record = Record::parse(&text).expect("a record");
        let (at, packs) = judge::replay(&record, |_, _| {}, |_| {}).expect("a playable record");
        // As deep as some hundred positions go.
        let numbers = numbers(&value);
        let depth = numbers.iter().take_while(|number| **number < 400).count();
        for (number, depth) in numbers.into_iter().zip(1..=depth) {
            assert_eq!(
                count_by_trying(&at, &packs, depth),
                number,
                "{} {depth}",
                path.display()
            );
        }
    }
}

#[test]
fn the_same_numbers_come_from_the_second_implementation() {
    let records = records();
    let files = records.iter().map(|(path, _, _)| path.to_string_lossy().into_owned());
    let files: Vec<String> = files.collect();
    for depth in 1..=3 {
        let arguments = [vec![format!("{depth}")], files.clone()].concat();
        let Some(text) = second::opinion("perft.py", &arguments) else {
            return;
        };
        let counted: Vec<u64> = text.lines().map(|line| line.parse().expect("a number")).collect();
        let golden: Vec<u64> = records
            .iter()
            .map(|(_, _, record)| numbers(record)[depth - 1])
            .collect();
        assert_eq!(counted, golden, "depth {depth}");
    }
}

#[test]
fn what_cannot_be_counted_is_said_in_a_sentence() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/perft/domino-partners.json");
    let record = &*record.to_string_lossy();
    let folder = env!("CARGO_TARGET_TMPDIR");
    let base = |game, seats| vec!["--game", game, "--seats", seats, "--depth", "2"];
    let with = |game, seats, more: &[&'static str]| [base(game, seats), more.to_vec()].concat();
    let from = |game, seats, file| [base(game, seats), vec!["--record", file]].concat();
    assert_eq!(count(&from("domino", "4", record)), 14);
    assert_eq!(
        count(&[from("domino", "4", record), vec!["--option", "partners=true"]].concat()),
        14
    );
    for (arguments, word) in [
        (base("chess", "2"), "chess"),
        (base("arkan", "5"), "seats"),
        (base("four", "2"), "--record"),
        (from("domino", "2", record), "another table"),
        (from("four", "4", record), "another table"),
        (
            [from("domino", "4", record), vec!["--option", "partners=false"]].concat(),
            "another table",
        ),
        (with("domino", "4", &["--option", "partners"]), "KEY=VALUE"),
        (with("domino", "4", &["--option", "partners=yes"]), "KEY=VALUE"),
        (with("domino", "4", &["--option", "start=1"]), "partners"),
        (with("arkan", "2", &["--option", "marbles=3"]), "arkan"),
        (with("jackaroo", "4", &["--option", "marbles=5"]), "marbles"),
        (from("domino", "4", "no such file"), "no such file"),
        (from("domino", "4", folder), folder),
        (
            from("domino", "4", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
            "not a record",
        ),
    ] {
        let output = perft(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        let sentence = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(
            sentence.lines().count() == 1 && sentence.contains(word),
            "{arguments:?}: {sentence}"
        );
    }
}
