//! The local network and nothing else: a behaviour that only refuses.

use std::convert::Infallible;
use std::task::{Context, Poll};

use libp2p::PeerId;
use libp2p::core::transport::PortUse;
use libp2p::core::{Endpoint, Multiaddr};
use libp2p::swarm::{
    ConnectionDenied, ConnectionId, FromSwarm, NetworkBehaviour, THandler, THandlerInEvent, THandlerOutEvent, ToSwarm,
    dummy,
};

use crate::address::Address;

/// Lets in and out only what stays on the local network.
#[derive(Debug, Default)]
pub(crate) struct Behaviour;

#[derive(Debug)]
struct Elsewhere(Multiaddr);

impl core::fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} is not on the local network", self.0)
    }
}

impl core::error::Error for Elsewhere {}

/// Whether an address that somebody has, or is dialled at, lies on the local network. One through a relay does not.
fn check(remote: &Multiaddr) -> Result<(), ConnectionDenied> {
    match Address::from_multiaddr(remote) {
        Ok(address) if address.is_local() => Ok(()),
        _ => {
            tracing::info!(%remote, "not on the local network");
            Err(ConnectionDenied::new(Elsewhere(remote.clone())))
        }
    }
}

impl NetworkBehaviour for Behaviour {
    type ConnectionHandler = dummy::ConnectionHandler;
    type ToSwarm = Infallible;

    fn handle_pending_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<(), ConnectionDenied> {
        check(remote)
    }

    fn handle_established_inbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        _: &Multiaddr,
        remote: &Multiaddr,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        check(remote).map(|()| dummy::ConnectionHandler)
    }

    fn handle_pending_outbound_connection(
        &mut self,
        _: ConnectionId,
        _: Option<PeerId>,
        addresses: &[Multiaddr],
        _: Endpoint,
    ) -> Result<Vec<Multiaddr>, ConnectionDenied> {
        // Nothing may be sent elsewhere, not even the beginning of a handshake.
        addresses.iter().try_for_each(check).map(|()| Vec::new())
    }

    fn handle_established_outbound_connection(
        &mut self,
        _: ConnectionId,
        _: PeerId,
        remote: &Multiaddr,
        _: Endpoint,
        _: PortUse,
    ) -> Result<THandler<Self>, ConnectionDenied> {
        check(remote).map(|()| dummy::ConnectionHandler)
    }

    fn on_swarm_event(&mut self, _: FromSwarm<'_>) {}

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
    fn only_neighbours_get_in_and_only_they_are_dialled() {
        let mut behaviour = Behaviour;
        let here: Multiaddr = "/ip4/0.0.0.0/tcp/1".parse().unwrap();
        let id = ConnectionId::new_unchecked(0);
        let peer = PeerId::random();
        for (text, near) in [
            ("/ip4/192.168.1.9/tcp/9", true),
            ("/ip4/169.254.3.4/udp/9/quic-v1", true),
            ("/ip6/fe80::1/tcp/9", true),
            ("/ip6/fd00::1/udp/9/quic-v1", true),
            ("/ip4/127.0.0.1/tcp/9", true),
            ("/ip4/100.64.1.1/tcp/9", false),
            ("/ip4/203.0.113.9/tcp/9", false),
            ("/ip4/8.8.8.8/udp/9/quic-v1", false),
            ("/ip6/2001:db8::1/tcp/9", false),
            ("/ip6/::ffff:8.8.8.8/tcp/9", false),
            ("/dns/relay.example/tcp/9", false),
        ] {
            let remote: Multiaddr = text.parse().unwrap();
            assert_eq!(
                behaviour.handle_pending_inbound_connection(id, &here, &remote).is_ok(),
                near,
                "{text}"
            );
            let established = behaviour.handle_established_inbound_connection(id, peer, &here, &remote);
            assert_eq!(established.is_ok(), near, "{text}");
            let addresses = ["/ip4/10.0.0.1/tcp/9".parse().unwrap(), remote.clone()];
            let dialled = behaviour.handle_pending_outbound_connection(id, Some(peer), &addresses, Endpoint::Dialer);
            assert_eq!(dialled.is_ok(), near, "{text}");
            let connected =
                behaviour.handle_established_outbound_connection(id, peer, &remote, Endpoint::Dialer, PortUse::New);
            assert_eq!(connected.is_ok(), near, "{text}");
        }
        // What comes through a relay comes from elsewhere.
        let circuit: Multiaddr = format!("/p2p/{peer}").parse().unwrap();
        assert!(
            behaviour
                .handle_pending_inbound_connection(id, &here, &circuit)
                .is_err()
        );
    }
}
