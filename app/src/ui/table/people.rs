//! The persons round the table, and the list of moves.

use egui::{Align2, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::{Line, Open, TableScreen};
use crate::ui::games::{Person, Presence, Scene};
use crate::ui::style::{Style, Type, faded, marks, shape, space};
use crate::ui::text;
use crate::ui::widgets::{choice, column, mirrored, within};
use crate::ui::words::Words;

/// The height of a person's place, in points.
pub(super) const CHIP: f32 = 58.0;

impl TableScreen {
    /// Persons side by side, under the bar.
    pub(super) fn strip(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, now: f64) {
        let count = self.persons.len().max(1) as f32;
        let gap = space::ONE;
        let inner = Rect::from_min_max(rect.min + vec2(gap, gap), pos2(rect.right() - gap, rect.bottom()));
        let width = (inner.width() - gap * (count - 1.0)) / count;
        let mut clicked = None;
        for (at, person) in self.persons.iter().enumerate() {
            let left = inner.left() + (width + gap) * at as f32;
            let place = Rect::from_min_size(pos2(left, inner.top()), vec2(width, inner.height()));
            if self.chip(ui, mirrored(place, inner, style), style, words, person, now) {
                clicked = Some(person.party);
            }
        }
        if let Some(party) = clicked {
            self.open = Some(Open::Member(party));
        }
    }

    /// Persons under each other, and the moves below.
    pub(super) fn side(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, now: f64) {
        let inner = rect.shrink(space::ONE + space::HALF);
        let height = CHIP * style.text_scale.max(1.0);
        let mut top = inner.top();
        let mut clicked = None;
        for person in &self.persons {
            let place = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), height));
            if self.chip(ui, place, style, words, person, now) {
                clicked = Some(person.party);
            }
            top += height + space::ONE;
        }
        if let Some(party) = clicked {
            self.open = Some(Open::Member(party));
        }
        let list = Rect::from_min_max(pos2(inner.left(), top + space::HALF), inner.max);
        if list.height() < 80.0 {
            return;
        }
        crate::ui::widgets::panel(ui, style, list);
        let inner = list.shrink(space::ONE + space::HALF);
        if !self.has_chat() {
            within(ui, style, inner, "moves beside", |ui| {
                text::label(ui, style, &words.get("moves"), Type::Heading);
                self.moves(ui, style, words);
            });
            return;
        }
        let head = Rect::from_min_size(inner.min, vec2(inner.width(), shape::TOUCH));
        let rest = Rect::from_min_max(pos2(inner.left(), head.bottom() + space::ONE), inner.max);
        let names = [words.get("moves"), self.chat_name(words)];
        within(ui, style, head, "what stands beside", |ui| {
            let name = words.get("table-beside");
            if let Some(chosen) = choice(ui, style, &name, &names, usize::from(self.chat.beside)) {
                self.chat.beside = chosen == 1;
            }
        });
        if self.chat.beside {
            self.chat_within(ui, rest, style, words);
        } else {
            within(ui, style, rest, "moves beside", |ui| self.moves(ui, style, words));
        }
    }

    /// Everything that was played, the last at the bottom.
    pub(super) fn moves(&self, ui: &mut Ui, style: &Style, words: &Words) {
        ScrollArea::vertical()
            .auto_shrink(false)
            .stick_to_bottom(true)
            .show(ui, |ui| {
                ui.with_layout(column(style), |ui| {
                    ui.spacing_mut().item_spacing.y = 3.0;
                    if self.lines.is_empty() {
                        let none = words.get("no-move-yet");
                        text::coloured(ui, style, &none, Type::Small, style.palette.ink_soft);
                    }
                    for (number, line) in (1i64..).zip(&self.lines) {
                        let shown = match line {
                            Line::Moved(party, text) => {
                                let name = self.name(*party);
                                let values = [
                                    ("number", number.into()),
                                    ("name", name.as_str().into()),
                                    ("move", text.as_str().into()),
                                ];
                                words.with("move-line", &values)
                            }
                            Line::Left(party) => {
                                words.with("left-line", &[("name", self.name(*party).as_str().into())])
                            }
                        };
                        let last = usize::try_from(number) == Ok(self.lines.len());
                        let kind = if last { Type::Strong } else { Type::Small };
                        text::coloured(ui, style, &shown, kind, style.palette.ink);
                    }
                });
            });
    }

    /// A person: marks of the seats, name, what stands beside it, and whether it is his turn. Says whether it was clicked.
    fn chip(&self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, person: &Person, now: f64) -> bool {
        let palette = &style.palette;
        let on_turn = self.turn.is_some_and(|seat| person.seats.contains(seat));
        let gone = person.presence == Presence::Left;
        let name = if person.me {
            words.with("me", &[("name", person.name.as_str().into())])
        } else if person.bot {
            words.with("bot", &[("name", person.name.as_str().into())])
        } else {
            person.name.clone()
        };
        let mut standing = match &self.view {
            Some(view) => {
                let scene = Scene {
                    view,
                    persons: &self.persons,
                    turn: self.turn,
                    legal: &self.legal,
                    style,
                    words,
                    now,
                };
                self.table.standing(&scene, person)
            }
            None => Vec::new(),
        };
        if gone {
            // Who is out has a score and nothing else.
            standing.truncate(1);
        }
        if let Some(whereabouts) = self.whereabouts(person.party, words) {
            standing.insert(0, whereabouts);
        }
        let marks = 22.0 + 32.0 * f32::from(person.seats.len());
        let room = (rect.width() - marks - 8.0).max(20.0);
        // Whether somebody is there comes before how he stands.
        let fits = |standing: &[String]| {
            let line = standing.join(" · ");
            let ink = palette.ink_soft;
            text::galley(ui.ctx(), style, &line, Type::Small, ink, f32::INFINITY)
                .size()
                .x
                <= room
        };
        while standing.len() > 1 && !fits(&standing) {
            standing.pop();
        }
        let below = standing.join(" · ");
        // Behind a person is a key, where it is one among people.
        let among = self.is_among_people();
        let sense = if among { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, ui.scope_id().with(("person", person.party.number())), sense);
        let mut label = format!("{}. {}", text::plain(&name), text::plain(&below));
        if on_turn {
            label = format!("{label}. {}", words.get("to-move"));
        }
        let role = if among { Role::Button } else { Role::Label };
        response.widget_info(|| WidgetInfo::labeled(role, true, label.trim_end_matches(". ")));
        let strength = if gone { 0.5 } else { 1.0 };
        ui.painter().rect_filled(rect, shape::MEDIUM, palette.panel);
        let edge = if on_turn {
            Stroke::new(shape::RING, palette.focus)
        } else {
            Stroke::new(shape::LINE, palette.line)
        };
        ui.painter().rect_stroke(rect, shape::MEDIUM, edge, StrokeKind::Inside);
        if response.has_focus() {
            text::focus_ring(ui, style, rect, shape::MEDIUM);
        }
        let lead = |x: f32| {
            if style.right_to_left {
                rect.right() - x
            } else {
                rect.left() + x
            }
        };
        let mut x = 22.0;
        for seat in person.seats.iter() {
            let colours = palette.seat(seat);
            let centre = pos2(lead(x), rect.center().y);
            ui.painter().circle_filled(centre, 14.0, faded(colours.fill, strength));
            ui.painter()
                .circle_stroke(centre, 14.0, Stroke::new(1.0, faded(colours.edge, strength)));
            marks::paint(ui.painter(), centre, 7.0, seat, faded(colours.ink, strength));
            x += 32.0;
        }
        let start = lead(x + if person.seats.is_empty() { -10.0 } else { 0.0 });
        let anchor = |y| match (style.right_to_left, y) {
            (true, 0) => Align2::RIGHT_BOTTOM,
            (true, 1) => Align2::RIGHT_TOP,
            (true, _) => Align2::RIGHT_CENTER,
            (false, 0) => Align2::LEFT_BOTTOM,
            (false, 1) => Align2::LEFT_TOP,
            (false, _) => Align2::LEFT_CENTER,
        };
        let middle = rect.center().y;
        let ink = faded(palette.ink, strength);
        if below.is_empty() {
            let at = pos2(start, middle);
            text::paint_within(ui.painter(), style, at, anchor(2), &name, Type::Strong, ink, room);
        } else {
            let at = pos2(start, middle + 1.0);
            text::paint_within(ui.painter(), style, at, anchor(0), &name, Type::Strong, ink, room);
            let at = pos2(start, middle + 3.0);
            let soft = faded(palette.ink_soft, strength);
            text::paint_within(ui.painter(), style, at, anchor(1), &below, Type::Small, soft, room);
        }
        response.clicked()
    }
}
