//! What of the table goes where: the board in the middle, my tray under it, the others' pieces beside it, each at its own corner.

use egui::{Rect, pos2, vec2};
use majlis_rules::arkan::Board;
use majlis_rules::seat::Seat;

use super::grid::Grid;
use super::tray::Tray;

/// Between the areas, in points.
const GAP: f32 = 8.0;
/// The narrowest card that still shows 21 shapes.
const CARD: f32 = 92.0;
/// The narrowest pad with its buttons, and its height.
const PAD: egui::Vec2 = egui::Vec2 { x: 172.0, y: 84.0 };

/// Where everything lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Areas {
    /// The board's wooden frame.
    pub frame: Rect,
    /// The board.
    pub grid: Grid,
    /// What the tray lies in.
    pub tray_box: Rect,
    /// My tray.
    pub tray: Tray,
    /// The buttons.
    pub pad: Rect,
    /// The others: who, the card, the tray in it.
    pub cards: Vec<Card>,
}

/// The card of somebody else.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// Whose.
    pub seat: Seat,
    /// All of it.
    pub rect: Rect,
    /// The line with the name.
    pub name: Rect,
    /// The line that counts.
    pub count: Rect,
    /// What is left.
    pub tray: Tray,
}

impl Areas {
    /// Divides `table` for a match of `seats` seats, seen from `near`, who has no card; for one who watches, `None`, all have
    /// one, and there is neither a tray nor buttons: nobody's pieces are nearer than the others'. `line` is the height of a line of small text.
    #[must_use]
    pub fn new(table: Rect, seats: u8, near: Option<Seat>, from_right: bool, line: f32) -> Self {
        let board = Board::of(seats);
        let table = table.shrink(GAP.min(table.width() / 40.0));
        let others: Vec<Seat> = Seat::all(seats).filter(|seat| Some(*seat) != near).collect();
        if table.width() >= table.height() * 1.02 {
            Self::landscape(table, board, &others, near.is_some(), from_right, line)
        } else {
            Self::portrait(table, board, &others, near.is_some(), from_right, line)
        }
    }

    fn landscape(table: Rect, board: Board, others: &[Seat], sits: bool, from_right: bool, line: f32) -> Self {
        let low = (table.height() * 0.235).clamp(PAD.y.min(table.height() * 0.4), 236.0);
        let taken = if sits { low + GAP } else { 0.0 };
        let upper = Rect::from_min_max(table.min, pos2(table.right(), table.bottom() - taken));
        let lower = Rect::from_min_max(pos2(table.left(), table.bottom() - low), table.max);
        let side = upper.height().min(table.width() - 2.0 * (CARD + GAP)).max(40.0);
        let middle = Rect::from_center_size(upper.center(), vec2(side, upper.height().min(side)));
        let (frame, grid) = framed(middle, board);
        let cards = others.iter().map(|&seat| {
            let start = board.start(seat);
            let left = start.column() < board.side() / 2;
            let top = start.row() >= board.side() / 2;
            let columns = if left {
                (upper.left(), frame.left() - GAP)
            } else {
                (frame.right() + GAP, upper.right())
            };
            // Not wider than it looks well with.
            let width = (columns.1 - columns.0).min(340.0);
            let columns = if left {
                (columns.1 - width, columns.1)
            } else {
                (columns.0, columns.0 + width)
            };
            let half = ((frame.height() - GAP) / 2.0).max(10.0);
            let rows = if top {
                (frame.top(), frame.top() + half)
            } else {
                (frame.bottom() - half, frame.bottom())
            };
            let rect = Rect::from_min_max(pos2(columns.0, rows.0), pos2(columns.1, rows.1));
            Card::new(seat, rect, from_right, line)
        });
        let lower = sits.then_some(lower);
        Self::with_lower(frame, grid, lower, from_right, line, cards.collect())
    }

    fn portrait(table: Rect, board: Board, others: &[Seat], sits: bool, from_right: bool, line: f32) -> Self {
        let low = (table.height() * 0.24).max(PAD.y + 40.0).min(table.height() * 0.45);
        let high = (table.height() * 0.17).clamp(40.0, 190.0);
        let upper = Rect::from_min_size(table.min, vec2(table.width(), high));
        let lower = Rect::from_min_max(pos2(table.left(), table.bottom() - low), table.max);
        let middle = Rect::from_min_max(
            pos2(table.left(), upper.bottom() + GAP),
            pos2(table.right(), if sits { lower.top() - GAP } else { table.bottom() }),
        );
        let (frame, grid) = framed(middle, board);
        let count = others.len().max(1) as f32;
        let width = ((upper.width() - GAP * (count - 1.0)) / count).min(360.0);
        let all = width * count + GAP * (count - 1.0);
        let cards = others.iter().enumerate().map(|(at, &seat)| {
            let at = if from_right { others.len() - 1 - at } else { at };
            let left = upper.center().x - all / 2.0 + at as f32 * (width + GAP);
            let rect = Rect::from_min_size(pos2(left, upper.top()), vec2(width, high));
            Card::new(seat, rect, from_right, line)
        });
        let lower = sits.then_some(lower);
        Self::with_lower(frame, grid, lower, from_right, line, cards.collect())
    }

    /// The same without buttons, for pictures: the tray has all of the lower part.
    #[must_use]
    pub fn without_pad(mut self, from_right: bool) -> Self {
        if !self.pad.is_positive() {
            return self;
        }
        self.tray_box = self.tray_box.union(self.pad);
        self.tray = Self::tray_in(self.tray_box, &self.grid, from_right);
        self.pad = Rect::NOTHING;
        self
    }

    fn tray_in(tray_box: Rect, grid: &Grid, from_right: bool) -> Tray {
        Tray::new(tray_box.shrink(6.0), grid.cell.clamp(16.0, 26.0), from_right)
    }

    /// The tray and the pad share the lower part, where there is one: side by side, the pad where the reading ends.
    fn with_lower(frame: Rect, grid: Grid, lower: Option<Rect>, from_right: bool, line: f32, cards: Vec<Card>) -> Self {
        let Some(lower) = lower else {
            return Self {
                frame,
                grid,
                tray_box: Rect::NOTHING,
                tray: Tray {
                    cell: 0.0,
                    slots: Vec::new(),
                },
                pad: Rect::NOTHING,
                cards,
            };
        };
        // Neither wider than a tray looks well with.
        let width = lower.width().min((lower.height() * 7.0).max(frame.width() + PAD.x));
        let lower = Rect::from_center_size(lower.center(), vec2(width, lower.height()));
        // Wider where texts are larger.
        let pad = PAD.x * (line / 19.0).max(1.0);
        let pad_width = pad.max(lower.width() * 0.18).min(lower.width() * 0.4).min(240.0);
        let split = if from_right {
            lower.left() + pad_width
        } else {
            lower.right() - pad_width
        };
        let (left, right) = lower.split_left_right_at_x(split);
        let (pad, tray_box) = if from_right { (left, right) } else { (right, left) };
        let inwards = vec2(GAP / 2.0, 0.0);
        let (pad, tray_box) = if from_right {
            (
                Rect::from_min_max(pad.min, pad.max - inwards),
                Rect::from_min_max(tray_box.min + inwards, tray_box.max),
            )
        } else {
            (
                Rect::from_min_max(pad.min + inwards, pad.max),
                Rect::from_min_max(tray_box.min, tray_box.max - inwards),
            )
        };
        let tray = Self::tray_in(tray_box, &grid, from_right);
        Self {
            frame,
            grid,
            tray_box,
            tray,
            pad,
            cards,
        }
    }
}

impl Card {
    fn new(seat: Seat, rect: Rect, from_right: bool, line: f32) -> Self {
        let inner = rect.shrink(6.0);
        let (name, rest) = inner.split_top_bottom_at_y(inner.top() + line);
        let (count, rest) = rest.split_top_bottom_at_y((rest.top() + line).min(rest.bottom()));
        let rest = Rect::from_min_max(pos2(rest.left(), (rest.top() + 3.0).min(rest.bottom())), rest.max);
        Self {
            seat,
            rect,
            name,
            count,
            tray: Tray::new(rest, 13.0, from_right),
        }
    }
}

/// A board and its wooden frame in the middle of a space. The frame has place for the names of columns and rows.
fn framed(space: Rect, board: Board) -> (Rect, Grid) {
    let side = space.width().min(space.height());
    let wood = (side * 0.035).clamp(5.0, 20.0);
    let grid = Grid::new(space.shrink(wood), board);
    (grid.rect.expand(wood), grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_or_leaves_the_table_at_any_size() {
        let sizes = [
            (400.0, 300.0),
            (520.0, 440.0),
            (560.0, 520.0),
            (600.0, 560.0),
            (800.0, 500.0),
            (640.0, 900.0),
            (420.0, 760.0),
            (1000.0, 700.0),
            (1600.0, 900.0),
            (3600.0, 2000.0),
        ];
        for (width, height) in sizes {
            for seats in 2..=4 {
                for near in Seat::all(seats).map(Some).chain([None]) {
                    for from_right in [false, true] {
                        let table = Rect::from_min_size(pos2(3.0, 11.0), vec2(width, height));
                        let areas = Areas::new(table, seats, near, from_right, 18.0);
                        let told = || format!("{width} × {height}, {seats} seats, near {near:?}: {areas:?}");
                        let mut rects = vec![areas.frame];
                        if near.is_some() {
                            rects.extend([areas.tray_box, areas.pad]);
                        }
                        assert_eq!(areas.tray.slots.is_empty(), near.is_none());
                        rects.extend(areas.cards.iter().map(|card| card.rect));
                        for (at, rect) in rects.iter().enumerate() {
                            assert!(table.expand(0.5).contains_rect(*rect), "{rect} {}", told());
                            assert!(rect.width() > 20.0 && rect.height() > 20.0, "{rect} {}", told());
                            for other in &rects[at + 1..] {
                                let common = rect.intersect(*other);
                                assert!(
                                    common.width() < 0.5 || common.height() < 0.5,
                                    "{rect} {other} {}",
                                    told()
                                );
                            }
                        }
                        assert!(areas.frame.contains_rect(areas.grid.rect));
                        assert_eq!(areas.cards.len(), usize::from(seats) - usize::from(near.is_some()));
                        for card in &areas.cards {
                            for slot in &card.tray.slots {
                                assert!(card.rect.expand(0.5).contains_rect(slot.rect), "{slot:?} {}", told());
                            }
                        }
                        for slot in &areas.tray.slots {
                            assert!(
                                areas.tray_box.expand(0.5).contains_rect(slot.rect),
                                "{slot:?} {}",
                                told()
                            );
                        }
                    }
                }
            }
        }
    }
}
