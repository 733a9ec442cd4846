//! The connection in plain words: whether others reach this computer, who is reached how, what a firewall has to let in.

use std::collections::BTreeSet;

use egui::{Key, Rect, ScrollArea, Ui};
use majlis_net::address::{Address, RelayAddress};

use super::{Go, head, reading_column};
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{column, panel, row, within};
use crate::ui::words::Words;

/// The port at which people on one local network look for each other (mDNS).
const MDNS_PORT: u16 = 5353;

/// Whether the node runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Running {
    /// It does.
    Yes,
    /// This program is for practice alone.
    #[default]
    Never,
    /// The identity is sealed.
    Locked,
    /// It does not, and why.
    No(Sentence),
}

/// Somebody to whom there is a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The name the person goes by.
    pub name: String,
    /// How.
    pub way: Way,
}

/// How somebody is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// Straight.
    Direct,
    /// Through a relay, where it is known through which.
    Relay(Option<Box<RelayAddress>>),
}

/// What is known of the ways to this computer and from it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ways {
    /// Whether the node runs.
    pub running: Running,
    /// Whether nothing beyond the local network is used.
    pub lan_only: bool,
    /// Whether people on the local network are looked for.
    pub mdns: bool,
    /// Where the node listens.
    pub listening: Vec<Address>,
    /// Whether others have reached it from outside, or the router lets them in.
    pub direct: bool,
    /// The relays through which it can be reached.
    pub relays: Vec<RelayAddress>,
    /// People to whom there are connections.
    pub people: Vec<Reached>,
    /// Relays to which there are connections.
    pub connected_relays: usize,
}

/// A port, and whether it is one of UDP.
fn port(address: &Address) -> Option<(bool, u16)> {
    let text = address.to_string();
    let mut parts = text.split('/').skip_while(|part| *part != "tcp" && *part != "udp");
    let udp = parts.next()? == "udp";
    Some((udp, parts.next()?.parse().ok()?))
}

/// The address of a machine, without the port.
fn machine(address: &Address) -> String {
    address.to_string().split('/').nth(2).unwrap_or_default().to_owned()
}

/// How loud a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Heading,
    Good,
    Strong,
    Plain,
    Soft,
}

impl Ways {
    /// The ports of one kind at which the node listens.
    fn ports(&self, udp: bool) -> Vec<u16> {
        let found = self.listening.iter().filter_map(port);
        let own: BTreeSet<u16> = found.filter(|(kind, _)| *kind == udp).map(|(_, port)| port).collect();
        own.into_iter().collect()
    }

    /// The machine's own addresses that others may use: those of the internet, or those of the local network.
    fn machines(&self, global: bool) -> Vec<String> {
        let usable = self.listening.iter().filter(|address| !address.is_loopback());
        let own: BTreeSet<String> = usable
            .filter(|address| address.is_global() == global)
            .map(machine)
            .collect();
        own.into_iter().collect()
    }

    /// How it stands, in a sentence or two.
    fn standing(&self, words: &Words) -> Vec<(Tone, String)> {
        match &self.running {
            Running::Never => return vec![(Tone::Strong, words.get("connection-never"))],
            Running::Locked => return vec![(Tone::Strong, words.get("connection-locked"))],
            Running::No(reason) => {
                let off = Sentence::of("connection-off").sentence("reason", reason.clone());
                let line = off.say(words);
                return vec![(Tone::Strong, line)];
            }
            Running::Yes => {}
        }
        if self.listening.is_empty() {
            return vec![(Tone::Strong, words.get("connection-nowhere"))];
        }
        let mut lines = Vec::new();
        if self.mdns {
            lines.push((Tone::Good, words.get("connection-near")));
        }
        let (tone, name) = if self.lan_only {
            (Tone::Plain, "connection-lan")
        } else if self.direct {
            (Tone::Good, "connection-direct")
        } else if !self.relays.is_empty() {
            (Tone::Good, "connection-relayed")
        } else {
            (Tone::Strong, "connection-not-reached")
        };
        lines.push((tone, words.get(name)));
        if name == "connection-not-reached" {
            lines.push((Tone::Plain, words.get("connection-advice")));
        }
        lines
    }

    /// Everything that there is to say, line by line.
    fn lines(&self, words: &Words) -> Vec<(Tone, String)> {
        let mut lines = self.standing(words);
        if self.running != Running::Yes {
            return lines;
        }
        let isolated = |text: &str| format!("\u{2066}{text}\u{2069}");
        lines.push((Tone::Heading, words.get("connection-people")));
        if self.people.is_empty() {
            lines.push((Tone::Plain, words.get("connection-nobody")));
        }
        for person in &self.people {
            let name = ("name", person.name.as_str().into());
            let line = match &person.way {
                Way::Direct => words.with("connection-person-direct", &[name]),
                Way::Relay(None) => words.with("connection-person-relay", &[name]),
                Way::Relay(Some(relay)) => {
                    let relay = isolated(&machine(&relay.address));
                    words.with(
                        "connection-person-relay-which",
                        &[name, ("relay", relay.as_str().into())],
                    )
                }
            };
            lines.push((Tone::Plain, line));
        }
        if !self.lan_only {
            lines.push((Tone::Heading, words.get("connection-relays")));
            if self.relays.is_empty() {
                let connected = i64::try_from(self.connected_relays).unwrap_or(i64::MAX);
                let line = if connected == 0 {
                    words.get("connection-no-relay")
                } else {
                    words.with("connection-relays-connected", &[("count", connected.into())])
                };
                lines.push((Tone::Plain, line));
            }
            for relay in &self.relays {
                let relay = isolated(&relay.to_string());
                let line = words.with("connection-relay", &[("address", relay.as_str().into())]);
                lines.push((Tone::Plain, line));
            }
        }
        lines.push((Tone::Heading, words.get("connection-addresses")));
        for (global, name) in [(true, "connection-internet"), (false, "connection-local")] {
            for machine in self.machines(global) {
                let machine = isolated(&machine);
                lines.push((Tone::Plain, words.with(name, &[("address", machine.as_str().into())])));
            }
        }
        lines.push((Tone::Heading, words.get("connection-firewall")));
        lines.push((Tone::Soft, words.get("connection-firewall-about")));
        for (udp, name) in [(false, "connection-tcp"), (true, "connection-udp")] {
            let ports: Vec<String> = self.ports(udp).iter().map(ToString::to_string).collect();
            if !ports.is_empty() {
                let ports = isolated(&ports.join(", "));
                lines.push((Tone::Strong, words.with(name, &[("ports", ports.as_str().into())])));
            }
        }
        if self.mdns {
            let ports = isolated(&MDNS_PORT.to_string());
            let line = words.with("connection-mdns", &[("ports", ports.as_str().into())]);
            lines.push((Tone::Plain, line));
        }
        lines
    }

    /// The same as a plain text, for whoever helps.
    #[must_use]
    pub fn report(&self, words: &Words) -> String {
        let mut report = format!("{} {}\n", words.get("app-name"), env!("CARGO_PKG_VERSION"));
        for (tone, line) in self.lines(words) {
            if tone == Tone::Heading {
                report.push('\n');
            }
            report += &text::plain(&line);
            report.push('\n');
        }
        // What is written from left to right everywhere, for whoever wants to type it.
        for address in &self.listening {
            report += &format!("{address}\n");
        }
        report
    }
}

/// What the screen keeps.
#[derive(Debug, Default)]
pub struct ConnectionScreen {
    copied: bool,
}

impl ConnectionScreen {
    /// Shows the screen. `covered` is whether something lies over it and has the keys.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        style: &Style,
        words: &Words,
        ways: &Ways,
        covered: bool,
    ) -> Option<Go> {
        let mut go = None;
        let rect = reading_column(area, 720.0);
        within(ui, style, rect, "connection", |ui| {
            if head(ui, style, words, &words.get("connection")) {
                go = Some(Go::Back);
            }
            ui.add_space(space::ONE);
            row(ui, style, |ui| {
                if text::button(ui, style, &words.get("connection-copy"), Weight::Plain).clicked() {
                    ui.ctx().copy_text(ways.report(words));
                    self.copied = true;
                }
                if self.copied {
                    let colour = style.palette.good;
                    text::coloured(ui, style, &words.get("connection-copied"), Type::Strong, colour);
                }
            });
            ui.add_space(space::ONE);
            let card = ui.available_rect_before_wrap();
            panel(ui, style, card);
            within(ui, style, card.shrink(space::TWO), "connection list", |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.with_layout(column(style), |ui| {
                        ui.set_width(ui.available_width() - space::TWO);
                        ui.spacing_mut().item_spacing.y = space::HALF;
                        for (tone, line) in ways.lines(words) {
                            show(ui, style, tone, &line);
                        }
                    });
                });
            });
        });
        if !covered && ui.input(|input| input.key_pressed(Key::Escape)) {
            go = Some(Go::Back);
        }
        if go.is_some() {
            self.copied = false;
        }
        go
    }
}

fn show(ui: &mut Ui, style: &Style, tone: Tone, line: &str) {
    let palette = &style.palette;
    let (kind, colour) = match tone {
        Tone::Heading => {
            ui.add_space(space::ONE);
            (Type::Heading, palette.ink)
        }
        Tone::Good => (Type::Strong, palette.good),
        Tone::Strong => (Type::Strong, palette.ink),
        Tone::Plain => (Type::Body, palette.ink),
        Tone::Soft => (Type::Body, palette.ink_soft),
    };
    text::coloured(ui, style, line, kind, colour);
}

#[cfg(test)]
mod tests {
    use majlis_crypto::identity::Identity;

    use super::*;
    use crate::language::Language;
    use crate::ui::words::Digits;

    fn address(text: &str) -> Address {
        text.parse().unwrap()
    }

    #[test]
    fn the_report_names_ports_addresses_and_people_in_every_language() {
        let relay = RelayAddress {
            key: Identity::from_secret(&[3; 32]).key(),
            address: address("/dns/relay.example/tcp/4001"),
        };
        let ways = Ways {
            running: Running::Yes,
            mdns: true,
            listening: vec![
                address("/ip4/127.0.0.1/tcp/40001"),
                address("/ip4/192.168.1.7/tcp/40001"),
                address("/ip4/192.168.1.7/udp/40002/quic-v1"),
                address("/ip6/2a00:1450::7/udp/40003/quic-v1"),
            ],
            relays: vec![relay.clone()],
            people: vec![
                Reached {
                    name: "سلمى".to_owned(),
                    way: Way::Direct,
                },
                Reached {
                    name: "Radu".to_owned(),
                    way: Way::Relay(Some(Box::new(relay))),
                },
            ],
            ..Ways::default()
        };
        assert_eq!((ways.ports(false), ways.ports(true)), (vec![40001], vec![40002, 40003]));
        assert_eq!(ways.machines(true), ["2a00:1450::7"]);
        assert_eq!(ways.machines(false), ["192.168.1.7"]);
        for language in Language::ALL {
            let words = Words::new(language, Digits::ArabicIndic);
            let report = ways.report(&words);
            for part in [
                "40001",
                "40002, 40003",
                "5353",
                "192.168.1.7",
                "2a00:1450::7",
                "relay.example",
                "سلمى",
                "Radu",
            ] {
                assert!(report.contains(part), "{language}: {part} is not in\n{report}");
            }
            assert!(
                !report.chars().any(text::is_direction_mark) && !report.contains('{'),
                "{report}"
            );
            let locked = Ways {
                running: Running::Locked,
                ..Ways::default()
            };
            assert!(locked.report(&words).contains(&words.get("connection-locked")));
        }
    }
}
