//! Adverts: what a host tells the lobby about an open table.
//!
//! An advert is signed by its host, who stands in what is signed; an advert in another's name cannot be made. A private
//! table has none. Its form:
//!
//! ```text
//! advert  = [content, signature]                                        both byte strings, signature with tag "advert"
//! content = [1, protocol, rules, suite, host, name, table, stamp, life, game, seats, [[key, value]], [turn, grace],
//!            persons, free, watch, [addresses], [[relay, address]]]
//! ```
//!
//! all in canonical CBOR. Adverts of other protocol, rules or suite are read as far as this form goes, so that a person can
//! be told why the table cannot be joined; an advert of another form (first number) is passed over.

use core::fmt;
use core::time::Duration;

use majlis_crypto::cbor::{self, EncodeError, Limits, Value};
use majlis_crypto::identity::{Identity, IdentityKey, SignTag};
use majlis_crypto::transcript::SUITE;
use majlis_referee::agreement::{Clock, MAX_CLOCK, PROTOCOL, RULES};
use majlis_rules::game::Game as _;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Options, Table};
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::address::{Address, RelayAddress};
use crate::limits::{ADVERT_LIFE, MAX_ADDRESS_BYTES, MAX_ADVERT, MAX_SHARED_ADDRESSES, MAX_SHARED_RELAYS};
use crate::name;
use crate::signed::{seal, unseal};
use crate::table_id::TableId;

/// The version of the advert's own form.
const FORM: u64 = 1;

/// What must be equal between all who sit at one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Versions {
    /// The protocol and the format of the log.
    pub protocol: u32,
    /// The rules of the games.
    pub rules: u32,
    /// Group, hash and proof system.
    pub suite: u16,
}

impl Versions {
    /// Those of this program.
    pub const OURS: Self = Self {
        protocol: PROTOCOL,
        rules: RULES,
        suite: SUITE,
    };

    /// Why a table of these versions cannot be joined by this program; `None` where it can.
    #[must_use]
    pub const fn mismatch(&self) -> Option<Mismatch> {
        self.mismatch_with(&Self::OURS)
    }

    /// Why nobody can sit at a table of these versions with a program of those.
    #[must_use]
    pub const fn mismatch_with(&self, ours: &Self) -> Option<Mismatch> {
        if self.protocol != ours.protocol {
            Some(Mismatch::new(Component::Protocol, self.protocol, ours.protocol))
        } else if self.rules != ours.rules {
            Some(Mismatch::new(Component::Rules, self.rules, ours.rules))
        } else if self.suite != ours.suite {
            Some(Mismatch::new(Component::Suite, self.suite as u32, ours.suite as u32))
        } else {
            None
        }
    }
}

/// Which version differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// [`Versions::protocol`].
    Protocol,
    /// [`Versions::rules`].
    Rules,
    /// [`Versions::suite`].
    Suite,
}

/// The versions of a table are not those of this program. Displayed it is a sentence for its user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// What differs.
    pub what: Component,
    /// The table's version.
    pub theirs: u32,
    /// This program's.
    pub ours: u32,
}

impl Mismatch {
    const fn new(what: Component, theirs: u32, ours: u32) -> Self {
        Self { what, theirs, ours }
    }

    /// Whether it is this program that has to be updated, and not the host's.
    #[must_use]
    pub const fn is_newer(&self) -> bool {
        self.theirs > self.ours
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.what {
            Component::Protocol => "protocol",
            Component::Rules => "version of the rules",
            Component::Suite => "suite of proofs",
        };
        let Self { theirs, ours, .. } = self;
        write!(f, "the table uses {what} {theirs} and this program {ours}; ")?;
        f.write_str(if self.is_newer() {
            "update this program to sit down there"
        } else {
            "ask the host to update the program"
        })
    }
}

/// An open table, as its host describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advert {
    /// The host's versions.
    pub versions: Versions,
    /// The host.
    pub host: IdentityKey,
    /// The host's name; it proves nothing.
    pub name: String,
    /// The table.
    pub table: TableId,
    /// When the host wrote the advert: milliseconds since 1970 by the host's clock. Of two adverts for a table the one with the
    /// larger stamp holds.
    pub stamp: u64,
    /// For how many seconds it holds from when it is received, at most [`ADVERT_LIFE`]; 0 closes the table.
    pub life: u16,
    /// The game's name. It is one that this program knows, unless the versions differ.
    pub game: String,
    /// Seats and options.
    pub terms: Table,
    /// Clock and grace.
    pub clock: Clock,
    /// How many persons play, 2 to 4.
    pub persons: u8,
    /// How many are still missing, less than `persons`; 0 where the match is running.
    pub free: u8,
    /// Whether the table admits watchers.
    pub watch: bool,
    /// Where the host listens.
    pub addresses: Vec<Address>,
    /// Relays through which the host can be reached.
    pub relays: Vec<RelayAddress>,
}

#[derive(Serialize_tuple, Deserialize_tuple)]
struct Content {
    form: u64,
    protocol: u32,
    rules: u32,
    suite: u16,
    host: IdentityKey,
    name: String,
    table: TableId,
    stamp: u64,
    life: u16,
    game: String,
    seats: u8,
    options: Vec<(String, Setting)>,
    clock: Clock,
    places: (u8, u8, bool),
    addresses: Vec<Address>,
    relays: Vec<RelayAddress>,
}

/// The value of an option, as it is written.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
enum Setting {
    Flag(bool),
    Number(u32),
}

impl From<OptionValue> for Setting {
    fn from(value: OptionValue) -> Self {
        match value {
            OptionValue::Flag(flag) => Self::Flag(flag),
            OptionValue::Number(number) => Self::Number(number),
        }
    }
}

impl From<Setting> for OptionValue {
    fn from(value: Setting) -> Self {
        match value {
            Setting::Flag(flag) => Self::Flag(flag),
            Setting::Number(number) => Self::Number(number),
        }
    }
}

/// Why bytes are not an advert.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AdvertError {
    /// It is an advert of another form, which a later program may make; that is nobody's fault.
    Form {
        /// The form's version.
        found: u64,
    },
    /// It is not well formed.
    Malformed(String),
    /// The host did not sign it.
    Signature,
    /// It says something that no table can be.
    Absurd(String),
}

impl fmt::Display for AdvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form { found } => write!(f, "the advert has form {found}, this program reads {FORM}; update it"),
            Self::Malformed(error) => write!(f, "the advert is not well formed ({error}); drop it"),
            Self::Signature => f.write_str("the advert is not signed by its host; drop it"),
            Self::Absurd(error) => write!(f, "the advert cannot be true ({error}); drop it"),
        }
    }
}

impl core::error::Error for AdvertError {}

impl Advert {
    /// The game, where this program knows it.
    #[must_use]
    pub fn game_id(&self) -> Option<GameId> {
        self.game.parse().ok()
    }

    /// How long the advert holds.
    #[must_use]
    pub const fn lifetime(&self) -> Duration {
        Duration::from_secs(self.life as u64)
    }

    /// Whether it says that the table is open no more.
    #[must_use]
    pub const fn closes(&self) -> bool {
        self.life == 0
    }

    /// Signs the advert as its host and gives the bytes to be sent. The name is [cleaned](name::cleaned), and addresses beyond
    /// the limits are left out.
    ///
    /// # Errors
    /// [`AdvertError::Signature`] where `identity` is not the host, [`AdvertError::Absurd`] where no table can be like that.
    pub fn sign(&self, identity: &Identity) -> Result<Vec<u8>, AdvertError> {
        if identity.key() != self.host {
            return Err(AdvertError::Signature);
        }
        let mut advert = self.clone();
        advert.name = name::cleaned(&self.name);
        advert.addresses.truncate(MAX_SHARED_ADDRESSES);
        advert.relays.truncate(MAX_SHARED_RELAYS);
        advert.check()?;
        let malformed = |error: EncodeError| AdvertError::Malformed(error.to_string());
        let sealed = loop {
            let content = cbor::to_vec(&advert.content()).map_err(malformed)?;
            let sealed = seal(content, SignTag::Advert, identity).map_err(malformed)?;
            // Only many very long DNS names get there.
            if sealed.len() <= MAX_ADVERT || (advert.relays.pop().is_none() && advert.addresses.pop().is_none()) {
                break sealed;
            }
        };
        Ok(sealed)
    }

    /// Reads an advert and checks everything about it except the time.
    ///
    /// # Errors
    /// [`AdvertError`].
    pub fn open(bytes: &[u8]) -> Result<Self, AdvertError> {
        let malformed = |error: cbor::DecodeError| AdvertError::Malformed(error.to_string());
        let (content, signature) = unseal(bytes, MAX_ADVERT).map_err(malformed)?;
        let limits = Limits::new(MAX_ADVERT).depth(4).items(160).string(MAX_ADDRESS_BYTES);
        let content: Content = match cbor::from_slice(&content, &limits) {
            Ok(parsed) => {
                let parsed: Content = parsed;
                parsed
                    .host
                    .verify(SignTag::Advert, &content, &signature)
                    .map_err(|_| AdvertError::Signature)?;
                parsed
            }
            Err(error) => return Err(other_form(&content).unwrap_or_else(|| malformed(error))),
        };
        if content.form != FORM {
            return Err(AdvertError::Form { found: content.form });
        }
        if !content.options.is_sorted_by(|(a, _), (b, _)| a < b) {
            return Err(AdvertError::Malformed("its options are out of order".to_owned()));
        }
        let advert = Self::from_content(content);
        advert.check()?;
        Ok(advert)
    }

    fn content(&self) -> Content {
        Content {
            form: FORM,
            protocol: self.versions.protocol,
            rules: self.versions.rules,
            suite: self.versions.suite,
            host: self.host,
            name: self.name.clone(),
            table: self.table,
            stamp: self.stamp,
            life: self.life,
            game: self.game.clone(),
            seats: self.terms.seats,
            options: self
                .terms
                .options
                .iter()
                .map(|(key, value)| (key.to_owned(), value.into()))
                .collect(),
            clock: self.clock,
            places: (self.persons, self.free, self.watch),
            addresses: self.addresses.clone(),
            relays: self.relays.clone(),
        }
    }

    fn from_content(content: Content) -> Self {
        let (persons, free, watch) = content.places;
        let mut options = Options::new();
        for (key, value) in content.options {
            options.set(key, value.into());
        }
        let mut terms = Table::new(content.seats);
        terms.options = options;
        Self {
            versions: Versions {
                protocol: content.protocol,
                rules: content.rules,
                suite: content.suite,
            },
            host: content.host,
            name: content.name,
            table: content.table,
            stamp: content.stamp,
            life: content.life,
            game: content.game,
            terms,
            clock: content.clock,
            persons,
            free,
            watch,
            addresses: content.addresses,
            relays: content.relays,
        }
    }

    /// Checks that there can be such a table.
    fn check(&self) -> Result<(), AdvertError> {
        let absurd = |sentence: String| Err(AdvertError::Absurd(sentence));
        if !name::is_clean(&self.name) {
            return absurd("the host's name is too long or has control characters".to_owned());
        }
        if self.lifetime() > ADVERT_LIFE {
            return absurd(format!("it wants to hold for {} seconds", self.life));
        }
        if self.addresses.len() > MAX_SHARED_ADDRESSES || self.relays.len() > MAX_SHARED_RELAYS {
            return absurd(format!(
                "it has {} addresses and {} relays",
                self.addresses.len(),
                self.relays.len()
            ));
        }
        if !(2..=4).contains(&self.persons) || self.free >= self.persons {
            return absurd(format!("{} of {} persons are missing", self.free, self.persons));
        }
        if self.clock.turn.is_some_and(|turn| turn == 0 || turn > MAX_CLOCK) || self.clock.grace > MAX_CLOCK {
            return absurd("its clock runs for no time or for more than a week".to_owned());
        }
        let word = |text: &str| (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if !word(&self.game)
            || self.terms.options.iter().count() > 16
            || !self.terms.options.iter().all(|(key, _)| word(key))
        {
            return absurd("the names of its game and options are no names".to_owned());
        }
        if self.versions.mismatch().is_some() {
            // What a table of another version may be is not ours to say.
            return Ok(());
        }
        let game: GameId = match self.game.parse() {
            Ok(game) => game,
            Err(error) => return absurd(format!("{error}")),
        };
        if let Some(drawn) = game.drawn_seat()
            && self.terms.options.iter().any(|(key, _)| key == drawn)
        {
            return absurd(format!("the option {drawn} is set, but the lot draws it"));
        }
        let start = match game.start(&self.terms) {
            Ok(start) => start,
            Err(error) => return absurd(error.to_string()),
        };
        if start.persons().len() != usize::from(self.persons) {
            return absurd(format!("{} persons cannot play it", self.persons));
        }
        Ok(())
    }
}

/// The error for content that has another form; `None` where it has none.
fn other_form(content: &[u8]) -> Option<AdvertError> {
    let value: Value = cbor::from_slice(content, &Limits::new(MAX_ADVERT)).ok()?;
    let found = u64::try_from(value.as_array()?.first()?.as_integer()?).ok()?;
    (found != FORM).then_some(AdvertError::Form { found })
}

#[cfg(test)]
mod tests;
