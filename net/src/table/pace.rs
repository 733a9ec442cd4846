//! How often somebody may say how he sits: each time all guests are told. Sans-IO.

use core::time::Duration;
use std::collections::BTreeMap;

use majlis_crypto::identity::IdentityKey;

use crate::limits::{MAX_CONNECTIONS, SIT_BURST, SIT_EXCESS, SIT_REFILL};
use crate::rate::{Buckets, Rate};
use crate::table_id::TableId;
use crate::wire::Sit;

/// What becomes of it that somebody says how he sits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    /// It is heard.
    Now(Sit),
    /// It is too much. What a guest has said last is heard in a moment.
    Later,
    /// No honest program says so much.
    Offence,
}

/// Who has said how much.
#[derive(Debug)]
pub(crate) struct Paces {
    buckets: Buckets<IdentityKey>,
    excess: BTreeMap<IdentityKey, u32>,
    waiting: BTreeMap<(IdentityKey, TableId), Sit>,
}

impl Default for Paces {
    fn default() -> Self {
        let rate = Rate {
            burst: SIT_BURST,
            refill: SIT_REFILL,
        };
        Self {
            buckets: Buckets::new(rate, 2 * MAX_CONNECTIONS as usize),
            excess: BTreeMap::new(),
            waiting: BTreeMap::new(),
        }
    }
}

impl Paces {
    /// Somebody says how he sits, or wants to; `seated` where he sits at that table already.
    pub(crate) fn take(&mut self, from: IdentityKey, sit: Sit, seated: bool, now: Duration) -> Pace {
        if self.buckets.take(&from, now) {
            self.waiting.remove(&(from, sit.table));
            return Pace::Now(sit);
        }
        // Only as many as there are seats; whoever is not seated asks again.
        if seated {
            self.waiting.insert((from, sit.table), sit);
        }
        // Invented identities are not worth remembering.
        if self.excess.len() >= 2 * MAX_CONNECTIONS as usize {
            self.excess.clear();
        }
        let excess = self.excess.entry(from).or_default();
        *excess += 1;
        if *excess < SIT_EXCESS {
            return Pace::Later;
        }
        self.forget(&from);
        Pace::Offence
    }

    /// What can be heard now of what had to wait.
    pub(crate) fn due(&mut self, now: Duration) -> Vec<(IdentityKey, Sit)> {
        let keys: Vec<(IdentityKey, TableId)> = self.waiting.keys().copied().collect();
        let due = keys.into_iter().filter(|(from, _)| self.buckets.take(from, now));
        let due: Vec<(IdentityKey, TableId)> = due.collect();
        // Whoever is within the rate again begins anew.
        for (from, _) in &due {
            self.excess.remove(from);
        }
        due.into_iter()
            .filter_map(|key| Some((key.0, self.waiting.remove(&key)?)))
            .collect()
    }

    /// Somebody has gone.
    pub(crate) fn forget(&mut self, from: &IdentityKey) {
        self.excess.remove(from);
        self.waiting.retain(|(waiting, _), _| waiting != from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advert::Versions;
    use majlis_crypto::identity::Identity;

    fn sit(ready: bool) -> Sit {
        Sit {
            table: TableId([1; 16]),
            attempt: 1,
            secret: None,
            versions: Versions::OURS,
            name: "Sara".to_owned(),
            chosen: None,
            ready,
        }
    }

    #[test]
    fn what_was_said_last_counts_however_fast_it_was_said() {
        let from = Identity::from_secret(&[1; 32]).key();
        let mut paces = Paces::default();
        let at = Duration::from_secs(5);
        for n in 0..SIT_BURST {
            let said = sit(n % 2 == 0);
            assert_eq!(paces.take(from, said.clone(), true, at), Pace::Now(said));
        }
        assert_eq!(paces.take(from, sit(true), true, at), Pace::Later);
        assert_eq!(paces.take(from, sit(false), true, at), Pace::Later);
        assert!(paces.due(at).is_empty());
        assert_eq!(paces.due(at + SIT_REFILL), [(from, sit(false))]);
        assert!(paces.due(at + SIT_REFILL * 9).is_empty());
        // Nothing waits for whoever does not sit here.
        let stranger = Identity::from_secret(&[2; 32]).key();
        for _ in 0..2 * SIT_BURST {
            paces.take(stranger, sit(true), false, at);
        }
        assert!(paces.due(at + SIT_REFILL * 99).is_empty());
    }

    #[test]
    fn a_flood_is_an_offence_and_others_are_heard_meanwhile() {
        let [from, other] = [1, 2].map(|seed| Identity::from_secret(&[seed; 32]).key());
        let mut paces = Paces::default();
        let said = (0..3 * SIT_EXCESS).map(|_| paces.take(from, sit(true), true, Duration::ZERO));
        assert!(said.filter(|pace| *pace == Pace::Offence).count() >= 2);
        assert_eq!(paces.take(other, sit(true), true, Duration::ZERO), Pace::Now(sit(true)));
    }
}
