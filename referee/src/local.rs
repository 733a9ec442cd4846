//! A whole match in one process: every party with its own secrets and its own copy of the match, nothing in between.
//!
//! Everybody acts in lock step. It is how matches are simulated and practised.

use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_crypto::keys::DeckSecret;
use majlis_rules::face::Face;
use rand_core::CryptoRng;

use crate::agreement::Closing;
use crate::error::{BadClosing, BadLog, NotDue, Refusal};
use crate::item::Item;
use crate::party::PartyId;
use crate::player::Player;
use crate::replay::{Checking, Report, Slot};
use crate::secrets::{Decision, Secrets};
use crate::told::{self, Did, Told};

/// The parties of a match, all in this process.
pub struct LocalTable {
    players: Vec<Player>,
    closing: Arc<Closing>,
    scrutiny: Scrutiny,
}

/// Who checks the proofs of each other's entries. An author checks his own entry before he signs it, whatever this says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scrutiny {
    /// Every party, as at a real table.
    #[default]
    Everybody,
    /// One party for all: the others, in the same process, take its word for it.
    Once,
}

/// A step that was made.
#[derive(Debug)]
pub struct LocalStep {
    /// What stood in the place of each awaited party.
    pub slots: Vec<(PartyId, Slot)>,
    /// What came of it.
    pub report: Report,
    /// Who did what in it.
    pub did: Vec<(PartyId, Did)>,
}

impl LocalStep {
    /// The step as it is written into a log.
    pub fn items(&self) -> impl Iterator<Item = Item> + '_ {
        self.slots.iter().flat_map(|(_, slot)| slot.items())
    }
}

/// What a person at the table does when his turn comes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Makes this move.
    Move(Decision),
    /// Leaves the match.
    Leave,
}

impl LocalTable {
    /// Parties before the first step. `identities` in the order of the closing.
    ///
    /// # Errors
    /// Where an identity is not at the table.
    pub fn new(
        closing: Arc<Closing>,
        identities: impl IntoIterator<Item = Arc<Identity>>,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Self, Refusal> {
        let parties = identities
            .into_iter()
            .map(|identity| (identity, Secrets::generate(rng)));
        Self::with_secrets(closing, parties)
    }

    /// [`LocalTable::new`] with secrets that were drawn before, so that they could be stored.
    ///
    /// # Errors
    /// Where an identity is not at the table.
    pub fn with_secrets(
        closing: Arc<Closing>,
        parties: impl IntoIterator<Item = (Arc<Identity>, Secrets)>,
    ) -> Result<Self, Refusal> {
        let players = parties
            .into_iter()
            .map(|(identity, secrets)| Player::new(Arc::clone(&closing), identity, secrets))
            .collect::<Result<Vec<_>, _>>()?;
        if players.len() != closing.agreement().members.len() {
            return Err(Refusal::Closing(BadClosing::NotAllHere));
        }
        Ok(Self {
            players,
            closing,
            scrutiny: Scrutiny::default(),
        })
    }

    /// Takes all parties over the steps of the match that were made before; `tell` is told what each step told which of them. All
    /// looks come again: a screen shows only those that [`Player::looks`] still holds (four.33).
    ///
    /// # Errors
    /// Where the steps do not fit the match.
    pub fn replay(
        &mut self,
        steps: &[Vec<(PartyId, Slot)>],
        tell: &mut dyn FnMut(PartyId, Told),
    ) -> Result<(), Refusal> {
        for player in &mut self.players {
            let party = player.party();
            player.replay_telling(steps, &mut |told| tell(party, told))?;
        }
        Ok(())
    }

    /// The table with another rule for who checks proofs.
    #[must_use]
    pub const fn with_scrutiny(mut self, scrutiny: Scrutiny) -> Self {
        self.scrutiny = scrutiny;
        self
    }

    /// The parties.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The closing.
    #[must_use]
    pub const fn closing(&self) -> &Arc<Closing> {
        &self.closing
    }

    /// The whole of a pack that is on the table, in the order of its places: what the parties' secrets show together.
    #[must_use]
    pub fn pack_order(&self, pack: u32) -> Option<Vec<Face>> {
        let secrets: Vec<&DeckSecret> = self.players.iter().map(|player| player.secrets().deck()).collect();
        self.players.first()?.state().deck().order(pack, &secrets)
    }

    /// Makes the next step: everybody makes the entry that it owes, and everybody takes the step. `choose` is asked where a
    /// person decides. Gives `None` where the log is whole.
    ///
    /// # Errors
    /// Where a choice is not legal; nothing has changed then.
    pub fn step(
        &mut self,
        choose: &mut dyn FnMut(&Player) -> Choice,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Option<LocalStep>, Refusal> {
        let Some(first) = self.players.first() else {
            return Ok(None);
        };
        let awaited: Vec<PartyId> = first.state().awaited().iter().map(|(party, _)| *party).collect();
        if awaited.is_empty() {
            return Ok(None);
        }
        let mut slots = Vec::with_capacity(awaited.len());
        for party in awaited {
            let player = self.players.get(party.index()).ok_or(Refusal::NoSuchParty { party })?;
            let slot = match player.make_entry(None, Vec::new(), rng)? {
                Some(entry) => Slot::Entry(entry),
                None => match choose(player) {
                    Choice::Leave => Slot::Left(player.leave()?),
                    Choice::Move(decision) => {
                        let entry = player.make_entry(Some(&decision), Vec::new(), rng)?;
                        Slot::Entry(entry.ok_or(Refusal::NotDue(NotDue::NoMove))?)
                    }
                },
            };
            slots.push((party, slot));
        }
        let did = self
            .players
            .first()
            .map_or_else(Vec::new, |player| told::did(player.state(), &slots));
        let mut report = None;
        for player in &mut self.players {
            let mut checking = match self.scrutiny {
                Scrutiny::Once if report.is_some() => Checking::Trusted,
                Scrutiny::Once | Scrutiny::Everybody => Checking::Now,
            };
            let taken = player.take(&slots, &mut checking)?;
            if report.as_ref().is_some_and(|other| *other != taken) {
                return Err(Refusal::Log(BadLog::OtherMatch(player.party())));
            }
            report = Some(taken);
        }
        Ok(report.map(|report| LocalStep { slots, report, did }))
    }
}
