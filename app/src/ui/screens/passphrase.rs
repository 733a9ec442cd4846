//! Dialogs that ask for a passphrase: to open the identity, to seal it, to back it up, to restore it.

use egui::{Key, Ui};
use majlis_crypto::identity::Passphrase;
use zeroize::Zeroizing;

use crate::folder::typed;
use crate::ui::keyring::{Deed, Refused};
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{Closing, dialog, row, switch};
use crate::ui::words::Words;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// The passphrase of the sealed identity.
    Unlock,
    /// A first passphrase, or another one.
    Seal,
    /// The passphrase, so that there is none any more.
    Unseal,
    /// A file, and a passphrase for it.
    BackUp,
    /// A file, and its passphrase.
    Restore,
}

impl Asked {
    const fn title(self) -> &'static str {
        match self {
            Self::Unlock => "settings-unlock-title",
            Self::Seal => "settings-seal",
            Self::Unseal => "settings-unseal",
            Self::BackUp => "settings-backup",
            Self::Restore => "settings-restore",
        }
    }

    const fn about(self) -> &'static str {
        match self {
            Self::Unlock => "settings-unlock-about",
            Self::Seal => "settings-seal-about",
            Self::Unseal => "settings-unseal-about",
            Self::BackUp => "settings-backup-about",
            Self::Restore => "settings-restore-about",
        }
    }

    const fn button(self) -> &'static str {
        match self {
            Self::Unlock => "settings-unlock",
            Self::Seal => "settings-seal-do",
            Self::Unseal => "settings-unseal-do",
            Self::BackUp => "settings-backup-do",
            Self::Restore => "settings-restore-do",
        }
    }

    const fn has_file(self) -> bool {
        matches!(self, Self::BackUp | Self::Restore)
    }

    const fn has_new(self) -> bool {
        matches!(self, Self::Seal | Self::BackUp)
    }
}

/// What a passphrase may be long, in characters: longer than anybody types.
const MOST: usize = 250;

/// A dialog that is open. What is typed is wiped when it closes.
pub struct Form {
    asked: Asked,
    /// Whether the identity is sealed, so that its passphrase is asked for.
    sealed: bool,
    file: String,
    own: Zeroizing<String>,
    new: Zeroizing<String>,
    again: Zeroizing<String>,
    keep_sealed: bool,
    /// What is wrong, worded.
    wrong: Option<String>,
    focused: bool,
}

impl Form {
    /// Opens a dialog. `sealed` is whether the identity in the profile is.
    #[must_use]
    pub fn new(asked: Asked, sealed: bool) -> Self {
        let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_owned());
        let file = match asked {
            Asked::BackUp => home.map(|home| home.join("majlis-identity.backup").display().to_string()),
            _ => None,
        };
        let secret = || Zeroizing::new(String::with_capacity(4 * MOST));
        Self {
            asked,
            sealed,
            file: file.unwrap_or_default(),
            own: secret(),
            new: secret(),
            again: secret(),
            keep_sealed: true,
            wrong: None,
            focused: false,
        }
    }

    /// Which it is.
    #[must_use]
    pub const fn asked(&self) -> Asked {
        self.asked
    }

    /// What was tried did not work.
    pub fn refuse(&mut self, words: &Words, reason: &Refused) {
        self.wrong = Some(refused(reason).say(words));
    }

    const fn asks_own(&self) -> bool {
        match self.asked {
            Asked::Unlock | Asked::Restore => true,
            Asked::Seal | Asked::Unseal | Asked::BackUp => self.sealed,
        }
    }

    /// Shows it; while something is being done, nothing can be asked. Dismissed: nothing is to be done.
    pub fn show(&mut self, ui: &Ui, style: &Style, words: &Words, busy: bool) -> Closing<Deed> {
        let closing = dialog(ui, style, "passphrase", 480.0, |ui| {
            text::label(ui, style, &words.get(self.asked.title()), Type::Heading);
            let about = words.get(self.asked.about());
            text::coloured(ui, style, &about, Type::Body, style.palette.ink_soft);
            ui.add_space(space::HALF);
            self.fields(ui, style, words);
            let wrong = if busy {
                Some((words.get("settings-busy"), style.palette.ink_soft))
            } else {
                self.wrong.clone().map(|wrong| (wrong, style.palette.danger))
            };
            if let Some((line, colour)) = wrong {
                text::coloured(ui, style, &line, Type::Body, colour);
            }
            ui.add_space(space::ONE);
            let enter = ui.input(|input| input.key_pressed(Key::Enter));
            row(ui, style, |ui| {
                let ready = !busy && self.is_ready();
                let kind = if self.asked == Asked::Unseal {
                    Weight::Danger
                } else {
                    Weight::Primary
                };
                let button = text::button_if(ui, style, ready, &words.get(self.asked.button()), kind);
                let cancel = if self.asked == Asked::Unlock {
                    "settings-later"
                } else {
                    "settings-cancel"
                };
                let cancel = text::button(ui, style, &words.get(cancel), Weight::Plain);
                if cancel.clicked() {
                    return Some(None);
                }
                let go = button.clicked() || enter && !cancel.has_focus();
                (ready && go).then(|| self.deed(words)).flatten().map(Some)
            })
        });
        match closing {
            Closing::Open => Closing::Open,
            Closing::Done(Some(deed)) => Closing::Done(deed),
            Closing::Done(None) | Closing::Dismissed => Closing::Dismissed,
        }
    }

    fn fields(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let asked = self.asked;
        let asks_own = self.asks_own();
        let mut first = None;
        let mut note = |response: egui::Response| {
            first.get_or_insert(response.id);
        };
        if asked.has_file() {
            let name = words.get("settings-file");
            text::label(ui, style, &name, Type::Body);
            note(Field::new(&mut self.file, &name).width(f32::INFINITY).show(ui, style));
        }
        if asks_own {
            let name = words.get(match asked {
                Asked::Restore => "settings-passphrase-backup",
                _ => "settings-passphrase-own",
            });
            note(secret(ui, style, &name, &mut self.own));
        }
        if asked.has_new() {
            let (name, again) = match asked {
                Asked::BackUp => ("settings-passphrase-backup", "settings-passphrase-backup-again"),
                _ => ("settings-passphrase-new", "settings-passphrase-again"),
            };
            note(secret(ui, style, &words.get(name), &mut self.new));
            note(secret(ui, style, &words.get(again), &mut self.again));
        }
        if asked == Asked::Restore {
            row(ui, style, |ui| {
                let name = words.get("settings-restore-sealed");
                switch(ui, style, &name, &mut self.keep_sealed);
                text::label(ui, style, &name, Type::Body);
            });
        }
        if let Some(first) = first
            && !std::mem::replace(&mut self.focused, true)
        {
            ui.memory_mut(|memory| memory.request_focus(first));
        }
    }

    /// Whether everything was typed.
    fn is_ready(&self) -> bool {
        let file = !self.asked.has_file() || !self.file.trim().is_empty();
        let own = !self.asks_own() || !self.own.is_empty();
        let new = !self.asked.has_new() || !self.new.is_empty() && !self.again.is_empty();
        file && own && new
    }

    /// What is to be done; nothing where what was typed does not do, which is said.
    fn deed(&mut self, words: &Words) -> Option<Deed> {
        match self.typed() {
            Ok(deed) => {
                self.wrong = None;
                deed
            }
            Err(name) => {
                self.wrong = Some(words.get(name));
                None
            }
        }
    }

    /// What was typed, or the name of the text that says what is wrong with it.
    fn typed(&self) -> Result<Option<Deed>, &'static str> {
        if self.asked.has_new() && *self.new != *self.again {
            return Err("settings-passphrase-differs");
        }
        let read = |asked: bool, text: &str| {
            let read = asked.then(|| Passphrase::new(text)).transpose();
            read.map_err(|_| "settings-passphrase-unusable")
        };
        let own = read(self.asks_own(), &self.own)?;
        let new = read(self.asked.has_new(), &self.new)?;
        let file = typed(&self.file);
        Ok(match self.asked {
            Asked::Unlock => own.map(Deed::Unlock),
            Asked::Seal => Some(Deed::Seal { own, seal: new }),
            Asked::Unseal => Some(Deed::Seal { own, seal: None }),
            Asked::BackUp => new.map(|seal| Deed::BackUp { to: file, own, seal }),
            Asked::Restore => own.map(|open| Deed::Restore {
                from: file,
                open,
                sealed: self.keep_sealed,
            }),
        })
    }
}

/// Why something was not done with the identity.
#[must_use]
pub fn refused(reason: &Refused) -> Sentence {
    match reason {
        Refused::Passphrase => Sentence::of("settings-wrong-passphrase"),
        Refused::Because(reason) => Sentence::of("settings-not-done").sentence("reason", reason.clone()),
    }
}

fn secret(ui: &mut Ui, style: &Style, name: &str, text: &mut String) -> egui::Response {
    text::label(ui, style, name, Type::Body);
    Field::new(text, name)
        .secret()
        .at_most(MOST)
        .width(f32::INFINITY)
        .show(ui, style)
}
