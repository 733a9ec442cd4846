//! The rules of the four games: what may be done.
//!
//! Everything here is pure: no input or output, clock, randomness, floats, keys, or iteration in an unspecified order. The
//! same calls give the same bytes on every platform.

pub mod arkan;
pub mod canon;
pub mod cards;
pub mod domino;
pub mod face;
pub mod four;
pub mod game;
pub mod jackaroo;
pub mod open;
pub mod perft;
pub mod profile;
pub mod registry;
pub mod rule;
pub mod seat;
pub mod table;
pub mod tiles;
