//! The Arkan table.
pub mod grid;
pub mod hand;
pub mod tray;
