//! What a person meets of Majlis, as a library: the `majlis` binary is a thin shell over it, and tests
//! drive it without a window.

pub mod blksgf;
pub mod export;
pub mod folder;
pub mod identity;
pub mod judge;
pub mod language;
pub mod links;
pub mod profile;
pub mod rulebook;
pub mod shown;
pub mod simulate;
pub mod ui;
pub mod verified;
