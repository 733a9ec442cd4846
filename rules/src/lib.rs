//! The rules of the four games: what may be done.
//!
//! Everything here is pure: no input or output, clock, randomness, floats, keys, or iteration in an unspecified order. The
//! same calls give the same bytes on every platform.

pub mod canon;
pub mod cards;
pub mod face;
pub mod game;
pub mod open;
pub mod rule;
pub mod seat;
pub mod table;
pub mod tiles;

// With the first game: `pub mod profile;` and `pub mod registry;`.
