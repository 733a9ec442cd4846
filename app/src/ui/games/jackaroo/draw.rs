//! The table as it is drawn in one frame: what lies still, what may be touched, what is on its way.

use egui::{Painter, Pos2, Rect, Response, Stroke, pos2, vec2};
use majlis_rules::cards::Card;
use majlis_rules::face::Faces as _;
use majlis_rules::jackaroo::{Action, Marble, Place, SEATS, partner};
use majlis_rules::registry::AnyGame;
use majlis_rules::seat::Seat;

use super::choice::{self, Ask, Preview};
use super::layout::{self, Layout};
use super::motion::Stop;
use super::{Frame, JackarooTable, Target, Touch, paint};
use crate::ui::games::cards::{self, Side};
use crate::ui::games::{Presence, Scene, pieces};
use crate::ui::style::{faded, ground, marks, space};

/// Paints a position for the rules, replays and pictures: the whole table, nothing chosen and nothing moving.
pub(super) fn position(painter: &Painter, rect: Rect, scene: &Scene<'_>) {
    let AnyGame::Jackaroo(game) = scene.view.state() else {
        return;
    };
    let style = scene.style;
    let marbles = game.board().marbles_a_seat();
    let layout = Layout::new(rect, scene.near(), marbles, style.right_to_left, style.text_scale);
    let frame = Frame {
        scene,
        game,
        layout: &layout,
        legal: &[],
        hand: scene.near(),
    };
    let table = JackarooTable::default();
    table.paint_all(painter, &frame, &Touched::default());
}

/// What is under the pointer, and what could come of it.
#[derive(Default)]
pub(super) struct Touched {
    /// The cards of the hand.
    pub hand: Vec<Response>,
    /// What the moves would do that are still possible.
    pub previews: Vec<Preview>,
    /// Where a destination can be touched.
    pub targets: Vec<Target>,
    /// The marble that is pointed at, and the destination where it is one.
    pub pointed: Option<(Marble, Option<Place>)>,
}

impl JackarooTable {
    /// The whole table in one frame.
    pub(super) fn paint_all(&self, painter: &Painter, frame: &Frame<'_>, touched: &Touched) {
        let (style, scene) = (frame.scene.style, frame.scene);
        let board = frame.game.board();
        ground::table(painter, frame.layout.all, layout::RIM, style);
        paint::stand(painter, scene, frame.layout.stand, board, scene.near());
        paint::board(painter, style, frame.board());
        paint::home_holes(painter, style, frame.board(), board);
        self.paint_traces(painter, frame);
        self.paint_piles(painter, frame);
        self.paint_marbles(painter, frame, touched);
        self.paint_plates(painter, frame);
        self.paint_hand(painter, frame, &touched.hand);
        self.paint_slides(painter, frame);
    }

    fn paint_traces(&self, painter: &Painter, frame: &Frame<'_>) {
        if self.moving.is_on(frame.scene.now) {
            return;
        }
        let gold = frame.scene.style.palette.gold;
        let board = frame.board();
        for trace in &self.traces {
            if matches!(trace.from, Place::Track(_)) {
                let at = board.at(trace.marble, trace.from);
                painter.circle_stroke(at, board.hole() * 1.1, Stroke::new(1.5, faded(gold, 0.85)));
            }
            if !matches!(trace.to, Place::Home) {
                let at = board.at(trace.marble, trace.to);
                painter.circle_filled(at, board.marble() * 1.28, faded(gold, 0.55));
            }
        }
    }

    fn paint_piles(&self, painter: &Painter, frame: &Frame<'_>) {
        let (style, now) = (frame.scene.style, frame.scene.now);
        let deck = frame.layout.deck;
        let left = frame.game.deck_left();
        if left == 0 {
            cards::place(painter, style, deck);
        }
        // A thick deck is three cards high on the screen, a thin one lies flat.
        let high = left.div_ceil(18).min(3);
        for card in 0..high {
            let up = f32::from(card) * deck.height() * 0.018;
            cards::paint(painter, style, deck.translate(vec2(0.0, -up)), Side::Back);
        }
        if left > 0 {
            pieces::count(painter, frame.scene, deck, i64::from(left));
        }
        let awaited = self.moving.is_fire_awaited(now);
        let top = if awaited {
            self.fire_before
        } else {
            frame.game.fire_top()
        };
        match top {
            Some(card) => cards::paint(painter, style, frame.layout.fire, Side::Face(card)),
            None => cards::place(painter, style, frame.layout.fire),
        }
    }

    fn paint_marbles(&self, painter: &Painter, frame: &Frame<'_>, touched: &Touched) {
        let Touched {
            previews,
            targets,
            pointed,
            ..
        } = touched;
        let pointed = *pointed;
        let (style, now) = (frame.scene.style, frame.scene.now);
        let (place, board) = (frame.board(), frame.game.board());
        let palette = &style.palette;
        let active = self.choice.marbles(frame.legal);
        for marble in &active {
            let at = place.at(*marble, frame.place(*marble));
            painter.circle_filled(at, place.marble() * 1.55, faded(palette.gold, 0.40));
        }
        paint::marbles(painter, style, place, board, |marble| {
            self.moving.marble(marble, place, now).is_none()
        });
        self.paint_destinations(painter, frame, previews, targets, pointed);
        for marble in &active {
            let at = place.at(*marble, frame.place(*marble));
            let strong = pointed.is_some_and(|(pointed, _)| pointed == *marble);
            let width = if strong { 3.5 } else { 2.2 };
            paint::ring(painter, at, place.marble() * 1.22, width, palette.gold);
        }
        if let Some(marble) = self.choice.marble {
            let at = place.at(marble, frame.place(marble));
            paint::ring(painter, at, place.marble() * 1.25, 3.5, palette.bone);
        }
        for hit in &self.moving.hits {
            let part = hit.motion.part(now);
            if part > 0.0 && part < 1.0 {
                let at = place.cell(hit.cell);
                let radius = place.marble() * (1.0 + 1.6 * part);
                painter.circle_stroke(at, radius, Stroke::new(3.0 * (1.0 - part), palette.bone));
            }
        }
        let mut high: Vec<(Marble, Pos2, f32)> = board
            .iter()
            .filter_map(|(marble, _)| {
                let (at, height) = self.moving.marble(marble, place, now)?;
                Some((marble, at, height))
            })
            .collect();
        high.sort_by(|one, other| one.2.total_cmp(&other.2));
        for (marble, at, height) in high {
            paint::marble(painter, style, at, place.marble(), marble.seat, height);
        }
    }

    fn paint_destinations(
        &self,
        painter: &Painter,
        frame: &Frame<'_>,
        previews: &[Preview],
        targets: &[Target],
        pointed: Option<(Marble, Option<Place>)>,
    ) {
        let style = frame.scene.style;
        let place = frame.board();
        let palette = &style.palette;
        let meant = |preview: &Preview| match pointed {
            None => false,
            Some((marble, end)) => preview
                .ends
                .iter()
                .any(|(moved, to)| *moved == marble && end.is_none_or(|end| end == *to)),
        };
        // The ways of what is pointed at, or of all where there are few.
        for preview in previews.iter().filter(|preview| meant(preview)).take(8) {
            if let (Some((marble, to)), Some(by)) = (preview.ends.first(), preview.by()) {
                let colour = palette.seat(marble.seat).glow;
                paint::way(painter, &frame.way(*marble, by, *to), place.hole() * 0.42, colour);
            }
        }
        let mut drawn: Vec<Pos2> = Vec::new();
        let ask = self.choice.ask(frame.legal);
        for preview in previews {
            let split_now = ask == Ask::Marble && !preview.is_single();
            let swap = matches!(preview.mv.action, Action::Swap(..));
            if swap {
                continue;
            }
            let ends = match ask {
                Ask::Steps(_) => preview.ends.get(..1),
                _ => Some(preview.ends.as_slice()),
            };
            for (marble, end) in ends.unwrap_or_default() {
                let at = place.at(*marble, *end);
                if drawn.iter().any(|other| other.distance(at) < 1.0) {
                    continue;
                }
                if split_now {
                    // A part of a seven: where it could be, in little.
                    let colour = palette.seat(marble.seat).glow;
                    paint::way(painter, &[at], place.hole() * 0.5, colour);
                    continue;
                }
                drawn.push(at);
                paint::destination(painter, style, at, place.marble(), marble.seat);
            }
        }
        for target in targets {
            if let Touch::Steps(by) = target.touch {
                let words = frame.scene.words.number(i64::from(by.unsigned_abs()));
                paint::number(painter, style, target.at, place.marble(), &words);
            }
        }
        let captured = previews
            .iter()
            .filter(|preview| meant(preview) || previews.len() <= 6)
            .flat_map(|preview| &preview.captured);
        for marble in captured {
            let at = place.at(*marble, frame.place(*marble));
            paint::cross(painter, style, at, place.marble());
        }
    }

    fn paint_plates(&self, painter: &Painter, frame: &Frame<'_>) {
        let (scene, style) = (frame.scene, frame.scene.style);
        let palette = &style.palette;
        for seat in Seat::all(SEATS) {
            let Some(plate) = frame.layout.plate(seat) else {
                continue;
            };
            let turn = scene.turn == Some(seat);
            pieces::plate(painter, style, plate, turn);
            let inner = plate.shrink(space::HALF);
            // Who watches is nobody's partner.
            let partner = !frame.scene.view.seats().is_empty() && partner(frame.scene.near()) == seat;
            // Of two hands that are mine one is below the board; the other is on the plate, with its own mark.
            let shown = if seat == frame.hand { scene.near() } else { seat };
            let seen = scene.view.seats().contains(shown);
            let name = if seen || !partner {
                scene.name(shown)
            } else {
                scene
                    .words
                    .with("jackaroo-partner", &[("name", scene.name(seat).into())])
            };
            pieces::seat_name(painter, style, inner, shown, &name);
            let rects = frame.layout.small_hand(seat).unwrap_or(frame.layout.hand);
            for (place, (rect, card)) in rects.iter().zip(frame.game.hand(shown)).enumerate() {
                if let Some(card) = card
                    && !self.moving.is_awaited(shown, place, scene.now)
                {
                    let face = scene.view.face(*card).and_then(Card::from_face);
                    cards::paint(painter, style, *rect, Side::of(face.filter(|_| seen)));
                }
            }
            if scene
                .person(seat)
                .is_some_and(|person| matches!(person.presence, Presence::Left))
            {
                cards::dim(painter, style, plate);
            }
        }
        // The own home has its mark beside the hand.
        let at = frame.layout.hand[0].union(frame.layout.hand[3]);
        let side = if style.right_to_left {
            at.right() + 12.0
        } else {
            at.left() - 12.0
        };
        let colour = palette.seat(frame.hand).fill;
        marks::paint(painter, pos2(side, at.top() + 10.0), 7.0, frame.hand, colour);
    }

    fn paint_hand(&self, painter: &Painter, frame: &Frame<'_>, responses: &[Response]) {
        let (style, now) = (frame.scene.style, frame.scene.now);
        let palette = &style.palette;
        let must_burn = choice::must_burn(frame.legal);
        let faces = frame.faces();
        for (place, (rect, held)) in frame.layout.hand.iter().zip(frame.game.hand(frame.hand)).enumerate() {
            let empty = held.is_none() || self.moving.is_awaited(frame.hand, place, now);
            if empty {
                cards::place(painter, style, *rect);
                continue;
            }
            let card = faces.get(place).copied().flatten();
            let lifted = card.is_some() && self.choice.card == card;
            let response = responses.get(place);
            let hovered = response.is_some_and(|response| response.hovered() && response.sense.senses_click());
            let up = if lifted {
                0.11
            } else if hovered {
                0.04
            } else {
                0.0
            };
            let shown = rect.translate(vec2(0.0, -rect.height() * up));
            cards::paint(painter, style, shown, Side::of(card));
            let dead = card.is_some_and(|card| !frame.legal.is_empty() && !choice::is_playable(frame.legal, card));
            if dead && !(must_burn && lifted) {
                cards::dim(painter, style, shown);
            }
            if lifted {
                cards::outline(painter, shown, 3.0, palette.gold);
            } else if response.is_some_and(Response::has_focus) {
                cards::outline(painter, shown, 2.0, palette.gold);
            }
        }
    }

    fn paint_slides(&self, painter: &Painter, frame: &Frame<'_>) {
        let (style, now) = (frame.scene.style, frame.scene.now);
        let rect = |stop: Stop| match stop {
            Stop::Deck => frame.layout.deck,
            Stop::Fire => frame.layout.fire,
            Stop::Hand(seat, place) => {
                let own = seat == frame.hand;
                frame
                    .layout
                    .card(if own { frame.scene.near() } else { seat }, place, own)
            }
        };
        let mine = frame.scene.view.seats();
        for slide in self.moving.sliding(now) {
            let part = slide.motion.eased(now);
            let at = pieces::between(rect(slide.from), rect(slide.to), part);
            let known = |seat: Seat| -> Option<Card> {
                let card = slide.card?;
                let face = frame.scene.view.face(card).and_then(Card::from_face);
                face.filter(|_| mine.contains(seat))
            };
            let (from, to) = match (slide.from, slide.to) {
                (Stop::Hand(seat, _), _) => {
                    let own = mine.contains(seat);
                    (Side::of(slide.shown.filter(|_| own)), Side::of(slide.shown))
                }
                (_, Stop::Hand(seat, _)) => (Side::Back, Side::of(known(seat))),
                _ => (Side::Back, Side::Back),
            };
            cards::paint_turning(painter, style, at, from, to, part);
        }
    }
}
