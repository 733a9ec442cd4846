//! Labels and buttons.

use egui_kittest::kittest::Queryable as _;
use majlis::language::Language;
use majlis::ui::style::{Theme, Type};
use majlis::ui::text;

use crate::support::{Look, show};

/// What AccessKit is told has no invisible marks in it, whatever the text has.
#[test]
fn names_have_no_direction_marks() {
    let look = Look::new(Language::Arabic, Theme::Light);
    let score = look.words.with("score", &[("score", 21.into())]);
    assert!(score.contains('\u{2068}'));
    let mut harness = show([400.0, 200.0], look, move |ui, look| {
        text::label(ui, &look.style, &score, Type::Body);
        text::button(ui, &look.style, &score, text::Weight::Primary);
    });
    harness.run();
    assert_eq!(harness.query_all_by_label("النقاط: 21").count(), 2);
}
