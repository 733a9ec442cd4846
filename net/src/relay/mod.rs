//! A relay: bootstrap, rendezvous and circuit relay in one, for people who cannot reach each other directly.
//!
//! It answers Kademlia, passes the lobby's adverts on and lists them, tells people whether they can be reached from outside
//! (AutoNAT), and carries encrypted circuits between those who cannot. It sees who talks to whom and how much, never what; it
//! holds nothing of a match. All it keeps on disk is its identity, so that its address stays the same.
//!
//! Its limits stand in [`limits`](crate::limits).

mod behaviour;
mod metrics;

use core::future::Future;
use core::sync::atomic::Ordering;
use std::collections::HashSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use futures::StreamExt as _;
use libp2p::core::transport::ListenerId;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::SwarmEvent;
use libp2p::{Multiaddr, PeerId, Swarm, gossipsub, identify, kad, ping, relay, request_response};
use majlis_crypto::identity::Identity;

use self::behaviour::{Behaviour, BehaviourEvent};
use self::metrics::Metrics;
use crate::address::{Address, RelayAddress, key_of, peer_id};
use crate::limits::{LISTING_BURST, LISTING_PAUSE, MAX_ADDRESSES, RELAY_MAX_CONNECTIONS};
use crate::lobby::{Lobby, Now, Verdict, listing};
use crate::offences::{Offences, Penalty};
use crate::rate::{Buckets, Rate};

/// What a relay is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its key; nobody plays with it.
    pub identity: Arc<Identity>,
    /// Where it listens, as multiaddrs like `/ip4/0.0.0.0/tcp/4001`; at least one.
    pub listen: Vec<String>,
    /// Under which addresses others reach it, where they differ from those at which it listens.
    pub external: Vec<Address>,
    /// Other relays, whose lobby and people it shares.
    pub peers: Vec<RelayAddress>,
    /// Where its metrics can be read, if anywhere.
    pub metrics: Option<SocketAddr>,
}

/// What a running relay tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// It listens there and can be given to others by this address.
    Listening(RelayAddress),
    /// Its metrics can be read there.
    Metrics(SocketAddr),
    /// It has been asked to stop and does.
    Stopping,
}

/// Runs a relay until the process is asked to end (SIGTERM, SIGINT, or Ctrl-C).
///
/// # Errors
/// One sentence about an address at which nothing can be listened for, or what the system refuses.
pub fn run(config: Config, tell: impl FnMut(Told)) -> Result<(), String> {
    let runtime = runtime()?;
    runtime.block_on(async {
        let stop = asked_to_end()?;
        serve(config, tell, stop).await
    })
}

/// Runs a relay until `stop` is done.
///
/// # Errors
/// As [`run`].
pub fn run_until(config: Config, tell: impl FnMut(Told), stop: impl Future<Output = ()>) -> Result<(), String> {
    runtime()?.block_on(serve(config, tell, stop))
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("the relay cannot be started: {error}; close other programs"))
}

/// Done when the process is asked to end.
#[cfg(unix)]
fn asked_to_end() -> Result<impl Future<Output = ()>, String> {
    use tokio::signal::unix::{SignalKind, signal};
    let wrong = |error| format!("the system's signals cannot be waited for: {error}");
    let mut terminate = signal(SignalKind::terminate()).map_err(wrong)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(wrong)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Done when the process is asked to end.
#[cfg(not(unix))]
fn asked_to_end() -> Result<impl Future<Output = ()>, String> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

async fn serve(config: Config, tell: impl FnMut(Told), stop: impl Future<Output = ()>) -> Result<(), String> {
    let metrics = Arc::new(Metrics::default());
    let server = match config.metrics {
        Some(address) => Some(metrics::listen(address, metrics.clone()).await?),
        None => None,
    };
    let mut server_at = None;
    let server = server.map(|(at, server)| {
        server_at = Some(at);
        tokio::spawn(server)
    });
    let served = Relay::new(&config, metrics, tell)?.run(config, server_at, stop).await;
    if let Some(server) = server {
        server.abort();
    }
    served
}

struct Relay<T> {
    me: PeerId,
    swarm: Swarm<Behaviour>,
    tell: T,
    metrics: Arc<Metrics>,
    lobby: Lobby,
    listings: Buckets<PeerId>,
    offences: Offences<PeerId>,
    peers: Vec<RelayAddress>,
    started: Instant,
    /// Concrete listen addresses are external ones where none was named.
    named: bool,
    listeners: HashSet<ListenerId>,
    failed: Option<String>,
}

impl<T: FnMut(Told)> Relay<T> {
    fn new(config: &Config, metrics: Arc<Metrics>, tell: T) -> Result<Self, String> {
        let me = config.identity.key();
        Ok(Self {
            me: peer_id(&me),
            swarm: behaviour::swarm(&config.identity)?,
            tell,
            metrics,
            lobby: Lobby::new(me),
            listings: Buckets::new(
                Rate {
                    burst: LISTING_BURST,
                    refill: LISTING_PAUSE,
                },
                2 * RELAY_MAX_CONNECTIONS as usize,
            ),
            offences: Offences::default(),
            peers: config.peers.clone(),
            started: Instant::now(),
            named: !config.external.is_empty(),
            listeners: HashSet::new(),
            failed: None,
        })
    }

    async fn run(
        mut self,
        config: Config,
        metrics_at: Option<SocketAddr>,
        stop: impl Future<Output = ()>,
    ) -> Result<(), String> {
        if config.listen.is_empty() {
            return Err("nothing to listen on; give an address such as /ip4/0.0.0.0/tcp/4001".to_owned());
        }
        for text in &config.listen {
            let address: Multiaddr = text
                .parse()
                .map_err(|_| format!("{text:?} is no address to listen on; write it like /ip4/0.0.0.0/tcp/4001"))?;
            let listener = self.swarm.listen_on(address).map_err(|error| {
                let cause = root_cause(&error);
                format!("nothing can be listened for at {text}: {cause}; choose another address or port")
            })?;
            self.listeners.insert(listener);
        }
        for address in &config.external {
            self.swarm.add_external_address(address.multiaddr().clone());
        }
        self.swarm.behaviour_mut().kad.set_mode(Some(kad::Mode::Server));
        if let Some(at) = metrics_at {
            (self.tell)(Told::Metrics(at));
        }
        self.greet_peers();
        let mut ticks = tokio::time::interval(Duration::from_secs(5));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut rounds = 0u32;
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                event = self.swarm.select_next_some() => self.on_swarm(event),
                _ = ticks.tick() => {
                    self.lobby.expire(self.started.elapsed());
                    self.count();
                    rounds = rounds.wrapping_add(1);
                    if rounds.is_multiple_of(12) {
                        self.greet_peers();
                    }
                }
            }
            if let Some(sentence) = self.failed.take() {
                return Err(sentence);
            }
        }
        (self.tell)(Told::Stopping);
        tracing::info!("stopping");
        let connected: Vec<PeerId> = self.swarm.connected_peers().copied().collect();
        for peer in connected {
            let _ = self.swarm.disconnect_peer_id(peer);
        }
        // Closing is said to the others rather than left to their timeouts.
        let until = tokio::time::Instant::now() + Duration::from_millis(500);
        while self.swarm.network_info().num_peers() > 0
            && tokio::time::timeout_at(until, self.swarm.select_next_some())
                .await
                .is_ok()
        {}
        Ok(())
    }

    /// Connects to the other relays that are not connected.
    fn greet_peers(&mut self) {
        for relay in &self.peers {
            let peer = peer_id(&relay.key);
            let behaviour = self.swarm.behaviour_mut();
            behaviour.kad.add_address(&peer, relay.address.multiaddr().clone());
            behaviour.gossip.add_explicit_peer(&peer);
            if !self.swarm.is_connected(&peer)
                && let Err(error) = self.swarm.dial(relay.multiaddr())
            {
                tracing::debug!(%relay, %error, "not dialled");
            }
        }
    }

    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        match event {
            SwarmEvent::NewListenAddr { address, .. } => self.listening(&address),
            SwarmEvent::ListenerClosed {
                listener_id,
                reason: Err(error),
                addresses,
            } => {
                tracing::warn!(?addresses, %error, "a listener is closed");
                self.listeners.remove(&listener_id);
                if self.listeners.is_empty() {
                    self.failed = Some(format!("nothing can be listened for any more: {error}; start it again"));
                }
            }
            SwarmEvent::ConnectionEstablished { peer_id, .. } => {
                tracing::debug!(%peer_id, "connected");
                Metrics::add(&self.metrics.connections_total);
            }
            SwarmEvent::IncomingConnectionError { error, .. } => {
                tracing::debug!(%error, "a connection was refused or failed");
                Metrics::add(&self.metrics.connections_refused_total);
            }
            SwarmEvent::Behaviour(event) => self.on_behaviour(event),
            _ => {}
        }
    }

    fn listening(&mut self, address: &Multiaddr) {
        let Ok(address) = Address::from_multiaddr(address) else {
            return;
        };
        tracing::info!(%address, "listening");
        // A relay serves only when it knows an address of its own.
        if !self.named {
            self.swarm.add_external_address(address.multiaddr().clone());
        }
        if let Some(key) = key_of(&self.me) {
            (self.tell)(Told::Listening(RelayAddress { key, address }));
        }
    }

    fn on_behaviour(&mut self, event: BehaviourEvent) {
        match event {
            BehaviourEvent::Gossip(gossipsub::Event::Message {
                propagation_source,
                message_id,
                message,
            }) => {
                let verdict = self.heard(propagation_source, &message.data);
                let gossip = &mut self.swarm.behaviour_mut().gossip;
                gossip.report_message_validation_result(&message_id, &propagation_source, verdict.into());
            }
            BehaviourEvent::Gossip(gossipsub::Event::Subscribed { peer_id: peer, .. })
                if self.peers.iter().any(|relay| peer_id(&relay.key) == peer) =>
            {
                self.swarm
                    .behaviour_mut()
                    .listing
                    .send_request(&peer, listing::Asked::List);
            }
            BehaviourEvent::Listing(request_response::Event::Message { peer, message, .. }) => match message {
                request_response::Message::Request {
                    request: listing::Asked::Garbage,
                    ..
                } => self.offence(peer),
                request_response::Message::Request { channel, .. } => {
                    let allowed = self.listings.take(&peer, self.started.elapsed());
                    let list = if allowed {
                        listing::cut(self.lobby.messages().into_iter())
                    } else {
                        Vec::new()
                    };
                    Metrics::add(&self.metrics.lists_total);
                    // Who asked may be gone.
                    let _ = self.swarm.behaviour_mut().listing.send_response(channel, list);
                }
                request_response::Message::Response { response, .. } => {
                    for advert in response {
                        self.heard(peer, &advert);
                    }
                }
            },
            BehaviourEvent::Kad(kad::Event::InboundRequest {
                request: kad::InboundRequest::AddProvider { record: Some(record) },
            }) => {
                let kept = crate::dht::keep(&mut self.swarm.behaviour_mut().kad, record);
                self.metrics.providers_total.fetch_add(kept.into(), Ordering::Relaxed);
            }
            BehaviourEvent::Identify(identify::Event::Received { peer_id, info, .. }) => {
                // Whoever can be reached and answers Kademlia is told to others.
                let answers = info
                    .protocols
                    .iter()
                    .any(|protocol| protocol.as_ref() == "/majlis/kad/1");
                if answers {
                    let kad = &mut self.swarm.behaviour_mut().kad;
                    for address in info.listen_addrs.iter().take(MAX_ADDRESSES) {
                        let Ok(known) = Address::from_multiaddr(address) else {
                            continue;
                        };
                        kad.add_address(&peer_id, known.multiaddr().clone());
                    }
                }
            }
            BehaviourEvent::Circuits(event) => self.on_circuit(&event),
            // A peer with another address has left a reservation on a connection that leads nowhere, and circuits would be sent there.
            BehaviourEvent::Ping(ping::Event {
                connection,
                result: Err(error),
                ..
            }) if !matches!(error, ping::Failure::Unsupported) => {
                self.swarm.close_connection(connection);
            }
            _ => {}
        }
    }

    fn heard(&mut self, source: PeerId, bytes: &[u8]) -> Verdict {
        let Some(key) = key_of(&source) else {
            return Verdict::Ignore;
        };
        let now = Now {
            monotonic: self.started.elapsed(),
            wall: wall(),
        };
        let received = self.lobby.receive(&key, bytes, now);
        match received.verdict {
            Verdict::Accept => Metrics::add(&self.metrics.adverts_accepted_total),
            Verdict::Ignore => Metrics::add(&self.metrics.adverts_ignored_total),
            Verdict::Reject => {
                Metrics::add(&self.metrics.adverts_rejected_total);
                tracing::debug!(%source, why = ?received.why, "a bad advert");
                self.offence(source);
            }
        }
        received.verdict
    }

    fn offence(&mut self, peer: PeerId) {
        let Penalty::Drop { forgiven } = self.offences.note(&peer) else {
            return;
        };
        if let Some(forgiven) = forgiven {
            self.swarm.behaviour_mut().offenders.unblock_peer(forgiven);
        }
        Metrics::add(&self.metrics.offenders_total);
        tracing::info!(%peer, "dropped for the session: it sends what no honest program sends");
        self.swarm.behaviour_mut().offenders.block_peer(peer);
    }

    #[allow(deprecated)]
    fn on_circuit(&self, event: &relay::Event) {
        let metrics = &self.metrics;
        match event {
            relay::Event::ReservationReqAccepted { renewed, .. } => {
                Metrics::add(&metrics.reservations_total);
                if !renewed {
                    Metrics::add(&metrics.reservations);
                }
            }
            relay::Event::ReservationReqDenied { .. } => Metrics::add(&metrics.reservations_denied_total),
            relay::Event::ReservationClosed { .. } | relay::Event::ReservationTimedOut { .. } => {
                Metrics::subtract(&metrics.reservations);
            }
            relay::Event::CircuitReqAccepted { .. } => {
                Metrics::add(&metrics.circuits_total);
                Metrics::add(&metrics.circuits);
            }
            relay::Event::CircuitReqDenied { .. } => Metrics::add(&metrics.circuits_denied_total),
            relay::Event::CircuitClosed { .. } => Metrics::subtract(&metrics.circuits),
            _ => {}
        }
        tracing::debug!(?event, "circuit relay");
    }

    /// Counters that are read from elsewhere.
    fn count(&mut self) {
        let info = self.swarm.network_info();
        let counters = info.connection_counters();
        let metrics = &self.metrics;
        Metrics::set(&metrics.connections, counters.num_established().into());
        Metrics::set(&metrics.pending, counters.num_pending().into());
        Metrics::set(&metrics.peers, info.num_peers() as u64);
        Metrics::set(&metrics.tables, self.lobby.len() as u64);
        Metrics::set(&metrics.uptime, self.started.elapsed().as_secs());
        let known = self
            .swarm
            .behaviour_mut()
            .kad
            .kbuckets()
            .map(|bucket| bucket.num_entries() as u64);
        Metrics::set(&metrics.kad_peers, known.sum());
    }
}

/// Milliseconds since 1970.
pub(crate) fn wall() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// What lies under an error of libp2p, whose own sentence says little.
fn root_cause(error: &dyn core::error::Error) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// Whether an address could be listened on.
#[must_use]
pub fn is_listen_address(text: &str) -> bool {
    text.parse::<Multiaddr>().is_ok_and(|address| {
        let parts: Vec<Protocol<'_>> = address.iter().collect();
        matches!(
            parts.as_slice(),
            [Protocol::Ip4(_) | Protocol::Ip6(_), Protocol::Tcp(_)]
                | [Protocol::Ip4(_) | Protocol::Ip6(_), Protocol::Udp(_), Protocol::QuicV1]
        )
    })
}

#[cfg(test)]
mod tests;
