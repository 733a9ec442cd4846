//! A record: one line of what the judge reads.

use std::borrow::Cow;
use std::fmt;

use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::open::Packs;
use majlis_rules::registry::{GameId, NoSuchGame};
use majlis_rules::table::{OptionSpec, OptionValue, Options, Table};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};

use super::json::{Items, List, Object, Raw, Text, at_column};

/// How much the answer tells about each ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// The number of legal moves.
    #[default]
    Count,
    /// Their number and the moves themselves.
    List,
    /// Nothing.
    None,
}

/// A record as it stands in the line: JSON of the right shape.
///
/// Packs and moves stay as they are written and are read one by one, when the match comes to them. So what is never
/// reached is not looked at, and a record takes no memory beside its line.
#[derive(Clone, Debug, Deserialize)]
pub struct Record<'a> {
    #[serde(borrow)]
    game: Text<'a>,
    seats: u8,
    #[serde(borrow, default)]
    options: Object<'a>,
    #[serde(borrow, default)]
    decks: List<'a>,
    #[serde(borrow)]
    moves: List<'a>,
    #[serde(default)]
    show: Show,
}

impl<'a> Record<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// One sentence that says why the line is no record.
    pub fn parse(line: &'a str) -> Result<Self, String> {
        match line.trim_start().bytes().next() {
            Some(b'{') => serde_json::from_str(line).map_err(|error| format!("not a record: {}", at_column(&error))),
            Some(_) => Err("not a record: write one JSON object".to_owned()),
            None => Err("the line is blank: write one JSON object on it".to_owned()),
        }
    }

    /// The game and the table that the record names.
    ///
    /// # Errors
    /// One sentence that says why there is no such game or table.
    pub fn table(&self) -> Result<(GameId, Table), String> {
        let game: GameId = self.game.0.parse().map_err(|error: NoSuchGame| error.to_string())?;
        let mut options = Options::new();
        for (key, value) in self.options.read(OptionsVisitor(game.options()))? {
            let value = OptionValue::parse(value)
                .ok_or_else(|| format!("the option {key} takes true, false or a whole number"))?;
            options.set(key, value);
        }
        let seats = self.seats;
        Ok((game, Table { seats, options }))
    }

    /// How much the answer is to tell about each ply.
    #[must_use]
    pub const fn show(&self) -> Show {
        self.show
    }

    /// The moves, over all rounds. An item is an error where it is no text.
    pub fn moves(&self) -> impl Iterator<Item = Result<Cow<'a, str>, String>> + use<'a> {
        let mut items = self.moves.items();
        std::iter::from_fn(move || {
            let text: Option<Result<Text<'a>, _>> = items.next();
            text.map(|text| text.map(|text| text.0).map_err(|_| "a move is a text".to_owned()))
        })
    }

    /// The packs, in the order in which they are taken.
    #[must_use]
    pub fn packs(&self) -> Decks<'a> {
        Decks(self.decks.items())
    }
}

/// The packs of a record that have not been taken yet.
#[derive(Clone, Debug, Default)]
pub struct Decks<'a>(Items<'a>);

impl Packs for Decks<'_> {
    fn next_pack(&mut self, kind: PackKind, _: FaceSet) -> Option<Vec<Face>> {
        self.0.next()?.ok().map(|deck| pack(kind, deck))
    }
}

/// The faces of a pack. One that is no list of faces comes out short or long, which no permutation is.
fn pack(kind: PackKind, deck: Raw<'_>) -> Vec<Face> {
    let Some(list) = List::new(deck.0) else {
        return Vec::new();
    };
    let mut cards = list.items();
    let faces = std::iter::from_fn(|| {
        let Text(card) = cards.next()?.ok()?;
        kind.parse(&card)
    });
    faces.take(usize::from(Face::LIMIT)).collect()
}

impl<'de> Deserialize<'de> for Show {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*Text::deserialize(deserializer)?.0 {
            "count" => Ok(Self::Count),
            "list" => Ok(Self::List),
            "none" => Ok(Self::None),
            _ => Err(D::Error::custom("show is \"count\", \"list\" or \"none\"")),
        }
    }
}

/// Reads an object of options: the values, as written, of those keys that the game knows.
struct OptionsVisitor(&'static [OptionSpec]);

impl<'de> Visitor<'de> for OptionsVisitor {
    type Value = Vec<(&'static str, &'de str)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with options")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut settings: Self::Value = Vec::new();
        while let Some((Text(key), Raw(value))) = map.next_entry()? {
            let Some(spec) = self.0.iter().find(|spec| spec.key == key) else {
                continue;
            };
            if settings.iter().any(|(known, _)| *known == spec.key) {
                return Err(A::Error::custom(format_args!("the option {} is given twice", spec.key)));
            }
            settings.push((spec.key, value));
        }
        Ok(settings)
    }
}
