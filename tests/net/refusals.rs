//! What is refused, in one sentence.

use std::fs;

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
    let cases: [&[&str]; 6] = [
        &["host", "--game", "chess", "--seats", "2", "--bot", "greedy"],
        &["host", "--game", "arkan", "--seats", "9", "--bot", "greedy"],
        &["host", "--game", "arkan", "--seats", "2", "--bot", "clever"],
        &[
            "host",
            "--game",
            "arkan",
            "--seats",
            "2",
            "--choose-seats",
            "--place",
            "2",
            "--bot",
            "greedy",
        ],
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

/// Everything that keeps a table from being played at is said before anybody has sat down at it.
#[test]
fn a_table_that_could_never_be_played_at_is_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let host = |listen: &[&str]| {
        let mut all = args(&[
            "host",
            "--game",
            "arkan",
            "--seats",
            "2",
            "--bot",
            "greedy",
            "--no-mdns",
        ]);
        all.push("--lan-only".to_owned());
        for address in listen {
            all.extend(args(&["--listen", address]));
        }
        all
    };
    let refused = |name: &str, args: Vec<String>, word: &str| {
        let mut program = Program::new(folder.path(), name, args);
        assert_eq!(program.wait(), 1, "{name}");
        assert!(program.sentence().contains(word), "{name}: {}", program.sentence());
        assert!(!program.has("open"), "{name}");
    };
    fs::write(folder.path().join("file"), "a text").unwrap();
    refused("file", host(&[TCP]), "not a directory");
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"a text");
    fs::create_dir(folder.path().join("no-matches")).unwrap();
    fs::write(folder.path().join("no-matches/matches"), "a text").unwrap();
    refused("no-matches", host(&[TCP]), "not a directory");
    // Addresses for documents: no computer has them.
    let (first, second) = ("/ip4/192.0.2.7/tcp/4001", "/ip4/192.0.2.8/tcp/4001");
    refused("nowhere", host(&[first, second]), "another address or port");
    // One that can be had is enough.
    let program = Program::new(folder.path(), "somewhere", host(&[first, TCP]));
    until("the table", || program.has("open"));
}
