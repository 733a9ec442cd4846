//! A match as its log makes it: public state, one step after the other.
//!
//! [`Match`] is what every party, and everybody who reads the log later, computes alike. It says what the next step awaits of
//! whom ([`Match::awaited`]), takes a whole step ([`Match::take`]) and says what came of it. It knows no secret, no clock and
//! no network.

use std::sync::Arc;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_crypto::keys::DeckKeys;
use majlis_crypto::transcript::Context;
use majlis_rules::face::Faces;
use majlis_rules::game::{Game, Outcome};
use majlis_rules::registry::{AnyEvent, AnyGame};
use majlis_rules::seat::{Seat, SeatSet};

use crate::agreement::{Agreement, Closing};
use crate::certificate::Statement;
use crate::deck::{Deck, Owed};
use crate::entry::{Entry, Place};
use crate::error::{Fault, Refusal};
use crate::evidence::{Absence, Fork};
use crate::item::Item;
use crate::notice::{Leave, Signed};
use crate::party::{MAX_PARTIES, PartyId, PartySet};

pub use self::checking::Checking;
pub(crate) use self::genesis::commitment;
use self::proved::ProvedCards;

mod apply;
mod checking;
mod genesis;
mod judge;
mod proved;

/// What a step awaits of one party.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// Step 0: the commitment of genesis.
    Commit,
    /// Step 1: its reveal.
    Reveal,
    /// The acknowledgement of an expulsion.
    Ack,
    /// A shuffle of this pack.
    Shuffle(u32),
    /// Shares of cards.
    Shares(Owed),
    /// A move of this seat.
    Move(Seat),
    /// An answer of this seat: the move that shows the card asked for, or a denial.
    Answer(Seat),
    /// The signature under the result.
    Result,
}

/// What stands in the place of an awaited party.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Its entry, faulty or not.
    Entry(Entry),
    /// Its leave (log.11).
    Left(Signed<Leave>),
    /// Nothing: the others have voted it out, or a person has claimed the match (log.6, log.9).
    Absent(Absence),
    /// A proof that it signed two contents for this place, between which honest parties stood (log.5).
    Forked(Fork),
}

impl Slot {
    /// What stands in the place, as it is written into a log.
    #[must_use]
    pub fn items(&self) -> Vec<Item> {
        match self {
            Self::Entry(entry) => vec![entry.into()],
            Self::Left(leave) => vec![Item::Leave(leave.into())],
            Self::Absent(absence) => {
                let ballots = absence.ballots.iter().map(|ballot| Item::Ballot(ballot.into()));
                ballots
                    .chain(absence.claims.iter().map(|claim| Item::Claim(claim.into())))
                    .collect()
            }
            Self::Forked(fork) => vec![fork.into()],
        }
    }
}

/// Why a party is no longer at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It left of its own accord.
    Left,
    /// It did not send what it owed.
    Absent,
    /// It broke a rule.
    Fault(Fault),
    /// It signed two contents for one place.
    Equivocated,
}

/// A party that is no longer at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Who.
    pub party: PartyId,
    /// At the end of which step.
    pub step: u64,
    /// Why.
    pub cause: Cause,
}

/// How a match ended, by the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Somebody was missing in step 0: the match never was.
    NeverWas,
    /// Somebody left or cheated before the lot was known: only he has a loss (log.1).
    Annulled,
    /// It was played to its end.
    Played,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Commit,
    Reveal,
    Ack,
    Play,
    Result,
    Finished,
}

/// What came of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// What happened in the game, in order.
    pub events: Vec<AnyEvent>,
    /// Who is no longer at the table since this step.
    pub departures: Vec<Departure>,
}

/// The public state of a match.
#[derive(Clone, Debug)]
pub struct Match {
    closing: Arc<Closing>,
    place: Place,
    stage: Stage,
    awaited: Vec<(PartyId, Awaited)>,
    present: PartySet,
    /// By party: the last step that it signed an entry for.
    signed: [Option<u64>; MAX_PARTIES as usize],
    /// The epochs after the first, each with the step that it began with.
    epochs: Vec<(u64, u32)>,
    commitments: [Option<Digest32>; MAX_PARTIES as usize],
    keys: [Option<DeckKeys>; MAX_PARTIES as usize],
    /// By party, once the lot is drawn.
    seats: [SeatSet; MAX_PARTIES as usize],
    game: AnyGame,
    deck: Deck,
    /// What was proved about hidden cards, to be tested once more when they are opened (domino.19).
    proved: ProvedCards,
    departures: Vec<Departure>,
    ending: Option<Ending>,
    /// The step of the result, once the match has ended.
    result_step: Option<u64>,
    /// Whether an expulsion rests on a person's claim (log.9).
    claimed: bool,
    /// The digest of the log up to its end, once the match has ended; the result is signed on top of it.
    whole: Digest32,
    /// Who has signed the result.
    result: PartySet,
}

impl Match {
    /// A match before its first step.
    ///
    /// # Errors
    /// Where no match can be played on the closing's terms.
    pub fn new(closing: Arc<Closing>) -> Result<Self, Refusal> {
        let agreement = closing.agreement();
        // Before the lot is known the game stands ready with its seats not given out.
        let game = agreement.check()?;
        let match_id = closing.match_id();
        let parties = agreement.parties();
        let present = PartySet::all(parties);
        Ok(Self {
            place: Place {
                match_id,
                epoch: 0,
                step: 0,
                prev: match_id,
            },
            stage: Stage::Commit,
            awaited: present.iter().map(|party| (party, Awaited::Commit)).collect(),
            present,
            signed: [None; MAX_PARTIES as usize],
            epochs: Vec::new(),
            commitments: [None; MAX_PARTIES as usize],
            keys: [None; MAX_PARTIES as usize],
            seats: [SeatSet::EMPTY; MAX_PARTIES as usize],
            game,
            deck: Deck::new(),
            proved: ProvedCards::default(),
            departures: Vec::new(),
            ending: None,
            result_step: None,
            claimed: false,
            whole: match_id,
            result: PartySet::EMPTY,
            closing,
        })
    }

    /// The epoch of a step, of one that is still to come as far as can be said now.
    fn epoch_of(&self, step: u64) -> u32 {
        let begun = self.epochs.iter().rev().find(|(first, _)| *first <= step);
        begun.map_or(0, |(_, epoch)| *epoch)
    }

    /// The closing of the table.
    #[must_use]
    pub fn closing(&self) -> &Arc<Closing> {
        &self.closing
    }

    /// What was agreed.
    #[must_use]
    pub fn agreement(&self) -> &Agreement {
        self.closing.agreement()
    }

    /// Where the log stands.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// What the next step awaits, party by party in order; nothing where the log is whole.
    #[must_use]
    pub fn awaited(&self) -> &[(PartyId, Awaited)] {
        &self.awaited
    }

    /// What the next step awaits of one party.
    #[must_use]
    pub fn awaited_of(&self, party: PartyId) -> Option<&Awaited> {
        self.awaited
            .iter()
            .find(|(who, _)| *who == party)
            .map(|(_, awaited)| awaited)
    }

    /// The parties at the table.
    #[must_use]
    pub const fn present(&self) -> PartySet {
        self.present
    }

    /// Who has departed, in order.
    #[must_use]
    pub fn departures(&self) -> &[Departure] {
        &self.departures
    }

    /// The key of a party.
    #[must_use]
    pub fn identity(&self, party: PartyId) -> Option<&IdentityKey> {
        self.agreement().member(party).map(|member| &member.identity)
    }

    /// The state of the game, once the lot is drawn.
    #[must_use]
    pub fn game(&self) -> Option<&AnyGame> {
        (!matches!(self.stage, Stage::Commit | Stage::Reveal)
            && self.ending.is_none_or(|ending| ending == Ending::Played))
        .then_some(&self.game)
    }

    /// The seat that moves once the card operations that are due are done, and the game as it will be then, where both can be said
    /// before ([`Game::next_turn`]).
    #[must_use]
    pub fn next_turn(&self) -> Option<(Seat, AnyGame)> {
        if self.stage == Stage::Play {
            self.game.next_turn()
        } else {
            None
        }
    }

    /// The packs and the faces that are open to all.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// The seats of a party; none before the lot.
    #[must_use]
    pub fn seats_of(&self, party: PartyId) -> SeatSet {
        self.seats.get(party.index()).copied().unwrap_or(SeatSet::EMPTY)
    }

    /// The party that holds a seat.
    #[must_use]
    pub fn party_of(&self, seat: Seat) -> Option<PartyId> {
        PartyId::all(self.agreement().parties()).find(|&party| self.seats_of(party).contains(seat))
    }

    /// How the match ended, once that is known.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the log is whole: the match has ended and all who are there have signed the result.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.stage == Stage::Finished
    }

    /// Who has signed the result.
    #[must_use]
    pub const fn result_signers(&self) -> PartySet {
        self.result
    }

    /// Whether an expulsion rests on a person's claim (log.9).
    #[must_use]
    pub const fn is_claimed(&self) -> bool {
        self.claimed
    }

    /// How the match came out for each party; `None` for those for whom it does not count.
    #[must_use]
    pub fn outcomes(&self) -> Option<Vec<Option<Outcome>>> {
        let parties = PartyId::all(self.agreement().parties());
        match self.ending? {
            Ending::NeverWas => Some(parties.map(|_| None).collect()),
            Ending::Annulled => {
                let gone = |party| self.departures.iter().any(|departure| departure.party == party);
                Some(parties.map(|party| gone(party).then_some(Outcome::Loss)).collect())
            }
            Ending::Played => {
                let outcomes = self.game.outcome()?;
                Some(
                    parties
                        .map(|party| {
                            let seat = self.seats_of(party).iter().next()?;
                            outcomes.get(seat.index()).copied()
                        })
                        .collect(),
                )
            }
        }
    }

    /// What the result's signatures are about, once the match has ended.
    #[must_use]
    pub fn statement(&self) -> Option<Statement> {
        let outcomes = self.outcomes()?;
        (self.stage == Stage::Result || self.stage == Stage::Finished).then(|| Statement {
            match_id: self.place.match_id,
            log: self.whole,
            game: self.agreement().game.id().to_owned(),
            members: self.agreement().members.iter().map(|member| member.identity).collect(),
            outcomes: outcomes.into_iter().map(|outcome| outcome.map(Into::into)).collect(),
            scores: if self.ending == Some(Ending::Played) {
                self.game.scores()
            } else {
                Vec::new()
            },
        })
    }

    /// Says that all proofs that were put off or trusted hold: secrets may be used on this state.
    pub fn settle(&mut self) {
        self.deck.settle();
    }

    /// Where proofs of a party in the step that is due are bound to.
    #[must_use]
    pub fn context(&self, party: PartyId) -> Context {
        Context {
            suite: self.agreement().suite,
            match_id: *self.place.match_id.as_bytes(),
            epoch: self.place.epoch,
            step: self.place.step,
            party: party.number(),
            prev: *self.place.prev.as_bytes(),
        }
    }
}

impl Faces for Match {
    fn face(&self, card: majlis_rules::face::Handle) -> Option<majlis_rules::face::Face> {
        self.deck.face(card)
    }
}
