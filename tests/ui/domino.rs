//! The domino table.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Key, Rect, Role, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::language::Language;
use majlis::ui::style::Theme;
use majlis::ui::text::plain;
use majlis::ui::words::{Digits, Words};
use majlis_rules::domino::{Domino, End, Move, Setup};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::{OptionValue, Table};
use majlis_rules::tiles::Tile;

use crate::drawn;
use crate::live::{Live, at_table};
use crate::support::{Look, SIZES, pictures};

/// Every button that makes a move.
const BUTTONS: [&str; 5] = [
    "domino-play-left",
    "domino-play-right",
    "domino-open",
    "domino-draw",
    "domino-pass",
];

/// A look in which nothing moves.
fn still(language: Language, theme: Theme) -> Look {
    let mut look = Look::new(language, theme);
    look.style.reduced_motion = true;
    look
}

fn words(language: Language) -> Words {
    Words::new(language, Digits::Western)
}

fn table(seats: u8, partners: bool) -> Table {
    let mut table = Table::new(seats);
    table.options.set("partners", OptionValue::Flag(partners));
    table
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn fitting(words: &Words, tile: Tile) -> String {
    plain(&words.with("domino-tile-fits", &[("tile", tile.to_string().into())]))
}

fn moves(live: &Rc<RefCell<Live>>) -> Vec<Move> {
    let legal = live.borrow().legal.clone();
    let of = |mv| match mv {
        AnyMove::Domino(mv) => mv,
        other => panic!("{other}"),
    };
    legal.into_iter().map(of).collect()
}

fn domino(live: &Rc<RefCell<Live>>) -> Domino {
    match live.borrow().game() {
        AnyGame::Domino(game) => *game,
        other => panic!("{other:?}"),
    }
}

/// The names of the buttons that are offered.
fn offered(harness: &Harness<'_>, words: &Words) -> Vec<&'static str> {
    let there = |key: &&str| harness.query_by_label(&words.get(key)).is_some();
    BUTTONS.into_iter().filter(there).collect()
}

/// The buttons of these moves.
fn wanted(moves: impl Iterator<Item = Move>) -> Vec<&'static str> {
    let mut keys: Vec<&str> = moves
        .map(|mv| match mv {
            Move::Join(End::Left, _) => "domino-play-left",
            Move::Join(End::Right, _) => "domino-play-right",
            Move::Open(_) => "domino-open",
            Move::Draw => "domino-draw",
            Move::Knock => "domino-pass",
        })
        .collect();
    keys.sort_by_key(|key| BUTTONS.iter().position(|button| button == key));
    keys.dedup();
    keys
}

/// Lets the others move until it is my turn or the match is over, and presses on when a round has ended.
fn to_my_turn(harness: &mut Harness<'_>, live: &Rc<RefCell<Live>>, words: &Words) {
    loop {
        harness.step();
        harness.step();
        let on = words.get("domino-go-on");
        if harness.query_by_label(&on).is_some() {
            assert_eq!(offered(harness, words), [""; 0]);
            harness.get_by_label(&on).click();
            harness.step();
            continue;
        }
        let mut live = live.borrow_mut();
        if live.is_over() || !live.legal.is_empty() {
            break;
        }
        live.let_bot_play();
    }
}

/// A position in which `hands[0]` is mine and it is my turn; the boneyard has what is left, at a table of two.
fn position(hands: &[&str], opening: &str, joined: &[(End, &str)], partners: bool) -> Live {
    let [me, before] = [0, hands.len() as u8 - 1].map(|number| Seat::new(number).unwrap());
    let mut setup = Setup::new(hands.len() as u8, before);
    setup.turn = me;
    setup.opening = Some(tile(opening));
    setup.partners = partners;
    setup.hands = hands
        .iter()
        .map(|hand| hand.split_whitespace().map(tile).collect())
        .collect();
    setup.joined = joined.iter().map(|(end, text)| (*end, tile(text))).collect();
    if hands.len() == 2 {
        let used: Vec<Tile> = setup
            .hands
            .iter()
            .flatten()
            .copied()
            .chain(setup.joined.iter().map(|(_, tile)| *tile))
            .chain(setup.opening)
            .collect();
        setup.boneyard = Tile::all().filter(|tile| !used.contains(tile)).collect();
    }
    let (game, faces) = setup.build().unwrap();
    Live::from_match(OpenMatch::with_faces(AnyGame::Domino(game), faces), 5, 0)
}

/// After so many plies, the moves of everybody by bots.
fn crowded(table: &Table, seed: u64, plies: usize) -> Live {
    let mut live = Live::new(GameId::Domino, table, seed, 0);
    for _ in 0..plies {
        live.let_anybody_play();
    }
    while live.legal.is_empty() && !live.is_over() {
        live.let_bot_play();
    }
    live
}

#[test]
fn a_match_is_played_to_its_end_in_every_language_and_only_what_is_legal_is_offered() {
    let tables = [table(2, false), table(4, true), table(4, false)];
    for (language, table) in Language::ALL.into_iter().zip(tables) {
        let words = words(language);
        let live = Live::new(GameId::Domino, &table, 4, 0);
        let (mut harness, live) = at_table([720.0, 540.0], still(language, Theme::Light), live);
        let mut rounds = 0;
        loop {
            to_my_turn(&mut harness, &live, &words);
            if live.borrow().is_over() {
                break;
            }
            rounds = rounds.max(domino(&live).round());
            let legal = moves(&live);
            // Nothing is lifted: only draw and knock have buttons.
            let without_tile = legal.iter().copied().filter(|mv| mv.tile().is_none());
            assert_eq!(offered(&harness, &words), wanted(without_tile));
            let before = live.borrow().moves.len();
            let Some(chosen) = legal.iter().find_map(|mv| mv.tile()) else {
                harness.get_by_label(&words.get(wanted(legal.into_iter())[0])).click();
                harness.step();
                assert_eq!(live.borrow().moves.len(), before + 1);
                continue;
            };
            for held in domino_hand(&live) {
                let fits = legal.iter().any(|mv| mv.tile() == Some(held));
                assert_eq!(harness.query_by_label(&fitting(&words, held)).is_some(), fits, "{held}");
            }
            harness.get_by_label(&fitting(&words, chosen)).click();
            harness.step();
            harness.step();
            let buttons = offered(&harness, &words);
            assert_eq!(
                buttons,
                wanted(legal.into_iter().filter(|mv| mv.tile() == Some(chosen)))
            );
            harness.get_by_label(&words.get(buttons[0])).click();
            harness.step();
            assert_eq!(live.borrow().moves.len(), before + 1, "{chosen} was not played");
        }
        assert!(rounds >= 2, "{rounds}");
    }
}

/// My tiles.
fn domino_hand(live: &Rc<RefCell<Live>>) -> Vec<Tile> {
    live.borrow().hand(Seat::new(0).unwrap())
}

#[test]
fn domino_25_what_can_be_played_stands_higher_than_what_cannot() {
    let live = position(&["6-5 4-4 3-0", "1-1 2-2"], "6-6", &[], false);
    let (mut harness, _live) = at_table([800.0, 600.0], still(Language::English, Theme::Light), live);
    harness.run();
    let top = |harness: &Harness<'_>, name: &str| harness.get_by_label(name).rect().top();
    let stands = top(&harness, "Tile 6-5, fits");
    for sunk in ["Tile 4-4", "Tile 3-0"] {
        assert!(stands + 8.0 < top(&harness, sunk), "{sunk}");
    }
    harness.get_by_label("Tile 6-5, fits").click();
    harness.run();
    assert!(
        top(&harness, "Tile 6-5, fits") < stands,
        "it rises further when it is lifted"
    );
}

#[test]
fn domino_26_only_an_end_that_takes_the_tile_is_offered_and_left_is_left_in_arabic_too() {
    let words = words(Language::Arabic);
    let live = position(&["6-5 2-0 5-0", "1-1 3-3"], "5-2", &[(End::Right, "2-2")], false);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::Arabic, Theme::Dark), live);
    harness.run();
    harness.get_by_label(&fitting(&words, tile("6-5"))).click();
    harness.run();
    assert_eq!(offered(&harness, &words), ["domino-play-left"]);
    harness.get_by_label(&fitting(&words, tile("2-0"))).click();
    harness.run();
    assert_eq!(offered(&harness, &words), ["domino-play-right"]);
    assert_eq!(moves(&live).len(), 3);

    let live = position(
        &["5-2 2-0", "1-1 3-3"],
        "5-5",
        &[(End::Right, "5-4"), (End::Right, "4-2")],
        false,
    );
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::Arabic, Theme::Dark), live);
    harness.run();
    harness.get_by_label(&fitting(&words, tile("5-2"))).click();
    harness.run();
    assert_eq!(offered(&harness, &words), ["domino-play-left", "domino-play-right"]);
    let [left, right] =
        ["domino-play-left", "domino-play-right"].map(|key| harness.get_by_label(&words.get(key)).rect());
    assert!(left.right() < right.left());
    harness.get_by_label(&words.get("domino-play-right")).click();
    harness.run();
    assert_eq!(live.borrow().moves[0].1, "right 5-2");
}

#[test]
fn a_tile_is_dragged_to_the_end_it_is_let_go_at() {
    for (wanted, place) in [
        ("left 5-2", "Its place at the left end"),
        ("right 5-2", "Its place at the right end"),
    ] {
        let live = position(
            &["5-2 2-0", "1-1 3-3"],
            "5-5",
            &[(End::Right, "5-4"), (End::Right, "4-2")],
            false,
        );
        let (mut harness, live) = at_table([800.0, 600.0], still(Language::English, Theme::Light), live);
        harness.run();
        let from = harness.get_by_label("Tile 5-2, fits").rect().center();
        harness.drag_at(from);
        harness.step();
        harness.hover_at(from - vec2(0.0, 60.0));
        harness.step();
        harness.hover_at(from - vec2(0.0, 120.0));
        harness.step();
        let to = harness.get_by_label(place).rect().center();
        harness.hover_at(to);
        harness.step();
        harness.drop_at(to);
        harness.run();
        assert_eq!(live.borrow().moves[0].1, wanted);
    }
    // Let go on the rack it is still mine.
    let live = position(&["5-2 2-0", "1-1 3-3"], "5-5", &[], false);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::English, Theme::Light), live);
    harness.run();
    let from = harness.get_by_label("Tile 5-2, fits").rect().center();
    harness.drag_at(from);
    harness.step();
    harness.hover_at(from + vec2(40.0, 0.0));
    harness.step();
    harness.drop_at(from + vec2(60.0, 0.0));
    harness.run();
    assert!(live.borrow().moves.is_empty());
}

#[test]
fn the_keyboard_alone_plays_and_draws() {
    let live = position(&["6-5 6-1", "1-1 3-3"], "6-6", &[], false);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::Romanian, Theme::Light), live);
    harness.run();
    harness.key_press(Key::Num2);
    harness.run();
    harness.key_press(Key::L);
    harness.run();
    assert_eq!(live.borrow().moves[0].1, "left 6-1");

    let live = position(&["0-0", "1-1 3-3"], "6-6", &[], false);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::Romanian, Theme::Light), live);
    harness.run();
    harness.key_press(Key::P);
    harness.run();
    assert!(live.borrow().moves.is_empty(), "the boneyard is not empty");
    harness.key_press(Key::D);
    harness.run();
    assert_eq!(live.borrow().moves[0].1, "draw");
}

#[test]
fn domino_19_what_was_left_in_the_hands_is_shown_at_the_end_of_a_round() {
    let live = position(&["6-5", "1-1 3-2"], "6-6", &[], false);
    let (mut harness, live) = at_table([800.0, 600.0], Look::new(Language::English, Theme::Light), live);
    harness.run_steps(3);
    harness.get_by_label("Tile 6-5, fits").click();
    harness.step();
    harness.get_by_label("Play left").click();
    let mut frames = 0;
    while harness.query_by_label("Continue").is_none() {
        assert!(
            live.borrow().table.is_moving(now(&harness)) || frames < 3,
            "the next round waits for it"
        );
        harness.step();
        frames += 1;
        assert!(frames < 100);
    }
    assert!(frames > 2, "the last tile arrives first");
    harness.get_by_label("Yusuf: 1-1 3-2 (7 pips)");
    harness.get_by_label("Round 2 is over. You take the round: 7 points");
    harness.get_by_label("Continue").click();
    harness.run_steps(2);
    assert!(harness.query_by_label("Continue").is_none());
    assert!(!live.borrow().table.is_moving(now(&harness)));
}

fn now(harness: &Harness<'_>) -> f64 {
    harness.ctx.input(|input| input.time)
}

#[test]
fn domino_30_31_counts_and_the_score_of_the_sides_are_always_there() {
    let live = crowded(&table(4, true), 6, 9);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::English, Theme::Light), live);
    harness.run();
    let game = domino(&live);
    for person in live.borrow().persons.iter().filter(|person| !person.me) {
        let seat = person.seats.iter().next().unwrap();
        let count = game.hand_len(seat);
        let there = harness.query_all_by_role(Role::Group).any(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            name.starts_with(&format!("{}: ", person.name)) && name.contains(&format!("{count} tiles"))
        });
        assert!(there, "{} with {count} tiles", person.name);
    }
    harness.get_by_label("Us: 0 · Them: 0");
    // The partner sits opposite: in the middle above, the others on their sides.
    let at = |name: &str| {
        let nodes = harness.query_all_by_role(Role::Group);
        let mut nodes = nodes.filter(|node| node.accesskit_node().label().unwrap_or_default().starts_with(name));
        nodes.next().unwrap().rect().center()
    };
    let (next, partner, before) = (at("Yusuf"), at("Ilinca"), at("مروان"));
    assert!(next.x < 200.0 && before.x > 600.0 && (300.0..500.0).contains(&partner.x));
    assert!(partner.y < next.y);
}

#[test]
fn everything_on_the_table_has_its_place_in_every_language_theme_and_size() {
    for language in Language::ALL {
        let words = words(language);
        let cases = [
            (Theme::Light, table(2, false), 15),
            (Theme::Dark, table(4, true), 14),
            (Theme::Light, table(4, false), 0),
        ];
        for (theme, table, plies) in cases {
            let live = crowded(&table, 8, plies);
            let (mut harness, live) = at_table(SIZES[0], still(language, theme), live);
            harness.run();
            if let Some(tile) = moves(&live).iter().find_map(|mv| mv.tile()) {
                harness.get_by_label(&fitting(&words, tile)).click();
            }
            for size in SIZES
                .into_iter()
                .flat_map(|[width, height]| [[width, height], [width - 260.0, height - 60.0]])
            {
                harness.set_size(size.into());
                harness.run();
                drawn::check(&harness, &format!("{language}, {theme:?}, {size:?}, {plies} plies"));
            }
        }
    }
}

#[test]
fn the_line_drawn_has_the_tiles_and_ends_of_the_line_played_in_any_window() {
    let live = crowded(&table(2, false), 12, 22);
    let game = match live.game() {
        AnyGame::Domino(game) => *game,
        other => panic!("{other:?}"),
    };
    let (mut harness, _live) = at_table(SIZES[0], still(Language::English, Theme::Light), live);
    for size in [[400.0, 300.0], [480.0, 640.0], [1600.0, 500.0], [1920.0, 1080.0]] {
        harness.set_size(size.into());
        harness.run();
        let laid: Vec<(String, Rect)> = harness
            .query_all_by_role(Role::ListItem)
            .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
            .collect();
        let expected: Vec<String> = (1..)
            .zip(game.line().iter())
            .map(|(place, laid)| format!("On the table {place}: {} and {}", laid.left(), laid.right()))
            .collect();
        assert_eq!(laid.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), expected);
        let window = Rect::from_min_size(pos2(0.0, 0.0), size.into());
        for (at, (name, rect)) in laid.iter().enumerate() {
            assert!(window.contains_rect(*rect), "{name}");
            for (other, place) in &laid[at + 1..] {
                let common = rect.intersect(*place);
                assert!(common.width() < 0.1 || common.height() < 0.1, "{name} lies on {other}");
            }
        }
        let ends = game.ends().unwrap();
        harness.get_by_label(&format!("Left end {}, right end {}", ends.left, ends.right));
    }
}

#[test]
fn large_texts_have_their_places_too() {
    for language in Language::ALL {
        let mut look = still(language, Theme::Dark);
        look.style.text_scale = 1.5;
        let (mut harness, _live) = at_table(SIZES[0], look, crowded(&table(4, true), 8, 14));
        for size in [[800.0, 548.0], [1010.0, 748.0], [1650.0, 1028.0]] {
            harness.set_size(size.into());
            harness.run();
            drawn::check(&harness, &format!("{language}, {size:?}"));
        }
    }
}

#[test]
fn pictures_of_the_table() {
    let mut results = egui_kittest::SnapshotResults::new();
    let mut picture = |name: &str, size: [f32; 2], look: Look, live: Live, then: &dyn Fn(&mut Harness<'_>)| {
        let (mut harness, _live) = at_table(size, look, live);
        harness.run();
        then(&mut harness);
        harness.run_steps(3);
        harness.remove_cursor();
        harness.run_steps(3);
        harness.snapshot_options(name, &pictures());
        results.extend(harness.take_snapshot_results());
    };
    let nothing = |_: &mut Harness<'_>| {};
    let (ar, ro) = (Language::Arabic, Language::Romanian);
    let lift = |name: String| move |harness: &mut Harness<'_>| harness.get_by_label(&name).click();
    let crowded_two = crowded(&table(2, false), 7, 19);
    picture(
        "domino_two_ar",
        [800.0, 520.0],
        still(ar, Theme::Light),
        crowded_two,
        &nothing,
    );
    let partners = position(
        &["5-2 2-0 6-3", "1-0 3-3 3-0 4-3", "6-0 5-0 4-0", "1-1 3-2 5-1 4-2 0-0"],
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
        true,
    );
    let words = words(ar);
    let five_two = lift(fitting(&words, tile("5-2")));
    picture(
        "domino_partners_ar",
        [900.0, 640.0],
        still(ar, Theme::Dark),
        partners,
        &five_two,
    );
    let opening = crowded(&table(4, false), 8, 0);
    picture(
        "domino_first_ro",
        [640.0, 480.0],
        still(ro, Theme::Light),
        opening,
        &nothing,
    );
    let mut ended = Live::new(GameId::Domino, &table(4, false), 8, 0);
    while !ended.round_ended() {
        ended.let_anybody_play();
    }
    picture(
        "domino_round_ar",
        [720.0, 540.0],
        still(ar, Theme::Light),
        ended,
        &nothing,
    );
}
