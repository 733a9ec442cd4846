//! The screens, driven without a window.
//!
//! One target, so that the window's libraries are linked once; a file for each area. Pictures are compared with those in
//! `tests/pictures/`; `UPDATE_SNAPSHOTS=true` writes them anew, and whoever does that looks at them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::float_arithmetic,
    unreachable_pub
)]

mod ahead;
mod arkan;
mod domino;
mod drawn;
mod four;
mod hands;
mod history;
mod invitations;
mod jackaroo;
mod links;
mod live;
mod lobby;
#[path = "../profile/made.rs"]
#[allow(dead_code, reason = "certificates for the profile")]
mod made;
mod meeting;
mod picture;
mod program;
mod screens;
mod sentences;
mod settings;
mod shield;
mod sitting;
#[allow(dead_code, reason = "each area takes what it needs")]
mod support;
mod text;
mod texts;
mod together;
mod window;
