//! Matches of other people that are watched, and who watches this person's.

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use tokio::sync::OwnedSemaphorePermit;

use super::core::Core;
use super::wishes::About;
use crate::address::peer_id;
use crate::advert::Advert;
use crate::event::{Event, TableEvent};
use crate::invite::Invitation;
use crate::limits;
use crate::play::{Input, Seen, Watch};
use crate::rate::TokenBucket;
use crate::table::{Refusal, Terms};
use crate::table_id::TableId;
use crate::wire::{Frame, WireWatch};

/// A match of other people, at a table to which there is an invitation.
pub(super) struct Watching {
    invitation: Invitation,
    watch: Option<(Digest32, Watch)>,
    /// How often its log has begun.
    shown: TokenBucket,
}

impl Watching {
    pub(super) const fn player(&self) -> IdentityKey {
        self.invitation.host
    }

    /// Whether it is this match.
    pub(super) fn shows(&self, id: Digest32) -> bool {
        self.watch.as_ref().is_some_and(|(watched, _)| *watched == id)
    }
}

impl Core {
    pub(super) fn watch(&mut self, invitation: Invitation) {
        let (table, player) = (invitation.table, invitation.host);
        let entry = self.peers.entry(peer_id(&player));
        for address in invitation.addresses.iter().rev() {
            entry.learn(address.clone());
        }
        for relay in invitation.relays.iter().rev() {
            entry.learn_relay(relay.clone());
        }
        entry.hurry();
        self.borrow_relays(table, &invitation.relays);
        self.watching.insert(
            table,
            Watching {
                invitation,
                watch: None,
                shown: TokenBucket::new(limits::WATCHED),
            },
        );
        self.ask_to_watch(&player);
        self.dial_wanted();
    }

    /// Somebody no longer wants to watch at a table where he has not been let watch yet.
    pub(super) fn stop_asking_to_watch(&mut self, table: TableId) {
        let asks = |watching: &Watching| watching.watch.is_none();
        if self.watching.get(&table).is_some_and(asks)
            && let Some(watching) = self.watching.remove(&table)
        {
            self.send(peer_id(&watching.player()), Frame::Unwatch(table));
        }
    }

    /// Asks somebody to be let watch.
    pub(super) fn ask_to_watch(&mut self, player: &IdentityKey) {
        let wanted: Vec<WireWatch> = self
            .watching
            .values()
            .filter(|watching| watching.player() == *player)
            .map(|watching| WireWatch {
                table: watching.invitation.table,
                secret: watching.invitation.secret,
            })
            .collect();
        for wanted in wanted {
            self.send(peer_id(player), Frame::Watch(wanted));
        }
    }

    /// Tables of this person at which a match is played that strangers may watch.
    pub(super) fn watched_tables(&self) -> impl Iterator<Item = Advert> + '_ {
        let shown = self.running.values().filter(|running| {
            !running.served
                && running.admission.watchers
                && running.admission.secret.is_none()
                && running.is_hosted_by(&self.me)
                && !running.finished
        });
        shown.map(|running| {
            let agreement = running.play.closing.agreement();
            let mut terms = Terms::new(agreement.game, agreement.table.clone());
            terms.clock = agreement.clock;
            terms.watchers = true;
            self.advert(running.table, &terms, agreement.members.len(), 0)
        })
    }

    pub(super) fn on_watch_frame(&mut self, from: IdentityKey, frame: Frame, permit: OwnedSemaphorePermit) {
        match frame {
            Frame::Watch(wanted) => {
                // Whoever may not watch is told so at once.
                if self.shown_at(&from, &wanted).is_none() {
                    self.send(peer_id(&from), Frame::Unwatch(wanted.table));
                    return;
                }
                self.wish(from, About::Watching(wanted.table), (Frame::Watch(wanted), None));
            }
            Frame::Unwatch(table) => {
                let peer = peer_id(&from);
                for running in self.running.values_mut().filter(|running| running.table == table) {
                    running.watchers.retain(|(_, watcher)| *watcher != peer);
                }
                if self
                    .watching
                    .get(&table)
                    .is_some_and(|watching| watching.player() == from)
                {
                    self.watching.remove(&table);
                    self.teller.tell(Event::Table {
                        table,
                        event: TableEvent::Refused(Refusal::NotWatched),
                    });
                }
            }
            Frame::Watched(table, sealed) => {
                let Some(watching) = self
                    .watching
                    .get_mut(&table)
                    .filter(|watching| watching.player() == from)
                else {
                    return;
                };
                let Ok(closing) = sealed.clone().closing() else {
                    self.offence(peer_id(&from), "a closing that is none");
                    return;
                };
                let id = closing.match_id();
                let begins = !watching.shows(id);
                // A match of this person's own, or one that somebody else shows, is told already.
                let told = begins && self.running.contains_key(&id)
                    || self
                        .watching
                        .iter()
                        .any(|(other, watching)| *other != table && watching.shows(id));
                let now = self.started.elapsed();
                let shown = self.watching.get_mut(&table).filter(|_| !told);
                let shown = shown.and_then(|watching| watching.shown.take(now).then_some(watching));
                let Some(watching) = shown else {
                    self.watching.remove(&table);
                    self.send(peer_id(&from), Frame::Unwatch(table));
                    self.teller.tell(Event::Table {
                        table,
                        event: TableEvent::Refused(Refusal::NotWatched),
                    });
                    return;
                };
                if begins {
                    watching.watch = Some((id, Watch::start(table, closing, self.said.clone())));
                }
                if let Some((_, watch)) = &watching.watch {
                    watch.tell(Seen::Closing(sealed, permit));
                }
            }
            _ => {}
        }
    }

    /// The match that somebody may watch at a table.
    fn shown_at(&self, whom: &IdentityKey, wanted: &WireWatch) -> Option<Digest32> {
        let peer = peer_id(whom);
        let shown = self.running.iter().find(|(_, running)| {
            let others = running.watchers.iter().filter(|(_, watcher)| *watcher != peer);
            running.table == wanted.table
                && running.admission.watchers
                && (running.admission.secret.is_none() || running.admission.secret == wanted.secret)
                && others.count() < limits::MAX_WATCHERS
                && !self.blocked.contains(whom)
        });
        shown.map(|(id, _)| *id)
    }

    pub(super) fn on_watch(&mut self, from: IdentityKey, wanted: &WireWatch) {
        let peer = peer_id(&from);
        let running = self.shown_at(&from, wanted).and_then(|id| self.running.get_mut(&id));
        let Some(running) = running else {
            self.send(peer, Frame::Unwatch(wanted.table));
            return;
        };
        running.watchers.retain(|(_, watcher)| *watcher != peer);
        let number = running.next_watcher;
        running.next_watcher += 1;
        running.watchers.push((number, peer));
        running.play.tell(Input::Watch(number));
    }

    /// The log of a match that is watched.
    pub(super) fn on_watched_frame(
        &mut self,
        from: IdentityKey,
        id: Digest32,
        frame: Frame,
        permit: OwnedSemaphorePermit,
    ) {
        let watch = self
            .watching
            .values()
            .filter(|watching| watching.player() == from)
            .find_map(|watching| watching.watch.as_ref().filter(|(watched, _)| *watched == id));
        let Some((_, watch)) = watch else { return };
        match frame {
            Frame::Item(_, item) => watch.tell(Seen::Item(item, permit)),
            Frame::Standing(_, step) => watch.tell(Seen::Standing(step, permit)),
            _ => {}
        }
    }
}
