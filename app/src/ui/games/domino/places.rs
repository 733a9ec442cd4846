//! What of the table goes where: the line in the middle, my rack in front of me, the others round the table.

use egui::{Rect, Vec2, pos2, vec2};
use majlis_rules::seat::Seat;

/// Between the areas, in points.
const GAP: f32 = 6.0;

/// A side of the table, seen from the one who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// To the left: who comes next, at a table of four.
    Left,
    /// Opposite: the partner at a table of four, the other at a table of two.
    Top,
    /// To the right: who comes before.
    Right,
}

/// Where somebody else sits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opponent {
    /// Who.
    pub seat: Seat,
    /// On which side.
    pub side: Side,
    /// The line with the name.
    pub name: Rect,
    /// The line with the count.
    pub count: Rect,
    /// Where the tiles stand.
    pub tiles: Rect,
}

/// Where everything lies.
#[derive(Clone, PartialEq, Debug)]
pub struct Places {
    /// The felt inside the table's wooden edge.
    pub felt: Rect,
    /// What the line is folded into.
    pub line: Rect,
    /// My rack.
    pub rack: Rect,
    /// The row of buttons between line and rack.
    pub buttons: Rect,
    /// The heap of tiles to draw from, at a table of two.
    pub boneyard: Option<Rect>,
    /// The score of the sides, where partners play.
    pub score: Option<Rect>,
    /// The others.
    pub others: Vec<Opponent>,
}

impl Places {
    /// Divides `table`, seen from `near`. `text` is the height of a line of text.
    #[must_use]
    pub fn new(table: Rect, seats: u8, partners: bool, near: Seat, from_right: bool, text: f32) -> Self {
        let size = table.size();
        let edge = (size.min_elem() * 0.02).clamp(3.0, 12.0);
        let rack_height = (size.y * 0.2).clamp(54.0_f32.min(size.y * 0.3), 168.0);
        let rack = Rect::from_min_max(
            pos2(table.left() + edge, table.bottom() - rack_height - edge / 2.0),
            pos2(table.right() - edge, table.bottom() - edge / 2.0),
        );
        let felt = Rect::from_min_max(
            table.min + Vec2::splat(edge),
            pos2(table.right() - edge, rack.top() - edge / 2.0),
        );
        let button_height = 40.0_f32.min(felt.height() * 0.16);
        let buttons = Rect::from_min_max(
            pos2(felt.left() + GAP, felt.bottom() - button_height - GAP / 2.0),
            pos2(felt.right() - GAP, felt.bottom() - GAP / 2.0),
        );
        let top_height = (text + 8.0 + (size.y * 0.06).clamp(16.0, 46.0)).min(felt.height() * 0.3);
        let inner = Rect::from_min_max(
            felt.min + Vec2::splat(GAP / 2.0),
            pos2(felt.right() - GAP / 2.0, buttons.top() - GAP / 2.0),
        );
        let (top, below) = inner.split_top_bottom_at_y(inner.top() + top_height);
        let side_width = (size.x * 0.13).clamp(76.0_f32.min(size.x * 0.16), 140.0);
        // Wider where texts are larger: a name has to stand there.
        let larger = if text > 22.0 { text * 4.8 } else { 0.0 };
        let side_width = side_width.max(larger.min(size.x * 0.2));
        let (mut line, mut boneyard, mut others) = (below, None, Vec::new());
        if seats <= 2 {
            let heap = (size.x * 0.14).clamp(96.0_f32.min(size.x * 0.2), 150.0);
            let (left, right) = if from_right {
                line.split_left_right_at_x(line.left() + heap)
            } else {
                line.split_left_right_at_x(line.right() - heap)
            };
            let (heap, rest) = if from_right { (left, right) } else { (right, left) };
            boneyard = Some(heap.shrink(GAP / 2.0));
            line = rest;
            others.push(opponent_above(near.after(1, seats), top, text, from_right, true));
        } else {
            let (left, rest) = below.split_left_right_at_x(below.left() + side_width);
            let (middle, right) = rest.split_left_right_at_x(rest.right() - side_width);
            line = middle;
            others.push(opponent_beside(near.after(1, seats), Side::Left, left, text));
            others.push(opponent_above(near.after(2, seats), top, text, from_right, false));
            others.push(opponent_beside(near.after(3, seats), Side::Right, right, text));
        }
        // In the corner where reading begins; the name above stands in the middle.
        let score = (partners && seats > 2).then(|| {
            let width = (top.width() * 0.27).min(210.0);
            let left = if from_right { top.right() - width } else { top.left() };
            Rect::from_min_size(pos2(left, top.top()), vec2(width, top.height())).shrink(GAP / 2.0)
        });
        Self {
            felt,
            line: line.shrink(GAP),
            rack,
            buttons,
            boneyard,
            score,
            others,
        }
    }
}

fn opponent_above(seat: Seat, space: Rect, text: f32, from_right: bool, whole: bool) -> Opponent {
    // At a table of four the corners are left free: the score stands in one of them.
    let width = if whole {
        space.width().min(760.0)
    } else {
        space.width() * 0.42
    };
    let space = Rect::from_center_size(space.center(), vec2(width, space.height()));
    let (words, tiles) = space.split_top_bottom_at_y(space.top() + text.min(space.height() * 0.5) + 2.0);
    let (left, right) = words.split_left_right_at_fraction(if from_right { 0.42 } else { 0.58 });
    let (name, count) = if from_right { (right, left) } else { (left, right) };
    Opponent {
        seat,
        side: Side::Top,
        name,
        count,
        tiles: tiles.shrink2(vec2(0.0, 2.0)),
    }
}

fn opponent_beside(seat: Seat, side: Side, space: Rect, text: f32) -> Opponent {
    let (name, rest) = space.split_top_bottom_at_y(space.top() + text.min(space.height() * 0.2));
    let (count, tiles) = rest.split_top_bottom_at_y(rest.top() + text.min(space.height() * 0.2));
    let width = (tiles.width() * 0.72).min(tiles.height() * 0.3);
    let left = match side {
        Side::Right => tiles.right() - width,
        Side::Left | Side::Top => tiles.left(),
    };
    Opponent {
        seat,
        side,
        name,
        count,
        tiles: Rect::from_min_max(
            pos2(left, tiles.top() + GAP / 2.0),
            pos2(left + width, tiles.bottom() - GAP / 2.0),
        ),
    }
}

/// My rack with so many tiles.
#[derive(Clone, PartialEq, Debug)]
pub struct Rack {
    /// A tile's size.
    pub tile: Vec2,
    /// Where the tiles stand that sink into the groove.
    pub places: Vec<Rect>,
    /// How much higher a tile stands that can be played.
    pub step: f32,
    /// The grooves, one a row.
    pub grooves: Vec<Rect>,
}

impl Rack {
    /// `count` tiles, in one row or two, from the right where one reads from there.
    #[must_use]
    pub fn new(space: Rect, count: usize, from_right: bool) -> Self {
        let inner = space.shrink2(vec2(10.0_f32.min(space.width() * 0.02), 3.0));
        let of_rows = |rows: usize| {
            let columns = count.max(7).div_ceil(rows);
            let height = inner.height() / rows as f32;
            // A tile stands up to a third of its height above the groove, when lifted.
            let width = (height / (2.0 * 1.36)).min(inner.width() / columns as f32 / 1.12);
            (rows, columns, width)
        };
        let (one, two) = (of_rows(1), of_rows(2));
        let (rows, columns, width) = if two.2 > one.2 { two } else { one };
        let tile = vec2(width, width * 2.0);
        let height = inner.height() / rows as f32;
        let pitch = width * 1.12;
        let mut places = Vec::with_capacity(count);
        for at in 0..count {
            let (row, column) = (at / columns, at % columns);
            let in_row = (count - row * columns).min(columns);
            let mut along = (column as f32 - (in_row as f32 - 1.0) / 2.0) * pitch;
            if from_right {
                along = -along;
            }
            let foot = inner.top() + height * (row as f32 + 1.0) - 2.0;
            places.push(Rect::from_center_size(
                pos2(inner.center().x + along, foot - width),
                tile,
            ));
        }
        let grooves = (0..rows).map(|row| {
            let foot = inner.top() + height * (row as f32 + 1.0) - 2.0;
            Rect::from_min_max(pos2(inner.left(), foot - width * 0.5), pos2(inner.right(), foot + 2.0))
        });
        Self {
            tile,
            places,
            step: width * 0.42,
            grooves: grooves.collect(),
        }
    }
}

/// Face-down tiles of somebody else, standing in a row: upright above, on their sides beside the table.
#[must_use]
pub fn row_of_backs(space: Rect, count: usize, level: bool) -> Vec<Rect> {
    if count == 0 {
        return Vec::new();
    }
    let room = count.max(7) as f32;
    let (along, across) = if level {
        (space.width(), space.height())
    } else {
        (space.height(), space.width())
    };
    let short = (across / 2.0).min(along / room / 1.15).max(0.5);
    let (pitch, long) = (short * 1.15, short * 2.0);
    (0..count)
        .map(|at| {
            let offset = (at as f32 - (count as f32 - 1.0) / 2.0) * pitch;
            if level {
                Rect::from_center_size(space.center() + vec2(offset, 0.0), vec2(short, long))
            } else {
                Rect::from_center_size(space.center() + vec2(0.0, offset), vec2(long, short))
            }
        })
        .collect()
}

/// The boneyard's tiles lying in columns, and where the next one is drawn from: the last.
#[must_use]
pub fn heap(space: Rect, count: usize) -> Vec<Rect> {
    // Places for all fourteen, so that what lies stays where it is.
    let best = (1..=4usize).map(|columns| {
        let rows = 14_usize.div_ceil(columns);
        let width = (space.width() / columns as f32 / 1.18).min(space.height() / rows as f32 / 2.0 / 1.1);
        (columns, width)
    });
    let Some((columns, width)) = best.max_by(|a, b| a.1.total_cmp(&b.1)) else {
        return Vec::new();
    };
    let width = width.min(30.0);
    let pitch = vec2(width * 1.18, width * 2.0 * 1.1);
    let corner = pos2(space.center().x - pitch.x * columns as f32 / 2.0, space.top());
    (0..count)
        .map(|at| {
            let cell = corner + vec2((at % columns) as f32 * pitch.x, (at / columns) as f32 * pitch.y);
            Rect::from_center_size(cell + pitch / 2.0, vec2(width, width * 2.0))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(f32, f32); 9] = [
        (400.0, 300.0),
        (480.0, 380.0),
        (560.0, 520.0),
        (800.0, 500.0),
        (420.0, 800.0),
        (1000.0, 700.0),
        (1600.0, 900.0),
        (3840.0, 2160.0),
        (3840.0, 300.0),
    ];

    fn apart(rects: &[Rect], told: &dyn Fn() -> String) {
        for (at, rect) in rects.iter().enumerate() {
            for other in &rects[at + 1..] {
                let common = rect.intersect(*other);
                assert!(
                    common.width() < 0.5 || common.height() < 0.5,
                    "{rect} {other} {}",
                    told()
                );
            }
        }
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_table_at_any_size() {
        for (width, height) in SIZES {
            let table = Rect::from_min_size(pos2(7.0, 3.0), vec2(width, height));
            for (seats, partners) in [(2, false), (4, false), (4, true)] {
                for from_right in [false, true] {
                    let near = Seat::new(1).unwrap();
                    let places = Places::new(table, seats, partners, near, from_right, 20.0);
                    let told = || format!("{width} × {height}, {seats} seats: {places:?}");
                    let mut rects = vec![places.line, places.rack, places.buttons];
                    rects.extend(places.boneyard);
                    rects.extend(places.score);
                    for other in &places.others {
                        rects.extend([other.name, other.count, other.tiles]);
                    }
                    for rect in &rects {
                        assert!(table.contains_rect(*rect), "{rect} {}", told());
                        assert!(rect.width() > 8.0 && rect.height() > 8.0, "{rect} {}", told());
                    }
                    assert!(
                        places.line.width() > 0.45 * width && places.line.height() > 0.25 * height,
                        "{}",
                        told()
                    );
                    apart(&rects, &told);
                    assert_eq!(places.others.len(), usize::from(seats) - 1);
                }
            }
        }
    }

    #[test]
    fn tiles_stand_side_by_side_inside_their_places_however_many_they_are() {
        for (width, height) in SIZES {
            let table = Rect::from_min_size(pos2(7.0, 3.0), vec2(width, height));
            let near = Seat::new(0).unwrap();
            let two = Places::new(table, 2, false, near, true, 20.0);
            for count in 1..=21 {
                let rack = Rack::new(two.rack, count, true);
                assert_eq!(rack.places.len(), count);
                let told = || format!("{count} at {width} × {height}: {rack:?}");
                let mut reach = Vec::new();
                for place in &rack.places {
                    let raised = place.translate(vec2(0.0, -rack.step)).union(*place);
                    assert!(two.rack.expand(0.5).contains_rect(raised), "{raised} {}", told());
                    reach.push(raised);
                }
                apart(&reach, &told);
                let backs = row_of_backs(two.others[0].tiles, count, true);
                assert!(
                    backs
                        .iter()
                        .all(|back| two.others[0].tiles.expand(0.5).contains_rect(*back))
                );
                apart(&backs, &told);
            }
            let heap = heap(two.boneyard.unwrap(), 14);
            assert!(
                heap.iter()
                    .all(|tile| two.boneyard.unwrap().expand(0.5).contains_rect(*tile))
            );
            apart(&heap, &|| format!("the heap at {width} × {height}"));
            let four = Places::new(table, 4, true, near, false, 20.0);
            for other in &four.others {
                let backs = row_of_backs(other.tiles, 7, other.side == Side::Top);
                assert!(backs.iter().all(|back| other.tiles.expand(0.5).contains_rect(*back)));
                apart(&backs, &|| format!("{other:?} at {width} × {height}"));
            }
        }
    }
}
