//! Records with right answers, judged through the library and through the program: committed ones, and random ones that a second
//! implementation of the rules in Python answers.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail the test")]

#[path = "second/mod.rs"]
mod second;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use majlis::judge::judge_line;
use serde_json::Value;

/// A record and the answer to it.
struct Case {
    /// File and line.
    place: String,
    record: String,
    answer: Value,
    /// The rules that an illegal move may be said to break; none: any.
    rules: Vec<String>,
}

impl Case {
    /// Reads a pair.
    fn parse(place: String, line: &str) -> Self {
        let pair: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        let rules = pair["rules"].as_array().into_iter().flatten();
        Self {
            record: pair["record"].to_string(),
            answer: pair["answer"].clone(),
            rules: rules.filter_map(Value::as_str).map(str::to_owned).collect(),
            place,
        }
    }

    /// Why `answer` is not right, if it is not.
    fn fault(&self, answer: &Value) -> Option<String> {
        let ply = &self.answer["ply"];
        let right = if self.answer["ok"] == true {
            answer == &self.answer
        } else if ply.is_null() {
            answer["ok"] == false && answer["error"].is_string() && keys(answer) == ["error", "ok"]
        } else {
            let rule = answer["rule"].as_str().unwrap_or_default();
            let named = self.rules.is_empty()
                || self.rules.iter().any(|allowed| allowed == rule)
                || ["common.11", "common.12"].contains(&rule);
            answer["ok"] == false
                && &answer["ply"] == ply
                && named
                && answer["error"].is_string()
                && keys(answer) == ["error", "ok", "ply", "rule"]
        };
        (!right).then(|| {
            format!(
                "{}\n  answered {answer}\n  right is {} (rules {:?})",
                self.place, self.answer, self.rules
            )
        })
    }
}

fn keys(answer: &Value) -> Vec<&str> {
    let object = answer.as_object().expect("an answer is an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// The pairs of every file in `folder`; none where there is no such folder.
fn cases_in(folder: &Path) -> Vec<Case> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        let lines = text.lines().zip(1..);
        cases.extend(lines.map(|(line, number)| Case::parse(format!("{}:{number}", file.display()), line)));
    }
    cases
}

/// The pairs that are committed here, and those of a folder `shared/cases` beside the checkout.
fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut cases = cases_in(&root.join("tests/cases"));
    assert!(cases.len() >= 48, "{} pairs", cases.len());
    cases.extend(cases_in(&root.join("../shared/cases")));
    cases
}

fn assert_right<'a>(answers: impl Iterator<Item = (&'a Case, Value)>) {
    let faults: Vec<String> = answers.filter_map(|(case, answer)| case.fault(&answer)).collect();
    assert!(faults.is_empty(), "{} wrong:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_pair_is_answered_as_given_by_the_library() {
    let cases = cases();
    assert_right(cases.iter().map(|case| {
        let answer = serde_json::to_value(judge_line(1, &case.record));
        (case, answer.expect("an answer is JSON"))
    }));
}

#[test]
fn every_pair_is_answered_as_given_by_the_program() {
    let cases = cases();
    let mut judge = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("judge")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = judge.stdin.take().expect("an input");
    let records: String = cases.iter().map(|case| format!("{}\n", case.record)).collect();
    let writer = std::thread::spawn(move || input.write_all(records.as_bytes()));
    let output = judge.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends").expect("everything is read");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(answers.lines().count(), cases.len());
    let answers = answers.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    assert_right(cases.iter().zip(answers));
    let malformed = cases
        .iter()
        .any(|case| case.answer["ok"] == false && case.answer["ply"].is_null());
    assert_eq!(output.status.code(), Some(if malformed { 2 } else { 1 }));
}

/// Random matches of a game, answered by the second implementation; none where it cannot run.
fn second_opinion(game: &str, matches: usize, seed: u32) -> Vec<Case> {
    let numbers = [matches.to_string(), seed.to_string()];
    let Some(text) = second::opinion("play.py", &[game, &numbers[0], &numbers[1]]) else {
        return Vec::new();
    };
    let parse = |(line, number)| Case::parse(format!("{game}, seed {seed}, match {number}"), line);
    let cases: Vec<Case> = text.lines().zip(0..).map(parse).collect();
    assert_eq!(cases.len(), matches);
    cases
}

#[test]
fn a_second_implementation_agrees() {
    for (game, matches) in [("arkan", 6), ("domino", 150), ("four", 150), ("jackaroo", 80)] {
        let cases = second_opinion(game, matches, 1);
        assert_right(cases.iter().map(|case| {
            let answer = serde_json::to_value(judge_line(1, &case.record));
            (case, answer.expect("an answer is JSON"))
        }));
    }
}
