//! What happens between the start of a match and the first decision: the lot, who has shuffled, the deal.

use egui::{Rect, Sense, Ui, pos2, vec2};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Awaited;
use majlis_referee::told::{Did, Told};
use majlis_rules::registry::GameId;

use crate::ui::style::{Style, Type, space};
use crate::ui::text;
use crate::ui::widgets::{Icon, column, mirrored, paint_icon, panel, within};
use crate::ui::words::Words;

/// How far it has come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dealing {
    committed: bool,
    /// Who has shuffled, in the order in which it was done.
    shuffled: Vec<PartyId>,
    now: Option<Step>,
    done: bool,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Lot,
    Shuffle(PartyId),
    Deal,
}

impl Dealing {
    /// Takes in a step.
    pub fn note(&mut self, told: &Told) {
        if self.done {
            return;
        }
        for (party, did) in &told.did {
            match did {
                Did::Committed | Did::Revealed => self.committed = true,
                Did::Shuffled { .. } if !self.shuffled.contains(party) => self.shuffled.push(*party),
                Did::Moved { .. } => self.done = true,
                _ => {}
            }
        }
        self.now = told.awaited.iter().find_map(|(party, awaited)| match awaited {
            Awaited::Commit | Awaited::Reveal | Awaited::Ack => Some(Step::Lot),
            Awaited::Shuffle(_) => Some(Step::Shuffle(*party)),
            Awaited::Shares(_) => Some(Step::Deal),
            _ => None,
        });
        self.done |= told
            .awaited
            .iter()
            .any(|(_, awaited)| matches!(awaited, Awaited::Move(_) | Awaited::Answer(_) | Awaited::Result));
    }

    /// Whether there is nothing to wait for any more.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// The lines to be shown: what is done, with a tick, and what is going on.
    #[must_use]
    pub fn lines(&self, words: &Words, game: GameId, name: &dyn Fn(PartyId) -> String) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        if self.committed && self.now != Some(Step::Lot) {
            lines.push((words.get("waiting-lot-drawn"), true));
        }
        for party in &self.shuffled {
            let name = name(*party);
            lines.push((words.with("waiting-shuffled", &[("name", name.as_str().into())]), true));
        }
        match self.now {
            None if self.committed => {}
            None | Some(Step::Lot) => lines.push((words.get("waits-lot"), false)),
            Some(Step::Shuffle(party)) => {
                let name = name(party);
                lines.push((words.with("waits-shuffle", &[("name", name.as_str().into())]), false));
            }
            Some(Step::Deal) => lines.push((
                words.get(if game == GameId::Domino {
                    "waits-tiles"
                } else {
                    "waits-cards"
                }),
                false,
            )),
        }
        lines
    }

    /// Shows it in the middle of an area.
    pub fn show(
        &self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        game: GameId,
        name: &dyn Fn(PartyId) -> String,
    ) {
        let lines = self.lines(words, game, name);
        let width = 380.0_f32.min(area.width() - 2.0 * space::TWO);
        let room = width - 2.0 * space::THREE - 32.0;
        let laid: Vec<_> = lines
            .into_iter()
            .map(|(line, done)| {
                let (kind, colour) = if done {
                    (Type::Body, style.palette.ink_soft)
                } else {
                    (Type::Strong, style.palette.ink)
                };
                let galley = text::galley(ui.ctx(), style, &line, kind, colour, room);
                (galley, line, done, colour)
            })
            .collect();
        let title = words.get("waiting-dealing");
        let about = words.get(if game == GameId::Arkan {
            "waiting-dealing-arkan"
        } else {
            "waiting-dealing-about"
        });
        let high = |text: &str, kind| {
            let ink = style.palette.ink;
            text::galley(ui.ctx(), style, text, kind, ink, width - 2.0 * space::THREE)
                .size()
                .y
        };
        let list: f32 = laid
            .iter()
            .map(|(galley, ..)| galley.size().y.max(24.0) + space::ONE)
            .sum();
        let height =
            high(&title, Type::Heading) + high(&about, Type::Small) + list + 4.0 * space::ONE + 2.0 * space::THREE;
        let card = Rect::from_center_size(area.center(), vec2(width, height.min(area.height())));
        panel(ui, style, card);
        within(ui, style, card.shrink(space::THREE), "dealing", |ui| {
            ui.with_layout(column(style), |ui| {
                ui.spacing_mut().item_spacing.y = space::ONE;
                text::label(ui, style, &title, Type::Heading);
                text::coloured(ui, style, &about, Type::Small, style.palette.ink_soft);
                ui.add_space(space::ONE);
                for (galley, line, done, colour) in laid {
                    let size = vec2(ui.available_width(), galley.size().y.max(24.0));
                    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text::plain(&line)));
                    let sign = Rect::from_center_size(pos2(rect.left() + 10.0, rect.center().y), vec2(16.0, 16.0));
                    let sign = mirrored(sign, rect, style);
                    if done {
                        paint_icon(ui.painter(), style, Icon::Tick, sign, style.palette.good);
                    } else {
                        ui.painter().circle_filled(sign.center(), 5.0, style.palette.accent);
                    }
                    let corner = pos2(rect.left() + 32.0, rect.center().y - galley.size().y / 2.0);
                    let place = mirrored(Rect::from_min_size(corner, galley.size()), rect, style);
                    ui.painter().galley(place.min, galley, colour);
                }
            });
        });
    }
}
