//! Labels and buttons.

use egui::{Color32, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::{galley, galley_within, plain};
use crate::ui::style::{Style, Type, faded, shape, space};

/// A label in the colour of text, as wide as it needs up to the width there is.
pub fn label(ui: &mut Ui, style: &Style, text: &str, kind: Type) -> Response {
    coloured(ui, style, text, kind, style.palette.ink)
}

/// A label in another colour.
pub fn coloured(ui: &mut Ui, style: &Style, text: &str, kind: Type, colour: Color32) -> Response {
    let galley = galley(ui.ctx(), style, text, kind, colour, ui.available_width());
    placed(ui, galley, text, colour)
}

/// A label of one line, no wider than `width`: what does not fit gives way to an ellipsis, but not in its name.
pub fn label_within(ui: &mut Ui, style: &Style, text: &str, kind: Type, colour: Color32, width: f32) -> Response {
    let galley = galley_within(ui.ctx(), style, text, kind, colour, width);
    placed(ui, galley, text, colour)
}

fn placed(ui: &mut Ui, galley: std::sync::Arc<egui::Galley>, text: &str, colour: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, plain(text)));
    ui.painter().galley(rect.min, galley, colour);
    response
}

/// How loud a button is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weight {
    /// The one that goes on.
    Primary,
    /// Any other.
    #[default]
    Plain,
    /// Gives something up.
    Danger,
    /// Beside others, without a ground of its own until it is pointed at.
    Quiet,
}

/// A button.
pub fn button(ui: &mut Ui, style: &Style, text: &str, weight: Weight) -> Response {
    button_if(ui, style, true, text, weight)
}

/// Whether something was clicked that says the opposite after a click: somebody who is used to double clicks means one.
#[must_use]
pub fn clicked_once(response: &Response) -> bool {
    response.clicked() && !response.double_clicked() && !response.triple_clicked()
}

/// A button that may be out of use.
pub fn button_if(ui: &mut Ui, style: &Style, enabled: bool, text: &str, weight: Weight) -> Response {
    draw_button(ui, style, enabled, text, text, weight)
}

/// A button with a longer name than what stands on it.
pub fn button_as(ui: &mut Ui, style: &Style, text: &str, name: &str, weight: Weight) -> Response {
    draw_button(ui, style, true, text, name, weight)
}

/// A button that may be out of use, with a longer name than what stands on it.
pub fn button_if_as(ui: &mut Ui, style: &Style, enabled: bool, text: &str, name: &str, weight: Weight) -> Response {
    draw_button(ui, style, enabled, text, name, weight)
}

fn draw_button(ui: &mut Ui, style: &Style, enabled: bool, text: &str, name: &str, weight: Weight) -> Response {
    let palette = &style.palette;
    let (fill, ink) = match weight {
        Weight::Primary => (palette.accent, palette.on_accent),
        Weight::Plain => (palette.inset, palette.ink),
        Weight::Danger => (palette.danger, palette.on_danger),
        Weight::Quiet => (Color32::TRANSPARENT, palette.ink),
    };
    let room = (ui.available_width() - 2.0 * space::TWO).max(space::FOUR);
    let galley = galley_within(ui.ctx(), style, text, Type::Button, ink, room);
    let size = vec2(
        galley.size().x + 2.0 * space::TWO,
        (galley.size().y + 2.0 * space::ONE).max(shape::TOUCH),
    );
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, plain(name)));
    show_focused(ui, &response);
    if ui.is_rect_visible(rect) {
        let pressed = response.is_pointer_button_down_on();
        let (fill, edge) = match weight {
            Weight::Quiet if response.hovered() => (palette.inset, Color32::TRANSPARENT),
            Weight::Plain => (fill, palette.line),
            _ => (fill, Color32::TRANSPARENT),
        };
        let fill = if !enabled {
            faded(fill, 0.45)
        } else if pressed {
            faded(fill, 0.82)
        } else if response.hovered() && weight != Weight::Quiet {
            faded(fill, 0.92)
        } else {
            fill
        };
        let edge = if response.hovered() && weight == Weight::Plain {
            palette.accent
        } else {
            edge
        };
        let radius = shape::MEDIUM;
        ui.painter().rect_filled(rect, radius, fill);
        ui.painter()
            .rect_stroke(rect, radius, Stroke::new(shape::LINE, edge), StrokeKind::Inside);
        if response.has_focus() {
            focus_ring(ui, style, rect, radius);
        }
        let at = rect.center() - galley.size() / 2.0;
        let ink = if enabled { ink } else { faded(ink, 0.55) };
        ui.painter().galley_with_override_text_color(at, galley, ink);
    }
    if enabled {
        response.on_hover_cursor(egui::CursorIcon::PointingHand)
    } else {
        response
    }
}

/// What has just got the keyboard is scrolled to, where it lies in a list.
pub fn show_focused(ui: &Ui, response: &Response) {
    if response.gained_focus() {
        ui.scroll_to_rect(response.rect, None);
    }
}

/// The ring round what has the keyboard.
pub fn focus_ring(ui: &Ui, style: &Style, rect: Rect, radius: f32) {
    let stroke = Stroke::new(shape::RING, style.palette.focus);
    ui.painter().rect_stroke(rect, radius, stroke, StrokeKind::Outside);
}
