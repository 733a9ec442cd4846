//! What is agreed before a match: how many seats, and the options of the game.

use core::fmt;
use std::collections::BTreeMap;

/// The value of an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u32),
}

impl OptionValue {
    /// Reads `true`, `false` or a decimal number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "true" => Some(Self::Flag(true)),
            "false" => Some(Self::Flag(false)),
            _ => text
                .bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| text.parse().ok().map(Self::Number))
                .flatten(),
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// An option that a game knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its key, as in `judge.md` and after `--option`.
    pub key: &'static str,
    /// Its value where nothing is said.
    pub default: OptionValue,
    /// The values it may have, the default among them.
    pub allowed: &'static [OptionValue],
}

/// The options of a table. Keys that the game does not know are carried along and ignored.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options(BTreeMap<String, OptionValue>);

impl Options {
    /// No option set.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Sets the option `key`.
    pub fn set(&mut self, key: impl Into<String>, value: OptionValue) {
        self.0.insert(key.into(), value);
    }

    /// The options with `key` set.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: OptionValue) -> Self {
        self.set(key, value);
        self
    }

    /// The options that are set, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, OptionValue)> + '_ {
        self.0.iter().map(|(key, value)| (key.as_str(), *value))
    }

    /// The value of `spec`: what is set, or its default.
    ///
    /// # Errors
    /// Where a value is set that the option cannot have.
    pub fn value(&self, spec: &OptionSpec) -> Result<OptionValue, TableError> {
        match self.0.get(spec.key) {
            None => Ok(spec.default),
            Some(value) if spec.allowed.contains(value) => Ok(*value),
            Some(value) => {
                let allowed: Vec<String> = spec.allowed.iter().map(ToString::to_string).collect();
                Err(TableError(format!(
                    "the option {} cannot be {value}: say {}",
                    spec.key,
                    allowed.join(" or ")
                )))
            }
        }
    }

    /// The value of a yes-or-no option.
    ///
    /// # Errors
    /// Where a value is set that the option cannot have.
    pub fn flag(&self, spec: &OptionSpec) -> Result<bool, TableError> {
        Ok(matches!(self.value(spec)?, OptionValue::Flag(true)))
    }

    /// The value of a number option.
    ///
    /// # Errors
    /// Where a value is set that the option cannot have.
    pub fn number(&self, spec: &OptionSpec) -> Result<u32, TableError> {
        match self.value(spec)? {
            OptionValue::Number(number) => Ok(number),
            OptionValue::Flag(_) => Err(TableError(format!("the option {} takes a number", spec.key))),
        }
    }
}

/// What the people at a table agree on before the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// How many seats.
    pub seats: u8,
    /// The game's options.
    pub options: Options,
}

impl Table {
    /// A table with `seats` seats and every option at its default.
    #[must_use]
    pub const fn new(seats: u8) -> Self {
        Self {
            seats,
            options: Options::new(),
        }
    }

    /// The table with an option set.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: OptionValue) -> Self {
        self.options.set(key, value);
        self
    }
}

/// A table at which the game cannot be played: one sentence that says why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError(pub String);

impl TableError {
    /// The game `game` is not played with `seats` seats, but with one of `allowed`.
    #[must_use]
    pub fn seats(game: &str, seats: u8, allowed: &[u8]) -> Self {
        let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        Self(format!(
            "{game} is not played with {seats} seats: say {}",
            allowed.join(" or ")
        ))
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}
