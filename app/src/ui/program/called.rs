//! Somebody asks this person to a table while he is at the program, or while its window lies behind others.

use egui::{Context, Rect, Ui, UserAttentionType, ViewportCommand, pos2, vec2};

use super::own::STRIP;
use super::{Program, Screen};
use crate::ui::asked::Ask;
use crate::ui::screens::Go;
use crate::ui::screens::home::company::Invited;
use crate::ui::sound::Cue;
use crate::ui::style::{Type, space};
use crate::ui::table::TableScreen;
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{panel, row, within};

impl Program {
    /// An invitation has come: it is heard, and a window that lies behind asks for attention.
    pub(super) fn called(&self, context: &Context) {
        if self.settings.sounds {
            self.options.sound.play(Cue::Invited, self.settings.volume);
        }
        if !context.input(|input| input.focused) {
            let attention = ViewportCommand::RequestUserAttention(UserAttentionType::Informational);
            context.send_viewport_cmd(attention);
        }
    }

    /// The newest invitation, where a strip tells of it: the home screen has all of them, and at a match with people nothing comes
    /// between the person and the table; there it is heard, and waits.
    fn call_to_tell(&self) -> Option<Invited> {
        let among_people = |table: &TableScreen| table.about().among.is_some() && !table.is_over();
        let elsewhere = match self.screen {
            Screen::Welcome | Screen::Home => false,
            Screen::Table => !self.table.as_ref().is_some_and(among_people),
            _ => true,
        };
        let online = self.online.as_ref().filter(|_| elsewhere)?;
        let mut standing = online.invited().iter().rev();
        let newest = standing.find(|invited| invited.stands().is_some())?;
        Some(Invited::of(newest, online.people()))
    }

    /// The strip that tells of it. Gives what is left of the area, and what was answered.
    pub(super) fn call_strip(&self, ui: &mut Ui, area: Rect) -> (Rect, Option<Go>) {
        let Some(invited) = self.call_to_tell() else {
            return (area, None);
        };
        let (style, words) = (&self.style, &self.words);
        let strip = Rect::from_min_size(area.min, vec2(area.width(), STRIP));
        panel(ui, style, strip.shrink(4.0));
        let name = [("name", invited.name.as_str().into())];
        let mut answer = None;
        within(ui, style, strip.shrink2(vec2(space::TWO, 12.0)), "called", |ui| {
            row(ui, style, |ui| {
                let sit = words.with("home-sit-with", &name);
                if text::button_as(ui, style, &words.get("home-sit"), &sit, Weight::Primary).clicked() {
                    answer = Some(Ask::Join(invited.invitation.clone()));
                }
                let not_now = words.with("home-not-now-name", &name);
                if text::button_as(ui, style, &words.get("home-not-now"), &not_now, Weight::Quiet).clicked() {
                    answer = Some(Ask::Decline(invited.invitation.host));
                }
                let (line, room) = (invited.title(words), ui.available_width());
                text::label_within(ui, style, &line, Type::Strong, style.palette.accent, room);
            });
        });
        let left = Rect::from_min_max(pos2(area.left(), strip.bottom()), area.max);
        (left, answer.map(Go::Ask))
    }
}
