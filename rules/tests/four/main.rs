//! Four Face-Down: the numbered rules, the cases that went wrong elsewhere, properties, perft.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod driver;
mod encoding;
mod ends;
mod leaving;
mod naive;
mod perft;
mod position;
mod properties;
mod setups;
mod turns;
