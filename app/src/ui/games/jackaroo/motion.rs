//! What is to be seen moving: marbles along their way, cards from place to place, told from the events of a step.
//!
//! The state jumps, the eye does not: what is here says where a marble or a card *appears* to be until it has arrived.

use egui::Pos2;
use majlis_rules::cards::Card;
use majlis_rules::face::Handle;
use majlis_rules::jackaroo::{Cell, Event, HAND, Jackaroo, Marble, Place, SEATS};
use majlis_rules::seat::Seat;

use crate::ui::games::jackaroo::geometry::{BoardPlace, along};
use crate::ui::motion::{Motion, Span, ease};
use crate::ui::style::Style;

/// The cards of all seats, place by place.
pub type Hands = [[Option<Handle>; HAND as usize]; SEATS as usize];

/// The hands of a state.
#[must_use]
pub fn hands(game: &Jackaroo) -> Hands {
    let mut hands = Hands::default();
    for (seat, hand) in Seat::all(SEATS).zip(&mut hands) {
        *hand = *game.hand(seat);
    }
    hands
}

/// The way of a marble.
#[derive(Clone, PartialEq, Debug)]
pub struct Ride {
    /// The marble.
    pub marble: Marble,
    /// Where it goes along, its start first.
    pub way: Vec<Place>,
    /// When.
    pub motion: Motion,
    /// Whether it is carried through the air and does not roll from cell to cell.
    pub carried: bool,
}

/// Where a card can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A place of a seat's hand.
    Hand(Seat, usize),
    /// On the deck.
    Deck,
    /// On the fire pile.
    Fire,
}

/// The way of a card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slide {
    /// Which card, where it is one of a hand.
    pub card: Option<Handle>,
    /// What everybody sees on it where it ends.
    pub shown: Option<Card>,
    /// Where it starts.
    pub from: Stop,
    /// Where it ends.
    pub to: Stop,
    /// When.
    pub motion: Motion,
}

/// A marble was hit: where, and when.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// Where it stood.
    pub cell: Cell,
    /// How long it is shown.
    pub motion: Motion,
}

/// Everything on its way.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Moving {
    /// Marbles, in the order of the events.
    pub rides: Vec<Ride>,
    /// Cards.
    pub slides: Vec<Slide>,
    /// Captures.
    pub hits: Vec<Hit>,
    /// When the last of it is over.
    end: f64,
}

/// A step of the last move, to be marked on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The marble.
    pub marble: Marble,
    /// Where it was.
    pub from: Place,
    /// Where it went.
    pub to: Place,
}

impl Moving {
    /// Whether something is not over yet.
    #[must_use]
    pub fn is_on(&self, now: f64) -> bool {
        now < self.end
    }

    /// Forgets what is over.
    pub fn tidy(&mut self, now: f64) {
        if !self.is_on(now) {
            *self = Self::default();
        }
    }

    /// Adds the events of a step. `before` are the hands as they were, `game` is the state after it.
    pub fn add(&mut self, events: &[Event], before: &Hands, game: &Jackaroo, style: &Style, now: f64) {
        self.tidy(now);
        let mut at = now.max(self.end);
        let span = |span| style.span(span);
        let after = hands(game);
        let place_in = |hands: &Hands, seat: Seat, card: Handle| {
            let hand = hands.get(seat.index())?;
            hand.iter().position(|held| *held == Some(card))
        };
        let mut dealt = 0.0;
        let mut last_way: Option<(Vec<Place>, Motion)> = None;
        for event in events {
            match event {
                Event::Played { seat, card, shown } | Event::Burned { seat, card, shown } => {
                    let motion = Motion::new(at, span(Span::Travel));
                    let place = place_in(before, *seat, *card).unwrap_or(0);
                    self.slides.push(Slide {
                        card: Some(*card),
                        shown: Some(*shown),
                        from: Stop::Hand(*seat, place),
                        to: Stop::Fire,
                        motion,
                    });
                    at = motion.end();
                }
                Event::Moved(journey) => {
                    let mut way = vec![Place::Track(journey.from)];
                    way.extend(journey.path());
                    let steps = way.len().saturating_sub(1) as f64;
                    let motion = Motion::new(at, span(Span::Step) * steps);
                    last_way = Some((way.clone(), motion));
                    self.rides.push(Ride {
                        marble: journey.marble,
                        way,
                        motion,
                        carried: false,
                    });
                    at = motion.end();
                }
                Event::Out { marble } => {
                    let way = vec![Place::Home, Place::Track(Cell::base(marble.seat))];
                    let motion = Motion::new(at, span(Span::Travel));
                    last_way = Some((way.clone(), motion));
                    self.rides.push(Ride {
                        marble: *marble,
                        way,
                        motion,
                        carried: true,
                    });
                    at = motion.end();
                }
                Event::Swapped {
                    own,
                    other,
                    own_from,
                    other_from,
                } => {
                    let motion = Motion::new(at, span(Span::Travel) * 1.4);
                    for (marble, from, to) in [(own, own_from, other_from), (other, other_from, own_from)] {
                        self.rides.push(Ride {
                            marble: *marble,
                            way: vec![Place::Track(*from), Place::Track(*to)],
                            motion,
                            carried: true,
                        });
                    }
                    at = motion.end();
                }
                Event::SentHome { marble, from, .. } => {
                    let hit = last_way
                        .as_ref()
                        .map_or(at, |(way, motion)| reached(way, *motion, *from));
                    let motion = Motion::new(hit, span(Span::Travel));
                    self.hits.push(Hit { cell: *from, motion });
                    self.rides.push(Ride {
                        marble: *marble,
                        way: vec![Place::Track(*from), Place::Home],
                        motion,
                        carried: true,
                    });
                    at = at.max(motion.end());
                }
                Event::Drawn { seat, card } => {
                    if let Some(place) = place_in(&after, *seat, *card) {
                        let motion = Motion::new(at, span(Span::Travel));
                        self.slides.push(Slide {
                            card: Some(*card),
                            shown: None,
                            from: Stop::Deck,
                            to: Stop::Hand(*seat, place),
                            motion,
                        });
                        at = motion.end();
                    }
                }
                Event::Dealt { seat, card } => {
                    if let Some(place) = place_in(&after, *seat, *card) {
                        let motion = Motion::new(at + dealt * span(Span::Glow), span(Span::Travel));
                        dealt += 1.0;
                        self.slides.push(Slide {
                            card: Some(*card),
                            shown: None,
                            from: Stop::Deck,
                            to: Stop::Hand(*seat, place),
                            motion,
                        });
                    }
                }
                Event::Shuffled { pack, .. } if *pack > 0 => {
                    for card in 0..4u8 {
                        let motion = Motion::new(at + f64::from(card) * span(Span::Glow), span(Span::Travel));
                        self.slides.push(Slide {
                            card: None,
                            shown: None,
                            from: Stop::Fire,
                            to: Stop::Deck,
                            motion,
                        });
                    }
                }
                Event::Shuffled { .. } | Event::PlaysForPartner { .. } | Event::Left { .. } | Event::Won { .. } => {}
            }
        }
        let ends = self.slides.iter().map(|slide| slide.motion.end());
        self.end = ends.fold(at, f64::max);
    }

    /// Where a marble appears to be, how high above the board (0 to 1); `None` where it stands still.
    #[must_use]
    pub fn marble(&self, marble: Marble, board: &BoardPlace, now: f64) -> Option<(Pos2, f32)> {
        let mut rides = self.rides.iter().filter(|ride| ride.marble == marble).peekable();
        let first = *rides.peek()?;
        let ride = rides.rfind(|ride| ride.motion.start <= now).unwrap_or(first);
        let points: Vec<Pos2> = ride.way.iter().map(|place| board.at(marble, *place)).collect();
        let part = ride.motion.part(now);
        let (part, height) = if ride.carried {
            (ease(part), (part * core::f32::consts::PI).sin())
        } else {
            // Rolling slows down only at both ends of the whole way.
            let eased = 0.7 * part + 0.3 * ease(part);
            let steps = (points.len().saturating_sub(1)) as f32;
            (eased, (eased * steps * core::f32::consts::PI).sin().abs() * 0.22)
        };
        along(&points, part).map(|at| (at, height))
    }

    /// Whether a place of a hand still waits for its card.
    #[must_use]
    pub fn is_awaited(&self, seat: Seat, place: usize, now: f64) -> bool {
        let to = Stop::Hand(seat, place);
        self.slides
            .iter()
            .any(|slide| slide.to == to && slide.motion.is_on(now))
    }

    /// The cards that are on their way now.
    pub fn sliding(&self, now: f64) -> impl Iterator<Item = &Slide> {
        self.slides
            .iter()
            .filter(move |slide| slide.motion.start <= now && slide.motion.is_on(now))
    }

    /// Whether a card is still on its way to the fire pile, or will be.
    #[must_use]
    pub fn is_fire_awaited(&self, now: f64) -> bool {
        self.slides
            .iter()
            .any(|slide| slide.to == Stop::Fire && slide.motion.is_on(now))
    }
}

/// What a step's events leave to be marked: where marbles were and went.
#[must_use]
pub fn traces(events: &[Event], board: &majlis_rules::jackaroo::Board) -> Vec<Trace> {
    let place = |marble: Marble| board.place(marble).unwrap_or(Place::Home);
    let mut traces = Vec::new();
    for event in events {
        match *event {
            Event::Moved(journey) => traces.push(Trace {
                marble: journey.marble,
                from: Place::Track(journey.from),
                to: journey.to,
            }),
            Event::Out { marble } => traces.push(Trace {
                marble,
                from: Place::Home,
                to: Place::Track(Cell::base(marble.seat)),
            }),
            Event::Swapped {
                own,
                other,
                own_from,
                other_from,
            } => {
                for (marble, from) in [(own, own_from), (other, other_from)] {
                    traces.push(Trace {
                        marble,
                        from: Place::Track(from),
                        to: place(marble),
                    });
                }
            }
            _ => {}
        }
    }
    traces
}

/// When a marble on this way reaches a cell.
fn reached(way: &[Place], motion: Motion, cell: Cell) -> f64 {
    let last = way.len().saturating_sub(1).max(1);
    let index = way.iter().skip(1).position(|place| *place == Place::Track(cell));
    let part = index.map_or(1.0, |index| (index + 1) as f64 / last as f64);
    motion.start + motion.length * part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::style::Theme;
    use egui::{Rect, pos2, vec2};
    use majlis_rules::jackaroo::Setup;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn board() -> BoardPlace {
        BoardPlace::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(500.0, 500.0)), seat(0), 3)
    }

    #[test]
    fn a_king_sends_home_one_after_the_other_as_it_passes() {
        let (own, one, two) = (
            Marble::new(seat(0), 0),
            Marble::new(seat(1), 0),
            Marble::new(seat(3), 1),
        );
        let game = Setup::new(3)
            .put_at_count(own, 5)
            .put(one, Place::Track(Cell::new(9).unwrap()))
            .put(two, Place::Track(Cell::new(18).unwrap()))
            .start()
            .unwrap();
        let (_, events) = game.board().after(seat(0), "KS 0.0 13".parse().unwrap()).unwrap();
        let mut moving = Moving::default();
        moving.add(
            &events,
            &Hands::default(),
            &game,
            &Style::new(Theme::Light, false),
            10.0,
        );
        let board = board();
        let near = |marble, now: f64, place| {
            let (at, _) = moving.marble(marble, &board, now).unwrap();
            at.distance(board.at(marble, place)) < 0.5
        };
        let start = moving.rides[0].motion.start;
        let step = Span::Step.seconds();
        assert!(near(own, 0.0, Place::Track(Cell::new(5).unwrap())));
        assert!(near(one, start + 3.9 * step, Place::Track(Cell::new(9).unwrap())));
        assert!(!near(one, start + 6.0 * step, Place::Track(Cell::new(9).unwrap())));
        assert!(near(two, start + 12.9 * step, Place::Track(Cell::new(18).unwrap())));
        let end = moving.end;
        assert!(near(own, end, Place::Track(Cell::new(18).unwrap())));
        assert!(near(one, end, Place::Home) && near(two, end, Place::Home));
        assert!(moving.is_on(end - 0.01) && !moving.is_on(end));
        assert_eq!(moving.marble(Marble::new(seat(2), 2), &board, start), None);
    }

    #[test]
    fn with_reduced_motion_everything_has_arrived_at_once() {
        let own = Marble::new(seat(0), 0);
        let game = Setup::new(3).put_at_count(own, 5).start().unwrap();
        let (_, events) = game.board().after(seat(0), "10S 0.0 10".parse().unwrap()).unwrap();
        let mut style = Style::new(Theme::Light, false);
        style.reduced_motion = true;
        let mut moving = Moving::default();
        moving.add(&events, &Hands::default(), &game, &style, 10.0);
        assert!(!moving.is_on(10.0));
        let (at, _) = moving.marble(own, &board(), 10.0).unwrap();
        assert!(at.distance(board().cell(Cell::new(15).unwrap())) < 0.1);
    }
}
