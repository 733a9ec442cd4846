//! The table of Jackaroo.

use std::cell::RefCell;
use std::rc::Rc;

use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, SnapshotResults};
use majlis::language::Language;
use majlis::ui::games::cards;
use majlis::ui::style::Theme;
use majlis::ui::text::plain;
use majlis::ui::words::{Digits, Words};
use majlis_rules::jackaroo::{Action, Marble, Move, Setup};
use majlis_rules::open::OpenMatch;
use majlis_rules::registry::{AnyGame, AnyMove, GameId};
use majlis_rules::seat::Seat;
use majlis_rules::table::Table;

use crate::sitting::{Sitting, TABLES, check_places, click, hints_have_room, sit, still, until, wait};
use crate::support::{Look, pictures};

/// How the name of a marble begins.
fn marble(words: &Words, sitting: &Sitting, marble: Marble) -> String {
    let own = sitting.view.seats().contains(marble.seat);
    let key = if own {
        "jackaroo-marble-own"
    } else {
        "jackaroo-marble-of"
    };
    let name = sitting
        .persons
        .iter()
        .find(|person| person.seats.contains(marble.seat))
        .map(|person| person.name.clone())
        .unwrap();
    let colour = ["blue", "yellow", "red", "green"][marble.seat.index()];
    let values = [
        ("name", name.into()),
        ("colour", colour.into()),
        ("number", i64::from(marble.number + 1).into()),
    ];
    let whose = words.with(key, &values);
    let values = [("marble", whose.into()), ("place", "@".into())];
    let whole = plain(&words.with("jackaroo-marble", &values));
    whole.split('@').next().unwrap().to_owned()
}

/// Makes a move by touching what it is made of, and stops as soon as it is made.
fn touch(harness: &mut Harness<'_>, words: &Words, sitting: &Rc<RefCell<Sitting>>, mv: Move) {
    let made = sitting.borrow().decided.len();
    let is_made = |sitting: &Sitting| sitting.decided.len() > made;
    click(harness, &cards::name(words, mv.card));
    let name = |of| marble(words, &sitting.borrow(), of);
    let (first, by, second) = match mv.action {
        Action::Burn => {
            click(harness, &words.get("jackaroo-burn"));
            return;
        }
        Action::Out(marble) => (marble, None, None),
        Action::Swap(own, other) => (own, None, Some(other)),
        Action::Walk(stride) => (stride.marble, Some(stride.by), None),
        Action::Split(one, other) => (one.marble, Some(one.by), Some(other.marble)),
    };
    click(harness, &name(first));
    if let Some(by) = by.filter(|_| !is_made(&sitting.borrow())) {
        let number = words.number(i64::from(by));
        let chips = harness.query_all_by_label(&number);
        let chip = chips
            .into_iter()
            .find(|node| node.accesskit_node().role() == egui::Role::Button);
        if let Some(chip) = chip {
            chip.click();
            harness.step();
            harness.step();
        }
    }
    if let Some(second) = second.filter(|_| !is_made(&sitting.borrow())) {
        click(harness, &name(second));
    }
    assert!(is_made(&sitting.borrow()), "{mv} was not made");
    assert_eq!(sitting.borrow().decided.last(), Some(&mv.to_string()));
}

#[test]
fn a_match_from_the_deal_to_the_end_in_every_language() {
    // One from the very beginning, two that are far on: with four marbles, and between two persons.
    let far = |setup: Setup| {
        let game = AnyGame::Jackaroo(setup.start().unwrap());
        Sitting::from(OpenMatch::new(game), 5, 1)
    };
    for (language, sitting) in [
        (Language::Arabic, Sitting::new(GameId::Jackaroo, &Table::new(4), 3, 1)),
        (Language::English, far(crowded(4))),
        (Language::Romanian, far(crowded(3).two_persons())),
    ] {
        let mut look = Look::new(language, Theme::Light);
        look.style = still(look.style);
        let words = Words::new(language, Digits::Western);
        let (mut harness, sitting) = sit([900.0, 700.0], look, sitting);
        let mine = |sitting: &Sitting| sitting.over || sitting.is_asked();
        loop {
            until(&mut harness, &sitting, mine);
            if sitting.borrow().over {
                break;
            }
            harness.step();
            let advice = sitting.borrow_mut().advice();
            let Some(AnyMove::Jackaroo(mv)) = advice else {
                panic!("no advice for a move that is due")
            };
            touch(&mut harness, &words, &sitting, mv);
        }
        assert!(sitting.borrow().decided.len() > 20);
    }
}

/// A crowded board: blocks, a held base, marbles before their entrances, safe zones half full.
fn crowded(marbles: u8) -> Setup {
    let marble = |seat, number| Marble::new(Seat::new(seat).unwrap(), number);
    let mut setup = Setup::new(marbles);
    for (seat, counts) in [
        (0, [5, 30, 79, 71]),
        (1, [0, 79, 78, 40]),
        (2, [46, 79, 62, 12]),
        (3, [20, 50, 51, 79]),
    ] {
        for (number, count) in (0u8..marbles).zip(counts) {
            setup = setup.put_at_count(marble(seat, number), count);
        }
    }
    setup
}

fn sitting(setup: &Setup, seat: u8, cards: &str) -> Sitting {
    let game = AnyGame::Jackaroo(setup.start().unwrap());
    Sitting::from(OpenMatch::new(game), 7, seat).with_cards(cards)
}

/// A table on which the cards of the deal lie and the first move is the person's.
fn asked<'a>(size: [f32; 2], look: Look, sitting: Sitting) -> (Harness<'a>, Rc<RefCell<Sitting>>) {
    let (mut harness, sitting) = sit(size, look, sitting);
    until(&mut harness, &sitting, Sitting::is_asked);
    wait(&mut harness, &sitting, 10.0);
    (harness, sitting)
}

#[test]
fn pictures_of_crowded_boards() {
    let mut results = SnapshotResults::new();
    let mut keep = |mut harness: Harness<'_>, name: &str| {
        harness.remove_cursor();
        harness.step();
        harness.snapshot_options(name, &pictures());
        results.extend(harness.take_snapshot_results());
    };
    // The seven asks how many of its steps the marble goes.
    let look = Look::new(Language::Arabic, Theme::Light);
    let words = Words::new(Language::Arabic, Digits::Western);
    let (mut harness, at) = asked([860.0, 620.0], look, sitting(&crowded(4), 0, "7H 5D KS JC"));
    click(&mut harness, &cards::name(&words, "7H".parse().unwrap()));
    let own = Marble::new(Seat::new(0).unwrap(), 0);
    let name = marble(&words, &at.borrow(), own);
    click(&mut harness, &name);
    keep(harness, "jackaroo-seven-ar");

    // A king and what it would sweep away, with colour marks.
    let mut look = Look::new(Language::English, Theme::Dark);
    look.style.colour_marks = true;
    let words = Words::new(Language::English, Digits::Western);
    let setup = crowded(3).turn(Seat::new(3).unwrap());
    let hidden = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S";
    let (mut harness, _) = asked(
        [560.0, 470.0],
        look,
        sitting(&setup, 3, &format!("{hidden} KS AH 9C 10D")),
    );
    click(&mut harness, &cards::name(&words, "KS".parse().unwrap()));
    keep(harness, "jackaroo-king-en-dark");

    // Nothing can be played: one card is burned.
    let look = Look::new(Language::Romanian, Theme::Light);
    let words = Words::new(Language::Romanian, Digits::Western);
    let (mut harness, _) = asked([640.0, 480.0], look, sitting(&Setup::new(3), 0, "QH 8C 7D 2S"));
    click(&mut harness, &cards::name(&words, "8C".parse().unwrap()));
    keep(harness, "jackaroo-burn-ro");

    // A five has sent a marble home, which is still in the air.
    let look = Look::new(Language::Arabic, Theme::Dark);
    let words = Words::new(Language::Arabic, Digits::Western);
    let setup = crowded(4).two_persons();
    let (mut harness, at) = asked([720.0, 560.0], look, sitting(&setup, 0, "9H QD KS AC"));
    let nine: Move = "9H 0.0 9".parse().unwrap();
    touch(&mut harness, &words, &at, nine);
    wait(&mut harness, &at, 0.9);
    keep(harness, "jackaroo-two-ar-dark");
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
                let (mut harness, at) = asked(size, look, sitting(&crowded(4), 0, "7H 5D KS JC"));
                // Marbles stand side by side on a bent track, and a destination may be where a marble is.
                let marbles: Vec<String> = (0..4)
                    .flat_map(|seat| (0..4).map(move |number| Marble::new(Seat::new(seat).unwrap(), number)))
                    .map(|of| marble(&words, &at.borrow(), of))
                    .map(|name| name.trim_end_matches([',', '،', ' ', ':']).to_owned())
                    .collect();
                let on_board = |name: &str| marbles.iter().any(|marble| name.contains(marble.as_str()));
                let apart = |harness: &Harness<'_>| {
                    check_places(harness, size, |one, other| on_board(one) && on_board(other));
                };
                apart(&harness);
                for card in ["5D", "KS", "JC", "7H"] {
                    click(&mut harness, &cards::name(&words, card.parse().unwrap()));
                    apart(&harness);
                }
                let name = marble(&words, &at.borrow(), Marble::new(Seat::new(0).unwrap(), 0));
                click(&mut harness, &name);
                apart(&harness);
            }
        }
    }
}

/// The longest words that can stand beside the hand are not cut off.
#[test]
fn every_hint_has_room() {
    hints_have_room("jackaroo-hint", |rect, rtl, scale| {
        let layout = majlis::ui::games::jackaroo::layout::Layout::new(rect, Seat::new(0).unwrap(), 4, rtl, scale);
        layout.hint
    });
}

/// From the deal to a move with the keys alone.
#[test]
fn a_move_is_made_with_the_keys_alone() {
    let mut look = Look::new(Language::English, Theme::Light);
    look.style = still(look.style);
    let (mut harness, at) = asked([900.0, 640.0], look, sitting(&crowded(4), 0, "9H QD KS AC"));
    harness.key_press(egui::Key::Num1);
    harness.step();
    harness.step();
    harness.key_press(egui::Key::Escape);
    harness.step();
    harness.key_press(egui::Key::Num1);
    harness.step();
    harness.step();
    harness.key_press(egui::Key::Enter);
    harness.step();
    harness.step();
    assert_eq!(at.borrow().decided, ["9H 0.0 9"]);
}
