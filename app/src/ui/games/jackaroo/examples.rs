//! Pictures for the rules: a corner of the board, and what one card does there.

use egui::{Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use majlis_rules::jackaroo::{Jackaroo, Marble, Move, Setup, SetupError};
use majlis_rules::seat::Seat;

use super::choice::{Choice, Preview};
use super::geometry::BoardPlace;
use super::{paint, ways};
use crate::ui::games::illustrations::Illustration;
use crate::ui::style::{Style, ground, shape};
use crate::ui::words::Words;

/// The pictures of this game's rules.
pub const ILLUSTRATIONS: &[Illustration] = &[
    Illustration {
        rule: "jackaroo.3",
        words: "jackaroo-picture-safe-zone",
        paint: |painter, rect, style, _: &Words| {
            example(painter, rect, style, &[(0, 0, 70)], Some((0, "9C 0.0 9")), None);
        },
    },
    Illustration {
        rule: "jackaroo.13",
        words: "jackaroo-picture-four",
        paint: |painter, rect, style, _: &Words| {
            example(painter, rect, style, &[(0, 0, 0)], Some((0, "4D 0.0 -4")), None);
        },
    },
    Illustration {
        rule: "jackaroo.17",
        words: "jackaroo-picture-king",
        paint: |painter, rect, style, _: &Words| {
            let marbles = [(3, 0, 12), (2, 0, 34), (1, 0, 60)];
            example(painter, rect, style, &marbles, Some((3, "KS 3.0 13")), None);
        },
    },
    Illustration {
        rule: "jackaroo.20",
        words: "jackaroo-picture-block",
        paint: |painter, rect, style, _: &Words| {
            let front = Marble::new(seat(1), 0);
            let marbles = [(0, 0, 4), (1, 0, 62), (3, 0, 20)];
            example(painter, rect, style, &marbles, None, Some(front));
        },
    },
    Illustration {
        rule: "jackaroo.21",
        words: "jackaroo-picture-out",
        paint: |painter, rect, style, _: &Words| {
            let marbles = [(1, 0, 57), (2, 0, 37)];
            example(painter, rect, style, &marbles, Some((0, "AH out 0.0")), None);
        },
    },
    Illustration {
        rule: "jackaroo.27",
        words: "jackaroo-picture-deepest",
        paint: |painter, rect, style, _: &Words| {
            let marbles = [(0, 0, 79), (0, 1, 74)];
            example(painter, rect, style, &marbles, Some((0, "3C 0.1 3")), None);
        },
    },
];

const fn seat(number: u8) -> Seat {
    match Seat::new(number) {
        Some(seat) => seat,
        None => unreachable!(),
    }
}

/// The position with these marbles: seat, number, and what it counts its place as.
fn position(marbles: &[(u8, u8, u8)]) -> Result<Jackaroo, SetupError> {
    let mut setup = Setup::new(3);
    for &(owner, number, count) in marbles {
        setup = setup.put_at_count(Marble::new(seat(owner), number), count);
    }
    setup.start()
}

/// The corner of seat 0, large, with what a seat's move would do there or with one marble ringed.
fn example(
    painter: &Painter,
    rect: Rect,
    style: &Style,
    marbles: &[(u8, u8, u8)],
    played: Option<(u8, &str)>,
    ringed: Option<Marble>,
) {
    let Ok(game) = position(marbles) else { return };
    let board = game.board();
    let painter = painter.with_clip_rect(painter.clip_rect().intersect(rect));
    ground::felt(&painter, rect, shape::MEDIUM, style);
    // As wide as two pictures are high: the lower corner fills this one.
    let width = (rect.height() * 2.1).max(rect.width() * 0.9);
    let centre = Pos2::new(rect.center().x, rect.bottom() - 8.0 - width / 2.0);
    let place = BoardPlace::new(Rect::from_center_size(centre, Vec2::splat(width)), seat(0), 3);
    paint::board(&painter, style, &place);
    paint::home_holes(&painter, style, &place, board);
    paint::marbles(&painter, style, &place, board, |_| true);
    let preview = played.and_then(|(mover, text)| {
        let mv: Move = text.parse().ok()?;
        let choice = Choice {
            card: Some(mv.card),
            ..Choice::default()
        };
        choice.previews(&[mv], board, seat(mover)).into_iter().next()
    });
    if let Some(preview) = preview {
        shown(&painter, style, &place, &game, &preview);
    }
    if let Some(marble) = ringed
        && let Some(at) = board.place(marble)
    {
        paint::ring(
            &painter,
            place.at(marble, at),
            place.marble() * 1.3,
            3.5,
            style.palette.gold,
        );
    }
    let edge = Stroke::new(shape::LINE, Color32::from_black_alpha(90));
    painter.rect_stroke(rect, CornerRadius::same(shape::MEDIUM as u8), edge, StrokeKind::Inside);
}

/// What a move would do: the way, the end of it, and who goes home.
fn shown(painter: &Painter, style: &Style, place: &BoardPlace, game: &Jackaroo, preview: &Preview) {
    let board = game.board();
    for (marble, to) in &preview.ends {
        let colours = style.palette.seat(marble.seat);
        if let (Some(by), Some(from)) = (preview.by(), board.place(*marble)) {
            let points = ways(place, *marble, from, by, *to);
            let before = points.len().saturating_sub(1);
            let between = points.get(..before).unwrap_or_default();
            paint::way(painter, between, place.hole() * 0.42, colours.glow);
            paint::ring(
                painter,
                place.at(*marble, from),
                place.marble() * 1.25,
                3.0,
                style.palette.gold,
            );
        }
        let taken = preview.captured.iter().any(|other| board.place(*other) == Some(*to));
        if !taken {
            paint::destination(painter, style, place.at(*marble, *to), place.marble(), marble.seat);
        }
    }
    for marble in &preview.captured {
        if let Some(at) = board.place(*marble) {
            paint::cross(painter, style, place.at(*marble, at), place.marble());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::rulebook;
    use crate::ui::games::illustrations;

    #[test]
    fn positions_can_be_and_their_moves_are_legal() {
        for (marbles, mover, text, captured) in [
            (vec![(0, 0, 70)], 0, "9C 0.0 9", 0),
            (vec![(0, 0, 0)], 0, "4D 0.0 -4", 0),
            (vec![(3, 0, 12), (2, 0, 34), (1, 0, 60)], 3, "KS 3.0 13", 2),
            (vec![(1, 0, 57), (2, 0, 37)], 0, "AH out 0.0", 1),
            (vec![(0, 0, 79), (0, 1, 74)], 0, "3C 0.1 3", 0),
        ] {
            let game = position(&marbles).unwrap();
            let mv: Move = text.parse().unwrap();
            let (_, events) = game.board().after(seat(mover), mv).unwrap();
            assert_eq!(events.len() - 1, captured, "{text}");
        }
        let blocked = position(&[(0, 0, 4), (1, 0, 62), (3, 0, 20)]).unwrap();
        let front = blocked.board().place(Marble::new(seat(1), 0)).unwrap().cell().unwrap();
        assert!(blocked.board().fronts().contains(front));
    }

    #[test]
    fn every_picture_is_for_a_rule_that_the_texts_state() {
        for language in Language::ALL {
            for game in ["four", "jackaroo"] {
                let document = rulebook::document(game, language).unwrap();
                let blocks = document.sections.iter().flat_map(|section| &section.blocks);
                let stated: Vec<&str> = blocks.flat_map(|block| block.rules.iter().copied()).collect();
                let own = [super::super::super::four::ILLUSTRATIONS, ILLUSTRATIONS]
                    .into_iter()
                    .flatten();
                for illustration in own.filter(|illustration| illustration.rule.starts_with(game)) {
                    assert!(
                        stated.contains(&illustration.rule),
                        "{} in {language}",
                        illustration.rule
                    );
                    assert!(illustrations::of(illustration.rule).is_some());
                }
            }
        }
    }
}
