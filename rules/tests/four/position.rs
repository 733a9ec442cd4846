//! Positions made by hand, played with texts.

use majlis_rules::cards::Card;
use majlis_rules::face::{Face, FaceSet, Handle, PackKind};
use majlis_rules::four::{Event, Four, Move, Setup, Slot};
use majlis_rules::game::{Game, GameEvent, Outcome, RoundReport, Variant};
use majlis_rules::open::OpenMatch;
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn slot(text: &str) -> Slot {
    let (owner, index) = text.split_once('.').unwrap();
    Slot::new(seat(owner.parse().unwrap()), index.parse().unwrap())
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap_or_else(|_| panic!("{text} is no card"))
}

pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(card).collect()
}

/// `AS - 3S 4S`: a row with an emptied slot; nothing at all for who has left.
fn row(text: &str) -> Option<Vec<Option<Card>>> {
    let slots = text.split_whitespace();
    (!text.is_empty()).then(|| slots.map(|slot| (slot != "-").then(|| card(slot))).collect())
}

/// A set-up with these rows, pile (top last) and next cards of the stock, seat 0 to move.
pub(crate) fn setup(rows: &[&str], pile: &str, stock: &str) -> Setup {
    let mut setup = Setup::new(rows.iter().map(|text| row(text)).collect(), seat(0));
    setup.pile = cards(pile);
    setup.stock = cards(stock);
    setup
}

/// A pack that begins with these cards; the others follow in canonical order.
pub(crate) fn pack(first: &str) -> Vec<Face> {
    let first: Vec<Face> = cards(first).into_iter().map(Card::face).collect();
    let rest = PackKind::Cards.faces().iter().filter(|face| !first.contains(face));
    first.iter().copied().chain(rest).collect()
}

/// A match in play: every card known, packs on demand, events kept.
pub(crate) struct Position {
    pub(crate) open: OpenMatch<Four>,
    /// The packs to come; where there are no more, they come in canonical order.
    pub(crate) packs: Vec<Vec<Face>>,
    /// All events since the last look at them.
    pub(crate) events: Vec<Event>,
}

impl Position {
    /// The start of a match with these packs.
    pub(crate) fn start(seats: u8, packs: &[&str]) -> Self {
        let mut position = Self {
            open: OpenMatch::new(Four::new(&Table::new(seats)).unwrap()),
            packs: packs.iter().map(|first| pack(first)).collect(),
            events: Vec::new(),
        };
        position.advance();
        position
    }

    /// The position of a set-up.
    pub(crate) fn of(setup: &Setup) -> Self {
        Self {
            open: setup.build().unwrap(),
            packs: Vec::new(),
            events: Vec::new(),
        }
    }

    pub(crate) fn game(&self) -> &Four {
        self.open.game()
    }

    pub(crate) fn advance(&mut self) {
        let packs = &mut self.packs;
        let mut next = |kind: PackKind, _: FaceSet| {
            let canonical = kind.faces().iter().collect();
            Some(if packs.is_empty() { canonical } else { packs.remove(0) })
        };
        self.open.advance(&mut next, &mut self.events).unwrap();
    }

    pub(crate) fn parse(&self, text: &str) -> Move {
        self.game()
            .parse_move(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The move alone, its card operations still due.
    pub(crate) fn play_unsettled(&mut self, text: &str) {
        let mv = self.parse(text);
        let mover = self.game().turn().expect("somebody has to move");
        self.open
            .play(mover, &mv, &mut self.events)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    /// Plays legal moves, separated by commas, by whoever has the turn.
    pub(crate) fn play(&mut self, texts: &str) -> &mut Self {
        for text in texts.split(", ") {
            if let Some(number) = text.strip_prefix("leave ") {
                self.open
                    .leave(seat(number.parse().unwrap()), &mut self.events)
                    .unwrap();
            } else {
                self.play_unsettled(text);
            }
            self.advance();
        }
        self
    }

    /// The rule that a move breaks. It changes nothing, and it is not among the legal moves.
    pub(crate) fn refused(&mut self, text: &str) -> &'static str {
        let mv = self.parse(text);
        let mover = self.game().turn().unwrap_or(seat(0));
        let (before, events) = (self.open.clone(), self.events.len());
        assert!(!self.legal().contains(&text.to_string()), "{text} is listed");
        let error = self.open.play(mover, &mv, &mut self.events).expect_err(text);
        assert_eq!(self.open, before, "{text} changed something");
        assert_eq!(self.events.len(), events);
        error.rule.id()
    }

    /// The legal moves, sorted as judge.md does.
    pub(crate) fn legal(&self) -> Vec<String> {
        let Some(mover) = self.game().turn() else {
            return Vec::new();
        };
        let mut moves: Vec<String> = self.open.legal_moves(mover).iter().map(ToString::to_string).collect();
        assert_eq!(moves.len(), self.open.count_legal(mover));
        moves.sort();
        moves
    }

    /// The legal moves of one kind.
    pub(crate) fn legal_kind(&self, verb: &str) -> Vec<String> {
        self.legal()
            .into_iter()
            .filter(|text| text.split(' ').next() == Some(verb))
            .collect()
    }

    pub(crate) fn face(&self, handle: Handle) -> String {
        Card::from_face(self.open.face(handle).unwrap()).unwrap().to_string()
    }

    /// A row as [`setup`] takes it.
    pub(crate) fn row(&self, number: u8) -> String {
        let slots = self.game().slots(seat(number));
        let slots: Vec<String> = slots
            .map(|card| card.map_or("-".into(), |card| self.face(card)))
            .collect();
        slots.join(" ")
    }

    /// The pile's cards from the bottom, at most the last `count`.
    pub(crate) fn pile(&self, count: usize) -> String {
        let pile: Vec<String> = self.game().pile().iter().map(|top| top.card.to_string()).collect();
        pile[pile.len().saturating_sub(count)..].join(" ")
    }

    pub(crate) fn turn(&self) -> Option<u8> {
        self.game().turn().map(Seat::number)
    }

    pub(crate) fn outcome(&self) -> Option<Vec<&'static str>> {
        let outcome = self.game().outcome()?;
        Some(outcome.into_iter().map(Outcome::name).collect())
    }

    /// The sums of the rounds that ended since the last look at the events.
    pub(crate) fn rounds(&self) -> Vec<Vec<Option<u32>>> {
        let rounds = self.events.iter().filter_map(GameEvent::round);
        rounds
            .map(|round| match round {
                RoundReport::Sums(sums) => sums,
                RoundReport::Scored { .. } => panic!("a round of dominoes"),
            })
            .collect()
    }

    /// The events since the last look at them.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }
}
