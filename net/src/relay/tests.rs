//! A relay with clients of libp2p over loopback, as other programs would speak to it.

use super::*;
use crate::advert::{Advert, Versions};
use crate::dht;
use crate::table_id::TableId;
use libp2p::swarm::NetworkBehaviour;
use libp2p::{SwarmBuilder, noise, tcp, yamux};
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::Clock;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use std::sync::mpsc;

/// How long anything here may take before it counts as not happening.
const LONG: Duration = Duration::from_secs(90);

#[derive(NetworkBehaviour)]
struct Client {
    relay: relay::client::Behaviour,
    ping: libp2p::ping::Behaviour,
    identify: identify::Behaviour,
    kad: dht::Behaviour,
    gossip: crate::gossip::Behaviour,
    listing: listing::Behaviour,
}

fn client(identity: &Identity) -> Swarm<Client> {
    let keys = libp2p::identity::Keypair::ed25519_from_bytes(*identity.expose_secret()).unwrap();
    SwarmBuilder::with_existing_identity(keys)
        .with_tokio()
        .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
        .unwrap()
        .with_quic()
        .with_relay_client(noise::Config::new, yamux::Config::default)
        .unwrap()
        .with_behaviour(|keys, relay| Client {
            relay,
            ping: libp2p::ping::Behaviour::default(),
            identify: identify::Behaviour::new(identify::Config::new("/majlis/1".to_owned(), keys.public())),
            kad: dht::behaviour(keys.public().to_peer_id()),
            gossip: crate::gossip::behaviour().unwrap(),
            listing: listing::behaviour(),
        })
        .unwrap()
        .with_swarm_config(|config| config.with_idle_connection_timeout(LONG))
        .build()
}

/// A relay on a thread of its own, for as long as this lives.
struct Running {
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<Result<(), String>>>,
    tcp: RelayAddress,
    quic: RelayAddress,
}

fn start() -> Running {
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let (told, telling) = mpsc::channel();
    let config = Config {
        identity: Arc::new(Identity::from_secret(&[200; 32])),
        listen: vec![
            "/ip4/127.0.0.1/tcp/0".to_owned(),
            "/ip4/127.0.0.1/udp/0/quic-v1".to_owned(),
        ],
        external: Vec::new(),
        peers: Vec::new(),
        metrics: None,
    };
    let thread = std::thread::spawn(move || {
        let stopped = async {
            let _ = stopped.await;
        };
        run_until(config, |event| drop(told.send(event)), stopped)
    });
    let mut listening = Vec::new();
    while listening.len() < 2 {
        if let Told::Listening(at) = telling.recv_timeout(LONG).unwrap() {
            listening.push(at);
        }
    }
    listening.sort_by_key(|at| at.address.to_string().contains("quic"));
    let quic = listening.pop().unwrap();
    Running {
        stop: Some(stop),
        thread: Some(thread),
        tcp: listening.pop().unwrap(),
        quic,
    }
}

impl Running {
    fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

/// Drives both swarms until `done` says so.
async fn until(
    swarms: &mut [Swarm<Client>; 2],
    mut done: impl FnMut(usize, &SwarmEvent<ClientEvent>, &mut Swarm<Client>) -> bool,
) {
    let [first, second] = swarms;
    tokio::time::timeout(LONG, async {
        loop {
            let finished = tokio::select! {
                event = first.select_next_some() => done(0, &event, first),
                event = second.select_next_some() => done(1, &event, second),
            };
            if finished {
                return;
            }
        }
    })
    .await
    .unwrap();
}

fn two() -> [Swarm<Client>; 2] {
    [1, 2].map(|seed| client(&Identity::from_secret(&[seed; 32])))
}

#[test]
fn people_meet_through_a_circuit_by_tcp_and_by_quic() {
    let running = start();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    for at in [&running.tcp, &running.quic] {
        runtime.block_on(async {
            let mut swarms = two();
            let there = at.multiaddr().with(Protocol::P2pCircuit);
            swarms[0].listen_on(there.clone()).unwrap();
            let mut reserved = false;
            until(&mut swarms, |who, event, _| {
                reserved |= matches!(event, SwarmEvent::NewListenAddr { .. }) && who == 0;
                reserved
            })
            .await;
            let peer = *swarms[0].local_peer_id();
            swarms[1].dial(there.with(Protocol::P2p(peer))).unwrap();
            // Two rounds of pings, as each side sees them, over the circuit.
            let mut pings = [0; 2];
            until(&mut swarms, |who, event, swarm| {
                if let SwarmEvent::Behaviour(ClientEvent::Ping(ping)) = event
                    && ping.result.is_ok()
                    && key_of(&ping.peer) != Some(at.key)
                {
                    assert!(swarm.is_connected(&ping.peer));
                    pings[who] += 1;
                }
                pings.iter().all(|count| *count > 0)
            })
            .await;
        });
    }
    running.stop();
}

#[test]
fn adverts_are_passed_on_and_listed_and_hosts_are_found() {
    let running = start();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let host = Identity::from_secret(&[1; 32]);
    let advert = Advert {
        versions: Versions::OURS,
        host: host.key(),
        name: "x".to_owned(),
        table: TableId([1; 16]),
        stamp: wall(),
        life: 120,
        game: "four".to_owned(),
        terms: Table::new(2),
        clock: Clock::default(),
        persons: 2,
        free: 1,
        watch: false,
        addresses: Vec::new(),
        relays: vec![running.tcp.clone()],
    }
    .sign(&host)
    .unwrap();
    runtime.block_on(async {
        let mut swarms = two();
        let relay = peer_id(&running.tcp.key);
        for swarm in &mut swarms {
            swarm.dial(running.tcp.multiaddr()).unwrap();
            swarm
                .behaviour_mut()
                .kad
                .add_address(&relay, running.tcp.address.multiaddr().clone());
        }
        // Who has no address of his own is not told to others.
        swarms[0].add_external_address("/ip4/192.0.2.7/tcp/4001".parse().unwrap());
        // As soon as the relay is subscribed the host says what is to be said; the other hears it through the relay.
        let mut subscribed = [false; 2];
        let mut published = false;
        let sent = advert.clone();
        until(&mut swarms, |who, event, swarm| {
            match event {
                SwarmEvent::Behaviour(ClientEvent::Gossip(gossipsub::Event::Subscribed { .. })) => {
                    subscribed[who] = true;
                }
                SwarmEvent::Behaviour(ClientEvent::Gossip(gossipsub::Event::Message { message, .. })) => {
                    assert_eq!((who, &message.data), (1, &sent));
                    return true;
                }
                _ => {}
            }
            if who == 0 && subscribed == [true; 2] && !published {
                published = swarm
                    .behaviour_mut()
                    .gossip
                    .publish(crate::gossip::topic(), sent.clone())
                    .is_ok();
            }
            false
        })
        .await;
        // Whoever comes later asks for the list.
        swarms[1]
            .behaviour_mut()
            .listing
            .send_request(&relay, listing::Asked::List);
        until(&mut swarms, |_, event, _| match event {
            SwarmEvent::Behaviour(ClientEvent::Listing(request_response::Event::Message {
                message: request_response::Message::Response { response, .. },
                ..
            })) => {
                assert_eq!(response, std::slice::from_ref(&advert));
                true
            }
            _ => false,
        })
        .await;
        // Kademlia finds the host as a person and as a host of the game.
        let keys = [dht::person(&host.key()), dht::tables_of(GameId::Four)];
        for key in keys {
            swarms[0].behaviour_mut().kad.start_providing(key.clone()).unwrap();
            until(&mut swarms, |who, event, _| {
                who == 0
                    && matches!(
                        event,
                        SwarmEvent::Behaviour(ClientEvent::Kad(kad::Event::OutboundQueryProgressed {
                            result: kad::QueryResult::StartProviding(Ok(_)),
                            ..
                        }))
                    )
            })
            .await;
            swarms[1].behaviour_mut().kad.get_providers(key.clone());
            // Telling is not answered, so the first question may come before it.
            until(&mut swarms, |who, event, swarm| {
                let SwarmEvent::Behaviour(ClientEvent::Kad(kad::Event::OutboundQueryProgressed {
                    result: kad::QueryResult::GetProviders(Ok(result)),
                    step,
                    ..
                })) = event
                else {
                    return false;
                };
                if let kad::GetProvidersOk::FoundProviders { providers, .. } = result
                    && providers.contains(&peer_id(&host.key()))
                {
                    return who == 1;
                }
                if step.last {
                    swarm.behaviour_mut().kad.get_providers(key.clone());
                }
                false
            })
            .await;
        }
    });
    running.stop();
}

#[test]
fn who_sends_garbage_is_dropped_for_the_session() {
    let running = start();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut swarms = two();
        let relay = peer_id(&running.tcp.key);
        swarms[0].dial(running.tcp.multiaddr()).unwrap();
        swarms[1].dial(running.tcp.multiaddr()).unwrap();
        let mut garbage = 0u32;
        let mut closed = false;
        until(&mut swarms, |who, event, swarm| {
            match event {
                SwarmEvent::ConnectionClosed { peer_id, .. } if *peer_id == relay => {
                    assert_eq!(who, 0, "the honest one stays connected");
                    closed = true;
                    return true;
                }
                SwarmEvent::Behaviour(ClientEvent::Ping(_) | ClientEvent::Gossip(_) | ClientEvent::Identify(_))
                    if who == 0 =>
                {
                    garbage += 1;
                    let _ = swarm
                        .behaviour_mut()
                        .gossip
                        .publish(crate::gossip::topic(), vec![garbage as u8; 100]);
                    let _ = swarm
                        .behaviour_mut()
                        .gossip
                        .publish(crate::gossip::topic(), vec![garbage as u8; 101]);
                    let _ = swarm
                        .behaviour_mut()
                        .gossip
                        .publish(crate::gossip::topic(), vec![garbage as u8; 102]);
                }
                _ => {}
            }
            false
        })
        .await;
        assert!(closed);
        // Coming back is refused.
        swarms[0].dial(running.tcp.multiaddr()).unwrap();
        until(&mut swarms, |who, event, _| {
            who == 0
                && matches!(
                    event,
                    SwarmEvent::ConnectionClosed { .. } | SwarmEvent::OutgoingConnectionError { .. }
                )
        })
        .await;
    });
    running.stop();
}

#[test]
fn without_an_address_or_with_a_wrong_one_it_does_not_start() {
    let config = |listen: &[&str]| Config {
        identity: Arc::new(Identity::from_secret(&[200; 32])),
        listen: listen.iter().map(|text| (*text).to_owned()).collect(),
        external: Vec::new(),
        peers: Vec::new(),
        metrics: None,
    };
    let never = || futures::future::pending();
    assert!(
        run_until(config(&[]), |_| {}, never())
            .unwrap_err()
            .contains("nothing to listen on")
    );
    assert!(
        run_until(config(&["x"]), |_| {}, never())
            .unwrap_err()
            .contains("no address")
    );
    let unknown = run_until(config(&["/ip4/127.0.0.1/tcp/0/ws"]), |_| {}, never()).unwrap_err();
    assert!(unknown.contains("choose another address"), "{unknown}");
}
