//! A mark for each seat, so that no colour has to tell seats apart alone.

use egui::{Color32, Painter, Pos2, Shape, Stroke, vec2};
use majlis_rules::seat::Seat;

/// Paints the mark of a seat round `centre`, in a circle of `radius` points: a disc, a square, a triangle, a diamond.
pub fn paint(painter: &Painter, centre: Pos2, radius: f32, seat: Seat, colour: Color32) {
    painter.add(mark(centre, radius, seat, colour));
}

/// The mark of a seat as a shape.
pub fn mark(centre: Pos2, radius: f32, seat: Seat, colour: Color32) -> Shape {
    let polygon = |points: &[(f32, f32)]| {
        let points = points.iter().map(|(x, y)| centre + vec2(*x, *y) * radius).collect();
        Shape::convex_polygon(points, colour, Stroke::NONE)
    };
    match seat.number() {
        0 => Shape::circle_filled(centre, radius * 0.8, colour),
        1 => polygon(&[(-0.72, -0.72), (0.72, -0.72), (0.72, 0.72), (-0.72, 0.72)]),
        2 => polygon(&[(0.0, -0.95), (0.9, 0.7), (-0.9, 0.7)]),
        _ => polygon(&[(0.0, -1.0), (0.85, 0.0), (0.0, 1.0), (-0.85, 0.0)]),
    }
}
