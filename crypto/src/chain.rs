//! SHA-256 as the log uses it: labelled, length-framed digests and the chain of steps.
//!
//! Every digest of the protocol is
//!
//! ```text
//! H(label; p₁, …, pₙ) = SHA-256( "majlis/v1/" ‖ label ‖ 00 ‖ u32(n) ‖ u64(|p₁|) ‖ p₁ ‖ … ‖ u64(|pₙ|) ‖ pₙ )
//! ```
//!
//! with big-endian integers. A label holds no zero byte and every part carries its length, so two different
//! (label, list of parts) never give SHA-256 the same input: what is hashed can be read back in one way only.
//!
//! ```
//! use majlis_crypto::chain::{Label, hash};
//!
//! let one = hash(Label::Body, &[b"ab", b"c"]);
//! let other = hash(Label::Body, &[b"a", b"bc"]);
//! assert_ne!(one, other);
//! ```

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// What precedes every label inside the hash.
pub const PREFIX: &str = "majlis/v1/";

/// What a digest stands for. The list is closed, so that no two uses can share a label by accident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A match id, from the host's closing of the table.
    Match,
    /// The body of an entry.
    Body,
    /// The proofs of an entry, which may be dropped later.
    Proofs,
    /// The header of one entry.
    Header,
    /// A step: the headers of its entries in party order.
    Step,
    /// The canonical bytes of a game state.
    State,
    /// A whole log, as certificates name it.
    Log,
    /// A commitment made with [`commit`].
    Commitment,
    /// The seed of a lot.
    LotSeed,
    /// A block of the stream drawn from that seed.
    LotStream,
    /// The first stage of a fingerprint.
    Fingerprint,
    /// A pack: what it was made from and its ciphertexts.
    Pack,
    /// The shares of some cards.
    Shares,
}

impl Label {
    /// All labels, in the order of the protocol document.
    pub const ALL: [Self; 13] = [
        Self::Match,
        Self::Body,
        Self::Proofs,
        Self::Header,
        Self::Step,
        Self::State,
        Self::Log,
        Self::Commitment,
        Self::LotSeed,
        Self::LotStream,
        Self::Fingerprint,
        Self::Pack,
        Self::Shares,
    ];

    /// The label as it is hashed, after [`PREFIX`].
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Body => "body",
            Self::Proofs => "proofs",
            Self::Header => "header",
            Self::Step => "step",
            Self::State => "state",
            Self::Log => "log",
            Self::Commitment => "commitment",
            Self::LotSeed => "lot-seed",
            Self::LotStream => "lot-stream",
            Self::Fingerprint => "fingerprint",
            Self::Pack => "pack",
            Self::Shares => "shares",
        }
    }
}

/// A SHA-256 digest. Shown and read as 64 lower-case hexadecimal digits; in CBOR a byte string of 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest32([u8; 32]);

impl Digest32 {
    /// Length in bytes.
    pub const LEN: usize = 32;

    /// Wraps the 32 bytes of a digest.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl AsRef<[u8]> for Digest32 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest32 {
    type Err = ChainError;

    /// Reads exactly what [`Display`](fmt::Display) writes; upper-case digits are refused.
    fn from_str(text: &str) -> Result<Self, ChainError> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(ChainError::HexLength { length: digits.len() });
        }
        let mut bytes = [0; 32];
        for (at, (byte, pair)) in bytes.iter_mut().zip(digits.chunks_exact(2)).enumerate() {
            for (half, &digit) in pair.iter().enumerate() {
                let value = match digit {
                    b'0'..=b'9' => digit - b'0',
                    b'a'..=b'f' => digit - b'a' + 10,
                    _ => return Err(ChainError::HexDigit { at: 2 * at + half }),
                };
                *byte = *byte << 4 | value;
            }
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Digest32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Digest32;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a byte string of 32 bytes")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Digest32, E> {
                let array = <[u8; 32]>::try_from(bytes).map_err(|_| E::invalid_length(bytes.len(), &self))?;
                Ok(Digest32(array))
            }
        }
        deserializer.deserialize_bytes(Visitor)
    }
}

/// Why a digest could not be formed or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainError {
    /// The places of a step are not in ascending party order, or one party has two.
    PartyOrder {
        /// The party that stands where it must not.
        party: u8,
    },
    /// A step without any place.
    EmptyStep,
    /// The text of a digest has another length than 64.
    HexLength {
        /// Its length in bytes.
        length: usize,
    },
    /// The text of a digest has a character that is no lower-case hexadecimal digit.
    HexDigit {
        /// Its position, from 0.
        at: usize,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PartyOrder { party } => write!(
                f,
                "party {party} is out of order in its step; give each party of a step once, lowest number first"
            ),
            Self::EmptyStep => f.write_str("the step has no entries; a step holds at least one party's place"),
            Self::HexLength { length } => {
                write!(
                    f,
                    "the digest is {length} characters long; write all 64 hexadecimal digits"
                )
            }
            Self::HexDigit { at } => {
                write!(
                    f,
                    "character {at} of the digest is not one of 0-9 a-f; copy the digest again"
                )
            }
        }
    }
}

impl core::error::Error for ChainError {}

/// H(label; parts), as the [module](self) defines it.
#[must_use]
pub fn hash(label: Label, parts: &[&[u8]]) -> Digest32 {
    hash_parts(label, parts.len() as u64, parts.iter().copied())
}

/// `count` is the number of parts that the iterator yields.
fn hash_parts<'a>(label: Label, count: u64, parts: impl Iterator<Item = &'a [u8]>) -> Digest32 {
    let mut sha = Sha256::new();
    sha.update(PREFIX);
    sha.update(label.as_str());
    sha.update([0]);
    // Lists of 2³² parts do not fit into any message, so the count is exact.
    sha.update(u32::try_from(count).unwrap_or(u32::MAX).to_be_bytes());
    for part in parts {
        sha.update((part.len() as u64).to_be_bytes());
        sha.update(part);
    }
    Digest32(sha.finalize().into())
}

/// The commitment H(commitment; purpose, parts…).
///
/// It binds because SHA-256 is collision resistant, and hides only if a part is a secret of full entropy, such as
/// the 32-byte salt of [`lot`](crate::lot). `purpose` keeps commitments of different kinds apart.
#[must_use]
pub fn commit(purpose: &str, parts: &[&[u8]]) -> Digest32 {
    let all = core::iter::once(purpose.as_bytes()).chain(parts.iter().copied());
    hash_parts(Label::Commitment, parts.len() as u64 + 1, all)
}

/// The match id: H(match; closing), where `closing` is the canonical encoding of the host's closing of the table
/// without its signature (log.1).
#[must_use]
pub fn match_id(closing: &[u8]) -> Digest32 {
    hash(Label::Match, &[closing])
}

/// What stands in one party's place in the digest of a step.
///
/// Signatures are never part of it: two valid signatures of one header must not give two digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// The canonical header of the party's entry.
    Entry(&'a [u8]),
    /// The canonical content of the party's leave (log.11).
    Left(&'a [u8]),
    /// All others voted `absent` (log.6, log.7).
    Absent,
    /// The party signed two contents here and both branches were cut back (log.5).
    Equivocated,
}

impl<'a> Place<'a> {
    /// The byte that tells the kinds apart, and the content.
    const fn parts(self) -> (u8, &'a [u8]) {
        match self {
            Self::Entry(header) => (0, header),
            Self::Left(leave) => (1, leave),
            Self::Absent => (2, &[]),
            Self::Equivocated => (3, &[]),
        }
    }
}

/// Where a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepPosition {
    /// The match.
    pub match_id: Digest32,
    /// The epoch, from 0; every expulsion starts the next one (log.8).
    pub epoch: u32,
    /// The step, from 0 at genesis and counted through all epochs.
    pub step: u64,
    /// The digest of the step before; the match id at step 0.
    pub prev: Digest32,
}

/// The digest of a step: its position, then each awaited party's [`Place`] in party order.
///
/// H(step; match, u32(epoch), u64(step), prev, place₁, …) with place = u8(party) ‖ u8(kind) ‖ content. The position
/// is hashed here, though headers repeat it, because a step may consist of constants alone.
///
/// # Errors
///
/// [`ChainError::PartyOrder`] unless the parties ascend strictly, [`ChainError::EmptyStep`] if there are none.
pub fn step_digest(position: &StepPosition, places: &[(u8, Place<'_>)]) -> Result<Digest32, ChainError> {
    if places.is_empty() {
        return Err(ChainError::EmptyStep);
    }
    let mut last = None;
    let mut encoded = Vec::with_capacity(places.len());
    for &(party, place) in places {
        if last.is_some_and(|last| party <= last) {
            return Err(ChainError::PartyOrder { party });
        }
        last = Some(party);
        let (kind, content) = place.parts();
        let mut bytes = Vec::with_capacity(2 + content.len());
        bytes.extend([party, kind]);
        bytes.extend(content);
        encoded.push(bytes);
    }
    let (epoch, step) = (position.epoch.to_be_bytes(), position.step.to_be_bytes());
    let head: [&[u8]; 4] = [position.match_id.as_ref(), &epoch, &step, position.prev.as_ref()];
    let count = head.len() as u64 + encoded.len() as u64;
    Ok(hash_parts(
        Label::Step,
        count,
        head.into_iter().chain(encoded.iter().map(Vec::as_slice)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn position() -> StepPosition {
        StepPosition {
            match_id: match_id(b"closing"),
            epoch: 1,
            step: 7,
            prev: hash(Label::Step, &[b"before"]),
        }
    }

    #[test]
    fn the_definition_is_what_is_computed() {
        let mut input = b"majlis/v1/body\0".to_vec();
        input.extend([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3]);
        input.extend(b"abc");
        input.extend([0; 8]);
        let expected: [u8; 32] = Sha256::digest(&input).into();
        assert_eq!(hash(Label::Body, &[b"abc", b""]).as_bytes(), &expected);
    }

    #[test]
    fn labels_are_distinct_and_hold_no_zero_byte() {
        let labels: BTreeSet<_> = Label::ALL.iter().map(|label| label.as_str()).collect();
        assert_eq!(labels.len(), Label::ALL.len());
        for label in labels {
            assert!(label.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{label}");
        }
    }

    #[test]
    fn row06_lists_with_equal_concatenation_have_different_digests() {
        let lists: [&[&[u8]]; 8] = [
            &[b"abc"],
            &[b"ab", b"c"],
            &[b"a", b"bc"],
            &[b"abc", b""],
            &[b"", b"abc"],
            &[b"a", b"b", b"c"],
            &[],
            &[b""],
        ];
        let mut seen = BTreeSet::new();
        for label in Label::ALL {
            for list in lists {
                assert!(seen.insert(hash(label, list)), "{label:?} {list:?}");
            }
        }
        // A purpose cannot swallow the part that follows, nor a commitment pass for a hash of the same label with
        // one part less.
        assert_ne!(commit("ab", &[b"c"]), commit("a", &[b"bc"]));
        assert_ne!(commit("", &[]), hash(Label::Commitment, &[]));
    }

    #[test]
    fn row06_a_part_cannot_imitate_the_framing_of_two() {
        // One part that holds, byte for byte, what the framing of two parts puts into the hash.
        let mut imitation = b"a".to_vec();
        imitation.extend(1u64.to_be_bytes());
        imitation.extend(b"b");
        assert_ne!(hash(Label::Body, &[&imitation]), hash(Label::Body, &[b"a", b"b"]));
    }

    #[test]
    fn every_field_of_a_step_is_covered() {
        let base = position();
        let places = [(0, Place::Entry(b"header")), (2, Place::Absent)];
        let mut seen = BTreeSet::new();
        assert!(seen.insert(step_digest(&base, &places).unwrap()));
        for changed in [
            StepPosition {
                match_id: match_id(b"other"),
                ..base
            },
            StepPosition { epoch: 2, ..base },
            StepPosition { step: 8, ..base },
            StepPosition {
                prev: match_id(b"closing"),
                ..base
            },
        ] {
            assert!(seen.insert(step_digest(&changed, &places).unwrap()));
        }
        let variants: [&[(u8, Place<'_>)]; 9] = [
            &[(1, Place::Entry(b"header")), (2, Place::Absent)],
            &[(0, Place::Entry(b"headex")), (2, Place::Absent)],
            &[(0, Place::Left(b"header")), (2, Place::Absent)],
            &[(0, Place::Entry(b"header")), (2, Place::Equivocated)],
            &[(0, Place::Entry(b"header")), (3, Place::Absent)],
            &[(0, Place::Entry(b"header")), (2, Place::Entry(b""))],
            &[(0, Place::Entry(b"header"))],
            &[(2, Place::Absent)],
            &[(0, Place::Entry(b"header")), (1, Place::Absent), (2, Place::Absent)],
        ];
        for variant in variants {
            assert!(seen.insert(step_digest(&base, variant).unwrap()), "{variant:?}");
        }
    }

    #[test]
    fn parties_out_of_order_are_named() {
        let entry = Place::Entry(b"h");
        assert_eq!(
            step_digest(&position(), &[(1, entry), (0, entry)]),
            Err(ChainError::PartyOrder { party: 0 })
        );
        assert_eq!(
            step_digest(&position(), &[(1, entry), (1, entry)]),
            Err(ChainError::PartyOrder { party: 1 })
        );
        assert_eq!(step_digest(&position(), &[]), Err(ChainError::EmptyStep));
    }

    #[test]
    fn hexadecimal_is_read_as_it_is_written() {
        let digest = match_id(b"closing");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!(format!("{digest:?}"), digest.to_string());
        assert_eq!("ab".parse::<Digest32>(), Err(ChainError::HexLength { length: 2 }));
        let upper = digest.to_string().to_uppercase();
        assert!(matches!(upper.parse::<Digest32>(), Err(ChainError::HexDigit { .. })));
        let spoiled = format!("{}g", &digest.to_string()[..63]);
        assert_eq!(spoiled.parse::<Digest32>(), Err(ChainError::HexDigit { at: 63 }));
        // 64 bytes that are not 64 characters.
        assert_eq!("é".repeat(32).parse::<Digest32>(), Err(ChainError::HexDigit { at: 0 }));
    }
}
