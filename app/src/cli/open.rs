//! `majlis` without a command: the window.

use clap::{Args, CommandFactory as _};
use majlis::ui::online::Reachability;

use super::{Cli, Failure, common};
use crate::window;

/// What the window is opened with.
#[derive(Args)]
pub(super) struct Open {
    #[command(flatten)]
    data: common::Data,
    #[command(flatten)]
    lang: common::Lang,
    /// Where to listen, like /ip4/0.0.0.0/tcp/4001 or /ip4/0.0.0.0/udp/4001/quic-v1; replaces the default addresses, may be
    /// repeated
    #[arg(long, value_name = "ADDR")]
    listen: Vec<String>,
    /// Look for nobody on the local network, and do not answer there
    #[arg(long)]
    no_mdns: bool,
    /// Do not ask the router to let connections in
    #[arg(long)]
    no_upnp: bool,
}

impl Open {
    /// Opens the window, and stays until it is closed.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let reachability = Reachability {
            listen: self.listen.clone(),
            mdns: !self.no_mdns,
            upnp: !self.no_upnp,
        };
        window::run(self.data.folder()?, self.lang.language()?, reachability).map_err(|reason| Failure {
            sentence: Some(format!(
                "{reason}; these commands need none: {}; see majlis COMMAND --help",
                commands()
            )),
            status: 3,
        })
    }
}

/// The commands that need no window, for those who have none.
fn commands() -> String {
    let cli = Cli::command();
    let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    names.join(", ")
}
