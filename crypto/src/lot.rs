//! The commit–reveal lot: who sits where and who starts, decided by chance that nobody controls.
//!
//! 1. Every party draws a 32-byte nonce and a 32-byte salt ([`Contribution`]) and publishes
//!    H(commitment; "lot", match, u32(epoch), u64(step), u8(party), nonce, salt, bound…), where `bound` is whatever
//!    else the party fixes at the same time: at genesis its identity, deck key and sealing key (log.1).
//! 2. When all commitments are there, every party reveals.
//! 3. The seed is H(lot-seed; match, u32(epoch), u64(step), place₁, …) with place = u8(party) ‖ nonce, in party
//!    order (log.2).
//! 4. For each purpose the seed gives a stream of bytes, SHA-256 in counter mode: block k is
//!    H(lot-stream; seed, purpose, u64(k)), k from 0. A choice among n takes the next 4 bytes as a big-endian number
//!    w; if w ≥ 2³² − (2³² mod n) it is thrown away and the next 4 bytes are taken; else the choice is w mod n.
//!    A permutation is a Fisher–Yates shuffle by such choices.
//!
//! One honest party suffices for a uniform seed: its nonce is fixed before it can depend on others, and hidden by
//! its salt until all others are fixed. What remains to the last to reveal is to see the result and leave; the log
//! makes that cost the match (log.1).
//!
//! ```
//! use majlis_crypto::chain::match_id;
//! use majlis_crypto::lot::{Contribution, Lot, LotContext};
//! # let mut rng = rand::rng();
//!
//! let context = LotContext { match_id: match_id(b"closing"), epoch: 0, step: 0 };
//! let (a, b) = (Contribution::random(&mut rng), Contribution::random(&mut rng));
//! let bound: [&[u8]; 1] = [b"keys of the party"];
//! let mut lot = Lot::new(context, &[(0, a.commitment(&context, 0, &bound)), (1, b.commitment(&context, 1, &bound))])?;
//! lot.reveal(0, &a, &bound)?;
//! lot.reveal(1, &b, &bound)?;
//! let seats = lot.seed()?.draw("seats").permutation(2);
//! assert!(seats == [0, 1] || seats == [1, 0]);
//! # Ok::<(), majlis_crypto::lot::LotError>(())
//! ```

use core::fmt;

use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::chain::{Digest32, Label, commit, hash};

/// The purpose that keeps these commitments apart from all others.
const PURPOSE: &str = "lot";

/// How many values a word of the stream can have.
const WORDS: u64 = 1 << 32;

/// Which lot of which match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LotContext {
    /// The match.
    pub match_id: Digest32,
    /// The epoch in which the lot is drawn; a lot that is drawn anew after somebody left has another.
    pub epoch: u32,
    /// The step of the log that holds the commitments.
    pub step: u64,
}

/// Why a lot could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LotError {
    /// The commitments are not in ascending party order, or one party has two.
    PartyOrder {
        /// The party that stands where it must not.
        party: u8,
    },
    /// There are no commitments.
    Nobody,
    /// A party reveals that has not committed.
    NotCommitted {
        /// The party.
        party: u8,
    },
    /// A party reveals something other than what it committed to.
    Mismatch {
        /// The culprit.
        party: u8,
    },
    /// A party has not revealed yet.
    Missing {
        /// The first such party.
        party: u8,
    },
    /// A choice among nothing was asked for.
    NoChoice,
}

impl fmt::Display for LotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PartyOrder { party } => {
                write!(
                    f,
                    "party {party} is out of order in the lot; give each commitment once, lowest party first"
                )
            }
            Self::Nobody => f.write_str("the lot has no parties; collect the commitments first"),
            Self::NotCommitted { party } => {
                write!(f, "party {party} reveals without having committed; ignore it")
            }
            Self::Mismatch { party } => {
                write!(
                    f,
                    "party {party} revealed something other than it had committed to; it has cheated"
                )
            }
            Self::Missing { party } => write!(f, "party {party} has not revealed yet; wait for it"),
            Self::NoChoice => f.write_str("a choice among zero things is impossible; ask for one of at least one"),
        }
    }
}

impl core::error::Error for LotError {}

/// One party's share of the lot. It MUST NOT be sent before the commitments of all parties have arrived.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Contribution {
    nonce: [u8; 32],
    salt: [u8; 32],
}

impl Contribution {
    /// Draws a nonce and a salt.
    #[must_use]
    pub fn random(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        let mut contribution = Self {
            nonce: [0; 32],
            salt: [0; 32],
        };
        rng.fill_bytes(&mut contribution.nonce);
        rng.fill_bytes(&mut contribution.salt);
        contribution
    }

    /// A contribution as it was stored or received.
    #[must_use]
    pub const fn from_bytes(nonce: [u8; 32], salt: [u8; 32]) -> Self {
        Self { nonce, salt }
    }

    /// The nonce, for storing and revealing.
    #[must_use]
    pub const fn nonce(&self) -> &[u8; 32] {
        &self.nonce
    }

    /// The salt, for storing and revealing.
    #[must_use]
    pub const fn salt(&self) -> &[u8; 32] {
        &self.salt
    }

    /// The commitment that `party` publishes, which also fixes everything in `bound`.
    #[must_use]
    pub fn commitment(&self, context: &LotContext, party: u8, bound: &[&[u8]]) -> Digest32 {
        let (epoch, step) = (context.epoch.to_be_bytes(), context.step.to_be_bytes());
        let head: [&[u8]; 6] = [
            context.match_id.as_ref(),
            &epoch,
            &step,
            &[party],
            &self.nonce,
            &self.salt,
        ];
        commit(PURPOSE, &[&head, bound].concat())
    }
}

impl fmt::Debug for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Contribution(secret)")
    }
}

/// A lot of which all commitments are known.
#[derive(Clone, Debug)]
pub struct Lot {
    context: LotContext,
    places: Vec<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    party: u8,
    commitment: Digest32,
    revealed: Option<Contribution>,
}

impl Lot {
    /// Takes the commitments of all parties, lowest party first.
    ///
    /// # Errors
    ///
    /// [`LotError::PartyOrder`], [`LotError::Nobody`].
    pub fn new(context: LotContext, commitments: &[(u8, Digest32)]) -> Result<Self, LotError> {
        let mut places: Vec<Place> = Vec::with_capacity(commitments.len());
        for &(party, commitment) in commitments {
            if places.last().is_some_and(|last| party <= last.party) {
                return Err(LotError::PartyOrder { party });
            }
            places.push(Place {
                party,
                commitment,
                revealed: None,
            });
        }
        if places.is_empty() {
            return Err(LotError::Nobody);
        }
        Ok(Self { context, places })
    }

    /// Takes what `party` reveals, with the same `bound` as it has committed to. Revealing the same again changes
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`LotError::NotCommitted`], and [`LotError::Mismatch`] naming the culprit.
    pub fn reveal(&mut self, party: u8, contribution: &Contribution, bound: &[&[u8]]) -> Result<(), LotError> {
        let place = self
            .places
            .iter_mut()
            .find(|place| place.party == party)
            .ok_or(LotError::NotCommitted { party })?;
        if contribution.commitment(&self.context, party, bound) != place.commitment {
            return Err(LotError::Mismatch { party });
        }
        place.revealed = Some(contribution.clone());
        Ok(())
    }

    /// The parties that have not revealed yet, lowest first.
    pub fn missing(&self) -> impl Iterator<Item = u8> {
        self.places
            .iter()
            .filter(|place| place.revealed.is_none())
            .map(|place| place.party)
    }

    /// The seed, once all have revealed.
    ///
    /// # Errors
    ///
    /// [`LotError::Missing`] naming the first party that has not.
    pub fn seed(&self) -> Result<Seed, LotError> {
        let mut nonces = Vec::with_capacity(self.places.len());
        for Place { party, revealed, .. } in &self.places {
            let revealed = revealed.as_ref().ok_or(LotError::Missing { party: *party })?;
            let mut place = [0; 33];
            let [first, rest @ ..] = &mut place;
            *first = *party;
            rest.copy_from_slice(revealed.nonce());
            nonces.push(place);
        }
        let (epoch, step) = (self.context.epoch.to_be_bytes(), self.context.step.to_be_bytes());
        let mut parts: Vec<&[u8]> = vec![self.context.match_id.as_ref(), &epoch, &step];
        parts.extend(nonces.iter().map(<[u8; 33]>::as_slice));
        Ok(Seed(hash(Label::LotSeed, &parts)))
    }
}

/// The public result of a lot, from which everything that chance decides is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(Digest32);

impl Seed {
    /// A seed that is known already.
    #[must_use]
    pub const fn from_digest(digest: Digest32) -> Self {
        Self(digest)
    }

    /// The digest.
    #[must_use]
    pub const fn digest(&self) -> &Digest32 {
        &self.0
    }

    /// Starts the stream for one purpose. Streams of different purposes are independent, so what is drawn for one
    /// does not depend on the order in which purposes come.
    #[must_use]
    pub fn draw<'a>(&self, purpose: &'a str) -> Draw<'a> {
        Draw {
            seed: *self,
            purpose,
            block: 0,
            words: Vec::new(),
        }
    }
}

/// A stream of unbiased choices.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    seed: Seed,
    purpose: &'a str,
    block: u64,
    /// Words of the current block that are left, last first.
    words: Vec<u32>,
}

impl Draw<'_> {
    fn word(&mut self) -> u32 {
        loop {
            if let Some(word) = self.words.pop() {
                return word;
            }
            let counter = self.block.to_be_bytes();
            let block = hash(
                Label::LotStream,
                &[self.seed.0.as_ref(), self.purpose.as_bytes(), &counter],
            );
            self.block = self.block.wrapping_add(1);
            let (words, _) = block.as_bytes().as_chunks();
            self.words
                .extend(words.iter().rev().map(|word| u32::from_be_bytes(*word)));
        }
    }

    /// A uniform choice in 0 … n − 1.
    ///
    /// # Errors
    ///
    /// [`LotError::NoChoice`] if n is 0.
    pub fn choice(&mut self, n: u32) -> Result<u32, LotError> {
        if n == 0 {
            return Err(LotError::NoChoice);
        }
        Ok(self.below(n))
    }

    /// A choice in 0 … n − 1 for n ≥ 1.
    fn below(&mut self, n: u32) -> u32 {
        loop {
            let word = u64::from(self.word());
            // The residue is below n, so it fits.
            if let Some(Ok(choice)) = residue(word, WORDS, u64::from(n)).map(u32::try_from) {
                return choice;
            }
        }
    }

    /// A uniform permutation of 0 … n − 1: Fisher–Yates from the identity, for i from n − 1 down to 1 swapping
    /// places i and [`choice`](Self::choice)(i + 1).
    #[must_use]
    pub fn permutation(&mut self, n: u32) -> Vec<u32> {
        fisher_yates(n, |i| self.below(i))
    }
}

/// `word` mod n, or nothing if `word` is among the last `words` mod n of 0 … `words` − 1, which would make small
/// residues likelier. Each residue is then left with exactly ⌊`words` / n⌋ words. n ≥ 1.
fn residue(word: u64, words: u64, n: u64) -> Option<u64> {
    let excess = words.checked_rem(n)?;
    if word < words - excess {
        word.checked_rem(n)
    } else {
        None
    }
}

/// Fisher–Yates; `below(n)` chooses in 0 … n − 1.
fn fisher_yates(n: u32, mut below: impl FnMut(u32) -> u32) -> Vec<u32> {
    let mut places: Vec<u32> = (0..n).collect();
    for i in (1..n).rev() {
        places.swap(i as usize, below(i + 1) as usize);
    }
    places
}

#[cfg(test)]
mod tests;
