//! What the people at a table agree on before the match: the closing of the table.

use majlis_crypto::cbor::{self, ByteArray};
use majlis_crypto::chain::{self, Digest32};
use majlis_crypto::identity::{Identity, IdentityKey, SignTag, Signature};
use majlis_crypto::transcript::SUITE;
use majlis_rules::game::Game;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::table::{OptionValue, Table};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_tuple::{Deserialize_tuple, Serialize_tuple};

use crate::error::{BadClosing, Refusal};
use crate::party::{MAX_PARTIES, PartyId};
use crate::wire::{MAX_CLOSING, limits};

/// The version of the protocol and of the log's format that this crate speaks.
pub const PROTOCOL: u32 = 1;
/// The version of the rules that this crate plays by.
pub const RULES: u32 = 1;
/// The longest name of a person, in characters.
pub const MAX_NAME: usize = 40;
/// The longest clock and grace time, in seconds: a week.
pub const MAX_CLOCK: u32 = 7 * 24 * 3600;

/// One person at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Member {
    /// The person's key.
    pub identity: IdentityKey,
    /// The name shown beside it; it proves nothing.
    pub name: String,
    /// The person's seats' place among the persons of the game where it was chosen, from 0; `None` where the lot decides (common.3).
    pub chosen: Option<u8>,
}

/// How the name of a bot begins. The closing of the table holds the names, and nobody commits to a closing that he does not want, so
/// all who play have agreed that the match is practice: it counts for nobody's profile.
pub const BOT_MARK: &str = "bot:";

impl Member {
    /// Whether this party is said to be a bot: its name begins with [`BOT_MARK`].
    #[must_use]
    pub fn is_bot(&self) -> bool {
        self.name.starts_with(BOT_MARK)
    }
}

/// How long a person may take (common.8), in seconds. Clock and grace are part of the agreement; no rule of the log depends on
/// another machine's clock (log.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize_tuple, Deserialize_tuple)]
pub struct Clock {
    /// The time for a turn; `None`: no clock.
    pub turn: Option<u32>,
    /// The time beyond it, before the others may vote.
    pub grace: u32,
}

impl Default for Clock {
    /// Two minutes, and one of grace (common.8).
    fn default() -> Self {
        Self {
            turn: Some(120),
            grace: 60,
        }
    }
}

/// The host's closing of the table. Its digest is the match id (log.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// [`RULES`].
    pub rules: u32,
    /// Group, hash and proof system: [`SUITE`].
    pub suite: u16,
    /// Which game.
    pub game: GameId,
    /// Seats and options.
    pub table: Table,
    /// Clock and grace.
    pub clock: Clock,
    /// The parties, the host first.
    pub members: Vec<Member>,
    /// The host's random number, so that no two matches have one id.
    pub nonce: [u8; 32],
}

/// The agreement as it is written.
#[derive(Serialize_tuple, Deserialize_tuple)]
struct Written {
    protocol: u32,
    rules: u32,
    suite: u16,
    game: String,
    seats: u8,
    options: Vec<(String, WrittenValue)>,
    clock: Clock,
    members: Vec<Member>,
    nonce: ByteArray<32>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenValue {
    Flag(bool),
    Number(u32),
}

impl Serialize for Agreement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            protocol: self.protocol,
            rules: self.rules,
            suite: self.suite,
            game: self.game.id().to_owned(),
            seats: self.table.seats,
            options: self
                .table
                .options
                .iter()
                .map(|(key, value)| {
                    (
                        key.to_owned(),
                        match value {
                            OptionValue::Flag(flag) => WrittenValue::Flag(flag),
                            OptionValue::Number(number) => WrittenValue::Number(number),
                        },
                    )
                })
                .collect(),
            clock: self.clock,
            members: self.members.clone(),
            nonce: ByteArray(self.nonce),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Agreement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let game = written.game.parse().map_err(de::Error::custom)?;
        let mut table = Table::new(written.seats);
        for (key, value) in written.options {
            let value = match value {
                WrittenValue::Flag(flag) => OptionValue::Flag(flag),
                WrittenValue::Number(number) => OptionValue::Number(number),
            };
            table.options.set(key, value);
        }
        Ok(Self {
            protocol: written.protocol,
            rules: written.rules,
            suite: written.suite,
            game,
            table,
            clock: written.clock,
            members: written.members,
            nonce: written.nonce.0,
        })
    }
}

impl Agreement {
    /// The agreement of today's versions.
    #[must_use]
    pub const fn new(game: GameId, table: Table, clock: Clock, members: Vec<Member>, nonce: [u8; 32]) -> Self {
        Self {
            protocol: PROTOCOL,
            rules: RULES,
            suite: SUITE,
            game,
            table,
            clock,
            members,
            nonce,
        }
    }

    /// How many parties there are.
    #[must_use]
    pub fn parties(&self) -> u8 {
        u8::try_from(self.members.len()).unwrap_or(MAX_PARTIES)
    }

    /// A member.
    #[must_use]
    pub fn member(&self, party: PartyId) -> Option<&Member> {
        self.members.get(party.index())
    }

    /// The party with this key.
    #[must_use]
    pub fn party_of(&self, identity: &IdentityKey) -> Option<PartyId> {
        let at = self.members.iter().position(|member| member.identity == *identity)?;
        PartyId::new(u8::try_from(at).ok()?)
    }

    /// Whether a bot is at the table: then the match is practice and counts for nothing.
    #[must_use]
    pub fn is_practice(&self) -> bool {
        self.members.iter().any(Member::is_bot)
    }

    /// Whether all seats are drawn by lot; only such matches are rated (common.3).
    #[must_use]
    pub fn is_by_lot(&self) -> bool {
        self.members.iter().all(|member| member.chosen.is_none())
    }

    /// The canonical bytes.
    ///
    /// # Errors
    /// Where the agreement cannot be written, which a checked one always can.
    pub fn encode(&self) -> Result<Vec<u8>, Refusal> {
        cbor::to_vec(self).map_err(|error| Refusal::Closing(BadClosing::Encoding(error.to_string())))
    }

    /// Checks that a match can be played on these terms by this program.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<AnyGame, Refusal> {
        let refuse = |why: BadClosing| Err(Refusal::Closing(why));
        if self.protocol != PROTOCOL {
            return refuse(BadClosing::Protocol(self.protocol));
        }
        if self.rules != RULES {
            return refuse(BadClosing::Rules(self.rules));
        }
        if self.suite != SUITE {
            return refuse(BadClosing::Suite(self.suite));
        }
        let game = self
            .game
            .start(&self.table)
            .map_err(|error| Refusal::Closing(BadClosing::Table(error)))?;
        if let Some(option) = self.game.drawn_seat()
            && self.table.options.iter().any(|(key, _)| key == option)
        {
            return refuse(BadClosing::Drawn(option));
        }
        let persons = game.persons().len();
        if self.members.len() != persons {
            return refuse(BadClosing::Persons {
                sitting: self.members.len(),
                persons,
            });
        }
        for (at, member) in self.members.iter().enumerate() {
            let Some(party) = u8::try_from(at).ok().and_then(PartyId::new) else {
                return refuse(BadClosing::Persons {
                    sitting: self.members.len(),
                    persons,
                });
            };
            let before = self.members.get(..at).unwrap_or_default();
            if before.iter().any(|other| other.identity == member.identity) {
                return refuse(BadClosing::SameKey(party));
            }
            if member.name.chars().count() > MAX_NAME || member.name.chars().any(spoils_lines) {
                return refuse(BadClosing::Name(party));
            }
            if let Some(place) = member.chosen {
                if usize::from(place) >= persons {
                    return refuse(BadClosing::Place { party, place, persons });
                }
                if before.iter().any(|other| other.chosen == Some(place)) {
                    return refuse(BadClosing::PlaceTwice(place));
                }
            }
        }
        if self.clock.turn.is_some_and(|turn| turn == 0 || turn > MAX_CLOCK) || self.clock.grace > MAX_CLOCK {
            return refuse(BadClosing::Clock);
        }
        Ok(game)
    }
}

/// Whether a character of a name would spoil the line that the name stands in: control characters, ends of lines and paragraphs, and
/// what turns the direction of all that follows, or ends what was put round the name against that.
fn spoils_lines(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fff9}'..='\u{fffb}' | '\u{feff}')
}

/// The closing with the host's signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closing {
    /// The canonical bytes of the [`Agreement`].
    bytes: Vec<u8>,
    /// The host's signature over them.
    signature: Signature,
    agreement: Agreement,
}

impl Closing {
    /// Closes a table as its host.
    ///
    /// # Errors
    /// Where no match can be played on these terms, or the host is not the first party.
    pub fn sign(agreement: Agreement, host: &Identity) -> Result<Self, Refusal> {
        agreement.check()?;
        if agreement
            .members
            .first()
            .is_none_or(|member| member.identity != host.key())
        {
            return Err(Refusal::Closing(BadClosing::HostNotFirst));
        }
        let bytes = agreement.encode()?;
        let signature = host.sign(SignTag::Closing, &bytes);
        Ok(Self {
            bytes,
            signature,
            agreement,
        })
    }

    /// Reads a closing and checks everything about it.
    ///
    /// # Errors
    /// Where it is not canonical, not signed by its host, or no match can be played on its terms.
    pub fn open(bytes: Vec<u8>, signature: Signature) -> Result<Self, Refusal> {
        let agreement: Agreement = cbor::from_slice(&bytes, &limits(MAX_CLOSING))
            .map_err(|error| Refusal::Closing(BadClosing::Decoding(error.to_string())))?;
        agreement.check()?;
        let host = agreement.members.first().ok_or(Refusal::Closing(BadClosing::Nobody))?;
        host.identity
            .verify(SignTag::Closing, &bytes, &signature)
            .map_err(|_| Refusal::Closing(BadClosing::Signature))?;
        Ok(Self {
            bytes,
            signature,
            agreement,
        })
    }

    /// What was agreed.
    #[must_use]
    pub const fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// The canonical bytes that are signed.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The host's signature.
    #[must_use]
    pub const fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The match id: the digest of the closing without its signature.
    #[must_use]
    pub fn match_id(&self) -> Digest32 {
        chain::match_id(&self.bytes)
    }
}
