//! A practice match that is not over, as it lies in the profile: its log, and beside it the secrets of everybody at the table.
//!
//! `matches/ID.practice` has mode 0600, is written once, before anything is signed, and removed when the match is over or the person
//! has left. Whoever reads it can look into every hand of that one match, which counts for nobody. The keys in it were drawn
//! for the match; the person's own identity is never among them. While a program plays the match it holds the file locked, so
//! that no other takes it up.

use core::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::Agreement;
use majlis_referee::error::{Piece, Refusal};
use majlis_referee::secrets::Secrets;
use majlis_referee::store::read_closing;
use zeroize::Zeroizing;

use super::NotBegun;
use crate::folder::{Folder, FolderError, files};

/// What the file begins with; the last byte is its version.
const HEAD: &[u8; 17] = b"majlis practice\n\x01";
/// The largest file that is read: four persons need less than 1 KiB.
const LIMIT: u64 = 4096;
const EXTENSION: &str = "practice";

/// A person at the table: what signs for him, where it was drawn for this match, and his secrets.
pub(super) type Sitter = (Option<Identity>, Secrets);

/// A practice match that can be taken up again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Which.
    pub match_id: Digest32,
    /// What is played, by whom.
    pub agreement: Agreement,
    /// When its last step was made.
    pub changed: SystemTime,
}

/// Why a practice match cannot be taken up.
#[derive(Debug)]
pub enum NotTakenUp {
    /// Another window plays it.
    InUse,
    /// The file of its secrets is missing or is none of this version.
    NoSecrets,
    /// It was begun with an identity that is not at hand: locked, or another one.
    OtherIdentity,
    /// Its log cannot be read.
    Log(majlis_referee::store::StoreError),
    /// The system refused.
    Io(PathBuf, io::Error),
    /// It cannot be played on.
    NotBegun(NotBegun),
}

impl fmt::Display for NotTakenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse => f.write_str("another window plays this match: go on there, or close it"),
            Self::NoSecrets => {
                f.write_str("the file with the keys of this match is missing or damaged: begin another match")
            }
            Self::OtherIdentity => f.write_str(
                "this match was begun with your identity, which is locked or another one now: unlock it first",
            ),
            Self::Log(error) => fmt::Display::fmt(error, f),
            Self::Io(path, error) => write!(f, "{}: {error}; check the path and its permissions", path.display()),
            Self::NotBegun(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for NotTakenUp {}

/// The file of a match's secrets, held while the match is played.
pub(super) struct Kept {
    path: PathBuf,
    _locked: File,
}

fn path_of(folder: &Folder, match_id: Digest32) -> PathBuf {
    folder.matches().join(format!("{match_id}.{EXTENSION}"))
}

/// The path of a practice match's log.
pub(super) fn log_of(folder: &Folder, match_id: Digest32) -> PathBuf {
    folder.matches().join(format!("{match_id}.mlog"))
}

/// The file as bytes.
pub(super) fn encode(sitters: &[(Option<&Identity>, &Secrets)]) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(usize::try_from(LIMIT).unwrap_or_default()));
    bytes.extend_from_slice(HEAD);
    for (identity, secrets) in sitters {
        let secrets = secrets.encode()?;
        bytes.push(u8::from(identity.is_some()));
        if let Some(identity) = identity {
            bytes.extend_from_slice(identity.expose_secret());
        }
        let length = u8::try_from(secrets.len()).map_err(|error| Refusal::Encoding {
            what: Piece::Secrets,
            reason: error.to_string(),
        })?;
        bytes.push(length);
        bytes.extend_from_slice(&secrets);
    }
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Option<Vec<Sitter>> {
    let mut rest = bytes.strip_prefix(HEAD.as_slice())?;
    let mut sitters = Vec::new();
    while let Some((&own, after)) = rest.split_first() {
        let (identity, after) = match own {
            0 => (None, after),
            1 => {
                let (secret, after) = after.split_first_chunk::<32>()?;
                (Some(Identity::from_secret(secret)), after)
            }
            _ => return None,
        };
        let (&length, after) = after.split_first()?;
        let (secrets, after) = after.split_at_checked(usize::from(length))?;
        sitters.push((identity, Secrets::decode(secrets).ok()?));
        rest = after;
    }
    Some(sitters)
}

impl Kept {
    /// Writes the secrets of a match that begins.
    pub(super) fn create(folder: &Folder, match_id: Digest32, bytes: &[u8]) -> Result<Self, FolderError> {
        let path = path_of(folder, match_id);
        folder.write(&path, bytes)?;
        let locked = open(&path).and_then(|file| {
            file.try_lock()?;
            Ok(file)
        });
        match locked {
            Ok(locked) => Ok(Self { path, _locked: locked }),
            Err(error) => Err(FolderError::Io { path, error }),
        }
    }

    /// Takes the secrets of a match that goes on.
    pub(super) fn open(folder: &Folder, match_id: Digest32) -> Result<(Self, Vec<Sitter>), NotTakenUp> {
        let path = path_of(folder, match_id);
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => NotTakenUp::NoSecrets,
            _ => NotTakenUp::Io(path.clone(), error),
        };
        let mut file = open(&path).map_err(failed)?;
        if file.try_lock().is_err() {
            return Err(NotTakenUp::InUse);
        }
        let mut bytes = Zeroizing::new(Vec::with_capacity(usize::try_from(LIMIT).unwrap_or_default()));
        file.by_ref().take(LIMIT).read_to_end(&mut bytes).map_err(failed)?;
        let sitters = decode(&bytes).ok_or(NotTakenUp::NoSecrets)?;
        Ok((Self { path, _locked: file }, sitters))
    }

    /// The match is over: its secrets are worth nothing any more.
    pub(super) fn remove(self) {
        // Where it cannot be removed, the match is not offered again all the same: its log is whole.
        let _ = fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).open(path)
}

/// The practice matches of a profile that can be taken up again, the last one first. Those that another window plays are not among
/// them.
#[must_use]
pub fn unfinished(folder: &Folder) -> Vec<Unfinished> {
    let found = files(&folder.matches(), EXTENSION).unwrap_or_default();
    let mut matches: Vec<Unfinished> = found
        .iter()
        .filter_map(|path| {
            open(path).ok()?.try_lock().ok()?;
            let log = path.with_extension("mlog");
            let changed = fs::metadata(&log).and_then(|data| data.modified()).ok()?;
            let closing = read_closing(&log).ok()?;
            let match_id = closing.match_id();
            // Named by somebody else's hand it would not be found again.
            (path_of(folder, match_id) == *path).then(|| Unfinished {
                match_id,
                agreement: closing.agreement().clone(),
                changed,
            })
        })
        .collect();
    matches.sort_by_key(|found| std::cmp::Reverse(found.changed));
    matches
}

/// Lets go of a practice match: it is not offered again. Its log stays as far as it goes.
///
/// # Errors
/// Where another window plays it, or the file cannot be removed.
pub fn forget(folder: &Folder, match_id: Digest32) -> Result<(), NotTakenUp> {
    let path = path_of(folder, match_id);
    let failed = |error: io::Error| NotTakenUp::Io(path.clone(), error);
    let file = open(&path).map_err(failed)?;
    if file.try_lock().is_err() {
        return Err(NotTakenUp::InUse);
    }
    fs::remove_file(&path).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_back_and_nothing_else_is_taken_for_them() {
        let mut rng = rand::rng();
        let identity = Identity::generate(&mut rng);
        let secrets = [Secrets::generate(&mut rng), Secrets::generate(&mut rng)];
        let bytes = encode(&[(None, &secrets[0]), (Some(&identity), &secrets[1])]).unwrap();
        let read = decode(&bytes).unwrap();
        assert_eq!(read.len(), 2);
        assert!(read[0].0.is_none());
        assert_eq!(read[1].0.as_ref().unwrap().key(), identity.key());
        for ((_, read), written) in read.iter().zip(&secrets) {
            assert_eq!(*read.encode().unwrap(), *written.encode().unwrap());
        }
        for length in 0..bytes.len() {
            // Cut between two persons it is whole, and of another table.
            assert!(decode(&bytes[..length]).is_none_or(|read| read.len() < 2), "{length}");
        }
        let mut strange = bytes.to_vec();
        strange[HEAD.len() - 1] = 2;
        assert!(decode(&strange).is_none());
        strange[HEAD.len() - 1] = 1;
        strange[HEAD.len()] = 7;
        assert!(decode(&strange).is_none());
    }
}
