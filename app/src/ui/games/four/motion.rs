//! What is to be seen moving, and what is shown for some seconds: told from the events of a step.
//!
//! A card that is shown is remembered here until it turns over again, and not a moment longer (four.33).

use majlis_rules::cards::Card;
use majlis_rules::face::{Face, Handle};
use majlis_rules::four::{Event, Four, Origin, Slot};
use majlis_rules::game::Game as _;
use majlis_rules::seat::{Seat, SeatSet};

use crate::ui::motion::{Motion, Span};
use crate::ui::style::Style;

/// How long the two cards of the deal are shown, in seconds.
const FIRST_LOOK: f64 = 6.0;

/// How long a card is shown that a power lets see.
const LOOK: f64 = 4.5;

/// How long a card lies open that was claimed and did not match.
const REVEAL: f64 = 2.6;

/// How long others are seen to look at a card.
const EYE: f64 = 1.8;

/// How long the rows lie open after a round, unless somebody goes on.
const HOLD: f64 = 8.0;

/// Where a card can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// On the stock.
    Stock,
    /// On the pile.
    Pile,
    /// In a seat's hand.
    Hand(Seat),
    /// In a slot.
    Row(Slot),
    /// Before its slot, about to be turned up.
    Lifted(Slot),
    /// In the middle, shown with a match.
    Shown,
}

/// The way of a card.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flight {
    /// Which card.
    pub card: Handle,
    /// Where it starts.
    pub from: Stop,
    /// Where it ends.
    pub to: Stop,
    /// What is seen on it where it starts.
    pub seen_from: Option<Card>,
    /// What is seen on it where it ends.
    pub seen_to: Option<Card>,
    /// When.
    pub motion: Motion,
}

/// A card that lies open for a while.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Peek {
    /// Which card.
    pub card: Handle,
    /// Where it lies.
    pub slot: Slot,
    /// What is on it.
    pub face: Card,
    /// How long.
    pub motion: Motion,
    /// Whether everybody sees it, and not I alone.
    pub public: bool,
}

/// The rows of a round that is over, turned up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ending {
    /// By seat: how many slots the row had.
    pub slots: Vec<u8>,
    /// Whose row, and what lay in which slot.
    pub rows: Vec<(Seat, Vec<(u8, Card)>)>,
    /// When each row turns, in the order of `rows`.
    pub turns: Vec<Motion>,
    /// What each row came to.
    pub sums: Vec<Option<u32>>,
    /// The totals with it.
    pub totals: Vec<u32>,
    /// The top of the pile, as it was.
    pub pile: Option<Card>,
    /// Until when it holds up the next round.
    pub until: f64,
}

/// Everything on its way and everything shown.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Moving {
    /// Cards on their way, in the order of the events.
    pub flights: Vec<Flight>,
    /// Cards that lie open for a while.
    pub peeks: Vec<Peek>,
    /// Cards that others look at: where, and how long that is shown.
    pub eyes: Vec<(Slot, Motion)>,
    /// The round that has just ended.
    pub ending: Option<Ending>,
    /// The slot whose card is about to be turned up on the pile.
    lifted: Option<Slot>,
    /// Whether the card in hand is shown to everybody.
    claimed: bool,
    end: f64,
}

/// What is known besides the events of a step.
pub struct Knows<'a> {
    /// The state after the step.
    pub game: &'a Four,
    /// How many slots each row had before it.
    pub slots: &'a [u8],
    /// The top of the pile before it.
    pub pile: Option<Card>,
    /// My seats.
    pub mine: SeatSet,
    /// The card in my hand, as I saw it.
    pub drawn: Option<Card>,
    /// Whether I have already taken the pile's top card into my hand.
    pub taken: bool,
    /// The cards shown to me with the step.
    pub looks: &'a [(Handle, Face)],
}

impl Moving {
    /// Whether something is on its way.
    #[must_use]
    pub fn is_on(&self, now: f64) -> bool {
        now < self.end
    }

    /// Whether the end of a round is still being looked at.
    #[must_use]
    pub fn is_held(&self, now: f64) -> bool {
        self.ending.as_ref().is_some_and(|ending| now < ending.until)
    }

    /// Whether there is something to see that changes with time.
    #[must_use]
    pub fn is_alive(&self, now: f64) -> bool {
        now < self.end || !self.peeks.is_empty() || !self.eyes.is_empty()
    }

    /// Forgets what is over; a card that was shown is forgotten the moment it has turned over.
    pub fn tidy(&mut self, now: f64) {
        self.flights.retain(|flight| flight.motion.is_on(now));
        self.peeks.retain(|peek| peek.motion.is_on(now));
        self.eyes.retain(|(_, motion)| motion.is_on(now));
    }

    /// Goes on to the next round at once.
    pub fn go_on(&mut self, now: f64) {
        if let Some(ending) = &mut self.ending {
            ending.until = now;
        }
    }

    /// A card's flight that is not over yet: the one it is on, or the next.
    #[must_use]
    pub fn flight(&self, card: Handle, now: f64) -> Option<&Flight> {
        let mut flights = self.flights.iter();
        flights.find(|flight| flight.card == card && flight.motion.is_on(now))
    }

    /// A card that lies open now.
    #[must_use]
    pub fn open(&self, card: Handle, now: f64) -> Option<&Peek> {
        let mut peeks = self.peeks.iter();
        peeks.find(|peek| peek.card == card && peek.motion.start <= now && peek.motion.is_on(now))
    }

    fn fly(&mut self, card: Handle, way: (Stop, Stop), seen: (Option<Card>, Option<Card>), motion: Motion) -> f64 {
        self.flights.push(Flight {
            card,
            from: way.0,
            to: way.1,
            seen_from: seen.0,
            seen_to: seen.1,
            motion,
        });
        motion.end()
    }

    /// Adds the events of a step.
    pub fn add(&mut self, events: &[Event], knows: &Knows<'_>, style: &Style, now: f64) {
        self.tidy(now);
        let mut at = now.max(self.end);
        let mut dealt = 0.0;
        for event in events {
            at = self.add_one(event, knows, style, at, &mut dealt);
        }
        self.show_looks(knows, at, events);
        let flown = self.flights.iter().map(|flight| flight.motion.end());
        self.end = flown.fold(at, f64::max);
    }

    /// The cards that I was shown and that lie in rows. After a restart they come again without their events.
    fn show_looks(&mut self, knows: &Knows<'_>, at: f64, events: &[Event]) {
        let deal = events.iter().any(|event| matches!(event, Event::Dealt { .. }));
        let length = if deal || events.is_empty() { FIRST_LOOK } else { LOOK };
        for &(card, face) in knows.looks {
            let slot = knows.game.present().iter().find_map(|seat| {
                let index = (0u8..)
                    .zip(knows.game.slots(seat))
                    .find_map(|(index, lies)| (lies == Some(card)).then_some(index))?;
                Some(Slot::new(seat, index))
            });
            if let (Some(slot), Some(face)) = (slot, Card::from_face(face)) {
                self.peeks.retain(|peek| peek.card != card);
                self.peeks.push(Peek {
                    card,
                    slot,
                    face,
                    motion: Motion::new(at, length),
                    public: false,
                });
            }
        }
    }

    /// A card that moves lies open no longer.
    fn hide(&mut self, card: Handle) {
        self.peeks.retain(|peek| peek.card != card);
    }

    fn add_one(&mut self, event: &Event, knows: &Knows<'_>, style: &Style, at: f64, dealt: &mut f64) -> f64 {
        let travel = Motion::new(at, style.span(Span::Travel));
        match event {
            Event::RoundStarted { .. } | Event::RoundVoid { .. } => {
                *self = Self {
                    end: self.end,
                    ..Self::default()
                };
                at
            }
            Event::Dealt { seat, cards } => {
                let seats = f64::from(knows.game.present().len());
                let mut end = at;
                for (index, card) in (0u8..).zip(cards) {
                    // One card to each in turn, as it is done.
                    let turn = f64::from(index) * seats + *dealt;
                    let start = at + turn * style.span(Span::Glow);
                    let motion = Motion::new(start, travel.length);
                    let way = (Stop::Stock, Stop::Row(Slot::new(*seat, index)));
                    self.fly(*card, way, (None, None), motion);
                    end = motion.end();
                }
                *dealt += 1.0;
                // The last of all cards ends the deal; the others are dealt at the same time.
                if *dealt >= seats { end } else { at }
            }
            Event::Looked { seat, slot, .. } => {
                if !knows.mine.contains(*seat) {
                    self.eyes.push((*slot, Motion::new(at, EYE)));
                }
                at
            }
            Event::Drew { seat, card } => self.fly(*card, (Stop::Stock, Stop::Hand(*seat)), (None, None), travel),
            Event::Took {
                seat,
                slot,
                card,
                face,
                replaced,
            } => {
                let taken = knows.taken && knows.mine.contains(*seat);
                let from = if taken { Stop::Hand(*seat) } else { Stop::Pile };
                self.replace((*card, from, Some(*face)), *slot, *replaced, travel)
            }
            Event::Kept {
                seat,
                slot,
                card,
                replaced,
            } => {
                let seen = knows.drawn.filter(|_| knows.mine.contains(*seat));
                self.replace((*card, Stop::Hand(*seat), seen), *slot, *replaced, travel)
            }
            Event::Discarded { card, face, from } => {
                self.hide(*card);
                let (stop, seen) = match from {
                    Origin::Stock => (Stop::Stock, None),
                    Origin::Hand(_) if self.claimed => (Stop::Shown, Some(*face)),
                    Origin::Hand(seat) => {
                        let mine = knows.mine.contains(*seat);
                        (Stop::Hand(*seat), Some(*face).filter(|_| mine))
                    }
                    Origin::Row(slot) if self.lifted == Some(*slot) => (Stop::Lifted(*slot), None),
                    Origin::Row(slot) => (Stop::Row(*slot), Some(*face)),
                };
                match from {
                    Origin::Row(_) => self.lifted = None,
                    Origin::Hand(_) => self.claimed = false,
                    Origin::Stock => {}
                }
                self.fly(*card, (stop, Stop::Pile), (seen, Some(*face)), travel)
            }
            Event::Swapped { slots, cards, .. } => {
                let motion = Motion::new(at, travel.length * 2.0);
                let ([one, other], [to_one, to_other]) = (*slots, *cards);
                self.hide(to_one);
                self.hide(to_other);
                self.fly(to_one, (Stop::Row(other), Stop::Row(one)), (None, None), motion);
                self.fly(to_other, (Stop::Row(one), Stop::Row(other)), (None, None), motion)
            }
            Event::Claimed { seat, shown, face, .. } => {
                self.claimed = true;
                let seen = Some(*face).filter(|_| knows.mine.contains(*seat));
                self.fly(*shown, (Stop::Hand(*seat), Stop::Shown), (seen, Some(*face)), travel) + style.span(Span::Rest)
            }
            Event::Matched { .. } => at + style.span(Span::Rest),
            Event::Mismatched { slot, card, face, .. } => {
                self.hide(*card);
                let motion = Motion::new(at, REVEAL);
                self.peeks.push(Peek {
                    card: *card,
                    slot: *slot,
                    face: *face,
                    motion,
                    public: true,
                });
                motion.end()
            }
            Event::Penalty { slot, card, .. } => self.fly(*card, (Stop::Stock, Stop::Row(*slot)), (None, None), travel),
            Event::Gave { from, to, card, .. } => {
                self.hide(*card);
                self.fly(*card, (Stop::Row(*from), Stop::Row(*to)), (None, None), travel)
            }
            Event::Called { .. } => at + 2.0 * style.span(Span::Rest),
            Event::RoundEnded { .. } => {
                self.peeks.clear();
                self.eyes.clear();
                self.ending = Some(Ending {
                    slots: knows.slots.to_vec(),
                    pile: knows.pile,
                    ..Ending::default()
                });
                at + style.span(Span::Rest)
            }
            Event::RowOpened { seat, cards } => self.open_row(*seat, cards, knows, style, at),
            Event::RoundOver { sums, totals } => {
                if let Some(ending) = &mut self.ending {
                    ending.sums.clone_from(sums);
                    ending.totals.clone_from(totals);
                    ending.until = at + HOLD;
                }
                at
            }
            Event::MatchOver { .. } => {
                // There is no next round to be held up.
                if let Some(ending) = &mut self.ending {
                    ending.until = at;
                }
                at
            }
            Event::Left { .. } => at,
        }
    }

    /// A card goes into a slot, and the one that lay there comes out.
    fn replace(&mut self, comes: (Handle, Stop, Option<Card>), slot: Slot, replaced: Handle, motion: Motion) -> f64 {
        let (card, from, seen) = comes;
        self.hide(card);
        self.hide(replaced);
        self.lifted = Some(slot);
        self.fly(replaced, (Stop::Row(slot), Stop::Lifted(slot)), (None, None), motion);
        self.fly(card, (from, Stop::Row(slot)), (seen, None), motion)
    }

    fn open_row(&mut self, seat: Seat, cards: &[(u8, Handle, Card)], knows: &Knows<'_>, style: &Style, at: f64) -> f64 {
        let turn = Motion::new(at, style.span(Span::Turn));
        let ending = self.ending.get_or_insert_with(|| Ending {
            slots: knows.slots.to_vec(),
            pile: knows.pile,
            ..Ending::default()
        });
        ending
            .rows
            .push((seat, cards.iter().map(|(slot, _, face)| (*slot, *face)).collect()));
        ending.turns.push(turn);
        at + turn.length * 0.6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::style::Theme;
    use majlis_rules::cards::Card;
    use majlis_rules::four::Setup;
    use majlis_rules::seat::Seat;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn setup() -> majlis_rules::open::OpenMatch<Four> {
        let row = |text: &str| Some(text.split(' ').map(|card| card.parse::<Card>().ok()).collect());
        let mut setup = Setup::new(vec![row("AS 2S 3S 4S"), row("KD KS KC 5H")], seat(0));
        setup.pile = vec!["9D".parse().unwrap()];
        setup.hand = Some("7H".parse().unwrap());
        setup.build().unwrap()
    }

    #[test]
    fn four_33_what_was_shown_is_gone_when_its_time_is_over_and_when_the_card_moves() {
        let table = setup();
        let game = table.game();
        let slot = Slot::new(seat(0), 2);
        let card = game.card_in(slot).unwrap();
        let face = table.face(card).unwrap();
        let knows = Knows {
            game,
            slots: &[4, 4],
            pile: None,
            mine: SeatSet::of(seat(0)),
            drawn: None,
            taken: false,
            looks: &[(card, face)],
        };
        let style = Style::new(Theme::Light, false);
        let looked = [Event::Looked {
            seat: seat(0),
            slot,
            card,
        }];
        let mut moving = Moving::default();
        moving.add(&looked, &knows, &style, 10.0);
        assert_eq!(moving.open(card, 10.0).map(|peek| peek.face), Card::from_face(face));
        assert!(!moving.is_on(10.0), "a look holds nothing up");
        moving.tidy(10.0 + LOOK - 0.1);
        assert!(moving.open(card, 10.0 + LOOK - 0.1).is_some());
        moving.tidy(10.0 + LOOK);
        assert!(moving.peeks.is_empty(), "nothing remembers the face");

        // Swapped away while it is shown.
        moving.add(&looked, &knows, &style, 20.0);
        let nothing = Knows { looks: &[], ..knows };
        let other = Slot::new(seat(1), 0);
        let swapped = [Event::Swapped {
            seat: seat(1),
            slots: [slot, other],
            cards: [game.card_in(other).unwrap(), card],
        }];
        moving.add(&swapped, &nothing, &style, 21.0);
        assert!(moving.peeks.is_empty());
        let flight = moving.flight(card, 21.1).unwrap();
        assert_eq!((flight.from, flight.to), (Stop::Row(slot), Stop::Row(other)));
        assert_eq!((flight.seen_from, flight.seen_to), (None, None));
    }

    #[test]
    fn others_are_seen_to_look_and_what_they_see_is_not_known() {
        let table = setup();
        let slot = Slot::new(seat(1), 3);
        let card = table.game().card_in(slot).unwrap();
        let knows = Knows {
            game: table.game(),
            slots: &[4, 4],
            pile: None,
            mine: SeatSet::of(seat(0)),
            drawn: None,
            taken: false,
            looks: &[],
        };
        let looked = [Event::Looked {
            seat: seat(1),
            slot,
            card,
        }];
        let mut moving = Moving::default();
        moving.add(&looked, &knows, &Style::new(Theme::Light, false), 10.0);
        assert!(moving.peeks.is_empty());
        assert_eq!(moving.eyes.len(), 1);
        moving.tidy(10.0 + EYE);
        assert!(!moving.is_alive(10.0 + EYE));
    }
}
