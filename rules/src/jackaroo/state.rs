//! A match of Jackaroo, and how it goes on.

use core::ops::ControlFlow;

use super::board::Board;
use super::event::Event;
use super::hand::{Cards, HAND};
use super::marble::{SEATS, opponents, side};
use super::moves::{Action, Move};
use super::ranks;
use crate::canon::Canon;
use crate::cards::Card;
use crate::face::{FaceSet, Faces, Handle};
use crate::game::{Due, Game, Outcome, Plan, Points, Requirement, Show, Variant};
use crate::rule::{Illegal, NotAMove, common};
use crate::seat::{Seat, SeatSet};
use crate::table::{OptionSpec, OptionValue, Table, TableError};

/// A match of Jackaroo: the board, the cards, and whose turn it is.
///
/// The last marble of a side goes in, with a pack that is not shuffled: seat 0 holds the ace to the four of clubs.
///
/// ```
/// use majlis_rules::face::{FaceSet, PackKind};
/// use majlis_rules::game::Game;
/// use majlis_rules::jackaroo::{Marble, Setup, side};
/// use majlis_rules::open::OpenMatch;
/// use majlis_rules::seat::Seat;
///
/// let (zero, two) = (Seat::new(0).unwrap(), Seat::new(2).unwrap());
/// let mut setup = Setup::new(3).put_at_count(Marble::new(zero, 0), 75);
/// for (number, count) in [(1, 79), (2, 78)] {
///     setup = setup.put_at_count(Marble::new(zero, number), count);
/// }
/// for (number, count) in [(0, 79), (1, 78), (2, 77)] {
///     setup = setup.put_at_count(Marble::new(two, number), count);
/// }
///
/// let mut table = OpenMatch::new(setup.start()?);
/// let mut unshuffled = |_: PackKind, faces: FaceSet| Some(faces.iter().collect());
/// let mut events = Vec::new();
/// assert_eq!(table.advance(&mut unshuffled, &mut events)?, Some(zero));
///
/// let moves: Vec<String> = table.legal_moves(zero).iter().map(ToString::to_string).collect();
/// assert_eq!(moves, ["AC 0.0 1", "2C 0.0 2", "4C 0.0 -4"]);
/// table.play(zero, &"AC 0.0 1".parse()?, &mut events)?;
/// assert_eq!(table.advance(&mut unshuffled, &mut events)?, None);
/// assert_eq!(table.game().winners(), Some(side(zero)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jackaroo {
    board: Board,
    cards: Cards,
    turn: Seat,
    stage: Stage,
    two_persons: bool,
    left: SeatSet,
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The first shuffle and the deal.
    Deal,
    /// A move.
    Turn,
    /// The card that the mover draws.
    Draw,
    /// Nothing: these seats have won.
    Over(SeatSet),
}

impl Jackaroo {
    /// The match that begins on this board with a whole pack.
    pub(super) const fn begin(board: Board, turn: Seat, two_persons: bool) -> Self {
        Self {
            board,
            cards: Cards::new(),
            turn,
            stage: Stage::Deal,
            two_persons,
            left: SeatSet::EMPTY,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The seat whose turn it is, or was when the match ended. While a card is drawn it is still the mover's.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The seat whose marbles the cards of `seat` move: its own or its partner's (jackaroo.30).
    #[must_use]
    pub fn plays_for(&self, seat: Seat) -> Seat {
        self.board.plays_for(seat)
    }

    /// The cards of a seat, place by place. A place is empty before the deal, and between playing a card and drawing.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> &[Option<Handle>; HAND as usize] {
        self.cards.hand(seat)
    }

    /// How many cards the deck has left.
    #[must_use]
    pub const fn deck_left(&self) -> u8 {
        self.cards.left()
    }

    /// The faces of the cards in the fire pile.
    #[must_use]
    pub const fn fire_pile(&self) -> FaceSet {
        self.cards.fire()
    }

    /// The card that lies on top of the fire pile.
    #[must_use]
    pub const fn fire_top(&self) -> Option<Card> {
        self.cards.top()
    }

    /// Whether two persons play, each with both seats of a side (jackaroo.31).
    #[must_use]
    pub const fn is_for_two(&self) -> bool {
        self.two_persons
    }

    /// The side that won, once the match is over.
    #[must_use]
    pub const fn winners(&self) -> Option<SeatSet> {
        match self.stage {
            Stage::Over(winners) => Some(winners),
            _ => None,
        }
    }

    /// All seats of the person who holds `seat`.
    fn person(&self, seat: Seat) -> SeatSet {
        if self.two_persons {
            side(seat)
        } else {
            SeatSet::of(seat)
        }
    }

    /// Whether a move of `seat` is awaited.
    fn check_turn(&self, seat: Seat) -> Result<(), Illegal> {
        match self.stage {
            Stage::Over(_) => Err(Illegal::new(common::AFTER_THE_END, "the match is over")),
            Stage::Deal | Stage::Draw => Err(Illegal::new(common::TURN, "cards are being dealt: no move is awaited")),
            Stage::Turn if seat != self.turn => Err(Illegal::new(
                common::TURN,
                format!("it is the turn of seat {}, not of seat {seat}", self.turn),
            )),
            Stage::Turn => Ok(()),
        }
    }

    /// Everything public about a move but what it does to the board: the turn and the card. Gives the card.
    fn check_card(&self, seat: Seat, card: Option<Handle>) -> Result<Handle, Illegal> {
        self.check_turn(seat)?;
        match card {
            None => Err(Illegal::new(common::TURN, "the move names no card of the hand")),
            Some(card) if self.hand(seat).contains(&Some(card)) => Ok(card),
            Some(card) => Err(Illegal::new(common::TURN, format!("seat {seat} does not hold {card}"))),
        }
    }

    /// The cards of the seat's hand that `faces` knows, where a move of the seat is awaited, and whether those are all.
    fn playable_hand(&self, seat: Seat, faces: &dyn Faces) -> ([Option<Card>; HAND as usize], bool) {
        if self.check_turn(seat).is_err() {
            return ([None; HAND as usize], false);
        }
        let hand = self
            .hand(seat)
            .map(|place| place.and_then(|card| faces.face(card)).and_then(Card::from_face));
        (hand, hand.iter().all(Option::is_some))
    }

    fn end(&mut self, winners: SeatSet, events: &mut Vec<Event>) {
        self.stage = Stage::Over(winners);
        events.push(Event::Won { seats: winners });
    }
}

impl Game for Jackaroo {
    type Move = Move;
    type Event = Event;

    fn seats(&self) -> u8 {
        SEATS
    }

    fn present(&self) -> SeatSet {
        SeatSet::all(SEATS).minus(self.left)
    }

    fn persons(&self) -> Vec<SeatSet> {
        let persons = if self.two_persons { 2 } else { SEATS };
        Seat::all(persons).map(|seat| self.person(seat)).collect()
    }

    fn due(&self) -> Due {
        match self.stage {
            Stage::Deal => Due::Cards(self.cards.deal_operations()),
            Stage::Turn => Due::Turn(self.turn),
            Stage::Draw => Due::Cards(self.cards.draw_operations(self.turn)),
            Stage::Over(_) => Due::Nothing,
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotAMove> {
        text.parse()
    }

    fn locate(&self, seat: Seat, mv: &Move, faces: &dyn Faces) -> Result<Option<Handle>, Illegal> {
        self.check_turn(seat)?;
        let face = mv.card.face();
        self.hand(seat)
            .iter()
            .flatten()
            .copied()
            .find(|&card| faces.face(card) == Some(face))
            .map(Some)
            .ok_or_else(|| Illegal::new(common::TURN, format!("seat {seat} does not hold the {}", mv.card)))
    }

    fn plan(&self, seat: Seat, mv: &Move, card: Option<Handle>) -> Result<Plan, Illegal> {
        let card = self.check_card(seat, card)?;
        let mut board = self.board;
        board.act(seat, *mv, &mut |_| {})?;
        let requires = if mv.action == Action::Burn {
            vec![Requirement {
                seat,
                cards: self
                    .hand(seat)
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|&other| other != card)
                    .collect(),
                faces: self.board.unplayable(seat),
                rule: ranks::BURN,
                message: "another card of the hand can be played, so no card may be burned",
            }]
        } else {
            Vec::new()
        };
        Ok(Plan {
            shows: vec![Show {
                card,
                faces: FaceSet::of(mv.card.face()),
                rule: common::TURN,
            }],
            requires,
            opens: Vec::new(),
        })
    }

    fn play(
        &mut self,
        seat: Seat,
        mv: &Move,
        card: Option<Handle>,
        faces: &dyn Faces,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        let card = self.check_card(seat, card)?;
        let shown = mv.card;
        if faces.face(card) != Some(shown.face()) {
            return Err(Illegal::new(
                common::TURN,
                format!("{card} was not shown to be the {shown}"),
            ));
        }
        let before = events.len();
        events.push(match mv.action {
            Action::Burn => Event::Burned { seat, card, shown },
            _ => Event::Played { seat, card, shown },
        });
        let mut board = self.board;
        if let Err(illegal) = board.act(seat, *mv, &mut |event| events.push(event)) {
            events.truncate(before);
            return Err(illegal);
        }
        self.board = board;
        self.cards.discard(seat, card, shown);
        match board.winners() {
            Some(winners) => self.end(winners, events),
            None => self.stage = Stage::Draw,
        }
        Ok(())
    }

    fn settle(&mut self, _faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        match self.stage {
            Stage::Deal => {
                events.push(Event::Shuffled {
                    pack: 0,
                    cards: Card::COUNT,
                });
                for seat in Seat::all(SEATS) {
                    while let Some(card) = self.cards.draw(seat) {
                        events.push(Event::Dealt { seat, card });
                    }
                }
            }
            Stage::Draw => {
                let seat = self.turn;
                if let Some(card) = self.cards.draw(seat) {
                    events.push(Event::Drawn { seat, card });
                }
                if let Some((pack, cards)) = self.cards.turn_over() {
                    events.push(Event::Shuffled { pack, cards });
                }
                self.turn = seat.after(1, SEATS);
            }
            Stage::Turn | Stage::Over(_) => {
                return Err(Illegal::new(common::TURN, "no card operations are due"));
            }
        }
        self.stage = Stage::Turn;
        Ok(())
    }

    fn leave(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if let Stage::Over(_) = self.stage {
            return Err(Illegal::new(
                common::AFTER_THE_END,
                "the match is over: nobody can leave it",
            ));
        }
        self.left = self.person(seat);
        events.push(Event::Left { seat });
        self.end(opponents(seat), events);
        Ok(())
    }

    fn legal_moves(&self, seat: Seat, faces: &dyn Faces) -> Vec<Move> {
        let (hand, complete) = self.playable_hand(seat, faces);
        let mut moves = Vec::new();
        for card in hand.into_iter().flatten() {
            let _ = self.board.visit_actions(seat, card.rank, &mut |action| {
                moves.push(Move { card, action });
                ControlFlow::Continue(())
            });
        }
        // Nothing can be played; but whether a card may be burned hangs on all of them.
        if moves.is_empty() && complete {
            let burn = |card| Move {
                card,
                action: Action::Burn,
            };
            moves.extend(hand.into_iter().flatten().map(burn));
        }
        moves
    }

    fn count_legal(&self, seat: Seat, faces: &dyn Faces) -> usize {
        let (hand, complete) = self.playable_hand(seat, faces);
        let cards = hand.into_iter().flatten();
        let count = cards
            .clone()
            .map(|card| self.board.count_actions(seat, card.rank))
            .sum();
        match count {
            0 if complete => cards.count(),
            count => count,
        }
    }

    fn visible(&self, seat: Seat) -> Vec<Handle> {
        self.hand(seat).iter().flatten().copied().collect()
    }

    fn live_packs(&self) -> Vec<u32> {
        self.cards.packs(self.stage == Stage::Draw)
    }

    fn scores(&self) -> Vec<i32> {
        Seat::all(SEATS).map(|seat| i32::from(self.board.safe(seat))).collect()
    }

    fn outcome(&self) -> Option<Vec<Outcome>> {
        let winners = self.winners()?;
        let outcome = |seat| {
            if winners.contains(seat) {
                Outcome::Win
            } else {
                Outcome::Loss
            }
        };
        Some(Seat::all(SEATS).map(outcome).collect())
    }

    fn encode(&self, canon: &mut Canon) {
        canon.u8(1);
        canon.text(Self::ID);
        canon.flag(self.two_persons);
        self.board.encode(canon);
        self.cards.encode(canon);
        canon.seat(self.turn);
        canon.seats(self.left);
        match self.stage {
            Stage::Deal => canon.u8(0),
            Stage::Turn => canon.u8(1),
            Stage::Draw => canon.u8(2),
            Stage::Over(winners) => {
                canon.u8(3);
                canon.seats(winners);
            }
        }
    }
}

const MARBLES: OptionSpec = OptionSpec {
    key: "marbles",
    default: OptionValue::Number(3),
    allowed: &[OptionValue::Number(3), OptionValue::Number(4)],
};

const START: OptionSpec = OptionSpec {
    key: "start",
    default: OptionValue::Number(0),
    allowed: &[
        OptionValue::Number(0),
        OptionValue::Number(1),
        OptionValue::Number(2),
        OptionValue::Number(3),
    ],
};

const PERSONS: OptionSpec = OptionSpec {
    key: "persons",
    default: OptionValue::Number(4),
    allowed: &[OptionValue::Number(2), OptionValue::Number(4)],
};

impl Variant for Jackaroo {
    const ID: &'static str = "jackaroo";
    const SEATS: &'static [u8] = &[SEATS];
    const OPTIONS: &'static [OptionSpec] = &[MARBLES, START, PERSONS];
    const DRAWN_SEAT: Option<&'static str> = Some(START.key);
    const POINTS: Points = Points {
        win: 28,
        draw: 9,
        loss: 4,
    };

    fn new(table: &Table) -> Result<Self, TableError> {
        if !Self::SEATS.contains(&table.seats) {
            return Err(TableError::seats(Self::ID, table.seats, Self::SEATS));
        }
        let marbles = if table.options.number(&MARBLES)? == 4 { 4 } else { 3 };
        let start = u8::try_from(table.options.number(&START)?).ok().and_then(Seat::new);
        let turn = start.ok_or_else(|| TableError("the option start takes the number of a seat".to_owned()))?;
        let two_persons = table.options.number(&PERSONS)? == 2;
        Ok(Self::begin(Board::new(marbles), turn, two_persons))
    }
}
