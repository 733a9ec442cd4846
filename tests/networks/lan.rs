//! A local network without any setting: tables are found by multicast DNS alone.

use crate::bench::Bench;
use crate::bench::seat::{Seat, Terms, alike};

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
}
