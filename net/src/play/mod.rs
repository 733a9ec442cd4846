//! A match that is played: a thread of its own with the session and its files, so that neither proofs nor the disk ever keep the
//! network waiting, and what it is told and says.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::Closing;
use majlis_referee::party::PartyId;
use majlis_referee::session::Message;
use majlis_rules::game::View;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;
use tokio::sync::OwnedSemaphorePermit;

use crate::event::MatchEvent;
use crate::reason::Failed;
use crate::table_id::TableId;
use crate::wire::Frame;

mod driver;
mod time;
mod watch;

pub(crate) use self::time::Wakefulness;
pub use self::time::is_lost_on_time;
pub(crate) use self::watch::Seen;

/// Makes a move in the place of a person whose clock has run out (common.9): of that seat, from what it sees.
pub type StandIn = dyn Fn(Seat, &View<AnyGame>) -> Option<String> + Send + Sync;

/// What a match is told.
#[derive(Debug)]
pub(crate) enum Input {
    /// A message of another party.
    Message {
        from: PartyId,
        message: Message,
        /// Given back when the message is dealt with.
        _permit: Option<OwnedSemaphorePermit>,
    },
    /// Somebody is connected again.
    Met(PartyId),
    /// Frames reach somebody from now on.
    Up(PartyId),
    /// Somebody is not connected any more.
    Parted(PartyId),
    /// Somebody's log is whole.
    Whole(PartyId, OwnedSemaphorePermit),
    /// Somebody wants a pause, or wants it no longer.
    Pause(PartyId, bool),
    /// Somebody wants to watch; the number names him to the node.
    Watch(u64),
    /// The machine slept, or its network changed.
    Woke,
    /// The person moves.
    Move(String),
    /// The person leaves.
    Leave,
    /// The person claims the match.
    Claim(PartyId),
}

/// What a match says.
#[derive(Debug)]
pub(crate) enum Said {
    /// Send this to a party, or to all others.
    Send(Option<PartyId>, Frame),
    /// Send this to a watcher, or to all.
    Show(Option<u64>, Frame),
    /// Tell the program.
    Event(MatchEvent),
    /// A party sent what no honest program sends.
    Offence(PartyId, String),
    /// The thread is over.
    Ended,
}

/// Where a match's words go: the node's queue.
pub(crate) type Out = tokio::sync::mpsc::UnboundedSender<(Digest32, Said)>;

/// A match that is played by a thread.
#[derive(Debug)]
pub(crate) struct Play {
    input: mpsc::Sender<Input>,
    pub(crate) closing: Arc<Closing>,
    pub(crate) party: PartyId,
}

/// Where a match comes from.
pub(crate) enum Source {
    /// It begins.
    New,
    /// It lies on disk.
    Disk,
}

/// All that a match begins with.
pub(crate) struct Begin {
    pub(crate) source: Source,
    pub(crate) table: TableId,
    /// The folder of the matches.
    pub(crate) folder: PathBuf,
    pub(crate) closing: Arc<Closing>,
    pub(crate) identity: Arc<Identity>,
    pub(crate) stand_in: Arc<StandIn>,
}

impl Play {
    /// Starts the thread of a match. `None` where this person is not at its table.
    pub(crate) fn start(begin: Begin, out: &Out) -> Option<Self> {
        let closing = Arc::clone(&begin.closing);
        let party = closing.agreement().party_of(&begin.identity.key())?;
        let id = closing.match_id();
        let (input, inputs) = mpsc::channel();
        let spawned = thread::Builder::new().name("match".to_owned()).spawn({
            let out = out.clone();
            move || {
                driver::run(&begin, &inputs, &out);
                let _ = out.send((id, Said::Ended));
            }
        });
        if let Err(error) = spawned {
            let failed = Failed::NoThread(Arc::new(error));
            let _ = out.send((id, Said::Event(MatchEvent::Failed(failed))));
        }
        Some(Self { input, closing, party })
    }

    /// Tells the match something. Once its thread is over, nothing comes of it.
    pub(crate) fn tell(&self, input: Input) {
        let _ = self.input.send(input);
    }
}

/// A match that is watched by a thread.
#[derive(Debug)]
pub(crate) struct Watch(mpsc::Sender<Seen>);

impl Watch {
    /// Starts the thread.
    pub(crate) fn start(table: TableId, closing: Closing, out: Out) -> Self {
        let (input, inputs) = mpsc::channel();
        let closing = Arc::new(closing);
        let spawned = thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || watch::run(table, &closing, &inputs, &out));
        if let Err(error) = spawned {
            tracing::warn!(%error, "no thread can be started");
        }
        Self(input)
    }

    /// Tells it something. Once the thread is over, nothing comes of it.
    pub(crate) fn tell(&self, seen: Seen) {
        let _ = self.0.send(seen);
    }
}

/// Reads the closing of a log.
pub(crate) fn closing_of(folder: &Path, match_id: Digest32) -> Option<Closing> {
    use majlis_referee::file::LogReader;
    use majlis_referee::item::Item;

    let file = std::fs::File::open(folder.join(format!("{match_id}.mlog"))).ok()?;
    match LogReader::new(std::io::BufReader::new(file)).ok()?.next()?.ok()? {
        Item::Closing(sealed) => sealed.closing().ok().filter(|closing| closing.match_id() == match_id),
        _ => None,
    }
}
