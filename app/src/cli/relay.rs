//! `majlis relay`: bootstrap, rendezvous and circuit relay in one, run by anybody for everybody.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use majlis::folder::Folder;
use majlis_net::address::{Address, RelayAddress};
use majlis_net::relay::{self, Config, Told};
use tracing_subscriber::EnvFilter;

use super::Failure;

/// Run a relay: people find each other through it, and play through it where they cannot connect directly
///
/// It prints the addresses that people give after --relay, and runs until it gets SIGTERM or SIGINT. It sees who talks to whom and
/// how much, and nothing of what is said or played. See docs/relay.md.
#[derive(Args)]
pub(super) struct Relay {
    /// Where to listen, such as /ip4/0.0.0.0/tcp/4001 or /ip6/::/udp/4001/quic-v1; may be repeated
    #[arg(long, value_name = "ADDR", required = true)]
    listen: Vec<String>,
    /// The address by which others reach it, where that is another, such as /dns/relay.example/tcp/4001; may be repeated
    #[arg(long, value_name = "ADDR")]
    external: Vec<Address>,
    /// Another relay with which it shares its lobby and its people; may be repeated
    #[arg(long, value_name = "RELAY")]
    peer: Vec<RelayAddress>,
    /// Where its metrics can be read in the text format of Prometheus, such as 127.0.0.1:9464
    #[arg(long, value_name = "IP:PORT")]
    metrics: Option<SocketAddr>,
    /// The folder of its identity, from which its address follows; otherwise `relay` in the user's folder of Majlis
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Relay {
    pub(super) fn run(self) -> Result<(), Failure> {
        if let Some(text) = self.listen.iter().find(|text| !relay::is_listen_address(text)) {
            return Err(Failure::usage(&format!(
                "{text:?} is no address to listen on; write it like /ip4/0.0.0.0/tcp/4001 or /ip4/0.0.0.0/udp/4001/quic-v1"
            )));
        }
        let failed = |sentence: String| Failure {
            sentence: Some(sentence),
            status: 1,
        };
        let folder = match self.data {
            Some(data) => Folder::at(data),
            None => {
                let own = Folder::choose(None).map_err(|error| failed(error.to_string()))?;
                Folder::at(own.root().join("relay"))
            }
        };
        folder
            .make(folder.root().to_owned())
            .map_err(|error| failed(error.to_string()))?;
        let _lock = folder.lock().map_err(|error| failed(error.to_string()))?;
        let identity = folder
            .identity(None, &mut rand::rng())
            .map_err(|error| failed(error.to_string()))?;
        // Quiet unless asked: RUST_LOG=majlis_net=debug tells more. Where somebody has set it up before, theirs stays.
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,majlis_net=info"));
        let _ = tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_writer(io::stderr)
            .with_ansi(false)
            .try_init();
        let mut external = self.external.clone();
        let config = Config {
            identity,
            listen: self.listen,
            external: self.external,
            peers: self.peer,
            metrics: self.metrics,
        };
        relay::run(config, |told| say(&told, &mut external)).map_err(failed)
    }
}

/// Prints what is told, a line each. A closed standard output is no reason to stop serving.
fn say(told: &Told, external: &mut Vec<Address>) {
    let mut out = io::stdout().lock();
    let _ = match told {
        Told::Listening(at) => writeln!(out, "listening {at}"),
        Told::Metrics(at) => writeln!(out, "metrics http://{at}/metrics"),
        Told::Stopping => writeln!(out, "stopping"),
    };
    if let Told::Listening(at) = told {
        // The key is known now; once is enough.
        for address in external.drain(..) {
            let known = RelayAddress { key: at.key, address };
            let _ = writeln!(out, "external {known}");
        }
    }
    let _ = out.flush();
}
