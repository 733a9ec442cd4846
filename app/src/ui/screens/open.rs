//! Opening a table: the game, and on what terms. Everything has a sensible value already, so one click is enough; what is chosen is
//! remembered for the next time.

use egui::{Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use majlis_net::table::Terms;
use majlis_referee::agreement::Clock;
use majlis_rules::registry::GameId;

use super::home::{persons, table_for};
use super::settings::line;
use super::{Go, game_name, head, reading_column, terms};
use crate::ui::asked::Ask;
use crate::ui::emblem;
use crate::ui::settings::{LastTable, NewTable, Settings};
use crate::ui::style::{Style, Type, faded, shape, space};
use crate::ui::text::{self, Weight, focus_ring};
use crate::ui::widgets::{choice, column, mirrored, panel, switch, within};
use crate::ui::words::Words;

/// The times for a turn that are offered, in minutes; 0: no clock.
const CLOCKS: [u32; 5] = [0, 1, 2, 5, 15];

/// What the screen keeps: the game that is chosen.
#[derive(Debug, Default)]
pub struct OpenScreen {
    game: Option<GameId>,
}

/// The terms that were chosen for a game.
#[must_use]
pub fn terms_of(game: GameId, chosen: &NewTable) -> Terms {
    let last = LastTable {
        persons: chosen.persons,
        partners: chosen.partners,
        full: chosen.full,
    };
    let mut terms = Terms::new(game, table_for(game, &last));
    terms.clock = Clock {
        turn: (chosen.minutes > 0).then_some(chosen.minutes.saturating_mul(60)),
        ..Clock::default()
    };
    terms.chosen = chosen.seats_chosen;
    terms.watchers = chosen.watchers;
    terms
}

impl OpenScreen {
    /// Begins with a game, or with the one of the last time.
    pub fn begin(&mut self, game: Option<GameId>) {
        self.game = game;
    }

    /// Shows the screen. What is chosen is put into `settings`; gives whether anything was.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        settings: &mut Settings,
    ) -> (Option<Go>, bool) {
        let before = settings.clone();
        let game = self.game.unwrap_or_else(|| settings.last_opened());
        let mut chosen = settings.new_table(game);
        let mut next = game;
        let mut go = None;
        let place = reading_column(area, 760.0);
        within(ui, style, place, "open", |ui| {
            if head(ui, style, words, &words.get("open-title")) {
                go = Some(Go::Home);
            }
            ui.add_space(space::ONE);
            let all = ui.available_rect_before_wrap();
            panel(ui, style, all);
            let inner = all.shrink(space::TWO);
            let foot = Rect::from_min_max(
                pos2(inner.left(), inner.bottom() - shape::TOUCH - 24.0 * style.text_scale),
                inner.max,
            );
            let list = Rect::from_min_max(inner.min, pos2(inner.right(), foot.top() - space::ONE));
            within(ui, style, list, "open list", |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.with_layout(column(style), |ui| {
                        ui.set_width(ui.available_width() - space::ONE);
                        next = games(ui, style, words, game).unwrap_or(game);
                        ui.add_space(space::ONE);
                        choices(ui, style, words, game, &mut chosen);
                    });
                });
            });
            let line = Rect::from_min_max(pos2(foot.left(), foot.top()), foot.max);
            ui.painter().hline(
                line.x_range(),
                line.top() - space::HALF,
                Stroke::new(shape::LINE, style.palette.line),
            );
            within(ui, style, line, "open foot", |ui| {
                ui.spacing_mut().item_spacing.y = space::HALF;
                let terms = terms_of(game, &chosen);
                let summary = format!(
                    "{}: {}",
                    game_name(words, game),
                    terms::line(words, game, &terms.table, terms.clock)
                );
                text::coloured(ui, style, &summary, Type::Small, style.palette.ink_soft);
                if text::button(ui, style, &words.get("open-now"), Weight::Primary).clicked() {
                    settings.remember_opened(game);
                    go = Some(Go::Ask(Ask::Open {
                        terms: Box::new(terms),
                        private: chosen.private,
                    }));
                }
            });
        });
        if next != game {
            self.game = Some(next);
            ui.request_repaint();
        } else {
            settings.set_new_table(game, chosen);
        }
        (go, *settings != before)
    }
}

/// The four games side by side, one of them chosen. Gives another one that was clicked.
fn games(ui: &mut Ui, style: &Style, words: &Words, game: GameId) -> Option<GameId> {
    let count = GameId::ALL.len() as f32;
    let gap = space::ONE;
    let all = ui.available_width();
    let columns = if all < 460.0 { 2.0 } else { count };
    let width = (all - gap * (columns - 1.0)) / columns;
    let name_height = GameId::ALL.iter().map(|game| {
        let name = game_name(words, *game);
        let ink = style.palette.ink;
        text::galley(ui.ctx(), style, &name, Type::Button, ink, width - space::ONE)
            .size()
            .y
    });
    let name_height = name_height.fold(0.0, f32::max);
    let height = 56.0 + name_height + 3.0 * space::ONE;
    let rows = (count / columns).ceil();
    let (place, _) = ui.allocate_exact_size(vec2(all, rows * (height + gap) - gap), Sense::hover());
    let mut clicked = None;
    for (at, own) in GameId::ALL.iter().enumerate() {
        let (row, line) = (at % columns as usize, at / columns as usize);
        let corner = place.min + vec2(row as f32 * (width + gap), line as f32 * (height + gap));
        let rect = mirrored(Rect::from_min_size(corner, vec2(width, height)), place, style);
        let response = ui.interact(rect, ui.scope_id().with(("game", own.id())), Sense::click());
        let name = game_name(words, *own);
        let selected = *own == game;
        let label = format!("{}: {name}", words.get("open-game"));
        response
            .widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), selected, text::plain(&label)));
        let palette = &style.palette;
        let (fill, line) = if selected {
            (faded(palette.accent, 0.14), Stroke::new(2.0, palette.accent))
        } else if response.hovered() {
            (palette.inset, Stroke::new(shape::LINE, palette.accent))
        } else {
            (palette.inset, Stroke::new(shape::LINE, palette.line))
        };
        ui.painter().rect(rect, shape::MEDIUM, fill, line, StrokeKind::Inside);
        if response.has_focus() {
            focus_ring(ui, style, rect, shape::MEDIUM);
        }
        let sign = Rect::from_center_size(pos2(rect.center().x, rect.top() + space::ONE + 28.0), vec2(56.0, 56.0));
        emblem::game(ui.painter(), sign, *own, style);
        let galley = text::galley(ui.ctx(), style, &name, Type::Button, palette.ink, width - space::ONE);
        let corner = pos2(
            rect.center().x - galley.size().x / 2.0,
            sign.bottom() + space::ONE + (name_height - galley.size().y) / 2.0,
        );
        ui.painter().galley(corner, galley, palette.ink);
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() && !selected {
            clicked = Some(*own);
        }
    }
    clicked
}

fn choices(ui: &mut Ui, style: &Style, words: &Words, game: GameId, chosen: &mut NewTable) {
    line(ui, style, &words.get("home-persons"), None, |ui, name| {
        let people = persons(game);
        let names: Vec<String> = people.iter().map(|count| words.number(i64::from(*count))).collect();
        let at = people.iter().position(|count| *count == chosen.persons).unwrap_or(0);
        if let Some(at) = choice(ui, style, name, &names, at) {
            chosen.persons = people.get(at).copied().unwrap_or(2);
        }
    });
    match game {
        GameId::Domino if chosen.persons == 4 => {
            line(ui, style, &words.get("home-sides"), None, |ui, name| {
                let names = [words.get("home-alone"), words.get("home-partners")];
                if let Some(at) = choice(ui, style, name, &names, usize::from(chosen.partners)) {
                    chosen.partners = at == 1;
                }
            });
        }
        GameId::Jackaroo => {
            line(ui, style, &words.get("home-length"), None, |ui, name| {
                let names = [words.get("home-quick"), words.get("home-full")];
                if let Some(at) = choice(ui, style, name, &names, usize::from(chosen.full)) {
                    chosen.full = at == 1;
                }
            });
        }
        _ => {}
    }
    let about = words.get("open-clock-about");
    line(ui, style, &words.get("open-clock"), Some(&about), |ui, name| {
        let names: Vec<String> = CLOCKS
            .iter()
            .map(|minutes| match minutes {
                0 => words.get("open-no-clock"),
                minutes => words.number(i64::from(*minutes)),
            })
            .collect();
        let at = CLOCKS.iter().position(|minutes| *minutes == chosen.minutes);
        if let Some(at) = choice(ui, style, name, &names, at.unwrap_or(2)) {
            chosen.minutes = CLOCKS.get(at).copied().unwrap_or(2);
        }
    });
    let about = words.get(if chosen.seats_chosen {
        "open-seats-chosen-about"
    } else {
        "open-seats-lot-about"
    });
    line(ui, style, &words.get("open-seats"), Some(&about), |ui, name| {
        let names = [words.get("open-seats-lot"), words.get("open-seats-chosen")];
        if let Some(at) = choice(ui, style, name, &names, usize::from(chosen.seats_chosen)) {
            chosen.seats_chosen = at == 1;
        }
    });
    let about = words.get(if chosen.private {
        "open-private-about"
    } else {
        "open-shown-about"
    });
    line(ui, style, &words.get("open-who"), Some(&about), |ui, name| {
        let names = [words.get("open-shown"), words.get("open-private")];
        if let Some(at) = choice(ui, style, name, &names, usize::from(chosen.private)) {
            chosen.private = at == 1;
        }
    });
    let about = words.get("open-watchers-about");
    line(ui, style, &words.get("open-watchers"), Some(&about), |ui, name| {
        switch(ui, style, name, &mut chosen.watchers);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is chosen, and whatever an older file of settings says: a match can be played on these terms.
    #[test]
    fn a_match_can_be_played_on_whatever_is_chosen() {
        for game in GameId::ALL {
            for people in 0..=9 {
                for bits in 0..16u8 {
                    for minutes in [0, 1, 2, 5, 15, u32::MAX] {
                        let chosen = NewTable {
                            persons: people,
                            partners: bits & 1 == 1,
                            full: bits & 2 == 2,
                            minutes,
                            seats_chosen: bits & 4 == 4,
                            watchers: bits & 8 == 8,
                            private: false,
                        };
                        let terms = terms_of(*game, &chosen.clone().tidied(*game));
                        assert!(terms.persons().is_ok(), "{game} {chosen:?}: {:?}", terms.persons());
                    }
                }
            }
        }
    }
}
