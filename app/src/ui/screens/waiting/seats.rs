//! Choosing a place at a table where places are chosen.

use egui::{Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use majlis_crypto::identity::IdentityKey;
use majlis_net::table::Seating;
use majlis_rules::seat::Seat;

use crate::ui::style::{Style, Type, faded, marks, shape, space};
use crate::ui::text::{self, focus_ring};
use crate::ui::widgets::mirrored;
use crate::ui::words::Words;

/// Shows the places with who has chosen them. Gives what was clicked: a free place, or none again by a click on one's own.
#[expect(
    clippy::option_option,
    reason = "whether something was clicked, and what is chosen with it"
)]
pub(super) fn show(
    ui: &mut Ui,
    style: &Style,
    words: &Words,
    seating: &Seating,
    me: &IdentityKey,
) -> Option<Option<u8>> {
    text::label(ui, style, &words.get("waiting-choose"), Type::Heading);
    let count = u8::try_from(seating.persons).unwrap_or(4).clamp(1, 4);
    let gap = space::ONE;
    let width = (ui.available_width() - gap * f32::from(count - 1)) / f32::from(count);
    let takers: Vec<Option<&str>> = (0..count)
        .map(|place| {
            let mut sitters = seating.sitters.iter();
            sitters
                .find(|sitter| sitter.chosen == Some(place))
                .map(|sitter| sitter.name.as_str())
        })
        .collect();
    let free = words.get("waiting-place-free");
    let room = width - space::TWO;
    let galleys: Vec<_> = takers
        .iter()
        .map(|taker| {
            let (name, kind, ink) = match taker {
                Some(name) => (*name, Type::Strong, style.palette.ink),
                None => (free.as_str(), Type::Small, style.palette.ink_soft),
            };
            text::galley(ui.ctx(), style, name, kind, ink, room)
        })
        .collect();
    let names = galleys.iter().map(|galley| galley.size().y).fold(0.0, f32::max);
    let height = 44.0 + names + space::ONE;
    let (all, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let mine = seating
        .sitters
        .iter()
        .find(|sitter| sitter.identity == *me)
        .and_then(|sitter| sitter.chosen);
    let mut clicked = None;
    for ((place, taker), galley) in (0..count).zip(&takers).zip(galleys) {
        let corner = all.min + vec2(f32::from(place) * (width + gap), 0.0);
        let rect = mirrored(Rect::from_min_size(corner, vec2(width, height)), all, style);
        let own = mine == Some(place);
        let open = taker.is_none() || own;
        let sense = if open { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, ui.scope_id().with(("place", place)), sense);
        let seat = words.with("seat", &[("seat", (i64::from(place) + 1).into())]);
        let label = format!("{}: {}", text::plain(&seat), taker.unwrap_or(&free));
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, open, own, &label));
        let palette = &style.palette;
        let (fill, line) = if own {
            (faded(palette.accent, 0.14), Stroke::new(2.0, palette.accent))
        } else if open && response.hovered() {
            (palette.panel, Stroke::new(shape::LINE, palette.accent))
        } else {
            (palette.panel, Stroke::new(shape::LINE, palette.line))
        };
        ui.painter().rect(rect, shape::MEDIUM, fill, line, StrokeKind::Inside);
        if response.has_focus() {
            focus_ring(ui, style, rect, shape::MEDIUM);
        }
        if let Some(seat) = Seat::new(place) {
            let at = pos2(rect.center().x, rect.top() + 24.0);
            let colours = palette.seats[seat.index() % palette.seats.len()];
            marks::paint(ui.painter(), at, 13.0, seat, colours.edge);
            marks::paint(ui.painter(), at, 11.0, seat, colours.fill);
        }
        let ink = if taker.is_some() { palette.ink } else { palette.ink_soft };
        let corner = pos2(rect.center().x - galley.size().x / 2.0, rect.top() + 42.0);
        ui.painter().galley(corner, galley, ink);
        if open && response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            clicked = Some((!own).then_some(place));
        }
    }
    clicked
}
