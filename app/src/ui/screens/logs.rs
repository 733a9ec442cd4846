//! The logs: the matches of a profile, each to be checked and replayed with a click. Also the matches behind a figure of the profile.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key as Press, Modifiers, Rect, ScrollArea, Sense, Stroke, Ui, pos2, vec2};
use majlis_crypto::chain::Digest32;
use majlis_referee::certificate::Came;
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;

use super::{Go, game_name, head, reading_column};
use crate::folder::{shown, typed};
use crate::profile::fact::Key;
use crate::profile::figures::{Figure, rests_on};
use crate::profile::matches::Known;
use crate::profile::print::{points_of, remark};
use crate::ui::feed::Wake;
use crate::ui::history::archive::{Archive, Entry, Found};
use crate::ui::history::verdict::{Tone, icon_of, tone_of};
use crate::ui::history::work::Work;
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Field, Weight, focus_ring};
use crate::ui::when;
use crate::ui::widgets::{Icon, choice, icon_button, mirrored, panel, row, within};
use crate::ui::words::Words;

/// The height of a match in the list, before the person's own scale.
const ROW: f32 = 60.0;

/// What the screen keeps.
#[derive(Default)]
pub struct LogsScreen {
    game: Option<GameId>,
    path: String,
    /// The places in the archive of what is listed, and for what they were found.
    listed: Vec<usize>,
    of: Option<Listed>,
    /// The row that the keys are at.
    at: Option<usize>,
    /// The file of that row: it is marked still when others come into the list.
    marked: Option<PathBuf>,
    /// Whether the list is to be moved so that it is seen.
    bring: bool,
    /// What each match has moved on the ladder, worked out beside.
    moves: BTreeMap<Digest32, i32>,
    moving: Option<Work<(Digest32, i32)>>,
}

/// For what a list was made.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Listed {
    version: u64,
    game: Option<GameId>,
    behind: Option<(Key, Figure)>,
}

impl LogsScreen {
    /// Shows the matches, those `behind` a figure of somebody or all; `covered` is whether something lies over the screen.
    #[expect(clippy::too_many_arguments, reason = "what is drawn, where and how")]
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        archive: &Archive,
        behind: Option<(Key, Figure)>,
        covered: bool,
    ) -> Option<Go> {
        let mut go = None;
        self.list(ui, archive, behind);
        within(ui, style, reading_column(area, 900.0), "logs", |ui| {
            if head(ui, style, words, &title(words, behind)) {
                go = Some(Go::Back);
            }
            match behind {
                Some((key, _)) => {
                    let of_other = archive.me() != Some(&key);
                    let person = archive.profile().and_then(|profile| profile.person(&key));
                    if let Some(person) = person.filter(|_| of_other) {
                        text::coloured(ui, style, &person.name, Type::Body, style.palette.ink_soft);
                    }
                }
                None => {
                    self.choose(ui, style, words);
                    if let Some(asked) = self.ask(ui, style, words) {
                        go = Some(asked);
                    }
                }
            }
            self.say(ui, style, words, archive);
            ui.add_space(space::HALF);
            let card = ui.available_rect_before_wrap();
            panel(ui, style, card);
            within(ui, style, card.shrink(space::ONE), "logs list", |ui| {
                if let Some(wanted) = self.rows(ui, style, words, archive, behind, covered) {
                    go = Some(wanted);
                }
            });
        });
        go
    }

    /// Finds out what is listed, if something has changed.
    fn list(&mut self, ui: &Ui, archive: &Archive, behind: Option<(Key, Figure)>) {
        let of = Listed {
            version: archive.version(),
            game: self.game.filter(|_| behind.is_none()),
            behind,
        };
        if let Some(moving) = &mut self.moving {
            while let Some((id, change)) = moving.take() {
                self.moves.insert(id, change);
            }
        }
        if self.of == Some(of) {
            let row = self.at.and_then(|at| archive.entries().get(*self.listed.get(at)?));
            self.marked = row.map(|entry| entry.path.clone());
            return;
        }
        let elsewhere = self.of.is_none_or(|before| before.behind != behind);
        if elsewhere {
            self.marked = None;
        }
        self.of = Some(of);
        let is_listed = |entry: &Entry| match behind {
            None => entry.is_log && of.game.is_none_or(|game| entry.game == Some(game)),
            Some((key, figure)) => archive.known(entry).is_some_and(|known| rests_on(known, &key, figure)),
        };
        let all = archive.entries().iter().enumerate();
        self.listed = all.filter(|(_, entry)| is_listed(entry)).map(|(at, _)| at).collect();
        if behind.is_some() {
            // A match may be known from several files.
            let mut seen = std::collections::BTreeSet::new();
            let entries = archive.entries();
            self.listed.retain(|at| {
                let id = entries.get(*at).and_then(|entry| archive.known(entry));
                id.is_none_or(|known| seen.insert(known.fact.match_id))
            });
        }
        let entries = archive.entries();
        let marked = self.marked.as_ref();
        let is_marked = |at: &usize| entries.get(*at).map(|entry| &entry.path) == marked;
        self.at = marked.and_then(|_| self.listed.iter().position(is_marked));
        if elsewhere {
            // Of the same matches they stay until they are worked out anew.
            self.moves.clear();
        }
        self.moving = None;
        if let (Some((key, Figure::Rating)), Some(profile)) = (behind, archive.profile()) {
            let profile = Arc::clone(profile);
            let entries = archive.entries();
            let known = self.listed.iter().filter_map(|at| archive.known(entries.get(*at)?));
            let ids: Vec<Digest32> = known.map(|known| known.fact.match_id).collect();
            let context = ui.ctx().clone();
            let wake: Wake = Arc::new(move || context.request_repaint());
            self.moving = Work::start(wake, move |_, give| {
                for id in ids {
                    if let Some(change) = profile.moved_by(id, &key) {
                        give((id, change));
                    }
                }
            })
            .ok();
        }
    }

    /// Which game.
    fn choose(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let mut names = vec![words.get("logs-all")];
        names.extend(GameId::ALL.iter().map(|game| game_name(words, *game)));
        let at = self
            .game
            .and_then(|game| GameId::ALL.iter().position(|known| *known == game));
        let at = at.map_or(0, |at| at + 1);
        if let Some(at) = choice(ui, style, &words.get("logs-game"), &names, at) {
            self.game = at.checked_sub(1).and_then(|at| GameId::ALL.get(at)).copied();
        }
    }

    /// A file from elsewhere.
    fn ask(&mut self, ui: &mut Ui, style: &Style, words: &Words) -> Option<Go> {
        row(ui, style, |ui| {
            let open = words.get("logs-open");
            let ink = style.palette.ink;
            let wide = text::galley(ui.ctx(), style, &open, Type::Button, ink, f32::INFINITY)
                .size()
                .x;
            let width = ui.available_width() - wide - 2.0 * space::TWO - 2.0 * space::ONE;
            let field = Field::new(&mut self.path, &words.get("logs-path"))
                .hint(&words.get("logs-path-hint"))
                .width(width)
                .show(ui, style);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Press::Enter));
            let named = self.path.trim();
            let clicked = text::button_if(ui, style, !named.is_empty(), &open, Weight::Plain).clicked();
            ((clicked || entered) && !named.is_empty()).then(|| Go::Check(typed(named)))
        })
    }

    /// What is being read, or cannot be.
    fn say(&self, ui: &mut Ui, style: &Style, words: &Words, archive: &Archive) {
        let soft = style.palette.ink_soft;
        if let Some(sentence) = archive.failed() {
            text::coloured(ui, style, &sentence.say(words), Type::Body, style.palette.danger);
        }
        match archive.reading() {
            Some((done, all)) if archive.profile().is_none() && all > 0 => {
                let values = [("done", done.into()), ("all", all.into())];
                text::coloured(ui, style, &words.with("logs-reading", &values), Type::Small, soft);
            }
            _ => {
                let count = self.listed.len() as u64;
                let said = words.with("profile-matches", &[("matches", count.into())]);
                text::coloured(ui, style, &said, Type::Small, soft);
            }
        }
    }

    /// The keys move a mark along the list.
    fn keys(&mut self, ui: &Ui, page: usize, archive: &Archive) -> Option<Go> {
        let free = ui.memory(|memory| memory.focused().is_none());
        let count = self.listed.len();
        if !free || count == 0 {
            return None;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let at = self.at;
        let to = |back: usize, on: usize| at.map_or(0, |at| (at + on).saturating_sub(back).min(count - 1));
        let wanted = [
            (Press::ArrowDown, to(0, 1)),
            (Press::ArrowUp, to(1, 0)),
            (Press::PageDown, to(0, page)),
            (Press::PageUp, to(page, 0)),
            (Press::Home, 0),
            (Press::End, count - 1),
        ];
        for (key, wanted) in wanted {
            if pressed(key) {
                self.at = Some(wanted);
                self.bring = true;
            }
        }
        let entry = self.at.and_then(|at| archive.entries().get(*self.listed.get(at)?))?;
        if pressed(Press::Enter) && entry.is_log {
            return Some(Go::Replay(entry.path.clone()));
        }
        pressed(Press::V).then(|| Go::Check(entry.path.clone()))
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        style: &Style,
        words: &Words,
        archive: &Archive,
        behind: Option<(Key, Figure)>,
        covered: bool,
    ) -> Option<Go> {
        if self.listed.is_empty() {
            let key = match (archive.profile(), behind) {
                (None, _) => return None,
                (Some(_), None) => "logs-none",
                (Some(_), Some(_)) => "logs-none-behind",
            };
            ui.add_space(space::TWO);
            text::coloured(ui, style, &words.get(key), Type::Body, style.palette.ink_soft);
            return None;
        }
        let height = ROW * style.text_scale.max(1.0);
        let page = (ui.available_height() / height) as usize;
        let mut go = None;
        if !covered {
            go = self.keys(ui, page.max(1), archive);
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut list = ScrollArea::vertical()
            .auto_shrink(false)
            .id_salt(("logs", behind.is_some()));
        if std::mem::take(&mut self.bring)
            && let Some(at) = self.at
        {
            list = list.vertical_scroll_offset(((at as f32 - page as f32 / 2.0) * height).max(0.0));
        }
        list.show_rows(ui, height, self.listed.len(), |ui, range| {
            let from = range.start;
            let width = ui.available_width() - space::TWO;
            for (number, at) in self.listed.get(range).unwrap_or_default().iter().enumerate() {
                let Some(entry) = archive.entries().get(*at) else {
                    continue;
                };
                let (all, _) = ui.allocate_exact_size(vec2(width + space::TWO, height), Sense::hover());
                // The bar that scrolls stands at the right in any language.
                let rect = Rect::from_min_size(all.min, vec2(width, height));
                let known = archive.known(entry);
                let change = known.and_then(|known| self.moves.get(&known.fact.match_id)).copied();
                let me = behind.map(|(key, _)| key).or(archive.me().copied());
                let line = Line {
                    entry,
                    known,
                    me: me.as_ref(),
                    change,
                    marked: self.at == Some(from + number),
                };
                if let Some(wanted) = line.show(ui, rect, style, words) {
                    go = Some(wanted);
                }
            }
        });
        go
    }
}

/// What is above the list.
fn title(words: &Words, behind: Option<(Key, Figure)>) -> String {
    let of = |key: &str, game: GameId| words.with(key, &[("game", game_name(words, game).as_str().into())]);
    match behind {
        None => words.get("logs"),
        Some((_, Figure::Points)) => words.get("logs-behind-points"),
        Some((_, Figure::Rating)) => words.get("logs-behind-rating"),
        Some((_, Figure::Game(game))) => of("logs-behind-game", game),
        Some((_, Figure::Badge(game))) => of("logs-behind-badge", game),
    }
}

/// A match of the list.
struct Line<'a> {
    entry: &'a Entry,
    known: Option<&'a Known>,
    /// Whose match it is looked at as.
    me: Option<&'a Key>,
    /// What it has moved on the ladder.
    change: Option<i32>,
    /// Whether the keys are at it.
    marked: bool,
}

impl Line<'_> {
    fn show(&self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words) -> Option<Go> {
        let palette = &style.palette;
        let line = Stroke::new(shape::LINE, palette.line);
        ui.painter().hline(rect.x_range(), rect.bottom(), line);
        let title = self.title(words);
        let below = self.below(words);
        let inner = rect.shrink2(vec2(space::ONE, 0.0));
        let tools = 2.0 * shape::TOUCH + space::ONE;
        let middle = inner.center().y;
        let right = Rect::from_min_max(
            pos2(inner.right() - tools, middle - shape::TOUCH / 2.0),
            pos2(inner.right(), middle + shape::TOUCH / 2.0),
        );
        let left = Rect::from_min_max(
            pos2(inner.left(), inner.top() + 6.0),
            pos2(right.left() - space::ONE, inner.bottom() - 4.0),
        );
        if self.marked {
            focus_ring(ui, style, rect.shrink(3.0), shape::MEDIUM);
        }
        let salt = format!("log {}", self.entry.path.display());
        within(ui, style, mirrored(left, inner, style), &salt, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            let room = ui.available_width();
            text::label_within(ui, style, &title, Type::Strong, palette.ink, room);
            let ink = match tone_of(self.entry, self.known) {
                Tone::Bad => palette.danger,
                Tone::Good | Tone::Plain => palette.ink_soft,
            };
            text::label_within(ui, style, &below, Type::Small, ink, room);
        });
        let place = mirrored(right, inner, style);
        // What is cut off at the edge of the list is not offered.
        if !ui.clip_rect().expand(1.0).contains_rect(place) {
            return None;
        }
        let when = self
            .entry
            .when
            .map(|moment| when::local(moment, words))
            .unwrap_or_default();
        let named = |key: &str| {
            let values = [("match", title.as_str().into()), ("when", when.as_str().into())];
            words.with(key, &values)
        };
        let icon = icon_of(tone_of(self.entry, self.known));
        within(ui, style, place, &format!("tools of {salt}"), |ui| {
            row(ui, style, |ui| {
                let mut go = None;
                if icon_button(ui, style, icon, &named("logs-check")).clicked() {
                    go = Some(Go::Check(self.entry.path.clone()));
                }
                if self.entry.is_log && icon_button(ui, style, Icon::Play, &named("logs-replay")).clicked() {
                    go = Some(Go::Replay(self.entry.path.clone()));
                }
                go
            })
        })
    }

    fn title(&self, words: &Words) -> String {
        let Some(game) = self.entry.game else {
            let name = self.entry.path.file_name().map(|name| shown(Path::new(name)));
            return format!("\u{2066}{}\u{2069}", name.unwrap_or_default());
        };
        let names = self.entry.names.join(" – ");
        let game = game_name(words, game);
        let values = [("game", game.as_str().into()), ("names", names.as_str().into())];
        words.with("profile-match", &values)
    }

    fn below(&self, words: &Words) -> String {
        let mut parts = Vec::new();
        if let Some(moment) = self.entry.when {
            parts.push(when::local(moment, words));
        }
        // Before the result, which may not find room on the line.
        if self.entry.cheated {
            parts.push(words.get("shield-title-broken"));
        }
        match &self.entry.found {
            Found::Unchecked => parts.push(words.get("logs-unchecked")),
            Found::Unfinished => parts.push(words.get("logs-unfinished")),
            Found::Refused(_) => parts.push(words.get("logs-refused")),
            Found::Unreadable(_) => parts.push(words.get("logs-unreadable-here")),
            Found::Known(_) => {
                if let Some(known) = self.known {
                    self.result(known, words, &mut parts);
                }
                parts.push(words.get(if self.entry.is_log {
                    "logs-checked"
                } else {
                    "logs-certificate"
                }));
            }
        }
        parts.join(" · ")
    }

    /// How it came out, and what it gave.
    fn result(&self, known: &Known, words: &Words, parts: &mut Vec<String>) {
        let part = self
            .me
            .and_then(|me| known.fact.parts.iter().find(|part| part.key == *me));
        if let Some(came) = part.and_then(|part| part.came) {
            let outcome = words.get(outcome_key(came));
            match points_of(known, Some(came)) {
                Some(points) => {
                    let values = [("outcome", outcome.as_str().into()), ("points", points.into())];
                    parts.push(words.with("profile-gives", &values));
                }
                None => parts.push(outcome),
            }
        }
        if let Some(change) = self.change {
            let change = format!("{change:+}");
            parts.push(words.with("profile-moves", &[("change", change.as_str().into())]));
        }
        parts.extend(remark(known.standing).map(|remark| words.get(remark)));
    }
}

/// The text for how a match came out.
#[must_use]
pub const fn outcome_key(came: Came) -> &'static str {
    match came {
        Came::Win => "profile-won",
        Came::Draw => "profile-drawn",
        Came::Loss => "profile-lost",
    }
}

/// The same for an outcome.
#[must_use]
pub fn outcome_text(outcome: Outcome, words: &Words) -> String {
    words.get(outcome_key(outcome.into()))
}
