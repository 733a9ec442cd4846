//! A strip under the bar for what stands round the game and wants an answer: somebody has vanished, a pause, another match, a move that
//! was not taken. It is there as long as it is so, and takes its place from the table only then.

use egui::{Rect, Ui, pos2, vec2};
use majlis_referee::party::{PartyId, PartySet};

use super::{Notice, Open, TableScreen, Wants};
use crate::ui::feed::Command;
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, shape, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Icon, icon_button, mirrored, row, within};
use crate::ui::words::Words;

/// What a button of the strip does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Close,
    Claim,
    Pause(bool),
    Rematch(bool),
    Home,
    Unwatch,
}

/// What the strip says and offers.
struct Strip {
    text: String,
    grave: bool,
    buttons: Vec<(Act, &'static str, Weight)>,
}

impl Strip {
    fn new(text: String, buttons: &[(Act, &'static str, Weight)]) -> Self {
        Self {
            text,
            grave: false,
            buttons: buttons.to_vec(),
        }
    }

    fn grave(text: String, buttons: &[(Act, &'static str, Weight)]) -> Self {
        Self {
            grave: true,
            ..Self::new(text, buttons)
        }
    }
}

impl TableScreen {
    /// Shows the strip where there is something to say. Gives what is left of the area.
    pub(super) fn banner(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        wants: &mut Option<Wants>,
    ) -> Rect {
        let Some(strip) = self.strip_of(words) else {
            return area;
        };
        let palette = &style.palette;
        let ink = if strip.grave { palette.danger } else { palette.ink };
        let width = |name: &str| {
            let galley = text::galley(ui.ctx(), style, &words.get(name), Type::Button, ink, f32::INFINITY);
            galley.size().x + 2.0 * space::TWO + space::ONE
        };
        let buttons: f32 = strip.buttons.iter().map(|(_, name, _)| width(name)).sum();
        let room = (area.width() - 4.0 * space::TWO - buttons).max(120.0);
        let galley = text::galley(ui.ctx(), style, &strip.text, Type::Body, ink, room);
        let height = galley.size().y.max(shape::TOUCH) + 2.0 * space::ONE;
        let place = Rect::from_min_size(area.min, vec2(area.width(), height));
        ui.painter().rect_filled(place, 0.0, palette.inset);
        ui.painter().hline(
            place.x_range(),
            place.bottom(),
            egui::Stroke::new(shape::LINE, palette.line),
        );
        let inner = place.shrink2(vec2(space::TWO, space::ONE));
        let left = Rect::from_min_max(inner.min, pos2(inner.left() + room + space::TWO, inner.bottom()));
        let right = Rect::from_min_max(pos2(inner.right() - buttons, inner.top()), inner.max);
        within(ui, style, mirrored(left, inner, style), "strip text", |ui| {
            let spare = (inner.height() - galley.size().y) / 2.0;
            ui.add_space(spare.max(0.0));
            text::coloured(ui, style, &strip.text, Type::Body, ink);
        });
        let mut act = None;
        within(ui, style, mirrored(right, inner, style), "strip buttons", |ui| {
            ui.add_space(((inner.height() - shape::TOUCH) / 2.0).max(0.0));
            row(ui, style, |ui| {
                for (does, name, weight) in &strip.buttons {
                    if text::clicked_once(&text::button(ui, style, &words.get(name), *weight)) {
                        act = Some(*does);
                    }
                }
            });
        });
        if let Some(act) = act {
            self.act(act, wants);
            ui.request_repaint();
        }
        Rect::from_min_max(pos2(area.left(), place.bottom()), area.max)
    }

    fn act(&mut self, act: Act, wants: &mut Option<Wants>) {
        match act {
            Act::Close => self.notice = None,
            Act::Claim => self.open_claim(),
            Act::Pause(wanted) => self.feed.send(Command::Pause(wanted)),
            Act::Rematch(wanted) => self.feed.send(Command::Rematch(wanted)),
            Act::Home => *wants = Some(Wants::Home),
            Act::Unwatch => {
                self.feed.send(Command::Leave);
                *wants = Some(Wants::Home);
            }
        }
    }

    fn strip_of(&self, words: &Words) -> Option<Strip> {
        let close = [(Act::Close, "close", Weight::Plain)];
        if let Some(Notice::Refused(reason)) = &self.notice {
            let name = |party| Some(self.name(party));
            let refused = Sentence::of("table-refused").sentence("reason", reason.clone());
            let text = refused.say_among(words, &name);
            return Some(Strip::grave(text, &close));
        }
        let missing = self.company.missing;
        if !missing.is_empty() && !self.is_over() {
            let names = self.names(missing, words);
            let text = words.with("table-missing", &[("names", names.as_str().into())]);
            let claim = [(Act::Claim, "table-claim-or-wait", Weight::Primary)];
            return Some(Strip::grave(text, if self.company.may_claim { &claim } else { &[] }));
        }
        match &self.notice {
            Some(Notice::Moved) => return Some(Strip::grave(words.get("table-time-moved"), &close)),
            Some(Notice::TimedOut) => return Some(Strip::grave(words.get("table-time-lost"), &close)),
            Some(Notice::Refused(_)) | None => {}
        }
        if !self.is_among_people() {
            return None;
        }
        if self.is_over() {
            // The dialog of the end says the same.
            return (self.open != Some(Open::End)).then(|| self.strip_of_end(words));
        }
        let Some(me) = self.feed.about().me else {
            let stop = [(Act::Unwatch, "table-unwatch", Weight::Plain)];
            return Some(Strip::new(words.get("table-watching"), &stop));
        };
        if self.company.paused {
            let go_on = [(Act::Pause(false), "table-pause-end", Weight::Primary)];
            return Some(Strip::new(words.get("table-paused-long"), &go_on));
        }
        let others = self.company.pause.without(me);
        if self.company.pause.contains(me) {
            let back = [(Act::Pause(false), "table-take-back", Weight::Plain)];
            return Some(Strip::new(words.get("table-pause-asked"), &back));
        }
        if !others.is_empty() {
            let names = self.names(others, words);
            let text = words.with("table-pause-wanted", &[("names", names.as_str().into())]);
            let agree = [(Act::Pause(true), "table-pause-agree", Weight::Primary)];
            return Some(Strip::new(text, &agree));
        }
        None
    }

    fn strip_of_end(&self, words: &Words) -> Strip {
        let home = (Act::Home, "to-home", Weight::Plain);
        let Some(me) = self.feed.about().me.filter(|_| self.failed.is_none()) else {
            return Strip::new(words.get("match-over"), &[home]);
        };
        let wanted = self.company.rematch.contains(me);
        let text = self.rematch_line(words).unwrap_or_else(|| words.get("match-over"));
        let again = if wanted {
            (Act::Rematch(false), "table-take-back", Weight::Plain)
        } else {
            (Act::Rematch(true), "table-rematch", Weight::Primary)
        };
        Strip::new(text, &[again, home])
    }

    /// Who wants another match; nothing where nobody does yet.
    pub(super) fn rematch_line(&self, words: &Words) -> Option<String> {
        let me = self.feed.about().me?;
        let wanted = self.company.rematch;
        if wanted.contains(me) {
            let all: PartySet = self.persons.iter().map(|person| person.party).collect();
            let missing = all.minus(wanted);
            let names = self.names(missing, words);
            let line = words.with("table-rematch-waits", &[("names", names.as_str().into())]);
            // Who is away may not even know of it.
            let is_here = |party: &PartyId| self.whereabouts(*party, words).is_none();
            let away: PartySet = missing.iter().filter(|party| !is_here(party)).collect();
            if away.is_empty() {
                return Some(line);
            }
            let names = self.names(away, words);
            let away = words.with("table-rematch-away", &[("names", names.as_str().into())]);
            return Some(format!("{line} · {away}"));
        }
        let names = self.names(wanted, words);
        (!wanted.is_empty()).then(|| words.with("table-rematch-wanted", &[("names", names.as_str().into())]))
    }

    /// The button that asks for a pause, or takes that back.
    pub(super) fn pause_button(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        if icon_button(ui, style, Icon::Pause, &words.get(self.pause_name())).clicked() {
            self.ask_for_pause();
        }
    }

    /// What the button for a pause is called now.
    pub(super) fn pause_name(&self) -> &'static str {
        let wanted = self.feed.about().me.is_some_and(|me| self.company.pause.contains(me));
        match (self.company.paused, wanted) {
            (true, _) => "table-pause-end",
            (false, true) => "table-pause-back",
            (false, false) => "table-pause",
        }
    }

    /// Asks for a pause, or ends it.
    pub(super) fn ask_for_pause(&mut self) {
        let wanted = self.feed.about().me.is_some_and(|me| self.company.pause.contains(me));
        self.feed.send(Command::Pause(!wanted));
    }
}
