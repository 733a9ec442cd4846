//! A match with open cards in a position made by hand.

use majlis_rules::cards::Card;
use majlis_rules::face::PackKind;
use majlis_rules::game::{Due, Game};
use majlis_rules::jackaroo::{Cell, Event, Jackaroo, Marble, Move, Place, Setup};
use majlis_rules::open::OpenMatch;
use majlis_rules::seat::Seat;

use crate::random::Packs;

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn marble(text: &str) -> Marble {
    let (seat_number, number) = text.split_once('.').unwrap();
    Marble::new(seat(seat_number.parse().unwrap()), number.parse().unwrap())
}

pub(crate) fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// A position from words like `0.1=72` (that marble's own count; 76 to 79 are its safe zone) or `1.0@30` (a cell of the
/// track), and `turn=2`. All else is at home; seat 0 is to move.
pub(crate) fn position(marbles: u8, words: &str) -> Setup {
    words.split_whitespace().fold(Setup::new(marbles), |setup, word| {
        if let Some(number) = word.strip_prefix("turn=") {
            setup.turn(seat(number.parse().unwrap()))
        } else if let Some((name, count)) = word.split_once('=') {
            setup.put_at_count(marble(name), count.parse().unwrap())
        } else {
            let (name, cell) = word.split_once('@').unwrap();
            setup.put(marble(name), Place::Track(Cell::new(cell.parse().unwrap()).unwrap()))
        }
    })
}

pub(crate) struct Match {
    pub(crate) open: OpenMatch<Jackaroo>,
    pub(crate) packs: Packs,
    pub(crate) events: Vec<Event>,
}

impl Match {
    /// A match from a position of three marbles a seat; see [`Match::new`].
    pub(crate) fn three(words: &str, hands: &[&str]) -> Self {
        Self::new(&position(3, words), hands)
    }

    /// A match from a position of four marbles a seat; see [`Match::new`].
    pub(crate) fn four(words: &str, hands: &[&str]) -> Self {
        Self::new(&position(4, words), hands)
    }

    /// A match from a position. `hands` are the hands of the seats, from the one to move on; who gets none, or not four
    /// cards, gets the lowest that are left; so is the deck.
    pub(crate) fn new(setup: &Setup, hands: &[&str]) -> Self {
        let game = setup.start().unwrap();
        let first = game.turn();
        let mut left: Vec<Card> = Card::all().collect();
        let mut dealt: Vec<Vec<Card>> = vec![Vec::new(); 4];
        for (hand, steps) in hands.iter().zip(0..) {
            for card in hand.split_whitespace() {
                let card = card.parse().unwrap();
                left.retain(|other| *other != card);
                dealt[first.after(steps, 4).index()].push(card);
            }
        }
        for hand in &mut dealt {
            while hand.len() < 4 {
                hand.push(left.remove(0));
            }
        }
        let pack = dealt.into_iter().flatten().chain(left).map(Card::face).collect();
        let mut packs = Packs::new(1);
        packs.given.push_back(pack);
        Self::begin(game, packs)
    }

    pub(crate) fn begin(game: Jackaroo, packs: Packs) -> Self {
        let mut this = Self {
            open: OpenMatch::new(game),
            packs,
            events: Vec::new(),
        };
        this.advance();
        this
    }

    pub(crate) fn game(&self) -> &Jackaroo {
        self.open.game()
    }

    pub(crate) fn advance(&mut self) -> Option<Seat> {
        self.open.advance(&mut self.packs, &mut self.events).unwrap()
    }

    /// The seat to move.
    pub(crate) fn mover(&self) -> Seat {
        match self.game().due() {
            Due::Turn(seat) => seat,
            due => panic!("no turn but {due:?}"),
        }
    }

    /// Plays moves, and carries out what they bring with them.
    pub(crate) fn play(&mut self, moves: &[&str]) -> &mut Self {
        for text in moves {
            let mover = self.mover();
            if let Err(illegal) = self.open.play(mover, &mv(text), &mut self.events) {
                panic!("{text}: {illegal}");
            }
            self.advance();
        }
        self
    }

    /// The rule that a move of the seat to move breaks. That it is refused leaves everything as it was.
    pub(crate) fn refused(&mut self, text: &str) -> &'static str {
        let (before, events) = (self.game().clone(), self.events.clone());
        let mover = self.mover();
        let illegal = self.open.play(mover, &mv(text), &mut self.events).expect_err(text);
        assert_eq!(*self.game(), before, "{text}");
        assert_eq!(self.events, events, "{text}");
        assert!(!self.legal().contains(&text.to_owned()), "{text}");
        illegal.rule.id()
    }

    /// The legal moves, sorted.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut moves: Vec<String> = self
            .open
            .legal_moves(self.mover())
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(self.open.count_legal(self.mover()), moves.len());
        moves.sort();
        moves
    }

    /// The legal moves with one card, sorted.
    pub(crate) fn legal_with(&self, card: &str) -> Vec<String> {
        let mut moves = self.legal();
        moves.retain(|text| text.starts_with(&format!("{card} ")));
        moves
    }

    pub(crate) fn place(&self, name: &str) -> Place {
        self.game().board().place(marble(name)).unwrap()
    }

    /// A marble's own count; `None` at home.
    pub(crate) fn count(&self, name: &str) -> Option<u8> {
        self.place(name).count(marble(name).seat)
    }

    /// The hand of a seat, place by place.
    pub(crate) fn hand(&self, of: Seat) -> Vec<String> {
        self.game()
            .hand(of)
            .iter()
            .flatten()
            .map(|&card| PackKind::Cards.notation(self.open.face(card).unwrap()).unwrap())
            .collect()
    }
}
