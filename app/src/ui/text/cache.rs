//! Texts that were laid out a moment ago: most of a frame's text is that of the frame before.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use egui::{Color32, Context, FontFamily, Id};

use super::layout::{Laid, Task, layout};

/// Everything a layout follows from.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    text: String,
    family: FontFamily,
    size: u32,
    colour: Color32,
    wrap: u32,
    right_to_left: Option<bool>,
    fallback: bool,
    pixels_per_point: u32,
}

#[derive(Default)]
struct Cache {
    laid: HashMap<Key, (Arc<Laid>, u64)>,
    /// How full the font's texture was: where it is emptier it was made anew, and nothing laid out before is worth anything.
    fill: f32,
    swept: u64,
}

/// For how many frames a text that is not shown is kept.
const KEPT: u64 = 120;

/// Lays a text out, or finds it.
pub(super) fn laid(context: &Context, task: &Task<'_>) -> Arc<Laid> {
    let slot: Arc<Mutex<Cache>> = context.data_mut(|data| {
        data.get_temp_mut_or_default::<Arc<Mutex<Cache>>>(Id::unique("majlis texts"))
            .clone()
    });
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method alone is not general enough in its lifetimes"
    )]
    let fill = context.fonts(|fonts| fonts.font_atlas_fill_ratio());
    let frame = context.cumulative_frame_nr();
    let key = Key {
        text: task.text.to_owned(),
        family: task.fonts[0].family.clone(),
        size: task.fonts[0].size.to_bits(),
        colour: task.colour,
        wrap: task.wrap.to_bits(),
        right_to_left: task.right_to_left,
        fallback: task.fallback,
        pixels_per_point: context.pixels_per_point().to_bits(),
    };
    if let Ok(mut cache) = slot.lock() {
        if fill < cache.fill {
            cache.laid.clear();
        }
        cache.fill = fill;
        if frame > cache.swept + KEPT {
            cache.laid.retain(|_, (_, used)| *used + KEPT > frame);
            cache.swept = frame;
        }
        if let Some((laid, used)) = cache.laid.get_mut(&key) {
            *used = frame;
            return Arc::clone(laid);
        }
    }
    let laid = Arc::new(layout(context, task));
    if let Ok(mut cache) = slot.lock() {
        cache.laid.insert(key, (Arc::clone(&laid), frame));
    }
    laid
}

/// Forgets all texts: fonts were changed.
pub fn forget(context: &Context) {
    context.data_mut(|data| data.remove::<Arc<Mutex<Cache>>>(Id::unique("majlis texts")));
}
