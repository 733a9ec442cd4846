//! What the person has chosen: a small JSON file in the profile's folder.
//!
//! The file says its version. A file of a later version, or one that cannot be read, is left where it is and the program goes on with
//! what it had at first; once the person changes something, it is put aside as `settings.old`, so that nothing in it is lost.

use std::collections::BTreeMap;

use majlis_net::address::RelayAddress;
use majlis_referee::agreement::{BOT_MARK, MAX_CLOCK};
use majlis_rules::registry::GameId;
use serde::{Deserialize, Serialize};

use super::style::{Style, Theme};
use super::words::{Digits, Words};
use crate::folder::{Folder, FolderError};
use crate::language::Language;

/// The version of the file that this program writes.
const VERSION: u32 = 1;
/// The largest file that is read, in bytes.
const LIMIT: u64 = 64 * 1024;
/// The longest name, in characters: shorter than a name in a match may be, so that there is room for what is put before it.
pub const MAX_NAME: usize = 30;

/// Light, dark, or as the system is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// As the system is.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How large texts are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextSize {
    /// 0.9 of the usual size.
    Small,
    /// The usual size.
    #[default]
    Usual,
    /// 1.15 of it.
    Large,
    /// 1.3 of it.
    Larger,
}

impl TextSize {
    /// All sizes.
    pub const ALL: [Self; 4] = [Self::Small, Self::Usual, Self::Large, Self::Larger];

    /// What sizes of fonts are multiplied by.
    #[must_use]
    pub const fn scale(self) -> f32 {
        match self {
            Self::Small => 0.9,
            Self::Usual => 1.0,
            Self::Large => 1.15,
            Self::Larger => 1.3,
        }
    }
}

/// How a practice match is set up, as it was the last time.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastTable {
    /// How many persons.
    pub persons: u8,
    /// Whether partners play together, where the game lets one choose.
    pub partners: bool,
    /// Whether the long form of the game is played, where it has one.
    pub full: bool,
}

/// How a table with other people was opened the last time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct NewTable {
    /// How many persons.
    pub persons: u8,
    /// Whether partners play together, where the game lets one choose.
    pub partners: bool,
    /// Whether the long form of the game is played, where it has one.
    pub full: bool,
    /// The time for a turn in minutes; 0: no clock.
    pub minutes: u32,
    /// Whether seats are chosen; otherwise all are drawn by lot.
    pub seats_chosen: bool,
    /// Whether people who do not play may watch.
    pub watchers: bool,
    /// Whether only who has the invitation sits down.
    pub private: bool,
}

impl Default for NewTable {
    fn default() -> Self {
        Self {
            persons: 2,
            partners: false,
            full: false,
            minutes: 2,
            seats_chosen: false,
            watchers: false,
            private: false,
        }
    }
}

impl NewTable {
    /// The same with nothing in it that a table of the game cannot have.
    #[must_use]
    pub fn tidied(mut self, game: GameId) -> Self {
        if !super::screens::home::persons(game).contains(&self.persons) {
            self.persons = 2;
        }
        if self.minutes > 60 {
            self.minutes = 2;
        }
        self
    }
}

/// What the person has chosen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    version: u32,
    /// The name the person goes by; empty before the first start is done.
    pub name: String,
    /// The language, as its code.
    language: String,
    /// Whether numbers in Arabic are written ٠١٢٣.
    pub arabic_digits: bool,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// How large texts are.
    pub text_size: TextSize,
    /// Whether sounds are heard.
    pub sounds: bool,
    /// How loud, 0 to 100.
    pub volume: u8,
    /// Whether things move as little as they can.
    pub reduced_motion: bool,
    /// Whether colours have patterns.
    pub colour_marks: bool,
    /// How the last practice match of each game was set up.
    tables: BTreeMap<String, LastTable>,
    /// How the last table of each game was opened.
    opened: BTreeMap<String, NewTable>,
    /// The game of the table that was opened last.
    last_opened: String,
    /// How long a turn may take in practice, in seconds; `None`: without end.
    pub practice_clock: Option<u32>,
    /// Relays that carry what cannot go directly, and lead to people and tables.
    #[serde(with = "as_texts")]
    pub relays: Vec<RelayAddress>,
    /// Relays that lead to people and tables, and carry nothing.
    #[serde(with = "as_texts")]
    pub bootstrap: Vec<RelayAddress>,
    /// Whether nothing beyond the local network is used.
    pub lan_only: bool,
    /// Whether open tables are heard of, and told of.
    pub lobby: bool,
    /// Whether the router is asked to let connections in.
    pub upnp: bool,
}

/// The most relays of either kind.
pub const MAX_RELAYS: usize = 8;

/// Relays as their addresses are written; what is none is passed over.
mod as_texts {
    use majlis_net::address::RelayAddress;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(relays: &[RelayAddress], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(relays.iter().map(ToString::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RelayAddress>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let relays = texts.iter().filter_map(|text| text.parse().ok());
        Ok(relays.take(super::MAX_RELAYS).collect())
    }
}

/// What lies in the place of the settings.
enum Kept {
    Nothing,
    Settings(Box<Settings>),
    /// Something that this program cannot read.
    Strange,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            name: String::new(),
            language: Language::English.code().to_owned(),
            arabic_digits: false,
            theme: ThemeChoice::System,
            text_size: TextSize::Usual,
            sounds: true,
            volume: 70,
            reduced_motion: false,
            colour_marks: false,
            tables: BTreeMap::new(),
            opened: BTreeMap::new(),
            last_opened: String::new(),
            practice_clock: None,
            relays: Vec::new(),
            bootstrap: Vec::new(),
            lan_only: false,
            lobby: true,
            upnp: true,
        }
    }
}

impl Settings {
    /// The settings of somebody who has chosen nothing yet.
    #[must_use]
    pub fn first(language: Language) -> Self {
        Self {
            language: language.code().to_owned(),
            ..Self::default()
        }
    }

    /// Reads the settings of a profile; those of a first start where there are none that can be read.
    #[must_use]
    pub fn load(folder: &Folder, language: Language) -> Self {
        match Self::read(folder) {
            Kept::Settings(settings) => *settings,
            Kept::Nothing | Kept::Strange => Self::first(language),
        }
    }

    fn read(folder: &Folder) -> Kept {
        let bytes = match folder.read(&folder.settings(), LIMIT) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Kept::Nothing,
            Err(_) => return Kept::Strange,
        };
        match serde_json::from_slice::<Self>(&bytes) {
            Ok(mut settings) if settings.version <= VERSION => {
                settings.version = VERSION;
                settings.volume = settings.volume.min(100);
                settings.practice_clock = settings.practice_clock.map(|clock| clock.clamp(1, MAX_CLOCK));
                settings.name = tidy_name(&settings.name);
                Kept::Settings(Box::new(settings))
            }
            _ => Kept::Strange,
        }
    }

    /// Writes them.
    ///
    /// # Errors
    /// Where the folder cannot be written.
    pub fn save(&self, folder: &Folder) -> Result<(), FolderError> {
        if matches!(Self::read(folder), Kept::Strange) {
            // Where it cannot be put aside, writing says why.
            let _ = std::fs::rename(folder.settings(), folder.settings().with_extension("old"));
        }
        // Numbers, texts and flags can always be written as JSON.
        let bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        folder.write(&folder.settings(), &bytes)
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language.parse().unwrap_or(Language::English)
    }

    /// Chooses a language.
    pub fn set_language(&mut self, language: Language) {
        language.code().clone_into(&mut self.language);
    }

    /// The texts that follow from the settings.
    #[must_use]
    pub fn words(&self) -> Words {
        let digits = if self.arabic_digits {
            Digits::ArabicIndic
        } else {
            Digits::Western
        };
        Words::new(self.language(), digits)
    }

    /// The style that follows from the settings; `dark` is how the system is.
    #[must_use]
    pub fn style(&self, dark: bool) -> Style {
        let theme = match self.theme {
            ThemeChoice::System if dark => Theme::Dark,
            ThemeChoice::System | ThemeChoice::Light => Theme::Light,
            ThemeChoice::Dark => Theme::Dark,
        };
        let mut style = Style::new(theme, self.language().is_right_to_left());
        style.text_scale = self.text_size.scale();
        style.reduced_motion = self.reduced_motion;
        style.colour_marks = self.colour_marks;
        style
    }

    /// How the last practice match of a game was set up.
    #[must_use]
    pub fn table(&self, game: GameId) -> LastTable {
        self.tables.get(game.id()).cloned().unwrap_or_default()
    }

    /// Remembers how a practice match is set up.
    pub fn set_table(&mut self, game: GameId, table: LastTable) {
        self.tables.insert(game.id().to_owned(), table);
    }
}

impl Settings {
    /// How the last table of a game was opened.
    #[must_use]
    pub fn new_table(&self, game: GameId) -> NewTable {
        self.opened.get(game.id()).cloned().unwrap_or_default().tidied(game)
    }

    /// Remembers how a table is opened.
    pub fn set_new_table(&mut self, game: GameId, table: NewTable) {
        if table != self.new_table(game) {
            self.opened.insert(game.id().to_owned(), table);
        }
    }

    /// The game of the table that was opened last.
    #[must_use]
    pub fn last_opened(&self) -> GameId {
        self.last_opened.parse().unwrap_or(GameId::Arkan)
    }

    /// Remembers of which game a table was opened.
    pub fn remember_opened(&mut self, game: GameId) {
        game.id().clone_into(&mut self.last_opened);
    }
}

/// A name as it is kept: no white space round it or twice in it, nothing invisible, not too long, and not marked as a bot's.
#[must_use]
pub fn tidy_name(name: &str) -> String {
    // Before words are looked for: what is not seen neither parts them nor makes a name.
    let seen: String = super::text::plain(name)
        .chars()
        .filter(|char| char.is_whitespace() || !char.is_control())
        .filter(|char| {
            !matches!(
                char,
                '\u{AD}' | '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
            )
        })
        .collect();
    let words: Vec<&str> = seen.split_whitespace().collect();
    let joined = words.join(" ");
    // Whoever is called so is taken for a bot by everybody, and his matches count for nothing.
    let mut name = joined.as_str();
    while let Some(rest) = name.strip_prefix(BOT_MARK) {
        name = rest.trim_start();
    }
    name.chars().filter(|char| !char.is_control()).take(MAX_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever somebody types as a name: a table can be opened with what is made of it.
    #[test]
    fn a_tidied_name_is_one_that_a_table_takes() {
        use majlis_crypto::identity::Identity;
        use majlis_referee::agreement::{Agreement, Clock, Member};

        let identities = [1, 2].map(|secret| Identity::from_secret(&[secret; 32]));
        let codes = (0..0x1_0000).chain(0xE_0000..0xE_0200).filter_map(char::from_u32);
        for code in codes.filter(|char| !char.is_alphanumeric()) {
            let name = tidy_name(&format!("a{code}b"));
            if !name.contains(code) {
                continue;
            }
            let members = identities.iter().map(|identity| Member {
                identity: identity.key(),
                name: name.clone(),
                chosen: None,
            });
            let table = majlis_rules::table::Table::new(2);
            let clock = Clock::default();
            let agreement = Agreement::new(GameId::Arkan, table, clock, members.collect(), [0; 32]);
            assert!(agreement.check().is_ok(), "{code:?}: {:?}", agreement.check());
        }
    }

    #[test]
    fn settings_are_read_back_and_strangers_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::at(dir.path().join("profile"));
        let load = || Settings::load(&folder, Language::Romanian);
        assert_eq!(load(), Settings::first(Language::Romanian));
        let mut settings = Settings::first(Language::Arabic);
        "سلمى".clone_into(&mut settings.name);
        settings.volume = 30;
        settings.set_table(
            GameId::Domino,
            LastTable {
                persons: 4,
                partners: true,
                full: false,
            },
        );
        let relay = RelayAddress {
            key: majlis_crypto::identity::Identity::from_secret(&[3; 32]).key(),
            address: "/dns/relay.example/tcp/4001".parse().unwrap(),
        };
        settings.relays.push(relay.clone());
        settings.practice_clock = Some(90);
        settings.lobby = false;
        settings.save(&folder).unwrap();
        assert_eq!(load(), settings);
        for strange in ["{\"version\": 9, \"name\": \"x\"}", "not json", "7"] {
            std::fs::write(folder.settings(), strange).unwrap();
            assert_eq!(load(), Settings::first(Language::Romanian), "{strange}");
            // It stays until something is chosen, and is beside it afterwards.
            assert_eq!(std::fs::read(folder.settings()).unwrap(), strange.as_bytes());
            settings.save(&folder).unwrap();
            assert_eq!(load(), settings);
            let aside = folder.settings().with_extension("old");
            assert_eq!(std::fs::read(&aside).unwrap(), strange.as_bytes());
            settings.save(&folder).unwrap();
            assert_eq!(std::fs::read(&aside).unwrap(), strange.as_bytes());
        }
        // One of an earlier program, and one with what is no address and no clock.
        let old = "{\"version\": 1, \"name\": \"a\", \"language\": \"ro\", \"sounds\": false}";
        std::fs::write(folder.settings(), old).unwrap();
        assert_eq!(
            (load().sounds, load().lobby, load().upnp, load().lan_only),
            (false, true, true, false)
        );
        let odd = format!("{{\"version\": 1, \"relays\": [\"x\", \"{relay}\"], \"practice_clock\": 0}}");
        std::fs::write(folder.settings(), odd).unwrap();
        assert_eq!(
            (load().relays, load().practice_clock),
            (settings.relays.clone(), Some(1))
        );
        std::fs::write(folder.settings(), "{\"version\": 1, \"name\": \" a \\u202e b \"}").unwrap();
        assert_eq!(load().name, "a b");
        for (name, kept) in [
            ("bot:Salma", "Salma"),
            ("bot: bot:\u{200f}x", "\u{200f}x"),
            ("robot: x", "robot: x"),
            ("\u{7}\n\0", ""),
            ("\u{200b} \u{feff}\u{3164}", ""),
            ("a \u{7} b", "a b"),
            ("\u{7}bot:x", "x"),
            ("بوت: سلمى", "بوت: سلمى"),
        ] {
            assert_eq!(tidy_name(name), tidy_name(kept), "{name:?}");
            assert!(!tidy_name(name).starts_with(BOT_MARK), "{name:?}");
        }
        assert_eq!(tidy_name(&"👩🏽".repeat(50)).chars().count(), MAX_NAME);
    }
}
