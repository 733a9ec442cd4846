//! أربعة مقلوبة, Four Face-Down: the Cabo line of four-card golf.
//!
//! Everybody has a row of cards that nobody may look at. Draw, replace, match and call; the lowest total wins once somebody
//! has reached 100. The numbers in the docs (`four.12`) are those of the rule book; their names in code stand in [`rules`].
//!
//! | what | where |
//! | --- | --- |
//! | the state, and what it waits for | [`Four`], [`Phase`] |
//! | rows of slots | [`Row`] |
//! | the discard pile | [`Pile`] |
//! | moves and their notation | [`Move`], [`Slot`], [`SlotPair`] |
//! | what cards are worth and can do | [`value()`], [`Power`] |
//! | what happened | [`Event`] |
//! | positions made by hand | [`Setup`] |
//!
//! # What is hidden
//!
//! Row cards are nobody's: no view ever holds their faces, not even of those that a seat has looked at (four.33). A look is an
//! event, seen once; who wants to know a card later has to remember it. So [`Game::visible`](crate::game::Game::visible) is the
//! card in hand and nothing else, and a card that was opened and lies face down again is in the state just a handle.
//!
//! # Play a turn
//!
//! ```
//! use majlis_rules::cards::Card;
//! use majlis_rules::face::{Face, FaceSet, PackKind};
//! use majlis_rules::four::{Four, Move};
//! use majlis_rules::game::{Game, Variant};
//! use majlis_rules::open::OpenMatch;
//! use majlis_rules::table::Table;
//!
//! // Every pack in canonical order: seat 0 gets A♣ 2♣ 3♣ 4♣, seat 1 the next four, and 9♣ begins the pile.
//! let mut packs = |_: PackKind, faces: FaceSet| Some(faces.iter().collect::<Vec<Face>>());
//! let mut events = Vec::new();
//! let mut game = OpenMatch::new(Four::new(&Table::new(2))?);
//!
//! let seat = game.advance(&mut packs, &mut events)?.ok_or("nobody to move")?;
//! assert_eq!(game.legal_moves(seat).len(), 6, "draw, call, or take 9♣ into one of four slots");
//!
//! let draw = game.game().parse_move("draw")?;
//! game.play(seat, &draw, &mut events)?;
//! game.advance(&mut packs, &mut events)?;
//! game.play(seat, &Move::Discard, &mut events)?;
//! assert_eq!(game.game().pile().top().map(|top| top.card), "10C".parse::<Card>().ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod deal;
mod encode;
mod event;
mod legal;
mod moves;
mod pile;
mod play;
mod row;
pub mod rules;
mod setup;
mod state;
mod value;

pub use event::{Cause, Event, Origin};
pub use moves::{Move, Slot, SlotPair};
pub use pile::{FaceUp, Pile};
pub use row::Row;
pub use setup::{Setup, SetupError, Unnamed};
pub use state::{Four, Phase};
pub use value::{Power, value};
