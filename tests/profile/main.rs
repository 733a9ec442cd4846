//! Profiles: golden sets of certificates with the figures that follow from them, computed a second time in Python; attacks; the
//! index; logs; the command.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../second/mod.rs"]
mod second;

mod attacks;
mod claims;
mod command;
mod exchange;
mod identity;
mod index;
mod logs;
mod made;
mod sets;
