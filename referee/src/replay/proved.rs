//! What was proved about hidden cards, kept until they are open.

use std::collections::BTreeMap;

use majlis_rules::face::{FaceSet, Faces, Handle};
use majlis_rules::game::Requirement;
use majlis_rules::rule::Rule;

use crate::party::PartyId;

/// What a party proved about one card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proved {
    /// What may be on it, by all proofs together.
    faces: FaceSet,
    /// The rule of the last proof.
    pub(super) rule: Rule,
    /// Its sentence.
    pub(super) message: &'static str,
}

/// By card, who proved what about it. As many as there are hidden cards in hands, however long the match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ProvedCards(BTreeMap<Handle, (PartyId, Proved)>);

impl ProvedCards {
    /// Takes down what a requirement says.
    pub(super) fn note(&mut self, party: PartyId, requirement: &Requirement) {
        for &card in &requirement.cards {
            let before = self
                .0
                .get(&card)
                .map_or(FaceSet::from_bits(u64::MAX), |(_, proved)| proved.faces);
            let faces = before.and(requirement.faces);
            self.0.insert(
                card,
                (
                    party,
                    Proved {
                        faces,
                        rule: requirement.rule,
                        message: requirement.message,
                    },
                ),
            );
        }
    }

    /// Whose cards are open now and show something else than was proved; and what is left to be tested later.
    pub(super) fn test(&self, faces: &dyn Faces) -> (Vec<(PartyId, Proved)>, Self) {
        let mut caught = Vec::new();
        let mut kept = BTreeMap::new();
        for (&card, (party, proved)) in &self.0 {
            match faces.face(card) {
                None => {
                    kept.insert(card, (*party, proved.clone()));
                }
                Some(face) if proved.faces.contains(face) => {}
                Some(_) => caught.push((*party, proved.clone())),
            }
        }
        (caught, Self(kept))
    }

    /// Forgets the cards of packs that are no longer on the table.
    pub(super) fn retain(&mut self, packs: &[u32]) {
        self.0.retain(|card, _| packs.contains(&card.pack));
    }
}
