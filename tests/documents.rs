//! Every command that the documents show works as it is written there, and every label that they name is on the screen.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail the test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs every line of a document that begins with `$ ` and calls `majlis`, from the top of the checkout; where a line of JSON
/// follows, it is what the command prints.
#[test]
fn commands_in_the_documents_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Path::new(env!("CARGO_BIN_EXE_majlis"))
        .parent()
        .expect("the program's folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    for document in ["README.md", "docs/judge.md"] {
        let text = fs::read_to_string(root.join(document)).expect("a document");
        let mut commands = 0;
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ ").filter(|command| command.contains("majlis ")) else {
                continue;
            };
            let shell = Command::new("sh")
                .arg("-c")
                .arg(command)
                .env("PATH", &path)
                .current_dir(&root)
                .output();
            let output = shell.expect("a shell");
            let printed = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{document}: {command}: {output:?}");
            assert!(!printed.trim().is_empty(), "{document}: {command}");
            if let Some(shown) = lines.next_if(|next| next.starts_with('{')) {
                assert_eq!(printed.trim_end(), shown, "{document}: {command}");
            }
            commands += 1;
        }
        assert!(commands > 0, "{document} shows no command");
    }
}

/// What the texts of the window say in a language.
fn said_in_the_window(language: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts/ui").join(language);
    let files = fs::read_dir(folder).expect("the texts of a language");
    let texts = files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a text"));
    let lines = texts.collect::<Vec<_>>().join("\n");
    let said = lines.lines().filter_map(|line| line.split_once(" = "));
    said.map(|(_, words)| words.trim().to_owned()).collect()
}

/// What a document names as something on the screen: in stars, in Arabic in its quotes.
fn labels(text: &str, language: &str) -> Vec<String> {
    let one = |label: &str| label.split_whitespace().collect::<Vec<_>>().join(" ");
    if language == "ar" {
        let quoted = text.split('«').skip(1).filter_map(|rest| rest.split_once('»'));
        return quoted.map(|(label, _)| one(label)).collect();
    }
    // Two stars are no label but weight.
    let text = text.replace("**", "");
    text.split('*').skip(1).step_by(2).map(one).collect()
}

/// Whoever follows a guide finds on the screen what it names, in the very words.
#[test]
fn labels_in_the_guides_are_those_on_the_screen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (document, language) in [
        ("README.md", "en"),
        ("docs/guide/en.md", "en"),
        ("docs/guide/ar.md", "ar"),
        ("docs/guide/ro.md", "ro"),
    ] {
        let said = said_in_the_window(language);
        let labels = labels(&fs::read_to_string(root.join(document)).expect("a document"), language);
        assert!(labels.len() > 5, "{document} names next to nothing");
        for label in labels {
            assert!(said.contains(&label), "{document}: {label:?} is nowhere on the screen");
        }
    }
}
