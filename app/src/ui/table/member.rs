//! One of the people at the table: whether he is there, and the fingerprint of his key.

use egui::Ui;
use majlis_crypto::fingerprint::Fingerprint;
use majlis_referee::party::PartyId;

use super::TableScreen;
use crate::ui::feed::{Command, Whereabouts};
use crate::ui::games::Presence;
use crate::ui::screens::fingerprint::{digits, pictures};
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, long_dialog, row, switch};
use crate::ui::words::Words;

impl TableScreen {
    /// Whether somebody is there, in a word; nothing where there is no doubt.
    pub(super) fn whereabouts(&self, party: PartyId, words: &Words) -> Option<String> {
        let person = self.persons.get(party.index())?;
        match (person.presence, self.company.presence.get(party.index())) {
            (Presence::Left, _) => Some(words.get("left")),
            (Presence::Away, Some(Whereabouts::Reconnecting(_))) => Some(words.get("table-reconnecting")),
            (Presence::Away, Some(Whereabouts::Gone(_))) => Some(words.get("table-gone")),
            (Presence::Away, _) => Some(words.get("away")),
            (Presence::Here, _) => None,
        }
    }

    pub(super) fn member_dialog(&mut self, ui: &Ui, style: &Style, words: &Words, party: PartyId) {
        let about = self.feed.about();
        let Some(member) = about.members.get(party.index()).cloned() else {
            self.open = None;
            return;
        };
        let me = about.me == Some(party);
        let print = member.key.map(|key| self.fingerprint_of(ui, &key));
        let here = self
            .whereabouts(party, words)
            .unwrap_or_else(|| words.get("table-here"));
        let mut muted = self.company.muted.contains(party);
        let closing = long_dialog(ui, style, "member", 460.0, |ui| {
            text::label(ui, style, &member.name, Type::Heading);
            if !me {
                text::coloured(ui, style, &here, Type::Small, style.palette.ink_soft);
            }
            if let Some(print) = print {
                ui.add_space(space::ONE);
                let about = if me {
                    words.get("table-fingerprint-mine")
                } else {
                    words.with("table-fingerprint-about", &[("name", member.name.as_str().into())])
                };
                text::label(ui, style, &about, Type::Body);
                ui.add_space(space::HALF);
                pictures(ui, style, words, print);
                text::coloured(ui, style, &digits(print), Type::Small, style.palette.ink_soft);
            }
            // Who calls himself a bot among people may talk all the same.
            if !me && self.has_chat() {
                ui.add_space(space::ONE);
                row(ui, style, |ui| {
                    let name = words.with("table-mute", &[("name", member.name.as_str().into())]);
                    if switch(ui, style, &name, &mut muted) {
                        self.feed.send(Command::Mute {
                            party: Some(party),
                            muted,
                        });
                    }
                    text::label(ui, style, &name, Type::Body);
                });
            }
            ui.add_space(space::TWO);
            text::button(ui, style, &words.get("close"), Weight::Primary)
                .clicked()
                .then_some(())
        });
        if closing != Closing::Open {
            self.open = None;
        }
    }

    /// A key's fingerprint, which takes some milliseconds the first time.
    fn fingerprint_of(&self, ui: &Ui, key: &majlis_crypto::identity::IdentityKey) -> Fingerprint {
        let id = egui::Id::unique(("fingerprint", key.as_bytes()));
        if let Some(known) = ui.data(|data| data.get_temp(id)) {
            return known;
        }
        let print = Fingerprint::of(key);
        ui.data_mut(|data| data.insert_temp(id, print));
        print
    }
}
