//! A person's identity: to back it up, to restore it, to change its passphrase.
//!
//! A backup is an identity file like the one in the profile's folder, always sealed with a passphrase: it may lie on a memory stick or
//! with a friend. Restoring never overwrites another identity: the person loses whatever is bound to it.

use core::fmt;
use std::path::Path;

use majlis_crypto::identity::store::{self, StoreError, StoreErrorKind};
use majlis_crypto::identity::{IdentityKey, KdfCost, Passphrase};
use rand::CryptoRng;

use crate::folder::{Folder, FolderError};

/// Why an identity was not backed up, restored or sealed.
#[derive(Debug)]
pub enum NotDone {
    /// There is no identity in the folder yet.
    None,
    /// Another identity is in the folder.
    Another(Box<IdentityKey>),
    /// A file cannot be read or written, or the passphrase is missing or wrong.
    Store(StoreError),
    /// The folder cannot be written, or a program plays with it.
    Folder(FolderError),
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => {
                f.write_str("there is no identity in this folder yet; host or join a table, or restore a backup")
            }
            Self::Another(key) => write!(
                f,
                "the folder holds another identity ({key}), which is not overwritten; restore into a new one with --data DIR"
            ),
            Self::Store(error) => fmt::Display::fmt(error, f),
            Self::Folder(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for NotDone {}

fn missing(error: StoreError) -> NotDone {
    match error.kind {
        StoreErrorKind::NotFound => NotDone::None,
        _ => NotDone::Store(error),
    }
}

/// Whose identity is in the folder; no passphrase is needed for that.
///
/// # Errors
/// [`NotDone::None`] where there is none yet; where the file is damaged.
pub fn whose(folder: &Folder) -> Result<IdentityKey, NotDone> {
    store::load_public(&folder.identity_file()).map_err(missing)
}

/// Whether the identity in the folder is sealed.
///
/// # Errors
/// Where there is none, or the file is damaged.
pub fn is_sealed(folder: &Folder) -> Result<bool, NotDone> {
    match store::load(&folder.identity_file(), None) {
        Ok(_) => Ok(false),
        Err(error) => {
            let error = FolderError::Identity(error);
            if error.needs_passphrase() {
                return Ok(true);
            }
            match error {
                FolderError::Identity(error) => Err(missing(error)),
                other => Err(NotDone::Folder(other)),
            }
        }
    }
}

/// Writes a backup to a file that is not there yet, sealed with `seal`. `open` opens the identity in the folder, if it is
/// sealed.
///
/// # Errors
/// Where there is no identity, its passphrase is missing or wrong, or there is such a file already.
pub fn back_up(
    folder: &Folder,
    open: Option<&Passphrase>,
    to: &Path,
    seal: &Passphrase,
    cost: KdfCost,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<IdentityKey, NotDone> {
    let identity = store::load(&folder.identity_file(), open).map_err(missing)?;
    store::save_new(to, &identity, Some((seal, cost)), rng).map_err(NotDone::Store)?;
    Ok(identity.key())
}

/// Restores a backup into a folder that holds no identity yet, or this very one. `open` opens the backup; it is kept sealed
/// with the passphrase `seal`, or unsealed.
///
/// # Errors
/// Where the backup cannot be read, its passphrase is missing or wrong, or the folder holds another identity.
pub fn restore(
    folder: &Folder,
    from: &Path,
    open: Option<&Passphrase>,
    seal: Option<(&Passphrase, KdfCost)>,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<IdentityKey, NotDone> {
    let identity = store::load(from, open).map_err(NotDone::Store)?;
    let place = folder.identity_file();
    let _lock = folder.lock().map_err(NotDone::Folder)?;
    match store::load_public(&place) {
        Err(error) if matches!(error.kind, StoreErrorKind::NotFound) => {
            store::save_new(&place, &identity, seal, rng).map_err(NotDone::Store)?;
        }
        Err(error) => return Err(NotDone::Store(error)),
        Ok(key) if key == identity.key() => store::replace(&place, &identity, seal, rng).map_err(NotDone::Store)?,
        Ok(key) => return Err(NotDone::Another(Box::new(key))),
    }
    Ok(identity.key())
}

/// Seals the identity in the folder with another passphrase, or unseals it.
///
/// # Errors
/// Where there is none, its passphrase is missing or wrong, or it cannot be written.
pub fn seal(
    folder: &Folder,
    open: Option<&Passphrase>,
    seal: Option<(&Passphrase, KdfCost)>,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<(), NotDone> {
    let place = folder.identity_file();
    let identity = store::load(&place, open).map_err(missing)?;
    store::replace(&place, &identity, seal, rng).map_err(NotDone::Store)
}
