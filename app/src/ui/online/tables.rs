//! Tables that are not closed yet: those of others that are open, and those at which this person sits.

use std::collections::{BTreeMap, BTreeSet};

use majlis_crypto::identity::IdentityKey;
use majlis_net::address::Address;
use majlis_net::advert::Advert;
use majlis_net::chat::{Message, Saying};
use majlis_net::event::{Command, Outcome, TableEvent};
use majlis_net::invite::{Invitation, Secret};
use majlis_net::limits::MAX_CHAT_HISTORY;
use majlis_net::people::Standing;
use majlis_net::table::{Seating, Sitter, Terms};
use majlis_net::table_id::TableId;
use majlis_referee::agreement::BOT_MARK;

use super::tale::locked;
use super::{Happened, Online, Reach, shown_name};
use crate::ui::feed::Said;
use crate::ui::sentence::Sentence;

/// An open table of somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Around {
    /// Whose it is.
    pub host: IdentityKey,
    /// Which table.
    pub table: TableId,
    /// As its host describes it.
    pub advert: Box<Advert>,
    /// Whether the host is a friend.
    pub friend: bool,
    /// Whether the host is on the local network, as far as his addresses tell: none of them leads anywhere else, or one of them
    /// is in the same network of IPv6 as one of this machine.
    pub near: bool,
}

/// How people talk at a table.
#[derive(Clone, Debug, Default)]
pub struct Talk {
    /// What was said, the latest last.
    pub said: Vec<Said>,
    /// Whom this person does not want to hear there.
    pub muted: BTreeSet<IdentityKey>,
}

impl Talk {
    /// Something was said; what was said long before gives way, as it does at the match.
    fn say(&mut self, said: Said) {
        if self.said.len() >= MAX_CHAT_HISTORY {
            self.said.remove(0);
        }
        self.said.push(said);
    }
}

/// A table at which this person sits, or wants to sit, and that is not closed yet.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// Whether it is this person's own.
    pub mine: bool,
    /// The way to it: for one's own once there is an address, for another's as it was given.
    pub invitation: Option<Box<Invitation>>,
    /// How it stands, once that is known.
    pub seating: Option<Seating>,
    /// The terms, once they are known.
    pub terms: Option<Terms>,
    /// Whether its host cannot be reached at present; dialling goes on.
    pub host_away: bool,
    /// Whether this person wants to watch and not to play.
    pub watches: bool,
    /// Who of the people met was asked to it, and what came of it, once that is known.
    pub calls: BTreeMap<IdentityKey, Option<Outcome>>,
    /// What was said at it, the latest last, and who is not heard.
    pub talk: Talk,
    /// Why the last thing was not said: one sentence.
    pub not_said: Option<Sentence>,
}

impl Sitting {
    fn new(mine: bool) -> Self {
        Self {
            mine,
            invitation: None,
            seating: None,
            terms: None,
            host_away: false,
            watches: false,
            calls: BTreeMap::new(),
            talk: Talk::default(),
            not_said: None,
        }
    }

    /// How this person sits at it, once he does.
    #[must_use]
    pub fn sitter(&self, key: &IdentityKey) -> Option<&Sitter> {
        let mut sitters = self.seating.as_ref()?.sitters.iter();
        sitters.find(|sitter| sitter.identity == *key)
    }
}

/// Whether a host is on the same local network: he answers there or, where nobody can be asked, his addresses say so. Private ones say it
/// only where there are no others: half of all homes have the same ones.
fn is_near(advert: &Advert, reach: &Reach) -> bool {
    if reach.neighbours.binary_search(&advert.host).is_ok() {
        return true;
    }
    let mine = &reach.listening;
    let network = |address: &Address| -> Option<[u16; 4]> {
        let text = address.to_string();
        let ip: std::net::Ipv6Addr = text.strip_prefix("/ip6/")?.split('/').next()?.parse().ok()?;
        let [a, b, c, d, ..] = ip.segments();
        address.is_global().then_some([a, b, c, d])
    };
    let local = advert.relays.is_empty() && advert.addresses.iter().all(|address| !address.is_global());
    let mut shared = advert.addresses.iter().filter_map(network);
    local || shared.any(|theirs| mine.iter().filter_map(network).any(|ours| ours == theirs))
}

impl Online {
    /// Open tables of others: those of friends first, then by the host's name.
    #[must_use]
    pub fn around(&self) -> &[Around] {
        &self.around
    }

    /// The tables at which this person sits, and that are not closed yet.
    #[must_use]
    pub const fn sittings(&self) -> &BTreeMap<TableId, Sitting> {
        &self.sittings
    }

    /// Opens a table: to whoever has its invitation where it is `private`; told to the lobby where it is `advertised`.
    pub fn open(&mut self, terms: Terms, private: bool, advertised: bool) -> TableId {
        let table = TableId::draw(&mut rand::rng());
        let mut sitting = Sitting::new(true);
        sitting.terms = Some(terms.clone());
        self.sittings.insert(table, sitting);
        self.link.command(Command::Open {
            table,
            terms,
            secret: private.then(|| Secret(rand::random())),
            advertised,
        });
        table
    }

    /// Sits down at somebody's table.
    pub fn join(&mut self, invitation: Box<Invitation>) {
        let mut sitting = Sitting::new(false);
        sitting.invitation = Some(invitation.clone());
        self.sittings.insert(invitation.table, sitting);
        self.link.command(Command::Join(invitation));
    }

    /// Sits down at a table that the lobby has told of; nothing where it is gone.
    pub fn join_advert(&mut self, host: IdentityKey, table: TableId) {
        if let Some(invitation) = self.invitation_of(host, table) {
            self.join(invitation);
        }
    }

    /// Watches the match at the table of an invitation.
    pub fn watch(&mut self, invitation: Box<Invitation>) {
        let mut sitting = Sitting::new(false);
        sitting.invitation = Some(invitation.clone());
        sitting.watches = true;
        self.sittings.insert(invitation.table, sitting);
        self.link.command(Command::Watch(invitation));
    }

    /// Watches the match at a table that the lobby has told of; nothing where it is gone.
    pub fn watch_advert(&mut self, host: IdentityKey, table: TableId) {
        if let Some(invitation) = self.invitation_of(host, table) {
            self.watch(invitation);
        }
    }

    fn invitation_of(&self, host: IdentityKey, table: TableId) -> Option<Box<Invitation>> {
        let advert = self.lobby.get(&(host, table))?;
        let mut invitation = Invitation::new(host, table);
        invitation.addresses.clone_from(&advert.addresses);
        invitation.relays.clone_from(&advert.relays);
        Some(Box::new(invitation))
    }

    /// Chooses a place, where seats are chosen, and says whether the match may begin.
    pub fn seat(&self, table: TableId, chosen: Option<u8>, ready: bool) {
        self.link.command(Command::Seat { table, chosen, ready });
    }

    /// Gets up from a table that is not closed yet, or no longer wants to watch its match; its host dissolves it with this.
    pub fn stand(&mut self, table: TableId) {
        self.talks.remove(&table);
        if self.sittings.remove(&table).is_some() {
            self.link.command(Command::Stand(table));
        }
    }

    /// Says something to everybody at a table.
    pub fn say(&self, table: TableId, saying: Saying) {
        self.link.command(Command::Say { table, saying });
    }

    pub(super) fn take_advert(&mut self, host: IdentityKey, table: TableId, advert: Option<Box<Advert>>) {
        match advert {
            Some(advert) => self.lobby.insert((host, table), advert),
            None => self.lobby.remove(&(host, table)),
        };
        self.sort_around();
    }

    pub(super) fn sort_around(&mut self) {
        let around = self.lobby.iter().map(|((host, table), advert)| {
            let standing = self.people.get(host).map(|person| person.standing);
            Around {
                host: *host,
                table: *table,
                friend: standing == Some(Standing::Friend),
                near: is_near(advert, &self.reach),
                advert: advert.clone(),
            }
        });
        self.around = around.collect();
        self.around.sort_by(|one, other| {
            (!one.friend, &one.advert.name, one.host, one.table).cmp(&(
                !other.friend,
                &other.advert.name,
                other.host,
                other.table,
            ))
        });
    }

    pub(super) fn take_table(&mut self, table: TableId, event: TableEvent, happened: &mut Vec<Happened>) {
        match event {
            TableEvent::Refused(refusal) => {
                self.sittings.remove(&table);
                self.talks.remove(&table);
                happened.push(Happened::Refused { table, refusal });
            }
            TableEvent::NotSaid(why) => {
                let sentence = Sentence::from(&why);
                if let Some(sitting) = self.sittings.get_mut(&table) {
                    sitting.not_said = Some(sentence);
                } else {
                    for tale in self.tales.values() {
                        let mut tale = locked(tale);
                        if tale.table == table {
                            tale.company.not_said = Some(sentence.clone());
                        }
                    }
                }
            }
            // The match tells of itself.
            TableEvent::Began(_) => {
                if let Some(sitting) = self.sittings.remove(&table) {
                    self.keep_talk(table, sitting.talk);
                }
            }
            event => {
                let Some(sitting) = self.sittings.get_mut(&table) else {
                    return;
                };
                match event {
                    TableEvent::Open(invitation) => sitting.invitation = Some(invitation),
                    TableEvent::Seating(mut seating) => {
                        for sitter in &mut seating.sitters {
                            if !sitter.name.starts_with(BOT_MARK) {
                                sitter.name = shown_name(&sitter.name, &sitter.identity);
                            }
                        }
                        sitting.host_away = false;
                        sitting.terms = Some(seating.terms.clone());
                        sitting.seating = Some(seating);
                    }
                    TableEvent::HostAway => sitting.host_away = true,
                    TableEvent::Called { person, outcome } => {
                        sitting.calls.insert(person, Some(outcome));
                    }
                    _ => {}
                }
            }
        }
    }

    /// What was said while a table was open is heard at its match too, and who was muted stays so.
    pub(super) fn keep_talk(&mut self, table: TableId, talk: Talk) {
        let tale = self.tales.values().find(|tale| locked(tale).table == table);
        match tale {
            Some(tale) => locked(tale).talked_before(talk),
            None => {
                self.talks.insert(table, talk);
            }
        }
    }

    /// Mutes somebody at a table that is not closed yet, or hears him again.
    pub fn mute_before(&mut self, table: TableId, person: IdentityKey, muted: bool) {
        let Some(sitting) = self.sittings.get_mut(&table) else {
            return;
        };
        if muted {
            sitting.talk.muted.insert(person);
        } else {
            sitting.talk.muted.remove(&person);
        }
        self.mute(table, Some(person), muted);
    }

    pub(super) fn take_message(&mut self, message: &Message) {
        let mine = message.sender == self.me();
        let said = |name: Option<&str>| Said {
            name: shown_name(name.unwrap_or_default(), &message.sender),
            mine,
            saying: message.saying.clone(),
        };
        if let Some(sitting) = self.sittings.get_mut(&message.table) {
            let name = sitting.sitter(&message.sender).map(|sitter| sitter.name.clone());
            sitting.talk.say(said(name.as_deref()));
            if mine {
                sitting.not_said = None;
            }
            return;
        }
        // A table has one match; of two at one table the newer is the one people talk at.
        let at_table = self.tales.values().filter(|tale| locked(tale).table == message.table);
        let Some(tale) = at_table.max_by_key(|tale| locked(tale).rank) else {
            let name = self.people.get(&message.sender).map(|person| person.name.clone());
            let said = said(name.as_deref());
            self.talks.entry(message.table).or_default().say(said);
            return;
        };
        let mut tale = locked(tale);
        let party = tale.party(&message.sender);
        let name = party
            .and_then(|party| tale.about.members.get(party.index()))
            .map(|member| member.name.clone());
        let said = said(name.as_deref());
        tale.said(said);
    }
}

#[cfg(test)]
mod tests {
    use majlis_crypto::identity::Identity;
    use majlis_net::advert::Versions;
    use majlis_referee::agreement::Clock;
    use majlis_rules::table::Table;

    use super::*;

    #[test]
    fn who_answers_on_the_local_network_is_there_whatever_his_addresses() {
        let advert = |addresses: &[&str]| Advert {
            versions: Versions::OURS,
            host: Identity::from_secret(&[1; 32]).key(),
            name: String::new(),
            table: TableId([1; 16]),
            stamp: 1,
            life: 180,
            game: "domino".to_owned(),
            terms: Table::new(2),
            clock: Clock::default(),
            persons: 2,
            free: 1,
            watch: false,
            addresses: addresses.iter().map(|address| address.parse().unwrap()).collect(),
            relays: Vec::new(),
        };
        let open = advert(&["/ip4/192.168.1.7/tcp/9", "/ip4/8.8.8.8/tcp/9"]);
        let mut reach = Reach {
            listening: vec!["/ip4/192.168.1.8/tcp/9".parse().unwrap()],
            ..Reach::default()
        };
        // Half of all homes have such an address, and this host has another one.
        assert!(!is_near(&open, &reach));
        reach.neighbours = vec![open.host];
        assert!(is_near(&open, &reach));
        // Where nobody can be asked, addresses say it.
        reach.neighbours.clear();
        assert!(is_near(&advert(&["/ip4/192.168.1.7/tcp/9"]), &reach));
        reach.listening.push("/ip6/2a00:1:2:3::8/tcp/9".parse().unwrap());
        assert!(is_near(&advert(&["/ip6/2a00:1:2:3::7/tcp/9"]), &reach));
        assert!(!is_near(&advert(&["/ip6/2a00:1:2:4::7/tcp/9"]), &reach));
    }

    #[test]
    fn who_talks_all_evening_fills_no_memory() {
        let mut talk = Talk::default();
        for at in 0..3 * MAX_CHAT_HISTORY {
            let saying = Saying::text(&at.to_string()).unwrap();
            let said = Said {
                name: String::new(),
                mine: false,
                saying,
            };
            talk.say(said);
        }
        assert_eq!(talk.said.len(), MAX_CHAT_HISTORY);
        let last = Saying::text(&(3 * MAX_CHAT_HISTORY - 1).to_string()).unwrap();
        assert_eq!(talk.said.last().unwrap().saying, last);
    }
}
