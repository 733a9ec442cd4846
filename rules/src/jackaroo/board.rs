//! The board: where every marble is.

use super::marble::{Marble, SEATS, partner, side};
use super::track::{CELLS, Cell, Cells, Place, SAFE_CELLS};
use crate::canon::Canon;
use crate::seat::{Seat, SeatSet};

/// The most marbles that a seat can have (jackaroo.4).
pub const MAX_MARBLES: u8 = 4;

/// The marbles of all four seats and where they are. Everything on it is public.
///
/// What the cards can do on it is [`Board::after`], [`Board::can_play`] and their neighbours; the cards themselves are
/// elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    marbles: u8,
    places: [[Place; MAX_MARBLES as usize]; SEATS as usize],
    /// The cells of the track with a marble of each seat: always what `places` says.
    colours: [Cells; SEATS as usize],
}

impl Board {
    /// The board at the start, all marbles at home: `marbles` a seat, at most [`MAX_MARBLES`].
    #[must_use]
    pub(super) const fn new(marbles: u8) -> Self {
        Self {
            marbles,
            places: [[Place::Home; MAX_MARBLES as usize]; SEATS as usize],
            colours: [Cells::EMPTY; SEATS as usize],
        }
    }

    /// How many marbles each seat has: three in the quick game, four on the full board (jackaroo.4).
    #[must_use]
    pub const fn marbles_a_seat(&self) -> u8 {
        self.marbles
    }

    /// Where a marble is; `None` where the game has no such marble.
    #[must_use]
    pub fn place(&self, marble: Marble) -> Option<Place> {
        if marble.number >= self.marbles {
            return None;
        }
        self.places[marble.seat.index()]
            .get(usize::from(marble.number))
            .copied()
    }

    /// The marbles of a seat and where they are, in the order of their numbers.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Marble, Place)> + Clone + '_ {
        (0..self.marbles)
            .zip(self.places[seat.index()])
            .map(move |(number, place)| (Marble::new(seat, number), place))
    }

    /// All marbles and where they are, by seat and number.
    pub fn iter(&self) -> impl Iterator<Item = (Marble, Place)> + '_ {
        Seat::all(SEATS).flat_map(|seat| self.of(seat))
    }

    /// The marble on a cell of the track.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Marble> {
        let seat = Seat::all(SEATS).find(|&seat| self.colour(seat).contains(cell))?;
        self.of(seat)
            .find(|&(_, place)| place == Place::Track(cell))
            .map(|(marble, _)| marble)
    }

    /// The cells of the track where a marble of `seat` stands.
    #[must_use]
    pub const fn colour(&self, seat: Seat) -> Cells {
        self.colours[seat.index()]
    }

    /// The cells of the track where a marble stands.
    #[must_use]
    pub const fn occupied(&self) -> Cells {
        let [a, b, c, d] = self.colours;
        a.or(b).or(c).or(d)
    }

    /// The front cells of all blocks: of two adjacent marbles, whosesoever, the one that is further on (jackaroo.20).
    #[must_use]
    pub const fn fronts(&self) -> Cells {
        self.occupied().fronts()
    }

    /// The bases on which a marble of their own seat stands (jackaroo.19).
    #[must_use]
    pub fn held_bases(&self) -> Cells {
        Seat::all(SEATS).fold(Cells::EMPTY, |held, seat| {
            held.or(self.colour(seat).and(Cells::of(Cell::base(seat))))
        })
    }

    /// The cells whose marble is not passed, not captured and not swapped: fronts of blocks and held bases.
    #[must_use]
    pub fn protected(&self) -> Cells {
        self.fronts().or(self.held_bases())
    }

    /// How many marbles of `seat` are in its safe zone.
    #[must_use]
    pub fn safe(&self, seat: Seat) -> u8 {
        self.of(seat).filter(|(_, place)| place.is_safe()).count() as u8
    }

    /// How many cells of the safe zone of `seat` are free. They are the first ones, from the entrance on (jackaroo.27).
    #[must_use]
    pub fn free_safe_cells(&self, seat: Seat) -> u8 {
        SAFE_CELLS - self.safe(seat)
    }

    /// Whether all marbles of `seat` are in its safe zone.
    #[must_use]
    pub fn all_in(&self, seat: Seat) -> bool {
        self.safe(seat) == self.marbles
    }

    /// How many marbles the side of `seat` has in its safe zones, of twice [`Board::marbles_a_seat`] (jackaroo.40).
    #[must_use]
    pub fn side_safe(&self, seat: Seat) -> u8 {
        self.safe(seat) + self.safe(partner(seat))
    }

    /// The side whose marbles are all in: it has won (jackaroo.30).
    #[must_use]
    pub fn winners(&self) -> Option<SeatSet> {
        Seat::all(2)
            .find(|&seat| self.all_in(seat) && self.all_in(partner(seat)))
            .map(side)
    }

    /// The seat whose marbles are "yours" for the cards of `seat`: its own, or its partner's once its own are all in
    /// (jackaroo.30).
    #[must_use]
    pub fn plays_for(&self, seat: Seat) -> Seat {
        if self.all_in(seat) { partner(seat) } else { seat }
    }

    /// The marble of `seat` that comes out next: the lowest-numbered one at home.
    #[must_use]
    pub fn next_out(&self, seat: Seat) -> Option<Marble> {
        self.of(seat)
            .find(|&(_, place)| place == Place::Home)
            .map(|(marble, _)| marble)
    }

    /// Puts a marble somewhere, taking it from where it was. A marble that the game lacks is left out.
    pub(super) fn put(&mut self, marble: Marble, place: Place) {
        let seat = marble.seat.index();
        if marble.number >= self.marbles {
            return;
        }
        let Some(slot) = self.places[seat].get_mut(usize::from(marble.number)) else {
            return;
        };
        let colour = &mut self.colours[seat];
        if let Place::Track(cell) = *slot {
            *colour = colour.without(cell);
        }
        if let Place::Track(cell) = place {
            *colour = colour.with(cell);
        }
        *slot = place;
    }

    /// Writes how many marbles a seat has, and for each marble a byte: 0 to 75 its cell, 76 to 79 its place in the safe
    /// zone, 80 at home.
    pub(super) fn encode(&self, canon: &mut Canon) {
        canon.u8(self.marbles);
        for (_, place) in self.iter() {
            canon.u8(match place {
                Place::Track(cell) => cell.number(),
                Place::Safe(depth) => CELLS + depth,
                Place::Home => CELLS + SAFE_CELLS,
            });
        }
    }
}
