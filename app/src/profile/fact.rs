//! What one log or one certificate says about a match, once it was checked.

use core::fmt;
use std::io::Read;

use majlis_crypto::cbor::{self, ByteArray, EncodeError, Limits};
use majlis_crypto::chain::Digest32;
use majlis_referee::agreement::Agreement;
use majlis_referee::certificate::{Came, Certificate, Gatherer, Statement, Witness};
use majlis_referee::error::Refusal;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::{Cause, Departure, Match, Report, Slot};
use majlis_referee::verify::{LogError, Proofs, Watch, verify};
use majlis_rules::registry::GameId;
use serde::{Deserialize, Serialize};

/// A person's public key, as bytes. Where it stands in a [`Fact`] it was checked when the fact was.
pub type Key = [u8; 32];

/// How much stands behind what a fact says, the weakest first. Of facts that contradict each other the strongest is believed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// A certificate that lacks the signature of somebody who has not left: whoever made it may have made it up.
    Lacking,
    /// A log in which an expulsion rests on one person's word (log.9).
    Claimed,
    /// A certificate in which each signature that is missing is that of somebody who signed that he leaves, and who lost.
    Left,
    /// A log that is complete to the end of the match.
    Proved,
    /// Everybody who was at the table from the beginning has signed the result.
    Signed,
}

impl Strength {
    /// `lacking`, `claimed`, `left`, `proved` or `signed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lacking => "lacking",
            Self::Claimed => "claimed",
            Self::Left => "left",
            Self::Proved => "proved",
            Self::Signed => "signed",
        }
    }
}

/// One person of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Who.
    pub key: Key,
    /// The name beside the key; it proves nothing.
    pub name: String,
    /// How the match came out; `None` where it does not count for this person.
    pub came: Option<Came>,
}

/// What one log or certificate says about a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The match.
    pub match_id: Digest32,
    /// Which game.
    pub game: GameId,
    /// How many seats.
    pub seats: u8,
    /// The persons, party by party.
    pub parts: Vec<Part>,
    /// Whether all seats were drawn by lot (common.3).
    pub by_lot: bool,
    /// Whether a bot was at the table.
    pub practice: bool,
    /// How much stands behind it.
    pub strength: Strength,
}

/// The tuple that is written into the index.
type Written = (
    Digest32,
    String,
    u8,
    Vec<(ByteArray<32>, String, Option<Came>)>,
    bool,
    bool,
    Strength,
);

const LIMITS: Limits = Limits::new(16 << 10).depth(8).items(128);

impl Fact {
    fn new(agreement: &Agreement, match_id: Digest32, outcomes: &[Option<Came>], strength: Strength) -> Self {
        Self {
            match_id,
            game: agreement.game,
            seats: agreement.table.seats,
            parts: agreement
                .members
                .iter()
                .enumerate()
                .map(|(at, member)| Part {
                    key: *member.identity.as_bytes(),
                    name: member.name.clone(),
                    came: outcomes.get(at).copied().flatten(),
                })
                .collect(),
            by_lot: agreement.is_by_lot(),
            practice: agreement.is_practice(),
            strength,
        }
    }

    /// How the match came out, party by party.
    pub fn outcomes(&self) -> impl Iterator<Item = Option<Came>> + '_ {
        self.parts.iter().map(|part| part.came)
    }

    /// Whether this person was at the table.
    #[must_use]
    pub fn is_about(&self, key: &Key) -> bool {
        self.parts.iter().any(|part| part.key == *key)
    }

    /// What a certificate says.
    ///
    /// # Errors
    /// [`NotBelieved`] where a signature does not hold, the parts do not belong together, or no match can come out like that.
    pub fn of_certificate(bytes: &[u8]) -> Result<Self, NotBelieved> {
        let certificate = Certificate::decode(bytes).map_err(NotBelieved::Refused)?;
        let (closing, witness) = certificate.check().map_err(NotBelieved::Refused)?;
        let statement = &certificate.statement;
        possible(statement)?;
        let strength = match witness {
            Witness::Some { .. } => Strength::Lacking,
            Witness::Everybody if certificate.leaves.is_empty() => Strength::Signed,
            Witness::Everybody => {
                let signed: PartySet = certificate.signatures.iter().map(|(party, _)| *party).collect();
                let lost = PartyId::all(closing.agreement().parties())
                    .zip(&statement.outcomes)
                    .all(|(party, came)| signed.contains(party) || *came == Some(Came::Loss));
                // Who left and yet won did so after the end, and the one who signs alone could say anything.
                if lost { Strength::Left } else { Strength::Lacking }
            }
        };
        Ok(Self::new(
            closing.agreement(),
            statement.match_id,
            &statement.outcomes,
            strength,
        ))
    }

    /// What a log says, and the certificate that can be made of it; and whether somebody cheats in it, as far as it is valid.
    ///
    /// # Errors
    /// Where it is not the whole, valid log of a match.
    pub fn of_log(log: impl Read) -> (Result<(Self, Option<Certificate>), LogError>, bool) {
        let mut gathered = Gathered::default();
        let checked = verify(log, Proofs::Together, &mut gathered);
        let Gathered { gatherer, cheated } = gathered;
        (checked.map(|end| Self::of_match(&end, gatherer)), cheated)
    }

    fn of_match(end: &Match, gatherer: Gatherer) -> (Self, Option<Certificate>) {
        let everybody = PartySet::all(end.agreement().parties());
        let strength = if end.is_claimed() {
            Strength::Claimed
        } else if everybody.minus(end.result_signers()).is_empty() {
            Strength::Signed
        } else {
            Strength::Proved
        };
        let outcomes: Vec<Option<Came>> = end
            .outcomes()
            .unwrap_or_default()
            .into_iter()
            .map(|outcome| outcome.map(Came::from))
            .collect();
        let fact = Self::new(end.agreement(), end.place().match_id, &outcomes, strength);
        (fact, gatherer.certificate(end))
    }

    /// The bytes for the index.
    pub(super) fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let parts = (self.parts.iter())
            .map(|part| (ByteArray(part.key), part.name.clone(), part.came))
            .collect();
        let written: Written = (
            self.match_id,
            self.game.id().to_owned(),
            self.seats,
            parts,
            self.by_lot,
            self.practice,
            self.strength,
        );
        cbor::to_vec(&written)
    }

    /// Reads bytes of the index.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let (match_id, game, seats, parts, by_lot, practice, strength): Written =
            cbor::from_slice(bytes, &LIMITS).ok()?;
        Some(Self {
            match_id,
            game: game.parse().ok()?,
            seats,
            parts: (parts.into_iter())
                .map(|(key, name, came)| Part { key: key.0, name, came })
                .collect(),
            by_lot,
            practice,
            strength,
        })
    }
}

#[derive(Default)]
struct Gathered {
    gatherer: Gatherer,
    /// Whether somebody was found out.
    cheated: bool,
}

impl Watch for Gathered {
    fn step(&mut self, _: &Match, slots: &[(PartyId, Slot)], report: &Report) {
        self.gatherer.step(slots);
        self.cheated |= report.departures.iter().any(is_cheat);
    }
}

/// Whether somebody is gone because he cheated.
#[must_use]
pub const fn is_cheat(departure: &Departure) -> bool {
    matches!(departure.cause, Cause::Fault(_) | Cause::Equivocated)
}

/// Why a certificate is worth nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotBelieved {
    /// It is not a certificate, a signature does not hold, or its parts do not belong together.
    Refused(Refusal),
    /// It is well signed, and no match can come out like that.
    Impossible,
    /// Somebody has signed neither the result nor that he leaves: only the log can show why.
    NeedsLog,
}

impl fmt::Display for NotBelieved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => fmt::Display::fmt(refusal, f),
            Self::Impossible => f.write_str("no match can come out like that, whoever signs it; ignore it"),
            Self::NeedsLog => f.write_str(
                "somebody has signed neither the result nor a leave, so it proves nothing alone; ask for the log of the match",
            ),
        }
    }
}

impl std::error::Error for NotBelieved {}

/// Outcomes that everybody has signed may still be made up. Whoever wins does so before at least as many who do not; a draw is
/// shared; and where a match counts for somebody only, it was annulled, and counts as a loss (log.1).
fn possible(statement: &Statement) -> Result<(), NotBelieved> {
    let count = |wanted: Option<Came>| statement.outcomes.iter().filter(|came| **came == wanted).count();
    let persons = statement.outcomes.len();
    let (wins, draws, losses) = (count(Some(Came::Win)), count(Some(Came::Draw)), count(Some(Came::Loss)));
    let played = losses + wins + draws == persons
        && match (wins, draws) {
            (0, draws) => draws != 1,
            (wins, 0) => 2 * wins <= persons,
            _ => false,
        };
    let annulled = losses < persons && wins + draws == 0;
    if played || annulled {
        Ok(())
    } else {
        Err(NotBelieved::Impossible)
    }
}
