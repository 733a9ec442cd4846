//! Judging one entry: whether it is what its step awaits, and whether its rules and proofs hold (log.4).

use majlis_crypto::cbor::ByteString;
use majlis_crypto::identity::Signature;
use majlis_crypto::keys::KeysMessage;
use majlis_crypto::lot::Contribution;
use majlis_crypto::transcript::Context;
use majlis_rules::face::Handle;
use majlis_rules::game::{Due, Game, Requirement};
use majlis_rules::registry::{AnyEvent, AnyMove};
use majlis_rules::seat::Seat;

use super::genesis::commitment;
use super::{Awaited, Checking, Match};
use crate::act::{Act, Body, Move, Proofs, Reveal, Shares};
use crate::deck::{Deck, DeckError, Owed, by_pack};
use crate::entry::Entry;
use crate::error::{Fault, NoEvidence, Refusal};
use crate::evidence::Fork;
use crate::item::Item;
use crate::notice::{Leave, Signed};
use crate::party::PartyId;

/// The rule that a well-signed entry has to keep all others.
const FAULT: &str = "log.4";

/// What the entries of a step want done once all of them are judged.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    pub(super) denials: Vec<Seat>,
    pub(super) play: Option<(Seat, AnyMove, Option<Handle>)>,
    pub(super) reveals: Vec<(PartyId, Contribution, Vec<u8>)>,
    pub(super) leaves: Vec<Signed<Leave>>,
    pub(super) forks: Vec<Fork>,
    pub(super) results: Vec<PartyId>,
}

/// The entry that is judged, and how.
struct Case<'c, 'b> {
    party: PartyId,
    step: u64,
    context: Context,
    item: u64,
    checking: &'c mut Checking<'b>,
    proofs: std::vec::IntoIter<ByteString>,
}

impl Case<'_, '_> {
    fn fault(&self, rule: &str, sentence: impl Into<String>) -> Fault {
        Fault {
            party: self.party,
            step: self.step,
            rule: rule.to_owned(),
            sentence: sentence.into(),
        }
    }

    fn deck(&self, error: &DeckError) -> Fault {
        self.fault(FAULT, error.to_string())
    }

    fn proof(&mut self, what: &str) -> Result<ByteString, Fault> {
        self.proofs
            .next()
            .ok_or_else(|| self.fault(FAULT, format!("the proof of {what} is missing")))
    }
}

impl Match {
    /// Judges the entry of an awaited party. Keys, commitments and deck change as it says; on a fault the caller has to put
    /// the deck back.
    pub(super) fn judge(
        &mut self,
        awaited: &Awaited,
        entry: &Entry,
        checking: &mut Checking<'_>,
        wanted: &mut Wanted,
    ) -> Result<(), Fault> {
        let party = entry.party();
        let step = self.place.step;
        let mut case = Case {
            party,
            step,
            context: self.context(party),
            item: step << 2 | u64::from(party.number()),
            checking,
            proofs: Vec::new().into_iter(),
        };
        let body = Body::decode(entry.body()).map_err(|refusal| case.fault(FAULT, refusal.to_string()))?;
        let proofs = Proofs::decode(entry.proofs()).map_err(|refusal| case.fault(FAULT, refusal.to_string()))?;
        case.proofs = proofs.0.into_iter();
        // Riders come first: a carrier vouches for them whatever else its entry says.
        for rider in body.riders {
            self.judge_rider(&case, rider, wanted)?;
        }
        match (awaited, body.act) {
            (Awaited::Commit, Act::Commit(digest)) => {
                if let Some(slot) = self.commitments.get_mut(party.index()) {
                    *slot = Some(digest);
                }
            }
            (Awaited::Reveal, Act::Reveal(reveal)) => self.judge_reveal(&mut case, &reveal, wanted)?,
            (Awaited::Ack, Act::Ack) => {}
            (Awaited::Shuffle(pack), Act::Shuffle(output, shares)) => {
                self.judge_shuffle(&mut case, *pack, &output, &shares)?;
            }
            (Awaited::Shares(owed), Act::Shares(shares)) => self.judge_shares(&mut case, owed, &shares)?,
            (Awaited::Move(seat) | Awaited::Answer(seat), Act::Move(mv)) => {
                self.judge_move(&mut case, *seat, &mv, wanted)?;
            }
            (Awaited::Answer(seat), Act::Deny(commitments)) => {
                let requirement = self
                    .game
                    .denial(*seat)
                    .map_err(|illegal| case.fault(illegal.rule.id(), illegal.message))?;
                self.judge_requirements(&mut case, &[requirement], &commitments)?;
                wanted.denials.push(*seat);
            }
            (Awaited::Move(_), Act::Carry) => {
                let leaves = wanted.leaves.iter().map(|leave| leave.notice().party);
                let forks = wanted.forks.iter().map(Fork::party);
                if !leaves
                    .chain(forks)
                    .any(|gone| gone != party && self.present.contains(gone))
                {
                    return Err(case.fault("log.11", "the entry stands in place of a move and carries nothing"));
                }
            }
            (Awaited::Result, Act::Result(signature)) => {
                let signed = self
                    .statement()
                    .is_some_and(|statement| statement.verify(party, &Signature(signature.0)).is_ok());
                if !signed {
                    return Err(case.fault("log.12", "the signature is not one under this result"));
                }
                wanted.results.push(party);
            }
            (_, act) => {
                let what = format!("the step awaits {}, and {} came", name(awaited), act.name());
                return Err(case.fault("common.12", what));
            }
        }
        if case.proofs.next().is_some() {
            return Err(case.fault(FAULT, "the entry carries a proof of nothing"));
        }
        Ok(())
    }

    /// Tries an entry on this state, which is worth nothing afterwards: what an author does before anybody else sees it.
    pub(crate) fn try_entry(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let party = entry.party();
        self.check_entry(party, entry.signed().tag(), entry.header())?;
        let awaited = self.awaited_of(party).cloned().ok_or(Refusal::NotAwaited {
            party,
            step: self.place.step,
        })?;
        let tried = self.judge(&awaited, entry, &mut Checking::Now, &mut Wanted::default());
        tried.map_err(|fault| Refusal::Proof(format!("the entry would be faulty and is not sent: {fault}")))
    }

    fn judge_rider(&self, case: &Case<'_, '_>, rider: Item, wanted: &mut Wanted) -> Result<(), Fault> {
        match rider {
            Item::Leave(sealed) => {
                let leave: Signed<Leave> = sealed
                    .notice(|party| self.identity(party))
                    .map_err(|refusal| case.fault("log.11", refusal.to_string()))?;
                if leave.notice().match_id != self.place.match_id || leave.notice().from > self.place.step + 1 {
                    return Err(case.fault("log.11", "the leave that the entry carries is not one of this step"));
                }
                wanted.leaves.push(leave);
            }
            Item::Fork(..) | Item::Relapse(..) => {
                let fork = self
                    .open_fork(rider)
                    .map_err(|refusal| case.fault("log.5", refusal.to_string()))?;
                wanted.forks.push(fork);
            }
            Item::Closing(_) | Item::Entry(_) | Item::Ballot(_) | Item::Claim(_) => {
                return Err(case.fault("log.11", "the entry carries something that cannot ride along"));
            }
        }
        Ok(())
    }

    /// Reads a proof of equivocation in this match.
    pub(crate) fn open_fork(&self, item: Item) -> Result<Fork, Refusal> {
        let key = |party: PartyId| self.identity(party);
        let fork = match item {
            Item::Fork(one, other) => Fork::open(one, other, key)?,
            Item::Relapse(header, leave) => Fork::open_after_leaving(header, leave, key)?,
            _ => return Err(Refusal::Evidence(NoEvidence::NoProof)),
        };
        if fork.match_id() == self.place.match_id {
            self.check_fork(&fork)?;
            Ok(fork)
        } else {
            Err(Refusal::OtherMatch)
        }
    }

    /// Checks that a proof holds in this log. Two headers for one place always do. A header after a leave does only if it was
    /// signed for this log: where that was cut back, its party has to sign anew what it had signed before, and may leave
    /// before it has.
    pub(crate) fn check_fork(&self, fork: &Fork) -> Result<(), Refusal> {
        if fork.is_relapse() && self.result_step.is_some_and(|result| fork.step() >= result) {
            // A leave that has come to nothing when the match ends is dropped, and its party signs the result like everybody.
            return Err(Refusal::Evidence(NoEvidence::SignedResult(fork.party())));
        }
        if fork.is_relapse() && fork.epoch() != self.epoch_of(fork.step()) {
            return Err(Refusal::Evidence(NoEvidence::CutBack(fork.party())));
        }
        Ok(())
    }

    fn judge_reveal(&mut self, case: &mut Case<'_, '_>, reveal: &Reveal, wanted: &mut Wanted) -> Result<(), Fault> {
        let party = case.party;
        let proof = case.proof("the keys")?;
        let bytes = [reveal.keys.0.as_slice(), &proof.0].concat();
        let message = KeysMessage::decode(&bytes).map_err(|error| case.fault(FAULT, error.to_string()))?;
        let contribution = Contribution::from_bytes(reveal.nonce.0, reveal.salt.0);
        let committed = self.commitments.get(party.index()).copied().flatten();
        let identity = self.identity(party).copied();
        let kept =
            identity.map(|identity| commitment(self.place.match_id, party, &contribution, &identity, &reveal.keys.0));
        if committed.is_none() || committed != kept {
            return Err(case.fault("log.1", "what is revealed is not what was committed to"));
        }
        let keys = *message.unverified();
        let others = self.keys.iter().flatten();
        if others
            .clone()
            .any(|other| other.deck() == keys.deck() || other.sealing() == keys.sealing())
        {
            return Err(case.fault("log.1", "the keys are those of another party"));
        }
        message
            .claim(&case.context, case.item)
            .and_then(|claim| case.checking.submit(claim))
            .map_err(|error| case.fault("log.1", error.to_string()))?;
        if let Some(slot) = self.keys.get_mut(party.index()) {
            *slot = Some(keys);
        }
        wanted.reveals.push((party, contribution, reveal.keys.0.clone()));
        Ok(())
    }

    fn judge_shuffle(
        &mut self,
        case: &mut Case<'_, '_>,
        pack: u32,
        output: &ByteString,
        shares: &Shares,
    ) -> Result<(), Fault> {
        let proof = case.proof("the shuffle")?;
        self.deck
            .accept_shuffle(pack, &output.0, &proof.0, &case.context, case.item, case.checking)
            .map_err(|error| case.deck(&error))?;
        // The first shares of a deal ride on the last shuffle.
        let owed = self.owed_of(case.party);
        self.judge_shares(case, &owed, shares)
    }

    /// What a party owes of the card operations that are due, as the deck stands.
    fn owed_of(&self, party: PartyId) -> Owed {
        self.owed_with(&self.deck, party)
    }

    /// What a party would owe of the card operations that are due if the deck stood like this.
    pub(crate) fn owed_with(&self, deck: &Deck, party: PartyId) -> Owed {
        match self.game.due() {
            Due::Cards(operations) => deck.owed(&operations, |seat| self.party_of(seat)).of(party),
            Due::Turn(_) | Due::Question(_) | Due::Nothing => Owed::default(),
        }
    }

    fn judge_shares(&mut self, case: &mut Case<'_, '_>, owed: &Owed, shares: &Shares) -> Result<(), Fault> {
        self.accept_plain(case, &owed.plain, &shares.plain)?;
        if shares.sealed.len() != owed.sealed.len() {
            let sentence = format!(
                "{} sealed shares are due and {} came",
                owed.sealed.len(),
                shares.sealed.len()
            );
            return Err(case.fault(FAULT, sentence));
        }
        for (&(card, recipient), bytes) in owed.sealed.iter().zip(&shares.sealed) {
            self.deck
                .accept_sealed(card, recipient, &bytes.0, &case.context, case.item, case.checking)
                .map_err(|error| case.deck(&error))?;
        }
        Ok(())
    }

    /// Takes in plain shares, a string for each pack of the cards.
    fn accept_plain(&mut self, case: &mut Case<'_, '_>, cards: &[Handle], shares: &[ByteString]) -> Result<(), Fault> {
        let packs = by_pack(cards);
        if shares.len() != packs.len() {
            let sentence = format!("shares of {} packs are due and of {} came", packs.len(), shares.len());
            return Err(case.fault(FAULT, sentence));
        }
        for (cards, bytes) in packs.iter().zip(shares) {
            let proof = case.proof("the shares")?;
            self.deck
                .accept_shares(cards, &bytes.0, &proof.0, &case.context, case.item, case.checking)
                .map_err(|error| case.deck(&error))?;
        }
        Ok(())
    }

    fn judge_move(
        &mut self,
        case: &mut Case<'_, '_>,
        seat: Seat,
        said: &Move,
        wanted: &mut Wanted,
    ) -> Result<(), Fault> {
        let mv = self
            .game
            .parse_move(&said.text)
            .map_err(|error| case.fault(FAULT, error.to_string()))?;
        let card = said.handle();
        let illegal =
            |case: &Case<'_, '_>, illegal: majlis_rules::rule::Illegal| case.fault(illegal.rule.id(), illegal.message);
        let plan = self.game.plan(seat, &mv, card).map_err(|error| illegal(case, error))?;
        let shares = self.deck.mover_shares(case.party, &plan);
        // Hidden cards are proved before any of them is opened: the knock that blocks a round opens the hand it is about.
        self.judge_requirements(case, &plan.requires, &said.commitments)?;
        self.accept_plain(case, &shares, &said.shares)?;
        // Tried on a copy: in a question the move is made after all denials.
        let mut events: Vec<AnyEvent> = Vec::new();
        self.game
            .clone()
            .play(seat, &mv, card, &self.deck, &mut events)
            .map_err(|error| illegal(case, error))?;
        wanted.play = Some((seat, mv, card));
        Ok(())
    }

    fn judge_requirements(
        &mut self,
        case: &mut Case<'_, '_>,
        requirements: &[Requirement],
        commitments: &[ByteString],
    ) -> Result<(), Fault> {
        let fresh = self.deck.uncommitted(requirements);
        if commitments.len() != fresh.len() {
            let sentence = format!(
                "commitments for {} packs are due and {} came",
                fresh.len(),
                commitments.len()
            );
            return Err(case.fault(FAULT, sentence));
        }
        for (cards, bytes) in fresh.iter().zip(commitments) {
            let proof = case.proof("the commitments")?;
            self.deck
                .accept_commitments(cards, &bytes.0, &proof.0, &case.context, case.item, case.checking)
                .map_err(|error| case.deck(&error))?;
        }
        for requirement in requirements {
            for cards in by_pack(&requirement.cards) {
                let proof = case.proof(requirement.message)?;
                self.deck
                    .verify_members(&cards, requirement.faces, &proof.0, &case.context, case.checking)
                    .map_err(|error| case.fault(requirement.rule.id(), format!("{}: {error}", requirement.message)))?;
            }
            self.proved.note(case.party, requirement);
        }
        Ok(())
    }
}

/// What is awaited, in words.
pub(super) const fn name(awaited: &Awaited) -> &'static str {
    match awaited {
        Awaited::Commit => "a commitment",
        Awaited::Reveal => "a reveal",
        Awaited::Ack => "an acknowledgement",
        Awaited::Shuffle(_) => "a shuffle",
        Awaited::Shares(_) => "shares",
        Awaited::Move(_) => "a move",
        Awaited::Answer(_) => "an answer",
        Awaited::Result => "a result",
    }
}
