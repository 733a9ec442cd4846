//! Matches between real processes over the loopback network, and between nodes in this process.

mod crash;
mod nodes;
mod program;
mod refusals;
mod whole;
