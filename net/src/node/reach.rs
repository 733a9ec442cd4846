//! Being reached from outside: relays, their reservations, and whose connections are let in whatever the limits say.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use libp2p::PeerId;
use libp2p::core::transport::ListenerId;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};
use majlis_crypto::identity::IdentityKey;

use super::core::Core;
use super::matches::{Running, rematch_table};
use crate::address::{RelayAddress, peer_id};
use crate::event::Event;
use crate::limits::{MAX_BORROWED_OF_TABLE, MAX_BORROWED_RELAYS, MAX_RESERVATIONS, MAX_SHARED_RELAYS, REDIAL};
use crate::table_id::TableId;

/// A relay of this person's choice, or one by which a table of somebody else was found.
#[derive(Debug, Default)]
struct Relay {
    /// Whether this person has chosen it. Otherwise it is borrowed, for as long as one of its tables is there.
    own: bool,
    /// The tables by whose invitations it is borrowed.
    tables: BTreeSet<TableId>,
    /// Whether this person wants to be reached through it; otherwise it only leads to others.
    carries: bool,
    addresses: Vec<RelayAddress>,
    /// The listener that holds the reservation.
    listener: Option<ListenerId>,
    reserved: bool,
    next: Option<Instant>,
    failures: u32,
}

/// What the node does to be reached.
#[derive(Debug, Default)]
pub(super) struct Reach {
    relays: BTreeMap<PeerId, Relay>,
    bypassing: BTreeSet<PeerId>,
    told: Option<(bool, BTreeSet<PeerId>)>,
}

impl Reach {
    /// Relays that carry, and others that only lead to people and tables.
    pub(super) fn new(relays: &[RelayAddress], bootstrap: &[RelayAddress]) -> Self {
        let mut reach = Self::default();
        for (carries, relay) in relays
            .iter()
            .map(|relay| (true, relay))
            .chain(bootstrap.iter().map(|relay| (false, relay)))
        {
            let entry = reach.relays.entry(peer_id(&relay.key)).or_default();
            entry.own = true;
            entry.carries |= carries;
            if !entry.addresses.contains(relay) {
                entry.addresses.push(relay.clone());
            }
        }
        reach
    }
}

impl Core {
    /// Uses the relays of an invitation for as long as its table is there, not too many of one table and of all. One that this person has
    /// chosen stays as it was chosen.
    pub(super) fn borrow_relays(&mut self, table: TableId, relays: &[RelayAddress]) {
        if self.config.lan_only {
            return;
        }
        for relay in relays {
            let peer = peer_id(&relay.key);
            let known = self.reach.relays.get(&peer);
            if relay.key == self.me || known.is_some_and(|known| known.own) {
                continue;
            }
            let borrowed = || self.reach.relays.values().filter(|relay| !relay.own);
            let of_table = borrowed().filter(|relay| relay.tables.contains(&table)).count();
            if known.is_none_or(|known| !known.tables.contains(&table)) && of_table >= MAX_BORROWED_OF_TABLE {
                continue;
            }
            if known.is_none() && borrowed().count() >= MAX_BORROWED_RELAYS {
                // Those of matches that are over give way, though their people are still there.
                let played = self.tables_of(|running| !running.is_over());
                self.keep_relays_of(&played);
                if self.reach.relays.values().filter(|relay| !relay.own).count() >= MAX_BORROWED_RELAYS {
                    continue;
                }
            }
            let entry = self.reach.relays.entry(peer).or_default();
            entry.carries = true;
            entry.tables.insert(table);
            if !entry.addresses.contains(relay) && entry.addresses.len() < MAX_SHARED_RELAYS {
                entry.addresses.push(relay.clone());
            }
        }
    }

    /// The tables of others at which this person sits or watches, and those of matches of this kind.
    fn tables_of(&self, counts: impl Fn(&Running) -> bool) -> BTreeSet<TableId> {
        let mut tables: BTreeSet<TableId> = self.joined.keys().chain(self.watching.keys()).copied().collect();
        let running = self.running.values().filter(|running| counts(running));
        tables.extend(running.map(|running| running.table));
        // Of matches among the same people one after the other, only the table of the first had an invitation.
        loop {
            let before = tables.len();
            for (id, running) in &self.running {
                if tables.contains(&rematch_table(*id)) {
                    tables.insert(running.table);
                }
            }
            if tables.len() == before {
                return tables;
            }
        }
    }

    /// Borrowed relays of other tables than these are used no more.
    fn keep_relays_of(&mut self, tables: &BTreeSet<TableId>) {
        let mut gone = Vec::new();
        self.reach.relays.retain(|_, relay| {
            relay.tables.retain(|table| tables.contains(table));
            let stays = relay.own || !relay.tables.is_empty();
            if !stays {
                gone.push((relay.listener, relay.reserved));
            }
            stays
        });
        for listener in gone.iter().filter_map(|(listener, _)| *listener) {
            self.swarm.remove_listener(listener);
        }
        if gone.iter().any(|(_, reserved)| *reserved) {
            self.provide_anew();
        }
        if !gone.is_empty() {
            self.invitations_changed();
        }
    }

    /// Borrowed relays go with their tables: nobody sits there any more, and the match is over and its people are gone.
    fn return_relays(&mut self) {
        if self.reach.relays.values().all(|relay| relay.own) {
            return;
        }
        let is_there = |key: IdentityKey| key != self.me && self.peers.is_connected(&peer_id(&key));
        let tables = self.tables_of(|running| !running.is_over() || running.others().any(is_there));
        self.keep_relays_of(&tables);
    }

    /// The relays through which this person can be reached, or could be soon; those of his choice first, and of these those with a
    /// reservation.
    pub(super) fn relays(&self) -> Vec<RelayAddress> {
        let mut relays: Vec<&Relay> = self.reach.relays.values().filter(|relay| relay.carries).collect();
        relays.sort_by_key(|relay| (!relay.own, !relay.reserved));
        let all = relays.into_iter().flat_map(|relay| relay.addresses.iter().cloned());
        all.take(MAX_SHARED_RELAYS).collect()
    }

    /// Whether this is one of the relays.
    pub(super) fn is_relay(&self, peer: &PeerId) -> bool {
        self.reach.relays.contains_key(peer)
    }

    pub(super) fn reach_tick(&mut self) {
        self.return_relays();
        self.meet_relays();
        self.let_in();
        self.tell_reach();
    }

    /// Connects to the relays, and reserves a place at some of them. A reservation that was lost is made again: nothing else does
    /// that.
    fn meet_relays(&mut self) {
        if self.listening().is_empty() {
            return;
        }
        let now = Instant::now();
        let listens = |relay: &&Relay| relay.listener.is_some();
        let mut all = self.reach.relays.values().filter(listens).count();
        let mut own = (self.reach.relays.values().filter(listens))
            .filter(|relay| relay.own)
            .count();
        let (shortest, longest) = REDIAL;
        for (peer, relay) in &mut self.reach.relays {
            if relay.next.is_some_and(|next| now < next) {
                continue;
            }
            let pause = (shortest * 2u32.saturating_pow(relay.failures.min(6))).min(longest);
            if !self.swarm.is_connected(peer) {
                relay.next = Some(now + pause);
                relay.failures = relay.failures.saturating_add(1);
                let addresses = relay.addresses.iter().map(|relay| relay.address.multiaddr().clone());
                let options = DialOpts::peer_id(*peer)
                    .condition(PeerCondition::DisconnectedAndNotDialing)
                    .addresses(addresses.collect())
                    .build();
                if let Err(error) = self.swarm.dial(options) {
                    tracing::debug!(%peer, %error, "the relay is not dialled");
                }
                if let Some(kad) = self.swarm.behaviour_mut().kad.as_mut() {
                    for relay in &relay.addresses {
                        kad.add_address(peer, relay.address.multiaddr().clone());
                    }
                }
            // A borrowed one is no reason not to be reached through one of this person's choice.
            } else if relay.carries && relay.listener.is_none() && if relay.own { own } else { all } < MAX_RESERVATIONS
            {
                relay.next = Some(now + pause);
                relay.failures = relay.failures.saturating_add(1);
                let Some(address) = relay.addresses.first() else {
                    continue;
                };
                match self.swarm.listen_on(address.multiaddr().with(Protocol::P2pCircuit)) {
                    Ok(listener) => {
                        relay.listener = Some(listener);
                        all += 1;
                        own += usize::from(relay.own);
                    }
                    Err(error) => tracing::debug!(%peer, %error, "no reservation is asked for"),
                }
            }
        }
    }

    /// A relay has reserved a place.
    pub(super) fn reserved(&mut self, relay: &PeerId) {
        if let Some(relay) = self.reach.relays.get_mut(relay) {
            relay.reserved = true;
            relay.failures = 0;
            self.provide_anew();
            self.invitations_changed();
        }
    }

    /// A listener is closed; it may have held a reservation.
    pub(super) fn reservation_ended(&mut self, listener: ListenerId) {
        for (peer, relay) in &mut self.reach.relays {
            if relay.listener == Some(listener) {
                tracing::debug!(%peer, "the reservation has ended");
                relay.listener = None;
                relay.reserved = false;
            }
        }
    }

    /// The network changed: relays are tried at once.
    pub(super) fn hurry_relays(&mut self) {
        for relay in self.reach.relays.values_mut() {
            relay.next = None;
            relay.failures = 0;
        }
    }

    /// People at one's tables, and relays, get in whatever strangers do.
    fn let_in(&mut self) {
        let mut wanted = self.wanted();
        wanted.extend(self.reach.relays.keys().copied());
        let limits = &mut self.swarm.behaviour_mut().limits;
        for peer in wanted.difference(&self.reach.bypassing) {
            limits.bypass_peer_id(peer);
        }
        for peer in self.reach.bypassing.difference(&wanted) {
            limits.remove_peer_id(peer);
        }
        self.reach.bypassing = wanted;
    }

    fn tell_reach(&mut self) {
        let direct = self.shared().iter().any(crate::address::Address::is_global)
            && self
                .swarm
                .external_addresses()
                .any(|address| !address.iter().any(|part| part == Protocol::P2pCircuit));
        let relays = self.reach.relays.iter().filter(|(_, relay)| relay.reserved);
        let state = (direct, relays.map(|(peer, _)| *peer).collect::<BTreeSet<_>>());
        if self.reach.told.as_ref() != Some(&state) {
            let reserved = self.reach.relays.values().filter(|relay| relay.reserved);
            let relays = reserved.flat_map(|relay| relay.addresses.first().cloned()).collect();
            self.teller.tell(Event::Reach { direct, relays });
            self.reach.told = Some(state);
        }
    }
}
