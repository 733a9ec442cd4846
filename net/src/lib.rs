//! The node: who is there, and how entries reach them.
//!
//! # What it does
//!
//! **Establishing connections.** A person is an ed25519 key; the same key signs the log and names the peer. A [`Node`] listens on TCP and
//! QUIC, and dials whoever it needs, the people at its tables and its relays, at every address that it knows of them, again and again
//! with growing pauses, until they are there. On the local network people find each other by mDNS with no setting at all. Elsewhere an
//! [invitation](invite) says where somebody is; a [relay] tells people and tables apart from their addresses, and carries
//! what cannot go directly. Two nodes that meet through a relay try to open a direct way through their routers, and move over to
//! it while they talk. A node starts and works without any network, and picks up when one comes.
//!
//! **Sitting down.** A host opens a [table]; guests ask for a seat and are told how the table stands. When all seats are taken and
//! everybody is ready, the host closes it, and the match begins. Before that, nobody is bound to anything.
//!
//! **Playing.** Each match runs on a thread of its own, with the referee's [session](majlis_referee::session) and
//! [store](majlis_referee::store): what it signs is on disk before it is sent. The node carries messages between the parties,
//! straight from one to the other, and tells the program what happens: who did what, whose clock runs, who is there. It keeps no state of
//! the game of its own. A program that was killed takes its matches up where their logs end.
//!
//! **Meeting.** Open tables are told to the [lobby], signed and with an expiry. People at a table [chat]; that is
//! signed too, and is in no log.
//!
//! **Staying within limits.** Everything that a stranger can make this program hold or do has a bound in [`limits`].
//!
//! # How it is used
//!
//! Commands go in and events come out, over channels; the node runs on its own thread. libp2p is inside and cannot be seen. Here a host
//! opens a table at which one guest sits down:
//!
//! ```
//! use std::sync::Arc;
//! use majlis_crypto::identity::Identity;
//! use majlis_net::event::{Command, Event, MatchEvent, TableEvent};
//! use majlis_net::table::Terms;
//! use majlis_net::table_id::TableId;
//! use majlis_net::{Config, Node};
//! use majlis_rules::{registry::GameId, table::Table};
//!
//! # let folder = tempfile::tempdir()?;
//! let start = |name: &str| {
//!     let identity = Arc::new(Identity::generate(&mut rand::rng()));
//!     let mut config = Config::new(identity, name, folder.path().join(name));
//!     config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
//!     Node::start(config)
//! };
//! let (host, host_hears) = start("Salma")?;
//! let (guest, guest_hears) = start("Radu")?;
//!
//! let table = TableId::draw(&mut rand::rng());
//! let terms = Terms::new(GameId::Arkan, Table::new(2));
//! host.command(Command::Open { table, terms, secret: None, advertised: false });
//! host.command(Command::Seat { table, chosen: None, ready: true });
//! let invitation = loop {
//!     match host_hears.recv() {
//!         Some(Event::Table { event: TableEvent::Open(invitation), .. }) => break invitation,
//!         Some(_) => {}
//!         None => return Err("the node has stopped".into()),
//!     }
//! };
//! guest.command(Command::Join(invitation));
//! guest.command(Command::Seat { table, chosen: None, ready: true });
//! loop {
//!     if let Some(Event::Match { event: MatchEvent::Began { party, .. }, .. }) = guest_hears.recv() {
//!         assert_eq!(party.map(|party| party.number()), Some(1));
//!         break;
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! | --- | --- |
//! | [`event`] | what is asked of a node, and what it tells |
//! | [`table`], [`table_id`], [`invite`], [`address`] | tables before the match, and the way to them |
//! | [`advert`], [`lobby`], [`chat`], [`people`], [`name`] | meeting people |
//! | [`certificates`] | what people who meet tell each other of finished matches |
//! | [`link`] | how the connections to those who matter go |
//! | [`relay`] | what anybody can run for all |
//! | [`limits`], [`rate`], [`offences`] | bounds, and who oversteps them |
//! | `node` | the swarm and its loop: `links` and `pipe` are table streams, `peers` who is known and when to dial, `tables` and `matches` the glue, `company` who matters, `meeting` certificates |
//! | `play` | the thread of a match, the time at a table, and watching |
//! | `attempts`, `near` | whose connections are refused: who makes too many, and who is elsewhere |
//! | `wire` | the frames of a table stream; see `docs/protocol/table.md` |
//! | `note` | what is written beside a log, to find the match again |

pub mod address;
pub mod advert;
mod attempts;
mod call;
pub mod certificates;
pub mod chat;
mod dht;
pub mod event;
mod gossip;
pub mod invite;
pub mod limits;
pub mod link;
pub mod lobby;
pub mod name;
mod near;
mod node;
mod note;
pub mod offences;
pub mod people;
mod play;
pub mod rate;
pub mod reason;
pub mod relay;
#[cfg(feature = "scale")]
#[allow(clippy::float_arithmetic)] // Random times.
pub mod scale;
mod signed;
pub mod table;
pub mod table_id;
mod wire;

pub use self::event::{Command, Event, MatchEvent, TableEvent};
pub use self::node::{Config, Events, Node};
pub use self::note::{Stored, stored};
pub use self::play::{StandIn, is_lost_on_time};
pub use self::wire::TABLE_PROTOCOL;
