//! Positions made by hand, for tests and for pictures of positions.

use core::fmt;

use super::Domino;
use super::moves::End;
use super::state::{HAND, Phase, TARGET};
use crate::face::{Face, FaceSet, Knowledge};
use crate::game::Variant;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::table::{OptionValue, Table, TableError};
use crate::tiles::Tile;

/// A position in the middle of a round, not checked yet. [`Setup::build`] checks it.
///
/// What is checked is that the position can stand on a table, not that moves lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How many seats: 2 or 4.
    pub seats: u8,
    /// Whether partners play.
    pub partners: bool,
    /// Who has left; only in individual matches of four.
    pub left: SeatSet,
    /// The points by seat; partners have the same. Seats without an entry have none.
    pub points: Vec<u32>,
    /// The round, from 1; with an empty table from 2, since round 1 is opened by asking.
    pub round: u32,
    /// Who opened the round; on an empty table, who opened the one before.
    pub opened_by: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// The hands by seat. Seats without an entry have none.
    pub hands: Vec<Vec<Tile>>,
    /// The opening tile, unless the table is empty.
    pub opening: Option<Tile>,
    /// The tiles joined to it, in the order of play.
    pub joined: Vec<(End, Tile)>,
    /// The boneyard, in the order in which it will be drawn; only at two seats.
    pub boneyard: Vec<Tile>,
    /// Who has knocked since the last tile was played.
    pub knocked: SeatSet,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The game is not played at such a table.
    Table(TableError),
    /// A tile is there twice.
    Twice(Tile),
    /// At a table that nobody left all 28 tiles are in hands, line and boneyard; here this many are.
    NotAll(u8),
    /// The tile does not fit the end it is joined to.
    NoFit(End, Tile),
    /// The seat cannot hold that many tiles.
    Hand(Seat, u8),
    /// There is a hand for a seat that has left, or is not there.
    NoHand,
    /// There is a boneyard at a table of four.
    Boneyard,
    /// The seat has left, or is not there.
    NotAtTheTable(Seat),
    /// These seats cannot have left: the match would be over.
    Left(SeatSet),
    /// The match would be over, or partners differ.
    Points(Seat, u32),
    /// Round 0, or round 1 with an empty table.
    Round(u32),
    /// On an empty table it is the turn of the seat after the last opener.
    NotTheOpener(Seat),
    /// Who has knocked is not at the table, or all have, or there is no line to knock on.
    Knocked(SeatSet),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Twice(tile) => write!(f, "{tile} is there twice: every tile is there once"),
            Self::NotAll(count) => write!(
                f,
                "{count} tiles are on the table: put all 28 into hands, line and boneyard"
            ),
            Self::NoFit(end, tile) => write!(f, "{tile} does not fit the {end} end: join tiles pips to pips"),
            Self::Hand(seat, count) => write!(f, "seat {seat} cannot hold {count} tiles now"),
            Self::NoHand => f.write_str("there is a hand of nobody: only seats at the table hold tiles"),
            Self::Boneyard => f.write_str("there is no boneyard at a table of four: leave it empty"),
            Self::NotAtTheTable(seat) => write!(f, "seat {seat} is not at the table: it has no turn and no points"),
            Self::Left(seats) => write!(f, "after the seats {seats:?} left the match is over"),
            Self::Points(seat, points) => {
                write!(
                    f,
                    "seat {seat} cannot have {points} points: below {TARGET}, and partners the same"
                )
            }
            Self::Round(round) => write!(
                f,
                "round {round} cannot stand so: rounds count from 1, and round 1 is opened by asking"
            ),
            Self::NotTheOpener(seat) => write!(f, "seat {seat} does not open: the seat after the last opener does"),
            Self::Knocked(seats) => write!(f, "the seats {seats:?} cannot be those that have knocked"),
        }
    }
}

impl std::error::Error for SetupError {}

impl From<TableError> for SetupError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl Setup {
    /// An empty table with `seats` seats, in the round after one that `opened_by` opened: the seat after it is to open. No tile
    /// is anywhere yet.
    #[must_use]
    pub const fn new(seats: u8, opened_by: Seat) -> Self {
        Self {
            seats,
            partners: false,
            left: SeatSet::EMPTY,
            points: Vec::new(),
            round: 2,
            opened_by,
            turn: opened_by.after(1, seats),
            hands: Vec::new(),
            opening: None,
            joined: Vec::new(),
            boneyard: Vec::new(),
            knocked: SeatSet::EMPTY,
        }
    }

    /// The position, and the faces of all its tiles.
    ///
    /// # Errors
    /// Where it is none; the error says what is wrong first.
    pub fn build(&self) -> Result<(Domino, Knowledge), SetupError> {
        let table = Table::new(self.seats).with(super::PARTNERS.key, OptionValue::Flag(self.partners));
        let mut game = Domino::new(&table)?;
        self.seat_all(&mut game)?;
        self.count_points(&mut game)?;
        let pack = self.lay_out(&mut game)?;
        self.check_hands(&game)?;
        self.set_turn(&mut game)?;
        let mut faces = Knowledge::new();
        faces.learn_pack(game.pack, &pack.faces);
        Ok((game, faces))
    }

    fn seat_all(&self, game: &mut Domino) -> Result<(), SetupError> {
        let all = game.present;
        game.present = all.minus(self.left);
        let goes_on = self.seats == 4 && !self.partners && game.present.len() >= 2;
        if !self.left.minus(all).is_empty() || !(self.left.is_empty() || goes_on) {
            return Err(SetupError::Left(self.left));
        }
        if !game.present.contains(self.turn) {
            return Err(SetupError::NotAtTheTable(self.turn));
        }
        // Who opened may have left since.
        if !all.contains(self.opened_by) {
            return Err(SetupError::NotAtTheTable(self.opened_by));
        }
        game.opened_by = Some(self.opened_by);
        if self.round == 0 || (self.round == 1 && self.opening.is_none()) {
            return Err(SetupError::Round(self.round));
        }
        game.round = self.round;
        game.pack = self.round - 1;
        Ok(())
    }

    fn count_points(&self, game: &mut Domino) -> Result<(), SetupError> {
        let points_of = |seat: Seat| self.points.get(seat.index()).copied().unwrap_or(0);
        for (seat, total) in Seat::all(MAX_SEATS).zip(&mut game.points) {
            *total = points_of(seat);
        }
        for seat in Seat::all(MAX_SEATS) {
            let points = points_of(seat);
            if !game.present.contains(seat) && points > 0 {
                return Err(SetupError::NotAtTheTable(seat));
            }
            if points >= TARGET || game.side(seat).iter().any(|partner| points_of(partner) != points) {
                return Err(SetupError::Points(seat, points));
            }
        }
        Ok(())
    }

    /// Puts all tiles into a pack: the hands, the line, what lies aside, the boneyard.
    fn lay_out(&self, game: &mut Domino) -> Result<Pack, SetupError> {
        let mut pack = Pack::default();
        for (seat, tiles) in Seat::all(MAX_SEATS).zip(&self.hands) {
            for &tile in tiles {
                let place = pack.put(tile)?;
                game.set_hand(seat, game.hand(seat).with(place));
            }
        }
        if let Some(tile) = self.opening {
            game.line.open(tile, pack.put(tile)?);
        }
        for &(end, tile) in &self.joined {
            if !game.ends().is_some_and(|ends| tile.has(ends.at(end))) {
                return Err(SetupError::NoFit(end, tile));
            }
            game.line.join(end, tile, pack.put(tile)?);
        }
        for &tile in &self.boneyard {
            let place = pack.put(tile)?;
            game.boneyard = game.boneyard.min(place);
        }
        if !self.left.is_empty() {
            // What the leavers held lies aside.
            for tile in Tile::all()
                .filter(|tile| !pack.seen.contains(tile.face()))
                .collect::<Vec<_>>()
            {
                pack.put(tile)?;
            }
        }
        if pack.seen.len() != Tile::COUNT {
            return Err(SetupError::NotAll(pack.seen.len()));
        }
        Ok(pack)
    }

    fn check_hands(&self, game: &Domino) -> Result<(), SetupError> {
        if self.seats == 4 && !self.boneyard.is_empty() {
            return Err(SetupError::Boneyard);
        }
        let held = |seat: Seat| self.hands.get(seat.index()).is_some_and(|hand| !hand.is_empty());
        let beyond = self
            .hands
            .iter()
            .skip(usize::from(MAX_SEATS))
            .any(|hand| !hand.is_empty());
        if beyond || Seat::all(MAX_SEATS).any(|seat| held(seat) && !game.present.contains(seat)) {
            return Err(SetupError::NoHand);
        }
        for seat in game.present.iter() {
            let count = game.hand_len(seat);
            let possible = match (self.opening, self.seats) {
                (None, _) => count == HAND,
                (Some(_), 2) => count > 0,
                (Some(_), _) => (1..=HAND).contains(&count),
            };
            if !possible {
                return Err(SetupError::Hand(seat, count));
            }
        }
        Ok(())
    }

    fn set_turn(&self, game: &mut Domino) -> Result<(), SetupError> {
        game.knocked = self.knocked;
        let waiting = game.present.minus(self.knocked);
        let stray = self.knocked.minus(game.present);
        if waiting.is_empty() || !stray.is_empty() || (self.opening.is_none() && !self.knocked.is_empty()) {
            return Err(SetupError::Knocked(self.knocked));
        }
        game.phase = if self.opening.is_some() {
            Phase::Turn(self.turn)
        } else if self.turn == game.next_seat(self.opened_by) {
            Phase::Opening(self.turn)
        } else {
            return Err(SetupError::NotTheOpener(self.turn));
        };
        Ok(())
    }
}

/// A pack being put together.
#[derive(Default)]
struct Pack {
    faces: Vec<Face>,
    seen: FaceSet,
}

impl Pack {
    /// Puts a tile into the next place and says which that is.
    fn put(&mut self, tile: Tile) -> Result<u8, SetupError> {
        let face = tile.face();
        if self.seen.contains(face) {
            return Err(SetupError::Twice(tile));
        }
        let place = self.seen.len();
        self.seen.insert(face);
        self.faces.push(face);
        Ok(place)
    }
}
