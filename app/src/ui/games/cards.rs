//! Playing cards on the screen: faces with rank and suit, backs with eight-pointed stars; shared by the games that are played with them.
//!
//! Everything is drawn, nothing is a picture, so that a card is sharp at every size. What is on it follows the room there is:
//! pips on a large card, a single suit on a smaller one, no second index on the smallest.

use core::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use egui::epaint::{RectShape, TextShape};
use egui::{Color32, CornerRadius, FontFamily, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};
use egui::{pos2, vec2};
use majlis_rules::cards::{Card, Rank, Suit};

use crate::ui::style::{Palette, Style, faded, fonts};
use crate::ui::words::Words;

/// How high a card is for its width.
pub const ASPECT: f32 = 1.42;

/// The size of a card of this width.
#[must_use]
pub fn size(width: f32) -> Vec2 {
    vec2(width, width * ASPECT)
}

/// The side of a card that is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Its face.
    Face(Card),
    /// Its back.
    Back,
}

impl Side {
    /// The face of a card that is known, the back of one that is not.
    #[must_use]
    pub fn of(card: Option<Card>) -> Self {
        card.map_or(Self::Back, Self::Face)
    }
}

/// A card's name in words: "seven of hearts".
#[must_use]
pub fn name(words: &Words, card: Card) -> String {
    let suit = match card.suit {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    let rank = match card.rank.number() {
        1 => words.get("cards-ace"),
        11 => words.get("cards-jack"),
        12 => words.get("cards-queen"),
        13 => words.get("cards-king"),
        number => words.number(i64::from(number)),
    };
    words.with("cards-name", &[("rank", rank.into()), ("suit", suit.into())])
}

/// The suit as a character.
#[must_use]
pub const fn suit_sign(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "♣",
        Suit::Diamonds => "♦",
        Suit::Hearts => "♥",
        Suit::Spades => "♠",
    }
}

/// The colour of a suit.
#[must_use]
pub const fn suit_colour(palette: &Palette, suit: Suit) -> Color32 {
    match suit {
        Suit::Clubs | Suit::Spades => palette.on_bone,
        Suit::Diamonds | Suit::Hearts => palette.on_bone_red,
    }
}

/// Paints a card that lies still.
pub fn paint(painter: &Painter, style: &Style, rect: Rect, side: Side) {
    shadow(painter, rect, 1.0);
    match side {
        Side::Face(card) => face(painter, style, rect, card, 1.0),
        Side::Back => back(painter, style, rect),
    }
}

/// Paints a card on its way from one side to the other: `part` 0 shows `from`, 1 shows `to`.
pub fn paint_turning(painter: &Painter, style: &Style, rect: Rect, from: Side, to: Side, part: f32) {
    if from == to || part <= 0.0 {
        return paint(painter, style, rect, from);
    }
    if part >= 1.0 {
        return paint(painter, style, rect, to);
    }
    let angle = part * PI;
    let narrow = angle.cos().abs().max(0.04);
    let lifted = rect.translate(vec2(0.0, -angle.sin() * rect.height() * 0.06));
    let shown = Rect::from_center_size(lifted.center(), vec2(rect.width() * narrow, rect.height()));
    shadow(painter, shown, 1.0 + angle.sin());
    let side = if angle < FRAC_PI_2 { from } else { to };
    match side {
        Side::Face(card) => face(painter, style, shown, card, narrow),
        Side::Back => back(painter, style, shown),
    }
}

/// The shadow of a card; `height` 1 where it lies on the table.
pub fn shadow(painter: &Painter, rect: Rect, height: f32) {
    let depth = rect.height() * 0.022 * height;
    let shade = RectShape::filled(
        rect.translate(vec2(0.0, depth)),
        corner(rect),
        Color32::from_black_alpha(70),
    );
    painter.add(shade.with_blur_width(depth * 2.5));
}

fn corner(rect: Rect) -> CornerRadius {
    CornerRadius::same((rect.height() / ASPECT * 0.085).clamp(2.0, 12.0) as u8)
}

/// A mask of light over a card that cannot be used now.
pub fn dim(painter: &Painter, style: &Style, rect: Rect) {
    painter.rect_filled(rect, corner(rect), faded(style.palette.felt_dark, 0.62));
}

/// A line round a card: chosen, pointed at, possible.
pub fn outline(painter: &Painter, rect: Rect, width: f32, colour: Color32) {
    painter.rect_stroke(
        rect.expand(1.5),
        corner(rect),
        Stroke::new(width, colour),
        StrokeKind::Outside,
    );
}

/// An empty place for a card.
pub fn place(painter: &Painter, style: &Style, rect: Rect) {
    painter.rect(
        rect,
        corner(rect),
        faded(style.palette.felt_dark, 0.55),
        Stroke::new(1.0, faded(style.palette.on_felt, 0.22)),
        StrokeKind::Inside,
    );
}

fn face(painter: &Painter, style: &Style, rect: Rect, card: Card, narrow: f32) {
    let palette = &style.palette;
    painter.rect(
        rect,
        corner(rect),
        palette.bone,
        Stroke::new(1.0, palette.bone_edge),
        StrokeKind::Inside,
    );
    // A card seen from its edge shows nothing that could be read.
    if narrow < 0.7 {
        return;
    }
    let ink = suit_colour(palette, card.suit);
    let rank = card.rank.to_string();
    let (width, sign) = (rect.width(), suit_sign(card.suit));
    if width < 34.0 {
        glyph(painter, at(rect, 0.5, 0.30), width * 0.62, true, &rank, ink, false);
        glyph(painter, at(rect, 0.5, 0.72), width * 0.62, false, sign, ink, false);
        return;
    }
    let small = width < 52.0;
    let (size, aside) = if small { (0.42, 0.25) } else { (0.22, 0.125) };
    let (high, low) = if small { (0.15, 0.42) } else { (0.088, 0.232) };
    // The ten is two characters wide.
    let rank_size = if rank.len() > 1 { size * 0.86 } else { size };
    glyph(
        painter,
        at(rect, aside, high),
        width * rank_size,
        true,
        &rank,
        ink,
        false,
    );
    let suit = if small { size * 0.86 } else { size };
    glyph(painter, at(rect, aside, low), width * suit, false, sign, ink, false);
    if small {
        glyph(painter, at(rect, 0.64, 0.73), width * 0.64, false, sign, ink, false);
        return;
    }
    glyph(
        painter,
        at(rect, 1.0 - aside, 1.0 - high),
        width * rank_size,
        true,
        &rank,
        ink,
        true,
    );
    glyph(
        painter,
        at(rect, 1.0 - aside, 1.0 - low),
        width * size,
        false,
        sign,
        ink,
        true,
    );
    match card.rank.number() {
        1 => {
            star(painter, rect.center(), width * 0.30, faded(ink, 0.10));
            glyph(painter, rect.center(), width * 0.72, false, sign, ink, false);
        }
        number @ 2..=10 if width >= 76.0 => {
            for &(x, y) in pips(number) {
                let centre = at(rect, 0.5 + (x - 0.5) * 0.38, 0.5 + (y - 0.5) * 0.66);
                glyph(painter, centre, width * 0.22, false, sign, ink, y > 0.52);
            }
        }
        2..=10 => glyph(painter, rect.center(), width * 0.66, false, sign, ink, false),
        _ => court(painter, style, rect, card.rank, ink),
    }
}

/// The picture of a king, queen or jack: a figure in a frame before a star.
fn court(painter: &Painter, style: &Style, rect: Rect, rank: Rank, ink: Color32) {
    let palette = &style.palette;
    let width = rect.width();
    let frame = Rect::from_center_size(rect.center(), vec2(width * 0.50, rect.height() * 0.62));
    painter.rect(
        frame,
        CornerRadius::same(3),
        faded(palette.back_mark, 0.28),
        Stroke::new(1.0, faded(ink, 0.55)),
        StrokeKind::Inside,
    );
    star(painter, rect.center(), width * 0.20, faded(palette.gold, 0.40));
    let figure = match rank {
        Rank::KING => "♚",
        Rank::QUEEN => "♛",
        _ => "♞",
    };
    glyph(painter, rect.center(), width * 0.46, false, figure, ink, false);
}

/// Where the pips of a number are, 0 to 1 across and down the field of pips.
const fn pips(number: u8) -> &'static [(f32, f32)] {
    const L: f32 = 0.0;
    const M: f32 = 0.5;
    const R: f32 = 1.0;
    const THIRD: f32 = 1.0 / 3.0;
    const TWO: f32 = 2.0 / 3.0;
    match number {
        2 => &[(M, 0.0), (M, 1.0)],
        3 => &[(M, 0.0), (M, 0.5), (M, 1.0)],
        4 => &[(L, 0.0), (R, 0.0), (L, 1.0), (R, 1.0)],
        5 => &[(L, 0.0), (R, 0.0), (M, 0.5), (L, 1.0), (R, 1.0)],
        6 => &[(L, 0.0), (R, 0.0), (L, 0.5), (R, 0.5), (L, 1.0), (R, 1.0)],
        7 => &[(L, 0.0), (R, 0.0), (M, 0.25), (L, 0.5), (R, 0.5), (L, 1.0), (R, 1.0)],
        8 => &[
            (L, 0.0),
            (R, 0.0),
            (M, 0.25),
            (L, 0.5),
            (R, 0.5),
            (M, 0.75),
            (L, 1.0),
            (R, 1.0),
        ],
        9 => &[
            (L, 0.0),
            (R, 0.0),
            (L, THIRD),
            (R, THIRD),
            (M, 0.5),
            (L, TWO),
            (R, TWO),
            (L, 1.0),
            (R, 1.0),
        ],
        _ => &[
            (L, 0.0),
            (R, 0.0),
            (M, 1.0 / 6.0),
            (L, THIRD),
            (R, THIRD),
            (L, TWO),
            (R, TWO),
            (M, 5.0 / 6.0),
            (L, 1.0),
            (R, 1.0),
        ],
    }
}

fn back(painter: &Painter, style: &Style, rect: Rect) {
    let palette = &style.palette;
    let round = corner(rect);
    painter.rect(
        rect,
        round,
        palette.bone,
        Stroke::new(1.0, palette.bone_edge),
        StrokeKind::Inside,
    );
    let edge = (rect.height() * 0.035).max(1.5);
    let field = rect.shrink2(vec2(edge * (rect.width() / rect.height() * ASPECT), edge));
    painter.rect(
        field,
        round,
        palette.back,
        Stroke::new(1.0, faded(palette.back_mark, 0.7)),
        StrokeKind::Inside,
    );
    let (columns, rows) = if rect.height() < 44.0 { (2u8, 3u8) } else { (3, 4) };
    let inner = field.shrink2(vec2(field.width() * 0.07, field.height() * 0.05));
    let step = vec2(inner.width() / f32::from(columns), inner.height() / f32::from(rows));
    let radius = step * 0.46;
    let mark = faded(palette.back_mark, 0.62);
    for row in 0..rows {
        for column in 0..columns {
            let centre = inner.min + vec2((f32::from(column) + 0.5) * step.x, (f32::from(row) + 0.5) * step.y);
            star_in(painter, centre, radius, mark);
            painter.add(diamond(centre, radius * 0.46, palette.back));
        }
    }
}

/// An eight-pointed star, the khatam: two squares, one upon the other's corner.
pub fn star(painter: &Painter, centre: Pos2, radius: f32, colour: Color32) {
    star_in(painter, centre, Vec2::splat(radius), colour);
}

fn star_in(painter: &Painter, centre: Pos2, radius: Vec2, colour: Color32) {
    painter.add(diamond(centre, radius, colour));
    let side = radius * core::f32::consts::FRAC_1_SQRT_2;
    painter.rect_filled(Rect::from_center_size(centre, side * 2.0), 0.0, colour);
}

fn diamond(centre: Pos2, radius: Vec2, colour: Color32) -> Shape {
    let points = vec![
        centre - vec2(0.0, radius.y),
        centre + vec2(radius.x, 0.0),
        centre + vec2(0.0, radius.y),
        centre - vec2(radius.x, 0.0),
    ];
    Shape::convex_polygon(points, colour, Stroke::NONE)
}

fn at(rect: Rect, x: f32, y: f32) -> Pos2 {
    pos2(rect.left() + rect.width() * x, rect.top() + rect.height() * y)
}

/// Paints a character or two round `centre`, so that its ink and not its line is in the middle.
fn glyph(painter: &Painter, centre: Pos2, size: f32, bold: bool, text: &str, colour: Color32, upside_down: bool) {
    let family = if bold {
        FontFamily::Name(fonts::BOLD.into())
    } else {
        FontFamily::Proportional
    };
    // Few sizes, so that a card that grows on its way does not fill the atlas of glyphs.
    let size = if size < 20.0 {
        size.round()
    } else {
        (size / 3.0).round() * 3.0
    };
    let font = FontId::new(size.max(6.0), family);
    let galley: Arc<Galley> = painter.layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    let middle = galley.mesh_bounds.center().to_vec2();
    let shape = if upside_down {
        TextShape::new(centre + middle, galley, colour).with_angle(PI)
    } else {
        TextShape::new(centre - middle, galley, colour)
    };
    painter.add(shape);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_as_many_pips_no_two_in_one_place() {
        for number in 2..=10 {
            let pips = pips(number);
            assert_eq!(pips.len(), usize::from(number));
            for (index, one) in pips.iter().enumerate() {
                assert!((0.0..=1.0).contains(&one.0) && (0.0..=1.0).contains(&one.1));
                assert!(pips[..index].iter().all(|other| other != one));
            }
        }
    }
}
