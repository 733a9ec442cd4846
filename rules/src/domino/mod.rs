//! دومينو, dominoes: the double-six set, two or four seats, rounds up to 100 points.
//!
//! [`Domino`] is the state of a match, [`Move`] a move, [`Line`] the tiles on the table. Rules are cited by their numbers
//! (`domino.11`).
//!
//! A match with open tiles, from the deal to the second move:
//!
//! ```
//! use majlis_rules::domino::Domino;
//! use majlis_rules::face::{Face, FaceSet, PackKind};
//! use majlis_rules::game::{Game, Variant};
//! use majlis_rules::open::OpenMatch;
//! use majlis_rules::table::Table;
//!
//! let mut table = OpenMatch::new(Domino::new(&Table::new(2))?);
//! // The pack as if nobody had shuffled: 0-0, 1-0, 1-1, 2-0 …
//! let mut unshuffled = |kind: PackKind, _: FaceSet| Some(kind.faces().iter().collect::<Vec<Face>>());
//! let mut events = Vec::new();
//!
//! // Seat 1 holds 3-3, the highest double that was dealt, so it has to open with it (domino.5, domino.6).
//! let opener = table.advance(&mut unshuffled, &mut events)?.ok_or("over")?;
//! assert_eq!(opener.number(), 1);
//! let moves = table.legal_moves(opener);
//! assert_eq!(moves.len(), 1);
//! assert_eq!(moves[0].to_string(), "open 3-3");
//! table.play(opener, &moves[0], &mut events)?;
//!
//! // Seat 0 has one tile with a three, and both ends show three (domino.13).
//! let next = table.advance(&mut unshuffled, &mut events)?.ok_or("over")?;
//! let moves: Vec<String> = table.legal_moves(next).iter().map(ToString::to_string).collect();
//! assert_eq!(moves, ["left 3-0", "right 3-0"]);
//!
//! // What breaks a rule is refused with the rule's number.
//! let draw = table.game().parse_move("draw")?;
//! assert_eq!(table.play(next, &draw, &mut events).unwrap_err().rule.id(), "domino.11");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position made by hand, and the end of a match:
//!
//! ```
//! use majlis_rules::domino::{Domino, Setup};
//! use majlis_rules::face::{FaceSet, PackKind};
//! use majlis_rules::game::{Game, Outcome};
//! use majlis_rules::open::OpenMatch;
//! use majlis_rules::seat::Seat;
//! use majlis_rules::tiles::Tile;
//!
//! let [first, second] = [0, 1].map(|number| Seat::new(number).unwrap());
//! let tile = |text: &str| text.parse::<Tile>().unwrap();
//! let mut setup = Setup::new(2, second);
//! setup.points = vec![97, 40];
//! setup.opening = Some(tile("5-5"));
//! setup.turn = first;
//! setup.hands = vec![vec![tile("5-4")], vec![tile("2-1")]];
//! setup.boneyard = Tile::all().filter(|rest| !["5-5", "5-4", "2-1"].map(tile).contains(rest)).collect();
//!
//! let (game, faces) = setup.build()?;
//! assert_eq!(game.line().to_string(), "[5|5]");
//! let mut table = OpenMatch::with_faces(game, faces);
//! let last = table.legal_moves(first)[0];
//! let mut events = Vec::new();
//! table.play(first, &last, &mut events)?;
//! // The hands are opened and counted: 97 and 3 make 100, so no further pack is asked for.
//! let mut no_pack = |_: PackKind, _: FaceSet| None;
//! assert_eq!(table.advance(&mut no_pack, &mut events)?, None);
//! assert_eq!(table.game().scores(), [100, 40]);
//! assert_eq!(table.game().outcome(), Some(vec![Outcome::Win, Outcome::Loss]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How the rules meet hidden hands: a seat shows the tile it lays, and nothing else is ever shown before the round's end. That
//! a hand holds nothing that fits is a [requirement](crate::game::Requirement) on its handles, and what was proved of a tile
//! once is remembered ([`Domino::possible_faces`]): after a draw only the tile drawn needs a proof. Who opens round 1 is asked
//! tile by tile ([`asking_order`]), so nobody tells more than that he holds none of the tiles asked for.
//!
//! What the page leaves open is decided so: if somebody leaves while the hands are opened at a round's end, his tiles do not
//! count; if it is who went out, nobody scores the round.

mod encode;
mod event;
mod leaving;
mod legal;
mod line;
mod moves;
mod opening;
mod places;
mod play;
mod round;
pub mod rules;
mod scoring;
mod setup;
mod state;

pub use event::Event;
pub use line::{Ends, Laid, Line};
pub use moves::{End, Move};
pub use opening::asking_order;
pub use scoring::RoundEnd;
pub use setup::{Setup, SetupError};
pub use state::{Domino, HAND, Phase, TARGET};

use crate::canon::Canon;
use crate::face::{Faces, Handle};
use crate::game::{Due, Game, Outcome, Plan, Points, Requirement, Variant};
use crate::rule::{Illegal, NotAMove};
use crate::seat::{Seat, SeatSet};
use crate::table::{OptionSpec, OptionValue, Table, TableError};

/// Whether partners play, seats 0 and 2 against 1 and 3; only at four seats (domino.4).
pub const PARTNERS: OptionSpec = OptionSpec {
    key: "partners",
    default: OptionValue::Flag(false),
    allowed: &[OptionValue::Flag(false), OptionValue::Flag(true)],
};

impl Variant for Domino {
    const ID: &'static str = "domino";
    const SEATS: &'static [u8] = &[2, 4];
    const OPTIONS: &'static [OptionSpec] = &[PARTNERS];
    const POINTS: Points = Points {
        win: 25,
        draw: 8,
        loss: 3,
    };
    const HAS_ROUNDS: bool = true;

    fn new(table: &Table) -> Result<Self, TableError> {
        if !Self::SEATS.contains(&table.seats) {
            return Err(TableError::seats(Self::ID, table.seats, Self::SEATS));
        }
        let partners = table.options.flag(&PARTNERS)?;
        if partners && table.seats == 2 {
            return Err(TableError(
                "partners need four seats: leave the option partners out at two".into(),
            ));
        }
        Ok(Self::start(table.seats, partners))
    }
}

impl Game for Domino {
    type Move = Move;
    type Event = Event;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn present(&self) -> SeatSet {
        self.present
    }

    fn due(&self) -> Due {
        self.what_is_due()
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotAMove> {
        Move::parse(text)
    }

    fn locate(&self, seat: Seat, mv: &Move, faces: &dyn Faces) -> Result<Option<Handle>, Illegal> {
        self.find(seat, *mv, faces)
    }

    fn plan(&self, seat: Seat, mv: &Move, card: Option<Handle>) -> Result<Plan, Illegal> {
        self.plan_move(seat, *mv, card)
    }

    fn play(
        &mut self,
        seat: Seat,
        mv: &Move,
        card: Option<Handle>,
        faces: &dyn Faces,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        self.make_move(seat, *mv, card, faces, events)
    }

    fn denial(&self, seat: Seat) -> Result<Requirement, Illegal> {
        self.plan_denial(seat)
    }

    fn deny(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.make_denial(seat, events)
    }

    fn settle(&mut self, faces: &dyn Faces, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.go_on(faces, events)
    }

    fn leave(&mut self, seat: Seat, events: &mut Vec<Event>) -> Result<(), Illegal> {
        self.seat_leaves(seat, events)
    }

    fn legal_moves(&self, seat: Seat, faces: &dyn Faces) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_legal(seat, faces, |mv| moves.push(mv));
        moves
    }

    fn count_legal(&self, seat: Seat, faces: &dyn Faces) -> usize {
        let mut count = 0;
        self.each_legal(seat, faces, |_| count += 1);
        count
    }

    fn visible(&self, seat: Seat) -> Vec<Handle> {
        if matches!(self.phase(), Phase::Over { .. }) {
            return Vec::new();
        }
        self.hand_cards(seat).collect()
    }

    fn live_packs(&self) -> Vec<u32> {
        match self.phase() {
            Phase::Over { .. } => Vec::new(),
            _ => vec![self.pack],
        }
    }

    fn scores(&self) -> Vec<i32> {
        Seat::all(self.seats)
            .map(|seat| i32::try_from(self.points_of(seat)).unwrap_or(i32::MAX))
            .collect()
    }

    fn outcome(&self) -> Option<Vec<Outcome>> {
        let Phase::Over { winners } = self.phase() else {
            return None;
        };
        let outcome = |seat| {
            if winners.contains(seat) {
                Outcome::Win
            } else {
                Outcome::Loss
            }
        };
        Some(Seat::all(self.seats).map(outcome).collect())
    }

    fn encode(&self, canon: &mut Canon) {
        self.write(canon);
    }
}
