//! The list of people in the profile's folder, as a match without a window keeps it.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::people::{People, PeopleError};
use majlis_net::stored;
use majlis_referee::agreement::BOT_MARK;

/// Notes that a match was played with the people who were at it. Bots are nobody.
pub(super) fn note(people: &mut People, data: &Path, me: &IdentityKey, match_id: Digest32) -> Result<(), PeopleError> {
    let Some(stored) = stored(data, me).into_iter().find(|stored| stored.match_id == match_id) else {
        return Ok(());
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| since.as_secs());
    let members = &stored.closing.agreement().members;
    for member in members.iter().filter(|member| member.identity != *me) {
        if !member.name.starts_with(BOT_MARK) {
            people.met(member.identity, &member.name, &stored.lead(&member.identity), now)?;
        }
    }
    Ok(())
}
