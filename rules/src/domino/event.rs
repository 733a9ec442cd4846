//! What happens in a match, for screens and bots.

use super::line::Ends;
use super::moves::End;
use crate::face::Handle;
use crate::game::{GameEvent, RoundReport};
use crate::seat::{Seat, SeatSet};
use crate::tiles::Tile;

/// What happened. Tiles are named only where they have been shown to everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Every seat at the table has got seven tiles.
    Dealt {
        /// The round, from 1.
        round: u32,
        /// Who plays in it.
        seats: SeatSet,
    },
    /// Somebody left during a deal: its tiles are shuffled and dealt anew.
    DealVoid {
        /// The number of the pack that is put away.
        pack: u32,
    },
    /// A seat has proved that it does not hold the tile that is asked for (domino.5).
    Denied {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The first tile of a round lies on the table.
    Opened {
        /// Who laid it.
        seat: Seat,
        /// Which of its tiles it was.
        card: Handle,
        /// The tile.
        tile: Tile,
    },
    /// A tile was joined to the line.
    Joined {
        /// Who laid it.
        seat: Seat,
        /// Which of its tiles it was.
        card: Handle,
        /// The tile.
        tile: Tile,
        /// Where it lies now.
        end: End,
        /// What the line's ends show now.
        ends: Ends,
    },
    /// A seat took a tile from the boneyard.
    Drew {
        /// Who.
        seat: Seat,
        /// The tile.
        card: Handle,
    },
    /// A seat knocked.
    Knocked {
        /// Who.
        seat: Seat,
        /// What the ends show: the seat holds neither.
        ends: Ends,
    },
    /// A seat's person left; its tiles go with it.
    Left {
        /// Who.
        seat: Seat,
    },
    /// Nobody can play.
    Blocked,
    /// What was left in a hand at the end of the round, shown to all (domino.19).
    HandShown {
        /// Whose hand.
        seat: Seat,
        /// Its tiles, in the order in which the seat got them.
        tiles: Vec<(Handle, Tile)>,
        /// Their pips together.
        pips: u32,
    },
    /// The round is over and counted.
    RoundOver {
        /// The round, from 1.
        round: u32,
        /// The seats of the side that scored; none where nobody did.
        winner: SeatSet,
        /// What it scored.
        points: u32,
        /// Whether the round was blocked.
        blocked: bool,
    },
    /// The match is over.
    MatchOver {
        /// The seats that won it.
        winners: SeatSet,
    },
}

impl GameEvent for Event {
    fn round(&self) -> Option<RoundReport> {
        match *self {
            Self::RoundOver {
                winner,
                points,
                blocked,
                ..
            } => Some(RoundReport::Scored {
                winner,
                points,
                blocked,
            }),
            _ => None,
        }
    }

    fn look(&self) -> Option<(Seat, Handle)> {
        match *self {
            Self::Drew { seat, card } => Some((seat, card)),
            _ => None,
        }
    }
}
