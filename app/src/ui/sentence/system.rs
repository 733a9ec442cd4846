//! What files, folders and the system refuse.

use std::io::{self, ErrorKind};

use majlis_crypto::identity::store::{StoreError, StoreErrorKind};
use majlis_crypto::identity::{IdentityError, Passphrase};

use super::Sentence;
use crate::export::ExportError;
use crate::folder::FolderError;
use crate::identity::NotDone;
use crate::links::desktop::NotRegistered;

impl Sentence {
    /// The system has no room for more work.
    pub(crate) const NO_THREAD: Self = Self::of("system-no-thread");

    /// Work has ended before it gave what was asked of it.
    pub(crate) const BROKE_OFF: Self = Self::of("system-broke-off");

    /// What is wrong with a file or folder.
    pub(crate) fn at(path: &std::path::Path, reason: impl Into<Self>) -> Self {
        Self::of("system-at").path("path", path).sentence("reason", reason)
    }
}

impl From<&io::Error> for Sentence {
    fn from(error: &io::Error) -> Self {
        Self::of(match error.kind() {
            ErrorKind::NotFound => "system-not-found",
            ErrorKind::PermissionDenied => "system-denied",
            ErrorKind::AlreadyExists => "system-exists",
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "system-full",
            ErrorKind::ReadOnlyFilesystem => "system-read-only",
            ErrorKind::IsADirectory => "system-folder",
            ErrorKind::NotADirectory => "system-not-folder",
            ErrorKind::FileTooLarge => "system-large",
            ErrorKind::InvalidFilename => "system-name",
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy | ErrorKind::WouldBlock => "system-busy",
            ErrorKind::AddrInUse => "system-address-used",
            ErrorKind::AddrNotAvailable => "system-address-none",
            ErrorKind::NetworkDown | ErrorKind::NetworkUnreachable | ErrorKind::HostUnreachable => "system-network",
            ErrorKind::OutOfMemory => "system-memory",
            ErrorKind::Unsupported => "system-unsupported",
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => "system-damaged",
            // The system knows more words than there are kinds.
            _ => return Self::of("system-says").quoted("words", &error.to_string()),
        })
    }
}

impl From<&FolderError> for Sentence {
    fn from(error: &FolderError) -> Self {
        match error {
            FolderError::NoHome => Self::of("system-no-home"),
            FolderError::InUse(path) => Self::of("system-in-use").path("path", path),
            FolderError::Io { path, error } => Self::at(path, error),
            FolderError::Identity(error) => error.into(),
        }
    }
}

impl From<&StoreError> for Sentence {
    fn from(error: &StoreError) -> Self {
        let at = |reason: Self| Self::at(&error.path, reason);
        match &error.kind {
            StoreErrorKind::NotFound => at(Self::of("system-not-found")),
            StoreErrorKind::Exists => at(Self::of("system-identity-exists")),
            StoreErrorKind::NotAFile => at(Self::of("system-identity-no-file")),
            StoreErrorKind::Permissions { mode } => at(Self::of("system-identity-open")
                .technical("mode", &format!("{mode:04o}"))
                .technical("wanted", "0600")),
            StoreErrorKind::Identity(error) => at(error.into()),
            StoreErrorKind::Io(error) => at(error.into()),
        }
    }
}

impl From<&IdentityError> for Sentence {
    fn from(error: &IdentityError) -> Self {
        Self::of(match error {
            IdentityError::KeyEncoding
            | IdentityError::WeakKey
            | IdentityError::MixedOrderKey
            | IdentityError::FileKeys => "system-identity-keys",
            IdentityError::Signature { .. } => "system-identity-signature",
            IdentityError::FileTooLarge | IdentityError::NotAnIdentity => "system-identity-none",
            IdentityError::FileDamaged(_) => "system-identity-damaged",
            IdentityError::FileVersion { .. } => "system-identity-newer",
            IdentityError::FileSealing => "system-identity-sealing",
            IdentityError::PassphraseNeeded => "system-passphrase-needed",
            IdentityError::PassphraseWrong => "settings-wrong-passphrase",
            IdentityError::PassphraseEmpty => "system-passphrase-empty",
            IdentityError::PassphraseTooLong => {
                return Self::of("system-passphrase-long").number("bytes", Passphrase::MAX_BYTES);
            }
            IdentityError::PassphraseControl => "system-passphrase-control",
        })
    }
}

impl From<&NotDone> for Sentence {
    fn from(error: &NotDone) -> Self {
        match error {
            NotDone::None => Self::of("settings-identity-none"),
            NotDone::Another(_) => Self::of("system-identity-another"),
            NotDone::Store(error) => error.into(),
            NotDone::Folder(error) => error.into(),
        }
    }
}

impl From<&ExportError> for Sentence {
    fn from(error: &ExportError) -> Self {
        match error {
            ExportError::NoBoard => Self::of("system-no-board"),
            ExportError::OtherGame(_) => Self::of("system-other-game"),
            ExportError::Picture(png::EncodingError::IoError(error)) => error.into(),
            ExportError::Picture(error) => Self::of("system-no-picture").quoted("words", &error.to_string()),
        }
    }
}

impl From<&NotRegistered> for Sentence {
    fn from(error: &NotRegistered) -> Self {
        match error {
            NotRegistered::Path(path) => Self::of("system-entry-path").path("path", path),
            NotRegistered::Icon(error) => Self::of("system-no-picture").quoted("words", &error.to_string()),
            NotRegistered::Io(path, error) => Self::at(path, error),
        }
    }
}
