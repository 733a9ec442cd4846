//! Points, levels, badges and statistics (common.5 to common.7), and on which matches each of them rests.

use std::collections::BTreeMap;

use majlis_crypto::chain::Digest32;
use majlis_referee::certificate::Came;
use majlis_rules::profile::{has_badge, points};
use majlis_rules::registry::GameId;

use super::fact::Key;
use super::matches::Known;
use super::rating::{Duel, Rating, rate};

/// What a person has done in one game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Matches won.
    pub won: u32,
    /// Matches shared.
    pub drawn: u32,
    /// Matches lost or left.
    pub lost: u32,
    /// Their points (common.5).
    pub points: u32,
}

impl Tally {
    /// All matches.
    #[must_use]
    pub const fn played(self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    const fn add(&mut self, game: GameId, came: Came) {
        let (count, outcome) = match came {
            Came::Win => (&mut self.won, majlis_rules::game::Outcome::Win),
            Came::Draw => (&mut self.drawn, majlis_rules::game::Outcome::Draw),
            Came::Loss => (&mut self.lost, majlis_rules::game::Outcome::Loss),
        };
        *count = count.saturating_add(1);
        self.points = self.points.saturating_add(points(game, outcome));
    }
}

/// The level that so many points give, from 1: level n begins at 50 · n · (n − 1) points, so each takes a hundred more than
/// the one before it.
#[must_use]
pub const fn level(points: u32) -> u32 {
    // n (n − 1) ≤ points / 50.
    let parts = points / 50;
    let mut level = parts.isqrt() + 1;
    if level * (level - 1) > parts {
        level -= 1;
    }
    level
}

/// The points at which a level begins.
#[must_use]
pub const fn level_begins(level: u32) -> u32 {
    let level = if level == 0 { 1 } else { level };
    50u32.saturating_mul(level).saturating_mul(level - 1)
}

/// What is known about a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub key: Key,
    /// The name used in most matches; it proves nothing.
    pub name: String,
    /// What was done in each game, all games in the order of the registry.
    pub games: Vec<(GameId, Tally)>,
    /// The place on the ladder; `None` before the first rated match.
    pub rating: Option<Rating>,
}

impl Person {
    /// Somebody about whom nothing is known.
    #[must_use]
    pub fn new(key: Key) -> Self {
        Self {
            key,
            name: String::new(),
            games: GameId::ALL.iter().map(|game| (*game, Tally::default())).collect(),
            rating: None,
        }
    }

    /// All points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.games
            .iter()
            .fold(0, |sum, (_, tally)| sum.saturating_add(tally.points))
    }

    /// The level that the points give.
    #[must_use]
    pub fn level(&self) -> u32 {
        level(self.points())
    }

    /// The games whose badge the person has (common.7).
    pub fn badges(&self) -> impl Iterator<Item = GameId> + '_ {
        let with_badge = self.games.iter().filter(|(_, tally)| has_badge(tally.won));
        with_badge.map(|(game, _)| *game)
    }

    /// What was done in one game.
    #[must_use]
    pub fn tally(&self, game: GameId) -> Tally {
        let found = self.games.iter().find(|(other, _)| *other == game);
        found.map_or(Tally::default(), |(_, tally)| *tally)
    }
}

/// A figure of a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The points, and the level.
    Points,
    /// The statistics of a game.
    Game(GameId),
    /// The badge of a game: its won matches.
    Badge(GameId),
    /// The rating.
    Rating,
}

/// Whether a match is among those on which a person's figure rests.
#[must_use]
pub fn rests_on(known: &Known, key: &Key, figure: Figure) -> bool {
    let came = known.came(key);
    match figure {
        Figure::Points => came.is_some(),
        Figure::Game(game) => came.is_some() && known.fact.game == game,
        Figure::Badge(game) => came == Some(Came::Win) && known.fact.game == game,
        Figure::Rating => came.is_some() && known.is_rated(),
    }
}

/// The matches that move the ladder.
fn duels(matches: &[Known], without: Option<Digest32>) -> Vec<Duel> {
    matches
        .iter()
        .filter(|known| known.is_rated() && Some(known.fact.match_id) != without)
        .filter_map(|known| match known.fact.parts.as_slice() {
            [one, two] => Some(Duel {
                persons: [one.key, two.key],
                first: one.came?,
            }),
            _ => None,
        })
        .collect()
}

/// What a person's rating would be without a match.
#[must_use]
pub fn rating_without(matches: &[Known], match_id: Digest32, key: &Key) -> i32 {
    let without = rate(&duels(matches, Some(match_id)));
    without.get(key).map_or(super::rating::START, |rating| rating.value)
}

/// What is known about everybody who was in a match, by key.
#[must_use]
pub fn people(matches: &[Known]) -> BTreeMap<Key, Person> {
    let ratings = rate(&duels(matches, None));
    let mut names: BTreeMap<Key, BTreeMap<&str, u32>> = BTreeMap::new();
    let mut people: BTreeMap<Key, Person> = BTreeMap::new();
    for known in matches {
        for part in &known.fact.parts {
            *names.entry(part.key).or_default().entry(&part.name).or_default() += 1;
            let person = people.entry(part.key).or_insert_with(|| Person {
                rating: ratings.get(&part.key).copied(),
                ..Person::new(part.key)
            });
            if let Some(came) = known.came(&part.key)
                && let Some((game, tally)) = person.games.iter_mut().find(|(game, _)| *game == known.fact.game)
            {
                tally.add(*game, came);
            }
        }
    }
    for (key, person) in &mut people {
        // The first of the alphabet, where several are used as often.
        let used = names.get(key).into_iter().flatten();
        let most = used.rev().max_by_key(|(_, count)| **count);
        if let Some((name, _)) = most {
            person.name = (*name).to_owned();
        }
    }
    people
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_where_they_are_said_to() {
        assert_eq!(
            [0, 99, 100, 299, 300, 599, 600, 1000].map(level),
            [1, 1, 2, 2, 3, 3, 4, 5]
        );
        for wanted in 1..9000 {
            assert_eq!(level(level_begins(wanted)), wanted);
            assert_eq!(level(level_begins(wanted + 1) - 1), wanted);
        }
        assert!(level(u32::MAX) > 9000);
    }
}
