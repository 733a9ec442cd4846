//! Whom the node knows: connections, addresses, when to dial again. Sans-IO.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use libp2p::PeerId;
use libp2p::swarm::ConnectionId;

use super::pipe::Writer;
use crate::address::{Address, RelayAddress};
use crate::limits::{MAX_ADDRESSES, MAX_SHARED_RELAYS, MAX_WAITING_FRAMES, REDIAL};
use crate::link::Way;
use crate::people::Lead;
use crate::wire::Frame;

/// A connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Connection {
    /// Straight, or through a relay.
    pub(crate) way: Way,
    /// The address of this machine that it uses, where that is known.
    pub(crate) local: Option<IpAddr>,
}

/// Somebody, as far as this node knows him.
#[derive(Debug, Default)]
pub(crate) struct Peer {
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    pub(crate) writer: Option<Writer>,
    /// The connection on which a stream is being opened.
    pub(crate) opening: Option<ConnectionId>,
    /// Streams that he has open towards this node.
    pub(crate) reading: usize,
    /// Frames that wait for a stream.
    pub(crate) waiting: Vec<Frame>,
    /// Since when he has not been connected.
    pub(crate) away_since: Option<Instant>,
    addresses: Vec<Address>,
    relays: Vec<RelayAddress>,
    dialling: bool,
    next_dial: Option<Instant>,
    pause: Option<Duration>,
}

impl Peer {
    pub(crate) fn is_connected(&self) -> bool {
        !self.connections.is_empty()
    }

    /// The connection that is best for a stream: a direct one before one through a relay, a new one before an old one.
    pub(crate) fn best(&self) -> Option<ConnectionId> {
        self.connections
            .iter()
            .max_by_key(|(id, connection)| (!connection.way.is_relayed(), **id))
            .map(|(id, _)| *id)
    }

    /// How the best connection goes.
    pub(crate) fn way(&self) -> Option<&Way> {
        self.connections.get(&self.best()?).map(|connection| &connection.way)
    }

    /// Whether a stream should be opened, and on which connection: there is none, or it is on another connection than the best. Whoever
    /// has got another address connects anew, and what is said on the connection before reaches him no more.
    pub(crate) fn to_open(&self) -> Option<ConnectionId> {
        if self.opening.is_some() {
            return None;
        }
        let best = self.best()?;
        let is_best = |writer: &Writer| writer.connection == best;
        (!self.writer.as_ref().is_some_and(is_best)).then_some(best)
    }

    /// Keeps a frame until there is a stream.
    pub(crate) fn wait(&mut self, frame: Frame) {
        if self.waiting.len() < MAX_WAITING_FRAMES {
            self.waiting.push(frame);
        }
    }

    /// Remembers where he may be reached; the address learnt last is kept longest.
    pub(crate) fn learn(&mut self, address: Address) {
        self.addresses.retain(|known| *known != address);
        self.addresses.insert(0, address);
        self.addresses.truncate(MAX_ADDRESSES);
    }

    /// Remembers a relay through which he may be reached.
    pub(crate) fn learn_relay(&mut self, relay: RelayAddress) {
        self.relays.retain(|known| *known != relay);
        self.relays.insert(0, relay);
        self.relays.truncate(MAX_ADDRESSES);
    }

    /// Remembers where he was reached at another time, as far as that is not known.
    pub(crate) fn learn_lead(&mut self, lead: Lead) {
        for address in lead.addresses.into_iter().take(MAX_ADDRESSES) {
            if !self.addresses.contains(&address) {
                self.learn(address);
            }
        }
        for relay in lead.relays.into_iter().take(MAX_SHARED_RELAYS) {
            if !self.relays.contains(&relay) {
                self.learn_relay(relay);
            }
        }
    }

    pub(crate) fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    pub(crate) fn relays(&self) -> &[RelayAddress] {
        &self.relays
    }

    /// Whether it is time to dial him, who is wanted.
    pub(crate) fn is_due(&self, now: Instant) -> bool {
        !self.is_connected() && !self.dialling && self.next_dial.is_none_or(|next| now >= next)
    }

    /// Dialling has begun.
    pub(crate) const fn dialling(&mut self) {
        self.dialling = true;
    }

    /// Dialling has failed: it is tried again, after a longer pause each time.
    pub(crate) fn not_reached(&mut self, now: Instant) {
        self.dialling = false;
        let (shortest, longest) = REDIAL;
        let pause = self.pause.map_or(shortest, |pause| (pause * 2).min(longest));
        self.pause = Some(pause);
        self.next_dial = Some(now + pause);
    }

    /// The network is another one: an attempt that is under way may lead nowhere, and a new one need not wait for its end.
    pub(crate) const fn dial_anew(&mut self) {
        self.dialling = false;
        self.hurry();
    }

    /// There is a connection.
    pub(crate) fn reached(&mut self) {
        self.dialling = false;
        self.away_since = None;
        self.hurry();
    }

    /// Dial at once when next there is a reason to.
    pub(crate) const fn hurry(&mut self) {
        self.pause = None;
        self.next_dial = None;
    }
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Peers(BTreeMap<PeerId, Peer>);

impl Peers {
    pub(crate) fn get(&self, peer: &PeerId) -> Option<&Peer> {
        self.0.get(peer)
    }

    pub(crate) fn get_mut(&mut self, peer: &PeerId) -> Option<&mut Peer> {
        self.0.get_mut(peer)
    }

    /// That peer, known or new.
    pub(crate) fn entry(&mut self, peer: PeerId) -> &mut Peer {
        self.0.entry(peer).or_default()
    }

    pub(crate) fn is_connected(&self, peer: &PeerId) -> bool {
        self.0.get(peer).is_some_and(Peer::is_connected)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PeerId, &Peer)> {
        self.0.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (&PeerId, &mut Peer)> {
        self.0.iter_mut()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets those who are not connected and not to be kept; offenders are remembered elsewhere.
    pub(crate) fn prune(&mut self, keep: impl Fn(&PeerId) -> bool) {
        self.0.retain(|id, peer| peer.is_connected() || keep(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_between_attempts_grow_up_to_a_limit_and_begin_anew_once_reached() {
        let mut peer = Peer::default();
        let mut now = Instant::now();
        let mut pauses = Vec::new();
        for _ in 0..8 {
            assert!(peer.is_due(now));
            peer.dialling();
            assert!(!peer.is_due(now + REDIAL.1));
            peer.not_reached(now);
            assert!(!peer.is_due(now));
            let next = peer.next_dial.unwrap();
            pauses.push((next - now).as_millis());
            now = next;
        }
        assert_eq!(pauses, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
        peer.reached();
        assert!(peer.is_due(now));
    }

    #[test]
    fn a_direct_connection_takes_over_from_a_relay_and_a_newer_one_from_an_older() {
        let mut peer = Peer::default();
        let relayed = ConnectionId::new_unchecked(7);
        let direct = ConnectionId::new_unchecked(3);
        let newer = ConnectionId::new_unchecked(8);
        assert_eq!(peer.to_open(), None);
        peer.connections.insert(
            relayed,
            Connection {
                way: Way::Relayed { relay: None },
                local: None,
            },
        );
        assert_eq!(peer.to_open(), Some(relayed));
        peer.connections.insert(
            direct,
            Connection {
                way: Way::Direct { address: None },
                local: None,
            },
        );
        assert_eq!(peer.to_open(), Some(direct));
        let straight = peer.connections[&direct].clone();
        peer.connections.insert(newer, straight);
        assert_eq!(peer.to_open(), Some(newer));
        peer.opening = Some(newer);
        assert_eq!(peer.to_open(), None);
    }
}
