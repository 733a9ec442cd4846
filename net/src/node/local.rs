//! Which of its own addresses this machine uses for a connection, and whether it still has it. Nothing is sent for it.
//!
//! When a machine gets another address, what it says over old connections leads nowhere and nobody answers, which a program that only
//! waits for answers notices late.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use libp2p::Multiaddr;
use libp2p::core::ConnectedPoint;
use libp2p::multiaddr::Protocol;

/// The address of this machine that a connection uses; `None` where that is not to be known, as through a relay.
pub(super) fn address_of(endpoint: &ConnectedPoint) -> Option<IpAddr> {
    if endpoint.is_relayed() {
        return None;
    }
    if let ConnectedPoint::Listener { local_addr, .. } = endpoint
        && let Some(ip) = ip_of(local_addr)
        && !ip.is_unspecified()
    {
        return Some(ip);
    }
    let to = match endpoint.get_remote_address().iter().next()? {
        Protocol::Ip4(ip) => vec![IpAddr::V4(ip)],
        Protocol::Ip6(ip) => vec![IpAddr::V6(ip)],
        // Where a name leads is not told, but most likely out onto the internet.
        _ => vec![
            IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
            IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
        ],
    };
    to.into_iter().find_map(source)
}

fn ip_of(address: &Multiaddr) -> Option<IpAddr> {
    match address.iter().next()? {
        Protocol::Ip4(ip) => Some(IpAddr::V4(ip)),
        Protocol::Ip6(ip) => Some(IpAddr::V6(ip)),
        _ => None,
    }
}

/// The address from which this machine sends to somebody.
fn source(to: IpAddr) -> Option<IpAddr> {
    let any = match to {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
    let socket = UdpSocket::bind(SocketAddr::new(any, 0)).ok()?;
    // This fixes the way and says nothing; which port it is makes no difference.
    socket.connect(SocketAddr::new(to, 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

/// Whether this machine does not have an address.
pub(super) fn is_gone(ip: IpAddr) -> bool {
    let bound = UdpSocket::bind(SocketAddr::new(ip, 0));
    bound.is_err_and(|error| error.kind() == ErrorKind::AddrNotAvailable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use libp2p::core::Endpoint;
    use libp2p::core::transport::PortUse;

    #[test]
    fn the_own_side_of_a_connection_is_known_and_an_address_that_is_not_here_is_gone() {
        let dialled = |text: &str| ConnectedPoint::Dialer {
            address: text.parse().unwrap(),
            role_override: Endpoint::Dialer,
            port_use: PortUse::Reuse,
        };
        let here = IpAddr::from([127, 0, 0, 1]);
        assert_eq!(address_of(&dialled("/ip4/127.0.0.1/tcp/9")), Some(here));
        let listened = ConnectedPoint::Listener {
            local_addr: "/ip4/127.0.0.2/tcp/9".parse().unwrap(),
            send_back_addr: "/ip4/127.0.0.1/tcp/9".parse().unwrap(),
        };
        assert_eq!(address_of(&listened), Some(IpAddr::from([127, 0, 0, 2])));
        let anywhere = ConnectedPoint::Listener {
            local_addr: "/ip4/0.0.0.0/udp/9/quic-v1".parse().unwrap(),
            send_back_addr: "/ip4/127.0.0.1/udp/9/quic-v1".parse().unwrap(),
        };
        assert_eq!(address_of(&anywhere), Some(here));
        let id = libp2p::PeerId::random();
        let circuit = format!("/ip4/127.0.0.1/tcp/9/p2p/{id}/p2p-circuit/p2p/{id}");
        assert_eq!(address_of(&dialled(&circuit)), None);
        assert!(!is_gone(here));
        // An address for documents (RFC 5737) is nobody's.
        assert!(is_gone(IpAddr::from([203, 0, 113, 77])));
    }
}
