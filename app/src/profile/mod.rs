//! A person's profile: points, level, badges, rating and statistics, and the ladder of the people that were met.
//!
//! All of it is computed from logs of matches and from certificates of results (common.5 to common.7), by whoever reads it: nobody is
//! believed about his own points. `docs/profile.md` says what counts, and what becomes of what is forged, doubled or
//! contradictory.
//!
//! - [`fact`]: what one log or certificate says, and how much stands behind it;
//! - [`mod@matches`]: what is believed about each match;
//! - [`figures`]: points, levels, badges, statistics, and the matches behind each;
//! - [`rating`]: the ladder;
//! - [`certificates`]: those received from people;
//! - [`exchange`]: asking people for certificates, and giving them;
//! - [`meeting`]: the same for the node, with people as they are met;
//! - [`print`](mod@print): a profile as text and as JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use majlis_crypto::chain::Digest32;
use majlis_referee::certificate::MAX_CERTIFICATE;

use self::fact::{Fact, Key, Strength};
use self::figures::{Figure, Person};
use self::index::{Checked, Index, Opened};
use self::matches::{Kind, Known};
use crate::folder::{self, Folder, FolderError};
use crate::verified::Status;

pub mod certificates;
pub mod exchange;
pub mod fact;
pub mod figures;
mod index;
pub mod matches;
pub mod meeting;
pub mod print;
pub mod rating;

/// The largest log of a profile that is read, in bytes: some hundred times what the longest match needs. Each is read whole, several at
/// once, and a file of the wrong size must not take the memory from everything else.
const MAX_LOG: u64 = 64 << 20;

/// A file that counts for nothing because something in it is wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Refused {
    /// The file.
    pub path: PathBuf,
    /// One sentence.
    pub sentence: String,
    /// Whether it could not be read as what it is called, so that nothing in it is known to be wrong.
    pub unreadable: bool,
}

/// Everything that follows from a folder's logs and certificates.
#[derive(Clone, Default, Debug)]
pub struct Profile {
    matches: Vec<Known>,
    people: BTreeMap<Key, Person>,
    refused: Vec<Refused>,
    unfinished: Vec<PathBuf>,
    /// The logs in which somebody cheats.
    cheated: BTreeSet<PathBuf>,
    /// Certificates that were made of logs.
    own: BTreeMap<Digest32, Vec<u8>>,
    notice: Option<&'static str>,
    checked: usize,
    remembered: usize,
}

impl Profile {
    /// The profile that follows from these facts.
    #[must_use]
    pub fn of(facts: impl IntoIterator<Item = (Fact, PathBuf, Kind)>) -> Self {
        let matches = matches::weigh(facts);
        Self {
            people: figures::people(&matches),
            matches,
            ..Self::default()
        }
    }

    /// Reads the logs and certificates of a folder. What was checked before, by its contents, is not checked again; `tell` is
    /// told, now and then, how many files are done, and of how many.
    ///
    /// # Errors
    /// Where the folder cannot be read. Files that are wrong are no error: see [`Profile::refused`].
    pub fn load(folder: &Folder, tell: &(dyn Fn(usize, usize) + Sync)) -> Result<Self, FolderError> {
        let logs = folder::files(&folder.matches(), "mlog")?;
        let certificates = folder::files(&folder.certificates(), certificates::EXTENSION)?;
        if logs.is_empty() && certificates.is_empty() {
            return Ok(Self::default());
        }
        let files: Vec<(Kind, PathBuf)> = (logs.into_iter().map(|path| (Kind::Log, path)))
            .chain(certificates.into_iter().map(|path| (Kind::Certificate, path)))
            .collect();
        let (index, notice) = match Index::open(&folder.index()) {
            Opened::Ready(index) => (Some(index), None),
            Opened::Renewed(index) => (Some(index), Some(RENEWED)),
            Opened::Without => (None, None),
        };
        let read = read_all(&files, index.as_ref(), tell);

        let mut profile = Self::default();
        let mut facts = Vec::new();
        let mut found = BTreeMap::new();
        for ((kind, path), read) in files.into_iter().zip(read) {
            let (digest, checked, was_known) = match read {
                Ok(read) => read,
                Err(sentence) => {
                    profile.refused.push(Refused {
                        path,
                        sentence,
                        unreadable: true,
                    });
                    continue;
                }
            };
            if was_known {
                profile.remembered += 1;
            } else {
                profile.checked += 1;
            }
            match &checked {
                Checked::Fact {
                    fact,
                    certificate,
                    cheated,
                } => {
                    if *cheated {
                        profile.cheated.insert(path.clone());
                    }
                    if let Some(certificate) = certificate {
                        profile.own.insert(fact.match_id, certificate.clone());
                    }
                    facts.push((fact.clone(), path, kind));
                }
                Checked::Unfinished { cheated } => {
                    if *cheated {
                        profile.cheated.insert(path.clone());
                    }
                    profile.unfinished.push(path);
                }
                Checked::Refused(sentence) | Checked::Unreadable(sentence) => profile.refused.push(Refused {
                    path,
                    sentence: sentence.clone(),
                    unreadable: matches!(checked, Checked::Unreadable(_)),
                }),
            }
            found.insert(digest, checked);
        }
        if let Some(index) = index {
            index.keep(&found);
        }
        let computed = Self::of(facts);
        Ok(Self {
            matches: computed.matches,
            people: computed.people,
            notice,
            ..profile
        })
    }

    /// All matches, in the order of their ids.
    #[must_use]
    pub fn matches(&self) -> &[Known] {
        &self.matches
    }

    /// What is believed about a match.
    #[must_use]
    pub fn known(&self, match_id: Digest32) -> Option<&Known> {
        let at = self
            .matches
            .binary_search_by_key(&match_id, |known| known.fact.match_id)
            .ok()?;
        self.matches.get(at)
    }

    /// A person who was in some match.
    #[must_use]
    pub fn person(&self, key: &Key) -> Option<&Person> {
        self.people.get(key)
    }

    /// Everybody who was in some match, by key.
    pub fn people(&self) -> impl Iterator<Item = &Person> + '_ {
        self.people.values()
    }

    /// Whether the two have been in one match.
    #[must_use]
    pub fn have_met(&self, one: &Key, other: &Key) -> bool {
        self.matches
            .iter()
            .any(|known| known.fact.is_about(one) && known.fact.is_about(other))
    }

    /// The ladder, the highest rating first: everybody who has a rating, or, where somebody is named, that person and the people
    /// whom that person has met. Equal ratings stand in the order of the keys.
    #[must_use]
    pub fn ladder(&self, of: Option<&Key>) -> Vec<&Person> {
        let met: Option<BTreeSet<&Key>> = of.map(|of| {
            let matches = self.matches.iter().filter(|known| known.fact.is_about(of));
            matches
                .flat_map(|known| known.fact.parts.iter().map(|part| &part.key))
                .collect()
        });
        let is_on_it =
            |person: &&Person| person.rating.is_some() && met.as_ref().is_none_or(|met| met.contains(&person.key));
        let mut ladder: Vec<&Person> = self.people().filter(is_on_it).collect();
        ladder.sort_by_key(|person| (std::cmp::Reverse(person.rating.map(|rating| rating.value)), person.key));
        ladder
    }

    /// The matches on which a person's figure rests.
    pub fn behind<'p>(&'p self, key: &'p Key, figure: Figure) -> impl Iterator<Item = &'p Known> + 'p {
        self.matches
            .iter()
            .filter(move |known| figures::rests_on(known, key, figure))
    }

    /// What a match has won or cost a person on the ladder; `None` where it moves no rating of this person.
    #[must_use]
    pub fn moved_by(&self, match_id: Digest32, key: &Key) -> Option<i32> {
        let rated = self.known(match_id)?.is_rated() && self.known(match_id)?.fact.is_about(key);
        let with = self.person(key)?.rating.filter(|_| rated)?;
        Some(with.value - figures::rating_without(&self.matches, match_id, key))
    }

    /// The files that count for nothing because something in them is wrong.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// The logs of matches that are not over.
    #[must_use]
    pub fn unfinished(&self) -> &[PathBuf] {
        &self.unfinished
    }

    /// Whether somebody cheats in a log of a match, over or not.
    #[must_use]
    pub fn is_cheated(&self, log: &Path) -> bool {
        self.cheated.contains(log)
    }

    /// One sentence, where something was mended.
    #[must_use]
    pub const fn notice(&self) -> Option<&'static str> {
        self.notice
    }

    /// How many files were checked, and of how many it was remembered what checking them gave.
    #[must_use]
    pub const fn checked(&self) -> (usize, usize) {
        (self.checked, self.remembered)
    }

    /// The matches of which there is a certificate to be given to people who are met, in the order of their ids: those that give
    /// points, and whose certificate needs no log.
    pub fn to_give(&self) -> impl Iterator<Item = Digest32> + '_ {
        let counts = self.matches.iter().filter(|known| known.standing.gives_points());
        counts
            .filter(|known| self.own.contains_key(&known.fact.match_id) || received(known).is_some())
            .map(|known| known.fact.match_id)
    }

    /// The certificate of a match that is to be given, as [`certificates::receive`] takes it.
    #[must_use]
    pub fn certificate(&self, match_id: Digest32) -> Option<Vec<u8>> {
        let known = self.known(match_id).filter(|known| known.standing.gives_points())?;
        match self.own.get(&match_id) {
            Some(bytes) => Some(bytes.clone()),
            None => folder::read_file(received(known)?, MAX_CERTIFICATE as u64).ok(),
        }
    }
}

/// The file of a certificate that says what is believed.
fn received(known: &Known) -> Option<&Path> {
    let sources = known
        .sources
        .iter()
        .filter(|source| source.strength > Strength::Lacking);
    let mut certificates = sources.filter(|source| source.kind == Kind::Certificate && source.agrees);
    certificates.next().map(|source| source.path.as_path())
}

/// What a person is told when the index was damaged.
const RENEWED: &str =
    "the index of your profile was damaged and was made anew from your logs and certificates; nothing is lost";

type Read = Result<(Digest32, Checked, bool), String>;

/// Reads and checks files, several at once, and gives what came of each in their order.
fn read_all(files: &[(Kind, PathBuf)], index: Option<&Index>, tell: &(dyn Fn(usize, usize) + Sync)) -> Vec<Read> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(files.len()));
    let work = || {
        while let Some((number, (kind, path))) = {
            let number = next.fetch_add(1, Ordering::Relaxed);
            files.get(number).map(|file| (number, file))
        } {
            let read = read_one(*kind, path, index);
            if let Ok(mut done) = done.lock() {
                done.push((number, read));
                tell(done.len(), files.len());
            }
        }
    };
    let jobs = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        // A thread for a handful of files costs more than it saves.
        for _ in 1..jobs.min(1 + files.len() / 16) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, read)| read).collect()
}

fn read_one(kind: Kind, path: &Path, index: Option<&Index>) -> Read {
    let contents = match kind {
        Kind::Log => folder::read_file(path, MAX_LOG + 1),
        // One byte more than can be right is enough to be refused.
        Kind::Certificate => folder::read_file(path, MAX_CERTIFICATE as u64 + 1),
    };
    let contents = contents.map_err(|error| format!("the file cannot be read: {error}; check its permissions"))?;
    if kind == Kind::Log && contents.len() as u64 > MAX_LOG {
        return Err(format!(
            "the file is larger than {MAX_LOG} bytes, so it is no log of a match; remove it"
        ));
    }
    let digest = index::digest(&contents);
    if let Some(checked) = index.and_then(|index| index.get(digest)) {
        return Ok((digest, checked.clone(), true));
    }
    let checked = match kind {
        Kind::Log => check_log(&contents),
        Kind::Certificate => match Fact::of_certificate(&contents) {
            Ok(fact) => Checked::Fact {
                fact,
                certificate: None,
                cheated: false,
            },
            Err(error) => Checked::Refused(error.to_string()),
        },
    };
    Ok((digest, checked, false))
}

fn check_log(contents: &[u8]) -> Checked {
    let (checked, cheated) = Fact::of_log(contents);
    match checked {
        Ok((fact, certificate)) => {
            let certificate = certificate
                .and_then(|certificate| certificate.encode().ok())
                .filter(|bytes| Fact::of_certificate(bytes).is_ok_and(|fact| fact.strength > Strength::Lacking))
                .filter(|_| !fact.practice);
            Checked::Fact {
                fact,
                certificate,
                cheated,
            }
        }
        Err(error) => match Status::of(&error) {
            Status::Unfinished => Checked::Unfinished { cheated },
            Status::Unreadable => Checked::Unreadable(error.to_string()),
            Status::Valid | Status::Invalid => Checked::Refused(error.to_string()),
        },
    }
}
