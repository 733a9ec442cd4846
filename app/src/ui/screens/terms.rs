//! What is played at a table and how, in words.

use majlis_referee::agreement::Clock;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::ui::words::Words;

/// How many persons play at such a table.
#[must_use]
pub fn persons(game: GameId, table: &Table) -> u8 {
    match (game, option(table, "persons")) {
        (GameId::Jackaroo, Some(OptionValue::Number(2))) => 2,
        _ => table.seats,
    }
}

fn option(table: &Table, key: &str) -> Option<OptionValue> {
    let mut options = table.options.iter();
    options.find(|(own, _)| *own == key).map(|(_, value)| value)
}

/// The time for a turn: two minutes, no clock.
#[must_use]
pub fn clock(words: &Words, clock: Clock) -> String {
    match clock.turn {
        None => words.get("open-clock-none"),
        Some(seconds) if seconds % 60 == 0 => minutes(words, seconds / 60),
        Some(seconds) => words.with("open-clock-seconds", &[("seconds", i64::from(seconds).into())]),
    }
}

/// So many minutes.
#[must_use]
pub fn minutes(words: &Words, minutes: u32) -> String {
    words.with("open-clock-minutes", &[("minutes", i64::from(minutes).into())])
}

/// So many players.
#[must_use]
pub fn players(words: &Words, persons: u8) -> String {
    words.with("open-players", &[("count", i64::from(persons).into())])
}

/// What the host has chosen of what the game lets one choose: partners or each alone, the quick game or the full board.
#[must_use]
pub fn variant(words: &Words, game: GameId, table: &Table) -> Option<String> {
    let name = match game {
        GameId::Domino if table.seats == 4 => match option(table, "partners") {
            Some(OptionValue::Flag(true)) => "home-partners",
            _ => "home-alone",
        },
        GameId::Jackaroo => match option(table, "marbles") {
            Some(OptionValue::Number(4)) => "home-full",
            _ => "home-quick",
        },
        _ => return None,
    };
    Some(words.get(name))
}

/// Everything that was chosen, in one line: players, variant, clock.
#[must_use]
pub fn line(words: &Words, game: GameId, table: &Table, own_clock: Clock) -> String {
    let mut parts = vec![players(words, persons(game, table))];
    parts.extend(variant(words, game, table));
    parts.push(clock(words, own_clock));
    joined(&parts)
}

/// Parts of a line, with a dot between them.
#[must_use]
pub fn joined(parts: &[String]) -> String {
    parts.join(" · ")
}
