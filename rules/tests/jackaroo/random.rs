//! Numbers, packs and matches from a seed.

use std::collections::VecDeque;

use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::jackaroo::{Cell, Marble, Place, Setup};
use majlis_rules::seat::Seat;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(crate) fn shuffled(&mut self, faces: FaceSet) -> Vec<Face> {
        let mut order: Vec<Face> = faces.iter().collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// Packs: those that are given first, then shuffled ones.
pub(crate) struct Packs {
    pub(crate) given: VecDeque<Vec<Face>>,
    pub(crate) random: Random,
    /// Those that were handed out.
    pub(crate) taken: Vec<Vec<Face>>,
}

impl Packs {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            given: VecDeque::new(),
            random: Random(seed),
            taken: Vec::new(),
        }
    }
}

impl majlis_rules::open::Packs for Packs {
    fn next_pack(&mut self, _: PackKind, faces: FaceSet) -> Option<Vec<Face>> {
        let pack = match self.given.pop_front() {
            Some(pack) => pack,
            None => self.random.shuffled(faces),
        };
        self.taken.push(pack.clone());
        Some(pack)
    }
}

/// A position with the marbles crowded together, so that there are blocks, held bases and marbles about to turn in.
pub(crate) fn crowded(random: &mut Random) -> Setup {
    loop {
        let marbles = 3 + random.below(2) as u8;
        let crowd = random.below(76) as u8;
        let width = 6 + random.below(40);
        let mut setup = Setup::new(marbles).turn(Seat::new(random.below(4) as u8).unwrap());
        for seat in Seat::all(4) {
            let safe = random.pick(&[0, 0, 0, 1, 1, 2, 3, 4]).min(marbles);
            for number in 0..marbles {
                let place = if number < safe {
                    Place::Safe(3 - number)
                } else {
                    match random.below(10) {
                        0 => Place::Home,
                        1 => Place::Track(Cell::base(seat)),
                        2 | 3 => Place::Track(Cell::of_count(seat, 60 + random.below(16) as u8)),
                        _ => Place::Track(Cell::new((crowd + random.below(width) as u8) % 76).unwrap()),
                    }
                };
                // Names and places are not to go together.
                let number = (number + crowd) % marbles;
                setup = setup.put(Marble::new(seat, number), place);
            }
        }
        if setup.start().is_ok() {
            return setup;
        }
    }
}
