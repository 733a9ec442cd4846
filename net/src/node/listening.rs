//! Where the node listens. Ports that the system chose are tried again at the next start, so that people who know the old addresses
//! still find this person after a restart.

use std::fs;
use std::path::{Path, PathBuf};

use libp2p::Multiaddr;
use libp2p::multiaddr::Protocol;

use super::Config;
use crate::address::Address;
use crate::limits::MAX_ADDRESSES;
use crate::reason::NotStarted;

/// What is listened on where nothing is said.
const DEFAULT: [&str; 4] = [
    "/ip4/0.0.0.0/udp/0/quic-v1",
    "/ip4/0.0.0.0/tcp/0",
    "/ip6/::/udp/0/quic-v1",
    "/ip6/::/tcp/0",
];

/// The addresses of the configuration.
pub(super) fn addresses(config: &Config) -> Result<Vec<Multiaddr>, NotStarted> {
    let texts: Vec<&str> = if config.listen.is_empty() {
        DEFAULT.to_vec()
    } else {
        config.listen.iter().map(String::as_str).collect()
    };
    texts
        .into_iter()
        .map(|text| {
            text.parse::<Multiaddr>()
                .ok()
                .filter(is_listened_on)
                .ok_or_else(|| NotStarted::Address(text.to_owned()))
        })
        .collect()
}

fn is_listened_on(address: &Multiaddr) -> bool {
    let parts: Vec<Protocol<'_>> = address.iter().collect();
    matches!(
        parts.as_slice(),
        [Protocol::Ip4(_) | Protocol::Ip6(_), Protocol::Tcp(_)]
            | [Protocol::Ip4(_) | Protocol::Ip6(_), Protocol::Udp(_), Protocol::QuicV1]
    )
}

/// Whether nobody outside this machine can follow any of these addresses.
pub(super) fn all_on_this_machine(addresses: &[Multiaddr]) -> bool {
    addresses.iter().all(|address| {
        address.iter().next().is_some_and(|first| match first {
            Protocol::Ip4(ip) => ip.is_loopback(),
            Protocol::Ip6(ip) => ip.is_loopback(),
            _ => false,
        })
    })
}

/// The ports of the last start.
#[derive(Debug)]
pub(super) struct Ports {
    path: PathBuf,
    known: Vec<Multiaddr>,
}

impl Ports {
    /// Reads them; nothing is known where nothing can be read.
    pub(super) fn read(data: &Path) -> Self {
        let path = data.join("ports");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let known = text.lines().take(MAX_ADDRESSES).filter_map(|line| line.parse().ok());
        Self {
            known: known.filter(is_listened_on).collect(),
            path,
        }
    }

    /// The address with the port of the last start, where the system chose it.
    pub(super) fn last(&self, address: &Multiaddr) -> Option<Multiaddr> {
        (port(address) == Some(0))
            .then(|| self.known.iter().find(|known| with_port(known, 0) == *address).cloned())
            .flatten()
    }

    /// Remembers the port that the system has chosen for an address.
    pub(super) fn chosen(&mut self, asked: &Multiaddr, got: &Multiaddr) {
        let Some(port) = port(got) else { return };
        if self::port(asked) != Some(0) {
            return;
        }
        let chosen = with_port(asked, port);
        if self.known.contains(&chosen) {
            return;
        }
        self.known.retain(|known| with_port(known, 0) != *asked);
        self.known.push(chosen);
        let text: String = self.known.iter().map(|known| format!("{known}\n")).collect();
        // Without the file, other ports are chosen next time.
        if let Err(error) =
            fs::create_dir_all(self.path.parent().unwrap_or(Path::new("."))).and_then(|()| fs::write(&self.path, text))
        {
            tracing::debug!(%error, "the ports are not remembered");
        }
    }
}

fn port(address: &Multiaddr) -> Option<u16> {
    address.iter().find_map(|part| match part {
        Protocol::Tcp(port) | Protocol::Udp(port) => Some(port),
        _ => None,
    })
}

fn with_port(address: &Multiaddr, port: u16) -> Multiaddr {
    address
        .iter()
        .map(|part| match part {
            Protocol::Tcp(_) => Protocol::Tcp(port),
            Protocol::Udp(_) => Protocol::Udp(port),
            other => other,
        })
        .collect()
}

/// What others are told of the addresses at which the node listens: those that can be followed from elsewhere, where there are any;
/// public ones first.
pub(super) fn shared(listening: &[Multiaddr], external: impl Iterator<Item = Multiaddr>) -> Vec<Address> {
    let mut all: Vec<Address> = Vec::new();
    for address in external.chain(listening.iter().cloned()) {
        if let Ok(address) = Address::from_multiaddr(&address)
            && !all.contains(&address)
        {
            all.push(address);
        }
    }
    for leads_nowhere in [Address::is_loopback, Address::needs_adapter] {
        if !all.iter().all(leads_nowhere) {
            all.retain(|address| !leads_nowhere(address));
        }
    }
    all.sort_by_key(|address| !address.is_global());
    all.truncate(MAX_ADDRESSES);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn multi(text: &str) -> Multiaddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_port_that_was_chosen_is_tried_again() {
        let dir = tempfile::tempdir().unwrap();
        let asked = multi("/ip4/0.0.0.0/tcp/0");
        let mut ports = Ports::read(dir.path());
        assert_eq!(ports.last(&asked), None);
        ports.chosen(&asked, &multi("/ip4/127.0.0.1/tcp/4711"));
        ports.chosen(&asked, &multi("/ip4/192.0.2.1/tcp/4711"));
        ports.chosen(&multi("/ip6/::/udp/0/quic-v1"), &multi("/ip6/::1/udp/12/quic-v1"));
        ports.chosen(&multi("/ip4/0.0.0.0/tcp/9"), &multi("/ip4/127.0.0.1/tcp/9"));
        let again = Ports::read(dir.path());
        assert_eq!(again.last(&asked), Some(multi("/ip4/0.0.0.0/tcp/4711")));
        assert_eq!(
            again.last(&multi("/ip6/::/udp/0/quic-v1")),
            Some(multi("/ip6/::/udp/12/quic-v1"))
        );
        assert_eq!(again.last(&multi("/ip4/0.0.0.0/tcp/9")), None);
        assert_eq!(again.last(&multi("/ip4/0.0.0.0/udp/0/quic-v1")), None);
    }

    #[test]
    fn loopback_is_told_only_where_there_is_nothing_else() {
        let loopback = multi("/ip4/127.0.0.1/tcp/1");
        let lan = multi("/ip4/192.168.1.2/tcp/1");
        let public = multi("/ip4/8.8.8.8/tcp/1");
        let texts = |addresses: &[Multiaddr], external: &[Multiaddr]| {
            let shared = shared(addresses, external.iter().cloned());
            shared.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(texts(core::slice::from_ref(&loopback), &[]), ["/ip4/127.0.0.1/tcp/1"]);
        assert_eq!(
            texts(&[loopback, lan.clone()], core::slice::from_ref(&public)),
            ["/ip4/8.8.8.8/tcp/1", "/ip4/192.168.1.2/tcp/1"]
        );
        assert_eq!(texts(&[lan.clone(), public.clone()], &[public]).len(), 2);
        // Without the name of an adapter nobody could follow it.
        let on_the_link = multi("/ip6/fe80::1/tcp/1");
        assert_eq!(texts(&[on_the_link.clone(), lan], &[]), ["/ip4/192.168.1.2/tcp/1"]);
        assert_eq!(texts(core::slice::from_ref(&on_the_link), &[]), ["/ip6/fe80::1/tcp/1"]);
    }
}
