//! The third part of the settings: the person's key, its passphrase, and backups of it.

use egui::Ui;
use majlis_crypto::fingerprint::{Fingerprint, Symbol};

use super::super::passphrase::Asked;
use super::Scene;
use crate::language::Language;
use crate::ui::keyring::{Done, Standing};
use crate::ui::style::{Type, space};
use crate::ui::text::{self, Weight};
use crate::ui::widgets::row;
use crate::ui::words::Words;

/// Whether the file is sealed.
pub(super) const fn is_sealed(scene: &Scene<'_>) -> bool {
    matches!(scene.standing, Standing::There { sealed: true, .. })
}

/// What was done, worded.
pub(super) fn told(words: &Words, done: &Done) -> String {
    let file = |path: &std::path::Path| format!("\u{2066}{}\u{2069}", crate::folder::shown(path));
    match done {
        Done::Unlocked => words.get("settings-unlocked"),
        Done::Sealed(true) => words.get("settings-sealed-now"),
        Done::Sealed(false) => words.get("settings-unsealed-now"),
        Done::BackedUp(path) => words.with("settings-backed-up", &[("file", file(path).into())]),
        Done::Restored(restored) => match &restored.aside {
            Some(aside) => words.with("settings-restored-aside", &[("file", file(aside).into())]),
            None => words.get("settings-restored"),
        },
    }
}

/// Shows it. Gives what the person wants to do.
pub(super) fn show(ui: &mut Ui, scene: &Scene<'_>) -> Option<Asked> {
    let (style, words) = (scene.style, scene.words);
    let soft = style.palette.ink_soft;
    text::coloured(ui, style, &words.get("settings-identity-about"), Type::Body, soft);
    ui.add_space(space::HALF);
    let mut asked = None;
    let mut offer = |ui: &mut Ui, name: &str, weight: Weight, what: Asked| {
        if text::button(ui, style, &words.get(name), weight).clicked() {
            asked = Some(what);
        }
    };
    match scene.standing {
        Standing::None => {
            text::label(ui, style, &words.get("settings-identity-none"), Type::Body);
        }
        Standing::Unreadable(reason) => {
            text::coloured(ui, style, &reason.say(words), Type::Body, style.palette.danger);
        }
        Standing::There { sealed, .. } => {
            if let Some(fingerprint) = scene.fingerprint {
                pictures(ui, scene, fingerprint);
            }
            let state = match (*sealed, scene.locked) {
                (false, _) => "settings-unsealed",
                (true, false) => "settings-sealed-open",
                (true, true) => "settings-sealed-locked",
            };
            text::label(ui, style, &words.get(state), Type::Strong);
            if scene.locked {
                offer(ui, "settings-unlock", Weight::Primary, Asked::Unlock);
            }
            row(ui, style, |ui| {
                if *sealed {
                    offer(ui, "settings-reseal", Weight::Plain, Asked::Seal);
                    offer(ui, "settings-unseal", Weight::Plain, Asked::Unseal);
                } else {
                    offer(ui, "settings-seal", Weight::Plain, Asked::Seal);
                }
            });
        }
    }
    let there = matches!(scene.standing, Standing::There { .. });
    ui.add_space(space::ONE);
    if there {
        text::coloured(ui, style, &words.get("settings-backup-why"), Type::Body, soft);
    }
    row(ui, style, |ui| {
        if there {
            offer(ui, "settings-backup", Weight::Plain, Asked::BackUp);
        }
        offer(ui, "settings-restore", Weight::Plain, Asked::Restore);
    });
    asked
}

/// The nine pictures with their names, three a line, and the digits.
fn pictures(ui: &mut Ui, scene: &Scene<'_>, fingerprint: Fingerprint) {
    let (style, words) = (scene.style, scene.words);
    text::label(ui, style, &words.get("settings-fingerprint"), Type::Heading);
    let name = |symbol: &Symbol| match words.language() {
        Language::Arabic => symbol.ar,
        Language::English => symbol.en,
        Language::Romanian => symbol.ro,
    };
    for line in fingerprint.symbols().chunks(3) {
        let line: Vec<String> = line
            .iter()
            .map(|symbol| format!("\u{2068}{} {}\u{2069}", symbol.emoji, name(symbol)))
            .collect();
        text::label(ui, style, &line.join("   "), Type::Body);
    }
    let digits = format!("\u{2066}{fingerprint}\u{2069}");
    text::coloured(ui, style, &digits, Type::Small, style.palette.ink_soft);
    ui.add_space(space::ONE);
}
