//! ristretto255: points, scalars and ciphertexts, their strict decoding, and the constants that
//! are hashed to the group.
//!
//! Encodings are those of RFC 9496: 32 bytes a point, 32 bytes little-endian a scalar. Each value
//! has exactly one encoding; every other string of 32 bytes is refused.
//!
//! Constants come from [`hash_to_group`] on constant labels, so that nobody knows a logarithm
//! between any two of them:
//!
//! | what | label |
//! | --- | --- |
//! | a card face | `majlis/face/v1/<kind>/<face>` |
//! | H | `majlis/base/v1/H` |
//! | commitment base i of the shuffle, from 0 | `majlis/base/v1/shuffle/<i>` |
//!
//! G is the base point of RFC 9496.

use core::fmt;
use std::sync::LazyLock;

use curve25519_dalek::constants::{RISTRETTO_BASEPOINT_COMPRESSED, RISTRETTO_BASEPOINT_POINT};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use sha2::{Digest, Sha512};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::error::ProofError;

/// The length in bytes of an encoded point or scalar.
pub const WIDTH: usize = 32;

/// The most commitment bases that a shuffle uses: the longest row of a pack of [`MAX_CARDS`].
pub const MAX_BASES: usize = MAX_CARDS;

/// The most cards a pack can have: two packs of 52.
pub const MAX_CARDS: usize = 104;

/// A public point together with its canonical encoding, so that neither is ever computed twice.
#[derive(Clone, Copy)]
pub struct Element {
    point: RistrettoPoint,
    bytes: CompressedRistretto,
}

impl Element {
    /// The identity O.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            point: RistrettoPoint::default(),
            bytes: CompressedRistretto([0; WIDTH]),
        }
    }

    /// Encodes a point.
    #[must_use]
    pub fn new(point: RistrettoPoint) -> Self {
        Self {
            bytes: point.compress(),
            point,
        }
    }

    /// Doubles points and encodes the results, at a third of the price of encoding each alone.
    ///
    /// Whoever computes a point as a sum of multiples gets the half of it by halving the scalars.
    #[must_use]
    pub fn double_batch(halves: &[RistrettoPoint]) -> Vec<Self> {
        RistrettoPoint::double_and_compress_batch(halves)
            .into_iter()
            .zip(halves)
            .map(|(bytes, half)| Self {
                point: half + half,
                bytes,
            })
            .collect()
    }

    /// Decodes a point; the identity is accepted.
    ///
    /// # Errors
    ///
    /// [`ProofError::Point`], naming `what` and `position`, unless the bytes are canonical.
    pub fn decode(bytes: &[u8; WIDTH], what: &'static str, position: usize) -> Result<Self, ProofError> {
        let bytes = CompressedRistretto(*bytes);
        match bytes.decompress() {
            Some(point) => Ok(Self { point, bytes }),
            None => Err(ProofError::Point { what, position }),
        }
    }

    /// Decodes a point other than the identity.
    ///
    /// # Errors
    ///
    /// [`ProofError::Point`] or [`ProofError::Identity`], naming `what` and `position`.
    pub fn decode_non_identity(bytes: &[u8; WIDTH], what: &'static str, position: usize) -> Result<Self, ProofError> {
        Self::decode(bytes, what, position)?.non_identity(what, position)
    }

    /// The element itself, unless it is the identity.
    ///
    /// # Errors
    ///
    /// [`ProofError::Identity`], naming `what` and `position`.
    pub fn non_identity(self, what: &'static str, position: usize) -> Result<Self, ProofError> {
        if self.is_identity() {
            Err(ProofError::Identity { what, position })
        } else {
            Ok(self)
        }
    }

    /// Whether this is O.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.bytes.0 == [0; WIDTH]
    }

    /// The point.
    #[must_use]
    pub fn point(&self) -> &RistrettoPoint {
        &self.point
    }

    /// The canonical encoding.
    #[must_use]
    pub fn bytes(&self) -> &[u8; WIDTH] {
        self.bytes.as_bytes()
    }
}

/// Two elements are equal when their canonical encodings are. Elements are public, so the time this
/// takes tells nothing.
impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Element {}

impl ConstantTimeEq for Element {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.bytes.ct_eq(&other.bytes)
    }
}

impl fmt::Debug for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Element(")?;
        for byte in self.bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

/// An ElGamal ciphertext (c₁, c₂) = (ρG, M + ρY) under the pack key Y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ciphertext {
    /// ρG.
    pub c1: Element,
    /// M + ρY.
    pub c2: Element,
}

impl Ciphertext {
    /// The length in bytes of an encoded ciphertext.
    pub const BYTES: usize = 2 * WIDTH;

    /// The ciphertext of an open card: (O, M).
    #[must_use]
    pub fn open(face: Element) -> Self {
        Self {
            c1: Element::identity(),
            c2: face,
        }
    }

    /// c₁ followed by c₂.
    #[must_use]
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let mut out = [0; Self::BYTES];
        let (c1, c2) = out.split_at_mut(WIDTH);
        c1.copy_from_slice(self.c1.bytes());
        c2.copy_from_slice(self.c2.bytes());
        out
    }
}

/// A secret scalar. It is wiped when dropped, and nothing prints it.
///
/// ```compile_fail,E0277
/// fn prints<T: core::fmt::Debug>() {}
/// prints::<majlis_crypto::group::SecretScalar>();
/// ```
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct SecretScalar(Scalar);

impl SecretScalar {
    /// Takes a scalar into keeping.
    #[must_use]
    pub fn new(scalar: Scalar) -> Self {
        Self(scalar)
    }

    /// The scalar, for constant-time work only.
    #[must_use]
    pub fn expose(&self) -> &Scalar {
        &self.0
    }
}

/// Decodes a scalar.
///
/// # Errors
///
/// [`ProofError::Scalar`], naming `what` and `position`, unless the value is below ℓ.
pub fn decode_scalar(bytes: &[u8; WIDTH], what: &'static str, position: usize) -> Result<Scalar, ProofError> {
    Option::from(Scalar::from_canonical_bytes(*bytes)).ok_or(ProofError::Scalar { what, position })
}

/// Reads points and scalars from an encoding whose length is known beforehand.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts to read `bytes`, which must be `count` points and scalars, no byte more or less.
    ///
    /// # Errors
    ///
    /// [`ProofError::Length`] in bytes, naming `what`.
    pub fn new(bytes: &'a [u8], count: usize, what: &'static str) -> Result<Self, ProofError> {
        let expected = count.saturating_mul(WIDTH);
        if bytes.len() == expected {
            Ok(Self { rest: bytes })
        } else {
            Err(ProofError::Length {
                what,
                expected,
                found: bytes.len(),
            })
        }
    }

    fn take(&mut self, what: &'static str) -> Result<&'a [u8; WIDTH], ProofError> {
        let Some((head, rest)) = self.rest.split_first_chunk() else {
            return Err(ProofError::Length {
                what,
                expected: WIDTH,
                found: self.rest.len(),
            });
        };
        self.rest = rest;
        Ok(head)
    }

    /// The next 32 bytes as a point, which may be the identity.
    ///
    /// # Errors
    ///
    /// As [`Element::decode`]; [`ProofError::Length`] past the end.
    pub fn element(&mut self, what: &'static str, position: usize) -> Result<Element, ProofError> {
        Element::decode(self.take(what)?, what, position)
    }

    /// The next `count` points, which may be the identity.
    ///
    /// # Errors
    ///
    /// As [`Reader::element`].
    pub fn elements(&mut self, what: &'static str, count: usize) -> Result<Vec<Element>, ProofError> {
        (0..count).map(|i| self.element(what, i)).collect()
    }

    /// The next 32 bytes as a scalar.
    ///
    /// # Errors
    ///
    /// As [`decode_scalar`]; [`ProofError::Length`] past the end.
    pub fn scalar(&mut self, what: &'static str, position: usize) -> Result<Scalar, ProofError> {
        decode_scalar(self.take(what)?, what, position)
    }

    /// The next `count` scalars.
    ///
    /// # Errors
    ///
    /// As [`Reader::scalar`].
    pub fn scalars(&mut self, what: &'static str, count: usize) -> Result<Vec<Scalar>, ProofError> {
        (0..count).map(|i| self.scalar(what, i)).collect()
    }

    /// The next 64 bytes as a ciphertext, either half of which may be the identity.
    ///
    /// # Errors
    ///
    /// As [`Reader::element`].
    pub fn ciphertext(&mut self, what: &'static str, position: usize) -> Result<Ciphertext, ProofError> {
        Ok(Ciphertext {
            c1: self.element(what, position)?,
            c2: self.element(what, position)?,
        })
    }
}

/// Encodes points, then scalars, as a [`Reader`] reads them.
#[must_use]
pub fn encode<'a>(
    elements: impl IntoIterator<Item = &'a Element>,
    scalars: impl IntoIterator<Item = &'a Scalar>,
) -> Vec<u8> {
    let elements = elements.into_iter().map(Element::bytes);
    elements
        .chain(scalars.into_iter().map(Scalar::as_bytes))
        .flatten()
        .copied()
        .collect()
}

/// Σ sᵢ·Pᵢ over public points and scalars, of which there must be equally many.
pub(crate) fn combine(scalars: &[Scalar], elements: &[Element]) -> RistrettoPoint {
    RistrettoPoint::vartime_multiscalar_mul(scalars, elements.iter().map(Element::point))
}

/// Hashes a label to the group: the element derivation of RFC 9496 §4.3.4 applied to the 64 bytes of
/// SHA-512 of the label.
#[must_use]
pub fn hash_to_group(label: &str) -> Element {
    let digest: [u8; 64] = Sha512::digest(label.as_bytes()).into();
    Element::new(RistrettoPoint::from_uniform_bytes(&digest))
}

/// The point of a card face: [`hash_to_group`] of `majlis/face/v1/<kind>/<face>`.
///
/// `kind` is the kind of the pack and contains no `/`, so that no two pairs share a label.
#[must_use]
pub fn face(kind: &str, face: &str) -> Element {
    hash_to_group(&format!("majlis/face/v1/{kind}/{face}"))
}

/// G, the base point of RFC 9496, to which keys belong.
#[must_use]
pub fn g() -> Element {
    Element {
        point: RISTRETTO_BASEPOINT_POINT,
        bytes: RISTRETTO_BASEPOINT_COMPRESSED,
    }
}

/// H, the second base of a commitment to a card.
#[must_use]
pub fn h() -> &'static Element {
    static H: LazyLock<Element> = LazyLock::new(|| hash_to_group("majlis/base/v1/H"));
    &H
}

/// The [`MAX_BASES`] commitment bases of the shuffle.
#[must_use]
pub fn shuffle_bases() -> &'static [Element] {
    static BASES: LazyLock<Vec<Element>> = LazyLock::new(|| {
        (0..MAX_BASES)
            .map(|i| hash_to_group(&format!("majlis/base/v1/shuffle/{i}")))
            .collect()
    });
    &BASES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row04_points_and_scalars_decode_only_canonically() {
        let order = {
            let mut bytes = (-Scalar::ONE).to_bytes();
            bytes[0] += 1;
            bytes
        };
        assert_eq!(
            decode_scalar(&order, "x", 3),
            Err(ProofError::Scalar { what: "x", position: 3 })
        );
        assert_eq!(decode_scalar(&(-Scalar::ONE).to_bytes(), "x", 0), Ok(-Scalar::ONE));
        // p + 0, the field's second name for the identity; an odd ("negative") encoding; not square.
        let mut p = [0xff; 32];
        p[0] = 0xed;
        p[31] = 0x7f;
        let mut negative = *g().bytes();
        negative[0] |= 1;
        for bytes in [p, negative, [0xff; 32]] {
            assert_eq!(
                Element::decode(&bytes, "c", 1),
                Err(ProofError::Point { what: "c", position: 1 })
            );
        }
        assert_eq!(Element::decode(&[0; 32], "c", 0), Ok(Element::identity()));
        assert_eq!(
            Element::decode_non_identity(&[0; 32], "c", 2),
            Err(ProofError::Identity { what: "c", position: 2 })
        );
    }

    #[test]
    fn row05_a_reader_takes_the_exact_length() {
        for len in 0..130 {
            let bytes = vec![0; len];
            let read = Reader::new(&bytes, 2, "proof");
            assert_eq!(read.is_ok(), len == 64, "{len}");
            if let Ok(mut reader) = read {
                assert!(reader.ciphertext("c", 0).is_ok());
                assert!(matches!(reader.scalar("s", 0), Err(ProofError::Length { .. })));
            }
        }
    }

    #[test]
    fn doubling_in_a_batch_is_doubling() {
        let halves = [*g().point(), RistrettoPoint::default(), *h().point()];
        for (half, element) in halves.iter().zip(Element::double_batch(&halves)) {
            assert_eq!(element, Element::new(half + half));
            assert_eq!(element.point(), &(half + half));
        }
    }
}
