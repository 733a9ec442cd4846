//! A person at a machine: `majlis host` or `majlis join`, played by a bot, with a folder of its own that outlives every end of the
//! program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Instant;

use majlis::verified::check_file;
use majlis_net::invite::Invitation;
use majlis_referee::verify::Proofs;
use serde_json::Value;
use tempfile::TempDir;

use super::Machine;
use super::node::{PATIENCE, Running};

/// What a program says when connections end with an address that it had.
pub(crate) const GONE: &str = "addresses have gone, and with them connections";

/// What a table is opened for.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub(crate) game: &'a str,
    pub(crate) seats: u8,
    /// Further words, such as `--option`, `points=50`.
    pub(crate) options: &'a [&'a str],
    /// Seconds for a turn, and beyond it.
    pub(crate) clock: u32,
    pub(crate) grace: u32,
}

impl Terms<'_> {
    /// A short match of two.
    pub(crate) const SHORT: Self = Self {
        game: "arkan",
        seats: 2,
        options: &[],
        clock: 60,
        grace: 60,
    };
}

/// A person.
pub(crate) struct Seat {
    name: String,
    machine: Machine,
    folder: TempDir,
    words: Vec<String>,
    /// Words that stand before the program's name, such as those of a program that shifts its clock.
    before: Vec<String>,
    running: Option<Running>,
    /// What earlier runs of the program have printed.
    printed: Vec<String>,
}

impl Seat {
    fn new(machine: &Machine, name: &str, words: Vec<String>) -> Self {
        Self {
            name: name.to_owned(),
            machine: machine.clone(),
            folder: tempfile::tempdir().unwrap(),
            words,
            before: Vec::new(),
            running: None,
            printed: Vec::new(),
        }
    }

    /// Opens a table on a machine.
    pub(crate) fn host(machine: &Machine, terms: Terms<'_>, more: &[&str]) -> Self {
        Self::host_with(machine, terms, more, &[])
    }

    /// Opens a table on a machine; the program is started by another one.
    pub(crate) fn host_with(machine: &Machine, terms: Terms<'_>, more: &[&str], before: &[&str]) -> Self {
        let mut words: Vec<String> = ["host", "--bot", "random", "--json", "--game", terms.game]
            .map(str::to_owned)
            .to_vec();
        for (key, value) in [
            ("--seats", u32::from(terms.seats)),
            ("--clock", terms.clock),
            ("--grace", terms.grace),
        ] {
            words.extend([key.to_owned(), value.to_string()]);
        }
        words.extend(terms.options.iter().chain(more).map(|word| (*word).to_owned()));
        let mut seat = Self::new(machine, "host", words);
        seat.before = before.iter().map(|word| (*word).to_owned()).collect();
        let file = seat.folder.path().join("invitation");
        seat.words
            .extend(["--invite-file".to_owned(), file.display().to_string()]);
        seat.start();
        seat
    }

    /// Sits down somewhere: `place` is an invitation, or `--lan`.
    pub(crate) fn join(machine: &Machine, name: &str, place: &str, more: &[&str]) -> Self {
        let mut words: Vec<String> = ["join", place, "--bot", "random", "--json"].map(str::to_owned).to_vec();
        words.extend(more.iter().map(|word| (*word).to_owned()));
        let mut seat = Self::new(machine, name, words);
        seat.start();
        seat
    }

    /// Starts the program, again where it has been ended.
    pub(crate) fn start(&mut self) {
        assert!(self.running.is_none());
        let program = env!("CARGO_BIN_EXE_majlis");
        let mut words = self.before.iter().map(String::as_str).chain([program]);
        let mut command: Command = self.machine.command(words.next().unwrap());
        command
            .args(words)
            .args(&self.words)
            .arg("--data")
            .arg(self.data())
            .env(
                "MAJLIS_LOG",
                std::env::var("MAJLIS_LOG").unwrap_or_else(|_| "warn,majlis_net=info".to_owned()),
            );
        self.running = Some(Running::start(&self.name, command));
    }

    /// The folder of its profile.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The running program.
    pub(crate) fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    /// The first invitation, which has to lead here from another machine.
    pub(crate) fn invitation(&self) -> String {
        let link = self.invitation_where(|_| true);
        let invitation: Invitation = link.parse().unwrap();
        assert!(
            invitation.addresses.iter().any(|address| !address.is_loopback()),
            "{invitation:?}"
        );
        link
    }

    /// The invitation, once it is as asked.
    pub(crate) fn invitation_where(&self, good: impl Fn(&Invitation) -> bool) -> String {
        let (_, link) = self.running().wait_for("invitation", 0, |line| {
            let value: Value = serde_json::from_str(line).ok()?;
            let link = value["invitation"].as_str()?;
            good(&link.parse().unwrap()).then(|| link.to_owned())
        });
        link
    }

    /// Waits for an event of this program's run by its name, and gives it.
    pub(crate) fn wait_for(&self, event: &str) -> Value {
        self.wait_where(event, |_| true)
    }

    /// Waits for an event of this program's run by its name that is as asked, and gives it.
    pub(crate) fn wait_where(&self, event: &str, good: impl Fn(&Value) -> bool) -> Value {
        let (_, value) = self.running().wait_for(event, 0, |line| {
            let value: Value = serde_json::from_str(line).ok()?;
            (value["event"] == *event && good(&value)).then_some(value)
        });
        value
    }

    /// Waits until the program of this run says something about itself.
    pub(crate) fn wait_for_words(&self, words: &str) {
        self.running()
            .wait_for(words, 0, |line| line.contains(words).then_some(()));
    }

    /// The last step that this program has seen in all its runs.
    pub(crate) fn step(&self) -> u64 {
        let steps = self.events("step");
        steps.iter().filter_map(|step| step["step"].as_u64()).max().unwrap_or(0)
    }

    /// Waits until this program has seen the step, or one after it.
    pub(crate) fn wait_for_step(&self, step: u64) {
        self.wait_where("step", |value| value["step"].as_u64().is_some_and(|seen| seen >= step));
    }

    /// Ends the program at once (SIGKILL).
    pub(crate) fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            running.kill();
            self.printed.extend(running.printed());
        }
    }

    /// Waits for the end of the program.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let mut running = self.running.take().unwrap();
        let status = running.wait();
        self.printed.extend(running.printed());
        status
    }

    /// Waits for the end of the program, which has to be a regular one.
    pub(crate) fn finish(&mut self) {
        self.finish_with(0);
    }

    /// Waits for the end of the program, which has to give this status.
    pub(crate) fn finish_with(&mut self, status: i32) {
        let ended = self.wait();
        assert_eq!(
            ended.code(),
            Some(status),
            "{}:\n{}",
            self.name,
            self.printed.join("\n")
        );
    }

    /// What it has printed, in all its runs.
    pub(crate) fn printed(&self) -> Vec<String> {
        let now = self.running.as_ref().map(Running::printed).unwrap_or_default();
        self.printed.iter().cloned().chain(now).collect()
    }

    /// Events of a name in all its runs.
    pub(crate) fn events(&self, name: &str) -> Vec<Value> {
        self.printed()
            .iter()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .filter(|value| value["event"] == *name)
            .collect()
    }

    /// The path of its only log.
    pub(crate) fn log(&self) -> PathBuf {
        let mut logs: Vec<PathBuf> = fs::read_dir(self.data().join("matches"))
            .unwrap()
            .map(|file| file.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "mlog"))
            .collect();
        assert_eq!(logs.len(), 1, "{}: {logs:?}", self.name);
        logs.remove(0)
    }
}

/// That a log is valid; gives what `majlis verify --json` says of it.
pub(crate) fn verified(path: &Path) -> Value {
    let found = check_file(path, Proofs::Together, &mut |_| ()).json();
    assert_eq!(found["status"], "valid", "{found}");
    found
}

/// That these persons hold the same log, byte by byte, and that it is valid; gives what it says.
pub(crate) fn alike(seats: &[&Seat]) -> Value {
    let first = fs::read(seats[0].log()).unwrap();
    for seat in seats {
        let other = fs::read(seat.log()).unwrap();
        assert!(
            first == other,
            "the logs of {} and {} differ: {} and {} bytes\n{}\n\n{}",
            seats[0].name,
            seat.name,
            first.len(),
            other.len(),
            seats[0].printed().join("\n"),
            seat.printed().join("\n")
        );
    }
    verified(&seats[0].log())
}

/// Waits until something is so, and gives it.
pub(crate) fn until<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(Instant::now() < end, "waited too long for {what}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
