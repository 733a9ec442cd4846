//! A match.

use super::board::{Board, Square, Squares};
use super::event::Event;
use super::notation::{Move, Placement};
use super::pairs;
use super::rule;
use super::score::{outcomes, total};
use super::search::Ground;
use super::shape::{SHAPES, Shape, ShapeSet};
use crate::canon::Canon;
use crate::face::{Faces, Handle};
use crate::game::{Due, Game, Outcome, Plan, Points, Variant};
use crate::rule::{Illegal, NotAMove, common};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::table::{OptionSpec, Table, TableError};

/// The state of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arkan {
    seats: u8,
    present: SeatSet,
    /// Who of those present can place no more. Stuck once is stuck for ever: a seat's own pieces alone open corners for it.
    stuck: SeatSet,
    /// Whose turn it is; `None` when the match is over.
    turn: Option<Seat>,
    sides: [Side; MAX_SEATS as usize],
}

/// What belongs to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    hand: ShapeSet,
    covered: Squares,
    /// What was placed, in order; after that, filler.
    placed: [Placement; SHAPES],
}

impl Side {
    const FULL: Self = Self {
        hand: ShapeSet::ALL,
        covered: Squares::EMPTY,
        placed: [Placement::FILLER; SHAPES],
    };

    fn placed(&self) -> &[Placement] {
        self.placed
            .get(..SHAPES - usize::from(self.hand.len()))
            .unwrap_or_default()
    }

    fn place(&mut self, placement: Placement) {
        let next = SHAPES - usize::from(self.hand.len());
        if let Some(free) = self.placed.get_mut(next) {
            *free = placement;
        }
        self.hand = self.hand.without(placement.shape());
        placement.squares().for_each(|square| self.covered.insert(square));
    }

    fn total(&self) -> i32 {
        total(self.hand, self.placed().last().map(|placement| placement.shape()))
    }
}

impl Arkan {
    /// A match with nothing placed yet; `seats` is 2 to 4.
    pub(super) fn empty(seats: u8) -> Self {
        Self {
            seats,
            present: SeatSet::all(seats),
            stuck: SeatSet::EMPTY,
            turn: Seat::all(seats).next(),
            sides: [Side::FULL; MAX_SEATS as usize],
        }
    }

    /// The board that is played on.
    #[must_use]
    pub const fn board(&self) -> Board {
        Board::of(self.seats)
    }

    /// Whose turn it is; `None` when the match is over.
    #[must_use]
    pub const fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// The seats at the table that can place no more; whenever the turn comes to them they are skipped (arkan.12).
    #[must_use]
    pub const fn stuck(&self) -> SeatSet {
        self.stuck
    }

    /// The shapes that a seat has not placed yet; none for a seat that there is not.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> ShapeSet {
        self.side(seat).map_or(ShapeSet::EMPTY, |side| side.hand)
    }

    /// The squares that a seat's pieces cover.
    #[must_use]
    pub fn covered(&self, seat: Seat) -> Squares {
        self.side(seat).map_or(Squares::EMPTY, |side| side.covered)
    }

    /// The squares that anybody's pieces cover.
    #[must_use]
    pub fn taken(&self) -> Squares {
        self.sides
            .iter()
            .fold(Squares::EMPTY, |taken, side| taken.or(&side.covered))
    }

    /// What a seat has placed, in order; the last one is its last move.
    #[must_use]
    pub fn placed(&self, seat: Seat) -> &[Placement] {
        self.side(seat).map_or(&[], Side::placed)
    }

    /// A seat's open corners: the squares on which it may build (arkan.22). Before its first piece, its start square.
    #[must_use]
    pub fn open_corners(&self, seat: Seat) -> Squares {
        if self.present.contains(seat) {
            self.ground(seat).springs
        } else {
            Squares::EMPTY
        }
    }

    /// Where a seat could place `shape` if it were its turn, each placement once; nothing where it has left or does not have
    /// the shape any more.
    #[must_use]
    pub fn placements_of(&self, seat: Seat, shape: Shape) -> Vec<Placement> {
        self.list(seat, ShapeSet::of(shape).and(self.hand(seat)))
    }

    /// Everything a seat could place if it were its turn, each placement once; nothing where it has left.
    #[must_use]
    pub fn placements(&self, seat: Seat) -> Vec<Placement> {
        self.list(seat, self.hand(seat))
    }

    /// Whether a seat could make this placement if it were its turn, and if not, which rule forbids it: for a piece that
    /// hovers over the board (arkan.24).
    ///
    /// # Errors
    /// Where it could not.
    pub fn check_placement(&self, seat: Seat, placement: Placement) -> Result<(), Illegal> {
        let Some(side) = self.side(seat) else {
            return Err(no_such_seat(seat, self.seats));
        };
        if !side.hand.contains(placement.shape()) {
            return Err(Illegal::new(
                rule::PLACE,
                format!("seat {seat} has placed its {} already", placement.shape()),
            ));
        }
        for square in placement.squares() {
            if !self.board().contains(square) {
                let side = self.board().side();
                return Err(Illegal::new(
                    rule::PLACE,
                    format!("{square} is not on the board of {side} × {side} squares"),
                ));
            }
            if self.sides.iter().any(|side| side.covered.contains(square)) {
                return Err(Illegal::new(rule::PLACE, format!("{square} is taken")));
            }
        }
        let start = self.board().start(seat);
        if side.covered.is_empty() {
            return if placement.squares().any(|square| square == start) {
                Ok(())
            } else {
                Err(Illegal::new(
                    rule::START,
                    format!("the first piece of seat {seat} has to cover its start square {start}"),
                ))
            };
        }
        let touches = |square: Square, steps: [(i8, i8); 4]| {
            steps
                .into_iter()
                .filter_map(|(columns, rows)| square.offset(columns, rows))
                .find(|&next| side.covered.contains(next))
        };
        for square in placement.squares() {
            if let Some(own) = touches(square, [(0, -1), (-1, 0), (1, 0), (0, 1)]) {
                return Err(Illegal::new(
                    rule::EDGE,
                    format!("{square} shares an edge with {own} of the same colour"),
                ));
            }
        }
        if placement
            .squares()
            .any(|square| touches(square, [(-1, -1), (1, -1), (-1, 1), (1, 1)]).is_some())
        {
            Ok(())
        } else {
            Err(Illegal::new(
                rule::CORNER,
                "the piece touches no corner of its own colour",
            ))
        }
    }

    fn side(&self, seat: Seat) -> Option<&Side> {
        self.sides.get(..usize::from(self.seats))?.get(seat.index())
    }

    fn list(&self, seat: Seat, shapes: ShapeSet) -> Vec<Placement> {
        let mut placements = Vec::new();
        if self.present.contains(seat) {
            self.ground(seat).list(shapes, |placement| placements.push(placement));
        }
        placements
    }

    /// Where a seat may place, be it its turn or not.
    pub(super) fn ground(&self, seat: Seat) -> Ground {
        self.ground_among(seat, &self.taken())
    }

    /// The same with [`Self::taken`] known.
    fn ground_among(&self, seat: Seat, taken: &Squares) -> Ground {
        let covered = self.side(seat).map_or(&Squares::EMPTY, |side| &side.covered);
        Ground::new(self.board(), self.board().start(seat), covered, taken)
    }

    /// The seats that have not left and can still place, in the order of the turns from the one after `seat`; `seat` comes
    /// last, if it is one of them.
    pub(super) fn movers_after(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        let movers = self.present.minus(self.stuck);
        (1..=self.seats)
            .map(move |steps| seat.after(steps, self.seats))
            .filter(move |&seat| movers.contains(seat))
    }

    /// Checks all of a move.
    fn check(&self, seat: Seat, mv: &Move) -> Result<Placement, Illegal> {
        match self.turn {
            None => Err(Illegal::new(common::AFTER_THE_END, "the match is over")),
            Some(turn) if turn != seat => Err(Illegal::new(
                common::TURN,
                format!("it is the turn of seat {turn}, not of seat {seat}"),
            )),
            Some(_) => match mv {
                Move::Placement(placement) => self.check_placement(seat, *placement).map(|()| *placement),
                Move::Scatter(scatter) => Err(Illegal::new(
                    rule::PLACE,
                    format!("the {} squares are not one of the 21 shapes", scatter.squares().len()),
                )),
            },
        }
    }

    /// Puts down a placement that has been checked, and nothing more.
    pub(super) fn put(&mut self, seat: Seat, placement: Placement) {
        if let Some(side) = self.sides.get_mut(seat.index()) {
            side.place(placement);
        }
    }

    /// Finds out who is stuck now.
    pub(super) fn find_stuck(&mut self, events: &mut Vec<Event>) {
        let taken = self.taken();
        for seat in self.present.minus(self.stuck).iter() {
            if !self.ground_among(seat, &taken).any(self.hand(seat)) {
                self.stuck.insert(seat);
                events.push(Event::Stuck { seat });
            }
        }
    }

    /// Passes the turn on to the first seat after `seat` that can place. The match ends where none can (arkan.14), or where
    /// just one seat is left at the table (arkan.19, arkan.20).
    pub(super) fn pass_on(&mut self, seat: Seat, events: &mut Vec<Event>) {
        let next = self.present.minus(self.stuck).next_after(seat);
        self.turn = next.filter(|_| self.present.len() > 1);
        let Some(turn) = self.turn else {
            events.push(Event::Over);
            return;
        };
        let passed = (1..=self.seats)
            .map(|steps| seat.after(steps, self.seats))
            .take_while(|&seat| seat != turn);
        events.extend(
            passed
                .filter(|&seat| self.present.contains(seat))
                .map(|seat| Event::Skipped { seat }),
        );
    }

    /// Takes a seat from the table, and nothing more.
    pub(super) fn remove(&mut self, seat: Seat) {
        self.present.remove(seat);
        self.stuck.remove(seat);
    }
}

fn no_such_seat(seat: Seat, seats: u8) -> Illegal {
    Illegal::new(common::SEATS, format!("there is no seat {seat} at a table of {seats}"))
}

impl Game for Arkan {
    type Move = Move;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn present(&self) -> SeatSet {
        self.present
    }

    fn due(&self) -> Due {
        self.turn.map_or(Due::Nothing, Due::Turn)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotAMove> {
        Move::parse(text)
    }

    fn locate(&self, _: Seat, _: &Move, _: &dyn Faces) -> Result<Option<Handle>, Illegal> {
        Ok(None)
    }

    fn plan(&self, seat: Seat, mv: &Move, _: Option<Handle>) -> Result<Plan, Illegal> {
        self.check(seat, mv).map(|_| Plan::default())
    }

    fn play(
        &mut self,
        seat: Seat,
        mv: &Move,
        _: Option<Handle>,
        _: &dyn Faces,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        let placement = self.check(seat, mv)?;
        self.put(seat, placement);
        events.push(Event::Placed { seat, placement });
        self.find_stuck(events);
        self.pass_on(seat, events);
        Ok(())
    }

    fn settle(&mut self, _: &dyn Faces, _: &mut Vec<Event>) -> Result<(), Illegal> {
        Err(Illegal::new(common::TURN, "this game has no cards to be settled"))
    }

    fn leave(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if seat.number() >= self.seats {
            return Err(no_such_seat(seat, self.seats));
        }
        let Some(turn) = self.turn else {
            return Err(Illegal::new(
                common::AFTER_THE_END,
                "the match is over, nobody can leave it any more",
            ));
        };
        if !self.present.contains(seat) {
            return Err(Illegal::new(
                common::AFTER_THE_END,
                format!("seat {seat} has left already"),
            ));
        }
        self.remove(seat);
        events.push(Event::Left { seat });
        if turn == seat || self.present.len() == 1 {
            self.pass_on(seat, events);
        }
        Ok(())
    }

    fn legal_moves(&self, seat: Seat, _: &dyn Faces) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.turn == Some(seat) {
            // There are some two hundred in the middle of a match.
            moves.reserve(256);
            self.ground(seat)
                .list(self.hand(seat), |placement| moves.push(Move::Placement(placement)));
        }
        moves
    }

    fn count_legal(&self, seat: Seat, _: &dyn Faces) -> usize {
        if self.turn == Some(seat) {
            // Far below 2³² always.
            self.ground(seat).count(self.hand(seat)) as usize
        } else {
            0
        }
    }

    fn count_pairs(&self, seat: Seat) -> Option<u64> {
        Some(if self.turn == Some(seat) {
            pairs::count(self, seat)
        } else {
            0
        })
    }

    fn visible(&self, _: Seat) -> Vec<Handle> {
        Vec::new()
    }

    fn live_packs(&self) -> Vec<u32> {
        Vec::new()
    }

    fn scores(&self) -> Vec<i32> {
        self.sides.iter().take(self.seats.into()).map(Side::total).collect()
    }

    fn outcome(&self) -> Option<Vec<Outcome>> {
        self.turn.is_none().then(|| outcomes(&self.scores(), self.present))
    }

    /// A version byte (1), the game's name, the number of seats, who is at the table, who of them is stuck, whose turn it is,
    /// then for each seat the list of its placements in order, each a list of squares, a square its column and its row.
    fn encode(&self, canon: &mut Canon) {
        canon.u8(1);
        canon.text(Self::ID);
        canon.u8(self.seats);
        canon.seats(self.present);
        canon.seats(self.stuck);
        canon.option(self.turn, Canon::seat);
        for seat in Seat::all(self.seats) {
            canon.list(self.placed(seat).iter(), |canon, placement| {
                canon.u8(placement.shape().size());
                for square in placement.squares() {
                    canon.u8(square.column());
                    canon.u8(square.row());
                }
            });
        }
    }
}

impl Variant for Arkan {
    const ID: &'static str = "arkan";
    const SEATS: &'static [u8] = &[2, 3, 4];
    const OPTIONS: &'static [OptionSpec] = &[];
    const POINTS: Points = Points {
        win: 22,
        draw: 8,
        loss: 3,
    };

    fn new(table: &Table) -> Result<Self, TableError> {
        if Self::SEATS.contains(&table.seats) {
            Ok(Self::empty(table.seats))
        } else {
            Err(TableError::seats(Self::ID, table.seats, Self::SEATS))
        }
    }
}
