//! Pictures for the rules: a small table between two, at one moment of a round.

use std::sync::LazyLock;

use egui::{Painter, Rect, vec2};
use majlis_rules::cards::Card;
use majlis_rules::face::Handle;
use majlis_rules::four::{Four, Setup, Slot};
use majlis_rules::game::View;
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::{Seat, SeatSet};

use super::draw::{self, Marks};
use super::layout;
use super::motion::{Ending, Moving, Peek};
use crate::ui::games::illustrations::Illustration;
use crate::ui::games::{Scene, miniature};
use crate::ui::motion::Motion;
use crate::ui::style::{Style, ground};
use crate::ui::words::Words;

/// The pictures of this game's rules.
pub const ILLUSTRATIONS: &[Illustration] = &[
    Illustration {
        rule: "four.2",
        words: "four-picture-first-look",
        paint: |painter, rect, style, words| show(painter, rect, style, words, &ROUND, |_| first_look()),
    },
    Illustration {
        rule: "four.8",
        words: "four-picture-drawn",
        paint: |painter, rect, style, words| show(painter, rect, style, words, &DRAWN, |_| Moving::default()),
    },
    Illustration {
        rule: "four.14",
        words: "four-picture-hole",
        paint: |painter, rect, style, words| show(painter, rect, style, words, &HOLE, |_| Moving::default()),
    },
    Illustration {
        rule: "four.25",
        words: "four-picture-count",
        paint: |painter, rect, style, words| show(painter, rect, style, words, &ROUND, count),
    },
];

const OWN: &str = "3S 8H - KD";
const OTHER: &str = "QC 5D 2H 10S";

static ROUND: LazyLock<Option<View<AnyGame>>> = LazyLock::new(|| view(&setup()));

static DRAWN: LazyLock<Option<View<AnyGame>>> = LazyLock::new(|| {
    let mut setup = setup();
    setup.hand = card("JH");
    view(&setup)
});

static HOLE: LazyLock<Option<View<AnyGame>>> = LazyLock::new(|| {
    let mut setup = setup();
    if let Some(Some(row)) = setup.rows.get_mut(1)
        && let Some(slot) = row.get_mut(1)
    {
        *slot = None;
    }
    setup.pile.extend(["5D", "5C"].into_iter().filter_map(card));
    setup.hole = Some(Slot::new(seat(1), 1));
    view(&setup)
});

const fn seat(number: u8) -> Seat {
    match Seat::new(number) {
        Some(seat) => seat,
        None => unreachable!(),
    }
}

fn card(text: &str) -> Option<Card> {
    text.parse().ok()
}

fn row(text: &str) -> Vec<Option<Card>> {
    text.split(' ').map(card).collect()
}

/// Two rows, a pile, seat 0 to move.
fn setup() -> Setup {
    let mut setup = Setup::new(vec![Some(row(OWN)), Some(row(OTHER))], seat(0));
    setup.pile = card("9D").into_iter().collect();
    setup
}

/// The position as seat 0 sees it.
fn view(setup: &Setup) -> Option<View<AnyGame>> {
    let built = setup.build().ok()?;
    let game = AnyGame::Four(built.game().clone());
    Some(View::new(game, SeatSet::of(seat(0)), built.faces()))
}

/// The two nearest cards lie open, and the rings have run half out.
fn first_look() -> Moving {
    let mut moving = Moving::default();
    for (index, text) in [(0u8, "3S"), (1, "8H")] {
        if let Some(face) = card(text) {
            moving.peeks.push(Peek {
                card: Handle { pack: 0, index },
                slot: Slot::new(seat(0), index),
                face,
                motion: Motion::new(-4.0, 10.0),
                public: false,
            });
        }
    }
    moving
}

/// Both rows turned up and added.
fn count(game: &Four) -> Moving {
    let open = |text: &str| -> Vec<(u8, Card)> {
        let slots = (0u8..).zip(row(text));
        slots.filter_map(|(slot, card)| Some((slot, card?))).collect()
    };
    let worth = |text: &str| {
        open(text)
            .iter()
            .map(|(_, card)| majlis_rules::four::value(*card))
            .sum::<u32>()
    };
    let (own, other) = (worth(OWN), worth(OTHER));
    let mut moving = Moving::default();
    moving.ending = Some(Ending {
        slots: draw::slots(game),
        rows: vec![(seat(0), open(OWN)), (seat(1), open(OTHER))],
        turns: vec![Motion::new(-2.0, 1.0); 2],
        sums: vec![Some(own), Some(other)],
        totals: vec![own, other],
        pile: card("9D"),
        until: 0.0,
    });
    moving
}

fn show(
    painter: &Painter,
    rect: Rect,
    style: &Style,
    words: &Words,
    view: &LazyLock<Option<View<AnyGame>>>,
    moving: impl Fn(&Four) -> Moving,
) {
    let Some(view) = LazyLock::force(view) else { return };
    let AnyGame::Four(game) = view.state() else { return };
    let moving = moving(game);
    let scene = Scene {
        view,
        persons: &[],
        turn: Some(seat(0)),
        legal: &[],
        style,
        words,
        now: 0.0,
    };
    let paint = |painter: &Painter, rect: Rect, scene: &Scene<'_>| {
        // A picture has no words and no buttons: the place for them lies beyond its edge.
        let room = Rect::from_min_max(rect.min, rect.max + vec2(0.0, 74.0));
        let layout = draw::layout(scene, room, &draw::slots(game));
        ground::table(painter, rect, layout::RIM, scene.style);
        draw::table(painter, scene, game, &layout, &moving, &Marks::default());
    };
    miniature(painter, rect, 540.0, paint, &scene);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_can_be() {
        for view in [&ROUND, &DRAWN, &HOLE] {
            assert!(LazyLock::force(view).is_some());
        }
        let Some(AnyGame::Four(game)) = ROUND.as_ref().map(|view| view.state().clone()) else {
            panic!("a position of Four")
        };
        let moving = count(&game);
        let ending = moving.ending.unwrap();
        assert_eq!(ending.sums, [Some(11), Some(29)]);
        for peek in first_look().peeks {
            assert_eq!(game.card_in(peek.slot), Some(peek.card));
        }
    }
}
