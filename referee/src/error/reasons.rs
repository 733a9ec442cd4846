//! Why something is refused, told apart, so that a program can say it in its user's language. Displayed each is one sentence.

use core::fmt;

use majlis_rules::rule::NotAMove;
use majlis_rules::table::TableError;

use majlis_crypto::transcript::SUITE;

use crate::agreement::{MAX_CLOCK, MAX_NAME, PROTOCOL, RULES};
use crate::party::PartyId;

/// Why no match can be played on a closing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadClosing {
    /// The log is empty.
    Empty,
    /// The log does not begin with one.
    Missing,
    /// It cannot be encoded.
    Encoding(String),
    /// It is not well encoded.
    Decoding(String),
    /// It speaks another protocol than this program.
    Protocol(u32),
    /// It plays by another version of the rules.
    Rules(u32),
    /// It uses another suite of proofs.
    Suite(u16),
    /// The game has no such table.
    Table(TableError),
    /// An option is set that the lot draws.
    Drawn(&'static str),
    /// Another number of persons are at the table than play.
    Persons {
        /// How many are there.
        sitting: usize,
        /// How many play.
        persons: usize,
    },
    /// A party has the key of another one.
    SameKey(PartyId),
    /// The name of a party is too long, or would spoil the line that it stands in.
    Name(PartyId),
    /// A party has chosen a place that there is not.
    Place {
        /// The party.
        party: PartyId,
        /// The place, from 0.
        place: u8,
        /// How many there are.
        persons: usize,
    },
    /// A place is chosen twice.
    PlaceTwice(u8),
    /// The clock, or the grace time beyond it, is none.
    Clock,
    /// The host is not the first party.
    HostNotFirst,
    /// Nobody is at the table.
    Nobody,
    /// The host's signature is not valid.
    Signature,
    /// Not all parties are in this process, where all have to be.
    NotAllHere,
    /// This identity is not at the table.
    NotAtTable,
}

impl fmt::Display for BadClosing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the log is empty"),
            Self::Missing => f.write_str("the log does not begin with one"),
            Self::Encoding(error) => write!(f, "it cannot be encoded: {error}"),
            Self::Decoding(error) => write!(f, "it is not well encoded: {error}"),
            Self::Protocol(theirs) => write!(
                f,
                "it speaks protocol {theirs}, this program speaks {PROTOCOL}; everybody needs the same version"
            ),
            Self::Rules(theirs) => write!(
                f,
                "it plays by version {theirs} of the rules, this program by {RULES}; everybody needs the same version"
            ),
            Self::Suite(theirs) => write!(f, "it uses proofs of suite {theirs}, this program uses {SUITE}"),
            Self::Table(error) => fmt::Display::fmt(error, f),
            Self::Drawn(option) => write!(f, "the option {option} is set, but the lot draws it"),
            Self::Persons { sitting, persons } => write!(f, "{sitting} persons are at a table for {persons}"),
            Self::SameKey(party) => write!(f, "{party} has the key of another party"),
            Self::Name(party) => write!(
                f,
                "the name of {party} is longer than {MAX_NAME} characters or has control characters"
            ),
            Self::Place { party, place, persons } => write!(f, "{party} has chosen place {place} of {persons}"),
            Self::PlaceTwice(place) => write!(f, "place {place} is chosen twice"),
            Self::Clock => write!(f, "a clock runs from 1 to {MAX_CLOCK} seconds, grace at most as long"),
            Self::HostNotFirst => f.write_str("the host is the first party"),
            Self::Nobody => f.write_str("nobody is at the table"),
            Self::Signature => f.write_str("the host's signature is not valid"),
            Self::NotAllHere => f.write_str("not all parties are in this process"),
            Self::NotAtTable => f.write_str("this identity is not at the table"),
        }
    }
}

/// Why what is shown against somebody proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoEvidence {
    /// It is no proof of equivocation.
    NoProof,
    /// Two entries for different places.
    OtherPlaces,
    /// The same entry twice.
    Same,
    /// An entry before a leave.
    BeforeLeave,
    /// The headers of the proof stand in the wrong order.
    Order,
    /// A party signed the result after its leave had come to nothing.
    SignedResult(PartyId),
    /// A party signed that for a log which was cut back.
    CutBack(PartyId),
    /// A ballot shows another entry than the one missing.
    OtherEntry(PartyId),
    /// A ballot shows a leave that does not stand for the entry missing.
    OtherLeave(PartyId),
    /// A ballot shows no entry.
    NoEntry(PartyId),
}

impl fmt::Display for NoEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProof => f.write_str("this is no proof of equivocation"),
            Self::OtherPlaces => f.write_str("two entries for different places prove nothing"),
            Self::Same => f.write_str("the same entry twice proves nothing"),
            Self::BeforeLeave => f.write_str("an entry before a leave proves nothing"),
            Self::Order => f.write_str("the headers of the proof stand in the wrong order"),
            Self::SignedResult(party) => write!(f, "{party} signed the result"),
            Self::CutBack(party) => write!(f, "{party} signed that for a log which was cut back"),
            Self::OtherEntry(voter) => write!(f, "the ballot of {voter} shows another entry than the one missing"),
            Self::OtherLeave(voter) => write!(
                f,
                "the ballot of {voter} shows a leave that does not stand for the entry missing"
            ),
            Self::NoEntry(voter) => write!(f, "the ballot of {voter} shows no entry"),
        }
    }
}

/// Why what a party wants to do is not due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotDue {
    /// It is not this party's turn.
    NotYourTurn,
    /// The step awaits no move.
    NoMove,
    /// That is no move in the notation of `judge.md`.
    NotAMove(NotAMove),
    /// The others are being asked what they have.
    Asking,
    /// Somebody has not been gone for long enough to be claimed against.
    NotGone(PartyId),
    /// Only the other side may claim the match (log.10).
    NotYours,
    /// The table is closed already.
    Closed,
    /// The match is over for this party.
    Over,
    /// The lot is not drawn yet.
    NoLot,
    /// The match is not over yet.
    NotOver,
    /// There is no such party.
    NoParty,
}

impl fmt::Display for NotDue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotYourTurn => "it is not your turn",
            Self::NoMove => "the step awaits no move",
            Self::NotAMove(error) => return fmt::Display::fmt(error, f),
            Self::Asking => "the others are being asked what they have, try again in a moment",
            Self::NotGone(accused) => return write!(f, "{accused} has not been gone for long enough"),
            Self::NotYours => "only the other side may claim the match (log.10)",
            Self::Closed => "the table is closed already",
            Self::Over => "the match is over for this party",
            Self::NoLot => "the lot is not drawn yet",
            Self::NotOver => "the match is not over yet",
            Self::NoParty => "there is no such party",
        })
    }
}

/// Why the log of a match does not go on as it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadLog {
    /// It does not begin with a closing.
    NoClosing,
    /// A second closing stands in it.
    SecondClosing,
    /// Nobody has signed the result.
    NoResult,
    /// A step still awaits a party.
    Awaits {
        /// The step.
        step: u64,
        /// The party.
        party: PartyId,
    },
    /// It is whole, and nothing is awaited any more.
    Whole,
    /// It goes on behind its result.
    BehindResult,
    /// The match is over, and a party is expelled all the same.
    Expelled(PartyId),
    /// The proof of equivocation is not one against the party at this step.
    OtherFork(PartyId),
    /// Both ballots and claims stand in the place of a party.
    BallotsAndClaims(PartyId),
    /// A ballot is not one on the accused at this step.
    Ballot {
        /// Whose.
        voter: PartyId,
        /// On whom it would have to be.
        accused: PartyId,
    },
    /// A claim is not one against the accused at this step.
    Claim {
        /// Whose.
        claimer: PartyId,
        /// Against whom it would have to be.
        accused: PartyId,
    },
    /// A ballot stands behind a claim.
    BallotBehindClaim,
    /// What a party says about an absence stands twice or out of order.
    Order(PartyId),
    /// Too few are left to vote somebody out.
    TooFew(PartyId),
    /// The ballots on somebody are not those of all others at the table.
    NotAllBallots(PartyId),
    /// The match is claimed against somebody by one who may not.
    NoClaimer(PartyId),
    /// A party sees another match than the others.
    OtherMatch(PartyId),
    /// Steps are missing in what is shown.
    StepsMissing,
    /// Something is to be kept that is not kept.
    NotKept,
    /// The lot cannot be drawn; in technical words.
    Lot(String),
    /// The game does not go on; in technical words.
    Game(String),
    /// The step has no digest; in technical words.
    Digest(String),
    /// The result is not one of this table.
    OtherResult,
    /// The signatures do not stand in order.
    SignatureOrder,
    /// The leave of a party does not belong to this result.
    OtherLeave(PartyId),
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoClosing => f.write_str("the log does not begin with a closing"),
            Self::SecondClosing => f.write_str("a second closing stands in the log"),
            Self::NoResult => f.write_str("nobody has signed the result"),
            Self::Awaits { step, party } => write!(f, "step {step} still awaits {party}"),
            Self::Whole => f.write_str("the log is whole, nothing is awaited any more"),
            Self::BehindResult => f.write_str("the log goes on behind its result"),
            Self::Expelled(party) => write!(f, "the match is over, and {party} is expelled all the same"),
            Self::OtherFork(party) => {
                write!(f, "the proof of equivocation is not one against {party} at this step")
            }
            Self::BallotsAndClaims(accused) => {
                write!(f, "both ballots and claims stand in the place of {accused}")
            }
            Self::Ballot { voter, accused } => write!(f, "a ballot of {voter} is not one on {accused} at this step"),
            Self::Claim { claimer, accused } => {
                write!(f, "a claim of {claimer} is not one against {accused} at this step")
            }
            Self::BallotBehindClaim => f.write_str("a ballot stands behind a claim"),
            Self::Order(party) => write!(f, "what {party} says about an absence stands twice or out of order"),
            Self::TooFew(accused) => write!(
                f,
                "too few are left to vote {accused} out: the match rests until somebody claims it"
            ),
            Self::NotAllBallots(accused) => {
                write!(f, "the ballots on {accused} are not those of all others at the table")
            }
            Self::NoClaimer(accused) => write!(f, "the match is claimed against {accused} by somebody who may not"),
            Self::OtherMatch(party) => write!(f, "{party} sees another match than the others"),
            Self::StepsMissing => f.write_str("steps are missing in what is shown"),
            Self::NotKept => f.write_str("only entries, leaves, ballots and claims are kept"),
            Self::Lot(error) => write!(f, "the lot cannot be drawn: {error}"),
            Self::Game(error) => write!(f, "the game does not go on: {error}"),
            Self::Digest(error) => write!(f, "the step has no digest: {error}"),
            Self::OtherResult => f.write_str("the result is not one of this table"),
            Self::SignatureOrder => f.write_str("the signatures do not stand in order"),
            Self::OtherLeave(party) => write!(f, "the leave of {party} does not belong to this result"),
        }
    }
}
