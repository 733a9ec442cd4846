//! The table as it is drawn in one frame.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};
use majlis_rules::cards::Card;
use majlis_rules::face::{Faces as _, Handle};
use majlis_rules::four::{Four, Phase, Slot};
use majlis_rules::game::Game as _;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;

use super::layout::Layout;
use super::motion::{Flight, Moving, Stop};
use crate::ui::games::cards::{self, Side};
use crate::ui::games::{Presence, Scene, pieces};
use crate::ui::motion::ease;
use crate::ui::style::{Type, faded, ground, shape, space};
use crate::ui::text;

/// What is marked on the cards.
#[derive(Default)]
pub(super) struct Marks {
    /// Cards that can be touched.
    pub active: Vec<Slot>,
    /// The one under the pointer, or with the keyboard.
    pub pointed: Option<Slot>,
    /// The first of two to be swapped.
    pub chosen: Option<Slot>,
    /// Whether the stock can be touched, and whether it is pointed at.
    pub stock: Option<bool>,
    /// Whether the pile can be touched, and whether it is pointed at.
    pub pile: Option<bool>,
    /// The pile's top card lies in my hand and waits for its place.
    pub taken: bool,
}

/// Paints a position for the rules, replays and pictures.
pub(super) fn position(painter: &Painter, rect: Rect, scene: &Scene<'_>) {
    let AnyGame::Four(game) = scene.view.state() else {
        return;
    };
    let layout = layout(scene, rect, &slots(game));
    ground::table(painter, rect, super::layout::RIM, scene.style);
    table(painter, scene, game, &layout, &Moving::default(), &Marks::default());
}

/// How many slots each row has.
pub(super) fn slots(game: &Four) -> Vec<u8> {
    Seat::all(game.seats()).map(|seat| game.row(seat).slots()).collect()
}

pub(super) fn layout(scene: &Scene<'_>, rect: Rect, slots: &[u8]) -> Layout {
    Layout::new(
        rect,
        scene.near(),
        slots,
        scene.style.right_to_left,
        scene.style.text_scale,
    )
}

/// Everything that lies on the table, still or moving.
pub(super) fn table(
    painter: &Painter,
    scene: &Scene<'_>,
    game: &Four,
    layout: &Layout,
    moving: &Moving,
    marks: &Marks,
) {
    for seat in Seat::all(game.seats()) {
        plate(painter, scene, game, layout, moving, seat);
    }
    piles(painter, scene, game, layout, moving, marks);
    for seat in Seat::all(game.seats()) {
        match &moving.ending {
            Some(ending) => {
                let rows = ending.rows.iter().zip(&ending.turns);
                if let Some(((_, row), turn)) = rows.into_iter().find(|((whose, _), _)| *whose == seat) {
                    let count = ending.slots.get(seat.index()).copied().unwrap_or(0);
                    open_row(painter, scene, layout, seat, count, row, turn.part(scene.now));
                }
            }
            None => row(painter, scene, game, layout, moving, marks, seat),
        }
    }
    in_between(painter, scene, game, layout, moving, marks);
    for flight in &moving.flights {
        if flight.motion.start <= scene.now || !lies_still(flight) {
            fly(painter, scene, layout, flight);
        }
    }
}

/// Whether a card that has not started yet is drawn where it starts by somebody else.
const fn lies_still(flight: &Flight) -> bool {
    matches!(flight.from, Stop::Stock | Stop::Pile)
}

fn plate(painter: &Painter, scene: &Scene<'_>, game: &Four, layout: &Layout, moving: &Moving, seat: Seat) {
    let Some(plate) = layout.plate(seat) else { return };
    let (style, palette) = (scene.style, &scene.style.palette);
    let turn = moving.ending.is_none() && game.turn() == Some(seat);
    pieces::plate(painter, style, plate.rect, turn);
    // The total at the end of the line, the name before it.
    let totals = moving
        .ending
        .as_ref()
        .map_or(game.totals(), |ending| ending.totals.as_slice());
    let total = totals.get(seat.index()).copied().unwrap_or(0);
    let total = scene.words.number(i64::from(total));
    let (at, anchor) = if style.right_to_left {
        (plate.name.left_center(), Align2::LEFT_CENTER)
    } else {
        (plate.name.right_center(), Align2::RIGHT_CENTER)
    };
    let mut end = text::paint(painter, style, at, anchor, &total, Type::Strong, palette.on_felt);
    let ending = moving.ending.as_ref();
    let sum = ending.and_then(|ending| ending.sums.get(seat.index()).copied().flatten());
    if let Some(sum) = sum {
        let words = format!("+{}", scene.words.number(i64::from(sum)));
        end = end.union(badge(painter, scene, end, &words, palette.gold, palette.wood_dark));
    } else if game.caller() == Some(seat) && ending.is_none() {
        let words = scene.words.get("four-called");
        end = end.union(badge(painter, scene, end, &words, palette.gold, palette.wood_dark));
    }
    let name = if style.right_to_left {
        Rect::from_min_max(pos2(end.right() + space::ONE, plate.name.top()), plate.name.max)
    } else {
        Rect::from_min_max(plate.name.min, pos2(end.left() - space::ONE, plate.name.bottom()))
    };
    pieces::seat_name(painter, style, name, seat, &scene.name(seat));
    let gone = scene
        .person(seat)
        .is_some_and(|person| person.presence == Presence::Left);
    if gone || !game.present().contains(seat) {
        cards::dim(painter, style, plate.rect);
    }
}

/// Words on a little label before `after`, towards where the line begins.
fn badge(painter: &Painter, scene: &Scene<'_>, after: Rect, words: &str, fill: Color32, ink: Color32) -> Rect {
    let style = scene.style;
    let galley = text::galley(painter.ctx(), style, words, Type::Small, ink, f32::INFINITY);
    let size = galley.size() + vec2(12.0, 0.0);
    let middle = after.center().y;
    let x = if style.right_to_left {
        after.right() + space::ONE + size.x / 2.0
    } else {
        after.left() - space::ONE - size.x / 2.0
    };
    let rect = Rect::from_center_size(pos2(x, middle), size);
    painter.rect_filled(rect, rect.height() / 2.0, fill);
    painter.galley(rect.center() - galley.size() / 2.0, galley, ink);
    rect
}

fn piles(painter: &Painter, scene: &Scene<'_>, game: &Four, layout: &Layout, moving: &Moving, marks: &Marks) {
    let style = scene.style;
    let stock = game.stock();
    let dealing = game.phase() == Phase::Deal;
    if stock == 0 && !dealing {
        cards::place(painter, style, layout.stock);
    } else {
        let high = if dealing { 3 } else { stock.div_ceil(15).min(3) };
        for card in 0..high {
            let up = f32::from(card) * layout.stock.height() * 0.018;
            cards::paint(painter, style, layout.stock.translate(vec2(0.0, -up)), Side::Back);
        }
    }
    let top = match &moving.ending {
        Some(ending) => ending.pile,
        None => pile_top(game, moving, scene.now, marks.taken),
    };
    match top {
        Some(card) => cards::paint(painter, style, layout.pile, Side::Face(card)),
        None => cards::place(painter, style, layout.pile),
    }
    for (rect, mark) in [(layout.stock, marks.stock), (layout.pile, marks.pile)] {
        if let Some(pointed) = mark {
            let (width, strength) = if pointed { (3.0, 1.0) } else { (1.8, 0.75) };
            cards::outline(painter, rect, width, faded(style.palette.gold, strength));
        }
    }
    if stock > 0 && !dealing {
        pieces::count(painter, scene, layout.stock, i64::from(stock));
    }
}

/// The topmost card of the pile that has arrived there.
pub(super) fn pile_top(game: &Four, moving: &Moving, now: f64, taken: bool) -> Option<Card> {
    let arrived = game
        .pile()
        .iter()
        .rev()
        .filter(|card| moving.flight(card.handle, now).is_none());
    let mut arrived = arrived.skip(usize::from(taken));
    arrived.next().map(|card| card.card)
}

fn row(painter: &Painter, scene: &Scene<'_>, game: &Four, layout: &Layout, moving: &Moving, marks: &Marks, seat: Seat) {
    let (style, palette, now) = (scene.style, &scene.style.palette, scene.now);
    for (index, card) in (0u8..).zip(game.slots(seat)) {
        let slot = Slot::new(seat, index);
        let rect = layout.slot(slot);
        let hole = matches!(game.phase(), Phase::Give { hole } if hole == slot);
        let Some(card) = card else {
            cards::place(painter, style, rect);
            if hole {
                cards::outline(painter, rect, 2.5, palette.gold);
            }
            continue;
        };
        if moving.flight(card, now).is_some() {
            cards::place(painter, style, rect);
            continue;
        }
        let active = marks.active.contains(&slot);
        let pointed = marks.pointed == Some(slot);
        let chosen = marks.chosen == Some(slot);
        let up = if chosen {
            0.10
        } else if pointed {
            0.05
        } else {
            0.0
        };
        let rect = rect.translate(vec2(0.0, -rect.height() * up));
        lying(painter, scene, moving, card, rect);
        if chosen {
            cards::outline(painter, rect, 3.5, palette.gold);
        } else if active {
            let width = if pointed { 3.0 } else { 1.8 };
            let colour = if pointed {
                palette.gold
            } else {
                faded(palette.gold, 0.75)
            };
            cards::outline(painter, rect, width, colour);
        }
        let pointed_at = matches!(game.phase(), Phase::Match { card: claimed, .. } if claimed == card);
        if pointed_at {
            cards::outline(painter, rect, 3.5, palette.bone);
        }
    }
    for (slot, motion) in moving.eyes.iter().filter(|(slot, _)| slot.seat == seat) {
        if motion.start <= now && motion.is_on(now) {
            eye(painter, scene, layout.slot(*slot));
        }
    }
}

/// A card of a row: its back, or its face while it is shown, with the ring that runs out.
fn lying(painter: &Painter, scene: &Scene<'_>, moving: &Moving, card: Handle, rect: Rect) {
    let style = scene.style;
    let Some(peek) = moving.open(card, scene.now) else {
        return cards::paint(painter, style, rect, Side::Back);
    };
    // It turns up at the beginning and over again at the end.
    let turn = if style.reduced_motion { 0.0 } else { 0.3 };
    let (since, left) = (scene.now - peek.motion.start, peek.motion.end() - scene.now);
    let part = if turn > 0.0 {
        (since.min(left) / turn).clamp(0.0, 1.0) as f32
    } else {
        1.0
    };
    cards::paint_turning(painter, style, rect, Side::Back, Side::Face(peek.face), ease(part));
    if peek.public {
        cards::outline(painter, rect, 3.0, style.palette.danger);
    } else {
        ring(painter, scene, rect, 1.0 - peek.motion.part(scene.now));
    }
}

/// A ring at the card's upper edge that runs out.
fn ring(painter: &Painter, scene: &Scene<'_>, card: Rect, left: f32) {
    let palette = &scene.style.palette;
    let radius = (card.width() * 0.17).clamp(6.0, 14.0);
    let centre = card.center_top();
    painter.circle_filled(centre, radius + 3.0, palette.wood_dark);
    painter.circle_stroke(centre, radius, Stroke::new(3.0, faded(palette.on_wood, 0.25)));
    let steps = 40u8;
    let points: Vec<Pos2> = (0..=steps)
        .map(|step| {
            let angle = -FRAC_PI_2 + TAU * left * f32::from(step) / f32::from(steps);
            centre + vec2(angle.cos(), angle.sin()) * radius
        })
        .collect();
    painter.add(Shape::line(points, Stroke::new(3.0, palette.gold)));
}

/// An eye over a card: somebody else looks at it.
fn eye(painter: &Painter, scene: &Scene<'_>, card: Rect) {
    let palette = &scene.style.palette;
    let size = (card.width() * 0.30).clamp(8.0, 22.0);
    let centre = card.center();
    painter.circle_filled(centre, size * 1.45, faded(palette.wood_dark, 0.9));
    let lid = |up: f32| -> Vec<Pos2> {
        (0..=16u8)
            .map(|step| {
                let part = f32::from(step) / 16.0;
                let x = (part * 2.0 - 1.0) * size;
                centre + vec2(x, -up * (part * PI).sin() * size * 0.58)
            })
            .collect()
    };
    for up in [1.0, -1.0] {
        painter.add(Shape::line(lid(up), Stroke::new((size * 0.16).max(1.5), palette.gold)));
    }
    painter.circle_filled(centre, size * 0.34, palette.gold);
}

/// A row turned up at the end of a round.
fn open_row(
    painter: &Painter,
    scene: &Scene<'_>,
    layout: &Layout,
    seat: Seat,
    slots: u8,
    row: &[(u8, Card)],
    part: f32,
) {
    for index in 0..slots {
        let rect = layout.slot(Slot::new(seat, index));
        let card = row.iter().find(|(slot, _)| *slot == index);
        match card {
            None => cards::place(painter, scene.style, rect),
            Some((_, card)) => {
                cards::paint_turning(painter, scene.style, rect, Side::Back, Side::Face(*card), part);
            }
        }
    }
}

/// Cards that are neither in a row nor on a pile.
fn in_between(painter: &Painter, scene: &Scene<'_>, game: &Four, layout: &Layout, moving: &Moving, marks: &Marks) {
    let (style, now) = (scene.style, scene.now);
    let still = |card: Handle| moving.flight(card, now).is_none();
    if moving.ending.is_some() {
        return;
    }
    match game.phase() {
        Phase::Draw { card } | Phase::Hand { card } if still(card) => {
            let seat = game.turn().unwrap_or_else(|| scene.near());
            let mine = scene.view.seats().contains(seat);
            let face = scene.view.face(card).and_then(Card::from_face).filter(|_| mine);
            let rect = layout.hand(seat);
            cards::paint(painter, style, rect, Side::of(face));
            if mine {
                cards::outline(painter, rect, 2.5, style.palette.gold);
            }
        }
        Phase::Replace { slot, card } if still(card) => {
            cards::paint(painter, style, layout.lifted(slot), Side::Back);
        }
        Phase::Match { shown, face, .. } if still(shown) => {
            cards::paint(painter, style, layout.shown, Side::Face(face));
        }
        Phase::Turn if marks.taken => {
            if let Some(top) = game.pile().top().filter(|top| still(top.handle)) {
                let rect = layout.hand(scene.near());
                cards::paint(painter, style, rect, Side::Face(top.card));
                cards::outline(painter, rect, 2.5, style.palette.gold);
            }
        }
        _ => {}
    }
}

fn fly(painter: &Painter, scene: &Scene<'_>, layout: &Layout, flight: &Flight) {
    let rect = |stop: Stop| match stop {
        Stop::Stock => layout.stock,
        Stop::Pile => layout.pile,
        Stop::Hand(seat) => layout.hand(seat),
        Stop::Row(slot) => layout.slot(slot),
        Stop::Lifted(slot) => layout.lifted(slot),
        Stop::Shown => layout.shown,
    };
    let part = flight.motion.eased(scene.now);
    let (from, to) = (rect(flight.from), rect(flight.to));
    // Cards that change places go round each other.
    let way = to.center() - from.center();
    let swap = matches!((flight.from, flight.to), (Stop::Row(_), Stop::Row(_)));
    let bend = if swap { 0.22 } else { 0.06 };
    let aside = vec2(-way.y, way.x) * bend * (part * PI).sin();
    let at = pieces::between(from, to, part).translate(aside);
    let (seen_from, seen_to) = (Side::of(flight.seen_from), Side::of(flight.seen_to));
    cards::paint_turning(painter, scene.style, at, seen_from, seen_to, part);
    if swap {
        cards::outline(painter, at, shape::RING, scene.style.palette.gold);
    }
}
