//! The people met: each change is written to the profile and told to the node.

use std::time::{SystemTime, UNIX_EPOCH};

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::event::Command;
use majlis_net::people::{People, PeopleError, Standing};
use majlis_referee::party::PartyId;

use super::tale::{Shared, locked};
use super::{Happened, Online};
use crate::ui::sentence::Sentence;

impl Online {
    /// Everybody who was met, friends and blocked persons among them.
    #[must_use]
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// Makes somebody a friend; who was never met gets into the list with this name.
    ///
    /// # Errors
    /// Where the list cannot be written.
    pub fn befriend(&mut self, key: IdentityKey, name: &str) -> Result<(), Sentence> {
        self.set_standing(key, name, Standing::Friend)
    }

    /// Takes somebody into the list who is not in it yet.
    ///
    /// # Errors
    /// Where the list cannot be written.
    pub fn know(&mut self, key: IdentityKey, name: &str) -> Result<(), Sentence> {
        match self.people.get(&key) {
            Some(_) => Ok(()),
            None => self.set_standing(key, name, Standing::Met),
        }
    }

    /// Blocks somebody: neither seen in the lobby nor heard, and not let sit down.
    ///
    /// # Errors
    /// Where the list cannot be written or is full.
    pub fn block(&mut self, key: IdentityKey, name: &str) -> Result<(), Sentence> {
        self.set_standing(key, name, Standing::Blocked)
    }

    /// Makes somebody no more than met: no friend, and not blocked.
    ///
    /// # Errors
    /// Where the list cannot be written.
    pub fn unblock(&mut self, key: IdentityKey) -> Result<(), Sentence> {
        self.set_standing(key, "", Standing::Met)
    }

    fn set_standing(&mut self, key: IdentityKey, name: &str, standing: Standing) -> Result<(), Sentence> {
        let done = self.people.set_standing(key, name, standing, now());
        self.changed(done)
    }

    /// Notes that the pictures of somebody's key were compared, or that they were not.
    ///
    /// # Errors
    /// Where the list cannot be written.
    pub fn set_verified(&mut self, key: &IdentityKey, verified: bool) -> Result<(), Sentence> {
        let done = self.people.set_verified(key, verified);
        self.changed(done)
    }

    /// Forgets somebody.
    ///
    /// # Errors
    /// Where the list cannot be written.
    pub fn forget(&mut self, key: &IdentityKey) -> Result<(), Sentence> {
        let done = self.people.forget(key);
        self.changed(done)
    }

    fn changed(&mut self, done: Result<(), PeopleError>) -> Result<(), Sentence> {
        done.map_err(|error| Sentence::from(&error))?;
        self.link.command(Command::Block(self.people.blocked().collect()));
        self.link.command(Command::Befriend(self.people.friends_at()));
        self.acquaint();
        self.lobby.retain(|(host, _), _| !self.people.is_blocked(host));
        self.sort_around();
        Ok(())
    }

    /// Notes with whom a match was played.
    pub(super) fn meet(&mut self, match_id: Digest32, tale: &Shared, happened: &mut Vec<Happened>) {
        let (members, me) = {
            let tale = locked(tale);
            (tale.about.members.clone(), tale.about.me)
        };
        let stored = majlis_net::stored(self.folder.root(), &self.identity.key());
        let stored = stored.into_iter().find(|stored| stored.match_id == match_id);
        let others = members
            .iter()
            .enumerate()
            .filter(|(at, member)| Some(*at) != me.map(PartyId::index) && !member.bot);
        for (_, member) in others {
            let Some(key) = member.key else { continue };
            let lead = stored.as_ref().map(|stored| stored.lead(&key)).unwrap_or_default();
            if let Err(error) = self.people.met(key, &member.name, &lead, now()) {
                happened.push(Happened::Trouble((&error).into()));
                return;
            }
        }
        self.acquaint();
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
