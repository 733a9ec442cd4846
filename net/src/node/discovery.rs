//! Finding tables and people: the lobby's gossip and list, Kademlia, and the neighbours of the local network.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use libp2p::swarm::dial_opts::PeerCondition;
use libp2p::{PeerId, gossipsub, identify, kad, request_response};
use majlis_crypto::identity::IdentityKey;
use majlis_rules::registry::GameId;

use super::core::Core;
use crate::address::{Address, key_of, peer_id};
use crate::advert::Advert;
use crate::event::Event;
use crate::limits::{
    ADVERT_INTERVAL, ADVERT_LIFE, ADVERT_PAUSE, LISTING_BURST, LISTING_PAUSE, LOOK_INTERVAL, MAX_ADDRESSES,
    MAX_CONNECTIONS, MAX_LOBBY_NEIGHBOURS, MAX_PEERS, PERSON_LOOK_INTERVAL,
};
use crate::lobby::listing::{self, Asked};
use crate::lobby::{Change, Lobby, Now, Verdict};
use crate::rate::{Buckets, Rate};
use crate::relay::wall;
use crate::table::Terms;
use crate::table_id::TableId;
use crate::{dht, gossip};

/// How long somebody is dialled at the addresses that are known before others are looked for.
const FIRST_LOOK: Duration = Duration::from_secs(2);

/// A table as it was told last.
struct Told {
    advert: Advert,
    bytes: Vec<u8>,
    at: Instant,
    /// Whether anybody was there to hear it.
    heard: bool,
}

/// What the node knows of the lobby.
pub(super) struct Discovery {
    started: Instant,
    pub(super) lobby: Lobby,
    listings: Buckets<PeerId>,
    /// How often each neighbour has been asked for his.
    asked: Buckets<PeerId>,
    told: BTreeMap<TableId, Told>,
    last_stamp: u64,
    providing: BTreeSet<GameId>,
    /// Whether this person can be found as such since the addresses changed last.
    findable: bool,
    next_look: Option<Instant>,
    /// When a person who is missing is looked for next.
    looked_for: BTreeMap<PeerId, Instant>,
}

impl Discovery {
    pub(super) fn new(me: IdentityKey) -> Self {
        let rate = Rate {
            burst: LISTING_BURST,
            refill: LISTING_PAUSE,
        };
        let lists = Buckets::new(rate, 2 * MAX_CONNECTIONS as usize);
        Self {
            started: Instant::now(),
            lobby: Lobby::new(me),
            listings: lists.clone(),
            asked: lists,
            told: BTreeMap::new(),
            last_stamp: 0,
            providing: BTreeSet::new(),
            findable: false,
            next_look: None,
            looked_for: BTreeMap::new(),
        }
    }

    fn now(&self) -> Now {
        Now {
            monotonic: self.started.elapsed(),
            wall: wall(),
        }
    }

    /// The own adverts first, then those of others.
    fn messages(&self) -> Vec<Vec<u8>> {
        let own = self
            .told
            .values()
            .filter(|told| !told.advert.closes())
            .map(|told| told.bytes.as_slice());
        listing::cut(own.chain(self.lobby.messages()))
    }
}

impl Core {
    /// What happens by itself: adverts are repeated and withdrawn, those of others expire, and now and then tables are looked for.
    pub(super) fn discovery_tick(&mut self) {
        let changes = self.discovery.lobby.expire(self.discovery.started.elapsed());
        self.lobby_changed(changes);
        self.advertise();
        self.provide();
        self.look_for_tables();
        self.look_for_wanted();
    }

    fn lobby_changed(&mut self, changes: Vec<Change>) {
        for change in changes {
            let (host, table) = match change {
                Change::Opened(host, table) | Change::Updated(host, table) | Change::Gone(host, table) => (host, table),
            };
            let advert = self.discovery.lobby.table(&host, &table).cloned().map(Box::new);
            self.teller.tell(Event::Lobby { host, table, advert });
        }
    }

    // ------------------------------------------------------------ telling

    /// Tells the lobby of this person's tables, as far as something has changed or it is time again.
    pub(super) fn advertise(&mut self) {
        let now = Instant::now();
        let open: Vec<Advert> = self
            .hosting
            .iter()
            .filter(|(_, hosting)| hosting.advertised && hosting.host.secret().is_none())
            .map(|(table, hosting)| {
                let seating = hosting.host.seating();
                self.advert(*table, &seating.terms, seating.persons, seating.free())
            })
            .chain(self.watched_tables())
            .collect();
        let gone: Vec<TableId> = self
            .discovery
            .told
            .iter()
            .filter(|(table, told)| !told.advert.closes() && open.iter().all(|advert| advert.table != **table))
            .map(|(table, _)| *table)
            .collect();
        for table in gone {
            if let Some(told) = self.discovery.told.get(&table) {
                let mut advert = told.advert.clone();
                advert.life = 0;
                self.publish(advert);
            }
        }
        for advert in open {
            let due = self.discovery.told.get(&advert.table).is_none_or(|told| {
                let age = now.saturating_duration_since(told.at);
                let same = Advert {
                    stamp: told.advert.stamp,
                    ..advert.clone()
                } == told.advert;
                age >= ADVERT_INTERVAL || (age >= ADVERT_PAUSE && (!same || !told.heard))
            });
            if due {
                self.publish(advert);
            }
        }
        // A withdrawal is remembered until what it withdraws has expired everywhere.
        self.discovery
            .told
            .retain(|_, told| !told.advert.closes() || now.saturating_duration_since(told.at) < ADVERT_LIFE);
    }

    pub(super) fn advert(&self, table: TableId, terms: &Terms, persons: usize, free: usize) -> Advert {
        Advert {
            versions: self.config.versions,
            host: self.me,
            name: self.config.name.clone(),
            table,
            stamp: 0,
            life: u16::try_from(ADVERT_LIFE.as_secs()).unwrap_or(u16::MAX),
            game: terms.game.id().to_owned(),
            terms: terms.table.clone(),
            clock: terms.clock,
            persons: u8::try_from(persons).unwrap_or(u8::MAX),
            free: u8::try_from(free).unwrap_or(u8::MAX),
            watch: terms.watchers,
            addresses: self.shared().to_vec(),
            relays: self.relays(),
        }
    }

    fn publish(&mut self, mut advert: Advert) {
        advert.stamp = wall().max(self.discovery.last_stamp.saturating_add(1));
        self.discovery.last_stamp = advert.stamp;
        let bytes = match advert.sign(&self.config.identity) {
            Ok(bytes) => bytes,
            Err(error) => {
                tracing::warn!(%error, "the table is not advertised");
                return;
            }
        };
        let heard = match self.swarm.behaviour_mut().gossip.as_mut() {
            Some(gossip) => match gossip.publish(gossip::topic(), bytes.clone()) {
                Ok(_) => true,
                Err(error) => {
                    tracing::debug!(%error, "nobody heard the advert");
                    false
                }
            },
            None => false,
        };
        let at = Instant::now();
        self.discovery.told.insert(
            advert.table,
            Told {
                advert,
                bytes,
                at,
                heard,
            },
        );
    }

    // ------------------------------------------------------------ hearing

    pub(super) fn on_gossip(&mut self, event: gossipsub::Event) {
        match event {
            gossipsub::Event::Message {
                propagation_source: source,
                message_id,
                message,
            } => {
                let verdict = self.heard(source, &message.data);
                if let Some(gossip) = self.swarm.behaviour_mut().gossip.as_mut() {
                    gossip.report_message_validation_result(&message_id, &source, verdict.into());
                }
            }
            // Somebody of the lobby: what he knows is asked for, and what was told before anybody was there is told again.
            // More often than he would answer he is not asked: whoever comes and goes all the time gets nothing of it.
            gossipsub::Event::Subscribed { peer_id, .. } => {
                if !self.discovery.asked.take(&peer_id, self.discovery.started.elapsed()) {
                    return;
                }
                self.swarm.behaviour_mut().listing.send_request(&peer_id, Asked::List);
                for told in self.discovery.told.values_mut() {
                    told.heard &= told.advert.closes();
                }
            }
            _ => {}
        }
    }

    /// An advert that came by gossip or in a list.
    fn heard(&mut self, source: PeerId, bytes: &[u8]) -> Verdict {
        let Some(key) = key_of(&source) else {
            return Verdict::Ignore;
        };
        let received = self.discovery.lobby.receive(&key, bytes, self.discovery.now());
        self.lobby_changed(received.changes);
        if received.verdict == Verdict::Reject {
            let why = received.why;
            self.offence(source, &format!("a bad advert: {why:?}"));
        }
        received.verdict
    }

    pub(super) fn on_listing(&mut self, event: request_response::Event<Asked, Vec<Vec<u8>>>) {
        match event {
            request_response::Event::Message { peer, message, .. } => match message {
                request_response::Message::Request {
                    request: Asked::Garbage,
                    ..
                } => self.offence(peer, "a request for the list that is none"),
                request_response::Message::Request { channel, .. } => {
                    let allowed = self.discovery.listings.take(&peer, self.discovery.started.elapsed());
                    let list = if allowed { self.discovery.messages() } else { Vec::new() };
                    // Who asked may be gone.
                    let _ = self.swarm.behaviour_mut().listing.send_response(channel, list);
                }
                request_response::Message::Response { response, .. } => {
                    for advert in response {
                        self.heard(peer, &advert);
                    }
                }
            },
            request_response::Event::OutboundFailure {
                peer,
                error: request_response::OutboundFailure::Io(error),
                ..
            } if error.kind() == std::io::ErrorKind::InvalidData => {
                self.offence(peer, &format!("a list that is none: {error}"));
            }
            _ => {}
        }
    }

    /// Tells who answers on the local network, where that has changed.
    pub(super) fn tell_neighbours(&mut self) {
        let Some(mdns) = self.swarm.behaviour().mdns.as_ref() else {
            return;
        };
        let found: BTreeSet<IdentityKey> = mdns.discovered_nodes().filter_map(key_of).collect();
        let found: Vec<IdentityKey> = found.into_iter().take(MAX_PEERS).collect();
        if found != self.neighbours {
            self.neighbours = found.clone();
            self.teller.tell(Event::Neighbours(found));
        }
    }

    /// Whoever is found on the local network belongs to its lobby.
    pub(super) fn neighbours_found(&mut self, found: BTreeSet<PeerId>) {
        for peer in found {
            self.greet(peer);
        }
    }

    /// Connects to somebody for the lobby's sake, while there is room.
    pub(super) fn greet(&mut self, peer: PeerId) {
        if peer == peer_id(&self.me)
            || self.swarm.is_connected(&peer)
            || self.swarm.network_info().num_peers() >= MAX_LOBBY_NEIGHBOURS
        {
            return;
        }
        let options = self
            .way_to(peer, false)
            .condition(PeerCondition::DisconnectedAndNotDialing)
            .build();
        if let Err(error) = self.swarm.dial(options) {
            tracing::debug!(%peer, %error, "not dialled");
        }
    }

    // ------------------------------------------------------------ Kademlia

    pub(super) fn identified(&mut self, peer: PeerId, info: &identify::Info) {
        let Some(kad) = self.swarm.behaviour_mut().kad.as_mut() else {
            return;
        };
        if info.protocols.contains(&dht::PROTOCOL) {
            for address in info.listen_addrs.iter().take(MAX_ADDRESSES) {
                if let Ok(address) = Address::from_multiaddr(address) {
                    kad.add_address(&peer, address.multiaddr().clone());
                }
            }
        }
    }

    pub(super) fn on_kad(&mut self, event: kad::Event) {
        match event {
            kad::Event::InboundRequest {
                request: kad::InboundRequest::AddProvider { record: Some(record) },
            } => {
                if let Some(kad) = self.swarm.behaviour_mut().kad.as_mut() {
                    dht::keep(kad, record);
                }
            }
            // While the question is open, its answers' addresses are dialled through the behaviour.
            kad::Event::OutboundQueryProgressed {
                result: kad::QueryResult::GetProviders(Ok(kad::GetProvidersOk::FoundProviders { providers, .. })),
                ..
            } => {
                for provider in BTreeSet::from_iter(providers) {
                    self.greet(provider);
                }
            }
            _ => {}
        }
    }

    /// Says in Kademlia where this person is, and of which games there are open tables here.
    fn provide(&mut self) {
        if self.swarm.external_addresses().next().is_none() {
            // Nobody could come.
            self.discovery.findable = false;
            return;
        }
        let me = dht::person(&self.me);
        let games: BTreeSet<GameId> = self
            .discovery
            .told
            .values()
            .filter(|told| !told.advert.closes())
            .filter_map(|told| told.advert.game_id())
            .collect();
        let Some(kad) = self.swarm.behaviour_mut().kad.as_mut() else {
            return;
        };
        if kad.kbuckets().all(|bucket| bucket.num_entries() == 0) {
            return;
        }
        if !self.discovery.findable {
            self.discovery.findable = kad.start_providing(me).is_ok();
            // With other addresses, everything is said anew.
            self.discovery.providing.clear();
        }
        for game in GameId::ALL {
            let key = dht::tables_of(*game);
            if !games.contains(game) {
                if self.discovery.providing.remove(game) {
                    kad.stop_providing(&key);
                }
            } else if !self.discovery.providing.contains(game) && kad.start_providing(key).is_ok() {
                self.discovery.providing.insert(*game);
            }
        }
    }

    /// The addresses at which this node can be reached have changed.
    pub(super) const fn provide_anew(&mut self) {
        self.discovery.findable = false;
    }

    fn look_for_tables(&mut self) {
        let now = Instant::now();
        let Some(kad) = self.swarm.behaviour_mut().kad.as_mut() else {
            return;
        };
        if self.discovery.next_look.is_some_and(|next| now < next)
            || kad.kbuckets().all(|bucket| bucket.num_entries() == 0)
        {
            return;
        }
        self.discovery.next_look = Some(now + LOOK_INTERVAL);
        for game in GameId::ALL {
            kad.get_providers(dht::tables_of(*game));
        }
    }

    /// Looks for people who are wanted and cannot be reached where they were.
    fn look_for_wanted(&mut self) {
        let now = Instant::now();
        let missing: Vec<(PeerId, IdentityKey)> = self
            .wanted()
            .into_iter()
            .filter(|peer| !self.swarm.is_connected(peer))
            .filter_map(|peer| Some((peer, key_of(&peer)?)))
            .collect();
        self.discovery
            .looked_for
            .retain(|peer, _| missing.iter().any(|(missing, _)| missing == peer));
        let Some(kad) = self.swarm.behaviour_mut().kad.as_mut() else {
            return;
        };
        if kad.kbuckets().all(|bucket| bucket.num_entries() == 0) {
            return;
        }
        for (peer, key) in missing {
            // The first attempt goes to the addresses that are known.
            let next = self.discovery.looked_for.entry(peer).or_insert(now + FIRST_LOOK);
            if now >= *next {
                *next = now + PERSON_LOOK_INTERVAL;
                kad.get_providers(dht::person(&key));
            }
        }
    }

    /// Asks Kademlia where somebody is.
    pub(super) fn look_for(&mut self, who: &IdentityKey) {
        if let Some(kad) = self.swarm.behaviour_mut().kad.as_mut()
            && kad.kbuckets().any(|bucket| bucket.num_entries() > 0)
        {
            kad.get_providers(dht::person(who));
        }
    }

    // ------------------------------------------------------------ blocking

    /// Sets who is blocked.
    pub(super) fn block(&mut self, blocked: BTreeSet<IdentityKey>) {
        let changes = self.discovery.lobby.block(blocked.iter().copied());
        self.lobby_changed(changes);
        for room in self.rooms.values_mut() {
            room.block(blocked.iter().copied());
        }
        for key in &blocked {
            let tables: Vec<TableId> = self
                .hosting
                .iter()
                .filter(|(_, hosting)| hosting.host.guests().any(|guest| guest == *key))
                .map(|(table, _)| *table)
                .collect();
            for table in tables {
                self.turn_away(table, *key);
            }
        }
        self.blocked = blocked;
    }
}
