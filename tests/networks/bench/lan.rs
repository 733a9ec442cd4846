//! A local network with a table at it.

use std::time::Duration;

use super::cable::{Cable, End};
use super::seat::{Seat, Terms};
use super::{Bench, Machine};

/// Machines on one switch.
pub(crate) struct Lan {
    pub(crate) machines: Vec<Machine>,
    pub(crate) cables: Vec<Cable>,
    _switch: Machine,
}

impl Lan {
    /// So many machines, with a delay between each and the switch.
    pub(crate) fn new(bench: &Bench, number: usize, delay: Duration) -> Self {
        let switch = bench.switch("switch");
        let mut lan = Self {
            machines: Vec::new(),
            cables: Vec::new(),
            _switch: switch.clone(),
        };
        for n in 1..=number {
            let machine = bench.machine(&format!("m{n}"));
            let cable = Cable::between(
                &End::into_switch(&switch, &format!("to{n}")),
                &End::new(&machine, "eth0", &format!("10.1.0.{n}/24")),
            );
            cable.set_delay(delay);
            lan.machines.push(machine);
            lan.cables.push(cable);
        }
        lan
    }

    /// A table, and everybody at it.
    pub(crate) fn seats(&self, terms: Terms<'_>) -> Vec<Seat> {
        let host = Seat::host(&self.machines[0], terms, &[]);
        let invitation = host.invitation();
        let mut seats = vec![host];
        for (n, machine) in self.machines.iter().enumerate().skip(1) {
            seats.push(Seat::join(machine, &format!("guest {n}"), &invitation, &[]));
        }
        seats
    }
}
