//! People who can be reached from outside although they are behind a router: since it opens ports when it is asked to, or since its
//! owner has told it to let everybody in.

use std::time::Duration;

use majlis_net::invite::Invitation;
use tempfile::TempDir;

use crate::bench::cable::{Cable, End};
use crate::bench::nat::{Home, Kind};
use crate::bench::node::Running;
use crate::bench::seat::{Seat, Terms, alike};
use crate::bench::{Bench, Machine};

const SERVICE: &str = include_str!("bench/igd.py");

/// An internet with addresses that are taken for such, a home on it, and a stranger. None of it leads out of the bench.
struct World {
    home: Home,
    stranger: Machine,
    relay: Machine,
    _cables: [Cable; 2],
    _switch: Machine,
}

impl World {
    fn new(bench: &Bench, kind: Kind) -> Self {
        let switch = bench.switch("world");
        let [stranger, relay] = ["stranger", "relay"].map(|name| bench.machine(name));
        let cables = [(&stranger, 20), (&relay, 10)].map(|(machine, n)| {
            Cable::between(
                &End::into_switch(&switch, &format!("to{n}")),
                &End::new(machine, "eth0", &format!("5.5.5.{n}/24")),
            )
        });
        let home = Home::on(bench, &switch, "5.5.5", 2, kind);
        home.uplink.set_delay(Duration::from_millis(10));
        Self {
            home,
            stranger,
            relay,
            _cables: cables,
            _switch: switch,
        }
    }

    /// The invitation of a host once it leads to the router, without any other way.
    fn from_outside(host: &Seat) -> Invitation {
        let leads = |invitation: &Invitation| {
            let mut outside = invitation.clone();
            outside
                .addresses
                .retain(|address| address.to_string().starts_with("/ip4/5.5.5.2/"));
            outside.relays.clear();
            outside
        };
        let link = host.invitation_where(|invitation| !leads(invitation).addresses.is_empty());
        leads(&link.parse().unwrap())
    }

    /// A stranger sits down by the way from outside alone, and plays.
    fn play(&self, mut host: Seat, invitation: &Invitation) {
        let more = ["--no-mdns", "--no-upnp"];
        let mut guest = Seat::join(&self.stranger, "stranger", &invitation.to_string(), &more);
        host.finish();
        guest.finish();
        let found = alike(&[&host, &guest]);
        assert_eq!(found["grade"], "agreed", "{found}");
    }
}

#[test]
fn a_router_that_is_asked_lets_a_stranger_in() {
    let Some(bench) = Bench::new() else { return };
    let world = World::new(&bench, Kind::PortRestricted);
    let mut service = world.home.router.command("python3");
    service.args(["-c", SERVICE, "192.168.2.1", "5.5.5.2", "wan"]);
    let service = Running::start("router", service);
    service.wait_for("service", 0, |line| (line == "ready").then_some(()));

    let host = Seat::host(&world.home.machine, Terms::SHORT, &["--no-mdns"]);
    service.wait_for("mapping", 0, |line| {
        (line.starts_with("mapped tcp ") && line.contains(" to 192.168.2.2:")).then_some(())
    });
    host.wait_where("reach", |event| event["direct"] == true);
    let invitation = World::from_outside(&host);
    world.play(host, &invitation);
}

#[test]
fn whoever_is_let_in_without_asking_is_told_so_by_a_relay() {
    let Some(bench) = Bench::new() else { return };
    let world = World::new(&bench, Kind::Open);
    let folder = TempDir::new().unwrap();
    let mut relay = world.relay.command(env!("CARGO_BIN_EXE_majlis"));
    relay
        .args(["relay", "--listen", "/ip4/5.5.5.10/tcp/4001", "--data"])
        .arg(folder.path());
    let relay = Running::start("relay", relay);
    let (_, address) = relay.wait_for("address", 0, |line| {
        let word = line.split_whitespace().find(|word| word.contains("/tcp/4001/p2p/"))?;
        Some(word.to_owned())
    });
    let more = ["--no-mdns", "--no-upnp", "--relay", &address];
    let host = Seat::host(&world.home.machine, Terms::SHORT, &more);
    // Nobody but the relay has seen from outside where the host is; it has tried, and come through.
    host.wait_where("reach", |event| event["direct"] == true);
    let invitation = World::from_outside(&host);
    world.play(host, &invitation);
}
