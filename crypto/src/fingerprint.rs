//! A short form of an identity's public key that two people can compare.
//!
//! It is shown as nine pictures in three rows of three, to look at or to read aloud in Arabic, English or Romanian,
//! and as sixteen hexadecimal digits.
//!
//! ```text
//! d₀ = H(fingerprint; key)          H as in [`chain`](crate::chain), key = 32 bytes
//! dᵢ = SHA-256(dᵢ₋₁ ‖ key)          i = 1 … 65,536
//! F  = the first 8 bytes of d₆₅₅₃₆
//! ```
//!
//! The hexadecimal form is F. Picture j, from 0, is number ⌊F / 2^(57 − 7j)⌋ mod 128 of [`SYMBOLS`], F read as a
//! big-endian number: the pictures show the upper 63 of the 64 bits.
//!
//! # Is that enough?
//!
//! To pass for somebody, an attacker must find a key of his own with that person's pictures: a second preimage, 2⁶³
//! keys on average, each of which costs 2¹⁶ evaluations of SHA-256 on 64 bytes, so about 2⁸⁰ of them. Against any one
//! of 2²⁰ people at once it would be 2⁶⁰ keys. A collision, two keys of the attacker with the same pictures, costs
//! only about 2³² keys, but it wins nothing: both are his, and neither is anybody else's.
//!
//! People compare carelessly. Whoever looks at five pictures of nine leaves 35 bits, about 2⁵¹ evaluations, which is
//! within reach of a determined attacker. The program therefore asks for all nine.

mod symbols;

use core::fmt;

use sha2::{Digest, Sha256};

use crate::chain::{Label, hash};
use crate::identity::IdentityKey;

pub use symbols::{SYMBOLS, Symbol};

/// How many times the digest is hashed again with the key.
pub const ROUNDS: u32 = 1 << 16;

/// How many pictures are shown.
pub const PICTURES: usize = 9;

/// The fingerprint of a public key. Computing it takes some milliseconds, so keep it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of a key.
    #[must_use]
    pub fn of(key: &IdentityKey) -> Self {
        let first = hash(Label::Fingerprint, &[key.as_bytes()]);
        let last = (0..ROUNDS).fold(*first.as_bytes(), |digest, _| {
            Sha256::new_with_prefix(digest)
                .chain_update(key.as_bytes())
                .finalize()
                .into()
        });
        let [a, b, c, d, e, f, g, h, ..] = last;
        Self(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    /// The eight bytes F.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The numbers of the pictures, in reading order, three a row.
    #[must_use]
    pub fn numbers(self) -> [u8; PICTURES] {
        let mut place = 64;
        [(); PICTURES].map(|()| {
            place -= 7;
            (self.0 >> place) as u8 & 0x7f
        })
    }

    /// The pictures, in reading order, three a row.
    #[must_use]
    pub fn symbols(self) -> [&'static Symbol; PICTURES] {
        // Numbers are below 128, the length of the list.
        let [first, ..] = &SYMBOLS;
        self.numbers()
            .map(|number| SYMBOLS.get(usize::from(number)).unwrap_or(first))
    }
}

/// Sixteen hexadecimal digits in groups of four.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |shift: u32| self.0 >> shift & 0xffff;
        write!(f, "{:04x} {:04x} {:04x} {:04x}", part(48), part(32), part(16), part(0))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Identity;
    use std::collections::BTreeSet;

    fn key(seed: u8) -> IdentityKey {
        Identity::from_secret(&[seed; 32]).key()
    }

    #[test]
    fn pictures_and_names_are_distinct_and_short() {
        let distinct = |names: Vec<String>| names.iter().collect::<BTreeSet<_>>().len() == SYMBOLS.len();
        assert!(distinct(SYMBOLS.iter().map(|s| s.emoji.to_string()).collect()));
        for name in [|s: &Symbol| s.en, |s: &Symbol| s.ar, |s: &Symbol| s.ro] {
            assert!(distinct(SYMBOLS.iter().map(|s| name(s).to_owned()).collect()));
            for symbol in &SYMBOLS {
                let name = name(symbol);
                assert!((1..=12).contains(&name.chars().count()), "{name}");
                assert!(name.chars().all(char::is_alphabetic), "{name}");
            }
        }
        for symbol in &SYMBOLS {
            assert!(symbol.en.is_ascii());
            assert!(
                symbol.ar.chars().all(|c| ('\u{621}'..='\u{64a}').contains(&c)),
                "{}",
                symbol.ar
            );
        }
    }

    #[test]
    fn pictures_show_the_upper_63_bits() {
        let shown = |f: u64| Fingerprint(f).numbers();
        assert_eq!(shown(0), [0; 9]);
        assert_eq!(shown(u64::MAX), [127; 9]);
        assert_eq!(shown(1), [0; 9]);
        assert_eq!(shown(2), [0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(shown(1 << 63), [64, 0, 0, 0, 0, 0, 0, 0, 0]);
        for bit in 1..64 {
            let ones: u32 = shown(1 << bit).iter().map(|number| number.count_ones()).sum();
            assert_eq!(ones, 1, "{bit}");
        }
        assert_eq!(Fingerprint(2).symbols()[8], &SYMBOLS[1]);
        assert_eq!(Fingerprint(0x0123_4567_89ab_cdef).to_string(), "0123 4567 89ab cdef");
    }

    #[test]
    fn the_definition_is_what_is_computed() {
        let key = key(1);
        let mut digest = *hash(Label::Fingerprint, &[key.as_bytes()]).as_bytes();
        for _ in 0..65_536 {
            digest = Sha256::digest([digest, *key.as_bytes()].concat()).into();
        }
        assert_eq!(Fingerprint::of(&key).to_bytes(), digest[..8]);
    }

    #[test]
    fn keys_have_different_fingerprints() {
        let all: BTreeSet<_> = (0..20).map(|seed| Fingerprint::of(&key(seed))).collect();
        assert_eq!(all.len(), 20);
    }
}
