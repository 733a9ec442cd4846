//! The fourth part of the settings: persons that are blocked.

use egui::Ui;
use majlis_crypto::identity::IdentityKey;

use super::Scene;
use crate::ui::style::{Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::row;

/// Shows them. Gives who is to be blocked no longer.
pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>) -> Option<IdentityKey> {
    let (style, words) = (scene.style, scene.words);
    let soft = style.palette.ink_soft;
    text::coloured(ui, style, &words.get("settings-blocked-about"), Type::Body, soft);
    ui.add_space(space::ONE);
    if scene.blocked.is_empty() {
        text::label(ui, style, &words.get("settings-blocked-none"), Type::Body);
    }
    let mut unblock = None;
    for (key, name) in scene.blocked {
        row(ui, style, |ui| {
            let button = words.with("settings-unblock-who", &[("name", name.as_str().into())]);
            if text::button_as(ui, style, &words.get("settings-unblock"), &button, Weight::Plain).clicked() {
                unblock = Some(*key);
            }
            let room = ui.available_width();
            text::label_within(ui, style, name, Type::Strong, style.palette.ink, room);
        });
        // Names are what people call themselves: the key says who it is.
        let key = format!("\u{2066}{key}\u{2069}");
        text::coloured(ui, style, &key, Type::Small, soft);
        ui.add_space(space::HALF);
    }
    unblock
}
