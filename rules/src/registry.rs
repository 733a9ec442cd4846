//! All games by name, behind one type.

use core::fmt;
use core::str::FromStr;

use crate::canon::Canon;
use crate::face::{Faces, Handle};
use crate::game::{Due, Game, GameEvent, Outcome, Plan, Points, Requirement, RoundReport, Variant};
use crate::rule::{Illegal, NotAMove, common};
use crate::seat::{Seat, SeatSet};
use crate::table::{OptionSpec, Table, TableError};

/// Writes the registry: a line a game, `Name(path to its type)`.
macro_rules! registry {
    ($($(#[$doc:meta])* $name:ident($game:ty),)+) => {
        /// A game of the program.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameId {
            $($(#[$doc])* $name,)+
        }

        impl GameId {
            /// Every game, in the order of the registry.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The game's name in records, options and files.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => <$game>::ID,)+ }
            }

            /// How many seats the game may have.
            #[must_use]
            pub const fn seats(self) -> &'static [u8] {
                match self { $(Self::$name => <$game>::SEATS,)+ }
            }

            /// The game's options.
            #[must_use]
            pub const fn options(self) -> &'static [OptionSpec] {
                match self { $(Self::$name => <$game>::OPTIONS,)+ }
            }

            /// What a match of the game gives a person's profile (common.5).
            #[must_use]
            pub const fn points(self) -> Points {
                match self { $(Self::$name => <$game>::POINTS,)+ }
            }

            /// The option whose value is a seat drawn by lot and not agreed on, if the game has one.
            #[must_use]
            pub const fn drawn_seat(self) -> Option<&'static str> {
                match self { $(Self::$name => <$game>::DRAWN_SEAT,)+ }
            }

            /// Whether a match of the game is made of rounds that are reported one by one.
            #[must_use]
            pub const fn has_rounds(self) -> bool {
                match self { $(Self::$name => <$game>::HAS_ROUNDS,)+ }
            }

            /// The state at the start of a match.
            ///
            /// # Errors
            /// Where the table does not fit the game.
            pub fn start(self, table: &Table) -> Result<AnyGame, TableError> {
                match self { $(Self::$name => <$game>::new(table).map(AnyGame::$name),)+ }
            }
        }

        /// A match of any game. It is a [`Game`] itself, so whatever is written for games works for it.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyGame {
            $($(#[$doc])* $name($game),)+
        }

        /// A move of any game.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyMove {
            $($(#[$doc])* $name(<$game as Game>::Move),)+
        }

        impl fmt::Display for AnyMove {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$name(mv) => fmt::Display::fmt(mv, f),)+ }
            }
        }

        /// An event of any game.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyEvent {
            $($(#[$doc])* $name(<$game as Game>::Event),)+
        }

        impl GameEvent for AnyEvent {
            fn round(&self) -> Option<RoundReport> {
                match self { $(Self::$name(event) => event.round(),)+ }
            }

            fn look(&self) -> Option<(Seat, Handle)> {
                match self { $(Self::$name(event) => event.look(),)+ }
            }
        }

        impl AnyGame {
            /// Which game it is.
            #[must_use]
            pub const fn id(&self) -> GameId {
                match self { $(Self::$name(_) => GameId::$name,)+ }
            }
        }

        impl Game for AnyGame {
            type Move = AnyMove;
            type Event = AnyEvent;

            fn seats(&self) -> u8 {
                match self { $(Self::$name(game) => game.seats(),)+ }
            }

            fn present(&self) -> SeatSet {
                match self { $(Self::$name(game) => game.present(),)+ }
            }

            fn persons(&self) -> Vec<SeatSet> {
                match self { $(Self::$name(game) => game.persons(),)+ }
            }

            fn due(&self) -> Due {
                match self { $(Self::$name(game) => game.due(),)+ }
            }

            fn parse_move(&self, text: &str) -> Result<AnyMove, NotAMove> {
                match self { $(Self::$name(game) => game.parse_move(text).map(AnyMove::$name),)+ }
            }

            fn locate(&self, seat: Seat, mv: &AnyMove, faces: &dyn Faces) -> Result<Option<Handle>, Illegal> {
                match (self, mv) {
                    $((Self::$name(game), AnyMove::$name(mv)) => game.locate(seat, mv, faces),)+
                    #[allow(unreachable_patterns)]
                    _ => Err(other_game(self.id(), mv)),
                }
            }

            fn plan(&self, seat: Seat, mv: &AnyMove, card: Option<Handle>) -> Result<Plan, Illegal> {
                match (self, mv) {
                    $((Self::$name(game), AnyMove::$name(mv)) => game.plan(seat, mv, card),)+
                    #[allow(unreachable_patterns)]
                    _ => Err(other_game(self.id(), mv)),
                }
            }

            fn play(&mut self, seat: Seat, mv: &AnyMove, card: Option<Handle>, faces: &dyn Faces, events: &mut Vec<AnyEvent>) -> Result<(), Illegal> {
                match (self, mv) {
                    $((Self::$name(game), AnyMove::$name(mv)) => {
                        let mut own = Vec::new();
                        game.play(seat, mv, card, faces, &mut own)?;
                        events.extend(own.into_iter().map(AnyEvent::$name));
                        Ok(())
                    })+
                    #[allow(unreachable_patterns)]
                    (game, mv) => Err(other_game(game.id(), mv)),
                }
            }

            fn denial(&self, seat: Seat) -> Result<Requirement, Illegal> {
                match self { $(Self::$name(game) => game.denial(seat),)+ }
            }

            fn deny(&mut self, seat: Seat, events: &mut Vec<AnyEvent>) -> Result<(), Illegal> {
                match self {
                    $(Self::$name(game) => {
                        let mut own = Vec::new();
                        game.deny(seat, &mut own)?;
                        events.extend(own.into_iter().map(AnyEvent::$name));
                        Ok(())
                    })+
                }
            }

            fn settle(&mut self, faces: &dyn Faces, events: &mut Vec<AnyEvent>) -> Result<(), Illegal> {
                match self {
                    $(Self::$name(game) => {
                        let mut own = Vec::new();
                        game.settle(faces, &mut own)?;
                        events.extend(own.into_iter().map(AnyEvent::$name));
                        Ok(())
                    })+
                }
            }

            fn leave(&mut self, seat: Seat, events: &mut Vec<AnyEvent>) -> Result<(), Illegal> {
                match self {
                    $(Self::$name(game) => {
                        let mut own = Vec::new();
                        game.leave(seat, &mut own)?;
                        events.extend(own.into_iter().map(AnyEvent::$name));
                        Ok(())
                    })+
                }
            }

            fn legal_moves(&self, seat: Seat, faces: &dyn Faces) -> Vec<AnyMove> {
                match self { $(Self::$name(game) => game.legal_moves(seat, faces).into_iter().map(AnyMove::$name).collect(),)+ }
            }

            fn count_legal(&self, seat: Seat, faces: &dyn Faces) -> usize {
                match self { $(Self::$name(game) => game.count_legal(seat, faces),)+ }
            }

            fn count_pairs(&self, seat: Seat) -> Option<u64> {
                match self { $(Self::$name(game) => game.count_pairs(seat),)+ }
            }

            fn visible(&self, seat: Seat) -> Vec<Handle> {
                match self { $(Self::$name(game) => game.visible(seat),)+ }
            }

            fn live_packs(&self) -> Vec<u32> {
                match self { $(Self::$name(game) => game.live_packs(),)+ }
            }

            fn scores(&self) -> Vec<i32> {
                match self { $(Self::$name(game) => game.scores(),)+ }
            }

            fn outcome(&self) -> Option<Vec<Outcome>> {
                match self { $(Self::$name(game) => game.outcome(),)+ }
            }

            fn encode(&self, canon: &mut Canon) {
                match self { $(Self::$name(game) => game.encode(canon),)+ }
            }
        }
    };
}

registry! {
    /// أركان, a Blokus.
    Arkan(crate::arkan::Arkan),
    /// دومينو, dominoes.
    Domino(crate::domino::Domino),
    /// أربعة مقلوبة, Four Face-Down.
    Four(crate::four::Four),
    /// جاكارو, Jackaroo.
    Jackaroo(crate::jackaroo::Jackaroo),
}

fn other_game(game: GameId, mv: &AnyMove) -> Illegal {
    Illegal::new(common::TURN, format!("{mv} is not a move of {game}"))
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// There is no game of that name: one sentence that lists those there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchGame(String);

impl fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<&str> = GameId::ALL.iter().map(|game| game.id()).collect();
        write!(f, "there is no game {:?}: say one of {}", self.0, games.join(", "))
    }
}

impl std::error::Error for NoSuchGame {}

impl FromStr for GameId {
    type Err = NoSuchGame;

    fn from_str(text: &str) -> Result<Self, NoSuchGame> {
        Self::ALL
            .iter()
            .copied()
            .find(|game| game.id() == text)
            .ok_or_else(|| NoSuchGame(text.chars().take(40).collect()))
    }
}
