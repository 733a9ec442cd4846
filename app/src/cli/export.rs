//! `majlis export`: the moves of a match in other formats.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use majlis::blksgf;
use majlis::export::{self, ExportError, Look, Moves};
use majlis::ui::style::Theme;
use majlis_referee::file::{FileError, MAGIC};
use majlis_referee::verify::LogError;
use majlis_rules::registry::AnyGame;

use super::common::Lang;
use super::{Failure, print_bytes};

/// Write the moves of a match in another format, or a picture of its board
///
/// FILE is a log, which is checked on the way, or a match of Arkan as .blksgf. Of a log that is not over the moves so far are
/// written, and the exit status is that of majlis verify.
#[derive(Args)]
pub(super) struct Export {
    /// A log, or a .blksgf file
    file: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Moves)]
    format: Format,
    /// Where to write it, a file that is not there yet; otherwise to standard output
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    lang: Lang,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A move a line, in the notation of docs/judge.md
    Moves,
    /// A match of Arkan as the program Pentobi reads it
    Blksgf,
    /// One JSON object (see docs/logs.md)
    Json,
    /// A picture of the board as it stands at the end, in pixels
    Png,
    /// The same in lines and letters
    Svg,
}

impl From<Format> for export::Format {
    fn from(format: Format) -> Self {
        match format {
            Format::Moves => Self::Moves,
            Format::Blksgf => Self::Blksgf,
            Format::Json => Self::Json,
            Format::Png => Self::Png,
            Format::Svg => Self::Svg,
        }
    }
}

impl Export {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let name = self.file.display();
        let unreadable =
            |error: io::Error| Failure::usage(&format_args!("{name} cannot be read: {error}; check its name"));
        let mut file = File::open(&self.file).map_err(unreadable)?;
        let mut head = Vec::new();
        (&mut file)
            .take(MAGIC.len() as u64)
            .read_to_end(&mut head)
            .map_err(unreadable)?;
        if head == MAGIC {
            return self.log(io::Cursor::new(head).chain(io::BufReader::new(file)));
        }
        let mut bytes = head;
        file.take(blksgf::MAX_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if !bytes.contains(&b'(') {
            return Err(Failure::usage(&format_args!(
                "{name} is neither a log nor a .blksgf file: choose another"
            )));
        }
        let read = blksgf::read(&bytes).map_err(|error| Failure {
            sentence: Some(format!("{name}: {error}")),
            status: 1,
        })?;
        let board = read.states.last().cloned().map(AnyGame::Arkan);
        let written = export::write_record(&read.record, self.format.into(), board.as_ref(), self.look()?);
        self.write(&written.map_err(|error| self.refused(&error))?)
    }

    fn look(&self) -> Result<Look, Failure> {
        Ok(Look {
            language: self.lang.language()?,
            theme: Theme::Light,
        })
    }

    fn refused(&self, error: &ExportError) -> Failure {
        Failure {
            sentence: Some(format!("{}: {error}", self.file.display())),
            status: match error {
                ExportError::NoBoard => 1,
                ExportError::OtherGame(_) | ExportError::Picture(_) => 2,
            },
        }
    }

    fn log(&self, log: impl io::Read) -> Result<(), Failure> {
        let name = self.file.display();
        let (moves, checked) = Moves::of_log(log);
        if let Some(moves) = moves {
            let written = moves.write(self.format.into(), moves.board.as_ref(), self.look()?);
            self.write(&written.map_err(|error| self.refused(&error))?)?;
        }
        checked.map_err(|error| Failure {
            sentence: Some(format!("{name}: {error}")),
            status: match error {
                LogError::File(FileError::Io(_) | FileError::NotALog | FileError::Version(_)) => 2,
                LogError::File(FileError::Item { .. })
                | LogError::Closing(_)
                | LogError::Invalid { .. }
                | LogError::Unfinished { .. } => 1,
            },
        })
    }

    fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let Some(path) = &self.out else {
            return print_bytes(bytes);
        };
        let written = export::write_new(path, bytes);
        written.map_err(|error| {
            let path = path.display();
            if error.kind() == io::ErrorKind::AlreadyExists {
                Failure::usage(&format_args!("{path} exists already: choose another name"))
            } else {
                Failure::usage(&format_args!("{path} cannot be written: {error}; choose another place"))
            }
        })
    }
}
