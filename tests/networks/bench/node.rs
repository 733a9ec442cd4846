//! A program on a machine: what it prints, its signals, its end.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// How long anything is waited for. Only so that a test fails instead of hanging: machines are slow at times.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Default)]
struct Printed {
    lines: Mutex<(Vec<String>, usize)>,
    more: Condvar,
}

/// A running program. It is killed when it is dropped.
pub(crate) struct Running {
    name: String,
    child: Child,
    printed: Arc<Printed>,
}

impl Running {
    /// Starts a program; `name` stands in what is said about it.
    pub(crate) fn start(name: &str, mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let printed = Arc::new(Printed::default());
        listen(child.stdout.take().unwrap(), &printed);
        listen(child.stderr.take().unwrap(), &printed);
        Self {
            name: name.to_owned(),
            child,
            printed,
        }
    }

    /// Whether it still runs.
    pub(crate) fn is_running(&self) -> bool {
        self.printed.lines.lock().unwrap().1 < 2
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it has printed so far.
    pub(crate) fn printed(&self) -> Vec<String> {
        self.printed.lines.lock().unwrap().0.clone()
    }

    /// Waits for a line, from the `from`th on, and gives its place and what is found in it.
    ///
    /// # Panics
    /// Where it does not come before the program ends or patience does.
    pub(crate) fn wait_for<T>(&self, what: &str, from: usize, find: impl Fn(&str) -> Option<T>) -> (usize, T) {
        let until = Instant::now() + PATIENCE;
        let mut at = from;
        let mut lines = self.printed.lines.lock().unwrap();
        loop {
            while let Some(line) = lines.0.get(at) {
                at += 1;
                if let Some(found) = find(line) {
                    return (at, found);
                }
            }
            let ended = lines.1 == 2;
            let left = until.saturating_duration_since(Instant::now());
            if ended || left.is_zero() {
                let why = if ended { "ended" } else { "waited too long" };
                let text = lines.0.join("\n");
                drop(lines);
                panic!("{}: no {what}, {why}:\n{text}", self.name);
            }
            lines = self.printed.more.wait_timeout(lines, left).unwrap().0;
        }
    }

    /// Ends it at once, as a power cut does (SIGKILL).
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Sends a signal by its name, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let status = Command::new("sh")
            .args(["-c", &format!("kill -{name} {}", self.pid())])
            .status()
            .unwrap();
        assert!(status.success(), "{}: kill -{name}", self.name);
    }

    /// Waits for its end.
    ///
    /// # Panics
    /// Where it does not come before patience ends.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if Instant::now() >= until {
                panic!("{} does not end:\n{}", self.name, self.printed().join("\n"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Memory that it holds, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // What the others saw meanwhile explains most failures.
        if std::thread::panicking() {
            let printed = self.printed();
            let last = &printed[printed.len().saturating_sub(200)..];
            eprintln!("--- {} printed last:\n{}", self.name, last.join("\n"));
        }
        self.kill();
    }
}

fn listen(stream: impl Read + Send + 'static, printed: &Arc<Printed>) {
    let printed = Arc::clone(printed);
    std::thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while matches!(stream.read_until(b'\n', &mut line), Ok(length) if length > 0) {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            printed.lines.lock().unwrap().0.push(text);
            printed.more.notify_all();
        }
        printed.lines.lock().unwrap().1 += 1;
        printed.more.notify_all();
    });
}
