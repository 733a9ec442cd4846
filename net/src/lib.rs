//! The node: who is there, and how entries reach them.

pub mod address;
pub mod advert;
pub mod chat;
pub mod invite;
pub mod limits;
pub mod lobby;
pub mod name;
pub mod people;
pub mod rate;
mod signed;
pub mod table_id;
