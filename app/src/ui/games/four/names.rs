//! How everything on the table is called, and what the table says.

use majlis_rules::cards::Card;
use majlis_rules::four::{Cause, Event, Four, Phase, Slot};
use majlis_rules::seat::Seat;

use crate::ui::games::Scene;
use crate::ui::games::cards;
use crate::ui::games::four::choice::{Choice, Mode, Use};

/// A place of a row: whose, which one, what is seen there.
pub(super) fn slot(scene: &Scene<'_>, slot: Slot, there: bool, seen: Option<Card>) -> String {
    let own = scene.view.seats().contains(slot.seat);
    let key = match (own, there, seen) {
        (true, true, None) => "four-card-own",
        (true, true, Some(_)) => "four-card-own-seen",
        (true, false, _) => "four-place-own",
        (false, true, None) => "four-card-of",
        (false, true, Some(_)) => "four-card-of-seen",
        (false, false, _) => "four-place-of",
    };
    let card = seen.map(|card| cards::name(scene.words, card)).unwrap_or_default();
    let values = [
        ("name", scene.name(slot.seat).into()),
        ("place", i64::from(slot.index + 1).into()),
        ("card", card.into()),
    ];
    scene.words.with(key, &values)
}

/// A person's total, and whether he has called.
pub(super) fn total(scene: &Scene<'_>, seat: Seat, total: u32, called: bool) -> String {
    let key = if called { "four-plate-called" } else { "four-plate" };
    let values = [("name", scene.name(seat).into()), ("total", i64::from(total).into())];
    scene.words.with(key, &values)
}

/// The stock.
pub(super) fn stock(scene: &Scene<'_>, game: &Four) -> String {
    let count = i64::from(game.stock());
    scene.words.with("four-stock", &[("count", count.into())])
}

/// The pile.
pub(super) fn pile(scene: &Scene<'_>, top: Option<Card>) -> String {
    match top {
        None => scene.words.get("four-pile-empty"),
        Some(card) => {
            let name = cards::name(scene.words, card);
            scene.words.with("four-pile", &[("card", name.into())])
        }
    }
}

/// The card in somebody's hand.
pub(super) fn hand(scene: &Scene<'_>, seat: Seat, seen: Option<Card>) -> String {
    match seen {
        Some(card) => {
            let name = cards::name(scene.words, card);
            scene.words.with("four-hand", &[("card", name.into())])
        }
        None => scene.words.with("four-hand-of", &[("name", scene.name(seat).into())]),
    }
}

/// The button that uses the card in hand.
pub(super) const fn power(power: Use) -> &'static str {
    match power {
        Use::Peek => "four-peek",
        Use::Spy => "four-spy",
        Use::Swap => "four-swap",
    }
}

/// What the table says to everybody about an event.
pub(super) fn note(scene: &Scene<'_>, event: &Event) -> Option<String> {
    let words = scene.words;
    let by = |own: &str, other: &str, seat: Seat| {
        if scene.view.seats().contains(seat) {
            words.get(own)
        } else {
            words.with(other, &[("name", scene.name(seat).into())])
        }
    };
    match event {
        Event::Called { seat } => Some(by("four-note-called-own", "four-note-called", *seat)),
        Event::Matched { seat, .. } => Some(by("four-note-right-own", "four-note-right", *seat)),
        Event::Mismatched { seat, .. } => Some(by("four-note-wrong-own", "four-note-wrong", *seat)),
        Event::RoundEnded { cause } => Some(words.get(match cause {
            Cause::Call => "four-note-end-call",
            Cause::EmptyRow => "four-note-end-row",
            Cause::EmptyStock => "four-note-end-stock",
        })),
        Event::RoundVoid { .. } => Some(words.get("four-note-void")),
        _ => None,
    }
}

/// What is to be done now.
pub(super) fn hint(scene: &Scene<'_>, game: &Four, choice: &Choice, power: Option<Use>, ending: bool) -> String {
    let words = scene.words;
    if game.phase() == Phase::Over {
        return words.get("four-hint-over");
    }
    if ending {
        let round = i64::from(game.round());
        return words.with("four-hint-round-over", &[("round", round.into())]);
    }
    if !scene.is_mine() {
        let of = |key: &str, seat: Seat| words.with(key, &[("name", scene.name(seat).into())]);
        return match (game.phase(), game.turn()) {
            (Phase::Deal | Phase::Count, _) | (_, None) => words.get("four-hint-cards"),
            (_, Some(seat)) if scene.view.seats().contains(seat) => words.get("four-hint-cards"),
            (Phase::Hand { .. }, Some(seat)) => of("four-hint-thinks", seat),
            (_, Some(seat)) => of("four-hint-wait", seat),
        };
    }
    let key = match (game.phase(), choice.mode) {
        (Phase::Turn, Mode::Take) => "four-hint-take",
        (Phase::Turn, _) if game.caller().is_some() => "four-hint-last",
        (Phase::Turn, _) => "four-hint-turn",
        (Phase::Give { .. }, _) => "four-hint-give",
        (_, Mode::Match) => "four-hint-match",
        (_, Mode::Power) => match power {
            Some(Use::Peek) => "four-hint-peek",
            Some(Use::Spy) => "four-hint-spy",
            _ if choice.first.is_some() => "four-hint-swap-second",
            _ => "four-hint-swap",
        },
        _ => "four-hint-hand",
    };
    words.get(key)
}
