//! What people say to each other at a table: words of their own, and phrases that everybody reads in his own language.

use egui::{Id, Rect, ScrollArea, Ui, pos2, vec2};
use majlis_net::chat::{Phrase, Saying};
use majlis_net::limits::MAX_CHAT_CHARACTERS;

use super::{Open, TableScreen, WIDE};
use crate::ui::feed::{Command, Said};
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{Closing, Icon, column, dialog, icon_button, row, switch, within};
use crate::ui::words::Words;

/// What the person is about to say.
#[derive(Default)]
pub(super) struct Chat {
    written: String,
    /// Whether the phrases are shown in the place of what was said.
    choosing: bool,
    /// Whether the chat stands beside the table in the place of the moves.
    pub(super) beside: bool,
    /// Whether the field gets the keyboard with the next frame.
    focus: bool,
    field: Option<Id>,
}

impl Chat {
    /// Whether the keyboard writes to others.
    pub(super) fn is_writing(&self, ui: &Ui) -> bool {
        self.field
            .is_some_and(|field| ui.memory(|memory| memory.has_focus(field)))
    }
}

/// The name of the text of a phrase.
pub(crate) const fn phrase_name(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Salam => "table-phrase-salam",
        Phrase::SalamBack => "table-phrase-salam-back",
        Phrase::GoodLuck => "table-phrase-good-luck",
        Phrase::YourTurn => "table-phrase-your-turn",
        Phrase::OneMoment => "table-phrase-one-moment",
        Phrase::Back => "table-phrase-back",
        Phrase::Hurry => "table-phrase-hurry",
        Phrase::WellPlayed => "table-phrase-well-played",
        Phrase::Bravo => "table-phrase-bravo",
        Phrase::Lucky => "table-phrase-lucky",
        Phrase::OhNo => "table-phrase-oh-no",
        Phrase::Sorry => "table-phrase-sorry",
        Phrase::Thanks => "table-phrase-thanks",
        Phrase::Laugh => "table-phrase-laugh",
        Phrase::Congratulations => "table-phrase-congratulations",
        Phrase::GoodGame => "table-phrase-good-game",
        Phrase::Again => "table-phrase-again",
        Phrase::Leaving => "table-phrase-leaving",
    }
}

/// What somebody said, in the language of whoever reads it.
#[must_use]
pub fn worded(words: &Words, saying: &Saying) -> String {
    match saying {
        Saying::Text(text) => text.clone(),
        Saying::Phrase(phrase) => words.get(phrase_name(*phrase)),
    }
}

/// A line of what was said.
#[must_use]
pub fn line(words: &Words, said: &Said) -> String {
    let text = worded(words, &said.saying);
    if said.mine {
        return words.with("table-said-me", &[("text", text.as_str().into())]);
    }
    let values = [("name", said.name.as_str().into()), ("text", text.as_str().into())];
    words.with("table-said", &values)
}

/// Shows what somebody said under his name, in the direction in which it was written.
pub fn message(ui: &mut Ui, style: &Style, words: &Words, said: &Said) {
    let palette = &style.palette;
    let name = if said.mine {
        words.get("table-you")
    } else {
        said.name.clone()
    };
    let text = worded(words, &said.saying);
    let width = ui.available_width();
    let colour = if said.mine { palette.accent } else { palette.ink_soft };
    let name = text::galley_within(ui.ctx(), style, &name, Type::Small, colour, width);
    let text = text::laid(ui.ctx(), style, &text, Type::Body, palette.ink, width, None);
    let height = name.size().y + text.galley.size().y;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
    let label = line(words, said);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::plain(&label)));
    let lead = |size: f32| {
        if style.right_to_left {
            rect.right() - size
        } else {
            rect.left()
        }
    };
    let below = rect.top() + name.size().y;
    ui.painter().galley(pos2(lead(name.size().x), rect.top()), name, colour);
    let galley = std::sync::Arc::clone(&text.galley);
    ui.painter()
        .galley(pos2(lead(galley.size().x), below), galley, palette.ink);
}

impl TableScreen {
    /// What the chat is called: with how much is new.
    pub(super) fn chat_name(&self, words: &Words) -> String {
        match self.company.unread {
            0 => words.get("table-chat"),
            new => {
                let count = i64::try_from(new).unwrap_or(i64::MAX);
                words.with("table-chat-new", &[("count", count.into())])
            }
        }
    }

    /// The button of a narrow window, with a mark where something is new.
    pub(super) fn chat_button(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let response = icon_button(ui, style, Icon::Chat, &self.chat_name(words));
        if self.company.unread > 0 {
            let corner = response.rect.right_top() + vec2(-9.0, 9.0);
            ui.painter().circle(
                corner,
                5.5,
                style.palette.danger,
                egui::Stroke::new(1.5, style.palette.panel),
            );
        }
        if response.clicked() {
            self.turn_to_chat(ui);
        }
    }

    /// Opens the chat, or closes it.
    pub(super) fn turn_to_chat(&mut self, ui: &Ui) {
        let wide = ui.ctx().content_rect().width() >= WIDE;
        if wide {
            self.chat.beside = !self.chat.beside;
            self.chat.focus = self.chat.beside;
        } else {
            let open = self.open == Some(Open::Chat);
            self.open = (!open).then_some(Open::Chat);
            self.chat.focus = !open;
        }
    }

    pub(super) fn chat_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let closing = dialog(ui, style, "chat", 480.0, |ui| {
            text::label(ui, style, &words.get("table-chat"), Type::Heading);
            let height = (ui.ctx().content_rect().height() - 210.0).clamp(180.0, 460.0);
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
            self.chat_within(ui, rect, style, words);
            ui.add_space(space::ONE);
            text::button(ui, style, &words.get("close"), Weight::Plain)
                .clicked()
                .then_some(())
        });
        if closing != Closing::Open {
            self.open = None;
        }
    }

    /// Everything that was said, and the field to say something.
    pub(super) fn chat_within(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words) {
        self.feed.read();
        self.company.unread = 0;
        let palette = &style.palette;
        let above = Rect::from_min_size(rect.min, vec2(rect.width(), shape::TOUCH));
        let mut silent = self.company.silent;
        within(ui, style, above, "chat above", |ui| {
            row(ui, style, |ui| {
                let name = words.get("table-mute-all");
                if switch(ui, style, &name, &mut silent) {
                    self.feed.send(Command::Mute {
                        party: None,
                        muted: silent,
                    });
                }
                text::label_within(ui, style, &name, Type::Small, palette.ink_soft, ui.available_width());
            });
        });
        let not_said = self.company.not_said.as_ref().map(|why| why.say(words));
        let wrong = not_said
            .as_ref()
            .map(|sentence| text::galley(ui.ctx(), style, sentence, Type::Small, palette.danger, rect.width()));
        let wrong_height = wrong.as_ref().map_or(0.0, |galley| galley.size().y + space::HALF);
        let below = Rect::from_min_max(pos2(rect.left(), rect.bottom() - shape::TOUCH - wrong_height), rect.max);
        let middle = Rect::from_min_max(
            pos2(rect.left(), above.bottom() + space::HALF),
            pos2(rect.right(), below.top() - space::HALF),
        );
        within(ui, style, middle, "chat said", |ui| {
            if self.chat.choosing {
                self.phrases(ui, style, words);
            } else {
                self.said(ui, style, words);
            }
        });
        within(ui, style, below, "chat below", |ui| {
            if let Some(sentence) = &not_said {
                text::coloured(ui, style, sentence, Type::Small, palette.danger);
            }
            row(ui, style, |ui| self.chat_field(ui, style, words));
        });
    }

    fn said(&self, ui: &mut Ui, style: &Style, words: &Words) {
        let palette = &style.palette;
        ScrollArea::vertical()
            .id_salt("said")
            .auto_shrink(false)
            .stick_to_bottom(true)
            .show(ui, |ui| {
                ui.with_layout(column(style), |ui| {
                    ui.spacing_mut().item_spacing.y = space::HALF;
                    if self.company.said.is_empty() {
                        let none = words.get("table-chat-empty");
                        text::coloured(ui, style, &none, Type::Small, palette.ink_soft);
                    }
                    for said in self.company.said.iter() {
                        message(ui, style, words, said);
                    }
                });
            });
    }

    fn phrases(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let mut chosen = None;
        ScrollArea::vertical()
            .id_salt("phrases")
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.with_layout(column(style), |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    for phrase in Phrase::ALL {
                        let text = words.get(phrase_name(*phrase));
                        if text::button(ui, style, &text, Weight::Quiet).clicked() {
                            chosen = Some(*phrase);
                        }
                    }
                });
            });
        if let Some(phrase) = chosen {
            self.chat.choosing = false;
            self.feed.send(Command::Say(Saying::Phrase(phrase)));
            ui.request_repaint();
        }
    }

    fn chat_field(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let name = words.get("table-chat-field");
        let room = ui.available_width() - 2.0 * (shape::TOUCH + space::ONE);
        let field = Field::new(&mut self.chat.written, &name)
            .hint(&name)
            .at_most(MAX_CHAT_CHARACTERS)
            .width(room)
            .show(ui, style);
        self.chat.field = Some(field.id);
        if std::mem::take(&mut self.chat.focus) {
            field.request_focus();
        }
        let mut send = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        send |= icon_button(ui, style, Icon::Send, &words.get("table-chat-send")).clicked();
        let toggle = if self.chat.choosing {
            "table-chat-write"
        } else {
            "table-chat-phrases"
        };
        if icon_button(ui, style, Icon::Phrases, &words.get(toggle)).clicked() {
            self.chat.choosing = !self.chat.choosing;
        }
        if !send {
            return;
        }
        self.chat.focus = true;
        ui.request_repaint();
        // What is empty is not said, and no reason for a word about it.
        if let Ok(saying) = Saying::text(&self.chat.written) {
            self.chat.written.clear();
            self.feed.send(Command::Say(saying));
        }
    }
}
