//! A position as it is painted: the table's edge, the felt, the line, the racks, the boneyard.

use egui::{Align2, Color32, Context, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};
use majlis_rules::domino::{Domino, End, Line, Phase};
use majlis_rules::face::Faces as _;
use majlis_rules::game::Game as _;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::tiles::Tile;

use super::fold::{Fold, Spot};
use super::places::{self, Opponent, Places, Rack, Side};
use super::tile;
use crate::ui::games::Scene;
use crate::ui::games::pieces::{badge, plate};
use crate::ui::style::{Type, faded, ground, shape};
use crate::ui::text;

/// Where everything lies, and what lies there.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The areas.
    pub places: Places,
    /// The line's tiles.
    pub line: Line,
    /// How they lie.
    pub fold: Fold,
    /// My rack.
    pub rack: Rack,
    /// My tiles in the order in which I got them; `None` for one that I do not see.
    pub hand: Vec<Option<Tile>>,
}

impl Picture {
    /// Lays a position out on `table`. `line` is the line to be shown, which after a round's end is no longer in the game.
    #[must_use]
    pub fn new(context: &Context, table: Rect, game: &Domino, line: &Line, scene: &Scene<'_>) -> Self {
        let style = scene.style;
        let text = context.fonts_mut(|fonts| fonts.row_height(&style.font(Type::Strong))) + 2.0;
        let near = scene.near();
        let places = Places::new(table, game.seats(), game.partners(), near, style.right_to_left, text);
        let tile = (places.line.width().min(places.line.height() * 1.5) * 0.15).clamp(22.0, 116.0);
        let hand: Vec<Option<Tile>> = game
            .hand_cards(near)
            .map(|card| scene.view.face(card).and_then(Tile::from_face))
            .collect();
        Self {
            fold: Fold::new(places.line, tile, line),
            line: *line,
            rack: Rack::new(places.rack, hand.len(), style.right_to_left),
            hand,
            places,
        }
    }

    /// Where a tile of the line lies.
    #[must_use]
    pub fn spot(&self, wanted: Tile) -> Option<Spot> {
        let at = self.line.iter().position(|laid| laid.tile == wanted)?;
        self.fold.tiles.get(at).copied()
    }

    /// Where a tile joined to an end would lie, or one that opens.
    #[must_use]
    pub fn next(&self, end: Option<End>, tile: Tile) -> Spot {
        let [left, right] = &self.fold.next;
        match end {
            None => self.fold.opening.of(tile),
            Some(End::Left) => left.of(tile),
            Some(End::Right) => right.of(tile),
        }
    }

    /// Where the tiles of somebody else stand.
    #[must_use]
    pub fn opponent(&self, seat: Seat) -> Option<&Opponent> {
        self.places.others.iter().find(|other| other.seat == seat)
    }
}

/// The table's edge and its felt.
pub fn table(painter: &Painter, rect: Rect, picture: &Picture, scene: &Scene<'_>) {
    ground::wood(painter, rect, shape::LARGE, scene.style);
    ground::felt(painter, picture.places.felt, shape::MEDIUM, scene.style);
}

/// The line. `shown` gives the place at which a tile is drawn now, `None` for one that is not there yet.
pub fn line(
    painter: &Painter,
    picture: &Picture,
    scene: &Scene<'_>,
    last: Option<Tile>,
    mut shown: impl FnMut(Tile, Rect) -> Option<Rect>,
) {
    let mut shapes = Vec::with_capacity(500);
    for (laid, spot) in picture.line.iter().zip(&picture.fold.tiles) {
        let Some(rect) = shown(laid.tile, spot.rect) else {
            continue;
        };
        let spot = Spot { rect, ..*spot };
        tile::laid(scene.style, spot, laid.left(), laid.right(), &mut shapes);
        if last == Some(laid.tile) {
            let rect = tile::inset(rect);
            let short = rect.size().min_elem();
            let stroke = Stroke::new((short * 0.07).max(1.5), scene.style.palette.gold);
            shapes.push(Shape::rect_stroke(rect, short * 0.13, stroke, StrokeKind::Inside));
        }
    }
    painter.extend(shapes);
}

/// The others: names, counts, tiles face down. `hidden` says how many of a seat's tiles are on their way to it.
pub fn others(painter: &Painter, picture: &Picture, game: &Domino, scene: &Scene<'_>, hidden: impl Fn(Seat) -> usize) {
    let style = scene.style;
    let palette = &style.palette;
    for other in &picture.places.others {
        let seat = other.seat;
        let gone = !game.present().contains(seat);
        let ink = faded(palette.on_felt, if gone { 0.5 } else { 1.0 });
        let radius = (other.name.height() * 0.34).min(other.name.width() * 0.12);
        let name = scene.name(seat);
        let width = other.name.width() - radius * 2.0 - 10.0;
        if other.side == Side::Top {
            // Name and count meet in the middle.
            let (edge, anchor, way) = if style.right_to_left {
                (other.name.left_center(), Align2::LEFT_CENTER, 1.0)
            } else {
                (other.name.right_center(), Align2::RIGHT_CENTER, -1.0)
            };
            let at = edge + vec2(way * 5.0, 0.0);
            let written = text::paint_within(painter, style, at, anchor, &name, Type::Strong, ink, width);
            let mark = if style.right_to_left {
                written.right()
            } else {
                written.left()
            };
            let mark = pos2(mark + way * (radius + 8.0), other.name.center().y);
            seat_mark(painter, scene, mark, radius, seat, gone);
            let (edge, anchor) = if style.right_to_left {
                (other.count.right_center() - vec2(5.0, 0.0), Align2::RIGHT_CENTER)
            } else {
                (other.count.left_center() + vec2(5.0, 0.0), Align2::LEFT_CENTER)
            };
            let (ink, width) = (faded(ink, 0.9), other.count.width() - 5.0);
            text::paint_within(
                painter,
                style,
                edge,
                anchor,
                &count_said(game, scene, seat),
                Type::Small,
                ink,
                width,
            );
        } else {
            let (anchor, at, mark) = if other.side == Side::Left {
                let mark = other.name.left_center() + vec2(radius + 2.0, 0.0);
                (
                    Align2::LEFT_CENTER,
                    other.name.left_center() + vec2(radius * 2.0 + 6.0, 0.0),
                    mark,
                )
            } else {
                let mark = other.name.right_center() - vec2(radius + 2.0, 0.0);
                (
                    Align2::RIGHT_CENTER,
                    other.name.right_center() - vec2(radius * 2.0 + 6.0, 0.0),
                    mark,
                )
            };
            seat_mark(painter, scene, mark, radius, seat, gone);
            text::paint_within(painter, style, at, anchor, &name, Type::Strong, ink, width);
            let at = if other.side == Side::Left {
                other.count.left_center() + vec2(2.0, 0.0)
            } else {
                other.count.right_center() - vec2(2.0, 0.0)
            };
            let (ink, width) = (faded(ink, 0.9), other.count.width() - 4.0);
            text::paint_within(
                painter,
                style,
                at,
                anchor,
                &count_said(game, scene, seat),
                Type::Small,
                ink,
                width,
            );
        }
        let count = usize::from(game.hand_len(seat)).saturating_sub(hidden(seat));
        let backs = places::row_of_backs(other.tiles, count, other.side == Side::Top);
        let Some(all) = backs.iter().copied().reduce(Rect::union) else {
            continue;
        };
        let mut shapes = Vec::new();
        // The rack they stand in: its edge is on the far side of the table.
        let rail = rail(all, other.side);
        shapes.push(Shape::rect_filled(
            rail.translate(vec2(0.0, 1.5)),
            3.0,
            Color32::from_black_alpha(60),
        ));
        shapes.push(Shape::rect_filled(rail, 3.0, palette.wood));
        for back in backs {
            tile::back(style, back, &mut shapes);
        }
        painter.extend(shapes);
    }
}

/// The rack they stand in, seen from behind: it is on the far side of the tiles.
fn rail(tiles: Rect, side: Side) -> Rect {
    let deep = tiles.size().min_elem() * 0.3;
    let (around, out) = (tiles.expand(4.0), 2.0);
    match side {
        Side::Top => Rect::from_min_max(
            pos2(around.left(), tiles.top() - out),
            pos2(around.right(), tiles.top() + deep),
        ),
        Side::Left => Rect::from_min_max(
            pos2(tiles.left() - out, around.top()),
            pos2(tiles.left() + deep, around.bottom()),
        ),
        Side::Right => Rect::from_min_max(
            pos2(tiles.right() - deep, around.top()),
            pos2(tiles.right() + out, around.bottom()),
        ),
    }
}

fn seat_mark(painter: &Painter, scene: &Scene<'_>, at: Pos2, radius: f32, seat: Seat, gone: bool) {
    if scene.turn == Some(seat) {
        let gold = scene.style.palette.gold;
        painter.circle_stroke(at, radius + 2.0, Stroke::new(shape::RING, gold));
    }
    badge(painter, scene.style, at, radius, seat, if gone { 0.5 } else { 1.0 });
}

/// How many tiles a seat holds, and whether it has just knocked.
#[must_use]
pub fn count_said(game: &Domino, scene: &Scene<'_>, seat: Seat) -> String {
    let tiles = i64::from(game.hand_len(seat));
    if !game.present().contains(seat) {
        scene.words.get("domino-gone")
    } else if game.knocked().contains(seat) {
        scene.words.with("domino-knocked", &[("tiles", tiles.into())])
    } else {
        scene.words.with("domino-tiles", &[("tiles", tiles.into())])
    }
}

/// The boneyard: its tiles and how many they are.
pub fn boneyard(painter: &Painter, picture: &Picture, game: &Domino, scene: &Scene<'_>) {
    let Some(space) = picture.places.boneyard else { return };
    let (heap, words) = boneyard_parts(space);
    let mut shapes = Vec::new();
    for back in places::heap(heap, game.boneyard_len().into()) {
        tile::back(scene.style, back, &mut shapes);
    }
    painter.extend(shapes);
    let count = i64::from(game.boneyard_len());
    let said = scene.words.with("domino-boneyard", &[("tiles", count.into())]);
    let ink = scene.style.palette.on_felt;
    text::paint_within(
        painter,
        scene.style,
        words.center(),
        Align2::CENTER_CENTER,
        &said,
        Type::Small,
        ink,
        words.width(),
    );
}

/// The heap, and the line of text above it.
#[must_use]
pub fn boneyard_parts(space: Rect) -> (Rect, Rect) {
    let (words, heap) = space.split_top_bottom_at_y(space.top() + 24.0_f32.min(space.height() * 0.2));
    (heap, words)
}

/// The score of the two sides (domino.31).
pub fn score(painter: &Painter, picture: &Picture, game: &Domino, scene: &Scene<'_>) {
    let Some(space) = picture.places.score else { return };
    let (style, palette) = (scene.style, &scene.style.palette);
    plate(painter, style, space, false);
    let [ours, theirs] = sides(game, scene.near());
    let points = |side: SeatSet| {
        let scores = game.scores();
        side.iter()
            .find_map(|seat| scores.get(seat.index()).copied())
            .unwrap_or(0)
    };
    let (left, right) = space.split_left_right_at_fraction(0.5);
    let (first, second) = if style.right_to_left {
        (right, left)
    } else {
        (left, right)
    };
    for (half, name, side) in [(first, "domino-us", ours), (second, "domino-them", theirs)] {
        let (upper, lower) = half.split_top_bottom_at_fraction(0.42);
        let ink = palette.on_felt;
        if scene.view.seats().is_empty() {
            // Who watches is on nobody's side: a side is known by its seats.
            let radius = (upper.height() * 0.42).min(half.width() * 0.11);
            let from = (side.len() as f32 - 1.0) / 2.0;
            for (at, seat) in side.iter().enumerate() {
                let along = (at as f32 - from) * radius * 2.6;
                badge(painter, style, upper.center() + vec2(along, 0.0), radius, seat, 1.0);
            }
        } else {
            text::paint_within(
                painter,
                style,
                upper.center(),
                Align2::CENTER_CENTER,
                &scene.words.get(name),
                Type::Small,
                ink,
                half.width(),
            );
        }
        let points = scene.words.number(points(side).into());
        text::paint_within(
            painter,
            style,
            lower.center(),
            Align2::CENTER_CENTER,
            &points,
            Type::Figure,
            ink,
            half.width(),
        );
    }
    let line = Stroke::new(1.0, faded(palette.on_felt, 0.3));
    painter.vline(space.center().x, space.shrink(6.0).y_range(), line);
}

/// The side of a seat, and everybody else.
#[must_use]
pub fn sides(game: &Domino, near: Seat) -> [SeatSet; 2] {
    let ours = game.side(near);
    [ours, SeatSet::all(game.seats()).minus(ours)]
}

/// The wood of my rack and its grooves.
pub fn rack(painter: &Painter, picture: &Picture, scene: &Scene<'_>) {
    let palette = &scene.style.palette;
    if scene.turn == Some(scene.near()) {
        let ring = Stroke::new(shape::RING, palette.gold);
        painter.rect_stroke(picture.places.rack.shrink(1.0), shape::MEDIUM, ring, StrokeKind::Inside);
    }
    if scene.view.seats().is_empty() {
        watched(painter, picture, scene);
    }
    for groove in &picture.rack.grooves {
        let ledge = groove.bottom() - picture.rack.step - 2.0;
        let back = Rect::from_min_max(pos2(groove.left(), ledge), groove.max);
        painter.rect_filled(back, 3.0, palette.wood_dark);
        painter.hline(groove.x_range(), ledge, Stroke::new(2.0, palette.wood_light));
    }
}

/// Whose rack it is, where it is not that of the one who looks.
fn watched(painter: &Painter, picture: &Picture, scene: &Scene<'_>) {
    let (style, seat) = (scene.style, scene.near());
    let space = picture.places.rack.shrink2(vec2(14.0, 8.0));
    let radius = 8.0_f32.min(space.height() * 0.2);
    let (corner, anchor, way) = if style.right_to_left {
        (space.right_top(), Align2::RIGHT_CENTER, -1.0)
    } else {
        (space.left_top(), Align2::LEFT_CENTER, 1.0)
    };
    let mark = corner + vec2(way * radius, radius + 2.0);
    badge(painter, style, mark, radius, seat, 1.0);
    let at = mark + vec2(way * (radius + 6.0), 0.0);
    let (name, ink, width) = (scene.name(seat), style.palette.on_wood, space.width() * 0.24);
    text::paint_within(painter, style, at, anchor, &name, Type::Strong, ink, width);
}

/// The front edge of the grooves: what sinks in is behind it.
pub fn rack_front(painter: &Painter, picture: &Picture, scene: &Scene<'_>) {
    let palette = &scene.style.palette;
    for groove in &picture.rack.grooves {
        let lip = (picture.rack.tile.x * 0.09).max(2.0);
        let front = Rect::from_min_max(
            pos2(groove.left() - 3.0, groove.bottom() - lip),
            groove.max + vec2(3.0, 1.0),
        );
        painter.rect_filled(front, 2.0, palette.wood);
        painter.hline(front.x_range(), front.top(), Stroke::new(1.0, palette.wood_light));
    }
}

/// A tile of my rack, or its back where it is not known.
pub fn standing(scene: &Scene<'_>, rect: Rect, tile: Option<Tile>, lifted: bool, shapes: &mut Vec<Shape>) {
    if lifted {
        tile::ring(scene.style, rect, shapes);
    }
    match tile {
        Some(tile) => tile::face(scene.style, rect, tile.high(), tile.low(), shapes),
        None => tile::back(scene.style, rect, shapes),
    }
}

/// What is said in the middle of an empty table, if anything is: who opens, or that tiles are dealt.
#[must_use]
pub fn notice(game: &Domino, scene: &Scene<'_>) -> Option<(String, Option<Tile>)> {
    match game.phase() {
        Phase::Dealing => Some((scene.words.get("domino-dealing"), None)),
        Phase::Asking { tile, .. } => {
            let values = [("tile", tile.to_string().into())];
            Some((scene.words.with("domino-asking", &values), Some(tile)))
        }
        Phase::Opening(seat) if scene.view.seats().contains(seat) => Some((scene.words.get("domino-you-open"), None)),
        Phase::Opening(seat) => {
            let values = [("name", scene.name(seat).into())];
            Some((scene.words.with("domino-opens", &values), None))
        }
        _ => None,
    }
}

/// Paints the notice in the middle of the table.
pub fn say(painter: &Painter, picture: &Picture, scene: &Scene<'_>, notice: &(String, Option<Tile>)) {
    let (said, tile) = notice;
    let space = picture.places.line;
    let ink = scene.style.palette.on_felt;
    let width = space.width() * 0.94;
    let galley = text::galley(painter.ctx(), scene.style, said, Type::Heading, ink, width);
    let high = tile.map_or(0.0, |_| (space.height() * 0.3).min(76.0));
    let top = space.center().y - (galley.size().y + high + 8.0) / 2.0;
    if let Some(tile) = tile {
        let rect = Rect::from_center_size(pos2(space.center().x, top + high / 2.0), vec2(high / 2.0, high));
        let mut shapes = Vec::new();
        tile::face(scene.style, rect, tile.high(), tile.low(), &mut shapes);
        painter.extend(shapes);
    }
    painter.galley(
        pos2(space.center().x - galley.size().x / 2.0, top + high + 8.0),
        galley,
        ink,
    );
}
