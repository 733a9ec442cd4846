//! Whole matches among bots: their logs are valid, and their open records come out alike under the rules alone.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod simulated;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use majlis::judge::{Answer, judge_line};
use majlis::simulate::{Setup, simulate};
use majlis_bots::BotKind;
use majlis_referee::file::{LogReader, write_log};
use majlis_referee::item::Item;
use majlis_referee::local::Scrutiny;
use majlis_referee::replay::Ending;
use majlis_referee::verify::{Grade, LogError, Proofs, verify};
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use serde_json::Value;

use simulated::{KINDS, Kind};

fn setup(kind: &Kind, leaves: u8) -> Setup {
    Setup {
        game: kind.game,
        table: kind.table(),
        bots: vec![BotKind::Greedy],
        seed: 1,
        leaves,
        leave_within: 12,
        scrutiny: Scrutiny::Once,
        record: true,
    }
}

fn log_of(setup: &Setup, number: u64) -> (Vec<u8>, majlis::simulate::Simulated) {
    let mut items: Vec<Item> = Vec::new();
    let mut keep = |step: &[Item]| {
        items.extend_from_slice(step);
        Ok(())
    };
    let played = simulate(setup, number, &mut keep, &mut |_| ()).unwrap();
    let mut log = Vec::new();
    write_log(&mut log, &items).unwrap();
    (log, played)
}

/// Plays a match and holds its log and its record against it.
fn try_match(setup: &Setup, number: u64) {
    let (log, played) = log_of(setup, number);
    let end = verify(log.as_slice(), Proofs::Together, &mut ()).unwrap();
    assert_eq!(end.place(), played.end.place());
    assert_eq!(end.statement(), played.end.statement());
    assert_eq!(end.ending(), Some(Ending::Played));
    assert_eq!(end.grade(), Some(Grade::Agreed));
    assert_eq!(end.departures().len() as u64, played.end.departures().len() as u64);

    let record = serde_json::to_string(&played.record.unwrap()).unwrap();
    let Answer::Played(judged) = judge_line(1, &record) else {
        panic!("{:?} of {record}", judge_line(1, &record));
    };
    assert!(judged.over);
    assert_eq!(judged.scores, end.statement().unwrap().scores);
    let outcomes: Vec<Outcome> = (0..setup.table.seats)
        .map(|seat| {
            let seat = majlis_rules::seat::Seat::new(seat).unwrap();
            let party = end.party_of(seat).unwrap();
            end.outcomes().unwrap()[party.index()].unwrap()
        })
        .collect();
    assert_eq!(judged.outcome, Some(outcomes));
}

/// Every game with every option and seat count, played to its end.
#[test]
fn whole_matches_are_valid_and_judged_alike() {
    for (number, kind) in KINDS.iter().enumerate() {
        try_match(&setup(kind, 0), number as u64);
    }
}

/// The same with one person leaving, and with all of them leaving one after the other.
#[test]
fn matches_that_somebody_leaves_are_valid_and_judged_alike() {
    for (number, kind) in KINDS.iter().enumerate() {
        try_match(&setup(kind, kind.persons()), number as u64);
        if kind.persons() > 2 {
            try_match(&setup(kind, 1), number as u64);
        }
    }
}

#[test]
fn every_party_checks_the_proofs_of_all_others_where_asked_to() {
    for game in [GameId::Domino, GameId::Four] {
        let kind = KINDS.iter().find(|kind| kind.game == game).unwrap();
        let once = setup(kind, 2);
        let everybody = Setup {
            scrutiny: Scrutiny::Everybody,
            ..once.clone()
        };
        assert_eq!(log_of(&everybody, 7).0, log_of(&once, 7).0);
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_gives_others() {
    let kind = KINDS.iter().find(|kind| kind.game == GameId::Jackaroo).unwrap();
    let setup = setup(kind, kind.persons());
    let (log, played) = log_of(&setup, 3);
    let (again, same) = log_of(&setup, 3);
    assert_eq!(log, again);
    assert_eq!(played.record, same.record);
    assert_ne!(log, log_of(&setup, 4).0);
    assert_ne!(log, log_of(&Setup { seed: 2, ..setup }, 3).0);
}

#[test]
fn random_bots_play_too() {
    let random = Setup {
        bots: vec![BotKind::Random, BotKind::Greedy],
        table: Table::new(2),
        ..setup(&KINDS[0], 0)
    };
    try_match(&random, 0);
}

fn majlis(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_majlis"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_commands_work_together() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| majlis(arguments, folder.path());
    let simulate = "simulate --game domino --seats 4 --matches 2 --seed 5 --leaves 4 --leave-within 4 --log logs --record records \
                    --check-once --json";
    let simulated = run(&simulate.split(' ').collect::<Vec<_>>());
    assert_eq!(simulated.status.code(), Some(0), "{simulated:?}");
    let summary = lines(&simulated).remove(0);
    assert_eq!(summary["matches"], 2);
    let size = |name: &str| fs::metadata(folder.path().join(name)).unwrap().len();
    assert_eq!(summary["bytes"], size("logs/0.mlog") + size("logs/1.mlog"));

    let verified = run(&["verify", "logs", "--json", "--jobs", "2"]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    let verified = lines(&verified);
    let judged = run(&["judge", "records"]);
    assert_eq!(judged.status.code(), Some(0));
    let judged = lines(&judged);
    assert_eq!((verified.len(), judged.len()), (2, 2));
    let records = fs::read_to_string(folder.path().join("records")).unwrap();
    for ((verified, judged), (number, record)) in verified.iter().zip(&judged).zip(records.lines().enumerate()) {
        assert_eq!(verified["status"], "valid");
        assert_eq!(verified["grade"], "agreed");
        assert_eq!(verified["scores"], judged["scores"]);
        for person in verified["persons"].as_array().unwrap() {
            let seat = usize::try_from(person["seats"][0].as_u64().unwrap()).unwrap();
            assert_eq!(person["outcome"], judged["outcome"][seat]);
        }
        // What is shown are the moves of the record.
        let shown = run(&["show", &format!("logs/{number}.mlog"), "--json"]);
        assert_eq!(shown.status.code(), Some(0));
        let moves: Vec<Value> = lines(&shown)
            .iter()
            .filter_map(|line| line["moves"].as_array().cloned())
            .flatten()
            .map(|said| said["move"].clone())
            .collect();
        let record: Value = serde_json::from_str(record).unwrap();
        assert_eq!(&moves, record["moves"].as_array().unwrap());
        let text = run(&["show", &format!("logs/{number}.mlog")]);
        let text = String::from_utf8(text.stdout).unwrap();
        for said in &moves {
            assert!(
                text.contains(&format!(": {}\n", said.as_str().unwrap())),
                "{said} in {text}"
            );
        }
    }

    // A log is never written over.
    let again = run(&simulate.split(' ').collect::<Vec<_>>());
    assert_eq!(again.status.code(), Some(2));
}

/// Wherever the disk is full, what is left is a log as far as it goes, or none at all.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_steps() {
    let folder = tempfile::tempdir().unwrap();
    let mut left = 0;
    // In blocks of 512 bytes or of 1024, as the shell has it; the log of the whole match is larger.
    for blocks in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
        let name = format!("{blocks}.mlog");
        let line = "trap '' XFSZ; ulimit -f \"$1\"; exec \"$0\" simulate --game domino --seats 2 --seed 7 --log \"$2\"";
        let simulated = Command::new("sh")
            .args(["-c", line, env!("CARGO_BIN_EXE_majlis"), &blocks.to_string(), &name])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(!simulated.status.success(), "{blocks}: {simulated:?}");
        let said = String::from_utf8_lossy(&simulated.stderr);
        assert!(said.contains("cannot be written"), "{blocks}: {said}");
        let Ok(bytes) = fs::read(folder.path().join(&name)) else {
            continue;
        };
        left += 1;
        let verified = verify(bytes.as_slice(), Proofs::Together, &mut ());
        assert!(
            matches!(verified, Err(LogError::Unfinished { .. })),
            "{blocks} blocks, {} bytes: {verified:?}",
            bytes.len()
        );
    }
    assert!(left > 3, "{left} logs are left");
}

#[test]
fn verify_tells_what_is_wrong_by_its_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| majlis(arguments, folder.path());
    let simulated = run(&"simulate --game arkan --seats 2 --log good.mlog --fsync"
        .split(' ')
        .collect::<Vec<_>>());
    assert_eq!(simulated.status.code(), Some(0), "{simulated:?}");
    let good = fs::read(folder.path().join("good.mlog")).unwrap();
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    // Without its last three items, both results among them.
    let mut reader = LogReader::new(good.as_slice()).unwrap();
    let mut offsets = Vec::new();
    while reader.next().is_some() {
        offsets.push(usize::try_from(reader.offset()).unwrap());
    }
    let unfinished = &good[..offsets[offsets.len() - 4]];
    for (name, bytes, code, status) in [
        ("bad.mlog", bad.as_slice(), 1, "invalid"),
        ("torn.mlog", &good[..good.len() - 1], 1, "invalid"),
        ("unfinished.mlog", unfinished, 1, "unfinished"),
        ("half.mlog", &good[..0], 2, "unreadable"),
        ("none.mlog", b"something else".as_slice(), 2, "unreadable"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let verified = run(&["verify", name, "--json"]);
        assert_eq!(verified.status.code(), Some(code), "{name}: {verified:?}");
        let answer = lines(&verified).remove(0);
        assert_eq!(answer["status"], status, "{name}");
        assert!(!answer["error"].as_str().unwrap().is_empty());
        assert_eq!(run(&["show", name]).status.code(), Some(code), "{name}");
        // The file is as it was.
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), bytes);
    }
    assert_eq!(run(&["verify", "missing.mlog"]).status.code(), Some(2));
    let all = run(&["verify", ".", "--json"]);
    assert_eq!(all.status.code(), Some(2));
    assert_eq!(lines(&all).len(), 6);
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(majlis(&["verify", "."], empty.path()).status.code(), Some(2));
}

/// Of one match there are two logs, each valid by itself, that end differently: all parties signed both.
#[test]
fn logs_that_contradict_each_other_are_contested() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| majlis(&arguments.split(' ').collect::<Vec<_>>(), folder.path());
    for arguments in [
        "--log played.mlog",
        "--log left.mlog --leaves 1 --leave-within 1",
        "--log other.mlog --seed 2",
    ] {
        let simulated = run(&format!("simulate --game arkan --seats 2 {arguments}"));
        assert_eq!(simulated.status.code(), Some(0), "{simulated:?}");
    }
    let grades = |paths: &str| -> Vec<Value> {
        let verified = run(&format!("verify --json {paths}"));
        assert_eq!(verified.status.code(), Some(0));
        lines(&verified).iter().map(|line| line["grade"].clone()).collect()
    };
    assert_eq!(grades("played.mlog"), ["agreed"]);
    assert_eq!(grades("left.mlog"), ["agreed"]);
    assert_eq!(
        grades("played.mlog played.mlog other.mlog"),
        ["agreed", "agreed", "agreed"]
    );
    assert_eq!(
        grades("played.mlog left.mlog other.mlog"),
        ["contested", "contested", "agreed"]
    );
}
