//! `majlis rules`: the rules of a game, for a person.

use clap::Args;
use majlis::rulebook;

use super::common::Lang;
use super::{Failure, print};

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;

/// Print the rules of a game
#[derive(Args)]
pub(super) struct Rules {
    /// arkan, domino, four or jackaroo
    game: String,
    #[command(flatten)]
    lang: Lang,
}

impl Rules {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let language = self.lang.language()?;
        let document = rulebook::document(&self.game, language).map_err(|error| Failure::usage(&error))?;
        let mut text = String::new();
        rulebook::print(&document, textwrap::termwidth().min(WIDEST), &mut text)
            .map_err(|error| Failure::usage(&error))?;
        print(&text)
    }
}
