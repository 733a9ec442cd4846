//! The person's identity as this program has it: open or sealed, and what is done with it.
//!
//! Trying a passphrase takes a moment by design, so everything that needs one is done on a thread of its own.

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::{Identity, IdentityKey, KdfCost, Passphrase};

use super::sentence::Sentence;
use super::task::Task;
use crate::folder::{Folder, FolderError};
use crate::identity::{self, NotDone, Restored};

/// What is to be done. Passphrases in it are wiped when it is dropped.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Open the sealed identity for this program.
    Unlock(Passphrase),
    /// Write a backup to a file that is not there yet.
    BackUp {
        /// The file.
        to: PathBuf,
        /// What opens the identity, where it is sealed.
        own: Option<Passphrase>,
        /// What seals the backup.
        seal: Passphrase,
    },
    /// Take a backup in place of the identity that is there.
    Restore {
        /// The file.
        from: PathBuf,
        /// What opens it.
        open: Passphrase,
        /// Whether the identity stays sealed with that.
        sealed: bool,
    },
    /// Give the identity a passphrase, another one, or none any more.
    Seal {
        /// What opens it so far, where it is sealed.
        own: Option<Passphrase>,
        /// What seals it from now on.
        seal: Option<Passphrase>,
    },
}

/// What was done.
#[derive(Clone, Debug)]
pub enum Done {
    /// The identity is open.
    Unlocked,
    /// The backup lies in this file.
    BackedUp(PathBuf),
    /// A backup was taken.
    Restored(Restored),
    /// The identity is sealed with another passphrase, or not sealed any more.
    Sealed(bool),
}

/// Why nothing was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The passphrase was wrong.
    Passphrase,
    /// This is why.
    Because(Sentence),
}

/// How the identity stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Standing {
    /// There is none yet: the first match makes one.
    #[default]
    None,
    /// It is there.
    There {
        /// Whose it is.
        key: IdentityKey,
        /// Whether its file is sealed.
        sealed: bool,
    },
    /// Its file cannot be read.
    Unreadable(Sentence),
}

/// The identity, and what is being done with it.
pub struct Keyring {
    folder: Folder,
    standing: Standing,
    fingerprint: Option<Fingerprint>,
    open: Option<Arc<Identity>>,
    task: Option<Task<Result<Came, NotDone>>>,
}

/// What was done, and the identity where it is open with that.
type Came = (Done, Option<Arc<Identity>>);

impl Keyring {
    /// The identity of a profile. Nothing is created.
    #[must_use]
    pub fn new(folder: &Folder) -> Self {
        let mut keyring = Self {
            folder: folder.clone(),
            standing: Standing::None,
            fingerprint: None,
            open: None,
            task: None,
        };
        keyring.look();
        keyring
    }

    /// Looks at the file anew.
    pub fn look(&mut self) {
        let found = identity::whose(&self.folder).and_then(|key| Ok((key, identity::is_sealed(&self.folder)?)));
        let before = self.key();
        self.standing = match found {
            Ok((key, sealed)) => Standing::There { key, sealed },
            Err(NotDone::None) => Standing::None,
            Err(error) => Standing::Unreadable((&error).into()),
        };
        if self.key() != before {
            self.fingerprint = None;
        }
    }

    /// How it stands.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    fn key(&self) -> Option<IdentityKey> {
        match self.standing {
            Standing::There { key, .. } => Some(key),
            _ => None,
        }
    }

    /// The fingerprint that friends compare.
    pub fn fingerprint(&mut self) -> Option<Fingerprint> {
        let key = self.key()?;
        Some(*self.fingerprint.get_or_insert_with(|| Fingerprint::of(&key)))
    }

    /// The identity, where it is open; one that is not sealed is, and where there is none yet one is drawn.
    ///
    /// # Errors
    /// Where the file cannot be read or written.
    pub fn identity(&mut self) -> Result<Option<Arc<Identity>>, FolderError> {
        if self.open.is_none() {
            match self.folder.identity(None, &mut rand::rng()) {
                Ok(identity) => self.open = Some(identity),
                Err(error) if error.needs_passphrase() => {}
                Err(error) => return Err(error),
            }
            self.look();
        }
        Ok(self.open.clone())
    }

    /// Whether it is sealed and not open.
    #[must_use]
    pub const fn is_locked(&self) -> bool {
        self.open.is_none() && matches!(self.standing, Standing::There { sealed: true, .. })
    }

    /// Whether something is being done.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Begins to do something; what is being done already goes on instead.
    pub fn begin(&mut self, context: &Context, deed: Deed) {
        if self.task.is_none() {
            let folder = self.folder.clone();
            self.task = Some(Task::begin(context, move || carry_out(&folder, deed)));
        }
    }

    /// What came of it, once.
    pub fn poll(&mut self) -> Option<Result<Done, Refused>> {
        let result = self.task.as_ref()?.poll()?;
        self.task = None;
        let result = match result {
            Some(Ok((done, open))) => {
                self.open = match done {
                    Done::Unlocked | Done::Restored(_) => open,
                    Done::BackedUp(_) | Done::Sealed(_) => self.open.take().or(open),
                };
                Ok(done)
            }
            Some(Err(error)) if error.is_wrong_passphrase() => Err(Refused::Passphrase),
            Some(Err(error)) => Err(Refused::Because((&error).into())),
            None => Err(Refused::Because(Sentence::NO_THREAD)),
        };
        self.look();
        Some(result)
    }
}

fn carry_out(folder: &Folder, deed: Deed) -> Result<Came, NotDone> {
    let cost = KdfCost::STANDARD;
    let mut rng = rand::rng();
    match deed {
        Deed::Unlock(own) => Ok((Done::Unlocked, Some(identity::open(folder, Some(&own))?))),
        Deed::BackUp { to, own, seal } => {
            // What is told has to say where it lies.
            let to = std::path::absolute(&to).unwrap_or(to);
            identity::back_up(folder, own.as_ref(), &to, &seal, cost, &mut rng)?;
            Ok((Done::BackedUp(to), None))
        }
        Deed::Restore { from, open, sealed } => {
            let seal = sealed.then_some((&open, cost));
            let restored = identity::restore_beside(folder, &from, Some(&open), seal, &mut rng)?;
            let identity = identity::open(folder, sealed.then_some(&open))?;
            Ok((Done::Restored(restored), Some(identity)))
        }
        Deed::Seal { own, seal } => {
            let identity = identity::open(folder, own.as_ref())?;
            identity::seal(folder, own.as_ref(), seal.as_ref().map(|seal| (seal, cost)), &mut rng)?;
            Ok((Done::Sealed(seal.is_some()), Some(identity)))
        }
    }
}
