//! Arkan from outside: its numbered rules one by one, and all of it held against a second, naive writing of the rules.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod naive;
mod perft;
mod properties;
mod rulebook;
