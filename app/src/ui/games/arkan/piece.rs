//! How a piece is painted: rounded squares grown together, a little thick, with a stud on each.

use egui::{Color32, Pos2, Rect, Shape, Vec2, pos2, vec2};
use majlis_rules::arkan::{Offset, Orientation};
use majlis_rules::seat::Seat;

use super::tray::{extent, leftmost};
use crate::ui::style::{Style, faded, marks};

/// A piece somewhere on the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Body {
    /// How it is turned.
    pub orientation: Orientation,
    /// The lower left corner of its anchor.
    pub anchor: Pos2,
    /// A square's side, in points.
    pub cell: f32,
}

impl Body {
    /// The piece with its middle there.
    #[must_use]
    pub fn centred(orientation: Orientation, middle: Pos2, cell: f32) -> Self {
        let (columns, rows) = extent(orientation);
        let corner = middle + vec2(-f32::from(columns), f32::from(rows)) * cell / 2.0;
        let anchor = corner - vec2(f32::from(leftmost(orientation)) * cell, 0.0);
        Self {
            orientation,
            anchor,
            cell,
        }
    }

    /// The square at an offset from the anchor.
    #[must_use]
    pub fn square(&self, at: Offset) -> Rect {
        let corner = self.anchor + vec2(f32::from(at.columns), -f32::from(at.rows) - 1.0) * self.cell;
        Rect::from_min_size(corner, Vec2::splat(self.cell))
    }

    /// All its squares.
    pub fn squares(&self) -> impl Iterator<Item = Rect> + '_ {
        self.orientation.offsets().iter().map(|at| self.square(*at))
    }

    /// The block round it.
    #[must_use]
    pub fn rect(&self) -> Rect {
        self.squares().reduce(Rect::union).unwrap_or(Rect::NOTHING)
    }

    /// Its outline as overlapping rectangles, rounded ones first: each square without a margin of `gap`, and what joins it to
    /// the next ones.
    fn blocks(&self, gap: f32, mut found: impl FnMut(Rect, bool)) {
        let offsets = self.orientation.offsets();
        let has = |columns: i8, rows: i8| offsets.iter().any(|at| at.columns == columns && at.rows == rows);
        for at in offsets {
            let square = self.square(*at);
            found(square.shrink(gap), true);
            let right = has(at.columns + 1, at.rows);
            let above = has(at.columns, at.rows + 1);
            if right {
                let joint = Rect::from_min_max(square.center_top(), square.right_bottom() + vec2(self.cell / 2.0, 0.0));
                found(joint.shrink2(vec2(0.0, gap)), false);
            }
            if above {
                let joint = Rect::from_min_max(square.left_top() - vec2(0.0, self.cell / 2.0), square.right_center());
                found(joint.shrink2(vec2(gap, 0.0)), false);
            }
            if right && above && has(at.columns + 1, at.rows + 1) {
                found(
                    Rect::from_center_size(square.right_top(), Vec2::splat(4.0 * gap)),
                    false,
                );
            }
        }
    }

    /// The whole piece in one colour.
    pub fn flat(&self, colour: Color32, gap: f32, shapes: &mut Vec<Shape>) {
        let round = self.cell * 0.17;
        self.blocks(gap, |rect, is_square| {
            shapes.push(Shape::rect_filled(rect, if is_square { round } else { 0.0 }, colour));
        });
    }

    /// The piece as it lies on the board or in a tray, in the colours of its seat.
    pub fn paint(&self, style: &Style, seat: Seat, shapes: &mut Vec<Shape>) {
        let colours = style.palette.seat(seat);
        let gap = (self.cell * 0.035).max(0.4);
        let thick = (self.cell * 0.08).max(0.6);
        self.flat(colours.edge, gap, shapes);
        let face = Self {
            anchor: self.anchor - vec2(0.0, thick),
            ..*self
        };
        face.flat(colours.fill, gap + (self.cell * 0.02), shapes);
        self.studs(style, seat, thick, shapes);
    }

    /// What is on every square: a light stud, or the seat's mark where colours have to have one.
    fn studs(&self, style: &Style, seat: Seat, thick: f32, shapes: &mut Vec<Shape>) {
        let colours = style.palette.seat(seat);
        let face = vec2(0.0, -thick);
        for square in self.squares() {
            if style.colour_marks {
                let ink = faded(colours.ink, 0.85);
                shapes.push(marks::mark(square.center() + face, self.cell * 0.24, seat, ink));
            } else if self.cell >= 9.0 {
                let stud = Rect::from_center_size(square.center() + face, Vec2::splat(self.cell * 0.52));
                shapes.push(Shape::rect_filled(stud, self.cell * 0.12, faded(colours.glow, 0.42)));
            }
        }
    }

    /// The shadow that a lifted piece casts.
    pub fn shadow(&self, height: f32, shapes: &mut Vec<Shape>) {
        let below = Self {
            anchor: self.anchor + vec2(height * 0.35, height),
            ..*self
        };
        below.flat(Color32::from_black_alpha(60), 0.0, shapes);
    }

    /// Lines across every square, for what must not be told by colour alone.
    pub fn hatch(&self, colour: Color32, shapes: &mut Vec<Shape>) {
        let stroke = egui::Stroke::new((self.cell * 0.07).max(1.0), colour);
        for square in self.squares() {
            let square = square.shrink(self.cell * 0.28);
            shapes.push(Shape::line_segment([square.left_top(), square.right_bottom()], stroke));
            shapes.push(Shape::line_segment([square.right_top(), square.left_bottom()], stroke));
        }
    }

    /// The outer edge of the piece as line segments.
    pub fn outline(&self, stroke: egui::Stroke, shapes: &mut Vec<Shape>) {
        let offsets = self.orientation.offsets();
        let has = |columns: i8, rows: i8| offsets.iter().any(|at| at.columns == columns && at.rows == rows);
        let half = stroke.width / 2.0;
        for at in offsets {
            let square = self.square(*at);
            let mut edge = |open: bool, from: Pos2, to: Pos2| {
                if !open {
                    let along = (to - from).normalized() * half;
                    shapes.push(Shape::line_segment([from - along, to + along], stroke));
                }
            };
            edge(has(at.columns, at.rows + 1), square.left_top(), square.right_top());
            edge(
                has(at.columns, at.rows - 1),
                square.left_bottom(),
                square.right_bottom(),
            );
            edge(has(at.columns - 1, at.rows), square.left_top(), square.left_bottom());
            edge(has(at.columns + 1, at.rows), square.right_top(), square.right_bottom());
        }
    }

    /// Between this and another body of the same piece, turned the same way.
    #[must_use]
    pub fn towards(&self, to: &Self, part: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Self {
            orientation: to.orientation,
            anchor: pos2(mix(self.anchor.x, to.anchor.x), mix(self.anchor.y, to.anchor.y)),
            cell: mix(self.cell, to.cell),
        }
    }
}
