//! A match once more, from its log or from the file of another program: what everybody could see of it, and nothing else.
//!
//! The table is the game's own ([`GameTable`]), told the steps as it was then; whoever looks on holds no cards. A step forward is told
//! with its motion, a jump shows the position at once.

mod export;
mod moves;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use majlis_rules::game::Outcome;

use self::export::ExportDialog;
use super::check::Reading;
use super::{Go, game_name};
use crate::folder::Folder;
use crate::ui::games::{GameTable, Person, Presence, Scene, table_of};
use crate::ui::history::story::{Checked, Frame, Said, Stop, Story};
use crate::ui::history::verdict::{end_line, place_of, wrong_with};
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text;
use crate::ui::widgets::{Icon, choice, icon_button, mirrored, panel, row, slider, within};
use crate::ui::words::Words;

/// From this width on the moves stand beside the table.
const WIDE: f32 = 1000.0;
/// The width of the moves beside the table.
const SIDE: f32 = 270.0;
/// The height of the bar at the top.
const BAR: f32 = 52.0;
/// The height of what is said beyond the move, before the person's own scale: two lines.
const MORE: f32 = 36.0;
/// Below this height there is no room for a long word about what is wrong with a file.
const LOW: f32 = 520.0;
/// How long a position is looked at while the match plays, in seconds.
const DWELL: f64 = 0.9;
/// How fast it may play: how it is written, and how many seconds of the table pass in one.
const SPEEDS: [(&str, f64); 4] = [("½×", 0.5), ("1×", 1.0), ("2×", 2.0), ("4×", 4.0)];

/// What the screen keeps.
#[derive(Default)]
pub struct ReplayScreen {
    work: Option<(PathBuf, Reading)>,
    shown: Option<Shown>,
    /// A file that holds no match to be shown, and what it holds.
    refused: Option<(PathBuf, Checked)>,
    /// Where files of the profile lie: what is exported does not go there.
    profile: PathBuf,
}

/// A match that is shown.
struct Shown {
    story: Box<Story>,
    table: Box<dyn GameTable>,
    /// The position.
    at: usize,
    /// Whether it was opened just now, and nothing is told yet.
    opened: bool,
    /// The steps of the position that the table is not told yet.
    to_tell: VecDeque<usize>,
    playing: bool,
    /// Since when nothing moves, in the table's time.
    rests: Option<f64>,
    speed: usize,
    /// The table's time, and the frame's time at which it was set.
    clock: f64,
    set: f64,
    /// Whether the list of moves lies over the table.
    list: bool,
    /// Whether the line of the position is to be brought into sight.
    bring: bool,
    /// Whether there is a position about which more is said than the move.
    tells_more: bool,
    /// The numbers of the moves, by line.
    numbers: Vec<u64>,
    export: Option<ExportDialog>,
}

impl ReplayScreen {
    /// Reads a match from its file.
    pub fn load(&mut self, path: PathBuf, folder: &Folder, context: &egui::Context) {
        folder.root().clone_into(&mut self.profile);
        self.shown = None;
        self.work = Some((path.clone(), Reading::begin(path, context)));
    }

    /// Shows a match that was read.
    pub fn open(&mut self, story: Box<Story>, folder: &Folder) {
        folder.root().clone_into(&mut self.profile);
        self.work = None;
        self.shown = Shown::new(story);
    }

    /// A file that holds no match to be shown, and what it holds.
    pub fn refused(&mut self) -> Option<(PathBuf, Checked)> {
        self.refused.take()
    }

    /// The position that is shown, from 0, and how many there are.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        let shown = self.shown.as_ref()?;
        Some((shown.at, shown.story.frames.len()))
    }

    /// Whether something of its own lies over it.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.shown
            .as_ref()
            .is_some_and(|shown| shown.list || shown.export.is_some())
    }

    /// The match that is shown.
    #[must_use]
    pub fn story(&self) -> Option<&Story> {
        self.shown.as_ref().map(|shown| &*shown.story)
    }

    /// Whether it plays.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| shown.playing)
    }

    /// Shows the match; `covered` is whether something lies over the screen.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, style: &Style, words: &Words, covered: bool) -> Option<Go> {
        if let Some((_, work)) = &mut self.work
            && let Some(checked) = work.take()
            && let Some((path, _)) = self.work.take()
        {
            if checked.has_story() {
                self.shown = checked.into_story().and_then(|story| Shown::new(Box::new(story)));
            } else {
                self.refused = Some((path, checked));
                return Some(Go::Back);
            }
        }
        let bar = Rect::from_min_size(area.min, vec2(area.width(), BAR));
        let rest = Rect::from_min_max(pos2(area.left(), bar.bottom()), area.max);
        let mut go = self.bar(ui, bar, style, words);
        match &mut self.shown {
            Some(shown) => {
                if let Some(wanted) = shown.show(ui, rest, style, words, covered, &self.profile) {
                    go = Some(wanted);
                }
            }
            None => {
                let at = rest.center();
                let (done, all) = self.work.as_ref().map(|(_, work)| work.progress()).unwrap_or_default();
                let percent = done.saturating_mul(100).checked_div(all).unwrap_or(0);
                let said = words.with("replay-reading", &[("percent", percent.into())]);
                let ink = style.palette.ink_soft;
                let response = ui.interact(rest, ui.scope_id().with("reading"), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::plain(&said)));
                text::paint(
                    ui.painter(),
                    style,
                    at,
                    egui::Align2::CENTER_CENTER,
                    &said,
                    Type::Body,
                    ink,
                );
            }
        }
        go
    }

    /// Back, what is shown, and what can be done with it.
    fn bar(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words) -> Option<Go> {
        let palette = &style.palette;
        ui.painter().rect_filled(rect, 0.0, palette.panel);
        ui.painter()
            .hline(rect.x_range(), rect.bottom(), Stroke::new(shape::LINE, palette.line));
        let inner = rect.shrink2(vec2(space::ONE, (rect.height() - shape::TOUCH) / 2.0));
        let wide = rect.width() >= WIDE;
        let tools = if wide { 2.0 } else { 3.0 } * (shape::TOUCH + space::ONE);
        let right = Rect::from_min_max(pos2(inner.right() - tools, inner.top()), inner.max);
        let left = Rect::from_min_max(inner.min, pos2(right.left() - space::ONE, inner.bottom()));
        let mut go = None;
        within(ui, style, mirrored(left, inner, style), "replay head", |ui| {
            row(ui, style, |ui| {
                if icon_button(ui, style, Icon::Back, &words.get("back")).clicked() {
                    go = Some(Go::Back);
                }
                let Some(shown) = &self.shown else { return };
                let game = game_name(words, shown.story.game);
                text::label(ui, style, &game, Type::Heading);
                ui.add_space(space::ONE);
                let names: Vec<String> = shown.people(words).into_iter().map(|person| person.name).collect();
                let room = ui.available_width();
                text::label_within(ui, style, &names.join(" – "), Type::Body, palette.ink_soft, room);
            });
        });
        if let Some(shown) = &mut self.shown {
            within(ui, style, mirrored(right, inner, style), "replay tools", |ui| {
                row(ui, style, |ui| {
                    if icon_button(ui, style, Icon::Shield, &words.get("replay-check")).clicked() {
                        go = Some(Go::Check(shown.story.path.clone()));
                    }
                    if icon_button(ui, style, Icon::Save, &words.get("replay-save")).clicked() {
                        shown.playing = false;
                        shown.export = Some(ExportDialog::new(&shown.story, &self.profile));
                    }
                    if !wide && icon_button(ui, style, Icon::List, &words.get("moves")).clicked() {
                        shown.list = true;
                        shown.bring = true;
                    }
                });
            });
        }
        go
    }
}

impl Shown {
    fn new(story: Box<Story>) -> Option<Self> {
        let mut number = 0;
        let numbers = story
            .lines
            .iter()
            .map(|line| {
                number += u64::from(matches!(line.said, Said::Moved(..)));
                number
            })
            .collect();
        let opened = story.lines.iter().any(|line| matches!(line.said, Said::Opened(_)));
        Some(Self {
            table: (table_of(story.game)?.table)(),
            tells_more: opened || story.end.is_some(),
            story,
            at: 0,
            to_tell: VecDeque::new(),
            opened: true,
            playing: false,
            rests: None,
            speed: 1,
            clock: 0.0,
            set: f64::MAX,
            list: false,
            bring: true,
            numbers,
            export: None,
        })
    }

    fn frame(&self) -> Option<&Frame> {
        self.story.frames.get(self.at)
    }

    const fn last(&self) -> usize {
        self.story.frames.len().saturating_sub(1)
    }

    /// Everybody as it was then.
    fn people(&self, words: &Words) -> Vec<Person> {
        let gone = self.frame().map(|frame| frame.gone.as_slice()).unwrap_or_default();
        let people = self.story.persons.iter().enumerate();
        people
            .map(|(at, person)| {
                let left = gone.get(at).copied().unwrap_or(false);
                let seat = person.seats.iter().next();
                let name = match seat.filter(|_| person.name.is_empty()) {
                    Some(seat) => words.with("seat", &[("seat", i64::from(seat.number() + 1).into())]),
                    None => person.name.clone(),
                };
                Person {
                    name,
                    presence: if left { Presence::Left } else { Presence::Here },
                    ..person.clone()
                }
            })
            .collect()
    }

    /// Goes to a position: the next one step by step, any other at once.
    fn go_to(&mut self, frame: usize, step_by_step: bool, style: &Style, words: &Words) {
        let frame = frame.min(self.last());
        if frame == self.at {
            return;
        }
        self.bring = true;
        self.rests = None;
        // Whoever is in a hurry sees positions, not motion.
        let still = self.to_tell.is_empty() && !self.table.is_moving(self.clock);
        if step_by_step && still && frame == self.at + 1 {
            self.at = frame;
            let steps = self.frame().map_or(0, |frame| frame.told.len());
            self.to_tell = (0..steps).collect();
            return;
        }
        self.at = frame;
        self.to_tell.clear();
        if let Some(entry) = table_of(self.story.game) {
            self.table = (entry.table)();
        }
        let last = self.frame().map_or(0, |frame| frame.told.len().saturating_sub(1));
        self.tell(last, true, style, words);
    }

    /// Tells the table a step of the position.
    fn tell(&mut self, step: usize, at_once: bool, style: &Style, words: &Words) {
        let persons = self.people(words);
        let Some(frame) = self.story.frames.get(self.at) else {
            return;
        };
        let Some(told) = frame.told.get(step) else { return };
        let Some(view) = &told.view else { return };
        let still = Style {
            reduced_motion: true,
            ..style.clone()
        };
        let scene = Scene {
            view,
            persons: &persons,
            turn: frame.turn(),
            legal: &[],
            style: if at_once { &still } else { style },
            words,
            now: self.clock,
        };
        self.table.told(told, &scene);
    }

    /// Lets time pass.
    fn pass(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let now = ui.input(|input| input.time);
        let speed = SPEEDS.get(self.speed).map_or(1.0, |(_, speed)| *speed);
        // A frame after a long rest is not a leap.
        self.clock += (now - self.set).clamp(0.0, 0.5) * speed;
        self.set = now;
        self.tell_on(style, words);
        if self.table.is_moving(self.clock) {
            self.rests = None;
            ui.ctx().request_repaint();
            return;
        }
        if !self.playing {
            return;
        }
        let since = *self.rests.get_or_insert(self.clock);
        let left = DWELL - (self.clock - since);
        if left > 0.0 {
            ui.ctx().request_repaint_after_secs((left / speed) as f32);
        } else if self.at < self.last() {
            self.go_to(self.at + 1, true, style, words);
            self.tell_on(style, words);
            ui.ctx().request_repaint();
        } else {
            self.playing = false;
        }
    }

    /// Tells the table what it can be told: the next step waits until nothing moves.
    fn tell_on(&mut self, style: &Style, words: &Words) {
        while !self.table.is_moving(self.clock) {
            let Some(step) = self.to_tell.pop_front() else { break };
            self.tell(step, false, style, words);
        }
    }

    fn play(&mut self, style: &Style, words: &Words) {
        self.playing = !self.playing;
        self.rests = None;
        // From its end it plays anew.
        if self.playing && self.at == self.last() {
            self.go_to(0, false, style, words);
        }
    }

    fn keys(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        // Time goes the way the language does, as the slider shows it.
        let (on, back) = if style.right_to_left {
            (Key::ArrowLeft, Key::ArrowRight)
        } else {
            (Key::ArrowRight, Key::ArrowLeft)
        };
        // What has the keyboard is pressed by it.
        if ui.memory(|memory| memory.focused().is_none()) && pressed(Key::Space) {
            self.play(style, words);
        }
        let wanted = [
            (on, self.at + 1),
            (back, self.at.saturating_sub(1)),
            (Key::PageDown, self.at + 10),
            (Key::PageUp, self.at.saturating_sub(10)),
            (Key::Home, 0),
            (Key::End, self.last()),
        ];
        for (key, frame) in wanted {
            if pressed(key) {
                self.playing = false;
                self.go_to(frame, true, style, words);
            }
        }
        if pressed(Key::F2) {
            self.list = !self.list;
            self.bring = true;
        }
    }

    fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        covered: bool,
        profile: &Path,
    ) -> Option<Go> {
        let wide = area.width() >= WIDE;
        self.list &= !wide;
        let over = covered || self.export.is_some() || self.list;
        if std::mem::take(&mut self.opened) {
            let last = self.frame().map_or(0, |frame| frame.told.len().saturating_sub(1));
            self.tell(last, true, style, words);
        }
        if !over {
            self.keys(ui, style, words);
        }
        self.pass(ui, style, words);
        let mut area = area;
        if let Some(mut lines) = self.stops(words) {
            if area.height() < LOW {
                // Else there would be no board to be seen; checking the file tells all of it.
                lines.truncate(2);
            }
            area = banner(ui, area, style, &lines);
        }
        let more = if self.tells_more { MORE } else { 0.0 };
        let height = shape::TOUCH + (24.0 + more) * style.text_scale + 2.0 * space::ONE + 2.0 * space::HALF;
        let below = Rect::from_min_max(pos2(area.left(), area.bottom() - height), area.max);
        let rest = Rect::from_min_max(area.min, pos2(area.right(), below.top()));
        let body = if wide {
            let side = Rect::from_min_max(pos2(rest.right() - SIDE, rest.top()), rest.max);
            let place = mirrored(side, rest, style).shrink(space::ONE);
            panel(ui, style, place);
            within(ui, style, place.shrink(space::ONE), "replay moves", |ui| {
                text::label(ui, style, &words.get("moves"), Type::Heading);
                self.moves(ui, style, words);
            });
            mirrored(
                Rect::from_min_max(rest.min, pos2(side.left(), rest.bottom())),
                rest,
                style,
            )
        } else {
            rest
        };
        self.draw(ui, body, style, words, over);
        self.controls(ui, below, style, words);
        if self.list {
            self.moves_dialog(ui, style, words);
        }
        self.export_dialog(ui, style, words, profile);
        None
    }

    /// The game's own table.
    fn draw(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, over: bool) {
        let persons = self.people(words);
        let Some(frame) = self.story.frames.get(self.at) else {
            return;
        };
        // As far as the table is told.
        let told = self.to_tell.front().map_or(frame.told.len(), |step| *step);
        let view = frame
            .told
            .get(told.saturating_sub(1))
            .and_then(|told| told.view.as_ref());
        let Some(view) = view else { return };
        let scene = Scene {
            view,
            persons: &persons,
            turn: frame.turn(),
            legal: &[],
            style,
            words,
            now: self.clock,
        };
        let table = &mut self.table;
        let builder = UiBuilder::new().max_rect(rect).id_salt("the table of a replay");
        ui.scope_builder(builder, |ui| {
            ui.set_clip_rect(rect.intersect(ui.clip_rect()));
            if over {
                ui.disable();
            }
            // The keys are those of the replay.
            let events = ui.input_mut(|input| std::mem::take(&mut input.events));
            table.show(ui, &scene);
            ui.input_mut(|input| input.events = events);
        });
    }

    /// Why the match does not go on, where something is wrong with its file.
    fn stops(&self, words: &Words) -> Option<Vec<String>> {
        match self.story.stops.as_ref()? {
            Stop::Unfinished => Some(vec![words.get("replay-unfinished")]),
            Stop::Log(Some(step)) => Some(vec![words.with("replay-stops-step", &[("step", (*step).into())])]),
            Stop::Log(None) => Some(vec![words.get("replay-stops")]),
            Stop::Record(error) => {
                let mut lines = vec![place_of(error, words)];
                lines.extend(wrong_with(error, words));
                Some(lines)
            }
        }
    }

    /// What was opened with the position and, at the end, how the match came out.
    fn more(&self, words: &Words) -> String {
        let lines = self.story.lines.iter().enumerate();
        let opened = lines.filter(|(_, line)| line.frame == self.at && matches!(line.said, Said::Opened(_)));
        let mut parts: Vec<String> = opened.map(|(at, _)| self.line(at, words)).collect();
        if let Some(end) = self.story.end.as_ref().filter(|_| self.at == self.last()) {
            let people = self.people(words);
            let lines = people.iter().zip(&end.outcomes);
            let lines =
                lines.filter_map(|(person, outcome)| Some(outcome_line(person, (*outcome)?, &end.scores, words)));
            parts.extend(lines);
        }
        parts.join(" · ")
    }

    /// What is said about the position.
    fn status(&self, words: &Words) -> String {
        let values = [("at", (self.at as u64).into()), ("of", (self.last() as u64).into())];
        let mut parts = vec![words.with("replay-at", &values)];
        let lines = self.story.lines.iter().enumerate();
        let here = lines.filter(|(_, line)| line.frame == self.at && !matches!(line.said, Said::Opened(_)));
        // More find no room on the line; a file may have thousands of remarks at one position.
        let said: Vec<String> = here.take(8).map(|(at, _)| self.line(at, words)).collect();
        if said.is_empty() {
            parts.push(words.get("no-move-yet"));
        }
        parts.extend(said);
        parts.join(" · ")
    }

    /// Slider, buttons and speed.
    fn controls(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words) {
        let palette = &style.palette;
        ui.painter().rect_filled(rect, 0.0, palette.panel);
        ui.painter()
            .hline(rect.x_range(), rect.top(), Stroke::new(shape::LINE, palette.line));
        let (status, more) = (self.status(words), self.more(words));
        within(
            ui,
            style,
            rect.shrink2(vec2(space::TWO, space::ONE)),
            "replay controls",
            |ui| {
                ui.spacing_mut().item_spacing.y = space::HALF;
                let room = ui.available_width();
                let line = text::label_within(ui, style, &status, Type::Strong, palette.ink, room);
                // The board is drawn anew with every position: whoever hears the screen is told what changed.
                ui.ctx().accesskit_node_builder(line.id, |node| {
                    node.set_live(egui::accesskit::Live::Polite);
                });
                if self.tells_more {
                    let (place, _) = ui.allocate_exact_size(vec2(room, MORE * style.text_scale), Sense::hover());
                    within(ui, style, place, "replay more", |ui| {
                        text::coloured(ui, style, &more, Type::Small, palette.ink_soft);
                    });
                }
                row(ui, style, |ui| {
                    let (at, last) = (self.at, self.last());
                    let buttons = [
                        (Icon::First, "replay-first", 0),
                        (Icon::Previous, "replay-previous", at.saturating_sub(1)),
                    ];
                    for (icon, name, frame) in buttons {
                        if icon_button(ui, style, icon, &words.get(name)).clicked() {
                            self.playing = false;
                            self.go_to(frame, false, style, words);
                        }
                    }
                    let (icon, name) = if self.playing {
                        (Icon::Pause, "replay-pause")
                    } else {
                        (Icon::Play, "replay-play")
                    };
                    if icon_button(ui, style, icon, &words.get(name)).clicked() {
                        self.play(style, words);
                    }
                    let buttons = [(Icon::Next, "replay-next", at + 1), (Icon::Last, "replay-last", last)];
                    for (icon, name, frame) in buttons {
                        if icon_button(ui, style, icon, &words.get(name)).clicked() {
                            self.playing = false;
                            self.go_to(frame, true, style, words);
                        }
                    }
                    let speeds = SPEEDS.map(|(name, _)| words.digits(name));
                    let wide: f32 = speeds
                        .iter()
                        .map(|name| {
                            let galley = text::galley(ui.ctx(), style, name, Type::Button, palette.ink, f32::INFINITY);
                            (galley.size().x + 2.0 * (space::ONE + space::HALF)).max(shape::TOUCH)
                        })
                        .sum();
                    let width = (ui.available_width() - wide - 2.0 * space::ONE).max(80.0);
                    let mut value = u32::try_from(self.at).unwrap_or(u32::MAX);
                    let most = u32::try_from(last).unwrap_or(u32::MAX);
                    if slider(
                        ui,
                        style,
                        &words.get("replay-position-name"),
                        &mut value,
                        0..=most,
                        1,
                        width,
                    ) {
                        self.playing = false;
                        self.go_to(value as usize, false, style, words);
                    }
                    if let Some(speed) = choice(ui, style, &words.get("replay-speed"), &speeds, self.speed) {
                        self.speed = speed;
                    }
                });
            },
        );
    }
}

/// How the match came out for somebody.
fn outcome_line(person: &Person, outcome: Outcome, scores: &[i32], words: &Words) -> String {
    let score = person.seats.iter().find_map(|seat| scores.get(seat.index()).copied());
    let score = words.with("score", &[("score", i64::from(score.unwrap_or_default()).into())]);
    let values = [("name", person.name.as_str().into()), ("score", score.as_str().into())];
    words.with(end_line(outcome), &values)
}

/// A strip at the top that says why the match does not go on. Gives what is left of the area.
fn banner(ui: &mut Ui, area: Rect, style: &Style, lines: &[String]) -> Rect {
    let palette = &style.palette;
    let width = area.width() - 4.0 * space::TWO;
    let kinds = |at: usize| if at == 0 { Type::Strong } else { Type::Small };
    let height: f32 = lines
        .iter()
        .enumerate()
        .map(|(at, line)| {
            text::galley(ui.ctx(), style, line, kinds(at), palette.ink, width)
                .size()
                .y
                + 2.0
        })
        .sum();
    let strip = Rect::from_min_size(area.min, vec2(area.width(), height + 2.0 * space::ONE));
    ui.painter().rect_filled(strip, 0.0, palette.inset);
    let inner = strip.shrink2(vec2(2.0 * space::TWO, space::ONE));
    within(ui, style, inner, "replay stops", |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (at, line) in lines.iter().enumerate() {
            let ink = if at == 0 { palette.danger } else { palette.ink };
            text::coloured(ui, style, line, kinds(at), ink);
        }
    });
    Rect::from_min_max(pos2(area.left(), strip.bottom()), area.max)
}
