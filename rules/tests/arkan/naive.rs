//! The game written a second time, straight from the rule page and as plainly as possible, to hold the real one against.
//! It shares no code with it: squares are pairs of numbers, boards are maps, and everything is found by trying.

use std::collections::{BTreeMap, BTreeSet};

pub(crate) type Cell = (i32, i32);

/// The shapes by number of squares, as columns and rows.
pub(crate) const SHAPES: [&[Cell]; 21] = [
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (2, 0), (3, 0)],
    &[(0, 0), (1, 0), (2, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (1, 1)],
    &[(0, 0), (1, 0), (1, 1), (2, 1)],
    &[(1, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)],
    &[(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0), (1, 1), (1, 2)],
    &[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
    &[(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],
    &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)],
    &[(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)],
];

/// All different ways in which each shape lies, moved to start at column and row 0.
fn ways() -> Vec<BTreeSet<BTreeSet<Cell>>> {
    let turn = |cells: &BTreeSet<Cell>| cells.iter().map(|&(x, y)| (y, -x)).collect::<BTreeSet<_>>();
    let flip = |cells: &BTreeSet<Cell>| cells.iter().map(|&(x, y)| (-x, y)).collect::<BTreeSet<_>>();
    let home = |cells: &BTreeSet<Cell>| {
        let left = cells.iter().map(|cell| cell.0).min().unwrap();
        let bottom = cells.iter().map(|cell| cell.1).min().unwrap();
        cells
            .iter()
            .map(|&(x, y)| (x - left, y - bottom))
            .collect::<BTreeSet<_>>()
    };
    SHAPES
        .iter()
        .map(|shape| {
            let mut cells: BTreeSet<Cell> = shape.iter().copied().collect();
            let mut ways = BTreeSet::new();
            for _ in 0..2 {
                for _ in 0..4 {
                    ways.insert(home(&cells));
                    cells = turn(&cells);
                }
                cells = flip(&cells);
            }
            ways
        })
        .collect()
}

/// Cells as the notation of moves writes them.
pub(crate) fn write(cells: &BTreeSet<Cell>) -> String {
    let mut cells: Vec<Cell> = cells.iter().copied().collect();
    cells.sort_by_key(|&(x, y)| (y, x));
    let names: Vec<String> = cells
        .iter()
        .map(|&(x, y)| format!("{}{}", char::from(b'a' + u8::try_from(x).unwrap()), y + 1))
        .collect();
    names.join(",")
}

pub(crate) fn read(text: &str) -> BTreeSet<Cell> {
    text.split(',')
        .map(|name| {
            (
                i32::from(name.as_bytes()[0] - b'a'),
                name[1..].parse::<i32>().unwrap() - 1,
            )
        })
        .collect()
}

/// A match, naively.
#[derive(Clone)]
pub(crate) struct Naive {
    ways: std::rc::Rc<Vec<BTreeSet<BTreeSet<Cell>>>>,
    pub(crate) seats: usize,
    side: i32,
    pub(crate) board: BTreeMap<Cell, usize>,
    pub(crate) hands: Vec<BTreeSet<usize>>,
    last: Vec<Option<usize>>,
    pub(crate) left: BTreeSet<usize>,
    pub(crate) turn: Option<usize>,
}

impl Naive {
    pub(crate) fn new(seats: usize) -> Self {
        Self {
            ways: std::rc::Rc::new(ways()),
            seats,
            side: if seats == 2 { 14 } else { 20 },
            board: BTreeMap::new(),
            hands: vec![(0..21).collect(); seats],
            last: vec![None; seats],
            left: BTreeSet::new(),
            turn: Some(0),
        }
    }

    fn start(&self, seat: usize) -> Cell {
        if self.seats == 2 {
            [(4, 9), (9, 4)][seat]
        } else {
            [(0, 19), (19, 19), (19, 0), (0, 0)][seat]
        }
    }

    fn shape_of(&self, cells: &BTreeSet<Cell>) -> Option<usize> {
        let left = cells.iter().map(|cell| cell.0).min()?;
        let bottom = cells.iter().map(|cell| cell.1).min()?;
        let cells: BTreeSet<Cell> = cells.iter().map(|&(x, y)| (x - left, y - bottom)).collect();
        self.ways.iter().position(|ways| ways.contains(&cells))
    }

    fn is(&self, (x, y): Cell, seat: usize) -> bool {
        self.board.get(&(x, y)) == Some(&seat)
    }

    fn at_edge(&self, (x, y): Cell, seat: usize) -> bool {
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            .into_iter()
            .any(|next| self.is(next, seat))
    }

    fn at_corner(&self, (x, y): Cell, seat: usize) -> bool {
        [(x + 1, y + 1), (x - 1, y + 1), (x + 1, y - 1), (x - 1, y - 1)]
            .into_iter()
            .any(|next| self.is(next, seat))
    }

    /// Every rule of the page that a seat would break by covering these cells, turns aside.
    pub(crate) fn breaks(&self, seat: usize, cells: &BTreeSet<Cell>) -> BTreeSet<&'static str> {
        let mut broken = BTreeSet::new();
        let inside = |&(x, y): &Cell| (0..self.side).contains(&x) && (0..self.side).contains(&y);
        let fits = cells.iter().all(|cell| inside(cell) && !self.board.contains_key(cell));
        let mine = self
            .shape_of(cells)
            .is_some_and(|shape| self.hands[seat].contains(&shape));
        if !fits || !mine {
            broken.insert("arkan.7");
        }
        if self.hands[seat].len() == 21 {
            if !cells.contains(&self.start(seat)) {
                broken.insert("arkan.8");
            }
        } else {
            if !cells.iter().any(|&cell| self.at_corner(cell, seat)) {
                broken.insert("arkan.9");
            }
            if cells.iter().any(|&cell| self.at_edge(cell, seat)) {
                broken.insert("arkan.10");
            }
        }
        broken
    }

    /// All placements of a seat.
    pub(crate) fn placements(&self, seat: usize) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.find(seat, |cells| {
            found.insert(write(cells));
            true
        });
        found
    }

    fn can_place(&self, seat: usize) -> bool {
        let mut found = false;
        self.find(seat, |_| {
            found = true;
            false
        });
        found
    }

    /// Finds the placements of a seat by trying every way to lay every shape everywhere, while `go_on` says so.
    fn find(&self, seat: usize, mut go_on: impl FnMut(&BTreeSet<Cell>) -> bool) {
        if self.left.contains(&seat) {
            return;
        }
        let size = self.side as usize;
        let at = |(x, y): Cell| y as usize * size + x as usize;
        // The rules square by square, worked out beforehand for speed alone.
        let mut open = vec![false; size * size];
        let mut touching = vec![false; size * size];
        for cell in (0..self.side).flat_map(|x| (0..self.side).map(move |y| (x, y))) {
            open[at(cell)] = !self.board.contains_key(&cell) && !self.at_edge(cell, seat);
            touching[at(cell)] = if self.hands[seat].len() == 21 {
                cell == self.start(seat)
            } else {
                self.at_corner(cell, seat)
            };
        }
        for &shape in &self.hands[seat] {
            for way in &self.ways[shape] {
                for (x, y) in (0..self.side).flat_map(|x| (0..self.side).map(move |y| (x, y))) {
                    let mut touches = false;
                    let fits = way.iter().all(|&(dx, dy)| {
                        let cell = (x + dx, y + dy);
                        let fits = cell.0 < self.side && cell.1 < self.side && open[at(cell)];
                        touches |= fits && touching[at(cell)];
                        fits
                    });
                    if fits && touches && !go_on(&way.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect()) {
                        return;
                    }
                }
            }
        }
    }

    fn present(&self) -> Vec<usize> {
        (0..self.seats).filter(|seat| !self.left.contains(seat)).collect()
    }

    /// Passes the turn on from a seat.
    fn pass(&mut self, from: usize) {
        self.turn = if self.present().len() == 1 {
            None
        } else {
            (1..=self.seats)
                .map(|step| (from + step) % self.seats)
                .find(|&seat| self.can_place(seat))
        };
    }

    /// Puts down a piece without asking.
    pub(crate) fn put(&mut self, seat: usize, cells: &BTreeSet<Cell>) {
        let shape = self.shape_of(cells).unwrap();
        assert!(self.hands[seat].remove(&shape));
        self.last[seat] = Some(shape);
        for &cell in cells {
            assert_eq!(self.board.insert(cell, seat), None);
        }
    }

    /// A legal move of the seat whose turn it is.
    pub(crate) fn play(&mut self, text: &str) {
        let seat = self.turn.unwrap();
        self.put(seat, &read(text));
        self.pass(seat);
    }

    pub(crate) fn leave(&mut self, seat: usize) {
        self.left.insert(seat);
        if self.turn == Some(seat) || self.present().len() == 1 {
            self.pass(seat);
        }
    }

    pub(crate) fn scores(&self) -> Vec<i32> {
        (0..self.seats)
            .map(|seat| {
                let left: usize = self.hands[seat].iter().map(|&shape| SHAPES[shape].len()).sum();
                match (left, self.last[seat]) {
                    (0, Some(0)) => 20,
                    (0, _) => 15,
                    (left, _) => -(left as i32),
                }
            })
            .collect()
    }

    pub(crate) fn outcome(&self) -> Option<Vec<&'static str>> {
        if self.turn.is_some() {
            return None;
        }
        let scores = self.scores();
        let best = self.present().iter().map(|&seat| scores[seat]).max().unwrap();
        let top: Vec<usize> = self
            .present()
            .into_iter()
            .filter(|&seat| scores[seat] == best)
            .collect();
        let word = if top.len() == 1 { "win" } else { "draw" };
        Some(
            (0..self.seats)
                .map(|seat| if top.contains(&seat) { word } else { "loss" })
                .collect(),
        )
    }

    /// How many sequences of so many moves there are.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let Some(seat) = self.turn else { return 0 };
        let moves = self.placements(seat);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .iter()
            .map(|text| {
                let mut next = self.clone();
                next.play(text);
                next.perft(depth - 1)
            })
            .sum()
    }
}
