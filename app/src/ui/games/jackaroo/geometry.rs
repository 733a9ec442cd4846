//! Where everything on the board lies: cells, safe zones, homes, turned so that a seat's home is nearest to whoever looks.
//!
//! The track is the curve r(t) = 1 + a cos 4t + b cos 8t with t from the nearest seat: out at the four corners where the homes
//! are, in at the four sides between them. Its 76 cells are evenly spaced along it; the tip of a corner lies between a seat's
//! entrance (count 75) and its base (count 0), so that one is left and the other right of it, and the safe zone runs inwards
//! beside the axis. `a` and `b` are those, among the curves of this kind, that leave the largest cells room.
//!
//! All in units of the board's width, from flat to flat of its octagon, until a [`BoardPlace`] puts it on the screen.

use std::sync::LazyLock;

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use majlis_rules::jackaroo::{CELLS, Cell, MAX_MARBLES, Marble, Place, QUARTER, SAFE_CELLS};
use majlis_rules::seat::Seat;

const A: f32 = 0.28;
const B: f32 = -0.10;

/// How many pieces the curve is measured in; a multiple of the cells.
const PIECES: usize = 76 * 100;

/// How far the row of marbles at home is beyond the tip of the track, in pitches.
const HOME_OUT: f32 = 1.35;

/// What is left between the homes and the board's edge, in pitches.
const MARGIN: f32 = 1.05;

/// The board of unit width round the origin, seat 0 nearest, y growing downwards.
struct Shape {
    /// From cell to cell along the track.
    pitch: f32,
    cells: Vec<Vec2>,
    /// The safe zone of seat 0.
    safe: Vec<Vec2>,
    /// How far the marbles of seat 0 at home are from the centre.
    home: f32,
}

static SHAPE: LazyLock<Shape> = LazyLock::new(|| {
    let turn = core::f64::consts::TAU;
    let at = |piece: usize| {
        let t = turn * piece as f64 / PIECES as f64;
        let r = 1.0 + f64::from(A) * (4.0 * t).cos() + f64::from(B) * (8.0 * t).cos();
        (-r * t.sin(), r * t.cos())
    };
    let mut lengths = Vec::with_capacity(PIECES + 1);
    let mut length = 0.0;
    lengths.push(length);
    for piece in 0..PIECES {
        let ((x0, y0), (x1, y1)) = (at(piece), at(piece + 1));
        length += (x1 - x0).hypot(y1 - y0);
        lengths.push(length);
    }
    let pitch = length / f64::from(CELLS);
    let centres = (0..QUARTER).map(|cell| {
        let wanted = (f64::from(cell) + 0.5) * pitch;
        at(lengths.partition_point(|&at| at < wanted).min(PIECES))
    });
    let tip = f64::from(1.0 + A + B);
    let scale = 0.5 / (tip + pitch * f64::from(HOME_OUT + MARGIN));
    let quarter: Vec<Vec2> = centres
        .map(|(x, y)| vec2((x * scale) as f32, (y * scale) as f32))
        .collect();
    // The other three quarters are turned from the first, so that they are the same to the last bit.
    let cells: Vec<Vec2> = (0..4)
        .flat_map(|quarters| quarter.iter().map(move |&at| turned(at, quarters)))
        .collect();
    let pitch = (pitch * scale) as f32;
    let entrance = cells.last().copied().unwrap_or_default();
    let safe = (1..=SAFE_CELLS)
        .map(|step| entrance - vec2(0.0, f32::from(step) * pitch))
        .collect();
    Shape {
        pitch,
        cells,
        safe,
        home: (tip * scale) as f32 + HOME_OUT * pitch,
    }
});

/// A quarter turn, clockwise on the screen, as often as `quarters` says.
fn turned(v: Vec2, quarters: u8) -> Vec2 {
    match quarters % 4 {
        0 => v,
        1 => vec2(-v.y, v.x),
        2 => -v,
        _ => vec2(v.y, -v.x),
    }
}

/// The board on the screen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardPlace {
    centre: Pos2,
    width: f32,
    near: Seat,
    marbles: u8,
}

impl BoardPlace {
    /// The largest board that fits into `rect`, with the home of `near` at the bottom and `marbles` a seat.
    #[must_use]
    pub fn new(rect: Rect, near: Seat, marbles: u8) -> Self {
        Self {
            centre: rect.center(),
            width: rect.width().min(rect.height()).max(1.0),
            near,
            marbles: marbles.clamp(1, MAX_MARBLES),
        }
    }

    /// The square round the octagon.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect::from_center_size(self.centre, Vec2::splat(self.width))
    }

    /// Its middle.
    #[must_use]
    pub const fn centre(&self) -> Pos2 {
        self.centre
    }

    /// Its width, from flat to flat.
    #[must_use]
    pub const fn width(&self) -> f32 {
        self.width
    }

    /// From cell to cell.
    #[must_use]
    pub fn pitch(&self) -> f32 {
        SHAPE.pitch * self.width
    }

    /// The radius of a hole.
    #[must_use]
    pub fn hole(&self) -> f32 {
        self.pitch() * 0.36
    }

    /// The radius of a marble.
    #[must_use]
    pub fn marble(&self) -> f32 {
        self.pitch() * 0.455
    }

    /// How often the board is turned by a quarter for what is `seat`'s.
    const fn quarters(&self, seat: Seat) -> u8 {
        (seat.number() + 4 - self.near.number()) % 4
    }

    fn on_screen(&self, v: Vec2, quarters: u8) -> Pos2 {
        self.centre + turned(v, quarters) * self.width
    }

    /// The corners of the octagon, its edge drawn in by `inset` pitches.
    #[must_use]
    pub fn octagon(&self, inset: f32) -> Vec<Pos2> {
        let half = self.width * 0.5 - inset * self.pitch();
        let radius = half / (core::f32::consts::PI / 8.0).cos();
        (0..8u8)
            .map(|corner| {
                let angle = (f32::from(corner) + 0.5) * core::f32::consts::FRAC_PI_4;
                self.centre + vec2(angle.cos(), angle.sin()) * radius
            })
            .collect()
    }

    /// The middle of a cell of the track.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Pos2 {
        let at = SHAPE.cells.get(usize::from(cell.number())).copied();
        self.on_screen(at.unwrap_or_default(), self.quarters_of_track())
    }

    const fn quarters_of_track(&self) -> u8 {
        (4 - self.near.number()) % 4
    }

    /// The middle of a cell of a seat's safe zone, depth 0 at the entrance.
    #[must_use]
    pub fn safe(&self, seat: Seat, depth: u8) -> Pos2 {
        let at = SHAPE.safe.get(usize::from(depth.min(SAFE_CELLS - 1))).copied();
        self.on_screen(at.unwrap_or_default(), self.quarters(seat))
    }

    /// Where a marble is when it is at home.
    #[must_use]
    pub fn home(&self, marble: Marble) -> Pos2 {
        let along = f32::from(marble.number) - f32::from(self.marbles - 1) / 2.0;
        self.on_screen(vec2(-along * SHAPE.pitch, SHAPE.home), self.quarters(marble.seat))
    }

    /// The middle of a seat's home and the direction along it.
    #[must_use]
    pub fn home_row(&self, seat: Seat) -> (Pos2, Vec2) {
        let quarters = self.quarters(seat);
        (
            self.on_screen(vec2(0.0, SHAPE.home), quarters),
            turned(vec2(-1.0, 0.0), quarters),
        )
    }

    /// The direction from the middle towards a seat.
    #[must_use]
    pub fn towards(&self, seat: Seat) -> Vec2 {
        turned(vec2(0.0, 1.0), self.quarters(seat))
    }

    /// The direction of travel on a cell.
    #[must_use]
    pub fn direction(&self, cell: Cell) -> Vec2 {
        (self.cell(cell.forward(1)) - self.cell(cell.back(1))).normalized()
    }

    /// Where a marble is in some place.
    #[must_use]
    pub fn at(&self, marble: Marble, place: Place) -> Pos2 {
        match place {
            Place::Home => self.home(marble),
            Place::Track(cell) => self.cell(cell),
            Place::Safe(depth) => self.safe(marble.seat, depth),
        }
    }

    /// How far the middle of the board is free of holes.
    #[must_use]
    pub fn free_radius(&self) -> f32 {
        let holes = SHAPE.cells.iter().chain(&SHAPE.safe);
        let nearest = holes.map(|hole| hole.length()).fold(0.5, f32::min);
        (nearest - 0.6 * SHAPE.pitch) * self.width
    }

    /// The whole track once round, for the groove.
    #[must_use]
    pub fn groove(&self) -> Vec<Pos2> {
        (0..CELLS).filter_map(Cell::new).map(|cell| self.cell(cell)).collect()
    }

    /// The cells of a seat's nineteen.
    pub fn quarter(seat: Seat) -> impl Iterator<Item = Cell> {
        (0..QUARTER).map(move |count| Cell::of_count(seat, count))
    }
}

/// The point some part (0 to 1) of the way along a line of points; the last of them from 1 on.
#[must_use]
pub fn along(points: &[Pos2], part: f32) -> Option<Pos2> {
    let last = points.len().checked_sub(1)?;
    let way = part.clamp(0.0, 1.0) * last as f32;
    let before = (way.floor() as usize).min(last);
    let from = *points.get(before)?;
    let to = points.get(before + 1).copied().unwrap_or(from);
    let rest = way - before as f32;
    Some(pos2(from.x + (to.x - from.x) * rest, from.y + (to.y - from.y) * rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_rules::jackaroo::SEATS;

    fn boards() -> impl Iterator<Item = BoardPlace> {
        let sizes = [(200.0, 200.0), (350.0, 420.0), (1000.0, 641.0), (3840.0, 2160.0)];
        sizes.into_iter().flat_map(|(w, h)| {
            Seat::all(SEATS).flat_map(move |near| {
                [3, 4].map(|marbles| BoardPlace::new(Rect::from_min_size(pos2(13.0, 7.0), vec2(w, h)), near, marbles))
            })
        })
    }

    fn holes(board: &BoardPlace) -> Vec<Pos2> {
        let cells = (0..CELLS).filter_map(Cell::new).map(|cell| board.cell(cell));
        let safe = Seat::all(SEATS).flat_map(|seat| (0..SAFE_CELLS).map(move |depth| (seat, depth)));
        let home = Seat::all(SEATS).flat_map(|seat| (0..board.marbles).map(move |n| Marble::new(seat, n)));
        cells
            .chain(safe.map(|(seat, depth)| board.safe(seat, depth)))
            .chain(home.map(|marble| board.home(marble)))
            .collect()
    }

    #[test]
    fn no_two_holes_overlap_whatever_the_size_even_with_marbles_in_them() {
        for board in boards() {
            let holes = holes(&board);
            for (index, one) in holes.iter().enumerate() {
                for other in &holes[..index] {
                    let apart = one.distance(*other);
                    assert!(apart >= 2.0 * board.marble(), "{one:?} {other:?} in {board:?}");
                }
            }
        }
    }

    #[test]
    fn all_holes_are_inside_the_octagon_which_is_inside_its_rectangle() {
        for board in boards() {
            let edge = board.octagon(0.0);
            for corner in &edge {
                assert!(board.rect().expand(0.01).contains(*corner));
            }
            for hole in holes(&board) {
                for (from, to) in edge.iter().zip(edge.iter().cycle().skip(1)) {
                    let side = *to - *from;
                    let depth = side.x * (hole.y - from.y) - side.y * (hole.x - from.x);
                    assert!(depth / side.length() > board.marble(), "{hole:?} in {board:?}");
                }
            }
        }
    }

    #[test]
    fn turned_boards_agree_and_the_own_home_is_nearest() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 500.0));
        let close = |one: Pos2, other: Pos2| one.distance(other) < 0.01;
        let first = BoardPlace::new(rect, Seat::new(0).unwrap(), 4);
        for near in Seat::all(SEATS) {
            let board = BoardPlace::new(rect, near, 4);
            for seat in Seat::all(SEATS) {
                let same = seat.after(near.number(), SEATS);
                for number in 0..4 {
                    assert!(close(
                        first.home(Marble::new(seat, number)),
                        board.home(Marble::new(same, number))
                    ));
                    assert!(close(first.safe(seat, number), board.safe(same, number)));
                }
                for count in 0..CELLS {
                    let (one, other) = (Cell::of_count(seat, count), Cell::of_count(same, count));
                    assert!(close(first.cell(one), board.cell(other)), "{seat} {count}");
                }
            }
            let own = board.home(Marble::new(near, 0)).y;
            assert!(holes(&board).iter().all(|hole| hole.y <= own + 0.01));
        }
    }

    #[test]
    fn a_safe_zone_goes_on_from_its_entrance_inwards_and_the_next_seat_is_to_the_left() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 500.0));
        for near in Seat::all(SEATS) {
            let board = BoardPlace::new(rect, near, 3);
            let entrance = board.cell(Cell::of_count(near, 75));
            assert!((entrance.distance(board.safe(near, 0)) - board.pitch()).abs() < 0.1);
            assert!(board.safe(near, 3).y < board.safe(near, 0).y);
            let left = near.after(1, SEATS);
            assert!(board.home(Marble::new(left, 0)).x < rect.center().x);
            assert!(board.free_radius() > 2.5 * board.pitch());
        }
    }

    #[test]
    fn a_way_is_followed_from_point_to_point() {
        let way = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0)];
        assert_eq!(along(&way, 0.0), Some(way[0]));
        assert_eq!(along(&way, 0.25), Some(pos2(5.0, 0.0)));
        assert_eq!(along(&way, 0.5), Some(way[1]));
        assert_eq!(along(&way, 2.0), Some(way[2]));
        assert_eq!(along(&way[..1], 0.7), Some(way[0]));
        assert_eq!(along(&[], 0.7), None);
    }
}
