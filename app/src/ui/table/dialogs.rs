//! What lies over a table: leaving, the shield, the moves.

use std::path::Path;

use egui::{ScrollArea, Ui, vec2};
use majlis_referee::party::PartyId;
use majlis_rules::registry::GameId;
use majlis_rules::table::OptionValue;

use super::{Open, TableScreen, Wants};
use crate::folder::{Folder, FolderError};
use crate::ui::feed::Command;
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, Icon, column, dialog, long_dialog, paint_icon, row, stand_side_by_side};
use crate::ui::words::Words;

/// What somebody wants who has clicked the door.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    ForGood,
    Home,
    Pause,
    Stays,
}

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
            Open::Chat => {
                self.chat_dialog(ui, style, words);
                None
            }
            Open::Claim => {
                self.claim_dialog(ui, style, words);
                None
            }
            Open::Member(party) => {
                self.member_dialog(ui, style, words, party);
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
        let plays = self.plays();
        let people = self.is_among_people();
        let lines = if plays {
            self.leave_lines(words)
        } else {
            vec![words.get("table-unwatch-about")]
        };
        let pause = self.may_pause().then(|| self.pause_name());
        let closing = long_dialog(ui, style, "leave", 480.0, |ui| {
            let mut answer = None;
            text::label(ui, style, &words.get("leave-title"), Type::Heading);
            ui.add_space(space::ONE);
            if people && plays {
                text::label(ui, style, &words.get("table-home-about"), Type::Body);
                ui.add_space(space::HALF);
                let home = words.get("table-home");
                let pause = pause.map(|pause| words.get(pause));
                let mut buttons = |ui: &mut Ui, goes: bool, pauses: bool| {
                    if goes && text::button(ui, style, &home, Weight::Primary).clicked() {
                        answer = Some(Leaving::Home);
                    }
                    if let Some(pause) = pause.as_ref().filter(|_| pauses)
                        && text::button(ui, style, pause, Weight::Plain).clicked()
                    {
                        answer = Some(Leaving::Pause);
                    }
                };
                if stand_side_by_side(ui, style, &[&home, pause.as_deref().unwrap_or_default()]) {
                    row(ui, style, |ui| buttons(ui, true, true));
                } else {
                    row(ui, style, |ui| buttons(ui, true, false));
                    row(ui, style, |ui| buttons(ui, false, true));
                }
                ui.add_space(space::TWO);
                text::label(ui, style, &words.get("table-leave-about"), Type::Strong);
            }
            for line in &lines {
                text::label(ui, style, line, Type::Body);
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                let (leave, weight) = match (people, plays) {
                    (true, true) => ("table-leave", Weight::Danger),
                    (true, false) => ("table-unwatch", Weight::Primary),
                    (false, _) => ("leave", Weight::Danger),
                };
                if text::button(ui, style, &words.get(leave), weight).clicked() {
                    answer = Some(Leaving::ForGood);
                }
                if text::button(ui, style, &words.get("leave-stay"), Weight::Plain).clicked() {
                    answer = Some(Leaving::Stays);
                }
            });
            answer
        });
        match closing {
            Closing::Open => return None,
            Closing::Done(Leaving::ForGood) => self.feed.send(Command::Leave),
            Closing::Done(Leaving::Home) => {}
            Closing::Done(Leaving::Pause) => {
                self.ask_for_pause();
                self.open = None;
                return None;
            }
            Closing::Done(Leaving::Stays) | Closing::Dismissed => {
                self.open = None;
                return None;
            }
        }
        self.open = None;
        Some(Wants::Home)
    }

    fn shield_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let name = |party| self.name(party);
        let broken = self.ledger.is_broken();
        let findings = self.ledger.findings(words, self.feed.about().game, &name);
        let lines = self.ledger.lines(words, &name);
        let saved = self.proof_line(words);
        let log = self.feed.about().log.clone().filter(|_| broken);
        let mut save = false;
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
            if let Some((line, good)) = &saved {
                ui.add_space(space::ONE);
                let colour = if *good {
                    style.palette.good
                } else {
                    style.palette.danger
                };
                text::coloured(ui, style, line, Type::Small, colour);
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                if log.is_some() {
                    save = text::button(ui, style, &words.get("table-proof-save"), Weight::Plain).clicked();
                }
                text::button(ui, style, &words.get("close"), Weight::Primary)
                    .clicked()
                    .then_some(())
            })
        });
        if let Some(log) = log.filter(|_| save) {
            self.proof = Some(save_proof(&log).map_err(|error| Sentence::from(&error)));
            ui.ctx().request_repaint();
        }
        if closing != Closing::Open {
            self.open = None;
            self.proof = None;
        }
    }

    /// What became of the proof, and whether it was saved.
    fn proof_line(&self, words: &Words) -> Option<(String, bool)> {
        Some(match self.proof.as_ref()? {
            Ok(path) => {
                let path = format!("\u{2066}{path}\u{2069}");
                (words.with("table-proof-saved", &[("path", path.as_str().into())]), true)
            }
            Err(reason) => (
                Sentence::of("table-proof-failed")
                    .sentence("reason", reason.clone())
                    .say(words),
                false,
            ),
        })
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
}

/// Puts the log, in which the fault is signed, where it is found again: in the folder `proofs` beside the folder of the matches. Gives
/// the file.
fn save_proof(log: &Path) -> Result<String, FolderError> {
    let root = log.parent().and_then(Path::parent).unwrap_or(log);
    let folder = Folder::at(root);
    let bytes = std::fs::read(log).map_err(|error| FolderError::Io {
        path: log.to_owned(),
        error,
    })?;
    let path = root.join("proofs").join(log.file_name().unwrap_or_default());
    folder.write(&path, &bytes)?;
    Ok(path.display().to_string())
}
