//! What the node asks and answers about finished matches when people meet.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use majlis_crypto::identity::IdentityKey;
use majlis_net::certificates::{self, Exchange};

use super::Profile;
use super::certificates::{MAX_KEPT, NotKept, Received};
use super::exchange::{self, answer};
use crate::folder::{Folder, FolderError};

/// The profile of a folder, read when it is asked about first, and anew when there is more in it.
#[derive(Debug)]
pub struct Meeting {
    folder: Folder,
    known: Arc<Mutex<Option<Arc<Profile>>>>,
}

impl Meeting {
    /// For [`majlis_net::Config::certificates`]: the matches in this folder.
    #[must_use]
    pub fn new(folder: Folder) -> Self {
        Self {
            folder,
            known: Arc::default(),
        }
    }

    /// What is known now; nothing where the folder cannot be read, which those who look at the profile are told.
    fn profile(&self) -> Arc<Profile> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(profile) = &*known {
            return Arc::clone(profile);
        }
        let read = Profile::load(&self.folder, &|_, _| ());
        let profile = Arc::new(read.unwrap_or_else(|error| {
            tracing::warn!(%error, "no certificates are exchanged");
            Profile::default()
        }));
        *known = Some(Arc::clone(&profile));
        profile
    }
}

fn forget(known: &Mutex<Option<Arc<Profile>>>) {
    *known.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

impl Exchange for Meeting {
    fn answer(&self, _: IdentityKey, request: &[u8]) -> Option<Vec<u8>> {
        answer(&self.profile(), request)
    }

    fn ask(&self, _: IdentityKey) -> Box<dyn certificates::Asking> {
        Box::new(Asking {
            asking: exchange::Asking::new(&self.profile()),
            folder: self.folder.clone(),
            known: Arc::clone(&self.known),
        })
    }

    fn over(&self) {
        forget(&self.known);
    }
}

/// Asking one person.
struct Asking {
    asking: exchange::Asking,
    folder: Folder,
    known: Arc<Mutex<Option<Arc<Profile>>>>,
}

impl certificates::Asking for Asking {
    fn request(&mut self) -> Option<Vec<u8>> {
        self.asking.request()
    }

    fn take(&mut self, answer: &[u8]) -> Result<usize, certificates::Stopped> {
        let taken = self
            .asking
            .take(&self.folder, answer)
            .map_err(|stopped| match stopped {
                stopped @ exchange::Stopped::Garbage(_) => certificates::Stopped::Garbage(stopped.to_string()),
                exchange::Stopped::Here(error) => certificates::Stopped::Here(not_kept(error)),
            })?;
        let kept = taken
            .iter()
            .filter(|received| matches!(received, Received::Kept(_)))
            .count();
        if kept > 0 {
            forget(&self.known);
        }
        Ok(kept)
    }
}

/// Why nothing more is kept here, as the node tells it.
fn not_kept(error: NotKept) -> certificates::NotKept {
    let refused = |path: PathBuf, error: io::Error| certificates::NotKept::Io {
        path,
        error: Arc::new(error),
    };
    match error {
        NotKept::Full => certificates::NotKept::Full(MAX_KEPT),
        NotKept::Folder(FolderError::Io { path, error }) => refused(path, error),
        // Nothing else keeps a good certificate from being written.
        NotKept::Folder(_) | NotKept::NotBelieved(_) | NotKept::Nothing => {
            refused(PathBuf::new(), io::Error::other(error.to_string()))
        }
    }
}
