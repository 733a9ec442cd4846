//! The people met: when last, how often, what they are to this person, and playing with them again.

use std::collections::BTreeMap;

use egui::{Rect, Ui};
use jiff::tz::TimeZone;
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::IdentityKey;
use majlis_net::event::Outcome;
use majlis_net::people::{People, Person, Standing};
use majlis_net::table_id::TableId;

use super::entry::{Action, Entry, Sign, Tone, letter_of};
use super::home::company::Near;
use super::{Go, acquaintances, fingerprint, head, reading_column, terms};
use crate::ui::asked::Ask;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::when;
use crate::ui::widgets::{Closing, choice, dialog, row, within};
use crate::ui::words::Words;

/// What the screen keeps.
#[derive(Debug, Default)]
pub struct PeopleScreen {
    sought: String,
    /// Whose particulars are shown.
    about: Option<IdentityKey>,
    /// Whether the pictures of that person's key lie over them.
    pictures: bool,
    fingerprints: BTreeMap<IdentityKey, Fingerprint>,
}

/// An open table of this person with an empty seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnTable {
    /// Which.
    pub table: TableId,
    /// Who sits there.
    pub seated: Vec<IdentityKey>,
    /// Who was asked to it, and what came of it, once that is known.
    pub calls: BTreeMap<IdentityKey, Option<Outcome>>,
}

/// What can be done with somebody first of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    /// To sit down at his table.
    Sit(IdentityKey, TableId),
    /// To ask him to one's own.
    Invite(TableId),
    /// To open one.
    Open,
}

/// What the screen is drawn from.
pub struct Scene<'a> {
    /// How things look.
    pub style: &'a Style,
    /// How things are said.
    pub words: &'a Words,
    /// Everybody who was met.
    pub people: &'a People,
    /// Open tables around.
    pub around: &'a [Near],
    /// A table to which somebody can be asked.
    pub own: Option<OwnTable>,
    /// The time, in seconds since 1970.
    pub now: u64,
    /// Where the person is: days change at midnight there.
    pub zone: &'a TimeZone,
}

/// When somebody was met last: today, yesterday, so many days ago.
#[must_use]
pub fn last_met(words: &Words, last: u64, now: u64, zone: &TimeZone) -> String {
    match when::days_between(last, now, zone) {
        0 => words.get("people-today"),
        1 => words.get("people-yesterday"),
        days => {
            let days = i64::try_from(days).unwrap_or(i64::MAX);
            words.with("people-days-ago", &[("days", days.into())])
        }
    }
}

/// Everybody, friends first and blocked persons last, of each the one met last first.
pub(super) fn sorted(people: &People) -> Vec<(&IdentityKey, &Person)> {
    let mut all: Vec<(&IdentityKey, &Person)> = people.iter().collect();
    all.sort_by_key(|(key, person)| {
        let rank = match person.standing {
            Standing::Friend => 0,
            Standing::Met => 1,
            Standing::Blocked => 2,
        };
        (rank, u64::MAX - person.last, **key)
    });
    all
}

/// What came of asking somebody to one's table, as far as there is something to say.
pub(super) fn call_line(words: &Words, call: Option<&Option<Outcome>>, seated: bool) -> Option<(String, Tone)> {
    let (name, tone) = match call {
        _ if seated => ("people-seated", Tone::Good),
        None => return None,
        Some(None) => ("people-calling", Tone::Soft),
        Some(Some(Outcome::Shown)) => ("people-called", Tone::Good),
        Some(Some(Outcome::NotWanted)) => ("people-call-not-wanted", Tone::Soft),
        Some(Some(Outcome::NotReached)) => ("people-call-not-reached", Tone::Danger),
    };
    Some((words.get(name), tone))
}

/// How loud the button is that asks somebody: whom an invitation has reached can be asked again, and need not be.
pub(super) const fn call_weight(call: Option<&Option<Outcome>>) -> Weight {
    match call {
        Some(Some(Outcome::Shown)) => Weight::Plain,
        _ => Weight::Primary,
    }
}

impl PeopleScreen {
    /// Shows the screen.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, scene: &Scene<'_>) -> Option<Go> {
        let (style, words) = (scene.style, scene.words);
        let mut go = None;
        let place = reading_column(area, 820.0);
        within(ui, style, place, "people", |ui| {
            if head(ui, style, words, &words.get("home-people")) {
                go = Some(Go::Home);
            }
            ui.add_space(space::ONE);
            let mut all = sorted(scene.people);
            if all.is_empty() {
                text::label(ui, style, &words.get("people-nobody"), Type::Body);
                ui.add_space(space::ONE);
                if text::button(ui, style, &words.get("home-open"), Weight::Primary).clicked() {
                    go = Some(Go::Open(None));
                }
                return;
            }
            acquaintances::find(ui, style, words, &mut self.sought, &mut all);
            let list = ui.available_rect_before_wrap();
            acquaintances::list(ui, style, words, (list, "people list"), &all, |ui, key, person| {
                go = self.entry(ui, scene, key, person).or(go.take());
            });
        });
        go.or(self.particulars(ui, scene))
    }

    fn entry(&mut self, ui: &mut Ui, scene: &Scene<'_>, key: &IdentityKey, person: &Person) -> Option<Go> {
        let words = scene.words;
        let values = [("name", person.name.as_str().into())];
        let table = scene.around.iter().find(|near| near.host == *key && near.can_sit());
        let blocked = person.standing == Standing::Blocked;
        let met = words.with(
            "people-last-met",
            &[(
                "when",
                last_met(words, person.last, scene.now, scene.zone)
                    .as_str()
                    .to_owned()
                    .into(),
            )],
        );
        let mut parts = vec![met];
        if person.matches > 0 {
            parts.push(words.with("people-matches", &[("count", i64::from(person.matches).into())]));
        }
        let mut lines = vec![(terms::joined(&parts), Tone::Soft)];
        let mut marks = Vec::new();
        if person.standing == Standing::Friend {
            marks.push(words.get("home-friend"));
        }
        if person.verified {
            marks.push(words.get("people-verified"));
        }
        if !marks.is_empty() {
            lines.push((terms::joined(&marks), Tone::Good));
        }
        if blocked {
            lines.push((words.get("people-blocked"), Tone::Danger));
        } else if table.is_some() {
            lines.push((words.get("people-has-table"), Tone::Accent));
        }
        let call = scene.own.as_ref().and_then(|own| own.calls.get(key));
        let seated = scene.own.as_ref().is_some_and(|own| own.seated.contains(key));
        lines.extend(call_line(words, call.filter(|_| !blocked), seated));
        let first = match (table, &scene.own) {
            (Some(near), _) => Some(First::Sit(near.host, near.table)),
            (None, _) if blocked => None,
            // Nobody is asked while he is being asked, or where he has come already.
            (None, Some(own)) => (!seated && call != Some(&None)).then_some(First::Invite(own.table)),
            (None, None) => Some(First::Open),
        };
        let mut actions = Vec::new();
        if let Some(first) = first {
            let (text, name, weight) = match first {
                First::Sit(..) => ("home-sit", "home-sit-with", Weight::Primary),
                First::Invite(_) => ("people-call", "people-call-name", call_weight(call)),
                First::Open => ("people-invite", "people-invite-name", Weight::Plain),
            };
            actions.push(Action {
                text: words.get(text),
                name: words.with(name, &values),
                weight,
            });
        }
        actions.push(Action {
            text: words.get("people-about"),
            name: words.with("people-about-name", &values),
            weight: Weight::Quiet,
        });
        let last = actions.len() - 1;
        let entry = Entry {
            sign: Sign::Letter(letter_of(&person.name)),
            title: person.name.clone(),
            lines,
            actions,
        };
        match entry.show(ui, scene.style, &key.to_string()) {
            Some(clicked) if clicked == last => {
                self.about = Some(*key);
                self.pictures = false;
                None
            }
            Some(_) => first.map(|first| match first {
                First::Sit(host, table) => Go::Ask(Ask::SitDown { host, table }),
                First::Invite(table) => Go::Ask(Ask::Invite { table, person: *key }),
                First::Open => Go::Open(None),
            }),
            None => None,
        }
    }

    /// What somebody is to this person, over the list.
    fn particulars(&mut self, ui: &Ui, scene: &Scene<'_>) -> Option<Go> {
        let key = self.about?;
        let Some(person) = scene.people.get(&key) else {
            self.about = None;
            return None;
        };
        let (style, words) = (scene.style, scene.words);
        let fingerprint = *self.fingerprints.entry(key).or_insert_with(|| Fingerprint::of(&key));
        if self.pictures {
            let about = fingerprint::About {
                name: &person.name,
                fingerprint,
                verified: Some(person.verified),
            };
            return match fingerprint::show(ui, style, words, &about) {
                Closing::Open => None,
                Closing::Dismissed | Closing::Done(None) => {
                    self.pictures = false;
                    None
                }
                Closing::Done(Some(verified)) => {
                    self.pictures = false;
                    Some(Go::Ask(Ask::Verified {
                        person: key,
                        name: person.name.clone(),
                        verified,
                    }))
                }
            };
        }
        let closing = dialog(ui, style, "particulars", 480.0, |ui| {
            let mut wanted = None;
            text::label(ui, style, &person.name, Type::Title);
            let soft = style.palette.ink_soft;
            text::coloured(ui, style, &fingerprint::digits(fingerprint), Type::Small, soft);
            ui.add_space(space::ONE);
            let name = words.get("people-standing");
            text::label(ui, style, &name, Type::Body);
            let standings = [Standing::Met, Standing::Friend, Standing::Blocked];
            let names = ["people-met", "people-friend", "people-block"].map(|name| words.get(name));
            let at = standings.iter().position(|standing| *standing == person.standing);
            if let Some(at) = choice(ui, style, &name, &names, at.unwrap_or(0)) {
                wanted = Some(Wanted::Standing(standings.get(at).copied().unwrap_or_default()));
            }
            let about = words.get(match person.standing {
                Standing::Met => "people-met-about",
                Standing::Friend => "people-friend-about",
                Standing::Blocked => "people-block-about",
            });
            text::coloured(ui, style, &about, Type::Small, soft);
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                if text::button(ui, style, &words.get("people-pictures"), Weight::Plain).clicked() {
                    wanted = Some(Wanted::Pictures);
                }
                if text::button(ui, style, &words.get("people-forget"), Weight::Quiet).clicked() {
                    wanted = Some(Wanted::Forget);
                }
                if text::button(ui, style, &words.get("close"), Weight::Primary).clicked() {
                    wanted = Some(Wanted::Close);
                }
            });
            wanted
        });
        match closing {
            Closing::Open => None,
            Closing::Dismissed | Closing::Done(Wanted::Close) => {
                self.about = None;
                None
            }
            Closing::Done(Wanted::Pictures) => {
                self.pictures = true;
                None
            }
            Closing::Done(Wanted::Forget) => {
                self.about = None;
                Some(Go::Ask(Ask::Forget(key)))
            }
            Closing::Done(Wanted::Standing(standing)) => Some(Go::Ask(Ask::Standing {
                person: key,
                name: person.name.clone(),
                standing,
            })),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Standing(Standing),
    Pictures,
    Forget,
    Close,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::ui::words::Digits;

    #[test]
    fn it_is_said_how_long_ago_somebody_was_met() {
        const DAY: u64 = 86_400;
        let words = Words::new(Language::English, Digits::Western);
        let midnight = 20_000 * DAY;
        let when = |last, now| text::plain(&last_met(&words, last, now, &TimeZone::UTC));
        assert_eq!(when(midnight - 1, midnight + 1), "yesterday");
        assert_eq!(when(midnight, midnight + DAY - 1), "today");
        assert_eq!(when(midnight - 9 * DAY, midnight), "9 days ago");
        assert_eq!(when(midnight + 5 * DAY, midnight), "today");
    }
}
