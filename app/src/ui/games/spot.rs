//! What can be pointed at on a table that is painted: a card, a marble, a place. It has a name for AccessKit, can be clicked, and can
//! be reached with the keys.

use egui::{Id, Rect, Response, Role, Sense, Ui, WidgetInfo};

use crate::ui::text::plain;

/// Makes `rect` something to point at. Where it is not `active` it has a name and nothing happens on it.
///
/// Spots come in the logical order of the table: the order in which they are made is the order of the keyboard.
pub fn spot(ui: &Ui, id: Id, rect: Rect, active: bool, name: impl Fn() -> String) -> Response {
    let sense = if active { Sense::click() } else { Sense::hover() };
    let response = ui.interact(rect, id, sense);
    let kind = if active { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(kind, true, plain(&name())));
    if active && response.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
    }
    response
}
