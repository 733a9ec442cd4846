//! People who ask this person to their tables, and those whom he asks to his.

use std::time::{Duration, Instant};

use majlis_crypto::identity::IdentityKey;
use majlis_net::event::Command;
use majlis_net::invite::Invitation;
use majlis_net::limits::{INVITATION_LIFE, MAX_INVITED};
use majlis_net::people::{People, Standing};
use majlis_net::table_id::TableId;
use majlis_rules::registry::GameId;

use super::Online;

/// Somebody known asks this person to his table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invited {
    /// What is played there.
    pub game: GameId,
    /// The way to it; its host is who asks.
    pub invitation: Box<Invitation>,
    at: Instant,
}

impl Invited {
    /// For how long it stands still; nothing once it has expired.
    #[must_use]
    pub fn stands(&self) -> Option<Duration> {
        let left = INVITATION_LIFE.checked_sub(self.at.elapsed())?;
        (!left.is_zero()).then_some(left)
    }
}

/// Puts an invitation at the end of those that wait: one of each person, the newest.
fn keep(invited: &mut Vec<Invited>, new: Invited) {
    invited.retain(|old| old.invitation.host != new.invitation.host);
    invited.push(new);
    let beyond = invited.len().saturating_sub(MAX_INVITED);
    invited.drain(..beyond);
}

/// Who may ask this person to a table: everybody he knows and has not blocked.
pub(super) fn acquaintances(people: &People) -> Vec<IdentityKey> {
    let known = people.iter().filter(|(_, person)| person.standing != Standing::Blocked);
    known.map(|(key, _)| *key).collect()
}

impl Online {
    /// The invitations that wait to be answered, and those that have expired and were not put away yet; the oldest first.
    #[must_use]
    pub fn invited(&self) -> &[Invited] {
        &self.invited
    }

    /// Asks somebody who was met to an open table of this person.
    pub fn invite(&mut self, table: TableId, person: IdentityKey) {
        let Some(sitting) = self.sittings.get_mut(&table).filter(|sitting| sitting.mine) else {
            return;
        };
        sitting.calls.insert(person, None);
        let known = self.people.get(&person);
        self.link.command(Command::Invite {
            table,
            person,
            lead: known.map(|known| known.lead.clone()).unwrap_or_default(),
        });
    }

    /// Does not want to sit down at the table to which somebody asks, now.
    pub fn decline(&mut self, host: &IdentityKey) {
        self.invited.retain(|invited| invited.invitation.host != *host);
    }

    /// Somebody asks this person to a table. Says whether it is shown.
    pub(super) fn take_invited(&mut self, game: GameId, invitation: Box<Invitation>) -> bool {
        if self.people.is_blocked(&invitation.host) || self.sittings.contains_key(&invitation.table) {
            return false;
        }
        let at = Instant::now();
        keep(&mut self.invited, Invited { game, invitation, at });
        true
    }

    /// Lets go of what is of no use any more.
    pub(super) fn sort_invited(&mut self) {
        let (people, sittings) = (&self.people, &self.sittings);
        self.invited.retain(|invited| {
            let invitation = &invited.invitation;
            // One that has expired stays until it is put away: whoever comes back to the screen sees that he was asked.
            !people.is_blocked(&invitation.host) && !sittings.contains_key(&invitation.table)
        });
    }

    /// Tells the node who may ask this person.
    pub(super) fn acquaint(&self) {
        self.link.command(Command::Acquaint(acquaintances(&self.people)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_crypto::identity::Identity;

    #[test]
    fn one_of_each_person_is_kept_and_not_too_many() {
        let of = |seed: u8, table: u8| Invited {
            game: GameId::Domino,
            invitation: Box::new(Invitation::new(
                Identity::from_secret(&[seed; 32]).key(),
                TableId([table; 16]),
            )),
            at: Instant::now(),
        };
        let mut kept = Vec::new();
        for seed in 0..20 {
            for table in 0..3 {
                keep(&mut kept, of(seed, table));
            }
        }
        assert_eq!(kept.len(), MAX_INVITED);
        assert!(kept.iter().all(|invited| invited.invitation.table == TableId([2; 16])));
        let host = |seed: u8| Identity::from_secret(&[seed; 32]).key();
        assert_eq!(kept.last().unwrap().invitation.host, host(19));
        assert_eq!(kept.first().unwrap().invitation.host, host(12));
    }

    #[test]
    fn an_invitation_stands_for_its_time() {
        let asked = |ago: Duration| Invited {
            game: GameId::Domino,
            invitation: Box::new(Invitation::new(Identity::from_secret(&[1; 32]).key(), TableId([1; 16]))),
            at: Instant::now().checked_sub(ago).unwrap(),
        };
        let left = asked(Duration::from_secs(60)).stands().unwrap();
        assert!(left <= INVITATION_LIFE - Duration::from_secs(60) && left > INVITATION_LIFE - Duration::from_secs(70));
        assert_eq!(asked(INVITATION_LIFE).stands(), None);
        assert_eq!(asked(INVITATION_LIFE * 2).stands(), None);
    }
}
