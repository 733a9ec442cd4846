//! Nodes over loopback that meet at a relay: the lobby, tables reached through a circuit, chat, blocking.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::RelayAddress;
use majlis_net::advert::Advert;
use majlis_net::chat::{Message, Phrase, Saying};
use majlis_net::invite::{Invitation, Secret};
use majlis_net::link::{Link, Role, Way};
use majlis_net::people::Lead;
use majlis_net::relay::{self, Told};
use majlis_net::table::{Seating, Terms};
use majlis_net::table_id::TableId;
use majlis_net::{Command, Config, Event, Events, Node, TableEvent};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

/// How long anything may take before it counts as not happening.
const LONG: Duration = Duration::from_secs(90);

/// A relay on a thread of its own.
struct Relay {
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<Result<(), String>>>,
    at: RelayAddress,
}

impl Relay {
    fn start(seed: u8, listen: &str) -> Self {
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let (told, telling) = mpsc::channel();
        let config = relay::Config {
            identity: Arc::new(Identity::from_secret(&[seed; 32])),
            listen: vec![listen.to_owned()],
            external: Vec::new(),
            peers: Vec::new(),
            metrics: None,
        };
        let thread = std::thread::spawn(move || {
            let stopped = async {
                let _ = stopped.await;
            };
            relay::run_until(config, |event| drop(told.send(event)), stopped)
        });
        let at = loop {
            if let Told::Listening(at) = telling.recv_timeout(LONG).unwrap() {
                break at;
            }
        };
        Self {
            stop: Some(stop),
            thread: Some(thread),
            at,
        }
    }

    fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.end();
    }
}

struct Person {
    key: IdentityKey,
    node: Node,
    events: Events,
    _data: tempfile::TempDir,
}

impl Person {
    fn start(seed: u8, change: impl FnOnce(&mut Config)) -> Self {
        let identity = Arc::new(Identity::from_secret(&[seed; 32]));
        let data = tempfile::tempdir().unwrap();
        let mut config = Config::new(identity.clone(), format!("person {seed}"), data.path());
        config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
        change(&mut config);
        let (node, events) = Node::start(config).unwrap();
        Self {
            key: identity.key(),
            node,
            events,
            _data: data,
        }
    }

    /// The first thing among what comes that `pick` picks.
    fn wait<T>(&self, what: &str, mut pick: impl FnMut(Event) -> Option<T>) -> T {
        let until = Instant::now() + LONG;
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            if let Some(picked) = self.events.recv_timeout(left).and_then(&mut pick) {
                return picked;
            }
        }
        panic!("{what} does not come");
    }

    fn open(&self, table: u8, secret: Option<Secret>) -> TableId {
        let table = TableId([table; 16]);
        let terms = Terms::new(GameId::Four, Table::new(2));
        self.node.command(Command::Open {
            table,
            terms,
            secret,
            advertised: true,
        });
        table
    }

    fn reserved(&self) {
        self.wait("a reservation", |event| match event {
            Event::Reach { relays, .. } if !relays.is_empty() => Some(()),
            _ => None,
        });
    }

    fn advert(&self, of: IdentityKey) -> Box<Advert> {
        self.wait("the advert", |event| match event {
            Event::Lobby { host, advert, .. } if host == of => advert,
            _ => None,
        })
    }

    fn gone(&self, of: TableId) {
        self.wait("the withdrawal", |event| match event {
            Event::Lobby {
                table, advert: None, ..
            } => (table == of).then_some(()),
            _ => None,
        });
    }

    fn seating(&self, persons: usize) -> Seating {
        self.wait("the seating", |event| match event {
            Event::Table {
                event: TableEvent::Seating(seating),
                ..
            } => (seating.sitters.len() == persons).then_some(seating),
            _ => None,
        })
    }

    fn said(&self) -> Box<Message> {
        self.wait("a message", |event| match event {
            Event::Said(message) => Some(message),
            _ => None,
        })
    }
}

fn through(relay: &Relay) -> impl Fn(&mut Config) {
    let at = relay.at.clone();
    move |config| config.relays = vec![at.clone()]
}

/// An invitation of what an advert says, reachable through its relays only.
fn by_relay(advert: &Advert) -> Invitation {
    let mut invitation = Invitation::new(advert.host, advert.table);
    invitation.relays.clone_from(&advert.relays);
    invitation
}

#[test]
fn a_table_is_seen_joined_through_a_circuit_talked_at_and_withdrawn() {
    let relay = Relay::start(200, "/ip4/127.0.0.1/tcp/0");
    let host = Person::start(1, through(&relay));
    host.reserved();
    let table = host.open(1, None);
    // A private table beside it is told to nobody.
    let private = TableId([2; 16]);
    host.open(2, Some(Secret([7; 16])));

    let guest = Person::start(2, through(&relay));
    let advert = guest.advert(host.key);
    assert_eq!((advert.table, advert.persons, advert.free), (table, 2, 1));
    assert_eq!(advert.relays, std::slice::from_ref(&relay.at));
    assert_eq!(advert.versions.mismatch(), None);

    guest.node.command(Command::Join(Box::new(by_relay(&advert))));
    assert_eq!(host.seating(2).sitters[1].identity, guest.key);
    guest.seating(2);
    // Its advert says that it is full, to somebody who only listens.
    let listener = Person::start(3, through(&relay));
    listener.wait("a full table", |event| match event {
        Event::Lobby { table: of, advert, .. } => {
            assert_ne!(of, private, "a private table is advertised");
            advert.filter(|advert| advert.free == 0)
        }
        _ => None,
    });

    guest.node.command(Command::Say {
        table,
        saying: Saying::Phrase(Phrase::Salam),
    });
    assert_eq!(guest.said().sender, guest.key);
    assert_eq!(host.said().saying, Saying::Phrase(Phrase::Salam));
    host.node.command(Command::Say {
        table,
        saying: Saying::text("وعليكم السلام").unwrap(),
    });
    assert_eq!(guest.said().sender, host.key);
    // Somebody who does not sit there says nothing.
    listener.node.command(Command::Say {
        table,
        saying: Saying::Phrase(Phrase::Salam),
    });
    listener.wait("a refusal", |event| match event {
        Event::Table {
            event: TableEvent::NotSaid(sentence),
            ..
        } => Some(sentence),
        _ => None,
    });

    host.node.command(Command::Stand(table));
    listener.gone(table);
    relay.stop();
}

#[test]
fn who_comes_later_is_told_at_once_and_blocked_hosts_are_not_shown() {
    let relay = Relay::start(201, "/ip4/127.0.0.1/udp/0/quic-v1");
    let good = Person::start(4, through(&relay));
    let bad = Person::start(5, through(&relay));
    good.open(1, None);
    bad.open(2, None);
    let first = Person::start(6, through(&relay));
    let mut both = vec![];
    while both.len() < 2 {
        let host = first.wait("both tables", |event| match event {
            Event::Lobby { host, advert, .. } => advert.map(|_| host),
            _ => None,
        });
        if !both.contains(&host) {
            both.push(host);
        }
    }
    // The list comes with the connection: the next repetition of the adverts would be a minute away.
    let blocked = bad.key;
    let started = Instant::now();
    let second = Person::start(7, |config| {
        through(&relay)(config);
        config.blocked = vec![blocked];
    });
    second.wait("the good table", |event| match event {
        Event::Lobby { host, advert, .. } => {
            assert_ne!(host, blocked, "a blocked host is shown");
            advert.filter(|_| host == good.key)
        }
        _ => None,
    });
    assert!(started.elapsed() < Duration::from_secs(50), "it came with a repetition");
    // Blocking takes what is shown away, and the blocked one is not let sit down.
    first.node.command(Command::Block(vec![blocked]));
    first.gone(TableId([2; 16]));
    good.node.command(Command::Block(vec![blocked]));
    good.reserved();
    let mut invitation = Invitation::new(good.key, TableId([1; 16]));
    invitation.relays = vec![relay.at.clone()];
    bad.node.command(Command::Join(Box::new(invitation)));
    let refused = bad.wait("a refusal", |event| match event {
        Event::Table {
            event: TableEvent::Refused(refusal),
            ..
        } => Some(refusal.to_string()),
        _ => None,
    });
    assert!(refused.contains("does not want"), "{refused}");
}

#[test]
fn a_lost_relay_is_found_again_and_the_reservation_made_anew() {
    let relay = Relay::start(202, "/ip4/127.0.0.1/tcp/0");
    let address = relay.at.address.to_string();
    let host = Person::start(8, through(&relay));
    host.reserved();
    relay.stop();
    host.wait("the loss", |event| match event {
        Event::Reach { relays, .. } if relays.is_empty() => Some(()),
        _ => None,
    });
    let again = Relay::start(202, &address);
    host.reserved();
    let table = host.open(1, None);
    let guest = Person::start(9, through(&again));
    let advert = guest.advert(host.key);
    guest.node.command(Command::Join(Box::new(by_relay(&advert))));
    assert_eq!(host.seating(2).table, table);
}

#[test]
fn a_person_is_found_again_through_kademlia() {
    let relay = Relay::start(203, "/ip4/127.0.0.1/tcp/0");
    let host = Person::start(10, through(&relay));
    host.reserved();
    let table = host.open(1, Some(Secret([7; 16])));
    let guest = Person::start(11, |config| config.bootstrap = vec![relay.at.clone()]);
    // An old invitation: nobody is at its address any more, and it names no relay.
    let mut invitation = Invitation::new(host.key, table);
    invitation.secret = Some(Secret([7; 16]));
    invitation.addresses = vec!["/ip4/127.0.0.1/tcp/9".parse().unwrap()];
    guest.node.command(Command::Join(Box::new(invitation)));
    assert_eq!(host.seating(2).sitters[1].identity, guest.key);
}

#[test]
fn on_the_local_network_alone_no_relay_is_asked() {
    let relay = Relay::start(204, "/ip4/127.0.0.1/tcp/0");
    let host = Person::start(12, |config| {
        through(&relay)(config);
        config.lan_only = true;
    });
    host.open(1, None);
    let invitation = host.wait("the invitation", |event| match event {
        Event::Table {
            event: TableEvent::Open(invitation),
            ..
        } => Some(invitation),
        _ => None,
    });
    assert!(invitation.relays.is_empty());
    let guest = Person::start(13, |config| config.lan_only = true);
    guest.node.command(Command::Join(invitation));
    host.seating(2);
}

/// The link to somebody, as soon as it is as wanted.
fn link(person: &Person, to: IdentityKey, wanted: impl Fn(&Link) -> bool) -> Link {
    person.wait("the link", |event| match event {
        Event::Links(links) => links.into_iter().find(|link| link.who == to && wanted(link)),
        _ => None,
    })
}

#[test]
fn who_is_connected_and_how_is_told() {
    let relay = Relay::start(205, "/ip4/127.0.0.1/tcp/0");
    let host = Person::start(14, through(&relay));
    let listening = host.wait("an address", |event| match event {
        Event::Listening(addresses) => Some(addresses),
        _ => None,
    });
    host.reserved();
    host.open(1, None);
    let guest = Person::start(15, through(&relay));
    let invitation = by_relay(&guest.advert(host.key));
    let to_relay = link(&guest, relay.at.key, |_| true);
    let address = Some(relay.at.address.clone());
    assert_eq!((to_relay.role, to_relay.way), (Role::Relay, Way::Direct { address }));

    // At first what is said goes through the relay; a moment later, on one machine, it need not any more.
    guest.node.command(Command::Join(Box::new(invitation)));
    let (there, back) = (
        link(&guest, host.key, |link| link.role == Role::Table),
        link(&host, guest.key, |link| link.role == Role::Table),
    );
    for way in [there.way, back.way] {
        match way {
            Way::Relayed { relay: through } => assert_eq!(through.as_ref(), Some(&relay.at)),
            Way::Direct { address } => assert!(address.unwrap().is_loopback()),
        }
    }

    // A friend matters without a table, and a stranger does not.
    let friend = Person::start(16, |config| {
        through(&relay)(config);
        let lead = Lead {
            addresses: listening,
            relays: Vec::new(),
        };
        config.friends = vec![(host.key, lead)];
    });
    link(&friend, host.key, |link| link.role == Role::Friend);
    friend.node.command(Command::Befriend(Vec::new()));
    friend.wait("that nobody is left but the relay", |event| match event {
        Event::Links(links) => links.iter().all(|link| link.role == Role::Relay).then_some(()),
        _ => None,
    });

    let gone = guest.key;
    guest.node.stop();
    host.wait("that the guest has gone", |event| match event {
        Event::Links(links) => links.iter().all(|link| link.who != gone).then_some(()),
        _ => None,
    });
}
