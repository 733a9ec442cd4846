//! Canonical bytes: the one way to write a state down.

use crate::face::{FaceSet, Handle};
use crate::seat::{Seat, SeatSet};

/// A writer of canonical bytes. Numbers are big-endian and of fixed width; lists carry their length; nothing depends on
/// the width of `usize`.
#[derive(Clone, Default, Debug)]
pub struct Canon {
    bytes: Vec<u8>,
}

impl Canon {
    /// An empty writer.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new() }
    }

    /// What was written.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// A byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// A truth value: 0 or 1.
    pub fn flag(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
    }

    /// Four bytes, big-endian.
    pub fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    /// Eight bytes, big-endian.
    pub fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_be_bytes());
    }

    /// A text: its length in bytes as four bytes, then UTF-8.
    pub fn text(&mut self, value: &str) {
        self.length(value.len());
        self.bytes.extend_from_slice(value.as_bytes());
    }

    /// A list's length as four bytes.
    pub fn length(&mut self, length: usize) {
        self.u32(u32::try_from(length).unwrap_or(u32::MAX));
    }

    /// A seat: its number.
    pub fn seat(&mut self, seat: Seat) {
        self.u8(seat.number());
    }

    /// A set of seats: its bits.
    pub fn seats(&mut self, seats: SeatSet) {
        self.u8(seats.bits());
    }

    /// A set of faces: its bits, eight bytes.
    pub fn faces(&mut self, faces: FaceSet) {
        self.u64(faces.bits());
    }

    /// A handle: pack as four bytes, then the index.
    pub fn card(&mut self, card: Handle) {
        self.u32(card.pack);
        self.u8(card.index);
    }

    /// Something that may be absent: 0, or 1 and the thing.
    pub fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        match value {
            None => self.u8(0),
            Some(value) => {
                self.u8(1);
                write(self, value);
            }
        }
    }

    /// A list: its length as four bytes, then its items.
    pub fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.length(items.len());
        for item in items {
            write(self, item);
        }
    }
}
