//! What goes wrong is said in the language of the screen, whichever part of the program or of the system says it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use majlis::export::ExportError;
use majlis::folder::FolderError;
use majlis::identity::NotDone as IdentityNotDone;
use majlis::language::Language;
use majlis::links::desktop::NotRegistered;
use majlis::profile::fact::NotBelieved;
use majlis::ui::practice::{NotBegun, NotTakenUp};
use majlis::ui::sentence::Sentence;
use majlis::ui::text::plain;
use majlis::ui::words::{AREAS, Digits, Words};
use majlis_crypto::cbor;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::store::{StoreError as IdentityStoreError, StoreErrorKind as IdentityStoreErrorKind};
use majlis_crypto::identity::{Identity, IdentityError, SignTag};
use majlis_net::advert::{Component, Mismatch};
use majlis_net::certificates::NotKept;
use majlis_net::chat::ChatError;
use majlis_net::people::{PeopleError, PeopleErrorKind};
use majlis_net::reason::{Failed, NotDone, NotSaid, NotStarted, Trouble};
use majlis_net::table::{BadClosing as HostClosing, Refusal as TableRefusal, TermsError};
use majlis_referee::error::{BadClosing, BadLog, NoEvidence, NotDue, Piece, Refusal};
use majlis_referee::file::FileError;
use majlis_referee::party::PartyId;
use majlis_referee::store::{StoreError, StoreErrorKind};
use majlis_referee::verify::LogError;
use majlis_rules::registry::GameId;
use majlis_rules::rule::{Illegal, NotAMove, Rule};
use majlis_rules::table::TableError;

/// What stands for the words of the system and of libraries.
const WORDS: &str = "كلام غيرنا";
/// A sentence of a part of the program that must not be seen.
const HIDDEN: &str = "this is said to whoever looks for a fault";

/// A path without a Latin letter.
fn path() -> PathBuf {
    PathBuf::from("/مجلس/ملف")
}

fn said_so() -> String {
    HIDDEN.to_owned()
}

fn system() -> Vec<io::Error> {
    let kinds = [
        ErrorKind::NotFound,
        ErrorKind::PermissionDenied,
        ErrorKind::AlreadyExists,
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::IsADirectory,
        ErrorKind::NotADirectory,
        ErrorKind::FileTooLarge,
        ErrorKind::InvalidFilename,
        ErrorKind::ResourceBusy,
        ErrorKind::ExecutableFileBusy,
        ErrorKind::WouldBlock,
        ErrorKind::AddrInUse,
        ErrorKind::AddrNotAvailable,
        ErrorKind::NetworkDown,
        ErrorKind::NetworkUnreachable,
        ErrorKind::HostUnreachable,
        ErrorKind::OutOfMemory,
        ErrorKind::Unsupported,
        ErrorKind::UnexpectedEof,
        ErrorKind::InvalidData,
    ];
    let mut errors: Vec<io::Error> = kinds.map(|kind| io::Error::new(kind, HIDDEN)).into();
    errors.push(io::Error::other(WORDS));
    errors
}

fn refused() -> io::Error {
    ErrorKind::PermissionDenied.into()
}

fn said<E>(all: &mut Vec<Sentence>, errors: impl IntoIterator<Item = E>)
where
    for<'e> Sentence: From<&'e E>,
{
    all.extend(errors.into_iter().map(|error| Sentence::from(&error)));
}

fn party() -> PartyId {
    PartyId::new(1).unwrap()
}

fn referee() -> Vec<Refusal> {
    let (party, accused, step) = (party(), PartyId::new(2).unwrap(), 7);
    let pieces = [
        Piece::Header,
        Piece::Entry,
        Piece::Body,
        Piece::Proofs,
        Piece::Ack,
        Piece::Leave,
        Piece::Ballot,
        Piece::Claim,
        Piece::Item,
        Piece::Result,
        Piece::Certificate,
        Piece::Secrets,
        Piece::Mark,
        Piece::Stored,
    ];
    let closings = [
        BadClosing::Empty,
        BadClosing::Missing,
        BadClosing::Encoding(said_so()),
        BadClosing::Decoding(said_so()),
        BadClosing::Protocol(9),
        BadClosing::Rules(9),
        BadClosing::Suite(9),
        BadClosing::Table(TableError(said_so())),
        BadClosing::Drawn("٧"),
        BadClosing::Persons { sitting: 3, persons: 2 },
        BadClosing::SameKey(party),
        BadClosing::Name(party),
        BadClosing::Place {
            party,
            place: 4,
            persons: 2,
        },
        BadClosing::PlaceTwice(1),
        BadClosing::Clock,
        BadClosing::HostNotFirst,
        BadClosing::Nobody,
        BadClosing::Signature,
        BadClosing::NotAllHere,
        BadClosing::NotAtTable,
    ];
    let evidence = [
        NoEvidence::NoProof,
        NoEvidence::OtherPlaces,
        NoEvidence::Same,
        NoEvidence::BeforeLeave,
        NoEvidence::Order,
        NoEvidence::SignedResult(party),
        NoEvidence::CutBack(party),
        NoEvidence::OtherEntry(party),
        NoEvidence::OtherLeave(party),
        NoEvidence::NoEntry(party),
    ];
    let due = [
        NotDue::NotYourTurn,
        NotDue::NoMove,
        NotDue::NotAMove(NotAMove::new(HIDDEN)),
        NotDue::Asking,
        NotDue::NotGone(party),
        NotDue::NotYours,
        NotDue::Closed,
        NotDue::Over,
        NotDue::NoLot,
        NotDue::NotOver,
        NotDue::NoParty,
    ];
    let logs = [
        BadLog::NoClosing,
        BadLog::SecondClosing,
        BadLog::NoResult,
        BadLog::Awaits { step, party },
        BadLog::Whole,
        BadLog::BehindResult,
        BadLog::Expelled(party),
        BadLog::OtherFork(party),
        BadLog::BallotsAndClaims(party),
        BadLog::Ballot { voter: party, accused },
        BadLog::Claim {
            claimer: party,
            accused,
        },
        BadLog::BallotBehindClaim,
        BadLog::Order(party),
        BadLog::TooFew(party),
        BadLog::NotAllBallots(party),
        BadLog::NoClaimer(party),
        BadLog::OtherMatch(party),
        BadLog::StepsMissing,
        BadLog::NotKept,
        BadLog::Lot(said_so()),
        BadLog::Game(said_so()),
        BadLog::Digest(said_so()),
        BadLog::OtherResult,
        BadLog::SignatureOrder,
        BadLog::OtherLeave(party),
    ];
    let mut all: Vec<Refusal> = closings.map(Refusal::Closing).into();
    all.extend(evidence.map(Refusal::Evidence));
    all.extend(due.map(Refusal::NotDue));
    all.extend(logs.map(Refusal::Log));
    for what in pieces {
        let reason = said_so();
        all.push(Refusal::Decoding { what, reason });
        all.push(Refusal::Signature { what, party });
    }
    all.extend([
        Refusal::Encoding {
            what: Piece::Item,
            reason: said_so(),
        },
        Refusal::NoSuchParty { party },
        Refusal::TooLarge { party },
        Refusal::NotWhatWasSigned {
            what: Piece::Body,
            party,
        },
        Refusal::OtherMatch,
        Refusal::OtherStep { step, due: 8 },
        Refusal::OtherBranch { party, step },
        Refusal::NotAwaited { party, step },
        Refusal::Recheck,
        Refusal::Illegal(Illegal::new(Rule::new("domino.11"), HIDDEN)),
        Refusal::Illegal(Illegal::new(Rule::new("log.4"), HIDDEN)),
        Refusal::Proof(said_so()),
    ]);
    all
}

fn files(all: &mut Vec<Sentence>) {
    said(all, system());
    said(
        all,
        [
            FolderError::NoHome,
            FolderError::InUse(path()),
            FolderError::Io {
                path: path(),
                error: refused(),
            },
        ],
    );
    let damaged = cbor::from_slice::<u8>(&[], &cbor::Limits::new(9)).unwrap_err();
    let wrong = [
        IdentityError::KeyEncoding,
        IdentityError::WeakKey,
        IdentityError::MixedOrderKey,
        IdentityError::Signature { tag: SignTag::Chat },
        IdentityError::FileTooLarge,
        IdentityError::FileDamaged(damaged),
        IdentityError::NotAnIdentity,
        IdentityError::FileVersion { found: 9 },
        IdentityError::FileKeys,
        IdentityError::FileSealing,
        IdentityError::PassphraseNeeded,
        IdentityError::PassphraseWrong,
        IdentityError::PassphraseEmpty,
        IdentityError::PassphraseTooLong,
        IdentityError::PassphraseControl,
    ];
    let kinds = wrong.map(IdentityStoreErrorKind::Identity).into_iter().chain([
        IdentityStoreErrorKind::NotFound,
        IdentityStoreErrorKind::Exists,
        IdentityStoreErrorKind::NotAFile,
        IdentityStoreErrorKind::Permissions { mode: 0o644 },
        IdentityStoreErrorKind::Io(refused()),
    ]);
    let stored = kinds.map(|kind| IdentityNotDone::Store(IdentityStoreError { path: path(), kind }));
    said(all, stored);
    let key = Identity::from_secret(&[1; 32]).key();
    said(
        all,
        [
            IdentityNotDone::None,
            IdentityNotDone::Another(Box::new(key)),
            IdentityNotDone::Folder(FolderError::NoHome),
        ],
    );
    said(
        all,
        [
            ExportError::NoBoard,
            ExportError::OtherGame(GameId::Four),
            ExportError::Picture(png::EncodingError::IoError(refused())),
        ],
    );
    said(
        all,
        [
            NotRegistered::Path(path()),
            NotRegistered::Io(path(), refused()),
            NotRegistered::Icon(png::EncodingError::LimitsExceeded),
        ],
    );
}

fn people(all: &mut Vec<Sentence>) {
    let words = || WORDS.to_owned();
    said(
        all,
        [
            NotStarted::Address("//".to_owned()),
            NotStarted::Identity(words()),
            NotStarted::Encryption(words()),
            NotStarted::Names(words()),
            NotStarted::Parts(words()),
            NotStarted::System(refused()),
        ],
    );
    said(
        all,
        [
            Trouble::Listening {
                address: "//".to_owned(),
                error: Arc::new(refused()),
            },
            Trouble::Certificates(NotKept::Full(3)),
            Trouble::Certificates(NotKept::Io {
                path: path(),
                error: Arc::new(refused()),
            }),
        ],
    );
    let chat = [
        ChatError::Empty,
        ChatError::TooLong { characters: 300 },
        ChatError::Unknown,
        ChatError::Malformed(said_so()),
        ChatError::Signature,
        ChatError::Table,
    ];
    said(all, chat.map(NotSaid::Text));
    said(all, [NotSaid::NoTable, NotSaid::TooFast]);
    said(all, [NotDone::NotRunning, NotDone::NotOver, NotDone::Paused]);
    said(
        all,
        [
            Failed::Folder {
                path: path(),
                error: Arc::new(refused()),
            },
            Failed::NotAtTable,
            Failed::NoLog {
                match_id: Digest32::from_bytes([1; 32]),
                folder: path(),
            },
            Failed::NoThread(Arc::new(refused())),
            Failed::Store(Arc::new(StoreError {
                path: path(),
                kind: StoreErrorKind::Exists,
            })),
            Failed::Watched(Refusal::Recheck),
        ],
    );
    let mismatch = |what, theirs| Mismatch { what, theirs, ours: 2 };
    let versions = [
        mismatch(Component::Protocol, 3),
        mismatch(Component::Rules, 1),
        mismatch(Component::Suite, 3),
    ];
    said(all, versions.map(TableRefusal::Versions));
    let terms = [
        TermsError::Clock,
        TermsError::Game("tarneeb".parse::<GameId>().unwrap_err()),
        TermsError::Table(TableError(said_so())),
        TermsError::Persons { sitting: 3, persons: 2 },
    ];
    said(all, terms.map(TableRefusal::Terms));
    let closings = [
        HostClosing::Refused(Refusal::OtherMatch),
        HostClosing::OtherHost,
        HostClosing::WithoutMe,
        HostClosing::OtherTerms,
        HostClosing::OtherSeats,
    ];
    said(all, closings.map(TableRefusal::Closing));
    said(
        all,
        [
            TableRefusal::NoTable,
            TableRefusal::Full,
            TableRefusal::Unwanted,
            TableRefusal::Dissolved,
            TableRefusal::Foreign,
            TableRefusal::Own,
            TableRefusal::TooManyTables,
            TableRefusal::TooManyOpen(2),
            TableRefusal::TermsChanged,
            TableRefusal::NotWatched,
            TableRefusal::OtherTable,
            TableRefusal::SameVersions,
            TableRefusal::TwoTables,
            TableRefusal::NotClosed(Refusal::OtherMatch),
        ],
    );
    let kinds = [
        PeopleErrorKind::Io(refused()),
        PeopleErrorKind::Version { found: 9 },
        PeopleErrorKind::Damaged(said_so()),
        PeopleErrorKind::TooManyBlocked,
    ];
    said(all, kinds.map(|kind| PeopleError { path: path(), kind }));
    said(
        all,
        [
            NotBegun::Table(TableError(said_so())),
            NotBegun::Refused(Refusal::OtherMatch),
            NotBegun::NoThread(refused()),
        ],
    );
    said(
        all,
        [
            NotTakenUp::InUse,
            NotTakenUp::NoSecrets,
            NotTakenUp::OtherIdentity,
            NotTakenUp::Io(path(), refused()),
            NotTakenUp::NotBegun(NotBegun::NoThread(refused())),
        ],
    );
    said(
        all,
        [
            NotBelieved::Refused(Refusal::OtherMatch),
            NotBelieved::Impossible,
            NotBelieved::NeedsLog,
        ],
    );
}

/// One of each kind of everything that can go wrong.
fn everything() -> Vec<Sentence> {
    let mut all = Vec::new();
    files(&mut all);
    people(&mut all);
    said(&mut all, referee());
    said(&mut all, referee().into_iter().map(NotDone::Refused));
    said(&mut all, referee().into_iter().map(Failed::Refused));
    said(
        &mut all,
        referee().into_iter().map(|refusal| LogError::Invalid {
            at: 77,
            step: 3,
            refusal,
        }),
    );
    said(&mut all, referee().into_iter().map(LogError::Closing));
    let file = |refusal| LogError::File(FileError::Item { at: 77, refusal });
    said(&mut all, referee().into_iter().map(file));
    said(
        &mut all,
        [
            LogError::File(FileError::Io(refused())),
            LogError::File(FileError::NotALog),
            LogError::File(FileError::Version(9)),
            LogError::Unfinished { step: 7 },
        ],
    );
    let kinds = [
        StoreErrorKind::Io(refused()),
        StoreErrorKind::Exists,
        StoreErrorKind::Damaged(FileError::NotALog),
        StoreErrorKind::Refused(Refusal::OtherMatch),
        StoreErrorKind::SignedAlready { step: 7 },
    ];
    said(&mut all, kinds.map(|kind| StoreError { path: path(), kind }));
    all
}

/// The runs of two or more Latin letters in a text, but for the numbers of rules, names of files and variables.
fn latin(text: &str) -> Vec<String> {
    let known = ["domino", "log", "HOME"];
    let runs = text.split(|char: char| !('\u{41}'..='\u{24f}').contains(&char) || !char.is_alphabetic());
    let runs = runs.filter(|run| run.chars().count() > 1 && !known.contains(run));
    runs.map(str::to_owned).collect()
}

#[test]
fn no_english_stands_in_an_arabic_sentence_and_none_is_hidden_in_another() {
    let everything = everything();
    let arabic = Words::new(Language::Arabic, Digits::ArabicIndic);
    let romanian = Words::new(Language::Romanian, Digits::Western);
    let english = Words::new(Language::English, Digits::Western);
    for sentence in &everything {
        let text = plain(&sentence.say(&arabic));
        // What a library says of a picture is quoted.
        let quoted = "Limits are exceeded.";
        assert!(text.contains(quoted) || latin(&text).is_empty(), "{text}");
        for words in [&arabic, &romanian, &english] {
            let text = plain(&sentence.say(words));
            assert!(
                !text.contains(HIDDEN) && !text.contains("{ $") && !text.contains("{$"),
                "{text}"
            );
            assert!(text.chars().count() > 3, "{sentence:?}");
        }
        assert_ne!(sentence.say(&romanian), sentence.say(&english), "{sentence:?}");
    }
}

#[test]
fn whatever_can_go_wrong_has_words_of_its_own() {
    let everything = everything();
    let said: BTreeSet<&str> = everything.iter().flat_map(Sentence::names).collect();
    let areas = AREAS
        .iter()
        .filter(|(area, _)| ["system", "fault", "wrong"].contains(area));
    let named = areas.flat_map(|(_, [_, english, _])| {
        let lines = english.lines().filter_map(|line| line.split_once(" = "));
        lines.map(|(name, _)| name)
    });
    let named: BTreeSet<&str> = named.filter(|name| !name.starts_with('#')).collect();
    // These are said of work that broke off and of a rule book that is not there, without an error of their own.
    let missing: Vec<_> = named.iter().filter(|name| !said.contains(*name)).collect();
    assert_eq!(missing, [&"system-broke-off", &"wrong-rules"]);
    // What is told apart is told apart in every language.
    let mut refusals: Vec<String> = referee().iter().map(|refusal| format!("{refusal:?}")).collect();
    refusals.sort();
    refusals.dedup();
    assert_eq!(refusals.len(), referee().len());
}

#[test]
fn what_others_have_written_is_cut_and_turns_nothing_round() {
    let words = Words::new(Language::Arabic, Digits::Western);
    let hostile = format!("\u{202e}\u{2069}\u{2067}a\n\r\u{7}b\u{2028}{}", "x".repeat(5000));
    let said = Sentence::of("system-says").quoted("words", &hostile).say(&words);
    assert!(said.chars().count() < 200, "{}", said.chars().count());
    let marks: Vec<char> = said
        .chars()
        .filter(|char| matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .collect();
    assert_eq!(marks, ['\u{2068}', '\u{2069}']);
    assert!(said.contains("a b x") && said.ends_with("…\u{2069}»"), "{said}");
    assert!(!said.chars().any(char::is_control));
}

#[test]
fn people_are_named_where_their_names_are_known() {
    let words = Words::new(Language::Arabic, Digits::ArabicIndic);
    let sentence = Sentence::from(&Refusal::NotAwaited {
        party: party(),
        step: 12,
    });
    assert_eq!(plain(&sentence.say(&words)), "لا يُنتظر من اللاعب ٢ شيء في الخطوة ١٢.");
    let name = |who: PartyId| (who == party()).then(|| "سلمى".to_owned());
    let named = plain(&sentence.say_among(&words, &name));
    assert_eq!(named, "لا يُنتظر من سلمى شيء في الخطوة ١٢.");
    // Within another one too.
    let error = LogError::Invalid {
        at: 1024,
        step: 12,
        refusal: Refusal::NotAwaited {
            party: party(),
            step: 12,
        },
    };
    let text = plain(&Sentence::from(&error).say_among(&words, &name));
    assert!(text.contains("سلمى") && text.contains("1024"), "{text}");
}

/// The code of the screens, without what tests them.
fn code(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            code(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap().to_owned();
            found.push((path, text));
        }
    }
}

#[test]
fn no_screen_shows_what_an_error_displays() {
    let mut found = Vec::new();
    code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ui"), &mut found);
    assert!(found.len() > 80);
    for (path, text) in &found {
        // Quoted as the words of others, and as the system's.
        if path.components().any(|part| part.as_os_str() == "sentence") {
            continue;
        }
        for speaks in [
            "error.to_string()",
            "refusal.to_string()",
            "why.to_string()",
            "trouble.to_string()",
            "{error}",
            "{refusal}",
        ] {
            let lines = text.lines().filter(|line| line.contains(speaks));
            // What is written for the command line (`Display`) is on lines that write.
            let shown: Vec<&str> = lines
                .filter(|line| !line.contains("write!(") && !line.contains("reason: "))
                .collect();
            let practice = path.ends_with("practice/mod.rs") && speaks == "{error}";
            assert!(shown.is_empty() || practice, "{}: {shown:#?}", path.display());
        }
    }
}
