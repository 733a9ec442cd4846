//! Text that may go from right to left, from left to right, and both at once.
//!
//! egui joins Arabic letters but does not order what is mixed; what is here does both. **Everything that shows a text goes through
//! here**: [`galley`] for text that is painted, [`label`] and [`button`] for widgets. They understand the invisible marks that
//! [`Words`](super::words::Words) puts round values, show none of them, and give AccessKit names without them.

use std::sync::Arc;

use egui::{Align2, Color32, Context, Galley, Painter, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::style::{Style, Type, shape, space};

/// Lays a text out in lines of at most `wrap` points (infinite: one line a paragraph). Lines of a right-to-left text stand at
/// the right edge of the galley.
#[must_use]
pub fn galley(context: &Context, style: &Style, text: &str, kind: Type, colour: Color32, wrap: f32) -> Arc<Galley> {
    context.fonts_mut(|fonts| fonts.layout(plain(text), style.font(kind), colour, wrap))
}

/// Paints one line of text, `anchor` of it at `at`. Gives where it stands.
pub fn paint(
    painter: &Painter,
    style: &Style,
    at: Pos2,
    anchor: Align2,
    text: &str,
    kind: Type,
    colour: Color32,
) -> Rect {
    let galley = galley(painter.ctx(), style, text, kind, colour, f32::INFINITY);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, colour);
    rect
}

/// A label in the colour of text, as wide as it needs up to the width there is.
pub fn label(ui: &mut Ui, style: &Style, text: &str, kind: Type) -> Response {
    coloured(ui, style, text, kind, style.palette.ink)
}

/// A label in another colour.
pub fn coloured(ui: &mut Ui, style: &Style, text: &str, kind: Type, colour: Color32) -> Response {
    let galley = galley(ui.ctx(), style, text, kind, colour, ui.available_width());
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
}

/// A button.
pub fn button(ui: &mut Ui, style: &Style, text: &str, weight: Weight) -> Response {
    button_if(ui, style, true, text, weight)
}

/// A button that may be out of use.
pub fn button_if(ui: &mut Ui, style: &Style, enabled: bool, text: &str, weight: Weight) -> Response {
    let palette = &style.palette;
    let (fill, ink) = match weight {
        Weight::Primary => (palette.accent, palette.on_accent),
        Weight::Plain => (palette.inset, palette.ink),
        Weight::Danger => (palette.danger, palette.on_danger),
    };
    let galley = galley(ui.ctx(), style, text, Type::Button, ink, f32::INFINITY);
    let size = vec2(
        galley.size().x + 2.0 * space::TWO,
        (galley.size().y + 2.0 * space::ONE).max(shape::TOUCH),
    );
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, plain(text)));
    if ui.is_rect_visible(rect) {
        let fill = if !enabled {
            super::style::faded(fill, 0.4)
        } else if response.hovered() {
            super::style::faded(fill, 0.9)
        } else {
            fill
        };
        ui.painter().rect_filled(rect, shape::MEDIUM, fill);
        if response.has_focus() {
            let ring = egui::Stroke::new(shape::RING, palette.gold);
            ui.painter()
                .rect_stroke(rect, shape::MEDIUM, ring, egui::StrokeKind::Outside);
        }
        let at = rect.center() - galley.size() / 2.0;
        let ink = if enabled { ink } else { super::style::faded(ink, 0.5) };
        ui.painter().galley_with_override_text_color(at, galley, ink);
    }
    response
}

/// A text without the marks that say a direction and show nothing: what AccessKit is given.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().filter(|char| !is_direction_mark(*char)).collect()
}

/// Whether a character is one of the marks that say a direction and show nothing.
#[must_use]
pub const fn is_direction_mark(char: char) -> bool {
    matches!(char, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
