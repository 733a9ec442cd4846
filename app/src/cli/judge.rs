//! `majlis judge`: records of open games, played by the rules alone.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};
use majlis::judge::{self, Verdict};

use super::{Failure, print};

/// Play records of open games by the rules alone, a JSON object a line
#[derive(Args)]
#[command(disable_version_flag = true)]
pub(super) struct Judge {
    /// The file to read; standard input without it, or with -
    file: Option<PathBuf>,
    /// Print the version of the format of records and answers
    #[arg(long, action = ArgAction::SetTrue)]
    version: bool,
}

impl Judge {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self.version {
            return print(&format!("{}\n", judge::FORMAT_VERSION));
        }
        let input: Box<dyn Read> = match &self.file {
            Some(path) if path.as_os_str() != "-" => Box::new(open(path).map_err(|error| {
                Failure::usage(&format_args!(
                    "{} cannot be read: {error}; name a file with records",
                    path.display()
                ))
            })?),
            _ => Box::new(io::stdin().lock()),
        };
        match judge::run(input, io::stdout().lock()) {
            Ok(Verdict::AllLegal) => Ok(()),
            Ok(Verdict::SomeIllegal) => Err(Failure::silent(1)),
            Ok(Verdict::SomeMalformed) => Err(Failure::silent(2)),
            // Who reads the answers has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(error) => Err(Failure::usage(&format_args!(
                "the records cannot be judged to their end: {error}"
            ))),
        }
    }
}

/// Opens a file of records. A folder can be opened too, on some platforms, and only reading it fails: it is refused here, where
/// its name is known.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}
