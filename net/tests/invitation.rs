//! Nodes over loopback that ask each other to their tables without a link.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests.

use std::sync::Arc;
use std::time::{Duration, Instant};

use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::Address;
use majlis_net::event::Outcome;
use majlis_net::invite::Secret;
use majlis_net::limits::INVITATIONS;
use majlis_net::people::Lead;
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_net::{Command, Config, Event, Events, Node, TableEvent};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;

/// How long anything may take before it counts as not happening.
const LONG: Duration = Duration::from_secs(90);
const TABLE: TableId = TableId([5; 16]);

struct Person {
    key: IdentityKey,
    node: Node,
    events: Events,
    at: Vec<Address>,
    _data: tempfile::TempDir,
}

fn key(seed: u8) -> IdentityKey {
    Identity::from_secret(&[seed; 32]).key()
}

impl Person {
    fn start(seed: u8, change: impl FnOnce(&mut Config)) -> Self {
        let identity = Arc::new(Identity::from_secret(&[seed; 32]));
        let data = tempfile::tempdir().unwrap();
        let mut config = Config::new(identity.clone(), format!("person {seed}"), data.path());
        config.listen = vec!["/ip4/127.0.0.1/tcp/0".to_owned()];
        config.lobby = false;
        change(&mut config);
        let (node, events) = Node::start(config).unwrap();
        let mut person = Self {
            key: identity.key(),
            node,
            events,
            at: Vec::new(),
            _data: data,
        };
        person.at = person.wait("an address", |event| match event {
            Event::Listening(at) if !at.is_empty() => Some(at),
            _ => None,
        });
        person
    }

    fn lead(&self) -> Lead {
        Lead {
            addresses: self.at.clone(),
            relays: Vec::new(),
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

    /// Opens a private table: nobody finds it in the lobby.
    fn open(&self) {
        self.node.command(Command::Open {
            table: TABLE,
            terms: Terms::new(GameId::Domino, Table::new(2)),
            secret: Some(Secret([9; 16])),
            advertised: false,
        });
        self.wait("an open table", |event| match event {
            Event::Table {
                event: TableEvent::Open(_),
                ..
            } => Some(()),
            _ => None,
        });
    }

    /// Asks somebody to it; gives what came of it.
    fn ask(&self, whom: &Self) -> Outcome {
        self.node.command(Command::Invite {
            table: TABLE,
            person: whom.key,
            lead: whom.lead(),
        });
        self.wait("what came of it", |event| match event {
            Event::Table {
                event: TableEvent::Called { person, outcome },
                ..
            } if person == whom.key => Some(outcome),
            _ => None,
        })
    }

    /// Everything that was told so far of invitations.
    fn invited(&self) -> usize {
        let mut count = 0;
        while let Some(event) = self.events.try_recv() {
            count += usize::from(matches!(event, Event::Invited { .. }));
        }
        count
    }
}

#[test]
fn an_acquaintance_asks_and_the_other_sits_down() {
    let host = Person::start(1, |_| {});
    let guest = Person::start(2, |config| config.acquaintances = vec![key(1)]);
    host.open();
    assert_eq!(host.ask(&guest), Outcome::Shown);
    let invitation = guest.wait("the invitation", |event| match event {
        Event::Invited { game, invitation } => {
            assert_eq!((game, invitation.host), (GameId::Domino, host.key));
            Some(invitation)
        }
        _ => None,
    });
    guest.node.command(Command::Join(invitation));
    host.wait("the guest", |event| match event {
        Event::Table {
            event: TableEvent::Seating(seating),
            ..
        } => (seating.sitters.iter())
            .any(|sitter| sitter.identity == guest.key)
            .then_some(()),
        _ => None,
    });
}

#[test]
fn strangers_and_blocked_people_are_not_shown_and_a_flood_is_bounded() {
    let host = Person::start(3, |_| {});
    let stranger = Person::start(4, |config| config.acquaintances = vec![key(1)]);
    let blocking = Person::start(5, |config| {
        config.acquaintances = vec![key(3)];
        config.blocked = vec![key(3)];
    });
    let patient = Person::start(6, |_| {});
    patient.node.command(Command::Acquaint(vec![key(3)]));
    host.open();
    for other in [&stranger, &blocking] {
        assert_eq!(host.ask(other), Outcome::NotWanted);
        assert_eq!(other.invited(), 0);
    }
    let started = Instant::now();
    let outcomes: Vec<Outcome> = (0..20).map(|_| host.ask(&patient)).collect();
    let shown = outcomes.iter().filter(|outcome| **outcome == Outcome::Shown).count();
    let refills = started.elapsed().as_secs() / INVITATIONS.refill.as_secs();
    let most = usize::try_from(u64::from(INVITATIONS.burst) + refills).unwrap();
    assert!(shown >= 1 && shown <= most, "{shown} of at most {most}");
    assert_eq!(patient.invited(), shown);
}

#[test]
fn a_table_that_is_not_there_and_somebody_who_is_gone_are_told_as_such() {
    let host = Person::start(7, |_| {});
    let other = Person::start(8, |_| {});
    // No table is open.
    assert_eq!(host.ask(&other), Outcome::NotReached);
    host.open();
    let Person { key, at, node, .. } = other;
    node.stop();
    host.node.command(Command::Invite {
        table: TABLE,
        person: key,
        lead: Lead {
            addresses: at,
            relays: Vec::new(),
        },
    });
    let outcome = host.wait("what came of it", |event| match event {
        Event::Table {
            event: TableEvent::Called { outcome, .. },
            ..
        } => Some(outcome),
        _ => None,
    });
    assert_eq!(outcome, Outcome::NotReached);
}
