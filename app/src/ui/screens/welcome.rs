//! The first start: a language and a name, and nothing else.

use egui::{Rect, Ui, vec2};

use crate::language::Language;
use crate::ui::settings::{MAX_NAME, tidy_name};
use crate::ui::style::{Style, Type, ground, shape, space};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{choice, panel, within};
use crate::ui::words::Words;

/// What was answered so far.
#[derive(Debug, Default)]
pub struct Welcome {
    name: String,
    asked: bool,
}

/// What became of it in this frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Another language.
    Language(Language),
    /// Everything.
    Name(String),
}

impl Welcome {
    /// Shows the questions.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, style: &Style, words: &Words) -> Option<Answer> {
        ground::felt(ui.painter(), area, 0.0, style);
        let size = vec2(460.0_f32.min(area.width() - 2.0 * space::TWO), 336.0 * style.text_scale);
        let card = Rect::from_center_size(area.center(), size);
        ground::wood(ui.painter(), card.expand(12.0), shape::LARGE + 8.0, style);
        panel(ui, style, card);
        let mut answer = None;
        within(ui, style, card.shrink(space::FOUR), "welcome", |ui| {
            text::label(ui, style, &words.get("welcome-title"), Type::Title);
            ui.add_space(space::TWO);
            let name = words.get("welcome-language");
            text::label(ui, style, &name, Type::Body);
            let names = Language::ALL.map(|language| language.own_name().to_owned());
            let chosen = Language::ALL
                .iter()
                .position(|language| *language == words.language())
                .unwrap_or(0);
            if let Some(at) = choice(ui, style, &name, &names, chosen) {
                answer = Language::ALL.get(at).copied().map(Answer::Language);
            }
            ui.add_space(space::TWO);
            let name = words.get("welcome-name");
            text::label(ui, style, &name, Type::Body);
            let field = Field::new(&mut self.name, &name)
                .hint(&words.get("welcome-name-hint"))
                .at_most(MAX_NAME)
                .width(f32::INFINITY)
                .show(ui, style);
            // Once: asking for the keyboard in every frame would keep it from everything else.
            if !std::mem::replace(&mut self.asked, true) {
                field.request_focus();
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            ui.add_space(space::THREE);
            let tidy = tidy_name(&self.name);
            let start = text::button_if(
                ui,
                style,
                !tidy.is_empty(),
                &words.get("welcome-start"),
                Weight::Primary,
            );
            if !tidy.is_empty() && (start.clicked() || entered) {
                answer = Some(Answer::Name(tidy));
            }
        });
        answer
    }
}
