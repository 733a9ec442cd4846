//! What the referee refuses: logs, closings, evidence, moves.

use majlis_referee::error::{BadClosing, BadLog, NoEvidence, NotDue, Piece, Refusal};
use majlis_referee::file::FileError;
use majlis_referee::store::{StoreError, StoreErrorKind};
use majlis_referee::verify::LogError;
use majlis_rules::rule::Illegal;

use super::{Sentence, has_rule};

impl From<&Refusal> for Sentence {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Closing(why) => why.into(),
            Refusal::Encoding { what, .. } => Self::of("fault-encoding").sentence("what", *what),
            Refusal::Decoding { what, .. } => Self::of("fault-decoding").sentence("what", *what),
            Refusal::NoSuchParty { party } => Self::of("fault-no-party").party("party", *party),
            Refusal::Signature { what, party } => Self::of("fault-signature")
                .sentence("what", *what)
                .party("party", *party),
            Refusal::TooLarge { party } => Self::of("fault-large").party("party", *party),
            Refusal::NotWhatWasSigned { what, party } => Self::of("fault-not-signed")
                .sentence("what", *what)
                .party("party", *party),
            Refusal::OtherMatch => Self::of("fault-other-match"),
            Refusal::OtherStep { step, due } => Self::of("fault-other-step").number("step", *step).number("due", *due),
            Refusal::OtherBranch { party, step } => Self::of("fault-other-branch")
                .party("party", *party)
                .number("step", *step),
            Refusal::NotAwaited { party, step } => Self::of("fault-not-awaited")
                .party("party", *party)
                .number("step", *step),
            Refusal::Recheck => Self::of("fault-recheck"),
            Refusal::Evidence(why) => why.into(),
            Refusal::NotDue(why) => why.into(),
            Refusal::Illegal(illegal) => illegal.into(),
            Refusal::Proof(_) => Self::of("fault-proof"),
            Refusal::Log(why) => why.into(),
        }
    }
}

impl From<Piece> for Sentence {
    fn from(piece: Piece) -> Self {
        Self::of(match piece {
            Piece::Header => "fault-piece-header",
            Piece::Entry => "fault-piece-entry",
            Piece::Body => "fault-piece-body",
            Piece::Proofs => "fault-piece-proofs",
            Piece::Ack => "fault-piece-ack",
            Piece::Leave => "fault-piece-leave",
            Piece::Ballot => "fault-piece-ballot",
            Piece::Claim => "fault-piece-claim",
            Piece::Item => "fault-piece-item",
            Piece::Result => "fault-piece-result",
            Piece::Certificate => "fault-piece-certificate",
            Piece::Secrets => "fault-piece-secrets",
            Piece::Mark => "fault-piece-mark",
            Piece::Stored => "fault-piece-stored",
        })
    }
}

impl From<&Illegal> for Sentence {
    fn from(illegal: &Illegal) -> Self {
        let rule = illegal.rule.id();
        if has_rule(rule) {
            return Self::of("shield-fault-rule").technical("rule", rule).rule("text", rule);
        }
        Self::of("fault-illegal").technical("rule", rule)
    }
}

impl From<&BadClosing> for Sentence {
    fn from(why: &BadClosing) -> Self {
        let version = |what: &'static str, version: u64| {
            Self::of("fault-closing-version")
                .sentence("what", Self::of(what))
                .number("version", version)
        };
        match why {
            BadClosing::Empty => Self::of("fault-closing-empty"),
            BadClosing::Missing => Self::of("fault-closing-missing"),
            BadClosing::Encoding(_) | BadClosing::Decoding(_) => Self::of("fault-closing-form"),
            BadClosing::Protocol(theirs) => version("home-version-protocol", u64::from(*theirs)),
            BadClosing::Rules(theirs) => version("home-version-rules", u64::from(*theirs)),
            BadClosing::Suite(theirs) => version("home-version-proofs", u64::from(*theirs)),
            BadClosing::Table(_) => Self::of("fault-closing-table"),
            BadClosing::Drawn(option) => Self::of("fault-closing-drawn").technical("option", option),
            BadClosing::Persons { sitting, persons } => Self::of("fault-closing-persons")
                .number("sitting", *sitting)
                .number("persons", *persons),
            BadClosing::SameKey(party) => Self::of("fault-closing-key").party("party", *party),
            BadClosing::Name(party) => Self::of("fault-closing-name").party("party", *party),
            BadClosing::Place { party, place, .. } => Self::of("fault-closing-place")
                .party("party", *party)
                .number("place", u64::from(*place) + 1),
            BadClosing::PlaceTwice(place) => Self::of("fault-closing-twice").number("place", u64::from(*place) + 1),
            BadClosing::Clock => Self::of("fault-closing-clock"),
            BadClosing::HostNotFirst => Self::of("fault-closing-host"),
            BadClosing::Nobody => Self::of("fault-closing-nobody"),
            BadClosing::Signature => Self::of("fault-closing-signature"),
            BadClosing::NotAllHere => Self::of("fault-closing-not-here"),
            BadClosing::NotAtTable => Self::of("fault-closing-not-at-table"),
        }
    }
}

impl From<&NoEvidence> for Sentence {
    fn from(why: &NoEvidence) -> Self {
        match why {
            NoEvidence::NoProof => Self::of("fault-evidence-none"),
            NoEvidence::OtherPlaces => Self::of("fault-evidence-places"),
            NoEvidence::Same => Self::of("fault-evidence-same"),
            NoEvidence::BeforeLeave => Self::of("fault-evidence-before"),
            NoEvidence::Order => Self::of("fault-evidence-order"),
            NoEvidence::SignedResult(party) => Self::of("fault-evidence-result").party("party", *party),
            NoEvidence::CutBack(party) => Self::of("fault-evidence-cut").party("party", *party),
            NoEvidence::OtherEntry(voter) => Self::of("fault-evidence-entry").party("party", *voter),
            NoEvidence::OtherLeave(voter) => Self::of("fault-evidence-leave").party("party", *voter),
            NoEvidence::NoEntry(voter) => Self::of("fault-evidence-no-entry").party("party", *voter),
        }
    }
}

impl From<&NotDue> for Sentence {
    fn from(why: &NotDue) -> Self {
        match why {
            NotDue::NotYourTurn => Self::of("fault-due-turn"),
            NotDue::NoMove => Self::of("fault-due-no-move"),
            NotDue::NotAMove(_) => Self::of("fault-due-not-a-move"),
            NotDue::Asking => Self::of("fault-due-asking"),
            NotDue::NotGone(accused) => Self::of("fault-due-not-gone").party("party", *accused),
            NotDue::NotYours => Self::of("fault-due-not-yours"),
            NotDue::Closed => Self::of("fault-due-closed"),
            NotDue::Over => Self::of("fault-due-over"),
            NotDue::NoLot => Self::of("fault-due-no-lot"),
            NotDue::NotOver => Self::of("fault-due-not-over"),
            NotDue::NoParty => Self::of("fault-due-no-party"),
        }
    }
}

impl From<&BadLog> for Sentence {
    fn from(why: &BadLog) -> Self {
        match why {
            BadLog::NoClosing => Self::of("fault-closing-missing"),
            BadLog::SecondClosing => Self::of("fault-log-second-closing"),
            BadLog::NoResult => Self::of("fault-log-no-result"),
            BadLog::Awaits { step, party } => Self::of("fault-log-awaits")
                .number("step", *step)
                .party("party", *party),
            BadLog::Whole => Self::of("fault-log-whole"),
            BadLog::BehindResult => Self::of("fault-log-behind"),
            BadLog::Expelled(party) => Self::of("fault-log-expelled").party("party", *party),
            BadLog::OtherFork(party) => Self::of("fault-log-fork").party("party", *party),
            BadLog::BallotsAndClaims(accused) => Self::of("fault-log-both").party("party", *accused),
            BadLog::Ballot { voter, accused } => Self::of("fault-log-ballot")
                .party("party", *voter)
                .party("accused", *accused),
            BadLog::Claim { claimer, accused } => Self::of("fault-log-claim")
                .party("party", *claimer)
                .party("accused", *accused),
            BadLog::BallotBehindClaim => Self::of("fault-log-ballot-behind"),
            BadLog::Order(party) => Self::of("fault-log-order").party("party", *party),
            BadLog::TooFew(accused) => Self::of("fault-log-few").party("party", *accused),
            BadLog::NotAllBallots(accused) => Self::of("fault-log-not-all").party("party", *accused),
            BadLog::NoClaimer(accused) => Self::of("fault-log-no-claimer").party("party", *accused),
            BadLog::OtherMatch(party) => Self::of("fault-log-other-match").party("party", *party),
            BadLog::StepsMissing => Self::of("fault-log-missing"),
            BadLog::NotKept => Self::of("fault-log-not-kept"),
            BadLog::Lot(_) => Self::of("fault-log-lot"),
            BadLog::Game(_) => Self::of("fault-log-game"),
            BadLog::Digest(_) => Self::of("fault-log-digest"),
            BadLog::OtherResult => Self::of("fault-log-other-result"),
            BadLog::SignatureOrder => Self::of("fault-log-signatures"),
            BadLog::OtherLeave(party) => Self::of("fault-log-leave").party("party", *party),
        }
    }
}

impl From<&FileError> for Sentence {
    fn from(error: &FileError) -> Self {
        match error {
            FileError::Io(error) => error.into(),
            FileError::NotALog => Self::of("logs-not-a-log"),
            FileError::Version(_) => Self::of("logs-version"),
            FileError::Item { at, refusal } => Self::of("fault-at-byte")
                .technical("byte", at)
                .sentence("reason", refusal),
        }
    }
}

impl From<&LogError> for Sentence {
    fn from(error: &LogError) -> Self {
        match error {
            LogError::File(error) => error.into(),
            LogError::Closing(refusal) => refusal.into(),
            LogError::Invalid { at, step, refusal } => Self::of("fault-at-step")
                .number("step", *step)
                .technical("byte", at)
                .sentence("reason", refusal),
            LogError::Unfinished { step } => Self::of("logs-unfinished-at").number("step", *step),
        }
    }
}

impl From<&StoreError> for Sentence {
    fn from(error: &StoreError) -> Self {
        let at = |reason: Self| Self::at(&error.path, reason);
        match &error.kind {
            StoreErrorKind::Io(error) => at(error.into()),
            StoreErrorKind::Exists => at(Self::of("fault-store-exists")),
            StoreErrorKind::Damaged(error) => at(Self::of("fault-store-damaged").sentence("reason", error)),
            StoreErrorKind::Refused(refusal) => at(refusal.into()),
            StoreErrorKind::SignedAlready { step } => at(Self::of("fault-store-signed").number("step", *step)),
        }
    }
}
