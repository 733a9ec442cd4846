//! Hostile peers against a node in which honest people play: its memory stays bounded, the match goes on to its end, and whoever
//! sends garbage is dropped and not let in again.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr)] // Figures, for whoever runs it with --nocapture.

mod attacker;

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use attacker::{Attack, Payload, Tally, attack, silence};
use libp2p::multiaddr::Protocol;
use libp2p::{Multiaddr, PeerId};
use majlis_crypto::cbor::Value;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::advert::{Advert, Versions};
use majlis_net::invite::Invitation;
use majlis_net::table_id::TableId;
use majlis_referee::agreement::Clock;
use majlis_rules::table::Table;

/// What a node under attack may have in memory at most, in MiB: some 50 that it has with a running match, and the
/// sum of what its limits let strangers make it hold, as far as these attacks try. Measured were 62.
const BOUND: u64 = 128;

/// How long anything may take before it counts as not happening.
const LONG: Duration = Duration::from_secs(120);

struct Process(Child);

impl Process {
    fn start(arguments: &[&str], data: &Path, folder: &Path) -> Self {
        Self::spawn(arguments, data, folder, Stdio::null())
    }

    /// The same, with what it prints in a file.
    fn start_telling(arguments: &[&str], data: &Path, folder: &Path, told: &Path) -> Self {
        Self::spawn(arguments, data, folder, std::fs::File::create(told).unwrap().into())
    }

    fn spawn(arguments: &[&str], data: &Path, folder: &Path, out: Stdio) -> Self {
        let log = std::fs::File::create(folder.join(format!("{}.log", arguments[0]))).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args(arguments)
            .arg("--data")
            .arg(data)
            .env("MAJLIS_LOG", "warn,majlis_net=info")
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(log)
            .spawn()
            .unwrap();
        Self(child)
    }

    /// The most memory that the process has had, in MiB.
    fn peak(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap_or_default();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap_or("VmHWM: 0");
        line.split_whitespace()
            .nth(1)
            .and_then(|kib| kib.parse::<u64>().ok())
            .unwrap_or(0)
            / 1024
    }

    fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }

    fn status(&mut self, limit: Duration) -> Option<i32> {
        let until = Instant::now() + limit;
        while Instant::now() < until {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the process does not end");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn wait_for_file(path: &Path) -> String {
    let until = Instant::now() + LONG;
    while Instant::now() < until {
        if let Ok(text) = std::fs::read_to_string(path) {
            return text;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{} does not come", path.display());
}

fn peer_id(key: &IdentityKey) -> PeerId {
    let key = libp2p::identity::ed25519::PublicKey::try_from_bytes(key.as_bytes()).unwrap();
    PeerId::from_public_key(&key.into())
}

/// A signed advert of a host of its own, for a table of its own.
fn advert(number: u64) -> Vec<u8> {
    let mut secret = [0x33; 32];
    secret[..8].copy_from_slice(&number.to_be_bytes());
    let host = Identity::from_secret(&secret);
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    Advert {
        versions: Versions::OURS,
        host: host.key(),
        name: "everybody come here".to_owned(),
        table: TableId([1; 16]),
        stamp: u64::try_from(since.as_millis()).unwrap(),
        life: 180,
        game: "domino".to_owned(),
        terms: Table::new(2),
        clock: Clock::default(),
        persons: 2,
        free: 1,
        watch: false,
        addresses: vec!["/ip4/192.0.2.1/tcp/80".parse().unwrap(); 8],
        relays: vec![],
    }
    .sign(&host)
    .unwrap()
}

/// An advert in somebody else's name.
fn forged(number: u64) -> Vec<u8> {
    let mut bytes = advert(number);
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    bytes
}

/// All attacks by name, and whether the attacker is to be dropped for the session.
fn attacks() -> BTreeMap<&'static str, (Attack, bool)> {
    let huge = [&u32::MAX.to_be_bytes()[..], &[0x82; 100]].concat();
    let garbage = [&100u32.to_be_bytes()[..], &[0xff; 100]].concat();
    // A greeting of another world is well formed and no offence, but no frame follows from it.
    let slow = [&60_000u32.to_be_bytes()[..], &[0x82; 200]].concat();
    let random: Vec<u8> = (0..4000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let streams = |protocol, payload, most| Attack::Streams(protocol, payload, most);
    let mut all = BTreeMap::from([
        (
            "garbage frames",
            (streams("/majlis/table/1", Payload::Bytes(garbage), 4), true),
        ),
        (
            "huge frames",
            (streams("/majlis/table/1", Payload::Endless(huge), 8), true),
        ),
        (
            "slow frames",
            (streams("/majlis/table/1", Payload::Slow(slow), 100), false),
        ),
        (
            "many streams",
            (streams("/majlis/table/1", Payload::Slow(vec![0]), 1000), false),
        ),
        (
            "lists that are none",
            (streams("/majlis/lobby/1", Payload::Endless(vec![]), 4), true),
        ),
        (
            "endless requests for certificates",
            (streams("/majlis/certificates/1", Payload::Endless(vec![]), 4), true),
        ),
        (
            "slow requests for certificates",
            (
                streams("/majlis/certificates/1", Payload::Slow(vec![0xa1; 100]), 100),
                false,
            ),
        ),
        ("forged adverts", (Attack::Gossip(Arc::new(forged)), true)),
        (
            "garbage adverts",
            (Attack::Gossip(Arc::new(|n| n.to_be_bytes().repeat(100))), true),
        ),
        ("a flood of adverts", (Attack::Gossip(Arc::new(advert)), false)),
    ]);
    for (name, protocol) in [
        ("garbage to Kademlia", "/majlis/kad/1"),
        ("garbage to gossip", "/majlis/gossip/1.1.0"),
        ("garbage to identify", "/ipfs/id/1.0.0"),
        ("garbage to identify push", "/ipfs/id/push/1.0.0"),
        ("garbage to ping", "/ipfs/ping/1.0.0"),
        ("garbage to hole punching", "/libp2p/dcutr"),
        ("garbage to circuits", "/libp2p/circuit/relay/0.2.0/stop"),
        ("garbage to AutoNAT", "/libp2p/autonat/2/dial-back"),
        ("a protocol that nobody speaks", "/somebody/else/1"),
    ] {
        all.insert(name, (streams(protocol, Payload::Bytes(random.clone()), 16), false));
    }
    all.insert(
        "endless Kademlia",
        (streams("/majlis/kad/1", Payload::Endless(vec![0xff; 8]), 16), false),
    );
    all.insert(
        "endless gossip",
        (
            streams("/majlis/gossip/1.1.0", Payload::Endless(vec![0xff; 8]), 4),
            false,
        ),
    );
    all
}

/// Attackers at work.
struct Siege {
    runtime: tokio::runtime::Runtime,
    /// By name; with each, whether it is to be dropped for the session.
    tallies: BTreeMap<&'static str, (Arc<Tally>, bool)>,
}

impl Siege {
    /// Lets loose all attacks that `wanted` wants, many identities and silent connections.
    fn begin(victim: PeerId, address: &Multiaddr, wanted: impl Fn(&str) -> bool) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let port = address.iter().find_map(|part| match part {
            Protocol::Tcp(port) => Some(port),
            _ => None,
        });
        let at = SocketAddr::from(([127, 0, 0, 1], port.unwrap()));
        let mut tallies = BTreeMap::new();
        for (name, (what, dropped)) in attacks().into_iter().filter(|(name, _)| wanted(name)) {
            let tally = Arc::<Tally>::default();
            runtime.spawn(attack(victim, address.clone(), what, tally.clone()));
            tallies.insert(name, (tally, dropped));
        }
        let tally = Arc::<Tally>::default();
        for _ in 0..40 {
            runtime.spawn(attack(victim, address.clone(), Attack::Presence, tally.clone()));
        }
        tallies.insert("many identities", (tally, false));
        let tally = Arc::<Tally>::default();
        runtime.spawn(silence(at, 200, tally.clone()));
        tallies.insert("silent connections", (tally, false));
        Self { runtime, tallies }
    }

    /// Who is to be dropped and has not been yet.
    fn not_dropped(&self) -> Vec<&'static str> {
        let yet = |(tally, dropped): &(Arc<Tally>, bool)| *dropped && tally.closed.load(Ordering::Relaxed) == 0;
        self.tallies
            .iter()
            .filter(|(_, of)| yet(of))
            .map(|(name, _)| *name)
            .collect()
    }

    fn print(&self) {
        for (name, (tally, _)) in &self.tallies {
            let number = |counter: &std::sync::atomic::AtomicUsize| counter.load(Ordering::Relaxed);
            eprintln!(
                "{name}: {} connections, {} closed, {} refused, {} sent",
                number(&tally.connected),
                number(&tally.closed),
                number(&tally.refused),
                number(&tally.sent)
            );
        }
    }

    fn end(self) {
        self.runtime.shutdown_background();
    }
}

#[test]
fn a_match_goes_on_under_attack_and_memory_stays_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let data = |name: &str| -> PathBuf { folder.path().join(name) };
    let invite = data("invite");
    let invite_text = invite.to_str().unwrap();
    let listen = [
        "--listen",
        "/ip4/127.0.0.1/tcp/0",
        "--no-mdns",
        "--bot",
        "random",
        "--think",
        "20",
    ];
    // Both sides take a moment for each move, so that the match lasts as long as the attack.
    let host = [
        "host",
        "--game",
        "jackaroo",
        "--seats",
        "4",
        "--option",
        "persons=2",
        "--invite-file",
        invite_text,
    ];
    let mut host = Process::start(&[&host[..], &listen].concat(), &data("host"), folder.path());
    let invitation = wait_for_file(&invite).trim().to_owned();
    let parsed: Invitation = invitation.parse().unwrap();
    let mut guest = Process::start(
        &[&["join", &invitation][..], &listen].concat(),
        &data("guest"),
        folder.path(),
    );

    let victim = peer_id(&parsed.host);
    let address: Multiaddr = parsed.addresses[0].to_string().parse().unwrap();
    let matches = data("host").join("matches");
    let until = Instant::now() + LONG;
    while !matches.exists() {
        assert!(Instant::now() < until, "the match does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    let before = host.peak();

    let siege = Siege::begin(victim, &address, |_| true);
    // Until the match is over. A connection that was closed before counts, and so does coming back in vain.
    let mut not_dropped: Vec<&str> = Vec::new();
    let mut just_now: Vec<&str> = Vec::new();
    let until = Instant::now() + 3 * LONG;
    let mut peak = 0;
    while host.is_running() {
        peak = peak.max(host.peak());
        // The host closes everything at its end, which does not count.
        not_dropped = core::mem::take(&mut just_now);
        just_now = siege.not_dropped();
        assert!(Instant::now() < until, "the match does not end");
        std::thread::sleep(Duration::from_millis(200));
    }
    siege.print();
    eprintln!("memory of the host: {before} MiB before, at most {peak} MiB under attack");
    assert!(peak < BOUND, "{peak} MiB");
    assert!(not_dropped.is_empty(), "not dropped: {not_dropped:?}");
    assert_eq!(host.status(LONG), Some(0));
    assert_eq!(guest.status(LONG), Some(0));
    siege.end();

    // The logs of both are the same bytes, and they verify.
    let log = |name: &str| {
        let folder = data(name).join("matches");
        let mut logs: Vec<PathBuf> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "mlog"))
            .collect();
        assert_eq!(logs.len(), 1);
        logs.remove(0)
    };
    let (ours, theirs) = (log("host"), log("guest"));
    assert_eq!(std::fs::read(&ours).unwrap(), std::fs::read(theirs).unwrap());
    let verified = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .arg("verify")
        .arg(ours)
        .output()
        .unwrap();
    assert!(verified.status.success());
}

#[test]
fn a_relay_serves_on_under_attack_and_its_memory_stays_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let relay = ["relay", "--listen", "/ip4/127.0.0.1/tcp/0", "--metrics", "127.0.0.1:0"];
    let mut relay = Process::start_telling(&relay, &folder.path().join("relay"), folder.path(), &told);
    let line = |word: &str| -> String {
        let until = Instant::now() + LONG;
        while Instant::now() < until {
            let text = std::fs::read_to_string(&told).unwrap_or_default();
            let complete = text.rsplit_once('\n').map_or("", |(complete, _)| complete);
            if let Some(rest) = complete.lines().find_map(|line| line.strip_prefix(word)) {
                return rest.to_owned();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the relay does not say {word}");
    };
    let at = line("listening ");
    let metrics = line("metrics http://");
    let mut address: Multiaddr = at.parse().unwrap();
    let Some(Protocol::P2p(victim)) = address.pop() else {
        panic!("{at} names nobody");
    };
    let before = relay.peak();
    // A relay has no tables, and no matches to tell of.
    let siege = Siege::begin(victim, &address, |name| {
        !name.contains("frames") && !name.contains("certificates")
    });
    let until = Instant::now() + LONG;
    while !siege.not_dropped().is_empty() {
        assert!(Instant::now() < until, "not dropped: {:?}", siege.not_dropped());
        std::thread::sleep(Duration::from_millis(200));
    }
    // Honest people find a table meanwhile.
    let invite = folder.path().join("invite");
    let listen = ["--listen", "/ip4/127.0.0.1/tcp/0", "--no-mdns"];
    let host = [
        "host",
        "--game",
        "arkan",
        "--seats",
        "2",
        "--bot",
        "random",
        "--relay",
        &at,
        "--invite-file",
    ];
    let host = Process::start(
        &[&host[..], &[invite.to_str().unwrap()], &listen].concat(),
        &folder.path().join("host"),
        folder.path(),
    );
    let parsed: Invitation = wait_for_file(&invite).trim().parse().unwrap();
    let found = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .args(["lobby", "--json", "--wait", "100", "--enough", "1", "--relay", &at])
        .args(["--listen", "/ip4/127.0.0.1/tcp/0", "--no-mdns", "--host"])
        .arg(parsed.host.to_string())
        .output()
        .unwrap();
    let found = String::from_utf8(found.stdout).unwrap();
    assert!(found.contains(&parsed.host.to_string()), "{found}");
    let (server, path) = metrics.split_once('/').unwrap();
    let mut stream = std::net::TcpStream::connect(server).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let counted = |name: &str| -> u64 {
        let line = answer.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|value| value.trim().parse().ok()).unwrap()
    };
    assert!(counted("majlis_relay_offenders_total ") >= 3, "{answer}");
    assert!(counted("majlis_relay_adverts_rejected_total ") >= 6, "{answer}");
    let peak = relay.peak();
    siege.print();
    eprintln!("memory of the relay: {before} MiB before, at most {peak} MiB under attack");
    assert!(relay.is_running() && peak < BOUND, "{peak} MiB");
    drop(host);
    siege.end();
}

/// A frame of a table stream.
fn frame(name: &str, content: Vec<Value>) -> Vec<u8> {
    let value = Value::Map(vec![(Value::from(name), Value::Array(content))]);
    let body = majlis_crypto::cbor::to_vec(&value).unwrap();
    [&u32::try_from(body.len()).unwrap().to_be_bytes()[..], &body].concat()
}

/// A stream of somebody who sits down at a table and changes his mind, so many times.
fn fickle(table: TableId, times: u32) -> Vec<u8> {
    let Versions { protocol, rules, suite } = Versions::OURS;
    let versions = || vec![Value::from(protocol), Value::from(rules), Value::from(suite)];
    let mut bytes = frame("hello", versions());
    for n in 0..times {
        bytes.extend(frame(
            "sit",
            vec![
                Value::Bytes(table.0.to_vec()),
                Value::from(1),
                Value::Null,
                Value::Array(versions()),
                Value::from(format!("somebody {n}")),
                Value::Null,
                Value::from(false),
            ],
        ));
    }
    bytes
}

#[test]
fn who_changes_his_mind_without_end_loses_the_seat_to_somebody_honest() {
    let folder = tempfile::tempdir().unwrap();
    let data = |name: &str| -> PathBuf { folder.path().join(name) };
    let (invite, told) = (data("invite"), data("told"));
    let play = ["--listen", "/ip4/127.0.0.1/tcp/0", "--no-mdns", "--bot", "random"];
    let host = ["host", "--game", "arkan", "--seats", "2", "--json", "--invite-file"];
    let host = [&host[..], &[invite.to_str().unwrap()], &play].concat();
    let mut host = Process::start_telling(&host, &data("host"), folder.path(), &told);
    let invitation = wait_for_file(&invite).trim().to_owned();
    let parsed: Invitation = invitation.parse().unwrap();
    let address: Multiaddr = parsed.addresses[0].to_string().parse().unwrap();

    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let tally = Arc::<Tally>::default();
    let flood = Attack::Streams("/majlis/table/1", Payload::Bytes(fickle(parsed.table, 500)), 4);
    runtime.spawn(attack(peer_id(&parsed.host), address, flood, tally.clone()));
    let until = Instant::now() + LONG;
    while tally.closed.load(Ordering::Relaxed) == 0 {
        assert!(Instant::now() < until, "not dropped");
        std::thread::sleep(Duration::from_millis(50));
    }
    let seatings = || {
        let text = std::fs::read_to_string(&told).unwrap();
        let seated = text.lines().filter(|line| line.contains("\"seating\""));
        seated.map(str::to_owned).collect::<Vec<_>>()
    };
    // He did sit there, and each change of his mind was not told; now the seat is free.
    let until = Instant::now() + LONG;
    while seatings().last().is_none_or(|last| !last.contains("\"seated\":1")) {
        assert!(Instant::now() < until, "the seat is not free: {:?}", seatings().last());
        std::thread::sleep(Duration::from_millis(50));
    }
    let told_often = seatings();
    assert!(told_often.iter().any(|seating| seating.contains("somebody 0")));
    assert!(told_often.len() < 100, "told {} times", told_often.len());

    let mut guest = Process::start(
        &[&["join", &invitation][..], &play].concat(),
        &data("guest"),
        folder.path(),
    );
    assert_eq!((host.status(LONG), guest.status(LONG)), (Some(0), Some(0)));
    runtime.shutdown_background();
}

#[test]
fn absurd_invitations_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let key = Identity::from_secret(&[7; 32]).key();
    let good = Invitation::new(key, TableId([1; 16])).to_string();
    let long = format!("majlis:{}", "A".repeat(20_000));
    let swapped = good.replace("AEAQ", "AQAE");
    assert_ne!(swapped, good);
    for (link, what) in [
        ("", "not an invitation"),
        ("https://example.org/table", "not an invitation"),
        ("majlis:", "mistyped"),
        ("majlis:/etc/passwd", "is in no link"),
        (&good[..good.len() - 2], "mistyped"),
        (swapped.as_str(), "mistyped"),
        (long.as_str(), "too long"),
        ("majlis:مجلس", "is in no link"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_majlis"))
            .args([
                "join",
                link,
                "--bot",
                "random",
                "--no-mdns",
                "--listen",
                "/ip4/127.0.0.1/tcp/0",
                "--data",
            ])
            .arg(folder.path().join("nobody"))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{link}: {said}");
        assert!(said.contains(what) && said.lines().count() == 1, "{link}: {said}");
    }
    // Nothing was made for it.
    assert!(!folder.path().join("nobody").exists());
}
