//! The second part of the settings: how people are found and reached, and relays.

use egui::Ui;
use majlis_net::address::RelayAddress;

use super::super::Go;
use super::{Changed, Scene, line};
use crate::ui::settings::{MAX_RELAYS, Settings};
use crate::ui::style::{Type, space};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{row, switch};

/// What is written while a relay is added.
#[derive(Debug, Default)]
struct Draft {
    text: String,
    /// What is wrong with it: the name of a text.
    wrong: Option<&'static str>,
}

/// What is being written.
#[derive(Debug, Default)]
pub(super) struct Network {
    relay: Draft,
    bootstrap: Draft,
}

/// A list of relays, and the names of its texts.
struct List {
    title: &'static str,
    about: &'static str,
    field: &'static str,
    add: &'static str,
}

const RELAYS: List = List {
    title: "settings-relays",
    about: "settings-relays-about",
    field: "settings-relay-address",
    add: "settings-relay-add-one",
};

const BOOTSTRAP: List = List {
    title: "settings-bootstrap",
    about: "settings-bootstrap-about",
    field: "settings-bootstrap-address",
    add: "settings-bootstrap-add-one",
};

impl Network {
    /// The screen is left.
    pub(super) fn leave(&mut self) {
        *self = Self::default();
    }

    pub(super) fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, settings: &mut Settings, changed: &mut Changed) {
        let (style, words) = (scene.style, scene.words);
        if text::button(ui, style, &words.get("connection"), Weight::Plain).clicked() {
            changed.go = Some(Go::Connection);
        }
        ui.add_space(space::ONE);
        if scene.stale {
            let line = words.get("settings-restart-about");
            text::coloured(ui, style, &line, Type::Body, style.palette.ink_soft);
            if text::button(ui, style, &words.get("settings-restart"), Weight::Primary).clicked() {
                changed.restart = true;
            }
            ui.add_space(space::ONE);
        }
        if !scene.opens_links {
            text::coloured(
                ui,
                style,
                &words.get("settings-no-links"),
                Type::Small,
                style.palette.ink_soft,
            );
            ui.add_space(space::ONE);
        }
        let switches: [(&str, &str, &mut bool); 3] = [
            ("settings-lan", "settings-lan-about", &mut settings.lan_only),
            ("settings-lobby", "settings-lobby-about", &mut settings.lobby),
            ("settings-upnp", "settings-upnp-about", &mut settings.upnp),
        ];
        for (name, about, on) in switches {
            let about = words.get(about);
            line(ui, style, &words.get(name), Some(&about), |ui, name| {
                switch(ui, style, name, on);
            });
        }
        self.relay.show(ui, scene, &RELAYS, &mut settings.relays);
        self.bootstrap.show(ui, scene, &BOOTSTRAP, &mut settings.bootstrap);
    }
}

impl Draft {
    /// A list of relays: each can be removed, and one added.
    fn show(&mut self, ui: &mut Ui, scene: &Scene<'_>, list: &List, relays: &mut Vec<RelayAddress>) {
        let (style, words) = (scene.style, scene.words);
        ui.add_space(space::ONE);
        text::label(ui, style, &words.get(list.title), Type::Heading);
        text::coloured(ui, style, &words.get(list.about), Type::Small, style.palette.ink_soft);
        let mut gone = None;
        for (at, relay) in relays.iter().enumerate() {
            let address = format!("\u{2066}{relay}\u{2069}");
            text::label(ui, style, &address, Type::Small);
            let name = words.with("settings-relay-remove-which", &[("address", address.as_str().into())]);
            if text::button_as(ui, style, &words.get("settings-relay-remove"), &name, Weight::Quiet).clicked() {
                gone = Some(at);
            }
        }
        if let Some(at) = gone {
            relays.remove(at);
        }
        let name = words.get(list.field);
        let entered = row(ui, style, |ui| {
            let add = words.get("settings-relay-add");
            let ink = style.palette.ink;
            let button = text::galley(ui.ctx(), style, &add, Type::Button, ink, f32::INFINITY)
                .size()
                .x;
            let room = ui.available_width() - button - 2.0 * space::TWO - 2.0 * space::ONE;
            let field = Field::new(&mut self.text, &name)
                .hint("/dns/relay.example/tcp/4001/p2p/12D3KooW")
                .at_most(400)
                .width(room)
                .show(ui, style);
            if field.changed() {
                self.wrong = None;
            }
            let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let ready = !self.text.trim().is_empty();
            let add = text::button_if_as(ui, style, ready, &add, &words.get(list.add), Weight::Plain).clicked();
            ready && (add || enter)
        });
        if entered {
            match self.text.trim().parse::<RelayAddress>() {
                Err(_) => self.wrong = Some("settings-relay-wrong"),
                Ok(relay) if relays.contains(&relay) => self.wrong = Some("settings-relay-there"),
                Ok(_) if relays.len() >= MAX_RELAYS => self.wrong = Some("settings-relay-many"),
                Ok(relay) => {
                    relays.push(relay);
                    *self = Self::default();
                }
            }
        }
        if let Some(wrong) = self.wrong {
            text::coloured(ui, style, &words.get(wrong), Type::Body, style.palette.danger);
        }
    }
}
