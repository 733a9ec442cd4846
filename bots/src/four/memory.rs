//! What a player remembers of the cards.
//!
//! A card is a handle, and where every handle lies is public, also after a swap. So it is enough to remember faces by handle:
//! where a card has gone since is in the state.

use majlis_rules::cards::Card;
use majlis_rules::face::{Face, FaceSet, Faces, Handle, Knowledge, PackKind};
use majlis_rules::four::{Event, Four, value};
use majlis_rules::game::Game;

/// Values are reckoned in sixteenths of a point, so that means need no floats.
pub(super) const POINT: i32 = 16;

/// What a card that somebody kept after seeing it is taken to be worth at most.
const KEPT: i32 = 5 * POINT;
/// What a card that somebody gave away is taken to be worth at least.
const GIVEN: i32 = 8 * POINT;

/// The faces that a player was shown, and what others did with cards that they had seen.
#[derive(Default)]
pub(super) struct Memory {
    faces: Knowledge,
    /// Cards that somebody drew and kept, in the order in which that happened.
    kept: Vec<Handle>,
    /// Cards that somebody gave to fill a hole.
    given: Vec<Handle>,
}

impl Faces for Memory {
    fn face(&self, card: Handle) -> Option<Face> {
        self.faces.face(card)
    }
}

impl Memory {
    /// Takes in what happened.
    pub(super) fn watch(
        &mut self,
        game: &Four,
        faces: &Knowledge,
        events: &mut dyn Iterator<Item = &Event>,
        looked: &[(Handle, Face)],
    ) {
        for event in events {
            match event {
                Event::Took { card, face, .. }
                | Event::Discarded { card, face, .. }
                | Event::Mismatched { card, face, .. } => self.faces.learn(*card, face.face()),
                Event::Claimed { shown, face, .. } => self.faces.learn(*shown, face.face()),
                Event::Kept { card, .. } => self.kept.push(*card),
                Event::Gave { card, .. } => self.given.push(*card),
                _ => {}
            }
        }
        for &(card, face) in looked {
            self.faces.learn(card, face);
        }
        self.see(faces);
        // Cards of earlier rounds are of no use.
        let live = game.live_packs();
        self.faces.retain_packs(|pack| live.contains(&pack));
        self.kept.retain(|card| live.contains(&card.pack));
        self.given.retain(|card| live.contains(&card.pack));
    }

    /// Takes in what lies open to the player now: the card in hand.
    pub(super) fn see(&mut self, faces: &Knowledge) {
        for (card, face) in faces.iter() {
            self.faces.learn(card, face);
        }
    }

    /// The faces of the running round that the player has never seen.
    pub(super) fn unseen(&self, game: &Four) -> FaceSet {
        let Some(pack) = game.live_packs().last().copied() else {
            return FaceSet::EMPTY;
        };
        let remembered = self
            .faces
            .iter()
            .filter(|(card, _)| card.pack == pack)
            .map(|(_, face)| face);
        let piled = game.pile().iter().map(|top| top.card.face());
        PackKind::Cards.faces().minus(remembered.chain(piled).collect())
    }

    /// What a card is taken to be worth, in sixteenths of a point; `mean` is what an unseen card is worth on the average.
    pub(super) fn worth(&self, card: Handle, mean: i32) -> i32 {
        match self.known(card) {
            Some(known) => worth_of(known),
            None if self.given.contains(&card) => mean.max(GIVEN),
            None if self.kept.contains(&card) => mean.min(KEPT),
            None => mean,
        }
    }

    /// The card, if it is remembered.
    pub(super) fn known(&self, card: Handle) -> Option<Card> {
        Card::from_face(self.faces.face(card)?)
    }
}

/// What a card is worth, in sixteenths of a point.
pub(super) fn worth_of(card: Card) -> i32 {
    i32::try_from(value(card)).unwrap_or(0) * POINT
}
