//! `.blksgf`: hand-made files with their answers, what is written is read back, and nothing makes the reader stumble.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use majlis::blksgf::{Act, MAX_ACTS, MAX_BYTES, Record, Wrong, read, read_as_far, write};
use majlis::export::Moves;
use majlis_rules::arkan::{Arkan, Setup};
use majlis_rules::game::{Due, Game as _, Variant as _};
use majlis_rules::seat::SeatSet;
use majlis_rules::table::Table;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/blksgf")
}

/// What a file says, in the form of the answers.
fn found(bytes: &[u8], wanted: &Value) -> Value {
    let read = match read(bytes) {
        Ok(read) => read,
        Err(error) => {
            let sentence = error.to_string();
            let words = wanted["error"].as_str().unwrap_or("?");
            // The words that are asked for, or the whole sentence.
            let said = if sentence.contains(words) { words } else { &sentence };
            return json!({"error": said, "node": error.node, "line": error.line});
        }
    };
    let mut moves = Vec::new();
    let mut placed = Value::Null;
    for act in &read.record.acts {
        match act {
            Act::Place { seat, placement } => moves.push(json!([seat.number(), placement.to_string()])),
            Act::Leave { seat } => moves.push(json!([seat.number(), format!("leave {seat}")])),
            Act::Position(setup) => {
                let texts = |placed: &Vec<_>| placed.iter().map(ToString::to_string).collect::<Vec<_>>();
                placed = setup.placed.iter().map(texts).collect();
            }
        }
    }
    let mut answer = json!({
        "seats": read.record.seats,
        "moves": moves,
        "scores": read.states.last().unwrap().scores(),
    });
    for (key, value) in [
        ("placed", placed),
        ("names", json!(read.record.names)),
        ("comments", json!(read.comments)),
    ] {
        if wanted.get(key).is_some() {
            answer[key] = value;
        }
    }
    answer
}

#[test]
fn each_file_has_its_answer() {
    let answers: Value = serde_json::from_str(&fs::read_to_string(folder().join("answers.json")).unwrap()).unwrap();
    let answers = answers.as_object().unwrap();
    let mut files = 0;
    let mut wrong = Vec::new();
    for file in fs::read_dir(folder()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "blksgf") {
            files += 1;
            let name = path.file_stem().unwrap().to_str().unwrap();
            let wanted = answers.get(name).unwrap_or_else(|| panic!("{name} has no answer"));
            let bytes = fs::read(&path).unwrap();
            let found = found(&bytes, wanted);
            if found != *wanted {
                wrong.push(format!("{name}: {found} and not {wanted}"));
            }
            if let Ok(first) = read(&bytes) {
                let again = read(write(&first.record).as_bytes()).unwrap();
                assert_eq!(again.record, first.record, "{name}");
                assert_eq!(again.states, first.states, "{name}");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(files, answers.len());
}

/// A small generator, so that the tests are the same for ever.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// A match at random, with leaves, and with positions set up on the way.
fn random(seats: u8, drawn: &mut Drawn) -> Record {
    let mut state = Arkan::new(&Table::new(seats)).unwrap();
    let mut acts = Vec::new();
    let names = ["Salma", "a]b\\c", "نور (;", ""];
    while let Due::Turn(seat) = state.due() {
        let placements = state.placements(seat);
        let placement = placements[drawn.below(placements.len())];
        let act = match drawn.below(40) {
            0 => Act::Leave { seat },
            1 => {
                // Somebody's last piece is taken off the board: everything else could have been placed without it.
                let mut placed: Vec<Vec<_>> = majlis_rules::seat::Seat::all(seats)
                    .map(|seat| state.placed(seat).to_vec())
                    .collect();
                if placed[seat.index()].pop().is_none() {
                    continue;
                }
                Act::Position(Setup {
                    placed,
                    left: SeatSet::EMPTY,
                    turn: seat,
                })
            }
            _ => Act::Place { seat, placement },
        };
        acts.push(act);
        let record = Record {
            seats,
            names: Vec::new(),
            match_id: None,
            acts: acts.clone(),
        };
        state = record.states().unwrap().pop().unwrap();
        if acts.len() > 60 {
            break;
        }
    }
    Record {
        seats,
        names: names[..usize::from(seats)]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        match_id: (drawn.below(2) == 0).then(|| "0f".repeat(32)),
        acts,
    }
}

#[test]
fn what_is_written_is_read_back() {
    let mut drawn = Drawn(1);
    for round in 0..24 {
        let record = random(2 + (round % 3) as u8, &mut drawn);
        let text = write(&record);
        assert!(text.is_ascii() || record.names.iter().any(|name| text.contains(&name[..2])));
        let again = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(again.record, record, "{text}");
        assert_eq!(again.states, record.states().unwrap());
        assert_eq!(write(&again.record), text);
    }
}

#[test]
fn logs_are_exported_and_read_back() {
    for name in ["arkan-2", "arkan-3", "arkan-4"] {
        let log = fs::read(folder().join(format!("../golden/{name}.mlog"))).unwrap();
        let (moves, checked) = Moves::of_log(log.as_slice());
        checked.unwrap();
        let moves = moves.unwrap();
        let record = moves.record().unwrap();
        let again = read(write(&record).as_bytes()).unwrap();
        assert_eq!(again.record, record, "{name}");
        assert_eq!(again.states.last().unwrap().scores(), moves.scores, "{name}");
    }
}

#[test]
fn nothing_makes_the_reader_stumble() {
    let mut drawn = Drawn(9);
    let mut files: Vec<Vec<u8>> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "blksgf"))
        .map(|path| fs::read(path).unwrap())
        .collect();
    files.sort();
    let mut read_well = 0;
    for round in 0..6000 {
        let mut bytes = files[drawn.below(files.len())].clone();
        for _ in 0..=drawn.below(2) {
            let at = drawn.below(bytes.len() + 1);
            let signs = b"()[];\\,BWAELPM1234ge90 \n\r\xff";
            match drawn.below(5) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, signs[drawn.below(signs.len())]),
                2 if at < bytes.len() => bytes[at] = signs[drawn.below(signs.len())],
                3 if at < bytes.len() => {
                    bytes.remove(at);
                }
                _ => {
                    // A piece of another file.
                    let other = &files[drawn.below(files.len())];
                    let from = drawn.below(other.len() + 1);
                    let to = (from + drawn.below(60)).min(other.len());
                    bytes.splice(at..at, other[from..to].iter().copied());
                }
            }
        }
        match read(&bytes) {
            Ok(read) => {
                read_well += 1;
                // Whatever it was, it is a match by the rules.
                assert_eq!(read.record.states().unwrap(), read.states, "round {round}");
                assert_eq!(read.nodes.len(), read.record.acts.len());
            }
            Err(error) => {
                let sentence = error.to_string();
                assert!(sentence.contains("line ") && !sentence.contains('\n'), "{sentence}");
            }
        }
    }
    assert!(read_well > 200, "{read_well}");
}

#[test]
fn deep_and_huge_files_cost_nothing() {
    let deep = [b"(;GM[Blokus Duo]".to_vec(), vec![b'('; 1 << 20]].concat();
    assert!(read(&deep).is_err());
    let many = [b"(;GM[Blokus Duo]".to_vec(), b";C[x]".repeat(200_000), b")".to_vec()].concat();
    assert_eq!(read(&many).unwrap().record.acts.len(), 0);
    let huge = vec![b'('; MAX_BYTES + 1];
    assert_eq!(read(&huge).unwrap_err().wrong, Wrong::TooLarge);
    let set_up = [
        b"(;GM[Blokus Duo]".to_vec(),
        b";AB[e10];AE[e10]".repeat(200_000),
        b")".to_vec(),
    ]
    .concat();
    let (read, error) = read_as_far(&set_up);
    assert_eq!(read.unwrap().states.len(), MAX_ACTS + 1);
    assert_eq!(error.unwrap().wrong, Wrong::TooLong);
}

/// Whatever a file holds, what is said about it is a line that can be read.
#[test]
fn no_error_is_longer_than_a_sentence() {
    let long = "x\u{202e}\n\0".repeat(100_000);
    for text in [
        format!("(;GM[{long}])"),
        format!("(;GM[Blokus Duo];B[{long}])"),
        format!("(;GM[Blokus Duo];B[{}])", "a1,".repeat(300_000)),
        format!("(;GM[Blokus Duo];AB[{long}])"),
        format!("(;GM[Blokus Duo]PL[{long}])"),
        format!("(;GM[Blokus Duo];LEAVE[{long}])"),
        format!("(;GM[Blokus Duo];{}", "W".repeat(1_000_000)),
        format!("(;GM[Blokus Duo]PB[{long}]PW[{long}]1[a1])"),
    ] {
        let (read, error) = read_as_far(text.as_bytes());
        let said = error.unwrap().to_string();
        assert!(
            said.chars().count() < 300 && !said.contains(['\n', '\u{202e}', '\0']),
            "{said}"
        );
        for name in read.into_iter().flat_map(|read| read.record.names) {
            assert!(
                name.chars().count() < 120 && !name.contains(['\n', '\u{202e}', '\0']),
                "{name}"
            );
        }
    }
}

/// Where a disk is full, here where no file may grow further, nothing is left that looks like a match, and the next try is not refused.
#[cfg(unix)]
#[test]
fn an_export_that_finds_no_room_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let log = folder().join("../golden/arkan-4.mlog");
    for format in ["png", "svg", "json", "blksgf"] {
        let file = dir.path().join(format!("match.{format}"));
        let export = |limit: &str| {
            let output = Command::new("sh")
                .args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\"", limit])
                .arg(env!("CARGO_BIN_EXE_majlis"))
                .args(["export", "--format", format, "--out"])
                .args([&file, &log])
                .output()
                .unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (status, said) = export("1");
        assert_eq!(status, Some(2), "{format}: {said}");
        assert!(said.contains("cannot be written") && !file.exists(), "{format}: {said}");
        let (status, said) = export("unlimited");
        assert_eq!(status, Some(0), "{format}: {said}");
    }
}

#[test]
fn the_command_writes_what_it_reads() {
    let dir = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .arg("export")
            .args(arguments)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            errors,
        )
    };
    let log = folder().join("../golden/arkan-4.mlog");
    let log = log.to_str().unwrap();
    let file = dir.path().join("match.blksgf");
    let file = file.to_str().unwrap();
    assert_eq!(run(&[log, "--format", "blksgf", "--out", file]).0, 0);
    // The moves are the same by either way, and the judge could read them.
    let (status, moves, _) = run(&[log]);
    assert_eq!(status, 0);
    assert!(moves.lines().count() > 10 && moves.contains("leave "), "{moves}");
    assert_eq!(run(&[file]), (0, moves, String::new()));
    let seats = |text: &str| serde_json::from_str::<Value>(text).unwrap()["scores"].clone();
    assert_eq!(
        seats(&run(&[file, "--format", "json"]).1),
        seats(&run(&[log, "--format", "json"]).1)
    );

    for (arguments, status, words) in [
        (vec![log, "--out", file], 2, "exists already"),
        (vec!["/no/such/file"], 2, "cannot be read"),
        (
            vec![folder().join("answers.json").to_str().unwrap().to_owned().leak()],
            1,
            "line ",
        ),
        (
            vec![folder().join("empty.blksgf").to_str().unwrap().to_owned().leak()],
            2,
            "neither a log nor",
        ),
        (
            vec![folder().join("at-an-edge.blksgf").to_str().unwrap().to_owned().leak()],
            1,
            "node 3, line 4",
        ),
        (
            vec![
                folder()
                    .join("../golden/domino-2.mlog")
                    .to_str()
                    .unwrap()
                    .to_owned()
                    .leak(),
                "--format",
                "blksgf",
            ],
            2,
            "for Arkan alone",
        ),
    ] {
        let (code, _, errors) = run(&arguments);
        assert_eq!(code, status, "{arguments:?}: {errors}");
        assert!(
            errors.contains(words) && errors.lines().count() == 1,
            "{arguments:?}: {errors}"
        );
    }
}
