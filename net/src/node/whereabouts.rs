//! Where the others at a table are to be reached, while a match goes on: written down, so that a program that was killed finds them again,
//! and told by the host, so that two guests find each other.

use std::sync::Arc;
use std::time::Instant;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;

use super::core::Core;
use super::matches::Running;
use super::tables::sealed;
use crate::address::peer_id;
use crate::limits;
use crate::note::Note;
use crate::wire::WireClosed;

impl Running {
    /// Whether it goes on, and this person is the one who closed its table and tells the others where each of them is.
    pub(super) fn is_kept_together_by(&self, me: &IdentityKey) -> bool {
        self.began && !self.settled && self.is_hosted_by(me)
    }
}

impl Core {
    /// Writes down where its people may be reached, of whom not all may have told at its beginning; and, where it is `over` and nobody
    /// needs this program for it any more, that it is not to be taken up again after a restart.
    pub(super) fn note_again(&self, id: Digest32, over: bool) {
        let Some((running, mut note)) = self.running.get(&id).zip(Note::read(&self.folder, id)) else {
            return;
        };
        note.over |= over;
        note.addresses = self.addresses_of(running.others().filter(|key| *key != self.me));
        note.relays = self.relays_of(running.others().filter(|key| *key != self.me));
        if let Err(error) = note.write(&self.folder, id) {
            tracing::warn!(%error, "no note can be written");
        }
    }

    /// Writes down where people are to be reached now, and as a host tells the others: two guests who both have got another address, or
    /// who have never heard of each other's, find each other by it.
    pub(super) fn addresses_tick(&mut self) {
        let mut moved = Vec::new();
        for (id, running) in self
            .running
            .iter()
            .filter(|(_, running)| running.began && !running.settled)
        {
            let (noted, at) = &running.noted;
            if at.elapsed() < limits::ADDRESSES_PAUSE {
                continue;
            }
            let known = self.addresses_of(running.others().filter(|key| *key != self.me));
            if known != *noted {
                moved.push((*id, known));
            }
        }
        for (id, known) in moved {
            self.note_again(id, false);
            let Some(running) = self.running.get_mut(&id) else {
                continue;
            };
            running.noted = (known, Instant::now());
            let (hosted, table) = (running.is_kept_together_by(&self.me), running.table);
            let others: Vec<IdentityKey> = running.others().filter(|key| hosted && *key != self.me).collect();
            for key in others {
                if let Some(frame) = self.closed_again(table, key) {
                    self.send(peer_id(&key), frame);
                }
            }
        }
    }

    /// The host of a match that is played here says where the others are. Whether that is what he says.
    pub(super) fn on_moved(&mut self, from: &IdentityKey, closed: &WireClosed) -> bool {
        let now = self.started.elapsed();
        let running = self.running.values_mut().find(|running| {
            running.table == closed.table
                && running.is_hosted_by(from)
                && sealed(&running.play.closing).as_ref() == Some(&closed.closing)
        });
        let Some(running) = running else { return false };
        if running.heard.take(now) {
            let closing = Arc::clone(&running.play.closing);
            self.learn_addresses(&closing, &closed.addresses);
            self.dial_wanted();
        }
        true
    }
}
