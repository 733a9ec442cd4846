//! The bar at the top of a table: what can be opened, whose turn it is, the clock, and what was played last.

use std::time::Instant;

use egui::{Rect, Stroke, Ui, pos2, vec2};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Awaited;
use majlis_rules::registry::GameId;

use super::{Line, Open, TableScreen, Wants, toggled};
use crate::ui::screens::game_name;
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Icon, icon_button, mirrored, row, within};
use crate::ui::words::Words;

/// The room on either side of whose turn it is, in points.
const PAD: f32 = space::ONE + space::HALF;

impl TableScreen {
    pub(super) fn bar(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words, wide: bool) -> Option<Wants> {
        let palette = &style.palette;
        ui.painter().rect_filled(rect, 0.0, palette.panel);
        ui.painter()
            .hline(rect.x_range(), rect.bottom(), Stroke::new(shape::LINE, palette.line));
        let mut wants = None;
        let inner = rect.shrink2(vec2(space::ONE, (rect.height() - shape::TOUCH) / 2.0));
        let mut tools = if wide { 4.0 } else { 5.0 };
        tools += f32::from(u8::from(self.has_chat() && !wide));
        tools += f32::from(u8::from(self.may_pause() && wide));
        let tools = tools * (shape::TOUCH + space::ONE);
        let game = game_name(words, self.feed.about().game);
        let most = if rect.width() < 1000.0 { 140.0 } else { 220.0 } * style.text_scale.min(1.15);
        let wide_as = |text: &str, kind| {
            let galley = text::galley(ui.ctx(), style, text, kind, palette.ink, f32::INFINITY);
            galley.size().x
        };
        let name_width = (wide_as(&game, Type::Heading) + space::ONE).min(most);
        // Whose turn it is, and for how long, comes before the name of the game.
        let clock = self.clock_line(ui, words);
        let clock = clock.map_or(0.0, |clock| wide_as(&clock, self.clock_type()) + space::ONE);
        let turn = wide_as(&self.now_line(words), Type::Strong) + 2.0 * PAD + space::ONE;
        let beside = inner.width() - tools - shape::TOUCH - 4.0 * space::ONE;
        let has_name = name_width + turn + clock <= beside;
        let name_width = if has_name { name_width } else { 0.0 };
        let head = Rect::from_min_size(inner.min, vec2(shape::TOUCH + space::ONE + name_width, inner.height()));
        within(ui, style, mirrored(head, inner, style), "table head", |ui| {
            row(ui, style, |ui| {
                if icon_button(ui, style, Icon::Leave, &words.get("leave")).clicked() {
                    if self.is_over() {
                        wants = Some(Wants::Home);
                    } else {
                        self.open = Some(Open::Leave);
                    }
                }
                if has_name {
                    let room = ui.available_width();
                    text::label_within(ui, style, &game, Type::Heading, palette.ink, room);
                }
            });
        });
        let tools = Rect::from_min_max(pos2(inner.right() - tools, inner.top()), inner.max);
        within(ui, style, mirrored(tools, inner, style), "table tools", |ui| {
            row(ui, style, |ui| {
                let (icon, name) = if self.ledger.is_broken() {
                    (Icon::ShieldBroken, "shield-broken")
                } else {
                    (Icon::ShieldWhole, "shield-whole")
                };
                if icon_button(ui, style, icon, &words.get(name)).clicked() {
                    self.open = toggled(self.open, Open::Shield);
                }
                if self.has_chat() && !wide {
                    self.chat_button(ui, style, words);
                }
                if self.may_pause() && wide {
                    self.pause_button(ui, style, words);
                }
                if !wide && icon_button(ui, style, Icon::List, &words.get("moves")).clicked() {
                    self.open = toggled(self.open, Open::Moves);
                }
                if icon_button(ui, style, Icon::Rules, &words.get("rules")).clicked() {
                    wants = Some(Wants::Rules(self.feed.about().game));
                }
                if icon_button(ui, style, Icon::Settings, &words.get("settings")).clicked() {
                    wants = Some(Wants::Settings);
                }
                if icon_button(ui, style, Icon::Help, &words.get("keys")).clicked() {
                    wants = Some(Wants::Keys);
                }
            });
        });
        let middle = Rect::from_min_max(
            pos2(head.right() + space::ONE, inner.top()),
            pos2(tools.left() - space::ONE, inner.bottom()),
        );
        if let Some(wanted) = self.status(ui, mirrored(middle, inner, style), style, words) {
            wants = Some(wanted);
        }
        wants
    }

    /// Whose turn it is, and what was played last.
    fn status(&mut self, ui: &mut Ui, rect: Rect, style: &Style, words: &Words) -> Option<Wants> {
        let palette = &style.palette;
        let mine = self.is_mine();
        let now = self.now_line(words);
        let last = self.last_line(words);
        let mut wants = None;
        within(ui, style, rect, "table status", |ui| {
            row(ui, style, |ui| {
                if self.is_over() && self.open != Some(Open::End) {
                    if self.feed.about().practice
                        && text::button(ui, style, &words.get("play-again"), Weight::Primary).clicked()
                    {
                        wants = Some(Wants::Again);
                    }
                    ui.add_space(space::ONE);
                }
                let room = ui.available_width();
                let kind = Type::Strong;
                let ink = if mine { palette.on_gold } else { palette.ink };
                let clock = self.clock_line(ui, words);
                let clock_width = clock.as_ref().map_or(0.0, |clock| {
                    let galley = text::galley(ui.ctx(), style, clock, self.clock_type(), ink, f32::INFINITY);
                    galley.size().x + 2.0 * space::ONE
                });
                let most = (room - clock_width - 2.0 * PAD).max(90.0 - 2.0 * PAD);
                let galley = text::galley_within(ui.ctx(), style, &now, kind, ink, most);
                let size = vec2(galley.size().x + 2.0 * PAD, shape::TOUCH - 6.0);
                let (pill, response) = ui.allocate_exact_size(size, egui::Sense::hover());
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Status, true, text::plain(&now)));
                let fill = if mine { palette.gold } else { palette.inset };
                ui.painter().rect_filled(pill, pill.height() / 2.0, fill);
                ui.painter().galley(pill.center() - galley.size() / 2.0, galley, ink);
                ui.add_space(space::ONE);
                if let Some(clock) = clock {
                    let room = ui.available_width();
                    text::label_within(ui, style, &clock, self.clock_type(), palette.ink_soft, room);
                    ui.add_space(space::ONE);
                }
                let room = ui.available_width();
                if room > 150.0 {
                    text::label_within(ui, style, &last, Type::Small, palette.ink_soft, room);
                }
            });
        });
        wants
    }

    pub(super) fn now_line(&self, words: &Words) -> String {
        if self.is_over() {
            return words.get("match-over");
        }
        if self.is_mine() {
            return words.get("your-turn");
        }
        if self.company.paused {
            return words.get("table-paused");
        }
        let name = |party: PartyId| self.name(party);
        let named = |key: &str, party: PartyId| words.with(key, &[("name", name(party).as_str().into())]);
        let tiles = self.feed.about().game == GameId::Domino;
        match self.awaited.first() {
            Some((party, Awaited::Move(_))) => named("turn-of", *party),
            Some((_, Awaited::Answer(_))) => words.get("waits-answers"),
            Some((party, Awaited::Shuffle(_))) => named("waits-shuffle", *party),
            Some((_, Awaited::Shares(_))) => words.get(if tiles { "waits-tiles" } else { "waits-cards" }),
            Some((_, Awaited::Ack)) => words.get("waits-ack"),
            Some((_, Awaited::Result)) => words.get("waits-result"),
            Some((_, Awaited::Commit | Awaited::Reveal)) | None => words.get("waits-lot"),
        }
    }

    fn last_line(&self, words: &Words) -> String {
        match self.lines.last() {
            Some(Line::Moved(party, text)) => {
                let name = self.name(*party);
                let values = [("name", name.as_str().into()), ("move", text.as_str().into())];
                words.with("last-move", &values)
            }
            Some(Line::Left(party)) => words.with("left-line", &[("name", self.name(*party).as_str().into())]),
            None => words.get("no-move-yet"),
        }
    }

    /// How the clock is written: where there is none, it is said beside the rest.
    fn clock_type(&self) -> Type {
        if self.feed.about().clock.turn.is_some() {
            Type::Strong
        } else {
            Type::Small
        }
    }

    /// How long the turn may still take.
    fn clock_line(&self, ui: &Ui, words: &Words) -> Option<String> {
        if self.is_over() {
            return None;
        }
        if self.feed.about().clock.turn.is_none() {
            return Some(words.get("clock-none"));
        }
        // The moment is the node's: it runs on while no frame is drawn.
        let running = self.company.clock?;
        let turn = u64::from(running.turn?);
        let spent = Instant::now().saturating_duration_since(running.since);
        ui.request_repaint_after_secs(0.25 + (1.0 - spent.subsec_millis() as f32 / 1000.0));
        let spent = spent.as_secs();
        let (name, left) = if spent < turn {
            ("clock-left", turn - spent)
        } else {
            ("table-grace", (turn + u64::from(running.grace)).saturating_sub(spent))
        };
        let time = words.digits(&format!("{}:{:02}", left / 60, left % 60));
        Some(words.with(name, &[("time", time.as_str().into())]))
    }
}
