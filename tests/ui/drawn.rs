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
fn count(shape: &Shape) -> usize {
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

/// The texts that lie on top: those of a dialog, where one is open.
pub fn on_top<S>(harness: &Harness<'_, S>) -> Vec<Text> {
    let screen = harness.ctx.content_rect();
    let shapes = &harness.output().shapes;
    let backdrop = shapes.iter().rposition(|clipped| match &clipped.shape {
        Shape::Rect(rect) => rect.rect.contains_rect(screen) && rect.fill.a() > 0 && rect.fill.a() < 255,
        _ => false,
    });
    let mut all = texts(harness);
    if let Some(at) = backdrop {
        let below: usize = shapes[..at].iter().map(|clipped| count(&clipped.shape)).sum();
        all.drain(..below);
    }
    all
}

/// Nothing that is seen of a text lies on what is seen of the others.
pub fn lies_on_none(told: &str, text: &Text, others: &[Text]) {
    for other in others {
        let common = text
            .rect
            .intersect(other.rect)
            .intersect(text.clip)
            .intersect(other.clip);
        let apart = common.width() < 0.5 || common.height() < 0.5;
        assert!(
            apart,
            "{told}: {:?} at {} lies on {:?} at {}",
            text.text, text.rect, other.text, other.rect
        );
    }
}

/// The same as [`check`] for a screen that scrolls and on which tables are painted small: lines may be cut off at the top and the
/// bottom, and what is written in pictures is not looked at.
pub fn check_list<S>(harness: &Harness<'_, S>, told: &str) {
    let screen = harness.ctx.content_rect();
    let pictures: Vec<Rect> = harness
        .query_all_by_role(Role::Image)
        .chain(harness.query_all_by_role(Role::TextInput))
        .map(|node| node.rect().expand(2.0))
        .collect();
    // What is written into a field may be longer than it.
    let texts: Vec<Text> = on_top(harness)
        .into_iter()
        .filter(|text| text.clip.intersects(text.rect) && text.rect.is_positive())
        .filter(|text| {
            let seen = text.rect.intersect(text.clip);
            !pictures.iter().any(|picture| picture.contains_rect(seen))
        })
        .collect();
    assert!(!texts.is_empty(), "{told}: nothing is written");
    for (at, text) in texts.iter().enumerate() {
        let (words, rect) = (&text.text, text.rect);
        assert!(!words.contains('…'), "{told}: {words:?} does not fit");
        let clip = text.clip.expand(1.0);
        assert!(
            clip.x_range().contains(rect.left()) && clip.x_range().contains(rect.right()),
            "{told}: {words:?} at {rect} is cut off by {clip}"
        );
        assert!(
            screen.x_range().contains(rect.left()) && screen.x_range().contains(rect.right()),
            "{told}: {words:?} leaves the window"
        );
        lies_on_none(told, text, &texts[at + 1..]);
    }
    let buttons: Vec<(String, Rect)> = harness
        .query_all_by_role(Role::Button)
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .collect();
    for (name, rect) in &buttons {
        assert!(!name.is_empty(), "{told}: a button without a name at {rect}");
        let across = screen.expand(0.5).x_range();
        assert!(
            across.contains(rect.left()) && across.contains(rect.right()),
            "{told}: {name:?} at {rect} leaves the window"
        );
    }
}
