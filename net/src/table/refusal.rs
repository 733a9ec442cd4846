//! Why somebody does not sit at a table, or no longer: told apart, so that a program can say it in its user's language.

use core::fmt;

use crate::advert::Mismatch;

/// Why this person does not sit at a table, or no longer. Displayed it is a sentence for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The host has no such table, or the invitation does not open it.
    NoTable,
    /// All seats are taken.
    Full,
    /// The host does not want this person.
    Unwanted,
    /// The host has closed the table without a match.
    Dissolved,
    /// The versions differ.
    Versions(Mismatch),
    /// The other side speaks something else altogether.
    Foreign,
    /// The table is this person's own.
    Own,
    /// This person sits at as many tables as anybody may.
    TooManyTables,
    /// This person has so many tables open, and no more may be.
    TooManyOpen(usize),
    /// The host has changed the terms after they were shown.
    TermsChanged,
    /// The match at the table is not there to be watched.
    NotWatched,
    /// Something that an honest program does not do, or that cannot be played: one sentence.
    Other(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoTable => "the host has no such table any more, or the invitation was changed; ask for a new one",
            Self::Full => "all seats at this table are taken; ask for another invitation",
            Self::Unwanted => "the host does not want to play with you",
            Self::Dissolved => "the host has closed the table without a match; ask for another invitation",
            Self::Versions(mismatch) => return fmt::Display::fmt(mismatch, f),
            Self::Foreign => {
                "the other side speaks another version of Majlis, or no Majlis at all: everybody at a table needs the same version"
            }
            Self::Own => "this is an invitation to your own table; give it to others",
            Self::TooManyTables => "you sit at too many tables; get up from one first",
            Self::TooManyOpen(most) => {
                return write!(f, "{most} of your tables are open already; close one first");
            }
            Self::TermsChanged => "the host has changed the terms of the table; join again if you agree",
            Self::NotWatched => "the match at this table cannot be watched",
            Self::Other(sentence) => sentence,
        })
    }
}

impl From<String> for Refusal {
    fn from(sentence: String) -> Self {
        Self::Other(sentence)
    }
}
