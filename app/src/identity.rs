//! A person's identity: to back it up, to restore it, to change its passphrase.
//!
//! A backup is an identity file like the one in the profile's folder, always sealed with a passphrase: it may lie on a memory stick or
//! with a friend. Restoring never overwrites another identity: the person loses whatever is bound to it.

use core::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use majlis_crypto::identity::store::{self, StoreError, StoreErrorKind};
use majlis_crypto::identity::{Identity, IdentityError, IdentityKey, KdfCost, Passphrase};
use rand::CryptoRng;

use crate::folder::{Folder, FolderError, read_at_most};

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

impl NotDone {
    /// Whether a passphrase was wrong.
    #[must_use]
    pub const fn is_wrong_passphrase(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError {
                kind: StoreErrorKind::Identity(IdentityError::PassphraseWrong),
                ..
            })
        )
    }
}

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

/// Opens the identity in the folder.
///
/// # Errors
/// Where there is none, or its passphrase is missing or wrong.
pub fn open(folder: &Folder, passphrase: Option<&Passphrase>) -> Result<Arc<Identity>, NotDone> {
    store::load(&folder.identity_file(), passphrase)
        .map(Arc::new)
        .map_err(missing)
}

/// A backup that was restored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Whose identity is in the folder now.
    pub key: IdentityKey,
    /// Where the file lies that was in its place, if it was another one.
    pub aside: Option<PathBuf>,
}

/// [`restore`] in place of whatever identity is in the folder: that one is kept beside it, as `identity-KEY.old`, and is never lost.
///
/// # Errors
/// Where the backup cannot be read, its passphrase is missing or wrong, a program plays with the folder, or it cannot be written;
/// the folder's identity is the one that it was then.
pub fn restore_beside(
    folder: &Folder,
    from: &Path,
    open: Option<&Passphrase>,
    seal: Option<(&Passphrase, KdfCost)>,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<Restored, NotDone> {
    /// No identity is longer.
    const LIMIT: u64 = 1 << 16;

    let identity = store::load(from, open).map_err(NotDone::Store)?;
    let place = folder.identity_file();
    let key = identity.key();
    let _lock = folder.lock().map_err(NotDone::Folder)?;
    let name = match store::load_public(&place) {
        Err(error) if matches!(error.kind, StoreErrorKind::NotFound) => {
            store::save_new(&place, &identity, seal, rng).map_err(NotDone::Store)?;
            return Ok(Restored { key, aside: None });
        }
        Ok(old) if old == key => {
            store::replace(&place, &identity, seal, rng).map_err(NotDone::Store)?;
            return Ok(Restored { key, aside: None });
        }
        Ok(old) => old.to_string().chars().take(16).collect(),
        // What cannot be read may be mended one day.
        Err(_) => "damaged".to_owned(),
    };
    let aside = (0u32..)
        .map(|number| match number {
            0 => format!("identity-{name}.old"),
            number => format!("identity-{name}-{number}.old"),
        })
        .map(|name| folder.root().join(name))
        .find(|path| !path.exists())
        .ok_or(NotDone::None)?;
    let failed = |error| {
        NotDone::Folder(FolderError::Io {
            path: place.clone(),
            error,
        })
    };
    let bytes = zeroize::Zeroizing::new(read_at_most(&place, LIMIT).map_err(failed)?);
    // There are two files before there is one less: a crash loses neither.
    folder.write(&aside, &bytes).map_err(NotDone::Folder)?;
    store::replace(&place, &identity, seal, rng).map_err(NotDone::Store)?;
    Ok(Restored {
        key,
        aside: Some(aside),
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restored_identity_leaves_the_one_before_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path().join("profile"));
        let mut rng = rand::rng();
        let passphrase = Passphrase::new("three words only").unwrap();
        let backup = dir.path().join("backup");
        let (first, second) = (Identity::generate(&mut rng), Identity::generate(&mut rng));
        store::save_new(&backup, &second, Some((&passphrase, KdfCost::LEAST)), &mut rng).unwrap();
        let restore = |open: &Passphrase, sealed: bool| {
            let seal = sealed.then_some((open, KdfCost::LEAST));
            restore_beside(&folder, &backup, Some(open), seal, &mut rand::rng())
        };
        // Into an empty folder, and once more over itself, sealed now.
        assert_eq!(
            restore(&passphrase, false).unwrap(),
            Restored {
                key: second.key(),
                aside: None
            }
        );
        assert_eq!(restore(&passphrase, true).unwrap().aside, None);
        assert!(is_sealed(&folder).unwrap());
        let wrong = restore(&Passphrase::new("other words").unwrap(), false).unwrap_err();
        assert!(wrong.is_wrong_passphrase(), "{wrong}");
        // Over another one, twice: both files stay.
        let mut kept = Vec::new();
        for _ in 0..2 {
            store::replace(&folder.identity_file(), &first, None, &mut rng).unwrap();
            let restored = restore(&passphrase, false).unwrap();
            assert_eq!((restored.key, whose(&folder).unwrap()), (second.key(), second.key()));
            kept.push(restored.aside.unwrap());
        }
        assert_ne!(kept[0], kept[1]);
        for aside in &kept {
            assert_eq!(store::load(aside, None).unwrap().key(), first.key());
        }
        // Over a damaged one.
        std::fs::write(folder.identity_file(), b"nothing").unwrap();
        let restored = restore(&passphrase, false).unwrap();
        assert_eq!(std::fs::read(restored.aside.unwrap()).unwrap(), b"nothing");
        // While a program plays with the folder nothing is changed.
        store::replace(&folder.identity_file(), &first, None, &mut rng).unwrap();
        let lock = folder.lock().unwrap();
        assert!(matches!(
            restore(&passphrase, false),
            Err(NotDone::Folder(FolderError::InUse(_)))
        ));
        assert_eq!(whose(&folder).unwrap(), first.key());
        drop(lock);
    }
}
