//! The cheats' gallery: every cheat is mounted by one party against honest ones, found at the step where it happens, held
//! against the right party by a numbered rule, and harms nobody else.
//!
//! A test is named after the rule that the cheat breaks, and then after the cheat.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../malice/mod.rs"]
mod malice;

mod cards;
mod genesis;
mod hidden;
mod log;
mod moves;
mod riders;
