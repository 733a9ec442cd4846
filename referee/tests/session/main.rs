//! Sessions over a bad network: delays, losses, absences, partitions, crashes, equivocation (log.3 to log.15).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and tells how things stood"
)]

mod absence;
mod ahead;
mod branches;
mod chaos;
mod cheats;
mod culprits;
mod equivocation;
mod network;
mod outsider;
mod sim;
mod storm;
mod twins;
