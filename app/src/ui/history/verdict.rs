//! What checking a file has given, in plain words.

use majlis_referee::file::FileError;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Cause, Ending};
use majlis_referee::verify::{Grade, LogError};
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;

use super::archive::{Entry, Found};
use super::story::{Checked, LogChecked};
use crate::blksgf::{Impossible, ReadError, Wrong};
use crate::profile::fact::{Fact, NotBelieved, Strength};
use crate::profile::matches::{Known, Standing};
use crate::rulebook;
use crate::ui::screens::game_name;
use crate::ui::sentence::Sentence;
use crate::ui::widgets::Icon;
use crate::ui::words::Words;
use crate::verified::{Finding, Status};

/// How something came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// It holds.
    Good,
    /// Something is wrong.
    Bad,
    /// Neither: something is missing, or it is only told.
    Plain,
}

/// A line of what is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// How it is meant.
    pub tone: Tone,
    /// What is said.
    pub text: String,
}

/// What is said about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whether it holds.
    pub tone: Tone,
    /// In one line.
    pub title: String,
    /// What follows, the most important first.
    pub lines: Vec<Said>,
    /// What was checked of whom.
    pub checked: Vec<String>,
    /// What is wrong exactly, for those who want to know.
    pub detail: Option<String>,
}

/// The sign of it.
#[must_use]
pub const fn icon_of(tone: Tone) -> Icon {
    match tone {
        Tone::Good => Icon::ShieldWhole,
        Tone::Bad => Icon::ShieldBroken,
        Tone::Plain => Icon::Shield,
    }
}

/// How a match of the list is meant: what checking its file would say.
#[must_use]
pub fn tone_of(entry: &Entry, known: Option<&Known>) -> Tone {
    match (&entry.found, known) {
        (Found::Refused(_), _) => Tone::Bad,
        (Found::Known(_) | Found::Unfinished, _) if entry.cheated => Tone::Bad,
        (Found::Known(_), Some(known)) => {
            let own = known.sources.iter().find(|source| source.path == entry.path);
            let weak = own.is_some_and(|source| source.strength == Strength::Lacking);
            if weak || known.standing == Standing::Contested {
                Tone::Plain
            } else {
                Tone::Good
            }
        }
        (Found::Unchecked | Found::Unfinished | Found::Unreadable(_) | Found::Known(_), _) => Tone::Plain,
    }
}

impl Verdict {
    fn new(tone: Tone, title: String) -> Self {
        Self {
            tone,
            title,
            lines: Vec::new(),
            checked: Vec::new(),
            detail: None,
        }
    }

    fn say(&mut self, tone: Tone, text: String) {
        self.lines.push(Said { tone, text });
    }
}

/// Words what came of a file. `contested` is whether another file of the profile tells another result of the same match.
#[must_use]
pub fn verdict(checked: &Checked, words: &Words, contested: bool) -> Verdict {
    match checked {
        Checked::Log(log) => of_log(log, words, contested),
        Checked::Record { story, error } => {
            let mut verdict = match error {
                None => Verdict::new(Tone::Good, words.get("logs-record-good")),
                Some(error) => {
                    let mut verdict = Verdict::new(Tone::Bad, words.get("logs-record-bad"));
                    verdict.say(Tone::Bad, place_of(error, words));
                    for line in wrong_with(error, words) {
                        verdict.say(Tone::Plain, line);
                    }
                    verdict
                }
            };
            if let Some(story) = story {
                let moves = story.frames.len().saturating_sub(1) as u64;
                verdict.say(Tone::Plain, words.with("logs-record-moves", &[("moves", moves.into())]));
            }
            verdict.say(Tone::Plain, words.get("logs-record-unsigned"));
            verdict
        }
        Checked::Certificate(fact) => match &**fact {
            Ok(fact) => of_certificate(fact, words, contested),
            Err(error) => {
                let mut verdict = Verdict::new(Tone::Bad, words.get("logs-certificate-bad"));
                let key = match error {
                    NotBelieved::Refused(_) => "logs-certificate-refused",
                    NotBelieved::Impossible => "logs-certificate-impossible",
                    NotBelieved::NeedsLog => "logs-certificate-lacking",
                };
                verdict.say(Tone::Bad, words.get(key));
                if let NotBelieved::Refused(refusal) = error {
                    verdict.detail = Some(Sentence::from(refusal).say(words));
                }
                verdict
            }
        },
        Checked::Unknown => {
            let mut verdict = Verdict::new(Tone::Plain, words.get("logs-unknown"));
            verdict.say(Tone::Plain, words.get("logs-unknown-about"));
            verdict
        }
        Checked::Unreadable(reason) => {
            let mut verdict = Verdict::new(Tone::Plain, words.get("logs-unreadable"));
            verdict.detail = Some(reason.say(words));
            verdict
        }
    }
}

fn of_log(log: &LogChecked, words: &Words, contested: bool) -> Verdict {
    let name = |party: PartyId| log.names.get(party.index()).cloned().unwrap_or_default();
    let cheated = log.ledger.is_broken();
    let mut verdict = match log.verified.status {
        Status::Valid | Status::Unfinished if cheated => Verdict::new(Tone::Bad, words.get("shield-title-broken")),
        // The log holds, and what it tells counts for nothing.
        Status::Valid if contested => Verdict::new(Tone::Plain, words.get("logs-valid")),
        Status::Valid => Verdict::new(Tone::Good, words.get("logs-valid")),
        Status::Unfinished => Verdict::new(Tone::Plain, words.get("logs-unfinished-title")),
        Status::Invalid => Verdict::new(Tone::Bad, words.get("logs-invalid")),
        Status::Unreadable => Verdict::new(Tone::Plain, words.get("logs-unreadable")),
    };
    if let Some(error) = &log.error {
        match error {
            LogError::Unfinished { step } => {
                let values = [("step", (*step).into())];
                verdict.say(Tone::Plain, words.with("logs-unfinished-at", &values));
            }
            LogError::Invalid { at, step, .. } => {
                let values = [("step", (*step).into()), ("byte", at.to_string().into())];
                verdict.say(Tone::Bad, words.with("logs-invalid-step", &values));
            }
            LogError::File(FileError::Item { at, .. }) => {
                let values = [("byte", at.to_string().into())];
                verdict.say(Tone::Bad, words.with("logs-invalid-byte", &values));
            }
            LogError::Closing(_) => verdict.say(Tone::Bad, words.get("logs-invalid-closing")),
            LogError::File(FileError::NotALog) => verdict.say(Tone::Plain, words.get("logs-not-a-log")),
            LogError::File(FileError::Version(_)) => verdict.say(Tone::Plain, words.get("logs-version")),
            LogError::File(FileError::Io(_)) => {}
        }
        if log.verified.status == Status::Invalid {
            verdict.say(Tone::Plain, words.get("logs-invalid-about"));
        }
        // Where it is was said.
        let why = match error {
            LogError::Closing(refusal)
            | LogError::Invalid { refusal, .. }
            | LogError::File(FileError::Item { refusal, .. }) => Some(Sentence::from(refusal)),
            LogError::File(FileError::Io(error)) => Some(error.into()),
            LogError::Unfinished { .. } | LogError::File(FileError::NotALog | FileError::Version(_)) => None,
        };
        let named = |party| Some(name(party));
        verdict.detail = why.map(|why| why.say_among(words, &named));
    }
    if let Some(game) = log.game {
        // Whoever looks at a log later has no cards in it.
        let yours = words.get("shield-hidden");
        let findings = log.ledger.findings(words, game, &name).into_iter();
        for finding in findings.filter(|finding| *finding != yours) {
            verdict.say(Tone::Bad, finding);
        }
    }
    if let Some(finding) = &log.verified.finding {
        of_finding(finding, words, contested, &mut verdict);
    }
    if log.signatures > 0 {
        let values = [
            ("moves", log.moves.into()),
            ("signatures", log.signatures.into()),
            ("proofs", log.proofs.into()),
        ];
        verdict.say(Tone::Plain, words.with("logs-counts", &values));
    }
    verdict.checked = log.ledger.lines(words, &name);
    verdict
}

/// How the match ended, for whom how, and how well that is established.
fn of_finding(finding: &Finding, words: &Words, contested: bool, verdict: &mut Verdict) {
    match finding.ending {
        Ending::NeverWas => verdict.say(Tone::Plain, words.get("logs-never-was")),
        Ending::Annulled => verdict.say(Tone::Plain, words.get("end-annulled")),
        Ending::Played => {}
    }
    for person in &finding.persons {
        let Some(outcome) = person.outcome else { continue };
        let scores = finding.statement.as_ref().map(|statement| &statement.scores);
        let score = person.seats.first().and_then(|seat| scores?.get(seat.index()));
        let score = words.with(
            "score",
            &[("score", i64::from(score.copied().unwrap_or_default()).into())],
        );
        let name = person
            .name
            .strip_prefix(majlis_referee::agreement::BOT_MARK)
            .unwrap_or(&person.name);
        let values = [("name", name.into()), ("score", score.as_str().into())];
        verdict.say(Tone::Plain, words.with(end_line(outcome), &values));
    }
    for departure in &finding.departures {
        let name = finding.persons.get(departure.party.index());
        let name = name.map_or("", |person| person.name.as_str());
        let name = name.strip_prefix(majlis_referee::agreement::BOT_MARK).unwrap_or(name);
        let values = [("name", name.into()), ("step", departure.step.into())];
        match departure.cause {
            Cause::Left => verdict.say(Tone::Plain, words.with("logs-left", &values)),
            Cause::Absent => verdict.say(Tone::Plain, words.with("logs-absent", &values)),
            // These are told as findings.
            Cause::Fault(_) | Cause::Equivocated => {}
        }
    }
    let grade = if contested {
        Some(Grade::Contested)
    } else {
        finding.grade
    };
    if let Some(grade) = grade {
        let tone = match grade {
            Grade::Agreed | Grade::Proved => Tone::Good,
            Grade::Claimed => Tone::Plain,
            Grade::Contested => Tone::Bad,
        };
        let key = match grade {
            Grade::Agreed => "logs-grade-agreed",
            Grade::Proved => "logs-grade-proved",
            Grade::Claimed => "logs-grade-claimed",
            Grade::Contested => "logs-grade-contested",
        };
        verdict.say(tone, words.get(key));
    }
}

/// The text for how a match came out for somebody.
#[must_use]
pub const fn end_line(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "end-line-won",
        Outcome::Draw => "end-line-draw",
        Outcome::Loss => "end-line-lost",
    }
}

fn of_certificate(fact: &Fact, words: &Words, contested: bool) -> Verdict {
    let good = fact.strength > Strength::Lacking;
    let mut verdict = if good {
        let tone = if contested { Tone::Plain } else { Tone::Good };
        Verdict::new(tone, words.get("logs-certificate-good"))
    } else {
        Verdict::new(Tone::Plain, words.get("logs-certificate-weak"))
    };
    let game = game_name(words, fact.game);
    for part in &fact.parts {
        let Some(came) = part.came else { continue };
        let outcome = words.get(match Outcome::from(came) {
            Outcome::Win => "profile-won",
            Outcome::Draw => "profile-drawn",
            Outcome::Loss => "profile-lost",
        });
        let values = [
            ("name", part.name.as_str().into()),
            ("game", game.as_str().into()),
            ("outcome", outcome.as_str().into()),
        ];
        verdict.say(Tone::Plain, words.with("logs-certificate-line", &values));
    }
    verdict.say(
        if good { Tone::Good } else { Tone::Plain },
        words.get(strength(fact.strength)),
    );
    if good && contested {
        verdict.say(Tone::Bad, words.get("logs-grade-contested"));
    }
    verdict
}

/// What stands behind a certificate.
const fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Signed => "logs-strength-signed",
        Strength::Left => "logs-strength-left",
        // A certificate proves no more than these, whatever it is called.
        Strength::Proved | Strength::Claimed | Strength::Lacking => "logs-certificate-lacking",
    }
}

/// Where a record is wrong.
#[must_use]
pub fn place_of(error: &ReadError, words: &Words) -> String {
    let line = error.line as u64;
    match error.node {
        Some(node) => words.with(
            "logs-record-node",
            &[("node", (node as u64).into()), ("line", line.into())],
        ),
        None => words.with("logs-record-line", &[("line", line.into())]),
    }
}

/// What is wrong with a record.
#[must_use]
pub fn wrong_with(error: &ReadError, words: &Words) -> Vec<String> {
    let broken = |rule: &str| {
        let mut lines = vec![words.with("logs-record-rule", &[("rule", rule.into())])];
        let document = rulebook::document(GameId::Arkan.id(), words.language());
        let text = document.ok().and_then(|document| {
            let mut passages = document.passages(rule);
            passages.next().map(|(_, block)| words.digits(block.text))
        });
        lines.extend(text);
        lines
    };
    let one = |key: &str| vec![words.get(key)];
    match &error.wrong {
        Wrong::Impossible(Impossible::Illegal(illegal)) => broken(illegal.rule.id()),
        Wrong::Impossible(Impossible::Position(majlis_rules::arkan::SetupError::Illegal { illegal, .. })) => {
            broken(illegal.rule.id())
        }
        Wrong::OtherGame(game) => vec![words.with("logs-record-other-game", &[("game", game.as_str().into())])],
        Wrong::TooLarge | Wrong::TooLong => one("logs-record-large"),
        Wrong::TwoMoves => one("logs-record-two-moves"),
        Wrong::NoSuchColour(name) => {
            vec![words.with("logs-record-colour", &[("name", name.as_str().into())])]
        }
        Wrong::NotSquares(_) => one("logs-record-squares"),
        Wrong::NoSuchPiece(squares) | Wrong::Piece { squares, .. } => {
            vec![words.with("logs-record-piece", &[("squares", squares.as_str().into())])]
        }
        Wrong::Impossible(Impossible::Seats(_) | Impossible::Position(_)) => one("logs-record-position"),
        Wrong::Malformed(_) => one("logs-record-form"),
    }
}
