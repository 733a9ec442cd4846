//! Who matters of all those to whom there are connections: people at tables, friends, relays. Friends are looked for.

use std::collections::BTreeSet;
use std::time::Instant;

use majlis_crypto::identity::IdentityKey;

use super::core::Core;
use super::tables::Joined;
use crate::address::{key_of, peer_id};
use crate::event::Event;
use crate::limits::{FRIENDS_INTERVAL, MAX_FRIENDS_AT_ONCE};
use crate::link::{Link, Role};
use crate::people::Lead;

impl Core {
    /// Sets who is a friend.
    pub(super) fn befriend(&mut self, friends: Vec<(IdentityKey, Lead)>) {
        self.friends.clear();
        for (key, lead) in friends {
            self.peers.entry(peer_id(&key)).learn_lead(lead);
            self.friends.insert(key);
        }
        self.friends_due = None;
    }

    /// Looks for friends who are not there: where they were last, and in Kademlia.
    pub(super) fn look_for_friends(&mut self) {
        let now = Instant::now();
        if self.friends_due.is_some_and(|due| now < due) || self.listening().is_empty() {
            return;
        }
        self.friends_due = Some(now + FRIENDS_INTERVAL);
        let missing: Vec<IdentityKey> = self
            .friends
            .iter()
            .filter(|key| !self.blocked.contains(key) && !self.peers.is_connected(&peer_id(key)))
            .copied()
            .collect();
        // Where there are many, others have their turn next time.
        let turn = missing.len().div_ceil(MAX_FRIENDS_AT_ONCE).max(1);
        let turn = usize::try_from(self.started.elapsed().as_secs() / FRIENDS_INTERVAL.as_secs()).unwrap_or(0) % turn;
        for key in missing
            .into_iter()
            .skip(turn * MAX_FRIENDS_AT_ONCE)
            .take(MAX_FRIENDS_AT_ONCE)
        {
            self.greet(peer_id(&key));
            self.look_for(&key);
        }
    }

    /// Everybody at a table with this person: before, in and after the match, and those whose matches are watched.
    fn at_tables(&self) -> BTreeSet<IdentityKey> {
        let guests = self.hosting.values().flat_map(|hosting| hosting.host.guests());
        let sitters = self.joined.values().flat_map(Joined::sitters);
        let hosts = self.joined.values().map(Joined::host);
        let parties = self.running.values().flat_map(super::matches::Running::others);
        let players = self.watching.values().map(super::watching::Watching::player);
        guests
            .chain(sitters)
            .chain(hosts)
            .chain(parties)
            .chain(players)
            .collect()
    }

    /// Says to whom there are connections, where that has changed.
    pub(super) fn tell_links(&mut self) {
        let at_tables = self.at_tables();
        let mut links: Vec<Link> = self
            .peers
            .iter()
            .filter_map(|(peer, known)| {
                let way = known.way()?.clone();
                let who = key_of(peer)?;
                let role = if at_tables.contains(&who) {
                    Role::Table
                } else if self.friends.contains(&who) {
                    Role::Friend
                } else if self.is_relay(peer) {
                    Role::Relay
                } else {
                    return None;
                };
                Some(Link { who, role, way })
            })
            .collect();
        links.sort();
        if links != self.links {
            self.links.clone_from(&links);
            self.teller.tell(Event::Links(links));
        }
    }
}
