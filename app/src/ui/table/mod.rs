//! The frame round a table, the same for all games: persons, turn, clock, last move, the list of moves, the shield, leaving, and the
//! end of the match.
//!
//! It reads the match from a [`Feed`], a step at a time: while the table still moves, the next step waits. Where people play, who is
//! there, the chat, pauses, and what is to be done about somebody who has vanished do not wait.

mod banner;
mod bar;
pub mod chat;
mod claim;
mod dialogs;
mod end;
mod ledger;
mod member;
mod people;

use std::collections::VecDeque;

use egui::{Align2, Rect, Ui, UserAttentionType, ViewportCommand, pos2, vec2};
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::player::Ahead;
use majlis_referee::replay::Awaited;
use majlis_referee::told::{Did, Told};
use majlis_rules::game::{Outcome, View};
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};

use self::chat::Chat;
use super::feed::{About, Command, Company, End, Feed, News, Whereabouts};
use super::games::{GameTable, Person, Presence, Scene, TableEntry};
use super::screens::home::company;
use super::screens::waiting::dealing::Dealing;
use super::sentence::Sentence;
use super::sound::Cue;
use super::style::{Style, Type, ground, space};
use super::text;
use super::widgets::mirrored;
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
    /// The person's turn that is about to come: what is still being shared he need not see before he decides.
    ahead: Option<Ahead>,
    /// Whether the person has decided ahead: the move is made by itself.
    decided: bool,
    /// Whether what he decided ahead is on its way, and steps that do not know of it yet may come before it is made.
    sent: bool,
    lines: Vec<Line>,
    ledger: Ledger,
    /// What happens before the first decision.
    dealing: Dealing,
    end: Option<End>,
    failed: Option<Sentence>,
    open: Option<Open>,
    /// How things stand round the game in this frame.
    company: Company,
    chat: Chat,
    /// What the person has to know and puts away himself.
    notice: Option<Notice>,
    /// Who is missed, as long as the person has not chosen what to do about it.
    missed: PartySet,
    /// Whether the choice about who is missed was offered by itself already.
    offered: bool,
    /// What became of the proof that the person wanted to save.
    proof: Option<Result<String, Sentence>>,
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
    Chat,
    Claim,
    Member(PartyId),
}

/// What a person has to know and puts away himself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Notice {
    /// What he wanted cannot be done.
    Refused(Sentence),
    /// His time was up, and a move was made for him.
    Moved,
    /// His time was up, and the match was lost with it.
    TimedOut,
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
    /// The settings.
    Settings,
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
            ahead: None,
            decided: false,
            sent: false,
            lines: Vec::new(),
            ledger: Ledger::default(),
            dealing: Dealing::default(),
            end: None,
            failed: None,
            open: None,
            company: Company::default(),
            chat: Chat::default(),
            notice: None,
            missed: PartySet::EMPTY,
            offered: false,
            proof: None,
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
        if self.feed.takes_moves() { &self.legal } else { &[] }
    }

    /// Whether a move of the person is awaited, and taken.
    fn is_mine(&self) -> bool {
        !self.legal().is_empty()
    }

    /// Whether people play, and not bots alone.
    fn is_among_people(&self) -> bool {
        self.feed.about().among.is_some()
    }

    /// Whether the person plays along, and does not only watch.
    fn plays(&self) -> bool {
        self.feed.about().me.is_some()
    }

    /// Whether there are people to talk to.
    fn has_chat(&self) -> bool {
        self.is_among_people() && self.plays()
    }

    /// Whether there could be a pause.
    fn may_pause(&self) -> bool {
        self.has_chat() && !self.is_over() && self.view.is_some()
    }

    /// Names, one after the other.
    fn names(&self, parties: PartySet, words: &Words) -> String {
        let names: Vec<String> = parties.iter().map(|party| self.name(party)).collect();
        company::names(words, &names)
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
                Some(News::Again(told)) => {
                    self.step(&told, now, style, words, true);
                    self.call = false;
                    self.cues.clear();
                }
                Some(News::Cut) => {
                    self.ledger = Ledger::default();
                    self.dealing = Dealing::default();
                    self.lines.clear();
                    (self.view, self.turn) = (None, None);
                    self.legal.clear();
                    (self.ahead, self.decided, self.sent) = (None, false, false);
                    self.end = None;
                    for person in &mut self.persons {
                        person.presence = Presence::Here;
                    }
                }
                Some(News::Refused(sentence)) => {
                    self.notice = Some(Notice::Refused(sentence));
                    (self.decided, self.sent) = (false, false);
                    self.list_legal();
                }
                Some(News::TimeUp { lost }) => {
                    self.notice = Some(if lost { Notice::TimedOut } else { Notice::Moved });
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
                    self.notice = self.notice.take().filter(|notice| *notice == Notice::TimedOut);
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

    /// Lists what the person may play, where his move is awaited or about to be.
    fn list_legal(&mut self) {
        if self.decided {
            return self.legal.clear();
        }
        if let Some(ahead) = &self.ahead {
            self.legal = ahead.view.legal_moves(ahead.seat);
            return;
        }
        let me = self.feed.about().me;
        let seat = self.awaited.iter().find_map(|(party, awaited)| match awaited {
            Awaited::Move(seat) if Some(*party) == me => Some(*seat),
            _ => None,
        });
        let legal = seat.and_then(|seat| Some(self.view.as_ref()?.legal_moves(seat)));
        self.legal = legal.unwrap_or_default();
    }

    /// Whether what happens before the first decision is shown: where people are waited for, not where it is over in a moment.
    fn shows_dealing(&self) -> bool {
        !self.feed.about().practice && !self.dealing.is_done() && !self.is_over()
    }

    fn show_dealing(&self, ui: &mut Ui, area: Rect, style: &Style, words: &Words) {
        let name = |party: PartyId| {
            let person = self.persons.get(party.index());
            person.map(|person| person.name.clone()).unwrap_or_default()
        };
        self.dealing.show(ui, area, style, words, self.feed.about().game, &name);
    }

    fn step(&mut self, told: &Told, now: f64, style: &Style, words: &Words, behind: bool) {
        self.ledger.note(told);
        self.dealing.note(told);
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
        self.turn = told.awaited.iter().find_map(|(_, awaited)| match awaited {
            Awaited::Move(seat) => Some(*seat),
            _ => None,
        });
        let asked = self.is_asked_about(told);
        // Where somebody leaves meanwhile, what was decided ahead may be void.
        let sent = self.sent && told.report.departures.is_empty();
        self.decided = told.decided.is_some() || sent && (self.is_awaited() || told.ahead.is_some());
        self.sent = sent && told.ahead.is_some();
        self.ahead.clone_from(&told.ahead);
        self.list_legal();
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
        if let Some(ahead) = &self.ahead {
            self.turn = Some(ahead.seat);
            self.view = Some(ahead.view.clone());
        }
        if !self.legal.is_empty() && !asked {
            self.call = true;
            self.cues.push_back(Cue::Turn);
        }
    }

    /// Whether the step that is due awaits a move of the person.
    fn is_awaited(&self) -> bool {
        let me = self.feed.about().me;
        let mut awaited = self.awaited.iter();
        awaited.any(|(party, awaited)| Some(*party) == me && matches!(awaited, Awaited::Move(_)))
    }

    /// Whether the turn that has come with a step was ahead before, so that the person knows of it.
    fn is_asked_about(&self, told: &Told) -> bool {
        let known = self.ahead.as_ref().filter(|_| !self.legal.is_empty());
        known.is_some_and(|ahead| {
            let mut awaited = told.awaited.iter();
            awaited.any(|(_, awaited)| *awaited == Awaited::Move(ahead.seat))
        })
    }

    /// Follows the match while another screen is shown, without motion. Gives what is to be said about it there, worded.
    pub fn aside(&mut self, ui: &Ui, style: &Style, words: &Words) -> Option<String> {
        let still = Style {
            reduced_motion: true,
            ..style.clone()
        };
        let now = ui.input(|input| input.time);
        self.advance(now, &still, words);
        self.look_around();
        self.call_attention(ui);
        if self.table.is_moving(now) {
            ui.ctx().request_repaint_after_secs(0.1);
        }
        (self.is_over() || self.is_mine()).then(|| self.now_line(words))
    }

    fn call_attention(&mut self, ui: &Ui) {
        if std::mem::take(&mut self.call) && !ui.input(|input| input.focused) {
            let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
            ui.ctx().send_viewport_cmd(attention);
        }
    }

    /// Shows the match. `covered` is whether something else lies over it and has the keys.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, style: &Style, words: &Words, covered: bool) -> Option<Wants> {
        let now = ui.input(|input| input.time);
        self.advance(now, style, words);
        self.look_around();
        self.call_attention(ui);
        let mut wants = self.shortcuts(ui);
        let bar = Rect::from_min_size(area.min, vec2(area.width(), BAR));
        let wide = area.width() >= WIDE;
        if let Some(wanted) = self.bar(ui, bar, style, words, wide) {
            wants = Some(wanted);
        }
        let rest = Rect::from_min_max(pos2(area.left(), bar.bottom()), area.max);
        let rest = self.banner(ui, rest, style, words, &mut wants);
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
        if self.has_chat() && pressed(egui::Key::F5) {
            self.turn_to_chat(ui);
        }
        if self.may_pause() && pressed(egui::Key::F6) {
            self.ask_for_pause();
        }
        pressed(egui::Key::F4).then(|| Wants::Rules(self.feed.about().game))
    }

    fn name(&self, party: PartyId) -> String {
        self.persons
            .get(party.index())
            .map(|person| person.name.clone())
            .unwrap_or_default()
    }

    /// Takes in how things stand round the game.
    fn look_around(&mut self) {
        self.company = self.feed.company();
        for (person, whereabouts) in self.persons.iter_mut().zip(&self.company.presence) {
            if person.presence != Presence::Left {
                person.presence = match whereabouts {
                    Whereabouts::Here => Presence::Here,
                    Whereabouts::Reconnecting(_) | Whereabouts::Gone(_) => Presence::Away,
                };
            }
        }
        self.offer_claim();
    }

    fn game(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, now: f64, covered: bool) {
        let Some(view) = &self.view else {
            let cloth = ground::table(ui.painter(), rect.shrink(space::ONE), 10.0, style);
            if self.shows_dealing() {
                self.show_dealing(ui, cloth, style, words);
                return;
            }
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
        let legal: &[AnyMove] = if self.feed.takes_moves() { &self.legal } else { &[] };
        let scene = Scene {
            view,
            persons: &self.persons,
            turn: self.turn,
            legal,
            style,
            words,
            now,
        };
        // Who writes to others does not play by what he types.
        let writes = self.chat.is_writing(ui);
        let builder = egui::UiBuilder::new().max_rect(rect).id_salt("the table");
        let decided = ui
            .scope_builder(builder, |ui| {
                ui.set_clip_rect(rect.intersect(ui.clip_rect()));
                if !covered && self.open.is_none() && !writes {
                    return self.table.show(ui, &scene);
                }
                if writes && !covered && self.open.is_none() {
                    let is_key = |event: &egui::Event| matches!(event, egui::Event::Key { .. } | egui::Event::Text(_));
                    let events = ui.input_mut(|input| {
                        let events = input.events.clone();
                        input.events.retain(|event| !is_key(event));
                        events
                    });
                    let decided = self.table.show(ui, &scene);
                    ui.input_mut(|input| input.events = events);
                    return decided;
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
            self.sent = self.ahead.is_some();
            self.feed.send(Command::Decide(text));
            self.legal.clear();
        }
        if self.shows_dealing() {
            self.show_dealing(ui, rect, style, words);
        }
    }
}

fn toggled(open: Option<Open>, which: Open) -> Option<Open> {
    if open == Some(which) { None } else { Some(which) }
}
