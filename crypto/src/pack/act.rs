//! What a party does with its secret.

use rand_core::CryptoRng;

use crate::error::ProofError;
use crate::group::Element;
use crate::handle::{Handle, Party};
use crate::keys::DeckSecret;
use crate::look::{self, LookMessage};
use crate::member::{self, MemberMessage, Opening};
use crate::pack::{FaceSet, Pack, PackError, ShuffleMessage};
use crate::recommit::{self, CommitMessage};
use crate::share::{self, ShareMessage};
use crate::shuffle;
use crate::transcript::{Context, Purpose, Transcript};

impl Pack {
    /// Shuffles the pack, which is left as it is: [`Pack::accept_shuffle`] puts the message into effect.
    ///
    /// # Errors
    ///
    /// [`PackError::NotTheShuffler`], [`PackError::NotAHolder`], [`PackError::Unsettled`].
    pub fn shuffle(
        &self,
        secret: &DeckSecret,
        context: &Context,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<ShuffleMessage, PackError> {
        let party = self.actor(secret, context)?;
        self.check_shuffler(party)?;
        shuffle::prove(context, &self.digest, &self.key, &self.ciphertexts, rng)
            .map(|shuffled| ShuffleMessage {
                output: shuffled.output,
                proof: shuffled.proof,
            })
            .map_err(refused(party, Purpose::Shuffle))
    }

    /// The plain shares of these cards, given in ascending order.
    ///
    /// Dealing is done with the shares of all holders but the one that the card goes to, opening with
    /// all that are missing.
    ///
    /// # Errors
    ///
    /// [`PackError::NotShuffled`], [`PackError::NoSuchCard`], [`PackError::Order`], [`PackError::AlreadyShared`],
    /// [`PackError::NotAHolder`], [`PackError::Unsettled`].
    pub fn share(
        &self,
        secret: &DeckSecret,
        cards: &[Handle],
        context: &Context,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<ShareMessage, PackError> {
        let party = self.actor(secret, context)?;
        let c1 = self.check_shares(party, cards)?;
        let statement = self.share_statement(secret.keys(), cards, &c1);
        share::prove(&statement, secret, Transcript::new(context, Purpose::Share), rng)
            .map_err(refused(party, Purpose::Share))
    }

    /// The share of a card that this party keeps, sealed to `recipient`.
    ///
    /// # Errors
    ///
    /// [`PackError::NotTheKeeper`], [`PackError::AlreadySeen`], [`PackError::NotShuffled`],
    /// [`PackError::NoSuchCard`], [`PackError::NotAHolder`], [`PackError::Unsettled`].
    pub fn seal_look(
        &self,
        secret: &DeckSecret,
        card: Handle,
        recipient: Party,
        context: &Context,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<LookMessage, PackError> {
        let party = self.actor(secret, context)?;
        let statement = self.look_statement(party, &card, recipient)?;
        let k = secret.derive(Purpose::SealedLook, &self.digest, card, Some(statement.sealing));
        let oracle = Transcript::new(context, Purpose::SealedLook);
        look::prove(&statement, secret, &k, oracle, rng).map_err(refused(party, Purpose::SealedLook))
    }

    /// Commitments to cards that this party keeps, given in ascending order; each is committed to once.
    ///
    /// # Errors
    ///
    /// [`PackError::NotTheKeeper`], [`PackError::AlreadyCommitted`], [`PackError::NotShuffled`],
    /// [`PackError::NoSuchCard`], [`PackError::Order`], [`PackError::NotAHolder`], [`PackError::Unsettled`].
    pub fn commit(
        &self,
        secret: &DeckSecret,
        cards: &[Handle],
        context: &Context,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<CommitMessage, PackError> {
        let party = self.actor(secret, context)?;
        let inputs = self.check_commit(party, cards)?;
        let openings: Vec<_> = cards
            .iter()
            .map(|card| secret.derive(Purpose::Recommit, &self.digest, *card, None))
            .collect();
        let oracle = Transcript::new(context, Purpose::Recommit);
        let statement = inputs.statement(self, secret.keys(), cards);
        recommit::prove(&statement, secret, &openings, oracle, rng).map_err(refused(party, Purpose::Recommit))
    }

    /// The proof that each of these cards, which this party keeps and has committed to, shows one of
    /// the `permitted` faces. Cards are given in ascending order.
    ///
    /// The set proved is that of the permitted faces that are hidden in this pack still.
    ///
    /// # Errors
    ///
    /// [`PackError::NotInTheSet`] if it is not true; [`PackError::EmptySet`], [`PackError::NotCommitted`],
    /// [`PackError::NotTheKeeper`], [`PackError::NotShuffled`], [`PackError::NoSuchCard`], [`PackError::Order`],
    /// [`PackError::NotAHolder`], [`PackError::Unsettled`].
    pub fn prove_all_in(
        &self,
        secret: &DeckSecret,
        cards: &[Handle],
        permitted: FaceSet,
        context: &Context,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<MemberMessage, PackError> {
        let party = self.actor(secret, context)?;
        let inputs = self.check_member(party, cards, permitted)?;
        let x = secret.deck().expose();
        let opening = |card: &Handle| -> Result<Opening, PackError> {
            let share = self.ciphertext(*card)?.c1.point() * x;
            Ok(Opening {
                face: Element::new(self.masked(*card)? - share),
                t: secret.derive(Purpose::Recommit, &self.digest, *card, None),
            })
        };
        let openings: Vec<Opening> = cards.iter().map(opening).collect::<Result<_, _>>()?;
        let oracle = Transcript::new(context, Purpose::Member);
        let statement = inputs.statement(self, secret.keys(), cards);
        member::prove(&statement, &openings, oracle, rng).map_err(|error| match error {
            ProofError::Statement { .. } => PackError::NotInTheSet,
            reason => PackError::Refused {
                party,
                message: Purpose::Member,
                reason,
            },
        })
    }

    /// Who acts: the owner of the secret, if it is the party of the context.
    fn actor(&self, secret: &DeckSecret, context: &Context) -> Result<Party, PackError> {
        let party = Party(context.party);
        if self.party_of(secret) != Some(party) {
            return Err(PackError::NotAHolder { party });
        }
        if !self.settled {
            return Err(PackError::Unsettled);
        }
        Ok(party)
    }
}

/// Names the party and the kind of message.
pub(super) fn refused(party: Party, message: Purpose) -> impl FnOnce(ProofError) -> PackError {
    move |reason| PackError::Refused { party, message, reason }
}
