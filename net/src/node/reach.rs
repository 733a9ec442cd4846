//! Being reached from outside: relays, their reservations, and whose connections are let in whatever the limits say.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use libp2p::PeerId;
use libp2p::core::transport::ListenerId;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition};

use super::core::Core;
use crate::address::{RelayAddress, peer_id};
use crate::event::Event;
use crate::limits::{MAX_RESERVATIONS, MAX_SHARED_RELAYS, REDIAL};

/// One relay of this person's choice.
#[derive(Debug, Default)]
struct Relay {
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
            entry.carries |= carries;
            if !entry.addresses.contains(relay) {
                entry.addresses.push(relay.clone());
            }
        }
        reach
    }
}

impl Core {
    /// Uses the relay of an invitation from now on, as long as there are not too many.
    pub(super) fn use_relay(&mut self, relay: &RelayAddress) {
        let peer = peer_id(&relay.key);
        let full = self.reach.relays.len() >= MAX_SHARED_RELAYS && !self.reach.relays.contains_key(&peer);
        if self.config.lan_only || relay.key == self.me || full {
            return;
        }
        let entry = self.reach.relays.entry(peer).or_default();
        entry.carries = true;
        if !entry.addresses.contains(relay) && entry.addresses.len() < MAX_SHARED_RELAYS {
            entry.addresses.push(relay.clone());
        }
    }

    /// The relays through which this person can be reached, or could be soon; those with a reservation first.
    pub(super) fn relays(&self) -> Vec<RelayAddress> {
        let mut relays: Vec<&Relay> = self.reach.relays.values().filter(|relay| relay.carries).collect();
        relays.sort_by_key(|relay| !relay.reserved);
        let all = relays.into_iter().flat_map(|relay| relay.addresses.iter().cloned());
        all.take(MAX_SHARED_RELAYS).collect()
    }

    /// Whether this is one of the relays.
    pub(super) fn is_relay(&self, peer: &PeerId) -> bool {
        self.reach.relays.contains_key(peer)
    }

    pub(super) fn reach_tick(&mut self) {
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
        let mut reserved = self
            .reach
            .relays
            .values()
            .filter(|relay| relay.listener.is_some())
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
            } else if relay.carries && relay.listener.is_none() && reserved < MAX_RESERVATIONS {
                relay.next = Some(now + pause);
                relay.failures = relay.failures.saturating_add(1);
                let Some(address) = relay.addresses.first() else {
                    continue;
                };
                match self.swarm.listen_on(address.multiaddr().with(Protocol::P2pCircuit)) {
                    Ok(listener) => {
                        relay.listener = Some(listener);
                        reserved += 1;
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
