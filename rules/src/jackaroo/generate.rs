//! What a card can be used for: the move generator.

use core::ops::ControlFlow;

use super::board::Board;
use super::marble::{Marble, opponents};
use super::moves::{Action, Stride};
use super::ranks;
use super::track::Cells;
use super::walk::Survey;
use crate::cards::Rank;
use crate::face::FaceSet;
use crate::seat::Seat;

impl Board {
    /// Everything that `seat` could use a card of this rank for, each once; burning is not among it.
    #[must_use]
    pub fn actions(&self, seat: Seat, rank: Rank) -> Vec<Action> {
        let mut actions = Vec::new();
        let _ = self.visit_actions(seat, rank, &mut |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        actions
    }

    /// How many actions [`Board::actions`] lists.
    #[must_use]
    pub fn count_actions(&self, seat: Seat, rank: Rank) -> usize {
        let mut count = 0;
        let _ = self.visit_actions(seat, rank, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether `seat` could play a card of this rank at all (jackaroo.8).
    #[must_use]
    pub fn can_play(&self, seat: Seat, rank: Rank) -> bool {
        self.visit_actions(seat, rank, &mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// The faces of all cards that `seat` could not play: what every card of a hand has to be for one to be burned
    /// (jackaroo.9). The suit of a card does not matter.
    #[must_use]
    pub fn unplayable(&self, seat: Seat) -> FaceSet {
        let faces = Rank::all()
            .filter(|&rank| !self.can_play(seat, rank))
            .fold(0, |bits, rank| bits | rank.faces().bits());
        FaceSet::from_bits(faces)
    }

    /// Shows `visit` every action until it breaks off.
    pub(super) fn visit_actions(
        &self,
        seat: Seat,
        rank: Rank,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let survey = Survey::of(self);
        let colour = self.plays_for(seat);
        if ranks::brings_out(rank)
            && let Some(marble) = self.next_out(colour)
            && survey.out(colour).is_ok()
        {
            visit(Action::Out(marble))?;
        }
        match rank.number() {
            ranks::FIVE_RANK => {
                for (marble, _) in self.iter() {
                    visit_walks(&survey, marble, rank, visit)?;
                }
            }
            ranks::JACK_RANK => {
                for own in self.unprotected(colour, survey.protected()) {
                    for opponent in opponents(seat).iter() {
                        for other in self.unprotected(opponent, survey.protected()) {
                            visit(Action::Swap(own, other))?;
                        }
                    }
                }
            }
            number => {
                for (marble, _) in self.of(colour) {
                    visit_walks(&survey, marble, rank, visit)?;
                }
                if number == ranks::SEVEN_RANK {
                    self.visit_splits(seat, colour, &survey, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_splits(
        &self,
        seat: Seat,
        colour: Seat,
        survey: &Survey<'_>,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.colour(colour).len() < 2 {
            return ControlFlow::Continue(());
        }
        for (marble, _) in self.of(colour) {
            for by in 1..7 {
                let Ok(walk) = survey.walk(marble, by) else { continue };
                let mut between = *self;
                between.travel(seat, marble, walk, false, &mut |_| {});
                let rest = Survey::of(&between);
                for (other, _) in between.of(colour) {
                    if other != marble && rest.walk(other, 7 - by).is_ok() {
                        visit(Action::Split(
                            Stride { marble, by },
                            Stride {
                                marble: other,
                                by: 7 - by,
                            },
                        ))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn unprotected(&self, seat: Seat, protected: Cells) -> impl Iterator<Item = Marble> + '_ {
        self.of(seat)
            .filter(move |(_, place)| place.cell().is_some_and(|cell| !protected.contains(cell)))
            .map(|(marble, _)| marble)
    }
}

fn visit_walks(
    survey: &Survey<'_>,
    marble: Marble,
    rank: Rank,
    visit: &mut impl FnMut(Action) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for &by in ranks::strides(rank) {
        if survey.walk(marble, by).is_ok() {
            visit(Action::Walk(Stride { marble, by }))?;
        }
    }
    ControlFlow::Continue(())
}
