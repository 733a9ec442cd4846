//! The way to a table, to be handed on: the link, the same as a code, and asking those who were met.

use egui::{Rect, Sense, Ui, pos2, vec2};

use super::Scene;
use super::code::Code;
use crate::ui::online::Sitting;
use crate::ui::style::{Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{panel, row, within};

/// What is kept of the invitation that is shown.
#[derive(Default)]
pub(super) struct Shown {
    /// Its code, and the link that it is of.
    code: Option<(String, Option<Code>)>,
    /// Whether the link was copied since it changed.
    copied: bool,
}

/// What is said about an invitation; nothing where there is none to hand on.
fn about(sitting: &Sitting) -> Option<&'static str> {
    let private = sitting.invitation.as_ref().map(|link| link.secret.is_some());
    if sitting.mine {
        return Some(match private {
            None => "waiting-no-address",
            Some(true) => "waiting-invite-private",
            Some(false) => "waiting-invite-about",
        });
    }
    // A guest hands on the link that led him here, while somebody can still sit down: an invitation is a way to the table and, where it
    // is private, the key to it; whoever holds one can pass it on, so that showing it gives away nothing. He cannot ask people
    // as the host does: `/majlis/invitation/1` takes an invitation from its host alone, or anybody could send people to tables of others.
    let free = sitting.seating.as_ref().is_some_and(|seating| seating.free() > 0);
    (free && !sitting.watches).then_some(match private? {
        true => "waiting-invite-private-guest",
        false => "waiting-invite-about",
    })
}

impl Shown {
    /// Shows it. Says whether those who were met are to be asked, which is offered where `ask` says so.
    pub(super) fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, sitting: &Sitting, ask: bool) -> bool {
        let Some(about) = about(sitting) else { return false };
        let (style, words) = (scene.style, scene.words);
        let link = sitting.invitation.as_ref().map(ToString::to_string);
        if let (Some(link), Some(invitation)) = (&link, &sitting.invitation)
            && self.code.as_ref().is_none_or(|(known, _)| known != link)
        {
            self.code = Some((link.clone(), Code::of(invitation)));
            self.copied = false;
        }
        let pad = space::TWO;
        let width = ui.available_width();
        let room = width - 2.0 * pad;
        let about = words.get(about);
        let title = words.get("waiting-invite");
        let high = |text: &str, kind| {
            let ink = style.palette.ink;
            text::galley(ui.ctx(), style, text, kind, ink, room).size().y
        };
        let code = self
            .code
            .as_ref()
            .filter(|_| link.is_some())
            .and_then(|(_, code)| code.clone());
        // Beside the code there has to be room for what is said.
        let tall = ui.ctx().content_rect().height() * 0.36;
        let size = code.as_ref().map_or(0.0, |code| {
            code.size(room.min(300.0).min(tall), ui.ctx().pixels_per_point())
        });
        let buttons = usize::from(link.is_some()) + usize::from(ask);
        let buttons = buttons as f32 * (shape::TOUCH + space::ONE);
        let code_room = if size > 0.0 { size + space::ONE } else { 0.0 };
        let texts = high(&title, Type::Heading) + high(&about, Type::Small);
        let height = 2.0 * pad + texts + 2.0 * space::ONE + buttons + code_room;
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        panel(ui, style, rect);
        let mut asks = false;
        within(ui, style, rect.shrink(pad), "invitation", |ui| {
            ui.spacing_mut().item_spacing.y = space::ONE;
            text::label(ui, style, &title, Type::Heading);
            if ask {
                row(ui, style, |ui| {
                    asks = text::button(ui, style, &words.get("waiting-ask"), Weight::Primary).clicked();
                });
            }
            text::coloured(ui, style, &about, Type::Small, style.palette.ink_soft);
            if let Some(link) = link {
                row(ui, style, |ui| {
                    let weight = if ask { Weight::Plain } else { Weight::Primary };
                    if text::button(ui, style, &words.get("waiting-copy"), weight).clicked() {
                        ui.ctx().copy_text(link);
                        self.copied = true;
                    }
                    if self.copied {
                        let good = style.palette.good;
                        text::coloured(ui, style, &words.get("waiting-copied"), Type::Strong, good);
                    }
                });
            }
            if let Some(code) = code {
                let (all, response) = ui.allocate_exact_size(vec2(room, size), Sense::hover());
                let label = words.get("waiting-code");
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, text::plain(&label)));
                let scale = ui.ctx().pixels_per_point();
                let corner = pos2(all.center().x - size / 2.0, all.top());
                let corner = (corner.to_vec2() * scale).round() / scale;
                code.paint(ui.painter(), Rect::from_min_size(corner.to_pos2(), vec2(size, size)));
            }
        });
        asks
    }
}
