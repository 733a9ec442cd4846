//! Every kind of match there is.

use majlis_rules::game::Game as _;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

/// A game with its seats and options.
pub(crate) struct Kind {
    pub(crate) game: GameId,
    pub(crate) seats: u8,
    pub(crate) options: &'static [(&'static str, OptionValue)],
}

const fn kind(game: GameId, seats: u8, options: &'static [(&'static str, OptionValue)]) -> Kind {
    Kind { game, seats, options }
}

const PARTNERS: (&str, OptionValue) = ("partners", OptionValue::Flag(true));
const MARBLES: (&str, OptionValue) = ("marbles", OptionValue::Number(4));
const PERSONS: (&str, OptionValue) = ("persons", OptionValue::Number(2));

/// Every game with every seat count and option that changes who plays or with what.
pub(crate) const KINDS: &[Kind] = &[
    kind(GameId::Arkan, 2, &[]),
    kind(GameId::Arkan, 3, &[]),
    kind(GameId::Arkan, 4, &[]),
    kind(GameId::Domino, 2, &[]),
    kind(GameId::Domino, 4, &[]),
    kind(GameId::Domino, 4, &[PARTNERS]),
    kind(GameId::Four, 2, &[]),
    kind(GameId::Four, 3, &[]),
    kind(GameId::Four, 4, &[]),
    kind(GameId::Jackaroo, 4, &[]),
    kind(GameId::Jackaroo, 4, &[MARBLES]),
    kind(GameId::Jackaroo, 4, &[PERSONS]),
    kind(GameId::Jackaroo, 4, &[MARBLES, PERSONS]),
];

impl Kind {
    /// The table it is played at.
    pub(crate) fn table(&self) -> Table {
        let with = |table: Table, (key, value): &(&'static str, OptionValue)| table.with(*key, *value);
        self.options.iter().fold(Table::new(self.seats), with)
    }

    /// How many persons play it.
    pub(crate) fn persons(&self) -> u8 {
        let game = self.game.start(&self.table()).unwrap();
        u8::try_from(game.persons().len()).unwrap()
    }
}
