//! The piece in hand: which one is lifted, how it is turned, and over which squares it is held (arkan.21 to arkan.25).

use majlis_rules::arkan::{Board, Orientation, Placement, Shape, Square};

use super::tray::{at_rest, extent, leftmost};

/// What is in hand, if anything is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hand {
    lifted: Option<Lifted>,
}

/// A lifted piece.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lifted {
    /// How it is turned.
    pub orientation: Orientation,
    /// Where its middle is wanted, in columns from the left edge and rows from the lower one; `None` while it is not over the
    /// board. Turning the piece does not change it.
    middle: Option<(f32, f32)>,
}

/// A turn of the piece in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A quarter to the right.
    Right,
    /// A quarter to the left.
    Left,
    /// Over, left and right exchanged.
    Over,
}

impl Lifted {
    /// Which shape it is.
    #[must_use]
    pub fn shape(self) -> Shape {
        self.orientation.shape()
    }

    /// Where it would be placed: the piece's own place nearest to where it is held, always wholly on the board.
    #[must_use]
    pub fn placement(self, board: Board) -> Option<Placement> {
        let (column, row) = self.corner(board)?;
        let column = i32::from(column) - i32::from(leftmost(self.orientation));
        Placement::new(self.orientation, Square::new(u8::try_from(column).ok()?, row)?)
    }

    /// The lower left square of the block round the piece.
    fn corner(self, board: Board) -> Option<(u8, u8)> {
        let (columns, rows) = self.middle?;
        let (width, height) = extent(self.orientation);
        let nearest = |middle: f32, size: u8| {
            let last = f32::from(board.side().saturating_sub(size));
            (middle - f32::from(size) / 2.0).round().clamp(0.0, last) as u8
        };
        Some((nearest(columns, width), nearest(rows, height)))
    }

    fn turned(self, turn: Turn) -> Orientation {
        match turn {
            Turn::Right => self.orientation.rotated(),
            Turn::Left => self.orientation.rotated().rotated().rotated(),
            Turn::Over => self.orientation.flipped(),
        }
    }
}

impl Hand {
    /// The lifted piece.
    #[must_use]
    pub const fn lifted(&self) -> Option<Lifted> {
        self.lifted
    }

    /// Whether this shape is the lifted one.
    #[must_use]
    pub fn holds(&self, shape: Shape) -> bool {
        self.lifted.is_some_and(|lifted| lifted.shape() == shape)
    }

    /// Lifts a shape as it lies in the tray; the one that was lifted goes back.
    pub fn lift(&mut self, shape: Shape) {
        self.lifted = Some(Lifted {
            orientation: at_rest(shape),
            middle: None,
        });
    }

    /// A click in the tray: lifts the shape, or puts it back where it is the lifted one (arkan.21).
    pub fn toggle(&mut self, shape: Shape) {
        if self.holds(shape) {
            self.put_back();
        } else {
            self.lift(shape);
        }
    }

    /// Puts the piece back into the tray.
    pub const fn put_back(&mut self) {
        self.lifted = None;
    }

    /// Whether a turn would change the piece: whether its button is offered (arkan.23).
    #[must_use]
    pub fn offers(&self, turn: Turn) -> bool {
        self.lifted
            .is_some_and(|lifted| lifted.turned(turn) != lifted.orientation)
    }

    /// Turns the piece about its middle.
    pub fn turn(&mut self, turn: Turn) {
        if let Some(lifted) = &mut self.lifted {
            lifted.orientation = lifted.turned(turn);
        }
    }

    /// Holds the piece with its middle over this point, in columns from the left edge and rows from the lower one.
    pub fn hold_over(&mut self, columns: f32, rows: f32) {
        if let Some(lifted) = &mut self.lifted {
            lifted.middle = Some((columns, rows));
        }
    }

    /// Holds the piece just so.
    pub fn hold_at(&mut self, placement: Placement) {
        let orientation = placement.orientation();
        let (width, height) = extent(orientation);
        let anchor = placement.anchor();
        let left = f32::from(anchor.column()) + f32::from(leftmost(orientation));
        self.lifted = Some(Lifted {
            orientation,
            middle: Some((
                left + f32::from(width) / 2.0,
                f32::from(anchor.row()) + f32::from(height) / 2.0,
            )),
        });
    }

    /// Takes the piece away from the board, still in hand.
    pub const fn take_off(&mut self) {
        if let Some(lifted) = &mut self.lifted {
            lifted.middle = None;
        }
    }

    /// Moves the piece by squares, as the arrow keys do; from off the board to `start` first.
    pub fn step(&mut self, columns: i8, rows: i8, board: Board, start: Square) {
        let Some(lifted) = &mut self.lifted else { return };
        let Some((column, row)) = lifted.corner(board) else {
            lifted.middle = Some((f32::from(start.column()) + 0.5, f32::from(start.row()) + 0.5));
            return;
        };
        let (width, height) = extent(lifted.orientation);
        let moved = |corner: u8, by: i8, size: u8| {
            let last = board.side().saturating_sub(size);
            f32::from(corner.saturating_add_signed(by).min(last)) + f32::from(size) / 2.0
        };
        lifted.middle = Some((moved(column, columns, width), moved(row, rows, height)));
    }

    /// Goes on to the next of these places, or back to the one before. Those in which the piece lies as it is held come first;
    /// where there are none, it is turned.
    pub fn jump(&mut self, places: &[Placement], forward: bool, board: Board) {
        let Some(lifted) = self.lifted else { return };
        let mut all: Vec<Placement> = places
            .iter()
            .copied()
            .filter(|place| place.shape() == lifted.shape())
            .collect();
        if all.iter().any(|place| place.orientation() == lifted.orientation) {
            all.retain(|place| place.orientation() == lifted.orientation);
        }
        all.sort_unstable();
        let here = lifted.placement(board);
        let next = if forward {
            let after = all.iter().find(|place| Some(**place) > here);
            after.or(all.first())
        } else {
            let before = all.iter().rev().find(|place| here.is_none_or(|here| **place < here));
            before.or(all.last())
        };
        if let Some(&place) = next {
            self.hold_at(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use majlis_rules::arkan::Arkan;
    use majlis_rules::game::Variant;
    use majlis_rules::seat::Seat;
    use majlis_rules::table::Table;

    const TURNS: [Turn; 3] = [Turn::Right, Turn::Left, Turn::Over];

    #[test]
    fn arkan_21_a_second_click_puts_the_piece_back() {
        let mut hand = Hand::default();
        hand.toggle(Shape::T4);
        assert!(hand.holds(Shape::T4));
        hand.toggle(Shape::L5);
        assert!(hand.holds(Shape::L5) && !hand.holds(Shape::T4));
        hand.toggle(Shape::L5);
        assert_eq!(hand, Hand::default());
    }

    #[test]
    fn arkan_23_a_turn_is_offered_where_it_changes_something() {
        let mut hand = Hand::default();
        assert!(TURNS.iter().all(|&turn| !hand.offers(turn)), "nothing is lifted");
        for shape in [Shape::I1, Shape::O4, Shape::X5] {
            hand.lift(shape);
            assert!(TURNS.iter().all(|&turn| !hand.offers(turn)), "{shape}");
        }
        hand.lift(Shape::I4);
        assert!(hand.offers(Turn::Right) && hand.offers(Turn::Left) && !hand.offers(Turn::Over));
        hand.lift(Shape::L4);
        assert!(TURNS.iter().all(|&turn| hand.offers(turn)));
        // A button that is offered changes the piece, and one that is not would not.
        for shape in Shape::ALL {
            for orientation in shape.orientations() {
                for turn in TURNS {
                    let mut hand = Hand {
                        lifted: Some(Lifted {
                            orientation,
                            middle: None,
                        }),
                    };
                    let (before, offered) = (hand, hand.offers(turn));
                    hand.turn(turn);
                    assert_eq!(hand != before, offered, "{orientation:?} {turn:?}");
                }
            }
        }
    }

    #[test]
    fn turning_keeps_the_piece_on_the_board_and_comes_back() {
        for board in [Board::Small, Board::Large] {
            for shape in Shape::ALL {
                for (columns, rows) in [(0.0, 0.0), (7.3, 3.9), (f32::from(board.side()), 0.2), (9.0, 99.0)] {
                    let mut hand = Hand::default();
                    hand.lift(shape);
                    hand.hold_over(columns, rows);
                    let before = hand;
                    for turn in [Turn::Right, Turn::Over, Turn::Right, Turn::Over] {
                        hand.turn(turn);
                        let placement = hand.lifted().unwrap().placement(board).unwrap();
                        assert!(placement.squares().all(|square| board.contains(square)));
                    }
                    assert_eq!(hand, before);
                }
            }
        }
    }

    #[test]
    fn arrow_keys_reach_every_place_of_the_board() {
        let board = Board::Small;
        let start = Square::new(4, 9).unwrap();
        let mut hand = Hand::default();
        hand.lift(Shape::F5);
        hand.step(0, 1, board, start);
        for _ in 0..20 {
            hand.step(-1, -1, board, start);
        }
        let mut seen = 0;
        for row in 0..12 {
            for _ in 0..12 {
                let placement = hand.lifted().unwrap().placement(board).unwrap();
                assert!(placement.squares().any(|square| square.row() == row));
                seen += 1;
                hand.step(1, 0, board, start);
            }
            for _ in 0..20 {
                hand.step(-1, 0, board, start);
            }
            hand.step(0, 1, board, start);
        }
        assert_eq!(seen, 144);
    }

    #[test]
    fn jumping_goes_through_all_legal_places_of_the_piece_as_it_is_turned() {
        let game = Arkan::new(&Table::new(2)).unwrap();
        let seat = Seat::new(0).unwrap();
        let places = game.placements_of(seat, Shape::L5);
        let mut hand = Hand::default();
        hand.lift(Shape::L5);
        let turned = hand.lifted().unwrap().orientation;
        let expected = places.iter().filter(|place| place.orientation() == turned).count();
        let mut seen = Vec::new();
        for _ in 0..expected {
            hand.jump(&places, true, game.board());
            let place = hand.lifted().unwrap().placement(game.board()).unwrap();
            assert!(game.check_placement(seat, place).is_ok());
            seen.push(place);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), expected);
        let last = hand;
        hand.jump(&places, true, game.board());
        hand.jump(&places, false, game.board());
        assert_eq!(hand, last);
    }
}
