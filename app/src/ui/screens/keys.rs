//! The list of keys under F1.

use egui::Ui;

use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, dialog, row};
use crate::ui::words::Words;

/// The keys that mean the same everywhere: how they are written, and the name of the text that says what they do.
pub const EVERYWHERE: &[(&str, &str)] = &[
    ("F1", "key-help"),
    ("Tab", "key-next"),
    ("Enter", "key-press"),
    ("Esc", "key-back"),
    ("F2", "key-moves"),
    ("F3", "key-shield"),
    ("F4", "key-rules"),
    ("F5", "table-key-chat"),
    ("F6", "table-key-pause"),
    ("F7", "settings"),
    ("Ctrl+Q", "key-quit"),
];

/// Shows the list; `here` are the keys of the table that is shown. Says whether it stays open.
pub fn show(ui: &Ui, style: &Style, words: &Words, here: &[(&str, &str)]) -> bool {
    let closing = dialog(ui, style, "keys", 560.0, |ui| {
        text::label(ui, style, &words.get("keys-title"), Type::Title);
        ui.add_space(space::ONE);
        let height = ui.ctx().content_rect().height() - 220.0;
        egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
            ui.with_layout(crate::ui::widgets::column(style), |ui| {
                if !here.is_empty() {
                    part(ui, style, words, "keys-here", here);
                    ui.add_space(space::ONE);
                }
                part(ui, style, words, "keys-everywhere", EVERYWHERE);
            });
        });
        ui.add_space(space::TWO);
        text::button(ui, style, &words.get("close"), Weight::Primary)
            .clicked()
            .then_some(())
    });
    closing == Closing::Open
}

fn part(ui: &mut Ui, style: &Style, words: &Words, title: &str, keys: &[(&str, &str)]) {
    text::label(ui, style, &words.get(title), Type::Heading);
    for (key, what) in keys {
        row(ui, style, |ui| {
            let width = 110.0 * style.text_scale;
            let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 26.0 * style.text_scale), egui::Sense::hover());
            let cap = rect.shrink2(egui::vec2(6.0, 1.0));
            ui.painter().rect(
                cap,
                5.0,
                style.palette.inset,
                egui::Stroke::new(1.0, style.palette.line),
                egui::StrokeKind::Inside,
            );
            text::paint_within(
                ui.painter(),
                style,
                cap.center(),
                egui::Align2::CENTER_CENTER,
                &format!("\u{2066}{key}\u{2069}"),
                Type::Strong,
                style.palette.ink,
                cap.width() - 6.0,
            );
            let line = format!("{key}: {}", words.get(what));
            let galley = text::galley(
                ui.ctx(),
                style,
                &words.get(what),
                Type::Body,
                style.palette.ink,
                ui.available_width(),
            );
            let (rect, response) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::plain(&line)));
            ui.painter().galley(rect.min, galley, style.palette.ink);
        });
    }
}
