//! The matches of this person, and those that are watched.

use std::sync::{Arc, Mutex};

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::event::{Command, MatchEvent};
use majlis_net::table_id::TableId;
use majlis_referee::agreement::{Agreement, Closing};
use majlis_referee::party::PartyId;
use majlis_referee::replay::Ending;
use majlis_rules::registry::GameId;

use super::tale::{NetFeed, Shared, Tale, locked};
use super::{Happened, Online};
use crate::ui::feed::Feed;

/// A match of this person that is not over or after which others want another one, or one that is watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Which.
    pub match_id: Digest32,
    /// The table at which it is played.
    pub table: TableId,
    /// The game.
    pub game: GameId,
    /// The names of the others.
    pub names: Vec<String>,
    /// Whether this person plays; otherwise he watches.
    pub plays: bool,
    /// Whether a move of this person is awaited.
    pub my_turn: bool,
    /// Whose move is awaited otherwise: the name of that person.
    pub turn: Option<String>,
    /// Whether it rests since somebody has vanished (log.9).
    pub resting: bool,
    /// Whether the clocks stand still since all want a pause.
    pub paused: bool,
    /// How many words were said that this person has not seen.
    pub unread: usize,
    /// Who of those who are there would like another match: it is over then, and this person has not said so himself.
    pub again: Vec<String>,
}

impl Online {
    /// The matches of this person that are not over, those after which another is wanted, and those that are watched; the newest first.
    #[must_use]
    pub fn matches(&self) -> &[Kept] {
        &self.kept
    }

    /// The table at which a match is played that was told of.
    #[must_use]
    pub fn table_of(&self, match_id: Digest32) -> Option<TableId> {
        Some(locked(self.tales.get(&match_id)?).table)
    }

    /// The match at a table that is not over, of this person or one that he watches.
    #[must_use]
    pub fn match_at(&self, table: TableId) -> Option<Digest32> {
        let mut kept = self.kept.iter();
        kept.find(|kept| kept.table == table).map(|kept| kept.match_id)
    }

    /// A match as the feed of its screen; what was told before the screen began to look comes first.
    #[must_use]
    pub fn feed(&self, match_id: Digest32) -> Option<Box<dyn Feed>> {
        let tale = self.tales.get(&match_id)?;
        Some(Box::new(NetFeed::new(tale, &self.link)))
    }

    /// Goes on with a match that lies on disk. Those that are not over go on by themselves when the program starts.
    pub fn resume(&self, match_id: Digest32) {
        self.link.command(Command::Resume(match_id));
    }

    /// Lets go of a match: it is no longer played, served or watched by this program. Its log stays.
    pub fn let_go(&mut self, match_id: Digest32) {
        self.link.command(Command::Forget(match_id));
        self.tales.remove(&match_id);
        self.sort_matches();
    }

    pub(super) fn take_match(&mut self, match_id: Digest32, event: MatchEvent, happened: &mut Vec<Happened>) {
        if let MatchEvent::Began {
            table,
            closing,
            party,
            resumed,
        } = event
        {
            self.begin(match_id, table, &closing, party, resumed, happened);
            return;
        }
        let Some(tale) = self.tales.get(&match_id).map(Arc::clone) else {
            // A match that could not even begin has no screen to say why.
            match event {
                MatchEvent::Failed(why) => happened.push(Happened::Trouble((&why).into())),
                MatchEvent::Refused(why) => happened.push(Happened::Trouble((&why).into())),
                _ => {}
            }
            return;
        };
        let (finished, known) = match event {
            MatchEvent::Finished { again, .. } => (true, again),
            _ => (false, false),
        };
        let (is_first, played) = {
            let mut tale = locked(&tale);
            tale.take(event);
            // A match that has begun is one that was played together, whoever left it, was missed or claimed it: for this person it is
            // over with its end, or when he is out of it. After a restart both are told again.
            let ended = finished && tale.end.is_none_or(|end| end != Ending::NeverWas);
            let new = ended && !known || tale.departed && !tale.old;
            let is_first = new && !tale.noted && tale.about.me.is_some();
            tale.noted |= ended || tale.departed;
            (is_first, tale.end == Some(Ending::Played))
        };
        if is_first {
            self.meet(match_id, &tale, happened);
        }
        if finished && played && locked(&tale).about.me.is_some() {
            self.gains.compute(match_id);
        }
    }

    fn begin(
        &mut self,
        match_id: Digest32,
        table: TableId,
        closing: &Closing,
        party: Option<PartyId>,
        resumed: bool,
        happened: &mut Vec<Happened>,
    ) {
        if let Some(sitting) = self.sittings.remove(&table).filter(|sitting| !sitting.watches) {
            self.talks.insert(table, sitting.talk);
        }
        if let Some(tale) = self.tales.get(&match_id) {
            locked(tale).begin_anew();
            return;
        }
        let rank = self.stored.get(&match_id).copied().unwrap_or_else(|| {
            self.next_rank += 1;
            self.next_rank
        });
        let after = self.precedes(closing.agreement(), party);
        let mut tale = Tale::new(match_id, table, closing, party, &self.folder, rank);
        if let Some(talk) = self.talks.remove(&table) {
            tale.company.unread = talk.said.iter().filter(|said| !said.mine).count();
            tale.talked_before(talk);
        }
        let before = after.and_then(|before| self.tales.get(&before));
        let mut muted = Vec::new();
        if let Some(before) = before.map(|before| locked(before)) {
            // People go on talking, and who was muted stays so.
            let mut said = before.company.said.as_ref().clone();
            said.extend(tale.company.said.iter().cloned());
            tale.company.said = Arc::new(said);
            tale.company.muted = before.company.muted;
            tale.company.silent = before.company.silent;
            let keys = before
                .company
                .muted
                .iter()
                .filter_map(|party| before.about.members.get(party.index())?.key);
            muted.extend(keys.map(Some));
            muted.extend(before.company.silent.then_some(None));
        }
        for person in muted {
            self.mute(table, person, true);
        }
        self.tales.insert(match_id, Arc::new(Mutex::new(tale)));
        if !resumed {
            happened.push(Happened::Began { match_id, after });
        }
    }

    /// The match that one on these terms follows: over, among the same people on the same terms, and this person wanted another.
    fn precedes(&self, agreement: &Agreement, party: Option<PartyId>) -> Option<Digest32> {
        let party = party?;
        let follows = |tale: &&Shared| {
            let tale = locked(tale);
            let same = Agreement {
                nonce: tale.agreement.nonce,
                ..agreement.clone()
            };
            tale.over && tale.company.rematch.contains(party) && tale.agreement == same
        };
        let newest = self.tales.values().filter(follows).max_by_key(|tale| locked(tale).rank);
        newest.map(|tale| locked(tale).id)
    }

    pub(super) fn sort_matches(&mut self) {
        let mut kept: Vec<(u64, Kept)> = Vec::new();
        for tale in self.tales.values() {
            let tale = locked(tale);
            let again = tale.wishes();
            if tale.departed || tale.over && again.is_empty() {
                continue;
            }
            kept.push((
                tale.rank,
                Kept {
                    match_id: tale.id,
                    table: tale.table,
                    game: tale.about.game,
                    names: tale.others().map(|other| other.name.clone()).collect(),
                    plays: tale.about.me.is_some(),
                    my_turn: tale.turn.is_some(),
                    turn: tale.on_turn(),
                    resting: !tale.company.missing.is_empty(),
                    paused: tale.company.paused,
                    unread: tale.company.unread,
                    again,
                },
            ));
        }
        kept.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
        self.kept = kept.into_iter().map(|(_, kept)| kept).collect();
    }

    /// Mutes somebody at a table, or everybody, or hears them again.
    pub fn mute(&self, table: TableId, person: Option<IdentityKey>, muted: bool) {
        self.link.command(Command::Mute { table, person, muted });
    }
}
