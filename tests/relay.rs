//! A relay as a process: what it prints, what it serves, how it stops.
#![allow(clippy::unwrap_used, clippy::panic)] // Helpers of tests.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use majlis::folder::Folder;
use majlis_crypto::identity::store;
use majlis_net::people::{People, Standing};

struct Relay {
    process: Child,
    lines: Option<BufReader<ChildStdout>>,
}

impl Relay {
    fn start(data: &Path, more: &[&str]) -> Self {
        let mut process = command(data, more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = process.stdout.take().map(BufReader::new);
        Self { process, lines }
    }

    /// The rest of the first line that starts with `word`.
    fn line(&mut self, word: &str) -> String {
        let mut line = String::new();
        let lines = self.lines.as_mut().unwrap();
        while lines.read_line(&mut line).unwrap() > 0 {
            if let Some(rest) = line.strip_prefix(word) {
                return rest.trim().to_owned();
            }
            line.clear();
        }
        panic!("no line starts with {word}");
    }

    fn signal(&self, name: &str) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// The exit status, after it has been asked to end.
    fn ended(mut self) -> Option<i32> {
        let until = Instant::now() + Duration::from_secs(180);
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.code();
            }
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn command(data: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_majlis"));
    command.args(["relay", "--data"]).arg(data).args(more);
    command
}

/// What a relay that cannot start says.
fn refused(data: &Path, more: &[&str]) -> (Option<i32>, String) {
    let output = command(data, more).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

const LOOPBACK: &[&str] = &[
    "--listen",
    "/ip4/127.0.0.1/tcp/0",
    "--listen",
    "/ip4/127.0.0.1/udp/0/quic-v1",
];

#[test]
fn it_serves_metrics_stops_when_asked_and_keeps_its_address() {
    let data = tempfile::tempdir().unwrap();
    let with_metrics = [
        LOOPBACK,
        &["--metrics", "127.0.0.1:0", "--external", "/dns/relay.example/tcp/4001"],
    ]
    .concat();
    let mut relay = Relay::start(data.path(), &with_metrics);
    let metrics = relay.line("metrics http://");
    let first = relay.line("listening ");
    let external = relay.line("external ");
    let peer = |address: &str| address.rsplit('/').next().unwrap().to_owned();
    assert!(first.starts_with("/ip4/127.0.0.1/") && external.starts_with("/dns/relay.example/tcp/4001/p2p/"));
    assert_eq!(peer(&first), peer(&external));

    let (at, path) = metrics.split_once('/').unwrap();
    let mut stream = TcpStream::connect(at).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {at}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 200 OK") && answer.contains("majlis_relay_connections 0"),
        "{answer}"
    );

    // A second one with the same identity is refused and says what to do.
    let (status, said) = refused(data.path(), LOOPBACK);
    assert_eq!(status, Some(1));
    assert!(said.contains("--data DIR") && said.lines().count() == 1, "{said}");

    relay.signal("-TERM");
    assert_eq!(relay.line("stopping"), "");
    assert_eq!(relay.ended(), Some(0));

    // Only its identity is left, and its address follows from it.
    let mut left: Vec<String> = std::fs::read_dir(data.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["identity", "lock"]);
    let mut again = Relay::start(data.path(), LOOPBACK);
    assert_eq!(peer(&again.line("listening ")), peer(&first));
    again.signal("-INT");
    assert_eq!(again.ended(), Some(0));
}

#[test]
fn what_it_cannot_do_it_says_in_one_sentence() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let tcp = format!("/ip4/127.0.0.1/tcp/{port}");
    let metrics = format!("127.0.0.1:{port}");
    let cases: [(&[&str], i32, &str); 6] = [
        (&["--listen", &tcp], 1, "choose another address or port"),
        (&["--listen", "127.0.0.1:4001"], 2, "/ip4/0.0.0.0/tcp/4001"),
        (&["--listen", "/dns/relay.example/tcp/4001"], 2, "/ip4/0.0.0.0/tcp/4001"),
        (
            &[LOOPBACK[0], LOOPBACK[1], "--metrics", &metrics],
            1,
            "choose another port",
        ),
        (
            &[LOOPBACK[0], LOOPBACK[1], "--external", "/ip4/0.0.0.0/tcp/1"],
            2,
            "give the address of a machine",
        ),
        (
            &[LOOPBACK[0], LOOPBACK[1], "--peer", "/ip4/192.0.2.1/tcp/1"],
            2,
            "add /p2p/",
        ),
    ];
    for (arguments, status, sentence) in cases {
        let (code, said) = refused(data.path(), arguments);
        assert_eq!(code, Some(status), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}

/// What `majlis lobby` prints.
fn lobby(relay: &str, more: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_majlis"))
        .args([
            "lobby",
            "--no-mdns",
            "--listen",
            "/ip4/127.0.0.1/tcp/0",
            "--relay",
            relay,
        ])
        .args(more)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_match_is_found_in_the_lobby_and_played_through_the_relay() {
    let folder = tempfile::tempdir().unwrap();
    let data = |name: &str| folder.path().join(name);
    let mut relay = Relay::start(&data("relay"), LOOPBACK);
    let at = relay.line("listening ");
    assert_eq!(lobby(&at, &["--wait", "1"]), "no open tables\n");

    let bot = [
        "--bot",
        "greedy",
        "--no-mdns",
        "--listen",
        "/ip4/127.0.0.1/tcp/0",
        "--relay",
        &at,
    ];
    let start = |arguments: &[&str], name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_majlis"));
        command.args(arguments).args(bot).arg("--data").arg(data(name));
        Relay {
            process: command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .map(|mut process| {
                    // The lines are read by nobody; what is printed must not fill a pipe.
                    let mut out = process.stdout.take().unwrap();
                    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
                    process
                })
                .unwrap(),
            lines: None,
        }
    };
    let host = start(&["host", "--game", "four", "--seats", "2"], "host");
    let found = lobby(&at, &["--wait", "90", "--enough", "1", "--json"]);
    let found: serde_json::Value = serde_json::from_str(found.trim()).unwrap();
    assert_eq!(
        (found["game"].as_str(), found["free"].as_u64()),
        (Some("four"), Some(1))
    );
    assert!(found["mismatch"].is_null());
    // Whoever has blocked the host does not see his table, and only looking makes no profile.
    let mut people = People::open(folder.path().join("people.cbor")).unwrap();
    let key = store::load_public(&data("host").join("identity")).unwrap();
    people.set_standing(key, "x", Standing::Blocked, 1).unwrap();
    let profile = data("looking");
    let profile = profile.to_str().unwrap();
    let seen = |profile: &str| lobby(&at, &["--wait", "5", "--data", profile]);
    assert!(seen(profile).starts_with("four for 2"));
    assert!(!Path::new(profile).exists());
    let blocked = data("blocking");
    std::fs::create_dir(&blocked).unwrap();
    std::fs::copy(folder.path().join("people.cbor"), Folder::at(&blocked).people()).unwrap();
    assert_eq!(seen(blocked.to_str().unwrap()), "no open tables\n");
    let guest = start(&["join", found["invitation"].as_str().unwrap()], "guest");
    assert_eq!((host.ended(), guest.ended()), (Some(0), Some(0)));

    let log = |name: &str| {
        let folder = std::fs::read_dir(data(name).join("matches")).unwrap();
        let mut logs = folder
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "mlog"));
        std::fs::read(logs.next().unwrap()).unwrap()
    };
    assert_eq!(log("host"), log("guest"));
    // The relay holds nothing of it.
    assert!(!data("relay").join("matches").exists());
}
