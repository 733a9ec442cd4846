//! Any text as a move of every game: what is read is written back as it was, and a move that is not legal changes nothing.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use majlis_rules::face::{FaceSet, PackKind};
use majlis_rules::game::Game as _;
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

/// A match of each game at each number of seats, dealt, a few moves old.
static MATCHES: LazyLock<Vec<(OpenMatch<AnyGame>, Seat)>> = LazyLock::new(|| {
    let mut matches = Vec::new();
    for &game in GameId::ALL {
        for &seats in game.seats() {
            let start = game.start(&Table::new(seats)).expect("a table of the game");
            let (mut at, mut events) = (OpenMatch::new(start), Vec::new());
            let mut packs = |_: PackKind, faces: FaceSet| Some(faces.iter().collect());
            for age in 0..9 {
                let seat = at
                    .advance(&mut packs, &mut events)
                    .expect("packs that fit")
                    .expect("a young match");
                if age % 4 == 0 {
                    matches.push((at.clone(), seat));
                }
                let mv = at.legal_moves(seat).swap_remove(0);
                at.play(seat, &mv, &mut events).expect("a legal move");
            }
        }
    }
    matches
});

fuzz_target!(|text: &str| {
    for kind in [PackKind::Tiles, PackKind::Cards] {
        if let Some(face) = kind.parse(text) {
            assert_eq!(kind.notation(face).as_deref(), Some(text));
        }
    }
    for (at, awaited) in MATCHES.iter() {
        let Ok(mv) = at.game().parse_move(text) else {
            continue;
        };
        assert_eq!(mv.to_string(), text);
        for seat in Seat::all(4) {
            let (mut next, mut events) = (at.clone(), Vec::new());
            match next.play(seat, &mv, &mut events) {
                Ok(()) => {
                    assert_eq!(seat, *awaited);
                    assert!(at.legal_moves(seat).contains(&mv));
                }
                Err(_) => {
                    assert_eq!(&next, at);
                    assert!(events.is_empty());
                    assert!(!at.legal_moves(seat).contains(&mv));
                }
            }
        }
    }
});
