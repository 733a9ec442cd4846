//! Logs that were written once and have to stay readable: one for each kind of match, with what `majlis verify --json` says.
//!
//! `tests/golden/README.md` tells how they were made.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use majlis::verified::{check_file, walk};
use majlis_referee::verify::Proofs;
use serde_json::Value;

fn logs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
    walk(&[folder]).unwrap()
}

#[test]
fn golden_logs_say_what_they_always_said() {
    let logs = logs();
    assert_eq!(logs.len(), 13);
    for path in logs {
        for proofs in [Proofs::Together, Proofs::OneByOne] {
            let mut found = check_file(&path, proofs, &mut |_| ()).json();
            found.as_object_mut().unwrap().remove("path");
            let right = fs::read_to_string(path.with_extension("json")).unwrap();
            let mut right: Value = serde_json::from_str(&right).unwrap();
            right.as_object_mut().unwrap().remove("path");
            assert_eq!(found, right, "{}", path.display());
        }
    }
}

#[test]
fn golden_logs_are_small() {
    let bytes: u64 = logs().iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(bytes < 1_500_000, "{bytes}");
}
