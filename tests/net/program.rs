//! Programs that sit at one table: started, killed, stopped, started again, and what they leave behind.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use majlis_crypto::identity::Identity;
use majlis_net::stored;
use majlis_referee::replay::Match;
use majlis_referee::verify::{Proofs, verify};
use serde_json::Value;
use tempfile::TempDir;

/// Far beyond what anything here takes: only to fail rather than hang.
pub(crate) const DEADLINE: Duration = Duration::from_secs(120);

/// Waits until something is so.
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let end = Instant::now() + DEADLINE;
    while !done() {
        assert!(Instant::now() < end, "not within {DEADLINE:?}: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// One program with its profile.
pub(crate) struct Program {
    args: Vec<String>,
    out: PathBuf,
    pub(crate) data: PathBuf,
    child: Option<Child>,
}

impl Program {
    pub(crate) fn new(folder: &Path, name: &str, args: Vec<String>) -> Self {
        Self::with_data(folder, name, &folder.join(name), args)
    }

    /// The same with a profile that was there before, or is to be there afterwards.
    pub(crate) fn with_data(folder: &Path, name: &str, data: &Path, args: Vec<String>) -> Self {
        let data = data.to_owned();
        let mut all = args;
        all.extend(["--json".to_owned(), "--data".to_owned(), data.display().to_string()]);
        let mut program = Self {
            args: all,
            out: folder.join(format!("{name}.out")),
            data,
            child: None,
        };
        program.start();
        program
    }

    pub(crate) fn start(&mut self) {
        assert!(self.child.is_none());
        let append = |extension: &str| {
            let path = self.out.with_extension(extension);
            File::options().append(true).create(true).open(path).unwrap()
        };
        let child = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args(&self.args)
            .env("MAJLIS_LOG", "majlis_net=debug")
            .stdin(if self.args.iter().any(|arg| arg == "--stdin") {
                Stdio::piped()
            } else {
                Stdio::null()
            })
            .stdout(append("out"))
            .stderr(append("err"))
            .spawn()
            .unwrap();
        self.child = Some(child);
    }

    /// Writes a line to the program's standard input.
    pub(crate) fn write(&mut self, line: &str) {
        let input = self.child.as_mut().unwrap().stdin.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
    }

    /// SIGKILL: nothing is said, nothing is written any more.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.as_ref().unwrap().id().to_string();
        let sent = Command::new("sh")
            .args(["-c", "kill -\"$0\" \"$1\"", signal, &id])
            .status();
        assert!(sent.unwrap().success());
    }

    /// The exit status, if the program has ended by itself.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.as_mut().and_then(|child| child.try_wait().unwrap())
    }

    fn is_running(&mut self) -> bool {
        self.child.is_some() && self.ended().is_none()
    }

    /// Waits for the program to end by itself; gives its status.
    pub(crate) fn wait(&mut self) -> i32 {
        let mut status = None;
        until(&format!("the end of {:?}\n{}", self.args, self.tail()), || {
            status = self.ended();
            status.is_some()
        });
        self.child = None;
        status.unwrap().code().unwrap()
    }

    /// The events that the program has printed so far.
    pub(crate) fn events(&self) -> Vec<Value> {
        let text = fs::read_to_string(&self.out).unwrap_or_default();
        text.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    pub(crate) fn has(&self, event: &str) -> bool {
        self.events().iter().any(|value| value["event"] == event)
    }

    /// How many moves the program has been told.
    pub(crate) fn moves(&self) -> usize {
        self.events().iter().filter(|event| event["did"] == "moved").count()
    }

    /// What the program said on standard error, without its own log.
    pub(crate) fn sentence(&self) -> String {
        let text = fs::read_to_string(self.out.with_extension("err")).unwrap_or_default();
        let sentences = text.lines().filter(|line| line.starts_with("majlis: "));
        sentences.collect::<Vec<_>>().join("\n")
    }

    /// Whether its match is over and nobody needs it for that any more: started once more, it opens another table.
    pub(crate) fn is_over(&self) -> bool {
        let identity = fs::read(self.data.join("identity"));
        let identity = identity.map(|bytes| Identity::from_file(&bytes, None).unwrap());
        identity.is_ok_and(|identity| stored(&self.data, &identity.key()).iter().any(|stored| stored.over))
    }

    fn tail(&self) -> String {
        let text = fs::read_to_string(self.out.with_extension("err")).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// The logs of the profile, sorted by name.
    pub(crate) fn logs(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.data.join("matches")).map(|files| files.flatten().collect::<Vec<_>>());
        let paths = files.unwrap_or_default().into_iter().map(|file| file.path());
        let mut logs: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|end| end == "mlog"))
            .collect();
        logs.sort();
        logs
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// What is played.
#[derive(Clone, Copy)]
pub(crate) struct Play {
    pub(crate) game: &'static str,
    pub(crate) seats: u8,
    pub(crate) persons: usize,
    pub(crate) listen: &'static str,
    /// Beyond that, for the host.
    pub(crate) host: &'static [&'static str],
    /// For everybody.
    pub(crate) all: &'static [&'static str],
}

pub(crate) const TCP: &str = "/ip4/127.0.0.1/tcp/0";
pub(crate) const QUIC: &str = "/ip4/127.0.0.1/udp/0/quic-v1";

impl Play {
    pub(crate) const fn new(game: &'static str, seats: u8, listen: &'static str) -> Self {
        Self {
            game,
            seats,
            persons: seats as usize,
            listen,
            host: &[],
            all: &[],
        }
    }
}

/// A table with a program for each person, the host first.
pub(crate) struct Table {
    _folder: TempDir,
    pub(crate) programs: Vec<Program>,
    pub(crate) invitation: String,
}

impl Table {
    pub(crate) fn open(play: &Play) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let file = folder.path().join("invitation");
        let seats = play.seats.to_string();
        let mut args = owned(&["host", "--game", play.game, "--seats", &seats, "--bot", "greedy"]);
        args.extend(owned(&[
            "--listen",
            play.listen,
            "--invite-file",
            &file.display().to_string(),
        ]));
        args.extend(owned(play.host));
        args.extend(owned(play.all));
        let mut programs = vec![Program::new(folder.path(), "0", args)];
        until("an invitation", || file.exists() || programs[0].ended().is_some());
        let invitation = fs::read_to_string(&file).unwrap().trim().to_owned();
        for number in 1..play.persons {
            let mut args = owned(&["join", &invitation, "--bot", "greedy", "--listen", play.listen]);
            args.extend(owned(play.all));
            programs.push(Program::new(folder.path(), &number.to_string(), args));
        }
        Self {
            _folder: folder,
            programs,
            invitation,
        }
    }

    /// Waits for all that were started to end by themselves; gives their statuses.
    pub(crate) fn wait(&mut self) -> Vec<i32> {
        let end = Instant::now() + DEADLINE;
        while self.programs.iter_mut().any(Program::is_running) {
            let tails = || self.programs.iter().map(Program::tail).collect::<Vec<_>>().join("\n\n");
            assert!(
                Instant::now() < end,
                "not within {DEADLINE:?}: the end of the match\n{}",
                tails()
            );
            thread::sleep(Duration::from_millis(20));
        }
        let started = self.programs.iter_mut().filter(|program| program.child.is_some());
        started.map(Program::wait).collect()
    }

    /// That everybody holds the same log of one match, and that it is valid; gives the match as it ended.
    pub(crate) fn agree(&self) -> Match {
        let logs: Vec<Vec<u8>> = self
            .programs
            .iter()
            .map(|program| {
                let logs = program.logs();
                assert_eq!(logs.len(), 1, "{logs:?}");
                fs::read(&logs[0]).unwrap()
            })
            .collect();
        assert!(logs.iter().all(|log| *log == logs[0]), "the logs differ");
        verify(logs[0].as_slice(), Proofs::Together, &mut ()).unwrap()
    }
}
