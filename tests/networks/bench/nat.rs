//! Routers that translate addresses, in the kinds that people have at home.

use super::cable::{Cable, End};
use super::{Bench, Machine};

/// What a router does, in the terms of RFC 4787.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One outer port for an inner one whoever is spoken to, and everybody may answer there ("full cone").
    Open,
    /// One outer port, but only who was spoken to may answer, from the port spoken to ("port restricted"): most homes.
    PortRestricted,
    /// Another outer port, by chance, for everybody spoken to ("symmetric").
    Symmetric,
    /// As port restricted, and UDP does not pass.
    NoUdp,
}

/// A machine at home, behind its router.
pub(crate) struct Home {
    pub(crate) machine: Machine,
    pub(crate) router: Machine,
    /// From the router to the world.
    pub(crate) uplink: Cable,
    /// From the machine to the router.
    pub(crate) cable: Cable,
}

impl Home {
    /// A home with the number `n`: `192.168.n.2` behind a router with the address `10.99.0.n` on the switch.
    pub(crate) fn new(bench: &Bench, world: &Machine, n: u8, kind: Kind) -> Self {
        Self::on(bench, world, "10.99.0", n, kind)
    }

    /// The same on a world whose addresses begin otherwise.
    pub(crate) fn on(bench: &Bench, world: &Machine, prefix: &str, n: u8, kind: Kind) -> Self {
        let machine = bench.machine(&format!("home{n}"));
        let router = bench.machine(&format!("router{n}"));
        let uplink = Cable::between(
            &End::into_switch(world, &format!("to{n}")),
            &End::new(&router, "wan", &format!("{prefix}.{n}/24")),
        );
        let cable = Cable::between(
            &End::new(&router, "lan", &format!("192.168.{n}.1/24")),
            &End::new(&machine, "eth0", &format!("192.168.{n}.2/24")),
        );
        machine.default_route(&format!("192.168.{n}.1"));
        router.sysctl("net.ipv4.ip_forward", "1");
        let inner = format!("192.168.{n}.2");
        router.nft(&rules(kind, &inner));
        Self {
            machine,
            router,
            uplink,
            cable,
        }
    }
}

fn rules(kind: Kind, inner: &str) -> String {
    let how = if kind == Kind::Symmetric { "fully-random" } else { "" };
    let (invited, forwarded) = if kind == Kind::Open {
        (
            format!("iifname \"wan\" meta l4proto {{ tcp, udp }} dnat to {inner}"),
            "ct status dnat accept",
        )
    } else {
        (String::new(), "")
    };
    let udp = if kind == Kind::NoUdp {
        "meta l4proto udp drop"
    } else {
        ""
    };
    format!(
        "table ip translation {{
 chain arriving {{
  type nat hook prerouting priority dstnat; policy accept;
  {invited}
 }}
 chain leaving {{
  type nat hook postrouting priority srcnat; policy accept;
  oifname \"wan\" masquerade {how}
 }}
}}
table ip filter {{
 chain forwarded {{
  type filter hook forward priority filter; policy drop;
  {udp}
  iifname \"lan\" accept
  ct state established,related accept
  {forwarded}
 }}
 chain own {{
  type filter hook input priority filter; policy accept;
  iifname \"wan\" ct state new drop
 }}
}}
"
    )
}
