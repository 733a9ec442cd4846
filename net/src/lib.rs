//! The node: who is there, and how entries reach them.

pub mod address;
pub mod advert;
mod attempts;
pub mod chat;
mod dht;
pub mod event;
mod gossip;
pub mod invite;
pub mod limits;
pub mod lobby;
pub mod name;
mod node;
mod note;
pub mod offences;
pub mod people;
mod play;
pub mod rate;
pub mod relay;
mod signed;
pub mod table;
pub mod table_id;
mod wire;

pub use self::event::{Command, Event, MatchEvent, TableEvent};
pub use self::node::{Config, Events, Node};
pub use self::note::{Stored, stored};
pub use self::play::StandIn;
pub use self::wire::TABLE_PROTOCOL;
