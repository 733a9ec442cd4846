//! Shapes into SVG: what has a shape there keeps it, what has none becomes triangles, and letters stay text.

use std::fmt::{self, Write as _};

use egui::epaint::tessellator::{TessellationOptions, Tessellator};
use egui::epaint::{CircleShape, ClippedShape, ColorMode, Mesh, PathShape, PathStroke, RectShape, TextShape, WHITE_UV};
use egui::{Color32, FontFamily, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};

use crate::ui::style::fonts::BOLD;

/// A picture of `size` points.
pub(super) fn write(size: Vec2, page: Color32, right_to_left: bool, shapes: &[ClippedShape]) -> String {
    let mut svg = Svg::default();
    let direction = if right_to_left { "rtl" } else { "ltr" };
    // Writing into a text does not fail.
    let _ = svg.all(size, page, direction, shapes);
    svg.text
}

#[derive(Default)]
struct Svg {
    text: String,
    clips: Vec<Rect>,
}

impl Svg {
    fn all(&mut self, size: Vec2, page: Color32, direction: &str, shapes: &[ClippedShape]) -> fmt::Result {
        let (width, height) = (number(size.x), number(size.y));
        writeln!(
            self.text,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" direction="{direction}">"#
        )?;
        writeln!(self.text, r#"<rect width="{width}" height="{height}"{}/>"#, fill(page))?;
        let whole = Rect::from_min_size(Pos2::ZERO, size);
        for ClippedShape { clip_rect, shape, .. } in shapes {
            let clip = clip_rect.intersect(whole);
            let bounds = shape.visual_bounding_rect();
            if !bounds.is_positive() && !matches!(shape, Shape::LineSegment { .. } | Shape::Vec(_)) {
                continue;
            }
            let cut = !clip.expand(0.5).contains_rect(bounds.intersect(whole));
            if cut {
                let name = self.clip(clip)?;
                writeln!(self.text, r#"<g clip-path="url(#c{name})">"#)?;
            }
            self.shape(shape)?;
            if cut {
                self.text.push_str("</g>\n");
            }
        }
        self.text.push_str("</svg>\n");
        Ok(())
    }

    /// The number of a clip, written when it is needed first.
    fn clip(&mut self, clip: Rect) -> Result<usize, fmt::Error> {
        if let Some(known) = self.clips.iter().position(|known| *known == clip) {
            return Ok(known);
        }
        self.clips.push(clip);
        let name = self.clips.len() - 1;
        writeln!(self.text, r#"<clipPath id="c{name}"><rect{}/></clipPath>"#, place(clip))?;
        Ok(name)
    }

    fn shape(&mut self, shape: &Shape) -> fmt::Result {
        match shape {
            Shape::Noop | Shape::Callback(_) => Ok(()),
            Shape::Vec(shapes) => shapes.iter().try_for_each(|shape| self.shape(shape)),
            Shape::Rect(rect) if rect.brush.is_none() && rect.angle == 0.0 => self.rect(rect),
            Shape::Circle(circle) => self.circle(circle),
            Shape::LineSegment {
                points: [from, to],
                stroke,
            } => {
                let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(number);
                let line = outline(*stroke);
                writeln!(self.text, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{line}/>"#)
            }
            Shape::Path(path) if solid(&path.stroke).is_some() => self.path(path),
            Shape::Text(text) => self.letters(text),
            Shape::Mesh(mesh) => self.mesh(mesh),
            other => {
                let options = TessellationOptions {
                    feathering: false,
                    prerasterized_discs: false,
                    ..TessellationOptions::default()
                };
                let mut mesh = Mesh::default();
                Tessellator::new(1.0, options, [1, 1], Vec::new()).tessellate_shape(other.clone(), &mut mesh);
                self.mesh(&mesh)
            }
        }
    }

    fn rect(&mut self, shape: &RectShape) -> fmt::Result {
        let radius = number(f32::from(shape.corner_radius.nw));
        let soft = if shape.blur_width > 0.0 {
            format!(r#" style="filter:blur({}px)""#, number(shape.blur_width / 2.0))
        } else {
            String::new()
        };
        let (at, fill) = (place(shape.rect), fill(shape.fill));
        if shape.fill != Color32::TRANSPARENT {
            writeln!(self.text, r#"<rect{at} rx="{radius}"{fill}{soft}/>"#)?;
        }
        if shape.stroke.is_empty() {
            return Ok(());
        }
        // A line of SVG lies on its path; here it may lie inside or outside of it.
        let out = match shape.stroke_kind {
            StrokeKind::Inside => -shape.stroke.width / 2.0,
            StrokeKind::Middle => 0.0,
            StrokeKind::Outside => shape.stroke.width / 2.0,
        };
        let radius = number((f32::from(shape.corner_radius.nw) + out).max(0.0));
        let (at, line) = (place(shape.rect.expand(out)), outline(shape.stroke));
        writeln!(self.text, r#"<rect{at} rx="{radius}" fill="none"{line}/>"#)
    }

    fn circle(&mut self, shape: &CircleShape) -> fmt::Result {
        let [x, y, radius] = [shape.center.x, shape.center.y, shape.radius].map(number);
        let (fill, line) = (fill(shape.fill), outline(shape.stroke));
        writeln!(self.text, r#"<circle cx="{x}" cy="{y}" r="{radius}"{fill}{line}/>"#)
    }

    fn path(&mut self, shape: &PathShape) -> fmt::Result {
        let points: Vec<String> = shape
            .points
            .iter()
            .map(|point| format!("{},{}", number(point.x), number(point.y)))
            .collect();
        let name = if shape.closed { "polygon" } else { "polyline" };
        let line = solid(&shape.stroke).map_or_else(String::new, outline);
        let fill = fill(shape.fill);
        writeln!(self.text, r#"<{name} points="{}"{fill}{line}/>"#, points.join(" "))
    }

    /// Triangles, each in the middle of its colours; two that are a rectangle as one.
    fn mesh(&mut self, mesh: &Mesh) -> fmt::Result {
        let mut indices = mesh.indices.as_slice();
        let corners = |indices: &[u32]| -> Vec<egui::epaint::Vertex> {
            let vertices = indices.iter().filter_map(|index| mesh.vertices.get(*index as usize));
            vertices.copied().collect()
        };
        self.text.push_str("<g shape-rendering=\"crispEdges\">\n");
        while indices.len() >= 3 {
            let (six, three) = (indices.get(..6).map(corners), indices.get(..3).map(corners));
            if let Some(rect) = six.as_deref().and_then(rectangle) {
                let colour = six
                    .and_then(|six| six.first().map(|vertex| vertex.color))
                    .unwrap_or_default();
                writeln!(self.text, "<rect{}{}/>", place(rect), fill(colour))?;
                indices = indices.get(6..).unwrap_or_default();
                continue;
            }
            if let Some([a, b, c]) = three.as_deref()
                && [a, b, c].iter().all(|corner| corner.uv == WHITE_UV)
            {
                let sum = |channel: fn(&Color32) -> u8| {
                    let all: u16 = [a, b, c].iter().map(|corner| u16::from(channel(&corner.color))).sum();
                    (all / 3) as u8
                };
                let colour = Color32::from_rgba_premultiplied(
                    sum(Color32::r),
                    sum(Color32::g),
                    sum(Color32::b),
                    sum(Color32::a),
                );
                let points = [a, b, c].map(|corner| format!("{},{}", number(corner.pos.x), number(corner.pos.y)));
                writeln!(self.text, r#"<polygon points="{}"{}/>"#, points.join(" "), fill(colour))?;
            }
            indices = indices.get(3..).unwrap_or_default();
        }
        self.text.push_str("</g>\n");
        Ok(())
    }

    fn letters(&mut self, shape: &TextShape) -> fmt::Result {
        let galley = &shape.galley;
        let lines = galley.rows.len();
        for row in &galley.rows {
            let rect = row.rect().translate(shape.pos.to_vec2());
            let text = if lines == 1 {
                galley.job.text.clone()
            } else {
                row.text()
            };
            let Some(section) = galley.job.sections.first() else {
                continue;
            };
            let colour = shape.override_text_color.unwrap_or(match section.format.color {
                Color32::PLACEHOLDER => shape.fallback_color,
                colour => colour,
            });
            let font = &section.format.font_id;
            let weight = match &font.family {
                FontFamily::Name(name) if **name == *BOLD => r#" font-weight="bold""#,
                _ => "",
            };
            let [x, y, size, length] = [rect.center().x, rect.center().y, font.size, rect.width()].map(number);
            writeln!(
                self.text,
                r#"<text x="{x}" y="{y}" font-family="DejaVu Sans, sans-serif" font-size="{size}"{weight} text-anchor="middle" dominant-baseline="central" textLength="{length}" lengthAdjust="spacingAndGlyphs"{}>{}</text>"#,
                fill(colour),
                escaped(text.trim())
            )?;
        }
        Ok(())
    }
}

/// The rectangle that two triangles of one colour without a texture are together.
fn rectangle(six: &[egui::epaint::Vertex]) -> Option<Rect> {
    let first = six.first()?;
    let alike = |vertex: &egui::epaint::Vertex| vertex.color == first.color && vertex.uv == WHITE_UV;
    if six.len() != 6 || !six.iter().all(alike) {
        return None;
    }
    let rect = Rect::from_points(&six.iter().map(|vertex| vertex.pos).collect::<Vec<_>>());
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.left_bottom(),
        rect.right_bottom(),
    ];
    let is_there = |corner: &Pos2| six.iter().any(|vertex| vertex.pos == *corner);
    let on_corner = |vertex: &egui::epaint::Vertex| corners.contains(&vertex.pos);
    (rect.is_positive() && corners.iter().all(is_there) && six.iter().all(on_corner)).then_some(rect)
}

/// The stroke of a path in one colour.
fn solid(stroke: &PathStroke) -> Option<Stroke> {
    match stroke.color {
        ColorMode::Solid(colour) => Some(Stroke::new(stroke.width, colour)),
        ColorMode::UV(_) => None,
    }
}

fn place(rect: Rect) -> String {
    let [x, y, width, height] = [rect.left(), rect.top(), rect.width(), rect.height()].map(number);
    format!(r#" x="{x}" y="{y}" width="{width}" height="{height}""#)
}

fn fill(colour: Color32) -> String {
    painted("fill", colour)
}

fn outline(stroke: Stroke) -> String {
    if stroke.is_empty() {
        return String::new();
    }
    format!(
        "{} stroke-width=\"{}\"",
        painted("stroke", stroke.color),
        number(stroke.width)
    )
}

fn painted(what: &str, colour: Color32) -> String {
    let [red, green, blue, strength] = colour.to_srgba_unmultiplied();
    match strength {
        0 => format!(r#" {what}="none""#),
        255 => format!(r##" {what}="#{red:02x}{green:02x}{blue:02x}""##),
        _ => {
            let part = number(f32::from(strength) / 255.0);
            format!(r##" {what}="#{red:02x}{green:02x}{blue:02x}" {what}-opacity="{part}""##)
        }
    }
}

/// A number with two places at most.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text between tags. What XML does not allow at all is left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            char if char.is_control() || matches!(char, '\u{FFFE}' | '\u{FFFF}') => {}
            char => safe.push(char),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, -0.001, 12.0, 0.5, 10.126].map(number),
            ["0", "0", "12", "0.5", "10.13"]
        );
    }

    #[test]
    fn nothing_in_a_name_is_taken_for_a_tag() {
        assert_eq!(escaped("<b>&\u{1}\n"), "&lt;b&gt;&amp; ");
    }
}
