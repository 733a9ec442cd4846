//! Where a match comes from, as its screen knows it: a practice match in this process, or one over the network.
//!
//! A screen reads [`News`] one at a time, when it has shown the one before, and sends [`Command`]s. It never waits for either. What
//! stands *round* the game at this moment, who is there, whose clock runs, what was said, does not queue behind what still moves
//! on the table: [`Feed::company`] gives it as it is now.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::chat::Saying;
use majlis_net::event::Running;
use majlis_net::table_id::TableId;
use majlis_referee::agreement::Clock;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::Ending;
use majlis_referee::told::Told;
use majlis_referee::verify::Grade;
use majlis_rules::game::Outcome;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

use super::sentence::Sentence;

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

    /// Whether a move of the person is taken now, where one is awaited of him.
    fn takes_moves(&self) -> bool {
        true
    }

    /// How things stand round the game, now. Where only bots play along there is nothing to tell.
    fn company(&self) -> Company {
        Company::default()
    }

    /// How things stand round the game is on the screen: what was said counts as read.
    fn read(&mut self) {}
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
    /// What names it among people; nothing for a match in this process.
    pub among: Option<Among>,
}

/// What names a match among people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Among {
    /// The match.
    pub match_id: Digest32,
    /// The table at which it is played and people talk.
    pub table: TableId,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberAbout {
    /// The name the person goes by.
    pub name: String,
    /// Whether the program plays for him.
    pub bot: bool,
    /// The person's key, where there is one.
    pub key: Option<IdentityKey>,
}

/// What a match tells its screen.
#[derive(Clone, Debug)]
pub enum News {
    /// A step.
    Step(Box<Told>),
    /// A step that was taken before the screen began to look: it is shown without motion or sound.
    Again(Box<Told>),
    /// What was told is void: the match was cut back to its beginning or to a fork, and is told again.
    Cut,
    /// What the person wanted cannot be done.
    Refused(Sentence),
    /// The person's clock has run out (common.9).
    TimeUp {
        /// Whether the match is lost with it; otherwise a move was made for him.
        lost: bool,
    },
    /// The match is over.
    Ended(End),
    /// It cannot go on, and why.
    Failed(Sentence),
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
    /// How well the result is established; nothing where there is none.
    pub grade: Option<Grade>,
}

/// How things stand round a game.
#[derive(Clone, Debug, Default)]
pub struct Company {
    /// Who owes something, and since when.
    pub clock: Option<Running>,
    /// Whether each party is there, in party order; empty: all are.
    pub presence: Vec<Whereabouts>,
    /// Who is missed, where the match rests for that (log.9).
    pub missing: PartySet,
    /// Whether this person may claim the match against them.
    pub may_claim: bool,
    /// Who wants a pause.
    pub pause: PartySet,
    /// Whether it is one: all want it, and clocks stand still.
    pub paused: bool,
    /// Who wants another match on the same terms.
    pub rematch: PartySet,
    /// What was said at the table, the latest last.
    pub said: Arc<Vec<Said>>,
    /// How much of it was not on the screen yet.
    pub unread: usize,
    /// Why the last thing was not said.
    pub not_said: Option<Sentence>,
    /// Whom this person has muted.
    pub muted: PartySet,
    /// Whether everybody is muted.
    pub silent: bool,
    /// What the match has changed in this person's profile, once that is computed.
    pub gain: Option<Gain>,
}

/// Whether somebody is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// Connected, or this person himself.
    Here,
    /// Not connected since this moment, a short while ago.
    Reconnecting(Instant),
    /// Not connected for a long while, since this moment.
    Gone(Instant),
}

/// Something that was said at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Who, by name: whoever sat there while the table was open need not play.
    pub name: String,
    /// Whether it was this person.
    pub mine: bool,
    /// What.
    pub saying: Saying,
}

/// What a match has changed in somebody's profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gain {
    /// All points, with those of this match.
    pub points: u32,
    /// The rating now, and what this match has won or cost; nothing where it moves none.
    pub rating: Option<(i32, i32)>,
}

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To make this move, in the notation of `judge.md`.
    Decide(String),
    /// To leave the match for good; somebody who watches, to watch no longer.
    Leave,
    /// To say something to everybody at the table.
    Say(Saying),
    /// To hear somebody no longer, or again.
    Mute {
        /// Who; [`None`]: everybody.
        party: Option<PartyId>,
        /// Whether to hear him no longer.
        muted: bool,
    },
    /// To have a pause, or no longer.
    Pause(bool),
    /// To claim the match against all who are missing, for good (log.9).
    Claim,
    /// To play another match among the same people, or not after all.
    Rematch(bool),
}
