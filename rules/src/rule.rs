//! Numbered rules, and the errors that name them.

use core::fmt;
use std::borrow::Cow;

/// A numbered rule of the rule book, such as `domino.11`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(&'static str);

impl Rule {
    /// The rule with this id, a page's name and a number: `arkan.10`.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// The rule's id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The rules that are common to the four games.
pub mod common {
    use super::Rule;

    /// A seat is a place at the table, numbered from 0.
    pub const SEATS: Rule = Rule::new("common.1");
    /// A rule about hidden cards is enforced when it is used.
    pub const HIDDEN_CARDS: Rule = Rule::new("common.4");
    /// After the end no move is legal; who has left cannot leave again.
    pub const AFTER_THE_END: Rule = Rule::new("common.11");
    /// Only in your turn, only with what you hold, only the kind of move that is awaited.
    pub const TURN: Rule = Rule::new("common.12");
}

/// A move, an answer or a leave that the rules do not allow. The state is as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// A rule that it breaks.
    pub rule: Rule,
    /// One sentence, without the rule's number: what is wrong.
    pub message: Cow<'static, str>,
}

impl Illegal {
    /// A breach of `rule`, with the sentence that says what is wrong.
    #[must_use]
    pub fn new(rule: Rule, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            rule,
            message: message.into(),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// A text that is not a move in the notation of `judge.md`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAMove {
    /// One sentence that says how a move of that kind is written.
    pub message: Cow<'static, str>,
}

impl NotAMove {
    /// With the sentence that says how a move is written.
    #[must_use]
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

impl fmt::Display for NotAMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotAMove {}
