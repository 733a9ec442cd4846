//! The table of Jackaroo: the board turned to whoever looks, the hand below it, the stand above it.
//!
//! | file | what |
//! | --- | --- |
//! | `geometry` | where cells, safe zones and homes are |
//! | `layout` | where board, hand, plates and buttons are |
//! | `choice` | card, then marble, then what is left to choose |
//! | `motion` | marbles and cards on their way |
//! | `paint`, `draw` | how the board looks, and the whole table in one frame |
//! | `examples` | pictures for the rules |
//! | `names` | how everything is called |

pub mod choice;
mod draw;
mod examples;
pub mod geometry;
pub mod layout;
pub mod motion;
mod names;
pub mod paint;

use egui::{Id, Key, Pos2, Rect, Response, Ui, Vec2};
use majlis_referee::told::Told;
use majlis_rules::cards::Card;
use majlis_rules::face::Faces as _;
use majlis_rules::jackaroo::{Action, Event, HAND, Jackaroo, Journey, Marble, Move, Place, SEATS};
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::Seat;

pub use self::examples::ILLUSTRATIONS;

use self::choice::{Ask, Choice, Preview};
use self::draw::Touched;
use self::geometry::BoardPlace;
use self::layout::Layout;
use self::motion::{Hands, Moving, Trace};
use crate::ui::games::pieces::{self, Button, note};
use crate::ui::games::spot::spot;
use crate::ui::games::{GameTable, Person, Scene, TableEntry};
use crate::ui::sound::Cue;

/// The table's line in the registry.
pub const ENTRY: TableEntry = TableEntry {
    game: GameId::Jackaroo,
    table: || Box::new(JackarooTable::default()),
    paint: draw::position,
};

/// How long a note to everybody stays, in seconds.
const NOTE: f64 = 3.0;

/// What is chosen, what moves, and what is remembered from the step before.
#[derive(Default)]
pub struct JackarooTable {
    choice: Choice,
    moving: Moving,
    /// The hands as they are drawn now, to know where a card that is played comes from.
    hands: Hands,
    /// The top of the fire pile before the card that is on its way to it.
    fire_before: Option<Card>,
    fire: Option<Card>,
    traces: Vec<Trace>,
    note: Option<(String, f64)>,
    /// A move was given and has not come back in a step yet.
    decided: bool,
    /// The spot that gets the keyboard in the next frame.
    focus: Option<Id>,
}

/// Something that can be touched on the board, and what it stands for.
struct Target {
    at: Pos2,
    marble: Marble,
    place: Place,
    touch: Touch,
}

/// What touching a destination does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Play(Move),
    Steps(i8),
    Marble(Marble),
}

impl GameTable for JackarooTable {
    fn told(&mut self, told: &Told, scene: &Scene<'_>) {
        let AnyGame::Jackaroo(game) = scene.view.state() else {
            return;
        };
        let events: Vec<Event> = events(told).cloned().collect();
        // A card that somebody draws changes nothing of what the next person has begun to choose.
        let draws = |event: &Event| matches!(event, Event::Drawn { .. } | Event::Shuffled { .. });
        if !events.iter().all(draws) {
            self.choice = Choice::default();
            self.decided = false;
        }
        // Asked again, I have not moved: what I had decided on came to nothing.
        self.decided &= !scene.is_mine();
        if !self.moving.is_fire_awaited(scene.now) {
            self.fire_before = self.fire;
        }
        self.moving.add(&events, &self.hands, game, scene.style, scene.now);
        self.hands = motion::hands(game);
        self.fire = game.fire_top();
        if events
            .iter()
            .any(|event| matches!(event, Event::Played { .. } | Event::Burned { .. }))
        {
            self.traces = motion::traces(&events, game.board());
        }
        for event in &events {
            if let Some(text) = names::note(scene, event) {
                self.note = Some((text, scene.now + NOTE));
            }
        }
    }

    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> Option<String> {
        let AnyGame::Jackaroo(game) = scene.view.state() else {
            return None;
        };
        // What is on its way arrives before anything is decided on it.
        let ready = !self.decided && !self.moving.is_on(scene.now);
        let legal: Vec<Move> = scene
            .legal
            .iter()
            .filter_map(|mv| match mv {
                AnyMove::Jackaroo(mv) if ready => Some(*mv),
                _ => None,
            })
            .collect();
        let (all, _) = ui.allocate_exact_size(ui.available_size(), egui::Sense::hover());
        let near = scene.near();
        let marbles = game.board().marbles_a_seat();
        let style = scene.style;
        let layout = Layout::new(all, near, marbles, style.right_to_left, style.text_scale);
        let frame = Frame {
            scene,
            game,
            layout: &layout,
            legal: &legal,
            hand: hand_of(scene, game),
        };
        self.moving.tidy(scene.now);
        if self.note.as_ref().is_some_and(|(_, until)| *until <= scene.now) {
            self.note = None;
        }
        let mv = self.run(ui, &frame);
        if self.moving.is_on(scene.now) {
            ui.ctx().request_repaint();
        } else if let Some((_, until)) = &self.note {
            let rest = (*until - scene.now).max(0.0);
            ui.ctx()
                .request_repaint_after(core::time::Duration::from_secs_f64(rest));
        }
        self.decided |= mv.is_some();
        mv.map(|mv| mv.to_string())
    }

    fn is_moving(&self, now: f64) -> bool {
        self.moving.is_on(now)
    }

    fn standing(&self, scene: &Scene<'_>, person: &Person) -> Vec<String> {
        let AnyGame::Jackaroo(game) = scene.view.state() else {
            return Vec::new();
        };
        let board = game.board();
        let safe: u8 = person.seats.iter().map(|seat| board.safe(seat)).sum();
        let of = board.marbles_a_seat() * person.seats.len();
        let values = [("in", i64::from(safe).into()), ("of", i64::from(of).into())];
        vec![scene.words.with("jackaroo-standing", &values)]
    }

    fn cues(&self, told: &Told) -> Vec<Cue> {
        let cue = |event: &Event| match event {
            Event::Played { .. } | Event::Drawn { .. } | Event::Shuffled { .. } => Some(Cue::Slide),
            Event::Burned { .. } => Some(Cue::Knock),
            Event::Moved(journey) if journey.to.is_safe() => Some(Cue::Home),
            Event::Moved(_) | Event::Out { .. } | Event::Swapped { .. } => Some(Cue::Place),
            Event::SentHome { .. } => Some(Cue::Capture),
            Event::Dealt { .. } | Event::PlaysForPartner { .. } | Event::Left { .. } | Event::Won { .. } => None,
        };
        let mut cues: Vec<Cue> = events(told).filter_map(cue).collect();
        cues.dedup();
        cues
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("1–4", "jackaroo-key-card"),
            ("Tab", "jackaroo-key-next"),
            ("Enter", "jackaroo-key-touch"),
            ("Esc", "jackaroo-key-back"),
            ("B", "jackaroo-key-burn"),
        ]
    }
}

fn events(told: &Told) -> impl Iterator<Item = &Event> {
    told.report.events.iter().filter_map(|event| match event {
        AnyEvent::Jackaroo(event) => Some(event),
        _ => None,
    })
}

/// The seat whose cards are below the board: mine whose turn it is or comes next.
fn hand_of(scene: &Scene<'_>, game: &Jackaroo) -> Seat {
    let mine = scene.view.seats();
    (0..SEATS)
        .map(|steps| game.turn().after(steps, SEATS))
        .find(|seat| mine.contains(*seat))
        .unwrap_or_else(|| scene.near())
}

/// What does not change while one frame is made.
struct Frame<'a> {
    scene: &'a Scene<'a>,
    game: &'a Jackaroo,
    layout: &'a Layout,
    legal: &'a [Move],
    hand: Seat,
}

impl Frame<'_> {
    fn board(&self) -> &BoardPlace {
        &self.layout.board
    }

    fn place(&self, marble: Marble) -> Place {
        self.game.board().place(marble).unwrap_or(Place::Home)
    }

    /// The faces of the hand below the board, as far as I may see them.
    fn faces(&self) -> [Option<Card>; HAND as usize] {
        let face = |card| self.scene.view.face(card).and_then(Card::from_face);
        self.game.hand(self.hand).map(|card| card.and_then(face))
    }

    /// The points of a marble's way, where it rolls.
    fn way(&self, marble: Marble, by: i8, to: Place) -> Vec<Pos2> {
        ways(self.board(), marble, self.place(marble), by, to)
    }
}

/// The points of a marble's way on the board, where it rolls.
fn ways(board: &BoardPlace, marble: Marble, from: Place, by: i8, to: Place) -> Vec<Pos2> {
    let journey = from.cell().map(|from| Journey { marble, from, by, to });
    let places = journey.into_iter().flat_map(Journey::path);
    places.map(|place| board.at(marble, place)).collect()
}

impl JackarooTable {
    fn run(&mut self, ui: &mut Ui, frame: &Frame<'_>) -> Option<Move> {
        let mut mv = None;
        // First everything is touched, in logical order; then everything is painted, with what is under the pointer known.
        let hand = self.touch_hand(ui, frame);
        let previews = match frame.scene.turn {
            Some(seat) if !frame.legal.is_empty() => self.choice.previews(frame.legal, frame.game.board(), seat),
            _ => Vec::new(),
        };
        let targets = self.targets(frame, &previews);
        let pointed = self.touch_board(ui, frame, &targets, &mut mv);
        self.name_the_rest(ui, frame);
        self.keys_pressed(ui, frame, &mut mv);
        if let Some(id) = self.focus.take() {
            ui.memory_mut(|memory| memory.request_focus(id));
        }

        let painter = ui.painter().clone();
        let style = frame.scene.style;
        let touched = Touched {
            hand,
            previews,
            targets,
            pointed,
        };
        self.paint_all(&painter, frame, &touched);
        if let Some((words, _)) = &self.note {
            note(
                &painter,
                style,
                frame.layout.banner(),
                frame.board().width() * 0.8,
                words,
            );
        }
        self.hint(ui, frame);
        self.buttons(ui, frame, &mut mv);
        if mv.is_some() {
            self.choice = Choice::default();
        }
        mv
    }

    fn touch_hand(&mut self, ui: &Ui, frame: &Frame<'_>) -> Vec<Response> {
        let must_burn = choice::must_burn(frame.legal);
        let mut responses = Vec::with_capacity(usize::from(HAND));
        for (place, (rect, card)) in frame.layout.hand.iter().zip(frame.faces()).enumerate() {
            let id = card_id(place);
            let usable = card.is_some_and(|card| {
                let held = frame.legal.iter().any(|mv| mv.card == card);
                held && (must_burn || choice::is_playable(frame.legal, card))
            });
            let lifted = card.is_some() && self.choice.card == card;
            let name = || names::card(frame.scene, frame.legal, card, place, lifted);
            let response = spot(ui, id, *rect, usable, name);
            if response.clicked()
                && let Some(card) = card
            {
                self.choice.touch_card(frame.legal, card);
                if response.has_focus() {
                    self.focus_first(frame);
                }
            }
            responses.push(response);
        }
        responses
    }

    /// Gives the keyboard to the first marble that can be touched.
    fn focus_first(&mut self, frame: &Frame<'_>) {
        let first = self.choice.marbles(frame.legal).first().copied();
        if let Some(marble) = first {
            self.focus = Some(marble_id(marble));
        } else if let Ask::Steps(steps) = self.choice.ask(frame.legal) {
            self.focus = steps.first().map(|by| steps_id(*by));
        }
    }

    /// The destinations that can be touched.
    fn targets(&self, frame: &Frame<'_>, previews: &[Preview]) -> Vec<Target> {
        let mut targets: Vec<Target> = Vec::new();
        let ask = self.choice.ask(frame.legal);
        for preview in previews {
            let (end, touch) = match ask {
                Ask::Marble if preview.is_single() => (preview.ends.first(), Touch::Play(preview.mv)),
                Ask::Steps(_) => match preview.by() {
                    Some(by) => (preview.ends.first(), Touch::Steps(by)),
                    None => continue,
                },
                Ask::Other => match (preview.second(), preview.mv.action) {
                    (Some(_), Action::Swap(..)) | (None, _) => continue,
                    (Some(other), _) => (preview.ends.last(), Touch::Marble(other)),
                },
                _ => continue,
            };
            let Some(&(marble, place)) = end else { continue };
            let at = frame.board().at(marble, place);
            let same = |target: &&mut Target| target.place == place && target.at.distance(at) < 1.0;
            match targets.iter_mut().find(same) {
                None => targets.push(Target {
                    at,
                    marble,
                    place,
                    touch,
                }),
                // Two ways to one place: the place does not say which is meant, the marble does.
                Some(target) if target.touch != touch => targets.retain(|target| target.at.distance(at) >= 1.0),
                Some(_) => {}
            }
        }
        targets
    }

    /// Marbles and destinations. Gives the marble that is pointed at, by the mouse or with the keys.
    fn touch_board(
        &mut self,
        ui: &Ui,
        frame: &Frame<'_>,
        targets: &[Target],
        mv: &mut Option<Move>,
    ) -> Option<(Marble, Option<Place>)> {
        let active = self.choice.marbles(frame.legal);
        let size = Vec2::splat(frame.board().pitch());
        let mut pointed = None;
        for (marble, place) in self.marbles_in_order(frame) {
            let rect = Rect::from_center_size(frame.board().at(marble, place), size);
            let on = active.contains(&marble);
            let response = spot(ui, marble_id(marble), rect, on, || {
                names::marble(frame.scene, marble, place)
            });
            if on && (response.hovered() || response.has_focus()) {
                pointed = Some((marble, None));
            }
            if response.clicked() {
                *mv = self.choice.touch_marble(frame.legal, marble);
                if mv.is_none() && response.has_focus() {
                    self.focus_first(frame);
                }
            }
        }
        for (index, target) in targets.iter().enumerate() {
            let taken = active.iter().any(|marble| frame.place(*marble) == target.place);
            if taken && matches!(target.place, Place::Track(_)) {
                continue;
            }
            let rect = Rect::from_center_size(target.at, size);
            let id = Id::unique(("jackaroo destination", index));
            let response = spot(ui, id, rect, true, || {
                names::destination(frame.scene, target.marble, target.place)
            });
            if response.hovered() || response.has_focus() {
                pointed = Some((target.marble, Some(target.place)));
            }
            if response.clicked() {
                match target.touch {
                    Touch::Play(decided) => *mv = Some(decided),
                    Touch::Steps(by) => *mv = self.choice.touch_steps(frame.legal, by),
                    Touch::Marble(marble) => *mv = self.choice.touch_marble(frame.legal, marble),
                }
            }
        }
        pointed
    }

    /// Mine first, then the others as they sit.
    fn marbles_in_order(&self, frame: &Frame<'_>) -> Vec<(Marble, Place)> {
        let near = frame.scene.near();
        (0..SEATS)
            .map(|steps| near.after(steps, SEATS))
            .flat_map(|seat| frame.game.board().of(seat))
            .collect()
    }

    /// Names for what cannot be touched: the stand, the piles, the other hands.
    fn name_the_rest(&self, ui: &Ui, frame: &Frame<'_>) {
        let scene = frame.scene;
        let board = frame.game.board();
        let label = |what: &str, rect: Rect, name: &dyn Fn() -> String| {
            spot(ui, Id::unique(("jackaroo", what)), rect, false, name);
        };
        let near = scene.near();
        let (first, second) = frame.layout.stand.split_left_right_at_fraction(0.5);
        let (own, other) = if scene.style.right_to_left {
            (second, first)
        } else {
            (first, second)
        };
        label("stand 0", own, &|| names::stand(scene, board, near));
        label("stand 1", other, &|| names::stand(scene, board, near.after(1, SEATS)));
        label("deck", frame.layout.deck, &|| names::deck(scene, frame.game));
        label("fire", frame.layout.fire, &|| names::fire(scene, frame.game));
        for seat in Seat::all(SEATS) {
            if let Some(rect) = frame.layout.plate(seat) {
                let what = format!("plate {seat}");
                label(&what, rect, &|| names::hand(scene, frame.game, seat));
            }
        }
    }

    fn keys_pressed(&mut self, ui: &Ui, frame: &Frame<'_>, mv: &mut Option<Move>) {
        if ui.ctx().text_edit_focused() || frame.legal.is_empty() {
            return;
        }
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        for (place, key) in [Key::Num1, Key::Num2, Key::Num3, Key::Num4].into_iter().enumerate() {
            if pressed(key)
                && let Some(Some(card)) = frame.faces().get(place).copied()
            {
                self.choice.touch_card(frame.legal, card);
                self.focus_first(frame);
            }
        }
        if pressed(Key::Escape) || pressed(Key::Backspace) {
            self.choice.back();
        }
        if pressed(Key::B) && choice::must_burn(frame.legal) {
            *mv = self.burn(frame);
        }
    }

    /// The move that burns the card that is lifted.
    fn burn(&self, frame: &Frame<'_>) -> Option<Move> {
        let card = self.choice.card?;
        let mut burns = frame.legal.iter().filter(|mv| mv.action == Action::Burn);
        burns.find(|mv| mv.card == card).copied()
    }

    fn hint(&self, ui: &Ui, frame: &Frame<'_>) {
        let words = names::hint(frame.scene, frame.game, frame.legal, &self.choice, frame.hand);
        pieces::hint(ui, frame.scene.style, frame.layout.hint, &words);
    }

    fn buttons(&mut self, ui: &Ui, frame: &Frame<'_>, mv: &mut Option<Move>) {
        let (words, style) = (frame.scene.words, frame.scene.style);
        let mut buttons = Vec::new();
        let mut does = Vec::new();
        if choice::must_burn(frame.legal) {
            let burn = Button::new("jackaroo burn", words.get("jackaroo-burn"));
            buttons.push(burn.enabled(self.choice.card.is_some()));
            does.push(Does::Burn);
        } else {
            if let Ask::Steps(steps) = self.choice.ask(frame.legal) {
                for by in steps {
                    let mut button = Button::new("jackaroo steps", words.number(i64::from(by)));
                    button.id = steps_id(by);
                    buttons.push(button);
                    does.push(Does::Steps(by));
                }
            }
            if self.choice.card.is_some() {
                let mut button = Button::new("jackaroo back", "↶".to_owned());
                button.name = Some(words.get("jackaroo-back"));
                buttons.push(button);
                does.push(Does::Back);
            }
        }
        let responses = pieces::bar(ui, style, frame.layout.buttons, &buttons);
        for (response, does) in responses.iter().zip(does) {
            if !response.clicked() {
                continue;
            }
            match does {
                Does::Burn => *mv = self.burn(frame),
                Does::Back => self.choice.back(),
                Does::Steps(by) => {
                    *mv = self.choice.touch_steps(frame.legal, by);
                    if mv.is_none() && response.has_focus() {
                        self.focus_first(frame);
                    }
                }
            }
        }
    }
}

/// What a button does.
enum Does {
    Burn,
    Back,
    Steps(i8),
}

fn card_id(place: usize) -> Id {
    Id::unique(("jackaroo card", place))
}

fn marble_id(marble: Marble) -> Id {
    Id::unique(("jackaroo marble", marble.seat.number(), marble.number))
}

fn steps_id(by: i8) -> Id {
    Id::unique(("jackaroo steps", by))
}
