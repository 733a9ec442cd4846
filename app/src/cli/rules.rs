//! `majlis rules`: the rules of a game, for a person.

use std::env;

use clap::Args;
use majlis::language::Language;
use majlis::rulebook;

use super::{Failure, print};

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;

/// Print the rules of a game
#[derive(Args)]
pub(super) struct Rules {
    /// arkan, domino, four or jackaroo
    game: String,
    /// ar, en or ro; otherwise the system's language, or English
    #[arg(long)]
    lang: Option<String>,
}

impl Rules {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let language = match &self.lang {
            Some(code) => code.parse().map_err(|error| Failure::usage(&error))?,
            None => Language::from_environment(|name| env::var(name).ok()),
        };
        let document = rulebook::document(&self.game, language).map_err(|error| Failure::usage(&error))?;
        let mut text = String::new();
        rulebook::print(&document, textwrap::termwidth().min(WIDEST), &mut text)
            .map_err(|error| Failure::usage(&error))?;
        print(&text)
    }
}
