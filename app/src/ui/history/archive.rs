//! The matches of a profile, read and weighed on a thread of its own: what the list of logs and the profile are made of.

use std::collections::BTreeMap;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::store;
use majlis_referee::agreement::{Agreement, BOT_MARK};
use majlis_referee::file::LogReader;
use majlis_referee::item::Item;
use majlis_rules::registry::GameId;

use super::work::Work;
use crate::folder::{self, Folder};
use crate::profile::Profile;
use crate::profile::fact::Key;
use crate::profile::matches::{Kind, Known};
use crate::profile::print::fingerprint;
use crate::ui::feed::Wake;
use crate::ui::sentence::Sentence;

/// For how many places of the ladder fingerprints are worked out, some milliseconds each.
const FINGERPRINTS: usize = 200;

/// What is known about a match of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// Its log is not checked yet.
    Unchecked,
    /// It is checked and over: [`Archive::profile`] knows how it stands, by this id.
    Known(Digest32),
    /// Its log is good so far, and not over.
    Unfinished,
    /// Something in its log is wrong: one sentence.
    Refused(String),
    /// Its file cannot be read as a log: one sentence.
    Unreadable(String),
}

/// A match of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The file of its log or, for a match that is known from a certificate alone, of that.
    pub path: PathBuf,
    /// Whether the file is a log.
    pub is_log: bool,
    /// Which game, where the file says so.
    pub game: Option<GameId>,
    /// The names at the table, in party order.
    pub names: Vec<String>,
    /// When the file was last written to: at the end of the match.
    pub when: Option<SystemTime>,
    /// What is known about it.
    pub found: Found,
    /// Whether somebody cheats in its log.
    pub cheated: bool,
}

/// What the thread gives.
enum Part {
    /// The logs, before they are checked.
    Listed(Vec<Entry>),
    /// Everything.
    Loaded(Box<Loaded>),
    /// It cannot be read.
    Failed(Sentence),
}

/// What was found out.
struct Loaded {
    entries: Vec<Entry>,
    profile: Arc<Profile>,
    me: Option<Key>,
    fingerprints: BTreeMap<Key, String>,
}

/// The matches of a profile.
#[derive(Default)]
pub struct Archive {
    work: Option<Work<Part>>,
    /// What is read after that.
    next: Option<(Folder, Wake)>,
    entries: Vec<Entry>,
    profile: Option<Arc<Profile>>,
    me: Option<Key>,
    fingerprints: BTreeMap<Key, String>,
    failed: Option<Sentence>,
    /// Whether the thread still owes what it was begun for.
    owed: bool,
    /// Changes with every change of what is here.
    version: u64,
}

impl Archive {
    /// Reads the profile anew, at once or when the reading that is under way has come to its end. What was known stays until then.
    pub fn refresh(&mut self, folder: &Folder, wake: Wake) {
        self.take_in();
        if self.work.as_ref().is_some_and(Work::is_running) {
            // What is new may come too late for it.
            self.next = Some((folder.clone(), wake));
            return;
        }
        let folder = folder.clone();
        let work = Work::start(wake, move |progress, give| {
            let listed = list(&folder);
            give(Part::Listed(listed.clone()));
            let told = |done: usize, all: usize| progress.tell(done as u64, all as u64);
            give(match Profile::load(&folder, &told) {
                Ok(profile) => Part::Loaded(Box::new(loaded(&folder, listed, profile))),
                Err(error) => Part::Failed((&error).into()),
            });
        });
        match work {
            Ok(work) => {
                self.work = Some(work);
                self.owed = true;
            }
            Err(_) => self.failed = Some(Sentence::NO_THREAD),
        }
    }

    /// Takes in what the thread has given.
    pub fn take_in(&mut self) {
        let Some(work) = &mut self.work else { return };
        let was_running = work.is_running();
        while let Some(part) = work.take() {
            self.version += 1;
            match part {
                Part::Listed(entries) => {
                    if self.profile.is_none() {
                        self.entries = entries;
                    }
                }
                Part::Loaded(loaded) => {
                    self.failed = None;
                    self.owed = false;
                    self.entries = loaded.entries;
                    self.profile = Some(loaded.profile);
                    self.me = loaded.me;
                    self.fingerprints = loaded.fingerprints;
                }
                Part::Failed(sentence) => {
                    self.failed = Some(sentence);
                    self.owed = false;
                }
            }
        }
        if was_running && !work.is_running() && self.owed {
            self.failed = Some(Sentence::BROKE_OFF);
            self.version += 1;
        }
        if !work.is_running()
            && let Some((folder, wake)) = self.next.take()
        {
            self.refresh(&folder, wake);
        }
    }

    /// The matches, the newest first.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What follows from all of them, once they are read.
    #[must_use]
    pub const fn profile(&self) -> Option<&Arc<Profile>> {
        self.profile.as_ref()
    }

    /// How a match stands.
    #[must_use]
    pub fn known(&self, entry: &Entry) -> Option<&Known> {
        match entry.found {
            Found::Known(id) => self.profile.as_ref()?.known(id),
            _ => None,
        }
    }

    /// The person whose profile it is, where there is an identity.
    #[must_use]
    pub const fn me(&self) -> Option<&Key> {
        self.me.as_ref()
    }

    /// The fingerprint of somebody on the ladder.
    #[must_use]
    pub fn fingerprint(&self, key: &Key) -> Option<&str> {
        self.fingerprints.get(key).map(String::as_str)
    }

    /// How many files are read, and of how many, while they are.
    #[must_use]
    pub fn reading(&self) -> Option<(u64, u64)> {
        let work = self.work.as_ref().filter(|work| work.is_running())?;
        Some(work.progress())
    }

    /// Why nothing can be read.
    #[must_use]
    pub const fn failed(&self) -> Option<&Sentence> {
        self.failed.as_ref()
    }

    /// Another one whenever something has changed.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }
}

fn when(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// The closing that a log begins with, nothing of it checked but its form.
fn agreement(path: &Path) -> Option<Agreement> {
    let mut reader = LogReader::new(BufReader::new(folder::open(path).ok()?)).ok()?;
    match reader.next()?.ok()? {
        Item::Closing(sealed) => Some(sealed.closing().ok()?.agreement().clone()),
        _ => None,
    }
}

fn own_name(name: &str) -> String {
    name.strip_prefix(BOT_MARK).unwrap_or(name).to_owned()
}

/// The logs of a profile, not checked, the newest first.
fn list(folder: &Folder) -> Vec<Entry> {
    let paths = folder::files(&folder.matches(), "mlog").unwrap_or_default();
    let mut entries: Vec<Entry> = paths
        .into_iter()
        .map(|path| {
            let agreement = agreement(&path);
            Entry {
                when: when(&path),
                is_log: true,
                game: agreement.as_ref().map(|agreement| agreement.game),
                names: agreement.map_or_else(Vec::new, |agreement| {
                    let members = agreement.members.iter();
                    members.map(|member| own_name(&member.name)).collect()
                }),
                found: Found::Unchecked,
                cheated: false,
                path,
            }
        })
        .collect();
    newest_first(&mut entries);
    entries
}

fn newest_first(entries: &mut [Entry]) {
    entries.sort_by(|one, other| other.when.cmp(&one.when).then_with(|| one.path.cmp(&other.path)));
}

/// Puts together what the list and the profile say.
fn loaded(folder: &Folder, listed: Vec<Entry>, profile: Profile) -> Loaded {
    let mut found: BTreeMap<&Path, Found> = BTreeMap::new();
    let mut entries = Vec::new();
    for known in profile.matches() {
        let id = known.fact.match_id;
        let mut logs = known
            .sources
            .iter()
            .filter(|source| source.kind == Kind::Log)
            .peekable();
        if logs.peek().is_none()
            && let Some(source) = known.sources.first()
        {
            entries.push(Entry {
                path: source.path.clone(),
                is_log: false,
                game: Some(known.fact.game),
                names: known.fact.parts.iter().map(|part| own_name(&part.name)).collect(),
                when: when(&source.path),
                found: Found::Known(id),
                cheated: false,
            });
        }
        for log in logs {
            found.insert(&log.path, Found::Known(id));
        }
    }
    for path in profile.unfinished() {
        found.insert(path, Found::Unfinished);
    }
    for refused in profile.refused() {
        let sentence = refused.sentence.clone();
        let what = if refused.unreadable {
            Found::Unreadable(sentence)
        } else {
            Found::Refused(sentence)
        };
        found.insert(&refused.path, what);
    }
    entries.extend(listed.into_iter().map(|entry| Entry {
        found: found.get(entry.path.as_path()).cloned().unwrap_or(Found::Unchecked),
        cheated: profile.is_cheated(&entry.path),
        ..entry
    }));
    newest_first(&mut entries);
    let me = store::load_public(&folder.identity_file()).ok();
    let me = me.map(|key| *key.as_bytes());
    let ladder = profile.ladder(me.as_ref());
    let people = ladder.iter().take(FINGERPRINTS).map(|person| person.key);
    let fingerprints = people.chain(me).map(|key| (key, fingerprint(&key))).collect();
    Loaded {
        entries,
        profile: Arc::new(profile),
        me,
        fingerprints,
    }
}
