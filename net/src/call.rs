//! Asking somebody whom one knows to one's table, without a link that goes another way: what travels for it.
//! `docs/protocol/invitation.md` has all of it.

use libp2p::StreamProtocol;
use libp2p::request_response::{self, ProtocolSupport};
use majlis_crypto::cbor::{self, Limits};
use majlis_crypto::identity::IdentityKey;
use majlis_rules::registry::GameId;

use crate::certificates::Letters;
use crate::invite::{Invitation, InviteError};
use crate::limits::{MAX_INVITATION_REQUEST, MAX_REQUESTS_AT_ONCE, REQUEST_TIME};

const PROTOCOL: StreamProtocol = StreamProtocol::new("/majlis/invitation/1");

/// The answer where the invitation is shown.
pub(crate) const SHOWN: u8 = 1;
/// The answer where it is not.
pub(crate) const NOT_WANTED: u8 = 0;

/// Asks and answers.
pub(crate) type Behaviour = request_response::Behaviour<Letters>;

/// The behaviour of a node.
pub(crate) fn behaviour() -> Behaviour {
    let config = request_response::Config::default()
        .with_request_timeout(REQUEST_TIME)
        .with_max_concurrent_streams(MAX_REQUESTS_AT_ONCE);
    let letters = Letters {
        request: MAX_INVITATION_REQUEST,
        answer: 1,
    };
    request_response::Behaviour::with_codec(letters, [(PROTOCOL, ProtocolSupport::Full)], config)
}

/// A request: what is played, and the link.
pub(crate) fn write(game: GameId, invitation: &Invitation) -> Option<Vec<u8>> {
    let bytes = cbor::to_vec(&(game.id(), invitation.to_string())).ok()?;
    (bytes.len() <= MAX_INVITATION_REQUEST).then_some(bytes)
}

/// Reads what `from` has sent. Where it comes from a program with games or links that this one does not know yet, there is nothing.
///
/// # Errors
/// What no honest program sends: one phrase.
pub(crate) fn read(from: &IdentityKey, bytes: &[u8]) -> Result<Option<(GameId, Invitation)>, &'static str> {
    let limits = Limits::new(MAX_INVITATION_REQUEST)
        .depth(1)
        .items(3)
        .string(MAX_INVITATION_REQUEST);
    let (game, link): (String, String) = cbor::from_slice(bytes, &limits).map_err(|_| "an invitation that is none")?;
    let invitation: Invitation = match link.parse() {
        Ok(invitation) => invitation,
        Err(InviteError::Format { .. }) => return Ok(None),
        Err(_) => return Err("an invitation that is none"),
    };
    if invitation.host != *from {
        return Err("an invitation to the table of somebody else");
    }
    Ok(game.parse().ok().map(|game| (game, invitation)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table_id::TableId;
    use majlis_crypto::identity::Identity;

    fn key(seed: u8) -> IdentityKey {
        Identity::from_secret(&[seed; 32]).key()
    }

    #[test]
    fn an_invitation_is_read_as_it_was_written_and_only_from_its_host() {
        let mut invitation = Invitation::new(key(1), TableId([3; 16]));
        invitation.addresses.push("/ip4/192.0.2.7/tcp/4001".parse().unwrap());
        for game in GameId::ALL {
            let bytes = write(*game, &invitation).unwrap();
            assert_eq!(read(&key(1), &bytes), Ok(Some((*game, invitation.clone()))));
            assert!(read(&key(2), &bytes).is_err());
            for end in 0..bytes.len() {
                assert!(read(&key(1), &bytes[..end]).is_err(), "{end}");
            }
        }
        let of = |game: &str, link: &str| read(&key(1), &cbor::to_vec(&(game, link)).unwrap());
        // A game of a later version is nobody's fault.
        assert_eq!(of("tarneeb", &invitation.to_string()), Ok(None));
        for link in ["", "majlis:", "https://example.org", &invitation.to_string()[..80]] {
            assert!(of("domino", link).is_err(), "{link}");
        }
    }
}
