//! How the board looks: an octagon of wood, the track carved into it, homes at its corners, marbles of glass.

use core::f32::consts::TAU;

use egui::epaint::{PathShape, RectShape};
use egui::{Align2, Color32, CornerRadius, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use majlis_rules::jackaroo::{Board, CELLS, Cell, Marble, SAFE_CELLS, SEATS, partner};
use majlis_rules::seat::Seat;

use crate::ui::games::cards;
use crate::ui::games::jackaroo::geometry::BoardPlace;
use crate::ui::style::{Style, Type, faded, marks};
use crate::ui::{games::Scene, text};

/// The board without marbles.
pub fn board(painter: &Painter, style: &Style, board: &BoardPlace) {
    let palette = &style.palette;
    let pitch = board.pitch();
    let polygon = |inset: f32, fill: Color32, stroke: Stroke| {
        Shape::Path(PathShape::convex_polygon(board.octagon(inset), fill, stroke))
    };
    let mut shade = board.octagon(-0.05);
    for corner in &mut shade {
        corner.y += pitch * 0.22;
    }
    painter.add(Shape::convex_polygon(
        shade,
        Color32::from_black_alpha(70),
        Stroke::NONE,
    ));
    painter.add(polygon(0.0, palette.wood_dark, Stroke::NONE));
    painter.add(polygon(0.12, palette.wood_light, Stroke::NONE));
    painter.add(polygon(0.30, palette.wood, Stroke::NONE));
    grain(painter, style, board);
    painter.add(polygon(
        0.55,
        Color32::TRANSPARENT,
        Stroke::new(1.0, faded(palette.wood_dark, 0.6)),
    ));

    for corner in 0..4u8 {
        let angle = (f32::from(corner) + 0.5) * core::f32::consts::FRAC_PI_2;
        let at = board.centre() + vec2(angle.cos(), angle.sin()) * board.width() * 0.435;
        let inlay = |radius: f32, colour: Color32| cards::star(painter, at, pitch * radius, colour);
        inlay(1.75, faded(palette.wood_dark, 0.55));
        inlay(1.58, palette.wood);
        inlay(1.30, faded(palette.wood_light, 0.55));
        inlay(0.80, palette.wood);
        inlay(0.55, faded(palette.wood_dark, 0.55));
    }
    let groove = board.groove();
    painter.add(Shape::closed_line(
        groove.clone(),
        Stroke::new(pitch * 1.02, faded(palette.wood_light, 0.45)),
    ));
    painter.add(Shape::closed_line(
        groove,
        Stroke::new(pitch * 0.88, faded(palette.wood_dark, 0.80)),
    ));
    for seat in Seat::all(SEATS) {
        lane(painter, style, board, seat);
        home(painter, style, board, seat);
    }
    for cell in (0..CELLS).filter_map(Cell::new) {
        hole(painter, style, board.cell(cell), board.hole());
    }
    for seat in Seat::all(SEATS) {
        base(painter, style, board, seat);
    }
    middle(painter, style, board);
}

/// Fine lines along the wood.
fn grain(painter: &Painter, style: &Style, board: &BoardPlace) {
    let colour = faded(style.palette.wood_dark, 0.16);
    let half = board.width() * 0.5 - board.pitch() * 0.4;
    // The octagon's half width at a height: full in the middle, cut beyond its corners.
    let cut = half * (TAU / 16.0).tan();
    let lines = 26u8;
    for line in 0..lines {
        let part = (f32::from(line) + 0.5) / f32::from(lines) * 2.0 - 1.0;
        let y = part * half;
        let reach = if y.abs() <= cut { half } else { half - (y.abs() - cut) };
        let wave = f32::from(line % 5) * 0.9;
        let points: Vec<Pos2> = (0..=12u8)
            .map(|step| {
                let x = (f32::from(step) / 6.0 - 1.0) * reach * 0.985;
                let bend = (x / half * 3.1 + wave).sin() * board.pitch() * 0.16;
                board.centre() + vec2(x, y + bend)
            })
            .collect();
        painter.add(Shape::line(points, Stroke::new(1.0, colour)));
    }
}

fn hole(painter: &Painter, style: &Style, at: Pos2, radius: f32) {
    let palette = &style.palette;
    painter.circle_filled(
        at + vec2(0.0, radius * 0.16),
        radius * 1.04,
        faded(palette.wood_light, 0.85),
    );
    painter.circle_filled(at, radius, mix(palette.wood_dark, Color32::BLACK, 0.35));
}

/// A hole in a colour: of a base, a safe zone, a home.
fn own_hole(painter: &Painter, style: &Style, seat: Seat, at: Pos2, radius: f32) {
    let colours = style.palette.seat(seat);
    painter.circle_filled(at, radius * 1.28, colours.fill);
    painter.circle_filled(at, radius, mix(colours.edge, Color32::BLACK, 0.45));
}

fn lane(painter: &Painter, style: &Style, board: &BoardPlace, seat: Seat) {
    let colours = style.palette.seat(seat);
    let entrance = board.cell(Cell::of_count(seat, CELLS - 1));
    let ends = [entrance, board.safe(seat, SAFE_CELLS - 1)];
    painter.line_segment(
        ends,
        Stroke::new(board.pitch() * 0.88, faded(style.palette.wood_dark, 0.80)),
    );
    let inner = [board.safe(seat, 0), board.safe(seat, SAFE_CELLS - 1)];
    painter.line_segment(inner, Stroke::new(board.pitch() * 0.62, faded(colours.fill, 0.45)));
    for depth in 0..SAFE_CELLS {
        own_hole(painter, style, seat, board.safe(seat, depth), board.hole() * 0.92);
    }
}

fn home(painter: &Painter, style: &Style, board: &BoardPlace, seat: Seat) {
    let colours = style.palette.seat(seat);
    let (centre, along) = board.home_row(seat);
    let pitch = board.pitch();
    let half = along * pitch * 1.55;
    let tray = |width: f32, colour: Color32| {
        let radius = width / 2.0;
        painter.line_segment([centre - half, centre + half], Stroke::new(width, colour));
        painter.circle_filled(centre - half, radius, colour);
        painter.circle_filled(centre + half, radius, colour);
    };
    tray(pitch * 1.36, faded(style.palette.wood_light, 0.9));
    tray(pitch * 1.24, mix(colours.edge, style.palette.wood_dark, 0.35));
    for side in [-1.0, 1.0] {
        let at = centre + along * (side * pitch * 2.75);
        marks::paint(painter, at, pitch * 0.30, seat, faded(colours.fill, 0.95));
    }
}

/// The holes of a seat's marbles at home.
pub fn home_holes(painter: &Painter, style: &Style, place: &BoardPlace, board: &Board) {
    for (marble, _) in board.iter() {
        let at = place.home(marble);
        let colours = style.palette.seat(marble.seat);
        painter.circle_filled(at, place.hole(), mix(colours.edge, Color32::BLACK, 0.55));
    }
}

fn base(painter: &Painter, style: &Style, board: &BoardPlace, seat: Seat) {
    let cell = Cell::base(seat);
    let at = board.cell(cell);
    let colours = style.palette.seat(seat);
    own_hole(painter, style, seat, at, board.hole());
    // An arrow in the hole: here marbles come out, and that way they go.
    let forward = board.direction(cell);
    let aside = vec2(-forward.y, forward.x);
    let size = board.hole() * 0.62;
    let points = vec![
        at + forward * size,
        at - forward * size * 0.7 + aside * size * 0.8,
        at - forward * size * 0.7 - aside * size * 0.8,
    ];
    painter.add(Shape::convex_polygon(points, colours.glow, Stroke::NONE));
}

/// The field in the middle: a star of felt let into the wood.
fn middle(painter: &Painter, style: &Style, board: &BoardPlace) {
    let palette = &style.palette;
    let radius = board.free_radius();
    let star = |radius: f32, colour: Color32| cards::star(painter, board.centre(), radius, colour);
    star(radius * 1.03, palette.wood_light);
    star(radius * 0.995, palette.wood_dark);
    star(radius * 0.965, palette.felt);
}

/// A marble of glass. `height` is how high above the board it is carried, 0 to 1.
pub fn marble(painter: &Painter, style: &Style, at: Pos2, radius: f32, seat: Seat, height: f32) {
    let colours = style.palette.seat(seat);
    let shadow = at + vec2(radius * 0.12, radius * (0.22 + 0.9 * height));
    painter.circle_filled(shadow, radius * 1.02, Color32::from_black_alpha(80));
    let radius = radius * (1.0 + 0.16 * height);
    let at = at - vec2(0.0, radius * 0.9 * height);
    painter.circle_filled(at, radius, mix(colours.edge, Color32::BLACK, 0.25));
    painter.circle_filled(at, radius * 0.93, mix(colours.fill, colours.edge, 0.35));
    painter.circle_filled(at - vec2(radius * 0.06, radius * 0.10), radius * 0.78, colours.fill);
    painter.circle_filled(
        at - vec2(radius * 0.14, radius * 0.22),
        radius * 0.52,
        mix(colours.fill, colours.glow, 0.55),
    );
    let strength = if style.colour_marks { 1.0 } else { 0.42 };
    marks::paint(
        painter,
        at,
        radius * if style.colour_marks { 0.56 } else { 0.42 },
        seat,
        faded(colours.ink, strength),
    );
    painter.circle_filled(
        at - vec2(radius * 0.36, radius * 0.46),
        radius * 0.17,
        Color32::from_white_alpha(190),
    );
}

/// All marbles that stand still.
pub fn marbles(painter: &Painter, style: &Style, place: &BoardPlace, board: &Board, still: impl Fn(Marble) -> bool) {
    for (marble, at) in board.iter().filter(|(marble, _)| still(*marble)) {
        self::marble(painter, style, place.at(marble, at), place.marble(), marble.seat, 0.0);
    }
}

/// A ring round something on the board: what may be touched, what was touched, where it would go.
pub fn ring(painter: &Painter, at: Pos2, radius: f32, width: f32, colour: Color32) {
    painter.circle_stroke(at, radius, Stroke::new(width + 1.6, Color32::from_black_alpha(110)));
    painter.circle_stroke(at, radius, Stroke::new(width, colour));
}

/// A destination: a pale marble in a ring.
pub fn destination(painter: &Painter, style: &Style, at: Pos2, radius: f32, seat: Seat) {
    let colours = style.palette.seat(seat);
    painter.circle_filled(at, radius, faded(colours.glow, 0.55));
    marks::paint(painter, at, radius * 0.5, seat, faded(colours.ink, 0.8));
    ring(painter, at, radius * 1.08, 2.0, colours.glow);
}

/// A number upon a destination: how many cells it is away. It is never larger than the marble that would lie there.
pub fn number(painter: &Painter, style: &Style, at: Pos2, radius: f32, words: &str) {
    let palette = &style.palette;
    painter.circle_filled(at, radius * 1.05, palette.panel);
    let fits = radius * 1.7 / Type::Small.size();
    let small = Style {
        text_scale: style.text_scale.min(fits),
        ..style.clone()
    };
    text::paint(
        painter,
        &small,
        at,
        Align2::CENTER_CENTER,
        words,
        Type::Small,
        palette.ink,
    );
}

/// A cross over a marble that would be sent home.
pub fn cross(painter: &Painter, style: &Style, at: Pos2, radius: f32) {
    let colour = style.palette.bone;
    for way in [vec2(0.62, 0.62), vec2(0.62, -0.62)] {
        let ends = [at - way * radius, at + way * radius];
        painter.line_segment(ends, Stroke::new(radius * 0.42 + 1.6, Color32::from_black_alpha(170)));
        painter.line_segment(ends, Stroke::new(radius * 0.34, colour));
    }
}

/// The way of a marble as a row of points.
pub fn way(painter: &Painter, points: &[Pos2], radius: f32, colour: Color32) {
    for point in points {
        painter.circle_filled(*point, radius + 0.8, Color32::from_black_alpha(90));
        painter.circle_filled(*point, radius, colour);
    }
}

/// The stand above the board: how many marbles each side has brought in, of six or eight (jackaroo.40). Gives where each side's part
/// is, the nearest seat's first.
pub fn stand(painter: &Painter, scene: &Scene<'_>, rect: Rect, board: &Board, near: Seat) -> [Rect; 2] {
    let style = scene.style;
    let all = board.marbles_a_seat() * 2;
    let radius = (rect.height() * 0.30).min(10.0);
    let step = radius * 2.5;
    let width = step * f32::from(all) + 58.0 * style.text_scale.max(1.0) + 12.0;
    let gap = 20.0;
    let (first, second) = if style.right_to_left { (1.0, -1.0) } else { (-1.0, 1.0) };
    let part = |side: f32| {
        let centre = rect.center() + vec2(side * (width + gap) / 2.0, 0.0);
        Rect::from_center_size(centre, vec2(width.min(rect.width() / 2.0 - 4.0), rect.height()))
    };
    let parts = [part(first), part(second)];
    for (part, seat) in parts.into_iter().zip([near, near.after(1, SEATS)]) {
        rack(painter, scene, part, board, seat, radius, step);
    }
    parts
}

fn rack(painter: &Painter, scene: &Scene<'_>, rect: Rect, board: &Board, seat: Seat, radius: f32, step: f32) {
    let (style, palette) = (scene.style, &scene.style.palette);
    let round = CornerRadius::same((rect.height() / 2.0) as u8);
    let shade = RectShape::filled(rect.translate(vec2(0.0, 1.5)), round, Color32::from_black_alpha(70));
    painter.add(shade.with_blur_width(3.0));
    painter.rect(
        rect,
        round,
        palette.wood,
        Stroke::new(1.0, palette.wood_light),
        StrokeKind::Inside,
    );
    let each = board.marbles_a_seat();
    let direction = if style.right_to_left { -1.0 } else { 1.0 };
    let start = if style.right_to_left { rect.right() } else { rect.left() };
    let mut x = start + direction * (rect.height() * 0.5 + 2.0);
    for owner in [seat, partner(seat)] {
        for number in 0..each {
            let at = egui::pos2(x, rect.center().y);
            painter.circle_filled(at, radius, mix(palette.wood_dark, Color32::BLACK, 0.3));
            painter.circle_stroke(at, radius, Stroke::new(1.2, faded(palette.seat(owner).fill, 0.9)));
            if number < board.safe(owner) {
                marble(painter, style, at, radius, owner, 0.0);
            }
            x += direction * step;
        }
    }
    let words = scene.words;
    let count = format!("{}/{}", board.side_safe(seat), each * 2);
    let (at, anchor) = if style.right_to_left {
        (rect.left_center() + vec2(10.0, 0.0), Align2::LEFT_CENTER)
    } else {
        (rect.right_center() - vec2(10.0, 0.0), Align2::RIGHT_CENTER)
    };
    text::paint(
        painter,
        style,
        at,
        anchor,
        &words.digits(&count),
        Type::Strong,
        palette.on_wood,
    );
}

/// A colour between two.
#[must_use]
pub fn mix(one: Color32, other: Color32, part: f32) -> Color32 {
    one.lerp_to_gamma(other, part)
}
