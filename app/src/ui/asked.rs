//! What screens ask of this person's node.

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::chat::Saying;
use majlis_net::invite::Invitation;
use majlis_net::people::Standing;
use majlis_net::table::Terms;
use majlis_net::table_id::TableId;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// To open a table.
    Open {
        /// On these terms.
        terms: Box<Terms>,
        /// Whether only who has the invitation sits down; otherwise the lobby tells everybody of it.
        private: bool,
    },
    /// To sit down at the table of an invitation.
    Join(Box<Invitation>),
    /// To sit down at a table around.
    SitDown {
        /// Whose.
        host: IdentityKey,
        /// Which.
        table: TableId,
    },
    /// To watch the match of a table around.
    Watch {
        /// Whose.
        host: IdentityKey,
        /// Which.
        table: TableId,
    },
    /// To ask somebody who was met to an open table of one's own.
    Invite {
        /// The table.
        table: TableId,
        /// Who.
        person: IdentityKey,
    },
    /// Not to sit down, now, at the table to which this person asks.
    Decline(IdentityKey),
    /// To go on with a match, or go back to it.
    Resume(Digest32),
    /// To choose a place at a table, and to say whether the match may begin.
    Seat {
        /// The table.
        table: TableId,
        /// The place, from 0; nothing: whichever the lot gives.
        chosen: Option<u8>,
        /// Whether the match may begin.
        ready: bool,
    },
    /// To say something to everybody at a table.
    Say {
        /// The table.
        table: TableId,
        /// What.
        saying: Saying,
    },
    /// Not to hear somebody at a table, or to hear him again.
    Mute {
        /// The table.
        table: TableId,
        /// Who.
        person: IdentityKey,
        /// Whether that person is not heard.
        muted: bool,
    },
    /// To get up from a table; its host dissolves it with this.
    Stand(TableId),
    /// To make somebody a friend, to block him, or neither.
    Standing {
        /// Who.
        person: IdentityKey,
        /// The name the person goes by.
        name: String,
        /// What the person is to be.
        standing: Standing,
    },
    /// To note that the pictures of somebody's key were compared, or were not.
    Verified {
        /// Who.
        person: IdentityKey,
        /// The name the person goes by, for who is not in the list yet.
        name: String,
        /// Whether they were.
        verified: bool,
    },
    /// To forget somebody.
    Forget(IdentityKey),
}
