//! The screens, one a file. A screen draws itself and says where the person wants to go ([`Go`]); [`Program`](super::program::Program)
//! takes him there.

mod acquaintances;
pub mod broken_off;
pub mod check;
pub mod connection;
pub mod entry;
pub mod fingerprint;
pub mod home;
pub mod keys;
pub mod logs;
pub mod open;
pub mod passphrase;
pub mod people;
pub mod profile;
pub mod replay;
pub mod rules;
pub mod settings;
pub mod terms;
pub mod waiting;
pub mod welcome;

use std::path::PathBuf;

use egui::{Rect, Ui};
use majlis_crypto::chain::Digest32;
use majlis_net::table_id::TableId;
use majlis_rules::registry::GameId;

use super::asked::Ask;
use super::style::{Style, Type, space};
use super::text;
use super::widgets::{Icon, icon_button, row};
use super::words::Words;
use crate::profile::fact::Key;
use crate::profile::figures::Figure;

/// Where somebody wants to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Go {
    /// To the home screen.
    Home,
    /// To the rules of a game.
    Rules(GameId),
    /// To the settings.
    Settings,
    /// To the connection.
    Connection,
    /// To a practice table of a game.
    Play(GameId),
    /// To the table of a match with people.
    Match(Digest32),
    /// Back to a practice match that was broken off.
    TakeUp(Digest32),
    /// On without that match: it is not offered again.
    LetGo(Digest32),
    /// Back to where he came from.
    Back,
    /// To the list of keys.
    Keys,
    /// To the terms of a new table, of this game or of the one of the last time.
    Open(Option<GameId>),
    /// To a table that is not closed yet.
    Waiting(TableId),
    /// To the people met.
    People,
    /// To the dialog for a link: this one, or one that is to be pasted.
    Link(Option<String>),
    /// Where the node leads when it is asked for this.
    Ask(Ask),
    /// To the logs of the profile's matches.
    Logs,
    /// To somebody's profile, one's own where nobody is named.
    Profile(Option<Key>),
    /// To the matches on which a figure of somebody's profile rests.
    Behind(Key, Figure),
    /// To what checking a file gives, over whatever screen there is.
    Check(PathBuf),
    /// To the replay of a match from its file.
    Replay(PathBuf),
    /// To the screen about what was played that was shown last.
    History,
}

/// The name of a game.
#[must_use]
pub fn game_name(words: &Words, game: GameId) -> String {
    words.get(match game {
        GameId::Arkan => "game-arkan",
        GameId::Domino => "game-domino",
        GameId::Four => "game-four",
        GameId::Jackaroo => "game-jackaroo",
    })
}

/// The head of a screen that one goes back from: an arrow and a title. Says whether the arrow was clicked.
pub fn head(ui: &mut Ui, style: &Style, words: &Words, title: &str) -> bool {
    row(ui, style, |ui| {
        let back = icon_button(ui, style, Icon::Back, &words.get("back")).clicked();
        ui.add_space(space::ONE);
        text::label(ui, style, title, Type::Title);
        back
    })
}

/// The part of a screen that text is read in: as wide as lines may be, in the middle.
#[must_use]
pub fn reading_column(area: Rect, width: f32) -> Rect {
    let margin = if area.width() < 900.0 { space::TWO } else { space::THREE };
    let width = width.min(area.width() - 2.0 * margin);
    Rect::from_center_size(area.center(), egui::vec2(width, area.height() - 2.0 * margin))
}
