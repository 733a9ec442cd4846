//! What a node costs that only takes part in the lobby, an empty one and one with 500 tables:
//! `cargo bench --profile dev -p majlis --bench soak -- lobby MINUTES` (3 if nothing is said).
//!
//! The node is alone on its machine, so that its adapter counts all that it sends and receives, with all headers. On the other one are
//! a relay and 125 hosts with four tables each, of which they tell again and again. The node is connected to the relay and five
//! of the hosts, as if it had found them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::RelayAddress;
use majlis_net::event::{Command, Event};
use majlis_net::limits::MAX_TABLES_PER_HOST;
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Events, Node};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::RngExt as _;
use tempfile::TempDir;

use crate::bench::node::Running;
use crate::bench::{Bench, Machine};

const HOSTS: usize = 125;
/// Hosts to whom the node is connected itself.
const NEIGHBOURS: usize = 5;

pub(crate) fn run(minutes: u64) {
    let Some(bench) = Bench::new() else { return };
    let (world, home) = (bench.machine("world"), bench.machine("home"));
    bench.join((&world, "10.1.0.1/16"), (&home, "10.1.0.2/16"));
    let folder = TempDir::new().unwrap();
    let mut relay = world.command(env!("CARGO_BIN_EXE_majlis"));
    relay
        .args(["relay", "--listen", "/ip4/10.1.0.1/tcp/4001", "--data"])
        .arg(folder.path().join("relay"));
    let relay = Running::start("relay", relay);
    let (_, address) = relay.wait_for("address", 0, |line| {
        let word = line.split_whitespace().find(|word| word.contains("/tcp/4001/p2p/"))?;
        Some(word.to_owned())
    });

    let alone = listener(&home, std::slice::from_ref(&address));
    measure("an empty lobby", &home, &alone, minutes);
    drop(alone);

    let crowd = Running::start("crowd", this(&world, &["crowd".to_owned(), address.clone()]));
    // A crowd comes slowly where the machine is slow.
    let mut from = 0;
    for n in 0..HOSTS {
        let line = format!("host {n}");
        (from, ()) = crowd.wait_for(&line, from, |found| (found == line).then_some(()));
    }
    let (_, hosts) = crowd.wait_for("hosts", from, |line| line.strip_prefix("hosts ").map(str::to_owned));
    let mut near = vec![address];
    near.extend(hosts.split_whitespace().map(str::to_owned));
    let full = listener(&home, &near);
    let most = HOSTS * MAX_TABLES_PER_HOST;
    // All of them where the machine keeps up; on a crowded one some come late or have expired meanwhile.
    full.wait_for("nearly the whole lobby", 0, |line| {
        (known(line)? >= most * 19 / 20).then_some(())
    });
    measure(&format!("a lobby with {most} tables"), &home, &full, minutes);
    let told = full.printed();
    let last = told.iter().rev().find_map(|line| known(line));
    println!("  known to the node at the end: {}", last.unwrap_or(0));
    println!("the relay meanwhile: {} KiB resident", relay.memory());
}

/// How many tables the node knows of, by a line that it has printed.
fn known(line: &str) -> Option<usize> {
    line.strip_prefix("known ")?.parse().ok()
}

/// This program on a machine, as something else.
fn this(machine: &Machine, words: &[String]) -> std::process::Command {
    let mut command = machine.command("sh");
    // A crowd in one program has many connections.
    command.args(["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$0\" \"$@\""]);
    command.arg(std::env::current_exe().unwrap()).args(words);
    command
}

fn listener(machine: &Machine, known: &[String]) -> Running {
    let words: Vec<String> = ["listener".to_owned()]
        .into_iter()
        .chain(known.iter().cloned())
        .collect();
    Running::start("listener", this(machine, &words))
}

/// Bytes that a machine has received and sent.
fn carried(machine: &Machine) -> [u64; 2] {
    ["rx_bytes", "tx_bytes"].map(|which| {
        let path = format!("/sys/class/net/eth0/statistics/{which}");
        let output = machine.command("cat").arg(path).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
    })
}

fn measure(what: &str, machine: &Machine, node: &Running, minutes: u64) {
    // Until everybody has met.
    sleep(Duration::from_secs(30));
    let before = carried(machine);
    let mut most = 0;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60 * minutes) {
        most = most.max(node.memory());
        sleep(Duration::from_secs(1));
    }
    let after = carried(machine);
    let a_minute = |n: usize| (after[n] - before[n]) / minutes.max(1);
    println!(
        "{what}: {} KiB resident at most, {} bytes a minute received, {} sent",
        most,
        a_minute(0),
        a_minute(1)
    );
}

fn start(known: &[RelayAddress], folder: &Path, listen: &str) -> (Node, Events, IdentityKey) {
    let identity = Arc::new(Identity::generate(&mut rand::rng()));
    let key = identity.key();
    let mut config = Config::new(identity, "somebody", folder);
    config.listen = vec![listen.to_owned()];
    config.mdns = false;
    config.upnp = false;
    config.bootstrap = known.to_vec();
    let (node, events) = Node::start(config).unwrap();
    (node, events, key)
}

/// The node that is measured: says how many tables it knows of whenever that changes.
pub(crate) fn listen(known: &[String]) {
    let known: Vec<RelayAddress> = known.iter().map(|address| address.parse().unwrap()).collect();
    let folder = TempDir::new().unwrap();
    let (_node, events, _) = start(&known, folder.path(), "/ip4/10.1.0.2/tcp/0");
    let mut tables = BTreeSet::new();
    while let Some(event) = events.recv() {
        if let Event::Lobby { host, table, advert } = event {
            let changed = match advert {
                Some(_) => tables.insert((host, table)),
                None => tables.remove(&(host, table)),
            };
            if changed {
                println!("known {}", tables.len());
            }
        }
    }
}

/// The hosts, each known to some that came before.
pub(crate) fn crowd(relay: &str) {
    let folder = TempDir::new().unwrap();
    let relay: RelayAddress = relay.parse().unwrap();
    let mut hosts: Vec<(Node, Events)> = Vec::new();
    let mut known: Vec<RelayAddress> = Vec::new();
    let mut rng = rand::rng();
    for n in 0..HOSTS {
        let mut to = vec![relay.clone()];
        for _ in 0..2 {
            if !known.is_empty() {
                to.push(known[rng.random_range(0..known.len())].clone());
            }
        }
        let (node, events, key) = start(&to, &folder.path().join(n.to_string()), "/ip4/10.1.0.1/tcp/0");
        let address = loop {
            if let Some(Event::Listening(addresses)) = events.recv()
                && let Some(address) = addresses.first()
            {
                break address.clone();
            }
        };
        known.push(RelayAddress { key, address });
        for number in 0..MAX_TABLES_PER_HOST {
            let games = GameId::ALL;
            let game = games[(n + number) % games.len()];
            let seats = if game == GameId::Jackaroo { 4 } else { 2 };
            node.command(Command::Open {
                table: TableId::draw(&mut rng),
                terms: Terms::new(game, Table::new(seats)),
                secret: None,
                advertised: true,
            });
        }
        hosts.push((node, events));
        println!("host {n}");
        sleep(Duration::from_millis(50));
    }
    let neighbours: Vec<String> = known.iter().take(NEIGHBOURS).map(ToString::to_string).collect();
    println!("hosts {}", neighbours.join(" "));
    // Nobody reads what they tell otherwise.
    loop {
        for (_, events) in &hosts {
            while events.try_recv().is_some() {}
        }
        sleep(Duration::from_millis(200));
    }
}
