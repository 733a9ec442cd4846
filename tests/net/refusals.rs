//! What is refused, in one sentence.

use crate::program::{Play, Program, TCP, Table, until};

fn args(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

#[test]
fn a_second_program_with_one_profile_says_so_and_how_to_use_another() {
    let folder = tempfile::tempdir().unwrap();
    let host = args(&[
        "host", "--game", "arkan", "--seats", "2", "--bot", "greedy", "--listen", TCP,
    ]);
    let first = Program::new(folder.path(), "profile", host.clone());
    until("the first one", || first.has("open"));
    let mut second = Program::new(folder.path(), "profile", host);
    assert_ne!(second.wait(), 0);
    assert!(second.sentence().contains("--data DIR"), "{}", second.sentence());
}

#[test]
fn a_table_that_is_full_or_gone_takes_nobody() {
    let mut table = Table::open(&Play {
        all: &["--think", "20"],
        ..Play::new("arkan", 2, TCP)
    });
    until("the match", || table.programs[0].has("match"));
    let folder = tempfile::tempdir().unwrap();
    let join = args(&["join", &table.invitation, "--bot", "greedy", "--listen", TCP]);
    let mut late = Program::new(folder.path(), "late", join);
    assert_eq!(late.wait(), 1);
    assert!(late.sentence().contains("ask for"), "{}", late.sentence());
    assert_eq!(table.wait(), [0, 0]);
    table.agree();
}

#[test]
fn what_cannot_be_played_or_read_is_refused_before_anything_starts() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [&[&str]; 5] = [
        &["host", "--game", "chess", "--seats", "2", "--bot", "greedy"],
        &["host", "--game", "arkan", "--seats", "9", "--bot", "greedy"],
        &["host", "--game", "arkan", "--seats", "2", "--bot", "clever"],
        &["join", "majlis:AAAA", "--bot", "greedy"],
        &["join", "majlis:", "--bot", "greedy", "--listen", "127.0.0.1:80"],
    ];
    for (number, case) in cases.into_iter().enumerate() {
        let mut program = Program::new(folder.path(), &number.to_string(), args(case));
        assert_eq!(program.wait(), 2, "{case:?}");
        assert!(program.sentence().len() > 20, "{case:?}: {}", program.sentence());
        assert!(!program.data.exists(), "{case:?}");
    }
}
