//! Networks that are slow, and networks that lose what they carry.

use std::time::Duration;

use crate::bench::Bench;
use crate::bench::cable::{Cable, End};
use crate::bench::seat::{Seat, Terms, alike};

/// A whole match of two over a cable with this delay one way, that loses so many of a thousand packets each way.
fn plays_over(delay: Duration, permille: u32, listen: &[&str]) {
    let Some(bench) = Bench::new() else { return };
    let (left, right) = (bench.machine("left"), bench.machine("right"));
    let cable = Cable::between(
        &End::new(&left, "eth0", "10.1.0.1/24"),
        &End::new(&right, "eth0", "10.1.0.2/24"),
    );
    cable.set_delay(delay);
    left.lose("eth0", permille);
    right.lose("eth0", permille);
    let mut host = Seat::host(&left, Terms::SHORT, listen);
    let mut guest = Seat::join(&right, "guest", &host.invitation(), listen);
    host.finish();
    guest.finish();
    let found = alike(&[&host, &guest]);
    assert_eq!(found["grade"], "agreed", "{found}");
    assert!(found["departures"].as_array().unwrap().is_empty(), "{found}");
}

#[test]
fn a_tenth_of_a_second_each_way() {
    plays_over(Duration::from_millis(100), 0, &[]);
}

#[test]
fn three_tenths_of_a_second_each_way() {
    plays_over(Duration::from_millis(300), 0, &[]);
}

#[test]
fn one_of_twenty_packets_is_lost() {
    plays_over(Duration::from_millis(20), 50, &[]);
}

#[test]
fn one_of_five_packets_is_lost_by_tcp() {
    plays_over(
        Duration::from_millis(5),
        200,
        &["--listen", "/ip4/0.0.0.0/tcp/0", "--no-mdns"],
    );
}

#[test]
fn one_of_five_packets_is_lost_by_quic() {
    plays_over(
        Duration::from_millis(5),
        200,
        &["--listen", "/ip4/0.0.0.0/udp/0/quic-v1", "--no-mdns"],
    );
}
