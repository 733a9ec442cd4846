//! Canonical bytes: what is in them, and that they stay as they are.

use std::collections::BTreeMap;

use majlis_rules::four::{Four, Setup, Unnamed};
use majlis_rules::game::{Game, Variant};
use majlis_rules::table::Table;

use crate::position::{Position, card, seat, setup, slot};

const ROWS: [&str; 3] = ["AS 2S 3S 4S", "AH - 3H 4H", "AC 2C 3C 4C"];

/// What is changed, and how.
type Change = (&'static str, fn(&mut Setup));

fn hex(game: &Four) -> String {
    game.canonical_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Another layout is another version: then these bytes change, and logs made before cannot be compared with it.
#[test]
fn the_bytes_of_version_1() {
    let fresh = Four::new(&Table::new(2)).unwrap();
    let expected = concat!(
        "01",
        "00000004666f7572",
        "02",
        "03",
        "00000002",
        "00000000",
        "00000000",
        "00000000",
        "00000000",
        "00",
        "00",
        "00",
        "00000000",
        "00000000",
        "00",
        "00",
        "00",
    );
    assert_eq!(hex(&fresh), expected);

    let mut start = setup(&["AS 2S 3S 4S", "AH - 3H 4H"], "9D 2H 2C", "5C 6C");
    start.totals = vec![7, 20];
    start.round = 1;
    start.starter = seat(1);
    start.caller = Some(seat(1));
    start.hole = Some(slot("1.1"));
    let expected = concat!(
        "01",
        "00000004666f7572",
        "02",
        "03",
        "00000002",
        "00000007",
        "00000014",
        "00000001",
        "00000000",
        "01",
        "00",
        "0101",
        "00000004",
        "0100",
        "0101",
        "0102",
        "0103",
        "00000004",
        "0104",
        "00",
        "0105",
        "0106",
        "03",
        "0715",
        "081b",
        "0901",
        "2a",
        "07",
        "0101",
    );
    assert_eq!(hex(Position::of(&start).game()), expected);
}

#[test]
fn every_part_of_the_state_is_in_the_bytes() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut add = |what: &str, game: &Four| {
        if let Some(same) = seen.insert(hex(game), what.into()) {
            panic!("{what} has the bytes of {same}");
        }
    };
    let base = || setup(&ROWS, "9D KD", "7C 5C");
    let changes: [Change; 13] = [
        ("base", |_| {}),
        ("round", |setup| setup.round = 1),
        ("totals", |setup| setup.totals = vec![0, 1, 0]),
        ("other totals", |setup| setup.totals = vec![1, 0, 0]),
        ("turn", |setup| setup.turn = seat(1)),
        ("starter", |setup| setup.starter = seat(1)),
        ("caller", |setup| setup.caller = Some(seat(1))),
        ("other caller", |setup| setup.caller = Some(seat(2))),
        ("hand", |setup| setup.hand = Some(card("QC"))),
        ("hole", |setup| setup.hole = Some(slot("1.1"))),
        ("pile", |setup| setup.pile.reverse()),
        ("stock", |setup| setup.unnamed = Unnamed::Pile),
        ("emptied slot", |setup| setup.rows[1].as_mut().unwrap().swap(1, 2)),
    ];
    for (what, change) in changes {
        let mut setup = base();
        change(&mut setup);
        add(what, Position::of(&setup).game());
    }
    add("a seat less", Position::of(&setup(&ROWS[..2], "9D KD", "7C 5C")).game());
    add(
        "a leaver",
        Position::of(&setup(&[ROWS[0], ROWS[1], ""], "9D KD", "7C 5C")).game(),
    );
    for (before, mv) in [
        ("", "draw"),
        ("", "take 0.0"),
        ("", "take 0.1"),
        ("draw", "keep 0.0"),
        ("draw", "peek 0.0"),
        ("draw", "peek 0.1"),
        ("draw", "match 0.0"),
        ("draw", "match 1.0"),
    ] {
        let mut position = Position::of(&base());
        if !before.is_empty() {
            position.play(before);
        }
        position.play_unsettled(mv);
        add(mv, position.game());
    }
    let mut position = Position::of(&base());
    position.play("call, draw, discard, draw");
    position.play_unsettled("discard");
    add("a count", position.game());
    position.advance();
    add("the next round", position.game());
    position.play("leave 0");
    add("the next round with two", position.game());
    position.play("leave 1");
    add("the end", position.game());
}
