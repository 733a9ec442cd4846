//! Gossip of the lobby: one topic, messages that carry their own signature, and nothing passed on that was not read.

use core::time::Duration;
use std::collections::HashSet;

use libp2p::gossipsub::{
    self, IdentTopic, IdentityTransform, MaxCountSubscriptionFilter, MessageAcceptance, MessageAuthenticity, MessageId,
    ValidationMode, WhitelistSubscriptionFilter,
};
use sha2::{Digest as _, Sha256};

use crate::limits::{LOBBY_HEARTBEAT, LOBBY_MESH, MAX_GOSSIP, RELAY_LOBBY_MESH};
use crate::lobby::Verdict;

/// The topic of all adverts.
const TOPIC: &str = "majlis/lobby/1";
/// What stands before the versions of gossipsub in the protocol's name: only nodes of this program speak it.
const PROTOCOL: &str = "/majlis/gossip";

/// Only our topic can be subscribed, so that nobody makes us hold others.
type Filter = MaxCountSubscriptionFilter<WhitelistSubscriptionFilter>;
/// The behaviour with its filter.
pub(crate) type Behaviour = gossipsub::Behaviour<IdentityTransform, Filter>;

/// The topic.
pub(crate) fn topic() -> IdentTopic {
    IdentTopic::new(TOPIC)
}

/// The behaviour of a player's node, subscribed to the topic.
///
/// # Errors
/// One sentence, where the settings contradict each other.
pub(crate) fn behaviour() -> Result<Behaviour, String> {
    subscribed(LOBBY_MESH)
}

/// The behaviour of a relay, subscribed to the topic.
///
/// # Errors
/// One sentence, where the settings contradict each other.
pub(crate) fn relay_behaviour() -> Result<Behaviour, String> {
    subscribed(RELAY_LOBBY_MESH)
}

fn subscribed((low, wanted, high): (usize, usize, usize)) -> Result<Behaviour, String> {
    let wrong = |error: &dyn core::fmt::Display| format!("gossip cannot be set up: {error}");
    let config = gossipsub::ConfigBuilder::default()
        .protocol_id_prefix(PROTOCOL)
        .heartbeat_interval(LOBBY_HEARTBEAT)
        .mesh_n_low(low)
        .mesh_n(wanted)
        .mesh_n_high(high)
        .mesh_outbound_min(1)
        .gossip_lazy(wanted)
        .gossip_factor(0.5)
        .max_transmit_size(MAX_GOSSIP)
        // Adverts are signed inside: gossip's own signature would say who passed a message on first, which helps nobody.
        .validation_mode(ValidationMode::Anonymous)
        .validate_messages()
        .message_id_fn(|message| {
            // The whole message: a copy with another signature is another message, which cannot hide this one.
            let digest = Sha256::digest(&message.data);
            MessageId::new(digest.get(..20).unwrap_or_default())
        })
        .duplicate_cache_time(Duration::from_secs(120))
        .max_ihave_messages_heartbeat(10)
        .connection_handler_queue_len(256)
        .build()
        .map_err(|error| wrong(&error))?;
    let filter = MaxCountSubscriptionFilter {
        filter: WhitelistSubscriptionFilter(HashSet::from([topic().hash()])),
        max_subscribed_topics: 1,
        max_subscriptions_per_request: 4,
    };
    let mut behaviour =
        gossipsub::Behaviour::new_with_subscription_filter(MessageAuthenticity::Anonymous, config, filter)
            .map_err(|error| wrong(&error))?;
    behaviour.subscribe(&topic()).map_err(|error| wrong(&error))?;
    Ok(behaviour)
}

impl From<Verdict> for MessageAcceptance {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accept => Self::Accept,
            Verdict::Ignore => Self::Ignore,
            Verdict::Reject => Self::Reject,
        }
    }
}
