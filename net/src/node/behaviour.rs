//! What the swarm does, put together.

use std::time::Duration;

use libp2p::swarm::NetworkBehaviour;
use libp2p::swarm::behaviour::toggle::Toggle;
use libp2p::{
    Swarm, SwarmBuilder, allow_block_list, connection_limits, dcutr, identify, identity, mdns, noise, ping, relay, tcp,
    yamux,
};

use super::links::Links;
use crate::limits;

/// The version of the protocol family, as identify tells it.
pub(crate) const FAMILY: &str = "/majlis/1";

/// All that the node does on its connections.
#[derive(NetworkBehaviour)]
pub(crate) struct Behaviour {
    limits: connection_limits::Behaviour,
    pub(crate) offenders: allow_block_list::Behaviour<allow_block_list::BlockedPeers>,
    identify: identify::Behaviour,
    ping: ping::Behaviour,
    pub(crate) links: Links,
    pub(crate) mdns: Toggle<mdns::tokio::Behaviour>,
    relay: relay::client::Behaviour,
    hole_punching: dcutr::Behaviour,
}

/// Builds the swarm. Must be called inside a runtime.
///
/// # Errors
/// One sentence about what the system refuses.
pub(crate) fn swarm(keys: identity::Keypair, use_mdns: bool) -> Result<Swarm<Behaviour>, String> {
    let swarm = SwarmBuilder::with_existing_identity(keys)
        .with_tokio()
        .with_tcp(
            tcp::Config::default().nodelay(true),
            noise::Config::new,
            yamux::Config::default,
        )
        .map_err(|error| format!("connections cannot be encrypted: {error}"))?
        .with_quic()
        .with_dns()
        .map_err(|error| format!("the names of the internet cannot be looked up: {error}; check /etc/resolv.conf"))?
        .with_relay_client(noise::Config::new, yamux::Config::default)
        .map_err(|error| format!("connections cannot be encrypted: {error}"))?
        .with_behaviour(|keys, relay| behaviour(keys, relay, use_mdns))
        .map_err(|error| format!("the node cannot be put together: {error}"))?
        .with_swarm_config(|config| config.with_idle_connection_timeout(limits::IDLE_CONNECTION))
        .build();
    Ok(swarm)
}

fn behaviour(keys: &identity::Keypair, relay: relay::client::Behaviour, use_mdns: bool) -> Behaviour {
    let me = keys.public().to_peer_id();
    let connections = connection_limits::ConnectionLimits::default()
        .with_max_pending_incoming(Some(limits::MAX_PENDING_CONNECTIONS))
        .with_max_pending_outgoing(Some(limits::MAX_PENDING_CONNECTIONS))
        .with_max_established(Some(limits::MAX_CONNECTIONS))
        .with_max_established_per_peer(Some(limits::MAX_CONNECTIONS_PER_PEER));
    let (interval, timeout) = limits::PING;
    let agent = concat!("majlis/", env!("CARGO_PKG_VERSION")).to_owned();
    let mdns = use_mdns.then(|| {
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
    Behaviour {
        limits: connection_limits::Behaviour::new(connections),
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
    }
}
