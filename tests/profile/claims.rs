//! Matches that end by somebody's word, and by two people's words against each other.

use std::collections::VecDeque;
use std::fs;
use std::sync::Arc;

use majlis::folder::Folder;
use majlis::profile::Profile;
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::file::write_log;
use majlis_referee::item::Item;
use majlis_referee::party::PartyId;
use majlis_referee::player::Player;
use majlis_referee::secrets::Secrets;
use majlis_referee::session::{ASK_WAIT, Message, Output, Session};
use majlis_rules::face::Knowledge;
use majlis_rules::game::Game as _;
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::made::{key, person};

/// Two people at a table, and what is between them.
struct Two {
    sessions: [Session; 2],
    closing: Arc<Closing>,
    rng: StdRng,
    now: u64,
}

fn id(at: usize) -> PartyId {
    PartyId::new(at as u8).unwrap()
}

impl Two {
    fn new() -> Self {
        let mut rng = StdRng::seed_from_u64(1);
        let members = [0, 1].map(|number| Member {
            identity: person(number).key(),
            name: format!("Person {number}"),
            chosen: None,
        });
        let agreement = Agreement::new(
            GameId::Arkan,
            Table::new(2),
            Clock::default(),
            members.to_vec(),
            [9; 32],
        );
        let closing = Arc::new(Closing::sign(agreement, &person(0)).unwrap());
        let sessions = [0, 1].map(|number| {
            let secrets = Secrets::generate(&mut rng);
            Session::new(Player::new(Arc::clone(&closing), person(number), secrets).unwrap(), 0)
        });
        let mut two = Self {
            sessions,
            closing,
            rng,
            now: 0,
        };
        for session in &mut two.sessions {
            session.tick(0, &mut two.rng).unwrap();
        }
        two.talk();
        two
    }

    /// Brings messages over until there are none.
    fn talk(&mut self) {
        let mut waiting: VecDeque<(usize, Message)> = VecDeque::new();
        loop {
            for at in [0, 1] {
                waiting.extend(self.polled(at).into_iter().map(|message| (1 - at, message)));
            }
            let Some((to, message)) = waiting.pop_front() else {
                break;
            };
            self.sessions[to]
                .receive(id(1 - to), message, self.now, &mut self.rng)
                .unwrap();
        }
    }

    /// What a party wants to send; it may be thrown away.
    fn polled(&mut self, at: usize) -> Vec<Message> {
        let mut sent = Vec::new();
        while let Some(output) = self.sessions[at].poll() {
            if let Output::Send { message, .. } = output {
                sent.push(message);
            }
        }
        sent
    }

    fn on_turn(&self) -> usize {
        (0..2)
            .find(|at| self.sessions[*at].awaits_decision().is_some())
            .unwrap()
    }

    fn play(&mut self, at: usize) {
        let session = &mut self.sessions[at];
        let seat = session.awaits_decision().unwrap();
        let game = session.player().state().game().unwrap();
        let text = game.legal_moves(seat, &Knowledge::new())[0].to_string();
        session.decide(&text, self.now, &mut self.rng).unwrap();
    }

    /// Waits until the other is gone for long enough, and claims the match.
    fn claim(&mut self, at: usize) {
        self.now += 181_000;
        self.sessions[at].tick(self.now, &mut self.rng).unwrap();
        self.now += ASK_WAIT;
        self.sessions[at].tick(self.now, &mut self.rng).unwrap();
        self.polled(at);
        self.sessions[at].claim(id(1 - at), self.now, &mut self.rng).unwrap();
        assert!(self.sessions[at].player().state().is_finished());
    }

    fn log(&self, at: usize) -> Vec<u8> {
        let items: Vec<Item> = std::iter::once(Item::from(&*self.closing))
            .chain(self.sessions[at].log(0))
            .collect();
        let mut bytes = Vec::new();
        write_log(&mut bytes, &items).unwrap();
        bytes
    }
}

fn profile_of(logs: &[Vec<u8>]) -> Profile {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::at(dir.path());
    fs::create_dir_all(folder.matches()).unwrap();
    for (number, log) in logs.iter().enumerate() {
        fs::write(folder.matches().join(format!("{number}.mlog")), log).unwrap();
    }
    let profile = Profile::load(&folder, &|_, _| ()).unwrap();
    assert_eq!(profile.refused(), []);
    assert_eq!(profile.matches().len(), 1);
    profile
}

#[test]
fn a_claim_gives_points_and_moves_no_rating() {
    let mut two = Two::new();
    for _ in 0..4 {
        let at = two.on_turn();
        two.play(at);
        two.talk();
    }
    let winner = 1 - two.on_turn();
    two.claim(winner);
    let profile = profile_of(&[two.log(winner)]);
    let known = &profile.matches()[0];
    assert_eq!((known.standing.name(), known.is_rated()), ("claimed", false));
    let person = |at: usize| profile.person(&key(at)).unwrap();
    assert_eq!((person(winner).points(), person(1 - winner).points()), (22, 3));
    assert!(person(winner).rating.is_none() && profile.ladder(None).is_empty());
    // Nobody else has to believe it: there is nothing to be passed on.
    assert_eq!(profile.to_give().count(), 0);
}

#[test]
fn two_claims_against_each_other_are_worth_nothing() {
    let mut two = Two::new();
    let at = two.on_turn();
    two.play(at);
    two.talk();
    // This move never arrives.
    let at = two.on_turn();
    two.play(at);
    two.polled(at);
    two.claim(1 - at);
    two.claim(at);
    let profile = profile_of(&[two.log(0), two.log(1)]);
    assert_eq!(profile.matches()[0].standing.name(), "contested");
    assert!(profile.matches()[0].sources.iter().all(|source| !source.agrees));
    assert!(profile.people().all(|person| person.points() == 0));
    // Each alone would be a claim.
    assert_eq!(profile_of(&[two.log(0)]).matches()[0].standing.name(), "claimed");
}
