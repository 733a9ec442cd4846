//! `majlis profile`: points, rating, badges, statistics and the ladder.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use majlis::profile::Profile as Figures;
use majlis::profile::fact::Key;
use majlis::profile::print::{hex, to_json, to_text};
use majlis::ui::words::{Digits, Words};
use majlis_crypto::identity::store;

use super::common::{Data, Lang};
use super::{Failure, print};

/// Print points, level, rating, badges, statistics, and the ladder of the people you have played with
///
/// All of it is computed from the logs and certificates in the profile's folder, which are checked on the way.
#[derive(Args)]
pub(super) struct Profile {
    /// Print one JSON object, with every match and where it is known from (see docs/profile.md)
    #[arg(long)]
    json: bool,
    /// List the matches on which the figures rest, too
    #[arg(long)]
    matches: bool,
    /// The profile of somebody else who was in a match that you know: the public key, or how it begins, eight digits at least
    #[arg(long, value_name = "KEY")]
    of: Option<String>,
    #[command(flatten)]
    lang: Lang,
    #[command(flatten)]
    data: Data,
}

impl Profile {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let words = Words::new(self.lang.language()?, Digits::Western);
        let folder = self.data.folder()?;
        let path = folder.identity_file();
        let me = match store::load_public(&path) {
            Ok(key) => Some(*key.as_bytes()),
            Err(error) if matches!(error.kind, store::StoreErrorKind::NotFound) => None,
            Err(error) => return Err(Failure::usage(&error)),
        };
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} files [{elapsed}, {eta} left]") {
            bar.set_style(style);
        }
        let figures = Figures::load(&folder, &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let figures = figures.map_err(|error| Failure::usage(&error))?;
        let me = match &self.of {
            Some(key) => Some(named(&figures, key)?),
            None => me,
        };
        print(&if self.json {
            format!("{}\n", to_json(&figures, me.as_ref()))
        } else {
            to_text(&figures, me.as_ref(), self.matches, &words)
        })
    }
}

/// The person whose key begins like this.
fn named(figures: &Figures, key: &str) -> Result<Key, Failure> {
    let wanted = key.to_ascii_lowercase();
    let mut found = figures
        .people()
        .filter(|person| wanted.len() >= 8 && hex(&person.key).starts_with(&wanted));
    match (found.next(), found.next()) {
        (Some(person), None) => Ok(person.key),
        (None, _) => Err(Failure::usage(&format_args!(
            "nobody whose key begins with {key:?} was in a match that is known here: majlis profile --json lists the keys"
        ))),
        (Some(_), Some(_)) => Err(Failure::usage(&format_args!(
            "several people have keys that begin with {key:?}: give more digits"
        ))),
    }
}
