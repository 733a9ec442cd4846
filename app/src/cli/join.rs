//! `majlis join`: sits down at somebody's table and plays the match.

use clap::Args;
use majlis_net::event::Command;
use majlis_net::invite::Invitation;
use majlis_net::{Stored, stored};
use majlis_rules::registry::{GameId, NoSuchGame};
use serde_json::json;

use super::Failure;
use super::play::{Play, Session};

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
    #[arg(value_name = "INVITE", required_unless_present = "lan", conflicts_with = "lan")]
    invitation: Option<String>,
    /// Sit down at the first open table that appears by itself, as on a local network
    #[arg(long)]
    lan: bool,
    /// With --lan: only at a table of this game
    #[arg(long, requires = "lan")]
    game: Option<String>,
    /// The place to choose, from 0, where seats are chosen
    #[arg(long, value_name = "N")]
    place: Option<u8>,
    #[command(flatten)]
    play: Play,
}

impl Join {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let game: Option<GameId> = match &self.game {
            Some(game) => Some(game.parse().map_err(|error: NoSuchGame| Failure::usage(&error))?),
            None => None,
        };
        let invitation: Option<Invitation> = match &self.invitation {
            Some(text) => Some(text.parse().map_err(|error| Failure::usage(&error))?),
            None => None,
        };
        let session = self.play.start()?;
        let on_disk = stored(&session.data, &session.identity.key());
        let invitation = match invitation {
            Some(invitation) => invitation,
            None => {
                // A match that was cut short goes on before another one is looked for.
                let unfinished = on_disk.iter().find(|stored| !stored.over && !is_host(stored, &session));
                if let Some(stored) = unfinished {
                    session.command(Command::Resume(stored.match_id));
                    return session.run(|_| Ok(()));
                }
                session.first_table(game)?
            }
        };
        let table = invitation.table;
        // A rematch at the same table has another id: what is unfinished with that host comes first.
        let hosted = |stored: &&Stored| {
            let host = stored.closing.agreement().members.first();
            host.is_some_and(|host| host.identity == invitation.host)
        };
        let unfinished = on_disk.iter().filter(hosted).find(|stored| !stored.over);
        let of_table = on_disk.iter().find(|stored| stored.table == Some(table));
        let known = match unfinished.or(of_table) {
            // The others may be waiting for this person to want another one.
            Some(stored) if stored.over && self.play.wants_rematch() => on_disk.iter().find(hosted),
            known => known,
        };
        match known {
            Some(stored) if stored.over && !self.play.wants_rematch() => {
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

fn is_host(stored: &Stored, session: &Session) -> bool {
    let host = stored.closing.agreement().members.first();
    host.is_some_and(|host| host.identity == session.identity.key())
}
