//! The rating ladder: Bradley–Terry strengths on the Elo scale. Why this system: `docs/decisions/rating.md`.
//!
//! A match in which a person of strength a meets one of strength b is won by the first with probability a / (a + b); a draw is
//! half a match won and half a match lost. The strengths of all are those that make what happened, together with two more matches
//! of everybody against somebody of strength 1, one won and one lost, as probable as can be. There is exactly one such set
//! of strengths, it does not depend on the order of the matches, and a won match never lowers its winner.
//!
//! It is found by the algorithm of Hunter (*MM algorithms for generalized Bradley–Terry models*, Annals of Statistics 32, 2004):
//!
//! ```text
//! s ← (w + 1) / (Σ n_j / (s + s_j) + 2 / (s + 1))
//! ```
//!
//! for one person after the other, w the matches won and n_j those against person j, until nothing moves any more. After each round the
//! strengths of people who are linked by matches are scaled together, so that the matches against strength 1 balance.
//!
//! The rating is 1500 + 400 log₁₀ s, rounded to an integer.
//!
//! # What is promised
//!
//! People are taken in the order of their keys, and matches as counts. Everything is computed with `+`, `×` and `÷` on IEEE 754 binary64, each
//! correctly rounded, and with the logarithm of the `libm` crate, which consists of the same. So the same set of matches gives the
//! same ratings, to the last bit, on every platform that Rust computes `f64` in binary64 on.
#![allow(
    clippy::float_arithmetic,
    reason = "a rating is a real number; the module says what is promised about it"
)]

use std::collections::BTreeMap;

use majlis_referee::certificate::Came;

use super::fact::Key;

/// The rating of somebody about whom nothing is known.
pub const START: i32 = 1500;

/// How many points of difference make odds of ten to one.
const SCALE: f64 = 400.0;

/// Strengths are found when none moves by more than this part of itself in a round; that is less than 10⁻⁷ points.
const STILL: f64 = 1e-10;

/// After this many rounds it is good enough.
const MAX_ROUNDS: u32 = 10_000;

/// A person's place on the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The rating.
    pub value: i32,
    /// How many matches it rests on.
    pub matches: u32,
}

/// A match between two persons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The two.
    pub persons: [Key; 2],
    /// How it came out for the first of them.
    pub first: Came,
}

struct Player {
    key: Key,
    /// Matches won, in halves.
    halves: u32,
    /// Matches against others, by their places.
    against: BTreeMap<usize, u32>,
    strength: f64,
    /// The place of somebody in the same group.
    group: usize,
}

/// The ratings of all who have played.
#[must_use]
pub fn rate(duels: &[Duel]) -> BTreeMap<Key, Rating> {
    let mut places: BTreeMap<Key, usize> = duels.iter().flat_map(|duel| duel.persons).map(|key| (key, 0)).collect();
    for (place, (_, at)) in places.iter_mut().enumerate() {
        *at = place;
    }
    let mut players: Vec<Player> = places
        .iter()
        .map(|(key, place)| Player {
            key: *key,
            halves: 0,
            against: BTreeMap::new(),
            strength: 1.0,
            group: *place,
        })
        .collect();
    for duel in duels {
        let (first, second) = match duel.first {
            Came::Win => (2, 0),
            Came::Draw => (1, 1),
            Came::Loss => (0, 2),
        };
        let [one, two] = duel.persons.map(|key| places.get(&key).copied());
        let (Some(one), Some(two)) = (one, two) else { continue };
        for (me, other, halves) in [(one, two, first), (two, one, second)] {
            if let Some(player) = players.get_mut(me) {
                player.halves = player.halves.saturating_add(halves);
                let count = player.against.entry(other).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    group(&mut players);
    for _ in 0..MAX_ROUNDS {
        if round(&mut players) <= STILL {
            break;
        }
    }
    players
        .iter()
        .map(|player| {
            let rating = Rating {
                value: value(player.strength),
                matches: player.against.values().fold(0, |sum, count| sum.saturating_add(*count)),
            };
            (player.key, rating)
        })
        .collect()
}

/// The rating that belongs to a strength.
fn value(strength: f64) -> i32 {
    // Strengths lie between 2⁻³³ and 2³³ with as many matches as can be counted, so the rating is far inside the range.
    (f64::from(START) + SCALE * libm::log10(strength)).round() as i32
}

/// Gives all who are linked by matches the same group: the lowest place among them.
fn group(players: &mut [Player]) {
    let mut seen = vec![false; players.len()];
    for lowest in 0..players.len() {
        let mut waiting = vec![lowest];
        while let Some(place) = waiting.pop() {
            let (Some(seen), Some(player)) = (seen.get_mut(place), players.get_mut(place)) else {
                continue;
            };
            if !*seen {
                *seen = true;
                player.group = lowest;
                waiting.extend(player.against.keys());
            }
        }
    }
}

/// Moves every strength once, and says by which part of itself the one moved that moved most.
fn round(players: &mut [Player]) -> f64 {
    let before: Vec<f64> = players.iter().map(|player| player.strength).collect();
    let mut now = before.clone();
    for (place, player) in players.iter().enumerate() {
        let own = player.strength;
        let met: f64 = player
            .against
            .iter()
            .filter_map(|(other, count)| Some(f64::from(*count) / (own + now.get(*other)?)))
            .sum();
        if let Some(strength) = now.get_mut(place) {
            *strength = (f64::from(player.halves) / 2.0 + 1.0) / (met + 2.0 / (own + 1.0));
        }
    }
    // By group: how many people, and what they have won against strength 1 by these strengths.
    let mut balance: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (player, strength) in players.iter().zip(&now) {
        let (people, lost) = balance.entry(player.group).or_default();
        *people += 1.0;
        *lost += 2.0 * strength / (strength + 1.0);
    }
    let mut moved: f64 = 0.0;
    for ((player, strength), before) in players.iter_mut().zip(&now).zip(&before) {
        let scale = balance.get(&player.group).map_or(1.0, |(people, lost)| people / lost);
        player.strength = strength * scale;
        moved = moved.max((player.strength / before - 1.0).abs());
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(one: u8, two: u8, first: Came) -> Duel {
        Duel {
            persons: [[one; 32], [two; 32]],
            first,
        }
    }

    fn values(duels: &[Duel]) -> Vec<i32> {
        rate(duels).into_values().map(|rating| rating.value).collect()
    }

    #[test]
    fn the_first_match() {
        // s with 2 = s² / (s² + 1) + 2 s / (s + 1).
        assert_eq!(values(&[duel(1, 2, Came::Win)]), [1592, 1408]);
        assert_eq!(values(&[duel(2, 1, Came::Loss)]), [1592, 1408]);
        assert_eq!(values(&[duel(1, 2, Came::Draw)]), [1500, 1500]);
        assert_eq!(values(&[]), Vec::<i32>::new());
    }

    #[test]
    fn who_beats_the_strong_is_stronger_than_who_beats_the_weak() {
        // 1 beats 2 often; 3 beats 1 once, 4 beats 2 once.
        let mut duels = vec![duel(1, 2, Came::Win); 10];
        duels.extend([duel(3, 1, Came::Win), duel(4, 2, Came::Win)]);
        let rated = values(&duels);
        assert!(rated[2] > rated[3] + 100, "{rated:?}");
    }

    /// Duels drawn from a small generator, so that the test needs no seed from outside.
    fn drawn(seed: u64, people: u8, count: usize) -> Vec<Duel> {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        (0..count)
            .map(|_| {
                let one = next(u64::from(people)) as u8;
                let two = (one + 1 + next(u64::from(people) - 1) as u8) % people;
                let first = [Came::Win, Came::Win, Came::Draw, Came::Loss][next(4) as usize];
                duel(one, two, first)
            })
            .collect()
    }

    #[test]
    fn order_changes_nothing() {
        for seed in 0..20 {
            let mut duels = drawn(seed, 8, 60);
            let rated = rate(&duels);
            duels.reverse();
            assert_eq!(rate(&duels), rated);
            for duel in &mut duels {
                duel.persons.reverse();
                duel.first = match duel.first {
                    Came::Win => Came::Loss,
                    Came::Draw => Came::Draw,
                    Came::Loss => Came::Win,
                };
            }
            assert_eq!(rate(&duels), rated);
        }
    }

    #[test]
    fn common_6_a_won_match_never_lowers_its_winner_nor_lifts_its_loser() {
        for seed in 0..40 {
            let duels = drawn(seed, 6, 30);
            let before = rate(&duels);
            for one in 0..6 {
                for two in (0..6).filter(|two| *two != one) {
                    let mut more = duels.clone();
                    more.push(duel(one, two, Came::Win));
                    let after = rate(&more);
                    let value = |rated: &BTreeMap<Key, Rating>, who: u8| {
                        rated.get(&[who; 32]).map_or(START, |rating| rating.value)
                    };
                    assert!(value(&after, one) >= value(&before, one), "{seed} {one} {two}");
                    assert!(value(&after, two) <= value(&before, two), "{seed} {one} {two}");
                }
            }
        }
    }

    #[test]
    fn it_ends_where_nothing_balances() {
        // A chain in which everybody beats the next, a thousand times.
        let duels: Vec<Duel> = (0..20)
            .flat_map(|who| vec![duel(who, who + 1, Came::Win); 1000])
            .collect();
        let rated = values(&duels);
        assert!(rated.windows(2).all(|pair| pair[0] > pair[1]), "{rated:?}");
    }
}
