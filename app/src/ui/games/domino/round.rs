//! The end of a round: what was opened, and what it came to (domino.15 to domino.19).

use egui::{Align2, Rect, Ui, pos2, vec2};
use majlis_rules::domino::Event;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::tiles::Tile;

use super::tile;
use crate::ui::games::Scene;
use crate::ui::games::pieces::badge;
use crate::ui::games::press::{Loud, press, width_of};
use crate::ui::style::{Type, shape, space};
use crate::ui::text;

/// A hand that was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Opened {
    /// Whose.
    pub(super) seat: Seat,
    /// Its tiles.
    pub(super) tiles: Vec<Tile>,
    /// Their pips.
    pub(super) pips: u32,
}

/// How a round ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RoundEnd {
    /// The round, from 1.
    pub(super) round: u32,
    /// The seats that scored.
    pub(super) winner: SeatSet,
    /// What they scored.
    pub(super) points: u32,
    /// Whether it was blocked.
    pub(super) blocked: bool,
    /// What was left in the hands.
    pub(super) hands: Vec<Opened>,
}

impl RoundEnd {
    /// What these events tell of a round's end, if one ended with them.
    #[must_use]
    pub(super) fn told<'a>(events: impl Iterator<Item = &'a Event> + Clone) -> Option<Self> {
        let hands = events.clone().filter_map(|event| match event {
            Event::HandShown { seat, tiles, pips } => Some(Opened {
                seat: *seat,
                tiles: tiles.iter().map(|(_, tile)| *tile).collect(),
                pips: *pips,
            }),
            _ => None,
        });
        let hands = hands.collect();
        events
            .into_iter()
            .find_map(|event| match *event {
                Event::RoundOver {
                    round,
                    winner,
                    points,
                    blocked,
                } => Some((round, winner, points, blocked)),
                _ => None,
            })
            .map(|(round, winner, points, blocked)| Self {
                round,
                winner,
                points,
                blocked,
                hands,
            })
    }

    /// What it came to, in a sentence.
    #[must_use]
    pub(super) fn said(&self, scene: &Scene<'_>, partners: bool) -> String {
        let points = i64::from(self.points);
        let Some(first) = self.winner.iter().next() else {
            return scene.words.get("domino-nobody-scores");
        };
        let mine = self.winner.iter().any(|seat| scene.view.seats().contains(seat));
        let values = [("points", points.into())];
        match (partners && !scene.view.seats().is_empty(), mine) {
            (true, true) => scene.words.with("domino-we-score", &values),
            (true, false) => scene.words.with("domino-they-score", &values),
            (false, true) => scene.words.with("domino-you-score", &values),
            (false, false) => {
                let values = [("points", points.into()), ("name", scene.name(first).into())];
                scene.words.with("domino-scores", &values)
            }
        }
    }

    /// Shows it over the line; whether the person has seen enough.
    pub(super) fn show(&self, ui: &Ui, table: Rect, scene: &Scene<'_>, partners: bool) -> bool {
        let (style, words) = (scene.style, scene.words);
        let palette = &style.palette;
        let line = ui.ctx().fonts_mut(|fonts| fonts.row_height(&style.font(Type::Strong))) + 4.0;
        let rows = self.hands.len().max(1) as f32;
        let button = shape::TOUCH;
        let fixed = 2.0 * space::TWO + line * 2.4 + button + space::ONE * 2.0;
        let width = (table.width() - 12.0).min(560.0);
        let row = ((table.height() - 8.0 - fixed) / rows).clamp(12.0, 52.0);
        let size = vec2(width, (fixed + row * rows).min(table.height() - 4.0));
        let rect = Rect::from_center_size(table.center(), size);
        let painter = ui.painter();
        painter.rect_filled(
            rect.translate(vec2(0.0, 4.0)),
            shape::LARGE,
            egui::Color32::from_black_alpha(90),
        );
        painter.rect_filled(rect, shape::LARGE, palette.panel);
        painter.rect_stroke(
            rect,
            shape::LARGE,
            egui::Stroke::new(1.0, palette.line),
            egui::StrokeKind::Inside,
        );
        let inner = rect.shrink(space::TWO.min(rect.height() * 0.05));
        let title = if self.blocked {
            "domino-blocked"
        } else {
            "domino-round-over"
        };
        let title = words.with(title, &[("round", i64::from(self.round).into())]);
        let mut top = inner.top();
        let at = pos2(inner.center().x, top + line * 0.6);
        text::paint_within(
            painter,
            style,
            at,
            Align2::CENTER_CENTER,
            &title,
            Type::Heading,
            palette.ink,
            inner.width(),
        );
        top += line * 1.3;
        for opened in &self.hands {
            let space = Rect::from_min_max(pos2(inner.left(), top), pos2(inner.right(), top + row));
            self.row(ui, space, scene, opened);
            top += row;
        }
        let said = self.said(scene, partners);
        let at = pos2(inner.center().x, top + line * 0.6);
        let ink = palette.ink;
        text::paint_within(
            painter,
            style,
            at,
            Align2::CENTER_CENTER,
            &said,
            Type::Strong,
            ink,
            inner.width(),
        );
        let name = words.get("domino-go-on");
        let wide = width_of(ui, style, &name).max(120.0).min(inner.width());
        let place = Rect::from_center_size(
            pos2(inner.center().x, inner.bottom() - button / 2.0),
            vec2(wide, button.min(rect.height() * 0.25)),
        );
        let all = ui.interact(rect, ui.scope_id().with("round"), egui::Sense::click());
        let whole = format!("{title}. {said}");
        all.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Group, true, text::plain(&whole)));
        press(ui, style, place, true, &name, Loud::Gold).clicked() || all.clicked()
    }

    fn row(&self, ui: &Ui, space: Rect, scene: &Scene<'_>, opened: &Opened) {
        let (style, palette) = (scene.style, &scene.style.palette);
        let (name, rest) = split(space, 0.3, style.right_to_left);
        let (tiles, pips) = split(rest, 0.72, style.right_to_left);
        let radius = (name.height() * 0.3).min(9.0);
        let (edge, anchor, way) = if style.right_to_left {
            (name.right_center(), Align2::RIGHT_CENTER, -1.0)
        } else {
            (name.left_center(), Align2::LEFT_CENTER, 1.0)
        };
        badge(
            ui.painter(),
            style,
            edge + vec2(way * radius, 0.0),
            radius,
            opened.seat,
            1.0,
        );
        let at = edge + vec2(way * (radius * 2.0 + 6.0), 0.0);
        let width = name.width() - radius * 2.0 - 10.0;
        let written = scene.name(opened.seat);
        let kind = if self.winner.contains(opened.seat) {
            Type::Strong
        } else {
            Type::Body
        };
        text::paint_within(ui.painter(), style, at, anchor, &written, kind, palette.ink, width);
        let mut shapes = Vec::new();
        let long = (tiles.height() * 0.86).min(tiles.width() / 4.4);
        let count = opened.tiles.len().max(1) as f32;
        let pitch = (long * 0.56).min(tiles.width() / count);
        for (at, tile) in opened.tiles.iter().enumerate() {
            let along = (at as f32 + 0.5) * pitch;
            let x = if style.right_to_left {
                tiles.right() - along
            } else {
                tiles.left() + along
            };
            let rect = Rect::from_center_size(pos2(x, tiles.center().y), vec2(pitch * 0.9, pitch * 1.8));
            tile::face(style, rect, tile.high(), tile.low(), &mut shapes);
        }
        ui.painter().extend(shapes);
        let said = scene
            .words
            .with("domino-pips", &[("pips", i64::from(opened.pips).into())]);
        let (at, anchor) = if style.right_to_left {
            (pips.left_center(), Align2::LEFT_CENTER)
        } else {
            (pips.right_center(), Align2::RIGHT_CENTER)
        };
        text::paint_within(ui.painter(), style, at, anchor, &said, kind, palette.ink, pips.width());
        let response = ui.interact(
            space,
            ui.scope_id().with(("opened", opened.seat.number())),
            egui::Sense::hover(),
        );
        response.widget_info(|| {
            let tiles: Vec<String> = opened.tiles.iter().map(ToString::to_string).collect();
            let name = format!("{written}: {} ({said})", tiles.join(" "));
            egui::WidgetInfo::labeled(egui::Role::Row, true, text::plain(&name))
        });
    }
}

/// Splits where reading begins.
fn split(space: Rect, part: f32, from_right: bool) -> (Rect, Rect) {
    if from_right {
        let (left, right) = space.split_left_right_at_fraction(1.0 - part);
        (right, left)
    } else {
        space.split_left_right_at_fraction(part)
    }
}
