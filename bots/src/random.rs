//! Any legal move.

use majlis_rules::face::{Face, Handle};
use majlis_rules::game::View;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove};
use majlis_rules::seat::Seat;

use crate::dice::Dice;
use crate::{Bot, BotKind};

/// Plays any legal move, each equally likely. It remembers nothing.
pub(crate) struct Random(Dice);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Dice::new(seed))
    }
}

impl Bot for Random {
    fn kind(&self) -> BotKind {
        BotKind::Random
    }

    fn observe(&mut self, _view: &View<AnyGame>, _events: &[AnyEvent], _looked: &[(Handle, Face)]) {}

    fn choose(&mut self, seat: Seat, view: &View<AnyGame>) -> Option<AnyMove> {
        self.0.pick(view.legal_moves(seat))
    }
}
