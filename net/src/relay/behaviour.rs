//! What a relay does on its connections.

use core::num::NonZeroU32;

use libp2p::swarm::NetworkBehaviour;
use libp2p::{
    Swarm, SwarmBuilder, allow_block_list, autonat, connection_limits, identify, identity, memory_connection_limits,
    noise, ping, relay, tcp,
};
use majlis_crypto::identity::Identity;
use rand::rngs::{StdRng, SysRng};
use rand_core::SeedableRng as _;

use crate::lobby::listing;
use crate::{attempts, dht, gossip, limits};

/// The version of the protocol family, as identify tells it.
const FAMILY: &str = "/majlis/1";

#[derive(NetworkBehaviour)]
pub(super) struct Behaviour {
    // Those that only refuse come first.
    limits: connection_limits::Behaviour,
    memory: memory_connection_limits::Behaviour,
    attempts: attempts::Behaviour,
    pub(super) offenders: allow_block_list::Behaviour<allow_block_list::BlockedPeers>,
    identify: identify::Behaviour,
    ping: ping::Behaviour,
    pub(super) circuits: relay::Behaviour,
    pub(super) kad: dht::Behaviour,
    pub(super) gossip: gossip::Behaviour,
    pub(super) listing: listing::Behaviour,
    reachability: autonat::v2::server::Behaviour,
}

/// Builds the swarm of a relay. Must be called inside a runtime.
///
/// # Errors
/// One sentence about what the system refuses.
pub(super) fn swarm(identity: &Identity) -> Result<Swarm<Behaviour>, String> {
    let mut secret = *identity.expose_secret();
    let keys = identity::Keypair::ed25519_from_bytes(&mut secret)
        .map_err(|error| format!("the identity cannot be used for connections: {error}"))?;
    let swarm = SwarmBuilder::with_existing_identity(keys)
        .with_tokio()
        .with_tcp(tcp::Config::default().nodelay(true), noise::Config::new, limits::yamux)
        .map_err(|error| format!("connections cannot be encrypted: {error}"))?
        .with_quic_config(limits::quic)
        .with_dns()
        .map_err(|error| format!("the names of the internet cannot be looked up: {error}; check /etc/resolv.conf"))?
        .with_behaviour(behaviour)
        .map_err(|error| format!("the relay cannot be put together: {error}"))?
        .with_swarm_config(|config| {
            config
                .with_idle_connection_timeout(limits::IDLE_CONNECTION)
                .with_max_negotiating_inbound_streams(limits::MAX_NEGOTIATING_STREAMS)
        })
        .build();
    Ok(swarm)
}

fn behaviour(keys: &identity::Keypair) -> Result<Behaviour, Box<dyn core::error::Error + Send + Sync>> {
    let me = keys.public().to_peer_id();
    let (interval, timeout) = limits::PING;
    let connections = connection_limits::ConnectionLimits::default()
        .with_max_pending_incoming(Some(limits::RELAY_MAX_PENDING))
        .with_max_pending_outgoing(Some(limits::RELAY_MAX_PENDING))
        .with_max_established(Some(limits::RELAY_MAX_CONNECTIONS))
        .with_max_established_per_peer(Some(limits::MAX_CONNECTIONS_PER_PEER));
    let agent = concat!("majlis-relay/", env!("CARGO_PKG_VERSION")).to_owned();
    Ok(Behaviour {
        limits: connection_limits::Behaviour::new(connections),
        memory: memory_connection_limits::Behaviour::with_max_bytes(limits::MAX_RELAY_MEMORY),
        attempts: attempts::Behaviour::new(limits::RELAY_MAX_CONNECTIONS_PER_ADDRESS),
        offenders: allow_block_list::Behaviour::default(),
        identify: identify::Behaviour::new(
            identify::Config::new(FAMILY.to_owned(), keys.public()).with_agent_version(agent),
        ),
        ping: ping::Behaviour::new(ping::Config::new().with_interval(interval).with_timeout(timeout)),
        circuits: relay::Behaviour::new(me, circuits()),
        kad: dht::behaviour(me),
        gossip: gossip::relay_behaviour()?,
        listing: listing::behaviour(),
        reachability: autonat::v2::server::Behaviour::new(StdRng::try_from_rng(&mut SysRng)?),
    })
}

/// The limits of circuits. libp2p's own would cut every match.
fn circuits() -> relay::Config {
    let mut config = relay::Config {
        max_reservations: limits::RELAY_MAX_RESERVATIONS,
        max_reservations_per_peer: limits::RELAY_MAX_RESERVATIONS_PER_PEER,
        reservation_duration: limits::RELAY_RESERVATION,
        reservation_rate_limiters: Vec::new(),
        max_circuits: limits::RELAY_MAX_CIRCUITS,
        max_circuits_per_peer: limits::RELAY_MAX_CIRCUITS_PER_PEER,
        max_circuit_duration: limits::RELAY_CIRCUIT_TIME,
        max_circuit_bytes: limits::RELAY_CIRCUIT_BYTES,
        circuit_src_rate_limiters: Vec::new(),
    };
    let (burst, refill) = limits::RELAY_RATE_PER_PEER;
    if let Some(burst) = NonZeroU32::new(burst) {
        config = config
            .reservation_rate_per_peer(burst, refill)
            .circuit_src_per_peer(burst, refill);
    }
    let (burst, refill) = limits::RELAY_RATE_PER_ADDRESS;
    if let Some(burst) = NonZeroU32::new(burst) {
        config = config
            .reservation_rate_per_ip(burst, refill)
            .circuit_src_per_ip(burst, refill);
    }
    config
}
