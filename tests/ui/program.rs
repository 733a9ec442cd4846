//! The whole program, driven by the names of what it shows: from the first start to the end of a practice match.

use std::path::Path;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use majlis::folder::Folder;
use majlis::language::Language;
use majlis::ui::online::Reachability;
use majlis::ui::practice::Pace;
use majlis::ui::program::{Options, Program};
use majlis::ui::screens;
use majlis::ui::sound::Sound;
use majlis::ui::style::fonts::Source;
use majlis::ui::text::plain;
use majlis_bots::{BotKind, bot};
use majlis_rules::registry::GameId;

use crate::hands;
use crate::support::pictures;

/// The program in a window that is not there.
pub type Window = Harness<'static, Option<Program>>;

/// The program in a window of that many points, with a profile in `folder`.
pub fn program(folder: &Path, size: [f32; 2], language: Language) -> Window {
    program_at(folder, size, language, None)
}

/// The same, where people reach it.
pub fn program_at(folder: &Path, size: [f32; 2], language: Language, network: Option<Reachability>) -> Window {
    program_heard(folder, size, language, network, Sound::silent())
}

/// The same, where its sounds are heard.
pub fn program_heard(
    folder: &Path,
    size: [f32; 2],
    language: Language,
    network: Option<Reachability>,
    sound: Sound,
) -> Window {
    let options = Options {
        folder: Folder::at(folder),
        language,
        fonts: Source::Embedded,
        pace: Pace::Instant,
        seed: Some(11),
        sound,
        report: None,
        network,
        link: None,
        desktop: None,
    };
    let mut options = Some(options);
    let mut harness = Harness::builder()
        .with_size(size)
        .with_step_dt(0.3)
        .with_max_steps(40)
        .with_render_cursor(false)
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
pub fn said(harness: &Window, name: &str) -> String {
    majlis::ui::text::plain(&harness.state().as_ref().unwrap().words().get(name))
}

/// Frames until something is true; fails where it does not come.
pub fn until(harness: &mut Window, what: &str, mut done: impl FnMut(&Window) -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !done(harness) {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        harness.step();
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub fn click(harness: &mut Window, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// The first start: language and name, then the home screen.
pub fn first_start(harness: &mut Window, language: Language, name: &str) {
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

/// The only match in a profile, verified as a stranger would.
fn verified(folder: &Path) -> majlis_referee::replay::Match {
    let logs = majlis::folder::files(&Folder::at(folder).matches(), "mlog").unwrap();
    assert_eq!(logs.len(), 1);
    let bytes = std::fs::read(&logs[0]).unwrap();
    let proofs = majlis_referee::verify::Proofs::Together;
    majlis_referee::verify::verify(bytes.as_slice(), proofs, &mut ()).unwrap()
}

/// Plays the match that is on to its end, by hand, and gives how many moves were made.
fn play_to_the_end(window: &mut Window, game: GameId) -> usize {
    let mut advice = bot(BotKind::Greedy, game, 5);
    let mut made = 0;
    loop {
        until(window, "my turn, or the end", |window| {
            let table = window.state().as_ref().unwrap().table().unwrap();
            let still = !table.is_moving(now(window));
            still && !table.legal().is_empty() || table.is_over() || said_go_on(window)
        });
        if hands::go_on(window) {
            continue;
        }
        let table = window.state().as_ref().unwrap().table().unwrap();
        if table.is_over() {
            return made;
        }
        let legal: Vec<String> = table.legal().iter().map(ToString::to_string).collect();
        let view = table.view().unwrap();
        let seat = table.turn().unwrap();
        let mv = advice.choose(seat, view).unwrap();
        assert!(legal.contains(&mv.to_string()));
        let before = table.played();
        hands::make(window, &mv);
        // The table has taken it: nothing is to be decided any more, or it is in the log already.
        let table = window.state().as_ref().unwrap().table().unwrap();
        assert!(table.legal().is_empty() || table.played() > before, "{mv} was not made");
        made += 1;
    }
}

fn now(window: &Window) -> f64 {
    window.ctx.input(|input| input.time)
}

fn said_go_on(window: &Window) -> bool {
    ["domino-go-on", "four-continue"]
        .iter()
        .any(|key| window.query_by_label(&said(window, key)).is_some())
}

/// From the first start to the end of a practice match, in every language.
fn a_whole_evening(game: GameId, size: [f32; 2]) {
    for (language, name) in Language::ALL.into_iter().zip(["منى", "Ada", "Ștefan"]) {
        let dir = tempfile::tempdir().unwrap();
        let mut window = program(dir.path(), size, language);
        // Nothing is on the disk before the first start is done.
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        first_start(&mut window, language, name);
        let words = window.state().as_ref().unwrap().words();
        let name = screens::game_name(words, game);
        let play = plain(&words.with("home-play-game", &[("game", name.as_str().into())]));
        click(&mut window, &play);
        let made = play_to_the_end(&mut window, game);
        assert!(made > 5, "{made}");
        for _ in 0..20 {
            window.step();
        }
        let end = verified(dir.path());
        assert!(end.is_finished());
        assert_eq!(end.agreement().game, game);
        // The end is said, with what it means for the profile, and another match is a click away.
        let practice = said(&window, "end-practice");
        assert!(window.query_by_label(&practice).is_some());
        let home = said(&window, "to-home");
        click(&mut window, &home);
        assert!(window.query_by_label(&play).is_some());
    }
}

#[test]
fn a_whole_evening_of_arkan() {
    a_whole_evening(GameId::Arkan, [800.0, 600.0]);
}

#[test]
fn a_whole_evening_of_dominoes() {
    a_whole_evening(GameId::Domino, [1280.0, 800.0]);
}

#[test]
fn a_whole_evening_of_four() {
    a_whole_evening(GameId::Four, [1000.0, 700.0]);
}

#[test]
fn a_whole_evening_of_jackaroo() {
    a_whole_evening(GameId::Jackaroo, [1280.0, 800.0]);
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
    // The folder is another one every time.
    let path = harness.get_by_label(&dir.path().display().to_string()).rect();
    let place = egui::Rect::from_min_max(egui::pos2(path.right() - 300.0, path.top()), path.max);
    harness.mask(place.expand(2.0));
    harness.snapshot_options("settings-ar", &pictures());
    let label = said(&harness, "back");
    click(&mut harness, &label);
    let label = said(&harness, "rules");
    click(&mut harness, &label);
    harness.snapshot_options("rules-ar", &pictures());
    let label = said(&harness, "back");
    click(&mut harness, &label);
    harness
        .state_mut()
        .as_mut()
        .unwrap()
        .open(Box::new(crate::shield::cheated()));
    for _ in 0..40 {
        harness.step();
    }
    harness.snapshot_options("table-ar", &pictures());
}
