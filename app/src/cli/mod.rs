//! The command line: one file for each subcommand.

mod common;
mod export;
mod host;
mod identity;
mod join;
mod judge;
mod lobby;
mod open;
mod perft;
mod play;
mod profile;
mod relay;
mod replay;
mod rules;
mod show;
mod simulate;
mod verify;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Without a command the desktop program opens.
#[derive(Parser)]
#[command(name = "majlis", version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    open: open::Open,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Rules(rules::Rules),
    Judge(judge::Judge),
    Perft(perft::Perft),
    Simulate(simulate::Simulate),
    Verify(verify::Verify),
    Show(show::Show),
    Replay(replay::Replay),
    Export(export::Export),
    Lobby(lobby::Lobby),
    Relay(relay::Relay),
    Profile(profile::Profile),
    Identity(identity::Identity),
    Host(host::Host),
    Join(join::Join),
}

/// Why a command did not do what it was asked.
struct Failure {
    /// One sentence that says what is wrong and what to do; `None` where the output has said it already.
    sentence: Option<String>,
    /// The exit status.
    status: u8,
}

impl Failure {
    /// The command line asks for something that does not exist.
    fn usage(sentence: &impl ToString) -> Self {
        Self {
            sentence: Some(sentence.to_string()),
            status: 2,
        }
    }

    /// The output says what is wrong; only the exit status is left to be told.
    const fn silent(status: u8) -> Self {
        Self { sentence: None, status }
    }
}

/// Runs the command that the arguments of this process name; without one it opens the window, and the status is 3 where none can be
/// opened.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    let Some(command) = cli.command else {
        return finish(cli.open.run());
    };
    finish(match command {
        Command::Rules(command) => command.run(),
        Command::Judge(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Simulate(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Lobby(command) => command.run(),
        Command::Relay(command) => command.run(),
        Command::Profile(command) => command.run(),
        Command::Identity(command) => command.run(),
        Command::Host(command) => command.run(),
        Command::Join(command) => command.run(),
    })
}

fn finish(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(sentence) = failure.sentence {
                // Nothing is left to be done where standard error is closed.
                let _ = writeln!(io::stderr(), "majlis: {sentence}");
            }
            ExitCode::from(failure.status)
        }
    }
}

/// Writes a text to standard output. A reader that has seen enough (`| head`) is no failure.
fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// The same of what is no text.
fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure {
            sentence: Some(format!("it could not be written to standard output: {error}")),
            status: 1,
        }),
        _ => Ok(()),
    }
}
