//! The `majlis` program. Its code lives in the library and in one file for each subcommand.

mod cli;
mod window;

fn main() -> std::process::ExitCode {
    cli::run()
}
