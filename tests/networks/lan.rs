//! A local network without any setting: tables are found by multicast DNS alone.

use std::collections::BTreeSet;

use majlis_net::address::Address;
use majlis_net::invite::Invitation;

use crate::bench::cable::{Cable, End};
use crate::bench::seat::{Seat, Terms, alike};
use crate::bench::{Bench, Machine};

#[test]
fn two_machines_on_a_cable_find_each_other_though_the_first_adapter_leads_nowhere() {
    let Some(bench) = Bench::new() else { return };
    let (left, right) = (bench.machine("left"), bench.machine("right"));
    left.dead_end("away0", "172.16.0.1/16");
    right.dead_end("away0", "172.17.0.1/16");
    bench.join((&left, "10.1.0.1/24"), (&right, "10.1.0.2/24"));
    let mut host = Seat::host(&left, Terms::SHORT, &[]);
    let mut guest = Seat::join(&right, "guest", "--lan", &[]);
    host.finish();
    guest.finish();
    let found = alike(&[&host, &guest]);
    assert_eq!(found["grade"], "agreed", "{found}");
    // Whoever looks for tables here knows that the host is on this network.
    let told = guest.events("neighbours");
    let people = told.first().and_then(|told| told["people"].as_array());
    assert_eq!(people.map(Vec::len), Some(1), "{told:?}");
}

#[test]
fn two_guests_whose_machines_never_reach_each_other_play_through_their_host() {
    let Some(bench) = Bench::new() else { return };
    let (host, one, other) = (bench.machine("host"), bench.machine("one"), bench.machine("other"));
    let _cables = [(&one, "eth0", 1), (&other, "eth1", 2)].map(|(guest, adapter, net)| {
        Cable::between(
            &End::new(&host, adapter, &format!("10.{net}.0.1/24")),
            &End::new(guest, "eth0", &format!("10.{net}.0.2/24")),
        )
    });
    let terms = Terms {
        seats: 3,
        ..Terms::SHORT
    };
    let mut host = Seat::host(&host, terms, &["--no-mdns"]);
    let invitation = host.invitation_where(|invitation| invitation.addresses.len() >= 4);
    let mut guests = [(&one, "one"), (&other, "other")]
        .map(|(machine, name)| Seat::join(machine, name, &invitation, &["--no-mdns"]));
    host.finish();
    for guest in &mut guests {
        guest.finish();
        // Only the host is there.
        let here = guest.events("presence");
        let here: BTreeSet<_> = here
            .iter()
            .filter(|event| event["presence"] == "here")
            .map(|event| event["party"].as_u64())
            .collect();
        assert_eq!(here, [Some(0)].into());
    }
    let [one, other] = &guests;
    let found = alike(&[&host, one, other]);
    assert_eq!(found["grade"], "agreed", "{found}");
}

#[test]
fn whoever_keeps_to_the_local_network_sends_nothing_elsewhere_and_lets_nobody_in_from_there() {
    let Some(bench) = Bench::new() else { return };
    let (left, right) = (bench.machine("left"), bench.machine("right"));
    // As if the internet were on the cable.
    bench.join((&left, "198.51.100.1/24"), (&right, "198.51.100.2/24"));
    for machine in [&left, &right] {
        machine.nft(
            "table ip elsewhere {
 chain leaving {
  type filter hook output priority filter; policy accept;
  ip daddr 198.51.100.0/24 counter
 }
}
",
        );
    }
    let sent = |machine: &Machine| -> u64 {
        let listed = machine
            .command("nft")
            .args(["list", "chain", "ip", "elsewhere", "leaving"])
            .output();
        let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
        let mut words = listed.split_whitespace().skip_while(|word| *word != "packets").skip(1);
        words.next().unwrap().parse().unwrap()
    };
    // A table elsewhere: nothing is sent there.
    let elsewhere = Seat::host(&left, Terms::SHORT, &["--no-mdns"]);
    let invitation = elsewhere.invitation();
    let mut guest = Seat::join(&right, "guest", &invitation, &["--lan-only", "--no-mdns"]);
    guest.wait_for("host away");
    assert_eq!(sent(&right), 0);
    guest.kill();
    drop(elsewhere);

    // A table here, asked for from elsewhere: nobody is let in.
    left.ip("addr add 10.1.0.1/24 dev eth0");
    let mut host = Seat::host(&left, Terms::SHORT, &["--lan-only"]);
    let leads_here = |address: &Address| address.to_string().starts_with("/ip4/10.1.0.1/");
    let link = host.invitation_where(|invitation| invitation.addresses.iter().any(leads_here));
    let here: Invitation = link.parse().unwrap();
    assert!(here.addresses.iter().all(Address::is_local), "{here:?}");
    let mut from_elsewhere = here.clone();
    from_elsewhere.addresses.retain(leads_here);
    for address in &mut from_elsewhere.addresses {
        *address = address.to_string().replace("10.1.0.1", "198.51.100.1").parse().unwrap();
    }
    let mut stranger = Seat::join(&right, "stranger", &from_elsewhere.to_string(), &["--no-mdns"]);
    stranger.wait_for("host away");
    host.wait_for_words("not on the local network");
    assert!(sent(&right) > 0);
    assert!(host.events("seating").iter().all(|seating| seating["seated"] == 1));
    stranger.kill();

    // A neighbour is.
    right.ip("addr add 10.1.0.2/24 dev eth0");
    let mut neighbour = Seat::join(&right, "neighbour", &link, &["--lan-only"]);
    host.finish();
    neighbour.finish();
    let found = alike(&[&host, &neighbour]);
    assert_eq!(found["grade"], "agreed", "{found}");
}
