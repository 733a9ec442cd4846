//! What went wrong, as a sentence that is in no language yet: the name of a text and its values.
//!
//! Errors of other crates and of the system speak English. Before they reach a screen, [`From`] turns each of them into a [`Sentence`],
//! variant by variant, so that a new one does not compile before it has its words. What somebody else has written (the system, another
//! person's program) is quoted: cut to a length, and isolated so that it turns no other text round.
//!
//! | module | errors |
//! | --- | --- |
//! | `system` | files, the profile, the identity, threads, links |
//! | `fault` | logs, closings, evidence, moves: what the referee refuses |
//! | `people` | tables, matches, chat, the list of people, practice |

mod fault;
mod people;
mod system;

use std::fmt;
use std::path::Path;

use majlis_referee::party::PartyId;

use super::text;
use super::words::{Value, Words};
use crate::language::Language;
use crate::rulebook;

/// The longest quotation, in characters.
const MOST: usize = 160;

/// A sentence, before it is in a language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    name: &'static str,
    values: Vec<(&'static str, Part)>,
}

/// A value in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Number(u64),
    Text(String),
    Sentence(Sentence),
    /// Somebody at the table.
    Party(PartyId),
    /// A rule, as the rule book words it.
    Rule(&'static str),
}

impl Sentence {
    /// The text of this name.
    #[must_use]
    pub const fn of(name: &'static str) -> Self {
        Self {
            name,
            values: Vec::new(),
        }
    }

    fn with(mut self, name: &'static str, part: Part) -> Self {
        self.values.push((name, part));
        self
    }

    /// With a number, which chooses plurals.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl TryInto<u64>) -> Self {
        self.with(name, Part::Number(number.try_into().unwrap_or(u64::MAX)))
    }

    /// With a name or the like, as it is.
    #[must_use]
    pub fn text(self, name: &'static str, text: impl Into<String>) -> Self {
        self.with(name, Part::Text(text.into()))
    }

    /// With something that goes from left to right in any language: an address, the number of a rule.
    #[must_use]
    pub fn technical(self, name: &'static str, text: &(impl fmt::Display + ?Sized)) -> Self {
        self.with(name, Part::Text(format!("\u{2066}{text}\u{2069}")))
    }

    /// With a path.
    #[must_use]
    pub fn path(self, name: &'static str, path: &Path) -> Self {
        self.technical(name, &path.display())
    }

    /// With what somebody else has written: in one line, cut to a length, and without marks that would turn what stands round it.
    #[must_use]
    pub fn quoted(self, name: &'static str, text: &str) -> Self {
        let line: Vec<&str> = text.split_whitespace().collect();
        let line: String = text::plain(&line.join(" "))
            .chars()
            .filter(|char| !char.is_control())
            .collect();
        let mut cut: String = line.chars().take(MOST).collect();
        if cut.len() < line.len() {
            cut.push('…');
        }
        self.with(name, Part::Text(cut))
    }

    /// With another sentence.
    #[must_use]
    pub fn sentence(self, name: &'static str, sentence: impl Into<Self>) -> Self {
        self.with(name, Part::Sentence(sentence.into()))
    }

    /// With somebody at a table, by name where one is known.
    #[must_use]
    pub fn party(self, name: &'static str, party: PartyId) -> Self {
        self.with(name, Part::Party(party))
    }

    /// With the words of the rule book for a rule that it [has](has_rule).
    fn rule(self, name: &'static str, rule: &'static str) -> Self {
        self.with(name, Part::Rule(rule))
    }

    /// The names of its text and of those within it.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let within = self.values.iter().flat_map(|(_, part)| match part {
            Part::Sentence(sentence) => sentence.names(),
            Part::Party(_) => vec!["fault-party"],
            Part::Number(_) | Part::Text(_) | Part::Rule(_) => Vec::new(),
        });
        std::iter::once(self.name).chain(within).collect()
    }

    /// The sentence in a language.
    #[must_use]
    pub fn say(&self, words: &Words) -> String {
        self.say_among(words, &|_| None)
    }

    /// The same where the names at the table are known.
    #[must_use]
    pub fn say_among(&self, words: &Words, who: &dyn Fn(PartyId) -> Option<String>) -> String {
        let values: Vec<(&str, Value<'_>)> = self
            .values
            .iter()
            .map(|(name, part)| {
                let value = match part {
                    Part::Number(number) => (*number).into(),
                    Part::Text(text) => text.as_str().into(),
                    Part::Sentence(sentence) => sentence.say_among(words, who).into(),
                    Part::Party(party) => {
                        let number = i64::from(party.number()) + 1;
                        let by_number = || words.with("fault-party", &[("number", number.into())]);
                        who(*party)
                            .filter(|name| !name.is_empty())
                            .unwrap_or_else(by_number)
                            .into()
                    }
                    Part::Rule(rule) => words
                        .digits(&rule_text(rule, words.language()).unwrap_or_default())
                        .into(),
                };
                (*name, value)
            })
            .collect();
        words.with(self.name, &values)
    }
}

/// What the rule book of its game says in a language about a rule.
fn rule_text(rule: &str, language: Language) -> Option<String> {
    let (game, _) = rule.split_once('.')?;
    let document = rulebook::document(game, language).ok()?;
    let mut passages = document.passages(rule);
    passages.next().map(|(_, block)| block.text.to_owned())
}

/// Whether the rule books have words for a rule.
fn has_rule(rule: &str) -> bool {
    rule_text(rule, Language::English).is_some()
}
