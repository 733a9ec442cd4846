//! `majlis` without a command: the window.

use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use majlis::links::desktop::Desktop;
use majlis::links::{handover, is_link};
use majlis::ui::online::Reachability;
use majlis::ui::screens::Go;

use super::play::failure;
use super::{Cli, Failure, common};
use crate::window;

/// What the window is opened with.
#[derive(Args)]
pub(super) struct Open {
    /// An invitation, a majlis: link: the window opens at its table; where Majlis runs already with this profile, it is handed over. Or
    /// a file: a log, a certificate or a .blksgf file, which is checked and can be replayed
    #[arg(value_name = "LINK|FILE", value_parser = what)]
    what: Option<What>,
    #[command(flatten)]
    with: With,
}

/// What any window is opened with.
#[derive(Args)]
pub(super) struct With {
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

/// What may stand in the place of a command.
#[derive(Clone)]
enum What {
    Link(String),
    File(PathBuf),
}

impl Open {
    /// Opens the window, and stays until it is closed.
    pub(super) fn run(&self) -> Result<(), Failure> {
        match &self.what {
            Some(What::Link(link)) => {
                let folder = self.with.data.folder()?;
                if handover::hand_over(&folder, link).map_err(|sentence| failure(&sentence))? {
                    return Ok(());
                }
                self.with.open(Some(link.clone()), None)
            }
            Some(What::File(file)) => self.with.open(None, Some(Go::Check(file.clone()))),
            None => self.with.open(None, None),
        }
    }
}

impl With {
    /// Opens the window at a link or a screen, and stays until it is closed.
    pub(super) fn open(&self, link: Option<String>, at: Option<Go>) -> Result<(), Failure> {
        let reachability = Reachability {
            listen: self.listen.clone(),
            mdns: !self.no_mdns,
            upnp: !self.no_upnp,
        };
        let folder = self.data.folder()?;
        let desktop = Desktop::of_this_user(self.data.named().as_deref());
        let start = window::Start {
            folder,
            language: self.lang.language()?,
            reachability,
            link,
            at,
            desktop,
        };
        window::run(start).map_err(|reason| Failure {
            sentence: Some(format!(
                "{reason}; these commands need none: {}; see majlis COMMAND --help",
                commands()
            )),
            status: 3,
        })
    }
}

/// Reads what stands in the place of a command.
fn what(text: &str) -> Result<What, String> {
    if is_link(text) {
        Ok(What::Link(text.to_owned()))
    } else if PathBuf::from(text).is_file() {
        Ok(What::File(text.into()))
    } else {
        Err("it is neither a command nor a majlis: link nor a file; see majlis --help".to_owned())
    }
}

/// The commands that need no window, for those who have none.
fn commands() -> String {
    let cli = Cli::command();
    let names = cli.get_subcommands().map(clap::Command::get_name);
    let names: Vec<&str> = names.filter(|name| *name != "replay").collect();
    names.join(", ")
}
