//! Pieces of JSON that are kept as they are written.
//!
//! A line is checked to be JSON once, as a whole, without building anything from it. Its lists are then read item by item.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, Unexpected, Visitor};
use serde_json::value::RawValue;

/// A text, borrowed from the line unless something in it is escaped.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Any value, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raw<'a>(pub(super) &'a str);

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&RawValue>::deserialize(deserializer).map(|raw| Self(raw.get()))
    }
}

/// A list, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a>(&'a str);

impl<'a> List<'a> {
    /// The list that `json`, a single value, is; `None` where it is something else.
    pub(super) fn new(json: &'a str) -> Option<Self> {
        json.starts_with('[').then_some(Self(json))
    }

    /// Its items, to be read one after the other.
    pub(super) fn items(self) -> Items<'a> {
        Items {
            rest: self.0.get(1..).unwrap_or_default().trim_ascii_start(),
        }
    }
}

impl Default for List<'_> {
    fn default() -> Self {
        Self("[]")
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for List<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Raw(json) = Raw::deserialize(deserializer)?;
        Self::new(json).ok_or_else(|| D::Error::invalid_type(Unexpected::Other(kind(json)), &"a list"))
    }
}

/// What is left of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Items<'a> {
    /// From the next item on, or from the closing bracket.
    rest: &'a str,
}

impl<'a> Items<'a> {
    /// Reads the next item. `None` at the end of the list, and after an error.
    pub(super) fn next<T: Deserialize<'a>>(&mut self) -> Option<serde_json::Result<T>> {
        let rest = self.rest;
        self.rest = "";
        if rest.is_empty() || rest.starts_with(']') {
            return None;
        }
        let mut values = serde_json::Deserializer::from_str(rest).into_iter();
        let item = values.next()?;
        if item.is_ok() {
            let after = rest.get(values.byte_offset()..).unwrap_or_default().trim_ascii_start();
            self.rest = after.strip_prefix(',').map_or("", str::trim_ascii_start);
        }
        Some(item)
    }
}

/// An object, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object<'a>(&'a str);

impl<'a> Object<'a> {
    /// Reads its entries.
    pub(super) fn read<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, String> {
        let mut json = serde_json::Deserializer::from_str(self.0);
        json.deserialize_map(visitor).map_err(|error| without_place(&error))
    }
}

impl Default for Object<'_> {
    fn default() -> Self {
        Self("{}")
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Raw(json) = Raw::deserialize(deserializer)?;
        if json.starts_with('{') {
            Ok(Self(json))
        } else {
            Err(D::Error::invalid_type(Unexpected::Other(kind(json)), &"an object"))
        }
    }
}

/// What a value is, for a sentence.
fn kind(json: &str) -> &'static str {
    match json.bytes().next() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "a truth value",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// What is wrong, with the column of the line. (The number of the line itself is the caller's to say.)
pub(super) fn at_column(error: &serde_json::Error) -> String {
    format!("{} at column {}", without_place(error), error.column())
}

/// What is wrong, without the place that the JSON reader adds, which counts from the start of what it was given.
fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = error.to_string();
    text.strip_suffix(&place).unwrap_or(&text).to_owned()
}
