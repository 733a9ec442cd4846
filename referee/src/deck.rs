//! The cards of a match: its packs, what is open, and who owes which shares for the operations that the rules ask for.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::OnceLock;

use majlis_crypto::keys::{DeckKeys, DeckSecret};
use majlis_crypto::pack::{
    self, Check, CommitMessage, Kind, LookMessage, MemberMessage, Pack, PackError, Party, ShareMessage, ShuffleMessage,
    Wish,
};
use majlis_crypto::transcript::Context;
use majlis_rules::face::{Face, FaceSet, Faces, Handle, PackKind};
use majlis_rules::game::{CardOp, Plan, Requirement};

use majlis_rules::seat::Seat;

use crate::party::{PartyId, PartySet};
use crate::replay::Checking;

/// What one party has to post for the card operations that are due.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Owed {
    /// The cards of which it posts plain shares, ascending.
    pub plain: Vec<Handle>,
    /// The cards of which it seals its share to one party, ascending.
    pub sealed: Vec<(Handle, PartyId)>,
}

impl Owed {
    /// Whether it owes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.sealed.is_empty()
    }
}

/// What everybody has to post for the card operations that are due.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllOwed(Vec<(PartyId, Owed)>);

impl AllOwed {
    /// What one party has to post.
    #[must_use]
    pub fn of(self, party: PartyId) -> Owed {
        self.0
            .into_iter()
            .find(|(who, _)| *who == party)
            .map(|(_, owed)| owed)
            .unwrap_or_default()
    }
}

/// What the card operations that are due need next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Work {
    /// A shuffle of this party.
    Shuffle {
        /// The pack.
        pack: u32,
        /// The next to shuffle it.
        party: PartyId,
    },
    /// Shares of these parties, in party order.
    Shares(Vec<(PartyId, Owed)>),
    /// Nothing more: they are done.
    Done,
}

/// Why something about the cards is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeckError {
    /// There is no such pack on the table.
    NoSuchPack {
        /// Its number.
        pack: u32,
    },
    /// The pack refuses it.
    Pack(PackError),
    /// The proofs of the pack's part are not well encoded.
    Proof(majlis_crypto::error::ProofError),
}

impl core::fmt::Display for DeckError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NoSuchPack { pack } => write!(f, "there is no pack {pack} on the table"),
            Self::Pack(error) => core::fmt::Display::fmt(error, f),
            Self::Proof(error) => core::fmt::Display::fmt(error, f),
        }
    }
}

impl std::error::Error for DeckError {}

impl From<PackError> for DeckError {
    fn from(error: PackError) -> Self {
        Self::Pack(error)
    }
}

impl From<majlis_crypto::error::ProofError> for DeckError {
    fn from(error: majlis_crypto::error::ProofError) -> Self {
        Self::Proof(error)
    }
}

/// The packs of a match of which some card is still on the table.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    packs: BTreeMap<u32, Pack>,
    /// What was opened in the last step.
    opened: Vec<(Handle, Face)>,
}

/// The kind's faces with their points, made once.
fn kind(kind: PackKind) -> Result<Kind, PackError> {
    static TILES: OnceLock<Kind> = OnceLock::new();
    static CARDS: OnceLock<Kind> = OnceLock::new();
    let cell = match kind {
        PackKind::Tiles => &TILES,
        PackKind::Cards => &CARDS,
    };
    if let Some(kind) = cell.get() {
        return Ok(kind.clone());
    }
    let labels: Vec<String> = kind.faces().iter().filter_map(|face| kind.notation(face)).collect();
    let made = Kind::new(kind.name(), labels)?;
    Ok(cell.get_or_init(|| made).clone())
}

/// Cards by pack, packs ascending, cards ascending, each once.
pub(crate) fn by_pack(cards: &[Handle]) -> Vec<Vec<Handle>> {
    let mut packs: BTreeMap<u32, Vec<Handle>> = BTreeMap::new();
    for &card in cards {
        packs.entry(card.pack).or_default().push(card);
    }
    packs
        .into_values()
        .map(|mut cards| {
            cards.sort_unstable();
            cards.dedup();
            cards
        })
        .collect()
}

const fn party(party: PartyId) -> Party {
    Party(party.number())
}

const fn handle(card: Handle) -> pack::Handle {
    pack::Handle {
        pack: card.pack,
        index: card.index,
    }
}

const fn card(handle: pack::Handle) -> Handle {
    Handle {
        pack: handle.pack,
        index: handle.index,
    }
}

fn handles(cards: &[Handle]) -> Vec<pack::Handle> {
    cards.iter().copied().map(handle).collect()
}

fn faces(faces: FaceSet) -> pack::FaceSet {
    pack::FaceSet::from_bits(u128::from(faces.bits()))
}

impl Checking<'_> {
    /// Does something with the pack's own word for when proofs are checked.
    fn check<T>(
        &mut self,
        item: u64,
        accept: impl FnOnce(&mut Check<'_>) -> Result<T, PackError>,
    ) -> Result<T, PackError> {
        match self {
            Self::Now => accept(&mut Check::Now),
            Self::Later(batch) => accept(&mut Check::Later { batch, item }),
            Self::Trusted => accept(&mut Check::Later {
                batch: &mut majlis_crypto::batch::Batch::new(),
                item,
            }),
        }
    }
}

impl Deck {
    /// No pack yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            packs: BTreeMap::new(),
            opened: Vec::new(),
        }
    }

    /// The cards that were opened to all in the last step, some perhaps of a pack that has left the table since.
    #[must_use]
    pub fn opened(&self) -> &[(Handle, Face)] {
        &self.opened
    }

    /// A new step begins.
    pub(crate) fn begin_step(&mut self) {
        self.opened.clear();
    }

    /// Forgets all packs but these.
    pub(crate) fn retain(&mut self, packs: &[u32]) {
        self.packs.retain(|number, _| packs.contains(number));
    }

    /// The packs on the table, ascending.
    pub fn packs(&self) -> impl Iterator<Item = &Pack> + '_ {
        self.packs.values()
    }

    /// Says that all checks that were put off have passed: secrets may be used again.
    pub fn settle(&mut self) {
        for pack in self.packs.values_mut() {
            pack.settle();
        }
    }

    fn pack(&self, number: u32) -> Result<&Pack, DeckError> {
        self.packs.get(&number).ok_or(DeckError::NoSuchPack { pack: number })
    }

    fn pack_mut(&mut self, number: u32) -> Result<&mut Pack, DeckError> {
        self.packs
            .get_mut(&number)
            .ok_or(DeckError::NoSuchPack { pack: number })
    }

    fn pack_of(&self, cards: &[Handle]) -> Result<&Pack, DeckError> {
        self.pack(cards.first().map_or(u32::MAX, |card| card.pack))
    }

    fn pack_of_mut(&mut self, cards: &[Handle]) -> Result<&mut Pack, DeckError> {
        self.pack_mut(cards.first().map_or(u32::MAX, |card| card.pack))
    }

    /// What the operations need next. A pack that is asked for is put on the table, held by `holders`.
    pub(crate) fn work(
        &mut self,
        operations: &[CardOp],
        holders: &[(PartyId, DeckKeys)],
        party_of: impl Fn(Seat) -> Option<PartyId>,
    ) -> Result<Work, DeckError> {
        let mut before = Vec::new();
        for operation in operations {
            let CardOp::Shuffle {
                pack: number,
                kind: of,
                faces: these,
            } = *operation
            else {
                before.push(*operation);
                continue;
            };
            let shares = self.owed(&before, &party_of).0;
            if !shares.is_empty() {
                return Ok(Work::Shares(shares));
            }
            let pack = match self.packs.entry(number) {
                Entry::Occupied(pack) => pack.into_mut(),
                Entry::Vacant(place) => {
                    let holders = holders.iter().map(|(who, keys)| (party(*who), *keys)).collect();
                    place.insert(Pack::new(number, kind(of)?, faces(these), holders)?)
                }
            };
            if let Some(next) = pack.next_shuffler().and_then(|next| PartyId::new(next.0)) {
                return Ok(Work::Shuffle {
                    pack: number,
                    party: next,
                });
            }
        }
        let shares = self.owed(operations, &party_of).0;
        Ok(if shares.is_empty() {
            Work::Done
        } else {
            Work::Shares(shares)
        })
    }

    /// What everybody has to post for these operations, as far as their packs are shuffled.
    pub(crate) fn owed(&self, operations: &[CardOp], party_of: impl Fn(Seat) -> Option<PartyId>) -> AllOwed {
        let mut wishes: BTreeMap<u32, Vec<Wish>> = BTreeMap::new();
        for operation in operations {
            let (card, wish) = match *operation {
                CardOp::Look { card, seat } => match party_of(seat) {
                    Some(viewer) => (
                        card,
                        Wish::Look {
                            card: handle(card),
                            viewer: party(viewer),
                        },
                    ),
                    None => continue,
                },
                CardOp::Open { card } => (card, Wish::Open { card: handle(card) }),
                CardOp::Shuffle { .. } => continue,
            };
            wishes.entry(card.pack).or_default().push(wish);
        }
        let mut all: BTreeMap<PartyId, Owed> = BTreeMap::new();
        for (number, wishes) in wishes {
            let Some(pack) = self.packs.get(&number).filter(|pack| pack.next_shuffler().is_none()) else {
                continue;
            };
            for (holder, _) in pack.holders() {
                let owed = pack.owed_by(*holder, &wishes);
                let Some(holder) = PartyId::new(holder.0).filter(|_| !owed.is_empty()) else {
                    continue;
                };
                let all = all.entry(holder).or_default();
                all.plain.extend(owed.shares.into_iter().map(card));
                all.sealed.extend(
                    owed.looks
                        .into_iter()
                        .filter_map(|(look, viewer)| Some((card(look), PartyId::new(viewer.0)?))),
                );
            }
        }
        AllOwed(all.into_iter().collect())
    }

    /// The cards of which the mover posts shares with a move: those it shows, and of those it opens the ones that want his.
    pub(crate) fn mover_shares(&self, mover: PartyId, plan: &Plan) -> Vec<Handle> {
        let mut cards: Vec<Handle> = plan
            .shows
            .iter()
            .map(|show| show.card)
            .chain(plan.opens.iter().copied())
            .filter(|card| {
                self.packs
                    .get(&card.pack)
                    .is_some_and(|pack| pack.missing(handle(*card)).contains(&party(mover)))
            })
            .collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    /// The cards of requirements that their keeper has not committed to yet, by pack.
    pub(crate) fn uncommitted(&self, requirements: &[Requirement]) -> Vec<Vec<Handle>> {
        let cards: Vec<Handle> = requirements
            .iter()
            .flat_map(|requirement| requirement.cards.iter().copied())
            .filter(|card| {
                !self
                    .packs
                    .get(&card.pack)
                    .is_some_and(|pack| pack.committed(handle(*card)))
            })
            .collect();
        by_pack(&cards)
    }

    /// The parties that can read a card now.
    #[must_use]
    pub fn can_see(&self, card: Handle) -> PartySet {
        let Some(pack) = self.packs.get(&card.pack) else {
            return PartySet::EMPTY;
        };
        PartyId::all(4)
            .filter(|who| pack.can_see(party(*who), handle(card)))
            .collect()
    }

    /// What the owner of a secret can read on a card.
    #[must_use]
    pub fn read(&self, secret: &DeckSecret, card: Handle) -> Option<Face> {
        let face = self.packs.get(&card.pack)?.face(secret, handle(card))?;
        Face::new(face.0)
    }

    /// The whole of a pack in the order of its places, read with the secrets of all its holders together; `None` where it is
    /// not shuffled by all yet or a secret is missing.
    #[must_use]
    pub fn order(&self, pack: u32, secrets: &[&DeckSecret]) -> Option<Vec<Face>> {
        let order = self.packs.get(&pack)?.order(secrets)?;
        order.into_iter().map(|face| Face::new(face.0)).collect()
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn accept_shuffle(
        &mut self,
        number: u32,
        output: &[u8],
        proof: &[u8],
        context: &Context,
        item: u64,
        checking: &mut Checking<'_>,
    ) -> Result<(), DeckError> {
        let pack = self.pack_mut(number)?;
        let message = ShuffleMessage::decode(&[output, proof].concat(), pack.ciphertexts().len())?;
        Ok(checking.check(item, |check| pack.accept_shuffle(&message, context, check))?)
    }

    pub(crate) fn accept_shares(
        &mut self,
        cards: &[Handle],
        shares: &[u8],
        proof: &[u8],
        context: &Context,
        item: u64,
        checking: &mut Checking<'_>,
    ) -> Result<(), DeckError> {
        let message = ShareMessage::decode(&[shares, proof].concat(), cards.len())?;
        let pack = self.pack_of_mut(cards)?;
        checking.check(item, |check| {
            pack.accept_shares(&handles(cards), &message, context, check)
        })?;
        let opened: Vec<_> = cards
            .iter()
            .filter_map(|&card| Some((card, Face::new(pack.opened(handle(card))?.0)?)))
            .collect();
        self.opened.extend(opened);
        Ok(())
    }

    pub(crate) fn accept_sealed(
        &mut self,
        card: Handle,
        recipient: PartyId,
        bytes: &[u8],
        context: &Context,
        item: u64,
        checking: &mut Checking<'_>,
    ) -> Result<(), DeckError> {
        let message = LookMessage::decode(bytes)?;
        let pack = self.pack_mut(card.pack)?;
        Ok(checking.check(item, |check| {
            pack.accept_look(handle(card), party(recipient), &message, context, check)
        })?)
    }

    pub(crate) fn accept_commitments(
        &mut self,
        cards: &[Handle],
        commitments: &[u8],
        proof: &[u8],
        context: &Context,
        item: u64,
        checking: &mut Checking<'_>,
    ) -> Result<(), DeckError> {
        let message = CommitMessage::decode(&[commitments, proof].concat(), cards.len())?;
        let pack = self.pack_of_mut(cards)?;
        Ok(checking.check(item, |check| {
            pack.accept_commit(&handles(cards), &message, context, check)
        })?)
    }

    pub(crate) fn verify_members(
        &self,
        cards: &[Handle],
        permitted: FaceSet,
        proof: &[u8],
        context: &Context,
        checking: &Checking<'_>,
    ) -> Result<(), DeckError> {
        let pack = self.pack_of(cards)?;
        let set = pack.permitted(faces(permitted));
        let message = MemberMessage::decode(proof, cards.len(), set.len())?;
        // A proof about hidden cards changes nothing, so there is nothing to take for good until later.
        if matches!(checking, Checking::Trusted) {
            return Ok(());
        }
        Ok(pack.verify_all_in(&handles(cards), faces(permitted), &message, context)?)
    }

    /// Shuffles a pack: the new ciphertexts, and the proof.
    pub(crate) fn shuffle(
        &self,
        number: u32,
        secret: &DeckSecret,
        context: &Context,
        rng: &mut (impl rand_core::CryptoRng + ?Sized),
    ) -> Result<Split, DeckError> {
        let pack = self.pack(number)?;
        let bytes = pack.shuffle(secret, context, rng)?.encode();
        Ok(Split::at(bytes, pack.ciphertexts().len() * 64))
    }

    /// Plain shares of cards of one pack, and their proof.
    pub(crate) fn share(
        &self,
        cards: &[Handle],
        secret: &DeckSecret,
        context: &Context,
        rng: &mut (impl rand_core::CryptoRng + ?Sized),
    ) -> Result<Split, DeckError> {
        let bytes = self
            .pack_of(cards)?
            .share(secret, &handles(cards), context, rng)?
            .encode();
        Ok(Split::at(bytes, cards.len() * 32))
    }

    /// A share sealed to one party.
    pub(crate) fn seal(
        &self,
        card: Handle,
        recipient: PartyId,
        secret: &DeckSecret,
        context: &Context,
        rng: &mut (impl rand_core::CryptoRng + ?Sized),
    ) -> Result<Vec<u8>, DeckError> {
        Ok(self
            .pack(card.pack)?
            .seal_look(secret, handle(card), party(recipient), context, rng)?
            .encode())
    }

    /// Commitments to cards of one pack, and their proof.
    pub(crate) fn commit(
        &self,
        cards: &[Handle],
        secret: &DeckSecret,
        context: &Context,
        rng: &mut (impl rand_core::CryptoRng + ?Sized),
    ) -> Result<Split, DeckError> {
        let bytes = self
            .pack_of(cards)?
            .commit(secret, &handles(cards), context, rng)?
            .encode();
        Ok(Split::at(bytes, cards.len() * 32))
    }

    /// A proof that each of these cards of one pack shows one of the permitted faces.
    pub(crate) fn prove_members(
        &self,
        cards: &[Handle],
        permitted: FaceSet,
        secret: &DeckSecret,
        context: &Context,
        rng: &mut (impl rand_core::CryptoRng + ?Sized),
    ) -> Result<Vec<u8>, DeckError> {
        let pack = self.pack_of(cards)?;
        Ok(pack
            .prove_all_in(secret, &handles(cards), faces(permitted), context, rng)?
            .encode())
    }
}

/// A message in two parts: what the body of an entry says, and the proof that stands beside it.
pub(crate) struct Split {
    pub(crate) body: Vec<u8>,
    pub(crate) proof: Vec<u8>,
}

impl Split {
    fn at(mut bytes: Vec<u8>, at: usize) -> Self {
        let proof = bytes.split_off(at.min(bytes.len()));
        Self { body: bytes, proof }
    }
}

impl Faces for Deck {
    fn face(&self, card: Handle) -> Option<Face> {
        let face = self.packs.get(&card.pack)?.opened(handle(card))?;
        Face::new(face.0)
    }
}
