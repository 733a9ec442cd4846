//! جاكارو, Jackaroo: two partnerships race their marbles round a track of 76 cells, with cards.
//!
//! The rules are numbered in the rule book, `jackaroo.1` to `jackaroo.40`; comments and errors name them by these numbers.
//! [`Board`] is the marbles and what each card can do with them; [`Jackaroo`] adds the cards and the turns and is the
//! [`Game`](crate::game::Game). A [`Setup`] makes a position by hand.
//!
//! What a nine could do for seat 0, and what happens when it is played:
//!
//! ```
//! use majlis_rules::jackaroo::{Event, Marble, Move, Place, Setup};
//! use majlis_rules::seat::Seat;
//!
//! let seat = |number| Seat::new(number).unwrap();
//! let (mine, theirs) = (Marble::new(seat(0), 0), Marble::new(seat(1), 2));
//! let game = Setup::new(3).put_at_count(mine, 10).put_at_count(theirs, 0).start()?;
//! let nine = "9C 0.0 9".parse::<Move>()?;
//!
//! // Nine cells on stands a marble of seat 1 on its own base: it cannot be captured.
//! assert!(!game.board().can_play(seat(0), nine.card.rank));
//! let illegal = game.board().after(seat(0), nine).unwrap_err();
//! assert_eq!(illegal.rule.id(), "jackaroo.19");
//!
//! // One cell further on it can, and goes home.
//! let game = Setup::new(3).put_at_count(mine, 11).put_at_count(theirs, 1).start()?;
//! let (board, events) = game.board().after(seat(0), nine)?;
//! assert_eq!(board.place(theirs), Some(Place::Home));
//! assert!(matches!(events[..], [Event::Moved(_), Event::SentHome { .. }]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod board;
mod event;
mod generate;
mod hand;
mod marble;
mod moves;
pub mod ranks;
mod setup;
mod state;
mod track;
mod walk;

pub use board::{Board, MAX_MARBLES};
pub use event::{Event, Journey};
pub use hand::HAND;
pub use marble::{Marble, SEATS, opponents, partner, side};
pub use moves::{Action, Move, Stride};
pub use setup::{Setup, SetupError};
pub use state::Jackaroo;
pub use track::{CELLS, Cell, Cells, Place, QUARTER, SAFE_CELLS};
