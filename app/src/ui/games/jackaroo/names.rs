//! How everything on the table is called, for people who listen and for tests; and what the table says.

use majlis_rules::cards::Card;
use majlis_rules::jackaroo::{Board, Cell, Event, Jackaroo, Marble, Move, Place, partner};
use majlis_rules::seat::Seat;

use crate::ui::games::Scene;
use crate::ui::games::cards;
use crate::ui::games::jackaroo::choice::{self, Ask, Choice};

/// The name of a seat's colour, a key for the texts to choose by.
const fn colour(seat: Seat) -> &'static str {
    match seat.number() {
        0 => "blue",
        1 => "yellow",
        2 => "red",
        _ => "green",
    }
}

/// Where a marble is, in words.
fn place(scene: &Scene<'_>, marble: Marble, place: Place) -> String {
    let cell = |key, number: u8| scene.words.with(key, &[("cell", i64::from(number).into())]);
    match place {
        Place::Home => scene.words.get("jackaroo-at-home"),
        Place::Track(at) if at == Cell::base(marble.seat) => scene.words.get("jackaroo-at-base"),
        Place::Track(at) => cell("jackaroo-at-cell", at.count(marble.seat)),
        Place::Safe(depth) => cell("jackaroo-at-safe", depth + 1),
    }
}

/// "Your blue marble 2", "Yusuf's yellow marble 1".
fn whose(scene: &Scene<'_>, marble: Marble) -> String {
    let own = scene.view.seats().contains(marble.seat);
    let key = if own {
        "jackaroo-marble-own"
    } else {
        "jackaroo-marble-of"
    };
    let values = [
        ("name", scene.name(marble.seat).into()),
        ("colour", colour(marble.seat).into()),
        ("number", i64::from(marble.number + 1).into()),
    ];
    scene.words.with(key, &values)
}

/// A marble and where it is.
pub(super) fn marble(scene: &Scene<'_>, marble: Marble, at: Place) -> String {
    let values = [
        ("marble", whose(scene, marble).into()),
        ("place", place(scene, marble, at).into()),
    ];
    scene.words.with("jackaroo-marble", &values)
}

/// Where a marble could go.
pub(super) fn destination(scene: &Scene<'_>, marble: Marble, to: Place) -> String {
    let values = [
        ("marble", whose(scene, marble).into()),
        ("place", place(scene, marble, to).into()),
    ];
    scene.words.with("jackaroo-destination", &values)
}

/// A card of the hand.
pub(super) fn card(scene: &Scene<'_>, legal: &[Move], card: Option<Card>, at: usize, lifted: bool) -> String {
    let Some(card) = card else {
        let place = i64::try_from(at + 1).unwrap_or_default();
        return scene.words.with("jackaroo-card-hidden", &[("place", place.into())]);
    };
    let name = cards::name(scene.words, card);
    let key = if lifted {
        "jackaroo-card-lifted"
    } else if !legal.is_empty() && !choice::is_playable(legal, card) {
        "jackaroo-card-dead"
    } else {
        return name;
    };
    scene.words.with(key, &[("card", name.into())])
}

/// How many marbles a side has brought in.
pub(super) fn stand(scene: &Scene<'_>, board: &Board, seat: Seat) -> String {
    let mine = scene.view.seats();
    let key = if mine.contains(seat) {
        "jackaroo-stand-own"
    } else if mine.is_empty() {
        "jackaroo-stand-of"
    } else {
        "jackaroo-stand-other"
    };
    let values = [
        ("in", i64::from(board.side_safe(seat)).into()),
        ("of", i64::from(board.marbles_a_seat() * 2).into()),
        ("one", scene.name(seat).into()),
        ("two", scene.name(partner(seat)).into()),
    ];
    scene.words.with(key, &values)
}

/// The deck and how many cards it has.
pub(super) fn deck(scene: &Scene<'_>, game: &Jackaroo) -> String {
    let count = i64::from(game.deck_left());
    scene.words.with("jackaroo-deck", &[("count", count.into())])
}

/// The fire pile and what lies on it.
pub(super) fn fire(scene: &Scene<'_>, game: &Jackaroo) -> String {
    match game.fire_top() {
        None => scene.words.get("jackaroo-fire-empty"),
        Some(card) => {
            let name = cards::name(scene.words, card);
            scene.words.with("jackaroo-fire", &[("card", name.into())])
        }
    }
}

/// Somebody's hand.
pub(super) fn hand(scene: &Scene<'_>, game: &Jackaroo, seat: Seat) -> String {
    let count = game.hand(seat).iter().flatten().count();
    let values = [
        ("name", scene.name(seat).into()),
        ("count", i64::try_from(count).unwrap_or_default().into()),
    ];
    let mine = scene.view.seats();
    let key = if seat == partner(scene.near()) && !mine.is_empty() && !mine.contains(seat) {
        "jackaroo-hand-partner"
    } else {
        "jackaroo-hand"
    };
    scene.words.with(key, &values)
}

/// What the table says to everybody about an event.
pub(super) fn note(scene: &Scene<'_>, event: &Event) -> Option<String> {
    match event {
        Event::Shuffled { pack, .. } if *pack > 0 => Some(scene.words.get("jackaroo-note-shuffled")),
        Event::PlaysForPartner { seat, partner } => {
            let values = [
                ("name", scene.name(*seat).into()),
                ("partner", scene.name(*partner).into()),
            ];
            Some(scene.words.with("jackaroo-note-partner", &values))
        }
        Event::Burned { seat, shown, .. } => {
            let values = [
                ("name", scene.name(*seat).into()),
                ("card", cards::name(scene.words, *shown).into()),
            ];
            Some(scene.words.with("jackaroo-note-burned", &values))
        }
        _ => None,
    }
}

/// What is to be done now.
pub(super) fn hint(scene: &Scene<'_>, game: &Jackaroo, legal: &[Move], choice: &Choice, hand: Seat) -> String {
    let words = scene.words;
    if game.winners().is_some() || (legal.is_empty() && scene.is_mine()) {
        return String::new();
    }
    if legal.is_empty() {
        return match scene.turn {
            Some(seat) if !scene.view.seats().contains(seat) => {
                words.with("jackaroo-hint-wait", &[("name", scene.name(seat).into())])
            }
            _ => words.get("jackaroo-hint-cards"),
        };
    }
    let seven = choice.card.is_some_and(|card| card.rank.number() == 7);
    match choice.ask(legal) {
        Ask::Burn => words.get("jackaroo-hint-burn"),
        Ask::Card => {
            let plays_for = game.plays_for(hand);
            if plays_for == hand {
                words.get("jackaroo-hint-card")
            } else {
                words.with("jackaroo-hint-for-partner", &[("name", scene.name(plays_for).into())])
            }
        }
        Ask::Marble => words.get("jackaroo-hint-marble"),
        Ask::Steps(_) if seven => words.get("jackaroo-hint-seven"),
        Ask::Steps(_) => words.get("jackaroo-hint-steps"),
        Ask::Other if seven => {
            let rest = 7 - i64::from(choice.by.unwrap_or_default());
            words.with("jackaroo-hint-rest", &[("count", rest.into())])
        }
        Ask::Other => words.get("jackaroo-hint-swap"),
    }
}
