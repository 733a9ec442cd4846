//! How often what somebody says over a table stream is heard, where only the last of it counts: what comes faster waits. Sans-IO.

use std::collections::BTreeMap;
use std::time::Duration;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use tokio::sync::OwnedSemaphorePermit;

use crate::limits::{ASKS, MAX_CONNECTIONS, SEATINGS, WATCHES, WISH_EXCESS, WISHES};
use crate::rate::Buckets;
use crate::table_id::TableId;
use crate::wire::Frame;

/// About what somebody has said something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum About {
    /// A pause.
    Pause(Digest32),
    /// Another match.
    Again(Digest32),
    /// What he lacks of a match.
    Lacking(Digest32),
    /// That he wants to watch.
    Watching(TableId),
    /// How his table stands.
    Seating(TableId),
}

/// A frame, and what it holds back of its stream while it waits.
pub(super) type Said = (Frame, Option<OwnedSemaphorePermit>);

/// What becomes of it.
#[derive(Debug)]
pub(super) enum Heard {
    /// It is heard.
    Now(Box<Said>),
    /// It is heard in a moment, unless something else is said about the same.
    Later,
    /// No honest program says so much.
    Offence,
}

/// Who has said how much.
#[derive(Debug)]
pub(super) struct Wishes {
    wishes: Buckets<IdentityKey>,
    asks: Buckets<IdentityKey>,
    watches: Buckets<IdentityKey>,
    seatings: Buckets<IdentityKey>,
    excess: BTreeMap<IdentityKey, u32>,
    waiting: BTreeMap<(IdentityKey, About), Said>,
}

impl Default for Wishes {
    fn default() -> Self {
        let most = 2 * MAX_CONNECTIONS as usize;
        Self {
            wishes: Buckets::new(WISHES, most),
            asks: Buckets::new(ASKS, most),
            watches: Buckets::new(WATCHES, most),
            seatings: Buckets::new(SEATINGS, most),
            excess: BTreeMap::new(),
            waiting: BTreeMap::new(),
        }
    }
}

impl Wishes {
    fn allows(&mut self, from: &IdentityKey, about: About, now: Duration) -> bool {
        let buckets = match about {
            About::Pause(_) | About::Again(_) => &mut self.wishes,
            About::Lacking(_) => &mut self.asks,
            About::Watching(_) => &mut self.watches,
            About::Seating(_) => &mut self.seatings,
        };
        buckets.take(from, now)
    }

    /// Somebody says something. What it is about must exist: there are only so many matches and tables, and so much waits at most.
    pub(super) fn take(&mut self, from: IdentityKey, about: About, said: Said, now: Duration) -> Heard {
        if self.allows(&from, about, now) {
            self.waiting.remove(&(from, about));
            return Heard::Now(Box::new(said));
        }
        let earlier = match (self.waiting.get(&(from, about)), &said.0) {
            // What comes after the first that is lacking is asked for again.
            (Some((Frame::Ask(_, before), _)), Frame::Ask(_, step)) => before <= step,
            _ => false,
        };
        if !earlier {
            self.waiting.insert((from, about), said);
        }
        // Who is behind asks as often as he learns of it; and a host tells what others do.
        if matches!(about, About::Lacking(_) | About::Seating(_)) {
            return Heard::Later;
        }
        // Invented identities are not worth remembering.
        if self.excess.len() >= 2 * MAX_CONNECTIONS as usize {
            self.excess.clear();
        }
        let excess = self.excess.entry(from).or_default();
        *excess += 1;
        if *excess < WISH_EXCESS {
            return Heard::Later;
        }
        self.forget(&from);
        Heard::Offence
    }

    /// What can be heard now of what had to wait.
    pub(super) fn due(&mut self, now: Duration) -> Vec<(IdentityKey, Said)> {
        let keys: Vec<(IdentityKey, About)> = self.waiting.keys().copied().collect();
        let mut due = Vec::new();
        for (from, about) in keys {
            if self.allows(&from, about, now) {
                // Whoever is within the rate again begins anew.
                self.excess.remove(&from);
                due.extend(self.waiting.remove(&(from, about)).map(|said| (from, said)));
            }
        }
        due
    }

    /// Somebody has gone: what he wanted was for as long as he is there.
    pub(super) fn forget(&mut self, from: &IdentityKey) {
        self.excess.remove(from);
        self.waiting.retain(|(waiting, _), _| waiting != from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_crypto::identity::Identity;

    const ID: Digest32 = Digest32::from_bytes([1; 32]);
    const TABLE: TableId = TableId([1; 16]);

    fn key(seed: u8) -> IdentityKey {
        Identity::from_secret(&[seed; 32]).key()
    }

    #[test]
    fn what_was_wanted_last_counts_however_fast_it_was_said() {
        let mut wishes = Wishes::default();
        let at = Duration::from_secs(5);
        let mut pause = |wanted, at| wishes.take(key(1), About::Pause(ID), (Frame::Pause(ID, wanted), None), at);
        for n in 0..WISHES.burst {
            assert!(matches!(pause(n % 2 == 0, at), Heard::Now(_)));
        }
        assert!(matches!(pause(true, at), Heard::Later));
        assert!(matches!(pause(false, at), Heard::Later));
        assert!(wishes.due(at).is_empty());
        let due = wishes.due(at + WISHES.refill);
        assert!(matches!(&due[..], [(from, (Frame::Pause(_, false), None))] if *from == key(1)));
        assert!(wishes.due(at + WISHES.refill * 9).is_empty());
        // What waits of somebody who has gone is not heard.
        for n in 0..2 * WISHES.burst {
            wishes.take(key(1), About::Again(ID), (Frame::Again(ID, n % 2 == 0), None), at);
        }
        wishes.forget(&key(1));
        assert!(wishes.due(at + WISHES.refill * 99).is_empty());
    }

    #[test]
    fn of_what_is_asked_for_nothing_is_lost_and_it_is_never_an_offence() {
        let mut wishes = Wishes::default();
        for step in 0..10_000 {
            let heard = wishes.take(key(1), About::Lacking(ID), (Frame::Ask(ID, step), None), Duration::ZERO);
            assert_eq!(matches!(heard, Heard::Now(_)), step < u64::from(ASKS.burst));
        }
        let due = wishes.due(ASKS.refill);
        assert!(matches!(&due[..], [(_, (Frame::Ask(_, step), _))] if *step == u64::from(ASKS.burst)));
    }

    #[test]
    fn floods_are_offences_and_others_are_heard_meanwhile() {
        for (about, frame) in [
            (About::Pause(ID), Frame::Pause(ID, true)),
            (About::Again(ID), Frame::Again(ID, true)),
            (About::Watching(TABLE), Frame::Unwatch(TABLE)),
        ] {
            let mut wishes = Wishes::default();
            let mut say = |who| wishes.take(key(who), about, (frame.clone(), None), Duration::ZERO);
            let offences = (0..3 * WISH_EXCESS).filter(|_| matches!(say(1), Heard::Offence));
            assert!(offences.count() >= 2);
            assert!(matches!(say(2), Heard::Now(_)));
            assert!(wishes.waiting.len() <= 1);
        }
    }
}
