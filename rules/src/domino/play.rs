//! Which moves are legal, and what they do.

use super::event::Event;
use super::line::Ends;
use super::moves::{End, Move};
use super::rules;
use super::scoring::RoundEnd;
use super::state::{Domino, Phase, over};
use crate::face::{FaceSet, Faces, Handle, PackKind};
use crate::game::{Plan, Requirement, Show};
use crate::rule::{Illegal, Rule, common};
use crate::seat::Seat;
use crate::tiles::Tile;

impl Domino {
    /// Whether a move of `seat` is awaited, or its answer to the question.
    fn is_awaited(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Asking { seats, .. } => seats.contains(seat),
            Phase::Opening(mover) | Phase::Turn(mover) => mover == seat,
            Phase::Dealing | Phase::Drawing(_) | Phase::Showing(_) | Phase::Over { .. } => false,
        }
    }

    fn check_awaited(&self, seat: Seat) -> Result<(), Illegal> {
        if self.is_awaited(seat) {
            return Ok(());
        }
        Err(match self.phase {
            Phase::Over { .. } => over(),
            Phase::Asking { .. } => Illegal::new(common::TURN, format!("seat {seat} is not asked for a tile")),
            Phase::Opening(mover) | Phase::Turn(mover) => Illegal::new(
                common::TURN,
                format!("it is the turn of seat {mover}, not of seat {seat}"),
            ),
            Phase::Dealing | Phase::Drawing(_) | Phase::Showing(_) => Illegal::new(
                common::TURN,
                "no move is awaited while tiles are dealt, drawn or opened",
            ),
        })
    }

    /// Checks everything about a move that does not hang on who holds which tile.
    fn check(&self, seat: Seat, mv: Move) -> Result<(), Illegal> {
        self.check_awaited(seat)?;
        let Some(ends) = self.ends() else {
            return self.check_opening(mv);
        };
        match mv {
            Move::Open(_) => Err(Illegal::new(
                rules::JOINING,
                "only the first tile of a round opens: say left or right",
            )),
            Move::Join(end, tile) if !tile.has(ends.at(end)) => Err(Illegal::new(
                rules::JOINING,
                format!("{tile} does not fit the {end} end, which shows {}", ends.at(end)),
            )),
            Move::Draw if self.boneyard_len() == 0 => Err(self.nothing_to_draw()),
            Move::Knock if self.boneyard_len() > 0 => Err(Illegal::new(
                rules::DRAWING,
                "the boneyard still has tiles: draw, and knock when it is empty",
            )),
            Move::Join(..) | Move::Draw | Move::Knock => Ok(()),
        }
    }

    /// On an empty table.
    fn check_opening(&self, mv: Move) -> Result<(), Illegal> {
        match (mv, self.phase) {
            (Move::Open(tile), Phase::Asking { tile: asked, .. }) if tile != asked => Err(Illegal::new(
                rules::OPENING_TILE,
                format!("round 1 opens with the tile that is asked for, {asked}, not with {tile}"),
            )),
            (Move::Open(_), _) => Ok(()),
            (Move::Join(..), _) => Err(Illegal::new(
                rules::JOINING,
                "on an empty table there is no left or right: say open",
            )),
            (Move::Draw, _) if self.seats != 2 => Err(self.nothing_to_draw()),
            (Move::Draw | Move::Knock, _) => Err(Illegal::new(
                rules::MUST_PLAY,
                "who opens can play and so must: say open with a tile",
            )),
        }
    }

    fn nothing_to_draw(&self) -> Illegal {
        if self.seats == 2 {
            Illegal::new(rules::DRAWING, "the boneyard is empty: play, or knock if nothing fits")
        } else {
            Illegal::new(
                rules::NO_BONEYARD,
                "at a table of four there is no boneyard to draw from",
            )
        }
    }

    /// The rule by which a tile is laid now.
    const fn laying_rule(&self) -> Rule {
        match self.phase {
            Phase::Asking { .. } => rules::OPENING_TILE,
            Phase::Opening(_) => rules::LATER_OPENING,
            _ => rules::JOINING,
        }
    }

    pub(super) fn find(&self, seat: Seat, mv: Move, faces: &dyn Faces) -> Result<Option<Handle>, Illegal> {
        self.check(seat, mv)?;
        let Some(tile) = mv.tile() else { return Ok(None) };
        let held = self
            .hand_cards(seat)
            .find(|&card| faces.face(card) == Some(tile.face()));
        match held {
            Some(card) => Ok(Some(card)),
            None => Err(Illegal::new(
                self.laying_rule(),
                format!("seat {seat} does not hold {tile}"),
            )),
        }
    }

    /// The tile of `seat`'s hand at `card`, for a move that lays one; none for one that does not.
    fn check_card(&self, seat: Seat, mv: Move, card: Option<Handle>) -> Result<Option<(Tile, Handle)>, Illegal> {
        match (mv.tile(), card) {
            (None, None) => Ok(None),
            (Some(tile), Some(card)) if card.pack == self.pack && self.hand(seat).contains(card.index) => {
                Ok(Some((tile, card)))
            }
            (Some(_), Some(card)) => Err(Illegal::new(
                self.laying_rule(),
                format!("{card} is not in the hand of seat {seat}"),
            )),
            (Some(_), None) => Err(Illegal::new(
                common::TURN,
                "the move does not say which tile of the hand it lays",
            )),
            (None, Some(_)) => Err(Illegal::new(common::TURN, format!("{mv} lays no tile of the hand"))),
        }
    }

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
        self.knocked = crate::seat::SeatSet::EMPTY;
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
            if seats.only().is_some() && super::opening::asked_after(tile).is_none() {
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

    /// Calls `found` with every legal move of `seat`, each once.
    pub(super) fn each_legal(&self, seat: Seat, faces: &dyn Faces, mut found: impl FnMut(Move)) {
        if !self.is_awaited(seat) {
            return;
        }
        let tiles = self
            .hand_cards(seat)
            .map(|card| faces.face(card).and_then(Tile::from_face));
        let Some(ends) = self.ends() else {
            let asked = match self.phase {
                Phase::Asking { tile, .. } => Some(tile),
                _ => None,
            };
            tiles
                .flatten()
                .filter(|tile| asked.is_none_or(|asked| asked == *tile))
                .for_each(|tile| found(Move::Open(tile)));
            return;
        };
        let mut stuck = true;
        for tile in tiles {
            // Of a tile that is not known nobody can say that it does not fit.
            let Some(tile) = tile else {
                stuck = false;
                continue;
            };
            for end in End::ALL {
                if tile.has(ends.at(end)) {
                    stuck = false;
                    found(Move::Join(end, tile));
                }
            }
        }
        if stuck {
            found(if self.boneyard_len() > 0 {
                Move::Draw
            } else {
                Move::Knock
            });
        }
    }
}
