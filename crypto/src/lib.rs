//! Identities, canonical encodings, the lot and the encrypted pack.
//!
//! Below everything stand [`cbor`], the canonical encoding, and [`chain`], the labelled digests of the
//! log.
//!
//! The foundations of the encrypted pack are four small modules, in the order in which they build
//! on each other:
//!
//! * [`error`]: what can be wrong with a proof;
//! * [`group`]: points, scalars and ciphertexts of ristretto255, their strict decoding, and the
//!   bases and card faces, which are hashed to the group;
//! * [`transcript`]: where in which match a proof is made, and the Fiat–Shamir transcript that
//!   binds it to that place;
//! * [`batch`]: the equations that proofs claim, checked together.
//!
//! [`shuffle`] permutes and re-encrypts a pack.
#![deny(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic
)]

pub mod batch;
pub mod cbor;
pub mod chain;
pub mod error;
pub mod fingerprint;
pub mod group;
pub mod identity;
pub mod lot;
pub mod shuffle;
pub mod transcript;
