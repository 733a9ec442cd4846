//! What `majlis host` and `majlis join` have in common: a match without a window, played by a bot or by moves on standard input.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use majlis::folder::Lock;
use majlis::profile::meeting::Meeting;
use majlis::ui::online::stand_in;
use majlis_bots::{Bot, BotKind, NoSuchBot, bot};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::address::RelayAddress;
use majlis_net::chat::Saying;
use majlis_net::event::{Command, Event, MatchEvent, TableEvent};
use majlis_net::invite::Invitation;
use majlis_net::people::People;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Events, Node};
use majlis_referee::agreement::BOT_MARK;
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::replay::Ending;
use majlis_referee::verify::Grade;
use majlis_rules::game::View;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use serde_json::{Value, json};

use super::Failure;
use super::common::Data;

mod links;
mod met;
mod told;
mod typed;

/// How often standard input is looked at while nothing happens.
const GLANCE: Duration = Duration::from_millis(100);

/// How long another match is waited for.
const REMATCH_WAIT: Duration = Duration::from_secs(60);

/// Who plays, and how.
#[derive(Args)]
pub(super) struct Play {
    #[command(flatten)]
    data: Data,
    /// Let a bot play: random or greedy
    #[arg(
        long,
        value_name = "KIND",
        conflicts_with = "stdin",
        required_unless_present = "stdin"
    )]
    bot: Option<String>,
    /// Let the bot think for so many milliseconds before each move
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "bot")]
    think: u64,
    /// Play by standard input: a line is a move in the notation of docs/judge.md, taken when it is this person's turn, or one of
    /// the words leave, claim, pause and continue, or `say` and what is to be said at the table. At the end of the input this person leaves
    #[arg(long)]
    stdin: bool,
    /// The name that the others see
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Where to listen, like /ip4/0.0.0.0/tcp/4001 or /ip4/0.0.0.0/udp/4001/quic-v1; replaces the default addresses, may be
    /// repeated
    #[arg(long, value_name = "ADDR")]
    listen: Vec<String>,
    /// A relay to use, like /dns/relay.example/tcp/4001/p2p/12D3…; may be repeated
    #[arg(long, value_name = "ADDR")]
    relay: Vec<RelayAddress>,
    /// A relay that leads to people and tables and carries nothing for this person; may be repeated
    #[arg(long, value_name = "ADDR")]
    bootstrap: Vec<RelayAddress>,
    /// Look for nobody on the local network, and do not answer there
    #[arg(long)]
    no_mdns: bool,
    /// Use the local network only: no relay, no search on the internet, no public address
    #[arg(long, conflicts_with_all = ["relay", "bootstrap"])]
    lan_only: bool,
    /// Do not ask the router to let connections in
    #[arg(long)]
    no_upnp: bool,
    /// When the match is over, ask for so many further ones among the same people, one after the other; each begins when all want it
    #[arg(long, value_name = "N", default_value_t = 0)]
    rematch: u32,
    /// Where the others have vanished and this person may claim the match: claim it after so many seconds; without it a bot waits
    /// 120 seconds, and standard input has to say claim
    #[arg(long, value_name = "S")]
    claim_after: Option<u64>,
    /// Print events as JSON, one a line
    #[arg(long)]
    json: bool,
}

/// Everything that is running.
pub(super) struct Session {
    node: Node,
    events: Events,
    kind: Option<BotKind>,
    claim_after: Option<Duration>,
    think: Duration,
    rematch: u32,
    json: bool,
    /// Lines of standard input that wait for a turn; `None` at their end.
    lines: Arc<Mutex<VecDeque<Option<String>>>>,
    /// How many addresses to listen at were named.
    listen: usize,
    pub(super) data: PathBuf,
    pub(super) identity: Arc<majlis_crypto::identity::Identity>,
    people: RefCell<People>,
    _lock: Lock,
}

impl Play {
    /// Whether another match is wanted after one.
    pub(super) const fn wants_rematch(&self) -> bool {
        self.rematch > 0
    }

    /// Opens the profile and starts the node.
    pub(super) fn start(&self) -> Result<Session, Failure> {
        let kind = match &self.bot {
            Some(name) => Some(name.parse().map_err(|error: NoSuchBot| Failure::usage(&error))?),
            None => None,
        };
        let folder = self.data.folder()?;
        let lock = folder.lock().map_err(|error| failure(&error))?;
        let identity = folder
            .identity(None, &mut rand::rng())
            .map_err(|error| failure(&error))?;
        // Not only when the match begins: others have sat down by then.
        folder.make(folder.matches()).map_err(|error| failure(&error))?;
        let people = People::open(folder.people()).map_err(|error| failure(&error))?;
        log_to_stderr();
        let name = match (&self.name, kind) {
            (Some(name), None) => name.clone(),
            (None, None) => std::env::var("USER").unwrap_or_else(|_| "somebody".to_owned()),
            // The closing of the table holds the name, so that everybody knows that a bot plays.
            (Some(name), Some(_)) => format!("{BOT_MARK}{name}"),
            (None, Some(kind)) => format!("{BOT_MARK}{kind}"),
        };
        let mut config = Config::new(Arc::clone(&identity), name, folder.root());
        config.listen.clone_from(&self.listen);
        config.relays.clone_from(&self.relay);
        config.bootstrap.clone_from(&self.bootstrap);
        config.mdns = !self.no_mdns;
        config.lan_only = self.lan_only;
        config.upnp = !self.no_upnp;
        config.stand_in = Some(Arc::new(stand_in));
        config.blocked = people.blocked().collect();
        config.friends = people.friends_at();
        config.certificates = Some(Arc::new(Meeting::new(folder.clone())));
        let (node, events) = Node::start(config).map_err(|error| Failure::usage(&error))?;
        let session = Session {
            node,
            events,
            kind,
            claim_after: match (self.claim_after, kind) {
                (Some(seconds), _) => Some(Duration::from_secs(seconds)),
                (None, Some(_)) => Some(Duration::from_secs(120)),
                (None, None) => None,
            },
            think: Duration::from_millis(self.think),
            rematch: self.rematch,
            json: self.json,
            lines: Arc::default(),
            listen: self.listen.len(),
            data: folder.root().to_owned(),
            identity,
            people: RefCell::new(people),
            _lock: lock,
        };
        if self.stdin {
            session.read_lines();
        }
        Ok(session)
    }
}

/// What a match of this command came to.
struct Outcome {
    ending: Option<Ending>,
    grade: Option<Grade>,
    /// Whether this person left, or was voted out.
    departed: bool,
}

/// What is known of the match that is played.
struct Match {
    id: Digest32,
    table: TableId,
    game: GameId,
    party: Option<PartyId>,
    bot: Option<Box<dyn Bot>>,
    view: Option<View<AnyGame>>,
    turn: Option<Seat>,
    /// When the bot has thought enough.
    thought: Instant,
    missing: PartySet,
    claim_at: Option<Instant>,
    over: Option<Outcome>,
}

impl Session {
    pub(super) fn command(&self, command: Command) {
        self.node.command(command);
    }

    /// Who answers on the local network.
    fn print_neighbours(&self, people: &[IdentityKey]) {
        let keys: Vec<String> = people.iter().map(ToString::to_string).collect();
        self.print(
            &format!("people found on the local network: {}", people.len()),
            &json!({"event": "neighbours", "people": keys}),
        );
    }

    /// Waits for the first table in the lobby at which there is room.
    pub(super) fn first_table(&self, game: Option<GameId>) -> Result<Invitation, Failure> {
        loop {
            match self.events.recv() {
                Some(Event::Lobby {
                    advert: Some(advert), ..
                }) => {
                    let wanted = advert.free > 0
                        && advert.versions.mismatch().is_none()
                        && game.is_none_or(|game| advert.game_id() == Some(game));
                    if !wanted {
                        continue;
                    }
                    let mut invitation = Invitation::new(advert.host, advert.table);
                    invitation.addresses = advert.addresses;
                    invitation.relays = advert.relays;
                    return Ok(invitation);
                }
                Some(Event::Neighbours(people)) => self.print_neighbours(&people),
                Some(_) => {}
                None => {
                    return Err(failure(&"the node has stopped; start the command again"));
                }
            }
        }
    }

    /// Reads standard input on a thread of its own: nothing waits for it.
    fn read_lines(&self) {
        let lines = Arc::clone(&self.lines);
        thread::spawn(move || {
            let push = |line| {
                if let Ok(mut lines) = lines.lock() {
                    lines.push_back(line);
                }
            };
            for line in typed::lines(io::stdin().lock()) {
                push(Some(line));
            }
            push(None);
        });
    }

    fn print(&self, text: &str, value: &Value) {
        let mut out = io::stdout().lock();
        // Whoever has closed the output does not want to read on; the match goes on all the same.
        let _ = if self.json {
            writeln!(out, "{value}")
        } else {
            writeln!(out, "{text}")
        };
        let _ = out.flush();
    }

    /// Says something that is no event of the node.
    pub(super) fn say(&self, text: &str, value: &Value) {
        self.print(text, value);
    }

    /// Sits at a table and plays its match to the end. `opened` is told the invitation whenever it changes.
    pub(super) fn run(self, mut opened: impl FnMut(&Invitation) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut current: Option<Match> = None;
        let mut rematches = self.rematch;
        // Until when others may want another match too.
        let mut waiting: Option<Instant> = None;
        let mut troubles = 0;
        loop {
            if waiting.is_some_and(|until| Instant::now() >= until)
                && let Some(current) = &current
            {
                let status = self.status(current);
                self.node.stop();
                return status;
            }
            let wait = current
                .as_ref()
                .and_then(|current| current.turn.map(|_| current.thought));
            let wait = wait.map_or(GLANCE, |thought| {
                thought.saturating_duration_since(Instant::now()).min(GLANCE)
            });
            let event = self.events.recv_timeout(wait);
            match event {
                Some(Event::Listening(addresses)) => {
                    let addresses: Vec<String> = addresses.iter().map(ToString::to_string).collect();
                    self.print(
                        &format!("listening at {}", addresses.join(" ")),
                        &json!({"event": "listening", "addresses": addresses}),
                    );
                }
                Some(Event::Said(message)) => {
                    let text = match &message.saying {
                        Saying::Text(text) => text.clone(),
                        Saying::Phrase(phrase) => format!("({})", phrase.key()),
                    };
                    let sender = message.sender.to_string();
                    self.print(
                        &format!("{sender} says: {text}"),
                        &json!({"event": "chat", "table": message.table.to_string(), "sender": sender, "text": text}),
                    );
                }
                Some(Event::Certificates { from, kept }) => {
                    let from = from.to_string();
                    self.print(
                        &format!("{from} has told of {kept} matches that were not known here"),
                        &json!({"event": "certificates", "from": from, "kept": kept}),
                    );
                }
                Some(Event::Neighbours(people)) => self.print_neighbours(&people),
                Some(Event::Reach { direct, relays }) => {
                    self.print(&links::reach(direct, &relays), &links::reach_json(direct, &relays));
                }
                Some(Event::Links(all)) => self.print(&links::text(&all), &links::json(&all)),
                Some(Event::Trouble(trouble)) => {
                    let sentence = trouble.to_string();
                    troubles += 1;
                    if troubles == self.listen && current.is_none() {
                        // All that was named is not to be had: nobody would ever come.
                        self.node.stop();
                        return Err(failure(&sentence));
                    }
                    self.print(&sentence, &json!({"event": "trouble", "sentence": sentence}));
                }
                Some(Event::Table { table, event }) => {
                    if let TableEvent::Open(invitation) = &event {
                        opened(invitation)?;
                    }
                    self.on_table(table, event)?;
                }
                Some(Event::Match { match_id, event }) => {
                    if matches!(event, MatchEvent::Began { .. }) {
                        waiting = None;
                    }
                    if let Some(done) = self.on_match(match_id, event, &mut current) {
                        if done.is_ok() && rematches > 0 {
                            rematches -= 1;
                            waiting = Some(Instant::now() + REMATCH_WAIT);
                            self.node.command(Command::Rematch { match_id, wanted: true });
                            continue;
                        }
                        self.node.stop();
                        return done;
                    }
                }
                Some(Event::Stopped) => {
                    return Err(Failure {
                        sentence: Some("the node has stopped; start the command again".to_owned()),
                        status: 1,
                    });
                }
                Some(_) | None => {}
            }
            if let Some(current) = &mut current {
                self.act(current);
            }
        }
    }

    /// The exit status.
    fn status(&self, current: &Match) -> Result<(), Failure> {
        let failed = |sentence: &str, status| {
            Err(Failure {
                sentence: Some(sentence.to_owned()),
                status,
            })
        };
        match &current.over {
            Some(over) if over.departed => failed("you are out of the match: you left, or were voted out", 3),
            Some(Outcome {
                ending: Some(Ending::Played),
                grade: Some(Grade::Agreed | Grade::Proved),
                ..
            }) => Ok(()),
            Some(Outcome {
                ending: Some(Ending::Played),
                ..
            }) => failed("the match ended by a claim: its result is not agreed", 4),
            _ => failed("the match ended before it began: somebody was missing", 1),
        }
    }

    fn new_bot(&self, game: GameId) -> Option<Box<dyn Bot>> {
        self.kind.map(|kind| bot(kind, game, rand::random()))
    }

    /// Does what is due: a move of the bot or of standard input, or a claim.
    fn act(&self, current: &mut Match) {
        if current.claim_at.is_some_and(|at| Instant::now() >= at) {
            current.claim_at = None;
            self.claim(current);
        }
        if let (Some(seat), Some(bot), Some(view)) = (current.turn, &mut current.bot, &current.view)
            && Instant::now() >= current.thought
        {
            current.turn = None;
            if let Some(mv) = bot.choose(seat, view) {
                self.node.command(Command::Move {
                    match_id: current.id,
                    text: mv.to_string(),
                });
            }
        }
        if self.kind.is_some() {
            return;
        }
        let Ok(mut lines) = self.lines.lock() else { return };
        while let Some(line) = lines.front() {
            match line.as_deref() {
                None | Some("leave") => self.node.command(Command::Leave(current.id)),
                Some("claim") => self.claim(current),
                Some(text) if text.starts_with("say ") => {
                    let words = text.get(4..).unwrap_or_default();
                    match Saying::text(words) {
                        Ok(saying) => self.node.command(Command::Say {
                            table: current.table,
                            saying,
                        }),
                        Err(error) => self.print(
                            &error.to_string(),
                            &json!({"event": "trouble", "sentence": error.to_string()}),
                        ),
                    }
                }
                Some(word @ ("pause" | "continue")) => self.node.command(Command::Pause {
                    match_id: current.id,
                    wanted: word == "pause",
                }),
                Some(text) => {
                    // A move waits for its turn, and so does what stands behind it.
                    if current.turn.take().is_none() {
                        return;
                    }
                    self.node.command(Command::Move {
                        match_id: current.id,
                        text: text.to_owned(),
                    });
                }
            }
            lines.pop_front();
        }
    }

    fn claim(&self, current: &Match) {
        for accused in current.missing.iter() {
            self.node.command(Command::Claim {
                match_id: current.id,
                accused,
            });
        }
    }
}

/// The node's own words go to standard error, as the variable MAJLIS_LOG says; nothing by default.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("MAJLIS_LOG").unwrap_or_else(|_| "off".into());
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .try_init();
}

pub(super) fn failure(error: &impl ToString) -> Failure {
    Failure {
        sentence: Some(error.to_string()),
        status: 1,
    }
}
