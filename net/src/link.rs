//! Connections that matter to a person, as a screen shows them.

use libp2p::core::ConnectedPoint;
use libp2p::multiaddr::{Multiaddr, Protocol};
use majlis_crypto::identity::IdentityKey;

use crate::address::{Address, RelayAddress};

/// Somebody who matters and to whom this node is connected.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    /// Who.
    pub who: IdentityKey,
    /// Why this one matters.
    pub role: Role,
    /// How what is said gets there: the best of the connections, where there are several.
    pub way: Way,
}

/// Why somebody to whom there is a connection matters; of several reasons the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// At a table with this person, before, in or after the match, or playing a match that is watched.
    Table,
    /// A friend.
    Friend,
    /// A relay of this person's choice, or of an invitation.
    Relay,
}

impl Role {
    /// `table`, `friend` or `relay`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Friend => "friend",
            Self::Relay => "relay",
        }
    }
}

/// How a connection goes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// Straight.
    Direct {
        /// The address at the other end as it is seen from here; the port is one that cannot be dialled where the other side has
        /// dialled. `None` where it is of a kind that this program does not dial.
        address: Option<Address>,
    },
    /// Through a relay.
    Relayed {
        /// Which. `None` where its key is none of this program's kind.
        relay: Option<RelayAddress>,
    },
}

impl Way {
    /// Whether a relay carries it.
    #[must_use]
    pub const fn is_relayed(&self) -> bool {
        matches!(self, Self::Relayed { .. })
    }

    /// `direct` or `relayed`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Direct { .. } => "direct",
            Self::Relayed { .. } => "relayed",
        }
    }

    pub(crate) fn of(endpoint: &ConnectedPoint) -> Self {
        if endpoint.is_relayed() {
            // Whoever was dialled through a relay knows it from the address at which it is listening there.
            let circuit = match endpoint {
                ConnectedPoint::Dialer { address, .. } => address,
                ConnectedPoint::Listener { local_addr, .. } => local_addr,
            };
            Self::Relayed {
                relay: relay_of(circuit),
            }
        } else {
            Self::Direct {
                address: Address::from_multiaddr(endpoint.get_remote_address()).ok(),
            }
        }
    }
}

/// The relay in an address that leads through one.
pub(crate) fn relay_of(address: &Multiaddr) -> Option<RelayAddress> {
    let mut relay = Multiaddr::empty();
    for part in address {
        if part == Protocol::P2pCircuit {
            return relay.to_string().parse().ok();
        }
        relay.push(part);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::peer_id;
    use libp2p::core::Endpoint;
    use libp2p::core::transport::PortUse;
    use majlis_crypto::identity::Identity;

    fn multi(text: &str) -> Multiaddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_relay_of_a_circuit_is_read_and_nothing_else_is_one() {
        let id = |seed| peer_id(&Identity::from_secret(&[seed; 32]).key());
        let relay = format!("/ip4/192.0.2.7/tcp/4001/p2p/{}", id(1));
        let peer = format!("/p2p/{}", id(2));
        let circuit = multi(&format!("{relay}/p2p-circuit{peer}"));
        assert_eq!(relay_of(&circuit).unwrap().to_string(), relay);
        assert_eq!(relay_of(&multi(&relay)), None);
        assert_eq!(relay_of(&multi("/p2p-circuit")), None);
    }

    #[test]
    fn a_way_is_told_the_same_from_both_ends() {
        let id = |seed| peer_id(&Identity::from_secret(&[seed; 32]).key());
        let relay = format!("/ip4/192.0.2.7/tcp/4001/p2p/{}", id(1));
        let dialled = ConnectedPoint::Dialer {
            address: multi(&format!("{relay}/p2p-circuit/p2p/{}", id(2))),
            role_override: Endpoint::Dialer,
            port_use: PortUse::Reuse,
        };
        let listened = ConnectedPoint::Listener {
            local_addr: multi(&format!("{relay}/p2p-circuit")),
            send_back_addr: multi(&format!("/p2p/{}", id(3))),
        };
        let way = Way::of(&dialled);
        assert_eq!(way, Way::of(&listened));
        assert_eq!(
            way,
            Way::Relayed {
                relay: Some(relay.parse().unwrap())
            }
        );
        let direct = Way::of(&ConnectedPoint::Dialer {
            address: multi(&format!("/ip4/192.0.2.9/udp/5/quic-v1/p2p/{}", id(2))),
            role_override: Endpoint::Dialer,
            port_use: PortUse::New,
        });
        let address = Some("/ip4/192.0.2.9/udp/5/quic-v1".parse().unwrap());
        assert_eq!(direct, Way::Direct { address });
    }
}
