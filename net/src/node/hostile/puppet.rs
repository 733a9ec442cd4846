//! Somebody who says over table streams whatever a test wants, and somebody honest.

use std::collections::VecDeque;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use futures::{AsyncWriteExt as _, StreamExt as _};
use libp2p::swarm::SwarmEvent;
use libp2p::{Multiaddr, PeerId, SwarmBuilder, noise, tcp, yamux};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_referee::agreement::{Agreement, Closing, Member};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use tempfile::TempDir;

use super::super::links::{self, Links};
use super::super::tables::sealed;
use super::super::{Config, Events, Node};
use crate::address::peer_id;
use crate::advert::Versions;
use crate::event::{Command, Event, MatchEvent, TableEvent};
use crate::invite::Invitation;
use crate::table::{Seating, Terms};
use crate::table_id::TableId;
use crate::wire::{Frame, Sit, WireClosed, read_frame};

/// How long anything may take before it counts as not happening.
pub(super) const LONG: Duration = Duration::from_secs(90);
pub(super) const TABLE: TableId = TableId([7; 16]);

/// What a puppet is told to do.
pub(super) enum Order {
    Dial(PeerId, Multiaddr),
    Say(Vec<Frame>),
}

/// What a puppet hears.
pub(super) enum Heard {
    At(Multiaddr),
    Met,
    Parted,
    Frame(Box<Frame>),
}

/// Somebody at whose end of a table stream a test stands. It speaks with one other.
pub(super) struct Puppet {
    pub(super) identity: Identity,
    pub(super) orders: tokio::sync::mpsc::UnboundedSender<Order>,
    pub(super) heard: mpsc::Receiver<Heard>,
    pub(super) at: Multiaddr,
}

impl Puppet {
    pub(super) fn new(seed: u8) -> Self {
        let identity = Identity::from_secret(&[seed; 32]);
        let keys = libp2p::identity::Keypair::ed25519_from_bytes([seed; 32]).unwrap();
        let (orders, mut todo) = tokio::sync::mpsc::unbounded_channel();
        let (tell, heard) = mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let mut swarm = SwarmBuilder::with_existing_identity(keys)
                    .with_tokio()
                    .with_tcp(tcp::Config::default(), noise::Config::new, yamux::Config::default)
                    .unwrap()
                    .with_behaviour(|_| Links::default())
                    .unwrap()
                    .with_swarm_config(|config| config.with_idle_connection_timeout(LONG))
                    .build();
                swarm.listen_on("/ip4/127.0.0.1/tcp/0".parse().unwrap()).unwrap();
                let (out, mut waiting) = tokio::sync::mpsc::unbounded_channel::<Frame>();
                let mut stream: Option<libp2p::Stream> = None;
                loop {
                    tokio::select! {
                        event = swarm.select_next_some() => match event {
                            SwarmEvent::NewListenAddr { address, .. } => drop(tell.send(Heard::At(address))),
                            SwarmEvent::ConnectionEstablished { peer_id, connection_id, .. } => {
                                let _ = tell.send(Heard::Met);
                                if stream.is_none() {
                                    swarm.behaviour_mut().open(peer_id, connection_id);
                                }
                            }
                            SwarmEvent::ConnectionClosed { num_established: 0, .. } => {
                                stream = None;
                                let _ = tell.send(Heard::Parted);
                            }
                            SwarmEvent::Behaviour(links::Event::Opened { stream: mut opened, .. }) => {
                                let _ = opened.write_all(&Frame::Hello(Versions::OURS).encode().unwrap()).await;
                                let _ = opened.flush().await;
                                stream = Some(opened);
                            }
                            SwarmEvent::Behaviour(links::Event::Accepted { stream: mut theirs, .. }) => {
                                let tell = tell.clone();
                                tokio::spawn(async move {
                                    while let Ok((frame, _)) = read_frame(&mut theirs).await {
                                        let _ = tell.send(Heard::Frame(Box::new(frame)));
                                    }
                                });
                            }
                            _ => {}
                        },
                        order = todo.recv() => match order {
                            None => return,
                            Some(Order::Dial(peer, address)) => {
                                let options = libp2p::swarm::dial_opts::DialOpts::peer_id(peer)
                                    .addresses(vec![address])
                                    .build();
                                let _ = swarm.dial(options);
                            }
                            Some(Order::Say(frames)) => {
                                for frame in frames {
                                    let _ = out.send(frame);
                                }
                            }
                        },
                        Some(frame) = waiting.recv(), if stream.is_some() => {
                            let mut bytes = frame.encode().unwrap();
                            while bytes.len() < 64 << 10 && let Ok(frame) = waiting.try_recv() {
                                bytes.extend(frame.encode().unwrap());
                            }
                            let written = match stream.as_mut() {
                                Some(stream) => match stream.write_all(&bytes).await {
                                    Ok(()) => stream.flush().await,
                                    error => error,
                                },
                                None => Ok(()),
                            };
                            if written.is_err() {
                                stream = None;
                            }
                        }
                    }
                }
            });
        });
        let at = loop {
            if let Heard::At(at) = heard.recv_timeout(LONG).unwrap() {
                break at;
            }
        };
        Self {
            identity,
            orders,
            heard,
            at,
        }
    }

    pub(super) fn key(&self) -> IdentityKey {
        self.identity.key()
    }

    pub(super) fn dial(&self, person: &Person) {
        let at = person.at().parse().unwrap();
        let _ = self.orders.send(Order::Dial(peer_id(&person.key()), at));
        self.met();
    }

    pub(super) fn met(&self) {
        self.until("a connection", |heard| matches!(heard, Heard::Met).then_some(()));
    }

    pub(super) fn parted(&self) {
        self.until("the end of the connection", |heard| {
            matches!(heard, Heard::Parted).then_some(())
        });
    }

    pub(super) fn say(&self, frames: impl IntoIterator<Item = Frame>) {
        let _ = self.orders.send(Order::Say(frames.into_iter().collect()));
    }

    pub(super) fn until<T>(&self, what: &str, mut take: impl FnMut(Heard) -> Option<T>) -> T {
        let end = Instant::now() + LONG;
        while let Ok(heard) = self.heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if let Some(taken) = take(heard) {
                return taken;
            }
        }
        panic!("the puppet does not hear: {what}");
    }

    pub(super) fn hears<T>(&self, what: &str, mut take: impl FnMut(Frame) -> Option<T>) -> T {
        self.until(what, |heard| match heard {
            Heard::Frame(frame) => take(*frame),
            _ => None,
        })
    }

    /// Waits until somebody sits and says whether he is ready so.
    pub(super) fn hears_ready(&self, ready: bool) {
        self.hears("a word", |frame| {
            matches!(frame, Frame::Sit(sit) if sit.ready == ready).then_some(())
        });
    }

    pub(super) fn invitation(&self, table: TableId) -> Invitation {
        let mut invitation = Invitation::new(self.key(), table);
        invitation.addresses = vec![self.at.to_string().parse().unwrap()];
        invitation
    }

    pub(super) fn sit(&self, ready: bool) -> Frame {
        Frame::Sit(Sit {
            table: TABLE,
            attempt: 1,
            secret: None,
            versions: Versions::OURS,
            name: "puppet".to_owned(),
            chosen: None,
            ready,
        })
    }

    /// A closing that this puppet signs as the host.
    pub(super) fn closes(&self, terms: &Terms, guest: IdentityKey, nonce: u8) -> Closing {
        let member = |identity, name: &str| Member {
            identity,
            name: name.to_owned(),
            chosen: None,
        };
        let members = vec![member(self.key(), "puppet"), member(guest, "person")];
        let agreement = Agreement::new(terms.game, terms.table.clone(), terms.clock, members, [nonce; 32]);
        Closing::sign(agreement, &self.identity).unwrap()
    }

    /// How its table stands.
    pub(super) fn seating(&self, terms: &Terms, guests: &[(IdentityKey, bool)]) -> Frame {
        let sitter = |identity, ready| crate::table::Sitter {
            identity,
            name: String::new(),
            chosen: None,
            ready,
        };
        let guests = guests.iter().map(|(guest, ready)| sitter(*guest, *ready));
        let seating = Seating {
            table: TABLE,
            terms: terms.clone(),
            sitters: [sitter(self.key(), true)].into_iter().chain(guests).collect(),
            persons: 2,
        };
        Frame::Seating(seating.to_wire())
    }
}

pub(super) fn closed(table: TableId, closing: &Closing) -> Frame {
    let closing = sealed(closing).unwrap();
    Frame::Closed(WireClosed {
        table,
        closing,
        addresses: Vec::new(),
    })
}

pub(super) fn terms() -> Terms {
    Terms::new(GameId::Arkan, Table::new(2))
}

/// Somebody honest.
pub(super) struct Person {
    pub(super) node: Node,
    pub(super) events: Events,
    pub(super) heard: VecDeque<Event>,
    pub(super) identity: Arc<Identity>,
    pub(super) folder: TempDir,
    pub(super) at: Option<String>,
}

impl Person {
    pub(super) fn new(seed: u8) -> Self {
        let identity = Arc::new(Identity::from_secret(&[seed; 32]));
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(identity.clone(), format!("person {seed}"), folder.path());
        config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
        let (node, events) = Node::start(config).unwrap();
        let mut person = Self {
            node,
            events,
            heard: VecDeque::new(),
            identity,
            folder,
            at: None,
        };
        let at = person.until("an address", |event| match event {
            Event::Listening(at) => at.first().map(ToString::to_string),
            _ => None,
        });
        person.at = Some(at);
        person
    }

    pub(super) fn key(&self) -> IdentityKey {
        self.identity.key()
    }

    pub(super) fn at(&self) -> &str {
        self.at.as_deref().unwrap()
    }

    pub(super) fn until<T>(&mut self, what: &str, mut take: impl FnMut(&Event) -> Option<T>) -> T {
        let end = Instant::now() + LONG;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let event = self.heard.pop_front().or_else(|| self.events.recv_timeout(left));
            let Some(event) = event else {
                panic!("not heard of: {what}");
            };
            if let Some(taken) = take(&event) {
                return taken;
            }
        }
    }

    pub(super) fn matched<T>(&mut self, what: &str, mut take: impl FnMut(Digest32, &MatchEvent) -> Option<T>) -> T {
        self.until(what, |event| match event {
            Event::Match { match_id, event } => take(*match_id, event),
            _ => None,
        })
    }

    pub(super) fn at_table<T>(&mut self, what: &str, mut take: impl FnMut(&TableEvent) -> Option<T>) -> T {
        self.until(what, |event| match event {
            Event::Table { event, .. } => take(event),
            _ => None,
        })
    }

    pub(super) fn began(&mut self) -> Digest32 {
        self.matched("a match", |id, event| {
            matches!(event, MatchEvent::Began { .. }).then_some(id)
        })
    }

    pub(super) fn seated(&mut self, persons: usize) -> Seating {
        self.at_table("a seating", |event| match event {
            TableEvent::Seating(seating) => (seating.sitters.len() == persons).then(|| seating.clone()),
            _ => None,
        })
    }

    pub(super) fn refused(&mut self) -> String {
        self.at_table("a refusal", |event| match event {
            TableEvent::Refused(refusal) => Some(refusal.to_string()),
            _ => None,
        })
    }

    pub(super) fn seat(&self, ready: bool) {
        self.node.command(Command::Seat {
            table: TABLE,
            chosen: None,
            ready,
        });
    }

    pub(super) fn join(&self, invitation: Invitation) {
        self.node.command(Command::Join(Box::new(invitation)));
    }

    pub(super) fn open(&self, terms: Terms) {
        self.node.command(Command::Open {
            table: TABLE,
            terms,
            secret: None,
            advertised: false,
        });
    }

    /// The events that come until all that was said to the node before is dealt with: a command is answered.
    pub(super) fn all(&mut self) -> Vec<Event> {
        let none = Digest32::from_bytes([0xee; 32]);
        self.node.command(Command::Leave(none));
        let mut all = Vec::new();
        self.until("an answer", |event| {
            all.push(event.clone());
            matches!(event, Event::Match { match_id, .. } if *match_id == none).then_some(())
        });
        all
    }

    pub(super) fn logs(&self) -> usize {
        let files = std::fs::read_dir(self.folder.path().join("matches"));
        let is_log = |path: &std::path::Path| path.extension().is_some_and(|extension| extension == "mlog");
        files.map_or(0, |files| files.flatten().filter(|file| is_log(&file.path())).count())
    }
}
