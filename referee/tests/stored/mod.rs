//! A match of which every party lives on disk and is dropped and found again as often as one likes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::entry::Entry;
use majlis_referee::item::Item;
use majlis_referee::party::PartyId;
use majlis_referee::player::Player;
use majlis_referee::replay::{Awaited, Checking, Slot};
use majlis_referee::secrets::Decision;
use majlis_referee::store::{Resumed, Store, StoreErrorKind};
use majlis_rules::game::{Game as _, GameEvent as _};
use majlis_rules::registry::GameId;
use majlis_rules::table::Table;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// A party, its files and its person.
pub(crate) struct Party {
    pub(crate) folder: PathBuf,
    pub(crate) identity: Arc<Identity>,
    pub(crate) store: Store,
    pub(crate) player: Player,
}

impl Party {
    /// Drops everything in memory and finds it again on disk.
    pub(crate) fn reopen(self) -> Self {
        let Self {
            folder,
            identity,
            store,
            player,
        } = self;
        let before = (player.state().place(), player.looks().to_vec());
        let match_id = player.state().place().match_id;
        drop((store, player));
        let Resumed {
            store,
            player,
            steps,
            loose,
            cut,
        } = Store::resume(&folder, match_id, &identity).unwrap();
        assert_eq!((loose.len(), cut), (0, 0));
        assert_eq!(steps.len() as u64, before.0.step);
        assert_eq!((player.state().place(), player.looks().to_vec()), before);
        Self {
            folder,
            identity,
            store,
            player,
        }
    }

    /// The log as it is on disk.
    pub(crate) fn log(&self) -> Vec<u8> {
        fs::read(self.store.log_path()).unwrap()
    }
}

/// How far a match is played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// To the end of its first round or for so many moves; then everybody leaves.
    RoundOr(u32),
    /// To its end.
    End,
}

pub(crate) struct Stored {
    pub(crate) parties: Vec<Party>,
    rng: StdRng,
    picks: StdRng,
    crashes: bool,
    until: Until,
    moves: u32,
    leaving: bool,
}

impl Stored {
    pub(crate) fn new(folder: &Path, game: GameId, table: Table, seed: u64, crashes: bool, until: Until) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let persons = game.start(&table).unwrap().persons().len();
        let identities: Vec<Arc<Identity>> = (0..persons).map(|_| Arc::new(Identity::generate(&mut rng))).collect();
        let members = identities
            .iter()
            .map(|identity| Member {
                identity: identity.key(),
                name: "Salma".into(),
                chosen: None,
            })
            .collect();
        let agreement = Agreement::new(game, table, Clock::default(), members, rng.random());
        let closing = Arc::new(Closing::sign(agreement, &identities[0]).unwrap());
        let mut parties = Vec::new();
        for (number, identity) in identities.into_iter().enumerate() {
            let folder = folder.join(number.to_string());
            fs::create_dir_all(&folder).unwrap();
            let (store, player) = Store::create(&folder, &closing, &identity, &mut rng).unwrap();
            parties.push(Party {
                folder,
                identity,
                store,
                player,
            });
        }
        Self {
            parties,
            rng,
            picks: StdRng::seed_from_u64(seed),
            crashes,
            until,
            moves: 0,
            leaving: false,
        }
    }

    /// Every party is dropped and found again.
    fn crash(&mut self) {
        if self.crashes {
            let parties = std::mem::take(&mut self.parties);
            self.parties = parties.into_iter().map(Party::reopen).collect();
        }
    }

    /// Makes what stands in a party's place in the step that is due, stores it, and lets everybody crash before it is sent.
    fn say(&mut self, who: PartyId) -> Slot {
        let party = &mut self.parties[who.index()];
        let owes = party.player.owes().cloned();
        if let Some(Awaited::Move(seat)) = owes {
            if self.leaving {
                let leave = party.player.leave().unwrap();
                party.store.keep(&Item::Leave((&leave).into())).unwrap();
                self.crash();
                let party = &self.parties[who.index()];
                let kept: Vec<&Item> = party.store.own().collect();
                assert_eq!(kept, [&Item::Leave((&leave).into())]);
                return Slot::Left(leave);
            }
            let moves = party.player.view().unwrap().legal_moves(seat);
            let text = moves[self.picks.random_range(0..moves.len())].to_string();
            let decision = Decision::Move(text);
            self.moves += 1;
            let entry = party
                .player
                .make_entry(Some(&decision), Vec::new(), &mut self.rng)
                .unwrap();
            return self.kept(who, entry.unwrap());
        }
        let entry = party.player.make_entry(None, Vec::new(), &mut self.rng).unwrap();
        self.kept(who, entry.unwrap())
    }

    fn kept(&mut self, who: PartyId, entry: Entry) -> Slot {
        let party = &mut self.parties[who.index()];
        party.store.keep(&Item::from(&entry)).unwrap();
        self.crash();
        if self.crashes {
            let party = &mut self.parties[who.index()];
            // It is found again as it was, and another one for the same place is not kept, so it is never sent.
            assert_eq!(party.store.own_entry(party.player.state()), Some(entry.clone()));
            let mut chance = StdRng::seed_from_u64(99);
            if let Ok(Some(other)) = party.player.make_entry(None, Vec::new(), &mut chance) {
                let kept = party.store.keep(&Item::from(&other));
                if other != entry {
                    assert!(matches!(kept.unwrap_err().kind, StoreErrorKind::SignedAlready { .. }));
                }
            }
            if let Ok(leave) = party.player.leave() {
                // Whoever has signed for this step leaves from the next one on.
                assert_eq!(leave.notice().from, party.player.state().place().step + 1);
            }
        }
        Slot::Entry(entry)
    }

    /// Makes a step; `false` where the log is whole.
    pub(crate) fn step(&mut self) -> bool {
        let awaited: Vec<PartyId> = (self.parties[0].player.state().awaited().iter())
            .map(|(party, _)| *party)
            .collect();
        if awaited.is_empty() {
            return false;
        }
        let slots: Vec<(PartyId, Slot)> = awaited.into_iter().map(|party| (party, self.say(party))).collect();
        for party in &mut self.parties {
            let report = party.player.take(&slots, &mut Checking::Now).unwrap();
            party.store.append(&slots, party.player.state()).unwrap();
            if let Until::RoundOr(moves) = self.until {
                self.leaving |= report.events.iter().any(|event| event.round().is_some()) || self.moves >= moves;
            }
        }
        self.crash();
        true
    }

    /// Plays on to the end and gives the log, which all parties have alike.
    pub(crate) fn play(&mut self) -> Vec<u8> {
        while self.step() {}
        let log = self.parties[0].log();
        for party in &self.parties {
            assert_eq!(party.log(), log);
        }
        log
    }
}
