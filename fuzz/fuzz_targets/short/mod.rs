//! Short matches of every game, to start from.

#![allow(dead_code, reason = "a target uses its part")]

use majlis_referee::party::PartyId;
use majlis_referee::replay::{Match, Report, Slot};
use majlis_referee::verify::{Proofs, Watch, verify};
use majlis_rules::game::GameEvent;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};

use crate::malice::Rig;

/// The match before a step, and the step.
pub struct Mark {
    pub state: Match,
    pub slots: Vec<(PartyId, Slot)>,
}

/// Keeps every step of a log while it is checked.
pub struct Keep {
    pub before: Match,
    pub marks: Vec<Mark>,
}

impl Watch for Keep {
    fn step(&mut self, state: &Match, slots: &[(PartyId, Slot)], _: &Report) {
        let before = std::mem::replace(&mut self.before, state.clone());
        self.marks.push(Mark {
            state: before,
            slots: slots.to_vec(),
        });
    }
}

/// A short match: a round, or some moves, and then somebody leaves.
fn short(game: GameId, table: Table) -> (Rig, Vec<Mark>) {
    let mut rig = Rig::new(game, table, 1);
    if game == GameId::Four {
        rig.prefer = &["spy", "draw"];
    }
    let mut moves = 0;
    loop {
        moves += u32::from(rig.mover().is_some());
        let report = rig.step();
        if report.events.iter().any(|event| event.round().is_some()) || !game.has_rounds() && moves == 12 {
            break;
        }
    }
    let leaver = rig.awaited()[0];
    let leave = rig.leave(leaver);
    let slots = rig.slots(&[(leaver, leave)]);
    rig.take(&slots, true);
    rig.finish();
    let mut keep = Keep {
        before: Match::new(rig.state().closing().clone()).expect("a good closing"),
        marks: Vec::new(),
    };
    verify(rig.log().as_slice(), Proofs::OneByOne, &mut keep).expect("a good log");
    (rig, keep.marks)
}

/// One match of each kind of table that differs in what entries it has.
pub fn all() -> Vec<(Rig, Vec<Mark>)> {
    let tables = [
        (GameId::Arkan, Table::new(3)),
        (GameId::Domino, Table::new(2)),
        (GameId::Domino, Table::new(4)),
        (GameId::Four, Table::new(3)),
        (GameId::Jackaroo, Table::new(4).with("persons", OptionValue::Number(2))),
    ];
    tables.into_iter().map(|(game, table)| short(game, table)).collect()
}
