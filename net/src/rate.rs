//! Rates: token buckets that are told the time.

use core::time::Duration;
use std::collections::BTreeMap;

/// How much of something is allowed: a burst at once, then one more each `refill`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many at once, at least 1.
    pub burst: u32,
    /// After how long one more is allowed; not zero.
    pub refill: Duration,
}

impl Rate {
    /// `count` a second (at least 1), and `burst` at once.
    #[must_use]
    pub const fn per_second(count: u32, burst: u32) -> Self {
        let count = if count == 0 { 1 } else { count };
        Self {
            burst,
            refill: Duration::from_nanos(1_000_000_000 / count as u64),
        }
    }
}

/// A bucket of tokens, full at first. Times are those of a monotonic clock; one that goes back gives nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenBucket {
    rate: Rate,
    /// When the bucket will be (or was) full, which says all: a token taken moves it by one refill.
    full_at: Duration,
}

impl TokenBucket {
    /// A full bucket.
    #[must_use]
    pub const fn new(rate: Rate) -> Self {
        Self {
            rate,
            full_at: Duration::ZERO,
        }
    }

    /// Takes a token if there is one.
    pub fn take(&mut self, now: Duration) -> bool {
        let full_at = self.full_at.max(now).saturating_add(self.rate.refill);
        let allowed = full_at <= now.saturating_add(self.rate.refill.saturating_mul(self.rate.burst));
        if allowed {
            self.full_at = full_at;
        }
        allowed
    }

    /// Whether nothing is owed to it any more, so that it may be forgotten.
    #[must_use]
    pub fn is_full(&self, now: Duration) -> bool {
        self.full_at <= now
    }
}

/// A bucket for each of many, with a bound on how many are remembered.
#[derive(Clone, Debug)]
pub struct Buckets<K> {
    rate: Rate,
    most: usize,
    of: BTreeMap<K, TokenBucket>,
}

impl<K: Ord + Clone> Buckets<K> {
    /// No bucket yet; at most `most` at a time.
    #[must_use]
    pub const fn new(rate: Rate, most: usize) -> Self {
        Self {
            rate,
            most,
            of: BTreeMap::new(),
        }
    }

    /// Takes a token of `key`. Where too many others are being counted it is refused, so that inventing names does not get
    /// around the rate.
    pub fn take(&mut self, key: &K, now: Duration) -> bool {
        if let Some(bucket) = self.of.get_mut(key) {
            return bucket.take(now);
        }
        if self.of.len() >= self.most {
            self.of.retain(|_, bucket| !bucket.is_full(now));
            if self.of.len() >= self.most {
                return false;
            }
        }
        let mut bucket = TokenBucket::new(self.rate);
        let allowed = bucket.take(now);
        self.of.insert(key.clone(), bucket);
        allowed
    }

    /// How many are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RATE: Rate = Rate {
        burst: 3,
        refill: Duration::from_secs(1),
    };

    #[test]
    fn a_burst_then_one_each_refill() {
        let mut bucket = TokenBucket::new(RATE);
        let at = Duration::from_millis;
        let taken: Vec<bool> = [
            0, 0, 0, 0, 999, 1000, 1000, 2500, 3000, 100_000, 100_000, 100_000, 100_000,
        ]
        .map(|ms| bucket.take(at(ms)))
        .into();
        let expected = [
            true, true, true, false, false, true, false, true, true, true, true, true, false,
        ];
        assert_eq!(taken, expected);
        // A clock that goes back gives nothing and breaks nothing.
        assert!(!bucket.take(at(5)));
    }

    #[test]
    fn invented_names_do_not_get_around_the_bound() {
        let mut buckets = Buckets::new(RATE, 10);
        let allowed = (0..1000u32).filter(|name| buckets.take(name, Duration::ZERO)).count();
        assert_eq!((allowed, buckets.len()), (10, 10));
        assert!(buckets.take(&5000, Duration::from_secs(60)));
        assert_eq!(buckets.len(), 1);
    }

    proptest! {
        #[test]
        fn never_more_than_the_rate(mut times in prop::collection::vec(0u64..20_000, 1..200)) {
            times.sort_unstable();
            let mut bucket = TokenBucket::new(RATE);
            let taken: Vec<u64> = times.into_iter().filter(|ms| bucket.take(Duration::from_millis(*ms))).collect();
            for (from, first) in taken.iter().enumerate() {
                for (to, last) in taken.iter().enumerate().skip(from) {
                    let most = u64::from(RATE.burst) + (last - first) / 1000;
                    prop_assert!((to - from + 1) as u64 <= most);
                }
            }
        }
    }
}
