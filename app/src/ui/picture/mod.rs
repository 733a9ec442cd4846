//! A position as a picture in a file: PNG and SVG, drawn by the code of the tables without a window or a graphics card.
//!
//! | file | what |
//! | --- | --- |
//! | `raster` | triangles into pixels |
//! | `svg` | shapes into SVG |

mod raster;
mod svg;

use egui::epaint::{ClippedShape, ImageData, Primitive};
use egui::{Color32, ColorImage, Context, Pos2, RawInput, Rect, TextureId, Vec2, ViewportId};
use majlis_referee::party::PartyId;
use majlis_rules::game::{Due, Game as _, View};
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::{Seat, SeatSet};

use super::games::{Person, Presence, Scene, table_of};
use super::style::{Style, Theme, fonts};
use super::words::{Digits, Words};
use crate::language::Language;

/// The size of a picture, in points.
const SIZE: Vec2 = Vec2::new(1200.0, 800.0);
/// Round the table, in points.
const MARGIN: f32 = 16.0;
/// A position, drawn.
pub struct Picture {
    context: Context,
    shapes: Vec<ClippedShape>,
    letters: ColorImage,
    page: Color32,
    right_to_left: bool,
    scale: f32,
}

impl Picture {
    /// Draws a board as everybody may see it: nothing that is hidden. `names` gives the name of a seat's person, where it is
    /// known, and `scale` how many pixels of a PNG a point has, 1 to 4. `None` for a game that has no table to be drawn.
    #[must_use]
    pub fn of(
        game: &AnyGame,
        names: impl Fn(Seat) -> Option<String>,
        language: Language,
        theme: Theme,
        scale: f32,
    ) -> Option<Self> {
        let scale = scale.clamp(1.0, 4.0);
        let entry = table_of(game.id())?;
        let style = Style::new(theme, language.is_right_to_left());
        let words = Words::new(language, Digits::Western);
        let view = View::new(game.clone(), SeatSet::EMPTY, &majlis_rules::face::Knowledge::new());
        let turn = match game.due() {
            Due::Turn(seat) => Some(seat),
            _ => None,
        };
        let person = |(number, seats): (u8, SeatSet)| {
            Some(Person {
                party: PartyId::new(number)?,
                name: seats.iter().find_map(&names)?,
                seats,
                me: false,
                bot: false,
                presence: Presence::Here,
            })
        };
        let persons: Vec<Person> = (0u8..).zip(game.persons()).filter_map(person).collect();

        let context = Context::default();
        fonts::install(&context, &fonts::Source::Embedded);
        let mut letters = ColorImage::default();
        let mut shapes = Vec::new();
        // Fonts are there from the second frame on.
        for frame in 0..2u8 {
            let mut output = context.run_ui(input(frame, scale), |ui| {
                let scene = Scene {
                    view: &view,
                    persons: &persons,
                    turn,
                    legal: &[],
                    style: &style,
                    words: &words,
                    now: 0.0,
                };
                let rect = Rect::from_min_size(Pos2::ZERO, SIZE).shrink(MARGIN);
                (entry.paint)(ui.painter(), rect, &scene);
            });
            for delta in output
                .textures_delta
                .set
                .remove(&TextureId::default())
                .unwrap_or_default()
            {
                take(&mut letters, &delta.image, delta.pos);
            }
            output.textures_delta.clear();
            shapes = output.shapes;
        }
        Some(Self {
            context,
            shapes,
            letters,
            page: style.palette.page,
            right_to_left: style.right_to_left,
            scale,
        })
    }

    /// How many pixels the PNG has, across and down.
    #[must_use]
    pub fn pixels(&self) -> [u32; 2] {
        [(SIZE.x * self.scale) as u32, (SIZE.y * self.scale) as u32]
    }

    /// The picture as pixels, row by row from the top: red, green, blue and 255.
    #[must_use]
    pub fn rgba(&self) -> Vec<u8> {
        let [width, height] = self.pixels();
        let mut canvas = raster::Canvas::new(width as usize, height as usize, self.page);
        for part in self.context.tessellate(self.shapes.clone(), self.scale) {
            if let Primitive::Mesh(mesh) = &part.primitive {
                canvas.draw(mesh, part.clip_rect, self.scale, &self.letters);
            }
        }
        canvas.into_bytes()
    }

    /// The picture as a PNG.
    ///
    /// # Errors
    /// Where the encoder refuses, which it has no reason to.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let [width, height] = self.pixels();
        encode(width, height, &self.rgba())
    }

    /// The picture as an SVG. Letters are text in it, in the font that the program has compiled in or whatever takes its place.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::write(SIZE, self.page, self.right_to_left, &self.shapes)
    }
}

fn encode(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// The program's icon: `side` pixels across and down, red, green, blue and strength of each, row by row from the top.
#[must_use]
pub fn icon_pixels(side: u32) -> Vec<u8> {
    let style = Style::new(Theme::Light, false);
    let context = Context::default();
    let size = Vec2::splat(side as f32);
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
        ..RawInput::default()
    };
    let mut output = context.run_ui(input, |ui| {
        let rect = Rect::from_min_size(Pos2::ZERO, size);
        super::emblem::program(ui.painter(), rect, &style);
    });
    output.textures_delta.clear();
    let mut canvas = raster::Canvas::new(side as usize, side as usize, Color32::TRANSPARENT);
    for part in context.tessellate(output.shapes, 1.0) {
        if let Primitive::Mesh(mesh) = &part.primitive {
            canvas.draw(mesh, part.clip_rect, 1.0, &ColorImage::default());
        }
    }
    let pixels = canvas.into_bytes();
    // A file has colours that are not multiplied by their strength.
    pixels
        .chunks_exact(4)
        .flat_map(|pixel| match *pixel {
            [red, green, blue, strength] => {
                Color32::from_rgba_premultiplied(red, green, blue, strength).to_srgba_unmultiplied()
            }
            _ => [0; 4],
        })
        .collect()
}

/// The program's icon as a PNG.
///
/// # Errors
/// Where the encoder refuses, which it has no reason to.
pub fn icon(side: u32) -> Result<Vec<u8>, png::EncodingError> {
    encode(side, side, &icon_pixels(side))
}

fn input(frame: u8, scale: f32) -> RawInput {
    let mut input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
        time: Some(f64::from(frame)),
        ..RawInput::default()
    };
    if let Some(window) = input.viewports.get_mut(&ViewportId::ROOT) {
        window.native_pixels_per_point = Some(scale);
    }
    input
}

/// Takes a part of the picture of all letters, or all of it.
fn take(letters: &mut ColorImage, image: &ImageData, at: Option<[usize; 2]>) {
    let ImageData::Color(image) = image;
    let Some([left, top]) = at else {
        *letters = (**image).clone();
        return;
    };
    let [width, height] = image.size;
    for row in 0..height {
        let from = row * width;
        let to = (top + row) * letters.size[0] + left;
        let (Some(from), Some(to)) = (
            image.pixels.get(from..from + width),
            letters.pixels.get_mut(to..to + width),
        ) else {
            continue;
        };
        to.copy_from_slice(from);
    }
}
