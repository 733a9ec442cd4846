//! What a frame has drawn, looked at without drawing it: texts that are cut off, shortened, or lie on each other.

use egui::epaint::{ClippedShape, Shape};
use egui::{Rect, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

/// A text on the screen.
pub struct Text {
    pub text: String,
    pub rect: Rect,
    pub clip: Rect,
}

/// Every text of the last frame.
pub fn texts<S>(harness: &Harness<'_, S>) -> Vec<Text> {
    let mut found = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in &harness.output().shapes {
        collect(shape, *clip_rect, &mut found);
    }
    found
}

/// How many texts a shape is of.
pub fn count(shape: &Shape) -> usize {
    match shape {
        Shape::Vec(shapes) => shapes.iter().map(count).sum(),
        Shape::Text(text) => usize::from(!text.galley.is_empty()),
        _ => 0,
    }
}

fn collect(shape: &Shape, clip: Rect, found: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, found)),
        Shape::Text(text) if !text.galley.is_empty() => found.push(Text {
            text: text.galley.text().to_owned(),
            rect: text.visual_bounding_rect(),
            clip,
        }),
        _ => {}
    }
}

/// Nothing that is written is cut off, shortened, or lies on something else that is.
pub fn check_texts(harness: &Harness<'_>, told: &str) {
    let window = harness.ctx.content_rect();
    let texts = texts(harness);
    assert!(!texts.is_empty(), "{told}: nothing is written");
    for (at, text) in texts.iter().enumerate() {
        let (words, rect) = (&text.text, text.rect);
        assert!(!words.contains('…'), "{told}: {words:?} does not fit");
        assert!(
            text.clip.expand(0.5).contains_rect(rect),
            "{told}: {words:?} at {rect} is cut off"
        );
        assert!(
            window.contains_rect(rect),
            "{told}: {words:?} at {rect} leaves the window"
        );
        for other in &texts[at + 1..] {
            let common = rect.intersect(other.rect);
            let apart = common.width() < 0.5 || common.height() < 0.5;
            assert!(
                apart,
                "{told}: {words:?} at {rect} lies on {:?} at {}",
                other.text, other.rect
            );
        }
    }
}

/// Nothing is cut off, shortened, or written over something else, and no two buttons share a place.
pub fn check(harness: &Harness<'_>, told: &str) {
    check_texts(harness, told);
    let window = harness.ctx.content_rect();
    let buttons: Vec<(String, Rect)> = harness
        .query_all_by_role(Role::Button)
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .collect();
    for (at, (name, rect)) in buttons.iter().enumerate() {
        assert!(!name.is_empty(), "{told}: a button without a name at {rect}");
        assert!(
            window.expand(0.5).contains_rect(*rect),
            "{told}: {name:?} at {rect} leaves the window"
        );
        for (other, place) in &buttons[at + 1..] {
            let common = rect.intersect(*place);
            let apart = common.width() < 0.5 || common.height() < 0.5;
            assert!(apart, "{told}: {name:?} at {rect} lies on {other:?} at {place}");
        }
    }
}
