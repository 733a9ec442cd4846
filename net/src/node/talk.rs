//! Chat at the tables of this person.

use std::time::Instant;

use majlis_crypto::cbor;
use majlis_crypto::identity::IdentityKey;
use majlis_referee::item::Sealed;

use super::core::Core;
use crate::address::peer_id;
use crate::chat::{Heard, Room, Saying};
use crate::event::{Event, TableEvent};
use crate::limits::MAX_ROOMS;
use crate::reason::NotSaid;
use crate::relay::wall;
use crate::table_id::TableId;
use crate::wire::Frame;

impl Core {
    /// Everybody at a table: those who sit at it while it is open, those who play afterwards.
    fn people_at(&self, table: TableId) -> Vec<IdentityKey> {
        if let Some(hosting) = self.hosting.get(&table) {
            return hosting
                .host
                .seating()
                .sitters
                .iter()
                .map(|sitter| sitter.identity)
                .collect();
        }
        if let Some(joined) = self.joined.get(&table) {
            return joined.sitters();
        }
        let running = self.closed.get(&table).and_then(|id| self.running.get(id));
        running.map(|running| running.others().collect()).unwrap_or_default()
    }

    /// The chat of a table at which this person sits.
    fn room(&mut self, table: TableId) -> Option<&mut Room> {
        let people = self.people_at(table);
        if !people.contains(&self.me) {
            return None;
        }
        if self.rooms.len() >= MAX_ROOMS && !self.rooms.contains_key(&table) {
            let over: Vec<TableId> = self
                .rooms
                .keys()
                .copied()
                .filter(|other| self.people_at(*other).is_empty())
                .collect();
            for over in over {
                self.rooms.remove(&over);
            }
        }
        let blocked = &self.blocked;
        let room = self.rooms.entry(table).or_insert_with(|| {
            let mut room = Room::new(table, []);
            room.block(blocked.iter().copied());
            room
        });
        room.set_speakers(people);
        Some(room)
    }

    /// Says something to everybody at a table.
    pub(super) fn say(&mut self, table: TableId, saying: Saying) {
        let (now, wall) = (self.started().elapsed(), wall());
        let identity = self.config.identity.clone();
        let Some(room) = self.room(table) else {
            self.chat_refused(table, NotSaid::NoTable);
            return;
        };
        match room.say(&identity, saying, now, wall) {
            Ok(Some((message, bytes))) => {
                let Some(frame) = frame(table, &bytes) else { return };
                for person in self.people_at(table) {
                    if person != self.me {
                        self.send(peer_id(&person), frame.clone());
                    }
                }
                self.teller.tell(Event::Said(Box::new(message)));
            }
            Ok(None) => self.chat_refused(table, NotSaid::TooFast),
            Err(error) => self.chat_refused(table, NotSaid::Text(error)),
        }
    }

    fn chat_refused(&self, table: TableId, why: NotSaid) {
        let event = TableEvent::NotSaid(why);
        self.teller.tell(Event::Table { table, event });
    }

    /// Mutes somebody at a table, or the whole table, or hears them again.
    pub(super) fn mute(&mut self, table: TableId, person: Option<IdentityKey>, muted: bool) {
        if let Some(room) = self.room(table) {
            match person {
                Some(person) => room.mute(person, muted),
                None => room.silence(muted),
            }
        }
    }

    /// A message of somebody at a table, from himself or passed on by the host.
    pub(super) fn on_chat(&mut self, from: IdentityKey, table: TableId, sealed: &Sealed) {
        let now = self.started().elapsed();
        // Whoever has just got up may still be talking.
        let Some(room) = self.room(table) else { return };
        let Ok(bytes) = cbor::to_vec(sealed) else { return };
        match room.hear(&from, &bytes, now) {
            Heard::Shown(message) => {
                self.pass_on(from, table, &bytes, message.sender);
                self.teller.tell(Event::Said(message));
            }
            Heard::Muted(sender) => self.pass_on(from, table, &bytes, sender),
            Heard::Dropped => {}
            Heard::Offence(error) => self.offence(peer_id(&from), &error.to_string()),
        }
    }

    /// Guests of an open table are connected to its host only, who passes on what they say.
    fn pass_on(&mut self, from: IdentityKey, table: TableId, bytes: &[u8], sender: IdentityKey) {
        let Some(frame) = frame(table, bytes).filter(|_| self.hosting.contains_key(&table)) else {
            return;
        };
        for person in self.people_at(table) {
            if person != self.me && person != from && person != sender {
                self.send(peer_id(&person), frame.clone());
            }
        }
    }

    /// Since when the node runs.
    pub(super) const fn started(&self) -> Instant {
        self.started
    }
}

fn frame(table: TableId, bytes: &[u8]) -> Option<Frame> {
    let limits = cbor::Limits::new(crate::limits::MAX_CHAT).depth(1).items(3);
    cbor::from_slice(bytes, &limits)
        .ok()
        .map(|sealed| Frame::Chat(table, sealed))
}
