//! The lobby: the adverts of others, as far as they are to be believed and remembered.
//!
//! Sans-IO: bytes and the time go in, a verdict for gossip and a list of tables come out, and the same input always gives the
//! same output. Two clocks are told: a monotonic one, by which adverts expire and are limited, and the wall clock, by which an
//! advert that is much too old or from the future is recognised.
//!
//! For each table the newest advert holds. A table that was closed or has expired does not come back by an old advert. Nobody
//! has more than [`MAX_TABLES_PER_HOST`] tables. When the lobby is full, the neighbour through which most of it came loses the
//! oldest of what it brought: one that floods displaces its own flood.

pub(crate) mod listing;

use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet};

use majlis_crypto::identity::IdentityKey;

use crate::advert::{Advert, AdvertError};
use crate::limits::{
    ADVERT_BURST, ADVERT_HOST_BURST, ADVERT_PAUSE, ADVERT_SKEW, ADVERTS_PER_SECOND, MAX_ADVERT, MAX_ADVERTS,
    MAX_CONNECTIONS, MAX_LOBBY_PERSONS, MAX_TABLES_PER_HOST,
};
use crate::rate::{Buckets, Rate};
use crate::table_id::TableId;

/// The time, by both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// Since any fixed moment, never going back, and going on while the machine sleeps or not.
    pub monotonic: Duration,
    /// Milliseconds since 1970, as the machine believes.
    pub wall: u64,
}

/// What gossip does with a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It is passed on.
    Accept,
    /// It is not passed on, and that is nobody's fault.
    Ignore,
    /// It is not passed on, and whoever passed it to us must have seen that it is bad.
    Reject,
}

/// What an advert changed in the list of tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// A table was not in the list before.
    Opened(IdentityKey, TableId),
    /// What is known of a table changed.
    Updated(IdentityKey, TableId),
    /// A table is gone: closed, expired or displaced.
    Gone(IdentityKey, TableId),
}

/// The answer to a message of the lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// What gossip does with it.
    pub verdict: Verdict,
    /// What it changed in the list, in order.
    pub changes: Vec<Change>,
    /// Why it was not accepted, for the log.
    pub why: Option<Why>,
}

/// Why a message of the lobby was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The neighbour sends too much.
    TooMany,
    /// It is no advert.
    Advert(AdvertError),
    /// It is our own.
    Own,
    /// Its stamp is too far from our clock.
    Clock,
    /// A newer one is known, or this one.
    Old,
    /// Its host says too much.
    TooSoon,
    /// Its host has as many tables as one may have.
    TooManyTables,
}

/// The bounds of a lobby; [`Bounds::default`] are those of [`limits`](crate::limits), others are for tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// See [`MAX_ADVERTS`].
    pub adverts: usize,
    /// See [`MAX_TABLES_PER_HOST`].
    pub tables_per_host: usize,
    /// See [`MAX_LOBBY_PERSONS`].
    pub persons: usize,
    /// Adverts from one neighbour; see [`ADVERTS_PER_SECOND`].
    pub rate: Rate,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            adverts: MAX_ADVERTS,
            tables_per_host: MAX_TABLES_PER_HOST,
            persons: MAX_LOBBY_PERSONS,
            rate: Rate::per_second(ADVERTS_PER_SECOND, ADVERT_BURST),
        }
    }
}

#[derive(Debug)]
struct Entry {
    advert: Advert,
    /// The advert as it was signed.
    bytes: Vec<u8>,
    /// Whoever passed it on to us.
    source: IdentityKey,
    received: Duration,
    expires: Duration,
}

/// What remains of a host after its adverts are gone.
#[derive(Debug)]
struct Host {
    /// No advert with this stamp or an older one opens a table.
    floor: u64,
    heard: Duration,
}

/// The adverts that hold.
#[derive(Debug)]
pub struct Lobby {
    me: IdentityKey,
    bounds: Bounds,
    entries: BTreeMap<(IdentityKey, TableId), Entry>,
    hosts: BTreeMap<IdentityKey, Host>,
    /// How many entries came from each neighbour.
    sources: BTreeMap<IdentityKey, usize>,
    /// How often each neighbour passes something on.
    rates: Buckets<IdentityKey>,
    /// How often each host says something.
    paces: Buckets<IdentityKey>,
    blocked: BTreeSet<IdentityKey>,
}

impl Lobby {
    /// An empty lobby of the person `me`.
    #[must_use]
    pub fn new(me: IdentityKey) -> Self {
        Self::with_bounds(me, Bounds::default())
    }

    /// An empty lobby with other bounds.
    #[must_use]
    pub fn with_bounds(me: IdentityKey, bounds: Bounds) -> Self {
        Self {
            me,
            bounds,
            entries: BTreeMap::new(),
            hosts: BTreeMap::new(),
            sources: BTreeMap::new(),
            rates: Buckets::new(bounds.rate, 2 * MAX_CONNECTIONS as usize),
            paces: Buckets::new(
                Rate {
                    burst: ADVERT_HOST_BURST,
                    refill: ADVERT_PAUSE,
                },
                bounds.persons,
            ),
            blocked: BTreeSet::new(),
        }
    }

    /// Sets who is blocked. Their tables leave the list and do not come back until they are unblocked and are heard again; their
    /// adverts are still passed on, since blocking is one person's matter.
    pub fn block(&mut self, blocked: impl IntoIterator<Item = IdentityKey>) -> Vec<Change> {
        self.blocked = blocked.into_iter().collect();
        let gone: Vec<_> = self
            .entries
            .keys()
            .filter(|(host, _)| self.blocked.contains(host))
            .copied()
            .collect();
        gone.into_iter().filter_map(|key| self.remove(key)).collect()
    }

    /// Takes a message that the neighbour `source` passed on.
    pub fn receive(&mut self, source: &IdentityKey, bytes: &[u8], now: Now) -> Received {
        let mut changes = self.expire(now.monotonic);
        let (verdict, why) = match self.judge(source, bytes, now, &mut changes) {
            Ok(()) => (Verdict::Accept, None),
            Err((verdict, why)) => (verdict, Some(why)),
        };
        Received { verdict, changes, why }
    }

    fn judge(
        &mut self,
        source: &IdentityKey,
        bytes: &[u8],
        now: Now,
        changes: &mut Vec<Change>,
    ) -> Result<(), (Verdict, Why)> {
        let ignore = |why| Err((Verdict::Ignore, why));
        // Before anything is computed for it.
        if bytes.len() > MAX_ADVERT {
            let error = AdvertError::Malformed(format!("it has {} bytes", bytes.len()));
            return Err((Verdict::Reject, Why::Advert(error)));
        }
        if !self.rates.take(source, now.monotonic) {
            return ignore(Why::TooMany);
        }
        let advert = match Advert::open(bytes) {
            Ok(advert) => advert,
            Err(error @ AdvertError::Form { .. }) => return ignore(Why::Advert(error)),
            Err(error) => return Err((Verdict::Reject, Why::Advert(error))),
        };
        if advert.host == self.me {
            return ignore(Why::Own);
        }
        let key = (advert.host, advert.table);
        let tolerance = u64::try_from((ADVERT_SKEW + advert.lifetime()).as_millis()).unwrap_or(u64::MAX);
        if advert.stamp.abs_diff(now.wall) > tolerance {
            return ignore(Why::Clock);
        }
        let known = self.entries.contains_key(&key);
        let newest = match (self.entries.get(&key), self.hosts.get(&advert.host)) {
            (Some(entry), _) => entry.advert.stamp,
            (None, Some(host)) => host.floor,
            (None, None) => 0,
        };
        if advert.stamp <= newest {
            return ignore(Why::Old);
        }
        if !self.paces.take(&advert.host, now.monotonic) {
            return ignore(Why::TooSoon);
        }
        if advert.closes() {
            // Of a table that is not known it only says that nothing older opens it. Where that host is unknown too it is passed on,
            // because others may know the table.
            self.note(advert.host, advert.stamp, now.monotonic);
            changes.extend(self.remove(key));
            return Ok(());
        }
        if !known {
            let tables = self
                .entries
                .range((advert.host, TableId([0; 16]))..=(advert.host, TableId([0xff; 16])));
            if tables.count() >= self.bounds.tables_per_host {
                return ignore(Why::TooManyTables);
            }
        }
        if self.blocked.contains(&advert.host) {
            self.note(advert.host, advert.stamp, now.monotonic);
            return Ok(());
        }
        self.keep(key, (advert, bytes), *source, now.monotonic, changes);
        Ok(())
    }

    fn keep(
        &mut self,
        key: (IdentityKey, TableId),
        (advert, bytes): (Advert, &[u8]),
        source: IdentityKey,
        now: Duration,
        changes: &mut Vec<Change>,
    ) {
        let entry = Entry {
            expires: now + advert.lifetime(),
            received: now,
            source,
            advert,
            bytes: bytes.to_vec(),
        };
        *self.sources.entry(source).or_default() += 1;
        if let Some(before) = self.entries.insert(key, entry) {
            self.uncount(&before.source);
            changes.push(Change::Updated(key.0, key.1));
            return;
        }
        changes.push(Change::Opened(key.0, key.1));
        if self.entries.len() > self.bounds.adverts {
            // Of equal neighbours and ages the smallest key: the choice depends on nothing else.
            let hog = self
                .sources
                .iter()
                .max_by_key(|(key, count)| (**count, **key))
                .map(|(key, _)| *key);
            let oldest = self
                .entries
                .iter()
                .filter(|(_, entry)| Some(entry.source) == hog)
                .min_by_key(|(key, entry)| (entry.received, **key))
                .map(|(key, _)| *key);
            // Its floor stays as it was: when there is room again, its next advert brings it back.
            changes.extend(oldest.and_then(|key| self.drop_entry(key)));
        }
    }

    /// Removes what has expired. Call it now and then; [`receive`](Self::receive) does it too.
    pub fn expire(&mut self, now: Duration) -> Vec<Change> {
        let gone: Vec<_> = self
            .entries
            .iter()
            .filter(|(_, entry)| entry.expires <= now)
            .map(|(key, _)| *key)
            .collect();
        gone.into_iter().filter_map(|key| self.remove(key)).collect()
    }

    /// When the next table expires; `None` while the lobby is empty.
    #[must_use]
    pub fn next_expiry(&self) -> Option<Duration> {
        self.entries.values().map(|entry| entry.expires).min()
    }

    /// The tables, by host and table id.
    pub fn tables(&self) -> impl Iterator<Item = &Advert> {
        self.entries.values().map(|entry| &entry.advert)
    }

    /// The adverts as they were signed: in turn the one heard last from each neighbour, then the one before, and so on, so that a
    /// neighbour who brings many does not hide those of others from a list that is cut.
    #[must_use]
    pub fn messages(&self) -> Vec<&[u8]> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|(key, entry)| (core::cmp::Reverse(entry.received), *key));
        let mut turns: BTreeMap<IdentityKey, usize> = BTreeMap::new();
        let mut in_turn: Vec<(usize, &[u8])> = Vec::new();
        for (_, entry) in entries {
            let turn = turns.entry(entry.source).or_default();
            in_turn.push((*turn, &entry.bytes));
            *turn += 1;
        }
        in_turn.sort_by_key(|(turn, _)| *turn);
        in_turn.into_iter().map(|(_, bytes)| bytes).collect()
    }

    /// The advert of a table.
    #[must_use]
    pub fn table(&self, host: &IdentityKey, table: &TableId) -> Option<&Advert> {
        self.entries.get(&(*host, *table)).map(|entry| &entry.advert)
    }

    /// How many tables there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes a table for good: its last advert and older ones do not bring it back.
    fn remove(&mut self, key: (IdentityKey, TableId)) -> Option<Change> {
        let entry = self.entries.get(&key)?;
        let (stamp, received) = (entry.advert.stamp, entry.received);
        self.note(key.0, stamp, received);
        self.drop_entry(key)
    }

    fn drop_entry(&mut self, key: (IdentityKey, TableId)) -> Option<Change> {
        let entry = self.entries.remove(&key)?;
        self.uncount(&entry.source);
        Some(Change::Gone(key.0, key.1))
    }

    fn uncount(&mut self, source: &IdentityKey) {
        if let Some(count) = self.sources.get_mut(source) {
            *count -= 1;
            if *count == 0 {
                self.sources.remove(source);
            }
        }
    }

    /// Remembers that nothing of `host` up to `stamp` opens a table any more.
    fn note(&mut self, host: IdentityKey, stamp: u64, now: Duration) {
        let noted = self.hosts.entry(host).or_insert(Host { floor: 0, heard: now });
        noted.floor = noted.floor.max(stamp);
        noted.heard = noted.heard.max(now);
        if self.hosts.len() > self.bounds.persons {
            let oldest = self
                .hosts
                .iter()
                .min_by_key(|(key, host)| (host.heard, **key))
                .map(|(key, _)| *key);
            if let Some(oldest) = oldest {
                self.hosts.remove(&oldest);
            }
        }
    }
}

#[cfg(test)]
mod tests;
