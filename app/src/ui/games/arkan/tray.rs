//! The tray: a recess for each of the 21 shapes, in the box's own order.

use egui::{Rect, Vec2, pos2, vec2};
use majlis_rules::arkan::{Orientation, Shape};

/// Squares of space between two recesses.
const GAP: f32 = 0.9;

/// Where the shapes lie in the tray. Each has its recess for good, so that what is left stays where it was.
#[derive(Clone, PartialEq, Debug)]
pub struct Tray {
    /// A square's side, in points.
    pub cell: f32,
    /// Where each shape lies, in the order of [`Shape::ALL`], with half the space to its neighbours.
    pub slots: Vec<Slot>,
}

/// A recess.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slot {
    /// For which shape.
    pub shape: Shape,
    /// What a click on it means.
    pub rect: Rect,
    /// Where the piece lies in it.
    pub piece: Rect,
}

/// How a shape lies in its recess: as flat as it can.
#[must_use]
pub fn at_rest(shape: Shape) -> Orientation {
    let flat = |orientation: &Orientation| {
        let (width, height) = extent(*orientation);
        (height, width)
    };
    shape.orientations().min_by_key(flat).unwrap_or_default()
}

/// How many columns and rows an orientation has.
#[must_use]
pub fn extent(orientation: Orientation) -> (u8, u8) {
    let (left, right, top) = orientation.offsets().iter().fold((0, 0, 0), |(left, right, top), at| {
        (at.columns.min(left), at.columns.max(right), at.rows.max(top))
    });
    ((right - left).unsigned_abs() + 1, top.unsigned_abs() + 1)
}

/// The leftmost column of an orientation, seen from its anchor: 0 or less.
#[must_use]
pub fn leftmost(orientation: Orientation) -> i8 {
    orientation.offsets().iter().map(|at| at.columns).min().unwrap_or(0)
}

/// The squares of a piece that is drawn with squares of `cell` points into the middle of `rect`.
pub fn squares_in(rect: Rect, cell: f32, orientation: Orientation) -> impl Iterator<Item = Rect> + Clone {
    let (columns, rows) = extent(orientation);
    let corner = rect.center() + vec2(-f32::from(columns), f32::from(rows)) * cell / 2.0;
    let left = leftmost(orientation);
    orientation.offsets().iter().map(move |at| {
        let from = corner + vec2(f32::from(at.columns - left), -f32::from(at.rows) - 1.0) * cell;
        Rect::from_min_size(from, Vec2::splat(cell))
    })
}

impl Tray {
    /// The largest tray that fits into `space`, with squares of at most `largest` points. It is filled from the right where
    /// one reads from there.
    #[must_use]
    pub fn new(space: Rect, largest: f32, from_right: bool) -> Self {
        let mut cell = largest.max(0.5);
        loop {
            if let Some(tray) = Self::of_cell(space, cell, from_right) {
                return tray;
            }
            cell *= 0.97;
        }
    }

    fn of_cell(space: Rect, cell: f32, from_right: bool) -> Option<Self> {
        let size = |shape: Shape| {
            let (columns, rows) = extent(at_rest(shape));
            vec2(f32::from(columns) + GAP, f32::from(rows) + GAP) * cell
        };
        // Rows as they are filled.
        let mut rows: Vec<Vec<Shape>> = vec![Vec::new()];
        let mut filled = 0.0;
        for shape in Shape::ALL {
            let width = size(shape).x;
            if filled + width > space.width() + 0.01 {
                rows.push(Vec::new());
                filled = 0.0;
            }
            filled += width;
            if filled > space.width() + 0.01 {
                // As it must be able to become small enough.
                if cell > 0.5 {
                    return None;
                }
            }
            if let Some(row) = rows.last_mut() {
                row.push(shape);
            }
        }
        let heights: Vec<f32> = rows
            .iter()
            .map(|row| row.iter().map(|&shape| size(shape).y).fold(0.0, f32::max))
            .collect();
        let height: f32 = heights.iter().sum();
        if height > space.height() + 0.01 && cell > 0.5 {
            return None;
        }
        let mut slots = Vec::with_capacity(Shape::ALL.len());
        let mut top = space.center().y - height / 2.0;
        for (row, row_height) in rows.iter().zip(heights) {
            let width: f32 = row.iter().map(|&shape| size(shape).x).sum();
            // What is left is spread between the pieces, but not so far that they fall apart.
            let spread = ((space.width() - width) / row.len().max(1) as f32).clamp(0.0, 1.4 * cell);
            let mut left = space.center().x - (width + spread * row.len() as f32) / 2.0;
            for &shape in row {
                let slot = vec2(size(shape).x + spread, row_height);
                let mut rect = Rect::from_min_size(pos2(left, top), slot);
                if from_right {
                    let mirrored = space.left() + space.right() - rect.right();
                    rect = Rect::from_min_size(pos2(mirrored, top), slot);
                }
                let piece = Rect::from_center_size(rect.center(), size(shape) - Vec2::splat(GAP * cell));
                slots.push(Slot { shape, rect, piece });
                left += slot.x;
            }
            top += row_height;
        }
        Some(Self { cell, slots })
    }

    /// The recess of a shape.
    #[must_use]
    pub fn slot(&self, shape: Shape) -> Option<&Slot> {
        self.slots.get(usize::from(shape.index()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tray_of_any_size_holds_all_shapes_side_by_side() {
        for width in [120.0, 200.0, 333.0, 560.0, 900.0, 1900.0, 3800.0] {
            for height in [40.0, 90.0, 130.0, 250.0, 700.0] {
                for from_right in [false, true] {
                    let space = Rect::from_min_size(pos2(5.0, 9.0), vec2(width, height));
                    let tray = Tray::new(space, 34.0, from_right);
                    assert_eq!(tray.slots.len(), 21);
                    for (at, slot) in tray.slots.iter().enumerate() {
                        assert_eq!(slot.shape, Shape::ALL[at]);
                        assert!(
                            space.expand(0.1).contains_rect(slot.rect),
                            "{width} × {height}: {slot:?}"
                        );
                        assert!(slot.rect.expand(0.1).contains_rect(slot.piece));
                        for other in &tray.slots[at + 1..] {
                            let common = slot.rect.intersect(other.rect);
                            assert!(common.width() < 0.1 || common.height() < 0.1, "{slot:?} {other:?}");
                        }
                        let squares: Vec<Rect> = squares_in(slot.piece, tray.cell, at_rest(slot.shape)).collect();
                        assert_eq!(squares.len(), usize::from(slot.shape.size()));
                        assert!(
                            squares
                                .iter()
                                .all(|square| slot.piece.expand(0.1).contains_rect(*square))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn an_arabic_tray_begins_at_the_right() {
        let space = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 120.0));
        let [ltr, rtl] = [false, true].map(|from_right| Tray::new(space, 30.0, from_right));
        for (a, b) in ltr.slots.iter().zip(&rtl.slots) {
            assert!((a.rect.left() - (600.0 - b.rect.right())).abs() < 0.01);
        }
    }

    #[test]
    fn shapes_rest_flat() {
        assert_eq!(extent(at_rest(Shape::I5)), (5, 1));
        assert_eq!(extent(at_rest(Shape::L5)), (4, 2));
        assert_eq!(extent(at_rest(Shape::P5)), (3, 2));
        assert_eq!(extent(at_rest(Shape::X5)), (3, 3));
    }
}
