//! Who and what is there beside the games: matches that can be gone on with, tables at which one sits, tables around.

use egui::Ui;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::advert::Mismatch;
use majlis_net::invite::Invitation;
use majlis_net::table_id::TableId;
use majlis_referee::agreement::Clock;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use super::super::entry::{Action, Entry, Sign, Tone};
use super::super::{Go, game_name, terms};
use crate::ui::asked::Ask;
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::Icon;
use crate::ui::words::Words;

/// A match of this person that is not over, or that is watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Running {
    /// Which.
    pub match_id: Digest32,
    /// What is played.
    pub game: GameId,
    /// The others.
    pub with: Vec<String>,
    /// How it stands.
    pub standing: Standing,
}

/// How a match stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is this person's turn.
    MyTurn,
    /// It is this other person's turn.
    Turn(String),
    /// It goes on; nobody has to decide anything at the moment.
    On,
    /// It rests because somebody is missing.
    Resting,
    /// All wanted a pause.
    Paused,
    /// It is watched.
    Watched,
    /// It is over, and these would like another one.
    Again(Vec<String>),
}

/// A table at which this person sits, and which is not closed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sat {
    /// Which.
    pub table: TableId,
    /// What is played; nothing before the host has said it.
    pub game: Option<GameId>,
    /// Whose it is; nothing where it is one's own.
    pub host: Option<String>,
    /// How many sit there, and how many are to.
    pub seats: Option<(usize, usize)>,
}

/// Somebody known who asks this person to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invited {
    /// The name that person goes by here.
    pub name: String,
    /// What is played.
    pub game: GameId,
    /// The way there.
    pub invitation: Box<Invitation>,
    /// For how many minutes the invitation stands still; nothing where it has expired.
    pub minutes: Option<u32>,
}

/// An open table of somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Near {
    /// Whose.
    pub host: IdentityKey,
    /// The name of the host.
    pub name: String,
    /// Which.
    pub table: TableId,
    /// What is played; nothing where this program does not know it.
    pub game: Option<GameId>,
    /// Seats and options.
    pub terms: Table,
    /// The clock.
    pub clock: Clock,
    /// Whether the host is a friend.
    pub friend: bool,
    /// Whether the host is on the same local network.
    pub local: bool,
    /// How many play.
    pub persons: u8,
    /// How many are missing; 0 where the match is running.
    pub free: u8,
    /// Whether one may watch.
    pub watch: bool,
    /// Why one cannot sit down: the versions differ.
    pub mismatch: Option<Mismatch>,
}

/// Everything that there is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Company {
    /// Whether there is a node, so that one can open tables and join them.
    pub online: bool,
    /// Matches, the newest first.
    pub matches: Vec<Running>,
    /// Tables at which this person sits.
    pub tables: Vec<Sat>,
    /// Invitations of people known, the oldest first.
    pub invited: Vec<Invited>,
    /// Tables of others, friends first.
    pub around: Vec<Near>,
}

impl Company {
    /// Whether there is nothing at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.matches.is_empty() && self.tables.is_empty() && self.invited.is_empty() && self.around.is_empty()
    }
}

/// Names with commas between them.
#[must_use]
pub fn names(words: &Words, names: &[String]) -> String {
    let mut all = String::new();
    if words.is_right_to_left() {
        // Names alone, each with its own direction, would give the list none.
        all.push('\u{200f}');
    }
    for (at, name) in names.iter().enumerate() {
        if at > 0 {
            all.push_str(&words.get("home-comma"));
            all.push(' ');
        }
        // A name keeps its own direction among others.
        all.push('\u{2068}');
        all.push_str(name);
        all.push('\u{2069}');
    }
    all
}

/// Why a table of other versions cannot be sat at.
#[must_use]
pub fn mismatch(words: &Words, mismatch: &Mismatch) -> String {
    Sentence::from(mismatch).say(words)
}

impl Running {
    fn entry(&self, words: &Words) -> Entry {
        let game = game_name(words, self.game);
        let others = names(words, &self.with);
        let title = match self.standing {
            Standing::Watched => words.with("home-watching", &[("game", game.as_str().into())]),
            _ => game.clone(),
        };
        let with = words.with("home-with", &[("names", others.as_str().into())]);
        let mut lines = vec![(with, Tone::Soft)];
        let (line, tone) = match &self.standing {
            Standing::MyTurn => (words.get("your-turn"), Tone::Accent),
            Standing::Turn(name) => (words.with("turn-of", &[("name", name.as_str().into())]), Tone::Soft),
            Standing::On => (words.get("home-on"), Tone::Soft),
            Standing::Resting => (words.get("home-resting"), Tone::Danger),
            Standing::Paused => (words.get("home-paused"), Tone::Soft),
            Standing::Watched => (String::new(), Tone::Soft),
            Standing::Again(wanted) => {
                let wanted = names(words, wanted);
                let values = [("names", wanted.as_str().into())];
                (words.with("table-rematch-wanted", &values), Tone::Accent)
            }
        };
        if !line.is_empty() {
            lines.push((line, tone));
        }
        let values = [("game", game.as_str().into()), ("names", others.as_str().into())];
        let action = Action {
            text: words.get(if matches!(self.standing, Standing::Again(_)) {
                "home-back-to-table"
            } else {
                "home-resume"
            }),
            name: words.with("home-resume-match", &values),
            weight: if matches!(self.standing, Standing::MyTurn | Standing::Again(_)) {
                Weight::Primary
            } else {
                Weight::Plain
            },
        };
        Entry {
            sign: Sign::Game(self.game),
            title,
            lines,
            actions: vec![action],
        }
    }
}

impl Sat {
    fn entry(&self, words: &Words) -> Entry {
        let game = self.game.map(|game| game_name(words, game));
        let title = match &self.host {
            None => words.get("home-own-table"),
            Some(name) => words.with("home-table-of", &[("name", name.as_str().into())]),
        };
        let mut parts: Vec<String> = game.into_iter().collect();
        parts.extend(self.seats.map(|(taken, persons)| seats(words, taken, persons)));
        let mut lines = Vec::new();
        if !parts.is_empty() {
            lines.push((terms::joined(&parts), Tone::Soft));
        }
        Entry {
            sign: self.game.map_or(Sign::Icon(Icon::People), Sign::Game),
            lines,
            actions: vec![Action {
                text: words.get("home-back-to-table"),
                name: format!("{}: {title}", words.get("home-back-to-table")),
                weight: Weight::Primary,
            }],
            title,
        }
    }
}

impl Invited {
    fn entry(&self, words: &Words) -> Entry {
        let name = [("name", self.name.as_str().into())];
        let put_away = |text: &str| Action {
            text: words.get(text),
            name: words.with("home-not-now-name", &name),
            weight: Weight::Quiet,
        };
        let actions = match self.minutes {
            Some(_) => vec![
                Action {
                    text: words.get("home-sit"),
                    name: words.with("home-sit-with", &name),
                    weight: Weight::Primary,
                },
                put_away("home-not-now"),
            ],
            None => vec![put_away("close")],
        };
        Entry {
            sign: Sign::Game(self.game),
            title: self.title(words),
            lines: vec![(self.stands(words), Tone::Soft)],
            actions,
        }
    }

    /// Who asks, and to what.
    #[must_use]
    pub fn title(&self, words: &Words) -> String {
        let game = game_name(words, self.game);
        let values = [("game", game.as_str().into()), ("name", self.name.as_str().into())];
        words.with("home-invites", &values)
    }

    /// For how long it stands still.
    fn stands(&self, words: &Words) -> String {
        match self.minutes {
            Some(minutes) => words.with("home-invited-minutes", &[("minutes", minutes.into())]),
            None => words.get("home-invited-over"),
        }
    }

    /// What is done where the action with this number is clicked.
    fn answer(&self, clicked: usize) -> Go {
        Go::Ask(match (clicked, self.minutes) {
            (0, Some(_)) => Ask::Join(self.invitation.clone()),
            _ => Ask::Decline(self.invitation.host),
        })
    }
}

fn seats(words: &Words, taken: usize, persons: usize) -> String {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let values = [("taken", number(taken).into()), ("persons", number(persons).into())];
    words.with("home-seats", &values)
}

impl Near {
    /// Whether one can sit down there.
    #[must_use]
    pub const fn can_sit(&self) -> bool {
        self.mismatch.is_none() && self.game.is_some() && self.free > 0
    }

    /// What can be done: sit down, or watch a match that is on; before that there is nothing to see.
    fn offers(&self) -> (bool, bool) {
        let possible = self.mismatch.is_none() && self.game.is_some();
        (self.can_sit(), possible && self.watch && self.free == 0)
    }

    fn entry(&self, words: &Words) -> Entry {
        let game = self.game.map(|game| game_name(words, game));
        let mut lines = Vec::new();
        if let Some(game) = self.game {
            lines.push((terms::line(words, game, &self.terms, self.clock), Tone::Soft));
        }
        let mut parts = Vec::new();
        if self.friend {
            parts.push(words.get("home-friend"));
        }
        parts.push(words.get(if self.local { "home-local" } else { "home-internet" }));
        parts.push(if self.free == 0 {
            words.get("home-full-table")
        } else {
            seats(
                words,
                usize::from(self.persons.saturating_sub(self.free)),
                usize::from(self.persons),
            )
        });
        lines.push((terms::joined(&parts), Tone::Soft));
        if let Some(differs) = &self.mismatch {
            lines.push((mismatch(words, differs), Tone::Danger));
        }
        let title = match &game {
            Some(game) => words.with(
                "home-game-with",
                &[("game", game.as_str().into()), ("name", self.name.as_str().into())],
            ),
            None => words.with("home-table-of", &[("name", self.name.as_str().into())]),
        };
        let (sit, watch) = self.offers();
        let mut actions = Vec::new();
        let values = [("name", self.name.as_str().into())];
        if sit {
            actions.push(Action {
                text: words.get("home-sit"),
                name: words.with("home-sit-with", &values),
                weight: Weight::Primary,
            });
        }
        if watch {
            actions.push(Action {
                text: words.get("home-watch"),
                name: words.with("home-watch-table", &values),
                weight: Weight::Plain,
            });
        }
        Entry {
            sign: self.game.map_or(Sign::Icon(Icon::People), Sign::Game),
            title,
            lines,
            actions,
        }
    }
}

/// Shows all of it, one under the other: invitations, matches, own tables, tables around; of these at most `most`.
pub fn show(ui: &mut Ui, style: &Style, words: &Words, company: &Company, most: usize) -> Option<Go> {
    let mut go = None;
    ui.spacing_mut().item_spacing.y = space::ONE;
    if !company.invited.is_empty() {
        heading(ui, style, &words.get("home-invited"));
        for invited in &company.invited {
            let (entry, key) = (invited.entry(words), format!("invited {}", invited.invitation.host));
            let clicked = match invited.minutes {
                Some(_) => entry.show_loud(ui, style, &key),
                None => entry.show(ui, style, &key),
            };
            go = clicked.map(|clicked| invited.answer(clicked)).or(go);
        }
        ui.add_space(space::ONE);
    }
    if !company.matches.is_empty() {
        heading(ui, style, &words.get("home-matches"));
        for running in &company.matches {
            let key = running.match_id.to_string();
            if running.entry(words).show(ui, style, &key).is_some() {
                go = Some(match running.standing {
                    // The node has it still: it need not be taken up from the disk.
                    Standing::Again(_) => Go::Match(running.match_id),
                    _ => Go::Ask(Ask::Resume(running.match_id)),
                });
            }
        }
        ui.add_space(space::ONE);
    }
    if !company.tables.is_empty() {
        heading(ui, style, &words.get("home-your-tables"));
        for sat in &company.tables {
            if sat.entry(words).show(ui, style, &sat.table.to_string()).is_some() {
                go = Some(Go::Waiting(sat.table));
            }
        }
        ui.add_space(space::ONE);
    }
    if !company.around.is_empty() {
        heading(ui, style, &words.get("home-around"));
        for near in company.around.iter().take(most) {
            let key = format!("{} {}", near.host, near.table);
            let (host, table) = (near.host, near.table);
            match (near.entry(words).show(ui, style, &key), near.offers()) {
                (Some(0), (true, _)) => go = Some(Go::Ask(Ask::SitDown { host, table })),
                (Some(_), _) => go = Some(Go::Ask(Ask::Watch { host, table })),
                (None, _) => {}
            }
        }
    }
    go
}

fn heading(ui: &mut Ui, style: &Style, title: &str) {
    text::label(ui, style, title, Type::Heading);
}
