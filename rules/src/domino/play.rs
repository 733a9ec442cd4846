//! What a move or a denial asks of the hidden tiles, and what it does.

use super::event::Event;
use super::line::Ends;
use super::moves::Move;
use super::opening::asked_after;
use super::rules;
use super::scoring::RoundEnd;
use super::state::{Domino, Phase, over};
use crate::face::{FaceSet, Faces, Handle, PackKind};
use crate::game::{Plan, Requirement, Show};
use crate::rule::{Illegal, Rule, common};
use crate::seat::{Seat, SeatSet};
use crate::tiles::Tile;

impl Domino {
    pub(super) fn plan_move(&self, seat: Seat, mv: Move, card: Option<Handle>) -> Result<Plan, Illegal> {
        self.check(seat, mv)?;
        let mut plan = Plan::default();
        if let Some((tile, card)) = self.check_card(seat, mv, card)? {
            plan.shows.push(Show {
                card,
                faces: FaceSet::of(tile.face()),
                rule: self.laying_rule(),
            });
            if self.hand_len(seat) == 1 {
                plan.opens.extend(self.shown_hands().filter(|&hidden| hidden != card));
            }
            return Ok(plan);
        }
        if let Some(ends) = self.ends() {
            let (rule, message) = if mv == Move::Draw {
                (rules::DRAWING, "a tile of the hand can be played, so none may be drawn")
            } else {
                (rules::MUST_PLAY, "a tile of the hand can be played, so it must be")
            };
            plan.requires.extend(self.nothing_fits(seat, ends, rule, message));
            if mv == Move::Knock && self.present.minus(self.knocked.with(seat)).is_empty() {
                plan.opens.extend(self.shown_hands());
            }
        }
        Ok(plan)
    }

    /// "None of these tiles fits": of the hand, those of which everybody does not know it already, as after a draw of all but
    /// the tile drawn. `None` where there are none.
    fn nothing_fits(&self, seat: Seat, ends: Ends, rule: Rule, message: &'static str) -> Option<Requirement> {
        let hidden = self.hidden_faces();
        let fitting = ends.fitting().and(hidden);
        let unproven = |card: &Handle| !fitting.minus(self.excluded_at(card.index)).is_empty();
        let cards: Vec<Handle> = self.hand_cards(seat).filter(unproven).collect();
        (!cards.is_empty()).then(|| Requirement {
            seat,
            cards,
            faces: hidden.minus(fitting),
            rule,
            message,
        })
    }

    pub(super) fn make_move(
        &mut self,
        seat: Seat,
        mv: Move,
        card: Option<Handle>,
        faces: &dyn Faces,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        self.check(seat, mv)?;
        let laid = self.check_card(seat, mv, card)?;
        if let Some((tile, card)) = laid {
            self.check_shown(tile, card, faces)?;
        }
        // From here on nothing fails.
        let next = self.next_seat(seat);
        match (mv, laid, self.ends()) {
            (Move::Open(_), Some((tile, card)), _) => {
                self.line.open(tile, card.index);
                self.opened_by = Some(seat);
                events.push(Event::Opened { seat, card, tile });
                self.after_laying(seat, card, next);
            }
            (Move::Join(end, _), Some((tile, card)), Some(ends)) => {
                self.line.join(end, tile, card.index);
                events.push(Event::Joined {
                    seat,
                    card,
                    tile,
                    end,
                    ends: self.ends().unwrap_or(ends),
                });
                self.after_laying(seat, card, next);
            }
            (Move::Draw, _, Some(ends)) => {
                self.exclude(seat, ends.fitting());
                self.phase = Phase::Drawing(seat);
            }
            (Move::Knock, _, Some(ends)) => {
                self.exclude(seat, ends.fitting());
                self.knocked.insert(seat);
                self.phase = Phase::Turn(next);
                events.push(Event::Knocked { seat, ends });
                self.block_if_all_knocked(events);
            }
            // `check` and `check_card` let nothing else through.
            _ => {}
        }
        Ok(())
    }

    fn check_shown(&self, tile: Tile, card: Handle, faces: &dyn Faces) -> Result<(), Illegal> {
        match faces.face(card) {
            Some(face) if face == tile.face() => {
                if self.excluded_at(card.index).contains(face) {
                    // A proof held although the tile was there all the time.
                    return Err(Illegal::new(
                        rules::MUST_PLAY,
                        format!("{tile} was in the hand when its seat denied, drew or knocked"),
                    ));
                }
                Ok(())
            }
            Some(face) => {
                let shown = PackKind::Tiles.notation(face).unwrap_or_default();
                Err(Illegal::new(
                    self.laying_rule(),
                    format!("the tile shown is {shown}, not {tile}"),
                ))
            }
            None => Err(Illegal::new(common::HIDDEN_CARDS, format!("{tile} has not been shown"))),
        }
    }

    fn after_laying(&mut self, seat: Seat, card: Handle, next: Seat) {
        let rest = self.hand(seat).without(card.index);
        self.set_hand(seat, rest);
        self.knocked = SeatSet::EMPTY;
        self.phase = if rest.is_empty() {
            Phase::Showing(RoundEnd::Out(seat))
        } else {
            Phase::Turn(next)
        };
    }

    pub(super) fn plan_denial(&self, seat: Seat) -> Result<Requirement, Illegal> {
        match self.phase {
            Phase::Asking { tile, seats } if seats.contains(seat) => Ok(Requirement {
                seat,
                cards: self.hand_cards(seat).collect(),
                faces: PackKind::Tiles.faces().minus(FaceSet::of(tile.face())),
                rule: rules::HIGHEST_OPENS,
                message: "the hand holds the tile that is asked for and has to open with it",
            }),
            Phase::Over { .. } => Err(over()),
            _ => Err(Illegal::new(
                common::TURN,
                format!("seat {seat} is not asked for a tile"),
            )),
        }
    }

    pub(super) fn make_denial(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.plan_denial(seat)?;
        if let Phase::Asking { tile, seats } = self.phase {
            if seats.only().is_some() && asked_after(tile).is_none() {
                // Hands that deny all 28 tiles are none.
                return Err(Illegal::new(
                    rules::HIGHEST_OPENS,
                    "some hand has to hold the last tile asked for",
                ));
            }
            self.exclude(seat, FaceSet::of(tile.face()));
            events.push(Event::Denied { seat, tile });
            self.answered(seat);
        }
        Ok(())
    }
}
