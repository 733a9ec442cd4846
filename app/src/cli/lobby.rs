//! `majlis lobby`: lists the open tables.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use majlis_crypto::identity::{Identity, IdentityKey};
use majlis_net::address::RelayAddress;
use majlis_net::advert::Advert;
use majlis_net::event::Event;
use majlis_net::invite::Invitation;
use majlis_net::people::People;
use majlis_net::table_id::TableId;
use majlis_net::{Config, Node};
use majlis_rules::table::OptionValue;
use serde_json::{Map, Value, json};

use super::common::Data;
use super::play::failure;
use super::{Failure, print};

/// List the open tables of the local network and, with a relay, of the internet
///
/// It looks around for some seconds under a key of its own and prints a line for each table: game, seats that are free, clock, host, and
/// the invitation for majlis join. Private tables are not listed, and neither are running matches, nor tables of people whom the profile
/// has blocked. Nothing else of a profile is read, and none is made.
#[derive(Args)]
pub(super) struct Lobby {
    /// For how many seconds it looks
    #[arg(long, value_name = "S", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    wait: u64,
    /// End as soon as so many tables are found
    #[arg(long, value_name = "N")]
    enough: Option<usize>,
    /// Only tables of this person: a key, or its beginning
    #[arg(long, value_name = "KEY")]
    host: Option<String>,
    /// A relay that leads to the lobby of the internet, like /dns/relay.example/tcp/4001/p2p/12D3…; may be repeated
    #[arg(long, value_name = "ADDR")]
    relay: Vec<RelayAddress>,
    /// The same: whoever only looks is not reached through a relay
    #[arg(long, value_name = "ADDR")]
    bootstrap: Vec<RelayAddress>,
    /// Where to listen, like /ip4/0.0.0.0/tcp/0; replaces the default addresses, may be repeated
    #[arg(long, value_name = "ADDR")]
    listen: Vec<String>,
    /// Look for nobody on the local network, and do not answer there
    #[arg(long)]
    no_mdns: bool,
    /// Use the local network only
    #[arg(long, conflicts_with_all = ["relay", "bootstrap"])]
    lan_only: bool,
    /// Print a JSON object a table, one a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: Data,
}

impl Lobby {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let identity = Arc::new(Identity::generate(&mut rand::rng()));
        let folder = tempfile::tempdir().map_err(|error| {
            failure(&format_args!(
                "no temporary folder can be made: {error}; set the variable TMPDIR to a folder that you may write to"
            ))
        })?;
        let people = People::open(self.data.folder()?.people()).map_err(|error| failure(&error))?;
        let mut config = Config::new(identity, "", folder.path());
        config.blocked = people.blocked().collect();
        config.listen.clone_from(&self.listen);
        config.bootstrap = [self.relay.as_slice(), &self.bootstrap].concat();
        config.mdns = !self.no_mdns;
        config.lan_only = self.lan_only;
        // Nobody has to come in.
        config.upnp = false;
        let (node, events) = Node::start(config).map_err(|error| Failure::usage(&error))?;
        let until = Instant::now() + Duration::from_secs(self.wait);
        let mut tables: BTreeMap<(IdentityKey, TableId), Box<Advert>> = BTreeMap::new();
        let enough = |found: usize| self.enough.is_some_and(|enough| found >= enough);
        while let Some(left) = until
            .checked_duration_since(Instant::now())
            .filter(|_| !enough(tables.len()))
        {
            match events.recv_timeout(left) {
                Some(Event::Lobby { host, table, advert }) => match advert.filter(|advert| self.is_wanted(advert)) {
                    Some(advert) => drop(tables.insert((host, table), advert)),
                    None => drop(tables.remove(&(host, table))),
                },
                Some(Event::Trouble(trouble)) => return Err(failure(&trouble)),
                Some(Event::Stopped) => return Err(failure(&"the node has stopped; start the command again")),
                Some(_) | None => {}
            }
        }
        node.stop();
        let lines: Vec<String> = tables.values().map(|advert| self.line(advert)).collect();
        if lines.is_empty() && !self.json {
            return print("no open tables\n");
        }
        print(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())
    }

    fn is_wanted(&self, advert: &Advert) -> bool {
        let of = |host: &String| advert.host.to_string().starts_with(&host.to_ascii_lowercase());
        advert.free > 0 && self.host.as_ref().is_none_or(of)
    }

    fn line(&self, advert: &Advert) -> String {
        let invitation = Invitation {
            protocol: advert.versions.protocol,
            addresses: advert.addresses.clone(),
            relays: advert.relays.clone(),
            ..Invitation::new(advert.host, advert.table)
        };
        let mismatch = advert.versions.mismatch().map(|mismatch| mismatch.to_string());
        if self.json {
            let options: Map<String, Value> = advert
                .terms
                .options
                .iter()
                .map(|(key, value)| (key.to_owned(), option(value)))
                .collect();
            return json!({
                "game": advert.game, "seats": advert.terms.seats, "options": options, "persons": advert.persons,
                "free": advert.free, "watch": advert.watch, "turn": advert.clock.turn, "grace": advert.clock.grace,
                "host": advert.host.to_string(), "name": advert.name, "table": advert.table.to_string(),
                "mismatch": mismatch, "invitation": invitation.to_string(),
            })
            .to_string();
        }
        let options: String = advert
            .terms
            .options
            .iter()
            .map(|(key, value)| format!(" {key}={value}"))
            .collect();
        let clock = advert
            .clock
            .turn
            .map_or_else(|| "no clock".to_owned(), |turn| format!("{turn} s a turn"));
        let key = advert.host.to_string();
        let short = key.get(..8).unwrap_or_default();
        let (game, seats) = (&advert.game, advert.terms.seats);
        let what = format!(
            "{game} for {seats}{options}: {} of {} free, {clock}",
            advert.free, advert.persons
        );
        let how = mismatch.unwrap_or_else(|| invitation.to_string());
        format!("{what}, {} ({short}…)  {how}", advert.name)
    }
}

fn option(value: OptionValue) -> Value {
    match value {
        OptionValue::Flag(flag) => json!(flag),
        OptionValue::Number(number) => json!(number),
    }
}
