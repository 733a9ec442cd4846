//! Triangles into pixels, as a graphics card does it: premultiplied colours, blended in the space of sRGB.

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, ColorImage, Pos2, Rect};

/// What is drawn on.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
}

/// A corner of a triangle, in pixels.
#[derive(Clone, Copy)]
struct Corner {
    at: Pos2,
    uv: Pos2,
    colour: [f32; 4],
}

impl Canvas {
    /// All of it in one colour.
    pub(super) fn new(width: usize, height: usize, colour: Color32) -> Self {
        Self {
            width,
            height,
            pixels: vec![colour; width * height],
        }
    }

    /// Red, green, blue and strength of each pixel.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.pixels.iter().flat_map(Color32::to_array).collect()
    }

    /// Draws a mesh; points have `scale` pixels, and `letters` is its texture.
    pub(super) fn draw(&mut self, mesh: &Mesh, clip: Rect, scale: f32, letters: &ColorImage) {
        let within = |edge: f32, most: usize| (edge * scale).round().clamp(0.0, most as f32) as usize;
        let clip = [
            within(clip.left(), self.width),
            within(clip.top(), self.height),
            within(clip.right(), self.width),
            within(clip.bottom(), self.height),
        ];
        let corner = |vertex: &Vertex| Corner {
            at: (vertex.pos.to_vec2() * scale).to_pos2(),
            uv: vertex.uv,
            colour: vertex.color.to_array().map(f32::from),
        };
        for triangle in mesh.indices.chunks_exact(3) {
            let corners = triangle.iter().filter_map(|index| mesh.vertices.get(*index as usize));
            let corners: Vec<Corner> = corners.map(corner).collect();
            if let [a, b, c] = corners.as_slice() {
                self.triangle([*a, *b, *c], clip, letters);
            }
        }
    }

    fn triangle(&mut self, [a, mut b, mut c]: [Corner; 3], clip: [usize; 4], letters: &ColorImage) {
        let mut area = cross(a.at, b.at, c.at);
        if area == 0.0 || !area.is_finite() {
            return;
        }
        if area < 0.0 {
            std::mem::swap(&mut b, &mut c);
            area = -area;
        }
        let corners = [a, b, c];
        let edges = [(b, c), (c, a), (a, b)].map(|(from, to)| Edge::new(from.at, to.at));
        let [left, top, right, bottom] = clip;
        let lowest = |values: [f32; 3]| values.into_iter().fold(f32::INFINITY, f32::min).floor().max(0.0) as usize;
        let highest = |values: [f32; 3]| values.into_iter().fold(0.0, f32::max).ceil() as usize + 1;
        let (xs, ys) = (corners.map(|corner| corner.at.x), corners.map(|corner| corner.at.y));
        let columns = [lowest(xs).max(left), highest(xs).min(right)];
        let untextured = corners.iter().all(|corner| corner.uv == WHITE_UV);
        let one_colour = untextured && corners.iter().all(|corner| corner.colour == a.colour);
        for y in lowest(ys).max(top)..highest(ys).min(bottom) {
            let [from, to] = span(&edges, y, columns);
            let row = y * self.width;
            let Some(pixels) = self.pixels.get_mut(row + from..row + to) else {
                continue;
            };
            if one_colour {
                if a.colour[3] >= 255.0 {
                    let [red, green, blue, _] = a.colour.map(|channel| channel as u8);
                    pixels.fill(Color32::from_rgb(red, green, blue));
                } else {
                    pixels.iter_mut().for_each(|pixel| blend(pixel, a.colour));
                }
                continue;
            }
            for (pixel, x) in pixels.iter_mut().zip(from..) {
                let [pa, pb, pc] = edges.map(|edge| edge.part(centre(x, y)) / area);
                let mut colour = [0.0; 4];
                let channels = a.colour.iter().zip(&b.colour).zip(&c.colour);
                for (mixed, ((a, b), c)) in colour.iter_mut().zip(channels) {
                    *mixed = a * pa + b * pb + c * pc;
                }
                if !untextured {
                    let mix = |a: f32, b: f32, c: f32| a * pa + b * pb + c * pc;
                    let texel = sample(letters, mix(a.uv.x, b.uv.x, c.uv.x), mix(a.uv.y, b.uv.y, c.uv.y));
                    colour
                        .iter_mut()
                        .zip(texel)
                        .for_each(|(mixed, light)| *mixed *= light / 255.0);
                }
                blend(pixel, colour);
            }
        }
    }
}

/// The middle of a pixel.
fn centre(x: usize, y: usize) -> Pos2 {
    Pos2::new(x as f32 + 0.5, y as f32 + 0.5)
}

/// The pixels of row `y` inside of all edges, of those in `columns`: from the first to behind the last.
fn span(edges: &[Edge; 3], y: usize, [left, right]: [usize; 2]) -> [usize; 2] {
    let inside = |x: usize| edges.iter().all(|edge| edge.takes(edge.part(centre(x, y))));
    // Where the edges cross the row is known up to rounding; then it is tried.
    let (mut from, mut to) = (left as f32, right as f32);
    for edge in edges {
        let rise = edge.to.y - edge.from.y;
        if rise == 0.0 {
            continue;
        }
        let crossing = edge.from.x + (edge.to.x - edge.from.x) * (centre(0, y).y - edge.from.y) / rise;
        // Going down, what is inside lies to the left: the way round is clockwise on the screen.
        if rise > 0.0 {
            to = to.min(crossing + 1.5);
        } else {
            from = from.max(crossing - 1.5);
        }
    }
    let mut from = (from.max(0.0) as usize).max(left);
    let mut to = (to.max(0.0) as usize).min(right);
    while from < to && !inside(from) {
        from += 1;
    }
    while to > from && !inside(to - 1) {
        to -= 1;
    }
    [from, to]
}

/// An edge of a triangle that is gone round in one way.
#[derive(Clone, Copy)]
struct Edge {
    from: Pos2,
    to: Pos2,
    /// Of two triangles that share it, this one has the pixels just on it.
    owns: bool,
}

impl Edge {
    fn new(from: Pos2, to: Pos2) -> Self {
        let owns = to.y > from.y || (to.y == from.y && to.x < from.x);
        Self { from, to, owns }
    }

    /// Twice the area of the triangle with the edge and a point; negative outside.
    fn part(self, at: Pos2) -> f32 {
        cross(self.from, self.to, at)
    }

    fn takes(self, part: f32) -> bool {
        part > 0.0 || (part == 0.0 && self.owns)
    }
}

fn cross(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// Lays a colour over a pixel.
fn blend(pixel: &mut Color32, [red, green, blue, strength]: [f32; 4]) {
    let rest = 1.0 - strength / 255.0;
    let over = |new: f32, old: u8| (new + f32::from(old) * rest).round().clamp(0.0, 255.0) as u8;
    let [r, g, b, a] = pixel.to_array();
    *pixel = Color32::from_rgba_premultiplied(over(red, r), over(green, g), over(blue, b), over(strength, a));
}

/// The texture at a place from 0 to 1, between its nearest four points.
fn sample(image: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = image.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (right_part, lower_part) = (x - left, y - top);
    let texel = |x: f32, y: f32| {
        let column = x.clamp(0.0, width.saturating_sub(1) as f32) as usize;
        let row = y.clamp(0.0, height.saturating_sub(1) as f32) as usize;
        let texel = image.pixels.get(row * width + column).copied();
        texel.unwrap_or(Color32::WHITE).to_array().map(f32::from)
    };
    let mix = |a: [f32; 4], b: [f32; 4], part: f32| {
        let mut both = a;
        both.iter_mut().zip(b).for_each(|(a, b)| *a += (b - *a) * part);
        both
    };
    let upper = mix(texel(left, top), texel(left + 1.0, top), right_part);
    let lower = mix(texel(left, top + 1.0), texel(left + 1.0, top + 1.0), right_part);
    mix(upper, lower, lower_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn letters() -> ColorImage {
        ColorImage::filled([1, 1], Color32::WHITE)
    }

    #[test]
    fn two_triangles_that_share_an_edge_cover_every_pixel_once() {
        let colour = Color32::from_rgba_premultiplied(0, 0, 0, 128);
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(Rect::from_min_size(Pos2::ZERO, vec2(16.0, 12.0)), colour);
        let mut canvas = Canvas::new(32, 24, Color32::WHITE);
        canvas.draw(&mesh, Rect::EVERYTHING, 2.0, &letters());
        assert!(canvas.pixels.iter().all(|pixel| *pixel == Color32::from_gray(127)));
    }

    #[test]
    fn nothing_is_drawn_outside_of_the_clip() {
        let mut mesh = Mesh::default();
        mesh.add_colored_rect(
            Rect::EVERYTHING.intersect(Rect::from_min_size(Pos2::new(-50.0, -50.0), vec2(900.0, 900.0))),
            Color32::BLACK,
        );
        let mut canvas = Canvas::new(10, 10, Color32::WHITE);
        let clip = Rect::from_min_max(Pos2::new(2.0, 3.0), Pos2::new(5.0, 4.0));
        canvas.draw(&mesh, clip, 1.0, &letters());
        let black = canvas.pixels.iter().filter(|pixel| **pixel == Color32::BLACK).count();
        assert_eq!(black, 3);
    }
}
