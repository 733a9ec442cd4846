//! A list of people met, and a field to find one of many by his name.

use egui::{Rect, ScrollArea, Ui};
use majlis_crypto::identity::IdentityKey;
use majlis_net::people::Person;

use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Field};
use crate::ui::widgets::{column, within};
use crate::ui::words::Words;

/// From so many people on one can look for a name.
pub(super) const MANY: usize = 8;
/// So many are shown at once; the others are found by their names.
const SHOWN: usize = 100;

/// Where there are many, a field for a name; those stay whose name has what stands in it.
pub(super) fn find(
    ui: &mut Ui,
    style: &Style,
    words: &Words,
    sought: &mut String,
    all: &mut Vec<(&IdentityKey, &Person)>,
) {
    if all.len() < MANY {
        return;
    }
    let name = words.get("people-find");
    Field::new(sought, &name)
        .hint(&name)
        .at_most(64)
        .width(320.0_f32.min(ui.available_width()))
        .show(ui, style);
    let sought = sought.trim().to_lowercase();
    all.retain(|(_, person)| person.name.to_lowercase().contains(&sought));
}

/// Shows people one below the other, each as `entry` does.
pub(super) fn list(
    ui: &mut Ui,
    style: &Style,
    words: &Words,
    (place, id): (Rect, &str),
    all: &[(&IdentityKey, &Person)],
    mut entry: impl FnMut(&mut Ui, &IdentityKey, &Person),
) {
    within(ui, style, place, id, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.with_layout(column(style), |ui| {
                ui.set_width(ui.available_width() - space::ONE);
                ui.spacing_mut().item_spacing.y = space::ONE;
                for (key, person) in all.iter().take(SHOWN) {
                    entry(ui, key, person);
                }
                if all.is_empty() || all.len() > SHOWN {
                    let name = if all.is_empty() {
                        "people-not-found"
                    } else {
                        "people-more"
                    };
                    text::coloured(ui, style, &words.get(name), Type::Small, style.palette.ink_soft);
                }
            });
        });
    });
}
