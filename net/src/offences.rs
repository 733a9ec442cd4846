//! Who has sent what no honest program sends: counted, and after some of it dropped for the session.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::limits::{MAX_OFFENCES, MAX_OFFENDERS};

/// The offences of each peer, and those who are dropped.
#[derive(Clone, Debug)]
pub struct Offences<K> {
    counts: BTreeMap<K, u32>,
    /// Whose counts these are, the oldest first.
    order: VecDeque<K>,
    dropped: BTreeSet<K>,
    drops: VecDeque<K>,
}

impl<K> Default for Offences<K> {
    fn default() -> Self {
        Self {
            counts: BTreeMap::new(),
            order: VecDeque::new(),
            dropped: BTreeSet::new(),
            drops: VecDeque::new(),
        }
    }
}

/// What follows from one more offence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Penalty<K> {
    /// Nothing yet.
    None,
    /// The peer is dropped for the session. Where too many are, the one dropped longest ago is forgiven.
    Drop {
        /// Who is forgiven, to make room.
        forgiven: Option<K>,
    },
}

impl<K: Ord + Clone> Offences<K> {
    /// Notes an offence.
    pub fn note(&mut self, peer: &K) -> Penalty<K> {
        if self.dropped.contains(peer) {
            return Penalty::None;
        }
        if let Some(count) = self.counts.get_mut(peer) {
            *count += 1;
        } else {
            if self.counts.len() >= MAX_OFFENDERS
                && let Some(oldest) = self.order.pop_front()
            {
                self.counts.remove(&oldest);
            }
            self.counts.insert(peer.clone(), 1);
            self.order.push_back(peer.clone());
        }
        if self.counts.get(peer).is_none_or(|count| *count < MAX_OFFENCES) {
            return Penalty::None;
        }
        self.counts.remove(peer);
        self.order.retain(|other| other != peer);
        let forgiven = (self.drops.len() >= MAX_OFFENDERS)
            .then(|| self.drops.pop_front())
            .flatten();
        if let Some(forgiven) = &forgiven {
            self.dropped.remove(forgiven);
        }
        self.dropped.insert(peer.clone());
        self.drops.push_back(peer.clone());
        Penalty::Drop { forgiven }
    }

    /// Whether a peer is dropped.
    pub fn is_dropped(&self, peer: &K) -> bool {
        self.dropped.contains(peer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_chance_and_no_third() {
        let mut offences = Offences::default();
        let penalties: Vec<_> = (0..5).map(|_| offences.note(&7)).collect();
        let dropped = Penalty::Drop { forgiven: None };
        let none = || Penalty::None;
        assert_eq!(penalties, [none(), none(), dropped, none(), none()]);
        assert!(offences.is_dropped(&7) && !offences.is_dropped(&8));
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut offences = Offences::default();
        let most = MAX_OFFENDERS as u32;
        for peer in 0..2 * most {
            offences.note(&peer);
        }
        assert_eq!(
            (offences.counts.len(), offences.order.len()),
            (MAX_OFFENDERS, MAX_OFFENDERS)
        );
        for peer in (0..most).chain([3 * most]) {
            let mut penalty = None;
            for _ in 0..MAX_OFFENCES {
                penalty = Some(offences.note(&peer));
            }
            let forgiven = (peer > most).then_some(0);
            assert_eq!(penalty, Some(Penalty::Drop { forgiven }));
        }
        assert!(!offences.is_dropped(&0) && offences.is_dropped(&1) && offences.dropped.len() == MAX_OFFENDERS);
        assert_eq!(offences.counts.len(), offences.order.len());
    }
}
