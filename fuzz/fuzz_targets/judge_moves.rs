//! A match of any game, with any packs, any moves and people who leave at any moment, played to the end of the input.
#![no_main]

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::game::{Due, Game as _, View};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyEvent, AnyGame, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::{OptionValue, Table};

/// What the input says to do next.
#[derive(Arbitrary, Debug)]
enum Step {
    /// A legal move.
    Legal(u16),
    /// A legal move of this match at another moment, or of another seat.
    Stale(u16, u8),
    /// Somebody leaves.
    Leave(u8),
    /// Somebody leaves after this many card operations and answers of what is due after a move.
    LeaveWithin(u16, u8, u8),
}

fn table(input: &mut Unstructured<'_>) -> arbitrary::Result<AnyGame> {
    let game = *input.choose(GameId::ALL)?;
    let mut table = Table::new(*input.choose(game.seats())?);
    for spec in game.options() {
        let value: OptionValue = *input.choose(spec.allowed)?;
        table = table.with(spec.key, value);
    }
    // Some combinations are refused, such as partners of two.
    game.start(&table).map_err(|_| arbitrary::Error::IncorrectFormat)
}

/// A pack in the order that the input gives; the rest of the faces follows in canonical order.
fn pack(input: &mut Unstructured<'_>, faces: FaceSet) -> Vec<Face> {
    let mut order: Vec<Face> = faces.iter().collect();
    for place in 0..order.len() {
        let Ok(other) = input.int_in_range(place..=order.len() - 1) else {
            break;
        };
        order.swap(place, other);
    }
    order
}

/// Carries out what is due, one step; gives the seat whose move is awaited.
fn one_step(at: &mut OpenMatch<AnyGame>, input: &mut Unstructured<'_>, events: &mut Vec<AnyEvent>) -> Option<Seat> {
    // All that `advance` can fail for is a pack that does not fit, and these do.
    let mut packs = |_: PackKind, faces: FaceSet| Some(pack(input, faces));
    at.advance(&mut packs, events).expect("packs that fit")
}

fn check(at: &OpenMatch<AnyGame>, awaited: Option<Seat>) {
    let game = at.game();
    assert_eq!(game.outcome().is_some(), awaited.is_none());
    assert_eq!(game.scores().len(), usize::from(game.seats()));
    let Some(seat) = awaited else {
        return;
    };
    assert!(game.present().contains(seat));
    let open = at.legal_moves(seat);
    assert!(!open.is_empty(), "whoever's move is awaited has one");
    assert_eq!(at.count_legal(seat), open.len());
    let view = View::new(game.clone(), SeatSet::of(seat), at.faces());
    assert_eq!(view.legal_moves(seat), open);
}

fn play(input: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let mut at = OpenMatch::new(table(input)?);
    let mut events = Vec::new();
    let mut awaited = one_step(&mut at, input, &mut events);
    let mut seen = Vec::new();
    while let Some(seat) = awaited {
        check(&at, awaited);
        if input.is_empty() {
            break;
        }
        let before = at.clone();
        match Step::arbitrary(input)? {
            Step::Legal(number) => {
                let moves = at.legal_moves(seat);
                let mv = &moves[usize::from(number) % moves.len()];
                at.play(seat, mv, &mut events).expect("a legal move");
                assert_ne!(at, before);
                seen.push(mv.clone());
            }
            Step::Stale(number, by) => {
                let by = Seat::new(by % 4).expect("a seat");
                let Some(mv) = seen.get(usize::from(number) % seen.len().max(1)) else {
                    continue;
                };
                let legal = at.legal_moves(by).contains(mv);
                events.clear();
                assert_eq!(at.play(by, mv, &mut events).is_ok(), legal);
                if !legal {
                    assert_eq!(at, before);
                    assert!(events.is_empty());
                }
            }
            Step::Leave(leaver) => leave(&mut at, leaver, &mut events),
            Step::LeaveWithin(number, answers, leaver) => {
                let moves = at.legal_moves(seat);
                at.play(seat, &moves[usize::from(number) % moves.len()], &mut events)
                    .expect("a legal move");
                // Questions are answered one by one, so that somebody may leave between two answers.
                for _ in 0..answers % 8 {
                    let Due::Question(question) = at.game().due() else {
                        break;
                    };
                    let nobody_holds = question.seats.iter().all(|seat| at.count_legal(seat) == 0);
                    let mut game = at.game().clone();
                    match question.seats.iter().next().filter(|_| nobody_holds) {
                        Some(first) => game.deny(first, &mut events).expect("a denial"),
                        None => break,
                    }
                    at = OpenMatch::with_faces(game, at.faces().clone());
                }
                leave(&mut at, leaver, &mut events);
            }
        }
        awaited = one_step(&mut at, input, &mut events);
        for seat in at.game().present().iter() {
            for card in at.game().visible(seat) {
                assert!(at.face(card).is_some(), "the judge knows every card");
            }
        }
    }
    check(&at, awaited);
    Ok(())
}

fn leave(at: &mut OpenMatch<AnyGame>, leaver: u8, events: &mut Vec<AnyEvent>) {
    let leaver = Seat::new(leaver % 4).expect("a seat");
    let can = at.game().present().contains(leaver) && at.game().outcome().is_none();
    let before = at.clone();
    assert_eq!(at.leave(leaver, events).is_ok(), can);
    if can {
        assert!(!at.game().present().contains(leaver));
    } else {
        assert_eq!(*at, before);
    }
}

fuzz_target!(|bytes: &[u8]| {
    // An input that says nothing sensible is no fault.
    let _ = play(&mut Unstructured::new(bytes));
});
