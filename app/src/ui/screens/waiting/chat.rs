//! What people say to each other while a table is open: the same as at the match, to which all of it comes along.

use egui::{Rect, ScrollArea, Sense, Ui, vec2};
use majlis_net::chat::{Phrase, Saying};
use majlis_net::limits::MAX_CHAT_CHARACTERS;
use majlis_net::table_id::TableId;

use super::{Go, Scene};
use crate::ui::asked::Ask;
use crate::ui::online::Sitting;
use crate::ui::style::{Type, shape, space};
use crate::ui::table::chat::{line, phrase_name};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{Icon, column, icon_button, panel, row, within};

/// The height of the panel, in points.
const HEIGHT: f32 = 240.0;
/// The phrases that are offered before a match; the others are for the match itself.
const PHRASES: [Phrase; 4] = [Phrase::Salam, Phrase::SalamBack, Phrase::OneMoment, Phrase::GoodLuck];

/// What the panel keeps: the text that is being written.
#[derive(Debug, Default)]
pub(super) struct Chat {
    written: String,
    /// Whether the field has the keyboard again with the next frame.
    focus: bool,
}

impl Chat {
    /// Shows what was said, and the field to say something.
    pub(super) fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, table: TableId, sitting: &Sitting) -> Option<Go> {
        let (style, words) = (scene.style, scene.words);
        // Nobody listens before somebody sits there.
        sitting.sitter(&scene.me)?;
        let height = HEIGHT * style.text_scale.max(1.0);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        panel(ui, style, rect);
        let inner = rect.shrink(space::TWO);
        let mut said = None;
        within(ui, style, inner, "waiting chat", |ui| {
            ui.spacing_mut().item_spacing.y = space::ONE;
            text::label(ui, style, &words.get("table-chat"), Type::Heading);
            let below = 2.0 * (shape::TOUCH + space::ONE);
            let list = ui.available_rect_before_wrap();
            let list = Rect::from_min_max(list.min, inner.max - vec2(0.0, below));
            within(ui, style, list, "waiting said", |ui| {
                ScrollArea::vertical()
                    .auto_shrink(false)
                    .stick_to_bottom(true)
                    .show(ui, |ui| {
                        ui.with_layout(column(style), |ui| {
                            ui.spacing_mut().item_spacing.y = space::HALF;
                            for words_said in &sitting.talk.said {
                                let ink = if words_said.mine {
                                    style.palette.ink_soft
                                } else {
                                    style.palette.ink
                                };
                                text::coloured(ui, style, &line(words, words_said), Type::Body, ink);
                            }
                            if let Some(why) = &sitting.not_said {
                                text::coloured(ui, style, &why.say(words), Type::Small, style.palette.danger);
                            }
                        });
                    });
            });
            let foot = Rect::from_min_max(inner.max - vec2(inner.width(), below - space::ONE), inner.max);
            within(ui, style, foot, "waiting say", |ui| {
                row(ui, style, |ui| said = self.field(ui, scene));
                row(ui, style, |ui| {
                    for phrase in PHRASES {
                        let label = words.get(phrase_name(phrase));
                        let ink = style.palette.ink;
                        let galley = text::galley(ui.ctx(), style, &label, Type::Button, ink, f32::INFINITY);
                        // What has no room is said at the match.
                        if galley.size().x + 2.0 * space::TWO > ui.available_width() {
                            break;
                        }
                        if text::button(ui, style, &label, Weight::Plain).clicked() {
                            said = Some(Saying::Phrase(phrase));
                        }
                    }
                });
            });
        });
        said.map(|saying| Go::Ask(Ask::Say { table, saying }))
    }

    fn field(&mut self, ui: &mut Ui, scene: &Scene<'_>) -> Option<Saying> {
        let (style, words) = (scene.style, scene.words);
        let name = words.get("table-chat-field");
        let room = ui.available_width() - shape::TOUCH - space::ONE;
        let field = Field::new(&mut self.written, &name)
            .hint(&name)
            .at_most(MAX_CHAT_CHARACTERS)
            .width(room)
            .show(ui, style);
        if std::mem::take(&mut self.focus) {
            field.request_focus();
        }
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let send = icon_button(ui, style, Icon::Send, &words.get("table-chat-send")).clicked();
        if !entered && !send {
            return None;
        }
        self.focus = true;
        ui.request_repaint();
        let saying = Saying::text(&self.written).ok()?;
        self.written.clear();
        Some(saying)
    }
}
