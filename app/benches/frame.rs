//! Times a frame of each game's table in the middle of a match: the code of the screen, and the tessellation of what it draws.
//!
//! `cargo bench -p majlis --bench frame [NAME]`. No window and no graphics card: processor time on one core, the middle of many
//! frames. The pointer moves over the table in every frame, as it does when nothing can be left as it was. Once without and once
//! with the names for AccessKit, which are made only where something listens; and once the whole screen of a match with them: the
//! table, the persons and a long list of moves round it.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::float_arithmetic,
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark measures and prints"
)]

#[allow(dead_code, reason = "the bench needs the positions alone")]
#[path = "../../tests/ui/support.rs"]
mod support;

use std::time::Duration;

use cpu_time::ProcessTime;
use egui::{Context, Event, Pos2, RawInput, Rect, Ui, vec2};
use majlis::language::Language;
use majlis::ui::feed::{About, Command, Feed, MemberAbout, News};
use majlis::ui::games::TABLES;
use majlis::ui::style::{Theme, fonts};
use majlis::ui::table::TableScreen;
use majlis_referee::agreement::Clock;
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Report};
use majlis_referee::told::{Did, Told};
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

use support::{Look, Position, played};

/// How many frames are timed.
const FRAMES: usize = 301;
/// The window, in points.
const SIZE: [f32; 2] = [1280.0, 800.0];

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    println!(
        "{:10} {:>10} {:>14} {:>10} {:>10} {:>12}",
        "table", "screen", "tessellation", "together", "with names", "whole screen"
    );
    for entry in TABLES {
        let name = entry.game.id();
        if wanted.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        let position = crowded(entry.game);
        let [screen, tessellation] = times(&position, false);
        let [named, _] = times(&position, true);
        let [whole, whole_tessellation] = whole(&position);
        println!(
            "{name:10} {:>7.3} ms {:>11.3} ms {:>7.3} ms {:>7.3} ms {:>9.3} ms",
            millis(screen),
            millis(tessellation),
            millis(screen + tessellation),
            millis(named + tessellation),
            millis(whole + whole_tessellation),
        );
    }
}

/// The most crowded moment of a match of four, of some that are tried: the one that draws the most.
fn crowded(game: GameId) -> Position {
    let tried = (12..80)
        .step_by(4)
        .map(|plies| played(game, &Table::new(4), 7, plies, 0));
    tried.max_by_key(drawn).expect("some are tried")
}

/// How many shapes a position takes.
fn drawn(position: &Position) -> usize {
    let look = Look::new(Language::Arabic, Theme::Light);
    let entry = TABLES
        .iter()
        .find(|entry| entry.game == position.view.state().id())
        .unwrap();
    let mut table = (entry.table)();
    let context = Context::default();
    fonts::install(&context, &fonts::Source::Embedded);
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE.into())),
        ..RawInput::default()
    };
    let mut count = 0;
    // Fonts are there from the second frame on.
    for _ in 0..2 {
        let mut output = context.run_ui(input.clone(), |ui| {
            table.show(ui, &position.scene(&look, 0.0));
        });
        output.textures_delta.clear();
        count = output.shapes.len();
    }
    count
}

/// A match of which everything has happened already.
struct Given {
    about: About,
    news: Vec<News>,
}

impl Given {
    /// A position with as many moves before it as fill the list.
    fn new(position: &Position) -> Self {
        let members = position.persons.iter().map(|person| MemberAbout {
            name: person.name.clone(),
            bot: person.bot,
            key: None,
        });
        let about = About {
            game: position.view.state().id(),
            table: Table::new(4),
            members: members.collect(),
            me: position
                .persons
                .iter()
                .find(|person| person.me)
                .map(|person| person.party),
            clock: Clock::default(),
            practice: true,
            log: None,
            among: None,
        };
        let step = |number: u8| {
            let party = PartyId::new(number % 4).unwrap();
            let seat = Seat::new(number % 4).unwrap();
            let text = format!("AC up {number}");
            let proved = Vec::new();
            Told {
                step: u64::from(number),
                did: vec![(party, Did::Moved { seat, text, proved })],
                report: Report {
                    events: Vec::new(),
                    departures: Vec::new(),
                },
                opened: Vec::new(),
                looks: Vec::new(),
                view: Some(position.view.clone()),
                awaited: position
                    .turn
                    .and_then(|turn| {
                        let owner = position.persons.iter().find(|person| person.seats.contains(turn))?;
                        Some((owner.party, Awaited::Move(turn)))
                    })
                    .into_iter()
                    .collect(),
                ahead: None,
                decided: None,
                seats: position.persons.iter().map(|person| person.seats).collect(),
            }
        };
        let news = (0..120)
            .rev()
            .map(|number| News::Step(Box::new(step(number))))
            .collect();
        Self { about, news }
    }
}

impl Feed for Given {
    fn about(&self) -> &About {
        &self.about
    }

    fn next(&mut self) -> Option<News> {
        self.news.pop()
    }

    fn waiting(&self) -> usize {
        self.news.len()
    }

    fn send(&mut self, _: Command) {}
}

/// The times of a frame of the table alone, in the middle of all.
fn times(position: &Position, names: bool) -> [Duration; 2] {
    let look = Look::new(Language::Arabic, Theme::Light);
    let entry = TABLES
        .iter()
        .find(|entry| entry.game == position.view.state().id())
        .unwrap();
    let mut table = (entry.table)();
    timed(names, |ui, time| {
        // The window's edge is not the table's.
        let space = ui.available_rect_before_wrap().shrink2(vec2(8.0, 8.0));
        ui.scope_builder(egui::UiBuilder::new().max_rect(space), |ui| {
            let mv = table.show(ui, &position.scene(&look, time));
            assert!(mv.is_none(), "nobody has clicked");
        });
    })
}

/// The times of a frame of the whole screen of a match, in the middle of all.
fn whole(position: &Position) -> [Duration; 2] {
    let look = Look::new(Language::Arabic, Theme::Light);
    let entry = TABLES
        .iter()
        .find(|entry| entry.game == position.view.state().id())
        .unwrap();
    let mut screen = TableScreen::new(Box::new(Given::new(position)), entry);
    timed(true, |ui, _| {
        let area = ui.available_rect_before_wrap();
        let wants = screen.show(ui, area, &look.style, &look.words, false);
        assert_eq!(wants, None, "nobody has clicked");
    })
}

/// The times of a frame in the middle of all: the screen's code, and tessellation.
fn timed(names: bool, mut show: impl FnMut(&mut Ui, f64)) -> [Duration; 2] {
    let context = Context::default();
    fonts::install(&context, &fonts::Source::Embedded);
    if names {
        context.enable_accesskit();
    }
    let mut taken = Vec::with_capacity(FRAMES);
    for frame in 0..FRAMES + 20 {
        let time = frame as f64 / 60.0;
        let pointer = Pos2::new(300.0 + (frame % 400) as f32, 250.0 + (frame % 170) as f32);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE.into())),
            time: Some(time),
            events: vec![Event::PointerMoved(pointer)],
            ..RawInput::default()
        };
        let before = ProcessTime::now();
        let mut output = context.run_ui(input, |ui| show(ui, time));
        let screen = before.elapsed();
        // There is no graphics card to take the letters.
        output.textures_delta.clear();
        let before = ProcessTime::now();
        let meshes = context.tessellate(output.shapes, output.pixels_per_point);
        let tessellation = before.elapsed();
        assert!(!meshes.is_empty());
        taken.push((screen, tessellation));
    }
    // The first frames fill the caches of fonts and texts.
    let middle = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    };
    let timed = taken.get(20..).unwrap_or_default();
    [
        middle(timed.iter().map(|(screen, _)| *screen).collect()),
        middle(timed.iter().map(|(_, tessellation)| *tessellation).collect()),
    ]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
