//! Positions for the rules.

use majlis_rules::domino::{End, Setup};
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;
use majlis_rules::tiles::Tile;

use crate::ui::games::lessons::Lesson;

/// A line with doubles and a turn, and a blocked round.
#[must_use]
pub fn lessons() -> Vec<Lesson> {
    let turn = position(
        &["5-2 2-0 6-3 4-3", "1-1 5-0 4-2"],
        "6-6",
        &[
            (End::Right, "6-4"),
            (End::Left, "6-5"),
            (End::Right, "4-4"),
            (End::Left, "5-5"),
            (End::Right, "4-1"),
            (End::Left, "5-4"),
            (End::Right, "6-1"),
            (End::Right, "6-2"),
            (End::Right, "2-2"),
            (End::Right, "2-1"),
            (End::Right, "3-1"),
            (End::Right, "5-3"),
        ],
    );
    let blocked = position(
        &["5-3 4-0", "3-1 5-5 4-4", "2-1 0-0", "5-1 4-3"],
        "6-6",
        &[
            (End::Left, "6-4"),
            (End::Right, "6-3"),
            (End::Left, "5-4"),
            (End::Right, "3-2"),
            (End::Left, "6-5"),
            (End::Right, "6-2"),
            (End::Right, "6-1"),
            (End::Right, "1-0"),
            (End::Right, "6-0"),
        ],
    );
    let turn = turn.map(|(game, faces)| Lesson::of(3, game, &faces, "domino-lesson-turn"));
    let blocked = blocked.map(|(game, faces)| Lesson::of(5, game, &faces, "domino-lesson-blocked"));
    turn.into_iter().chain(blocked).collect()
}

/// A position in which seat 0 is to play. At a table of two the rest is the boneyard, at one of four it is dealt out.
fn position(hands: &[&str], opening: &str, joined: &[(End, &str)]) -> Option<(AnyGame, majlis_rules::face::Knowledge)> {
    let seats = u8::try_from(hands.len()).ok()?;
    let tile = |text: &str| text.parse::<Tile>().ok();
    let mut setup = Setup::new(seats, Seat::new(seats.checked_sub(1)?)?);
    setup.turn = Seat::new(0)?;
    setup.opening = tile(opening);
    setup.joined = joined
        .iter()
        .map(|(end, text)| Some((*end, tile(text)?)))
        .collect::<Option<_>>()?;
    setup.hands = hands
        .iter()
        .map(|hand| hand.split_whitespace().map(tile).collect())
        .collect::<Option<_>>()?;
    let laid = setup.joined.iter().map(|(_, tile)| *tile).chain(setup.opening);
    let used: Vec<Tile> = laid.chain(setup.hands.iter().flatten().copied()).collect();
    let rest = Tile::all().filter(|tile| !used.contains(tile));
    if seats == 2 {
        setup.boneyard = rest.collect();
    } else {
        let rest: Vec<Tile> = rest.collect();
        let count = setup.hands.len();
        for (at, tile) in rest.into_iter().enumerate() {
            setup.hands.get_mut(at % count)?.push(tile);
        }
    }
    let (game, faces) = setup.build().ok()?;
    Some((AnyGame::Domino(game), faces))
}
