//! Where the squares of the board lie on the screen.

use egui::{Pos2, Rect, pos2, vec2};
use majlis_rules::arkan::{Board, Placement, Square};

/// A board drawn into a square of the screen: a1 at the lower left, in every language.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    /// The playing field, without its frame.
    pub rect: Rect,
    /// A square's side, in points.
    pub cell: f32,
    board: Board,
}

impl Grid {
    /// The largest board that fits into the middle of `space`, its squares a whole number of points where they are not tiny.
    #[must_use]
    pub fn new(space: Rect, board: Board) -> Self {
        let squares = f32::from(board.side());
        let cell = space.width().min(space.height()).max(1.0) / squares;
        let cell = if cell > 8.0 { cell.floor() } else { cell };
        let corner = space.center() - vec2(cell, cell) * squares / 2.0;
        Self {
            rect: Rect::from_min_size(corner.round(), vec2(cell, cell) * squares),
            cell,
            board,
        }
    }

    /// Which board it is.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Where a square lies.
    #[must_use]
    pub fn square(&self, square: Square) -> Rect {
        self.block(square.column().into(), square.row().into(), 1, 1)
    }

    /// A block of squares with its lower left one at this column and row, counted from 0.
    #[must_use]
    pub fn block(&self, column: i32, row: i32, columns: i32, rows: i32) -> Rect {
        let left = self.rect.left() + column as f32 * self.cell;
        let bottom = self.rect.bottom() - row as f32 * self.cell;
        Rect::from_min_max(
            pos2(left, bottom - rows as f32 * self.cell),
            pos2(left + columns as f32 * self.cell, bottom),
        )
    }

    /// The smallest block that holds a piece.
    #[must_use]
    pub fn around(&self, placement: Placement) -> Rect {
        let squares = placement.squares().map(|square| self.square(square));
        squares.reduce(Rect::union).unwrap_or(Rect::NOTHING)
    }

    /// The square at a point of the screen.
    #[must_use]
    pub fn at(&self, point: Pos2) -> Option<Square> {
        if !self.rect.contains(point) {
            return None;
        }
        let (columns, rows) = self.measure(point);
        let last = f32::from(self.board.side() - 1);
        Square::new(
            columns.floor().clamp(0.0, last) as u8,
            rows.floor().clamp(0.0, last) as u8,
        )
    }

    /// How many columns a point is from the left edge, and how many rows from the lower one.
    #[must_use]
    pub fn measure(&self, point: Pos2) -> (f32, f32) {
        (
            (point.x - self.rect.left()) / self.cell,
            (self.rect.bottom() - point.y) / self.cell,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        for board in [Board::Small, Board::Large] {
            for size in [(90.0, 140.0), (333.3, 300.0), (801.5, 2000.0)] {
                let space = Rect::from_min_size(pos2(11.5, 3.25), size.into());
                let grid = Grid::new(space, board);
                assert!(space.expand(1.0).contains_rect(grid.rect), "{grid:?}");
                for square in board.squares().iter() {
                    assert_eq!(grid.at(grid.square(square).center()), Some(square));
                }
                assert_eq!(grid.at(grid.rect.left_top() - vec2(1.0, 1.0)), None);
                assert_eq!(
                    grid.at(grid.rect.right_bottom()).map(|square| square.to_string()),
                    grid.at(grid.rect.right_bottom() - vec2(0.5, 0.5))
                        .map(|square| square.to_string())
                );
            }
        }
    }

    #[test]
    fn rows_count_from_the_bottom() {
        let grid = Grid::new(Rect::from_min_size(Pos2::ZERO, vec2(200.0, 200.0)), Board::Large);
        let a1 = Square::new(0, 0).unwrap();
        let t20 = Square::new(19, 19).unwrap();
        assert_eq!(grid.square(a1).left_bottom(), pos2(0.0, 200.0));
        assert_eq!(grid.square(t20).right_top(), pos2(200.0, 0.0));
    }
}
