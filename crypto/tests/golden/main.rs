//! Golden vectors: what this crate computes today is what it computed when they were written.
//!
//! Each file in `tests/vectors` is rebuilt here from its inputs and compared. With `MAJLIS_WRITE_VECTORS=1` the files
//! are written instead; a change of an existing vector breaks every old log, so it belongs into a new version of the
//! protocol. The same files are checked without any of this crate's code by `tests/vectors/check.py`.

// A test panics to fail, and says what it skips.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod cbor;
mod chain;
mod fingerprint;
mod group;
mod lot;
mod merlin;
mod proofs;
mod shuffle;
mod signatures;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &Value) -> Vec<u8> {
    let digits = text.as_str().unwrap().as_bytes();
    let pairs = digits.chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// Compares the vectors of one file with those built now.
fn compare(name: &str, built: &Value) {
    let path = vectors().join(name);
    if std::env::var_os("MAJLIS_WRITE_VECTORS").is_some() {
        let text = serde_json::to_string_pretty(built).unwrap() + "\n";
        fs::write(path, text).unwrap();
        return;
    }
    let text = fs::read_to_string(&path).unwrap();
    let stored: Value = serde_json::from_str(&text).unwrap();
    assert!(
        stored == *built,
        "{} no longer holds; a derivation has changed, which makes old logs unreadable",
        path.display()
    );
}

/// Runs the independent checker on the folder, or on the named files in it; nothing where there is no python3.
fn check(folder: &Path, names: &[&str]) -> Option<Output> {
    let script = vectors().join("check.py");
    // -B: no compiled files among the sources.
    match Command::new("python3")
        .arg("-B")
        .arg(script)
        .arg(folder)
        .args(names)
        .output()
    {
        Ok(output) => Some(output),
        Err(error) => {
            let required = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!required, "python3 could not be started ({error}); install it");
            // Past the capturing of the test's output, so that it is seen.
            let skipped =
                format!("SKIPPED: python3 could not be started ({error}); the vectors had no independent check\n");
            std::io::stderr().write_all(skipped.as_bytes()).unwrap();
            None
        }
    }
}

#[test]
fn row12_an_independent_implementation_agrees_with_every_vector() {
    let Some(output) = check(&vectors(), &[]) else { return };
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    println!("{}", said(&output.stdout));
    assert!(
        output.status.success(),
        "{}{}",
        said(&output.stdout),
        said(&output.stderr)
    );
}

#[test]
fn the_independent_implementation_notices_a_change_in_each_file() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(vectors()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".json") {
            continue;
        }
        // A digit of the first long hexadecimal string; it is something that a result depends on in every file.
        let mut text = fs::read_to_string(vectors().join(&name)).unwrap().into_bytes();
        let is_hex = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
        let at = 15 + text.windows(16).position(|window| window.iter().all(is_hex)).unwrap();
        text[at] = if text[at] == b'0' { b'1' } else { b'0' };
        fs::write(folder.path().join(&name), text).unwrap();
        let Some(output) = check(folder.path(), &[&name]) else {
            return;
        };
        assert_eq!(output.status.code(), Some(1), "{name}");
    }
    // Neither a file that nobody knows nor one that is missing passes.
    for name in ["unknown.json", "missing.json"] {
        if name.starts_with("unknown") {
            fs::write(folder.path().join(name), "{}").unwrap();
        }
        let Some(output) = check(folder.path(), &[name]) else {
            return;
        };
        assert_eq!(output.status.code(), Some(1), "{name}");
    }
}
