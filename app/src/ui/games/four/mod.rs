//! The table of Four Face-Down: rows of cards that nobody may look at, the stock, the pile, and what can be done with the card in
//! hand.
//!
//! | file | what |
//! | --- | --- |
//! | `layout` | where rows, piles and buttons are |
//! | `choice` | what touching a card means, and the move that comes of it |
//! | `motion` | cards on their way, and cards that are shown for some seconds |
//! | `draw` | how the table looks |
//! | `sheet` | the scores of the rounds |
//! | `examples` | pictures for the rules |
//! | `names` | how everything is called |

pub mod choice;
mod draw;
mod examples;
pub mod layout;
pub mod motion;
mod names;
mod sheet;

use egui::{Id, Key, Ui};
use majlis_referee::told::Told;
use majlis_rules::cards::Card;
use majlis_rules::face::{Face, Faces as _, Handle};
use majlis_rules::four::{Event, Four, Move, Phase, Slot};
use majlis_rules::game::Game as _;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};

pub use self::examples::ILLUSTRATIONS;

use self::choice::{Choice, Mode};
use self::draw::Marks;
use self::layout::Layout;
use self::motion::{Flight, Knows, Moving, Stop};
use crate::ui::games::pieces::{self, Button, note};
use crate::ui::games::spot::spot;
use crate::ui::games::{GameTable, Person, Scene, TableEntry};
use crate::ui::motion::{Motion, Span};
use crate::ui::sound::Cue;
use crate::ui::style::ground;

/// The table's line in the registry.
pub const ENTRY: TableEntry = TableEntry {
    game: GameId::Four,
    table: || Box::new(FourTable::default()),
    paint: draw::position,
};

/// How long a note to everybody stays, in seconds.
const NOTE: f64 = 2.6;

/// What is chosen, what moves, and what is remembered from the step before.
#[derive(Default)]
pub struct FourTable {
    choice: Choice,
    moving: Moving,
    /// Words to everybody: what, from when, until when.
    notes: Vec<(String, Motion)>,
    /// The card in my hand, as long as it is there.
    drawn: Option<(Handle, Card)>,
    /// The numbers of slots and the top of the pile before the next step.
    slots: Vec<u8>,
    pile: Option<Card>,
    /// What the rounds came to that this screen has seen.
    rounds: sheet::Rounds,
    /// Whether the sheet of scores is on the table.
    sheet: bool,
    /// A move was given and has not come back in a step yet.
    decided: bool,
    focus: Option<Id>,
    /// The deal of the next round and what it let me see, while the last one still lies open.
    pending: Option<(Vec<Event>, Looks)>,
}

/// Cards that were shown to me alone.
type Looks = Vec<(Handle, Face)>;

impl GameTable for FourTable {
    fn told(&mut self, told: &Told, scene: &Scene<'_>) {
        let AnyGame::Four(game) = scene.view.state() else {
            return;
        };
        let mut events: Vec<Event> = events(told).cloned().collect();
        if let Some((events, looks)) = self.pending.take() {
            // More has come: the next round is not held up any longer.
            self.take_in(&events, &looks, game, scene);
        }
        // A deal waits while the round before it lies open, be it told with that round's end or later.
        let deals = events
            .iter()
            .position(|event| matches!(event, Event::RoundStarted { .. }));
        let ends = events.iter().any(|event| matches!(event, Event::RoundOver { .. }));
        match deals {
            Some(deal) if ends => {
                let next = events.split_off(deal);
                self.take_in(&events, &[], game, scene);
                self.pending = Some((next, told.looks.clone()));
            }
            Some(_) if self.moving.is_held(scene.now) => self.pending = Some((events, told.looks.clone())),
            _ => self.take_in(&events, &told.looks, game, scene),
        }
        self.slots = draw::slots(game);
        self.pile = game.pile().top().map(|top| top.card);
    }

    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> Option<String> {
        let AnyGame::Four(game) = scene.view.state() else {
            return None;
        };
        if !self.moving.is_held(scene.now)
            && let Some((events, looks)) = self.pending.take()
        {
            self.take_in(&events, &looks, game, scene);
        }
        // What is on its way arrives before anything is decided on it.
        let ready = !self.decided && !self.is_moving(scene.now);
        let legal: Vec<Move> = scene
            .legal
            .iter()
            .filter_map(|mv| match mv {
                AnyMove::Four(mv) if ready => Some(*mv),
                _ => None,
            })
            .collect();
        self.moving.tidy(scene.now);
        self.notes.retain(|(_, motion)| motion.is_on(scene.now));
        let (all, _) = ui.allocate_exact_size(ui.available_size(), egui::Sense::hover());
        let layout = draw::layout(scene, all, &self.slots_shown(game));
        let frame = Frame {
            scene,
            game,
            layout: &layout,
            legal: &legal,
        };
        let mv = self.run(ui, &frame);
        self.ask_for_frames(ui, scene.now);
        self.decided |= mv.is_some();
        mv.map(|mv| mv.to_string())
    }

    fn is_moving(&self, now: f64) -> bool {
        self.moving.is_on(now) || self.pending.is_some()
    }

    fn standing(&self, scene: &Scene<'_>, person: &Person) -> Vec<String> {
        let AnyGame::Four(game) = scene.view.state() else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for seat in person.seats.iter() {
            let total = game.totals().get(seat.index()).copied().unwrap_or(0);
            let values = [("total", i64::from(total).into())];
            lines.push(scene.words.with("four-standing", &values));
            if game.caller() == Some(seat) {
                lines.push(scene.words.get("four-called"));
            }
        }
        lines
    }

    fn cues(&self, told: &Told) -> Vec<Cue> {
        let cue = |event: &Event| match event {
            Event::Dealt { .. } | Event::Drew { .. } | Event::Swapped { .. } | Event::Gave { .. } => Some(Cue::Slide),
            Event::Took { .. } | Event::Kept { .. } | Event::Discarded { .. } => Some(Cue::Place),
            Event::Looked { .. } | Event::Claimed { .. } | Event::RowOpened { .. } => Some(Cue::Flip),
            Event::Matched { .. } => Some(Cue::Home),
            Event::Mismatched { .. } => Some(Cue::Capture),
            Event::Called { .. } => Some(Cue::Knock),
            Event::RoundOver { .. } => Some(Cue::Round),
            Event::RoundStarted { .. }
            | Event::Penalty { .. }
            | Event::RoundEnded { .. }
            | Event::Left { .. }
            | Event::RoundVoid { .. }
            | Event::MatchOver { .. } => None,
        };
        let mut cues: Vec<Cue> = events(told).filter_map(cue).collect();
        cues.dedup();
        cues
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("S", "four-key-stock"),
            ("P", "four-key-pile"),
            ("C", "four-key-call"),
            ("1–9", "four-key-slot"),
            ("D", "four-key-discard"),
            ("M", "four-key-match"),
            ("U", "four-key-use"),
            ("Tab", "four-key-next"),
            ("Enter", "four-key-touch"),
            ("Esc", "four-key-back"),
        ]
    }
}

fn events(told: &Told) -> impl Iterator<Item = &Event> {
    told.report.events.iter().filter_map(|event| match event {
        AnyEvent::Four(event) => Some(event),
        _ => None,
    })
}

/// What does not change while one frame is made.
struct Frame<'a> {
    scene: &'a Scene<'a>,
    game: &'a Four,
    layout: &'a Layout,
    legal: &'a [Move],
}

impl FourTable {
    /// Starts what is to be seen of a step.
    fn take_in(&mut self, events: &[Event], looks: &[(Handle, Face)], game: &Four, scene: &Scene<'_>) {
        let taken = self.choice.mode == Mode::Take;
        if !events.is_empty() {
            self.choice = Choice::default();
            self.decided = false;
        }
        // Asked again, I have not moved: what I had decided on came to nothing.
        self.decided &= !scene.is_mine();
        let knows = Knows {
            game,
            slots: &self.slots,
            pile: self.pile,
            mine: scene.view.seats(),
            drawn: self.drawn.map(|(_, card)| card),
            taken,
            looks,
        };
        self.moving.add(events, &knows, scene.style, scene.now);
        self.see_the_card_in_hand(game, scene);
        for event in events {
            if let Event::RoundOver { sums, .. } = event {
                // After a cut the match is told again: a round stands on the sheet once.
                let finished = usize::try_from(game.round()).unwrap_or(usize::MAX);
                self.rounds.truncate(finished.saturating_sub(1));
                self.rounds.push(sums.clone());
            }
            if let Some(words) = names::note(scene, event) {
                let start = self.when(event, scene.now);
                self.notes.push((words, Motion::new(start, NOTE)));
            }
        }
    }

    /// My card in hand turns its face to me as soon as I see it.
    fn see_the_card_in_hand(&mut self, game: &Four, scene: &Scene<'_>) {
        let drawn = game.drawn().and_then(|(seat, card)| {
            let face = scene.view.face(card).and_then(Card::from_face)?;
            scene.view.seats().contains(seat).then_some((seat, card, face))
        });
        if let Some((seat, card, face)) = drawn
            && self.drawn != Some((card, face))
        {
            let start = self.moving.flights.iter().rev().find(|flight| flight.card == card);
            let start = start.map_or(scene.now, |flight| flight.motion.end());
            self.moving.flights.push(Flight {
                card,
                from: Stop::Hand(seat),
                to: Stop::Hand(seat),
                seen_from: None,
                seen_to: Some(face),
                motion: Motion::new(start, scene.style.span(Span::Turn)),
            });
        }
        self.drawn = drawn.map(|(_, card, face)| (card, face));
    }

    /// When what the event tells is seen: words do not come before it.
    fn when(&self, event: &Event, now: f64) -> f64 {
        match event {
            Event::Mismatched { card, .. } => self
                .moving
                .peeks
                .iter()
                .find(|peek| peek.card == *card)
                .map_or(now, |peek| peek.motion.start),
            Event::RoundEnded { .. } => self
                .moving
                .ending
                .as_ref()
                .and_then(|ending| ending.turns.first())
                .map_or(now, |turn| turn.start - NOTE * 0.2),
            _ => now,
        }
    }

    /// The numbers of slots that are drawn: those of the round that has just ended, as long as it lies open.
    fn slots_shown(&self, game: &Four) -> Vec<u8> {
        match &self.moving.ending {
            Some(ending) if ending.slots.len() == usize::from(game.seats()) => ending.slots.clone(),
            _ => draw::slots(game),
        }
    }

    fn ask_for_frames(&self, ui: &Ui, now: f64) {
        if self.moving.is_alive(now) {
            ui.ctx().request_repaint();
            return;
        }
        let notes = self
            .notes
            .iter()
            .map(|(_, motion)| if motion.start > now { motion.start } else { motion.end() });
        let hold = self
            .moving
            .ending
            .as_ref()
            .map(|ending| ending.until)
            .filter(|until| *until > now);
        if let Some(next) = notes.chain(hold).min_by(f64::total_cmp) {
            let rest = core::time::Duration::from_secs_f64((next - now).max(0.0));
            ui.ctx().request_repaint_after(rest);
        }
    }

    fn run(&mut self, ui: &mut Ui, frame: &Frame<'_>) -> Option<Move> {
        let mut mv = None;
        let marks = self.touch(ui, frame, &mut mv);
        self.keys_pressed(ui, frame, &mut mv);
        if let Some(id) = self.focus.take() {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let (scene, style) = (frame.scene, frame.scene.style);
        let painter = ui.painter().clone();
        ground::table(&painter, frame.layout.all, layout::RIM, style);
        draw::table(&painter, scene, frame.game, frame.layout, &self.moving, &marks);
        self.call_button(ui, frame, &mut mv);
        let power = choice::power(frame.legal);
        let ending = self.moving.ending.is_some();
        let hint = names::hint(scene, frame.game, &self.choice, power, ending);
        let alone = !self.buttons(ui, frame, &mut mv);
        pieces::hint(ui, style, frame.layout.words(alone), &hint);
        let shows_sheet = self.sheet || (ending && self.notes.is_empty());
        if shows_sheet && !self.rounds.is_empty() {
            let totals = match &self.moving.ending {
                Some(ending) if !ending.totals.is_empty() => ending.totals.as_slice(),
                _ => frame.game.totals(),
            };
            let first = frame
                .game
                .round()
                .saturating_sub(u32::try_from(self.rounds.len()).unwrap_or(0));
            // The plates say the totals by name.
            sheet::paint(&painter, scene, frame.layout.middle, (first, &self.rounds), totals);
        }
        let said = self.notes.iter().rev().find(|(_, motion)| motion.start <= scene.now);
        if let Some((words, _)) = said {
            note(
                &painter,
                style,
                frame.layout.banner(),
                frame.layout.middle.width() * 0.9,
                words,
            );
        }
        mv
    }

    /// Everything that can be touched, in logical order: stock, pile, the card in hand, the own row, the others'.
    fn touch(&mut self, ui: &Ui, frame: &Frame<'_>, mv: &mut Option<Move>) -> Marks {
        let (scene, game) = (frame.scene, frame.game);
        let taking = self.choice.mode == Mode::Take;
        let draws = frame.legal.contains(&Move::Draw) && !taking;
        let stock = spot(ui, stock_id(), frame.layout.stock, draws, || names::stock(scene, game));
        if stock.clicked() {
            *mv = Some(Move::Draw);
        }
        let takes = frame.legal.iter().any(|mv| matches!(mv, Move::Take(_))) && !taking;
        let top = draw::pile_top(game, &self.moving, scene.now, taking);
        let pile = spot(ui, pile_id(), frame.layout.pile, takes, || names::pile(scene, top));
        if pile.clicked() {
            self.take(frame);
        }
        if let Some((seat, card)) = game.drawn() {
            let seen = self.drawn.filter(|(drawn, _)| *drawn == card).map(|(_, face)| face);
            let rect = frame.layout.hand(seat);
            spot(ui, Id::unique("four hand"), rect, false, || {
                names::hand(scene, seat, seen)
            });
        }
        let active = self.choice.slots(frame.legal);
        let mut marks = Marks {
            chosen: self.choice.first,
            taken: taking,
            stock: draws.then(|| stock.hovered() || stock.has_focus()),
            pile: takes.then(|| pile.hovered() || pile.has_focus()),
            ..Marks::default()
        };
        let near = scene.near();
        for seat in (0..game.seats()).map(|steps| near.after(steps, game.seats())) {
            if let Some(plate) = frame.layout.plate(seat) {
                let totals = match &self.moving.ending {
                    Some(ending) if !ending.totals.is_empty() => ending.totals.as_slice(),
                    _ => game.totals(),
                };
                let total = totals.get(seat.index()).copied().unwrap_or(0);
                let called = game.caller() == Some(seat) && self.moving.ending.is_none();
                let id = Id::unique(("four plate", seat.number()));
                spot(ui, id, plate.name, false, || names::total(scene, seat, total, called));
            }
            for index in 0..self.slots_shown(game).get(seat.index()).copied().unwrap_or(0) {
                let slot = Slot::new(seat, index);
                let on = active.contains(&slot);
                let (there, seen) = self.lies(game, slot, scene.now);
                let rect = frame.layout.slot(slot);
                let response = spot(ui, slot_id(slot), rect, on, || names::slot(scene, slot, there, seen));
                if on && (response.hovered() || response.has_focus()) {
                    marks.pointed = Some(slot);
                }
                if response.clicked() {
                    *mv = self.choice.touch(frame.legal, slot);
                }
            }
        }
        marks.active = active;
        marks
    }

    /// Whether a card lies in a slot, and what is seen on it now.
    fn lies(&self, game: &Four, slot: Slot, now: f64) -> (bool, Option<Card>) {
        if let Some(ending) = &self.moving.ending {
            let row = ending.rows.iter().find(|(seat, _)| *seat == slot.seat);
            let card = row.and_then(|(_, row)| row.iter().find(|(index, _)| *index == slot.index));
            return (card.is_some(), card.map(|(_, face)| *face));
        }
        let card = game.card_in(slot);
        let seen = card.and_then(|card| self.moving.open(card, now)).map(|peek| peek.face);
        (card.is_some(), seen)
    }

    /// Takes the pile's top card into the hand: from now on it has to be used.
    fn take(&mut self, frame: &Frame<'_>) {
        self.choice = Choice {
            mode: Mode::Take,
            first: None,
        };
        if let Some(top) = frame.game.pile().top() {
            let length = frame.scene.style.span(Span::Lift);
            self.moving.flights.push(Flight {
                card: top.handle,
                from: Stop::Pile,
                to: Stop::Hand(frame.scene.near()),
                seen_from: Some(top.card),
                seen_to: Some(top.card),
                motion: Motion::new(frame.scene.now, length),
            });
        }
        self.focus_first(frame);
    }

    /// Gives the keyboard to the first card that can be touched.
    fn focus_first(&mut self, frame: &Frame<'_>) {
        let slots = self.choice.slots(frame.legal);
        self.focus = slots.first().map(|slot| slot_id(*slot));
    }

    fn call_button(&self, ui: &Ui, frame: &Frame<'_>, mv: &mut Option<Move>) {
        let (scene, game) = (frame.scene, frame.game);
        let is_running = !matches!(game.phase(), Phase::Over) && self.moving.ending.is_none();
        if !is_running || scene.view.seats().is_empty() {
            return;
        }
        let enabled = frame.legal.contains(&Move::Call) && self.choice.mode == Mode::Row;
        let button = Button::new("four call", scene.words.get("four-call")).enabled(enabled);
        let size = button.size(ui, scene.style).min(frame.layout.call.size());
        let place = egui::Rect::from_center_size(frame.layout.call.center(), size);
        if button.show(ui, scene.style, place).clicked() {
            *mv = Some(Move::Call);
        }
    }

    /// The buttons at the bottom. Gives whether there are any.
    fn buttons(&mut self, ui: &Ui, frame: &Frame<'_>, mv: &mut Option<Move>) -> bool {
        let (scene, words) = (frame.scene, frame.scene.words);
        let mut buttons = Vec::new();
        let mut does = Vec::new();
        if frame.legal.contains(&Move::Discard) {
            buttons.push(Button::new("four discard", words.get("four-discard")));
            does.push(Does::Discard);
            if let Some(power) = choice::power(frame.legal) {
                let button = Button::new("four power", words.get(names::power(power)));
                buttons.push(button.chosen(self.choice.mode == Mode::Power));
                does.push(Does::Mode(Mode::Power));
            }
            let button = Button::new("four match", words.get("four-match"));
            buttons.push(button.chosen(self.choice.mode == Mode::Match));
            does.push(Does::Mode(Mode::Match));
        }
        let ending = self.moving.ending.as_ref();
        if ending.is_some_and(|ending| ending.until > scene.now) {
            buttons.push(Button::new("four continue", words.get("four-continue")));
            does.push(Does::GoOn);
        }
        if !self.rounds.is_empty() && ending.is_none() && buttons.is_empty() {
            buttons.push(Button::new("four scores", words.get("four-scores")).chosen(self.sheet));
            does.push(Does::Scores);
        }
        let responses = pieces::bar(ui, scene.style, frame.layout.buttons, &buttons);
        for (response, does) in responses.iter().zip(does) {
            if !response.clicked() {
                continue;
            }
            match does {
                Does::Discard => *mv = Some(Move::Discard),
                Does::GoOn => self.moving.go_on(scene.now),
                Does::Scores => self.sheet = !self.sheet,
                Does::Mode(mode) => {
                    self.choice.toggle(mode);
                    if response.has_focus() {
                        self.focus_first(frame);
                    }
                }
            }
        }
        !responses.is_empty()
    }

    fn keys_pressed(&mut self, ui: &Ui, frame: &Frame<'_>, mv: &mut Option<Move>) {
        if ui.ctx().text_edit_focused() || frame.legal.is_empty() {
            return;
        }
        let legal = frame.legal;
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let taking = self.choice.mode == Mode::Take;
        for (key, meant) in [(Key::S, Move::Draw), (Key::C, Move::Call), (Key::D, Move::Discard)] {
            if pressed(key) && legal.contains(&meant) && !taking {
                *mv = Some(meant);
            }
        }
        if pressed(Key::P) && legal.iter().any(|mv| matches!(mv, Move::Take(_))) {
            self.take(frame);
        }
        let in_hand = legal.contains(&Move::Discard);
        if pressed(Key::M) && in_hand {
            self.choice.toggle(Mode::Match);
            self.focus_first(frame);
        }
        if pressed(Key::U) && choice::power(legal).is_some() {
            self.choice.toggle(Mode::Power);
            self.focus_first(frame);
        }
        if pressed(Key::Escape) || pressed(Key::Backspace) {
            self.choice.back();
        }
        const DIGITS: [Key; 9] = [
            Key::Num1,
            Key::Num2,
            Key::Num3,
            Key::Num4,
            Key::Num5,
            Key::Num6,
            Key::Num7,
            Key::Num8,
            Key::Num9,
        ];
        for (index, key) in (0u8..).zip(DIGITS) {
            let slot = Slot::new(frame.scene.near(), index);
            if pressed(key) && self.choice.slots(legal).contains(&slot) {
                *mv = self.choice.touch(legal, slot);
            }
        }
    }
}

/// What a button does.
enum Does {
    Discard,
    Mode(Mode),
    GoOn,
    Scores,
}

fn stock_id() -> Id {
    Id::unique("four stock")
}

fn pile_id() -> Id {
    Id::unique("four pile")
}

fn slot_id(slot: Slot) -> Id {
    Id::unique(("four slot", slot.seat.number(), slot.index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::ui::style::{Style, Theme};
    use crate::ui::words::{Digits, Words};
    use majlis_rules::four::Setup;
    use majlis_rules::game::View;
    use majlis_rules::seat::{Seat, SeatSet};

    #[test]
    fn a_round_that_is_told_again_stands_on_the_sheet_once() {
        let row = |text: &str| Some(text.split(' ').map(|card| card.parse::<Card>().ok()).collect());
        let first = Seat::new(0).unwrap();
        let mut setup = Setup::new(vec![row("AS 2S 3S 4S"), row("KD KS KC 5H")], first);
        setup.pile = vec!["9D".parse().unwrap()];
        setup.round = 2;
        setup.totals = vec![10, 31];
        let built = setup.build().unwrap();
        let game = built.game();
        let view = View::new(AnyGame::Four(game.clone()), SeatSet::of(first), built.faces());
        let (style, words) = (
            Style::new(Theme::Light, false),
            Words::new(Language::English, Digits::Western),
        );
        let scene = Scene {
            view: &view,
            persons: &[],
            turn: None,
            legal: &[],
            style: &style,
            words: &words,
            now: 1.0,
        };
        let over = |sums: [u32; 2]| Event::RoundOver {
            sums: sums.map(Some).to_vec(),
            totals: vec![10, 31],
        };
        let mut table = FourTable {
            rounds: vec![vec![Some(4), Some(20)]],
            ..FourTable::default()
        };
        for _ in 0..3 {
            table.take_in(&[over([6, 11])], &[], game, &scene);
            assert_eq!(table.rounds, [vec![Some(4), Some(20)], vec![Some(6), Some(11)]]);
        }
    }
}
