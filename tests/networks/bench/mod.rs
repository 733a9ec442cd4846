//! Virtual networks: machines are network namespaces of the kernel, cables carry frames between them as fast and as surely as asked.
//!
//! A [`Bench`] makes namespaces with names of its own and takes them away again when it is dropped, on a panic too; what a killed
//! run has left behind, the next one clears away. [`cable`] has the cables, [`nat`] routers that hide what is behind them,
//! [`probe`] measures what a network really does, and [`node`] runs `majlis` on a machine. It needs root, `/dev/net/tun`, and the
//! Debian packages iproute2, nftables, python3 and faketime.

#![allow(dead_code, reason = "each user of the bench needs another part of it")]

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) mod cable;
pub(crate) mod lan;
pub(crate) mod nat;
pub(crate) mod node;
pub(crate) mod probe;
pub(crate) mod seat;

/// What every name of ours in the kernel begins with.
const PREFIX: &str = "mjl";

static MADE: AtomicU32 = AtomicU32::new(0);

/// A number that no other bench, cable or namespace of this process has.
fn number() -> u32 {
    MADE.fetch_add(1, Ordering::Relaxed)
}

/// Runs a program to its end and gives what it printed.
///
/// # Panics
/// Where it fails: a bench that is not as asked shows nothing.
pub(crate) fn run(program: &str, words: &str) -> String {
    let output = Command::new(program).args(words.split_whitespace()).output().unwrap();
    assert!(
        output.status.success(),
        "{program} {words}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// `ip` with these words.
pub(crate) fn ip(words: &str) -> String {
    run("ip", words)
}

/// A machine of a bench: a network namespace. Taken away when its last handle is dropped.
#[derive(Clone)]
pub(crate) struct Machine(Arc<Namespace>);

struct Namespace {
    name: String,
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // What runs in it has been ended by whoever started it; a failure here must not hide why a test failed.
        let _ = Command::new("ip")
            .args(["netns", "del", &self.name])
            .stderr(Stdio::null())
            .status();
    }
}

impl Machine {
    /// The name of its namespace.
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    /// `ip` within it.
    pub(crate) fn ip(&self, words: &str) -> String {
        ip(&format!("-n {} {words}", self.name()))
    }

    /// A program that will run on it.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", self.name(), program]);
        command
    }

    /// Gives its firewall these rules.
    pub(crate) fn nft(&self, rules: &str) {
        let mut child = self
            .command("nft")
            .args(["-f", "-"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(rules.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "nft {rules}: {said}");
    }

    /// Sets a switch of the kernel for this machine.
    pub(crate) fn sysctl(&self, key: &str, value: &str) {
        let status = self
            .command("sh")
            .args(["-c", &format!("echo {value} > /proc/sys/{}", key.replace('.', "/"))])
            .status()
            .unwrap();
        assert!(status.success(), "{key}={value}");
    }

    /// Loses so many of a thousand packets that arrive at one of its adapters; zero ends it. Address resolution is spared.
    pub(crate) fn lose(&self, adapter: &str, permille: u32) {
        self.nft(&format!(
            "table inet loss_{adapter}\ndelete table inet loss_{adapter}\n"
        ));
        if permille > 0 {
            self.nft(&format!(
                "table inet loss_{adapter} {{\n chain arriving {{\n  type filter hook prerouting priority -400; policy accept;\n  \
                 iifname \"{adapter}\" numgen random mod 1000 < {permille} counter drop\n }}\n}}\n"
            ));
        }
    }

    /// An adapter that leads nowhere, with an address: a virtual machine's, or a mobile telephone's.
    pub(crate) fn dead_end(&self, adapter: &str, address: &str) {
        // Both ends are in this machine and nobody listens at the other: it looks alive.
        self.ip(&format!("link add {adapter} type veth peer name {adapter}-end"));
        self.ip(&format!("link set {adapter}-end addrgenmode none up"));
        self.ip(&format!("addr add {address} dev {adapter}"));
        self.ip(&format!("link set {adapter} up"));
    }

    /// Gives an adapter another address instead of the one it has, as a provider or another network does. What was to be reached
    /// over it by default is so again.
    pub(crate) fn readdress(&self, adapter: &str, from: &str, to: &str) {
        let default = self.ip("-4 route show default");
        self.ip(&format!("addr del {from} dev {adapter}"));
        self.ip(&format!("addr add {to} dev {adapter}"));
        if let Some(route) = default.lines().next() {
            self.ip(&format!("route replace {}", route.trim()));
        }
    }

    /// Sends whatever has no other way over an address.
    pub(crate) fn default_route(&self, over: &str) {
        self.ip(&format!("route replace default via {over}"));
    }
}

/// A set of machines.
pub(crate) struct Bench {
    tag: String,
}

impl Bench {
    /// A bench; `None` where this machine lacks what it needs, which is said loudly.
    ///
    /// # Panics
    /// Where it is lacking although the environment variable `CI` is `true`.
    pub(crate) fn new() -> Option<Self> {
        if let Err(why) = Self::possible() {
            assert!(
                std::env::var("CI").as_deref() != Ok("true"),
                "no virtual network can be made: {why}"
            );
            // Not by the macro, which the test runner holds back where nothing fails.
            let _ = writeln!(std::io::stderr(), "SKIPPED: no virtual network can be made: {why}");
            return None;
        }
        Self::sweep();
        Some(Self {
            tag: format!("{PREFIX}{}-{}", std::process::id(), number()),
        })
    }

    fn possible() -> Result<(), String> {
        for (program, words, package) in [
            ("ip", "-V", "iproute2"),
            ("nft", "-v", "nftables"),
            ("python3", "-V", "python3"),
            ("faketime", "--version", "faketime"),
        ] {
            match Command::new(program).arg(words).output() {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Err(format!("install the package {package}"));
                }
                Err(error) => return Err(format!("{program}: {error}")),
            }
        }
        let name = format!("{PREFIX}{}-try{}", std::process::id(), number());
        let made = Command::new("ip").args(["netns", "add", &name]).output();
        let made = made.map_err(|error| error.to_string())?;
        let _ = Command::new("ip").args(["netns", "del", &name]).output();
        if !made.status.success() {
            let said = String::from_utf8_lossy(&made.stderr);
            return Err(format!("run as root, network namespaces are refused: {}", said.trim()));
        }
        match std::fs::metadata("/dev/net/tun") {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("/dev/net/tun: {error}")),
        }
    }

    /// Takes away what runs that were killed have left behind.
    fn sweep() {
        let names: BTreeSet<String> = ip("netns list")
            .lines()
            .filter_map(|line| line.split_whitespace().next())
            .map(str::to_owned)
            .collect();
        for name in names {
            let maker = name
                .strip_prefix(PREFIX)
                .and_then(|rest| rest.split('-').next())
                .and_then(|pid| pid.parse::<u32>().ok());
            if maker.is_some_and(|pid| !std::path::Path::new(&format!("/proc/{pid}")).exists()) {
                let _ = Command::new("ip").args(["netns", "del", &name]).output();
            }
        }
    }

    /// A machine with nothing but its own loopback.
    pub(crate) fn machine(&self, name: &str) -> Machine {
        let name = format!("{}-{name}", self.tag);
        ip(&format!("netns add {name}"));
        let machine = Machine(Arc::new(Namespace { name }));
        machine.ip("link set lo up");
        machine
    }

    /// A machine that is a switch: cables are plugged into it with [`cable::End::into_switch`].
    pub(crate) fn switch(&self, name: &str) -> Machine {
        let machine = self.machine(name);
        machine.ip("link add switch type bridge");
        machine.ip("link set switch up");
        machine
    }

    /// Joins two machines by a pair of virtual adapters of the kernel: at once, without loss.
    pub(crate) fn join(&self, (one, its): (&Machine, &str), (other, others): (&Machine, &str)) {
        let adapter = "eth0";
        ip(&format!(
            "link add {adapter} netns {} type veth peer name {adapter} netns {}",
            one.name(),
            other.name()
        ));
        for (machine, address) in [(one, its), (other, others)] {
            machine.ip(&format!("addr add {address} dev {adapter}"));
            machine.ip(&format!("link set {adapter} up"));
        }
    }
}
