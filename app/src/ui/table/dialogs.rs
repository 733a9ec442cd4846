//! What lies over a table: leaving, the shield, the moves, the end.

use egui::{ScrollArea, Ui, vec2};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Ending;
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;
use majlis_rules::table::OptionValue;

use super::{Open, TableScreen, Wants};
use crate::ui::feed::{Command, End};
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, Icon, column, dialog, paint_icon, row};
use crate::ui::words::Words;

impl TableScreen {
    pub(super) fn dialogs(&mut self, ui: &Ui, style: &Style, words: &Words) -> Option<Wants> {
        match self.open? {
            Open::Leave => self.leave_dialog(ui, style, words),
            Open::Shield => {
                self.shield_dialog(ui, style, words);
                None
            }
            Open::Moves => {
                self.moves_dialog(ui, style, words);
                None
            }
            Open::End => self.end_dialog(ui, style, words),
        }
    }

    /// What leaving costs, and whom.
    fn leave_lines(&self, words: &Words) -> Vec<String> {
        let about = self.feed.about();
        let partner = about.me.and_then(|me| self.partner(me));
        let mut lines = Vec::new();
        let goes_on = match about.game {
            GameId::Arkan | GameId::Four => about.members.len() > 2,
            GameId::Domino => about.members.len() > 2 && partner.is_none(),
            GameId::Jackaroo => false,
        };
        lines.push(words.get(if goes_on { "leave-goes-on" } else { "leave-loses" }));
        if let Some(partner) = partner {
            let name = self.name(partner);
            lines.push(words.with("leave-partner", &[("name", name.as_str().into())]));
        }
        if about.practice {
            lines.push(words.get("leave-practice"));
        } else {
            let points = i64::from(about.game.points().loss);
            lines.push(words.with("leave-points", &[("points", points.into())]));
        }
        lines
    }

    /// Who loses with a person who leaves.
    fn partner(&self, party: PartyId) -> Option<PartyId> {
        let about = self.feed.about();
        let partners = match about.game {
            GameId::Arkan | GameId::Four => false,
            GameId::Domino => about
                .table
                .options
                .iter()
                .any(|option| option == ("partners", OptionValue::Flag(true))),
            GameId::Jackaroo => about.members.len() == 4,
        };
        let mine = self.persons.get(party.index())?.seats.iter().next()?;
        let opposite = mine.after(2, 4);
        let mut others = self.persons.iter();
        partners
            .then(|| others.find(|person| person.seats.contains(opposite)))?
            .map(|person| person.party)
    }

    fn leave_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) -> Option<Wants> {
        let lines = self.leave_lines(words);
        let closing = dialog(ui, style, "leave", 440.0, |ui| {
            text::label(ui, style, &words.get("leave-title"), Type::Heading);
            ui.add_space(space::ONE);
            for line in &lines {
                text::label(ui, style, line, Type::Body);
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let leave = text::button(ui, style, &words.get("leave"), Weight::Danger).clicked();
                let stay = text::button(ui, style, &words.get("leave-stay"), Weight::Plain).clicked();
                if leave { Some(true) } else { stay.then_some(false) }
            })
        });
        match closing {
            Closing::Open => None,
            Closing::Done(true) => {
                self.feed.send(Command::Leave);
                self.open = None;
                Some(Wants::Home)
            }
            Closing::Done(false) | Closing::Dismissed => {
                self.open = None;
                None
            }
        }
    }

    fn shield_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let name = |party| self.name(party);
        let broken = self.ledger.is_broken();
        let findings = self.ledger.findings(words, self.feed.about().game, &name);
        let lines = self.ledger.lines(words, &name);
        let closing = dialog(ui, style, "shield", 560.0, |ui| {
            row(ui, style, |ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(30.0, 34.0), egui::Sense::hover());
                let (icon, colour, title) = if broken {
                    (Icon::ShieldBroken, style.palette.danger, "shield-title-broken")
                } else {
                    (Icon::ShieldWhole, style.palette.good, "shield-title")
                };
                paint_icon(ui.painter(), style, icon, rect, colour);
                text::label(ui, style, &words.get(title), Type::Heading);
            });
            let height = (ui.ctx().content_rect().height() - 230.0).max(120.0);
            ScrollArea::vertical().max_height(height).show(ui, |ui| {
                ui.with_layout(column(style), |ui| {
                    for finding in &findings {
                        text::coloured(ui, style, finding, Type::Strong, style.palette.danger);
                        ui.add_space(space::HALF);
                    }
                    text::coloured(
                        ui,
                        style,
                        &words.get("shield-intro"),
                        Type::Body,
                        style.palette.ink_soft,
                    );
                    ui.add_space(space::HALF);
                    if lines.is_empty() {
                        text::label(ui, style, &words.get("shield-nothing"), Type::Body);
                    }
                    for line in &lines {
                        text::label(ui, style, &format!("•\u{a0}{line}"), Type::Body);
                    }
                });
            });
            ui.add_space(space::TWO);
            text::button(ui, style, &words.get("close"), Weight::Primary)
                .clicked()
                .then_some(())
        });
        if closing != Closing::Open {
            self.open = None;
        }
    }

    fn moves_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let closing = dialog(ui, style, "moves", 420.0, |ui| {
            text::label(ui, style, &words.get("moves"), Type::Heading);
            let height = (ui.ctx().content_rect().height() - 230.0).clamp(120.0, 420.0);
            let size = vec2(ui.available_width(), height);
            ui.allocate_ui(size, |ui| self.moves(ui, style, words));
            ui.add_space(space::TWO);
            text::button(ui, style, &words.get("close"), Weight::Primary)
                .clicked()
                .then_some(())
        });
        if closing != Closing::Open {
            self.open = None;
        }
    }

    fn end_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) -> Option<Wants> {
        let about = self.feed.about();
        let title = match (&self.end, &self.failed) {
            (_, Some(reason)) => words.with("failed", &[("reason", reason.as_str().into())]),
            (Some(end), None) => self.result_line(end, words),
            (None, None) => return None,
        };
        let lines = self
            .end
            .as_ref()
            .map_or_else(Vec::new, |end| self.result_lines(end, words));
        let points = self.points_line(words);
        let log = about
            .log
            .as_ref()
            .map(|path| format!("\u{2066}{}\u{2069}", path.display()));
        let closing = dialog(ui, style, "end", 480.0, |ui| {
            let kind = if self.failed.is_some() {
                Type::Strong
            } else {
                Type::Title
            };
            text::label(ui, style, &title, kind);
            ui.add_space(space::ONE);
            for line in &lines {
                text::label(ui, style, line, Type::Body);
            }
            if let Some(points) = &points {
                ui.add_space(space::HALF);
                text::coloured(ui, style, points, Type::Strong, style.palette.good);
            }
            if let Some(log) = &log {
                ui.add_space(space::HALF);
                let line = words.with("end-log", &[("path", log.as_str().into())]);
                text::coloured(ui, style, &line, Type::Small, style.palette.ink_soft);
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let mut answer = None;
                if about.practice && text::button(ui, style, &words.get("play-again"), Weight::Primary).clicked() {
                    answer = Some(Wants::Again);
                }
                if text::button(ui, style, &words.get("to-home"), Weight::Plain).clicked() {
                    answer = Some(Wants::Home);
                }
                answer
            })
        });
        match closing {
            Closing::Open => None,
            Closing::Dismissed => {
                self.open = None;
                None
            }
            Closing::Done(wants) => Some(wants),
        }
    }

    fn result_line(&self, end: &End, words: &Words) -> String {
        if end.ending == Some(Ending::Annulled) {
            return words.get("end-annulled");
        }
        let me = self.feed.about().me;
        let mine = me.and_then(|me| end.outcomes.get(me.index()).copied().flatten());
        words.get(match mine {
            Some(Outcome::Win) => "end-won",
            Some(Outcome::Draw) => "end-draw",
            Some(Outcome::Loss) => "end-lost",
            None => "match-over",
        })
    }

    fn result_lines(&self, end: &End, words: &Words) -> Vec<String> {
        let line = |person: &super::Person| {
            let outcome = end.outcomes.get(person.party.index()).copied().flatten()?;
            let seat = person.seats.iter().next()?;
            let score = end.scores.get(seat.index()).copied().unwrap_or_default();
            let score = words.with("score", &[("score", i64::from(score).into())]);
            let key = match outcome {
                Outcome::Win => "end-line-won",
                Outcome::Draw => "end-line-draw",
                Outcome::Loss => "end-line-lost",
            };
            let values = [("name", person.name.as_str().into()), ("score", score.as_str().into())];
            Some(words.with(key, &values))
        };
        self.persons.iter().filter_map(line).collect()
    }

    fn points_line(&self, words: &Words) -> Option<String> {
        let about = self.feed.about();
        let end = self.end.as_ref()?;
        if about.practice {
            return Some(words.get("end-practice"));
        }
        let outcome = end.outcomes.get(about.me?.index()).copied().flatten()?;
        let points = about.game.points();
        let points = match outcome {
            Outcome::Win => points.win,
            Outcome::Draw => points.draw,
            Outcome::Loss => points.loss,
        };
        Some(words.with("end-points", &[("points", i64::from(points).into())]))
    }
}
