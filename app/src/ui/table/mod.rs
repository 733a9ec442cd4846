//! The frame round a table, the same for all games: persons, turn, clock, last move, the list of moves, the shield, leaving, and the
//! end of the match.
//!
//! It reads the match from a [`Feed`], a step at a time: while the table still moves, the next step waits.

mod dialogs;
mod ledger;
mod people;

use std::collections::VecDeque;

use egui::{Align2, Rect, Stroke, Ui, UserAttentionType, ViewportCommand, pos2, vec2};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Awaited;
use majlis_referee::told::{Did, Told};
use majlis_rules::game::{Outcome, View};
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};

use super::feed::{About, Command, End, Feed, News};
use super::games::{GameTable, Person, Presence, Scene, TableEntry};
use super::screens::game_name;
use super::sound::Cue;
use super::style::{Style, Type, ground, shape, space};
use super::text::{self, Weight};
use super::widgets::{Icon, icon_button, mirrored, row, within};
use super::words::Words;

pub use self::ledger::Ledger;

/// From this width on persons and moves stand beside the table, below it above.
const WIDE: f32 = 1100.0;
/// The width of what stands beside.
const SIDE: f32 = 270.0;
/// The height of the bar at the top.
const BAR: f32 = 52.0;
/// So many steps may wait; from there on they are shown without motion.
const BEHIND: usize = 4;

/// A match on the screen.
pub struct TableScreen {
    feed: Box<dyn Feed>,
    table: Box<dyn GameTable>,
    persons: Vec<Person>,
    view: Option<View<AnyGame>>,
    turn: Option<Seat>,
    legal: Vec<AnyMove>,
    awaited: Vec<(PartyId, Awaited)>,
    lines: Vec<Line>,
    ledger: Ledger,
    /// When the turn began, in the frame's time.
    since: f64,
    end: Option<End>,
    failed: Option<String>,
    open: Option<Open>,
    /// Whether somebody has to be told that it is his turn.
    call: bool,
    cues: VecDeque<Cue>,
}

/// A line in the list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Line {
    /// Somebody moved.
    Moved(PartyId, String),
    /// Somebody is out.
    Left(PartyId),
}

/// What lies over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    Leave,
    Shield,
    Moves,
    End,
}

/// What a person at a table wants that the table cannot do itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wants {
    /// To the home screen: the match is over, or left.
    Home,
    /// Another match like this one.
    Again,
    /// The rules.
    Rules(GameId),
    /// The list of keys.
    Keys,
}

impl TableScreen {
    /// A match that begins to be told.
    #[must_use]
    pub fn new(feed: Box<dyn Feed>, entry: &TableEntry) -> Self {
        let about = feed.about();
        let persons = (0u8..).zip(&about.members).filter_map(|(number, member)| {
            let party = PartyId::new(number)?;
            Some(Person {
                party,
                name: member.name.clone(),
                seats: SeatSet::EMPTY,
                me: about.me == Some(party),
                bot: member.bot,
                presence: Presence::Here,
            })
        });
        Self {
            persons: persons.collect(),
            feed,
            table: (entry.table)(),
            view: None,
            turn: None,
            legal: Vec::new(),
            awaited: Vec::new(),
            lines: Vec::new(),
            ledger: Ledger::default(),
            since: 0.0,
            end: None,
            failed: None,
            open: None,
            call: false,
            cues: VecDeque::new(),
        }
    }

    /// What is played.
    #[must_use]
    pub fn about(&self) -> &About {
        self.feed.about()
    }

    /// What the person may play now; nothing where he has nothing to decide.
    #[must_use]
    pub fn legal(&self) -> &[AnyMove] {
        &self.legal
    }

    /// How many moves were played so far, and persons left.
    #[must_use]
    pub const fn played(&self) -> usize {
        self.lines.len()
    }

    /// Whether something still moves on the table, at this time of the frame's clock.
    #[must_use]
    pub fn is_moving(&self, now: f64) -> bool {
        self.table.is_moving(now)
    }

    /// Whose turn it is, where it is somebody's.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// The name of the person at a seat; nothing before the lot.
    #[must_use]
    pub fn name_at(&self, seat: Seat) -> String {
        let mut persons = self.persons.iter();
        persons
            .find(|person| person.seats.contains(seat))
            .map(|person| person.name.clone())
            .unwrap_or_default()
    }

    /// The table as the person sees it, once the lot is drawn.
    #[must_use]
    pub const fn view(&self) -> Option<&View<AnyGame>> {
        self.view.as_ref()
    }

    /// What was checked so far.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The keys of the table.
    #[must_use]
    pub fn keys(&self) -> &'static [(&'static str, &'static str)] {
        self.table.keys()
    }

    /// Whether the match is over, or cannot go on.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.end.is_some() || self.failed.is_some()
    }

    /// Has the match left, if it is still on: the window closes.
    pub fn leave(&mut self) {
        if !self.is_over() {
            self.feed.send(Command::Leave);
        }
    }

    /// The next sound to be heard.
    pub fn next_cue(&mut self) -> Option<Cue> {
        self.cues.pop_front()
    }

    /// Reads what has happened, as far as it can be shown.
    fn advance(&mut self, now: f64, style: &Style, words: &Words) {
        loop {
            let behind = self.feed.waiting() > BEHIND;
            if self.view.is_some() && !behind && self.table.is_moving(now) {
                return;
            }
            match self.feed.next() {
                None => return,
                Some(News::Step(told)) => self.step(&told, now, style, words, behind),
                Some(News::Cut) => {
                    self.ledger = Ledger::default();
                    self.lines.clear();
                    (self.view, self.turn) = (None, None);
                    self.legal.clear();
                }
                Some(News::Presence(party, presence)) => {
                    if let Some(person) = self.persons.get_mut(party.index())
                        && person.presence != Presence::Left
                    {
                        person.presence = presence;
                    }
                }
                Some(News::Ended(end)) => {
                    let me = self.feed.about().me;
                    let mine = me.and_then(|me| end.outcomes.get(me.index()).copied().flatten());
                    self.cues.push_back(if mine == Some(Outcome::Win) {
                        Cue::Win
                    } else {
                        Cue::Over
                    });
                    self.end = Some(end);
                    self.legal.clear();
                    self.turn = None;
                    self.open = Some(Open::End);
                }
                Some(News::Failed(reason)) => {
                    self.failed = Some(reason);
                    self.legal.clear();
                    self.open = Some(Open::End);
                }
            }
        }
    }

    fn step(&mut self, told: &Told, now: f64, style: &Style, words: &Words, behind: bool) {
        self.ledger.note(told);
        for (party, did) in &told.did {
            if let Did::Moved { text, .. } = did {
                self.lines.push(Line::Moved(*party, text.clone()));
            }
        }
        for departure in &told.report.departures {
            self.lines.push(Line::Left(departure.party));
            if let Some(person) = self.persons.get_mut(departure.party.index()) {
                person.presence = Presence::Left;
            }
        }
        for (person, seats) in self.persons.iter_mut().zip(&told.seats) {
            person.seats = *seats;
        }
        self.awaited.clone_from(&told.awaited);
        self.view.clone_from(&told.view);
        let moving = told.awaited.iter().find_map(|(party, awaited)| match awaited {
            Awaited::Move(seat) => Some((*party, *seat)),
            _ => None,
        });
        let turn = moving.map(|(_, seat)| seat);
        if self.turn != turn {
            self.since = now;
        }
        self.turn = turn;
        let me = self.feed.about().me;
        let mine = moving.filter(|(party, _)| Some(*party) == me);
        let legal = mine.and_then(|(_, seat)| Some(self.view.as_ref()?.legal_moves(seat)));
        self.legal = legal.unwrap_or_default();
        let Some(view) = &self.view else { return };
        let still = Style {
            reduced_motion: true,
            ..style.clone()
        };
        let scene = Scene {
            view,
            persons: &self.persons,
            turn: self.turn,
            legal: &self.legal,
            style: if behind { &still } else { style },
            words,
            now,
        };
        self.table.told(told, &scene);
        self.cues.extend(self.table.cues(told));
        if !self.legal.is_empty() {
            self.call = true;
            self.cues.push_back(Cue::Turn);
        }
    }

    /// Shows the match. `covered` is whether something else lies over it and has the keys.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, style: &Style, words: &Words, covered: bool) -> Option<Wants> {
        let now = ui.input(|input| input.time);
        self.advance(now, style, words);
        if std::mem::take(&mut self.call) && !ui.input(|input| input.focused) {
            let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
            ui.ctx().send_viewport_cmd(attention);
        }
        let mut wants = self.shortcuts(ui);
        let bar = Rect::from_min_size(area.min, vec2(area.width(), BAR));
        let rest = Rect::from_min_max(pos2(area.left(), bar.bottom()), area.max);
        let wide = area.width() >= WIDE;
        if let Some(wanted) = self.bar(ui, bar, style, words, wide) {
            wants = Some(wanted);
        }
        let body = if wide {
            let side = Rect::from_min_max(pos2(rest.right() - SIDE, rest.top()), rest.max);
            let side = mirrored(side, rest, style);
            self.side(ui, side, style, words, now);
            let body = Rect::from_min_max(rest.min, pos2(rest.right() - SIDE, rest.bottom()));
            mirrored(body, rest, style)
        } else {
            let height = people::CHIP * style.text_scale.max(1.0) + space::ONE;
            let strip = Rect::from_min_size(rest.min, vec2(rest.width(), height));
            self.strip(ui, strip, style, words, now);
            Rect::from_min_max(pos2(rest.left(), strip.bottom()), rest.max)
        };
        self.game(ui, body, style, words, now, covered);
        if let Some(wanted) = self.dialogs(ui, style, words) {
            wants = Some(wanted);
        }
        if self.view.is_some() && self.table.is_moving(now) {
            ui.request_repaint();
        }
        wants
    }

    fn shortcuts(&mut self, ui: &Ui) -> Option<Wants> {
        let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        if pressed(egui::Key::F2) {
            self.open = toggled(self.open, Open::Moves);
        }
        if pressed(egui::Key::F3) {
            self.open = toggled(self.open, Open::Shield);
        }
        pressed(egui::Key::F4).then(|| Wants::Rules(self.feed.about().game))
    }

    fn bar(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, wide: bool) -> Option<Wants> {
        let palette = &style.palette;
        ui.painter().rect_filled(rect, 0.0, palette.panel);
        ui.painter()
            .hline(rect.x_range(), rect.bottom(), Stroke::new(shape::LINE, palette.line));
        let mut wants = None;
        let inner = rect.shrink2(vec2(space::ONE, (rect.height() - shape::TOUCH) / 2.0));
        let tools = if wide { 3.0 } else { 4.0 } * (shape::TOUCH + space::ONE);
        let game = game_name(words, self.feed.about().game);
        let name_width = if rect.width() < 1000.0 { 140.0 } else { 220.0 } * style.text_scale.min(1.15);
        let head = Rect::from_min_size(inner.min, vec2(shape::TOUCH + space::ONE + name_width, inner.height()));
        within(ui, style, mirrored(head, inner, style), "table head", |ui| {
            row(ui, style, |ui| {
                if icon_button(ui, style, Icon::Leave, &words.get("leave")).clicked() {
                    if self.is_over() {
                        wants = Some(Wants::Home);
                    } else {
                        self.open = Some(Open::Leave);
                    }
                }
                let room = ui.available_width();
                text::label_within(ui, style, &game, Type::Heading, palette.ink, room);
            });
        });
        let tools = Rect::from_min_max(pos2(inner.right() - tools, inner.top()), inner.max);
        within(ui, style, mirrored(tools, inner, style), "table tools", |ui| {
            row(ui, style, |ui| {
                let (icon, name) = if self.ledger.is_broken() {
                    (Icon::ShieldBroken, "shield-broken")
                } else {
                    (Icon::ShieldWhole, "shield-whole")
                };
                if icon_button(ui, style, icon, &words.get(name)).clicked() {
                    self.open = toggled(self.open, Open::Shield);
                }
                if !wide && icon_button(ui, style, Icon::List, &words.get("moves")).clicked() {
                    self.open = toggled(self.open, Open::Moves);
                }
                if icon_button(ui, style, Icon::Rules, &words.get("rules")).clicked() {
                    wants = Some(Wants::Rules(self.feed.about().game));
                }
                if icon_button(ui, style, Icon::Help, &words.get("keys")).clicked() {
                    wants = Some(Wants::Keys);
                }
            });
        });
        let middle = Rect::from_min_max(
            pos2(head.right() + space::ONE, inner.top()),
            pos2(tools.left() - space::ONE, inner.bottom()),
        );
        if let Some(wanted) = self.status(ui, mirrored(middle, inner, style), style, words) {
            wants = Some(wanted);
        }
        wants
    }

    /// Whose turn it is, and what was played last.
    fn status(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words) -> Option<Wants> {
        let palette = &style.palette;
        let mine = !self.legal.is_empty();
        let now = self.now_line(words);
        let last = self.last_line(words);
        let mut wants = None;
        within(ui, style, rect, "table status", |ui| {
            row(ui, style, |ui| {
                if self.is_over() && self.open != Some(Open::End) {
                    if self.feed.about().practice
                        && text::button(ui, style, &words.get("play-again"), Weight::Primary).clicked()
                    {
                        wants = Some(Wants::Again);
                    }
                    ui.add_space(space::ONE);
                }
                let room = ui.available_width();
                let kind = Type::Strong;
                let ink = if mine { palette.on_gold } else { palette.ink };
                let pad = space::ONE + space::HALF;
                let galley = text::galley_within(ui.ctx(), style, &now, kind, ink, (room * 0.62).max(90.0));
                let size = vec2(galley.size().x + 2.0 * pad, shape::TOUCH - 6.0);
                let (pill, response) = ui.allocate_exact_size(size, egui::Sense::hover());
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Status, true, text::plain(&now)));
                let fill = if mine { palette.gold } else { palette.inset };
                ui.painter().rect_filled(pill, pill.height() / 2.0, fill);
                ui.painter().galley(pill.center() - galley.size() / 2.0, galley, ink);
                ui.add_space(space::ONE);
                if let Some(clock) = self.clock_line(ui, words) {
                    let timed = self.feed.about().clock.turn.is_some();
                    let kind = if timed { Type::Strong } else { Type::Small };
                    text::coloured(ui, style, &clock, kind, palette.ink_soft);
                    ui.add_space(space::ONE);
                }
                let room = ui.available_width();
                if room > 60.0 {
                    text::label_within(ui, style, &last, Type::Small, palette.ink_soft, room);
                }
            });
        });
        wants
    }

    fn now_line(&self, words: &Words) -> String {
        if self.is_over() {
            return words.get("match-over");
        }
        if !self.legal.is_empty() {
            return words.get("your-turn");
        }
        let name = |party: PartyId| self.name(party);
        let named = |key: &str, party: PartyId| words.with(key, &[("name", name(party).as_str().into())]);
        let tiles = self.feed.about().game == GameId::Domino;
        match self.awaited.first() {
            Some((party, Awaited::Move(_))) => named("turn-of", *party),
            Some((_, Awaited::Answer(_))) => words.get("waits-answers"),
            Some((party, Awaited::Shuffle(_))) => named("waits-shuffle", *party),
            Some((_, Awaited::Shares(_))) => words.get(if tiles { "waits-tiles" } else { "waits-cards" }),
            Some((_, Awaited::Ack)) => words.get("waits-ack"),
            Some((_, Awaited::Result)) => words.get("waits-result"),
            Some((_, Awaited::Commit | Awaited::Reveal)) | None => words.get("waits-lot"),
        }
    }

    fn last_line(&self, words: &Words) -> String {
        match self.lines.last() {
            Some(Line::Moved(party, text)) => {
                let name = self.name(*party);
                let values = [("name", name.as_str().into()), ("move", text.as_str().into())];
                words.with("last-move", &values)
            }
            Some(Line::Left(party)) => words.with("left-line", &[("name", self.name(*party).as_str().into())]),
            None => words.get("no-move-yet"),
        }
    }

    /// How long the turn may still take.
    fn clock_line(&self, ui: &Ui, words: &Words) -> Option<String> {
        if self.is_over() {
            return None;
        }
        let Some(turn) = self.feed.about().clock.turn else {
            return Some(words.get("clock-none"));
        };
        self.turn?;
        let now = ui.input(|input| input.time);
        let left = (f64::from(turn) - (now - self.since)).max(0.0).ceil() as u64;
        ui.request_repaint_after_secs(1.0);
        let time = words.digits(&format!("{}:{:02}", left / 60, left % 60));
        Some(words.with("clock-left", &[("time", time.as_str().into())]))
    }

    fn name(&self, party: PartyId) -> String {
        self.persons
            .get(party.index())
            .map(|person| person.name.clone())
            .unwrap_or_default()
    }

    fn game(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, now: f64, covered: bool) {
        let Some(view) = &self.view else {
            let cloth = ground::table(ui.painter(), rect.shrink(space::ONE), 10.0, style);
            let line = self.now_line(words);
            text::paint(
                ui.painter(),
                style,
                cloth.center(),
                Align2::CENTER_CENTER,
                &line,
                Type::Heading,
                style.palette.on_felt,
            );
            return;
        };
        let scene = Scene {
            view,
            persons: &self.persons,
            turn: self.turn,
            legal: &self.legal,
            style,
            words,
            now,
        };
        let builder = egui::UiBuilder::new().max_rect(rect).id_salt("the table");
        let decided = ui
            .scope_builder(builder, |ui| {
                ui.set_clip_rect(rect.intersect(ui.clip_rect()));
                if !covered && self.open.is_none() {
                    return self.table.show(ui, &scene);
                }
                // What lies over the table has the keys.
                ui.disable();
                let events = ui.input_mut(|input| std::mem::take(&mut input.events));
                let decided = self.table.show(ui, &scene);
                ui.input_mut(|input| input.events = events);
                decided
            })
            .inner;
        if let Some(text) = decided
            && self.legal.iter().any(|mv| mv.to_string() == text)
        {
            self.feed.send(Command::Decide(text));
            self.legal.clear();
        }
    }
}

fn toggled(open: Option<Open>, which: Open) -> Option<Open> {
    if open == Some(which) { None } else { Some(which) }
}
