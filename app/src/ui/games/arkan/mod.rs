//! The Arkan table: the board, my tray and the piece in hand, and what everybody else has left (arkan.21 to arkan.27).
//!
//! | file | what |
//! | --- | --- |
//! | `grid` | where the squares of the board lie |
//! | `tray` | the recesses of the 21 shapes |
//! | `areas` | what of the table goes where |
//! | `hand` | the piece in hand: how it is turned, where it is held |
//! | `piece`, `icons` | what pieces and signs look like |
//! | `paint` | a position, without anything in hand |
//! | `lessons` | positions for the rules |

pub mod areas;
pub mod grid;
pub mod hand;
mod icons;
mod lessons;
pub mod paint;
pub mod piece;
pub mod tray;

use egui::{
    Context, EventFilter, Id, Key, Modifiers, Painter, Pos2, Rect, Response, Role, Sense, Shape as Drawn, Stroke, Ui,
};
use egui::{WidgetInfo, vec2};
use majlis_referee::told::Told;
use majlis_rules::arkan::{Arkan, Event, Placement, Shape, Squares};
use majlis_rules::game::Game as _;
use majlis_rules::registry::{AnyEvent, AnyGame};
use majlis_rules::seat::Seat;

use self::areas::Areas;
use self::hand::{Hand, Turn};
pub use self::lessons::lessons;
use self::paint::{Extras, on_board};
use self::piece::Body;
use super::press::{Loud, press};
use super::{GameTable, Person, Scene};
use crate::ui::motion::{Motion, Span};
use crate::ui::sound::Cue;
use crate::ui::style::{Style, Type, faded, ground, shape};
use crate::ui::text;

/// So many points of a smooth wheel turn the piece once.
const WHEEL: f32 = 40.0;
/// How wide the table's wooden edge is, in points.
const RIM: f32 = 7.0;

/// The table.
#[derive(Default)]
pub struct ArkanTable {
    hand: Hand,
    /// Whether the piece in hand is being dragged.
    dragged: bool,
    /// What was placed last by anybody.
    last: Option<Placement>,
    /// Somebody else's piece on its way to the board.
    flight: Option<Flight>,
    /// What I have placed and the match has not told yet.
    sent: Option<Placement>,
    /// The board is to get the keyboard.
    focus_board: bool,
    /// What a smooth wheel has turned so far, in points.
    wheel: f32,
    places: Places,
}

/// Where the lifted shape could go, kept from frame to frame.
#[derive(Default)]
struct Places {
    of: Option<(Seat, Shape, u32)>,
    all: Vec<Placement>,
}

/// A piece on its way from a card to the board.
#[derive(Clone, Copy, Debug)]
struct Flight {
    seat: Seat,
    placement: Placement,
    motion: Motion,
}

/// The table of a match that has not begun.
#[must_use]
pub fn table() -> Box<dyn GameTable> {
    Box::<ArkanTable>::default()
}

/// Paints a position and nothing else.
pub fn paint(painter: &Painter, rect: Rect, scene: &Scene<'_>) {
    let AnyGame::Arkan(game) = scene.view.state() else {
        return;
    };
    let rect = ground::table(painter, rect, RIM, scene.style);
    let areas = divide(painter.ctx(), rect, game, scene).without_pad(scene.style.right_to_left);
    let last = scene.near().after(game.seats() - 1, game.seats());
    let last = game.placed(last).last().copied();
    let extras = Extras {
        last,
        ..Extras::default()
    };
    paint::position(painter, &areas, game, scene, &extras);
}

fn divide(context: &Context, rect: Rect, game: &Arkan, scene: &Scene<'_>) -> Areas {
    let line = context.fonts_mut(|fonts| fonts.row_height(&scene.style.font(Type::Strong)));
    let near = (!scene.view.seats().is_empty()).then(|| scene.near());
    Areas::new(rect, game.seats(), near, scene.style.right_to_left, line + 1.0)
}

impl GameTable for ArkanTable {
    fn told(&mut self, told: &Told, scene: &Scene<'_>) {
        // Asked again, I have not placed: what I had decided on came to nothing.
        if scene.is_mine() {
            self.sent = None;
        }
        for event in &told.report.events {
            let AnyEvent::Arkan(Event::Placed { seat, placement }) = event else {
                continue;
            };
            self.last = Some(*placement);
            self.sent = None;
            self.places = Places::default();
            if scene.view.seats().contains(*seat) {
                self.hand.put_back();
                continue;
            }
            self.flight = Some(Flight {
                seat: *seat,
                placement: *placement,
                motion: Motion::new(scene.now, scene.style.span(Span::Travel)),
            });
        }
    }

    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> Option<String> {
        let AnyGame::Arkan(game) = scene.view.state() else {
            return None;
        };
        let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let rect = ground::table(ui.painter(), rect, RIM, scene.style);
        let areas = divide(ui.ctx(), rect, game, scene);
        self.forget_what_is_gone(game, scene);

        let placed = self.act(ui, &areas, game, scene);
        self.draw(ui, &areas, game, scene);
        let decided = placed.or(self.controls(ui, &areas, game, scene));
        name_pieces(ui, &areas, game, scene);
        if let Some(placement) = decided {
            self.hand.put_back();
            self.dragged = false;
            self.sent = Some(placement);
        }
        decided.map(|placement| placement.to_string())
    }

    fn is_moving(&self, now: f64) -> bool {
        self.flight.is_some_and(|flight| flight.motion.is_on(now))
    }

    fn standing(&self, scene: &Scene<'_>, person: &Person) -> Vec<String> {
        let AnyGame::Arkan(game) = scene.view.state() else {
            return Vec::new();
        };
        let scores = game.scores();
        let mut lines = Vec::new();
        for seat in person.seats.iter() {
            if let Some(&score) = scores.get(seat.index()) {
                lines.push(scene.words.with("score", &[("score", i64::from(score).into())]));
            }
            lines.push(paint::said(game, scene, seat));
        }
        lines
    }

    fn cues(&self, told: &Told) -> Vec<Cue> {
        let cue = |event: &AnyEvent| match event {
            AnyEvent::Arkan(Event::Placed { .. }) => Some(Cue::Place),
            AnyEvent::Arkan(Event::Stuck { .. }) => Some(Cue::Knock),
            _ => None,
        };
        told.report.events.iter().filter_map(cue).collect()
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("R", "arkan-rotate-right"),
            ("Shift+R", "arkan-rotate-left"),
            ("F", "arkan-flip"),
            ("← ↑ → ↓", "arkan-key-move"),
            ("N", "arkan-key-next"),
            ("Shift+N", "arkan-key-previous"),
            ("Enter", "arkan-key-place"),
            ("Esc", "arkan-key-back"),
        ]
    }
}

impl ArkanTable {
    /// After a step a lifted piece may be gone from the hand.
    fn forget_what_is_gone(&mut self, game: &Arkan, scene: &Scene<'_>) {
        let hand = game.hand(scene.near());
        let lifted = self.hand.lifted().map(hand::Lifted::shape);
        if scene.view.seats().is_empty() || lifted.is_some_and(|shape| !hand.contains(shape)) {
            self.hand.put_back();
            self.dragged = false;
        }
        if self.sent.is_some_and(|sent| !hand.contains(sent.shape())) {
            self.sent = None;
        }
        let taken = game.taken().len();
        let wanted = self.hand.lifted().map(|lifted| (scene.near(), lifted.shape(), taken));
        if self.places.of != wanted {
            self.places = Places {
                of: wanted,
                all: wanted.map_or_else(Vec::new, |(seat, shape, _)| game.placements_of(seat, shape)),
            };
        }
    }

    /// The place under the piece in hand, if it is one where it may be placed now.
    fn allowed(&self, game: &Arkan, scene: &Scene<'_>) -> Option<Placement> {
        let placement = self.hand.lifted()?.placement(game.board())?;
        let may = scene.is_mine() && self.sent.is_none() && self.fits(placement);
        may.then_some(placement)
    }

    /// Whether the lifted shape could go there if it were my turn.
    fn fits(&self, placement: Placement) -> bool {
        self.places.all.contains(&placement)
    }

    /// Takes in what the pointer and the keys do on the board and in the tray; gives what was placed.
    fn act(&mut self, ui: &Ui, areas: &Areas, game: &Arkan, scene: &Scene<'_>) -> Option<Placement> {
        let board = ui.interact(areas.grid.rect, ui.scope_id().with("board"), Sense::click_and_drag());
        self.name_board(&board, game, scene);
        if std::mem::take(&mut self.focus_board) {
            board.request_focus();
        }
        let mut mine = vec![board.id];
        let mut placed = self.tray(ui, areas, game, scene, &mut mine);
        placed = placed.or(self.pointer(ui, &board, areas, game, scene));
        if board.has_focus() {
            let keep = EventFilter {
                tab: false,
                horizontal_arrows: self.hand.lifted().is_some(),
                vertical_arrows: self.hand.lifted().is_some(),
                escape: self.hand.lifted().is_some(),
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(board.id, keep));
            text::focus_ring(ui, scene.style, areas.frame.shrink(2.0), shape::MEDIUM);
        }
        let focused = ui.memory(egui::Memory::focused);
        // Somewhere else, in a field for text say, the keys mean something else.
        if focused.is_none_or(|id| mine.contains(&id)) {
            let free = focused.is_none_or(|id| id == board.id);
            self.keys(ui, &board, game, scene, free);
            if free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
                placed = placed.or(self.allowed(game, scene));
            }
        }
        placed
    }

    /// The recesses of my tray: a click lifts and puts back, a drag takes along.
    fn tray(
        &mut self,
        ui: &Ui,
        areas: &Areas,
        game: &Arkan,
        scene: &Scene<'_>,
        mine: &mut Vec<Id>,
    ) -> Option<Placement> {
        let (near, watching) = (scene.near(), scene.view.seats().is_empty());
        let mut dropped = None;
        for slot in &areas.tray.slots {
            if !game.hand(near).contains(slot.shape) || self.sent.is_some_and(|sent| sent.shape() == slot.shape) {
                continue;
            }
            let sense = if watching {
                Sense::hover()
            } else {
                Sense::click_and_drag()
            };
            let response = ui.interact(slot.rect, ui.scope_id().with(("tray", slot.shape.index())), sense);
            mine.push(response.id);
            let held = self.hand.holds(slot.shape);
            response.widget_info(|| {
                let name = text::plain(&piece_said(scene, slot.shape));
                WidgetInfo::selected(Role::Button, !watching, held, name)
            });
            if response.has_focus() {
                text::focus_ring(ui, scene.style, slot.rect.shrink(2.0), shape::SMALL);
            }
            if response.clicked() {
                self.hand.toggle(slot.shape);
                let by_pointer = ui.input(|input| input.pointer.any_click());
                if self.hand.lifted().is_some() && !by_pointer {
                    // By the keyboard: on to the board, to the first place that is allowed.
                    self.focus_board = true;
                    self.hand
                        .jump(&game.placements_of(near, slot.shape), true, game.board());
                }
            }
            if response.drag_started() {
                if !held {
                    self.hand.lift(slot.shape);
                }
                self.dragged = true;
            }
            if response.dragged() || response.drag_stopped() {
                self.follow(response.interact_pointer_pos(), areas);
            }
            if response.drag_stopped() {
                self.dragged = false;
                // What was lifted this frame has not asked yet where it may go.
                self.forget_what_is_gone(game, scene);
                dropped = dropped.or(self.allowed(game, scene));
            }
        }
        dropped
    }

    /// Holds the piece under the pointer.
    fn follow(&mut self, pointer: Option<Pos2>, areas: &Areas) {
        match pointer.filter(|pointer| areas.frame.contains(*pointer)) {
            Some(pointer) => {
                let (columns, rows) = areas.grid.measure(pointer);
                self.hand.hold_over(columns, rows);
            }
            None => self.hand.take_off(),
        }
    }

    /// The pointer on the board: the piece follows it and is placed where it is let go, or clicked where it is already held.
    fn pointer(
        &mut self,
        ui: &Ui,
        board: &Response,
        areas: &Areas,
        game: &Arkan,
        scene: &Scene<'_>,
    ) -> Option<Placement> {
        let lifted = self.hand.lifted()?;
        let before = lifted.placement(game.board());
        let moved = ui.input(|input| input.pointer.delta() != egui::Vec2::ZERO || input.pointer.any_pressed());
        if (board.hovered() || board.dragged())
            && moved
            && let Some(pointer) = ui.input(|input| input.pointer.interact_pos())
        {
            let (columns, rows) = areas.grid.measure(pointer);
            self.hand.hold_over(columns, rows);
        }
        if board.hovered() || board.dragged() || self.dragged {
            self.turn_by_wheel(ui);
        }
        let clicked = board.clicked() && ui.input(|input| input.pointer.any_click());
        let here = self.hand.lifted().and_then(|lifted| lifted.placement(game.board()));
        // A finger's first touch shows where the piece would lie, the second one places it.
        if board.drag_stopped() || (clicked && before == here) {
            return self.allowed(game, scene);
        }
        None
    }

    fn turn_by_wheel(&mut self, ui: &Ui) {
        let events = ui.input(|input| input.events.clone());
        for event in events {
            let egui::Event::MouseWheel { unit, delta, .. } = event else {
                continue;
            };
            self.wheel += match unit {
                egui::MouseWheelUnit::Point => delta.y,
                egui::MouseWheelUnit::Line | egui::MouseWheelUnit::Page => delta.y.signum() * WHEEL,
            };
        }
        while self.wheel.abs() >= WHEEL {
            let turn = if self.wheel > 0.0 { Turn::Left } else { Turn::Right };
            self.wheel -= self.wheel.signum() * WHEEL;
            self.hand.turn(turn);
        }
    }

    /// The keys of the piece in hand. The arrows move it unless they move the keyboard through the tray.
    fn keys(&mut self, ui: &Ui, board: &Response, game: &Arkan, scene: &Scene<'_>, arrows: bool) {
        if self.hand.lifted().is_none() {
            return;
        }
        // A key with Shift is asked for before the key alone, which would take it too.
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        let (none, shift) = (Modifiers::NONE, Modifiers::SHIFT);
        if pressed(none, Key::Escape) {
            self.hand.put_back();
            return;
        }
        for (modifiers, key, turn) in [
            (shift, Key::R, Turn::Left),
            (none, Key::R, Turn::Right),
            (none, Key::F, Turn::Over),
        ] {
            if pressed(modifiers, key) {
                self.hand.turn(turn);
            }
        }
        for (modifiers, forward) in [(shift, false), (none, true)] {
            if pressed(modifiers, Key::N) {
                self.hand.jump(&self.places.all, forward, game.board());
                board.request_focus();
            }
        }
        if !arrows {
            return;
        }
        for (key, columns, rows) in [
            (Key::ArrowLeft, -1, 0),
            (Key::ArrowRight, 1, 0),
            (Key::ArrowUp, 0, 1),
            (Key::ArrowDown, 0, -1),
        ] {
            if pressed(none, key) {
                let start = game.board().start(scene.near());
                self.hand.step(columns, rows, game.board(), start);
            }
        }
    }

    fn draw(&mut self, ui: &Ui, areas: &Areas, game: &Arkan, scene: &Scene<'_>) {
        let lifted = self.hand.lifted();
        let reach = lifted.map(|lifted| {
            let as_turned = self
                .places
                .all
                .iter()
                .filter(|place| place.orientation() == lifted.orientation);
            as_turned.fold(Squares::EMPTY, |squares, place| squares.or(&place.to_set()))
        });
        let flight = self.flight.filter(|flight| flight.motion.is_on(scene.now));
        let extras = Extras {
            last: self.last,
            on_its_way: flight.map(|flight| flight.placement),
            lifted: lifted.map(hand::Lifted::shape),
            sent: self.sent,
            reach,
        };
        paint::position(ui.painter(), areas, game, scene, &extras);
        if let Some(flight) = flight {
            self.draw_flight(ui, areas, scene, flight);
        } else {
            self.flight = None;
        }
        self.draw_hand(ui, areas, game, scene);
    }

    fn draw_flight(&self, ui: &Ui, areas: &Areas, scene: &Scene<'_>, flight: Flight) {
        let to = on_board(&areas.grid, flight.placement);
        let card = areas.cards.iter().find(|card| card.seat == flight.seat);
        let slot = card.and_then(|card| Some((card.tray.slot(flight.placement.shape())?, card.tray.cell)));
        let from = slot.map_or(to, |(slot, cell)| {
            Body::centred(to.orientation, slot.piece.center(), cell)
        });
        let part = flight.motion.eased(scene.now);
        let body = from.towards(&to, part);
        let mut shapes = Vec::new();
        body.shadow(body.cell * 0.5 * (1.0 - part), &mut shapes);
        body.paint(scene.style, flight.seat, &mut shapes);
        ui.painter().extend(shapes);
        ui.ctx().request_repaint();
    }

    /// The piece in hand: over the board where it is held there, else above its recess.
    fn draw_hand(&self, ui: &Ui, areas: &Areas, game: &Arkan, scene: &Scene<'_>) {
        let Some(lifted) = self.hand.lifted() else { return };
        let (style, near) = (scene.style, scene.near());
        let palette = &style.palette;
        let colours = palette.seat(near);
        let mut shapes = Vec::new();
        if let Some(placement) = lifted.placement(game.board()) {
            let body = on_board(&areas.grid, placement);
            let gap = (body.cell * 0.035).max(0.4);
            if self.fits(placement) {
                let halo = body.cell * 0.22;
                body.flat(faded(colours.glow, 0.55), -halo, &mut shapes);
                body.flat(faded(palette.gold, 0.9), -body.cell * 0.07, &mut shapes);
                body.paint(style, near, &mut shapes);
            } else {
                body.flat(faded(palette.illegal, 0.82), gap, &mut shapes);
                body.hatch(palette.panel, &mut shapes);
                body.outline(Stroke::new((body.cell * 0.09).max(1.5), palette.illegal), &mut shapes);
            }
        } else if let Some(slot) = areas.tray.slot(lifted.shape()) {
            let (_, rows) = tray::extent(lifted.orientation);
            let dragged = ui.input(|input| input.pointer.interact_pos()).filter(|_| self.dragged);
            let cell = areas
                .tray
                .cell
                .min(areas.tray_box.height() * 0.9 / f32::from(rows.max(1)));
            let body = match dragged {
                Some(pointer) => Body::centred(lifted.orientation, pointer, areas.grid.cell),
                None => Body::centred(lifted.orientation, slot.piece.center() - vec2(0.0, cell * 0.35), cell),
            };
            body.shadow(cell * 0.3, &mut shapes);
            body.flat(palette.gold, -(cell * 0.13).max(1.5), &mut shapes);
            body.paint(style, near, &mut shapes);
        }
        ui.painter().extend(shapes);
    }

    /// The buttons: turns that would change the piece, «ضع», and the pass that has nothing to do (arkan.23 to arkan.26).
    fn controls(&mut self, ui: &mut Ui, areas: &Areas, game: &Arkan, scene: &Scene<'_>) -> Option<Placement> {
        if scene.view.seats().is_empty() {
            return None;
        }
        let (style, words) = (scene.style, scene.words);
        let gap = 6.0;
        let side = (areas.pad.height() - gap).min(2.0 * 52.0) / 2.0;
        let third = (areas.pad.width() - 2.0 * gap) / 3.0;
        let top = areas.pad.center().y - side - gap / 2.0;
        let cell = |column: usize, columns: f32, row: f32| {
            let column = if style.right_to_left {
                2.0 - column as f32 - (columns - 1.0)
            } else {
                column as f32
            };
            let corner = egui::pos2(areas.pad.left() + column * (third + gap), top + row * (side + gap));
            Rect::from_min_size(corner, vec2(third * columns + gap * (columns - 1.0), side))
        };
        let turns = [
            (Turn::Left, "arkan-rotate-left"),
            (Turn::Right, "arkan-rotate-right"),
            (Turn::Over, "arkan-flip"),
        ];
        for (column, (turn, name)) in turns.into_iter().enumerate() {
            if self.hand.offers(turn)
                && turn_button(ui, style, cell(column, 1.0, 0.0), turn, &words.get(name)).clicked()
            {
                self.hand.turn(turn);
            }
        }
        let allowed = self.allowed(game, scene);
        let place_at = cell(0, 2.0, 1.0);
        let may = allowed.is_some();
        let place = press(ui, style, place_at, may, &words.get("arkan-place"), Loud::Gold);
        // Who cannot place is skipped, so this is never a choice (arkan.12, arkan.26).
        press(
            ui,
            style,
            cell(2, 1.0, 1.0),
            false,
            &words.get("arkan-pass"),
            Loud::Wood,
        );
        allowed.filter(|_| place.clicked())
    }

    fn name_board(&self, board: &Response, game: &Arkan, scene: &Scene<'_>) {
        board.widget_info(|| {
            let side = i64::from(game.board().side());
            let mut name = scene.words.with("arkan-board", &[("side", side.into())]);
            let held = self.hand.lifted().and_then(|lifted| lifted.placement(game.board()));
            if let Some(placement) = held {
                let key = if self.fits(placement) {
                    "arkan-held-legal"
                } else {
                    "arkan-held-illegal"
                };
                let values = [
                    ("piece", piece_said(scene, placement.shape()).into()),
                    ("squares", placement.to_string().replace(',', " ").into()),
                ];
                name = scene.words.with(key, &values);
            }
            WidgetInfo::labeled(Role::Button, true, text::plain(&name))
        });
    }
}

/// A piece in words: its name and how many squares it has.
fn piece_said(scene: &Scene<'_>, shape: Shape) -> String {
    let squares = i64::from(shape.size());
    scene.words.with(
        "arkan-piece",
        &[("shape", shape.name().into()), ("squares", squares.into())],
    )
}

fn turn_button(ui: &Ui, style: &Style, rect: Rect, turn: Turn, name: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(name), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text::plain(name)));
    let palette = &style.palette;
    let fill = if response.hovered() {
        palette.wood_light
    } else {
        palette.wood
    };
    ui.painter().rect_filled(rect, shape::MEDIUM, fill);
    icons::paint(ui.painter(), rect, turn, palette.on_wood);
    if response.has_focus() {
        text::focus_ring(ui, style, rect, shape::MEDIUM);
    }
    response
}

/// The names of what lies on the table, for those who hear it: rows of the board, start squares, and what each has left.
fn name_pieces(ui: &Ui, areas: &Areas, game: &Arkan, scene: &Scene<'_>) {
    let side = game.board().side();
    for row in (0..side).rev() {
        let rect = areas.grid.block(0, row.into(), side.into(), 1);
        let response = ui.interact(rect, ui.scope_id().with(("row", row)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Row, true, text::plain(&paint::row_said(game, scene, row))));
    }
    for seat in game.present().iter().filter(|seat| game.placed(*seat).is_empty()) {
        let square = game.board().start(seat);
        let response = ui.interact(
            areas.grid.square(square),
            ui.scope_id().with(("start", seat.number())),
            Sense::hover(),
        );
        response.widget_info(|| {
            let values = [("name", scene.name(seat).into()), ("square", square.to_string().into())];
            WidgetInfo::labeled(Role::Cell, true, text::plain(&scene.words.with("arkan-start", &values)))
        });
    }
    for card in &areas.cards {
        let response = ui.interact(
            card.rect,
            ui.scope_id().with(("card", card.seat.number())),
            Sense::hover(),
        );
        response.widget_info(|| {
            let shapes: Vec<&str> = game.hand(card.seat).iter().map(Shape::name).collect();
            let values = [
                ("name", scene.name(card.seat).into()),
                ("pieces", paint::said(game, scene, card.seat).into()),
                ("shapes", shapes.join(" ").into()),
            ];
            WidgetInfo::labeled(Role::Group, true, text::plain(&scene.words.with("arkan-hand", &values)))
        });
    }
}

/// What is drawn of a body, for those who put pictures together.
#[must_use]
pub fn drawn(body: &Body, style: &Style, seat: Seat) -> Vec<Drawn> {
    let mut shapes = Vec::new();
    body.paint(style, seat, &mut shapes);
    shapes
}
