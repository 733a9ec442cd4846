//! Packs, set-ups and matches in few words.

use std::collections::VecDeque;

use majlis_rules::domino::{Domino, Event, Setup};
use majlis_rules::face::{Face, FaceSet, PackKind};
use majlis_rules::game::{Game, GameEvent, Outcome, RoundReport, Variant};
use majlis_rules::open::OpenMatch;
use majlis_rules::seat::{Seat, SeatSet};
use majlis_rules::table::{OptionValue, Table};
use majlis_rules::tiles::Tile;

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

pub(crate) fn tile(text: &str) -> Tile {
    text.parse().unwrap_or_else(|_| panic!("{text} is no tile"))
}

pub(crate) fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace().map(tile).collect()
}

pub(crate) fn table(seats: u8, partners: bool) -> Table {
    Table::new(seats).with("partners", OptionValue::Flag(partners))
}

/// A pack that deals these hands in order, then has `next` in front; all other tiles follow in canonical order.
pub(crate) fn pack(hands: &[&str], next: &str) -> Vec<Face> {
    let mut pack: Vec<Tile> = hands.iter().flat_map(|hand| tiles(hand)).collect();
    assert_eq!(pack.len(), hands.len() * 7, "a hand has seven tiles");
    pack.extend(tiles(next));
    let rest: Vec<Tile> = Tile::all().filter(|tile| !pack.contains(tile)).collect();
    pack.extend(rest);
    assert_eq!(pack.len(), 28, "a tile is there twice");
    pack.into_iter().map(Tile::face).collect()
}

/// A small generator of random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }
}

/// Pack number `index` of the matches with this seed.
pub(crate) fn shuffled(seed: u64, index: u32) -> Vec<Tile> {
    let mut random = Random(seed ^ u64::from(index).wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut pack: Vec<Tile> = Tile::all().collect();
    for at in (1..pack.len()).rev() {
        pack.swap(at, random.below(at + 1));
    }
    pack
}

/// A match being played, with packs for its rounds; when they are used up, random ones.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) game: OpenMatch<Domino>,
    pub(crate) packs: VecDeque<Vec<Face>>,
    pub(crate) events: Vec<Event>,
    pub(crate) seed: u64,
    pub(crate) dealt: u32,
}

impl Played {
    pub(crate) fn new(seats: u8, partners: bool, packs: &[Vec<Face>]) -> Self {
        Self::on(OpenMatch::new(Domino::new(&table(seats, partners)).unwrap()), packs)
    }

    pub(crate) fn from_setup(setup: &Setup, packs: &[Vec<Face>]) -> Self {
        let (game, faces) = setup.build().unwrap();
        Self::on(OpenMatch::with_faces(game, faces), packs)
    }

    pub(crate) fn random(seats: u8, partners: bool, seed: u64) -> Self {
        let mut played = Self::new(seats, partners, &[]);
        played.seed = seed;
        played
    }

    fn on(game: OpenMatch<Domino>, packs: &[Vec<Face>]) -> Self {
        let packs = packs.iter().cloned().collect();
        Self {
            game,
            packs,
            events: Vec::new(),
            seed: 0,
            dealt: 0,
        }
    }

    /// Goes on to the next turn and says whose it is; `None` when the match is over.
    pub(crate) fn advance(&mut self) -> Option<Seat> {
        let (packs, dealt, seed) = (&mut self.packs, &mut self.dealt, self.seed);
        let mut next = |_: PackKind, _: FaceSet| {
            let random = || shuffled(seed, *dealt).into_iter().map(Tile::face).collect();
            let pack = packs.pop_front().unwrap_or_else(random);
            *dealt += 1;
            Some(pack)
        };
        self.game.advance(&mut next, &mut self.events).unwrap()
    }

    /// The seat whose turn it is.
    pub(crate) fn turn(&mut self) -> u8 {
        self.advance().expect("the match is over").number()
    }

    pub(crate) fn moves(&mut self) -> Vec<String> {
        let Some(seat) = self.advance() else { return Vec::new() };
        let mut moves: Vec<String> = self.game.legal_moves(seat).iter().map(ToString::to_string).collect();
        assert_eq!(moves.len(), self.game.count_legal(seat));
        moves.sort();
        moves
    }

    /// Plays moves separated by commas.
    pub(crate) fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split(',').map(str::trim) {
            let seat = self.advance().expect("the match is over");
            let mv = self.game.game().parse_move(text).unwrap();
            let played = self.game.play(seat, &mv, &mut self.events);
            played.unwrap_or_else(|error| panic!("seat {seat}, {text}: {error}"));
        }
        self
    }

    /// Tries a move of the seat whose turn it is and gives the rule that it breaks.
    pub(crate) fn refused(&mut self, text: &str) -> &'static str {
        let seat = self.advance().expect("the match is over");
        let mv = self.game.game().parse_move(text).unwrap();
        let (before, events) = (self.game.clone(), self.events.len());
        let error = self.game.play(seat, &mv, &mut self.events).expect_err(text);
        assert!(
            self.game == before && self.events.len() == events,
            "{text} was refused and left traces"
        );
        error.rule.id()
    }

    pub(crate) fn leave(&mut self, number: u8) -> &mut Self {
        self.advance();
        self.game.leave(seat(number), &mut self.events).unwrap();
        self
    }

    /// Goes on and gives the rounds that have finished: who scored, how much, whether it was blocked.
    pub(crate) fn rounds(&mut self) -> Vec<(Vec<u8>, u32, bool)> {
        self.advance();
        let report = |event: &Event| match event.round()? {
            RoundReport::Scored {
                winner,
                points,
                blocked,
            } => Some((winner.iter().map(Seat::number).collect(), points, blocked)),
            RoundReport::Sums(_) => None,
        };
        self.events.iter().filter_map(report).collect()
    }

    pub(crate) fn scores(&self) -> Vec<i32> {
        self.game.game().scores()
    }

    /// `win loss`, or `None` while the match runs.
    pub(crate) fn outcome(&mut self) -> Option<String> {
        self.advance();
        let outcome = self.game.game().outcome()?;
        Some(outcome.into_iter().map(Outcome::name).collect::<Vec<_>>().join(" "))
    }
}

/// A line with every six but 6-0 in it, left end 6, right end 0: who plays `right 6-0` kills both ends.
///
/// Besides 6-0, these tiles are left: 0-0 2-0 2-1 2-2 3-0 3-1 3-3 4-0 4-1 4-2 4-3 5-0 5-1 5-2 5-3, 70 pips.
pub(crate) fn before_the_block(seats: u8, hands: &[&str]) -> Setup {
    use majlis_rules::domino::End::Right;
    let mut setup = Setup::new(seats, seat(0));
    setup.opening = Some(tile("6-5"));
    setup.joined = tiles("5-5 5-4 4-4 6-4 6-6 6-3 3-2 6-2 6-1 1-1 1-0")
        .into_iter()
        .map(|tile| (Right, tile))
        .collect();
    setup.hands = hands.iter().map(|hand| tiles(hand)).collect();
    setup.turn = seat(0);
    setup
}
