//! What is believed about each match, of everything that is said about it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use majlis_crypto::chain::Digest32;
use majlis_referee::certificate::Came;

use super::fact::{Fact, Key, Strength};

/// Where a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A log of the match.
    Log,
    /// A certificate that was received.
    Certificate,
}

impl Kind {
    /// `log` or `certificate`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Certificate => "certificate",
        }
    }
}

/// A file that says something about a match.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// What it is.
    pub kind: Kind,
    /// How much stands behind it.
    pub strength: Strength,
    /// Whether it says what is believed.
    pub agrees: bool,
}

/// What a match is worth to a profile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Standing {
    /// It counts.
    Counts,
    /// It gives points and statistics, but moves no rating: one person's word made it end like that (log.9).
    Claimed,
    /// It counts for those who left before the lot, as a loss without rating, and for nobody else (log.1).
    Annulled,
    /// A bot was at the table: nothing.
    Practice,
    /// What is said about it contradicts itself, with equal strength: nothing.
    Contested,
    /// Only a certificate that lacks signatures speaks of it: nothing.
    Lacking,
    /// It never was: nothing.
    NeverWas,
}

impl Standing {
    /// One word, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Claimed => "claimed",
            Self::Annulled => "annulled",
            Self::Practice => "practice",
            Self::Contested => "contested",
            Self::Lacking => "lacking",
            Self::NeverWas => "never-was",
        }
    }

    /// Whether the match gives points and stands in the statistics.
    #[must_use]
    pub const fn gives_points(self) -> bool {
        matches!(self, Self::Counts | Self::Claimed | Self::Annulled)
    }
}

/// What is believed about one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The strongest fact.
    pub fact: Fact,
    /// What the match is worth.
    pub standing: Standing,
    /// All files that speak of it, in the order of their paths.
    pub sources: Vec<Source>,
}

impl Known {
    /// Whether the match moves the ladder: it counts, two persons played it, and all seats were drawn by lot (common.3,
    /// common.6).
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.standing == Standing::Counts && self.fact.parts.len() == 2 && self.fact.by_lot
    }

    /// How the match came out for a person, where it counts for it.
    #[must_use]
    pub fn came(&self, key: &Key) -> Option<Came> {
        let part = self.fact.parts.iter().find(|part| part.key == *key)?;
        part.came.filter(|_| self.standing.gives_points())
    }
}

/// Weighs facts, given in any order: one [`Known`] a match, in the order of the match ids.
#[must_use]
pub fn weigh(facts: impl IntoIterator<Item = (Fact, PathBuf, Kind)>) -> Vec<Known> {
    let mut by_match: BTreeMap<Digest32, Vec<(Fact, PathBuf, Kind)>> = BTreeMap::new();
    for fact in facts {
        by_match.entry(fact.0.match_id).or_default().push(fact);
    }
    by_match.values().filter_map(|facts| weigh_one(facts)).collect()
}

fn weigh_one(facts: &[(Fact, PathBuf, Kind)]) -> Option<Known> {
    let best = facts
        .iter()
        .map(|(fact, ..)| fact)
        .max_by_key(|fact| fact.strength)?
        .clone();
    let agrees = |fact: &Fact| fact.outcomes().eq(best.outcomes());
    let contested = facts
        .iter()
        .any(|(fact, ..)| fact.strength == best.strength && !agrees(fact));
    let counted = best.outcomes().flatten().count();
    let standing = if best.practice {
        Standing::Practice
    } else if best.strength == Strength::Lacking {
        Standing::Lacking
    } else if contested {
        Standing::Contested
    } else if counted == 0 {
        Standing::NeverWas
    } else if counted < best.parts.len() {
        Standing::Annulled
    } else if best.strength == Strength::Claimed {
        Standing::Claimed
    } else {
        Standing::Counts
    };
    let mut sources: Vec<Source> = facts
        .iter()
        .map(|(fact, path, kind)| Source {
            path: path.clone(),
            kind: *kind,
            strength: fact.strength,
            agrees: !contested && agrees(fact),
        })
        .collect();
    sources.sort();
    Some(Known {
        fact: best,
        standing,
        sources,
    })
}
