//! Two people behind routers who meet through a relay: directly after a moment where the routers let them, through the relay
//! otherwise.

use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::bench::cable::{Cable, End};
use crate::bench::nat::{Home, Kind};
use crate::bench::node::Running;
use crate::bench::seat::{GONE, Seat, Terms, alike};
use crate::bench::{Bench, Machine};

/// A relay on the open internet.
pub(crate) struct Relay {
    machine: Machine,
    cable: Cable,
    folder: TempDir,
    running: Option<Running>,
}

impl Relay {
    pub(crate) fn new(bench: &Bench, world: &Machine) -> Self {
        let machine = bench.machine("relay");
        let cable = Cable::between(
            &End::into_switch(world, "to10"),
            &End::new(&machine, "eth0", "10.99.0.10/24"),
        );
        let mut relay = Self {
            machine,
            cable,
            folder: tempfile::tempdir().unwrap(),
            running: None,
        };
        relay.start();
        relay
    }

    pub(crate) fn start(&mut self) {
        let mut command = self.machine.command(env!("CARGO_BIN_EXE_majlis"));
        command
            .args(["relay", "--listen", "/ip4/10.99.0.10/tcp/4001"])
            .args(["--listen", "/ip4/10.99.0.10/udp/4001/quic-v1", "--data"])
            .arg(self.folder.path());
        self.running = Some(Running::start("relay", command));
        self.address();
    }

    /// Its address, as people give it after `--relay`.
    pub(crate) fn address(&self) -> String {
        let running = self.running.as_ref().unwrap();
        let (_, address) = running.wait_for("address", 0, |line| {
            let word = line.split_whitespace().find(|word| word.contains("/tcp/4001/p2p/"))?;
            Some(word.to_owned())
        });
        address
    }

    pub(crate) fn kill(&mut self) {
        self.running.take().unwrap().kill();
    }

    /// How many bytes it has sent and received, with all headers.
    pub(crate) fn bytes(&self) -> u64 {
        self.cable.carried().1
    }
}

/// Long enough for a hole to be punched in the middle of it.
pub(crate) const TERMS: Terms<'_> = Terms {
    game: "domino",
    seats: 2,
    options: &[],
    clock: 60,
    grace: 60,
};

/// A relay and two homes, 10 ms from the world each.
pub(crate) struct Internet {
    pub(crate) relay: Relay,
    pub(crate) homes: Vec<Home>,
    _world: Machine,
}

impl Internet {
    pub(crate) fn new(bench: &Bench, kinds: [Kind; 2]) -> Self {
        let world = bench.switch("world");
        let relay = Relay::new(bench, &world);
        let homes: Vec<Home> = (2..)
            .zip(kinds)
            .map(|(n, kind)| Home::new(bench, &world, n, kind))
            .collect();
        for home in &homes {
            home.uplink.set_delay(Duration::from_millis(10));
        }
        Self {
            relay,
            homes,
            _world: world,
        }
    }

    /// A table at the first home, reached by the second by what the invitation holds.
    pub(crate) fn seats(&self) -> [Seat; 2] {
        let address = self.relay.address();
        let more = ["--relay", address.as_str(), "--no-mdns"];
        let host = Seat::host(&self.homes[0].machine, TERMS, &more);
        let invitation = host.invitation_where(|invitation| !invitation.relays.is_empty());
        let guest = Seat::join(&self.homes[1].machine, "guest", &invitation, &["--no-mdns"]);
        [host, guest]
    }
}

fn finish(seats: &mut [Seat; 2]) {
    for seat in seats.iter_mut() {
        seat.finish();
    }
    let found = alike(&[&seats[0], &seats[1]]);
    assert_eq!(found["grade"], "agreed", "{found}");
}

#[test]
fn behind_two_usual_routers_the_match_outlives_the_relay() {
    let Some(bench) = Bench::new() else { return };
    let mut internet = Internet::new(&bench, [Kind::PortRestricted; 2]);
    let mut seats = internet.seats();
    // Until what is said no longer goes through the relay.
    let mut step = 10;
    loop {
        let before = internet.relay.bytes();
        seats[1].wait_for_step(step);
        step += 10;
        seats[1].wait_for_step(step);
        if internet.relay.bytes() - before < 4_000 {
            break;
        }
    }
    internet.relay.kill();
    finish(&mut seats);
}

#[test]
fn both_addresses_change_at_once_and_the_relay_leads_them_together_again() {
    let Some(bench) = Bench::new() else { return };
    let internet = Internet::new(&bench, [Kind::PortRestricted; 2]);
    let mut seats = internet.seats();
    seats[1].wait_for_step(20);
    let changed = Instant::now();
    for (n, home) in (2..).zip(&internet.homes) {
        let (from, to) = (format!("192.168.{n}.2/24"), format!("192.168.{n}.77/24"));
        home.machine.readdress("eth0", &from, &to);
    }
    for seat in &seats {
        seat.wait_for_words(GONE);
    }
    let next = seats.iter().map(Seat::step).max().unwrap_or(0) + 4;
    seats[0].wait_for_step(next);
    eprintln!("the match goes on after {:?}", changed.elapsed());
    finish(&mut seats);
}

#[test]
fn behind_routers_that_let_no_hole_be_punched_the_match_goes_through_the_relay_and_waits_for_it() {
    let Some(bench) = Bench::new() else { return };
    let mut internet = Internet::new(&bench, [Kind::Symmetric; 2]);
    let mut seats = internet.seats();
    seats[1].wait_for_step(20);
    // Both are told that it is so.
    let address = internet.relay.address();
    for seat in &seats {
        seat.wait_where("links", |event| {
            let links = event["links"].as_array().unwrap();
            let through = |role: &str, way: &str, at: &str| {
                links.iter().any(|link| {
                    link["role"] == role
                        && link["way"] == way
                        && link["at"].as_str().is_some_and(|found| found.ends_with(at))
                })
            };
            // It was dialled under one of its addresses.
            let id = address.rsplit_once('/').unwrap().1;
            through("table", "relayed", id)
                && links
                    .iter()
                    .any(|link| link["role"] == "relay" && link["way"] == "direct")
        });
    }
    internet.relay.kill();
    std::thread::sleep(Duration::from_secs(2));
    internet.relay.start();
    finish(&mut seats);
}
