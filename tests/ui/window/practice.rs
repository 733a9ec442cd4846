//! A practice match in a real window, from the first start to its end.

use std::time::{Duration, Instant};

use majlis::export::Moves;
use majlis::language::Language;
use majlis::ui::text::plain;
use majlis::ui::words::{Digits, Words};
use majlis_rules::arkan::Shape;
use majlis_rules::face::Knowledge;
use majlis_rules::game::{Due, Game as _};
use majlis_rules::registry::{AnyGame, AnyMove};

use super::{LIMIT, Real, Screen, can_be_tried, verified};

/// The largest piece that the person may lay now; nothing where it is somebody else's turn. In Arkan everybody sees everything, so the
/// log tells it.
fn piece(real: &Real) -> Option<Shape> {
    let log = std::fs::read(real.logs().first()?).unwrap();
    let (moves, _) = Moves::of_log(log.as_slice());
    let moves = moves?;
    let AnyGame::Arkan(board) = moves.board? else {
        return None;
    };
    let Due::Turn(turn) = board.due() else { return None };
    // The person has opened the table, and so comes first.
    let mine = moves.persons.first()?.seats.contains(&turn);
    let legal = mine.then(|| AnyGame::Arkan(board).legal_moves(turn, &Knowledge::new()))?;
    let shapes = legal.into_iter().filter_map(|mv| match mv {
        AnyMove::Arkan(majlis_rules::arkan::Move::Placement(placement)) => Some(placement.shape()),
        _ => None,
    });
    shapes.max_by_key(|shape| shape.size())
}

#[test]
fn a_real_window_plays_a_match_by_clicks_and_closes() {
    if !can_be_tried() {
        return;
    }
    let screen = Screen::open([800, 600]);
    let mut real = Real::open(&screen, "Ada", 0, [800, 600]);
    real.wait("the first start", |thing| thing.role == "TextInput");
    assert!(
        !real.profile.exists(),
        "something is on the disk before the first start is done"
    );
    real.first_start("Ada");
    assert!(real.profile.join("settings").exists());
    real.press("Play Arkan");
    let words = Words::new(Language::English, Digits::Western);
    let begun = Instant::now();
    let mut laid = 0;
    while !real
        .logs()
        .first()
        .is_some_and(|log| verified(log).is_some_and(|end| end.is_finished()))
    {
        assert!(begun.elapsed() < 2 * LIMIT, "the match does not end");
        // Whose turn it is, the screen says.
        let turn = real.wait("my turn, or the end", |thing| {
            thing.name == "Your turn" || thing.name == "The match is over" || thing.name == "To the start"
        });
        if turn.name != "Your turn" {
            std::thread::sleep(Duration::from_millis(100));
            continue;
        }
        let Some(shape) = piece(&real) else {
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        let values = [
            ("shape", shape.name().into()),
            ("squares", i64::from(shape.size()).into()),
        ];
        let name = plain(&words.with("arkan-piece", &values));
        let Some(thing) = real.find(|thing| thing.name == name && !thing.off) else {
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        let before = real.text();
        real.click(&thing);
        // A slow window may take click and key in one frame, and the key then means nothing.
        let clicked = Instant::now();
        while real.text() == before && clicked.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(25));
        }
        // Where it fits is shown at a key, and laid by the button.
        let mut found = None;
        for _ in 0..4 {
            real.key("n");
            let pressed = Instant::now();
            while found.is_none() && pressed.elapsed() < Duration::from_millis(1500) {
                found = real.find(|thing| thing.name == "Place" && thing.role == "Button" && !thing.off);
                std::thread::sleep(Duration::from_millis(25));
            }
            if found.is_some() {
                break;
            }
        }
        let Some(place) = found else {
            // Whatever is in the hand is put back, and it is tried anew.
            real.key("Escape");
            continue;
        };
        real.click(&place);
        laid += 1;
        // The screen takes it in.
        let tried = Instant::now();
        while real.shows("Your turn") && tried.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(25));
        }
        if laid == 4 {
            screen.picture("practice-middle");
        }
    }
    assert!(laid > 3, "{laid}");
    real.wait("the end", |thing| thing.name == "To the start");
    screen.picture("practice-end");
    real.close();
}
