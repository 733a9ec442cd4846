//! Sitting down, before there is a match: who sits at a table and on what terms, until its host closes it. Sans-IO.
//!
//! The host decides alone who sits where; a guest asks him and is told how the table stands after every change. When all seats are
//! taken and everybody is ready, the host signs the closing, and the match begins. Nobody is bound before: a match of which the closing
//! is not what a guest was shown never begins at his side.

use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::{Clock, MAX_CLOCK};
use majlis_rules::game::Game as _;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::name;
use crate::table_id::TableId;
use crate::wire::{WireSeating, WireSitter, WireTerms, WireValue};

pub(crate) mod guest;
pub(crate) mod host;
pub(crate) mod pace;
mod refusal;
#[cfg(test)]
mod tests;

pub use self::refusal::{BadClosing, Refusal, TermsError};

/// What is played at a table, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The game.
    pub game: GameId,
    /// Seats and options.
    pub table: Table,
    /// Clock and grace.
    pub clock: Clock,
    /// Whether seats are chosen while the table is open; otherwise all are drawn by lot (common.3).
    pub chosen: bool,
    /// Whether people who do not play may watch.
    pub watchers: bool,
}

impl Terms {
    /// A table of a game with so many seats, with the usual clock, seats by lot, and nobody watching.
    #[must_use]
    pub fn new(game: GameId, table: Table) -> Self {
        Self {
            game,
            table,
            clock: Clock::default(),
            chosen: false,
            watchers: false,
        }
    }

    /// How many persons play.
    ///
    /// # Errors
    /// Where no match can be played on these terms.
    pub fn persons(&self) -> Result<usize, TermsError> {
        if self.clock.turn.is_some_and(|turn| turn == 0 || turn > MAX_CLOCK) || self.clock.grace > MAX_CLOCK {
            return Err(TermsError::Clock);
        }
        let start = self.game.start(&self.table).map_err(TermsError::Table)?;
        Ok(start.persons().len())
    }

    pub(crate) fn to_wire(&self) -> WireTerms {
        let value = |value| match value {
            OptionValue::Flag(flag) => WireValue::Flag(flag),
            OptionValue::Number(number) => WireValue::Number(number),
        };
        WireTerms {
            game: self.game.id().to_owned(),
            seats: self.table.seats,
            options: (self.table.options.iter())
                .map(|(key, option)| (key.to_owned(), value(option)))
                .collect(),
            turn: self.clock.turn,
            grace: self.clock.grace,
            chosen: self.chosen,
            watchers: self.watchers,
        }
    }

    /// Reads terms that came from somebody.
    ///
    /// # Errors
    /// Where no match can be played on them.
    pub(crate) fn from_wire(wire: &WireTerms) -> Result<Self, TermsError> {
        let mut table = Table::new(wire.seats);
        for (key, value) in &wire.options {
            let value = match *value {
                WireValue::Flag(flag) => OptionValue::Flag(flag),
                WireValue::Number(number) => OptionValue::Number(number),
            };
            table.options.set(key.clone(), value);
        }
        let terms = Self {
            game: wire.game.parse().map_err(TermsError::Game)?,
            table,
            clock: Clock {
                turn: wire.turn,
                grace: wire.grace,
            },
            chosen: wire.chosen,
            watchers: wire.watchers,
        };
        terms.persons()?;
        Ok(terms)
    }
}

/// Somebody at a table that is not closed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitter {
    /// Who.
    pub identity: IdentityKey,
    /// The name shown beside the key; it proves nothing.
    pub name: String,
    /// The place that was chosen, from 0.
    pub chosen: Option<u8>,
    /// Whether the match may begin as far as this person is concerned.
    pub ready: bool,
}

/// How a table stands that is not closed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// Which table.
    pub table: TableId,
    /// The terms.
    pub terms: Terms,
    /// Who sits at it, the host first, then in the order in which they came.
    pub sitters: Vec<Sitter>,
    /// How many persons play.
    pub persons: usize,
}

impl Seating {
    /// How many seats are free.
    #[must_use]
    pub fn free(&self) -> usize {
        self.persons.saturating_sub(self.sitters.len())
    }

    /// The places that somebody has chosen.
    pub fn taken(&self) -> impl Iterator<Item = u8> + '_ {
        self.sitters.iter().filter_map(|sitter| sitter.chosen)
    }

    pub(crate) fn to_wire(&self) -> WireSeating {
        WireSeating {
            table: self.table,
            terms: self.terms.to_wire(),
            sitters: (self.sitters.iter())
                .map(|sitter| WireSitter {
                    identity: sitter.identity,
                    name: sitter.name.clone(),
                    chosen: sitter.chosen,
                    ready: sitter.ready,
                })
                .collect(),
        }
    }

    pub(crate) fn from_wire(wire: WireSeating) -> Result<Self, TermsError> {
        let terms = Terms::from_wire(&wire.terms)?;
        let persons = terms.persons()?;
        if wire.sitters.len() > persons {
            return Err(TermsError::Persons {
                sitting: wire.sitters.len(),
                persons,
            });
        }
        let sitters = wire.sitters.into_iter().map(|sitter| Sitter {
            identity: sitter.identity,
            name: name::cleaned(&sitter.name),
            chosen: sitter.chosen,
            ready: sitter.ready,
        });
        Ok(Self {
            table: wire.table,
            sitters: sitters.collect(),
            terms,
            persons,
        })
    }
}
