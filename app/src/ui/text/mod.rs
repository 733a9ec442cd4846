//! Text that may go from right to left, from left to right, and both at once.
//!
//! egui joins Arabic letters but does not order what is mixed; what is here does both: UAX #9 by paragraph, lines broken here, and
//! a real [`Galley`] at the end. **Everything that shows a text goes through here**: [`galley`] and [`paint`] for text that is
//! painted, [`label`], [`button`] and [`Field`] for widgets. They understand the invisible marks that
//! [`Words`](super::words::Words) puts round values, show none of them, and give AccessKit names without them.
//!
//! | to | call |
//! | --- | --- |
//! | paint a line somewhere | [`paint`], or [`paint_within`] where it may be too long |
//! | paint several lines | [`galley`], then [`Painter::galley`] |
//! | put a text among widgets | [`label`], [`coloured`] |
//! | offer something | [`button`], [`button_if`] |
//! | ask for a text | [`Field`] |

mod bidi;
mod cache;
mod field;
mod layout;
mod widgets;

use std::sync::Arc;

use egui::{Align2, Color32, Context, Galley, Painter, Pos2, Rect};

use super::style::{Style, Type};

pub use self::cache::forget;
pub use self::field::Field;
pub use self::layout::Laid;
pub use self::widgets::{
    Weight, button, button_as, button_if, button_if_as, clicked_once, coloured, focus_ring, label, label_within,
    show_focused,
};

/// Lays a text out in lines of at most `wrap` points (infinite: one line a paragraph). It goes in the direction of the screen's
/// language; lines that go from right to left stand at the right edge of the galley.
#[must_use]
pub fn galley(context: &Context, style: &Style, text: &str, kind: Type, colour: Color32, wrap: f32) -> Arc<Galley> {
    let laid = laid(context, style, text, kind, colour, wrap, Some(style.right_to_left));
    Arc::clone(&laid.galley)
}

/// Lays a text out with all that is needed for carets and clicks. Without a direction each paragraph takes that of its first
/// letter: for what people write.
#[must_use]
pub fn laid(
    context: &Context,
    style: &Style,
    text: &str,
    kind: Type,
    colour: Color32,
    wrap: f32,
    right_to_left: Option<bool>,
) -> Arc<Laid> {
    let task = layout::Task {
        text,
        fonts: [style.font(kind), style.arabic_font(kind), style.emoji_font(kind)],
        colour,
        // As wide as a label was found to be it has to be laid out again in the same lines.
        wrap: if wrap.is_finite() { wrap + 0.5 } else { f32::INFINITY },
        right_to_left,
        fallback: style.right_to_left,
    };
    cache::laid(context, &task)
}

/// Lays one line out that is no wider than `width`: what does not fit gives way to an ellipsis.
#[must_use]
pub fn galley_within(
    context: &Context,
    style: &Style,
    text: &str,
    kind: Type,
    colour: Color32,
    width: f32,
) -> Arc<Galley> {
    let line = |text: &str| galley(context, style, text, kind, colour, f32::INFINITY);
    let whole = line(text);
    if whole.size().x <= width + 0.5 {
        return whole;
    }
    let chars: Vec<char> = plain(text).chars().collect();
    let short = |length: usize| -> String {
        let kept: String = chars.iter().take(length).collect();
        format!("{}…", kept.trim_end())
    };
    let (mut fits, mut too_long) = (0, chars.len());
    while fits + 1 < too_long {
        let middle = usize::midpoint(fits, too_long);
        if line(&short(middle)).size().x <= width {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    line(&short(fits))
}

/// Paints one line of text, `anchor` of it at `at`. Gives where it stands.
pub fn paint(
    painter: &Painter,
    style: &Style,
    at: Pos2,
    anchor: Align2,
    text: &str,
    kind: Type,
    colour: Color32,
) -> Rect {
    paint_within(painter, style, at, anchor, text, kind, colour, f32::INFINITY)
}

/// Paints one line of text that is no wider than `width`.
#[expect(clippy::too_many_arguments, reason = "what, where, how and how wide")]
pub fn paint_within(
    painter: &Painter,
    style: &Style,
    at: Pos2,
    anchor: Align2,
    text: &str,
    kind: Type,
    colour: Color32,
    width: f32,
) -> Rect {
    let galley = galley_within(painter.ctx(), style, text, kind, colour, width);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, colour);
    rect
}

/// A text without the marks that say a direction and show nothing: what AccessKit is given.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().filter(|char| !is_direction_mark(*char)).collect()
}

/// Whether a character is one of the marks that say a direction and show nothing.
#[must_use]
pub const fn is_direction_mark(char: char) -> bool {
    matches!(char, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
