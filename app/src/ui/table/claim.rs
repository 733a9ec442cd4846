//! What is to be done about somebody who has vanished: claim the match, or wait (log.9).
//!
//! The choice is offered by itself once, on the other's turn, and stays until the person has chosen: where the other comes back
//! meanwhile, it says so and is put away by hand. It can be opened again as long as the match rests.

use egui::Ui;
use majlis_referee::party::PartySet;

use super::{Open, TableScreen};
use crate::ui::feed::Command;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, long_dialog, row};
use crate::ui::words::Words;

impl TableScreen {
    /// Offers the choice, where there is one and the person has not seen it yet.
    pub(super) fn offer_claim(&mut self) {
        if self.company.missing.is_empty() || self.is_over() {
            self.offered = false;
        } else if self.company.may_claim && !self.offered && self.open.is_none() {
            self.offered = true;
            self.open_claim();
        }
    }

    pub(super) fn open_claim(&mut self) {
        self.missed = self.company.missing;
        self.open = Some(Open::Claim);
    }

    pub(super) fn claim_dialog(&mut self, ui: &Ui, style: &Style, words: &Words) {
        let names = self.names(self.missed, words);
        let named = |key: &str| words.with(key, &[("names", names.as_str().into())]);
        let is_back = self.company.missing.and(self.missed) != self.missed || self.is_over();
        let may = self.company.may_claim && !is_back;
        let closing = long_dialog(ui, style, "claim", 520.0, |ui| {
            text::label(ui, style, &words.get("table-claim-title"), Type::Heading);
            ui.add_space(space::ONE);
            if is_back {
                text::label(ui, style, &named("table-claim-back"), Type::Body);
            } else {
                text::label(ui, style, &named("table-claim-why"), Type::Body);
                text::label(ui, style, &named("table-claim-wait-means"), Type::Body);
                text::label(ui, style, &named("table-claim-means"), Type::Body);
            }
            ui.add_space(space::TWO);
            row(ui, style, |ui| {
                if is_back {
                    return text::button(ui, style, &words.get("close"), Weight::Primary)
                        .clicked()
                        .then_some(false);
                }
                let wait = text::button(ui, style, &words.get("table-claim-wait"), Weight::Primary).clicked();
                let claim = text::button_if(ui, style, may, &words.get("table-claim"), Weight::Danger).clicked();
                if claim && may {
                    Some(true)
                } else {
                    wait.then_some(false)
                }
            })
        });
        match closing {
            Closing::Open => {}
            Closing::Done(true) => {
                self.feed.send(Command::Claim);
                self.close_claim();
            }
            Closing::Done(false) | Closing::Dismissed => self.close_claim(),
        }
    }

    fn close_claim(&mut self) {
        self.missed = PartySet::EMPTY;
        self.open = None;
    }
}
