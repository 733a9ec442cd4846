//! What the node refuses: tables, matches, chat, the list of people; and what practice refuses.

use majlis_net::advert::{Component, Mismatch};
use majlis_net::certificates::NotKept;
use majlis_net::chat::ChatError;
use majlis_net::limits::{MAX_BLOCKED, MAX_CHAT_CHARACTERS};
use majlis_net::people::{PeopleError, PeopleErrorKind};
use majlis_net::reason::{Failed, NotDone, NotSaid, NotStarted, Trouble};
use majlis_net::table::{BadClosing, Refusal, TermsError};

use super::Sentence;
use crate::profile::fact::NotBelieved;
use crate::ui::practice::{NotBegun, NotTakenUp};

impl From<&NotStarted> for Sentence {
    fn from(error: &NotStarted) -> Self {
        let quoted = |name: &'static str, words: &str| Self::of(name).quoted("words", words);
        match error {
            NotStarted::Address(address) => Self::of("wrong-start-address").technical("address", address),
            NotStarted::Identity(words) => quoted("wrong-start-identity", words),
            NotStarted::Encryption(words) => quoted("wrong-start-encryption", words),
            NotStarted::Names(words) => quoted("wrong-start-names", words),
            NotStarted::Parts(words) => quoted("wrong-start-parts", words),
            NotStarted::System(error) => Self::of("wrong-start-system").sentence("reason", error),
        }
    }
}

impl From<&Trouble> for Sentence {
    fn from(trouble: &Trouble) -> Self {
        match trouble {
            Trouble::Listening { address, error } => Self::of("wrong-listening")
                .technical("address", address)
                .sentence("reason", &**error),
            Trouble::Certificates(error) => error.into(),
        }
    }
}

impl From<&NotKept> for Sentence {
    fn from(error: &NotKept) -> Self {
        match error {
            NotKept::Full(most) => Self::of("wrong-certificates-full").number("count", *most),
            NotKept::Io { path, error } => Self::at(path, error.as_ref()),
        }
    }
}

impl From<&NotSaid> for Sentence {
    fn from(why: &NotSaid) -> Self {
        match why {
            NotSaid::NoTable => Self::of("wrong-said-table"),
            NotSaid::TooFast => Self::of("wrong-said-fast"),
            NotSaid::Text(error) => error.into(),
        }
    }
}

impl From<&ChatError> for Sentence {
    fn from(error: &ChatError) -> Self {
        match error {
            ChatError::Empty => Self::of("wrong-said-empty"),
            ChatError::TooLong { characters } => Self::of("wrong-said-long")
                .number("characters", *characters)
                .number("most", MAX_CHAT_CHARACTERS),
            ChatError::Unknown => Self::of("wrong-said-newer"),
            ChatError::Malformed(_) => Self::of("wrong-said-form"),
            ChatError::Signature => Self::of("wrong-said-signature"),
            ChatError::Table => Self::of("wrong-said-elsewhere"),
        }
    }
}

impl From<&NotDone> for Sentence {
    fn from(why: &NotDone) -> Self {
        match why {
            NotDone::NotRunning => Self::of("wrong-not-running"),
            NotDone::NotOver => Self::of("wrong-not-over"),
            NotDone::Paused => Self::of("wrong-paused"),
            NotDone::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<&Failed> for Sentence {
    fn from(failed: &Failed) -> Self {
        match failed {
            Failed::Folder { path, error } => Self::at(path, error.as_ref()),
            Failed::NotAtTable => Self::of("fault-closing-not-at-table"),
            Failed::NoLog { folder, .. } => Self::of("wrong-no-log").path("path", folder),
            Failed::NoThread(_) => Self::NO_THREAD,
            Failed::Store(error) => (&**error).into(),
            Failed::Refused(refusal) => refusal.into(),
            Failed::Watched(refusal) => Self::of("wrong-watched").sentence("reason", refusal),
        }
    }
}

impl From<&Mismatch> for Sentence {
    fn from(mismatch: &Mismatch) -> Self {
        let what = match mismatch.what {
            Component::Protocol => "home-version-protocol",
            Component::Rules => "home-version-rules",
            Component::Suite => "home-version-proofs",
        };
        let name = if mismatch.is_newer() {
            "home-version-newer"
        } else {
            "home-version-older"
        };
        Self::of(name).sentence("what", Self::of(what))
    }
}

impl From<&Refusal> for Sentence {
    fn from(refusal: &Refusal) -> Self {
        let other = |reason: Self| Self::of("waiting-other").sentence("reason", reason);
        match refusal {
            Refusal::NoTable => Self::of("waiting-no-table"),
            Refusal::Full => Self::of("waiting-full"),
            Refusal::Unwanted => Self::of("waiting-unwanted"),
            Refusal::Dissolved => Self::of("waiting-dissolved"),
            Refusal::Versions(mismatch) => mismatch.into(),
            Refusal::Foreign => Self::of("waiting-foreign"),
            Refusal::Own => Self::of("home-link-own"),
            Refusal::TooManyTables => Self::of("waiting-too-many"),
            Refusal::TooManyOpen(most) => Self::of("waiting-too-many-open").number("count", *most),
            Refusal::TermsChanged => Self::of("waiting-changed"),
            Refusal::NotWatched => Self::of("waiting-not-watched"),
            Refusal::Terms(error) => other(error.into()),
            Refusal::OtherTable => other(Self::of("wrong-table-other")),
            Refusal::SameVersions => other(Self::of("wrong-table-same")),
            Refusal::TwoTables => other(Self::of("wrong-table-two")),
            Refusal::Closing(wrong) => other(wrong.into()),
            Refusal::NotClosed(refusal) => other(refusal.into()),
        }
    }
}

impl From<&TermsError> for Sentence {
    fn from(error: &TermsError) -> Self {
        match error {
            TermsError::Clock => Self::of("fault-closing-clock"),
            TermsError::Game(_) => Self::of("wrong-table-game"),
            TermsError::Table(_) => Self::of("fault-closing-table"),
            TermsError::Persons { sitting, persons } => Self::of("fault-closing-persons")
                .number("sitting", *sitting)
                .number("persons", *persons),
        }
    }
}

impl From<&BadClosing> for Sentence {
    fn from(wrong: &BadClosing) -> Self {
        match wrong {
            BadClosing::Refused(refusal) => refusal.into(),
            BadClosing::OtherHost => Self::of("wrong-closed-host"),
            BadClosing::WithoutMe => Self::of("wrong-closed-without"),
            BadClosing::OtherTerms => Self::of("wrong-closed-terms"),
            BadClosing::OtherSeats => Self::of("wrong-closed-seats"),
        }
    }
}

impl From<&PeopleError> for Sentence {
    fn from(error: &PeopleError) -> Self {
        let at = |reason: Self| Self::at(&error.path, reason);
        match &error.kind {
            PeopleErrorKind::Io(error) => at(error.into()),
            PeopleErrorKind::Version { .. } => at(Self::of("wrong-people-newer")),
            PeopleErrorKind::Damaged(_) => at(Self::of("wrong-people-damaged")),
            PeopleErrorKind::TooManyBlocked => Self::of("wrong-people-blocked").number("count", MAX_BLOCKED),
        }
    }
}

impl From<&NotBelieved> for Sentence {
    fn from(error: &NotBelieved) -> Self {
        match error {
            NotBelieved::Refused(refusal) => refusal.into(),
            NotBelieved::Impossible => Self::of("logs-certificate-impossible"),
            NotBelieved::NeedsLog => Self::of("logs-certificate-lacking"),
        }
    }
}

impl From<&NotBegun> for Sentence {
    fn from(error: &NotBegun) -> Self {
        match error {
            NotBegun::Table(_) => Self::of("fault-closing-table"),
            NotBegun::Refused(refusal) => refusal.into(),
            NotBegun::NoThread(_) => Self::NO_THREAD,
        }
    }
}

impl From<&NotTakenUp> for Sentence {
    fn from(error: &NotTakenUp) -> Self {
        match error {
            NotTakenUp::InUse => Self::of("wrong-practice-in-use"),
            NotTakenUp::NoSecrets => Self::of("wrong-practice-no-secrets"),
            NotTakenUp::OtherIdentity => Self::of("wrong-practice-other-identity"),
            NotTakenUp::Log(error) => error.into(),
            NotTakenUp::Io(path, error) => Self::at(path, error),
            NotTakenUp::NotBegun(error) => error.into(),
        }
    }
}
