//! From a text to a galley: pieces shaped by egui one at a time, broken into lines and put in order here.

use core::ops::Range;
use std::sync::Arc;

use egui::epaint::text::{Glyph, LayoutJob, PlacedRow, Row, RowVisuals};
use egui::{Color32, Context, FontId, Galley, Pos2, Rect, pos2, vec2};

use super::bidi::{self, PieceKind, mirrored, visual_order};

/// From one line of a text to the next, in heights of the font: joined letters reach far up and down.
const LEADING: f32 = 1.25;

/// What to lay out.
pub(super) struct Task<'a> {
    pub(super) text: &'a str,
    /// The font, the one for letters that are written from right to left, and the one for small pictures.
    pub(super) fonts: [FontId; 3],
    pub(super) colour: Color32,
    pub(super) wrap: f32,
    /// The direction of every paragraph; [`None`] where each decides for itself.
    pub(super) right_to_left: Option<bool>,
    /// The direction of a paragraph that has nothing to decide by.
    pub(super) fallback: bool,
}

/// A text laid out.
#[derive(Debug)]
pub struct Laid {
    /// What is painted. Its rows are what they look like; for carets and clicks ask [`Laid::caret`] and [`Laid::hit`], since egui's
    /// own answers hold from left to right alone.
    pub galley: Arc<Galley>,
    /// Whether the first paragraph goes from right to left.
    pub right_to_left: bool,
    cells: Vec<Cell>,
    rows: Vec<Line>,
}

/// Where a character stands.
#[derive(Clone, Copy, Debug)]
struct Cell {
    row: usize,
    left: f32,
    right: f32,
    level: u8,
}

impl Cell {
    const fn is_rtl(self) -> bool {
        self.level % 2 == 1
    }

    const fn leading(self) -> f32 {
        if self.is_rtl() { self.right } else { self.left }
    }

    const fn trailing(self) -> f32 {
        if self.is_rtl() { self.left } else { self.right }
    }
}

/// A row and its place.
#[derive(Clone, Copy, Debug)]
struct Line {
    top: f32,
    bottom: f32,
    /// Where its first character would begin.
    start: f32,
    /// Where it ends.
    end: f32,
    level: u8,
}

impl Laid {
    /// How many characters it has.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The line, of no width, at which the caret stands before character `at`, or after the last one.
    #[must_use]
    pub fn caret(&self, at: usize) -> Rect {
        let before = at.checked_sub(1).and_then(|at| self.cells.get(at));
        let after = self.cells.get(at);
        let (row, x) = match (before, after) {
            // Between two directions the caret stays with the direction of the paragraph.
            (Some(before), Some(after)) => {
                let level = self.rows.get(after.row).map_or(0, |row| row.level);
                if before.row == after.row && after.level != level && before.level == level {
                    (before.row, before.trailing())
                } else {
                    (after.row, after.leading())
                }
            }
            (None, Some(after)) => {
                let row = self.rows.first().filter(|row| row.level != after.level);
                (after.row, row.map_or(after.leading(), |row| row.start))
            }
            (Some(before), None) => match self.rows.get(before.row) {
                // After a part that goes the other way the text ends where the row ends.
                Some(row) if row.level != before.level => (before.row, row.end),
                _ => (before.row, before.trailing()),
            },
            (None, None) => (0, self.rows.first().map_or(0.0, |row| row.start)),
        };
        let (top, bottom) = self.rows.get(row).map_or((0.0, 0.0), |row| (row.top, row.bottom));
        Rect::from_min_max(pos2(x, top), pos2(x, bottom))
    }

    /// Before which character a caret is set by a click there.
    #[must_use]
    pub fn hit(&self, at: Pos2) -> usize {
        let distance = |row: &Line| (row.top - at.y).max(at.y - row.bottom).max(0.0);
        let row = (0..self.rows.len())
            .min_by(|one, other| {
                let of = |row: &usize| self.rows.get(*row).map_or(f32::INFINITY, distance);
                of(one).total_cmp(&of(other))
            })
            .unwrap_or(0);
        let cells = self.cells.iter().enumerate().filter(|(_, cell)| cell.row == row);
        let away = |cell: &Cell| (cell.left - at.x).max(at.x - cell.right).max(0.0);
        if let (Some(first), Some(last), Some(line)) =
            (cells.clone().next(), cells.clone().next_back(), self.rows.get(row))
        {
            // Beside the row: its beginning or its end, whatever stands there.
            let (left, right) = (line.start.min(line.end), line.start.max(line.end));
            if at.x < left || at.x > right {
                let begins = (at.x > right) == (line.level % 2 == 1);
                let empty = last.1.right - last.1.left <= 0.0;
                return if begins { first.0 } else { last.0 + usize::from(!empty) };
            }
        }
        let nearest = cells.min_by(|(_, one), (_, other)| {
            let width = |cell: &Cell| cell.right - cell.left;
            let order = away(one).total_cmp(&away(other));
            // Of two at the same place the one that can be seen.
            order.then(width(other).total_cmp(&width(one)))
        });
        match nearest {
            Some((index, cell)) => {
                let first_half = at.x < (cell.left + cell.right) / 2.0;
                if first_half == cell.is_rtl() { index + 1 } else { index }
            }
            None => 0,
        }
    }

    /// What lies behind selected characters.
    #[must_use]
    pub fn selection(&self, chars: Range<usize>) -> Vec<Rect> {
        let mut rects: Vec<Rect> = Vec::new();
        for cell in self.cells.get(chars).unwrap_or_default() {
            let Some(row) = self.rows.get(cell.row) else {
                continue;
            };
            let rect = Rect::from_min_max(pos2(cell.left, row.top), pos2(cell.right, row.bottom));
            match rects.last_mut() {
                Some(last)
                    if last.top() == rect.top()
                        && (last.right() - rect.left())
                            .abs()
                            .min((last.left() - rect.right()).abs())
                            < 0.5 =>
                {
                    *last = last.union(rect);
                }
                _ => rects.push(rect),
            }
        }
        rects
    }
}

/// A piece with its shape.
struct Shaped {
    chars: Range<usize>,
    level: u8,
    kind: PieceKind,
    galley: Arc<Galley>,
    width: f32,
}

/// Lays a text out.
pub(super) fn layout(context: &Context, task: &Task<'_>) -> Laid {
    let shape =
        |text: String, font: &FontId| context.fonts_mut(|fonts| fonts.layout_no_wrap(text, font.clone(), task.colour));
    let [font, joined_font, emoji_font] = &task.fonts;
    let model = shape("x".to_owned(), font);
    let Some(row) = model.rows.first() else {
        return Laid {
            galley: model,
            right_to_left: task.fallback,
            cells: Vec::new(),
            rows: Vec::new(),
        };
    };
    let mut builder = Builder::new(row, context.pixels_per_point());
    let (mut right_to_left, mut first) = (task.fallback, true);
    for text in task.text.split('\n') {
        let paragraph = bidi::paragraph(text, task.right_to_left, task.fallback);
        if std::mem::take(&mut first) {
            right_to_left = paragraph.right_to_left;
        } else {
            builder.line_feed();
        }
        let chars: Vec<char> = text.chars().collect();
        let mut shaped = Vec::with_capacity(paragraph.pieces.len());
        for piece in paragraph.pieces {
            let own = chars.get(piece.chars.clone()).unwrap_or_default();
            let from_right = piece.level % 2 == 1;
            let shown: String = match piece.kind {
                PieceKind::Mark => String::new(),
                PieceKind::Sign if from_right => own.iter().copied().map(mirrored).collect(),
                _ => own.iter().collect(),
            };
            let font = match piece.kind {
                PieceKind::Joined => joined_font,
                PieceKind::Emoji => emoji_font,
                _ => font,
            };
            let galley = shape(shown, font);
            let width = width_of(&galley);
            let piece = Shaped {
                chars: piece.chars,
                level: piece.level,
                kind: piece.kind,
                galley,
                width,
            };
            if piece.kind == PieceKind::Run && width > task.wrap {
                // A word that no line can hold (a key, a path) is broken where it has to be.
                shaped.extend(broken(&piece, &chars, task.wrap, &|text| shape(text, font)));
            } else {
                shaped.push(piece);
            }
        }
        for line in lines(&shaped, task.wrap) {
            let pieces = shaped.get(line).unwrap_or_default();
            builder.line(pieces, &chars, paragraph.right_to_left);
        }
    }
    builder.finish(task, &model, right_to_left)
}

fn width_of(galley: &Galley) -> f32 {
    galley.rows.first().map_or(0.0, |row| row.size.x)
}

/// Breaks a piece that is too wide into pieces that are not.
fn broken(piece: &Shaped, chars: &[char], wrap: f32, shape: &dyn Fn(String) -> Arc<Galley>) -> Vec<Shaped> {
    let mut parts = Vec::new();
    let mut start = piece.chars.start;
    while start < piece.chars.end {
        let mut end = start + 1;
        let text = |range: Range<usize>| chars.get(range).unwrap_or_default().iter().collect::<String>();
        while end < piece.chars.end && width_of(&shape(text(start..end + 1))) <= wrap {
            end += 1;
        }
        let galley = shape(text(start..end));
        parts.push(Shaped {
            chars: start..end,
            level: piece.level,
            kind: piece.kind,
            width: width_of(&galley),
            galley,
        });
        start = end;
    }
    parts
}

/// Which pieces stand on which line. A line is broken after white space, and between the parts of what was broken before.
fn lines(pieces: &[Shaped], wrap: f32) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut used, mut at) = (0, 0.0, 0);
    while let Some(piece) = pieces.get(at) {
        if piece.kind == PieceKind::Space {
            used += piece.width;
            at += 1;
            continue;
        }
        let word = pieces.get(at..).unwrap_or_default();
        let mut length = word.iter().take_while(|piece| piece.kind != PieceKind::Space).count();
        let mut width: f32 = word.iter().take(length).map(|piece| piece.width).sum();
        if width > wrap {
            length = 1;
            width = piece.width;
        }
        if at > start && used + width > wrap {
            lines.push(start..at);
            start = at;
            used = 0.0;
        }
        used += width;
        at += length;
    }
    lines.push(start..pieces.len());
    lines
}

/// Rows in the making.
struct Builder {
    rows: Vec<(Row, f32, bool, bool)>,
    cells: Vec<Cell>,
    model: Row,
    pixels_per_point: f32,
}

impl Builder {
    fn new(model: &PlacedRow, pixels_per_point: f32) -> Self {
        let mut model = (*model.row).clone();
        model.visuals = RowVisuals::default();
        Self {
            rows: Vec::new(),
            cells: Vec::new(),
            model,
            pixels_per_point,
        }
    }

    fn round(&self, points: f32) -> f32 {
        (points * self.pixels_per_point).round() / self.pixels_per_point
    }

    /// The row before ended with a line feed.
    fn line_feed(&mut self) {
        let row = self.rows.len().saturating_sub(1);
        let end = self.rows.last_mut().map_or((0.0, 0), |(_, width, feeds, rtl)| {
            *feeds = true;
            (if *rtl { 0.0 } else { *width }, u8::from(*rtl))
        });
        self.cells.push(Cell {
            row,
            left: end.0,
            right: end.0,
            level: end.1,
        });
    }

    /// Adds a line.
    fn line(&mut self, pieces: &[Shaped], chars: &[char], right_to_left: bool) {
        let base = u8::from(right_to_left);
        let mut levels: Vec<u8> = pieces.iter().map(|piece| piece.level).collect();
        // White space at the end of a line goes where the paragraph goes (rule L1).
        for (level, piece) in levels.iter_mut().zip(pieces).rev() {
            match piece.kind {
                PieceKind::Space | PieceKind::Mark => *level = base,
                _ => break,
            }
        }
        let trailing: f32 = pieces
            .iter()
            .rev()
            .take_while(|piece| matches!(piece.kind, PieceKind::Space | PieceKind::Mark))
            .map(|piece| piece.width)
            .sum();
        let total: f32 = pieces.iter().map(|piece| piece.width).sum();
        let mut row = self.model.clone();
        row.glyphs.clear();
        let model = self.model.glyphs.first().copied();
        let row_number = self.rows.len();
        // White space at the end hangs out of the line, so that it does not push the text.
        let mut x = if right_to_left { -trailing } else { 0.0 };
        let mut placed: Vec<(Range<usize>, Vec<Cell>)> = Vec::with_capacity(pieces.len());
        for at in visual_order(&levels) {
            let (Some(piece), Some(level)) = (pieces.get(at), levels.get(at).copied()) else {
                continue;
            };
            let left = self.round(x);
            if let Some(source) = piece.galley.rows.first() {
                let ascent = |glyph: Option<&Glyph>| glyph.map_or(0.0, |glyph| glyph.font_ascent);
                let drop = self.round(ascent(model.as_ref()) - ascent(source.glyphs.first()));
                let mut mesh = source.visuals.mesh.clone();
                for vertex in &mut mesh.vertices {
                    vertex.pos += vec2(left, drop);
                }
                row.visuals.mesh.append(mesh);
                let own = chars.get(piece.chars.clone()).unwrap_or_default();
                let cells = cells_of(&source.glyphs, own, level, left, piece.width, row_number);
                placed.push((piece.chars.clone(), cells));
            }
            x += piece.width;
        }
        placed.sort_by_key(|(chars, _)| chars.start);
        for (range, cells) in placed {
            for (cell, char) in cells.iter().zip(chars.get(range).unwrap_or_default()) {
                if let Some(mut glyph) = model {
                    glyph.chr = *char;
                    glyph.pos.x = cell.left;
                    glyph.advance_width = cell.right - cell.left;
                    glyph.uv_rect = Default::default();
                    glyph.first_vertex = 0;
                    row.glyphs.push(glyph);
                }
                self.cells.push(*cell);
            }
        }
        let width = total - trailing;
        row.size.x = width;
        row.visuals.glyph_vertex_range = 0..row.visuals.mesh.vertices.len();
        row.visuals.mesh_bounds = row.visuals.mesh.calc_bounds();
        self.rows.push((row, width, false, right_to_left));
    }

    fn finish(mut self, task: &Task<'_>, model: &Galley, right_to_left: bool) -> Laid {
        let height = self.model.size.y;
        let width = self.rows.iter().map(|(_, width, ..)| *width).fold(0.0, f32::max);
        let width = (width * 32.0).ceil() / 32.0;
        let mut galley = model.clone();
        let mut job = LayoutJob::simple(
            task.text.to_owned(),
            task.fonts.first().cloned().unwrap_or_default(),
            task.colour,
            task.wrap,
        );
        job.wrap.max_width = task.wrap;
        galley.job = Arc::new(job);
        galley.rows.clear();
        galley.mesh_bounds = Rect::NOTHING;
        (galley.num_vertices, galley.num_indices) = (0, 0);
        let mut lines = Vec::with_capacity(self.rows.len());
        let advance = self.round(height * LEADING);
        let mut y = 0.0;
        for (row, own, feeds, rtl) in std::mem::take(&mut self.rows) {
            let left = if rtl { self.round(width - own) } else { 0.0 };
            lines.push(Line {
                top: y,
                bottom: y + height,
                start: if rtl { width } else { 0.0 },
                end: if rtl { left } else { own },
                level: u8::from(rtl),
            });
            let number = lines.len() - 1;
            for cell in self.cells.iter_mut().filter(|cell| cell.row == number) {
                cell.left += left;
                cell.right += left;
            }
            galley.num_vertices += row.visuals.mesh.vertices.len();
            galley.num_indices += row.visuals.mesh.indices.len();
            galley.mesh_bounds |= row.visuals.mesh_bounds.translate(vec2(left, y));
            galley.rows.push(PlacedRow {
                pos: pos2(left, y),
                row: Arc::new(row),
                ends_with_newline: feeds,
            });
            y += advance;
        }
        galley.rect = Rect::from_min_size(Pos2::ZERO, vec2(width, (y - advance + height).max(height)));
        galley.elided = false;
        Laid {
            galley: Arc::new(galley),
            right_to_left,
            cells: self.cells,
            rows: lines,
        }
    }
}

/// Where each character of a piece stands, in logical order. A ligature is divided evenly among its letters; marks stand where
/// the letter before them ends.
fn cells_of(glyphs: &[Glyph], chars: &[char], level: u8, left: f32, width: f32, row: usize) -> Vec<Cell> {
    let from_right = level % 2 == 1;
    let seen = glyphs
        .iter()
        .filter(|glyph| glyph.advance_width > 0.0)
        .map(|glyph| (mirror_if(from_right, glyph.chr), glyph.advance_width));
    let mut seen: Vec<(char, f32)> = seen.collect();
    if from_right {
        seen.reverse();
    }
    // How wide each character is: a glyph goes to the next character of its name, and what is passed over belongs to the glyph
    // before it.
    let mut widths = vec![0.0; chars.len()];
    let mut heads: Vec<usize> = Vec::new();
    let mut from = 0;
    for (char, advance) in seen {
        let rest = chars.get(from..).unwrap_or_default();
        let at = match rest.iter().position(|other| *other == char) {
            Some(skipped) => from + skipped,
            None => heads.last().copied().unwrap_or(0),
        };
        if heads.last() != Some(&at) {
            heads.push(at);
        }
        if let Some(width) = widths.get_mut(at) {
            *width += advance;
        }
        from = at + 1;
    }
    for (number, head) in heads.iter().enumerate() {
        let end = heads.get(number + 1).copied().unwrap_or(chars.len());
        let letters: Vec<usize> = (*head..end)
            .filter(|at| *at == *head || chars.get(*at).is_some_and(|char| char.is_alphabetic()))
            .collect();
        let share = widths.get(*head).copied().unwrap_or(0.0) / letters.len().max(1) as f32;
        for at in letters {
            if let Some(width) = widths.get_mut(at) {
                *width = share;
            }
        }
    }
    let mut edge = if from_right { left + width } else { left };
    widths
        .into_iter()
        .map(|width| {
            let next = if from_right { edge - width } else { edge + width };
            let cell = Cell {
                row,
                left: edge.min(next),
                right: edge.max(next),
                level,
            };
            edge = next;
            cell
        })
        .collect()
}

const fn mirror_if(from_right: bool, char: char) -> char {
    if from_right { mirrored(char) } else { char }
}
