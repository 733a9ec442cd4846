//! A uniform permutation, drawn and applied in constant time.
//!
//! The shuffle of Fisher and Yates (Durstenfeld's form): for i from N − 1 down to 1, swap i with a
//! uniform j ≤ i. A j is drawn by rejection: a random byte, cut to the bits that i needs, is taken
//! if it is at most i and thrown away otherwise. Every j ≤ i has the same number of bytes, so the
//! permutation is exactly uniform if the bytes are.
//!
//! How many bytes are thrown away is independent of those that are taken. Swaps and look-ups read
//! and write every place, so that no address depends on the permutation.

use rand_core::CryptoRng;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A secret permutation of at most 256 places. It is wiped when dropped, and nothing prints it.
///
/// ```compile_fail,E0277
/// fn prints<T: core::fmt::Debug>() {}
/// prints::<majlis_crypto::shuffle::Permutation>();
/// ```
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Permutation(Vec<u8>);

impl Permutation {
    /// Draws a uniform permutation of `count` places, at most 256.
    pub(super) fn draw(count: usize, rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        let mut places: Vec<u8> = (0..=u8::MAX).take(count).collect();
        // Slices of 2, 3, … places in turn: the last place of each is i.
        let mut ends: Vec<u8> = (1..=u8::MAX).take(count.saturating_sub(1)).collect();
        while let Some(i) = ends.pop() {
            let j = index(i, || {
                let mut byte = Zeroizing::new([0]);
                rng.fill_bytes(byte.as_mut());
                let [byte] = *byte;
                byte
            });
            swap(&mut places, i, j);
        }
        Self(places)
    }

    /// A given map, permutation or not.
    #[cfg(test)]
    pub(super) fn of(sources: Vec<u8>) -> Self {
        Self(sources)
    }

    /// For each place of the output, the place of the input its card came from, from 0.
    #[must_use]
    pub fn sources(&self) -> &[u8] {
        &self.0
    }
}

/// A uniform number from 0 to `last`, by rejection.
fn index(last: u8, mut byte: impl FnMut() -> u8) -> u8 {
    let mask = u8::MAX.checked_shr(last.leading_zeros()).unwrap_or(0);
    loop {
        let candidate = byte() & mask;
        if candidate <= last {
            return candidate;
        }
    }
}

/// Swaps the places `i` and `j`, reading and writing all of them.
fn swap(places: &mut [u8], i: u8, j: u8) {
    let (at_i, at_j) = (select(places, i), select(places, j));
    for (place, at) in places.iter_mut().zip(0..=u8::MAX) {
        place.conditional_assign(&at_i, at.ct_eq(&j));
        place.conditional_assign(&at_j, at.ct_eq(&i));
    }
}

/// The item at the secret place `index`, reading all of them. The default value if there is none.
pub(super) fn select<T: ConditionallySelectable + Default>(items: &[T], index: u8) -> T {
    let mut selected = T::default();
    for (item, at) in items.iter().zip(0..=u8::MAX) {
        selected.conditional_assign(item, at.ct_eq(&index));
    }
    selected
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn row08_every_index_is_drawn_from_equally_many_bytes() {
        for last in 1..=u8::MAX {
            let mut counts = vec![0u32; usize::from(last) + 1];
            for byte in 0..=u8::MAX {
                // 0 ends the draw if `byte` itself is thrown away.
                let mut taken = None;
                let mut bytes = [byte, 0].into_iter();
                let drawn = index(last, || {
                    let next = bytes.next().unwrap();
                    taken = Some(next);
                    next
                });
                if bytes.len() == 1 {
                    assert_eq!(taken, Some(byte));
                    counts[usize::from(drawn)] += 1;
                }
            }
            assert!(counts[0] > 0);
            assert!(counts.iter().all(|&count| count == counts[0]), "{last}");
        }
    }

    #[test]
    fn row08_shuffles_of_4_cards_are_uniform() {
        let mut rng = StdRng::seed_from_u64(8);
        let rounds = 240_000;
        let mut counts: BTreeMap<Vec<u8>, i64> = BTreeMap::new();
        for _ in 0..rounds {
            let drawn = Permutation::draw(4, &mut rng);
            *counts.entry(drawn.sources().to_vec()).or_default() += 1;
        }
        assert_eq!(counts.len(), 24);
        // Chi-square with 23 degrees of freedom; the seed is fixed, and 49.7 is exceeded once in a
        // thousand seeds. Scaled by the expected count, so that it stays in whole numbers.
        let expected = rounds / 24;
        let scaled: i64 = counts.values().map(|count| (count - expected).pow(2)).sum();
        assert!(scaled * 10 < 497 * expected, "{scaled} / {expected}");
    }

    #[test]
    fn every_size_is_permuted() {
        let mut rng = StdRng::seed_from_u64(1);
        for count in 0..=256 {
            let mut sources = Permutation::draw(count, &mut rng).sources().to_vec();
            sources.sort_unstable();
            assert!(sources.into_iter().map(usize::from).eq(0..count));
        }
    }

    #[test]
    fn a_swap_is_a_swap() {
        for i in 0..5 {
            for j in 0..5 {
                let mut places = [10, 11, 12, 13, 14];
                let mut expected = places;
                expected.swap(usize::from(i), usize::from(j));
                swap(&mut places, i, j);
                assert_eq!(places, expected);
            }
        }
    }
}
