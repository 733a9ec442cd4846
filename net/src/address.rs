//! Where a node can be reached: the few forms of a multiaddr that this program dials, and nothing else.
//!
//! An address that came from somebody else is an instruction to connect to a machine. So what is accepted is a closed
//! list: an IP address or a DNS name, then a TCP port or a UDP port with QUIC. Peer ids, relays, wrapped protocols, port
//! 0, and addresses that no single machine can have (unspecified, multicast, broadcast) are refused when they are read.

use core::fmt;
use core::str::FromStr;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use libp2p::multiaddr::{Multiaddr, Protocol};
use libp2p::{PeerId, identity};
use majlis_crypto::cbor::ByteString;
use majlis_crypto::identity::IdentityKey;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::limits;

/// Why an address is not one that this program dials.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressError {
    /// The address as it was given, cut to 80 characters.
    address: String,
    /// What is wrong with it and what to write.
    reason: &'static str,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the address {} {}", self.address, self.reason)
    }
}

impl core::error::Error for AddressError {}

/// An address at which a node may be dialled, without the peer id of who is there.
///
/// `/ip4/192.0.2.7/tcp/4001`, `/ip6/2001:db8::7/udp/4001/quic-v1`, `/dns/relay.example/tcp/4001` (also `dns4`, `dns6`).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(Multiaddr);

impl Address {
    /// Reads the binary form of a multiaddr.
    ///
    /// # Errors
    /// Where the bytes are no canonical multiaddr, or one that is not dialled.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, AddressError> {
        if bytes.len() > limits::MAX_ADDRESS_BYTES {
            return Err(refuse(format!("of {} bytes", bytes.len()), "is too long to be one"));
        }
        let damaged = || refuse(hex(bytes), "is damaged; ask for a new one");
        let address = Multiaddr::try_from(bytes.to_vec()).map_err(|_| damaged())?;
        let address = Self::check(address)?;
        // A number may be written with more bytes than it needs.
        let again: Multiaddr = address.0.iter().collect();
        if again.to_vec() == bytes {
            Ok(address)
        } else {
            Err(damaged())
        }
    }

    /// The binary form of the multiaddr.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// Whether the address lies on the machine itself, where nobody else can follow it.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.ip().is_some_and(|ip| ip.is_loopback())
    }

    /// Whether the address can only be meant for the whole internet: a DNS name, or an IP address outside the private,
    /// link-local, shared and documentation ranges.
    #[must_use]
    pub fn is_global(&self) -> bool {
        match self.ip() {
            None => true,
            Some(IpAddr::V4(ip)) => is_global_v4(ip),
            Some(IpAddr::V6(ip)) => is_global_v6(ip),
        }
    }

    /// Whether the address lies on the local network, or on the machine itself: private and link-local ones (RFC 1918, 3927, 4193,
    /// 4291). A DNS name may lead anywhere, and so may the addresses that providers share among their customers (RFC 6598).
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.ip().is_some_and(|ip| match ip.to_canonical() {
            IpAddr::V4(ip) => ip.is_private() || ip.is_loopback() || ip.is_link_local(),
            IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        })
    }

    /// Whether the address says something only together with an adapter (IPv6 link-local), which it does not name: nobody can follow it
    /// who does not know through which.
    pub(crate) fn needs_adapter(&self) -> bool {
        matches!(self.ip(), Some(IpAddr::V6(ip)) if ip.is_unicast_link_local())
    }

    fn ip(&self) -> Option<IpAddr> {
        self.0.iter().next().and_then(|first| match first {
            Protocol::Ip4(ip) => Some(IpAddr::V4(ip)),
            Protocol::Ip6(ip) => Some(IpAddr::V6(ip)),
            _ => None,
        })
    }

    /// For libp2p.
    pub(crate) const fn multiaddr(&self) -> &Multiaddr {
        &self.0
    }

    /// The part of `address` that is dialled first, without a peer id at its end.
    ///
    /// # Errors
    /// Where what is left is not an address that is dialled, such as one through a relay.
    pub(crate) fn from_multiaddr(address: &Multiaddr) -> Result<Self, AddressError> {
        let mut address = address.clone();
        if matches!(address.iter().last(), Some(Protocol::P2p(_))) {
            address.pop();
        }
        Self::check(address)
    }

    fn check(address: Multiaddr) -> Result<Self, AddressError> {
        let wrong = |reason| Err(refuse(&address, reason));
        if address.len() > limits::MAX_ADDRESS_BYTES {
            return wrong("is too long to be one");
        }
        let mut parts = address.iter();
        match parts.next() {
            Some(Protocol::Ip4(ip)) if ip.is_unspecified() || ip.is_multicast() || ip.is_broadcast() => {
                return wrong("is nobody's; give the address of a machine");
            }
            Some(Protocol::Ip6(ip)) if ip.is_unspecified() || ip.is_multicast() => {
                return wrong("is nobody's; give the address of a machine");
            }
            Some(Protocol::Ip4(_) | Protocol::Ip6(_)) => {}
            Some(Protocol::Dns(name) | Protocol::Dns4(name) | Protocol::Dns6(name)) if is_host_name(&name) => {}
            Some(Protocol::Dns(_) | Protocol::Dns4(_) | Protocol::Dns6(_)) => {
                return wrong("has a name that no machine can have; use letters, digits, hyphens and dots");
            }
            _ => return wrong(FORMS),
        }
        let port = match parts.next() {
            Some(Protocol::Tcp(port)) => port,
            Some(Protocol::Udp(port)) => match parts.next() {
                Some(Protocol::QuicV1) => port,
                _ => return wrong(FORMS),
            },
            _ => return wrong(FORMS),
        };
        if port == 0 {
            return wrong("has port 0; give the port at which the program listens");
        }
        if parts.next().is_some() {
            return wrong(FORMS);
        }
        Ok(Self(address))
    }
}

const FORMS: &str =
    "is not of a kind that is dialled; write it like /ip4/192.0.2.7/tcp/4001 or /ip4/192.0.2.7/udp/4001/quic-v1";

fn refuse(address: impl fmt::Display, reason: &'static str) -> AddressError {
    let mut text: String = address.to_string().chars().map(shown).take(80).collect();
    if text.is_empty() {
        text.push_str("(empty)");
    }
    AddressError { address: text, reason }
}

/// Whatever cannot be seen would make the sentence unreadable.
fn shown(character: char) -> char {
    if character.is_ascii_graphic() { character } else { '?' }
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// RFC 1123: labels of 1 to 63 letters, digits and hyphens inside, 253 characters at most.
fn is_host_name(name: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= 253 && name.split('.').all(label)
}

const fn is_global_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && b >= 64 && b < 128)
        || (a == 198 && (b == 18 || b == 19))
        || (a == 192 && b == 0 && c == 0))
}

fn is_global_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    // Global unicast is 2000::/3, without the documentation prefix. An IPv4 address in IPv6 clothes is not a machine's.
    first & 0xe000 == 0x2000 && !(first == 0x2001 && second == 0xdb8)
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        // The text of an address is at most a few times as long as its bytes.
        if text.len() > 4 * limits::MAX_ADDRESS_BYTES {
            return Err(refuse(text, "is too long to be one"));
        }
        let address = text.parse().map_err(|_| refuse(text, FORMS))?;
        Self::check(address)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0.as_ref())
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = ByteString::deserialize(deserializer)?;
        Self::from_bytes(&bytes.0).map_err(de::Error::custom)
    }
}

/// A relay: who runs it, and where it is.
///
/// As text it is the address followed by the peer id, `/dns/relay.example/tcp/4001/p2p/12D3KooW…`; its key must be an
/// ed25519 key, as those of this program are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelayAddress {
    /// The relay's key.
    pub key: IdentityKey,
    /// Where to dial it.
    pub address: Address,
}

impl RelayAddress {
    /// For libp2p: the address with the peer id at its end.
    pub(crate) fn multiaddr(&self) -> Multiaddr {
        self.address.multiaddr().clone().with(Protocol::P2p(peer_id(&self.key)))
    }
}

impl FromStr for RelayAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let wrong = |reason| refuse(text, reason);
        if text.len() > 4 * limits::MAX_ADDRESS_BYTES + 64 {
            return Err(wrong("is too long to be one"));
        }
        let mut address: Multiaddr = text.parse().map_err(|_| wrong(FORMS))?;
        let Some(Protocol::P2p(peer)) = address.pop() else {
            return Err(wrong(
                "does not say whose it is; add /p2p/ and the peer id that the relay prints",
            ));
        };
        let key = key_of(&peer)
            .ok_or_else(|| wrong("has a peer id that is no ed25519 key; use the one that the relay prints"))?;
        Ok(Self {
            key,
            address: Address::check(address)?,
        })
    }
}

impl fmt::Display for RelayAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.multiaddr(), f)
    }
}

impl fmt::Debug for RelayAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RelayAddress({self})")
    }
}

impl Serialize for RelayAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.key, &self.address).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RelayAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (key, address) = Deserialize::deserialize(deserializer)?;
        Ok(Self { key, address })
    }
}

/// The peer id of a person: libp2p's name for the same key.
pub(crate) fn peer_id(key: &IdentityKey) -> PeerId {
    // A key that was accepted is a point of the curve, which is all that libp2p asks for; a random id is nobody's.
    identity::ed25519::PublicKey::try_from_bytes(key.as_bytes())
        .map_or_else(|_| PeerId::random(), |public| PeerId::from_public_key(&public.into()))
}

/// The person behind a peer id; `None` where it is no ed25519 key of prime order.
pub(crate) fn key_of(peer: &PeerId) -> Option<IdentityKey> {
    // An ed25519 peer id is the key itself: identity multihash (00), 36 bytes, protobuf (08 01 12 20), the key.
    let bytes = peer.to_bytes();
    let key: &[u8; 32] = bytes
        .strip_prefix(&[0x00, 0x24, 0x08, 0x01, 0x12, 0x20])?
        .try_into()
        .ok()?;
    IdentityKey::from_bytes(key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_crypto::identity::Identity;
    use proptest::prelude::*;

    #[test]
    fn what_is_dialled_is_a_closed_list() {
        for good in [
            "/ip4/192.0.2.7/tcp/4001",
            "/ip4/127.0.0.1/tcp/1",
            "/ip6/2001:db8::7/udp/65535/quic-v1",
            "/ip6/fe80::1/tcp/4001",
            "/dns/relay.example/tcp/4001",
            "/dns4/a.b-c.example/udp/1/quic-v1",
            "/dns6/localhost/tcp/1",
        ] {
            let address: Address = good.parse().unwrap();
            assert_eq!(address.to_string(), good);
            assert_eq!(Address::from_bytes(&address.to_bytes()).unwrap(), address);
        }
        let long = format!("/dns/{}/tcp/1", "a".repeat(64));
        let longer = format!("/dns/{}/tcp/1", "a.".repeat(200));
        for bad in [
            "",
            "/",
            "192.0.2.7:4001",
            "/ip4/0.0.0.0/tcp/4001",
            "/ip4/224.0.0.251/udp/5353/quic-v1",
            "/ip4/255.255.255.255/tcp/4001",
            "/ip6/::/tcp/4001",
            "/ip6/ff02::fb/udp/5353/quic-v1",
            "/ip4/192.0.2.7/tcp/0",
            "/ip4/192.0.2.7/udp/0/quic-v1",
            "/ip4/192.0.2.7",
            "/ip4/192.0.2.7/udp/4001",
            "/ip4/192.0.2.7/udp/4001/quic",
            "/ip4/192.0.2.7/tcp/4001/ws",
            "/ip4/192.0.2.7/tcp/4001/tcp/4001",
            "/ip4/192.0.2.7/tcp/99999",
            "/tcp/4001",
            "/unix/etc/passwd",
            "/memory/7",
            "/dnsaddr/relay.example/tcp/4001",
            "/dns/-a/tcp/1",
            "/dns/a..b/tcp/1",
            "/dns/a b/tcp/1",
            "/dns/موقع/tcp/1",
            "/onion3/vww6ybal4bd7szmgncyruucpgfkqahzddi37ktceo3ah7ngmcopnpyyd:1234",
            "/ip4/192.0.2.7/tcp/1/p2p/12D3KooWGATbwnEm9yVg6x3Nz5dPrqzhVEZhBhLUEMQdVBvCpdkT",
            &long,
            &longer,
        ] {
            let error = bad.parse::<Address>().unwrap_err().to_string();
            assert!(
                error.starts_with("the address ") && error.len() < 300 && error.is_ascii(),
                "{error}"
            );
        }
    }

    #[test]
    fn global_addresses_are_told_from_others() {
        for (text, global) in [
            ("/ip4/8.8.8.8/tcp/1", true),
            ("/ip4/10.1.2.3/tcp/1", false),
            ("/ip4/192.168.1.1/tcp/1", false),
            ("/ip4/100.64.0.1/tcp/1", false),
            ("/ip4/100.128.0.1/tcp/1", true),
            ("/ip4/169.254.1.1/tcp/1", false),
            ("/ip4/127.0.0.1/tcp/1", false),
            ("/ip4/0.1.2.3/tcp/1", false),
            ("/ip4/240.0.0.1/tcp/1", false),
            ("/ip6/2a00:1450::1/tcp/1", true),
            ("/ip6/fd00::1/tcp/1", false),
            ("/ip6/fe80::1/tcp/1", false),
            ("/ip6/::1/tcp/1", false),
            ("/ip6/::ffff:8.8.8.8/tcp/1", false),
            ("/dns/relay.example/tcp/1", true),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().is_global(), global, "{text}");
        }
    }

    #[test]
    fn a_relay_is_an_address_and_a_key() {
        let key = Identity::from_secret(&[3; 32]).key();
        let relay = RelayAddress {
            key,
            address: "/dns/relay.example/tcp/4001".parse().unwrap(),
        };
        assert_eq!(relay.to_string().parse::<RelayAddress>().unwrap(), relay);
        assert_eq!(key_of(&peer_id(&key)), Some(key));
        assert_eq!(key_of(&PeerId::random()), None);
        for bad in [
            "/dns/relay.example/tcp/4001",
            "/dns/relay.example/tcp/4001/p2p/QmcgpsyWgH8Y8ajJz1Cu72KnS5uo2Aa2LpzU7kinSupNKC",
            "/p2p/12D3KooWGATbwnEm9yVg6x3Nz5dPrqzhVEZhBhLUEMQdVBvCpdkT",
            "",
        ] {
            assert!(bad.parse::<RelayAddress>().is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn bytes_are_refused_or_are_the_encoding(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            if let Ok(address) = Address::from_bytes(&bytes) {
                prop_assert_eq!(address.to_bytes(), bytes);
            }
        }

        #[test]
        fn spoiled_addresses_never_panic(at in 0usize..11, byte: u8, cut in 0usize..12) {
            let mut bytes = "/ip4/192.0.2.7/udp/4001/quic-v1".parse::<Address>().unwrap().to_bytes();
            bytes[at] = byte;
            bytes.truncate(cut);
            if let Ok(address) = Address::from_bytes(&bytes) {
                prop_assert_eq!(address.to_bytes(), bytes);
            }
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "\\PC{0,300}|(/(ip4|ip6|dns|tcp|udp|quic-v1|p2p|p2p-circuit|[0-9.:a-f]{1,9})){0,9}") {
            let _ = text.parse::<Address>().map_err(|error| error.to_string());
            let _ = text.parse::<RelayAddress>().map_err(|error| error.to_string());
        }
    }
}
