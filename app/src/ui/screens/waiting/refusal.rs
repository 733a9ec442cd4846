//! Why one does not sit at a table, in the language of the screen.

use majlis_net::table::Refusal;

use super::company;
use crate::ui::words::Words;

/// Says it.
#[must_use]
pub fn sentence(words: &Words, refusal: &Refusal) -> String {
    let name = match refusal {
        Refusal::NoTable => "waiting-no-table",
        Refusal::Full => "waiting-full",
        Refusal::Unwanted => "waiting-unwanted",
        Refusal::Dissolved => "waiting-dissolved",
        Refusal::Versions(mismatch) => return company::mismatch(words, mismatch),
        Refusal::Foreign => "waiting-foreign",
        Refusal::Own => "home-link-own",
        Refusal::TooManyTables => "waiting-too-many",
        Refusal::TooManyOpen(most) => {
            let most = i64::try_from(*most).unwrap_or(i64::MAX);
            return words.with("waiting-too-many-open", &[("count", most.into())]);
        }
        Refusal::TermsChanged => "waiting-changed",
        Refusal::NotWatched => "waiting-not-watched",
        other => return words.with("waiting-other", &[("reason", other.to_string().as_str().into())]),
    };
    words.get(name)
}
