//! A position as it is painted: felt, the board with its pieces, my tray, the others' cards.

use egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, StrokeKind, vec2};
use majlis_rules::arkan::{Arkan, MAX_SIDE, Placement, Square, Squares};
use majlis_rules::game::Game as _;
use majlis_rules::seat::Seat;

use super::areas::{Areas, Card};
use super::grid::Grid;
use super::piece::Body;
use super::tray::{Tray, at_rest};
use crate::ui::games::Scene;
use crate::ui::games::pieces::{badge, plate};
use crate::ui::style::{Style, Type, faded, ground, marks, shape};
use crate::ui::text;

/// What is to be seen besides the position itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Extras {
    /// What was placed last, to be pointed out.
    pub last: Option<Placement>,
    /// A piece that is on its way to the board: it does not lie there yet.
    pub on_its_way: Option<Placement>,
    /// The lifted shape: not in the tray.
    pub lifted: Option<majlis_rules::arkan::Shape>,
    /// What I have placed and what nobody has confirmed yet.
    pub sent: Option<Placement>,
    /// The squares that the lifted piece could cover.
    pub reach: Option<Squares>,
}

/// The body of a placement on the board.
#[must_use]
pub fn on_board(grid: &Grid, placement: Placement) -> Body {
    Body {
        orientation: placement.orientation(),
        anchor: grid.square(placement.anchor()).left_bottom(),
        cell: grid.cell,
    }
}

/// Paints all of the table but what is in hand.
pub fn position(painter: &Painter, areas: &Areas, game: &Arkan, scene: &Scene<'_>, extras: &Extras) {
    board(painter, areas, game, scene, extras);
    my_tray(painter, areas, game, scene, extras);
    for card in &areas.cards {
        self::card(painter, card, game, scene, extras);
    }
}

fn board(painter: &Painter, areas: &Areas, game: &Arkan, scene: &Scene<'_>, extras: &Extras) {
    let (grid, style) = (&areas.grid, scene.style);
    frame(painter, areas, style);
    let mut shapes = Vec::with_capacity(1200);
    squares(grid, style, &mut shapes);
    if let Some(reach) = &extras.reach {
        let colours = style.palette.seat(scene.near());
        for square in reach.iter() {
            let rect = grid.square(square).shrink(0.5);
            shapes.push(Shape::rect_filled(rect, 0.0, faded(colours.glow, 0.5)));
        }
    }
    starts(grid, game, scene, &mut shapes);
    for seat in Seat::all(game.seats()) {
        let sent = extras.sent.iter().filter(|_| seat == scene.near());
        for placement in game.placed(seat).iter().chain(sent) {
            if extras.on_its_way != Some(*placement) {
                on_board(grid, *placement).paint(style, seat, &mut shapes);
            }
        }
    }
    corners(grid, game, scene, &mut shapes);
    if let Some(last) = extras.last.filter(|_| extras.on_its_way.is_none()) {
        // Dark and light: it shows on every colour.
        for (wide, colour) in [(0.2, style.palette.wood_dark), (0.1, style.palette.on_wood)] {
            let ring = Stroke::new((grid.cell * wide).max(wide * 12.0), colour);
            on_board(grid, last).outline(ring, &mut shapes);
        }
    }
    painter.extend(shapes);
}

fn frame(painter: &Painter, areas: &Areas, style: &Style) {
    let (palette, wood) = (&style.palette, areas.frame.width() - areas.grid.rect.width());
    let wood = wood / 2.0;
    let shadow = areas.frame.translate(vec2(0.0, 3.0)).expand(1.0);
    painter.rect_filled(shadow, shape::MEDIUM, Color32::from_black_alpha(70));
    ground::wood(painter, areas.frame, shape::MEDIUM, style);
    painter.rect_filled(areas.grid.rect.expand(1.5), 2.0, palette.wood_dark);
    let font = FontId::proportional((wood * 0.72).min(areas.grid.cell * 0.6));
    if font.size < 7.5 {
        return;
    }
    // The names of columns and rows are part of the notation: the same letters and digits in every language.
    for at in 0..areas.grid.board().side() {
        let name = |column, row| Square::new(column, row).map(|square| square.to_string());
        let (Some(column), Some(row)) = (name(at, 0), name(0, at)) else {
            continue;
        };
        let (letter, number) = (column.get(..1).unwrap_or_default(), row.get(1..).unwrap_or_default());
        let below = areas.grid.block(at.into(), 0, 1, 1).center_bottom() + vec2(0.0, wood / 2.0);
        let beside = areas.grid.block(0, at.into(), 1, 1).left_center() - vec2(wood / 2.0, 0.0);
        let ink = faded(palette.on_wood, 0.8);
        painter.text(below, Align2::CENTER_CENTER, letter, font.clone(), ink);
        painter.text(beside, Align2::CENTER_CENTER, number, font.clone(), ink);
    }
}

fn squares(grid: &Grid, style: &Style, shapes: &mut Vec<Shape>) {
    let palette = &style.palette;
    shapes.push(Shape::rect_filled(grid.rect, 0.0, palette.board));
    let line = Stroke::new(shape::LINE, palette.board_line);
    for at in 1..grid.board().side() {
        let along = f32::from(at) * grid.cell;
        let (x, y) = (grid.rect.left() + along, grid.rect.top() + along);
        shapes.push(Shape::vline(x, grid.rect.y_range(), line));
        shapes.push(Shape::hline(grid.rect.x_range(), y, line));
    }
}

/// The start squares of those who have placed nothing yet, mine louder than the others.
fn starts(grid: &Grid, game: &Arkan, scene: &Scene<'_>, shapes: &mut Vec<Shape>) {
    let style = scene.style;
    for seat in game.present().iter().filter(|seat| game.placed(*seat).is_empty()) {
        let rect = grid.square(game.board().start(seat));
        let colours = style.palette.seat(seat);
        let mine = scene.view.seats().contains(seat);
        let fill = if mine { colours.fill } else { faded(colours.glow, 0.75) };
        shapes.push(Shape::rect_filled(rect.shrink(0.5), 1.0, fill));
        let ink = if mine { colours.ink } else { colours.edge };
        shapes.push(marks::mark(rect.center(), grid.cell * 0.26, seat, ink));
        if mine {
            for (wide, strength) in [(0.42, 0.35), (0.2, 1.0)] {
                let ring = Stroke::new((grid.cell * wide).max(2.0), faded(style.palette.gold, strength));
                shapes.push(Shape::rect_stroke(rect, 3.0, ring, StrokeKind::Outside));
            }
        }
    }
}

/// My open corners (arkan.22).
fn corners(grid: &Grid, game: &Arkan, scene: &Scene<'_>, shapes: &mut Vec<Shape>) {
    // Who can place no more builds on nothing.
    let mine = scene.view.seats().minus(game.stuck());
    for seat in mine.iter().filter(|seat| !game.placed(*seat).is_empty()) {
        let colours = scene.style.palette.seat(seat);
        let radius = (grid.cell * 0.2).max(2.0);
        for square in game.open_corners(seat).iter() {
            let middle = grid.square(square).center();
            shapes.push(Shape::circle_filled(middle, radius + 1.0, scene.style.palette.board));
            shapes.push(Shape::circle_filled(middle, radius, colours.fill));
            shapes.push(Shape::circle_stroke(middle, radius, Stroke::new(1.0, colours.edge)));
        }
    }
}

fn my_tray(painter: &Painter, areas: &Areas, game: &Arkan, scene: &Scene<'_>, extras: &Extras) {
    let (style, near) = (scene.style, scene.near());
    let palette = &style.palette;
    let turn = scene.turn == Some(near);
    let rect = areas.tray_box;
    if !rect.is_positive() {
        return;
    }
    painter.rect_filled(
        rect.translate(vec2(0.0, 2.0)),
        shape::LARGE,
        Color32::from_black_alpha(60),
    );
    ground::wood(painter, rect, shape::LARGE, style);
    if turn {
        let ring = Stroke::new(shape::RING, palette.gold);
        painter.rect_stroke(rect, shape::LARGE, ring, StrokeKind::Inside);
    }
    let hand = game.hand(near);
    let recess = palette.wood.lerp_to_gamma(palette.wood_dark, 0.7);
    let mut shapes = Vec::with_capacity(500);
    for slot in &areas.tray.slots {
        let body = Body::centred(at_rest(slot.shape), slot.piece.center(), areas.tray.cell);
        body.flat(recess, -areas.tray.cell * 0.06, &mut shapes);
        let away = extras.lifted == Some(slot.shape) || extras.sent.is_some_and(|sent| sent.shape() == slot.shape);
        if hand.contains(slot.shape) && !away {
            body.paint(style, near, &mut shapes);
        }
    }
    painter.extend(shapes);
}

fn card(painter: &Painter, card: &Card, game: &Arkan, scene: &Scene<'_>, extras: &Extras) {
    let (style, seat) = (scene.style, card.seat);
    let palette = &style.palette;
    plate(painter, style, card.rect, scene.turn == Some(seat));
    let left = !game.present().contains(seat);
    let strength = if left { 0.55 } else { 1.0 };
    let ink = faded(palette.on_felt, strength);
    let radius = card.name.height() * 0.36;
    let (edge, anchor, inwards) = if style.right_to_left {
        (card.name.right_center(), Align2::RIGHT_CENTER, -1.0)
    } else {
        (card.name.left_center(), Align2::LEFT_CENTER, 1.0)
    };
    let mark = edge + vec2(inwards * radius, 0.0);
    badge(painter, style, mark, radius, seat, strength);
    let from = edge + vec2(inwards * (radius * 2.0 + 5.0), 0.0);
    let width = card.name.width() - radius * 2.0 - 5.0;
    text::paint_within(
        painter,
        style,
        from,
        anchor,
        &scene.name(seat),
        Type::Strong,
        ink,
        width,
    );
    let below = if style.right_to_left {
        card.count.right_center()
    } else {
        card.count.left_center()
    };
    let (count, ink, width) = (said(game, scene, seat), faded(ink, 0.9), card.count.width());
    text::paint_within(painter, style, below, anchor, &count, Type::Small, ink, width);
    rest(painter, &card.tray, game, scene, seat, extras.on_its_way, strength);
}

/// How many pieces somebody has left, or why it will be no fewer.
#[must_use]
pub fn said(game: &Arkan, scene: &Scene<'_>, seat: Seat) -> String {
    let pieces = i64::from(game.hand(seat).len());
    if !game.present().contains(seat) {
        scene.words.get("arkan-gone")
    } else if game.stuck().contains(seat) {
        scene.words.with("arkan-stuck", &[("pieces", pieces.into())])
    } else {
        scene.words.with("arkan-pieces", &[("pieces", pieces.into())])
    }
}

/// What somebody has left, small: each shape in its place, an empty recess for what is placed.
fn rest(
    painter: &Painter,
    tray: &Tray,
    game: &Arkan,
    scene: &Scene<'_>,
    seat: Seat,
    on_its_way: Option<Placement>,
    strength: f32,
) {
    let style = scene.style;
    let colours = style.palette.seat(seat);
    let hand = game.hand(seat);
    let mut mesh = egui::Mesh::default();
    let gap = (tray.cell * 0.06).min(0.6);
    let empty = faded(Color32::from_black_alpha(56), strength);
    let mut marked = Vec::new();
    for slot in &tray.slots {
        let body = Body::centred(at_rest(slot.shape), slot.piece.center(), tray.cell);
        let held = hand.contains(slot.shape);
        let left_now = on_its_way.is_some_and(|placement| placement.shape() == slot.shape);
        for square in body.squares() {
            if held && !left_now {
                mesh.add_colored_rect(square.shrink(gap), faded(colours.edge, strength));
                let face = Rect::from_min_max(
                    square.min + vec2(gap, gap),
                    square.max - vec2(gap, gap + tray.cell * 0.14),
                );
                // A little lighter than on the board: they are small, and lie on dark felt.
                let light = colours.fill.lerp_to_gamma(colours.glow, 0.4);
                mesh.add_colored_rect(face, faded(light, strength));
                if style.colour_marks && tray.cell >= 5.0 {
                    marked.push(marks::mark(square.center(), tray.cell * 0.22, seat, colours.ink));
                }
            } else {
                mesh.add_colored_rect(square.shrink(gap), empty);
            }
        }
    }
    painter.add(Shape::mesh(mesh));
    painter.extend(marked);
}

/// The squares that a shape, turned as it is, could cover in any of these places.
#[must_use]
pub fn reach(places: &[Placement]) -> Squares {
    places
        .iter()
        .fold(Squares::EMPTY, |squares, place| squares.or(&place.to_set()))
}

/// A square of the board in the words of the notation, and what is on it.
#[must_use]
pub fn row_said(game: &Arkan, scene: &Scene<'_>, row: u8) -> String {
    let mut parts = Vec::new();
    let squares = (0..MAX_SIDE).filter_map(|column| Square::new(column, row));
    let squares = squares.filter(|square| game.board().contains(*square));
    let open = scene
        .view
        .seats()
        .iter()
        .fold(Squares::EMPTY, |open, seat| open.or(&game.open_corners(seat)));
    for square in squares {
        let name = square.to_string();
        let owner = Seat::all(game.seats()).find(|seat| game.covered(*seat).contains(square));
        if let Some(owner) = owner {
            parts.push(format!("{name} {}", scene.name(owner)));
        } else if open.contains(square) {
            parts.push(scene.words.with("arkan-open-corner", &[("square", name.into())]));
        }
    }
    let row = i64::from(row) + 1;
    if parts.is_empty() {
        scene.words.with("arkan-row-empty", &[("row", row.into())])
    } else {
        let comma = if scene.style.right_to_left { "، " } else { ", " };
        let list = parts.join(comma);
        scene
            .words
            .with("arkan-row", &[("row", row.into()), ("squares", list.into())])
    }
}
