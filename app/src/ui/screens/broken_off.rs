//! A strip above the home screen: a practice match that was broken off, to go on with or to let go of.

use egui::{Rect, Ui, pos2, vec2};

use super::{Go, game_name};
use crate::folder::Folder;
use crate::ui::practice::{Unfinished, unfinished};
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{panel, row, within};
use crate::ui::words::Words;

/// The height of the strip, in points.
const HEIGHT: f32 = 60.0;

/// What was found when the home screen was come to.
#[derive(Debug, Default)]
pub struct BrokenOff {
    found: Option<Vec<Unfinished>>,
}

impl BrokenOff {
    /// What was found is worth nothing any more: another screen is shown, or something was changed.
    pub fn forget(&mut self) {
        self.found = None;
    }

    /// Shows the strip, if there is such a match. Gives what is left of the area.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        folder: &Folder,
    ) -> (Rect, Option<Go>) {
        let found = self.found.get_or_insert_with(|| unfinished(folder));
        let Some(last) = found.first() else {
            return (area, None);
        };
        let strip = Rect::from_min_size(area.min, vec2(area.width(), HEIGHT));
        panel(ui, style, strip.shrink(4.0));
        let game = game_name(words, last.agreement.game);
        let line = words.with("practice-broken-off", &[("game", game.as_str().into())]);
        let mut go = None;
        within(ui, style, strip.shrink2(vec2(space::TWO, 12.0)), "broken off", |ui| {
            row(ui, style, |ui| {
                if text::button(ui, style, &words.get("practice-go-on"), Weight::Primary).clicked() {
                    go = Some(Go::TakeUp(last.match_id));
                }
                if text::button(ui, style, &words.get("practice-let-go"), Weight::Quiet).clicked() {
                    go = Some(Go::LetGo(last.match_id));
                }
                let room = ui.available_width();
                text::label_within(ui, style, &line, Type::Body, style.palette.ink, room);
            });
        });
        (Rect::from_min_max(pos2(area.left(), strip.bottom()), area.max), go)
    }
}
