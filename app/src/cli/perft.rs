//! `majlis perft`: the number of move sequences.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use majlis::judge::{self, MAX_LINE, Record};
use majlis_rules::open::OpenMatch;
use majlis_rules::perft::perft;
use majlis_rules::registry::{GameId, NoSuchGame};
use majlis_rules::table::{OptionSpec, OptionValue, Table};

use super::{Failure, print};

/// Count the sequences of moves from the start of a game, or from the end of a record
///
/// The number stands alone on the last line. With --record the packs that the record has left are dealt when they are due,
/// the same in every sequence; where none is left that fits, a sequence stops short and is not counted.
#[derive(Args)]
pub(super) struct Perft {
    /// arkan, domino, four or jackaroo
    #[arg(long)]
    game: String,
    /// How many seats the table has
    #[arg(long)]
    seats: u8,
    /// How many moves a sequence has
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=99))]
    depth: u32,
    /// An option of the game, with the keys of records (see docs/judge.md); may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// A file with one record (see docs/judge.md), from whose last position to count; games with cards need it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Perft {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game: GameId = self.game.parse().map_err(|error: NoSuchGame| Failure::usage(&error))?;
        let options = self.options(game)?;
        let counted = if let Some(path) = &self.record {
            let text = read(path)?;
            let fault = |error: &dyn std::fmt::Display| {
                Failure::usage(&format_args!("{}: {error}; mend the record", path.display()))
            };
            let record = Record::parse(&text).map_err(|error| fault(&error))?;
            let (at, packs) = judge::replay(&record, |_, _| {}, |_| {}).map_err(|error| fault(&error))?;
            let (_, table) = record.table().map_err(|error| fault(&error))?;
            let agrees = at.game().id() == game
                && table.seats == self.seats
                && (options.iter()).all(|(spec, value)| table.options.value(spec).as_ref() == Ok(value));
            if !agrees {
                return Err(Failure::usage(&format_args!(
                    "{} is a record of another table than the one asked for: say the record's own game, seats and options",
                    path.display()
                )));
            }
            perft(&at, &packs, self.depth)
        } else {
            let table = (options.iter()).fold(Table::new(self.seats), |table, (spec, value)| {
                table.with(spec.key, *value)
            });
            let start = game.start(&table).map_err(|error| Failure::usage(&error))?;
            perft(&OpenMatch::new(start), &judge::Decks::default(), self.depth)
        };
        let counted = counted.map_err(|error| Failure::usage(&error))?;
        if counted.out_of_packs > 0 && self.record.is_none() {
            return Err(Failure::usage(&format_args!(
                "{game} is played with cards, which nobody has dealt: give a record with --record"
            )));
        }
        let mut text = String::new();
        if counted.out_of_packs > 0 {
            text = format!(
                "{} shorter sequences stopped where the record has no further pack that fits\n",
                counted.out_of_packs
            );
        }
        print(&format!("{text}{}\n", counted.sequences))
    }

    fn options(&self, game: GameId) -> Result<Vec<(&'static OptionSpec, OptionValue)>, Failure> {
        let read = |text: &String| {
            let (key, value) = text.split_once('=')?;
            let spec = game.options().iter().find(|spec| spec.key == key)?;
            OptionValue::parse(value).map(|value| (spec, value))
        };
        let known = || {
            let keys: Vec<&str> = game.options().iter().map(|spec| spec.key).collect();
            if keys.is_empty() {
                "none".to_owned()
            } else {
                keys.join(", ")
            }
        };
        let each = self.options.iter().map(|text| {
            read(text).ok_or_else(|| {
                Failure::usage(&format_args!(
                    "{text:?} is no option of {game}: say KEY=VALUE with true, false or a number; its keys: {}",
                    known()
                ))
            })
        });
        each.collect()
    }
}

/// Reads a file with one record.
fn read(path: &Path) -> Result<String, Failure> {
    let failure = |error: io::Error| {
        Failure::usage(&format_args!(
            "{} cannot be read: {error}; name a file with one record",
            path.display()
        ))
    };
    let mut text = String::new();
    let file = File::open(path).map_err(failure)?;
    file.take(MAX_LINE as u64 + 1)
        .read_to_string(&mut text)
        .map_err(failure)?;
    if text.len() > MAX_LINE {
        return Err(failure(io::Error::other("it is longer than 16 MiB")));
    }
    Ok(text)
}
