//! Chance, drawn from a seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// A bot's own source of chance: xoshiro256++ (Blackman and Vigna, *Scrambled Linear Pseudorandom Number Generators*, 2021),
/// its state filled from the seed by `SplitMix64`. The same seed gives the same numbers on every platform. Good enough to
/// choose moves with, and for nothing secret.
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, each equally likely; 0 where `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = bound.max(1) as u64;
        // Words from here on are drawn again: without them every number has as many words as every other.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let word = self.0.next_u64();
            if word < limit {
                return (word % bound) as usize;
            }
        }
    }

    /// One of the items, each equally likely.
    pub(crate) fn pick<T>(&mut self, mut items: Vec<T>) -> Option<T> {
        let at = self.below(items.len());
        (at < items.len()).then(|| items.swap_remove(at))
    }

    /// One of the items with the highest score, each of those equally likely.
    pub(crate) fn best<T>(&mut self, items: impl IntoIterator<Item = T>, score: impl FnMut(&T) -> i32) -> Option<T> {
        self.good(items, 0, score)
    }

    /// One of the items whose score is at most `slack` below the highest, each of those equally likely.
    pub(crate) fn good<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        slack: i32,
        mut score: impl FnMut(&T) -> i32,
    ) -> Option<T> {
        let mut highest = i32::MIN;
        let mut good = Vec::new();
        for item in items {
            let score = score(&item);
            highest = highest.max(score);
            if score >= highest.saturating_sub(slack) {
                good.push((score, item));
            }
        }
        good.retain(|(score, _)| *score >= highest.saturating_sub(slack));
        self.pick(good).map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_are_pinned() {
        let mut dice = Dice::new(1);
        let drawn: Vec<usize> = (0..12).map(|_| dice.below(100)).collect();
        // Worked out by a second writing of xoshiro256++ and SplitMix64.
        assert_eq!(drawn, [87, 65, 44, 70, 80, 85, 23, 45, 20, 42, 1, 47]);
    }

    #[test]
    fn every_number_below_the_bound_comes_about_equally_often() {
        let mut dice = Dice::new(7);
        let mut counts = [0u32; 7];
        for _ in 0..7_000 {
            counts[dice.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(dice.below(0), 0);
    }

    #[test]
    fn the_best_is_one_of_the_highest() {
        let mut dice = Dice::new(3);
        let mut seen = [false; 2];
        for _ in 0..64 {
            let best = dice
                .best([("a", 1), ("b", 5), ("c", 5), ("d", -2)], |item| item.1)
                .unwrap();
            seen[usize::from(best.0 == "c")] = true;
            assert_eq!(best.1, 5);
        }
        assert_eq!(seen, [true, true]);
        let mut seen = [false; 4];
        for _ in 0..64 {
            let good = dice
                .good([("a", 4), ("b", 1), ("c", 5), ("d", 2)], 3, |item| item.1)
                .unwrap();
            seen[usize::from(good.0.as_bytes()[0] - b'a')] = true;
        }
        assert_eq!(seen, [true, false, true, true]);
        assert_eq!(dice.best([0u8; 0], |_| 0), None);
    }
}
