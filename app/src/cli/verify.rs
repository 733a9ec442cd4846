//! `majlis verify`: what a stranger can check of logs.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use majlis::verified::{self, Verified};
use majlis_referee::verify::Proofs;

use super::{Failure, print};

/// Check logs of matches: encoding, chain, signatures, proofs, rules and result
///
/// Nothing is repaired and nothing is written. The exit status is 0 where every log is valid, 1 where one is invalid or
/// unfinished, 2 where one cannot be read as a log.
#[derive(Args)]
pub(super) struct Verify {
    /// Logs, or folders to be searched for *.mlog
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print a JSON object a line for each log (see docs/logs.md)
    #[arg(long)]
    json: bool,
    /// How many logs to check at once; otherwise as many as there are cores
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Check every proof by itself instead of many together: slower, and finds the same
    #[arg(long)]
    one_by_one: bool,
}

impl Verify {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let paths = verified::walk(&self.paths).map_err(|(path, error)| {
            Failure::usage(&format_args!(
                "{} cannot be read: {error}; check its name",
                path.display()
            ))
        })?;
        if paths.is_empty() {
            return Err(Failure::usage(
                &"there is no *.mlog in there: name a log, or a folder that holds some",
            ));
        }
        let mut all = self.check(&paths);
        verified::compare(&mut all);
        let status = all
            .iter()
            .map(|verified| verified.status.exit())
            .max()
            .unwrap_or_default();
        let mut text = String::new();
        for verified in &all {
            if self.json {
                text += &format!("{}\n", verified.json());
            } else {
                text += &verified.text();
            }
        }
        print(&text)?;
        if status == 0 {
            Ok(())
        } else {
            Err(Failure::silent(status))
        }
    }

    /// Checks all files, several at once, and gives what came of them in their order.
    fn check(&self, paths: &[PathBuf]) -> Vec<Verified> {
        let bytes = paths
            .iter()
            .filter_map(|path| path.metadata().ok())
            .map(|file| file.len())
            .sum();
        let bar = ProgressBar::new(bytes);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {bytes} of {total_bytes} [{elapsed}, {eta} left]") {
            bar.set_style(style);
        }
        let proofs = if self.one_by_one {
            Proofs::OneByOne
        } else {
            Proofs::Together
        };
        let jobs = self
            .jobs
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, NonZero::get);
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(paths.len()));
        let work = || {
            while let Some((number, path)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                paths.get(number).map(|path| (number, path))
            } {
                let verified = verified::check_file(path, proofs, &mut |read| bar.inc(read));
                if let Ok(mut done) = done.lock() {
                    done.push((number, verified));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..jobs.min(paths.len()) {
                scope.spawn(work);
            }
            work();
        });
        bar.finish_and_clear();
        let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, verified)| verified).collect()
    }
}
