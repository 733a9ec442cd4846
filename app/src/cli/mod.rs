//! The command line: one file for each subcommand.

mod common;
mod export;
mod host;
mod identity;
mod join;
mod judge;
mod perft;
mod play;
mod profile;
mod relay;
mod rules;
mod show;
mod simulate;
mod verify;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "majlis", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rules(rules::Rules),
    Judge(judge::Judge),
    Perft(perft::Perft),
    Simulate(simulate::Simulate),
    Verify(verify::Verify),
    Show(show::Show),
    Export(export::Export),
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

/// Runs the command that the arguments of this process name. Without a command it prints the help to
/// standard error and the status is 2.
pub(crate) fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Rules(command) => command.run(),
        Command::Judge(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Simulate(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Show(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Relay(command) => command.run(),
        Command::Profile(command) => command.run(),
        Command::Identity(command) => command.run(),
        Command::Host(command) => command.run(),
        Command::Join(command) => command.run(),
    };
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
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure {
            sentence: Some(format!("the text could not be written to standard output: {error}")),
            status: 1,
        }),
        _ => Ok(()),
    }
}
