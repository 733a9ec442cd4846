//! Every command that the documents show works as it is written there.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests fail the test")]

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
