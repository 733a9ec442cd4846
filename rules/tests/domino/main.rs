//! Dominoes: every numbered rule with a position made by hand, and properties of random matches.

// All of this is test code; the lints' exception for tests does not reach helper functions of a test crate.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod hidden;
mod leaving;
mod naive;
mod perft;
mod properties;
mod rounds;
mod setups;
mod support;
mod turns;
