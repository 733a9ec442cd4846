//! The first part of the settings: what the program looks, sounds and speaks like, and where its files lie.

use egui::Ui;

use super::{Changed, Scene, line, path};
use crate::language::Language;
use crate::ui::settings::{MAX_NAME, Settings, TextSize, ThemeChoice, tidy_name};
use crate::ui::sound::Cue;
use crate::ui::text::Field;
use crate::ui::widgets::{choice, slider, switch};

/// How long a turn may take in practice, in seconds, as one may choose.
const CLOCKS: [Option<u32>; 4] = [None, Some(30), Some(60), Some(120)];

/// Shows it. `written` is the name while it is written.
pub(super) fn show(
    ui: &mut Ui,
    scene: &Scene<'_>,
    written: &mut Option<String>,
    settings: &mut Settings,
    changed: &mut Changed,
) {
    let (style, words) = (scene.style, scene.words);
    line(ui, style, &words.get("settings-name"), None, |ui, name| {
        let text = written.get_or_insert_with(|| settings.name.clone());
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
    let about = words.get("settings-clock-about");
    line(ui, style, &words.get("settings-clock"), Some(&about), |ui, name| {
        let own = CLOCKS.iter().position(|clock| *clock == settings.practice_clock);
        let names = CLOCKS.map(|clock| match clock {
            None => words.get("settings-clock-none"),
            Some(seconds) => words.digits(&format!("{}:{:02}", seconds / 60, seconds % 60)),
        });
        // One that another program has written is none of these.
        let chosen = choice(ui, style, name, &names, own.unwrap_or(usize::MAX));
        if let Some(clock) = chosen.and_then(|at| CLOCKS.get(at)) {
            settings.practice_clock = *clock;
        }
    });
    path(ui, style, &words.get("settings-profile"), scene.profile);
    if let Some(report) = scene.report {
        path(ui, style, &words.get("settings-report"), report);
    }
}
