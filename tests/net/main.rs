//! Matches between real processes over the loopback network, and between nodes in this process.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and tells how things stood"
)]

mod crash;
mod meeting;
mod nodes;
mod program;
mod refusals;
mod stdin;
mod whole;
