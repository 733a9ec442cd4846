//! People met, friends and blocked persons: a list that its owner keeps, in a file of the profile.
//!
//! The file is canonical CBOR, `["majlis people", 2, [[key, name, first, last, matches, standing, verified, [addresses], [relays]]…]]`,
//! with the persons in the order of their keys. Version 1 had no relays; it is read, and written anew as version 2. It is written beside its place, synced and renamed, so that after a crash there is
//! the old list or the new one.

use core::fmt;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use majlis_crypto::cbor::{self, Limits, Value};
use majlis_crypto::identity::IdentityKey;
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::address::{Address, RelayAddress};
use crate::limits::{MAX_ADDRESS_BYTES, MAX_BLOCKED, MAX_PEOPLE, MAX_SHARED_RELAYS};
use crate::name;

const KIND: &str = "majlis people";
const VERSION: u64 = 2;
/// The version before relays were kept.
const WITHOUT_RELAYS: u64 = 1;

/// Addresses that are kept of one person: where that person was met last.
pub const MAX_LAST_ADDRESSES: usize = 4;

/// The largest file that is read. A full list with the longest addresses stays below.
const MAX_FILE: usize =
    (MAX_PEOPLE + MAX_BLOCKED) * (512 + (MAX_LAST_ADDRESSES + MAX_SHARED_RELAYS) * (64 + MAX_ADDRESS_BYTES));

/// What leads to a person: where that person was reached last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lead {
    /// Addresses; a list of people keeps [`MAX_LAST_ADDRESSES`] of each.
    pub addresses: Vec<Address>,
    /// Relays, for somebody behind a router; a list of people keeps [`MAX_SHARED_RELAYS`] of each.
    pub relays: Vec<RelayAddress>,
}

/// What a person is to the owner of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Met at a table.
    #[default]
    Met,
    /// A friend: never forgotten, and looked for.
    Friend,
    /// Blocked: neither seen in the lobby nor heard, and not let sit down.
    Blocked,
}

/// What is remembered of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The name that the person had when last met.
    pub name: String,
    /// When the person was met first, in seconds since 1970.
    pub first: u64,
    /// When the person was met last, in seconds since 1970.
    pub last: u64,
    /// How many matches were played together.
    pub matches: u32,
    /// What the person is to us.
    pub standing: Standing,
    /// Whether the owner has compared the pictures of the person's key.
    pub verified: bool,
    /// Where the person was reached last.
    pub lead: Lead,
}

/// A row of the file.
#[derive(Clone, Serialize_tuple, Deserialize_tuple)]
struct Row {
    key: IdentityKey,
    name: String,
    first: u64,
    last: u64,
    matches: u32,
    standing: Standing,
    verified: bool,
    addresses: Vec<Address>,
    relays: Vec<RelayAddress>,
}

/// A row of the file before relays were kept.
#[derive(Clone, Serialize_tuple, Deserialize_tuple)]
struct OldRow {
    key: IdentityKey,
    name: String,
    first: u64,
    last: u64,
    matches: u32,
    standing: Standing,
    verified: bool,
    addresses: Vec<Address>,
}

impl From<OldRow> for Row {
    fn from(old: OldRow) -> Self {
        Self {
            key: old.key,
            name: old.name,
            first: old.first,
            last: old.last,
            matches: old.matches,
            standing: old.standing,
            verified: old.verified,
            addresses: old.addresses,
            relays: Vec::new(),
        }
    }
}

/// Why the list could not be read or written; with its file.
#[derive(Debug)]
pub struct PeopleError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub kind: PeopleErrorKind,
}

/// What went wrong with the list.
#[derive(Debug)]
pub enum PeopleErrorKind {
    /// The system refused.
    Io(io::Error),
    /// The file was written by a later program.
    Version {
        /// Its version.
        found: u64,
    },
    /// The file is not a list of people.
    Damaged(String),
    /// [`MAX_BLOCKED`] persons are blocked.
    TooManyBlocked,
}

impl fmt::Display for PeopleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            PeopleErrorKind::Io(error) => write!(f, "{path}: {error}; check the disk and its permissions"),
            PeopleErrorKind::Version { found } => {
                write!(
                    f,
                    "{path}: the list of people has version {found}, which is newer; update the program"
                )
            }
            PeopleErrorKind::Damaged(error) => write!(
                f,
                "{path}: the list of people is damaged ({error}); restore a backup or move the file away"
            ),
            PeopleErrorKind::TooManyBlocked => {
                write!(
                    f,
                    "{path}: {MAX_BLOCKED} persons are blocked, and no more can be; unblock somebody first"
                )
            }
        }
    }
}

impl core::error::Error for PeopleError {}

/// The list, in memory and on disk.
#[derive(Debug)]
pub struct People {
    path: PathBuf,
    of: BTreeMap<IdentityKey, Person>,
}

impl People {
    /// Reads the list; an empty one where there is no file yet.
    ///
    /// # Errors
    /// Where the file cannot be read or is no such list. It is left as it is.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, PeopleError> {
        let path = path.into();
        match read(&path) {
            Ok(of) => Ok(Self { path, of }),
            Err(kind) => Err(PeopleError { path, kind }),
        }
    }

    /// Everybody in the list, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&IdentityKey, &Person)> {
        self.of.iter()
    }

    /// A person.
    #[must_use]
    pub fn get(&self, key: &IdentityKey) -> Option<&Person> {
        self.of.get(key)
    }

    /// Whether a person is blocked.
    #[must_use]
    pub fn is_blocked(&self, key: &IdentityKey) -> bool {
        self.get(key).is_some_and(|person| person.standing == Standing::Blocked)
    }

    /// Who is blocked.
    pub fn blocked(&self) -> impl Iterator<Item = IdentityKey> + '_ {
        self.with(Standing::Blocked)
    }

    /// Who is a friend.
    pub fn friends(&self) -> impl Iterator<Item = IdentityKey> + '_ {
        self.with(Standing::Friend)
    }

    /// The friends, each with where that person was met last: for [`Command::Befriend`](crate::Command::Befriend).
    #[must_use]
    pub fn friends_at(&self) -> Vec<(IdentityKey, Lead)> {
        let friends = self.of.iter().filter(|(_, person)| person.standing == Standing::Friend);
        friends.map(|(key, person)| (*key, person.lead.clone())).collect()
    }

    fn with(&self, standing: Standing) -> impl Iterator<Item = IdentityKey> + '_ {
        self.of
            .iter()
            .filter(move |(_, person)| person.standing == standing)
            .map(|(key, _)| *key)
    }

    /// Notes that a match was played with a person, at `now` seconds since 1970. Where the list is full, whoever was met longest
    /// ago, is no friend and is not blocked, is forgotten.
    ///
    /// # Errors
    /// Where the file cannot be written; then nothing has changed.
    pub fn met(&mut self, key: IdentityKey, name: &str, lead: &Lead, now: u64) -> Result<(), PeopleError> {
        self.change(|of| {
            let person = of.entry(key).or_insert_with(|| stranger(now));
            person.name = name::cleaned(name);
            person.last = person.last.max(now);
            person.matches = person.matches.saturating_add(1);
            if !lead.addresses.is_empty() {
                person.lead.addresses = lead.addresses.iter().take(MAX_LAST_ADDRESSES).cloned().collect();
            }
            if !lead.relays.is_empty() {
                person.lead.relays = lead.relays.iter().take(MAX_SHARED_RELAYS).cloned().collect();
            }
            while of
                .values()
                .filter(|person| person.standing != Standing::Blocked)
                .count()
                > MAX_PEOPLE
            {
                let oldest = of
                    .iter()
                    .filter(|(other, person)| person.standing == Standing::Met && **other != key)
                    .min_by_key(|(other, person)| (person.last, **other))
                    .map(|(other, _)| *other);
                let Some(oldest) = oldest else { break };
                of.remove(&oldest);
            }
            Ok(())
        })
    }

    /// Changes what a person is to us. Somebody who was never met gets into the list with `name`.
    ///
    /// # Errors
    /// [`PeopleErrorKind::TooManyBlocked`], or where the file cannot be written; then nothing has changed.
    pub fn set_standing(
        &mut self,
        key: IdentityKey,
        name: &str,
        standing: Standing,
        now: u64,
    ) -> Result<(), PeopleError> {
        self.change(|of| {
            let person = of.entry(key).or_insert_with(|| stranger(now));
            if person.name.is_empty() {
                person.name = name::cleaned(name);
            }
            person.standing = standing;
            let blocked = of
                .values()
                .filter(|person| person.standing == Standing::Blocked)
                .count();
            if blocked > MAX_BLOCKED {
                return Err(PeopleErrorKind::TooManyBlocked);
            }
            Ok(())
        })
    }

    /// Notes that the pictures of a person's key were compared, or that they were not. Nothing happens where the person is not in
    /// the list.
    ///
    /// # Errors
    /// Where the file cannot be written; then nothing has changed.
    pub fn set_verified(&mut self, key: &IdentityKey, verified: bool) -> Result<(), PeopleError> {
        self.change(|of| {
            if let Some(person) = of.get_mut(key) {
                person.verified = verified;
            }
            Ok(())
        })
    }

    /// Forgets a person.
    ///
    /// # Errors
    /// Where the file cannot be written; then nothing has changed.
    pub fn forget(&mut self, key: &IdentityKey) -> Result<(), PeopleError> {
        self.change(|of| {
            of.remove(key);
            Ok(())
        })
    }

    /// Changes a copy, writes it, and only then believes it.
    fn change(
        &mut self,
        change: impl FnOnce(&mut BTreeMap<IdentityKey, Person>) -> Result<(), PeopleErrorKind>,
    ) -> Result<(), PeopleError> {
        let mut of = self.of.clone();
        let done = change(&mut of).and_then(|()| if of == self.of { Ok(()) } else { write(&self.path, &of) });
        match done {
            Ok(()) => {
                self.of = of;
                Ok(())
            }
            Err(kind) => Err(PeopleError {
                path: self.path.clone(),
                kind,
            }),
        }
    }
}

const fn stranger(now: u64) -> Person {
    Person {
        name: String::new(),
        first: now,
        last: now,
        matches: 0,
        standing: Standing::Met,
        verified: false,
        lead: Lead {
            addresses: Vec::new(),
            relays: Vec::new(),
        },
    }
}

fn read(path: &Path) -> Result<BTreeMap<IdentityKey, Person>, PeopleErrorKind> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(PeopleErrorKind::Io(error)),
    };
    let mut bytes = Vec::new();
    let most = u64::try_from(MAX_FILE).unwrap_or(u64::MAX);
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(PeopleErrorKind::Io)?;
    decode(&bytes)
}

fn decode(bytes: &[u8]) -> Result<BTreeMap<IdentityKey, Person>, PeopleErrorKind> {
    let damaged = |error: &dyn fmt::Display| PeopleErrorKind::Damaged(error.to_string());
    let limits = Limits::new(MAX_FILE)
        .depth(5)
        .items((MAX_PEOPLE + MAX_BLOCKED) * 40)
        .string(MAX_ADDRESS_BYTES);
    let value: Value = cbor::from_slice(bytes, &limits).map_err(|error| damaged(&error))?;
    let head = value.as_array().map_or(&[][..], Vec::as_slice);
    let version = match head {
        [kind, version, _] if kind.as_text() == Some(KIND) => {
            match version.as_integer().and_then(|version| u64::try_from(version).ok()) {
                Some(version @ (VERSION | WITHOUT_RELAYS)) => version,
                Some(found) => return Err(PeopleErrorKind::Version { found }),
                None => return Err(damaged(&"it has no version")),
            }
        }
        _ => return Err(damaged(&"it is something else")),
    };
    let rows: Vec<Row> = if version == WITHOUT_RELAYS {
        let old: Result<(String, u64, Vec<OldRow>), _> = cbor::from_slice(bytes, &limits);
        let (_, _, rows) = old.map_err(|error| damaged(&error))?;
        rows.into_iter().map(Row::from).collect()
    } else {
        let read: Result<(String, u64, Vec<Row>), _> = cbor::from_slice(bytes, &limits);
        read.map_err(|error| damaged(&error))?.2
    };
    if !rows.is_sorted_by(|a, b| a.key < b.key) {
        return Err(damaged(&"its persons are out of order"));
    }
    Ok(rows
        .into_iter()
        .map(|row| {
            let person = Person {
                name: row.name,
                first: row.first,
                last: row.last,
                matches: row.matches,
                standing: row.standing,
                verified: row.verified,
                lead: Lead {
                    addresses: row.addresses,
                    relays: row.relays,
                },
            };
            (row.key, person)
        })
        .collect())
}

fn encode(of: &BTreeMap<IdentityKey, Person>) -> Result<Vec<u8>, PeopleErrorKind> {
    let rows: Vec<Row> = of
        .iter()
        .map(|(key, person)| Row {
            key: *key,
            name: person.name.clone(),
            first: person.first,
            last: person.last,
            matches: person.matches,
            standing: person.standing,
            verified: person.verified,
            addresses: person.lead.addresses.clone(),
            relays: person.lead.relays.clone(),
        })
        .collect();
    cbor::to_vec(&(KIND, VERSION, rows)).map_err(|error| PeopleErrorKind::Damaged(error.to_string()))
}

fn write(path: &Path, of: &BTreeMap<IdentityKey, Person>) -> Result<(), PeopleErrorKind> {
    let bytes = encode(of)?;
    write_whole(path, &bytes).map_err(PeopleErrorKind::Io)
}

/// Writes a file as a whole: after a crash there is the old one or the new one.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let mut file = File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
