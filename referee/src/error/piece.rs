//! What is signed, stored or sent, by name.

use core::fmt;

/// Something that is signed, stored or sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// What an entry says about itself, and what its party signs.
    Header,
    /// An entry.
    Entry,
    /// What an entry says.
    Body,
    /// What proves it.
    Proofs,
    /// The acknowledgement of an epoch.
    Ack,
    /// A leave.
    Leave,
    /// A ballot on an absence.
    Ballot,
    /// A claim.
    Claim,
    /// An item of the log.
    Item,
    /// A result.
    Result,
    /// A certificate.
    Certificate,
    /// The secrets of a match.
    Secrets,
    /// The mark of how far a log was checked.
    Mark,
    /// What is to be stored.
    Stored,
}

impl Piece {
    /// Its name, without an article.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Entry => "entry",
            Self::Body => "body",
            Self::Proofs => "proofs",
            Self::Ack => "ack",
            Self::Leave => "leave",
            Self::Ballot => "ballot",
            Self::Claim => "claim",
            Self::Item => "item",
            Self::Result => "result",
            Self::Certificate => "certificate",
            Self::Secrets => "file of a match's secrets",
            Self::Mark => "mark",
            Self::Stored => "thing to be stored",
        }
    }

    /// Its name, as a sentence begins with it.
    pub(super) const fn some(self) -> &'static str {
        match self {
            Self::Proofs => "",
            Self::Entry | Self::Ack | Self::Item => "an ",
            Self::Header
            | Self::Body
            | Self::Leave
            | Self::Ballot
            | Self::Claim
            | Self::Result
            | Self::Certificate
            | Self::Secrets
            | Self::Mark
            | Self::Stored => "a ",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
