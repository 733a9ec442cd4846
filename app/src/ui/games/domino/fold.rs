//! How the line lies on the table (domino.8, domino.9, domino.29).
//!
//! The opening tile lies in the middle. The line grows from it in two arms; an arm that comes to the table's edge turns, goes one
//! tile along the edge, turns again and comes back beside itself. The right arm turns downwards and the left one upwards, so the
//! two never meet. Where an arm turns depends on the tiles laid before alone, never on those to come: what lies stays where it is,
//! unless all of the line has to become smaller.
//!
//! Lengths are counted in quarters of a tile: a tile is four long and two wide.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use majlis_rules::domino::Line;
use majlis_rules::tiles::Tile;

/// A quarter of a tile's length.
type Quarter = i32;

const LONG: Quarter = 4;
const WIDE: Quarter = 2;
/// From the middle of the table to its edge there are never fewer quarters than this: every row has place for a double and a
/// tile after it, so that no arm has to turn right behind a double.
const NARROWEST: Quarter = 8;
/// The tiles become smaller in steps, so that they do not with every tile that is laid.
const STEP: f32 = 0.92;

/// The line folded into a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Fold {
    /// A quarter of a tile's length, in points.
    pub quarter: f32,
    /// Where each tile lies, from the left end of the line to the right one.
    pub tiles: Vec<Spot>,
    /// Where a tile joined to the left end would lie, and one joined to the right end.
    pub next: [Next; 2],
    /// Where the opening tile would lie on an empty table, across and along.
    pub opening: Next,
}

/// Where a tile lies, and how.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Its place, the gap to its neighbours included.
    pub rect: Rect,
    /// Where the line goes on from it towards the right end. A tile that is no double has its right half there; a double lies
    /// across it.
    pub onward: Heading,
}

/// Where the next tile would lie: it depends on whether it is a double.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Next {
    /// A double.
    pub double: Spot,
    /// Any other tile.
    pub other: Spot,
}

impl Next {
    /// Where `tile` would lie.
    #[must_use]
    pub const fn of(&self, tile: Tile) -> Spot {
        if tile.is_double() { self.double } else { self.other }
    }
}

/// A direction on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// To the right.
    Right,
    /// Down.
    Down,
    /// To the left.
    Left,
    /// Up.
    Up,
}

impl Heading {
    /// Whether it goes left or right.
    #[must_use]
    pub const fn is_level(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// A place in quarters, the middle of the table at 0, 0; y grows downwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    left: Quarter,
    top: Quarter,
    right: Quarter,
    bottom: Quarter,
    onward: Heading,
}

impl Cell {
    /// The tile that opens the round.
    const fn opening(double: bool) -> Self {
        let (along, across) = extent(double);
        Self {
            left: -along / 2,
            top: -across / 2,
            right: along / 2,
            bottom: across / 2,
            onward: Heading::Right,
        }
    }

    /// The same, turned half round the middle of the table and seen from the other end of the line: a tile of the left arm.
    const fn opposite(self) -> Self {
        Self {
            left: -self.right,
            top: -self.bottom,
            right: -self.left,
            bottom: -self.top,
            // Turned round, and told from the other end: both cancel.
            onward: self.onward,
        }
    }
}

/// How far a tile reaches along the line, and across it.
const fn extent(double: bool) -> (Quarter, Quarter) {
    if double { (WIDE, LONG) } else { (LONG, WIDE) }
}

/// An arm growing to the right and downwards.
#[derive(Clone, Copy, Debug)]
struct Arm {
    /// From the middle of the table to its edge.
    reach: Quarter,
    heading: Heading,
    /// The middle of the edge at which the next tile is joined.
    x: Quarter,
    y: Quarter,
    /// Which way it goes on after the turn.
    after: Heading,
}

impl Arm {
    const fn new(reach: Quarter, opening_is_double: bool) -> Self {
        Self {
            reach,
            heading: Heading::Right,
            x: extent(opening_is_double).0 / 2,
            y: 0,
            after: Heading::Left,
        }
    }

    /// How far the end is from the middle of the table, seen in the heading.
    const fn forward(&self) -> Quarter {
        match self.heading {
            Heading::Left => -self.x,
            _ => self.x,
        }
    }

    /// Lays a tile and gives its place.
    fn lay(&mut self, double: bool) -> Cell {
        // Behind a double there is place for another tile, so that the turn never comes right after it. A quarter is left at
        // the edge: a double in the turn sticks out that far.
        let needed = if double { WIDE + LONG } else { LONG };
        if self.heading.is_level() && self.forward() + needed > self.reach - 1 {
            self.turn_down();
        }
        let (along, across) = extent(double);
        let (x, y, half) = (self.x, self.y, across / 2);
        let (left, top, right, bottom) = match self.heading {
            Heading::Left => (x - along, y - half, x, y + half),
            Heading::Down | Heading::Up => (x - half, y, x + half, y + along),
            Heading::Right => (x, y - half, x + along, y + half),
        };
        let cell = Cell {
            left,
            top,
            right,
            bottom,
            onward: self.heading,
        };
        match self.heading {
            Heading::Left => self.x = left,
            Heading::Right => self.x = right,
            Heading::Down | Heading::Up => {
                self.y = bottom;
                if !double {
                    self.turn_level();
                }
            }
        }
        cell
    }

    /// From a row down along the edge, below the outer half of the last tile.
    fn turn_down(&mut self) {
        let inwards = WIDE / 2;
        (self.x, self.after) = match self.heading {
            Heading::Left => (self.x + inwards, Heading::Right),
            _ => (self.x - inwards, Heading::Left),
        };
        self.y += WIDE / 2;
        self.heading = Heading::Down;
    }

    /// From the edge back into a row, beside the lower half of the last tile.
    fn turn_level(&mut self) {
        self.heading = self.after;
        self.y -= WIDE / 2;
        self.x += match self.heading {
            Heading::Left => -WIDE / 2,
            _ => WIDE / 2,
        };
    }
}

/// The line in quarters.
struct Plan {
    left: Vec<Cell>,
    right: Vec<Cell>,
    /// Left end, right end: a double, any other tile.
    next: [[Cell; 2]; 2],
}

impl Plan {
    /// `left` and `right` say of the tiles of an arm, outwards, which are doubles.
    fn new(reach: Quarter, left: &[bool], opening: bool, right: &[bool]) -> Self {
        let arm = |tiles: &[bool]| {
            let mut arm = Arm::new(reach, opening);
            let cells: Vec<Cell> = tiles.iter().map(|&double| arm.lay(double)).collect();
            // No double joins a double.
            let double_next = !tiles.last().copied().unwrap_or(opening);
            let next = [double_next, false].map(|double| arm.clone().lay(double));
            (cells, next)
        };
        let (mut left, left_next) = arm(left);
        let (right, right_next) = arm(right);
        left.iter_mut().for_each(|cell| *cell = cell.opposite());
        Self {
            left,
            right,
            next: [left_next.map(Cell::opposite), right_next],
        }
    }

    /// The uppermost and the lowest quarter.
    fn height(&self, ends_are_open: bool) -> (Quarter, Quarter) {
        let next = self.next.iter().flatten().filter(|_| ends_are_open);
        let cells = self.left.iter().chain(&self.right).chain(next);
        cells.fold((-LONG / 2, LONG / 2), |(top, bottom), cell| {
            (top.min(cell.top), bottom.max(cell.bottom))
        })
    }
}

impl Fold {
    /// Folds a line into `table`, its tiles at most `tile` points long, and smaller where they would not fit. There is
    /// always place left for one more tile at both ends.
    #[must_use]
    pub fn new(table: Rect, tile: f32, line: &Line) -> Self {
        let doubles: Vec<bool> = line.iter().map(|laid| laid.tile.is_double()).collect();
        Self::of_doubles(table, tile, &doubles, usize::from(line.opening().unwrap_or(0)))
    }

    /// The same, told of each tile whether it is a double, and which one opened.
    #[must_use]
    pub fn of_doubles(table: Rect, tile: f32, doubles: &[bool], opening: usize) -> Self {
        let opening_is_double = doubles.get(opening).copied().unwrap_or(true);
        let left: Vec<bool> = doubles.iter().take(opening).rev().copied().collect();
        let right: Vec<bool> = doubles.iter().skip(opening + 1).copied().collect();
        let open = doubles.len() < usize::from(Tile::COUNT);
        let size = table.size().max(Vec2::splat(1.0));

        let mut quarter = (tile / LONG as f32).max(f32::MIN_POSITIVE);
        let (plan, (top, bottom)) = loop {
            let reach = (size.x / 2.0 / quarter).floor().min(1e6) as Quarter;
            if reach >= NARROWEST {
                let plan = Plan::new(reach, &left, opening_is_double, &right);
                let height = plan.height(open);
                if (height.1 - height.0) as f32 * quarter <= size.y {
                    break (plan, height);
                }
            }
            quarter *= STEP;
        };
        // The opening tile lies in the middle as long as both arms have place there.
        let spare = size.y / 2.0;
        let up = (-top) as f32 * quarter;
        let down = bottom as f32 * quarter;
        let lower = (up - spare).max(0.0) - (down - spare).max(0.0);
        let middle = table.center() + vec2(0.0, lower);

        let at =
            |x: Quarter, y: Quarter| -> Pos2 { pos2(middle.x + x as f32 * quarter, middle.y + y as f32 * quarter) };
        let spot = |cell: &Cell| Spot {
            rect: Rect::from_min_max(at(cell.left, cell.top), at(cell.right, cell.bottom)),
            onward: cell.onward,
        };
        let next = |[double, other]: &[Cell; 2]| Next {
            double: spot(double),
            other: spot(other),
        };
        let first = [true, false].map(Cell::opening);
        let laid = (!doubles.is_empty()).then(|| Cell::opening(opening_is_double));
        Self {
            quarter,
            tiles: plan
                .left
                .iter()
                .rev()
                .chain(&laid)
                .chain(&plan.right)
                .map(spot)
                .collect(),
            next: [next(&plan.next[0]), next(&plan.next[1])],
            opening: next(&first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_rules::domino::Domino;
    use majlis_rules::face::{Face, FaceSet, PackKind};
    use majlis_rules::game::Variant;
    use majlis_rules::open::OpenMatch;
    use majlis_rules::table::Table;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use rand::{RngExt, SeedableRng};

    /// An Eulerian walk through all 28 tiles.
    const WALK: &str = "0-0 0-1 1-1 1-2 2-2 2-3 3-3 3-4 4-4 4-5 5-5 5-6 6-6 6-0 0-2 2-4 4-6 6-1 1-3 3-5 5-0 0-3 3-6 6-2 2-5 5-1 1-4 4-0";

    fn table(width: f32, height: f32) -> Rect {
        Rect::from_min_size(pos2(13.0, 7.0), vec2(width, height))
    }

    /// Nothing overlaps or leaves the table, neighbours touch, doubles lie across, and both ends have place for one more.
    fn check(fold: &Fold, table: Rect, doubles: &[bool]) {
        let told = || format!("{doubles:?} on {table}: {fold:?}");
        let slack = 0.02 * fold.quarter;
        assert_eq!(fold.tiles.len(), doubles.len());
        for (spot, &double) in fold.tiles.iter().zip(doubles) {
            assert!(
                table.expand(slack).contains_rect(spot.rect),
                "off the table: {}",
                told()
            );
            let level = spot.rect.width() > spot.rect.height();
            assert_eq!(level, spot.onward.is_level() != double, "not across: {}", told());
        }
        for (at, spot) in fold.tiles.iter().enumerate() {
            for other in &fold.tiles[at + 1..] {
                let common = spot.rect.intersect(other.rect);
                assert!(common.width() < slack || common.height() < slack, "overlap: {}", told());
            }
        }
        for pair in fold.tiles.windows(2) {
            let common = pair[0].rect.intersect(pair[1].rect.expand(slack));
            assert!(common.width() > -slack && common.height() > -slack, "torn: {}", told());
        }
        if doubles.len() < 28 && !doubles.is_empty() {
            for spot in fold.next.iter().flat_map(|next| [next.double, next.other]) {
                assert!(
                    table.expand(slack).contains_rect(spot.rect),
                    "no place left: {}",
                    told()
                );
                for tile in &fold.tiles {
                    let common = spot.rect.intersect(tile.rect);
                    assert!(
                        common.width() < slack || common.height() < slack,
                        "no place left: {}",
                        told()
                    );
                }
            }
        }
    }

    /// Lines as they come about: from the middle of rounds and from their ends.
    fn reachable(rng: &mut ChaCha8Rng, rounds: usize) -> Vec<(Vec<bool>, usize)> {
        let mut lines = Vec::new();
        while lines.len() < rounds {
            let seats = *[2, 4].choose(rng).unwrap();
            let mut at = OpenMatch::new(Domino::new(&Table::new(seats)).unwrap());
            let mut seed = ChaCha8Rng::seed_from_u64(rng.random());
            let mut packs = move |_: PackKind, faces: FaceSet| {
                let mut pack: Vec<Face> = faces.iter().collect();
                pack.shuffle(&mut seed);
                Some(pack)
            };
            let mut events = Vec::new();
            while at.game().round() == 1
                && let Some(seat) = at.advance(&mut packs, &mut events).unwrap()
            {
                let mv = *at.legal_moves(seat).choose(rng).unwrap();
                at.play(seat, &mv, &mut events).unwrap();
                let line = at.game().line();
                if let Some(opening) = line.opening() {
                    let doubles = line.iter().map(|laid| laid.tile.is_double()).collect();
                    lines.push((doubles, usize::from(opening)));
                }
            }
        }
        lines
    }

    #[test]
    fn domino_29_no_reachable_line_overlaps_or_leaves_any_table() {
        let mut rng = ChaCha8Rng::seed_from_u64(29);
        let mut lines = reachable(&mut rng, 600);
        // The longest lines, opened by any of their tiles, so that an arm may have all of it.
        let walk: Vec<bool> = WALK
            .split(' ')
            .map(|tile| tile.as_bytes()[0] == tile.as_bytes()[2])
            .collect();
        lines.extend((0..28).map(|opening| (walk.clone(), opening)));
        lines.extend((1..28).flat_map(|len| [(walk[..len].to_vec(), 0), (walk[..len].to_vec(), len - 1)]));
        for (doubles, opening) in &lines {
            let mut sizes = vec![
                (400.0, 300.0),
                (3840.0, 2160.0),
                (3840.0, 300.0),
                (400.0, 2160.0),
                (260.0, 90.0),
            ];
            sizes.extend((0..6).map(|_| (rng.random_range(400.0..3840.0), rng.random_range(300.0..2160.0))));
            for (width, height) in sizes {
                let table = table(width, height);
                for tile in [60.0, 140.0] {
                    let fold = Fold::of_doubles(table, tile, doubles, *opening);
                    check(&fold, table, doubles);
                    assert!(fold.quarter * 4.0 <= tile);
                }
            }
        }
    }

    #[test]
    fn what_lies_stays_where_it_is_while_the_tiles_keep_their_size() {
        let walk: Vec<bool> = WALK
            .split(' ')
            .map(|tile| tile.as_bytes()[0] == tile.as_bytes()[2])
            .collect();
        let table = table(900.0, 700.0);
        for len in 1..28 {
            let shorter = Fold::of_doubles(table, 48.0, &walk[..len], 0);
            let longer = Fold::of_doubles(table, 48.0, &walk[..=len], 0);
            assert_eq!(shorter.tiles, longer.tiles[..len], "{len}");
            // The new tile lies where the place was kept for it.
            let kept = if walk[len] {
                shorter.next[1].double
            } else {
                shorter.next[1].other
            };
            assert_eq!(longer.tiles[len], kept, "{len}");
        }
    }

    #[test]
    fn the_opening_tile_lies_in_the_middle_while_there_is_place() {
        let table = table(800.0, 400.0);
        let fold = Fold::of_doubles(table, 60.0, &[false, true, false], 1);
        assert!(fold.tiles[1].rect.center().distance(table.center()) < 0.01);
        assert!(fold.tiles[0].rect.right() <= fold.tiles[1].rect.left() + 0.01);
        let empty = Fold::of_doubles(table, 60.0, &[], 0);
        assert!(empty.tiles.is_empty());
        assert!(empty.opening.double.rect.center().distance(table.center()) < 0.01);
    }

    #[test]
    fn the_right_arm_turns_down_and_the_left_arm_up() {
        let doubles = vec![false; 21];
        let table = table(420.0, 900.0);
        let fold = Fold::of_doubles(table, 60.0, &doubles, 10);
        let middle = fold.tiles[10].rect.center();
        assert!(fold.tiles[20].rect.top() > middle.y);
        assert!(fold.tiles[0].rect.bottom() < middle.y);
        for heading in [Heading::Right, Heading::Down, Heading::Left] {
            assert!(fold.tiles.iter().any(|spot| spot.onward == heading), "{heading:?}");
        }
    }
}
