//! This person's node, and what it has told: who is around, at which tables he sits, his matches, and the people met.
//!
//! [`Online`] takes events in whenever the program draws a frame ([`Online::take_in`]); nothing that matters to a match waits for
//! that, since each match runs on a thread of the node. What is asked of the node goes to it at once.

mod gain;
mod invited;
mod matches;
mod people;
mod tables;
mod tale;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use majlis_bots::{BotKind, bot};
use majlis_crypto::chain::Digest32;
use majlis_crypto::fingerprint::Fingerprint;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::{Address, RelayAddress};
use majlis_net::event::{Command, Event};
use majlis_net::name;
use majlis_net::people::People;
use majlis_net::table::Refusal;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Events, Node};
use majlis_referee::agreement::BOT_MARK;
use majlis_rules::game::View;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;

use self::gain::Gains;
use self::tale::{Link, Shared, locked};
use super::feed::Wake;
use super::sentence::Sentence;
use super::settings::Settings;
use crate::folder::{Folder, Lock};
use crate::profile::meeting::Meeting;

pub use self::invited::Invited;
pub use self::matches::Kept;
pub use self::tables::{Around, Sitting, Talk};

/// How long a program that ends waits for the others to have what it has signed last.
const LAST_WORDS: Duration = Duration::from_secs(4);

/// Where and how the node is reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reachability {
    /// Where it listens, as multiaddrs; nothing: everywhere.
    pub listen: Vec<String>,
    /// Whether people on the local network are looked for.
    pub mdns: bool,
    /// Whether the router is asked to let connections in.
    pub upnp: bool,
}

impl Default for Reachability {
    fn default() -> Self {
        Self {
            listen: Vec::new(),
            mdns: true,
            upnp: true,
        }
    }
}

/// What has happened that the program has to act on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happened {
    /// A match is there that is to be seen: it has just begun, or can be watched from now on.
    Began {
        /// Which.
        match_id: Digest32,
        /// The match that it follows among the same people, where it is another one at the same table.
        after: Option<Digest32>,
    },
    /// This person does not sit at a table, or no longer.
    Refused {
        /// The table.
        table: TableId,
        /// Why.
        refusal: Refusal,
    },
    /// Somebody asks this person to a table.
    Invited,
    /// Something is known of matches of others that was not known before.
    Certificates,
    /// Something does not work.
    Trouble(Sentence),
    /// The node has stopped by itself.
    Stopped,
}

/// How this person can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// The addresses at which the node listens.
    pub listening: Vec<Address>,
    /// Whether others have reached this node from outside, or its router lets them in.
    pub direct: bool,
    /// The relays through which this person can be reached.
    pub relays: Vec<RelayAddress>,
    /// Who answers on the local network, in order.
    pub neighbours: Vec<IdentityKey>,
    /// To whom of those who matter there is a connection, and how it goes.
    pub links: Vec<majlis_net::link::Link>,
}

/// This person's node, and what it has told.
pub struct Online {
    link: Arc<Link>,
    events: Events,
    folder: Folder,
    identity: Arc<Identity>,
    people: People,
    lobby: BTreeMap<(IdentityKey, TableId), Box<majlis_net::advert::Advert>>,
    around: Vec<Around>,
    sittings: BTreeMap<TableId, Sitting>,
    /// Who asks this person to a table.
    invited: Vec<Invited>,
    tales: BTreeMap<Digest32, Shared>,
    /// The ranks of the matches that lay on disk when the node started.
    stored: BTreeMap<Digest32, u64>,
    next_rank: u64,
    kept: Vec<Kept>,
    /// How people talk at tables of which the match is not there yet.
    talks: BTreeMap<TableId, Talk>,
    reach: Reach,
    gains: Gains,
    fingerprints: BTreeMap<IdentityKey, Fingerprint>,
    stopping: bool,
    /// Held as long as the node runs.
    _lock: Lock,
}

impl Online {
    /// Takes the profile for playing and starts the node; it goes on with all matches that lie on disk and are not over. `wake` is
    /// called from any thread whenever [`take_in`](Self::take_in) has something to take in.
    ///
    /// # Errors
    /// Why not: another program plays with this profile, a file of it cannot be read, or the system refuses.
    pub fn start(
        folder: &Folder,
        identity: Arc<Identity>,
        settings: &Settings,
        at: &Reachability,
        wake: Wake,
    ) -> Result<Self, Sentence> {
        let lock = folder.lock().map_err(|error| Sentence::from(&error))?;
        // Not only when a match begins: others have sat down by then.
        folder.make(folder.matches()).map_err(|error| Sentence::from(&error))?;
        let people = People::open(folder.people()).map_err(|error| Sentence::from(&error))?;
        let mut config = Config::new(Arc::clone(&identity), settings.name.clone(), folder.root());
        config.listen.clone_from(&at.listen);
        config.mdns = at.mdns;
        config.upnp = at.upnp && settings.upnp;
        config.relays.clone_from(&settings.relays);
        config.bootstrap.clone_from(&settings.bootstrap);
        config.lan_only = settings.lan_only;
        config.lobby = settings.lobby;
        config.blocked = people.blocked().collect();
        config.friends = people.friends_at();
        config.acquaintances = invited::acquaintances(&people);
        config.certificates = Some(Arc::new(Meeting::new(folder.clone())));
        config.stand_in = Some(Arc::new(stand_in));
        config.wake = Some(Arc::clone(&wake));
        let (node, events) = Node::start(config).map_err(|error| Sentence::from(&error))?;
        let mut stored = BTreeMap::new();
        let unfinished = majlis_net::stored(folder.root(), &identity.key());
        let unfinished = unfinished.into_iter().filter(|stored| !stored.over);
        for (rank, found) in (0u64..).zip(
            unfinished
                .take(majlis_net::limits::MAX_MATCHES)
                .collect::<Vec<_>>()
                .into_iter()
                .rev(),
        ) {
            stored.insert(found.match_id, rank);
            node.command(Command::Resume(found.match_id));
        }
        let link = Arc::new(Link::default());
        link.set(Some(node));
        Ok(Self {
            link,
            events,
            folder: folder.clone(),
            gains: Gains::new(folder.clone(), identity.key(), wake),
            identity,
            people,
            lobby: BTreeMap::new(),
            around: Vec::new(),
            sittings: BTreeMap::new(),
            invited: Vec::new(),
            tales: BTreeMap::new(),
            next_rank: stored.len() as u64,
            stored,
            kept: Vec::new(),
            talks: BTreeMap::new(),
            reach: Reach::default(),
            fingerprints: BTreeMap::new(),
            stopping: false,
            _lock: lock,
        })
    }

    /// This person's key.
    #[must_use]
    pub fn me(&self) -> IdentityKey {
        self.identity.key()
    }

    /// How this person can be reached.
    #[must_use]
    pub const fn reach(&self) -> &Reach {
        &self.reach
    }

    /// The fingerprint of a key. The first time it takes some milliseconds.
    pub fn fingerprint(&mut self, key: &IdentityKey) -> Fingerprint {
        *self.fingerprints.entry(*key).or_insert_with(|| Fingerprint::of(key))
    }

    /// The machine slept or its network changed: everybody is dialled anew at once.
    pub fn network_changed(&self) {
        self.link.command(Command::NetworkChanged);
    }

    /// Takes in what the node has told. What the program has to act on comes back.
    pub fn take_in(&mut self) -> Vec<Happened> {
        let mut happened = Vec::new();
        let mut any = false;
        while let Some(event) = self.events.try_recv() {
            any = true;
            self.take(event, &mut happened);
        }
        any |= self.take_gains();
        if any {
            self.sort_matches();
        }
        self.sort_invited();
        happened
    }

    fn take(&mut self, event: Event, happened: &mut Vec<Happened>) {
        match event {
            Event::Listening(listening) => self.reach.listening = listening,
            Event::Neighbours(neighbours) => {
                self.reach.neighbours = neighbours;
                self.sort_around();
            }
            Event::Reach { direct, relays } => {
                self.reach.direct = direct;
                self.reach.relays = relays;
            }
            Event::Links(links) => self.reach.links = links,
            Event::Lobby { host, table, advert } => self.take_advert(host, table, advert),
            Event::Said(message) => self.take_message(&message),
            Event::Invited { game, invitation } => {
                let shown = self.take_invited(game, invitation);
                happened.extend(shown.then_some(Happened::Invited));
            }
            Event::Certificates { kept, .. } if kept > 0 => happened.push(Happened::Certificates),
            Event::Table { table, event } => self.take_table(table, event, happened),
            Event::Match { match_id, event } => self.take_match(match_id, event, happened),
            Event::Trouble(trouble) => happened.push(Happened::Trouble((&trouble).into())),
            Event::Stopped if !self.stopping => happened.push(Happened::Stopped),
            _ => {}
        }
    }

    /// Ends the node. Where something was signed that others may not have yet, it waits a moment for them.
    pub fn quit(mut self) {
        self.stopping = true;
        let end = Instant::now() + LAST_WORDS;
        let mut happened = Vec::new();
        while self.has_last_words() {
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Some(event) => self.take(event, &mut happened),
                None => break,
            }
        }
        if let Some(node) = self.link.set(None) {
            node.stop();
        }
        while let Some(event) = self.events.try_recv() {
            self.take(event, &mut happened);
        }
    }

    /// Whether this person has signed something that the others may not have.
    fn has_last_words(&self) -> bool {
        self.tales.values().any(|tale| {
            let tale = locked(tale);
            let plays = tale.about.me.is_some();
            plays && (tale.pending || (tale.over || tale.departed) && !tale.settled)
        })
    }
}

impl Drop for Online {
    fn drop(&mut self) {
        // A screen may still have a way to the node; it ends all the same.
        drop(self.link.set(None));
    }
}

/// The name of somebody as it is shown: without the mark of a bot, and the beginning of the key where nothing of it would be seen.
#[must_use]
pub fn shown_name(name: &str, key: &IdentityKey) -> String {
    let seen = name::cleaned(name.strip_prefix(BOT_MARK).unwrap_or(name));
    if !seen.is_empty() {
        return seen;
    }
    let key: String = key.to_string().chars().take(8).collect();
    format!("\u{2066}{key}\u{2069}")
}

/// A bot's move for the person whose time is up.
pub fn stand_in(seat: Seat, view: &View<AnyGame>) -> Option<String> {
    let game = view.state().id();
    bot(BotKind::Greedy, game, 0)
        .choose(seat, view)
        .map(|mv| mv.to_string())
}
