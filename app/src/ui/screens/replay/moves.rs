//! The list of moves: a click on one goes to its position.

use egui::{Align2, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Shown;
use crate::ui::history::story::Said;
use crate::ui::style::{Style, Type, faded, shape, space};
use crate::ui::text::{self, Weight, focus_ring};
use crate::ui::widgets::{Closing, column, dialog};
use crate::ui::words::Words;

/// The height of a line, before the person's own scale.
const LINE: f32 = 28.0;

impl Shown {
    /// What a line of the list says.
    pub(super) fn line(&self, at: usize, words: &Words) -> String {
        let Some(line) = self.story.lines.get(at) else {
            return String::new();
        };
        let name = |party: majlis_referee::party::PartyId| {
            let people = self.people(words);
            people
                .get(party.index())
                .map(|person| person.name.clone())
                .unwrap_or_default()
        };
        match &line.said {
            Said::Moved(party, text) => {
                let number = self.numbers.get(at).copied().unwrap_or_default();
                let name = name(*party);
                let values = [
                    ("number", number.into()),
                    ("name", name.as_str().into()),
                    ("move", text.as_str().into()),
                ];
                words.with("move-line", &values)
            }
            Said::Left(party) => words.with("left-line", &[("name", name(*party).as_str().into())]),
            Said::Round => words.get("replay-round"),
            Said::Opened(cards) => {
                let cards = format!("\u{2066}{}\u{2069}", cards.join(" "));
                words.with("replay-opened", &[("cards", cards.as_str().into())])
            }
            Said::Position => words.get("replay-set-up"),
            Said::Comment(text) => words.with("replay-comment", &[("text", text.as_str().into())]),
        }
    }

    /// The list, in the room there is.
    pub(super) fn moves(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let palette = &style.palette;
        let height = LINE * style.text_scale.max(1.0);
        // The last line that leads here.
        let here = self.story.lines.iter().rposition(|line| line.frame <= self.at);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut list = ScrollArea::vertical().auto_shrink(false).id_salt("replay lines");
        if std::mem::take(&mut self.bring) {
            let at = here.unwrap_or(0) as f32;
            let room = (ui.available_height() / height).max(1.0);
            list = list.vertical_scroll_offset(((at - room / 2.0) * height).max(0.0));
        }
        let mut wanted = None;
        list.show_rows(ui, height, self.story.lines.len(), |ui, range| {
            for at in range {
                let Some(line) = self.story.lines.get(at) else { continue };
                let said = self.line(at, words);
                let (all, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
                let selected = here == Some(at);
                response.widget_info(|| {
                    WidgetInfo::selected(Role::ListItem, ui.is_enabled(), selected, text::plain(&said))
                });
                // The bar that scrolls stands at the right in any language.
                let mut rect = all;
                rect.set_right(all.right() - space::TWO);
                if selected {
                    ui.painter()
                        .rect_filled(rect, shape::SMALL, faded(palette.accent, 0.22));
                } else if response.hovered() {
                    ui.painter().rect_filled(rect, shape::SMALL, palette.inset);
                }
                if response.has_focus() {
                    focus_ring(ui, style, rect.shrink(2.0), shape::SMALL);
                }
                let (x, anchor) = if style.right_to_left {
                    (rect.right() - space::HALF, Align2::RIGHT_CENTER)
                } else {
                    (rect.left() + space::HALF, Align2::LEFT_CENTER)
                };
                let kind = if selected { Type::Strong } else { Type::Body };
                let place = pos2(x, rect.center().y);
                let room = rect.width() - space::ONE;
                text::paint_within(ui.painter(), style, place, anchor, &said, kind, palette.ink, room);
                if response.clicked() {
                    wanted = Some(line.frame);
                }
            }
        });
        if let Some(frame) = wanted {
            self.playing = false;
            self.go_to(frame, false, style, words);
        }
    }

    /// The list over the table, where there is no room beside it.
    pub(super) fn moves_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let closing = dialog(ui, style, "replay moves", 460.0, |ui| {
            text::label(ui, style, &words.get("moves"), Type::Heading);
            let height = (ui.ctx().content_rect().height() - 230.0).clamp(120.0, 420.0);
            let size = vec2(ui.available_width(), height);
            ui.allocate_ui_with_layout(size, column(style), |ui| self.moves(ui, style, words));
            ui.add_space(space::TWO);
            text::button(ui, style, &words.get("close"), Weight::Primary)
                .clicked()
                .then_some(())
        });
        if closing != Closing::Open {
            self.list = false;
        }
    }
}
