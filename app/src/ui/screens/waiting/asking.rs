//! The people met, to be asked to one's own table without going anywhere else.

use egui::{Sense, Ui, vec2};
use majlis_crypto::identity::IdentityKey;
use majlis_net::people::{Person, Standing};
use majlis_net::table_id::TableId;

use super::super::acquaintances::{self, MANY};
use super::super::entry::{Action, Entry, Sign, Tone, letter_of};
use super::super::people::{call_line, call_weight, sorted};
use super::{Go, Scene};
use crate::ui::asked::Ask;
use crate::ui::online::Sitting;
use crate::ui::style::{Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::{Closing, dialog};

/// What the list keeps.
#[derive(Debug, Default)]
pub(super) struct Asking {
    open: bool,
    sought: String,
}

/// Whom one may ask: friends first, and who has come already last. Nobody who is blocked.
fn people<'a>(scene: &'a Scene<'_>, sitting: &Sitting) -> Vec<(&'a IdentityKey, &'a Person)> {
    let mut all = sorted(scene.people);
    all.retain(|(_, person)| person.standing != Standing::Blocked);
    all.sort_by_key(|(key, _)| sitting.sitter(key).is_some());
    all
}

/// Whether the table can be found, has a free place and is this person's, and there is somebody to be asked.
pub(super) fn anybody(scene: &Scene<'_>, sitting: &Sitting) -> bool {
    let free = sitting.seating.as_ref().is_some_and(|seating| seating.free() > 0);
    sitting.mine && sitting.invitation.is_some() && free && !people(scene, sitting).is_empty()
}

impl Asking {
    /// Opens the list.
    pub(super) fn begin(&mut self) {
        *self = Self {
            open: true,
            sought: String::new(),
        };
    }

    /// Shows the list over the screen, while it is open and somebody can be asked.
    pub(super) fn show(&mut self, ui: &Ui, scene: &Scene<'_>, table: TableId, sitting: &Sitting) -> Option<Go> {
        self.open = self.open && anybody(scene, sitting);
        if !self.open {
            return None;
        }
        let (style, words) = (scene.style, scene.words);
        let mut all = people(scene, sitting);
        let many = all.len() >= MANY;
        let mut go = None;
        let closing = dialog(ui, style, "asking", 600.0, |ui| {
            text::label(ui, style, &words.get("waiting-ask"), Type::Heading);
            acquaintances::find(ui, style, words, &mut self.sought, &mut all);
            ui.add_space(space::ONE);
            let screen = ui.ctx().content_rect().height();
            let most = (screen - 230.0 * style.text_scale.max(1.0)).clamp(140.0, 460.0);
            let few = 76.0 * style.text_scale.max(1.0) * all.len().max(1) as f32;
            // While one looks for a name the dialog keeps its size.
            let height = if many { most } else { most.min(few) };
            let (list, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            acquaintances::list(ui, style, words, (list, "asking list"), &all, |ui, key, person| {
                let entry = entry(scene, sitting, key, person);
                if entry.show(ui, style, &format!("ask {key}")).is_some() {
                    let person = *key;
                    go = Some(Go::Ask(Ask::Invite { table, person }));
                }
            });
            ui.add_space(space::ONE);
            let close = text::button(ui, style, &words.get("close"), Weight::Plain);
            close.clicked().then_some(())
        });
        self.open = closing == Closing::Open;
        go
    }
}

fn entry(scene: &Scene<'_>, sitting: &Sitting, key: &IdentityKey, person: &Person) -> Entry {
    let words = scene.words;
    let call = sitting.calls.get(key);
    let seated = sitting.sitter(key).is_some();
    let mut lines = Vec::new();
    if person.standing == Standing::Friend {
        lines.push((words.get("home-friend"), Tone::Soft));
    }
    lines.extend(call_line(words, call, seated));
    let values = [("name", person.name.as_str().into())];
    let ask = Action {
        text: words.get("waiting-ask-one"),
        name: words.with("people-call-name", &values),
        weight: call_weight(call),
    };
    // Nobody is asked while he is being asked, or where he has come already.
    let may = !seated && call != Some(&None);
    Entry {
        sign: Sign::Letter(letter_of(&person.name)),
        title: person.name.clone(),
        lines,
        actions: may.then_some(ask).into_iter().collect(),
    }
}
