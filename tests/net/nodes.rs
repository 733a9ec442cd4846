//! Nodes in this process: what a screen is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use majlis::folder::Folder;
use majlis::profile::meeting::Meeting;
use majlis_crypto::cbor::{self, Value};
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::advert::Versions;
use majlis_net::certificates::{Asking, Exchange, Stopped};
use majlis_net::chat::Saying;
use majlis_net::event::{Command, Event, MatchEvent, Presence, TableEvent};
use majlis_net::invite::{Invitation, Secret};
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Events, Node};
use majlis_referee::party::PartyId;
use majlis_referee::told::Told;
use majlis_rules::game::View;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;
use tempfile::TempDir;

use crate::program::{DEADLINE, TCP, until};

/// A person whose program is this process.
struct Person {
    node: Node,
    events: Events,
    folder: TempDir,
    identity: Arc<Identity>,
    /// What was heard so far.
    heard: Vec<Event>,
    /// How the table looks.
    view: Option<View<AnyGame>>,
    /// Whose turn of this person it is.
    turn: Option<Seat>,
    finished: usize,
}

impl Person {
    fn new(seed: u8, versions: Versions) -> Self {
        let identity = Arc::new(Identity::from_secret(&[seed; 32]));
        Self::start(identity, tempfile::tempdir().unwrap(), versions)
    }

    fn start(identity: Arc<Identity>, folder: TempDir, versions: Versions) -> Self {
        Self::start_with(identity, folder, |config| config.versions = versions)
    }

    fn start_with(identity: Arc<Identity>, folder: TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(
            Arc::clone(&identity),
            format!("person {}", identity.key()),
            folder.path(),
        );
        config.name.truncate(20);
        config.listen = vec![TCP.to_owned()];
        change(&mut config);
        let (node, events) = Node::start(config).unwrap();
        Self {
            node,
            events,
            folder,
            identity,
            heard: Vec::new(),
            view: None,
            turn: None,
            finished: 0,
        }
    }

    /// The next event; what is needed to play is remembered.
    fn hear(&mut self, limit: Duration) -> Option<Event> {
        let event = self.events.recv_timeout(limit)?;
        if let Event::Match { event, .. } = &event {
            match event {
                MatchEvent::Told { told, .. } => {
                    self.view.clone_from(&told.view);
                    self.turn = None;
                }
                MatchEvent::Turn { seat, .. } => self.turn = Some(*seat),
                MatchEvent::Finished { .. } => self.finished += 1,
                MatchEvent::Failed(sentence) => panic!("{sentence}"),
                _ => {}
            }
        }
        Some(event)
    }

    /// Hears events until one gives something; what was heard before is looked at first.
    fn until<T>(&mut self, what: &str, mut take: impl FnMut(&Event) -> Option<T>) -> T {
        let found = self
            .heard
            .iter()
            .enumerate()
            .find_map(|(at, event)| Some((at, take(event)?)));
        if let Some((at, found)) = found {
            self.heard.drain(..=at);
            return found;
        }
        let end = Instant::now() + DEADLINE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let event = self.hear(left).unwrap_or_else(|| panic!("not heard of: {what}"));
            if let Some(found) = take(&event) {
                self.heard.clear();
                return found;
            }
            self.heard.push(event);
        }
    }

    fn open(&mut self, terms: Terms, secret: Option<Secret>) -> Invitation {
        let table = TableId([7; 16]);
        self.node.command(Command::Open {
            table,
            terms,
            secret,
            advertised: false,
        });
        self.until("an invitation", |event| match event {
            Event::Table {
                event: TableEvent::Open(invitation),
                ..
            } => Some((**invitation).clone()),
            _ => None,
        })
    }

    fn sit(&self, table: TableId, ready: bool) {
        self.node.command(Command::Seat {
            table,
            chosen: None,
            ready,
        });
    }

    fn join(&self, invitation: &Invitation, ready: bool) {
        self.node.command(Command::Join(Box::new(invitation.clone())));
        self.sit(invitation.table, ready);
    }

    fn began(&mut self) -> (Digest32, Option<PartyId>) {
        self.until("a match", |event| match event {
            Event::Match {
                match_id,
                event: MatchEvent::Began { party, .. },
            } => Some((*match_id, *party)),
            _ => None,
        })
    }

    fn refused(&mut self) -> String {
        self.until("a refusal", |event| match event {
            Event::Table {
                event: TableEvent::Refused(refusal),
                ..
            } => Some(refusal.to_string()),
            _ => None,
        })
    }

    fn matched<T>(&mut self, what: &str, mut take: impl FnMut(&MatchEvent) -> Option<T>) -> T {
        self.until(what, |event| match event {
            Event::Match { event, .. } => take(event),
            _ => None,
        })
    }

    fn said(&mut self) -> String {
        self.until("words", |event| match event {
            Event::Said(message) => match &message.saying {
                Saying::Text(text) => Some(text.clone()),
                Saying::Phrase(_) => None,
            },
            _ => None,
        })
    }

    fn say(&self, table: TableId, text: &str) {
        self.node.command(Command::Say {
            table,
            saying: Saying::text(text).unwrap(),
        });
    }
}

fn terms(watchers: bool) -> Terms {
    let mut terms = Terms::new(GameId::Arkan, Table::new(2));
    terms.watchers = watchers;
    terms
}

/// Two persons at a table, the match begun.
fn pair(watchers: bool) -> (Person, Person, Digest32, Invitation) {
    seat(watchers, Person::new(1, Versions::OURS), Person::new(2, Versions::OURS))
}

fn seat(watchers: bool, mut host: Person, mut guest: Person) -> (Person, Person, Digest32, Invitation) {
    let invitation = host.open(terms(watchers), None);
    host.sit(invitation.table, true);
    guest.join(&invitation, true);
    let (id, party) = host.began();
    assert_eq!(party, PartyId::new(0));
    assert_eq!(guest.began(), (id, PartyId::new(1)));
    (host, guest, id, invitation)
}

/// All play the first legal move whenever it is their turn, until the match is over for all.
fn play_on(people: &mut [&mut Person], id: Digest32) {
    let end = Instant::now() + DEADLINE;
    let before: Vec<usize> = people.iter().map(|person| person.finished).collect();
    while people
        .iter()
        .zip(&before)
        .any(|(person, before)| person.finished == *before)
    {
        assert!(Instant::now() < end, "the match does not end");
        for person in people.iter_mut() {
            while let Some(event) = person.hear(Duration::from_millis(5)) {
                person.heard.push(event);
            }
            if let (Some(seat), Some(view)) = (person.turn.take(), &person.view) {
                person.node.command(Command::Move {
                    match_id: id,
                    text: view.legal_moves(seat)[0].to_string(),
                });
            }
        }
    }
}

#[test]
fn versions_that_differ_are_told_before_anybody_sits_down() {
    let newer = Versions {
        rules: Versions::OURS.rules + 1,
        ..Versions::OURS
    };
    for (theirs, word) in [(newer, "ask the host"), (Versions::OURS, "update this program")] {
        let ours = if theirs == newer { Versions::OURS } else { newer };
        // The words are for the guest: who is older has to be brought up to date.
        let mut host = Person::new(1, ours);
        let mut guest = Person::new(2, theirs);
        let invitation = host.open(terms(false), None);
        guest.join(&invitation, true);
        let sentence = guest.refused();
        assert!(sentence.contains("rules") && sentence.contains(word), "{sentence}");
        let seated = host.heard.iter().any(|event| {
            matches!(event, Event::Table { event: TableEvent::Seating(seating), .. } if seating.sitters.len() > 1)
        });
        assert!(!seated);
    }
}

#[test]
fn a_private_table_opens_to_its_secret_alone() {
    let mut host = Person::new(1, Versions::OURS);
    let mut stranger = Person::new(2, Versions::OURS);
    let invitation = host.open(terms(false), Some(Secret([9; 16])));
    assert_eq!(invitation.secret, Some(Secret([9; 16])));
    let mut guess = invitation.clone();
    guess.secret = None;
    stranger.join(&guess, true);
    assert!(stranger.refused().contains("no such table"));
    guess.secret = Some(Secret([8; 16]));
    stranger.join(&guess, true);
    assert!(stranger.refused().contains("no such table"));
    stranger.join(&invitation, false);
    let seated = stranger.until("a seat", |event| match event {
        Event::Table {
            event: TableEvent::Seating(seating),
            ..
        } => Some(seating.sitters.len()),
        _ => None,
    });
    assert_eq!(seated, 2);
}

#[test]
fn a_match_is_watched_from_its_middle_and_after_it_another_one_follows() {
    let (mut host, mut guest, id, invitation) = pair(true);
    let mut watcher = Person::new(3, Versions::OURS);
    watcher.node.command(Command::Watch(Box::new(invitation.clone())));
    assert_eq!(watcher.began(), (id, None));
    play_on(&mut [&mut host, &mut guest], id);
    // What a watcher is told are all steps, and nothing that is not public.
    let mut steps = Vec::new();
    watcher.matched("the end", |event| {
        match event {
            MatchEvent::Told { told, .. } => {
                let Told { step, looks, view, .. } = &**told;
                steps.push(*step);
                assert!(looks.is_empty() && view.as_ref().is_none_or(|view| view.seats().iter().count() == 0));
            }
            MatchEvent::Finished { statement, .. } => {
                assert!(statement.is_some());
                return Some(());
            }
            MatchEvent::Failed(sentence) => panic!("{sentence}"),
            _ => {}
        }
        None
    });
    assert_eq!(steps, (0..steps.len() as u64).collect::<Vec<_>>());
    // People talk at the table, and want another match.
    host.say(invitation.table, "well played");
    assert_eq!(guest.said(), "well played");
    for person in [&host, &guest] {
        person.node.command(Command::Rematch {
            match_id: id,
            wanted: true,
        });
    }
    let (next, party) = host.began();
    assert_eq!((guest.began().0, party), (next, PartyId::new(0)));
    assert_ne!(next, id);
    play_on(&mut [&mut host, &mut guest], next);
}

#[test]
fn a_pause_needs_all_and_ends_with_one() {
    let (mut host, mut guest, id, _) = pair(false);
    let pause = |person: &Person, wanted| {
        person.node.command(Command::Pause { match_id: id, wanted });
    };
    let paused = |person: &mut Person, expected: bool| {
        person.matched("a pause", |event| match event {
            MatchEvent::Pause { paused, .. } if *paused == expected => Some(()),
            _ => None,
        });
    };
    pause(&host, true);
    paused(&mut host, false);
    pause(&guest, true);
    paused(&mut host, true);
    paused(&mut guest, true);
    host.matched("no clock", |event| {
        matches!(event, MatchEvent::Clock(None)).then_some(())
    });
    pause(&guest, false);
    host.matched("a clock", |event| {
        matches!(event, MatchEvent::Clock(Some(_))).then_some(())
    });
    // Nobody wants it any longer, neither who had asked for it nor who had agreed: another one needs all again.
    for person in [&mut host, &mut guest] {
        person.matched("no wish", |event| match event {
            MatchEvent::Pause { wanted, paused } if wanted.is_empty() => {
                assert!(!paused);
                Some(())
            }
            _ => None,
        });
    }
    pause(&guest, true);
    host.matched("one wish", |event| match event {
        MatchEvent::Pause { wanted, paused } => {
            assert!(!paused);
            (wanted.len() == 1).then_some(())
        }
        _ => None,
    });
    play_on(&mut [&mut host, &mut guest], id);
}

#[test]
fn who_goes_is_reconnecting_and_who_comes_back_is_here_and_is_told_the_match_again() {
    let (mut host, guest, id, _) = pair(false);
    let presence = |person: &mut Person, expected: Presence| {
        person.matched("somebody's presence", |event| match event {
            MatchEvent::Presence { presence, .. } if *presence == expected => Some(()),
            _ => None,
        });
    };
    presence(&mut host, Presence::Here);
    let Person {
        node, folder, identity, ..
    } = guest;
    node.stop();
    presence(&mut host, Presence::Reconnecting);
    let mut guest = Person::start(identity, folder, Versions::OURS);
    guest.node.command(Command::Resume(id));
    assert_eq!(guest.began(), (id, PartyId::new(1)));
    presence(&mut host, Presence::Here);
    guest.matched("the steps before", |event| match event {
        MatchEvent::Told { told, again } => {
            assert!(*again && told.step == 0);
            Some(())
        }
        _ => None,
    });
    play_on(&mut [&mut host, &mut guest], id);
}

/// Tells of matches that never were, and asks for nothing that is anything.
#[derive(Clone, Default)]
struct Liar {
    /// How often lists and certificates were asked of him.
    asked: Arc<[AtomicUsize; 2]>,
}

impl Exchange for Liar {
    fn answer(&self, _: IdentityKey, request: &[u8]) -> Option<Vec<u8>> {
        let request: Value = cbor::from_slice(request, &cbor::Limits::new(1024)).unwrap();
        let what = request.as_map().unwrap()[0].0.as_text().unwrap().to_owned();
        let ids = (0..1024_u32).map(|n| {
            let mut id = vec![0; 32];
            id[..4].copy_from_slice(&n.to_be_bytes());
            Value::Bytes(id)
        });
        let (count, content) = if what == "list" {
            (
                &self.asked[0],
                Value::Array(vec![Value::Array(ids.collect()), Value::Bool(false)]),
            )
        } else {
            (&self.asked[1], Value::Array(vec![Value::Bytes(vec![0x80; 700]); 16]))
        };
        count.fetch_add(1, Ordering::Relaxed);
        Some(cbor::to_vec(&Value::Map(vec![(Value::from(what), content)])).unwrap())
    }

    fn ask(&self, _: IdentityKey) -> Box<dyn Asking> {
        Box::new(Nonsense(Some(vec![0xff; 1000])))
    }

    fn over(&self) {}
}

struct Nonsense(Option<Vec<u8>>);

impl Asking for Nonsense {
    fn request(&mut self) -> Option<Vec<u8>> {
        self.0.take()
    }

    fn take(&mut self, _: &[u8]) -> Result<usize, Stopped> {
        panic!("nonsense is not answered");
    }
}

#[test]
fn whoever_tells_of_matches_that_never_were_is_asked_no_further_and_the_match_goes_on() {
    let liar = Liar::default();
    let [one, two] = [1, 2].map(|seed| Arc::new(Identity::from_secret(&[seed; 32])));
    let host = Person::start_with(one, tempfile::tempdir().unwrap(), |config| {
        config.certificates = Some(Arc::new(liar.clone()));
    });
    let folder = tempfile::tempdir().unwrap();
    let profile = Folder::at(folder.path());
    let guest = Person::start_with(two, folder, |config| {
        config.certificates = Some(Arc::new(Meeting::new(profile.clone())));
    });
    let (mut host, mut guest, id, _) = seat(false, host, guest);
    let count = |n: usize| liar.asked[n].load(Ordering::Relaxed);
    until("the questions", || count(1) > 0);
    play_on(&mut [&mut host, &mut guest], id);
    assert_eq!((count(0), count(1)), (1, 1));
    assert!(!profile.certificates().exists());
    let told = |event: &Event| matches!(event, Event::Certificates { .. });
    assert!(!guest.heard.iter().any(told));
}
