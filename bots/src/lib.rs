//! Players that sit in for people: at a practice table, in a simulation, in a test.
//!
//! A [`Bot`] gets what a person at its seats gets: a [`View`], the events of the match, and the faces of the cards that it was
//! let look at. It has no other way to learn anything, and it keeps its own memory. What it does follows from what it was
//! shown and from its seed, so equal seeds play equal matches on every platform: no floats, no clocks, no hash order.
//!
//! ```
//! use majlis_bots::BotKind;
//! use majlis_rules::face::{FaceSet, Knowledge, PackKind};
//! use majlis_rules::game::{Game, GameEvent, View};
//! use majlis_rules::seat::SeatSet;
//! use majlis_rules::{open::OpenMatch, registry::GameId, table::Table};
//!
//! let mut packs = |_: PackKind, faces: FaceSet| Some(faces.iter().collect());
//! let mut table = OpenMatch::new(GameId::Four.start(&Table::new(2))?);
//! let mut bots = [BotKind::Greedy, BotKind::Random].map(|kind| majlis_bots::bot(kind, GameId::Four, 2026));
//!
//! let mut events = Vec::new();
//! while let Some(seat) = table.advance(&mut packs, &mut events)? {
//!     for (bot, person) in bots.iter_mut().zip(table.game().persons()) {
//!         let view = View::new(table.game().clone(), person, table.faces());
//!         let looks = events.iter().filter_map(GameEvent::look).filter(|(seat, _)| person.contains(*seat));
//!         let looked: Vec<_> = looks.filter_map(|(_, card)| Some((card, table.face(card)?))).collect();
//!         bot.observe(&view, &events, &looked);
//!     }
//!     events.clear();
//!     let view = View::new(table.game().clone(), SeatSet::of(seat), table.faces());
//!     let mv = bots[seat.index()].choose(seat, &view).ok_or("nothing to play")?;
//!     table.play(seat, &mv, &mut events)?;
//! }
//! assert!(table.game().outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what |
//! | --- | --- |
//! | `random` | any legal move, each equally likely |
//! | `greedy` | what the greedy players have in common |
//! | `arkan`, `domino`, `four`, `jackaroo` | what the greedy player of a game likes |
//! | `dice` | chance, drawn from a seed |
//!
//! A fifth game needs a file beside these and a line in `greedy`.

mod arkan;
mod dice;
mod domino;
mod four;
mod greedy;
mod jackaroo;
mod random;

use core::fmt;
use core::str::FromStr;

use majlis_rules::face::{Face, Handle};
use majlis_rules::game::View;
use majlis_rules::registry::{AnyEvent, AnyGame, AnyMove, GameId};
use majlis_rules::seat::Seat;

/// A player of one person's seats: one seat, or both seats of a side in two-person Jackaroo.
pub trait Bot: Send {
    /// What kind of player it is.
    fn kind(&self) -> BotKind;

    /// Tells the bot what happened: `events` in the order of the match, none left out and none twice, and how the table looks
    /// after them.
    ///
    /// `looked` are the faces of cards that its seats were let look at with these events ([`GameEvent::look`]); in Four
    /// Face-Down they are not in the view, so who is not told here does not know them. To be told of a look twice does no
    /// harm.
    ///
    /// A bot that misses something plays legal moves all the same; it only knows less. After a restart a new bot is told the
    /// match again step by step, with the view after each, and then remembers what the old one remembered: in Four
    /// Face-Down a card that was drawn and kept is in the view only while it is in hand.
    ///
    /// [`GameEvent::look`]: majlis_rules::game::GameEvent::look
    fn observe(&mut self, view: &View<AnyGame>, events: &[AnyEvent], looked: &[(Handle, Face)]);

    /// A legal move of `seat`, one of the view's. `None` where that seat has nothing to play: it is not its turn, or it does
    /// not hold the tile that is asked for, or the view is of another game than the bot's.
    fn choose(&mut self, seat: Seat, view: &View<AnyGame>) -> Option<AnyMove>;

    /// What the bot remembers to be on a card, where it keeps a memory of cards: Four Face-Down's greedy player does.
    fn remembers(&self, card: Handle) -> Option<Face> {
        let _ = card;
        None
    }
}

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BotKind {
    /// Plays any legal move, each equally likely.
    Random,
    /// Plays what looks best one move ahead.
    Greedy,
}

impl BotKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// `random` or `greedy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no kind of player of that name: one sentence that lists those there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchBot(String);

impl fmt::Display for NoSuchBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = BotKind::ALL.map(BotKind::name).join(" or ");
        write!(f, "there is no player {:?}: say {names}", self.0)
    }
}

impl std::error::Error for NoSuchBot {}

impl FromStr for BotKind {
    type Err = NoSuchBot;

    fn from_str(text: &str) -> Result<Self, NoSuchBot> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| NoSuchBot(text.chars().take(40).collect()))
    }
}

/// A player of `game`. Equal seeds that are shown equal matches choose equal moves; give the players of a table different
/// ones.
#[must_use]
pub fn bot(kind: BotKind, game: GameId, seed: u64) -> Box<dyn Bot> {
    match kind {
        BotKind::Random => Box::new(random::Random::new(seed)),
        BotKind::Greedy => greedy::greedy(game, seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_their_names() {
        for kind in BotKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let wrong = "Greedy".parse::<BotKind>().unwrap_err();
        assert_eq!(wrong.to_string(), "there is no player \"Greedy\": say random or greedy");
    }
}
