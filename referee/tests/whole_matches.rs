//! Whole matches, all parties in one process.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use majlis_crypto::identity::Identity;
use majlis_referee::agreement::{Agreement, Clock, Closing, Member};
use majlis_referee::file::write_log;
use majlis_referee::item::Item;
use majlis_referee::local::{Choice, LocalTable};
use majlis_referee::secrets::Decision;
use majlis_referee::verify::{Grade, Proofs, verify};
use majlis_rules::game::Game;
use majlis_rules::registry::GameId;
use majlis_rules::table::{OptionValue, Table};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn close(game: GameId, table: Table, rng: &mut StdRng) -> (Arc<Closing>, Vec<Arc<Identity>>) {
    let persons = game.start(&table).unwrap().persons().len();
    let identities: Vec<Arc<Identity>> = (0..persons).map(|_| Arc::new(Identity::generate(rng))).collect();
    let members = identities
        .iter()
        .map(|identity| Member {
            identity: identity.key(),
            name: "Salma".into(),
            chosen: None,
        })
        .collect();
    let agreement = Agreement::new(game, table, Clock::default(), members, rng.random());
    (Arc::new(Closing::sign(agreement, &identities[0]).unwrap()), identities)
}

fn play(game: GameId, table: Table, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (closing, identities) = close(game, table, &mut rng);
    let mut table = LocalTable::new(closing, identities, &mut rng).unwrap();
    let mut picks = StdRng::seed_from_u64(seed);
    let mut items = vec![Item::from(&**table.closing())];
    loop {
        let mut choose = |player: &majlis_referee::player::Player| {
            let view = player.view().unwrap();
            let majlis_rules::game::Due::Turn(seat) = view.state().due() else {
                panic!("no turn")
            };
            let moves = view.legal_moves(seat);
            Choice::Move(Decision::Move(moves[picks.random_range(0..moves.len())].to_string()))
        };
        let Some(step) = table.step(&mut choose, &mut rng).unwrap() else {
            break;
        };
        assert_eq!(step.report.departures, []);
        items.extend(step.items());
    }
    let state = table.players()[0].state();
    assert!(state.is_finished());
    assert!(state.outcomes().unwrap().iter().all(Option::is_some));
    let mut log = Vec::new();
    write_log(&mut log, &items).unwrap();
    for proofs in [Proofs::Together, Proofs::OneByOne] {
        let verified = verify(log.as_slice(), proofs, &mut ()).unwrap();
        assert_eq!(verified.grade(), Some(Grade::Agreed));
        assert_eq!(verified.place(), state.place());
        assert_eq!(verified.outcomes(), state.outcomes());
    }
}

#[test]
fn arkan() {
    play(GameId::Arkan, Table::new(2), 1);
}

#[test]
fn domino() {
    play(GameId::Domino, Table::new(2), 1);
    play(
        GameId::Domino,
        Table::new(4).with("partners", OptionValue::Flag(true)),
        1,
    );
}

#[test]
fn four() {
    play(GameId::Four, Table::new(3), 1);
}
