//! Tables that are not closed yet: glue between the machines in [`crate::table`], the people and the program.

use std::collections::BTreeMap;
use std::time::Instant;

use libp2p::PeerId;
use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::Closing;
use majlis_referee::item::{Item, Sealed};
use rand::rngs::SysRng;
use rand_core::{TryRng as _, UnwrapErr};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

use super::core::Core;
use super::wishes::{About, Heard};
use crate::address::{Address, RelayAddress, peer_id};
use crate::event::{Event, TableEvent};
use crate::invite::{Invitation, Secret};
use crate::limits;
use crate::note::{Note, stored};
use crate::play::Source;
use crate::table::guest::Guest;
use crate::table::host::{Host, Output};
use crate::table::pace::Pace;
use crate::table::{Refusal, Terms};
use crate::table_id::TableId;
use crate::wire::{Frame, Sit, WireClosed, WireRefusal, WireSeating};

/// A table of this person.
pub(super) struct Hosting {
    pub(super) host: Host,
    pub(super) advertised: bool,
}

/// A table of somebody else.
pub(super) struct Joined {
    guest: Guest,
    told_away: bool,
}

impl Joined {
    pub(super) const fn host(&self) -> IdentityKey {
        self.guest.host()
    }

    fn admission(&self) -> Admission {
        Admission {
            watchers: self.guest.seating().is_some_and(|seating| seating.terms.watchers),
            secret: self.guest.secret(),
        }
    }

    /// Who sits at the table, as far as the host has told.
    pub(super) fn sitters(&self) -> Vec<IdentityKey> {
        let sitters = self
            .guest
            .seating()
            .map(|seating| seating.sitters.iter().map(|sitter| sitter.identity).collect());
        sitters.unwrap_or_default()
    }
}

/// Who may watch a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Admission {
    pub(super) watchers: bool,
    pub(super) secret: Option<Secret>,
}

/// Guests to be told that the table is closed.
pub(super) struct Awaiting {
    guests: Vec<IdentityKey>,
    closed: WireClosed,
}

/// The closing as the wire carries it.
pub(super) fn sealed(closing: &Closing) -> Option<Sealed> {
    match Item::from(closing) {
        Item::Closing(sealed) => Some(sealed),
        _ => None,
    }
}

impl Core {
    fn table_event(&self, table: TableId, event: TableEvent) {
        self.teller.tell(Event::Table { table, event });
    }

    /// Which tables the matches on disk came from: a guest who has missed the closing asks for it.
    pub(super) fn remember_tables(&mut self) {
        for stored in stored(&self.config.data, &self.me)
            .into_iter()
            .take(limits::MAX_MATCHES)
        {
            if let Some(table) = stored.table {
                self.closed.entry(table).or_insert(stored.match_id);
            }
        }
    }

    pub(super) fn open(&mut self, table: TableId, terms: Terms, secret: Option<Secret>, advertised: bool) {
        if self.hosting.len() >= limits::MAX_TABLES_PER_HOST {
            self.table_event(
                table,
                TableEvent::Refused(Refusal::TooManyOpen(limits::MAX_TABLES_PER_HOST)),
            );
            return;
        }
        if self.hosting.contains_key(&table) || self.is_of_another(table, &self.me) {
            self.table_event(table, TableEvent::Refused(Refusal::TwoTables));
            return;
        }
        let host = Host::new(table, terms, secret, self.me, &self.config.name, self.config.versions);
        match host {
            Ok(host) => {
                self.hosting.insert(table, Hosting { host, advertised });
                self.tell_invitation(table);
                self.tell_seating(table);
            }
            Err(error) => self.table_event(table, TableEvent::Refused(error.into())),
        }
    }

    /// The invitation to a table of this person, once there is an address to put into it.
    pub(super) fn invitation(&self, table: TableId) -> Option<Invitation> {
        let hosting = self.hosting.get(&table)?;
        if self.shared().is_empty() || self.holds_back() {
            return None;
        }
        let mut invitation = Invitation::new(self.me, table);
        invitation.secret = hosting.host.secret();
        invitation.addresses = self
            .shared()
            .iter()
            .take(limits::MAX_SHARED_ADDRESSES)
            .cloned()
            .collect();
        invitation.relays = self.relays();
        Some(invitation)
    }

    fn tell_invitation(&self, table: TableId) {
        if let Some(invitation) = self.invitation(table) {
            self.table_event(table, TableEvent::Open(Box::new(invitation)));
        }
    }

    pub(super) fn invitations_changed(&self) {
        for table in self.hosting.keys() {
            self.tell_invitation(*table);
        }
    }

    fn tell_seating(&self, table: TableId) {
        if let Some(hosting) = self.hosting.get(&table) {
            self.table_event(table, TableEvent::Seating(hosting.host.seating().clone()));
        }
    }

    pub(super) fn join(&mut self, invitation: Invitation) {
        let table = invitation.table;
        if invitation.host == self.me {
            self.table_event(table, TableEvent::Refused(Refusal::Own));
            return;
        }
        if self.is_of_another(table, &invitation.host) {
            self.table_event(table, TableEvent::Refused(Refusal::TwoTables));
            return;
        }
        if self.joined.len() >= limits::MAX_MATCHES {
            self.table_event(table, TableEvent::Refused(Refusal::TooManyTables));
            return;
        }
        let host = peer_id(&invitation.host);
        let entry = self.peers.entry(host);
        for address in invitation.addresses.iter().rev() {
            entry.learn(address.clone());
        }
        for relay in invitation.relays.iter().rev() {
            entry.learn_relay(relay.clone());
        }
        entry.hurry();
        // Who invites through a relay has found one that works, and the other guests are likely to be found there too.
        self.borrow_relays(table, &invitation.relays);
        self.attempts = self.attempts.wrapping_add(1).max(1);
        let guest = Guest::new(
            invitation,
            self.me,
            &self.config.name,
            self.attempts,
            self.config.versions,
        );
        self.joined.insert(
            table,
            Joined {
                guest,
                told_away: false,
            },
        );
        if self.peers.is_connected(&host) {
            self.sit_down_with(host);
        } else {
            self.dial_wanted();
        }
    }

    /// Whether a table of this name belongs to another host already: names are drawn at random, so somebody has taken it from there, and
    /// what is meant for one table would go to the other.
    fn is_of_another(&self, table: TableId, host: &IdentityKey) -> bool {
        let hosted = self.hosting.contains_key(&table).then_some(self.me);
        let joined = self.joined.get(&table).map(Joined::host);
        let played = self.running.values().filter(|running| running.is_at(table));
        let played = played.filter_map(|running| running.others().next());
        hosted.into_iter().chain(joined).chain(played).any(|of| of != *host)
    }

    /// Says again to a host how this person sits at his tables.
    pub(super) fn sit_down_with(&mut self, peer: PeerId) {
        let frames: Vec<Frame> = self
            .joined
            .values_mut()
            .filter(|joined| peer_id(&joined.guest.host()) == peer)
            .map(|joined| {
                joined.told_away = false;
                joined.guest.sit()
            })
            .collect();
        for frame in frames {
            self.send(peer, frame);
        }
    }

    pub(super) fn seat(&mut self, table: TableId, chosen: Option<u8>, ready: bool) {
        if let Some(hosting) = self.hosting.get_mut(&table) {
            let outputs = hosting.host.sit_myself(chosen, ready);
            self.carry_out(table, outputs);
        } else if let Some(joined) = self.joined.get_mut(&table) {
            joined.guest.choose(chosen, ready);
            let (host, frame) = (peer_id(&joined.guest.host()), joined.guest.sit());
            self.send(host, frame);
        }
    }

    pub(super) fn stand(&mut self, table: TableId) {
        if let Some(hosting) = self.hosting.remove(&table) {
            for guest in hosting.host.guests() {
                self.send(peer_id(&guest), Frame::Dissolved(table));
            }
        }
        if let Some(joined) = self.joined.remove(&table) {
            self.send(peer_id(&joined.guest.host()), Frame::Stand(table));
        }
        self.stop_asking_to_watch(table);
    }

    /// Says to everybody that the tables are gone, as far as they are not closed.
    pub(super) fn good_bye(&mut self) {
        let tables: Vec<TableId> = self.hosting.keys().chain(self.joined.keys()).copied().collect();
        for table in tables {
            self.stand(table);
        }
    }

    fn carry_out(&mut self, table: TableId, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send(to, frame) => self.send(peer_id(&to), *frame),
                Output::Changed => self.tell_seating(table),
            }
        }
        let complete = self
            .hosting
            .get(&table)
            .is_some_and(|hosting| hosting.host.is_complete());
        if complete {
            self.close(table);
        }
    }

    /// Closes a table of this person: the match begins.
    fn close(&mut self, table: TableId) {
        let Some(hosting) = self.hosting.remove(&table) else {
            return;
        };
        let nonce = random();
        match hosting.host.close(&self.config.identity, nonce) {
            Ok(closing) => {
                let admission = Admission {
                    watchers: hosting.host.seating().terms.watchers,
                    secret: hosting.host.secret(),
                };
                self.begin_as_host(table, closing, admission);
            }
            Err(refusal) => {
                for guest in hosting.host.guests() {
                    self.send(peer_id(&guest), Frame::Dissolved(table));
                }
                self.table_event(table, TableEvent::Refused(Refusal::NotClosed(refusal)));
            }
        }
    }

    /// Begins a match that this person has closed: first at this machine, then the others are told.
    pub(super) fn begin_as_host(&mut self, table: TableId, closing: Closing, admission: Admission) {
        let Some(sealed) = sealed(&closing) else { return };
        let id = closing.match_id();
        let members = &closing.agreement().members;
        let guests: Vec<IdentityKey> = members.iter().skip(1).map(|member| member.identity).collect();
        let closed = WireClosed {
            table,
            closing: sealed,
            addresses: self.addresses_of(members.iter().map(|member| member.identity)),
        };
        self.learn_addresses(&closing, &[]);
        self.awaiting.insert(id, Awaiting { guests, closed });
        self.begin(table, Arc::new(closing), Source::New, admission);
        if !self.running.contains_key(&id) {
            self.tell_no_match(id);
            return;
        }
        self.table_event(table, TableEvent::Began(id));
    }

    /// A match that this person has closed cannot be played here after all: its guests need not wait.
    pub(super) fn tell_no_match(&mut self, id: Digest32) {
        if let Some(awaiting) = self.awaiting.remove(&id) {
            let table = awaiting.closed.table;
            for guest in awaiting.guests {
                self.send(peer_id(&guest), Frame::Dissolved(table));
            }
        }
    }

    /// Where these people may be reached, as far as this node knows.
    pub(super) fn addresses_of(&self, people: impl Iterator<Item = IdentityKey>) -> Vec<(IdentityKey, Vec<Address>)> {
        let addresses = |key: &IdentityKey| -> Vec<Address> {
            let known = if *key == self.me {
                self.shared()
            } else {
                self.peers.get(&peer_id(key)).map_or(&[][..], |peer| peer.addresses())
            };
            known.iter().take(limits::MAX_SHARED_ADDRESSES).cloned().collect()
        };
        people.map(|key| (key, addresses(&key))).collect()
    }

    /// Through which relays these people may be reached, as far as this node knows.
    pub(super) fn relays_of(&self, people: impl Iterator<Item = IdentityKey>) -> Vec<(IdentityKey, Vec<RelayAddress>)> {
        let known = people.filter_map(|key| Some((key, self.peers.get(&peer_id(&key))?.relays().to_vec())));
        known.collect()
    }

    /// A match is on disk here: its guests are told.
    pub(super) fn tell_guests(&mut self, id: Digest32) {
        if let Some(awaiting) = self.awaiting.remove(&id) {
            for guest in awaiting.guests {
                self.send(peer_id(&guest), Frame::Closed(awaiting.closed.clone()));
            }
        }
    }

    pub(super) fn on_seating(&mut self, from: IdentityKey, frame: Frame, permit: OwnedSemaphorePermit) {
        match frame {
            Frame::Sit(sit) => self.on_sit(from, sit),
            Frame::Stand(table) => {
                if let Some(hosting) = self.hosting.get_mut(&table) {
                    let outputs = hosting.host.stand(from);
                    self.carry_out(table, outputs);
                }
            }
            Frame::Seating(seating) => {
                let table = seating.table;
                if self.joined.get(&table).is_some_and(|joined| joined.host() == from) {
                    let said = (Frame::Seating(seating), Some(permit));
                    let heard = self
                        .wishes
                        .take(from, About::Seating(table), said, self.started.elapsed());
                    if let Heard::Now(said) = heard
                        && let (Frame::Seating(seating), _) = *said
                    {
                        self.seating_told(from, seating);
                    }
                }
            }
            Frame::Refused(table, attempt, why) => {
                if let Some(joined) = self
                    .joined
                    .get(&table)
                    .filter(|joined| joined.host() == from && joined.guest.is_refused_by(attempt))
                {
                    let refusal = joined.guest.refusal(&why);
                    self.joined.remove(&table);
                    self.table_event(table, TableEvent::Refused(refusal));
                }
            }
            Frame::Dissolved(table) if self.joined.get(&table).is_some_and(|joined| joined.host() == from) => {
                self.joined.remove(&table);
                self.table_event(table, TableEvent::Refused(Refusal::Dissolved));
            }
            Frame::Closed(closed) => self.on_closed(from, &closed),
            _ => {}
        }
    }

    /// A host has said how his table stands.
    pub(super) fn seating_told(&mut self, from: IdentityKey, seating: WireSeating) {
        let table = seating.table;
        let Some(joined) = self.joined.get_mut(&table).filter(|joined| joined.host() == from) else {
            return;
        };
        match joined.guest.take_seating(seating) {
            Ok(true) => {
                if let Some(seating) = joined.guest.seating().cloned() {
                    self.table_event(table, TableEvent::Seating(seating));
                }
            }
            Ok(false) => {}
            Err(refusal) => self.give_up(table, refusal),
        }
    }

    fn on_sit(&mut self, from: IdentityKey, sit: Sit) {
        let seated = |hosting: &Hosting| hosting.host.guests().any(|guest| guest == from);
        let seated = self.hosting.get(&sit.table).is_some_and(seated);
        match self.paces.take(from, sit, seated, self.started.elapsed()) {
            Pace::Now(sit) => self.seat_guest(from, &sit),
            Pace::Later => {}
            Pace::Offence => self.offence(peer_id(&from), "somebody who sits down and sits down"),
        }
    }

    fn seat_guest(&mut self, from: IdentityKey, sit: &Sit) {
        let table = sit.table;
        if let Some(hosting) = self.hosting.get_mut(&table) {
            let outputs = hosting.host.sit(from, sit, self.blocked.contains(&from));
            self.carry_out(table, outputs);
            return;
        }
        // Who has missed that the table was closed is told again; before it is on disk here nobody is told.
        if self.is_about_to_begin(table, &from) {
            return;
        }
        let frame = self
            .closed_again(table, from)
            .unwrap_or(Frame::Refused(table, sit.attempt, WireRefusal::NoTable));
        self.send(peer_id(&from), frame);
    }

    /// Whether a guest will be told in a moment that the table is closed.
    pub(super) fn is_about_to_begin(&self, table: TableId, guest: &IdentityKey) -> bool {
        let awaiting = self.closed.get(&table).and_then(|id| self.awaiting.get(id));
        awaiting.is_some_and(|awaiting| awaiting.guests.contains(guest))
    }

    /// The closing of a table once more, for one of its parties; `None` where its match is not running here.
    pub(super) fn closed_again(&self, table: TableId, to: IdentityKey) -> Option<Frame> {
        let running = self.running.get(self.closed.get(&table)?)?;
        if !running.began {
            return None;
        }
        let closing = &running.play.closing;
        closing.agreement().party_of(&to)?;
        let members = closing.agreement().members.iter().map(|member| member.identity);
        Some(Frame::Closed(WireClosed {
            table,
            closing: sealed(closing)?,
            addresses: self.addresses_of(members),
        }))
    }

    fn on_closed(&mut self, from: IdentityKey, closed: &WireClosed) {
        let table = closed.table;
        let Some(joined) = self.joined.get_mut(&table).filter(|joined| joined.host() == from) else {
            self.on_rematch_closed(from, closed);
            return;
        };
        match joined.guest.take_closing(closed) {
            // Nobody plays who has not said that he is ready, or no longer is: his next word to the host brings the closing again.
            Ok(closing) if !joined.guest.is_ready() => {
                if joined.guest.show(&closing)
                    && let Some(seating) = joined.guest.seating().cloned()
                {
                    self.table_event(table, TableEvent::Seating(seating));
                }
            }
            Ok(closing) => {
                let admission = joined.admission();
                self.joined.remove(&table);
                let id = closing.match_id();
                self.learn_addresses(&closing, &closed.addresses);
                self.begin(table, Arc::new(closing), Source::New, admission);
                self.table_event(table, TableEvent::Began(id));
            }
            Err(wrong) => self.give_up(table, Refusal::Closing(wrong)),
        }
    }

    /// Remembers where the others at a table may be reached; nobody says anything about people who are not at it.
    pub(super) fn learn_addresses(&mut self, closing: &Closing, addresses: &[(IdentityKey, Vec<Address>)]) {
        for (key, addresses) in addresses.iter().take(8) {
            if *key == self.me || closing.agreement().party_of(key).is_none() {
                continue;
            }
            let entry = self.peers.entry(peer_id(key));
            for address in addresses.iter().take(limits::MAX_SHARED_ADDRESSES) {
                if !entry.addresses().contains(address) {
                    entry.learn(address.clone());
                }
            }
            entry.hurry();
        }
        // Somebody who cannot be reached directly is at one of the relays by which the table was found.
        let relays = self.relays();
        for member in &closing.agreement().members {
            if member.identity != self.me {
                let entry = self.peers.entry(peer_id(&member.identity));
                for relay in &relays {
                    entry.learn_relay(relay.clone());
                }
            }
        }
    }

    /// This person does not sit at a table any more.
    fn give_up(&mut self, table: TableId, refusal: Refusal) {
        self.stand(table);
        self.table_event(table, TableEvent::Refused(refusal));
    }

    /// Somebody at a table of this person is not wanted there any more.
    pub(super) fn turn_away(&mut self, table: TableId, who: IdentityKey) {
        if let Some(hosting) = self.hosting.get_mut(&table) {
            let outputs = hosting.host.stand(who);
            self.send(peer_id(&who), Frame::Refused(table, 0, WireRefusal::Unwanted));
            self.carry_out(table, outputs);
        }
    }

    /// A host that could not be reached.
    pub(super) fn host_not_reached(&mut self, peer: PeerId) {
        let mut away = Vec::new();
        for (table, joined) in &mut self.joined {
            if peer_id(&joined.guest.host()) == peer && !joined.told_away {
                joined.told_away = true;
                away.push(*table);
            }
        }
        for table in away {
            self.table_event(table, TableEvent::HostAway);
        }
    }

    /// A host that speaks another version.
    pub(super) fn host_differs(&mut self, peer: PeerId, refusal: &Refusal) {
        let tables: Vec<TableId> = self
            .joined
            .iter()
            .filter(|(_, joined)| peer_id(&joined.guest.host()) == peer)
            .map(|(table, _)| *table)
            .collect();
        for table in tables {
            self.give_up(table, refusal.clone());
        }
    }

    /// Whether somebody sits at a table of this person.
    pub(super) fn sits_here(&self, peer: &PeerId) -> bool {
        self.hosting
            .values()
            .any(|hosting| hosting.host.guests().any(|guest| peer_id(&guest) == *peer))
    }

    /// Whoever is dropped sits nowhere any more.
    pub(super) fn unseat(&mut self, who: IdentityKey) {
        self.paces.forget(&who);
        let tables: Vec<TableId> = self.hosting.keys().copied().collect();
        for table in tables {
            if let Some(hosting) = self.hosting.get_mut(&table) {
                let outputs = hosting.host.stand(who);
                self.carry_out(table, outputs);
            }
        }
    }

    /// Seats of people who have been away for too long become free again, and what guests have said too fast is heard.
    pub(super) fn tables_tick(&mut self) {
        for (from, sit) in self.paces.due(self.started.elapsed()) {
            let seated = |hosting: &Hosting| hosting.host.guests().any(|guest| guest == from);
            if self.hosting.get(&sit.table).is_some_and(seated) {
                self.seat_guest(from, &sit);
            }
        }
        let now = Instant::now();
        let mut gone: BTreeMap<TableId, Vec<IdentityKey>> = BTreeMap::new();
        for (table, hosting) in &self.hosting {
            let away = hosting.host.guests().filter(|guest| {
                let since = self.peers.get(&peer_id(guest)).and_then(|peer| peer.away_since);
                since.is_some_and(|since| now.saturating_duration_since(since) > limits::SEAT_HELD)
            });
            gone.insert(*table, away.collect());
        }
        for (table, guests) in gone {
            for guest in guests {
                if let Some(hosting) = self.hosting.get_mut(&table) {
                    let outputs = hosting.host.stand(guest);
                    self.carry_out(table, outputs);
                }
            }
        }
    }

    /// Writes down from which table a match came and where its people may be reached.
    pub(super) fn note(&self, table: TableId, id: Digest32, closing: &Closing, admission: Admission) {
        let mut note = Note::read(&self.folder, id).unwrap_or_else(|| Note::new(table));
        note.watchers = admission.watchers;
        note.secret = admission.secret;
        let others = closing.agreement().members.iter().map(|member| member.identity);
        note.addresses = self.addresses_of(others.clone().filter(|key| *key != self.me));
        note.relays = self.relays_of(others);
        if let Err(error) = note.write(&self.folder, id) {
            tracing::warn!(%error, "no note can be written");
        }
    }
}

/// Random bytes of the system.
pub(super) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    let mut rng = UnwrapErr(SysRng);
    let Ok(()) = rng.try_fill_bytes(&mut bytes);
    bytes
}
