//! `majlis show`: the moves of a log.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::PathBuf;

use clap::Args;
use majlis::shown;
use majlis_referee::file::FileError;
use majlis_referee::verify::LogError;

use super::Failure;

/// Print the moves of a log, and what is public at each
///
/// The log is checked on the way, and printing stops where it is wrong. The exit status is that of majlis verify.
#[derive(Args)]
pub(super) struct Show {
    /// The log
    file: PathBuf,
    /// Print a JSON object a line (see docs/logs.md)
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let name = self.file.display();
        let file = File::open(&self.file)
            .map_err(|error| Failure::usage(&format_args!("{name} cannot be read: {error}; check its name")))?;
        let mut out = BufWriter::new(io::stdout().lock());
        let shown = shown::show(BufReader::new(file), self.json, &mut out).and_then(|shown| {
            out.flush()?;
            Ok(shown)
        });
        match shown {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Failure {
                sentence: Some(format!("{name}: {error}")),
                status: match error {
                    LogError::File(FileError::Io(_) | FileError::NotALog | FileError::Version(_)) => 2,
                    LogError::File(FileError::Item { .. })
                    | LogError::Closing(_)
                    | LogError::Invalid { .. }
                    | LogError::Unfinished { .. } => 1,
                },
            }),
            // Who reads the moves has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure {
                sentence: Some(format!("the moves could not be written to standard output: {error}")),
                status: 1,
            }),
        }
    }
}
