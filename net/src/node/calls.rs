//! People who are asked to a table, and those who ask: `/majlis/invitation/1`.

use std::collections::BTreeSet;
use std::time::Instant;

use libp2p::PeerId;
use libp2p::request_response::{self, OutboundFailure, OutboundRequestId};
use majlis_crypto::identity::IdentityKey;

use super::core::Core;
use crate::address::{key_of, peer_id};
use crate::call::{self, NOT_WANTED, SHOWN};
use crate::certificates::{Asked, is_too_long};
use crate::event::{Event, Outcome, TableEvent};
use crate::limits::{CALL_TIME, INVITATIONS, MAX_CALLS, MAX_CONNECTIONS};
use crate::people::Lead;
use crate::rate::Buckets;
use crate::table_id::TableId;

/// Somebody who is being asked to a table of this person.
struct Call {
    table: TableId,
    person: IdentityKey,
    until: Instant,
    /// The request, once it is on its way.
    sent: Option<OutboundRequestId>,
}

/// All of them, and who may ask this person.
pub(super) struct Calls {
    acquaintances: BTreeSet<IdentityKey>,
    calls: Vec<Call>,
    /// How often people have asked this person.
    paces: Buckets<PeerId>,
}

impl Calls {
    pub(super) fn new(acquaintances: &[IdentityKey]) -> Self {
        Self {
            acquaintances: acquaintances.iter().copied().collect(),
            calls: Vec::new(),
            paces: Buckets::new(INVITATIONS, 2 * MAX_CONNECTIONS as usize),
        }
    }

    /// Sets who may ask this person.
    pub(super) fn acquaint(&mut self, people: &[IdentityKey]) {
        self.acquaintances = people.iter().copied().collect();
    }

    /// Who is to be reached for it.
    pub(super) fn wanted(&self) -> impl Iterator<Item = IdentityKey> + '_ {
        self.calls.iter().map(|call| call.person)
    }
}

impl Core {
    /// Asks somebody to an open table of this person.
    pub(super) fn call(&mut self, table: TableId, person: IdentityKey, lead: Lead) {
        let calls = &self.calls.calls;
        if calls.iter().any(|call| call.table == table && call.person == person) {
            return;
        }
        if calls.len() >= MAX_CALLS || person == self.me || !self.hosting.contains_key(&table) {
            self.called(table, person, Outcome::NotReached);
            return;
        }
        let entry = self.peers.entry(peer_id(&person));
        entry.learn_lead(lead);
        entry.hurry();
        self.calls.calls.push(Call {
            table,
            person,
            until: Instant::now() + CALL_TIME,
            sent: None,
        });
        self.dial_wanted();
        self.calls_tick();
    }

    fn called(&self, table: TableId, person: IdentityKey, outcome: Outcome) {
        let event = TableEvent::Called { person, outcome };
        self.teller.tell(Event::Table { table, event });
    }

    /// Asks those who have been reached, and gives up those who are not.
    pub(super) fn calls_tick(&mut self) {
        let now = Instant::now();
        for mut call in std::mem::take(&mut self.calls.calls) {
            let open = self.hosting.get(&call.table);
            let Some(game) = open.map(|hosting| hosting.host.seating().terms.game) else {
                self.called(call.table, call.person, Outcome::NotReached);
                continue;
            };
            if now >= call.until {
                self.called(call.table, call.person, Outcome::NotReached);
                continue;
            }
            let peer = peer_id(&call.person);
            if call.sent.is_none()
                && self.peers.is_connected(&peer)
                && let Some(invitation) = self.invitation(call.table)
                && let Some(request) = call::write(game, &invitation)
            {
                let calls = &mut self.swarm.behaviour_mut().calls;
                call.sent = Some(calls.send_request(&peer, Asked::Bytes(request)));
            }
            self.calls.calls.push(call);
        }
    }

    pub(super) fn on_call(&mut self, event: request_response::Event<Asked, Vec<u8>>) {
        match event {
            request_response::Event::Message { peer, message, .. } => match message {
                request_response::Message::Request { request, channel, .. } => {
                    let answer = match request {
                        Asked::TooLong => {
                            self.offence(peer, "an invitation that is too long");
                            NOT_WANTED
                        }
                        Asked::Bytes(bytes) => self.invited(peer, &bytes),
                    };
                    // Who asked may be gone.
                    let _ = self.swarm.behaviour_mut().calls.send_response(channel, vec![answer]);
                }
                request_response::Message::Response { request_id, response } => {
                    let outcome = match response.as_slice() {
                        [SHOWN] => Outcome::Shown,
                        [NOT_WANTED] => Outcome::NotWanted,
                        // Where there is none, the other has not read the request.
                        [] => Outcome::NotReached,
                        _ => {
                            self.offence(peer, "an answer to an invitation that is none");
                            Outcome::NotWanted
                        }
                    };
                    self.call_ended(request_id, outcome);
                }
            },
            request_response::Event::OutboundFailure {
                peer,
                request_id,
                error,
                ..
            } => {
                if is_too_long(&error) {
                    self.offence(peer, "an answer to an invitation that is too long");
                }
                match error {
                    // He may be reached again within the time.
                    OutboundFailure::ConnectionClosed | OutboundFailure::DialFailure => {
                        let call = self.calls.calls.iter_mut();
                        for call in call.filter(|call| call.sent == Some(request_id)) {
                            call.sent = None;
                        }
                    }
                    _ => self.call_ended(request_id, Outcome::NotReached),
                }
            }
            _ => {}
        }
    }

    fn call_ended(&mut self, request: OutboundRequestId, outcome: Outcome) {
        let calls = &mut self.calls.calls;
        let Some(at) = calls.iter().position(|call| call.sent == Some(request)) else {
            return;
        };
        let call = calls.remove(at);
        self.called(call.table, call.person, outcome);
    }

    /// Somebody asks this person to a table; gives the answer. A stranger, somebody who is blocked and somebody who asks too often learn
    /// nothing, and nothing of theirs is read.
    fn invited(&mut self, peer: PeerId, bytes: &[u8]) -> u8 {
        let Some(from) = key_of(&peer) else {
            return NOT_WANTED;
        };
        let now = self.started.elapsed();
        let known = self.calls.acquaintances.contains(&from) && !self.blocked.contains(&from);
        if !known || !self.calls.paces.take(&peer, now) {
            return NOT_WANTED;
        }
        match call::read(&from, bytes) {
            Ok(Some((game, invitation))) => {
                let invitation = Box::new(invitation);
                self.teller.tell(Event::Invited { game, invitation });
                SHOWN
            }
            Ok(None) => NOT_WANTED,
            Err(what) => {
                self.offence(peer, what);
                NOT_WANTED
            }
        }
    }
}
