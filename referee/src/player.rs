//! One party at the table: its secrets, what it sees, and the entries it owes.

use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_rules::face::{Face, Handle};
use majlis_rules::game::{Game, GameEvent, View};
use majlis_rules::registry::{AnyEvent, AnyGame};
use majlis_rules::seat::Seat;
use rand_core::CryptoRng;

use crate::agreement::Closing;
use crate::entry::{Entry, Place};
use crate::error::{BadClosing, NotDue, Refusal};
use crate::item::Item;
use crate::notice::{Leave, Notice, Signed};
use crate::party::{PartyId, PartySet};
use crate::replay::{Awaited, Checking, Match, Report, Slot};
use crate::secrets::{Author, Decision, Readable, Secrets};
use crate::told::{self, Told};

/// A party with its secrets, and the match as far as it has come.
pub struct Player {
    party: PartyId,
    identity: Arc<Identity>,
    secrets: Secrets,
    state: Match,
    /// The last step that this party has signed an entry for.
    signed: Option<u64>,
    /// Cards shown to this party since its last entry: to be shown again after a crash (four.33).
    looks: Vec<(Handle, Face)>,
}

/// A turn that comes as soon as the cards are dealt that are being dealt: its person can decide already, since nothing that he
/// may see hangs on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ahead {
    /// The seat whose turn it will be.
    pub seat: Seat,
    /// How the table will look to its person then. [`View::legal_moves`] gives what he may play.
    pub view: View<AnyGame>,
}

impl Player {
    /// A party before the first step.
    ///
    /// # Errors
    /// Where the closing has no such member, or no match can be played on its terms.
    pub fn new(closing: Arc<Closing>, identity: Arc<Identity>, secrets: Secrets) -> Result<Self, Refusal> {
        let party = closing
            .agreement()
            .party_of(&identity.key())
            .ok_or(Refusal::Closing(BadClosing::NotAtTable))?;
        let state = Match::new(closing)?;
        Ok(Self {
            party,
            identity,
            secrets,
            state,
            signed: None,
            looks: Vec::new(),
        })
    }

    /// Which party it is.
    #[must_use]
    pub const fn party(&self) -> PartyId {
        self.party
    }

    /// The match as far as it has come.
    #[must_use]
    pub const fn state(&self) -> &Match {
        &self.state
    }

    /// What is awaited of this party in the step that is due.
    #[must_use]
    pub fn owes(&self) -> Option<&Awaited> {
        self.state.awaited_of(self.party)
    }

    /// What this party sees, once the lot is drawn.
    #[must_use]
    pub fn view(&self) -> Option<View<AnyGame>> {
        let game = self.state.game()?.clone();
        Some(View::new(game, self.state.seats_of(self.party), &self.readable()))
    }

    /// The turn of this party that comes as soon as cards are dealt that it need not see before it decides; `None` where it has
    /// the turn already, or has to wait.
    #[must_use]
    pub fn ahead(&self) -> Option<Ahead> {
        let seats = self.state.seats_of(self.party);
        let (seat, game) = self.state.next_turn().filter(|(seat, _)| seats.contains(*seat))?;
        let view = View::new(game, seats, &self.readable());
        Some(Ahead { seat, view })
    }

    /// Checks a move of the turn that is [ahead](Player::ahead), and gives the game in which it will be made.
    pub(crate) fn check_ahead(&self, text: &str) -> Result<AnyGame, Refusal> {
        let Some(Ahead { seat, view }) = self.ahead() else {
            return Err(Refusal::NotDue(NotDue::NotYourTurn));
        };
        let game = view.state();
        let mv = game
            .parse_move(text)
            .map_err(|error| Refusal::NotDue(NotDue::NotAMove(error)))?;
        game.clone()
            .play_open(seat, &mv, &self.readable(), &mut Vec::new())
            .map_err(Refusal::Illegal)?;
        Ok(game.clone())
    }

    /// The face of a card, where this party can read it.
    #[must_use]
    pub fn read(&self, card: Handle) -> Option<Face> {
        self.state.deck().read(self.secrets.deck(), card)
    }

    /// The cards shown to this party since its last entry. They are no part of any view: show them once.
    #[must_use]
    pub fn looks(&self) -> &[(Handle, Face)] {
        &self.looks
    }

    fn readable(&self) -> Readable<'_> {
        Readable {
            deck: self.state.deck(),
            secret: self.secrets.deck(),
        }
    }

    /// Makes the entry that this party owes: at once where it follows from the state, by `decision` where a person decides;
    /// `None` where nothing is owed or a decision is missing. The entry has to be stored before it is sent (log.13).
    ///
    /// # Errors
    /// Where the decision is not a legal move; nothing is signed then.
    pub fn make_entry(
        &self,
        decision: Option<&Decision>,
        riders: Vec<Item>,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Option<Entry>, Refusal> {
        if self.owes().is_none() {
            return Ok(None);
        }
        let author = Author {
            party: self.party,
            identity: &self.identity,
            secrets: &self.secrets,
        };
        author.entry(&self.state, decision, riders, rng)
    }

    /// Signs that this party leaves, from the first step that it has not signed (log.11).
    ///
    /// # Errors
    /// Where it has left already, or the match is over.
    pub fn leave(&self) -> Result<Signed<Leave>, Refusal> {
        if !self.state.present().contains(self.party) || self.state.ending().is_some() {
            return Err(Refusal::NotDue(NotDue::Over));
        }
        let from = self.signed.map_or(0, |last| last + 1);
        Signed::sign(
            Leave {
                match_id: self.state.place().match_id,
                party: self.party,
                from,
            },
            &self.identity,
        )
    }

    /// Says that an entry of this party was signed for the step that is due, whether or not the step is whole yet.
    pub fn note_signed(&mut self, entry: &Entry) {
        self.signed = self.signed.max(Some(entry.header().step));
    }

    /// The secrets of this party.
    pub(crate) const fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Takes again a step that this party has checked and taken before, up to a digest that it recorded: proofs are not checked
    /// a second time, except in a step of which something is faulty.
    ///
    /// # Errors
    /// See [`Match::take`]; nothing has changed then.
    pub fn retake(&mut self, slots: &[(PartyId, Slot)]) -> Result<Report, Refusal> {
        let before = self.state.clone();
        match self.take(slots, &mut Checking::Trusted) {
            Err(Refusal::Recheck) => {
                self.state = before;
                self.take(slots, &mut Checking::Now)
            }
            taken => taken,
        }
    }

    /// Signs a notice of this party.
    pub(crate) fn sign<N: Notice>(&self, notice: N) -> Result<Signed<N>, Refusal> {
        Signed::sign(notice, &self.identity)
    }

    /// Says that all proofs that were put off or trusted hold.
    pub fn settle(&mut self) {
        self.state.settle();
    }

    /// Goes back to the start of the match and over these steps, which were checked before. Gives where each of them stands, and
    /// who was at the table.
    ///
    /// # Errors
    /// Where they do not fit the match.
    pub fn replay(&mut self, steps: &[Vec<(PartyId, Slot)>]) -> Result<Vec<(Place, PartySet)>, Refusal> {
        self.go_over(steps, None)
    }

    /// [`Player::replay`], and what each step told this party. All looks come again: a screen shows only those that
    /// [`Player::looks`] still holds (four.33), a bot remembers all.
    ///
    /// # Errors
    /// Where the steps do not fit the match.
    pub fn replay_telling(
        &mut self,
        steps: &[Vec<(PartyId, Slot)>],
        tell: &mut dyn FnMut(Told),
    ) -> Result<Vec<(Place, PartySet)>, Refusal> {
        self.go_over(steps, Some(tell))
    }

    fn go_over(
        &mut self,
        steps: &[Vec<(PartyId, Slot)>],
        mut tell: Option<&mut dyn FnMut(Told)>,
    ) -> Result<Vec<(Place, PartySet)>, Refusal> {
        self.state = Match::new(Arc::clone(self.state.closing()))?;
        self.signed = None;
        self.looks.clear();
        let epoch_of = |slots: &Vec<(PartyId, Slot)>| {
            slots.iter().find_map(|(_, slot)| match slot {
                Slot::Entry(entry) => Some(entry.header().epoch),
                _ => None,
            })
        };
        let mut places = Vec::with_capacity(steps.len());
        for (at, slots) in steps.iter().enumerate() {
            places.push((self.state.place(), self.state.present()));
            // A step that somebody was expelled in may hold a proof that fails, which only checking shows.
            let epoch = steps.get(at + 1).and_then(epoch_of);
            let harmless = epoch == Some(self.state.place().epoch);
            let mut checking = if harmless { Checking::Trusted } else { Checking::Now };
            let did = tell.is_some().then(|| told::did(&self.state, slots));
            let (report, looks) = self.take_and_look(slots, &mut checking)?;
            if let (Some(tell), Some(did)) = (&mut tell, did) {
                tell(Told::to_party(did, report, looks, self));
            }
        }
        self.state.settle();
        Ok(places)
    }

    /// Takes a whole step.
    ///
    /// # Errors
    /// See [`Match::take`]; nothing has changed then.
    pub fn take(&mut self, slots: &[(PartyId, Slot)], checking: &mut Checking<'_>) -> Result<Report, Refusal> {
        self.take_and_look(slots, checking).map(|(report, _)| report)
    }

    /// Takes a whole step, and gives the cards that this party was shown with it, which [`Player::looks`] keeps until its next
    /// entry.
    ///
    /// # Errors
    /// See [`Match::take`]; nothing has changed then.
    pub fn take_and_look(
        &mut self,
        slots: &[(PartyId, Slot)],
        checking: &mut Checking<'_>,
    ) -> Result<(Report, Vec<(Handle, Face)>), Refusal> {
        let report = self.state.take(slots, checking)?;
        if matches!(checking, Checking::Trusted) {
            self.state.settle();
        }
        for (party, slot) in slots {
            if let Slot::Entry(entry) = slot
                && *party == self.party
            {
                self.note_signed(entry);
                self.looks.clear();
            }
        }
        let mine = self.state.seats_of(self.party);
        let seen = report
            .events
            .iter()
            .filter_map(AnyEvent::look)
            .filter(|(seat, _)| mine.contains(*seat));
        let seen: Vec<(Handle, Face)> = seen.filter_map(|(_, card)| Some((card, self.read(card)?))).collect();
        self.looks.extend(&seen);
        Ok((report, seen))
    }
}
