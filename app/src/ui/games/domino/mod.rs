//! The domino table.
pub mod fold;
