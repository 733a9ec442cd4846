//! The node: who is there, and how entries reach them.

pub mod address;
pub mod invite;
pub mod limits;
pub mod table_id;
