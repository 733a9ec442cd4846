//! What was found out about logs and certificates, so that a start need not check them all again.
//!
//! A `redb` database that maps the digest of a file's contents to what checking them gave. A changed file has another digest, so it is
//! checked anew; a deleted one is forgotten. It can be deleted at any time: that costs time and nothing else. Who can write
//! into the profile's folder could put lies into it, but he could as well replace the identity beside it or the program.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use majlis_crypto::cbor::{self, ByteString, Limits};
use majlis_crypto::chain::{Digest32, commit};
use majlis_referee::agreement::{PROTOCOL, RULES};
use redb::backends::FileBackend;
use redb::{Database, DatabaseError, ReadableDatabase as _, ReadableTable as _, TableDefinition};

use super::fact::Fact;

const CHECKED: TableDefinition<'_, &[u8; 32], &[u8]> = TableDefinition::new("checked");
const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");

/// Changes with what is written into the index.
const VERSION: u32 = 2;

const LIMITS: Limits = Limits::new(64 << 10).depth(4).items(64);

/// What checking a file gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Checked {
    /// It says something about a match. Of a log there may be a certificate to pass on, and somebody may have cheated in it.
    Fact {
        fact: Fact,
        certificate: Option<Vec<u8>>,
        cheated: bool,
    },
    /// It is a good log so far, in which somebody may have cheated.
    Unfinished { cheated: bool },
    /// It is worth nothing: one sentence.
    Refused(String),
    /// It is nothing that this program can read: one sentence.
    Unreadable(String),
}

/// The digest of a file's contents.
pub(super) fn digest(contents: &[u8]) -> Digest32 {
    commit("profile index", &[contents])
}

/// What the index was made by. A program that checks differently begins anew.
fn about() -> String {
    format!(
        "{VERSION} by {} for protocol {PROTOCOL} and rules {RULES}",
        env!("CARGO_PKG_VERSION")
    )
}

/// State, fact, certificate, sentence.
type Written = (u8, ByteString, ByteString, String);

impl Checked {
    fn encode(&self) -> Option<Vec<u8>> {
        let written: Written = match self {
            Self::Fact {
                fact,
                certificate,
                cheated,
            } => {
                let certificate = certificate.clone().unwrap_or_default();
                let fact = fact.encode().ok()?;
                let state = if *cheated { 3 } else { 0 };
                (state, ByteString(fact), ByteString(certificate), String::new())
            }
            Self::Unfinished { cheated } => {
                let state = if *cheated { 4 } else { 1 };
                (state, ByteString::default(), ByteString::default(), String::new())
            }
            Self::Refused(sentence) => (2, ByteString::default(), ByteString::default(), sentence.clone()),
            Self::Unreadable(sentence) => (5, ByteString::default(), ByteString::default(), sentence.clone()),
        };
        cbor::to_vec(&written).ok()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (state, fact, certificate, sentence): Written = cbor::from_slice(bytes, &LIMITS).ok()?;
        match state {
            0 | 3 => Some(Self::Fact {
                fact: Fact::decode(&fact.0)?,
                certificate: Some(certificate.0).filter(|bytes| !bytes.is_empty()),
                cheated: state == 3,
            }),
            1 | 4 => Some(Self::Unfinished { cheated: state == 4 }),
            2 => Some(Self::Refused(sentence)),
            5 => Some(Self::Unreadable(sentence)),
            _ => None,
        }
    }
}

/// The open index, and what it remembers.
pub(super) struct Index {
    database: Database,
    remembered: BTreeMap<Digest32, Checked>,
}

/// What came of opening the index.
pub(super) enum Opened {
    /// It is there, perhaps new and empty.
    Ready(Index),
    /// It was damaged, and is now new and empty.
    Renewed(Index),
    /// Another program has it open, or it cannot be written: everything is checked, and nothing remembered.
    Without,
}

impl Index {
    pub(super) fn open(path: &Path) -> Opened {
        match Self::read(path) {
            Ok(index) => Opened::Ready(index),
            Err(Unread::InUse) => Opened::Without,
            Err(Unread::Old) => match fs::remove_file(path).map(|()| Self::read(path)) {
                Ok(Ok(index)) => Opened::Ready(index),
                _ => Opened::Without,
            },
            Err(Unread::Damaged) => match fs::remove_file(path).map(|()| Self::read(path)) {
                Ok(Ok(index)) => Opened::Renewed(index),
                _ => Opened::Without,
            },
        }
    }

    /// Reads all that is remembered. All pages are compared with their checksums first.
    fn read(path: &Path) -> Result<Self, Unread> {
        // A database whose pages lie about each other could make its reader stumble.
        catch_unwind(AssertUnwindSafe(|| {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file: File = options.open(path).map_err(|_| Unread::InUse)?;
            let mut database = FileBackend::new(file)
                .and_then(|file| Database::builder().create_with_backend(file))
                .map_err(|error| Unread::of(&error))?;
            if !database.check_integrity().map_err(|error| Unread::of(&error))? {
                return Err(Unread::Damaged);
            }
            let remembered = Self::remembered(&database)?;
            Ok(Self { database, remembered })
        }))
        .unwrap_or(Err(Unread::Damaged))
    }

    fn remembered(database: &Database) -> Result<BTreeMap<Digest32, Checked>, Unread> {
        let reading = database.begin_read().map_err(|_| Unread::Damaged)?;
        let about_it = match reading.open_table(ABOUT) {
            Ok(table) => table,
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(BTreeMap::new()),
            Err(_) => return Err(Unread::Damaged),
        };
        let made_by = about_it.get("made").map_err(|_| Unread::Damaged)?;
        if made_by.is_none_or(|made_by| made_by.value() != about()) {
            return Err(Unread::Old);
        }
        let table = reading.open_table(CHECKED).map_err(|_| Unread::Damaged)?;
        let entries = table.iter().map_err(|_| Unread::Damaged)?;
        entries
            .map(|entry| {
                let (key, value) = entry.map_err(|_| Unread::Damaged)?;
                let checked = Checked::decode(value.value()).ok_or(Unread::Damaged)?;
                Ok((Digest32::from_bytes(*key.value()), checked))
            })
            .collect()
    }

    /// What checking these contents gave, if they were checked before.
    pub(super) fn get(&self, digest: Digest32) -> Option<&Checked> {
        self.remembered.get(&digest)
    }

    /// Remembers what is in `found` and nothing else.
    pub(super) fn keep(self, found: &BTreeMap<Digest32, Checked>) {
        let gone: Vec<&Digest32> = self.remembered.keys().filter(|key| !found.contains_key(*key)).collect();
        let new: Vec<(&Digest32, &Checked)> = found
            .iter()
            .filter(|(key, _)| !self.remembered.contains_key(*key))
            .collect();
        if gone.is_empty() && new.is_empty() {
            return;
        }
        let write = || -> Result<(), redb::Error> {
            let writing = self.database.begin_write()?;
            {
                writing.open_table(ABOUT)?.insert("made", about().as_str())?;
                let mut table = writing.open_table(CHECKED)?;
                for key in gone {
                    table.remove(key.as_bytes())?;
                }
                for (key, checked) in new {
                    if let Some(bytes) = checked.encode() {
                        table.insert(key.as_bytes(), bytes.as_slice())?;
                    }
                }
            }
            writing.commit()?;
            Ok(())
        };
        // What cannot be remembered is checked again.
        if let Err(error) = write() {
            tracing::warn!(%error, "the index of the profile cannot be written");
        }
    }
}

enum Unread {
    InUse,
    Old,
    Damaged,
}

impl Unread {
    fn of(error: &DatabaseError) -> Self {
        match error {
            DatabaseError::DatabaseAlreadyOpen
            | DatabaseError::LockProtocolMismatch
            | DatabaseError::TransactionInProgress => Self::InUse,
            DatabaseError::UpgradeRequired(_) => Self::Old,
            _ => Self::Damaged,
        }
    }
}
