//! The domino table: the line that folds itself, my rack, the others round the table (domino.25 to domino.31).
//!
//! | file | what |
//! | --- | --- |
//! | `fold` | how the line lies on a table of any size |
//! | `places` | what of the table goes where; racks and heaps of any number of tiles |
//! | `tile` | what a tile looks like |
//! | `paint` | a position, without anything in hand |
//! | `round` | the end of a round: what was opened |
//! | `lessons` | positions for the rules |

pub mod fold;
mod lessons;
pub mod paint;
pub mod places;
mod round;
pub mod tile;

use egui::{Key, Modifiers, Painter, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use majlis_referee::told::Told;
use majlis_rules::domino::{Domino, End, Event, Line, Move};
use majlis_rules::game::Game as _;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove};
use majlis_rules::seat::Seat;
use majlis_rules::tiles::Tile;

pub use self::lessons::lessons;
use self::paint::Picture;
use self::round::RoundEnd;
use super::press::{Loud, press, width_of};
use super::{GameTable, Person, Scene};
use crate::ui::motion::{Motion, Span};
use crate::ui::sound::Cue;
use crate::ui::style::shape;
use crate::ui::text;

/// How long the end of a round is shown where nobody says that it is enough, in seconds.
const ROUND_END: f64 = 20.0;

/// The table.
#[derive(Default)]
pub struct DominoTable {
    /// The lifted tile.
    lifted: Option<Tile>,
    /// Where the pointer has it, while it is dragged.
    dragged: Option<Pos2>,
    /// What was laid last.
    last: Option<Tile>,
    flights: Vec<Flight>,
    /// The line before the last step, for what has to move to make place.
    before: Vec<(Tile, Rect)>,
    making_place: Option<Motion>,
    /// Where the tiles of my rack were drawn in the last frame.
    rack: Vec<(Tile, Rect)>,
    /// Where the tiles of the line were drawn in the last frame.
    drawn: Vec<(Tile, Rect)>,
    /// The line as it lay when it was last not empty.
    line: Option<Line>,
    /// The end of a round, from when on it is shown.
    ended: Option<(RoundEnd, Motion)>,
    /// What I have decided on and the match has not told yet.
    sent: bool,
}

/// A tile on its way.
#[derive(Clone, Copy, Debug)]
struct Flight {
    seat: Seat,
    what: Flown,
    motion: Motion,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Flown {
    /// From a hand into the line; from where it was on my own rack.
    Laid(Tile, Option<Rect>),
    /// From the boneyard to a hand: as number so many of the hand.
    Drawn(usize),
}

/// The table of a match that has not begun.
#[must_use]
pub fn table() -> Box<dyn GameTable> {
    Box::<DominoTable>::default()
}

/// Paints a position and nothing else.
pub fn paint(painter: &Painter, rect: Rect, scene: &Scene<'_>) {
    let AnyGame::Domino(game) = scene.view.state() else {
        return;
    };
    let picture = Picture::new(painter.ctx(), rect, game, game.line(), scene);
    paint::table(painter, rect, &picture, scene);
    paint::line(painter, &picture, scene, None, |_, rect| Some(rect));
    if picture.line.is_empty()
        && let Some(notice) = paint::notice(game, scene)
    {
        paint::say(painter, &picture, scene, &notice);
    }
    paint::others(painter, &picture, game, scene, |_| 0);
    paint::boneyard(painter, &picture, game, scene);
    paint::score(painter, &picture, game, scene);
    paint::rack(painter, &picture, scene);
    let playable = playable(scene);
    let mut shapes = Vec::new();
    for (tile, place) in picture.hand.iter().zip(&picture.rack.places) {
        let up = tile.is_some_and(|tile| playable.contains(&tile));
        let rect = place.translate(vec2(0.0, if up { -picture.rack.step } else { 0.0 }));
        paint::standing(scene, rect, *tile, false, &mut shapes);
    }
    painter.extend(shapes);
    paint::rack_front(painter, &picture, scene);
}

/// The moves that are mine to choose from.
fn moves<'a>(scene: &'a Scene<'_>) -> impl Iterator<Item = Move> + 'a {
    scene.legal.iter().filter_map(|mv| match mv {
        AnyMove::Domino(mv) => Some(*mv),
        _ => None,
    })
}

/// The tiles that I may play now.
fn playable(scene: &Scene<'_>) -> Vec<Tile> {
    moves(scene).filter_map(Move::tile).collect()
}

impl GameTable for DominoTable {
    fn told(&mut self, told: &Told, scene: &Scene<'_>) {
        let events = told.report.events.iter().filter_map(|event| match event {
            AnyEvent::Domino(event) => Some(event),
            _ => None,
        });
        let travel = Motion::new(scene.now, scene.style.span(Span::Travel));
        let AnyGame::Domino(game) = scene.view.state() else {
            return;
        };
        // Asked again, I have not played: what I had decided on came to nothing.
        self.sent &= !scene.is_mine();
        for event in events.clone() {
            self.sent = false;
            match *event {
                Event::Opened { seat, tile, .. } | Event::Joined { seat, tile, .. } => {
                    self.ended = None;
                    self.last = Some(tile);
                    let from = self.rack.iter().find(|(held, _)| *held == tile).map(|(_, rect)| *rect);
                    self.flights.push(Flight {
                        seat,
                        what: Flown::Laid(tile, from),
                        motion: travel,
                    });
                    self.before.clone_from(&self.drawn);
                    self.making_place = Some(Motion::new(scene.now, scene.style.span(Span::Lift)));
                }
                Event::Drew { seat, .. } => {
                    let at = usize::from(game.hand_len(seat)).saturating_sub(1);
                    self.flights.push(Flight {
                        seat,
                        what: Flown::Drawn(at),
                        motion: travel,
                    });
                }
                Event::Dealt { .. } | Event::DealVoid { .. } => {
                    self.flights.clear();
                    self.last = None;
                    self.lifted = None;
                }
                _ => {}
            }
        }
        // A round that has been opened meanwhile is looked at instead.
        let opened = |event: &&Event| matches!(event, Event::Opened { .. });
        let since = events
            .clone()
            .skip_while(|event| !matches!(event, Event::RoundOver { .. }));
        if since.clone().find(opened).is_none()
            && let Some(ended) = RoundEnd::told(events)
        {
            // The last tile arrives first, and is looked at.
            let arrived = self.flights.iter().map(|flight| flight.motion.end());
            let from = arrived.fold(scene.now, f64::max) + scene.style.span(Span::Rest);
            self.ended = Some((ended, Motion::new(from, ROUND_END)));
        }
        if self.lifted.is_some_and(|tile| !playable(scene).contains(&tile)) {
            self.lifted = None;
            self.dragged = None;
        }
    }

    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> Option<String> {
        let AnyGame::Domino(game) = scene.view.state() else {
            return None;
        };
        let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        self.flights.retain(|flight| flight.motion.is_on(scene.now));
        if self.ended.as_ref().is_some_and(|(_, motion)| !motion.is_on(scene.now)) {
            self.ended = None;
        }
        if !game.line().is_empty() || self.ended.is_none() {
            self.line = Some(*game.line());
        }
        let line = self.line.unwrap_or(*game.line());
        let picture = Picture::new(ui.ctx(), rect, game, &line, scene);

        paint::table(ui.painter(), rect, &picture, scene);
        self.draw_line(ui, &picture, scene);
        if picture.line.is_empty()
            && self.ended.is_none()
            && let Some(notice) = paint::notice(game, scene)
        {
            paint::say(ui.painter(), &picture, scene, &notice);
            name(ui, picture.places.line, "notice", Role::Label, &notice.0);
        }
        let drawing = |seat: Seat| self.flights.iter().filter(|flight| flight.is_draw_of(seat)).count();
        paint::others(ui.painter(), &picture, game, scene, drawing);
        paint::boneyard(ui.painter(), &picture, game, scene);
        paint::score(ui.painter(), &picture, game, scene);
        name_table(ui, &picture, game, scene);
        paint::rack(ui.painter(), &picture, scene);

        let mut decided = self.rack(ui, &picture, scene);
        paint::rack_front(ui.painter(), &picture, scene);
        decided = decided.or(self.ends(ui, &picture, scene));
        decided = decided.or(self.buttons(ui, &picture, game, scene));
        decided = decided.or(self.keys(ui, scene));
        self.draw_flights(ui, &picture, scene);
        if let Some((ended, motion)) = &self.ended {
            if scene.now < motion.start {
                ui.ctx().request_repaint();
            } else {
                let space = picture.places.felt.shrink(4.0);
                if ended.show(ui, space, scene, game.partners()) || ui.input(|input| input.key_pressed(Key::Escape)) {
                    self.ended = None;
                    self.line = None;
                    ui.ctx().request_repaint();
                } else {
                    let left = (motion.end() - scene.now).max(0.1);
                    ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left));
                }
            }
        }
        let decided = decided.filter(|mv| !self.sent && moves(scene).any(|legal| legal == *mv));
        if decided.is_some() {
            self.sent = true;
            self.lifted = None;
            self.dragged = None;
        }
        decided.map(|mv| mv.to_string())
    }

    fn is_moving(&self, now: f64) -> bool {
        self.flights.iter().any(|flight| flight.motion.is_on(now))
            || self.ended.as_ref().is_some_and(|(_, motion)| motion.is_on(now))
    }

    fn standing(&self, scene: &Scene<'_>, person: &Person) -> Vec<String> {
        let AnyGame::Domino(game) = scene.view.state() else {
            return Vec::new();
        };
        let scores = game.scores();
        let mut lines = Vec::new();
        for seat in person.seats.iter() {
            let score = scores.get(seat.index()).copied().unwrap_or(0);
            let sides = game.partners() && !scene.view.seats().is_empty();
            let name = match (sides, game.side(scene.near()).contains(seat)) {
                (false, _) => "score",
                (true, true) => "domino-us-score",
                (true, false) => "domino-them-score",
            };
            lines.push(scene.words.with(name, &[("score", i64::from(score).into())]));
            lines.push(paint::count_said(game, scene, seat));
        }
        lines
    }

    fn cues(&self, told: &Told) -> Vec<Cue> {
        let cue = |event: &AnyEvent| match event {
            AnyEvent::Domino(Event::Opened { .. } | Event::Joined { .. }) => Some(Cue::Place),
            AnyEvent::Domino(Event::Drew { .. } | Event::Dealt { .. }) => Some(Cue::Slide),
            AnyEvent::Domino(Event::Knocked { .. }) => Some(Cue::Knock),
            AnyEvent::Domino(Event::RoundOver { .. }) => Some(Cue::Round),
            _ => None,
        };
        told.report.events.iter().filter_map(cue).collect()
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("1 … 9", "domino-key-lift"),
            ("L", "domino-play-left"),
            ("R", "domino-play-right"),
            ("O", "domino-open"),
            ("D", "domino-draw"),
            ("P", "domino-pass"),
            ("Esc", "domino-key-back"),
        ]
    }
}

impl Flight {
    fn is_draw_of(&self, seat: Seat) -> bool {
        self.seat == seat && matches!(self.what, Flown::Drawn(_))
    }
}

impl DominoTable {
    fn draw_line(&mut self, ui: &Ui, picture: &Picture, scene: &Scene<'_>) {
        let flying: Vec<Tile> = self.flights.iter().filter_map(Flight::tile).collect();
        let moving = self.making_place.filter(|motion| motion.is_on(scene.now));
        let mut drawn = Vec::with_capacity(picture.fold.tiles.len());
        paint::line(ui.painter(), picture, scene, self.last, |tile, rect| {
            if flying.contains(&tile) {
                return None;
            }
            let before = self.before.iter().find(|(other, _)| *other == tile);
            let now = match (moving, before) {
                (Some(motion), Some((_, before))) => between(*before, rect, motion.eased(scene.now)),
                _ => rect,
            };
            drawn.push((tile, now));
            Some(now)
        });
        self.drawn = drawn;
        if moving.is_some() {
            ui.ctx().request_repaint();
        }
    }

    /// My rack: what can be played stands up, a touch lifts it (domino.25, domino.26).
    fn rack(&mut self, ui: &Ui, picture: &Picture, scene: &Scene<'_>) -> Option<Move> {
        let playable = playable(scene);
        let near = scene.near();
        let arriving: Vec<usize> = self
            .flights
            .iter()
            .filter(|flight| flight.is_draw_of(near))
            .filter_map(|flight| match flight.what {
                Flown::Drawn(at) => Some(at),
                Flown::Laid(..) => None,
            })
            .collect();
        let (mut dropped, mut above) = (None, Vec::new());
        let mut shapes = Vec::with_capacity(300);
        self.rack.clear();
        let time = scene.style.span(Span::Lift) as f32;
        for (at, (tile, place)) in picture.hand.iter().zip(&picture.rack.places).enumerate() {
            if arriving.contains(&at) {
                continue;
            }
            let Some(tile) = *tile else {
                paint::standing(scene, *place, None, false, &mut shapes);
                continue;
            };
            let fits = playable.contains(&tile) && !self.sent;
            let held = self.lifted == Some(tile);
            let id = ui.scope_id().with(("rack", tile.high(), tile.low()));
            let up = ui.ctx().animate_bool_with_time(id.with("up"), fits, time);
            let high = ui.ctx().animate_bool_with_time(id.with("high"), held, time);
            let risen = place.translate(vec2(0.0, -picture.rack.step * (up + 0.55 * high)));
            let sense = if fits { Sense::click_and_drag() } else { Sense::hover() };
            let response = ui.interact(risen, id, sense);
            name_tile(&response, scene, tile, fits, held);
            if response.clicked() {
                self.lifted = if held { None } else { Some(tile) };
            }
            if response.drag_started() {
                self.lifted = Some(tile);
            }
            if response.dragged() && self.lifted == Some(tile) {
                self.dragged = response.interact_pointer_pos();
            }
            let pointer = self.dragged.filter(|_| self.lifted == Some(tile));
            let rect = pointer.map_or(risen, |pointer| Rect::from_center_size(pointer, picture.rack.tile));
            if response.drag_stopped() && self.lifted == Some(tile) {
                dropped = self.dragged.and_then(|pointer| drop_at(picture, scene, tile, pointer));
                self.dragged = None;
            }
            self.rack.push((tile, rect));
            let held = self.lifted == Some(tile);
            if pointer.is_some() {
                paint::standing(scene, rect, Some(tile), held, &mut above);
            } else {
                paint::standing(scene, rect, Some(tile), held, &mut shapes);
            }
            if response.has_focus() {
                text::focus_ring(ui, scene.style, rect.expand(2.0), shape::SMALL);
            }
        }
        ui.painter().extend(shapes);
        if !above.is_empty() {
            let layer = egui::LayerId::new(egui::Order::Foreground, ui.scope_id().with("dragged"));
            ui.ctx().layer_painter(layer).extend(above);
        }
        dropped
    }

    /// The places at the ends that take the lifted tile; a click on one plays it there.
    fn ends(&self, ui: &Ui, picture: &Picture, scene: &Scene<'_>) -> Option<Move> {
        let tile = self.lifted.filter(|_| !self.sent)?;
        let mut decided = None;
        let mut shapes = Vec::new();
        let aimed = self.dragged.and_then(|pointer| drop_at(picture, scene, tile, pointer));
        for mv in moves(scene).filter(|mv| mv.tile() == Some(tile)) {
            let (end, key) = match mv {
                Move::Open(_) => (None, "domino-place-open"),
                Move::Join(End::Left, _) => (Some(End::Left), "domino-place-left"),
                Move::Join(End::Right, _) => (Some(End::Right), "domino-place-right"),
                Move::Draw | Move::Knock => continue,
            };
            let spot = picture.next(end, tile);
            let response = ui.interact(spot.rect, ui.scope_id().with(key), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text::plain(&scene.words.get(key))));
            let strong = aimed == Some(mv) || response.hovered() || response.has_focus();
            tile::place(scene.style, spot.rect, strong, &mut shapes);
            if response.clicked() {
                decided = Some(mv);
            }
        }
        ui.painter().extend(shapes);
        decided
    }

    /// The buttons that may be pressed now, and no other (domino.26 to domino.28).
    fn buttons(&self, ui: &Ui, picture: &Picture, game: &Domino, scene: &Scene<'_>) -> Option<Move> {
        if self.sent || self.ended.is_some() {
            return None;
        }
        let row = picture.places.buttons;
        let (style, words) = (scene.style, scene.words);
        let mut decided = None;
        let lifted = self.lifted;
        let offered = moves(scene).filter(|mv| mv.tile().is_none_or(|tile| Some(tile) == lifted));
        for mv in offered {
            let key = match mv {
                Move::Open(_) => "domino-open",
                Move::Join(End::Left, _) => "domino-play-left",
                Move::Join(End::Right, _) => "domino-play-right",
                Move::Draw => "domino-draw",
                Move::Knock => "domino-pass",
            };
            let name = words.get(key);
            let half = row.width() / 2.0 - 5.0;
            let wide = width_of(ui, style, &name).clamp(120.0_f32.min(half), half);
            // Left is left and right is right in every language.
            let middle = match mv {
                Move::Join(End::Left, _) => row.center().x - 5.0 - wide / 2.0,
                Move::Join(End::Right, _) => row.center().x + 5.0 + wide / 2.0,
                _ => row.center().x,
            };
            let rect = Rect::from_center_size(pos2(middle, row.center().y), vec2(wide, row.height()));
            if press(ui, style, rect, true, &name, Loud::Gold).clicked() {
                decided = Some(mv);
            }
        }
        if decided.is_none()
            && game.boneyard_len() > 0
            && let Some(draw) = moves(scene).find(|mv| *mv == Move::Draw)
            && let Some(heap) = picture.places.boneyard
        {
            // The tile that would be drawn can be taken by itself.
            let (heap, _) = paint::boneyard_parts(heap);
            let backs = places::heap(heap, game.boneyard_len().into());
            if let Some(next) = backs.last() {
                let mut shapes = Vec::new();
                tile::ring(style, *next, &mut shapes);
                ui.painter().extend(shapes);
                if ui.interact(*next, ui.scope_id().with("next"), Sense::click()).clicked() {
                    decided = Some(draw);
                }
            }
        }
        decided
    }

    fn keys(&mut self, ui: &Ui, scene: &Scene<'_>) -> Option<Move> {
        if self.sent || !scene.is_mine() || ui.ctx().text_edit_focused() {
            return None;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::Escape) {
            self.lifted = None;
        }
        let digits = [
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
        let mut tiles = playable(scene);
        tiles.dedup();
        // In the order of the rack.
        let order = |tile: &Tile| self.rack.iter().position(|(held, _)| held == tile);
        tiles.sort_by_key(order);
        for (key, tile) in digits.into_iter().zip(tiles) {
            if pressed(key) {
                self.lifted = Some(tile);
            }
        }
        let lifted = self.lifted;
        let key_of = |mv: Move| match mv {
            Move::Join(End::Left, _) => Key::L,
            Move::Join(End::Right, _) => Key::R,
            Move::Open(_) => Key::O,
            Move::Draw => Key::D,
            Move::Knock => Key::P,
        };
        moves(scene)
            .filter(|mv| mv.tile().is_none() || mv.tile() == lifted)
            .find(|mv| pressed(key_of(*mv)))
    }

    fn draw_flights(&self, ui: &Ui, picture: &Picture, scene: &Scene<'_>) {
        if self.flights.is_empty() {
            return;
        }
        let mut shapes = Vec::new();
        for flight in &self.flights {
            let part = flight.motion.eased(scene.now);
            let seat = picture.opponent(flight.seat).map(|other| {
                let long = other.tiles.size().min_elem();
                Rect::from_center_size(other.tiles.center(), vec2(long / 2.0, long))
            });
            match flight.what {
                Flown::Laid(tile, from) => {
                    let Some(spot) = picture.spot(tile) else { continue };
                    let from = from.or(seat).unwrap_or(spot.rect);
                    let long = spot.rect.width() > spot.rect.height();
                    let upright = from.height() > from.width();
                    // It lies as it will lie: only its size and place change.
                    let from = if long == upright {
                        Rect::from_center_size(from.center(), from.size().yx())
                    } else {
                        from
                    };
                    let rect = between(from, spot.rect, part);
                    let laid = picture.line.iter().find(|laid| laid.tile == tile);
                    if let Some(laid) = laid {
                        let spot = fold::Spot { rect, ..spot };
                        tile::laid(scene.style, spot, laid.left(), laid.right(), &mut shapes);
                    }
                }
                Flown::Drawn(at) => {
                    let heap = picture.places.boneyard.map(|space| paint::boneyard_parts(space).0);
                    let from = heap.map(|heap| Rect::from_center_size(heap.center(), vec2(16.0, 32.0)));
                    let to = seat.or(picture.rack.places.get(at).copied());
                    if let (Some(from), Some(to)) = (from, to) {
                        tile::back(scene.style, between(from, to, part), &mut shapes);
                    }
                }
            }
        }
        ui.painter().extend(shapes);
        ui.ctx().request_repaint();
    }
}

impl Flight {
    fn tile(&self) -> Option<Tile> {
        match self.what {
            Flown::Laid(tile, _) => Some(tile),
            Flown::Drawn(_) => None,
        }
    }
}

/// The move of a tile that is let go there: to the nearer of the ends that take it, anywhere on the felt.
fn drop_at(picture: &Picture, scene: &Scene<'_>, tile: Tile, pointer: Pos2) -> Option<Move> {
    if !picture.places.felt.contains(pointer) {
        return None;
    }
    let distance = |mv: &Move| {
        let end = match mv {
            Move::Join(end, _) => Some(*end),
            _ => None,
        };
        picture.next(end, tile).rect.center().distance(pointer)
    };
    moves(scene)
        .filter(|mv| mv.tile() == Some(tile))
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

fn between(from: Rect, to: Rect, part: f32) -> Rect {
    let mix = |a: Pos2, b: Pos2| a + (b - a) * part;
    Rect::from_min_max(mix(from.min, to.min), mix(from.max, to.max))
}

fn name(ui: &Ui, rect: Rect, id: &str, role: Role, said: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text::plain(said)));
    response
}

fn name_tile(response: &Response, scene: &Scene<'_>, tile: Tile, fits: bool, held: bool) {
    response.widget_info(|| {
        let key = if fits { "domino-tile-fits" } else { "domino-tile-sunk" };
        let name = scene.words.with(key, &[("tile", tile.to_string().into())]);
        WidgetInfo::selected(Role::Button, fits, held, text::plain(&name))
    });
}

/// The names of what lies on the table, for those who hear it.
fn name_table(ui: &Ui, picture: &Picture, game: &Domino, scene: &Scene<'_>) {
    let words = scene.words;
    for (at, (laid, spot)) in picture.line.iter().zip(&picture.fold.tiles).enumerate() {
        let response = ui.interact(spot.rect, ui.scope_id().with(("line", at)), Sense::hover());
        response.widget_info(|| {
            let values = [
                ("place", (at as i64 + 1).into()),
                ("left", i64::from(laid.left()).into()),
                ("right", i64::from(laid.right()).into()),
            ];
            WidgetInfo::labeled(Role::ListItem, true, text::plain(&words.with("domino-laid", &values)))
        });
    }
    if let Some(ends) = picture.line.ends() {
        let response = ui.interact(picture.places.line, ui.scope_id().with("line"), Sense::hover());
        response.widget_info(|| {
            let values = [
                ("left", i64::from(ends.left).into()),
                ("right", i64::from(ends.right).into()),
            ];
            WidgetInfo::labeled(Role::List, true, text::plain(&words.with("domino-ends", &values)))
        });
    }
    for other in &picture.places.others {
        let rect = other.name.union(other.count).union(other.tiles);
        let response = ui.interact(rect, ui.scope_id().with(("seat", other.seat.number())), Sense::hover());
        response.widget_info(|| {
            let count = paint::count_said(game, scene, other.seat);
            let name = format!("{}: {count}", scene.name(other.seat));
            WidgetInfo::labeled(Role::Group, true, text::plain(&name))
        });
    }
    if let Some(space) = picture.places.boneyard {
        let response = ui.interact(space, ui.scope_id().with("boneyard"), Sense::hover());
        response.widget_info(|| {
            let count = i64::from(game.boneyard_len());
            let name = words.with("domino-boneyard", &[("tiles", count.into())]);
            WidgetInfo::labeled(Role::Group, true, text::plain(&name))
        });
    }
    if let Some(space) = picture.places.score {
        let response = ui.interact(space, ui.scope_id().with("score"), Sense::hover());
        response.widget_info(|| {
            let scores = game.scores();
            let [ours, theirs] = paint::sides(game, scene.near());
            let of = |side: majlis_rules::seat::SeatSet| {
                let points = side.iter().find_map(|seat| scores.get(seat.index()).copied());
                i64::from(points.unwrap_or(0))
            };
            let said = |name: &str, side: majlis_rules::seat::SeatSet| {
                if scene.view.seats().is_empty() {
                    let names: Vec<String> = side.iter().map(|seat| scene.name(seat)).collect();
                    let score = words.with("score", &[("score", of(side).into())]);
                    return format!("{}: {score}", names.join(" – "));
                }
                words.with(name, &[("score", of(side).into())])
            };
            let (us, them) = (said("domino-us-score", ours), said("domino-them-score", theirs));
            WidgetInfo::labeled(Role::Group, true, text::plain(&format!("{us} · {them}")))
        });
    }
}
