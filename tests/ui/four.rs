//! The table of Four Face-Down.

use std::cell::RefCell;
use std::rc::Rc;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, SnapshotResults};
use majlis::language::Language;
use majlis::ui::style::Theme;
use majlis::ui::text::plain;
use majlis::ui::words::{Digits, Words};
use majlis_rules::cards::Card;
use majlis_rules::four::{Four, Move, Setup, Slot};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

use crate::sitting::{Sitting, TABLES, check_places, click, hints_have_room, sit, still, until, wait};
use crate::support::{Look, pictures};

fn game(sitting: &Sitting) -> &Four {
    match sitting.view.state() {
        AnyGame::Four(game) => game,
        other => panic!("{other:?}"),
    }
}

/// What a slot with a card in it is called.
fn slot(words: &Words, sitting: &Sitting, slot: Slot) -> String {
    let own = sitting.view.seats().contains(slot.seat);
    let name = sitting.persons[slot.seat.index()].name.clone();
    let values = [("name", name.into()), ("place", i64::from(slot.index + 1).into())];
    words.with(if own { "four-card-own" } else { "four-card-of" }, &values)
}

/// How the name of a text with one value begins.
fn begins(words: &Words, key: &str, value: &str) -> String {
    let whole = plain(&words.with(key, &[(value, "@".into())]));
    whole.split('@').next().unwrap().to_owned()
}

/// Makes a move with the mouse.
fn touch(harness: &mut Harness<'_>, words: &Words, sitting: &Rc<RefCell<Sitting>>, mv: Move) {
    let made = sitting.borrow().decided.len();
    let name = |at| slot(words, &sitting.borrow(), at);
    match mv {
        Move::Draw => {
            let count = i64::from(game(&sitting.borrow()).stock());
            click(harness, &words.with("four-stock", &[("count", count.into())]));
        }
        Move::Call => click(harness, &words.get("four-call")),
        Move::Discard => click(harness, &words.get("four-discard")),
        Move::Take(at) => {
            click(harness, &begins(words, "four-pile", "card"));
            click(harness, &name(at));
        }
        Move::Keep(at) | Move::Give(at) => click(harness, &name(at)),
        Move::Peek(at) => {
            click(harness, &words.get("four-peek"));
            click(harness, &name(at));
        }
        Move::Spy(at) => {
            click(harness, &words.get("four-spy"));
            click(harness, &name(at));
        }
        Move::Match(at) => {
            click(harness, &words.get("four-match"));
            click(harness, &name(at));
        }
        Move::Swap(pair) => {
            click(harness, &words.get("four-swap"));
            // In either order (four.32).
            click(harness, &name(pair.second()));
            click(harness, &name(pair.first()));
        }
    }
    assert_eq!(sitting.borrow().decided.len(), made + 1, "{mv} was not made");
    assert_eq!(sitting.borrow().decided.last(), Some(&mv.to_string()));
}

/// Every name on the screen.
fn all_names(harness: &Harness<'_>) -> Vec<String> {
    let nodes = harness.query_all_by(|_| true);
    nodes
        .filter_map(|node| node.accesskit_node().label().or_else(|| node.value()))
        .collect()
}

#[test]
fn a_match_from_the_deal_to_the_end_in_every_language() {
    let far = |seats: usize| {
        let mut setup = crowded(None);
        setup.rows.truncate(seats);
        setup.totals = vec![88; seats];
        sitting(&setup)
    };
    // One from the very beginning, two that are far on.
    for (language, sitting) in [
        (Language::Arabic, Sitting::new(GameId::Four, &Table::new(2), 3, 1)),
        (Language::English, far(3)),
        (Language::Romanian, far(4)),
    ] {
        let mut look = Look::new(language, Theme::Light);
        look.style = still(look.style);
        let words = Words::new(language, Digits::Western);
        let (mut harness, sitting) = sit([900.0, 700.0], look, sitting);
        sitting.borrow_mut().tick = 0.5;
        loop {
            until(&mut harness, &sitting, |sitting| sitting.over || sitting.is_asked());
            if sitting.borrow().over {
                break;
            }
            // What was shown has turned over again.
            sitting.borrow_mut().now += 10.0;
            harness.step();
            let advice = sitting.borrow_mut().advice();
            let Some(AnyMove::Four(mv)) = advice else {
                panic!("no advice for a move that is due")
            };
            touch(&mut harness, &words, &sitting, mv);
        }
        sitting.borrow_mut().now += 30.0;
        harness.step();
        assert!(!sitting.borrow().decided.is_empty());
        let over = words.get("four-hint-over");
        assert!(all_names(&harness).contains(&over));
    }
}

/// A row in the notation of the cards, `-` for an emptied slot.
fn row(text: &str) -> Option<Vec<Option<Card>>> {
    Some(text.split(' ').map(|card| card.parse().ok()).collect())
}

fn sitting(setup: &Setup) -> Sitting {
    let built = setup.build().unwrap();
    let at = OpenMatch::with_faces(AnyGame::Four(built.game().clone()), built.faces().clone());
    Sitting::from(at, 7, 0)
}

fn crowded(hand: Option<&str>) -> Setup {
    let mut setup = Setup::new(
        vec![
            row("AS - 3S 4S 9H"),
            row("KD 10S KC 5H 6H 7C JH"),
            row("- 2H QS -"),
            row("JS 7S 8D 8C"),
        ],
        Seat::new(0).unwrap(),
    );
    setup.pile = ["9D", "4D"].map(|card| card.parse().unwrap()).to_vec();
    setup.hand = hand.map(|card| card.parse().unwrap());
    setup.totals = vec![34, 61, 8, 77];
    setup.round = 3;
    setup
}

/// A table with the card that was drawn turned up in hand.
fn asked<'a>(size: [f32; 2], look: Look, sitting: Sitting) -> (Harness<'a>, Rc<RefCell<Sitting>>) {
    let (mut harness, sitting) = sit(size, look, sitting);
    until(&mut harness, &sitting, Sitting::is_asked);
    wait(&mut harness, &sitting, 10.0);
    (harness, sitting)
}

#[test]
fn pictures_of_crowded_tables() {
    let mut results = SnapshotResults::new();
    let mut keep = |mut harness: Harness<'_>, name: &str| {
        harness.remove_cursor();
        harness.step();
        harness.snapshot_options(name, &pictures());
        results.extend(harness.take_snapshot_results());
    };
    // The deal: my two nearest cards are shown, and the others look at theirs.
    let look = Look::new(Language::Arabic, Theme::Light);
    let sitting_down = Sitting::new(GameId::Four, &Table::new(4), 12, 0);
    let (mut harness, at) = sit([860.0, 620.0], look, sitting_down);
    until(&mut harness, &at, Sitting::is_asked);
    wait(&mut harness, &at, 1.2);
    keep(harness, "four-deal-ar");

    // A queen in hand: two cards are to be swapped, one is chosen.
    let look = Look::new(Language::English, Theme::Dark);
    let words = Words::new(Language::English, Digits::Western);
    let (mut harness, at) = asked([560.0, 470.0], look, sitting(&crowded(Some("QD"))));
    click(&mut harness, &words.get("four-swap"));
    let name = slot(&words, &at.borrow(), Slot::new(Seat::new(0).unwrap(), 4));
    click(&mut harness, &name);
    keep(harness, "four-swap-en-dark");

    // A match that was wrong: everybody sees the card that was pointed at.
    let look = Look::new(Language::Romanian, Theme::Light);
    let words = Words::new(Language::Romanian, Digits::Western);
    let (mut harness, at) = asked([720.0, 540.0], look, sitting(&crowded(Some("QD"))));
    let wrong = Move::Match(Slot::new(Seat::new(1).unwrap(), 1));
    touch(&mut harness, &words, &at, wrong);
    wait(&mut harness, &at, 1.6);
    keep(harness, "four-wrong-ro");

    // The end of a round: rows open, the sheet of scores between them.
    let look = Look::new(Language::Arabic, Theme::Dark);
    let words = Words::new(Language::Arabic, Digits::Western);
    let mut setup = crowded(Some("KH"));
    setup.caller = Seat::new(1);
    setup.rows.truncate(2);
    setup.totals.truncate(2);
    setup.starter = Seat::new(1).unwrap();
    let (mut harness, at) = asked([720.0, 540.0], look, sitting(&setup));
    touch(&mut harness, &words, &at, Move::Discard);
    wait(&mut harness, &at, 6.0);
    keep(harness, "four-round-ar-dark");
}

#[test]
fn a_round_that_is_over_lies_open_for_some_seconds_or_until_one_goes_on() {
    let mut setup = crowded(Some("KH"));
    setup.caller = Seat::new(1);
    setup.starter = Seat::new(1).unwrap();
    setup.rows.truncate(2);
    setup.totals = vec![5, 6];
    let mut look = Look::new(Language::English, Theme::Light);
    look.style = still(look.style);
    let words = Words::new(Language::English, Digits::Western);
    for goes_on in [false, true] {
        let look = Look {
            style: look.style.clone(),
            words: Words::new(Language::English, Digits::Western),
        };
        let (mut harness, at) = asked([800.0, 560.0], look, sitting(&setup));
        touch(&mut harness, &words, &at, Move::Discard);
        wait(&mut harness, &at, 2.0);
        let open = "Your card 5, face up: 9 of hearts";
        assert!(all_names(&harness).contains(&open.to_owned()));
        if goes_on {
            click(&mut harness, &words.get("four-continue"));
            wait(&mut harness, &at, 0.1);
        } else {
            wait(&mut harness, &at, 3.0);
            assert!(all_names(&harness).contains(&open.to_owned()));
            wait(&mut harness, &at, 4.0);
        }
        assert!(!all_names(&harness).contains(&open.to_owned()));
        // The two cards of the new deal are shown, and no others.
        wait(&mut harness, &at, 1.0);
        let seen = |harness: &Harness<'_>| {
            all_names(harness)
                .iter()
                .filter(|name| name.contains("face up"))
                .count()
        };
        assert_eq!(seen(&harness), 2);
        wait(&mut harness, &at, 6.0);
        assert_eq!(seen(&harness), 0, "shown for some seconds and never again");
    }
}

/// A card that is shown once comes again after a restart, without the events around it, and turns over again (four.33).
#[test]
fn four_33_looks_come_again_after_a_restart_and_then_never_more() {
    let mut look = Look::new(Language::English, Theme::Light);
    look.style = still(look.style);
    let (mut harness, at) = asked([800.0, 560.0], look, Sitting::new(GameId::Four, &Table::new(2), 9, 0));
    let seen = |harness: &Harness<'_>| {
        all_names(harness)
            .iter()
            .filter(|name| name.contains("face up"))
            .count()
    };
    assert_eq!(seen(&harness), 0);
    at.borrow_mut().restart();
    harness.step();
    harness.step();
    assert_eq!(seen(&harness), 2);
    wait(&mut harness, &at, 7.0);
    assert_eq!(seen(&harness), 0);
}

#[test]
fn everything_has_its_place_in_every_language_theme_and_size() {
    for language in Language::ALL {
        for (theme, scale) in [(Theme::Light, 1.0), (Theme::Dark, 1.3)] {
            for size in TABLES {
                let mut look = Look::new(language, theme);
                look.style = still(look.style);
                look.style.text_scale = scale;
                let words = Words::new(language, Digits::Western);
                let (mut harness, at) = asked(size, look, sitting(&crowded(Some("QD"))));
                let apart = |harness: &Harness<'_>| check_places(harness, size, |_, _| false);
                apart(&harness);
                click(&mut harness, &words.get("four-swap"));
                apart(&harness);
                touch(&mut harness, &words, &at, Move::Discard);
                apart(&harness);
                until(&mut harness, &at, Sitting::is_asked);
                apart(&harness);
            }
        }
    }
}

/// The longest words that can stand at the bottom are not cut off.
#[test]
fn every_hint_has_room() {
    hints_have_room("four-hint", |rect, rtl, scale| {
        let layout = majlis::ui::games::four::layout::Layout::new(rect, Seat::new(0).unwrap(), &[4; 4], rtl, scale);
        layout.hint
    });
}

/// A turn with the keys alone: from the stock, looked at, discarded; and one by the pile.
#[test]
fn turns_are_taken_with_the_keys_alone() {
    let mut look = Look::new(Language::English, Theme::Light);
    look.style = still(look.style);
    let (mut harness, at) = asked([800.0, 560.0], look, sitting(&crowded(None)));
    let press = |harness: &mut Harness<'_>, key| {
        harness.key_press(key);
        harness.step();
        harness.step();
    };
    press(&mut harness, egui::Key::S);
    until(&mut harness, &at, Sitting::is_asked);
    harness.step();
    press(&mut harness, egui::Key::M);
    press(&mut harness, egui::Key::Escape);
    press(&mut harness, egui::Key::D);
    until(&mut harness, &at, Sitting::is_asked);
    wait(&mut harness, &at, 10.0);
    press(&mut harness, egui::Key::P);
    // There is no changing one's mind (four.7).
    press(&mut harness, egui::Key::Escape);
    press(&mut harness, egui::Key::C);
    press(&mut harness, egui::Key::Num3);
    assert_eq!(at.borrow().decided, ["draw", "discard", "take 0.2"]);
}
