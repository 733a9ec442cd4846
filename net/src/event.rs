//! What the node tells the program, and what the program asks of it.

use std::sync::Arc;
use std::time::Instant;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::Closing;
use majlis_referee::certificate::Statement;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::Ending;
use majlis_referee::told::Told;
use majlis_referee::verify::Grade;
use majlis_rules::registry::GameId;
use majlis_rules::seat::Seat;

use crate::address::{Address, RelayAddress};
use crate::advert::Advert;
use crate::chat::{Message, Saying};
use crate::invite::{Invitation, Secret};
use crate::link::Link;
use crate::people::Lead;
use crate::reason::{Failed, NotDone, NotSaid, Trouble};
use crate::table::{Refusal, Seating, Terms};
use crate::table_id::TableId;

/// What the program asks of the node.
#[derive(Clone, Debug)]
pub enum Command {
    /// Open a table.
    Open {
        /// Its id, drawn at random.
        table: TableId,
        /// The terms.
        terms: Terms,
        /// What opens it where it is private.
        secret: Option<Secret>,
        /// Whether the lobby tells strangers of it.
        advertised: bool,
    },
    /// Sit down at somebody's table.
    Join(Box<Invitation>),
    /// Choose a place, where seats are chosen, and say whether the match may begin.
    Seat {
        /// The table.
        table: TableId,
        /// The place, from 0; `None`: whichever the lot gives.
        chosen: Option<u8>,
        /// Whether the match may begin as far as this person is concerned.
        ready: bool,
    },
    /// Get up from a table that is not closed yet; its host dissolves it with this. Whoever has asked to watch there asks no longer.
    Stand(TableId),
    /// Go on with a match that lies on disk.
    Resume(Digest32),
    /// Make a move, in the notation of `judge.md`.
    Move {
        /// The match.
        match_id: Digest32,
        /// The move.
        text: String,
    },
    /// Leave a match for good (log.11).
    Leave(Digest32),
    /// Claim a match against somebody who has vanished, for good (log.9).
    Claim {
        /// The match.
        match_id: Digest32,
        /// Who has vanished.
        accused: PartyId,
    },
    /// Ask for a pause, or end it: clocks stand still while all want it (common.8).
    Pause {
        /// The match.
        match_id: Digest32,
        /// Whether to pause.
        wanted: bool,
    },
    /// Ask for another match among the same people on the same terms, or take it back.
    Rematch {
        /// The match that is over.
        match_id: Digest32,
        /// Whether another is wanted.
        wanted: bool,
    },
    /// Watch the match of a table to which this invitation leads.
    Watch(Box<Invitation>),
    /// Let go of a match: it is no longer played, served or watched by this program.
    Forget(Digest32),
    /// Say something to everybody at a table, before, in or after the match.
    Say {
        /// The table.
        table: TableId,
        /// What.
        saying: Saying,
    },
    /// Mute somebody at a table, or hear that person again.
    Mute {
        /// The table.
        table: TableId,
        /// Who; `None`: everybody.
        person: Option<IdentityKey>,
        /// Whether to mute.
        muted: bool,
    },
    /// These persons, and nobody else, are blocked: their tables are not shown, they are not heard and do not sit down.
    Block(Vec<IdentityKey>),
    /// These persons, and nobody else, are friends, last met there: they are looked for now and then, [`Event::Links`]
    /// tells of them, and certificates are exchanged with them.
    Befriend(Vec<(IdentityKey, Lead)>),
    /// These persons, and nobody else, may ask this one to their tables: [`Event::Invited`] tells of it.
    Acquaint(Vec<IdentityKey>),
    /// Ask somebody to an open table of this person: where that person was met last, and wherever else that person can be reached.
    /// [`TableEvent::Called`] tells what came of it.
    Invite {
        /// The table.
        table: TableId,
        /// Who.
        person: IdentityKey,
        /// Where that person was met last.
        lead: Lead,
    },
    /// The machine slept or its network changed: dial anew at once, and ask for news. Harmless to call twice.
    NetworkChanged,
    /// Say good-bye and stop.
    Quit,
}

/// What the node tells the program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The addresses at which the node listens have changed.
    Listening(Vec<Address>),
    /// The lobby has changed.
    Lobby {
        /// The host of the table.
        host: IdentityKey,
        /// The table.
        table: TableId,
        /// How it stands now; `None`: it is gone.
        advert: Option<Box<Advert>>,
    },
    /// Somebody at a table of this person has said something, or this person has.
    Said(Box<Message>),
    /// Who answers on the local network (mDNS), in the order of their keys. Told again when it changes.
    Neighbours(Vec<IdentityKey>),
    /// How this person can be reached from elsewhere.
    Reach {
        /// Whether others have reached this node, or its router lets them in.
        direct: bool,
        /// The relays through which this person can be reached.
        relays: Vec<RelayAddress>,
    },
    /// To whom of those who matter there is a connection, and how it goes: people at tables, friends, relays, in the order of their
    /// keys. Told again when it changes, not more than twice a second.
    Links(Vec<Link>),
    /// Somebody who was met has told of matches of others, which change what is known of people's points.
    Certificates {
        /// Who.
        from: IdentityKey,
        /// How many certificates were new and are kept.
        kept: usize,
    },
    /// Somebody who may do so asks this person to a table of his.
    Invited {
        /// What is played there, as he says.
        game: GameId,
        /// The way to it; its host is the person who asks.
        invitation: Box<Invitation>,
    },
    /// About a table that is not closed yet.
    Table {
        /// Which.
        table: TableId,
        /// What.
        event: TableEvent,
    },
    /// About a match.
    Match {
        /// Which.
        match_id: Digest32,
        /// What.
        event: MatchEvent,
    },
    /// Something does not work; the node goes on.
    Trouble(Trouble),
    /// The node has stopped.
    Stopped,
}

/// What happens at a table that is not closed yet.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TableEvent {
    /// This person's table can be found: the invitation, again whenever it changes.
    Open(Box<Invitation>),
    /// How the table stands.
    Seating(Seating),
    /// The host of the table cannot be reached at present; dialling goes on.
    HostAway,
    /// This person does not sit here, or no longer.
    Refused(Refusal),
    /// Something was not said, and why.
    NotSaid(NotSaid),
    /// What came of asking somebody to this person's table.
    Called {
        /// Who was asked.
        person: IdentityKey,
        /// What came of it.
        outcome: Outcome,
    },
    /// The table is closed: the match begins.
    Began(Digest32),
}

/// What came of asking somebody to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The invitation is shown to that person.
    Shown,
    /// The program of that person does not show it, and does not say why.
    NotWanted,
    /// That person was not reached in time, or his program knows of no such invitations.
    NotReached,
}

/// Whether somebody is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// Connected.
    Here,
    /// Not connected; dialling goes on.
    Reconnecting,
    /// Not connected for longer than [`GONE_AFTER`](crate::limits::GONE_AFTER); dialling goes on all the same.
    Gone,
}

impl Presence {
    /// `here`, `reconnecting` or `gone`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Reconnecting => "reconnecting",
            Self::Gone => "gone",
        }
    }
}

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// Who owes something.
    pub parties: PartySet,
    /// The seat that has to move, where a move is awaited.
    pub seat: Option<Seat>,
    /// Since when it is due at this machine.
    pub since: Instant,
    /// The time for a turn in seconds; `None`: no clock.
    pub turn: Option<u32>,
    /// The grace time beyond it in seconds.
    pub grace: u32,
}

/// What happens in a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MatchEvent {
    /// The match is there: it begins, or goes on after a restart, or is watched. Where it comes again for a match that is watched, all
    /// that was told of it is void and comes anew.
    Began {
        /// The table at which it is played, where people talk.
        table: TableId,
        /// What was agreed.
        closing: Arc<Closing>,
        /// This person's party; `None` for a watcher.
        party: Option<PartyId>,
        /// Whether it lay on disk already.
        resumed: bool,
    },
    /// A step was taken.
    Told {
        /// What it tells this person.
        told: Box<Told>,
        /// Whether it was told before: after a restart, and after [`MatchEvent::Cut`], all steps of the log come again, before any new
        /// one. Looks in it are for memories, not for screens; [`MatchEvent::Looks`] says what is still to be shown.
        again: bool,
    },
    /// The log was cut back; what stands is told again, beginning with the first step.
    Cut {
        /// The first step that is void.
        step: u64,
        /// Who signed twice, or was voted absent.
        culprit: PartyId,
    },
    /// Cards that this person was shown since his last entry, to be shown once more after a restart (four.33).
    Looks(Vec<(majlis_rules::face::Handle, majlis_rules::face::Face)>),
    /// This person has to move: [`Command::Move`] is taken from now on.
    Turn {
        /// Which of his seats.
        seat: Seat,
        /// The step.
        step: u64,
    },
    /// Who owes what since when; `None` where nothing is due or the match is paused.
    Clock(Option<Running>),
    /// Whether somebody is there.
    Presence {
        /// Who.
        party: PartyId,
        /// Whether.
        presence: Presence,
    },
    /// This person's clock has run out (common.9).
    TimeUp {
        /// Whether the match is lost with it; otherwise a move was made for him.
        lost: bool,
    },
    /// These people owe something past clock and grace, and votes cannot decide (log.9); nobody means that it goes on.
    Resting {
        /// Who is missing.
        missing: PartySet,
        /// Whether this person may claim the match; he may as well wait.
        may_claim: bool,
    },
    /// Who wants a pause. While all do, clocks stand still.
    Pause {
        /// Who.
        wanted: PartySet,
        /// Whether all do.
        paused: bool,
    },
    /// Who wants another match on the same terms. Where all do, it begins by itself.
    Rematch {
        /// Who.
        wanted: PartySet,
    },
    /// What this person wanted cannot be done.
    Refused(NotDone),
    /// The log is whole.
    Finished {
        /// How the match ended.
        ending: Option<Ending>,
        /// How well the result is established.
        grade: Option<Grade>,
        /// The result.
        statement: Option<Box<Statement>>,
        /// Whether the log was whole already when this program took the match up from the disk, and this may have been told before.
        again: bool,
    },
    /// All who are there hold the whole log, or a short time has passed: the program may stop.
    Settled,
    /// The match cannot go on at this machine.
    Failed(Failed),
}
