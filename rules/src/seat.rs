//! Seats and sets of seats.

use core::fmt;

/// The largest number of seats at any table.
pub const MAX_SEATS: u8 = 4;

/// A place at the table, numbered from 0 (common.1). Always below [`MAX_SEATS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Seat `number`, or `None` from [`MAX_SEATS`] up.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// The seat's number, 0 to 3.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat's number as an index into a table of [`MAX_SEATS`] places.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat whose number is this one's plus `steps`, going round a table of `seats` seats (common.1).
    #[must_use]
    pub const fn after(self, steps: u8, seats: u8) -> Self {
        let seats = if seats == 0 || seats > MAX_SEATS {
            MAX_SEATS
        } else {
            seats
        };
        Self((self.0 % seats + steps % seats) % seats)
    }

    /// The seats 0 to `seats` - 1 in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats.min(MAX_SEATS)).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The seats 0 to `seats` - 1.
    #[must_use]
    pub const fn all(seats: u8) -> Self {
        if seats >= MAX_SEATS {
            Self(0b1111)
        } else {
            Self((1 << seats) - 1)
        }
    }

    /// The set that holds `seat` alone.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The set as four bits, bit `n` for seat `n`.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these four bits, or `None` where a higher bit is set.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits < 16 { Some(Self(bits)) } else { None }
    }

    /// Whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many seats are in the set.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with `seat` too.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | (1 << seat.0))
    }

    /// The set without `seat`.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Adds `seat`.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats that are in this set and not in `other`.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        Seat::all(MAX_SEATS).filter(move |&seat| self.contains(seat))
    }

    /// The only seat of the set, or `None` where it holds none or several.
    #[must_use]
    pub fn only(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// The first seat of the set met on going round from `seat`, `seat` itself not counted until last.
    #[must_use]
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        (1..=MAX_SEATS)
            .map(|steps| seat.after(steps, MAX_SEATS))
            .find(|&next| self.contains(next))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::number)).finish()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_round_skips_who_is_not_in_the_set() {
        let seat = |n| Seat::new(n).unwrap();
        let set: SeatSet = [seat(0), seat(2)].into_iter().collect();
        assert_eq!(set.next_after(seat(0)), Some(seat(2)));
        assert_eq!(set.next_after(seat(2)), Some(seat(0)));
        assert_eq!(set.next_after(seat(3)), Some(seat(0)));
        assert_eq!(SeatSet::of(seat(1)).next_after(seat(1)), Some(seat(1)));
        assert_eq!(SeatSet::EMPTY.next_after(seat(1)), None);
        assert_eq!(seat(3).after(1, 4), seat(0));
        assert_eq!(seat(1).after(1, 2), seat(0));
    }
}
