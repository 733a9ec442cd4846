//! أركان (Arkan), a Blokus: shapes of one to five squares that touch their own colour at corners only.
//!
//! Two seats play on 14 × 14 squares, three or four on 20 × 20. Nothing is hidden and nothing is left to chance, so the
//! state is all there is to know.
//!
//! Which moves are there?
//!
//! ```
//! use majlis_rules::arkan::Arkan;
//! use majlis_rules::face::Knowledge;
//! use majlis_rules::game::{Due, Game, Variant};
//! use majlis_rules::table::Table;
//!
//! let game = Arkan::new(&Table::new(2))?;
//! let Due::Turn(seat) = game.due() else { panic!("nobody's turn") };
//! assert_eq!(game.count_legal(seat, &Knowledge::new()), 414);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Play one, and learn what a refused one breaks:
//!
//! ```
//! # use majlis_rules::arkan::Arkan;
//! # use majlis_rules::face::Knowledge;
//! # use majlis_rules::game::{Due, Game, Variant};
//! # use majlis_rules::table::Table;
//! let mut game = Arkan::new(&Table::new(2))?;
//! let Due::Turn(seat) = game.due() else { panic!("nobody's turn") };
//! let mut events = Vec::new();
//! let beside = game.parse_move("e11,e12")?;
//! let refused = game.play(seat, &beside, None, &Knowledge::new(), &mut events).unwrap_err();
//! assert_eq!(refused.rule.id(), "arkan.8");
//! let domino = game.parse_move("e10,e11")?;
//! game.play(seat, &domino, None, &Knowledge::new(), &mut events)?;
//! assert_eq!(game.scores(), [-87, -89]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! See how it ends:
//!
//! ```
//! # use majlis_rules::arkan::Arkan;
//! # use majlis_rules::game::{Due, Game, Outcome, Variant};
//! # use majlis_rules::seat::Seat;
//! # use majlis_rules::table::Table;
//! let mut game = Arkan::new(&Table::new(2))?;
//! let mut events = Vec::new();
//! game.leave(Seat::all(2).next().unwrap(), &mut events)?;
//! assert_eq!(game.due(), Due::Nothing);
//! assert_eq!(game.outcome(), Some(vec![Outcome::Loss, Outcome::Win]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what |
//! | --- | --- |
//! | `board` | squares, sets of squares, the two boards, colours |
//! | `shape` | the 21 shapes, sets of shapes |
//! | `orientation` | the 91 ways in which shapes lie, and the tree they form |
//! | `notation` | placements, moves, reading and writing them |
//! | `search` | finding, listing and counting legal placements |
//! | `pairs` | counting two plies at once |
//! | `score` | arkan.15 to arkan.19 |
//! | `event` | what happens |
//! | `setup` | positions made by hand |
//! | `state` | the match |
//! | `tally` | adding up the bits of many sets |

mod board;
mod event;
mod notation;
mod orientation;
mod pairs;
mod score;
mod search;
mod setup;
mod shape;
mod state;
mod tally;

pub use board::{Board, Colour, MAX_SIDE, Square, Squares};
pub use event::Event;
pub use notation::{Move, Placement, Scatter};
pub use orientation::{Offset, Orientation};
pub use score::{ALL_PLACED, ALL_PLACED_SINGLE_LAST, total};
pub use setup::{Setup, SetupError};
pub use shape::{MAX_SQUARES, SHAPES, Shape, ShapeSet};
pub use state::Arkan;

/// The numbered rules that a move can break.
pub mod rule {
    use crate::rule::Rule;

    /// One of your remaining shapes, on empty squares.
    pub const PLACE: Rule = Rule::new("arkan.7");
    /// The first piece covers the start square.
    pub const START: Rule = Rule::new("arkan.8");
    /// Later pieces touch the own colour at a corner.
    pub const CORNER: Rule = Rule::new("arkan.9");
    /// No edge is shared with the own colour.
    pub const EDGE: Rule = Rule::new("arkan.10");
}
