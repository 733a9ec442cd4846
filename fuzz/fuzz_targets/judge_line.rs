//! Any bytes as the input of `majlis judge`: an answer for every line, the same every time, and nothing worse.
#![no_main]

use libfuzzer_sys::fuzz_target;
use majlis::judge::{self, Answer, Verdict};

fuzz_target!(|bytes: &[u8]| {
    let mut answers = Vec::new();
    let verdict = judge::run(bytes, &mut answers).expect("nothing to fail at");
    let mut again = Vec::new();
    assert_eq!(judge::run(bytes, &mut again).expect("nothing to fail at"), verdict);
    assert_eq!(answers, again);

    let text = String::from_utf8(answers).expect("answers are UTF-8");
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
    assert_eq!(text.lines().count(), lines, "a line for each");
    let mut worst = Verdict::AllLegal;
    for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let answer = judge::judge_bytes(number, line);
        worst = worst.max(answer.verdict());
        match answer {
            Answer::Played(played) => assert_eq!(played.over, played.outcome.is_some()),
            Answer::Illegal { error, rule, .. } => assert!(error.contains(rule) && !error.contains('\n')),
            Answer::Malformed { error } => assert!(error.len() < 1000 && !error.contains('\n'), "{error}"),
        }
    }
    assert_eq!(worst, verdict);
});
