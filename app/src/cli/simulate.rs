//! `majlis simulate`: whole matches in one process.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use majlis::simulate::{self, Setup, Simulated};
use majlis_bots::{BotKind, NoSuchBot};
use majlis_referee::agreement::Closing;
use majlis_referee::item::Item;
use majlis_referee::local::Scrutiny;
use majlis_referee::store::{Durability, LogFile};
use majlis_rules::game::{Game as _, Outcome};
use majlis_rules::registry::{GameId, NoSuchGame};
use majlis_rules::table::{OptionValue, Table};
use serde_json::json;

use super::{Failure, print};

/// Play whole matches among bots, with all their keys and proofs, in this process
///
/// The same seed gives the same bytes, logs and records alike. Whoever knows the seed knows every secret of the match.
#[derive(Args)]
pub(super) struct Simulate {
    /// arkan, domino, four or jackaroo
    #[arg(long)]
    game: String,
    /// How many seats the table has
    #[arg(long)]
    seats: u8,
    /// An option of the game (see docs/judge.md); persons=2 is two-person Jackaroo; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Who plays, party by party: random or greedy; the last goes on for those beyond the list
    #[arg(long, value_name = "KIND,…", value_delimiter = ',', default_value = "greedy")]
    bots: Vec<String>,
    /// How many matches
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    matches: u64,
    /// All randomness comes from this number and the number of the match, keys and proofs included
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Where the logs go: a file for one match; for more a folder, the files named by the number of the match
    #[arg(long, value_name = "PATH")]
    log: Option<PathBuf>,
    /// Where the open records go, one a line, as majlis judge reads them
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Wait for the disk after every step, as a match that is played does
    #[arg(long)]
    fsync: bool,
    /// How many parties leave each match, where they have to move
    #[arg(long, value_name = "K", default_value_t = 0)]
    leaves: u8,
    /// Who leaves does so at one of his first N moves, drawn evenly; he stays where the match is over before
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    leave_within: u32,
    /// Let one party check the proofs for all; otherwise every party checks them, as at a real table. The logs are the same
    #[arg(long)]
    check_once: bool,
    /// Print the summary as JSON (see docs/logs.md)
    #[arg(long)]
    json: bool,
}

/// What all matches came to.
#[derive(Default)]
struct Total {
    plies: u64,
    entries: u64,
    steps: u64,
    bytes: u64,
    departures: usize,
    /// Party by party: won, shared, lost, did not count.
    outcomes: Vec<[u64; 4]>,
    slowest: Duration,
}

impl Simulate {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let setup = self.setup()?;
        let mut records = match &self.record {
            Some(path) => Some(BufWriter::new(
                File::create(path).map_err(|error| Failure::usage(&written(path, &error)))?,
            )),
            None => None,
        };
        if let (Some(folder), true) = (&self.log, self.matches > 1) {
            fs::create_dir_all(folder).map_err(|error| Failure::usage(&written(folder, &error)))?;
        }
        let bar = ProgressBar::new(self.matches);
        if let Ok(style) =
            ProgressStyle::with_template("{bar:30} match {pos}/{len} {msg} [{elapsed} of about {duration}]")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let started = Instant::now();
        let mut total = Total::default();
        for number in 0..self.matches {
            let began = Instant::now();
            let played = self.play(&setup, number, &bar, &mut total.bytes)?;
            total.slowest = total.slowest.max(began.elapsed());
            if let (Some(records), Some(path), Some(record)) = (&mut records, &self.record, &played.record) {
                serde_json::to_writer(&mut *records, record)
                    .map_err(io::Error::from)
                    .and_then(|()| records.write_all(b"\n"))
                    .map_err(|error| Failure::usage(&written(path, &error)))?;
            }
            total.add(&played);
            bar.inc(1);
        }
        if let (Some(mut records), Some(path)) = (records, &self.record) {
            records
                .flush()
                .map_err(|error| Failure::usage(&written(path, &error)))?;
        }
        bar.finish_and_clear();
        print(&self.summary(&setup, &total, started.elapsed()))
    }

    fn setup(&self) -> Result<Setup, Failure> {
        let game: GameId = self.game.parse().map_err(|error: NoSuchGame| Failure::usage(&error))?;
        let mut table = Table::new(self.seats);
        for text in &self.options {
            let option = text.split_once('=').and_then(|(key, value)| {
                let spec = game.options().iter().find(|spec| spec.key == key)?;
                OptionValue::parse(value).map(|value| (spec.key, value))
            });
            let Some((key, value)) = option else {
                let keys: Vec<&str> = game.options().iter().map(|spec| spec.key).collect();
                return Err(Failure::usage(&format_args!(
                    "{text:?} is no option of {game}: say KEY=VALUE with true, false or a number; its keys: {}",
                    if keys.is_empty() {
                        "none".to_owned()
                    } else {
                        keys.join(", ")
                    }
                )));
            };
            table.options.set(key, value);
        }
        let start = game.start(&table).map_err(|error| Failure::usage(&error))?;
        let bots = self.bots.iter().map(|name| name.parse());
        let bots: Vec<BotKind> = bots
            .collect::<Result<_, NoSuchBot>>()
            .map_err(|error| Failure::usage(&error))?;
        let persons = start.persons().len();
        if bots.len() > persons || usize::from(self.leaves) > persons {
            return Err(Failure::usage(&format_args!(
                "{persons} persons are at this table: say at most as many bots and leaves"
            )));
        }
        Ok(Setup {
            game,
            table,
            bots,
            seed: self.seed,
            leaves: self.leaves,
            leave_within: self.leave_within,
            scrutiny: if self.check_once {
                Scrutiny::Once
            } else {
                Scrutiny::Everybody
            },
            record: self.record.is_some(),
        })
    }

    fn play(&self, setup: &Setup, number: u64, bar: &ProgressBar, bytes: &mut u64) -> Result<Simulated, Failure> {
        let path = self.log.as_ref().map(|path| {
            if self.matches == 1 {
                return path.clone();
            }
            let width = (self.matches - 1).to_string().len();
            path.join(format!("{number:0width$}.mlog"))
        });
        let durability = if self.fsync {
            Durability::Synced
        } else {
            Durability::Unsynced
        };
        let mut file: Option<LogFile> = None;
        let mut counted = 0;
        let mut log = |items: &[Item]| {
            match (&path, &mut file, items) {
                (Some(_), Some(file), _) => file.append(items)?,
                (Some(path), file @ None, [Item::Closing(sealed)]) => {
                    let closing: Closing = sealed.clone().closing().map_err(io::Error::other)?;
                    *file = Some(LogFile::create(path, &closing, durability)?);
                }
                _ => {}
            }
            counted += match &file {
                Some(_) => 0,
                None => length(items)?,
            };
            Ok(())
        };
        let played = simulate::simulate(setup, number, &mut log, &mut |plies| {
            bar.set_message(format!("{plies} moves"));
        });
        *bytes += file.as_ref().map_or(counted, LogFile::offset);
        played.map_err(|error| match (&error, &path) {
            (simulate::Error::Io(io), Some(path)) if io.kind() == io::ErrorKind::AlreadyExists => {
                Failure::usage(&format_args!("{} exists already: choose another name", path.display()))
            }
            (simulate::Error::Io(io), Some(path)) => Failure::usage(&written(path, io)),
            _ => Failure::usage(&format_args!("match {number}: {error}")),
        })
    }

    fn summary(&self, setup: &Setup, total: &Total, took: Duration) -> String {
        let kind = |party: usize| {
            setup
                .bots
                .get(party)
                .or(setup.bots.last())
                .map_or("greedy", |kind| kind.name())
        };
        if self.json {
            let parties: Vec<_> = (total.outcomes.iter().enumerate())
                .map(|(party, [win, draw, loss, none])| {
                    json!({"bot": kind(party), "win": win, "draw": draw, "loss": loss, "none": none})
                })
                .collect();
            let value = json!({
                "game": setup.game.id(),
                "seats": setup.table.seats,
                "matches": self.matches,
                "plies": total.plies,
                "steps": total.steps,
                "entries": total.entries,
                "bytes": total.bytes,
                "departures": total.departures,
                "parties": parties,
                "milliseconds": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                "slowest_milliseconds": u64::try_from(total.slowest.as_millis()).unwrap_or(u64::MAX),
            });
            return format!("{value}\n");
        }
        let each = |sum: u64| sum / self.matches;
        let mut text = format!(
            "{} {} of {}, {} seats, in {}.{:03} s, the slowest in {}.{:03} s\n",
            self.matches,
            if self.matches == 1 { "match" } else { "matches" },
            setup.game,
            setup.table.seats,
            took.as_secs(),
            took.subsec_millis(),
            total.slowest.as_secs(),
            total.slowest.subsec_millis(),
        );
        text += &format!(
            "{} moves, {} steps, {} entries, {} bytes ({} moves and {} bytes a match)\n",
            total.plies,
            total.steps,
            total.entries,
            total.bytes,
            each(total.plies),
            each(total.bytes)
        );
        for (party, [win, draw, loss, none]) in total.outcomes.iter().enumerate() {
            text += &format!("party {party}, {}: {win} won, {draw} shared, {loss} lost", kind(party));
            if *none > 0 {
                text += &format!(", {none} did not count");
            }
            text.push('\n');
        }
        if total.departures > 0 {
            text += &format!("{} left\n", total.departures);
        }
        text
    }
}

impl Total {
    fn add(&mut self, played: &Simulated) {
        self.plies += played.plies;
        self.entries += played.entries;
        self.steps += played.end.place().step;
        self.departures += played.end.departures().len();
        let outcomes = played.end.outcomes().unwrap_or_default();
        self.outcomes.resize(outcomes.len().max(self.outcomes.len()), [0; 4]);
        for (counts, outcome) in self.outcomes.iter_mut().zip(outcomes) {
            let [win, draw, loss, none] = counts;
            *match outcome {
                Some(Outcome::Win) => win,
                Some(Outcome::Draw) => draw,
                Some(Outcome::Loss) => loss,
                None => none,
            } += 1;
        }
    }
}

/// How long items are in a log; with its head, where they begin it.
fn length(items: &[Item]) -> io::Result<u64> {
    let mut length = 0;
    for item in items {
        if matches!(item, Item::Closing(_)) {
            length += majlis_referee::file::HEAD as u64;
        }
        length += item.encode().map_err(io::Error::other)?.len() as u64;
    }
    Ok(length)
}

fn written(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}; choose another place", path.display())
}
