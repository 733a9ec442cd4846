//! Matches that are played, served or watched: glue between their threads, the people and the program.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use libp2p::PeerId;
use majlis_crypto::chain::{Digest32, commit};
use majlis_crypto::identity::IdentityKey;
use majlis_referee::agreement::{Agreement, Closing};
use majlis_referee::party::{PartyId, PartySet};
use majlis_referee::session::Message;
use tokio::sync::OwnedSemaphorePermit;

use super::core::Core;
use super::tables::{Admission, random};
use super::wishes::{About, Heard};
use crate::address::{Address, key_of, peer_id};
use crate::event::{Event, MatchEvent, Presence, TableEvent};
use crate::limits;
use crate::note::{Note, clear_torn};
use crate::play::{Begin, Input, Play, Said, Source, closing_of};
use crate::rate::TokenBucket;
use crate::reason::{Failed, NotDone};
use crate::table_id::TableId;
use crate::wire::{Frame, WireClosed};

/// A match of this person.
pub(super) struct Running {
    pub(super) play: Play,
    /// Whether nobody needs this program for it any more.
    pub(super) settled: bool,
    pub(super) finished: bool,
    /// Whether the program has been told that the match is there, on disk.
    pub(super) began: bool,
    /// Whether its thread is over.
    ended: bool,
    /// Whether it is over and only served to somebody who has missed its end: the program is told nothing of it.
    pub(super) served: bool,
    presence: BTreeMap<PartyId, Presence>,
    again: PartySet,
    pub(super) table: TableId,
    pub(super) admission: Admission,
    pub(super) watchers: Vec<(u64, PeerId)>,
    pub(super) next_watcher: u64,
    since: Instant,
    /// Where the others were to be reached when it was written down last, and when that was.
    pub(super) noted: (Vec<(IdentityKey, Vec<Address>)>, Instant),
    /// How often the host has said where they are.
    pub(super) heard: TokenBucket,
}

impl Running {
    /// The keys of all at the table.
    pub(super) fn others(&self) -> impl Iterator<Item = IdentityKey> + '_ {
        self.play
            .closing
            .agreement()
            .members
            .iter()
            .map(|member| member.identity)
    }

    /// Whether it is over, and nobody needs this program for it.
    pub(super) const fn is_over(&self) -> bool {
        self.settled || self.served || self.ended
    }

    /// Whether it is played at this table, or the one that follows it would be.
    pub(super) fn is_at(&self, table: TableId) -> bool {
        !self.served && (self.table == table || rematch_table(self.play.closing.match_id()) == table)
    }

    fn key(&self, party: PartyId) -> Option<IdentityKey> {
        Some(self.play.closing.agreement().member(party)?.identity)
    }

    pub(super) fn party(&self, key: &IdentityKey) -> Option<PartyId> {
        self.play.closing.agreement().party_of(key)
    }

    /// Whether this person has closed its table.
    pub(super) fn is_hosted_by(&self, key: &IdentityKey) -> bool {
        self.party(key).is_some_and(|party| party.number() == 0)
    }
}

impl Core {
    fn match_event(&self, match_id: Digest32, event: MatchEvent) {
        self.teller.tell(Event::Match { match_id, event });
    }

    /// Starts a match of this person.
    pub(super) fn begin(&mut self, table: TableId, closing: Arc<Closing>, source: Source, admission: Admission) {
        self.start(table, closing, source, admission, false);
    }

    /// Starts it to be played, or only to be `served`.
    fn start(&mut self, table: TableId, closing: Arc<Closing>, source: Source, admission: Admission, served: bool) {
        let id = closing.match_id();
        if self.running.contains_key(&id) {
            return;
        }
        clear_torn(&self.folder, id);
        // A guest may be told of the closing again after a restart.
        let source = match source {
            Source::New if self.folder.join(format!("{id}.mlog")).exists() => Source::Disk,
            source => source,
        };
        if let Err(error) = std::fs::create_dir_all(&self.folder) {
            self.match_event(
                id,
                MatchEvent::Failed(Failed::Folder {
                    path: self.folder.clone(),
                    error: Arc::new(error),
                }),
            );
            return;
        }
        self.closed.insert(table, id);
        if !served {
            self.note(table, id, &closing, admission);
        }
        let begin = Begin {
            source,
            table,
            folder: self.folder.clone(),
            closing,
            identity: Arc::clone(&self.config.identity),
            stand_in: self.config.stand_in(),
        };
        let play = Play::start(begin, &self.said);
        let Some(play) = play else {
            self.match_event(id, MatchEvent::Failed(Failed::NotAtTable));
            return;
        };
        let running = Running {
            play,
            settled: served,
            finished: false,
            began: false,
            ended: false,
            served,
            presence: BTreeMap::new(),
            again: PartySet::EMPTY,
            table,
            admission,
            watchers: Vec::new(),
            next_watcher: 0,
            since: Instant::now(),
            noted: (Vec::new(), Instant::now()),
            heard: TokenBucket::new(limits::ADDRESSES),
        };
        let others: Vec<PeerId> = running
            .others()
            .filter(|key| *key != self.me)
            .map(|key| peer_id(&key))
            .collect();
        self.running.insert(id, running);
        self.make_room();
        for peer in others {
            let has_stream = self.peers.get(&peer).is_some_and(|peer| peer.writer.is_some());
            if has_stream {
                self.up(peer);
            }
        }
        self.dial_wanted();
    }

    /// The oldest settled match makes room where too many are held.
    fn make_room(&mut self) {
        while self.running.len() > limits::MAX_MATCHES {
            let oldest = self
                .running
                .iter()
                .filter(|(_, running)| running.settled)
                .min_by_key(|(_, running)| running.since)
                .map(|(id, _)| *id);
            match oldest {
                Some(id) => self.forget(id),
                None => return,
            }
        }
    }

    /// Takes up a match that is over, for somebody who was at it and has missed its end. Whether it is there now.
    fn serve(&mut self, id: Digest32, to: IdentityKey) -> bool {
        if self.blocked.contains(&to) {
            return false;
        }
        // What is not there costs nothing, and nobody's rate.
        let Some(note) = Note::read(&self.folder, id).filter(|note| note.over) else {
            return false;
        };
        if !self.serves.take(&peer_id(&to), self.started.elapsed()) {
            return false;
        }
        let closing = closing_of(&self.folder, id).filter(|closing| {
            let party = |key| closing.agreement().party_of(key);
            party(&to).is_some() && party(&self.me).is_some()
        });
        let Some(closing) = closing else { return false };
        tracing::info!(%id, "a match that is over is told to somebody who was at it");
        self.start(note.table, Arc::new(closing), Source::Disk, Admission::default(), true);
        self.running.contains_key(&id)
    }

    pub(super) fn resume(&mut self, id: Digest32) {
        // What is only served is told from its beginning; and what could not go on, since the disk was full, begins anew.
        if self
            .running
            .get(&id)
            .is_some_and(|running| running.served || running.ended)
        {
            self.running.remove(&id);
        }
        let Some(closing) = closing_of(&self.folder, id) else {
            self.match_event(
                id,
                MatchEvent::Failed(Failed::NoLog {
                    match_id: id,
                    folder: self.folder.clone(),
                }),
            );
            return;
        };
        let note = Note::read(&self.folder, id);
        let table = note.as_ref().map_or_else(|| TableId(random()), |note| note.table);
        let admission = note.as_ref().map_or_else(Admission::default, |note| Admission {
            watchers: note.watchers,
            secret: note.secret,
        });
        if let Some(note) = note {
            self.learn_addresses(&closing, &note.addresses);
            for (key, relays) in note.relays {
                let entry = self.peers.entry(peer_id(&key));
                for relay in relays.into_iter().take(limits::MAX_SHARED_RELAYS) {
                    entry.learn_relay(relay);
                }
            }
        }
        self.begin(table, Arc::new(closing), Source::Disk, admission);
    }

    pub(super) fn forget(&mut self, id: Digest32) {
        let watched = self.watching.iter().find(|(_, watching)| watching.shows(id));
        if let Some(table) = watched.map(|(table, _)| *table)
            && let Some(watching) = self.watching.remove(&table)
        {
            self.send(peer_id(&watching.player()), Frame::Unwatch(table));
        }
        self.running.remove(&id);
        self.awaiting.remove(&id);
    }

    pub(super) fn tell_match(&mut self, id: Digest32, input: Input) {
        match self.running.get(&id) {
            Some(running) => running.play.tell(input),
            None => self.match_event(id, MatchEvent::Refused(NotDone::NotRunning)),
        }
    }

    pub(super) fn pause(&mut self, id: Digest32, wanted: bool) {
        if let Some(running) = self.running.get(&id) {
            running.play.tell(Input::Pause(running.play.party, wanted));
        }
    }

    /// Somebody is connected who was not.
    pub(super) fn met(&mut self, peer: PeerId) {
        let Some(key) = key_of(&peer) else { return };
        for running in self.running.values() {
            if let Some(party) = running.party(&key) {
                running.play.tell(Input::Met(party));
            }
        }
        self.matches_tick();
    }

    /// Frames reach somebody from now on.
    pub(super) fn up(&mut self, peer: PeerId) {
        self.sit_down_with(peer);
        let Some(key) = key_of(&peer) else { return };
        let mut again = Vec::new();
        let mut hosted = Vec::new();
        for (id, running) in &self.running {
            if let Some(party) = running.party(&key) {
                running.play.tell(Input::Up(party));
                if running.is_kept_together_by(&self.me) {
                    hosted.push(running.table);
                }
                if running.again.contains(running.play.party) {
                    again.push(*id);
                }
            }
        }
        for id in again {
            self.send(peer, Frame::Again(id, true));
        }
        // Whoever was started again may not know where the others are.
        for table in hosted {
            if let Some(frame) = self.closed_again(table, key) {
                self.send(peer, frame);
            }
        }
        self.ask_to_watch(&key);
    }

    /// Somebody is not connected any more.
    pub(super) fn parted(&mut self, peer: PeerId) {
        let key = key_of(&peer);
        for running in self.running.values_mut() {
            running.watchers.retain(|(_, watcher)| *watcher != peer);
            if let Some(party) = key.as_ref().and_then(|key| running.party(key)) {
                running.play.tell(Input::Parted(party));
            }
        }
        self.matches_tick();
    }

    pub(super) fn woke(&self) {
        for running in self
            .running
            .values()
            .filter(|running| !running.finished && !running.served)
        {
            running.play.tell(Input::Woke);
        }
    }

    /// Says who is there and who is not, where that has changed.
    pub(super) fn matches_tick(&mut self) {
        let mut changes = Vec::new();
        for (id, running) in self.running.iter_mut().filter(|(_, running)| running.began) {
            for party in PartyId::all(running.play.closing.agreement().parties()) {
                if party == running.play.party {
                    continue;
                }
                let Some(key) = running
                    .play
                    .closing
                    .agreement()
                    .member(party)
                    .map(|member| member.identity)
                else {
                    continue;
                };
                let peer = self.peers.get(&peer_id(&key));
                let since = peer.and_then(|peer| peer.away_since).unwrap_or(running.since);
                let presence = if peer.is_some_and(super::peers::Peer::is_connected) {
                    Presence::Here
                } else if since.elapsed() >= limits::GONE_AFTER {
                    Presence::Gone
                } else {
                    Presence::Reconnecting
                };
                if running.presence.insert(party, presence) != Some(presence) {
                    changes.push((*id, party, presence));
                }
            }
        }
        for (id, party, presence) in changes {
            self.match_event(id, MatchEvent::Presence { party, presence });
        }
    }

    pub(super) fn on_match_frame(&mut self, from: IdentityKey, frame: Frame, permit: OwnedSemaphorePermit) {
        let (Frame::Item(id, _)
        | Frame::Ask(id, _)
        | Frame::Standing(id, _)
        | Frame::Whole(id)
        | Frame::Pause(id, _)
        | Frame::Again(id, _)) = frame
        else {
            self.on_watch_frame(from, frame, permit);
            return;
        };
        let is_here = self.running.contains_key(&id) || matches!(frame, Frame::Ask(..)) && self.serve(id, from);
        if !is_here {
            self.on_watched_frame(from, id, frame, permit);
            return;
        }
        let Some((running, party)) = self
            .running
            .get(&id)
            .and_then(|running| Some((running, running.party(&from)?)))
        else {
            return;
        };
        let message = match frame {
            Frame::Item(_, item) => Message::Item(item),
            Frame::Standing(_, step) => Message::Standing { match_id: id, step },
            Frame::Whole(_) => {
                running.play.tell(Input::Whole(party, permit));
                return;
            }
            Frame::Ask(..) => return self.wish(from, About::Lacking(id), (frame, Some(permit))),
            Frame::Pause(..) => return self.wish(from, About::Pause(id), (frame, None)),
            Frame::Again(..) => return self.wish(from, About::Again(id), (frame, None)),
            _ => return,
        };
        running.play.tell(Input::Message {
            from: party,
            message,
            _permit: Some(permit),
        });
    }

    /// Somebody wants something of which only the last word counts.
    pub(super) fn wish(&mut self, from: IdentityKey, about: About, said: super::wishes::Said) {
        match self.wishes.take(from, about, said, self.started.elapsed()) {
            Heard::Now(said) => self.on_wish(from, *said),
            Heard::Later => {}
            Heard::Offence => self.offence(peer_id(&from), "somebody who changes his mind without end"),
        }
    }

    /// What was wanted too fast is heard when it is time.
    pub(super) fn wishes_tick(&mut self) {
        for (from, said) in self.wishes.due(self.started.elapsed()) {
            self.on_wish(from, said);
        }
    }

    fn on_wish(&mut self, from: IdentityKey, (frame, permit): super::wishes::Said) {
        let (id, frame) = match frame {
            Frame::Watch(wanted) => return self.on_watch(from, &wanted),
            Frame::Seating(seating) => return self.seating_told(from, seating),
            Frame::Ask(id, _) | Frame::Pause(id, _) | Frame::Again(id, _) => (id, frame),
            _ => return,
        };
        let Some((running, party)) = self
            .running
            .get(&id)
            .and_then(|running| Some((running, running.party(&from)?)))
        else {
            return;
        };
        match frame {
            Frame::Ask(_, step) => running.play.tell(Input::Message {
                from: party,
                message: Message::Ask {
                    match_id: id,
                    from: step,
                },
                _permit: permit,
            }),
            Frame::Pause(_, wanted) => running.play.tell(Input::Pause(party, wanted)),
            // Where it is only served, nobody is there who could want it.
            Frame::Again(_, wanted) if !running.served => {
                let next = rematch_table(id);
                let mine = wanted && running.is_hosted_by(&self.me);
                if mine && self.is_about_to_begin(next, &from) {
                    return;
                }
                // Who has missed that the other match has begun is told again.
                match self.closed_again(next, from).filter(|_| mine) {
                    Some(frame) => self.send(peer_id(&from), frame),
                    None => self.wants_again(id, party, wanted),
                }
            }
            _ => {}
        }
    }

    pub(super) fn on_said(&mut self, id: Digest32, said: Said) {
        let Some(running) = self.running.get_mut(&id) else {
            // A match that is watched only tells.
            if let Said::Event(event) = said {
                self.match_event(id, event);
            }
            return;
        };
        match said {
            Said::Send(to, frame) => {
                let me = running.play.party;
                let to: Vec<PeerId> = match to {
                    Some(party) => running.key(party).iter().map(peer_id).collect(),
                    None => PartyId::all(running.play.closing.agreement().parties())
                        .filter(|party| *party != me)
                        .filter_map(|party| running.key(party))
                        .map(|key| peer_id(&key))
                        .collect(),
                };
                for peer in to {
                    self.send(peer, frame.clone());
                }
            }
            Said::Show(watcher, frame) => {
                let to: Vec<PeerId> = running
                    .watchers
                    .iter()
                    .filter(|(number, _)| watcher.is_none_or(|watcher| watcher == *number))
                    .map(|(_, peer)| *peer)
                    .collect();
                for peer in to {
                    self.send(peer, frame.clone());
                }
            }
            Said::Event(event) => {
                if running.served {
                    running.finished |= matches!(event, MatchEvent::Finished { .. });
                    return;
                }
                let began = matches!(event, MatchEvent::Began { .. });
                running.began |= began;
                match &event {
                    MatchEvent::Finished { .. } => {
                        running.finished = true;
                        self.note_again(id, false);
                    }
                    MatchEvent::Settled => {
                        running.settled = true;
                        let people: Vec<IdentityKey> = running.others().collect();
                        self.note_again(id, true);
                        self.met_at(people.into_iter());
                    }
                    _ => {}
                }
                self.match_event(id, event);
                if began {
                    self.tell_guests(id);
                    self.matches_tick();
                }
            }
            Said::Offence(party, what) => {
                if let Some(key) = running.key(party) {
                    self.offence(peer_id(&key), &what);
                }
            }
            Said::Ended => {
                running.settled = true;
                running.ended = true;
                // It could not even be written down.
                if !running.began && !running.served {
                    let table = running.table;
                    self.running.remove(&id);
                    if self.closed.get(&table) == Some(&id) {
                        self.closed.remove(&table);
                    }
                    self.tell_no_match(id);
                }
            }
        }
    }

    pub(super) fn rematch(&mut self, id: Digest32, wanted: bool) {
        let Some(running) = self.running.get(&id).filter(|running| running.finished) else {
            self.match_event(id, MatchEvent::Refused(NotDone::NotOver));
            return;
        };
        let me = running.play.party;
        let others: Vec<PeerId> = running
            .others()
            .filter(|key| *key != self.me)
            .map(|key| peer_id(&key))
            .collect();
        for peer in others {
            self.send(peer, Frame::Again(id, wanted));
        }
        self.wants_again(id, me, wanted);
    }

    fn wants_again(&mut self, id: Digest32, party: PartyId, wanted: bool) {
        let Some(running) = self.running.get_mut(&id) else {
            return;
        };
        let before = running.again;
        running.again = if wanted {
            before.with(party)
        } else {
            before.without(party)
        };
        if running.again == before {
            return;
        }
        let wanted = running.again;
        let agreement = running.play.closing.agreement();
        let all = PartySet::all(agreement.parties()).minus(wanted).is_empty();
        let mine = running.is_hosted_by(&self.me);
        let admission = running.admission;
        let next = Agreement {
            nonce: random(),
            ..agreement.clone()
        };
        if all && mine {
            // What was wanted has come: another match needs another word of everybody.
            running.again = PartySet::EMPTY;
        }
        self.match_event(id, MatchEvent::Rematch { wanted });
        if all && mine {
            match Closing::sign(next, &self.config.identity) {
                Ok(closing) => self.begin_as_host(rematch_table(id), closing, admission),
                Err(refusal) => self.match_event(id, MatchEvent::Refused(NotDone::Refused(refusal))),
            }
        }
    }

    /// The host of a match that is over has closed another one.
    pub(super) fn on_rematch_closed(&mut self, from: IdentityKey, closed: &WireClosed) {
        if self.on_moved(&from, closed) {
            return;
        }
        let before = self.running.iter_mut().find(|(id, running)| {
            rematch_table(**id) == closed.table
                && running.finished
                && running.again.contains(running.play.party)
                && running.is_hosted_by(&from)
        });
        let Some((_, running)) = before else { return };
        let Ok(closing) = closed.closing.clone().closing() else {
            self.offence(peer_id(&from), "a closing that is none");
            return;
        };
        // The same people on the same terms.
        let same = Agreement {
            nonce: closing.agreement().nonce,
            ..running.play.closing.agreement().clone()
        };
        if same != *closing.agreement() || closing.match_id() == running.play.closing.match_id() {
            self.offence(peer_id(&from), "a rematch on other terms");
            return;
        }
        let id = closing.match_id();
        let admission = running.admission;
        // One match was wanted, and this is it.
        running.again = PartySet::EMPTY;
        self.learn_addresses(&closing, &closed.addresses);
        self.begin(closed.table, Arc::new(closing), Source::New, admission);
        self.teller.tell(Event::Table {
            table: closed.table,
            event: TableEvent::Began(id),
        });
    }
}

/// The table of the match that follows a match among the same people.
pub(super) fn rematch_table(id: Digest32) -> TableId {
    let digest = commit("rematch table", &[id.as_bytes()]);
    let mut bytes = [0; 16];
    for (to, from) in bytes.iter_mut().zip(digest.as_bytes()) {
        *to = *from;
    }
    TableId(bytes)
}
