//! Four Face-Down: remember every card once seen, match when certain, and call when the row is lower than theirs by a margin.

mod choice;
mod memory;

use majlis_rules::cards::Card;
use majlis_rules::face::{Face, Faces, Handle, Knowledge};
use majlis_rules::four::{Event, Four, Move, Phase};
use majlis_rules::seat::Seat;

use crate::dice::Dice;
use crate::greedy::Strategy;
use choice::Table;
use memory::Memory;

#[derive(Default)]
pub(crate) struct Player {
    memory: Memory,
}

impl Strategy for Player {
    type Game = Four;

    fn watch(
        &mut self,
        game: &Four,
        faces: &Knowledge,
        events: &mut dyn Iterator<Item = &Event>,
        looked: &[(Handle, Face)],
    ) {
        self.memory.watch(game, faces, events, looked);
    }

    fn choose(&mut self, game: &Four, faces: &Knowledge, seat: Seat, dice: &mut Dice) -> Option<Move> {
        self.memory.see(faces);
        let table = Table::of(game, &self.memory, seat)?;
        let options = match game.phase() {
            Phase::Turn => table.beginnings(),
            Phase::Hand { card } => table.uses(faces.face(card).and_then(Card::from_face)?),
            Phase::Give { .. } => table.gifts(),
            _ => return None,
        };
        dice.best(options, |(_, score)| *score).map(|(mv, _)| mv)
    }

    fn remembers(&self, card: Handle) -> Option<Face> {
        self.memory.face(card)
    }
}
