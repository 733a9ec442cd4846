//! What is refused, and what is held against somebody.

mod piece;
mod reasons;

use core::fmt;

use majlis_crypto::cbor::{DecodeError, EncodeError};
use majlis_rules::rule::Illegal;

use crate::party::PartyId;

pub use self::piece::Piece;
pub use self::reasons::{BadClosing, BadLog, NoEvidence, NotDue};

/// Something that is not taken in and proves nothing against anybody: garbage, or a message that belongs elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// No match can be played on this closing.
    Closing(BadClosing),
    /// Something could not be encoded.
    Encoding {
        /// What.
        what: Piece,
        /// Why.
        reason: String,
    },
    /// Something is not canonically encoded.
    Decoding {
        /// What.
        what: Piece,
        /// Where and why.
        reason: String,
    },
    /// A message names a party that the match does not have.
    NoSuchParty {
        /// The number it names.
        party: PartyId,
    },
    /// A signature is not that of the party named.
    Signature {
        /// What is signed.
        what: Piece,
        /// The party named.
        party: PartyId,
    },
    /// An entry is larger than an entry may be.
    TooLarge {
        /// Its party.
        party: PartyId,
    },
    /// Body or proofs are not those that were signed.
    NotWhatWasSigned {
        /// `body` or `proofs`.
        what: Piece,
        /// The party that signed.
        party: PartyId,
    },
    /// A message belongs to another match.
    OtherMatch,
    /// A message is about a step that is over, or one that is not reached yet.
    OtherStep {
        /// The step of the message.
        step: u64,
        /// The step that is due.
        due: u64,
    },
    /// An entry stands on another digest: a sign of a fork (log.3).
    OtherBranch {
        /// Whose entry.
        party: PartyId,
        /// The step.
        step: u64,
    },
    /// A message of a party that is not awaited.
    NotAwaited {
        /// Whose.
        party: PartyId,
        /// The step.
        step: u64,
    },
    /// A step has to be replayed with its proofs checked at once, since something in it is faulty.
    Recheck,
    /// What is shown against somebody proves nothing.
    Evidence(NoEvidence),
    /// What a party wants to do is not due.
    NotDue(NotDue),
    /// A move that the party itself may not make: it is told so, and nothing is signed.
    Illegal(Illegal),
    /// A proof about somebody's own cards cannot be made; in technical words.
    Proof(String),
    /// The log of a match does not go on as it should.
    Log(BadLog),
}

impl Refusal {
    pub(crate) fn encoding(what: Piece, error: &EncodeError) -> Self {
        Self::Encoding {
            what,
            reason: error.to_string(),
        }
    }

    pub(crate) fn decoding(what: Piece, error: &DecodeError) -> Self {
        Self::Decoding {
            what,
            reason: error.to_string(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closing(why) => write!(f, "the closing of the table is refused: {why}"),
            Self::Encoding { what, reason } => write!(f, "{}{what} cannot be encoded: {reason}", what.some()),
            Self::Decoding { what, reason } => write!(f, "{}{what} is not well encoded: {reason}", what.some()),
            Self::NoSuchParty { party } => write!(f, "the match has no {party}"),
            Self::Signature { what, party } => write!(f, "the signature of {party} under this {what} is not valid"),
            Self::TooLarge { party } => write!(f, "the entry of {party} is larger than an entry may be"),
            Self::NotWhatWasSigned { what, party } => {
                write!(f, "the {what} beside the entry of {party} is not what was signed")
            }
            Self::OtherMatch => f.write_str("it belongs to another match"),
            Self::OtherStep { step, due } => write!(f, "it belongs to step {step}, step {due} is due"),
            Self::OtherBranch { party, step } => {
                write!(
                    f,
                    "the entry of {party} for step {step} stands on another log than ours"
                )
            }
            Self::NotAwaited { party, step } => write!(f, "step {step} awaits nothing of {party}"),
            Self::Recheck => f.write_str("something in this step is faulty, its proofs have to be checked one by one"),
            Self::Evidence(why) => fmt::Display::fmt(why, f),
            Self::NotDue(why) => fmt::Display::fmt(why, f),
            Self::Log(why) => fmt::Display::fmt(why, f),
            Self::Proof(words) => f.write_str(words),
            Self::Illegal(illegal) => fmt::Display::fmt(illegal, f),
        }
    }
}

impl std::error::Error for Refusal {}

/// An entry that its party signed for this very place and that breaks a rule or fails a proof (log.4): it is that party's entry,
/// it means that the party leaves, and it proves why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The culprit.
    pub party: PartyId,
    /// The step of the log.
    pub step: u64,
    /// The rule that is broken: a rule of the game (`domino.11`) or of the log (`log.4`).
    pub rule: String,
    /// One sentence.
    pub sentence: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} at step {}: {} ({})",
            self.party, self.step, self.sentence, self.rule
        )
    }
}

impl std::error::Error for Fault {}
