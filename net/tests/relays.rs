//! Relays over loopback: those of this person's choice, those that are borrowed from invitations, and people who are behind one.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests.

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::RelayAddress;
use majlis_net::event::Outcome;
use majlis_net::invite::Invitation;
use majlis_net::limits::{MAX_BORROWED_OF_TABLE, MAX_BORROWED_RELAYS, MAX_SHARED_RELAYS};
use majlis_net::people::{Lead, People};
use majlis_net::relay::{self, Told};
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_net::{Command, Config, Event, Events, Node, TableEvent};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

/// How long anything may take before it counts as not happening.
const LONG: Duration = Duration::from_secs(90);

fn key(seed: u8) -> IdentityKey {
    Identity::from_secret(&[seed; 32]).key()
}

/// A relay that is nowhere.
fn relay(seed: u8) -> RelayAddress {
    RelayAddress {
        key: key(seed),
        address: format!("/ip4/127.0.0.1/tcp/{}", 2 + u16::from(seed)).parse().unwrap(),
    }
}

/// An invitation to a table that is nowhere, by these relays.
fn invitation(table: u8, relays: impl IntoIterator<Item = u8>) -> Box<Invitation> {
    let mut invitation = Invitation::new(key(250), TableId([table; 16]));
    invitation.relays = relays.into_iter().map(relay).collect();
    Box::new(invitation)
}

struct Person {
    node: Node,
    events: Events,
    opened: u8,
    _data: tempfile::TempDir,
}

impl Person {
    fn start(seed: u8, change: impl FnOnce(&mut Config)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut config = Config::new(Arc::new(Identity::from_secret(&[seed; 32])), "x", data.path());
        config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
        config.lobby = false;
        change(&mut config);
        let (node, events) = Node::start(config).unwrap();
        Self {
            node,
            events,
            opened: 100,
            _data: data,
        }
    }

    fn wait<T>(&self, what: &str, mut pick: impl FnMut(Event) -> Option<T>) -> T {
        let until = Instant::now() + LONG;
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            if let Some(picked) = self.events.recv_timeout(left).and_then(&mut pick) {
                return picked;
            }
        }
        panic!("{what} does not come");
    }

    /// The relays that an invitation of this person names now.
    fn relays(&mut self) -> Vec<RelayAddress> {
        self.opened += 1;
        let open = TableId([self.opened; 16]);
        self.node.command(Command::Open {
            table: open,
            terms: Terms::new(GameId::Domino, Table::new(2)),
            secret: None,
            advertised: false,
        });
        let invitation = self.wait("an invitation", |event| match event {
            Event::Table {
                table,
                event: TableEvent::Open(invitation),
            } if table == open => Some(invitation),
            _ => None,
        });
        self.node.command(Command::Stand(open));
        invitation.relays
    }

    /// Waits until these are the relays.
    fn until(&mut self, right: &[RelayAddress]) {
        let until = Instant::now() + LONG;
        let mut relays = self.relays();
        while relays != right {
            assert!(Instant::now() < until, "{relays:?} instead of {right:?}");
            thread::sleep(Duration::from_millis(100));
            relays = self.relays();
        }
    }
}

#[test]
fn borrowed_relays_go_with_their_tables_and_never_take_the_place_of_ones_own() {
    let own: Vec<RelayAddress> = [200, 1].map(relay).into();
    let mut person = Person::start(1 + 60, |config| config.relays.clone_from(&own));
    let mine = {
        let relays = person.relays();
        assert!(relays.len() == own.len() && own.iter().all(|relay| relays.contains(relay)));
        relays
    };
    // Many tables, each with as many relays as an invitation holds: of each some are used, and of all together not more than so many.
    for table in 0..8u8 {
        let relays = (0..6).map(|at| 10 + 6 * table + at);
        person.node.command(Command::Join(invitation(table + 1, relays)));
        let used = person.relays();
        assert!(used.starts_with(&mine), "{used:?}");
        let borrowed = used.len() - mine.len();
        let most = MAX_BORROWED_RELAYS.min(MAX_SHARED_RELAYS - mine.len());
        assert!(borrowed >= 1 && borrowed <= most.min(MAX_BORROWED_OF_TABLE * (usize::from(table) + 1)));
    }
    // With the tables they are gone, and another table can bring its own.
    for table in 0..8u8 {
        person.node.command(Command::Stand(TableId([table + 1; 16])));
    }
    person.until(&mine);
    person.node.command(Command::Join(invitation(99, [90])));
    let mut with = mine.clone();
    with.push(relay(90));
    assert_eq!(person.relays(), with);
    // One table goes, another that names the same relay stays.
    person.node.command(Command::Join(invitation(98, [90, 91])));
    person.node.command(Command::Stand(TableId([98; 16])));
    person.until(&with);
    person.node.command(Command::Stand(TableId([99; 16])));
    person.until(&mine);
}

/// An invitation that names a relay of this person's choice changes nothing about it.
#[test]
fn a_relay_of_ones_own_stays_as_it_was_chosen() {
    let leads = relay(7);
    let mut person = Person::start(70, |config| {
        config.relays = vec![relay(8)];
        config.bootstrap = vec![leads.clone()];
    });
    let mut false_address = relay(8);
    false_address.address = "/ip4/127.0.0.1/tcp/9".parse().unwrap();
    let mut invitation = invitation(1, [7]);
    invitation.relays.push(false_address);
    person.node.command(Command::Join(invitation));
    assert_eq!(person.relays(), [relay(8)]);
    person.node.command(Command::Stand(TableId([1; 16])));
    thread::sleep(Duration::from_secs(2));
    assert_eq!(person.relays(), [relay(8)]);
}

/// Somebody who can be reached through a relay alone is asked to a table after a restart: the list of people leads to him.
#[test]
fn somebody_behind_a_relay_is_asked_to_a_table_by_what_the_list_of_people_knows() {
    let (told, telling) = mpsc::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let config = relay::Config {
        identity: Arc::new(Identity::from_secret(&[220; 32])),
        listen: vec!["/ip4/127.0.0.1/tcp/0".to_owned()],
        external: Vec::new(),
        peers: Vec::new(),
        metrics: None,
    };
    let running = thread::spawn(move || {
        let stopped = async {
            let _ = stopped.await;
        };
        relay::run_until(config, |event| drop(told.send(event)), stopped)
    });
    let relay = loop {
        if let Told::Listening(at) = telling.recv_timeout(LONG).unwrap() {
            break at;
        }
    };
    let other = Person::start(81, |config| {
        config.relays = vec![relay.clone()];
        config.acquaintances = vec![key(80)];
    });
    other.wait("a place at the relay", |event| match event {
        Event::Reach { relays, .. } => (!relays.is_empty()).then_some(()),
        _ => None,
    });
    // What was noted when they played: no address leads there any more.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("people.cbor");
    let lead = Lead {
        addresses: vec!["/ip4/127.0.0.1/tcp/1".parse().unwrap()],
        relays: vec![relay],
    };
    People::open(&path).unwrap().met(key(81), "Ana", &lead, 1).unwrap();

    let people = People::open(&path).unwrap();
    let host = Person::start(80, |_| {});
    let table = TableId([5; 16]);
    host.node.command(Command::Open {
        table,
        terms: Terms::new(GameId::Domino, Table::new(2)),
        secret: None,
        advertised: false,
    });
    host.wait("an open table", |event| match event {
        Event::Table {
            event: TableEvent::Open(_),
            ..
        } => Some(()),
        _ => None,
    });
    host.node.command(Command::Invite {
        table,
        person: key(81),
        lead: people.get(&key(81)).unwrap().lead.clone(),
    });
    let outcome = host.wait("what came of it", |event| match event {
        Event::Table {
            event: TableEvent::Called { outcome, .. },
            ..
        } => Some(outcome),
        _ => None,
    });
    assert_eq!(outcome, Outcome::Shown);
    host.node.stop();
    other.node.stop();
    stop.send(()).unwrap();
    running.join().unwrap().unwrap();
}
