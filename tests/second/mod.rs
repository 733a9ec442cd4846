//! Runs the second implementation of the rules, which is written in Python.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// What a script of `tests/second` prints; `None` where there is no python3, said loudly. With `CI=true` that is a failure.
pub(crate) fn opinion<S: AsRef<str>>(script: &str, arguments: &[S]) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/second")
        .join(script);
    let arguments = arguments.iter().map(AsRef::as_ref);
    // -B: no compiled files among the sources.
    match Command::new("python3").arg("-B").arg(path).args(arguments).output() {
        Ok(output) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{script}: {errors}");
            Some(String::from_utf8(output.stdout).expect("UTF-8"))
        }
        Err(error) => {
            let required = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!required, "python3 could not be started ({error}); install it");
            // Past the capturing of the test's output, so that it is seen.
            let skipped = format!("SKIPPED: python3 could not be started ({error}); {script} gave no second opinion\n");
            std::io::stderr().write_all(skipped.as_bytes()).expect("standard error");
            None
        }
    }
}
