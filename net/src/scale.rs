//! Many nodes of the lobby in one process: how fast a new table is seen, and what it costs. For measurements only; see
//! `docs/scale.md` and `cargo run -p majlis-net --features scale --example scale`.
//!
//! Each node is a swarm of its own with the gossip, the list and the lobby of the real one, over libp2p's memory transport with
//! noise and yamux. Some nodes can be dialled and the rest cannot, as behind routers; all know the relays. Nodes stay for a random
//! time and are replaced by others with new keys. Time is real.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures::{AsyncRead, AsyncWrite, StreamExt as _};
use libp2p::core::transport::MemoryTransport;
use libp2p::core::upgrade::Version;
use libp2p::swarm::{NetworkBehaviour, SwarmEvent};
use libp2p::{Multiaddr, PeerId, Swarm, Transport as _, gossipsub, identity, noise, request_response, swarm};
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_referee::agreement::Clock;
use majlis_rules::table::Table;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use crate::address::{key_of, peer_id};
use crate::advert::{Advert, Versions};
use crate::gossip;
use crate::limits::{ADVERT_INTERVAL, ADVERT_LIFE, IDLE_CONNECTION, yamux};
use crate::lobby::{Change, Lobby, Now, listing};
use crate::relay::wall;
use crate::table_id::TableId;

/// What is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Persons that are there at the same time.
    pub persons: usize,
    /// Relays, which stay and know each other.
    pub relays: usize,
    /// Of a hundred persons, how many can be dialled from outside.
    pub reachable: u32,
    /// Persons to whom each person connects, beside one relay.
    pub neighbours: usize,
    /// How many persons host a table at a time.
    pub hosts: usize,
    /// How long a person stays on average, in seconds.
    pub stay: f64,
    /// How long a table is open on average, in seconds.
    pub open: f64,
    /// For how long figures are taken, after a minute that is not counted.
    pub measured: Duration,
    /// From which who comes and goes when is drawn.
    pub seed: u64,
}

/// What was measured.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Tables that were opened while figures were taken.
    pub tables: usize,
    /// How long it took until 95 % of the persons who were there saw each of these, in order of length; `None` where fewer did.
    pub seen_by_95: Vec<Option<Duration>>,
    /// Of all pairs of such a table and a person who was there and stayed for half a minute, how many in a million saw it.
    pub seen: u64,
    /// How long persons who came had to wait until they knew 95 % of the tables that were open when they came, in order of length.
    pub caught_up: Vec<Duration>,
    /// How many came.
    pub came: usize,
    /// Bytes a second that a person sent and received, on average.
    pub person: (u64, u64),
    /// The same of a relay.
    pub relay: (u64, u64),
    /// Adverts a minute that a person received, repetitions by other neighbours not counted, on average.
    pub adverts_a_minute: u64,
}

#[derive(NetworkBehaviour)]
struct Behaviour {
    gossip: gossip::Behaviour,
    listing: listing::Behaviour,
}

/// Bytes that went through.
#[derive(Default)]
struct Traffic {
    sent: AtomicU64,
    received: AtomicU64,
    adverts: AtomicU64,
    /// Milliseconds for which nodes of this kind were there.
    present: AtomicU64,
}

/// A connection whose bytes are counted.
struct Counted<T> {
    inner: T,
    traffic: Arc<Traffic>,
}

impl<T: AsyncRead + Unpin> AsyncRead for Counted<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut [u8]) -> Poll<io::Result<usize>> {
        let read = Pin::new(&mut self.inner).poll_read(cx, buffer);
        if let Poll::Ready(Ok(count)) = read {
            self.traffic.received.fetch_add(count as u64, Ordering::Relaxed);
        }
        read
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Counted<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(cx, buffer);
        if let Poll::Ready(Ok(count)) = written {
            self.traffic.sent.fetch_add(count as u64, Ordering::Relaxed);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_close(cx)
    }
}

/// A table as it was opened.
struct Opened {
    at: Instant,
    /// Who was there then.
    present: BTreeSet<PeerId>,
    seen: BTreeMap<PeerId, Duration>,
}

#[derive(Default)]
struct Board {
    opened: BTreeMap<TableId, Opened>,
    open: BTreeSet<TableId>,
    /// Since when each is there, and until when.
    stays: BTreeMap<PeerId, (Instant, Option<Instant>)>,
    reachable: BTreeMap<PeerId, Multiaddr>,
    caught_up: Vec<Duration>,
    came: usize,
    hosting: usize,
    next: u64,
}

/// What all nodes share.
struct World {
    setup: Setup,
    board: Mutex<Board>,
    persons: Arc<Traffic>,
    relays: Arc<Traffic>,
    relays_at: Vec<(PeerId, Multiaddr)>,
    measuring: Instant,
    end: Instant,
}

impl World {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The identity of node number `number`.
fn identity_of(number: u64) -> Identity {
    let mut secret = [0x5c; 32];
    if let Some(start) = secret.first_chunk_mut() {
        *start = number.to_be_bytes();
    }
    Identity::from_secret(&secret)
}

fn memory(number: u64) -> Multiaddr {
    Multiaddr::empty().with(libp2p::multiaddr::Protocol::Memory(number + 1))
}

/// Runs the simulation; it takes a minute longer than [`Setup::measured`].
///
/// # Errors
/// One sentence about what the system refuses.
pub fn run(setup: Setup) -> Result<Figures, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("the nodes cannot be started: {error}"))?;
    let start = Instant::now();
    let measuring = start + Duration::from_secs(60);
    let relays = setup.relays as u64;
    let world = Arc::new(World {
        setup,
        board: Mutex::new(Board {
            next: relays,
            ..Board::default()
        }),
        persons: Arc::default(),
        relays: Arc::default(),
        relays_at: (0..relays)
            .map(|number| (peer_id(&identity_of(number).key()), memory(number)))
            .collect(),
        measuring,
        end: measuring + setup.measured,
    });
    runtime.block_on(async {
        let mut tasks = tokio::task::JoinSet::new();
        for number in 0..relays {
            tasks.spawn(relay(world.clone(), number));
        }
        for slot in 0..setup.persons {
            tasks.spawn(seats(world.clone(), slot as u64));
        }
        while let Some(done) = tasks.join_next().await {
            done.map_err(|error| format!("a node has failed: {error}"))??;
        }
        Ok::<(), String>(())
    })?;
    Ok(figures(&world))
}

/// One place in the crowd: persons come to it one after another.
async fn seats(world: Arc<World>, slot: u64) -> Result<(), String> {
    let mut rng = StdRng::seed_from_u64(world.setup.seed ^ (slot << 20));
    // Not all at once.
    tokio::time::sleep(Duration::from_millis(rng.random_range(0..20_000))).await;
    while Instant::now() < world.end {
        let number = {
            let mut board = world.board();
            board.next += 1;
            board.next
        };
        let stay = exponential(&mut rng, world.setup.stay);
        Node::start(&world, number, &world.persons)?.live(&mut rng, stay).await;
    }
    Ok(())
}

async fn relay(world: Arc<World>, number: u64) -> Result<(), String> {
    let mut node = Node::start(&world, number, &world.relays)?;
    let wrong = |error: &dyn core::fmt::Display| format!("a relay cannot listen: {error}");
    node.swarm.listen_on(memory(number)).map_err(|error| wrong(&error))?;
    for (peer, address) in world.relays_at.iter().take(number as usize) {
        node.dial(*peer, address.clone());
    }
    node.drive(world.end, |_| None).await;
    Ok(())
}

fn exponential(rng: &mut StdRng, mean: f64) -> Duration {
    let uniform: f64 = rng.random_range(f64::EPSILON..1.0);
    Duration::from_secs_f64((-uniform.ln() * mean).clamp(5.0, 20.0 * mean))
}

struct Node {
    world: Arc<World>,
    number: u64,
    identity: Identity,
    me: PeerId,
    swarm: Swarm<Behaviour>,
    lobby: Lobby,
    traffic: Arc<Traffic>,
    started: Instant,
    /// What was open when this one came.
    awaited: Option<BTreeSet<TableId>>,
    known: BTreeSet<TableId>,
}

impl Node {
    fn start(world: &Arc<World>, number: u64, traffic: &Arc<Traffic>) -> Result<Self, String> {
        let wrong = |error: &dyn core::fmt::Display| format!("a node cannot be put together: {error}");
        let identity = identity_of(number);
        let keys = identity::Keypair::ed25519_from_bytes(*identity.expose_secret()).map_err(|error| wrong(&error))?;
        let me = keys.public().to_peer_id();
        let counted = traffic.clone();
        let transport = MemoryTransport::default()
            .map(move |inner, _| Counted {
                inner,
                traffic: counted.clone(),
            })
            .upgrade(Version::V1)
            .authenticate(noise::Config::new(&keys).map_err(|error| wrong(&error))?)
            .multiplex(yamux())
            .boxed();
        let behaviour = Behaviour {
            gossip: if number < world.setup.relays as u64 {
                gossip::relay_behaviour()?
            } else {
                gossip::behaviour()?
            },
            listing: listing::behaviour(),
        };
        let config = swarm::Config::with_tokio_executor().with_idle_connection_timeout(IDLE_CONNECTION);
        Ok(Self {
            world: world.clone(),
            number,
            lobby: Lobby::new(identity.key()),
            identity,
            me,
            swarm: Swarm::new(transport, behaviour, me, config),
            traffic: traffic.clone(),
            started: Instant::now(),
            awaited: None,
            known: BTreeSet::new(),
        })
    }

    fn dial(&mut self, peer: PeerId, address: Multiaddr) {
        // Who has just left is not there any more.
        let _ = self.swarm.dial(address.with(libp2p::multiaddr::Protocol::P2p(peer)));
    }

    /// A person comes, perhaps hosts tables, and goes.
    async fn live(mut self, rng: &mut StdRng, stay: Duration) {
        let until = self.world.end.min(self.started + stay);
        let reachable = rng.random_range(0..100) < self.world.setup.reachable;
        let neighbours: Vec<(PeerId, Multiaddr)> = {
            let mut board = self.world.board();
            let known: Vec<_> = board
                .reachable
                .iter()
                .map(|(peer, address)| (*peer, address.clone()))
                .collect();
            let count = self.world.setup.neighbours.min(known.len());
            let chosen = rand::seq::index::sample(rng, known.len(), count);
            if reachable && self.swarm.listen_on(memory(self.number)).is_ok() {
                board.reachable.insert(self.me, memory(self.number));
            }
            board.stays.insert(self.me, (self.started, None));
            if self.started >= self.world.measuring {
                self.awaited = Some(board.open.clone());
                board.came += 1;
            }
            chosen.iter().filter_map(|at| known.get(at).cloned()).collect()
        };
        if !self.world.relays_at.is_empty() {
            let at = rng.random_range(0..self.world.relays_at.len());
            if let Some((peer, address)) = self.world.relays_at.get(at).cloned() {
                self.dial(peer, address);
            }
        }
        for (peer, address) in neighbours {
            self.dial(peer, address);
        }
        let mut table: Option<(Advert, Instant, Instant)> = None;
        let open = self.world.setup.open;
        let mut draw = StdRng::seed_from_u64(rng.random());
        self.drive(until, |node| {
            let now = Instant::now();
            match &mut table {
                None => {
                    let wanted = now > node.started + Duration::from_secs(10) && {
                        let mut board = node.world.board();
                        let free = board.hosting < node.world.setup.hosts && draw.random_bool(0.2);
                        board.hosting += usize::from(free);
                        free
                    };
                    if wanted {
                        let advert = node.advert(TableId(draw.random()));
                        node.opened(&advert);
                        let bytes = advert.sign(&node.identity).ok();
                        table = Some((advert, now, now + exponential(&mut draw, open)));
                        return bytes;
                    }
                    None
                }
                Some((advert, said, closes)) => {
                    advert.stamp = wall().max(advert.stamp + 1);
                    if now >= *closes {
                        advert.life = 0;
                        node.closed(advert.table);
                        let bytes = advert.sign(&node.identity).ok();
                        table = None;
                        return bytes;
                    }
                    if now >= *said + ADVERT_INTERVAL {
                        *said = now;
                        return advert.sign(&node.identity).ok();
                    }
                    None
                }
            }
        })
        .await;
        if let Some((advert, _, _)) = table {
            self.closed(advert.table);
        }
        let mut board = self.world.board();
        board.reachable.remove(&self.me);
        if let Some(stay) = board.stays.get_mut(&self.me) {
            stay.1 = Some(Instant::now());
        }
    }

    fn advert(&self, table: TableId) -> Advert {
        let address = |text: String| text.parse().ok();
        Advert {
            versions: Versions::OURS,
            host: self.identity.key(),
            name: format!("person {}", self.number),
            table,
            stamp: wall(),
            life: u16::try_from(ADVERT_LIFE.as_secs()).unwrap_or(u16::MAX),
            game: "domino".to_owned(),
            terms: Table::new(4),
            clock: Clock::default(),
            persons: 4,
            free: 3,
            watch: false,
            addresses: [
                "/ip4/198.51.100.7/tcp/40001",
                "/ip4/198.51.100.7/udp/40001/quic-v1",
                "/ip6/2001:db8::7/tcp/40001",
            ]
            .into_iter()
            .filter_map(|text| address(text.to_owned()))
            .collect(),
            relays: Vec::new(),
        }
    }

    fn opened(&self, advert: &Advert) {
        let mut board = self.world.board();
        let at = Instant::now();
        let settled = |since: Instant| at.saturating_duration_since(since) > Duration::from_secs(5);
        let present = board
            .stays
            .iter()
            .filter(|(peer, (since, until))| **peer != self.me && settled(*since) && until.is_none());
        let present = present.map(|(peer, _)| *peer).collect();
        let seen = BTreeMap::new();
        board.open.insert(advert.table);
        board.opened.insert(advert.table, Opened { at, present, seen });
    }

    fn closed(&self, table: TableId) {
        let mut board = self.world.board();
        board.open.remove(&table);
        board.hosting = board.hosting.saturating_sub(1);
    }

    /// Lets the node live; once a second `act` may give it something to say.
    async fn drive(&mut self, until: Instant, mut act: impl FnMut(&mut Self) -> Option<Vec<u8>>) {
        let mut ticks = tokio::time::interval(Duration::from_secs(1));
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut unheard: Option<Vec<u8>> = None;
        let mut last = Instant::now();
        let end = tokio::time::sleep_until(until.into());
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => break,
                event = self.swarm.select_next_some() => self.on_swarm(event),
                _ = ticks.tick() => {
                    self.lobby.expire(self.started.elapsed());
                    // A machine that is busy ticks late.
                    let since = last.elapsed();
                    last = Instant::now();
                    if last >= self.world.measuring {
                        let present = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
                        self.traffic.present.fetch_add(present, Ordering::Relaxed);
                    } else {
                        self.traffic.sent.store(0, Ordering::Relaxed);
                        self.traffic.received.store(0, Ordering::Relaxed);
                        self.traffic.adverts.store(0, Ordering::Relaxed);
                    }
                    // As the real node: what nobody was there to hear is said again.
                    if let Some(bytes) = act(self).or_else(|| unheard.take()) {
                        let said = self.swarm.behaviour_mut().gossip.publish(gossip::topic(), bytes.clone());
                        let nobody = matches!(said, Err(gossipsub::PublishError::NoPeersSubscribedToTopic));
                        unheard = nobody.then_some(bytes);
                    }
                }
            }
        }
    }

    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        let SwarmEvent::Behaviour(event) = event else { return };
        match event {
            BehaviourEvent::Gossip(gossipsub::Event::Message {
                propagation_source: source,
                message_id,
                message,
            }) => {
                self.traffic.adverts.fetch_add(1, Ordering::Relaxed);
                let verdict = self.heard(source, &message.data);
                let gossip = &mut self.swarm.behaviour_mut().gossip;
                gossip.report_message_validation_result(&message_id, &source, verdict.into());
            }
            // As the real node: whoever is met is asked for the list; here only by those who have just come.
            BehaviourEvent::Gossip(gossipsub::Event::Subscribed { peer_id, .. })
                if self.started.elapsed() < Duration::from_secs(10) =>
            {
                let listing = &mut self.swarm.behaviour_mut().listing;
                listing.send_request(&peer_id, listing::Asked::List);
            }
            BehaviourEvent::Listing(request_response::Event::Message { peer, message, .. }) => match message {
                request_response::Message::Request { channel, .. } => {
                    let list = listing::cut(self.lobby.messages().into_iter());
                    let _ = self.swarm.behaviour_mut().listing.send_response(channel, list);
                }
                request_response::Message::Response { response, .. } => {
                    for advert in response {
                        self.heard(peer, &advert);
                    }
                }
            },
            _ => {}
        }
    }

    fn heard(&mut self, source: PeerId, bytes: &[u8]) -> crate::lobby::Verdict {
        let source: IdentityKey = key_of(&source).unwrap_or_else(|| self.identity.key());
        let now = Now {
            monotonic: self.started.elapsed(),
            wall: wall(),
        };
        let received = self.lobby.receive(&source, bytes, now);
        for change in received.changes {
            if let Change::Opened(_, table) = change {
                self.saw(table);
            }
        }
        received.verdict
    }

    fn saw(&mut self, table: TableId) {
        self.known.insert(table);
        let mut board = self.world.board();
        if let Some(opened) = board.opened.get_mut(&table) {
            opened.seen.entry(self.me).or_insert_with(|| opened.at.elapsed());
        }
        if let Some(awaited) = &self.awaited {
            let known = awaited.iter().filter(|table| self.known.contains(table)).count();
            if known * 100 >= awaited.len() * 95 {
                board.caught_up.push(self.started.elapsed());
                self.awaited = None;
            }
        }
    }
}

/// How long a table may have gone unseen before it counts as missed.
const PATIENCE: Duration = Duration::from_secs(30);

fn figures(world: &World) -> Figures {
    let board = world.board();
    let mut figures = Figures {
        came: board.came,
        ..Figures::default()
    };
    let (mut pairs, mut seen_pairs) = (0u64, 0u64);
    for opened in board.opened.values() {
        // What was opened at the very end had no time to be seen.
        if opened.at < world.measuring || opened.at + PATIENCE > world.end {
            continue;
        }
        let stayed = |peer: &&PeerId| {
            let until = board.stays.get(*peer).and_then(|(_, until)| *until);
            until.is_none_or(|until| until > opened.at + PATIENCE)
        };
        let there: Vec<&PeerId> = opened.present.iter().filter(stayed).collect();
        let mut seen: Vec<Duration> = there
            .iter()
            .filter_map(|peer| opened.seen.get(*peer).copied())
            .collect();
        seen.sort_unstable();
        pairs += there.len() as u64;
        seen_pairs += seen.len() as u64;
        figures.tables += 1;
        let needed = (there.len() * 95).div_ceil(100).saturating_sub(1);
        figures.seen_by_95.push(seen.get(needed).copied());
    }
    figures.seen_by_95.sort_by_key(|time| time.unwrap_or(Duration::MAX));
    figures.seen = (seen_pairs * 1_000_000).checked_div(pairs).unwrap_or(0);
    figures.caught_up.clone_from(&board.caught_up);
    figures.caught_up.sort_unstable();
    let a_second = |traffic: &Traffic| {
        let present = traffic.present.load(Ordering::Relaxed).max(1);
        let rate = |bytes: &AtomicU64| bytes.load(Ordering::Relaxed) * 1000 / present;
        (rate(&traffic.sent), rate(&traffic.received))
    };
    figures.person = a_second(&world.persons);
    figures.relay = a_second(&world.relays);
    let present = world.persons.present.load(Ordering::Relaxed).max(1);
    figures.adverts_a_minute = world.persons.adverts.load(Ordering::Relaxed) * 60_000 / present;
    figures
}
