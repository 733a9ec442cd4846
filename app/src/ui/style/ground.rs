//! What things lie upon: the wood of frames and racks, the felt of a table.

use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2};

use super::{Style, faded, shape};

/// Paints a plank of wood with rounded corners: grain along its longer side, light from above.
pub fn wood(painter: &Painter, rect: Rect, radius: f32, style: &Style) {
    let palette = &style.palette;
    painter.rect_filled(rect, radius, palette.wood);
    let along_x = rect.width() >= rect.height();
    let (length, breadth) = if along_x {
        (rect.width(), rect.height())
    } else {
        (rect.height(), rect.width())
    };
    // The grain keeps clear of the round corners.
    let (from, to) = (radius * 0.6 + 2.0, length - radius * 0.6 - 2.0);
    let lines = (breadth / 7.0).clamp(2.0, 60.0) as u32;
    for line in 0..lines {
        let chance = noise(line);
        let across = breadth * ((line as f32) + 0.25 + 0.5 * chance) / (lines as f32);
        if across < 3.0 || across > breadth - 3.0 || to <= from {
            continue;
        }
        let colour = if chance > 0.45 {
            faded(palette.wood_dark, 0.10 + 0.16 * chance)
        } else {
            faded(palette.wood_light, 0.16 + 0.2 * chance)
        };
        let points: Vec<Pos2> = (0..=12u8)
            .map(|step| {
                let part = f32::from(step) / 12.0;
                let wave = (part * 5.0 + chance * 20.0).sin() * (1.0 + 1.5 * noise(line + 77));
                let at = from + (to - from) * part;
                if along_x {
                    pos2(rect.left() + at, rect.top() + across + wave)
                } else {
                    pos2(rect.left() + across + wave, rect.top() + at)
                }
            })
            .collect();
        painter.add(Shape::line(points, Stroke::new(0.8 + chance * 0.7, colour)));
    }
    painter.rect_stroke(
        rect,
        radius,
        Stroke::new(shape::LINE, palette.wood_dark),
        StrokeKind::Inside,
    );
    let top = rect.shrink(1.5);
    if top.width() > 2.0 * radius {
        let light = Stroke::new(1.0, faded(palette.wood_light, 0.8));
        painter.hline(top.left() + radius..=top.right() - radius, top.top(), light);
    }
}

/// Paints a cloth of felt: lighter in the middle, where the lamp hangs.
pub fn felt(painter: &Painter, rect: Rect, radius: f32, style: &Style) {
    let palette = &style.palette;
    painter.rect_filled(rect, radius, palette.felt_dark);
    let inner = rect.shrink(radius.min(rect.width().min(rect.height()) / 4.0) * 0.35);
    painter.with_clip_rect(inner.intersect(painter.clip_rect())).add(glow(
        inner,
        palette.felt,
        faded(palette.felt, 0.0),
    ));
    painter.rect_stroke(
        rect,
        radius,
        Stroke::new(shape::LINE, faded(Color32::BLACK, 0.35)),
        StrokeKind::Inside,
    );
}

/// Paints a table: felt in a frame of wood `rim` points wide. Gives the felt.
pub fn table(painter: &Painter, rect: Rect, rim: f32, style: &Style) -> Rect {
    wood(painter, rect, shape::LARGE, style);
    let cloth = rect.shrink(rim);
    felt(painter, cloth, (shape::LARGE - rim * 0.5).max(shape::SMALL), style);
    cloth
}

/// A glow of one colour in the middle of a rectangle and of another where the ellipse round it is.
fn glow(rect: Rect, middle: Color32, edge: Color32) -> Shape {
    let mut mesh = Mesh::default();
    mesh.colored_vertex(rect.center(), middle);
    let steps = 48u32;
    for step in 0..steps {
        let angle = std::f32::consts::TAU * (step as f32) / (steps as f32);
        let (sin, cos) = angle.sin_cos();
        let reach = egui::vec2(rect.width(), rect.height()) * std::f32::consts::FRAC_1_SQRT_2;
        let at = rect.center() + egui::vec2(cos * reach.x, sin * reach.y);
        mesh.colored_vertex(at, edge);
    }
    for step in 0..steps {
        mesh.add_triangle(0, 1 + step, 1 + (step + 1) % steps);
    }
    Shape::mesh(mesh)
}

/// A number from 0 to 1 that looks like chance and is always the same.
fn noise(number: u32) -> f32 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9E37_79B9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85EB_CA6B);
    f32::from((mixed >> 16) as u16) / f32::from(u16::MAX)
}
