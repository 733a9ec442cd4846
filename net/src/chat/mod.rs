//! Chat at a table: short texts, and phrases that each reader sees in his own language. None of it is in the log.
//!
//! ```text
//! message = [content, signature]                                        both byte strings, signature with tag "chat"
//! content = [1, table, sender, stamp, text or number of a phrase]
//! ```
//!
//! A [`Room`] is what one table makes of the messages that arrive: sans-IO, with the time as an argument. It checks the
//! signature, shows nothing twice, limits how much a person can say, and hides who is muted or blocked.

use core::fmt;
use core::time::Duration;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use majlis_crypto::cbor::{self, Limits};
use majlis_crypto::identity::{Identity, IdentityKey, SignTag};
use serde::{Deserialize, Serialize};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::limits::{
    CHAT_BURST, CHAT_EXCESS, CHAT_REFILL, MAX_CHAT, MAX_CHAT_CHARACTERS, MAX_CHAT_HISTORY, MAX_CHAT_TEXT,
};
use crate::name::is_shown;
use crate::rate::{Rate, TokenBucket};
use crate::signed::{seal, unseal};
use crate::table_id::TableId;

/// The version of the message's own form.
const FORM: u64 = 1;

/// How many speak at the fullest table.
const MAX_SPEAKERS: u32 = 4;

/// How many stamps of one person are remembered to know a repetition.
const REMEMBERED: usize = 64;

macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $key:literal;)+) => {
        /// A phrase that every program has in all its languages. On the wire it is a number, which never changes its meaning.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Phrase {
            $($(#[$doc])* $name,)+
        }

        impl Phrase {
            /// All phrases, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The number on the wire.
            #[must_use]
            pub const fn number(self) -> u8 {
                match self { $(Self::$name => $number,)+ }
            }

            /// The key of its text in the program's languages.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)+ }
            }

            /// The phrase with this number; `None` where a later program has added it.
            #[must_use]
            pub const fn new(number: u8) -> Option<Self> {
                match number { $($number => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

phrases! {
    /// Peace be upon you.
    Salam = 0, "salam";
    /// And upon you peace.
    SalamBack = 1, "salam-back";
    /// Good luck.
    GoodLuck = 2, "good-luck";
    /// Your turn.
    YourTurn = 3, "your-turn";
    /// One moment, please.
    OneMoment = 4, "one-moment";
    /// I am back.
    Back = 5, "back";
    /// Hurry up.
    Hurry = 6, "hurry";
    /// Well played.
    WellPlayed = 7, "well-played";
    /// Bravo.
    Bravo = 8, "bravo";
    /// Lucky you.
    Lucky = 9, "lucky";
    /// Oh no.
    OhNo = 10, "oh-no";
    /// Sorry.
    Sorry = 11, "sorry";
    /// Thank you.
    Thanks = 12, "thanks";
    /// Ha ha.
    Laugh = 13, "laugh";
    /// Congratulations.
    Congratulations = 14, "congratulations";
    /// Good game.
    GoodGame = 15, "good-game";
    /// Another one?
    Again = 16, "again";
    /// I have to go.
    Leaving = 17, "leaving";
}

/// What is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saying {
    /// Words of one's own: 1 to [`MAX_CHAT_CHARACTERS`] characters in one line, without space around them.
    Text(String),
    /// A phrase.
    Phrase(Phrase),
}

impl Saying {
    /// A text as somebody typed it, brought into the form that is sent: line breaks become spaces, what cannot be shown and
    /// space around is left out.
    ///
    /// # Errors
    /// [`ChatError::Empty`] or [`ChatError::TooLong`].
    pub fn text(typed: &str) -> Result<Self, ChatError> {
        let line: String = typed
            .chars()
            .map(|c| {
                if matches!(c, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}') {
                    ' '
                } else {
                    c
                }
            })
            .filter(|character| is_shown(*character))
            .collect();
        let text = line.trim().to_owned();
        check(&text)?;
        Ok(Self::Text(text))
    }
}

fn check(text: &str) -> Result<(), ChatError> {
    if text.is_empty() || text.trim() != text || !text.chars().all(is_shown) {
        return Err(ChatError::Empty);
    }
    let characters = text.chars().count();
    if characters > MAX_CHAT_CHARACTERS || text.len() > MAX_CHAT_TEXT {
        return Err(ChatError::TooLong { characters });
    }
    Ok(())
}

/// Why something cannot be said or is not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChatError {
    /// There is nothing in it to be seen.
    Empty,
    /// It is too long.
    TooLong {
        /// Its length.
        characters: usize,
    },
    /// It is of another form or has a phrase that a later program added; that is nobody's fault.
    Unknown,
    /// It is not well formed.
    Malformed(String),
    /// Its sender did not sign it.
    Signature,
    /// It is for another table.
    Table,
}

impl fmt::Display for ChatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the message has nothing in it; write something"),
            Self::TooLong { characters } => write!(
                f,
                "the message has {characters} characters, at most {MAX_CHAT_CHARACTERS} are sent; shorten it"
            ),
            Self::Unknown => f.write_str("the message is of a later version; update the program"),
            Self::Malformed(error) => write!(f, "the message is not well formed ({error}); drop it"),
            Self::Signature => f.write_str("the message is not signed by its sender; drop it"),
            Self::Table => f.write_str("the message is for another table; drop it"),
        }
    }
}

impl core::error::Error for ChatError {}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The table at which it was said; a rematch is played at the same table.
    pub table: TableId,
    /// Who said it.
    pub sender: IdentityKey,
    /// Milliseconds since 1970 by the sender's clock, never the same twice.
    pub stamp: u64,
    /// What was said.
    pub saying: Saying,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Said {
    Phrase(u8),
    Text(String),
}

#[derive(Serialize_tuple, Deserialize_tuple)]
struct Content {
    form: u64,
    table: TableId,
    sender: IdentityKey,
    stamp: u64,
    said: Said,
}

impl Message {
    /// Signs the message and gives the bytes to be sent.
    ///
    /// # Errors
    /// [`ChatError::Signature`] where `identity` is not the sender, or what is wrong with the text.
    pub fn sign(&self, identity: &Identity) -> Result<Vec<u8>, ChatError> {
        if identity.key() != self.sender {
            return Err(ChatError::Signature);
        }
        let said = match &self.saying {
            Saying::Phrase(phrase) => Said::Phrase(phrase.number()),
            Saying::Text(text) => {
                check(text)?;
                Said::Text(text.clone())
            }
        };
        let content = Content {
            form: FORM,
            table: self.table,
            sender: self.sender,
            stamp: self.stamp,
            said,
        };
        cbor::to_vec(&content)
            .and_then(|content| seal(content, SignTag::Chat, identity))
            .map_err(|error| ChatError::Malformed(error.to_string()))
    }

    /// Reads a message and checks its signature.
    ///
    /// # Errors
    /// [`ChatError`].
    pub fn open(bytes: &[u8]) -> Result<Self, ChatError> {
        let malformed = |error: cbor::DecodeError| ChatError::Malformed(error.to_string());
        let (content, signature) = unseal(bytes, MAX_CHAT).map_err(malformed)?;
        let limits = Limits::new(MAX_CHAT).depth(4).items(16);
        let read: Content = match cbor::from_slice(&content, &limits) {
            Ok(read) => read,
            Err(error) => {
                let value: Option<cbor::Value> = cbor::from_slice(&content, &limits).ok();
                let form = value
                    .as_ref()
                    .and_then(|value| value.as_array()?.first()?.as_integer())
                    .and_then(|form| u64::try_from(form).ok());
                return Err(match form {
                    Some(form) if form != FORM => ChatError::Unknown,
                    _ => malformed(error),
                });
            }
        };
        read.sender
            .verify(SignTag::Chat, &content, &signature)
            .map_err(|_| ChatError::Signature)?;
        if read.form != FORM {
            return Err(ChatError::Unknown);
        }
        let saying = match read.said {
            Said::Phrase(number) => Saying::Phrase(Phrase::new(number).ok_or(ChatError::Unknown)?),
            Said::Text(text) => {
                check(&text)?;
                Saying::Text(text)
            }
        };
        Ok(Self {
            table: read.table,
            sender: read.sender,
            stamp: read.stamp,
            saying,
        })
    }
}

/// What a table does with a message that arrived.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It is shown.
    Shown(Box<Message>),
    /// It is not shown here, since its sender is muted: the others at the table may want to hear it.
    Muted(IdentityKey),
    /// It is not shown, and nobody is to blame: blocked, repeated, too fast, of a later version, or from somebody who does not sit
    /// here.
    Dropped,
    /// It is not shown, and it is an offence of whoever sent it to us.
    Offence(ChatError),
}

#[derive(Debug)]
struct Voice {
    /// What this person says.
    bucket: TokenBucket,
    /// What comes from this person, also what others have said: the host of an open table passes on what all his guests say.
    passed: TokenBucket,
    /// Messages beyond that rate since the bucket was last full.
    excess: u32,
    /// Stamps of what was shown last.
    stamps: BTreeSet<u64>,
}

/// The chat of one table.
#[derive(Debug)]
pub struct Room {
    table: TableId,
    voices: BTreeMap<IdentityKey, Voice>,
    /// Everybody is muted but oneself.
    silent: bool,
    muted: BTreeSet<IdentityKey>,
    blocked: BTreeSet<IdentityKey>,
    history: VecDeque<Message>,
    last_stamp: u64,
}

impl Room {
    /// The chat of a table at which these persons may speak.
    #[must_use]
    pub fn new(table: TableId, speakers: impl IntoIterator<Item = IdentityKey>) -> Self {
        let mut room = Self {
            table,
            voices: BTreeMap::new(),
            silent: false,
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            history: VecDeque::new(),
            last_stamp: 0,
        };
        room.set_speakers(speakers);
        room
    }

    /// Changes who may speak. Who stays keeps the rate.
    pub fn set_speakers(&mut self, speakers: impl IntoIterator<Item = IdentityKey>) {
        let speakers: BTreeSet<_> = speakers.into_iter().collect();
        self.voices.retain(|key, _| speakers.contains(key));
        for speaker in speakers {
            self.voices.entry(speaker).or_insert_with(|| Voice {
                bucket: TokenBucket::new(Rate {
                    burst: CHAT_BURST,
                    refill: CHAT_REFILL,
                }),
                passed: TokenBucket::new(Rate {
                    burst: CHAT_BURST * MAX_SPEAKERS,
                    refill: CHAT_REFILL / MAX_SPEAKERS,
                }),
                excess: 0,
                stamps: BTreeSet::new(),
            });
        }
    }

    /// Mutes the whole table, or hears it again. What was said meanwhile is gone.
    pub fn silence(&mut self, silent: bool) {
        self.silent = silent;
    }

    /// Mutes one person at this table, or hears that person again.
    pub fn mute(&mut self, person: IdentityKey, muted: bool) {
        if muted {
            self.muted.insert(person);
        } else {
            self.muted.remove(&person);
        }
    }

    /// Sets who is blocked everywhere. What they said disappears.
    pub fn block(&mut self, blocked: impl IntoIterator<Item = IdentityKey>) {
        self.blocked = blocked.into_iter().collect();
        self.history.retain(|message| !self.blocked.contains(&message.sender));
    }

    /// Says something as the person with this identity: the bytes for all others at the table; it is in the history at once.
    /// `None` where one speaks faster than the others would hear, and should wait a moment.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn say(
        &mut self,
        identity: &Identity,
        saying: Saying,
        now: Duration,
        wall: u64,
    ) -> Result<Option<(Message, Vec<u8>)>, ChatError> {
        let Some(voice) = self.voices.get_mut(&identity.key()) else {
            return Err(ChatError::Table);
        };
        let message = Message {
            table: self.table,
            sender: identity.key(),
            stamp: wall.max(self.last_stamp.saturating_add(1)),
            saying,
        };
        let bytes = message.sign(identity)?;
        if !voice.bucket.take(now) {
            return Ok(None);
        }
        self.last_stamp = message.stamp;
        self.remember(message.clone());
        Ok(Some((message, bytes)))
    }

    /// Takes a message that `from` sent to us, the sender or another at the table who passes it on.
    pub fn hear(&mut self, from: &IdentityKey, bytes: &[u8], now: Duration) -> Heard {
        // A signature is only verified at the rate at which a whole table may speak, so the bucket of whoever sent it comes first.
        let Some(voice) = self.voices.get_mut(from) else {
            return Heard::Dropped;
        };
        if voice.passed.is_full(now) {
            voice.excess = 0;
        }
        if !voice.passed.take(now) {
            voice.excess = voice.excess.saturating_add(1);
            if voice.excess <= CHAT_EXCESS {
                return Heard::Dropped;
            }
            voice.excess = 0;
            return Heard::Offence(ChatError::Malformed(format!(
                "{CHAT_EXCESS} messages more than the rate allows"
            )));
        }
        let message = match Message::open(bytes) {
            Ok(message) => message,
            Err(ChatError::Unknown) => return Heard::Dropped,
            Err(error) => return Heard::Offence(error),
        };
        if message.table != self.table {
            return Heard::Offence(ChatError::Table);
        }
        let Some(voice) = self.voices.get_mut(&message.sender) else {
            return Heard::Dropped;
        };
        let full = voice.stamps.len() >= REMEMBERED;
        if full && voice.stamps.first().is_some_and(|oldest| message.stamp < *oldest)
            || !voice.stamps.insert(message.stamp)
        {
            return Heard::Dropped;
        }
        if full {
            voice.stamps.pop_first();
        }
        // Too fast, but whoever passes it on did not say it, and he himself may have been held up.
        if !voice.bucket.take(now) {
            return Heard::Dropped;
        }
        if self.blocked.contains(&message.sender) {
            return Heard::Dropped;
        }
        if self.silent || self.muted.contains(&message.sender) {
            return Heard::Muted(message.sender);
        }
        self.remember(message.clone());
        Heard::Shown(Box::new(message))
    }

    /// What was said, the latest last; at most [`MAX_CHAT_HISTORY`] messages.
    pub fn history(&self) -> impl Iterator<Item = &Message> {
        self.history.iter()
    }

    fn remember(&mut self, message: Message) {
        self.history.push_back(message);
        if self.history.len() > MAX_CHAT_HISTORY {
            self.history.pop_front();
        }
    }
}

#[cfg(test)]
mod tests;
