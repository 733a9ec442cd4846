//! The whole program, driven by the names of what it shows: from the first start to the end of a practice match.

use std::path::Path;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::practice::Pace;
use majlis::ui::program::{Options, Program};
use majlis::ui::sound::Sound;
use majlis::ui::style::fonts::Source;

use crate::support::pictures;

/// The program in a window of that many points, with a profile in `folder`.
pub fn program(folder: &Path, size: [f32; 2], language: Language) -> Harness<'static, Option<Program>> {
    let options = Options {
        folder: Folder::at(folder),
        language,
        fonts: Source::Embedded,
        pace: Pace::Instant,
        seed: Some(11),
        sound: Sound::silent(),
        report: None,
    };
    let mut options = Some(options);
    let mut harness = Harness::builder()
        .with_size(size)
        .with_step_dt(1.0 / 20.0)
        .with_max_steps(40)
        .with_render_cursor(false)
        .wgpu()
        .build_ui_state(
            move |ui, program: &mut Option<Program>| match program {
                Some(program) => program.ui(ui),
                // Fonts are there from the next frame on.
                None => {
                    *program = options.take().map(|options| Program::new(ui.ctx(), options));
                    ui.ctx().request_repaint();
                }
            },
            None,
        );
    harness.run_ok();
    harness
}

/// A text of the program in the language that is shown.
pub fn said(harness: &Harness<'_, Option<Program>>, name: &str) -> String {
    majlis::ui::text::plain(&harness.state().as_ref().unwrap().words().get(name))
}

/// Frames until something is true; fails where it does not come.
pub fn until(
    harness: &mut Harness<'_, Option<Program>>,
    what: &str,
    mut done: impl FnMut(&Harness<'_, Option<Program>>) -> bool,
) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !done(harness) {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        harness.step();
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub fn click(harness: &mut Harness<'_, Option<Program>>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// The first start: language and name, then the home screen.
pub fn first_start(harness: &mut Harness<'_, Option<Program>>, language: Language, name: &str) {
    let chooser = said(harness, "welcome-language");
    let label = format!("{chooser}: {}", language.own_name());
    if let Some(other) = harness.query_by_label(&label) {
        other.click();
    }
    harness.run_ok();
    let field = said(harness, "welcome-name");
    harness
        .get_by_role_and_label(egui::accesskit::Role::TextInput, &field)
        .focus();
    harness.run_ok();
    harness.event(egui::Event::Text(name.to_owned()));
    harness.run_ok();
    let start = said(harness, "welcome-start");
    click(harness, &start);
}

#[test]
fn screens_look() {
    let dir = tempfile::tempdir().unwrap();
    let mut harness = program(dir.path(), [1280.0, 800.0], Language::Arabic);
    harness.snapshot_options("welcome-ar", &pictures());
    first_start(&mut harness, Language::Arabic, "سلمى");
    harness.snapshot_options("home-ar", &pictures());
    let label = said(&harness, "settings");
    click(&mut harness, &label);
    harness.snapshot_options("settings-ar", &pictures());
    let label = said(&harness, "back");
    click(&mut harness, &label);
    let label = said(&harness, "rules");
    click(&mut harness, &label);
    harness.snapshot_options("rules-ar", &pictures());
    let label = said(&harness, "back");
    click(&mut harness, &label);
    click(&mut harness, "العب دومينو");
    until(&mut harness, "my turn", |harness| {
        harness.query_by_label(&said(harness, "your-turn")).is_some()
    });
    harness.run_ok();
    harness.snapshot_options("table-ar", &pictures());
}
