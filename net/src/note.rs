//! What the node writes beside a match's log: from which table it came and where the others were reached, so that a program that is
//! started again finds its match and the people in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use majlis_crypto::cbor::{self, Limits};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::Closing;
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::address::{Address, RelayAddress};
use crate::invite::Secret;
use crate::people::Lead;
use crate::play::closing_of;
use crate::table_id::TableId;

/// The largest note, in bytes.
const MAX_NOTE: usize = 32 << 10;
/// The longest log without a whole closing that may have been torn while it was made, in bytes.
const MAX_TORN: u64 = 8 << 10;
/// The version of the file.
const VERSION: u8 = 1;

/// A note about a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub(crate) struct Note {
    version: u8,
    pub(crate) table: TableId,
    /// What opens the table to watchers, where it is private.
    pub(crate) secret: Option<Secret>,
    /// Whether people who do not play may watch.
    pub(crate) watchers: bool,
    /// Whether the log is whole and the others hold it.
    pub(crate) over: bool,
    pub(crate) addresses: Vec<(IdentityKey, Vec<Address>)>,
    pub(crate) relays: Vec<(IdentityKey, Vec<RelayAddress>)>,
}

impl Note {
    pub(crate) const fn new(table: TableId) -> Self {
        Self {
            version: VERSION,
            table,
            secret: None,
            watchers: false,
            over: false,
            addresses: Vec::new(),
            relays: Vec::new(),
        }
    }

    /// Where its people were reached.
    fn leads(self) -> Vec<(IdentityKey, Lead)> {
        let mut relays = self.relays;
        let leads = self.addresses.into_iter().map(|(key, addresses)| {
            let at = relays.iter().position(|(of, _)| *of == key);
            let relays = at.map(|at| relays.swap_remove(at).1).unwrap_or_default();
            (key, Lead { addresses, relays })
        });
        leads.collect()
    }

    fn path(folder: &Path, match_id: Digest32) -> PathBuf {
        folder.join(format!("{match_id}.table"))
    }

    /// Reads the note about a match; `None` where there is none that can be read.
    pub(crate) fn read(folder: &Path, match_id: Digest32) -> Option<Self> {
        let bytes = fs::read(Self::path(folder, match_id)).ok()?;
        let note: Self = cbor::from_slice(&bytes, &Limits::new(MAX_NOTE).depth(6).items(512)).ok()?;
        (note.version == VERSION).then_some(note)
    }

    /// Writes the note: whole or not at all.
    pub(crate) fn write(&self, folder: &Path, match_id: Digest32) -> io::Result<()> {
        let bytes = cbor::to_vec(self).map_err(io::Error::other)?;
        fs::create_dir_all(folder)?;
        let path = Self::path(folder, match_id);
        let beside = path.with_extension("table.new");
        fs::write(&beside, bytes)?;
        fs::rename(beside, path)
    }
}

/// Removes what a crash has left of a log that was about to begin: not even its closing is whole, and nothing was signed for it. It would
/// be in the way of the match, which the host tells of again.
pub(crate) fn clear_torn(folder: &Path, match_id: Digest32) {
    let path = |extension: &str| folder.join(format!("{match_id}.{extension}"));
    let is_empty = |extension| fs::metadata(path(extension)).map_or(true, |file| file.len() == 0);
    // A log with more in it is damaged otherwise, and is kept.
    let is_short = fs::metadata(path("mlog")).is_ok_and(|file| file.len() < MAX_TORN);
    if is_short && is_empty("own") && closing_of(folder, match_id).is_none() {
        tracing::warn!(%match_id, "a log that a crash has torn at its beginning is removed");
        if let Err(error) = fs::remove_file(path("mlog")) {
            tracing::warn!(%error, "it cannot be removed");
        }
    }
}

/// A match of this person on disk.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Which.
    pub match_id: Digest32,
    /// The table it came from, where that is known.
    pub table: Option<TableId>,
    /// Whether it is over and the others hold its log.
    pub over: bool,
    /// Where the others were to be reached last, as far as that is known.
    pub leads: Vec<(IdentityKey, Lead)>,
    /// What was agreed.
    pub closing: Closing,
}

impl Stored {
    /// Where one of the others was to be reached last.
    #[must_use]
    pub fn lead(&self, key: &IdentityKey) -> Lead {
        let found = self.leads.iter().find(|(of, _)| of == key);
        found.map(|(_, lead)| lead.clone()).unwrap_or_default()
    }
}

/// The matches in a profile's folder at which this person plays, in the order of their files' last change, the newest first.
#[must_use]
pub fn stored(data: &Path, identity: &IdentityKey) -> Vec<Stored> {
    let folder = data.join("matches");
    let Ok(files) = fs::read_dir(&folder) else {
        return Vec::new();
    };
    let mut found: Vec<_> = files
        .flatten()
        .filter_map(|file| {
            let path = file.path();
            let stem = path.file_stem()?.to_str()?;
            let bytes: [u8; 32] = data_encoding::HEXLOWER.decode(stem.as_bytes()).ok()?.try_into().ok()?;
            // Only who has the keys plays.
            let plays =
                path.extension().is_some_and(|extension| extension == "mlog") && path.with_extension("keys").exists();
            let changed = file.metadata().ok()?.modified().ok()?;
            plays.then(|| (changed, Digest32::from_bytes(bytes)))
        })
        .collect();
    found.sort();
    found
        .into_iter()
        .rev()
        .filter_map(|(_, match_id)| {
            let closing = closing_of(&folder, match_id)?;
            closing.agreement().party_of(identity)?;
            let note = Note::read(&folder, match_id);
            Some(Stored {
                match_id,
                table: note.as_ref().map(|note| note.table),
                over: note.as_ref().is_some_and(|note| note.over),
                leads: note.map(Note::leads).unwrap_or_default(),
                closing,
            })
        })
        .collect()
}
