//! The encrypted pack, in the words of the table.
//!
//! A [`Pack`] is public. All peers hold the same, since it is a function of the messages accepted so
//! far: who holds parts of its key, whose shuffle is next, the ciphertext of each card, and what was
//! posted about it. It holds no secret. A [`DeckSecret`] is one party's; with it the party shuffles,
//! shares, looks and proves. A card is a [`Handle`]: (number of the pack, place in it).
//!
//! The life of a card:
//!
//! 1. Each holder in turn *shuffles* the pack: [`Pack::shuffle`], [`Pack::accept_shuffle`].
//! 2. It is *dealt* to party P: all others post plain shares. P is now its *keeper*: the only one
//!    whose share is missing, and so the only one who can read it.
//! 3. P may let Q *look*: [`Pack::seal_look`] posts P's share so that only Q can read it.
//! 4. P may *prove* that its hidden cards are all in a set of faces: [`Pack::commit`], once a card, then
//!    [`Pack::prove_all_in`] as often as asked.
//! 5. It is *opened*: whoever's share is missing posts it. A card that was dealt needs its keeper's
//!    share only, and nobody's help.
//!
//! [`Pack::needed_for_look`], [`Pack::needed_for_open`] and [`Pack::owed_by`] say who has to post what.
//! [`Pack::face`] says what a party can read.
//!
//! Whoever accepts a message says with a [`Check`] when its equations are to be evaluated: now, or
//! later together with others. In each case the form is checked at once, and an error names the
//! culprit.
//!
//! ```
//! use majlis_crypto::keys::DeckSecret;
//! use majlis_crypto::pack::{Check, Face, Handle, Kind, Pack, Party};
//! use majlis_crypto::transcript::{Context, SUITE};
//! # use majlis_crypto::pack::PackError;
//! # use rand::SeedableRng;
//! # let rng = &mut rand::rngs::StdRng::seed_from_u64(1);
//! let context = |party: u8, step: u64| Context {
//!     suite: SUITE, match_id: [1; 32], epoch: 0, step, party, prev: [2; 32],
//! };
//! let secrets = [DeckSecret::generate(rng), DeckSecret::generate(rng)];
//! let holders = vec![(Party(0), *secrets[0].keys()), (Party(1), *secrets[1].keys())];
//! let kind = Kind::new("coins", ["heads", "tails"])?;
//! let mut pack = Pack::new(0, kind.clone(), kind.faces(), holders)?;
//!
//! for (n, secret) in (0..).zip(&secrets) {
//!     let message = pack.shuffle(secret, &context(n, n.into()), rng)?;
//!     pack.accept_shuffle(&message, &context(n, n.into()), &mut Check::Now)?;
//! }
//! // Card 0 is dealt to party 0: party 1 posts its share.
//! let card = Handle { pack: 0, index: 0 };
//! let message = pack.share(&secrets[1], &[card], &context(1, 2), rng)?;
//! pack.accept_shares(&[card], &message, &context(1, 2), &mut Check::Now)?;
//! assert_eq!(pack.keeper(card), Some(Party(0)));
//! assert!(pack.face(&secrets[0], card).is_some());
//! assert_eq!(pack.face(&secrets[1], card), None);
//! # Ok::<(), PackError>(())
//! ```

mod accept;
mod act;
mod check;
mod error;
mod kind;
mod need;
#[cfg(test)]
mod tests;

use curve25519_dalek::ristretto::RistrettoPoint;

pub use crate::handle::{Handle, Party};
pub use crate::keys::{DeckKeys, DeckSecret, KeysMessage};
pub use crate::look::LookMessage;
pub use crate::member::MemberMessage;
pub use crate::recommit::CommitMessage;
pub use crate::share::ShareMessage;
pub use accept::ShuffleMessage;
pub use check::Check;
pub use error::PackError;
pub use kind::{Face, FaceSet, Kind};
pub use need::{Need, Owed, Wish};

use crate::chain::{self, Label};
use crate::group::{Ciphertext, Element, MAX_CARDS};
use crate::keys;

/// What was posted about one card.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Card {
    /// The plain shares, in ascending order of the party.
    shares: Vec<(Party, Element)>,
    /// The keeper's sealed shares, in the order in which they came, with the recipients.
    looks: Vec<(Party, LookMessage)>,
    /// The keeper's commitment C.
    commitment: Option<Element>,
    /// The face, once all shares are there.
    face: Option<Face>,
}

/// The public state of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    number: u32,
    kind: Kind,
    faces: FaceSet,
    holders: Vec<(Party, DeckKeys)>,
    key: Element,
    /// How many holders have shuffled.
    shuffles: usize,
    ciphertexts: Vec<Ciphertext>,
    /// The digest of all of the above.
    digest: [u8; 32],
    cards: Vec<Card>,
    settled: bool,
}

impl Pack {
    /// A pack of these faces, unshuffled: every card is open, in canonical order.
    ///
    /// The caller vouches for the keys: they come from [`KeysMessage::verify`].
    ///
    /// # Errors
    ///
    /// [`PackError::NoSuchFace`], [`PackError::Size`], and [`PackError::Holders`] if there are not 2 to 4
    /// holders in ascending order with keys that go together.
    pub fn new(number: u32, kind: Kind, faces: FaceSet, holders: Vec<(Party, DeckKeys)>) -> Result<Self, PackError> {
        let key = keys::pack_key(&holders).map_err(PackError::Holders)?;
        if !(2..=MAX_CARDS).contains(&faces.len()) {
            return Err(PackError::Size { cards: faces.len() });
        }
        let open = |face| match kind.point(face) {
            Some(point) => Ok(Ciphertext::open(*point)),
            None => Err(PackError::NoSuchFace { face }),
        };
        let ciphertexts: Vec<Ciphertext> = faces.iter().map(open).collect::<Result<_, _>>()?;
        let mut pack = Self {
            number,
            kind,
            faces,
            holders,
            key,
            shuffles: 0,
            cards: vec![Card::default(); ciphertexts.len()],
            ciphertexts,
            digest: [0; 32],
            settled: true,
        };
        pack.digest = pack.compute_digest();
        Ok(pack)
    }

    /// H(`pack`; head, kind, each face, each holder, each ciphertext) in the sense of [`chain`].
    ///
    /// The head is the number of the pack (4 bytes, big-endian), the number of shuffles done, of faces and of
    /// holders (1 byte each). Kind and faces are the name and the labels in UTF-8, faces in canonical
    /// order. A holder is the party (1 byte), X and R; a ciphertext is c₁ and c₂.
    fn compute_digest(&self) -> [u8; 32] {
        let mut head = self.number.to_be_bytes().to_vec();
        for count in [self.shuffles, self.faces.len(), self.holders.len()] {
            // None of them exceeds 104.
            head.push(u8::try_from(count).unwrap_or(u8::MAX));
        }
        let holder = |(party, keys): &(Party, DeckKeys)| {
            let mut holder = vec![party.0];
            holder.extend_from_slice(&keys.encode());
            holder
        };
        let holders: Vec<Vec<u8>> = self.holders.iter().map(holder).collect();
        let ciphertexts: Vec<[u8; Ciphertext::BYTES]> = self.ciphertexts.iter().map(Ciphertext::encode).collect();
        let mut parts: Vec<&[u8]> = vec![&head, self.kind.name().as_bytes()];
        parts.extend(
            self.faces
                .iter()
                .filter_map(|face| self.kind.label(face))
                .map(str::as_bytes),
        );
        parts.extend(holders.iter().map(Vec::as_slice));
        parts.extend(ciphertexts.iter().map(<[u8; Ciphertext::BYTES]>::as_slice));
        *chain::hash(Label::Pack, &parts).as_bytes()
    }

    /// The number of the pack in the match.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What kind of pack it is.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The faces it was made from.
    #[must_use]
    pub fn faces(&self) -> FaceSet {
        self.faces
    }

    /// The parties that hold parts of its key, in ascending order.
    #[must_use]
    pub fn holders(&self) -> &[(Party, DeckKeys)] {
        &self.holders
    }

    /// The key: the sum of the holders' deck keys.
    #[must_use]
    pub fn key(&self) -> &Element {
        &self.key
    }

    /// The ciphertexts, in the order of the handles once the pack is shuffled.
    #[must_use]
    pub fn ciphertexts(&self) -> &[Ciphertext] {
        &self.ciphertexts
    }

    /// The digest of everything that is fixed now: number, kind, faces, holders, shuffles done, and
    /// ciphertexts. After the last shuffle it does not change any more.
    #[must_use]
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// Whose shuffle is next; `None` when the pack is shuffled.
    #[must_use]
    pub fn next_shuffler(&self) -> Option<Party> {
        self.holders.get(self.shuffles).map(|(party, _)| *party)
    }

    /// The handles of all cards, in ascending order.
    pub fn handles(&self) -> impl Iterator<Item = Handle> + use<> {
        let pack = self.number;
        (0u8..).take(self.cards.len()).map(move |index| Handle { pack, index })
    }

    /// The faces that no opened card shows.
    #[must_use]
    pub fn hidden(&self) -> FaceSet {
        let opened: FaceSet = self.cards.iter().filter_map(|card| card.face).collect();
        FaceSet::from_bits(self.faces.bits() & !opened.bits())
    }

    /// The face of a card that was opened.
    #[must_use]
    pub fn opened(&self, card: Handle) -> Option<Face> {
        self.card(card).ok()?.face
    }

    /// The keeper of a card: the holder whose share is the only one missing.
    #[must_use]
    pub fn keeper(&self, card: Handle) -> Option<Party> {
        match self.missing(card).as_slice() {
            [party] => Some(*party),
            _ => None,
        }
    }

    /// The parties whose plain share of a card is missing, in ascending order; nobody for a card that
    /// is not in this pack.
    #[must_use]
    pub fn missing(&self, card: Handle) -> Vec<Party> {
        let Ok(card) = self.card(card) else {
            return Vec::new();
        };
        let posted = |party: &Party| card.shares.iter().any(|(other, _)| other == party);
        let holders = self.holders.iter().map(|(party, _)| *party);
        holders.filter(|party| !posted(party)).collect()
    }

    /// Whether the keeper has committed to a card.
    #[must_use]
    pub fn committed(&self, card: Handle) -> bool {
        self.card(card).is_ok_and(|card| card.commitment.is_some())
    }

    /// Whether a party can read a card: it was opened, or the party is its keeper, or the keeper's share
    /// was sealed to it.
    #[must_use]
    pub fn can_see(&self, party: Party, card: Handle) -> bool {
        let Ok(posted) = self.card(card) else {
            return false;
        };
        posted.face.is_some()
            || self.keeper(card) == Some(party)
            || posted.looks.iter().any(|(recipient, _)| *recipient == party)
    }

    /// What the owner of `secret` can read on a card, if anything.
    #[must_use]
    pub fn face(&self, secret: &DeckSecret, card: Handle) -> Option<Face> {
        let posted = self.card(card).ok()?;
        if posted.face.is_some() {
            return posted.face;
        }
        let party = self.party_of(secret)?;
        let share = if self.keeper(card) == Some(party) {
            self.ciphertext(card).ok()?.c1.point() * secret.deck().expose()
        } else {
            let (_, look) = posted.looks.iter().find(|(recipient, _)| *recipient == party)?;
            look.unseal(secret)
        };
        let point = self.masked(card).ok()? - share;
        self.kind.find(self.faces, &Element::new(point))
    }

    /// The whole pack in the order of its places, read with the secrets of all its holders together: what no party can do
    /// alone, for whoever plays a match with all parties in one process. [`None`] where the pack is not shuffled by all yet or
    /// a holder's secret is missing.
    #[must_use]
    pub fn order(&self, secrets: &[&DeckSecret]) -> Option<Vec<Face>> {
        if self.next_shuffler().is_some() {
            return None;
        }
        let holders = self.holders.iter().map(|(_, keys)| {
            let mut secrets = secrets.iter();
            secrets.find(|secret| secret.keys() == keys)
        });
        let holders: Vec<_> = holders.collect::<Option<_>>()?;
        let read = |ciphertext: &Ciphertext| {
            let shares: RistrettoPoint = (holders.iter())
                .map(|secret| ciphertext.c1.point() * secret.deck().expose())
                .sum();
            let point = Element::new(ciphertext.c2.point() - shares);
            self.kind.find(self.faces, &point)
        };
        self.ciphertexts.iter().map(read).collect()
    }

    /// Says that all checks that were put off have passed. Before that, nothing is done with secrets.
    pub fn settle(&mut self) {
        self.settled = true;
    }

    /// Whether checks were put off since the last [`Pack::settle`].
    #[must_use]
    pub fn settled(&self) -> bool {
        self.settled
    }

    /// Which of the holders this is the secret of.
    fn party_of(&self, secret: &DeckSecret) -> Option<Party> {
        let mut holders = self.holders.iter();
        holders.find(|(_, keys)| keys == secret.keys()).map(|(party, _)| *party)
    }

    fn keys_of(&self, party: Party) -> Result<&DeckKeys, PackError> {
        let mut holders = self.holders.iter();
        match holders.find(|(holder, _)| *holder == party) {
            Some((_, keys)) => Ok(keys),
            None => Err(PackError::NotAHolder { party }),
        }
    }

    fn card(&self, card: Handle) -> Result<&Card, PackError> {
        match self.cards.get(usize::from(card.index)) {
            Some(posted) if card.pack == self.number => Ok(posted),
            _ => Err(PackError::NoSuchCard { card }),
        }
    }

    fn card_mut(&mut self, card: Handle) -> Result<&mut Card, PackError> {
        match self.cards.get_mut(usize::from(card.index)) {
            Some(posted) if card.pack == self.number => Ok(posted),
            _ => Err(PackError::NoSuchCard { card }),
        }
    }

    fn ciphertext(&self, card: Handle) -> Result<&Ciphertext, PackError> {
        match self.ciphertexts.get(usize::from(card.index)) {
            Some(ciphertext) if card.pack == self.number => Ok(ciphertext),
            _ => Err(PackError::NoSuchCard { card }),
        }
    }

    /// c₂ − Σ D over the shares that are there: what hides the face still.
    fn masked(&self, card: Handle) -> Result<RistrettoPoint, PackError> {
        let shares: RistrettoPoint = self.card(card)?.shares.iter().map(|(_, share)| share.point()).sum();
        Ok(self.ciphertext(card)?.c2.point() - shares)
    }

    /// Requires the pack to be shuffled and the cards to be its own, in ascending order, at least one.
    fn check_cards(&self, cards: &[Handle]) -> Result<(), PackError> {
        if let Some(next) = self.next_shuffler() {
            return Err(PackError::NotShuffled { next });
        }
        for card in cards {
            self.card(*card)?;
        }
        if cards.is_empty() || !cards.is_sorted_by(|a, b| a < b) {
            return Err(PackError::Order);
        }
        Ok(())
    }
}
