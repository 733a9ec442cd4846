//! Small pictures that stand for a game, and for the program: a patch of felt with what the game is played with.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;

use super::style::{Style, marks};

/// Paints the emblem of a game into a square.
pub fn game(painter: &Painter, rect: Rect, game: GameId, style: &Style) {
    ground(painter, rect, style);
    let inner = rect.shrink(rect.width() * 0.16);
    match game {
        GameId::Arkan => arkan(painter, inner, style),
        GameId::Domino => domino(painter, inner, style),
        GameId::Four => four(painter, inner, style),
        GameId::Jackaroo => jackaroo(painter, inner, style),
    }
}

/// Paints the program's own: a table of wood and felt, seen from above, with a place at each side.
pub fn program(painter: &Painter, rect: Rect, style: &Style) {
    let palette = &style.palette;
    let (middle, radius) = (rect.center(), rect.width() * 0.5);
    painter.circle_filled(middle, radius * 0.96, palette.wood_dark);
    painter.circle_filled(middle, radius * 0.92, palette.wood);
    painter.circle_stroke(middle, radius * 0.87, Stroke::new(radius * 0.02, palette.wood_light));
    painter.circle_filled(middle, radius * 0.75, palette.felt_dark);
    painter.circle_filled(middle, radius * 0.72, palette.felt);
    let card = Rect::from_center_size(middle, vec2(radius * 0.44, radius * 0.62));
    let round = radius * 0.07;
    painter.rect_filled(card.translate(vec2(0.0, radius * 0.03)), round, palette.felt_dark);
    painter.rect_filled(card, round, palette.bone);
    painter.rect_filled(card.shrink(radius * 0.045), round * 0.6, palette.back);
    star(painter, middle, radius * 0.13, palette.back_mark);
    for (seat, (x, y)) in [(0, (0.0, 1.0)), (1, (1.0, 0.0)), (2, (0.0, -1.0)), (3, (-1.0, 0.0))] {
        if let Some(seat) = Seat::new(seat) {
            let at = middle + vec2(x, y) * radius * 0.53;
            let colours = palette.seats[seat.index() % palette.seats.len()];
            marks::paint(painter, at, radius * 0.125, seat, colours.fill);
        }
    }
}

/// A star of eight points, as on tiles and doors: two squares, one turned.
fn star(painter: &Painter, middle: Pos2, radius: f32, colour: Color32) {
    for turn in [0.0, std::f32::consts::FRAC_PI_4] {
        let corners = (0..4u8).map(|corner| {
            let angle = turn + f32::from(corner) * std::f32::consts::FRAC_PI_2;
            middle + vec2(angle.cos(), angle.sin()) * radius
        });
        painter.add(Shape::convex_polygon(corners.collect(), colour, Stroke::NONE));
    }
}

fn ground(painter: &Painter, rect: Rect, style: &Style) {
    let palette = &style.palette;
    let round = rect.width() * 0.18;
    painter.rect_filled(rect, round, palette.wood);
    painter.rect_filled(rect.shrink(rect.width() * 0.06), round * 0.75, palette.felt);
}

fn arkan(painter: &Painter, rect: Rect, style: &Style) {
    let side = rect.width() / 4.0;
    let [first, second, ..] = &style.palette.seats;
    let pieces = [
        (first, [(0, 1), (0, 2), (0, 3), (1, 3)]),
        (second, [(1, 0), (2, 0), (2, 1), (3, 0)]),
        (first, [(2, 2), (3, 2), (2, 2), (3, 3)]),
    ];
    for (colours, squares) in pieces {
        for (x, y) in squares {
            let corner = rect.min + vec2(f32::from(x as u8), f32::from(y as u8)) * side;
            let square = Rect::from_min_size(corner, vec2(side, side)).shrink(side * 0.05);
            painter.rect_filled(square, side * 0.14, colours.edge);
            painter.rect_filled(square.shrink(side * 0.08), side * 0.12, colours.fill);
        }
    }
}

fn domino(painter: &Painter, rect: Rect, style: &Style) {
    let palette = &style.palette;
    let tile = Rect::from_center_size(rect.center(), vec2(rect.width() * 0.56, rect.height()));
    let round = tile.width() * 0.16;
    painter.rect(
        tile,
        round,
        palette.bone,
        Stroke::new(tile.width() * 0.05, palette.bone_edge),
        StrokeKind::Inside,
    );
    let line = Stroke::new(tile.width() * 0.05, palette.on_bone);
    painter.hline(tile.shrink(tile.width() * 0.16).x_range(), tile.center().y, line);
    let pip = |x: f32, y: f32| {
        let at = pos2(tile.left() + tile.width() * x, tile.top() + tile.height() * y);
        painter.circle_filled(at, tile.width() * 0.09, palette.on_bone);
    };
    for (x, y) in [(0.28, 0.12), (0.72, 0.12), (0.5, 0.25), (0.28, 0.38), (0.72, 0.38)] {
        pip(x, y);
    }
    for (x, y) in [(0.28, 0.63), (0.5, 0.75), (0.72, 0.87)] {
        pip(x, y);
    }
}

fn four(painter: &Painter, rect: Rect, style: &Style) {
    let palette = &style.palette;
    let (across, down) = (rect.width() / 2.0, rect.height() / 2.0);
    for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
        let corner = rect.min + vec2(x * across, y * down);
        let card = Rect::from_min_size(corner, vec2(across, down));
        let card = card.shrink2(vec2(across * 0.14, down * 0.05));
        painter.rect_filled(card, card.width() * 0.16, palette.bone);
        let back = card.shrink(card.width() * 0.1);
        painter.rect_filled(back, back.width() * 0.12, palette.back);
        star(painter, back.center(), back.width() * 0.26, palette.back_mark);
    }
}

fn jackaroo(painter: &Painter, rect: Rect, style: &Style) {
    let palette = &style.palette;
    let (middle, radius) = (rect.center(), rect.width() * 0.5);
    painter.circle_filled(middle, radius, palette.wood_light);
    painter.circle_filled(middle, radius * 0.93, palette.wood);
    let hole = |at: Pos2| painter.circle_filled(at, radius * 0.15, palette.wood_dark);
    for corner in 0..8u8 {
        let angle = f32::from(corner) * std::f32::consts::FRAC_PI_4;
        let at = middle + vec2(angle.cos(), angle.sin()) * radius * 0.68;
        hole(at);
        if corner % 2 == 1 {
            let colours = palette.seats[usize::from(corner / 2) % palette.seats.len()];
            painter.circle_filled(at, radius * 0.19, colours.edge);
            painter.circle_filled(at, radius * 0.16, colours.fill);
            let light = at - vec2(radius, radius) * 0.05;
            painter.circle_filled(light, radius * 0.05, super::style::faded(Color32::WHITE, 0.7));
        }
    }
    hole(middle);
}
