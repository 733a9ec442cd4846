//! Positions made by hand, for tests and for pictures of positions.

use core::fmt;

use crate::cards::Card;
use crate::face::{FaceSet, Handle, Knowledge, PackKind};
use crate::four::state::TARGET;
use crate::four::{Four, Phase, Pile, Row, Slot};
use crate::game::Variant;
use crate::open::OpenMatch;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::table::Table;

/// Where the cards go that a [`Setup`] does not name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Unnamed {
    /// Below the named cards of the stock, in canonical order.
    #[default]
    Stock,
    /// Below the named cards of the pile, in canonical order.
    Pile,
}

/// A position with every card named, not yet checked. [`Setup::build`] makes a match of it.
///
/// The seat to move is about to draw, take or call; with [`hand`](Setup::hand) it has drawn, with [`hole`](Setup::hole) it
/// has to give.
///
/// ```
/// use majlis_rules::cards::Card;
/// use majlis_rules::four::{Setup, Slot};
/// use majlis_rules::seat::Seat;
///
/// let row = |text: &str| Some(text.split(' ').map(|card| card.parse::<Card>().ok()).collect());
/// let [north, south] = [0, 1].map(|seat| Seat::new(seat).unwrap());
/// let mut setup = Setup::new(vec![row("AS 2S 3S 4S"), row("KD - KC 5H")], north);
/// setup.pile = vec!["9D".parse().unwrap()];
/// let position = setup.build()?;
/// assert!(position.game().card_in(Slot::new(south, 0)).is_some());
/// assert!(position.game().card_in(Slot::new(south, 1)).is_none());
/// assert_eq!(position.game().stock(), 52 - 7 - 1);
/// # Ok::<(), majlis_rules::four::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat: the row from the nearest slot, `None` in it for an emptied slot; `None` for who has left.
    pub rows: Vec<Option<Vec<Option<Card>>>>,
    /// The pile from the bottom to the top.
    pub pile: Vec<Card>,
    /// The stock from the top.
    pub stock: Vec<Card>,
    /// Where all other cards are.
    pub unnamed: Unnamed,
    /// Whose turn it is.
    pub turn: Seat,
    /// Who started the round.
    pub starter: Seat,
    /// Who has called.
    pub caller: Option<Seat>,
    /// The card that the seat to move has drawn.
    pub hand: Option<Card>,
    /// The hole that the seat to move has to fill.
    pub hole: Option<Slot>,
    /// The totals by seat, all 0 where it is empty.
    pub totals: Vec<u32>,
    /// How many rounds are finished.
    pub round: u32,
}

impl Setup {
    /// These rows, and `turn` to move in a round that it started; all other cards are in the stock. A pile has to be given.
    #[must_use]
    pub const fn new(rows: Vec<Option<Vec<Option<Card>>>>, turn: Seat) -> Self {
        Self {
            rows,
            pile: Vec::new(),
            stock: Vec::new(),
            unnamed: Unnamed::Stock,
            turn,
            starter: turn,
            caller: None,
            hand: None,
            hole: None,
            totals: Vec::new(),
            round: 0,
        }
    }

    /// The match in this position, with all its cards known.
    ///
    /// # Errors
    /// Where no match can come to such a position.
    pub fn build(&self) -> Result<OpenMatch<Four>, SetupError> {
        let seats = u8::try_from(self.rows.len()).unwrap_or(u8::MAX);
        let mut game = Four::new(&Table::new(seats)).map_err(|error| SetupError(error.0))?;
        game.present = self.present();
        game.round = self.round;
        game.starter = self.starter;
        game.turn = self.turn;
        game.caller = self.caller;
        self.check_seats(&game)?;
        self.check_totals(&mut game)?;
        let faces = self.lay_out(&mut game)?;
        self.check_rows(&game)?;
        Ok(OpenMatch::with_faces(game, faces))
    }

    fn present(&self) -> SeatSet {
        Seat::all(MAX_SEATS)
            .zip(&self.rows)
            .filter_map(|(seat, row)| row.as_ref().map(|_| seat))
            .collect()
    }

    fn check_seats(&self, game: &Four) -> Result<(), SetupError> {
        let present = game.present;
        require(present.len() >= 2, "a match goes on only while two or more are present")?;
        require(
            game.seats > 2 || present.len() == game.seats,
            "with two seats the match ends when one leaves",
        )?;
        require(present.contains(self.turn), "the turn has to be a present seat's")?;
        require(present.contains(self.starter), "the starter has to be a present seat")?;
        require(
            self.caller
                .is_none_or(|caller| present.contains(caller) && caller != self.turn),
            "the caller has to be present and has no further turn",
        )
    }

    fn check_totals(&self, game: &mut Four) -> Result<(), SetupError> {
        require(
            self.totals.is_empty() || self.totals.len() == self.rows.len(),
            "give a total for every seat or none at all",
        )?;
        require(
            self.totals.iter().all(|&total| total < TARGET),
            "the match is over once a total reaches 100",
        )?;
        for (place, &total) in game.totals.iter_mut().zip(&self.totals) {
            *place = total;
        }
        Ok(())
    }

    /// Numbers the cards: rows, pile, hand, stock, and learns their faces.
    fn lay_out(&self, game: &mut Four) -> Result<Knowledge, SetupError> {
        let mut pack = PackInOrder::default();
        for (row, cards) in game.rows.iter_mut().zip(&self.rows) {
            *row = Row::NONE;
            for card in cards.iter().flatten() {
                let index = card.map(|card| pack.add(card)).transpose()?;
                let slot = row.push(index);
                require(slot.is_some(), "a row has at most 32 slots")?;
            }
        }
        let named = self.pile.iter().chain(&self.stock).chain(&self.hand);
        let named: FaceSet = named.map(|card| card.face()).collect();
        let unnamed = PackKind::Cards.faces().minus(named).minus(pack.faces);
        let unnamed: Vec<Card> = unnamed.iter().filter_map(Card::from_face).collect();
        let (below_pile, below_stock) = match self.unnamed {
            Unnamed::Stock => ([].as_slice(), unnamed.as_slice()),
            Unnamed::Pile => (unnamed.as_slice(), [].as_slice()),
        };
        game.pile = Pile::new(game.pack);
        for &card in below_pile.iter().chain(&self.pile) {
            game.pile.push(pack.add(card)?, card);
        }
        let hand = self.hand.map(|card| pack.add(card)).transpose()?;
        for &card in self.stock.iter().chain(below_stock) {
            pack.add(card)?;
            game.stock += 1;
        }
        game.phase = match (hand, self.hole) {
            (None, None) => Phase::Turn,
            (Some(index), None) => Phase::Hand {
                card: game.handle(index),
            },
            (None, Some(hole)) => Phase::Give { hole },
            (Some(_), Some(_)) => return Err(SetupError("who has to give has no card in hand".into())),
        };
        Ok(pack.known)
    }

    fn check_rows(&self, game: &Four) -> Result<(), SetupError> {
        require(!game.pile.is_empty(), "the pile has at least one card")?;
        let in_turn = game.phase != Phase::Turn;
        require(
            in_turn || game.stock > 0,
            "the round is over once the stock is empty and the turn is done",
        )?;
        for seat in game.present.iter() {
            let row = game.row(seat);
            require(row.slots() >= 4, "a row has at least four slots")?;
            let filled_soon = self.hole.is_some_and(|hole| hole.seat == seat);
            require(filled_soon || !row.is_empty(), "the round is over once a row is empty")?;
            // Every penalty to come costs two cards of the stock.
            let drawn = u8::from(self.hand.is_some());
            let slots = usize::from(row.slots()) + usize::from((game.stock + drawn) / 2);
            require(
                slots <= Row::MAX_SLOTS,
                "a row has at most 32 slots, those for all penalties that the stock could still pay counted",
            )?;
        }
        let hole_fits = |hole: Slot| {
            let row = game.row(hole.seat);
            hole.seat != self.turn && hole.index < row.slots() && row.card(hole.index).is_none() && game.pile.len() >= 2
        };
        require(
            self.hole.is_none_or(hole_fits),
            "the hole has to be an emptied slot of another seat, and both matched cards on the pile",
        )
    }
}

/// Cards on their way into a pack, each once.
#[derive(Default)]
struct PackInOrder {
    known: Knowledge,
    faces: FaceSet,
}

impl PackInOrder {
    fn add(&mut self, card: Card) -> Result<u8, SetupError> {
        let face = card.face();
        if self.faces.contains(face) {
            return Err(SetupError(format!("{card} is in two places")));
        }
        let index = self.faces.len();
        self.faces.insert(face);
        self.known.learn(Handle { pack: 0, index }, face);
        Ok(index)
    }
}

fn require(holds: bool, otherwise: &str) -> Result<(), SetupError> {
    if holds {
        Ok(())
    } else {
        Err(SetupError(otherwise.into()))
    }
}

/// A set-up that no match can come to: one sentence that says what has to be otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(pub String);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetupError {}
