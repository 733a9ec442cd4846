//! `majlis host`: opens a table and plays a match at it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use majlis_net::event::Command;
use majlis_net::invite::{Invitation, Secret};
use majlis_net::stored;
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_referee::agreement::Clock;
use majlis_rules::registry::{GameId, NoSuchGame};
use majlis_rules::table::{OptionValue, Table};
use serde_json::json;

use super::Failure;
use super::play::{Play, failure};

/// Open a table, wait until its seats are taken, and play the match
///
/// The command asks nothing. It ends by itself when the match is over and the others hold its log, with status 0 when the match
/// ended regularly, won or lost; 3 when this person left or was voted out; 4 when it ended by a claim; 1 or 2 with a sentence when
/// it could not be played. The log lies at DATA/matches/MATCH.mlog.
///
/// After a crash the same command takes up the unfinished match, or the open table, that it finds in the profile's folder, if game,
/// seats, options and clock are the same; otherwise it opens a new table.
#[derive(Args)]
pub(super) struct Host {
    /// arkan, domino, four or jackaroo
    #[arg(long)]
    game: String,
    /// How many seats the table has
    #[arg(long)]
    seats: u8,
    /// An option of the game (see docs/judge.md); persons=2 is two-person Jackaroo; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Seconds for a turn; 0: no clock
    #[arg(long, value_name = "S", default_value_t = 120)]
    clock: u32,
    /// Seconds beyond it, before the others may vote
    #[arg(long, value_name = "S", default_value_t = 60)]
    grace: u32,
    /// Let everybody choose a seat while the table is open; otherwise all are drawn by lot (common.3)
    #[arg(long)]
    choose_seats: bool,
    /// The place to choose for oneself, from 0
    #[arg(long, value_name = "N", requires = "choose_seats")]
    place: Option<u8>,
    /// Let nobody sit down without the invitation, and do not tell the lobby
    #[arg(long)]
    private: bool,
    /// Let others watch
    #[arg(long)]
    watchers: bool,
    /// Write the invitation to this file, at once whole, as soon as there is an address to put into it
    #[arg(long, value_name = "FILE")]
    invite_file: Option<PathBuf>,
    #[command(flatten)]
    play: Play,
}

impl Host {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let terms = self.terms()?;
        let session = self.play.start()?;
        let me = session.identity.key();
        let on_disk = stored(&session.data, &me);
        // The table of a match that has begun is closed for good.
        let kept = Kept::read(&session.data).filter(|kept| {
            kept.terms == format!("{terms:?} {}", self.private)
                && on_disk.iter().all(|stored| stored.table != Some(kept.table))
        });
        let unfinished = on_disk.into_iter().find(|stored| {
            let agreement = stored.closing.agreement();
            let mine = agreement.members.first().is_some_and(|host| host.identity == me);
            let same = agreement.game == terms.game && agreement.table == terms.table && agreement.clock == terms.clock;
            !stored.over && mine && same
        });
        if let Some(stored) = unfinished {
            session.command(Command::Resume(stored.match_id));
        } else {
            let kept = match kept {
                Some(kept) => kept,
                None => Kept::new(&terms, self.private),
            };
            kept.write(&session.data)?;
            session.command(Command::Open {
                table: kept.table,
                terms,
                secret: kept.secret,
                advertised: !self.private,
            });
            session.command(Command::Seat {
                table: kept.table,
                chosen: self.place,
                ready: true,
            });
        }
        session.run(|invitation| match &self.invite_file {
            Some(path) => write_invitation(path, invitation),
            None => Ok(()),
        })
    }

    fn terms(&self) -> Result<Terms, Failure> {
        let game: GameId = self.game.parse().map_err(|error: NoSuchGame| Failure::usage(&error))?;
        let mut table = Table::new(self.seats);
        for text in &self.options {
            let (key, value) = option(game, text)?;
            table.options.set(key, value);
        }
        let mut terms = Terms::new(game, table);
        terms.clock = Clock {
            turn: (self.clock > 0).then_some(self.clock),
            grace: self.grace,
        };
        terms.chosen = self.choose_seats;
        terms.watchers = self.watchers;
        let persons = terms.persons().map_err(|error| Failure::usage(&error))?;
        if let Some(place) = self.place.filter(|place| usize::from(*place) >= persons) {
            return Err(Failure::usage(&format_args!(
                "there is no place {place} at a table of {persons}: choose one from 0 to {}",
                persons.saturating_sub(1)
            )));
        }
        Ok(terms)
    }
}

/// Reads `KEY=VALUE`.
fn option(game: GameId, text: &str) -> Result<(&'static str, OptionValue), Failure> {
    let option = text.split_once('=').and_then(|(key, value)| {
        let spec = game.options().iter().find(|spec| spec.key == key)?;
        OptionValue::parse(value).map(|value| (spec.key, value))
    });
    option.ok_or_else(|| {
        let keys: Vec<&str> = game.options().iter().map(|spec| spec.key).collect();
        let keys = if keys.is_empty() {
            "none".to_owned()
        } else {
            keys.join(", ")
        };
        Failure::usage(&format_args!(
            "{text:?} is no option of {game}: say KEY=VALUE with true, false or a number; its keys: {keys}"
        ))
    })
}

/// Writes the invitation beside its place and renames it: whoever waits for the file never reads half of it.
fn write_invitation(path: &Path, invitation: &Invitation) -> Result<(), Failure> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let write = || {
        let mut file = tempfile::Builder::new().prefix(".majlis-").tempfile_in(folder)?;
        writeln!(file, "{invitation}")?;
        file.persist(path).map_err(|error| error.error)?;
        Ok::<_, std::io::Error>(())
    };
    write().map_err(|error| {
        failure(&format_args!(
            "{} cannot be written: {error}; choose another place",
            path.display()
        ))
    })
}

/// The open table, kept for a restart: whoever has its invitation finds it again.
struct Kept {
    table: TableId,
    secret: Option<Secret>,
    terms: String,
}

impl Kept {
    fn new(terms: &Terms, private: bool) -> Self {
        Self {
            table: TableId::draw(&mut rand::rng()),
            secret: private.then(|| Secret(rand::random())),
            terms: format!("{terms:?} {private}"),
        }
    }

    fn path(data: &Path) -> PathBuf {
        data.join("table")
    }

    fn read(data: &Path) -> Option<Self> {
        let value: serde_json::Value = serde_json::from_slice(&fs::read(Self::path(data)).ok()?).ok()?;
        let secret: Option<[u8; 16]> = serde_json::from_value(value.get("secret")?.clone()).ok()?;
        Some(Self {
            table: value.get("table")?.as_str()?.parse().ok()?,
            secret: secret.map(Secret),
            terms: value.get("terms")?.as_str()?.to_owned(),
        })
    }

    fn write(&self, data: &Path) -> Result<(), Failure> {
        let value =
            json!({"table": self.table.to_string(), "secret": self.secret.map(|secret| secret.0), "terms": self.terms});
        majlis::folder::Folder::at(data)
            .write(&Self::path(data), value.to_string().as_bytes())
            .map_err(|error| failure(&error))
    }
}
