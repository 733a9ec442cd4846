//! How often and how much one address may connect: a behaviour that only refuses.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::task::{Context, Poll};
use std::time::Instant;

use libp2p::PeerId;
use libp2p::core::transport::PortUse;
use libp2p::core::{Endpoint, Multiaddr};
use libp2p::multiaddr::Protocol;
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent, THandlerOutEvent, ToSwarm,
    dummy,
};

use crate::limits::{ATTEMPT_BURST, ATTEMPT_REFILL, MAX_COUNTED_ADDRESSES};
use crate::rate::{Buckets, Rate};

/// Counts connections that come in, address by address.
pub(crate) struct Behaviour {
    started: Instant,
    attempts: Buckets<IpAddr>,
    most: u32,
    established: BTreeMap<IpAddr, u32>,
    connections: HashMap<ConnectionId, IpAddr>,
}

impl Behaviour {
    /// At most `most` established connections from one address.
    pub(crate) fn new(most: u32) -> Self {
        let rate = Rate {
            burst: ATTEMPT_BURST,
            refill: ATTEMPT_REFILL,
        };
        Self {
            started: Instant::now(),
            attempts: Buckets::new(rate, MAX_COUNTED_ADDRESSES),
            most,
            established: BTreeMap::new(),
            connections: HashMap::new(),
        }
    }
}

/// What is counted as one address: an IPv4 address, the /64 of an IPv6 one. `None`: the machine itself, or through a relay,
/// whose own limits hold.
fn counted(address: &Multiaddr) -> Option<IpAddr> {
    if address.iter().any(|part| part == Protocol::P2pCircuit) {
        return None;
    }
    let ip = match address.iter().next()? {
        Protocol::Ip4(ip) => IpAddr::V4(ip),
        Protocol::Ip6(ip) => match ip.to_ipv4_mapped() {
            Some(ip) => IpAddr::V4(ip),
            None if ip.is_loopback() => IpAddr::V6(ip),
            None => IpAddr::V6((u128::from(ip) >> 64 << 64).into()),
        },
        _ => return None,
    };
    // Other addresses of the loopback network can stand for strangers.
    let me = [IpAddr::from([127, 0, 0, 1]), IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)];
    (!me.contains(&ip)).then_some(ip)
}

#[derive(Debug)]
struct TooMuch(IpAddr);

impl core::fmt::Display for TooMuch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} connects too often or has too many connections", self.0)
    }
}

impl core::error::Error for TooMuch {}

impl NetworkBehaviour for Behaviour {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<(), ConnectionDenied> {
        let Some(ip) = counted(remote) else { return Ok(()) };
        if self.attempts.take(&ip, self.started.elapsed()) {
            Ok(())
        } else {
            Err(ConnectionDenied::new(TooMuch(ip)))
        }
    }

    fn handle_established_inbound_connection(
        &mut self,
        connection: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        if let Some(ip) = counted(remote) {
            let count = self.established.entry(ip).or_default();
            if *count >= self.most {
                return Err(ConnectionDenied::new(TooMuch(ip)));
            }
            *count += 1;
            self.connections.insert(connection, ip);
        }
        Ok(dummy::ConnectionHandler)
    }

    fn handle_established_outbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        Ok(dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, event: FromSwarm<'_>) {
        let connection = match event {
            FromSwarm::ConnectionClosed(closed) => closed.connection_id,
            // Another behaviour refused it after this one had counted it.
            FromSwarm::ListenFailure(failure) => failure.connection_id,
            _ => return,
        };
        let Some(ip) = self.connections.remove(&connection) else {
            return;
        };
        if let Some(count) = self.established.get_mut(&ip) {
            *count -= 1;
            if *count == 0 {
                self.established.remove(&ip);
            }
        }
    }

    fn on_connection_handler_event(&mut self, _: PeerId, _: ConnectionId, event: THandlerOutEvent<Self>) {
        match event {}
    }

    fn poll(&mut self, _: &mut Context<'_>) -> Poll<ToSwarm<Self::ToSwarm, THandlerInEvent<Self>>> {
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_is_counted_and_others_are_not_touched() {
        let mut behaviour = Behaviour::new(3);
        let here: Multiaddr = "/ip4/0.0.0.0/tcp/1".parse().unwrap();
        let id = ConnectionId::new_unchecked;
        let mut attempt = |text: &str| {
            behaviour
                .handle_pending_inbound_connection(id(0), &here, &text.parse().unwrap())
                .is_ok()
        };
        assert_eq!(
            (0..200).filter(|_| attempt("/ip4/192.0.2.7/tcp/9")).count(),
            ATTEMPT_BURST as usize
        );
        let of_one_network = |n: u32| format!("/ip6/2001:db8:1:2::{n:x}/tcp/9");
        assert_eq!(
            (0..200).filter(|n| attempt(&of_one_network(*n))).count(),
            ATTEMPT_BURST as usize
        );
        assert!(attempt("/ip4/192.0.2.8/tcp/9") && attempt("/ip6/2001:db8:1:3::1/udp/9/quic-v1"));
        assert!((0..200).all(|_| attempt("/ip4/127.0.0.1/tcp/9")));

        let remote: Multiaddr = "/ip4/192.0.2.9/tcp/9".parse().unwrap();
        let peer = PeerId::random();
        let establish = |behaviour: &mut Behaviour, n| {
            behaviour
                .handle_established_inbound_connection(id(n), peer, &here, &remote)
                .is_ok()
        };
        assert!((0..3).all(|n| establish(&mut behaviour, n)) && !establish(&mut behaviour, 3));
        let endpoint = libp2p::core::ConnectedPoint::Listener {
            local_addr: here.clone(),
            send_back_addr: remote.clone(),
        };
        behaviour.on_swarm_event(FromSwarm::ConnectionClosed(
            libp2p::swarm::behaviour::ConnectionClosed {
                peer_id: peer,
                connection_id: id(1),
                endpoint: &endpoint,
                cause: None,
                remaining_established: 0,
            },
        ));
        assert!(establish(&mut behaviour, 4));
    }
}
