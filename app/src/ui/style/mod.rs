//! The visual language: one place for colours, type, spacing, shapes and times. `docs/design.md` says why they are what they are.

pub mod fonts;
pub mod ground;
pub mod marks;
pub mod palette;

use egui::{Color32, FontFamily, FontId};

use super::motion::Span;

pub use self::palette::{Palette, SeatColours, Theme};

/// How things look on this screen: colours, sizes and what the person prefers.
#[derive(Clone, PartialEq, Debug)]
pub struct Style {
    /// The colours.
    pub palette: Palette,
    /// Light or dark.
    pub theme: Theme,
    /// Whether the layout goes from right to left.
    pub right_to_left: bool,
    /// How large texts are: 1.0, or what the person has chosen, 0.85 to 1.5.
    pub text_scale: f32,
    /// Whether nothing moves more than it has to.
    pub reduced_motion: bool,
    /// Whether colours that tell something have a pattern as well.
    pub colour_marks: bool,
}

impl Style {
    /// The style of a theme with everything else as it is at first.
    #[must_use]
    pub const fn new(theme: Theme, right_to_left: bool) -> Self {
        Self {
            palette: Palette::of(theme),
            theme,
            right_to_left,
            text_scale: 1.0,
            reduced_motion: false,
            colour_marks: false,
        }
    }

    /// The font of a kind of text.
    #[must_use]
    pub fn font(&self, kind: Type) -> FontId {
        let family = if kind.is_bold() {
            FontFamily::Name(fonts::BOLD.into())
        } else {
            FontFamily::Proportional
        };
        FontId::new((kind.size() * self.text_scale).round(), family)
    }

    /// The font of a kind of text for letters that are written from right to left.
    #[must_use]
    pub fn arabic_font(&self, kind: Type) -> FontId {
        let family = if kind.is_bold() {
            fonts::ARABIC_BOLD
        } else {
            fonts::ARABIC
        };
        FontId::new(self.font(kind).size, FontFamily::Name(family.into()))
    }

    /// The font of a kind of text for small pictures.
    #[must_use]
    pub fn emoji_font(&self, kind: Type) -> FontId {
        FontId::new(self.font(kind).size, FontFamily::Name(fonts::EMOJI.into()))
    }

    /// How long something takes here, in seconds: nothing with reduced motion.
    #[must_use]
    pub const fn span(&self, span: Span) -> f64 {
        if self.reduced_motion { 0.0 } else { span.seconds() }
    }
}

/// A kind of text, by what it is for. Sizes are in points before the person's own scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// Beside things: 13.
    Small,
    /// Running text: 15.
    Body,
    /// What counts in running text: 15, bold.
    Strong,
    /// On buttons: 15, bold.
    Button,
    /// Above a part of a screen: 18, bold.
    Heading,
    /// Above a screen: 26, bold.
    Title,
    /// Scores and clocks: 22, bold.
    Figure,
}

impl Type {
    /// In points, before the person's own scale.
    #[must_use]
    pub const fn size(self) -> f32 {
        match self {
            Self::Small => 13.0,
            Self::Body | Self::Strong | Self::Button => 15.0,
            Self::Heading => 18.0,
            Self::Title => 26.0,
            Self::Figure => 22.0,
        }
    }

    /// Whether it is bold.
    #[must_use]
    pub const fn is_bold(self) -> bool {
        !matches!(self, Self::Small | Self::Body)
    }
}

/// Distances, in points: half, one, two, three, four and six times 8.
pub mod space {
    /// Between things that are one: 4.
    pub const HALF: f32 = 4.0;
    /// Between things that belong together: 8.
    pub const ONE: f32 = 8.0;
    /// Inside of panels, between things of a list: 16.
    pub const TWO: f32 = 16.0;
    /// Between parts of a screen: 24.
    pub const THREE: f32 = 24.0;
    /// Round a screen: 32.
    pub const FOUR: f32 = 32.0;
    /// Above a title: 48.
    pub const SIX: f32 = 48.0;
}

/// Shapes: radii of corners and widths of lines, in points.
pub mod shape {
    /// Corners of small things: tiles, marks, fields.
    pub const SMALL: f32 = 4.0;
    /// Corners of buttons and cards.
    pub const MEDIUM: f32 = 8.0;
    /// Corners of panels and dialogs.
    pub const LARGE: f32 = 14.0;
    /// A thin line.
    pub const LINE: f32 = 1.0;
    /// The line round what has the keyboard, or is lifted.
    pub const RING: f32 = 2.5;
    /// The smallest height of something to click on.
    pub const TOUCH: f32 = 36.0;
}

/// A colour with another strength, 0 to 1.
#[must_use]
pub fn faded(colour: Color32, strength: f32) -> Color32 {
    colour.gamma_multiply(strength.clamp(0.0, 1.0))
}

/// Tells egui about the style: what its own windows, scroll bars and selections look like.
pub fn apply(context: &egui::Context, style: &Style) {
    use egui::{CornerRadius, Stroke, Visuals};

    let palette = &style.palette;
    let mut visuals = match style.theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };
    visuals.override_text_color = Some(palette.ink);
    visuals.panel_fill = palette.page;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(shape::LINE, palette.line);
    visuals.window_corner_radius = CornerRadius::same(shape::LARGE as u8);
    visuals.extreme_bg_color = palette.inset;
    visuals.selection.bg_fill = faded(palette.accent, 0.35);
    visuals.selection.stroke = Stroke::new(shape::RING, palette.gold);
    visuals.hyperlink_color = palette.accent;
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.bg_fill = palette.line;
        widget.weak_bg_fill = palette.inset;
        widget.fg_stroke = Stroke::new(shape::LINE, palette.ink);
        widget.bg_stroke = Stroke::new(shape::LINE, palette.line);
        widget.corner_radius = CornerRadius::same(shape::MEDIUM as u8);
    }
    context.set_visuals(visuals);
    let motion = if style.reduced_motion { 0.0 } else { 0.12 };
    context.all_styles_mut(|egui| {
        egui.animation_time = motion;
        egui.spacing.item_spacing = egui::vec2(space::ONE, space::ONE);
        egui.interaction.selectable_labels = false;
        // What egui takes for the ground to fade into is black where nothing of its own lies below.
        egui.spacing.scroll.fade.strength = 0.0;
        egui.scroll_animation = if style.reduced_motion {
            egui::style::ScrollAnimation::none()
        } else {
            egui::style::ScrollAnimation::default()
        };
    });
}
