//! Sitting down by a link: it is pasted or written, and what is wrong with it is said in one sentence.

use egui::{Event, Ui, ViewportCommand};
use majlis_crypto::identity::IdentityKey;
use majlis_net::advert::Versions;
use majlis_net::invite::{Invitation, InviteError, SCHEME};

use super::super::Go;
use super::company;
use crate::links::desktop::Desktop;
use crate::ui::asked::Ask;
use crate::ui::sentence::Sentence;
use crate::ui::style::{Style, Type, space};
use crate::ui::text::{self, Field, Weight};
use crate::ui::widgets::{Closing, dialog, row, switch};
use crate::ui::words::Words;

/// A link while it is written.
#[derive(Debug)]
pub struct LinkDialog {
    text: String,
    /// The desktop that opens links with this program, or could, and whether it does.
    desktop: Option<(Desktop, bool)>,
    /// Why it does not: one sentence.
    failed: Option<String>,
    /// Whether the clipboard was asked for by opening the dialog: what is no link is then left alone.
    quietly: bool,
    begun: bool,
    /// Whether the field has had the keyboard from the start: Enter sits down, and what is typed is written.
    focused: bool,
}

/// A link that leads nowhere: why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is no link.
    Link(InviteError),
    /// It leads to this person's own table.
    Own,
    /// The table is of another version.
    Version(majlis_net::advert::Mismatch),
}

/// Reads what somebody pasted: a link, alone or within a message.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str, me: Option<IdentityKey>) -> Result<Box<Invitation>, Wrong> {
    let invitation = parse(text).map_err(Wrong::Link)?;
    if Some(invitation.host) == me {
        return Err(Wrong::Own);
    }
    let theirs = Versions {
        protocol: invitation.protocol,
        ..Versions::OURS
    };
    match theirs.mismatch() {
        Some(mismatch) => Err(Wrong::Version(mismatch)),
        None => Ok(Box::new(invitation)),
    }
}

/// The link in a text: all of it, or from where it begins up to the next white space, as in a message.
fn parse(text: &str) -> Result<Invitation, InviteError> {
    let whole = text.parse::<Invitation>();
    let Err(error) = whole else { return whole };
    let small = text.to_ascii_lowercase();
    let Some(at) = small.find(SCHEME) else {
        return Err(error);
    };
    let rest = text.get(at..).unwrap_or_default();
    let word: String = rest.split_whitespace().next().unwrap_or_default().to_owned();
    let trimmed = word.trim_end_matches(|char: char| !char.is_ascii_alphanumeric());
    let found = rest.parse().or_else(|_| trimmed.parse());
    // Of a link alone its own mistake is told, counted in what was pasted.
    if at == 0 {
        found.map_err(|_: InviteError| error)
    } else {
        found
    }
}

/// Says what is wrong with a link.
#[must_use]
pub fn sentence(words: &Words, wrong: &Wrong) -> String {
    match wrong {
        Wrong::Own => words.get("home-link-own"),
        Wrong::Version(mismatch) => company::mismatch(words, mismatch),
        Wrong::Link(error) => match error {
            InviteError::NotALink => words.get("home-link-none"),
            InviteError::TooLong => words.get("home-link-long"),
            InviteError::Character { at, character } => {
                let at = i64::try_from(*at).unwrap_or(i64::MAX);
                let character = character.to_string();
                let values = [("at", at.into()), ("character", character.as_str().into())];
                words.with("home-link-character", &values)
            }
            InviteError::Format { .. } => words.get("home-link-format"),
            InviteError::Mistyped => words.get("home-link-mistyped"),
            _ => words.get("home-link-content"),
        },
    }
}

/// A link in what is pasted anywhere on a screen where nothing else wants it.
pub(super) fn pasted(ui: &Ui) -> Option<String> {
    ui.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Paste(text) if text.to_ascii_lowercase().contains(SCHEME) => Some(text.clone()),
            _ => None,
        })
    })
}

impl LinkDialog {
    /// The dialog for a text that is there already, or for what the clipboard holds, if it is a link.
    #[must_use]
    pub fn with(text: Option<String>, desktop: Option<&Desktop>) -> Self {
        Self {
            desktop: desktop.map(|desktop| (desktop.clone(), desktop.is_registered())),
            failed: None,
            quietly: text.is_none(),
            begun: text.is_some(),
            focused: false,
            text: text.unwrap_or_default(),
        }
    }

    /// Shows it. Nothing: it stays open.
    pub fn show(&mut self, ui: &Ui, style: &Style, words: &Words, me: Option<IdentityKey>) -> Closing<Option<Go>> {
        if !std::mem::replace(&mut self.begun, true) {
            ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
        }
        self.take_pasted(ui, me);
        dialog(ui, style, "join by link", 560.0, |ui| {
            text::label(ui, style, &words.get("home-link-title"), Type::Title);
            text::coloured(
                ui,
                style,
                &words.get("home-link-about"),
                Type::Body,
                style.palette.ink_soft,
            );
            ui.add_space(space::ONE);
            let name = words.get("home-link-field");
            let field = Field::new(&mut self.text, &name)
                .hint(SCHEME)
                .at_most(2 * majlis_net::limits::MAX_INVITATION)
                .width(f32::INFINITY)
                .show(ui, style);
            if !std::mem::replace(&mut self.focused, true) {
                field.request_focus();
            }
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let link = (!self.text.trim().is_empty()).then(|| read(&self.text, me));
            if let Some(Err(wrong)) = &link {
                text::coloured(ui, style, &sentence(words, wrong), Type::Body, style.palette.danger);
            }
            self.registration(ui, style, words);
            ui.add_space(space::TWO);
            let mut done = None;
            row(ui, style, |ui| {
                let good = matches!(link, Some(Ok(_)));
                let sit = text::button_if(ui, style, good, &words.get("home-sit"), Weight::Primary);
                if let Some(Ok(invitation)) = link
                    && (sit.clicked() || entered)
                {
                    done = Some(Some(Go::Ask(Ask::Join(invitation))));
                }
                if text::button(ui, style, &words.get("home-link-paste"), Weight::Plain).clicked() {
                    self.quietly = false;
                    ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
                }
                if text::button(ui, style, &words.get("close"), Weight::Quiet).clicked() {
                    done = Some(None);
                }
            });
            done
        })
    }

    /// Whether the system opens links with this program: on request, and undone by another click.
    fn registration(&mut self, ui: &mut Ui, style: &Style, words: &Words) {
        let Some((desktop, registered)) = &mut self.desktop else {
            return;
        };
        ui.add_space(space::ONE);
        let name = words.get("home-handler");
        let mut clicked = false;
        row(ui, style, |ui| {
            clicked = switch(ui, style, &name, registered);
            text::label(ui, style, &name, Type::Body);
        });
        text::coloured(
            ui,
            style,
            &words.get("home-handler-about"),
            Type::Small,
            style.palette.ink_soft,
        );
        if clicked {
            let done = if *registered {
                desktop.register()
            } else {
                desktop.unregister()
            };
            self.failed = done.err().map(|error| {
                Sentence::of("home-handler-failed")
                    .sentence("reason", &error)
                    .say(words)
            });
            *registered = desktop.is_registered();
        }
        if let Some(failed) = &self.failed {
            text::coloured(ui, style, failed, Type::Small, style.palette.danger);
        }
    }

    /// Takes what is pasted before the field does: a link takes the place of all that was written.
    fn take_pasted(&mut self, ui: &Ui, me: Option<IdentityKey>) {
        let pasted = ui.input_mut(|input| {
            let mut pasted = None;
            input.events.retain(|event| match event {
                Event::Paste(text) => {
                    pasted = Some(text.clone());
                    false
                }
                _ => true,
            });
            pasted
        });
        let Some(text) = pasted else { return };
        // What the clipboard happens to hold when the dialog opens need not be meant.
        let meant = !std::mem::take(&mut self.quietly) || !matches!(read(&text, me), Err(Wrong::Link(_)));
        if meant {
            // A large text is cut off where no link can be as long.
            let most = 2 * majlis_net::limits::MAX_INVITATION;
            self.text = text.trim().chars().take(most).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_crypto::identity::Identity;
    use majlis_net::table_id::TableId;

    fn invitation() -> Invitation {
        let mut invitation = Invitation::new(Identity::from_secret(&[7; 32]).key(), TableId([1; 16]));
        invitation.addresses.push("/ip4/192.0.2.7/tcp/4001".parse().unwrap());
        invitation
    }

    #[test]
    fn a_link_is_found_as_people_send_it() {
        let invitation = invitation();
        let link = invitation.to_string();
        for text in [
            link.clone(),
            format!("  {link}\n"),
            format!("\u{2068}{link}\u{2069}"),
            format!("هيا نلعب! {link}"),
            format!("Play with us: {link}, tonight at eight"),
            format!("({link})"),
            format!("Come: {}\n", link.to_lowercase()),
            link.as_bytes()
                .chunks(40)
                .map(|part| std::str::from_utf8(part).unwrap())
                .collect::<Vec<_>>()
                .join("\n"),
        ] {
            assert_eq!(read(&text, None).as_deref(), Ok(&invitation), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_link_is_told() {
        let invitation = invitation();
        let link = invitation.to_string();
        let wrong = |text: &str| read(text, None).unwrap_err();
        assert_eq!(wrong("hello"), Wrong::Link(InviteError::NotALink));
        assert_eq!(wrong(&link[..link.len() - 3]), Wrong::Link(InviteError::Mistyped));
        assert!(matches!(
            wrong(&format!("{}!{}", &link[..20], &link[20..])),
            Wrong::Link(InviteError::Character { character: '!', .. })
        ));
        assert_eq!(wrong(&"x".repeat(100_000)), Wrong::Link(InviteError::TooLong));
        assert_eq!(read(&link, Some(invitation.host)), Err(Wrong::Own));
        let mut later = invitation;
        later.protocol += 1;
        assert!(matches!(read(&later.to_string(), None), Err(Wrong::Version(mismatch)) if mismatch.is_newer()));
    }
}
