//! What a tile looks like: bone, a line across, a brass pin, and pips.

use egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use super::fold::{Heading, Spot};
use crate::ui::style::{Style, faded};

/// Where the pips of a half lie, in thirds from its middle: across the tile, along it.
const PIPS: [&[(i8, i8)]; 7] = [
    &[],
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

/// A tile face up in the line. `left` and `right` are its halves in the order of the line.
pub fn laid(style: &Style, spot: Spot, left: u8, right: u8, shapes: &mut Vec<Shape>) {
    let backwards = matches!(spot.onward, Heading::Left | Heading::Up);
    let (first, second) = if backwards { (right, left) } else { (left, right) };
    face(style, inset(spot.rect), first, second, shapes);
}

/// The place of a tile without the gap to its neighbours.
#[must_use]
pub fn inset(place: Rect) -> Rect {
    place.shrink((place.size().min_elem() * 0.035).max(0.5))
}

/// A tile face up; `first` is its upper or left half.
pub fn face(style: &Style, rect: Rect, first: u8, second: u8, shapes: &mut Vec<Shape>) {
    let palette = &style.palette;
    let short = rect.size().min_elem();
    block(rect, palette.bone, palette.bone_edge, shapes);
    let upright = rect.height() >= rect.width();
    let middle = rect.center();
    let line = Stroke::new((short * 0.035).max(0.8), faded(palette.bone_edge, 0.9));
    let reach = short * 0.36;
    if upright {
        shapes.push(Shape::hline(middle.x - reach..=middle.x + reach, middle.y, line));
    } else {
        shapes.push(Shape::vline(middle.x, middle.y - reach..=middle.y + reach, line));
    }
    if short > 14.0 {
        shapes.push(Shape::circle_filled(middle, short * 0.055, palette.gold));
    }
    let half = rect.size().max_elem() / 4.0;
    for (pips, way) in [(first, -1.0), (second, 1.0)] {
        let centre = if upright {
            middle + vec2(0.0, way * half)
        } else {
            middle + vec2(way * half, 0.0)
        };
        self::pips(centre, short, pips, upright, palette.on_bone, shapes);
    }
}

/// The pips of a half with its middle at `centre`, in a square of `short` points.
pub fn pips(centre: Pos2, short: f32, pips: u8, upright: bool, colour: Color32, shapes: &mut Vec<Shape>) {
    let step = short * 0.265;
    let radius = short * 0.088;
    for &(across, along) in PIPS.get(usize::from(pips)).copied().unwrap_or_default() {
        let (across, along) = (f32::from(across) * step, f32::from(along) * step);
        let at = if upright {
            vec2(across, along)
        } else {
            vec2(along, across)
        };
        shapes.push(Shape::circle_filled(centre + at, radius, colour));
    }
}

/// A tile face down.
pub fn back(style: &Style, rect: Rect, shapes: &mut Vec<Shape>) {
    let palette = &style.palette;
    let short = rect.size().min_elem();
    block(rect, palette.back, palette.bone_edge, shapes);
    if short > 9.0 {
        let inner = rect.shrink(short * 0.17);
        let line = Stroke::new((short * 0.05).max(0.7), faded(palette.back_mark, 0.65));
        shapes.push(Shape::rect_stroke(inner, short * 0.07, line, StrokeKind::Inside));
        shapes.push(Shape::circle_filled(
            rect.center(),
            short * 0.1,
            faded(palette.back_mark, 0.8),
        ));
    }
}

/// The gold ring of a lifted tile (domino.26).
pub fn ring(style: &Style, rect: Rect, shapes: &mut Vec<Shape>) {
    let short = rect.size().min_elem();
    for (wide, strength) in [(0.22, 0.35), (0.1, 1.0)] {
        let stroke = Stroke::new((short * wide).max(2.0), faded(style.palette.gold, strength));
        shapes.push(Shape::rect_stroke(rect, short * 0.14, stroke, StrokeKind::Outside));
    }
}

/// A place where a tile may be laid.
pub fn place(style: &Style, rect: Rect, strong: bool, shapes: &mut Vec<Shape>) {
    let short = rect.size().min_elem();
    let strength = if strong { 0.55 } else { 0.2 };
    let rect = inset(rect);
    shapes.push(Shape::rect_filled(
        rect,
        short * 0.12,
        faded(style.palette.gold, strength),
    ));
    let stroke = Stroke::new((short * 0.07).max(1.5), style.palette.gold);
    shapes.push(Shape::rect_stroke(rect, short * 0.12, stroke, StrokeKind::Inside));
}

/// A block with a shadow and a lower edge.
fn block(rect: Rect, fill: Color32, edge: Color32, shapes: &mut Vec<Shape>) {
    let short = rect.size().min_elem();
    let round = short * 0.13;
    let thick = (short * 0.06).max(0.8);
    let shadow = rect.translate(vec2(thick * 0.4, thick * 1.1));
    shapes.push(Shape::rect_filled(shadow, round, Color32::from_black_alpha(70)));
    shapes.push(Shape::rect_filled(rect, round, edge));
    let top = Rect::from_min_max(rect.min, rect.max - vec2(0.0, thick));
    shapes.push(Shape::rect_filled(top, round, fill));
}
