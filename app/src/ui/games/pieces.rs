//! Small things that tables share: plates with names, notes, tags, hints, bars of buttons.

use egui::epaint::RectShape;
use egui::{Align2, Color32, CornerRadius, Id, Painter, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind};
use egui::{Ui, Vec2, WidgetInfo, pos2, vec2};
use majlis_rules::seat::Seat;

use crate::ui::games::Scene;
use crate::ui::style::{Style, Type, faded, marks, shape, space};
use crate::ui::text;

/// The rectangle between two, 0 to 1 of the way.
#[must_use]
pub fn between(from: Rect, to: Rect, part: f32) -> Rect {
    Rect::from_min_max(from.min.lerp(to.min, part), from.max.lerp(to.max, part))
}

/// A plate on the felt, framed in gold where it is its person's turn.
pub fn plate(painter: &Painter, style: &Style, rect: Rect, turn: bool) {
    let palette = &style.palette;
    let stroke = if turn {
        Stroke::new(shape::RING, palette.gold)
    } else {
        Stroke::new(1.0, faded(palette.on_felt, 0.16))
    };
    painter.rect(
        rect,
        CornerRadius::same(shape::MEDIUM as u8),
        faded(palette.felt_dark, 0.85),
        stroke,
        StrokeKind::Inside,
    );
}

/// A seat's mark and a name in one line at the top of `rect`, shortened where there is no room. Gives how high the line is.
pub fn seat_name(painter: &Painter, style: &Style, rect: Rect, seat: Seat, name: &str) -> f32 {
    let palette = &style.palette;
    let radius = 5.5 * style.text_scale.max(1.0);
    let room = (rect.width() - 2.0 * radius - space::HALF).max(10.0);
    let galley = text::galley_within(painter.ctx(), style, name, Type::Small, palette.on_felt, room);
    let height = galley.size().y;
    let middle = rect.top() + height / 2.0;
    let width = galley.size().x;
    let (mark, at) = if style.right_to_left {
        (rect.right() - radius, rect.right() - 2.0 * radius - space::HALF - width)
    } else {
        (rect.left() + radius, rect.left() + 2.0 * radius + space::HALF)
    };
    marks::paint(painter, pos2(mark, middle), radius, seat, palette.seat(seat).fill);
    painter.galley(pos2(at, rect.top()), galley, palette.on_felt);
    height
}

/// A seat's badge: a disc in its colour with its mark upon it, plain on felt, wood and paper.
pub fn badge(painter: &Painter, style: &Style, centre: Pos2, radius: f32, seat: Seat, strength: f32) {
    let colours = style.palette.seat(seat);
    painter.circle_filled(centre, radius, faded(colours.fill, strength));
    let edge = faded(style.palette.on_felt, strength * 0.85);
    painter.circle_stroke(centre, radius, Stroke::new((radius * 0.14).max(1.0), edge));
    marks::paint(painter, centre, radius * 0.56, seat, faded(colours.ink, strength));
}

/// A note to everybody, round `centre`, in lines of at most `wrap`.
pub fn note(painter: &Painter, style: &Style, centre: Pos2, wrap: f32, words: &str) -> Rect {
    let palette = &style.palette;
    let galley = text::galley(painter.ctx(), style, words, Type::Strong, palette.ink, wrap);
    let inner = Rect::from_center_size(centre, galley.size());
    let rect = inner.expand2(vec2(space::TWO, space::ONE));
    let round = CornerRadius::same(shape::LARGE as u8);
    let shade = RectShape::filled(rect.translate(vec2(0.0, 3.0)), round, Color32::from_black_alpha(90));
    painter.add(shade.with_blur_width(8.0));
    painter.rect(
        rect,
        round,
        palette.panel,
        Stroke::new(1.5, palette.gold),
        StrokeKind::Inside,
    );
    painter.galley(inner.min, galley, palette.ink);
    rect
}

/// A number on a little label.
pub fn tag(painter: &Painter, style: &Style, centre: Pos2, words: &str) {
    let palette = &style.palette;
    let galley = text::galley(painter.ctx(), style, words, Type::Small, palette.ink, f32::INFINITY);
    let inner = Rect::from_center_size(centre, galley.size());
    let rect = inner.expand2(vec2(4.0, 0.0));
    painter.rect(
        rect,
        CornerRadius::same(shape::SMALL as u8),
        palette.panel,
        Stroke::new(1.0, palette.line),
        StrokeKind::Inside,
    );
    painter.galley(inner.min, galley, palette.ink);
}

/// How many cards a pile has, on its lower edge.
pub fn count(painter: &Painter, scene: &Scene<'_>, pile: Rect, count: i64) {
    let words = scene.words.number(count);
    tag(painter, scene.style, pile.center_bottom(), &words);
}

/// What is to be done now, in the words of the table.
pub fn hint(ui: &Ui, style: &Style, rect: Rect, words: &str) {
    if words.is_empty() {
        return;
    }
    let palette = &style.palette;
    let galley = text::galley(ui.ctx(), style, words, Type::Body, palette.on_felt, rect.width());
    let anchor = if style.right_to_left {
        Align2::RIGHT_CENTER
    } else {
        Align2::LEFT_CENTER
    };
    let at = anchor.anchor_size(anchor.pos_in_rect(&rect), galley.size());
    let response = ui.interact(at, Id::unique("table hint"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::plain(words)));
    ui.painter().galley(at.min, galley, palette.on_felt);
}

/// The places of things of these sizes in `rect`: in lines from the side where lines begin, the lines in the middle of its height.
#[must_use]
pub fn flow(rect: Rect, right_to_left: bool, sizes: &[Vec2]) -> Vec<Rect> {
    let gap = space::HALF + 2.0;
    let mut lines: Vec<(f32, f32, usize)> = Vec::new();
    for size in sizes {
        match lines.last_mut() {
            Some((width, height, count)) if *width + gap + size.x <= rect.width() + 0.5 => {
                *width += gap + size.x;
                *height = height.max(size.y);
                *count += 1;
            }
            _ => lines.push((size.x, size.y, 1)),
        }
    }
    let heights: f32 = lines.iter().map(|(_, height, _)| height + gap).sum();
    let mut top = rect.center().y - (heights - gap) / 2.0;
    let mut places = Vec::with_capacity(sizes.len());
    let mut sizes = sizes.iter();
    for (_, height, count) in lines {
        let mut x = 0.0;
        for size in sizes.by_ref().take(count) {
            let left = if right_to_left {
                rect.right() - x - size.x
            } else {
                rect.left() + x
            };
            places.push(Rect::from_min_size(pos2(left, top + (height - size.y) / 2.0), *size));
            x += size.x + gap;
        }
        top += height + gap;
    }
    places
}

/// A button of a table: what it says, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Button {
    /// Its own, so that it can be given the keyboard.
    pub id: Id,
    /// What stands on it.
    pub words: String,
    /// What it is called, where that is not what stands on it.
    pub name: Option<String>,
    /// Whether it can be used.
    pub enabled: bool,
    /// Whether it is chosen: a mode that is on.
    pub chosen: bool,
}

impl Button {
    /// A button that says `words`.
    #[must_use]
    pub fn new(id: &'static str, words: String) -> Self {
        Self {
            id: Id::unique(id),
            words,
            name: None,
            enabled: true,
            chosen: false,
        }
    }

    /// With a mode that is on or off.
    #[must_use]
    pub const fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    /// In use or out of it.
    #[must_use]
    pub const fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// How much room it takes.
    #[must_use]
    pub fn size(&self, ui: &Ui, style: &Style) -> Vec2 {
        let galley = text::galley(
            ui.ctx(),
            style,
            &self.words,
            Type::Button,
            style.palette.ink,
            f32::INFINITY,
        );
        // What says little is narrow: numbers and signs.
        let aside = if self.words.chars().count() <= 2 {
            14.0
        } else {
            2.0 * space::TWO
        };
        vec2(
            (galley.size().x + aside).max(30.0),
            (galley.size().y + space::ONE).max(shape::TOUCH),
        )
    }

    /// Shows it, light so that it stands out from the felt; in gold where it is chosen.
    pub fn show(&self, ui: &Ui, style: &Style, rect: Rect) -> Response {
        let palette = &style.palette;
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, self.id, sense);
        let name = self.name.as_ref().unwrap_or(&self.words);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, self.enabled, text::plain(name)));
        // As every button upon felt: wood, gold where it is chosen, sunk where it is out of use.
        let (fill, ink) = if self.chosen {
            (palette.gold, palette.on_bone)
        } else if self.enabled {
            (palette.wood, palette.on_wood)
        } else {
            (palette.felt_dark, faded(palette.on_felt, 0.55))
        };
        let stroke = if response.has_focus() {
            Stroke::new(shape::RING, palette.gold)
        } else {
            Stroke::new(1.0, faded(palette.wood_dark, 0.8))
        };
        let round = CornerRadius::same(shape::MEDIUM as u8);
        if self.enabled {
            let shade = RectShape::filled(rect.translate(vec2(0.0, 2.0)), round, Color32::from_black_alpha(80));
            ui.painter().add(shade.with_blur_width(3.0));
        }
        let down = if response.is_pointer_button_down_on() { 1.0 } else { 0.0 };
        let rect = rect.translate(vec2(0.0, down));
        ui.painter().rect(rect, round, fill, stroke, StrokeKind::Inside);
        if response.hovered() && self.enabled {
            ui.painter().rect_filled(rect, round, Color32::from_white_alpha(28));
        }
        let galley = text::galley(ui.ctx(), style, &self.words, Type::Button, ink, f32::INFINITY);
        ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
        response
    }
}

/// Buttons in lines. Gives their responses.
pub fn bar(ui: &Ui, style: &Style, rect: Rect, buttons: &[Button]) -> Vec<Response> {
    let sizes: Vec<Vec2> = buttons.iter().map(|button| button.size(ui, style)).collect();
    let places = flow(rect, style.right_to_left, &sizes);
    let shown = buttons.iter().zip(places);
    shown.map(|(button, place)| button.show(ui, style, place)).collect()
}

/// A seat's mark and name in the middle of a column's head, shortened where there is no room.
pub fn column_name(painter: &Painter, style: &Style, rect: Rect, seat: Seat, name: &str) {
    let palette = &style.palette;
    let radius = 5.0 * style.text_scale.max(1.0);
    let room = (rect.width() - 2.0 * radius - space::HALF).max(10.0);
    let galley = text::galley_within(painter.ctx(), style, name, Type::Small, palette.ink, room);
    let whole = galley.size().x + 2.0 * radius + space::HALF;
    let left = rect.center().x - whole / 2.0;
    let (mark, at) = if style.right_to_left {
        (left + whole - radius, left)
    } else {
        (left + radius, left + 2.0 * radius + space::HALF)
    };
    marks::paint(
        painter,
        pos2(mark, rect.center().y),
        radius,
        seat,
        palette.seat(seat).fill,
    );
    painter.galley(pos2(at, rect.center().y - galley.size().y / 2.0), galley, palette.ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_flow_in_lines_from_the_side_where_lines_begin() {
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(100.0, 90.0));
        let sizes = [vec2(40.0, 30.0), vec2(40.0, 30.0), vec2(60.0, 30.0)];
        let left = flow(rect, false, &sizes);
        assert_eq!(left[0].left(), 10.0);
        assert!(left[1].left() > left[0].right() && left[1].top() == left[0].top());
        assert!(left[2].top() > left[0].bottom() && left[2].left() == 10.0);
        let right = flow(rect, true, &sizes);
        for (one, other) in left.iter().zip(&right) {
            assert!((one.left() - 10.0 - (110.0 - other.right())).abs() < 0.01);
            assert!(rect.contains_rect(*one) && rect.contains_rect(*other));
        }
        assert!(flow(rect, true, &[]).is_empty());
    }
}
