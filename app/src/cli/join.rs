//! `majlis join`: sits down at somebody's table and plays the match.

use clap::Args;
use majlis_net::event::Command;
use majlis_net::invite::Invitation;
use majlis_net::stored;
use serde_json::json;

use super::Failure;
use super::play::Play;

/// Sit down at the table of an invitation and play the match
///
/// The command asks nothing. It ends by itself when the match is over and the others hold its log, with status 0 when the match
/// ended regularly, won or lost; 3 when this person left or was voted out; 4 when it ended by a claim; 1 or 2 with a sentence when
/// it could not be played. The log lies at DATA/matches/MATCH.mlog.
///
/// After a crash the same command takes up the match of that table, if it finds it in the profile's folder.
#[derive(Args)]
pub(super) struct Join {
    /// The invitation, a majlis: link
    #[arg(value_name = "INVITE")]
    invitation: String,
    /// The place to choose, from 0, where seats are chosen
    #[arg(long, value_name = "N")]
    place: Option<u8>,
    #[command(flatten)]
    play: Play,
}

impl Join {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let invitation: Invitation = self.invitation.parse().map_err(|error| Failure::usage(&error))?;
        let session = self.play.start()?;
        let table = invitation.table;
        let known = stored(&session.data, &session.identity.key())
            .into_iter()
            .find(|stored| stored.table == Some(table));
        match known {
            Some(stored) if stored.over => {
                session.say(
                    &format!("match {} of this table is over", stored.match_id),
                    &json!({"event": "over", "match": stored.match_id.to_string()}),
                );
                return Ok(());
            }
            Some(stored) => session.command(Command::Resume(stored.match_id)),
            None => {
                session.command(Command::Join(Box::new(invitation)));
                session.command(Command::Seat {
                    table,
                    chosen: self.place,
                    ready: true,
                });
            }
        }
        session.run(|_| Ok(()))
    }
}
