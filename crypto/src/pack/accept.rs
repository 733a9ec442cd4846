//! What everybody does with the messages of others: check them, and put them into effect.
//!
//! The party is that of the context. Cards, recipients and sets of faces are arguments, since the
//! verifier takes them from the public state and never from the message.

use crate::chain::{self, Label};
use crate::error::ProofError;
use crate::group::{Ciphertext, Element};
use crate::handle::{Cards, Handle, Party};
use crate::keys::DeckKeys;
use crate::look::{self, LookMessage};
use crate::member::{self, MemberMessage};
use crate::pack::act::refused;
use crate::pack::{Check, Face, FaceSet, Pack, PackError};
use crate::recommit::{self, CommitMessage};
use crate::share::{self, ShareMessage};
use crate::shuffle::{self, Shape};
use crate::transcript::{Context, Purpose, Transcript};

/// A shuffled pack with the proof of the shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShuffleMessage {
    pub(super) output: Vec<Ciphertext>,
    pub(super) proof: shuffle::Proof,
}

impl ShuffleMessage {
    /// The length in bytes of the encoded shuffle of a pack of `cards` cards.
    ///
    /// # Errors
    ///
    /// [`ProofError::Statement`] unless a pack can have that many cards.
    pub fn len(cards: usize) -> Result<usize, ProofError> {
        // The shape first: it bounds what is multiplied.
        let proof = Shape::of(cards)?.proof_bytes();
        Ok(Ciphertext::BYTES * cards + proof)
    }

    /// c₁ and c₂ of each card in turn, then the proof.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = shuffle::encode_pack(&self.output);
        out.extend_from_slice(&self.proof.encode());
        out
    }

    /// Reads the shuffle of a pack of `cards` cards.
    ///
    /// # Errors
    ///
    /// Names a wrong length, point or scalar, and a c₁ that is the identity.
    pub fn decode(bytes: &[u8], cards: usize) -> Result<Self, ProofError> {
        let expected = Self::len(cards)?;
        let length = ProofError::Length {
            what: "shuffle message",
            expected,
            found: bytes.len(),
        };
        if bytes.len() != expected {
            return Err(length);
        }
        let (output, proof) = bytes.split_at_checked(Ciphertext::BYTES * cards).ok_or(length)?;
        Ok(Self {
            output: shuffle::decode_pack(output, cards)?,
            proof: shuffle::Proof::decode(proof, cards)?,
        })
    }
}

/// What commitments to cards are about.
pub(super) struct CommitInputs {
    shares: [u8; 32],
    c1: Vec<Element>,
    masked: Vec<Element>,
}

impl CommitInputs {
    pub(super) fn statement<'a>(
        &'a self,
        pack: &'a Pack,
        keys: &'a DeckKeys,
        handles: &'a [Handle],
    ) -> recommit::Statement<'a> {
        recommit::Statement {
            cards: pack.named(handles),
            shares: &self.shares,
            key: keys.deck(),
            c1: &self.c1,
            masked: &self.masked,
        }
    }
}

/// What a proof of membership is about.
pub(super) struct MemberInputs {
    commitments: Vec<Element>,
    faces: Vec<Element>,
}

impl MemberInputs {
    pub(super) fn statement<'a>(
        &'a self,
        pack: &'a Pack,
        keys: &'a DeckKeys,
        handles: &'a [Handle],
    ) -> member::Statement<'a> {
        member::Statement {
            cards: pack.named(handles),
            key: keys.deck(),
            commitments: &self.commitments,
            faces: &self.faces,
        }
    }
}

impl Pack {
    /// Puts a shuffle into effect.
    ///
    /// # Errors
    ///
    /// [`PackError::NotTheShuffler`]; [`PackError::Refused`] for a wrong proof.
    pub fn accept_shuffle(
        &mut self,
        message: &ShuffleMessage,
        context: &Context,
        check: &mut Check<'_>,
    ) -> Result<(), PackError> {
        let party = Party(context.party);
        self.check_shuffler(party)?;
        let statement = shuffle::Statement {
            context,
            binding: &self.digest,
            key: &self.key,
            input: &self.ciphertexts,
            output: &message.output,
        };
        match check {
            Check::Now => shuffle::verify_alone(&statement, &message.proof),
            Check::Later { batch, item } => shuffle::verify(&statement, &message.proof, *item, batch),
        }
        .map_err(refused(party, Purpose::Shuffle))?;
        self.settled &= check.is_now();
        self.ciphertexts.clone_from(&message.output);
        self.shuffles += 1;
        self.digest = self.compute_digest();
        Ok(())
    }

    /// Puts plain shares of these cards into effect, and opens the cards that lack no share any more.
    ///
    /// # Errors
    ///
    /// [`PackError::Refused`] for a wrong proof; [`PackError::NotAFace`]; and the errors of a wrong call, as
    /// for [`Pack::share`]. The pack is unchanged then.
    pub fn accept_shares(
        &mut self,
        cards: &[Handle],
        message: &ShareMessage,
        context: &Context,
        check: &mut Check<'_>,
    ) -> Result<(), PackError> {
        let party = Party(context.party);
        let refused = refused(party, Purpose::Share);
        let c1 = self.check_shares(party, cards)?;
        let oracle = Transcript::new(context, Purpose::Share);
        let statement = self.share_statement(self.keys_of(party)?, cards, &c1);
        share::verify(&statement, message, oracle, check.item())
            .and_then(|claim| check.take(claim))
            .map_err(refused)?;
        let mut hidden = self.hidden();
        let mut faces = Vec::with_capacity(cards.len());
        for (card, share) in cards.iter().zip(&message.shares) {
            faces.push(if self.keeper(*card) == Some(party) {
                let face = self.read(*card, share, hidden)?;
                hidden.remove(face);
                Some(face)
            } else {
                None
            });
        }
        self.settled &= check.is_now();
        for ((card, share), face) in cards.iter().zip(&message.shares).zip(faces) {
            let posted = self.card_mut(*card)?;
            let place = posted.shares.partition_point(|(other, _)| *other < party);
            posted.shares.insert(place, (party, *share));
            posted.face = face;
        }
        Ok(())
    }

    /// Puts the sealed share of the keeper of a card into effect.
    ///
    /// # Errors
    ///
    /// [`PackError::Refused`] for a wrong proof, and the errors of a wrong call, as for [`Pack::seal_look`].
    /// The pack is unchanged then.
    pub fn accept_look(
        &mut self,
        card: Handle,
        recipient: Party,
        message: &LookMessage,
        context: &Context,
        check: &mut Check<'_>,
    ) -> Result<(), PackError> {
        let party = Party(context.party);
        let oracle = Transcript::new(context, Purpose::SealedLook);
        let statement = self.look_statement(party, &card, recipient)?;
        look::verify(&statement, message, oracle, check.item())
            .and_then(|claim| check.take(claim))
            .map_err(refused(party, Purpose::SealedLook))?;
        self.settled &= check.is_now();
        self.card_mut(card)?.looks.push((recipient, message.clone()));
        Ok(())
    }

    /// Puts commitments to these cards by their keeper into effect.
    ///
    /// # Errors
    ///
    /// [`PackError::Refused`] for a wrong proof, and the errors of a wrong call, as for [`Pack::commit`]. The
    /// pack is unchanged then.
    pub fn accept_commit(
        &mut self,
        cards: &[Handle],
        message: &CommitMessage,
        context: &Context,
        check: &mut Check<'_>,
    ) -> Result<(), PackError> {
        let party = Party(context.party);
        let inputs = self.check_commit(party, cards)?;
        let oracle = Transcript::new(context, Purpose::Recommit);
        let statement = inputs.statement(self, self.keys_of(party)?, cards);
        recommit::verify(&statement, message, oracle, check.item())
            .and_then(|claim| check.take(claim))
            .map_err(refused(party, Purpose::Recommit))?;
        self.settled &= check.is_now();
        for (card, commitment) in cards.iter().zip(&message.cards) {
            self.card_mut(*card)?.commitment = Some(*commitment);
        }
        Ok(())
    }

    /// Checks the proof that each of these cards shows one of the `permitted` faces.
    ///
    /// # Errors
    ///
    /// [`PackError::Refused`] for a wrong proof, and the errors of a wrong call, as for
    /// [`Pack::prove_all_in`].
    pub fn verify_all_in(
        &self,
        cards: &[Handle],
        permitted: FaceSet,
        message: &MemberMessage,
        context: &Context,
    ) -> Result<(), PackError> {
        let party = Party(context.party);
        let inputs = self.check_member(party, cards, permitted)?;
        let oracle = Transcript::new(context, Purpose::Member);
        let statement = inputs.statement(self, self.keys_of(party)?, cards);
        member::verify(&statement, message, oracle, 0).map_err(refused(party, Purpose::Member))
    }

    /// The set that [`Pack::prove_all_in`] and [`Pack::verify_all_in`] are about: the permitted faces
    /// that are hidden in this pack still.
    #[must_use]
    pub fn permitted(&self, permitted: FaceSet) -> FaceSet {
        self.hidden().intersection(permitted)
    }

    /// Requires that it is this party's turn to shuffle.
    pub(super) fn check_shuffler(&self, party: Party) -> Result<(), PackError> {
        match self.next_shuffler() {
            next if next == Some(party) => Ok(()),
            next => Err(PackError::NotTheShuffler { party, next }),
        }
    }

    /// Requires that the party can share the cards; their c₁.
    pub(super) fn check_shares(&self, party: Party, cards: &[Handle]) -> Result<Vec<Element>, PackError> {
        self.keys_of(party)?;
        self.check_cards(cards)?;
        let c1 = cards.iter().map(|card| {
            if self.missing(*card).contains(&party) {
                Ok(self.ciphertext(*card)?.c1)
            } else {
                Err(PackError::AlreadyShared { party, card: *card })
            }
        });
        c1.collect()
    }

    pub(super) fn share_statement<'a>(
        &'a self,
        keys: &'a DeckKeys,
        handles: &'a [Handle],
        c1: &'a [Element],
    ) -> share::Statement<'a> {
        share::Statement {
            cards: self.named(handles),
            key: keys.deck(),
            c1,
        }
    }

    /// Requires that the party can seal its share of the card to the recipient.
    pub(super) fn look_statement<'a>(
        &'a self,
        party: Party,
        card: &'a Handle,
        recipient: Party,
    ) -> Result<look::Statement<'a>, PackError> {
        self.check_kept(party, core::slice::from_ref(card))?;
        let sealing = self.keys_of(recipient)?.sealing();
        if self.can_see(recipient, *card) {
            return Err(PackError::AlreadySeen {
                party: recipient,
                card: *card,
            });
        }
        Ok(look::Statement {
            cards: self.named(core::slice::from_ref(card)),
            key: self.keys_of(party)?.deck(),
            recipient,
            sealing,
            c1: &self.ciphertext(*card)?.c1,
        })
    }

    /// Requires that the party can commit to the cards.
    pub(super) fn check_commit(&self, party: Party, cards: &[Handle]) -> Result<CommitInputs, PackError> {
        self.check_kept(party, cards)?;
        let mut c1 = Vec::with_capacity(cards.len());
        let mut masked = Vec::with_capacity(cards.len());
        for card in cards {
            if self.committed(*card) {
                return Err(PackError::AlreadyCommitted { card: *card });
            }
            c1.push(self.ciphertext(*card)?.c1);
            masked.push(Element::new(self.masked(*card)?));
        }
        Ok(CommitInputs {
            shares: self.share_set(cards)?,
            c1,
            masked,
        })
    }

    /// Requires that the party can prove something about the cards.
    pub(super) fn check_member(
        &self,
        party: Party,
        cards: &[Handle],
        permitted: FaceSet,
    ) -> Result<MemberInputs, PackError> {
        self.check_kept(party, cards)?;
        let commitment = |card: &Handle| {
            self.card(*card)?
                .commitment
                .ok_or(PackError::NotCommitted { card: *card })
        };
        let faces = self.permitted(permitted);
        if faces.is_empty() {
            return Err(PackError::EmptySet);
        }
        Ok(MemberInputs {
            commitments: cards.iter().map(commitment).collect::<Result<_, _>>()?,
            faces: faces.iter().filter_map(|face| self.kind.point(face)).copied().collect(),
        })
    }

    /// Requires that the party is the keeper of the cards.
    fn check_kept(&self, party: Party, cards: &[Handle]) -> Result<(), PackError> {
        self.keys_of(party)?;
        self.check_cards(cards)?;
        match cards.iter().find(|card| self.keeper(**card) != Some(party)) {
            Some(card) => Err(PackError::NotTheKeeper { party, card: *card }),
            None => Ok(()),
        }
    }

    /// The face of a card once the last share is there: one of those that are hidden still.
    fn read(&self, card: Handle, last: &Element, hidden: FaceSet) -> Result<Face, PackError> {
        let point = Element::new(self.masked(card)? - last.point());
        self.kind.find(hidden, &point).ok_or_else(|| PackError::NotAFace {
            card,
            contributors: self.holders.iter().map(|(party, _)| *party).collect(),
        })
    }

    /// H(`shares`; digest of the pack, each card) in the sense of [`chain`]. A card is its index (1 byte), then
    /// of each share that is there the party (1 byte) and D, in ascending order of the party.
    fn share_set(&self, cards: &[Handle]) -> Result<[u8; 32], PackError> {
        let mut parts = vec![self.digest.to_vec()];
        for card in cards {
            let mut part = vec![card.index];
            for (party, share) in &self.card(*card)?.shares {
                part.push(party.0);
                part.extend_from_slice(share.bytes());
            }
            parts.push(part);
        }
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        Ok(*chain::hash(Label::Shares, &parts).as_bytes())
    }

    fn named<'a>(&'a self, handles: &'a [Handle]) -> Cards<'a> {
        Cards {
            pack: &self.digest,
            handles,
        }
    }
}
