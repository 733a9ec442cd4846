//! Identities, canonical encodings, the lot and the encrypted pack.
//!
//! Below everything stand [`cbor`], the canonical encoding, and [`chain`], the labelled digests of the
//! log. [`identity`] is who a person is and what is signed, [`fingerprint`] how two people compare keys, and
//! [`lot`] how a table draws what chance decides.
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
//! On them stand the proofs, a module each:
//!
//! * [`keys`]: the keys of a party, and that it knows their secrets;
//! * [`shuffle`]: a pack was permuted and re-encrypted;
//! * [`share`]: plain shares of cards;
//! * [`look`]: a share sealed to one party;
//! * [`recommit`]: a keeper's commitments to its hidden cards;
//! * [`member`]: committed cards show one of a set of faces.
//!
//! [`pack`] puts them together, in the words of the table.
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
pub mod handle;
pub mod identity;
pub mod keys;
pub mod look;
pub mod lot;
pub mod member;
pub mod pack;
pub mod recommit;
pub mod share;
pub mod shuffle;
pub mod transcript;
