//! Matches over networks that delay, lose, translate and break: virtual machines in network namespaces, made and taken away by the
//! test. `docs/net-bench.md` tells what is tried and what was found.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::float_arithmetic,
    reason = "a test fails by panicking, and measures"
)]

mod bench;
mod faults;
mod internet;
mod itself;
mod lan;
mod ports;
mod weather;
