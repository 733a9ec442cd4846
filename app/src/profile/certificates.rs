//! Certificates that were received from people: checked before they are kept, kept as they came.

use core::fmt;
use std::path::{Path, PathBuf};

use majlis_crypto::chain::Digest32;
use majlis_referee::certificate::MAX_CERTIFICATE;
use majlis_referee::error::Refusal;

use super::fact::{Fact, NotBelieved, Strength};
use crate::folder::{self, Folder, FolderError};

/// The ending of a certificate's file name.
pub const EXTENSION: &str = "cert";

/// How many certificates are kept. A file takes some 700 bytes.
pub const MAX_KEPT: usize = 100_000;

/// How many certificates of one match are kept that say different things.
const MAX_OF_ONE: u32 = 3;

/// What became of a certificate that was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Received {
    /// It is new, and was kept.
    Kept(Digest32),
    /// It says nothing that is not known.
    Known(Digest32),
}

/// Why a certificate is not kept.
#[derive(Debug)]
pub enum NotKept {
    /// It is worth nothing.
    NotBelieved(NotBelieved),
    /// A bot was at the table, or the match never was: it counts for nothing.
    Nothing,
    /// There are [`MAX_KEPT`] already.
    Full,
    /// The folder cannot be written.
    Folder(FolderError),
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBelieved(error) => fmt::Display::fmt(error, f),
            Self::Nothing => f.write_str(
                "it is about practice with a bot or a match that never was, which counts for nothing; ignore it",
            ),
            Self::Full => write!(
                f,
                "{MAX_KEPT} certificates are kept already; delete some from the folder certificates to make room"
            ),
            Self::Folder(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for NotKept {}

impl NotKept {
    /// Whether who gave it is to blame: no honest program gives such a thing. The table may be one of a newer program, with rules
    /// that this one does not know.
    #[must_use]
    pub const fn is_garbage(&self) -> bool {
        match self {
            Self::NotBelieved(NotBelieved::Refused(refusal)) => !matches!(refusal, Refusal::Closing(_)),
            Self::NotBelieved(NotBelieved::Impossible) => true,
            _ => false,
        }
    }
}

/// Checks a certificate that somebody gave, and keeps it if it says something new.
///
/// # Errors
/// [`NotKept`]; then nothing has changed.
pub fn receive(folder: &Folder, bytes: &[u8]) -> Result<Received, NotKept> {
    let fact = Fact::of_certificate(bytes).map_err(NotKept::NotBelieved)?;
    if fact.strength == Strength::Lacking {
        return Err(NotKept::NotBelieved(NotBelieved::NeedsLog));
    }
    if fact.practice || fact.outcomes().flatten().next().is_none() {
        return Err(NotKept::Nothing);
    }
    let place = folder.certificates();
    for number in 1..=MAX_OF_ONE {
        let path = path_of(&place, fact.match_id, number);
        let kept = folder.read(&path, MAX_CERTIFICATE as u64);
        let Some(kept) = kept.map_err(NotKept::Folder)? else {
            let all = folder::files(&place, EXTENSION).map_err(NotKept::Folder)?;
            if all.len() >= MAX_KEPT {
                return Err(NotKept::Full);
            }
            folder.write(&path, bytes).map_err(NotKept::Folder)?;
            return Ok(Received::Kept(fact.match_id));
        };
        if says_it(&kept, &fact) {
            return Ok(Received::Known(fact.match_id));
        }
    }
    Ok(Received::Known(fact.match_id))
}

/// Whether a kept certificate says what `fact` says, with as much behind it.
fn says_it(kept: &[u8], fact: &Fact) -> bool {
    Fact::of_certificate(kept).is_ok_and(|kept| kept.strength >= fact.strength && kept.outcomes().eq(fact.outcomes()))
}

fn path_of(place: &Path, match_id: Digest32, number: u32) -> PathBuf {
    place.join(match number {
        1 => format!("{match_id}.{EXTENSION}"),
        _ => format!("{match_id}-{number}.{EXTENSION}"),
    })
}
