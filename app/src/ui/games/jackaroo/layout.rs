//! Where things stand round the board: the stand above it, the hand below it, the other persons at its sides.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use majlis_rules::jackaroo::{HAND, SEATS};
use majlis_rules::seat::Seat;

use crate::ui::games::cards;
use crate::ui::games::jackaroo::geometry::BoardPlace;
use crate::ui::style::space;

/// How wide the frame of wood round the table is.
pub const RIM: f32 = 8.0;

/// The narrowest a plate at the side may be.
const PLATE: f32 = 92.0;

/// The narrowest a column of words or buttons beside the hand may be.
const COLUMN: f32 = 116.0;

/// The places of a table in a rectangle.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// All of it.
    pub all: Rect,
    /// The stand with the marbles brought in.
    pub stand: Rect,
    /// The board.
    pub board: BoardPlace,
    /// The cards of the hand, first place first.
    pub hand: [Rect; HAND as usize],
    /// What is asked, in words.
    pub hint: Rect,
    /// The buttons.
    pub buttons: Rect,
    /// The other seats' plates: the next one, the one opposite, the one before.
    pub plates: [Rect; 3],
    /// The deck, in the middle of the board.
    pub deck: Rect,
    /// The fire pile, beside it.
    pub fire: Rect,
    right_to_left: bool,
    near: Seat,
}

impl Layout {
    /// The layout in `all` for whoever sits at `near`. `scale` is that of the texts.
    #[must_use]
    pub fn new(all: Rect, near: Seat, marbles: u8, right_to_left: bool, scale: f32) -> Self {
        let inner = all.shrink(RIM + space::HALF);
        let (width, height) = (inner.width(), inner.height());
        let stand_height = (26.0 * scale).max(26.0);
        let stand = Rect::from_min_size(inner.min, vec2(width, stand_height));
        // A fifth of the height for the hand; its cards may be lifted by a tenth of theirs.
        let card_height = (height * 0.185).clamp(60.0, 150.0);
        let card = vec2(card_height / cards::ASPECT, card_height);
        let gap = space::HALF + card.x * 0.06;
        let hand_width = card.x * 4.0 + gap * 3.0;
        let hand_top = inner.bottom() - card.y;
        let lift = card.y * 0.12;
        let aside = (width - hand_width) / 2.0 - space::TWO;
        // Where there is no room beside the hand, words and buttons stand above it.
        let narrow = aside < COLUMN * scale;
        let bar_height = if narrow { 44.0 * scale } else { 0.0 };
        let board_top = stand.bottom() + space::HALF;
        let board_bottom = hand_top - lift - bar_height - space::HALF;
        let room = vec2(width, (board_bottom - board_top).max(60.0));
        let side = room.y.min(width - 2.0 * PLATE).max(60.0);
        let centre = pos2(inner.center().x, board_top + room.y / 2.0);
        let board = BoardPlace::new(Rect::from_center_size(centre, Vec2::splat(side)), near, marbles);
        let edge = board.rect();
        // What the octagon leaves of the corners of its square.
        let cut = side * (1.0 - core::f32::consts::FRAC_1_SQRT_2);

        let hand_left = inner.center().x - hand_width / 2.0;
        let hand = [0.0f32, 1.0, 2.0, 3.0].map(|place| {
            let place = if right_to_left { 3.0 - place } else { place };
            Rect::from_min_size(pos2(hand_left + place * (card.x + gap), hand_top), card)
        });
        let (left, right) = if narrow {
            let bar = Rect::from_min_max(
                pos2(inner.left(), hand_top - lift - bar_height),
                pos2(inner.right(), hand_top - lift),
            );
            let (left, right) = bar.split_left_right_at_fraction(0.5);
            (
                left.shrink2(vec2(space::HALF, 0.0)),
                right.shrink2(vec2(space::HALF, 0.0)),
            )
        } else {
            // Beside the hand, and as far up as the octagon's corner is out of the way.
            let into = (hand_left - space::TWO - edge.left()).max(0.0);
            let up = (cut - into - space::ONE).clamp(0.0, 60.0 * scale);
            let top = (hand_top - lift - space::HALF - up).max(hand_top - 0.45 * room.y);
            let column = |left: f32, right: f32| Rect::from_min_max(pos2(left, top), pos2(right, inner.bottom()));
            (
                column(inner.left() + space::HALF, hand_left - space::TWO),
                column(inner.right() - aside, inner.right() - space::HALF),
            )
        };
        let (hint, buttons) = if right_to_left { (right, left) } else { (left, right) };

        let plate_height = (22.0 * scale + 16.0 + 58.0).min(room.y * 0.34);
        let side_plate = |left: f32, right: f32| {
            let width = (right - left).clamp(0.0, 190.0);
            let middle = (left + right) / 2.0;
            Rect::from_center_size(pos2(middle, centre.y), vec2(width, plate_height))
        };
        // The seat opposite has a corner that the octagon leaves, beside its home.
        let corner_height = plate_height.min(cut * 0.55 + 24.0);
        let into = (cut - corner_height).max(0.0);
        let corner_width = ((width - side) / 2.0 + into).clamp(PLATE - space::ONE, 190.0);
        let corner_left = if right_to_left {
            inner.left()
        } else {
            inner.right() - corner_width
        };
        let corner = Rect::from_min_size(pos2(corner_left, board_top), vec2(corner_width, corner_height));
        let clear = |plate: Rect| {
            let above = if plate.x_range().intersects(corner.x_range()) {
                corner.bottom() + space::HALF
            } else {
                board_top
            };
            let below = if narrow { board_bottom } else { left.top() - space::HALF };
            let top = plate.top().min(below - plate.height()).max(above);
            Rect::from_min_max(
                pos2(plate.left(), top),
                pos2(plate.right(), (top + plate.height()).min(below)),
            )
        };
        let next = clear(side_plate(inner.left(), edge.left() - space::HALF));
        let before = clear(side_plate(edge.right() + space::HALF, inner.right()));

        let middle = board.free_radius();
        let pile = cards::size((middle * 0.62).min(card.x));
        let pile_at = |side: f32| Rect::from_center_size(board.centre() + vec2(side * pile.x * 0.60, 0.0), pile);
        let start = if right_to_left { 1.0 } else { -1.0 };
        Self {
            all,
            stand,
            board,
            hand,
            hint,
            buttons,
            plates: [next, corner, before],
            deck: pile_at(start),
            fire: pile_at(-start),
            right_to_left,
            near,
        }
    }

    /// The plate of a seat; `None` for the nearest one, which has the hand.
    #[must_use]
    pub fn plate(&self, seat: Seat) -> Option<Rect> {
        let round = (seat.number() + SEATS - self.near.number()) % SEATS;
        self.plates.get(usize::from(round.checked_sub(1)?)).copied()
    }

    /// The cards on a seat's plate, as large as fits.
    #[must_use]
    pub fn small_hand(&self, seat: Seat) -> Option<[Rect; HAND as usize]> {
        let plate = self.plate(seat)?;
        let height = (plate.height() * 0.50).min(64.0);
        let card = vec2(height / cards::ASPECT, height);
        let room = plate.width() - 2.0 * space::HALF - card.x;
        let step = (room / 3.0).min(card.x + 3.0).max(2.0);
        let left = plate.center().x - (card.x + 3.0 * step) / 2.0;
        let top = plate.bottom() - height - space::HALF;
        Some([0.0f32, 1.0, 2.0, 3.0].map(|place| {
            let place = if self.right_to_left { 3.0 - place } else { place };
            Rect::from_min_size(pos2(left + place * step, top), card)
        }))
    }

    /// Where the cards of a seat are played from and drawn to.
    #[must_use]
    pub fn card(&self, seat: Seat, place: usize, own: bool) -> Rect {
        let small = if own { None } else { self.small_hand(seat) };
        let hand = small.unwrap_or(self.hand);
        hand.get(place).copied().unwrap_or(self.deck)
    }

    /// Where words stand that are for everybody: above the middle of the board.
    #[must_use]
    pub fn banner(&self) -> Pos2 {
        self.board.centre() - vec2(0.0, self.deck.height() * 0.5 + 24.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_or_leaves_the_table_whatever_its_size() {
        for (width, height) in [
            (400.0, 380.0),
            (440.0, 560.0),
            (560.0, 470.0),
            (620.0, 500.0),
            (960.0, 660.0),
            (1040.0, 700.0),
            (1500.0, 940.0),
            (3000.0, 1900.0),
        ] {
            for right_to_left in [false, true] {
                for scale in [0.85, 1.0, 1.5] {
                    let all = Rect::from_min_size(pos2(10.0, 20.0), vec2(width, height));
                    let near = Seat::new(2).unwrap();
                    let layout = Layout::new(all, near, 4, right_to_left, scale);
                    let mut parts: Vec<(String, Rect)> = vec![
                        ("stand".into(), layout.stand),
                        ("hint".into(), layout.hint),
                        ("buttons".into(), layout.buttons),
                    ];
                    parts.extend(layout.hand.iter().map(|card| ("card".into(), *card)));
                    parts.extend(
                        layout
                            .plates
                            .iter()
                            .zip(0..)
                            .map(|(plate, at)| (format!("plate {at}"), *plate)),
                    );
                    for (index, (name, one)) in parts.iter().enumerate() {
                        assert!(all.contains_rect(*one), "{name} {one:?} in {width}x{height}");
                        assert!(
                            one.width() > 20.0 && one.height() > 16.0,
                            "{name} {one:?} in {width}x{height}"
                        );
                        for (other_name, other) in &parts[..index] {
                            let shared = one.intersect(*other);
                            assert!(
                                shared.width() <= 0.01 || shared.height() <= 0.01,
                                "{name} {one:?} and {other_name} {other:?} in {width}x{height} {right_to_left} {scale}"
                            );
                        }
                    }
                    let board = layout.board.octagon(0.0);
                    for corner in board {
                        for (name, part) in &parts {
                            assert!(!part.shrink(0.1).contains(corner), "{name} in {width}x{height}");
                        }
                    }
                    assert!(layout.board.rect().top() >= layout.stand.bottom());
                    assert!(layout.board.rect().bottom() <= layout.hand[0].top());
                    assert!(!layout.deck.intersects(layout.fire));
                    for pile in [layout.deck, layout.fire] {
                        for corner in [
                            pile.left_top(),
                            pile.right_bottom(),
                            pile.left_bottom(),
                            pile.right_top(),
                        ] {
                            assert!(corner.distance(layout.board.centre()) < layout.board.free_radius() + 1.0);
                        }
                    }
                    for seat in [0, 1, 3].map(|seat| Seat::new(seat).unwrap()) {
                        let plate = layout.plate(seat).unwrap();
                        for card in layout.small_hand(seat).unwrap() {
                            assert!(plate.contains_rect(card), "{card:?} in {plate:?}");
                        }
                    }
                }
            }
        }
    }
}
