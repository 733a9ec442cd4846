//! Positions in which a decent player knows what to do: much of it is the advice of the rule book.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "support/arena.rs"]
mod arena;

use arena::{Arena, seed, tables};
use majlis_bots::{BotKind, bot};
use majlis_rules::cards::Card;
use majlis_rules::face::{Face, FaceSet, Faces, Handle, PackKind};
use majlis_rules::four::Slot;
use majlis_rules::game::{Game, View};
use majlis_rules::jackaroo::Marble;
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::tiles::Tile;
use majlis_rules::{arkan, domino, four, jackaroo};

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// What seat 0's greedy player plays, whatever its chance: the moves of many seeds, each once.
fn choices(game: AnyGame, faces: &dyn Faces, looked: &[(Handle, Face)]) -> Vec<String> {
    let id = game.id();
    let view = View::new(game, SeatSet::of(seat(0)), faces);
    let mut moves: Vec<String> = (0..8)
        .map(|seed| {
            let mut player = bot(BotKind::Greedy, id, seed);
            player.observe(&view, &[], looked);
            player.choose(seat(0), &view).unwrap().to_string()
        })
        .collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// The choices of seat 0 in Four Face-Down. Rows are written from the nearest slot; `looked` are the slots it remembers.
fn four_choices(rows: [&str; 2], looked: &[(u8, u8)], set: impl FnOnce(&mut four::Setup)) -> Vec<String> {
    let row = |text: &str| Some(text.split(' ').map(|card| card.parse().ok()).collect());
    let mut setup = four::Setup::new(rows.map(row).to_vec(), seat(0));
    setup.pile = vec![card("6C")];
    set(&mut setup);
    let open = setup.build().unwrap();
    let remembered: Vec<(Handle, Face)> = looked
        .iter()
        .map(|&(owner, index)| {
            let card = open.game().card_in(Slot::new(seat(owner), index)).unwrap();
            (card, open.face(card).unwrap())
        })
        .collect();
    choices(AnyGame::Four(open.game().clone()), open.faces(), &remembered)
}

const ROWS: [&str; 2] = ["KC 5H 2S 3S", "4D 8H 10S JC"];
const FIRST_TWO: &[(u8, u8)] = &[(0, 0), (0, 1)];
const ALL_OWN: &[(u8, u8)] = &[(0, 0), (0, 1), (0, 2), (0, 3)];

#[test]
fn four_matches_a_card_that_it_remembers() {
    let king = |setup: &mut four::Setup| setup.hand = Some(card("KH"));
    assert_eq!(four_choices(ROWS, FIRST_TWO, king), ["match 0.0"]);
    assert_eq!(
        four_choices(ROWS, &[(0, 1)], king),
        ["discard"],
        "a king not seen is no reason"
    );
}

#[test]
fn four_gives_its_highest_card_after_matching_anothers() {
    let ten = |setup: &mut four::Setup| setup.hand = Some(card("10H"));
    assert_eq!(four_choices(ROWS, &[(0, 0), (0, 1), (1, 2)], ten), ["match 1.2"]);
    let hole = |setup: &mut four::Setup| {
        setup.pile = ["6C", "8H", "8D"].map(card).to_vec();
        setup.hole = Some(Slot::new(seat(1), 1));
    };
    let rows = ["KC 5H 2S 3S", "4D - 10S JC"];
    assert_eq!(four_choices(rows, FIRST_TWO, hole), ["give 0.0"]);
}

#[test]
fn four_keeps_what_is_low_and_uses_what_shows() {
    let hand = |text: &'static str| move |setup: &mut four::Setup| setup.hand = Some(card(text));
    assert_eq!(
        four_choices(ROWS, FIRST_TWO, hand("KD")),
        ["keep 0.0"],
        "the king of diamonds counts nothing"
    );
    assert_eq!(
        four_choices(ROWS, ALL_OWN, hand("JD"))[0].split(' ').next(),
        Some("swap")
    );
    let low = ["AC AD 2S 3S", "4D 8H 10S JC"];
    let peeks = four_choices(low, FIRST_TWO, hand("7D"));
    assert_eq!(peeks, ["peek 0.2", "peek 0.3"], "at a card not seen yet");
}

#[test]
fn four_takes_from_the_pile_what_is_better_than_a_draw() {
    let ace = |setup: &mut four::Setup| setup.pile = vec![card("AS")];
    assert_eq!(four_choices(ROWS, FIRST_TWO, ace), ["take 0.0"]);
    let queen = |setup: &mut four::Setup| setup.pile = vec![card("QS")];
    assert_eq!(four_choices(ROWS, FIRST_TWO, queen), ["draw"]);
}

#[test]
fn four_calls_when_its_row_is_low_by_a_margin() {
    let low = ["AC AD 2S 3S", "4D 8H 10S JC"];
    assert_eq!(four_choices(low, ALL_OWN, |_| {}), ["call"]);
    assert_ne!(
        four_choices(low, FIRST_TWO, |_| {}),
        ["call"],
        "half of the row was never seen"
    );
    let theirs_known = &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)];
    let close = ["AC AD 2S 3S", "4D 2H AS 3C"];
    assert_ne!(
        four_choices(close, theirs_known, |_| {}),
        ["call"],
        "everybody has another turn"
    );
}

/// The choices of seat 0 in Jackaroo with these cards in hand.
fn jackaroo_choices(setup: &jackaroo::Setup, hand: [&str; 4]) -> Vec<String> {
    let first = hand.map(|text| card(text).face());
    let mut packs = |_: PackKind, faces: FaceSet| {
        let rest = faces.minus(first.iter().copied().collect());
        Some(first.into_iter().chain(rest.iter()).collect())
    };
    let mut open = OpenMatch::new(setup.start().unwrap());
    assert_eq!(open.advance(&mut packs, &mut Vec::new()).unwrap(), Some(seat(0)));
    choices(AnyGame::Jackaroo(open.game().clone()), open.faces(), &[])
}

#[test]
fn jackaroo_goes_back_four_from_the_base_instead_of_round() {
    let setup = jackaroo::Setup::new(3).put_at_count(Marble::new(seat(0), 0), 0);
    assert_eq!(jackaroo_choices(&setup, ["4S", "9C", "10C", "QC"]), ["4S 0.0 -4"]);
}

#[test]
fn jackaroo_captures_theirs_and_spares_the_partners() {
    let own = Marble::new(seat(0), 0);
    let at_nine = |owner: u8| {
        // Cell 34: count 34 of seat 0, nine ahead of its marble.
        let there = Marble::new(seat(owner), 0);
        let count = (34 + 76 - 19 * owner) % 76;
        let setup = jackaroo::Setup::new(3).put_at_count(own, 25).put_at_count(there, count);
        jackaroo_choices(&setup, ["8C", "9C", "6C", "2C"])
    };
    assert_eq!(at_nine(3), ["9C 0.0 9"]);
    assert_ne!(at_nine(2), ["9C 0.0 9"]);
}

#[test]
fn jackaroo_goes_in_where_it_can() {
    let setup = jackaroo::Setup::new(3).put_at_count(Marble::new(seat(0), 0), 70);
    assert_eq!(jackaroo_choices(&setup, ["6C", "2C", "3C", "5C"]), ["6C 0.0 6"]);
}

#[test]
fn jackaroo_keeps_an_ace_for_coming_out() {
    let setup = jackaroo::Setup::new(3).put_at_count(Marble::new(seat(0), 0), 30);
    let chosen = jackaroo_choices(&setup, ["AC", "AD", "10C", "QC"]);
    assert!(chosen.iter().all(|mv| mv.contains("out")), "{chosen:?}");
}

/// The choices of seat 0 in round 2 of dominoes for two, on this line.
fn domino_choices(hand: &str, opening: Option<&str>, joined: &[(domino::End, &str)]) -> Vec<String> {
    let tile = |text: &str| text.parse::<Tile>().unwrap();
    let mut setup = domino::Setup::new(2, seat(1));
    setup.round = 2;
    setup.turn = seat(0);
    let mine: Vec<Tile> = hand.split(' ').map(tile).collect();
    setup.opening = opening.map(tile);
    setup.joined = joined.iter().map(|(end, text)| (*end, tile(text))).collect();
    let lies = |tile: &Tile| setup.opening == Some(*tile) || setup.joined.iter().any(|(_, joined)| joined == tile);
    let rest: Vec<Tile> = Tile::all().filter(|tile| !mine.contains(tile) && !lies(tile)).collect();
    let (theirs, boneyard) = rest.split_at(7.min(rest.len()));
    setup.boneyard = boneyard.to_vec();
    setup.hands = vec![mine, theirs.to_vec()];
    let (game, faces) = setup.build().unwrap();
    choices(AnyGame::Domino(game), &faces, &[])
}

#[test]
fn domino_lays_doubles_and_heavy_tiles_early() {
    assert_eq!(domino_choices("6-6 6-1 2-1 3-0 4-2 5-0 1-0", None, &[]), ["open 6-6"]);
    let joins = domino_choices("5-5 5-0 2-1 3-0 4-2", Some("5-3"), &[]);
    assert_eq!(joins, ["left 5-5"]);
}

#[test]
fn domino_blocks_when_its_hand_is_the_lighter_one() {
    use domino::End::{Left, Right};
    // All noughts but 6-0 lie in the line, one of them at its left end: with 6-0 on the right nobody can go on.
    let right = ["3-0", "4-3", "4-0", "5-0", "6-5"].map(|tile| (Right, tile));
    let left = ["2-0", "2-1", "1-0"].map(|tile| (Left, tile));
    let line = [right.as_slice(), left.as_slice()].concat();
    assert_eq!(domino_choices("6-0 6-6 1-1", Some("0-0"), &line), ["right 6-0"]);
    assert_ne!(
        domino_choices("6-0 6-6 1-1", Some("0-0"), &line[..7]),
        ["right 6-0"],
        "2-1 at the left end goes on"
    );
}

#[test]
fn arkan_begins_with_five_squares_and_keeps_the_single_one() {
    for table in tables(GameId::Arkan) {
        let mut arena = Arena::new(GameId::Arkan, &table, seed(9, 0), |person| {
            bot(BotKind::Greedy, GameId::Arkan, seed(9, person as u64))
        });
        while let Some(seat) = arena.advance() {
            let view = arena.view(arena.person(seat));
            let mv = arena.ask(seat, &view).unwrap();
            let AnyMove::Arkan(arkan::Move::Placement(placement)) = mv else {
                panic!("{mv} places nothing")
            };
            let AnyGame::Arkan(game) = view.state() else {
                panic!("another game")
            };
            if game.placed(seat).is_empty() {
                assert_eq!(placement.shape().size(), 5);
            }
            if placement.shape() == arkan::Shape::I1 {
                let others = game
                    .placements(seat)
                    .into_iter()
                    .filter(|other| other.shape() != arkan::Shape::I1);
                assert_eq!(others.count(), 0, "the single square is kept while anything else fits");
            }
            arena.play(seat, &mv);
        }
        assert!(
            arena.table().game().scores().iter().all(|score| *score > -45),
            "{:?}",
            arena.table().game().scores()
        );
    }
}
