//! Where the cards of each game are: what must never be lost or doubled.

use std::collections::BTreeSet;

use majlis_rules::arkan::Arkan;
use majlis_rules::cards::Card;
use majlis_rules::domino::{self, Domino};
use majlis_rules::face::{Face, FaceSet, Faces, Handle, PackKind};
use majlis_rules::four::{self, Four};
use majlis_rules::game::{Game as _, Variant};
use majlis_rules::jackaroo::Jackaroo;
use majlis_rules::seat::Seat;
use majlis_rules::tiles::Tile;

/// A game that can be asked where everything is.
pub(crate) trait Places: Variant {
    /// Asserts that nothing is lost or doubled. `truth` knows every face.
    fn assert_conserved(&self, truth: &dyn Faces);
}

impl Places for Arkan {
    /// 89 squares a seat, in the hand or on the board; no square covered twice.
    fn assert_conserved(&self, _: &dyn Faces) {
        let mut covered = 0;
        for seat in Seat::all(self.seats()) {
            let placed: usize = self
                .placed(seat)
                .iter()
                .map(|placement| placement.squares().count())
                .sum();
            let in_hand: usize = self.hand(seat).iter().map(|shape| usize::from(shape.size())).sum();
            assert_eq!(placed + in_hand, 89);
            assert_eq!(self.covered(seat).iter().count(), placed);
            covered += placed;
        }
        assert_eq!(self.taken().iter().count(), covered);
    }
}

impl Places for Domino {
    /// 28 tiles and 168 pips, in hands, in the line, in the boneyard, or aside with who has left or was not dealt any.
    fn assert_conserved(&self, truth: &dyn Faces) {
        let line = self.line().iter().map(|laid| laid.tile.face());
        let hands = Seat::all(self.seats()).flat_map(|seat| self.hand_cards(seat));
        let mut held: Vec<Face> = line.collect();
        if !matches!(self.phase(), domino::Phase::Dealing) {
            held.extend(hands.map(|card| truth.face(card).unwrap()));
        }
        let faces: FaceSet = held.iter().copied().collect();
        assert_eq!(usize::from(faces.len()), held.len(), "no tile is in two places");
        let everybody = self.present().len() == self.seats();
        let dealt = matches!(
            self.phase(),
            domino::Phase::Opening(_) | domino::Phase::Turn(_) | domino::Phase::Asking { .. }
        );
        if everybody && dealt {
            assert_eq!(held.len() + usize::from(self.boneyard_len()), 28);
            let elsewhere = PackKind::Tiles.faces().minus(faces);
            let pips = |faces: FaceSet| {
                faces
                    .iter()
                    .filter_map(Tile::from_face)
                    .map(|tile| u32::from(tile.pips()))
                    .sum::<u32>()
            };
            assert_eq!(pips(faces) + pips(elsewhere), 168);
        }
    }
}

impl Places for Four {
    /// 52 cards, in rows, on the pile, in the stock, in a hand, or about to be opened.
    fn assert_conserved(&self, _: &dyn Faces) {
        let phase = self.phase();
        if matches!(phase, four::Phase::Deal | four::Phase::Over) {
            return;
        }
        let mut cards: Vec<Handle> = Seat::all(4)
            .flat_map(|seat| self.slots(seat).flatten().collect::<Vec<_>>())
            .collect();
        cards.extend(self.pile().iter().map(|card| card.handle));
        cards.extend(self.drawn().map(|(_, card)| card));
        match phase {
            four::Phase::Replace { card, .. } => cards.push(card),
            four::Phase::Match { shown, .. } => cards.push(shown),
            _ => {}
        }
        let places: BTreeSet<Handle> = cards.iter().copied().collect();
        assert_eq!(places.len(), cards.len(), "no card is in two places: {phase:?}");
        assert_eq!(cards.len() + usize::from(self.stock()), 52, "{phase:?}");
    }
}

impl Places for Jackaroo {
    /// 52 cards, in hands, in the deck, in the fire pile; every marble in one place.
    fn assert_conserved(&self, truth: &dyn Faces) {
        let hands: Vec<Handle> = Seat::all(4)
            .flat_map(|seat| self.hand(seat).iter().flatten().copied())
            .collect();
        if hands.is_empty() {
            return;
        }
        let held: Vec<Face> = hands.iter().map(|&card| truth.face(card).unwrap()).collect();
        let faces: FaceSet = held.iter().copied().collect();
        assert_eq!(usize::from(faces.len()), held.len());
        assert!(
            faces.and(self.fire_pile()).is_empty(),
            "no card is both held and played"
        );
        let all = u8::try_from(held.len()).unwrap() + self.deck_left() + self.fire_pile().len();
        assert_eq!(all, Card::COUNT);
    }
}
