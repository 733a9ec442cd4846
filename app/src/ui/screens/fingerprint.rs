//! The nine pictures of somebody's key, to be compared aloud.

use egui::{Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use majlis_crypto::fingerprint::{Fingerprint, Symbol};

use crate::language::Language;
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, dialog, mirrored, row};
use crate::ui::words::Words;

/// A fingerprint as it is written: sixteen digits, which go from left to right in every language.
#[must_use]
pub fn digits(fingerprint: Fingerprint) -> String {
    format!("\u{2066}{fingerprint}\u{2069}")
}

/// What a picture is called.
#[must_use]
pub const fn name(symbol: &Symbol, language: Language) -> &'static str {
    match language {
        Language::Arabic => symbol.ar,
        Language::English => symbol.en,
        Language::Romanian => symbol.ro,
    }
}

/// What the dialog is about.
pub struct About<'a> {
    /// The name of the person.
    pub name: &'a str,
    /// The fingerprint of the person's key.
    pub fingerprint: Fingerprint,
    /// Whether it was compared; nothing where it is one's own.
    pub verified: Option<bool>,
}

/// Shows the pictures. The answer says whether they were compared: `None` where nothing has changed.
pub fn show(ui: &Ui, style: &Style, words: &Words, about: &About<'_>) -> Closing<Option<bool>> {
    dialog(ui, style, "fingerprint", 460.0, |ui| {
        let values = [("name", about.name.into())];
        let (title, explained) = match about.verified {
            None => (words.get("people-own-pictures"), words.get("people-own-pictures-about")),
            Some(_) => (
                words.with("people-pictures-of", &values),
                words.with("people-pictures-about", &values),
            ),
        };
        text::label(ui, style, &title, Type::Heading);
        text::coloured(ui, style, &explained, Type::Body, style.palette.ink_soft);
        ui.add_space(space::ONE);
        pictures(ui, style, words, about.fingerprint);
        text::coloured(
            ui,
            style,
            &digits(about.fingerprint),
            Type::Small,
            style.palette.ink_soft,
        );
        ui.add_space(space::ONE);
        let mut done = None;
        row(ui, style, |ui| {
            match about.verified {
                Some(true) => {
                    let label = words.get("people-not-verified");
                    if text::button(ui, style, &label, Weight::Plain).clicked() {
                        done = Some(Some(false));
                    }
                }
                Some(false) => {
                    let label = words.get("people-verify");
                    if text::button(ui, style, &label, Weight::Primary).clicked() {
                        done = Some(Some(true));
                    }
                }
                None => {}
            }
            if text::button(ui, style, &words.get("close"), Weight::Quiet).clicked() {
                done = Some(None);
            }
        });
        done
    })
}

/// Three rows of three, in reading order: the picture where the font has it, and its name.
pub fn pictures(ui: &mut Ui, style: &Style, words: &Words, fingerprint: Fingerprint) {
    let symbols = fingerprint.symbols();
    let font = egui::FontId::proportional(26.0);
    let drawn = ui.ctx().fonts_mut(|fonts| {
        symbols
            .iter()
            .all(|symbol| fonts.has_glyphs(&font, &symbol.emoji.to_string()))
    });
    let height = if drawn { 72.0 } else { 44.0 } * style.text_scale;
    let gap = space::ONE;
    let width = (ui.available_width() - 2.0 * gap) / 3.0;
    let (all, _) = ui.allocate_exact_size(vec2(ui.available_width(), 3.0 * height + 2.0 * gap), Sense::hover());
    for (at, symbol) in symbols.iter().enumerate() {
        let (column, line) = ((at % 3) as f32, (at / 3) as f32);
        let corner = all.min + vec2(column * (width + gap), line * (height + gap));
        let cell = mirrored(Rect::from_min_size(corner, vec2(width, height)), all, style);
        ui.painter().rect(
            cell,
            shape::MEDIUM,
            style.palette.inset,
            Stroke::new(shape::LINE, style.palette.line),
            StrokeKind::Inside,
        );
        let name = name(symbol, words.language());
        let response = ui.interact(cell, ui.scope_id().with(("picture", at)), Sense::hover());
        let number = i64::try_from(at + 1).unwrap_or_default();
        let label = format!("{}. {name}", words.number(number));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
        let mut middle = cell.center();
        if drawn {
            ui.painter().text(
                pos2(middle.x, cell.top() + height * 0.38),
                egui::Align2::CENTER_CENTER,
                symbol.emoji,
                font.clone(),
                style.palette.ink,
            );
            middle.y = cell.top() + height * 0.78;
        }
        text::paint_within(
            ui.painter(),
            style,
            middle,
            egui::Align2::CENTER_CENTER,
            name,
            Type::Strong,
            style.palette.ink,
            width - space::ONE,
        );
    }
}
