//! A person's profile: points, level, rating, badges, statistics and the ladder, each figure a click away from the matches it rests on.

use egui::{Align2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use majlis_rules::profile::BADGE_WINS;
use majlis_rules::registry::GameId;

use super::{Go, game_name, head, reading_column};
use crate::folder::shown;
use crate::profile::Profile;
use crate::profile::fact::Key;
use crate::profile::figures::{Figure, Person, level_begins};
use crate::ui::history::archive::Archive;
use crate::ui::style::{Style, Type, faded, shape, space};
use crate::ui::text::{self, focus_ring};
use crate::ui::widgets::{column, mirrored, panel, within};
use crate::ui::words::Words;

/// The most rungs that are drawn: further down there is a line that says how many.
const RUNGS: usize = 200;

/// Shows the profile of somebody, of the owner where nobody is named.
pub fn show(
    ui: &mut Ui,
    area: Rect,
    style: &Style,
    words: &Words,
    archive: &Archive,
    of: Option<Key>,
    own: &str,
) -> Option<Go> {
    let mut go = None;
    within(ui, style, reading_column(area, 860.0), "profile", |ui| {
        if head(ui, style, words, &words.get("profile")) {
            go = Some(Go::Back);
        }
        ui.add_space(space::HALF);
        let card = ui.available_rect_before_wrap();
        panel(ui, style, card);
        within(ui, style, card.shrink(space::TWO), "profile figures", |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.with_layout(column(style), |ui| {
                    ui.set_width(ui.available_width() - space::TWO);
                    if let Some(wanted) = figures(ui, style, words, archive, of, own) {
                        go = Some(wanted);
                    }
                });
            });
        });
    });
    go
}

fn figures(ui: &mut Ui, style: &Style, words: &Words, archive: &Archive, of: Option<Key>, own: &str) -> Option<Go> {
    let palette = &style.palette;
    if let Some(sentence) = archive.failed() {
        text::coloured(ui, style, &sentence.say(words), Type::Body, palette.danger);
    }
    let Some(profile) = archive.profile() else {
        let (done, all) = archive.reading().unwrap_or_default();
        let values = [("done", done.into()), ("all", all.into())];
        text::coloured(
            ui,
            style,
            &words.with("logs-reading", &values),
            Type::Body,
            palette.ink_soft,
        );
        return None;
    };
    if profile.notice().is_some() {
        text::coloured(ui, style, &words.get("profile-renewed"), Type::Body, palette.ink_soft);
    }
    let Some(key) = of.or(archive.me().copied()) else {
        text::label(ui, style, &words.get("profile-nobody"), Type::Body);
        return None;
    };
    let mut nobody = Person::new(key);
    if archive.me() == Some(&key) {
        own.clone_into(&mut nobody.name);
    }
    let person = profile.person(&key).unwrap_or(&nobody);
    let mut go = None;
    let screen = Figures {
        style,
        words,
        archive,
        profile,
        person,
    };
    let mut take = |wanted: Option<Go>| {
        if wanted.is_some() {
            go = wanted;
        }
    };
    screen.who(ui);
    ui.add_space(space::HALF);
    take(screen.large(ui));
    ui.add_space(space::TWO);
    take(screen.badges(ui));
    ui.add_space(space::TWO);
    take(screen.games(ui));
    ui.add_space(space::TWO);
    take(screen.ladder(ui));
    screen.files(ui);
    go
}

struct Figures<'a> {
    style: &'a Style,
    words: &'a Words,
    archive: &'a Archive,
    profile: &'a Profile,
    person: &'a Person,
}

impl Figures<'_> {
    fn behind(&self, figure: Figure) -> Go {
        Go::Behind(self.person.key, figure)
    }

    /// The name and the fingerprint.
    fn who(&self, ui: &mut Ui) {
        if !self.person.name.is_empty() {
            text::label(ui, self.style, &self.person.name, Type::Heading);
        }
        if let Some(fingerprint) = self.archive.fingerprint(&self.person.key) {
            let shown = format!("\u{2066}{fingerprint}\u{2069}");
            text::coloured(ui, self.style, &shown, Type::Small, self.style.palette.ink_soft);
        }
    }

    /// Level, points and rating: what stands out.
    fn large(&self, ui: &mut Ui) -> Option<Go> {
        let (style, words) = (self.style, self.words);
        let points = self.person.points();
        let level = self.person.level();
        let begins = level_begins(level);
        let next = level_begins(level.saturating_add(1));
        let missing = next.saturating_sub(points);
        let to_next = words.with(
            "profile-next-level",
            &[("level", level.saturating_add(1).into()), ("points", missing.into())],
        );
        let whole = next.saturating_sub(begins).max(1);
        let part = points.saturating_sub(begins) as f32 / whole as f32;
        let first = Tile {
            name: words.with("profile-level", &[("level", level.into())]),
            figure: words.with("profile-points", &[("points", points.into())]),
            below: to_next,
            part: Some(part),
        };
        let second = match self.person.rating {
            Some(rating) => Tile {
                name: words.get("profile-rating-name"),
                figure: words.digits(&rating.value.to_string()),
                below: words.with("profile-matches", &[("matches", rating.matches.into())]),
                part: None,
            },
            None => Tile {
                name: words.get("profile-rating-name"),
                figure: "—".to_owned(),
                below: words.get("profile-no-rating"),
                part: None,
            },
        };
        let tiles = [(first, Figure::Points), (second, Figure::Rating)];
        let gap = space::TWO;
        let width = (ui.available_width() - gap) / 2.0;
        let height = tiles
            .iter()
            .map(|(tile, _)| tile.height(ui, style, width))
            .fold(0.0, f32::max);
        let (all, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let mut go = None;
        for (at, (tile, figure)) in tiles.iter().enumerate() {
            let left = all.left() + at as f32 * (width + gap);
            let rect = Rect::from_min_size(pos2(left, all.top()), vec2(width, height));
            let rect = mirrored(rect, all, style);
            if tile.show(ui, rect, style, words) {
                go = Some(self.behind(*figure));
            }
        }
        go
    }

    /// A medal for each game: had, or how far it is.
    fn badges(&self, ui: &mut Ui) -> Option<Go> {
        let (style, words, palette) = (self.style, self.words, &self.style.palette);
        text::label(ui, style, &words.get("profile-badges-title"), Type::Heading);
        let games = GameId::ALL;
        let gap = space::ONE;
        let wide = |text: &str, kind| {
            text::galley(ui.ctx(), style, text, kind, palette.ink, f32::INFINITY)
                .size()
                .x
        };
        let names = games.iter().map(|game| wide(&game_name(words, *game), Type::Strong));
        let longest = names.fold(0.0, f32::max) + 84.0;
        let fits = ui.available_width() >= (longest + gap) * games.len() as f32;
        let columns = if fits { games.len() } else { 2 };
        let width = (ui.available_width() - gap * (columns as f32 - 1.0)) / columns as f32;
        let height = 64.0 * style.text_scale.max(1.0);
        let rows = games.len().div_ceil(columns);
        let size = vec2(ui.available_width(), height * rows as f32 + gap * (rows as f32 - 1.0));
        let (all, _) = ui.allocate_exact_size(size, Sense::hover());
        let mut go = None;
        for (at, game) in games.iter().enumerate() {
            let corner = pos2(
                all.left() + (at % columns) as f32 * (width + gap),
                all.top() + (at / columns) as f32 * (height + gap),
            );
            let rect = mirrored(Rect::from_min_size(corner, vec2(width, height)), all, style);
            let won = self.person.tally(*game).won;
            let had = won >= BADGE_WINS;
            let name = game_name(words, *game);
            let below = if had {
                words.get("profile-badge-had")
            } else {
                let values = [("won", won.into()), ("of", BADGE_WINS.into())];
                words.with("profile-badge-so-far", &values)
            };
            let label = format!("{}: {}", text::plain(&name), text::plain(&below));
            if press(ui, rect, style, ("badge", game.id()), &label) {
                go = Some(self.behind(Figure::Badge(*game)));
            }
            let radius = 18.0;
            let x = radius + space::TWO;
            let centre = |x: f32| {
                let x = if style.right_to_left {
                    rect.right() - x
                } else {
                    rect.left() + x
                };
                pos2(x, rect.center().y)
            };
            medal(ui, centre(x), radius, style, had);
            let (at, anchor) = (
                centre(x + radius + space::ONE),
                if style.right_to_left {
                    [Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP]
                } else {
                    [Align2::LEFT_BOTTOM, Align2::LEFT_TOP]
                },
            );
            let room = rect.width() - x - radius - 2.0 * space::ONE;
            let painter = ui.painter();
            let [above, under] = anchor;
            let up = at - vec2(0.0, 1.0);
            text::paint_within(painter, style, up, above, &name, Type::Strong, palette.ink, room);
            let down = at + vec2(0.0, 2.0);
            text::paint_within(painter, style, down, under, &below, Type::Small, palette.ink_soft, room);
        }
        go
    }

    /// What was done in each game.
    fn games(&self, ui: &mut Ui) -> Option<Go> {
        let (style, words, palette) = (self.style, self.words, &self.style.palette);
        text::label(ui, style, &words.get("profile-statistics"), Type::Heading);
        let columns = [
            "profile-played",
            "profile-won-many",
            "profile-drawn-many",
            "profile-lost-many",
            "profile-points-many",
        ];
        let width = ui.available_width();
        let first = width * 0.34;
        let each = (width - first) / columns.len() as f32;
        let height = 34.0 * style.text_scale.max(1.0);
        let cell = |rect: Rect, at: usize| {
            let left = rect.left() + first + each * at as f32;
            let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(each, rect.height()));
            mirrored(cell, rect, style)
        };
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        for (at, name) in columns.iter().enumerate() {
            let place = cell(rect, at);
            let said = words.get(name);
            let ink = palette.ink_soft;
            text::paint_within(
                ui.painter(),
                style,
                place.center(),
                Align2::CENTER_CENTER,
                &said,
                Type::Small,
                ink,
                each - 4.0,
            );
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut go = None;
        for (game, tally) in &self.person.games {
            let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            let line = Stroke::new(shape::LINE, palette.line);
            ui.painter().hline(rect.x_range(), rect.top(), line);
            let name = game_name(words, *game);
            let label = words.with(
                "profile-game",
                &[
                    ("game", name.as_str().into()),
                    ("matches", tally.played().into()),
                    ("won", tally.won.into()),
                    ("drawn", tally.drawn.into()),
                    ("lost", tally.lost.into()),
                    ("points", tally.points.into()),
                ],
            );
            if flat(ui, rect, style, ("statistics", game.id()), &text::plain(&label)) {
                go = Some(self.behind(Figure::Game(*game)));
            }
            let (x, anchor) = if style.right_to_left {
                (rect.right() - space::ONE, Align2::RIGHT_CENTER)
            } else {
                (rect.left() + space::ONE, Align2::LEFT_CENTER)
            };
            let at = pos2(x, rect.center().y);
            let room = first - space::ONE;
            text::paint_within(ui.painter(), style, at, anchor, &name, Type::Strong, palette.ink, room);
            let numbers = [tally.played(), tally.won, tally.drawn, tally.lost, tally.points];
            for (at, number) in numbers.into_iter().enumerate() {
                let said = words.number(i64::from(number));
                let place = cell(rect, at).center();
                let ink = if number == 0 { palette.ink_soft } else { palette.ink };
                text::paint(
                    ui.painter(),
                    style,
                    place,
                    Align2::CENTER_CENTER,
                    &said,
                    Type::Body,
                    ink,
                );
            }
        }
        ui.spacing_mut().item_spacing.y = space::ONE;
        go
    }

    /// The people met, the highest first.
    fn ladder(&self, ui: &mut Ui) -> Option<Go> {
        let (style, words, palette) = (self.style, self.words, &self.style.palette);
        let ladder = self.profile.ladder(Some(&self.person.key));
        let title = if self.archive.me().is_none_or(|me| *me == self.person.key) {
            words.get("profile-ladder")
        } else {
            words.with("profile-ladder-of", &[("name", self.person.name.as_str().into())])
        };
        text::label(ui, style, &title, Type::Heading);
        if ladder.is_empty() {
            text::coloured(
                ui,
                style,
                &words.get("profile-ladder-empty"),
                Type::Body,
                palette.ink_soft,
            );
            return None;
        }
        let width = ui.available_width();
        let height = 38.0 * style.text_scale.max(1.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut go = None;
        for (at, person) in ladder.iter().take(RUNGS).enumerate() {
            let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            let line = Stroke::new(shape::LINE, palette.line);
            ui.painter().hline(rect.x_range(), rect.top(), line);
            let me = self.archive.me() == Some(&person.key);
            if me {
                ui.painter().rect_filled(rect, shape::SMALL, faded(palette.gold, 0.16));
            }
            let rating = person.rating.map_or(0, |rating| rating.value).to_string();
            let fingerprint = self.archive.fingerprint(&person.key).unwrap_or_default();
            let label = words.with(
                "profile-place",
                &[
                    ("place", (at as u64 + 1).to_string().into()),
                    ("rating", rating.as_str().into()),
                    ("name", person.name.as_str().into()),
                    ("fingerprint", fingerprint.into()),
                ],
            );
            if flat(ui, rect, style, ("rung", at), &text::plain(&label)) && person.key != self.person.key {
                go = Some(Go::Profile(Some(person.key)));
            }
            // Place and rating stand in columns of their own, then the name, and the fingerprint where there is room.
            let lead = |x: f32| {
                let x = if style.right_to_left {
                    rect.right() - x
                } else {
                    rect.left() + x
                };
                pos2(x, rect.center().y)
            };
            let anchor = if style.right_to_left {
                Align2::RIGHT_CENTER
            } else {
                Align2::LEFT_CENTER
            };
            let scale = style.text_scale;
            let place = words.number(at as i64 + 1);
            let painter = ui.painter();
            text::paint(
                painter,
                style,
                lead(24.0 * scale),
                Align2::CENTER_CENTER,
                &place,
                Type::Body,
                palette.ink_soft,
            );
            let rating = words.digits(&rating);
            text::paint(
                painter,
                style,
                lead(76.0 * scale),
                Align2::CENTER_CENTER,
                &rating,
                Type::Strong,
                palette.ink,
            );
            let name = if me {
                words.with("me", &[("name", person.name.as_str().into())])
            } else {
                person.name.clone()
            };
            let start = 112.0 * scale;
            let room = width - start - space::ONE;
            let with_print = room > 380.0 * scale && !fingerprint.is_empty();
            let for_name = if with_print { room * 0.5 } else { room };
            text::paint_within(
                painter,
                style,
                lead(start),
                anchor,
                &name,
                Type::Body,
                palette.ink,
                for_name,
            );
            if with_print {
                let shown = format!("\u{2066}{fingerprint}\u{2069}");
                let at = lead(start + for_name + space::ONE);
                let ink = palette.ink_soft;
                text::paint_within(
                    painter,
                    style,
                    at,
                    anchor,
                    &shown,
                    Type::Small,
                    ink,
                    room * 0.5 - space::ONE,
                );
            }
        }
        ui.spacing_mut().item_spacing.y = space::ONE;
        if ladder.len() > RUNGS {
            let people = (ladder.len() - RUNGS) as u64;
            let said = words.with("profile-more", &[("people", people.into())]);
            text::coloured(ui, style, &said, Type::Small, palette.ink_soft);
        }
        go
    }

    /// What does not count, and why.
    fn files(&self, ui: &mut Ui) {
        let (style, words, palette) = (self.style, self.words, &self.style.palette);
        if self.archive.me() != Some(&self.person.key) {
            return;
        }
        let unfinished = self.profile.unfinished().len() as u64;
        let refused = self.profile.refused();
        if unfinished > 0 {
            ui.add_space(space::TWO);
            let said = words.with("profile-unfinished", &[("matches", unfinished.into())]);
            text::coloured(ui, style, &said, Type::Small, palette.ink_soft);
        }
        if !refused.is_empty() {
            ui.add_space(space::TWO);
            let said = words.with("profile-refused", &[("files", (refused.len() as u64).into())]);
            text::coloured(ui, style, &said, Type::Body, palette.danger);
            for file in refused.iter().take(20) {
                let path = format!("\u{2066}{}\u{2069}", shown(&file.path));
                text::coloured(ui, style, &path, Type::Small, palette.ink_soft);
            }
        }
    }
}

/// A figure that stands out: what it is, how much, and what is to be known about it.
struct Tile {
    name: String,
    figure: String,
    below: String,
    /// How much of the way to the next is done.
    part: Option<f32>,
}

impl Tile {
    fn texts(&self) -> [(&str, Type); 3] {
        [
            (&self.name, Type::Small),
            (&self.figure, Type::Figure),
            (&self.below, Type::Small),
        ]
    }

    fn height(&self, ui: &Ui, style: &Style, width: f32) -> f32 {
        let wide = width - 2.0 * space::TWO;
        let ink = style.palette.ink;
        let height = |(text, kind): (&str, Type)| text::galley(ui.ctx(), style, text, kind, ink, wide).size().y + 2.0;
        self.texts().into_iter().map(height).sum::<f32>() + 2.0 * space::ONE + 14.0
    }

    fn show(&self, ui: &Ui, rect: Rect, style: &Style, words: &Words) -> bool {
        let palette = &style.palette;
        let label = format!("{}: {}. {}", self.name, self.figure, self.below);
        let hint = words.get("profile-behind");
        let label = format!("{}. {}", text::plain(&label), text::plain(&hint));
        let clicked = press(ui, rect, style, ("tile", &self.name), &label);
        let inner = rect.shrink2(vec2(space::TWO, space::ONE));
        let mut top = inner.top();
        for (at, (said, kind)) in self.texts().into_iter().enumerate() {
            let ink = if at == 1 { palette.ink } else { palette.ink_soft };
            let galley = text::galley(ui.ctx(), style, said, kind, ink, inner.width());
            let left = if style.right_to_left {
                inner.right() - galley.size().x
            } else {
                inner.left()
            };
            let height = galley.size().y + 2.0;
            ui.painter().galley(pos2(left, top), galley, ink);
            top += height;
        }
        if let Some(part) = self.part {
            let bar = Rect::from_min_size(pos2(inner.left(), rect.bottom() - 14.0), vec2(inner.width(), 6.0));
            ui.painter().rect_filled(bar, 3.0, palette.line);
            let full = Rect::from_min_size(bar.min, vec2(bar.width() * part.clamp(0.0, 1.0), bar.height()));
            ui.painter()
                .rect_filled(mirrored(full, bar, style), 3.0, palette.accent);
        }
        clicked
    }
}

/// A place that can be clicked, with a ground of its own.
fn press(ui: &Ui, rect: Rect, style: &Style, salt: impl std::hash::Hash + std::fmt::Debug, label: &str) -> bool {
    let palette = &style.palette;
    ui.painter().rect_filled(rect, shape::MEDIUM, palette.inset);
    let response = ui.interact(rect, ui.scope_id().with(salt), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    let edge = if response.hovered() {
        palette.accent
    } else {
        palette.line
    };
    let stroke = Stroke::new(shape::LINE, edge);
    ui.painter()
        .rect_stroke(rect, shape::MEDIUM, stroke, StrokeKind::Inside);
    if response.has_focus() {
        focus_ring(ui, style, rect, shape::MEDIUM);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// A line that can be clicked.
fn flat(ui: &Ui, rect: Rect, style: &Style, salt: impl std::hash::Hash + std::fmt::Debug, label: &str) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(salt), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), label));
    if response.hovered() {
        ui.painter().rect_filled(rect, shape::SMALL, style.palette.inset);
    }
    if response.has_focus() {
        focus_ring(ui, style, rect.shrink(2.0), shape::SMALL);
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

/// A medal: of gold, or an empty place for one.
fn medal(ui: &Ui, centre: egui::Pos2, radius: f32, style: &Style, had: bool) {
    let palette = &style.palette;
    let painter = ui.painter();
    if had {
        painter.circle(centre, radius, palette.gold, Stroke::new(2.0, palette.wood));
        let star: Vec<egui::Pos2> = (0..10)
            .map(|corner| {
                let angle = f32::from(corner as u8) * std::f32::consts::PI / 5.0 - std::f32::consts::FRAC_PI_2;
                let far = if corner % 2 == 0 { 0.72 } else { 0.32 };
                centre + vec2(angle.cos(), angle.sin()) * radius * far
            })
            .collect();
        // A star is not convex: it is drawn as its five points and what is between them.
        let heart: Vec<egui::Pos2> = star.iter().skip(1).step_by(2).copied().collect();
        painter.add(egui::Shape::convex_polygon(heart, palette.on_gold, Stroke::NONE));
        for point in 0..5usize {
            let at = |corner: usize| star.get(corner % 10).copied().unwrap_or(centre);
            let tip = vec![at(2 * point + 9), at(2 * point), at(2 * point + 1)];
            painter.add(egui::Shape::convex_polygon(tip, palette.on_gold, Stroke::NONE));
        }
    } else {
        painter.circle_stroke(centre, radius, Stroke::new(2.0, palette.ink_soft));
    }
}
