//! Who and which card: parties and handles, and how a proof about cards names them.

use core::fmt;

use crate::transcript::Oracle;

/// A person with keys, by number in the order of the table. One party may hold two seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Party(pub u8);

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "party {}", self.0)
    }
}

/// A card as a place in a pack. It names the same ciphertext for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Handle {
    /// The number of the pack in the match.
    pub pack: u32,
    /// The place in the shuffled pack, from 0.
    pub index: u8,
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "card {} of pack {}", self.index, self.pack)
    }
}

/// The cards that a statement is about: handles of one final pack, whose digest names it.
#[derive(Clone, Copy, Debug)]
pub struct Cards<'a> {
    /// The digest of the final pack.
    pub pack: &'a [u8; 32],
    /// The handles, in the order of the statement's lists.
    pub handles: &'a [Handle],
}

impl Cards<'_> {
    /// Absorbs `pack`: the digest; `handles`: their number (8 bytes), then of each the pack (4) and the
    /// index (1), little-endian.
    pub(crate) fn absorb(&self, oracle: &mut impl Oracle) {
        oracle.absorb("pack", self.pack);
        let mut message = Vec::with_capacity(8 + 5 * self.handles.len());
        message.extend_from_slice(&(self.handles.len() as u64).to_le_bytes());
        for handle in self.handles {
            message.extend_from_slice(&handle.pack.to_le_bytes());
            message.push(handle.index);
        }
        oracle.absorb("handles", &message);
    }
}
