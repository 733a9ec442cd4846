//! The command line: one file for each subcommand.

mod rules;

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
}

/// Why a command did not do what it was asked.
struct Failure {
    /// One sentence that says what is wrong and what to do.
    sentence: String,
    /// The exit status.
    status: u8,
}

impl Failure {
    /// The command line asks for something that does not exist.
    fn usage(sentence: &impl ToString) -> Self {
        Self {
            sentence: sentence.to_string(),
            status: 2,
        }
    }
}

/// Runs the command that the arguments of this process name. Without a command it prints the help to
/// standard error and the status is 2.
pub(crate) fn run() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Rules(command) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to be done where standard error is closed.
            let _ = writeln!(io::stderr(), "majlis: {}", failure.sentence);
            ExitCode::from(failure.status)
        }
    }
}

/// Writes a text to standard output. A reader that has seen enough (`| head`) is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure {
            sentence: format!("the text could not be written to standard output: {error}"),
            status: 1,
        }),
        _ => Ok(()),
    }
}
