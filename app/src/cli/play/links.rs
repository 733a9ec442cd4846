//! How it is printed who is reached and how, and who reaches this person.

use majlis_net::address::RelayAddress;
use majlis_net::link::{Link, Way};
use serde_json::Value;

pub(super) fn text(links: &[Link]) -> String {
    let told: Vec<String> = links
        .iter()
        .map(|link| {
            let at = way(link).map(|at| format!(" {at}")).unwrap_or_default();
            format!("{} ({}, {}{at})", link.who, link.role.name(), link.way.name())
        })
        .collect();
    format!(
        "connected to {}",
        if told.is_empty() {
            "nobody".to_owned()
        } else {
            told.join(", ")
        }
    )
}

pub(super) fn json(links: &[Link]) -> Value {
    let told: Vec<Value> = links
        .iter()
        .map(|link| {
            serde_json::json!({"who": link.who.to_string(), "role": link.role.name(), "way": link.way.name(), "at": way(link)})
        })
        .collect();
    serde_json::json!({"event": "links", "links": told})
}

/// The address at the other end, or the relay.
fn way(link: &Link) -> Option<String> {
    match &link.way {
        Way::Direct { address } => address.as_ref().map(ToString::to_string),
        Way::Relayed { relay } => relay.as_ref().map(ToString::to_string),
    }
}

pub(super) fn reach(direct: bool, relays: &[RelayAddress]) -> String {
    let relays: Vec<String> = relays.iter().map(ToString::to_string).collect();
    match (direct, relays.as_slice()) {
        (true, _) => "others can reach you from elsewhere directly".to_owned(),
        (false, []) => "others can reach you on the local network only".to_owned(),
        (false, relays) => format!("others can reach you from elsewhere through {}", relays.join(" ")),
    }
}

pub(super) fn reach_json(direct: bool, relays: &[RelayAddress]) -> Value {
    let relays: Vec<String> = relays.iter().map(ToString::to_string).collect();
    serde_json::json!({"event": "reach", "direct": direct, "relays": relays})
}
