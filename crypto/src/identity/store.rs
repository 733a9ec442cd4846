//! Identity files on disk: the only part of this crate that touches files.
//!
//! A file is written beside its place, synced, renamed into it, and the folder synced: after a crash there is the old
//! file or the new one, whole. On Unix it is readable by its owner only (mode 0600) from the moment it exists; on
//! Windows it inherits the permissions of the folder, which in a user's profile are the owner's.
//!
//! On Unix an *unsealed* file that group or others may read or write is refused: somebody else may have copied or
//! replaced it. A *sealed* file is accepted with any permissions, since its passphrase protects it; so a backup on a
//! memory stick, whose file system knows no permissions, must be sealed.

use core::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::file::{MAX_FILE_BYTES, is_sealed};
use super::{Identity, IdentityError, IdentityKey, KdfCost, Passphrase};

/// Why an identity file could not be written or read; with its path.
#[derive(Debug)]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub kind: StoreErrorKind,
}

/// What went wrong with a file.
#[derive(Debug)]
pub enum StoreErrorKind {
    /// There is no such file.
    NotFound,
    /// A file is there already, and an identity is never overwritten by [`save_new`].
    Exists,
    /// It is a folder, a pipe or a device.
    NotAFile,
    /// It is not sealed and others may read or write it.
    Permissions {
        /// Its permission bits.
        mode: u32,
    },
    /// The contents are wrong.
    Identity(IdentityError),
    /// The system refused.
    Io(io::Error),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            StoreErrorKind::NotFound => write!(f, "{path}: there is no such file; check the path"),
            StoreErrorKind::Exists => {
                write!(
                    f,
                    "{path}: the file exists and may hold an identity; choose another name"
                )
            }
            StoreErrorKind::NotAFile => write!(f, "{path}: this is not an ordinary file; choose another"),
            StoreErrorKind::Permissions { mode } => write!(
                f,
                "{path}: other users can open this secret (mode {mode:04o}); run chmod 600 on it, and make a new \
                 identity if you do not trust them"
            ),
            StoreErrorKind::Identity(error) => write!(f, "{path}: {error}"),
            StoreErrorKind::Io(error) => write!(f, "{path}: {error}; check the disk and its permissions"),
        }
    }
}

impl core::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            StoreErrorKind::Identity(error) => Some(error),
            StoreErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<IdentityError> for StoreErrorKind {
    fn from(error: IdentityError) -> Self {
        Self::Identity(error)
    }
}

impl From<io::Error> for StoreErrorKind {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound,
            io::ErrorKind::AlreadyExists => Self::Exists,
            _ => Self::Io(error),
        }
    }
}

/// Writes an identity where no file is yet, sealed if there is a passphrase.
///
/// # Errors
///
/// [`StoreErrorKind::Exists`] if something is there; then nothing is changed.
pub fn save_new(
    path: &Path,
    identity: &Identity,
    passphrase: Option<(&Passphrase, KdfCost)>,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<(), StoreError> {
    in_file(path, || write(path, &encode(identity, passphrase, rng)?, false))
}

/// Writes an identity in place of the file that is there, as for a changed passphrase.
///
/// # Errors
///
/// [`StoreErrorKind`]; whatever was there stays whole.
pub fn replace(
    path: &Path,
    identity: &Identity,
    passphrase: Option<(&Passphrase, KdfCost)>,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<(), StoreError> {
    in_file(path, || write(path, &encode(identity, passphrase, rng)?, true))
}

/// Reads an identity. The file is never changed.
///
/// # Errors
///
/// [`StoreErrorKind`]; [`IdentityError::PassphraseNeeded`] inside it if the file is sealed and there is no passphrase.
pub fn load(path: &Path, passphrase: Option<&Passphrase>) -> Result<Identity, StoreError> {
    in_file(path, || Ok(Identity::from_file(&read(path)?, passphrase)?))
}

/// Reads whose identity a file holds; a sealed one needs no passphrase for that.
///
/// # Errors
///
/// [`StoreErrorKind`], as for [`load`].
pub fn load_public(path: &Path) -> Result<IdentityKey, StoreError> {
    in_file(path, || Ok(Identity::public_of_file(&read(path)?)?))
}

fn read(path: &Path) -> Result<Zeroizing<Vec<u8>>, StoreErrorKind> {
    // Opening a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(StoreErrorKind::NotAFile);
    }
    let file = File::open(path)?;
    let mode = shared_mode(&file.metadata()?);
    // The buffer never grows, so it leaves no copy of the secret behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(MAX_FILE_BYTES + 2));
    file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if let Some(mode) = mode
        && !is_sealed(&bytes)?
    {
        return Err(StoreErrorKind::Permissions { mode });
    }
    Ok(bytes)
}

fn in_file<T>(path: &Path, work: impl FnOnce() -> Result<T, StoreErrorKind>) -> Result<T, StoreError> {
    work().map_err(|kind| StoreError {
        path: path.to_owned(),
        kind,
    })
}

fn encode(
    identity: &Identity,
    passphrase: Option<(&Passphrase, KdfCost)>,
    rng: &mut (impl CryptoRng + ?Sized),
) -> Result<Zeroizing<Vec<u8>>, StoreErrorKind> {
    Ok(match passphrase {
        Some((passphrase, cost)) => identity.to_sealed_file(passphrase, cost, rng)?,
        None => identity.to_file(),
    })
}

fn write(path: &Path, bytes: &[u8], replace: bool) -> Result<(), StoreErrorKind> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    // `tempfile` creates the file exclusively and with mode 0600.
    let mut file = tempfile::Builder::new().prefix(".majlis-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    let placed = if replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    placed.map_err(|error| error.error)?;
    sync_folder(folder)
}

/// Makes a rename in `folder` durable.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> Result<(), StoreErrorKind> {
    Ok(File::open(folder)?.sync_all()?)
}

/// Windows has no such call and needs none.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> Result<(), StoreErrorKind> {
    Ok(())
}

/// The permission bits, if they give anything to anybody but the owner.
#[cfg(unix)]
fn shared_mode(metadata: &fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    let mode = metadata.permissions().mode() & 0o7777;
    (mode & 0o077 != 0).then_some(mode)
}

/// Elsewhere the folder's permissions decide.
#[cfg(not(unix))]
fn shared_mode(_: &fs::Metadata) -> Option<u32> {
    None
}
