//! Adding up the bits of many sets.

use core::array;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor};

/// A word of a bit set.
pub(super) trait Word:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + BitAndAssign + BitOrAssign
{
    /// No bit set.
    const NONE: Self;
    /// All bits set.
    const ALL: Self;

    /// How many bits are set in all of `words`; there must be fewer than 4,096.
    fn ones<const N: usize>(words: &[Self; N]) -> u64;
}

macro_rules! word {
    ($($int:ty)+) => {$(
        impl Word for $int {
            const NONE: Self = 0;
            const ALL: Self = Self::MAX;

            // Bits are summed in fields of 2, 4, 8 and 16 bits (Hacker's Delight, section 5-1), written so that the
            // compiler counts several words at a time. Processors have an instruction for one word, but programs that are
            // to run on all of them are compiled without it.
            fn ones<const N: usize>(words: &[Self; N]) -> u64 {
                let mut fields = *words;
                for word in &mut fields {
                    *word -= *word >> 1 & Self::MAX / 3;
                    *word = (*word & Self::MAX / 5) + (*word >> 2 & Self::MAX / 5);
                    *word = (*word + (*word >> 4)) & Self::MAX / 17;
                    *word = (*word & Self::MAX / 257) + (*word >> 8 & Self::MAX / 257);
                }
                let sums: Self = fields.into_iter().sum();
                (0..Self::BITS / 16).map(|field| u64::from(sums >> (16 * field) & 0xffff)).sum()
            }
        }
    )+};
}

word!(u16 u32 u64);

/// A sum of the bits of many sets of N words. Eight at a time are added into counters that stand upright, a bit of each count
/// in a word, so that just one word in eight has its bits counted (carry-save adders in the manner of Harley and Seal; see
/// Warren, *Hacker's Delight*, 2nd edition, section 5-1).
pub(super) struct Tally<W, const N: usize> {
    waiting: [[W; N]; 8],
    waits: usize,
    ones: [W; N],
    twos: [W; N],
    fours: [W; N],
    eights: u64,
}

impl<W: Word, const N: usize> Tally<W, N> {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        let none = [W::NONE; N];
        Self {
            waiting: [none; 8],
            waits: 0,
            ones: none,
            twos: none,
            fours: none,
            eights: 0,
        }
    }

    /// Adds the bits of `set`.
    pub(super) fn add(&mut self, set: &[W; N]) {
        self.waiting[self.waits % 8] = *set;
        self.waits += 1;
        if self.waits == 8 {
            self.carry();
        }
    }

    fn carry(&mut self) {
        let Self {
            waiting,
            ones,
            twos,
            fours,
            ..
        } = self;
        let [a, b, c, d, e, f, g, h] = waiting;
        // No index can be out of range here, and the compiler sees it and takes several words at a time.
        let eights: [W; N] = array::from_fn(|i| {
            let (low, twos_a) = add(ones[i], a[i], b[i]);
            let (low, twos_b) = add(low, c[i], d[i]);
            let (middle, fours_a) = add(twos[i], twos_a, twos_b);
            let (low, twos_a) = add(low, e[i], f[i]);
            let (low, twos_b) = add(low, g[i], h[i]);
            let (middle, fours_b) = add(middle, twos_a, twos_b);
            let (high, eights) = add(fours[i], fours_a, fours_b);
            (ones[i], twos[i], fours[i]) = (low, middle, high);
            eights
        });
        self.eights += W::ones(&eights);
        self.waits = 0;
    }

    /// How many bits there were in all.
    pub(super) fn total(mut self) -> u64 {
        if self.waits > 0 {
            let waits = self.waits;
            self.waiting.iter_mut().skip(waits).for_each(|set| *set = [W::NONE; N]);
            self.carry();
        }
        8 * self.eights + 4 * W::ones(&self.fours) + 2 * W::ones(&self.twos) + W::ones(&self.ones)
    }
}

/// Adds three bits in each place: the sums' low bits and their high bits.
fn add<W: Word>(a: W, b: W, c: W) -> (W, W) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_as_counting_one_by_one_does() {
        let mut bits = 1_u64;
        for sets in 0..40 {
            let mut tally = Tally::<u64, 3>::new();
            let mut expected = 0;
            for _ in 0..sets {
                let set = array::from_fn(|_| {
                    bits = bits
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    bits
                });
                expected += set.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
                tally.add(&set);
            }
            assert_eq!(tally.total(), expected, "{sets} sets");
        }
    }
}
