use super::*;
use crate::advert::Versions;
use majlis_crypto::identity::Identity;
use majlis_referee::agreement::Clock;
use majlis_rules::table::Table;
use proptest::prelude::*;

const DAY: u64 = 1_700_000_000_000;

fn identity(seed: u16) -> Identity {
    let mut secret = [0; 32];
    secret[..2].copy_from_slice(&seed.to_be_bytes());
    Identity::from_secret(&secret)
}

fn key(seed: u16) -> IdentityKey {
    identity(seed).key()
}

fn at(seconds: u64) -> Now {
    Now {
        monotonic: Duration::from_secs(seconds),
        wall: DAY + 1000 * seconds,
    }
}

/// An advert of `host` for its table number `table`, stamped `stamp` milliseconds after the start of the day.
fn bytes(host: u16, table: u8, stamp: u64, life: u16) -> Vec<u8> {
    Advert {
        versions: Versions::OURS,
        host: key(host),
        name: String::new(),
        table: TableId([table; 16]),
        stamp: DAY + stamp,
        life,
        game: "arkan".to_owned(),
        terms: Table::new(4),
        clock: Clock::default(),
        persons: 4,
        free: 3,
        watch: false,
        addresses: vec![],
        relays: vec![],
    }
    .sign(&identity(host))
    .unwrap()
}

const NEIGHBOUR: u16 = 1000;

fn lobby() -> Lobby {
    Lobby::new(key(0))
}

fn hear(lobby: &mut Lobby, bytes: &[u8], now: Now) -> (Verdict, Option<Why>) {
    let received = lobby.receive(&key(NEIGHBOUR), bytes, now);
    (received.verdict, received.why)
}

const ACCEPTED: (Verdict, Option<Why>) = (Verdict::Accept, None);
const OLD: (Verdict, Option<Why>) = (Verdict::Ignore, Some(Why::Old));

#[test]
fn a_table_opens_changes_and_closes() {
    let mut lobby = lobby();
    let (host, table) = (key(1), TableId([1; 16]));
    let changes = |received: Received| received.changes;
    let opened = lobby.receive(&key(NEIGHBOUR), &bytes(1, 1, 10, 180), at(0));
    assert_eq!(changes(opened), [Change::Opened(host, table)]);
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 10, 180), at(1)), OLD);
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 9, 180), at(1)), OLD);
    let updated = lobby.receive(&key(NEIGHBOUR), &bytes(1, 1, 11, 180), at(1));
    assert_eq!(changes(updated), [Change::Updated(host, table)]);
    let closed = lobby.receive(&key(NEIGHBOUR), &bytes(1, 1, 20, 0), at(2));
    assert_eq!(
        (closed.verdict, closed.changes),
        (Verdict::Accept, vec![Change::Gone(host, table)])
    );
    // What was said before does not open it again; a new advert does.
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 19, 180), at(3)), OLD);
    assert!(lobby.is_empty());
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 21, 180), at(4)), ACCEPTED);
}

#[test]
fn a_closing_that_overtakes_the_advert_wins() {
    let mut lobby = lobby();
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 20, 0), at(0)), ACCEPTED);
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 10, 180), at(0)), OLD);
}

#[test]
fn an_expired_table_does_not_come_back_by_its_old_advert() {
    let mut lobby = lobby();
    let advert = bytes(1, 1, 10, 60);
    hear(&mut lobby, &advert, at(0));
    assert_eq!(lobby.next_expiry(), Some(Duration::from_secs(60)));
    assert!(lobby.expire(Duration::from_secs(59)).is_empty());
    assert_eq!(lobby.expire(Duration::from_secs(60)).len(), 1);
    assert_eq!(hear(&mut lobby, &advert, at(61)), OLD);
}

#[test]
fn clocks_may_be_minutes_apart_and_not_hours() {
    for (minutes, verdict) in [(0, Verdict::Accept), (10, Verdict::Accept), (-10, Verdict::Accept)]
        .into_iter()
        .chain([
            (30, Verdict::Ignore),
            (-30, Verdict::Ignore),
            (-10_000_000, Verdict::Ignore),
        ])
    {
        let now = Now {
            wall: DAY.saturating_add_signed(minutes * 60_000),
            ..at(0)
        };
        assert_eq!(
            lobby().receive(&key(NEIGHBOUR), &bytes(1, 1, 0, 180), now).verdict,
            verdict,
            "{minutes}"
        );
    }
}

#[test]
fn garbage_is_rejected_and_other_forms_are_not() {
    let mut lobby = lobby();
    let mut forged = bytes(1, 1, 10, 180);
    *forged.last_mut().unwrap() ^= 1;
    for garbage in [vec![], vec![0xff; 100], vec![0; MAX_ADVERT + 1], forged] {
        assert_eq!(hear(&mut lobby, &garbage, at(0)).0, Verdict::Reject);
    }
    let content = majlis_crypto::cbor::to_vec(&(2u8, "later")).unwrap();
    let later = crate::signed::seal(content, majlis_crypto::identity::SignTag::Advert, &identity(1)).unwrap();
    assert_eq!(hear(&mut lobby, &later, at(0)).0, Verdict::Ignore);
    assert_eq!(
        hear(&mut lobby, &bytes(0, 1, 1, 180), at(0)),
        (Verdict::Ignore, Some(Why::Own))
    );
    assert!(lobby.is_empty());
}

#[test]
fn one_host_has_few_tables_and_few_words() {
    let mut lobby = lobby();
    for table in 0..MAX_TABLES_PER_HOST as u8 {
        assert_eq!(hear(&mut lobby, &bytes(1, table, 10, 180), at(0)), ACCEPTED);
    }
    let more = hear(&mut lobby, &bytes(1, 200, 10, 180), at(0));
    assert_eq!(more, (Verdict::Ignore, Some(Why::TooManyTables)));
    // It opens and closes as fast as it can: little of that is passed on.
    let passed = (0..1000u64)
        .filter(|n| {
            hear(
                &mut lobby,
                &bytes(1, 1, 100 + n, if n % 2 == 0 { 0 } else { 180 }),
                at(0),
            )
            .0 == Verdict::Accept
        })
        .count();
    assert!(passed <= ADVERT_HOST_BURST as usize, "{passed}");
    // Nobody else suffers.
    assert_eq!(hear(&mut lobby, &bytes(2, 1, 10, 180), at(0)), ACCEPTED);
}

#[test]
fn blocked_persons_are_hidden_and_passed_on() {
    let mut lobby = lobby();
    hear(&mut lobby, &bytes(1, 1, 10, 180), at(0));
    hear(&mut lobby, &bytes(2, 1, 10, 180), at(0));
    assert_eq!(lobby.block([key(1)]), [Change::Gone(key(1), TableId([1; 16]))]);
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 20, 180), at(5)), ACCEPTED);
    assert_eq!(lobby.tables().map(|advert| advert.host).collect::<Vec<_>>(), [key(2)]);
    lobby.block([]);
    assert_eq!(hear(&mut lobby, &bytes(1, 1, 30, 180), at(10)), ACCEPTED);
    assert_eq!(lobby.len(), 2);
}

#[test]
fn a_flood_displaces_itself() {
    let bounds = Bounds {
        adverts: 20,
        ..Bounds::default()
    };
    let mut lobby = Lobby::with_bounds(key(0), bounds);
    // Ten honest tables by two neighbours, then two hundred by a third.
    for host in 1..=10 {
        let source = key(NEIGHBOUR + host % 2);
        assert_eq!(
            lobby.receive(&source, &bytes(host, 1, 10, 180), at(0)).verdict,
            Verdict::Accept
        );
    }
    for host in 100..300 {
        lobby.receive(&key(NEIGHBOUR + 9), &bytes(host, 1, 10, 180), at(1));
        assert!(lobby.len() <= 20);
    }
    assert!((1..=10).all(|host| lobby.table(&key(host), &TableId([1; 16])).is_some()));
    assert!(lobby.sources.values().sum::<usize>() == lobby.len());
}

#[test]
fn a_flood_does_not_hide_others_from_the_list() {
    let mut lobby = lobby();
    let honest = bytes(1, 1, 10, 180);
    lobby.receive(&key(NEIGHBOUR), &honest, at(0));
    for host in 100..300 {
        lobby.receive(&key(NEIGHBOUR + 9), &bytes(host, 1, 10, 180), at(1));
    }
    let place = lobby.messages().iter().position(|message| *message == honest);
    assert!(place.is_some_and(|place| place < 2), "{place:?}");
    assert_eq!(lobby.messages().len(), 201);
}

#[test]
fn a_neighbour_is_limited_before_anything_is_computed() {
    let bounds = Bounds {
        rate: Rate::per_second(1, 5),
        ..Bounds::default()
    };
    let mut lobby = Lobby::with_bounds(key(0), bounds);
    for n in 0..5 {
        assert_eq!(hear(&mut lobby, &bytes(1 + n, 1, 10, 180), at(0)), ACCEPTED);
    }
    let much = hear(&mut lobby, &bytes(7, 1, 10, 180), at(0));
    assert_eq!(much, (Verdict::Ignore, Some(Why::TooMany)));
    assert_eq!(hear(&mut lobby, &bytes(7, 1, 10, 180), at(1)), ACCEPTED);
}

#[test]
fn what_is_remembered_of_hosts_is_bounded() {
    let bounds = Bounds {
        persons: 10,
        ..Bounds::default()
    };
    let mut lobby = Lobby::with_bounds(key(0), bounds);
    for host in 1..60 {
        let now = at(100 * u64::from(host));
        lobby.receive(&key(NEIGHBOUR), &bytes(host, 1, 100_000 * u64::from(host), 1), now);
    }
    assert!(lobby.hosts.len() <= 10 && lobby.paces.len() <= 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever comes in whatever order: the bounds hold, the counts are right, and what is known of a table is the newest
    /// that was accepted.
    #[test]
    fn the_lobby_stays_sound(steps in prop::collection::vec((1u16..8, 0u8..6, 0u64..40, 0u16..90, 0u16..3, 0u64..9), 1..80)) {
        let bounds = Bounds { adverts: 8, tables_per_host: 3, persons: 6, ..Bounds::default() };
        let mut lobby = Lobby::with_bounds(key(0), bounds);
        let mut again = Lobby::with_bounds(key(0), bounds);
        let mut roomy = Lobby::new(key(0));
        let mut listed = BTreeSet::new();
        let mut newest: BTreeMap<(IdentityKey, TableId), u64> = BTreeMap::new();
        let mut time = 0;
        for (host, table, stamp, life, source, pause) in steps {
            time += pause;
            let bytes = bytes(host, table, stamp, life);
            let received = lobby.receive(&key(NEIGHBOUR + source), &bytes, at(time));
            prop_assert_eq!(&received, &again.receive(&key(NEIGHBOUR + source), &bytes, at(time)));
            for change in received.changes {
                match change {
                    Change::Opened(host, table) => prop_assert!(listed.insert((host, table))),
                    Change::Updated(host, table) => prop_assert!(listed.contains(&(host, table))),
                    Change::Gone(host, table) => prop_assert!(listed.remove(&(host, table))),
                }
            }
            if roomy.receive(&key(NEIGHBOUR), &bytes, at(time)).verdict == Verdict::Accept {
                let before = newest.insert((key(host), TableId([table; 16])), stamp);
                prop_assert!(before.is_none_or(|before| before < stamp));
            }
            prop_assert!(lobby.len() <= 8 && lobby.hosts.len() <= 6);
            prop_assert_eq!(lobby.sources.values().sum::<usize>(), lobby.len());
            let keys: BTreeSet<_> = lobby.tables().map(|advert| (advert.host, advert.table)).collect();
            prop_assert_eq!(&keys, &listed);
        }
    }
}
