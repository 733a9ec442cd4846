//! What a match has changed in this person's profile: computed from the logs, on a thread of its own.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;

use super::Online;
use super::tale::locked;
use crate::folder::Folder;
use crate::profile::Profile;
use crate::ui::feed::{Gain, Wake};

/// What is being computed, and what has come of it.
pub(super) struct Gains {
    folder: Folder,
    me: IdentityKey,
    wake: Wake,
    out: Sender<(Digest32, Gain)>,
    computed: Receiver<(Digest32, Gain)>,
}

impl Gains {
    pub(super) fn new(folder: Folder, me: IdentityKey, wake: Wake) -> Self {
        let (out, computed) = mpsc::channel();
        Self {
            folder,
            me,
            wake,
            out,
            computed,
        }
    }

    /// Computes what a match that is over has changed. Where the profile cannot be read nothing comes of it: the screen of the profile says why.
    pub(super) fn compute(&self, match_id: Digest32) {
        let (folder, me) = (self.folder.clone(), *self.me.as_bytes());
        let (out, wake) = (self.out.clone(), self.wake.clone());
        let work = move || {
            let Ok(profile) = Profile::load(&folder, &|_, _| {}) else {
                return;
            };
            let Some(person) = profile.person(&me) else { return };
            let moved = profile.moved_by(match_id, &me);
            let gain = Gain {
                points: person.points(),
                rating: person.rating.zip(moved).map(|(rating, moved)| (rating.value, moved)),
            };
            if out.send((match_id, gain)).is_ok() {
                wake();
            }
        };
        if let Err(error) = thread::Builder::new().name("profile".to_owned()).spawn(work) {
            tracing::warn!(%error, "no thread can be started for the profile");
        }
    }
}

impl Online {
    /// Takes in what was computed. Says whether there was anything.
    pub(super) fn take_gains(&self) -> bool {
        let mut any = false;
        while let Ok((match_id, gain)) = self.gains.computed.try_recv() {
            any = true;
            if let Some(tale) = self.tales.get(&match_id) {
                locked(tale).company.gain = Some(gain);
            }
        }
        any
    }
}
