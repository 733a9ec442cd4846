//! How the messages of the log are written: canonical CBOR, structs as arrays of their fields in order.

use majlis_crypto::cbor::Limits;

/// The largest closing of a table, in bytes.
pub const MAX_CLOSING: usize = 4 << 10;
/// The largest header, leave, ballot or claim, in bytes.
pub const MAX_HEADER: usize = 512;
/// The largest body of an entry, in bytes. A shuffle of 104 cards is 104 × 64 bytes.
pub const MAX_BODY: usize = 16 << 10;
/// The largest proofs of an entry, in bytes. The largest are membership proofs: seven tiles × 28 faces × 64 bytes.
pub const MAX_PROOFS: usize = 64 << 10;
/// The largest item of a log, in bytes.
pub const MAX_ITEM: usize = MAX_BODY + MAX_PROOFS + (2 << 10);

/// The bounds for decoding something of at most `size` bytes.
pub(crate) const fn limits(size: usize) -> Limits {
    Limits::new(size).depth(8).items(2048)
}
