//! What was played: logs, replays and profiles, on the screens of the whole program.

mod files;
mod logs;
mod profile;
mod replay;
mod tight;

use std::fs;
use std::path::{Path, PathBuf};

use egui_kittest::kittest::Queryable as _;
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::screens::Go;
use majlis::ui::settings::{Settings, ThemeChoice};
use majlis::ui::text::plain;
use majlis::ui::words::Value;

use crate::program::{Window, program, until};

/// A log with the right answer, from the folder of those.
fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden").join(name)
}

/// All of them.
fn all_golden() -> Vec<PathBuf> {
    majlis::verified::walk(&[golden("")]).unwrap()
}

/// The program with a profile that holds these logs, in this look.
fn with_logs(folder: &Path, logs: &[PathBuf], size: [f32; 2], language: Language, theme: ThemeChoice) -> Window {
    with_logs_as(folder, logs, size, language, |settings| settings.theme = theme)
}

/// The same with other settings changed.
fn with_logs_as(
    folder: &Path,
    logs: &[PathBuf],
    size: [f32; 2],
    language: Language,
    change: impl FnOnce(&mut Settings),
) -> Window {
    let profile = Folder::at(folder);
    fs::create_dir_all(profile.matches()).unwrap();
    for log in logs {
        fs::copy(log, profile.matches().join(log.file_name().unwrap())).unwrap();
    }
    let mut settings = Settings::first(language);
    "Huda".clone_into(&mut settings.name);
    settings.reduced_motion = true;
    change(&mut settings);
    settings.save(&profile).unwrap();
    program(folder, size, language)
}

/// Goes to a screen as a click would.
fn go(window: &mut Window, go: &Go) {
    let context = window.ctx.clone();
    window.state_mut().as_mut().unwrap().go_to(go, &context);
    window.run_ok();
}

/// Goes to the logs, and waits until all are read.
fn to_logs(window: &mut Window) {
    go(window, &Go::Logs);
    until(window, "the logs", |window| {
        let archive = window.state().as_ref().unwrap().history().archive();
        archive.profile().is_some() && archive.reading().is_none()
    });
    window.run_ok();
}

fn with(window: &Window, name: &str, values: &[(&str, Value<'_>)]) -> String {
    plain(&window.state().as_ref().unwrap().words().with(name, values))
}

/// Waits for a text.
fn wait_for(window: &mut Window, label: &str) {
    until(window, label, |window| {
        window.query_all_by_label(label).next().is_some()
    });
    window.run_ok();
}

/// Whether a text that holds this is shown.
fn shows(window: &Window, part: &str) -> bool {
    window.query_all_by_label_contains(part).next().is_some()
}
