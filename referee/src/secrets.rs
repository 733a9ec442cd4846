//! What only one party knows, and the entries it makes with it.

use majlis_crypto::cbor::{self, ByteArray, ByteString};
use majlis_crypto::identity::{Identity, SignTag};
use majlis_crypto::keys::DeckSecret;
use majlis_crypto::lot::Contribution;
use majlis_crypto::transcript::Context;
use majlis_rules::face::{Face, Faces, Handle};
use majlis_rules::game::{Game, Requirement};
use majlis_rules::seat::Seat;
use rand_core::CryptoRng;
use serde_tuple::{Deserialize_tuple, Serialize_tuple};
use zeroize::Zeroizing;

use crate::act::{Act, Body, Move, Proofs, Reveal, Shares};
use crate::deck::{Deck, Owed, by_pack};
use crate::entry::Entry;
use crate::error::{NotDue, Piece, Refusal};
use crate::item::Item;
use crate::party::PartyId;
use crate::replay::{Awaited, Checking, Match, commitment};
use crate::wire::limits;

/// The secrets of one party for one match. They MUST NOT be sent; they are stored once, beside the log, for its owner alone
/// (log.13).
pub struct Secrets {
    deck: DeckSecret,
    contribution: Contribution,
}

/// The secrets as they are stored.
#[derive(Serialize_tuple, Deserialize_tuple)]
struct Stored {
    deck: ByteArray<64>,
    nonce: ByteArray<32>,
    salt: ByteArray<32>,
}

impl Secrets {
    /// Fresh secrets.
    pub fn generate(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        Self {
            deck: DeckSecret::generate(rng),
            contribution: Contribution::random(rng),
        }
    }

    /// The bytes to store.
    ///
    /// # Errors
    /// Never in practice.
    pub fn encode(&self) -> Result<Zeroizing<Vec<u8>>, Refusal> {
        let stored = Stored {
            deck: ByteArray(*self.deck.to_bytes()),
            nonce: ByteArray(*self.contribution.nonce()),
            salt: ByteArray(*self.contribution.salt()),
        };
        cbor::to_vec(&stored)
            .map(Zeroizing::new)
            .map_err(|error| Refusal::encoding(Piece::Secrets, &error))
    }

    /// Reads what [`Secrets::encode`] wrote.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        let stored: Stored =
            cbor::from_slice(bytes, &limits(256)).map_err(|error| Refusal::decoding(Piece::Secrets, &error))?;
        let deck = DeckSecret::from_bytes(&stored.deck.0).map_err(|error| Refusal::Proof(error.to_string()))?;
        Ok(Self {
            deck,
            contribution: Contribution::from_bytes(stored.nonce.0, stored.salt.0),
        })
    }

    /// The secret behind the deck and sealing keys.
    #[must_use]
    pub const fn deck(&self) -> &DeckSecret {
        &self.deck
    }
}

/// What the owner of a secret can read of a deck.
pub(crate) struct Readable<'a> {
    pub(crate) deck: &'a Deck,
    pub(crate) secret: &'a DeckSecret,
}

impl Faces for Readable<'_> {
    fn face(&self, card: Handle) -> Option<Face> {
        self.deck.read(self.secret, card)
    }
}

/// What a person decides; everything else that a party owes follows from the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A move of the seat that is awaited, in the notation of `judge.md`.
    Move(String),
    /// To move later, so that what the entry carries along takes effect first (log.11). No person decides this; a program does
    /// when somebody leaves while its person thinks.
    Carry,
}

/// Somebody who can make entries of one party.
pub(crate) struct Author<'a> {
    pub(crate) party: PartyId,
    pub(crate) identity: &'a Identity,
    pub(crate) secrets: &'a Secrets,
}

impl Author<'_> {
    /// Makes the entry that the step awaits of this party: [`None`] where a decision is needed and none is given.
    ///
    /// # Errors
    /// Where nothing is awaited of the party, or the decision is not a legal move.
    pub(crate) fn entry(
        &self,
        state: &Match,
        decision: Option<&Decision>,
        riders: Vec<Item>,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Option<Entry>, Refusal> {
        let place = state.place();
        let Some(awaited) = state.awaited_of(self.party) else {
            return Err(Refusal::NotAwaited {
                party: self.party,
                step: place.step,
            });
        };
        let Some((act, proofs)) = self.act(state, awaited, decision, rng)? else {
            return Ok(None);
        };
        let entry = Entry::sign(
            &place,
            self.party,
            &Body { act, riders },
            &Proofs(proofs),
            self.identity,
        )?;
        // Everybody checks his own entry before anybody else sees it (log.4).
        state.clone().try_entry(&entry)?;
        Ok(Some(entry))
    }

    fn act(
        &self,
        state: &Match,
        awaited: &Awaited,
        decision: Option<&Decision>,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Option<(Act, Vec<ByteString>)>, Refusal> {
        let context = state.context(self.party);
        let secret = &self.secrets.deck;
        let mut work = Work {
            deck: state.deck().clone(),
            secret,
            context,
            proofs: Vec::new(),
        };
        let act = match awaited {
            Awaited::Commit => {
                let keys = secret.keys().encode();
                let match_id = state.place().match_id;
                Act::Commit(commitment(
                    match_id,
                    self.party,
                    &self.secrets.contribution,
                    &self.identity.key(),
                    &keys,
                ))
            }
            Awaited::Reveal => {
                let mut message = secret
                    .publish(&context, rng)
                    .map_err(|error| Refusal::Proof(error.to_string()))?
                    .encode();
                work.proofs
                    .push(ByteString(message.split_off(secret.keys().encode().len())));
                Act::Reveal(Reveal {
                    keys: ByteString(message),
                    nonce: ByteArray(*self.secrets.contribution.nonce()),
                    salt: ByteArray(*self.secrets.contribution.salt()),
                })
            }
            Awaited::Ack => Act::Ack,
            Awaited::Shuffle(pack) => {
                let shuffled = work.deck.shuffle(*pack, secret, &context, rng).map_err(refused)?;
                work.proofs.push(ByteString(shuffled.proof.clone()));
                work.deck
                    .accept_shuffle(
                        *pack,
                        &shuffled.body,
                        &shuffled.proof,
                        &context,
                        0,
                        &mut Checking::Trusted,
                    )
                    .map_err(refused)?;
                work.deck.settle();
                let owed = state.owed_with(&work.deck, self.party);
                let shares = work.shares(&owed, rng)?;
                Act::Shuffle(ByteString(shuffled.body), shares)
            }
            Awaited::Shares(owed) => Act::Shares(work.shares(owed, rng)?),
            Awaited::Move(seat) => match decision {
                Some(Decision::Move(text)) => Act::Move(work.make_move(state, *seat, text, rng)?),
                Some(Decision::Carry) => Act::Carry,
                None => return Ok(None),
            },
            Awaited::Answer(seat) => {
                let mine = Readable {
                    deck: state.deck(),
                    secret,
                };
                let game = state.game().ok_or(Refusal::NotDue(NotDue::NoLot))?;
                match game.legal_moves(*seat, &mine).first() {
                    // Who holds what is asked for shows it; there is nothing to decide (domino.6).
                    Some(mv) => Act::Move(work.make_move(state, *seat, &mv.to_string(), rng)?),
                    None => {
                        let requirement = game.denial(*seat).map_err(Refusal::Illegal)?;
                        Act::Deny(work.prove(std::slice::from_ref(&requirement), rng)?)
                    }
                }
            }
            Awaited::Result => {
                let statement = state.statement().ok_or(Refusal::NotDue(NotDue::NotOver))?;
                let signature = self.identity.sign(SignTag::Certificate, &statement.encode()?);
                Act::Result(ByteArray(signature.0))
            }
        };
        Ok(Some((act, work.proofs)))
    }
}

/// An entry in the making: a copy of the deck on which what is said so far has taken effect, and the proofs so far.
struct Work<'a> {
    deck: Deck,
    secret: &'a DeckSecret,
    context: Context,
    proofs: Vec<ByteString>,
}

impl Work<'_> {
    fn shares(&mut self, owed: &Owed, rng: &mut (impl CryptoRng + ?Sized)) -> Result<Shares, Refusal> {
        let plain = self.plain(&owed.plain, rng)?;
        let sealed = owed
            .sealed
            .iter()
            .map(|&(card, recipient)| {
                self.deck
                    .seal(card, recipient, self.secret, &self.context, rng)
                    .map(ByteString)
                    .map_err(refused)
            })
            .collect::<Result<_, _>>()?;
        Ok(Shares { plain, sealed })
    }

    fn plain(&mut self, cards: &[Handle], rng: &mut (impl CryptoRng + ?Sized)) -> Result<Vec<ByteString>, Refusal> {
        let mut plain = Vec::new();
        for cards in by_pack(cards) {
            let shares = self
                .deck
                .share(&cards, self.secret, &self.context, rng)
                .map_err(refused)?;
            self.deck
                .accept_shares(
                    &cards,
                    &shares.body,
                    &shares.proof,
                    &self.context,
                    0,
                    &mut Checking::Trusted,
                )
                .map_err(refused)?;
            self.deck.settle();
            plain.push(ByteString(shares.body));
            self.proofs.push(ByteString(shares.proof));
        }
        Ok(plain)
    }

    fn make_move(
        &mut self,
        state: &Match,
        seat: Seat,
        text: &str,
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Move, Refusal> {
        let game = state.game().ok_or(Refusal::NotDue(NotDue::NoLot))?;
        let mv = game
            .parse_move(text)
            .map_err(|error| Refusal::NotDue(NotDue::NotAMove(error)))?;
        let mine = Readable {
            deck: state.deck(),
            secret: self.secret,
        };
        let card = game.locate(seat, &mv, &mine).map_err(Refusal::Illegal)?;
        let plan = game.plan(seat, &mv, card).map_err(Refusal::Illegal)?;
        for requirement in &plan.requires {
            if requirement.test(&mine) != Some(true) {
                return Err(Refusal::Illegal(requirement.breach()));
            }
        }
        let party = PartyId::new(self.context.party).ok_or(Refusal::NotDue(NotDue::NoParty))?;
        let cards = self.deck.mover_shares(party, &plan);
        // What has to be proved comes before what is shown: the knock that blocks a round opens the very hand it is about.
        let commitments = self.prove(&plan.requires, rng)?;
        let shares = self.plain(&cards, rng)?;
        Ok(Move {
            text: text.to_owned(),
            card: card.map(|card| (card.pack, card.index)),
            shares,
            commitments,
        })
    }

    /// Proves requirements about hidden cards: the commitments that are new, their proofs and then those of the requirements.
    fn prove(
        &mut self,
        requirements: &[Requirement],
        rng: &mut (impl CryptoRng + ?Sized),
    ) -> Result<Vec<ByteString>, Refusal> {
        let mut commitments = Vec::new();
        for cards in self.deck.uncommitted(requirements) {
            let made = self
                .deck
                .commit(&cards, self.secret, &self.context, rng)
                .map_err(refused)?;
            self.deck
                .accept_commitments(
                    &cards,
                    &made.body,
                    &made.proof,
                    &self.context,
                    0,
                    &mut Checking::Trusted,
                )
                .map_err(refused)?;
            self.deck.settle();
            commitments.push(ByteString(made.body));
            self.proofs.push(ByteString(made.proof));
        }
        for requirement in requirements {
            for cards in by_pack(&requirement.cards) {
                let proof = self
                    .deck
                    .prove_members(&cards, requirement.faces, self.secret, &self.context, rng)
                    .map_err(refused)?;
                self.proofs.push(ByteString(proof));
            }
        }
        Ok(commitments)
    }
}

fn refused(error: impl core::fmt::Display) -> Refusal {
    Refusal::Proof(error.to_string())
}
