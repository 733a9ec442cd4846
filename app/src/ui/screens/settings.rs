//! The settings.

use std::path::Path;

use egui::{Rect, ScrollArea, Ui};

use super::{Go, head, reading_column};
use crate::language::Language;
use crate::ui::settings::{MAX_NAME, Settings, TextSize, ThemeChoice, tidy_name};
use crate::ui::sound::Cue;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Field};
use crate::ui::widgets::{choice, column, panel, row, slider, switch, within};
use crate::ui::words::Words;

/// What the screen keeps: the name while it is written.
#[derive(Debug, Default)]
pub struct SettingsScreen {
    name: Option<String>,
}

/// What came of a frame.
#[derive(Debug, Default)]
pub struct Changed {
    /// Where to go.
    pub go: Option<Go>,
    /// Whether a setting was changed.
    pub settings: bool,
    /// A sound to be heard: the volume was changed.
    pub cue: Option<Cue>,
}

impl SettingsScreen {
    /// Shows the screen. `profile` is the profile's folder, `report` the file for reports.
    #[expect(clippy::too_many_arguments, reason = "what is drawn, where and how")]
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        settings: &mut Settings,
        profile: &Path,
        report: Option<&Path>,
    ) -> Changed {
        let mut changed = Changed::default();
        let column_rect = reading_column(area, 720.0);
        within(ui, style, column_rect, "settings", |ui| {
            if head(ui, style, words, &words.get("settings")) {
                changed.go = Some(Go::Back);
            }
            ui.add_space(space::TWO);
            let card = ui.available_rect_before_wrap();
            panel(ui, style, card);
            within(ui, style, card.shrink(space::TWO), "settings list", |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.with_layout(column(style), |ui| {
                        ui.set_width(ui.available_width() - space::TWO);
                        self.list(ui, style, words, settings, &mut changed);
                        path(ui, style, &words.get("settings-profile"), profile);
                        if let Some(report) = report {
                            path(ui, style, &words.get("settings-report"), report);
                        }
                    });
                });
            });
        });
        if changed.go.is_some() {
            self.name = None;
        }
        changed
    }

    fn list(&mut self, ui: &mut Ui, style: &Style, words: &Words, settings: &mut Settings, changed: &mut Changed) {
        let before = settings.clone();
        line(ui, style, &words.get("settings-name"), None, |ui, name| {
            let text = self.name.get_or_insert_with(|| settings.name.clone());
            let field = Field::new(text, name).at_most(MAX_NAME).width(240.0).show(ui, style);
            let tidy = tidy_name(text);
            if field.changed() && !tidy.is_empty() {
                settings.name = tidy;
            }
        });
        line(ui, style, &words.get("settings-language"), None, |ui, name| {
            let names = Language::ALL.map(|language| language.own_name().to_owned());
            let own = settings.language();
            let at = Language::ALL.iter().position(|language| *language == own);
            let chosen = choice(ui, style, name, &names, at.unwrap_or(0));
            if let Some(language) = chosen.and_then(|at| Language::ALL.get(at)) {
                settings.set_language(*language);
            }
        });
        if words.is_right_to_left() {
            line(ui, style, &words.get("settings-digits"), None, |ui, name| {
                let names = ["settings-digits-western", "settings-digits-arabic"].map(|name| words.get(name));
                if let Some(at) = choice(ui, style, name, &names, usize::from(settings.arabic_digits)) {
                    settings.arabic_digits = at == 1;
                }
            });
        }
        line(ui, style, &words.get("settings-theme"), None, |ui, name| {
            let themes = [ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark];
            let names = ["settings-theme-system", "settings-theme-light", "settings-theme-dark"];
            let at = themes.iter().position(|theme| *theme == settings.theme);
            let chosen = choice(ui, style, name, &names.map(|name| words.get(name)), at.unwrap_or(0));
            if let Some(theme) = chosen.and_then(|at| themes.get(at)) {
                settings.theme = *theme;
            }
        });
        line(ui, style, &words.get("settings-text"), None, |ui, name| {
            let names = [
                "settings-text-small",
                "settings-text-usual",
                "settings-text-large",
                "settings-text-larger",
            ];
            let at = TextSize::ALL.iter().position(|size| *size == settings.text_size);
            let chosen = choice(ui, style, name, &names.map(|name| words.get(name)), at.unwrap_or(0));
            if let Some(size) = chosen.and_then(|at| TextSize::ALL.get(at)) {
                settings.text_size = *size;
            }
        });
        line(ui, style, &words.get("settings-sounds"), None, |ui, name| {
            if switch(ui, style, name, &mut settings.sounds) && settings.sounds {
                changed.cue = Some(Cue::Turn);
            }
        });
        if settings.sounds {
            line(ui, style, &words.get("settings-volume"), None, |ui, name| {
                let mut volume = u32::from(settings.volume);
                if slider(ui, style, name, &mut volume, 0..=100, 5, 220.0) {
                    settings.volume = u8::try_from(volume).unwrap_or(100);
                    changed.cue = Some(Cue::Place);
                }
            });
        }
        let about = words.get("settings-motion-about");
        line(ui, style, &words.get("settings-motion"), Some(&about), |ui, name| {
            switch(ui, style, name, &mut settings.reduced_motion);
        });
        let about = words.get("settings-marks-about");
        line(ui, style, &words.get("settings-marks"), Some(&about), |ui, name| {
            switch(ui, style, name, &mut settings.colour_marks);
        });
        changed.settings |= *settings != before;
    }
}

/// A setting: its name where reading begins, what changes it at the other side, or below where there is no room.
pub(super) fn line(ui: &mut Ui, style: &Style, name: &str, about: Option<&str>, add: impl FnOnce(&mut Ui, &str)) {
    let names = 220.0 * style.text_scale;
    if ui.available_width() > 2.2 * names {
        row(ui, style, |ui| {
            let height = shape_height(ui, style, name, about, names);
            let (rect, _) = ui.allocate_exact_size(egui::vec2(names, height), egui::Sense::hover());
            within(ui, style, rect, &format!("name of {name}"), |ui| {
                labels(ui, style, name, about);
            });
            ui.add_space(space::ONE);
            add(ui, name);
        });
    } else {
        labels(ui, style, name, about);
        row(ui, style, |ui| add(ui, name));
    }
    ui.add_space(space::HALF);
}

fn labels(ui: &mut Ui, style: &Style, name: &str, about: Option<&str>) {
    ui.spacing_mut().item_spacing.y = 4.0;
    text::label(ui, style, name, Type::Body);
    if let Some(about) = about {
        text::coloured(ui, style, about, Type::Small, style.palette.ink_soft);
    }
}

fn shape_height(ui: &Ui, style: &Style, name: &str, about: Option<&str>, width: f32) -> f32 {
    let height = |text: &str, kind| {
        let ink = style.palette.ink;
        text::galley(ui.ctx(), style, text, kind, ink, width).size().y
    };
    height(name, Type::Body) + about.map_or(0.0, |about| height(about, Type::Small) + 4.0)
}

/// A path, which goes from left to right in any language.
fn path(ui: &mut Ui, style: &Style, name: &str, path: &Path) {
    ui.add_space(space::ONE);
    text::label(ui, style, name, Type::Body);
    let shown = format!("\u{2066}{}\u{2069}", path.display());
    text::coloured(ui, style, &shown, Type::Small, style.palette.ink_soft);
}
