//! What a card does to the board: one move judged and made.

use super::board::Board;
use super::event::{Event, Journey};
use super::marble::{Marble, opponents, partner};
use super::moves::{Action, Move, Stride};
use super::ranks;
use super::track::{Cell, Place};
use super::walk::{Obstacle, Survey, Walk};
use crate::cards::Card;
use crate::rule::Illegal;
use crate::seat::Seat;

impl Board {
    /// The board after `seat` has played `mv`, and what happens to the marbles, in order: what a screen shows before the
    /// move is made, and what a bot looks ahead with. Whose turn it is and who holds the card is not asked here.
    ///
    /// # Errors
    /// Where the move is illegal on this board, with the rule that it breaks.
    pub fn after(&self, seat: Seat, mv: Move) -> Result<(Self, Vec<Event>), Illegal> {
        let mut board = *self;
        let mut events = Vec::new();
        board.act(seat, mv, &mut |event| events.push(event))?;
        Ok((board, events))
    }

    /// Plays a move and tells `tell` what happens to the marbles. Where it is illegal the board may be left half-way, and
    /// some of it may have been told: work on a copy.
    pub(super) fn act(&mut self, seat: Seat, mv: Move, tell: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        let card = mv.card;
        match mv.action {
            Action::Burn => {
                if self.can_play(seat, card.rank) {
                    return Err(Illegal::new(
                        ranks::BURN,
                        format!("the {card} can be played, so no card may be burned"),
                    ));
                }
            }
            Action::Out(marble) => self.bring_out(seat, card, marble, tell)?,
            Action::Walk(stride) => {
                if !ranks::strides(card.rank).contains(&stride.by) {
                    return Err(wrong_use(card, seat, mv));
                }
                if card.rank.number() != ranks::FIVE_RANK {
                    self.check_colour(seat, card, stride.marble)?;
                }
                self.stride(seat, card, stride, tell)?;
            }
            Action::Split(first, second) => {
                let (one, other) = (i16::from(first.by), i16::from(second.by));
                let parts = one >= 1 && other >= 1 && one + other == i16::from(ranks::SEVEN_RANK);
                if card.rank.number() != ranks::SEVEN_RANK || !parts {
                    return Err(wrong_use(card, seat, mv));
                }
                self.split(seat, card, first, second, tell)?;
            }
            Action::Swap(own, other) => {
                if card.rank.number() != ranks::JACK_RANK {
                    return Err(wrong_use(card, seat, mv));
                }
                self.swap(seat, card, own, other, tell)?;
            }
        }
        Ok(())
    }

    fn bring_out(
        &mut self,
        seat: Seat,
        card: Card,
        marble: Marble,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), Illegal> {
        if !ranks::brings_out(card.rank) {
            return Err(Illegal::new(
                ranks::OUT,
                format!("the {card} brings no marble out: only an ace or a king does"),
            ));
        }
        let survey = Survey::of(self);
        if self.place(marble).is_none() {
            return Err(survey.breach(marble, Obstacle::NoMarble));
        }
        let colour = self.plays_for(seat);
        match self.next_out(colour) {
            Some(next) if next == marble => {}
            Some(next) => {
                return Err(Illegal::new(
                    ranks::OUT,
                    format!("seat {seat} brings out {next}, the lowest-numbered marble at home, not {marble}"),
                ));
            }
            None => {
                return Err(Illegal::new(
                    ranks::OUT,
                    format!("no marble of seat {colour} is at home"),
                ));
            }
        }
        let sent_home = survey.out(colour).map_err(|obstacle| survey.breach(marble, obstacle))?;
        self.come_out(seat, marble, sent_home, tell);
        Ok(())
    }

    /// Brings a marble out, as [`Survey::out`] found possible.
    fn come_out(&mut self, seat: Seat, marble: Marble, sent_home: Option<Marble>, tell: &mut impl FnMut(Event)) {
        let base = Cell::base(marble.seat);
        tell(Event::Out { marble });
        if let Some(captured) = sent_home {
            self.send_home(seat, captured, base, marble, tell);
        }
        self.put(marble, Place::Track(base));
    }

    fn split(
        &mut self,
        seat: Seat,
        card: Card,
        first: Stride,
        second: Stride,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), Illegal> {
        if first.marble == second.marble {
            return Err(Illegal::new(
                ranks::SEVEN,
                format!(
                    "the {card} is split between two different marbles, not twice {}",
                    first.marble
                ),
            ));
        }
        // Whose marbles are "yours" is settled before the first part: it may bring the last of them in.
        self.check_colour(seat, card, first.marble)?;
        self.check_colour(seat, card, second.marble)?;
        self.stride(seat, card, first, tell)?;
        self.stride(seat, card, second, tell)
    }

    fn stride(&mut self, seat: Seat, card: Card, stride: Stride, tell: &mut impl FnMut(Event)) -> Result<(), Illegal> {
        let survey = Survey::of(self);
        let walk = survey
            .walk(stride.marble, stride.by)
            .map_err(|obstacle| survey.breach(stride.marble, obstacle))?;
        self.travel(seat, stride.marble, walk, card.rank.number() == ranks::KING_RANK, tell);
        Ok(())
    }

    /// Moves a marble its way, as [`Survey::walk`] found possible. What it lands on goes home, and where `sweeps` is set
    /// whatever it passes too (jackaroo.17).
    pub(super) fn travel(
        &mut self,
        seat: Seat,
        marble: Marble,
        walk: Walk,
        sweeps: bool,
        tell: &mut impl FnMut(Event),
    ) {
        let Walk { from, by, to, .. } = walk;
        tell(Event::Moved(Journey { marble, from, by, to }));
        if sweeps {
            for cell in walk.passes() {
                if let Some(captured) = self.at(cell) {
                    self.send_home(seat, captured, cell, marble, tell);
                }
            }
        }
        if let Some(cell) = to.cell()
            && let Some(captured) = self.at(cell)
        {
            self.send_home(seat, captured, cell, marble, tell);
        }
        self.put(marble, to);
        if to.is_safe() && self.all_in(marble.seat) && self.winners().is_none() {
            tell(Event::PlaysForPartner {
                seat: marble.seat,
                partner: partner(marble.seat),
            });
        }
    }

    fn send_home(&mut self, seat: Seat, marble: Marble, from: Cell, by: Marble, tell: &mut impl FnMut(Event)) {
        self.put(marble, Place::Home);
        tell(Event::SentHome { marble, from, by, seat });
    }

    fn swap(
        &mut self,
        seat: Seat,
        card: Card,
        own: Marble,
        other: Marble,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), Illegal> {
        let survey = Survey::of(self);
        self.check_colour(seat, card, own)?;
        if !opponents(seat).contains(other.seat) {
            return Err(Illegal::new(
                ranks::JACK,
                format!("the {card} swaps with an opponent's marble, and {other} is none"),
            ));
        }
        let own_from = swappable(&survey, self, own)?;
        let other_from = swappable(&survey, self, other)?;
        tell(Event::Swapped {
            own,
            other,
            own_from,
            other_from,
        });
        self.put(own, Place::Track(other_from));
        self.put(other, Place::Track(own_from));
        Ok(())
    }

    /// Whether the marble is one of those that the seat's cards move.
    fn check_colour(&self, seat: Seat, card: Card, marble: Marble) -> Result<(), Illegal> {
        let colour = self.plays_for(seat);
        if marble.seat == colour {
            return Ok(());
        }
        Err(if marble.seat == seat {
            Illegal::new(
                ranks::FOR_THE_PARTNER,
                format!("seat {seat} has all its marbles in and moves those of seat {colour}, not {marble}"),
            )
        } else {
            Illegal::new(
                ranks::rule_of(card.rank),
                format!("with the {card} seat {seat} moves marbles of seat {colour}, not {marble}"),
            )
        })
    }
}

/// The cell of a marble that a jack may swap.
fn swappable(survey: &Survey<'_>, board: &Board, marble: Marble) -> Result<Cell, Illegal> {
    let why = match board.place(marble) {
        None => return Err(survey.breach(marble, Obstacle::NoMarble)),
        Some(Place::Home) => "which is at home",
        Some(Place::Safe(_)) => "which is in its safe zone",
        Some(Place::Track(cell)) if survey.protected().contains(cell) => survey.protection(cell).1,
        Some(Place::Track(cell)) => return Ok(cell),
    };
    Err(Illegal::new(
        ranks::JACK,
        format!("a jack does not swap {marble}, {why}"),
    ))
}

fn wrong_use(card: Card, seat: Seat, mv: Move) -> Illegal {
    Illegal::new(
        ranks::rule_of(card.rank),
        format!("the {card} {}; seat {seat} cannot play {mv}", ranks::does(card.rank)),
    )
}
