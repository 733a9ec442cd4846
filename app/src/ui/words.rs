//! The texts of the program in the language chosen, with its plurals and its digits.
//!
//! They are [Fluent](https://projectfluent.org) files, `app/texts/ui/LANGUAGE/AREA.ftl`, compiled in. The names of an area's texts
//! begin with the area's name, but for `common`. A test holds all languages to the same names, and every name to being used.
//!
//! Values come back between U+2068 and U+2069, so that a name or number keeps its own direction inside a sentence. Everything in
//! [`text`](super::text) understands these marks and shows none of them; a name for AccessKit must not have them
//! ([`text::plain`](super::text::plain)), which the widgets there see to.

use std::fmt;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::language::Language;

pub use fluent_bundle::FluentValue as Value;

/// Which digits numbers are written with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Digits {
    /// 0123456789.
    #[default]
    Western,
    /// ٠١٢٣٤٥٦٧٨٩, in Arabic texts; other languages have none but the Western ones.
    ArabicIndic,
}

/// The texts in one language.
pub struct Words {
    language: Language,
    digits: Digits,
    bundle: FluentBundle<FluentResource>,
}

/// Every area with its texts in Arabic, English and Romanian.
macro_rules! areas {
    ($($area:literal),+ $(,)?) => {
        &[$((
            $area,
            [
                include_str!(concat!("../../texts/ui/ar/", $area, ".ftl")),
                include_str!(concat!("../../texts/ui/en/", $area, ".ftl")),
                include_str!(concat!("../../texts/ui/ro/", $area, ".ftl")),
            ],
        ),)+]
    };
}

/// The areas: their names, and their texts in the order of [`Language::ALL`].
pub const AREAS: &[(&str, [&str; 3])] = areas![
    "common",
    "home",
    "shield",
    "cards",
    "arkan",
    "domino",
    "four",
    "jackaroo",
    "profile",
    "table",
    "open",
    "waiting",
    "people",
    "practice",
    "settings",
    "connection",
    "logs",
    "replay",
    "system",
    "fault",
    "wrong",
];

impl Words {
    /// The texts of a language. Arabic-Indic digits are for Arabic alone.
    #[must_use]
    pub fn new(language: Language, digits: Digits) -> Self {
        let digits = match language {
            Language::Arabic => digits,
            Language::English | Language::Romanian => Digits::Western,
        };
        let tag: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        bundle.set_formatter(Some(match digits {
            Digits::Western => |value: &FluentValue<'_>, _: &_| number_of(value, Digits::Western),
            Digits::ArabicIndic => |value: &FluentValue<'_>, _: &_| number_of(value, Digits::ArabicIndic),
        }));
        let at = Language::ALL.iter().position(|known| *known == language).unwrap_or(0);
        for (_, texts) in AREAS {
            if let Some(text) = texts.get(at) {
                // A text with a mistake in it does not keep the others from being read; the tests find it.
                let resource = match FluentResource::try_new((*text).to_owned()) {
                    Ok(resource) | Err((resource, _)) => resource,
                };
                bundle.add_resource_overriding(resource);
            }
        }
        Self {
            language,
            digits,
            bundle,
        }
    }

    /// The language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Whether it is written from right to left.
    #[must_use]
    pub const fn is_right_to_left(&self) -> bool {
        self.language.is_right_to_left()
    }

    /// A text without values. A name that no text has comes back itself.
    #[must_use]
    pub fn get(&self, name: &str) -> String {
        self.with(name, &[])
    }

    /// A text with values: numbers choose plurals and are written with the digits chosen, texts stay as they are.
    ///
    /// ```
    /// # use majlis::{language::Language, ui::words::{Digits, Words}};
    /// let words = Words::new(Language::English, Digits::Western);
    /// let text = words.with("score", &[("score", 12.into())]);
    /// assert_eq!(majlis::ui::text::plain(&text), "Score: 12");
    /// ```
    #[must_use]
    pub fn with(&self, name: &str, values: &[(&str, Value<'_>)]) -> String {
        let Some(pattern) = self.bundle.get_message(name).and_then(|message| message.value()) else {
            return name.to_owned();
        };
        let args: FluentArgs<'_> = values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        // What Fluent finds wrong shows as `{$name}` in the text; the tests ask for every text.
        let mut wrong = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&args), &mut wrong)
            .into_owned()
    }

    /// A number that stands alone.
    #[must_use]
    pub fn number(&self, number: i64) -> String {
        self.digits(&number.to_string())
    }

    /// A text with its digits written as chosen: for times, scores and rules, not for moves, addresses or fingerprints.
    #[must_use]
    pub fn digits(&self, text: &str) -> String {
        write_digits(text, self.digits)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words")
            .field("language", &self.language)
            .field("digits", &self.digits)
            .finish_non_exhaustive()
    }
}

fn number_of(value: &FluentValue<'_>, digits: Digits) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(write_digits(&number.as_string(), digits)),
        _ => None,
    }
}

fn write_digits(text: &str, digits: Digits) -> String {
    match digits {
        Digits::Western => text.to_owned(),
        Digits::ArabicIndic => text
            .chars()
            .map(|char| match char.to_digit(10) {
                Some(digit) => char::from_u32(0x660 + digit).unwrap_or(char),
                None => char,
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::text::plain;

    #[test]
    fn digits_are_arabic_in_arabic_alone() {
        let score = |language, digits| {
            let words = Words::new(language, digits);
            plain(&words.with("score", &[("score", (-120).into())]))
        };
        assert_eq!(score(Language::Arabic, Digits::ArabicIndic), "النقاط: -١٢٠");
        assert_eq!(score(Language::Arabic, Digits::Western), "النقاط: -120");
        assert_eq!(score(Language::Romanian, Digits::ArabicIndic), "Scor: -120");
        assert_eq!(Words::new(Language::Arabic, Digits::ArabicIndic).number(305), "٣٠٥");
    }

    #[test]
    fn every_text_can_be_read() {
        for (area, texts) in AREAS {
            for (text, language) in texts.iter().zip(Language::ALL) {
                if let Err((_, errors)) = FluentResource::try_new((*text).to_owned()) {
                    panic!("{language}/{area}.ftl: {errors:?}");
                }
            }
        }
    }
}
