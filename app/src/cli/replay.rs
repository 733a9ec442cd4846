//! `majlis replay`: the window, at a match once more.

use std::path::PathBuf;

use clap::Args;
use majlis::folder;
use majlis::ui::screens::Go;

use super::Failure;
use super::open::With;

/// Open the window at the replay of a match
///
/// FILE is a log, which is checked on the way, or a match of Arkan as .blksgf. What shows no board is told in the window instead.
#[derive(Args)]
pub(super) struct Replay {
    /// A log, or a .blksgf file
    file: PathBuf,
    #[command(flatten)]
    with: With,
}

impl Replay {
    pub(super) fn run(&self) -> Result<(), Failure> {
        // Before a window comes: it is the name that was typed wrong, most often.
        folder::open(&self.file).map_err(|error| {
            let name = folder::shown(&self.file);
            Failure::usage(&format_args!("{name} cannot be read: {error}; check its name"))
        })?;
        self.with.open(None, Some(Go::Replay(self.file.clone())))
    }
}
