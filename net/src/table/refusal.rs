//! Why somebody does not sit at a table, or no longer: told apart, so that a program can say it in its user's language.

use core::fmt;

use majlis_referee::agreement::MAX_CLOCK;
use majlis_rules::registry::NoSuchGame;
use majlis_rules::table::TableError;

use crate::advert::Mismatch;

/// Why this person does not sit at a table, or no longer. Displayed it is a sentence for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// No match can be played on the terms.
    Terms(TermsError),
    /// The host speaks of another table than the invitation.
    OtherTable,
    /// The host says that the versions differ, and they do not.
    SameVersions,
    /// The table has the name of another one at which this person is.
    TwoTables,
    /// The host has closed another table than the one at which this person sat down.
    Closing(BadClosing),
    /// This person's own table cannot be closed.
    NotClosed(majlis_referee::error::Refusal),
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
            Self::Terms(error) => return fmt::Display::fmt(error, f),
            Self::OtherTable => "the host speaks of another table than the invitation; ask for a new one",
            Self::SameVersions => "the host says that the versions differ, but they do not; ask for a new invitation",
            Self::TwoTables => {
                "this table has the name of another one at which you are, which no honest program gives it; ask for a new invitation"
            }
            Self::Closing(wrong) => return fmt::Display::fmt(wrong, f),
            Self::NotClosed(refusal) => return fmt::Display::fmt(refusal, f),
        })
    }
}

impl From<TermsError> for Refusal {
    fn from(error: TermsError) -> Self {
        Self::Terms(error)
    }
}

/// Why no match can be played on some terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermsError {
    /// The clock, or the grace time beyond it, is none.
    Clock,
    /// There is no such game here.
    Game(NoSuchGame),
    /// The game has no such table.
    Table(TableError),
    /// More persons sit there than play.
    Persons {
        /// How many sit there.
        sitting: usize,
        /// How many play.
        persons: usize,
    },
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock => write!(
                f,
                "a clock runs from 1 to {MAX_CLOCK} seconds, and the grace time is at most as long"
            ),
            Self::Game(error) => fmt::Display::fmt(error, f),
            Self::Table(error) => fmt::Display::fmt(error, f),
            Self::Persons { sitting, persons } => write!(f, "{sitting} persons sit at a table for {persons}"),
        }
    }
}

impl core::error::Error for TermsError {}

/// What is wrong with how a host has closed a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadClosing {
    /// No match can be played on it.
    Refused(majlis_referee::error::Refusal),
    /// It is in somebody else's name.
    OtherHost,
    /// This person is not at the table.
    WithoutMe,
    /// The terms are not those on which the table was opened.
    OtherTerms,
    /// The seats are not those that were agreed.
    OtherSeats,
}

impl fmt::Display for BadClosing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            Self::Refused(refusal) => return fmt::Display::fmt(refusal, f),
            Self::OtherHost => "in somebody else's name",
            Self::WithoutMe => "without you",
            Self::OtherTerms => "on other terms than it was opened on",
            Self::OtherSeats => "with other seats than were agreed",
        };
        write!(f, "the host has closed the table {what}; ask for a new invitation")
    }
}
