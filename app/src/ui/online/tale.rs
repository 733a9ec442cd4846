//! What the node has told of a match, kept for whoever wants to see it, and the feed of its screen.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use majlis_crypto::chain::Digest32;
use majlis_crypto::identity::IdentityKey;
use majlis_net::Node;
use majlis_net::event::{self, MatchEvent, Presence};
use majlis_net::table_id::TableId;
use majlis_referee::agreement::{Agreement, Closing};
use majlis_referee::party::PartyId;
use majlis_referee::replay::{Awaited, Ending, Report};
use majlis_referee::told::Told;
use majlis_rules::face::{Face, Handle};
use majlis_rules::game::Outcome;
use majlis_rules::seat::Seat;

use super::shown_name;
use super::tables::Talk;
use crate::folder::Folder;
use crate::ui::feed::{About, Among, Command, Company, End, Feed, MemberAbout, News, Said, Whereabouts};

/// The way to the node, for all who ask something of it. It leads nowhere once the node has stopped.
#[derive(Default)]
pub(super) struct Link(Mutex<Option<Node>>);

impl Link {
    pub(super) fn set(&self, node: Option<Node>) -> Option<Node> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), node)
    }

    pub(super) fn command(&self, command: event::Command) {
        if let Some(node) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            node.command(command);
        }
    }
}

/// A match as far as it was told, shared by the node's side and the screen's.
pub(super) type Shared = Arc<Mutex<Tale>>;

pub(super) fn locked(tale: &Shared) -> MutexGuard<'_, Tale> {
    tale.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A match as far as it was told.
pub(super) struct Tale {
    pub(super) about: About,
    pub(super) id: Digest32,
    pub(super) table: TableId,
    pub(super) agreement: Agreement,
    /// The later it is, the larger.
    pub(super) rank: u64,
    /// How often all that was told before became void.
    generation: u64,
    news: Vec<News>,
    /// What this person was shown and has not seen on a screen yet.
    looks: Vec<(Handle, Face)>,
    /// The newest step, without what was shown with it.
    last: Option<Box<Told>>,
    /// The turn of this person that is due.
    pub(super) turn: Option<(Seat, u64)>,
    pub(super) company: Company,
    pub(super) end: Option<Ending>,
    pub(super) over: bool,
    pub(super) settled: bool,
    /// Whether this person is out of the match.
    pub(super) departed: bool,
    /// Whether the node has not answered yet to what this person has done.
    pub(super) pending: bool,
    /// Whether people were noted as met.
    pub(super) noted: bool,
    /// Whether the step that was told last had been told before.
    pub(super) old: bool,
    /// Whether the person may decide on the turn that is about to come.
    pub(super) ahead: bool,
    /// Whether the newest step, which is not told again, awaits a move of this person.
    due: bool,
}

impl Tale {
    pub(super) fn new(
        id: Digest32,
        table: TableId,
        closing: &Closing,
        me: Option<PartyId>,
        folder: &Folder,
        rank: u64,
    ) -> Self {
        let agreement = closing.agreement().clone();
        let members = agreement.members.iter().map(|member| MemberAbout {
            name: shown_name(&member.name, &member.identity),
            bot: member.is_bot(),
            key: Some(member.identity),
        });
        let about = About {
            game: agreement.game,
            table: agreement.table.clone(),
            members: members.collect(),
            me,
            clock: agreement.clock,
            practice: agreement.is_practice(),
            log: me.map(|_| folder.matches().join(format!("{id}.mlog"))),
            among: Some(Among { match_id: id, table }),
        };
        // Who is not there is told at once; whom a watcher sees, only the players know.
        let presence = PartyId::all(agreement.parties()).map(|_| Whereabouts::Here);
        Self {
            id,
            table,
            rank,
            generation: 0,
            news: Vec::new(),
            looks: Vec::new(),
            last: None,
            turn: None,
            company: Company {
                presence: presence.collect(),
                ..Company::default()
            },
            end: None,
            over: false,
            settled: false,
            departed: false,
            pending: false,
            noted: false,
            old: false,
            ahead: false,
            due: false,
            about,
            agreement,
        }
    }

    /// The names of everybody but this person.
    pub(super) fn others(&self) -> impl Iterator<Item = &MemberAbout> + '_ {
        let me = self.about.me.map(PartyId::index);
        let members = self.about.members.iter().enumerate();
        members.filter(move |(at, _)| Some(*at) != me).map(|(_, member)| member)
    }

    /// The name of the other person whose move is awaited.
    pub(super) fn on_turn(&self) -> Option<String> {
        let awaited = &self.last.as_ref()?.awaited;
        let mut turns = awaited.iter().filter_map(|(party, awaited)| match awaited {
            Awaited::Move(_) if Some(*party) != self.about.me => Some(*party),
            _ => None,
        });
        let member = self.about.members.get(turns.next()?.index())?;
        Some(member.name.clone())
    }

    /// Who of those who are there would like another match, where this person could have it and has not said so himself.
    pub(super) fn wishes(&self) -> Vec<String> {
        let wanted = self.company.rematch;
        let Some(me) = self.about.me.filter(|me| self.over && !wanted.contains(*me)) else {
            return Vec::new();
        };
        let members = PartyId::all(self.agreement.parties()).zip(self.company.presence.iter());
        let here = members.filter(|(party, at)| *party != me && **at == Whereabouts::Here && wanted.contains(*party));
        here.filter_map(|(party, _)| Some(self.about.members.get(party.index())?.name.clone()))
            .collect()
    }

    /// The party with a key.
    pub(super) fn party(&self, key: &IdentityKey) -> Option<PartyId> {
        self.agreement.party_of(key)
    }

    /// All that was told is void and comes anew.
    pub(super) fn begin_anew(&mut self) {
        self.generation += 1;
        self.news.clear();
        self.last = None;
        self.due = false;
        self.turn = None;
        self.looks.clear();
        self.departed = false;
        (self.over, self.end) = (false, None);
    }

    /// Takes in what the node tells.
    pub(super) fn take(&mut self, event: MatchEvent) {
        match event {
            MatchEvent::Told { told, again } => self.told(told, again),
            MatchEvent::Cut { .. } => self.begin_anew(),
            MatchEvent::Looks(looks) => {
                self.looks = looks;
                if let Some(told) = self.looks_alone() {
                    self.news.push(News::Step(told));
                }
            }
            MatchEvent::Turn { seat, step } => self.turn = Some((seat, step)),
            MatchEvent::Clock(clock) => self.company.clock = clock,
            MatchEvent::Presence { party, presence } => self.presence(party, presence),
            MatchEvent::TimeUp { lost } => self.news.push(News::TimeUp { lost }),
            MatchEvent::Resting { missing, may_claim } => {
                self.company.missing = missing;
                self.company.may_claim = may_claim && !missing.is_empty();
            }
            MatchEvent::Pause { wanted, paused } => {
                self.company.pause = wanted;
                self.company.paused = paused;
            }
            MatchEvent::Rematch { wanted } => self.company.rematch = wanted,
            MatchEvent::Refused(why) => {
                self.pending = false;
                self.news.push(News::Refused((&why).into()));
            }
            MatchEvent::Finished {
                ending,
                grade,
                statement,
                again: _,
            } => {
                self.over = true;
                self.end = ending;
                self.pending = false;
                self.turn = None;
                self.company.clock = None;
                let outcomes = statement.as_ref().map_or_else(Vec::new, |statement| {
                    let came = statement.outcomes.iter();
                    came.map(|came| came.map(Outcome::from)).collect()
                });
                self.news.push(News::Ended(End {
                    ending,
                    outcomes,
                    scores: statement.map(|statement| statement.scores).unwrap_or_default(),
                    grade,
                }));
            }
            MatchEvent::Settled => self.settled = true,
            MatchEvent::Failed(why) => {
                (self.over, self.settled) = (true, true);
                self.turn = None;
                self.company.clock = None;
                self.news.push(News::Failed((&why).into()));
            }
            // When it begins is for whoever keeps the matches.
            _ => {}
        }
    }

    fn told(&mut self, mut told: Box<Told>, again: bool) {
        let me = self.about.me;
        self.old = again;
        self.turn = None;
        self.ahead = told.ahead.is_some() && told.decided.is_none();
        // A click between a step and the word that the turn has come is not lost. After a restart that word is waited for: others may
        // know of a move that this program does not.
        let mine = |(party, awaited): &(PartyId, Awaited)| Some(*party) == me && matches!(awaited, Awaited::Move(_));
        self.due = !again && told.decided.is_none() && told.awaited.iter().any(mine);
        if !again {
            self.pending = false;
        }
        if told.did.iter().any(|(party, _)| Some(*party) == me) {
            // What was shown before this person's own entry is shown no more (four.33).
            self.looks.clear();
        }
        for departure in &told.report.departures {
            self.departed |= Some(departure.party) == me;
        }
        if again {
            told.looks.clear();
        } else {
            self.looks.extend_from_slice(&told.looks);
        }
        let last = Told {
            looks: Vec::new(),
            did: Vec::new(),
            report: Report::default(),
            opened: Vec::new(),
            ..(*told).clone()
        };
        self.last = Some(Box::new(last));
        self.news.push(if again { News::Again(told) } else { News::Step(told) });
    }

    /// A step in which nothing happens but that this person is shown what was not on a screen yet.
    fn looks_alone(&self) -> Option<Box<Told>> {
        let last = self.last.as_ref().filter(|_| !self.looks.is_empty())?;
        Some(Box::new(Told {
            looks: self.looks.clone(),
            ..(**last).clone()
        }))
    }

    fn presence(&mut self, party: PartyId, presence: Presence) {
        let Some(place) = self.company.presence.get_mut(party.index()) else {
            return;
        };
        let since = match *place {
            Whereabouts::Here => Instant::now(),
            Whereabouts::Reconnecting(since) | Whereabouts::Gone(since) => since,
        };
        *place = match presence {
            Presence::Here => Whereabouts::Here,
            Presence::Reconnecting => Whereabouts::Reconnecting(since),
            Presence::Gone => Whereabouts::Gone(since),
        };
    }

    /// What was said at the table before the match, and who was muted there.
    pub(super) fn talked_before(&mut self, talk: Talk) {
        let mut all = talk.said;
        all.extend(self.company.said.iter().cloned());
        let beyond = all.len().saturating_sub(majlis_net::limits::MAX_CHAT_HISTORY);
        all.drain(..beyond);
        self.company.said = Arc::new(all);
        let muted: Vec<PartyId> = talk.muted.iter().filter_map(|key| self.party(key)).collect();
        for party in muted {
            self.company.muted = self.company.muted.with(party);
        }
    }

    /// Something was said at the table.
    pub(super) fn said(&mut self, said: Said) {
        if !said.mine {
            self.company.unread += 1;
        } else {
            self.company.not_said = None;
        }
        let all = Arc::make_mut(&mut self.company.said);
        if all.len() >= majlis_net::limits::MAX_CHAT_HISTORY {
            all.remove(0);
        }
        all.push(said);
    }
}

/// A match over the network, as its screen reads it.
pub(super) struct NetFeed {
    tale: Shared,
    link: Arc<Link>,
    about: About,
    id: Digest32,
    generation: u64,
    /// What was read so far.
    at: usize,
    /// What had been told when the screen began to look.
    backlog: usize,
}

impl NetFeed {
    pub(super) fn new(tale: &Shared, link: &Arc<Link>) -> Self {
        let known = locked(tale);
        Self {
            tale: Arc::clone(tale),
            link: Arc::clone(link),
            about: known.about.clone(),
            id: known.id,
            generation: known.generation,
            at: 0,
            backlog: known.news.len(),
        }
    }

    fn key(&self, party: PartyId) -> Option<IdentityKey> {
        self.about.members.get(party.index())?.key
    }
}

impl Feed for NetFeed {
    fn about(&self) -> &About {
        &self.about
    }

    fn next(&mut self) -> Option<News> {
        let mut tale = locked(&self.tale);
        if self.generation != tale.generation {
            self.generation = tale.generation;
            (self.at, self.backlog) = (0, 0);
            return Some(News::Cut);
        }
        while self.at < self.backlog {
            let news = tale.news.get(self.at).cloned();
            self.at += 1;
            match news {
                Some(News::Step(mut told)) => {
                    told.looks.clear();
                    return Some(News::Again(told));
                }
                // Of no interest to somebody who was not there.
                Some(News::Refused(_) | News::TimeUp { .. }) => {}
                news => return news,
            }
        }
        if self.backlog > 0 {
            // What has to be seen once and was on no screen yet.
            self.backlog = 0;
            if let Some(looks) = tale.looks_alone() {
                tale.looks.clear();
                return Some(News::Step(looks));
            }
        }
        let news = tale.news.get(self.at).cloned()?;
        self.at += 1;
        if matches!(&news, News::Step(told) if !told.looks.is_empty()) {
            tale.looks.clear();
        }
        Some(news)
    }

    fn waiting(&self) -> usize {
        let tale = locked(&self.tale);
        if self.generation != tale.generation {
            return tale.news.len();
        }
        tale.news.len().saturating_sub(self.at + 1)
    }

    fn send(&mut self, command: Command) {
        let match_id = self.id;
        let mut tale = locked(&self.tale);
        let table = tale.table;
        let asked = match command {
            Command::Decide(text) => {
                tale.pending = true;
                event::Command::Move { match_id, text }
            }
            Command::Leave if self.about.me.is_none() => event::Command::Forget(match_id),
            Command::Leave => {
                tale.pending = true;
                event::Command::Leave(match_id)
            }
            Command::Say(saying) => event::Command::Say { table, saying },
            Command::Mute { party, muted } => {
                let person = party.and_then(|party| self.key(party));
                match party {
                    Some(_) if person.is_none() => return,
                    Some(party) if muted => tale.company.muted = tale.company.muted.with(party),
                    Some(party) => tale.company.muted = tale.company.muted.without(party),
                    None => tale.company.silent = muted,
                }
                event::Command::Mute { table, person, muted }
            }
            Command::Pause(wanted) => event::Command::Pause { match_id, wanted },
            Command::Claim => {
                tale.pending = true;
                for accused in tale.company.missing.iter() {
                    self.link.command(event::Command::Claim { match_id, accused });
                }
                return;
            }
            Command::Rematch(wanted) => event::Command::Rematch { match_id, wanted },
        };
        drop(tale);
        self.link.command(asked);
    }

    fn takes_moves(&self) -> bool {
        let tale = locked(&self.tale);
        // A screen that shows an older step than the one that is due decides about another table.
        self.generation == tale.generation
            && self.at >= tale.news.len()
            && (tale.turn.is_some() || tale.due || tale.ahead)
            && !tale.company.paused
    }

    fn company(&self) -> Company {
        locked(&self.tale).company.clone()
    }

    fn read(&mut self) {
        locked(&self.tale).company.unread = 0;
    }
}
