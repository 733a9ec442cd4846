//! The node: a thread of its own with the swarm, driven by commands, telling events.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use libp2p::{Multiaddr, identity};
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_rules::game::View;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;

use crate::address::RelayAddress;
use crate::advert::Versions;
use crate::certificates::Exchange;
use crate::event::{Command, Event};
use crate::people::Lead;
use crate::play::StandIn;
use crate::reason::NotStarted;

mod behaviour;
mod calls;
mod company;
mod core;
mod discovery;
#[cfg(test)]
mod hostile;
mod links;
mod listening;
mod local;
mod matches;
mod meeting;
mod peers;
mod pipe;
mod reach;
mod tables;
mod talk;
mod watching;
mod whereabouts;
mod wishes;

/// What a node is started with.
#[derive(Clone)]
pub struct Config {
    /// Who this person is: peer id and signer of everything.
    pub identity: Arc<Identity>,
    /// The name shown beside the key.
    pub name: String,
    /// The folder of the profile; matches lie in `matches` inside it.
    pub data: PathBuf,
    /// Where to listen, as multiaddrs; nothing: TCP and QUIC on all IPv4 and IPv6 addresses, at ports that the system chooses and
    /// that are tried again at the next start.
    pub listen: Vec<String>,
    /// Whether people on the local network are looked for. Without effect where every listen address is one of the machine itself.
    pub mdns: bool,
    /// Relays of this person's choice: they lead to the lobby of the internet and to people, and carry what cannot go directly.
    pub relays: Vec<RelayAddress>,
    /// Relays that lead to the lobby and to people, and do not carry.
    pub bootstrap: Vec<RelayAddress>,
    /// Whether this person takes part in the lobby: passes adverts on, and hears them.
    pub lobby: bool,
    /// Whether nothing beyond the local network is used: no relay, no Kademlia, no router, and nobody is asked whether this node can
    /// be reached. Nobody elsewhere is dialled, and connections from there are refused: see [`Address::is_local`](crate::address::Address::is_local).
    pub lan_only: bool,
    /// Whether the router is asked to let connections in (UPnP). Without effect where every listen address is one of the machine
    /// itself.
    pub upnp: bool,
    /// Who is blocked.
    pub blocked: Vec<IdentityKey>,
    /// Who is a friend, and where that person was met last: as in [`Command::Befriend`].
    pub friends: Vec<(IdentityKey, Lead)>,
    /// Who may ask this person to a table: as in [`Command::Acquaint`].
    pub acquaintances: Vec<IdentityKey>,
    /// What this person knows of finished matches, to be exchanged with people who are met; without it, nothing is.
    pub certificates: Option<Arc<dyn Exchange>>,
    /// The versions that this node claims to speak.
    pub versions: Versions,
    /// Makes a move for the person whose clock has run out (common.9); without it, or where what it says is not legal, the first legal
    /// move is made.
    pub stand_in: Option<Arc<StandIn>>,
    /// Called after every event: a window asks for a frame with it.
    pub wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Config {
    /// The usual settings.
    #[must_use]
    pub fn new(identity: Arc<Identity>, name: impl Into<String>, data: impl Into<PathBuf>) -> Self {
        Self {
            identity,
            name: name.into(),
            data: data.into(),
            listen: Vec::new(),
            mdns: true,
            relays: Vec::new(),
            bootstrap: Vec::new(),
            lobby: true,
            lan_only: false,
            upnp: true,
            blocked: Vec::new(),
            friends: Vec::new(),
            acquaintances: Vec::new(),
            certificates: None,
            versions: Versions::OURS,
            stand_in: None,
            wake: None,
        }
    }

    pub(crate) fn stand_in(&self) -> Arc<StandIn> {
        self.stand_in
            .clone()
            .unwrap_or_else(|| Arc::new(|_: Seat, _: &View<AnyGame>| None))
    }
}

/// A running node. It stops when this is dropped, or after [`Command::Quit`].
pub struct Node {
    commands: tokio::sync::mpsc::UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
}

/// What a running node tells, in order.
pub struct Events(mpsc::Receiver<Event>);

impl Events {
    /// The next event; waits for it. `None` once the node has stopped.
    pub fn recv(&self) -> Option<Event> {
        self.0.recv().ok()
    }

    /// The next event, if there is one.
    pub fn try_recv(&self) -> Option<Event> {
        self.0.try_recv().ok()
    }

    /// The next event; waits for it, but not longer than `limit`.
    pub fn recv_timeout(&self, limit: Duration) -> Option<Event> {
        self.0.recv_timeout(limit).ok()
    }
}

/// Where the node's words go.
#[derive(Clone)]
pub(crate) struct Teller {
    events: mpsc::Sender<Event>,
    wake: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Teller {
    pub(crate) fn tell(&self, event: Event) {
        // Nobody may be listening any more.
        let _ = self.events.send(event);
        if let Some(wake) = &self.wake {
            wake();
        }
    }
}

impl Node {
    /// Starts a node on a thread of its own. It works without a network, and picks up when one comes.
    ///
    /// # Errors
    /// Where a listen address is none, or the system refuses.
    pub fn start(mut config: Config) -> Result<(Self, Events), NotStarted> {
        if config.lan_only {
            config.relays.clear();
            config.bootstrap.clear();
        }
        let listen = listening::addresses(&config)?;
        let mut secret = *config.identity.expose_secret();
        let keys = identity::Keypair::ed25519_from_bytes(&mut secret)
            .map_err(|error| NotStarted::Identity(error.to_string()))?;
        let (commands, incoming) = tokio::sync::mpsc::unbounded_channel();
        let (events, outgoing) = mpsc::channel();
        let teller = Teller {
            events,
            wake: config.wake.clone(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(NotStarted::System)?;
        let outside = !listening::all_on_this_machine(&listen);
        let parts = behaviour::Parts {
            mdns: config.mdns && outside,
            upnp: config.upnp && outside && !config.lan_only,
            internet: !config.lan_only,
            lobby: config.lobby,
            certificates: config.certificates.is_some(),
        };
        let swarm = {
            let _inside = runtime.enter();
            behaviour::swarm(keys, parts)?
        };
        let thread = thread::Builder::new()
            .name("node".to_owned())
            .spawn(move || {
                let core = core::Core::new(config, swarm, incoming, teller.clone());
                runtime.block_on(core.run(listen));
                // Streams that are being written get a moment to end.
                runtime.shutdown_timeout(Duration::from_millis(200));
                teller.tell(Event::Stopped);
            })
            .map_err(NotStarted::System)?;
        let node = Self {
            commands,
            thread: Some(thread),
        };
        Ok((node, Events(outgoing)))
    }

    /// Asks the node for something; what comes of it is told as events. After the node has stopped, nothing.
    pub fn command(&self, command: Command) {
        let _ = self.commands.send(command);
    }

    /// Stops the node and waits until it has said good-bye.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.commands.send(Command::Quit);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.end();
    }
}

/// The address with a peer id at its end.
fn with_peer(address: &Multiaddr, peer: libp2p::PeerId) -> Multiaddr {
    address.clone().with(libp2p::multiaddr::Protocol::P2p(peer))
}
