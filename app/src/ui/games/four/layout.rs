//! Where things lie on the table: the own row below, the other rows above, stock and pile between them.

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use majlis_rules::four::{Row, Slot};
use majlis_rules::seat::{MAX_SEATS, Seat};

use crate::ui::games::cards;
use crate::ui::style::space;

/// How wide the frame of wood round the table is.
pub const RIM: f32 = 8.0;

/// The gap between two cards of a row, for their width.
const GAP: f32 = 0.12;

/// The widest that a card of a row is, in points.
const WIDEST: f32 = 112.0;

/// A person's place at the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Plate {
    /// All of it.
    pub rect: Rect,
    /// The line with the name.
    pub name: Rect,
    /// The slots of the row, the nearest first.
    pub slots: Vec<Rect>,
    /// A card in hand.
    pub hand: Rect,
}

/// The places of a table in a rectangle.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// All of it.
    pub all: Rect,
    /// By seat; `None` where the table has no such seat.
    pub plates: [Option<Plate>; MAX_SEATS as usize],
    /// The stock.
    pub stock: Rect,
    /// The discard pile.
    pub pile: Rect,
    /// The button beside the stock.
    pub call: Rect,
    /// A card that is shown with a match.
    pub shown: Rect,
    /// What is to be done now, in words.
    pub hint: Rect,
    /// The buttons.
    pub buttons: Rect,
    /// What is between the rows.
    pub middle: Rect,
}

impl Layout {
    /// The layout in `all` for whoever sits at `near`: `slots` are the numbers of slots by seat, of as many seats as the table has.
    #[must_use]
    pub fn new(all: Rect, near: Seat, slots: &[u8], right_to_left: bool, scale: f32) -> Self {
        let seats = u8::try_from(slots.len()).unwrap_or(MAX_SEATS).clamp(2, MAX_SEATS);
        let inner = all.shrink(RIM + space::HALF);
        let width = inner.width();
        let line = 20.0 * scale;

        // Words and buttons at the bottom, in two lines where one is too narrow.
        let button = 38.0 * scale.max(1.0);
        let two_lines = width < 760.0 * scale;
        let bar = if two_lines {
            button + line * 2.0
        } else {
            button.max(line * 2.0)
        };
        let bar = Rect::from_min_max(pos2(inner.left(), inner.bottom() - bar), inner.max);
        let (hint, buttons) = if two_lines {
            let (hint, buttons) = bar.split_top_bottom_at_y(bar.bottom() - button);
            (
                hint.shrink2(vec2(space::HALF, 0.0)),
                buttons.shrink2(vec2(space::HALF, 0.0)),
            )
        } else {
            let part = if right_to_left { 0.64 } else { 0.36 };
            let (left, right) = bar.split_left_right_at_fraction(part);
            let (left, right) = (
                left.shrink2(vec2(space::HALF, 0.0)),
                right.shrink2(vec2(space::HALF, 0.0)),
            );
            if right_to_left { (right, left) } else { (left, right) }
        };

        let rest = Rect::from_min_max(inner.min, pos2(inner.right(), bar.top() - space::HALF));
        let own_height = (rest.height() * 0.33).max(line + 56.0);
        let top_height = (rest.height() * 0.30).max(line + 48.0);
        let own = Rect::from_min_max(pos2(rest.left(), rest.bottom() - own_height), rest.max);
        let own = centred(own, own.height() * 3.9);
        let top = Rect::from_min_size(rest.min, vec2(width, top_height));
        let others = seats - 1;
        let each = (width - space::ONE * f32::from(others - 1)) / f32::from(others);
        let plate_width = each.min(top_height * 3.9);
        let count = |seat: Seat| slots.get(seat.index()).copied().unwrap_or(4);
        let mut plates = [const { None }; MAX_SEATS as usize];
        for round in 0..seats {
            let seat = near.after(round, seats);
            let rect = if round == 0 {
                own
            } else {
                // The next in turn sits to the left, and the others as they follow.
                let place = f32::from(round - 1);
                let middle = inner.left() + each * (place + 0.5) + space::ONE * place;
                Rect::from_center_size(pos2(middle, top.center().y), vec2(plate_width, top.height()))
            };
            if let Some(place) = plates.get_mut(seat.index()) {
                *place = Some(plate(rect, count(seat), right_to_left, line, round == 0));
            }
        }

        let middle = Rect::from_min_max(
            pos2(inner.left(), top.bottom() + space::ONE),
            pos2(inner.right(), own.top() - space::ONE),
        );
        // The button, the stock, the pile, and a card in hand or shown.
        let card = (middle.height() * 0.92 / cards::ASPECT).min(WIDEST).min(width * 0.15);
        let card = cards::size(card.max(24.0));
        let call_width = (width * 0.24).min(150.0 * scale.max(1.0));
        let gap = (card.x * 0.3).min(28.0);
        let whole = call_width + 3.0 * card.x + 3.0 * gap;
        let mut x = middle.center().x - whole / 2.0;
        let mut next = |width: f32, height: f32| {
            let rect = Rect::from_center_size(pos2(x + width / 2.0, middle.center().y), vec2(width, height));
            x += width + gap;
            mirrored(rect, middle.center().x, right_to_left)
        };
        let call = next(call_width, button);
        let stock = next(card.x, card.y);
        let pile = next(card.x, card.y);
        let shown = next(card.x, card.y);
        if let Some(Some(plate)) = plates.get_mut(near.index()) {
            plate.hand = shown;
        }
        Self {
            all,
            plates,
            stock,
            pile,
            call,
            shown,
            hint,
            buttons,
            middle,
        }
    }

    /// The place of a person.
    #[must_use]
    pub fn plate(&self, seat: Seat) -> Option<&Plate> {
        self.plates.get(seat.index())?.as_ref()
    }

    /// Where a slot is; behind the last one where the row has no such slot.
    #[must_use]
    pub fn slot(&self, slot: Slot) -> Rect {
        let plate = self.plate(slot.seat);
        let slots = plate.map(|plate| plate.slots.as_slice()).unwrap_or_default();
        let at = slots.get(usize::from(slot.index)).or_else(|| slots.last());
        at.copied().unwrap_or(self.stock)
    }

    /// Where a card is that has left its slot and is about to be turned up.
    #[must_use]
    pub fn lifted(&self, slot: Slot) -> Rect {
        let rect = self.slot(slot);
        let towards = if rect.center().y > self.middle.center().y {
            -1.0
        } else {
            1.0
        };
        rect.translate(vec2(0.0, towards * rect.height() * 0.45))
    }

    /// Where words stand: in the whole bar where they are `alone` in it.
    #[must_use]
    pub fn words(&self, alone: bool) -> Rect {
        if alone {
            self.hint.union(self.buttons)
        } else {
            self.hint
        }
    }

    /// Where a seat's card in hand is.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Rect {
        self.plate(seat).map_or(self.shown, |plate| plate.hand)
    }

    /// Where words stand that are for everybody: before the own row, off the piles and the cards that are shown.
    #[must_use]
    pub fn banner(&self) -> Pos2 {
        self.middle.center_bottom()
    }
}

/// A rectangle at most `width` wide in the middle of another.
fn centred(rect: Rect, width: f32) -> Rect {
    Rect::from_center_size(rect.center(), vec2(rect.width().min(width), rect.height()))
}

fn mirrored(rect: Rect, axis: f32, mirror: bool) -> Rect {
    if mirror {
        rect.translate(vec2(2.0 * (axis - rect.center().x), 0.0))
    } else {
        rect
    }
}

fn plate(rect: Rect, slots: u8, right_to_left: bool, line: f32, own: bool) -> Plate {
    let inner = rect.shrink(space::HALF + 2.0);
    let name = Rect::from_min_size(inner.min, vec2(inner.width(), line));
    let cards = Rect::from_min_max(pos2(inner.left(), name.bottom() + 2.0), inner.max);
    let slots = row(cards, slots.max(4), right_to_left);
    let card = slots.first().map_or(Vec2::splat(20.0), Rect::size);
    // Others hold their card before them, half over the edge of their place.
    let hand = if own {
        rect
    } else {
        Rect::from_center_size(pos2(rect.center().x, rect.bottom() - 2.0), card * 0.9)
    };
    Plate {
        rect,
        name,
        slots,
        hand,
    }
}

/// The places of a row of `count` cards in `rect`, in as many lines as makes the cards largest.
#[must_use]
pub fn row(rect: Rect, count: u8, right_to_left: bool) -> Vec<Rect> {
    let count = count.clamp(1, u8::try_from(Row::MAX_SLOTS).unwrap_or(u8::MAX));
    let width_with = |columns: u8| {
        let lines = count.div_ceil(columns);
        let (columns, lines) = (f32::from(columns), f32::from(lines));
        let by_width = rect.width() / (columns + (columns - 1.0) * GAP);
        let by_height = rect.height() / (lines * cards::ASPECT + (lines - 1.0) * GAP);
        by_width.min(by_height).min(WIDEST)
    };
    let mut columns = count;
    for lines in 2..=count {
        // Lines as long as each other; one line is better than two with cards of the same size.
        let fewer = count.div_ceil(lines);
        if width_with(fewer) > width_with(columns) * 1.02 {
            columns = fewer;
        }
    }
    let width = width_with(columns);
    let (size, gap) = (cards::size(width), width * GAP);
    let lines = f32::from(count.div_ceil(columns));
    let whole = vec2(
        f32::from(columns) * size.x + f32::from(columns - 1) * gap,
        lines * size.y + (lines - 1.0) * gap,
    );
    let start = rect.center() - whole / 2.0;
    (0..count)
        .map(|place| {
            let (line, column) = (place / columns, place % columns);
            let column = if right_to_left { columns - 1 - column } else { column };
            let at = start + vec2(f32::from(column) * (size.x + gap), f32::from(line) * (size.y + gap));
            Rect::from_min_size(at, size)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(one: Rect, other: Rect) -> bool {
        let shared = one.intersect(other);
        shared.width() <= 0.01 || shared.height() <= 0.01
    }

    #[test]
    fn cards_of_a_row_of_any_length_are_inside_and_apart() {
        for (width, height) in [(60.0, 40.0), (150.0, 90.0), (400.0, 100.0), (900.0, 180.0)] {
            let rect = Rect::from_min_size(pos2(5.0, 9.0), vec2(width, height));
            for count in 1..=32 {
                for right_to_left in [false, true] {
                    let cards = row(rect, count, right_to_left);
                    assert_eq!(cards.len(), usize::from(count));
                    for (index, card) in cards.iter().enumerate() {
                        assert!(rect.expand(0.01).contains_rect(*card), "{count} in {rect:?}");
                        assert!(card.width() > 4.0);
                        assert!(cards[..index].iter().all(|other| apart(*card, *other)));
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_overlaps_or_leaves_the_table_whatever_its_size() {
        for (width, height) in [
            (400.0, 380.0),
            (560.0, 470.0),
            (960.0, 660.0),
            (1040.0, 700.0),
            (1500.0, 940.0),
            (3000.0, 1900.0),
        ] {
            for seats in 2..=4usize {
                for slots in [4, 7, 12] {
                    for right_to_left in [false, true] {
                        for scale in [0.85, 1.0, 1.5] {
                            let all = Rect::from_min_size(pos2(10.0, 20.0), vec2(width, height));
                            let near = Seat::new(1).unwrap();
                            let layout = Layout::new(all, near, &[slots; 4][..seats], right_to_left, scale);
                            let mut parts = vec![
                                ("stock", layout.stock),
                                ("pile", layout.pile),
                                ("call", layout.call),
                                ("shown", layout.shown),
                                ("hint", layout.hint),
                                ("buttons", layout.buttons),
                            ];
                            let plates: Vec<_> = layout.plates.iter().flatten().collect();
                            assert_eq!(plates.len(), seats);
                            parts.extend(plates.iter().map(|plate| ("plate", plate.rect)));
                            for (index, (name, one)) in parts.iter().enumerate() {
                                assert!(all.contains_rect(*one), "{name} {one:?} in {width}x{height}");
                                assert!(one.width() > 20.0 && one.height() > 19.0, "{name} {one:?}");
                                for (other_name, other) in &parts[..index] {
                                    assert!(
                                        apart(*one, *other),
                                        "{name} {one:?} and {other_name} {other:?} in {width}x{height} {scale}"
                                    );
                                }
                            }
                            for plate in plates {
                                assert!(plate.rect.contains_rect(plate.name));
                                for slot in &plate.slots {
                                    assert!(plate.rect.contains_rect(*slot));
                                    assert!(apart(plate.name, *slot));
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
