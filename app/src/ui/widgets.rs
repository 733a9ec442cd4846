//! What screens are made of, besides texts and buttons: panels, choices, switches, dialogs, and layouts that go the way the language
//! does.

use std::ops::RangeInclusive;

use egui::{
    Align, Color32, Id, Key, Layout, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

use super::style::{Style, Type, faded, shape, space};
use super::text::{self, focus_ring};

/// Things in a row, the first where reading begins, centred on each other.
pub fn row<R>(ui: &mut Ui, style: &Style, add: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = if style.right_to_left {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    let size = vec2(ui.available_width(), shape::TOUCH);
    ui.allocate_ui_with_layout(size, layout, add).inner
}

/// The layout of things under each other, each beginning where reading begins.
#[must_use]
pub fn column(style: &Style) -> Layout {
    Layout::top_down(if style.right_to_left { Align::Max } else { Align::Min })
}

/// Shows something in a rectangle, under each other; what does not fit is cut off at its edge.
pub fn within<R>(ui: &mut Ui, style: &Style, rect: Rect, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let builder = UiBuilder::new().max_rect(rect).layout(column(style)).id_salt(name);
    // A child that takes no place of its own: what it stands in has its place already.
    let mut child = ui.new_child(builder);
    child.set_clip_rect(rect.expand(shape::RING + 1.0).intersect(ui.clip_rect()));
    add(&mut child)
}

/// Where a rectangle lies in a layout that goes the other way.
#[must_use]
pub fn mirrored(rect: Rect, within: Rect, style: &Style) -> Rect {
    if !style.right_to_left {
        return rect;
    }
    let left = within.left() + within.right() - rect.right();
    Rect::from_min_size(pos2(left, rect.top()), rect.size())
}

/// Paints the ground of a panel.
pub fn panel(ui: &Ui, style: &Style, rect: Rect) {
    let shadow = egui::epaint::Shadow {
        offset: [0, 2],
        blur: 10,
        spread: 0,
        color: faded(Color32::BLACK, 0.16),
    };
    ui.painter().add(shadow.as_shape(rect, shape::LARGE));
    ui.painter().rect(
        rect,
        shape::LARGE,
        style.palette.panel,
        Stroke::new(shape::LINE, style.palette.line),
        StrokeKind::Inside,
    );
}

/// One of several, side by side. Gives the index that was clicked, if it is another one.
pub fn choice(ui: &mut Ui, style: &Style, name: &str, options: &[String], chosen: usize) -> Option<usize> {
    let palette = &style.palette;
    let kind = Type::Button;
    let galleys: Vec<_> = options
        .iter()
        .map(|option| text::galley(ui.ctx(), style, option, kind, palette.ink, f32::INFINITY))
        .collect();
    let pad = space::ONE + space::HALF;
    let width = |galley: &egui::Galley| (galley.size().x + 2.0 * pad).max(shape::TOUCH);
    let total: f32 = galleys.iter().map(|galley| width(galley)).sum();
    // Where they do not fit side by side they share the width there is.
    let squeeze = (ui.available_width() / total.max(1.0)).min(1.0);
    let (all, _) = ui.allocate_exact_size(vec2(total * squeeze, shape::TOUCH), Sense::hover());
    ui.painter().rect_filled(all, shape::MEDIUM, palette.inset);
    let mut clicked = None;
    let mut x = 0.0;
    for (at, (option, galley)) in options.iter().zip(&galleys).enumerate() {
        let own = width(galley) * squeeze;
        let rect = Rect::from_min_size(pos2(all.left() + x, all.top()), vec2(own, all.height()));
        let rect = mirrored(rect, all, style);
        x += own;
        let response = ui.interact(rect, ui.scope_id().with((name, at)), Sense::click());
        let selected = at == chosen;
        let label = format!("{}: {}", text::plain(name), text::plain(option));
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), selected, &label));
        text::show_focused(ui, &response);
        let inner = rect.shrink(2.0);
        let ink = if selected {
            ui.painter().rect_filled(inner, shape::SMALL + 2.0, palette.accent);
            palette.on_accent
        } else {
            if response.hovered() {
                ui.painter()
                    .rect_filled(inner, shape::SMALL + 2.0, faded(palette.accent, 0.15));
            }
            palette.ink
        };
        if response.has_focus() {
            focus_ring(ui, style, inner, shape::SMALL + 2.0);
        }
        let galley = text::galley_within(ui.ctx(), style, option, kind, ink, own - 8.0);
        ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
        if response.clicked() && !selected {
            clicked = Some(at);
        }
    }
    ui.painter().rect_stroke(
        all,
        shape::MEDIUM,
        Stroke::new(shape::LINE, palette.line),
        StrokeKind::Inside,
    );
    clicked
}

/// On or off. Gives whether it was switched.
pub fn switch(ui: &mut Ui, style: &Style, name: &str, on: &mut bool) -> bool {
    let palette = &style.palette;
    let size = vec2(46.0, 26.0);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    let label = text::plain(name);
    response.widget_info(|| WidgetInfo::selected(Role::Switch, ui.is_enabled(), *on, &label));
    text::show_focused(ui, &response);
    let part = ui.ctx().animate_bool_responsive(response.id, *on);
    let part = if style.right_to_left { 1.0 - part } else { part };
    let fill = if *on { palette.accent } else { palette.inset };
    ui.painter().rect(
        rect,
        rect.height() / 2.0,
        fill,
        Stroke::new(shape::LINE, if *on { palette.accent } else { palette.ink_soft }),
        StrokeKind::Inside,
    );
    let x = egui::lerp(rect.left() + 13.0..=rect.right() - 13.0, part);
    let knob = if *on { palette.on_accent } else { palette.ink_soft };
    ui.painter().circle_filled(pos2(x, rect.center().y), 8.0, knob);
    if response.has_focus() {
        focus_ring(ui, style, rect, rect.height() / 2.0);
    }
    response.changed()
}

/// A number between two, chosen by a knob on a line that begins where reading begins. Gives whether it was changed.
pub fn slider(
    ui: &mut Ui,
    style: &Style,
    name: &str,
    value: &mut u32,
    range: RangeInclusive<u32>,
    step: u32,
    width: f32,
) -> bool {
    let palette = &style.palette;
    let (least, most) = (*range.start(), *range.end());
    let (rect, mut response) = ui.allocate_exact_size(vec2(width, shape::TOUCH), Sense::click_and_drag());
    let before = *value;
    let line = rect.shrink2(vec2(10.0, 0.0));
    let span = (most - least).max(1) as f32;
    if let Some(pointer) = response.interact_pointer_pos() {
        let mut part = ((pointer.x - line.left()) / line.width()).clamp(0.0, 1.0);
        if style.right_to_left {
            part = 1.0 - part;
        }
        let steps = (part * span / step as f32).round() as u32;
        *value = (least + steps * step).min(most);
    }
    if response.has_focus() {
        let filter = egui::EventFilter {
            horizontal_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let (left, right) = ui.input(|input| {
            (
                input.num_presses(Key::ArrowLeft) as u32,
                input.num_presses(Key::ArrowRight) as u32,
            )
        });
        let (up, down) = if style.right_to_left {
            (left, right)
        } else {
            (right, left)
        };
        *value = value
            .saturating_add(up * step)
            .saturating_sub(down * step)
            .clamp(least, most);
    }
    if *value != before {
        response.mark_changed();
    }
    let shown = *value;
    text::show_focused(ui, &response);
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), f64::from(shown), text::plain(name)));
    let part = (*value - least) as f32 / span;
    let x = |part: f32| {
        let part = if style.right_to_left { 1.0 - part } else { part };
        egui::lerp(line.left()..=line.right(), part)
    };
    let y = line.center().y;
    let painter = ui.painter();
    painter.line_segment([pos2(x(0.0), y), pos2(x(1.0), y)], Stroke::new(4.0, palette.line));
    painter.line_segment([pos2(x(0.0), y), pos2(x(part), y)], Stroke::new(4.0, palette.accent));
    painter.circle(pos2(x(part), y), 9.0, palette.panel, Stroke::new(3.0, palette.accent));
    if response.has_focus() {
        focus_ring(ui, style, rect, shape::MEDIUM);
    }
    response.changed()
}

/// A dialog over everything else. `None` from `add` keeps it open; Escape and a click beside it close it.
pub fn dialog<R>(ui: &Ui, style: &Style, name: &str, width: f32, add: impl FnOnce(&mut Ui) -> Option<R>) -> Closing<R> {
    let screen = ui.ctx().content_rect();
    let width = width.min(screen.width() - 2.0 * space::TWO);
    let frame = egui::Frame::new()
        .fill(style.palette.panel)
        .stroke(Stroke::new(shape::LINE, style.palette.line))
        .corner_radius(shape::LARGE)
        .inner_margin(space::THREE)
        .shadow(egui::epaint::Shadow {
            offset: [0, 8],
            blur: 32,
            spread: 0,
            color: faded(Color32::BLACK, 0.4),
        });
    let response = egui::Modal::new(Id::unique(name))
        .backdrop_color(faded(Color32::BLACK, 0.45))
        .frame(frame)
        .show(ui.ctx(), |ui| {
            ui.set_width(width - 2.0 * space::THREE);
            ui.with_layout(column(style), |ui| {
                ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                    node.set_role(Role::Dialog);
                });
                add(ui)
            })
            .inner
        });
    if response.should_close() {
        return Closing::Dismissed;
    }
    match response.inner {
        Some(result) => Closing::Done(result),
        None => Closing::Open,
    }
}

/// A dialog of texts that may be higher than the window: it scrolls then.
pub fn long_dialog<R>(
    ui: &Ui,
    style: &Style,
    name: &str,
    width: f32,
    add: impl FnOnce(&mut Ui) -> Option<R>,
) -> Closing<R> {
    let most = ui.ctx().content_rect().height() - 2.0 * space::THREE - 2.0 * space::ONE;
    dialog(ui, style, name, width, |ui| {
        // The place of a dialog is narrower than what it may take.
        ui.set_max_height(most);
        egui::ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink([false, true])
            .max_height(most)
            .show(ui, |ui| ui.with_layout(column(style), add).inner)
            .inner
    })
}

/// Whether buttons with these texts stand side by side in the room there is.
#[must_use]
pub fn stand_side_by_side(ui: &Ui, style: &Style, texts: &[&str]) -> bool {
    let widths = texts.iter().map(|text| {
        let galley = text::galley(ui.ctx(), style, text, Type::Button, style.palette.ink, f32::INFINITY);
        galley.size().x + 2.0 * space::TWO + space::ONE
    });
    widths.sum::<f32>() <= ui.available_width() + space::ONE
}

/// What became of a dialog in this frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing<R> {
    /// It stays.
    Open,
    /// It was put away without an answer.
    Dismissed,
    /// It was answered.
    Done(R),
}

/// What is drawn on a small button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// An arrow back to where one came from.
    Back,
    /// A wheel with cogs.
    Settings,
    /// An open book.
    Rules,
    /// A shield that holds.
    ShieldWhole,
    /// A shield that is broken.
    ShieldBroken,
    /// Lines: a list.
    List,
    /// A door.
    Leave,
    /// A question mark.
    Help,
    /// A bubble with lines: what people say.
    Chat,
    /// Two bars: a pause.
    Pause,
    /// An arrow on its way.
    Send,
    /// A bubble with dots: phrases to choose from.
    Phrases,
    /// Two people.
    People,
    /// A medal.
    Profile,
    /// A sheet that is written on.
    Logs,
    /// Points with lines between them.
    Connection,
    /// Two links of a chain.
    Link,
    /// A tick.
    Tick,
    /// A shield that says nothing yet.
    Shield,
    /// A triangle: it plays.
    Play,
    /// To the first.
    First,
    /// To the one before.
    Previous,
    /// To the next.
    Next,
    /// To the last.
    Last,
    /// An arrow into a tray: a file is written.
    Save,
}

/// A small button with a picture on it; `name` is what it is called.
pub fn icon_button(ui: &mut Ui, style: &Style, icon: Icon, name: &str) -> Response {
    let palette = &style.palette;
    let (rect, response) = ui.allocate_exact_size(vec2(shape::TOUCH, shape::TOUCH), Sense::click());
    let label = text::plain(name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &label));
    if response.hovered() {
        ui.painter().rect_filled(rect, shape::MEDIUM, faded(palette.ink, 0.10));
    }
    if response.has_focus() {
        focus_ring(ui, style, rect, shape::MEDIUM);
    }
    let colour = match icon {
        Icon::ShieldWhole => palette.good,
        Icon::ShieldBroken => palette.danger,
        _ => palette.ink,
    };
    paint_icon(ui.painter(), style, icon, rect.shrink(7.0), colour);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    hint(response, style, name)
}

/// Shows a name while something is pointed at.
pub fn hint(response: Response, style: &Style, name: &str) -> Response {
    response.on_hover_ui(|ui| {
        // A hint names what has a name already: assistive technology need not hear it twice.
        let galley = text::galley(ui.ctx(), style, name, Type::Small, style.palette.ink, 280.0);
        let (rect, _) = ui.allocate_exact_size(galley.size(), Sense::hover());
        ui.painter().galley(rect.min, galley, style.palette.ink);
    })
}

/// Paints a picture into a square.
pub fn paint_icon(painter: &egui::Painter, style: &Style, icon: Icon, rect: Rect, colour: Color32) {
    let line = Stroke::new((rect.height() / 11.0).max(1.6), colour);
    let at = |x: f32, y: f32| pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    let facing = |x: f32| if style.right_to_left { 1.0 - x } else { x };
    match icon {
        Icon::Back => {
            let (tip, tail) = (at(facing(0.08), 0.5), at(facing(0.92), 0.5));
            painter.line_segment([tip, tail], line);
            painter.line_segment([tip, at(facing(0.4), 0.18)], line);
            painter.line_segment([tip, at(facing(0.4), 0.82)], line);
        }
        Icon::Settings => {
            painter.circle_stroke(rect.center(), rect.width() * 0.27, line);
            painter.circle_stroke(rect.center(), rect.width() * 0.09, line);
            for cog in 0..8u8 {
                let angle = f32::from(cog) * std::f32::consts::FRAC_PI_4;
                let out = vec2(angle.cos(), angle.sin()) * rect.width();
                painter.line_segment([rect.center() + out * 0.3, rect.center() + out * 0.46], line);
            }
        }
        Icon::Rules => {
            for side in [-1.0, 1.0] {
                let x = |x: f32| 0.5 + side * x;
                let page = vec![
                    at(0.5, 0.24),
                    at(x(0.2), 0.14),
                    at(x(0.46), 0.18),
                    at(x(0.46), 0.80),
                    at(x(0.2), 0.76),
                    at(0.5, 0.88),
                ];
                painter.add(Shape::line(page, line));
            }
            painter.line_segment([at(0.5, 0.24), at(0.5, 0.88)], line);
        }
        Icon::ShieldWhole | Icon::ShieldBroken => {
            let outline = vec![
                at(0.5, 0.02),
                at(0.88, 0.16),
                at(0.86, 0.52),
                at(0.72, 0.78),
                at(0.5, 0.98),
                at(0.28, 0.78),
                at(0.14, 0.52),
                at(0.12, 0.16),
            ];
            painter.add(Shape::convex_polygon(outline, colour, Stroke::NONE));
            let mark = Stroke::new(line.width * 1.15, style.palette.panel);
            if icon == Icon::ShieldWhole {
                painter.line_segment([at(0.32, 0.46), at(0.46, 0.62)], mark);
                painter.line_segment([at(0.46, 0.62), at(0.70, 0.32)], mark);
            } else {
                painter.line_segment([at(0.5, 0.22), at(0.5, 0.56)], mark);
                painter.circle_filled(at(0.5, 0.72), mark.width * 0.62, style.palette.panel);
            }
        }
        Icon::Shield => {
            let outline = vec![
                at(0.5, 0.06),
                at(0.86, 0.18),
                at(0.84, 0.52),
                at(0.70, 0.76),
                at(0.5, 0.94),
                at(0.30, 0.76),
                at(0.16, 0.52),
                at(0.14, 0.18),
            ];
            painter.add(Shape::closed_line(outline, line));
        }
        Icon::Play => {
            let triangle = vec![at(facing(0.22), 0.1), at(facing(0.9), 0.5), at(facing(0.22), 0.9)];
            painter.add(Shape::convex_polygon(triangle, colour, Stroke::NONE));
        }
        Icon::First | Icon::Previous | Icon::Next | Icon::Last => {
            let way = |x: f32| {
                let back = matches!(icon, Icon::First | Icon::Previous);
                facing(if back { 1.0 - x } else { x })
            };
            let arrow = vec![at(way(0.2), 0.16), at(way(0.7), 0.5), at(way(0.2), 0.84)];
            painter.add(Shape::convex_polygon(arrow, colour, Stroke::NONE));
            if matches!(icon, Icon::First | Icon::Last) {
                painter.line_segment([at(way(0.82), 0.16), at(way(0.82), 0.84)], line);
            }
        }
        Icon::Save => {
            painter.line_segment([at(0.5, 0.06), at(0.5, 0.62)], line);
            painter.line_segment([at(0.5, 0.64), at(0.28, 0.40)], line);
            painter.line_segment([at(0.5, 0.64), at(0.72, 0.40)], line);
            let tray = vec![at(0.1, 0.62), at(0.1, 0.92), at(0.9, 0.92), at(0.9, 0.62)];
            painter.add(Shape::line(tray, line));
        }
        Icon::List => {
            for y in [0.22, 0.5, 0.78] {
                painter.circle_filled(at(facing(0.12), y), line.width * 0.8, colour);
                painter.line_segment([at(facing(0.3), y), at(facing(0.95), y)], line);
            }
        }
        Icon::Leave => {
            let door = vec![
                at(facing(0.55), 0.1),
                at(facing(0.1), 0.1),
                at(facing(0.1), 0.9),
                at(facing(0.55), 0.9),
            ];
            painter.add(Shape::line(door, line));
            painter.line_segment([at(facing(0.38), 0.5), at(facing(0.95), 0.5)], line);
            painter.line_segment([at(facing(0.95), 0.5), at(facing(0.74), 0.3)], line);
            painter.line_segment([at(facing(0.95), 0.5), at(facing(0.74), 0.7)], line);
        }
        Icon::Chat | Icon::Phrases => {
            let bubble = vec![
                at(facing(0.14), 0.12),
                at(facing(0.86), 0.12),
                at(facing(0.96), 0.22),
                at(facing(0.96), 0.60),
                at(facing(0.86), 0.70),
                at(facing(0.46), 0.70),
                at(facing(0.22), 0.94),
                at(facing(0.24), 0.70),
                at(facing(0.14), 0.70),
                at(facing(0.04), 0.60),
                at(facing(0.04), 0.22),
            ];
            painter.add(Shape::closed_line(bubble, line));
            if icon == Icon::Chat {
                painter.line_segment([at(facing(0.26), 0.32), at(facing(0.74), 0.32)], line);
                painter.line_segment([at(facing(0.26), 0.50), at(facing(0.58), 0.50)], line);
            } else {
                for x in [0.28, 0.5, 0.72] {
                    painter.circle_filled(at(x, 0.41), line.width * 1.1, colour);
                }
            }
        }
        Icon::Pause => {
            let bar = Stroke::new(line.width * 1.9, colour);
            painter.line_segment([at(0.34, 0.16), at(0.34, 0.84)], bar);
            painter.line_segment([at(0.66, 0.16), at(0.66, 0.84)], bar);
        }
        Icon::Send => {
            let plane = vec![
                at(facing(0.06), 0.10),
                at(facing(0.96), 0.50),
                at(facing(0.06), 0.90),
                at(facing(0.24), 0.50),
            ];
            painter.add(Shape::closed_line(plane, line));
            painter.line_segment([at(facing(0.24), 0.5), at(facing(0.6), 0.5)], line);
        }
        Icon::People => {
            for (x, size) in [(0.34, 1.0), (0.74, 0.82)] {
                let middle = at(facing(x), 0.32);
                painter.circle_stroke(middle, rect.width() * 0.16 * size, line);
                let (width, top) = (0.27 * size, 0.62);
                let shoulders = [
                    at(facing(x - width), 0.92),
                    at(facing(x - width), top - 0.02),
                    at(facing(x + width), top - 0.02),
                    at(facing(x + width), 0.92),
                ];
                painter.add(egui::epaint::CubicBezierShape::from_points_stroke(
                    shoulders,
                    false,
                    Color32::TRANSPARENT,
                    line,
                ));
            }
        }
        Icon::Profile => {
            painter.line_segment([at(0.3, 0.04), at(0.46, 0.4)], line);
            painter.line_segment([at(0.7, 0.04), at(0.54, 0.4)], line);
            painter.circle_stroke(at(0.5, 0.66), rect.width() * 0.27, line);
            painter.circle_filled(at(0.5, 0.66), rect.width() * 0.1, colour);
        }
        Icon::Logs => {
            let sheet = Rect::from_min_max(at(0.16, 0.06), at(0.84, 0.94));
            painter.rect_stroke(sheet, 2.0, line, StrokeKind::Middle);
            for (y, end) in [(0.3, 0.68), (0.5, 0.68), (0.7, 0.52)] {
                painter.line_segment([at(facing(0.32), y), at(facing(end), y)], line);
            }
        }
        Icon::Connection => {
            let points = [at(0.5, 0.18), at(0.16, 0.8), at(0.84, 0.8)];
            for (from, to) in [(0, 1), (0, 2), (1, 2)] {
                painter.line_segment([points[from], points[to]], line);
            }
            for point in points {
                painter.circle_filled(point, rect.width() * 0.13, colour);
            }
        }
        Icon::Link => {
            for (x, y) in [(0.36, 0.64), (0.64, 0.36)] {
                let link = Rect::from_center_size(at(x, y), vec2(rect.width() * 0.5, rect.height() * 0.36));
                let round = link.height() / 2.0;
                painter.rect_stroke(link, round, line, StrokeKind::Middle);
            }
        }
        Icon::Tick => {
            let strong = Stroke::new(line.width * 1.3, colour);
            painter.line_segment([at(0.14, 0.54), at(0.4, 0.8)], strong);
            painter.line_segment([at(0.4, 0.8), at(0.88, 0.22)], strong);
        }
        Icon::Help => {
            let font = Type::Heading;
            text::paint(
                painter,
                style,
                rect.center(),
                egui::Align2::CENTER_CENTER,
                "?",
                font,
                colour,
            );
        }
    }
}
