//! The Arkan table.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Key, Modifiers, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use majlis::language::Language;
use majlis::ui::style::Theme;
use majlis::ui::text::plain;
use majlis::ui::words::{Digits, Words};
use majlis_rules::arkan::{Arkan, Shape};
use majlis_rules::registry::{AnyGame, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

use crate::drawn;
use crate::live::{Live, at_table};
use crate::support::{Look, SIZES, pictures};

/// A look in which nothing moves.
fn still(language: Language, theme: Theme) -> Look {
    let mut look = Look::new(language, theme);
    look.style.reduced_motion = true;
    look
}

fn words(language: Language) -> Words {
    Words::new(language, Digits::Western)
}

fn piece(words: &Words, shape: Shape) -> String {
    let squares = i64::from(shape.size());
    plain(&words.with(
        "arkan-piece",
        &[("shape", shape.name().into()), ("squares", squares.into())],
    ))
}

fn arkan(live: &Rc<RefCell<Live>>) -> Arkan {
    match live.borrow().game() {
        AnyGame::Arkan(game) => game.clone(),
        other => panic!("{other:?}"),
    }
}

/// Lets the others move until it is my turn or the match is over, then shows it.
fn to_my_turn(harness: &mut Harness<'_>, live: &Rc<RefCell<Live>>) {
    loop {
        let mut live = live.borrow_mut();
        if live.is_over() || !live.legal.is_empty() {
            break;
        }
        live.let_bot_play();
        drop(live);
        harness.step();
    }
    harness.step();
}

/// After so many plies, the moves of everybody by bots.
fn crowded(seats: u8, seed: u64, plies: usize) -> Live {
    let mut live = Live::new(GameId::Arkan, &Table::new(seats), seed, 0);
    for _ in 0..plies {
        live.let_anybody_play();
    }
    while live.legal.is_empty() && !live.is_over() {
        live.let_bot_play();
    }
    live
}

/// Where the squares lie in a window: what the table works out for itself.
fn square_at(harness: &Harness<'_>, live: &Rc<RefCell<Live>>, square: &str) -> Pos2 {
    let game = arkan(live);
    let rows: Vec<Rect> = harness
        .query_all_by_role(egui::Role::Row)
        .map(|row| row.rect())
        .collect();
    let side = usize::from(game.board().side());
    assert_eq!(rows.len(), side);
    let column = usize::from(square.as_bytes()[0] - b'a');
    let row: usize = square[1..].parse().unwrap();
    let strip = rows[side - row];
    Pos2::new(
        strip.left() + strip.width() * (column as f32 + 0.5) / side as f32,
        strip.center().y,
    )
}

#[test]
fn a_match_is_played_to_its_end_in_every_language() {
    for language in Language::ALL {
        let words = words(language);
        let live = Live::new(GameId::Arkan, &Table::new(2), 11, 0);
        let (mut harness, live) = at_table([640.0, 480.0], still(language, Theme::Light), live);
        harness.step();
        let place = words.get("arkan-place");
        loop {
            to_my_turn(&mut harness, &live);
            if live.borrow().is_over() {
                break;
            }
            let before = live.borrow().moves.len();
            // The pass is there and out of use (arkan.26), and so is «ضع» while nothing is held anywhere.
            assert!(
                harness
                    .get_by_label(&words.get("arkan-pass"))
                    .accesskit_node()
                    .is_disabled()
            );
            assert!(harness.get_by_label(&place).accesskit_node().is_disabled());
            let game = arkan(&live);
            let me = Seat::new(0).unwrap();
            let largest = game
                .placements(me)
                .iter()
                .map(|placement| placement.shape())
                .max()
                .unwrap();
            harness.get_by_label(&piece(&words, largest)).click();
            harness.step();
            harness.key_press(Key::N);
            harness.step();
            harness.get_by_label(&place).click();
            harness.step();
            assert_eq!(live.borrow().moves.len(), before + 1, "{largest} was not placed");
            harness.step();
            // It is gone from the tray.
            assert!(harness.query_by_label(&piece(&words, largest)).is_none());
        }
        assert!(live.borrow().moves.len() > 20);
    }
}

#[test]
fn arkan_21_a_click_lifts_a_piece_and_a_second_one_puts_it_back() {
    let words = words(Language::English);
    let live = Live::new(GameId::Arkan, &Table::new(2), 1, 0);
    let (mut harness, _live) = at_table([800.0, 600.0], still(Language::English, Theme::Dark), live);
    harness.run();
    let name = piece(&words, Shape::F5);
    let lifted = |harness: &Harness<'_>| {
        harness.get_by_label(&name).accesskit_node().toggled() == Some(egui::accesskit::Toggled::True)
    };
    assert!(!lifted(&harness));
    for expected in [true, false, true] {
        harness.get_by_label(&name).click();
        harness.run();
        assert_eq!(lifted(&harness), expected);
    }
    harness.key_press(Key::Escape);
    harness.run();
    assert!(!lifted(&harness));
}

#[test]
fn arkan_23_only_turns_that_change_the_piece_are_offered() {
    let words = words(Language::Romanian);
    let live = Live::new(GameId::Arkan, &Table::new(2), 1, 0);
    let (mut harness, _live) = at_table([800.0, 600.0], still(Language::Romanian, Theme::Light), live);
    harness.run();
    let turns = ["arkan-rotate-left", "arkan-rotate-right", "arkan-flip"].map(|key| words.get(key));
    for (shape, offered) in [
        (Shape::I1, [false, false, false]),
        (Shape::O4, [false, false, false]),
        (Shape::X5, [false, false, false]),
        (Shape::I3, [true, true, false]),
        (Shape::F5, [true, true, true]),
    ] {
        harness.get_by_label(&piece(&words, shape)).click();
        harness.run();
        let seen = turns.each_ref().map(|turn| harness.query_by_label(turn).is_some());
        assert_eq!(seen, offered, "{shape}");
    }
}

#[test]
fn arkan_24_25_a_piece_is_dropped_where_it_may_lie_and_nowhere_else() {
    let words = words(Language::Arabic);
    let live = Live::new(GameId::Arkan, &Table::new(2), 1, 0);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::Arabic, Theme::Light), live);
    harness.run();
    let drag = |harness: &mut Harness<'_>, to: Pos2| {
        let from = harness.get_by_label(&piece(&words, Shape::X5)).rect().center();
        harness.drag_at(from);
        harness.step();
        for part in [0.3, 0.7, 1.0] {
            harness.hover_at(from + (to - from) * part);
            harness.step();
        }
        harness.drop_at(to);
        harness.run();
    };
    let far = square_at(&harness, &live, "k12");
    drag(&mut harness, far);
    assert_eq!(live.borrow().moves.len(), 0, "it does not cover the start square");
    // It stays there, in red, and its place can be heard.
    let there = harness.query_all_by_role(egui::Role::Button).any(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        name.contains("k12") && name.contains("موضع ممنوع")
    });
    assert!(there);
    let near = square_at(&harness, &live, "e10");
    drag(&mut harness, near);
    let moves = live.borrow().moves.clone();
    assert_eq!(moves[0].1, "e9,d10,e10,f10,e11");
}

#[test]
fn the_keyboard_alone_lifts_turns_moves_and_places() {
    let live = Live::new(GameId::Arkan, &Table::new(2), 1, 0);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::English, Theme::Light), live);
    harness.run();
    harness.get_by_label("Piece L5, 5 squares").focus();
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    harness.key_press(Key::R);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    harness.key_press(Key::F);
    harness.run();
    // Off the start square and back: what is not allowed is not placed.
    for _ in 0..6 {
        harness.key_press(Key::ArrowRight);
        harness.run();
    }
    harness.key_press(Key::Enter);
    harness.run();
    assert!(live.borrow().moves.is_empty());
    harness.key_press_modifiers(Modifiers::SHIFT, Key::N);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    let moves = live.borrow().moves.clone();
    assert_eq!(moves.len(), 1);
    assert!(moves[0].1.contains("e10"));
}

#[test]
fn the_wheel_turns_the_lifted_piece_over_the_board() {
    let live = Live::new(GameId::Arkan, &Table::new(2), 1, 0);
    let (mut harness, live) = at_table([800.0, 600.0], still(Language::English, Theme::Light), live);
    harness.run();
    harness.get_by_label("Piece I5, 5 squares").click();
    harness.run();
    let over = square_at(&harness, &live, "e10");
    harness.hover_at(over);
    harness.run();
    let held = |harness: &Harness<'_>| {
        let names = harness.query_all_by_role(egui::Role::Button);
        let mut names = names.filter_map(|node| node.accesskit_node().label());
        names
            .find(|name| name.starts_with("Piece I5") && name.contains("on "))
            .unwrap()
    };
    assert!(held(&harness).contains("c10 d10 e10 f10 g10"), "{}", held(&harness));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: egui::vec2(0.0, 1.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run();
    assert!(held(&harness).contains("e8 e9 e10 e11 e12"), "{}", held(&harness));
    // Clicked where it already lies, it is placed.
    harness.drag_at(over);
    harness.drop_at(over);
    harness.run();
    assert_eq!(live.borrow().moves[0].1, "e8,e9,e10,e11,e12");
}

#[test]
fn somebody_elses_piece_travels_and_with_reduced_motion_is_there_at_once() {
    for reduced in [false, true] {
        let mut look = Look::new(Language::English, Theme::Light);
        look.style.reduced_motion = reduced;
        let live = Live::new(GameId::Arkan, &Table::new(2), 1, 1);
        let (mut harness, live) = at_table([640.0, 480.0], look, live);
        harness.step();
        harness.step();
        live.borrow_mut().let_bot_play();
        let mut frames = 0;
        loop {
            harness.step();
            frames += 1;
            let now = harness.input().time.unwrap_or_default();
            if !live.borrow().table.is_moving(now) || frames > 200 {
                break;
            }
        }
        assert_eq!(frames > 1, !reduced, "{frames}");
        assert!(frames < 200);
    }
}

#[test]
fn everything_on_the_table_has_its_place_in_every_language_theme_and_size() {
    for language in Language::ALL {
        let words = words(language);
        for (theme, seats) in [(Theme::Light, 4), (Theme::Dark, 2), (Theme::Light, 3)] {
            let live = crowded(seats, 3, 9);
            let (mut harness, live) = at_table(SIZES[0], still(language, theme), live);
            harness.run();
            let shape = arkan(&live).placements(Seat::new(0).unwrap())[0].shape();
            harness.get_by_label(&piece(&words, shape)).click();
            // Beside the frame there is less: about what it leaves.
            for size in SIZES
                .into_iter()
                .flat_map(|[width, height]| [[width, height], [width - 260.0, height - 60.0]])
            {
                harness.set_size(size.into());
                harness.run();
                drawn::check(&harness, &format!("{seats} seats, {language}, {theme:?}, {size:?}"));
            }
        }
    }
}

#[test]
fn large_texts_have_their_places_too() {
    for language in Language::ALL {
        let mut look = still(language, Theme::Dark);
        look.style.text_scale = 1.5;
        let (mut harness, _live) = at_table(SIZES[0], look, crowded(4, 3, 9));
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
        harness.run();
        harness.snapshot_options(name, &pictures());
        results.extend(harness.take_snapshot_results());
    };
    let nothing = |_: &mut Harness<'_>| {};
    let (ar, en, ro) = (Language::Arabic, Language::English, Language::Romanian);
    let lift = |harness: &mut Harness<'_>| {
        harness.get_by_label("القطعة F5، 5 مربعات").click();
        harness.run();
        harness.key_press(Key::N);
        harness.run();
        harness.remove_cursor();
    };
    picture(
        "arkan_crowded_ar",
        [800.0, 520.0],
        still(ar, Theme::Light),
        crowded(4, 7, 52),
        &nothing,
    );
    picture(
        "arkan_start_ar",
        [640.0, 480.0],
        still(ar, Theme::Light),
        crowded(2, 7, 0),
        &lift,
    );
    picture(
        "arkan_three_ro",
        [560.0, 600.0],
        still(ro, Theme::Light),
        crowded(3, 7, 24),
        &nothing,
    );
    let mut marks = still(en, Theme::Dark);
    marks.style.colour_marks = true;
    picture("arkan_marks_en", [800.0, 560.0], marks, crowded(2, 5, 18), &|harness| {
        harness.get_by_label("Piece X5, 5 squares").click();
        harness.run();
        for _ in 0..3 {
            harness.key_press(Key::ArrowUp);
            harness.run();
        }
        harness.remove_cursor();
    });
}
