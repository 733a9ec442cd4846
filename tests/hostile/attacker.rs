//! Peers that do what no honest program does.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, StreamExt as _};
use libp2p::request_response::{self, Codec, ProtocolSupport};
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{Multiaddr, PeerId, StreamProtocol, Swarm, SwarmBuilder, gossipsub, noise, tcp, yamux};

/// What is written on a stream.
#[derive(Clone, Debug)]
pub(crate) enum Payload {
    /// These bytes, and then the end.
    Bytes(Vec<u8>),
    /// These bytes, and then zeros for as long as they are taken.
    Endless(Vec<u8>),
    /// These bytes, one every half second, and no end.
    Slow(Vec<u8>),
}

#[derive(Clone)]
struct Raw;

impl Codec for Raw {
    type Protocol = StreamProtocol;
    type Request = Payload;
    type Response = ();

    async fn read_request<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        _: &mut T,
    ) -> io::Result<Payload> {
        Err(io::ErrorKind::Unsupported.into())
    }

    async fn read_response<T: AsyncRead + Unpin + Send>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<()> {
        let mut buffer = [0; 4096];
        while io.read(&mut buffer).await? > 0 {}
        Ok(())
    }

    async fn write_request<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        payload: Payload,
    ) -> io::Result<()> {
        match payload {
            Payload::Bytes(bytes) => {
                io.write_all(&bytes).await?;
                io.close().await
            }
            Payload::Endless(bytes) => {
                io.write_all(&bytes).await?;
                loop {
                    io.write_all(&[0; 16 << 10]).await?;
                }
            }
            Payload::Slow(bytes) => {
                for byte in bytes {
                    io.write_all(&[byte]).await?;
                    io.flush().await?;
                    tokio::time::sleep(Duration::from_millis(500)).await;
                }
                futures::future::pending().await
            }
        }
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        _: &mut T,
        (): (),
    ) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[derive(NetworkBehaviour)]
struct Behaviour {
    raw: request_response::Behaviour<Raw>,
    gossip: gossipsub::Behaviour,
}

/// What an attacker does, again and again.
#[derive(Clone)]
pub(crate) enum Attack {
    /// Opens streams of a protocol and writes to them, so many at a time.
    Streams(&'static str, Payload, usize),
    /// Says these things in the lobby, ever new ones.
    Gossip(Arc<dyn Fn(u64) -> Vec<u8> + Send + Sync>),
    /// Connects and says nothing.
    Presence,
}

/// What came of an attack.
#[derive(Default)]
pub(crate) struct Tally {
    /// Connections that were made.
    pub(crate) connected: AtomicUsize,
    /// Connections that the other side closed.
    pub(crate) closed: AtomicUsize,
    /// Attempts that were refused.
    pub(crate) refused: AtomicUsize,
    /// Streams and messages that were sent.
    pub(crate) sent: AtomicUsize,
}

fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn swarm(protocol: &'static str) -> Swarm<Behaviour> {
    let quick = request_response::Config::default().with_request_timeout(Duration::from_secs(20));
    SwarmBuilder::with_new_identity()
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
        .unwrap()
        .with_quic()
        .with_behaviour(|_| {
            let config = gossipsub::ConfigBuilder::default()
                .protocol_id_prefix("/majlis/gossip")
                .validation_mode(gossipsub::ValidationMode::Anonymous)
                .heartbeat_interval(Duration::from_millis(200))
                .message_id_fn(|message| {
                    gossipsub::MessageId::new(message.data.get(message.data.len().saturating_sub(64)..).unwrap_or(&[]))
                })
                .max_transmit_size(1 << 20)
                .build()
                .unwrap();
            let mut gossip = gossipsub::Behaviour::new(gossipsub::MessageAuthenticity::Anonymous, config).unwrap();
            gossip.subscribe(&topic()).unwrap();
            Behaviour {
                raw: request_response::Behaviour::with_codec(
                    Raw,
                    [(StreamProtocol::new(protocol), ProtocolSupport::Outbound)],
                    quick,
                ),
                gossip,
            }
        })
        .unwrap()
        .with_swarm_config(|config| config.with_idle_connection_timeout(Duration::from_secs(600)))
        .build()
}

fn topic() -> gossipsub::IdentTopic {
    gossipsub::IdentTopic::new("majlis/lobby/1")
}

/// Attacks `victim` at `address` under one identity, and comes back whenever it is thrown out, until it is stopped.
pub(crate) async fn attack(victim: PeerId, address: Multiaddr, attack: Attack, tally: Arc<Tally>) {
    let protocol = match &attack {
        Attack::Streams(protocol, ..) => protocol,
        Attack::Gossip(_) | Attack::Presence => "/none",
    };
    let mut swarm = swarm(protocol);
    let mut number = 0u64;
    let mut ticks = tokio::time::interval(Duration::from_millis(250));
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut open = 0usize;
    loop {
        tokio::select! {
            event = swarm.select_next_some() => match event {
                SwarmEvent::ConnectionEstablished { .. } => count(&tally.connected),
                SwarmEvent::ConnectionClosed { .. } => {
                    count(&tally.closed);
                    open = 0;
                }
                SwarmEvent::OutgoingConnectionError { .. } => count(&tally.refused),
                SwarmEvent::Behaviour(BehaviourEvent::Raw(
                    request_response::Event::Message { .. } | request_response::Event::OutboundFailure { .. },
                )) => open = open.saturating_sub(1),
                _ => {}
            },
            _ = ticks.tick() => {
                if !swarm.is_connected(&victim) {
                    let _ = swarm.dial(address.clone());
                    continue;
                }
                match &attack {
                    Attack::Streams(_, payload, most) => {
                        // The machine that runs the test has to carry attackers, victims and the match.
                        for _ in 0..most.saturating_sub(open).min(4) {
                            open += 1;
                            count(&tally.sent);
                            swarm.behaviour_mut().raw.send_request(&victim, payload.clone());
                        }
                    }
                    Attack::Gossip(say) => {
                        for _ in 0..4 {
                            number += 1;
                            if swarm.behaviour_mut().gossip.publish(topic(), say(number)).is_ok() {
                                count(&tally.sent);
                            }
                        }
                    }
                    Attack::Presence => {}
                }
            }
        }
    }
}

/// Opens plain connections that say nothing, so many at a time, until it is stopped.
pub(crate) async fn silence(at: std::net::SocketAddr, most: usize, tally: Arc<Tally>) {
    let mut held = std::collections::VecDeque::new();
    loop {
        if held.len() >= most {
            held.pop_front();
        }
        match tokio::net::TcpStream::connect(at).await {
            Ok(stream) => {
                count(&tally.connected);
                held.push_back(stream);
            }
            Err(_) => count(&tally.refused),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
