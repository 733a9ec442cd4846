//! The signs on the buttons that turn a piece.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use super::hand::Turn;

/// Paints the sign of a turn into the middle of `rect`.
pub(super) fn paint(painter: &Painter, rect: Rect, turn: Turn, colour: Color32) {
    let size = rect.width().min(rect.height()) * 0.3;
    match turn {
        Turn::Right => round_arrow(painter, rect.center(), size, 1.0, colour),
        Turn::Left => round_arrow(painter, rect.center(), size, -1.0, colour),
        Turn::Over => mirror(painter, rect.center(), size, colour),
    }
}

/// Three quarters of a circle with an arrowhead; `way` is 1 to the right, -1 to the left.
fn round_arrow(painter: &Painter, centre: Pos2, radius: f32, way: f32, colour: Color32) {
    let stroke = Stroke::new((radius * 0.24).max(1.5), colour);
    let at = |angle: f32, radius: f32| centre + vec2(way * angle.cos(), angle.sin()) * radius;
    // From the upper left round by the bottom... seen with way = 1: clockwise from 200° to 470°.
    let (from, to) = (150.0_f32.to_radians(), 410.0_f32.to_radians());
    let steps = 20;
    let points: Vec<Pos2> = (0..=steps)
        .map(|step| at(from + (to - from) * step as f32 / steps as f32, radius))
        .collect();
    painter.add(Shape::line(points, stroke));
    let tip = at(to, radius);
    let onward = vec2(-to.sin() * way, to.cos());
    let side = vec2(to.cos() * way, to.sin());
    let head = radius * 0.52;
    painter.add(Shape::convex_polygon(
        vec![tip + onward * head * 1.3, tip + side * head, tip - side * head],
        colour,
        Stroke::NONE,
    ));
}

/// Two halves facing each other over a broken line.
fn mirror(painter: &Painter, centre: Pos2, size: f32, colour: Color32) {
    let stroke = Stroke::new((size * 0.18).max(1.2), colour);
    for step in 0..4u8 {
        let top = centre.y - size * 1.15 + f32::from(step) * size * 0.62;
        painter.line_segment([pos2(centre.x, top), pos2(centre.x, top + size * 0.36)], stroke);
    }
    for way in [-1.0, 1.0] {
        let points = vec![
            centre + vec2(way * size * 0.32, -size * 0.8),
            centre + vec2(way * size * 1.25, size * 0.8),
            centre + vec2(way * size * 0.32, size * 0.8),
        ];
        if way < 0.0 {
            painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
        } else {
            painter.add(Shape::closed_line(points, stroke));
        }
    }
}
