//! What the attacks share: a table at which one party need not be honest.
//!
//! The honest parties are [`Player`]s as everywhere. A cheat has the secrets of its own party and nothing else: it takes the
//! entry that honesty would make, alters it, and signs it again with its own key, or makes one from nothing.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "each attack uses its part, and a test fails by panicking"
)]

use std::sync::Arc;

use majlis_crypto::cbor::ByteString;
use majlis_crypto::chain::{Label, hash};
use majlis_crypto::identity::{Identity, SignTag};
use majlis_crypto::pack::{self, Check, Pack};
use majlis_referee::act::{Act, Body, Proofs};
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::entry::{Entry, Header, Place};
use majlis_referee::error::Refusal;
use majlis_referee::file::write_log;
use majlis_referee::item::Item;
use majlis_referee::notice::{Leave, Signed};
use majlis_referee::party::PartyId;
use majlis_referee::player::Player;
use majlis_referee::replay::{Awaited, Cause, Checking, Departure, Ending, Match, Report, Slot};
use majlis_referee::secrets::{Decision, Secrets};
use majlis_referee::verify::{self, verify};
use majlis_rules::face::{Face, Handle};
use majlis_rules::game::{Due, Game, Outcome, Requirement};
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How many moves are made after a cheat before those who are left go home.
const MOVES_AFTER: usize = 6;
/// How many steps a place in a match is looked for.
const SEARCH: usize = 400;

/// Party `number`.
pub(crate) fn party(number: u8) -> PartyId {
    PartyId::new(number).unwrap()
}

/// The table's people and its closing.
pub(crate) fn close(game: GameId, table: Table, rng: &mut StdRng) -> (Arc<Closing>, Vec<Arc<Identity>>) {
    let persons = game.start(&table).unwrap().persons().len();
    let identities: Vec<Arc<Identity>> = (0..persons).map(|_| Arc::new(Identity::generate(rng))).collect();
    let agreement = Agreement::new(game, table, Clock::default(), members(&identities), rng.random());
    (Arc::new(Closing::sign(agreement, &identities[0]).unwrap()), identities)
}

/// The members that these identities make.
pub(crate) fn members(identities: &[Arc<Identity>]) -> Vec<Member> {
    let member = |identity: &Arc<Identity>| Member {
        identity: identity.key(),
        name: "Salma".into(),
        chosen: None,
    };
    identities.iter().map(member).collect()
}

/// A table, all parties in one process, any of them tempted.
pub(crate) struct Rig {
    pub(crate) players: Vec<Player>,
    pub(crate) identities: Vec<Arc<Identity>>,
    pub(crate) secrets: Vec<Secrets>,
    pub(crate) rng: StdRng,
    /// The log so far.
    pub(crate) items: Vec<Item>,
    /// What the parties' moves begin with where they have the choice, the best first.
    pub(crate) prefer: &'static [&'static str],
    picks: StdRng,
}

impl Rig {
    /// A table before the first step.
    pub(crate) fn new(game: GameId, table: Table, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let (closing, identities) = close(game, table, &mut rng);
        let secrets = identities.iter().map(|_| Secrets::generate(&mut rng)).collect();
        Self::with(&closing, identities, secrets, seed)
    }

    /// A table with these secrets.
    pub(crate) fn with(
        closing: &Arc<Closing>,
        identities: Vec<Arc<Identity>>,
        secrets: Vec<Secrets>,
        seed: u64,
    ) -> Self {
        let copy = |secrets: &Secrets| Secrets::decode(&secrets.encode().unwrap()).unwrap();
        let players = (identities.iter().zip(&secrets))
            .map(|(identity, secrets)| Player::new(Arc::clone(closing), Arc::clone(identity), copy(secrets)).unwrap())
            .collect();
        Self {
            players,
            identities,
            secrets,
            rng: StdRng::seed_from_u64(seed),
            items: vec![Item::from(&**closing)],
            prefer: &[],
            picks: StdRng::seed_from_u64(seed),
        }
    }

    /// A table of `game` with `seats` seats and no options, played honestly until `here`.
    pub(crate) fn at(game: GameId, seats: u8, here: impl Fn(&Self) -> bool) -> Self {
        let mut rig = Self::new(game, Table::new(seats), 1);
        rig.run_until(here);
        rig
    }

    /// The match as everybody sees it.
    pub(crate) fn state(&self) -> &Match {
        self.players[0].state()
    }

    /// The parties that are awaited.
    pub(crate) fn awaited(&self) -> Vec<PartyId> {
        self.state().awaited().iter().map(|(party, _)| *party).collect()
    }

    /// The first party of which something is awaited that `kind` accepts.
    pub(crate) fn who(&self, kind: impl Fn(&Awaited) -> bool) -> Option<PartyId> {
        let mut awaited = self.state().awaited().iter();
        awaited.find(|(_, awaited)| kind(awaited)).map(|(party, _)| *party)
    }

    /// The party whose move is awaited, with its seat.
    pub(crate) fn mover(&self) -> Option<(PartyId, Seat)> {
        self.state()
            .awaited()
            .iter()
            .find_map(|(party, awaited)| match awaited {
                Awaited::Move(seat) => Some((*party, *seat)),
                _ => None,
            })
    }

    /// A move by the rules, drawn at random, of the seat whose turn it is.
    pub(crate) fn pick(&mut self, party: PartyId) -> Decision {
        let view = self.players[party.index()].view().unwrap();
        let Due::Turn(seat) = view.state().due() else {
            panic!("no turn is due")
        };
        let moves: Vec<String> = view.legal_moves(seat).iter().map(ToString::to_string).collect();
        let mut preferred = self.prefer.iter().filter_map(|word| {
            let moves: Vec<&String> = moves.iter().filter(|text| text.starts_with(word)).collect();
            (!moves.is_empty()).then_some(moves)
        });
        let moves = preferred.next().unwrap_or_else(|| moves.iter().collect());
        let text = moves[self.picks.random_range(0..moves.len())].clone();
        Decision::Move(text)
    }

    /// The honest entry of an awaited party.
    pub(crate) fn honest(&mut self, party: PartyId) -> Entry {
        let decision = matches!(self.state().awaited_of(party), Some(Awaited::Move(_))).then(|| self.pick(party));
        self.entry(party, decision.as_ref())
    }

    /// The honest entry of an awaited party with this decision.
    pub(crate) fn entry(&mut self, party: PartyId, decision: Option<&Decision>) -> Entry {
        let made = self.players[party.index()].make_entry(decision, Vec::new(), &mut self.rng);
        made.unwrap().unwrap()
    }

    /// The step that is due, all honest but for the entries given.
    pub(crate) fn slots(&mut self, given: &[(PartyId, Slot)]) -> Vec<(PartyId, Slot)> {
        let awaited = self.awaited();
        let slot = |party: PartyId| {
            let given = given.iter().find(|(who, _)| *who == party);
            let slot = given.map(|(_, slot)| slot.clone());
            (party, slot.unwrap_or_else(|| Slot::Entry(self.honest(party))))
        };
        awaited.into_iter().map(slot).collect()
    }

    /// Everybody takes the step and sees the same.
    pub(crate) fn take(&mut self, slots: &[(PartyId, Slot)], trusted: bool) -> Report {
        let mut report = None;
        for player in &mut self.players {
            let mut checking = if trusted { Checking::Trusted } else { Checking::Now };
            let taken = player.take(slots, &mut checking).unwrap();
            assert!(report.as_ref().is_none_or(|other| *other == taken));
            report = Some(taken);
        }
        self.items.extend(slots.iter().flat_map(|(_, slot)| slot.items()));
        report.unwrap()
    }

    /// An honest step. Nobody cheats in it, so the proofs need not be checked again by everybody.
    pub(crate) fn step(&mut self) -> Report {
        let slots = self.slots(&[]);
        self.take(&slots, true)
    }

    /// Honest steps until `here`.
    pub(crate) fn run_until(&mut self, here: impl Fn(&Self) -> bool) {
        for _ in 0..SEARCH {
            if here(self) {
                return;
            }
            assert!(
                !self.awaited().is_empty(),
                "the match is over before the place was reached"
            );
            self.step();
        }
        panic!("the place was not reached in {SEARCH} steps");
    }

    /// The leave of a party, as an honest program signs it.
    pub(crate) fn leave(&self, party: PartyId) -> Slot {
        Slot::Left(self.players[party.index()].leave().unwrap())
    }

    /// Signs any leave in any name with any key.
    pub(crate) fn sign_leave(&self, signer: PartyId, leave: Leave) -> Signed<Leave> {
        Signed::sign(leave, &self.identities[signer.index()]).unwrap()
    }

    /// Everybody plays on, every proof checked; after some moves whoever has a turn leaves, until the log is whole.
    pub(crate) fn finish(&mut self) {
        let mut moves = 0;
        while !self.awaited().is_empty() {
            let mut given = Vec::new();
            if let Some((party, _)) = self.mover() {
                moves += 1;
                if moves > MOVES_AFTER {
                    given.push((party, self.leave(party)));
                }
            }
            let slots = self.slots(&given);
            self.take(&slots, false);
        }
        assert!(self.state().is_finished());
    }

    /// The log as a file.
    pub(crate) fn log(&self) -> Vec<u8> {
        let mut log = Vec::new();
        write_log(&mut log, &self.items).unwrap();
        log
    }

    /// A stranger checks the log in both ways and sees what the parties saw.
    pub(crate) fn verified(&self) -> Match {
        let log = self.log();
        let mut seen = None;
        for proofs in [verify::Proofs::OneByOne, verify::Proofs::Together] {
            let state = verify(log.as_slice(), proofs, &mut ()).unwrap_or_else(|error| panic!("{proofs:?}: {error}"));
            assert_eq!(state.place(), self.state().place(), "{proofs:?}");
            assert_eq!(state.departures(), self.state().departures(), "{proofs:?}");
            assert_eq!(state.outcomes(), self.state().outcomes(), "{proofs:?}");
            assert_eq!(state.grade(), self.state().grade(), "{proofs:?}");
            seen = Some(state);
        }
        seen.unwrap()
    }

    /// The honest entry of a party with its act and proofs altered, signed again.
    pub(crate) fn altered(&mut self, party: PartyId, alter: impl FnOnce(&mut Act, &mut Vec<ByteString>)) -> Entry {
        let (mut body, mut proofs) = parts(&self.honest(party));
        alter(&mut body.act, &mut proofs.0);
        self.signed(party, &body, &proofs)
    }

    /// The honest entry of a party, which carries this along.
    pub(crate) fn carrying(&mut self, party: PartyId, rider: Item) -> Entry {
        let (mut body, proofs) = parts(&self.honest(party));
        body.riders.push(rider);
        self.signed(party, &body, &proofs)
    }

    /// Signs anything for the step that is due.
    pub(crate) fn signed(&self, party: PartyId, body: &Body, proofs: &Proofs) -> Entry {
        self.signed_at(&self.state().place(), party, body, proofs)
    }

    /// Signs anything for any place.
    pub(crate) fn signed_at(&self, place: &Place, party: PartyId, body: &Body, proofs: &Proofs) -> Entry {
        Entry::sign(place, party, body, proofs, &self.identities[party.index()]).unwrap()
    }

    /// Signs any bytes as body and proofs for the step that is due.
    pub(crate) fn signed_bytes(&self, party: PartyId, body: Vec<u8>, proofs: Vec<u8>) -> Result<Entry, Refusal> {
        self.signed_bytes_at(&self.state().place(), party, body, proofs)
    }

    /// Signs any bytes as body and proofs for any place.
    pub(crate) fn signed_bytes_at(
        &self,
        place: &Place,
        party: PartyId,
        body: Vec<u8>,
        proofs: Vec<u8>,
    ) -> Result<Entry, Refusal> {
        let header = Header {
            match_id: place.match_id,
            epoch: place.epoch,
            step: place.step,
            party,
            prev: place.prev,
            body: hash(Label::Body, &[&body]),
            proofs: hash(Label::Proofs, &[&proofs]),
        };
        let bytes = header.encode().unwrap();
        let signature = self.identities[party.index()].sign(SignTag::Entry, &bytes);
        Entry::open(bytes, signature, body, proofs, |party| self.state().identity(party))
    }

    /// A pack on the table.
    pub(crate) fn pack(&self, number: u32) -> &Pack {
        self.state()
            .deck()
            .packs()
            .find(|pack| pack.number() == number)
            .unwrap()
    }

    /// The cards that a seat may see, with the faces its party reads on them.
    pub(crate) fn hand(&self, party: PartyId, seat: Seat) -> Vec<(Handle, Face)> {
        let cards = self.state().game().unwrap().visible(seat);
        let player = &self.players[party.index()];
        cards
            .into_iter()
            .filter_map(|card| Some((card, player.read(card)?)))
            .collect()
    }

    /// Commitments and proofs for a requirement that `party` may not meet: whatever it can prove of its cards, in the form of
    /// what it should prove. The set of the proof is as large as the one asked for, and holds the faces that are really there.
    pub(crate) fn pretend(&mut self, party: PartyId, requirement: &Requirement) -> (Vec<ByteString>, Vec<ByteString>) {
        let context = self.state().context(party);
        let number = requirement.cards.first().unwrap().pack;
        let mut pack = self.pack(number).clone();
        let secret = self.secrets[party.index()].deck();
        let cards: Vec<pack::Handle> = requirement.cards.iter().copied().map(handle).collect();
        let (mut commitments, mut proofs) = (Vec::new(), Vec::new());
        let fresh: Vec<pack::Handle> = cards.iter().copied().filter(|card| !pack.committed(*card)).collect();
        if !fresh.is_empty() {
            let message = pack.commit(secret, &fresh, &context, &mut self.rng).unwrap();
            pack.accept_commit(&fresh, &message, &context, &mut Check::Now).unwrap();
            let mut bytes = message.encode();
            proofs.push(ByteString(bytes.split_off(32 * fresh.len())));
            commitments.push(ByteString(bytes));
        }
        let asked = pack.permitted(pack::FaceSet::from_bits(requirement.faces.bits().into()));
        let real: Vec<pack::Face> = cards.iter().filter_map(|card| pack.face(secret, *card)).collect();
        let mut set: pack::FaceSet = real.iter().copied().collect();
        for face in asked.iter().chain(pack.hidden().iter()) {
            if set.len() < asked.len() {
                set.insert(face);
            }
        }
        assert_eq!(
            set.len(),
            asked.len(),
            "the pretended set is as large as the one asked for"
        );
        let message = pack.prove_all_in(secret, &cards, set, &context, &mut self.rng).unwrap();
        proofs.push(ByteString(message.encode()));
        (commitments, proofs)
    }

    /// Puts a faulty entry in its place, beside the honest ones of everybody else, and sees to it that it is found in that step,
    /// held against its author by that rule, and harms nobody else: those who stay play on to a log that a stranger accepts.
    pub(crate) fn caught(self, entry: Entry, rule: &str) {
        let (culprit, step) = (entry.party(), self.state().place().step);
        let departures = self.ends_with(&[(culprit, Slot::Entry(entry))]);
        let [
            Departure {
                party,
                step: at,
                cause: Cause::Fault(fault),
            },
        ] = departures.as_slice()
        else {
            panic!("not one fault: {departures:?}")
        };
        assert_eq!((*party, *at), (culprit, step));
        assert_eq!(
            (fault.party, fault.step, fault.rule.as_str()),
            (culprit, step, rule),
            "{fault}"
        );
    }

    /// Takes a step with these slots, plays on, has the log checked, and gives the departures of the step.
    pub(crate) fn ends_with(mut self, given: &[(PartyId, Slot)]) -> Vec<Departure> {
        let slots = self.slots(given);
        let report = self.take(&slots, false);
        self.finish();
        self.fair();
        self.verified();
        report.departures
    }

    /// Who departed has lost; somebody else has won, unless the match was void before the lot.
    pub(crate) fn fair(&self) {
        let outcomes = self.state().outcomes().unwrap();
        let gone: Vec<PartyId> = self
            .state()
            .departures()
            .iter()
            .map(|departure| departure.party)
            .collect();
        match self.state().ending().unwrap() {
            Ending::NeverWas => assert!(outcomes.iter().all(Option::is_none)),
            Ending::Annulled => {
                for (number, outcome) in (0..).zip(&outcomes) {
                    let lost = gone.contains(&party(number)).then_some(Outcome::Loss);
                    assert_eq!(*outcome, lost);
                }
            }
            Ending::Played => {
                for party in &gone {
                    assert_eq!(outcomes[party.index()], Some(Outcome::Loss), "{party}");
                }
                if gone.len() < outcomes.len() {
                    assert!(outcomes.contains(&Some(Outcome::Win)), "{outcomes:?}");
                }
            }
        }
    }

    /// Everybody refuses these slots, nobody's match has changed by it, and everybody plays on as if nothing had been sent.
    pub(crate) fn refused(mut self, slots: &[(PartyId, Slot)], why: impl Fn(&Refusal) -> bool) {
        for player in &mut self.players {
            let before = player.state().place();
            let refusal = player.take(slots, &mut Checking::Now).unwrap_err();
            assert!(why(&refusal), "{refusal}");
            assert_eq!(player.state().place(), before);
        }
        self.finish();
        self.fair();
        self.verified();
    }
}

/// Body and proofs of an entry.
pub(crate) fn parts(entry: &Entry) -> (Body, Proofs) {
    (
        Body::decode(entry.body()).unwrap(),
        Proofs::decode(entry.proofs()).unwrap(),
    )
}

/// A card in the pack's own words.
pub(crate) const fn handle(card: Handle) -> pack::Handle {
    pack::Handle {
        pack: card.pack,
        index: card.index,
    }
}
