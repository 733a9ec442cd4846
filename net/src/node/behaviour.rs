//! What the swarm does, put together.

use std::error::Error;
use std::time::Duration;

use libp2p::swarm::NetworkBehaviour;
use libp2p::swarm::behaviour::toggle::Toggle;
use libp2p::{
    Swarm, SwarmBuilder, allow_block_list, autonat, connection_limits, dcutr, identify, identity, mdns,
    memory_connection_limits, noise, ping, relay, tcp, upnp,
};
use rand::rngs::{StdRng, SysRng};
use rand_core::SeedableRng as _;

use super::links::Links;
use crate::lobby::listing;
use crate::reason::NotStarted;
use crate::{attempts, call, certificates, dht, gossip, limits, near};

/// The version of the protocol family, as identify tells it.
pub(crate) const FAMILY: &str = "/majlis/1";

/// All that the node does on its connections.
#[derive(NetworkBehaviour)]
pub(crate) struct Behaviour {
    // Those that only refuse come first.
    pub(crate) limits: connection_limits::Behaviour,
    memory: memory_connection_limits::Behaviour,
    attempts: attempts::Behaviour,
    near: Toggle<near::Behaviour>,
    pub(crate) offenders: allow_block_list::Behaviour<allow_block_list::BlockedPeers>,
    identify: identify::Behaviour,
    ping: ping::Behaviour,
    pub(crate) links: Links,
    pub(crate) mdns: Toggle<mdns::tokio::Behaviour>,
    relay: relay::client::Behaviour,
    hole_punching: dcutr::Behaviour,
    reachability: Toggle<autonat::v2::client::Behaviour>,
    ports: Toggle<upnp::tokio::Behaviour>,
    pub(crate) kad: Toggle<dht::Behaviour>,
    pub(crate) gossip: Toggle<gossip::Behaviour>,
    pub(crate) listing: listing::Behaviour,
    pub(crate) certificates: Toggle<certificates::Behaviour>,
    pub(crate) calls: call::Behaviour,
}

/// Which parts of it are on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    /// People on the local network are looked for.
    pub(crate) mdns: bool,
    /// The router is asked to let connections in.
    pub(crate) upnp: bool,
    /// There is more than the local network: Kademlia, questions whether this node can be reached, and people elsewhere.
    pub(crate) internet: bool,
    /// Adverts are passed on.
    pub(crate) lobby: bool,
    /// Certificates are exchanged.
    pub(crate) certificates: bool,
}

/// Builds the swarm. Must be called inside a runtime.
///
/// # Errors
/// Where the system refuses.
pub(crate) fn swarm(keys: identity::Keypair, parts: Parts) -> Result<Swarm<Behaviour>, NotStarted> {
    let swarm = SwarmBuilder::with_existing_identity(keys)
        .with_tokio()
        .with_tcp(tcp::Config::default().nodelay(true), noise::Config::new, limits::yamux)
        .map_err(|error| NotStarted::Encryption(error.to_string()))?
        .with_quic_config(limits::quic)
        .with_dns()
        .map_err(|error| NotStarted::Names(error.to_string()))?
        .with_relay_client(noise::Config::new, limits::yamux)
        .map_err(|error| NotStarted::Encryption(error.to_string()))?
        .with_behaviour(|keys, relay| behaviour(keys, relay, parts))
        .map_err(|error| NotStarted::Parts(error.to_string()))?
        .with_swarm_config(|config| {
            config
                .with_idle_connection_timeout(limits::IDLE_CONNECTION)
                .with_max_negotiating_inbound_streams(limits::MAX_NEGOTIATING_STREAMS)
        })
        .build();
    Ok(swarm)
}

fn behaviour(
    keys: &identity::Keypair,
    relay: relay::client::Behaviour,
    parts: Parts,
) -> Result<Behaviour, Box<dyn Error + Send + Sync>> {
    let me = keys.public().to_peer_id();
    let connections = connection_limits::ConnectionLimits::default()
        .with_max_pending_incoming(Some(limits::MAX_PENDING_CONNECTIONS))
        .with_max_pending_outgoing(Some(limits::MAX_PENDING_CONNECTIONS))
        .with_max_established(Some(limits::MAX_CONNECTIONS))
        .with_max_established_per_peer(Some(limits::MAX_CONNECTIONS_PER_PEER));
    let (interval, timeout) = limits::PING;
    let agent = concat!("majlis/", env!("CARGO_PKG_VERSION")).to_owned();
    let mdns = parts.mdns.then(|| {
        let config = mdns::Config {
            // A first query may be lost; the default would ask again after five minutes.
            query_interval: Duration::from_secs(20),
            ..mdns::Config::default()
        };
        mdns::tokio::Behaviour::new(config, me)
    });
    let mdns = match mdns.transpose() {
        Ok(mdns) => mdns,
        Err(error) => {
            tracing::warn!(%error, "nobody is looked for on the local network");
            None
        }
    };
    let reachability = if parts.internet {
        let rng = StdRng::try_from_rng(&mut SysRng)?;
        Some(autonat::v2::client::Behaviour::new(
            rng,
            autonat::v2::client::Config::default(),
        ))
    } else {
        None
    };
    let gossip = if parts.lobby { Some(gossip::behaviour()?) } else { None };
    Ok(Behaviour {
        limits: connection_limits::Behaviour::new(connections),
        memory: memory_connection_limits::Behaviour::with_max_bytes(limits::MAX_PROCESS_MEMORY),
        attempts: attempts::Behaviour::new(limits::MAX_CONNECTIONS_PER_ADDRESS),
        near: (!parts.internet).then_some(near::Behaviour).into(),
        offenders: allow_block_list::Behaviour::default(),
        identify: identify::Behaviour::new(
            identify::Config::new(FAMILY.to_owned(), keys.public())
                .with_agent_version(agent)
                .with_push_listen_addr_updates(true),
        ),
        ping: ping::Behaviour::new(ping::Config::new().with_interval(interval).with_timeout(timeout)),
        links: Links::default(),
        mdns: mdns.into(),
        relay,
        hole_punching: dcutr::Behaviour::new(me),
        reachability: reachability.into(),
        ports: parts.upnp.then(upnp::tokio::Behaviour::default).into(),
        kad: parts.internet.then(|| dht::behaviour(me)).into(),
        gossip: gossip.into(),
        listing: listing::behaviour(),
        certificates: parts.certificates.then(certificates::behaviour).into(),
        calls: call::behaviour(),
    })
}
