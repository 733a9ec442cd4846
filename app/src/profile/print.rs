//! A profile as text and as JSON, as `majlis profile` prints it. The JSON is described in `docs/profile.md`.

use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::BOT_MARK;
use majlis_referee::certificate::Came;
use majlis_rules::game::Outcome;
use majlis_rules::profile::points;
use majlis_rules::registry::GameId;
use serde_json::{Map, Value, json};

use super::Profile;
use super::fact::Key;
use super::figures::{Person, level_begins};
use super::matches::{Known, Standing};
use crate::folder;
use crate::rulebook;
use crate::ui::text::plain;
use crate::ui::words::{self, Words};

/// How many places of the ladder are printed as text.
const PLACES: usize = 20;

/// A key in hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The fingerprint of somebody's key; it takes some milliseconds.
#[must_use]
pub fn fingerprint(key: &Key) -> String {
    IdentityKey::from_bytes(key).map_or_else(|_| hex(key), |key| Fingerprint::of(&key).to_string())
}

/// What a match gives to somebody for whom it came out like that; `None` where it gives nothing.
pub(crate) fn points_of(known: &Known, came: Option<Came>) -> Option<u32> {
    came.filter(|_| known.standing.gives_points())
        .map(|came| points(known.fact.game, came.into()))
}

fn person_json(person: &Person) -> Value {
    let games: Map<String, Value> = person
        .games
        .iter()
        .map(|(game, tally)| {
            let value = json!({
                "played": tally.played(),
                "won": tally.won,
                "drawn": tally.drawn,
                "lost": tally.lost,
                "points": tally.points,
            });
            (game.id().to_owned(), value)
        })
        .collect();
    let level = person.level();
    json!({
        "key": hex(&person.key),
        "name": person.name,
        "points": person.points(),
        "level": level,
        "level_begins": level_begins(level),
        "next_level_begins": level_begins(level.saturating_add(1)),
        "rating": person.rating.map(|rating| rating.value),
        "rated_matches": person.rating.map_or(0, |rating| rating.matches),
        "badges": person.badges().map(GameId::id).collect::<Vec<_>>(),
        "games": games,
    })
}

fn match_json(known: &Known) -> Value {
    let fact = &known.fact;
    let persons: Vec<Value> = fact
        .parts
        .iter()
        .map(|part| {
            json!({
                "key": hex(&part.key),
                "name": part.name,
                "outcome": part.came.map(|came| Outcome::from(came).name()),
                "points": points_of(known, part.came),
            })
        })
        .collect();
    let sources: Vec<Value> = known
        .sources
        .iter()
        .map(|source| {
            json!({
                "path": source.path.to_string_lossy(),
                "kind": source.kind.name(),
                "strength": source.strength.name(),
                "agrees": source.agrees,
            })
        })
        .collect();
    json!({
        "match": fact.match_id.to_string(),
        "game": fact.game.id(),
        "seats": fact.seats,
        "persons": persons,
        "standing": known.standing.name(),
        "strength": fact.strength.name(),
        "by_lot": fact.by_lot,
        "rated": known.is_rated(),
        "sources": sources,
    })
}

/// The whole profile as one JSON object; of the person `me`, where there is one.
#[must_use]
pub fn to_json(profile: &Profile, me: Option<&Key>) -> Value {
    let person = me.map(|key| {
        let nobody = Person::new(*key);
        let mut value = person_json(profile.person(key).unwrap_or(&nobody));
        if let Some(object) = value.as_object_mut() {
            object.insert("fingerprint".to_owned(), fingerprint(key).into());
        }
        value
    });
    let ladder: Vec<Value> = profile.ladder(me).into_iter().map(person_json).collect();
    let refused: Vec<Value> = profile
        .refused()
        .iter()
        .map(|refused| json!({"path": refused.path.to_string_lossy(), "error": refused.sentence}))
        .collect();
    json!({
        "person": person,
        "ladder": ladder,
        "matches": profile.matches().iter().map(match_json).collect::<Vec<_>>(),
        "unfinished": profile.unfinished().iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(),
        "refused": refused,
        "notice": profile.notice(),
    })
}

/// The name of a game in a language.
fn game_name(game: GameId, words: &Words) -> String {
    rulebook::document(game.id(), words.language())
        .map_or_else(|_| game.id().to_owned(), |document| document.title.to_owned())
}

/// What is said about a match that counts only in part, or not at all: the name of the text.
pub(crate) const fn remark(standing: Standing) -> Option<&'static str> {
    match standing {
        Standing::Counts => None,
        Standing::Claimed => Some("profile-claimed"),
        Standing::Annulled => Some("profile-annulled"),
        Standing::Practice => Some("profile-practice"),
        Standing::Contested => Some("profile-contested"),
        Standing::Lacking => Some("profile-lacking"),
        Standing::NeverWas => Some("profile-never-was"),
    }
}

/// The text of a figure, for people.
struct Writer<'w> {
    words: &'w Words,
    text: String,
}

impl Writer<'_> {
    fn say(&self, name: &str, values: &[(&str, words::Value<'_>)]) -> String {
        plain(&self.words.with(name, values))
    }

    fn line(&mut self, name: &str, values: &[(&str, words::Value<'_>)]) {
        self.text += &self.say(name, values);
        self.text.push('\n');
    }

    fn person(&mut self, person: &Person) {
        let points = person.points();
        let level = person.level();
        let missing = level_begins(level.saturating_add(1)).saturating_sub(points);
        let name = if person.name.is_empty() {
            String::new()
        } else {
            format!("{} ", person.name)
        };
        self.text += &format!("{name}[{}]\n", fingerprint(&person.key));
        self.text += &format!("{}. ", self.say("profile-level", &[("level", level.into())]));
        self.text += &format!("{}. ", self.say("profile-points", &[("points", points.into())]));
        self.line(
            "profile-next-level",
            &[("level", level.saturating_add(1).into()), ("points", missing.into())],
        );
        match person.rating {
            // As text: a rating is written without any grouping of its digits.
            Some(rating) => self.line(
                "profile-rating",
                &[
                    ("rating", rating.value.to_string().into()),
                    ("matches", rating.matches.into()),
                ],
            ),
            None => self.line("profile-no-rating", &[]),
        }
        let badges: Vec<String> = person.badges().map(|game| game_name(game, self.words)).collect();
        if badges.is_empty() {
            self.line("profile-no-badges", &[]);
        } else {
            self.line("profile-badges", &[("games", badges.join(" · ").into())]);
        }
        for (game, tally) in &person.games {
            if tally.played() > 0 {
                self.line(
                    "profile-game",
                    &[
                        ("game", game_name(*game, self.words).into()),
                        ("matches", tally.played().into()),
                        ("won", tally.won.into()),
                        ("drawn", tally.drawn.into()),
                        ("lost", tally.lost.into()),
                        ("points", tally.points.into()),
                    ],
                );
            }
        }
    }

    fn ladder(&mut self, ladder: &[&Person], me: Option<&Key>) {
        if ladder.is_empty() {
            return;
        }
        self.text.push('\n');
        self.line("profile-ladder", &[]);
        for (at, person) in ladder.iter().enumerate() {
            if at >= PLACES && me != Some(&person.key) {
                continue;
            }
            let rating = person.rating.map_or(0, |rating| rating.value);
            self.text += "  ";
            self.line(
                "profile-place",
                &[
                    ("place", (at + 1).to_string().into()),
                    ("rating", rating.to_string().into()),
                    ("name", person.name.clone().into()),
                    ("fingerprint", fingerprint(&person.key).into()),
                ],
            );
        }
        if ladder.len() > PLACES {
            self.line("profile-more", &[("people", (ladder.len() - PLACES).into())]);
        }
    }

    fn matches(&mut self, profile: &Profile, me: Option<&Key>) {
        self.text.push('\n');
        self.line("profile-list", &[]);
        for known in profile.matches() {
            if me.is_some_and(|me| !known.fact.is_about(me)) {
                continue;
            }
            let names: Vec<&str> = known
                .fact
                .parts
                .iter()
                .map(|part| part.name.strip_prefix(BOT_MARK).unwrap_or(&part.name))
                .collect();
            let mut said = vec![self.say(
                "profile-match",
                &[
                    ("game", game_name(known.fact.game, self.words).into()),
                    ("names", names.join(" – ").into()),
                ],
            )];
            if let Some(key) = me
                && let Some(came) = known.came(key)
            {
                let outcome = match came {
                    Came::Win => "profile-won",
                    Came::Draw => "profile-drawn",
                    Came::Loss => "profile-lost",
                };
                let points = points_of(known, Some(came)).unwrap_or(0);
                let outcome = self.say(outcome, &[]);
                said.push(self.say(
                    "profile-gives",
                    &[("outcome", outcome.into()), ("points", points.into())],
                ));
                if let Some(change) = profile.moved_by(known.fact.match_id, key) {
                    said.push(self.say("profile-moves", &[("change", format!("{change:+}").into())]));
                }
            }
            said.extend(remark(known.standing).map(|remark| self.say(remark, &[])));
            self.text += &format!("  {} {}\n", known.fact.match_id, said.join("; "));
        }
    }
}

/// The profile for people: of the person `me`, where there is one, and with each match on request.
#[must_use]
pub fn to_text(profile: &Profile, me: Option<&Key>, with_matches: bool, words: &Words) -> String {
    let mut writer = Writer {
        words,
        text: String::new(),
    };
    if profile.notice().is_some() {
        writer.line("profile-renewed", &[]);
    }
    match me {
        Some(key) => {
            let nobody = Person::new(*key);
            writer.person(profile.person(key).unwrap_or(&nobody));
        }
        None => writer.line("profile-nobody", &[]),
    }
    writer.ladder(&profile.ladder(me), me);
    if with_matches {
        writer.matches(profile, me);
    }
    let unfinished = profile.unfinished().len();
    if unfinished > 0 {
        writer.line("profile-unfinished", &[("matches", unfinished.into())]);
    }
    if !profile.refused().is_empty() {
        writer.line("profile-refused", &[("files", profile.refused().len().into())]);
        for refused in profile.refused() {
            writer.text += &format!("  {}: {}\n", folder::shown(&refused.path), refused.sentence);
        }
    }
    writer.text
}
