//! Pictures beside the rules: a position made by hand for a rule that is easier seen than told.

use egui::{Painter, Rect};

use crate::ui::style::Style;
use crate::ui::words::Words;

/// A picture for a rule.
pub struct Illustration {
    /// The number of the rule: `jackaroo.20`.
    pub rule: &'static str,
    /// The name of the text that says what is to be seen.
    pub words: &'static str,
    /// Paints it.
    pub paint: fn(&Painter, Rect, &Style, &Words),
}

/// The picture for a rule, if there is one.
#[must_use]
pub fn of(rule: &str) -> Option<&'static Illustration> {
    let all = [super::four::ILLUSTRATIONS, super::jackaroo::ILLUSTRATIONS];
    all.into_iter().flatten().find(|illustration| illustration.rule == rule)
}
