//! Moves made by hand at a table of the program: what a person clicks, found by name.

use egui::{Key, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{By, NodeT as _, Queryable as _};
use majlis::ui::games::cards;
use majlis::ui::text::plain;
use majlis::ui::words::{Digits, Value, Words};
use majlis_rules::arkan::Move as Arkan;
use majlis_rules::domino::{End, Move as Domino};
use majlis_rules::four::{Move as Four, Slot};
use majlis_rules::jackaroo::{Action, Marble};
use majlis_rules::registry::{AnyGame, AnyMove};

use crate::program::Window;

/// The only button whose name begins so.
fn find<'a>(window: &'a Window, name: &str) -> Option<Node<'a>> {
    let name = plain(name);
    let begins = By::new()
        .role(Role::Button)
        .predicate(move |node| node.label().is_some_and(|label| label.starts_with(&name)));
    let mut all: Vec<_> = window.query_all(begins).collect();
    (all.len() == 1).then(|| all.remove(0))
}

/// Clicks the only button whose name begins so.
fn press(window: &mut Window, name: &str) {
    // A card that was shown turns over again after some seconds.
    for _ in 0..60 {
        if find(window, name).is_some() {
            break;
        }
        window.step();
    }
    match find(window, name) {
        Some(button) => button.click(),
        None => {
            let buttons = window.query_all_by_role(Role::Button);
            let names: Vec<_> = buttons.filter_map(|button| button.accesskit_node().label()).collect();
            panic!("no button begins with {name:?}; there are {names:?}")
        }
    }
    window.step();
    window.step();
}

/// The text of a name with one value, up to that value.
fn begins(words: &Words, key: &str, value: &str) -> String {
    let whole = plain(&words.with(key, &[(value, "@".into())]));
    whole.split('@').next().unwrap().to_owned()
}

/// The texts in the language that is shown.
fn words(window: &Window) -> Words {
    let language = window.state().as_ref().unwrap().words().language();
    Words::new(language, Digits::Western)
}

/// How many moves can be made now.
fn due(window: &Window) -> usize {
    let table = window.state().as_ref().unwrap().table();
    table.map_or(0, |table| table.legal().len())
}

/// Makes a move. Gives whether the table has taken it.
pub fn make(window: &mut Window, mv: &AnyMove) {
    let words = words(window);
    let before = due(window);
    assert!(before > 0);
    match mv {
        AnyMove::Arkan(mv) => {
            let Arkan::Placement(placement) = mv else {
                panic!("{mv} is no piece")
            };
            let shape = placement.shape();
            let squares = i64::from(shape.size());
            let values = [("shape", shape.name().into()), ("squares", squares.into())];
            press(window, &words.with("arkan-piece", &values));
            window.key_press(Key::N);
            window.step();
            press(window, &words.get("arkan-place"));
        }
        AnyMove::Domino(mv) => match mv {
            Domino::Draw => press(window, &words.get("domino-draw")),
            Domino::Knock => press(window, &words.get("domino-pass")),
            Domino::Open(tile) => {
                press(
                    window,
                    &words.with("domino-tile-fits", &[("tile", tile.to_string().into())]),
                );
                press(window, &words.get("domino-open"));
            }
            Domino::Join(end, tile) => {
                press(
                    window,
                    &words.with("domino-tile-fits", &[("tile", tile.to_string().into())]),
                );
                press(
                    window,
                    &words.get(match end {
                        End::Left => "domino-play-left",
                        End::Right => "domino-play-right",
                    }),
                );
            }
        },
        AnyMove::Four(mv) => four(window, &words, *mv),
        AnyMove::Jackaroo(mv) => {
            press(window, &cards::name(&words, mv.card));
            let (first, by, second) = match mv.action {
                Action::Burn => {
                    press(window, &words.get("jackaroo-burn"));
                    return;
                }
                Action::Out(marble) => (marble, None, None),
                Action::Swap(own, other) => (own, None, Some(other)),
                Action::Walk(stride) => (stride.marble, Some(stride.by), None),
                Action::Split(one, other) => (one.marble, Some(one.by), Some(other.marble)),
            };
            let name = marble(window, &words, first);
            press(window, &name);
            if let Some(by) = by.filter(|_| due(window) > 0) {
                let number = words.number(i64::from(by));
                let chips: Vec<_> = window.query_all_by_label(&number).collect();
                let chip = chips
                    .into_iter()
                    .find(|node| node.accesskit_node().role() == Role::Button);
                if let Some(chip) = chip {
                    chip.click();
                }
                window.step();
                window.step();
            }
            if let Some(second) = second.filter(|_| due(window) > 0) {
                let name = marble(window, &words, second);
                press(window, &name);
            }
        }
    }
}

fn four(window: &mut Window, words: &Words, mv: Four) {
    let name = |window: &Window, slot: Slot| {
        let table = window.state().as_ref().unwrap().table().unwrap();
        let own = table.view().unwrap().seats().contains(slot.seat);
        let whose = table.name_at(slot.seat);
        let values: [(&str, Value<'_>); 2] = [("name", whose.into()), ("place", i64::from(slot.index + 1).into())];
        words.with(if own { "four-card-own" } else { "four-card-of" }, &values)
    };
    let key = match mv {
        Four::Draw => {
            let table = window.state().as_ref().unwrap().table().unwrap();
            let AnyGame::Four(game) = table.view().unwrap().state() else {
                panic!("another game")
            };
            let count = i64::from(game.stock());
            return press(window, &words.with("four-stock", &[("count", count.into())]));
        }
        Four::Call => return press(window, &words.get("four-call")),
        Four::Discard => return press(window, &words.get("four-discard")),
        Four::Take(_) => Some(begins(words, "four-pile", "card")),
        Four::Keep(_) | Four::Give(_) => None,
        Four::Peek(_) => Some(words.get("four-peek")),
        Four::Spy(_) => Some(words.get("four-spy")),
        Four::Match(_) => Some(words.get("four-match")),
        Four::Swap(_) => Some(words.get("four-swap")),
    };
    if let Some(key) = key {
        press(window, &key);
    }
    match mv {
        Four::Take(at) | Four::Keep(at) | Four::Give(at) | Four::Peek(at) | Four::Spy(at) | Four::Match(at) => {
            let name = name(window, at);
            press(window, &name);
        }
        Four::Swap(pair) => {
            for at in [pair.second(), pair.first()] {
                let name = name(window, at);
                press(window, &name);
            }
        }
        Four::Draw | Four::Call | Four::Discard => {}
    }
}

/// How the name of a marble begins.
fn marble(window: &Window, words: &Words, marble: Marble) -> String {
    let table = window.state().as_ref().unwrap().table().unwrap();
    let own = table.view().unwrap().seats().contains(marble.seat);
    let key = if own {
        "jackaroo-marble-own"
    } else {
        "jackaroo-marble-of"
    };
    let colour = ["blue", "yellow", "red", "green"][marble.seat.index()];
    let values: [(&str, Value<'_>); 3] = [
        ("name", table.name_at(marble.seat).into()),
        ("colour", colour.into()),
        ("number", i64::from(marble.number + 1).into()),
    ];
    let whose = words.with(key, &values);
    let values = [("marble", whose.into()), ("place", "@".into())];
    let whole = plain(&words.with("jackaroo-marble", &values));
    whole.split('@').next().unwrap().to_owned()
}

/// Goes on where a table waits for somebody to have read what it says, a round's end. Says whether it did.
pub fn go_on(window: &mut Window) -> bool {
    let words = words(window);
    for key in ["domino-go-on", "four-continue"] {
        if let Some(button) = find(window, &words.get(key)) {
            button.click();
            window.step();
            return true;
        }
    }
    false
}
