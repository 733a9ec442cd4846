//! Where a match comes from, as its screen knows it: a practice match in this process, or one over the network.
//!
//! A screen reads [`News`] one at a time, when it has shown the one before, and sends [`Command`]s. It never waits for either.

use std::path::PathBuf;
use std::sync::Arc;

use majlis_referee::agreement::Clock;
use majlis_referee::party::PartyId;
use majlis_referee::replay::Ending;
use majlis_referee::told::Told;
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use super::games::Presence;

/// A match as its screen knows it.
pub trait Feed: Send {
    /// What does not change while it runs.
    fn about(&self) -> &About;

    /// The next news, if there is any; it is told once.
    fn next(&mut self) -> Option<News>;

    /// How many news wait beyond the next: a screen that has fallen behind shows them without motion.
    fn waiting(&self) -> usize;

    /// Says what the person wants.
    fn send(&mut self, command: Command);
}

/// Called from any thread whenever there are news: asks for a frame.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What does not change while a match runs.
#[derive(Clone, Debug)]
pub struct About {
    /// Which game.
    pub game: GameId,
    /// Seats and options.
    pub table: Table,
    /// Everybody, in party order.
    pub members: Vec<MemberAbout>,
    /// Which of them looks at the screen; nobody where somebody only watches.
    pub me: Option<PartyId>,
    /// How long a turn may take.
    pub clock: Clock,
    /// Whether it counts for nobody.
    pub practice: bool,
    /// Where its log is written, if it is.
    pub log: Option<PathBuf>,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberAbout {
    /// The name the person goes by.
    pub name: String,
    /// Whether the program plays for him.
    pub bot: bool,
}

/// What a match tells its screen.
#[derive(Clone, Debug)]
pub enum News {
    /// A step.
    Step(Box<Told>),
    /// What was told is void: the match was cut back to its beginning or to a fork, and is told again.
    Cut,
    /// Somebody comes or goes.
    Presence(PartyId, Presence),
    /// The match is over.
    Ended(End),
    /// It cannot go on: one sentence that says why.
    Failed(String),
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// How the log says that it ended; [`None`] where it was broken off.
    pub ending: Option<Ending>,
    /// How it came out for each party; none for those for whom it does not count.
    pub outcomes: Vec<Option<Outcome>>,
    /// The score of each seat.
    pub scores: Vec<i32>,
}

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To make this move, in the notation of `judge.md`.
    Decide(String),
    /// To leave the match.
    Leave,
}
