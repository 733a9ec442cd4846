//! The settings, in four parts.
//!
//! | file | part |
//! | --- | --- |
//! | `general` | name, language, looks, sounds, practice, where files lie |
//! | `network` | how people are found and reached, relays |
//! | `identity` | the fingerprint, the passphrase, backups |
//! | `blocked` | persons that are blocked |

mod blocked;
mod general;
mod identity;
mod network;

use std::path::Path;

use egui::{Rect, ScrollArea, Ui};
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::IdentityKey;

use self::network::Network;
use super::passphrase::Form;
use super::{Go, head, reading_column};
use crate::ui::keyring::{Deed, Done, Refused, Standing};
use crate::ui::settings::Settings;
use crate::ui::sound::Cue;
use crate::ui::style::{Style, Type, space};
use crate::ui::text;
use crate::ui::widgets::{Closing, choice, column, panel, row, within};
use crate::ui::words::Words;

/// A part of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Part {
    /// Name, language, looks, sounds, files.
    #[default]
    General,
    /// How people are found and reached.
    Network,
    /// The person's key.
    Identity,
    /// Who is blocked.
    Blocked,
}

impl Part {
    const ALL: [Self; 4] = [Self::General, Self::Network, Self::Identity, Self::Blocked];

    const fn name(self) -> &'static str {
        match self {
            Self::General => "settings-general",
            Self::Network => "settings-network",
            Self::Identity => "settings-identity",
            Self::Blocked => "settings-blocked",
        }
    }
}

/// What the screen is drawn from.
pub struct Scene<'a> {
    /// How things look.
    pub style: &'a Style,
    /// How things are said.
    pub words: &'a Words,
    /// The profile's folder.
    pub profile: &'a Path,
    /// The file for reports, if one is written.
    pub report: Option<&'a Path>,
    /// How the identity stands.
    pub standing: &'a Standing,
    /// Whether it is sealed and not open.
    pub locked: bool,
    /// Its fingerprint.
    pub fingerprint: Option<Fingerprint>,
    /// Whether something is being done with it.
    pub busy: bool,
    /// Who is blocked: key and name.
    pub blocked: &'a [(IdentityKey, String)],
    /// Whether what was changed about the network is in use only once it is begun anew.
    pub stale: bool,
    /// Whether the system can be asked to open links with this program.
    pub opens_links: bool,
}

/// What the screen keeps: what is being written.
#[derive(Default)]
pub struct SettingsScreen {
    part: Part,
    name: Option<String>,
    network: Network,
    form: Option<Form>,
    /// What was done, worded.
    done: Option<String>,
}

/// What came of a frame.
#[derive(Debug, Default)]
pub struct Changed {
    /// Where to go.
    pub go: Option<Go>,
    /// Whether a setting was changed.
    pub settings: bool,
    /// A sound to be heard: the volume was changed.
    pub cue: Option<Cue>,
    /// Whether the network is to be begun anew, with what was changed.
    pub restart: bool,
    /// What is to be done with the identity.
    pub deed: Option<Deed>,
    /// Who is to be blocked no longer.
    pub unblock: Option<IdentityKey>,
}

impl SettingsScreen {
    /// What was to be done with the identity was done, or was not and why. Gives whether it is told: what was not done is told by the
    /// dialog that asked for it, if that is still there.
    pub fn tell(&mut self, words: &Words, result: &Result<Done, Refused>) -> bool {
        match result {
            Ok(done) => {
                self.form = None;
                self.done = Some(identity::told(words, done));
                true
            }
            Err(reason) => {
                let told = self.form.is_some();
                if let Some(form) = &mut self.form {
                    form.refuse(words, reason);
                }
                told
            }
        }
    }

    /// Shows the screen.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, scene: &Scene<'_>, settings: &mut Settings) -> Changed {
        let (style, words) = (scene.style, scene.words);
        let mut changed = Changed::default();
        let before = settings.clone();
        let column_rect = reading_column(area, 720.0);
        within(ui, style, column_rect, "settings", |ui| {
            if head(ui, style, words, &words.get("settings")) {
                changed.go = Some(Go::Back);
            }
            ui.add_space(space::ONE);
            let names = Part::ALL.map(|part| words.get(part.name()));
            let at = Part::ALL.iter().position(|part| *part == self.part);
            let chosen = choice(ui, style, &words.get("settings-part"), &names, at.unwrap_or(0));
            if let Some(part) = chosen.and_then(|at| Part::ALL.get(at)) {
                self.part = *part;
                self.done = None;
            }
            ui.add_space(space::ONE);
            let card = ui.available_rect_before_wrap();
            panel(ui, style, card);
            within(ui, style, card.shrink(space::TWO), "settings list", |ui| {
                let list = ScrollArea::vertical().id_salt(self.part.name()).auto_shrink(false);
                list.show(ui, |ui| {
                    ui.with_layout(column(style), |ui| {
                        ui.set_width(ui.available_width() - space::TWO);
                        self.part(ui, scene, settings, &mut changed);
                    });
                });
            });
        });
        if let Some(form) = &mut self.form {
            match form.show(ui, style, words, scene.busy) {
                Closing::Open => {}
                Closing::Dismissed => self.form = None,
                Closing::Done(deed) => changed.deed = Some(deed),
            }
        }
        changed.settings |= *settings != before;
        if changed.go.is_some() {
            self.name = None;
            self.done = None;
            self.network.leave();
        }
        changed
    }

    /// Whether a dialog lies over it, which has the Escape key.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        self.form.is_some()
    }

    fn part(&mut self, ui: &mut Ui, scene: &Scene<'_>, settings: &mut Settings, changed: &mut Changed) {
        match self.part {
            Part::General => general::show(ui, scene, &mut self.name, settings, changed),
            Part::Network => self.network.show(ui, scene, settings, changed),
            Part::Identity => {
                if let Some(done) = &self.done {
                    text::coloured(ui, scene.style, done, Type::Strong, scene.style.palette.good);
                    ui.add_space(space::HALF);
                }
                if let Some(asked) = identity::show(ui, scene) {
                    self.done = None;
                    self.form = Some(Form::new(asked, identity::is_sealed(scene)));
                }
            }
            Part::Blocked => {
                changed.unblock = blocked::show(ui, scene);
            }
        }
    }
}

/// A setting: its name where reading begins, what changes it at the other side, or below where there is no room.
pub(super) fn line(ui: &mut Ui, style: &Style, name: &str, about: Option<&str>, add: impl FnOnce(&mut Ui, &str)) {
    let names = 220.0 * style.text_scale;
    if ui.available_width() > 2.2 * names {
        row(ui, style, |ui| {
            let height = shape_height(ui, style, name, about, names);
            let (rect, _) = ui.allocate_exact_size(egui::vec2(names, height), egui::Sense::hover());
            within(ui, style, rect, &format!("name of {name}"), |ui| {
                labels(ui, style, name, about);
            });
            ui.add_space(space::ONE);
            add(ui, name);
        });
    } else {
        labels(ui, style, name, about);
        row(ui, style, |ui| add(ui, name));
    }
    ui.add_space(space::HALF);
}

fn labels(ui: &mut Ui, style: &Style, name: &str, about: Option<&str>) {
    ui.spacing_mut().item_spacing.y = 4.0;
    text::label(ui, style, name, Type::Body);
    if let Some(about) = about {
        text::coloured(ui, style, about, Type::Small, style.palette.ink_soft);
    }
}

fn shape_height(ui: &Ui, style: &Style, name: &str, about: Option<&str>, width: f32) -> f32 {
    let height = |text: &str, kind| {
        let ink = style.palette.ink;
        text::galley(ui.ctx(), style, text, kind, ink, width).size().y
    };
    height(name, Type::Body) + about.map_or(0.0, |about| height(about, Type::Small) + 4.0)
}

/// A path, which goes from left to right in any language.
fn path(ui: &mut Ui, style: &Style, name: &str, path: &Path) {
    ui.add_space(space::ONE);
    text::label(ui, style, name, Type::Body);
    let shown = format!("\u{2066}{}\u{2069}", crate::folder::shown(path));
    text::coloured(ui, style, &shown, Type::Small, style.palette.ink_soft);
}
