//! Buttons on a table of felt: they fill a place that was worked out beforehand.

use egui::{Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

use crate::ui::style::{Style, Type, faded, shape, space};
use crate::ui::text;

/// How loud a button on the felt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loud {
    /// Makes the move: gold.
    Gold,
    /// Any other: wood.
    Wood,
}

/// A button that fills `rect`. Out of use it steps back, but can still be read.
pub fn press(ui: &Ui, style: &Style, rect: Rect, enabled: bool, text: &str, loud: Loud) -> Response {
    let palette = &style.palette;
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let name = text::plain(text);
    let response = ui.interact(rect, ui.scope_id().with(("press", &name)), sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, name.clone()));
    let (fill, ink) = match (enabled, loud) {
        (true, Loud::Gold) => (palette.gold, palette.on_bone),
        (true, Loud::Wood) => (palette.wood, palette.on_wood),
        (false, _) => (palette.felt_dark, faded(palette.on_felt, 0.55)),
    };
    let down = response.is_pointer_button_down_on();
    if enabled {
        let shadow = if down { 1.0 } else { 2.5 };
        let below = rect.translate(egui::vec2(0.0, shadow));
        ui.painter()
            .rect_filled(below, shape::MEDIUM, egui::Color32::from_black_alpha(80));
    }
    ui.painter().rect_filled(rect, shape::MEDIUM, fill);
    if !enabled {
        let edge = Stroke::new(1.0, faded(palette.on_felt, 0.16));
        ui.painter().rect_stroke(rect, shape::MEDIUM, edge, StrokeKind::Inside);
    }
    if response.hovered() && enabled {
        let light = egui::Color32::from_white_alpha(28);
        ui.painter().rect_filled(rect, shape::MEDIUM, light);
    }
    let width = rect.width() - space::ONE;
    let galley = text::galley_within(ui.ctx(), style, text, Type::Button, ink, width);
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink);
    if response.has_focus() {
        text::focus_ring(ui, style, rect.expand(1.0), shape::MEDIUM);
    }
    response
}

/// How wide a button with this text likes to be.
#[must_use]
pub fn width_of(ui: &Ui, style: &Style, text: &str) -> f32 {
    let galley = text::galley(ui.ctx(), style, text, Type::Button, style.palette.ink, f32::INFINITY);
    galley.size().x + 2.0 * space::TWO
}
