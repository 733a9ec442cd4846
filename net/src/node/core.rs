//! The loop of the node: the swarm's events, frames from people, words from matches, commands, and time.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::StreamExt as _;
use libp2p::core::ConnectedPoint;
use libp2p::core::transport::ListenerId;
use libp2p::multiaddr::Protocol;
use libp2p::swarm::dial_opts::{DialOpts, PeerCondition, WithPeerIdWithAddresses};
use libp2p::swarm::{ConnectionId, DialError, SwarmEvent};
use libp2p::{Multiaddr, PeerId, Swarm, mdns, ping, relay};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use tokio::sync::mpsc;

use super::behaviour::{Behaviour, BehaviourEvent};
use super::calls::Calls;
use super::discovery::Discovery;
use super::listening::{self, Ports};
use super::matches::Running;
use super::meeting::{Done, Meeting};
use super::peers::{Connection, Peer, Peers};
use super::pipe::{self, FromPipe, Writer};
use super::reach::Reach;
use super::tables::{Awaiting, Hosting, Joined};
use super::watching::Watching;
use super::wishes::Wishes;
use super::{Config, Teller, links, local, with_peer};
use crate::address::{Address, key_of, peer_id};
use crate::advert::Versions;
use crate::chat::Room;
use crate::event::{Command, Event};
use crate::limits;
use crate::link::{Link, Way, relay_of};
use crate::offences::{Offences, Penalty};
use crate::play::{Said, Wakefulness};
use crate::rate::Buckets;
use crate::reason::{Trouble, of_system};
use crate::table::Refusal;
use crate::table::pace::Paces;
use crate::table_id::TableId;
use crate::wire::Frame;

/// How often the node looks around by itself.
const TICK: Duration = Duration::from_millis(500);
/// How long an invitation waits for an address that leads to this machine from elsewhere, where there is one on it alone.
const LOOPBACK_WAIT: Duration = Duration::from_secs(2);
/// How long the first dialling waits for an address to listen on: without one, holes cannot be punched.
const FIRST_ADDRESS: Duration = Duration::from_secs(2);

pub(super) struct Core {
    pub(super) config: Config,
    pub(super) me: IdentityKey,
    pub(super) folder: PathBuf,
    pub(super) swarm: Swarm<Behaviour>,
    pub(super) teller: Teller,
    pub(super) peers: Peers,
    pub(super) hosting: BTreeMap<TableId, Hosting>,
    pub(super) joined: BTreeMap<TableId, Joined>,
    pub(super) running: BTreeMap<Digest32, Running>,
    pub(super) watching: BTreeMap<TableId, Watching>,
    /// Closed tables whose guests are told once the match is on disk here.
    pub(super) awaiting: BTreeMap<Digest32, Awaiting>,
    /// How often people have asked for the ends of matches.
    pub(super) serves: Buckets<PeerId>,
    /// How often guests have said how they sit.
    pub(super) paces: Paces,
    /// How often people have said what they want at tables and in matches.
    pub(super) wishes: Wishes,
    /// How often this person has tried to sit down somewhere.
    pub(super) attempts: u32,
    /// From which table each match came.
    pub(super) closed: BTreeMap<TableId, Digest32>,
    /// What is known of tables and people elsewhere.
    pub(super) discovery: Discovery,
    pub(super) reach: Reach,
    /// Certificates that people who meet exchange.
    pub(super) meeting: Meeting,
    from_meeting: mpsc::UnboundedReceiver<Done>,
    /// Invitations to tables, as they go from person to person.
    pub(super) calls: Calls,
    /// The chats of this person's tables.
    pub(super) rooms: BTreeMap<TableId, Room>,
    pub(super) blocked: BTreeSet<IdentityKey>,
    pub(super) friends: BTreeSet<IdentityKey>,
    /// When friends who are not there are looked for next; `None`: at once.
    pub(super) friends_due: Option<Instant>,
    /// What was told last of those to whom there are connections.
    pub(super) links: Vec<Link>,
    /// Who was told last to be on the local network.
    pub(super) neighbours: Vec<IdentityKey>,
    offences: Offences<PeerId>,
    listeners: HashMap<ListenerId, Multiaddr>,
    listening: Vec<Multiaddr>,
    shared: Vec<Address>,
    /// Whether addresses on this machine alone are still held back from invitations.
    holding_back: bool,
    /// Whether there is an address, or perhaps a way, that was not there a moment ago.
    new_network: bool,
    ports: Ports,
    pub(super) started: Instant,
    commands: mpsc::UnboundedReceiver<Command>,
    pipes: mpsc::Sender<FromPipe>,
    from_pipes: mpsc::Receiver<FromPipe>,
    pub(super) said: mpsc::UnboundedSender<(Digest32, Said)>,
    from_matches: mpsc::UnboundedReceiver<(Digest32, Said)>,
}

impl Core {
    pub(super) fn new(
        config: Config,
        swarm: Swarm<Behaviour>,
        commands: mpsc::UnboundedReceiver<Command>,
        teller: Teller,
    ) -> Self {
        // What readers hand over waits here only while the loop does something else.
        let (pipes, from_pipes) = mpsc::channel(64);
        let (said, from_matches) = mpsc::unbounded_channel();
        let (meeting, from_meeting) = Meeting::new(config.certificates.clone());
        Self {
            me: config.identity.key(),
            folder: config.data.join("matches"),
            ports: Ports::read(&config.data),
            discovery: Discovery::new(config.identity.key()),
            reach: Reach::new(&config.relays, &config.bootstrap),
            meeting,
            from_meeting,
            calls: Calls::new(&config.acquaintances),
            holding_back: true,
            new_network: false,
            rooms: BTreeMap::new(),
            blocked: BTreeSet::new(),
            friends: BTreeSet::new(),
            friends_due: None,
            links: Vec::new(),
            neighbours: Vec::new(),
            config,
            swarm,
            teller,
            peers: Peers::default(),
            hosting: BTreeMap::new(),
            joined: BTreeMap::new(),
            running: BTreeMap::new(),
            watching: BTreeMap::new(),
            awaiting: BTreeMap::new(),
            serves: Buckets::new(limits::SERVED, 2 * limits::MAX_CONNECTIONS as usize),
            paces: Paces::default(),
            wishes: Wishes::default(),
            attempts: 0,
            closed: BTreeMap::new(),
            offences: Offences::default(),
            listeners: HashMap::new(),
            listening: Vec::new(),
            shared: Vec::new(),
            started: Instant::now(),
            commands,
            pipes,
            from_pipes,
            said,
            from_matches,
        }
    }

    pub(super) async fn run(mut self, listen: Vec<Multiaddr>) {
        for address in listen {
            self.listen(address);
        }
        self.remember_tables();
        self.block(self.config.blocked.iter().copied().collect());
        self.befriend(self.config.friends.clone());
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut awake = Wakefulness::now();
        loop {
            tokio::select! {
                event = self.swarm.select_next_some() => self.on_swarm(event),
                Some(from) = self.from_pipes.recv() => self.on_pipe(from),
                Some((id, said)) = self.from_matches.recv() => self.on_said(id, said),
                Some(done) = self.from_meeting.recv() => self.on_meeting(done),
                command = self.commands.recv() => match command {
                    None | Some(Command::Quit) => break,
                    Some(command) => self.on_command(command),
                },
                _ = ticks.tick() => {
                    if awake.slept(TICK) {
                        self.network_changed();
                    }
                    awake = Wakefulness::now();
                    self.on_tick();
                }
            }
        }
        self.good_bye();
        self.advertise();
        // Frames on their way get a moment, and the connections are closed rather than dropped.
        let until = tokio::time::Instant::now() + Duration::from_millis(300);
        while tokio::time::timeout_at(until, self.swarm.select_next_some())
            .await
            .is_ok()
        {}
    }

    fn listen(&mut self, address: Multiaddr) {
        let last = self.ports.last(&address);
        let listener = match last.map(|last| self.swarm.listen_on(last)) {
            Some(Ok(listener)) => Ok(listener),
            // Somebody else has that port now.
            Some(Err(_)) | None => self.swarm.listen_on(address.clone()),
        };
        match listener {
            Ok(listener) => {
                self.listeners.insert(listener, address);
            }
            Err(error) => {
                tracing::warn!(%address, %error, "not listened on");
                let error = Arc::new(of_system(&error));
                let address = address.to_string();
                self.teller.tell(Event::Trouble(Trouble::Listening { address, error }));
            }
        }
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Open {
                table,
                terms,
                secret,
                advertised,
            } => self.open(table, terms, secret, advertised),
            Command::Join(invitation) => self.join(*invitation),
            Command::Seat { table, chosen, ready } => self.seat(table, chosen, ready),
            Command::Stand(table) => self.stand(table),
            Command::Resume(id) => self.resume(id),
            Command::Move { match_id, text } => self.tell_match(match_id, crate::play::Input::Move(text)),
            Command::Leave(id) => self.tell_match(id, crate::play::Input::Leave),
            Command::Claim { match_id, accused } => self.tell_match(match_id, crate::play::Input::Claim(accused)),
            Command::Pause { match_id, wanted } => self.pause(match_id, wanted),
            Command::Rematch { match_id, wanted } => self.rematch(match_id, wanted),
            Command::Watch(invitation) => self.watch(*invitation),
            Command::Forget(id) => self.forget(id),
            Command::NetworkChanged => self.network_changed(),
            Command::Say { table, saying } => self.say(table, saying),
            Command::Mute { table, person, muted } => self.mute(table, person, muted),
            Command::Block(blocked) => self.block(blocked.into_iter().collect()),
            Command::Befriend(friends) => self.befriend(friends),
            Command::Acquaint(people) => self.calls.acquaint(&people),
            Command::Invite { table, person, lead } => self.call(table, person, lead),
            Command::Quit => {}
        }
    }

    fn on_swarm(&mut self, event: SwarmEvent<BehaviourEvent>) {
        match event {
            SwarmEvent::NewListenAddr { listener_id, address } => {
                tracing::info!(%address, "listening");
                if let Some(asked) = self.listeners.get(&listener_id) {
                    self.ports.chosen(asked, &address);
                }
                self.new_network |= self.started.elapsed() > FIRST_ADDRESS;
                self.listening.push(address);
                self.addresses_changed();
            }
            SwarmEvent::ExpiredListenAddr { address, .. } => {
                self.listening.retain(|known| *known != address);
                self.addresses_changed();
                self.network_changed();
            }
            SwarmEvent::ListenerClosed {
                listener_id, reason, ..
            } => {
                tracing::debug!(?reason, "a listener is closed");
                self.reservation_ended(listener_id);
                self.listeners.remove(&listener_id);
            }
            SwarmEvent::ExternalAddrConfirmed { .. } | SwarmEvent::ExternalAddrExpired { .. } => {
                self.provide_anew();
                self.addresses_changed();
            }
            SwarmEvent::ConnectionEstablished {
                peer_id,
                connection_id,
                endpoint,
                ..
            } => {
                self.connected(peer_id, connection_id, &endpoint);
            }
            SwarmEvent::ConnectionClosed {
                peer_id,
                connection_id,
                cause,
                ..
            } => {
                tracing::debug!(%peer_id, ?cause, "a connection is closed");
                self.disconnected(peer_id, connection_id);
            }
            SwarmEvent::OutgoingConnectionError {
                peer_id: Some(peer),
                error,
                ..
            } => {
                tracing::debug!(%peer, %error, "not reached");
                if let Some(peer) = self.peers.get_mut(&peer) {
                    peer.not_reached(Instant::now());
                }
                self.host_not_reached(peer);
            }
            SwarmEvent::Behaviour(event) => self.on_behaviour(event),
            _ => {}
        }
    }

    fn on_behaviour(&mut self, event: BehaviourEvent) {
        match event {
            BehaviourEvent::Links(links::Event::Opened {
                peer,
                connection,
                stream,
            }) => self.opened(peer, connection, stream),
            BehaviourEvent::Links(links::Event::Accepted { peer, stream }) => {
                let entry = self.peers.entry(peer);
                // Beyond the limit a stream is closed by being dropped.
                if entry.reading < limits::MAX_TABLE_STREAMS {
                    entry.reading += 1;
                    tokio::spawn(pipe::read(peer, stream, self.pipes.clone()));
                }
            }
            BehaviourEvent::Links(links::Event::Failed {
                peer,
                connection,
                unsupported,
            }) => {
                if let Some(entry) = self.peers.get_mut(&peer)
                    && entry.opening == Some(connection)
                {
                    entry.opening = None;
                }
                if unsupported {
                    self.other_version(peer, None);
                }
            }
            BehaviourEvent::Ping(ping::Event {
                peer,
                connection,
                result: Err(error),
            }) => {
                tracing::debug!(%peer, %error, "no answer");
                if !matches!(error, ping::Failure::Unsupported) {
                    self.swarm.close_connection(connection);
                }
            }
            BehaviourEvent::Identify(libp2p::identify::Event::Received { peer_id, info, .. }) => {
                self.identified(peer_id, &info);
                let addresses = info
                    .listen_addrs
                    .iter()
                    .filter_map(|address| Address::from_multiaddr(address).ok());
                let entry = self.peers.entry(peer_id);
                for address in addresses.take(limits::MAX_ADDRESSES) {
                    if !entry.addresses().contains(&address) {
                        entry.learn(address);
                    }
                }
                let relays = info.listen_addrs.iter().filter_map(relay_of);
                for relay in relays
                    .filter(|relay| relay.key != self.me)
                    .take(limits::MAX_SHARED_RELAYS)
                {
                    if !entry.relays().contains(&relay) {
                        entry.learn_relay(relay);
                    }
                }
            }
            BehaviourEvent::Gossip(event) => self.on_gossip(event),
            BehaviourEvent::Listing(event) => self.on_listing(event),
            BehaviourEvent::Certificates(event) => self.on_certificates(event),
            BehaviourEvent::Calls(event) => self.on_call(event),
            BehaviourEvent::Kad(event) => self.on_kad(event),
            BehaviourEvent::Relay(relay::client::Event::ReservationReqAccepted { relay_peer_id, .. }) => {
                self.reserved(&relay_peer_id);
            }
            BehaviourEvent::Mdns(mdns::Event::Discovered(found)) => {
                let neighbours = found.iter().map(|(peer, _)| *peer).collect();
                for (peer, address) in found {
                    if let Ok(address) = Address::from_multiaddr(&address) {
                        let entry = self.peers.entry(peer);
                        entry.learn(address);
                        entry.hurry();
                    }
                }
                self.dial_wanted();
                self.neighbours_found(neighbours);
                self.tell_neighbours();
            }
            BehaviourEvent::Mdns(mdns::Event::Expired(_)) => self.tell_neighbours(),
            _ => {}
        }
    }

    /// Whether an invitation would lead nowhere but to this machine, though other addresses are to be expected: the system names
    /// the loopback first, and whoever takes the invitation at once would have a useless one.
    pub(super) fn holds_back(&self) -> bool {
        let asked: Vec<Multiaddr> = self.listeners.values().cloned().collect();
        let leads_nowhere = |address: &Address| address.is_loopback() || address.needs_adapter();
        self.holding_back && self.shared.iter().all(leads_nowhere) && !listening::all_on_this_machine(&asked)
    }

    fn addresses_changed(&mut self) {
        let external: Vec<Multiaddr> = self.swarm.external_addresses().cloned().collect();
        let mut shared = listening::shared(&self.listening, external.into_iter());
        if self.config.lan_only {
            // At another one nobody would be let in.
            shared.retain(Address::is_local);
        }
        if shared != self.shared {
            self.shared = shared;
            self.teller.tell(Event::Listening(self.shared.clone()));
            self.invitations_changed();
            self.dial_wanted();
        }
    }

    /// The addresses at which this node listens.
    pub(super) fn listening(&self) -> &[Multiaddr] {
        &self.listening
    }

    /// Where this node may be reached.
    pub(super) fn shared(&self) -> &[Address] {
        &self.shared
    }

    fn connected(&mut self, peer: PeerId, connection: ConnectionId, endpoint: &ConnectedPoint) {
        let way = Way::of(endpoint);
        tracing::debug!(%peer, ?way, "connected");
        let entry = self.peers.entry(peer);
        let first = !entry.is_connected();
        if let Way::Direct { address: Some(address) } = &way
            && endpoint.is_dialer()
        {
            entry.learn(address.clone());
        }
        // What cannot be told from the beginning cannot be told later.
        let local = local::address_of(endpoint).filter(|ip| !local::is_gone(*ip));
        entry.connections.insert(connection, Connection { way, local });
        entry.reached();
        if first {
            self.met(peer);
        }
        if self.is_of_interest(&peer) {
            self.open_stream(peer);
        }
        self.forget_peers();
    }

    /// Forgets people who do not matter, where there are too many.
    fn forget_peers(&mut self) {
        if self.peers.len() > limits::MAX_PEERS {
            let mut kept = self.wanted();
            kept.extend(self.friends.iter().map(peer_id));
            self.peers.prune(|peer| kept.contains(peer));
        }
    }

    fn disconnected(&mut self, peer: PeerId, connection: ConnectionId) {
        let Some(entry) = self.peers.get_mut(&peer) else {
            return;
        };
        // One whose address has gone was given up before it ended.
        if entry.connections.remove(&connection).is_none() {
            return;
        }
        if entry
            .writer
            .as_ref()
            .is_some_and(|writer| writer.connection == connection)
        {
            entry.writer = None;
        }
        if entry.opening == Some(connection) {
            entry.opening = None;
        }
        if entry.is_connected() {
            if self.is_of_interest(&peer) {
                self.open_stream(peer);
            }
            return;
        }
        entry.away_since = Some(Instant::now());
        entry.waiting.clear();
        entry.hurry();
        if let Some(key) = key_of(&peer) {
            self.wishes.forget(&key);
        }
        self.parted(peer);
        self.dial_wanted();
    }

    /// Whether there is something to say to this peer by itself.
    fn is_of_interest(&self, peer: &PeerId) -> bool {
        self.wanted().contains(peer) || self.sits_here(peer)
    }

    /// Opens a stream where one is needed and none is being opened.
    fn open_stream(&mut self, peer: PeerId) {
        if let Some(entry) = self.peers.get_mut(&peer)
            && let Some(connection) = entry.to_open()
        {
            entry.opening = Some(connection);
            self.swarm.behaviour_mut().links.open(peer, connection);
        }
    }

    fn opened(&mut self, peer: PeerId, connection: ConnectionId, stream: libp2p::Stream) {
        let Some(entry) = self
            .peers
            .get_mut(&peer)
            .filter(|entry| entry.opening == Some(connection))
        else {
            return;
        };
        entry.opening = None;
        let writer = Writer::start(peer, connection, stream, self.config.versions, self.pipes.clone());
        for frame in entry.waiting.drain(..) {
            writer.send(&frame);
        }
        entry.writer = Some(writer);
        self.up(peer);
        // A better connection may have come meanwhile.
        self.open_stream(peer);
    }

    /// Sends a frame to somebody, now or as soon as a stream is open; nothing comes of it where he is not connected.
    pub(super) fn send(&mut self, peer: PeerId, frame: Frame) {
        let Some(entry) = self.peers.get_mut(&peer).filter(|entry| entry.is_connected()) else {
            return;
        };
        match &entry.writer {
            Some(writer) => {
                if !writer.send(&frame) {
                    tracing::debug!(%peer, "does not read what is sent");
                    let connection = writer.connection;
                    entry.writer = None;
                    self.swarm.close_connection(connection);
                }
            }
            None => {
                entry.wait(frame);
                self.open_stream(peer);
            }
        }
    }

    fn on_pipe(&mut self, from: FromPipe) {
        match from {
            FromPipe::Frame { peer, frame, permit } => self.on_frame(peer, *frame, permit),
            FromPipe::ReadEnded { peer, garbage } => {
                if let Some(entry) = self.peers.get_mut(&peer) {
                    entry.reading = entry.reading.saturating_sub(1);
                }
                if let Some(what) = garbage {
                    self.offence(peer, &what);
                }
            }
            FromPipe::WriteEnded { peer, connection } => {
                let Some(entry) = self.peers.get_mut(&peer) else {
                    return;
                };
                if entry
                    .writer
                    .as_ref()
                    .is_some_and(|writer| writer.connection == connection)
                {
                    entry.writer = None;
                    if entry.is_connected() && self.is_of_interest(&peer) {
                        self.open_stream(peer);
                    }
                }
            }
        }
    }

    fn on_frame(&mut self, peer: PeerId, frame: Frame, permit: tokio::sync::OwnedSemaphorePermit) {
        // Frames that came before the end of the connection may still be waiting.
        if self.offences.is_dropped(&peer) {
            return;
        }
        let Some(from) = key_of(&peer) else {
            self.offence(peer, "a frame of somebody who has no key");
            return;
        };
        match frame {
            Frame::Hello(theirs) => {
                if theirs.mismatch_with(&self.config.versions).is_some() {
                    self.other_version(peer, Some(theirs));
                }
            }
            Frame::Sit(_)
            | Frame::Stand(_)
            | Frame::Seating(_)
            | Frame::Refused(..)
            | Frame::Dissolved(_)
            | Frame::Closed(_) => self.on_seating(from, frame, permit),
            Frame::Chat(table, sealed) => self.on_chat(from, table, &sealed),
            frame => self.on_match_frame(from, frame, permit),
        }
    }

    /// Somebody has sent what no honest program sends.
    pub(super) fn offence(&mut self, peer: PeerId, what: &str) {
        tracing::info!(%peer, what, "an offence");
        if let Penalty::Drop { forgiven } = self.offences.note(&peer) {
            let offenders = &mut self.swarm.behaviour_mut().offenders;
            if let Some(forgiven) = forgiven {
                offenders.unblock_peer(forgiven);
            }
            offenders.block_peer(peer);
            let _ = self.swarm.disconnect_peer_id(peer);
            if let Some(key) = key_of(&peer) {
                self.unseat(key);
            }
        }
    }

    /// Everybody with whom there has to be a connection.
    pub(super) fn wanted(&self) -> BTreeSet<PeerId> {
        let hosts = self.joined.values().map(Joined::host);
        let parties = self
            .running
            .values()
            .filter(|running| !running.settled)
            .flat_map(Running::others);
        let players = self.watching.values().map(Watching::player);
        hosts
            .chain(parties)
            .chain(players)
            .chain(self.calls.wanted())
            .filter(|key| *key != self.me)
            .map(|key| peer_id(&key))
            .collect()
    }

    /// Dials everybody who is wanted and for whom it is time.
    pub(super) fn dial_wanted(&mut self) {
        if self.listening.is_empty() && self.started.elapsed() < FIRST_ADDRESS {
            return;
        }
        let now = Instant::now();
        for peer in self.wanted() {
            let entry = self.peers.entry(peer);
            if !entry.is_due(now) {
                continue;
            }
            entry.dialling();
            // Whether he is connected or being dialled is known better here: what has led nowhere ends late.
            let options = self.way_to(peer, true).condition(PeerCondition::Always).build();
            if let Err(error) = self.swarm.dial(options) {
                tracing::debug!(%peer, %error, "not dialled");
                self.peers.entry(peer).not_reached(now);
                if matches!(error, DialError::NoAddresses) {
                    self.host_not_reached(peer);
                }
            }
        }
    }

    /// How somebody is dialled: at all addresses that are known, and, where that is wanted, through his relays.
    pub(super) fn way_to(&self, peer: PeerId, relayed: bool) -> WithPeerIdWithAddresses {
        let known = self.peers.get(&peer);
        let near = self.config.lan_only;
        let direct = known
            .into_iter()
            .flat_map(Peer::addresses)
            .filter(|address| !near || address.is_local())
            .map(|address| address.multiaddr().clone());
        let relays = known.into_iter().flat_map(Peer::relays).filter(|_| relayed && !near);
        let circuits = relays.map(|relay| {
            let circuit = relay.multiaddr().with(Protocol::P2pCircuit);
            with_peer(&circuit, peer)
        });
        let options = DialOpts::peer_id(peer).addresses(direct.chain(circuits).collect());
        // Other behaviours know addresses that lead elsewhere; those found on the local network are known here.
        if near {
            options
        } else {
            options.extend_addresses_through_behaviour()
        }
    }

    /// Closes connections whose address this machine has no longer: nothing comes over them any more.
    fn close_dead(&mut self) {
        let connections = || {
            self.peers
                .iter()
                .flat_map(|(peer, known)| known.connections.iter().map(move |of| (peer, of)))
        };
        let used: BTreeSet<IpAddr> = connections()
            .filter_map(|(_, (_, connection))| connection.local)
            .collect();
        let gone: BTreeSet<IpAddr> = used.into_iter().filter(|ip| local::is_gone(*ip)).collect();
        if gone.is_empty() {
            return;
        }
        let dead: Vec<(PeerId, ConnectionId)> = connections()
            .filter(|(_, (_, connection))| connection.local.is_some_and(|ip| gone.contains(&ip)))
            .map(|(peer, (id, _))| (*peer, *id))
            .collect();
        tracing::info!(
            ?gone,
            connections = dead.len(),
            "addresses have gone, and with them connections"
        );
        for (peer, connection) in dead {
            self.swarm.close_connection(connection);
            self.disconnected(peer, connection);
        }
        self.network_changed();
    }

    /// There is an address that was not there before: whoever is missed is dialled from it at once.
    fn dial_anew(&mut self) {
        for (_, peer) in self.peers.iter_mut().filter(|(_, peer)| !peer.is_connected()) {
            peer.dial_anew();
        }
        self.hurry_relays();
        self.friends_due = None;
        self.dial_wanted();
    }

    fn on_tick(&mut self) {
        self.close_dead();
        if std::mem::take(&mut self.new_network) {
            self.dial_anew();
        }
        if self.holding_back && self.started.elapsed() >= LOOPBACK_WAIT {
            self.holding_back = false;
            self.invitations_changed();
        }
        self.dial_wanted();
        // Of neighbours the local network may tell any number, without one of them ever connecting.
        self.forget_peers();
        self.wishes_tick();
        self.tables_tick();
        self.matches_tick();
        self.addresses_tick();
        self.reach_tick();
        self.discovery_tick();
        self.look_for_friends();
        self.tell_links();
        self.meeting_tick();
        self.calls_tick();
        // A stream that could not be opened is tried again.
        let lacking: Vec<PeerId> = self
            .peers
            .iter_mut()
            .filter(|(_, peer)| peer.to_open().is_some())
            .map(|(id, _)| *id)
            .collect();
        for peer in lacking {
            if self.is_of_interest(&peer) {
                self.open_stream(peer);
            }
        }
    }

    /// The machine slept, or its network changed.
    pub(super) fn network_changed(&mut self) {
        tracing::info!("the network may have changed");
        for (_, peer) in self.peers.iter_mut() {
            peer.hurry();
        }
        self.new_network = true;
        self.hurry_relays();
        self.woke();
        self.dial_wanted();
    }

    /// Somebody speaks another version of the protocol.
    fn other_version(&mut self, peer: PeerId, theirs: Option<Versions>) {
        let refusal = theirs
            .and_then(|theirs| theirs.mismatch_with(&self.config.versions))
            .map_or(Refusal::Foreign, Refusal::Versions);
        self.host_differs(peer, &refusal);
    }
}
