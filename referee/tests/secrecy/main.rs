//! Nothing that one party may not know reaches it, in whatever it receives or stores.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../malice/mod.rs"]
mod malice;

mod bytes;
mod views;
