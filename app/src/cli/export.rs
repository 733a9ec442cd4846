//! `majlis export`: the moves of a match in other formats.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use majlis::blksgf::{self, Act, Record};
use majlis::export::Moves;
use majlis::ui::picture::Picture;
use majlis::ui::style::Theme;
use majlis_referee::file::{FileError, MAGIC};
use majlis_referee::verify::LogError;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;
use serde_json::json;

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
        self.write(&match self.format {
            Format::Moves => of_record(&read.record).into_bytes(),
            Format::Blksgf => blksgf::write(&read.record).into_bytes(),
            Format::Json => {
                let scores = read.states.last().map(majlis_rules::game::Game::scores);
                format!("{}\n", record_json(&read.record, &scores.unwrap_or_default())).into_bytes()
            }
            Format::Png | Format::Svg => {
                let board = read.states.last().cloned().map(AnyGame::Arkan);
                let names = &read.record.names;
                let name_of = |seat: Seat| names.get(seat.index()).filter(|name| !name.is_empty()).cloned();
                self.picture(board.as_ref(), name_of)?
            }
        })
    }

    fn log(&self, log: impl io::Read) -> Result<(), Failure> {
        let name = self.file.display();
        let (moves, checked) = Moves::of_log(log);
        if let Some(moves) = moves {
            self.write(&match self.format {
                Format::Moves => moves.text().into_bytes(),
                Format::Json => format!("{}\n", moves.json()).into_bytes(),
                Format::Png | Format::Svg => self.picture(moves.board.as_ref(), |seat| moves.name_of(seat))?,
                Format::Blksgf => {
                    let record = moves.record().ok_or_else(|| {
                        Failure::usage(&format_args!(
                            "{name} is a match of {}, and .blksgf is for Arkan alone: choose --format moves or json",
                            moves.game
                        ))
                    })?;
                    blksgf::write(&record).into_bytes()
                }
            })?;
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

    /// The board as a picture, as everybody may see it.
    fn picture(&self, board: Option<&AnyGame>, name_of: impl Fn(Seat) -> Option<String>) -> Result<Vec<u8>, Failure> {
        let file = self.file.display();
        let language = self.lang.language()?;
        let picture = board.and_then(|board| Picture::of(board, name_of, language, Theme::Light, 2.0));
        let picture = picture.ok_or_else(|| Failure {
            sentence: Some(format!(
                "{file} ends before there is a board: choose --format moves or json"
            )),
            status: 1,
        })?;
        if self.format == Format::Svg {
            return Ok(picture.svg().into_bytes());
        }
        picture.png().map_err(|error| Failure {
            sentence: Some(format!("the picture cannot be written: {error}; choose --format svg")),
            status: 2,
        })
    }

    fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let Some(path) = &self.out else {
            return print_bytes(bytes);
        };
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes));
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

/// A move a line; what is set up by hand has no notation, and is left out.
fn of_record(record: &Record) -> String {
    record
        .acts
        .iter()
        .map(|act| match act {
            Act::Place { placement, .. } => format!("{placement}\n"),
            Act::Leave { seat } => format!("leave {seat}\n"),
            Act::Position(_) => String::new(),
        })
        .collect()
}

fn record_json(record: &Record, scores: &[i32]) -> serde_json::Value {
    let moves: Vec<serde_json::Value> = record
        .acts
        .iter()
        .map(|act| match act {
            Act::Place { seat, placement } => json!({"seat": seat.number(), "move": placement.to_string()}),
            Act::Leave { seat } => json!({"seat": seat.number(), "move": format!("leave {seat}")}),
            Act::Position(setup) => {
                let placed: Vec<Vec<String>> = setup
                    .placed
                    .iter()
                    .map(|placed| placed.iter().map(ToString::to_string).collect())
                    .collect();
                json!({"placed": placed, "turn": setup.turn.number()})
            }
        })
        .collect();
    json!({
        "match": record.match_id,
        "game": "arkan",
        "seats": record.seats,
        "persons": record.names.iter().map(|name| json!({"name": name})).collect::<Vec<_>>(),
        "moves": moves,
        "scores": scores,
    })
}
