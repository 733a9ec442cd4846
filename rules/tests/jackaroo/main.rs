//! Jackaroo from outside: its numbered rules, cases that went wrong elsewhere, properties, perft.

// Every function here is a test or helps one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod naive;
mod perft;
mod properties;
mod random;
mod rulebook;
mod table;
