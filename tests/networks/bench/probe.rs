//! Measures what a network between two machines does.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde::Deserialize;

use super::Machine;

const PROGRAM: &str = include_str!("probe.py");

/// What a probe has found.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Found {
    /// Round trips in milliseconds, in the order of sending; `None` where no answer came.
    pub(crate) trips: Vec<Option<f64>>,
    /// From where the other side saw the questions come.
    pub(crate) seen: Option<String>,
}

impl Found {
    /// The median round trip, in milliseconds.
    ///
    /// # Panics
    /// Where no answer came at all.
    pub(crate) fn median(&self) -> f64 {
        let mut came: Vec<f64> = self.trips.iter().flatten().copied().collect();
        came.sort_by(f64::total_cmp);
        came[came.len() / 2]
    }

    /// How many answers came.
    pub(crate) fn came(&self) -> usize {
        self.trips.iter().flatten().count()
    }
}

/// A program that answers on a machine, until it is dropped.
pub(crate) struct Answering {
    child: Child,
    _printed: BufReader<ChildStdout>,
}

impl Answering {
    /// Answers datagrams at a port.
    pub(crate) fn datagrams(machine: &Machine, port: u16) -> Self {
        Self::start(machine, "echo", port)
    }

    /// Accepts TCP connections at a port.
    pub(crate) fn connections(machine: &Machine, port: u16) -> Self {
        Self::start(machine, "listen", port)
    }

    fn start(machine: &Machine, what: &str, port: u16) -> Self {
        let mut child = python(machine)
            .args([what, &port.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        printed.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "ready");
        Self {
            child,
            _printed: printed,
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn python(machine: &Machine) -> Command {
    let mut command = machine.command("python3");
    command.args(["-c", PROGRAM]);
    command
}

/// Sends `count` datagrams to something that answers, so many seconds apart, from a port of one's own where one is given.
pub(crate) fn ask(machine: &Machine, address: &str, port: u16, count: usize, gap: f64, own: Option<u16>) -> Found {
    let mut command = python(machine);
    command.args(["ask", address, &port.to_string(), &count.to_string(), &gap.to_string()]);
    command.args(own.map(|port| port.to_string()));
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether a TCP connection comes about.
pub(crate) fn connects(machine: &Machine, address: &str, port: u16) -> bool {
    let output = python(machine)
        .args(["connect", address, &port.to_string()])
        .output()
        .unwrap();
    output.stdout.starts_with(b"true")
}
