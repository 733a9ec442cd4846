//! One move against the rules: everything public about it.

use crate::cards::Card;
use crate::face::{Face, Faces, Handle, PackKind};
use crate::four::rules::{
    CALLING, FILL_THE_HOLE, FROM_THE_PILE, FROM_THE_STOCK, MATCHING, ONE_CARD, POWERS, SLOT_HOLDS_A_CARD,
};
use crate::four::{FaceUp, Four, Move, Phase, Power, Slot};
use crate::game::{Plan, Show};
use crate::rule::{Illegal, common};
use crate::seat::Seat;

/// What a move does, once nothing public speaks against it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Draw `card`.
    Draw { card: Handle },
    /// Put the pile's `top` into `slot` in place of `replaced`.
    Take { slot: Slot, top: FaceUp, replaced: Handle },
    /// Call.
    Call,
    /// Put the drawn `card` into `slot` in place of `replaced`.
    Keep { slot: Slot, card: Handle, replaced: Handle },
    /// Show the drawn card and do something with it.
    Show { show: Show, then: Shown },
    /// Move `card` from a slot of one's own to the hole.
    Give { from: Slot, hole: Slot, card: Handle },
}

/// What is done with a drawn card that is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    /// Nothing more: it is discarded.
    Discard,
    /// It is discarded, and the mover sees a card of a row.
    Look { slot: Slot, card: Handle },
    /// It is discarded, and two cards change places.
    Swap { slots: [Slot; 2], cards: [Handle; 2] },
    /// It should have the rank of a card of a row.
    Match { slot: Slot, card: Handle },
}

impl Step {
    /// What the move asks of the cards.
    pub(super) fn plan(self) -> Plan {
        let mut plan = Plan::default();
        match self {
            Self::Take { replaced, .. } | Self::Keep { replaced, .. } => plan.opens.push(replaced),
            Self::Show { show, then } => {
                plan.shows.push(show);
                if let Shown::Match { card, .. } = then {
                    plan.opens.push(card);
                }
            }
            Self::Draw { .. } | Self::Call | Self::Give { .. } => {}
        }
        plan
    }
}

impl Four {
    /// Checks everything public about a move.
    pub(super) fn step(&self, seat: Seat, mv: Move, named: Option<Handle>) -> Result<Step, Illegal> {
        if named.is_some() {
            return Err(Illegal::new(common::TURN, "no move of this game names a card"));
        }
        let awaited = match self.phase {
            Phase::Over => return Err(Illegal::new(common::AFTER_THE_END, "the match is over")),
            Phase::Turn | Phase::Hand { .. } | Phase::Give { .. } => self.turn,
            _ => {
                return Err(Illegal::new(
                    common::TURN,
                    "cards are being dealt or opened: wait for them",
                ));
            }
        };
        if seat != awaited {
            return Err(Illegal::new(common::TURN, format!("it is the turn of seat {awaited}")));
        }
        match self.phase {
            Phase::Hand { card } => self.with_the_drawn_card(card, mv),
            Phase::Give { hole } => self.fill(hole, mv),
            _ => self.begin_a_turn(mv),
        }
    }

    /// Before anything was taken (four.6).
    fn begin_a_turn(&self, mv: Move) -> Result<Step, Illegal> {
        match mv {
            Move::Draw => {
                let card = self.stock_top().ok_or(Illegal::new(ONE_CARD, "the stock is empty"))?;
                Ok(Step::Draw { card })
            }
            Move::Take(slot) => {
                let replaced = self.own(slot, FROM_THE_PILE, "the card from the pile goes into your own row")?;
                let top = self.pile.top().ok_or(Illegal::new(ONE_CARD, "the pile is empty"))?;
                Ok(Step::Take { slot, top, replaced })
            }
            Move::Call if self.caller.is_some() => Err(Illegal::new(
                CALLING,
                "somebody has called: in the last turns nobody calls again",
            )),
            Move::Call => Ok(Step::Call),
            Move::Give(_) => Err(NO_HOLE),
            Move::Keep(_) | Move::Discard | Move::Peek(_) | Move::Spy(_) | Move::Swap(_) | Move::Match(_) => {
                Err(Illegal::new(FROM_THE_STOCK, "no card is drawn: draw first"))
            }
        }
    }

    /// With a card from the stock in hand (four.8).
    fn with_the_drawn_card(&self, card: Handle, mv: Move) -> Result<Step, Illegal> {
        let show = |then| Step::Show {
            show: Show {
                card,
                faces: PackKind::Cards.faces(),
                rule: FROM_THE_STOCK,
            },
            then,
        };
        let use_power = |power: Power, then| Step::Show {
            show: Show {
                card,
                faces: power.faces(),
                rule: POWERS,
            },
            then,
        };
        match mv {
            Move::Keep(slot) => {
                let replaced = self.own(slot, FROM_THE_STOCK, "a card is kept in your own row")?;
                Ok(Step::Keep { slot, card, replaced })
            }
            Move::Discard => Ok(show(Shown::Discard)),
            Move::Peek(slot) => {
                let seen = self.own(slot, POWERS, "7 and 8 show a card of your own")?;
                Ok(use_power(Power::Peek, Shown::Look { slot, card: seen }))
            }
            Move::Spy(slot) => {
                if slot.seat == self.turn {
                    return Err(Illegal::new(POWERS, "9 and 10 show a card of an opponent's"));
                }
                let seen = self.pointed(slot)?;
                Ok(use_power(Power::Spy, Shown::Look { slot, card: seen }))
            }
            Move::Swap(pair) => {
                let slots = [pair.first(), pair.second()];
                if pair.first() == pair.second() {
                    return Err(Illegal::new(POWERS, "a swap needs two different cards"));
                }
                let cards = [self.pointed(pair.first())?, self.pointed(pair.second())?];
                Ok(use_power(Power::Swap, Shown::Swap { slots, cards }))
            }
            Move::Match(slot) => {
                let pointed = self.pointed(slot)?;
                Ok(Step::Show {
                    show: Show {
                        card,
                        faces: PackKind::Cards.faces(),
                        rule: MATCHING,
                    },
                    then: Shown::Match { slot, card: pointed },
                })
            }
            Move::Draw | Move::Take(_) => Err(Illegal::new(
                ONE_CARD,
                "a turn takes just one card, and you have drawn one",
            )),
            Move::Call => Err(Illegal::new(CALLING, "you can call only instead of drawing")),
            Move::Give(_) => Err(NO_HOLE),
        }
    }

    /// After a right match on an opponent's card (four.14).
    fn fill(&self, hole: Slot, mv: Move) -> Result<Step, Illegal> {
        let Move::Give(from) = mv else {
            return Err(Illegal::new(
                FILL_THE_HOLE,
                format!("the hole at {hole} has to be filled first: give a card"),
            ));
        };
        let card = self.own(from, FILL_THE_HOLE, "the hole is filled with a card of your own row")?;
        Ok(Step::Give { from, hole, card })
    }

    /// The card in a slot that has to be in the mover's own row.
    fn own(&self, slot: Slot, rule: crate::rule::Rule, message: &'static str) -> Result<Handle, Illegal> {
        if slot.seat != self.turn {
            return Err(Illegal::new(rule, message));
        }
        self.pointed(slot)
    }

    /// The card in a slot that has to hold one (four.11).
    fn pointed(&self, slot: Slot) -> Result<Handle, Illegal> {
        self.card_in(slot)
            .ok_or_else(|| Illegal::new(SLOT_HOLDS_A_CARD, format!("no card lies at {slot}")))
    }
}

const NO_HOLE: Illegal = Illegal {
    rule: FILL_THE_HOLE,
    message: std::borrow::Cow::Borrowed("there is no hole to fill: only a right match on an opponent's card makes one"),
};

/// Reads the face of a shown card and checks that it may be that one.
pub(super) fn shown_face(show: Show, faces: &dyn Faces) -> Result<Card, Illegal> {
    let card = known_card(show.card, faces)?;
    if show.faces.contains(card.face()) {
        Ok(card)
    } else {
        Err(Illegal::new(show.rule, format!("{card} does not have that power")))
    }
}

/// What is on a card that was shown or opened.
pub(super) fn known_card(handle: Handle, faces: &dyn Faces) -> Result<Card, Illegal> {
    let known = |face: Face| Card::from_face(face);
    faces.face(handle).and_then(known).ok_or_else(|| {
        Illegal::new(
            common::HIDDEN_CARDS,
            format!("the face of {handle} is not known: it has to be opened"),
        )
    })
}
