//! What has happened: the signed log of a match, and the referee that replays it through rules and cryptography.
//!
//! A match is a sequence of *steps*. A step awaits one entry from each of a known set of *parties* (a party is a person with keys,
//! a seat a place in the game); the order is a function of the content, so there is no leader, no vote on order and no clock. The
//! rules of the log are numbered log.1 to log.15; errors name them as they name the rules of the games.
//!
//! Nothing here does input or output, except [`file`](mod@file) on readers and writers that it is given, and [`store`], which keeps
//! a match on disk and which nothing else needs; nothing looks at a clock.
//! The same code runs in the desktop program, in `majlis verify`, in the simulator and under the fuzzer.
//!
//! - [`agreement`]: what was agreed, the host's closing of the table; its digest is the match id (log.1).
//! - [`entry`], [`act`], [`notice`], [`evidence`], [`item`]: everything that is signed, as types and as bytes.
//! - [`replay`]: [`Match`](replay::Match), the public state of a match: which step awaits what of whom, and what comes of a whole
//!   step. It carries out the card operations that the rules ask for, with [`deck`].
//! - [`secrets`], [`player`]: one party's secrets and the entries that it makes with them; what it sees.
//! - [`told`]: what a step tells somebody at the table.
//! - [`local`]: a whole match in one process.
//! - [`assemble`], [`file`](mod@file), [`verify`](mod@verify): a log, item by item, from its first byte to its grade.
//! - [`store`]: a match on disk: nobody signs twice, and it goes on after a crash (log.13).
//! - [`certificate`]: the result, signed, to be passed around without the log (log.12).
//!
//! # A match in one process, and its log
//!
//! ```
//! use std::sync::Arc;
//! use majlis_crypto::identity::Identity;
//! use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
//! use majlis_referee::local::{Choice, LocalTable};
//! use majlis_referee::verify::{Grade, Proofs, verify};
//! use majlis_referee::{file::write_log, item::Item};
//! use majlis_rules::registry::GameId;
//! use majlis_rules::table::Table;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut rng = rand::rng();
//! let identities = [Arc::new(Identity::generate(&mut rng)), Arc::new(Identity::generate(&mut rng))];
//! let member = |identity: &Arc<Identity>| Member { identity: identity.key(), name: "Salma".into(), chosen: None };
//! let members = identities.iter().map(member).collect();
//! let agreement = Agreement::new(GameId::Domino, Table::new(2), Clock::default(), members, [7; 32]);
//! let closing = Arc::new(Closing::sign(agreement, &identities[0])?);
//!
//! // Both know the rules and leave at once.
//! let mut table = LocalTable::new(Arc::clone(&closing), identities, &mut rng)?;
//! let mut items = vec![Item::from(&*closing)];
//! while let Some(step) = table.step(&mut |_| Choice::Leave, &mut rng)? {
//!     items.extend(step.items());
//! }
//!
//! // Whoever holds the log can check all of it.
//! let mut log = Vec::new();
//! write_log(&mut log, &items)?;
//! let end = verify(log.as_slice(), Proofs::Together, &mut ())?;
//! assert_eq!(end.grade(), Some(Grade::Agreed));
//! # Ok(())
//! # }
//! ```

pub mod act;
pub mod agreement;
pub mod assemble;
pub mod certificate;
pub mod deck;
pub mod entry;
pub mod error;
pub mod evidence;
pub mod file;
pub mod item;
pub mod local;
pub mod notice;
pub mod party;
pub mod player;
pub mod replay;
pub mod secrets;
pub mod session;
pub mod store;
pub mod told;
pub mod verify;
pub mod wire;
