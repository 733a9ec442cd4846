//! The sheet with the scores: a line a round, the totals below it.

use egui::epaint::RectShape;
use egui::{Align2, Color32, CornerRadius, Painter, Rect, Stroke, StrokeKind, pos2, vec2};
use majlis_rules::seat::Seat;

use crate::ui::games::{Scene, pieces};
use crate::ui::style::{Type, shape, space};
use crate::ui::text;

/// How many rounds the sheet shows at most: the last ones.
const ROUNDS: usize = 8;

/// What each seat's row came to, a line a round.
pub(super) type Rounds = Vec<Vec<Option<u32>>>;

/// Paints the sheet round the middle of `rect`, never larger than it: the rounds from that number on (from 0), and the totals.
pub(super) fn paint(
    painter: &Painter,
    scene: &Scene<'_>,
    rect: Rect,
    (number, rounds): (u32, &[Vec<Option<u32>>]),
    totals: &[u32],
) {
    let (style, palette, words) = (scene.style, &scene.style.palette, scene.words);
    let line = 22.0 * style.text_scale;
    let room = ((rect.height() - 2.0 * space::ONE) / line) as usize;
    let first = rounds.len().saturating_sub(ROUNDS.min(room.saturating_sub(2)));
    let shown = rounds.get(first..).unwrap_or_default();
    let lines = shown.len() + 2;
    let seats = totals.len().max(1);
    let head = 92.0 * style.text_scale;
    let column = ((rect.width() - head - 2.0 * space::TWO) / seats as f32).min(120.0 * style.text_scale);
    let size = vec2(
        head + column * seats as f32 + 2.0 * space::TWO,
        lines as f32 * line + 2.0 * space::ONE,
    );
    let panel = Rect::from_center_size(rect.center(), size);
    let round = CornerRadius::same(shape::MEDIUM as u8);
    let shade = RectShape::filled(panel.translate(vec2(0.0, 3.0)), round, Color32::from_black_alpha(90));
    painter.add(shade.with_blur_width(8.0));
    painter.rect(
        panel,
        round,
        palette.panel,
        Stroke::new(1.0, palette.line),
        StrokeKind::Inside,
    );
    let inner = panel.shrink2(vec2(space::TWO, space::ONE));
    let rtl = style.right_to_left;
    let cell = |line_at: usize, at: usize| {
        let top = inner.top() + line * line_at as f32;
        let (start, width) = if at == 0 {
            (0.0, head)
        } else {
            (head + column * (at - 1) as f32, column)
        };
        let left = if rtl {
            inner.right() - start - width
        } else {
            inner.left() + start
        };
        Rect::from_min_size(pos2(left, top), vec2(width, line))
    };
    let write = |rect: Rect, start: bool, text: &str, kind: Type| {
        let (at, anchor) = match (start, rtl) {
            (false, _) => (rect.center(), Align2::CENTER_CENTER),
            (true, true) => (rect.right_center(), Align2::RIGHT_CENTER),
            (true, false) => (rect.left_center(), Align2::LEFT_CENTER),
        };
        text::paint(painter, style, at, anchor, text, kind, palette.ink);
    };
    for (seat, at) in Seat::all(u8::try_from(seats).unwrap_or(4)).zip(1..) {
        let place = cell(0, at).shrink2(vec2(2.0, 0.0));
        pieces::column_name(painter, style, place, seat, &scene.name(seat));
    }
    for (at_line, sums) in shown.iter().enumerate() {
        let round = i64::from(number) + i64::try_from(first + at_line + 1).unwrap_or_default();
        write(
            cell(at_line + 1, 0),
            true,
            &words.with("four-round", &[("round", round.into())]),
            Type::Small,
        );
        for (at, sum) in sums.iter().enumerate() {
            let text = sum.map_or_else(|| "–".to_owned(), |sum| words.number(i64::from(sum)));
            write(cell(at_line + 1, at + 1), false, &text, Type::Body);
        }
    }
    let last = lines - 1;
    let rule = cell(last, 0).top();
    painter.hline(inner.x_range(), rule, Stroke::new(1.0, palette.line));
    write(cell(last, 0), true, &words.get("four-total"), Type::Strong);
    let lowest = totals.iter().min().copied();
    for (at, total) in totals.iter().enumerate() {
        let place = cell(last, at + 1);
        if Some(*total) == lowest && totals.len() > 1 {
            let mark = Rect::from_center_size(place.center(), vec2(44.0, line - 2.0));
            painter.rect_stroke(mark, 6.0, Stroke::new(1.5, palette.gold), StrokeKind::Inside);
        }
        write(place, false, &words.number(i64::from(*total)), Type::Strong);
    }
}
